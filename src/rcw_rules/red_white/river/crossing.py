"""Land units that cross a river: who may, and who falls through the ice."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal, TypeAlias

from attrs import frozen

from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.dice import d10
from rcw_rules.kernel.errors import NeedsRuling
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import counted, in_words, listed, sentences
from rcw_rules.marks import Cites
from rcw_rules.red_white.model import Unit, morale_stands
from rcw_rules.red_white.options import Options
from rcw_rules.red_white.profile import UnitType
from rcw_rules.red_white.river.vessels import (
    RiverState,
)
from rcw_rules.red_white.spoken import called, numbers

Ford: TypeAlias = Literal["none", "designated", "to_be_found"]


ON_ICE: tuple[UnitType, ...] = ("infantry", "machine_gun", "cavalry", "tchanka", "droshky")


FALLS_THROUGH = 2  # thin-crossing: on this face and below
STAYS_UP = d10.check(at_least=FALLS_THROUGH + 1)


@frozen(kw_only=True)
class RiverCrossingOutcome:
    """Who is across a river.

    Attributes:
        stands: The stands of the unit that are across; of a vehicle, 8 less its hits.
        stands_lost: The stands of the unit that fell through the ice.
        machine_gun_lost: Whether its attached machine gun or tchanka fell through.
        cheka_lost: Whether its Cheka stand fell through.
        leader_lost: Whether its leader was lost with the whole unit.
        priest_lost: Whether its priest was lost with the whole unit.
        destroyed: Whether none of its own stands is left.
        casualties: Whether it must test for casualties.
    """

    stands: int
    stands_lost: int = 0
    machine_gun_lost: bool = False
    cheka_lost: bool = False
    leader_lost: bool = False
    priest_lost: bool = False
    destroyed: bool = False
    casualties: bool

    def summary(self, request: RiverCrossingRequest) -> str:
        """Return what crosses the river, and what falls through the ice."""
        who = called(request.unit)
        lost = [counted(self.stands_lost, "stand") + f" {numbers(self.stands + self.stands_lost, self.stands)}"]
        lost = lost if self.stands_lost else []
        lost += ["its machine gun"] if self.machine_gun_lost else []
        lost += ["its Cheka stand"] if self.cheka_lost else []
        lost += ["its leader"] if self.leader_lost else []
        lost += ["its priest"] if self.priest_lost else []
        if self.destroyed:
            return sentences(f"{who} falls through the ice: it loses {listed(lost)} and is destroyed")
        if lost:
            return sentences(f"{who} crosses the river and loses {listed(lost)} through the ice")
        return sentences(f"{who} crosses the river without loss")


@frozen(kw_only=True, cache_hash=True)
class RiverCrossingRequest(Request[RiverCrossingOutcome]):
    """A land unit that crosses a river.

    Attributes:
        unit: The unit.
        state: What the river is like where it crosses.
        bridge: Whether it crosses on a bridge.
        ford: Whether there is a ford, as the game master says; it helps across unfrozen rivers only.
        frozen_heavy_allowed: Whether the game master lets artillery, wagons and vehicles cross frozen rivers.
    """

    unit: Unit
    state: Annotated[RiverState, Cites("river-states")]
    bridge: bool = False
    ford: Annotated[Ford, Cites("unfrozen-crossing")] = "none"
    frozen_heavy_allowed: Annotated[bool, Cites("frozen-crossing")] = False


def _crossing_example() -> RiverCrossingRequest:
    unit = Unit(side="red", type="infantry", has_leader=True, stands=4, cheka=True)
    return RiverCrossingRequest(unit=unit, state="thin_ice")


@procedure(
    "red_white.river_crossing",
    title="May the unit cross, and who falls through?",
    rules=("frozen-crossing",),
    example=_crossing_example,
)
def river_crossing(request: RiverCrossingRequest, umpire: Umpire[Options]) -> RiverCrossingOutcome:
    """Take a unit across a river; a unit that may not cross is refused first.

    Only thin ice costs anything: a D10 for each stand, those of the unit first, then its machine gun, then its Cheka;
    a 1 or a 2 loses the stand. Leaders and priests roll no dice; they are lost with the last stand of their unit.

    Raises:
        NeedsRuling: If a ford is still to be found.

    Rules: frozen-crossing, thin-crossing, unfrozen-crossing, gen-stand, gen-unit-state.
    """
    unit = request.unit
    stands = morale_stands(unit)
    if request.bridge:
        rule = "unfrozen-crossing" if request.state == "unfrozen" else "choked-land"
        umpire.result(rule, "it crosses on the bridge, whatever the river is like")
        return RiverCrossingOutcome(stands=stands, casualties=unit.casualties)
    if request.state == "frozen":
        umpire.result("frozen-crossing", "it crosses on the ice")
        return RiverCrossingOutcome(stands=stands, casualties=unit.casualties)
    if request.state == "unfrozen":
        if request.ford == "to_be_found":
            question = "By which rules is a ford searched for, and is one found?"
            raise NeedsRuling("unfrozen-crossing", question, 'the field ford: "designated" once one is found')
        umpire.result("unfrozen-crossing", "it crosses by the ford")
        return RiverCrossingOutcome(stands=stands, casualties=unit.casualties)
    lost = umpire.roll(d10.count(stands, at_most=FALLS_THROUGH), "ice dice", "thin-crossing")
    machine_gun_lost = unit.machine_gun and not umpire.roll(STAYS_UP, "machine gun's ice die", "thin-crossing")
    cheka_lost = unit.cheka and not umpire.roll(STAYS_UP, "Cheka's ice die", "thin-crossing")
    destroyed = lost == stands
    umpire.result("thin-crossing", "stands that fall through: {lost}; across: {left}", lost=lost, left=stands - lost)
    for gone, what in ((machine_gun_lost, "machine gun"), (cheka_lost, "Cheka stand")):
        if gone:
            umpire.result("thin-crossing", "the {what} falls through as well", what=what)
    return RiverCrossingOutcome(
        stands=stands - lost,
        stands_lost=lost,
        machine_gun_lost=machine_gun_lost,
        cheka_lost=cheka_lost,
        leader_lost=destroyed and unit.has_leader,
        priest_lost=destroyed and unit.priest,
        destroyed=destroyed,
        casualties=unit.casualties or lost > 0 or machine_gun_lost or cheka_lost,
    )


@river_crossing.legality
def _crossing_objections(request: RiverCrossingRequest, options: Options) -> Iterator[Objection]:
    if request.bridge:
        return
    kind = in_words(request.unit.type)
    if request.state == "frozen" and request.unit.type not in ON_ICE and not request.frozen_heavy_allowed:
        message = f"{kind} units cross a frozen river only if the game master says so (frozen_heavy_allowed)"
        yield Objection(rule="frozen-crossing", message=message, path="$.unit.type")
    if request.state == "thin_ice" and request.unit.type not in ON_ICE:
        message = f"{kind} units do not cross thin ice; infantry, machine guns, cavalry and droshkys may"
        yield Objection(rule="thin-crossing", message=message, path="$.unit.type")
    if request.state == "ice_choked":
        message = "land units cross an ice-choked river only on a bridge"
        yield Objection(rule="choked-land", message=message, path="$.state")
    if request.state == "unfrozen" and request.ford == "none":
        message = "land units cross an unfrozen river only on a bridge or by a ford that the game master designates"
        yield Objection(rule="unfrozen-crossing", message=message, path="$.state")
