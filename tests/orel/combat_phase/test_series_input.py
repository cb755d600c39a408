"""Requests for the combats of a phase that contradict themselves."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from rcw_rules import InvalidRequestError, orel
from rcw_rules.registry import find_procedure

EXAMPLE: Any = find_procedure("orel.phase_combats")[1].example


def planned(number: int = 1, **changes: Any) -> orel.PlannedAttack:
    plan: orel.PlannedAttack = EXAMPLE.attacks[0]
    return evolve(plan, number=number, attack=evolve(plan.attack, **changes))


def refusals(*attacks: orel.PlannedAttack) -> list[tuple[str, str]]:
    with pytest.raises(InvalidRequestError) as caught:
        orel.ruleset.check(evolve(EXAMPLE, attacks=attacks))
    return [(problem.path, problem.rule) for problem in caught.value.problems]


@pytest.mark.rule("orel", "7.2-declare")
def test_no_two_attacks_have_one_number() -> None:
    orel.ruleset.check(evolve(EXAMPLE, attacks=(planned(1), planned(2))))
    assert refusals(planned(1), planned(2), planned(1)) == [("$.attacks[2].number", "7.2-declare")]


@pytest.mark.rule("orel", "X-bad-units")
def test_an_attack_is_on_the_board_by_units_of_its_side() -> None:
    assert refusals(planned(hex="9999")) == [("$.attacks[0].attack.hex", "X-bad-units")]
    assert refusals(planned(), planned(2, units=("2K",))) == [("$.attacks[1].attack.units[0]", "X-bad-units")]
    assert refusals(planned(supports=("2K",))) == [("$.attacks[0].attack.supports[0]", "X-bad-units")]
    assert refusals(planned(defending=("1/7D",))) == [("$.attacks[0].attack.defending[0]", "X-bad-units")]


@pytest.mark.rule("orel", "X-bad-units")
def test_units_that_are_gone_may_still_be_named() -> None:
    orel.ruleset.check(evolve(EXAMPLE, attacks=(planned(supports=("9/9D",)),)))
