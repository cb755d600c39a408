"""TypeScript types of what comes and goes as JSON, made from the published schemas.

    import type { Requests, Outcomes } from "./red_white";
    const melee: Requests["red_white.melee"] = { attackers: [...], defenders: [...] };

There is one file of types for each schema, ``red_white.d.ts`` beside ``red_white.json``. The key ``kind`` tells the
members of a union apart.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from rcw_rules.kernel.shapes import is_array, is_object

__all__ = ["typescript_file", "typescript_files"]

_Schema: TypeAlias = Mapping[str, Any]

_SCALARS = {"integer": "number", "number": "number", "string": "string", "boolean": "boolean", "null": "null"}
_LONGEST_LINE = 100


def typescript_files(schemas: Mapping[str, _Schema]) -> dict[str, str]:
    """Return the text of a file of types for every schema of `rcw_rules.schema_files.schema_files`, by its name."""
    return {file.replace(".json", ".d.ts"): typescript_file(schema) for file, schema in schemas.items()}


def typescript_file(schema: _Schema) -> str:
    """Return the types of one published schema, as the text of a ``.d.ts`` file.

    A ruleset has the interfaces ``Requests`` and ``Outcomes``, with a type for the id of each procedure, and
    ``Options``. Any other document has one type with the name of its file: ``Resolution``.

    Args:
        schema: A schema with ``$id`` and ``title``.
    """
    return "\n".join(_File(schema).lines()) + "\n"


class _File:
    """The types of one schema."""

    def __init__(self, schema: _Schema) -> None:
        self._schema = schema
        defined: _Schema = schema.get("$defs", {})
        self._procedures = {name: one["$ref"] for name, one in defined.items() if _is_entry(name, one)}
        self._defined = {name: one for name, one in defined.items() if name not in self._procedures}
        self._root = _pascal(schema["$id"].removesuffix(".json")) if self._has_root else ""
        self._names = _names_of(self._defined, self._root)
        self._asked = self._reached_from("request", "options")

    @property
    def _has_root(self) -> bool:
        return any(key in self._schema for key in ("type", "oneOf", "anyOf"))

    def lines(self) -> Iterator[str]:
        yield f"// {self._schema['title']}: made from {self._schema['$id']}, do not edit."
        if self._has_root:
            yield from self._declared(self._root, self._schema, is_asked=False)
        for what, plural in (("request", "Requests"), ("outcome", "Outcomes")):
            found = {name: one for name, one in self._procedures.items() if name.endswith(f".{what}")}
            if found:
                yield ""
                yield f"/** The {what} of each procedure, by its id. */"
                yield f"export interface {plural} {{"
                for name, reference in found.items():
                    yield f"  {json.dumps(name.removesuffix(f'.{what}'))}: {self._named(reference)};"
                yield "}"
        for name, one in self._defined.items():
            yield from self._declared(self._names[name], one, is_asked=name in self._asked)

    def _declared(self, name: str, schema: _Schema, *, is_asked: bool) -> Iterator[str]:
        yield ""
        yield from _comment([schema.get("description", "")], "")
        if _is_interface(schema):
            yield f"export interface {name} {{"
            yield from self._properties(schema, "  ", is_asked=is_asked)
            yield "}"
        else:
            yield f"export type {name} = {self._type(schema, '', is_asked=is_asked)};".replace("= \n", "=\n")

    def _properties(self, schema: _Schema, margin: str, *, is_asked: bool) -> Iterator[str]:
        required = schema.get("required", ())
        for key, value in schema["properties"].items():
            notes = [value.get("description", "")]
            if is_asked and "default" in value:
                notes.append(f"Default: {_shown(value['default'])}.")
            yield from _comment(notes, margin)
            name = key if re.fullmatch(r"[A-Za-z_]\w*", key) else json.dumps(key)
            # What may be left out of a request is always in an answer.
            mark = "" if key in required or not is_asked else "?"
            yield f"{margin}{name}{mark}: {self._type(value, margin, is_asked=is_asked)};".replace(": \n", ":\n")

    def _type(self, schema: Any, margin: str, *, is_asked: bool) -> str:
        if "$ref" in schema:
            return self._named(schema["$ref"])
        if "const" in schema:
            return json.dumps(schema["const"])
        if "enum" in schema:
            return " | ".join(json.dumps(value) for value in schema["enum"])
        if "oneOf" in schema or "anyOf" in schema:
            members = [self._type(one, margin, is_asked=is_asked) for one in _members(schema)]
            return _joined(list(dict.fromkeys(members)), margin)
        if "prefixItems" in schema:
            return f"[{', '.join(self._type(one, margin, is_asked=is_asked) for one in schema['prefixItems'])}]"
        match schema.get("type"):
            case "array":
                item = self._type(schema.get("items", {}), margin, is_asked=is_asked)
                return f"{item}[]" if re.fullmatch(r"\w+", item) else f"({item})[]"
            case "object" if _is_interface(schema):
                inside = self._properties(schema, f"{margin}  ", is_asked=is_asked)
                return "\n".join(("{", *inside, f"{margin}}}"))
            case "object":
                values = schema.get("additionalProperties")
                held = self._type(values, margin, is_asked=is_asked) if is_object(values) else "unknown"
                return f"Record<string, {held}>"
            case None:
                return "unknown"
            case scalar:
                return _SCALARS[scalar]

    def _named(self, reference: str) -> str:
        if reference == "#":
            return self._root
        name = reference.removeprefix("#/$defs/")
        return self._named(self._procedures[name]) if name in self._procedures else self._names[name]

    def _reached_from(self, *endings: str) -> set[str]:
        """Return the names of the definitions that a request or the options can hold."""
        waiting = [one for name, one in self._procedures.items() if name.rpartition(".")[2] in endings]
        reached: set[str] = set()
        while waiting:
            name = waiting.pop().removeprefix("#/$defs/")
            if name not in reached:
                reached.add(name)
                waiting.extend(_references(self._defined[name]))
        return reached


def _members(schema: _Schema) -> Iterator[_Schema]:
    for member in (*schema.get("oneOf", ()), *schema.get("anyOf", ())):
        if "oneOf" in member or "anyOf" in member:
            yield from _members(member)
        else:
            yield member


def _joined(members: list[str], margin: str) -> str:
    line = " | ".join(members)
    if len(line) <= _LONGEST_LINE or "\n" in line:
        return line
    return "".join(f"\n{margin}  | {member}" for member in members)


def _is_entry(name: str, schema: _Schema) -> bool:
    return "$ref" in schema and name.rpartition(".")[2] in ("request", "outcome", "options")


def _is_interface(schema: _Schema) -> bool:
    return schema.get("type") == "object" and "properties" in schema


def _names_of(defined: Mapping[str, Any], root: str) -> dict[str, str]:
    """Return a name in TypeScript for each definition: the class, with words before it where two have the same."""
    taken = {root, "Requests", "Outcomes"}
    names: dict[str, str] = {}
    for name in sorted(defined, key=lambda name: (name.count("."), name)):
        parts = name.split(".")
        tag = defined[name].get("properties", {}).get("kind", {}).get("const")
        if tag is not None and parts[-1] == tag:
            parts = parts[:-1]
        candidates = [_pascal(" ".join(parts[-count:])) for count in range(1, len(parts) + 1)]
        if tag is not None:
            candidates.insert(1, f"{candidates[0]}OfKind")
        names[name] = next(one for one in candidates if one not in taken)
        taken.add(names[name])
    return names


def _references(schema: Any) -> Iterator[str]:
    if is_object(schema):
        for key, value in schema.items():
            if key == "$ref":
                yield value
            else:
                yield from _references(value)
    elif is_array(schema):
        for item in schema:
            yield from _references(item)


def _pascal(words: str) -> str:
    return "".join(word[0].upper() + word[1:] for word in re.split(r"\W+|_", words) if word)


def _shown(value: Any) -> str:
    from rcw_rules.json_text import dumps

    text = " ".join(dumps(value).split())
    return text if len(text) <= _LONGEST_LINE else "as the library has it"


def _comment(texts: list[str], margin: str) -> Iterator[str]:
    told = " ".join(text for text in texts if text).replace("*/", "* /")
    if told:
        yield f"{margin}/** {told} */"
