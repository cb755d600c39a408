"""The order of battle: the units, depots, places and dates of the scenarios, and the figures of the counters.

The positions are printed and shipped as ``data/order_of_battle.toml``. What stands on the counters is not; the figures
of ``data/counters.toml`` are illustrative, and a file of the same shape replaces them counter by counter.

>>> order = order_of_battle()
>>> len(order.units), len(order.depots), order.unit("W:1/1K").hex, order.unit("W:1/1K").values
(114, 12, '2903', 'illustrative')
>>> coming = order.reinforcement_of("R:86/Est")
>>> assert coming is not None
>>> coming.day, order.unit("R:86/Est").hex
(16, None)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Literal, TypeAlias, TypeVar

import attrs
from attrs import evolve, frozen

from rcw_rules.kernel.errors import InvalidRequestError, Problem, UnknownNameError, close_names, did_you_mean
from rcw_rules.kernel.fields import Range, Size, inconsistencies_of, validate
from rcw_rules.kernel.geometry.map_data import MapEdge
from rcw_rules.marks import Cites
from rcw_rules.orel.model import (
    TRAIN_TYPES,
    Day,
    Depot,
    Figure,
    HexLabel,
    MovementPoints,
    Quality,
    ReducedSide,
    Side,
    Steps,
    Unit,
    UnitType,
)
from rcw_rules.pieces import Pieces

Key: TypeAlias = Annotated[str, Size(1, 100)]
T = TypeVar("T")

# ---------------------------------------------------------------- what the scenario prints


@frozen(kw_only=True, cache_hash=True)
class ListedUnit:
    """A unit as the scenario lists it, without the figures of its counter.

    Attributes:
        key: What it is known by.
        side: Red or White.
        type: The kind of unit.
        hex: Where it starts; None for a reinforcement or a battalion to be recruited.
        name: What it is called.
        formation: The formation that it belongs to; "" for none.
        division: The division, of the Reds the division or army, it belongs to.
        independent: Whether it is an independent unit of a White division.
        recruit_battalion: Whether it is a battalion of recruits.
        out_of_command: Whether it is marked out of command.
        inactive: Whether it starts inactive.
    """

    key: Key
    side: Side
    type: UnitType
    hex: HexLabel | None = None
    name: Annotated[str, Size(1, 100)]
    formation: Annotated[str, Size(0, 100)] = ""
    division: Annotated[str, Size(0, 100)] = ""
    independent: Annotated[bool, Cites("5.1-white-independents")] = False
    recruit_battalion: Annotated[bool, Cites("5.1-recruits")] = False
    out_of_command: Annotated[bool, Cites("5.2-timing")] = False
    inactive: Annotated[bool, Cites("10.2-inactive")] = False


@frozen(kw_only=True, cache_hash=True)
class Formation:
    """A formation: a regiment, a brigade or a division whose units must stay together.

    Attributes:
        key: What it is known by.
        name: What it is called.
        side: Whose it is.
        division: The division that it belongs to, or is.
        arm: Which units make its main body.
        main_bodies: How many main bodies it may have.

    Rules: 5.1-formations.
    """

    key: Key
    name: Annotated[str, Size(1, 100)]
    side: Side
    division: str
    arm: Annotated[Literal["infantry", "cavalry"], Cites("5.2.2-cavalry-formations")] = "infantry"
    main_bodies: Annotated[int, Range(1, 2, rule="5.2.1-two-bodies")] = 1


@frozen(kw_only=True, cache_hash=True)
class CommandException:
    """Formations that may command units which are not theirs.

    Attributes:
        units: The units.
        formations: The formations, any of which may command them, beside their own.
        from_day: The first day on which that holds.

    Rules: 5.1-lettone, 5.1-tchkz.
    """

    units: Annotated[tuple[Key, ...], Size(1, 20)]
    formations: Annotated[tuple[Key, ...], Size(1, 20)]
    from_day: Day = 15


@frozen(kw_only=True, cache_hash=True)
class InactiveGroup:
    """A formation that may not act for a while, and what releases it as a whole.

    Attributes:
        formation: The formation.
        through: The last day on which it is inactive.
        when_attacked: Whether an attack or a barrage declared on it releases it.
        enemy_within: How near an enemy unit releases it, in hexes; None if none does.
        except_formation: The enemy formation whose nearness does not count; "" for none.
        enemy_within_of_double_track: How near the double-tracked railroad an enemy unit releases it, in hexes; there
            every formation counts. None if none does.

    Rules: 10.2-inactive.
    """

    formation: Key
    through: Day
    when_attacked: bool = False
    enemy_within: Annotated[int, Range(0, 32)] | None = None
    except_formation: str = ""
    enemy_within_of_double_track: Annotated[int, Range(0, 32)] | None = None


@frozen(kw_only=True, cache_hash=True)
class Reinforcement:
    """Units and depots that come on one day by the same ways.

    Attributes:
        side: Whose they are.
        day: The day on which they are due.
        units: The keys of the units and depots.
        edge: The hexes at the edge of the map by which each of them may enter.
        placed_at: Hexes in which each may be placed instead, when the movement phase begins.
        stations_of_double_track: Whether each may be placed at a station on the double track too.
        mp_penalty: How many movement points less each has on the turn of entry.
        one_hex: Whether all of them must use the same hex.

    Rules: 10.2-reinforcements.
    """

    side: Side
    day: Day
    units: Annotated[tuple[Key, ...], Size(1, 20)]
    edge: Annotated[tuple[HexLabel, ...], Size(1, 200)]
    placed_at: tuple[HexLabel, ...] = ()
    stations_of_double_track: bool = False
    mp_penalty: Annotated[int, Range(0, 30)] = 0
    one_hex: bool = False


@frozen(kw_only=True, cache_hash=True)
class EntryZone:
    """Hexes by which reinforcements enter, closed to the enemy.

    Attributes:
        side: Whose reinforcements enter there.
        edge: The edge of the map on which they lie.
        hexes: The hexes.

    Rules: 7.4-zones.
    """

    side: Side
    edge: MapEdge
    hexes: Annotated[tuple[HexLabel, ...], Size(1, 20)]


@frozen(kw_only=True, cache_hash=True)
class SupplyException:
    """Hexes off the railroads to which a convoi may trace.

    Attributes:
        side: Whose convois.
        hexes: The hexes; one suffices.

    Rules: 3.2A-convoi-exceptions.
    """

    side: Side
    hexes: Annotated[tuple[HexLabel, ...], Size(1, 20)]


@frozen(kw_only=True, cache_hash=True)
class Place:
    """A place with a name.

    Attributes:
        name: What it is called.
        hex: Where it is.
        kind: What it is; restored, not printed.
        victory_location: Whether it counts for victory.
    """

    name: Annotated[str, Size(1, 100)]
    hex: HexLabel
    kind: Literal["city", "town", "village", "station"]
    victory_location: Annotated[bool, Cites("10.2-occupied")] = False


@frozen(kw_only=True)
class _Listing:
    """What ``order_of_battle.toml`` holds."""

    units: tuple[ListedUnit, ...]
    depots: tuple[Depot, ...]
    formations: tuple[Formation, ...]
    command_exceptions: tuple[CommandException, ...]
    inactive_groups: tuple[InactiveGroup, ...]
    reinforcements: tuple[Reinforcement, ...]
    entry_zones: tuple[EntryZone, ...]
    supply_exceptions: tuple[SupplyException, ...]
    places: tuple[Place, ...]


# ---------------------------------------------------------------- what the counters print


@frozen(kw_only=True, cache_hash=True)
class CounterValues:
    """What stands on one counter; a unit needs every figure that a unit of its type has.

    Attributes:
        key: The key of the unit or convoi.
        steps: The strength steps of the unharmed unit.
        reduced_steps: The most that it has on its reduced side; by default half of them, rounded down.
        tq: The troop quality.
        strength: The combat strength of infantry, tanks and armoured cars.
        strength_dismounted: The strength of cavalry that does not charge.
        strength_charge: That of cavalry that charges.
        fire: The fire strength of artillery and armoured trains.
        reduced: What the reduced side prints.
        mp: The movement allowance; trains have none. Of a convoi, the only figure.
        stacking: The stacking points; by default the steps.
        shock: Whether it is a shock unit.
        integrated_artillery: Whether guns accompany it.

    Rules: D-values.
    """

    key: Key
    steps: Steps | None = None
    reduced_steps: Annotated[int, Range(0, 12, rule="X-bad-units")] | None = None
    tq: Quality | None = None
    strength: Figure | None = None
    strength_dismounted: Figure | None = None
    strength_charge: Figure | None = None
    fire: Figure | None = None
    reduced: ReducedSide | None = None
    mp: MovementPoints | None = None
    stacking: Annotated[int, Range(0, 10, rule="X-bad-units")] | None = None
    shock: bool = False
    integrated_artillery: bool = False


@frozen(kw_only=True, cache_hash=True)
class CounterFile:
    """Counters as a file lists them, each key once.

    Attributes:
        counters: The counters.
    """

    counters: tuple[CounterValues, ...] = ()

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield a problem for every key that is unknown or duplicated, and for every impossible unit."""
        yield from wrong_counters(self.counters)


@frozen(kw_only=True, cache_hash=True)
class OrderOfBattle:
    """Everything that the scenarios list.

    Attributes:
        units: Every unit, as it stands when the historical scenario begins. Reinforcements and battalions to be
            recruited are in no hex.
        depots: Every depot, likewise.
        formations: Every formation.
        command_exceptions: Which formations may command units that are not their own.
        inactive_groups: The formations that start inactive, and what releases them.
        reinforcements: What comes when and where.
        entry_zones: The hexes by which reinforcements enter.
        supply_exceptions: The hexes off the railroads to which convois may trace.
        places: The places with names.
    """

    units: tuple[Unit, ...]
    depots: tuple[Depot, ...]
    formations: tuple[Formation, ...]
    command_exceptions: tuple[CommandException, ...]
    inactive_groups: tuple[InactiveGroup, ...]
    reinforcements: tuple[Reinforcement, ...]
    entry_zones: tuple[EntryZone, ...]
    supply_exceptions: tuple[SupplyException, ...]
    places: tuple[Place, ...]

    @property
    def units_and_depots(self) -> tuple[Unit | Depot, ...]:
        """Every unit, then every depot."""
        return (*self.units, *self.depots)

    def unit(self, key: str) -> Unit:
        """Return the unit of a key.

        Raises:
            UnknownNameError: If there is no such name.
        """
        return _named("unit", key, self._units)

    def depot(self, key: str) -> Depot:
        """Return the depot of a key.

        Raises:
            UnknownNameError: If there is no such name.
        """
        return _named("depot", key, self._depots)

    def formation(self, key: str) -> Formation:
        """Return the formation of a key.

        Raises:
            UnknownNameError: If there is no such name.
        """
        return _named("formation", key, self._formations)

    def units_of(self, formation: str) -> tuple[Unit, ...]:
        """Return the units of a formation, in the order of the list.

        Raises:
            UnknownNameError: If there is no such formation.
        """
        self.formation(formation)
        return tuple(unit for unit in self.units if unit.formation == formation)

    def reinforcement_of(self, key: str) -> Reinforcement | None:
        """Return when and where a unit or a depot comes; None if it does not come as a reinforcement.

        Rules: 10.2-reinforcements.
        """
        return self._reinforcements.get(key)

    def place(self, name: str) -> Place:
        """Return the place of a name.

        Raises:
            UnknownNameError: If there is no such name.
        """
        return _named("place", name, {place.name: place for place in self.places})

    @property
    def victory_locations(self) -> tuple[Place, ...]:
        """The places that count for victory, in the order in which the scenario names them.

        Rules: 10.2-occupied.
        """
        return tuple(place for place in self.places if place.victory_location)

    @cached_property
    def _units(self) -> Mapping[str, Unit]:
        return {unit.key: unit for unit in self.units}

    @cached_property
    def _depots(self) -> Mapping[str, Depot]:
        return {depot.key: depot for depot in self.depots}

    @cached_property
    def _formations(self) -> Mapping[str, Formation]:
        return {formation.key: formation for formation in self.formations}

    @cached_property
    def _reinforcements(self) -> Mapping[str, Reinforcement]:
        return {key: reinforcement for reinforcement in self.reinforcements for key in reinforcement.units}


# ---------------------------------------------------------------- putting both together


def command_exceptions(given: tuple[CommandException, ...] | None) -> tuple[CommandException, ...]:
    """Return which formations may command units that are not their own: those given, or those of the book.

    Rules: 5.1-lettone, 5.1-tchkz.
    """
    return order_of_battle().command_exceptions if given is None else given


def order_of_battle(counters: Iterable[CounterValues] = ()) -> OrderOfBattle:
    """Return the order of battle.

    Args:
        counters: Counters that replace those of the library. Each replaces a whole counter: what it leaves out is not
            taken from the library's. Units with such a counter have given figures, the others illustrative ones.

    Raises:
        InvalidRequestError: If a counter is of no unit or convoi, comes twice, or lacks a figure of its unit.

    Rules: D-values, 10.2-setup, 1.1-counter-erratum.
    """
    return _order_of_battle(tuple(counters))


def counter(key: str) -> Unit:
    """Return the unit of the order of battle with that key, unharmed, in the hex of its set-up if it has one.

    Its figures are illustrative, as those of `order_of_battle` are. `attrs.evolve` puts it elsewhere.

    >>> unit = counter("W:1/1K")
    >>> unit.type, unit.steps, unit.strength, unit.values
    ('infantry', 4, 7, 'illustrative')

    Raises:
        UnknownNameError: No unit has the key.

    Rules: D-values.
    """
    return COUNTERS[key]


def _counters() -> Mapping[str, Unit]:
    return {unit.key: unit for unit in order_of_battle().units}


COUNTERS = Pieces(id="counter", cls=Unit, load=_counters)


def read_counters(path: str | Path) -> tuple[CounterValues, ...]:
    """Read counters from a TOML file of the shape of ``data/counters.toml``.

    Raises:
        FileError: If the file cannot be read, or a counter in it is wrong; each problem has its line.

    Rules: D-values.
    """
    from rcw_rules.toml_files import read_toml

    return read_toml(CounterFile, path).counters


def wrong_counters(counters: tuple[CounterValues, ...], field: str = ".counters") -> Iterator[Problem]:
    """Yield a problem for every counter of no unit or convoi, every duplicate, and every impossible one.

    Args:
        counters: The counters.
        field: The field that lists them, for the paths.

    Rules: D-values.
    """
    listing = _listing()
    units = {unit.key: unit for unit in listing.units}
    convois = tuple(depot.key for depot in listing.depots if depot.kind == "convoi")
    seen: set[str] = set()
    for number, counter in enumerate(counters):
        path, key = f"{field}[{number}]", counter.key
        if key in seen:
            yield Problem(f"{path}.key", f"the counter {key!r} comes twice", "D-values")
        seen.add(key)
        if key in units:
            yield from _wrong_unit(counter, units[key], path)
        elif key in convois:
            yield from _wrong_convoi(counter, path)
        else:
            hint = did_you_mean(close_names(key, (*units, *convois)))
            yield Problem(f"{path}.key", f"no unit and no convoi has the key {key!r}{hint}", "D-values")


def _wrong_unit(counter: CounterValues, listed: ListedUnit, path: str) -> Iterator[Problem]:
    if counter.steps is None:
        yield Problem(f"{path}.steps", "is missing: a unit has steps", "D-values")
        return
    for problem in inconsistencies_of(_unit(listed, counter, "given")):
        name = ".steps" if problem.path == ".steps_full" else problem.path
        yield Problem(f"{path}{name}", problem.message, problem.rule or "D-values")
    if listed.type in TRAIN_TYPES and counter.mp is not None:
        yield Problem(f"{path}.mp", "leave it out: an armoured train has no movement allowance", "D-values")
    elif listed.type not in TRAIN_TYPES and counter.mp is None:
        yield Problem(f"{path}.mp", f"is missing: a unit of type {listed.type} has one", "D-values")


def _wrong_convoi(counter: CounterValues, path: str) -> Iterator[Problem]:
    if counter.mp is None:
        yield Problem(f"{path}.mp", "is missing: a convoi has one", "D-values")
    for field in attrs.fields(CounterValues):
        if field.name not in ("key", "mp") and getattr(counter, field.name) != field.default:
            yield Problem(f"{path}.{field.name}", "a convoi has no figure but its movement allowance mp", "D-values")


@lru_cache(maxsize=1)
def _listing() -> _Listing:
    return _shipped(_Listing, "order_of_battle.toml")


@lru_cache(maxsize=1)
def _illustrative() -> Mapping[str, CounterValues]:
    return {counter.key: counter for counter in _shipped(CounterFile, "counters.toml").counters}


def _shipped(cls: type[T], name: str) -> T:
    from rcw_rules.toml_files import load_toml

    return load_toml(cls, files("rcw_rules.orel").joinpath("data", name).read_text(encoding="utf-8"), name)


@lru_cache(maxsize=8)
def _order_of_battle(counters: tuple[CounterValues, ...]) -> OrderOfBattle:
    validate(CounterFile(counters=counters))
    listing, shipped = _listing(), _illustrative()
    given = {counter.key: counter for counter in counters}
    units = tuple(
        _unit(listed, given[listed.key], "given")
        if listed.key in given
        else _unit(listed, shipped[listed.key], "illustrative")
        for listed in listing.units
    )
    depots = tuple(
        evolve(depot, mp=(given.get(depot.key) or shipped[depot.key]).mp) if depot.kind == "convoi" else depot
        for depot in listing.depots
    )
    rest = {
        field.name: getattr(listing, field.name)
        for field in attrs.fields(_Listing)
        if field.name not in ("units", "depots")
    }
    return OrderOfBattle(units=units, depots=depots, **rest)


def _unit(listed: ListedUnit, counter: CounterValues, values: Literal["given", "illustrative"]) -> Unit:
    if counter.steps is None:
        raise InvalidRequestError([Problem("$.steps", f"the counter {counter.key!r} has no steps", "D-values")])
    figures = {field.name: getattr(counter, field.name) for field in attrs.fields(CounterValues)}
    return Unit(
        steps_full=counter.steps,
        **{field.name: getattr(listed, field.name) for field in attrs.fields(ListedUnit)},
        **{name: value for name, value in figures.items() if name != "key"},
        values=values,
    )


def _named(kind: str, name: str, known: Mapping[str, T]) -> T:
    if name not in known:
        raise UnknownNameError(kind, name, known)
    return known[name]
