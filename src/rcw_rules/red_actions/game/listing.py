"""Legal actions of a whole game: a sample of good candidates, the same for the same state on every machine.

A table in inches has no end of legal moves. For every unit that may act these are listed, where they are legal:

- hold; with infantry under fire, and evading;
- shoot at every target that the priorities allow, after the least turn that will do; and once with a full move ahead;
- charge every enemy that a straight line reaches, without a wheel or with one towards his middle;
- move as far as speed, ground and the distance from the enemy allow: straight ahead, towards the nearest enemy, into
  close range of him, towards the nearest place of victory that is not held, towards the nearest cover, and back;
- a move drawn at random, from a generator seeded by turn, unit and position;
- rally, limber, unlimber, hide, scout, form a column or a line and go ahead;
- the tasks that its state allows: get free, drive, cross wire, dig, dismount and mount, divide in halves, combine, form
  up, take possession, attach and detach seniors, set and fight fires.

Where a referee tells how many bases can fire, a unit may shoot at every enemy that its side knows of.

What is not listed may be legal: `verdict` judges any action.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from attrs import evolve

from rcw_rules.kernel.angles import Angle, degrees
from rcw_rules.kernel.errors import IllegalRequestError, NeedsRuling
from rcw_rules.kernel.geometry.table import (
    Ahead,
    Group,
    Point,
    distance,
    gap,
    middle_of,
    nearest_points,
    towards,
)
from rcw_rules.kernel.judging import Judge
from rcw_rules.kernel.lengths import Inches, inches
from rcw_rules.red_actions.game.actions import (
    NO_TURN,
    NO_WAY,
    Action,
    Charge,
    Enter,
    GoOn,
    Hide,
    Hold,
    HoldBack,
    LetThem,
    LieLow,
    Limber,
    Move,
    Preempt,
    Rally,
    Scout,
    Shoot,
    Unlimber,
)
from rcw_rules.red_actions.game.aiming import plan_shot, shot_legality, ways_to_turn
from rcw_rules.red_actions.game.charging import plan_charge
from rcw_rules.red_actions.game.deeds import distance_to
from rcw_rules.red_actions.game.laying import observers_of
from rcw_rules.red_actions.game.moving import Walked, circumstances, plan_move
from rcw_rules.red_actions.game.offers import rider_offers, spots_wanted, tasks_of, train_offers
from rcw_rules.red_actions.game.placing import coming_in, deployments, hiding_place
from rcw_rules.red_actions.game.riding import scenes_aboard
from rcw_rules.red_actions.game.scenario import Zone
from rcw_rules.red_actions.game.scene import Scene, scene_at
from rcw_rules.red_actions.game.state import Frame, State
from rcw_rules.red_actions.game.trains import aboard_of, leader_of, train_of
from rcw_rules.red_actions.game.vehicles import can_harm, half_speed, is_vehicle, mishap_of
from rcw_rules.red_actions.game.windows import ambushes, preempting, wheels_to
from rcw_rules.red_actions.ground import can_hide
from rcw_rules.red_actions.model import TRAINS, Unit
from rcw_rules.red_actions.movement import KEEPING_OFF
from rcw_rules.red_actions.options import Options
from rcw_rules.red_actions.turn import Action as SegmentAction
from rcw_rules.red_actions.turn import ActionLegalityRequest

_SCOUTS_FROM = inches(4)
_SHORT = inches("0.5")
_MOST_WHEEL = degrees(90)
_ABOUT = degrees(180)


def legal_actions(judge: Judge[Options], state: State) -> tuple[Action, ...]:
    """Return the candidates of a state, the one that changes least first; see above.

    Args:
        judge: Says what the rules make of them.
        state: The state.

    Rules: seq-steps, act-one-only, pre-clever, amb-spring.
    """
    stage, frame = state.stage, state.frame
    if stage == "over":
        return ()
    if stage == "deployment":
        return _placements(state)
    if stage == "initiative" or frame is None:
        return (GoOn(),)
    scene = scene_at(judge, state)
    if stage == "pre-emption":
        return (LetThem(), *(Preempt(unit=name) for name in preempting(scene, frame)))
    if stage == "ambush":
        return (LieLow(), *ambushes(scene, frame))
    refused = set(state.refused)
    found = (action for unit in _able(state, frame) for action in _of_unit(scene, frame, unit))
    return tuple(action for action in dict.fromkeys(found) if not refused or str(action) not in refused)


def _placements(state: State) -> tuple[Action, ...]:
    unit = state.to_place
    if unit is None:
        return ()
    placed = deployments(state)
    if placed and isinstance(state.scenario.zone_of(unit.name), Zone):
        return placed
    return (*placed, HoldBack(unit=unit.name))


def _able(state: State, frame: Frame) -> tuple[Unit, ...]:
    able = state.game.able
    return tuple(
        unit
        for unit in state.units
        if unit.side == frame.side
        and not unit.has_acted
        and frame.unit in ("", leader_of(state, unit.name))
        and (frame.preempts or not able or not set(able).isdisjoint(_with_train(state, unit.name)))
    )


def _with_train(state: State, name: str) -> tuple[str, ...]:
    """Return a unit, or all cars of the train that it belongs to."""
    train = train_of(state, name)
    return (name,) if train is None else train.cars


def _of_unit(scene: Scene, frame: Frame, unit: Unit) -> Iterator[Action]:
    """Yield what a unit may do."""
    state = scene.state
    if unit.name not in scene.on_table:
        if any(one.unit == unit.name for one in state.off_table):
            if unit.routing:
                yield Rally(unit=unit.name)
            return
        yield Hold(unit=unit.name)
        if aboard_of(state, unit.name):
            yield from rider_offers(scene, unit)
            if unit.card.arm == "rifle":
                for side in scenes_aboard(scene, unit.name):
                    yield from (shot for shot in _shots(side, unit) if shot.turn == NO_TURN)
            return
        if coming_in(state, unit) is not None:
            yield Enter(unit=unit.name)
        return
    if unit.routing:
        yield Rally(unit=unit.name)
        return
    if unit.card.arm in TRAINS:
        yield from train_offers(scene, unit)
        yield from _shots(scene, unit)
        return
    yield Hold(unit=unit.name)
    lies_low = circumstances(scene, unit.name)
    if lies_low.in_ambush and not lies_low.senior_in_contact:
        yield from _shots(scene, unit)
        yield from _charges(scene, unit)
        return
    yield from _shots(scene, unit, with_move=not frame.hesitates)
    if frame.hesitates:
        return
    if unit.terror:
        yield Rally(unit=unit.name)
    yield from _charges(scene, unit)
    yield from _guns_and_hiding(scene, unit)
    yield from tasks_of(scene, unit)
    yield from _moves(scene, frame, unit)


# --- Shots and charges ------------------------------------------------------------------------------------------------


def _shots(scene: Scene, unit: Unit, *, with_move: bool = False) -> Iterator[Shoot]:
    """Yield the shots of a unit: at each target with the least turn that will do."""
    reach = unit.card.range
    if reach is None or unit.card.shooting_value is None or unit.limbered:
        return
    for enemy in scene.enemies(unit.side):
        if "bases" in scene.state.scenario.told:
            yield from _told_shots(scene, unit, enemy)
            continue
        far = scene.facts.gap(unit.name, enemy.name)
        if unit.card.category == "artillery" and not scene.sees(unit.name, enemy.name):
            yield from _over_the_hill(scene, unit, enemy)
            continue
        if reach < far <= reach * 2 and enemy.in_column and scene.sees(unit.name, enemy.name):
            harassing = Shoot(unit=unit.name, target=enemy.name, harassing=True)
            if _is_legal(scene, harassing):
                yield harassing
            continue
        if far > reach or not can_harm(unit, enemy, far) or not scene.sees(unit.name, enemy.name):
            continue
        for turn in ways_to_turn(unit):
            action = Shoot(unit=unit.name, target=enemy.name, turn=turn)
            if not _is_legal(scene, action):
                continue
            yield action
            if unit.name in scene.state.scenario.gas and _is_legal(scene, evolve(action, gas=True)):
                yield evolve(action, gas=True)
            if with_move and turn == NO_TURN and unit.card.arm in ("rifle", "sabres"):
                yield from _shot_and_move(scene, unit, action)
            break


def _over_the_hill(scene: Scene, unit: Unit, enemy: Unit) -> Iterator[Shoot]:
    """Yield the shot of guns or mortars at an enemy whom the first friend who can directs them at.

    Rules: ind-factor.
    """
    observer = next(observers_of(scene, unit, enemy), "")
    if not observer or not can_harm(unit, enemy, scene.facts.gap(observer, enemy.name)):
        return
    for turn in ways_to_turn(unit):
        action = Shoot(unit=unit.name, target=enemy.name, turn=turn, observer=observer)
        if _is_legal(scene, action):
            yield action
            return


def _told_shots(scene: Scene, unit: Unit, enemy: Unit) -> Iterator[Shoot]:
    """Yield the shot at an enemy where a referee tells who can fire: the figures are turned on the table."""
    action = Shoot(unit=unit.name, target=enemy.name)
    if scene.judge.objections(shot_legality(scene, unit, action)):
        yield action


def _shot_and_move(scene: Scene, unit: Unit, shot: Shoot) -> Iterator[Shoot]:
    most = unit.card.speed if unit.card.arm == "rifle" else Inches(thousandths=unit.card.speed.thousandths // 2)
    if unit.evading:
        most = min(most, unit.card.evasive_speed or NO_WAY)
    for share in (1, 2):
        action = Shoot(
            unit=shot.unit, target=shot.target, turn=shot.turn, ahead=Inches(thousandths=most.thousandths // share)
        )
        if action.ahead > NO_WAY and _moves_after(scene, action) and _is_legal(scene, action):
            yield action
            return


def _moves_after(scene: Scene, action: Shoot) -> bool:
    plan = _plan_of(scene, Move(unit=action.unit, ahead=action.ahead))
    return plan is not None and not (scene.units[action.unit].pinned and plan.towards_enemy)


def _charges(scene: Scene, unit: Unit) -> Iterator[Charge]:
    """Yield the charges of a unit: at each enemy in reach, with the first wheel that finds him."""
    if unit.pinned or unit.evading or unit.name in scene.state.failed_charge:
        return
    if mishap_of(scene.state, unit.name) is not None or (unit.card.charge is None and not is_vehicle(unit)):
        return
    for enemy in scene.enemies(unit.side):
        if scene.facts.gap(unit.name, enemy.name) > unit.card.speed or not scene.sees(unit.name, enemy.name):
            continue
        for wheel in wheels_to(scene.group_of(unit.name), scene.group_of(enemy.name)):
            action = Charge(unit=unit.name, target=enemy.name, wheel=wheel)
            if _is_legal(scene, action):
                yield action
                break


def _is_legal(scene: Scene, action: Shoot | Charge) -> bool:
    try:
        if isinstance(action, Shoot):
            plan_shot(scene, action)
            return action.ahead == NO_WAY or _moves_after(scene, action)
        plan_charge(scene, action)
    except (IllegalRequestError, NeedsRuling):
        return False
    return True


# --- Guns, hiding, scouting -------------------------------------------------------------------------------------------


def _guns_and_hiding(scene: Scene, unit: Unit) -> Iterator[Action]:
    state = scene.state
    if unit.card.arm == "gun":
        yield Unlimber(unit=unit.name) if unit.limbered else Limber(unit=unit.name)
    note = hiding_place(state, scene.group_of(unit.name))
    if (
        note is not None
        and can_hide(unit.card.arm, limbered=unit.limbered)
        and state.ambusher(unit.name) is None
        and scene.ground_under(unit.name) != "open"
        and not scene.is_seen(unit.name)
    ):
        yield Hide(unit=unit.name)
    if unit.name in state.scouts:
        return
    what = ActionLegalityRequest(
        unit=unit, actions=(SegmentAction(what="scout"),), around=circumstances(scene, unit.name)
    )
    for piece in state.table.terrain:
        if piece.name in state.scouted or piece.sight == "open":
            continue
        if distance_to(scene, unit.name, piece.name) <= _SCOUTS_FROM and scene.judge.objections(what):
            yield Scout(unit=unit.name, place=piece.name)


# --- Moves ------------------------------------------------------------------------------------------------------------


def _moves(scene: Scene, frame: Frame, unit: Unit) -> Iterator[Move]:
    """Yield the moves of a unit."""
    group = scene.group_of(unit.name)
    if group.facing is None or (unit.card.arm == "gun" and not unit.limbered):
        return
    speed = _speed(unit)
    if speed <= NO_WAY or mishap_of(scene.state, unit.name) is not None:
        return
    seen: set[tuple[int, int, int]] = set()
    for wheel, turn, most in _aims(scene, unit, group, speed):
        action = _farthest(scene, frame, unit, wheel, turn, most)
        if action is None:
            continue
        key = (action.wheel.thousandths, action.turn.thousandths, action.ahead.thousandths)
        if key not in seen:
            seen.add(key)
            yield action
    if unit.bases > 1 and not unit.formed and unit.card.arm in ("rifle", "sabres"):
        action = Move(unit=unit.name, ahead=_SHORT, form="line" if unit.in_column else "column", evading=unit.evading)
        if _is_allowed(scene, frame, action):
            yield action


def _speed(unit: Unit) -> Inches:
    if unit.evading:
        return unit.card.evasive_speed or NO_WAY
    if unit.card.arm == "officer":
        return inches(16) if unit.card.mounted else inches(10)
    return unit.card.speed


def _aims(scene: Scene, unit: Unit, group: Group, speed: Inches) -> Iterator[tuple[Angle, Angle, Inches]]:
    """Yield where a unit may want to go: the wheel, the turn before it, and how far at most."""
    yield NO_TURN, NO_TURN, speed
    if is_vehicle(unit):
        yield NO_TURN, NO_TURN, half_speed(unit)
    enemies = sorted(
        scene.enemies(unit.side, able=True), key=lambda one: (scene.facts.gap(unit.name, one.name), one.name)
    )
    for enemy in enemies[:1]:
        there = middle_of(scene.group_of(enemy.name))
        wheel = _wheel_to(group, there)
        if wheel is not None:
            yield wheel, NO_TURN, speed
            if unit.card.range is not None:
                close = Inches(thousandths=unit.card.range.thousandths // 2)
                wanted = scene.facts.gap(unit.name, enemy.name) - close
                if NO_WAY < wanted < speed:
                    yield wheel, NO_TURN, wanted
    held = dict(scene.state.held)
    places = [place for place in scene.state.scenario.places if held.get(place.name) != unit.side]
    spots = [place.at for place in sorted(places, key=lambda place: (gap(place.at, group), place.name))[:1]]
    cover = _nearest_cover(scene, unit, group)
    for spot in (*spots, *spots_wanted(scene, unit), *(() if cover is None else (cover,))):
        if gap(spot, group) > _SHORT:
            wheel = _wheel_to(group, spot)
            yield (wheel, NO_TURN, speed) if wheel is not None else (NO_TURN, _ABOUT, speed)
    yield NO_TURN, _ABOUT, speed
    at = group.bases[0].at
    chance = random.Random(f"rcw-moves-1|{scene.state.game.turn}|{unit.name}|{at.x.thousandths}|{at.y.thousandths}")
    wheel = Angle(thousandths=1000 * round(chance.uniform(-60, 60)))
    yield wheel, NO_TURN, Inches(thousandths=250 * round(speed.thousandths * chance.uniform(0.3, 1) / 250))


def _wheel_to(group: Group, spot: Point) -> Angle | None:
    aim = towards(group, spot)
    wheel = Angle(thousandths=round(aim.thousandths / 1000) * 1000)
    return wheel if abs(wheel) <= _MOST_WHEEL else None


def _nearest_cover(scene: Scene, unit: Unit, group: Group) -> Point | None:
    """Return the nearest point of a piece of terrain that gives cover, somewhat inside; None if the unit is in one."""
    inside = {piece.name for piece in scene.pieces_under(unit.name)}
    pieces = [piece for piece in scene.layout.table.terrain if piece.cover != "none"]
    if not pieces or any(piece.name in inside for piece in pieces):
        return None
    near: list[tuple[int, str, Point]] = []
    for piece in pieces:
        corners = piece.outline
        middle = Point(
            x=Inches(thousandths=sum(spot.x.thousandths for spot in corners) // len(corners)),
            y=Inches(thousandths=sum(spot.y.thousandths for spot in corners) // len(corners)),
        )
        near.append((gap(middle, group).thousandths, piece.name, middle))
    return min(near, key=lambda one: one[:2])[2]


def _farthest(  # noqa: PLR0917 - the parts of one move
    scene: Scene, frame: Frame, unit: Unit, wheel: Angle, turn: Angle, most: Inches
) -> Move | None:
    """Return the move that goes farthest of a few lengths, None if none is legal."""
    evading = unit.evading
    start = scene.group_of(unit.name)
    if turn == NO_TURN and wheel == NO_TURN:
        most = min(most, _before_enemies(scene, unit, start, most))
    for share in (10, 6, 3):
        ahead = Inches(thousandths=250 * (most.thousandths * share // 10 // 250))
        if ahead < _SHORT:
            return None
        action = Move(unit=unit.name, ahead=ahead, wheel=wheel, turn=turn, evading=evading)
        if _is_allowed(scene, frame, action):
            return action
    return None


def _before_enemies(scene: Scene, unit: Unit, start: Group, most: Inches) -> Inches:
    """Return how far a unit may go straight ahead before it comes within 2 inches of an enemy.

    Rules: mov-two-inch.
    """
    end = scene.walk(unit.name, (Ahead(distance=most),)).move.end
    for enemy in scene.enemies(unit.side, able=True):
        there = scene.group_of(enemy.name)
        if gap(end, there) < KEEPING_OFF:
            here, spot = nearest_points(start, there)
            if here != spot and abs(towards(start, spot)) < _MOST_WHEEL:
                most = min(most, max(NO_WAY, distance(here, spot) - KEEPING_OFF))
    return most


def _is_allowed(scene: Scene, frame: Frame, action: Move) -> bool:
    plan = _plan_of(scene, action)
    return plan is not None and not (frame.stuck and plan.towards_enemy)


def _plan_of(scene: Scene, action: Move) -> Walked | None:
    """Return a move as it can be made, None if it cannot; several aims may come to the same move."""

    def find() -> Walked | None:
        try:
            return plan_move(scene, action)
        except (IllegalRequestError, NeedsRuling):
            return None

    return scene.facts.once(("plan", action), find)


__all__ = ["legal_actions"]
