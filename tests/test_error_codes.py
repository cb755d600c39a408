"""Every error has a code of its own for good, and tells a program what it tells a person."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module
from pkgutil import walk_packages

import pytest
from jsonschema import Draft202012Validator

import rcw_rules
from rcw_rules import BudgetError, ChartError, IllegalRequestError, InvalidRequestError, NeedsRuling, RulesError
from rcw_rules.kernel.citations import Objection, Verdict, forbidden
from rcw_rules.kernel.errors import FileError, FileProblem, HouseRulesError, Problem, UnknownNameError
from rcw_rules.schema_files import error_schema
from rcw_rules.wire import dumps

# A code that was published stays: programs that ask for it keep getting it.
CODES = {
    "RulesError": "rules",
    "InvalidRequestError": "invalid-request",
    "IllegalRequestError": "illegal-request",
    "NeedsRuling": "needs-ruling",
    "DiceError": "dice",
    "ChartError": "chart",
    "AxisError": "chart-axis",
    "FileError": "file",
    "HouseRulesError": "house-rules",
    "NoAnswerError": "no-answer",
    "UnknownNameError": "unknown-name",
    "ChoiceError": "choice",
    "AnswerError": "answer",
    "AdviceError": "advice",
    "OverrideError": "override",
    "BudgetError": "budget",
    "TooLongError": "too-long",
    "QuestionCancelledError": "cancelled",
    "NotDeterministicError": "not-deterministic",
    "ReplayError": "replay",
    "RegistryError": "registry",
    "WireVersionError": "wire-version",
    "SimulationError": "simulation",
    "PlotError": "plot",
    "SignatureError": "signature",
    "MatchError": "match",
    "PlayerError": "player",
}


def family(cls: type[RulesError]) -> Iterator[type[RulesError]]:
    yield cls
    for child in cls.__subclasses__():
        if child.__module__.startswith("rcw_rules."):
            yield from family(child)


def test_every_error_has_a_code_of_its_own() -> None:
    for module in walk_packages(rcw_rules.__path__, "rcw_rules."):
        import_module(module.name)
    found = {cls.__name__: vars(cls)["code"] for cls in family(RulesError) if "code" in vars(cls)}
    assert found == CODES
    # What a ruleset raises is of a kind that every program knows.
    others = {cls for cls in family(RulesError) if "code" not in vars(cls)}
    assert {(cls.__name__, cls.code) for cls in others} == {("MissingProfileError", "needs-ruling")}
    assert len(set(CODES.values())) == len(CODES)
    assert all(re.fullmatch("[a-z]+(-[a-z]+)*", code) for code in CODES.values())


def test_an_error_of_an_author_has_the_code_of_its_kind() -> None:
    class TornChartError(ChartError):
        """A chart is torn."""

    assert TornChartError("the map", "torn").as_data() == {
        "code": "chart",
        "message": "the map: torn",
        "place": "the map",
    }


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (
            InvalidRequestError([Problem("$.stands", "expected 1", "gen-stand"), Problem("$.x", "unknown key")]),
            {
                "problems": [
                    {"path": "$.stands", "message": "expected 1", "rule": "gen-stand"},
                    {"path": "$.x", "message": "unknown key", "rule": ""},
                ]
            },
        ),
        (
            IllegalRequestError(Verdict(objections=(Objection(rule="one", message="no"),))),
            {"objections": [{"rule": "one", "message": "no", "path": ""}]},
        ),
        (
            forbidden("two", "not there", "$.path"),
            {"objections": [{"rule": "two", "message": "not there", "path": "$.path"}]},
        ),
        (
            NeedsRuling("gap", "Who first?", "the field first"),
            {"rule": "gap", "question": "Who first?", "supply": "the field first"},
        ),
        (ChartError("a.toml:3", "no cell"), {"place": "a.toml:3"}),
        (
            FileError("a.toml", [FileProblem(3, "no equals sign")] * 7),
            {"file": "a.toml", "problems": [{"line": 3, "message": "no equals sign"}] * 7},
        ),
        (
            HouseRulesError([Problem("$.cells[0]", "no such chart")]),
            {"problems": [{"path": "$.cells[0]", "message": "no such chart", "rule": ""}]},
        ),
        (
            UnknownNameError("procedure", "mele", ["melee", "fire"]),
            {"kind": "procedure", "name": "mele", "suggestions": ["melee"]},
        ),
        (BudgetError(10, "the die"), {"bound": "branches", "budget": 10, "purpose": "the die"}),
        (BudgetError(0.5, "the die", bound="seconds"), {"bound": "seconds", "budget": 0.5, "purpose": "the die"}),
        (RulesError("something"), {}),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, RulesError) else "",
)
def test_an_error_tells_a_program_what_its_class_knows(error: RulesError, told: dict[str, object]) -> None:
    data = error.as_data()
    assert data == {"code": CODES[type(error).__name__], "message": str(error), **told}
    assert dumps(data)
    Draft202012Validator(error_schema()).validate({"error": data})
