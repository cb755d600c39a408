"""A judge answers what needs no dice, and says what the rules have against a request."""

from __future__ import annotations

import pytest

from rcw_rules import red_actions as ra
from rcw_rules.kernel.errors import DiceError, IllegalRequestError
from rcw_rules.kernel.judging import Judge
from rcw_rules.kernel.lengths import inches


def test_it_answers_without_dice_and_refuses_to_throw() -> None:
    judge = Judge(ra.ruleset)
    seen = ra.SpotRequest(distance=inches(30), arm="sabres", bases=4, stationary=False)
    assert judge.resolve(seen, "sight").visible
    with pytest.raises(DiceError, match=r"a judge throws no dice: fear test \[mor-procedure\] needs 2d6"):
        judge.resolve(ra.MoraleTestRequest(test="fear", number=7), "fear")


def test_it_says_what_the_rules_have_against_a_request() -> None:
    judge = Judge(ra.ruleset)
    hidden = ra.HideRequest(arm="sabres", ground="open")
    for verdict in (judge.objections(hidden), judge.declared(hidden)):
        assert [objection.rule for objection in verdict.objections] == ["act-hide", "act-hide"]
    assert judge.objections(ra.HideRequest(arm="rifle", ground="wood"))
    with pytest.raises(IllegalRequestError):
        judge.resolve(hidden, "hide")
