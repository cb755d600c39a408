"""Units that divide, combine, or form up anew."""

from __future__ import annotations

from typing import Any

from attrs import evolve

from rcw_rules.kernel.geometry.table import TOUCHING, Group, Point, formed_up, free_place, middle_of, overlaps
from rcw_rules.kernel.lengths import inches
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.red_actions.game.aftermaths import rout_on, shrunk
from rcw_rules.red_actions.game.deeds import Done, acted, does_hesitate, has_moved, hesitated
from rcw_rules.red_actions.game.horses import are_together, horses_of, with_horses_of, with_horses_together
from rcw_rules.red_actions.game.moving import circumstances
from rcw_rules.red_actions.game.notes import Tally
from rcw_rules.red_actions.game.refusing import refuse
from rcw_rules.red_actions.game.scene import BACK, Scene
from rcw_rules.red_actions.game.state import LeftBehind, State
from rcw_rules.red_actions.game.tasks import Combine, Divide, Reform
from rcw_rules.red_actions.options import Options
from rcw_rules.red_actions.turn import Action as SegmentAction
from rcw_rules.red_actions.turn import ActionLegalityRequest
from rcw_rules.red_actions.units import CombineUnitsRequest, DivideUnitRequest

FORMING_ROOM = inches(6)


# --- Dividing ---------------------------------------------------------------------------------------------------------


def plan_divide(scene: Scene, action: Divide) -> DivideUnitRequest:
    """Return how a unit divides.

    Raises:
        IllegalRequestError: It cannot.

    Rules: act-divide, defs-unit-size.
    """
    state, unit = scene.state, scene.units[action.unit]
    if sum(action.parts) != unit.bases or any(part < 1 for part in action.parts):
        refuse("act-divide", f"{unit.name} has {unit.bases} bases: name parts that add up to them")
    names = tuple(f"{unit.name} {number}" for number in range(1, len(action.parts) + 1))
    known = {one.name for one in (*state.units, *state.scenario.roster)} - {unit.name}
    if not known.isdisjoint(names) or any(len(name) > 80 for name in names):
        names = _other_names(unit.name, len(action.parts), known)
    request = DivideUnitRequest(unit=unit, parts=action.parts, names=names)
    scene.judge.declared(request).require()
    return request


def _other_names(name: str, count: int, known: set[str]) -> tuple[str, ...]:
    found: list[str] = []
    number = 0
    while len(found) < count:
        number += 1
        called = f"{name[:60]} {number}"
        if called not in known:
            found.append(called)
    return tuple(found)


def divide(umpire: Umpire[Options], scene: Scene, action: Divide) -> Done:
    """Let a unit divide: its bases stay where they are, the first ones with the first part.

    Rules: act-divide, rout-cascade, dis-horse-holders, char-mob-hesitation.
    """
    request, state, unit = plan_divide(scene, action), scene.state, scene.units[action.unit]
    if does_hesitate(umpire, scene, unit.name, "other"):
        return hesitated(state)
    group = scene.group_of(unit.name)
    outcome = umpire.resolve(request, f"{unit.name} divides")
    led = next((part.unit.name for part in outcome.parts if part.unit.officer is not None), outcome.parts[0].unit.name)
    state = with_horses_of(state, unit.name, led).with_units(
        evolve(unit, bases=0, seniors=(), spares=(), officer=None), *(part.unit for part in outcome.parts)
    )
    first = 0
    for part, count in zip(outcome.parts, action.parts, strict=True):
        bases = group.bases[first : first + count]
        first += count
        name = part.unit.name
        if part.guns_left:
            at = middle_of(Group(name=name, bases=bases))
            state = evolve(state, guns=(*state.guns, LeftBehind(unit=name, at=at, bases=part.guns_left)))
        if part.unit.bases:
            state = state.with_group(Group(name=name, bases=bases))
            state = _like(state, unit.name, name)
    for part in outcome.parts:
        if part.routs and part.unit.bases:
            state = rout_on(umpire, state, part.unit.name, None)
    return state, True


def _like(state: State, whole: str, part: str) -> State:
    """Return the state in which a part of a unit has done what the unit has done."""
    spent = state.tally(state.spent, whole)
    changes: dict[str, Any] = {
        field: (*getattr(state, field), part)
        for field in ("have_moved", "fired", "failed_charge", "scouts")
        if whole in getattr(state, field)
    }
    state = evolve(state, **changes) if changes else state
    return evolve(state, spent=(*state.spent, Tally(unit=part, count=spent))) if spent else state


# --- Combining --------------------------------------------------------------------------------------------------------


def plan_combine(scene: Scene, action: Combine) -> CombineUnitsRequest:
    """Return how two units combine.

    Raises:
        IllegalRequestError: They cannot.

    Rules: act-combine, note-mg-artillery-combine.
    """
    state, unit, other = scene.state, scene.units[action.unit], scene.units.get(action.other)
    if other is None or other.name not in scene.on_table or other.side != unit.side or other.name == unit.name:
        refuse("act-combine", f"{unit.name} combines with a friend on the table, not with {action.other!r}")
    are_fresh = unit.name not in state.have_moved and other.name not in state.have_moved
    touching = scene.facts.gap(unit.name, other.name) <= TOUCHING and are_fresh
    one, two = horses_of(state, unit.name), horses_of(state, other.name)
    if one is not None and two is not None and not are_together(one, two):
        refuse("dis-horse-holders", "their horses are held in different places: mount first")
    request = CombineUnitsRequest(units=(unit, other), in_contact=touching)
    scene.judge.resolve(
        ActionLegalityRequest(
            unit=unit, actions=(SegmentAction(what="combine"),), around=circumstances(scene, unit.name)
        ),
        "segment",
    )
    scene.judge.declared(request).require()
    return request


def combine(umpire: Umpire[Options], scene: Scene, action: Combine) -> Done:
    """Let two units become one: their bases stay where they are.

    Rules: act-combine, char-mob-hesitation.
    """
    request, state, unit = plan_combine(scene, action), scene.state, scene.units[action.unit]
    if does_hesitate(umpire, scene, unit.name, "other"):
        return hesitated(state)
    other = scene.units[action.other]
    outcome = umpire.resolve(request, f"{unit.name} and {other.name} combine")
    both = Group(name=unit.name, bases=(*scene.group_of(unit.name).bases, *scene.group_of(other.name).bases))
    gone = evolve(other, bases=0, seniors=(), spares=(), officer=None, white_officer_base=False, morale_card=None)
    state = state.with_units(outcome.unit, gone).with_group(both)
    column = both.is_column and len(both.bases) > 1
    state = state.with_units(evolve(outcome.unit, in_column=column, formed=outcome.unit.formed and both.is_line))
    most = max(state.tally(state.spent, name) for name in (unit.name, other.name))
    spent = tuple(one for one in state.spent if one.unit not in (unit.name, other.name))
    captives = tuple(evolve(one, guard=unit.name) if one.guard == other.name else one for one in state.captives)
    spent = (*spent, Tally(unit=unit.name, count=most)) if most else spent
    state = with_horses_together(state, unit.name, other.name)
    return evolve(shrunk(state, unit.name), spent=spent, captives=captives), True


# --- Forming up -------------------------------------------------------------------------------------------------------


def plan_reform(scene: Scene, action: Reform) -> Group:
    """Return where a unit stands that forms up: one base stays at least partly where it was.

    Raises:
        IllegalRequestError: It cannot.

    Rules: mov-reform.
    """
    unit, group = scene.units[action.unit], scene.group_of(action.unit)
    if group.facing is not None and (group.is_line or group.is_column):
        refuse("mov-reform", f"{unit.name} stands in line or column: move it")
    middle = group.bases[len(group.bases) // 2].centre
    wanted = formed_up(group, _front_of(group, middle), action.facing.bearing, per_rank=1 if action.in_column else None)
    found = free_place(scene.layout.without(unit.name), wanted, (action.facing + BACK).bearing, FORMING_ROOM)
    if found is None:
        refuse("mov-reform", f"there is no room for {unit.name} to form up so")
    in_place = any(overlaps(one, base) for one in found.bases for base in group.bases)
    around = evolve(circumstances(scene, unit.name), mixed_facings=True, base_in_place=in_place)
    request = ActionLegalityRequest(unit=unit, actions=(SegmentAction(what="reform"),), around=around)
    scene.judge.resolve(request, "segment")
    return found


def _front_of(group: Group, middle: Point) -> Point:
    return middle if group.facing is None else group.front_rank[len(group.front_rank) // 2].at


def reform(umpire: Umpire[Options], scene: Scene, action: Reform) -> Done:
    """Let a unit form up, which is its whole move.

    Rules: mov-reform, char-mob-hesitation.
    """
    there, unit = plan_reform(scene, action), scene.units[action.unit]
    if does_hesitate(umpire, scene, unit.name, "other"):
        return hesitated(scene.state)
    column = action.in_column and unit.bases > 1
    return has_moved(acted(scene.state, unit, in_column=column).with_group(there), unit.name), True
