"""Works in a whole game: foxholes, fires, and buildings that fall."""

from __future__ import annotations

from typing import Literal

from attrs import evolve

from rcw_rules.kernel.geometry.table import TOUCHING, TerrainPiece, is_inside
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.red_actions.game.captives import HOUSE_KINDS
from rcw_rules.red_actions.game.deeds import Done, acted, does_hesitate, hesitated
from rcw_rules.red_actions.game.moving import circumstances
from rcw_rules.red_actions.game.refusing import refuse
from rcw_rules.red_actions.game.ruins import burnt_down
from rcw_rules.red_actions.game.scene import Scene
from rcw_rules.red_actions.game.state import State
from rcw_rules.red_actions.game.tasks import Dig, FightFire, SetFire
from rcw_rules.red_actions.movement import DEEPEST, BuildingFireRequest, DigInRequest
from rcw_rules.red_actions.options import Options
from rcw_rules.red_actions.turn import Action as SegmentAction
from rcw_rules.red_actions.turn import ActionLegalityRequest, Building

# --- Foxholes ---------------------------------------------------------------------------------------------------------


def plan_dig(scene: Scene, action: Dig) -> DigInRequest:
    """Return how a unit digs.

    Raises:
        IllegalRequestError: It cannot.

    Rules: dig-rate, act-engineering.
    """
    unit = scene.units[action.unit]
    legality = ActionLegalityRequest(
        unit=unit, actions=(SegmentAction(what="dig"),), around=circumstances(scene, unit.name)
    )
    scene.judge.resolve(legality, "segment")
    if unit.foxholes >= DEEPEST:
        refuse("dig-rate", f"{unit.name} has dug as deep as it can")
    request = DigInRequest(
        arm=unit.card.arm,
        tools=unit.card.entrenching_tools,
        progress=unit.foxholes,
        otherwise_busy=unit.evading,
    )
    scene.judge.declared(request).require()
    return request


def dig(umpire: Umpire[Options], scene: Scene, action: Dig) -> Done:
    """Let a unit dig foxholes where it stands.

    Rules: dig-rate, char-mob-hesitation.
    """
    request, unit = plan_dig(scene, action), scene.units[action.unit]
    if does_hesitate(umpire, scene, unit.name, "other"):
        return hesitated(scene.state)
    dug = umpire.resolve(request, f"{unit.name} digs")
    return acted(scene.state, unit, foxholes=dug.progress), True


# --- Fires ------------------------------------------------------------------------------------------------------------


def building_of(state: State, name: str) -> TerrainPiece | None:
    """Return a building of the table; None if there is none of that name."""
    return next((one for one in state.table.terrain if one.name == name and one.kind in HOUSE_KINDS), None)


def markers_on(state: State, name: str) -> int:
    """Return how many markers a fire has put on a building.

    Rules: bld-fire-set.
    """
    burning = {one.name: one.markers for one in (*state.game.buildings, *state.report.buildings)}
    return burning.get(name, 0)


def plan_fire(scene: Scene, action: SetFire | FightFire) -> BuildingFireRequest:
    """Return what a unit does about the fire of a building that it touches.

    Raises:
        IllegalRequestError: It cannot.

    Rules: bld-fire-set, bld-fire-fight, act-engineering.
    """
    state, unit = scene.state, scene.units[action.unit]
    piece = building_of(state, action.place)
    if piece is None:
        refuse("bld-fire-set", f"there is no building {action.place!r}")
    group = scene.group_of(unit.name)
    touches = state.table.distance_to(group, piece.name) <= TOUCHING or any(
        is_inside(base.centre, piece.outline) for base in group.bases
    )
    what: Literal["set_fire", "fight_fire"] = "set_fire" if isinstance(action, SetFire) else "fight_fire"
    around = evolve(circumstances(scene, unit.name), contact_at_start=touches)
    legality = ActionLegalityRequest(unit=unit, actions=(SegmentAction(what=what),), around=around)
    scene.judge.resolve(legality, "segment")
    operation: Literal["set", "fight"] = "set" if isinstance(action, SetFire) else "fight"
    request = BuildingFireRequest(operation=operation, markers=markers_on(state, piece.name), touches=touches)
    scene.judge.declared(request).require()
    return request


def fire(umpire: Umpire[Options], scene: Scene, action: SetFire | FightFire) -> Done:
    """Let a unit set a building on fire, or fight its fire.

    Rules: bld-fire-set, bld-fire-fight, bld-fire-grow, char-mob-hesitation.
    """
    request, unit = plan_fire(scene, action), scene.units[action.unit]
    if does_hesitate(umpire, scene, unit.name, "other"):
        return hesitated(scene.state)
    burning = umpire.resolve(request, f"fire of {action.place}")
    state = acted(scene.state, unit)
    changed = tuple(one for one in state.report.buildings if one.name != action.place)
    now = Building(name=action.place, markers=burning.markers)
    state = evolve(state, report=evolve(state.report, buildings=(*changed, now)))
    return (burnt_down(umpire, state, action.place) if burning.destroyed else state), True
