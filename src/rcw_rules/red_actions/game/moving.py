"""Moves as they can be made from where everybody stands."""

from __future__ import annotations

from math import ceil, hypot

from attrs import frozen

from rcw_rules.kernel.angles import degrees
from rcw_rules.kernel.citations import Objection, Verdict
from rcw_rules.kernel.errors import IllegalRequestError
from rcw_rules.kernel.geometry.table import (
    Ahead,
    Circle,
    Group,
    Leg,
    LegReport,
    MoveReport,
    TableUnit,
    Wheel,
    closest_approach,
    distance,
    formed_up,
    gap,
    moved,
)
from rcw_rules.kernel.lengths import Inches
from rcw_rules.kernel.values import evolve
from rcw_rules.red_actions.game.actions import NO_TURN, NO_WAY, Move
from rcw_rules.red_actions.game.aiming import turned
from rcw_rules.red_actions.game.halting import first_wire, halts_in_wire, in_wire_now
from rcw_rules.red_actions.game.night import check_night, night_of
from rcw_rules.red_actions.game.paths import LAKES, Way, areas_of
from rcw_rules.red_actions.game.scene import Scene
from rcw_rules.red_actions.game.vehicles import is_vehicle, trouble_of
from rcw_rules.red_actions.model import TRAINS, Unit
from rcw_rules.red_actions.movement import KEEPING_OFF, Barrier, MoveBudgetRequest, Pace, mover_of
from rcw_rules.red_actions.turn import Action as SegmentAction
from rcw_rules.red_actions.turn import ActionLegalityRequest, Circumstances, NightActionRequest

FORMATIONS = ("column", "line")


@frozen(kw_only=True)
class Walked:
    """A move that can be made.

    Attributes:
        unit: The unit as it moves, in its new formation.
        start: Where it stands after it has formed up and turned.
        end: Where it ends.
        legs: The wheel, and the way ahead.
        budget: What the way costs.
        legality: What the unit does in its segment.
        towards_enemy: Whether some base ends nearer to the nearest enemy that it sees.
        move: The move, leg by leg.
        wire: The wire in which it ends; "" for none.
        night: What darkness has to say to it; None by day.
    """

    unit: Unit
    start: Group
    end: Group
    legs: tuple[Leg, ...]
    budget: MoveBudgetRequest
    legality: ActionLegalityRequest
    towards_enemy: bool
    move: MoveReport
    wire: str = ""
    night: NightActionRequest | None = None


def legs_of(action: Move) -> tuple[Leg, ...]:
    """Return the wheel and the way ahead of a move."""
    legs: list[Leg] = []
    if action.wheel != NO_TURN:
        side = "right" if action.wheel > NO_TURN else "left"
        legs.append(Wheel(angle=abs(action.wheel), side=side))  # type: ignore[arg-type]
    if action.ahead > NO_WAY:
        legs.append(Ahead(distance=action.ahead))
    return tuple(legs)


def plan_move(scene: Scene, action: Move, *, finds_way: bool = True) -> Walked:
    """Return a move, checked as far as no dice are needed.

    Args:
        scene: The scene.
        action: The move.
        finds_way: Whether it is as the player has declared it; a unit that has lost its way goes where it goes.

    Raises:
        IllegalRequestError: It cannot be made, with every reason.

    Rules: mov-speed, mov-no-backwards, mov-forward-drift, mov-two-inch, mov-interpenetration, form-column, march-rate,
        evade-switch, amb-moving, act-hide, wx-night-column, wx-night-veer.
    """
    unit = scene.units.get(action.unit)
    if unit is None or action.unit not in scene.on_table:
        _refuse("defs-unit-action", f"{action.unit!r} is not on the table")
    assert unit is not None  # noqa: S101 - refused above
    if action.turn not in TURNS_BEFORE or action.turn_after not in TURNS_BEFORE:
        _refuse("mov-no-backwards", "bases turn on the spot by 90 or 180 degrees")
    if unit.card.arm in TRAINS:
        _refuse("train-speed", "trains keep to their rails: drive it")
    unit, start = formed(scene, unit, action)
    start = turned(start, action.turn)
    if start.facing is None:
        _refuse("mov-forward-drift", "its bases face different ways: form a line or a column first")
    legs = legs_of(action)
    way = scene.walk(unit.name, legs, start)
    move = way.move
    if not move:
        _refuse("mov-speed", "; ".join(map(str, move.objections)))
    wire = ""
    met = first_wire(move) if halts_in_wire(unit) else None
    if in_wire_now(scene.state, unit.name) is not None and action.turn not in FACES_ABOUT:
        _refuse("wire-infantry", "it stands in wire: get it through, or turn about and go back")
    if met is not None:
        number, wire, gone = met
        if not isinstance(legs[number], Ahead):
            _refuse("wire-infantry", "it would wheel into wire: go straight into it")
        legs = (*legs[:number], Ahead(distance=gone))
        way = scene.walk(unit.name, legs, start)
        move = way.move
    end = turned(move.end, NO_TURN if wire else action.turn_after)
    if not scene.layout.table.is_on(end):
        _refuse("mov-speed", f"it takes {unit.name!r} off the table")
    if not way.is_dry:
        _refuse("terrain-table", f"nobody enters a {' or a '.join(LAKES[:2])}")
    towards = _is_nearer(scene, unit.name, end)
    around = circumstances(scene, unit.name)
    legality = ActionLegalityRequest(
        unit=unit,
        actions=_actions(scene, unit, action, towards=towards),
        around=evolve(around, evades=True) if action.evading else around,
    )
    budget = _budget(scene, unit, action, way=way, end=end, in_wire=bool(wire))
    verdict = scene.judge.objections(legality)
    if action.ahead > NO_WAY or action.wheel != NO_TURN or action.turn != NO_TURN or action.turn_after != NO_TURN:
        try:
            scene.judge.resolve(budget, "way")
        except IllegalRequestError as refused:
            verdict = Verdict(objections=(*verdict.objections, *refused.verdict.objections))
    verdict.require()
    night = night_of(scene, unit, action, start, end)
    if finds_way:
        check_night(scene, action, night)
    return Walked(
        unit=unit,
        start=start,
        end=end,
        legs=legs,
        budget=budget,
        legality=legality,
        towards_enemy=towards,
        move=move,
        wire=wire,
        night=night,
    )


FACES_ABOUT = (degrees(180), degrees(-180))
TURNS_BEFORE = (NO_TURN, degrees(90), degrees(-90), degrees(180), degrees(-180))


def _refuse(rule: str, message: str) -> None:
    Verdict(objections=(Objection(rule=rule, message=message, path="$.action"),)).require()


def formed(scene: Scene, unit: Unit, action: Move) -> tuple[Unit, Group]:
    """Return a unit in the formation that it takes before it moves, and where it stands then.

    The middle of its front stays where it is.

    Raises:
        IllegalRequestError: It may not form so, or has no room.

    Rules: form-column, form-formed-cavalry, act-free-actions, mov-reform.
    """
    group = scene.group_of(unit.name)
    if action.form in ("formed", "loose"):
        if not unit.card.may_form or group.facing is None or not group.is_line:
            _refuse("form-formed-cavalry", f"{unit.name} may not form: only some cavalry in a straight line does")
        return evolve(unit, formed=action.form == "formed"), group
    if action.form not in FORMATIONS:
        return unit, group
    if unit.formed:
        _refuse("form-formed-cavalry", f"{unit.name} is formed, in a straight line: break formation first")
    wants_column = action.form == "column"
    if unit.in_column == wants_column or unit.bases == 1:
        _refuse("form-column", f"{unit.name} is in that formation already")
    if group.facing is None:
        _refuse("mov-reform", "with bases that face different ways, forming up takes the whole move")
    facing = group.bases[0].facing
    left, right = group.front
    front = moved(left, facing + degrees(90), Inches(thousandths=distance(left, right).thousandths // 2))
    formed_so = formed_up(group, front, facing, per_rank=1 if wants_column else None)
    if not scene.layout.is_free(formed_so):
        _refuse("mov-interpenetration", f"there is no room for {unit.name} to form so")
    return evolve(unit, in_column=wants_column), formed_so


def _is_nearer(scene: Scene, name: str, end: Group) -> bool:
    """Return whether some base ends nearer to the nearest visible enemy than the unit began.

    Rules: defs-pinned.
    """

    def measure() -> bool:
        nearest = scene.nearest_seen(name)
        if nearest is None:
            return False
        enemy, now = scene.group_of(nearest), scene.facts.gap(name, nearest)
        return end.circle.meets(enemy.circle, now.thousandths) and gap(end, enemy) < now

    question = f"Does some base of {name} end nearer to the nearest enemy that it sees?"
    return scene.facts.fact("towards", (name,), question, measure, (end,))


def _actions(scene: Scene, unit: Unit, action: Move, *, towards: bool) -> tuple[SegmentAction, ...]:
    found: list[SegmentAction] = []
    if unit.pinned and towards and action.unit not in scene.state.refused:
        found.append(SegmentAction(what="rally_from_pinned"))
    if action.turn != NO_TURN:
        found.append(SegmentAction(what="change_facing"))
    distance = action.ahead
    found.append(SegmentAction(what="move", distance=distance, march=action.march, towards_enemy=towards))
    if action.turn_after != NO_TURN:
        found.append(SegmentAction(what="change_facing"))
    return tuple(found)


def circumstances(scene: Scene, name: str) -> Circumstances:
    """Return what decides what a unit may do.

    Rules: amb-moving, act-senior-attach, rally-rout-mg-mortar, rally-optional-no-advance.
    """
    return scene.facts.once(("circumstances", name), lambda: _circumstances(scene, name))


def _circumstances(scene: Scene, name: str) -> Circumstances:
    state, unit = scene.state, scene.units[name]
    lies_low = state.ambusher(name) is not None and not scene.judge.options.hidden_units_move
    return Circumstances(
        evades=False,
        in_ambush=lies_low,
        senior_in_contact=lies_low and _senior_touches(scene, unit),
        vehicle=trouble_of(state, name) if is_vehicle(unit) else "ok",
        weapons_left=any(one.unit == name for one in state.weapons),
        no_advance=state.tally(state.shaken, name) >= state.game.turn,
    )


def _senior_touches(scene: Scene, unit: Unit) -> bool:
    return bool(unit.seniors) or any(
        scene.facts.is_in_contact(one.name, unit.name)
        for one in scene.units_of(unit.side)
        if one.card.arm == "officer" and one.name != unit.name
    )


def _budget(
    scene: Scene, unit: Unit, action: Move, *, way: Way, end: Group, in_wire: bool = False
) -> MoveBudgetRequest:
    """Return the request for the cost of a move.

    Rules: mov-speed, mov-two-inch, mov-interpenetration, march-rate, evade-speed.
    """
    card, move, start = unit.card, way.move, way.move.start
    pace: Pace = "march" if action.march else "evasive" if action.evading or unit.evading else "full"
    near = _near(scene, unit, move)
    able = {one.name for one in scene.enemies(unit.side, able=True)}
    closest = _closest(move, [one.group for one in near if one.name in able])
    at_start = scene.nearest_able(unit.name) if action.march or closest is not None else None
    shot_at = next((one.turn for one in scene.state.game.shot_at if one.unit == unit.name), None)
    passes, ends_on = _passes(scene, unit, near, move=move, end=end)
    turns = tuple(abs(turn.thousandths) // 1000 for turn in (action.turn, action.turn_after) if turn != NO_TURN)
    wheels = (abs(action.wheel),) if action.wheel != NO_TURN and _is_bare_wheel(move) else ()
    return MoveBudgetRequest(
        mover=mover_of(unit),
        speed=None if card.arm == "officer" else card.speed,
        evasive_speed=card.evasive_speed,
        pace=pace,
        path=(*way.path, Barrier(line="wire")) if in_wire else way.path,
        front_bases=len(start.front_rank),
        wheels=wheels,
        turns=turns,  # type: ignore[arg-type]
        depth=start.depth,
        limbered=unit.limbered,
        formed=unit.formed,
        passes=passes,  # type: ignore[arg-type]
        ends_on_others=ends_on,
        enemy_at_start=at_start,
        nearest_enemy=closest if at_start is None or closest is None or closest < at_start else None,
        shot_at="lately" if unit.shot_at else "never" if shot_at is None else "earlier",
    )


def _near(scene: Scene, unit: Unit, move: MoveReport) -> tuple[TableUnit, ...]:
    """Return the other units that a move may come near, and perhaps more."""
    here, there = scene.group_of(unit.name).circle, move.start.circle
    turning = hypot(there.x - here.x, there.y - here.y) + 2 * there.radius  # it may form up, turn and wheel
    return scene.facts.neighbours(unit.name, move.total + KEEPING_OFF + Inches(thousandths=ceil(turning)))


def _closest(move: MoveReport, enemies: list[Group]) -> Inches | None:
    """Return how near a move comes to any of some enemies; None if it comes near none.

    Rules: mov-two-inch.
    """
    near = [enemy for enemy in enemies if any(_may_come_near(leg, enemy) for leg in move.legs)]
    return min((off for off in closest_approach(move, near) if off < KEEPING_OFF), default=None)


def _may_come_near(leg: LegReport, enemy: Group) -> bool:
    """Return whether a leg may come near an enemy, by circles round all that they cover."""
    here, end = leg.before.circle, leg.after.circle
    if not isinstance(leg.leg, Wheel):
        reach = max(here.radius, end.radius) + KEEPING_OFF.thousandths
        return (
            enemy.circle.lies_on(here.x, here.y, end.x - here.x, end.y - here.y, reach)
            and gap(leg.before, enemy) < leg.distance + KEEPING_OFF
        )
    left, right = leg.before.front
    corner = right if leg.leg.side == "right" else left  # it stays
    x, y = corner.x.thousandths, corner.y.thousandths
    return Circle(x, y, hypot(x - here.x, y - here.y) + here.radius).meets(enemy.circle, KEEPING_OFF.thousandths)


def _is_bare_wheel(move: MoveReport) -> bool:
    return all(not areas_of(one.footing) for one in move.legs[0].stretches)


def _passes(scene: Scene, unit: Unit, near: tuple[TableUnit, ...], *, move: MoveReport, end: Group) -> tuple[str, bool]:
    """Return whom a move passes through, and whether it ends on somebody whom its side knows of."""
    known = {one.name for one in (*scene.units_of(unit.side), *scene.enemies(unit.side))}
    ends_on = any(one.name in known for one in scene.layout.under(end, near))
    last = move.legs[-1] if move.legs else None
    if last is None or not isinstance(last.leg, Ahead):
        return "nobody", ends_on
    met = scene.facts.ahead(unit.name, last.before.bases[0].facing, last.distance, last.before, near)
    friends = [scene.units[one.name] for one in met if scene.units[one.name].side == unit.side]
    if any(friend.formed for friend in friends):
        return "formed_cavalry", ends_on
    return ("friends" if friends else "nobody"), ends_on


__all__ = ["KEEPING_OFF", "Walked", "circumstances", "formed", "legs_of", "plan_move"]
