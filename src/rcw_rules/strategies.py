"""Hypothesis strategies for requests, for people who test a ruleset: ``pip install 'rcw-rules[testing]'``.

    @given(requests(melee))
    def test_a_melee_has_a_winner_or_is_a_tie(request): ...

What is drawn follows from what the fields of a class declare: types, limits, literals, unions, classes within classes.
It is always well-formed, which means that `rcw_rules.kernel.fields.validate` finds nothing wrong with it. Whether it is
legal is the ruleset's to say: ``if ruleset.verdict(request): ...``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from typing import Any, TypeAlias, TypeVar, cast, overload

import attrs
from hypothesis import reject
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from rcw_rules.kernel.errors import RulesError
from rcw_rules.kernel.fields import validate
from rcw_rules.kernel.procedures import Procedure, RequestT
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
    fields_of,
    fits,
    is_mapping,
    is_tuple,
    measure_of,
    shape_of,
)

__all__ = ["requests", "values"]

T = TypeVar("T")

_Draw: TypeAlias = Callable[[SearchStrategy[Any]], Any]
_Path: TypeAlias = tuple[int | str, ...]

_TRIES = 3
"""How often what a class refuses is drawn again."""

_MOST_CHANGES = 4

_MOSTLY = (True, True, True, False)

_FEW = 20
"""How far most numbers are at most from the least."""

_MORE_ITEMS = 4
"""How many items a tuple has at most beyond the least allowed."""

_DEEPEST = 3
"""How often a class may contain itself."""


_JSON: SearchStrategy[Any] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.decimals(allow_nan=False, allow_infinity=False, places=3)
    | st.text(),
    lambda inner: st.lists(inner, max_size=3).map(tuple) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=5,
)


class _RefusedError(Exception):
    """What was drawn contradicts itself, as its class sees it."""


@overload
def requests(of: Procedure[RequestT, Any, Any], *, texts: Iterable[str] = ()) -> SearchStrategy[RequestT]: ...
@overload
def requests(of: type[RequestT], *, texts: Iterable[str] = ()) -> SearchStrategy[RequestT]: ...
def requests(of: Procedure[Any, Any, Any] | type[Any], *, texts: Iterable[str] = ()) -> SearchStrategy[Any]:
    """Return a strategy for well-formed requests.

    Of a procedure about every other request is its example with up to four changes: a field, an item or a part drawn
    again or left out. Changes that a class refuses are not made. The rest are drawn from nothing, and so are all if
    only the class is given; where a class refuses nearly all of these, as one that holds a map with its units does,
    give the procedure.

    Args:
        of: A procedure, or the class of its requests.
        texts: Texts to draw beside random ones, such as the codes of cards or the names of hexes; those of the example
            are drawn as well.
    """
    if not isinstance(of, Procedure):
        return values(of, texts=texts)
    example, shape = of.example, Instance(of.request_type)
    if example is None:
        return values(of.request_type, texts=texts)
    known = dict.fromkeys((*(value for _, value, _ in _places(example, shape, ()) if isinstance(value, str)), *texts))

    @st.composite
    def drawn(draw: _Draw) -> Any:
        maker = _Maker(draw, tuple(known))
        if draw(st.booleans()):
            try:
                return maker.value(shape, ())
            except _RefusedError:
                pass
        return maker.changed(example, shape)

    return drawn()


@overload
def values(of: type[T], *, texts: Iterable[str] = ()) -> SearchStrategy[T]: ...
@overload
def values(of: Any, *, texts: Iterable[str] = ()) -> SearchStrategy[Any]: ...
def values(of: Any, *, texts: Iterable[str] = ()) -> SearchStrategy[Any]:
    """Return a strategy for well-formed values of a type that a field can have.

    Args:
        of: A value class, or any other type as a field declares it: ``Annotated[int, Range(1, 6)]``.
        texts: Texts to draw beside random ones.

    Raises:
        TypeError: No request and no outcome can hold such a type.
    """
    shape, known = shape_of(of), tuple(texts)

    @st.composite
    def drawn(draw: _Draw) -> Any:
        try:
            return _Maker(draw, known).value(shape, ())
        except _RefusedError:
            reject()

    return drawn()


class _Maker:
    """Makes values of shapes from what Hypothesis draws."""

    def __init__(self, draw: _Draw, texts: tuple[str, ...]) -> None:
        self._draw = draw
        self._texts = texts

    # ------------------------------------------------------------------ from nothing

    def value(self, shape: Shape, above: tuple[type, ...]) -> Any:
        """Return a value of *shape* inside of instances of the classes *above*."""
        match shape:
            case Limited():
                return self._limited(shape, above)
            case Scalar():
                return self._scalar(shape, None, None)
            case Nothing():
                return None
            case Enumeration(values=choices):
                return self._draw(st.sampled_from(choices))
            case Items(item=item):
                return self._items(item, 0, None, above)
            case Row(items=items):
                return tuple(self.value(item, above) for item in items)
            case TextMap(value=value):
                most = _MORE_ITEMS if _ends(value, above) else 0
                keys: list[str] = self._draw(st.lists(st.text(), unique=True, max_size=most))
                return {key: self.value(value, above) for key in keys}
            case Instance(cls=cls):
                return self._instance(cls, above)
            case OneOf(members=members):
                ending = [member for member in members if _ends(member, above)]
                return self.value(self._draw(st.sampled_from(ending or members)), above)
            case AnyJSON():
                return self._draw(_JSON)

    def _limited(self, shape: Limited, above: tuple[type, ...]) -> Any:
        low = max((limit.low for limit in shape.limits if limit.low is not None), default=None)
        high = min((limit.high for limit in shape.limits if limit.high is not None), default=None)
        if isinstance(shape.base, Items):
            return self._items(shape.base.item, low or 0, high, above)
        return self._scalar(cast("Scalar", shape.base), low, high)

    def _scalar(self, shape: Scalar, low: int | None, high: int | None) -> Any:
        scalar = shape.type
        if scalar is bool:
            return self._draw(st.booleans())
        if scalar is str:
            known = [text for text in self._texts if (low or 0) <= len(text) <= (len(text) if high is None else high)]
            anything = st.text(min_size=low or 0, max_size=high)
            return self._draw(st.sampled_from(known) | anything if known else anything)
        if scalar in MEASURES:
            measure = measure_of(shape)
            low = measure.low if low is None else max(low, measure.low)
            high = measure.high if high is None else min(high, measure.high)
        if self._draw(st.sampled_from(_MOSTLY)):
            # The number nearest to 0 that is allowed, and a few more: a map of 500 columns is slow and tells no more.
            low = max(low or 0, 0) if high is None or high >= 0 else low
            high = low + _FEW if low is not None and (high is None or high > low + _FEW) else high
        return self._draw(_number(shape, low, high))

    def _items(self, item: Shape, low: int, high: int | None, above: tuple[type, ...]) -> tuple[Any, ...]:
        most = low + _MORE_ITEMS if high is None else min(high, low + _MORE_ITEMS)
        count = self._draw(st.integers(low, most if _ends(item, above) else low))
        return tuple(self.value(item, above) for _ in range(count))

    def _instance(self, cls: type, above: tuple[type, ...]) -> Any:
        if above.count(cls) >= _DEEPEST:
            raise _RefusedError
        inside = (*above, cls)
        for _ in range(_TRIES):
            arguments: dict[str, Any] = {}
            for field in fields_of(cls):
                has_default = field.attribute.default is not attrs.NOTHING
                if has_default and not (_ends(field.shape, inside) and self._draw(st.booleans())):
                    continue
                arguments[field.attribute.alias or field.name] = self.value(field.shape, inside)
            try:
                return _validated(cls(**arguments))
            except (RulesError, ValueError):
                continue
        raise _RefusedError

    # ------------------------------------------------------------------ from an example

    def changed(self, value: Any, shape: Shape) -> Any:
        """Return *value* with a few changes, none of which makes it ill-formed."""
        for _ in range(self._draw(st.integers(0, _MOST_CHANGES))):
            places = list(_places(value, shape, ()))
            for _ in range(_TRIES if places else 0):
                path, old, of = self._draw(st.sampled_from(places))
                try:
                    value = _validated(_with(value, path, self._another(old, of)))
                except (_RefusedError, RulesError, ValueError):
                    continue
                break
        return value

    def _another(self, old: Any, shape: Shape) -> Any:
        if is_tuple(old) and old and self._draw(st.booleans()):
            left_out = self._draw(st.integers(0, len(old) - 1))
            return old[:left_out] + old[left_out + 1 :]
        return self.value(shape, ())


def _number(shape: Scalar, low: int | None, high: int | None) -> SearchStrategy[Any]:
    scalar = shape.type
    if scalar is int:
        return st.integers(low, high)
    if scalar is Fraction:
        return st.fractions(low, high, max_denominator=144)
    whole = st.integers(low, high).map(measure_of(shape).make)
    thousandths = st.integers(None if low is None else low * 1000, None if high is None else high * 1000)
    return whole | thousandths.map(lambda number: scalar(thousandths=number))


def _validated(value: T) -> T:
    validate(value)
    return value


def _ends(shape: Shape, above: tuple[type, ...]) -> bool:
    """Return whether a value of *shape* may stand there: a class does not contain itself without end."""
    match shape:
        case Instance(cls=cls):
            return above.count(cls) < _DEEPEST
        case Limited(base=base):
            return _ends(base, above)
        case Row(items=items):
            return all(_ends(item, above) for item in items)
        case OneOf(members=members):
            return any(_ends(member, above) for member in members)
        case _:
            return True


def _places(value: Any, shape: Shape, path: _Path) -> Iterator[tuple[_Path, Any, Shape]]:
    """Yield every place below *path* with what stands there and what may stand there."""
    inner: list[tuple[int | str, Any, Shape]]
    match shape:
        case Instance(cls=cls):
            inner = [(field.name, getattr(value, field.name), field.shape) for field in fields_of(cls)]
        case Items(item=item):
            inner = [(at, one, item) for at, one in enumerate(value)]
        case Row(items=items):
            inner = [(at, one, item) for at, (one, item) in enumerate(zip(value, items, strict=True))]
        case TextMap(value=item):
            inner = [(key, one, item) for key, one in value.items()]
        case Limited(base=base):
            yield from _places(value, base, path)
            return
        case OneOf(members=members):
            yield from _places(value, next(member for member in members if fits(member, value)), path)
            return
        case _:
            return
    for step, one, of in inner:
        yield (*path, step), one, of
        yield from _places(one, of, (*path, step))


def _with(value: Any, path: _Path, new: Any) -> Any:
    if not path:
        return new
    step, *rest = path
    if isinstance(step, int):
        items = list(value)
        items[step] = _with(items[step], tuple(rest), new)
        return tuple(items)
    if is_mapping(value):
        return {**value, step: _with(value[step], tuple(rest), new)}
    alias = next(field.attribute.alias for field in fields_of(value.__class__) if field.name == step)
    return attrs.evolve(value, **{alias or step: _with(getattr(value, step), tuple(rest), new)})
