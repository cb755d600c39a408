"""What all kinds of movement have in common: bases, the restriction on local units, and what is not checked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypeAlias

from rcw_rules.directory.model import IMMOVABLE, Counter, MissingProfileError, UnitType
from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.words import in_words

Unchecked: TypeAlias = Literal["stacking", "zoc"]
"""What the missing rulebook may still have against a move: limits of stacking, and zones of control."""

UNCHECKED: tuple[Unchecked, ...] = ("stacking", "zoc")  # miss-stacking-zoc

BASES: tuple[UnitType, ...] = ("mobile_base", "fixed_base")  # mov-base


NOT_CHECKED = "stacking and zones of control are not checked"
"""What a sentence says of the moves that are checked by the charts alone."""


def immovable_objections(unit: Counter) -> Iterator[Objection]:
    """Yield the objection to a base or stockpile that is to enter any hex and can enter none.

    Rules: mov-kinds.
    """
    if unit.type in IMMOVABLE:
        yield Objection(rule="mov-kinds", message=f"{named_by_type(unit)} never moves", path="$.unit.type")


def named_by_type(unit: Counter) -> str:
    """Return what to call the type of a unit in a sentence."""
    return f"a unit of the type {in_words(unit.type)}"


def unit_problems(unit: Counter, *, restriction_ok: bool | None, has_served: bool) -> Iterator[Problem]:
    """Yield fields that do not apply to a unit of this type.

    Rules: unit-local, mov-base-still, bad-input.
    """
    if restriction_ok is not None and unit.type != "local_units":
        yield Problem(
            ".restriction_ok", f"only local units have a restriction, not {named_by_type(unit)}", "unit-local"
        )
    if has_served and unit.type not in BASES:
        yield Problem(
            ".has_served", f"only a logistical base serves other units' moves, not {named_by_type(unit)}", "mov-base"
        )


def restriction_objections(unit: Counter, *, restriction_ok: bool | None) -> Iterator[Objection]:
    """Yield the objection to a local unit whose restriction forbids the move.

    Rules: unit-local, miss-restricted-broken-up.
    """
    if unit.type == "local_units" and restriction_ok is False:
        message = "the restriction on local units forbids this move"
        yield Objection(rule="unit-local", message=message, path="$.restriction_ok")


def require_restriction(unit: Counter, *, restriction_ok: bool | None) -> None:
    """Ask whether a local unit's restriction lets it move so, where the request does not say.

    Raises:
        MissingProfileError: If it is a local unit and the request does not say.

    Rules: unit-local, miss-restricted-broken-up.
    """
    if unit.type == "local_units" and restriction_ok is None:
        raise MissingProfileError(
            "miss-restricted-broken-up",
            "local_restriction",
            "Does the restriction on the movement of local units, which the sheet does not explain, allow this move?",
            "restriction_ok, or a profile with local_restriction",
        )


def still_objection() -> Objection:
    """Return the objection to a base that has served another unit's move and is to move itself.

    Rules: mov-base-still.
    """
    message = "a base that has served a naval, water or rail move stays where it is for the rest of the movement phase"
    return Objection(rule="mov-base-still", message=message, path="$.has_served")
