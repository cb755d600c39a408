"""Taking possession: guns without crews, weapons left behind, horses and prisoners."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from rcw_rules.kernel.geometry.table import Point, gap
from rcw_rules.kernel.lengths import Inches
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.red_actions.game.captives import guarded_against, in_building, owned, touches
from rcw_rules.red_actions.game.deeds import Done, acted, does_hesitate, hesitated
from rcw_rules.red_actions.game.moving import circumstances
from rcw_rules.red_actions.game.refusing import refuse
from rcw_rules.red_actions.game.scene import Scene
from rcw_rules.red_actions.game.state import LeftBehind, State
from rcw_rules.red_actions.game.tasks import Eliminate, Take
from rcw_rules.red_actions.model import NO_DISTANCE, Side
from rcw_rules.red_actions.options import Options
from rcw_rules.red_actions.turn import Action as SegmentAction
from rcw_rules.red_actions.turn import ActionLegalityRequest
from rcw_rules.red_actions.units import PrisonersRequest


def things_near(scene: Scene, name: str) -> Iterator[str]:
    """Yield what a unit may take possession of: its own weapons, what the enemy left, prisoners whom nobody guards."""
    state, side = scene.state, scene.units[name].side
    group = scene.group_of(name)
    for thing, at in _things(state, name, side):
        if touches(group, at):
            yield thing


def _things(state: State, name: str, side: Side) -> Iterator[tuple[str, Point]]:
    yield from ((one.unit, one.at) for one in state.weapons if one.unit == name or _is_enemys(state, one, side))
    yield from ((one.unit, one.at) for one in state.guns if one.held_by != side)
    yield from ((one.unit, one.at) for one in state.horses if one.side != side)
    yield from ((one.name, one.at) for one in state.captives if one.held_by != side or not one.guard)


def _is_enemys(state: State, left: LeftBehind, side: Side) -> bool:
    unit = state.unit(left.unit)
    return unit is not None and unit.side != side


def plan_take(scene: Scene, action: Take) -> Point:
    """Return where a thing lies that a unit takes possession of.

    Raises:
        IllegalRequestError: There is no such thing, it does not touch it, or an enemy does.

    Rules: act-possession, rally-rout-mg-mortar, misc-prisoners-take.
    """
    state, unit = scene.state, scene.units[action.unit]
    at = next((at for thing, at in _things(state, unit.name, unit.side) if thing == action.thing), None)
    if at is None:
        refuse("act-possession", f"there is nothing of {action.thing!r} that {unit.name} could take")
    _legal(scene, unit.name, "take_possession", at)
    return at


def _legal(scene: Scene, name: str, what: str, at: Point) -> None:
    unit, group = scene.units[name], scene.group_of(name)
    around = evolve(
        circumstances(scene, name),
        contact_at_start=touches(group, at),
        enemy_holds=_enemy_touches(scene, unit.side, at),
    )
    action = SegmentAction(what=what)  # type: ignore[arg-type]
    scene.judge.resolve(ActionLegalityRequest(unit=unit, actions=(action,), around=around), "segment")


def _enemy_touches(scene: Scene, side: Side, at: Point) -> bool:
    return any(touches(scene.group_of(enemy.name), at) for enemy in scene.enemies(side, able=True))


def take(umpire: Umpire[Options], scene: Scene, action: Take) -> Done:
    """Let a unit take possession of what it touches; it is its whole action.

    A team takes up its own weapons again; if an enemy threatens them, it leaves the table without them. Weapons and
    horses of the enemy are lost to him. Captured guns change hands, and nobody serves them any more.

    Rules: act-possession, rally-rout-mg-mortar, misc-prisoners-take, dis-horse-holders, rout-guns,
        char-mob-hesitation.
    """
    plan_take(scene, action)
    state, unit, thing = scene.state, scene.units[action.unit], action.thing
    if does_hesitate(umpire, scene, unit.name, "other"):
        return hesitated(state)
    left = next((one for one in state.weapons if one.unit == thing), None)
    state = acted(state, unit)
    if left is not None:
        state = evolve(state, weapons=tuple(one for one in state.weapons if one is not left))
        if thing == unit.name and threatens_weapons(scene, left):
            umpire.result("rally-rout-mg-mortar", "{unit} leaves its weapons for good", unit=thing)
            state = state.with_units(evolve(unit, bases=0))
        return state, True
    captives = next((one for one in state.captives if one.name == thing), None)
    if captives is not None:
        asked = PrisonersRequest(
            event="takes_possession",
            by=unit.side,
            owner=captives.held_by,
            guarded=guarded_against(state, captives, unit.side),
            in_building=in_building(state, captives),
        )
        owner = umpire.resolve(asked, f"{unit.name} takes {thing}").owner
        return owned(state, captives, owner, unit.name), True
    umpire.result("act-possession", "{unit} takes possession of what {thing} left", unit=unit.name, thing=thing)
    horses = next((one for one in state.horses if one.unit == thing), None)
    if horses is not None:
        army = state.game.army_of(horses.side)
        lost = army.lost_points + horses.holders * horses.card.points_per_base
        game = state.game.with_army(evolve(army, lost_points=lost))
        return evolve(state, game=game, horses=tuple(one for one in state.horses if one is not horses)), True
    guns = tuple(evolve(one, held_by=unit.side) if one.unit == thing else one for one in state.guns)
    return evolve(state, guns=guns), True


def threatens_weapons(scene: Scene, left: LeftBehind) -> bool:
    """Return whether an enemy could charge, or shoot at close range, a team that fetched its weapons.

    Rules: rally-rout-mg-mortar.
    """
    unit = scene.units[left.unit]
    for enemy in scene.enemies(unit.side, able=True):
        close = Inches(thousandths=(enemy.card.range or NO_DISTANCE).thousandths // 2)
        if gap(left.at, scene.group_of(enemy.name)) <= max(close, enemy.card.speed):
            return True
    return False


def plan_eliminate(scene: Scene, action: Eliminate) -> PrisonersRequest:
    """Return what a unit does that eliminates prisoners.

    Raises:
        IllegalRequestError: It may not.

    Rules: misc-prisoners-kill.
    """
    state, unit = scene.state, scene.units[action.unit]
    captives = next((one for one in state.captives if one.name == action.thing), None)
    if captives is None or captives.held_by != unit.side:
        refuse("misc-prisoners-kill", f"{unit.side.capitalize()} holds no {action.thing!r}")
    _legal(scene, unit.name, "eliminate_prisoners", captives.at)
    request = PrisonersRequest(
        event="eliminates",
        by=unit.side,
        owner=captives.held_by,
        guarded=guarded_against(state, captives, unit.side),
        in_contact=touches(scene.group_of(unit.name), captives.at),
    )
    scene.judge.declared(request).require()
    return request


def eliminate(umpire: Umpire[Options], scene: Scene, action: Eliminate) -> Done:
    """Let a unit eliminate prisoners, where the option allows it.

    Rules: misc-prisoners-kill, char-mob-hesitation.
    """
    request, unit = plan_eliminate(scene, action), scene.units[action.unit]
    if does_hesitate(umpire, scene, unit.name, "other"):
        return hesitated(scene.state)
    umpire.resolve(request, f"{unit.name} and {action.thing}")
    state = acted(scene.state, unit)
    return evolve(state, captives=tuple(one for one in state.captives if one.name != action.thing)), True
