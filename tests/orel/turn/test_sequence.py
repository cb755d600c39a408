"""The sequence of play, the end of player turns and of the game."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from rcw_rules import GivenDice
from rcw_rules.kernel.errors import IllegalRequestError, InvalidRequestError
from rcw_rules.orel import Moment, Rout, TurnOutcome, TurnRequest, Unit, order_of_battle, ruleset
from rcw_rules.orel.model import Day, Side
from rcw_rules.orel.turn import STEPS, following_moment

ORDER = order_of_battle()


def go_on(moment: Moment, *, events: bool = False, **fields: object) -> TurnOutcome:
    request = TurnRequest(moment=moment, **fields)  # type: ignore[arg-type]  # any field
    return ruleset.with_options(events=events).resolve(request, dice=GivenDice([])).outcome


def routed(key: str, place: str | None = None) -> Unit:
    unit = ORDER.unit(key)
    return evolve(unit, mode="routed", hex=place or unit.hex)


@pytest.mark.rule("orel", "2-sequence", "1.2-active-player")
class TestTheSequence:
    @pytest.mark.parametrize("events", [False, True])
    def test_a_whole_day(self, events: bool) -> None:
        steps = ["depots", "recruitment", "command", "events", "movement", "combat", "markers"]
        if not events:
            steps.remove("events")
        expected = [(15, player, step) for player in ("white", "red") for step in steps]
        moment: Moment | None = Moment()
        met = []
        while moment is not None and moment.day == 15:
            met.append((moment.day, moment.player, moment.step))
            moment = go_on(moment, events=events).next
        assert met == expected
        assert moment == Moment(day=16, player="white", step="depots")

    def test_after_whites_last_step_reds_first_of_the_same_day(self) -> None:
        assert go_on(Moment(step="markers")).next == Moment(day=15, player="red", step="depots")

    def test_after_reds_last_step_the_next_day(self) -> None:
        assert go_on(Moment(player="red", step="markers")).next == Moment(day=16)

    def test_active_and_reactive_player(self) -> None:
        assert (Moment(player="white").player, Moment(player="white").reactive_player) == ("white", "red")
        assert Moment(player="red").reactive_player == "white"

    @pytest.mark.parametrize(
        "intended",
        [Moment(step="command"), Moment(step="movement"), Moment(step="markers"), Moment(day=16, step="combat")],
    )
    def test_no_step_is_revisited_or_left_out(self, intended: Moment) -> None:
        with pytest.raises(IllegalRequestError, match=r"next is combat of white, 15 October \[2-sequence\]"):
            go_on(Moment(step="movement"), intended=intended)

    def test_the_next_step_is_as_intended(self) -> None:
        intended = Moment(step="combat")
        assert go_on(Moment(step="movement"), intended=intended).next == intended

    @pytest.mark.rule("orel", "6-optional")
    def test_events_come_in_where_they_are_played(self) -> None:
        assert go_on(Moment(step="command")).next == Moment(step="movement")
        assert go_on(Moment(step="command"), events=True).next == Moment(step="events")
        assert go_on(Moment(step="events")).next == Moment(step="movement")

    @given(
        day=st.sampled_from((15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25)),
        player=st.sampled_from(("white", "red")),
        step=st.sampled_from(STEPS),
        events=st.booleans(),
    )
    def test_time_only_goes_forward(self, day: Day, player: Side, step: str, events: bool) -> None:
        now = Moment(day=day, player=player, step=step)  # type: ignore[arg-type]  # one of the steps
        then = following_moment(now, last_day=26, events=events)
        assert then is not None

        def when(moment: Moment) -> tuple[int, bool, int]:
            return moment.day, moment.player == "red", STEPS.index(moment.step)

        assert when(then) > when(now)


@pytest.mark.rule("orel", "10-turn-track")
class TestTheTrack:
    def test_turns_and_days(self) -> None:
        assert [Moment(day=day).turn for day in (15, 20, 26)] == [1, 6, 12]

    def test_the_default_game_ends_after_turn_12(self) -> None:
        end = Moment(day=26, player="red", step="markers")
        assert end.turn == 12
        assert go_on(end).game_over
        assert not go_on(Moment(day=26, step="markers")).game_over
        assert not go_on(Moment(day=25, player="red", step="markers")).game_over

    @pytest.mark.rule("orel", "10.1-brasovo")
    def test_brasovo_ends_after_four_turns(self) -> None:
        assert go_on(Moment(day=18, player="red", step="markers"), scenario="introductory").game_over
        assert not go_on(Moment(day=17, player="red", step="markers"), scenario="introductory").game_over
        with pytest.raises(InvalidRequestError, match=r"ends on 18 October \[10.1-brasovo\]"):
            go_on(Moment(), scenario="introductory", last_day=20)

    @pytest.mark.parametrize("last", [20, 28, 31])
    def test_another_last_day(self, last: Day) -> None:
        assert go_on(Moment(day=last, player="red", step="markers"), last_day=last).game_over
        assert not go_on(Moment(day=last, step="markers"), last_day=last).game_over

    @pytest.mark.rule("orel", "10.1-brasovo")
    @pytest.mark.parametrize(
        ("day", "fields", "rule"),
        [
            (26, {}, "10-turn-track"),
            (18, {"scenario": "introductory"}, "10.1-brasovo"),
            (20, {"last_day": 20}, "2-sequence"),
        ],
    )
    def test_the_end_cites_what_sets_it(self, day: Day, fields: dict[str, Any], rule: str) -> None:
        request = TurnRequest(moment=Moment(day=day, player="red", step="markers"), **fields)
        assert ruleset.resolve(request, dice=GivenDice([])).record.steps[-1].rule == rule
        late = TurnRequest(moment=Moment(day=day + 1), **fields)  # type: ignore[arg-type]  # a day
        with pytest.raises(IllegalRequestError) as caught:
            ruleset.resolve(late, dice=GivenDice([]))
        assert [(each.rule, each.path) for each in caught.value.verdict.objections] == [(rule, "$.moment.day")]

    def test_the_last_day_is_not_before_the_20th(self) -> None:
        with pytest.raises(InvalidRequestError, match=r"\$\.last_day: .*\[10-turn-track\]"):
            go_on(Moment(), last_day=19)

    def test_a_day_after_the_last_is_refused(self) -> None:
        with pytest.raises(
            IllegalRequestError, match=r"\$\.moment\.day: the game ends on 26 October \[10-turn-track\]"
        ):
            go_on(Moment(day=27))

    def test_a_day_that_is_none_of_the_game(self) -> None:
        with pytest.raises(InvalidRequestError, match=r"\$\.moment\.day"):
            go_on(Moment(day=14))  # type: ignore[arg-type]  # a wrong day is what is asked about


@pytest.mark.rule("orel", "10-track-errata", "10.2-reinforcements")
class TestWhoIsDue:
    ESTONIANS = ("R:1/Est", "R:2/Est", "R:VO/Est", "R:Art/Est", "R:86/Est", "R:depot-0701")

    def test_the_estonians_on_the_16th(self) -> None:
        assert go_on(Moment(day=16, step="markers")).due == self.ESTONIANS

    def test_only_the_red_trains_are_new_on_the_19th(self) -> None:
        before = go_on(Moment(day=18, step="markers")).due
        assert go_on(Moment(day=19, step="markers"), arrived=before).due == (
            "R:train-avrora",
            "R:train-lenine",
            "R:train-okiabr",
        )

    def test_barbovich_comes_on_the_17th_not_on_the_19th(self) -> None:
        assert go_on(Moment(day=16, player="red", step="markers")).due == ("W:1Off/Alex", "W:10HusIng")
        came = go_on(Moment(day=17, player="red", step="markers")).due
        assert go_on(Moment(day=18, player="red", step="markers"), arrived=came).due == ()

    def test_nobody_on_the_15th(self) -> None:
        assert go_on(Moment()).due == ()
        assert go_on(Moment(step="markers")).due == ()

    @pytest.mark.rule("orel", "7.4-delay")
    def test_a_reinforcement_that_waits_stays_due(self) -> None:
        assert go_on(Moment(day=17, step="markers"), arrived=self.ESTONIANS[1:]).due == ("R:1/Est",)

    def test_a_unit_that_is_not_a_reinforcement(self) -> None:
        with pytest.raises(InvalidRequestError, match=r"\$\.arrived\[0\]: 'W:1/1K' is not a reinforcement"):
            go_on(Moment(), arrived=("W:1/1K",))


@pytest.mark.rule("orel", "2-markers")
class TestMarkers:
    def test_both_sides_lose_them_at_the_end_of_a_player_turn(self) -> None:
        outcome = go_on(Moment(step="markers"), fired=("W:Art/1K", "R:Art/7D"))
        assert outcome.markers_removed == ("W:Art/1K", "R:Art/7D")

    @pytest.mark.parametrize("step", STEPS[:-1])
    def test_and_not_before(self, step: str) -> None:
        outcome = go_on(Moment(step=step), fired=("R:Art/7D",))  # type: ignore[arg-type]  # one of the steps
        assert outcome.markers_removed == ()

    @pytest.mark.rule("orel", "9.2.1-breakdown")
    def test_a_tank_is_repaired_at_the_end_of_the_day(self) -> None:
        tank = evolve(ORDER.unit("W:Tank"), broken_down=True)
        assert go_on(Moment(step="markers"), units=(tank,)).repaired == ()
        assert go_on(Moment(player="red", step="markers"), units=(tank,)).repaired == (ORDER.unit("W:Tank"),)


@pytest.mark.rule("orel", "8.7.3-rally")
class TestRally:
    RED = routed("R:1/7D", "1811")
    WHITE = routed("W:1/1D", "1413")

    def test_routed_in_the_enemys_turn_it_rallies_at_the_end_of_the_owners_next(self) -> None:
        rout = Rout(unit="R:1/7D", day=16, player="white")
        fields: dict[str, Any] = {"units": (self.RED,), "routs": (rout,)}
        assert go_on(Moment(day=16, step="markers"), **fields).rallied == ()
        rallied = go_on(Moment(day=16, player="red", step="markers"), **fields).rallied
        assert rallied == (evolve(self.RED, mode="combat"),)

    def test_in_the_turn_in_which_it_was_routed_it_is_not_expected_to_rally(self) -> None:
        moment, rout = Moment(day=16, player="red", step="markers"), Rout(unit="R:1/7D", day=16, player="red")
        ended = go_on(moment, units=(routed("R:1/7D"),), routs=(rout,))
        assert (ended.rallied, ended.still_routed) == ((), ())

    def test_the_routs_of_the_other_side_are_not_asked_about(self) -> None:
        request = TurnRequest(moment=Moment(day=16, player="white", step="markers"), units=(routed("R:1/7D"),))
        record = ruleset.resolve(request, dice=GivenDice([])).record
        assert [step.rule for _, step in record.walk()] == ["2-sequence", "2-sequence"]

    def test_routed_in_its_own_turn_it_waits_for_the_next_of_its_own(self) -> None:
        rout = Rout(unit="W:1/1D", day=16, player="white")
        fields: dict[str, Any] = {"units": (self.WHITE,), "routs": (rout,)}
        assert go_on(Moment(day=16, step="markers"), **fields).rallied == ()
        assert go_on(Moment(day=16, player="red", step="markers"), **fields).rallied == ()
        assert [unit.key for unit in go_on(Moment(day=17, step="markers"), **fields).rallied] == ["W:1/1D"]

    def test_in_an_enemy_zone_of_control_it_stays_routed_and_tries_again(self) -> None:
        rout = Rout(unit="R:1/7D", day=16, player="white")
        enemy = evolve(ORDER.unit("W:2/83S"), hex="1812")
        for moment in (Moment(day=16, player="red", step="markers"), Moment(day=17, player="red", step="markers")):
            outcome = go_on(moment, units=(self.RED, enemy), routs=(rout,))
            assert (outcome.rallied, outcome.still_routed) == ((), ("R:1/7D",))
        gone = evolve(enemy, hex="1815")
        assert go_on(Moment(day=18, player="red", step="markers"), units=(self.RED, gone), routs=(rout,)).rallied

    @pytest.mark.rule("orel", "1.2-zoc-negation")
    def test_a_friend_in_the_hex_negates_the_zone(self) -> None:
        rout = Rout(unit="R:1/7D", day=16, player="white")
        enemy, friend = evolve(ORDER.unit("W:2/83S"), hex="1812"), evolve(ORDER.unit("R:2/7D"), hex="1811")
        outcome = go_on(Moment(day=16, player="red", step="markers"), units=(self.RED, enemy, friend), routs=(rout,))
        assert [unit.key for unit in outcome.rallied] == ["R:1/7D"]

    @pytest.mark.parametrize(
        ("routs", "expected"),
        [
            ((), r"\$\.units\[0\]\.mode: is routed: say when"),
            ((Rout(unit="R:2/7D", day=16, player="white"),), r"\$\.routs\[0\]\.unit: no routed unit has the key"),
            ((Rout(unit="R:1/7D", day=16, player="white"),) * 2, r"\$\.routs\[1\]\.unit: 'R:1/7D' comes twice"),
            ((Rout(unit="R:1/7D", day=17, player="white"),), r"\$\.routs\[0\]\.day: the rout lies in the future"),
        ],
    )
    def test_contradictions_are_refused(self, routs: tuple[Rout, ...], expected: str) -> None:
        with pytest.raises(InvalidRequestError, match=expected + r".*\[8.7.3-rally\]"):
            go_on(Moment(day=16, player="red", step="markers"), units=(self.RED,), routs=routs)


@pytest.mark.rule("orel", "X-bad-units", "0-hex-layout")
def test_units_off_the_map_are_refused() -> None:
    with pytest.raises(InvalidRequestError, match=r"\$\.units\[0\]\.hex: hex 3305 is not on the board"):
        go_on(Moment(), units=(evolve(ORDER.unit("W:1/1D"), hex="3305"),))
