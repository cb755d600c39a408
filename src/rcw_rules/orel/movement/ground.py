"""What a unit or a depot meets on its way: what it may not pass, what steps cost, and what holds it back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import pairwise
from typing import Annotated, Literal, NamedTuple, TypeAlias

from attrs import frozen

from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.errors import ChartError, Problem
from rcw_rules.kernel.fields import Range, Size
from rcw_rules.kernel.geometry.hexes import STATION, HexMap, MovementCosts, ZoneCosts, zone_steps
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.marks import Cites
from rcw_rules.orel.definitions import (
    LIMIT_OF,
    MOST_POINTS,
    MOST_UNITS,
    column_of,
    fit_together,
    grid_in,
    movement_costs,
    occupied,
    off_the_rails,
    required_board,
    zones_against,
)
from rcw_rules.orel.model import RAIL_LEASH, Depot, HexLabel, Unit, enemy_of, listed, wrong_places, wrong_words
from rcw_rules.orel.movement.declarations import CommandCheck, attacks_out_of_command
from rcw_rules.orel.options import Options
from rcw_rules.orel.scenarios import LIMITED_DIVISION, EntryZone, may_act
from rcw_rules.orel.supply import SUPPLY_RANGE, points_to_nearest, rows_of_line, supply_ground

WayOfMoving: TypeAlias = Literal["on_foot", "mounted", "rail"]
"""The columns of the chart of what zones of control cost."""

StepKind: TypeAlias = Literal["open", "leaving", "zone_to_zone"]
"""What a step is as to enemy zones of control: it begins outside them, leads out of them, or from zone to zone."""

MARCHING_DAY_POINTS = 2  # 7.1.5-marching-day

ZONE_COSTS = "zone_costs"
"""The chart of what zones of control cost; its rows are the kinds of step but the open one."""

_ALLOWANCE_LESS_ONE = "allowance minus 1"


class Bar(NamedTuple):
    """Why a step, or a stop, is not allowed.

    Attributes:
        rule: The rule that forbids it.
        message: What it forbids, and what it would allow.
    """

    rule: str
    message: str


@frozen(kw_only=True, cache_hash=True)
class Moving:
    """The mover, and every other unit on the map; what `MovementRequest` and `ReachRequest` have in common.

    Attributes:
        unit: The unit that moves; leave it out for a depot.
        depot: The depot that moves; leave it out for a unit.
        others: The other units on the map, of both sides.
        depots: The other depots on the map, of both sides.
        staying: The keys of units of its side that do not move in the whole phase and are committed to that.
        moved: The keys of units and depots of its side that have moved in this phase.
        marching_day: Whether it makes a Marching Day, declared before it moves.
        command_check: How its check went, if it is out of command and made one in this phase.
        penalty: How many movement points less it has, on the turn on which it enters the map.
        spent: What it has paid before, as for the hex by which it enters the map; if anything, it has moved.
        entry_zones: The entry zones that still bar the enemy.
        area: The hexes that units may not leave; empty for the whole map.
        board: The board.
    """

    unit: Unit | None = None
    depot: Depot | None = None
    others: Annotated[tuple[Unit, ...], Size(0, 999)] = ()
    depots: Annotated[tuple[Depot, ...], Size(0, 99)] = ()
    staying: Annotated[tuple[str, ...], Size(0, 999), Cites("7.1.3-negation")] = ()
    moved: Annotated[tuple[str, ...], Size(0, 999), Cites("7-actions")] = ()
    marching_day: Annotated[bool, Cites("7.1.5-marching-day")] = False
    command_check: Annotated[CommandCheck, Cites("5.3-zoc")] = "none"
    penalty: Annotated[int, Range(0, 30, rule="10.2-reinforcements")] = 0
    spent: Annotated[int, Range(0, 30, rule="7-actions")] = 0
    entry_zones: Annotated[tuple[EntryZone, ...], Size(0, 40), Cites("7.4-zones")] = ()
    area: Annotated[tuple[HexLabel, ...], Size(0, 9999), Cites("10.1-brasovo")] = ()
    board: Annotated[HexMap | None, Cites("D-map")] = None

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        yield from wrong_words(self.board)
        yield from off_the_rails(self, self.board)
        if (self.unit is None) == (self.depot is None):
            yield Problem(".unit", "expected either a unit or a depot", "X-bad-units")
            return
        mover, path = self.mover, ".depot" if self.unit is None else ".unit"
        everybody = ((path, mover), *listed("others", self.others), *listed("depots", self.depots))
        yield from wrong_places(everybody, grid_in(self.board))
        if mover.hex is None:
            yield Problem(f"{path}.hex", "is missing: only what is on the map moves", "X-bad-units")
        if column_of(mover) is not None and mover.mp is None:
            yield Problem(f"{path}.mp", "is missing: it has a movement allowance", "7-actions")
        rails = None if self.board is None or self.depot is None or column_of(mover) else self.board.rail_hexes()
        if rails is not None and mover.hex is not None and mover.hex not in rails:
            yield Problem(".depot.hex", f"no railroad runs through hex {mover.hex}", "X-bad-units")
        own_units = {unit.key for unit in (*self.others, self.unit) if unit is not None and unit.side == mover.side}
        own = own_units | {depot.key for depot in (*self.depots, self.depot) if depot is not None}
        for number, key in enumerate(self.staying):
            if key not in own_units:
                yield Problem(f".staying[{number}]", f"no {mover.side} unit has the key {key!r}", "X-bad-units")
            elif key in self.moved:
                message = f"{key} has moved in this phase and negates no zone of control for movement"
                yield Problem(f".staying[{number}]", message, "7.1.3-negation")
        for number, key in enumerate(self.moved):
            if key not in own:
                yield Problem(f".moved[{number}]", f"no {mover.side} unit has the key {key!r}", "X-bad-units")

    @property
    def mover(self) -> Unit | Depot:
        """The unit or depot that moves."""
        mover = self.depot if self.unit is None else self.unit
        if mover is None:
            raise ValueError("the request has neither a unit nor a depot")
        return mover

    @property
    def start(self) -> str:
        """The hex that it moves from."""
        return self.mover.hex or ""

    @property
    def entered(self) -> bool:
        """Whether it has paid for its hex in this phase: it has moved then, whether it goes on or not.

        Rules: 7.1.4-modes, 7.1.2-stacking.
        """
        return self.spent > 0

    @property
    def allowance(self) -> int | None:
        """The movement points that it has in this phase, those spent before included; None for what moves on rails.

        Rules: 7-actions, 7.1.5-marching-day, 7.1.6-rail, 10.2-reinforcements.
        """
        if column_of(self.mover) is None:
            return None
        return max(0, (self.mover.mp or 0) - self.penalty) + (MARCHING_DAY_POINTS if self.marching_day else 0)


def unable_to_move(moving: Moving, *, moves: bool) -> Iterator[Objection]:
    """Yield what keeps a mover from moving at all, or from a Marching Day.

    Args:
        moving: The mover and every other unit.
        moves: Whether it leaves its hex.

    Rules: 7-actions, 7.1.3-negation, 10.2-inactive, 9.2.1-breakdown, 8.2.3-effects, 7.1.5-marching-day,
        5.3-no-march-entrench.
    """
    mover, unit = moving.mover, moving.unit
    if moves and mover.key in moving.staying:
        message = f"{mover.key} is committed to stay: zones of control were negated by it for others"
        yield Objection(rule="7.1.3-negation", message=message, path="$.staying")
    if mover.key in moving.moved:
        message = f"{mover.key} has moved in this phase; each unit moves once, and not after its action"
        yield Objection(rule="7-actions", message=message, path="$.moved")
    if moving.allowance is not None and moving.spent > moving.allowance:
        message = (
            f"{mover.key} has {moving.allowance} movement points in all, and cannot have spent {moving.spent} before"
        )
        yield Objection(rule="7-actions", message=message, path="$.spent")
    if unit is not None and moves:
        if not may_act(unit):
            message = f"{unit.key} is inactive until it is released; it may entrench"
            yield Objection(rule="10.2-inactive", message=message, path="$.unit.inactive")
        if unit.broken_down:
            message = f"{unit.key} has broken down; it does nothing until the end of the game turn"
            yield Objection(rule="9.2.1-breakdown", message=message, path="$.unit.broken_down")
        if unit.unsupplied and unit.is_vehicle and not unit.is_train:
            message = f"{unit.key} is unsupplied; tanks and armoured cars then neither move nor fight"
            yield Objection(rule="8.2.3-effects", message=message, path="$.unit.unsupplied")
    if moving.marching_day:
        yield from _unable_to_march(mover, unit)


def _unable_to_march(mover: Unit | Depot, unit: Unit | None) -> Iterator[Objection]:
    rule, path = "7.1.5-marching-day", "$.marching_day"
    if mover.side == "red":
        yield Objection(rule=rule, message=f"{mover.key} is Red; only White units make a Marching Day", path=path)
    if unit is None or unit.is_vehicle:
        message = f"{mover.key} is a vehicle or a depot; only other units make a Marching Day"
        yield Objection(rule=rule, message=message, path=path)
        return
    if unit.mode == "routed":
        yield Objection(rule=rule, message=f"{unit.key} is routed and makes no Marching Day", path=path)
    if not may_act(unit):
        yield Objection(rule=rule, message=f"{unit.key} is inactive and makes no Marching Day", path=path)
    if unit.out_of_command:
        message = f"{unit.key} is out of command and makes no Marching Day; it may move as on other days"
        yield Objection(rule="5.3-no-march-entrench", message=message, path=path)


def way_of(mover: Unit | Depot) -> WayOfMoving:
    """Return how a mover moves as to zones of control.

    Rules: 7.1.3-zoc-to-zoc, 7.1.3-zoc-to-zoc-mounted, 7.1.3-zoc-rail.
    """
    if column_of(mover) is None:
        return "rail"
    mounted = isinstance(mover, Unit) and mover.type in ("cavalry", "armoured_car")
    return "mounted" if mounted else "on_foot"


class Ground:
    """What one mover meets, looked at once for any number of steps.

    Attributes:
        moving: The mover, and every other unit.
        mover: The unit or depot.
        board: The board.
        zones: The hexes in enemy zones of control that bear on the mover.
        closed: The hexes that it may not enter from anywhere.
        is_free: Whether no step is barred that terrain and zones allow: it is in command and not routed.
    """

    def __init__(self, umpire: Umpire[Options], moving: Moving, board: HexMap) -> None:
        self.moving: Moving = moving
        mover: Unit | Depot = moving.mover
        self.mover: Unit | Depot = mover
        self.board: HexMap = board
        self.way: WayOfMoving = way_of(mover)
        self._umpire = umpire
        self._unit = moving.unit
        self._grid = board.grid
        self.zones: frozenset[str] = zones_of(moving, umpire.options)
        enemy = enemy_of(mover.side)
        self._units = occupied(moving.others, enemy)
        self._depots = frozenset(depot.hex for depot in moving.depots if depot.side == enemy and depot.hex is not None)
        self._entry = frozenset(place for zone in moving.entry_zones if zone.side != mover.side for place in zone.hexes)
        self._outside = frozenset(self._grid.hexes) - frozenset(moving.area) if moving.area else frozenset[str]()
        is_tank = self._unit is not None and self._unit.type == "tank"
        self._off_leash = _far_from_rails(board) if is_tank else frozenset[str]()
        self._beyond = limit_of(mover, board) or frozenset[str]()
        self._beside = self._beside_enemies() if moving.marching_day else frozenset[str]()
        self.closed: frozenset[str] = self._units.union(
            self._depots, self._entry, self._outside, self._off_leash, self._beyond, self._beside
        )
        self._priced = None if self.way == "rail" else self._price(umpire)
        self._enemy_combat_units = tuple(
            unit.hex for unit in moving.others if unit.side == enemy and unit.is_combat and unit.hex is not None
        )
        self._tied = is_tied(moving)
        self._to_depot: Mapping[str, int] | None = None
        self._stacks: dict[str, list[Unit]] | None = None
        self._zone_steps: Callable[[str], Iterable[tuple[str, int]]] | None = None
        unit = self._unit
        self.is_free: bool = unit is None or not (unit.out_of_command or unit.mode == "routed" or self._tied)

    # ------------------------------------------------------------------ what steps cost

    def steps(self, place: str) -> list[tuple[str, int]]:
        """Return the steps that terrain, or the railroad, and zones of control let it take, with what they cost.

        Rules: 7.1.1-terrain-cost, 7.1.3-leave, 7.1.3-zoc-to-zoc, 7.1.3-zoc-to-zoc-mounted, 7.1.3-zoc-rail, 7.1.6-rail.
        """
        if self._priced is None:
            return [(to, 0) for to in self.board.rail_neighbours(place)]
        if self._zone_steps is None:
            costs, zone_costs = self._priced
            self._zone_steps = zone_steps(self.moving.start, costs, zones=self.zones, zone_costs=zone_costs)
        return list(self._zone_steps(place))

    def _price(self, umpire: Umpire[Options]) -> tuple[MovementCosts, ZoneCosts]:
        column = column_of(self.mover)
        if column is None:
            raise ValueError(f"{self.mover.key} moves on rails, at no cost")
        return movement_costs(self.board, column, umpire.charts["terrain"]), self._zone_costs(umpire)

    def _zone_costs(self, umpire: Umpire[Options]) -> ZoneCosts:
        """Return what zones of control do to the mover; on foot a step between them takes all points but one.

        One point it takes at least.

        Rules: 7.1.3-leave, 7.1.3-zoc-to-zoc, 7.1.3-zoc-to-zoc-mounted.
        """
        if not self.zones:
            return ZoneCosts()
        chart = umpire.charts[ZONE_COSTS]  # the record shows what a move then pays, step by step
        leaving = chart.look_up("leaving", self.way).number()
        between = chart.look_up("zone_to_zone", self.way).result
        if isinstance(between, int):
            return ZoneCosts(leaving=leaving, zone_to_zone="extra", zone_to_zone_cost=between)
        if between != _ALLOWANCE_LESS_ONE:
            message = f"row 'zone_to_zone' should have a number or {_ALLOWANCE_LESS_ONE!r}, not {between!r}"
            raise ChartError(ZONE_COSTS, message)
        fixed = max(1, (self.moving.allowance or 0) - 1)  # a unit of one point does not move for nothing
        return ZoneCosts(leaving=leaving, zone_to_zone="fixed", zone_to_zone_cost=fixed)

    def kind(self, origin: str, to: str) -> StepKind:
        """Return what a step is as to enemy zones of control."""
        if origin not in self.zones:
            return "open"
        return "zone_to_zone" if to in self.zones else "leaving"

    def rule_of(self, kind: StepKind) -> str:
        """Return the rule that sets the price of a step of a kind.

        Rules: 7.1.3-leave, 7.1.3-zoc-to-zoc, 7.1.3-zoc-to-zoc-mounted, 7.1.1-terrain-cost, 7.1.6-rail.
        """
        if self.way == "rail":
            return "7.1.3-zoc-rail" if kind == "zone_to_zone" else "7.1.6-rail"
        if kind == "zone_to_zone":
            return "7.1.3-zoc-to-zoc-mounted" if self.way == "mounted" else "7.1.3-zoc-to-zoc"
        return "7.1.3-leave" if kind == "leaving" else "7.1.1-terrain-cost"

    def tell_terrain(self, *ways: tuple[str, ...]) -> None:
        """Put the cells of the Terrain Effects Table that set the price of ways upon the record, each once.

        On foot the terrain does not count from zone to zone, and on rails nowhere.

        Rules: 7.1.1-terrain-cost, 7.1.3-zoc-to-zoc.
        """
        column = column_of(self.mover)
        if column is None:
            return
        steps = dict.fromkeys(step for way in ways for step in pairwise(way))
        paid = (step for step in steps if self.way == "mounted" or self.kind(*step) != "zone_to_zone")
        for row in dict.fromkeys(row for step in paid for row in rows_of_line(self.board, step)):
            self._umpire.look_up("terrain", row, column)

    # ------------------------------------------------------------------ what it may not enter

    def place_bars(self, place: str) -> Iterator[Bar]:
        """Yield why a hex may not be entered from anywhere.

        Rules: 7.1.6-rail, 3.3-elimination, 7.4-zones, 10.1-brasovo, 9.2.1-rail-leash, 10.2-46th-limit,
            7.1.5-marching-day, X-bad-units.
        """
        key = self.mover.key
        if place in self._units:
            rule = "7.1.6-rail" if self.way == "rail" else "X-bad-units"
            yield Bar(rule, f"{place} holds enemy units; {key} may only attack them")
        if place in self._depots:
            yield Bar("3.3-elimination", f"{place} holds an enemy depot; {key} may attack it and then advance")
        if place in self._entry:
            yield Bar("7.4-zones", f"{place} is an entry zone of the enemy, closed to {key}")
        if place in self._outside:
            yield Bar("10.1-brasovo", f"{place} is outside the area of the scenario, which {key} may not leave")
        if place in self._off_leash:
            yield Bar("9.2.1-rail-leash", f"{place} is more than {RAIL_LEASH} hexes from every railroad")
        if place in self._beyond:
            division = "" if self._unit is None else self._unit.division
            yield Bar("10.2-46th-limit", f"{place} is beyond the limit of the {division}, to which {key} belongs")
        if place in self._beside:
            yield Bar("7.1.5-marching-day", f"{place} is next to an enemy; a Marching Day keeps away from all of them")

    def start_bars(self) -> Iterator[Bar]:
        """Yield why a Marching Day may not begin where the mover is.

        Rules: 7.1.5-marching-day.
        """
        if self.moving.start in self._beside:
            yield Bar("7.1.5-marching-day", f"{self.mover.key} is next to an enemy; no Marching Day begins there")

    def step_bars(self, origin: str, to: str) -> Iterator[Bar]:
        """Yield why a step is not allowed that would be from elsewhere.

        Rules: 5.3-zoc, 5.3-depot, 8.7.3-rout.
        """
        unit = self._unit
        if unit is None:
            return
        if unit.out_of_command and to in self.zones:
            if origin not in self.zones:
                yield Bar("5.3-zoc", f"{unit.key} is out of command and may not enter the enemy zone in {to}")
            elif self.moving.command_check != "passed":
                yield Bar("5.3-zoc", attacks_out_of_command(unit, self.moving.command_check, "").message)
        yield from self._away_bars(origin, to)
        if self._tied:
            yield from self._depot_bars(unit, origin, to)

    def stop_bars(self, place: str, left: int | None, *, moved: bool) -> Iterator[Bar]:
        """Yield why the mover may not end its move in a hex, or stay there.

        Args:
            place: The hex.
            left: The movement points that it has left there.
            moved: Whether it has moved at all; it may have come back to where it began.

        Rules: 7.1.2-stacking, 7.1.6-rail, 8.7.3-rout, 5.3-depot.
        """
        unit, key = self._unit, self.mover.key
        if moved:
            if not self._fits(place):
                message = (
                    f"with {key} there is too much in {place}: at most {MOST_POINTS} points and {MOST_UNITS} units"
                )
                yield Bar("7.1.2-stacking", message)
            if self.way == "rail" and unit is None and STATION not in self.board.features_at(place):
                yield Bar("7.1.6-rail", f"{key} goes from station to station, and {place} has no station")
            if unit is not None and unit.mode == "routed" and self._enemy_combat_units:
                away = self._from_enemies(place) > self._from_enemies(self.moving.start)
                if not away:
                    yield Bar("8.7.3-rout", f"{key} is routed and must end further from the enemy than it began")
        if self._tied and not self._in_range(place):
            onward = [to for to, cost in self._nearer_steps(place) if cost <= (left or 0)]
            if onward:
                message = (
                    f"{key} is out of command and out of range of every depot; it must go on towards the nearest, "
                    f"to {' or '.join(onward)}"
                )
                yield Bar("5.3-depot", message)

    # ------------------------------------------------------------------ how it is found

    def _fits(self, place: str) -> bool:
        unit = self._unit
        if unit is None:
            return True
        if self._stacks is None:
            self._stacks = {}
            for other in self.moving.others:
                if other.side == unit.side and other.hex is not None:
                    self._stacks.setdefault(other.hex, []).append(other)
        friends = self._stacks.get(place)
        return not friends or fit_together((unit, *friends))  # alone a unit always fits

    def _beside_enemies(self) -> frozenset[str]:
        return frozenset(place for held in self._units | self._depots for place in self._grid.neighbours(held))

    def _from_enemies(self, place: str) -> int:
        return min(self._grid.distance(place, enemy) for enemy in self._enemy_combat_units)

    def _away_bars(self, origin: str, to: str) -> Iterator[Bar]:
        """Yield why a routed unit may not take a step: only away from combat units, zone to zone as a last resort.

        Rules: 8.7.3-rout.
        """
        unit = self._unit
        if unit is None or unit.mode != "routed" or not self._enemy_combat_units:
            return
        here = self._from_enemies(origin)
        if self._from_enemies(to) < here:
            yield Bar("8.7.3-rout", f"{unit.key} is routed and moves only away from the enemy, not to {to}")
        elif self.kind(origin, to) == "zone_to_zone":
            for other, _ in self.steps(origin):
                if other not in self.closed and other not in self.zones and self._from_enemies(other) >= here:
                    message = (
                        f"{unit.key} is routed and steps from zone to zone only without another way, such as {other}"
                    )
                    yield Bar("8.7.3-rout", message)
                    break

    def _depot_bars(self, unit: Unit, origin: str, to: str) -> Iterator[Bar]:
        """Yield why a unit out of command may not take a step: it stays in range of a depot, or comes nearer to one.

        Rules: 5.3-depot.
        """
        if self._in_range(origin):
            if not self._in_range(to):
                message = (
                    f"{unit.key} is out of command and stays within {SUPPLY_RANGE} points of a depot, which {to} is not"
                )
                yield Bar("5.3-depot", message)
        elif not self._is_nearer(to, origin):
            nearer = [other for other, _ in self._nearer_steps(origin)]
            if nearer:
                message = (
                    f"{unit.key} is out of command and out of range of every depot; it moves towards the nearest, "
                    f"to {' or '.join(nearer)}, not to {to}"
                )
                yield Bar("5.3-depot", message)

    def _nearer_steps(self, place: str) -> Iterator[tuple[str, int]]:
        """Yield the steps that bring a unit out of command nearer to a depot and that it may take without a check.

        Of a routed unit they lead away from the enemy as well, so that it may stop wherever they bring it.

        Rules: 5.3-depot, 8.7.3-rout.
        """
        for to, cost in self.steps(place):
            free = to not in self.closed and to not in self.zones
            if free and self._is_nearer(to, place) and self._fits(to) and self._leads_away(place, to):
                yield to, cost

    def _leads_away(self, origin: str, to: str) -> bool:
        unit = self._unit
        if unit is None or unit.mode != "routed" or not self._enemy_combat_units:
            return True
        return self._from_enemies(to) > self._from_enemies(origin)

    def _is_nearer(self, one: str, other: str) -> bool:
        near, far = self._points_to_depot(one), self._points_to_depot(other)
        return near is not None and (far is None or near < far)

    def _in_range(self, place: str) -> bool:
        points = self._points_to_depot(place)
        return points is not None and points <= SUPPLY_RANGE

    def _points_to_depot(self, place: str) -> int | None:
        """Return how far the nearest depot is from a hex, in movement points; None if no supply line leads to any.

        Rules: 5.3-depot.
        """
        if self._to_depot is None:
            everybody, depots = self.moving.others, self.moving.depots
            ground = supply_ground(self._umpire, everybody, self.mover.side, depots=depots, board=self.board)
            self._to_depot = points_to_nearest(self.mover, depots_of(self.moving), ground)
        return self._to_depot.get(place)


# -------------------------------------------------------------------- what the board tells


def zones_of(moving: Moving, options: Options) -> frozenset[str]:
    """Return the hexes in enemy zones of control that bear on a mover: staying friendly units negate them.

    By staying itself it negates the zone in its hex for others, not for itself: else a unit out of command would never
    have to check its quality before it attacks.

    Rules: 7.1.3-negation, 5.3-zoc.
    """
    grid = grid_in(moving.board or options.board)
    return frozenset(zones_against(moving.others, moving.mover.side, "movement", grid, moving.staying))


def depots_of(moving: Moving) -> tuple[str, ...]:
    """Return the hexes with depots of the mover's side."""
    own = (depot.hex for depot in moving.depots if depot.side == moving.mover.side)
    return tuple(place for place in own if place is not None)


def is_tied(moving: Moving) -> bool:
    """Whether a mover is out of command, may move, and has depots to stay near to.

    Rules: 5.3-depot.
    """
    unit = moving.unit
    return unit is not None and unit.out_of_command and may_act(unit) and bool(depots_of(moving))


def ground_of(umpire: Umpire[Options], moving: Moving) -> Ground:
    """Look at what a mover meets.

    Raises:
        NeedsRuling: If there is no board.

    Rules: D-map.
    """
    question = f"Which terrain, roads, railroads and rivers does {moving.mover.key} find around {moving.start}?"
    return Ground(umpire, moving, required_board(moving.board, umpire.options, question))


def is_of_the_46th(mover: Unit | Depot) -> bool:
    """Whether a mover is bound by the limit of the 46th Rifle Division.

    Rules: 10.2-46th-limit.
    """
    return isinstance(mover, Unit) and mover.side == "red" and mover.division == LIMITED_DIVISION


def limit_of(mover: Unit | Depot, board: HexMap) -> frozenset[str] | None:
    """Return the hexes that a board closes to the division of a mover; None if it marks no limit of it.

    The book limits the 46th Rifle Division. A map can limit any other in the same way.

    Rules: 10.2-46th-limit.
    """
    if not isinstance(mover, Unit) or not mover.division:
        return None
    name = LIMIT_OF + mover.division
    return next((frozenset(zone.hexes) for zone in board.zones if zone.name == name), None)


@lru_cache(maxsize=16)
def _far_from_rails(board: HexMap) -> frozenset[str]:
    """Return the hexes that are further from every railroad than tanks go.

    Rules: 9.2.1-rail-leash.
    """
    near = {place for rail in board.rail_hexes() for place in board.grid.within(rail, RAIL_LEASH)}
    return frozenset(board.grid.hexes) - near
