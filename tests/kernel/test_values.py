"""Copies with changes, and comparison by identity first."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cached_property
from typing import Any

import attrs
import pytest
from attrs import define, field, frozen
from hypothesis import given
from hypothesis import strategies as st

from rcw_rules.kernel.values import evolve, shared


@frozen(kw_only=True, cache_hash=True)
class Plain:
    name: str
    bases: int = 4
    share: Fraction = Fraction(1, 2)


@frozen(kw_only=True)
class Derived(Plain):
    more: tuple[int, ...] = ()


@frozen(kw_only=True, slots=False)
class WithoutSlots:
    name: str
    bases: int = 4


def stripped(name: str) -> str:
    return name.strip()


@frozen(kw_only=True)
class Converted:
    name: str = field(converter=stripped)
    bases: int = 4


@frozen(kw_only=True)
class Checked:
    name: str
    bases: int = field(default=4, validator=attrs.validators.gt(0))


@frozen(kw_only=True)
class Doubling:
    name: str
    bases: int = 4
    twice: int = field(init=False)

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "twice", 2 * self.bases)


@define(kw_only=True)
class Private:
    name: str
    _bases: int = 4


ANY: list[Callable[..., Any]] = [Plain, Derived, WithoutSlots, Converted, Checked, Doubling, Private]


@pytest.mark.parametrize("make", ANY)
@given(bases=st.integers(1, 9), changed=st.integers(1, 9), name=st.text(max_size=3))
def test_a_copy_is_what_the_class_makes_of_the_same_fields(
    make: Callable[..., Any], bases: int, changed: int, name: str
) -> None:
    before = make(name="one", bases=bases)
    hash_before = hash(before) if make is not Private else 0  # the only one that can change
    assert evolve(before, bases=changed) == make(name="one", bases=changed)
    assert evolve(before, name=name) == make(name=name, bases=bases)
    assert evolve(before, name=name, bases=changed) == make(name=name, bases=changed)
    assert evolve(before) == before
    assert before == make(name="one", bases=bases)
    if make is not Private:
        after = evolve(before, bases=bases + 1)
        assert (hash(before), hash(after)) == (hash_before, hash(make(name="one", bases=bases + 1)))


def test_what_a_class_does_as_it_makes_an_object_is_done_to_a_copy() -> None:
    assert evolve(Doubling(name="x", bases=2), bases=3).twice == 6
    assert evolve(Converted(name=" x "), name=" y ").name == "y"
    with pytest.raises(ValueError, match="bases"):
        evolve(Checked(name="x"), bases=0)


@pytest.mark.parametrize("make", ANY)
def test_a_field_that_there_is_not_is_refused(make: Callable[..., Any]) -> None:
    with pytest.raises(TypeError, match="stands"):
        evolve(make(name="x"), stands=2)


class Counting:
    """Something that counts how often it is compared."""

    compared = 0

    def __eq__(self, other: object) -> bool:
        Counting.compared += 1
        return isinstance(other, Counting)

    def __hash__(self) -> int:
        return 1


@shared
@frozen(kw_only=True, cache_hash=True)
class Shared:
    part: Counting
    bases: int = 4


def test_one_object_is_itself_without_a_look_at_its_parts_and_others_are_compared_as_ever() -> None:
    one, other = Shared(part=Counting()), Shared(part=Counting())
    Counting.compared = 0
    assert one == one  # noqa: PLR0124 - the point
    assert not (one != one)  # noqa: PLR0124, SIM202
    assert Counting.compared == 0
    assert one == other
    assert hash(one) == hash(other)
    assert Counting.compared == 1
    assert one != Shared(part=Counting(), bases=3)
    assert one.__eq__(Plain(name="one")) is NotImplemented


@frozen(kw_only=True)
class WithWork:
    bases: int = 4

    @cached_property
    def doubled(self) -> int:
        return 2 * self.bases


def test_what_was_worked_out_from_an_object_is_worked_out_anew_for_its_copy() -> None:
    one = WithWork()
    assert one.doubled == 8
    assert evolve(one, bases=3).doubled == 6
    assert evolve(one).doubled == 8
