"""Leading from the front: who may, when, and until when."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from rcw_rules import GivenDice, IllegalRequestError, InvalidRequestError
from rcw_rules import red_white as rw
from rcw_rules.kernel.record import ModifierStep

UNIT = rw.Unit(side="red", type="infantry", has_leader=True, starting_stands=8, stands=8)
HERO = evolve(UNIT, heroic=True)


def ask(*units: rw.Unit, **fields: Any) -> tuple[rw.Unit, ...]:
    request = rw.HeroicLeadersRequest(units=units, **fields)
    return rw.ruleset.resolve(request, dice=GivenDice([])).outcome.units


@pytest.mark.rule("red_white", "heroic-lead")
def test_a_leader_goes_to_the_front_until_he_is_called_back() -> None:
    assert ask(UNIT, UNIT, declared=(2,)) == (UNIT, HERO)
    assert ask(HERO, UNIT) == (HERO, UNIT)  # a later turn in which nothing is declared
    assert ask(HERO, HERO, revoked=(1,)) == (UNIT, HERO)
    assert ask(HERO, declared=(1,)) == (HERO,)


@pytest.mark.rule("red_white", "heroic-lead", "melee-mod-assets", "morale-modifiers")
def test_his_unit_then_has_one_more_in_melee_and_one_less_on_morale() -> None:
    (hero,) = ask(UNIT, declared=(1,))
    white = evolve(UNIT, side="white")
    for request in (rw.MeleeRequest(attackers=(hero,), defenders=(white,)), rw.MoraleTestRequest(unit=hero)):
        steps = [step for step in rw.ruleset.preview(request).record.steps if isinstance(step, ModifierStep)]
        value = 1 if isinstance(request, rw.MeleeRequest) else -1
        assert [(step.id, step.value) for step in steps] == [("heroically_led", value)]


@pytest.mark.rule("red_white", "heroic-lead")
def test_without_a_leader_nobody_leads() -> None:
    with pytest.raises(IllegalRequestError, match=r"\$\.declared\[0\]: .*heroic-lead"):
        ask(evolve(UNIT, has_leader=False), declared=(1,))


@pytest.mark.rule("red_white", "heroic-lead")
@pytest.mark.parametrize("fields", [{"declared": (1,)}, {"revoked": (1,)}])
def test_it_is_declared_and_revoked_only_at_the_start_of_the_turn(fields: dict[str, Any]) -> None:
    with pytest.raises(IllegalRequestError, match="heroic-lead"):
        ask(HERO, at_start_of_own_turn=False, **fields)
    assert ask(HERO, at_start_of_own_turn=False) == (HERO,)


@pytest.mark.rule("red_white", "heroic-lead", "bad-numbers")
@pytest.mark.parametrize("fields", [{"declared": (2,)}, {"revoked": (0,)}, {"declared": (1,), "revoked": (1,)}])
def test_what_contradicts_itself_is_refused(fields: dict[str, Any]) -> None:
    with pytest.raises(InvalidRequestError, match=r"heroic-lead|bad-numbers"):
        ask(UNIT, **fields)
