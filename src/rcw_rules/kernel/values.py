"""Frozen attrs classes whose objects exact odds make and compare all the time."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from types import MemberDescriptorType
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import attrs

__all__ = ["evolve", "shared"]

_HASH = "_attrs_cached_hash"
"""The slot in which attrs keeps the hash of an object."""

ClassT = TypeVar("ClassT", bound=type)

if TYPE_CHECKING:
    from attrs import evolve
else:

    def evolve(value: Any, /, **changes: Any) -> Any:
        """Return a copy of an attrs object with some fields changed: as attrs does, in a third to a half of the time.

        >>> from attrs import frozen
        >>> @frozen(kw_only=True)
        ... class Unit:
        ...     name: str
        ...     bases: int = 4
        >>> evolve(Unit(name="1st Company"), bases=3)
        Unit(name='1st Company', bases=3)

        Args:
            value: The object.
            changes: The fields that change, by the names that the class takes when it makes an object.

        Raises:
            TypeError: The class has no such field.
        """
        copier = _copier(value.__class__)
        if copier is None:
            return attrs.evolve(value, **changes)
        made = copier.copy(value)
        for name, changed in changes.items():
            setter = copier.setters.get(name)
            if setter is None:
                return attrs.evolve(value, **changes)  # which says what is wrong
            setter(made, changed)
        return made


class _Copier(NamedTuple):
    """Copies the objects of a class without building them again.

    Attributes:
        copy: Returns a copy of an object.
        setters: Set a field of a copy, by its name.
    """

    copy: Callable[[Any], Any]
    setters: Mapping[str, Callable[[Any, Any], None]]


@cache
def _copier(cls: type) -> _Copier | None:
    """Return what copies the objects of a class; None for one that does more than to keep what it is given.

    Slots that are not fields hold what is worked out later: the hash is None in a copy, as in a new object, and cached
    properties are empty.
    """
    fields = attrs.fields(cls)
    slots: dict[str, Callable[[Any, Any], None]] = {
        name: member.__set__
        for base in reversed(cls.__mro__)
        for name, member in vars(base).items()
        if isinstance(member, MemberDescriptorType)
    }
    if (
        any(field.name not in slots or field.validator or field.converter or not field.init for field in fields)
        or hasattr(cls, "__attrs_pre_init__")
        or hasattr(cls, "__attrs_post_init__")
    ):
        return None
    kept = [field.name for field in fields]
    # Written out for the class, as attrs writes its methods.
    lines = ["def copy(value):", "    made = new(cls)"]
    lines += [f"    set_{name}(made, value.{name})" for name in kept]
    lines += [f"    set_{_HASH}(made, None)"] if _HASH in slots else []
    names: dict[str, Any] = {f"set_{name}": setter for name, setter in slots.items()}
    names.update(new=object.__new__, cls=cls)
    exec("\n".join([*lines, "    return made"]), names)  # noqa: S102 - made of the names of fields alone
    return _Copier(copy=names["copy"], setters={field.alias: slots[field.name] for field in fields})


def shared(cls: ClassT) -> ClassT:
    """Let the objects of a frozen attrs class compare equal to themselves at once: a decorator above attrs' own.

    The methods that attrs makes compare field by field, down to the last card of a unit, even an object with itself.
    That is for classes whose objects are parts of many requests and outcomes.

    >>> from attrs import frozen
    >>> @shared
    ... @frozen
    ... class Card:
    ...     name: str
    >>> Card("rifles") == Card("rifles"), Card("rifles") == Card("sabres"), Card("rifles") == "rifles"
    (True, False, False)
    """
    equal: Any = cls.__eq__

    def __eq__(self: object, other: object) -> bool:  # noqa: N807 - the name that it gets in the class
        result: bool = True if self is other else equal(self, other)
        return result

    cls.__eq__ = __eq__  # type: ignore[assignment, method-assign]  # of the class, not of its type
    return cls
