"""Pictures of grounds: every one is well-formed, shows what it is asked to show, and says it in words."""

from __future__ import annotations

import re
import subprocess
import sys
import xml.etree.ElementTree as ET

import pytest
from drawn_grounds import BOARD, GRID, SQUARES, SVG, contrast, of_class, parsed, path, texts
from hypothesis import given
from hypothesis import strategies as st

from rcw_rules.kernel.geometry.hexes import (
    Feature,
    HexGrid,
    HexMap,
    HexsideFeature,
    NamedPlace,
    Railway,
    Road,
    TerrainArea,
    Zone,
)
from rcw_rules.kernel.geometry.pictures import Counter, Highlight, Picture, draw
from rcw_rules.kernel.geometry.pictures.canvas import Canvas
from rcw_rules.kernel.geometry.pictures.shapes import MUTED, PAPER
from rcw_rules.kernel.geometry.reports import Arc
from rcw_rules.kernel.geometry.search import cheapest_path, reachable
from rcw_rules.kernel.geometry.squares import (
    Placement,
    SquareGrid,
)

HEXES = HexMap(
    title="Hexes",
    grid=GRID,
    terrain=(TerrainArea(kind="forest", hexes=("0202", "0203")), TerrainArea(kind="saltpan", hexes=("0404",))),
    features=(Feature(kind="station", hexes=("0302",)), Feature(kind="depot", hexes=("0302", "0505"))),
    hexsides=(
        HexsideFeature(kind="river", between=(("0302", "0303"), ("0402", "0303"))),
        HexsideFeature(kind="bridge", between=(("0302", "0303"),)),
        HexsideFeature(kind="cordon", between=(("0404", "0405"),)),
    ),
    roads=(Road(hexes=("0302", "0303", "0304")),),
    railways=(Railway(hexes=("0201", "0302", "0402"), tracks=2), Railway(hexes=("0402", "0403"))),
    places=(NamedPlace(name="Orel", hex="0302", kind="town"),),
    zones=(Zone(name="Entry", hexes=("0601", "0602")),),
)


def places(picture: Picture, name: str) -> list[str | None]:
    return [element.get("data-place") for element in of_class(picture, name)]


def ids(picture: Picture) -> list[str]:
    return [element.attrib["id"] for element in parsed(picture).iter() if "id" in element.attrib]


def description(picture: Picture) -> str:
    found = parsed(picture).find(f"{SVG}desc")
    assert found is not None
    return found.text or ""


def wood(place: str) -> str | None:
    return "wood" if place in {"0302", "0303"} else None


PICTURES: dict[str, Picture] = {
    "hexes": draw(GRID),
    "pointy hexes": draw(
        HexGrid(columns=4, rows=4, orientation="pointy", shifted="odd"), Counter(at="0202", text="1", facing="E")
    ),
    "a map of hexes": draw(HEXES, title="Orel"),
    "a part of it": draw(HEXES, only=("0302", "0303", "0402")),
    "counters": draw(HEXES, *(Counter(at="0303", text=str(number), side="green") for number in range(3))),
    "a reach": draw(GRID, GRID.reachable("0303", 2)),
    "a path": draw(GRID, path("0101", "0404")),
    "a line": draw(GRID, GRID.line("0202", "0602")),
    "a clear sight": draw(GRID, GRID.line_of_sight("0101", "0105", wood)),
    "a blocked sight": draw(GRID, GRID.line_of_sight("0301", "0305", wood)),
    "an arc": draw(GRID, GRID.arc("0303", "NE", 60, within=2)),
    "a highlight": draw(GRID, Highlight(places=("0101", "0102"), text="Reserve")),
    "squares": draw(BOARD),
    "a map of squares": draw(SQUARES, Counter(at=(2, 2), text="MG", side="red", facing="N")),
    "an arc of squares": draw(SQUARES, BOARD.arc((2, 0), "N", 45, within=3)),
    "a sight along edges": draw(SQUARES, BOARD.line_of_sight((2, 0), (2, 4), lambda _: None)),
}


KINDS = pytest.mark.parametrize("picture", PICTURES.values(), ids=PICTURES.keys())


# --- Every picture ------------------------------------------------------------------------------------------------


@KINDS
def test_a_picture_is_one_svg_that_a_screen_reader_can_read(picture: Picture) -> None:
    root = parsed(picture)
    assert root.tag == f"{SVG}svg"
    assert root.get("role") == "img"
    assert root.get("viewBox") == f"0 0 {picture.width} {picture.height}"
    labels = [element.get("id") for element in root[:2]]
    assert [element.tag for element in root[:2]] == [f"{SVG}title", f"{SVG}desc"]
    assert (root.get("aria-labelledby") or "").split() == labels
    assert all(element.text for element in root[:2])


@KINDS
def test_every_reference_has_its_id_and_no_id_comes_twice(picture: Picture) -> None:
    named = ids(picture)
    used = set(re.findall(r"url\(#([^)]*)\)", picture.svg))
    assert len(named) == len(set(named))
    assert used <= set(named)


@KINDS
def test_numbers_have_at_most_two_decimals(picture: Picture) -> None:
    shapes = re.findall(r' (?:d|x|y|cx|cy|r|rx|width|height|transform)="([^"]*)"', picture.svg)
    assert shapes
    assert not [shape for shape in shapes if re.search(r"\.\d{3}|\de|nan|inf", shape)]


@KINDS
def test_text_is_large_and_dark_enough(picture: Picture) -> None:
    sizes = [float(size) for size in re.findall(r'font-size="([^"]*)"', picture.svg)]
    assert min(sizes) >= 7
    assert contrast(MUTED, PAPER) >= 7


def test_two_pictures_on_one_page_share_no_id() -> None:
    seen: set[str] = set()
    for picture in PICTURES.values():
        assert seen.isdisjoint(ids(picture))
        seen.update(ids(picture))


def test_equal_pictures_can_be_told_apart_by_a_name() -> None:
    assert draw(GRID) == draw(GRID)
    assert set(ids(draw(GRID, name="left"))).isdisjoint(ids(draw(GRID, name="right")))
    assert all(name.startswith("left-") for name in ids(draw(GRID, name="left")))


def test_the_same_bytes_whatever_the_hash_seed_and_nothing_heavy_loaded() -> None:
    script = (
        "import sys\n"
        "from rcw_rules.kernel.geometry.pictures import *\n"
        "from rcw_rules.kernel.geometry.hexes import HexGrid\n"
        "from rcw_rules.kernel.geometry.squares import SquareGrid\n"
        "hexes, squares = HexGrid(columns=6, rows=5), SquareGrid(columns=6, rows=5)\n"
        "one = draw(hexes, hexes.reachable('0303', 3), Counter(at='0101', side='a'), Counter(at='0202', side='b'),\n"
        "           Highlight(places=('0101', '0102')))\n"
        "other = draw(squares, squares.reachable((2, 2), 2), squares.arc((2, 2), 'E', 90, within=2))\n"
        "assert not {'shapely', 'networkx', 'numpy'} & set(sys.modules)\n"
        "sys.stdout.write(one.svg + other.svg)\n"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", script],
            check=True,
            capture_output=True,
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)},
        ).stdout
        for seed in ("0", "1", "2019")
    }
    assert len(outputs) == 1
    assert all(outputs)


def test_a_tiny_picture_drawn_by_hand() -> None:
    # One square of 64 pixels with 2 around it, in a picture that is at least 300 wide, with a margin of 14 around.
    picture = draw(SquareGrid(columns=1, rows=1), title="One")
    assert (picture.width, picture.height) == (328, 14 + 23 + 68 + 14)
    (square,) = of_class(picture, "place")
    assert square.attrib == {
        "d": "M2,2 34,2 66,2 66,66 34,66 2,66Z",
        "class": "place",
        "data-place": "0, 0",
        "fill": "#ffffff",
    }
    assert texts(picture) == ["One", "0, 0"]


def test_a_map_of_700_hexes_is_drawn_in_a_file_of_a_decent_size() -> None:
    grid = HexGrid(columns=35, rows=20)
    forests = TerrainArea(kind="forest", hexes=grid.hexes[::3])
    picture = draw(HexMap(title="Large", grid=grid, terrain=(forests,)), grid.reachable("1810", 40))
    assert len(of_class(picture, "place")) == len(of_class(picture, "reach")) == 700
    assert len(picture.svg.encode()) < 1_500_000


# --- What people write --------------------------------------------------------------------------------------------


@given(st.text(max_size=30))
def test_whatever_is_written_stays_as_it_is(words: str) -> None:
    grid = HexGrid(columns=2, rows=2)
    picture = draw(
        grid, Counter(at="0101", text=words, side=words), Highlight(places=("0202",), text=words), title=words
    )
    # Left out of XML: control characters and halves of pairs. A carriage return is read back as a new line.
    kept = re.sub("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "\ufffd", words)
    kept = re.sub("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]", "\ufffd", kept)
    kept = kept.replace("\r\n", "\n").replace("\r", "\n")
    assert parsed(picture)[0].text == (kept or "A map")
    if kept:
        assert texts(picture).count(kept) >= 3  # on the counter, at the highlight, and in the legend
    assert picture.svg.encode()


def test_no_name_turns_the_direction_of_writing() -> None:
    picture = draw(HexGrid(columns=2, rows=2), Counter(at="0101", text="\u202eder", side="red"), title="a\u2066b")
    assert "\u202e" not in picture.svg
    assert "\u2066" not in picture.svg
    assert "\ufffdder" in picture.svg


def test_markup_in_names_is_text() -> None:
    evil = "<script>alert('&\"')</script>"
    ground = HexMap(title=evil, grid=GRID, places=(NamedPlace(name=evil, hex="0303", kind=evil),))
    picture = draw(ground, Counter(at="0202", text=evil, side='"><b>'), title=evil)
    assert "<script" not in picture.svg
    assert "<b>" not in picture.svg
    assert texts(picture).count(evil) >= 3


def test_a_side_that_looks_like_a_reference_is_not_rewritten() -> None:
    (counter,) = of_class(draw(GRID, Counter(at="0101", side="url(#frame)")), "counter")
    assert counter.get("data-side") == "url(#frame)"


# --- What is shown ------------------------------------------------------------------------------------------------


def test_every_place_of_a_reach_has_its_cost() -> None:
    reach = GRID.reachable("0303", 2)
    drawn = {
        (element.get("data-place"), element.get("data-cost")) for element in of_class(PICTURES["a reach"], "reach")
    }
    assert drawn == {(place, str(cost)) for place, cost in reach.items()}
    # 1, 6 and 12 places are 0, 1 and 2 steps away.
    assert [texts(PICTURES["a reach"]).count(cost) for cost in ("0", "1", "2")] == [1, 6, 12]
    assert description(PICTURES["a reach"]).endswith("In reach from 0303 for 2: 19 places.")


def test_every_place_of_a_path_has_its_cost() -> None:
    way = path("0101", "0404")
    steps = of_class(PICTURES["a path"], "path-place")
    assert sorted((step.get("data-place"), step.get("data-cost")) for step in steps) == sorted(
        (place, str(cost)) for place, cost in zip(way.places, way.costs, strict=True)
    )


def test_a_path_of_placements_is_drawn_from_square_to_square() -> None:
    # East twice, and an about-face on the spot: three squares, with what is spent when each is left.
    def steps(place: Placement) -> tuple[tuple[Placement, int], ...]:
        return BOARD.moves(place, lambda a, b: 1, wheels_in_place=((4, 3),))

    start: Placement = ((0, 0), "E")
    goal: Placement = ((2, 0), "W")
    way = cheapest_path(start, goal, steps)
    assert way is not None
    picture = draw(BOARD, way, reachable(start, 2, steps))
    drawn = {step.get("data-place"): step.get("data-cost") for step in of_class(picture, "path-place")}
    assert drawn == {"0, 0": "0", "1, 0": "1", "2, 0": "5"}
    assert places(picture, "reach") == ["0, 0", "1, 0", "2, 0"]
    # Of the facings in one square, the cheapest counts.
    turning = draw(BOARD, reachable(start, 3, steps))
    assert next((found.get("data-place"), found.get("data-cost")) for found in of_class(turning, "reach")) == (
        "0, 0",
        "0",
    )


def test_a_clear_sight_is_solid_and_a_blocked_one_is_dashed_up_to_its_reason() -> None:
    clear, blocked = PICTURES["a clear sight"], PICTURES["a blocked sight"]
    dashes = [[line.get("stroke-dasharray") for line in of_class(picture, "course")[0]] for picture in (clear, blocked)]
    assert "8 5" not in dashes[0]
    assert "8 5" in dashes[1]
    assert of_class(clear, "block") == []
    assert places(blocked, "block") == ["0302"]
    assert places(blocked, "obstacle") == ["0303"]
    assert texts(blocked).count("wood") == 2
    assert "clear." in description(clear)
    assert "blocked by wood." in description(blocked)


def test_both_sides_of_an_ambiguous_edge_are_marked() -> None:
    # Due east from 0202 the line runs between 0302 and 0303, is in 0402, and runs between 0502 and 0503.
    picture = draw(GRID, GRID.line_of_sight("0202", "0602", lambda place: "wood" if place == "0303" else None))
    assert len(of_class(picture, "along-left")) == len(of_class(picture, "along-right")) == 2
    assert places(picture, "obstacle") == ["0303"]
    assert "wood (right)" in texts(picture)
    (mark,) = of_class(picture, "obstacle")
    (course,) = of_class(picture, "course")
    heights = {float(pair.split(",")[1]) for pair in course[0].attrib["d"].strip("M").split()}
    assert len(heights) == 1
    assert float(mark[0].attrib["cy"]) == pytest.approx(heights.pop() + 12)  # the right of a line to the east is south
    assert of_class(picture, "block") == []


def test_every_crossing_of_a_line_is_marked() -> None:
    line = GRID.line("0202", "0602")
    assert len(of_class(PICTURES["a line"], "crossing")) == len(line.crossings) > 0
    assert places(PICTURES["a line"], "line-place") == list(line.places)


def test_an_arc_shows_its_places_and_its_boundary() -> None:
    arc = GRID.arc("0303", "NE", 60, within=2)
    assert places(PICTURES["an arc"], "arc") == list(arc.places)
    assert places(PICTURES["an arc"], "boundary") == list(arc.boundary)
    assert len(arc.boundary) == 4
    everywhere = Arc(origin="0303", facing="N", half_angle=180, places=GRID.neighbours("0303"), boundary=())
    (circle,) = of_class(draw(GRID, everywhere), "wedge")
    assert circle.tag == f"{SVG}circle"


def test_the_wedge_of_an_arc_goes_the_long_way_round_beyond_90_degrees() -> None:
    flags = [
        re.findall(r"A[\d.]+ [\d.]+ 0 (\d) (\d)", of_class(draw(GRID, arc), "wedge")[0].attrib["d"])
        for arc in (GRID.arc("0303", "N", 60, within=1), GRID.arc("0303", "N", 120, within=1))
    ]
    assert flags == [[("0", "0")], [("1", "0")]]


def middle_of(outline: str) -> tuple[float, float]:
    corners = [tuple(map(float, pair.split(","))) for pair in outline.strip("MZ").split()]
    return sum(x for x, _ in corners) / len(corners), sum(y for _, y in corners) / len(corners)


@pytest.mark.parametrize(
    "grid", [HexGrid(columns=5, rows=5), HexGrid(columns=5, rows=5, orientation="pointy")], ids=["flat", "pointy"]
)
def test_a_counter_points_at_the_neighbour_that_it_faces(grid: HexGrid) -> None:
    for direction in grid.directions:
        picture = draw(grid, Counter(at="0303", facing=direction))
        (counter,) = of_class(picture, "counter")
        tip_x, tip_y = map(float, counter[0].attrib["d"].strip("MZ").split()[0].split(","))
        middles = {element.get("data-place"): middle_of(element.attrib["d"]) for element in of_class(picture, "place")}
        x, y = middles["0303"]
        to_x, to_y = middles[grid.neighbour("0303", direction)]
        assert (tip_x - x) * (to_y - y) == pytest.approx((tip_y - y) * (to_x - x), abs=2)
        assert (tip_x - x) * (to_x - x) + (tip_y - y) * (to_y - y) > 0


def test_a_counter_on_squares_points_at_the_corner() -> None:
    (counter,) = of_class(draw(BOARD, Counter(at=(0, 0), facing="NE")), "counter")
    tip_x, tip_y = map(float, counter[0].attrib["d"].strip("MZ").split()[0].split(","))
    # The board is 5 squares of 64 high, with 2 around: the middle of (0, 0) is at 34 and 290.
    assert tip_x - 34 == pytest.approx(290 - tip_y, abs=0.02)
    assert tip_x > 34


def test_what_a_path_says_is_not_said_again_by_a_reach() -> None:
    way = path("0101", "0404")
    picture = draw(GRID, way, GRID.reachable("0101", 6))
    (costs,) = of_class(picture, "reach-costs")
    assert len(costs) == len(of_class(picture, "reach")) - len(way.places)


def test_a_highlight_has_one_border_and_its_word() -> None:
    picture = PICTURES["a highlight"]
    (borders,) = of_class(picture, "borders")
    assert borders[0].attrib["d"].count("M") == 10  # two neighbours have 12 sides, and share one of them
    assert places(picture, "highlight") == ["0101", "0102"]
    assert texts(picture).count("Reserve") == 2  # on the map and in the legend


def test_counters_of_one_place_stand_side_by_side() -> None:
    counters = of_class(PICTURES["counters"], "counter-face")
    spots = {(face.get("x"), face.get("y")) for face in counters}
    assert len(spots) == 3
    assert {"0", "1", "2"} <= set(texts(PICTURES["counters"]))


def test_a_map_shows_everything_that_is_on_it() -> None:
    picture = PICTURES["a map of hexes"]
    kinds = [element.get("data-kind") for element in of_class(picture, "feature")]
    assert kinds == ["station", "depot", "depot", "town"]
    assert [(element.get("data-kind"), len(element)) for element in of_class(picture, "side")] == [
        ("river", 2),
        ("cordon", 1),
        ("bridge", 3),  # the deck and its two rails, upon the river
    ]
    assert len(of_class(picture, "road")) == 1
    assert [len(element) for element in of_class(picture, "railway")] == [
        3,
        2,
    ]  # a double track has a line in its middle
    assert len(of_class(picture, "zone")) == 1
    assert [element.text for element in of_class(picture, "kind")] == ["saltpan"]
    legend = {
        "forest", "saltpan", "Entry", "river", "bridge", "cordon", "road", "railway", "railway, double track",
        "station", "depot", "town",
    }  # fmt: skip
    assert legend <= set(texts(picture))
    assert "clear" not in texts(picture)


def test_kinds_of_terrain_never_share_a_pattern() -> None:
    kinds = ("forest", "light wood", "woods", "clay", "shale", "chalk", "town", "village")
    areas = tuple(TerrainArea(kind=kind, hexes=(place,)) for kind, place in zip(kinds, GRID.hexes, strict=False))
    picture = draw(HexMap(title="Many", grid=GRID, terrain=areas))
    fills = [element.get("fill") for element in of_class(picture, "place")[: len(kinds) + 1]]
    assert len(set(fills)) == len(kinds) + 1
    assert fills[-1] == PAPER
    tiles = [
        (tuple(ET.tostring(mark) for mark in pattern), pattern.get("patternTransform"))
        for pattern in parsed(picture).iter(f"{SVG}pattern")
    ]
    assert len(tiles) == len(set(tiles)) == len(kinds)


def test_only_a_part_is_drawn() -> None:
    part, whole = PICTURES["a part of it"], PICTURES["a map of hexes"]
    assert places(part, "place") == ["0302", "0303", "0402"]
    assert part.height < whole.height
    assert of_class(part, "zone") == [] or not any(element.get("d") for element in of_class(part, "zone"))
    assert "cordon" not in texts(part)
    cut = draw(GRID, GRID.reachable("0303", 2), Counter(at="0505", text="far"), only=GRID.within("0303", 1))
    assert set(places(cut, "reach")) == set(GRID.within("0303", 1))
    assert of_class(cut, "counter") == []


def test_half_hexes_are_cut_at_straight_edges_only() -> None:
    def highest(ground: HexGrid) -> dict[str | None, float]:
        found: dict[str | None, float] = {}
        for element in of_class(draw(ground), "place"):
            found[element.get("data-place")] = min(
                float(pair.split(",")[1]) for pair in element.attrib["d"].strip("MZ").split()
            )
        return found

    # The room of a hex is 18 times the square root of 3; a half-hex keeps 0.62 of it above its middle, so that the
    # shifted column beside it, whole and half a hex further south, begins 0.62 rooms lower.
    tops = highest(HexGrid(columns=2, rows=2))
    assert tops["0101"] == 2
    assert tops["0201"] - tops["0101"] == pytest.approx(0.62 * 18 * 3**0.5, abs=0.011)
    whole = highest(HexGrid(columns=2, rows=2, only=("0101", "0201")))
    assert whole["0201"] - whole["0101"] == pytest.approx(18 * 3**0.5, abs=0.011)


@pytest.mark.parametrize(
    ("at", "box"),
    [
        ((50, 40), (35, 35, 65, 45)),
        ((3, 2), (0, 0, 30, 10)),
        ((99, 79), (70, 70, 100, 80)),
    ],
)
def test_a_name_stands_round_its_point_within_the_picture(at: tuple[float, float], box: tuple[float, ...]) -> None:
    assert Canvas(100, 80)._box_inside(at, 30, 10) == box
