"""Terrain as data: what is wrong with an outline, a crest or a line, and where."""

from __future__ import annotations

from typing import Any

import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from rcw_rules.kernel.errors import InvalidRequestError
from rcw_rules.kernel.fields import validate
from rcw_rules.kernel.geometry.table import Point, TerrainLine, TerrainPiece, edges_of, point, turn


def spots(*places: tuple[int, int]) -> tuple[Point, ...]:
    return tuple(point(x, y) for x, y in places)


SQUARE = spots((0, 0), (4, 0), (4, 4), (0, 4))


def piece(outline: tuple[Point, ...] = SQUARE, **fields: Any) -> TerrainPiece:
    return TerrainPiece(name="wood", kind="wood", outline=outline, **fields)


def problems(thing: TerrainPiece | TerrainLine) -> list[tuple[str, str]]:
    return [(problem.path, problem.message) for problem in thing.inconsistencies()]


@pytest.mark.parametrize(
    "outline",
    [
        SQUARE,
        SQUARE[::-1],
        spots((0, 0), (4, 0), (0, 4)),
        spots((0, 0), (2, 0), (4, 0), (4, 4)),  # a corner in the middle of an edge
        spots((0, 0), (6, 0), (6, 6), (3, 1), (0, 6)),
    ],
)
def test_a_plain_outline_is_in_order(outline: tuple[Point, ...]) -> None:
    assert problems(piece(outline)) == []
    validate(piece(outline))


def test_an_outline_that_crosses_itself_says_where() -> None:
    bow = spots((0, 0), (4, 4), (4, 0), (0, 4))
    message = (
        "the outline crosses itself: its edge from (4, 0) to (0, 4) meets its edge from (0, 0) to (4, 4); "
        "list the corners in the order in which they go round"
    )
    assert problems(piece(bow)) == [(".outline[2]", message)]


@pytest.mark.parametrize(
    ("outline", "place"),
    [
        (spots((0, 0), (4, 0), (4, 4), (2, 0)), ".outline[2]"),  # a corner on an edge
        (spots((0, 0), (4, 0), (2, 0), (2, 3)), ".outline[1]"),  # back along the edge before
        (spots((0, 0), (2, 0), (4, 0)), ".outline[2]"),  # no area: back along both edges
        (spots((2, 0), (4, 0), (4, 4), (0, 0)), None),  # the last edge runs on into the first
        (spots((2, 0), (4, 0), (4, 4), (6, 0)), ".outline[3]"),  # the last edge runs over the first
        (spots((0, 0), (6, 0), (6, 2), (3, 0), (0, 2)), ".outline[2]"),
    ],
)
def test_an_outline_that_touches_itself_is_refused(outline: tuple[Point, ...], place: str | None) -> None:
    assert [path for path, _ in problems(piece(outline))] == ([] if place is None else [place])


def test_a_repeated_corner_is_named() -> None:
    assert problems(piece((*SQUARE, SQUARE[0]))) == [
        (".outline[4]", "repeats the corner (0, 0) of .outline[0]; the outline closes by itself")
    ]
    assert problems(piece((*SQUARE, SQUARE[1]))) == [(".outline[4]", "repeats the corner (4, 0) of .outline[1]")]


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=3, max_size=7, unique=True))
def test_outlines_are_refused_where_shapely_calls_them_invalid(places: list[tuple[int, int]]) -> None:
    assert (problems(piece(spots(*places))) == []) == bool(shapely.is_valid(shapely.Polygon(places)))


def test_a_crest_needs_a_height_and_two_points() -> None:
    crest = spots((1, 2), (3, 2))
    assert problems(piece(height=2, crest=crest)) == []
    assert problems(piece(crest=crest)) == [
        (".crest", "only a piece with a height has a crest; give it a height of at least 1")
    ]
    assert problems(piece(height=1, crest=crest[:1])) == [(".crest", "a crest line has at least 2 points, got 1")]
    assert problems(piece(height=1, crest=(*crest, crest[1]))) == [
        (".crest[2]", "repeats the point before it, (3, 2); leave one of them out")
    ]


def test_a_line_may_close_but_not_stand_still() -> None:
    def line(*places: tuple[int, int]) -> TerrainLine:
        return TerrainLine(name="hedge", kind="hedge", points=spots(*places))

    assert problems(line((0, 0), (4, 0))) == []
    assert problems(line((0, 0), (4, 0), (4, 4), (0, 0))) == []
    assert line((0, 0), (4, 0), (4, 4), (0, 0)).is_closed
    assert not line((0, 0), (4, 0)).is_closed
    assert problems(line((0, 0), (0, 0), (4, 0))) == [
        (".points[1]", "repeats the point before it, (0, 0); leave one of them out")
    ]
    assert problems(line((0, 0), (4, 0), (0, 0))) == [
        (".points", "it ends where it begins, and a closed line has at least 3 corners")
    ]


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"outline": SQUARE[:2]}, "$.outline: expected"),
        ({"outline": ()}, "$.outline: expected"),
        ({"name": ""}, "$.name: expected"),
        ({"height": -1}, "$.height: expected an integer from 0"),
        ({"height": 1.5}, "$.height: expected an integer"),
        ({"top": 0}, "$.top: expected an integer from 1"),
        ({"sight": "opaque"}, "$.sight: expected"),
        ({"outline": ((0, 0), (1, 0), (0, 1))}, "$.outline[0]: expected"),
    ],
)
def test_a_wrong_field_is_refused(fields: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidRequestError) as caught:
        validate(TerrainPiece(**{"name": "wood", "kind": "wood", "outline": SQUARE, **fields}))
    assert str(caught.value).startswith(message)


def test_edges_go_round_and_turns_tell_left_from_right() -> None:
    assert [(str(one), str(other)) for one, other in edges_of(SQUARE[:3])] == [
        ("(0, 0)", "(4, 0)"),
        ("(4, 0)", "(4, 4)"),
        ("(4, 4)", "(0, 0)"),
    ]
    south, north = point(0, 0), point(0, 4)
    assert turn(south, north, point(1, 9)) < 0 < turn(north, south, point(1, 9))
    assert turn(south, north, point(0, 9)) == 0


@pytest.mark.parametrize(
    ("places", "where"),
    [
        (((0, 0), (4, 0), (2, 0)), [1]),
        (((0, 0), (4, 0), (9, 0)), []),
        (((0, 0), (4, 0), (4, 4), (4, 1), (8, 1)), [2]),
        (((0, 0), (4, 4), (4, 0), (0, 4)), []),  # crossing itself
        (((4, 0), (0, 0), (0, 4), (9, 4), (9, 0), (9, 5), (2, 0), (4, 0)), [4, 7]),  # a closed one where it closes too
    ],
)
def test_a_line_may_not_fold_back_on_itself(places: tuple[tuple[int, int], ...], where: list[int]) -> None:
    found = problems(TerrainLine(name="hedge", kind="hedge", points=spots(*places)))
    assert [path for path, _ in found] == [f".points[{index}]" for index in where]
    assert all(message.startswith("the line folds back on itself: from (") for _, message in found)
