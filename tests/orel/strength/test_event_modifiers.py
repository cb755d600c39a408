"""What random events add to the dice of cohesion checks, morale checks and assaults."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from rcw_rules import GivenDice, InvalidRequestError
from rcw_rules import orel as game
from rcw_rules.kernel.record import ModifierStep

ATTACKERS_DIE, DEFENDERS_DIE = "attacker's cohesion die", "defender's cohesion die"


def unit(key: str, **changes: Any) -> game.Unit:
    side = "red" if key in "ab" else "white"
    fields: dict[str, Any] = {
        "key": key, "side": side, "type": "infantry", "tq": 4, "steps": 4, "strength": 5,
    }  # fmt: skip
    return game.Unit(**{**fields, **changes})


def modifiers(asked: game.CohesionRequest | game.AssaultRequest, **options: Any) -> dict[tuple[str, str], Any]:
    record = game.ruleset.with_options(**options).preview(asked).record
    return {(step.to, step.id): step.value for _, step in record.walk() if isinstance(step, ModifierStep)}


def cohesion(attackers: tuple[game.Unit, ...], defenders: tuple[game.Unit, ...], **fields: Any) -> game.CohesionRequest:
    return game.CohesionRequest(attackers=attackers, defenders=defenders, **fields)


def check(asked: game.CohesionRequest, first: int, second: int) -> dict[str, str]:
    outcome = game.ruleset.resolve(asked, dice=GivenDice([first, second])).outcome
    return {one.key: one.result for one in (*outcome.attackers, *outcome.defenders)}


@pytest.mark.rule("orel", "6-list")
def test_rumours_and_a_leader_change_the_dice() -> None:
    asked = cohesion(
        (unit("a"), unit("b")),
        (unit("x"), unit("y")),
        defeatist_rumours=("b", "x"),
        leader_in_the_front_line=("attacker",),
    )
    assert modifiers(asked) == {
        (ATTACKERS_DIE, "leader_in_the_front_line"): -1,
        ("cohesion die of b", "defeatist_rumours"): 1,
        ("cohesion die of x", "defeatist_rumours"): 1,
    }
    # 5 - 1 against quality 4, and 5 against it with the rumours; the defender has 4, and 5 with the rumours.
    assert check(asked, 5, 4) == {"a": "passed", "b": "disorganised", "x": "disorganised", "y": "passed"}
    both = evolve(asked, leader_in_the_front_line=("defender", "attacker"))
    assert check(both, 5, 5) == {"a": "passed", "b": "disorganised", "x": "disorganised", "y": "passed"}
    record = game.ruleset.resolve(asked, dice=GivenDice([5, 4])).record
    told = {step.rule: step.provenance for step in record.unprinted if isinstance(step, ModifierStep)}
    assert set(told) == {"6-list"}


@pytest.mark.rule("orel", "6-list", "OPT-b-modifiers")
def test_with_side_wide_modifiers_rumours_reach_everybody_and_only_who_checks_spreads_them() -> None:
    foes = (unit("x", strength=10), unit("g", type="artillery", strength=None, fire=5))
    asked = cohesion((unit("a"), unit("b")), foes, defeatist_rumours=("b", "g"))
    wide = modifiers(asked, side_wide_modifiers=True)
    assert wide == {(ATTACKERS_DIE, "defeatist_rumours"): 1}
    led = evolve(asked, leader_in_the_front_line=("defender",))
    assert modifiers(led, side_wide_modifiers=True) == {**wide, (DEFENDERS_DIE, "leader_in_the_front_line"): -1}


@pytest.mark.rule("orel", "6-list")
def test_events_of_nobody_are_malformed() -> None:
    for fields, path in (
        ({"defeatist_rumours": ("x", "1K")}, "$.defeatist_rumours[1]"),
        ({"leader_in_the_front_line": ("attacker", "attacker")}, "$.leader_in_the_front_line[1]"),
    ):
        with pytest.raises(InvalidRequestError) as caught:
            game.ruleset.resolve(cohesion((unit("a"),), (unit("x"),), **fields), dice=GivenDice([]))
        assert [(problem.path, problem.rule) for problem in caught.value.problems] == [(path, "6-list")]


@pytest.mark.rule("orel", "6-list")
def test_rumours_add_one_to_the_die_of_a_unit() -> None:
    units = (game.Beaten(key="a", tq=4), game.Beaten(key="b", tq=4, defeatist_rumours=True))
    asked = game.MoraleRequest(role="defender", units=units, morale=0)
    outcome = game.ruleset.resolve(asked, dice=GivenDice([4])).outcome
    assert [one.result for one in outcome.units] == ["passed", "disorganised"]
    certain = game.ruleset.resolve(asked, dice=GivenDice([1])).outcome
    assert [one.result for one in certain.units] == ["passed", "passed"]


@pytest.mark.rule("orel", "6-list")
def test_an_officers_charge_adds_one_to_the_roll_and_rumours_to_the_morale_die() -> None:
    pair = (unit("x"), unit("y"))
    asked = game.AssaultRequest(
        attackers=(unit("a", strength=10),), defenders=pair, officers_charge=True, defeatist_rumours=("a", "y")
    )
    assert modifiers(asked) == {("assault roll", "officers_charge"): 1}
    # An 8 has become a 9: m-2; x has lost the step. 6 - 2 + 1 is 1 off quality 4 for both, for y by the rumours.
    outcome = game.ruleset.resolve(asked, dice=GivenDice([2, 6, 6])).outcome
    assert (outcome.loser, [one.result for one in outcome.defenders]) == ("defender", ["retreat", "retreat"])
    shaken = [one.unit is not None and one.unit.disorganised for one in outcome.defenders]
    assert shaken == [True, True]
    calm = game.ruleset.resolve(evolve(asked, defeatist_rumours=()), dice=GivenDice([2, 6, 6])).outcome
    assert [one.unit is not None and one.unit.disorganised for one in calm.defenders] == [True, False]
