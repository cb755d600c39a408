"""Units that shed their terror, rally from rout, or rout on."""

from __future__ import annotations

from attrs import evolve

from rcw_rules.kernel.geometry.table import middle_of
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.red_actions.game.actions import Rally
from rcw_rules.red_actions.game.aftermaths import friends_tested, moved_in_rout
from rcw_rules.red_actions.game.deeds import Done, has_moved, hesitated
from rcw_rules.red_actions.game.notes import Tally
from rcw_rules.red_actions.game.placing import at_the_edge
from rcw_rules.red_actions.game.possession import threatens_weapons
from rcw_rules.red_actions.game.refusing import refuse
from rcw_rules.red_actions.game.scene import BACK, Scene
from rcw_rules.red_actions.game.state import LeftBehind, State
from rcw_rules.red_actions.model import Unit
from rcw_rules.red_actions.morale import (
    NOWHERE_SPECIAL,
    OPEN_WAY,
    Pursuer,
    RallyRoutRequest,
    RallyTerrorRequest,
)
from rcw_rules.red_actions.options import Options


def rally(umpire: Umpire[Options], scene: Scene, action: Rally) -> Done:
    """Let a unit shed its terror, or rally from rout, or rout on.

    Rules: rally-terror, rally-rout-when.
    """
    state, unit = scene.state, scene.units[action.unit]
    if unit.routing:
        return _rally_from_rout(umpire, scene, unit)
    if not unit.terror:
        refuse("rally-terror", f"{unit.name} has no terror markers")
    done = umpire.resolve(
        RallyTerrorRequest(unit=unit, enemy_in_sight=scene.sees_enemy(unit.name)), f"rally of {unit.name}"
    )
    return hesitated(state) if done.hesitated else (state.with_units(done.unit), True)


def _rally_from_rout(umpire: Umpire[Options], scene: Scene, unit: Unit) -> Done:
    state, name = scene.state, unit.name
    spot = next((one for one in state.off_table if one.unit == name), None)
    attempt = state.tally(state.rallies, name) + 1
    direction = scene.homewards(unit.side) if spot is not None else scene.rout_direction(name, _chaser(state, name))
    request = RallyRoutRequest(
        unit=unit,
        situation=evolve(NOWHERE_SPECIAL, side=unit.side) if spot is not None else scene.situation_of(name),
        pursuers=() if spot is not None else _pursuers(scene, name),
        way=OPEN_WAY if spot is not None else scene.rout_way(name, direction, by_enemy=False),
        off_table=spot is not None,
        attempt=attempt,
        weapons_threatened=any(threatens_weapons(scene, one) for one in state.weapons if one.unit == name),
        infantry_rally=_infantry_rally(scene, unit),
    )
    done = umpire.resolve(request, f"rally of {name}")
    state = state.with_units(done.unit)
    if done.weapons == "left_behind" and spot is None and not any(one.unit == name for one in state.weapons):
        began = next((one.at for one in state.fled_from if one.unit == name), middle_of(scene.group_of(name)))
        state = evolve(state, weapons=(*state.weapons, LeftBehind(unit=name, at=began)))
    if done.result == "rallied":
        return _rallied(state, scene, unit, spot, done.no_advance_turns), True
    if done.result == "removed" and done.move is None:
        return evolve(state, off_table=tuple(one for one in state.off_table if one.unit != name)), True
    counts = {one.unit: one.count for one in state.rallies} | ({name: attempt} if done.attempted else {})
    state = evolve(state, rallies=tuple(Tally(unit=key, count=count) for key, count in counts.items()))
    if done.move is not None:
        state = moved_in_rout(state, name, direction, done.move)
        state = friends_tested(umpire, state, scene, name, direction, done.move)
    return state, True


def _rallied(state: State, scene: Scene, unit: Unit, spot: LeftBehind | None, shaken: int) -> State:
    """Return the state in which a unit has rallied: where it is, or again on the table at the edge.

    Rules: rally-rout-success, misc-table-edge, rally-optional-no-advance.
    """
    name = unit.name
    state = evolve(
        state,
        chases=tuple(one for one in state.chases if one.router != name),
        rallies=tuple(one for one in state.rallies if one.unit != name),
        off_table=tuple(one for one in state.off_table if one.unit != name),
        fled_from=tuple(one for one in state.fled_from if one.unit != name),
    )
    if shaken:
        until = Tally(unit=name, count=state.game.turn + shaken)
        state = evolve(state, shaken=(*(one for one in state.shaken if one.unit != name), until))
    if spot is not None:
        facing = (scene.homewards(unit.side) + BACK).bearing
        group = at_the_edge(state, state.the_unit(name), spot.at, facing)
        if group is not None:
            state = state.with_group(group)
            rallied = evolve(state.the_unit(name), in_column=unit.bases > 1, formed=False)
            state = has_moved(state.with_units(rallied), name)
    return state


def _chaser(state: State, name: str) -> str | None:
    return next((one.pursuer for one in state.chases if one.router == name and state.group(one.pursuer)), None)


def _pursuers(scene: Scene, name: str) -> tuple[Pursuer, ...]:
    """Return the enemies that follow a unit in rout, and neither retire nor rout themselves.

    Rules: rally-rout-when.
    """
    followers = [one.pursuer for one in scene.state.chases if one.router == name and one.pursuer in scene.on_table]
    return tuple(
        Pursuer(distance=scene.facts.gap(name, other), speed=scene.units[other].card.speed)
        for other in dict.fromkeys(followers)
        if not scene.units[other].routing
    )


def _infantry_rally(scene: Scene, unit: Unit) -> int | None:
    """Return the rally number of the infantry nearest to a team, on the table or in the roster; None for others.

    Rules: rally-rout-mg-mortar.
    """
    if unit.card.arm not in ("mg", "mortar"):
        return None
    near = [
        (scene.facts.gap(unit.name, one.name), one.name, one.card.rally)
        for one in scene.units_of(unit.side)
        if unit.name in scene.on_table and one.card.arm == "rifle" and one.card.rally is not None
    ]
    if near:
        return min(near, key=lambda one: (one[0], one[1]))[2]
    roster = (one.card for one in scene.state.scenario.roster if one.side == unit.side)
    return next((card.rally for card in roster if card.arm == "rifle"), unit.card.rally)
