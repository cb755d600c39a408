"""Variables of chance: one object for the same question, their words, and what is refused."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

import pytest

from rcw_rules.kernel.dice import (
    Die,
    Opposed,
    Sum,
    Variable,
    d,
    d4,
    d6,
    d8,
    d10,
    d20,
    d100,
    difference,
    opposed,
    pick,
)
from rcw_rules.kernel.errors import BudgetError, DiceError

# ---------------------------------------------------------------------- one object, and the same after it was forgotten

MAKERS: list[Callable[[], Variable[Any]]] = [
    lambda: d(7),
    lambda: d6.sum(3),
    lambda: d6.count(3, at_least=4),
    lambda: d6.count(3, at_most=4),
    lambda: d6.best(3, keep=2),
    lambda: d6.worst(3, keep=2),
    lambda: d6.each(2),
    d6.halved,
    lambda: d10.check(at_most=6, never=(10,)),
    lambda: d10.check(at_least=6, always=(10,)),
    lambda: opposed(d6.sum(2), d6, plus_first=1),
    lambda: opposed(d6.sum(2), d6, plus_second=1),
    lambda: difference(d6.sum(2), d6),
    lambda: opposed(d6.sum(2), d6, plus_first=1).check(at_least=1),
    lambda: pick(("a", "b", "a"), 2),
]


@pytest.mark.parametrize("make", MAKERS)
def test_the_same_dice_asked_for_again_are_the_same_object(make: Callable[[], Variable[Any]]) -> None:
    assert make() is make()
    assert make().branches is make().branches


@pytest.mark.parametrize("make", MAKERS)
def test_a_variable_made_again_is_the_same_as_the_one_forgotten(make: Callable[[], Variable[Any]]) -> None:
    before = make()
    again = pickle.loads(pickle.dumps(before))  # noqa: S301 - our own bytes
    assert again.same_as(before)
    assert again.read((2, 1, 3)[: len(before.dice)]) == before.read((2, 1, 3)[: len(before.dice)])
    assert again.branches == before.branches


def test_a_throw_of_parts_made_again_is_the_same() -> None:
    before = Opposed(Sum(2, d6), d6, 0, 0)
    again = Opposed(Sum(2, d6), d6, 0, 0)
    assert again.same_as(before)
    assert again.check(at_least=1).same_as(before.check(at_least=1))


@pytest.mark.parametrize("one", range(len(MAKERS)))
def test_different_variables_are_never_the_same(one: int) -> None:
    alike = [other for other, make in enumerate(MAKERS) if MAKERS[one]().same_as(make())]
    assert alike == [one]
    assert not MAKERS[one]().same_as("d6")


def test_no_modifiers_make_opposed_throws_a_difference() -> None:
    assert difference(d6, d8) is opposed(d6, d8)


def test_a_die_sent_elsewhere_is_still_the_same_object() -> None:
    assert pickle.loads(pickle.dumps(d6)) is d6  # noqa: S301 - our own bytes


# ---------------------------------------------------------------------- in words


@pytest.mark.parametrize(
    ("variable", "label", "faces", "told", "parts"),
    [
        (d6, "d6", (4,), "4", ()),
        (d6.sum(2), "2d6", (3, 5), "3, 5: 8", ()),
        (d6.sum(1), "1d6", (3,), "3", ()),
        (d10.count(3, at_least=7), "3d10, 7 or more each", (7, 2, 9), "7, 2, 9: 2", ()),
        (d10.count(3, at_most=7), "3d10, 7 or less each", (7, 2, 9), "7, 2, 9: 2", ()),
        (d6.best(3, keep=2), "highest 2 of 3d6", (1, 5, 4), "1, 5, 4: 9", ()),
        (d6.worst(3), "lowest 1 of 3d6", (1, 5, 4), "1, 5, 4: 1", ()),
        (d6.halved(), "half a d6, rounded up", (5,), "5: 3", ()),
        (d100, "d100 (two d10, tens first)", (10, 10), "10, 10: 100", ()),
        (d100, "d100 (two d10, tens first)", (10, 7), "10, 7: 7", ()),
        (d100, "d100 (two d10, tens first)", (7, 10), "7, 10: 70", ()),
        (d6.each(2), "2d6, in order", (5, 1), "5, 1", ()),
        (d10.check(at_most=6), "d10, 6 or less", (4,), "4: succeeds", (4,)),
        (d10.check(at_most=6), "d10, 6 or less", (7,), "7: fails", (7,)),
        (d6.sum(2).check(at_least=9), "2d6, 9 or more", (5, 3), "5, 3: 8: fails", (8,)),
        (opposed(d6, d6, plus_first=2), "d6 + 2 against d6", (4, 6), "4 + 2 = 6 against 6", (6, 6)),
        (opposed(d6, d8, plus_second=-1), "d6 against d8 - 1", (4, 6), "4 against 6 - 1 = 5", (4, 5)),
        (
            opposed(d6.sum(2), d6, plus_first=-3).check(at_least=1),
            "2d6 - 3 against d6, 1 or more",
            (2, 5, 3),
            "7 - 3 = 4 against 3: succeeds",
            (1,),
        ),
    ],
)
def test_words(variable: Variable[Any], label: str, faces: tuple[int, ...], told: str, parts: tuple[int, ...]) -> None:
    assert variable.label == label
    assert repr(variable) == f"<{label}>"
    assert variable.tell(faces) == told
    assert variable.parts(faces) == parts


# ---------------------------------------------------------------------- bad input


@pytest.mark.parametrize("face", [0, -1, 7, True, False, 1.0, 6.0, "3", "", None])
def test_a_d6_shows_nothing_but_one_to_six(face: Any) -> None:
    with pytest.raises(DiceError) as caught:
        d6.sum(2).check_faces((6, face))
    assert str(caught.value) == f"face {face!r} is impossible on a d6, which shows 1 to 6"


def test_the_0_of_a_d10_is_ten_where_a_person_reads_it_off_the_die() -> None:
    assert d10.as_shown((0,)) == (10,)
    assert d10.sum(3).as_shown((0, 10, 1)) == (10, 10, 1)
    assert d10.check(at_most=6).as_shown((0,)) == (10,)
    # Tens first: 00 is 100, and a 0 and a 7 are 7.
    assert [d100.read(d100.as_shown(faces)) for faces in ((0, 0), (0, 7), (7, 0))] == [100, 7, 70]
    # Neither another die, nor another number of faces, nor what is no number, nor a position in a list.
    assert opposed(d4, d10).as_shown((0, 0)) == (0, 10)
    assert (d20.as_shown((0,)), d10.as_shown((0, 0)), d10.as_shown((False,))) == ((0,), (0, 0), (False,))
    assert pick(tuple("abcdefghij")).as_shown((0,)) == (0,)


def test_a_d10_has_no_face_0_where_numbers_are_given() -> None:
    with pytest.raises(DiceError, match=r"^face 0 is impossible on a d10, which shows 1 to 10$"):
        d10.check_faces((0,))


def test_each_face_is_held_against_its_own_die() -> None:
    unlike = opposed(d4, d10)
    assert unlike.check_faces((4, 10)) == (4, 10)
    with pytest.raises(DiceError, match=r"^face 5 is impossible on a d4, which shows 1 to 4$"):
        unlike.check_faces((5, 10))
    with pytest.raises(DiceError, match=r"^face 11 is impossible on a d10, which shows 1 to 10$"):
        unlike.check_faces((4, 11))


WHATEVER: Any = 2.5


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Die(1), "a die has 2 to 255 sides, not 1"),
        (lambda: d(256), "a die has 2 to 255 sides, not 256"),
        (lambda: d(WHATEVER), "a die has 2 to 255 sides, not 2.5"),
        (lambda: d(True), "a die has 2 to 255 sides, not True"),
        (lambda: d6.sum(-1), "one throws a whole number of dice, 0 or more, not -1"),
        (lambda: d6.sum(WHATEVER), "one throws a whole number of dice, 0 or more, not 2.5"),
        (lambda: d6.each(-1), "one throws a whole number of dice, 0 or more, not -1"),
        (lambda: d6.count(-1, at_least=3), "one throws a whole number of dice, 0 or more, not -1"),
        (lambda: d6.best(0), "one throws a whole number of dice, 1 or more, not 0"),
        (lambda: d6.worst(3, keep=0), "one keeps 1 to 3 of 3 dice, not 0"),
        (lambda: d6.best(3, keep=4), "one keeps 1 to 3 of 3 dice, not 4"),
        (lambda: d6.best(3, keep=WHATEVER), "one keeps 1 to 3 of 3 dice, not 2.5"),
        (lambda: d6.count(3), "a count of successes needs at_least or at_most, one of them"),
        (lambda: d6.count(3, at_least=1, at_most=2), "a count of successes needs at_least or at_most, one of them"),
        (lambda: d6.count(3, at_least=WHATEVER), "at_least is a whole number, not 2.5"),
        (lambda: d6.count(3, at_most=WHATEVER), "at_most is a whole number, not 2.5"),
        (d6.check, "a check needs at_least or at_most, one of them"),
        (lambda: d6.check(at_least=1, at_most=2), "a check needs at_least or at_most, one of them"),
        (lambda: d6.check(at_least=WHATEVER), "at_least is a whole number, not 2.5"),
        (lambda: d6.check(at_most=WHATEVER), "at_most is a whole number, not 2.5"),
        (lambda: pick("abc", 4), "one picks 0 to 3 of 3 items (at most 255), not 4"),
        (lambda: pick("abc", -1), "one picks 0 to 3 of 3 items (at most 255), not -1"),
        (lambda: pick("abc", WHATEVER), "one picks 0 to 3 of 3 items (at most 255), not 2.5"),
        (lambda: pick(range(256)), "one picks 0 to 256 of 256 items (at most 255), not 1"),
    ],
)
def test_dice_that_cannot_be_are_refused(make: Callable[[], Variable[Any]], message: str) -> None:
    with pytest.raises(DiceError) as caught:
        make()
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("variable", "purpose"),
    [(d10.each(7), "7d10, in order"), (pick(range(24), 12), "12 of 24 at random")],
)
def test_too_many_branches_are_refused_before_they_are_made(variable: Variable[Any], purpose: str) -> None:
    with pytest.raises(BudgetError) as caught:
        _ = variable.branches
    assert caught.value.budget == 1_000_000
    assert caught.value.purpose == purpose


def test_the_largest_number_of_branches_is_allowed() -> None:
    # 10**6 orders of six ten-sided dice are just within the limit.
    assert len(d10.each(6).branches) == 1_000_000
