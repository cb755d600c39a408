"""Who dies: a stand, or the leader or the priest in its place."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from rcw_rules import DiceError, GivenDice
from rcw_rules import red_white as rw

Choices = dict[str, Callable[[Any, tuple[Any, ...]], Any]]


def white(**changes: Any) -> rw.Unit:
    return rw.Unit(**{"side": "white", "type": "infantry", "has_leader": True, "stands": 8, **changes})


def lose(
    unit: rw.Unit, count: int, *faces: int, source: Any = "fire", choices: Choices | None = None
) -> rw.CasualtiesOutcome:
    request = rw.CasualtiesRequest(unit=unit, count=count, source=source)
    return rw.ruleset.resolve(request, dice=GivenDice(faces), choices=choices).outcome


def spare(situation: Any, alternatives: tuple[Any, ...]) -> bool:
    return False


@pytest.mark.rule("red_white", "gen-stand", "p1-leader-risk")
@pytest.mark.parametrize("count", [0, 1, 3, 7])
def test_an_ordinary_leader_runs_no_risk_and_no_die_is_thrown(count: int) -> None:
    outcome = lose(white(), count)
    assert outcome == rw.CasualtiesOutcome(
        stands_lost=count,
        guards_lost=0,
        leader_killed=False,
        priest_killed=False,
        destroyed=False,
        has_leader=True,
        casualties=count > 0,
    )


@pytest.mark.rule("red_white", "p1-cheka-by-fire")
def test_fire_never_removes_the_cheka_and_throws_no_die_for_it() -> None:
    red = white(side="red", cheka=True)
    outcome = lose(red, 2)
    assert (outcome.stands_lost, outcome.cheka_lost) == (2, False)


@pytest.mark.rule("red_white", "p1-cheka-by-fire")
@pytest.mark.parametrize(
    ("cheka", "source", "told"), [(True, "fire", True), (True, "melee", False), (False, "fire", False)]
)
def test_the_record_says_where_the_lost_rule_about_the_cheka_would_decide(cheka: bool, source: Any, told: bool) -> None:
    request = rw.CasualtiesRequest(unit=white(side="red", cheka=cheka), count=2, source=source)
    record = rw.ruleset.resolve(request, dice=GivenDice([])).record
    results = [step for step in record.steps if step.kind == "result" and step.rule == "p1-cheka-by-fire"]
    assert len(results) == told
    assert all(step.provenance == "missing" for step in results)  # Part I is lost


@pytest.mark.rule("red_white", "gen-stand")
@pytest.mark.parametrize("count", [2, 3, 99])
def test_no_more_is_lost_than_there_is(count: int) -> None:
    outcome = lose(white(stands=2), count)
    assert (outcome.stands_lost, outcome.destroyed) == (2, True)


@pytest.mark.rule("red_white", "heroic-risk", "gen-dice")
@pytest.mark.parametrize("source", ["fire", "melee"])
@pytest.mark.parametrize("face", range(1, 11))
def test_only_the_ten_kills_the_leader_in_place_of_a_stand(face: int, source: str) -> None:
    outcome = lose(white(heroic=True), 1, face, source=source)
    dead = face == 10
    assert (outcome.leader_killed, outcome.stands_lost, outcome.has_leader) == (dead, int(not dead), not dead)


@pytest.mark.rule("red_white", "gen-dice")
@pytest.mark.parametrize("face", [0, 11])
def test_the_zero_is_typed_as_ten(face: int) -> None:
    with pytest.raises(DiceError, match="heroic-risk"):
        lose(white(heroic=True), 1, face)


@pytest.mark.rule("red_white", "heroic-risk", "heroic-dead")
def test_three_casualties_four_ten_and_no_third_die() -> None:
    outcome = lose(white(heroic=True), 3, 4, 10)
    assert (outcome.leader_killed, outcome.stands_lost, outcome.has_leader) == (True, 2, False)


@pytest.mark.rule("red_white", "heroic-risk")
def test_two_casualties_nine_and_one() -> None:
    outcome = lose(white(heroic=True), 2, 9, 1)
    assert (outcome.leader_killed, outcome.stands_lost, outcome.has_leader) == (False, 2, True)


@pytest.mark.rule("red_white", "heroic-dead", "gen-stand", "train-lost")
def test_nothing_is_left_of_a_destroyed_unit_to_have_a_leader() -> None:
    assert lose(white(stands=2), 1).has_leader
    assert not lose(white(stands=2), 2).has_leader
    assert not lose(rw.Unit(side="white", type="tank", has_leader=True, hits=7), 1).has_leader
    # The guards of a lost train have its leader, as long as any are left.
    train = rw.Unit(side="white", type="armoured_train", has_leader=True, hits=7, guards=2)
    assert [lose(train, count, source="melee").has_leader for count in (2, 3)] == [True, False]
    on_foot = lose(train, 1, source="fire")
    assert (on_foot.destroyed, on_foot.has_leader) == (True, True)


@pytest.mark.rule("red_white", "heroic-risk")
def test_the_enemy_may_spare_the_leader_and_the_die_comes_again() -> None:
    outcome = lose(white(heroic=True), 2, 10, 10, choices={"kill_leader": spare})
    assert (outcome.leader_killed, outcome.stands_lost) == (False, 2)


@pytest.mark.rule("red_white", "priest-risk")
@pytest.mark.parametrize("face", range(1, 11))
def test_a_priest_runs_the_same_risk(face: int) -> None:
    outcome = lose(white(priest=True), 1, face)
    dead = face == 10
    assert (outcome.priest_killed, outcome.stands_lost, outcome.has_leader) == (dead, int(not dead), True)


@pytest.mark.rule("red_white", "priest-risk")
def test_the_enemy_may_spare_the_priest() -> None:
    outcome = lose(white(priest=True), 1, 10, choices={"kill_priest": spare})
    assert (outcome.priest_killed, outcome.stands_lost) == (False, 1)


@pytest.mark.rule("red_white", "priest-risk", "heroic-risk")
@pytest.mark.parametrize(
    ("count", "faces", "leader", "priest", "stands"),
    [
        (1, (10,), True, False, 0),  # no die for the priest
        (1, (3, 10), False, True, 0),
        (1, (3, 9), False, False, 1),
        (2, (10, 10), True, True, 0),
        (2, (10, 9), True, False, 1),
        (2, (9, 10, 9), False, True, 1),
        (3, (10, 10), True, True, 1),  # both dead: the third casualty has no die
    ],
)
def test_leader_first_then_priest(count: int, faces: tuple[int, ...], leader: bool, priest: bool, stands: int) -> None:
    outcome = lose(white(heroic=True, priest=True), count, *faces)
    assert (outcome.leader_killed, outcome.priest_killed, outcome.stands_lost) == (leader, priest, stands)


@pytest.mark.rule("red_white", "priest-risk")
def test_a_spared_leader_leaves_the_casualty_to_the_priest_s_die() -> None:
    outcome = lose(white(heroic=True, priest=True), 1, 10, 10, choices={"kill_leader": spare})
    assert (outcome.leader_killed, outcome.priest_killed, outcome.stands_lost) == (False, True, 0)


@pytest.mark.rule("red_white", "heroic-risk")
def test_casualties_are_taken_one_at_a_time_while_a_stand_is_left() -> None:
    # Three casualties on two stands: the leader takes the first, the stands the others, just as in a melee.
    outcome = lose(white(stands=2, heroic=True), 3, 10)
    assert (outcome.leader_killed, outcome.stands_lost, outcome.destroyed) == (True, 2, True)


@pytest.mark.rule("red_white", "heroic-risk", "priest-risk")
def test_each_die_is_told_with_its_rule() -> None:
    request = rw.CasualtiesRequest(unit=white(heroic=True, priest=True), count=1, source="fire")
    record = rw.ruleset.resolve(request, dice=GivenDice([3, 10])).record
    assert [roll.rule for roll in record.rolls] == ["heroic-risk", "priest-risk"]


@pytest.mark.rule("red_white", "gen-unit-state")
def test_any_casualty_makes_a_test_due() -> None:
    assert lose(white(), 1).casualties
    assert lose(white(heroic=True), 1, 10).casualties
    assert lose(white(casualties=True), 0).casualties
    assert not lose(white(), 0).casualties


@pytest.mark.rule("red_white", "train-melee", "train-lost", "vehicle-eight-stands")
@pytest.mark.parametrize(
    ("count", "destroyed", "destroyed_if_guards_are_spared"),
    [(1, False, False), (7, False, False), (8, False, True), (9, False, True), (10, True, True), (11, True, True)],
)
def test_a_train_loses_its_guards_and_eight_hits(
    count: int, destroyed: bool, destroyed_if_guards_are_spared: bool
) -> None:
    train = rw.Unit(side="white", type="armoured_train", has_leader=True, guards=2)
    outcome = lose(train, count, source="melee")
    assert (outcome.guards_lost, outcome.stands_lost) == (min(count, 2), min(max(count - 2, 0), 8))
    assert outcome.destroyed == destroyed
    outcome = lose(train, count, source="melee", choices={"lose_guard": spare})
    assert (outcome.guards_lost, outcome.stands_lost) == (min(max(count - 8, 0), 2), min(count, 8))
    assert outcome.destroyed == destroyed_if_guards_are_spared


@pytest.mark.rule("red_white", "train-melee", "train-lost")
@pytest.mark.parametrize(("count", "hits"), [(1, 1), (7, 7), (8, 8), (9, 8), (20, 8)])
def test_fire_hits_a_train_and_spares_its_guards(count: int, hits: int) -> None:
    train = rw.Unit(side="white", type="armoured_train", has_leader=True, guards=2)
    outcome = lose(train, count, source="fire")
    assert (outcome.guards_lost, outcome.stands_lost, outcome.destroyed) == (0, hits, hits == 8)


@pytest.mark.rule("red_white", "train-melee", "gen-stand")
def test_a_guard_and_a_hit_are_told_apart() -> None:
    train = rw.Unit(side="white", type="armoured_train", has_leader=True, guards=2)
    request = rw.CasualtiesRequest(unit=train, count=3, source="melee")
    record = rw.ruleset.resolve(request, dice=GivenDice([])).record
    told = [step.rule for step in record.steps if step.kind == "result"]
    assert told == ["train-melee", "train-melee", "gen-stand"]


@pytest.mark.rule("red_white", "train-melee", "vehicle-eight-stands")
def test_the_owner_of_a_train_is_asked_while_there_is_something_to_decide() -> None:
    seen: list[tuple[int, int, int]] = []

    def never(situation: Any, alternatives: tuple[bool, ...]) -> bool:
        assert alternatives == (True, False)
        seen.append((situation.stands, situation.guards, situation.strength_left))
        return False

    train = rw.Unit(side="white", type="armoured_train", has_leader=True, hits=6, guards=2)
    outcome = lose(train, 4, source="melee", choices={"lose_guard": never})
    assert (outcome.stands_lost, outcome.guards_lost, outcome.destroyed) == (2, 2, True)
    assert seen == [(0, 0, 4), (1, 0, 3)]  # the train is wrecked then, and only guards are left to lose
    seen.clear()
    assert lose(rw.Unit(side="white", type="tank", has_leader=True), 2, choices={"lose_guard": never}).stands_lost == 2
    assert seen == []


@pytest.mark.rule("red_white", "heroic-risk", "priest-risk")
def test_the_enemy_sees_what_the_unit_has_lost_so_far() -> None:
    seen: list[tuple[str, int, bool, bool, int]] = []

    def policy(name: str) -> Callable[[Any, tuple[Any, ...]], bool]:
        def only_later(loss: Any, alternatives: tuple[Any, ...]) -> bool:
            seen.append((name, loss.stands, loss.leader, loss.priest, loss.strength_left))
            assert (loss.unit.stands, loss.guards) == (8, 0)  # as before the first casualty
            return bool(loss.stands >= 1)

        return only_later

    choices: Choices = {name: policy(name) for name in ("kill_leader", "kill_priest")}
    # 10 and 10 spare both and cost a stand, 10 kills the leader, and the last 10 is the priest's
    outcome = lose(white(heroic=True, priest=True), 3, 10, 10, 10, 10, choices=choices)
    assert (outcome.leader_killed, outcome.priest_killed, outcome.stands_lost) == (True, True, 1)
    assert seen == [
        ("kill_leader", 0, False, False, 8),
        ("kill_priest", 0, False, False, 8),
        ("kill_leader", 1, False, False, 7),
        ("kill_priest", 1, True, False, 7),
    ]


@pytest.mark.rule("red_white", "vehicle-eight-stands")
def test_a_damaged_tank_has_fewer_hits_left() -> None:
    tank = rw.Unit(side="white", type="tank", has_leader=True, hits=5)
    outcome = lose(tank, 4)
    assert (outcome.stands_lost, outcome.destroyed) == (3, True)
