"""The end of a turn, and its phases."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from attrs import evolve

from rcw_rules import GivenDice, IllegalRequestError, InvalidRequestError
from rcw_rules import red_white as rw

# ---------------------------------------------------------------- the end of a turn

FRESH = rw.ArmyUnit(type="infantry", stands=8, starting_stands=8)
STEADY = rw.ArmyCount(units=10, lost=1)


SHAKEN = rw.ArmyCount(units=20, lost=7)  # 35%


def end(*faces: int, ruleset: Any = rw.ruleset, **fields: Any) -> rw.EndOfTurnOutcome:
    request = rw.EndOfTurnRequest(**{"red": STEADY, "white": STEADY, **fields})
    outcome: rw.EndOfTurnOutcome = ruleset.resolve(request, dice=GivenDice(faces)).outcome
    return outcome


@pytest.mark.rule("red_white", "suppress-duration", "gen-unit-state")
def test_the_end_of_the_turn_removes_the_suppressed_marker_and_nothing_else() -> None:
    marked = rw.Unit(
        side="red",
        type="infantry",
        has_leader=True,
        starting_stands=8,
        stands=5,
        suppressed=True,
        falling_back=True,
        casualties=True,
    )
    free = evolve(marked, side="white", suppressed=False)
    outcome = end(units=(marked, free))
    assert outcome.units == (evolve(marked, suppressed=False), free)


@pytest.mark.rule("red_white", "suppress-duration", "suppress-fire")
def test_a_suppressed_unit_that_may_fire_has_the_marker_to_the_end_of_its_turn() -> None:
    unit = rw.Unit(side="red", type="infantry", has_leader=True, stands=5, suppressed=True, casualties=True)
    fired = rw.ruleset.resolve(rw.SuppressedFireRequest(unit=unit), dice=GivenDice([4])).outcome
    assert (fired.may_fire, fired.suppressed) == (True, True)
    (later,) = end(units=(unit,)).units
    for tested, base in ((unit, 4), (later, 5)):
        assert rw.ruleset.resolve(rw.MoraleTestRequest(unit=tested), dice=GivenDice([1])).outcome.base == base


@pytest.mark.rule("red_white", "major-when")
def test_an_army_at_35_percent_tests_at_the_end_of_every_turn() -> None:
    for _ in range(2):
        outcome = end(4, red=SHAKEN)
        assert (outcome.red.tested, outcome.red.broken, outcome.white.tested) == (True, False, False)
    assert not end(red=STEADY).red.tested


@pytest.mark.rule("red_white", "major-when", "major-break")
@pytest.mark.parametrize(("faces", "winner"), [((3, 4), "white"), ((4, 3), "red"), ((3, 3), "draw"), ((4, 4), "none")])
def test_red_throws_first_and_both_throw(faces: tuple[int, int], winner: str) -> None:
    resolution = rw.ruleset.resolve(rw.EndOfTurnRequest(red=SHAKEN, white=SHAKEN), dice=GivenDice(faces))
    outcome = resolution.outcome
    assert (outcome.winner, outcome.game_over) == (winner, winner != "none")
    assert (outcome.red.broken, outcome.white.broken) == (faces[0] == 3, faces[1] == 3)
    assert [roll.purpose for roll in resolution.record.rolls] == [
        "Red army/Major Morale of red",
        "White army/Major Morale of white",
    ]


@pytest.mark.rule("red_white", "major-break")
def test_if_red_alone_breaks_white_wins() -> None:
    assert end(1, red=SHAKEN).winner == "white"
    assert end(1, white=SHAKEN).winner == "red"


@pytest.mark.rule("red_white", "major-adjustments", "p1-surrender-and-supply")
def test_what_one_army_loses_in_trains_and_supply_helps_the_other() -> None:
    red = rw.ArmyLog(
        units=(
            rw.ArmyUnit(type="armoured_train", fate="off_table"),
            rw.ArmyUnit(type="armoured_train", fate="surrendered"),
            rw.ArmyUnit(type="armoured_train", fate="destroyed"),
            *[FRESH] * 60,
        ),
        supply_cut=True,
    )
    outcome = end(red=red, white=rw.ArmyCount(units=40, lost=9))
    # three trains and the supply line; the train that was merely destroyed helps nobody
    assert (outcome.red.net_losses, outcome.white.net_losses) == (3 * 3 + 3, 9 - 2 * 2 - 2)


@pytest.mark.rule("red_white", "major-when", "major-break", "major-die")
@pytest.mark.parametrize(("red_lost", "white_lost"), [(3, 5), (4, 0), (0, 0), (5, 5)])
def test_the_exact_odds_are_those_of_both_dice(red_lost: int, white_lost: int) -> None:
    highest = {0: 0, 3: 3, 4: 4, 5: 5}
    twin: dict[str, Fraction] = dict.fromkeys(("none", "red", "white", "draw"), Fraction(0))
    for red_face, white_face in product(range(1, 11), repeat=2):
        red_breaks, white_breaks = red_face <= highest[red_lost], white_face <= highest[white_lost]
        winner = {(True, True): "draw", (True, False): "white", (False, True): "red", (False, False): "none"}
        twin[winner[red_breaks, white_breaks]] += Fraction(1, 100)
    odds = rw.ruleset.odds(
        rw.EndOfTurnRequest(red=rw.ArmyCount(units=10, lost=red_lost), white=rw.ArmyCount(units=10, lost=white_lost))
    )
    for who, chance in twin.items():
        assert odds.probability(lambda outcome, who=who: outcome.winner == who) == chance  # type: ignore[misc]


@pytest.mark.rule("red_white", "morale-exclusive-flags")
def test_a_unit_with_contradictory_state_is_refused() -> None:
    unit = rw.Unit(side="red", type="infantry", has_leader=True, stands=5, raw=True, troop_class="red_guards")
    with pytest.raises(IllegalRequestError) as caught:
        end(units=(unit,))
    assert [each.path for each in caught.value.verdict.objections] == ["$.units[0].raw"]
    with pytest.raises(InvalidRequestError):
        end(units=(evolve(unit, troop_class=None, elite=True),))


# ---------------------------------------------------------------- the phases of a turn


def sequence(*phases: rw.Phase) -> rw.PartOneProfile:
    return rw.PartOneProfile(source="made up", sequence=phases)


FULL = (
    rw.Phase(name="orders", roles=("activation", "air_string")),
    rw.Phase(name="advance", roles=("movement", "air_flight")),
    rw.Phase(name="volley", roles=("fire",)),
    rw.Phase(name="charge", roles=("melee", "fire", "morale")),
    rw.Phase(name="close", roles=("end",)),
)


@pytest.mark.rule("red_white", "p1-sequence")
def test_without_a_phase_that_ends_the_turn_it_cannot_end() -> None:
    ruleset = rw.ruleset.with_options(profile=sequence(*FULL[:-1]))
    with pytest.raises(IllegalRequestError) as caught:
        end(ruleset=ruleset)
    assert [each.rule for each in caught.value.verdict.objections] == ["p1-sequence"]
    for profile in (sequence(*FULL), sequence()):
        assert end(ruleset=rw.ruleset.with_options(profile=profile)).winner == "none"


@pytest.mark.rule("red_white", "p1-sequence", "suppress-who")
def test_phase_1_is_the_first_with_fire() -> None:
    assert rw.phase_1(sequence(*FULL)).name == "volley"
    assert rw.phase_1(sequence(FULL[0], FULL[3], FULL[2], FULL[4])).name == "charge"
    for profile in (sequence(), sequence(FULL[0], FULL[4])):
        with pytest.raises(rw.MissingProfileError) as caught:
            rw.phase_1(profile)
        assert (caught.value.rule, caught.value.field) == ("p1-sequence", "sequence")
