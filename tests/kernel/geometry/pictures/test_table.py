from __future__ import annotations

import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from fractions import Fraction
from typing import Any

import pytest

from rcw_rules.kernel.angles import degrees
from rcw_rules.kernel.errors import InvalidRequestError
from rcw_rules.kernel.geometry.hexes import HexGrid
from rcw_rules.kernel.geometry.pictures import Counter, Highlight, Picture, draw
from rcw_rules.kernel.geometry.table import (
    Ahead,
    Base,
    Footing,
    Group,
    Point,
    SightRules,
    Table,
    TerrainLine,
    TerrainPiece,
    Wheel,
    cover,
    enfilade,
    follow,
    in_line,
    path,
    point,
    sight_by_base,
)
from rcw_rules.kernel.lengths import Inches, inches

SVG = "{http://www.w3.org/2000/svg}"


def box(west: int, south: int, east: int, north: int) -> tuple[Point, ...]:
    return point(west, south), point(east, south), point(east, north), point(west, north)


# 40 inches are 960 pixels wide: 24 pixels to the inch, and 30 inches are 720 high.
TABLE = Table(
    title="A field",
    width=inches(40),
    depth=inches(30),
    terrain=(
        TerrainPiece(name="North wood", kind="wood", outline=box(10, 10, 16, 16), sight="area", cover="soft"),
        TerrainPiece(
            name="Round top", kind="hill", outline=box(28, 4, 38, 12), height=2, crest=(point(30, 8), point(36, 8))
        ),
        TerrainPiece(name="Old pit", kind="quarry", outline=box(2, 24, 6, 28)),
    ),
    lines=(
        TerrainLine(name="High road", kind="road", points=(point(0, 20), point(40, 20)), width=inches(1)),
        TerrainLine(name="Brook", kind="stream", points=(point(20, 0), point(20, 30))),
    ),
)
RULES = SightRules(edge_depth=inches(2), seen_depth=inches(2))
RIFLES = in_line("rifles", 4, point(5, 6), degrees(0), frontage=inches(1), depth=inches(1))
SABRES = in_line("sabres", 3, point(30, 24), degrees(270), frontage=inches(1), depth=inches(1))


def parsed(picture: Picture) -> ET.Element:
    return ET.fromstring(picture.svg)  # noqa: S314 - it was written by the test itself


def of_class(picture: Picture, name: str) -> list[ET.Element]:
    return [element for element in parsed(picture).iter() if element.get("class") == name]


def texts(picture: Picture) -> list[str]:
    return [element.text or "" for element in parsed(picture).iter(f"{SVG}text")]


def description(picture: Picture) -> str:
    return parsed(picture)[1].text or ""


def rate(footing: Footing) -> Fraction | None:
    return None if "wood" in footing.kinds else Fraction(1, 2) if "hill" in footing.kinds else Fraction(1)


def plain(kind: str, footing: Footing) -> Fraction | None:
    return Fraction(2) if kind == "stream" else Fraction(0)


def all_reports() -> dict[str, Any]:
    one = in_line("one", 2, point(20, 20), degrees(0), frontage=inches(1), depth=inches(1))
    other = in_line("other", 2, point(20, 20), degrees(180), frontage=inches(1), depth=inches(1))
    move = follow(RIFLES, [Ahead(distance=inches(2)), Wheel(angle=degrees(30), side="right")], allowance=inches(3))
    return {
        "a point": point(3, 3),
        "a base": RIFLES.bases[0],
        "a group": RIFLES,
        "a counter at a point": Counter(at=point(3, 3), text="HQ", side="red"),
        "a highlight": Highlight(places=(RIFLES, RIFLES.bases[0], point(3, 3)), text="here"),
        "a line": TABLE.line(point(5, 12), point(35, 12)),
        "a sight": TABLE.line_of_sight(point(5, 12), point(35, 12), RULES),
        "a sight by bases": sight_by_base(TABLE, RIFLES, SABRES, RULES),
        "a cover": cover(TABLE, RIFLES, SABRES, inches(1)),
        "an arc": TABLE.arc(RIFLES.bases[0], degrees(45), [SABRES, point(5, 12)], within=inches(10)),
        "a full arc": TABLE.arc(RIFLES.bases[0], degrees(180), [SABRES]),
        "an aspect": TABLE.aspect(SABRES, RIFLES),
        "an enfilade": enfilade(RIFLES, [SABRES], forward=degrees(11), back=degrees(11)),
        "a contact": TABLE.contact(one, other),
        "a move": move,
        "a way": path(TABLE, point(5, 13), point(25, 13), rate=rate, obstacle=plain),
    }


REPORTS = all_reports()
KINDS = pytest.mark.parametrize("shown", REPORTS.values(), ids=REPORTS.keys())


@KINDS
def test_every_report_is_drawn_well_formed_and_in_few_decimals(shown: Any) -> None:
    picture = draw(TABLE, shown, title="<&>")
    ids = [element.attrib["id"] for element in parsed(picture).iter() if "id" in element.attrib]
    assert len(ids) == len(set(ids))
    assert set(re.findall(r"url\(#([^)]*)\)", picture.svg)) <= set(ids)
    assert "<&>" in texts(picture)
    shapes = re.findall(r' (?:d|x|y|cx|cy|r|rx|width|height|transform)="([^"]*)"', picture.svg)
    assert not [shape for shape in shapes if re.search(r"\.\d{3}|\de|nan|inf", shape)]
    assert len(parsed(picture)[1].text or "") > len(description(draw(TABLE)))
    assert picture != draw(TABLE, title="<&>")
    assert picture == draw(TABLE, shown, title="<&>")


def test_the_table_is_drawn_to_scale_with_north_at_the_top() -> None:
    picture = draw(TABLE)
    (table,) = of_class(picture, "table")
    assert (table.get("width"), table.get("height")) == ("960", "720")
    # A hill lies below what may stand on it; the wood's south-west corner is 10 in from the west, 20 from the north.
    pieces = of_class(picture, "terrain")
    assert [piece.get("data-name") for piece in pieces] == ["Round top", "North wood", "Old pit"]
    assert pieces[1][0].get("d") == "M240,480 384,480 384,336 240,336Z"
    assert [line.get("data-name") for line in of_class(picture, "terrain-line")] == ["High road", "Brook"]
    assert {"Round top, level 2", "North wood", "Old pit (quarry)", "wood", "hill", "crest", "road"} <= set(
        texts(picture)
    )


def test_bases_stand_where_they_are_and_show_their_side() -> None:
    picture = draw(TABLE, Counter(at=RIFLES, side="red"), Counter(at=SABRES, text="6th", side="white"), SABRES.bases[0])
    bases = of_class(picture, "base")
    assert len(bases) == 4 + 3 + 1
    # The leftmost base stands from 3 to 4 in east and from 5 to 6 in north.
    assert bases[0].get("d") == "M72,576 96,576 96,600 72,600Z"
    assert [element.get("data-side") for element in of_class(picture, "group")] == ["red", "white", ""]
    assert {"rifles", "6th", "red", "white"} <= set(texts(picture))
    assert "sabres" not in texts(picture)


def test_only_what_is_round_a_group_is_drawn() -> None:
    picture = draw(TABLE, RIFLES, only=[RIFLES])
    (table,) = of_class(picture, "table")
    # From 3 to 7 in east and 5 to 6 in north, an inch round it, at the largest scale of 48 pixels to the inch.
    assert (table.get("width"), table.get("height")) == (str(6 * 48), str(3 * 48))
    assert of_class(picture, "terrain") == []
    assert "wood" not in texts(picture)


def test_a_line_tells_where_it_enters_and_leaves() -> None:
    # From (5, 12) due east: the wood from 10 to 16, the brook at 20; along the hill's northern edge from 28 to 35.
    picture = draw(TABLE, TABLE.line(point(5, 12), point(35, 12)))
    assert len(of_class(picture, "passage")) == 3
    expected = {"North wood: 5 to 11 in", "Brook: 15 in", "Round top, on its right: 23 to 30 in", "30 in"}
    assert expected <= set(texts(picture))


def test_a_sight_is_crossed_out_where_it_is_blocked() -> None:
    blocked = draw(TABLE, TABLE.line_of_sight(point(5, 12), point(35, 13), RULES))
    assert [mark.get("data-name") for mark in of_class(blocked, "block")] == ["North wood"]
    assert any(words.startswith("North wood: in the way") for words in texts(blocked))
    assert "blocked by North wood" in description(blocked)
    clear = draw(TABLE, TABLE.line_of_sight(point(5, 2), point(18, 2), RULES))
    assert of_class(clear, "block") == []
    assert "clear." in description(clear)
    assert "sight, clear" in texts(clear)


def test_an_arc_marks_what_is_inside_and_what_is_not() -> None:
    picture = draw(TABLE, REPORTS["an arc"])
    assert (len(of_class(picture, "inside")), len(of_class(picture, "outside"))) == (1, 1)
    (wedge,) = of_class(picture, "wedge")
    assert "A240 240 0 0 0" in wedge.attrib["d"]  # 10 in of 24 pixels
    left, origin, right = (list(map(float, pair.split(","))) for pair in wedge.attrib["d"].split("A")[0][1:].split())
    # It opens from the middle of the front edge of the leftmost base, 3.5 in east and 6 in north, and looks north.
    assert origin == [84.0, 576.0]
    assert left[0] < 84 < right[0]
    assert left[1] == right[1] < 576
    (full,) = of_class(draw(TABLE, REPORTS["a full arc"]), "wedge")
    assert full.tag == f"{SVG}circle"


def test_both_lines_of_a_group_are_prolonged() -> None:
    picture = draw(TABLE, REPORTS["an aspect"])
    assert len(of_class(picture, "behind")) == 2
    # The sabres face west; the rifles are far ahead of them.
    assert {"front line: 0 of 4 behind", "rear line: 0 of 4 behind"} <= set(texts(picture))
    assert description(picture).endswith("It shows its front.")


def test_contacts_are_marked() -> None:
    assert len(of_class(draw(TABLE, REPORTS["a contact"]), "contact")) == len(REPORTS["a contact"].touching) > 0


def test_a_move_shows_each_base_and_what_stands_against_it() -> None:
    move = REPORTS["a move"]
    picture = draw(TABLE, move)
    assert len(of_class(picture, "track")) == 2 * 4
    assert len(of_class(picture, "base")) == 4  # where it ends
    # The outer base wheels 30 degrees round a corner 4 in away: a sixth of pi times 4 in.
    assert {"2 in", "2.094 in", "rifles: 4.094 in altogether"} <= set(texts(picture))
    assert any("at most 3 in is allowed" in words for words in texts(picture))


def test_a_way_shows_its_turns_and_its_cost() -> None:
    way = REPORTS["a way"]
    picture = draw(TABLE, way)
    assert len(of_class(picture, "turn")) == len(way.points) - 2 > 0
    assert len(of_class(picture, "crossing")) == 1
    assert "Brook: 2 in" in texts(picture)


def test_a_highlight_rings_points_and_frames_bases() -> None:
    (group,) = of_class(draw(TABLE, REPORTS["a highlight"]), "highlight")
    assert len(group.findall(f"{SVG}circle")) == 1
    assert len(group.findall(f"{SVG}path")) == 2 * 3  # a dark line between two white ones


def test_the_same_bytes_whatever_the_hash_seed() -> None:
    script = (
        "import sys\n"
        "from rcw_rules.kernel.angles import degrees\n"
        "from rcw_rules.kernel.geometry.table import in_line\n"
        "from rcw_rules.kernel.geometry.pictures import Counter, draw\n"
        "from rcw_rules.kernel.geometry.table import point\n"
        "from rcw_rules.kernel.geometry.table import Table\n"
        "from rcw_rules.kernel.lengths import inches\n"
        "table = Table(title='t', width=inches(20), depth=inches(20))\n"
        "one = in_line('one', 3, point(7, 7), degrees(33), frontage=inches(1), depth=inches(1))\n"
        "arc = table.arc(one.bases[0], degrees(30), [point(9, 12)])\n"
        "sys.stdout.write(draw(table, Counter(at=one, side='a'), Counter(at=point(9, 12), side='b'), arc).svg)\n"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", script],
            check=True,
            capture_output=True,
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)},
        ).stdout
        for seed in ("0", "2019")
    }
    assert len(outputs) == 1
    assert all(outputs)


@pytest.mark.parametrize("thing", [None, 7, (3, 3), HexGrid(columns=9, rows=9).line("0101", "0103")])
def test_what_cannot_be_drawn_is_named(thing: Any) -> None:
    with pytest.raises(TypeError, match=f"^{type(thing).__name__} is nothing that can be drawn on a table$"):
        draw(TABLE, thing)


def test_reports_of_a_table_are_nothing_for_hexes() -> None:
    with pytest.raises(TypeError, match=r"^Group is nothing that can be drawn on a map of hexes$"):
        draw(HexGrid(columns=9, rows=9), RIFLES)


@pytest.mark.parametrize("at", ["0101", 7, (3, 3)])
def test_a_counter_stands_on_a_point_a_base_or_a_group(at: Any) -> None:
    with pytest.raises(TypeError, match=rf"^{type(at).__name__} is nothing"):
        draw(TABLE, Counter(at=at))
    with pytest.raises(TypeError, match=rf"^{type(at).__name__} is nothing"):
        draw(TABLE, only=[at])


@pytest.mark.parametrize(
    "thing", [point(41, 5), RIFLES.moved(degrees(0), inches(30)), RIFLES.bases[0].moved(degrees(270), inches(5))]
)
def test_what_is_off_the_table_is_refused(thing: Point | Base | Group) -> None:
    for shown in (thing, Counter(at=thing), Highlight(places=(thing,))):
        with pytest.raises(ValueError, match="is off the table, which is 40 in wide"):
            draw(TABLE, shown)


def test_a_tiny_table_has_room_for_its_title() -> None:
    picture = draw(Table(title="t", width=Inches(thousandths=500), depth=inches(1)), title="A long title " * 5)
    assert picture.width == 328
    assert " ".join(texts(picture)).count("long") == 5


def test_a_table_that_is_not_right_is_not_drawn() -> None:
    with pytest.raises(InvalidRequestError, match="more than 0 in"):
        draw(Table(title="t", width=inches(0), depth=inches(1)))


def test_nothing_that_is_written_sticks_out() -> None:
    # A text of 60 wide letters in the corner of a table, and in a legend.
    words = "W" * 60
    wide = Table(title="t", width=inches(40), depth=inches(10))
    picture = draw(wide, Highlight(places=(point(39, 9),), text=words), Counter(at=point(1, 1), text="1", side=words))
    (tag,) = of_class(picture, "tag")
    middle, half = float(tag.attrib["x"]), 60 * 12 * 0.64 / 2
    assert half <= middle <= 960 - half
    narrow = draw(Table(title="t", width=inches(1), depth=inches(1)), Counter(at=point(1, 1), text="1", side=words))
    assert narrow.width > 2 * half
