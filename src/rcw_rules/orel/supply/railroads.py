"""Railroads: which of their hexes a side controls, and which of those are linked to a friendly edge."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache
from typing import Annotated

from attrs import frozen

from rcw_rules.kernel import words
from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Size
from rcw_rules.kernel.geometry.hexes import HexGrid, HexMap, RailNet, Railway
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.marks import Cites
from rcw_rules.orel.definitions import (
    PEOPLE,
    grid_in,
    is_friendly_edge,
    note_values,
    occupied,
    off_the_board_in_play,
    off_the_rails,
    required_board,
    told_hexes,
    zones_against,
)
from rcw_rules.orel.model import GRID, Depot, Side, Unit, enemy_of, listed, wrong_places, wrong_words
from rcw_rules.orel.options import Options

# -------------------------------------------------------------------- what other chapters ask


def supply_barriers(units: Collection[Unit], side: Side, grid: HexGrid, depots: Iterable[Depot] = ()) -> frozenset[str]:
    """Return the hexes that no supply line of a side may enter.

    They are those with enemy units, vehicles and depots among them, and those in enemy zones of control that no
    friendly unit in the hex negates.

    Args:
        units: The units of both sides.
        side: Whose supply lines.
        grid: The hexes of the board.
        depots: The depots of both sides.

    Rules: 1.2-zoc-negation, 3.1-rail-control, 8.2.2-range.
    """
    enemy = enemy_of(side)
    held = {depot.hex for depot in depots if depot.side == enemy and depot.hex is not None}
    return frozenset(zones_against(units, side, "supply", grid)) | occupied(units, enemy) | held


@lru_cache(maxsize=32)
def rail_net(board: HexMap, tracks: int = 1) -> RailNet:
    """Return the railroads of a board as a net, kept for the next question.

    Args:
        board: The board.
        tracks: The least number of tracks that counts.
    """
    return RailNet(board, tracks=tracks)


def controlled_rails(board: HexMap, barriers: Collection[str]) -> tuple[str, ...]:
    """Return the railroad hexes that a side controls, in the order of the map.

    Args:
        board: The board.
        barriers: The hexes closed to the side's supply: `supply_barriers`.

    Rules: 3.1-rail-control.
    """
    return tuple(place for place in rail_net(board).hexes if place not in barriers)


def linked_rails(board: HexMap, side: Side, barriers: Collection[str]) -> tuple[str, ...]:
    """Return the railroad hexes from which a chain of controlled ones leads to a friendly edge, themselves controlled.

    Args:
        board: The board.
        side: The side.
        barriers: The hexes closed to its supply: `supply_barriers`.

    Rules: 3.1-rail-control, 1.2-board-edges.
    """
    net = rail_net(board)
    reached = {place for place in net.hexes if place not in barriers and is_friendly_edge(place, side, board.grid)}
    waiting = list(reached)
    while waiting:
        onward = {place for place in net.neighbours(waiting.pop()) if place not in barriers} - reached
        reached |= onward
        waiting.extend(onward)
    return tuple(sorted(reached))


# -------------------------------------------------------------------- orel.rail_control


@frozen(kw_only=True)
class RailControlOutcome:
    """What a side controls of the railroads.

    Attributes:
        controlled: The railroad hexes that it controls, in the order of the map.
        linked: Those of them that are linked to one of its edges.
    """

    controlled: tuple[str, ...]
    linked: tuple[str, ...]

    def summary(self, request: RailControlRequest) -> str:
        """Return the railroad hexes that the side controls, and which of them are linked to one of its edges."""
        who = f"the {PEOPLE[request.side]} control"
        if not self.controlled:
            return words.sentences(f"{who} no railroad hex")
        if self.linked == self.controlled:
            linked = f"{'it is' if len(self.linked) == 1 else 'all of them are'} linked to a friendly edge"
        elif self.linked:
            lies = "is" if len(self.linked) == 1 else "are"
            linked = f"{told_hexes(self.linked)} {lies} linked to a friendly edge"
        else:
            linked = "none of it is linked to a friendly edge"
        return words.sentences(f"{who} the railroad in {told_hexes(self.controlled)}; {linked}")


@frozen(kw_only=True, cache_hash=True)
class RailControlRequest(Request[RailControlOutcome]):
    """Every unit on the map, and the side that asks.

    Attributes:
        side: Whose control.
        units: The units of both sides.
        depots: The depots of both sides.
        board: The board with its railroads, unless it is an option.
    """

    side: Side
    units: Annotated[tuple[Unit, ...], Size(0, 999)] = ()
    depots: Annotated[tuple[Depot, ...], Size(0, 99)] = ()
    board: Annotated[HexMap | None, Cites("D-map")] = None

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        yield from wrong_words(self.board)
        yield from off_the_rails(self, self.board)
        everybody = (*listed("units", self.units), *listed("depots", self.depots))
        yield from wrong_places(everybody, grid_in(self.board))


def _example() -> RailControlRequest:
    line = Railway(name="Orel-Ponyri", hexes=("2916", "2917", "2918", "2919", "2920"), tracks=2)
    battalion = Unit(key="1/41D", side="red", type="infantry", hex="2817", tq=4, steps=4, strength=5)
    guard = Unit(key="1/3M", side="white", type="infantry", hex="2918", tq=5, steps=3, strength=5)
    board = HexMap(title="The line to Ponyri", grid=GRID, railways=(line,))
    return RailControlRequest(side="white", units=(battalion, guard), board=board)


@procedure(
    "orel.rail_control",
    title="Which railroad hexes does the side control?",
    rules=("3.1-rail-control",),
    example=_example,
)
def rail_control(request: RailControlRequest, umpire: Umpire[Options]) -> RailControlOutcome:
    """List the railroad hexes without enemies that lie in no enemy zone of control, or in one that a friend negates.

    A hex is linked if a chain of such hexes, itself the first, leads along the railroad to a friendly edge. Only combat
    units and artillery that are not routed negate zones; a train or a depot in the hex does not.

    Raises:
        NeedsRuling: If there is no board: only the map has railroads.

    Rules: 3.1-rail-control.
    """
    note_values(umpire, request.units)
    board = required_board(request.board, umpire.options, "Which hexes do railroads run through?")
    barriers = supply_barriers(request.units, request.side, board.grid, request.depots)
    controlled = controlled_rails(board, barriers)
    linked = linked_rails(board, request.side, barriers)
    text = "{side} controls {controlled} of {hexes} railroad hexes, {linked} of them linked to a friendly edge"
    hexes = len(rail_net(board).hexes)
    values = {"side": request.side, "controlled": len(controlled), "hexes": hexes, "linked": len(linked)}
    umpire.result("3.1-rail-control", text, **values)
    return RailControlOutcome(controlled=controlled, linked=linked)


@rail_control.legality
def _objections(request: RailControlRequest, options: Options) -> Iterator[Objection]:
    yield from off_the_board_in_play(request, request.board, options)
