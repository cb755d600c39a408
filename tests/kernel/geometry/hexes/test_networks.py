"""What hangs together: railway nets that are open or cut, and groups of hexes, against floods by hand."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rcw_rules.kernel.errors import UnknownNameError
from rcw_rules.kernel.geometry.hexes import HexGrid, HexMap, RailNet, Railway, groups_within

# A double track down column 3, a single one along its third row to the west edge and to 0503, and a line of its own.
BOARD = HexMap(
    title="Lines",
    grid=HexGrid(columns=6, rows=5),
    railways=(
        Railway(name="trunk", hexes=("0301", "0302", "0303", "0304", "0305"), tracks=2),
        Railway(name="cross", hexes=("0103", "0202", "0303", "0403", "0503")),
        Railway(name="alone", hexes=("0601", "0602")),
    ),
)
GRID = BOARD.grid
NET = RailNet(BOARD)
hexes = st.sampled_from(GRID.hexes)


def flood(start: str, beside: Callable[[str], Collection[str]]) -> set[str]:
    found = {start}
    waiting = [start]
    for place in waiting:
        for other in beside(place):
            if other not in found:
                found.add(other)
                waiting.append(other)
    return found


def test_a_net_is_the_hexes_that_tracks_join() -> None:
    assert NET.hexes == BOARD.rail_hexes()
    assert NET.neighbours("0303") == ("0302", "0403", "0304", "0202")
    assert NET.neighbours("0101") == ()
    double = RailNet(BOARD, tracks=2)
    assert double.hexes == ("0301", "0302", "0303", "0304", "0305")
    assert double.neighbours("0303") == ("0302", "0304")
    assert RailNet(HexMap(title="None", grid=GRID)).pieces() == ()


def test_pieces_hang_together() -> None:
    trunk_and_cross = ("0103", "0202", "0301", "0302", "0303", "0304", "0305", "0403", "0503")
    assert NET.pieces() == (trunk_and_cross, ("0601", "0602"))
    cut = NET.pieces(is_open=lambda place: place not in ("0303", "0601"))
    assert cut == (("0103", "0202"), ("0301", "0302"), ("0304", "0305"), ("0403", "0503"), ("0602",))


@given(closed=st.sets(st.sampled_from(NET.hexes)), start=hexes, targets=st.sets(hexes, max_size=5))
def test_a_link_exists_where_a_flood_comes_through(closed: set[str], start: str, targets: set[str]) -> None:
    def beside(place: str) -> list[str]:
        return [other for other in NET.neighbours(place) if other not in closed]

    flooded = flood(start, beside) if start in NET.hexes and start not in closed else set()
    link = NET.link(start, targets, is_open=lambda place: place not in closed)
    assert (link is None) == (not flooded & targets)
    if link is not None:
        assert link.start == start
        assert link.goal in targets
        assert not closed.intersection(link.places)
        assert link.cost == len(link.places) - 1
        for place, onward in zip(link.places, link.places[1:], strict=False):
            assert onward in NET.neighbours(place)
    pieces = NET.pieces(is_open=lambda place: place not in closed)
    assert {place for piece in pieces for place in piece} == set(NET.hexes) - closed
    if flooded:
        assert tuple(sorted(flooded)) in pieces


def test_a_link_is_the_shortest_and_asks_each_hex_once() -> None:
    asked: list[str] = []

    def is_open(place: str) -> bool:
        asked.append(place)
        return True

    link = NET.link("0301", [*GRID.edge("west"), *GRID.edge("south")], is_open=is_open)
    assert link is not None
    assert link.places == ("0301", "0302", "0303", "0304", "0305")
    assert len(asked) == len(set(asked))
    south = RailNet(BOARD, tracks=2).link("0301", GRID.edge("south"))
    assert south is not None
    assert south.goal == "0305"
    assert RailNet(BOARD, tracks=2).link("0301", GRID.edge("west")) is None


def test_a_station_on_the_edge_is_linked_to_it_unless_it_is_closed() -> None:
    link = NET.link("0305", GRID.edge("south"))
    assert link is not None
    assert (link.places, link.cost) == (("0305",), 0)
    assert NET.link("0305", GRID.edge("south"), is_open=lambda place: place != "0305") is None
    assert NET.link("0101", GRID.edge("west")) is None, "no railway there"


def test_a_hex_off_the_map_is_refused() -> None:
    calls: tuple[Callable[[], object], ...] = (
        lambda: NET.neighbours("0399"),
        lambda: NET.link("0399", ["0301"]),
        lambda: NET.link("0301", ["0399"]),
        lambda: groups_within(GRID, ["0301", "0399"], 2),
        lambda: groups_within(GRID, ["0301", "0302"], 2, closed=["0399"]),
    )
    for call in calls:
        with pytest.raises(UnknownNameError, match="unknown hex '0399'"):
            call()


# ---------------------------------------------------------------------- groups

WIDE = HexGrid(columns=12, rows=7)


def test_links_chain() -> None:
    # 0, 3 and 6 hexes along a line; 0, 2 and 5 with links of 2.
    assert groups_within(WIDE, ["0104", "0404", "0704"], 3) == (("0104", "0404", "0704"),)
    assert groups_within(WIDE, ["0104", "0304", "0604"], 2) == (("0104", "0304"), ("0604",))
    assert groups_within(WIDE, ["0604", "0104", "0304", "0104"], 2) == (("0604",), ("0104", "0304"))
    assert groups_within(WIDE, [], 2) == ()
    assert groups_within(WIDE, ["0104", "0104"], 0) == (("0104",),)


def test_the_set_up_of_a_printed_division_is_three_groups_of_one() -> None:
    assert groups_within(HexGrid(columns=32, rows=20), ["1811", "1509", "1411"], 2) == (("1811",), ("1509",), ("1411",))


def test_links_go_round_closed_hexes() -> None:
    # Two hexes two apart with both hexes between them held by the enemy: the way round is 4.
    between = ("0604", "0605")
    pair = ["0505", "0705"]
    assert groups_within(WIDE, pair, 3) == (("0505", "0705"),)
    assert groups_within(WIDE, pair, 3, closed=between) == (("0505",), ("0705",))
    assert groups_within(WIDE, pair, 4, closed=between) == (("0505", "0705"),)
    assert groups_within(WIDE, pair, 2, closed=("0505", "0705")) == (("0505", "0705"),), "its own hexes are no bar"


@given(
    members=st.lists(st.sampled_from(WIDE.hexes), max_size=8),
    closed=st.sets(st.sampled_from(WIDE.hexes), max_size=15),
    distance=st.integers(0, 4),
)
def test_groups_are_what_a_flood_of_links_finds(members: list[str], closed: set[str], distance: int) -> None:
    barred = closed.difference(members)

    def linked(place: str) -> list[str]:
        near = {place}
        for _ in range(distance):
            near |= {other for one in near for other in WIDE.neighbours(one) if other not in barred}
        return [other for other in members if other in near]

    groups = groups_within(WIDE, members, distance, closed=closed)
    assert {frozenset(group) for group in groups} == {frozenset(flood(member, linked)) for member in members}
    listed = list(dict.fromkeys(members))
    assert [group[0] for group in groups] == sorted((group[0] for group in groups), key=listed.index)
    for group in groups:
        assert list(group) == sorted(group, key=listed.index)


def test_a_distance_that_is_not_whole_is_refused() -> None:
    # 0505 and 0705 are 2 apart.
    wrong: Any
    for wrong in (1.5, float("nan"), True):
        with pytest.raises(ValueError, match="a distance is a whole number, got"):
            groups_within(WIDE, ["0505", "0705"], wrong)


def test_a_net_has_1_or_2_tracks() -> None:
    for tracks in (0, 3):
        with pytest.raises(ValueError, match=f"a railway has 1 or 2 tracks, got {tracks}"):
            RailNet(BOARD, tracks=tracks)


def test_a_negative_distance_is_refused() -> None:
    with pytest.raises(ValueError, match="a distance is at least 0, got -1"):
        groups_within(WIDE, ["0101"], -1)
