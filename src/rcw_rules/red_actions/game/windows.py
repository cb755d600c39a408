"""What the enemy may do about a segment: a Clever officer pre-empts it, or an ambush is sprung on a move."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from attrs import evolve, frozen

from rcw_rules.kernel.angles import Angle, degrees
from rcw_rules.kernel.errors import IllegalRequestError
from rcw_rules.kernel.geometry.table import Ahead, Group, follow, gap, middle_of, towards
from rcw_rules.kernel.lengths import Inches, inches
from rcw_rules.red_actions.charges import AMBUSH_BONUS, SpringAmbushRequest
from rcw_rules.red_actions.game.actions import NO_TURN, NO_WAY, Charge, Move, Shoot, Spring
from rcw_rules.red_actions.game.aiming import shot_at
from rcw_rules.red_actions.game.charging import Declared, plan_charge
from rcw_rules.red_actions.game.moving import Walked, plan_move
from rcw_rules.red_actions.game.scene import Scene
from rcw_rules.red_actions.game.state import Frame, enemy_of
from rcw_rules.red_actions.ground import WIDEST_WHEEL
from rcw_rules.red_actions.model import Unit
from rcw_rules.red_actions.shooting import ShootRequest
from rcw_rules.red_actions.turn import CleverPreemptRequest

_STEP = inches(1)


def preempting(scene: Scene, frame: Frame) -> tuple[str, ...]:
    """Return the units whose Clever officers may try to act before a unit does.

    Rules: pre-clever, off-clever.
    """
    acting = scene.units.get(frame.unit)
    if acting is None or frame.preempts or acting.name not in scene.on_table or _is_led_by_clever(acting):
        return ()
    return tuple(
        unit.name
        for unit in scene.units_of(enemy_of(frame.side), known=True)
        if _is_led_by_clever(unit)
        and not (unit.has_acted or unit.routing)
        and unit.name not in frame.clever_tried
        and scene.sees(unit.name, acting.name)
    )


def _is_led_by_clever(unit: Unit) -> bool:
    return unit.officer is not None and "Clever" in unit.officer.characteristics


def attempt_of(scene: Scene, frame: Frame, name: str) -> CleverPreemptRequest:
    """Return the request of an attempt to pre-empt.

    Rules: pre-clever.
    """
    unit, acting = scene.units.get(name), scene.units.get(frame.unit)
    if unit is None or acting is None:
        return CleverPreemptRequest(clever=False)
    return CleverPreemptRequest(
        clever=_is_led_by_clever(unit) and unit.side != frame.side and not unit.routing,
        enemy_clever=_is_led_by_clever(acting),
        visible=name in scene.on_table and acting.name in scene.on_table and scene.sees(name, acting.name),
        has_acted=unit.has_acted,
        tried=name in frame.clever_tried,
    )


# --- Ambushes ---------------------------------------------------------------------------------------------------------


@frozen(kw_only=True)
class Sprung:
    """An ambush that can be sprung.

    Attributes:
        request: What is asked of `red_actions.spring_ambush`.
        at: The enemy where its move is cut off.
        charge: The charge; None if they shoot.
    """

    request: SpringAmbushRequest
    at: Group
    charge: Declared | None = None


def ambushes(scene: Scene, frame: Frame) -> Iterator[Spring]:
    """Yield how an ambush may be sprung on the move that is declared, or joined once it is sprung.

    Who shoots may do so alone, or with all others in ambush who have the enemy within short range as well.

    Rules: amb-spring, pre-ambush, amb-benefits.
    """
    move = frame.action
    if frame.joiners:
        yield from (
            Spring(unit=name, attack="charge") for name in frame.joiners if joined(scene, frame, name) is not None
        )
        return
    if not isinstance(move, Move) or move.unit not in scene.on_table:
        return
    waiting = [one for one in scene.state.ambushers if scene.units[one.unit].side != frame.side]
    if not waiting:
        return
    walked = plan_move(scene, move)
    for one in waiting:
        for attack in ("charge", "shoot"):
            found = sprung(scene, walked, move, one.unit, attack)
            if found is None:
                continue
            yield Spring(unit=one.unit, attack=attack)
            others = tuple(other.unit for other in waiting if _shoots_too(scene, found, move, one.unit, other.unit))
            if attack == "shoot" and others:
                yield Spring(unit=one.unit, attack=attack, others=others)


def _shoots_too(scene: Scene, found: Sprung, move: Move, first: str, other: str) -> bool:
    return other != first and _shot_with(scene, found, move, other) is not None


def _shot_with(scene: Scene, found: Sprung, move: Move, name: str) -> ShootRequest | None:
    """Return the shot of another unit in ambush at an enemy whose move is cut off; None if it cannot shoot.

    Rules: amb-spring, amb-benefits.
    """
    unit, note = scene.units.get(name), scene.state.ambusher(name)
    if unit is None or note is None or note.from_turn > scene.state.game.turn or unit.has_acted or unit.routing:
        return None
    reach = unit.card.range
    if reach is None or unit.card.shooting_value is None or unit.limbered or found.charge is not None:
        return None
    cut = scene.scene_of(scene.state.with_group(found.at))
    if cut.facts.gap(name, move.unit) > Inches(thousandths=reach.thousandths // 2):
        return None
    shot = shot_at(cut, unit, cut.units[move.unit], cut.group_of(name), Shoot(unit=name, target=move.unit))
    if not shot.able_bases:
        return None
    marching = found.request.shots[0].situation.ambushed_marching
    return evolve(shot, situation=evolve(shot.situation, ambushed_marching=marching))


def with_others(scene: Scene, found: Sprung, move: Move, others: tuple[str, ...]) -> Sprung | None:
    """Return an ambush in which others shoot as well; None if one of them cannot.

    Rules: amb-benefits, pre-ambush.
    """
    shots = tuple(_shot_with(scene, found, move, name) for name in others)
    given = tuple(shot for shot in shots if shot is not None)
    if len(given) < len(shots) or len(set(others)) < len(others):
        return None
    request = evolve(found.request, shots=(*found.request.shots, *given))
    return evolve(found, request=request) if _is_legal(scene, request) else None


def may_join(scene: Scene, walked: Walked, frame: Frame, sprung_by: tuple[str, ...], at: Group) -> tuple[str, ...]:
    """Return the other units in ambush to whom a move has come nearer where it was cut off: they may charge as well.

    Rules: amb-spring, pre-ambush.
    """
    mover = walked.unit.name
    return tuple(
        one.unit
        for one in scene.state.ambushers
        if one.unit not in sprung_by
        and scene.units[one.unit].side != frame.side
        and one.from_turn <= scene.state.game.turn
        and not scene.units[one.unit].has_acted
        and gap(scene.group_of(one.unit), at) < scene.facts.gap(one.unit, mover)
    )


def joined(scene: Scene, frame: Frame, name: str) -> Declared | None:
    """Return the charge of a unit that joins an ambush which others have sprung; None if it cannot.

    Rules: pre-ambush, amb-benefits.
    """
    target = getattr(frame.action, "unit", "")
    if name not in frame.joiners or scene.state.ambusher(name) is None or target not in scene.on_table:
        return None
    unit = scene.units[name]
    if unit.has_acted or unit.routing or scene.facts.gap(name, target) > unit.card.speed + AMBUSH_BONUS:
        return None
    for wheel in wheels_to(scene.group_of(name), scene.group_of(target)):
        try:
            return plan_charge(scene, Charge(unit=name, target=target, wheel=wheel), "joined_ambush")
        except IllegalRequestError:
            continue
    return None


def sprung(scene: Scene, walked: Walked, move: Move, name: str, attack: Literal["charge", "shoot"]) -> Sprung | None:
    """Return the ambush of a unit at the first point of an enemy's move where it may be sprung; None if there is none.

    Rules: amb-spring, amb-benefits, march-ambushed.
    """
    unit, note = scene.units[name], scene.state.ambusher(name)
    if note is None or note.from_turn > scene.state.game.turn or unit.has_acted or unit.routing:
        return None
    card = unit.card
    reach = card.speed + AMBUSH_BONUS if attack == "charge" else Inches(
        thousandths=(card.range or NO_WAY).thousandths // 2
    )  # fmt: skip
    before = scene.facts.gap(name, move.unit)
    here = scene.group_of(name)
    for at in _points(walked):
        distance = gap(here, at)
        if distance > reach or distance >= before or (distance == NO_WAY and attack == "charge"):
            continue
        cut = scene.scene_of(scene.state.with_group(at))
        found = _attack(cut, unit, move, at, attack, before)
        if found is not None:
            return found
    return None


def _points(walked: Walked) -> Iterator[Group]:
    """Yield where a mover stands at every inch of its way, and at the end."""
    wheeled = follow(walked.start, [leg for leg in walked.legs if not isinstance(leg, Ahead)]).end
    ahead = max((leg.distance for leg in walked.legs if isinstance(leg, Ahead)), default=NO_WAY)
    gone = _STEP
    while gone < ahead:
        yield follow(wheeled, (Ahead(distance=gone),)).end
        gone += _STEP
    yield walked.end


def _attack(  # noqa: PLR0917 - the parts of one attack
    scene: Scene, unit: Unit, move: Move, at: Group, attack: Literal["charge", "shoot"], before: Inches
) -> Sprung | None:
    note = scene.state.ambusher(unit.name)
    if note is None or not scene.layout.is_free(at):
        return None
    target = scene.units[move.unit]
    way = scene.rout_way(move.unit, scene.rout_direction(move.unit, unit.name), by_enemy=True)
    if attack == "shoot":
        if unit.card.shooting_value is None or unit.limbered or unit.card.range is None:
            return None
        shot = shot_at(scene, unit, target, scene.group_of(unit.name), Shoot(unit=unit.name, target=target.name))
        if not shot.able_bases:
            return None
        if move.march:
            column = target.in_column and target.bases > 1
            situation = evolve(shot.situation, ambushed_marching=True)
            shot = evolve(shot, situation=situation, road_column=column)
        request = SpringAmbushRequest(
            hides_in=note.hides_in, before=before, points=(shot.distance,), shots=(shot,), way=way
        )
        return Sprung(request=request, at=at) if _is_legal(scene, request) else None
    for wheel in wheels_to(scene.group_of(unit.name), at):
        try:
            plan = plan_charge(scene, Charge(unit=unit.name, target=move.unit, wheel=wheel), "ambush")
        except IllegalRequestError:
            continue
        first, *others = plan.request.targets
        if first.distance >= before:
            continue
        if move.march:
            contact = evolve(first.contact, situation=evolve(first.contact.situation, ambushed_marching=True))
            first = evolve(first, contact=contact)
        charge = evolve(plan.request, targets=(first, *others))
        request = SpringAmbushRequest(
            hides_in=note.hides_in, before=before, points=(first.distance,), charge=charge, way=way
        )
        if _is_legal(scene, request):
            return Sprung(request=request, at=at, charge=evolve(plan, request=charge))
    return None


def _is_legal(scene: Scene, request: SpringAmbushRequest) -> bool:
    return bool(scene.judge.declared(request))


def wheels_to(group: Group, target: Group) -> tuple[Angle, ...]:
    """Return the wheels with which a charge may find a target: none, and those that point at its middle.

    Rules: charge-conditions.
    """
    if group.facing is None:
        return ()
    found = [NO_TURN]
    aim = towards(group, middle_of(target)).thousandths
    for share in (10, 12):
        wanted = Angle(thousandths=round(aim * share / 10 / 1000) * 1000)
        if wanted != NO_TURN and abs(wanted) <= WIDEST_WHEEL and wanted not in found:
            found.append(wanted)
    if aim and abs(aim) > WIDEST_WHEEL.thousandths and abs(aim) < degrees(75).thousandths:
        found.append(WIDEST_WHEEL if aim > 0 else -WIDEST_WHEEL)
    return tuple(found)


__all__ = [
    "Sprung",
    "ambushes",
    "attempt_of",
    "joined",
    "may_join",
    "preempting",
    "sprung",
    "wheels_to",
    "with_others",
]
