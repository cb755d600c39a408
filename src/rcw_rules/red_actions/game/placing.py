"""Where units are placed before the first turn, and where they come in later."""

from __future__ import annotations

from collections.abc import Iterator

from rcw_rules.kernel.angles import Angle, degrees
from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.geometry.table import (
    Group,
    Point,
    TerrainPiece,
    bearing,
    distance,
    free_place,
    is_inside,
    middle_of,
    moved,
    point_along,
)
from rcw_rules.kernel.lengths import Inches, inches
from rcw_rules.red_actions.charges import HidingPlace
from rcw_rules.red_actions.game.actions import Deploy
from rcw_rules.red_actions.game.scenario import Entry, Zone
from rcw_rules.red_actions.game.state import Ambusher, State
from rcw_rules.red_actions.model import TRAINS, Unit
from rcw_rules.red_actions.positions import GROUND_OF, line_of_bases
from rcw_rules.red_actions.turn import SET_UP_DEPTH

HIDES_IN: dict[str, HidingPlace] = {
    "wood": "woods",
    "scrub": "woods",
    "built_up": "buildings",
    "ditch": "hollow",
}
"""The ground of a piece of terrain, as a place to lie in ambush."""

_ACROSS = 6
_QUARTER = inches("0.5")


def group_of(unit: Unit, at: Point, facing: Angle, *, column: bool) -> Group:
    """Return a unit as it is placed: in one line, or in column.

    Rules: defs-base, form-column.
    """
    return line_of_bases(unit.name, unit.bases, at, facing.bearing, per_rank=1 if column else None)


def wrong_places(state: State, action: Deploy) -> Iterator[Objection]:
    """Yield why a unit may not be placed so.

    Rules: seq-steps, amb-where, mov-interpenetration.
    """
    path, unit = "$.action", state.to_place
    if unit is None or unit.name != action.unit:
        wanted = f"{unit.name!r} is to be placed" if unit is not None else "everybody is placed"
        yield Objection(rule="seq-steps", message=f"{wanted} now, not {action.unit!r}", path=path)
        return
    group = group_of(unit, Point(x=action.at[0], y=action.at[1]), action.facing, column=action.in_column)
    zone = state.scenario.zone_of(unit.name)
    if not state.table.is_on(group):
        yield Objection(rule="seq-steps", message="some of it would stand off the table", path=path)
        return
    for other in state.layout.under(group):
        message = f"it would stand on {other.name}"
        yield Objection(rule="mov-interpenetration", message=message, path=path)
    if isinstance(zone, Zone) and not all(_holds(zone, corner) for base in group.bases for corner in base.corners):
        message = f"it must stand between {zone.south_west} and {zone.north_east}"
        yield Objection(rule="seq-steps", message=message, path=path)
    if isinstance(zone, Entry) and (deep := depth_of(zone, group)) > SET_UP_DEPTH:
        message = f"the attacker sets up at most {SET_UP_DEPTH} from an entry, not {deep}"
        yield Objection(rule="seq-steps", message=message, path=path)
    if action.ambush and isinstance(zone, Entry):
        yield Objection(rule="amb-where", message="only the defender sets up in ambush", path=path)
    elif action.ambush and hiding_place(state, group) is None:
        message = "a unit lies in ambush in woods, buildings or hollows, with most of its bases"
        yield Objection(rule="amb-where", message=message, path=path)


def _holds(zone: Zone, corner: Point) -> bool:
    return zone.south_west.x <= corner.x <= zone.north_east.x and zone.south_west.y <= corner.y <= zone.north_east.y


def depth_of(entry: Entry, group: Group) -> Inches:
    """Return how far from an entry the farthest corner of a unit stands.

    Rules: seq-steps.
    """
    from rcw_rules.kernel.geometry.table import gap_to_line

    return max(gap_to_line((entry.start, entry.end), corner) for base in group.bases for corner in base.corners)


def piece_under(state: State, group: Group) -> TerrainPiece | None:
    """Return the piece of terrain that hides, and in which most bases of a group stand; None if there is none."""
    centres = [base.centre for base in group.bases]
    for piece in state.table.terrain:
        if GROUND_OF.get(piece.kind) not in HIDES_IN:
            continue
        if 2 * sum(is_inside(spot, piece.outline) for spot in centres) > len(centres):
            return piece
    return None


def hiding_place(state: State, group: Group, *, from_turn: int = 1) -> Ambusher | None:
    """Return the note of a unit that hides where it stands; None if there is nothing to hide in.

    Rules: amb-where, act-hide.
    """
    piece = piece_under(state, group)
    if piece is None:
        return None
    return Ambusher(unit=group.name, place=piece.name, hides_in=HIDES_IN[GROUND_OF[piece.kind]], from_turn=from_turn)


# --- Where to place ---------------------------------------------------------------------------------------------------


def deployments(state: State) -> tuple[Deploy, ...]:
    """Return places for the next unit: a few across its zone or entry, in line and in column, and ambushes.

    Rules: seq-steps, amb-where.
    """
    unit = state.to_place
    zone = None if unit is None else state.scenario.zone_of(unit.name)
    if unit is None or zone is None:
        return ()
    wanted = _in_zone(state, unit, zone) if isinstance(zone, Zone) else _by_entry(unit, zone)
    found = [action for action in wanted if not any(wrong_places(state, action))]
    if not found:
        fine = _raster(unit, zone) if isinstance(zone, Zone) else _by_entry(unit, zone, parts=4 * _ACROSS)
        first = next((action for action in fine if not any(wrong_places(state, action))), None)
        return () if first is None else (first,)
    return tuple(dict.fromkeys(found))


def _deploy(unit: Unit, at: Point, facing: Angle, *, column: bool = False, ambush: bool = False) -> Deploy:
    return Deploy(unit=unit.name, at=(at.x, at.y), facing=facing.bearing, in_column=column, ambush=ambush)


def _in_zone(state: State, unit: Unit, zone: Zone) -> Iterator[Deploy]:
    wide = zone.north_east.x.thousandths - zone.south_west.x.thousandths
    deep = zone.north_east.y.thousandths - zone.south_west.y.thousandths
    for row in (3, 1):
        for number in range(1, _ACROSS):
            at = Point(
                x=Inches(thousandths=zone.south_west.x.thousandths + wide * number // _ACROSS),
                y=Inches(thousandths=zone.south_west.y.thousandths + deep * row // 4),
            )
            yield _deploy(unit, at, zone.facing)
    for piece in state.table.terrain:
        if GROUND_OF.get(piece.kind) not in HIDES_IN:
            continue
        middle = _middle(piece)
        for back in (inches(0), inches("1.5")):
            at = moved(middle, zone.facing + degrees(180), back)
            column = unit.bases > 1 and unit.card.category != "infantry"  # terrain-column-needed
            yield _deploy(unit, at, zone.facing, column=column)
            yield _deploy(unit, at, zone.facing, column=column, ambush=True)


def _middle(piece: TerrainPiece) -> Point:
    count = len(piece.outline)
    return Point(
        x=Inches(thousandths=sum(spot.x.thousandths for spot in piece.outline) // count),
        y=Inches(thousandths=sum(spot.y.thousandths for spot in piece.outline) // count),
    )


def _raster(unit: Unit, zone: Zone) -> Iterator[Deploy]:
    x0, y0 = zone.south_west.x.thousandths, zone.south_west.y.thousandths
    x1, y1 = zone.north_east.x.thousandths, zone.north_east.y.thousandths
    for column in (False, True):
        for y in range(y1, y0, -_QUARTER.thousandths):
            for x in range(x0, x1, _QUARTER.thousandths):
                yield _deploy(unit, Point(x=Inches(thousandths=x), y=Inches(thousandths=y)), zone.facing, column=column)


def _by_entry(unit: Unit, entry: Entry, parts: int = _ACROSS) -> Iterator[Deploy]:
    length = distance(entry.start, entry.end).thousandths
    for column in (False, True):
        if column and unit.bases == 1:
            continue
        for number in range(1, parts):
            spot = point_along((entry.start, entry.end), Inches(thousandths=length * number // parts))
            deep = line_of_bases(unit.name, unit.bases, spot, entry.facing, per_rank=1 if column else None).depth
            for ahead in (min(SET_UP_DEPTH - inches("0.1"), deep + inches(2)), deep + inches("0.001")):
                yield _deploy(unit, moved(spot, entry.facing, ahead), entry.facing, column=column)


def coming_in(state: State, unit: Unit) -> Group | None:
    """Return where a unit stands that comes in now: the first free place by its entry, in column unless guns.

    Rules: seq-reinforcements.
    """
    zone = state.scenario.zone_of(unit.name)
    if isinstance(zone, Entry):
        for action in _by_entry(unit, zone, parts=4 * _ACROSS):
            group = group_of(unit, Point(x=action.at[0], y=action.at[1]), action.facing, column=action.in_column)
            if state.layout.is_free(group) and depth_of(zone, group) <= SET_UP_DEPTH:
                return group
        return None
    if zone is None:
        return None
    for action in _raster(unit, zone):
        group = group_of(unit, Point(x=action.at[0], y=action.at[1]), action.facing, column=action.in_column)
        if state.layout.is_free(group):
            return group
    return None


def at_the_edge(state: State, unit: Unit, spot: Point, facing: Angle) -> Group | None:
    """Return a unit that comes back onto the table near where it left, in column.

    Rules: misc-table-edge.
    """
    width, depth = state.table.size
    inside = Point(
        x=Inches(thousandths=min(max(spot.x.thousandths, 4000), width.thousandths - 4000)),
        y=Inches(thousandths=min(max(spot.y.thousandths, 4000), depth.thousandths - 4000)),
    )
    direction = facing if inside == spot else bearing(spot, inside)
    column = group_of(unit, inside, facing, column=True)
    return free_place(state.layout, column, direction, inches(24))


def stands_alone(state: State, unit: Unit, beside: str = "") -> Group | None:
    """Return a place for a base that has none yet, such as a promoted officer: beside a friend.

    Args:
        state: The state.
        unit: The base.
        beside: The friend that the officer has led; any other unless it stands on the table.

    Rules: off-senior-killed.
    """
    friends = [
        group
        for group in state.groups
        if (friend := state.the_unit(group.name)).side == unit.side and friend.card.arm not in TRAINS
    ]
    if not friends:
        return None
    led = next((group for group in friends if group.name == beside), friends[0])
    facing = led.bases[0].facing
    there = group_of(unit, middle_of(led), facing, column=False)
    return free_place(state.layout, there, (facing + degrees(180)).bearing, inches(24))
