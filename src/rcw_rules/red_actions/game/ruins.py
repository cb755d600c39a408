"""Buildings that burn down or collapse, and what becomes of the troops in them."""

from __future__ import annotations

from attrs import evolve

from rcw_rules.kernel.umpire import Umpire
from rcw_rules.red_actions.game.aftermaths import pushed_back
from rcw_rules.red_actions.game.altered import in_ruins
from rcw_rules.red_actions.game.captives import HOUSE_KINDS
from rcw_rules.red_actions.game.scene import Scene, scene_at
from rcw_rules.red_actions.game.state import State
from rcw_rules.red_actions.model import NO_DISTANCE, Name
from rcw_rules.red_actions.morale import RetireRequest
from rcw_rules.red_actions.movement import BURNT_DOWN
from rcw_rules.red_actions.options import Options
from rcw_rules.red_actions.turn import Building


def burnt_down(umpire: Umpire[Options], state: State, name: Name) -> State:
    """Return the state after a building has burnt down: who is in it goes back out of it, or is lost.

    Rules: bld-fire-grow.
    """
    inside = occupants(umpire, state, name)
    state = in_ruins(state, name)
    for one in inside:
        unit = state.unit(one)
        if unit is None:
            continue
        scene = scene_at(umpire, state)
        gone = None
        if not unit.routing:
            asked = RetireRequest(unit=unit, cause="combat", footing=scene.footing_of(one, hard_cover=False))
            gone = umpire.resolve(asked, f"{one} leaves {name}")
        if gone is None or gone.moved <= NO_DISTANCE:
            umpire.result("bld-fire-grow", "{unit} is lost in the fire", unit=one)
            state = state.with_units(evolve(unit, bases=0))
            continue
        state = pushed_back(umpire, state.with_units(gone.unit), one, scene.backwards(one), gone.moved)
        state = state.noted(forced=(one,))
    return state


def collapsed(umpire: Umpire[Options], state: State, name: Name) -> State:
    """Return the state after a direct hit has brought a building down: all troops in it are lost.

    Rules: dh-buildings.
    """
    for one in occupants(umpire, state, name):
        umpire.result("dh-buildings", "{unit} is lost in {name}", unit=one, name=name)
        state = state.with_units(evolve(state.the_unit(one), bases=0))
    changed = tuple(one for one in state.report.buildings if one.name != name)
    state = evolve(state, report=evolve(state.report, buildings=(*changed, Building(name=name, markers=BURNT_DOWN))))
    return in_ruins(state, name)


def occupants(umpire: Umpire[Options], state: State, name: Name) -> tuple[str, ...]:
    """Return the units with most of their bases in a building."""
    scene = scene_at(umpire, state)
    return tuple(one for one in scene.on_table if any(piece.name == name for piece in scene.pieces_under(one)))


def building_under(scene: Scene, name: str) -> str:
    """Return the building in which most bases of a unit stand; "" for none."""
    return next((piece.name for piece in scene.pieces_under(name) if piece.kind in HOUSE_KINDS), "")
