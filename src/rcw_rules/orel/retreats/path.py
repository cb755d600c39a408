"""The way of units that fall back: where they may go, which priorities that breaks, and which hexes are the best."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache
from typing import Annotated, Literal, TypeAlias, get_args

from attrs import frozen

from rcw_rules.kernel.charts import Chart
from rcw_rules.kernel.geometry.hexes import HexGrid, HexMap
from rcw_rules.kernel.procedures import Choice
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.marks import Cites
from rcw_rules.orel.definitions import (
    FRIENDLY_EDGES,
    PROHIBITED,
    ZocKind,
    closed_ground,
    column_of,
    enemy_zones,
    exerting,
    fit_together,
    grid_in,
    is_friendly_edge,
    kinds_in,
    negating,
    occupied,
    required_board,
)
from rcw_rules.orel.model import IN_HEX, RAIL_LEASH, Depot, HexLabel, Side, Unit, enemy_of, keys_of
from rcw_rules.orel.options import Options
from rcw_rules.orel.scenarios import EntryZone

Priority: TypeAlias = Literal["enemy_zone", "overstack", "off_map", "target_hex", "away_from_edge", "apart"]
"""The priorities of a retreat, by what breaks them, the strongest first."""

PRIORITIES: tuple[Priority, ...] = get_args(Priority)  # 8.5.1-retreat

OFF_MAP = "off_map"
"""The alternative of leaving the map."""

SIX = 6  # neighbours of a hex that lies on no edge
ROUT = 2  # hexes of a rout: 8.7.3-rout


# -------------------------------------------------------------------- what is given


@frozen(kw_only=True, cache_hash=True)
class Surroundings:
    """Everything around units that fall back, as it is at that moment.

    Attributes:
        units: Every other unit on the board, of both sides; not those that fall back.
        depots: The depots of both sides.
        under_attack: The hexes whose attack is declared and not yet resolved.
        entry_zones: The entry zones that still bar the enemy.
        board: The map; by default the option's.
    """

    units: tuple[Unit, ...] = ()
    depots: tuple[Depot, ...] = ()
    under_attack: tuple[HexLabel, ...] = ()
    entry_zones: tuple[EntryZone, ...] = ()
    board: HexMap | None = None


@frozen(kw_only=True)
class RetreatStep:
    """One hex of the way back.

    Attributes:
        hex: The hex entered; None off the map.
        violated: The priorities that entering it breaks, the strongest first.
        zones: The kinds of enemy units whose zones of control, not negated by friends, cover it.
    """

    hex: str | None
    violated: Annotated[tuple[Priority, ...], Cites("8.5.1-retreat")] = ()
    zones: Annotated[tuple[ZocKind, ...], Cites("8.5.1a-zoc")] = ()


@frozen(kw_only=True)
class Retreating:
    """What the owner sees when choosing among hexes that are equally good.

    Attributes:
        units: Those that go together.
        hex: The hex that they leave now.
        surroundings: Everything around them.
    """

    units: tuple[Unit, ...]
    hex: str
    surroundings: Surroundings


def _towards_the_edge(retreating: Retreating, alternatives: tuple[str, ...]) -> str:
    side, grid = retreating.units[0].side, grid_in(retreating.surroundings.board)
    return min(alternatives, key=lambda place: (distance_to_friendly_edge(place, side, grid), place))


RETREAT_HEX: Choice[Retreating, str] = Choice(
    "retreat_hex",
    rule="8.5.1-retreat",
    who="owner",
    about="Which hex do the retreating units enter? All those offered break the same priorities. Default: the one "
    "nearest to a friendly edge; of equal ones the lowest number.",
    default=_towards_the_edge,
    unit=lambda retreating: keys_of(retreating.units),
    side=lambda retreating: retreating.units[0].side,
)


# -------------------------------------------------------------------- what lies around


@frozen
class _Around:
    """The surroundings as one side looks at them."""

    grid: HexGrid
    enemies: frozenset[str]
    zones: Mapping[str, tuple[str, ...]]
    by: Mapping[str, tuple[ZocKind, ...]]
    friends: Mapping[str, tuple[Unit, ...]]
    barred: frozenset[str]
    targets: frozenset[str]


@lru_cache(maxsize=512)
def _around(surroundings: Surroundings, side: Side) -> _Around:
    """Return what a side has around it, kept for the next question.

    Rules: 1.2-zoc-negation, 7.4-zones.
    """
    units, enemy, grid = surroundings.units, enemy_of(side), grid_in(surroundings.board)
    friends: dict[str, tuple[Unit, ...]] = {}
    for unit in units:
        if unit.side == side and unit.hex is not None:
            friends[unit.hex] = (*friends.get(unit.hex, ()), unit)
    depots = (depot.hex for depot in surroundings.depots if depot.side == enemy and depot.hex is not None)
    return _Around(
        grid,
        occupied(units, enemy).union(depots),
        enemy_zones(units, side, grid, negated=negating(units, side)),
        exerting(units, enemy),
        friends,
        frozenset(place for zone in surroundings.entry_zones if zone.side == enemy for place in zone.hexes),
        frozenset(surroundings.under_attack),
    )


def distance_to_friendly_edge(place: str, side: Side, grid: HexGrid) -> int:
    """Return how many rows or columns part a hex from the nearest friendly edge.

    Rules: 1.2-board-edges.
    """
    return min(grid.distance_to_edge(place, edge) for edge in FRIENDLY_EDGES[side])


def is_at_edge(place: str, grid: HexGrid) -> bool:
    """Whether a hex lies at any edge of the board, so that units can be driven off it."""
    return len(grid.neighbours(place)) < SIX


def can_enter(umpire: Umpire[Options], unit: Unit, origin: str, to: str, board: HexMap | None) -> bool:
    """Whether the ground lets a unit go from a hex into a neighbour: a train on rails, others unless prohibited.

    Raises:
        NeedsRuling: If that depends on a board that is not given.

    Rules: 8.7.2-vehicles-follow, 7.1.1-terrain-cost.
    """
    question = f"May {unit.key} enter hex {to} from hex {origin}?"
    column, chart = column_of(unit), umpire.charts["terrain"]
    if board is None:
        if column is not None and PROHIBITED not in _entries(chart, column):
            return True
        board = required_board(board, umpire.options, question)
    return not closed_ground(unit, origin, to, board, chart)


@lru_cache(maxsize=64)
def _entries(chart: Chart, column: str) -> frozenset[int | str]:
    rows = ("orel_suburbs" if word == "city" else word for word in IN_HEX)
    return frozenset(chart.look_up(row, column).result for row in rows)


def _is_on_leash(unit: Unit, place: str, board: HexMap | None) -> bool:
    """Whether a hex is near enough to a railroad for a unit; it matters for tanks alone.

    Rules: 9.2.1-rail-leash.
    """
    if unit.type != "tank" or board is None:
        return True
    return any(board.grid.distance(place, rail) <= RAIL_LEASH for rail in board.rail_hexes())


def barred_hexes(surroundings: Surroundings, side: Side) -> frozenset[str]:
    """Return the hexes that enemies of a side hold, depots included."""
    return _around(surroundings, side).enemies


def can_follow(
    umpire: Umpire[Options],
    unit: Unit,
    origin: str,
    to: str,
    board: HexMap | None,
    *,
    barred: Collection[str] = (),
) -> bool:
    """Whether a vehicle can go with its stack from a hex to a neighbour or, "off_map", off the map; trains cannot.

    A tank stays near the railroads unless none of the hexes open to it is near one.

    Args:
        umpire: Has the charts.
        unit: The vehicle.
        origin: The hex that it leaves.
        to: The hex that its stack enters.
        board: The map.
        barred: The hexes that enemies hold.

    Rules: 8.7.2-vehicles-follow, 9.2.1-rail-leash.
    """
    if to == OFF_MAP:
        return not unit.is_train
    if not can_enter(umpire, unit, origin, to, board):
        return False
    return _is_on_leash(unit, to, board) or not any(
        _is_on_leash(unit, place, board) and can_enter(umpire, unit, origin, place, board)
        for place in grid_in(board).neighbours(origin)
        if place not in barred
    )


# -------------------------------------------------------------------- the way


def way_back(
    umpire: Umpire[Options],
    company: tuple[Unit, ...],
    surroundings: Surroundings,
    *,
    hexes: int = 1,
    companions: Iterable[Unit] = (),
) -> tuple[RetreatStep, ...] | None:
    """Return the way of units that fall back together, the owner choosing among equals.

    Hex by hex: what holds an enemy or is prohibited is barred, and so is a hex from which the retreat could not be
    ended. An enemy entry zone is open only to escape from enemies and their zones. The hexes left are compared by the
    priorities that they break, the strongest first; only the best are open to choice. The second hex of a rout lies two
    hexes from the start wherever that can be had. Units that would overfill the hex in which they should stop go on
    from it in the same way; no hex is entered twice, nor the first one again. Beyond the edge of the map the way ends.

    Args:
        umpire: Asks for choices and has the charts.
        company: The units, in one hex.
        surroundings: Everything around them, themselves left out.
        hexes: How many hexes they fall back.
        companions: Vehicles that should go the same way if they can.

    Returns:
        The hexes entered, in order; None where enemies or the ground make it impossible.

    Rules: 8.5.1-retreat, 8.5.1b-overstack, 8.7.3-rout.
    """
    return _Search(umpire, company, surroundings, hexes).run(tuple(companions))


class _Search:
    """The search for one way; what it keeps stays true on all of it."""

    def __init__(
        self, umpire: Umpire[Options], company: tuple[Unit, ...], surroundings: Surroundings, hexes: int
    ) -> None:
        self.umpire = umpire
        self.company = company
        self.side: Side = company[0].side
        self.start = company[0].hex or ""
        self.surroundings = surroundings
        self.board = surroundings.board
        self.hexes = hexes
        self.around = _around(surroundings, self.side)
        self.ways_on: dict[str, tuple[str, ...]] = {}
        self.room: dict[str, bool] = {}
        self.dead_ends: set[str] = set()  # they stay so, since ever more hexes are visited

    def run(self, companions: tuple[Unit, ...]) -> tuple[RetreatStep, ...] | None:
        steps: list[RetreatStep] = []
        visited = {self.start}
        place: str = self.start
        while True:
            ranks = {to: self.rank(place, to, len(steps) + 1, companions) for to in self.candidates(place, visited)}
            if not ranks:
                return None  # at the first hex only: whatever is entered leads on
            best = min(ranks.values())
            equals = tuple(sorted(to for to, rank in ranks.items() if rank == best))
            situation = Retreating(units=self.company, hex=place, surroundings=self.surroundings)
            to: str = equals[0] if len(equals) == 1 else self.umpire.choose(RETREAT_HEX, equals, situation)
            violated: tuple[Priority, ...] = tuple(
                priority for priority, broken in zip(PRIORITIES, best, strict=True) if broken
            )
            steps.append(
                RetreatStep(
                    hex=None if to == OFF_MAP else to,
                    violated=violated,
                    zones=kinds_in(self.around.zones, to, self.around.by),
                )
            )
            if to == OFF_MAP or self.ends_at(to, len(steps)):
                return tuple(steps)
            companions = tuple(unit for unit in companions if self.follows(unit, place, to))
            place = to
            visited.add(to)

    def rank(self, place: str, to: str, number: int, companions: tuple[Unit, ...]) -> tuple[bool, ...]:
        """Return which priorities it breaks to go from a hex to another, in their order.

        Rules: 8.5.1-retreat, 8.5.1d-target-hex, 1.2-board-edges.
        """
        around, side = self.around, self.side
        apart = any(not self.follows(unit, place, to) for unit in companions)
        if to == OFF_MAP:
            return (False, False, True, False, not is_friendly_edge(place, side, around.grid), apart)
        now, then = (distance_to_friendly_edge(at, side, around.grid) for at in (place, to))
        targeted = to in around.targets and self.ends_at(to, number)
        return (to in around.zones, not self.fits(to), False, targeted, then >= now, apart)

    def follows(self, unit: Unit, place: str, to: str) -> bool:
        return can_follow(self.umpire, unit, place, to, self.board, barred=self.around.enemies)

    def candidates(self, place: str, visited: set[str]) -> tuple[str, ...]:
        """Return where the next step may lead.

        Rules: 8.5.1-retreat, 7.4-zones, 8.7.3-rout, 9.2.1-rail-leash.
        """
        number = len(visited)
        found = [to for to in self.open_from(place) if to not in visited and self.leads_on(to, number, visited)]
        leashed = [to for to in found if all(_is_on_leash(unit, to, self.board) for unit in self.company)]
        found = self.without_entry_zones(leashed or found)
        if number == ROUT == self.hexes:
            found = [to for to in found if self.around.grid.distance(self.start, to) == ROUT] or found
        return (*found, *((OFF_MAP,) if self.may_leave(place) else ()))

    def without_entry_zones(self, found: list[str]) -> list[str]:
        """Leave out hexes of enemy entry zones, unless they alone are out of the reach of enemies.

        Rules: 7.4-zones.
        """
        ordinary = [to for to in found if to not in self.around.barred]
        if any(to not in self.around.zones for to in ordinary):
            return ordinary
        if ordinary:  # an entry zone that is itself in an enemy's zone of control avoids nothing
            return [to for to in found if to in ordinary or to not in self.around.zones]
        return found

    def open_from(self, place: str) -> tuple[str, ...]:
        """Return the neighbours that neither enemies nor the ground bar."""
        found = self.ways_on.get(place)
        if found is None:
            found = self.ways_on[place] = tuple(
                to
                for to in self.around.grid.neighbours(place)
                if to not in self.around.enemies
                and all(can_enter(self.umpire, unit, place, to, self.board) for unit in self.company)
            )
        return found

    def leads_on(self, place: str, number: int, visited: set[str]) -> bool:
        """Whether a retreat of which this is the so-many-th hex ends here, or can be ended from here.

        Rules: 8.5.1b-overstack, 8.7.3-rout-impossible.
        """
        if self.ends_at(place, number):
            return True
        waiting, seen = [place], {place}
        while waiting:
            at = waiting.pop()
            if self.may_leave(at):
                return True
            for to in self.open_from(at):
                if to in visited or to in seen or to in self.dead_ends:
                    continue
                if self.fits(to):
                    return True
                seen.add(to)
                waiting.append(to)
        self.dead_ends |= seen - {place}
        return False

    def may_leave(self, place: str) -> bool:
        """Whether they can be driven off the map from here; trains keep to their rails."""
        return is_at_edge(place, self.around.grid) and not any(unit.is_train for unit in self.company)

    def ends_at(self, place: str, number: int) -> bool:
        return number >= self.hexes and self.fits(place)

    def fits(self, place: str) -> bool:
        room = self.room.get(place)
        if room is None:
            room = self.room[place] = fit_together((*self.around.friends.get(place, ()), *self.company))
        return room
