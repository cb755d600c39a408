"""Charges as they can be declared from where everybody stands, and those out of an ambush."""

from __future__ import annotations

from fractions import Fraction
from math import floor
from typing import Literal

from attrs import frozen

from rcw_rules.kernel.angles import Angle
from rcw_rules.kernel.citations import Objection, Verdict
from rcw_rules.kernel.geometry.table import TOUCHING, Ahead, Group, UnitAhead, Wheel
from rcw_rules.kernel.lengths import Inches
from rcw_rules.red_actions.charges import (
    AMBUSH_BONUS,
    ChargedUnit,
    ChargeKind,
    ChargeLegalityRequest,
    ChargeRequest,
)
from rcw_rules.red_actions.combat import Charger, Contacted, EnemyAhead
from rcw_rules.red_actions.game.actions import NO_TURN, NO_WAY, Charge
from rcw_rules.red_actions.game.aiming import fire_at_charger
from rcw_rules.red_actions.game.moving import circumstances
from rcw_rules.red_actions.game.scene import Scene
from rcw_rules.red_actions.game.vehicles import is_vehicle
from rcw_rules.red_actions.model import Aspect, Unit
from rcw_rules.red_actions.movement import MoveBudgetRequest, mover_of
from rcw_rules.red_actions.positions import charge_aspect_of
from rcw_rules.red_actions.turn import Action as SegmentAction
from rcw_rules.red_actions.turn import ActionLegalityRequest

MOST_MET = 6
OUT_OF_AMBUSH: tuple[ChargeKind, ...] = ("ambush", "joined_ambush")  # amb-benefits


@frozen(kw_only=True)
class Declared:
    """A charge that can be declared.

    Attributes:
        request: The charge.
        start: The charger after its wheel.
        direction: The bearing of its line.
        before: How much of its speed the wheel costs.
        legality: What the unit does in its segment; None out of an ambush.
        cost: The request for the way and its cost; None out of an ambush.
        trials: Of a vehicle: its way to the target, with the tests that it calls for.
        ahead: Who may stop its pursuit, in the order of the request.
    """

    request: ChargeRequest
    start: Group
    direction: Angle
    before: Inches
    legality: ActionLegalityRequest | None
    cost: ChargeLegalityRequest
    trials: MoveBudgetRequest | None = None
    ahead: tuple[str, ...] = ()


def plan_charge(scene: Scene, action: Charge, kind: ChargeKind = "declared", *, at: Group | None = None) -> Declared:
    """Return a charge, checked as far as no dice are needed.

    Args:
        scene: The scene.
        action: The charge.
        kind: Whether it is declared, springs an ambush, joins one, or comes of a pursuit.
        at: Of an ambush: the target where its move is cut off.

    Raises:
        IllegalRequestError: It cannot be declared, with every reason.

    Rules: charge-conditions, charge-types, charge-follow, amb-benefits.
    """
    unit, target = scene.units.get(action.unit), scene.units.get(action.target)
    if unit is None or target is None or action.unit not in scene.on_table or action.target not in scene.on_table:
        _refuse("charge-conditions", f"{action.unit!r} and {action.target!r} must both stand on the table")
    assert unit is not None  # noqa: S101 - refused above
    assert target is not None  # noqa: S101 - refused above
    if at is not None:
        scene = scene.scene_of(scene.state.with_group(at))
    known = {one.name for one in scene.enemies(unit.side)}
    if target.name not in known:
        _refuse("charge-conditions", "a unit charges an enemy whom it knows of")
    group = scene.group_of(unit.name)
    if group.facing is None:
        _refuse("charge-conditions", "its bases face different ways: form up first and charge later")
    begun = scene.walk(unit.name, _wheel_of(action), group).move
    start, direction = begun.end, begun.end.bases[0].facing
    speed = unit.card.speed + AMBUSH_BONUS if kind in OUT_OF_AMBUSH else unit.card.speed
    rest = speed - begun.total
    friends = {one.name for one in scene.units_of(unit.side)}
    ahead = () if rest < NO_WAY else scene.facts.ahead(unit.name, direction, rest, start)
    met = tuple(one for one in ahead if one.name in known | friends)
    if not met or met[0].name != target.name:
        other = f": it meets {met[0].name} first" if met else ""
        _refuse("charge-conditions", f"{unit.name} does not reach {target.name} straight ahead of it so{other}")
    told = _told_distance(scene, unit.name, target.name, met[0].distance)
    shift = told - met[0].distance
    touched = [one for one in met if one.distance <= met[0].distance + TOUCHING and one.name in known][:MOST_MET]
    way = scene.walk(unit.name, (Ahead(distance=met[0].distance),), start)
    if not way.is_dry:
        _refuse("terrain-table", "nobody charges through water")
    cost = _legality(scene, unit, target, action, path=way.path, kind=kind, start=group)
    legality: ActionLegalityRequest | None = None
    if kind == "declared":
        around = circumstances(scene, unit.name)
        legality = ActionLegalityRequest(unit=unit, actions=(SegmentAction(what="charge"),), around=around)
        scene.judge.resolve(legality, "segment")
    left = Fraction(0) if kind == "pursuit" else scene.judge.resolve(cost, "way").left
    reach = min(rest, told + Inches(thousandths=max(0, floor(left * 1000))))
    behind: list[UnitAhead] = []
    for one in met[len(touched) :]:
        if one.name in friends or one.distance + shift > reach:
            break
        behind.append(one)
    contact = met[0].distance
    beyond = scene.facts.ahead(unit.name, direction, contact + unit.card.speed, start)
    line = tuple(one._replace(distance=max(NO_WAY, one.distance - contact)) for one in beyond if one.name in known)
    request = ChargeRequest(
        charger=Charger(
            unit=unit,
            uphill=scene.level_of(unit.name) > scene.level_of(target.name),
            situation=scene.situation_of(unit.name),
            footing=scene.footing_of(unit.name, hard_cover=False),
            way=scene.rout_way(unit.name, scene.rout_direction(unit.name, target.name), by_enemy=True),
            ahead=_ahead(scene, unit, line, {one.name for one in touched}),
        ),
        cover=scene.cover_in(unit.name),
        kind=kind,
        targets=tuple(_charged(scene, unit, one, shift) for one in touched),
        further=tuple(_charged(scene, unit, one, shift) for one in behind[:12]),
        reach=max(reach, told),
        has_failed=unit.name in scene.state.failed_charge,
        no_advance=scene.state.tally(scene.state.shaken, unit.name) >= scene.state.game.turn,
        vehicle_moved=unit.name in scene.state.rolling,
    )
    verdict = scene.judge.declared(request)
    verdict.require()
    return Declared(
        request=request,
        start=start,
        direction=direction,
        before=begun.total,
        legality=legality,
        cost=cost,
        trials=_trials(unit, cost) if is_vehicle(unit) else None,
        ahead=tuple(one.name for one in _stopping(scene, unit, line, {one.name for one in touched})),
    )


def _trials(unit: Unit, cost: ChargeLegalityRequest) -> MoveBudgetRequest:
    """Return the way of a vehicle to its target as a move.

    Rules: tank-obstacle, ac-obstacle, tank-breakdown.
    """
    return MoveBudgetRequest(
        mover=mover_of(unit),
        speed=unit.card.speed,
        manner="charge",
        path=cost.path,
        front_bases=cost.front_bases,
        wheels=(cost.wheel,) if cost.wheel > NO_TURN else (),
    )


def _wheel_of(action: Charge) -> tuple[Wheel, ...]:
    """Return the wheel with which a charge begins; () for none."""
    if action.wheel == NO_TURN:
        return ()
    side: Literal["left", "right"] = "right" if action.wheel > NO_TURN else "left"
    return (Wheel(angle=abs(action.wheel), side=side),)


def _refuse(rule: str, message: str) -> None:
    Verdict(objections=(Objection(rule=rule, message=message, path="$.action"),)).require()


def _told_distance(scene: Scene, unit: str, target: str, measured: Inches) -> Inches:
    question = f"How far is {target} along the line on which {unit} charges it?"
    return scene.facts.fact("reach", (unit, target), question, lambda: measured)


def aspect_of(scene: Scene, target: str, charger: str) -> Aspect:
    """Return the side from which a charge strikes a target, as all stand when it is declared.

    Rules: charge-flank, charge-rear.
    """

    def measure() -> Aspect:
        return scene.judge.resolve(charge_aspect_of(scene.group_of(target), scene.group_of(charger)), "aspect").aspect

    question = f"From which side does {charger} charge {target}: front, flank or rear?"
    return scene.facts.fact("aspect", (charger, target), question, measure, ("charge",))


def _legality(
    scene: Scene, unit: Unit, target: Unit, action: Charge, *, path: tuple[object, ...], kind: str, start: Group
) -> ChargeLegalityRequest:
    return ChargeLegalityRequest(
        charger=unit.card.arm,
        target=target.card.arm,
        aspect=aspect_of(scene, target.name, unit.name),
        speed=unit.card.speed,
        bases=unit.bases,
        front_bases=len(start.front_rank),
        in_column=unit.in_column,
        wheel=abs(action.wheel),
        path=path,  # type: ignore[arg-type]
        sees=scene.sees(unit.name, target.name),
        ambush=kind in OUT_OF_AMBUSH,
        pinned=unit.pinned,
        has_acted=unit.has_acted,
        routing=unit.routing,
        limbered=unit.limbered,
        evading=unit.evading,
        has_failed=unit.name in scene.state.failed_charge,
        no_advance=scene.state.tally(scene.state.shaken, unit.name) >= scene.state.game.turn,
    )


def _charged(scene: Scene, charger: Unit, met: UnitAhead, shift: Inches) -> ChargedUnit:
    """Return a unit that a charge touches, or may run into.

    Rules: charge-sequence, com-modifiers, charge-target-shoots.
    """
    unit = scene.units[met.name]
    cover = scene.cover_in(unit.name)
    fortified = cover in ("stone", "super_hard")
    contact = Contacted(
        unit=unit,
        aspect=aspect_of(scene, unit.name, charger.name),
        fortified=fortified,
        in_cover=not fortified and cover != "open",
        uphill=scene.level_of(unit.name) > scene.level_of(charger.name),
        situation=scene.situation_of(unit.name),
        footing=scene.footing_of(unit.name),
        way=scene.rout_way(unit.name, scene.rout_direction(unit.name, charger.name), by_enemy=True),
        ahead=_ahead(scene, unit, (), {charger.name}),
    )
    fire = fire_at_charger(scene, unit, charger)
    return ChargedUnit(contact=contact, distance=met.distance + shift, fire=fire)


def _ahead(scene: Scene, unit: Unit, line: tuple[UnitAhead, ...], without: set[str]) -> tuple[EnemyAhead, ...]:
    """Return the enemies on the line of a pursuit, those who would be beaten left out.

    Rules: pur-sabres.
    """
    return tuple(
        EnemyAhead(
            distance=one.distance,
            aspect=aspect_of(scene, one.name, unit.name),
            can_fight=scene.units[one.name].card.arm not in ("gun", "mortar", "officer"),
        )
        for one in _stopping(scene, unit, line, without)
    )


def _stopping(scene: Scene, unit: Unit, line: tuple[UnitAhead, ...], without: set[str]) -> tuple[UnitAhead, ...]:
    """Return the enemies on the line of a pursuit who may stop it: vehicles let it pass.

    Rules: pur-sabres, charge-types.
    """
    if unit.card.arm != "sabres":
        return ()
    others = (one for one in line if one.name not in without and not scene.units[one.name].routing)
    return tuple(one for one in others if scene.units[one.name].card.category != "vehicle")[:12]
