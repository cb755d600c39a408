"""Fire in an activation, and the other things that units do where they stand."""

from __future__ import annotations

from rcw_rules.kernel.geometry.squares import Facing, HalfAngle, Square
from rcw_rules.kernel.values import evolve
from rcw_rules.red_square.activation.choices import AREA, FRONT_BATTALION, SPOTTER, Situation
from rcw_rules.red_square.activation.state import Progress
from rcw_rules.red_square.ground import BUILDINGS, WOOD, where
from rcw_rules.red_square.model import MOST_BASES, Unit, Weapon
from rcw_rules.red_square.shots import (
    AEROPLANE,
    INDIRECT_GUNS,
    POST_WITHIN,
    SPOTTERS,
    Aim,
    ArtilleryPositionRequest,
    FireMissionRequest,
    GunAction,
    Shooting,
    Targets,
    after_mission,
    area_objections,
    choose_target,
    eligible_targets,
    firer_objections,
    is_beside_defence,
)
from rcw_rules.red_square.units import Battalion, DigInRequest, ReplaceCasualtiesRequest, digging_objections, weapons_of

SIDES_OF_DEFENCE: tuple[Facing, ...] = ("N", "E", "S", "W")  # dig-3-defence


def in_view(progress: Progress, name: str, shooting: Shooting, spotter: str = "") -> Targets:
    """Return the units that a unit may fire at now, and why it may fire at none; not why it may not fire at others."""
    return progress.seen((name, shooting, spotter), lambda: _in_view(progress, name, shooting, spotter))


def _in_view(progress: Progress, name: str, shooting: Shooting, spotter: str) -> Targets:
    field, unit, book = progress.field, progress.unit(name), progress.book
    objections = tuple(firer_objections(field, unit, book.options, shooting))
    if objections:
        return Targets(objections=objections)
    return Targets(eligible=eligible_targets(field, unit, book, shooting=shooting, spotter=spotter))


def spotters_for(progress: Progress, name: str, shooting: Shooting) -> tuple[str, ...]:
    """Return the spotters for howitzers or heavy guns that see no target themselves: friends near them, an aeroplane.

    Rules: art-indirect.
    """
    field, guns = progress.field, progress.unit(name)
    if not set(weapons_of(guns)) & set(INDIRECT_GUNS):
        return ()
    posts = [
        unit.name
        for unit in field.of(guns.side)
        if unit.kind in SPOTTERS and unit.name != name and field.distance(guns, unit) <= POST_WITHIN
    ]
    if guns.side in field.aeroplanes:
        posts.append(AEROPLANE)
    return tuple(post for post in posts if in_view(progress, name, shooting, post).eligible)


def areas_for(progress: Progress, name: str, shooting: Shooting) -> tuple[Square, ...]:
    """Return the squares of woods and villages that guns or MGs may fire at without observing a target.

    Rules: obs-area-fire.
    """
    unit, board = progress.unit(name), progress.field.board
    if unit.kind not in ("artillery", "mg") or in_view(progress, name, shooting).objections:
        return ()
    aim = Aim(
        field=progress.field,
        firer=unit,
        weapon=weapons_of(unit)[0],
        book=progress.book,
        shooting=shooting,
    )
    squares = sorted(square for kind in (WOOD, *BUILDINGS) for square in board.squares_of(kind))
    own = {where(one) for one in progress.field.of(unit.side)}
    return tuple(
        square
        for square in squares
        if square not in own and next(area_objections(evolve(aim, area=square), square), None) is None
    )


def fire(progress: Progress, name: str, shooting: Shooting) -> None:
    """Let a unit fire: once; a train with its guns and its MGs to either side; a position in Defence to each side.

    What lies exactly between two sides is fired at from one of them only, whichever its owner picks it for first.

    Rules: fire-1-who, fire-6-per-unit, dig-3-defence, train-2-armament, obs-roll.
    """
    has_fired, has_observed = shooting.has_fired, shooting.has_observed
    from_a_side: set[str] = set()
    for weapon, facing, half_angle in _shots_of(progress, name):
        if not progress.can_act(name):
            return
        now = evolve(shooting, has_fired=has_fired, has_observed=has_observed)
        unit, spotter = progress.unit(name), ""
        seen = eligible_targets(progress.field, unit, progress.book, shooting=now, weapon=weapon)
        if facing is not None:
            grid, here = progress.field.board.grid, where(unit)
            seen = tuple(
                one
                for one in seen
                if one.name not in from_a_side and grid.in_arc(here, facing, where(one.unit), half_angle)
            )
        elif not seen:
            spotters = spotters_for(progress, name, now)
            if not spotters:
                continue
            situation = Situation(field=progress.field, unit=unit, band=progress.band, card=progress.card)
            spotter = progress.choose(SPOTTER, spotters, situation)
            seen = in_view(progress, name, now, spotter).eligible
        if seen:
            target = choose_target(progress.umpire, progress.field, unit, seen, progress.book)
            request = FireMissionRequest(
                field=progress.right_field,
                firer=name,
                target=target,
                shooting=now,
                weapon=weapon,
                spotter=spotter,
                **progress.cards,
            )
            outcome = progress.umpire.resolve(request, f"shot of {name}")
            progress.field = after_mission(progress.field, outcome)
            progress.drew(outcome.cards)
            has_fired = True
            tried = outcome.shot == "not_observed" or any(found.observer == name for found in outcome.observations)
            has_observed = has_observed or tried
            if facing is not None:
                from_a_side.add(target)


def _shots_of(progress: Progress, name: str) -> tuple[tuple[Weapon | None, Facing | None, HalfAngle], ...]:
    """Return with what a unit fires in an activation, and to which side; None for wherever it faces.

    Rules: train-2-armament, dig-3-defence.
    """
    unit = progress.unit(name)
    if unit.kind == "train":
        turned = progress.field.board.grid.turned
        left, right = turned(unit.facing, -2), turned(unit.facing, 2)
        return (unit.guns, None, 45), ("mg", left, 90), ("mg", right, 90)
    if unit.formation == "defence" or is_beside_defence(progress.field, unit):
        return tuple((None, side, 45) for side in SIDES_OF_DEFENCE)
    return ((None, None, 45),)


def fire_at_area(progress: Progress, name: str, shooting: Shooting) -> None:
    """Let guns or MGs fire at a wood or a village without an observed target.

    Rules: obs-area-fire.
    """
    areas = areas_for(progress, name, shooting)
    situation = Situation(field=progress.field, unit=progress.unit(name), band=progress.band, card=progress.card)
    area = progress.choose(AREA, areas, situation)
    request = FireMissionRequest(field=progress.right_field, firer=name, area=area, shooting=shooting, **progress.cards)
    outcome = progress.umpire.resolve(request, f"shot of {name}")
    progress.field = after_mission(progress.field, outcome)
    progress.drew(outcome.cards)


def hold_fire(progress: Progress, name: str) -> None:
    """Turn a unit's card face down: it holds its fire for later.

    Rules: fire-2-hold.
    """
    progress.umpire.result("fire-2-hold", "{name} holds its fire", name=name)
    progress.alter_turn(name, holds_fire=True)


def digging(progress: Progress, name: str) -> DigInRequest:
    """Return the question whether a unit may dig in."""
    unit = progress.unit(name)
    return DigInRequest(
        kind=unit.kind,
        formation=unit.formation,
        band=progress.band,
        digging_markers=unit.digging_markers,
        moved=unit.this_turn.moved,
        fired=unit.this_turn.fired,
        dug=unit.this_turn.dug,
        may_dig=progress.field.may_dig,
    )


def may_dig(progress: Progress, name: str) -> bool:
    """Return whether nothing forbids a unit to dig in."""
    return next(digging_objections(digging(progress, name)), None) is None


def dig(progress: Progress, name: str) -> None:
    """Let a unit place a digging marker."""
    outcome = progress.umpire.resolve(digging(progress, name), f"digging of {name}")
    progress.alter(name, digging_markers=outcome.digging_markers)
    progress.alter_turn(name, dug=True)


def fronts_of(progress: Progress, name: str) -> tuple[str, ...]:
    """Return the neighbours of the same regiment whose casualties a battalion can make good.

    Rules: fire-12-replace.
    """
    field, unit = progress.field, progress.unit(name)
    if unit.kind != "infantry" or not unit.commander or unit.bases < 2:
        return ()
    return tuple(
        other.name
        for other in field.of(unit.side)
        if other.kind == "infantry"
        and other.name != name
        and other.commander == unit.commander
        and other.bases_removed
        and other.bases < MOST_BASES
        and field.distance(unit, other) == 1
    )


def replace_casualties(progress: Progress, name: str) -> None:
    """Let a battalion in support make good the casualties of a neighbour.

    Rules: fire-12-replace.
    """
    fronts = fronts_of(progress, name)
    situation = Situation(field=progress.field, unit=progress.unit(name), band=progress.band, card=progress.card)
    front = progress.choose(FRONT_BATTALION, fronts, situation)
    request = ReplaceCasualtiesRequest(
        supporter=_battalion(progress.unit(name)),
        front=_battalion(progress.unit(front)),
        distance=1,
        band=progress.band,
    )
    outcome = progress.umpire.resolve(request, f"support of {front} by {name}")
    for one, after in ((name, outcome.supporter), (front, outcome.front)):
        progress.alter(one, bases=after.bases, bases_removed=after.bases_removed)


def _battalion(unit: Unit) -> Battalion:
    return Battalion(
        bases=unit.bases,
        bases_removed=unit.bases_removed,
        regiment=unit.commander,
        state=unit.state,
        name=unit.name,
        side=unit.side,
    )


def take_position(progress: Progress, name: str, action: GunAction) -> None:
    """Run semi-masked guns up to their obstacle, or place the firing platform of masked howitzers.

    Rules: artpos-run-up, artpos-three-turns.
    """
    unit = progress.unit(name)
    if unit.guns is None or unit.formation not in ("limbered", "deployed"):
        return
    request = ArtilleryPositionRequest(
        guns=unit.guns,
        action=action,
        formation=unit.formation,
        position=unit.position,
        stage=unit.stage,
        stage_turn=unit.stage_turn,
        turn=progress.field.turn,
        band=progress.band,
    )
    outcome = progress.umpire.resolve(request, f"position of {name}")
    progress.alter(name, position=outcome.position, stage=outcome.stage, stage_turn=outcome.stage_turn, idle=False)
