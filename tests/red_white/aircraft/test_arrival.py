"""The arrival of aircraft, and patrols."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from red_white_refusals import no_die, objections_to, problems_of

from rcw_rules import GivenDice
from rcw_rules import red_white as rw

# ---------------------------------------------------------------- arrival


def arrivals(*aircraft: tuple[Any, int | None]) -> rw.AircraftArrivalRequest:
    return rw.AircraftArrivalRequest(aircraft=tuple(rw.Arrival(side=side, turn=turn) for side, turn in aircraft))


@pytest.mark.rule("red_white", "air-availability")
def test_two_aircraft_without_turns_arrive_as_their_dice_say() -> None:
    resolution = rw.ruleset.resolve(arrivals(("red", None), ("red", None)), dice=GivenDice([2, 5]))
    assert resolution.outcome.turns == (2, 5)
    assert set(resolution.record.rules) == {"air-availability"}


@pytest.mark.rule("red_white", "air-availability")
def test_a_turn_given_by_the_scenario_takes_no_die() -> None:
    assert no_die(arrivals(("white", 3))).outcome.turns == (3,)


@pytest.mark.rule("red_white", "air-availability")
def test_red_aircraft_roll_first_and_the_turns_stand_in_listed_order() -> None:
    request = arrivals(("white", None), ("red", None), ("white", 9), ("red", None))
    resolution = rw.ruleset.resolve(request, dice=GivenDice([1, 2, 6]))
    assert resolution.outcome.turns == (6, 1, 9, 2)


@pytest.mark.rule("red_white", "air-availability")
def test_an_impossible_arrival_is_refused() -> None:
    assert problems_of(rw.AircraftArrivalRequest(aircraft=())) == [("$.aircraft", "air-availability")]
    assert problems_of(arrivals(("red", 0))) == [("$.aircraft[0].turn", "bad-numbers")]


# ---------------------------------------------------------------- patrol


@pytest.mark.rule("red_white", "air-patrol")
def test_a_patrol_begun_on_turn_2_with_a_3_lasts_to_the_end_of_turn_4() -> None:
    request = rw.PatrolRequest(type="fighter", turn=2, order="patrol")
    resolution = rw.ruleset.resolve(request, dice=GivenDice([3]))
    assert resolution.outcome == rw.PatrolOutcome(
        mode="patrol", patrol_turns_left=3, combat_from=None, flight_turns_left=0
    )
    assert "air-patrol" in resolution.record.rules


@pytest.mark.rule("red_white", "air-patrol-ends", "air-three-turns")
@pytest.mark.parametrize(
    ("enemy_turn", "face", "mode"),
    [(2, 1, "combat"), (3, 1, "patrol"), (4, 3, "combat"), (5, 3, "patrol"), (7, 6, "combat"), (8, 6, "patrol")],
)
def test_an_enemy_ends_the_patrol_if_he_comes_while_it_lasts(enemy_turn: int, face: int, mode: str) -> None:
    request = rw.PatrolRequest(type="fighter", turn=2, order="patrol", enemy_turn=enemy_turn)
    outcome = rw.ruleset.resolve(request, dice=GivenDice([face])).outcome
    if mode == "combat":
        assert outcome == rw.PatrolOutcome(
            mode="combat", patrol_turns_left=0, combat_from=enemy_turn, flight_turns_left=6, attackers="both"
        )
    else:
        assert outcome == rw.PatrolOutcome(mode="patrol", patrol_turns_left=face, combat_from=None, flight_turns_left=0)


@pytest.mark.rule("red_white", "air-patrol-ends", "air-types")
@pytest.mark.parametrize("enemy", ["bomber", "observation"])
def test_only_the_patroller_attacks_an_enemy_who_is_no_fighter(enemy: Any) -> None:
    request = rw.PatrolRequest(type="fighter", turn=1, order="patrol", enemy_turn=1, enemy_type=enemy)
    assert rw.ruleset.resolve(request, dice=GivenDice([1])).outcome.attackers == "patroller"


@pytest.mark.rule("red_white", "air-types", "air-patrol")
@pytest.mark.parametrize("kind", ["bomber", "observation"])
def test_only_fighters_may_patrol(kind: Any) -> None:
    request = rw.PatrolRequest(type=kind, turn=1, order="patrol")
    assert objections_to(request) == [("$.order", "air-types")]


@pytest.mark.rule("red_white", "air-types", "air-three-turns")
@pytest.mark.parametrize("kind", ["bomber", "observation", "fighter"])
def test_who_does_not_patrol_is_in_combat_mode_at_once(kind: Any) -> None:
    expected = rw.PatrolOutcome(mode="combat", patrol_turns_left=0, combat_from=5, flight_turns_left=6)
    assert no_die(rw.PatrolRequest(type=kind, turn=5, order="attack")).outcome == expected
    assert no_die(rw.PatrolRequest(type=kind, turn=5)).outcome == expected


@pytest.mark.rule("red_white", "air-types")
def test_a_fighter_without_orders_is_asked_and_no_other_aircraft_is() -> None:
    asked: list[Any] = []

    def patrols(situation: Any, alternatives: tuple[Any, ...]) -> Any:
        asked.append((situation.type, alternatives))
        return "patrol"

    request = rw.PatrolRequest(type="fighter", turn=1)
    resolution = rw.ruleset.resolve(request, dice=GivenDice([6]), choices={"patrol": patrols})
    assert resolution.outcome.patrol_turns_left == 6
    assert no_die(evolve(request, type="bomber"), patrol=patrols).outcome.mode == "combat"
    assert asked == [("fighter", ("patrol", "attack"))]


@pytest.mark.rule("red_white", "air-patrol-ends")
def test_an_enemy_of_an_earlier_turn_is_refused() -> None:
    request = rw.PatrolRequest(type="fighter", turn=3, order="patrol", enemy_turn=2)
    assert problems_of(request) == [("$.enemy_turn", "air-patrol-ends")]
