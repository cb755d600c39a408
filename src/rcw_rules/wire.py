"""JSON in and out: one strict converter for every request, outcome and record.

Nothing is coerced: an integer is not "7", True or 2.0. An unknown key, a missing field, a wrong type and a number out
of range are reported together, each with its path. In a union of classes the key ``kind`` says which one is meant.
Fractions are written as ``"1/6"``, lengths as numbers of inches, angles as numbers of degrees.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from functools import cache, partial
from itertools import islice
from typing import Annotated, Any, NoReturn, TypeAlias, TypeVar, cast, get_args, get_origin

import attrs
from cattrs import BaseValidationError, Converter
from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn

from rcw_rules.json_text import dumps, parse_json, read_json_file
from rcw_rules.kernel.angles import Angle
from rcw_rules.kernel.errors import (
    MOST_PROBLEMS,
    InvalidRequestError,
    Problem,
    WireVersionError,
)
from rcw_rules.kernel.fields import validate
from rcw_rules.kernel.lengths import Inches, exact_thousandths
from rcw_rules.kernel.shape_words import broken_limits, describe, expected_but_got, key_step, show
from rcw_rules.kernel.shapes import (
    MEASURES,
    AnyJSON,
    Enumeration,
    Instance,
    Items,
    Limited,
    Nothing,
    OneOf,
    Row,
    Scalar,
    Shape,
    TextMap,
    classes_by_tag,
    fields_of,
    fits,
    is_array,
    is_object,
    is_tuple,
    json_kind,
    json_kinds,
    measure_of,
    shape_of,
    tag_of,
    words_in,
)
from rcw_rules.wire_problems import RefusedError, below, problems_in, problems_of_whole_parts, refuse

__all__ = [
    "converter",
    "dumps",
    "envelope",
    "open_envelope",
    "parse_json",
    "read_json_file",
    "structure",
    "unstructure",
]

T = TypeVar("T")

_FRACTION = re.compile(r"-?[0-9]{1,4000}(/[0-9]{1,4000})?")  # Python reads integers of at most 4300 digits
_KIND = "kind"
_BEYOND = 1_000
"""How many times the longest length that a request can give an outcome may reach."""


def structure(data: object, cls: type[T], path: str = "$", *, limited: bool = True) -> T:
    """Return the instance of *cls* that *data* describes.

    Args:
        data: Plain data as `parse_json` returns it. A float is read as the number that Python writes for it.
        cls: An attrs class, or any other type that a field could declare.
        path: Where the data stands, as a JSON path.
        limited: Whether numbers, texts and arrays keep to the limits of their fields. An outcome need not: what counts
            on from the end of a range is past it, and is compared with what is resolved again.

    Returns:
        The instance, which `validate` accepts if it was limited.

    Raises:
        InvalidRequestError: The data does not describe an instance; every problem is named.
        TypeError: The class declares a field that JSON cannot hold: a mistake of its author.
    """
    try:
        try:
            structured = _converter(limited=limited).structure(data, cls)
        except (RefusedError, BaseValidationError) as error:
            problems = problems_in(error)
            wrong = [problem.path for problem in problems]
            # An error names no more than so many, and to look at everything again may take minutes.
            more = MOST_PROBLEMS + 1 - len(problems)
            parts = problems_of_whole_parts(data, cls, wrong, partial(_wrong_part, limited=limited))
            problems += islice(parts, max(more, 0))
        else:
            if limited and attrs.has(type(structured)) and type(structured) not in MEASURES:
                validate(structured, path)
            return structured
    except RecursionError:
        problems = [Problem("", "nested too deeply")]
    raise InvalidRequestError(below(path, problems))


def _wrong_part(data: Any, cls: type, path: str, *, limited: bool) -> Sequence[Problem]:
    try:
        structure(data, cls, path, limited=limited)
    except InvalidRequestError as error:
        return error.problems
    return ()


def unstructure(value: object, declared: Any = None) -> Any:
    """Return *value* as plain data, fields in the order declared, defaults included.

    The data holds dicts with texts as keys, lists, texts, integers, booleans, None and, for lengths that are not whole
    inches, decimals: write it with `dumps`.

    Args:
        value: An instance of an attrs class, or any value of a declared type.
        declared: The type that a field would declare for the value, for example a union, whose members carry their
            tag; None for the value's own class.

    Returns:
        Plain data: a dict for an instance of an attrs class.

    Raises:
        TypeError: The value is not of the declared type, or JSON cannot hold that type.
    """
    return converter().unstructure(value, unstructure_as=declared)


def converter() -> Converter:
    """Return the one converter between plain data and value classes."""
    return _converter(limited=True)


@cache
def _converter(*, limited: bool) -> Converter:
    made = Converter(forbid_extra_keys=True, detailed_validation=True)
    structuring = _Structuring(made, limited=limited)
    unstructuring = _Unstructuring(made)
    made.register_structure_hook_factory(lambda _: True, structuring.hook)
    made.register_unstructure_hook_factory(lambda _: True, unstructuring.hook)
    for scalar in (bool, int, str):  # the converter's own hooks for these coerce, and would be found first
        made.register_structure_hook(scalar, structuring.hook(scalar))
    return made


_StructureHook: TypeAlias = Callable[[Any, Any], Any]


class _Structuring:
    """Makes the hooks that turn plain data into values."""

    def __init__(self, made: Converter, *, limited: bool) -> None:
        self._converter = made
        self._is_limited = limited
        self._readers: dict[type, _StructureHook] = {}

    def hook(self, annotation: Any) -> _StructureHook:
        """Return the hook for *annotation*."""
        shape = shape_of(annotation)
        if not isinstance(shape, Limited):
            annotation = _without_marks(annotation)
        match shape:
            case Scalar(type=scalar):
                return _scalar_hook(shape, scalar, limited=self._is_limited)
            case Nothing() | Enumeration():
                return lambda value, _: value if fits(shape, value) else _refuse_value(shape, value)
            case Items() | Row() | TextMap():
                return self._container(shape, annotation)
            case Instance(cls=cls):
                return self._record(shape, cls)
            case OneOf():
                return self._union(shape, annotation)
            case Limited():
                argument = get_args(annotation)[0]
                return self._limited(shape, argument) if self._is_limited else self.hook(argument)
            case AnyJSON():
                return lambda value, _: _frozen_json(value)

    def _record(self, shape: Instance, cls: type) -> _StructureHook:
        def read(value: Any, _: object) -> object:
            if json_kind(value) != "object":
                _refuse_value(shape, value)
            for key in value:
                _require_text(key)
            reader = self._readers.get(cls)
            if reader is None:  # made when it is needed, because a class may contain itself
                fields_of(cls)
                reader = self._readers[cls] = cast("_StructureHook", make_dict_structure_fn(cls, self._converter))
            return _with_words(value, cls, reader) if words_in(cls) else reader(value, cls)

        return read

    def _container(self, shape: Items | Row | TextMap, annotation: Any) -> _StructureHook:
        arguments = get_args(annotation)
        kind = json_kinds(shape)[0]
        if isinstance(shape, Row):
            hooks = [(self._converter.get_structure_hook(argument), argument) for argument in arguments]
        else:
            argument = arguments[1 if isinstance(shape, TextMap) else 0]
            hooks = [(self._converter.get_structure_hook(argument), argument)]

        def read(value: Any, _: object) -> object:
            if json_kind(value) != kind or (isinstance(shape, Row) and len(value) != len(hooks)):
                _refuse_value(shape, value)
            built: dict[Any, Any] = {}
            problems: list[Problem] = []
            for position, (step, key, item) in enumerate(_entries(value)):
                hook, argument = hooks[position if isinstance(shape, Row) else 0]
                try:
                    built[key] = hook(item, argument)
                except (RefusedError, BaseValidationError) as error:
                    problems += below(step, problems_in(error))
                    if len(problems) > MOST_PROBLEMS:  # an error names no more of them
                        break
            if problems:
                raise RefusedError(problems)
            return built if isinstance(shape, TextMap) else tuple(built.values())

        return read

    def _union(self, shape: OneOf, annotation: Any) -> _StructureHook:
        members = [
            (member, argument, self._converter.get_structure_hook(argument))
            for member, argument in zip(shape.members, get_args(annotation), strict=True)
        ]
        by_kind = {kind: (hook, argument) for member, argument, hook in members for kind in shape.kinds_of(member)}
        if len(shape.classes) > 1:
            by_kind["object"] = (self._tagged(classes_by_tag(shape)), annotation)

        def read(value: Any, _: object) -> object:
            kind = json_kind(value)
            if kind not in by_kind:
                _refuse_value(shape, value)
            hook, argument = by_kind[kind]
            return hook(value, argument)

        return read

    def _tagged(self, by_tag: Mapping[str, type]) -> _StructureHook:
        hooks = {tag: (self._converter.get_structure_hook(cls), cls) for tag, cls in by_tag.items()}
        tags = Enumeration(tuple(by_tag))

        def read(value: dict[Any, Any], _: object) -> object:
            if _KIND not in value:
                refuse(f"missing; expected {describe(tags, 'json')}", at=f".{_KIND}")
            tag = value[_KIND]
            if not fits(tags, tag):
                refuse(expected_but_got(tags, tag, "json"), at=f".{_KIND}")
            hook, cls = hooks[tag]
            return hook({key: item for key, item in value.items() if key != _KIND}, cls)

        return read

    def _limited(self, shape: Limited, argument: Any) -> _StructureHook:
        base = shape.base
        hook = self._converter.get_structure_hook(argument)
        if isinstance(base, Scalar):
            hook = _scalar_hook(base, base.type, limited=self._is_limited)
        kinds = json_kinds(shape)

        def read(value: Any, _: object) -> object:
            if json_kind(value) not in kinds:
                raise RefusedError([Problem("", expected_but_got(shape, value, "json"), shape.rule)])
            problems: list[Problem] = []
            built: Any
            try:
                built = hook(value, argument)
            except (RefusedError, BaseValidationError) as error:
                problems += problems_in(error)
                # An array has its length, whatever is wrong with its items.
                built = tuple(value) if is_array(value) else None
            if built is not None:
                problems += [Problem("", *broken) for broken in broken_limits(shape, built, "json")]
            if problems:
                raise RefusedError(problems)
            return built

        return read


def _without_marks(annotation: Any) -> Any:
    """Return the type inside an Annotated that limits nothing."""
    return get_args(annotation)[0] if get_origin(annotation) is Annotated else annotation


def _with_words(value: dict[str, Any], cls: type, reader: _StructureHook) -> object:
    """Read an instance whose texts stand beside its fields, and hold each text against the fields."""
    names = words_in(cls)
    problems: list[Problem] = []
    for name in names:
        if name not in value:
            problems.append(Problem(f".{name}", "missing; expected a text"))
        elif not isinstance(value[name], str):
            problems.append(Problem(f".{name}", f"expected a text, got {show(value[name], 'json')}"))
    built: object = None
    try:
        built = reader({key: item for key, item in value.items() if key not in names}, cls)
    except (RefusedError, BaseValidationError) as error:
        problems = problems_in(error) + problems
    if problems:
        raise RefusedError(problems)
    for name in names:
        try:
            told: str = getattr(built, name)
        except ValueError as error:  # the fields make no text
            problems.append(Problem(f".{name}", f"the facts beside it make no text: {error}"))
        else:
            if value[name] != told:
                problems.append(Problem(f".{name}", f"differs from the facts beside it, which say {dumps(told)}"))
    if problems:
        raise RefusedError(problems)
    return built


def _require_text(key: object) -> None:
    if not isinstance(key, str):
        refuse(f"expected keys that are texts, got the key {show(key, 'json')}")


def _entries(value: list[Any] | dict[Any, Any]) -> Iterator[tuple[str, Any, Any]]:
    """Yield the step of the path, the key or index, and the item of each entry."""
    if is_object(value):
        for key, item in value.items():
            _require_text(key)
            yield key_step(key), key, item
    else:
        for index, item in enumerate(value):
            yield f"[{index}]", index, item


def _refuse_value(shape: Shape, value: object) -> NoReturn:
    refuse(expected_but_got(shape, value, "json"))


def _scalar_hook(shape: Scalar, scalar: type, *, limited: bool) -> _StructureHook:
    if scalar is Fraction:
        return lambda value, _: _fraction(shape, value)
    if scalar in MEASURES:
        make = measure_of(shape).make if limited else partial(_beyond, scalar)
        return lambda value, _: _measured(shape, make, value)
    return lambda value, _: value if type(value) is scalar else _refuse_value(shape, value)


def _fraction(shape: Shape, value: Any) -> Fraction:
    if type(value) is int:
        return Fraction(value)
    if isinstance(value, str) and _FRACTION.fullmatch(value):
        above, below = map(int, f"{value}/1".split("/")[:2])
        if below:
            return Fraction(above, below)
    return _refuse_value(shape, value)


def _measured(shape: Shape, make: Callable[[int | Decimal], Inches | Angle], value: Any) -> Inches | Angle:
    if json_kind(value) not in json_kinds(shape):
        _refuse_value(shape, value)
    try:
        return make(Decimal(repr(value)) if isinstance(value, float) else value)
    except ValueError:
        return refuse(f"expected {describe(shape, 'json')} with at most three decimals, got {show(value, 'json')}")


def _beyond(scalar: type[Inches | Angle], value: int | Decimal) -> Inches | Angle:
    """Return a measure that may lie beyond what a request can give."""
    measure = MEASURES[scalar]
    most = _BEYOND * measure.high
    return scalar(thousandths=exact_thousandths(value, measure.noun, measure.unit, -most, most))


def _frozen_json(value: Any) -> object:
    """Return a JSON value with its arrays as tuples and its decimals exact."""
    if is_array(value):
        return tuple(_frozen_below(step, item) for step, _, item in _entries(value))
    if is_object(value):
        return {key: _frozen_below(step, item) for step, key, item in _entries(value)}
    if isinstance(value, float):
        value = Decimal(repr(value))
    if json_kind(value) is None or (isinstance(value, Decimal) and not value.is_finite()):
        _refuse_value(AnyJSON(), value)
    return value


def _frozen_below(step: str, item: Any) -> object:
    try:
        return _frozen_json(item)
    except RefusedError as error:  # only here is a path needed: a long key stands in that of every item below it
        raise RefusedError(below(step, error.problems)) from None


_UnstructureHook: TypeAlias = Callable[[Any], Any]


class _Unstructuring:
    """Makes the hooks that turn values into plain data."""

    def __init__(self, made: Converter) -> None:
        self._converter = made
        self._writers: dict[type, _UnstructureHook] = {}

    def hook(self, annotation: Any) -> _UnstructureHook:
        """Return the hook for *annotation*."""
        shape = shape_of(annotation)
        arguments = get_args(annotation if isinstance(shape, Limited) else _without_marks(annotation))
        match shape:
            case Scalar(type=scalar) if scalar is Fraction:
                return str
            case Scalar(type=scalar) if scalar in MEASURES:
                return _number_of_units
            case Scalar() | Enumeration() | Nothing():
                return _plain
            case Items():
                item = self._converter.get_unstructure_hook(arguments[0])
                return lambda values: [item(value) for value in values]
            case Row():
                items = [self._converter.get_unstructure_hook(argument) for argument in arguments]
                return lambda values: [item(value) for item, value in zip(items, values, strict=True)]
            case TextMap():
                item = self._converter.get_unstructure_hook(arguments[1])
                return lambda values: {str.__str__(key): item(value) for key, value in values.items()}
            case Instance(cls=cls):
                return self._record(cls)
            case OneOf():
                return self._union(shape, arguments)
            case Limited():
                return self._converter.get_unstructure_hook(arguments[0])
            case AnyJSON():
                return _thawed_json

    def _record(self, cls: type) -> _UnstructureHook:
        def write(value: Any) -> object:
            writer = self._writers.get(cls)
            if writer is None:  # made when it is needed, because a class may contain itself
                fields_of(cls)
                writer = self._writers[cls] = make_dict_unstructure_fn(cls, self._converter)
            return {**writer(value), **{name: getattr(value, name) for name in names}} if names else writer(value)

        names = words_in(cls)
        return write

    def _union(self, shape: OneOf, arguments: tuple[Any, ...]) -> _UnstructureHook:
        hooks = [
            (member, self._converter.get_unstructure_hook(argument))
            for member, argument in zip(shape.members, arguments, strict=True)
        ]
        is_tagged = len(shape.classes) > 1

        def write(value: Any) -> object:
            for member, hook in hooks:
                if fits(member, value):
                    if is_tagged and isinstance(member, Instance):
                        return {_KIND: tag_of(member.cls), **hook(value)}
                    return hook(value)
            raise TypeError(expected_but_got(shape, value, "python"))

        return write


def _number_of_units(measured: Inches | Angle) -> int | Decimal:
    whole, rest = divmod(measured.thousandths, 1000)
    return measured.as_decimal() if rest else whole


def _plain(value: Any) -> object:
    """Return *value* without the trimmings of a subclass, such as an enumeration of texts."""
    if isinstance(value, str):
        return str.__str__(value)
    return int.__int__(value) if isinstance(value, int) and not isinstance(value, bool) else value


def _thawed_json(value: Any) -> object:
    if is_tuple(value):
        return [_thawed_json(item) for item in value]
    if is_object(value):
        return {key: _thawed_json(item) for key, item in value.items()}
    return value


# --- Versions -----------------------------------------------------------------------------------------------------

_FORMAT = "format"
_VERSION = "schema_version"


def envelope(format: str, schema_version: int, body: Mapping[str, Any]) -> dict[str, Any]:  # noqa: A002 - its key
    """Return *body* with its format and the version of its schema in front.

    Raises:
        ValueError: The body has a key of the envelope's own.
    """
    if _FORMAT in body or _VERSION in body:
        raise ValueError(f"{_FORMAT!r} and {_VERSION!r} are keys of the envelope, not of its body")
    return {_FORMAT: format, _VERSION: schema_version, **body}


def open_envelope(
    data: object,
    format: str,  # noqa: A002 - its key
    newest: int,
    migrations: Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]],
) -> dict[str, Any]:
    """Return the body of the document *data*, brought up to version *newest* of its schema.

    A document of an older version passes through one migration after the other, each from its version to the next.

    Args:
        data: A document as `parse_json` returns it.
        format: The format that is expected.
        newest: The version of the schema that this library writes.
        migrations: For every version before the newest, a pure function from a body of that version to the next.

    Raises:
        InvalidRequestError: The data is not a document with an envelope, or its body is not of the version it claims.
        WireVersionError: The document is in another format, or of a newer version.
        ValueError: The migrations do not lead from version 1 to the newest: a mistake of the author.
    """
    if sorted(migrations) != list(range(1, newest)):
        raise ValueError(f"migrations must lead from version 1 to {newest}, one from each version before the newest")
    if not is_object(data):
        raise InvalidRequestError([Problem("$", f"expected an object, got {show(data, 'json')}")])
    problems: list[Problem] = []
    for key, expected, is_sound in (
        (_FORMAT, show(format, "json"), isinstance(data.get(_FORMAT), str)),
        (_VERSION, "an integer of at least 1", type(data.get(_VERSION)) is int and data[_VERSION] >= 1),
    ):
        if key not in data:
            problems.append(Problem(f"$.{key}", f"missing; expected {expected}"))
        elif not is_sound:
            problems.append(Problem(f"$.{key}", f"expected {expected}, got {show(data[key], 'json')}"))
    if problems:
        raise InvalidRequestError(problems)
    if data[_FORMAT] != format:
        raise WireVersionError(f"the format {show(data[_FORMAT], 'json')} is not known here; expected {format!r}")
    version = data[_VERSION]
    if version > newest:
        raise WireVersionError(
            f"the document was written with version {show(version, 'json')} of {format!r}, and this library reads "
            f"versions up to {newest}: upgrade rcw-rules"
        )
    body = {key: item for key, item in data.items() if key not in (_FORMAT, _VERSION)}
    for step in range(version, newest):
        try:
            body = migrations[step](body)
        except (LookupError, TypeError, AttributeError, ValueError) as error:
            # A migration trusts the shape of its version; a document that lacks it is at fault.
            raise InvalidRequestError(
                [Problem("$", f"the document is not what version {step} of {format!r} looks like")]
            ) from error
    return body
