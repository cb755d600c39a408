"""Pictures of fields, arcs, sides, steps and sights."""

from __future__ import annotations

import re
from typing import Any

import pytest
from attrs import evolve
from red_square_pictures import BOARD, FIELD, _square, parts, squares, unit

from rcw_rules import red_square as rs
from rcw_rules.kernel.geometry.pictures import Highlight, Picture
from rcw_rules.kernel.geometry.squares import Facing, Square, SquareArea, SquareGrid
from rcw_rules.red_square.ground import short_name
from rcw_rules.red_square.model import Formation, Kind


@pytest.mark.rule("red_square", "area-grid")
def test_a_field_with_everybody_on_the_table() -> None:
    picture = rs.draw_field(FIELD)
    assert picture.title == "A hill, turn 3"
    for told in ("In 1, 0: red I4, red CO.", "In 2, 4: white Don.", "In 3, 4: white I2."):
        assert told in picture.svg
    assert picture.svg.count("In ") == 3
    assert rs.draw_field(FIELD, title="mine").title == "mine"
    assert len(squares(rs.draw_field(FIELD, only=BOARD.grid.within((1, 1), 1)), "place")) == 7


@pytest.mark.rule("red_square", "area-terrain-whole-squares")
def test_slopes_are_drawn_as_hill_and_crests_have_a_mark() -> None:
    def features(picture: Picture) -> set[tuple[str, Square]]:
        return {(part["data-kind"], _square(part["data-place"])) for part in parts(picture, "feature")}

    everything = {("crest", (2, 4)), ("slope", (3, 3)), ("wire", (1, 1)), ("wire", (1, 2))}
    assert features(rs.draw_field(FIELD)) == everything
    cut = evolve(FIELD, wire_removed=((1, 2),))
    assert features(rs.draw_field(cut)) == everything - {("wire", (1, 2))}
    legend = rs.draw_field(FIELD).svg
    assert ">hill<" in legend
    assert ">wooden building<" in legend


@pytest.mark.rule("red_square", "area-terrain-whole-squares")
def test_a_slope_that_is_listed_as_open_is_drawn_as_hill() -> None:
    board = evolve(BOARD, terrain=(*BOARD.terrain, SquareArea(kind="open", squares=((2, 3), (5, 0)))))
    field = evolve(FIELD, board=board)
    tints = {_square(part["data-place"]): part["fill"] for part in parts(rs.draw_field(field), "place")}
    assert tints[(2, 3)] == tints[(2, 4)] != tints[(5, 0)] == tints[(0, 1)]


@pytest.mark.rule("red_square", "art-buildings-fire")
def test_what_burns_is_marked() -> None:
    assert squares(rs.draw_field(evolve(FIELD, burning=((4, 4),))), "highlight") == {(4, 4)}
    assert squares(rs.draw_field(FIELD), "highlight") == set()
    shown = rs.draw_field(FIELD, Highlight(places=((0, 1),), text="here"))
    assert squares(shown, "highlight") == {(0, 1)}


def test_what_is_written_on_counters() -> None:
    kinds: dict[Kind, str] = {
        "infantry": "I2", "cavalry": "C2", "artillery": "A2", "mg": "MG2", "tchanka": "T2", "armoured_car": "AC2",
        "light_tank": "LT2", "heavy_tank": "HT2", "truck": "Tr2", "train": "AT", "hq": "HQ", "co": "CO",
        "commissar": "Com", "cheka": "Ch", "horse_holders": "H",
    }  # fmt: skip
    for kind, text in kinds.items():
        assert short_name(unit("a long name", (0, 0), kind, bases=2)) == text
    assert short_name(unit("1/2K", (0, 0))) == "1/2K"


@pytest.mark.rule("red_square", "geo-facings", "dig-3-defence")
@pytest.mark.parametrize(
    ("kind", "formation", "is_shown"),
    [("infantry", "waves", True), ("infantry", "defence", False), ("truck", None, True), ("co", None, False)],
)
def test_facings_are_shown_where_they_mean_something(kind: Kind, formation: Any, *, is_shown: bool) -> None:
    north, south = (
        rs.draw_field(evolve(FIELD, units=(unit("x", (1, 0), kind, formation=formation, facing=facing),))).svg
        for facing in ("N", "S")
    )
    assert (north != south) == is_shown


@pytest.mark.rule("red_square", "geo-front-arc")
@pytest.mark.parametrize(
    ("kind", "facing", "near"),
    [("infantry", "NE", {(3, 5), (4, 4)}), ("mg", "E", {(3, 5), (4, 4), (3, 3)}), ("cavalry", "N", {(2, 5), (3, 5)})],
)
def test_arcs(kind: Kind, facing: Facing, near: set[Square]) -> None:
    picture = rs.draw_arc(facing, kind)
    grid = SquareGrid(columns=7, rows=9)
    inside = squares(picture, "arc")
    assert inside & set(grid.neighbours((3, 4))) == near
    assert max(grid.distance((3, 4), square) for square in inside) == 3
    assert f"{90 if kind == 'mg' else 45} degrees" in picture.title
    assert ("an MG company" in picture.title) == (kind == "mg")


@pytest.mark.rule("red_square", "geo-aspect")
@pytest.mark.parametrize(("facing", "ahead", "aside"), [("N", (0, 1), (1, 0)), ("NE", (1, 1), (1, -1))])
def test_the_sides_that_a_unit_shows(facing: Facing, ahead: tuple[int, int], aside: tuple[int, int]) -> None:
    picture = rs.draw_aspects(facing)
    told: dict[Square, str] = {}
    for aspect, places in re.findall(r"(front|oblique|flank|rear): ([\d, ]+)\.", picture.svg):
        numbers = [int(number) for number in places.split(", ")]
        told.update((square, aspect) for square in zip(numbers[::2], numbers[1::2], strict=True))
    assert len(told) == 6 + 12 + 18
    assert set(told) == squares(picture, "highlight")
    for (column, row), aspect in told.items():
        # In half squares from the middle, (3, 4), along the facing and across it.
        x, y = 2 * column + row % 2 - 6, 2 * row - 8
        along, across = (x * ahead[0] + y * ahead[1], abs(x * aside[0] + y * aside[1]))
        if across > abs(along):
            assert aspect == "flank"
        elif along < 0:
            assert aspect == "rear"
        else:
            assert aspect == ("front" if 2 * across <= along else "oblique")


@pytest.mark.rule("red_square", "diagram-1", "diagram-2")
@pytest.mark.parametrize(
    ("caption", "facing", "aspects", "in_arc"),
    [
        ("diagram-1", "NE", {"a": "rear", "b": "flank", "c": "oblique", "d": "front"}, "cd"),
        ("diagram-2", "SE", {"a": "rear", "b": "front", "c": "oblique", "d": "flank"}, "bc"),
    ],
)
def test_the_captions_of_the_lost_diagrams(caption: Any, facing: str, aspects: dict[str, str], in_arc: str) -> None:
    picture = rs.draw_caption(caption)
    places: dict[str, Square] = {"a": (1, 2), "b": (2, 1), "c": (3, 2), "d": (2, 3)}
    for name, (column, row) in places.items():
        assert f"In {column}, {row}: white {name}." in picture.svg
        assert f"{aspects[name]}: {column}, {row}." in picture.svg
    assert "In 2, 2: red x." in picture.svg
    assert squares(picture, "arc") == {places[name] for name in in_arc}
    assert f"faces {facing}" in picture.title


@pytest.mark.rule("red_square", "move-legal-directions")
@pytest.mark.parametrize(
    ("kind", "formation", "title"),
    [
        ("infantry", "masses", "Where infantry in masses may step"),
        ("cavalry", "mounted", "Where mounted cavalry may step"),
    ],
)
def test_legal_steps_in_all_facings(kind: Kind, formation: Formation, title: str) -> None:
    picture = rs.draw_legal_moves(kind, formation)
    assert picture.title == title
    # Two steps for a gap or a corner, one along the row; the other neighbours are marked.
    assert picture.svg.count("A path from") == 4 * 2 + 2 * 1 + 2 * 2
    assert len(squares(picture, "highlight")) == 8 * 6 - 14
    for path in ("from 1, 5 to 1, 6", "from 1, 5 to 2, 6", "from 7, 5 to 8, 5", "from 4, 5 to 5, 5"):
        assert f"A path {path}, cost 1." in picture.svg


@pytest.mark.rule("red_square", "move-legal-directions")
def test_mgs_step_wherever_they_want() -> None:
    picture = rs.draw_legal_moves("mg", None)
    assert picture.svg.count("A path from") == 8 * 6
    assert squares(picture, "highlight") == set()


@pytest.mark.rule("red_square", "move-road-masses")
def test_masses_on_a_road() -> None:
    # They face W; the road leads NE and SW, where they do not face.
    picture = rs.draw_road_march()
    ends = re.findall(r"A path from 2, 2 to (\d, \d), cost 1", picture.svg)
    assert ends == ["2, 3", "1, 1", "1, 2"]


@pytest.mark.rule("red_square", "geo-los-line", "terrain-hills")
def test_sights() -> None:
    blocked = rs.draw_sight(FIELD, (2, 0), (3, 5), looker="mg")
    assert "Sight from 2, 0 to 3, 5: blocked by wood." in blocked.svg
    assert "In 2, 4: white Don." in blocked.svg
    assert rs.draw_sight(BOARD, (1, 0), (5, 0), looker="field_gun").title == "Sight from (1, 0) to (5, 0): field gun"
    howitzer: dict[str, Any] = {"looker": "howitzer", "observed_masked_battery": True}
    assert "blocked by crest" in rs.draw_sight(BOARD, (0, 4), (4, 5), looker="rifle").svg
    assert "clear" in rs.draw_sight(BOARD, (0, 4), (4, 5), **howitzer).svg
