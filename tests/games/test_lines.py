"""Actions as lines: whatever an action says, its line says, and reads back."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Any, ClassVar, Literal

import pytest
from attrs import frozen
from hypothesis import given
from hypothesis import strategies as st

from rcw_rules import Inches, InvalidRequestError, Range, inches
from rcw_rules.games import Action, line, read_line
from rcw_rules.games.lines import require_lines

Square = tuple[int, int]
SIX = inches(6)


@frozen(kw_only=True)
class March(Action):
    """A march with everything that a line can hold."""

    kind: ClassVar[str] = "march"
    words: ClassVar[str] = "march {unit} to {square}"
    unit: str
    square: Square
    by: tuple[Square, ...] = ()
    with_units: tuple[str, ...] = ()
    is_forced: bool = False
    pace: Literal["walk", "forced march", "none", 'the "run"'] = "walk"
    ends_in: str | None = None
    spent: Annotated[int, Range(-9, 99)] | None = None
    length: Inches = SIX
    share: Fraction = Fraction(1, 2)
    ways: tuple[tuple[Square, ...], ...] = ()
    perhaps: tuple[str | None, ...] | None = None
    pair: tuple[Square | None, str] | None = None


@frozen(kw_only=True)
class Hold(Action):
    """Nothing."""

    kind: ClassVar[str] = "hold"
    words: ClassVar[str] = "hold"


SQUARES = st.tuples(st.integers(-99, 99), st.integers(-99, 99))
NAMES = st.text(st.characters(exclude_categories=["Cs"]), max_size=12) | st.sampled_from(
    [
        "yes",
        "No",
        "none",
        "",
        '"',
        "a,b",
        "(a)",
        "a=b",
        "4th Rifles",
        "Чапаев",
        "\u2028",
        "\x85",
        "\\",
        "1",
        "-1",
        "1/2",
    ]
)
MARCHES = st.builds(
    March,
    unit=NAMES,
    square=SQUARES,
    by=st.lists(SQUARES, max_size=3).map(tuple),
    with_units=st.lists(NAMES, max_size=3).map(tuple),
    is_forced=st.booleans(),
    pace=st.sampled_from(["walk", "forced march", "none", 'the "run"']),
    ends_in=st.none() | NAMES,
    spent=st.none() | st.integers(-9, 99),
    length=st.integers(0, 100_000).map(lambda amount: Inches(thousandths=amount)),
    share=st.fractions(-3, 3, max_denominator=12),
    ways=st.lists(st.lists(SQUARES, max_size=2).map(tuple), max_size=3).map(tuple),
    perhaps=st.none() | st.lists(st.none() | NAMES, max_size=3).map(tuple),
    pair=st.none() | st.tuples(st.none() | SQUARES, NAMES),
)


@given(MARCHES)
def test_every_action_reads_back_from_its_line(march: March) -> None:
    told = line(march)
    assert told.splitlines() == [told]
    assert str(march) == told
    assert read_line(told, (Hold, March)) == march


@pytest.mark.parametrize(
    ("march", "told"),
    [
        (March(unit="4th Rifles", square=(3, 2)), 'march "4th Rifles" to 3,2'),
        (March(unit="", square=(-1, 0), is_forced=True), 'march "" to -1,0 is_forced=yes'),
        (March(unit="A", square=(0, 0), by=((1, 2),)), "march A to 0,0 by=((1,2))"),
        (March(unit="A", square=(0, 0), by=((1, 2), (3, 4))), "march A to 0,0 by=(1,2),(3,4)"),
        (March(unit="yes", square=(0, 0), ends_in="none"), 'march "yes" to 0,0 ends_in="none"'),
        (March(unit="A", square=(0, 0), with_units=("B, C", "D")), 'march A to 0,0 with_units="B, C",D'),
        (March(unit="A", square=(0, 0), perhaps=(None,)), "march A to 0,0 perhaps=(none)"),
        (March(unit="A", square=(0, 0), perhaps=()), "march A to 0,0 perhaps=()"),
        (March(unit="A", square=(0, 0), length=inches("2.5")), "march A to 0,0 length=2.5"),
        (March(unit="A", square=(0, 0), share=Fraction(2, 3)), "march A to 0,0 share=2/3"),
        (March(unit="A\u2028B", square=(0, 0)), r'march "A\u2028B" to 0,0'),
    ],
)
def test_a_line_is_what_a_person_would_write(march: March, told: str) -> None:
    assert line(march) == told


def test_a_line_may_be_written_in_other_ways() -> None:
    march = March(unit="A", square=(1, 2), by=((3, 4),), is_forced=True)
    for told in (
        "MARCH A To 1,2 by=3,4 is_forced=YES",
        '  march   "A" to (1,2)  is_forced=yes by=(3,4) ',
        r'march "\u0041" to 1,2 by=((3,4)) is_forced=yes',
    ):
        assert read_line(told, (Hold, March)) == march


@pytest.mark.parametrize(
    ("told", "says"),
    [
        ("", '"" is no action; write one of: hold; march UNIT to SQUARE'),
        ("fly away", '"fly away" is no action'),
        ("march A", '"march A" is no action'),
        ("march A to 1,2 3", "is no action"),
        ("march A to 1,2 colour=red", "is no action"),
        ("march A to 1,2 spent=1 spent=2", "is no action"),
        ('march "A to 1,2', "is no action"),
        ("hold hold", "is no action"),
        ("march A to 1", 'square: expected an array of exactly 2 items, got "1"'),
        ("march A to 1,2,3", "square: expected"),
        ("march A to one,two", "square: expected"),
        ('march A to "1",2', "square: expected"),
        ("march A to 1,,2", "square: expected"),
        ("march A to 1,2,", "square: expected"),
        ("march A to (1,2", "square: expected"),
        ("march A to 1,2)", "square: expected"),
        ("march A to 1,9999999999999999999999", "square: expected"),
        ("march A,B to 1,2", "unit: expected"),
        ("march A to 1,2 is_forced=1", "is_forced: expected"),
        ('march A to 1,2 is_forced="yes"', "is_forced: expected"),
        ("march A to 1,2 pace=run", "pace: expected"),
        ("march A to 1,2 spent=100", "spent: expected"),
        ("march A to 1,2 length=nan", "length: expected"),
        ("march A to 1,2 length=1e999999", "length: expected"),
        ("march A to 1,2 length=0.0001", "length: expected"),
        ("march A to 1,2 share=1/0", "share: expected"),
        ("march A to 1,2 share=half", "share: expected"),
        (r'march "\q" to 1,2', "unit: expected"),
        ("march A to " + "(" * 5000 + "1,2" + ")" * 5000, "square: expected"),
        ("march A to 1,2 ways=" + "(" * 5000, "ways: expected"),
        ("march A to one spent=two", "spent: expected"),
    ],
)
def test_a_line_that_is_none_is_refused_with_what_can_be_written(told: str, says: str) -> None:
    with pytest.raises(InvalidRequestError) as caught:
        read_line(told, (Hold, March))
    assert says in str(caught.value)
    assert len(str(caught.value)) < 500


def test_every_mistake_of_a_line_is_told_at_once() -> None:
    with pytest.raises(InvalidRequestError) as caught:
        read_line("march A to one is_forced=perhaps spent=many", (March,))
    assert [problem.path for problem in caught.value.problems] == ["$.square", "$.is_forced", "$.spent"]


@given(st.text(max_size=60) | st.lists(st.sampled_from(list('march hold to(),"=\\12')), max_size=40).map("".join))
def test_any_text_is_an_action_or_refused(told: str) -> None:
    try:
        action = read_line(told, (Hold, March))
    except InvalidRequestError:
        return
    assert read_line(line(action), (Hold, March)) == action


def classes_with(words: object, **annotations: Any) -> type:
    made = type("Odd", (), {"words": words, "__annotations__": annotations})
    return frozen(kw_only=True)(made)


@pytest.mark.parametrize(
    ("words", "annotations", "says"),
    [
        (None, {}, "has no template"),
        ("", {}, "has no template"),
        ("{unit} marches", {"unit": str}, "has no template"),
        ("march", {"unit": str}, "name no fields, and it needs unit"),
        ("march {unit} {unit}", {"unit": str}, "name unit, unit, and it needs unit"),
        ("march {unit}, then stop", {"unit": str}, "put spaces round {fields}"),
        ("march ({unit})", {"unit": str}, "put spaces round {fields}"),
        ('march "{unit}"', {"unit": str}, "put spaces round {fields}"),
        ("march to=there", {}, 'no " or ='),
        ("march {unit}", {"unit": dict[str, int]}, "a line holds no"),
        ("march {unit}", {"unit": str | int}, "a line holds no"),
    ],
)
def test_a_class_whose_actions_no_line_could_tell_is_refused(
    words: object, annotations: dict[str, Any], says: str
) -> None:
    with pytest.raises(TypeError) as caught:
        require_lines([classes_with(words, **annotations)])
    assert says in str(caught.value)


def test_two_classes_with_the_same_words_are_refused() -> None:
    with pytest.raises(TypeError, match="have the same words"):
        require_lines([classes_with("March {unit}", unit=str), classes_with("march {other}", other=str)])
