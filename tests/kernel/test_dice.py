"""Random variables: every one against a slow twin that looks at all faces, the laws that bind them, and bad input."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from fractions import Fraction
from itertools import permutations, product
from math import comb, gcd
from typing import Any, TypeAlias

import icepool  # type: ignore[import-untyped]  # it ships no type information
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rcw_rules.kernel.dice import (
    Number,
    Pick,
    Variable,
    d,
    d3,
    d4,
    d6,
    d8,
    d10,
    d12,
    d20,
    d24,
    d100,
    difference,
    opposed,
    pick,
)
from rcw_rules.kernel.errors import DiceError

Meaning: TypeAlias = Callable[[tuple[int, ...]], Any]
"""What faces mean, written out plainly."""


Case: TypeAlias = tuple[Variable[Any], tuple[int, ...], Meaning]
"""A variable, the sides of the dice that it should throw, and what their faces should mean."""


NumberCase: TypeAlias = tuple[Number, tuple[int, ...], Meaning]


sides = st.integers(2, 6)


few = st.integers(0, 4)


some = st.integers(1, 4)


targets = st.integers(-2, 8)


modifiers = st.integers(-3, 3)


naturals = st.lists(st.integers(-3, 12), max_size=3).map(tuple)


def lowest_terms(values: Iterable[Hashable]) -> dict[Hashable, int]:
    ways = Counter(values)
    divisor = gcd(*ways.values())
    return {value: weight // divisor for value, weight in ways.items()}


def all_faces(dice: tuple[int, ...]) -> Iterable[tuple[int, ...]]:
    return product(*(range(1, sides + 1) for sides in dice))


@st.composite
def single_dice(draw: st.DrawFn) -> NumberCase:
    number = draw(st.integers(2, 255))
    return d(number), (number,), lambda faces: faces[0]


@st.composite
def sums(draw: st.DrawFn) -> NumberCase:
    number, dice = draw(sides), draw(few)
    return d(number).sum(dice), (number,) * dice, sum


@st.composite
def counts_at_least(draw: st.DrawFn) -> NumberCase:
    number, dice, target = draw(sides), draw(few), draw(targets)
    count = d(number).count(dice, at_least=target)
    return count, (number,) * dice, lambda faces: len([face for face in faces if face >= target])


@st.composite
def counts_at_most(draw: st.DrawFn) -> NumberCase:
    number, dice, target = draw(sides), draw(few), draw(targets)
    count = d(number).count(dice, at_most=target)
    return count, (number,) * dice, lambda faces: len([face for face in faces if face <= target])


@st.composite
def bests(draw: st.DrawFn) -> NumberCase:
    number, dice = draw(sides), draw(some)
    keep = draw(st.integers(1, dice))
    return d(number).best(dice, keep=keep), (number,) * dice, lambda faces: sum(sorted(faces)[dice - keep :])


@st.composite
def worsts(draw: st.DrawFn) -> NumberCase:
    number, dice = draw(sides), draw(some)
    keep = draw(st.integers(1, dice))
    return d(number).worst(dice, keep=keep), (number,) * dice, lambda faces: sum(sorted(faces)[:keep])


@st.composite
def halves(draw: st.DrawFn) -> NumberCase:
    number = draw(st.integers(2, 255))
    return d(number).halved(), (number,), lambda faces: faces[0] // 2 + faces[0] % 2


def percentile(faces: tuple[int, ...]) -> int:
    digits = "".join(str(face)[-1] for face in faces)
    return 100 if digits == "00" else int(digits)


@st.composite
def eaches(draw: st.DrawFn) -> Case:
    number, dice = draw(sides), draw(few)
    return d(number).each(dice), (number,) * dice, lambda faces: faces


small_numbers = st.one_of(sums(), counts_at_least(), counts_at_most(), bests(), worsts(), halves())


@st.composite
def oppositions(draw: st.DrawFn) -> NumberCase:
    first, first_dice, first_means = draw(small_numbers.filter(is_small))
    second, second_dice, second_means = draw(small_numbers.filter(is_small))
    plus_first, plus_second = draw(modifiers), draw(modifiers)
    split = len(first_dice)

    def margin(faces: tuple[int, ...]) -> int:
        mine = first_means(faces[:split]) + plus_first
        theirs = second_means(faces[split:]) + plus_second
        return int(mine - theirs)

    throw = opposed(first, second, plus_first=plus_first, plus_second=plus_second)
    return throw, first_dice + second_dice, margin


def is_small(case: NumberCase) -> bool:
    return sum(1 for _ in all_faces(case[1])) <= 64


@st.composite
def checks(draw: st.DrawFn, *, roll_under: bool) -> Case:
    of, dice, means = draw(st.one_of(small_numbers, oppositions()))
    target, always, never = draw(targets), draw(naturals), draw(naturals)

    def succeeds(faces: tuple[int, ...]) -> bool:
        natural = means(faces)
        reached = natural <= target if roll_under else natural >= target
        return natural not in never and (natural in always or reached)

    if roll_under:
        return of.check(at_most=target, always=always, never=never), dice, succeeds
    return of.check(at_least=target, always=always, never=never), dice, succeeds


KINDS: dict[str, st.SearchStrategy[Any]] = {
    "one die": single_dice(),
    "sum": sums(),
    "count at least": counts_at_least(),
    "count at most": counts_at_most(),
    "best": bests(),
    "worst": worsts(),
    "halved": halves(),
    "d100": st.just((d100, (10, 10), percentile)),
    "each": eaches(),
    "opposed": oppositions(),
    "check at most": checks(roll_under=True),
    "check at least": checks(roll_under=False),
}


@pytest.mark.parametrize("kind", KINDS)
@given(data=st.data())
def test_branches_and_readings_are_those_of_all_faces(kind: str, data: st.DataObject) -> None:
    variable, dice, means = data.draw(KINDS[kind])
    assert variable.dice == dice
    for faces in all_faces(dice):
        value = variable.read(faces)
        assert value == means(faces)
        assert type(value) is type(means(faces))
    assert dict(variable.branches.pairs) == lowest_terms(means(faces) for faces in all_faces(dice))
    assert dict(variable.branches.pairs) == lowest_terms(variable.read(faces) for faces in all_faces(dice))


@pytest.mark.parametrize("kind", KINDS)
@given(data=st.data())
def test_weights_are_positive_whole_and_in_lowest_terms(kind: str, data: st.DataObject) -> None:
    variable, dice, _ = data.draw(KINDS[kind])
    values = variable.branches.outcomes
    weights = [weight for _, weight in variable.branches.pairs]
    throws = sum(1 for _ in all_faces(dice))
    assert len(set(values)) == len(values)
    assert all(type(weight) is int and weight > 0 for weight in weights)
    assert gcd(*weights) == 1
    assert sum(weights) == variable.branches.total
    assert throws % variable.branches.total == 0


@pytest.mark.parametrize("kind", KINDS)
@given(data=st.data())
def test_uniform_numbers_are_the_faces_and_all_are_possible(kind: str, data: st.DataObject) -> None:
    variable, dice, _ = data.draw(KINDS[kind])
    for numbers in list(all_faces(dice))[:200]:
        assert variable.faces(numbers) == numbers
        assert variable.check_faces(list(numbers)) == numbers


def test_the_named_dice_have_their_sides() -> None:
    named = {3: d3, 4: d4, 6: d6, 8: d8, 10: d10, 12: d12, 20: d20, 24: d24}
    assert {sides: die.sides for sides, die in named.items()} == {sides: sides for sides in named}
    assert all(d(sides) is die for sides, die in named.items())


@pytest.mark.parametrize("number", range(2, 256))
def test_every_die_shows_each_face_with_the_same_chance(number: int) -> None:
    die = d(number)
    assert die.branches.pairs == tuple((face, 1) for face in range(1, number + 1))
    assert die.branches.total == number


def test_two_dice_of_255_sides_sum_exactly() -> None:
    total = d(255).sum(2).branches
    assert len(total) == 509
    assert total.probability(256) == Fraction(1, 255)
    assert total.expectation(int) == 256


# ---------------------------------------------------------------------- against another library


def of_icepool(die: Any) -> dict[Hashable, Fraction]:
    return {outcome: Fraction(quantity, die.denominator()) for outcome, quantity in die.items()}


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        (d6.sum(9), 9 @ icepool.d6),
        (d24.sum(3), 3 @ icepool.d(24)),
        (d10.count(24, at_least=7), 24 @ (icepool.d10 >= 7)),
        (d10.count(24, at_most=3), 24 @ (icepool.d10 <= 3)),
        (d6.best(5, keep=3), icepool.d6.highest(5, 3)),
        (d20.best(4), icepool.d20.highest(4)),
        (d6.worst(5, keep=3), icepool.d6.lowest(5, 3)),
        (d10.worst(12, keep=7), icepool.d10.lowest(12, 7)),
        (opposed(d6.sum(2), d10, plus_first=-1, plus_second=2), 2 @ icepool.d6 - 1 - icepool.d10 - 2),
        (difference(d12, d8), icepool.d12 - icepool.d8),
        (d6.halved(), icepool.d3),
        (d100, icepool.d100),
        (d6.sum(3).check(at_most=10), (3 @ icepool.d6) <= 10),
    ],
    ids=lambda side: side.label if isinstance(side, Variable) else "",
)
def test_icepool_agrees(ours: Variable[Any], theirs: Any) -> None:
    assert dict(ours.branches.items()) == of_icepool(theirs)


# ---------------------------------------------------------------------- laws


@given(number=st.integers(2, 8), dice=st.integers(2, 5), data=st.data())
def test_what_is_kept_from_above_and_what_is_left_below_are_the_whole(
    number: int, dice: int, data: st.DataObject
) -> None:
    keep = data.draw(st.integers(1, dice - 1))
    best, worst = d(number).best(dice, keep=keep), d(number).worst(dice, keep=dice - keep)
    assert best.branches.expectation(int) + worst.branches.expectation(int) == Fraction(dice * (number + 1), 2)


@given(number=st.integers(2, 8), dice=st.integers(1, 5), data=st.data())
def test_the_worst_are_the_best_with_the_dice_turned_over(number: int, dice: int, data: st.DataObject) -> None:
    keep = data.draw(st.integers(1, dice))
    turned = d(number).best(dice, keep=keep).branches.map(lambda total: keep * (number + 1) - total)
    assert turned == d(number).worst(dice, keep=keep).branches


@given(number=st.integers(2, 12), dice=st.integers(1, 6))
def test_keeping_all_dice_is_their_sum(number: int, dice: int) -> None:
    whole = d(number).sum(dice).branches
    assert d(number).best(dice, keep=dice).branches == whole
    assert d(number).worst(dice, keep=dice).branches == whole


@given(number=st.integers(2, 12), dice=st.integers(0, 8), target=st.integers(-1, 14))
def test_each_die_either_reaches_a_number_or_stays_below_it(number: int, dice: int, target: int) -> None:
    reach, below = d(number).count(dice, at_least=target), d(number).count(dice, at_most=target - 1)
    assert reach.branches.map(lambda hits: dice - hits) == below.branches
    for faces in list(all_faces((number,) * min(dice, 2)))[:50]:
        throw = (faces * 4)[:dice]
        assert reach.read(throw) + below.read(throw) == dice


@given(dice=st.integers(1, 30), target=st.integers(1, 6))
def test_a_count_is_binomial(dice: int, target: int) -> None:
    chance = Fraction(7 - target, 6)
    assert dict(d6.count(dice, at_least=target).branches.items()) == {
        hits: probability
        for hits in range(dice + 1)
        if (probability := comb(dice, hits) * chance**hits * (1 - chance) ** (dice - hits))
    }


@given(case=small_numbers, target=targets, always=naturals, never=naturals)
def test_a_throw_succeeds_or_fails(
    case: NumberCase, target: int, always: tuple[int, ...], never: tuple[int, ...]
) -> None:
    # What fails one way succeeds the other way about, except that `never` goes before `always`.
    always = tuple(set(always) - set(never))
    under = case[0].check(at_most=target, always=always, never=never).branches
    over = case[0].check(at_least=target + 1, always=never, never=always).branches
    assert under.probability(True) + over.probability(True) == 1


@given(first=small_numbers, second=small_numbers, plus_first=modifiers, plus_second=modifiers)
def test_the_margin_turns_round_with_the_sides(
    first: NumberCase, second: NumberCase, plus_first: int, plus_second: int
) -> None:
    one = opposed(first[0], second[0], plus_first=plus_first, plus_second=plus_second)
    other = opposed(second[0], first[0], plus_first=plus_second, plus_second=plus_first)
    assert one.branches.map(lambda margin: -margin) == other.branches


# ---------------------------------------------------------------------- picks


def picked(items: tuple[Hashable, ...], positions: tuple[int, ...]) -> tuple[Hashable, ...]:
    """Return the items picked: of equal ones the earliest places stand for all."""
    places: list[int] = []
    for item, times in Counter(items[position - 1] for position in positions).items():
        places += [place for place, other in enumerate(items) if other == item][:times]
    return tuple(items[place] for place in sorted(places))


@st.composite
def picks(draw: st.DrawFn) -> tuple[Pick[str], tuple[str, ...], int]:
    items = tuple(draw(st.lists(st.sampled_from("abcd"), max_size=6)))
    count = draw(st.integers(0, len(items)))
    return pick(items, count), items, count


@given(case=picks())
def test_a_pick_has_the_branches_of_all_orders_of_picking(case: tuple[Pick[str], tuple[str, ...], int]) -> None:
    variable, items, count = case
    orders = list(permutations(range(1, len(items) + 1), count))
    assert dict(variable.branches.pairs) == lowest_terms(picked(items, order) for order in orders)
    assert dict(variable.branches.pairs) == lowest_terms(variable.read(order) for order in orders)


@given(case=picks())
def test_uniform_numbers_pick_every_order_once(case: tuple[Pick[str], tuple[str, ...], int]) -> None:
    variable, items, count = case
    orders = [variable.faces(numbers) for numbers in all_faces(variable.dice)]
    assert sorted(map(str, orders)) == sorted(map(str, permutations(range(1, len(items) + 1), count)))
    assert all(variable.check_faces(order) == order for order in orders)


def test_a_pick_tells_positions_and_items() -> None:
    two = pick(("rifles", "guns", "rifles"), 2)
    assert two.label == "2 of 3 at random"
    assert two.dice == (3, 2)
    assert two.faces((3, 1)) == (3, 1)
    assert two.faces((1, 1)) == (1, 2)
    assert two.read((3, 2)) == ("rifles", "guns")
    assert two.tell((3, 2)) == "3, 2: ('rifles', 'guns')"
    assert dict(two.branches.items()) == {
        ("rifles", "guns"): Fraction(2, 3),
        ("rifles", "rifles"): Fraction(1, 3),
    }


def test_a_pick_of_two_kinds_is_hypergeometric_however_many_orders_there_are() -> None:
    half = pick(["rifle"] * 12 + ["gun"] * 12, 12)
    assert {value.count("gun"): chance for value, chance in half.branches.items()} == {
        guns: Fraction(comb(12, guns) * comb(12, 12 - guns), comb(24, 12)) for guns in range(13)
    }


def test_a_pick_of_nearly_all_of_many_is_quick() -> None:
    # Walking the picks that leave too many behind would take 2**60 steps. One of the 0s is left out twice as often.
    left_out = pick([*range(60), 0], 60).branches.map(lambda value: sum(range(60)) - sum(value))
    assert dict(left_out.pairs) == {0: 2, **dict.fromkeys(range(1, 60), 1)}


def test_equal_items_of_different_types_are_picks_of_their_own() -> None:
    assert repr(pick((0, 1)).branches.outcomes) == "((0,), (1,))"
    assert repr(pick((False, True)).branches.outcomes) == "((False,), (True,))"


@pytest.mark.parametrize(
    ("faces", "message"),
    [
        ((0, 1), "position 0 is impossible: the list has positions 1 to 3"),
        ((1, 4), "position 4 is impossible: the list has positions 1 to 3"),
        ((True, 2), "position True is impossible: the list has positions 1 to 3"),
        ((1.0, 2), "position 1.0 is impossible: the list has positions 1 to 3"),
        (("a", 2), "position 'a' is impossible: the list has positions 1 to 3"),
        ((2, 2), "a position was picked twice"),
    ],
)
def test_impossible_positions_are_refused(faces: tuple[Any, ...], message: str) -> None:
    with pytest.raises(DiceError) as caught:
        pick("abc", 2).check_faces(faces)
    assert str(caught.value) == message


@pytest.mark.parametrize(("variable", "of"), [(d6.sum(1), "a d6"), (pick(("a", "b"), 1), "position")])
def test_a_face_of_thousands_of_digits_is_refused_in_words(variable: Any, of: str) -> None:
    with pytest.raises(DiceError, match="a huge number is impossible") as caught:
        variable.check_faces((10**5000,))
    assert of in str(caught.value)
