"""What a unit does in its segment, carried out: each asks the procedures, and the table follows their outcomes."""

from __future__ import annotations

from fractions import Fraction
from math import floor
from typing import Any, TypeAlias

from attrs import evolve

from rcw_rules.kernel.geometry.table import Point, gap, is_inside, middle_of
from rcw_rules.kernel.lengths import Inches
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.red_actions.charges import ScoutAmbushRequest
from rcw_rules.red_actions.game.actions import (
    NO_WAY,
    Charge,
    Enter,
    Hide,
    Hold,
    Limber,
    Move,
    Scout,
    Shoot,
    Spring,
    Unlimber,
)
from rcw_rules.red_actions.game.aftermaths import apply, charged, friends_tested, moved_in_rout, settled
from rcw_rules.red_actions.game.aiming import plan_shot, return_of
from rcw_rules.red_actions.game.captives import escorted
from rcw_rules.red_actions.game.charging import Declared, plan_charge
from rcw_rules.red_actions.game.halting import crushed, wired
from rcw_rules.red_actions.game.laying import with_laid
from rcw_rules.red_actions.game.moving import Walked, circumstances, plan_move
from rcw_rules.red_actions.game.placing import coming_in, hiding_place
from rcw_rules.red_actions.game.refusing import refuse
from rcw_rules.red_actions.game.ruins import building_under, collapsed
from rcw_rules.red_actions.game.scene import BACK, Scene
from rcw_rules.red_actions.game.state import Ambusher, Frame, LeftBehind, State, enemy_of
from rcw_rules.red_actions.game.strays import mistaken, strayed
from rcw_rules.red_actions.game.supplies import ammunition_request, with_shot
from rcw_rules.red_actions.game.tasks import Repair
from rcw_rules.red_actions.game.trains import driver_of, has_fired, hit, train_of
from rcw_rules.red_actions.game.vehicles import after_move, is_vehicle, plan_repair, repaired, stopped
from rcw_rules.red_actions.game.windows import joined, may_join, sprung, with_others
from rcw_rules.red_actions.ground import HideRequest
from rcw_rules.red_actions.model import TRAINS, Unit
from rcw_rules.red_actions.morale import (
    HesitationRequest,
    RallyPinnedRequest,
)
from rcw_rules.red_actions.movement import VehicleBreakdownOutcome, VehicleBreakdownRequest
from rcw_rules.red_actions.options import Options
from rcw_rules.red_actions.shooting import ShootOutcome
from rcw_rules.red_actions.turn import Action as SegmentAction
from rcw_rules.red_actions.turn import ActionLegalityRequest, PoolLeft
from rcw_rules.red_actions.units import replacement_request

Done: TypeAlias = tuple[State, bool]
"""The state after a deed, and whether it ends the segment."""


def with_replacement(umpire: Umpire[Options], state: State, name: str) -> State:
    """Return the state in which a unit has drawn the officer that it lacks, as its voluntary action begins.

    Rules: off-replacement.
    """
    unit = state.unit(name)
    if unit is None or not unit.draws_officer:
        return state
    left = next((one.pool for one in state.report.pools if one.side == unit.side), None)
    army = state.game.army_of(unit.side).army
    army = army if left is None else evolve(army, pool=left)
    if not army.pool:
        return state
    drawn = umpire.resolve(replacement_request(army), f"officer of {name}")
    pools = tuple(one for one in state.report.pools if one.side != unit.side)
    state = state.with_units(evolve(unit, officer=drawn.juniors[0], draws_officer=False))
    report = evolve(state.report, pools=(*pools, PoolLeft(side=unit.side, pool=drawn.pool)))
    return evolve(state, report=report)


def acted(state: State, unit: Unit, **changes: Any) -> State:
    """Return the state in which a unit has used its segment, and is as told."""
    return state.with_units(evolve(unit, has_acted=True, **changes))


def does_hesitate(umpire: Umpire[Options], scene: Scene, name: str, what: str) -> bool:
    """Return whether a unit is a Mob that sees an enemy, and hesitates.

    Rules: char-mob-hesitation.
    """
    unit = scene.units[name]
    if not unit.has("Mob") or name not in scene.on_table or not scene.sees_enemy(name):
        return False
    asked = HesitationRequest(is_mob=True, enemy_visible=True, action=what)  # type: ignore[arg-type]
    return not umpire.resolve(asked, "hesitation").proceeds


def hesitated(state: State) -> Done:
    """Return the state in which a Mob hesitates: its segment goes on, and it may only shoot.

    Rules: char-mob-hesitation.
    """
    frame = state.frame
    assert frame is not None  # noqa: S101 - a segment is on its way
    return state.with_frame(evolve(frame, action=None, hesitates=True)), False


# --- Staying and moving -----------------------------------------------------------------------------------------------


def hold(umpire: Umpire[Options], scene: Scene, action: Hold) -> Done:
    """Let a unit stay where it is.

    Rules: act-one-only, evade-speed, rout-unit-state.
    """
    state, unit = scene.state, scene.units[action.unit]
    if unit.routing:
        refuse("rout-unit-state", f"{unit.name} is in rout: it rallies or routs on")
    if action.evading and (unit.card.evasive_speed is None or unit.rallied or action.unit not in scene.on_table):
        refuse("evade-speed", f"{unit.name} cannot evade now")
    if unit.name in scene.on_table:
        around = evolve(circumstances(scene, unit.name), evades=action.evading)
        umpire.resolve(ActionLegalityRequest(unit=unit, around=around), "segment")
    return acted(state, unit, evading=unit.evading or action.evading), True


def move(umpire: Umpire[Options], scene: Scene, action: Move) -> Done:
    """Let a unit move: a pinned unit rallies first where it goes towards the enemy, a Mob overcomes its hesitation.

    Rules: mov-speed, rally-pinned, char-mob-hesitation, retire-manner, evade-switch, dig-rate, act-hide.
    """
    plan = plan_move(scene, action)
    state, unit = scene.state, plan.unit
    frame = state.frame
    if unit.pinned and plan.towards_enemy:
        if frame is not None and frame.stuck:
            refuse("rally-pinned", f"{unit.name} has failed to rally: it may shoot or draw back")
        asked = RallyPinnedRequest(
            unit=unit, situation=scene.situation_of(unit.name), enemy_in_sight=scene.sees_enemy(unit.name)
        )
        tried = umpire.resolve(asked, f"{unit.name} pinned")
        if tried.hesitated:
            return hesitated(state)
        if not tried.unpinned:
            assert frame is not None  # noqa: S101 - a segment is on its way
            return state.with_frame(evolve(frame, action=None, stuck=True)), False
        unit = evolve(unit, pinned=False)
    elif does_hesitate(umpire, scene, unit.name, _kind_of_move(scene, plan, unit)):
        return hesitated(state)
    umpire.resolve(plan.legality, "segment")
    if action.ahead > NO_WAY and not is_vehicle(unit):
        umpire.resolve(plan.budget, "way")
    scene, plan = strayed(umpire, scene, action, plan)
    state = evolve(scene.state, marching=(*scene.state.marching, unit.name)) if action.march else scene.state
    back = action.ahead if not plan.towards_enemy and scene.sees_enemy(unit.name) else NO_WAY
    state = acted(
        state,
        unit,
        evading=unit.evading or action.evading,
        moved_back=unit.moved_back + back,
        foxholes=Fraction(0) if action.ahead > NO_WAY else unit.foxholes,
    )
    return mistaken(umpire, scene, gone_on(umpire, state, plan), plan), True


def gone_on(umpire: Umpire[Options], state: State, plan: Walked) -> State:
    """Return the state in which a unit has made a move: vehicles take their tests, infantry halts in wire.

    Rules: tank-obstacle, ac-obstacle, tank-breakdown, ac-breakdown, wire-infantry, wire-tanks, misc-prisoners-take.
    """
    unit, name, end = plan.unit, plan.unit.name, plan.end
    tests = None
    if is_vehicle(unit) and plan.budget.path:
        tests = umpire.resolve(VehicleBreakdownRequest(move=plan.budget), "way")
        end = stopped(plan.start, plan.legs, tests, end)
    began = state.group(name) or end
    state = has_moved(settled(state, end, (end.bases[0].facing + BACK).bearing), name)
    state = escorted(state, unit, began, state.group(name) or end)
    if tests is not None:
        state = after_move(crushed(state, plan.move, plan.budget.path, tests.crushed), name, tests)
    return wired(state, name, plan.wire) if plan.wire else state


def _kind_of_move(scene: Scene, plan: Walked, unit: Unit) -> str:
    """Return whether a move leads away from the nearest enemy in sight.

    Rules: char-mob-hesitation.
    """
    nearest = scene.nearest_seen(unit.name)
    if plan.towards_enemy or nearest is None:
        return "move"
    return "move_away" if gap(plan.end, scene.group_of(nearest)) > scene.facts.gap(unit.name, nearest) else "move"


def has_moved(state: State, name: str) -> State:
    """Return the state in which a unit has moved in this turn, and hides no more.

    Rules: act-hide, vis-area.
    """
    return evolve(
        state,
        have_moved=tuple(dict.fromkeys((*state.have_moved, name))),
        ambushers=tuple(one for one in state.ambushers if one.unit != name),
        wired=tuple(one for one in state.wired if one.unit != name),
    )


def enter(umpire: Umpire[Options], scene: Scene, action: Enter) -> Done:
    """Bring a unit onto the table by its entry.

    Rules: seq-reinforcements.
    """
    state = scene.state
    coming = next((one for one in state.game.reinforcements if one.unit.name == action.unit), None)
    if coming is None:
        refuse("seq-reinforcements", f"{action.unit!r} is not off the table")
    assert coming is not None  # noqa: S101 - refused above
    group = coming_in(state, coming.unit)
    if group is None:
        refuse("seq-reinforcements", f"there is no room for {action.unit!r} by its entry")
    assert group is not None  # noqa: S101 - refused above
    unit = evolve(coming.unit, in_column=group.is_column and coming.unit.bases > 1)
    state = acted(state, unit).with_group(group)
    state = evolve(state, report=evolve(state.report, entered_at=coming.entry))
    return has_moved(state, unit.name), True


# --- Fighting ---------------------------------------------------------------------------------------------------------


def shoot(umpire: Umpire[Options], scene: Scene, action: Shoot) -> Done:
    """Let a unit shoot: it turns, moves if it moves, and then the dice are thrown; its target may return the fire.

    Rules: sho-sequence, pre-return-fire, seq-position-markers, march-rate.
    """
    aimed = plan_shot(scene, action)
    state, frame = scene.state, scene.state.frame
    if frame is not None and frame.hesitates and action.ahead > NO_WAY:
        refuse("char-mob-hesitation", "a Mob that hesitates may shoot, and nothing else")
    umpire.resolve(aimed.legality, "segment")
    if aimed.priorities is not None:
        umpire.resolve(evolve(aimed.priorities, target=action.target), "priorities")
    shot = aimed.request
    ammunition = ammunition_request(state, scene.units[action.unit])
    if ammunition is not None:
        umpire.resolve(ammunition, f"ammunition of {action.unit}")
    if action.unit in scene.on_table:
        state = state.with_group(aimed.shooters)
        exchange = return_of(scene, shot)
    else:  # it fires out of a car, where nobody sees whom to shoot at
        exchange = None
    state = with_shot(state, action.unit)
    walked: tuple[Scene, Walked] | None = None
    if action.ahead > NO_WAY:
        after = scene.scene_of(state)
        ahead = Move(unit=action.unit, ahead=action.ahead)
        after, plan = strayed(umpire, after, ahead, plan_move(after, ahead))
        state, walked = gone_on(umpire, after.state, plan), (after, plan)
    state = evolve(
        with_laid(state, shot, scene.group_of(action.target), action.observer),
        fired=tuple(dict.fromkeys((*state.fired, action.unit))),
        ambushers=tuple(one for one in state.ambushers if one.unit != action.unit),
    ).noted(fired=(action.unit,), shot_at=(action.target,))
    if exchange is None:
        done = umpire.resolve(shot, f"fire of {action.unit}")
        state = has_fired(state.with_units(_out_of_foxholes(done.shooter, action)), action.unit)
        state = apply(umpire, state, done.aftermath, by=action.unit)
        state = struck(umpire, state, scene, action.target, done)
        return _fired(umpire, state, frame, action.unit, walked)
    fought = umpire.resolve(exchange, f"fire of {action.unit}")
    state = has_fired(state.with_units(_out_of_foxholes(fought.shooter, action)), action.unit)
    state = apply(umpire, state, fought.first.aftermath, by=action.unit)
    state = struck(umpire, state, scene, action.target, fought.first)
    if fought.answer is not None:
        fired = tuple(dict.fromkeys((*state.fired, action.target)))
        state = evolve(state, fired=fired).noted(fired=(action.target,), shot_at=(action.unit,))
        state = with_laid(state, exchange.answer, scene.group_of(action.unit), "")
        state = apply(umpire, state, fought.answer, by=action.target)
    return _fired(umpire, state, frame, action.unit, walked)


def _fired(
    umpire: Umpire[Options], state: State, frame: Frame | None, name: str, walked: tuple[Scene, Walked] | None
) -> Done:
    """Return the state after a shot: the segment of a train goes on until it is driven.

    Rules: train-cars, wx-night-friends.
    """
    if walked is not None:
        before, plan = walked
        state = mistaken(umpire, before, state, plan)
    train = train_of(state, name)
    if train is None or frame is None:
        return state, True
    driver = state.unit(driver_of(state, train))
    if driver is None or driver.has_acted:
        return state, True
    return state.with_frame(evolve(frame, action=None)), False


def _out_of_foxholes(unit: Unit, action: Shoot) -> Unit:
    """Return a unit that has left its foxholes if it moved after its shot.

    Rules: dig-rate.
    """
    return evolve(unit, foxholes=Fraction(0)) if action.ahead > NO_WAY and unit.foxholes else unit


def struck(umpire: Umpire[Options], state: State, scene: Scene, target: str, done: ShootOutcome) -> State:
    """Return the state after the direct hits of a shot on a car of a train, or on a building that falls.

    Args:
        umpire: The umpire.
        state: The state after the shot.
        scene: The scene before it.
        target: At whom it was.
        done: What came of it.

    Rules: train-hit-number, dh-buildings.
    """
    if done.collapsed:
        return collapsed(umpire, state, building_under(scene, target))
    return hit(umpire, state, target, done.direct_hits) if scene.units[target].card.arm in TRAINS else state


def charge(umpire: Umpire[Options], scene: Scene, action: Charge) -> Done:
    """Let a unit charge. One that fails its charge test may still do something else.

    Rules: charge-sequence, mor-fail-charge.
    """
    plan = plan_charge(scene, action)
    if plan.legality is not None:
        umpire.resolve(plan.legality, "segment")
    umpire.resolve(plan.cost, "way")
    tests = None if plan.trials is None else umpire.resolve(VehicleBreakdownRequest(move=plan.trials), "way")
    if tests is not None and tests.stopped_at is not None:
        return _stuck_in_charge(scene, action, plan, tests), True
    outcome = umpire.resolve(plan.request, f"charge of {action.unit}")
    state = charged(umpire, _shown(scene.state, action.unit), plan, outcome)
    if tests is not None and outcome.advanced > NO_WAY and state.unit(action.unit) and not outcome.immobilised:
        state = after_move(state, action.unit, tests)
    unit, frame = state.unit(action.unit), state.frame
    if outcome.end == "test_failed" and unit is not None and not unit.routing and frame is not None:
        return state.with_frame(evolve(frame, action=None)), False
    return state, True


def _stuck_in_charge(scene: Scene, action: Charge, plan: Declared, tests: VehicleBreakdownOutcome) -> State:
    """Return the state in which a vehicle has stuck on its way to those whom it charges: no charge comes of it.

    Rules: tank-obstacle, ac-obstacle, charge-conditions.
    """
    state, unit = scene.state, scene.units[action.unit]
    half = Inches(thousandths=plan.start.depth.thousandths // 2)
    gone = Inches(thousandths=floor(tests.moved * 1000)) + half - plan.before
    end = plan.start.moved(plan.direction, max(NO_WAY, gone))
    state = has_moved(settled(acted(state, unit), end, (plan.direction + BACK).bearing), unit.name)
    return after_move(state, unit.name, tests)


def _shown(state: State, name: str) -> State:
    return evolve(state, ambushers=tuple(one for one in state.ambushers if one.unit != name))


def spring(umpire: Umpire[Options], scene: Scene, action: Spring) -> State:
    """Spring an ambush on the move that is declared: it is cut off there, and the ambushers attack.

    Raises:
        IllegalRequestError: They cannot.

    Rules: amb-spring, amb-benefits, pre-ambush, rout-cascade.
    """
    state, frame = scene.state, scene.state.frame
    if frame is not None and frame.joiners:
        return _joined(umpire, scene, frame, action)
    cut_off = frame.action if frame is not None else None
    found = walked = None
    if isinstance(cut_off, Move) and state.ambusher(action.unit) is not None:
        walked = plan_move(scene, cut_off)
        found = sprung(scene, walked, cut_off, action.unit, action.attack)
        if found is not None and action.others:
            found = with_others(scene, found, cut_off, action.others)
    if found is None or not isinstance(cut_off, Move):
        refuse("amb-spring", f"{action.unit!r} cannot spring an ambush so")
    assert found is not None  # noqa: S101 - refused above
    assert isinstance(cut_off, Move)  # noqa: S101 - refused above
    assert walked is not None  # noqa: S101 - refused above
    assert frame is not None  # noqa: S101 - refused above
    joiners = may_join(scene, walked, frame, (action.unit, *action.others), found.at)
    state = state.with_frame(evolve(frame, joiners=joiners))
    outcome = umpire.resolve(found.request, f"ambush of {action.unit}")
    for name in (action.unit, *action.others):
        state = _shown(state, name)
    state = has_moved(state.with_group(found.at), cut_off.unit)
    begun = scene.scene_of(state)
    if found.charge is not None and outcome.charge is not None:
        return charged(umpire, state, found.charge, outcome.charge)
    state = state.with_units(*(shot.shooter for shot in outcome.shots), outcome.target)
    fired = tuple(shot.shooter.name for shot in outcome.shots) or (action.unit,)
    state = evolve(state, fired=tuple(dict.fromkeys((*state.fired, *fired))))
    state = state.noted(fired=fired, shot_at=(cut_off.unit,))
    for name in fired:
        state = with_shot(state, name)
    back = sum((shot.aftermath.retired for shot in outcome.shots), NO_WAY)
    for shot in outcome.shots:
        state = apply(umpire, state, evolve(shot.aftermath, routs=False), by=action.unit)
        state = struck(umpire, state, begun, cut_off.unit, shot)
    if back > NO_WAY:
        state = state.noted(forced=(cut_off.unit,))
    if outcome.guns_left and state.unit(cut_off.unit) is None:
        left = LeftBehind(unit=cut_off.unit, at=middle_of(found.at), bases=outcome.guns_left)
        state = evolve(state, guns=(*state.guns, left))
    state = state.with_units(outcome.target)
    if outcome.rout is not None:
        direction = begun.rout_direction(cut_off.unit, action.unit)
        state = moved_in_rout(state, cut_off.unit, direction, outcome.rout)
        state = friends_tested(umpire, state, begun, cut_off.unit, direction, outcome.rout)
    return state


def repair(umpire: Umpire[Options], scene: Scene, action: Repair) -> Done:
    """Let a vehicle try to get free; its segment goes on.

    Rules: vehicle-repair, act-free-actions.
    """
    unit = scene.units[action.unit]
    plan_repair(scene.state, unit.name)
    freeing = (SegmentAction(what="free_vehicle"),)
    umpire.resolve(ActionLegalityRequest(unit=unit, actions=freeing, around=circumstances(scene, unit.name)), "segment")
    state = repaired(umpire, scene.state, unit.name)
    frame = state.frame
    assert frame is not None  # noqa: S101 - a segment is on its way
    return state.with_frame(evolve(frame, action=None)), False


def _joined(umpire: Umpire[Options], scene: Scene, frame: Frame, action: Spring) -> State:
    """Let another unit in ambush charge an enemy on whom others have sprung theirs.

    Rules: pre-ambush, amb-benefits.
    """
    plan = joined(scene, frame, action.unit) if action.attack == "charge" and not action.others else None
    if plan is None:
        refuse("amb-spring", f"{action.unit!r} cannot join the ambush so: it charges, or lies low")
    others = tuple(name for name in frame.joiners if name != action.unit)
    state = _shown(scene.state, action.unit).with_frame(evolve(frame, joiners=others))
    outcome = umpire.resolve(plan.request, f"charge of {action.unit}")
    return charged(umpire, state, plan, outcome)


# --- Guns, hiding, scouting -------------------------------------------------------------------------------------------


def limber(umpire: Umpire[Options], scene: Scene, action: Limber | Unlimber) -> Done:
    """Limber or unlimber guns.

    Rules: form-limbered, act-limber-whole-action.
    """
    unit = scene.units[action.unit]
    wants = isinstance(action, Limber)
    what = SegmentAction(what="limber" if wants else "unlimber")
    umpire.resolve(ActionLegalityRequest(unit=unit, actions=(what,), around=circumstances(scene, unit.name)), "segment")
    if does_hesitate(umpire, scene, unit.name, "other"):
        return hesitated(scene.state)
    return has_moved(acted(scene.state, unit, limbered=wants), unit.name), True


def hide(umpire: Umpire[Options], scene: Scene, action: Hide) -> Done:
    """Hide a unit where it stands.

    Rules: act-hide.
    """
    unit, state = scene.units[action.unit], scene.state
    asked = HideRequest(
        arm=unit.card.arm,
        limbered=unit.limbered,
        ground=scene.ground_under(unit.name),
        seen=scene.is_seen(unit.name),
        turn=state.game.turn,
    )
    done = umpire.resolve(asked, f"{unit.name} hides")
    if does_hesitate(umpire, scene, unit.name, "other"):
        return hesitated(state)
    note = hiding_place(state, scene.group_of(unit.name), from_turn=done.ambush_from_turn)
    if note is None:
        refuse("act-hide", "whole games know woods, buildings and hollows to hide in")
    assert isinstance(note, Ambusher)  # noqa: S101 - refused above
    others = tuple(one for one in state.ambushers if one.unit != unit.name)
    return evolve(acted(state, unit), ambushers=(*others, note)), True


def scout(umpire: Umpire[Options], scene: Scene, action: Scout) -> Done:
    """Let a unit scout a piece of terrain; its segment goes on.

    A die is thrown whether anybody hides there or not, unless the option scout_empty_rolls is off.

    Rules: amb-scout, amb-scout-secret, char-mob-hesitation.
    """
    state, unit = scene.state, scene.units[action.unit]
    piece = next((one for one in state.table.terrain if one.name == action.place), None)
    if piece is None or action.unit not in scene.on_table:
        refuse("amb-scout", f"there is no piece of terrain {action.place!r} to scout")
    assert piece is not None  # noqa: S101 - refused above
    frame = state.frame
    asked = ScoutAmbushRequest(
        distance=distance_to(scene, unit.name, action.place),
        partisan=unit.has("Partisan"),
        clever=unit.officer is not None and "Clever" in unit.officer.characteristics,
        scouted_this_turn=action.place in state.scouted,
        has_scouted=action.unit in state.scouts,
    )
    umpire.resolve(
        ActionLegalityRequest(
            unit=unit, actions=(SegmentAction(what="scout"),), around=circumstances(scene, unit.name)
        ),
        "segment",
    )
    if does_hesitate(umpire, scene, unit.name, "other"):
        return hesitated(state)
    there = tuple(
        one.unit
        for one in state.ambushers
        if one.place == action.place and scene.units[one.unit].side == enemy_of(unit.side)
    )
    umpire.ruling("scout_empty_rolls")
    found = False
    if there or umpire.options.scout_empty_rolls:
        found = umpire.resolve(asked, f"{action.unit} scouts").found
    state = evolve(
        state,
        scouted=(*state.scouted, action.place),
        scouts=(*state.scouts, action.unit),
        ambushers=tuple(one for one in state.ambushers if not (found and one.unit in there)),
    )
    if found:
        state = state.noted(seen=there)
    assert frame is not None  # noqa: S101 - a segment is on its way
    return state.with_frame(evolve(frame, action=None)), False


def distance_to(scene: Scene, name: str, place: str) -> Inches:
    """Return how far a unit is from a piece of terrain; 0 for one that is inside.

    Rules: amb-scout.
    """
    table, group = scene.layout.table, scene.group_of(name)
    piece = next(one for one in table.terrain if one.name == place)
    centres: list[Point] = [base.centre for base in group.bases]
    if any(is_inside(spot, piece.outline) for spot in centres):
        return NO_WAY
    return table.distance_to(group, place)
