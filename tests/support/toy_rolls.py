"""A sound small ruleset of single rolls, and requests that lack one thing each."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import define, field, frozen

from rcw_rules.kernel.dice import d6
from rcw_rules.kernel.procedures import Procedure, Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.marks import NoOptions
from rcw_rules.ruleset import Ruleset
from rcw_rules.testing import check_ruleset


@frozen(kw_only=True)
class Rolled:
    """What was rolled.

    Attributes:
        face: The face.
    """

    face: int


@frozen(kw_only=True, cache_hash=True)
class Roll(Request[Rolled]):
    """A throw.

    Attributes:
        plus: What to add.
    """

    plus: int = 0


@define(kw_only=True, unsafe_hash=True)
class LooseRoll(Request[Rolled]):
    """A throw that can be changed.

    Attributes:
        plus: What to add.
    """

    plus: int = 0


@frozen(cache_hash=True)
class PositionalRoll(Request[Rolled]):
    """A throw whose fields go by position, and say nothing."""

    plus: int = 0


@frozen
class Shift:
    """A shift whose field goes by position.

    Attributes:
        columns: How far.
    """

    columns: int = 0


@frozen(kw_only=True, cache_hash=True)
class ShiftedRoll(Request[Rolled]):
    """A throw with a part whose fields go by position.

    Attributes:
        shifts: The shifts.
    """

    shifts: tuple[Shift, ...] = ()


@frozen(kw_only=True, cache_hash=True)
class Twice(Request[Rolled]):
    """Two throws."""


class Plain(Request[Rolled]):
    """A throw that is no attrs class."""


@frozen(kw_only=True, cache_hash=True)
class SetRoll(Request[Rolled]):
    """A throw with a field that JSON cannot hold.

    Attributes:
        faces: What may fall.
    """

    faces: frozenset[int] = frozenset()


@frozen(kw_only=True, cache_hash=True)
class SecretRoll(Request[Rolled]):
    """A throw with a part that is no field of JSON."""

    secret: int = field(init=False, default=0)

    @classmethod
    def with_secret(cls) -> SecretRoll:
        roll = cls()
        object.__setattr__(roll, "secret", 1)
        return roll


def roll_once(request: Roll, umpire: Umpire[Any]) -> Rolled:
    """Roll."""
    return Rolled(face=umpire.roll(d6, "die", "x") + request.plus)


_SOUND: dict[str, Any] = {"title": "What is rolled?", "rules": ("x",), "example": Roll}


def toy_ruleset(*procedures: Procedure[Any, Any, Any], **changes: Any) -> Ruleset[Any]:
    sound: dict[str, Any] = {"id": "toy", "title": "Toy", "edition": "1", "rules_version": 1, "options": NoOptions()}
    return Ruleset(procedures=procedures, **{**sound, **changes})


def toy_procedure(run: Any = roll_once, id: str = "toy.roll", **changes: Any) -> Procedure[Any, Any, Any]:
    return procedure(id, **{**_SOUND, **changes})(run)


def found_in(ruleset: Ruleset[Any], **arguments: Any) -> list[str]:
    with pytest.raises(AssertionError) as caught:
        check_ruleset(ruleset, **arguments)
    head, *found = str(caught.value).splitlines()
    assert head == f"{ruleset.id}: "
    return found


def roll_named(text: str) -> Any:
    """Return the function of a procedure whose outcome is what *text* makes of the umpire."""

    def run(request: Roll, umpire: Umpire[Any]) -> Rolled:
        """Roll."""
        return Rolled(face=eval(text, {**globals(), "umpire": umpire}))  # noqa: S307 - our own

    return run
