"""What a side may know of a whole game: who is hidden from it, and what of an action may be told to everybody."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from attrs import evolve

from rcw_rules.games import UMPIRE
from rcw_rules.red_actions.game.actions import Charge, Shoot, Spring
from rcw_rules.red_actions.game.scenario import SIDES, Scenario
from rcw_rules.red_actions.game.state import Stage, State

_NAMES = ("have_moved", "fired", "failed_charge", "scouts", "rolling", "marching")
"""The fields of a state that list names of units."""

_NOTES = ("ambushers", "mishaps", "aboard", "wired", "horses", "spent", "laid", "astray", "attached", "weapons")
"""The fields of a state that keep notes, each of a unit."""


def unseen_by(state: State, viewer: str) -> frozenset[str]:
    """Return the units of which a side knows nothing: the enemy's in ambush, and those that are still to come.

    Args:
        state: The state.
        viewer: A side, or "umpire", to whom nothing is hidden.

    Rules: amb-where, seq-position-markers, seq-reinforcements.
    """
    if viewer == UMPIRE:
        return frozenset()
    hidden = {one.unit for one in state.ambushers}
    units = (*(state.unit(name) for name in hidden), *(one.unit for one in state.game.reinforcements))
    return frozenset(unit.name for unit in units if unit is not None and unit.side != viewer)


def stage_for(state: State, viewer: str) -> Stage:
    """Return where a game is, as a side may know it: that an ambush is possible shows to those in ambush alone.

    Rules: amb-spring, amb-where.
    """
    return "segment" if state.stage == "ambush" and viewer not in (UMPIRE, state.to_act) else state.stage


def kept_dark(before: State, after: State, action: Any) -> frozenset[str]:
    """Return the units of which nothing may be told after an action, since one of the sides knows of none of it.

    Those that come out of hiding are told of, and so are those that attack out of it and are lost.

    Args:
        before: The state before the action.
        after: The state after it.
        action: The action.

    Rules: amb-where, seq-steps.
    """
    placing = before.to_place
    dark = {name for side in SIDES for name in unseen_by(before, side)}
    if placing is not None:
        dark.add(placing.name)
    if not dark:
        return frozenset()
    still = {name for side in SIDES for name in unseen_by(after, side)}
    attacks = isinstance(action, Spring | Shoot | Charge)
    others: tuple[str, ...] = getattr(action, "others", ())
    shown = {action.unit, *others} if attacks else set[str]()
    dark = {name for name in dark if name in still or (after.unit(name) is None and name not in shown)}
    seniors = (one.name for one in (*before.attached, *after.attached) if one.unit in dark)
    return frozenset((*dark, *seniors))


def without(state: State, names: Collection[str]) -> State:
    """Return a state as if some units had never been there.

    Rules: amb-where.
    """
    if not names:
        return state
    game = evolve(
        state.game,
        units=tuple(unit for unit in state.game.units if unit.name not in names),
        reinforcements=tuple(one for one in state.game.reinforcements if one.unit.name not in names),
        hidden=tuple(name for name in state.game.hidden if name not in names),
    )
    lists: dict[str, Any] = {
        field: tuple(name for name in getattr(state, field) if name not in names) for field in _NAMES
    }
    lists |= {field: tuple(one for one in getattr(state, field) if one.unit not in names) for field in _NOTES}
    return evolve(
        state,
        scenario=_scenario_without(state.scenario, names),
        game=game,
        report=evolve(state.report, changed=tuple(unit for unit in state.report.changed if unit.name not in names)),
        groups=tuple(group for group in state.groups if group.name not in names),
        frames=tuple(
            evolve(frame, joiners=tuple(name for name in frame.joiners if name not in names)) for frame in state.frames
        ),
        captives=tuple(evolve(one, guard="") if one.guard in names else one for one in state.captives),
        **lists,
    )


def _scenario_without(scenario: Scenario, names: Collection[str]) -> Scenario:
    return evolve(
        scenario,
        zones=tuple(
            evolve(zone, units=tuple(unit for unit in zone.units if unit.name not in names)) for zone in scenario.zones
        ),
        entries=tuple(
            evolve(entry, units=tuple(unit for unit in entry.units if unit.name not in names))
            for entry in scenario.entries
        ),
        carts=tuple(one for one in scenario.carts if one.unit not in names),
        gas=tuple(name for name in scenario.gas if name not in names),
    )


def as_seen(state: State, viewer: str) -> State:
    """Return a state without the units of which a side knows nothing; the umpire knows of all.

    Rules: amb-where.
    """
    return without(state, unseen_by(state, viewer))
