"""Maps of squares: what they show, what is wrong with one, files, and bad input."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

import attrs
import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from rcw_rules.kernel.errors import FileError, InvalidRequestError, UnknownNameError
from rcw_rules.kernel.fields import validate
from rcw_rules.kernel.geometry.squares import (
    EdgeFeature,
    Square,
    SquareArea,
    SquareFeature,
    SquareGrid,
    SquareMap,
    SquarePlace,
    SquareWay,
)
from rcw_rules.kernel.sizes import added
from rcw_rules.toml_files import load_toml
from rcw_rules.wire import structure, unstructure

GRID = SquareGrid(columns=6, rows=10)

BOARD = SquareMap(
    title="A village on a stream",
    grid=GRID,
    provenance="illustrative",
    terrain=(
        SquareArea(kind="wood", squares=((4, 5), (3, 5), (0, 9))),
        SquareArea(kind="building", squares=((2, 3),)),
    ),
    features=(
        SquareFeature(kind="hedge", squares=((2, 4), (2, 3))),
        SquareFeature(kind="wire", squares=((2, 3),)),
        SquareFeature(kind="hedge", squares=((5, 0),)),
    ),
    edges=(
        EdgeFeature(kind="stream", between=(((2, 2), (2, 3)), ((3, 2), (2, 3)))),
        EdgeFeature(kind="bridge", between=(((2, 3), (2, 2)),)),
    ),
    roads=(
        SquareWay(name="the high road", squares=((2, 1), (2, 2), (2, 3))),
        SquareWay(squares=((2, 3), (3, 3), (3, 2), (2, 3))),
    ),
    railways=(SquareWay(squares=((0, 0), (1, 0), (2, 0))),),
    places=(
        SquarePlace(name="Orlovka", square=(2, 3), kind="village"),
        SquarePlace(name="The mill", square=(2, 3), kind="mill"),
    ),
)


# --- What it shows ------------------------------------------------------------------------------------------------


def test_terrain_is_open_unless_said_otherwise() -> None:
    assert BOARD.terrain_at((4, 5)) == "wood"
    assert BOARD.terrain_at((2, 3)) == "building"
    assert BOARD.terrain_at((0, 0)) == "open"
    assert attrs.evolve(BOARD, default_terrain="steppe").terrain_at((0, 0)) == "steppe"
    assert BOARD.squares_of("wood") == ((3, 5), (4, 5), (0, 9))  # row by row from the south
    assert len(BOARD.squares_of("open")) == 60 - 4
    assert BOARD.squares_of("marsh") == ()


def test_a_square_holds_any_number_of_features() -> None:
    assert BOARD.features_at((2, 3)) == ("hedge", "wire")
    assert BOARD.features_at((2, 4)) == ("hedge",)
    assert BOARD.features_at((0, 0)) == ()
    assert BOARD.squares_with("hedge") == ((5, 0), (2, 3), (2, 4))
    assert BOARD.squares_with("trench") == ()


def test_edges_roads_and_railways_are_the_same_from_both_sides() -> None:
    for one, other in (((2, 2), (2, 3)), ((2, 3), (2, 2))):
        assert BOARD.features_between(one, other) == ("stream", "bridge")
        assert BOARD.has_road(one, other)
        assert not BOARD.has_railway(one, other)
    assert BOARD.features_between((3, 2), (2, 3)) == ("stream",)
    assert BOARD.features_between((0, 0), (1, 0)) == ()
    assert BOARD.has_railway((1, 0), (0, 0))
    assert not BOARD.has_road((1, 0), (0, 0))
    assert not BOARD.has_road((2, 2), (3, 2))  # both are on a road, but on none that joins them


def test_places_by_name_and_by_square() -> None:
    assert BOARD.place("Orlovka").square == (2, 3)
    assert [place.name for place in BOARD.places_at((2, 3))] == ["Orlovka", "The mill"]
    assert BOARD.places_at((0, 0)) == ()


def test_a_map_without_any_mention_is_a_map() -> None:
    bare = SquareMap(title="The steppe", grid=GRID)
    validate(bare)
    assert (bare.terrain_at((0, 0)), bare.features_at((0, 0)), bare.has_road((0, 0), (1, 0))) == ("open", (), False)


def test_maps_are_values() -> None:
    other = attrs.evolve(BOARD)
    assert BOARD.terrain_at((4, 5)) == "wood"  # its tables are made by now, those of the other are not
    assert other == BOARD
    assert hash(other) == hash(BOARD)
    assert pickle.loads(pickle.dumps(BOARD)) == BOARD  # noqa: S301 - our own bytes
    assert structure(unstructure(BOARD), SquareMap) == BOARD
    assert "table" not in repr(BOARD)


wooded = st.frozensets(st.tuples(st.integers(0, 5), st.integers(0, 9)), max_size=20)


@given(woods=wooded, data=st.data())
def test_the_order_in_a_list_does_not_matter(woods: frozenset[Square], data: st.DataObject) -> None:
    listed = data.draw(st.permutations(sorted(woods)))
    board = SquareMap(
        title="Woods", grid=GRID, terrain=(SquareArea(kind="wood", squares=tuple(listed)),) if listed else ()
    )
    assert {square for square in GRID.squares if board.terrain_at(square) == "wood"} == woods
    assert board.squares_of("wood") == tuple(sorted(woods, key=lambda square: (square[1], square[0])))


# --- What is wrong with one ---------------------------------------------------------------------------------------


def wood(*squares: Square) -> SquareArea:
    return SquareArea(kind="wood", squares=squares)


def road(*squares: Square) -> dict[str, Any]:
    return {"roads": (SquareWay(squares=squares),)}


@pytest.mark.parametrize(
    ("changes", "path", "message"),
    [
        (
            {"terrain": (wood((0, 0), (9, 3)),)},
            "$.terrain[0].squares[1]",
            "unknown square '(9, 3)'; did you mean '(3, 9)'?",
        ),
        (
            {"terrain": (wood((1, 1), (2, 2)), SquareArea(kind="building", squares=((0, 0), (2, 2))))},
            "$.terrain[1].squares[1]",
            "square (2, 2) is 'building' here and 'wood' at .terrain[0].squares[1]; a square has one terrain",
        ),
        (
            {"terrain": (wood((1, 1), (1, 1)),)},
            "$.terrain[0].squares[1]",
            "square (1, 1) is 'wood' here and 'wood' at .terrain[0].squares[0]; a square has one terrain",
        ),
        (
            {"features": (SquareFeature(kind="hedge", squares=((6, 0),)),)},
            "$.features[0].squares[0]",
            "unknown square '(6, 0)'; did you mean '(0, 6)'?",
        ),
        (
            {
                "features": (
                    SquareFeature(kind="hedge", squares=((1, 0),)),
                    SquareFeature(kind="wire", squares=((1, 0),)),
                    SquareFeature(kind="hedge", squares=((1, 1), (1, 0))),
                )
            },
            "$.features[2].squares[1]",
            "square (1, 0) is listed twice for 'hedge', first at .features[0].squares[0]",
        ),
        (
            {"edges": (EdgeFeature(kind="stream", between=(((1, 1), (1, 2)), ((2, 2), (2, 4)))),)},
            "$.edges[0].between[1]",
            "squares (2, 2) and (2, 4) are not neighbours, so they share no edge",
        ),
        (
            {"edges": (EdgeFeature(kind="stream", between=(((1, 1), (1, 1)),)),)},
            "$.edges[0].between[0]",
            "squares (1, 1) and (1, 1) are not neighbours, so they share no edge",
        ),
        (
            {"edges": (EdgeFeature(kind="stream", between=(((0, 0), (-1, 1)),)),)},
            "$.edges[0].between[0][1]",
            "unknown square '(-1, 1)'; did you mean '(0, 1)'?",
        ),
        (
            {
                "edges": (
                    EdgeFeature(kind="stream", between=(((1, 1), (1, 2)),)),
                    EdgeFeature(kind="river", between=(((1, 1), (1, 2)),)),
                    EdgeFeature(kind="stream", between=(((1, 2), (1, 1)),)),
                )
            },
            "$.edges[2].between[0]",
            "'stream' between (1, 2) and (1, 1) is listed twice, first at .edges[0].between[0]",
        ),
        (
            road((1, 0), (2, 0), (4, 0)),
            "$.roads[0].squares[2]",
            "a gap: (2, 0) and (4, 0) are not neighbours; a road lists every square on its way",
        ),
        (
            {"railways": (SquareWay(squares=((1, 0), (1, 2))),)},
            "$.railways[0].squares[1]",
            "a gap: (1, 0) and (1, 2) are not neighbours; a railway lists every square on its way",
        ),
        (road((1, 0), (1, 99)), "$.roads[0].squares[1]", "unknown square '(1, 99)'; did you mean '(1, 9)'?"),
        (
            road((1, 0), (1, 0)),
            "$.roads[0].squares[1]",
            "square (1, 0) is listed twice for the road, first at .roads[0].squares[0]",
        ),
        (
            road((1, 0), (2, 0), (1, 0)),
            "$.roads[0].squares[2]",
            "square (1, 0) is listed twice for the road, first at .roads[0].squares[0]",
        ),
        (road((1, 0)), "$.roads[0].squares", "expected a tuple of at least 2 items, got 1 item"),
        (
            {"edges": (EdgeFeature(kind="stream", between=()),)},
            "$.edges[0].between",
            "expected a tuple of at least 1 item, got 0 items",
        ),
        ({"default_terrain": ""}, "$.default_terrain", "expected a text of 1 to 100 characters, got 0 characters"),
        (
            {"terrain": (SquareArea(kind="", squares=((0, 0),)),)},
            "$.terrain[0].kind",
            "expected a text of 1 to 100 characters, got 0 characters",
        ),
        ({"terrain": (wood(),)}, "$.terrain[0].squares", "expected a tuple of at least 1 item, got 0 items"),
        (
            {"places": (SquarePlace(name="Orlovka", square=(2, 13), kind="village"),)},
            "$.places[0].square",
            "unknown square '(2, 13)'; did you mean '(2, 9)'?",
        ),
        (
            {
                "places": (
                    SquarePlace(name="Orlovka", square=(2, 3), kind="village"),
                    SquarePlace(name="Orlovka", square=(2, 4), kind="village"),
                )
            },
            "$.places[1].name",
            "there is another place named 'Orlovka', at .places[0]",
        ),
    ],
)
def test_what_is_wrong_is_told_with_its_place(changes: dict[str, Any], path: str, message: str) -> None:
    wrong = SquareMap(title="Wrong", grid=GRID, **changes)
    with pytest.raises(InvalidRequestError) as caught:
        validate(wrong)
    assert [(problem.path, problem.message) for problem in caught.value.problems] == [(path, message)]
    questions: tuple[Callable[[], object], ...] = (
        lambda: wrong.terrain_at((0, 0)),
        lambda: wrong.features_between((0, 0), (1, 0)),
        lambda: wrong.places_at((0, 0)),
        lambda: wrong.place("Orlovka"),
    )
    for ask in questions:
        with pytest.raises(InvalidRequestError) as asked:
            ask()
        assert asked.value.problems == caught.value.problems


def test_everything_wrong_is_told_at_once() -> None:
    wrong = SquareMap(
        title="Wrong",
        grid=GRID,
        terrain=(wood((6, 6), (0, 0)), wood((0, 0))),
        roads=(SquareWay(squares=((0, 0), (3, 0), (9, 9))),),
    )
    assert [problem.path for problem in wrong.inconsistencies()] == [
        ".terrain[0].squares[0]",
        ".terrain[1].squares[0]",
        ".roads[0].squares[2]",
        ".roads[0].squares[1]",
    ]


# --- Files --------------------------------------------------------------------------------------------------------

FILE = """\
title = "A village on a stream"
provenance = "illustrative"
grid = {columns = 6, rows = 10}

[[terrain]]
kind = "wood"
squares = [
    [4, 5],
    [3, 5],
]

[[edges]]
kind = "stream"
between = [[[2, 2], [2, 3]], [[3, 2], [2, 3]]]

[[roads]]
squares = [[2, 1], [2, 2]]

[[places]]
name = "Orlovka"
square = [2, 3]
kind = "village"
"""


def test_a_map_is_read_from_a_file() -> None:
    assert load_toml(SquareMap, FILE, "stream.toml") == SquareMap(
        title="A village on a stream",
        grid=GRID,
        terrain=(wood((4, 5), (3, 5)),),
        edges=(EdgeFeature(kind="stream", between=(((2, 2), (2, 3)), ((3, 2), (2, 3)))),),
        roads=(SquareWay(squares=((2, 1), (2, 2))),),
        places=(SquarePlace(name="Orlovka", square=(2, 3), kind="village"),),
    )


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("[3, 5]", "[9, 5]", 9, "terrain[0].squares[1]: unknown square '(9, 5)'; did you mean '(5, 9)'?"),
        ("[3, 5]", "[3]", 9, "terrain[0].squares[1]: expected an array of exactly 2 items, got an array of 1 item"),
        ("[3, 5]", "[3, 5.5]", 9, "terrain[0].squares[1][1]: expected an integer, got 5.5"),
        ("columns = 6", "columns = 0", 3, "grid.columns: expected an integer from 1 to 999, got 0"),
        (
            "[[3, 2], [2, 3]]",
            "[[3, 2], [3, 4]]",
            14,
            "edges[0].between[1]: squares (3, 2) and (3, 4) are not neighbours, so they share no edge",
        ),
        ("square = [2, 3]", "squares = [2, 3]", 21, "places[0].squares: unknown key; did you mean 'square'?"),
    ],
)
def test_what_is_wrong_in_a_file_is_told_with_its_line(old: str, new: str, line: int, message: str) -> None:
    assert FILE.count(old) == 1
    with pytest.raises(FileError) as caught:
        load_toml(SquareMap, FILE.replace(old, new), "stream.toml")
    assert (line, message) in [(problem.line, problem.message) for problem in caught.value.problems]


# --- Bad input ----------------------------------------------------------------------------------------------------

ELSEWHERE: Square = (0, 10)


@pytest.mark.parametrize(
    "ask",
    [
        lambda: BOARD.terrain_at(ELSEWHERE),
        lambda: BOARD.features_at(ELSEWHERE),
        lambda: BOARD.places_at(ELSEWHERE),
        lambda: BOARD.features_between((0, 9), ELSEWHERE),
        lambda: BOARD.has_road(ELSEWHERE, (0, 9)),
        lambda: BOARD.has_railway((0, 9), ELSEWHERE),
    ],
)
def test_squares_off_the_board_are_refused(ask: Callable[[], object]) -> None:
    with pytest.raises(UnknownNameError) as caught:
        ask()
    assert str(caught.value) == "unknown square '(0, 10)'; did you mean '(0, 9)'?"


@pytest.mark.parametrize("ask", [BOARD.features_between, BOARD.has_road, BOARD.has_railway])
def test_squares_that_are_no_neighbours_have_nothing_between_them(ask: Callable[[Square, Square], object]) -> None:
    with pytest.raises(ValueError, match=r"^squares \(2, 2\) and \(2, 4\) are not neighbours; they are 2 apart$"):
        ask((2, 2), (2, 4))


def test_an_unknown_place_is_refused() -> None:
    with pytest.raises(UnknownNameError) as caught:
        BOARD.place("Orlovca")
    assert str(caught.value) == "unknown place 'Orlovca'; did you mean 'Orlovka'?"


def count_woods(board: SquareMap) -> list[int]:
    return [len(board.squares_of("wood"))]


def test_what_a_function_works_out_from_a_map_is_kept_with_it() -> None:
    wood = SquareArea(kind="wood", squares=((1, 1),))
    one = SquareMap(title="One", grid=SquareGrid(columns=3, rows=3), terrain=(wood,))
    same, other = evolve(one), evolve(one, terrain=())
    assert one.worked_out(count_woods) is one.worked_out(count_woods) == [1]
    assert (same.worked_out(count_woods), other.worked_out(count_woods)) == ([1], [0])
    assert one == same
    assert hash(one) == hash(same)
    assert added(one, set()) == added(same, set())  # tables that were worked out are no part of it
