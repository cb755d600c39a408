"""A map of hexes as data: terrain, hexsides, roads, railways, places and zones, and what a step on it meets.

Everything is plain values and tuples, so that a map is read from a file, sent and compared like any request. Hexes that
are not mentioned have the default terrain and nothing else: a map without any mention is a map.

>>> board = HexMap(
...     title="A bridge",
...     grid=HexGrid(columns=4, rows=3),
...     terrain=(TerrainArea(kind="forest", hexes=("0202", "0302")),),
...     hexsides=(HexsideFeature(kind="river", between=(("0201", "0202"), ("0101", "0201"))),),
...     roads=(Road(hexes=("0101", "0201", "0202")),),
... )
>>> board.terrain_at("0302"), board.terrain_at("0101"), board.has_road("0202", "0201")
('forest', 'clear', True)
>>> board.features_between("0202", "0201")
('river',)
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import pairwise
from typing import Annotated, Literal, NamedTuple, TypeAlias

from attrs import frozen

from rcw_rules.kernel.errors import Problem, UnknownNameError
from rcw_rules.kernel.fields import Size, validate
from rcw_rules.kernel.geometry.drawable import Drawable
from rcw_rules.kernel.geometry.hexes.grid import HexDirection, HexGrid
from rcw_rules.kernel.geometry.map_data import Checks, MapProvenance, Name, named_twice, paths

Hexes: TypeAlias = Annotated[tuple[str, ...], Size(1, None)]
Way: TypeAlias = Annotated[tuple[str, ...], Size(2, None)]

STATION = "station"
"""The kind of feature that is a railway station: it must lie on a railway."""

_Pair: TypeAlias = tuple[str, str]
"""Two neighbours, the first in the order of the map first."""


@frozen(kw_only=True, cache_hash=True)
class TerrainArea:
    """Hexes of one kind of terrain.

    Attributes:
        kind: The terrain.
        hexes: The hexes, in any order. A hex has one terrain.
    """

    kind: Name
    hexes: Hexes


@frozen(kw_only=True, cache_hash=True)
class Feature:
    """Hexes that hold something beside their terrain: a village, a fort, a station.

    Attributes:
        kind: What they hold. A "station" is a railway station.
        hexes: The hexes, in any order. A hex can hold any number of different things.
    """

    kind: Name
    hexes: Hexes


@frozen(kw_only=True, cache_hash=True)
class HexsideFeature:
    """Hexsides that have something on them: a river, a bridge, a wall.

    Attributes:
        kind: What is on them. A hexside can have any number of different things.
        between: Each hexside as the two hexes on its sides, in any order.
    """

    kind: Name
    between: Annotated[tuple[tuple[str, str], ...], Size(1, None)]


@frozen(kw_only=True, cache_hash=True)
class Road:
    """A road.

    Attributes:
        hexes: Every hex that it passes through, each next to the one before. It may end where it began.
        name: What it is called, "" for no name; several roads may share a name.
    """

    hexes: Way
    name: str = ""


@frozen(kw_only=True, cache_hash=True)
class Railway:
    """A railway.

    Attributes:
        hexes: Every hex that it passes through, each next to the one before. It may end where it began.
        name: What it is called, "" for no name; several railways may share a name.
        tracks: The number of its tracks.
    """

    hexes: Way
    name: str = ""
    tracks: Literal[1, 2] = 1


@frozen(kw_only=True, cache_hash=True)
class NamedPlace:
    """A place that has a name.

    Attributes:
        name: What it is called; no two places share a name.
        hex: The hex that it is in.
        kind: What it is, such as "town".
    """

    name: Name
    hex: str
    kind: Name


@frozen(kw_only=True, cache_hash=True)
class Zone:
    """Hexes that a rule or a scenario names together: where troops enter, where they may not go, a friendly edge.

    Attributes:
        name: What it is called; no two zones share a name.
        hexes: The hexes, in any order.
    """

    name: Name
    hexes: Hexes


@frozen(kw_only=True)
class HexStep:
    """What a step from a hex to a neighbour meets.

    Attributes:
        origin: The hex left.
        to: The hex entered.
        direction: The direction of the step.
        terrain: The terrain of the hex entered.
        features: What that hex holds beside its terrain, in the order of the map's data.
        hexside: What is on the hexside crossed, in the order of the map's data.
        road: Whether a road joins the two hexes.
        tracks: How many tracks of a railway join them: 0, 1 or 2.
    """

    origin: str
    to: str
    direction: HexDirection
    terrain: str
    features: tuple[str, ...]
    hexside: tuple[str, ...]
    road: bool
    tracks: int


class _Tables(NamedTuple):
    terrain: dict[str, str]
    features: dict[str, tuple[str, ...]]
    hexsides: dict[_Pair, tuple[str, ...]]
    roads: dict[_Pair, None]
    tracks: dict[_Pair, int]
    places: dict[str, NamedPlace]
    zones: dict[str, Zone]


@frozen(kw_only=True, cache_hash=True)
class HexMap(Drawable):
    """A map of hexes.

    The edges of the map are those of its grid; where a rule means other hexes by an edge, they are a zone.

    Attributes:
        title: What the map shows.
        grid: The hexes.
        source: Where it comes from, in a word or two.
        provenance: How sure it is.
        default_terrain: The terrain of every hex that no area lists.
        terrain: The terrain of the others.
        features: What hexes hold beside their terrain.
        hexsides: What is on hexsides.
        roads: The roads.
        railways: The railways.
        places: The places that have names.
        zones: The groups of hexes that have names.
    """

    title: Name
    grid: HexGrid
    source: str = ""
    provenance: MapProvenance = "illustrative"
    default_terrain: Name = "clear"
    terrain: tuple[TerrainArea, ...] = ()
    features: tuple[Feature, ...] = ()
    hexsides: tuple[HexsideFeature, ...] = ()
    roads: tuple[Road, ...] = ()
    railways: tuple[Railway, ...] = ()
    places: tuple[NamedPlace, ...] = ()
    zones: tuple[Zone, ...] = ()

    # --- What is wrong with it --------------------------------------------------------------------------------------

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield everything that is wrong, in the order of the fields.

        Unknown hexes; two terrains for one hex; anything listed twice; gaps in roads and railways; hexsides between
        hexes that are not neighbours; stations off any railway; two places or two zones of one name.
        """
        checks = Checks(self.grid, noun="hex", places="hexes", edge="hexside")
        yield from checks.terrain((area.kind, area.hexes) for area in self.terrain)
        yield from checks.features((feature.kind, feature.hexes) for feature in self.features)
        yield from self._stations_off_rails()
        yield from checks.edges("hexsides", ((feature.kind, feature.between) for feature in self.hexsides))
        for index, road in enumerate(self.roads):
            yield from checks.way(f".roads[{index}]", road.hexes, "road")
        for index, railway in enumerate(self.railways):
            yield from checks.way(f".railways[{index}]", railway.hexes, "railway")
        for index, place in enumerate(self.places):
            yield from checks.unknown(f".places[{index}].hex", place.hex)
        yield from named_twice("place", paths("places", (place.name for place in self.places)))
        yield from named_twice("zone", paths("zones", (zone.name for zone in self.zones)))
        for index, zone in enumerate(self.zones):
            yield from checks.zone(f".zones[{index}]", zone.hexes, zone.name)

    def _stations_off_rails(self) -> Iterator[Problem]:
        on_railway = {place for railway in self.railways for place in railway.hexes}
        for index, feature in enumerate(self.features):
            for number, place in enumerate(feature.hexes if feature.kind == STATION else ()):
                if self.grid.has(place) and place not in on_railway:
                    yield Problem(
                        f".features[{index}].hexes[{number}]", f"the station in hex {place!r} is on no railway"
                    )

    # --- What it shows ----------------------------------------------------------------------------------------------

    def terrain_at(self, place: str) -> str:
        """Return the terrain of a hex."""
        self.grid.require(place)
        return self._tables.terrain.get(place, self.default_terrain)

    def features_at(self, place: str) -> tuple[str, ...]:
        """Return what a hex holds beside its terrain, in the order of the map's data."""
        self.grid.require(place)
        return self._tables.features.get(place, ())

    def features_between(self, a: str, b: str) -> tuple[str, ...]:
        """Return what is on the hexside between two neighbours, in the order of the map's data.

        Raises:
            ValueError: They are not neighbours.
        """
        return self._tables.hexsides.get(self._neighbours(a, b), ())

    def has_road(self, a: str, b: str) -> bool:
        """Return whether a road joins two neighbours.

        Raises:
            ValueError: They are not neighbours.
        """
        return self._neighbours(a, b) in self._tables.roads

    def tracks(self, a: str, b: str) -> int:
        """Return how many tracks join two neighbours: 0 without a railway; of several railways, those of the largest.

        Raises:
            ValueError: They are not neighbours.
        """
        return self._tables.tracks.get(self._neighbours(a, b), 0)

    def rail_neighbours(self, place: str, *, tracks: int = 1) -> tuple[str, ...]:
        """Return the neighbours that at least so many tracks lead to, clockwise from north."""
        _require_tracks(tracks)
        known = self._tables.tracks
        return tuple(other for other in self.grid.neighbours(place) if known.get(_pair(place, other), 0) >= tracks)

    def rail_hexes(self, *, tracks: int = 1) -> tuple[str, ...]:
        """Return every hex that at least so many tracks join to a neighbour, in the order of the map."""
        _require_tracks(tracks)
        joined = {place for pair, number in self._tables.tracks.items() if number >= tracks for place in pair}
        return tuple(sorted(joined))

    def hexes_with(self, feature: str) -> tuple[str, ...]:
        """Return every hex that holds a thing beside its terrain, in the order of the map."""
        return tuple(sorted(place for place, kinds in self._tables.features.items() if feature in kinds))

    def hexes_of(self, terrain: str) -> tuple[str, ...]:
        """Return every hex of a terrain, in the order of the map."""
        return tuple(place for place in self.grid.hexes if self.terrain_at(place) == terrain)

    def places_at(self, place: str) -> tuple[NamedPlace, ...]:
        """Return the places that have a name in a hex, in the order of the map's data."""
        self.grid.require(place)
        return tuple(named for named in self.places if named.hex == place)

    def place(self, name: str) -> NamedPlace:
        """Return the place of a name.

        Raises:
            UnknownNameError: There is none.
        """
        places = self._tables.places
        if name not in places:
            raise UnknownNameError("place", name, places)
        return places[name]

    def zone(self, name: str) -> Zone:
        """Return the zone of a name.

        Raises:
            UnknownNameError: There is none.
        """
        zones = self._tables.zones
        if name not in zones:
            raise UnknownNameError("zone", name, zones)
        return zones[name]

    def steps_from(self, place: str) -> tuple[HexStep, ...]:
        """Return the steps from a hex to each of its neighbours, clockwise from north, with what each meets."""
        tables = self._tables
        steps: list[HexStep] = []
        for direction in self.grid.directions:
            to = self.grid.neighbour(place, direction)
            if to is None:
                continue
            pair = _pair(place, to)
            steps.append(
                HexStep(
                    origin=place,
                    to=to,
                    direction=direction,
                    terrain=tables.terrain.get(to, self.default_terrain),
                    features=tables.features.get(to, ()),
                    hexside=tables.hexsides.get(pair, ()),
                    road=pair in tables.roads,
                    tracks=tables.tracks.get(pair, 0),
                )
            )
        return tuple(steps)

    def _neighbours(self, a: str, b: str) -> _Pair:
        if b not in self.grid.neighbours(a):
            self.grid.direction(a, b)  # says what is wrong
        return _pair(a, b)

    @cached_property
    def _tables(self) -> _Tables:
        """What the map looks up, made once, when the map is found to be right."""
        validate(self)
        features: dict[str, tuple[str, ...]] = {}
        for feature in self.features:
            for place in feature.hexes:
                features[place] = (*features.get(place, ()), feature.kind)
        hexsides: dict[_Pair, tuple[str, ...]] = {}
        for on_side in self.hexsides:
            for one, other in on_side.between:
                pair = _pair(one, other)
                hexsides[pair] = (*hexsides.get(pair, ()), on_side.kind)
        tracks: dict[_Pair, int] = {}
        for railway in self.railways:
            for one, other in pairwise(railway.hexes):
                pair = _pair(one, other)
                tracks[pair] = max(railway.tracks, tracks.get(pair, 0))
        return _Tables(
            terrain={place: area.kind for area in self.terrain for place in area.hexes},
            features=features,
            hexsides=hexsides,
            roads=dict.fromkeys(_pair(one, other) for road in self.roads for one, other in pairwise(road.hexes)),
            tracks=tracks,
            places={place.name: place for place in self.places},
            zones={zone.name: zone for zone in self.zones},
        )


def _require_tracks(tracks: int) -> None:
    if tracks not in (1, 2):
        raise ValueError(f"a railway has 1 or 2 tracks, got {tracks!r}")


def _pair(a: str, b: str) -> _Pair:
    return (a, b) if a < b else (b, a)
