"""Victory: levels, losses, and who occupies what."""

from __future__ import annotations

from itertools import combinations, product

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from rcw_rules import GivenDice
from rcw_rules.kernel.errors import InvalidRequestError, NeedsRuling
from rcw_rules.kernel.geometry.hexes import HexGrid, HexMap
from rcw_rules.orel import (
    OccupationOutcome,
    OccupationRequest,
    Standing,
    Unit,
    VictoryOutcome,
    VictoryRequest,
    order_of_battle,
    ruleset,
    schematic_map,
)
from rcw_rules.orel.model import GRID
from rcw_rules.orel.turn import LOCATIONS, Level, VictoryLocation, after_losses, red_level, white_level

ORDER = order_of_battle()
FIELD = schematic_map("whole_field")
RANK = {"strategic": 3, "regional": 2, "minor": 1, "defeat": 0}


def judge(
    white: Standing | None = None, red: Standing | None = None, *, strict: bool = False, **fields: object
) -> VictoryOutcome:
    request = VictoryRequest(white=white or Standing(), red=red or Standing(), **fields)  # type: ignore[arg-type]
    return ruleset.with_options(red_minor_strict=strict).resolve(request, dice=GivenDice([])).outcome


def holding(*places: VictoryLocation, lost: int = 0) -> Standing:
    return Standing(occupied=places, combat_units_lost=lost)


EVERY_SET = [frozenset(some) for size in range(7) for some in combinations(LOCATIONS, size)]


@pytest.mark.rule("orel", "10.2-white-victory")
class TestTheWhites:
    @pytest.mark.parametrize(
        ("places", "clear", "level"),
        [
            (("Dmitrovsk", "Kromy", "Orel"), True, "strategic"),
            (("Dmitrovsk", "Kromy", "Orel"), False, "minor"),
            (("Komaritchi", "Dmitrovsk", "Sevsk"), False, "regional"),
            (("Komaritchi", "Dmitrovsk", "Brasovo"), False, "regional"),
            (("Komaritchi", "Dmitrovsk", "Kromy"), False, "regional"),
            (("Komaritchi", "Dmitrovsk"), True, "minor"),
            (("Orel",), True, "regional"),
            (("Orel",), False, "defeat"),
            (("Orel", "Kromy"), True, "regional"),
            (("Kromy",), False, "minor"),
            (("Brasovo", "Sevsk"), True, "defeat"),
            ((), True, "defeat"),
        ],
    )
    def test_levels(self, places: tuple[VictoryLocation, ...], clear: bool, level: Level) -> None:
        assert judge(holding(*places), railroad_clear=clear).white == level

    def test_every_situation_against_the_text(self) -> None:
        for held, clear in product(EVERY_SET, (False, True)):
            expected = "defeat"
            if "Komaritchi" in held or "Dmitrovsk" in held or "Kromy" in held:
                expected = "minor"
            third = "Kromy" in held or "Brasovo" in held or "Sevsk" in held
            if ("Komaritchi" in held and "Dmitrovsk" in held and third) or ("Orel" in held and clear):
                expected = "regional"
            if "Dmitrovsk" in held and "Kromy" in held and "Orel" in held and clear:
                expected = "strategic"
            assert white_level(held, railroad_clear=clear) == expected


@pytest.mark.rule("orel", "10.2-red-victory")
class TestTheReds:
    @pytest.mark.parametrize(
        ("places", "station", "level"),
        [
            (("Kromy", "Orel"), True, "strategic"),
            ((), True, "minor"),
            (("Orel",), True, "minor"),
            (LOCATIONS, False, "regional"),
            (LOCATIONS, True, "strategic"),
            (LOCATIONS[:5], False, "defeat"),
            (("Kromy", "Orel"), False, "defeat"),
        ],
    )
    def test_levels(self, places: tuple[VictoryLocation, ...], station: bool, level: Level) -> None:
        assert judge(red=holding(*places), station=station).red == level

    def test_the_letter_of_the_text_denies_the_minor_victory_with_orel(self) -> None:
        assert judge(red=holding("Orel"), station=True, strict=True).red == "defeat"
        assert judge(red=holding("Kromy"), station=True, strict=True).red == "minor"
        assert judge(red=holding("Orel", "Kromy"), station=True, strict=True).red == "strategic"

    def test_the_record_tells_the_ruling_where_it_decides(self) -> None:
        def rulings(red: Standing) -> list[str]:
            request = VictoryRequest(white=Standing(), red=red, station=True)
            walk = ruleset.resolve(request, dice=GivenDice([])).record.walk()
            return [step.text for _, step in walk if step.text.startswith("ruling")]

        assert rulings(holding("Orel")) == ["ruling red_minor_strict = no"]
        assert rulings(holding("Kromy")) == []

    def test_every_situation_against_the_text(self) -> None:
        for held, station, strict in product(EVERY_SET, (False, True), (False, True)):
            expected = "defeat"
            if station and (not strict or "Orel" not in held):
                expected = "minor"
            if len(held) == 6:
                expected = "regional"
            if station and "Kromy" in held and "Orel" in held:
                expected = "strategic"
            assert red_level(held, station=station, minor_strict=strict) == expected


@pytest.mark.rule("orel", "10.2-losses")
class TestLosses:
    @pytest.mark.parametrize(
        ("level", "lost", "expected"),
        [
            ("strategic", 9, "strategic"),
            ("strategic", 10, "regional"),
            ("strategic", 14, "regional"),
            ("strategic", 15, "minor"),
            ("regional", 15, "defeat"),
            ("minor", 20, "defeat"),
            ("minor", 10, "defeat"),
            ("defeat", 40, "defeat"),
        ],
    )
    def test_so_many_levels_down(self, level: Level, lost: int, expected: Level) -> None:
        assert after_losses(level, lost) == expected

    def test_before_and_after_stand_in_the_outcome(self) -> None:
        outcome = judge(holding("Komaritchi", "Dmitrovsk", "Sevsk", lost=15), holding(lost=9), station=True)
        assert (outcome.white_before_losses, outcome.white) == ("regional", "defeat")
        assert (outcome.red_before_losses, outcome.red) == ("minor", "minor")
        assert outcome.winner == "red"

    @given(st.sampled_from(tuple(RANK)), st.integers(0, 60), st.integers(0, 60))
    def test_more_losses_never_help(self, level: Level, few: int, more: int) -> None:
        assert RANK[after_losses(level, few + more)] <= RANK[after_losses(level, few)]


@pytest.mark.rule("orel", "10.2-winner")
class TestTheWinner:
    def test_white_regional_against_red_minor(self) -> None:
        assert judge(holding("Komaritchi", "Dmitrovsk", "Sevsk"), station=True).winner == "white"

    def test_both_minor_is_a_draw(self) -> None:
        outcome = judge(holding("Komaritchi"), station=True)
        assert (outcome.white, outcome.red, outcome.winner) == ("minor", "minor", "draw")

    def test_two_defeats_are_a_draw(self) -> None:
        outcome = judge()
        assert (outcome.white, outcome.red, outcome.winner) == ("defeat", "defeat", "draw")

    def test_white_defeat_against_red_minor(self) -> None:
        assert judge(station=True).winner == "red"


@pytest.mark.rule("orel", "10.1-brasovo")
class TestBrasovo:
    @pytest.mark.parametrize(
        ("white", "red", "winner"),
        [
            (("Brasovo", "Sevsk"), (), "white"),
            (("Brasovo",), ("Sevsk",), "red"),
            (("Sevsk",), (), "red"),
            ((), (), "red"),
        ],
    )
    def test_white_needs_both_towns(
        self, white: tuple[VictoryLocation, ...], red: tuple[VictoryLocation, ...], winner: str
    ) -> None:
        outcome = judge(holding(*white, lost=30), holding(*red), scenario="introductory")
        assert outcome == VictoryOutcome(winner=winner)  # type: ignore[arg-type]  # one of the winners


@pytest.mark.rule("orel", "10.2-occupied")
class TestBadStandings:
    def test_a_place_of_both_sides(self) -> None:
        with pytest.raises(
            InvalidRequestError, match=r"\$\.red\.occupied\[0\]: both sides have Orel \[10.2-occupied\]"
        ):
            judge(holding("Orel"), holding("Orel"))

    def test_a_place_that_comes_twice(self) -> None:
        with pytest.raises(InvalidRequestError, match=r"\$\.white\.occupied\[1\]: Orel comes twice"):
            judge(holding("Orel", "Orel"))

    def test_a_place_that_does_not_count(self) -> None:
        with pytest.raises(InvalidRequestError, match=r"\$\.white\.occupied\[0\]"):
            judge(holding("Navlia"))  # type: ignore[arg-type]  # a wrong place is what is asked about


# ---------------------------------------------------------------- occupation


def put(key: str, place: str | None, **state: object) -> Unit:
    return evolve(ORDER.unit(key), hex=place, inactive=False, **state)  # type: ignore[arg-type]


def survey(*units: Unit, scope: str = "railroad", **fields: object) -> OccupationOutcome:
    request = OccupationRequest(units=units, **fields)  # type: ignore[arg-type]  # any field
    return ruleset.with_options(red_station_scope=scope).resolve(request, dice=GivenDice([])).outcome


RING = GRID.ring("2705", 2)
"""The hexes at a distance of two from Orel."""


@pytest.mark.rule("orel", "10.2-occupied")
class TestOccupation:
    def test_a_battalion_with_a_way_home(self) -> None:
        assert survey(put("W:2/3K", "2705"), railroad=False).white == ("Orel",)

    def test_a_battalion_cut_off_by_zones_occupies_nothing(self) -> None:
        around = [put(f"R:{number}/9D", place) for number, place in enumerate(RING[::2], start=1)]
        cut_off = survey(put("W:2/3K", "2705"), *around, railroad=False)
        assert cut_off == OccupationOutcome(white=(), red=())

    @pytest.mark.rule("orel", "1.2-zoc-negation")
    def test_a_friend_who_negates_a_zone_opens_the_way(self) -> None:
        around = [put(f"R:{number}/9D", place) for number, place in enumerate(RING[::2], start=1)]
        held = {unit.hex for unit in around}
        gap = next(place for place in GRID.neighbours("2705") if GRID.row(place) > 5)
        beyond = [
            place for place in GRID.neighbours(gap) if place in RING and place not in held and GRID.row(place) >= 6
        ]
        guards = [put("W:1/3K", gap), *(put(f"W:{n}/2D", place) for n, place in enumerate(beyond, start=1))]
        further = {
            place for guard in guards[1:] for place in GRID.neighbours(str(guard.hex)) if place not in (*RING, gap)
        }
        more = [put(f"W:{n}/3D", place) for n, place in enumerate(sorted(further - held)[:3], start=1)]
        assert survey(put("W:2/3K", "2705"), *around, *guards, *more, railroad=False).white == ("Orel",)

    def test_the_location_itself_may_lie_in_an_enemy_zone(self) -> None:
        near = put("R:1/9D", "2704")
        assert survey(put("W:2/3K", "2705"), near, railroad=False).white == ("Orel",)

    def test_only_a_tank_does_not_occupy(self) -> None:
        assert survey(put("W:Tank", "2110"), railroad=False).white == ()

    def test_artillery_does(self) -> None:
        assert survey(put("R:Art/Let", "2110"), railroad=False).red == ("Kromy",)

    def test_routed_units_do_not(self) -> None:
        assert survey(put("R:6/Let", "2110", mode="routed"), railroad=False).red == ()

    @pytest.mark.rule("orel", "1.2-board-edges")
    def test_the_east_is_no_friendly_edge(self) -> None:
        """Behind a wall of enemies from the north edge down to the south edge, Orel opens to the east alone."""
        lonely = put("W:2/3K", "2705")
        wall = [
            evolve(ORDER.unit("R:1/9D"), key=f"R:wall-{place}", hex=place)
            for place in GRID.hexes
            if (GRID.column(place) == 24) or (GRID.column(place) > 24 and GRID.row(place) == 12)
        ]
        assert survey(lonely, *wall, railroad=False).white == ()
        door = [unit for unit in wall if GRID.column(str(unit.hex)) < 28 or GRID.row(str(unit.hex)) != 12]
        assert survey(lonely, *door, railroad=False).white == ("Orel",)

    @pytest.mark.rule("orel", "D-map")
    def test_the_board_may_be_the_option(self) -> None:
        """On a strip that ends above the south edge of the printed map, the south edge is its own."""
        strip = HexMap(title="strip", grid=HexGrid(columns=32, rows=8))
        wall = [
            evolve(ORDER.unit("R:1/9D"), key=f"R:wall-{place}", hex=place)
            for place in GRID.hexes
            if GRID.row(place) == 10
        ]
        request = OccupationRequest(units=(put("W:2/3K", "2705"),), railroad=False)
        beyond = OccupationRequest(units=(put("W:2/3K", "2705"), *wall), railroad=False)
        small = ruleset.with_options(board=strip)
        assert ruleset.resolve(beyond, dice=GivenDice([])).outcome.white == ()
        assert small.resolve(request, dice=GivenDice([])).outcome.white == ("Orel",)
        hole = HexMap(title="cut", grid=HexGrid(columns=32, rows=20, missing=tuple(str(unit.hex) for unit in wall)))
        cut = ruleset.with_options(board=hole)
        assert cut.resolve(request, dice=GivenDice([])).outcome.white == ()

    @pytest.mark.rule("orel", "D-values")
    def test_figures_that_make_zones_are_told_where_they_are_illustrative(self) -> None:
        tank, foot = put("W:Tank", "2110"), put("W:2/3K", "2705")

        def rules(*units: Unit) -> list[str]:
            request = OccupationRequest(units=units, railroad=False)
            return [step.rule for step in ruleset.resolve(request, dice=GivenDice([])).record.steps]

        assert "D-values" in rules(foot)
        assert "D-values" not in rules(tank, evolve(foot, values="given"), put("W:1/3M", None))

    def test_the_set_up(self) -> None:
        outcome = survey(*ORDER.units, railroad=False)
        assert outcome.white == ("Dmitrovsk", "Orel", "Komaritchi", "Sevsk")
        assert outcome.red == ("Kromy",)


@pytest.mark.rule("orel", "10.2-white-victory", "D-map")
class TestTheRailroad:
    ON_LINE, STATION = "2814", "2814"

    def test_needs_a_board(self) -> None:
        with pytest.raises(NeedsRuling, match=r"Where does the double-tracked railroad run\?.*\[D-map\]"):
            survey(put("W:2/3K", "2705"))

    def test_clear_without_reds(self) -> None:
        assert survey(put("W:2/3K", "2705"), board=FIELD).railroad_clear is True

    def test_supplied_infantry_with_a_zone_on_the_line(self) -> None:
        units = (put("W:2/3K", "2705"), put("R:1/9D", "2914"))
        assert survey(*units, board=FIELD, supplied=("R:1/9D",)).railroad_clear is False
        assert survey(*units, board=FIELD, supplied=()).railroad_clear is True

    def test_who_is_supplied_is_asked_only_where_it_decides(self) -> None:
        far = put("R:1/9D", "3114")
        assert survey(far, board=FIELD).railroad_clear is True
        with pytest.raises(NeedsRuling, match=r"Can a functional Red depot supply R:1/9D\?"):
            survey(put("R:1/9D", "2914"), board=FIELD)

    @pytest.mark.rule("orel", "3.2A-convoi", "8.2.2-range")
    def test_who_is_supplied_is_traced_from_the_depots(self) -> None:
        """A convoi in 2701 is functional; 2704 is 3 hexes from it, 2914 is 14."""
        convoi = evolve(ORDER.depot("R:convoi-2901"), hex="2701")
        far = put("R:1/9D", "2914")
        assert GRID.distance("2701", "2914") > 5
        assert survey(far, board=FIELD, depots=(convoi,)).railroad_clear is True
        near = put("R:1/9D", "2704")
        assert "2705" in FIELD.rail_hexes(tracks=2)
        assert GRID.distance("2701", "2704") == 3
        assert survey(near, board=FIELD, depots=(convoi,)).railroad_clear is False
        alone = HexMap(title="one line", grid=GRID, railways=tuple(r for r in FIELD.railways if r.tracks == 2))
        moved, guard = evolve(convoi, hex="2703"), put("W:1/1K", "2701")
        assert survey(near, board=alone, depots=(moved,)).railroad_clear is False
        assert survey(near, guard, board=alone, depots=(moved,)).railroad_clear is True
        assert survey(near, board=FIELD, depots=()).railroad_clear is True

    @pytest.mark.rule("orel", "1.2-zoc-negation")
    def test_white_units_in_every_hex_of_the_zone_negate_it(self) -> None:
        red = put("R:1/9D", "2914")
        touched = [place for place in GRID.neighbours("2914") if place in FIELD.rail_hexes(tracks=2)]
        guards = [put(f"W:{number}/2K", place) for number, place in enumerate(touched, start=1)]
        assert len(touched) == 2
        assert survey(red, *guards, board=FIELD, supplied=("R:1/9D",)).railroad_clear is True
        assert survey(red, guards[0], board=FIELD, supplied=("R:1/9D",)).railroad_clear is False

    def test_infantry_on_the_line_counts_even_without_a_zone(self) -> None:
        single = put("R:1/9D", self.ON_LINE, steps=1)
        assert survey(single, board=FIELD, supplied=("R:1/9D",)).railroad_clear is False
        assert survey(evolve(single, hex="2914"), board=FIELD).railroad_clear is True

    def test_cavalry_and_routed_infantry_do_not_count(self) -> None:
        assert survey(put("R:Cv/9D", self.ON_LINE), board=FIELD).railroad_clear is True
        assert survey(put("R:1/9D", self.ON_LINE, mode="routed"), board=FIELD).railroad_clear is True

    def test_orel_with_supplied_reds_on_the_line_and_nothing_else_is_a_defeat(self) -> None:
        seen = survey(put("W:2/3K", "2705"), put("R:1/9D", "2914"), board=FIELD, supplied=("R:1/9D",))
        assert seen.white == ("Orel",)
        assert judge(holding(*seen.white), railroad_clear=bool(seen.railroad_clear)).white == "defeat"


@pytest.mark.rule("orel", "10.2-red-victory")
class TestTheStation:
    RED = put("R:1/9D", "2814")

    def seen(self, *others: Unit, red: Unit = RED, scope: str = "railroad") -> bool | None:
        return survey(red, *others, scope=scope, board=FIELD, supplied=("R:1/9D",)).station

    def test_a_station_south_of_the_whites(self) -> None:
        assert self.seen(put("W:2/3K", "2705")) is True

    def test_whites_further_south_on_the_line(self) -> None:
        assert self.seen(put("W:2/3K", "2705"), put("W:1/3M", "2818")) is True
        assert "2818" not in FIELD.rail_hexes(tracks=2)
        assert self.seen(put("W:2/3K", "2705"), put("W:1/3M", "2918")) is False

    def test_whites_as_far_south_on_the_line_are_not_further(self) -> None:
        there = put("R:1/9D", "2809")
        assert {"2709", "2809"} <= set(FIELD.rail_hexes(tracks=2))
        assert self.seen(put("W:2/3K", "2709"), red=there) is True
        assert self.seen(put("W:2/3K", "2810"), red=there) is False

    def test_the_option_asks_all_whites_on_the_map(self) -> None:
        west = put("W:2/2D", "0219")
        assert self.seen(west) is True
        assert self.seen(west, scope="map") is False

    def test_a_train_on_the_line_is_not_a_combat_unit(self) -> None:
        assert self.seen(put("W:train-grom-pobedy", "2919")) is True

    def test_only_infantry_that_is_supplied_and_not_routed_in_a_station(self) -> None:
        assert survey(self.RED, board=FIELD, supplied=()).station is False
        assert survey(put("R:1/9D", "2814", mode="routed"), board=FIELD).station is False
        assert survey(put("R:Cv/9D", "2814"), board=FIELD).station is False
        assert self.seen(red=put("R:1/9D", "2815")) is False

    def test_a_station_of_another_railroad_is_none(self) -> None:
        assert self.seen(red=put("R:1/9D", "2413")) is False


@pytest.mark.rule("orel", "X-bad-units")
def test_supplied_units_are_red_infantry() -> None:
    with pytest.raises(InvalidRequestError, match=r"\$\.supplied\[0\]: no Red infantry has the key 'W:2/3K'"):
        survey(put("W:2/3K", "2705"), supplied=("W:2/3K",))
