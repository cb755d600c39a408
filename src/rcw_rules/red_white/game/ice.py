"""Troops on thin ice: the dice that each stand throws as its unit comes from the bank."""

from __future__ import annotations

from attrs import evolve

from rcw_rules.kernel.geometry.table import Group, is_inside
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.red_white.game.scene import Scene
from rcw_rules.red_white.game.state import State
from rcw_rules.red_white.game.strengths import with_unit
from rcw_rules.red_white.options import Options
from rcw_rules.red_white.river import RiverCrossingRequest


def is_on_ice(state: State, group: Group) -> bool:
    """Return whether any stand of a group is on thin ice already.

    Rules: thin-crossing.
    """
    thin = {section.name for section in state.river if section.state == "thin_ice"}
    outlines = [piece.outline for piece in state.scenario.table.terrain if piece.name in thin]
    return any(is_inside(base.centre, outline) for base in group.bases for outline in outlines)


def crossed_ice(umpire: Umpire[Options], scene: Scene, state: State, name: str, start: Group) -> State:
    """Return the state after a unit has come onto thin ice: who falls through is gone.

    A unit throws its ice dice as it comes from the bank; while it is on the ice it throws no others.

    Args:
        umpire: Throws the dice.
        scene: Knows the unit as it was.
        state: The state with the unit where it is now.
        name: The unit.
        start: Where it set out.

    Rules: thin-crossing, gen-unit-state.
    """
    if is_on_ice(state, start):
        return state
    unit = state.the_troop(name).unit
    outcome = umpire.resolve(RiverCrossingRequest(unit=unit, state="thin_ice"), f"{name} on thin ice")
    if outcome.destroyed:
        return state.lost(name, "destroyed")
    after = evolve(
        unit,
        stands=outcome.stands,
        machine_gun=unit.machine_gun and not outcome.machine_gun_lost,
        cheka=unit.cheka and not outcome.cheka_lost,
        casualties=outcome.casualties,
    )
    return with_unit(scene, state, name, after)
