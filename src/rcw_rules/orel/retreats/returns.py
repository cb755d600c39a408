"""Units that were driven off the map: when and where they come back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal, TypeAlias

from attrs import evolve, frozen

from rcw_rules.kernel import words
from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Size
from rcw_rules.kernel.geometry.hexes import HexMap
from rcw_rules.kernel.procedures import Choice, Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.marks import Cites
from rcw_rules.orel.definitions import (
    PROHIBITED,
    called,
    column_of,
    grid_in,
    note_values,
    off_the_rails,
    required_board,
    terrains_at,
)
from rcw_rules.orel.model import LAST_DAY, Day, Depot, HexLabel, Side, Unit, game_day, listed, wrong_places, wrong_words
from rcw_rules.orel.options import Options
from rcw_rules.orel.retreats.path import is_at_edge
from rcw_rules.orel.retreats.routs import player_turn
from rcw_rules.orel.scenarios import EntryZone

OffMapStatus: TypeAlias = Literal["waits", "returns", "eliminated"]
"""What happens to a unit off the map in a movement phase of its owner."""


@frozen(kw_only=True, cache_hash=True)
class LateReturn:
    """Units that, driven off the map, may wait for a day and then enter where others do.

    Attributes:
        units: The keys of the units.
        day: The day on which they may enter there.
        hexes: The hexes by which they may enter on that day.

    Rules: 7.5-exception.
    """

    units: Annotated[tuple[str, ...], Size(1, 40)]
    day: Day
    hexes: Annotated[tuple[HexLabel, ...], Size(1, 20)]


LATE_RETURNS: tuple[LateReturn, ...] = (  # 7.5-exception
    LateReturn(
        units=("R:1/41D", "R:2/41D", "R:Art1/41D", "R:Art2/41D"), day=18, hexes=("0117", "0118", "0119", "0120")
    ),
)
"""Of the book: the first two brigades of the 41st Division, which may enter with the 46th and 57th."""


WAIT = ""
"""The alternative of staying off the map."""


@frozen(kw_only=True)
class Returning:
    """What the owner of a unit off the map sees when it may come back.

    Attributes:
        unit: The unit.
        exit_hex: The hex from which it left.
        day: The day.
    """

    unit: Unit
    exit_hex: str
    day: int


def _by_its_exit(returning: Returning, alternatives: tuple[str, ...]) -> str:
    return returning.exit_hex if returning.exit_hex in alternatives else alternatives[0]


RETURN_HEX: Choice[Returning, str] = Choice(
    "return_hex",
    rule="7.5-leave",
    who="owner",
    about="By which hex does the unit come back onto the map? An empty answer keeps a unit waiting that may enter "
    "later with others, as those of the 41st Division on 18 October. Default: by the hex where it left; if that is not "
    "open, by the lowest number.",
    default=_by_its_exit,
    unit=lambda returning: returning.unit.key,
    side=lambda returning: returning.unit.side,
)


@frozen(kw_only=True)
class OffMapOutcome:
    """What happens to a unit off the map in a movement phase of its owner.

    Attributes:
        status: It waits, returns or is eliminated.
        due: The day on which it must return by its exit hex or one next to it; None after the end of the game.
        may_enter: The hexes by which it may return now.
        hex: By which it does.
        unit: The unit as it returns; None otherwise.
        takes_recruits: Whether it may receive recruit points, while it is off the map, before that phase.
    """

    status: OffMapStatus
    due: Day | None
    may_enter: tuple[str, ...] = ()
    hex: str | None = None
    unit: Unit | None = None
    takes_recruits: Annotated[bool, Cites("7.5-off-map-recruits")] = False

    def summary(self, request: OffMapRequest) -> str:
        """Return whether the unit waits, comes back or is lost, and when it is due."""
        name = called(request.unit)
        recruits = "it may receive recruit points" if self.takes_recruits else ""
        if self.status == "eliminated":
            return words.sentences(f"{name} cannot come back in time and is eliminated")
        if self.status == "waits" and self.due is None:
            return words.sentences(f"{name} stays off the map, since the game ends before it may come back", recruits)
        if self.status == "waits":
            until = f" until {self.due} October" if request.day < (self.due or 0) else " for now"
            return words.sentences(f"{name} stays off the map{until}", recruits)
        again = "it is supplied again" if request.unit.unsupplied else ""
        rallied = "it has rallied and is in combat mode" if request.unit.mode == "routed" else ""
        return words.sentences(f"{name} comes back by hex {self.hex}", rallied, again)


@frozen(kw_only=True, cache_hash=True)
class OffMapRequest(Request[OffMapOutcome]):
    """A unit off the map, in a movement phase of its owner.

    Attributes:
        unit: The unit as it left the map; Routed if it routed off it.
        exit_hex: The hex from which it left.
        left_day: The day on which it left.
        left_in: In whose turn.
        day: The day of the movement phase.
        others: Every unit on the board.
        depots: The depots on the board.
        entry_zones: The hexes by which reinforcements enter, closed to the enemy.
        late_returns: Which units may wait and enter with others; None for those of the book.
        board: The map.
    """

    unit: Unit
    exit_hex: HexLabel
    left_day: Day
    left_in: Side
    day: Day
    others: Annotated[tuple[Unit, ...], Size(0, 400)] = ()
    depots: Annotated[tuple[Depot, ...], Size(0, 50)] = ()
    entry_zones: Annotated[tuple[EntryZone, ...], Cites("7.4-zones")] = ()
    late_returns: Annotated[tuple[LateReturn, ...] | None, Cites("7.5-exception")] = None
    board: HexMap | None = None

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield a unit that is on the map, an exit that is not at the edge, and a movement phase before it left."""
        yield from wrong_words(self.board)
        yield from off_the_rails(self, self.board)
        grid = grid_in(self.board)
        named = ((".unit", self.unit), *listed("others", self.others), *listed("depots", self.depots))
        yield from wrong_places(named, grid)
        if self.unit.hex is not None:
            yield Problem(".unit.hex", "a unit off the map is in no hex", "7.5-leave")
        if not grid.has(self.exit_hex):
            yield Problem(".exit_hex", f"hex {self.exit_hex} is not on the board", "X-bad-units")
        elif not is_at_edge(self.exit_hex, grid):
            yield Problem(".exit_hex", f"hex {self.exit_hex} is not at the edge of the board", "7.5-leave")
        if player_turn(self.day, self.unit.side) <= player_turn(self.left_day, self.left_in):
            yield Problem(".day", "its movement phase of that day is over when it leaves the map", "7.5-leave")


def _example() -> OffMapRequest:
    unit = Unit(key="R:3/41D", side="red", type="infantry", tq=3, steps=3, strength=4, mp=5, mode="march")
    return OffMapRequest(unit=unit, exit_hex="0116", left_day=17, left_in="white", day=17)


@procedure(
    "orel.off_map",
    title="When and where does a unit driven off the map come back?",
    rules=("7.5-leave",),
    example=_example,
)
def off_map(request: OffMapRequest, umpire: Umpire[Options]) -> OffMapOutcome:
    """Say what happens to a unit off the map in a movement phase of its owner.

    It is due in the first movement phase of its owner after it left, a turn later if it was Routed; by then it has
    rallied. It comes in by its exit hex or by a hex of the edge next to that, by an option by any hex next to it,
    unless enemies, the enemy's entry zone or the ground close them all: then, or once the day is past, it is
    eliminated. The brigades of the 41st Division and their batteries, or units that are named instead, may wait for the
    18th, or another day, and enter where others do. A unit that returns is supplied.

    Raises:
        NeedsRuling: If a vehicle is to return and no board says where it can.

    Rules: 7.5-leave, 7.5-exception, 7.5-off-map-recruits.
    """
    unit = request.unit
    note_values(umpire, (unit,))
    due = _due(request)
    recruits = unit.is_combat and (unit.mode != "routed" or request.day >= due)  # it has rallied by then
    outcome = OffMapOutcome(status="waits", due=game_day(due), takes_recruits=recruits)
    if request.day < due:
        if due > LAST_DAY:
            umpire.result("7.5-leave", "the game ends before it may come back")
        else:
            umpire.result("7.5-leave", "it stays off the map until {day} October", day=due)
        return outcome
    late = _late_return(request)
    places: tuple[str, ...] = ()
    if request.day == due:
        grid = grid_in(request.board)
        umpire.ruling("returns_inland")
        inland = umpire.options.returns_inland
        beside = (place for place in grid.neighbours(request.exit_hex) if inland or is_at_edge(place, grid))
        places = (request.exit_hex, *beside)
    if late is not None and request.day == late.day:
        places += late.hexes
    open_now = tuple(sorted({place for place in places if _is_open(umpire, request, place)}))
    may_wait = late is not None and request.day < late.day
    if late is not None and may_wait:
        text = "it may wait for {day} October and enter by {hexes}"
        umpire.result("7.5-exception", text, day=late.day, hexes=", ".join(late.hexes))
    alternatives = (*open_now, WAIT) if may_wait else open_now
    if not alternatives:
        umpire.result("7.5-leave", "it cannot come back in time and is eliminated; nobody is captured")
        return evolve(outcome, status="eliminated", takes_recruits=False)
    situation = Returning(unit=unit, exit_hex=request.exit_hex, day=request.day)
    chosen = alternatives[0] if len(alternatives) == 1 else umpire.choose(RETURN_HEX, alternatives, situation)
    if chosen == WAIT:
        return evolve(outcome, may_enter=open_now)
    umpire.result("7.5-leave", "it comes back by {hex}", hex=chosen)
    if unit.unsupplied:
        umpire.result("7.5-off-map-recruits", "it is supplied again")
    mode = "combat" if unit.mode == "routed" else unit.mode
    back = evolve(unit, hex=chosen, unsupplied=False, mode=mode)
    return evolve(outcome, status="returns", may_enter=open_now, hex=chosen, unit=back)


@off_map.legality
def _objections(request: OffMapRequest, options: Options) -> Iterator[Objection]:
    if request.unit.is_train:
        message = "an armoured train keeps to its railroad and is never driven off the map; it would be captured"
        yield Objection(rule="9.1.2-capture", message=message, path="$.unit.type")


def _late_return(request: OffMapRequest) -> LateReturn | None:
    """Return when and where else a unit may enter, if it may.

    Rules: 7.5-exception.
    """
    if request.late_returns is not None:
        return next((late for late in request.late_returns if request.unit.key in late.units), None)
    key = "R:" + request.unit.key.removeprefix("R:").replace(" ", "")
    return next((late for late in LATE_RETURNS if request.unit.side == "red" and key in late.units), None)


def _due(request: OffMapRequest) -> int:
    """Return the day of the movement phase in which a unit must come back.

    Rules: 7.5-leave.
    """
    side = request.unit.side
    same_day = player_turn(request.left_day, side) > player_turn(request.left_day, request.left_in)
    return request.left_day + (not same_day) + (request.unit.mode == "routed")


def _is_open(umpire: Umpire[Options], request: OffMapRequest, place: str) -> bool:
    """Whether a unit can enter a hex from off the map: no enemy, no enemy entry zone, and no prohibited terrain.

    Rules: 7.5-leave, 7.4-zones.
    """
    unit = request.unit
    if not grid_in(request.board).has(place):
        return False
    anybody = (*listed("others", request.others), *listed("depots", request.depots))
    if any(other.side != unit.side and other.hex == place for _, other in anybody):
        return False
    if any(zone.side != unit.side and place in zone.hexes for zone in request.entry_zones):
        return False
    if not unit.is_vehicle:
        return True
    board = required_board(request.board, umpire.options, f"May {unit.key} enter hex {place}?")
    column = column_of(unit)
    rows = terrains_at(board, place)
    return all(umpire.charts["terrain"].look_up(row, column).result != PROHIBITED for row in rows)
