"""Shots as they can be fired from where everybody stands."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from attrs import evolve, frozen

from rcw_rules.kernel.angles import Angle, degrees
from rcw_rules.kernel.citations import Objection, Verdict
from rcw_rules.kernel.errors import IllegalRequestError
from rcw_rules.kernel.geometry.table import Group, SightRules, Table, formed_up, gap, middle_of, moved
from rcw_rules.kernel.lengths import Inches, inches
from rcw_rules.red_actions.charges import DefensiveFire, can_bear, may_charge_any
from rcw_rules.red_actions.game.actions import NO_TURN, NO_WAY, Shoot
from rcw_rules.red_actions.game.laying import able_over, check_observer, indirect_of, is_consecutive, is_road_column
from rcw_rules.red_actions.game.riding import scenes_aboard
from rcw_rules.red_actions.game.scene import Scene
from rcw_rules.red_actions.game.supplies import ammunition_request
from rcw_rules.red_actions.game.trains import aboard_of, check_fire, train_of, weapon_of_car
from rcw_rules.red_actions.game.vehicles import can_harm, weapon_towards
from rcw_rules.red_actions.ground import Candidate, Direction, Mount, TargetPriorityRequest, is_in_arc, mount_of
from rcw_rules.red_actions.model import TRAINS, Cover, Unit
from rcw_rules.red_actions.positions import (
    able_bases,
    cover_of,
    enfilade_of,
    fire_arc_of,
    line_of_fire,
    may_bear,
    sight_rules,
)
from rcw_rules.red_actions.shooting import TURNERS, ReturnFireRequest, ShootRequest, is_long_range
from rcw_rules.red_actions.turn import Action as SegmentAction
from rcw_rules.red_actions.turn import ActionLegalityRequest

BESIDE_OFFICER = inches(2)  # defs-senior-officer-base
_HALF = 2
QUARTERS = (NO_TURN, degrees(90), degrees(-90), degrees(180))
PIVOTS = (NO_TURN, *(degrees(sign * turn) for turn in (15, 30, 45) for sign in (1, -1)))


@frozen(kw_only=True)
class Aimed:
    """A shot that can be fired.

    Attributes:
        request: The shot.
        shooters: The shooters where they stand as they fire.
        priorities: Who else could be shot at, and why this target; None for fire that only harasses.
        legality: What the unit does in its segment.
    """

    request: ShootRequest
    shooters: Group
    priorities: TargetPriorityRequest | None
    legality: ActionLegalityRequest


@lru_cache(maxsize=4096)
def turned(group: Group, angle: Angle) -> Group:
    """Return a group that has turned on the spot.

    About face it covers the same ground. By a quarter the bases of a line come to stand one behind another, about the
    same middle. By less, as guns and machine guns pivot, it turns about its middle as a whole.

    Rules: mvsh-table, mov-no-backwards.
    """
    if angle == NO_TURN:
        return group
    if abs(angle) == degrees(180):
        return Group(name=group.name, bases=tuple(base.about_face() for base in group.bases))
    middle = middle_of(group)
    if abs(angle) != degrees(90) or group.facing is None:
        return group.turned(middle, angle)
    facing = (group.facing + angle).bearing
    ranks = -(-len(group.bases) // len(group.front_rank))
    depth = group.bases[0].depth * -(-len(group.bases) // ranks)
    front = moved(middle, facing, Inches(thousandths=depth.thousandths // _HALF))
    return formed_up(group, front, facing, per_rank=ranks)


def plan_shot(scene: Scene, action: Shoot) -> Aimed:
    """Return a shot, checked as far as no dice are needed.

    Raises:
        IllegalRequestError: It cannot be fired, with every reason.

    Rules: sho-sequence, sho-effective, mvsh-table, prio-order.
    """
    unit, target = scene.units.get(action.unit), scene.units.get(action.target)
    if unit is not None and action.unit not in scene.on_table and aboard_of(scene.state, action.unit):
        return _plan_aboard(scene, action)
    if unit is None or target is None or action.unit not in scene.on_table or action.target not in scene.on_table:
        _refuse("sho-effective", f"{action.unit!r} and {action.target!r} must both stand on the table")
    assert unit is not None  # noqa: S101 - refused above
    assert target is not None  # noqa: S101 - refused above
    if target.name not in {enemy.name for enemy in scene.enemies(unit.side)}:
        _refuse("wx-night-friends", "units shoot at enemies whom they know of")
    check_fire(scene.state, unit)
    if action.observer:
        check_observer(scene, unit, target, action.observer)
    if action.gas and unit.name not in scene.state.scenario.gas:
        _refuse("gas", f"the scenario has no gas for {unit.name}")
    if unit.card.arm in TRAINS and action.turn != NO_TURN:
        _refuse("mvsh-table", "the cars of a train keep to their rails and do not pivot")
    ammunition = ammunition_request(scene.state, unit)
    if ammunition is not None:
        scene.judge.declared(ammunition).require()
    shooters = turned(scene.group_of(unit.name), action.turn)
    if action.turn != NO_TURN and not scene.layout.is_free(shooters):
        _refuse("mvsh-table", "there is no room to turn so")
    legality = shot_legality(scene, unit, action)
    scene.judge.resolve(legality, "segment")
    request = shot_at(scene, unit, target, shooters, action)
    Verdict(objections=_objections(scene, request)).require()
    priorities = None
    if not action.harassing or scene.judge.options.harassing_keeps_priorities:
        priorities = priorities_of(scene, unit, shooters, action, request.able_bases or 0)
        if action.target not in [one.name for one in priorities.candidates]:
            _refuse("sho-effective", "no base has the target in sight, arc and range")
        scene.judge.resolve(evolve(priorities, target=action.target), "priorities")
    return Aimed(request=request, shooters=shooters, priorities=priorities, legality=legality)


def _plan_aboard(scene: Scene, action: Shoot) -> Aimed:
    """Return a shot out of a car of a train, from the side of it that bears.

    Raises:
        IllegalRequestError: Neither does.

    Rules: train-cars.
    """
    if action.turn != NO_TURN or action.ahead != NO_WAY:
        _refuse("train-cars", f"{action.unit} fires out of its car, and stays in it")
    right, left = scenes_aboard(scene, action.unit)
    try:
        return plan_shot(right, action)
    except IllegalRequestError:
        return plan_shot(left, action)


def _refuse(rule: str, message: str) -> None:
    Verdict(objections=(Objection(rule=rule, message=message, path="$.action"),)).require()


def _objections(scene: Scene, request: ShootRequest) -> tuple[Objection, ...]:
    return tuple(scene.judge.declared(request).objections)


def shot_legality(scene: Scene, unit: Unit, action: Shoot) -> ActionLegalityRequest:
    """Return what a unit does that shoots and perhaps moves.

    Rules: act-one-only, mvsh-table.
    """
    from rcw_rules.red_actions.game.moving import circumstances

    degrees_turned = abs(action.turn.thousandths) // 1000
    shot = SegmentAction(what="shoot", turn=degrees_turned)
    actions = (shot, SegmentAction(what="move", distance=action.ahead)) if action.ahead > NO_WAY else (shot,)
    return ActionLegalityRequest(unit=unit, actions=actions, around=circumstances(scene, unit.name))


def shot_at(scene: Scene, unit: Unit, target: Unit, shooters: Group, action: Shoot) -> ShootRequest:
    """Return the shot of a unit at a target.

    Args:
        scene: The scene.
        unit: Who shoots.
        target: At whom.
        shooters: The shooters where they stand as they fire.
        action: The action: whether it harasses, and moves after.

    Rules: sho-sequence, sho-cover-definitions, arc-enfilade, defs-senior-officer-base.
    """
    reach = unit.card.range or NO_WAY
    if action.observer:
        count = able_over(scene, unit, target, shooters)
    else:
        count = able(scene, unit, target, shooters, reach * 2 if action.harassing else reach)
    if not count:  # it cannot be fired, and needs no more facts
        return ShootRequest(shooter=unit, target=target, distance=NO_WAY, able_bases=0, harassing=action.harassing)
    cover = cover_from(scene, unit.name, target.name, shooters)
    passes = target.name in scene.state.have_moved and not target.evading and target.card.category == "infantry"
    houses = [piece for piece in scene.pieces_under(target.name) if piece.kind in ("buildings", "built_up")]
    building = "none"
    if houses and not passes:
        building = {"wooden_building": "wood", "stone": "stone"}.get(cover, "none")
    return ShootRequest(
        shooter=unit,
        target=target,
        distance=scene.facts.gap(action.observer or unit.name, target.name),
        able_bases=count,
        indirect=indirect_of(scene.state, unit.name, target.name, action.observer),
        consecutive=is_consecutive(scene.state, unit.name, target.name),
        gas=action.gas,
        road_column=is_road_column(scene, target.name),
        cover=cover,
        building=building,  # type: ignore[arg-type]
        passing_through=passes and cover in ("wooden_building", "stone") and bool(houses),
        enfiladed=is_enfiladed(scene, unit.name, target.name, shooters),
        target_moved=target.name
        in (scene.state.rolling if target.card.category == "vehicle" else scene.state.have_moved),
        distinct=is_target(scene, target),
        move="before_dice" if action.ahead > NO_WAY else "stays",
        harassing=action.harassing,
        weapons_left=any(one.unit == unit.name for one in scene.state.weapons),
        situation=scene.situation_of(target.name),
        footing=scene.footing_of(target.name, hard_cover=False),
    )


def _friends(scene: Scene, unit: Unit) -> list[str]:
    return [one.name for one in scene.units_of(unit.side) if one.name != unit.name]


def able(scene: Scene, unit: Unit, target: Unit, shooters: Group, reach: Inches) -> int:
    """Return how many bases of a unit see a target and have it in arc, within reach and not barred.

    Rules: sho-effective, arc-foot.
    """

    def measure() -> int:
        if scene.facts.gap(unit.name, target.name) > reach or not scene.sees(unit.name, target.name):
            return 0
        mount = mount_of(unit.card)
        if mount is None:
            return 0
        there = scene.group_of(target.name)
        distance = scene.facts.gap(unit.name, target.name)
        between = [
            scene.group_of(friend.name)
            for friend in scene.units_of(unit.side)
            if friend.name not in (unit.name, target.name)
            and scene.facts.gap(friend.name, unit.name) <= distance
            and scene.facts.gap(friend.name, target.name) <= distance
        ]
        weapon = weapon_of_car(scene.state, unit.name) or weapon_towards(mount, shooters, there)
        # Whoever has fired shows itself as a mover does (vis-firing-reveals).
        still = target.name not in (*scene.state.have_moved, *scene.state.fired)
        rules = sight_rules(target.card.arm, stationary=still, limbered=target.limbered)
        return _able(scene.layout.table, (mount, weapon), (shooters, there), tuple(between), reach, rules)

    question = f"How many bases of {unit.name} have {target.name} in sight, arc and range?"
    return scene.facts.fact("bases", (unit.name, target.name), question, measure, (shooters, reach))


@lru_cache(maxsize=4096)
def _able(  # noqa: PLR0917 - all that matters
    table: Table,
    weapons: tuple[Mount, Direction | None],
    pair: tuple[Group, Group],
    between: tuple[Group, ...],
    reach: Inches,
    rules: SightRules,
) -> int:
    # Units that have not moved can fire as they could before, whoever else has moved.
    (mount, weapon), (shooters, target) = weapons, pair
    if not any(
        may_bear(mount, base, target, weapon)
        and gap(base, target) <= reach
        and is_in_arc(mount, weapon, line_of_fire(mount, base, target, weapon)[2])
        for base in shooters.bases
    ):
        return 0
    arcs = fire_arc_of(mount, shooters, target, weapon=weapon, friends=between)
    return able_bases(table, arcs, shooters, target, reach=reach, rules=rules)


def cover_from(scene: Scene, shooter: str, target: str, shooters: Group) -> Cover:
    """Return what covers a target from some shooters.

    Rules: sho-cover-definitions, sho-mod-cover.
    """

    def measure() -> Cover:
        if scene.facts.is_bare(shooter, target) and not scene.pieces_under(target):
            return "open"
        return _cover(scene.layout.table, shooters, scene.group_of(target))

    return scene.facts.fact("cover", (shooter, target), f"What covers {target} from {shooter}?", measure, (shooters,))


@lru_cache(maxsize=4096)
def _cover(table: Table, shooters: Group, target: Group) -> Cover:
    return cover_of(table, shooters, target)


def is_enfiladed(scene: Scene, shooter: str, target: str, shooters: Group) -> bool:
    """Return whether a target is enfiladed.

    Rules: arc-enfilade.
    """

    def measure() -> bool:
        return scene.judge.resolve(enfilade_of(scene.group_of(target), [shooters]), "enfilade").enfiladed

    question = f"Is {target} enfiladed by {shooter}?"
    return scene.facts.fact("enfilade", (shooter, target), question, measure, (shooters,))


# --- Whom to shoot at -------------------------------------------------------------------------------------------------


def priorities_of(scene: Scene, unit: Unit, shooters: Group, action: Shoot, count: int) -> TargetPriorityRequest:
    """Return who could be shot at by a unit that stands so.

    Args:
        scene: The scene.
        unit: Who shoots.
        shooters: The shooters where they stand as they fire.
        action: The action.
        count: How many bases can fire at its target.

    Raises:
        IllegalRequestError: Nobody could.

    Rules: prio-order, prio-senior.
    """
    reach = unit.card.range or NO_WAY
    found = tuple(
        candidate(scene, unit, enemy, shooters)
        for enemy in scene.enemies(unit.side)
        if is_target(scene, enemy)
        and (enemy.name == action.target or can_harm(unit, enemy, scene.facts.gap(unit.name, enemy.name)))
        and (
            bool(count)
            if enemy.name == action.target
            else able(scene, unit, enemy, shooters, reach * 2 if action.harassing else reach)
        )
    )
    if not found:
        _refuse("sho-effective", "no base has an enemy in sight, arc and range")
    friends = (one for one in scene.units_of(unit.side) if one.name != unit.name)
    seniors = [one.name for one in friends if one.card.arm == "officer" or one.seniors]
    nearest = min((scene.facts.gap(unit.name, name) for name in seniors), default=None)
    return TargetPriorityRequest(candidates=found, senior_distance=nearest, senior_attached=bool(unit.seniors))


def is_target(scene: Scene, enemy: Unit) -> bool:
    """Return whether an enemy may be shot at at all: the base of a senior officer only away from its friends.

    Rules: defs-senior-officer-base.
    """
    return enemy.card.arm != "officer" or not scene.facts.near(enemy.name, BESIDE_OFFICER, _friends(scene, enemy))


def candidate(scene: Scene, unit: Unit, enemy: Unit, shooters: Group) -> Candidate:
    """Return an enemy as a target: whether it threatens the shooters, is close, and stands in the open.

    A car of a train threatens as the train does, so that the shooters may aim at any of its cars.

    Rules: prio-order, train-hit-number.
    """
    train = train_of(scene.state, enemy.name)
    together = (enemy,) if train is None else tuple(scene.units[name] for name in train.cars)
    gap, reach = scene.facts.gap(unit.name, enemy.name), unit.card.range
    return Candidate(
        name=enemy.name,
        threatens=any(threatens(scene, one, unit) for one in together),
        close=reach is not None and not is_long_range(gap, reach),
        in_open=cover_from(scene, unit.name, enemy.name, shooters) == "open",
    )


def threatens(scene: Scene, enemy: Unit, unit: Unit) -> bool:
    """Return whether an enemy threatens a unit: it could shoot at it from where it stands, or charge it.

    Rules: prio-order.
    """
    if enemy.routing:
        return False
    gap, card = scene.facts.gap(enemy.name, unit.name), enemy.card
    if card.range is not None and not enemy.limbered and gap <= card.range and scene.sees(enemy.name, unit.name):
        return True
    return gap <= card.speed and not enemy.pinned and may_charge_any(scene.judge, card.arm)


# --- Return fire, and fire at chargers --------------------------------------------------------------------------------


def return_of(scene: Scene, first: ShootRequest) -> ReturnFireRequest | None:
    """Return the exchange of a shot and the fire that its target may return; None if it may not.

    Rules: pre-return-fire.
    """
    unit, enemy = first.target, first.shooter
    if unit.card.range is None or unit.card.shooting_value is None or unit.has_acted or first.harassing:
        return None
    distance = scene.facts.gap(unit.name, enemy.name)
    if distance > unit.card.range:
        return None
    shooters = scene.group_of(unit.name)
    count = able(scene, unit, enemy, shooters, unit.card.range)
    if not count:
        return None
    cover = cover_from(scene, unit.name, enemy.name, shooters)
    answer = ShootRequest(
        shooter=unit,
        target=enemy,
        distance=distance,
        able_bases=count,
        consecutive=is_consecutive(scene.state, unit.name, enemy.name),
        road_column=is_road_column(scene, enemy.name),
        cover=cover,
        enfiladed=is_enfiladed(scene, unit.name, enemy.name, shooters),
        target_moved=enemy.name in scene.state.have_moved,
        weapons_left=any(one.unit == unit.name for one in scene.state.weapons),
        situation=scene.situation_of(enemy.name),
        footing=scene.footing_of(enemy.name, hard_cover=False),
    )
    exchange = ReturnFireRequest(first=first, answer=answer)
    verdict = scene.judge.declared(exchange)
    return exchange if verdict else None


def fire_at_charger(scene: Scene, unit: Unit, charger: Unit) -> DefensiveFire:
    """Return what matters if a charged unit shoots at the charger: it may turn or pivot before.

    Rules: charge-target-shoots, arc-foot, mvsh-table.
    """
    mount, reach = mount_of(unit.card), unit.card.range
    if mount is None or reach is None or not scene.sees(unit.name, charger.name):
        return DefensiveFire(able_bases=0)
    ammunition = ammunition_request(scene.state, unit)
    if ammunition is not None and not scene.judge.declared(ammunition):
        return DefensiveFire(able_bases=0)
    here, there = scene.group_of(unit.name), scene.group_of(charger.name)

    def measure() -> int:
        arcs = fire_arc_of(mount, Group(name=here.name, bases=here.bases), there)
        return sum(
            can_bear(unit.card.arm, abs(aim.angle)) and gap(base, there) <= reach
            for base, aim in zip(here.bases, arcs.aims, strict=True)
        )

    question = f"How many bases of {unit.name} can turn and fire at {charger.name} as it charges?"
    count = scene.facts.fact("bases", (unit.name, charger.name), question, measure, ("charger",))
    return DefensiveFire(able_bases=count, enfiladed=is_enfiladed(scene, unit.name, charger.name, here))


def ways_to_turn(unit: Unit) -> Iterator[Angle]:
    """Yield the turns that a unit may make before it shoots, none first.

    Rules: mvsh-table.
    """
    if unit.card.arm in TRAINS:
        yield NO_TURN
        return
    yield from QUARTERS if unit.card.arm in TURNERS else PIVOTS
