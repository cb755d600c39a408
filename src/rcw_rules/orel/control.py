"""Who controls and fills hexes: zones of control, stacking, friendly edges of the board."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Annotated, Literal, TypeAlias

from attrs import frozen

from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Size
from rcw_rules.kernel.geometry.hexes import HexGrid, HexMap
from rcw_rules.kernel.geometry.map_data import MapEdge
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.orel.board import grid_in
from rcw_rules.orel.model import GRID, Depot, Side, Unit, enemy_of, listed, wrong_places
from rcw_rules.orel.options import Options
from rcw_rules.orel.zones import ZocKind, enemy_zones, exerting, kinds_in, negating
from rcw_rules.ruleset import Cites

ZocPurpose: TypeAlias = Literal["supply", "retreat", "movement"]
"""What a zone of control bears on; a rout is a retreat."""

MOST_POINTS = 10  # 7.1.2-stacking
MOST_UNITS = 3  # 7.1.2-stacking

FRIENDLY_EDGES: dict[Side, tuple[MapEdge, ...]] = {"white": ("south",), "red": ("north", "west")}  # 1.2-board-edges


# -------------------------------------------------------------------- what other chapters ask


def zones_against(
    units: Collection[Unit], side: Side, purpose: ZocPurpose, grid: HexGrid = GRID, staying: Collection[str] = ()
) -> Mapping[str, tuple[str, ...]]:
    """Return the hexes in zones of control that bear on a side, each with the hexes that exert them.

    Args:
        units: The units of both sides.
        side: Who is hindered.
        purpose: What he wants to do. For movement only friendly units that stay put negate the zones.
        grid: The hexes of the board.
        staying: The keys of the friendly units that do not move in the whole phase; for movement alone.

    Rules: 1.2-zoc-negation, 7.1.3-negation.
    """
    holding = [unit for unit in units if unit.key in staying] if purpose == "movement" else units
    return enemy_zones(units, side, grid, negated=negating(holding, side))


@frozen(kw_only=True)
class StackingOutcome:
    """How full a hex is.

    Attributes:
        points: The stacking points in it.
        units: The units that count.
        excess_points: How many points are too many.
        excess_units: How many units are too many.
        legal: Whether they may be there: nothing is too many, or recovered steps are, for the time being.
        to_be_cured: Whether the next movement phase must put it right, as far as legal moves can.
    """

    points: int
    units: int
    excess_points: int
    excess_units: int
    legal: bool
    to_be_cured: bool = False


def stack_of(units: Iterable[Unit], *, recovered: bool = False) -> StackingOutcome:
    """Count what is in a hex: combat units and artillery, by points and by number; vehicles are free.

    Args:
        units: The units in the hex.
        recovered: Whether recovered steps, and not a move, have filled it.

    Rules: 7.1.2-stacking, 4.3.1C-overstack.
    """
    counted = [unit for unit in units if not unit.is_vehicle]
    points = sum(unit.points for unit in counted)
    excess_points, excess_units = max(0, points - MOST_POINTS), max(0, len(counted) - MOST_UNITS)
    fits = not excess_points and not excess_units
    return StackingOutcome(
        points=points,
        units=len(counted),
        excess_points=excess_points,
        excess_units=excess_units,
        legal=fits or recovered,
        to_be_cured=recovered and not fits,
    )


def fit_together(units: Iterable[Unit]) -> bool:
    """Whether these units may end a move in one hex.

    Rules: 7.1.2-stacking.
    """
    return stack_of(units).legal


def is_friendly_edge(place: str, side: Side, grid: HexGrid = GRID) -> bool:
    """Whether a hex lies on an edge of the board that is friendly to a side: White the south, Red the north and west.

    >>> is_friendly_edge("2920", "white"), is_friendly_edge("3205", "white"), is_friendly_edge("0120", "red")
    (True, False, True)

    Rules: 1.2-board-edges.
    """
    return any(grid.distance_to_edge(place, edge) == 0 for edge in FRIENDLY_EDGES[side])


# -------------------------------------------------------------------- orel.zoc


@frozen(kw_only=True)
class ZoneHex:
    """A hex in an enemy zone of control.

    Attributes:
        hex: The hex.
        exerting: The hexes from which enemies exert it there, in the order of the map.
        kinds: What kinds of unit exert it, in alphabetical order.
    """

    hex: str
    exerting: tuple[str, ...]
    kinds: tuple[ZocKind, ...]


@frozen(kw_only=True)
class ZocOutcome:
    """Where enemy zones of control hinder a side.

    Attributes:
        zones: The hexes, in the order of the map; those where friendly units negate the zones are left out.
    """

    zones: tuple[ZoneHex, ...]


@frozen(kw_only=True, cache_hash=True)
class ZocRequest(Request[ZocOutcome]):
    """Both sides on the map, and who wants to do what.

    Attributes:
        units: The units of both sides; those off the map exert nothing.
        side: Who is hindered by the zones of his enemies.
        purpose: What he wants to do; a rout is a retreat.
        staying: The keys of those of his units that do not move in the whole phase; for movement alone.
        board: The board, if it is not the printed extent.
    """

    units: Annotated[tuple[Unit, ...], Size(0, 999)]
    side: Side
    purpose: ZocPurpose
    staying: Annotated[tuple[str, ...], Cites("7.1.3-negation")] = ()
    board: Annotated[HexMap | None, Cites("D-map")] = None

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        yield from wrong_places(listed("units", self.units), grid_in(self.board))
        own = {unit.key for unit in self.units if unit.side == self.side}
        for number, key in enumerate(self.staying):
            if self.purpose != "movement":
                yield Problem(f".staying[{number}]", "who stays matters for movement alone", "7.1.3-negation")
            elif key not in own:
                yield Problem(f".staying[{number}]", f"no {self.side} unit has the key {key!r}", "X-bad-units")


def _zoc_example() -> ZocRequest:
    battalion = Unit(key="1/41D", side="red", type="infantry", hex="1113", tq=4, steps=4, strength=5)
    company = Unit(
        key="Cv/7D", side="white", type="cavalry", hex="1112", tq=5, strength_dismounted=1, strength_charge=2
    )
    return ZocRequest(units=(battalion, company), side="white", purpose="retreat")


@procedure(
    "orel.zoc",
    title="Which hexes lie in enemy zones of control?",
    rules=(
        "1.2-zoc-exert",
        "1.2-zoc-none",
        "1.2-zoc-negation",
        "7.1.3-negation",
        "1.2-unit-classes",
        "0-hex-layout",
        "0-scale",
        "X-bad-units",
    ),
    example=_zoc_example,
)
def zoc(request: ZocRequest, umpire: Umpire[Options]) -> ZocOutcome:
    """List the hexes next to enemies of two steps and more, without those where friendly units negate their zones.

    Combat units and artillery that are not routed exert zones, in whatever mode, if there are two steps of them in the
    hex; and they negate enemy zones in their own hex, even with one step. For movement only those do that stay.

    Rules: 1.2-zoc-exert, 1.2-zoc-none, 1.2-zoc-negation, 7.1.3-negation.
    """
    grid = grid_in(request.board or umpire.options.board)
    found = zones_against(request.units, request.side, request.purpose, grid, request.staying)
    by = exerting(request.units, enemy_of(request.side))
    zones = tuple(ZoneHex(hex=place, exerting=found[place], kinds=kinds_in(found, place, by)) for place in found)
    text = "the enemies of {side} exert zones of control from {hexes}; they hold in {count} hexes"
    umpire.result("1.2-zoc-exert", text, side=request.side, hexes=", ".join(by) or "no hex", count=len(zones))
    return ZocOutcome(zones=zones)


@zoc.legality
def _objections(request: ZocRequest, options: Options) -> Iterator[Objection]:
    if request.board is None and options.board is not None:
        for problem in wrong_places(listed("units", request.units), options.board.grid):
            yield Objection(rule="X-bad-units", message=problem.message, path=f"${problem.path}")


# -------------------------------------------------------------------- orel.stacking


@frozen(kw_only=True, cache_hash=True)
class StackingRequest(Request[StackingOutcome]):
    """What stands in a hex.

    Attributes:
        units: The units in it.
        depots: The depots in it, which are free.
        recovered: Whether recovered steps, and not a move, have filled it.
    """

    units: Annotated[tuple[Unit, ...], Size(0, 99)]
    depots: Annotated[tuple[Depot, ...], Size(0, 99)] = ()
    recovered: Annotated[bool, Cites("4.3.1C-overstack")] = False

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        everybody = (*listed("units", self.units), *listed("depots", self.depots))
        yield from wrong_places(everybody)
        places = {unit.hex for _, unit in everybody if unit.hex is not None}
        for path, unit in everybody:
            if unit.side != everybody[0][1].side:
                yield Problem(f"{path}.side", "a hex holds units of one side", "X-bad-units")
            if len(places) > 1 and unit.hex is not None and unit.hex != min(places):
                yield Problem(f"{path}.hex", f"the stack is in one hex, such as {min(places)}", "X-bad-units")


def _stacking_example() -> StackingRequest:
    units = tuple(
        Unit(key=f"{number}/41D", side="red", type="infantry", tq=4, steps=steps, strength=5)
        for number, steps in ((1, 4), (2, 4), (3, 3))
    )
    return StackingRequest(units=units)


@procedure(
    "orel.stacking",
    title="May these units stand in one hex?",
    rules=("7.1.2-stacking", "4.3.1C-overstack", "1.1-step"),
    example=_stacking_example,
)
def stacking(request: StackingRequest, umpire: Umpire[Options]) -> StackingOutcome:
    """Count the stacking points and the units of a hex: at most 10 points and 3 units; vehicles and depots are free.

    A lost step takes a point off its unit. Recovered steps may exceed the limits until the end of the next movement
    phase.

    Rules: 7.1.2-stacking, 4.3.1C-overstack.
    """
    found = stack_of(request.units, recovered=request.recovered)
    text = "{points} of {most_points} points and {units} of {most_units} units"
    umpire.result(
        "7.1.2-stacking",
        text,
        points=found.points,
        most_points=MOST_POINTS,
        units=found.units,
        most_units=MOST_UNITS,
    )
    if found.to_be_cured:
        umpire.result("4.3.1C-overstack", "too many, until the end of the movement phase that follows")
    return found
