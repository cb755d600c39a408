"""Advance after combat: which units may enter a cleared hex, which must, and what they capture."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal, TypeAlias

from attrs import evolve, frozen

from rcw_rules.kernel import words
from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Size
from rcw_rules.kernel.geometry.hexes import HexGrid, HexMap
from rcw_rules.kernel.procedures import Choice, Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.marks import Cites, Was
from rcw_rules.orel.definitions import (
    clause,
    fit_together,
    grid_in,
    is_orel,
    names_of,
    note_values,
    off_the_board_in_play,
    off_the_rails,
    told_location,
)
from rcw_rules.orel.model import Depot, HexLabel, OrelLocation, Unit, keys_of, listed, wrong_places, wrong_words
from rcw_rules.orel.options import Options
from rcw_rules.orel.retreats.path import can_enter
from rcw_rules.orel.scenarios import EntryZone

AdvancePhase: TypeAlias = Literal["retreat", "cohesion", "assault"]
"""When the hex was cleared: by a retreat before combat, before an assault, or by one, a pursuit included."""

NOBODY = ""
"""The alternative that no other unit advances."""

_RULES: dict[AdvancePhase, str] = {"retreat": "8.5-advance", "cohesion": "8.7.4-advance", "assault": "8.8.3-advance"}


@frozen(kw_only=True)
class Advancing:
    """What the attacker sees when deciding which unit advances next.

    Attributes:
        units: The units that may, in listed order.
        advanced: The keys of those that have.
        phase: When the hex was cleared.
    """

    units: tuple[Unit, ...]
    advanced: tuple[str, ...]
    phase: AdvancePhase


def _strongest(advancing: Advancing, alternatives: tuple[str, ...]) -> str:
    if advancing.phase == "assault" and advancing.advanced:
        return NOBODY
    units = {unit.key: unit for unit in advancing.units}
    keys = [key for key in alternatives if key != NOBODY]
    # Combat units first: vehicles go only with them. Dismounted strength, since no unit charges now.
    return min(keys, key=lambda key: (not units[key].is_combat, -units[key].combat_strength(), key))


ADVANCE: Choice[Advancing, str] = Choice(
    "advance",
    rule="8.7.4-advance",
    who="attacker",
    about="Which unit, by key, advances next into the cleared hex? An empty answer ends the advance. Default: after an "
    "assault only the strongest combat unit; otherwise all that may, the strongest combat units first.",
    default=_strongest,
    unit=lambda advancing: keys_of(unit for unit in advancing.units if unit.key not in advancing.advanced),
    side=lambda advancing: advancing.units[0].side,
)
OREL_LOCATION: Choice[Advancing, OrelLocation] = Choice(
    "orel_location",
    rule="7.1.1-orel",
    who="attacker",
    about="Do the units that advance into Orel stand in its suburbs or in its centre? Default: in the centre.",
    default=lambda advancing, alternatives: "centre",
    unit=lambda advancing: keys_of(advancing.units),
    side=lambda advancing: advancing.units[0].side,
)


@frozen(kw_only=True)
class AdvanceOutcome:
    """Which units advance.

    Attributes:
        cleared: Whether the hex holds no unit that would have to be fought.
        may: The keys of the attacking units that may enter, in listed order; stacking allows perhaps not all of them.
        must: Whether some combat unit must.
        entering: The units that enter, in their new hex, in the order in which they do.
        depots_eliminated: The keys of enemy depots that fall.
        vehicles_eliminated: The keys of enemy tanks and armoured cars that fall.
        trains_captured: The keys of enemy trains that are captured.
        location: Where in Orel the units are, if they enter it.
        may_pursue: Whether cavalry that advances may go on and pursue; never after a pursuit, which is not asked here.
    """

    cleared: bool
    may: tuple[str, ...] = ()
    must: bool = False
    entering: Annotated[tuple[Unit, ...], Was("advanced", before=5)] = ()
    depots_eliminated: Annotated[tuple[str, ...], Cites("3.3-elimination")] = ()
    vehicles_eliminated: Annotated[tuple[str, ...], Cites("9-alone-defence")] = ()
    trains_captured: Annotated[tuple[str, ...], Cites("9.1.2-capture")] = ()
    location: Annotated[OrelLocation | None, Cites("7.1.1-orel")] = None
    may_pursue: Annotated[bool, Cites("8.5-advance")] = False

    def summary(self, request: AdvanceRequest) -> str:
        """Return who advances into the hex, and what falls to them there."""
        if not self.cleared:
            return words.sentences(f"nobody advances: hex {request.hex} is not cleared")
        if not self.entering:
            return words.sentences(f"nobody {'advances' if self.may else 'may advance'} into hex {request.hex}")
        names = names_of(request.attackers, request.remaining, request.depots)
        keys = tuple(unit.key for unit in self.entering)
        return words.sentences(
            clause(keys, names, f"advance[s|] into hex {request.hex}"),
            f"the stack is in {told_location(self.location)}" if self.location else "",
            clause(self.depots_eliminated, names, "[is|are] eliminated"),
            clause(self.vehicles_eliminated, names, "[is|are] destroyed"),
            clause(self.trains_captured, names, "[is|are] captured"),
            "cavalry that has advanced may pursue" if self.may_pursue else "",
        )


@frozen(kw_only=True, cache_hash=True)
class AdvanceRequest(Request[AdvanceOutcome]):
    """A hex after the fight for it.

    Attributes:
        hex: The hex that was attacked.
        attackers: The units that took part in the attack, as they are now.
        phase: When the hex was cleared.
        remaining: The enemy units still in the hex.
        depots: The enemy depots in it.
        forced_back: The keys of attackers that retreated or routed, even where they could not go.
        attacker_lost: Whether the attacker lost the assault.
        entry_zones: The hexes by which reinforcements enter, closed to the enemy.
        board: The map. Without it, units that could attack the hex are taken to be able to enter it.
    """

    hex: HexLabel
    attackers: Annotated[tuple[Unit, ...], Size(1, 40)]
    phase: AdvancePhase
    remaining: Annotated[tuple[Unit, ...], Size(0, 20)] = ()
    depots: Annotated[tuple[Depot, ...], Size(0, 20)] = ()
    forced_back: Annotated[tuple[str, ...], Cites("8.7.4-advance")] = ()
    attacker_lost: Annotated[bool, Cites("8.8.3-advance")] = False
    entry_zones: Annotated[tuple[EntryZone, ...], Cites("7.4-zones")] = ()
    board: HexMap | None = None

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield hexes off the board, attackers of both sides or far away, enemies elsewhere, a loser of no assault."""
        yield from wrong_words(self.board)
        yield from off_the_rails(self, self.board)
        grid = grid_in(self.board)
        yield from wrong_places((*listed("attackers", self.attackers), *listed("remaining", self.remaining)), grid)
        if not grid.has(self.hex):
            yield Problem(".hex", f"hex {self.hex} is not on the board", "X-bad-units")
        side = self.attackers[0].side
        for number, unit in enumerate(self.attackers):
            if unit.side != side:
                yield Problem(f".attackers[{number}].side", "the attackers are of one side", "X-bad-units")
            if unit.hex == self.hex:
                yield Problem(f".attackers[{number}].hex", "an attacker is not in the hex already", "X-bad-combat")
            elif unit.key not in self.forced_back and not _is_beside(grid, unit.hex, self.hex):
                message = f"an attacker that was not forced back stands next to hex {self.hex}"
                yield Problem(f".attackers[{number}].hex", message, "X-bad-combat")
        for path, enemy in (*listed("remaining", self.remaining), *listed("depots", self.depots)):
            if enemy.side == side:
                yield Problem(f"{path}.side", "is of the attacker's side", "X-bad-units")
            if enemy.hex != self.hex:
                yield Problem(f"{path}.hex", f"is not in the attacked hex {self.hex}", "X-bad-units")
        keys = {unit.key for unit in self.attackers}
        for number, key in enumerate(self.forced_back):
            if key not in keys:
                yield Problem(f".forced_back[{number}]", f"no attacker has the key {key!r}", "X-bad-units")
        if self.attacker_lost and self.phase != "assault":
            yield Problem(".attacker_lost", "only an assault is won or lost", "8.8.3-advance")


def _example() -> AdvanceRequest:
    return AdvanceRequest(
        hex="1110",
        phase="assault",
        attackers=(
            Unit(key="W:1/2K", side="white", type="infantry", hex="1111", tq=5, steps=4, strength=6, mp=5),
            Unit(key="W:2/2K", side="white", type="infantry", hex="1111", tq=5, steps=4, strength=7, mp=5),
        ),
        depots=(Depot(key="R:convoi", side="red", kind="convoi", capacity=2, hex="1110", mp=5),),
    )


@procedure(
    "orel.advance",
    title="Who advances after combat?",
    rules=("8.7.4-advance",),
    example=_example,
)
def advance(request: AdvanceRequest, umpire: Umpire[Options]) -> AdvanceOutcome:
    """Let attackers enter a hex that no combat unit and no battery holds any more, one after the other.

    Artillery, repulsed units and units that had to go back stay, and vehicles enter only after a combat unit. After an
    assault one combat unit must enter, unless an option leaves it free, and none does if the attacker lost it. An enemy
    entry zone is entered only by that one. Depots and vehicles found there fall to the first that enters; units advance
    in the mode that they have.

    Rules: 8.5-advance, 8.7.4-advance, 8.8.3-advance, 3.3-elimination, 9-alone-defence.
    """
    note_values(umpire, request.attackers)
    rule = _RULES[request.phase]
    if any(not unit.is_vehicle for unit in request.remaining):
        umpire.result(rule, "{hex} is not cleared: nobody advances", hex=request.hex)
        return AdvanceOutcome(cleared=False)
    able = _able(umpire, request)
    obliged = request.phase == "assault" and bool(able) and umpire.options.must_advance_after_assault
    if request.phase == "assault" and able:
        umpire.ruling("must_advance_after_assault")
    if _is_enemy_zone(request):
        able = tuple(unit for unit in able if obliged and unit.is_combat)
        umpire.result("7.4-zones", "{hex} is an enemy entry zone: only who must enters", hex=request.hex)
    if not able:
        umpire.result(rule, "nobody may advance into {hex}", hex=request.hex)
        return AdvanceOutcome(cleared=True)
    may = tuple(unit.key for unit in able)
    entering = _entering(umpire, request, able, obliged=obliged)
    if not entering:
        umpire.result(rule, "nobody advances into {hex}", hex=request.hex)
        return AdvanceOutcome(cleared=True, may=may, must=obliged)
    location = _location(umpire, request, entering)
    names = ", ".join(unit.key for unit in entering)
    umpire.result(rule, "advancing into {hex}: {units}", units=names, hex=request.hex)
    outcome = AdvanceOutcome(
        cleared=True,
        may=may,
        must=obliged,
        entering=tuple(evolve(unit, hex=request.hex, entrenchment="none") for unit in entering),
        depots_eliminated=tuple(depot.key for depot in request.depots),
        vehicles_eliminated=tuple(unit.key for unit in request.remaining if not unit.is_train),
        trains_captured=tuple(unit.key for unit in request.remaining if unit.is_train),
        location=location,
        may_pursue=request.phase != "retreat" and any(unit.type == "cavalry" for unit in entering),
    )
    _tell_fallen(umpire, outcome)
    return outcome


@advance.legality
def _objections(request: AdvanceRequest, options: Options) -> Iterator[Objection]:
    yield from off_the_board_in_play(request, request.board, options)


def _is_beside(grid: HexGrid, place: str | None, target: str) -> bool:
    """Whether units in a place can have attacked a hex; a hex that is not on the board is another mistake."""
    return not grid.has(target) or place in grid.neighbours(target)


def _able(umpire: Umpire[Options], request: AdvanceRequest) -> tuple[Unit, ...]:
    """Return the attackers that may enter; none where no combat unit is among them.

    Rules: 8.7.4-advance, 8.8.3-advance, 8.7.2-repulsed.
    """
    if request.attacker_lost:
        return ()
    board = umpire.options.board if request.board is None else request.board
    able = tuple(
        unit
        for unit in request.attackers
        if not unit.is_artillery
        and not unit.repulsed
        and unit.mode != "routed"
        and not unit.broken_down
        and unit.key not in request.forced_back
        and (not unit.is_train or unit.in_contact)
        and unit.hex is not None
        and unit.hex in grid_in(board).neighbours(request.hex)
        and (board is None or can_enter(umpire, unit, unit.hex, request.hex, board))
    )
    return able if any(unit.is_combat for unit in able) else ()


def _is_enemy_zone(request: AdvanceRequest) -> bool:
    side = request.attackers[0].side
    return any(zone.side != side and request.hex in zone.hexes for zone in request.entry_zones)


def _entering(
    umpire: Umpire[Options], request: AdvanceRequest, able: tuple[Unit, ...], *, obliged: bool
) -> tuple[Unit, ...]:
    """Let the attacker pick the units that enter, one after the other, as long as the hex takes another.

    Rules: 7.1.2-stacking, 8.8.3-advance, 7.4-zones.
    """
    entering: tuple[Unit, ...] = ()
    one_only = _is_enemy_zone(request)
    while not (one_only and entering):
        with_combat = any(unit.is_combat for unit in entering)
        keys = sorted(
            unit.key
            for unit in able
            if unit not in entering and (unit.is_combat or with_combat) and fit_together((*entering, unit))
        )
        if not keys:
            break
        alternatives = tuple(keys) if obliged and not entering else (*keys, NOBODY)
        situation = Advancing(units=able, advanced=tuple(unit.key for unit in entering), phase=request.phase)
        chosen = alternatives[0] if len(alternatives) == 1 else umpire.choose(ADVANCE, alternatives, situation)
        if chosen == NOBODY:
            break
        entering = (*entering, next(unit for unit in able if unit.key == chosen))
    return entering


def _location(umpire: Umpire[Options], request: AdvanceRequest, entering: tuple[Unit, ...]) -> OrelLocation | None:
    """Let units that enter Orel choose between its suburbs and its centre.

    Rules: 7.1.1-orel.
    """
    if not is_orel(request.hex):
        return None
    situation = Advancing(units=entering, advanced=tuple(unit.key for unit in entering), phase=request.phase)
    return umpire.choose(OREL_LOCATION, ("suburbs", "centre"), situation)


def _tell_fallen(umpire: Umpire[Options], outcome: AdvanceOutcome) -> None:
    for rule, text, keys in (
        ("3.3-elimination", "depots eliminated: {units}", outcome.depots_eliminated),
        ("9-alone-defence", "vehicles eliminated: {units}", outcome.vehicles_eliminated),
        ("9.1.2-capture", "trains captured: {units}", outcome.trains_captured),
    ):
        if keys:
            umpire.result(rule, text, units=", ".join(keys))
