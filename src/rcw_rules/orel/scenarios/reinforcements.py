"""Reinforcements: what comes when and where, and the zones by which it enters."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Annotated, Literal, TypeAlias

from attrs import frozen

from rcw_rules.kernel import words
from rcw_rules.kernel.citations import Objection, forbidden
from rcw_rules.kernel.errors import NeedsRuling, Problem
from rcw_rules.kernel.fields import Size
from rcw_rules.kernel.geometry.hexes import STATION, HexGrid, HexMap
from rcw_rules.kernel.geometry.map_data import MAP_EDGES, MapEdge
from rcw_rules.kernel.procedures import Choice, Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.orel.definitions import (
    bears,
    called,
    column_of,
    enemy_zones,
    grid_in,
    negating,
    note_values,
    occupied,
    off_the_board_in_play,
    off_the_rails,
    terrains_at,
)
from rcw_rules.orel.model import GRID, Day, Depot, HexLabel, Side, Unit, enemy_of, listed, wrong_places, wrong_words
from rcw_rules.orel.options import Options
from rcw_rules.orel.scenarios.beginnings import BRASOVO_AREA, ScenarioName, in_play
from rcw_rules.orel.scenarios.forces import EntryZone, OrderOfBattle, Reinforcement, order_of_battle

EntryReason: TypeAlias = Literal["move", "advance", "pursuit", "mandatory_advance", "retreat", "only_retreat"]
"""Why an enemy unit wants to enter a zone: only a mandatory advance and the only possible retreat may."""

MAY_ENTER: tuple[EntryReason, ...] = ("mandatory_advance", "only_retreat")  # 7.4-zones


# ---------------------------------------------------------------- who is due


def due(order: OrderOfBattle, side: Side, day: int, arrived: Collection[str] = ()) -> tuple[str, ...]:
    """Return the keys of the units and depots of a side that may enter on a day, late ones included.

    >>> due(order_of_battle(), "red", 19)[-3:]
    ('R:train-avrora', 'R:train-lenine', 'R:train-okiabr')

    Args:
        order: The order of battle of the scenario, as `in_play` returns it.
        side: Whose.
        day: The day.
        arrived: The keys of those that have come already.

    Rules: 10.2-reinforcements, 10-track-errata, 7.4-delay.
    """
    return tuple(key for key in due_of(order.reinforcements, side, day) if key not in arrived)


def due_of(reinforcements: Iterable[Reinforcement], side: Side, day: int) -> tuple[str, ...]:
    """Return the keys of those listed units and depots of a side that may enter on a day.

    Rules: 7.4-delay.
    """
    return tuple(
        key
        for reinforcement in reinforcements
        if reinforcement.side == side and reinforcement.day <= day
        for key in reinforcement.units
    )


# ---------------------------------------------------------------- entry zones


def zones_in_force(order: OrderOfBattle, options: Options, arrived: Collection[str] = ()) -> tuple[EntryZone, ...]:
    """Return the entry zones of both sides that still bar the enemy.

    They do for the whole game, unless the option opens each once the last reinforcement that may enter there has come.

    Args:
        order: The order of battle of the scenario, as `in_play` returns it.
        options: The options in force.
        arrived: The keys of the reinforcements that have come.

    Rules: 7.4-zones.
    """
    if not options.entry_zones_expire:
        return order.entry_zones
    return tuple(zone for zone in order.entry_zones if not is_used_up(order, zone, arrived))


def is_used_up(order: OrderOfBattle, zone: EntryZone, arrived: Collection[str]) -> bool:
    """Whether every reinforcement that may enter by a zone has come.

    Rules: 7.4-zones.
    """
    return all(
        key in arrived
        for reinforcement in order.reinforcements
        if not set(zone.hexes).isdisjoint(reinforcement.edge)
        for key in reinforcement.units
    )


@frozen(kw_only=True)
class EntryZoneOutcome:
    """What a hex is for a unit that wants to enter it.

    Attributes:
        closed: Whether it belongs to an enemy entry zone.
        must_leave: Whether the unit must leave it as soon as it can.
    """

    closed: bool
    must_leave: bool

    def summary(self, request: EntryZoneRequest) -> str:
        """Return whether the hex belongs to an entry zone of the enemy."""
        if not self.closed:
            return words.sentences(f"hex {request.hex} is not in an enemy entry zone")
        enemy = enemy_of(request.side).title()
        leave = f"a {request.side.title()} unit may enter it now, and must leave it as soon as it can"
        return words.sentences(f"hex {request.hex} is in a {enemy} entry zone: {leave}")


@frozen(kw_only=True, cache_hash=True)
class EntryZoneRequest(Request[EntryZoneOutcome]):
    """A unit that wants to enter a hex.

    Attributes:
        side: Whose unit it is.
        hex: The hex.
        reason: Why it enters. A retreat is the only possible one if every other hex on the map holds enemy units or is
            in their zones of control.
        arrived: The keys of the reinforcements that have come; they matter only if zones expire.
        scenario: The scenario.
    """

    side: Side
    hex: HexLabel
    reason: EntryReason = "move"
    arrived: tuple[str, ...] = ()
    scenario: ScenarioName = "historical"

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield a hex off the board and keys that are not reinforcements."""
        if not GRID.has(self.hex):
            yield Problem(".hex", f"hex {self.hex} is not on the board", "0-hex-layout")
        order = in_play(self.scenario, order_of_battle())
        for number, key in enumerate(self.arrived):
            if order.reinforcement_of(key) is None:
                yield Problem(f".arrived[{number}]", f"{key!r} is not a reinforcement", "10.2-reinforcements")


def _zone_example() -> EntryZoneRequest:
    return EntryZoneRequest(side="white", hex="1501", reason="only_retreat")


@procedure(
    "orel.entry_zone",
    title="May the unit enter the hex, or is it an enemy entry zone?",
    rules=("7.4-zones",),
    example=_zone_example,
)
def entry_zone(request: EntryZoneRequest, umpire: Umpire[Options]) -> EntryZoneOutcome:
    """Say whether a hex belongs to an entry zone of the enemy, which only two reasons allow to enter.

    Rules: 7.4-zones.
    """
    umpire.ruling("entry_zones_expire")
    closed = _is_closed(request, umpire.options)
    if closed:
        umpire.result("7.4-zones", "{hex} is an enemy entry zone: leave it as soon as possible", hex=request.hex)
    else:
        umpire.result("7.4-zones", "{hex} is no enemy entry zone", hex=request.hex)
    return EntryZoneOutcome(closed=closed, must_leave=closed)


@entry_zone.legality
def _entry_objections(request: EntryZoneRequest, options: Options) -> Iterator[Objection]:
    if request.reason not in MAY_ENTER and _is_closed(request, options):
        message = (
            f"{request.hex} is an entry zone of the enemy; only a mandatory advance or the only possible retreat "
            "leads there"
        )
        yield Objection(rule="7.4-zones", message=message, path="$.hex")


def _is_closed(request: EntryZoneRequest, options: Options) -> bool:
    zones = zones_in_force(in_play(request.scenario, order_of_battle()), options, request.arrived)
    return any(zone.side != request.side and request.hex in zone.hexes for zone in zones)


# ---------------------------------------------------------------- entering


@frozen(kw_only=True)
class Arrival:
    """What the owner of a reinforcement sees when deciding where it comes.

    Attributes:
        key: The key of the unit or depot.
        side: Whose it is.
        placed: Those of the hexes in which it would be placed, without paying for an entry.
    """

    key: str
    side: Side
    placed: tuple[str, ...]


ENTRY_HEX: Choice[Arrival, str] = Choice(
    "entry_hex",
    rule="10.2-reinforcements",
    who="owner",
    about="In which hex does the reinforcement arrive? Default: the first allowed one, in the order of the scenario.",
    default=lambda arrival, alternatives: alternatives[0],
    unit=lambda arrival: arrival.key,
    side=lambda arrival: arrival.side,
)


@frozen(kw_only=True)
class ReinforcementOutcome:
    """Where a reinforcement comes, and what it can do then.

    Attributes:
        hex: The hex.
        placed: Whether it is placed there, rather than entering from the edge of the map.
        allowance: Its movement points on this turn, before it pays for the hex; None for what moves on rails alone.
        mp_left: What is left of them; None as well if no board tells what the hex costs.
    """

    hex: HexLabel
    placed: bool
    allowance: int | None
    mp_left: int | None

    def summary(self, request: ReinforcementRequest) -> str:
        """Return where the reinforcement comes, and how far it can move then."""
        comes = f"{called(request.comer)} {'is placed in' if self.placed else 'enters at'} hex {self.hex}"
        if self.allowance is None:
            return words.sentences(comes)
        points = words.counted(self.allowance, "movement point")
        if self.mp_left is None:
            return words.sentences(f"{comes} with {points}, before it pays for the hex")
        if self.mp_left == self.allowance:
            return words.sentences(f"{comes} with {points}")
        return words.sentences(f"{comes}; {self.mp_left} of its {points} {'is' if self.mp_left == 1 else 'are'} left")


@frozen(kw_only=True, cache_hash=True)
class ReinforcementRequest(Request[ReinforcementOutcome]):
    """A unit or a depot that comes as a reinforcement, on its day or later.

    Attributes:
        day: The day.
        unit: The unit; leave it out for a depot.
        depot: The depot; leave it out for a unit.
        hex: The hex in which it is to come; None leaves that to the choice ``entry_hex``.
        others: The units on the map, of both sides.
        entered_at: Where units have entered, or enter now, that must use the same hex as this one.
        comes: When and where it comes, in a battle of your own, or where a rule and not the scenario brings it; left
            out, as the scenario says.
        scenario: The scenario.
        board: The map.
    """

    day: Day
    unit: Unit | None = None
    depot: Depot | None = None
    hex: HexLabel | None = None
    others: Annotated[tuple[Unit, ...], Size(0, 300)] = ()
    entered_at: HexLabel | None = None
    comes: Reinforcement | None = None
    scenario: ScenarioName = "historical"
    board: HexMap | None = None

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield a unit and a depot together or neither, one that is on the map already, and misplaced others."""
        grid = grid_in(self.board)
        yield from wrong_words(self.board)
        yield from off_the_rails(self, self.board)
        if (self.unit is None) == (self.depot is None):
            yield Problem(".unit", "expected either a unit or a depot", "X-bad-units")
            return
        name = "depot" if self.unit is None else "unit"
        if self.comer.hex is not None:
            yield Problem(f".{name}.hex", f"{self.comer.key} is on the map already", "10.2-reinforcements")
        elif self.unit is not None and (self.unit.mode != "combat" or self.unit.lost_steps or self.unit.unsupplied):
            yield Problem(".unit", "a reinforcement comes supplied, at full steps and in combat mode", "7.4-command")
        yield from wrong_places(listed("others", self.others), grid)
        if self.comes is not None and self.comer.key not in self.comes.units:
            yield Problem(".comes.units", f"{self.comer.key} is not among them", "10.2-reinforcements")
        for name, place in (("hex", self.hex), ("entered_at", self.entered_at)):
            if place is not None and not grid.has(place):
                yield Problem(f".{name}", f"hex {place} is not on the board", "0-hex-layout")

    @property
    def comer(self) -> Unit | Depot:
        """The unit or depot that comes."""
        comer = self.depot if self.unit is None else self.unit
        if comer is None:
            raise ValueError("the request has neither a unit nor a depot")
        return comer


def allowed_hexes(request: ReinforcementRequest, options: Options) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return where a reinforcement may come: the hexes by which it may enter, and those in which it may be placed.

    Hexes with enemy units are left out, and to be placed, those in an enemy zone of control that no friendly unit
    negates as well. If nothing is left, it enters at the nearest free hexes of the same edge, in the introductory
    scenario of the same edge of its area. Units that must use the same hex as others have no choice any more. A station
    by which a unit may also enter is listed with those in which it is placed, since that costs nothing. Where a board
    tells, what moves on rails alone enters by a hex with a railroad. Without a board the stations of the double-tracked
    railroad are left out.

    Rules: 10.2-reinforcements, 7.4-delay, 7.1.6-rail.
    """
    reinforcement = _listed(request)
    if reinforcement is None:
        return (), ()
    board = options.board if request.board is None else request.board
    grid = grid_in(board)
    enemies = occupied(request.others, enemy_of(reinforcement.side))
    edge = tuple(place for place in reinforcement.edge if place not in enemies)
    zones = enemy_zones(request.others, reinforcement.side, grid, negated=negating(request.others, reinforcement.side))
    wanted = (*reinforcement.placed_at, *_stations(request, reinforcement, options))
    placed = tuple(
        place for place in dict.fromkeys(wanted) if grid.has(place) and place not in enemies and place not in zones
    )
    edge = tuple(place for place in edge if place not in placed)
    if not edge and not placed:
        area = BRASOVO_AREA if request.scenario == "introductory" else grid.hexes
        edge = _nearest(reinforcement, grid, frozenset(area).difference(enemies))
    if board is not None and column_of(request.comer) is None:
        edge = tuple(place for place in edge if board.rail_neighbours(place))
    if reinforcement.one_hex and request.entered_at is not None:
        edge = tuple(place for place in edge if place == request.entered_at)
    return edge, placed


def _who_may_bar(request: ReinforcementRequest, comes: Reinforcement) -> tuple[Unit, ...]:
    """Return the units whose zones of control decide where a reinforcement may be placed; none if it only enters.

    Rules: 10.2-reinforcements, D-values.
    """
    if not comes.placed_at:
        return ()
    return tuple(unit for unit in request.others if unit.side != comes.side and unit.hex is not None and bears(unit))


def _stations(request: ReinforcementRequest, reinforcement: Reinforcement, options: Options) -> tuple[str, ...]:
    board = options.board if request.board is None else request.board
    if board is None or not reinforcement.stations_of_double_track:
        return ()
    line = frozenset(board.rail_hexes(tracks=2))
    return tuple(place for place in board.hexes_with(STATION) if place in line)


def _nearest(reinforcement: Reinforcement, grid: HexGrid, free: frozenset[str]) -> tuple[str, ...]:
    """Return the free hexes of the same edge that are nearest to any hex by which the reinforcement should enter.

    Rules: 7.4-delay.
    """
    wanted = frozenset(reinforcement.edge)
    edges: list[MapEdge] = [edge for edge in MAP_EDGES if wanted.issubset(grid.edge(edge))]
    away = {
        place: min(grid.distance(place, other) for other in reinforcement.edge)
        for edge in edges
        for place in grid.edge(edge)
        if place in free
    }
    nearest = min(away.values(), default=0)
    return tuple(place for place, distance in away.items() if distance == nearest)


def _example() -> ReinforcementRequest:
    return ReinforcementRequest(day=16, unit=order_of_battle().unit("R:86/Est"), hex="1501")


@procedure(
    "orel.reinforcement",
    title="Where does the reinforcement arrive, and how far can it move?",
    rules=("10.2-reinforcements",),
    example=_example,
)
def reinforcement(request: ReinforcementRequest, umpire: Umpire[Options]) -> ReinforcementOutcome:
    """Bring in a reinforcement: the owner chooses among the allowed hexes, then its movement points are computed.

    On the turn on which it comes its allowance is lowered as the scenario says, however late it is. One that enters
    from the edge pays for the hex as its terrain costs; one that is placed pays nothing. What moves on rails alone
    needs a railroad in the hex and has no movement points.

    Raises:
        NeedsRuling: If the hex asked for could be a station on the double track and there is no board.

    Rules: 10.2-reinforcements, 7.4-zones.
    """
    comes = _reinforcement(request)
    note_values(umpire, () if request.unit is None else (request.unit, *_who_may_bar(request, comes)))
    edge, placed = allowed_hexes(request, umpire.options)
    place = request.hex
    if place is None:
        arrival = Arrival(key=request.comer.key, side=request.comer.side, placed=placed)
        place = umpire.choose(ENTRY_HEX, (*edge, *placed), arrival)
    elif place not in (*edge, *placed):
        raise NeedsRuling(
            "D-map",
            f"Is {place} a station on the double track, free of the enemy?",
            "a board, in the request or as the option board (the map is not printed)",
        )
    is_placed = place in placed
    allowance = _allowance(request.comer, comes)
    left = allowance
    if allowance is not None and not is_placed:
        cost = _cost(umpire, request, place, allowance)
        left = None if cost is None else allowance - cost
    message = "{unit} is placed in {hex}" if is_placed else "{unit} enters at {hex}"
    umpire.result("10.2-reinforcements", message, unit=request.comer.key, hex=place)
    if allowance is not None:
        message = "movement points on this turn: {allowance}"
        umpire.result("10.2-reinforcements", message, allowance=allowance)
    return ReinforcementOutcome(hex=place, placed=is_placed, allowance=allowance, mp_left=left)


@reinforcement.legality
def _objections(request: ReinforcementRequest, options: Options) -> Iterator[Objection]:
    if off_board := off_the_board_in_play(request, request.board, options):
        yield from off_board
        return
    comer = request.comer
    comes = _listed(request)
    path = "$.depot.key" if request.unit is None else "$.unit.key"
    if comes is None:
        message = f"{comer.key} does not come as a reinforcement of the {request.scenario} scenario"
        yield Objection(rule="10.2-reinforcements", message=message, path=path)
        return
    if request.day < comes.day:
        message = f"{comer.key} comes on {comes.day} October or later, not on the {request.day}th"
        yield Objection(rule="10.2-reinforcements", message=message, path="$.day")
    if _lacks_rails(request, options):
        message = f"{comer.key} moves on railroads, and the board has none in {request.hex}"
        yield Objection(rule="7.1.6-rail", message=message, path="$.hex")
        return
    edge, placed = allowed_hexes(request, options)
    allowed = (*edge, *placed)
    if not allowed:
        what = "hex with a railroad" if column_of(comer) is None else "hex"
        yield Objection(rule="7.4-delay", message=f"no {what} is free in which {comer.key} may come", path="$.others")
    elif request.hex is not None and request.hex not in allowed:
        if comes.one_hex and request.entered_at is not None and request.hex in comes.edge:
            message = f"all of {', '.join(comes.units)} use one hex, which is {request.entered_at}"
        elif _may_be_station(request, options, comes):
            return  # whether it is one, only a board tells
        else:
            message = f"{comer.key} may come in {' or '.join(allowed)}, not in {request.hex}"
        yield Objection(rule="10.2-reinforcements", message=message, path="$.hex")


def _lacks_rails(request: ReinforcementRequest, options: Options) -> bool:
    """Whether the board shows no railroad in the hex asked for by what moves on rails alone.

    Rules: 7.1.6-rail.
    """
    board = options.board if request.board is None else request.board
    if board is None or request.hex is None or column_of(request.comer) is not None:
        return False
    return not board.rail_neighbours(request.hex)


def _may_be_station(request: ReinforcementRequest, options: Options, comes: Reinforcement) -> bool:
    return comes.stations_of_double_track and request.board is None and options.board is None


def _listed(request: ReinforcementRequest) -> Reinforcement | None:
    """Return when and where a reinforcement comes; None if it does not come as one."""
    if request.comes is not None:
        return request.comes
    return in_play(request.scenario, order_of_battle()).reinforcement_of(request.comer.key)


def _reinforcement(request: ReinforcementRequest) -> Reinforcement:
    comes = _listed(request)
    if comes is None:
        raise ValueError(f"{request.comer.key} is not a reinforcement")
    return comes


def _allowance(comer: Unit | Depot, comes: Reinforcement) -> int | None:
    """Return the allowance on the turn of entry, never below 0; None for what moves on rails alone.

    Rules: 10.2-reinforcements.
    """
    return None if column_of(comer) is None else max(0, (comer.mp or 0) - comes.mp_penalty)


def _cost(umpire: Umpire[Options], request: ReinforcementRequest, place: str, allowance: int) -> int | None:
    """Return what the hex at the edge costs, by its hardest terrain; None without a board.

    Raises:
        IllegalRequestError: If the terrain is prohibited to the unit, or costs more than it has.

    Rules: 7.4-zones, 7.1.1-terrain-cost.
    """
    board = umpire.options.board if request.board is None else request.board
    if board is None or column_of(request.comer) is None:
        umpire.result("D-map", "what the hex costs is not known without a board")
        return None
    cost = price_of_entry(umpire, board, request.comer, place)
    if cost is None:
        what = ", ".join(_rows(board, place))
        message = f"the terrain of {place}, {what}, is prohibited to {request.comer.key}"
        raise forbidden("7.1.1-terrain-cost", message, "$.hex")
    if cost > allowance:
        message = f"{place} costs {cost} movement points, and {request.comer.key} has {allowance} on this turn"
        raise forbidden("7.1.1-terrain-cost", message, "$.hex")
    return cost


def price_of_entry(umpire: Umpire[Options], board: HexMap, comer: Unit | Depot, place: str) -> int | None:
    """Return what it costs to enter a hex from off the map, by its hardest terrain; None if that is prohibited.

    What moves on rails alone pays nothing.

    Rules: 7.4-zones, 7.5-leave, 7.1.1-terrain-cost.
    """
    column = column_of(comer)
    if column is None:
        return 0
    costs = tuple(umpire.look_up("terrain", row, column).result for row in _rows(board, place))
    numbers = tuple(cost for cost in costs if isinstance(cost, int))
    return max(numbers, default=0) if len(numbers) == len(costs) else None


def _rows(board: HexMap, place: str) -> tuple[str, ...]:
    """Return the rows of the Terrain Effects Table for a hex at the edge; a road in it sets the cost alone.

    Rules: 7.1.1-terrain-cost.
    """
    if any(board.has_road(place, other) for other in board.grid.neighbours(place)):
        return ("road",)
    rows = terrains_at(board, place)
    return tuple("railroad" if row == "forest" else row for row in rows) if board.rail_neighbours(place) else rows
