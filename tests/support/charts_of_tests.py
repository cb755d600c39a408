"""Charts that several tests of charts use."""

from __future__ import annotations

HEADER = """\
[[chart]]
id = "storm"
title = "Storm damage"
rule = "storm-table"
source = "A made-up book"
locator = "page 3"
provenance = "printed"
"""


DAMAGE = (
    HEADER
    + """\
rows = "bands"
columns = { axis = "bands", covers = "1-6", below = "clamp" }
shifts = "clamp"
table = [
  ["hits",   "1-2",    "3-5",    "6"],
  ["1-2",    "none",   "none",   "lose 1"],  # a comment with ] and "
  ["3-9",    "none",   "lose 1", "lose 2"],
  ["10+",    "lose 1", "lose 2", "crash"],
]

[[chart.cells]]
row = "10+"
column = ["3-5", "6"]
provenance = "reconstructed"
reason = "the last line is smudged"
"""
)


ODDS = (
    HEADER
    + """\
rows = { axis = "bands", covers = "1-3" }
columns = { axis = "odds", round = "down" }
table = [
  ["die", "1:2", "2:3", "1:1", "3:2", "2:1+"],
  ["1",   -2,    -1,    0,     0,     +1],
  ["2",   -1,    0,     0,     +1,    +1],
  ["3",   0,     0,     +1,    +1,    +2],
]
"""
)


LIST = (
    HEADER
    + """\
rows = "labels"
table = [
  ["state",      "modifier"],
  ["raw",        -1],
  ["suppressed", -1],
  ["elite",      +1],
]
"""
)


def storm(
    *, rows: str = '"bands"', columns: str = '"labels"', head: str = '["die", "a", "b"]', lines: str = '["1", 1, 2]'
) -> str:
    return f"{HEADER}rows = {rows}\ncolumns = {columns}\ntable = [\n  {head},\n  {lines},\n]\n"
