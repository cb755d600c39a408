"""The end of a movement phase: what must be put right before it closes, and entrenchments that are complete."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from attrs import evolve, frozen

from rcw_rules.kernel import words
from rcw_rules.kernel.citations import Objection, Verdict
from rcw_rules.kernel.errors import InvalidRequestError, Problem
from rcw_rules.kernel.fields import Size
from rcw_rules.kernel.geometry.hexes import HexMap
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.marks import Cites
from rcw_rules.orel.definitions import (
    clause,
    column_of,
    for_number,
    grid_in,
    names_of,
    off_the_rails,
    stack_of,
    told_hexes,
)
from rcw_rules.orel.model import Depot, HexLabel, Side, Unit, listed, wrong_places, wrong_words
from rcw_rules.orel.movement.ground import unable_to_move
from rcw_rules.orel.movement.reachable import ReachRequest
from rcw_rules.orel.options import Options
from rcw_rules.orel.scenarios import EntryZone
from rcw_rules.orel.supply import in_range, supply_ground


@frozen(kw_only=True)
class EndOfMovementOutcome:
    """What is true when a movement phase is over.

    Attributes:
        entrenched: The units whose entrenchment is complete, Entrenched now.
        still_overstacked: The hexes that hold too much still, since no legal move cures them, in the order of the map.
    """

    entrenched: tuple[Unit, ...]
    still_overstacked: tuple[str, ...]

    def summary(self, request: EndOfMovementRequest) -> str:
        """Return that the phase is over, whose entrenchment is complete, and what is still overstacked."""
        full = for_number(f"{told_hexes(self.still_overstacked)} still hold[s|] too much", len(self.still_overstacked))
        return words.sentences(
            f"the {request.side.title()} movement phase is over",
            clause([unit.key for unit in self.entrenched], names_of(self.entrenched), "[is|are] Entrenched"),
            f"{full}, and no legal move cures it" if self.still_overstacked else "",
        )


@frozen(kw_only=True, cache_hash=True)
class EndOfMovementRequest(Request[EndOfMovementOutcome]):
    """A movement phase that its player wants to close.

    Attributes:
        side: Whose movement phase it is.
        units: The units on the map, of both sides.
        depots: The depots on the map, of both sides.
        moved: The keys of its units and depots that have moved or acted in this phase, and so cannot move any more.
        began: The keys of those of its units that have begun to entrench in this phase.
        staying: The keys of those of its units that are committed to stay.
        entry_zones: The entry zones that still bar the enemy.
        area: The hexes that units may not leave; empty for the whole map.
        board: The board; it matters only if a unit could still have to move.
    """

    recurs = False

    side: Side
    units: Annotated[tuple[Unit, ...], Size(0, 999)]
    depots: Annotated[tuple[Depot, ...], Size(0, 99)] = ()
    moved: Annotated[tuple[str, ...], Size(0, 999), Cites("7-actions")] = ()
    began: Annotated[tuple[str, ...], Size(0, 999), Cites("7.3-entrench")] = ()
    staying: Annotated[tuple[str, ...], Size(0, 999), Cites("7.1.3-negation")] = ()
    entry_zones: Annotated[tuple[EntryZone, ...], Size(0, 40), Cites("7.4-zones")] = ()
    area: Annotated[tuple[HexLabel, ...], Size(0, 9999), Cites("10.1-brasovo")] = ()
    board: Annotated[HexMap | None, Cites("D-map")] = None

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        yield from wrong_words(self.board)
        yield from off_the_rails(self, self.board)
        everybody = (*listed("units", self.units), *listed("depots", self.depots))
        yield from wrong_places(everybody, grid_in(self.board))
        own = {unit.key: unit for unit in self.units if unit.side == self.side}
        movers = {*own, *(depot.key for depot in self.depots if depot.side == self.side)}
        for name, keys in (("moved", self.moved), ("began", self.began), ("staying", self.staying)):
            for number, key in enumerate(keys):
                if key not in (movers if name == "moved" else own):
                    yield Problem(f".{name}[{number}]", f"no {self.side} unit has the key {key!r}", "X-bad-units")
        for number, key in enumerate(self.began):
            if key in own and own[key].entrenchment != "under_construction":
                yield Problem(f".began[{number}]", f"{key} has no entrenchment under construction", "7.3-entrench")
        for number, key in enumerate(self.staying):
            if key in self.moved:
                message = f"{key} has moved in this phase and negates no zone of control for movement"
                yield Problem(f".staying[{number}]", message, "7.1.3-negation")


def _example() -> EndOfMovementRequest:
    sappers, battalion = (
        Unit(
            key=key, side="white", type="infantry", hex="2408", tq=5, steps=4, strength=6, mp=5,
            entrenchment="under_construction",
        )
        for key in ("1/2K", "2/2K")
    )  # fmt: skip
    return EndOfMovementRequest(side="white", units=(sappers, battalion), began=("2/2K",))


@procedure(
    "orel.end_of_movement",
    title="May the movement phase be closed, and whose entrenchment is complete?",
    rules=("4.3.1C-overstack",),
    example=_example,
)
def end_of_movement(request: EndOfMovementRequest, umpire: Umpire[Options]) -> EndOfMovementOutcome:
    """Close a movement phase, once no unit that must move still can, and complete the entrenchments of an earlier day.

    A stack that recovered steps have made too large must lose a unit, a unit in an entry zone of the enemy must leave
    it, and one that is out of command and out of range of every depot must have gone towards one; a unit that has moved
    or acted, or cannot go anywhere, is excused. An overstack that no move cures stays and is recorded. Then the owner's
    units that began to entrench before this phase are Entrenched, those out of command or inactive too.

    Raises:
        NeedsRuling: If a unit must move if it can, and there is no board.
        IllegalRequestError: If a unit must still move; each reason is cited.

    Rules: 7.3-entrench, 5.3-no-march-entrench.
    """
    overstacked = _overstacked(request)
    Verdict(objections=tuple(_unfinished(umpire, request, overstacked))).require()
    for place in overstacked:
        umpire.result("4.3.1C-overstack", "{hex} holds too much, and no legal move cures it", hex=place)
    entrenched = tuple(
        evolve(unit, entrenchment="entrenched")
        for unit in request.units
        if unit.side == request.side and unit.entrenchment == "under_construction" and unit.key not in request.began
    )
    for unit in entrenched:
        umpire.result("7.3-entrench", "{unit} is Entrenched", unit=unit.key)
    if not entrenched:
        umpire.result("7.3-entrench", "the movement phase is over, and no entrenchment is complete")
    return EndOfMovementOutcome(entrenched=entrenched, still_overstacked=overstacked)


def _overstacked(request: EndOfMovementRequest) -> tuple[str, ...]:
    """Return the hexes that hold too much of the side, in the order of the map.

    Rules: 7.1.2-stacking, 4.3.1C-overstack.
    """
    own = [unit for unit in request.units if unit.side == request.side]
    places = sorted({unit.hex for unit in own if unit.hex is not None})
    return tuple(place for place in places if not stack_of(unit for unit in own if unit.hex == place).legal)


def _unfinished(
    umpire: Umpire[Options], request: EndOfMovementRequest, overstacked: tuple[str, ...]
) -> Iterator[Objection]:
    """Yield an objection for every unit that must move and can.

    Rules: 4.3.1C-overstack, 7.4-zones, 5.3-depot.
    """
    for number, unit in enumerate(request.units):
        reasons = tuple(_reasons(umpire, request, unit, overstacked))
        question = _reach_of(request, unit)
        if not reasons or any(unable_to_move(question, moves=True)):
            continue
        if unit.mp is None and column_of(unit) is not None:
            problem = Problem(f"$.units[{number}].mp", "is missing: it must move, if it can", "7-actions")
            raise InvalidRequestError((problem,))
        ends = tuple(place.hex for place in umpire.resolve(question, f"reach of {unit.key}").hexes)
        away = tuple(place for place in ends if place != unit.hex)
        for rule, why in reasons:
            if away and (rule != "5.3-depot" or unit.hex not in ends):  # else it cannot come nearer to a depot
                message = f"{why}, and {unit.key} can leave {unit.hex}, to {away[0]} for one"
                yield Objection(rule=rule, message=message, path=f"$.units[{number}].hex")


def _reasons(
    umpire: Umpire[Options], request: EndOfMovementRequest, unit: Unit, overstacked: tuple[str, ...]
) -> Iterator[tuple[str, str]]:
    """Yield why a unit should not stay where it is, each with its rule, whether it can leave or not.

    Rules: 4.3.1C-overstack, 7.4-zones, 5.3-depot.
    """
    if unit.side != request.side or unit.hex is None or unit.key in request.moved:
        return
    if unit.hex in overstacked and not unit.is_vehicle:
        yield "4.3.1C-overstack", "too much is in one hex"
    if any(zone.side != unit.side and unit.hex in zone.hexes for zone in request.entry_zones):
        yield "7.4-zones", "the hex is an entry zone of the enemy"
    own = tuple(depot for depot in request.depots if depot.side == unit.side and depot.hex is not None)
    if unit.out_of_command and own:
        ground = supply_ground(umpire, request.units, unit.side, depots=request.depots, board=request.board)
        if not any(in_range(unit, depot, ground) for depot in own):
            yield "5.3-depot", "it is out of command and no depot is in range"


def _reach_of(request: EndOfMovementRequest, unit: Unit) -> ReachRequest:
    return ReachRequest(
        unit=unit,
        others=tuple(other for other in request.units if other.key != unit.key),
        depots=request.depots,
        staying=request.staying,
        entry_zones=request.entry_zones,
        area=request.area,
        board=request.board,
    )
