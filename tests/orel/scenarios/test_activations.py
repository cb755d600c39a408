"""Inactive formations and what releases them."""

from __future__ import annotations

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from rcw_rules import GivenDice
from rcw_rules.kernel.errors import InvalidRequestError, NeedsRuling
from rcw_rules.kernel.geometry.hexes import HexGrid, HexMap
from rcw_rules.orel import ActivationOutcome, ActivationRequest, Unit, order_of_battle, ruleset, schematic_map
from rcw_rules.orel.model import GRID, Day
from rcw_rules.orel.scenarios import in_play, may_act

ORDER = order_of_battle()
TRACK = schematic_map("whole_field").rail_hexes(tracks=2)


def ask(day: Day, *units: Unit, **fields: object) -> ActivationOutcome:
    request = ActivationRequest(day=day, units=units, **fields)  # type: ignore[arg-type]  # any field
    return ruleset.resolve(request, dice=GivenDice([])).outcome


def formations(outcome: ActivationOutcome) -> list[str]:
    return [release.formation for release in outcome.released]


def put(key: str, place: str) -> Unit:
    return evolve(ORDER.unit(key), hex=place)


LETTONES = ORDER.units_of("Let-3Bde")
KORNILOV = (*ORDER.units_of("1K"), *ORDER.units_of("3K"))


@pytest.mark.rule("orel", "10.2-inactive")
class TestTime:
    @pytest.mark.parametrize(("day", "released"), [(15, []), (16, []), (17, ["Let-3Bde"]), (18, ["Let-3Bde"])])
    def test_the_lettone_brigade_until_the_17th(self, day: Day, released: list[str]) -> None:
        assert formations(ask(day, *LETTONES)) == released

    @pytest.mark.parametrize(("day", "released"), [(15, False), (18, False), (19, True), (26, True)])
    def test_the_others_until_the_19th(self, day: Day, *, released: bool) -> None:
        outcome = ask(day, *ORDER.units_of("9D"))
        assert formations(outcome) == (["9D"] if released else [])
        assert outcome.inactive == (() if released else ("9D",))

    def test_on_the_19th_all_are_active(self) -> None:
        outcome = ask(19, *ORDER.units, double_track=TRACK)
        assert outcome.inactive == ()
        assert {unit.key for unit in outcome.units} == {unit.key for unit in ORDER.units if unit.inactive}
        assert all(may_act(unit) for unit in outcome.units)

    def test_an_active_formation_is_not_released_again(self) -> None:
        awake = tuple(evolve(unit, inactive=False) for unit in LETTONES)
        assert ask(20, *awake) == ActivationOutcome(released=(), units=(), inactive=())


@pytest.mark.rule("orel", "10.2-inactive")
class TestAttack:
    def test_releases_the_whole_formation(self) -> None:
        outcome = ask(15, *ORDER.units_of("9D"), attacked=("R:3/9D",))
        (release,) = outcome.released
        assert release.reason == "R:3/9D is attacked"
        assert len(release.units) == len(outcome.units) == 8
        assert not any(unit.inactive for unit in outcome.units)

    def test_the_kornilov_regiments_each_on_its_own(self) -> None:
        outcome = ask(15, *KORNILOV, attacked=("W:3/3K",))
        assert (formations(outcome), outcome.inactive) == (["3K"], ("1K",))

    def test_does_not_release_the_lettone_brigade(self) -> None:
        assert formations(ask(15, *LETTONES, attacked=("R:7/Let",))) == []

    def test_a_target_that_there_is_not(self) -> None:
        with pytest.raises(InvalidRequestError, match=r"\$\.attacked\[0\]: no unit has the key 'R:10/Let'"):
            ask(15, *LETTONES, attacked=("R:10/Let",))


@pytest.mark.rule("orel", "10.2-inactive")
class TestNearness:
    def test_an_enemy_within_two_hexes_of_one_releases_the_whole_brigade(self) -> None:
        near = put("W:Cv/83S", "1512")
        assert [GRID.distance("1512", str(unit.hex)) for unit in LETTONES] == [3, 2, 3]
        (release,) = ask(16, *LETTONES, near).released
        assert release.units == ("R:7/Let", "R:8/Let", "R:9/Let")

    def test_three_hexes_are_too_far_and_friends_do_not_count(self) -> None:
        assert formations(ask(16, *LETTONES, put("W:Cv/83S", "1513"))) == []
        assert formations(ask(16, *LETTONES, put("R:2/7D", "1509"))) == []

    def test_the_ninth_division_next_to_the_kornilovs_does_not_count(self) -> None:
        red = put("R:1/9D", "2801")
        assert GRID.distance("2801", "2802") == 1
        outcome = ask(16, *KORNILOV, red, double_track=TRACK)
        assert outcome.inactive == ("9D", "1K", "3K")

    @pytest.mark.parametrize("key", ["R:1/Est", "R:1/7D", "R:1/57D", "R:AC/Let", "R:Art/57D"])
    def test_other_reds_do(self, key: str) -> None:
        red = put(key, "2801")
        assert GRID.distance("2801", "2504") > 2
        outcome = ask(16, *KORNILOV, red, double_track=TRACK)
        assert (formations(outcome), outcome.inactive) == (["1K"], ("3K",))
        assert f"{key} is within 2 hexes of W:1/1K" in outcome.released[0].reason

    def test_a_vehicle_of_no_formation_counts_as_well(self) -> None:
        assert ORDER.unit("W:AC/2K").formation == ""
        assert formations(ask(16, *LETTONES, put("W:AC/2K", "1512"))) == ["Let-3Bde"]

    def test_a_unit_off_the_map_is_near_nobody(self) -> None:
        assert formations(ask(16, *LETTONES, ORDER.unit("W:Rec1"))) == []


@pytest.mark.rule("orel", "10.2-inactive")
class TestTheRailroad:
    def test_estonians_within_two_hexes_of_it_release_both_regiments(self) -> None:
        outcome = ask(17, *KORNILOV, put("R:1/Est", "2614"), double_track=TRACK)
        assert formations(outcome) == ["1K", "3K"]
        assert outcome.released[0].reason == "R:1/Est is within 2 hexes of the double track"

    def test_there_the_ninth_division_counts(self) -> None:
        assert formations(ask(17, *KORNILOV, put("R:1/9D", "2614"), double_track=TRACK)) == ["1K", "3K"]

    def test_three_hexes_are_too_far(self) -> None:
        assert formations(ask(17, *KORNILOV, put("R:1/Est", "2514"), double_track=TRACK)) == []

    @pytest.mark.rule("orel", "D-map")
    def test_from_a_board_or_the_option(self) -> None:
        red = put("R:1/Est", "2614")
        field = schematic_map("whole_field")
        assert formations(ask(17, *KORNILOV, red, board=field)) == ["1K", "3K"]
        request = ActivationRequest(day=17, units=(*KORNILOV, red))
        assert formations(ruleset.with_options(board=field).resolve(request, dice=GivenDice([])).outcome) == [
            "1K",
            "3K",
        ]

    @pytest.mark.rule("orel", "D-map")
    def test_without_either_it_is_asked_for_where_it_decides(self) -> None:
        with pytest.raises(NeedsRuling, match=r"Through which hexes does the double-tracked railroad .*\[D-map\]"):
            ask(17, *KORNILOV, put("R:1/Est", "2614"))
        assert formations(ask(17, *KORNILOV)) == []

    @pytest.mark.rule("orel", "0-hex-layout")
    def test_railroad_hexes_off_the_map(self) -> None:
        with pytest.raises(InvalidRequestError, match=r"\$\.double_track\[0\]: hex 3305 is not on the board"):
            ask(17, *KORNILOV, double_track=("3305",))

    def test_the_set_up_itself_releases_nobody(self) -> None:
        assert ask(15, *ORDER.units, double_track=TRACK).inactive == ("9D", "Let-3Bde", "1K", "3K")


@pytest.mark.rule("orel", "10.3-hypothetical")
class TestTheHypotheticalScenario:
    UNITS = in_play("hypothetical", ORDER).units

    def test_the_kornilovs_are_active_from_the_first_day(self) -> None:
        outcome = ask(15, *self.UNITS, scenario="hypothetical")
        assert (outcome.released, outcome.inactive) == ((), ("9D",))
        assert may_act(next(unit for unit in self.UNITS if unit.key == "W:1/1K"))

    @pytest.mark.parametrize(("day", "inactive"), [(19, ("9D",)), (20, ())])
    def test_the_ninth_division_until_the_20th(self, day: Day, inactive: tuple[str, ...]) -> None:
        assert ask(day, *self.UNITS, scenario="hypothetical").inactive == inactive

    def test_or_until_it_is_attacked(self) -> None:
        outcome = ask(16, *self.UNITS, scenario="hypothetical", attacked=("R:Art/9D",))
        assert formations(outcome) == ["9D"]


@pytest.mark.rule("orel", "10.2-inactive")
@given(day=st.sampled_from((15, 16)), place=st.sampled_from(GRID.hexes))
def test_a_lone_enemy_releases_the_brigade_exactly_within_two_hexes(day: Day, place: str) -> None:
    held = {unit.hex for unit in LETTONES}
    if place in held:
        return
    near = {other for hex_ in held for middle in GRID.neighbours(str(hex_)) for other in GRID.neighbours(middle)}
    near |= {other for hex_ in held for other in GRID.neighbours(str(hex_))}
    assert bool(formations(ask(day, *LETTONES, put("W:Cv/83S", place)))) == (place in near)


@pytest.mark.rule("orel", "X-bad-units")
def test_units_of_both_sides_in_one_hex() -> None:
    with pytest.raises(InvalidRequestError, match=r"hex 1510 holds units of both sides \[X-bad-units\]"):
        ask(16, *LETTONES, put("W:Cv/83S", "1510"))


@pytest.mark.rule("orel", "10.2-inactive", "D-map")
def test_distances_are_those_of_the_board_of_the_option() -> None:
    """With the other columns shifted some hexes two away are three away."""
    grid = HexGrid(columns=32, rows=20, shifted="odd")
    assert grid.distance("1609", "1710") != GRID.distance("1609", "1710")
    place = next(
        each
        for each in GRID.hexes
        if min(GRID.distance(each, str(unit.hex)) for unit in LETTONES) == 2
        and min(grid.distance(each, str(unit.hex)) for unit in LETTONES) == 3
    )
    other = ruleset.with_options(board=HexMap(title="odd", grid=grid))
    request = ActivationRequest(day=16, units=(*LETTONES, put("W:Cv/83S", place)))
    assert formations(ruleset.resolve(request, dice=GivenDice([])).outcome) == ["Let-3Bde"]
    assert formations(other.resolve(request, dice=GivenDice([])).outcome) == []
