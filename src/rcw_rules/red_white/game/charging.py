"""What comes of a charge: tanks start or break down, the assault is fought, and everybody stands where it left them.

After the charge a unit that goes to the rear sets out from where it is then: an attacker from where it made contact,
a defender from where it stood. An attacker that falls back stands where it began; one that wins, or finds the position
empty, where it made contact; one that nobody waited for as the option `charge_misses` says.
"""

from __future__ import annotations

from attrs import evolve

from rcw_rules.kernel.angles import degrees
from rcw_rules.kernel.errors import IllegalRequestError
from rcw_rules.kernel.geometry.table import (
    middle_of,
    turn_to,
)
from rcw_rules.kernel.lengths import Inches
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.red_white.assault import AssaultOutcome
from rcw_rules.red_white.charge import UnitAfterAssault
from rcw_rules.red_white.game.actions import ChargeHome
from rcw_rules.red_white.game.ice import crossed_ice
from rcw_rules.red_white.game.onslaught import assault_of
from rcw_rules.red_white.game.rearward import went_back
from rcw_rules.red_white.game.rushes import Assault, Rush, plan_charge
from rcw_rules.red_white.game.scene import NOTHING, Scene
from rcw_rules.red_white.game.shooting import freed, hit_effects
from rcw_rules.red_white.game.state import State, Went
from rcw_rules.red_white.game.strengths import with_unit
from rcw_rules.red_white.model import Unit
from rcw_rules.red_white.options import Options
from rcw_rules.red_white.part_one import charge_move_of
from rcw_rules.red_white.profile import DiceMove
from rcw_rules.red_white.vehicles import VehicleActivationRequest

# --- What comes of it -------------------------------------------------------------------------------------------------


def charge(umpire: Umpire[Options], scene: Scene, action: ChargeHome) -> State:
    """Carry a charge out: tanks roll whether they break down, dice of moves fall, then the assault is fought.

    Stands that come onto thin ice roll first; what is left of their units charges.

    Rules: melee-sequence, vehicle-activation, vehicle-breakdown, melee-loser-moves, thin-crossing.
    """
    assault, state = plan_charge(scene, action), scene.state
    state = evolve(state, begun=True)
    going: list[str] = []
    whole = state
    for rush in assault.rushes:
        troop = rush.troop
        if troop.unit.type == "tank" and troop.name not in state.marks.activated:
            moves = umpire.resolve(VehicleActivationRequest(hits=troop.unit.hits or 0), f"{troop.name} starts").moves
            state = _rolled(state, troop.name, moves=moves)
            if not moves:
                continue
        if scene.way(troop, rush.set_out, rush.direction, rush.length).crosses_ice:
            state = crossed_ice(umpire, scene, state, troop.name, rush.start)
            if state.troop(troop.name) is None:
                continue
        going.append(troop.name)
    if len(going) < len(assault.rushes) or state.groups != whole.groups:
        if not going:
            return state
        scene = scene.scene_of(state)
        try:
            assault = plan_charge(scene, evolve(action, units=tuple(going)))
        except IllegalRequestError:
            return state
    scene = scene.scene_of(state)
    assault = _with_dice(umpire, scene, assault)
    state = _announced(state, assault)
    reached = any(rush.reaches for rush in assault.rushes)
    if not reached:
        return _fallen_short(state, assault)
    outcome = umpire.resolve(assault_of(umpire, scene, assault), f"charge at {action.target}")
    return _stand_after(umpire, scene, state, assault, outcome)


def _rolled(state: State, name: str, *, moves: bool) -> State:
    marks = state.marks
    changed = evolve(marks, activated=(*marks.activated, name)) if moves else evolve(marks, idle=(*marks.idle, name))
    return evolve(state, marks=changed)


def _with_dice(umpire: Umpire[Options], scene: Scene, assault: Assault) -> Assault:
    """Throw the dice of charges that are given in dice, and stop those short that do not reach.

    Rules: p1-movement.
    """
    from rcw_rules.kernel.dice import d
    from rcw_rules.kernel.lengths import inches

    rushes: list[Rush] = []
    for rush in assault.rushes:
        known = charge_move_of(scene.options, rush.troop.unit.type)
        if isinstance(known, DiceMove):
            purpose = f"charge of {rush.troop.name}"
            move = inches(umpire.roll(d(known.sides).sum(known.dice), purpose, "p1-movement"))
            reaches = rush.reaches and rush.length + rush.cost <= move
            length = min(rush.length, max(NOTHING, move - rush.cost))
            end = rush.set_out.moved(rush.direction, length)
            rushes.append(evolve(rush, move=move, reaches=reaches, length=length, end=end))
            continue
        rushes.append(rush)
    return evolve(assault, rushes=tuple(rushes))


def _announced(state: State, assault: Assault) -> State:
    """Return the state once a charge is announced: who has charged, and the wire that tanks have crushed."""
    names = tuple(rush.troop.name for rush in assault.rushes)
    marks = state.marks
    went = tuple(one for one in marks.movements if one.unit not in names)
    gone = tuple(
        Went(unit=rush.troop.name, far=rush.length + rush.cost + (marks.went(rush.troop.name) or NOTHING))
        for rush in assault.rushes
    )
    crushed = tuple(hole for rush in assault.rushes if rush.troop.unit.type == "tank" for hole in rush.holes)
    marks = evolve(marks, charged=(*marks.charged, *names), movements=(*went, *gone))
    return evolve(state, marks=marks, gaps=tuple(dict.fromkeys((*state.gaps, *crushed))))


def _fallen_short(state: State, assault: Assault) -> State:
    """Return the state after a charge that reaches nobody: everybody stands where the move ended.

    Rules: melee-withdraw-caught, p1-movement.
    """
    for rush in assault.rushes:
        if not state.layout.under(rush.end):
            state = state.with_group(rush.end)
    return state


def _stand_after(
    umpire: Umpire[Options], scene: Scene, state: State, assault: Assault, outcome: AssaultOutcome
) -> State:
    """Return the state after an assault: what is left of every unit, and where it stands.

    Rules: melee-loser-moves, melee-losses, morale-off-table, suppress-fire.
    """
    after = list(zip(assault.defenders, outcome.defenders, strict=True))
    at_contact = outcome.ended != "no_contact"
    if not at_contact:
        umpire.ruling("charge_misses")
    goes_on = at_contact or umpire.options.charge_misses == "goes_on"
    for name, unit in after:
        state = _changed(scene, state, name, unit)
    for rush, unit in zip(assault.rushes, outcome.attackers, strict=True):
        state = _changed(scene, state, rush.troop.name, unit)
    for unit in outcome.support:
        if state.troop(unit.name) is not None:
            state = _changed(scene, state, unit.name, unit)
            after.append((unit.name, unit))
    # Defenders leave the place first: then there is room for those who have taken it.
    for name, unit in after:
        if unit.goes in ("rear", "away") and state.troop(name) is not None:
            state = went_back(umpire, scene, state, name, unit.moved, off_table=bool(unit.off_table))
    for rush, unit in zip(assault.rushes, outcome.attackers, strict=True):
        name = rush.troop.name
        if state.troop(name) is None:
            continue
        if unit.goes != "starting_position" and goes_on:
            state = _advanced(scene, state, rush)
        if unit.goes in ("rear", "away"):
            state = went_back(umpire, scene, state, name, unit.moved, off_table=bool(unit.off_table))
    return state


def _changed(scene: Scene, state: State, name: str, after: UnitAfterAssault) -> State:
    """Return the state with a unit as an assault has left it, still where it was.

    Rules: gen-stand, train-lost, suppress-fire, p1-vehicle-hit-table.
    """
    before = scene.troops[name].unit
    marks = state.marks
    if after.fire_test == "passed" and name not in marks.may_fire:
        state = evolve(state, marks=evolve(marks, may_fire=(*marks.may_fire, name)))
    elif after.fire_test == "failed" and name not in marks.may_not_fire:
        state = evolve(state, marks=evolve(marks, may_not_fire=(*marks.may_not_fire, name)))
    if after.unit is None:
        return state.lost(name, "destroyed")
    if after.unit.type != before.type:
        return freed(scene, state.lost(name, "destroyed"), before, _guards(after.unit))
    state = with_unit(scene, state, name, after.unit)
    return hit_effects(scene, state, name, after.effects)


def _guards(unit: Unit) -> int:
    return unit.stands or 0


def _advanced(scene: Scene, state: State, rush: Rush) -> State:
    """Return the state with an attacker where it made contact, or as near as there is room.

    Rules: melee-sequence, melee-loser-moves.
    """
    name = rush.troop.name
    group = state.group(name)
    if group is None:
        return state
    turned = turn_to(group.bases[0].facing, rush.end.bases[0].facing)
    there = group.turned(middle_of(rush.start), turned) if turned != degrees(0) else group
    there = there.moved(rush.direction, rush.length)
    back = rush.length
    while back > NOTHING and (state.layout.under(there) or not state.scenario.table.is_on(there)):
        step = min(back, Inches(thousandths=250))
        there = there.moved((rush.direction + degrees(180)).bearing, step)
        back -= step
    return state if state.layout.under(there) else state.with_group(there)
