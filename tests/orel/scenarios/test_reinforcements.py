"""Reinforcements, their hexes and movement points, and the zones by which they enter."""

from __future__ import annotations

import pytest
from attrs import evolve

from rcw_rules import GivenDice
from rcw_rules.kernel.errors import ChoiceError, IllegalRequestError, InvalidRequestError, NeedsRuling
from rcw_rules.kernel.geometry.hexes import Feature, HexMap, Railway, Road, TerrainArea
from rcw_rules.orel import (
    EntryZoneOutcome,
    EntryZoneRequest,
    Options,
    ReinforcementOutcome,
    ReinforcementRequest,
    Unit,
    order_of_battle,
    ruleset,
    schematic_map,
)
from rcw_rules.orel.model import GRID, Day
from rcw_rules.orel.scenarios import OrderOfBattle, due, zones_in_force

ORDER = order_of_battle()
FIELD = schematic_map("whole_field")
ESTONIANS = ("R:1/Est", "R:2/Est", "R:VO/Est", "R:Art/Est", "R:86/Est")


def enter(
    key: str, day: Day, place: str | None = None, choice: str | None = None, **fields: object
) -> ReinforcementOutcome:
    comer = {"depot": ORDER.depot(key)} if key in {d.key for d in ORDER.depots} else {"unit": ORDER.unit(key)}
    request = ReinforcementRequest(day=day, hex=place, **comer, **fields)  # type: ignore[arg-type]  # any field
    policies = {"entry_hex": lambda _, __: choice} if choice else {}
    return ruleset.resolve(request, dice=GivenDice([]), choices=policies).outcome


def put(key: str, place: str) -> Unit:
    return evolve(ORDER.unit(key), hex=place, inactive=False)


@pytest.mark.rule("orel", "10.2-reinforcements")
class TestTheList:
    @pytest.mark.parametrize(
        ("keys", "day", "edge", "penalty"),
        [
            (ESTONIANS[:4], 16, ("1501",), 1),
            (("R:86/Est",), 16, ("1501",), 3),
            (("R:depot-0701",), 16, ("0701",), 0),
            (("R:1/46D", "R:Art/46D", "R:AC/46D"), 18, ("0117", "0118", "0119", "0120"), 1),
            (("R:1/57D", "R:2/57D", "R:Art/57D", "R:convoi-0117"), 18, ("0117", "0118", "0119", "0120"), 0),
            (("R:train-avrora", "R:train-lenine", "R:train-okiabr"), 19, ("3101",), 0),
            (("W:1Off/Alex", "W:10HusIng"), 17, ("1020", "1220"), 0),
            (("W:Cv/MN",), 18, ("3205",), 0),
            (("W:train-grom-pobedy",), 18, ("2920",), 0),
            (("W:1/3M", "W:3/3M"), 18, ("2920",), 0),
        ],
    )
    def test_who_comes_when_and_where(
        self, keys: tuple[str, ...], day: int, edge: tuple[str, ...], penalty: int
    ) -> None:
        for key in keys:
            comes = ORDER.reinforcement_of(key)
            assert comes is not None
            assert (comes.day, comes.edge, comes.mp_penalty) == (day, edge, penalty)

    @pytest.mark.rule("orel", "10-track-errata")
    def test_the_errata_of_the_track(self) -> None:
        def new(side: str, day: int, order: OrderOfBattle = ORDER) -> set[str]:
            return set(due(order, side, day)) - set(due(order, side, day - 1))  # type: ignore[arg-type]  # a side

        assert new("red", 16) == {*ESTONIANS, "R:depot-0701"}
        assert new("red", 19) == {"R:train-avrora", "R:train-lenine", "R:train-okiabr"}
        assert new("white", 19) == set()


@pytest.mark.rule("orel", "10.2-reinforcements")
class TestEntering:
    def test_the_86th_has_two_points_left(self) -> None:
        assert ORDER.unit("R:86/Est").mp == 5
        assert enter("R:86/Est", 16, "1501") == ReinforcementOutcome(
            hex="1501", placed=False, allowance=2, mp_left=None
        )

    def test_with_a_board_the_hex_is_paid_for(self) -> None:
        assert enter("R:86/Est", 16, "1501", board=FIELD).mp_left == 1
        assert enter("R:1/Est", 16, "1501", board=FIELD).mp_left == 5 - 1 - 1

    @pytest.mark.rule("orel", "7.4-delay")
    def test_later_it_comes_with_the_same_penalty(self) -> None:
        assert enter("R:86/Est", 20, "1501").allowance == 2

    def test_before_its_day_it_may_not(self) -> None:
        with pytest.raises(
            IllegalRequestError, match=r"\$\.day: R:86/Est comes on 16 October or later, not on the 15th"
        ):
            enter("R:86/Est", 15, "1501")

    def test_nowhere_else(self) -> None:
        with pytest.raises(IllegalRequestError, match=r"\$\.hex: R:86/Est may come in 1501, not in 1601 \[10.2-reinf"):
            enter("R:86/Est", 16, "1601")

    def test_what_is_not_a_reinforcement(self) -> None:
        recruits = ORDER.unit("R:Rec1")
        with pytest.raises(IllegalRequestError, match=r"\$\.unit\.key: R:Rec1 does not come as a reinforcement"):
            enter(recruits.key, 20)

    def test_on_or_between(self) -> None:
        for place in ("0117", "0118", "0119", "0120"):
            assert enter("R:convoi-0117", 18, place, board=FIELD).mp_left == 5 - 1
        assert enter("R:1/57D", 18).hex == "0117"
        assert enter("R:1/57D", 18, choice="0119").hex == "0119"
        with pytest.raises(ChoiceError, match="it may answer '0117' or '0118' or '0119' or '0120'"):
            enter("R:1/57D", 18, choice="0116")

    @pytest.mark.parametrize("place", ["1020", "1220"])
    def test_barbovich_by_one_of_two_hexes(self, place: str) -> None:
        assert enter("W:1Off/Alex", 17, place).hex == place
        assert enter("W:10HusIng", 17, place, entered_at=place).allowance == 8
        assert enter("W:10HusIng", 17, entered_at=place).hex == place

    def test_barbovich_split_over_both_is_refused(self) -> None:
        message = r"\$\.hex: all of W:1Off/Alex, W:10HusIng use one hex, which is 1020 \[10.2-reinforcements\]"
        with pytest.raises(IllegalRequestError, match=message):
            enter("W:10HusIng", 17, "1220", entered_at="1020")

    @pytest.mark.rule("orel", "10.1-brasovo")
    def test_barbovich_at_brasovo_by_1020_alone(self) -> None:
        assert enter("W:1Off/Alex", 17, scenario="introductory").hex == "1020"
        with pytest.raises(IllegalRequestError, match="may come in 1020, not in 1220"):
            enter("W:1Off/Alex", 17, "1220", scenario="introductory")
        with pytest.raises(IllegalRequestError, match="does not come as a reinforcement of the introductory scenario"):
            enter("R:1/Est", 16, "1501", scenario="introductory")

    def test_trains_and_railroad_depots_have_no_points(self) -> None:
        for key, day, place in (("R:train-avrora", 19, "3101"), ("R:depot-0701", 16, "0701")):
            outcome = enter(key, day, place, board=FIELD)  # type: ignore[arg-type]  # a day
            assert outcome == ReinforcementOutcome(hex=place, placed=False, allowance=None, mp_left=None)

    @pytest.mark.rule("orel", "7.1.6-rail")
    def test_and_need_a_railroad(self) -> None:
        bare = HexMap(title="bare", grid=GRID)
        with pytest.raises(IllegalRequestError, match=r"the board has none in 3101 \[7.1.6-rail\]"):
            enter("R:train-avrora", 19, "3101", board=bare)
        with pytest.raises(IllegalRequestError, match=r"\$\.others: no hex with a railroad is free .*\[7.4-delay\]"):
            enter("R:train-avrora", 19, board=bare)
        # The next hexes of the edge have no railroad either: the train has to wait.
        with pytest.raises(IllegalRequestError, match=r"no hex with a railroad is free"):
            enter("R:depot-0701", 16, board=FIELD, others=(put("W:1/1D", "0701"),))
        branch = HexMap(title="two lines", grid=GRID, railways=(Railway(hexes=("0801", "0802")),))
        assert enter("R:depot-0701", 16, board=branch, others=(put("W:1/1D", "0701"),)).hex == "0801"

    def test_the_record_says_where_the_figures_come_from(self) -> None:
        unit = ORDER.unit("R:86/Est")
        request = ReinforcementRequest(day=16, unit=unit, hex="1501", board=FIELD)
        rules = {step.rule for _, step in ruleset.resolve(request, dice=GivenDice([])).record.walk()}
        assert {"D-values", "7.1.1-terrain-cost", "10.2-reinforcements"} <= rules
        given = evolve(request, unit=evolve(unit, values="given"))
        assert "D-values" not in {step.rule for _, step in ruleset.resolve(given, dice=GivenDice([])).record.walk()}

    @pytest.mark.rule("orel", "D-values")
    def test_the_figures_of_enemies_are_told_where_their_zones_decide(self) -> None:
        markov, enemy = evolve(ORDER.unit("W:1/3M"), values="given"), put("R:1/9D", "2919")

        def rules(*others: Unit) -> set[str]:
            request = ReinforcementRequest(day=18, unit=markov, hex="2920", others=others)
            return {step.rule for _, step in ruleset.resolve(request, dice=GivenDice([])).record.walk()}

        assert "D-values" in rules(enemy)
        assert "D-values" not in rules(put("W:2/3M", "2919"), put("R:AC/Let", "2818"))
        regiment = ReinforcementRequest(
            day=16, unit=evolve(ORDER.unit("R:86/Est"), values="given"), hex="1501", others=(put("W:1/1D", "1601"),)
        )
        record = ruleset.resolve(regiment, dice=GivenDice([])).record
        assert "D-values" not in {step.rule for _, step in record.walk()}


@pytest.mark.rule("orel", "7.1.1-terrain-cost", "7.4-zones")
class TestTheGroundAtTheEdge:
    FOREST = TerrainArea(kind="forest", hexes=("1501", "0117"))

    def test_forest_costs_what_it_costs(self) -> None:
        board = HexMap(title="wood", grid=GRID, terrain=(self.FOREST,))
        assert enter("R:86/Est", 16, "1501", board=board).mp_left == 0
        assert enter("R:Art/Est", 16, "1501", board=board).mp_left == 5 - 1 - 3

    def test_forest_is_prohibited_to_armoured_cars(self) -> None:
        board = HexMap(title="wood", grid=GRID, terrain=(self.FOREST,))
        with pytest.raises(IllegalRequestError, match=r"the terrain of 0117, forest, is prohibited to R:AC/46D"):
            enter("R:AC/46D", 18, "0117", board=board)
        assert enter("R:AC/46D", 18, "0118", board=board).mp_left == 8 - 1 - 1

    def test_a_road_or_a_railroad_leads_through(self) -> None:
        road = HexMap(title="wood", grid=GRID, terrain=(self.FOREST,), roads=(Road(hexes=("0117", "0217")),))
        rail = HexMap(title="wood", grid=GRID, terrain=(self.FOREST,), railways=(Railway(hexes=("0117", "0217")),))
        for board in (road, rail):
            assert enter("R:AC/46D", 18, "0117", board=board).mp_left == 8 - 1 - 1

    def test_the_hardest_of_several_terrains_counts_alone(self) -> None:
        village = Feature(kind="village", hexes=("1501",))
        board = HexMap(title="wood", grid=GRID, terrain=(self.FOREST,), features=(village,))
        assert enter("R:Art/Est", 16, "1501", board=board).mp_left == 5 - 1 - 3

    def test_no_unit_has_less_than_no_points(self) -> None:
        slow = evolve(ORDER.unit("R:86/Est"), mp=2)
        request = ReinforcementRequest(day=16, unit=slow, hex="1501")
        assert ruleset.resolve(request, dice=GivenDice([])).outcome.allowance == 0

    @pytest.mark.rule("orel", "D-map")
    def test_the_board_may_be_the_option(self) -> None:
        request = ReinforcementRequest(day=18, unit=ORDER.unit("W:1/3M"), hex="2814")
        there = ruleset.with_options(board=FIELD)
        assert there.resolve(request, dice=GivenDice([])).outcome.placed
        train = ReinforcementRequest(day=19, unit=ORDER.unit("R:train-avrora"))
        bare = ruleset.with_options(board=HexMap(title="bare", grid=GRID))
        with pytest.raises(IllegalRequestError, match="no hex with a railroad is free"):
            bare.resolve(train, dice=GivenDice([]))

    def test_too_few_points(self) -> None:
        board = HexMap(title="wood", grid=GRID, terrain=(self.FOREST,))
        slow = evolve(ORDER.unit("R:86/Est"), mp=4)
        request = ReinforcementRequest(day=16, unit=slow, hex="1501", board=board)
        with pytest.raises(IllegalRequestError, match="1501 costs 2 movement points, and R:86/Est has 1 on this turn"):
            ruleset.resolve(request, dice=GivenDice([]))


@pytest.mark.rule("orel", "7.4-delay")
class TestABlockedHex:
    def test_the_nearest_free_hexes_of_the_same_edge(self) -> None:
        enemy = put("W:1/1D", "1501")
        assert enter("R:1/Est", 16, "1401", others=(enemy,)).hex == "1401"
        assert enter("R:1/Est", 16, "1601", others=(enemy,)).hex == "1601"
        with pytest.raises(IllegalRequestError, match="may come in 1401 or 1601, not in 1501"):
            enter("R:1/Est", 16, "1501", others=(enemy,))
        with pytest.raises(IllegalRequestError, match="may come in 1401 or 1601, not in 1701"):
            enter("R:1/Est", 16, "1701", others=(enemy,))

    def test_further_off_if_these_are_held_too(self) -> None:
        enemies = (put("W:1/1D", "1501"), put("W:2/1D", "1401"), put("W:3/1D", "1601"))
        assert enter("R:1/Est", 16, "1301", others=enemies).hex == "1301"
        assert enter("R:1/Est", 16, others=(put("W:1/1D", "1501"), put("W:2/1D", "1401"))).hex == "1601"

    def test_not_while_one_of_several_is_free(self) -> None:
        enemies = tuple(put(f"W:{n}/1D", place) for n, place in enumerate(("0117", "0118", "0119"), start=1))
        assert enter("R:1/57D", 18, others=enemies).hex == "0120"
        every = (*enemies, put("W:1/2D", "0120"))
        assert enter("R:1/57D", 18, others=every).hex == "0116"

    @pytest.mark.rule("orel", "10.1-brasovo")
    def test_at_brasovo_the_nearest_lie_in_the_area(self) -> None:
        held = (put("R:1/9D", "1020"),)
        assert enter("W:1Off/Alex", 17, scenario="introductory", others=held).hex == "0920"
        with pytest.raises(IllegalRequestError, match="may come in 0920, not in 1120"):
            enter("W:1Off/Alex", 17, "1120", scenario="introductory", others=held)

    def test_friends_do_not_block(self) -> None:
        assert enter("R:1/Est", 16, "1501", others=(put("R:2/Est", "1501"),)).hex == "1501"


@pytest.mark.rule("orel", "10.2-reinforcements")
class TestTheMarkovs:
    def test_on_foot_from_the_edge(self) -> None:
        no_station = HexMap(title="bare", grid=GRID)
        on_foot = ReinforcementOutcome(hex="2920", placed=False, allowance=5, mp_left=4)
        assert enter("W:1/3M", 18, "2920", board=no_station) == on_foot
        assert enter("W:1/3M", 18, "2920", board=FIELD, others=(put("R:1/9D", "2919"),)) == on_foot

    def test_ponyri_is_a_station_of_the_line_too(self) -> None:
        outcome = enter("W:1/3M", 18, "2920", board=FIELD)
        assert outcome == ReinforcementOutcome(hex="2920", placed=True, allowance=5, mp_left=5)
        with pytest.raises(ChoiceError, match="it may answer '2413' or '2705' or '2809' or '2814' or '2920' "):
            enter("W:1/3M", 18, choice="0101", board=FIELD)

    def test_at_diatchia_they_are_placed_and_pay_nothing(self) -> None:
        assert enter("W:1/3M", 18, "2413") == ReinforcementOutcome(hex="2413", placed=True, allowance=5, mp_left=5)

    def test_apart(self) -> None:
        assert enter("W:3/3M", 18, "2413", entered_at="2920").placed

    def test_at_a_station_of_the_double_track(self) -> None:
        assert enter("W:1/3M", 18, "2814", board=FIELD).placed
        assert enter("W:1/3M", 18, "2705", board=FIELD).placed
        with pytest.raises(IllegalRequestError, match="not in 2815"):
            enter("W:1/3M", 18, "2815", board=FIELD)
        with pytest.raises(IllegalRequestError, match="not in 0717"):
            enter("W:1/3M", 18, "0717", board=FIELD)

    @pytest.mark.rule("orel", "D-map")
    def test_which_hexes_are_stations_only_a_board_tells(self) -> None:
        with pytest.raises(NeedsRuling, match=r"Is 2814 a station on the double track.*\[D-map\]"):
            enter("W:1/3M", 18, "2814")

    def test_not_with_the_enemy_nor_in_his_zone_of_control(self) -> None:
        with pytest.raises(IllegalRequestError, match="not in 2814"):
            enter("W:1/3M", 18, "2814", board=FIELD, others=(put("R:1/9D", "2814"),))
        near = put("R:1/9D", "2914")
        with pytest.raises(IllegalRequestError, match="not in 2814"):
            enter("W:1/3M", 18, "2814", board=FIELD, others=(near,))
        friend = put("W:2/3M", "2814")
        assert enter("W:1/3M", 18, "2814", board=FIELD, others=(near, friend)).placed

    def test_on_foot_an_enemy_zone_does_not_bar_the_way(self) -> None:
        assert enter("W:1/3M", 18, "2920", others=(put("R:1/9D", "2919"),)).hex == "2920"


@pytest.mark.rule("orel", "7.4-command", "X-bad-units", "0-hex-layout")
class TestBadRequests:
    @pytest.mark.parametrize("change", [{"unsupplied": True}, {"mode": "march"}, {"steps": 2}])
    def test_reinforcements_come_whole_supplied_and_in_combat_mode(self, change: dict[str, object]) -> None:
        unit = evolve(ORDER.unit("R:86/Est"), **change)  # type: ignore[arg-type]  # any field
        with pytest.raises(InvalidRequestError, match=r"\$\.unit: a reinforcement comes supplied.*\[7.4-command\]"):
            ruleset.resolve(ReinforcementRequest(day=16, unit=unit), dice=GivenDice([]))

    def test_one_that_is_on_the_map(self) -> None:
        request = ReinforcementRequest(day=16, unit=put("R:86/Est", "1501"))
        with pytest.raises(InvalidRequestError, match=r"\$\.unit\.hex: R:86/Est is on the map already"):
            ruleset.resolve(request, dice=GivenDice([]))

    def test_neither_unit_nor_depot_or_both(self) -> None:
        both = ReinforcementRequest(day=16, unit=ORDER.unit("R:86/Est"), depot=ORDER.depot("R:depot-0701"))
        for request in (ReinforcementRequest(day=16), both):
            with pytest.raises(InvalidRequestError, match=r"\$\.unit: expected either a unit or a depot"):
                ruleset.resolve(request, dice=GivenDice([]))

    def test_hexes_off_the_map(self) -> None:
        with pytest.raises(InvalidRequestError, match=r"\$\.hex: hex 3301 is not on the board \[0-hex-layout\]"):
            enter("R:86/Est", 16, "3301")


@pytest.mark.rule("orel", "7.4-zones")
class TestZones:
    def may(self, request: EntryZoneRequest, *, expire: bool = False) -> EntryZoneOutcome:
        return ruleset.with_options(entry_zones_expire=expire).resolve(request, dice=GivenDice([])).outcome

    def test_a_white_unit_may_not_move_into_1501(self) -> None:
        for arrived in ((), ESTONIANS):
            with pytest.raises(
                IllegalRequestError, match=r"\$\.hex: 1501 is an entry zone of the enemy.*\[7.4-zones\]"
            ):
                self.may(EntryZoneRequest(side="white", hex="1501", arrived=arrived))

    def test_with_the_option_it_may_once_all_are_in(self) -> None:
        open_ = self.may(EntryZoneRequest(side="white", hex="1501", arrived=ESTONIANS), expire=True)
        assert open_ == EntryZoneOutcome(closed=False, must_leave=False)
        with pytest.raises(IllegalRequestError):
            self.may(EntryZoneRequest(side="white", hex="1501", arrived=ESTONIANS[1:]), expire=True)

    @pytest.mark.parametrize("reason", ["mandatory_advance", "only_retreat"])
    def test_two_reasons_lead_there_and_out_again(self, reason: str) -> None:
        request = EntryZoneRequest(side="white", hex="1501", reason=reason)  # type: ignore[arg-type]  # a reason
        assert self.may(request) == EntryZoneOutcome(closed=True, must_leave=True)

    @pytest.mark.parametrize("reason", ["move", "advance", "pursuit", "retreat"])
    def test_the_others_do_not(self, reason: str) -> None:
        with pytest.raises(IllegalRequestError):
            self.may(EntryZoneRequest(side="white", hex="0701", reason=reason))  # type: ignore[arg-type]  # a reason

    def test_ones_own_zones_are_open_and_each_side_has_its_own(self) -> None:
        red = {"3101", "1501", "0701", "0117", "0118", "0119", "0120"}
        white = {"3205", "2920", "1020", "1220"}
        for place in GRID.hexes:
            for side, closed in (("white", red), ("red", white)):
                request = EntryZoneRequest(side=side, hex=place, reason="only_retreat")  # type: ignore[arg-type]
                assert self.may(request).closed == (place in closed)

    def test_diatchia_and_stations_are_no_zones(self) -> None:
        assert not self.may(EntryZoneRequest(side="red", hex="2413")).closed

    def test_zones_in_force_for_other_chapters(self) -> None:
        expire = Options(entry_zones_expire=True)
        assert zones_in_force(ORDER, Options(), ESTONIANS) == ORDER.entry_zones
        closed = {place for zone in ORDER.entry_zones for place in zone.hexes}
        left = {place for zone in zones_in_force(ORDER, expire, ESTONIANS) for place in zone.hexes}
        assert closed - left == {"1501"}
        # Two zones for one brigade: both are used up once it is in.
        both = zones_in_force(ORDER, expire, ("W:1Off/Alex", "W:10HusIng"))
        assert closed - {place for zone in both for place in zone.hexes} == {"1020", "1220"}

    def test_bad_input(self) -> None:
        with pytest.raises(InvalidRequestError, match=r"\$\.hex: hex 1521 is not on the board"):
            self.may(EntryZoneRequest(side="red", hex="1521"))
        with pytest.raises(InvalidRequestError, match=r"\$\.arrived\[0\]: 'W:1/1K' is not a reinforcement"):
            self.may(EntryZoneRequest(side="red", hex="1501", arrived=("W:1/1K",)))
