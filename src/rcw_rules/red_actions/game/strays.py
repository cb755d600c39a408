"""Moves in the dark: the way that a unit really goes, and friends who shoot at it by mistake."""

from __future__ import annotations

from attrs import evolve

from rcw_rules.kernel.errors import IllegalRequestError
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.red_actions.game.actions import NO_WAY, Move, Shoot
from rcw_rules.red_actions.game.aftermaths import apply
from rcw_rules.red_actions.game.aiming import able, shot_at
from rcw_rules.red_actions.game.moving import Walked, plan_move
from rcw_rules.red_actions.game.night import friends_met, shortened, veered
from rcw_rules.red_actions.game.scene import Scene
from rcw_rules.red_actions.game.state import State
from rcw_rules.red_actions.game.supplies import ammunition_request, with_shot
from rcw_rules.red_actions.model import Unit
from rcw_rules.red_actions.options import Options
from rcw_rules.red_actions.turn import FriendMet


def strayed(umpire: Umpire[Options], scene: Scene, action: Move, plan: Walked) -> tuple[Scene, Walked]:
    """Return the move that a unit makes in the dark, and the scene in which it sets out.

    One that loses its way goes as far as it can in the direction in which it now faces.

    Rules: wx-night-veer.
    """
    if plan.night is None:
        return scene, plan
    there = veered(umpire, scene, action, plan.night)
    if there.group_of(action.unit) == scene.group_of(action.unit):
        return there, plan
    for shorter in shortened(action):
        try:
            return there, plan_move(there, shorter, finds_way=False)
        except IllegalRequestError:
            continue
    return there, plan_move(there, Move(unit=action.unit, ahead=NO_WAY, evading=action.evading), finds_way=False)


def mistaken(umpire: Umpire[Options], before: Scene, state: State, plan: Walked) -> State:
    """Return the state after friends who come into sight have taken a unit for the enemy, or have not.

    Rules: wx-night-friends.
    """
    name = plan.unit.name
    if plan.night is None or state.group(name) is None:
        return state
    scene = before.scene_of(state)
    met = tuple(
        FriendMet(name=friend, able_to_fire=_can_fire(scene, scene.units[friend], scene.units[name]))
        for friend in friends_met(before, scene, name)
    )
    if not met:
        return state
    asked = evolve(plan.night, follows_feature=True, friends_met=met)  # its way is found already
    for friend in umpire.resolve(asked, f"friends of {name}").fired_at_by:
        state = _fires(umpire, before.scene_of(state), friend, name)
    return state


def _can_fire(scene: Scene, unit: Unit, mover: Unit) -> bool:
    if unit.has_acted or unit.routing or unit.limbered or unit.card.range is None or unit.card.shooting_value is None:
        return False
    ammunition = ammunition_request(scene.state, unit)
    if ammunition is not None and not scene.judge.declared(ammunition):
        return False
    if any(one.unit == unit.name for one in scene.state.weapons):
        return False
    shot = shot_at(scene, unit, mover, scene.group_of(unit.name), Shoot(unit=unit.name, target=mover.name))
    return bool(able(scene, unit, mover, scene.group_of(unit.name), unit.card.range) and scene.judge.declared(shot))


def _fires(umpire: Umpire[Options], scene: Scene, friend: str, name: str) -> State:
    """Return the state after a friend has shot at a unit by mistake, which uses its segment.

    Rules: wx-night-friends.
    """
    state = scene.state
    if name not in scene.on_table:
        return state
    unit, mover = scene.units[friend], scene.units[name]
    shot = shot_at(scene, unit, mover, scene.group_of(friend), Shoot(unit=friend, target=name))
    if not scene.judge.declared(shot):
        return state
    done = umpire.resolve(shot, f"mistake of {friend}")
    state = with_shot(state.with_units(done.shooter), friend)
    state = evolve(
        state,
        fired=tuple(dict.fromkeys((*state.fired, friend))),
        ambushers=tuple(one for one in state.ambushers if one.unit != friend),
    ).noted(fired=(friend,), shot_at=(name,))
    return apply(umpire, state, done.aftermath, by=friend)
