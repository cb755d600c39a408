"""Tables as text: each map drawn by hand."""

from __future__ import annotations

from rcw_rules import inches
from rcw_rules.games.text_maps import MOST_CHARACTERS, CharacterMap
from rcw_rules.kernel.geometry.table import Table, point


def test_a_character_stands_for_two_inches() -> None:
    drawn = CharacterMap(Table(title="Field", width=inches(12), depth=inches(4)))
    drawn.mark(point(11, 1), "R")
    drawn.mark(point(12, 1), "X")  # on the edge, and so past the last character
    assert drawn.lines() == ["  2 ......", "  0 .....R", "    0    10"]


def test_a_character_of_a_huge_table_stands_for_more() -> None:
    drawn = CharacterMap(Table(title="Steppe", width=inches(1_000_000), depth=inches(20_000)))
    drawn.mark(point(15_000, 19_999), "R")
    assert drawn.lines() == [
        f"10000 .R{'.' * (MOST_CHARACTERS - 2)}",
        f"    0 {'.' * MOST_CHARACTERS}",
        "      " + "".join(f"{100_000 * number:<10}" for number in range(10)).rstrip(),
    ]
    assert len(list(drawn.spots())) == 2 * MOST_CHARACTERS
