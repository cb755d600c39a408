"""The order of battle and the counters that replace the illustrative ones."""

from __future__ import annotations

from collections import Counter as Tally
from pathlib import Path

import attrs
import pytest

import rcw_rules.orel
from rcw_rules.kernel.errors import FileError, InvalidRequestError, UnknownNameError
from rcw_rules.orel import CounterValues, OrderOfBattle, ReducedSide, Unit, order_of_battle, read_counters
from rcw_rules.orel.definitions import fit_together
from rcw_rules.orel.model import GRID, TRAIN_TYPES

ORDER = order_of_battle()


def at(place: str, order: OrderOfBattle = ORDER) -> set[str]:
    return {thing.key for thing in order.units_and_depots if thing.hex == place}


def file_of(text: str, folder: Path) -> Path:
    path = folder / "counters.toml"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.rule("orel", "10.2-setup")
class TestTheSetUp:
    def test_there_are_114_units_and_12_depots(self) -> None:
        assert len(ORDER.units) == 114
        assert len(ORDER.depots) == 12
        assert len({thing.key for thing in ORDER.units_and_depots}) == 126

    @pytest.mark.parametrize(
        ("place", "keys"),
        [
            ("1509", {"R:2/7D", "R:Art/7D", "R:9/Let"}),
            (
                "2705",
                {
                    "W:Res/1D",
                    "W:off/2K",
                    "W:2/3K",
                    "W:Tank",
                    "W:train-ioann-kalita",
                    "W:train-offitser",
                    "W:depot-2705",
                },
            ),
            ("1411", {"R:3/7D", "R:1/TchKz", "R:Art.Chev./TchKz"}),
            ("1214", {"W:2/1D", "W:3/1D", "W:1/83S"}),
            ("0219", {"W:Art/3D", "W:2/2D", "W:3/2D"}),
            ("2207", {"R:3/Pavl", "R:Cv/Pavl", "R:Art/Pavl"}),
            ("0309", {"R:train-bolchevik", "R:depot-0309"}),
            ("1112", {"R:Art2/41D", "R:convoi-1112"}),
        ],
    )
    def test_who_stands_where(self, place: str, keys: set[str]) -> None:
        assert at(place) == keys

    def test_capacities_of_the_depots(self) -> None:
        assert {depot.key: (depot.kind, depot.capacity) for depot in ORDER.depots} == {
            "R:convoi-2901": ("convoi", 4),
            "R:depot-0701": ("rail_depot", 5),
            "R:convoi-0117": ("convoi", 3),
            "R:convoi-1112": ("convoi", 4),
            "R:depot-0309": ("rail_depot", 5),
            "R:convoi-1809": ("convoi", 3),
            "R:convoi-1410": ("convoi", 2),
            "W:depot-2705": ("rail_depot", 5),
            "W:convoi-2605": ("convoi", 2),
            "W:convoi-1117": ("convoi", 4),
            "W:convoi-0518": ("convoi", 4),
            "W:convoi-2014": ("convoi", 3),
        }

    def test_printed_marks_for_out_of_command(self) -> None:
        marked = {unit.key for unit in ORDER.units if unit.out_of_command}
        assert marked == {"R:1/7D", "R:3/7D", "R:2/41D", "R:2/41S", "R:4/Let", "W:Cv/83S"}

    def test_four_red_and_three_white_recruit_battalions_of_two_steps_and_of_the_lowest_quality(self) -> None:
        recruits = [(unit.side, unit.tq, unit.steps, unit.hex) for unit in ORDER.units if unit.recruit_battalion]
        assert Tally(recruits) == {("red", 2, 2, None): 4, ("white", 3, 2, None): 3}

    def test_no_hex_holds_both_sides_and_every_hex_is_on_the_map(self) -> None:
        sides: dict[str, set[str]] = {}
        for thing in ORDER.units_and_depots:
            if thing.hex is not None:
                assert GRID.has(thing.hex)
                sides.setdefault(thing.hex, set()).add(thing.side)
        assert all(len(held) == 1 for held in sides.values())

    def test_a_unit_in_no_hex_comes_as_a_reinforcement_or_is_recruited(self) -> None:
        nowhere = {thing.key for thing in ORDER.units_and_depots if thing.hex is None}
        recruits = {unit.key for unit in ORDER.units if unit.recruit_battalion}
        coming = [key for reinforcement in ORDER.reinforcements for key in reinforcement.units]
        assert len(coming) == len(set(coming))
        assert nowhere == recruits | set(coming)

    def test_inactive_units_are_those_of_the_four_formations(self) -> None:
        assert [group.formation for group in ORDER.inactive_groups] == ["9D", "Let-3Bde", "1K", "3K"]
        expected = {unit.key for group in ORDER.inactive_groups for unit in ORDER.units_of(group.formation)}
        assert {unit.key for unit in ORDER.units if unit.inactive} == expected
        assert len(expected) == 8 + 3 + 5 + 3


@pytest.mark.rule("orel", "1.1-counter-erratum")
def test_the_samour_cavalry_belongs_to_the_third_division() -> None:
    assert ORDER.unit("W:Cv/83S").division == "3rd Infantry Division"


@pytest.mark.rule("orel", "5.1-formations")
def test_formations() -> None:
    assert (ORDER.unit("W:1/83S").formation, ORDER.unit("W:1/83S").division) == ("83S", "3rd Infantry Division")
    assert ORDER.formation(ORDER.unit("R:4/Let").formation).name == "2nd Lettone Brigade"
    assert {formation.key for formation in ORDER.formations} == {
        *("9D", "Est", "7D", "41D", "46D", "57D", "Let-1Bde", "Let-2Bde", "Let-3Bde", "TchKz", "Pavl"),
        *("1K", "2K", "3K", "3M", "1Dr", "2Dr", "3Dr", "83S", "Barb"),
    }
    for formation in ORDER.formations:
        units = ORDER.units_of(formation.key)
        assert {(unit.side, unit.division) for unit in units} == {(formation.side, formation.division)}
        assert any(unit.type == formation.arm for unit in units)
        assert not any(unit.is_vehicle for unit in units)


@pytest.mark.rule("orel", "5.2.1-two-bodies")
def test_only_the_41st_may_have_two_main_bodies() -> None:
    assert [formation.key for formation in ORDER.formations if formation.main_bodies == 2] == ["41D"]


@pytest.mark.rule("orel", "5.2.2-cavalry-formations")
def test_cavalry_formations() -> None:
    assert [formation.key for formation in ORDER.formations if formation.arm == "cavalry"] == ["TchKz", "Barb"]


@pytest.mark.rule("orel", "5.1-white-independents")
def test_independent_units() -> None:
    independents = {(unit.key, unit.division) for unit in ORDER.units if unit.independent}
    assert independents == {
        ("W:Cv/MN", "1st Infantry Division"),
        ("W:ArtL2/1D", "1st Infantry Division"),
        ("W:Res/1D", "1st Infantry Division"),
        ("W:Art/3D", "3rd Infantry Division"),
        ("W:ArtL3/3D", "3rd Infantry Division"),
        ("W:Res/3D", "3rd Infantry Division"),
        ("W:19DrArk", "3rd Infantry Division"),
    }


@pytest.mark.rule("orel", "5.1-lettone", "5.1-tchkz")
def test_exceptions_of_command() -> None:
    lettone, cossacks = ORDER.command_exceptions
    assert set(lettone.units) == {"R:Cv/Let", "R:Art/Let"}
    assert lettone.formations == ("Let-1Bde", "Let-2Bde", "Let-3Bde")
    assert (set(cossacks.units), cossacks.formations) == ({"R:14/41D", "R:Cv/41S"}, ("TchKz",))
    assert (lettone.from_day, cossacks.from_day) == (15, 20)


@pytest.mark.rule("orel", "10.2-occupied")
def test_victory_locations() -> None:
    assert [(place.name, place.hex) for place in ORDER.victory_locations] == [
        ("Dmitrovsk", "1214"),
        ("Kromy", "2110"),
        ("Orel", "2705"),
        ("Komaritchi", "0717"),
        ("Brasovo", "0513"),
        ("Sevsk", "0219"),
    ]
    assert ORDER.place("Navlia").hex == "0309"


@pytest.mark.rule("orel", "3.2A-convoi-exceptions")
def test_supply_hexes_off_the_railroads() -> None:
    assert {zone.side: zone.hexes for zone in ORDER.supply_exceptions} == {
        "red": ("0118", "2701"),
        "white": ("1220", "2120"),
    }


@pytest.mark.rule("orel", "D-values")
class TestFigures:
    def test_every_stack_of_the_set_up_fits(self) -> None:
        stacks: dict[str, list[Unit]] = {}
        for unit in ORDER.units:
            if unit.hex is not None:
                stacks.setdefault(unit.hex, []).append(unit)
        assert len(stacks) > 50
        assert all(fit_together(stack) for stack in stacks.values())

    def test_every_unit_is_possible_and_says_that_it_is_illustrative(self) -> None:
        for unit in ORDER.units:
            assert list(unit.inconsistencies()) == []
            assert unit.values == "illustrative"
            assert unit.lost_steps == 0
            assert (unit.mp is None) == (unit.type in TRAIN_TYPES)

    def test_the_counters_of_the_extended_example(self) -> None:
        first = ORDER.unit("W:1/1K")
        assert (first.tq, first.strength, first.steps, first.integrated_artillery) == (6, 7, 4, False)
        third = ORDER.unit("W:3/1K")
        cavalry = ORDER.unit("W:Cv/1K")
        assert first.steps + third.steps + cavalry.steps == 8
        assert (cavalry.tq, cavalry.strength_charge) == (6, 1)
        lettone = ORDER.units_of("Let-1Bde")
        assert {(unit.tq, unit.strength) for unit in lettone} == {(5, 5)}
        assert (ORDER.unit("R:Art/Let").tq, ORDER.unit("R:Art/Let").fire) == (5, 3)
        assert ORDER.unit("R:Cv/Let").strength_charge == 4

    def test_shock_units_are_those_of_the_shock_group(self) -> None:
        shock = {unit.division for unit in ORDER.units if unit.shock}
        assert shock == {"Lettone Rifle Division", "Tchervonno-Kazak Cavalry Brigade", "Independent Rifle Brigade"}
        for unit in ORDER.units:
            assert unit.shock == (unit.division in shock and not unit.is_vehicle)

    def test_only_one_train_is_heavy(self) -> None:
        heavy = [unit for unit in ORDER.units if unit.type == "armoured_train_heavy"]
        assert [unit.key for unit in heavy] == ["W:train-ioann-kalita"]
        assert attrs.evolve(heavy[0], steps=1).fire_strength() == 2

    def test_a_lost_step_is_a_lost_step(self) -> None:
        unit = attrs.evolve(ORDER.unit("W:1/1K"), steps=3)
        assert (unit.lost_steps, unit.combat_strength(), unit.points) == (1, 6, 3)


@pytest.mark.rule("orel", "D-values")
class TestCountersOfOnesOwn:
    MINE = CounterValues(key="W:1/1K", steps=5, tq=4, strength=9, mp=6, integrated_artillery=True)

    def test_one_counter_is_replaced_whole_and_the_rest_stays(self) -> None:
        order = order_of_battle([self.MINE])
        mine = order.unit("W:1/1K")
        assert (mine.steps, mine.tq, mine.strength, mine.mp, mine.values) == (5, 4, 9, 6, "given")
        assert (mine.hex, mine.formation, mine.inactive, mine.steps_full) == ("2903", "1K", True, 5)
        assert [unit for unit in order.units if unit != mine] == [u for u in ORDER.units if u.key != mine.key]
        assert order.depots == ORDER.depots

    def test_what_the_counter_leaves_out_is_not_taken_from_the_library(self) -> None:
        shock = ORDER.unit("R:1/Let")
        assert shock.shock
        mine = CounterValues(key=shock.key, steps=4, tq=5, strength=5, mp=5)
        assert not order_of_battle([mine]).unit(shock.key).shock

    def test_a_convoi(self) -> None:
        order = order_of_battle([CounterValues(key="W:convoi-1117", mp=7)])
        assert (order.depot("W:convoi-1117").mp, order.depot("W:convoi-0518").mp) == (7, 5)

    def test_from_a_file(self, tmp_path: Path) -> None:
        text = """
        [[counters]]
        key = "W:train-ioann-kalita"
        steps = 2
        fire = 6
        reduced = { fire = 3 }
        [[counters]]
        key = "W:1/1K"
        steps = 5
        tq = 4
        strength = 9
        mp = 6
        integrated_artillery = true
        """
        train = CounterValues(key="W:train-ioann-kalita", steps=2, fire=6, reduced=ReducedSide(fire=3))
        assert read_counters(file_of(text, tmp_path)) == (train, self.MINE)

    def test_the_shipped_file_has_the_shape_of_a_users_file(self) -> None:
        shipped = read_counters(Path(rcw_rules.orel.__path__[0], "data", "counters.toml"))
        order = order_of_battle(shipped)
        assert {unit.values for unit in order.units} == {"given"}
        assert tuple(attrs.evolve(unit, values="illustrative") for unit in order.units) == ORDER.units
        assert order.depots == ORDER.depots

    @pytest.mark.parametrize(
        ("line", "expected"),
        [
            ('key = "W:1/1X"', "line 3: counters[0].key: no unit and no convoi has the key 'W:1/1X'; did you mean"),
            ('key = "W:1/1K"\ntq = 7', "line 4: counters[0].tq: "),
            ('key = "W:1/1K"\nspeed = 4', "line 4: counters[0].speed: "),
            ('key = "W:1/1K"\nsteps = 4\nstrength = 3\nmp = 5', "line 2: counters[0].tq: is missing"),
            ('key = "W:1/1K"\ntq = 6', "line 2: counters[0].steps: is missing"),
            ('key = "W:1/1K"\nsteps = 4\ntq = 5\nstrength = 3', "line 2: counters[0].mp: is missing"),
            ('key = "W:Tank"\nsteps = 1\ntq = 5\nstrength = 3\nmp = 4', "line 5: counters[0].tq: "),
            ('key = "W:Tank"\nsteps = 2\nstrength = 3\nmp = 4', "line 4: counters[0].steps: "),
            (
                'key = "W:train-offitser"\nsteps = 1\nfire = 3\nmp = 9',
                "line 6: counters[0].mp: leave it out: an armoured train has no movement allowance",
            ),
            ('key = "W:convoi-1117"', "line 2: counters[0].mp: is missing: a convoi has one"),
            ('key = "W:convoi-1117"\nmp = 5\ntq = 3', "line 5: counters[0].tq: a convoi has no figure"),
            ('key = "W:depot-2705"\nmp = 5', "line 3: counters[0].key: no unit and no convoi has the key"),
        ],
    )
    def test_mistakes_are_found_with_their_line(self, line: str, expected: str, tmp_path: Path) -> None:
        with pytest.raises(FileError) as caught:
            read_counters(file_of(f"# mine\n[[counters]]\n{line}\n", tmp_path))
        assert expected in str(caught.value)

    def test_a_key_that_comes_twice(self) -> None:
        with pytest.raises(InvalidRequestError, match=r"counters\[1\]\.key: the counter 'W:1/1K' comes twice"):
            order_of_battle([self.MINE, self.MINE])


def test_unknown_names_are_told() -> None:
    with pytest.raises(UnknownNameError, match="did you mean"):
        ORDER.unit("W:1/1L")
    with pytest.raises(UnknownNameError):
        ORDER.depot("W:1/1K")
    with pytest.raises(UnknownNameError):
        ORDER.units_of("14D")
    with pytest.raises(UnknownNameError):
        ORDER.place("Kursk")
