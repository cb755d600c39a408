"""The golden cases: question, options, faces and what must come of them, as data that other tools can run as well."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from rcw_rules import GivenDice, wire
from rcw_rules import red_white as rw
from rcw_rules.kernel.record import ModifierStep

GOLDEN = Path(__file__).parent / "golden"
KEYS = {"id", "origin", "rules", "procedure", "options", "faces", "totals", "modifiers", "cites", "request", "outcome"}


def cases() -> list[Any]:
    found: list[Any] = []
    for file in sorted(GOLDEN.glob("*.toml")):
        for case in tomllib.loads(file.read_text(encoding="utf-8"))["case"]:
            assert set(case) <= KEYS, f"{file.name}: {case['id']} has unknown keys"
            mark = pytest.mark.rule("red_white", *case["rules"])
            found.append(pytest.param(case, id=f"{file.stem}-{case['id']}", marks=mark))
    return found


def assert_holds(actual: Any, expected: Any, path: str = "$") -> None:
    if isinstance(expected, dict):
        for key, value in expected.items():
            assert_holds(actual[key], value, f"{path}.{key}")
    elif isinstance(expected, list):
        assert len(actual) == len(expected), path
        for number, (one, other) in enumerate(zip(actual, expected, strict=True)):
            assert_holds(one, other, f"{path}[{number}]")
    else:
        assert type(actual) is type(expected), path
        assert actual == expected, path


@pytest.mark.parametrize("case", cases())
def test_golden_case(case: dict[str, Any]) -> None:
    ruleset = rw.ruleset.with_options(**case.get("options", {}))
    request = wire.structure(case["request"], ruleset.procedure(case["procedure"]).request_type)
    resolution = ruleset.resolve(request, dice=GivenDice(case["faces"]))
    assert_holds(wire.unstructure(resolution.outcome), case["outcome"])
    assert resolution.dice == tuple(case["faces"])
    assert set(case["cites"]) <= set(resolution.record.rules)
    if "totals" in case:
        assert [list(roll.parts) for roll in resolution.record.rolls if roll.rule == "melee-roll"] == [case["totals"]]
    if "modifiers" in case:
        steps = [step for _, step in resolution.record.walk() if isinstance(step, ModifierStep)]
        assert [[step.to, step.id, step.value] for step in steps] == case["modifiers"]


@pytest.mark.parametrize("case", cases())
def test_golden_case_weighs_in_the_exact_odds(case: dict[str, Any]) -> None:
    ruleset = rw.ruleset.with_options(**case.get("options", {}))
    request = wire.structure(case["request"], ruleset.procedure(case["procedure"]).request_type)
    outcome = ruleset.outcome(request, dice=GivenDice(case["faces"]))
    assert ruleset.odds(request).probability(outcome) > 0


def test_no_two_golden_cases_share_an_id() -> None:
    ids = [case.id for case in cases()]
    assert len(ids) == len(set(ids)) >= 15
