"""The words for shapes, limits and values, in messages for Python and for JSON."""

from __future__ import annotations

import json
import re
from decimal import Decimal
from fractions import Fraction
from typing import Any, Literal, TypeAlias

from rcw_rules.kernel.angles import Angle
from rcw_rules.kernel.errors import close_names, did_you_mean
from rcw_rules.kernel.lengths import Inches
from rcw_rules.kernel.shapes import (
    MEASURES,
    AnyJSON,
    Enumeration,
    Instance,
    Items,
    Limit,
    Limited,
    Nothing,
    OneOf,
    Range,
    Row,
    Scalar,
    Shape,
    TextMap,
    is_array,
    is_object,
    is_tuple,
    measure_of,
)
from rcw_rules.kernel.words import counted

Language: TypeAlias = Literal["python", "json"]
"""The reader of a message: somebody who writes Python, or somebody who writes JSON."""


_LONGEST_SHOWN = 60


def describe(shape: Shape, language: Language) -> str:
    """Return what *shape* expects, in the words of *language*.

    >>> from typing import Annotated
    >>> from rcw_rules.kernel.shapes import shape_of
    >>> describe(shape_of(Annotated[int, Range(1, 99)]), "json")
    'an integer from 1 to 99'
    >>> describe(shape_of(tuple[int, ...]), "python"), describe(shape_of(tuple[int, ...]), "json")
    ('a tuple', 'an array')
    """
    python = language == "python"
    match shape:
        case Scalar():
            return _scalar_words(shape, language)
        case Nothing():
            return show(None, language)
        case Enumeration(values=values):
            shown = ", ".join(show(value, language) for value in values)
            return f"one of {shown}" if len(values) > 1 else shown
        case Items():
            return "a tuple" if python else "an array"
        case Row(items=items):
            return f"{'a tuple' if python else 'an array'} of exactly {counted(len(items), 'item')}"
        case TextMap():
            return "a mapping from texts" if python else "an object"
        case Instance(cls=cls):
            return f"an instance of {cls.__name__}" if python else "an object"
        case OneOf(members=members):
            return " or ".join(dict.fromkeys(describe(member, language) for member in members))
        case Limited(base=base, limits=limits):
            measured = base.type if isinstance(base, Scalar) and base.type in MEASURES else None
            words = _measure_words(measured, language) if measured else describe(base, language)
            return f"{words} {' and '.join(_bounds(limit, base) for limit in limits)}"
        case AnyJSON():
            return "a value that JSON can hold" if python else "any JSON value"


def _measure_words(measured: type, language: Language) -> str:
    if language == "python":
        return f"an {measured.__name__}"
    return f"a number of {MEASURES[measured].unit}"


def _scalar_words(shape: Scalar, language: Language) -> str:
    scalar = shape.type
    if scalar is int:
        return "an integer"
    if scalar is bool:
        return "True or False" if language == "python" else "true or false"
    if scalar is str:
        return "a text"
    if scalar is Fraction:
        return "a Fraction" if language == "python" else 'a fraction such as "1/6" or an integer'
    measure = measure_of(shape)
    return f"{_measure_words(scalar, language)} from {measure.low:,} to {measure.high:,}"


def _bounds(limit: Limit, base: Shape) -> str:
    low, high = limit.low, limit.high
    unit = "" if isinstance(limit, Range) else "character" if base == Scalar(str) else "item"
    if low == high and low is not None:
        return f"of exactly {counted(low, unit)}"
    if high is None:
        return f"of at least {counted(low or 0, unit)}"
    if low is None:
        return f"of at most {counted(high, unit)}"
    return f"{'of' if unit else 'from'} {low} to {counted(high, unit)}"


def show(value: Any, language: Language) -> str:
    """Return *value* as one short line, in the words of *language*.

    >>> show("red", "json"), show(True, "json"), show([1, 2], "json"), show([1, 2], "python")
    ('"red"', 'true', 'an array of 2 items', 'a list')
    """
    python = language == "python"
    if value is None or isinstance(value, bool):
        text = repr(value) if python else json.dumps(value)
    elif isinstance(value, str):
        # Cut first: a text of a million characters is not worth quoting in full.
        text = str.__str__(value)[: _LONGEST_SHOWN + 1]
        text = repr(text) if python else json.dumps(text)
    elif isinstance(value, (int, float, Decimal, Fraction, *MEASURES)):
        text = _number_text(value, language)
    elif not python and is_array(value):
        text = f"an array of {counted(len(value), 'item')}"
    elif not python and is_object(value):
        text = "an object"
    else:
        name = value.__name__ if isinstance(value, type) else type(value).__name__
        article = "the class" if isinstance(value, type) else "an" if name[0] in "aeiouAEIOU" else "a"
        text = f"{article} {name}"
    return text if len(text) <= _LONGEST_SHOWN else f"{text[: _LONGEST_SHOWN - 3]}..."


def _number_text(value: object, language: Language) -> str:
    try:
        # An integer or a float reads the same either way; the others say in Python what they are.
        return repr(value) if language == "python" else str(value)
    except ValueError:  # Python refuses to write out an integer of thousands of digits
        return "a huge number"


def expected_but_got(shape: Shape, value: Any, language: Language) -> str:
    """Return the message that *value* is not what *shape* expects, with the nearest choice where there is one."""
    message = f"expected {describe(shape, language)}, got {show(value, language)}"
    if isinstance(shape, Enumeration) and isinstance(value, str):
        near = close_names(value[:_LONGEST_SHOWN], (choice for choice in shape.values if isinstance(choice, str)))
        message += did_you_mean(near)
    return message


def broken_limits(shape: Limited, value: Any, language: Language) -> list[tuple[str, str]]:
    """Return the message and the rule of every limit of *shape* that *value*, already of its type, does not keep."""
    broken = [limit for limit in shape.limits if not _is_allowed(limit, value)]
    if not broken:  # as nearly always: say nothing, and work out no words
        return []
    given = show(value, language)
    if isinstance(value, str):
        given = counted(len(value), "character")
    elif is_tuple(value):
        given = counted(len(value), "item")
    elif isinstance(value, (Inches, Angle)) and language == "json":
        given = str(value.as_decimal())
    return [
        (f"expected {describe(Limited(shape.base, (limit,)), language)}, got {given}", limit.rule) for limit in broken
    ]


def _is_allowed(limit: Limit, value: Any) -> bool:
    return limit.allows(value)


def key_step(key: str) -> str:
    """Return the step of a JSON path to *key*: ``.stands``, or ``["odd key"]`` where it is not a plain name."""
    return f".{key}" if re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", key) else f"[{show(key, 'json')}]"
