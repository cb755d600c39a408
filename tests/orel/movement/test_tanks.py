"""Tanks that break down."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from orel_units import builder

from rcw_rules import GivenDice, IllegalRequestError, InvalidRequestError
from rcw_rules import orel as game

tank = builder("tank", key="Tanks", side="white", strength=3, mp=4)


@pytest.mark.rule("orel", "9.2.1-breakdown")
@pytest.mark.parametrize(("face", "broken"), [(1, True), (2, True), (3, False), (4, False), (5, False), (6, False)])
def test_a_tank_breaks_down_on_one_and_two(face: int, broken: bool) -> None:
    found = game.ruleset.resolve(game.TankBreakdownRequest(unit=tank()), dice=GivenDice([face]))
    assert found.outcome == game.TankBreakdownOutcome(broken_down=broken, unit=tank(broken_down=broken))
    fate = "has broken down until the end of the game turn" if broken else "is fit to move and attack"
    assert (found.record.rules[-1], found.record.steps[-1].text) == ("9.2.1-breakdown", f"Tanks {fate}")


@pytest.mark.rule("orel", "9.2.1-breakdown")
def test_the_odds_are_one_in_three() -> None:
    odds = game.ruleset.odds(game.TankBreakdownRequest(unit=tank()))
    assert odds.probability(lambda outcome: outcome.broken_down) == Fraction(2, 6)


@pytest.mark.rule("orel", "9.2.1-breakdown", "8.2.3-effects")
@pytest.mark.parametrize(
    ("fields", "path", "rule"),
    [
        ({"unit": tank(), "rolled": True}, "$.rolled", "9.2.1-breakdown"),
        ({"unit": tank(broken_down=True)}, "$.unit.broken_down", "9.2.1-breakdown"),
        ({"unit": tank(unsupplied=True)}, "$.unit.unsupplied", "8.2.3-effects"),
    ],
)
def test_who_does_not_roll(fields: dict[str, Any], path: str, rule: str) -> None:
    with pytest.raises(IllegalRequestError) as caught:
        game.ruleset.resolve(game.TankBreakdownRequest(**fields), dice=GivenDice([6]))
    assert [(one.path, one.rule) for one in caught.value.verdict.objections] == [(path, rule)]


@pytest.mark.rule("orel", "9.2.1-breakdown")
def test_only_tanks_break_down() -> None:
    car = game.Unit(key="c", side="red", type="armoured_car", strength=2)
    with pytest.raises(InvalidRequestError, match=r"\$\.unit\.type: only tanks break down"):
        game.ruleset.resolve(game.TankBreakdownRequest(unit=car), dice=GivenDice([6]))
