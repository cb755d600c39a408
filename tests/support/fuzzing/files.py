"""TOML files with mistakes: each is refused with file and line, or read.

A case is the file; its first line is a comment that says what it is: ``# hex_map``, ``# house red_white``.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from fuzzing.changes import changed_texts
from fuzzing.questions import rulesets
from rcw_rules import ChartError, FileError
from rcw_rules.golden_cases import GoldenCase
from rcw_rules.house import load_house_rules
from rcw_rules.kernel.chart_files import chart_file
from rcw_rules.kernel.charts import load_chart, load_charts
from rcw_rules.kernel.geometry import HexMap, SquareMap, Table
from rcw_rules.orel.scenarios.forces import CounterFile
from rcw_rules.red_actions.units.troops import Troops
from rcw_rules.toml_files import load_toml

__all__ = ["cases", "check"]

_PLACE = "case.toml"
_CORPUS = Path(__file__).parents[2] / "fuzz" / "corpus" / "files"
_CLASSES: dict[str, type[Any]] = {
    "hex_map": HexMap,
    "square_map": SquareMap,
    "table": Table,
    "troops": Troops,
    "counters": CounterFile,
    "golden": GoldenCase,
}


def cases() -> SearchStrategy[bytes]:
    """Return a strategy for the files of the corpus and the charts of all rulesets, with some changes."""
    known = [path.read_text(encoding="utf-8") for path in sorted(_CORPUS.glob("*.toml"))]
    charts = [f"# charts\n{chart_file(chart)}" for ruleset in rulesets().values() for chart in ruleset.charts.values()]

    @st.composite
    def drawn(draw: Callable[[SearchStrategy[Any]], Any]) -> bytes:
        head, _, text = draw(st.sampled_from(known) | st.sampled_from(charts)).partition("\n")
        return f"{head}\n{draw(changed_texts(st.just(text)))}".encode("utf-8", "surrogatepass")

    return drawn()


def check(case: bytes) -> None:
    """Read a file.

    Raises:
        Exception: It is neither refused with a line that it has, nor read and right.
    """
    try:
        text = case.decode()
    except UnicodeDecodeError:
        return  # `read_text` refuses it before any reader of texts sees it
    kind, *of = text.partition("\n")[0].removeprefix("# ").split(" ")
    try:
        match kind:
            case "charts":
                for chart in load_charts(text, _PLACE):
                    assert load_chart(chart_file(chart), _PLACE) == chart, "a chart does not survive its file"
            case "house":
                ruleset = rulesets()[of[0]]
                assert ruleset.with_house(load_house_rules(text, _PLACE, ruleset)).house is not None
            case _:
                load_toml(_CLASSES[kind], text, _PLACE)
    except FileError as error:
        assert error.problems, "a refusal names no problem"
        for problem in error.problems:
            assert problem.line is None or 1 <= problem.line <= text.count("\n") + 1, "the file has no such line"
    except ChartError as error:
        found = re.match(rf"{_PLACE}:([0-9]+): ", str(error))
        assert found is None or 1 <= int(found[1]) <= text.count("\n") + 1, "the file has no such line"
        assert str(error).startswith(_PLACE), "a refusal does not name the file"
