"""What advice refuses, and whose advice it is where the next decision may be of either side."""

from __future__ import annotations

from fractions import Fraction
from math import inf
from typing import Any

import pytest
from attrs import evolve, frozen

from rcw_rules import (
    AdviceError,
    BudgetError,
    Choice,
    Limits,
    NoOptions,
    Override,
    Request,
    Ruleset,
    SeededDice,
    Umpire,
    inches,
    procedure,
    red_white,
)
from rcw_rules.kernel.dice import d6

CHEKA = red_white.ActivationRequest(base=6, stands=8, full_move=inches(6), cheka=True)


def shot(outcome: red_white.ActivationOutcome) -> bool:
    return outcome.passed


def taken_by(side: str) -> Choice[int, int]:
    return Choice(side, rule="one-rule", who=side, about="How many?", default=lambda _, found: found[0])


REDS, WHITES = taken_by("red"), taken_by("white")


@frozen(kw_only=True, cache_hash=True)
class PointsRequest(Request[int]):
    """With a 1 Red says how many points there are, with any other face White."""


@frozen(kw_only=True, cache_hash=True)
class StreakRequest(Request[int]):
    """Red may stop once a die shows no 1, however long that takes."""


@procedure("points.points", title="How many points?", rules=("one-rule",), example=PointsRequest)
def points(request: PointsRequest, umpire: Umpire[NoOptions]) -> int:
    return umpire.choose(REDS if umpire.roll(d6, "die", "one-rule") == 1 else WHITES, (0, 6), 0)


@procedure("points.streak", title="How long?", rules=("one-rule",), example=StreakRequest)
def streak(request: StreakRequest, umpire: Umpire[NoOptions]) -> int:
    length = 0
    while umpire.roll(d6, "die", "one-rule") == 1:
        length += 1
    return umpire.choose(REDS, (0, length + 1), 0)


RULES: Ruleset[NoOptions] = Ruleset(
    id="points",
    title="Points",
    edition="none",
    rules_version=1,
    options=NoOptions(),
    procedures=(points, streak),
    choices=(REDS, WHITES),
)


@pytest.mark.parametrize("draws", [None, 60])
def test_the_side_of_the_most_probable_next_decision_maximises(draws: int | None) -> None:
    advice: Any = RULES.advise(PointsRequest(), value=lambda outcome: outcome, draws=draws)
    assert (advice.decision.owner, advice.best.alternative) == ("white", 6)
    if draws is None:
        # White's 6 with five faces in six, Red's 0 with the other.
        assert (advice.value, advice.others[0].best.alternative) == (5, 0)


def test_overrides_are_for_estimates_alone() -> None:
    # The second throw is set, so the Cheka is worth a try: exact odds know nothing of it.
    override = Override(what="roll", at="activation, second throw", value=True, reason="a slip")
    session = red_white.ruleset.begin(CHEKA, overrides=[override]).answer(9)
    with pytest.raises(AdviceError, match="exact advice knows nothing of a referee's overrides"):
        session.advise(value=shot)


def test_a_few_games_may_come_to_no_decision() -> None:
    with pytest.raises(AdviceError, match=r"nobody decides anything in 1 game from here on: .* or more draws"):
        red_white.ruleset.advise(CHEKA, value=shot, draws=1)


def test_what_may_go_on_for_ever_is_estimated() -> None:
    with pytest.raises(AdviceError, match=r"so many throws and decisions can follow one another .* draws=1000"):
        RULES.advise(StreakRequest(), value=lambda outcome: outcome)
    assert RULES.advise(StreakRequest(), value=lambda outcome: outcome, draws=20).best.alternative > 0


# ------------------------------------------------------------------ many different decisions


class Sight:
    """What Red sees: it counts how often two are compared."""

    compared = 0

    def __init__(self, faces: tuple[int, ...], *, has_hash: bool = True) -> None:
        self.faces = faces
        self.has_hash = has_hash
        self.weight = "x" * 1_000 * sum(faces)

    def __eq__(self, other: object) -> bool:
        Sight.compared += 1
        return isinstance(other, Sight) and self.faces == other.faces

    def __hash__(self) -> int:
        if not self.has_hash:
            raise TypeError("it has none")
        return hash(self.faces)


AIM: Choice[Sight, int] = Choice("aim", rule="one-rule", who="red", about="At whom?", default=lambda _, found: found[0])


@frozen(kw_only=True, cache_hash=True)
class AimRequest(Request[int]):
    dice: int
    has_hash: bool = True


@procedure("aims.aim", title="Who is hit?", rules=("one-rule",))
def aim(request: AimRequest, umpire: Umpire[NoOptions]) -> int:
    faces = umpire.roll(d6.each(request.dice), "dice", "one-rule")
    return umpire.choose(AIM, (0, 1), Sight(faces, has_hash=request.has_hash))


AIMS = evolve(RULES, id="aims", procedures=(aim,), choices=(AIM,))


def test_an_estimate_compares_few_decisions_where_all_differ() -> None:
    Sight.compared = 0
    advice = AIMS.advise(AimRequest(dice=5), value=int, draws=400)
    assert advice.best.alternative == 1
    assert Sight.compared < 4_000  # each with every other would be 80,000


def test_decisions_whose_situation_has_no_hash_are_told_apart() -> None:
    for has_hash in (True, False):
        advice = AIMS.advise(AimRequest(dice=1, has_hash=has_hash), value=int, draws=60)
        faces = [SeededDice(f"0/{game}").throw(d6, "dice", "one-rule")[0] for game in range(60)]
        most = max(faces.count(face) for face in faces)
        assert advice.chance == Fraction(most, 60)


def test_the_decisions_that_came_up_count_against_the_memory() -> None:
    with pytest.raises(BudgetError, match="the estimate needs more than 1 MB"):
        AIMS.advise(AimRequest(dice=5), value=int, draws=20_000, limits=Limits(megabytes=1))


def test_an_estimate_counts_with_numbers_that_no_float_holds() -> None:
    advice = RULES.advise(PointsRequest(), value=lambda outcome: outcome * 10**400, draws=60)
    assert advice.best.value > 10**400
    assert advice.best.standard_error == inf
