"""What type checkers infer, held by mypy and pyright, and at run time not to be a fancy.

A wrong use carries the error that mypy must report, under a comment that silences pyright as well. If either stopped
reporting it, that checker would report the comment as needless.
"""

# pyright: strict, reportUnnecessaryTypeIgnoreComment=true

from __future__ import annotations

from fractions import Fraction
from typing import assert_type

import pytest
from hypothesis.strategies import SearchStrategy

from rcw_rules import (
    Distribution,
    GivenDice,
    HouseCell,
    HouseRules,
    Record,
    Request,
    Resolution,
    Ruleset,
    Sample,
    SeededDice,
    UnknownNameError,
    Verdict,
    iterate,
)
from rcw_rules import red_white as rw
from rcw_rules.kernel.dice import Check, Face, Number, Variable, d6, opposed, pick
from rcw_rules.kernel.distributions import Comparison
from rcw_rules.kernel.samples import Estimate
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.red_white.melee import melee
from rcw_rules.resolution import Preview
from rcw_rules.strategies import requests, values

MELEE = rw.melee_example_1()
WORDS: tuple[str, ...] = ("rifle", "sabre")


def test_resolving_infers_the_outcome_of_the_request() -> None:
    resolution = assert_type(rw.ruleset.resolve(MELEE, dice=SeededDice(1919)), Resolution[rw.MeleeOutcome])
    assert isinstance(assert_type(resolution.outcome, rw.MeleeOutcome), rw.MeleeOutcome)
    assert isinstance(assert_type(resolution.request, Request[rw.MeleeOutcome]), rw.MeleeRequest)
    assert isinstance(assert_type(resolution.record, Record), Record)
    assert len(assert_type(resolution.dice, tuple[Face, ...])) == 2
    assert assert_type(rw.ruleset.outcome(MELEE, dice=SeededDice(1919)), rw.MeleeOutcome) == resolution.outcome
    assert_type(rw.ruleset.replay(resolution), Resolution[rw.MeleeOutcome])


def test_each_request_has_its_own_outcome() -> None:
    unit = rw.Unit(side="red", type="infantry", has_leader=True, stands=6)
    test = rw.ruleset.resolve(rw.MoraleTestRequest(unit=unit), dice=GivenDice([1]))
    assert assert_type(test.outcome, rw.MoraleOutcome).passed
    odds = rw.ruleset.odds(rw.ActivationRequest(base=6, stands=8))
    assert_type(odds, Distribution[rw.ActivationOutcome])
    assert odds.probability(lambda outcome: outcome.passed) == Fraction(6, 10)


def test_odds_infer_a_distribution_of_outcomes() -> None:
    odds = assert_type(rw.ruleset.odds(MELEE), Distribution[rw.MeleeOutcome])
    assert isinstance(assert_type(odds.probability(lambda outcome: outcome.attacker_won), Fraction), Fraction)
    assert isinstance(assert_type(odds.expectation(lambda outcome: outcome.margin), Fraction), Fraction)
    assert isinstance(assert_type(odds.most_likely(), rw.MeleeOutcome), rw.MeleeOutcome)
    assert_type(odds.map(lambda outcome: outcome.margin), Distribution[int])
    assert_type(odds.group(lambda outcome: outcome.repulse), dict[bool, Distribution[rw.MeleeOutcome]])
    assert_type(odds.given(lambda outcome: outcome.margin > -8), Distribution[rw.MeleeOutcome])
    assert_type(odds.ranked(), list[tuple[rw.MeleeOutcome, Fraction]])
    assert_type(odds.compare(odds, lambda outcome: outcome.margin), Comparison)
    assert_type(odds.distance(odds), Fraction)
    assert_type(odds.then(lambda outcome: d6.branches), Distribution[int])


def test_samples_previews_and_verdicts() -> None:
    sample = assert_type(rw.ruleset.sample(MELEE, 3, seed=1), Sample[rw.MeleeOutcome])
    assert_type(sample.estimate(lambda outcome: outcome.attacker_won), Estimate)
    assert_type(rw.ruleset.preview(MELEE), Preview)
    assert assert_type(rw.ruleset.verdict(MELEE), Verdict)


def test_variants_are_rulesets_of_the_same_options() -> None:
    assert_type(rw.ruleset, Ruleset[rw.Options])
    house = assert_type(rw.ruleset.with_options(melee_elite="per_unit"), Ruleset[rw.Options])
    assert assert_type(house.options, rw.Options).melee_elite == "per_unit"
    assert_type(rw.ruleset.with_charts({}), Ruleset[rw.Options])
    trench = HouseCell(chart="melee_modifiers", row="in_defences", book=1, ours=2, why="to see")
    rules = HouseRules(title="to see", ruleset="red_white", cells=(trench,))
    assert assert_type(rw.ruleset.with_house(rules), Ruleset[rw.Options]).house == rules


def test_strategies_draw_the_request_of_a_procedure() -> None:
    assert_type(requests(melee), SearchStrategy[rw.MeleeRequest])
    assert_type(requests(rw.MeleeRequest), SearchStrategy[rw.MeleeRequest])
    assert_type(values(rw.Unit), SearchStrategy[rw.Unit])


def test_variables_infer_their_values() -> None:
    assert_type(d6.branches, Distribution[int])
    assert_type(d6.check(at_least=4), Check)
    assert_type(d6.check(at_least=4).branches, Distribution[bool])
    assert_type(pick(WORDS).branches, Distribution[tuple[str, ...]])
    number: Number = opposed(d6, d6)
    anything: Variable[object] = number  # what holds for any value holds for a number
    assert anything is number
    assert_type(iterate(lambda left: Distribution({left: 1}), 3, 2), Distribution[int])


def ask_an_umpire(umpire: Umpire[rw.Options]) -> None:
    assert_type(umpire.options, rw.Options)
    assert_type(umpire.roll(d6.sum(2), "two dice", "gen-dice"), int)
    assert_type(umpire.roll(d6.check(at_most=3), "a check", "gen-dice"), bool)
    assert_type(umpire.roll(pick(WORDS), "a pick", "gen-dice"), tuple[str, ...])
    assert_type(umpire.resolve(MELEE, "a melee"), rw.MeleeOutcome)


def wrong_uses(umpire: Umpire[rw.Options]) -> None:
    """Never run: every line is a mistake that a checker must report."""
    rw.ruleset.resolve(MELEE)  # type: ignore[call-arg]
    rw.ruleset.resolve(MELEE, SeededDice(1))  # type: ignore[call-arg]
    rw.ruleset.resolve(MELEE, dice=[4, 6])  # type: ignore[arg-type]
    rw.ruleset.resolve("melee", dice=SeededDice(1))  # type: ignore[arg-type]
    rw.ruleset.odds(MELEE).probability(lambda outcome: outcome.atacker_won)  # type: ignore[attr-defined]
    rw.MeleeRequest(attackers=())  # type: ignore[call-arg]
    rw.MeleeRequest((), ())  # type: ignore[call-arg]
    rw.ActivationRequest(stands="8")  # type: ignore[arg-type]
    rw.ruleset.odds(MELEE).most_likely().margin = 3  # type: ignore[misc]
    rw.ruleset.id = "mine"  # type: ignore[misc]
    assert umpire.options.melee_elit  # type: ignore[attr-defined]
    umpire.roll(6, "a die", "gen-dice")  # type: ignore[arg-type]
    umpire.roll(d6, "a die")  # type: ignore[call-arg]
    umpire.roll(d6, "a die", "gen-dice").upper()  # type: ignore[attr-defined]
    Distribution({"a": 0.5})  # type: ignore[dict-item]


def test_options_are_named_at_run_time() -> None:
    # Their names are keyword arguments of any type: no checker can know them, so the ruleset says it.
    with pytest.raises(UnknownNameError):
        rw.ruleset.with_options(melee_elit="once")
