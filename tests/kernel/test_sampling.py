"""Rounds and samples: what is carried forward, what is drawn, and that both agree with exact odds."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from walked_procedures import (
    CALLS,
    DISTURBANCE,
    TOY,
    Big,
    Bigs,
    Ending,
    Fickle,
    Front,
    Line,
    Siege,
    Stand,
    Throws,
    brute_force,
    ending,
)

from rcw_rules import (
    BudgetError,
    DiceError,
    Distribution,
    InvalidRequestError,
    Limits,
    NotDeterministicError,
    Request,
    Ruleset,
    Umpire,
    iterate,
)
from rcw_rules.marks import NoOptions


@pytest.fixture
def toy() -> Ruleset[NoOptions]:
    """Return the toy rules without anything kept from other tests."""
    CALLS.clear()
    DISTURBANCE.clear()
    return attrs.evolve(TOY)


# ------------------------------------------------------------------ guards


@pytest.mark.parametrize(
    ("how", "message"),
    [
        ("another variable", r"at 'whim' the procedure asked for <d4> and, on the same branch before, for <d6>"),
        ("a roll, then a request", r"at 'whim' the procedure asked for Siege\(assaults=1\) and, .* for <d6>"),
        ("a request, then a roll", r"at 'whim' the procedure asked for <d6> and, .* for Siege\(assaults=1\)"),
        ("another type of request", r"at 'whim' the procedure asked for Stand\(stands=1\) and, .* for Siege"),
        ("less on a replay", r"toy\.fickle asked for less on a branch that it had been on before"),
    ],
)
def test_a_procedure_that_is_no_function_is_caught(toy: Ruleset[NoOptions], how: str, message: str) -> None:
    with pytest.raises(NotDeterministicError, match=message):
        toy.odds(Fickle(how=how))


def test_a_last_throw_is_the_last(toy: Ruleset[NoOptions]) -> None:
    with pytest.raises(
        NotDeterministicError, match="at 'end' the procedure should return what its last throw or question"
    ):
        toy.odds(Ending(dice=1, how="thrown away"))
    with pytest.raises(NotDeterministicError, match="at 'end' the procedure should return"):
        toy.odds(Ending(dice=0, how="two last throws"))


@pytest.mark.parametrize("asked", ["throw", "question"])
def test_behind_a_last_throw_only_another_last_one_is_asked_for(toy: Ruleset[NoOptions], asked: str) -> None:
    with pytest.raises(NotDeterministicError, match="what comes of 'end' asks for more, which only another last"):
        toy.odds(Ending(dice=0, how=f"a {asked} in the midst of the last"))


def test_last_throws_behind_each_other_run_nothing_again_and_count_as_paths(
    toy: Ruleset[NoOptions], monkeypatch: pytest.MonkeyPatch
) -> None:
    runs: list[object] = []
    play = ending.run

    def counted(request: Ending, umpire: Umpire[NoOptions]) -> tuple[int, str]:
        runs.append(request)
        return play(request, umpire)

    monkeypatch.setattr(ending, "run", counted)
    request = Ending(dice=1, how="a throw behind a throw")
    odds = toy.odds(request)
    assert len(runs) == 2  # for 0 hits and 1
    # By hand, for no hit: 1 in 4 ends at once; then 3 in 6 or 2 in 4 are odd, a half of 3 in 4.
    assert odds[0, "at once"] == Fraction(2, 3) * Fraction(1, 4)
    assert odds[0, "behind"] == Fraction(2, 3) * Fraction(3, 8)
    assert odds[1, "behind"] == Fraction(2, 3) * Fraction(3, 8) + Fraction(1, 3) * Fraction(3, 8)
    paths = 2 * (1 + 6 + 4 + 4)
    toy.forget_odds()
    assert toy.odds(request, limits=Limits(branches=paths)) == odds
    toy.forget_odds()
    with pytest.raises(BudgetError) as over:
        toy.odds(request, limits=Limits(branches=paths - 1))
    assert over.value.purpose == "second"


def test_a_last_throw_is_not_run_again(toy: Ruleset[NoOptions], monkeypatch: pytest.MonkeyPatch) -> None:
    runs: list[object] = []
    play = ending.run

    def counted(request: Ending, umpire: Umpire[NoOptions]) -> tuple[int, str]:
        runs.append(request)
        return play(request, umpire)

    monkeypatch.setattr(ending, "run", counted)
    odds = toy.odds(Ending(dice=2, how="a throw"))
    # Once for 0, 1 and 2 hits, with 11 totals each at the end.
    assert len(runs) == 3
    assert len(odds) == 6
    toy.forget_odds()
    assert toy.odds(Ending(dice=2, how="a throw"), limits=Limits(branches=3 * 11)) == odds
    toy.forget_odds()
    with pytest.raises(BudgetError) as over:
        toy.odds(Ending(dice=2, how="a throw"), limits=Limits(branches=3 * 11 - 1))
    assert over.value.purpose == "end"


def test_a_variable_made_anew_is_the_same_variable(toy: Ruleset[NoOptions]) -> None:
    assert toy.odds(Fickle(how="the same, made again")) == Distribution(dict.fromkeys(range(1, 7), 1))


def test_the_budget_is_exact(toy: Ruleset[NoOptions]) -> None:
    request = Big(small=2, sides=5)  # 2 * 2 * 5 branches
    assert len(toy.odds(request, limits=Limits(branches=20))) == 7
    toy.forget_odds()
    with pytest.raises(BudgetError):
        toy.odds(request, limits=Limits(branches=19))


def test_the_budget_counts_what_is_inside(toy: Ruleset[NoOptions]) -> None:
    # Inside 3, 2 * 3 and 2 * 2 * 3 branches; they have 3, 4 and 5 different outcomes, so outside 3 * 4 * 5.
    request = Bigs(coins=(0, 1, 2))
    toy.odds(request, limits=Limits(branches=21 + 60))
    toy.forget_odds()
    with pytest.raises(BudgetError):
        toy.odds(request, limits=Limits(branches=21 + 60 - 1))


@pytest.mark.parametrize(
    ("request_", "purpose"),
    [
        (Big(small=10, sides=2), "coins"),
        (Big(small=3, sides=100), "the big die"),
        (Bigs(coins=(0,) * 8), "big one"),
    ],
)
def test_the_budget_error_names_the_roll_that_branches_most(
    toy: Ruleset[NoOptions], request_: Request[int], purpose: str
) -> None:
    with pytest.raises(BudgetError, match=f"budget of 50 branches; the roll '{purpose}' branches most") as caught:
        toy.odds(request_, limits=Limits(branches=50))
    assert (caught.value.budget, caught.value.purpose) == (50, purpose)


def test_a_budget_that_was_passed_keeps_nothing_wrong(toy: Ruleset[NoOptions]) -> None:
    with pytest.raises(BudgetError):
        toy.odds(Front(lines=((1, 2), (2, 1))), limits=Limits(branches=12))
    assert dict(toy.odds(Line(units=(1, 2))).items()) == brute_force(toy, Line(units=(1, 2)))


def test_odds_validate_the_request(toy: Ruleset[NoOptions]) -> None:
    with pytest.raises(InvalidRequestError, match=r"\$\.assaults"):
        toy.odds(Siege(assaults="three"))  # type: ignore[arg-type]  # a mistake that a user makes


def test_odds_refuse_what_cannot_be_hashed_by_its_field(toy: Ruleset[NoOptions]) -> None:
    with pytest.raises(InvalidRequestError, match=r"\$\.units"):
        toy.odds(Line(units=[1, 2]))  # type: ignore[arg-type]  # a mistake that a user makes


# ------------------------------------------------------------------ rounds


def duel_round(stands: tuple[int, int]) -> Distribution[tuple[int, int]]:
    """Each side with stands left throws a d3; the lower loses a stand."""
    mine, theirs = stands
    if not (mine and theirs):
        return Distribution({stands: 1})
    return Distribution({(mine, theirs - 1): 1, (mine - 1, theirs): 1, stands: 1})


def duel_thrice(stands: tuple[int, int], faces: tuple[int, ...]) -> tuple[int, int]:
    mine, theirs = stands
    for one, other in zip(faces[::2], faces[1::2], strict=True):
        if mine and theirs:
            mine, theirs = mine - (one < other), theirs - (one > other)
    return mine, theirs


@pytest.mark.parametrize("rounds", [0, 1, 2, 3])
def test_rounds_equal_every_sequence_of_faces(rounds: int) -> None:
    found = [duel_thrice((2, 1), faces) for faces in product(range(1, 4), repeat=2 * rounds)]
    expected = Distribution({state: found.count(state) for state in found})
    assert iterate(duel_round, (2, 1), rounds) == expected


def losses(stands: int) -> Distribution[int]:
    """Lose a stand on a die that fits the number left, so that every state has another denominator."""
    return Distribution({stands: 1}) if stands == 0 else Distribution({stands: stands, stands - 1: 1})


@given(st.integers(0, 6), st.integers(0, 6))
def test_rounds_equal_one_after_the_other(start: int, rounds: int) -> None:
    expected = Distribution({start: 1})
    for _ in range(rounds):
        expected = expected.then(losses)
    assert iterate(losses, start, rounds) == expected


def recursed(stands: int, rounds: int) -> dict[int, Fraction]:
    if not rounds:
        return {stands: Fraction(1)}
    chances: dict[int, Fraction] = {}
    for after, chance in losses(stands).items():
        for end, share in recursed(after, rounds - 1).items():
            chances[end] = chances.get(end, Fraction(0)) + chance * share
    return chances


@given(st.integers(0, 5), st.integers(0, 5))
def test_rounds_equal_the_recursion(start: int, rounds: int) -> None:
    assert dict(iterate(losses, start, rounds).items()) == recursed(start, rounds)


def test_rounds_ask_once_for_each_state() -> None:
    asked: list[int] = []

    def step(stands: int) -> Distribution[int]:
        asked.append(stands)
        return losses(stands)

    iterate(step, 2, 5)
    assert asked == [2, 1, 0]


def test_rounds_of_odds(toy: Ruleset[NoOptions]) -> None:
    result = iterate(lambda left: toy.odds(Siege(assaults=left)).map(lambda outcome: outcome.assaults - 1), 2, 1)
    # The first assault ends it with a 6, or with a 1 and no rally: 1/6 + 1/12.
    assert result == Distribution({0: 1, 1: 3})


def test_rounds_are_not_negative() -> None:
    with pytest.raises(ValueError, match="rounds must be 0 or more, not -1"):
        iterate(losses, 2, -1)


# ------------------------------------------------------------------ samples


def test_a_sample_is_that_of_its_seed(toy: Ruleset[NoOptions]) -> None:
    request = Line(units=(1, 2))
    sample = toy.sample(request, 50, seed=1919)
    assert sample == toy.sample(request, 50, seed=1919) != toy.sample(request, 50, seed=1920)
    assert sample.draws == 50
    assert {outcome for outcome, _ in sample.counts} <= set(toy.odds(request))


def test_a_sample_takes_policies(toy: Ruleset[NoOptions]) -> None:
    sample = toy.sample(Stand(stands=1), 50, seed=1, choices={"give_ground": lambda left, alternatives: "hold"})
    assert sample.estimate(lambda outcome: outcome == "held").value > 0
    assert toy.sample(Stand(stands=1), 50, seed=1).estimate(lambda outcome: outcome == "held").value == 0


@pytest.mark.parametrize("count", [0, -1, True, 2.5, "5"])
def test_a_sample_needs_draws(toy: Ruleset[NoOptions], count: Any) -> None:
    with pytest.raises(InvalidRequestError, match=f"1 or more draws, got {count!r}"):
        toy.sample(Stand(stands=1), count, seed=1)


def test_draws_come_from_the_exact_odds_where_these_are_cheap(toy: Ruleset[NoOptions]) -> None:
    sample = toy.sample(Line(units=(1, 2)), 500, seed=1919)
    assert sample.outcomes == toy.odds(Line(units=(1, 2))).outcomes
    runs = len(CALLS)
    toy.sample(Line(units=(1, 2)), 100_000, seed=1)
    assert len(CALLS) == runs


@pytest.mark.parametrize(
    "request_",
    [
        Line(units=(1, 2)),
        Line(units=(2, 1), composed=False),
        Siege(assaults=2),
        Throws(kinds=("sum", "no dice", "pick", "check")),
    ],
)
def test_played_draws_have_the_shares_of_the_exact_odds(toy: Ruleset[NoOptions], request_: Request[Any]) -> None:
    # Both the questions that are drawn, after some rounds, from their odds, and those that are always played.
    draws = 4_000
    odds, sample = toy.odds(request_), attrs.evolve(toy).sample(request_, draws, seed=1919, limits=Limits(branches=0))
    assert sample.draws == draws
    assert {outcome for outcome, _ in sample.counts} <= set(odds)
    for outcome, probability in odds.items():
        share = sample.estimate(outcome.__eq__).value
        assert abs(share - float(probability)) < 5 * (float(probability) / draws) ** 0.5


def test_a_question_that_comes_up_often_is_worked_out_once(toy: Ruleset[NoOptions]) -> None:
    toy.sample(Line(units=(1,)), 2_000, seed=1, limits=Limits(branches=0))
    # Played 15 times, then walked: its one stand is lost, or, left with one, gives ground.
    assert CALLS.count(Stand(stands=1)) == 15 + 2


def test_a_sample_beyond_the_budget_is_played(toy: Ruleset[NoOptions]) -> None:
    request = Line(units=(1, 2))
    played = attrs.evolve(toy).sample(request, 50, seed=3, limits=Limits(branches=0))
    assert toy.sample(request, 50, seed=3, limits=Limits(branches=2)) == played


@pytest.mark.parametrize("order", [(80, 81), (81, 80)])
def test_a_sample_depends_on_nothing_that_was_asked_before(toy: Ruleset[NoOptions], order: tuple[int, int]) -> None:
    request = Bigs(coins=(0, 1, 2))  # 21 + 60 branches, see above
    played = attrs.evolve(toy).sample(request, 50, seed=3, limits=Limits(branches=0))
    drawn = toy.odds(request).draw(50, seed=3)
    assert played != drawn
    for _ in range(2):
        for budget in order:
            assert toy.sample(request, 50, seed=3, limits=Limits(branches=budget)) == {80: played, 81: drawn}[budget]


def test_few_draws_are_not_worth_many_branches(toy: Ruleset[NoOptions]) -> None:
    request = Big(small=10, sides=3)  # 3,072 branches
    limits = Limits(branches=3_072)
    few = attrs.evolve(toy).sample(request, 3_071, seed=3, limits=limits)
    assert few == attrs.evolve(toy).sample(request, 3_071, seed=3, limits=Limits(branches=0))
    many = attrs.evolve(toy).sample(request, 3_072, seed=3, limits=limits)
    assert many == toy.odds(request).draw(3_072, seed=3)
    assert few != toy.odds(request).draw(3_071, seed=3)


def test_what_is_cheap_inside_a_played_sample_depends_on_nothing_that_was_asked_before(toy: Ruleset[NoOptions]) -> None:
    request = Bigs(coins=(10,))
    fresh = attrs.evolve(toy).sample(request, 50, seed=3, limits=Limits(branches=0))
    toy.odds(Big(small=10, sides=3))  # 3,072 branches: more than are walked inside a sample, where it is thus played
    assert toy.sample(request, 50, seed=3, limits=Limits(branches=0)) == fresh


def test_a_sample_has_a_seed(toy: Ruleset[NoOptions]) -> None:
    with pytest.raises(DiceError, match="a seed is a whole number or a text"):
        toy.sample(Stand(stands=1), 5, seed="a|b")
