"""The map that the missing rulebook would bring: hexes with their ground, water, railroads and cities.

No map comes with the library. If you have the printed one, write it down once, in Python or as a TOML file whose keys
are the fields below, and read it with `rcw_rules.toml_files.read_toml`.

>>> board = RulebookMap(
...     title="A made-up shore",
...     grid=HexGrid(columns=2, rows=2),
...     hexes=(
...         MapHex(label="0101", land="rough", rail="minor"),
...         MapHex(label="0102", land="clear", water=("coastal",), city="odesa"),
...         MapHex(label="0202", water=("sea",)),
...     ),
... )
>>> board.neighbours("0102"), board.hex("0101").land, board.hex_of("odesa")
(('0101', '0202'), 'rough', '0102')
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import pairwise
from typing import Annotated, Literal, TypeAlias

from attrs import frozen

from rcw_rules.directory.model import City, Terrain
from rcw_rules.directory.movement import BEST, WAYS, HexKind, Mode
from rcw_rules.kernel.errors import Problem, UnknownNameError
from rcw_rules.kernel.fields import Size, validate
from rcw_rules.kernel.geometry.hexes import HexGrid

Water: TypeAlias = Literal["coastal", "sea", "river"]
"""What water a hex has for naval and water movement."""

Rail: TypeAlias = Literal["none", "minor", "major"]
"""The best railroad through a hex."""

Line: TypeAlias = Literal["minor", "major"]
"""A line of railroad."""

Ground: TypeAlias = Literal["land", "smooth", "naval", "water", "rail", "open_water", "major_rail"]
"""What one moves over: land, land without rough terrain, what naval, water and rail movement use, and of these water
and railroads that have the higher limit."""

_KINDS_OF: dict[Ground, tuple[HexKind, ...]] = {
    "naval": WAYS["naval"],
    "water": WAYS["water"],
    "rail": WAYS["rail"],
    "open_water": BEST["water"][1],
    "major_rail": BEST["rail"][1],
}
BEST_GROUND: dict[Mode, Ground] = {"naval": "naval", "water": "open_water", "rail": "major_rail"}  # mov-water, mov-rail
_RAIL_KINDS: dict[Rail, tuple[HexKind, ...]] = {"none": (), "minor": ("minor_railroad",), "major": ("major_railroad",)}


@frozen(kw_only=True, cache_hash=True)
class MapHex:
    """A hex of the map.

    Attributes:
        label: Its printed label: column, then row.
        land: Its land terrain; left out for open sea.
        water: Its water, each kind once.
        rail: The best railroad through it. Where the map lists no `railroads`, the hex counts as a hex of this line
            however it is entered, and a train may go to any neighbouring hex that has a railroad.
        city: The city in it, if it is one of those that the chart sheet names.

    Rules: miss-map.
    """

    label: str
    land: Terrain | None = None
    water: tuple[Water, ...] = ()
    rail: Rail = "none"
    city: City | None = None

    @property
    def kinds(self) -> tuple[HexKind, ...]:
        """What it is for naval, water and rail movement.

        >>> MapHex(label="0101", land="clear", water=("coastal", "river"), rail="minor").kinds
        ('coastal', 'river', 'minor_railroad')
        """
        return (*self.water, *_RAIL_KINDS[self.rail])

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield contradictions: a kind of water given twice, and open sea with something built on it."""
        for index, water in enumerate(self.water):
            if water in self.water[:index]:
                yield Problem(f".water[{index}]", f"{water!r} is listed twice", "miss-map")
        if self.land is not None:
            return
        if "sea" not in self.water:
            yield Problem(".land", "is missing: only a sea hex has none; say clear, broken or rough", "miss-map")
        if self.rail != "none":
            yield Problem(".rail", "a hex without land has no railroad", "miss-map")
        if self.city is not None:
            yield Problem(".city", "a hex without land has no city", "miss-map")


@frozen(kw_only=True, cache_hash=True)
class Railroad:
    """A railroad that leads from one hex to the next.

    Attributes:
        one: The label of a hex.
        other: The label of its neighbour.
        line: Whether it is part of a minor or of a major line.

    Rules: miss-map, mov-rail.
    """

    one: str
    other: str
    line: Line


@frozen(kw_only=True, cache_hash=True)
class RulebookMap:
    """The map: the hexes that it lists and no others.

    Attributes:
        title: What the map is called.
        grid: How the hexes are numbered and how they lie; a label that no hex below has is off the map.
        hexes: Every hex, in any order.
        source: Where it comes from, in a word or two: a map made up for practice says so here.
        railroads: Which neighbouring hexes a railroad connects, each connection once in either direction. Given, trains
            go along these only, and a hex counts as major if it is entered and left along a major line. None to take
            every two neighbouring hexes with a railroad as connected, by the best line of each.

    Rules: miss-map, mov-rail.
    """

    title: Annotated[str, Size(1, 100)]
    grid: HexGrid
    hexes: Annotated[tuple[MapHex, ...], Size(1, None)]
    source: str = ""
    railroads: tuple[Railroad, ...] | None = None

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield labels that the grid does not have, doubled hexes and cities, and railroads that cannot be."""
        yield from self._hex_problems()
        yield from self._railroad_problems()

    def _hex_problems(self) -> Iterator[Problem]:
        first_hex: dict[str, int] = {}
        first_city: dict[City, int] = {}
        for index, each in enumerate(self.hexes):
            path = f".hexes[{index}]"
            if not self.grid.has(each.label):
                try:
                    self.grid.require(each.label)
                except UnknownNameError as error:
                    yield Problem(f"{path}.label", str(error), "miss-map")
            first = first_hex.setdefault(each.label, index)
            if first != index:
                message = f"hex {each.label!r} is listed twice, first at [{first}]"
                yield Problem(f"{path}.label", message, "miss-map")
            if each.city is not None:
                first = first_city.setdefault(each.city, index)
                if first != index:
                    message = f"{each.city} is already in hex {self.hexes[first].label!r}"
                    yield Problem(f"{path}.city", message, "miss-map")

    def _railroad_problems(self) -> Iterator[Problem]:
        best = {each.label: each.rail for each in self.hexes}
        seen: dict[tuple[str, str, Line], int] = {}
        for index, railroad in enumerate(self.railroads or ()):
            path = f".railroads[{index}]"
            for end in ("one", "other"):
                label: str = getattr(railroad, end)
                if label not in best:
                    yield Problem(f"{path}.{end}", str(UnknownNameError("hex", label, best)), "miss-map")
                elif best[label] == "none" or (railroad.line == "major" and best[label] == "minor"):
                    message = f"hex {label!r} has no {railroad.line} railroad; its rail is {best[label]}"
                    yield Problem(f"{path}.{end}", message, "miss-map")
            pair = (railroad.one, railroad.other)
            if all(self.grid.has(label) for label in pair) and pair[1] not in self.grid.neighbours(pair[0]):
                message = f"hex {pair[1]!r} is not next to {pair[0]!r}"
                yield Problem(f"{path}.other", message, "miss-map")
            first = seen.setdefault((min(pair), max(pair), railroad.line), index)
            if first != index:
                yield Problem(path, f"is listed twice, first at [{first}]", "miss-map")

    def has(self, label: str) -> bool:
        """Return whether the map has a hex of this label."""
        return label in self._by_label

    def hex(self, label: str) -> MapHex:
        """Return the hex of a label.

        Raises:
            UnknownNameError: The map has none; labels that look like it are suggested.
        """
        try:
            return self._by_label[label]
        except KeyError:
            raise UnknownNameError("hex", label, self._by_label) from None

    def hex_of(self, city: City) -> str | None:
        """Return the label of the hex that a city is in, or None where the map does not show the city."""
        return next((each.label for each in self.hexes if each.city == city), None)

    def cities_on(self, path: tuple[str, ...]) -> tuple[City, ...]:
        """Return the cities in the hexes of a path, in order."""
        return tuple(city for label in path if (city := self.hex(label).city) is not None)

    def lines_between(self, one: str, other: str) -> tuple[Line, ...]:
        """Return the lines of railroad that lead from a hex to a neighbour; none where `railroads` lists none.

        Rules: mov-rail.
        """
        return self._lines.get((one, other), ())

    def neighbours(self, label: str) -> tuple[str, ...]:
        """Return the hexes of the map next to one, clockwise from north.

        Raises:
            UnknownNameError: The map has no such hex.
        """
        try:
            return self._neighbours[label]
        except KeyError:
            raise UnknownNameError("hex", label, self._by_label) from None

    def are_adjacent(self, one: str, other: str) -> bool:
        """Return whether two hexes of the map are next to each other.

        Raises:
            UnknownNameError: The map lacks one of them.
        """
        self.hex(other)
        return other in self.neighbours(one)

    def path_problems(self, start: str, path: tuple[str, ...], where: str) -> Iterator[Problem]:
        """Yield problems of a list of hexes as a path: unknown hexes and gaps.

        Args:
            start: The hex that it leaves.
            path: The hexes entered, in order.
            where: The JSON path of the list.
        """
        for index, label in enumerate(path):
            if not self.has(label):
                yield Problem(f"{where}[{index}]", str(UnknownNameError("hex", label, self._by_label)), "miss-map")
        for index, (before, label) in enumerate(pairwise((start, *path))):
            if self.has(before) and self.has(label) and not self.are_adjacent(before, label):
                message = f"hex {label!r} is not next to {before!r}; a path lists every hex entered"
                yield Problem(f"{where}[{index}]", message, "miss-map")

    @cached_property
    def _lines(self) -> dict[tuple[str, str], tuple[Line, ...]]:
        found: dict[tuple[str, str], tuple[Line, ...]] = {}
        for each in self.railroads or ():
            for ends in ((each.one, each.other), (each.other, each.one)):
                found[ends] = (*found.get(ends, ()), each.line)
        return found

    def steps(self, ground: Ground) -> Mapping[str, tuple[str, ...]]:
        """Return to which neighbours one can go from each hex over a ground, clockwise from north.

        Where the map lists railroads, a train goes along them only; and a major line leads to a hex if it is entered
        along one.

        Rules: mov-kinds, mov-naval, mov-water, mov-rail, mov-rough.
        """
        found = self._steps.get(ground)
        if found is None:
            found = self._steps[ground] = {
                label: tuple(other for other in around if self._has_step(ground, label, other))
                for label, around in self._neighbours.items()
            }
        return found

    def _has_step(self, ground: Ground, label: str, other: str) -> bool:
        place = self._by_label[other]
        if ground in {"land", "smooth"}:
            return place.land is not None and (ground == "land" or place.land != "rough")
        if self.railroads is not None and ground in {"rail", "major_rail"}:
            lines = self.lines_between(label, other)
            return "major" in lines if ground == "major_rail" else bool(lines)
        return any(kind in _KINDS_OF[ground] for kind in place.kinds)

    @cached_property
    def _steps(self) -> dict[Ground, dict[str, tuple[str, ...]]]:
        return {}

    @cached_property
    def _neighbours(self) -> dict[str, tuple[str, ...]]:
        known = self._by_label
        return {label: tuple(other for other in self.grid.neighbours(label) if other in known) for label in known}

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """Its hexes in the order of the grid: column by column, each from the north."""
        return tuple(label for label in self.grid.hexes if label in self._by_label)

    @cached_property
    def _by_label(self) -> dict[str, MapHex]:
        validate(self)
        return {each.label: each for each in self.hexes}
