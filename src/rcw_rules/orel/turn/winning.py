"""Victory: which side occupies what at the end, how high each side's victory is, and which side wins."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Literal, TypeAlias, get_args

from attrs import evolve, frozen

from rcw_rules.kernel import words
from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.errors import NeedsRuling, Problem
from rcw_rules.kernel.fields import Range, Size
from rcw_rules.kernel.geometry import search
from rcw_rules.kernel.geometry.hexes import STATION, HexGrid, HexMap
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.marks import Cites
from rcw_rules.orel.definitions import (
    PEOPLE,
    bears,
    enemy_zones,
    exerting,
    grid_in,
    is_friendly_edge,
    negating,
    note_values,
    occupied,
    off_the_board_in_play,
    off_the_rails,
    required_board,
)
from rcw_rules.orel.model import Depot, Side, Unit, enemy_of, listed, wrong_places, wrong_words
from rcw_rules.orel.options import Options
from rcw_rules.orel.scenarios import ScenarioName, order_of_battle
from rcw_rules.orel.supply import DepotStatusRequest, SupplyTraceRequest

VictoryLocation: TypeAlias = Literal["Dmitrovsk", "Kromy", "Orel", "Komaritchi", "Brasovo", "Sevsk"]

Level: TypeAlias = Literal["strategic", "regional", "minor", "defeat"]
"""A level of victory, from the highest."""

LOCATIONS: tuple[VictoryLocation, ...] = get_args(VictoryLocation)  # 10.2-occupied
LEVELS: tuple[Level, ...] = get_args(Level)
HELD_AT_BRASOVO: tuple[VictoryLocation, ...] = ("Brasovo", "Sevsk")  # 10.1-brasovo
LOSSES_THAT_COST = ((15, 2), (10, 1))  # 10.2-losses: so many combat units or more, so many levels down

# ---------------------------------------------------------------- levels


@frozen(kw_only=True, cache_hash=True)
class Standing:
    """What a side has when the game ends.

    Attributes:
        occupied: The victory locations that it occupies; in the introductory scenario, those that it holds.
        combat_units_lost: How many infantry and cavalry units it lost in the game, surrendered ones and recruits
            included; a battalion that was rebuilt and lost again counts again.
    """

    occupied: Annotated[tuple[VictoryLocation, ...], Size(0, 6, rule="10.2-occupied")] = ()
    combat_units_lost: Annotated[int, Range(0, 200), Cites("10.2-losses")] = 0


_LEVELS_SAID: dict[Level, str] = {
    "strategic": "a strategic victory",
    "regional": "a regional victory",
    "minor": "a minor victory",
    "defeat": "a defeat",
}


@frozen(kw_only=True)
class VictoryOutcome:
    """Which side has won.

    Attributes:
        winner: The winner, or a draw.
        white: The level of the Whites after losses; None in the introductory scenario, which has no levels.
        red: That of the Reds.
        white_before_losses: The level of the Whites before losses.
        red_before_losses: That of the Reds.
    """

    winner: Literal["white", "red", "draw"]
    white: Level | None = None
    red: Level | None = None
    white_before_losses: Level | None = None
    red_before_losses: Level | None = None

    def summary(self, request: VictoryRequest) -> str:
        """Return who wins, the level of each side, and what losses took off it."""
        if self.white is None or self.red is None:
            return words.sentences(f"the {PEOPLE['white' if self.winner == 'white' else 'red']} win")
        won = "the game is a draw" if self.winner == "draw" else f"the {PEOPLE[self.winner]} win"
        levels = f"the Whites end with {_LEVELS_SAID[self.white]} and the Reds with {_LEVELS_SAID[self.red]}"
        both = f"both sides end with {_LEVELS_SAID[self.white]}"
        levels_of: tuple[tuple[str, Level | None, Level], ...] = (
            ("Whites", self.white_before_losses, self.white),
            ("Reds", self.red_before_losses, self.red),
        )
        lowered = (
            f"losses lowered the {people} from {_LEVELS_SAID[before]}"
            for people, before, after in levels_of
            if before is not None and before != after
        )
        return words.sentences(f"{won}: {both if self.white == self.red else levels}", *lowered)


@frozen(kw_only=True, cache_hash=True)
class VictoryRequest(Request[VictoryOutcome]):
    """The end of the game.

    Attributes:
        white: What the Whites have.
        red: What the Reds have.
        railroad_clear: Whether the double-tracked railroad is clear of the zones of control of supplied Red infantry,
            and of such infantry itself.
        station: Whether supplied Red infantry holds a station of that railroad south of the White units.
        scenario: The scenario.
    """

    white: Standing
    red: Standing
    railroad_clear: bool = False
    station: bool = False
    scenario: ScenarioName = "historical"

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield locations that are listed twice or that both sides have."""
        for side, standing in (("white", self.white), ("red", self.red)):
            for number, location in enumerate(standing.occupied):
                path = f".{side}.occupied[{number}]"
                if location in standing.occupied[:number]:
                    yield Problem(path, f"{location} comes twice", "10.2-occupied")
                elif side == "red" and location in self.white.occupied:
                    yield Problem(path, f"both sides have {location}", "10.2-occupied")


def white_level(occupied: frozenset[VictoryLocation], *, railroad_clear: bool) -> Level:
    """Return the highest level that the Whites reach, before losses.

    >>> white_level(frozenset({"Orel", "Kromy"}), railroad_clear=True)
    'regional'

    Rules: 10.2-white-victory.
    """
    if railroad_clear and occupied >= {"Dmitrovsk", "Kromy", "Orel"}:
        return "strategic"
    if occupied >= {"Komaritchi", "Dmitrovsk"} and occupied & {"Kromy", "Brasovo", "Sevsk"}:
        return "regional"
    if railroad_clear and "Orel" in occupied:
        return "regional"
    return "minor" if occupied & {"Komaritchi", "Dmitrovsk", "Kromy"} else "defeat"


def red_level(occupied: frozenset[VictoryLocation], *, station: bool, minor_strict: bool) -> Level:
    """Return the highest level that the Reds reach, before losses.

    Args:
        occupied: What they occupy.
        station: Whether the condition of the station holds.
        minor_strict: Whether Orel without Kromy denies the minor victory, as the letter of the text has it.

    Rules: 10.2-red-victory.
    """
    if station and occupied >= {"Kromy", "Orel"}:
        return "strategic"
    if occupied >= set(LOCATIONS):
        return "regional"
    if station and not (minor_strict and "Orel" in occupied):
        return "minor"
    return "defeat"


def after_losses(level: Level, combat_units_lost: int) -> Level:
    """Return a level after the losses: one lower from 10 combat units, two from 15, never below a defeat.

    >>> after_losses("strategic", 14), after_losses("regional", 15), after_losses("minor", 20)
    ('regional', 'defeat', 'defeat')

    Rules: 10.2-losses.
    """
    down = next((levels for lost, levels in LOSSES_THAT_COST if combat_units_lost >= lost), 0)
    return LEVELS[min(LEVELS.index(level) + down, len(LEVELS) - 1)]


def _example() -> VictoryRequest:
    white = Standing(occupied=("Dmitrovsk", "Komaritchi", "Sevsk"), combat_units_lost=11)
    return VictoryRequest(white=white, red=Standing(occupied=("Kromy", "Orel"), combat_units_lost=4), station=True)


@procedure(
    "orel.victory",
    title="Who wins the game?",
    rules=("10.2-winner",),
    example=_example,
)
def victory(request: VictoryRequest, umpire: Umpire[Options]) -> VictoryOutcome:
    """Find the level of each side, lower it for losses, and compare.

    The highest level whose conditions are met counts. The higher level after losses wins; equal levels are a draw, two
    defeats too. In the introductory scenario the Whites win if they hold Brasovo and Sevsk, else the Reds; losses do
    not count there.

    Rules: 10.2-winner, 10.1-brasovo.
    """
    if request.scenario == "introductory":
        winner: Side = "white" if set(request.white.occupied).issuperset(HELD_AT_BRASOVO) else "red"
        umpire.result("10.1-brasovo", "the {people} win", people=PEOPLE[winner])
        return VictoryOutcome(winner=winner)
    white = white_level(frozenset(request.white.occupied), railroad_clear=request.railroad_clear)
    occupied = frozenset(request.red.occupied)
    strict = umpire.options.red_minor_strict
    red = red_level(occupied, station=request.station, minor_strict=strict)
    if red != red_level(occupied, station=request.station, minor_strict=not strict):
        umpire.ruling("red_minor_strict")
    umpire.result("10.2-white-victory", "Whites before losses: {level}", level=white)
    umpire.result("10.2-red-victory", "Reds before losses: {level}", level=red)
    white_after = _lowered(umpire, "white", white, request.white)
    red_after = _lowered(umpire, "red", red, request.red)
    difference = LEVELS.index(red_after) - LEVELS.index(white_after)
    result: Literal["white", "red", "draw"] = "draw" if not difference else "white" if difference > 0 else "red"
    if result == "draw":
        umpire.result("10.2-winner", "the game is a draw")
    else:
        umpire.result("10.2-winner", "the {people} win", people=PEOPLE[result])
    return VictoryOutcome(
        winner=result, white=white_after, red=red_after, white_before_losses=white, red_before_losses=red
    )


def _lowered(umpire: Umpire[Options], side: Side, level: Level, standing: Standing) -> Level:
    lowered, lost = after_losses(level, standing.combat_units_lost), standing.combat_units_lost
    if lost >= LOSSES_THAT_COST[-1][0]:
        message = "{people} after {lost} combat units lost: {level}"
        umpire.result("10.2-losses", message, people=PEOPLE[side], lost=lost, level=lowered)
    return lowered


# ---------------------------------------------------------------- what the map shows at the end


@frozen(kw_only=True)
class OccupationOutcome:
    """What the map shows when the game ends.

    Attributes:
        white: The victory locations that the Whites occupy.
        red: Those that the Reds occupy.
        railroad_clear: Whether the double-tracked railroad is clear; None if that was not asked.
        station: Whether the Reds fulfil the condition of the station; None if that was not asked.
    """

    white: tuple[VictoryLocation, ...]
    red: tuple[VictoryLocation, ...]
    railroad_clear: bool | None = None
    station: bool | None = None

    def summary(self, request: OccupationRequest) -> str:
        """Return what each side occupies, and how the double-tracked railroad stands if that was asked."""
        held = [
            f"the {people} occupy {words.listed(places)}"
            for people, places in (("Whites", self.white), ("Reds", self.red))
            if places
        ] or ["nobody occupies a victory location"]
        clear = f"the double-tracked railroad is {'' if self.railroad_clear else 'not '}clear"
        holds = f"the Reds hold {'a' if self.station else 'no'} station of it south of the Whites"
        return words.sentences(
            *held, "" if self.railroad_clear is None else clear, "" if self.station is None else holds
        )


@frozen(kw_only=True, cache_hash=True)
class OccupationRequest(Request[OccupationOutcome]):
    """The map when the game ends.

    Attributes:
        units: Every unit on it.
        railroad: Whether the conditions that concern the double-tracked railroad are asked too, which needs a board.
        depots: The depots of both sides, for tracing which Red infantry a functional depot can supply.
        supplied: The keys of that infantry, where they are known; the depots are then not asked.
        board: The map.
    """

    units: Annotated[tuple[Unit, ...], Size(0, 300)]
    railroad: bool = True
    depots: Annotated[tuple[Depot, ...], Size(0, 99)] | None = None
    supplied: tuple[str, ...] | None = None
    board: HexMap | None = None

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield misplaced units, unknown words of the board, and supplied units that are not Red infantry."""
        yield from wrong_words(self.board)
        yield from off_the_rails(self, self.board)
        everybody = (*listed("units", self.units), *listed("depots", self.depots or ()))
        yield from wrong_places(everybody, grid_in(self.board))
        infantry = {unit.key for unit in self.units if unit.side == "red" and unit.type == "infantry"}
        for number, key in enumerate(self.supplied or ()):
            if key not in infantry:
                yield Problem(f".supplied[{number}]", f"no Red infantry has the key {key!r}", "X-bad-units")


def _occupation_example() -> OccupationRequest:
    return OccupationRequest(units=order_of_battle().units, railroad=False)


@procedure(
    "orel.occupation",
    title="Which side holds each place at the end of the game?",
    formerly=("Who occupies what when the game ends?",),
    rules=("10.2-occupied",),
    example=_occupation_example,
)
def occupation(request: OccupationRequest, umpire: Umpire[Options]) -> OccupationOutcome:
    """Say which victory locations each side occupies, and how the double-tracked railroad stands.

    A location is occupied by a side that has a combat unit or artillery in it, not routed, from which a path of any
    length leads to one of its own edges: through hexes without enemy units and, after the first, out of enemy zones of
    control unless a friendly unit negates them. Terrain does not matter.

    The railroad is clear if no supplied Red infantry that is not routed stands on it, and no hex of it is in the zone
    of control of a hex with supplied Red infantry, unless a White unit negates it there. The condition of the station
    holds if supplied Red infantry, not routed, is in a station of that railroad and no White combat unit or artillery
    is in a hex of it further south; an option asks that of all White units on the map.

    Raises:
        NeedsRuling: If the railroad is asked about without a board, or if it decides which Red infantry is supplied and
            the request gives neither the depots nor the supplied units.

    Rules: 10.2-occupied, 10.2-white-victory, 10.2-red-victory.
    """
    request = evolve(request, board=umpire.options.board if request.board is None else request.board)
    note_values(umpire, (unit for unit in request.units if unit.hex is not None and bears(unit)))
    by_side: dict[Side, tuple[VictoryLocation, ...]] = {"white": (), "red": ()}
    hexes: Mapping[VictoryLocation, str] = {name: order_of_battle().place(name).hex for name in LOCATIONS}
    grid = grid_in(request.board)
    for side in ("white", "red"):
        holding = held(request.units, side)
        linked = occupied_by(request.units, side, grid, hexes.values())
        for name, place in hexes.items():
            if place in linked:
                by_side[side] = (*by_side[side], name)
            elif place in holding:
                message = "no path leads the {people} from {place} to an own edge"
                umpire.result("10.2-occupied", message, people=PEOPLE[side], place=name)
        places = ", ".join(by_side[side]) or "nothing"
        umpire.result("10.2-occupied", "the {people} occupy {places}", people=PEOPLE[side], places=places)
    if not request.railroad:
        return OccupationOutcome(white=by_side["white"], red=by_side["red"])
    board = required_board(request.board, umpire.options, "Where does the double-tracked railroad run?")
    near, in_station = _near_the_line(request, board), _in_southern_stations(request, board, umpire.options)
    asked = tuple(unit for unit in request.units if unit in near or unit in in_station)
    supplied = _supplied(umpire, asked, request)
    clear, station = not any(unit in near for unit in supplied), any(unit in in_station for unit in supplied)
    umpire.result("10.2-white-victory", "the double-tracked railroad is clear: {clear}", clear=clear)
    umpire.ruling("red_station_scope")
    umpire.result("10.2-red-victory", "the condition of the station holds: {holds}", holds=station)
    return OccupationOutcome(white=by_side["white"], red=by_side["red"], railroad_clear=clear, station=station)


@occupation.legality
def _occupation_objections(request: OccupationRequest, options: Options) -> Iterator[Objection]:
    yield from off_the_board_in_play(request, request.board, options)


def _counts(unit: Unit) -> bool:
    """Whether a unit can occupy: combat units and artillery that are not routed.

    Rules: 10.2-occupied.
    """
    return not unit.is_vehicle and unit.mode != "routed"


def held(units: Iterable[Unit], side: Side) -> frozenset[str]:
    """Return the hexes that a side holds with combat units or artillery that are not routed, linked to its edge or not.

    Rules: 10.2-occupied.
    """
    return frozenset(unit.hex for unit in units if unit.side == side and unit.hex is not None and _counts(unit))


def occupied_by(units: tuple[Unit, ...], side: Side, grid: HexGrid, places: Iterable[str]) -> frozenset[str]:
    """Return those of some hexes that a side occupies for victory: it holds them, and a path leads to an own edge.

    Args:
        units: The units of both sides.
        side: The side.
        grid: The hexes of the board.
        places: The hexes.

    Rules: 10.2-occupied.
    """
    candidates = held(units, side).intersection(places)
    if not candidates:
        return candidates
    zones = enemy_zones(units, side, grid, negated=negating(units, side))
    free = frozenset(grid.hexes).difference(zones, occupied(units, enemy_of(side)))
    return frozenset(place for place in candidates if _reaches_edge(grid, side, place, free))


def _reaches_edge(grid: HexGrid, side: Side, start: str, free: frozenset[str]) -> bool:
    """Whether a path leads from a location to an own edge; the location itself may be in an enemy zone of control.

    Rules: 10.2-occupied, 1.2-board-edges.
    """
    reach = search.reachable(
        start, None, lambda place: ((other, 1) for other in grid.neighbours(place) if other in free)
    )
    return any(is_friendly_edge(place, side, grid) for place in reach)


def _supplied(umpire: Umpire[Options], candidates: tuple[Unit, ...], request: OccupationRequest) -> tuple[Unit, ...]:
    """Return those of the Red infantry units that a functional depot can supply.

    Raises:
        NeedsRuling: If there are any, and the request gives neither the depots nor the supplied units.

    Rules: 10.2-occupied, 3.2A-convoi, 3.2A-rail-depot, 8.2.2-range.
    """
    if request.supplied is not None or not candidates:
        return tuple(unit for unit in candidates if unit.key in (request.supplied or ()))
    if request.depots is None:
        question = f"Can a functional Red depot supply {candidates[0].key}?"
        supply = "the depots, or in supplied the keys of the Red infantry that one can"
        raise NeedsRuling("10.2-occupied", question, supply)
    functional = tuple(
        depot
        for depot in request.depots
        if depot.side == "red"
        and depot.hex is not None
        and umpire.resolve(_status(depot, request), f"status of {depot.key}").functional
    )
    return tuple(
        unit
        for unit in candidates
        if any(
            umpire.resolve(_trace(unit, depot, request), f"line from {unit.key} to {depot.key}").in_range
            for depot in functional
        )
    )


def _status(depot: Depot, request: OccupationRequest) -> DepotStatusRequest:
    others = tuple(other for other in request.depots or () if other is not depot)
    return DepotStatusRequest(depot=depot, units=request.units, others=others, board=request.board)


def _trace(unit: Unit, depot: Depot, request: OccupationRequest) -> SupplyTraceRequest:
    return SupplyTraceRequest(
        unit=unit,
        depot=depot,
        others=tuple(other for other in request.units if other is not unit),
        other_depots=tuple(other for other in request.depots or () if other is not depot),
        board=request.board,
    )


def _near_the_line(request: OccupationRequest, board: HexMap) -> tuple[Unit, ...]:
    """Return the Red infantry on the double-tracked railroad, or with a zone of control on it that is not negated.

    Rules: 10.2-white-victory, 1.2-zoc-negation.
    """
    line = frozenset(board.rail_hexes(tracks=2))
    by = exerting(request.units, "red")
    open_line = line.difference(negating(request.units, "white"))
    return tuple(
        unit
        for unit in request.units
        if _is_red_infantry(unit)
        and unit.hex is not None
        and (unit.hex in line or (unit.hex in by and not open_line.isdisjoint(board.grid.neighbours(unit.hex))))
    )


def _in_southern_stations(request: OccupationRequest, board: HexMap, options: Options) -> tuple[Unit, ...]:
    """Return the Red infantry in stations of the double track that no White unit is further south of.

    Rules: 10.2-red-victory.
    """
    line = frozenset(board.rail_hexes(tracks=2))
    stations = line.intersection(board.hexes_with(STATION))
    anywhere = options.red_station_scope == "map"
    white = (
        unit.hex
        for unit in request.units
        if unit.side == "white" and unit.hex is not None and (anywhere or (unit.hex in line and not unit.is_vehicle))
    )
    southernmost = max(map(board.grid.row, white), default=0)
    return tuple(
        unit
        for unit in request.units
        if _is_red_infantry(unit)
        and unit.hex is not None
        and unit.hex in stations
        and board.grid.row(unit.hex) >= southernmost
    )


def _is_red_infantry(unit: Unit) -> bool:
    return unit.side == "red" and unit.type == "infantry" and unit.mode != "routed"
