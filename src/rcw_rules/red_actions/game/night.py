"""Night and fog in a whole game: units lose their way, and friends who come upon each other may shoot."""

from __future__ import annotations

from attrs import evolve

from rcw_rules.kernel.angles import degrees
from rcw_rules.kernel.geometry.table import Group, gap_to_line, middle_of
from rcw_rules.kernel.lengths import Inches, inches
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.red_actions.game.actions import NO_TURN, NO_WAY, Move
from rcw_rules.red_actions.game.notes import Astray
from rcw_rules.red_actions.game.refusing import refuse
from rcw_rules.red_actions.game.scene import Scene
from rcw_rules.red_actions.game.state import State
from rcw_rules.red_actions.model import Unit
from rcw_rules.red_actions.options import Options
from rcw_rules.red_actions.turn import NightActionRequest

FEATURES = ("road", "track", "railway", "rails", "stream", "ditch", "hedge", "wall", "fence")
"""The lines that a unit can follow in the dark."""

BESIDE_FEATURE = inches(1)
"""How near to a line a unit follows it."""

_SHARES = (10, 8, 6, 4, 2)


def astray_by(state: State, name: str) -> int:
    """Return by how many degrees a unit has gone astray, to the right; negative to the left."""
    return next((one.veer for one in state.astray if one.unit == name), 0)


def follows(scene: Scene, start: Group, end: Group) -> bool:
    """Return whether a move follows a line on the table: all bases begin and end beside it.

    Rules: wx-night-veer.
    """
    return any(
        line.kind in FEATURES
        and all(
            gap_to_line(line.points, base.centre) <= BESIDE_FEATURE + Inches(thousandths=line.width.thousandths // 2)
            for base in (*start.bases, *end.bases)
        )
        for line in scene.layout.table.lines
    )


def night_of(scene: Scene, unit: Unit, action: Move, start: Group, end: Group) -> NightActionRequest | None:
    """Return what darkness has to say to a move; None by day, and for units that stay.

    Rules: wx-night-column, wx-night-veer.
    """
    if scene.judge.options.night == "off" or action.ahead == NO_WAY:
        return None
    speed = inches(16 if unit.card.mounted else 10) if unit.card.arm == "officer" else unit.card.speed
    return NightActionRequest(
        distance=action.ahead,
        speed=speed,
        in_column=unit.in_column or unit.bases == 1,
        follows_feature=follows(scene, start, end),
        veered=astray_by(scene.state, unit.name),
    )


def check_night(scene: Scene, action: Move, request: NightActionRequest | None) -> None:
    """Check that a unit goes no faster in the dark than it may, and does not find its way by itself.

    Raises:
        IllegalRequestError: It may not go so.

    Rules: wx-night-column, wx-night-veer.
    """
    if request is None:
        return
    scene.judge.declared(request).require()
    turns = action.wheel != NO_TURN or action.turn != NO_TURN or action.turn_after != NO_TURN
    if request.veered and turns and not request.follows_feature:
        message = f"{action.unit} has lost its way: it goes straight ahead until it comes to a road or the like"
        refuse("wx-night-veer", message)


def veered(umpire: Umpire[Options], scene: Scene, action: Move, request: NightActionRequest | None) -> Scene:
    """Return the scene in which a unit has lost its way, or found it: it faces where it will go.

    Rules: wx-night-veer.
    """
    if request is None:
        return scene
    name, state = action.unit, scene.state
    veer = umpire.resolve(request, f"{name} in the dark").veer
    others = tuple(one for one in state.astray if one.unit != name)
    astray = (*others, Astray(unit=name, veer=veer)) if veer else others
    group = scene.group_of(name)
    turned = group.turned(middle_of(group), degrees(0 if request.follows_feature else veer - request.veered))
    room = scene.layout.without(name)
    state = evolve(state, astray=astray)
    if room.is_free(turned) and room.table.is_on(turned):
        state = state.with_group(turned)
    return scene.scene_of(state)


def shortened(action: Move) -> tuple[Move, ...]:
    """Return the moves that a unit makes that has lost its way: as far as it can."""
    return tuple(evolve(action, ahead=Inches(thousandths=action.ahead.thousandths * share // 10)) for share in _SHARES)


def friends_met(before: Scene, after: Scene, name: str) -> tuple[str, ...]:
    """Return the friends into whose sight a move has first brought a unit, the nearest first.

    Rules: wx-night-friends.
    """
    side = after.units[name].side
    met = [
        (after.facts.gap(name, one.name), one.name)
        for one in after.units_of(side)
        if one.name != name and not before.sees(one.name, name) and after.sees(one.name, name)
    ]
    return tuple(friend for _, friend in sorted(met))
