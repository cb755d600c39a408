"""What counts in an outcome: payoffs with a name, for advice and for whoever compares outcomes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import attrs

from rcw_rules.kernel.errors import UnknownNameError, close_names
from rcw_rules.kernel.lengths import Inches
from rcw_rules.kernel.procedures import Procedure
from rcw_rules.kernel.shapes import Instance, Limited, Nothing, OneOf, Scalar, Shape, fields_of
from rcw_rules.kernel.words import in_words

if TYPE_CHECKING:
    from rcw_rules.ruleset import Ruleset

__all__ = ["Payoff", "payoff_of", "payoffs_of"]


@attrs.frozen(kw_only=True)
class Payoff:
    """A number, or yes (1) and no (0), that can be told of an outcome.

    Attributes:
        id: A short name: ``wins``.
        title: What it counts, in a few words: ``the attacker wins``.
        outcome: The class of the outcomes that it is told of.
        of: Tells it of an outcome.
        is_event: Whether it is yes or no, so that its mean is a probability.
        good_for: Says of a request which side wants it high, spelt as on its units: ``red``; "" where the decisions are
            those of one side anyway, which wants it high.
    """

    id: str
    title: str
    outcome: type[Any]
    of: Callable[[Any], int | Fraction]
    is_event: bool = False
    good_for: Callable[[Any], str] = lambda _: ""


def payoffs_of(ruleset: Ruleset[Any], procedure: Procedure[Any, Any, Any]) -> tuple[Payoff, ...]:
    """Return the payoffs of a procedure's outcome: those of the ruleset, then every number and yes or no in it.

    A field that has the name of a payoff of the ruleset is left out.
    """
    named = [payoff for payoff in ruleset.payoffs if payoff.outcome is procedure.outcome_type]
    taken = {payoff.id for payoff in named}
    return (*named, *(payoff for payoff in _fields(procedure.outcome_type) if payoff.id not in taken))


def payoff_of(ruleset: Ruleset[Any], procedure: Procedure[Any, Any, Any], name: str | None) -> Payoff:
    """Return the payoff of that *name*, such as ``wins`` or ``defender.losses``.

    Args:
        ruleset: The ruleset.
        procedure: The procedure whose outcome is measured.
        name: The name; None for the first.

    Raises:
        UnknownNameError: If there is none of that name, or none at all; the error suggests similar names, or
            lists those of the ruleset.
    """
    known = payoffs_of(ruleset, procedure)
    for payoff in known:
        if name in (None, payoff.id):
            return payoff
    names = [payoff.id for payoff in known]
    suggestions = close_names(name or "", names) or [payoff.id for payoff in known if payoff in ruleset.payoffs]
    raise UnknownNameError(f"payoff of {procedure.id}", name or "", names, suggestions)


def _fields(cls: type) -> Iterator[Payoff]:
    for path, is_event in _numbers(cls, (), ()):
        name = ".".join(path)
        yield Payoff(id=name, title=in_words(" ".join(path)), outcome=cls, of=_reader(path), is_event=is_event)


def _reader(path: tuple[str, ...]) -> Callable[[Any], int | Fraction]:
    def read(outcome: Any) -> int | Fraction:
        value = outcome
        for name in path:
            if value is None:  # a part that is not there counts nothing
                return 0
            value = getattr(value, name)
        if isinstance(value, Inches):
            return Fraction(value.thousandths, 1000)
        return 0 if value is None else value

    return read


def _numbers(cls: type, above: tuple[str, ...], inside: tuple[type, ...]) -> Iterator[tuple[tuple[str, ...], bool]]:
    """Yield the way to every number and truth value in a class, and whether it is a truth value."""
    if cls in inside:
        return
    for field in fields_of(cls):
        for shape in _members(field.shape):
            path = (*above, field.name)
            if isinstance(shape, Scalar) and shape.type in (bool, int, Fraction, Inches):
                yield path, shape.type is bool
            elif isinstance(shape, Instance) and not above:
                yield from _numbers(shape.cls, path, (*inside, cls))


def _members(shape: Shape) -> tuple[Shape, ...]:
    """Return what a value may be, None aside."""
    match shape:
        case Limited(base=base):
            return _members(base)
        case OneOf(members=members):
            return tuple(inner for member in members if not isinstance(member, Nothing) for inner in _members(member))
        case _:
            return (shape,)
