"""Troops who ride in the cars of a train: they get on and off while it stands, and share the fate of their car."""

from __future__ import annotations

from attrs import evolve

from rcw_rules.kernel.geometry.table import TOUCHING, Group, free_place, moved
from rcw_rules.kernel.lengths import Inches, inches
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.red_actions.game.captives import without_guard
from rcw_rules.red_actions.game.deeds import Done, does_hesitate, has_moved, hesitated
from rcw_rules.red_actions.game.moving import circumstances
from rcw_rules.red_actions.game.notes import Aboard
from rcw_rules.red_actions.game.placing import group_of
from rcw_rules.red_actions.game.refusing import refuse
from rcw_rules.red_actions.game.scene import BACK, Scene
from rcw_rules.red_actions.game.state import State
from rcw_rules.red_actions.game.tasks import Disembark, Embark
from rcw_rules.red_actions.game.trains import AT_REST, aboard_of, train_of
from rcw_rules.red_actions.options import Options
from rcw_rules.red_actions.turn import Action as SegmentAction
from rcw_rules.red_actions.turn import ActionLegalityRequest
from rcw_rules.red_actions.units import DismountRequest

BESIDE_CAR = inches(4)


def _stands(state: State, car: str) -> None:
    """Check that the train of a car stands.

    Raises:
        IllegalRequestError: It goes, or there is no such car.

    Rules: dis-time, train-speed.
    """
    train = train_of(state, car)
    if train is None:
        refuse("train-cars", f"{car!r} is no car of a train")
    if train.last_move > AT_REST:
        refuse("dis-time", f"troops get on and off only while {train.name} stands")


def plan_embark(scene: Scene, action: Embark) -> DismountRequest:
    """Return how a unit gets on a car that it touches.

    Raises:
        IllegalRequestError: It cannot.

    Rules: dis-time, train-cars, act-limber-whole-action.
    """
    state, unit, car = scene.state, scene.units[action.unit], scene.units.get(action.car)
    if car is None or car.side != unit.side or not car.card.carries_bases:
        refuse("train-cars", f"{action.car!r} is no car of {unit.side.capitalize()} that carries troops")
    _stands(state, car.name)
    if unit.card.category != "infantry":
        refuse("train-cars", f"whole games know infantry aboard trains, not {unit.name}")
    there = sum(scene.units[one.unit].bases for one in state.aboard if one.car == car.name)
    if there + unit.bases > car.card.carries_bases:
        refuse("train-cars", f"{car.name} carries {car.card.carries_bases} bases, and {there} are in it")
    if scene.facts.gap(unit.name, car.name) > TOUCHING:
        refuse("dis-time", f"{unit.name} does not touch {car.name}: move up to it first")
    return _request(scene, unit.name, "embark")


def _request(scene: Scene, name: str, what: str) -> DismountRequest:
    unit = scene.units[name]
    around = circumstances(scene, name) if name in scene.on_table else None
    segment = SegmentAction(what=what)  # type: ignore[arg-type]
    asked = ActionLegalityRequest(unit=unit, actions=(segment,))
    scene.judge.resolve(asked if around is None else evolve(asked, around=around), "segment")
    request = DismountRequest(unit=unit, action="mount" if what == "embark" else "dismount", transport="train")
    scene.judge.declared(request).require()
    return request


def embark(umpire: Umpire[Options], scene: Scene, action: Embark) -> Done:
    """Let a unit get on a car of a train, which is its entire move.

    Rules: dis-time, train-cars, char-mob-hesitation.
    """
    request, state = plan_embark(scene, action), scene.state
    if does_hesitate(umpire, scene, action.unit, "other"):
        return hesitated(state)
    outcome = umpire.resolve(request, f"{action.unit} embarks")
    state = has_moved(without_guard(state, action.unit).with_units(outcome.unit), action.unit)
    note = Aboard(unit=action.unit, car=action.car)
    groups = tuple(group for group in state.groups if group.name != action.unit)
    return evolve(state, groups=groups, aboard=(*state.aboard, note)), True


def plan_disembark(scene: Scene, action: Disembark) -> tuple[DismountRequest, Group]:
    """Return how a unit gets off its train, and where it stands beside it.

    Raises:
        IllegalRequestError: It cannot.

    Rules: dis-time, train-cars, act-limber-whole-action.
    """
    state, unit = scene.state, scene.units[action.unit]
    car = aboard_of(state, unit.name)
    if not car:
        refuse("dis-time", f"{unit.name} is aboard no train")
    _stands(state, car)
    base = scene.group_of(car).bases[0]
    ahead = (scene.homewards(unit.side) + BACK).bearing
    half = Inches(thousandths=(base.depth.thousandths + base.frontage.thousandths) // 2)
    found = None
    for facing in (ahead, (ahead + BACK).bearing):
        wanted = group_of(unit, moved(base.centre, facing, half), ahead, column=unit.in_column)
        found = found or free_place(scene.layout, wanted, facing, BESIDE_CAR)
    if found is None:
        refuse("mov-interpenetration", f"there is no room for {unit.name} beside {car}")
    return _request(scene, unit.name, "disembark"), found


def disembark(umpire: Umpire[Options], scene: Scene, action: Disembark) -> Done:
    """Let a unit get off its train, which is its entire move: it stands beside its car, on the enemy's side of it.

    Rules: dis-time, train-cars.
    """
    (request, there), state = plan_disembark(scene, action), scene.state
    outcome = umpire.resolve(request, f"{action.unit} disembarks")
    state = evolve(state, aboard=tuple(one for one in state.aboard if one.unit != action.unit))
    return has_moved(state.with_units(outcome.unit).with_group(there), action.unit), True
