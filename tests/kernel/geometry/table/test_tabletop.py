"""The table as data, and the words that every ground has."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rcw_rules.kernel.angles import Angle, degrees
from rcw_rules.kernel.errors import InvalidRequestError, UnknownNameError
from rcw_rules.kernel.fields import validate
from rcw_rules.kernel.geometry.table import (
    Ahead,
    Base,
    Group,
    Leg,
    Point,
    SightRules,
    Slide,
    Table,
    TerrainLine,
    TerrainPiece,
    Thing,
    Turn,
    Wheel,
    charge,
    enfilade,
    follow,
    in_line,
    point,
    slowest,
)
from rcw_rules.kernel.lengths import Inches, inches
from rcw_rules.wire import structure, unstructure

WOOD = TerrainPiece(
    name="North wood",
    kind="wood",
    outline=(point(20, 20), point(28, 20), point(28, 26), point(20, 26)),
    sight="area",
)
HEDGE = TerrainLine(name="Long hedge", kind="hedge", points=(point(5, 30), point(43, 30)))
TABLE = Table(title="A wood and a hedge", width=inches(48), depth=inches(36), terrain=(WOOD,), lines=(HEDGE,))
RULES = SightRules(edge_depth=inches(2), seen_depth=inches(2))


def at(x: int, y: int) -> Point:
    """A position in thousandths."""
    return Point(x=Inches(thousandths=x), y=Inches(thousandths=y))


def line(count: int, x: int | str, y: int | str, facing: int = 0, name: str = "rifles") -> Group:
    """A line of bases 1 in wide and half an inch deep."""
    return in_line(name, count, point(x, y), degrees(facing), frontage=inches(1), depth=inches("0.5"))


# ---------------------------------------------------------------------- the table as data


def test_a_table_is_a_value() -> None:
    validate(TABLE)
    again = Table(title="A wood and a hedge", width=inches(48), depth=inches(36), terrain=(WOOD,), lines=(HEDGE,))
    assert (again, hash(again)) == (TABLE, hash(TABLE))
    TABLE.line(point(1, 1), point(40, 30))  # what is worked out once shows nowhere
    assert (again, hash(again), repr(again)) == (TABLE, hash(TABLE), repr(TABLE))
    assert pickle.loads(pickle.dumps(TABLE)) == TABLE  # noqa: S301 - our own bytes
    assert (TABLE.source, TABLE.provenance) == ("", "illustrative")
    validate(Table(title="Bare", width=inches(1), depth=inches(1)))


def test_tables_groups_and_reports_survive_the_wire() -> None:
    group = in_line("rifles", 4, point(10, 10), degrees("22.5"), frontage=inches("1.181"), depth=inches("0.787"))
    legs: list[Leg] = [
        Ahead(distance=inches(3)),
        Wheel(angle=degrees(45), side="left"),
        Turn(angle=degrees(180)),
        Slide(distance=inches(1), direction=degrees(3)),
    ]
    for value in (
        TABLE,
        group,
        follow(group, legs, table=TABLE),
        charge(group, inches(5), [line(1, 10, 14)]),
        TABLE.contact(group, group),
        TABLE.aspect(group, point(1, 30)),
        TABLE.arc(group.bases[0], degrees(3), [group, point(1, 1)]),
        enfilade(group, [line(2, 30, 10)], forward=degrees(11), back=degrees(11)),
    ):
        assert structure(unstructure(value), type(value)) == value


def piece(*corners: tuple[int, int], name: str = "pond", **more: Any) -> TerrainPiece:
    """A piece with these corners."""
    return TerrainPiece(name=name, kind="pond", outline=tuple(point(x, y) for x, y in corners), **more)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"width": inches(0)}, r"\$\.width: expected a width of more than 0 in, got 0 in.*"),
        ({"depth": inches(0)}, r"\$\.depth: expected a depth of more than 0 in, got 0 in.*"),
        ({"title": ""}, r"\$\.title: expected .*"),
        (
            {"terrain": (WOOD, piece((1, 1), (2, 1), (2, 2), name="North wood"))},
            r"\$\.terrain\[1\]\.name: there is another piece or line named 'North wood', at \.terrain\[0\]",
        ),
        (
            {"lines": (HEDGE, TerrainLine(name="North wood", kind="road", points=(point(1, 1), point(2, 2))))},
            r"\$\.lines\[1\]\.name: there is another piece or line named 'North wood', at \.terrain\[0\]",
        ),
        (
            {"terrain": (piece((40, 1), (49, 1), (40, 5)),)},
            r"\$\.terrain\[0\]\.outline\[1\]: the point \(49, 1\) of 'pond' is off the table, which is 48 in .*",
        ),
        (
            {"terrain": (piece((4, 1), (9, 1), (4, 5), height=1, crest=(point(4, 4), point(4, 37))),)},
            r"\$\.terrain\[0\]\.crest\[1\]: the point \(4, 37\) of 'pond' is off the table, .*",
        ),
        (
            {"lines": (TerrainLine(name="road", kind="road", points=(point(1, 1), point(1, 40))),)},
            r"\$\.lines\[0\]\.points\[1\]: the point \(1, 40\) of 'road' is off the table, .*",
        ),
        (
            {"terrain": (piece((1, 1), (5, 5), (5, 1), (1, 5)),)},
            r"\$\.terrain\[0\]\.outline\[\d\]: the outline crosses itself: .*",
        ),
    ],
)
def test_a_table_that_cannot_be_is_refused(wrong: dict[str, Any], message: str) -> None:
    right: dict[str, Any] = {"title": "T", "width": inches(48), "depth": inches(36), "terrain": (WOOD,)}
    validate(Table(**right))
    with pytest.raises(InvalidRequestError, match=f"^{message}$"):
        validate(Table(**{**right, **wrong}))


# ---------------------------------------------------------------------- on the table


def test_what_stands_on_the_table() -> None:
    assert TABLE.is_on(point(0, 0))
    assert TABLE.is_on(point(48, 36))
    assert TABLE.is_on(line(4, 2, 36))
    assert TABLE.is_on(line(4, "1.99", 36))  # a hundredth beyond the edge
    assert not TABLE.is_on(line(4, "1.989", 36))
    assert not TABLE.is_on(line(4, 10, "0.489"))  # its rear
    assert not TABLE.is_on(at(-11, 5))
    assert TABLE.is_on(line(4, 10, "0.49"))
    assert TABLE.is_on(point("48.01", "36.01"))
    assert not TABLE.is_on(point("48.011", 36))
    assert not TABLE.is_on(point(48, "36.011"))


OFF = line(4, 47, 10, name="sabres")
HERE = point(10, 10)
EVERY_QUESTION: list[Callable[[Any], object]] = [
    lambda off: TABLE.distance(off, HERE),
    lambda off: TABLE.distance(HERE, off),
    lambda off: TABLE.neighbours(line(1, 10, 10), [off]),
    lambda off: TABLE.within(HERE, inches(100), [HERE, off]),
    lambda off: TABLE.ring(off, inches(0), inches(100), [HERE]),
    lambda off: TABLE.contact(off, line(1, 10, 10)),
    lambda off: TABLE.arc(off.bases[3], degrees(22), [HERE]),
    lambda off: TABLE.arc(line(1, 10, 10).bases[0], degrees(22), [off]),
    lambda off: TABLE.aspect(off, HERE),
    lambda off: TABLE.aspect(line(1, 10, 10), off),
    lambda off: TABLE.line_of_sight(off, HERE, RULES),
    lambda off: TABLE.line_of_sight(HERE, off, RULES),
]


@pytest.mark.parametrize("ask", EVERY_QUESTION)
def test_what_is_off_the_table_is_refused(ask: Callable[[Any], object]) -> None:
    message = (
        r"^the corner \(49, (10|9\.5)\) of ('sabres'|a base) is off the table, which is 48 in wide and 36 in deep$"
    )
    with pytest.raises(ValueError, match=message):
        ask(OFF)
    ask(line(4, 45, 10))


@pytest.mark.parametrize(
    "ask",
    [
        lambda off: TABLE.line(HERE, off),
        lambda off: TABLE.line(off, HERE),
        lambda off: TABLE.path(off, HERE, rate=slowest({})),
        lambda off: TABLE.path(HERE, off, rate=slowest({})),
        lambda off: TABLE.reachable(off, inches(1), [HERE], rate=slowest({})),
        lambda off: TABLE.reachable(HERE, inches(1), [off], rate=slowest({})),
    ],
)
def test_a_position_off_the_table_is_refused(ask: Callable[[Point], object]) -> None:
    message = r"^the position \(50, 10\) is off the table, which is 48 in wide and 36 in deep$"
    with pytest.raises(ValueError, match=message):
        ask(point(50, 10))
    ask(point(47, 10))


# ---------------------------------------------------------------------- the words of every ground


def test_distances_and_neighbours() -> None:
    one = line(2, 10, 10)
    beside, near, far = line(2, 12, 10), line(1, 10, 13, 180), point(10, 22)
    assert TABLE.distance(one, far) == inches(12)
    assert TABLE.distance(one, near) == inches(3)
    assert TABLE.neighbours(one, [far, near, beside, one]) == (beside,)


def test_within_includes_the_limit_and_ring_excludes_the_nearer_one() -> None:
    here = point(10, 10)
    targets = [point(10, 22), point(10, 14), point(10, 15), point(14, 10), here]
    assert TABLE.within(here, inches(4), targets) == (point(10, 14), point(14, 10))
    assert TABLE.within(here, inches(12), targets) == (point(10, 14), point(14, 10), point(10, 15), point(10, 22))
    assert TABLE.ring(here, inches(4), inches(12), targets) == (point(10, 15), point(10, 22))
    assert TABLE.ring(here, inches(5), inches("11.999"), targets) == ()
    assert TABLE.within(here, inches("3.999"), targets) == ()


def test_facings_and_contact() -> None:
    one, enemy = line(2, 10, 10), line(2, 10, 10, 180, name="enemy")
    assert TABLE.contact(one, enemy).touching
    assert TABLE.aspect(one, point(10, 5)).aspect == "rear"
    assert 0 in TABLE.arc(one.bases[0], degrees(22), [point(10, 20)], within=inches(10))
    assert 0 not in TABLE.arc(one.bases[0], degrees(22), [point(10, 20)], towards="rear")


def test_lines_sight_and_ways() -> None:
    assert [passage.name for passage in TABLE.line(point(24, 10), point(24, 34)).passages] == [
        "North wood",
        "Long hedge",
    ]
    assert TABLE.line_of_sight(point(24, 10), point(10, 15), RULES)
    assert not TABLE.line_of_sight(point(24, 10), point(24, 28), RULES)
    round_the_wood = TABLE.path(point(24, 10), point(24, 28), rate=slowest({"wood": None}))
    through = TABLE.path(point(24, 10), point(24, 28), rate=slowest({}))
    assert round_the_wood is not None
    assert through is not None
    assert through.cost == 18
    # By a near corner and the far one: the root of 4 and 10 squared, 6 along the side, the root of 4 and 2 squared.
    assert round_the_wood.cost == Fraction("10.770") + 6 + Fraction("4.472")
    reached = TABLE.reachable(
        point(24, 10), inches(18), [point(24, 28), point(24, 1), point(24, 34)], rate=slowest({"wood": None})
    )
    assert [way.points[-1] for way in reached] == [point(24, 1)]


# ---------------------------------------------------------------------- laws

points = st.builds(at, st.integers(2500, 45_000), st.integers(2500, 33_000))
bearings = st.integers(0, 359_999).map(lambda number: Angle(thousandths=number))
things: st.SearchStrategy[Thing] = points | st.builds(
    Base, at=points, facing=bearings, frontage=st.just(inches(1)), depth=st.just(inches("0.5"))
)
lengths = st.integers(0, 40_000).map(lambda number: Inches(thousandths=number))


@given(one=things, among=st.lists(things, max_size=6), radius=lengths, farther=lengths)
def test_within_and_ring_part_what_there_is(one: Thing, among: list[Thing], radius: Inches, farther: Inches) -> None:
    inner = TABLE.within(one, radius, among)
    outer = TABLE.ring(one, radius, inches(100), among)
    others = [other for other in among if other != one]
    assert sorted(map(repr, inner + outer)) == sorted(map(repr, others))
    assert [other for other in inner if TABLE.distance(one, other) > radius] == []
    distances = [TABLE.distance(one, other) for other in inner + outer]
    assert distances == sorted(distances)
    ring = TABLE.ring(one, radius, farther, among)
    assert ring == tuple(other for other in outer if TABLE.distance(one, other) <= farther)


@given(one=points, two=points, three=points)
def test_distances_are_those_of_a_plane(one: Point, two: Point, three: Point) -> None:
    assert TABLE.distance(one, two) == TABLE.distance(two, one)
    assert TABLE.distance(one, three) <= TABLE.distance(one, two) + TABLE.distance(two, three) + inches("0.001")


# ---------------------------------------------------------------------- terrain by name, and the edge

POND = Table(
    title="A pond",
    width=inches(48),
    depth=inches(36),
    terrain=(piece((10, 10), (20, 10), (20, 20), (10, 20)),),
    lines=(TerrainLine(name="Long hedge", kind="hedge", points=(point(0, 30), point(30, 30))),),
)


@pytest.mark.parametrize(
    ("thing", "name", "far"),
    [
        (point(5, 15), "pond", 5),
        (point(7, 6), "pond", 5),  # 3 west and 4 south of a corner
        (point(13, 15), "pond", 3),  # inside
        (point(10, 15), "pond", 0),
        (line(2, 15, 8), "pond", 2),
        (line(2, 15, "10.4"), "pond", 0),
        (point(5, 33), "Long hedge", 3),
        (point(33, 34), "Long hedge", 5),
    ],
)
def test_how_far_terrain_is(thing: Thing, name: str, far: int) -> None:
    assert POND.distance_to(thing, name) == inches(far)


def test_terrain_that_is_not_there_has_no_distance() -> None:
    with pytest.raises(UnknownNameError, match=r"^unknown terrain 'Long hedges'; did you mean 'Long hedge'\?$"):
        POND.distance_to(point(5, 5), "Long hedges")
    with pytest.raises(ValueError, match=r"^the position \(50, 5\) is off the table"):
        POND.distance_to(point(50, 5), "pond")
    with pytest.raises(ValueError, match=r"^the position \(50, 5\) is off the table"):
        POND.room(point(50, 5), degrees(0))


@pytest.mark.parametrize(
    ("direction", "far"), [("0", "26"), ("90", "28"), ("180", "10"), ("270", "20"), ("45", "36.769"), ("225", "14.142")]
)
def test_how_far_it_is_to_the_edge(direction: str, far: str) -> None:
    # From (20, 10): slantwise the root of 2 times 26 and times 10, rounded down.
    assert POND.room(point(20, 10), degrees(direction)) == inches(far)
    assert POND.room(at(-10, 5000), degrees(270)) == inches(0)


@given(x=st.integers(2, 46), y=st.integers(2, 34), facing=st.integers(0, 359), way=st.integers(0, 23))
def test_so_far_and_no_farther(x: int, y: int, facing: int, way: int) -> None:
    group, direction = line(2, x, y, facing), degrees(15 * way)
    room = POND.room(group, direction)
    assert POND.is_on(group.moved(direction, room))
    assert not POND.is_on(group.moved(direction, room + inches(1)))


def zigzag(count: int, *, name: str) -> TerrainLine:
    """Return a line of so many points, within 48 by 36 inches."""
    points = tuple(at(20 * number, 1000 + 500 * (number % 2)) for number in range(count))
    return TerrainLine(name=name, kind="road", points=points)


def test_all_terrain_together_has_2000_corners_at_most() -> None:
    hill = piece((30, 11), (39, 11), (30, 15), height=1, crest=(point(31, 12), point(32, 12)))
    pieces, corners = (WOOD, hill), 4 + 3 + 2
    for count, told in (
        (1000 - corners, None),
        (1001 - corners, "expected at most 2,000 corners of all terrain and lines together, got 2,001"),
    ):
        lines = (zigzag(1000, name="first"), zigzag(count, name="second"))
        table = Table(title="Full", width=inches(48), depth=inches(36), terrain=pieces, lines=lines)
        assert [(one.path, one.message) for one in table.inconsistencies()] == ([(".terrain", told)] if told else [])
