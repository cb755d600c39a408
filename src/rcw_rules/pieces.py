"""Pieces that a ruleset knows by name: a counter of Orel, a troop card of Red Actions.

A request that is written down may name such a piece where it needs one, and say only what is different:
``{"counter": "W:1/1K", "hex": "1010"}``, or ``"card": "white_conscripts"``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Generic, TypeVar

import attrs

from rcw_rules.kernel.errors import InvalidRequestError, Problem, UnknownNameError, close_names, did_you_mean
from rcw_rules.kernel.shape_words import key_step, show
from rcw_rules.kernel.shapes import (
    Instance,
    Items,
    Limited,
    OneOf,
    Row,
    Shape,
    TextMap,
    classes_by_tag,
    fields_of,
    is_array,
    is_object,
)

__all__ = ["Pieces", "in_full", "pieces_by_name"]

PieceT = TypeVar("PieceT")

_MOST_NAMED = 10_000
"""As many pieces a document names; no request holds so many."""


@attrs.frozen(kw_only=True)
class Pieces(Generic[PieceT]):
    """Pieces of one class by name.

    Attributes:
        id: What one of them is called, and the key that names one in a document: ``counter``.
        cls: Their class.
        load: Returns them by name.
    """

    id: str
    cls: type[PieceT]
    load: Callable[[], Mapping[str, PieceT]]

    def __getitem__(self, name: str) -> PieceT:
        """Return the piece of that *name*.

        Raises:
            UnknownNameError: There is none.
        """
        pieces = self.load()
        if name not in pieces:
            raise UnknownNameError(self.id, name, pieces)
        return pieces[name]


def pieces_by_name(several: Iterable[Pieces[Any]]) -> dict[str, dict[str, Any]]:
    """Return all pieces as plain data by name, such as `rcw_rules.interviews.Interview` takes for its roster."""
    from rcw_rules.wire import unstructure

    return {name: unstructure(piece) for pieces in several for name, piece in pieces.load().items()}


def in_full(data: Any, cls: type, several: Iterable[Pieces[Any]], path: str = "$") -> Any:
    """Return the plain data of an instance of *cls* with every piece that is only named written out.

    Args:
        data: Plain data, as it was read.
        cls: The class that is to be made of it.
        several: The pieces of the ruleset.
        path: Where the data stand, for errors.

    Returns:
        New data. What is no piece is as it was, right or wrong.

    Raises:
        InvalidRequestError: A piece is named that there is not, or more than 10,000 are named.
    """
    known = _Known(several)
    return _in_full(data, Instance(cls), known, path) if known.by_class else data


class _Known:
    """The pieces by their class, and how many were written out: a name of a few characters becomes a kilobyte."""

    def __init__(self, several: Iterable[Pieces[Any]]) -> None:
        self.by_class: dict[type, Pieces[Any]] = {pieces.cls: pieces for pieces in several}
        self._written = 0

    def named(self, name: object, pieces: Pieces[Any], path: str) -> dict[str, Any]:
        """Return the plain data of a piece.

        Raises:
            InvalidRequestError: There is none of that name, or too many were named.
        """
        from rcw_rules.wire import unstructure

        self._written += 1
        if self._written > _MOST_NAMED:
            raise InvalidRequestError([Problem(path, f"too many pieces are named: at most {_MOST_NAMED:,}")])
        known = pieces.load()
        if not isinstance(name, str) or name not in known:
            shown, hint = show(name, "json"), ""
            if isinstance(name, str):
                shown, hint = repr(name[:100]), did_you_mean(close_names(name[:100], known))
            raise InvalidRequestError([Problem(path, f"there is no {pieces.id} {shown}{hint}")])
        whole: dict[str, Any] = unstructure(known[name])
        return whole


def _in_full(data: Any, shape: Shape, known: _Known, path: str) -> Any:
    match shape:
        case Limited(base=base):
            return _in_full(data, base, known, path)
        case Items(item=item) if is_array(data):
            return [_in_full(one, item, known, f"{path}[{number}]") for number, one in enumerate(data)]
        case Row(items=items) if is_array(data) and len(data) == len(items):
            return [
                _in_full(one, item, known, f"{path}[{number}]")
                for number, (one, item) in enumerate(zip(data, items, strict=True))
            ]
        case TextMap(value=value) if is_object(data):
            return {key: _in_full(one, value, known, path + key_step(key)) for key, one in data.items()}
        case OneOf():
            return _of_several(data, shape, known, path)
        case Instance(cls=cls):
            return _instance(data, cls, known, path)
        case _:
            return data


def _of_several(data: Any, shape: OneOf, known: _Known, path: str) -> Any:
    if is_array(data):
        arrays = [member for member in shape.members if isinstance(_base(member), Items | Row)]
        return _in_full(data, arrays[0], known, path) if len(arrays) == 1 else data
    if len(shape.classes) == 1:
        return _instance(data, shape.classes[0], known, path)
    if is_object(data) and isinstance(tag := data.get("kind"), str) and tag in (by_tag := classes_by_tag(shape)):
        inner = {key: one for key, one in data.items() if key != "kind"}
        return {"kind": tag, **_instance(inner, by_tag[tag], known, path)}
    return data


def _base(shape: Shape) -> Shape:
    return shape.base if isinstance(shape, Limited) else shape


def _instance(data: Any, cls: type, known: _Known, path: str) -> Any:
    pieces = known.by_class.get(cls)
    if pieces is not None:
        if isinstance(data, str):
            return known.named(data, pieces, path)
        if is_object(data) and pieces.id in data:
            rest = {key: one for key, one in data.items() if key != pieces.id}
            data = {**known.named(data[pieces.id], pieces, f"{path}.{pieces.id}"), **rest}
    if not is_object(data):
        return data
    shapes = {field.name: field.shape for field in fields_of(cls)}
    return {
        key: _in_full(one, shapes[key], known, f"{path}.{key}") if key in shapes else one for key, one in data.items()
    }
