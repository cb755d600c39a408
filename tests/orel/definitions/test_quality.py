"""Predominant troop quality, the plain check of it, integrated artillery, and the dice of every procedure."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from orel_units import builder

from rcw_rules import DiceError, GivenDice, InvalidRequestError
from rcw_rules import orel as game
from rcw_rules.kernel.record import ModifierStep
from rcw_rules.orel.definitions import have_integrated_artillery, predominant, predominant_of


def group(*members: tuple[int, int]) -> tuple[game.Troops, ...]:
    return tuple(game.Troops(key=str(number), tq=tq, steps=steps) for number, (tq, steps) in enumerate(members))


def ask(*members: tuple[int, int]) -> game.PredominantTqOutcome:
    request = game.PredominantTqRequest(units=group(*members))
    return game.ruleset.resolve(request, dice=GivenDice([])).outcome


infantry = builder("infantry")


battery = builder("artillery")


# -------------------------------------------------------------------- predominant quality


@pytest.mark.rule("orel", "1.2-predominant-tq", "1.2-predominant-shift")
@pytest.mark.parametrize(
    ("members", "base", "shift", "value"),
    [
        (((6, 4), (6, 1), (5, 3)), 6, 0, 6),
        (((5, 4), (4, 4)), 4, 0, 4),
        (((6, 2), (6, 2), (3, 2)), 6, -1, 5),
        (((6, 4), (2, 1)), 6, -1, 5),
        (((3, 4), (6, 1)), 3, 1, 4),
        (((5, 4), (3, 2)), 5, 0, 5),
        (((5, 4), (2, 1)), 5, -1, 4),
        (((2, 4), (5, 1)), 2, 1, 3),
        (((2, 4), (6, 1)), 2, 1, 3),
        (((2, 4), (4, 1)), 2, 0, 2),
        (((4, 1), (2, 1), (6, 1)), 2, 1, 3),
        (((6, 1), (3, 1)), 3, 1, 4),
        (((4, 3), (2, 1), (6, 1)), 4, 0, 4),
        (((6, 12),), 6, 0, 6),
    ],
)
def test_predominant_quality(members: tuple[tuple[int, int], ...], base: int, shift: int, value: int) -> None:
    found = ask(*members)
    assert (found.base, found.shift, found.value) == (base, shift, value)


@pytest.mark.rule("orel", "1.2-predominant-tq")
def test_the_holders_are_the_units_of_the_base_quality() -> None:
    assert ask((6, 4), (5, 3), (6, 1)).holders == ("0", "2")


def slow_twin(members: list[tuple[int, int]]) -> tuple[int, int]:
    """Line the steps up one by one, as a person would do it with counters."""
    men = sorted(tq for tq, steps in members for _ in range(steps))
    base = None
    for tq in (2, 3, 4, 5, 6):  # the worse ones first, and only a larger number takes their place
        if base is None or men.count(tq) > men.count(base):
            base = tq
    assert base is not None
    value = base
    if base - men[0] >= 3:
        value -= 1
    if men[-1] - base >= 3:
        value += 1
    return base, value


@pytest.mark.rule("orel", "1.2-predominant-tq", "1.2-predominant-shift")
@given(st.lists(st.tuples(st.integers(2, 6), st.integers(1, 12)), min_size=1, max_size=8))
def test_predominant_quality_is_that_of_the_slow_twin(members: list[tuple[int, int]]) -> None:
    found = predominant_of(group(*members))
    assert (found.base, found.value) == slow_twin(members)
    assert found.value == found.base + found.shift
    assert found.shift in (-1, 0, 1)
    assert 2 <= found.value <= 6
    assert found.holders == tuple(str(number) for number, (tq, _) in enumerate(members) if tq == found.base)


@pytest.mark.rule("orel", "1.2-predominant-tq")
@given(st.lists(st.tuples(st.integers(2, 6), st.integers(1, 12)), min_size=1, max_size=6), st.randoms())
def test_the_order_of_the_units_does_not_matter(members: list[tuple[int, int]], random: Any) -> None:
    shuffled = members[:]
    random.shuffle(shuffled)
    assert predominant_of(group(*members)).value == predominant_of(group(*shuffled)).value


@pytest.mark.rule("orel", "1.2-predominant-tq")
def test_combat_units_decide_and_artillery_only_without_them() -> None:
    tank = game.Unit(key="t", side="red", type="tank", strength=2)
    guns = battery("g", tq=6, steps=6)
    assert predominant((infantry("a", steps=1), guns, tank)).holders == ("a",)
    assert predominant((infantry("a", steps=1), guns, tank)).value == 4
    assert predominant((guns, tank)).value == 6
    for nobody in ((), (tank,)):
        with pytest.raises(ValueError, match="no unit with a troop quality"):
            predominant(nobody)


@pytest.mark.rule("orel", "1.2-predominant-tq", "4.3.1B-recruit-tq")
def test_steps_and_quality_are_those_of_now() -> None:
    # Three steps are left of the better battalion; recruits have made the other one worse.
    units = (infantry("a", tq=6, steps=3, steps_full=4), infantry("b", tq=5, recruits_marker=True))
    assert (predominant(units).base, predominant(units).holders) == (4, ("b",))


@pytest.mark.rule("orel", "1.2-predominant-tq", "X-bad-units")
@pytest.mark.parametrize(
    ("units", "path", "rule"),
    [
        ((), "$.units", "1.2-predominant-tq"),
        ((game.Troops(key="a", tq=7, steps=1),), "$.units[0].tq", "1.1-tq"),
        ((game.Troops(key="a", tq=1, steps=1),), "$.units[0].tq", "1.1-tq"),
        ((game.Troops(key="a", tq=4, steps=0),), "$.units[0].steps", "X-bad-units"),
        ((game.Troops(key="a", tq=4, steps=1),) * 2, "$.units[1].key", "X-bad-units"),
    ],
)
def test_no_predominant_quality(units: tuple[game.Troops, ...], path: str, rule: str) -> None:
    with pytest.raises(InvalidRequestError) as caught:
        game.ruleset.resolve(game.PredominantTqRequest(units=units), dice=GivenDice([]))
    assert [(problem.path, problem.rule) for problem in caught.value.problems] == [(path, rule)]


# -------------------------------------------------------------------- the plain check


@pytest.mark.rule("orel", "1.2-tq-check")
@pytest.mark.parametrize(
    ("tq", "modifier", "face", "passed"),
    [(4, 0, 4, True), (4, 0, 5, False), (2, 2, 1, False), (6, 0, 6, True), (3, 2, 1, True), (2, -4, 6, True)],
)
def test_plain_checks(tq: int, modifier: int, face: int, passed: bool) -> None:
    request = game.TqCheckRequest(tq=tq, modifier=modifier)
    resolution = game.ruleset.resolve(request, dice=GivenDice([face]))
    assert resolution.outcome == game.TqCheckOutcome(passed=passed)
    steps = [step for _, step in resolution.record.walk() if isinstance(step, ModifierStep)]
    assert [step.value for step in steps] == ([modifier] if modifier else [])
    assert set(resolution.record.rules) == {"1.2-tq-check"}


@pytest.mark.rule("orel", "1.2-tq-check", "X-dice")
@pytest.mark.parametrize("tq", range(2, 7))
@pytest.mark.parametrize("modifier", range(-3, 6))
def test_exact_odds_of_a_plain_check(tq: int, modifier: int) -> None:
    odds = game.ruleset.odds(game.TqCheckRequest(tq=tq, modifier=modifier))
    good = sum(1 for face in (1, 2, 3, 4, 5, 6) if not face + modifier > tq)
    assert odds.probability(lambda outcome: outcome.passed) == Fraction(good, 6)


@pytest.mark.rule("orel", "1.2-tq-check")
@pytest.mark.parametrize(("fields", "rule"), [({"tq": 7}, "1.1-tq"), ({"tq": 4, "modifier": 21}, "1.2-tq-check")])
def test_no_such_check(fields: dict[str, int], rule: str) -> None:
    with pytest.raises(InvalidRequestError, match=rule):
        game.ruleset.odds(game.TqCheckRequest(**fields))


@pytest.mark.rule("orel", "X-dice")
@pytest.mark.parametrize("faces", [(7,), (0,), (-1,), (), (3, 3)])
def test_dice_that_cannot_be(faces: tuple[int, ...]) -> None:
    with pytest.raises(DiceError):
        game.ruleset.resolve(game.TqCheckRequest(tq=4), dice=GivenDice(faces))


@pytest.mark.rule("orel", "X-dice", "1.2-tq-check")
@pytest.mark.parametrize(("tq", "modifier"), [(6, 0), (2, 9), (6, -9)])
def test_a_die_is_thrown_even_where_it_cannot_matter(tq: int, modifier: int) -> None:
    resolution = game.ruleset.resolve(game.TqCheckRequest(tq=tq, modifier=modifier), dice=GivenDice([5]))
    assert resolution.dice == (5,)


# -------------------------------------------------------------------- integrated artillery


@pytest.mark.rule("orel", "1.1-integrated-artillery")
@pytest.mark.parametrize(
    ("changes", "has"),
    [
        ({}, True),
        ({"mode": "march"}, True),
        ({"disorganised": True}, True),
        ({"mode": "routed"}, False),
        ({"repulsed": True}, False),
        ({"integrated_artillery": False}, False),
    ],
)
def test_whose_integrated_artillery_counts(changes: dict[str, Any], has: bool) -> None:
    units = (infantry("a"), infantry("b", **{"integrated_artillery": True, **changes}))
    assert have_integrated_artillery(units) is has


# -------------------------------------------------------------------- what the kernel promises all procedures


@pytest.mark.rule("orel", "X-dice")
@pytest.mark.parametrize("tq", range(2, 7))
def test_the_exact_odds_are_those_of_all_faces_thrown(tq: int) -> None:
    request = game.TqCheckRequest(tq=tq, modifier=1)
    thrown = [game.ruleset.outcome(request, dice=GivenDice([face])) for face in range(1, 7)]
    odds = game.ruleset.odds(request)
    for outcome in set(thrown):
        assert odds.probability(outcome) == Fraction(thrown.count(outcome), 6)


@pytest.mark.rule("orel", "1.2-tq-check")
@pytest.mark.parametrize(("face", "told"), [(4, "quality 4: the check succeeds"), (5, "quality 4: the check fails")])
def test_the_record_says_how_a_check_ends(face: int, told: str) -> None:
    record = game.ruleset.resolve(game.TqCheckRequest(tq=4), dice=GivenDice([face])).record
    assert (record.steps[-1].text, record.steps[-1].rule) == (told, "1.2-tq-check")
