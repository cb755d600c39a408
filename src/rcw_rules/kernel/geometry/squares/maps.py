"""A map of squares as data: terrain, features, what lies on the edges between squares, roads, railways and places.

Everything is plain values and tuples, so that a map is read from a file, sent and compared like any request. Squares
that are not mentioned have the default terrain and nothing else: a map without any mention is a map.

>>> board = SquareMap(
...     title="A ford",
...     grid=SquareGrid(columns=4, rows=3),
...     terrain=(SquareArea(kind="wood", squares=((1, 1), (2, 1))),),
...     edges=(EdgeFeature(kind="stream", between=(((0, 0), (0, 1)), ((1, 0), (0, 1)))),),
...     roads=(SquareWay(squares=((0, 0), (0, 1), (1, 1))),),
... )
>>> board.terrain_at((1, 1)), board.terrain_at((0, 0)), board.has_road((1, 1), (0, 1))
('wood', 'open', True)
>>> board.features_between((0, 1), (0, 0))
('stream',)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from itertools import pairwise
from typing import Annotated, NamedTuple, TypeAlias, TypeVar

from attrs import frozen

from rcw_rules.kernel.errors import Problem, UnknownNameError
from rcw_rules.kernel.fields import Size, validate
from rcw_rules.kernel.geometry.drawable import Drawable
from rcw_rules.kernel.geometry.map_data import Checks, MapProvenance, Name, named_twice, paths
from rcw_rules.kernel.geometry.squares.grid import Square, SquareGrid
from rcw_rules.kernel.sizes import WorkedOut

ValueT = TypeVar("ValueT")

Squares: TypeAlias = Annotated[tuple[Square, ...], Size(1, None)]

_Pair: TypeAlias = tuple[Square, Square]
"""Two neighbours, the smaller pair of numbers first."""


@frozen(kw_only=True, cache_hash=True)
class SquareArea:
    """Squares of one kind of terrain.

    Attributes:
        kind: The terrain.
        squares: The squares, in any order. A square has one terrain, all over.
    """

    kind: Name
    squares: Squares


@frozen(kw_only=True, cache_hash=True)
class SquareFeature:
    """Squares that hold something beside their terrain: a hedge, wire, the crest of a hill.

    Attributes:
        kind: What they hold.
        squares: The squares, in any order. A square can hold any number of different things.
    """

    kind: Name
    squares: Squares


@frozen(kw_only=True, cache_hash=True)
class EdgeFeature:
    """Edges of squares that have something on them: a stream, a bridge, the line of a ridge.

    Attributes:
        kind: What is on them. An edge can have any number of different things.
        between: Each edge as the two squares on its sides, in any order.
    """

    kind: Name
    between: Annotated[tuple[tuple[Square, Square], ...], Size(1, None)]


@frozen(kw_only=True, cache_hash=True)
class SquareWay:
    """A road or a railway.

    Attributes:
        squares: Every square that it passes through, each next to the one before. It may end where it began.
        name: What it is called, "" for no name; several may share a name.
    """

    squares: Annotated[tuple[Square, ...], Size(2, None)]
    name: str = ""


@frozen(kw_only=True, cache_hash=True)
class SquarePlace:
    """A place that has a name.

    Attributes:
        name: What it is called; no two places share a name.
        square: The square that it is in.
        kind: What it is, such as "town".
    """

    name: Name
    square: Square
    kind: Name


class _Tables(NamedTuple):
    terrain: dict[Square, str]
    features: dict[Square, tuple[str, ...]]
    edges: dict[_Pair, tuple[str, ...]]
    roads: frozenset[_Pair]
    railways: frozenset[_Pair]
    places: dict[str, SquarePlace]


@frozen(kw_only=True, cache_hash=True)
class SquareMap(Drawable):
    """A map of squares.

    Attributes:
        title: What the map shows.
        grid: The squares.
        source: Where it comes from, in a word or two.
        provenance: How sure it is.
        default_terrain: The terrain of every square that no area lists.
        terrain: The terrain of the others.
        features: What squares hold beside their terrain.
        edges: What is on the edges between squares.
        roads: The roads.
        railways: The railways.
        places: The places that have names.
    """

    title: Name
    grid: SquareGrid
    source: str = ""
    provenance: MapProvenance = "illustrative"
    default_terrain: Name = "open"
    terrain: tuple[SquareArea, ...] = ()
    features: tuple[SquareFeature, ...] = ()
    edges: tuple[EdgeFeature, ...] = ()
    roads: tuple[SquareWay, ...] = ()
    railways: tuple[SquareWay, ...] = ()
    places: tuple[SquarePlace, ...] = ()

    # --- What is wrong with it --------------------------------------------------------------------------------------

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield everything that is wrong, in the order of the fields.

        Squares off the board; two terrains for one square; anything listed twice; edges between squares that are no
        neighbours; gaps in roads and railways; two places of one name.
        """
        checks = Checks(self.grid, noun="square", places="squares", edge="edge")
        yield from checks.terrain((area.kind, area.squares) for area in self.terrain)
        yield from checks.features((feature.kind, feature.squares) for feature in self.features)
        yield from checks.edges("edges", ((feature.kind, feature.between) for feature in self.edges))
        for index, road in enumerate(self.roads):
            yield from checks.way(f".roads[{index}]", road.squares, "road")
        for index, railway in enumerate(self.railways):
            yield from checks.way(f".railways[{index}]", railway.squares, "railway")
        for index, place in enumerate(self.places):
            yield from checks.unknown(f".places[{index}].square", place.square)
        yield from named_twice("place", paths("places", (place.name for place in self.places)))

    # --- What it shows ----------------------------------------------------------------------------------------------

    def terrain_at(self, square: Square) -> str:
        """Return the terrain of a square."""
        self.grid.require(square)
        return self._tables.terrain.get(square, self.default_terrain)

    def features_at(self, square: Square) -> tuple[str, ...]:
        """Return what a square holds beside its terrain, in the order of the map's data."""
        self.grid.require(square)
        return self._tables.features.get(square, ())

    def features_between(self, a: Square, b: Square) -> tuple[str, ...]:
        """Return what is on the edge between two neighbours, in the order of the map's data.

        Raises:
            ValueError: They are not neighbours.
        """
        return self._tables.edges.get(self._neighbours(a, b), ())

    def has_road(self, a: Square, b: Square) -> bool:
        """Return whether a road joins two neighbours.

        Raises:
            ValueError: They are not neighbours.
        """
        return self._neighbours(a, b) in self._tables.roads

    def has_railway(self, a: Square, b: Square) -> bool:
        """Return whether a railway joins two neighbours.

        Raises:
            ValueError: They are not neighbours.
        """
        return self._neighbours(a, b) in self._tables.railways

    def squares_of(self, terrain: str) -> tuple[Square, ...]:
        """Return every square of a terrain, in the order of the board."""
        return tuple(square for square in self.grid.squares if self.terrain_at(square) == terrain)

    def squares_with(self, feature: str) -> tuple[Square, ...]:
        """Return every square that holds a thing beside its terrain, in the order of the board."""
        return tuple(square for square in self.grid.squares if feature in self.features_at(square))

    def places_at(self, square: Square) -> tuple[SquarePlace, ...]:
        """Return the places that have a name in a square, in the order of the map's data."""
        self.grid.require(square)
        return tuple(place for place in self._tables.places.values() if place.square == square)

    def place(self, name: str) -> SquarePlace:
        """Return the place of a name.

        Raises:
            UnknownNameError: There is none.
        """
        found = self._tables.places.get(name)
        if found is None:
            raise UnknownNameError("place", name, self._tables.places)
        return found

    def worked_out(self, make: Callable[[SquareMap], ValueT]) -> ValueT:
        """Return what a function of a module, or a class, makes of the map; it is made once and kept with the map.

        So a ruleset keeps tables of what the ground means by its rules, as long as the map is there. Threads that ask
        at the same time are given one table.

        Args:
            make: The function; the same object for the same table.
        """
        found: ValueT | None = self._kept.get(make)
        return self._kept.setdefault(make, make(self)) if found is None else found

    @cached_property
    def _kept(self) -> WorkedOut:
        return WorkedOut()

    def _neighbours(self, a: Square, b: Square) -> _Pair:
        self.grid.direction(a, b)  # refuses what are not neighbours
        return _pair(a, b)

    @cached_property
    def _tables(self) -> _Tables:
        """What the map looks up, made once, when the map is found to be right."""
        validate(self)
        features: dict[Square, tuple[str, ...]] = {}
        for feature in self.features:
            for square in feature.squares:
                features[square] = (*features.get(square, ()), feature.kind)
        edges: dict[_Pair, tuple[str, ...]] = {}
        for on_edge in self.edges:
            for one, other in on_edge.between:
                pair = _pair(one, other)
                edges[pair] = (*edges.get(pair, ()), on_edge.kind)
        return _Tables(
            terrain={square: area.kind for area in self.terrain for square in area.squares},
            features=features,
            edges=edges,
            roads=_joined(self.roads),
            railways=_joined(self.railways),
            places={place.name: place for place in self.places},
        )


def _pair(a: Square, b: Square) -> _Pair:
    return (a, b) if a < b else (b, a)


def _joined(ways: tuple[SquareWay, ...]) -> frozenset[_Pair]:
    return frozenset(_pair(one, other) for way in ways for one, other in pairwise(way.squares))
