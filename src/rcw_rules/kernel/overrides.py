"""What a referee's overrides mean."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import TYPE_CHECKING, Any, TypeVar, cast

from rcw_rules.kernel.dice import Variable
from rcw_rules.kernel.errors import OverrideError
from rcw_rules.kernel.plain import alternative_meant, in_text
from rcw_rules.kernel.shape_words import show

if TYPE_CHECKING:
    from rcw_rules.kernel.record import Overridable
    from rcw_rules.kernel.umpire import Override

ValueT = TypeVar("ValueT", bound=Hashable)

NO_OVERRIDES: dict[tuple[Overridable, str], Override] = {}


def by_place(overrides: Iterable[Override]) -> dict[tuple[Overridable, str], Override]:
    """Return overrides by what they override and where.

    Raises:
        OverrideError: If one is no override, or its reason not one line of text, or two contradict each other.
    """
    from rcw_rules.kernel.umpire import Override

    found: dict[tuple[Overridable, str], Override] = {}
    for override in overrides:
        if not isinstance(cast("object", override), Override):
            raise OverrideError(f"an override is made with Override(...), and {show(override, 'python')} is none")
        if not override.reason.strip() or not override.reason.isprintable():
            raise OverrideError(f"the reason of an override is one line of text, not {override.reason!r}")
        if found.setdefault((override.what, override.at), override) != override:
            raise OverrideError(f"two overrides say different things of the {override.what} {override.at!r}")
    return found


def value_meant(variable: Variable[ValueT], override: Override) -> ValueT:
    """Return the value of a throw that an override names, as a number, as yes or no, or in words."""
    for value in variable.branches:
        if value == override.value and isinstance(value, bool) == isinstance(override.value, bool):
            return value
    in_words = tuple(value for value in variable.branches.outcomes if type(value) is not int)
    try:
        return alternative_meant(in_words, override.value)
    except LookupError:
        raise _impossible(variable, override) from None


def _impossible(variable: Variable[Any], override: Override) -> OverrideError:
    possible = ", ".join(in_text(value) for value in variable.branches.outcomes[:12])
    return OverrideError(f"{override.at} cannot be {in_text(override.value)}: {variable.label} can be {possible}")
