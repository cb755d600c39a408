"""Moves to the rear, as they end on the table: whoever stands in the way is passed, and nobody is stood upon."""

from __future__ import annotations

from attrs import evolve

from rcw_rules.kernel.lengths import Inches
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.red_white.game.ice import crossed_ice
from rcw_rules.red_white.game.placing import with_room
from rcw_rules.red_white.game.scene import NOTHING, Scene
from rcw_rules.red_white.game.state import State
from rcw_rules.red_white.game.tracks import backed_off
from rcw_rules.red_white.options import Options


def went_back(
    umpire: Umpire[Options], scene: Scene, state: State, name: str, far: Inches | None, *, off_table: bool
) -> State:
    """Return the state after a unit has gone to the rear, its facing kept; guns are limbered up for it.

    Where somebody stands at the end of the way it goes on until it has room, or to the nearest place that has. If it
    comes onto thin ice from the bank, each of its stands throws its die there.

    Args:
        umpire: Throws the dice on thin ice.
        scene: Knows where the rear is.
        state: The state before.
        name: Who goes.
        far: How far; None counts as nothing.
        off_table: Whether it leaves the table, and the game.

    Rules: gen-rear, morale-off-table, fright-artillery, thin-crossing.
    """
    troop, group = state.the_troop(name), state.group(name)
    if group is None:
        return state
    if off_table:
        return state.lost(name, "off_table")
    if troop.unit.type == "artillery" and not troop.limbered and (far or NOTHING) > NOTHING:
        state = state.with_troop(evolve(troop, limbered=True))
    if troop.track:
        return state.with_group(backed_off(state, troop, group, far or NOTHING))
    direction = scene.rearwards(troop.side)
    # By rounding a unit may come to stand a thousandth beyond the edge.
    most = min(far or NOTHING, state.scenario.table.room(group, direction))
    there = with_room(state, group.moved(direction, most), direction, lambda one: scene.can_stand(troop, one))
    if there is None:
        return state
    state = state.with_group(there)
    if not any(section.state == "thin_ice" for section in state.river):
        return state
    if not scene.way(troop, group, direction, most).crosses_ice:
        return state
    return crossed_ice(umpire, scene, state, name, group)
