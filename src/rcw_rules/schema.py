"""JSON Schema 2020-12 for requests and outcomes.

A schema says as much of what `structure` holds as JSON Schema can. It cannot say that 1.0 is not an integer, that a
length has at most three decimals (a validator that computes in floats gets multiples of 0.001 wrong), within which
range a fraction lies that is written as a text and that it has at most 4,000 digits above and below, or what a class
asks of several fields together. A pattern ends where JSON Schema has it end, at the last character; a validator that
takes Python's own patterns lets a newline follow.
"""

from __future__ import annotations

import inspect
import re
from fractions import Fraction
from typing import Any

import attrs

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
    measure_of,
    shape_of,
    words_in,
)
from rcw_rules.wire import converter

__all__ = ["DIALECT", "Definitions", "attribute_texts", "json_schema"]

DIALECT = "https://json-schema.org/draft/2020-12/schema"
"""What ``$schema`` says: JSON Schema 2020-12."""

# Without what some languages lack in their patterns, such as looking ahead or more than a thousand repetitions.
_FRACTION_TEXT = {"type": "string", "pattern": "^-?[0-9]+(/0*[1-9][0-9]*)?$"}


def json_schema(cls: type) -> dict[str, Any]:
    """Return the JSON Schema of the attrs class *cls*.

    Args:
        cls: A request, an outcome, or any other value class.

    Returns:
        Plain data, which `dumps` writes. Classes that it uses are under ``$defs``.

    Raises:
        TypeError: The class declares a field that JSON cannot hold: a mistake of its author.
    """
    definitions = Definitions(root=cls)
    body = definitions.class_schema(cls, tag="")
    inside = {"$defs": definitions.by_name} if definitions.by_name else {}
    return {"$schema": DIALECT, "title": cls.__name__, **body, **inside}


class Definitions:
    """Collects the definitions of classes that one document needs under ``$defs``.

    Attributes:
        by_name: The schema of each class that something referred to, by the name of the class.
    """

    def __init__(self, root: type | None = None) -> None:
        """Begin a document that has *root* itself as its schema, or none but definitions."""
        self.by_name: dict[str, Any] = {}
        self._references: dict[tuple[type, str], str] = {} if root is None else {(root, ""): "#"}

    def schema_of(self, annotation: Any) -> dict[str, Any]:
        """Return the schema of a value of any type that a field could declare; a class becomes a reference."""
        return self._shape_schema(shape_of(annotation))

    def class_schema(self, cls: type, tag: str) -> dict[str, Any]:
        """Return the schema of *cls*, with the key ``kind`` in front where it has a tag."""
        texts = attribute_texts(cls)
        properties: dict[str, Any] = {"kind": {"const": tag}} if tag else {}
        required = ["kind"] if tag else []
        for field in fields_of(cls):
            text = {"description": texts[field.name]} if field.name in texts else {}
            properties[field.name] = {**self._shape_schema(field.shape), **text, **_default(field)}
            if field.attribute.default is attrs.NOTHING:
                required.append(field.name)
        for name in words_in(cls):
            properties[name] = {"type": "string", "description": texts[name]}
            required.append(name)
        summary = _first_sentence(inspect.cleandoc(cls.__doc__ or ""))  # its own, not that of a base
        return {
            **({"description": summary} if summary else {}),
            "type": "object",
            "properties": properties,
            "required": required,
            "additionalProperties": False,
        }

    def _shape_schema(self, shape: Shape) -> dict[str, Any]:
        match shape:
            case Scalar():
                return _scalar_schema(shape)
            case Nothing():
                return {"type": "null"}
            case Enumeration(values=values):
                return {"enum": list(values)}
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
            tagged = {"oneOf": [self._reference(cls, tag) for tag, cls in classes_by_tag(shape).items()]}
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
        }
    return {"type": {int: "integer", bool: "boolean", str: "string"}[scalar]}


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
