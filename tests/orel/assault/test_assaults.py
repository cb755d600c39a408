"""The assault: the example, losses, prisoners, what the loser does, and its vehicles."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from orel_assaults import (
    battery,
    car,
    cavalry,
    fight,
    lost,
    modifiers,
    request,
    results,
    sized,
    train,
    two,
    unit,
)

from rcw_rules import GivenDice, SeededDice
from rcw_rules import orel as game
from rcw_rules.orel.assault import vehicles_to_check

# -------------------------------------------------------------------- the example


def example() -> game.AssaultRequest:
    reds = (
        unit("I", tq=5), unit("J", tq=5),
        cavalry("C", tq=5, steps=3, strength_charge=4, strength_dismounted=2, charging=True),
    )  # fmt: skip
    whites = (
        unit("X", tq=6, strength=7, integrated_artillery=True),
        unit("Y", tq=5, steps=3, disorganised=True),
        cavalry("Z", tq=6, steps=1, strength_charge=1, strength_dismounted=1, charging=True),
    )
    return request(reds, whites, attacker_support=3)


@pytest.mark.rule("orel", "EX-combat", "8.8.1-strength", "8.8.1-odds", "8.8.1-modifiers", "8.8.2-art")
def test_the_assault_of_the_example() -> None:
    resolution = game.ruleset.resolve(example(), dice=GivenDice([4, 6, 4]))
    assert "combat strength 17 against 11" in resolution.explain(full=True)
    assert modifiers(example()) == {"odds": 1, "predominant_tq": -1, "integrated_artillery_defending": -1}
    outcome = resolution.outcome
    assert (outcome.loser, outcome.attacker_prisoners, outcome.defender_prisoners) == ("defender", 0, 0)
    assert {one.key: one.steps_lost for one in (*outcome.attackers, *outcome.defenders)} == {
        "I": 1, "J": 1, "C": 0, "X": 1, "Y": 1, "Z": 0,
    }  # fmt: skip
    assert results(outcome) == {
        "I": "stays", "J": "stays", "C": "stays", "X": "retreat", "Y": "retreat", "Z": "retreat",
    }  # fmt: skip
    # The owner may also take the first loss on the cavalry, not on Y.
    policy = {"lose_step": lambda losing, alternatives: alternatives[-1]}
    assert fight(example(), 4, 6, 4, choices=policy).defenders[2].unit is None


# -------------------------------------------------------------------- losses


@pytest.mark.rule("orel", "8.8.2A-six-steps")
@pytest.mark.parametrize(
    ("ours", "theirs", "roll", "expected"),
    [(8, 11, 9, (2, 2)), (5, 11, 9, (1, 1)), (11, 5, 9, (1, 1)), (6, 6, 9, (2, 2)), (6, 6, 4, (3, 1))],
)
def test_large_assaults_cost_one_more(ours: int, theirs: int, roll: int, expected: tuple[int, int]) -> None:
    assert lost(fight(sized(ours, theirs), *two(roll), 1)) == expected


@pytest.mark.rule("orel", "8.8.2A-six-steps")
def test_artillery_swells_an_assault_only_alone() -> None:
    reds = (unit("a", steps=6),)
    with_guns = request(reds, (unit("x"), battery("g")))
    assert lost(fight(with_guns, *two(9), 1)) == (1, 1)
    alone = request((unit("a", steps=6, strength=6),), (battery("g", steps=3), battery("h", steps=3)))
    assert lost(fight(alone, *two(9), 1)) == (2, 2)
    three = request((unit("a", steps=6, tq=5),), (unit("x", tq=4, steps=6),))
    assert lost(fight(three, *two(12), 1)) == (1, 3)
    vehicles = request((unit("a", steps=5), car("r")), (unit("x", steps=6, strength=6),))
    assert lost(fight(vehicles, *two(9), 1)) == (1, 1)


@pytest.mark.rule("orel", "8.8.2A-excess")
@pytest.mark.parametrize(
    ("ours", "theirs", "roll", "tq", "expected"),
    [
        (4, 1, 11, 4, (0, 1)),  # 1/2: one too many for the defender
        (1, 3, 5, 4, (1, 0)),  # 2/1: one too many for the attacker
        (4, 1, 12, 6, (0, 1)),  # 0/3: nothing to spare
        (4, 2, 12, 6, (0, 2)),
        (4, 2, 11, 4, (1, 2)),
    ],
)
def test_losses_beyond_the_steps_spare_the_enemy(
    ours: int, theirs: int, roll: int, tq: int, expected: tuple[int, int]
) -> None:
    asked = request((unit("a", steps=ours, tq=tq),), (unit("x", steps=theirs, tq=4),))
    # The die of the morale check is thrown where the loser has anybody left.
    survives = expected[0] < ours if roll < 8 else expected[1] < theirs
    assert lost(fight(asked, *two(roll), *((1,) if survives else ()))) == expected


@pytest.mark.rule("orel", "8.8.2A-excess")
def test_both_excesses_are_reckoned_from_the_numbers_before() -> None:
    # 2/1 against sides of one step: the attacker has one too many, the defender none, and so is spared.
    assert lost(fight(sized(1, 1), *two(5))) == (1, 0)
    assert lost(fight(sized(1, 1), *two(11))) == (0, 1)
    # The steps of the defender's guns can take losses too: 1/2 is nothing beyond 1 + 2 steps.
    asked = request((unit("a"),), (unit("x", steps=1), battery("g")))
    assert lost(fight(asked, *two(11))) == (1, 2)


@pytest.mark.rule("orel", "8.8.2A-artillery", "9-stack-lost")
def test_what_is_left_of_the_guns_routs_whichever_side_won() -> None:
    # 1/2 on a battalion of one step: the battery loses a step and routs.
    asked = request((unit("a"),), (unit("x", steps=1), battery("g"), car("r", unsupplied=True)))
    outcome = fight(asked, *two(11))
    assert results(outcome) == {"a": "stays", "x": "eliminated", "g": "rout", "r": "retreat_two"}
    assert outcome.defenders[1].unit is not None
    assert outcome.defenders[1].unit.steps == 1
    # Cell 7: the attacker loses, and still no combat unit is left.
    assert results(fight(asked, *two(7))) == {"a": "repulsed", "x": "eliminated", "g": "rout", "r": "retreat_two"}
    # Routed guns cannot rout again: they surrender, 2 steps.
    again = request((unit("a"),), (unit("x", steps=1), battery("g", mode="routed")))
    held = fight(again, *two(7))
    assert (results(held)["g"], held.attacker_prisoners) == ("surrender", 2)


@pytest.mark.rule("orel", "8.8.2A-artillery")
def test_attacking_guns_are_never_hurt_and_lone_guns_check() -> None:
    asked = request((unit("a", steps=1),), (unit("x"),), bystanders=(battery("g"), car("r")))
    outcome = fight(asked, *two(5))
    assert results(outcome) == {"a": "eliminated", "x": "stays", "g": "stays", "r": "stays"}
    # 12 with quality 6 against 3 is 15: three steps, and m+2: 4 + 2 + 1 against 3 is 4 off.
    lone = request((unit("a", tq=6, strength=6),), (battery("g", tq=3, steps=6),))
    assert results(fight(lone, *two(12), 4)) == {"a": "stays", "g": "rout"}


@pytest.mark.rule("orel", "8.8.2A-allocation")
def test_the_attacker_allocates_first_and_only_those_who_fight_lose() -> None:
    asked = request(
        (unit("a", steps=2), unit("b", steps=2), unit("c", steps=5, repulsed=True)), (unit("x"), unit("y", steps=3))
    )
    sides: list[str] = []

    def first(losing: game.Losing, alternatives: tuple[str, ...]) -> str:
        sides.append(losing.units[0].side)
        assert "c" not in alternatives
        return alternatives[0]

    outcome = fight(asked, *two(10), 1, choices={"lose_step": first})
    assert sides == ["red", "white"]
    assert {one.key: one.steps_lost for one in outcome.attackers} == {"a": 1, "b": 0, "c": 0}


# -------------------------------------------------------------------- prisoners


@pytest.mark.rule("orel", "8.8.2A-prisoners")
def test_a_side_that_is_wiped_out_gives_a_prisoner_for_each_unit() -> None:
    pair = (unit("x", steps=1, strength=2), unit("y", steps=1, strength=3))
    won = fight(request((unit("a"),), pair), *two(11))
    assert (won.loser, won.attacker_prisoners, results(won)["y"]) == ("defender", 2, "eliminated")
    guns = fight(request((unit("a"),), (unit("x", steps=1), battery("g", steps=1))), *two(11))
    assert guns.attacker_prisoners == 2
    # Cell 6 wipes out a battalion of one step, and the attacker loses all the same.
    beaten = fight(sized(4, 1), *two(6), 1)
    assert (beaten.loser, beaten.attacker_prisoners, results(beaten)["x"]) == ("attacker", 0, "eliminated")
    assert fight(sized(1, 4), *two(5)).defender_prisoners == 1
    assert fight(sized(4, 4), *two(11), 1).attacker_prisoners == 0


@pytest.mark.rule("orel", "8.8.2B-surrender", "8.8.2A-prisoners", "9-stack-lost")
def test_surrender_gives_all_remaining_steps_guns_with_them() -> None:
    # 12 + 4 is 16: three steps of six, m+2, less 1 for the train in contact; a 4 is 6, 4 off quality 2, a 5 one more.
    foes = (unit("x", tq=2, steps=6), battery("g"), train("z"), train("y", in_contact=False))
    asked = request((unit("a", tq=6, strength=6),), foes)
    routed = fight(asked, *two(12), 4)
    assert results(routed) == {"a": "stays", "x": "rout", "g": "rout", "z": "retreat_two", "y": "retreat_two"}
    outcome = fight(asked, *two(12), 5)
    assert results(outcome) == {"a": "stays", "x": "surrender", "g": "surrender", "z": "captured", "y": "retreat_two"}
    assert outcome.attacker_prisoners == 3 + 2
    assert outcome.defenders[2].unit is not None


# -------------------------------------------------------------------- what the loser does


@pytest.mark.rule("orel", "8.8.2B-morale", "8.7.2-repulsed", "8.7.2-disorganised")
def test_a_beaten_attacker_stays_repulsed() -> None:
    outcome = fight(sized(4, 4), *two(7))
    after = outcome.attackers[0]
    assert (after.result, after.unit is not None and after.unit.repulsed) == ("repulsed", True)
    # Cell 6, m-2 and a step lost: a 6 is 5, 1 off.
    shaken = fight(sized(4, 4), *two(6), 6).attackers[0].unit
    assert shaken is not None
    assert (shaken.repulsed, shaken.disorganised) == (True, True)
    defender = fight(sized(4, 4), *two(9), 6).defenders[0]
    assert (defender.result, defender.unit is not None and defender.unit.disorganised) == ("retreat", True)


@pytest.mark.rule("orel", "8.7.2-vehicles-follow", "8.8.2A-artillery", "9.2.1-breakdown")
def test_vehicles_leave_with_beaten_attackers_whose_guns_stay() -> None:
    # Cell 3 costs two steps, m+0: a 6 with 1 for the loss and 1 less for the car is 6, 4 off quality 2.
    wagons = (battery("g"), car("s", unsupplied=True))
    asked = request((unit("a", tq=2), car("r")), (unit("x", tq=2, strength=6),), bystanders=wagons)
    outcome = fight(asked, *two(3), 6)
    assert results(outcome) == {"a": "rout", "r": "retreat_two", "x": "stays", "g": "stays", "s": "retreat_two"}


@pytest.mark.rule("orel", "8.8.2B-morale", "8.7.1-vehicle")
def test_vehicles_of_both_sides_count_for_morale() -> None:
    # Cell 10, m-1, a step lost: a 5 against quality 4 is 1 off.
    plain = sized(4, 4)
    assert fight(plain, *two(10), 5).defenders[0].unit == evolve(
        plain.defenders[0], steps=3, steps_full=4, disorganised=True
    )  # fmt: skip
    with_car = request((unit("a", strength=6),), (unit("x"), car("r")))
    kept = fight(with_car, *two(10), 5).defenders[0].unit
    assert kept is not None
    assert not kept.disorganised
    # The attacker's car makes it 2 off, which is a plain retreat.
    against = fight(request((unit("a"), car("r")), (unit("x", strength=6),)), *two(10), 5).defenders[0]
    assert (against.result, against.unit is not None and against.unit.disorganised) == ("retreat", False)


@pytest.mark.rule("orel", "9-stack-lost", "8.7.2-artillery-follows", "8.7.2-vehicles-follow")
def test_guns_and_vehicles_go_with_a_beaten_defender() -> None:
    foes = (unit("x"), battery("g"), car("r", unsupplied=True), car("t", type="tank", broken_down=True))
    assert results(fight(request((unit("a"),), foes), *two(8))) == {
        "a": "stays", "x": "retreat", "g": "retreat", "r": "retreat", "t": "eliminated",
    }  # fmt: skip
    gone = request((unit("a"),), (unit("x", steps=1), car("r", unsupplied=True)))
    assert results(fight(gone, *two(8)))["r"] == "eliminated"
    # Of the attackers a repulsed unit keeps the car of its stack in place.
    stack = (unit("a", tq=2, strength=6), unit("b", repulsed=True), car("r"))
    asked = request(stack, (unit("x", tq=2, strength=7),))
    # Cell 6: m-2 and a step lost, less 1 for the car: 6 is 4, 2 off.
    assert results(fight(asked, *two(6), 6)) == {"a": "retreat", "b": "stays", "r": "stays", "x": "stays"}


# -------------------------------------------------------------------- vehicles


@pytest.mark.rule("orel", "9-destruction-check")
def test_vehicles_check_last_the_attackers_first() -> None:
    asked = request((unit("a"), car("r")), (unit("x"), car("s")), attacker_support=1, defender_support=1)
    # Cell 9: 1/1, m-2. Morale 1, then the attacker's car on a 1, the defender's on a 2.
    outcome = fight(asked, *two(9), 1, 1, 2)
    assert results(outcome) == {"a": "stays", "r": "eliminated", "x": "retreat", "s": "retreat"}
    assert (outcome.attackers[1].unit, outcome.attackers[1].steps_lost) == (None, 1)
    # 4 is 2/0: the defender lost nothing, so only the attacker's car checks.
    assert results(fight(asked, *two(4), 1, 6))["r"] == "stays"


@pytest.mark.rule("orel", "9-destruction-check", "1.1-integrated-artillery")
@pytest.mark.parametrize(
    ("defenders", "fields", "checks"),
    [
        ((unit("x"),), {}, False),
        ((unit("x"),), {"defender_supported": True}, True),
        ((unit("x"), battery("g")), {}, True),
        ((unit("x"), battery("g", mode="routed")), {}, False),
        ((unit("x", integrated_artillery=True),), {}, True),
        ((unit("x"), train("z", in_contact=False)), {}, True),
    ],
)
def test_only_against_guns(defenders: tuple[game.Unit, ...], fields: dict[str, Any], checks: bool) -> None:
    asked = request((unit("a"), car("r")), defenders, **fields)
    throws = [roll.purpose for roll in game.ruleset.resolve(asked, dice=SeededDice(1)).record.rolls]
    assert ("vehicles/destruction of r" in throws) is checks
    later = evolve(asked, check_vehicles=False)
    resolution = game.ruleset.resolve(later, dice=SeededDice(1))
    assert "vehicles/destruction of r" not in [roll.purpose for roll in resolution.record.rolls]
    question = vehicles_to_check(later, resolution.outcome)
    assert (question is not None) is checks
    if question is not None:
        assert [one.key for one in question.attackers] == ["r"]


@pytest.mark.rule("orel", "9-destruction-check", "1.1-vehicle-counters")
def test_a_heavy_train_in_contact_is_damaged() -> None:
    asked = request((unit("a", strength=6),), (unit("x"), train("z", heavy=True)), attacker_supported=True)
    # 11 less 1 for the train is 10.
    after = fight(asked, *two(11), 1, 1).defenders[1]
    assert (after.result, after.steps_lost, after.unit is not None and after.unit.is_damaged) == ("retreat", 1, True)


@pytest.mark.rule("orel", "8.7.4-pursuit-rout")
def test_pursuers_of_a_rout_ignore_what_would_fall_on_them() -> None:
    pursuers = (cavalry("c", charging=True), car("r"))
    asked = request(pursuers, (unit("x", mode="routed", strength=24),), attacker_unharmed=True, defender_support=1)
    outcome = fight(asked, *two(2))
    assert (outcome.loser, lost(outcome)) == ("attacker", (0, 0))
    assert results(outcome) == {"c": "stays", "r": "stays", "x": "stays"}


# -------------------------------------------------------------------- what the record says of prisoners


@pytest.mark.rule("orel", "8.8.2A-prisoners", "8.8.2B-surrender")
def test_prisoners_are_told_with_the_rule_that_gives_them() -> None:
    def cited(asked: game.AssaultRequest, *faces: int) -> set[str]:
        return set(game.ruleset.resolve(asked, dice=GivenDice(faces)).record.rules)

    wiped = cited(request((unit("a"),), (unit("x", steps=1),)), *two(11))
    assert "8.8.2A-prisoners" in wiped
    assert "8.8.2B-surrender" not in wiped
    surrendered = cited(request((unit("a", tq=6, strength=6),), (unit("x", tq=2, steps=6),)), *two(12), 5)
    assert "8.8.2B-surrender" in surrendered
    assert "8.8.2A-prisoners" not in surrendered


# -------------------------------------------------------------------- who must be entrenched, and surrendered steps


@pytest.mark.rule("orel", "8.8.1-entrenchment")
def test_guns_in_the_open_spoil_the_entrenchments_of_their_hex() -> None:
    dug_in, guns = unit("x", entrenchment="entrenched"), battery("g")
    assert modifiers(request((unit("a"),), (dug_in, evolve(guns, entrenchment="entrenched")))) == {"entrenchment": -1}
    assert modifiers(request((unit("a"),), (dug_in, guns))) == {}


@pytest.mark.rule("orel", "9-destruction-check", "9-destruction-option")
def test_surrendered_steps_are_losses_that_make_vehicles_check() -> None:
    # 6 against 13 is -3, quality 6 against 3 is +3: the 12 costs x and y a step each, m+0. A 6 with 1 for the loss, 1
    # for the enemy's car and 1 less for the own is 7: x surrenders, y goes back. Five steps are more than three cars.
    foes = (unit("x", tq=2), unit("y", tq=6), car("p"), car("q"), car("r"))
    asked = request((unit("a", tq=6), car("b")), foes, attacker_supported=True)
    capped = game.ruleset.with_options(vehicle_checks_capped=True)
    outcome = capped.resolve(asked, dice=GivenDice([6, 6, 6, 2, 2, 1])).outcome
    after = {"a": "stays", "b": "stays", "x": "surrender", "y": "retreat", "p": "retreat", "q": "retreat"}
    assert results(outcome) == {**after, "r": "eliminated"}
