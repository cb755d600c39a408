"""Things that keep to a line: trains on a railway, vessels in the channel of a river.

Where one is on its line is told by how far along the line the middle of its front edge lies, and by whether it faces
the end of the line or its beginning. Both follow from where it stands: its front edge and its rear edge lie on the
line, so that it cuts corners as a stiff model does.

>>> from rcw_rules.kernel.geometry.table import point
>>> line = (point(0, 10), point(20, 10), point(20, 30))
>>> spot, off = nearest_on_line(line, point(21, 15))
>>> str(spot), str(off), str(length_of(line))
('25 in', '1 in', '40 in')
"""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from rcw_rules.kernel.geometry.table import Base, Group, Point, Table, bearing, distance, point_along
from rcw_rules.kernel.lengths import Inches, inches
from rcw_rules.red_white.game.scenario import Scenario, TableEdge, Troop
from rcw_rules.red_white.game.state import State
from rcw_rules.red_white.profile import NO_LENGTH

_SLACK = 10
TRACK_STEP = inches("0.5")
OFF_LINE = inches("0.25")
"""How far beside its line the front of a thing may be put down; it is set upon the line."""


class OnLine(NamedTuple):
    """Where a thing is on its line.

    Attributes:
        front: How far along the line the middle of its front edge is.
        ahead: Whether it faces the end of the line.
    """

    front: Inches
    ahead: bool


def length_of(points: tuple[Point, ...]) -> Inches:
    """Return how long a line is."""
    return Inches(thousandths=sum(distance(start, end).thousandths for start, end in pairwise(points)))


def nearest_on_line(points: tuple[Point, ...], spot: Point) -> tuple[Inches, Inches]:
    """Return how far along a line the place nearest to a spot is, and how far off the spot is.

    Of several places that are equally near the first counts.
    """
    best: tuple[int, int] | None = None
    done = 0
    for start, end in pairwise(points):
        east, north = end.x.thousandths - start.x.thousandths, end.y.thousandths - start.y.thousandths
        x, y = spot.x.thousandths - start.x.thousandths, spot.y.thousandths - start.y.thousandths
        square, long = east * east + north * north, distance(start, end).thousandths
        along = min(max(x * east + y * north, 0), square)
        place = Point(
            x=Inches(thousandths=start.x.thousandths + (2 * east * along + square) // (2 * square)),
            y=Inches(thousandths=start.y.thousandths + (2 * north * along + square) // (2 * square)),
        )
        off = distance(place, spot).thousandths
        if best is None or off < best[0]:
            best = (off, done + (2 * long * along + square) // (2 * square))
        done += long
    assert best is not None  # noqa: S101 - a line has two points at least
    return Inches(thousandths=best[1]), Inches(thousandths=best[0])


def set_on_line(points: tuple[Point, ...], where: OnLine, name: str, frontage: Inches, depth: Inches) -> Group | None:
    """Return a thing that stands on its line; None if some of it would be beyond an end of the line.

    Args:
        points: The line.
        where: Where it is.
        name: What it is called.
        frontage: How wide it is.
        depth: How long it is.
    """
    front = where.front
    rear = front - depth if where.ahead else front + depth
    whole = length_of(points)
    # Where a thing stands is rounded: at an end of the line it may seem to be a little beyond.
    over = max(NO_LENGTH, NO_LENGTH - min(front, rear)) - max(NO_LENGTH, max(front, rear) - whole)
    if abs(over.thousandths) > _SLACK or depth > whole:
        return None
    here, behind = point_along(points, front + over), point_along(points, rear + over)
    base = Base(at=here, facing=bearing(behind, here), frontage=frontage, depth=depth)
    return Group(name=name, bases=(base,))


def on_line(points: tuple[Point, ...], group: Group) -> OnLine:
    """Return where a thing is on its line."""
    base = group.bases[0]
    front, _ = nearest_on_line(points, base.at)
    rear, _ = nearest_on_line(points, base.rear)
    return OnLine(front=front, ahead=rear <= front)


def rear_is_ahead(table: Table, points: tuple[Point, ...], edge: TableEdge) -> bool:
    """Return whether the end of a line is nearer to an edge of the table than its beginning is.

    Rules: gen-rear.
    """
    return _from_edge(table, points[-1], edge) < _from_edge(table, points[0], edge)


def _from_edge(table: Table, spot: Point, edge: TableEdge) -> Inches:
    width, depth = table.size
    return {"north": depth - spot.y, "east": width - spot.x, "south": spot.y, "west": spot.x}[edge]


def left_of_line(table: Table, points: tuple[Point, ...], group: Group, edge: TableEdge) -> tuple[Inches, bool]:
    """Return how much of its line a thing has left towards an edge, and whether the line ends on an edge there.

    Rules: gen-rear.
    """
    where, depth = on_line(points, group), group.bases[0].depth
    rear = where.front - depth if where.ahead else where.front + depth
    if rear_is_ahead(table, points, edge):
        end, left = points[-1], length_of(points) - max(where.front, rear)
    else:
        end, left = points[0], min(where.front, rear)
    width, height = table.size
    at_edge = min(end.x, end.y, width - end.x, height - end.y) <= OFF_LINE
    return max(NO_LENGTH, left), at_edge


def shifted(points: tuple[Point, ...], group: Group, far: Inches, *, to_end: bool) -> Group | None:
    """Return a thing so much farther along its line, its facing kept; None beyond an end of the line.

    Args:
        points: The line.
        group: Where it stands.
        far: How far it goes.
        to_end: Whether it goes towards the end of the line.
    """
    where, base = on_line(points, group), group.bases[0]
    front = where.front + far if to_end else where.front - far
    return set_on_line(points, OnLine(front, where.ahead), group.name, base.frontage, base.depth)


# --- Trains ---------------------------------------------------------------------------------------------------------


def track_of(scenario: Scenario, troop: Troop) -> tuple[Point, ...]:
    """Return the points of the track that a train runs on; () for what runs on none.

    Rules: gen-rear.
    """
    return next((line.points for line in scenario.table.lines if line.name == troop.track), ())


def is_beside_track(scenario: Scenario, group: Group) -> bool:
    """Return whether a group is a train that is not on its track.

    Rules: gen-rear.
    """
    troop = next((one for one in scenario.roster if one.name == group.name and one.track), None)
    return troop is not None and set_on_track(scenario, troop, group) is None


def set_on_track(scenario: Scenario, troop: Troop, group: Group) -> Group | None:
    """Return a train set upon its track, as near as can be to where it was put down; None if that is too far.

    Rules: gen-rear.
    """
    track, base = track_of(scenario, troop), group.bases[0]
    if not track:
        return None
    front, off = nearest_on_line(track, base.at)
    if off > OFF_LINE:
        return None
    tail, _ = nearest_on_line(track, base.rear)
    return set_on_line(track, OnLine(front, tail <= front), group.name, base.frontage, base.depth)


def room_behind_train(state: State, troop: Troop, group: Group) -> tuple[Inches, Inches | None]:
    """Return how much track a train has left to its own edge, and to the end of the track if that is no edge.

    Rules: gen-rear.
    """
    table, edge = state.scenario.table, state.scenario.army(troop.side).edge
    left, at_edge = left_of_line(table, track_of(state.scenario, troop), group, edge)
    return (left, None) if at_edge else (left + inches(1), left)


def backed_off(state: State, troop: Troop, group: Group, far: Inches) -> Group:
    """Return where a train stands that has backed off along its track: before anybody who stands on it.

    Rules: gen-rear, train-fail.
    """
    track, edge = track_of(state.scenario, troop), state.scenario.army(troop.side).edge
    to_end = rear_is_ahead(state.scenario.table, track, edge)
    found = group
    steps = -(-far.thousandths // TRACK_STEP.thousandths)
    for step in range(1, steps + 1):
        gone = min(far, Inches(thousandths=step * TRACK_STEP.thousandths))
        there = shifted(track, group, gone, to_end=to_end)
        if there is None or state.layout.under(there):
            break
        found = there
    return found
