"""What an annotation declares: the shape of a value, and its limits.

A limit stands beside the type that it limits and names the rule that sets it:

    Stands = Annotated[int, Range(1, 99, rule="gen-stand")]

Annotations are read here and nowhere else, by `shape_of`. Checking a value, reading JSON and writing a schema all work
from the shapes that it returns, so that the three agree.
"""

from __future__ import annotations

import re
import types
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from functools import cache
from typing import Annotated, Any, Literal, NamedTuple, TypeAlias, TypeGuard, Union, get_args, get_origin

import attrs
from attrs import frozen

from rcw_rules.kernel.angles import MOST_DEGREES, Angle, degrees
from rcw_rules.kernel.lengths import MOST_INCHES, Inches, coordinate, inches

# --- What an annotation can say -----------------------------------------------------------------------------------


def _require_bounds(low: int | None, high: int | None) -> None:
    if low is None and high is None:
        raise ValueError("a limit without a bound limits nothing")
    if low is not None and high is not None and low > high:
        raise ValueError(f"the lower bound {low} is above the upper bound {high}")


@frozen
class Range:
    """The least and the greatest value of a number; for a length in whole inches, for an angle in whole degrees.

    Attributes:
        low: The least value allowed, or None for no bound.
        high: The greatest value allowed, or None for no bound.
        rule: The id of the rule that sets the limit, or "" where no rule does.
    """

    low: int | None
    high: int | None
    rule: str = ""

    def __attrs_post_init__(self) -> None:
        _require_bounds(self.low, self.high)

    def allows(self, value: int | Fraction | Inches | Angle) -> bool:
        """Return whether *value* lies within the bounds, both included."""
        amount = Fraction(value.thousandths, 1000) if isinstance(value, (Inches, Angle)) else value
        return (self.low is None or amount >= self.low) and (self.high is None or amount <= self.high)


@frozen
class Size:
    """The least and the greatest number of items of a tuple, or of characters of a text.

    Attributes:
        low: The least number allowed, or None for no bound.
        high: The greatest number allowed, or None for no bound.
        rule: The id of the rule that sets the limit, or "" where no rule does.
    """

    low: int | None
    high: int | None
    rule: str = ""

    def __attrs_post_init__(self) -> None:
        _require_bounds(self.low, self.high)

    def allows(self, value: Sequence[object]) -> bool:
        """Return whether *value* has as many items or characters as allowed."""
        return (self.low is None or len(value) >= self.low) and (self.high is None or len(value) <= self.high)


Limit: TypeAlias = Range | Size


@frozen
class _AnyJSONMark:
    """Marks a field that holds any JSON value."""


JSONValue: TypeAlias = Annotated[object, _AnyJSONMark()]
"""Any JSON value: None, bool, int, Decimal, str, a tuple of such values, or a dict of such values by text."""


@frozen
class Scalar:
    """A single value: an integer, a truth value, a text, a fraction, a length or an angle.

    Attributes:
        type: int, bool, str, Fraction, Inches or Angle.
        signed: Of lengths: whether they may be less than 0, as coordinates may. A `Range` below 0 says so.
    """

    type: type
    signed: bool = False


@frozen
class Measure:
    """What a length or an angle is in JSON, which knows it as a number of units with at most three decimals.

    Attributes:
        noun: What is measured.
        unit: The unit, in the plural.
        low: The least number of units.
        high: The greatest number of units.
        make: Makes the value of a number of units.
    """

    noun: str
    unit: str
    low: int
    high: int
    make: Callable[[int | Decimal], Inches | Angle]

    def holds(self, thousandths: object) -> bool:
        """Return whether a number of thousandths lies within the bounds."""
        return type(thousandths) is int and self.low * 1000 <= thousandths <= self.high * 1000


MEASURES: Mapping[type, Measure] = {
    Inches: Measure("length", "inches", 0, MOST_INCHES, inches),
    Angle: Measure("angle", "degrees", -MOST_DEGREES, MOST_DEGREES, degrees),
}
"""The scalars that are measured, by their class."""

_COORDINATE = Measure("coordinate", "inches", -MOST_INCHES, MOST_INCHES, coordinate)


def measure_of(scalar: Scalar) -> Measure:
    """Return what a length, a coordinate or an angle is in JSON."""
    return _COORDINATE if scalar.signed else MEASURES[scalar.type]


@frozen
class Nothing:
    """None, which is null in JSON."""


@frozen
class Enumeration:
    """One of the values of a Literal.

    Attributes:
        values: Every value allowed, in the order declared.
    """

    values: tuple[str | int | bool, ...]


@frozen
class Items:
    """A tuple of any number of items of one shape.

    Attributes:
        item: The shape of every item.
    """

    item: Shape


@frozen
class Row:
    """A tuple of a fixed number of items, each with its own shape.

    Attributes:
        items: The shapes of the items, in order.
    """

    items: tuple[Shape, ...]


@frozen
class TextMap:
    """A mapping from texts to values of one shape.

    Attributes:
        value: The shape of every value.
    """

    value: Shape


@frozen
class Instance:
    """An instance of an attrs class.

    Attributes:
        cls: The class; instances of its subclasses are something else.
    """

    cls: type


@frozen
class OneOf:
    """A union whose members differ in JSON, where several classes are told apart by the key ``kind``.

    Attributes:
        members: The shapes of the members, in the order declared.
    """

    members: tuple[Shape, ...]

    @property
    def classes(self) -> tuple[type, ...]:
        """The attrs classes among the members."""
        return tuple(member.cls for member in self.members if isinstance(member, Instance))

    def kinds_of(self, member: Shape) -> tuple[JSONKind, ...]:
        """Return the kinds of JSON value that stand for *member*: beside an integer, a fraction is always a text."""
        if _scalar_of(member) is Fraction and any(_scalar_of(other) is int for other in self.members):
            return ("text",)
        return json_kinds(member)


@frozen
class Limited:
    """A shape with limits.

    Attributes:
        base: The shape that is limited.
        limits: The limits, all of which hold.
    """

    base: Shape
    limits: tuple[Limit, ...]

    @property
    def rule(self) -> str:
        """The id of the first rule that sets a limit, or ""."""
        return next((limit.rule for limit in self.limits if limit.rule), "")


@frozen
class AnyJSON:
    """Any JSON value."""


Shape: TypeAlias = Scalar | Nothing | Enumeration | Items | Row | TextMap | Instance | OneOf | Limited | AnyJSON

JSONKind: TypeAlias = Literal["null", "boolean", "integer", "decimal", "text", "array", "object"]

_SCALARS: Mapping[type, tuple[JSONKind, ...]] = {
    bool: ("boolean",),
    int: ("integer",),
    str: ("text",),
    Fraction: ("integer", "text"),
    **dict.fromkeys(MEASURES, ("integer", "decimal")),
}
_KINDS: Mapping[type, JSONKind] = {
    type(None): "null",
    bool: "boolean",
    int: "integer",
    Decimal: "decimal",
    float: "decimal",
    str: "text",
    list: "array",
    dict: "object",
}


def shape_of(annotation: Any) -> Shape:
    """Return the shape that *annotation* declares.

    >>> shape_of(Annotated[int, Range(1, 6)])
    Limited(base=Scalar(type=<class 'int'>, signed=False), limits=(Range(low=1, high=6, rule=''),))

    Args:
        annotation: A type as found by `typing.get_type_hints`, extras included.

    Returns:
        The shape.

    Raises:
        TypeError: A request, an outcome or a record cannot hold such a type, because JSON could not give it back.
    """
    origin, arguments = get_origin(annotation), get_args(annotation)
    if annotation is None or annotation is type(None):
        return Nothing()
    if origin is Annotated:
        return _limited(annotation, arguments[0], arguments[1:])
    if isinstance(annotation, type) and origin is None:
        if annotation in _SCALARS:
            return Scalar(annotation)
        if attrs.has(annotation):
            return Instance(annotation)
    if origin is Literal and all(type(value) in (str, int, bool) for value in arguments):
        return Enumeration(arguments)
    if origin in (Union, types.UnionType):
        return _union(annotation, arguments)
    if origin is tuple and arguments:
        if len(arguments) == 2 and arguments[1] is Ellipsis:
            return Items(shape_of(arguments[0]))
        return Row(tuple(shape_of(argument) for argument in arguments))
    if origin in (dict, Mapping) and arguments[0] is str:
        return TextMap(shape_of(arguments[1]))
    raise TypeError(f"{annotation!r} cannot be the type of a field")


def _limited(annotation: object, base: object, marks: Sequence[object]) -> Shape:
    if any(isinstance(mark, _AnyJSONMark) for mark in marks):
        return AnyJSON()
    shape = shape_of(base)
    limits = tuple(mark for mark in marks if isinstance(mark, (Range, Size)))
    if shape == Scalar(Inches) and any((limit.low or 0) < 0 for limit in limits):
        shape = Scalar(Inches, signed=True)
    for limit in limits:
        suits = (
            isinstance(shape, Scalar) and shape.type in (int, Fraction, *MEASURES)
            if isinstance(limit, Range)
            else isinstance(shape, Items) or shape == Scalar(str)
        )
        if not suits:
            raise TypeError(f"{annotation!r}: a {type(limit).__name__} cannot limit that; put it beside what it limits")
    return Limited(shape, limits) if limits else shape


def _union(annotation: object, arguments: tuple[object, ...]) -> OneOf:
    union = OneOf(tuple(shape_of(argument) for argument in arguments))
    taken: list[JSONKind] = []
    for member in union.members:
        if isinstance(member, Instance) and union.classes[0] is not member.cls:
            continue  # several classes share one kind of JSON value, and the tag tells them apart
        for kind in union.kinds_of(member):
            if kind in taken:
                raise TypeError(f"{annotation!r}: two of its members cannot be told apart in JSON")
            taken.append(kind)
    if len(union.classes) > 1:
        classes_by_tag(union)
    return union


def _scalar_of(shape: Shape) -> type | None:
    base = shape.base if isinstance(shape, Limited) else shape
    return base.type if isinstance(base, Scalar) else None


def json_kinds(shape: Shape) -> tuple[JSONKind, ...]:
    """Return the kinds of JSON value that can stand for *shape*."""
    match shape:
        case Scalar(type=scalar):
            return _SCALARS[scalar]
        case Nothing():
            return ("null",)
        case Enumeration(values=values):
            return tuple(dict.fromkeys(_KINDS[type(value)] for value in values))
        case Items() | Row():
            return ("array",)
        case TextMap() | Instance():
            return ("object",)
        case OneOf(members=members):
            return tuple(dict.fromkeys(kind for member in members for kind in json_kinds(member)))
        case Limited(base=base):
            return json_kinds(base)
        case AnyJSON():
            return tuple(dict.fromkeys(_KINDS.values()))


def is_array(value: object) -> TypeGuard[list[Any]]:
    """Return whether *value* is a list, which is how a JSON array is read."""
    return isinstance(value, list)


def is_object(value: object) -> TypeGuard[dict[Any, Any]]:
    """Return whether *value* is a dict, which is how a JSON object is read."""
    return isinstance(value, dict)


def is_tuple(value: object) -> TypeGuard[tuple[Any, ...]]:
    """Return whether *value* is a tuple."""
    return isinstance(value, tuple)


def is_mapping(value: object) -> TypeGuard[Mapping[Any, Any]]:
    """Return whether *value* is a mapping."""
    return isinstance(value, Mapping)


def json_kind(value: object) -> JSONKind | None:
    """Return the kind of the JSON value *value*, or None if it is not one."""
    return _KINDS.get(type(value))


def is_whole(text: str) -> bool:
    """Return whether a text can be written as UTF-8: halves of characters, as some names of files hold, cannot.

    >>> is_whole("Чапаев"), is_whole(chr(0xD800))
    (True, False)
    """
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def fits(shape: Shape, value: object) -> bool:
    """Return whether *value* is of the Python type that *shape* declares, whatever it contains and whatever its limits.

    >>> fits(shape_of(int), True), fits(shape_of(tuple[int, ...]), ("no integer",))
    (False, True)
    """
    match shape:
        case Scalar(type=scalar):
            return isinstance(value, scalar) and not (scalar is int and isinstance(value, bool))
        case Nothing():
            return value is None
        case Enumeration(values=values):
            # True equals 1, yet is another choice; a subclass of str is as good as a str.
            kind = str if isinstance(value, str) else type(value)
            return any(kind is type(choice) and value == choice for choice in values)
        case Items() | Row():
            return isinstance(value, tuple)
        case TextMap():
            return isinstance(value, Mapping)
        case Instance(cls=cls):
            return type(value) is cls
        case OneOf(members=members):
            return any(fits(member, value) for member in members)
        case Limited(base=base):
            return fits(base, value)
        case AnyJSON():
            return True


class Field(NamedTuple):
    """One field of an attrs class, its annotation read.

    Attributes:
        name: The name of the field, which is its key in JSON.
        annotation: The type as declared.
        shape: The shape that the type declares.
        attribute: The attribute of attrs, with the default.
    """

    name: str
    annotation: Any
    shape: Shape
    attribute: attrs.Attribute[Any]


@cache
def fields_of(cls: type) -> tuple[Field, ...]:
    """Return the fields of the attrs class *cls* in order, their annotations resolved and read.

    Raises:
        TypeError: A field has a type that cannot be read from JSON and written to it.
    """
    attrs.resolve_types(cls)
    found: list[Field] = []
    for attribute in attrs.fields(cls):
        if not attribute.init:
            continue  # it is derived from the others
        try:
            shape = shape_of(attribute.type)
        except TypeError as error:
            raise TypeError(f"{cls.__qualname__}.{attribute.name}: {error}") from None
        found.append(Field(attribute.name, attribute.type, shape, attribute))
    return tuple(found)


def tag_of(cls: type) -> str:
    """Return the tag that names *cls* in a union: its class variable ``kind``, or its name in snake case.

    >>> class ChartLookUp:
    ...     pass
    >>> tag_of(ChartLookUp)
    'chart_look_up'
    """
    kind = getattr(cls, "kind", None)
    if isinstance(kind, str):
        return kind
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", cls.__name__).lower()


def words_in(cls: type) -> tuple[str, ...]:
    """Return the names of the texts that JSON holds beside the fields of *cls*, as its variable ``in_words`` says.

    Each is a property that is made from the fields. It is written for readers in other languages, and held against the
    fields when it is read.

    >>> from rcw_rules.kernel.record import LegalityStep
    >>> words_in(LegalityStep), words_in(int)
    (('text',), ())
    """
    names: tuple[str, ...] = getattr(cls, "in_words", ())
    return names


def classes_by_tag(union: OneOf) -> dict[str, type]:
    """Return the classes of *union* by their tags.

    Raises:
        TypeError: Two classes have one tag, or a class has a field of the tag's name.
    """
    by_tag: dict[str, type] = {}
    for cls in union.classes:
        if any(attribute.name == "kind" for attribute in attrs.fields(cls)):
            raise TypeError(f"{cls.__qualname__} has a field 'kind', which is the key of the tag in a union")
        other = by_tag.setdefault(tag_of(cls), cls)
        if other is not cls:
            raise TypeError(f"{other.__qualname__} and {cls.__qualname__} have the same tag {tag_of(cls)!r}")
    return by_tag
