"""Entrenching."""

from __future__ import annotations

from typing import Any

import pytest
from orel_units import builder

from rcw_rules import GivenDice, IllegalRequestError
from rcw_rules import orel as game

battalion = builder("infantry", side="white")


def dig(unit: game.Unit, day: Any = 15, **fields: Any) -> game.EntrenchOutcome:
    request = game.EntrenchRequest(unit=unit, day=day, **fields)
    return game.ruleset.resolve(request, dice=GivenDice([])).outcome


def refused(unit: game.Unit, **fields: Any) -> list[tuple[str, str]]:
    with pytest.raises(IllegalRequestError) as caught:
        dig(unit, **fields)
    return [(objection.path, objection.rule) for objection in caught.value.verdict.objections]


@pytest.mark.rule("orel", "7.3-entrench", "7.1.4-modes")
def test_the_work_takes_until_the_next_day() -> None:
    found = dig(battalion(mode="march"))
    assert found.unit == battalion(entrenchment="under_construction", mode="combat")
    assert found.completed_on == 16
    assert dig(battalion(), 30).completed_on == 31
    assert dig(battalion(), 31).completed_on is None


@pytest.mark.rule("orel", "7.3-entrench")
def test_the_record_says_when_it_will_be_done() -> None:
    def said(day: Any) -> str:
        request = game.EntrenchRequest(unit=battalion(), day=day)
        return [step.text for _, step in game.ruleset.resolve(request, dice=GivenDice([])).record.walk()][-1]

    assert said(15).endswith("entrenched at the end of its owner's movement phase of 16 October")
    assert said(31) == "u begins to entrench, too late to be done by the end of October"


@pytest.mark.rule("orel", "7.3-entrench")
@pytest.mark.parametrize(
    ("kind", "figures"),
    [
        ("cavalry", {"strength": None, "strength_dismounted": 2, "strength_charge": 4}),
        ("tank", {"tq": None, "steps": 1}),
        ("armoured_car", {"tq": None, "steps": 1}),
        ("armoured_train_light", {"tq": None, "steps": 1, "strength": None, "fire": 3}),
    ],
)
def test_cavalry_and_vehicles_do_not_dig(kind: str, figures: dict[str, Any]) -> None:
    assert refused(battalion(type=kind, **figures)) == [("$.unit.type", "7.3-entrench")]


@pytest.mark.rule("orel", "7.3-entrench")
def test_artillery_digs() -> None:
    guns = battalion(type="artillery", strength=None, fire=3)
    assert dig(guns).unit.entrenchment == "under_construction"


@pytest.mark.rule("orel", "7.3-entrench", "7.2-declare", "8.7.3-rout")
def test_who_may_not_begin() -> None:
    assert refused(battalion(), has_moved=True) == [("$.has_moved", "7.3-entrench")]
    assert refused(battalion(), acted=True) == [("$.acted", "7.2-declare")]
    assert refused(battalion(mode="routed")) == [("$.unit.mode", "8.7.3-rout")]
    assert refused(battalion(entrenchment="entrenched")) == [("$.unit.entrenchment", "7.3-entrench")]
    assert refused(battalion(entrenchment="under_construction")) == [("$.unit.entrenchment", "7.3-entrench")]


@pytest.mark.rule("orel", "7.3-entrench")
@pytest.mark.parametrize(
    ("entrenchment", "told"),
    [("entrenched", "u is entrenched already"), ("under_construction", "u has begun to entrench already")],
)
def test_who_is_refused_learns_how_far_the_work_is(entrenchment: Any, told: str) -> None:
    with pytest.raises(IllegalRequestError) as caught:
        dig(battalion(entrenchment=entrenchment))
    assert [objection.message for objection in caught.value.verdict.objections] == [told]


@pytest.mark.rule("orel", "5.3-no-march-entrench")
def test_out_of_command_units_begin_nothing() -> None:
    assert refused(battalion(out_of_command=True)) == [("$.unit.out_of_command", "5.3-no-march-entrench")]


@pytest.mark.rule("orel", "10.2-inactive", "7.3-entrench")
def test_inactive_units_may_dig() -> None:
    found = game.ruleset.resolve(game.EntrenchRequest(unit=battalion(inactive=True), day=17), dice=GivenDice([]))
    assert found.outcome.completed_on == 18
    assert found.outcome.unit.inactive
    assert "10.2-inactive" in found.record.rules
