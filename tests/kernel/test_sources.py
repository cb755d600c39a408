"""Dice sources: seeded faces as documented, faces from people and records, and every way they can be wrong."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rcw_rules.kernel.cards import Deck
from rcw_rules.kernel.dice import Face, Number, d, d3, d6, d10, d20, d100, opposed, pick
from rcw_rules.kernel.errors import DiceError
from rcw_rules.kernel.questions import Throw
from rcw_rules.kernel.record import RollStep
from rcw_rules.kernel.sources import (
    AskingDice,
    DiceSource,
    GivenDice,
    MixedDice,
    RecordedDice,
    SeededDice,
)


def documented_stream(seed: int | str, purpose: str, sides: int, count: int) -> list[int]:
    """Follow the docstring of `SeededDice`, one byte at a time."""
    faces: list[int] = []
    block = 0
    while len(faces) < count:
        text = "|".join(["rcw-dice-1", str(seed), purpose, str(sides), str(block)])
        kept = [byte for byte in hashlib.sha256(bytes(text, "utf-8")).digest() if byte < 256 - (256 % sides)]
        faces += [byte % sides + 1 for byte in kept]
        block += 1
    return faces[:count]


def faces_of(source: DiceSource, purpose: str, sides: int, count: int) -> list[Face]:
    return [face for _ in range(count) for face in source.throw(d(sides), purpose, "a-rule")[0]]


# ---------------------------------------------------------------------- seeded

# Computed once by the documented recipe, outside this library. They may never change: saved seeds rest on them.
FROZEN: list[tuple[int | str, str, int, list[int]]] = [
    (
        1919,
        "attacker's die",
        6,
        [5, 3, 5, 1, 5, 1, 5, 4, 1, 4, 5, 1, 5, 6, 2, 5, 2, 4, 6, 4, 2, 1, 6, 3, 2, 5, 5, 4, 4, 6, 1, 3, 3, 4, 1],
    ),
    (
        1919,
        "morale",
        10,
        [3, 9, 6, 5, 10, 2, 5, 3, 5, 5, 8, 3, 4, 5, 2, 4, 2, 6, 6, 1, 5, 8, 7, 2, 8, 3, 7, 8, 1, 7, 9, 4, 8, 10],
    ),
    (
        "Орёл 1919",
        "supply/Kornilov",
        100,
        [85, 73, 51, 86, 29, 5, 71, 99, 42, 36, 38, 14, 51, 50, 25, 100, 32, 25, 82, 90],
    ),
    (0, "x", 3, [2, 2, 1, 2, 3, 3, 1, 1, 2, 1, 2, 1, 3, 2, 1, 2, 3, 2, 3, 1]),
    (-7, "attacker 1/morale", 255, [251, 129, 121, 225, 173, 53, 210, 89, 21, 86, 185, 67]),
    (7, "a|b", 20, [10, 14, 5, 12, 7, 9, 8, 17, 12, 11, 4, 12, 6, 15, 16, 2, 19, 17, 19, 16]),
]


@pytest.mark.parametrize(("seed", "purpose", "sides", "faces"), FROZEN)
def test_a_seed_gives_these_faces_for_ever(seed: int | str, purpose: str, sides: int, faces: list[int]) -> None:
    assert faces_of(SeededDice(seed), purpose, sides, len(faces)) == faces
    assert documented_stream(seed, purpose, sides, len(faces)) == faces


@given(
    seed=st.integers() | st.text(st.characters(codec="utf-8", exclude_characters="|"), max_size=9),
    purpose=st.text(st.characters(codec="utf-8"), max_size=9),
    sides=st.integers(2, 255),
)
def test_a_stream_is_read_as_documented(seed: int | str, purpose: str, sides: int) -> None:
    assert faces_of(SeededDice(seed), purpose, sides, 40) == documented_stream(seed, purpose, sides, 40)


def test_many_throws_show_every_face_about_as_often() -> None:
    # Counted from the documented recipe: these very numbers, not a test of luck.
    assert Counter(faces_of(SeededDice(1919), "many", 6, 6000)) == {1: 996, 2: 995, 3: 964, 4: 1037, 5: 1019, 6: 989}
    assert Counter(faces_of(SeededDice(1919), "many", 10, 5000)) == {
        1: 501, 2: 445, 3: 493, 4: 466, 5: 500, 6: 523, 7: 477, 8: 544, 9: 510, 10: 541,
    }  # fmt: skip


def test_the_throw_has_its_dice_in_order_from_the_streams_of_their_sides() -> None:
    unlike = opposed(d6.sum(2), d10)
    sixes, tens = documented_stream(5, "melee", 6, 4), documented_stream(5, "melee", 10, 2)
    source = SeededDice(5)
    assert source.throw(unlike, "melee", "a-rule") == ((sixes[0], sixes[1], tens[0]), "seed")
    assert source.throw(unlike, "melee", "a-rule") == ((sixes[2], sixes[3], tens[1]), "seed")


def test_d100_takes_two_dice_of_one_stream() -> None:
    tens, ones = documented_stream(5, "supply", 10, 2)
    assert SeededDice(5).throw(d100, "supply", "a-rule")[0] == (tens, ones)


def test_cards_and_picks_are_drawn_from_what_is_left() -> None:
    deck = Deck.standard()
    (place,) = documented_stream(5, "card", 54, 1)
    assert SeededDice(5).throw(deck.draw(), "card", "a-rule")[0] == (deck.cards[place - 1].code,)
    numbers = [documented_stream(5, "victim", left, 1)[0] for left in (4, 3, 2, 1)]
    left = [1, 2, 3, 4]
    assert SeededDice(5).throw(pick("abcd", 4), "victim", "a-rule")[0] == tuple(left.pop(n - 1) for n in numbers)


def test_the_last_card_of_a_deck_needs_no_luck() -> None:
    assert SeededDice(5).throw(Deck.of(["QH"]).draw(), "card", "a-rule")[0] == ("QH",)


@given(others=st.lists(st.tuples(st.sampled_from(["a", "b", "c/a"]), st.sampled_from([3, 6, 20])), max_size=12))
def test_a_roll_added_elsewhere_shifts_nothing(others: list[tuple[str, int]]) -> None:
    source, shown = SeededDice("seed"), list[Face]()
    for purpose, sides in others:
        faces_of(source, purpose, sides, 1)
        shown += faces_of(source, "mine", 6, 1)
    assert shown == documented_stream("seed", "mine", 6, len(others))


def test_other_dice_for_the_same_purpose_shift_nothing() -> None:
    source = SeededDice(3)
    faces_of(source, "mine", 10, 7)
    assert faces_of(source, "mine", 6, 5) == documented_stream(3, "mine", 6, 5)


def test_the_same_object_goes_on_and_a_new_one_starts_again() -> None:
    source = SeededDice(1919)
    start, more = faces_of(source, "morale", 10, 35), faces_of(source, "morale", 10, 35)
    assert start + more == documented_stream(1919, "morale", 10, 70)
    assert start != more
    assert faces_of(SeededDice(1919), "morale", 10, 35) == start


def test_a_number_and_the_same_digits_as_text_are_one_seed() -> None:
    assert faces_of(SeededDice("1919"), "morale", 10, 9) == faces_of(SeededDice(1919), "morale", 10, 9)


def test_seeds_differ() -> None:
    assert len({tuple(faces_of(SeededDice(seed), "morale", 10, 20)) for seed in range(50)}) == 50


def test_no_dice_have_no_faces() -> None:
    assert SeededDice(1).throw(d6.sum(0), "nothing", "a-rule") == ((), "seed")


@pytest.mark.parametrize("seed", [True, False, 1.0, None, b"x", "a|b", "|", (1,), [1]])
def test_what_is_no_seed_is_refused(seed: Any) -> None:
    with pytest.raises(DiceError) as caught:
        SeededDice(seed)
    assert str(caught.value) == f"a seed is a whole number or a text without '|', not {seed!r}"


def test_a_seed_that_cannot_be_written_down_is_refused() -> None:
    with pytest.raises(DiceError, match=r"^a seed is text that can be written as UTF-8, not '\\udcff'$"):
        SeededDice("\udcff")
    with pytest.raises(DiceError, match=r"^a seed has at most as many digits as Python writes out, 4300$"):
        SeededDice(10**5000)


# ---------------------------------------------------------------------- given


def test_given_faces_are_used_in_order() -> None:
    source = GivenDice([4, 6, 1, 10])
    assert source.throw(d6, "one", "a-rule") == ((4,), "given")
    assert source.throw(d6.sum(2), "two", "a-rule") == ((6, 1), "given")
    assert source.throw(d6.sum(0), "none", "a-rule") == ((), "given")
    assert source.throw(d10, "ten", "a-rule") == ((10,), "given")
    source.finish()


def test_a_physical_d10_shows_0_for_ten() -> None:
    source = GivenDice([0, 0, 0], as_shown=True)
    assert source.throw(d10, "ten", "a-rule") == ((10,), "given")
    assert source.throw(d100, "hundred", "a-rule") == ((10, 10), "given")
    assert AskingDice(Person([0])).throw(d10, "ten", "a-rule") == ((10,), "asked")
    with pytest.raises(DiceError, match="face 0 is impossible on a d10"):
        GivenDice([0]).throw(d10, "ten", "a-rule")


def test_given_cards_are_written_as_the_deck_writes_them() -> None:
    assert GivenDice(["qh"]).throw(Deck.standard().draw(), "card", "a-rule") == (("QH",), "given")


@pytest.mark.parametrize(
    ("faces", "variable", "message"),
    [
        ([], d6, "too few dice: attack [melee] needs d6, 1 face, but only 0 faces of the 0 given are left"),
        ([5], d6.sum(2), "too few dice: attack [melee] needs 2d6, 2 faces, but only 1 face of the 1 given is left"),
        (
            [5, 6],
            d6.best(3, keep=2),
            "too few dice: attack [melee] needs highest 2 of 3d6, 3 faces, but only 2 faces of the 2 given are left",
        ),
        ([7], d6, "attack [melee]: face 7 is impossible on a d6, which shows 1 to 6"),
        ([0], d6, "attack [melee]: face 0 is impossible on a d6, which shows 1 to 6"),
        ([True], d6, "attack [melee]: face True is impossible on a d6, which shows 1 to 6"),
        ([4.0], d6, "attack [melee]: face 4.0 is impossible on a d6, which shows 1 to 6"),
        (["4"], d6, "attack [melee]: face '4' is impossible on a d6, which shows 1 to 6"),
        (["QH"], d6, "attack [melee]: face 'QH' is impossible on a d6, which shows 1 to 6"),
        ([6, 11], opposed(d6, d10), "attack [melee]: face 11 is impossible on a d10, which shows 1 to 10"),
        ([2, 2], pick("abc", 2), "attack [melee]: a position was picked twice"),
        (["AS"], Deck.of(["QH"]).draw(), "attack [melee]: AS is not in the deck (cards left: 1)"),
    ],
)
def test_given_faces_that_do_not_fit_are_refused(faces: list[Any], variable: Any, message: str) -> None:
    with pytest.raises(DiceError) as caught:
        GivenDice(faces).throw(variable, "attack", "melee")
    assert str(caught.value) == message


def test_the_faces_left_over_are_told() -> None:
    source = GivenDice([4, 6, 1, "QH"])
    source.throw(d6.sum(2), "one", "a-rule")
    with pytest.raises(DiceError) as caught:
        source.finish()
    assert str(caught.value) == "too many dice: 2 of 4 faces were needed; left over: 1, QH"


def test_what_is_left_after_a_throw_is_counted_right() -> None:
    source = GivenDice([4, 6, 1])
    source.throw(d6.sum(2), "one", "a-rule")
    with pytest.raises(DiceError) as caught:
        source.throw(d6.sum(2), "two", "a-rule")
    assert str(caught.value) == (
        "too few dice: two [a-rule] needs 2d6, 2 faces, but only 1 face of the 3 given is left"
    )


def test_another_source_goes_on_where_the_given_faces_end() -> None:
    source = GivenDice([4], otherwise=SeededDice(9))
    assert source.throw(d6, "one", "a-rule") == ((4,), "given")
    assert source.throw(d6, "two", "a-rule") == ((documented_stream(9, "two", 6, 1)[0],), "seed")
    source.finish()


def test_a_throw_is_not_split_between_two_sources() -> None:
    with pytest.raises(DiceError, match=r"^too few dice: two \[a-rule\] needs 2d6, 2 faces, but only 1 face of the 1 "):
        GivenDice([4], otherwise=SeededDice(9)).throw(d6.sum(2), "two", "a-rule")


def test_faces_left_over_behind_the_given_ones_are_told_as_well() -> None:
    source = GivenDice([4], otherwise=GivenDice([5, 6]))
    source.throw(d6, "one", "a-rule")
    source.throw(d6, "two", "a-rule")
    with pytest.raises(DiceError, match=r"^too many dice: 1 of 2 faces were needed; left over: 6$"):
        source.finish()


def test_a_face_left_over_that_python_cannot_write_out_is_told_as_well() -> None:
    with pytest.raises(DiceError, match=r"^too many dice: 0 of 2 faces were needed; left over: QH, a huge number$"):
        GivenDice(["QH", 10**5000]).finish()


@given(faces=st.lists(st.integers(1, 6), max_size=9), dice=st.lists(st.integers(0, 3), max_size=5))
def test_given_faces_fit_exactly_or_not_at_all(faces: list[int], dice: list[int]) -> None:
    source = GivenDice(faces)
    try:
        thrown = [source.throw(d6.sum(count), "any", "a-rule")[0] for count in dice]
        source.finish()
    except DiceError as error:
        assert str(error).startswith("too few dice" if sum(dice) > len(faces) else "too many dice")  # noqa: PT017
        assert sum(dice) != len(faces)
    else:
        assert [len(shown) for shown in thrown] == dice
        assert [face for shown in thrown for face in shown] == faces


# ---------------------------------------------------------------------- asking


class Person:
    """Somebody who answers with what was laid out beforehand, and remembers what was asked."""

    def __init__(self, *answers: Any) -> None:
        self.answers = list(answers)
        self.asked: list[Throw] = []

    def __call__(self, throw: Throw) -> Sequence[Face] | None:
        self.asked.append(throw)
        answer: Sequence[Face] | None = self.answers.pop(0)
        return answer


def test_a_person_is_told_what_to_throw_and_for_what() -> None:
    person = Person([4, 6], ("qh",))
    source = AskingDice(person)
    assert source.throw(opposed(d6, d10), "attacker 1/melee", "melee-roll") == ((4, 6), "asked")
    assert source.throw(Deck.of(["QH", "*1"]).draw(), "card", "turn") == (("QH",), "asked")
    source.finish()
    assert [(throw.label, throw.dice) for throw in person.asked] == [("d6 against d10", (6, 10)), ("a card of 2", (2,))]
    assert person.asked == [
        Throw(purpose="attacker 1/melee", variable=opposed(d6, d10), rule="melee-roll"),
        Throw(purpose="card", variable=Deck.of(["QH", "*1"]).draw(), rule="turn"),
    ]


def test_nobody_is_asked_to_throw_no_dice() -> None:
    person = Person()
    assert AskingDice(person).throw(d6.sum(0), "nothing", "a-rule") == ((), "asked")
    assert person.asked == []


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        ([], "attack [melee] needs 2d6: 2 faces, not 0"),
        ([4], "attack [melee] needs 2d6: 2 faces, not 1"),
        ([4, 5, 6], "attack [melee] needs 2d6: 2 faces, not 3"),
        ([4, 7], "attack [melee]: face 7 is impossible on a d6, which shows 1 to 6"),
        ([4, True], "attack [melee]: face True is impossible on a d6, which shows 1 to 6"),
        ("45", "attack [melee]: face '4' is impossible on a d6, which shows 1 to 6"),
        (None, "no faces were given for attack [melee], and no other source was named to roll them"),
    ],
)
def test_wrong_answers_are_refused(answer: Any, message: str) -> None:
    with pytest.raises(DiceError) as caught:
        AskingDice(Person(answer)).throw(d6.sum(2), "attack", "melee")
    assert str(caught.value) == message


def test_a_person_may_leave_a_throw_to_another_source() -> None:
    source = AskingDice(Person(None, [3]), otherwise=GivenDice([5]))
    assert source.throw(d6, "one", "a-rule") == ((5,), "given")
    assert source.throw(d6, "two", "a-rule") == ((3,), "asked")
    source.finish()


def test_the_other_source_is_told_of_the_end() -> None:
    with pytest.raises(DiceError, match=r"^too many dice: 0 of 1 faces were needed; left over: 5$"):
        AskingDice(Person(), otherwise=GivenDice([5])).finish()


# ---------------------------------------------------------------------- recorded


def roll(purpose: str, label: str, *faces: Face) -> RollStep:
    return RollStep(rule="a-rule", purpose=purpose, label=label, faces=faces, value=0, reading="", by="seed")


RECORD = [roll("one", "2d6", 4, 6), roll("two", "d10, 6 or less", 3)]


def test_a_record_is_replayed() -> None:
    source = RecordedDice(RECORD)
    assert source.throw(d6.sum(2), "one", "a-rule") == ((4, 6), "seed")
    assert source.throw(d10.check(at_most=6), "two", "a-rule") == ((3,), "seed")
    source.finish()


@pytest.mark.parametrize(
    ("throws", "message"),
    [
        ([(d6.sum(2), "uno")], "roll 1 of the record is 2d6 for one, not 2d6 for uno [new-rule]"),
        ([(d6.sum(3), "one")], "roll 1 of the record is 2d6 for one, not 3d6 for one [new-rule]"),
        (
            [(d6.sum(2), "one"), (d10.check(at_most=7), "two")],
            "roll 2 of the record is d10, 6 or less for two, not d10, 7 or less for two [new-rule]",
        ),
        (
            [(d6.sum(2), "one"), (d10.check(at_most=6), "two"), (d3, "three")],
            "the record ends after roll 2, but three [new-rule] is rolled as well",
        ),
    ],
)
def test_the_first_difference_from_a_record_is_named(throws: list[tuple[Number, str]], message: str) -> None:
    source = RecordedDice(RECORD)
    for variable, purpose in throws[:-1]:
        source.throw(variable, purpose, "new-rule")
    with pytest.raises(DiceError) as caught:
        source.throw(*throws[-1], "new-rule")
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("faces", "message"),
    [
        ((), "roll 1 of the record, one [a-rule], has 0 faces, but 2d6 needs 2 faces"),
        ((4,), "roll 1 of the record, one [a-rule], has 1 face, but 2d6 needs 2 faces"),
        ((4, 6, 1), "roll 1 of the record, one [a-rule], has 3 faces, but 2d6 needs 2 faces"),
        ((4, 7), "one [a-rule]: face 7 is impossible on a d6, which shows 1 to 6"),
    ],
)
def test_a_record_that_somebody_changed_is_refused(faces: tuple[int, ...], message: str) -> None:
    with pytest.raises(DiceError) as caught:
        RecordedDice([roll("one", "2d6", *faces)]).throw(d6.sum(2), "one", "a-rule")
    assert str(caught.value) == message


def test_a_record_that_goes_on_is_refused() -> None:
    source = RecordedDice(RECORD)
    source.throw(d6.sum(2), "one", "a-rule")
    with pytest.raises(DiceError) as caught:
        source.finish()
    assert str(caught.value) == "the record has 2 rolls, but only 1 were asked for"


# ---------------------------------------------------------------------- mixed


def test_the_first_pattern_that_fits_decides_who_rolls() -> None:
    source = MixedDice(
        {"attacker 1*": GivenDice([6]), "attacker*": AskingDice(Person([2])), "*/morale": GivenDice([9])},
        otherwise=SeededDice(4),
    )
    assert source.throw(d20, "defender 1/morale", "a-rule") == ((9,), "given")
    assert source.throw(d6, "attacker 2/morale", "a-rule") == ((2,), "asked")
    assert source.throw(d6, "attacker 1", "a-rule") == ((6,), "given")
    assert source.throw(d6, "defender", "a-rule") == ((documented_stream(4, "defender", 6, 1)[0],), "seed")
    source.finish()


def test_capital_letters_count_in_patterns() -> None:
    source = MixedDice({"Red*": GivenDice([6])}, otherwise=GivenDice([1]))
    assert source.throw(d6, "red unit", "a-rule")[0] == (1,)


@pytest.mark.parametrize(
    "source",
    [
        MixedDice({"a": GivenDice([6])}, otherwise=SeededDice(1)),
        MixedDice({"a": SeededDice(1), "b": GivenDice([6])}, otherwise=SeededDice(1)),
        MixedDice({"a": SeededDice(1)}, otherwise=GivenDice([6])),
    ],
)
def test_every_source_of_a_mixture_is_told_of_the_end(source: MixedDice) -> None:
    with pytest.raises(DiceError, match=r"^too many dice: 0 of 1 faces were needed; left over: 6$"):
        source.finish()
