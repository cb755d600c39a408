"""Ledgers: sums, shifts and products, groups of which one counts, findings, and bad input."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import prod
from typing import Any

import pytest
from attrs import evolve
from attrs.exceptions import FrozenInstanceError
from hypothesis import given
from hypothesis import strategies as st

from rcw_rules.kernel.ledger import (
    AutomaticSuccess,
    Counting,
    Effect,
    Impossible,
    Ledger,
    Modifier,
    NotRequired,
    ledger,
)


def modifier(value: int | Fraction, effect: Effect = "add", group: str = "", counting: Counting = "best") -> Modifier:
    return Modifier(
        id="any", value=value, reason="a reason", rule="a-rule", effect=effect, group=group, counting=counting
    )


ELITE = Modifier(id="elite", value=1, reason="elite", rule="elite-rule")
WIRE = Modifier(id="wire", value=-2, reason="through wire", rule="wire-rule")
WOODS = Modifier(id="woods", value=1, reason="in woods", rule="woods-rule", group="cover")
TRENCH = Modifier(id="trench", value=3, reason="in a trench", rule="trench-rule", group="cover")
HOUSE = Modifier(id="house", value=3, reason="in a house", rule="house-rule", group="cover")
FLANK = Modifier(id="flank", value=2, reason="from the flank", rule="flank-rule", effect="shift")
NIGHT = Modifier(id="night", value=-1, reason="by night", rule="night-rule", effect="shift")
SUPPLY = Modifier(id="supply", value=Fraction(1, 2), reason="out of supply", rule="supply-rule", effect="multiply")
ARMOUR = Modifier(id="armour", value=Fraction(2, 3), reason="against armour", rule="armour-rule", effect="multiply")

SUCCESS = AutomaticSuccess(reason="nobody is left", rule="success-rule")
HOPELESS = Impossible(reason="out of reach", rule="reach-rule")
NEEDLESS = NotRequired(reason="at rest", rule="rest-rule")


@st.composite
def entries(draw: st.DrawFn) -> Modifier:
    effect: Effect = draw(st.sampled_from(["add", "shift", "multiply"]))
    value = Fraction(draw(st.integers(-4, 4)), 2) if effect == "multiply" else draw(st.integers(-3, 3))
    # The name of a group says what counts in it, so that its members agree.
    group = draw(st.sampled_from(["", "cover", "mud"]))
    return modifier(value, effect, group, "worst" if group == "mud" else "best")


lists = st.lists(entries(), max_size=8)


def counted_slowly(listed: list[Modifier]) -> list[Modifier]:
    """Strike out, from the back, every modifier of a group that another one outdoes."""
    left = list(enumerate(listed))
    for place, one in reversed(list(enumerate(listed))):
        rivals = [(at, e) for at, e in left if at != place and (e.group, e.effect) == (one.group, one.effect)]
        outdone = [
            rival
            for at, rival in rivals
            if (rival.value == one.value and at < place)
            or (rival.value > one.value if one.counting == "best" else rival.value < one.value)
        ]
        if one.group and outdone:
            left.remove((place, one))
    return [entry for _, entry in left]


@given(listed=lists)
def test_what_counts_is_what_a_slow_twin_leaves(listed: list[Modifier]) -> None:
    book = ledger(listed)
    left = counted_slowly(listed)
    assert [id(entry) for entry in book.counted] == [id(entry) for entry in left]
    assert book.total == sum(entry.value for entry in left if entry.effect == "add")
    assert book.shift == sum(entry.value for entry in left if entry.effect == "shift")
    assert book.factor == prod((entry.value for entry in left if entry.effect == "multiply"), start=Fraction(1))
    assert list(book) == listed
    assert len(book) == len(listed)


def test_an_empty_ledger_changes_nothing() -> None:
    assert (Ledger().total, Ledger().shift, str(Ledger())) == (0, 0, "no modifiers")
    assert Ledger().factor == 1


def test_additions_shifts_and_products_are_kept_apart_and_exact() -> None:
    book = Ledger.of(ELITE, FLANK, SUPPLY, WIRE, NIGHT, ARMOUR)
    assert (book.total, book.shift) == (-1, 1)
    assert book.factor == Fraction(1, 3)
    assert type(book.total) is type(book.shift) is int


@pytest.mark.parametrize(
    ("listed", "counted"),
    [
        ((WOODS, TRENCH, ELITE), (TRENCH, ELITE)),
        ((TRENCH, WOODS, ELITE), (TRENCH, ELITE)),
        ((TRENCH, HOUSE), (TRENCH,)),
        ((HOUSE, WOODS, TRENCH), (HOUSE,)),
        ((evolve(WOODS, counting="worst"), evolve(TRENCH, counting="worst")), (evolve(WOODS, counting="worst"),)),
        ((WOODS, evolve(TRENCH, group="fire")), (WOODS, evolve(TRENCH, group="fire"))),
        ((WOODS, evolve(TRENCH, effect="shift")), (WOODS, evolve(TRENCH, effect="shift"))),
        ((ELITE, ELITE), (ELITE, ELITE)),
        ((WOODS, WOODS), (WOODS,)),
    ],
)
def test_of_a_group_one_counts(listed: tuple[Modifier, ...], counted: tuple[Modifier, ...]) -> None:
    book = Ledger.of(*listed)
    assert book.counted == counted
    assert book.entries == listed


@pytest.mark.parametrize("values", [(1, -1), (-1, 1), (2, 2)])
def test_a_group_whose_members_disagree_is_refused(values: tuple[int, int]) -> None:
    best = Modifier(id="woods", value=values[0], reason="in woods", rule="woods-rule", group="cover")
    worst = Modifier(id="mud", value=values[1], reason="in mud", rule="mud-rule", group="cover", counting="worst")
    with pytest.raises(ValueError, match="cover") as caught:
        _ = Ledger.of(ELITE, best, worst).total
    assert str(caught.value) == (
        "of the group 'cover' the best counts by woods [woods-rule], but the worst by mud [mud-rule]"
    )


@given(one=lists, other=lists)
def test_ledgers_are_put_together_in_order(one: list[Modifier], other: list[Modifier]) -> None:
    both = ledger(one) + ledger(other)
    assert both == ledger([*one, *other])
    behind = ledger(one)
    for entry in other:
        behind += entry
    assert behind == both
    assert hash(behind) == hash(both)


def test_nothing_changes_a_ledger() -> None:
    book = Ledger.of(ELITE)
    before = hash(book)
    _ = book + WIRE, book.settled(SUCCESS), book.replaced("elite", 5), book.total
    assert book == Ledger.of(ELITE)
    assert hash(book) == before
    anything: Any = book
    with pytest.raises(FrozenInstanceError):
        anything.entries = ()


# ---------------------------------------------------------------------- findings


def test_the_first_finding_stands() -> None:
    settled = Ledger.of(ELITE).settled(HOPELESS)
    assert settled.finding is HOPELESS
    assert settled.entries == (ELITE,)
    assert settled.settled(SUCCESS) is settled
    assert (settled + WIRE).finding is HOPELESS
    assert (settled + Ledger().settled(NEEDLESS)).finding is HOPELESS
    assert (Ledger.of(ELITE) + Ledger().settled(NEEDLESS)).finding is NEEDLESS
    assert (Ledger() + Ledger()).finding is None


def test_findings_of_different_kinds_differ() -> None:
    same = {"reason": "a reason", "rule": "a-rule"}
    assert len({AutomaticSuccess(**same), Impossible(**same), NotRequired(**same)}) == 3


# ---------------------------------------------------------------------- a referee's change


@given(listed=lists, value=st.integers(-3, 3))
def test_a_value_is_replaced_wherever_the_id_stands(listed: list[Modifier], value: int) -> None:
    book = Ledger((ELITE, *listed, WIRE), HOPELESS)
    changed = book.replaced("any", value)
    assert changed.entries == (ELITE, *(evolve(entry, value=value) for entry in listed), WIRE)
    assert changed.finding is HOPELESS
    assert book.replaced("unknown", value) == book


def test_a_replaced_value_may_change_which_of_a_group_counts() -> None:
    changed = Ledger.of(WOODS, TRENCH).replaced("woods", 4)
    assert [entry.id for entry in changed.counted] == ["woods"]
    assert changed.total == 4


# ---------------------------------------------------------------------- in words


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        (ELITE, "+1 elite"),
        (WIRE, "-2 through wire"),
        (evolve(ELITE, value=0), "+0 elite"),
        (FLANK, "+2 columns from the flank"),
        (NIGHT, "-1 column by night"),
        (evolve(NIGHT, value=1), "+1 column by night"),
        (evolve(NIGHT, value=0), "+0 columns by night"),
        (SUPPLY, "x1/2 out of supply"),
        (evolve(SUPPLY, value=2), "x2 out of supply"),
    ],
)
def test_a_modifier_in_words(entry: Modifier, words: str) -> None:
    assert str(entry) == words


def test_a_ledger_in_words_names_what_counts() -> None:
    assert str(Ledger.of(ELITE, WOODS, TRENCH, FLANK)) == "+1 elite, +3 in a trench, +2 columns from the flank"


# ---------------------------------------------------------------------- bad input


@pytest.mark.parametrize(("effect", "read"), [("add", lambda book: book.total), ("shift", lambda book: book.shift)])
def test_fractions_are_not_added(effect: Effect, read: Callable[[Ledger], int]) -> None:
    book = Ledger.of(modifier(Fraction(3, 2), effect), modifier(1, effect))
    with pytest.raises(TypeError) as caught:
        read(book)
    assert str(caught.value) == ("the modifiers of a ledger that are added or shift columns are whole numbers, not 5/2")
