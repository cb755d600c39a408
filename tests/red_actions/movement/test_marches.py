"""Marches: how far, and when not."""

from __future__ import annotations

from typing import Any

import pytest
from red_actions_moves import refused

from rcw_rules import GivenDice
from rcw_rules import red_actions as ra
from rcw_rules.kernel.lengths import Inches, inches


def march(speed: int, **fields: Any) -> Any:
    return ra.MarchRequest(speed=inches(speed), **fields)


@pytest.mark.rule("red_actions", "march-rate", "wx-rain", "terrain-road-column")
def test_the_cases_of_marching() -> None:
    def allowance(asked: Any, **options: Any) -> Inches:
        found: Inches = ra.ruleset.with_options(**options).resolve(asked, dice=GivenDice([])).outcome.allowance
        return found

    assert allowance(march(6)) == inches(12)
    assert allowance(march(6, by_road=True)) == inches(14)
    assert allowance(march(6, by_road=True), rain=True) == inches(12)
    assert allowance(march(6, nearest_enemy=inches("40.1"))) == inches(12)
    refused(march(6, nearest_enemy=inches(40)), "march-rate", "$.nearest_enemy")
    refused(march(6, in_column=False), "march-rate", "$.in_column")


@pytest.mark.rule("red_actions", "march-rate")
def test_how_long_being_shot_at_forbids_a_march() -> None:
    refused(march(6, shot_at="lately"), "march-rate", "$.shot_at")
    refused(march(6, shot_at="lately"), "march-rate", "$.shot_at", march_ban="rest_of_game")
    refused(march(6, shot_at="earlier"), "march-rate", "$.shot_at", march_ban="rest_of_game")
    resolution = ra.ruleset.resolve(march(6, shot_at="earlier"), dice=GivenDice([]))
    assert resolution.outcome.allowance == inches(12)
    assert "ruling march_ban = next_turn" in resolution.explain()
