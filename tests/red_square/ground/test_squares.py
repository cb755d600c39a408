"""Squares: distances, arcs, aspects and steps."""

from __future__ import annotations

from itertools import product
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from red_square_asking import ask, problems

from rcw_rules import red_square as rs
from rcw_rules.kernel.geometry.squares import Facing, HalfAngle, Square, SquareGrid
from rcw_rules.red_square import ground as geo
from rcw_rules.red_square.model import FORMATIONS, Formation, Kind

FACINGS: tuple[Facing, ...] = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
# Unit vectors as the ruling writes them down.
VECTORS = dict(zip(FACINGS, ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)), strict=True))
SQUARES = st.tuples(st.integers(0, 12), st.integers(0, 12))


def centre(square: Square) -> tuple[int, int]:
    return 2 * square[0] + square[1] % 2, 2 * square[1]


def dot_and_cross(origin: Square, facing: Facing, target: Square) -> tuple[int, int]:
    (x, y), (to_x, to_y), (fx, fy) = centre(origin), centre(target), VECTORS[facing]
    dx, dy = to_x - x, to_y - y
    return fx * dx + fy * dy, abs(fx * dy - fy * dx)


# -------------------------------------------------------------------- squares


@pytest.mark.rule("red_square", "area-grid")
@pytest.mark.parametrize(("square", "where"), [((0, 0), (0, 0)), ((2, 3), (5, 6)), ((0, 1), (1, 2))])
def test_centres_lie_in_half_squares(square: Square, where: tuple[int, int]) -> None:
    assert ask(rs.GeometryRequest(square=square)).centre == where


@pytest.mark.rule("red_square", "area-grid")
def test_a_square_of_an_odd_row_lies_half_a_square_further_east() -> None:
    x, y = ask(rs.GeometryRequest(square=(0, 1))).centre
    assert ((x - 1, x + 1), (y - 1, y + 1)) == ((0, 2), (1, 3))


@pytest.mark.rule("red_square", "geo-neighbours")
@pytest.mark.parametrize(
    ("square", "neighbours"),
    [
        ((4, 2), ((4, 3), (5, 2), (4, 1), (3, 1), (3, 2), (3, 3))),
        ((4, 3), ((5, 4), (5, 3), (5, 2), (4, 2), (3, 3), (4, 4))),
    ],
)
def test_six_neighbours(square: Square, neighbours: tuple[Square, ...]) -> None:
    assert ask(rs.GeometryRequest(square=square)).neighbours == neighbours
    for direction, neighbour in zip(("NE", "E", "SE", "SW", "W", "NW"), neighbours, strict=True):
        request = rs.GeometryRequest(square=square, direction=direction)  # type: ignore[arg-type] # a literal, in a loop
        assert ask(request).neighbour == neighbour


@pytest.mark.rule("red_square", "geo-neighbours")
def test_there_is_no_neighbour_due_north_nor_beyond_the_board() -> None:
    assert ask(rs.DistanceRequest(a=(4, 2), b=(4, 4))).squares == 2
    board = SquareGrid(columns=6, rows=10)
    east = ask(rs.GeometryRequest(square=(5, 3), direction="E", grid=board))
    # An odd row lies further east, so nothing of the board is to the north-east or south-east of its last square.
    assert (east.neighbour, east.neighbours) == (None, ((5, 2), (4, 3), (5, 4)))
    assert ask(rs.GeometryRequest(square=(0, 0), direction="SW")).neighbour is None


@pytest.mark.rule("red_square", "geo-facings")
@pytest.mark.parametrize(
    ("facing", "wheel", "after"), [("N", 1, "NE"), ("NE", 4, "SW"), ("E", -2, "N"), ("NE", -4, "SW"), ("NW", 1, "N")]
)
def test_wheels(facing: Facing, wheel: int, after: Facing) -> None:
    assert ask(rs.GeometryRequest(square=(0, 0), facing=facing, wheel=wheel)).facing == after


@pytest.mark.rule("red_square", "area-grid", "geo-facings")
def test_questions_about_squares_that_are_none() -> None:
    assert problems(rs.GeometryRequest(square=(-1, 0))) == [("$.square", "area-grid")]
    small = SquareGrid(columns=6, rows=10)
    assert problems(rs.GeometryRequest(square=(6, 0), grid=small)) == [("$.square", "area-grid")]
    assert problems(rs.GeometryRequest(square=(0, 0), wheel=1)) == [("$.facing", "geo-facings")]
    assert problems(rs.GeometryRequest(square=(0, 0), facing="N", wheel=5)) == [("$.wheel", "geo-facings")]
    assert problems(rs.DistanceRequest(a=(0, -1), b=(1000, 0))) == [("$.a", "area-grid"), ("$.b", "area-grid")]
    assert problems(rs.ArcRequest(square=(-1, 0), facing="N", target=(0, -1))) == [
        ("$.square", "area-grid"), ("$.target", "area-grid"),
    ]  # fmt: skip


# -------------------------------------------------------------------- distances


@pytest.mark.rule("red_square", "geo-range")
@pytest.mark.parametrize(
    ("a", "b", "squares"), [((0, 0), (2, 1), 3), ((0, 0), (1, 2), 2), ((0, 0), (0, 4), 4), ((2, 3), (2, 3), 0)]
)
def test_ranges_that_the_catalogue_counts(a: Square, b: Square, squares: int) -> None:
    assert ask(rs.DistanceRequest(a=a, b=b)).squares == squares


@pytest.mark.rule("red_square", "geo-range")
def test_distances_are_the_steps_of_the_shortest_way() -> None:
    # Spread from one square, neighbour by neighbour, with the table of neighbours that the ruling prints.
    start, seen = (6, 6), {(6, 6): 0}
    edge = [start]
    even, odd = (
        ((0, 1), (1, 0), (0, -1), (-1, -1), (-1, 0), (-1, 1)),
        ((1, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (0, 1)),
    )
    for square in edge:
        for column, row in odd if square[1] % 2 else even:
            onward = (square[0] + column, square[1] + row)
            if onward not in seen and 0 <= onward[0] < 13 and 0 <= onward[1] < 13:
                seen[onward] = seen[square] + 1
                edge.append(onward)
    assert len(seen) == 169
    for square, steps in seen.items():
        assert ask(rs.DistanceRequest(a=start, b=square)).squares == steps


@pytest.mark.rule("red_square", "geo-range")
@given(SQUARES, SQUARES)
def test_distances_are_those_of_the_formula_and_symmetric(a: Square, b: Square) -> None:
    rows = abs(a[1] - b[1])
    wide = abs(centre(a)[0] - centre(b)[0])
    squares = ask(rs.DistanceRequest(a=a, b=b)).squares
    assert squares == rows + max(0, wide - rows) // 2 == ask(rs.DistanceRequest(a=b, b=a)).squares


# -------------------------------------------------------------------- arcs


@pytest.mark.rule("red_square", "geo-front-arc")
@pytest.mark.parametrize(
    ("facing", "half_angle", "faced"),
    [
        ("E", 45, "E"),
        ("N", 45, "NE NW"),
        ("NE", 45, "NE E"),
        ("E", 90, "NE E SE"),
        ("N", 90, "NE E W NW"),
        ("NE", 90, "NE E NW"),
    ],
)
def test_faced_neighbours(facing: Facing, half_angle: HalfAngle, faced: str) -> None:
    outcome = ask(rs.ArcRequest(square=(4, 4), facing=facing, target=(5, 4), half_angle=half_angle))
    assert outcome.faced == tuple(faced.split())


@pytest.mark.rule("red_square", "geo-front-arc")
@given(SQUARES, SQUARES, st.sampled_from(FACINGS))
def test_arcs_are_those_of_the_products(square: Square, target: Square, facing: Facing) -> None:
    dot, cross = dot_and_cross(square, facing, target)
    narrow, wide = (
        ask(rs.ArcRequest(square=square, facing=facing, target=target, half_angle=half)).is_inside for half in (45, 90)
    )
    assert narrow == (dot > 0 and cross <= dot)
    assert wide == (dot >= 0 and square != target)


@pytest.mark.rule("red_square", "geo-front-arc", "dig-3-defence", "train-2-armament")
def test_who_has_which_arc() -> None:
    assert {kind: geo.half_angle_of(kind) for kind in get_args(Kind)} == dict.fromkeys(get_args(Kind), 45) | {"mg": 90}
    assert (geo.half_angle_of("train", "mg"), geo.half_angle_of("armoured_car", "mg")) == (90, 45)
    grid = SquareGrid(columns=6, rows=6)
    line = rs.Unit(name="x", side="red", kind="infantry", formation="firing_line", square=(2, 2), facing="E", bases=4)
    guns = rs.Unit(name="g", side="red", kind="mg", accompanies="x", square=(2, 2), facing="E", bases=2)
    dug_in = rs.Unit(name="d", side="red", kind="infantry", formation="defence", square=(2, 2), facing="E", bases=4)
    train = rs.Unit(name="t", side="red", kind="train", guns="heavy", square=(2, 2), facing="E")
    neighbours = grid.neighbours((2, 2))  # clockwise from the north-east
    seen = [[geo.has_in_arc(grid, unit, square) for square in neighbours] for unit in (line, guns, dug_in, train)]
    assert seen == [[False, True, *[False] * 4], [*[True] * 3, *[False] * 3], [True] * 6, [True] * 6]
    assert not geo.has_in_arc(grid, dug_in, (2, 2))


# -------------------------------------------------------------------- aspects

ASPECT_TABLE = """
N  front    flank    rear     rear     flank    front
NE front    oblique  flank    rear     rear     flank
E  flank    front    flank    flank    rear     flank
SE flank    oblique  front    flank    rear     rear
S  rear     flank    front    front    flank    rear
SW rear     rear     flank    front    oblique  flank
W  flank    rear     flank    flank    front    flank
NW flank    rear     rear     flank    oblique  front
"""


@pytest.mark.rule("red_square", "geo-aspect")
@pytest.mark.parametrize("row", ASPECT_TABLE.strip().splitlines())
@pytest.mark.parametrize("square", [(4, 4), (4, 5)])
def test_the_sides_shown_to_the_six_neighbours(row: str, square: Square) -> None:
    facing, *shown = row.split()
    neighbours = SquareGrid(columns=12, rows=12).neighbours(square)
    found = [ask(rs.AspectRequest(square=square, facing=facing, seen_from=one)).aspect for one in neighbours]  # type: ignore[arg-type] # a facing of the table
    assert found == shown


@pytest.mark.rule("red_square", "geo-aspect")
@pytest.mark.parametrize(
    ("facing", "seen_from", "aspect"),
    [("NE", (1, 1), "front"), ("N", (1, 2), "front"), ("N", (1, 1), "flank"), ("N", (2, 2), "oblique")],
)
def test_sides_shown_at_a_distance(facing: Facing, seen_from: Square, aspect: str) -> None:
    assert ask(rs.AspectRequest(square=(0, 0), facing=facing, seen_from=seen_from)).aspect == aspect


@pytest.mark.rule("red_square", "geo-aspect")
@given(SQUARES, SQUARES, st.sampled_from(FACINGS))
def test_sides_are_those_of_the_products(square: Square, seen_from: Square, facing: Facing) -> None:
    if square == seen_from:
        return
    dot, cross = dot_and_cross(square, facing, seen_from)
    if cross > abs(dot):
        expected = "flank"
    elif dot < 0:
        expected = "rear"
    else:
        expected = "front" if 2 * cross <= dot else "oblique"
    assert ask(rs.AspectRequest(square=square, facing=facing, seen_from=seen_from)).aspect == expected


@pytest.mark.rule("red_square", "diagram-1", "diagram-2")
@pytest.mark.parametrize(
    ("facing", "aspects", "in_arc"),
    [
        ("NE", {"d": "front", "c": "oblique", "b": "flank", "a": "rear"}, "cd"),
        ("SE", {"b": "front", "c": "oblique", "d": "flank", "a": "rear"}, "bc"),
    ],
)
def test_the_two_captions(facing: Facing, aspects: dict[str, str], in_arc: str) -> None:
    places: dict[str, Square] = {"a": (3, 4), "b": (4, 3), "c": (5, 4), "d": (4, 5)}
    for name, square in places.items():
        assert ask(rs.AspectRequest(square=(4, 4), facing=facing, seen_from=square)).aspect == aspects[name]
        inside = ask(rs.ArcRequest(square=(4, 4), facing=facing, target=square)).is_inside
        assert inside == (name in in_arc)


@pytest.mark.rule("red_square", "geo-aspect")
def test_who_shows_the_same_side_to_everybody() -> None:
    sided = {"infantry", "cavalry", "artillery", "mg"}
    for kind in get_args(Kind):
        behind = rs.AspectRequest(square=(4, 4), facing="E", seen_from=(3, 4), kind=kind)
        assert ask(behind).aspect == ("rear" if kind in sided else "front"), kind
    for formation in FORMATIONS["infantry"]:
        behind = rs.AspectRequest(square=(4, 4), facing="E", seen_from=(3, 4), formation=formation)
        assert ask(behind).aspect == ("front" if formation == "defence" else "rear")


@pytest.mark.rule("red_square", "geo-aspect", "diagram-1")
def test_the_side_that_a_unit_shows() -> None:
    grid = SquareGrid(columns=6, rows=6)
    unit = rs.Unit(name="x", side="red", kind="infantry", formation="waves", square=(2, 2), facing="NE", bases=4)
    assert [geo.aspect_of(grid, unit, square) for square in grid.neighbours((2, 2))] == [
        "front", "oblique", "flank", "rear", "rear", "flank",
    ]  # fmt: skip
    tank = rs.Unit(name="t", side="red", kind="heavy_tank", weapons=("tank_gun",), square=(2, 2), facing="NE")
    assert {geo.aspect_of(grid, tank, square) for square in grid.neighbours((2, 2))} == {"front"}


@pytest.mark.rule("red_square", "geo-aspect", "geo-range", "formations-list")
def test_questions_about_sides_that_contradict_themselves() -> None:
    assert problems(rs.AspectRequest(square=(4, 4), facing="N", seen_from=(4, 4))) == [("$.seen_from", "geo-range")]
    mounted = rs.AspectRequest(square=(4, 4), facing="N", seen_from=(3, 4), formation="mounted")
    assert problems(mounted) == [("$.formation", "formations-list")]
    lorry = rs.AspectRequest(square=(4, 4), facing="N", seen_from=(3, 4), kind="truck", formation="masses")
    assert problems(lorry) == [("$.formation", "formations-list")]


# -------------------------------------------------------------------- steps

STEPS = {
    "N": "NE NW", "NE": "NE E", "E": "E", "SE": "E SE", "S": "SE SW", "SW": "SW W", "W": "W", "NW": "W NW",
}  # fmt: skip


def steps(kind: Kind, formation: Formation | None, facing: Facing, *roads: Any) -> dict[str, tuple[str, bool]]:
    request = rs.LegalMovesRequest(kind=kind, formation=formation, facing=facing, roads=roads)
    return {step.direction: (step.facing, step.follows_road) for step in ask(request).steps}


@pytest.mark.rule("red_square", "move-legal-directions")
@pytest.mark.parametrize("facing", FACINGS)
def test_steps_follow_the_facing(facing: Facing) -> None:
    who: list[tuple[Kind, Formation | None]] = [
        *((kind, formation) for kind, formations in FORMATIONS.items() for formation in formations),
        *((kind, None) for kind in ("armoured_car", "light_tank", "heavy_tank", "truck", "tchanka")),
    ]
    for kind, formation in who:
        assert steps(kind, formation, facing) == dict.fromkeys(STEPS[facing].split(), (facing, False))


@pytest.mark.rule("red_square", "move-legal-directions")
@pytest.mark.parametrize("kind", ["mg", "hq", "co", "commissar", "cheka", "horse_holders"])
def test_some_step_wherever_they_want(kind: Kind) -> None:
    assert list(steps(kind, None, "E")) == ["NE", "E", "SE", "SW", "W", "NW"]


@pytest.mark.rule("red_square", "move-road-masses")
def test_masses_follow_a_road() -> None:
    assert steps("infantry", "masses", "W", "NE") == {"NE": ("NE", True), "W": ("W", False)}
    assert steps("infantry", "waves", "W", "NE") == {"W": ("W", False)}
    assert steps("cavalry", "mounted", "W", "NE") == {"W": ("W", False)}


@pytest.mark.rule("red_square", "move-road-masses", "move-legal-directions")
@pytest.mark.parametrize(("facing", "road"), list(product(FACINGS, ("NE", "E", "SE", "SW", "W", "NW"))))
def test_a_road_ahead_adds_nothing_to_a_step_and_a_wheel(facing: Facing, road: Any) -> None:
    found = steps("infantry", "masses", facing, road)
    assert set(found) == {*STEPS[facing].split(), road}
    if road in STEPS[facing].split():
        # An ordinary step keeps its free wheel, and at most 45 degrees are missing to the facing of the road.
        assert found[road] == (facing, False)
        assert abs(SquareGrid.eighths_between(facing, road)) <= 1
    else:
        assert found[road] == (road, True)


@pytest.mark.rule("red_square", "move-legal-directions", "formations-list", "train-3-movement")
def test_questions_about_steps_that_contradict_themselves() -> None:
    assert problems(rs.LegalMovesRequest(kind="infantry", facing="N")) == [("$.formation", "formations-list")]
    scouts = rs.LegalMovesRequest(kind="infantry", formation="scouting", facing="N")
    assert problems(scouts) == [("$.formation", "formations-list")]
    assert problems(rs.LegalMovesRequest(kind="train", facing="N")) == [("$.kind", "train-3-movement")]
    twice = rs.LegalMovesRequest(kind="mg", facing="N", roads=("E", "E"))
    assert problems(twice) == [("$.roads", "bad-input")]
