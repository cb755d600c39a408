"""JSON Schema 2020-12 for requests and outcomes.

A schema says as much of what `structure` holds as JSON Schema can. It cannot say that 1.0 is not an integer, that a
length has at most three decimals (a validator that computes in floats gets multiples of 0.001 wrong), within which
range a fraction lies that is written as a text and that it has at most 4,000 digits above and below, or what a class
asks of several fields together. Fields that are needed where others have certain values, it does say, with ``if`` and
``then``. A pattern ends where JSON Schema has it end, at the last character; a validator that takes Python's own
patterns lets a newline follow.

For forms every property has a ``title`` in words, values that are written with underscores have one each (``oneOf`` of
``const`` and ``title``), and two keywords say what JSON Schema has no word for: ``x-unit`` the unit of a number, and
OpenAPI's ``discriminator`` the key that tells the members of a ``oneOf`` apart.
"""

from __future__ import annotations

import inspect
import json
import re
import sys
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any, Literal, get_args, get_origin

import attrs

from rcw_rules.brief import defaults_left_out
from rcw_rules.kernel.needs import needs_schema
from rcw_rules.kernel.shape_words import describe
from rcw_rules.kernel.shapes import (
    MEASURES,
    AnyJSON,
    Enumeration,
    Field,
    Instance,
    Items,
    Limit,
    Limited,
    Nothing,
    OneOf,
    Row,
    Scalar,
    Shape,
    TextMap,
    classes_by_tag,
    fields_of,
    is_array,
    is_object,
    is_tuple,
    measure_of,
    shape_of,
    words_in,
)
from rcw_rules.kernel.words import as_title, in_words, words_of_class
from rcw_rules.wire import converter

__all__ = ["DIALECT", "Definitions", "attribute_texts", "json_schema"]

DIALECT = "https://json-schema.org/draft/2020-12/schema"
"""What ``$schema`` says: JSON Schema 2020-12."""

# Without what some languages lack in their patterns, such as looking ahead or more than a thousand repetitions.
_FRACTION_TEXT = {"type": "string", "pattern": "^-?[0-9]+(/0*[1-9][0-9]*)?$"}


def json_schema(cls: type, *, example: object = None) -> dict[str, Any]:
    """Return the JSON Schema of the attrs class *cls*.

    Args:
        cls: A request, an outcome, or any other value class.
        example: An instance, whose values are the ``examples`` of the properties; None for no examples.

    Returns:
        Plain data, which `dumps` writes. Classes that it uses are under ``$defs``.

    Raises:
        TypeError: The class declares a field that JSON cannot hold: a mistake of its author.
    """
    definitions = Definitions(root=cls, examples=() if example is None else (example,))
    body = definitions.class_schema(cls, tag="")
    inside = {"$defs": definitions.by_name} if definitions.by_name else {}
    return {"$schema": DIALECT, **body, **inside}


class Definitions:
    """Collects the definitions of classes that one document needs under ``$defs``.

    Attributes:
        by_name: The schema of each class that something referred to, by the name of the class, and of each named set
            of values (``UnitType``).
    """

    def __init__(self, root: type | None = None, examples: Iterable[object] = ()) -> None:
        """Begin a document that has *root* itself as its schema, or none but definitions.

        Args:
            root: The class that the document is about.
            examples: Instances whose values are the ``examples`` of properties.
        """
        self.by_name: dict[str, Any] = {}
        self._examples = _Examples(examples)
        self._module = ""
        self._references: dict[tuple[type, str], str] = {} if root is None else {(root, ""): "#"}

    def schema_of(self, annotation: Any) -> dict[str, Any]:
        """Return the schema of a value of any type that a field could declare; a class becomes a reference."""
        return self._shape_schema(shape_of(annotation))

    def class_schema(self, cls: type, tag: str) -> dict[str, Any]:
        """Return the schema of *cls*, with the key ``kind`` in front where it has a tag."""
        around, self._module = self._module, cls.__module__
        texts = {name: _in_json(text) for name, text in attribute_texts(cls).items()}
        properties: dict[str, Any] = {"kind": {"const": tag}} if tag else {}
        required = ["kind"] if tag else []
        for field in fields_of(cls):
            properties[field.name] = {
                **self._shape_schema(field.shape),
                "title": as_title(in_words(field.name)),
                **({"description": texts[field.name]} if field.name in texts else {}),
                **_default(field),
                **self._examples.of_field(cls, field),
            }
            if field.attribute.default is attrs.NOTHING:
                required.append(field.name)
        for name in words_in(cls):
            properties[name] = {"type": "string", "title": as_title(in_words(name)), "description": texts[name]}
            required.append(name)
        summary = _in_json(_first_sentence(inspect.cleandoc(cls.__doc__ or "")))  # its own, not that of a base
        self._module = around
        return {
            "title": as_title(in_words(tag) if tag else words_of_class(cls.__name__)),
            **({"description": summary} if summary else {}),
            "type": "object",
            "properties": properties,
            "required": required,
            "additionalProperties": False,
            **needs_schema(cls),
            **self._examples.of_class(cls, tag),
        }

    def _shape_schema(self, shape: Shape) -> dict[str, Any]:
        match shape:
            case Scalar():
                return _scalar_schema(shape)
            case Nothing():
                return {"type": "null"}
            case Enumeration():
                return self._enumeration_schema(shape)
            case Items(item=item):
                return {"type": "array", "items": self._shape_schema(item)}
            case Row(items=items):
                return {
                    "type": "array",
                    "prefixItems": [self._shape_schema(item) for item in items],
                    "items": False,
                    "minItems": len(items),
                }
            case TextMap(value=value):
                return {"type": "object", "additionalProperties": self._shape_schema(value)}
            case Instance(cls=cls):
                return self._reference(cls, tag="")
            case OneOf():
                return self._union_schema(shape)
            case Limited(base=base, limits=limits):
                return self._limited_schema(base, limits)
            case AnyJSON():
                return {}

    def _enumeration_schema(self, shape: Enumeration) -> dict[str, Any]:
        """Return the values; a set that has a name where the class stands is defined once, under that name."""
        schema = _values_schema(shape)
        name = _alias_of(self._module, shape.values)
        if not name:
            return schema
        named = {"title": as_title(words_of_class(name)), **schema}
        if self.by_name.setdefault(name, named) != named:  # another set, or a class
            name = f"{self._module}.{name}"
            self.by_name[name] = named
        return {"$ref": f"#/$defs/{name}"}

    def _reference(self, cls: type, tag: str) -> dict[str, Any]:
        if (cls, tag) not in self._references:
            name = f"{cls.__name__}.{tag}" if tag else cls.__name__
            if name in self.by_name:  # another class of the same name
                name = f"{cls.__module__}.{name}"
            # Known by its name before it is written, because a class may contain itself.
            self._references[cls, tag] = f"#/$defs/{name}"
            self.by_name[name] = {}
            self.by_name[name] = self.class_schema(cls, tag)
        return {"$ref": self._references[cls, tag]}

    def _union_schema(self, shape: OneOf) -> dict[str, Any]:
        others = [self._shape_schema(member) for member in shape.members if not isinstance(member, Instance)]
        if len(shape.classes) > 1:
            tagged = {
                "type": "object",
                "oneOf": [self._reference(cls, tag) for tag, cls in classes_by_tag(shape).items()],
                "discriminator": {"propertyName": "kind"},
            }
            return {"anyOf": [tagged, *others]} if others else tagged
        return {"anyOf": [self._shape_schema(member) for member in shape.members]}

    def _limited_schema(self, base: Shape, limits: tuple[Limit, ...]) -> dict[str, Any]:
        schema = self._shape_schema(base)
        if base == Scalar(Fraction):
            # A text has no range; the words tell a reader, and `structure` checks.
            return {
                "anyOf": [_FRACTION_TEXT, self._limited_schema(Scalar(int), limits)],
                "description": describe(Limited(base, limits), "json"),
            }
        low_key, high_key = (
            ("minimum", "maximum")
            if isinstance(base, Scalar) and base.type is not str
            else ("minLength", "maxLength")
            if isinstance(base, Scalar)
            else ("minItems", "maxItems")
        )
        for limit in limits:
            if limit.low is not None:
                schema[low_key] = max(limit.low, schema.get(low_key, limit.low))
            if limit.high is not None:
                schema[high_key] = min(limit.high, schema.get(high_key, limit.high))
        rules = [limit.rule for limit in limits if limit.rule]
        return {**schema, "$comment": f"limited by rule {', '.join(rules)}"} if rules else schema


def _scalar_schema(shape: Scalar) -> dict[str, Any]:
    scalar = shape.type
    if scalar is Fraction:
        return {"anyOf": [_FRACTION_TEXT, {"type": "integer"}]}
    if scalar in MEASURES:
        measure = measure_of(shape)
        article = "An" if measure.noun[0] in "aeiou" else "A"
        return {
            "type": "number",
            "minimum": measure.low,
            "maximum": measure.high,
            "description": f"{article} {measure.noun} in {measure.unit}, with at most three decimals.",
            "x-unit": measure.unit,
        }
    return {"type": {int: "integer", bool: "boolean", str: "string"}[scalar]}


def _values_schema(shape: Enumeration) -> dict[str, Any]:
    words = [in_words(value) if isinstance(value, str) else value for value in shape.values]
    if words == list(shape.values) and "" not in words:
        return {"enum": words}
    return {
        "oneOf": [
            {"const": value, "title": as_title(str(word) or "none")}
            for value, word in zip(shape.values, words, strict=True)
        ]
    }


def _alias_of(module: str, values: tuple[str | int | bool, ...]) -> str:
    """Return the public name that a module has for a Literal of these values, or ""."""
    for name, found in vars(sys.modules.get(module, object)).items():
        if not name.startswith("_") and get_origin(found) is Literal and get_args(found) == values:
            return name
    return ""


class _Examples:
    """Short values of fields, from instances that somebody made as examples."""

    def __init__(self, examples: Iterable[object]) -> None:
        self._whole: dict[type, Any] = {}
        self._values: dict[tuple[type, str], Any] = {}
        for example in examples:
            self._whole.setdefault(type(example), example)
            for part in _parts_of(example):
                cls: type = type(part)
                for field in fields_of(cls):
                    if (cls, field.name) not in self._values and (value := _short_example(part, field)) is not None:
                        self._values[cls, field.name] = value

    def of_field(self, cls: type, field: Field) -> dict[str, Any]:
        """Return the keyword ``examples`` of a property, if there is an example."""
        found = self._values.get((cls, field.name))
        return {} if found is None else {"examples": [found]}

    def of_class(self, cls: type, tag: str) -> dict[str, Any]:
        """Return the keyword ``examples`` of a request whose example is short enough to read."""
        if tag or cls not in self._whole:
            return {}
        data = defaults_left_out(self._whole[cls])
        return {"examples": [data]} if len(json.dumps(data, default=str)) <= _LONGEST_EXAMPLE else {}


_LONGEST_EXAMPLE, _LONGEST_VALUE = 400, 40


def _parts_of(value: object) -> Iterator[object]:
    if is_tuple(value):
        for item in value:
            yield from _parts_of(item)
    elif is_object(value):
        for item in value.values():
            yield from _parts_of(item)
        return
    cls: type = type(value)
    if attrs.has(cls) and cls not in MEASURES:
        yield value
        for field in fields_of(cls):
            yield from _parts_of(getattr(value, field.name))


def _short_example(part: object, field: Field) -> Any:
    """Return what a field holds, if it is a number, a text or a few of them, and not what holds by default."""
    value: object = getattr(part, field.name)
    if not _is_open(field.shape) or value is None or value in ("", ()) or isinstance(value, bool):
        return None
    data = converter().unstructure(value, unstructure_as=field.annotation)
    told = data == _default(field).get("default") or is_object(data) or (is_array(data) and any(map(is_object, data)))
    return None if told or len(json.dumps(data, default=str)) > _LONGEST_VALUE else data


def _is_open(shape: Shape) -> bool:
    """Whether a shape takes more than a schema can list."""
    match shape:
        case Limited(base=inner) | Items(item=inner):
            return _is_open(inner)
        case Row(items=shapes) | OneOf(members=shapes):
            return any(map(_is_open, shapes))
        case Scalar(type=scalar):
            return scalar is not bool
        case _:
            return False


def _in_json(text: str) -> str:
    """Return a sentence of Python's documentation in the words of JSON.

    >>> _in_json("Where it is; None off the map.")
    'Where it is; null off the map.'
    """
    return re.sub(r"\b(None|True|False)\b(?! of )", lambda found: _JSON_WORDS[found[1]], text)


_JSON_WORDS = {"None": "null", "True": "true", "False": "false"}


def _default(field: Field) -> dict[str, Any]:
    factory_class: Any = attrs.Factory  # a class, although it is typed as a function
    default: Any = field.attribute.default
    if isinstance(default, factory_class):
        if default.takes_self:
            return {}  # it depends on the other fields
        default = default.factory()
    if default is attrs.NOTHING:
        return {}
    return {"default": converter().unstructure(default, unstructure_as=field.annotation)}


def attribute_texts(cls: type) -> dict[str, str]:
    """Return the first sentence that documents each field of *cls*, from the ``Attributes:`` of its docstring.

    A field of a base class is documented there, unless the class says otherwise.

    >>> class Unit:
    ...     '''A unit.
    ...
    ...     Attributes:
    ...         stands: Stands of figures. Every
    ...             stand counts.
    ...     '''
    >>> attribute_texts(Unit)
    {'stands': 'Stands of figures.'}
    """
    texts: dict[str, str] = {}
    for base in reversed(cls.__mro__):
        texts.update(_documented(base.__doc__ or ""))
    return texts


def _documented(docstring: str) -> dict[str, str]:
    lines = iter(inspect.cleandoc(docstring).splitlines())
    for line in lines:
        if line == "Attributes:":
            break
    texts: dict[str, str] = {}
    name = ""
    for line in lines:
        entry = re.fullmatch(r" {4}(\w+): (.+)", line)
        if line and not line.startswith(" "):
            break  # the next section
        if entry:
            name = entry[1]
            texts[name] = entry[2].strip()
        elif name and line.strip():
            texts[name] += f" {line.strip()}"
    return {name: _first_sentence(text) for name, text in texts.items()}


def _first_sentence(text: str) -> str:
    """Return the first sentence of the first paragraph of *text* as one line."""
    paragraph = " ".join(text.split("\n\n", maxsplit=1)[0].split())
    sentence = re.match(r".+?[.?!](?=\s|$)", paragraph)
    return sentence[0] if sentence else paragraph
