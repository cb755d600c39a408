"""Units as something has left them: stands that they have lost leave the table."""

from __future__ import annotations

from attrs import evolve

from rcw_rules.kernel.geometry.table import with_fewer
from rcw_rules.red_white.game.scene import Scene, plain, stands_of
from rcw_rules.red_white.game.state import State
from rcw_rules.red_white.model import Unit


def with_unit(scene: Scene, state: State, name: str, unit: Unit) -> State:
    """Return the state with a unit as it is now; stands that it has lost leave the table.

    Rules: gen-stand.
    """
    troop = state.the_troop(name)
    state = state.with_troop(evolve(troop, unit=plain(unit, name)))
    group, count = state.group(name), stands_of(unit)
    if group is None or len(group.bases) == count:
        return state
    fewer = with_fewer(group, len(group.bases) - count)
    return state if fewer is None else state.with_group(fewer)


__all__ = ["with_unit"]
