"""Moves in an activation: step by step, with the fire that interrupts them, overruns, and mounted attacks."""

from __future__ import annotations

from attrs import frozen

from rcw_rules.kernel.values import evolve
from rcw_rules.red_square.activation.state import Progress
from rcw_rules.red_square.ground import Field, is_on_table, where
from rcw_rules.red_square.model import RINGS_THAT_DISABLE, Unit, enemy_of
from rcw_rules.red_square.mounted import MountedCombatOutcome, MountedCombatRequest, OverrunRequest, chargeable
from rcw_rules.red_square.movement import Course, Leg, RetreatRequest, Wheel, gaps_of
from rcw_rules.red_square.shots import ThreatFireRequest, interruptions

DRIVES_OFF_TRAINS = ("infantry", "dismounted")  # train-6-retreat: the kind, or the formation of cavalry


@frozen(kw_only=True)
class Moved:
    """What a unit did of a move.

    Attributes:
        stepped: Whether it made a step.
        turned: Whether it made a step, or wheeled on the spot.
        changed: Whether it changed its formation, limbered, unlimbered, mounted or dismounted.
        is_over: Whether its activation is over.
    """

    stepped: bool = False
    turned: bool = False
    changed: bool = False
    is_over: bool = False


def make_move(progress: Progress, name: str, course: Course) -> Moved:
    """Move a unit along a course that was found legal, as far as nothing stops it.

    After each step come the enemies who may fire at it, in their order; then, where infantry came next to one, a train
    goes back, or before them with an option. A unit that breaks, or scouts who withdraw, go no farther. An overrun is
    settled in place of the step, unless those in the way are gone by then. At the end mounted cavalry next to enemies
    in the open attacks them.

    Args:
        progress: The activation.
        name: The unit.
        course: The course, from where the unit stands now. A tank that bogs on it does so after the last leg.

    Rules: fire-2-threat, fire-2-hold, art-open-sights, move-overrun-continue, mounted-1-trigger, train-6-retreat,
        obs-concealment, fire-9-double, opt-trains-go-first.
    """
    start, field = progress.unit(name), progress.field
    done: list[Leg] = []
    is_over = False
    for leg in course.legs:
        was = progress.unit(name)
        # Who was to be overrun may be gone by now: horses go with a regiment that fled before.
        if any(is_on_table(progress.unit(enemy)) for enemy in leg.overruns):
            if not _overrun(progress, name, leg):
                is_over = True
                break
        else:
            _follow(progress, was, leg)
        done.append(leg)
        if leg.is_step:
            if progress.umpire.options.trains_go_first:
                _drive_off_trains(progress, name)
            is_over = _under_fire(progress, name) or is_over
            _drive_off_trains(progress, name)
        if leg.unit.this_turn.is_over:  # it went through wire, or took a ferry
            progress.alter_turn(name, is_over=True)
        if is_over or not progress.can_act(name):
            is_over = True
            break
    gaps = gaps_of(field, start, Course(legs=tuple(done)))
    if gaps:
        progress.field = evolve(progress.field, wire_gaps=(*progress.field.wire_gaps, *gaps))
    stepped = any(leg.is_step for leg in done)
    if stepped and not is_over:
        is_over = _charge(progress, name, done[-1].left)
    now = progress.unit(name)
    return Moved(
        stepped=stepped,
        turned=stepped or any(isinstance(leg.action, Wheel) for leg in done),
        changed=now.formation != start.formation,
        is_over=is_over,
    )


def _follow(progress: Progress, now: Unit, leg: Leg) -> None:
    """Place a unit where a leg takes it, with the markers that it has received on the way."""
    ahead = leg.unit
    progress.put(
        evolve(
            now,
            square=ahead.square,
            facing=ahead.facing,
            formation=ahead.formation,
            idle=ahead.idle,
            advancing=ahead.advancing,
            visible=ahead.visible,
            digging_markers=ahead.digging_markers,
            temporary_trenches=ahead.temporary_trenches and now.square == ahead.square,
            position=ahead.position,
            stage=ahead.stage,
            stage_turn=ahead.stage_turn,
            ferry_to=ahead.ferry_to,
            ferry_turn=ahead.ferry_turn,
            this_turn=evolve(now.this_turn, moved=ahead.this_turn.moved, off_road=ahead.this_turn.off_road),
        )
    )
    if leg.horses is not None:
        progress.put(leg.horses)


def _under_fire(progress: Progress, name: str) -> bool:
    """Let the enemies fire who may after a step, and return whether that ends the activation of the mover.

    Rules: fire-2-threat, fire-2-hold, art-open-sights.
    """
    done: set[str] = set()
    while progress.can_act(name):
        waiting = interruptions(progress.field, progress.unit(name), progress.book)
        following = next((one for one in waiting if one.firer not in done), None)
        if following is None:
            _spend_mgs(progress, done)
            return False
        done.add(following.firer)
        request = ThreatFireRequest(field=progress.right_field, firer=following.firer, mover=name, **progress.cards)
        square = where(progress.unit(name))
        outcome = progress.umpire.resolve(request, f"fire of {following.firer} at {name} in {square}")
        progress.put(*outcome.units)
        progress.drew(outcome.cards)
        if outcome.shot is not None:
            shot = outcome.shot
            progress.saw(shot.observations)
            progress.shelled(shot.area_fire, shot.burning, shot.wire_removed)
    _spend_mgs(progress, done)
    return True


def _spend_mgs(progress: Progress, done: set[str]) -> None:
    """Take from MGs that did not fire with the unit in their square that did so their share of its activation.

    Args:
        progress: The activation.
        done: Those who were asked whether they fire.

    Rules: opt-mgs-fire-together.
    """
    if not progress.umpire.options.mgs_fire_together:
        return
    for mg in progress.field.on_table:
        head = progress.field.find(mg.accompanies) if mg.kind == "mg" else None
        if head is None or head.name not in done or head.square != mg.square:
            continue
        due = head.this_turn.activations
        if head.this_turn.holds_fire or mg.this_turn.activations >= due:
            continue
        progress.umpire.ruling("mgs_fire_together")
        progress.alter_turn(mg.name, activations=due, holds_fire=False)


def _drive_off_trains(progress: Progress, name: str) -> None:
    """Send trains back next to which infantry, or dismounted cavalry, has come.

    Rules: train-6-retreat.
    """
    for train in trains_driven_off(progress.field, progress.unit(name)):
        request = RetreatRequest(field=progress.right_field, unit=train, goes_on=False)
        outcome = progress.umpire.resolve(request, f"retreat of {train}")
        progress.put(*outcome.units)


def trains_driven_off(field: Field, mover: Unit) -> tuple[str, ...]:
    """Return the names of the trains that go back because a unit has come next to them.

    Rules: train-6-retreat.
    """
    if not is_on_table(mover) or not {mover.kind, mover.formation} & set(DRIVES_OFF_TRAINS):
        return ()
    return tuple(
        train.name
        for train in field.of(enemy_of(mover.side))
        if train.kind == "train"
        and train.rings < RINGS_THAT_DISABLE
        and not train.this_turn.retreated
        and field.distance(mover, train) == 1
    )


def _overrun(progress: Progress, name: str, leg: Leg) -> bool:
    """Settle an overrun, and return whether the mover has entered the square; if not, its activation is over.

    Rules: move-overrun-shaken, move-overrun-flank, move-overrun-helpless, move-overrun-continue.
    """
    request = OverrunRequest(
        field=progress.right_field, mover=name, square=leg.square, squares_left=leg.left, **progress.cards
    )
    outcome = progress.umpire.resolve(request, f"overrun by {name} in {leg.square}")
    progress.put(*outcome.units)
    progress.drew(outcome.cards)
    progress.saw(outcome.observations)
    progress.shelled(None, outcome.burning, outcome.wire_removed)
    if outcome.entered:
        progress.alter(name, facing=leg.facing, advancing=leg.unit.advancing, visible=leg.unit.visible)
    return outcome.entered


def _charge(progress: Progress, name: str, squares_left: int) -> bool:
    """Fight the mounted attack that the end of a move brings about, and return whether there was one.

    Rules: mounted-1-trigger.
    """
    unit = progress.unit(name)
    closed_leaving = progress.umpire.options.closed_leaving
    if unit.formation != "mounted" or not chargeable(progress.field, unit, closed_leaving=closed_leaving):
        return False
    request = MountedCombatRequest(
        field=progress.right_field, attacker=name, squares_left=squares_left, **progress.cards
    )
    outcome: MountedCombatOutcome = progress.umpire.resolve(request, f"attack of {name}")
    progress.put(*outcome.units)
    progress.drew(outcome.cards)
    progress.saw(outcome.observations)
    return True
