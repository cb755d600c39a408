"""Any question from plain data: the same answers as with classes, and mistakes with their paths."""

from __future__ import annotations

import json
from typing import Any

import pytest
from cli_runs import fine

from rcw_rules import GivenDice, InvalidRequestError, UnknownNameError, answer, red_white
from rcw_rules.json_text import dumps
from rcw_rules.registry import load
from rcw_rules.wire import unstructure

FIVE = ("directory", "orel", "red_actions", "red_square", "red_white")
UNIT = {"side": "white", "type": "infantry", "has_leader": True, "stands": 5}
TEST: dict[str, Any] = {"procedure": "red_white.morale_test", "request": {"unit": UNIT}}


def test_a_resolution_is_its_document() -> None:
    request = red_white.MoraleTestRequest(unit=red_white.Unit(side="white", type="infantry", has_leader=True, stands=5))
    expected = red_white.ruleset.resolve(request, dice=GivenDice([4])).to_dict()
    assert answer({**TEST, "dice": [4]}) == expected
    # The 0 of a d10 is a ten, as on every table.
    assert answer({**TEST, "dice": [0]})["dice"] == [10]
    assert answer({**TEST, "seed": 7}) == answer({**TEST, "seed": 7, "ask": "resolve"})


def test_odds_are_those_of_the_command(tmp_path: Any) -> None:
    # 5 stands: 5 of ten faces pass.
    odds = answer({**TEST, "ask": "odds"})
    assert {one["probability"] for one in odds["outcomes"]} == {"1/2"}
    file = tmp_path / "request.json"
    file.write_text(json.dumps(TEST["request"]), encoding="utf-8")
    assert json.loads(dumps(odds)) == fine("odds", "red_white.morale_test", str(file), "--json").json


def test_legality_and_what_is_known_before_the_dice() -> None:
    assert answer({**TEST, "ask": "verdict"}) == {"legal": True, "objections": []}
    preview = answer({**TEST, "ask": "preview"})
    assert (preview["legal"], preview["next_throw"]) == (True, "morale: d10, 5 or less [morale-roll]")
    crossing = {"kind": "cavalry", "formation": "mounted", "direction": "E"}
    verdict = answer({"procedure": "red_square.wire_crossing", "ask": "verdict", "request": crossing})
    assert not verdict["legal"]
    assert [one["rule"] for one in verdict["objections"]] == ["terrain-wire"]


def test_options_go_in_by_name() -> None:
    asked = answer({**TEST, "dice": [4], "options": {"melee_elite": "per_unit"}})
    assert asked["options"]["melee_elite"] == "per_unit"


@pytest.mark.parametrize(
    ("more", "path"),
    [
        ({}, "$.dice"),
        ({"dice": [4], "seed": 1}, "$.dice"),
        ({"ask": "odds", "dice": [4]}, "$.dice"),
        ({"ask": "guess"}, "$.ask"),
        ({"dice": [4], "oracle": 1}, "$.oracle"),
        ({"dice": [4], "options": 3}, "$.options"),
        ({"dice": [4], "options": {"melee_elit": "once"}}, "$.options.melee_elit"),
        ({"dice": [4], "request": {"unit": {**UNIT, "stands": 100}}}, "$.request.unit.stands"),
        ({"dice": [4], "request": None}, "$.request"),
    ],
)
def test_a_mistake_has_its_path_in_the_document(more: dict[str, Any], path: str) -> None:
    with pytest.raises(InvalidRequestError) as caught:
        answer({**TEST, **more})
    assert caught.value.problems[0].path == path


def test_a_question_without_a_request_is_named() -> None:
    with pytest.raises(InvalidRequestError, match=r"\$\.request: missing"):
        answer({"procedure": "red_white.morale_test", "dice": [4]})


@pytest.mark.parametrize("document", [None, [], "red_white.melee"])
def test_what_is_no_object_is_no_question(document: Any) -> None:
    with pytest.raises(InvalidRequestError, match=r"\$: expected an object"):
        answer(document)


def test_a_procedure_that_does_not_exist_is_named() -> None:
    with pytest.raises(UnknownNameError, match=r"did you mean 'red_white\.morale_test'"):
        answer({**TEST, "procedure": "red_white.moral_test", "dice": [4]})


@pytest.mark.parametrize("id", FIVE)
def test_every_example_can_be_asked_for_its_verdict(id: str) -> None:
    ruleset = load(id)
    for procedure in ruleset.procedures[::7]:
        asked = {"procedure": procedure.id, "request": unstructure(procedure.example), "ask": "verdict"}
        assert answer(asked) == {"legal": True, "objections": []}, procedure.id
