"""The schematic maps, and the picture of a set-up on them."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections import Counter as Tally

import pytest

from rcw_rules.kernel.errors import UnknownNameError
from rcw_rules.kernel.geometry.hexes import HexMap, RailNet
from rcw_rules.orel import draw_setup, order_of_battle, schematic_map
from rcw_rules.orel.definitions import LIMIT_OF_THE_46TH
from rcw_rules.orel.model import GRID, OREL, wrong_words
from rcw_rules.orel.scenarios import BRASOVO_AREA, ScenarioName

FIELD = schematic_map("whole_field")
BRASOVO = schematic_map("brasovo")


@pytest.mark.rule("orel", "D-map")
@pytest.mark.parametrize("board", [FIELD, BRASOVO], ids=["whole field", "Brasovo"])
class TestBothMaps:
    def test_says_that_it_is_made_up(self, board: HexMap) -> None:
        assert board.provenance == "illustrative"
        assert "not known" in board.source

    def test_can_be_and_has_no_unknown_words(self, board: HexMap) -> None:
        assert list(board.inconsistencies()) == []
        assert list(wrong_words(board)) == []

    def test_the_places_stand_where_the_text_has_them(self, board: HexMap) -> None:
        for place in order_of_battle().places:
            if board.grid.has(place.hex):
                assert board.place(place.name).hex == place.hex
                assert board.place(place.name).kind == place.kind
                found = {board.terrain_at(place.hex), *board.features_at(place.hex)}
                assert place.kind in found

    def test_no_roads_since_the_text_names_none(self, board: HexMap) -> None:
        assert board.roads == ()


@pytest.mark.rule("orel", "D-map", "0-hex-layout")
class TestTheWholeField:
    def test_has_the_printed_extent(self) -> None:
        assert FIELD.grid == GRID

    def test_the_double_track_leads_from_orel_to_ponyri_and_nowhere_else(self) -> None:
        net = RailNet(FIELD, tracks=2)
        way = net.link(OREL, ["2920"])
        assert way is not None
        assert set(way.places) == set(FIELD.rail_hexes(tracks=2))

    @pytest.mark.parametrize(
        ("start", "goal"), [("0309", "0701"), ("0717", "0309"), (OREL, "3101"), (OREL, "3205"), ("2413", "2920")]
    )
    def test_railroads_join_what_the_text_needs_joined(self, start: str, goal: str) -> None:
        assert RailNet(FIELD).link(start, [goal]) is not None

    def test_orel_is_a_city_with_a_station(self) -> None:
        assert (FIELD.terrain_at(OREL), FIELD.features_at(OREL)) == ("city", ("station",))

    def test_every_entry_zone_is_marked(self) -> None:
        marked = {place for zone in FIELD.zones if zone.name != LIMIT_OF_THE_46TH for place in zone.hexes}
        assert marked == {place for zone in order_of_battle().entry_zones for place in zone.hexes}

    @pytest.mark.rule("orel", "10.2-46th-limit")
    def test_the_limit_of_the_46th_is_the_railroad_and_the_neroussa(self) -> None:
        barred = set(FIELD.zone(LIMIT_OF_THE_46TH).hexes)
        assert barred.isdisjoint({"0117", "0118", "0119", "0120", "0219", "0516", "0717"})
        assert {"0513", "0114", "0309", "0817", "0915", OREL} <= barred
        # Walking from the entry, neither over the river nor past the railroad, one meets no barred hex.
        rails, seen, waiting = set(FIELD.rail_hexes()), {"0118"}, ["0118"]
        while waiting:
            place = waiting.pop()
            if place in rails:
                continue
            for other in GRID.neighbours(place):
                if other not in seen and "river" not in FIELD.features_between(place, other):
                    seen.add(other)
                    waiting.append(other)
        assert barred == set(GRID.hexes) - seen


@pytest.mark.rule("orel", "10.1-brasovo")
class TestBrasovo:
    def test_has_the_hexes_of_the_area_alone(self) -> None:
        assert set(BRASOVO.grid.hexes) == set(BRASOVO_AREA)

    def test_is_a_part_of_the_whole_field(self) -> None:
        for place in BRASOVO_AREA:
            assert BRASOVO.terrain_at(place) == FIELD.terrain_at(place)
            assert BRASOVO.features_at(place) == FIELD.features_at(place)
            for other in BRASOVO.grid.neighbours(place):
                assert BRASOVO.tracks(place, other) == FIELD.tracks(place, other)
                assert BRASOVO.features_between(place, other) == FIELD.features_between(place, other)
        barred = set(FIELD.zone(LIMIT_OF_THE_46TH).hexes) & set(BRASOVO_AREA)
        assert set(BRASOVO.zone(LIMIT_OF_THE_46TH).hexes) == barred


@pytest.mark.rule("orel", "D-map")
def test_an_unknown_map() -> None:
    with pytest.raises(UnknownNameError, match="unknown map 'whole-field'; did you mean 'whole_field'"):
        schematic_map("whole-field")  # pyright: ignore[reportArgumentType] - it is misspelled on purpose


@pytest.mark.rule("orel", "10.2-setup")
@pytest.mark.parametrize(("scenario", "hexes"), [("historical", 60), ("hypothetical", 60), ("introductory", 15)])
def test_the_picture_shows_a_counter_in_every_hex_with_units(scenario: ScenarioName, hexes: int) -> None:
    area = set(BRASOVO_AREA) if scenario == "introductory" else set(GRID.hexes)
    stacks = Tally(thing.hex for thing in order_of_battle().units_and_depots if thing.hex in area)
    picture = draw_setup(scenario)
    assert ET.fromstring(picture.svg).tag.endswith("svg")  # noqa: S314 - it is our own
    assert len(stacks) >= hexes
    for place, number in stacks.items():
        assert f"In {place}: " in picture.svg
        assert (f"\u00d7{number}" in picture.svg) or number == 1
    assert picture.svg.count("In ") == len(stacks)


@pytest.mark.rule("orel", "10.2-setup")
def test_the_picture_names_units_and_stacks() -> None:
    svg = draw_setup().svg
    assert "In 2705: white \u00d77." in svg
    assert "In 2903: white 1K \u00d72." in svg
    assert "In 1712: red Let \u00d72." in svg
    assert "In 2802: white 2/1K." in svg
    assert "In 1809: red convoi." in svg


@pytest.mark.rule("orel", "10.2-setup")
def test_the_picture_on_a_board_of_ones_own() -> None:
    board = HexMap(title="mine", grid=GRID, provenance="printed")
    assert draw_setup(board=board).title == "Set-up of the historical scenario (printed map)"
