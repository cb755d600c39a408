"""Advice: the best alternative worked out by hand, against a slow player, and by playing."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from hashlib import sha256
from itertools import count
from typing import Any

import pytest
from duels import RULES, DuelOutcome, DuelRequest, every_way

from rcw_rules import (
    AdviceError,
    BudgetError,
    ChoiceError,
    GivenDice,
    InvalidRequestError,
    QuestionCancelledError,
    SeededDice,
    UnknownNameError,
    inches,
    red_white,
)
from rcw_rules.advice import wants
from rcw_rules.kernel.advice import solve
from rcw_rules.kernel.distributions import Distribution
from rcw_rules.kernel.limits import UNHURRIED, Limits
from rcw_rules.kernel.questions import Decision
from rcw_rules.kernel.record import ChoiceStep
from rcw_rules.registry import find_procedure


def points(outcome: DuelOutcome) -> int:
    return outcome.points


def shot(outcome: red_white.ActivationOutcome) -> bool:
    return outcome.passed


# --- By hand ------------------------------------------------------------------------------------------------------


def test_the_cheka_is_worth_24_points() -> None:
    # 6 or less on a d10; after a failure once more: 3/5 + 2/5 * 3/5.
    request = red_white.ActivationRequest(base=6, stands=8, full_move=inches(6), cheka=True)
    advice = red_white.ruleset.advise(request, value=shot)
    assert [(option.alternative, option.value) for option in advice.options] == [
        (True, Fraction(21, 25)),
        (False, Fraction(3, 5)),
    ]
    assert (advice.value, advice.chance, advice.draws) == (Fraction(21, 25), Fraction(2, 5), None)
    assert [option.behind for option in advice.options] == [0, Fraction(6, 25)]
    # Once it comes up, only the second throw counts.
    chances = [
        option.outcomes.probability(shot) for option in advice.options if isinstance(option.outcomes, Distribution)
    ]
    assert chances == [Fraction(3, 5), 0]


def test_each_side_plays_for_itself() -> None:
    # White throws again what shows 4 to 6, for 3.5 on average: (1 + 2 + 3 + 3 * 3.5) / 6 = 2.75, less than three.
    advice = RULES.advise(DuelRequest(), value=points)
    assert (advice.decision.owner, advice.decision.unit) == ("red", "the challenger of 0")
    assert [(option.alternative, option.value) for option in advice.options] == [(True, 3), (False, Fraction(11, 4))]
    assert advice.value == 3
    # If White wants Red to do well, it throws again 1 to 3, but for a 1 nobody asks: (1 + 3.5 + 3.5 + 4 + 5 + 6) / 6.
    both = RULES.advise(DuelRequest(), value=points, maximise="red", choices={"again": lambda seen, _: seen.thrown < 4})
    assert (both.best.alternative, both.value) == (False, Fraction(23, 6))


@pytest.mark.parametrize(("side", "value"), [("red", 3), ("challenger", 3), ("white", 3), ("opponent", 3)])
def test_a_side_is_named_as_it_is_told_or_as_the_rule_says_it(side: str, value: int) -> None:
    # White for most, Red for least: White throws again 2 and 3, so the die is worth 23/6, and Red stays with three.
    assert RULES.advise(DuelRequest(), value=points, maximise=side).value == value


def test_of_equal_alternatives_the_default_is_the_advice() -> None:
    advice = RULES.advise(DuelRequest(), value=lambda outcome: 0)
    assert [option.alternative for option in advice.options] == [False, True]
    assert {option.behind for option in advice.options} == {0}


def test_advice_in_the_middle_of_a_session() -> None:
    session = RULES.begin(DuelRequest(bonus=10)).answer("no").answer(4)
    advice = session.advise(value=points, maximise="white")
    # A 4 stays 14; thrown again it is 13.5. White, asked for the most, keeps it.
    assert [(option.told, option.value) for option in advice.options] == [("no", 14), ("yes", Fraction(27, 2))]
    # Left to itself White wants as few as can be.
    least = session.advise(value=lambda outcome: -points(outcome))
    assert (least.best.told, least.value) == ("yes", Fraction(-27, 2))


def test_before_a_throw_every_decision_that_may_come_is_advised() -> None:
    session = RULES.begin(DuelRequest()).answer(False)
    advice = session.advise(value=points, maximise="white")
    told = {one.decision.situation.thrown: one for one in (advice, *advice.others)}
    assert sorted(told) == [2, 3, 4, 5, 6]
    assert all(one.chance == Fraction(1, 6) for one in told.values())
    assert {thrown: one.best.alternative for thrown, one in told.items()} == {
        2: True,
        3: True,
        4: False,
        5: False,
        6: False,
    }
    # Keeping a 2 costs 1.5 of six times.
    assert told[2].options[1].behind == Fraction(3, 2) / 6


# --- Against a slow player ----------------------------------------------------------------------------------------


def odd_value(outcome: object) -> int:
    """Return a number that no rule knows, so that every outcome counts."""
    return int.from_bytes(sha256(repr(outcome).encode()).digest()[:2], "big")


SMALL = [
    "directory.stack_forced_march",
    "directory.capture_check",
    "directory.combat",
    "orel.assault",
    "orel.loss_allocation",
    "orel.scenario",
    "orel.rout",
    "orel.advance",
    "orel.off_map",
    "orel.depot_elimination",
    "orel.munitions",
    "orel.recruit_income",
    "orel.pursuit",
    "orel.combat_assault",
    "red_actions.draw_officers",
    "red_actions.divide_unit",
    "red_actions.morale_test",
    "red_actions.rally_rout",
    "red_actions.spring_ambush",
    "red_square.card_order",
    "red_square.activation_result",
    "red_square.spade",
    "red_square.threat_fire",
    "red_square.replace_casualties",
    "red_square.retreat",
    "red_square.dismount",
    "red_square.overrun",
    "red_square.train_activation",
    "red_square.turn_step",
    "red_square.turn",
    "red_white.assault",
    "red_white.charge",
    "red_white.flank_or_rear",
    "red_white.fire_attack",
    "red_white.casualties",
    "red_white.morale_phase",
    "red_white.activation_test",
    "red_white.anti_aircraft",
]
"""Procedures whose examples leave something to decide, and have so few ends that each can be played face by face."""


@pytest.mark.parametrize("id", SMALL)
def test_advice_equals_a_slow_minimax(id: str) -> None:
    ruleset, procedure = find_procedure(id)
    compare(ruleset.begin(procedure.example))  # type: ignore[arg-type]


def compare(session: Any) -> None:
    """Hold advice against a player who plays every way, and against its own policy played."""
    advice = session.advise(value=odd_value)
    side = advice.decision.owner

    def best(asked: Decision[Any, Any], worths: list[Fraction]) -> Fraction:
        return max(worths) if side in (asked.owner, asked.choice.who) else min(worths)

    def as_advised(asked: Decision[Any, Any], worths: list[Fraction]) -> Fraction:
        return worths[asked.alternatives.index(advice.policy.decide(asked))]

    assert every_way(session, odd_value, best) == advice.value
    assert every_way(session, odd_value, as_advised) == advice.value
    outcomes = solved(session, side)
    assert outcomes.expectation(odd_value) == advice.value


@pytest.mark.parametrize("bonus", range(6))
def test_so_does_that_of_every_duel(bonus: int) -> None:
    compare(RULES.begin(DuelRequest(bonus=bonus)))


@pytest.mark.parametrize("base", range(2, 10))
def test_so_does_that_of_every_activation(base: int) -> None:
    compare(red_white.ruleset.begin(red_white.ActivationRequest(base=base, stands=base + 2, cheka=True)))


def solved(session: Any, side: str) -> Distribution[Any]:
    """Return the outcomes under best play of both sides."""
    return solve(
        session.ruleset,
        session.frames,
        odd_value,
        lambda asked: side in (asked.owner, asked.choice.who),
        policies={},
        limits=UNHURRIED,
    ).outcomes


# --- Played afterwards --------------------------------------------------------------------------------------------


def test_the_policy_plays_the_advice() -> None:
    advice = RULES.advise(DuelRequest(), value=points)
    played = RULES.resolve(DuelRequest(), dice=SeededDice(1), choices=advice.policy)
    assert played.outcome == DuelOutcome(points=3, stayed=False)
    assert [step.by for _, step in played.record.walk() if isinstance(step, ChoiceStep)] == ["policy"]
    session = RULES.begin(DuelRequest()).automate(choices=advice.policy)
    assert session.outcome == DuelOutcome(points=3, stayed=False)


# --- By playing ---------------------------------------------------------------------------------------------------


def test_an_estimate_says_so_and_is_near() -> None:
    request = red_white.ActivationRequest(base=6, stands=8, full_move=inches(6), cheka=True)
    advice = red_white.ruleset.advise(request, value=shot, draws=2000, seed=1)
    assert advice.draws == 2000
    exact = {True: Fraction(21, 25), False: Fraction(3, 5)}
    for option in advice.options:
        assert 0 < option.standard_error < 0.02
        assert abs(option.value - exact[option.alternative]) < 4 * option.standard_error
    assert advice.best.alternative is True
    # Its policy takes the best option: a test that fails is thrown again.
    played = red_white.ruleset.resolve(request, dice=GivenDice([7, 1]), choices=advice.policy)
    assert played.outcome.passed
    again = red_white.ruleset.advise(request, value=shot, draws=2000, seed=1)
    assert [option.value for option in again.options] == [option.value for option in advice.options]


def test_an_estimate_keeps_to_its_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    request = red_white.ActivationRequest(base=6, stands=8, full_move=inches(6), cheka=True)
    for clock in ("perf_counter", "thread_time"):
        monkeypatch.setattr(f"rcw_rules.kernel.limits.{clock}", partial(next, count(0, 0.02)))
    with pytest.raises(BudgetError) as error:
        red_white.ruleset.advise(request, value=shot, draws=100, limits=Limits(seconds=0.2))
    assert str(error.value) == (
        "the estimate needs more than 0.2 seconds of computing: raise limits=Limits(seconds=...), or play fewer games"
    )
    with pytest.raises(BudgetError, match="more than 200 MB"):
        red_white.ruleset.advise(request, value=shot, draws=10**20)
    with pytest.raises(BudgetError, match="more than 0 MB"):
        red_white.ruleset.advise(request, value=shot, draws=10, limits=Limits(megabytes=0))


def test_an_estimate_is_called_off() -> None:
    request = red_white.ActivationRequest(base=6, stands=8, full_move=inches(6), cheka=True)
    asked = iter([False, False, True])
    with pytest.raises(QuestionCancelledError):
        red_white.ruleset.advise(request, value=shot, draws=1_000, limits=Limits(cancelled=lambda: next(asked)))


@pytest.mark.parametrize("draws", [0, -1, True, 2.5])
def test_an_estimate_takes_games(draws: Any) -> None:
    request = red_white.ActivationRequest(base=6, stands=8, full_move=inches(6), cheka=True)
    with pytest.raises(InvalidRequestError, match=r"^\$\.draws: expected 1 or more games, got "):
        red_white.ruleset.advise(request, value=shot, draws=draws)


# --- What cannot be -----------------------------------------------------------------------------------------------


def test_what_cannot_be_advised_is_told() -> None:
    with pytest.raises(UnknownNameError, match="unknown side that decides 'rde'; did you mean 'red'"):
        RULES.advise(DuelRequest(), value=points, maximise="rde")
    with pytest.raises(AdviceError, match="nothing is decided"):
        red_white.ruleset.advise(red_white.ActivationRequest(base=6, stands=8, full_move=inches(6)), value=shot)
    with pytest.raises(BudgetError):
        RULES.advise(DuelRequest(), value=points, limits=Limits(branches=3))
    with pytest.raises(ChoiceError, match="unknown choice 'gain'"):
        RULES.advise(DuelRequest(), value=points, choices={"gain": lambda *_: True})
    over = RULES.begin(DuelRequest()).answer(True)
    with pytest.raises(AdviceError):
        over.advise(value=points)


# --- Who wants it high ----------------------------------------------------------------------------------------------


def test_a_side_that_decides_nothing_may_want_it_high() -> None:
    # The Cheka is Red's, and White wants the unit to activate: so Red leaves it at 3/5.
    request = red_white.ActivationRequest(base=6, stands=8, full_move=inches(6), cheka=True)
    advice = red_white.ruleset.advise(request, value=shot, maximise=wants("white"))
    assert (advice.value, advice.best.alternative) == (Fraction(3, 5), False)
    with pytest.raises(UnknownNameError, match="withe"):
        red_white.ruleset.advise(request, value=shot, maximise="withe")


def test_a_decision_of_an_unknown_side_is_left_to_its_default() -> None:
    # A failed test calls for the officers' effects, and their situation does not say whose they are.
    ruleset, procedure = find_procedure("red_actions.morale_test")
    (choice,) = ruleset.choices_of(procedure)
    assert choice.who == "owner"
    request: Any = procedure.example
    with pytest.raises(AdviceError, match="nothing is decided"):
        ruleset.advise(request, value=lambda outcome: outcome.passed, maximise=wants("red"))


@pytest.mark.parametrize("draws", [None, 300])
def test_what_is_left_to_the_default_is_no_advice(draws: int | None) -> None:
    # Nobody asks the challenger, who throws as by default; only White's decision is left.
    def whites(decision: Decision[Any, Any]) -> bool | None:
        return False if decision.owner == "white" else None

    advice = RULES.advise(DuelRequest(), value=points, maximise=whites, draws=draws)
    assert {one.decision.owner for one in (advice, *advice.others)} == {"white"}
    # Each alternative is taken, and not only the default.
    first, second = advice.options
    assert first.outcomes != second.outcomes
