"""Whose loss a casualty of a melee is: which unit's, and its leader's or priest's."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from red_white_melees import fight, goes, lost
from red_white_units import red, vehicle, white

from rcw_rules import GivenDice
from rcw_rules import red_white as rw
from rcw_rules.kernel.record import ChoiceStep

# ---------------------------------------------------------------- whose loss


@pytest.mark.rule("red_white", "melee-loss-allocation")
@pytest.mark.parametrize(
    ("stands", "margin", "expected"),
    [
        ((7, 6), 1, (1, 0)),
        ((7, 6), 2, (2, 0)),  # 7 to 6, then of two 6 the first listed
        ((7, 6), 3, (2, 1)),
        ((6, 7), 1, (0, 1)),
        ((6, 7), 2, (1, 1)),
        ((5, 5), 1, (1, 0)),
        ((2, 8), 5, (0, 5)),
    ],
)
def test_losses_fall_on_the_largest_unit_one_at_a_time(
    stands: tuple[int, int], margin: int, expected: tuple[int, int]
) -> None:
    attackers = tuple(red(stands=each, starting_stands=each) for each in stands)
    outcome = fight(attackers, white(stands=10, starting_stands=10), 6 - margin, 6)
    assert outcome.margin == -margin
    assert lost(outcome.attackers) == expected


@pytest.mark.rule("red_white", "melee-loss-allocation")
def test_the_losing_player_chooses() -> None:
    attackers = (red(stands=7, starting_stands=7), red(stands=1, starting_stands=1))
    seen: list[tuple[Any, tuple[int, ...]]] = []

    def smallest(situation: Any, alternatives: tuple[int, ...]) -> int:
        seen.append((situation.strengths, alternatives))
        return min(alternatives, key=lambda number: situation.strengths[number - 1])

    outcome = fight(attackers, white(), 3, 6, choices={"allocate_loss": smallest})
    assert lost(outcome.attackers) == (2, 1)
    assert goes(outcome.attackers) == ("starting_position", "nowhere")
    assert seen == [((7, 1), (1, 2))]  # with one unit left there is nothing to choose


@pytest.mark.rule("red_white", "melee-loss-allocation", "heroic-risk")
def test_a_casualty_that_a_leader_takes_is_used_up() -> None:
    attackers = (red(stands=7, starting_stands=7, heroic=True), red(stands=6, starting_stands=6))
    # +1 heroic: 3 + 1 against 6; both casualties fall on the first unit, still the largest after its leader's death
    outcome = fight(attackers, white(), 3, 6, 10)
    assert outcome.margin == -2
    assert (outcome.attackers[0].leader_killed, lost(outcome.attackers)) == (True, (1, 0))


@pytest.mark.rule("red_white", "melee-loss-allocation")
def test_the_choice_stands_in_the_record_with_its_rule() -> None:
    request = rw.MeleeRequest(attackers=(red(stands=4), red(stands=5)), defenders=(white(),))
    resolution = rw.ruleset.resolve(request, dice=GivenDice([2, 2]))
    # nine stands, seven lost: -3
    steps = [step for step in resolution.record.steps if isinstance(step, ChoiceStep)]
    assert resolution.outcome.margin == -3
    assert [(step.rule, step.choice, step.chosen) for step in steps] == [
        ("melee-loss-allocation", "allocate_loss", 2),
        ("melee-loss-allocation", "allocate_loss", 1),
        ("melee-loss-allocation", "allocate_loss", 2),
    ]


# ---------------------------------------------------------------- leaders and priests


@pytest.mark.rule("red_white", "melee-losses", "heroic-risk", "priest-risk")
def test_each_stand_lost_in_melee_endangers_leader_and_priest() -> None:
    defender = white(heroic=True, priest=True)
    # +2; each casualty: the leader's die first, then the priest's
    outcome = fight(red(elite=True), defender, 6, 2, 9, 9, 10, 10)
    assert outcome.margin == 3
    after = outcome.defenders[0]
    assert (after.stands_lost, after.leader_killed, after.priest_killed, after.strength) == (1, True, True, 7)


@pytest.mark.rule("red_white", "melee-losses", "heroic-risk")
def test_a_leader_who_dies_saves_his_stand_even_when_fewer_stands_than_the_margin_are_left() -> None:
    two = {"stands": 2, "starting_stands": 2}
    outcome = fight(red(**two), white(**two, heroic=True), 5, 1, 10)
    after = outcome.defenders[0]
    assert outcome.margin == 3
    assert (after.leader_killed, after.stands_lost, after.goes, after.destroyed) == (True, 2, "nowhere", True)


@pytest.mark.rule("red_white", "heroic-risk", "priest-risk", "train-melee")
def test_whom_a_casualty_takes_is_decided_under_its_own_rule() -> None:
    train = vehicle("armoured_train", "white", guards=1, heroic=True, priest=True)
    request = rw.MeleeRequest(attackers=(red(elite=True, grenades=True),), defenders=(train,))
    # 6 + 2 against 3 + 4: one casualty, and both dice show the 0, but the winner spares leader and priest
    spare: dict[str, Any] = dict.fromkeys(("kill_leader", "kill_priest"), lambda situation, alternatives: False)
    record = rw.ruleset.resolve(request, dice=GivenDice([6, 3, 10, 10]), choices=spare).record
    steps = [step for step in record.steps if isinstance(step, ChoiceStep)]
    assert [(step.choice, step.rule, step.chosen) for step in steps] == [
        ("kill_leader", "heroic-risk", False),
        ("kill_priest", "priest-risk", False),
        ("lose_guard", "train-melee", True),
    ]


@pytest.mark.rule("red_white", "heroic-risk", "priest-risk", "train-melee")
def test_whoever_decides_sees_what_the_unit_has_lost_so_far() -> None:
    train = vehicle("armoured_train", "white", guards=1, heroic=True, priest=True)
    seen: list[tuple[str, int, int, bool, bool, int, bool, bool]] = []

    def policy(name: str, answer: bool) -> Callable[[Any, tuple[bool, ...]], bool]:
        def answers(loss: Any, alternatives: tuple[bool, ...]) -> bool:
            unit = loss.unit
            seen.append(
                (name, loss.stands, loss.guards, loss.leader, loss.priest, loss.strength_left, unit.heroic, unit.priest)
            )
            assert (unit.type, unit.guards, unit.hits) == ("armoured_train", 1, None)  # as before the first casualty
            return answer

        return answers

    choices = {name: policy(name, True) for name in ("kill_leader", "kill_priest", "lose_guard")}
    # +1 hero, +1 priest, +2 train; 6 + 2 against 1 + 4: one casualty each for leader, priest and guard
    outcome = fight(red(elite=True, grenades=True), train, 6, 1, 10, 10, choices=choices)
    assert outcome.margin == 3
    assert seen == [
        ("kill_leader", 0, 0, False, False, 9, True, True),
        ("kill_priest", 0, 0, True, False, 9, False, True),
        ("lose_guard", 0, 0, True, True, 9, False, False),
    ]

    seen.clear()
    choices = {name: policy(name, False) for name in ("kill_leader", "kill_priest", "lose_guard")}
    # the same, but all are spared, so that the second casualty finds one hit more; 9 is no danger, and 10 is
    fight(red(elite=True, grenades=True), train, 6, 1, 10, 10, 10, 9, 9, 10, choices=choices)
    assert seen == [
        ("kill_leader", 0, 0, False, False, 9, True, True),
        ("kill_priest", 0, 0, False, False, 9, True, True),
        ("lose_guard", 0, 0, False, False, 9, True, True),
        ("kill_leader", 1, 0, False, False, 8, True, True),
        ("lose_guard", 1, 0, False, False, 8, True, True),
        ("kill_priest", 2, 0, False, False, 7, True, True),
        ("lose_guard", 2, 0, False, False, 7, True, True),
    ]
