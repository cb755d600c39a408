"""Zones of control: which units exert them, where they lie, and which units negate them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Annotated, Literal, TypeAlias

from attrs import frozen

from rcw_rules.kernel import words
from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Size
from rcw_rules.kernel.geometry.hexes import HexGrid, HexMap, zones_of_control
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.marks import Cites
from rcw_rules.orel.definitions.board import grid_in, off_the_board_in_play, off_the_rails
from rcw_rules.orel.definitions.telling import PEOPLE, told_hexes
from rcw_rules.orel.model import GRID, Side, Unit, enemy_of, listed, wrong_places, wrong_words
from rcw_rules.orel.options import Options

ZocKind: TypeAlias = Literal["infantry", "cavalry", "artillery"]
"""What kind of unit exerts a zone of control; horse artillery is artillery."""

ZocPurpose: TypeAlias = Literal["supply", "retreat", "movement"]
"""What a zone of control bears on; a rout is a retreat."""

STEPS_TO_EXERT = 2  # 1.2-zoc-exert


# -------------------------------------------------------------------- what other chapters ask


def bears(unit: Unit) -> bool:
    """Whether a unit can have a zone of control and negate an enemy's: no vehicle, and not routed.

    Rules: 1.2-zoc-none, 1.2-zoc-negation.
    """
    return not unit.is_vehicle and unit.mode != "routed"


def exerting(units: Iterable[Unit], side: Side) -> Mapping[str, tuple[ZocKind, ...]]:
    """Return the hexes from which a side exerts zones of control, each with the kinds of unit that exert them.

    A hex exerts one if its combat units and artillery that are not routed have two steps together, in whatever mode.

    Rules: 1.2-zoc-exert, 1.2-zoc-none.
    """
    steps: dict[str, int] = {}
    kinds: dict[str, set[ZocKind]] = {}
    for unit in units:
        if unit.side == side and unit.hex is not None and bears(unit):
            steps[unit.hex] = steps.get(unit.hex, 0) + unit.steps
            kinds.setdefault(unit.hex, set()).add(_kind(unit))
    return {place: tuple(sorted(kinds[place])) for place in sorted(steps) if steps[place] >= STEPS_TO_EXERT}


def negating(units: Iterable[Unit], side: Side) -> frozenset[str]:
    """Return the hexes in which a side negates enemy zones of control for supply lines, retreats and routs.

    Rules: 1.2-zoc-negation.
    """
    return frozenset(unit.hex for unit in units if unit.side == side and unit.hex is not None and bears(unit))


def occupied(units: Iterable[Unit], side: Side) -> frozenset[str]:
    """Return the hexes that hold any unit of a side."""
    return frozenset(unit.hex for unit in units if unit.side == side and unit.hex is not None)


def enemy_zones(
    units: Collection[Unit], side: Side, grid: HexGrid, *, negated: Collection[str] = ()
) -> Mapping[str, tuple[str, ...]]:
    """Return the hexes in enemy zones of control, each with the hexes that exert them.

    Args:
        units: The units of both sides.
        side: Whose enemies exert the zones.
        grid: The hexes of the board.
        negated: The hexes in which friendly units negate the zones: `negating`, or for movement those of units that
            stay where they are.

    Rules: 1.2-zoc-exert, 1.2-zoc-negation, 7.1.3-negation.
    """
    zones = _zones_of(tuple(unit for unit in units if unit.side != side), enemy_of(side), grid)
    return {place: by for place, by in zones.items() if place not in negated}


@lru_cache(maxsize=16)
def _zones_of(units: tuple[Unit, ...], side: Side, grid: HexGrid) -> Mapping[str, tuple[str, ...]]:
    """Return the zones of control of units of one side, kept for the next mover."""
    return zones_of_control(grid, exerting(units, side))


def kinds_in(
    zones: Mapping[str, tuple[str, ...]], place: str, by: Mapping[str, tuple[ZocKind, ...]]
) -> tuple[ZocKind, ...]:
    """Return the kinds of unit whose zones of control a hex is in, each once, in alphabetical order.

    Args:
        zones: The zones, as `enemy_zones` returns them.
        place: The hex.
        by: The exerting hexes with their kinds, as `exerting` returns them.

    Rules: 8.5.1a-zoc.
    """
    return tuple(sorted({kind for source in zones.get(place, ()) for kind in by[source]}))


def zones_against(
    units: Collection[Unit], side: Side, purpose: ZocPurpose, grid: HexGrid = GRID, staying: Collection[str] = ()
) -> Mapping[str, tuple[str, ...]]:
    """Return the hexes in zones of control that bear on a side, each with the hexes that exert them.

    Args:
        units: The units of both sides.
        side: The side that is hindered.
        purpose: What that side wants to do. For movement only friendly units that stay put negate the zones.
        grid: The hexes of the board.
        staying: The keys of the friendly units that do not move in the whole phase; for movement alone.

    Rules: 1.2-zoc-negation, 7.1.3-negation.
    """
    holding = [unit for unit in units if unit.key in staying] if purpose == "movement" else units
    return enemy_zones(units, side, grid, negated=negating(holding, side))


def _kind(unit: Unit) -> ZocKind:
    if unit.type == "infantry":
        return "infantry"
    return "cavalry" if unit.type == "cavalry" else "artillery"


# -------------------------------------------------------------------- orel.zoc


_PURPOSES: dict[ZocPurpose, str] = {"supply": "supply lines", "retreat": "retreat", "movement": "movement"}


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

    def summary(self, request: ZocRequest) -> str:
        """Return the hexes in which enemy zones of control hinder the side."""
        who = f"the {PEOPLE[request.side]}"
        if not self.zones:
            return words.sentences(f"no enemy zone of control hinders the {_PURPOSES[request.purpose]} of {who}")
        those = told_hexes([zone.hex for zone in self.zones])
        hinder = "lies in an enemy zone" if len(self.zones) == 1 else "lie in enemy zones"
        return words.sentences(f"for the {_PURPOSES[request.purpose]} of {who}, {those} {hinder} of control")


@frozen(kw_only=True, cache_hash=True)
class ZocRequest(Request[ZocOutcome]):
    """Both sides on the map, and what one of them wants to do.

    Attributes:
        units: The units of both sides; those off the map exert nothing.
        side: The side that the zones of its enemies hinder.
        purpose: What that side wants to do; a rout is a retreat.
        staying: The keys of those of its units that do not move in the whole phase; for movement alone.
        board: The board, if it is not the printed extent.
    """

    units: Annotated[tuple[Unit, ...], Size(0, 999)]
    side: Side
    purpose: ZocPurpose
    staying: Annotated[tuple[str, ...], Cites("7.1.3-negation")] = ()
    board: Annotated[HexMap | None, Cites("D-map")] = None

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        yield from wrong_words(self.board)
        yield from off_the_rails(self, self.board)
        yield from wrong_places(listed("units", self.units), grid_in(self.board))
        own = {unit.key for unit in self.units if unit.side == self.side}
        for number, key in enumerate(self.staying):
            if self.purpose != "movement":
                yield Problem(f".staying[{number}]", "staying units matter only for movement", "7.1.3-negation")
            elif key not in own:
                yield Problem(f".staying[{number}]", f"no {self.side} unit has the key {key!r}", "X-bad-units")


def _example() -> ZocRequest:
    battalion = Unit(key="1/41D", side="red", type="infantry", hex="1113", tq=4, steps=4, strength=5)
    company = Unit(
        key="Cv/7D", side="white", type="cavalry", hex="1112", tq=5, strength_dismounted=1, strength_charge=2
    )
    return ZocRequest(units=(battalion, company), side="white", purpose="retreat")


@procedure(
    "orel.zoc",
    title="Which hexes lie in enemy zones of control?",
    rules=("1.2-zoc-exert",),
    example=_example,
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
    yield from off_the_board_in_play(request, request.board, options)
