"""A battle to be played: forces, ground, dates and victory, as data. The scenarios of chapter 10 are three of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files
from typing import Annotated, Literal, TypeAlias

from attrs import evolve, frozen

from rcw_rules.games import Victory
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Range, Size
from rcw_rules.kernel.geometry.hexes import HexMap
from rcw_rules.kernel.toml_text import parse_toml
from rcw_rules.marks import Cites
from rcw_rules.orel.definitions import column_of, off_the_rails
from rcw_rules.orel.model import Day, Depot, HexLabel, OrelLocation, Unit, listed, wrong_places, wrong_words
from rcw_rules.orel.retreats import LATE_RETURNS, LateReturn
from rcw_rules.orel.scenarios import (
    BRASOVO_AREA,
    MAIN_BODIES_AT_BRASOVO,
    MAIN_BODIES_AT_SETUP,
    CommandException,
    EntryZone,
    Formation,
    InactiveGroup,
    OrderOfBattle,
    Place,
    Reinforcement,
    ScenarioName,
    in_play,
    order_of_battle,
    schematic_map,
)

Recruits: TypeAlias = Literal["track", "half", "none"]
"""The recruit points of a turn: those of the Turn Track, half of them, or none."""


@frozen(kw_only=True, cache_hash=True)
class Battle:
    """A battle: what is in play, where, how long, and who wins.

    Attributes:
        title: What it is called.
        source: Where it comes from, and what in it is made up.
        board: The map.
        units: Every unit, as it stands when the battle begins; those to come and recruits to be raised have no hex.
        depots: Every depot, as it stands when the battle begins.
        formations: The formations.
        command_exceptions: Which formations may command units that are not their own.
        inactive_groups: The formations that begin inactive, and what releases them.
        reinforcements: What comes when and where.
        entry_zones: The hexes by which reinforcements enter, closed to the enemy.
        places: The places with names that victory may name.
        late_returns: Which units, driven off the map, may wait for a day and enter where others do.
        area: The hexes that units may not leave by moving; empty for the whole map.
        main_bodies: The keys of units that are each a main body of their own before the first check of command.
        recruits: The recruit points of a turn: those of the Turn Track (track), half of them, or none.
        orel: Where the units that begin in Orel stand; None asks the White player.
        first_day: The day in October 1919 on which the battle begins.
        last_day: The last day of October 1919; the battle ends with it.
        rules: The scenario of chapter 10 that says who wins; None for a victory of your own.
        victory: Who wins, where `rules` does not say.
    """

    title: Annotated[str, Size(1, 100)]
    source: str = ""
    board: Annotated[HexMap, Cites("D-map")]
    units: Annotated[tuple[Unit, ...], Size(1, 300)]
    depots: Annotated[tuple[Depot, ...], Size(0, 50)] = ()
    formations: Annotated[tuple[Formation, ...], Size(0, 99), Cites("5.1-formations")] = ()
    command_exceptions: Annotated[tuple[CommandException, ...], Size(0, 20), Cites("5.1-lettone")] = ()
    inactive_groups: Annotated[tuple[InactiveGroup, ...], Size(0, 20), Cites("10.2-inactive")] = ()
    reinforcements: Annotated[tuple[Reinforcement, ...], Size(0, 60), Cites("10.2-reinforcements")] = ()
    entry_zones: Annotated[tuple[EntryZone, ...], Size(0, 20), Cites("7.4-zones")] = ()
    places: Annotated[tuple[Place, ...], Size(0, 60)] = ()
    late_returns: Annotated[tuple[LateReturn, ...], Size(0, 20), Cites("7.5-exception")] = ()
    area: Annotated[tuple[HexLabel, ...], Size(0, 9999), Cites("10.1-brasovo")] = ()
    main_bodies: Annotated[tuple[str, ...], Size(0, 20), Cites("5.2.1-two-bodies")] = ()
    recruits: Annotated[Recruits, Cites("4-income")] = "track"
    orel: Annotated[OrelLocation | None, Cites("7.1.1-orel")] = None
    first_day: Annotated[Day, Cites("10-turn-track")] = 15
    last_day: Annotated[int, Range(15, 26, rule="10-turn-track")] = 26
    rules: Annotated[ScenarioName | None, Cites("10.2-winner")] = None
    victory: Victory | None = None

    @property
    def order(self) -> OrderOfBattle:
        """Everything that is listed, as an order of battle."""
        return OrderOfBattle(
            units=self.units,
            depots=self.depots,
            formations=self.formations,
            command_exceptions=self.command_exceptions,
            inactive_groups=self.inactive_groups,
            reinforcements=self.reinforcements,
            entry_zones=self.entry_zones,
            supply_exceptions=(),  # the map has them
            places=self.places,
        )

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself: the map, forces that are nowhere, formations without units, and victory."""
        yield from wrong_words(self.board)
        grid = self.board.grid
        yield from wrong_places((*listed("units", self.units), *listed("depots", self.depots)), grid)
        yield from off_the_rails(self, self.board)
        rails = frozenset(self.board.rail_hexes())
        for number, depot in enumerate(self.depots):
            if depot.kind == "rail_depot" and depot.hex is not None and depot.hex not in rails:
                message = f"{depot.key} is a railroad depot, and no railroad runs through hex {depot.hex}"
                yield Problem(f".depots[{number}].hex", message, "3.2A-rail-depot")
        yield from self._wrong_movers()
        yield from self._wrong_formations()
        yield from self._wrong_arrivals()
        if self.last_day < self.first_day:
            yield Problem(".last_day", f"the battle begins on {self.first_day} October", "10-turn-track")
        if (self.rules is None) == (self.victory is None):
            message = "say who wins: by a victory of your own, or by the rules of a scenario of chapter 10, not by both"
            yield Problem(".victory", message, "10.2-winner")
        if self.victory is not None:
            names = tuple(place.name for place in self.places)
            for number, leaving in enumerate(self.victory.exits):
                message = f"no unit of {leaving.side} leaves the map for good: it must come back (7.5)"
                yield Problem(f".victory.exits[{number}]", message, "7.5-leave")
            for problem in self.victory.wrong_names(("red", "white"), names):
                yield Problem(f".victory{problem.path}", problem.message, "10.2-winner")

    def _wrong_movers(self) -> Iterator[Problem]:
        for path, thing in (*listed("units", self.units), *listed("depots", self.depots)):
            if column_of(thing) is not None and thing.mp is None:
                yield Problem(f"{path}.mp", f"is missing: {thing.key} has a movement allowance", "7-actions")

    def _wrong_formations(self) -> Iterator[Problem]:
        units = {unit.formation for unit in self.units}
        for number, formation in enumerate(self.formations):
            if formation.key not in units:
                message = f"no unit belongs to the formation {formation.key!r}"
                yield Problem(f".formations[{number}]", message, "5.1-formations")
        known = {formation.key for formation in self.formations}
        commanded = {key for exception in self.command_exceptions for key in exception.units}
        for number, unit in enumerate(self.units):
            path = f".units[{number}].formation"
            if unit.formation and unit.formation not in known and unit.key not in commanded:
                yield Problem(path, f"{unit.formation!r} is none of the formations", "5.1-formations")
            elif not unit.formation and not (unit.is_vehicle or unit.recruit_battalion or unit.independent):
                message = "is missing: only vehicles, recruits and independent units belong to none"
                yield Problem(path, message, "5.1-formations")
        for number, group in enumerate(self.inactive_groups):
            if group.formation not in known:
                message = f"{group.formation!r} is none of the formations"
                yield Problem(f".inactive_groups[{number}].formation", message, "10.2-inactive")
        keys = {unit.key for unit in self.units}
        for number, late in enumerate(self.late_returns):
            for at, key in enumerate(late.units):
                if key not in keys:
                    message = f"no unit has the key {key!r}"
                    yield Problem(f".late_returns[{number}].units[{at}]", message, "7.5-exception")
        for number, key in enumerate(self.main_bodies):
            if key not in keys:
                yield Problem(f".main_bodies[{number}]", f"no unit has the key {key!r}", "5.2.1-two-bodies")

    def _wrong_arrivals(self) -> Iterator[Problem]:
        grid = self.board.grid
        things: dict[str, Unit | Depot] = {unit.key: unit for unit in self.units}
        things |= {depot.key: depot for depot in self.depots}
        for number, zone in enumerate(self.entry_zones):
            for at, place in enumerate(zone.hexes):
                if not grid.has(place):
                    message = f"hex {place} is not on the board"
                    yield Problem(f".entry_zones[{number}].hexes[{at}]", message, "7.4-zones")
        for number, comes in enumerate(self.reinforcements):
            path = f".reinforcements[{number}]"
            for at, key in enumerate(comes.units):
                thing = things.get(key)
                if thing is None or thing.side != comes.side or thing.hex is not None:
                    message = f"no {comes.side} unit or depot off the map has the key {key!r}"
                    yield Problem(f"{path}.units[{at}]", message, "10.2-reinforcements")
            for at, place in enumerate((*comes.edge, *comes.placed_at)):
                name = f"edge[{at}]" if at < len(comes.edge) else f"placed_at[{at - len(comes.edge)}]"
                if not grid.has(place):
                    yield Problem(f"{path}.{name}", f"hex {place} is not on the board", "10.2-reinforcements")
                elif any(zone.side != comes.side and place in zone.hexes for zone in self.entry_zones):
                    message = f"hex {place} is an entry zone of the enemy"
                    yield Problem(f"{path}.{name}", message, "7.4-zones")


def of_chapter_10(name: ScenarioName, *, title: str, board: HexMap | None = None) -> Battle:
    """Return a scenario of chapter 10 as a battle.

    Args:
        name: Which.
        title: What to call it.
        board: The map; by default the schematic one of the whole field, since the printed map is not in the source.

    Rules: 10.1-brasovo, 10.2-setup, 10.3-hypothetical, D-map.
    """
    order = in_play(name, order_of_battle())
    introductory = name == "introductory"
    return Battle(
        title=title,
        source=MADE_UP,
        board=schematic_map("whole_field") if board is None else board,
        units=order.units,
        depots=order.depots,
        formations=order.formations,
        command_exceptions=order.command_exceptions,
        inactive_groups=order.inactive_groups,
        reinforcements=order.reinforcements,
        entry_zones=order.entry_zones,
        places=order.places,
        late_returns=_of_those(order.units),
        area=BRASOVO_AREA if introductory else (),
        main_bodies=MAIN_BODIES_AT_BRASOVO if introductory else MAIN_BODIES_AT_SETUP,
        recruits="half" if introductory else "track",
        last_day=18 if introductory else 26,
        rules=name,
    )


def _of_those(units: Iterable[Unit]) -> tuple[LateReturn, ...]:
    """Return the late returns of the book for those of their units that are in play.

    Rules: 7.5-exception.
    """
    keys = {unit.key for unit in units}
    found = (evolve(late, units=tuple(key for key in late.units if key in keys)) for late in LATE_RETURNS)
    return tuple(late for late in found if late.units)


MADE_UP = (
    "Chapter 10 of the book. The map is schematic: lines between the places that the text names are drawn, not known. "
    "The figures of the counters are illustrative."
)


@cache
def introductory() -> Battle:
    """Return scenario 10.1: four days at Brasovo."""
    return of_chapter_10("introductory", title="Brasovo")


@cache
def historical() -> Battle:
    """Return scenario 10.2: the whole battle."""
    return of_chapter_10("historical", title="The Battle of Orel")


@cache
def hypothetical() -> Battle:
    """Return scenario 10.3: the Whites realise the threat."""
    return of_chapter_10("hypothetical", title="The Battle of Orel, hypothetical")


@cache
def bridgehead() -> Battle:
    """Return a small battle that is made up: four units a side, three days. Its file is an example of your own."""
    from rcw_rules.wire import structure  # which takes time to import, and most who import this need it never

    text = files("rcw_rules.orel").joinpath("data", "bridgehead.toml").read_text(encoding="utf-8")
    told = {key: value for key, value in parse_toml(text).items() if key not in ("format", "schema_version", "ruleset")}
    return structure(told, Battle)
