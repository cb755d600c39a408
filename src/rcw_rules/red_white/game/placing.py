"""Where units are placed before the first turn, where they come in later, and where there is room for them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rcw_rules.kernel.angles import Angle, degrees
from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.geometry.table import Group, Point, free_place, in_line, moved
from rcw_rules.kernel.lengths import Inches, inches
from rcw_rules.red_white.game.actions import Deploy
from rcw_rules.red_white.game.scenario import TO_EDGE, Coming, Placed, Troop, Zone
from rcw_rules.red_white.game.state import State
from rcw_rules.red_white.game.tracks import set_on_track
from rcw_rules.red_white.model import is_vehicle, morale_stands
from rcw_rules.red_white.options import Options
from rcw_rules.red_white.part_one import stand_of
from rcw_rules.red_white.profile import StandSize, UnitType

_ACROSS = 6
_HALF = inches("0.5")
_QUARTER = inches("0.25")
_STRAIGHT_ON = 8
"""Quarters of an inch that room is looked for straight on, before it is looked for round about."""
FARTHEST = inches(30)
"""How far off room is looked for, where somebody stands in the way."""


def formed(  # noqa: PLR0917 - what makes a formation
    options: Options, name: str, unit_type: UnitType, count: int, at: Point, facing: Angle, ranks: int
) -> Group:
    """Return stands of a type of unit, drawn up in ranks.

    Args:
        options: Hold the profile, which knows how large a stand is.
        name: What the unit is called.
        unit_type: Its type.
        count: How many stands; 1 for a vehicle.
        at: The middle of its front edge.
        facing: The bearing that it faces.
        ranks: In how many ranks; 0 for as few as there may be.

    Raises:
        MissingProfileError: The profile does not say how large a stand is.

    Rules: p1-grade-and-leader.
    """
    size, per_rank = in_ranks(options, unit_type, count, ranks)
    return in_line(name, count, at, facing.bearing, frontage=size.frontage, depth=size.depth, per_rank=per_rank)


def in_ranks(options: Options, unit_type: UnitType, count: int, ranks: int) -> tuple[StandSize, int]:
    """Return how large a stand is, and how many stand in a rank of a unit in so many ranks: see `formed`.

    Rules: p1-grade-and-leader.
    """
    size = stand_of(options, unit_type)
    fewest = -(-count // size.abreast)
    deep = min(max(ranks, fewest), count)
    return size, -(-count // deep)


def ranks_of(group: Group) -> int:
    """Return in how many ranks a group stands."""
    return -(-len(group.bases) // len(group.front_rank))


def group_of(options: Options, state: State, action: Deploy | Placed) -> Group:
    """Return a unit, or a Force HQ, as it is placed.

    Rules: p1-sequence.
    """
    troop = next((one for one in state.scenario.roster if one.name == action.unit), None)
    unit_type: UnitType = "command" if troop is None else troop.unit.type
    count = 1 if troop is None or is_vehicle(troop.unit) else morale_stands(troop.unit)
    group = formed(options, action.unit, unit_type, count, spot_of(action.at), action.facing, action.ranks)
    if troop is not None and troop.track:
        return set_on_track(state.scenario, troop, group) or group
    return group


def spot_of(at: tuple[Inches, Inches]) -> Point:
    """Return a position as a point."""
    return Point(x=at[0], y=at[1])


def wrong_places(options: Options, state: State, action: Deploy) -> Iterator[Objection]:
    """Yield why a unit may not be placed so.

    Rules: p1-sequence, p1-movement.
    """
    path, placing = "$.action", state.to_place
    if placing is None or placing[0] != action.unit:
        wanted = "everybody is placed" if placing is None else f"{placing[0]!r} is to be placed"
        yield Objection(rule="p1-sequence", message=f"{wanted} now, not {action.unit!r}", path=path)
        return
    group = group_of(options, state, action)
    if not state.scenario.table.is_on(group):
        yield Objection(rule="p1-sequence", message="some of it would stand off the table", path=path)
        return
    for other in state.layout.under(group):
        yield Objection(rule="p1-movement", message=f"it would stand on {other.name}", path=path)
    zone = state.scenario.army(placing[1]).zone
    if zone is not None and not all(_holds(zone, corner) for base in group.bases for corner in base.corners):
        message = f"it must stand between {zone.south_west} and {zone.north_east}"
        yield Objection(rule="p1-sequence", message=message, path=path)


def _holds(zone: Zone, corner: Point) -> bool:
    return zone.south_west.x <= corner.x <= zone.north_east.x and zone.south_west.y <= corner.y <= zone.north_east.y


def deployments(options: Options, state: State) -> tuple[Deploy, ...]:
    """Return a sample of the ways to place the next unit: across its zone, behind and in what gives cover.

    Where none of these is free, the first free place of a raster of half inches.

    Rules: p1-sequence.
    """
    placing = state.to_place
    zone = None if placing is None else state.scenario.army(placing[1]).zone
    if placing is None or zone is None:
        return ()
    found = [one for one in _in_zone(state, placing[0], zone) if not any(wrong_places(options, state, one))]
    if not found:
        fine = (one for one in _raster(placing[0], zone) if not any(wrong_places(options, state, one)))
        first = next(fine, None)
        return () if first is None else (first,)
    return tuple(dict.fromkeys(found))


def _in_zone(state: State, name: str, zone: Zone) -> Iterator[Deploy]:
    wide = zone.north_east.x.thousandths - zone.south_west.x.thousandths
    deep = zone.north_east.y.thousandths - zone.south_west.y.thousandths
    for row in (3, 1):
        for number in range(1, _ACROSS):
            x = zone.south_west.x.thousandths + wide * number // _ACROSS
            y = zone.south_west.y.thousandths + deep * row // 4
            at = (Inches(thousandths=x), Inches(thousandths=y))
            yield Deploy(unit=name, at=at, facing=zone.facing)
    for piece in state.scenario.table.terrain:
        if piece.cover == "none":
            continue
        corners = piece.outline
        middle = Point(
            x=Inches(thousandths=sum(spot.x.thousandths for spot in corners) // len(corners)),
            y=Inches(thousandths=sum(spot.y.thousandths for spot in corners) // len(corners)),
        )
        front = moved(middle, zone.facing, _HALF)
        for ranks in (0, 2):
            yield Deploy(unit=name, at=(front.x, front.y), facing=zone.facing, ranks=ranks)


def _raster(name: str, zone: Zone) -> Iterator[Deploy]:
    x0, y0 = zone.south_west.x.thousandths, zone.south_west.y.thousandths
    x1, y1 = zone.north_east.x.thousandths, zone.north_east.y.thousandths
    for ranks in (0, 2, 4):
        for y in range(y1, y0, -_HALF.thousandths):
            for x in range(x0, x1, _HALF.thousandths):
                at = (Inches(thousandths=x), Inches(thousandths=y))
                yield Deploy(unit=name, at=at, facing=zone.facing, ranks=ranks)


def coming_in(options: Options, state: State, troop: Troop, coming: Coming) -> Group | None:
    """Return where a unit stands that comes in now: behind its stretch of the own edge, facing the table.

    Returns:
        The first free place; None if there is none.

    Rules: p1-sequence, gen-rear.
    """
    outward = TO_EDGE[state.scenario.army(troop.side).edge]
    count = 1 if is_vehicle(troop.unit) else morale_stands(troop.unit)
    facing = (outward + degrees(180)).bearing
    at = spot_of(coming.at)
    group = formed(options, troop.name, troop.unit.type, count, at, facing, 0)
    inside = group.moved(facing, group.depth + _HALF)
    return free_place(state.layout, inside, (outward + degrees(90)).bearing, FARTHEST)


def with_room(
    state: State, group: Group, direction: Angle, fits: Callable[[Group], bool] = lambda _: True
) -> Group | None:
    """Return a group where it stands on nobody: first 2 inches on along a bearing, then round about, nearest first.

    Args:
        state: Everybody else.
        group: The group where it would stand.
        direction: The bearing along which it is looked for first.
        fits: Whether the ground at a place is fit to stand on.

    Rules: p1-movement.
    """
    layout = state.layout
    return next((one for one in _near(group, direction) if layout.is_free(one) and fits(one)), None)


def _near(group: Group, direction: Angle) -> Iterator[Group]:
    steps = [_QUARTER * number for number in range(1, FARTHEST.thousandths // _QUARTER.thousandths + 1)]
    yield group
    yield from (group.moved(direction, step) for step in steps[:_STRAIGHT_ON])
    for step in steps:
        yield from (group.moved((direction + degrees(30 * part)).bearing, step) for part in range(12))
