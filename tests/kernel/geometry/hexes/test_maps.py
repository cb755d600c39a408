"""Maps of hexes as data: what they show, what a step meets, and every mistake that a file can hold."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from rcw_rules.kernel.errors import InvalidRequestError, UnknownNameError
from rcw_rules.kernel.fields import validate
from rcw_rules.kernel.geometry.hexes import (
    Feature,
    HexGrid,
    HexMap,
    HexsideFeature,
    HexStep,
    NamedPlace,
    Railway,
    Road,
    TerrainArea,
    Zone,
)
from rcw_rules.wire import structure, unstructure

# Columns 1 to 6, rows 1 to 4, even columns further south:
#
#   a river between 0202 and 0302, bridged by the railway; a double track from 0102 to 0303, single from there to 0602;
#   a road from 0201 down to 0204; forest in 0302 and 0402, a swamp in 0503; a village in 0203 and 0402.
BOARD = HexMap(
    title="A river crossing",
    source="made for the tests",
    grid=HexGrid(columns=6, rows=4),
    terrain=(
        TerrainArea(kind="forest", hexes=("0302", "0402")),
        TerrainArea(kind="swamp", hexes=("0503",)),
    ),
    features=(
        Feature(kind="village", hexes=("0203", "0402")),
        Feature(kind="station", hexes=("0303", "0402")),
    ),
    hexsides=(
        HexsideFeature(kind="river", between=(("0202", "0302"), ("0303", "0202"))),
        HexsideFeature(kind="bridge", between=(("0202", "0303"),)),
    ),
    roads=(Road(name="post road", hexes=("0201", "0202", "0203", "0204")),),
    railways=(
        Railway(name="main line", hexes=("0102", "0202", "0303"), tracks=2),
        Railway(name="branch", hexes=("0202", "0303", "0402", "0502", "0602")),
    ),
    places=(NamedPlace(name="Ponyri", hex="0303", kind="town"), NamedPlace(name="Orlovka", hex="0203", kind="village")),
    zones=(Zone(name="white entry", hexes=("0104", "0204")),),
)
EMPTY = HexMap(title="Nothing", grid=BOARD.grid)


def test_the_board_and_an_empty_map_are_right() -> None:
    validate(BOARD)
    validate(EMPTY)
    assert {EMPTY.terrain_at(label) for label in EMPTY.grid.hexes} == {"clear"}
    assert not EMPTY.rail_hexes()
    assert not EMPTY.features_at("0101")


def test_the_terrain_is_that_of_its_area_or_the_default() -> None:
    assert [BOARD.terrain_at(label) for label in ("0302", "0402", "0503", "0101")] == [
        "forest",
        "forest",
        "swamp",
        "clear",
    ]
    assert BOARD.hexes_of("forest") == ("0302", "0402")
    assert len(BOARD.hexes_of("clear")) == 24 - 3
    assert evolve(BOARD, default_terrain="steppe").terrain_at("0101") == "steppe"


def test_a_hex_holds_any_number_of_features() -> None:
    assert BOARD.features_at("0402") == ("village", "station")
    assert BOARD.features_at("0101") == ()
    assert BOARD.hexes_with("village") == ("0203", "0402")
    assert BOARD.hexes_with("castle") == ()


def test_a_hexside_holds_any_number_of_features_from_either_side() -> None:
    assert BOARD.features_between("0202", "0302") == BOARD.features_between("0302", "0202") == ("river",)
    assert BOARD.features_between("0202", "0303") == BOARD.features_between("0303", "0202") == ("river", "bridge")
    assert BOARD.features_between("0202", "0203") == ()


def test_roads_and_railways_join_the_hexes_that_they_list() -> None:
    assert BOARD.has_road("0201", "0202")
    assert BOARD.has_road("0203", "0202")
    assert not BOARD.has_road("0202", "0302")
    assert BOARD.tracks("0202", "0102") == 2
    assert BOARD.tracks("0202", "0303") == 2, "of two railways, the one with more tracks"
    assert BOARD.tracks("0402", "0303") == 1
    assert BOARD.tracks("0202", "0203") == 0
    assert BOARD.rail_hexes() == ("0102", "0202", "0303", "0402", "0502", "0602")
    assert BOARD.rail_hexes(tracks=2) == ("0102", "0202", "0303")
    assert BOARD.rail_neighbours("0303") == ("0402", "0202")
    assert BOARD.rail_neighbours("0303", tracks=2) == ("0202",)
    assert BOARD.rail_neighbours("0101") == ()


def test_a_number_of_tracks_is_1_or_2() -> None:
    calls: tuple[Callable[[int], object], ...] = (
        lambda tracks: BOARD.rail_hexes(tracks=tracks),
        lambda tracks: BOARD.rail_neighbours("0101", tracks=tracks),
    )
    for call in calls:
        for tracks in (0, 3, -1):
            with pytest.raises(ValueError, match=f"a railway has 1 or 2 tracks, got {tracks}"):
                call(tracks)


def test_a_station_may_stand_at_either_end_of_a_railway() -> None:
    line = Railway(hexes=("0101", "0102", "0103"))
    validate(evolve(EMPTY, railways=(line,), features=(Feature(kind="station", hexes=("0101", "0103")),)))


def test_places_and_zones_are_found_by_name() -> None:
    assert BOARD.place("Ponyri").hex == "0303"
    assert BOARD.places_at("0203") == (BOARD.places[1],)
    assert BOARD.places_at("0101") == ()
    assert BOARD.zone("white entry").hexes == ("0104", "0204")
    with pytest.raises(UnknownNameError, match="unknown place 'Ponyry'; did you mean 'Ponyri'"):
        BOARD.place("Ponyry")
    with pytest.raises(UnknownNameError, match="unknown zone 'white entrie'; did you mean 'white entry'"):
        BOARD.zone("white entrie")


def test_a_step_says_all_that_it_meets() -> None:
    steps = {step.to: step for step in BOARD.steps_from("0202")}
    assert tuple(steps) == BOARD.grid.neighbours("0202") == ("0201", "0302", "0303", "0203", "0103", "0102")
    assert steps["0303"] == HexStep(
        origin="0202",
        to="0303",
        direction="SE",
        terrain="clear",
        features=("station",),
        hexside=("river", "bridge"),
        road=False,
        tracks=2,
    )
    assert (steps["0302"].terrain, steps["0302"].hexside) == ("forest", ("river",))
    assert (steps["0203"].road, steps["0203"].features, steps["0203"].tracks) == (True, ("village",), 0)
    assert [step.direction for step in BOARD.steps_from("0101")] == ["SE", "S"]


def test_a_step_agrees_with_what_the_map_says_of_its_parts() -> None:
    for label in BOARD.grid.hexes:
        for step in BOARD.steps_from(label):
            assert step.origin == label
            assert BOARD.grid.neighbour(label, step.direction) == step.to
            assert step.terrain == BOARD.terrain_at(step.to)
            assert step.features == BOARD.features_at(step.to)
            assert step.hexside == BOARD.features_between(step.to, label)
            assert step.road == BOARD.has_road(step.to, label)
            assert step.tracks == BOARD.tracks(step.to, label)


def test_a_map_is_a_value() -> None:
    same = evolve(BOARD, title="A river crossing")
    assert same == BOARD
    assert hash(same) == hash(BOARD)
    BOARD.terrain_at("0101")
    assert pickle.loads(pickle.dumps(BOARD)) == BOARD  # noqa: S301 - written a moment ago
    assert structure(unstructure(BOARD), HexMap) == BOARD
    burnt = evolve(BOARD, terrain=())
    assert burnt != BOARD
    assert burnt.terrain_at("0302") == "clear"


def test_a_small_board_is_a_few_hexes_of_a_large_one() -> None:
    grid = HexGrid(columns=32, rows=20, only=("0505", "0404", "0405", "0504", "0506", "0604", "0605"))
    board = HexMap(title="Seven hexes", grid=grid, terrain=(TerrainArea(kind="forest", hexes=("0604",)),))
    assert [step.to for step in board.steps_from("0604")] == ["0605", "0505", "0504"]
    assert board.terrain_at("0604") == "forest"
    with pytest.raises(UnknownNameError, match="unknown hex '0603'; did you mean '0604'"):
        board.terrain_at("0603")


def test_rings_of_road_may_close() -> None:
    ring = ("0202", "0302", "0303", "0202")
    assert evolve(EMPTY, roads=(Road(hexes=ring),)).has_road("0303", "0202")
    assert evolve(EMPTY, railways=(Railway(hexes=ring),)).rail_neighbours("0202") == ("0302", "0303")


@given(data=st.data())
def test_what_is_listed_is_what_is_there(data: st.DataObject) -> None:
    grid = BOARD.grid
    kinds = ("forest", "swamp", "hills")
    given_kinds = data.draw(st.dictionaries(st.sampled_from(grid.hexes), st.sampled_from(kinds)))
    sides = [(one, other) for one in grid.hexes for other in grid.neighbours(one)]
    rivers = data.draw(st.lists(st.sampled_from(sides), unique_by=lambda side: tuple(sorted(side))))
    board = HexMap(
        title="Any",
        grid=grid,
        terrain=tuple(
            TerrainArea(kind=kind, hexes=hexes)
            for kind in kinds
            if (hexes := tuple(label for label in given_kinds if given_kinds[label] == kind))
        ),
        hexsides=(HexsideFeature(kind="river", between=tuple(rivers)),) if rivers else (),
    )
    assert {label: board.terrain_at(label) for label in grid.hexes} == {
        label: given_kinds.get(label, "clear") for label in grid.hexes
    }
    wet = {frozenset(side) for side in rivers}
    for one, other in sides:
        assert board.features_between(one, other) == (("river",) if frozenset((one, other)) in wet else ())


# ---------------------------------------------------------------------- bad input

FOREST = TerrainArea(kind="forest", hexes=("0101", "0102"))

WRONG: list[tuple[dict[str, Any], list[tuple[str, str]]]] = [
    (
        {"terrain": (FOREST, TerrainArea(kind="swamp", hexes=("0501", "0707")))},
        [("$.terrain[1].hexes[1]", "unknown hex '0707'")],
    ),
    (
        {"terrain": (FOREST, TerrainArea(kind="swamp", hexes=("0501", "0102")))},
        [
            (
                "$.terrain[1].hexes[1]",
                "hex '0102' is 'swamp' here and 'forest' at .terrain[0].hexes[1]; a hex has one terrain",
            )
        ],
    ),
    (
        {"terrain": (TerrainArea(kind="forest", hexes=("0101", "0101")),)},
        [
            (
                "$.terrain[0].hexes[1]",
                "hex '0101' is 'forest' here and 'forest' at .terrain[0].hexes[0]; a hex has one terrain",
            )
        ],
    ),
    (
        {"features": (Feature(kind="fort", hexes=("0101", "0161")),)},
        [("$.features[0].hexes[1]", "unknown hex '0161'; did you mean '0101'?")],
    ),
    (
        {"features": (Feature(kind="fort", hexes=("0101",)), Feature(kind="fort", hexes=("0102", "0101")))},
        [("$.features[1].hexes[1]", "hex '0101' is listed twice for 'fort', first at .features[0].hexes[0]")],
    ),
    (
        {
            "railways": (Railway(hexes=("0101", "0102")),),
            "features": (Feature(kind="station", hexes=("0102", "0103")),),
        },
        [("$.features[0].hexes[1]", "the station in hex '0103' is on no railway")],
    ),
    (
        {"features": (Feature(kind="station", hexes=("0199",)),)},
        [("$.features[0].hexes[0]", "unknown hex '0199'")],
    ),
    (
        {"hexsides": (HexsideFeature(kind="river", between=(("0101", "0102"), ("0101", "0103"))),)},
        [("$.hexsides[0].between[1]", "hexes '0101' and '0103' are not neighbours, so they share no hexside")],
    ),
    (
        {"hexsides": (HexsideFeature(kind="river", between=(("0101", "0101"),)),)},
        [("$.hexsides[0].between[0]", "hexes '0101' and '0101' are not neighbours, so they share no hexside")],
    ),
    (
        {"hexsides": (HexsideFeature(kind="river", between=(("0101", "0199"),)),)},
        [("$.hexsides[0].between[0][1]", "unknown hex '0199'")],
    ),
    (
        {
            "hexsides": (
                HexsideFeature(kind="river", between=(("0101", "0102"),)),
                HexsideFeature(kind="river", between=(("0102", "0101"),)),
            )
        },
        [
            (
                "$.hexsides[1].between[0]",
                "'river' between '0102' and '0101' is listed twice, first at .hexsides[0].between[0]",
            )
        ],
    ),
    (
        {"roads": (Road(hexes=("0101", "0102", "0104")),)},
        [
            (
                "$.roads[0].hexes[2]",
                "a gap: '0102' and '0104' are not neighbours; a road lists every hex on its way",
            )
        ],
    ),
    (
        {"railways": (Railway(hexes=("0101", "0102", "0101", "0201")),)},
        [("$.railways[0].hexes[2]", "hex '0101' is listed twice for the railway, first at .railways[0].hexes[0]")],
    ),
    (
        {"roads": (Road(hexes=("0101", "0102", "0101")),)},
        [("$.roads[0].hexes[2]", "hex '0101' is listed twice for the road, first at .roads[0].hexes[0]")],
    ),
    (
        {"railways": (Railway(hexes=("0101", "0301")),)},
        [
            (
                "$.railways[0].hexes[1]",
                "a gap: '0101' and '0301' are not neighbours; a railway lists every hex on its way",
            )
        ],
    ),
    (
        {"railways": (Railway(hexes=("0101", "0999", "0103")),)},
        [("$.railways[0].hexes[1]", "unknown hex '0999'")],
    ),
    ({"roads": (Road(hexes=("0101",)),)}, [("$.roads[0].hexes", "of at least 2 items, got 1 item")]),
    ({"terrain": (TerrainArea(kind="forest", hexes=()),)}, [("$.terrain[0].hexes", "of at least 1 item, got 0 items")]),
    ({"terrain": (TerrainArea(kind="", hexes=("0101",)),)}, [("$.terrain[0].kind", "of 1 to 100 characters")]),
    ({"default_terrain": ""}, [("$.default_terrain", "of 1 to 100 characters")]),
    (
        {
            "places": (
                NamedPlace(name="Orel", hex="0101", kind="city"),
                NamedPlace(name="Orel", hex="0909", kind="city"),
            )
        },
        [
            ("$.places[1].hex", "unknown hex '0909'"),
            ("$.places[1].name", "there is another place named 'Orel', at .places[0]"),
        ],
    ),
    (
        {"zones": (Zone(name="west", hexes=("0101",)), Zone(name="west", hexes=("0102", "0103", "0102")))},
        [
            ("$.zones[1].name", "there is another zone named 'west', at .zones[0]"),
            ("$.zones[1].hexes[2]", "hex '0102' is listed twice for zone 'west', first at .zones[1].hexes[0]"),
        ],
    ),
    ({"provenance": "missing"}, [("$.provenance", "expected one of 'printed', 'reconstructed', 'illustrative'")]),
    ({"railways": (Railway(hexes=("0101", "0102"), tracks=3),)}, [("$.railways[0].tracks", "expected one of 1, 2")]),  # type: ignore[arg-type] # pyright: ignore[reportArgumentType]
]


@pytest.mark.parametrize(("changes", "problems"), WRONG)
def test_every_mistake_is_found_where_it_is(changes: dict[str, Any], problems: list[tuple[str, str]]) -> None:
    board = evolve(EMPTY, **changes)
    uses: tuple[Callable[[], object], ...] = (
        lambda: validate(board),
        lambda: board.terrain_at("0101"),
        lambda: board.steps_from("0101"),
        lambda: board.place("Orel"),
        lambda: board.zone("west"),
    )
    for use in uses:
        with pytest.raises(InvalidRequestError) as caught:
            use()
        assert [problem.path for problem in caught.value.problems] == [path for path, _ in problems]
        for problem, (_, message) in zip(caught.value.problems, problems, strict=True):
            assert message in problem.message
            assert "\n" not in problem.message


def test_a_map_on_a_wrong_grid_is_wrong() -> None:
    board = evolve(EMPTY, grid=HexGrid(columns=6, rows=4, missing=("0905",)))
    with pytest.raises(InvalidRequestError, match=r"^\$\.grid\.missing\[0\]: unknown hex '0905'$"):
        validate(board)
    with pytest.raises(InvalidRequestError, match="unknown hex '0905'"):
        board.terrain_at("0101")


@pytest.mark.parametrize(
    "call",
    [
        BOARD.terrain_at,
        BOARD.features_at,
        BOARD.places_at,
        BOARD.rail_neighbours,
        BOARD.steps_from,
        lambda label: BOARD.features_between("0101", label),
        lambda label: BOARD.has_road(label, "0101"),
        lambda label: BOARD.tracks("0101", label),
    ],
)
def test_every_question_refuses_a_hex_that_the_map_does_not_have(call: Callable[[str], object]) -> None:
    with pytest.raises(UnknownNameError, match="unknown hex '0191'; did you mean '0101'"):
        call("0191")


def test_what_joins_two_hexes_is_asked_of_neighbours() -> None:
    calls: tuple[Callable[[str, str], object], ...] = (BOARD.features_between, BOARD.has_road, BOARD.tracks)
    for call in calls:
        with pytest.raises(ValueError, match="hexes '0202' and '0204' are not neighbours; they are 2 apart"):
            call("0202", "0204")
