"""What maps of hexes and maps of squares have in common as data: names, and what can be wrong with lists of places."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Annotated, Generic, Literal, Protocol, TypeAlias, TypeVar

from attrs import frozen

from rcw_rules.kernel.errors import Problem, UnknownNameError
from rcw_rules.kernel.fields import Size

P = TypeVar("P", bound=Hashable)
T = TypeVar("T")

Name: TypeAlias = Annotated[str, Size(1, 100)]

MapProvenance: TypeAlias = Literal["printed", "reconstructed", "illustrative"]
"""Where a map comes from: copied from a printed one, restored from what is known of one, or made up."""

MapEdge: TypeAlias = Literal["north", "east", "south", "west"]
"""An edge of the map."""

MAP_EDGES: tuple[MapEdge, ...] = ("north", "east", "south", "west")


class _Ground(Protocol[P]):
    """What the checks ask of a grid."""

    def has(self, place: P, /) -> bool:
        """Return whether there is such a place."""
        ...

    def require(self, place: P, /) -> None:
        """Raise unless there is."""
        ...

    def neighbours(self, place: P, /) -> tuple[P, ...]:
        """Return the places next to one."""
        ...


@frozen
class Checks(Generic[P]):
    """Finds what is wrong with the lists of places in the data of a map.

    Every problem has the path of the list's item, below the map.

    Attributes:
        ground: The grid that the places are on.
        noun: What a place is called: "hex".
        places: The field that lists places: "hexes".
        edge: What lies between two neighbours: "hexside".
    """

    ground: _Ground[P]
    noun: str
    places: str
    edge: str

    def terrain(self, areas: Iterable[tuple[str, Sequence[P]]]) -> Iterator[Problem]:
        """Yield unknown places and places with two terrains, of areas given as kind and places."""
        first: dict[P, tuple[str, str]] = {}
        for index, (kind, places) in enumerate(areas):
            for path, place in self._listed(f".terrain[{index}]", places):
                yield from self.unknown(path, place)
                other, where = first.setdefault(place, (kind, path))
                if where != path:
                    both = f"{kind!r} here and {other!r} at {where}"
                    yield Problem(path, f"{self.noun} {place!r} is {both}; a {self.noun} has one terrain")

    def features(self, features: Iterable[tuple[str, Sequence[P]]]) -> Iterator[Problem]:
        """Yield unknown places and places listed twice for one kind of feature."""
        by_kind: dict[str, list[tuple[str, P]]] = {}
        for index, (kind, places) in enumerate(features):
            listed = list(self._listed(f".features[{index}]", places))
            for path, place in listed:
                yield from self.unknown(path, place)
            by_kind.setdefault(kind, []).extend(listed)
        for kind, listed in by_kind.items():
            yield from self._twice(listed, repr(kind))

    def edges(self, field: str, features: Iterable[tuple[str, Sequence[tuple[P, P]]]]) -> Iterator[Problem]:
        """Yield unknown places, pairs that are not neighbours, and pairs listed twice for one kind of feature."""
        first: dict[tuple[str, frozenset[P]], str] = {}
        for index, (kind, between) in enumerate(features):
            for number, (one, other) in enumerate(between):
                path = f".{field}[{index}].between[{number}]"
                unknown = [*self.unknown(f"{path}[0]", one), *self.unknown(f"{path}[1]", other)]
                yield from unknown
                if not unknown and other not in self.ground.neighbours(one):
                    yield Problem(
                        path, f"{self.places} {one!r} and {other!r} are not neighbours, so they share no {self.edge}"
                    )
                where = first.setdefault((kind, frozenset((one, other))), path)
                if where != path:
                    yield Problem(path, f"{kind!r} between {one!r} and {other!r} is listed twice, first at {where}")

    def way(self, path: str, places: Sequence[P], kind: str) -> Iterator[Problem]:
        """Yield unknown places, gaps and places passed twice, of a road or a railway; it may be a ring."""
        for where, place in self._listed(path, places):
            yield from self.unknown(where, place)
        for index, (before, place) in enumerate(pairwise(places), 1):
            are_on = self.ground.has(before) and self.ground.has(place)
            if are_on and before != place and place not in self.ground.neighbours(before):
                message = (
                    f"a gap: {before!r} and {place!r} are not neighbours; a {kind} lists every {self.noun} on its way"
                )
                yield Problem(f"{path}.{self.places}[{index}]", message)
        once = places[:-1] if len(places) > 3 and places[0] == places[-1] else places
        yield from self._twice(self._listed(path, once), f"the {kind}")

    def zone(self, path: str, places: Sequence[P], name: str) -> Iterator[Problem]:
        """Yield unknown places and places listed twice, of a group of places that has a name."""
        for where, place in self._listed(path, places):
            yield from self.unknown(where, place)
        yield from self._twice(self._listed(path, places), f"zone {name!r}")

    def unknown(self, path: str, place: P) -> Iterator[Problem]:
        """Yield a problem if the map has no such place."""
        try:
            self.ground.require(place)
        except UnknownNameError as error:
            yield Problem(path, str(error))

    def _listed(self, path: str, places: Iterable[P]) -> Iterator[tuple[str, P]]:
        """Yield each place of a list with its path."""
        return ((f"{path}.{self.places}[{index}]", place) for index, place in enumerate(places))

    def _twice(self, listed: Iterable[tuple[str, P]], what: str) -> Iterator[Problem]:
        first: dict[P, str] = {}
        for path, place in listed:
            where = first.setdefault(place, path)
            if where != path:
                yield Problem(path, f"{self.noun} {place!r} is listed twice for {what}, first at {where}")


def require_distance(distance: int) -> None:
    """Raise unless a number is a whole number of steps.

    Raises:
        ValueError: It is negative or no whole number.
    """
    if type(distance) is not int:
        raise ValueError(f"a distance is a whole number, got {distance!r}")
    if distance < 0:
        raise ValueError(f"a distance is at least 0, got {distance}")


def named_twice(what: str, named: Iterable[tuple[str, str]]) -> Iterator[Problem]:
    """Yield a problem for every thing that has the name of an earlier one, of things given as path and name."""
    first: dict[str, str] = {}
    for path, name in named:
        where = first.setdefault(name, path)
        if where != path:
            yield Problem(f"{path}.name", f"there is another {what} named {name!r}, at {where}")


def paths(field: str, things: Iterable[T]) -> Iterator[tuple[str, T]]:
    """Yield each thing that a field lists, with its path."""
    return ((f".{field}[{index}]", thing) for index, thing in enumerate(things))
