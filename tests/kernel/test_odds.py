"""The exact walk is held against the slow and obvious: throw every sequence of faces that there is."""

from __future__ import annotations

from fractions import Fraction
from importlib import import_module
from itertools import product
from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from walked_procedures import (
    CALLS,
    DISTURBANCE,
    SHAPES,
    SMALL_KINDS,
    TOY,
    Front,
    Line,
    Siege,
    SiegeOutcome,
    Stand,
    Still,
    Throws,
    Wander,
    brute_force,
    every_sequence,
)

from rcw_rules import (
    ChoiceError,
    DiceSource,
    Distribution,
    GivenDice,
    Request,
    Resolution,
    Ruleset,
)
from rcw_rules.marks import NoOptions

icepool: Any = import_module("icepool")  # its types trouble both checkers


@pytest.fixture
def toy() -> Ruleset[NoOptions]:
    """Return the toy rules without anything kept from other tests."""
    CALLS.clear()
    DISTURBANCE.clear()
    return attrs.evolve(TOY)


def shape_id(request: Request[Any]) -> str:
    return repr(request)


@pytest.mark.parametrize("request_", SHAPES, ids=shape_id)
def test_the_walk_equals_every_sequence_of_faces(toy: Ruleset[NoOptions], request_: Request[Any]) -> None:
    assert dict(toy.odds(request_).items()) == brute_force(toy, request_)


@pytest.mark.parametrize("request_", SHAPES, ids=shape_id)
def test_the_record_changes_no_outcome(toy: Ruleset[NoOptions], request_: Request[Any]) -> None:
    def with_record(dice: DiceSource) -> tuple[Any, Any]:
        resolution: Resolution[Any] = toy.resolve(request_, dice=dice)
        return resolution.outcome, toy.outcome(request_, dice=GivenDice(resolution.dice))

    for recorded, unrecorded in (pair for pair, _ in every_sequence(with_record)):
        assert recorded == unrecorded


@settings(deadline=None, max_examples=40)
@given(st.lists(st.sampled_from(SMALL_KINDS), max_size=2).map(tuple))
def test_variables_one_after_the_other(kinds: tuple[str, ...]) -> None:
    request = Throws(kinds=kinds)
    assert dict(TOY.odds(request).items()) == brute_force(TOY, request)


@settings(deadline=None)
@given(st.lists(st.integers(0, 29), max_size=5).map(tuple))
def test_any_program_of_rolls_choices_and_detours(tape: tuple[int, ...]) -> None:
    request = Wander(tape=tape)
    assert dict(TOY.odds(request).items()) == brute_force(TOY, request)


@settings(deadline=None, max_examples=20)
@given(st.lists(st.integers(1, 2), max_size=3).map(tuple))
def test_composition_changes_nothing(units: tuple[int, ...]) -> None:
    assert TOY.odds(Line(units=units)) == TOY.odds(Line(units=units, composed=False))


def test_composition_two_levels_deep_changes_nothing(toy: Ruleset[NoOptions]) -> None:
    lines = ((1, 2), (1,), (2,))
    assert toy.odds(Front(lines=lines)) == toy.odds(Front(lines=lines, composed=False))


def test_two_dice_face_by_face(toy: Ruleset[NoOptions]) -> None:
    request = Throws(kinds=("die", "check"))
    found = [toy.outcome(request, dice=GivenDice(faces)) for faces in product(range(1, 7), range(1, 11))]
    assert toy.odds(request) == Distribution({outcome: found.count(outcome) for outcome in found})


@pytest.mark.parametrize(
    ("kind", "oracle"),
    [
        ("die", icepool.d6),
        ("sum", 2 @ icepool.d4),
        ("count", 3 @ (icepool.d6 >= 5)),
        ("best", icepool.d6.highest(3, 2)),
        ("worst", icepool.d4.lowest(2)),
        ("halved", (icepool.d6 + 1) // 2),
        ("percentile", icepool.d(100)),
        ("opposed", icepool.d6 - icepool.d4 + 2),
    ],
)
def test_variables_as_icepool_has_them(toy: Ruleset[NoOptions], kind: str, oracle: Any) -> None:
    expected = {(value,): Fraction(quantity, oracle.denominator()) for value, quantity in oracle.items()}
    assert dict(toy.odds(Throws(kinds=(kind,))).items()) == expected


def test_a_loop_with_early_returns_as_icepool_has_it(toy: Ruleset[NoOptions]) -> None:
    def assault(left: int) -> Any:
        if not left:
            return icepool.Die([False])
        again = assault(left - 1)
        rally = icepool.d4.map(lambda face: again if face >= 3 else False)
        return icepool.d6.map(lambda face: True if face == 6 else rally if face == 1 else again)

    expected = assault(3).probability(True)
    assert toy.odds(Siege(assaults=3)).probability(lambda outcome: outcome.stormed) == expected


def test_probabilities_by_hand(toy: Ruleset[NoOptions]) -> None:
    siege_odds = toy.odds(Siege(assaults=1))
    assert siege_odds[SiegeOutcome(assaults=1, stormed=True)] == Fraction(1, 6)
    # One stand: gone on 5 or 6. Otherwise 1 is left, and by default it gives ground.
    assert dict(toy.odds(Stand(stands=1)).items()) == {"back": Fraction(2, 3), "gone": Fraction(1, 3)}


def test_without_a_throw_there_is_one_outcome(toy: Ruleset[NoOptions]) -> None:
    assert toy.odds(Still(word="hush")).pairs == (("hushhush", 1),)


def test_outcomes_stand_in_the_order_of_the_faces(toy: Ruleset[NoOptions]) -> None:
    assert toy.odds(Throws(kinds=("die", "die"))).outcomes == tuple(product(range(1, 7), repeat=2))


# ------------------------------------------------------------------ choices


def test_a_policy_decides_on_every_branch(toy: Ruleset[NoOptions]) -> None:
    policies = {"give_ground": lambda left, alternatives: "hold"}
    request = Line(units=(1, 2))
    odds = toy.odds(request, choices=policies)
    assert dict(odds.items()) == brute_force(toy, request, choices=policies)
    assert odds != toy.odds(request)


def test_odds_under_a_policy_leave_no_trace(toy: Ruleset[NoOptions]) -> None:
    request = Stand(stands=1)
    held = toy.odds(request, choices={"give_ground": lambda left, alternatives: "hold"})
    assert held["held"] == Fraction(2, 3) * Fraction(4, 6)
    assert toy.odds(request)["held"] == 0


def test_odds_refuse_a_policy_for_an_unknown_choice(toy: Ruleset[NoOptions]) -> None:
    with pytest.raises(ChoiceError, match="unknown choice 'give_grond'; did you mean 'give_ground'"):
        toy.odds(Stand(stands=1), choices={"give_grond": lambda left, alternatives: "hold"})


# ------------------------------------------------------------------ what is kept


def test_a_procedure_inside_is_walked_once_for_each_request(toy: Ruleset[NoOptions]) -> None:
    toy.odds(Line(units=(2, 2, 2, 2)))
    calls = len(CALLS)
    assert set(CALLS) == {Stand(stands=2)}
    # Two dice come to 0, 1 or 2 hits: 0 and then the nerve (2 branches), 1 and giving ground, 2 and gone.
    assert calls == 4
    toy.odds(Line(units=(2, 2, 1)))
    assert CALLS[calls:] == [Stand(stands=1)] * 2


def test_asking_again_is_a_look_up(toy: Ruleset[NoOptions]) -> None:
    first = toy.odds(Stand(stands=2))
    CALLS.clear()
    assert toy.odds(Stand(stands=2)) is first
    assert not CALLS
    toy.forget_odds()
    assert toy.odds(Stand(stands=2)) == first
    assert len(CALLS) == 4


def test_what_is_kept_is_bounded(toy: Ruleset[NoOptions]) -> None:
    small = attrs.evolve(toy, cache_megabytes=0.004)
    for number in range(20):
        small.odds(Still(word=str(number)))
    kept = [request.word for request in small._odds if isinstance(request, Still)]
    assert kept == [str(number) for number in range(20 - len(kept), 20)]  # the newest
    assert 1 <= len(kept) <= 6
    nothing = attrs.evolve(toy, cache_megabytes=0)
    assert nothing.odds(Still(word="a")) == toy.odds(Still(word="a"))
    assert not len(nothing._odds)
