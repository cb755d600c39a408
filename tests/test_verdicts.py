"""Verdicts and previews also know what only a chart forbids, and what the book does not say."""

from __future__ import annotations

import pytest

from rcw_rules import GivenDice, directory, red_white
from rcw_rules.kernel.errors import IllegalRequestError, NeedsRuling

TOO_FAR = directory.MovementRequest(
    unit=directory.Counter(type="tanks", faction="entente"), frozen=False, path=("clear",) * 3
)
"""Tanks have an allowance of 2 hexes, which a chart says."""


def test_a_verdict_knows_what_only_a_chart_forbids() -> None:
    verdict = directory.ruleset.verdict(TOO_FAR)
    assert [objection.rule for objection in verdict.objections] == ["mov-cost"]
    with pytest.raises(IllegalRequestError) as refused:
        directory.ruleset.resolve(TOO_FAR, dice=GivenDice([]))
    assert refused.value.verdict == verdict


def test_a_preview_says_what_only_a_chart_forbids() -> None:
    preview = directory.ruleset.preview(TOO_FAR)
    assert (preview.verdict, preview.record.steps, preview.next_throw) == (
        directory.ruleset.verdict(TOO_FAR),
        (),
        "",
    )


def test_a_counter_of_its_own_is_judged_by_its_own_rating() -> None:
    faster = directory.MovementRequest(
        unit=directory.Counter(type="tanks", faction="entente", movement=3), frozen=False, path=("clear",) * 3
    )
    assert directory.ruleset.verdict(faster)


def test_nothing_is_said_against_what_the_book_leaves_open() -> None:
    silent = red_white.ActivationRequest(stands=8)
    assert red_white.ruleset.verdict(silent)
    with pytest.raises(NeedsRuling):
        red_white.ruleset.preview(silent)
