"""What the public strategies draw is well-formed, within the limits, and ends."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Annotated, Any, Literal, assert_type

import pytest
from attrs import frozen
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from hypothesis.errors import FailedHealthCheck

from rcw_rules.kernel.angles import Angle
from rcw_rules.kernel.dice import d6
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import JSONValue, Range, Size, validate
from rcw_rules.kernel.lengths import Inches, inches
from rcw_rules.kernel.procedures import Procedure, Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.registry import load
from rcw_rules.strategies import requests, values
from rcw_rules.wire import dumps, parse_json, structure, unstructure


@frozen(kw_only=True)
class Gun:
    """A gun."""

    calibre: Annotated[int, Range(57, 203)]


@frozen(kw_only=True)
class Crew:
    """A crew that may have crews under it."""

    men: Annotated[int, Range(1, 9)] = 1
    under: tuple[Crew, ...] = ()
    beside: Crew | None = None


@frozen(kw_only=True, cache_hash=True)
class Fired:
    """What was fired."""

    hits: int


@frozen(kw_only=True)
class Fire(Request[Fired]):
    """One field of every sort."""

    number: int
    least: Annotated[int, Range(3, None)]
    share: Annotated[Fraction, Range(0, 1)]
    distance: Annotated[Inches, Range(2, 10)]
    length: Inches
    bearing: Annotated[Angle, Range(-90, 90)]
    name: Annotated[str, Size(2, 4)]
    arm: Literal["foot", "horse", 3, True]
    guns: Annotated[tuple[Gun, ...], Size(1, 3)]
    place: tuple[int, bool]
    answer: Gun | Crew | str | None
    notes: dict[str, JSONValue]
    sure: bool = True


@frozen(kw_only=True, cache_hash=True)
class Deal(Request[Fired]):
    """Cards that there are, in rising order."""

    cards: Annotated[tuple[str, ...], Size(1, 3)]
    hidden: bool = False

    def inconsistencies(self) -> Iterator[Problem]:
        if not {*self.cards} <= {"7H", "8H", "9H", "KS"}:
            yield Problem(".cards", "there is no such card")
        if list(self.cards) != sorted({*self.cards}):
            yield Problem(".cards", "they do not rise")


@frozen(kw_only=True)
class Never:
    """What contradicts itself always."""

    number: int

    def inconsistencies(self) -> Iterator[Problem]:
        yield Problem(".number", "is wrong")


@frozen(kw_only=True)
class Swap(Request[Fired]):
    """Two names."""

    first: Annotated[str, Size(4, 5)]
    second: Annotated[str, Size(4, 5)]


def swapped(request: Swap, umpire: Umpire[Any]) -> Fired:
    """Swap."""
    return Fired(hits=umpire.roll(d6, "die", "x"))


@frozen(kw_only=True)
class Count(Request[Fired]):
    """Numbers that nobody guesses."""

    guns: int
    horses: int
    carts: int
    rifles: int
    shells: int
    listed: tuple[int, ...]
    usual: int = 1_234_567


@procedure(
    "toy.count",
    title="How many?",
    rules=("x",),
    example=lambda: Count(
        guns=10_007, horses=20_011, carts=30_011, rifles=40_009, shells=50_021, listed=(60_013, 70_001)
    ),
)
def count(request: Count, umpire: Umpire[Any]) -> Fired:
    """Count."""
    return Fired(hits=umpire.roll(d6, "die", "x"))


@procedure("toy.deal", title="What is dealt?", rules=("x",), example=lambda: Deal(cards=("7H", "9H")))
def deal(request: Deal, umpire: Umpire[Any]) -> Fired:
    """Deal."""
    return Fired(hits=umpire.roll(d6, "die", "x"))


def survives(value: Any) -> bool:
    validate(value)
    return bool(structure(parse_json(dumps(unstructure(value)), "it"), type(value)) == value)


@given(requests(Fire))
def test_every_sort_of_field_is_well_formed_and_survives_the_wire(request: Fire) -> None:
    assert survives(request)


@given(values(Annotated[int, Range(1, 6)]), values(tuple[Literal["a"], ...]), values(Gun))
def test_types_as_fields_declare_them(face: int, letters: tuple[str, ...], gun: Gun) -> None:
    assert 1 <= face <= 6
    assert set(letters) <= {"a"}
    assert 57 <= gun.calibre <= 203


def seen(strategy: st.SearchStrategy[Any], count: int = 200) -> list[Any]:
    """Return what a strategy draws, the same every time."""
    found: list[Any] = []

    @settings(max_examples=count, derandomize=True, database=None, phases=[Phase.generate])
    @given(strategy)
    def draw(value: Any) -> None:
        found.append(value)

    draw()
    return found


def test_both_ends_of_a_range_are_reached() -> None:
    assert {*seen(values(Annotated[int, Range(1, 3)]))} == {1, 2, 3}
    lengths = seen(values(Annotated[Inches, Range(0, 1)]), 500)
    assert {inches(0), inches(1)} < {*lengths}
    assert any(length.thousandths % 1000 for length in lengths)
    assert {len(items) for items in seen(values(Annotated[tuple[bool, ...], Size(1, 3)]))} == {1, 2, 3}


def test_many_numbers_are_small_and_some_are_not() -> None:
    numbers = seen(values(Annotated[int, Range(1, 10_000)]))
    assert len([number for number in numbers if number <= 21]) > len(numbers) / 5
    assert max(numbers) > 5_000
    assert min(seen(values(int))) < 0
    assert {number < 0 for number in seen(values(Annotated[int, Range(-5, -1)]))} == {True}


def test_every_alternative_is_reached() -> None:
    assert {type(answer) for answer in seen(values(Gun | Crew | str | None))} == {Gun, Crew, str, type(None)}


def depth(crew: Crew) -> int:
    return 1 + max((depth(other) for other in (*crew.under, *([crew.beside] if crew.beside else []))), default=0)


def test_a_class_that_contains_itself_ends() -> None:
    depths = {depth(crew) for crew in seen(values(Crew))}
    assert max(depths) == 3
    assert 1 in depths


def test_nothing_but_contradictions_is_noticed() -> None:
    with pytest.raises(FailedHealthCheck, match="filtering out"):
        seen(values(Never), 10)


def test_a_type_that_no_field_can_have_is_refused() -> None:
    with pytest.raises(TypeError, match="cannot be the type of a field"):
        values(set[int])


def test_a_procedure_gives_its_example_and_changes_of_it() -> None:
    found = seen(requests(deal))
    assert Deal(cards=("7H", "9H")) in found
    assert Deal(cards=("9H",)) in found  # one item left out
    assert Deal(cards=("7H", "9H"), hidden=True) in found
    assert all(survives(request) for request in found)
    assert {card for request in found for card in request.cards} == {"7H", "9H"}  # others are hard to guess


def test_some_requests_are_the_example_with_a_few_changes_and_some_are_drawn_from_nothing() -> None:
    found = seen(requests(count), 800)
    assert {request.listed for request in found} & {(60_013,), (70_001,)}  # one item left out
    example = {10_007, 20_011, 30_011, 40_009, 50_021}
    kept = {len(example & {one.guns, one.horses, one.carts, one.rifles, one.shells}) for one in found}
    assert {0, 3, 4} <= kept  # four changes at most: none of the five numbers is kept only where all are drawn


def test_a_field_is_left_at_its_default_now_and_then() -> None:
    left = [request.usual == 1_234_567 for request in seen(values(Count))]
    assert {True, False} == {*left}


def test_texts_that_are_hard_to_guess_can_be_given() -> None:
    found = seen(requests(deal, texts=["8H", "KS", "QS"]))
    assert {card for request in found for card in request.cards} == {"7H", "8H", "9H", "KS"}
    assert {request.cards for request in seen(requests(Deal, texts=["8H"]), 20)} == {("8H",)}


def test_texts_of_the_example_are_drawn_in_other_places_too() -> None:
    swap = procedure("toy.swap", title="Who?", rules=("x",), example=lambda: Swap(first="alpha", second="beta"))(
        swapped
    )
    assert Swap(first="beta", second="beta") in seen(requests(swap))


def test_texts_and_lengths_are_within_the_limits_of_a_field() -> None:
    texts = seen(values(Annotated[str, Size(2, 4)], texts=["a", "abcd", "abcde"]))
    assert {len(text) for text in texts} == {2, 3, 4}
    assert "abcd" in texts
    for low, high in ((-5, 1), (None, 1), (3, 4)):  # no length is below 0, unless its range says so
        lengths = seen(values(Annotated[Inches, Range(low, high)]))
        assert (min(lengths), max(lengths)) == (Inches(thousandths=1000 * (low or 0)), inches(high))


def test_type_checkers_know_what_is_drawn() -> None:
    assert_type(requests(deal), st.SearchStrategy[Deal])
    assert_type(requests(Deal, texts=["KS"]), st.SearchStrategy[Deal])
    assert_type(values(Gun), st.SearchStrategy[Gun])


def test_a_procedure_without_an_example_draws_from_nothing() -> None:
    bare: Procedure[Fire, Fired, Any] = Procedure(
        lambda request, umpire: Fired(hits=0),
        id="toy.bare",
        title="?",
        rules=(),
        example=None,
        request_type=Fire,
        outcome_type=Fired,
    )
    assert all(type(request) is Fire for request in seen(requests(bare), 5))


@pytest.mark.parametrize("id", ["directory", "orel", "red_actions", "red_square", "red_white"])
def test_requests_of_the_five_are_well_formed_and_survive_the_wire(id: str) -> None:
    for asked in load(id).procedures:
        found = seen(requests(asked), 4)
        assert found
        assert all(type(request) is asked.request_type and survives(request) for request in found)


def test_requests_are_not_only_the_example() -> None:
    asked = load("red_white").procedure("red_white.melee")
    found = {request for request in seen(requests(asked), 50) if load("red_white").verdict(request)}
    assert len(found) > 10
    assert asked.example in found
