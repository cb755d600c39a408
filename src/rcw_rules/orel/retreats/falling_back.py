"""Retreats: a stack falls back with its vehicles, and what it meets on the way."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

from attrs import evolve, frozen

from rcw_rules.kernel import words
from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Size
from rcw_rules.kernel.geometry.hexes import HexMap
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import in_words
from rcw_rules.marks import Cites
from rcw_rules.orel.definitions import (
    called,
    clause,
    grid_in,
    names_of,
    note_values,
    off_the_board_in_play,
    off_the_rails,
    told_loss,
)
from rcw_rules.orel.model import Depot, HexLabel, Unit, listed, wrong_places, wrong_words
from rcw_rules.orel.options import Options
from rcw_rules.orel.retreats.path import OFF_MAP, RetreatStep, Surroundings, barred_hexes, can_follow, way_back
from rcw_rules.orel.retreats.zoc import zone_request
from rcw_rules.orel.scenarios import EntryZone

if TYPE_CHECKING:
    from rcw_rules.orel.retreats.routs import RoutRequest

Distance: TypeAlias = Literal[1, 2]
"""Hexes to fall back: 1 in a retreat, 2 in a rout."""


# -------------------------------------------------------------------- what comes of it


@frozen(kw_only=True)
class Way:
    """The way that some units took together.

    Attributes:
        units: Their keys, in listed order.
        steps: The hexes that they entered, in order.
        hex: Where the way ends; None off the map.
        exit_hex: The hex from which it left the map, if it did.
        joins_attack: Whether it ends in a hex that is still to be attacked.
    """

    units: tuple[str, ...]
    steps: tuple[RetreatStep, ...]
    hex: str | None
    exit_hex: Annotated[str | None, Cites("7.5-leave")] = None
    joins_attack: Annotated[bool, Cites("8.5.1d-target-hex")] = False


@frozen(kw_only=True)
class RetreatOutcome:
    """Where units that fell back are now, and what it cost.

    Attributes:
        possible: Whether the stack could go; of vehicles alone, whether any could.
        units: The units that are left, as they are now, in listed order.
        ways: The ways taken, the stack's first; vehicles that could not follow it have their own.
        stuck: The keys of vehicles that must go and cannot: lost if the enemy enters.
        eliminated: The keys of units eliminated.
        surrendered: The keys of units that surrendered.
        prisoners: The steps of those, which the enemy captures.
    """

    possible: bool
    units: tuple[Unit, ...]
    ways: tuple[Way, ...] = ()
    stuck: Annotated[tuple[str, ...], Cites("8.7.2-vehicles-follow")] = ()
    eliminated: tuple[str, ...] = ()
    surrendered: Annotated[tuple[str, ...], Cites("8.8.2B-surrender")] = ()
    prisoners: Annotated[int, Cites("4.1-capture")] = 0

    def summary(self, request: RetreatRequest | RoutRequest) -> str:
        """Return where each unit goes, and what the way costs it."""
        go = "retreat" if isinstance(request, RetreatRequest) and request.hexes == 1 else "rout"
        before, names = {unit.key: unit for unit in request.units}, names_of(request.units)
        now = {unit.key: unit for unit in self.units}
        told: list[str] = []
        for way in self.ways:
            to = f"off the map from hex {way.exit_hex}" if way.hex is None else f"to hex {way.hex}"
            left = [key for key in way.units if key in now]
            told.append(clause([key for key in left if not before[key].is_vehicle], names, f"{go}[s|] {to}"))
            told.append(clause([key for key in left if before[key].is_vehicle], names, f"retreat[s|] {to}"))
            told.append(f"hex {way.hex} is still to be attacked" if way.joins_attack and left else "")
        gone = {key for way in self.ways for key in way.units}
        held = [key for key, unit in now.items() if key not in gone and not unit.is_vehicle]
        told.append(clause(held, names, "[has|have] nowhere to go and [is|are] Routed on the spot"))
        told += (
            f"{called(was)} {told_loss(was, was.steps - now[key].steps)} in enemy zones of control"
            for key, was in before.items()
            if key in now and now[key].steps < was.steps
        )
        told.append(clause(self.stuck, names, "cannot go, and [is|are] lost if the enemy enters"))
        told.append(clause(self.eliminated, names, "[is|are] eliminated"))
        told.append(clause([key for key in self.surrendered if key not in gone], names, "surrender[s|]"))
        told.append(clause([key for key in self.surrendered if key in gone], names, "surrender[s|] on the way"))
        taken = f"the enemy takes {words.counted(self.prisoners, 'prisoner')}" if self.prisoners else ""
        return words.sentences(*told, taken) or "Nobody falls back."


# -------------------------------------------------------------------- what other chapters ask


def fall_back(
    umpire: Umpire[Options],
    units: tuple[Unit, ...],
    surroundings: Surroundings,
    *,
    hexes: Distance = 1,
    checks: bool = True,
) -> RetreatOutcome:
    """Move units that must fall back, those of one stack that go the same number of hexes, and return what is left.

    Combat units and artillery go as one, in march mode or, two hexes, Routed; their entrenchments are lost. If nothing
    is open to them they become Routed where they are, and units that were Routed before surrender; in a rout all
    surrender. Then a broken-down tank is eliminated, and each vehicle in listed order takes the way of the stack if it
    can, else its own, trains along the railroad; one that cannot go as far goes as far as it can. Without a stack the
    first vehicle that can go leads. Last, hex by hex of the ways and in listed order in each, every unit in an enemy
    zone of control checks. Artillery surrenders with the last combat unit of its stack.

    Args:
        umpire: Decides and keeps the record.
        units: The units, all in one hex; vehicles only if they must go too.
        surroundings: Everything around them, themselves left out; a board that is missing is the option's.
        hexes: 1 for a retreat, 2 for a rout.
        checks: Whether to throw for enemy zones of control.

    Rules: 8.5.1-retreat, 8.5.1-impossible, 8.7.2-artillery-follows, 8.7.2-vehicles-follow, 8.7.3-rout,
        8.7.3-rout-impossible, 9.2.1-breakdown, 7.5-leave.
    """
    if surroundings.board is None and umpire.options.board is not None:
        surroundings = evolve(surroundings, board=umpire.options.board)
    stack = tuple(unit for unit in units if not unit.is_vehicle)
    running = tuple(unit for unit in units if unit.is_vehicle and not unit.broken_down)
    ways: dict[str, tuple[RetreatStep, ...]] = {}
    leading: tuple[RetreatStep, ...] | None = None
    if stack:
        leading = way_back(umpire, stack, surroundings, hexes=hexes, companions=running)
        if leading is None:
            return _held(umpire, units, hexes)
        ways.update((unit.key, leading) for unit in stack)
    for number, unit in enumerate(running):
        if leading is not None and _follows(umpire, unit, leading, surroundings):
            way: tuple[RetreatStep, ...] | None = leading
        else:
            companions = running[number + 1 :] if leading is None else ()
            way = _own_way(umpire, unit, surroundings, hexes, companions)
        if way is not None:
            ways[unit.key] = way
            leading = way if leading is None else leading
    return _gone(umpire, units, ways, surroundings, hexes, checks=checks)


def surrendering(units: Iterable[Unit], lost: Iterable[str]) -> tuple[str, ...]:
    """Return the units that surrender with the given ones: artillery does once every combat unit of its stack does.

    Args:
        units: The stack; of its vehicles nothing is said.
        lost: The keys of those that surrender anyway.

    Returns:
        The keys of all that surrender, in listed order.

    Rules: 8.8.2B-surrender.
    """
    keys, stack = frozenset(lost), [unit for unit in units if not unit.is_vehicle]
    combat = [unit for unit in stack if unit.is_combat]
    all_of_them = bool(combat) and all(unit.key in keys for unit in combat)
    return tuple(unit.key for unit in stack if unit.key in keys or all_of_them)


def captured_steps(units: Iterable[Unit], surrendered: Iterable[str]) -> int:
    """Return how many prisoners surrendered units make: their steps; vehicles make none.

    Rules: 4.1-capture.
    """
    keys = frozenset(surrendered)
    return sum(unit.steps for unit in units if unit.key in keys and not unit.is_vehicle)


# -------------------------------------------------------------------- steps of it


def _follows(umpire: Umpire[Options], unit: Unit, steps: tuple[RetreatStep, ...], surroundings: Surroundings) -> bool:
    place, barred = unit.hex or "", barred_hexes(surroundings, unit.side)
    for step in steps:
        to = OFF_MAP if step.hex is None else step.hex
        if not can_follow(umpire, unit, place, to, surroundings.board, barred=barred):
            return False
        place = to
    return True


def _own_way(
    umpire: Umpire[Options], unit: Unit, surroundings: Surroundings, hexes: int, companions: tuple[Unit, ...]
) -> tuple[RetreatStep, ...] | None:
    for distance in range(hexes, 0, -1):
        steps = way_back(umpire, (unit,), surroundings, hexes=distance, companions=companions)
        if steps is not None:
            return steps
    return None


def _held(umpire: Umpire[Options], units: tuple[Unit, ...], hexes: Distance) -> RetreatOutcome:
    """Return what happens to a stack that enemies and the ground leave nowhere to go; its vehicles stay with it.

    Rules: 8.5.1-impossible, 8.7.3-rout-impossible, 4.1-capture.
    """
    stack = [unit for unit in units if not unit.is_vehicle]
    rule = "8.5.1-impossible" if hexes == 1 else "8.7.3-rout-impossible"
    gone = surrendering(units, (unit.key for unit in stack if hexes > 1 or unit.mode == "routed"))
    rest = tuple(unit if unit.is_vehicle else _routed(unit) for unit in units if unit.key not in gone)
    names = ", ".join(unit.key for unit in rest if not unit.is_vehicle)
    if names:
        umpire.result(rule, "no way is open: Routed and still there: {units}", units=names)
    prisoners = captured_steps(units, gone)
    if gone:
        text = "no way is open: {units} surrender, prisoners {prisoners}"
        umpire.result(rule, text, units=", ".join(gone), prisoners=prisoners)
    return RetreatOutcome(possible=False, units=rest, surrendered=gone, prisoners=prisoners)


def _gone(
    umpire: Umpire[Options],
    units: tuple[Unit, ...],
    ways: dict[str, tuple[RetreatStep, ...]],
    surroundings: Surroundings,
    hexes: Distance,
    *,
    checks: bool,
) -> RetreatOutcome:
    """Put the units where their ways end, and let them check for the zones of control on the way."""
    told = _told(units, ways, surroundings)
    for way in told:
        _tell(umpire, way)
    now: dict[str, Unit] = {}
    eliminated: list[str] = []
    stuck: list[str] = []
    for unit in units:
        if unit.broken_down:
            umpire.result("9.2.1-breakdown", "broken down, it cannot go and is eliminated: {unit}", unit=unit.key)
            eliminated.append(unit.key)
        elif unit.key in ways:
            moved = _marching(unit) if hexes == 1 else _routed(unit)
            now[unit.key] = evolve(moved, hex=ways[unit.key][-1].hex)
        else:
            umpire.result("8.7.2-vehicles-follow", "it must go and cannot: {unit}", unit=unit.key)
            stuck.append(unit.key)
            now[unit.key] = unit
    surrendered: tuple[str, ...] = ()
    left = now
    if checks:
        left, gave_up = _checked(umpire, now, ways, rout=hexes > 1)
        surrendered = surrendering((*left.values(), *gave_up.values()), gave_up) if gave_up else ()
        eliminated += [key for key in now if key not in left and key not in gave_up]
        now = {**now, **left, **gave_up}
    prisoners = captured_steps(now.values(), surrendered)
    if surrendered:
        umpire.result("4.1-capture", "prisoners: {prisoners}", prisoners=prisoners)
    return RetreatOutcome(
        possible=bool(ways),
        units=tuple(unit for key, unit in left.items() if key not in surrendered),
        ways=told,
        stuck=tuple(stuck),
        eliminated=tuple(eliminated),
        surrendered=tuple(unit.key for unit in units if unit.key in surrendered),
        prisoners=prisoners,
    )


def _checked(
    umpire: Umpire[Options], units: dict[str, Unit], ways: dict[str, tuple[RetreatStep, ...]], *, rout: bool
) -> tuple[dict[str, Unit], dict[str, Unit]]:
    """Throw for the enemy zones of control on the ways: hex by hex, and in each hex in listed order.

    Returns:
        The units that come through, and those that surrender, as they were then.

    Rules: 8.5.1a-zoc, 8.7.3-rout-zoc.
    """
    left, gave_up = dict(units), dict[str, Unit]()
    for number in range(max((len(way) for way in ways.values()), default=0)):
        for key in units:
            way = ways.get(key, ())
            if key not in left or number >= len(way) or not way[number].zones:
                continue
            unit, step = left[key], way[number]
            result = umpire.resolve(zone_request(unit, step.zones, rout=rout), f"{key} in {step.hex}").result
            if result == "step_lost":
                left[key] = evolve(unit, steps=unit.steps - 1)
            elif result != "safe":
                del left[key]
            if result == "surrendered":
                gave_up[key] = unit
    return left, gave_up


def _told(
    units: tuple[Unit, ...], ways: dict[str, tuple[RetreatStep, ...]], surroundings: Surroundings
) -> tuple[Way, ...]:
    """Return every way once, with the units that take it, the stack's first.

    Rules: 8.5.1d-target-hex, 7.5-leave.
    """
    takers: dict[tuple[RetreatStep, ...], list[str]] = {}
    for key, steps in ways.items():
        takers.setdefault(steps, []).append(key)
    return tuple(
        Way(
            units=tuple(keys),
            steps=steps,
            hex=steps[-1].hex,
            exit_hex=(units[0].hex, *(step.hex for step in steps))[-2] if steps[-1].hex is None else None,
            joins_attack=steps[-1].hex in surroundings.under_attack,
        )
        for steps, keys in takers.items()
    )


def _tell(umpire: Umpire[Options], way: Way) -> None:
    names = ", ".join(way.units)
    for step in way.steps:
        where = "off the map" if step.hex is None else f"to {step.hex}"
        broken = ", ".join(in_words(word) for word in step.violated) or "none"
        text = "{units} {where}, priorities broken: {broken}"
        umpire.result("8.5.1-retreat", text, units=names, where=where, broken=broken)
    if way.exit_hex is not None:
        umpire.result("7.5-leave", "{units} left the map from {hex}", units=names, hex=way.exit_hex)
    if way.joins_attack:
        text = "{units} stand by in a hex that is still to be attacked"
        umpire.result("8.5.1d-target-hex", text, units=names)


def _marching(unit: Unit) -> Unit:
    """Return a unit after a retreat of one hex; neither vehicles nor Routed units change their mode."""
    mode = unit.mode if unit.is_vehicle or unit.mode == "routed" else "march"
    return evolve(unit, mode=mode, entrenchment="none")


def _routed(unit: Unit) -> Unit:
    """Return a unit that routs; a vehicle is never Routed.

    Rules: 8.7.3-rout, 8.7.2-vehicles-follow.
    """
    return unit if unit.is_vehicle else evolve(unit, mode="routed", entrenchment="none")


# -------------------------------------------------------------------- the procedure


def wrong_surroundings(
    units: tuple[Unit, ...],
    others: tuple[Unit, ...],
    depots: tuple[Depot, ...],
    places: Iterable[tuple[str, str]],
    board: HexMap | None,
) -> Iterator[Problem]:
    """Yield what is wrong with a question about units of one hex that must go, with the paths of its fields.

    Args:
        units: The units that must go.
        others: Every other unit.
        depots: The depots.
        places: Hexes that the question names, each with its path.
        board: Its board.

    Rules: X-bad-units, 0-hex-layout.
    """
    yield from wrong_words(board)
    grid = grid_in(board)
    named = (*listed("units", units), *listed("others", others), *listed("depots", depots))
    yield from wrong_places(named, grid)
    yield from _wrong_stack(units)
    for path, place in places:
        if not grid.has(place):
            yield Problem(path, f"hex {place} is not on the board", "X-bad-units")


def _wrong_stack(units: tuple[Unit, ...]) -> Iterator[Problem]:
    first = units[0]
    for number, unit in enumerate(units):
        if unit.hex is None:
            yield Problem(f".units[{number}].hex", "is missing: units that fall back stand in a hex", "X-bad-units")
        elif unit.hex != first.hex:
            message = f"units that fall back stand in one hex, {first.hex}, not in {unit.hex}"
            yield Problem(f".units[{number}].hex", message, "X-bad-units")


def named_places(under_attack: tuple[str, ...], entry_zones: tuple[EntryZone, ...]) -> Iterator[tuple[str, str]]:
    """Yield the hexes under attack and of entry zones with their paths in a request."""
    for number, place in enumerate(under_attack):
        yield f".under_attack[{number}]", place
    for number, zone in enumerate(entry_zones):
        for at, place in enumerate(zone.hexes):
            yield f".entry_zones[{number}].hexes[{at}]", place


@frozen(kw_only=True, cache_hash=True)
class FallingBack:
    """Units of one hex that fall back, with every unit that they meet.

    Attributes:
        units: The units, those that are Routed already marked so; vehicles only if they must go too.
        others: Every other unit on the board.
        depots: The depots.
        under_attack: The hexes whose attack is still to be resolved.
        entry_zones: The hexes by which reinforcements enter, closed to the enemy.
        board: The map.
    """

    units: Annotated[tuple[Unit, ...], Size(1, 20)]
    others: Annotated[tuple[Unit, ...], Size(0, 400)] = ()
    depots: Annotated[tuple[Depot, ...], Size(0, 50)] = ()
    under_attack: Annotated[tuple[HexLabel, ...], Cites("8.5.1d-target-hex")] = ()
    entry_zones: Annotated[tuple[EntryZone, ...], Cites("7.4-zones")] = ()
    board: HexMap | None = None

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield units in several hexes, and hexes that are not on the board."""
        places = named_places(self.under_attack, self.entry_zones)
        yield from off_the_rails(self, self.board)
        yield from wrong_surroundings(self.units, self.others, self.depots, places, self.board)

    @property
    def surroundings(self) -> Surroundings:
        """What they meet on their way."""
        return Surroundings(
            units=self.others,
            depots=self.depots,
            under_attack=self.under_attack,
            entry_zones=self.entry_zones,
            board=self.board,
        )


@frozen(kw_only=True, cache_hash=True)
class RetreatRequest(FallingBack, Request[RetreatOutcome]):
    """Units of one hex that must fall back together. The other fields are those of `FallingBack`.

    Attributes:
        hexes: 1 for a retreat, 2 for a rout.
    """

    hexes: Annotated[Distance, Cites("8.7.3-rout")] = 1


def _example() -> RetreatRequest:
    # A battalion with an enemy to its north; another one bars the way south-east with its zone of control.
    return RetreatRequest(
        units=(Unit(key="W:1/2K", side="white", type="infantry", hex="1110", tq=5, steps=4, strength=6, mp=5),),
        others=(
            Unit(key="R:1/7D", side="red", type="infantry", hex="1109", tq=3, steps=4, strength=4, mp=5),
            Unit(key="R:2/7D", side="red", type="infantry", hex="1311", tq=3, steps=4, strength=4, mp=5),
        ),
    )


@procedure(
    "orel.retreat",
    title="Where do these units retreat to?",
    rules=("8.5.1-retreat",),
    example=_example,
)
def retreat(request: RetreatRequest, umpire: Umpire[Options]) -> RetreatOutcome:
    """Move a stack back, before any check for enemy zones of control; those are of `orel.retreat_zoc`.

    Raises:
        NeedsRuling: If a vehicle must go and no board says where it can.

    Rules: 8.5.1-retreat.
    """
    note_values(umpire, request.units)
    return fall_back(umpire, request.units, request.surroundings, hexes=request.hexes, checks=False)


@retreat.legality
def _objections(request: RetreatRequest, options: Options) -> Iterator[Objection]:
    yield from off_the_board_in_play(request, request.board, options)
