"""The assault: every cell of its tables, every modifier, losses, prisoners, what the loser does, and its vehicles."""

from __future__ import annotations

from fractions import Fraction
from importlib.resources import files
from typing import Any

import pytest
from attrs import evolve
from orel_units import builder

from rcw_rules import GivenDice, IllegalRequestError, InvalidRequestError, SeededDice
from rcw_rules import orel as game
from rcw_rules.kernel.charts import load_charts
from rcw_rules.kernel.errors import ChartError
from rcw_rules.kernel.record import ModifierStep
from rcw_rules.kernel.umpire import RollingUmpire
from rcw_rules.orel.assault import launches_assault, vehicles_to_check

TARGET, NORTH, NORTH_EAST, SOUTH, SOUTH_WEST = "1011", "1010", "1111", "1012", "0912"

# Attacker's loss, defender's loss, loser, m number, by the modified roll, as the catalogue restores it.
ART: dict[int, tuple[int, int, str, int | None]] = {
    1: (3, 0, "attacker", 2), 2: (3, 0, "attacker", 1), 3: (2, 0, "attacker", 0), 4: (2, 0, "attacker", -1),
    5: (2, 1, "attacker", -1), 6: (1, 1, "attacker", -2), 7: (1, 1, "attacker", None), 8: (1, 1, "defender", None),
    9: (1, 1, "defender", -2), 10: (1, 1, "defender", -1), 11: (1, 2, "defender", -1), 12: (1, 2, "defender", 0),
    13: (0, 2, "defender", 1), 14: (0, 3, "defender", 1), 15: (0, 3, "defender", 2),
}  # fmt: skip


unit = builder("infantry")


cavalry = builder("cavalry", steps=4, strength_dismounted=5, strength_charge=5)


battery = builder("artillery", fire=5)


car = builder("armoured_car", strength=1)


def train(key: str, *, heavy: bool = False, **changes: Any) -> game.Unit:
    kind = {"type": "armoured_train_heavy", "steps": 2} if heavy else {"type": "armoured_train_light", "steps": 1}
    return unit(key, **{"tq": None, "strength": None, "fire": 1, "in_contact": True, **kind, **changes})


def request(attackers: tuple[game.Unit, ...], defenders: tuple[game.Unit, ...], **fields: Any) -> game.AssaultRequest:
    whites = tuple(evolve(one, side="white") for one in defenders)
    return game.AssaultRequest(attackers=attackers, defenders=whites, **fields)


def two(total: int) -> tuple[int, int]:
    return (6, total - 6) if total > 7 else (1, total - 1)


def fight(asked: game.AssaultRequest, *faces: int, choices: Any = None) -> game.AssaultOutcome:
    return game.ruleset.resolve(asked, dice=GivenDice(faces), choices=choices).outcome


def results(outcome: game.AssaultOutcome) -> dict[str, str]:
    return {one.key: one.result for one in (*outcome.attackers, *outcome.defenders, *outcome.bystanders)}


def lost(outcome: game.AssaultOutcome) -> tuple[int, int]:
    return sum(one.lost for one in outcome.attackers), sum(one.lost for one in outcome.defenders)


def modifiers(asked: game.AssaultRequest) -> dict[str, Any]:
    record = game.ruleset.preview(asked).record
    return {step.id: step.value for _, step in record.walk() if isinstance(step, ModifierStep)}


# ---------------------------------------------------------------- the example


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
    assert "combat strength 17 against 11" in resolution.explain()
    assert modifiers(example()) == {"odds": 1, "predominant_tq": -1, "integrated_artillery_defending": -1}
    outcome = resolution.outcome
    assert (outcome.loser, outcome.attacker_prisoners, outcome.defender_prisoners) == ("defender", 0, 0)
    assert {one.key: one.lost for one in (*outcome.attackers, *outcome.defenders)} == {
        "I": 1, "J": 1, "C": 0, "X": 1, "Y": 1, "Z": 0,
    }  # fmt: skip
    assert results(outcome) == {
        "I": "stays", "J": "stays", "C": "stays", "X": "retreat", "Y": "retreat", "Z": "retreat",
    }  # fmt: skip
    # The owner may also take the first loss on his cavalry, not on Y.
    policy = {"lose_step": lambda losing, alternatives: alternatives[-1]}
    assert fight(example(), 4, 6, 4, choices=policy).defenders[2].unit is None


# ---------------------------------------------------------------- the roll


@pytest.mark.rule("orel", "8.8.2-art", "8.8.2B-morale")
@pytest.mark.parametrize("roll", range(2, 13))
@pytest.mark.parametrize(("ours", "theirs"), [(4, 4), (2, 6), (6, 2)])
def test_every_line_of_the_table(roll: int, ours: int, theirs: int) -> None:
    cell = ART[max(1, min(15, roll + ours - theirs))]
    asked = request((unit("a", tq=ours, steps=5),), (unit("x", tq=theirs, steps=5),))
    faces = two(roll) if cell[3] is None else (*two(roll), 1)
    outcome = fight(asked, *faces)
    assert (*lost(outcome), outcome.loser) == cell[:3]
    if cell[3] is None:
        return
    # The number behind the m shows in the morale of the loser, 1 more for the step that he lost.
    quality, hit = (ours, cell[0]) if cell[2] == "attacker" else (theirs, cell[1])
    off = 5 + cell[3] + (hit > 0) - quality
    passing = "repulsed" if cell[2] == "attacker" else "retreat"
    expected = [passing, passing, "retreat", "rout", "rout", "surrender"][max(0, min(5, off))]
    assert results(fight(asked, *two(roll), 5))["a" if cell[2] == "attacker" else "x"] == expected


@pytest.mark.rule("orel", "8.8.1-odds", "1.2-round-assault-1.5")
@pytest.mark.parametrize(
    ("attacker", "defender", "modifier"),
    [
        (17, 11, 1), (16, 11, 0), (10, 15, -1), (9, 15, -2), (5, 15, -3), (4, 15, -4), (10, 10, 0), (20, 10, 2),
        (29, 10, 2), (30, 10, 3), (28, 7, 4), (25, 5, 5), (30, 2, 5), (1, 30, -4),
    ],
)  # fmt: skip
def test_every_line_of_the_odds(attacker: int, defender: int, modifier: int) -> None:
    asked = request((unit("a", strength=attacker, steps=1),), (unit("x", strength=defender, steps=1),))
    assert modifiers(asked) == ({"odds": modifier} if modifier else {})


@pytest.mark.rule("orel", "8.8.1-modifiers", "1.2-predominant-tq", "1.2-predominant-shift")
def test_quality_ground_and_haste() -> None:
    asked = request(
        (unit("a", tq=6),), (unit("x", tq=3),), cover=game.Cover(terrains=("town",)), attack_type="hasty"
    )  # fmt: skip
    assert modifiers(asked) == {"predominant_tq": 3, "hasty_attack": -1, "town": -1}
    # 6, 6 and 3 in equal parts count as 5, and guns in support or beside the infantry have no say.
    shifted = request((unit("a", tq=6), unit("b", tq=6), unit("c", tq=3)), (unit("x", strength=15), battery("g", tq=6)))
    assert modifiers(shifted) == {"predominant_tq": 1}
    lone = request((unit("a", tq=5, strength=2),), (battery("g", tq=3),))
    assert modifiers(lone) == {"predominant_tq": 2}


@pytest.mark.rule("orel", "8.8.1-modifiers", "9.1.2-support", "9.2.2-combat", "1.1-integrated-artillery")
def test_what_guns_trains_and_tanks_add() -> None:
    guns = unit("a", integrated_artillery=True)
    assert modifiers(request((guns, unit("b", integrated_artillery=True)), (unit("x", strength=10),))) == {
        "integrated_artillery_attacking": 1
    }
    assert modifiers(request((unit("a"),), (unit("x", integrated_artillery=True),))) == {
        "integrated_artillery_defending": -1
    }
    routed = unit("x", integrated_artillery=True, mode="routed", strength=20)
    assert modifiers(request((unit("a"),), (routed,))) == {}
    heavy = (train("z", heavy=True), train("y", heavy=True))
    assert modifiers(request((unit("a"), *heavy), (unit("x", strength=7),))) == {"heavy_train_attacking": 1}
    assert modifiers(request((unit("a", strength=6),), (unit("x"), train("z", heavy=True)))) == {
        "heavy_train_defending": -1
    }
    assert modifiers(request((unit("a"), train("z")), (unit("x", strength=6),))) == {}
    tank = car("t", type="tank")
    assert modifiers(request((unit("a"), tank, evolve(tank, key="u")), (unit("x", strength=7),))) == {
        "tank_attacking": 1
    }
    assert modifiers(request((unit("a", strength=6),), (unit("x"), tank))) == {}
    afar = train("z", heavy=True, in_contact=False)
    assert modifiers(request((unit("a"),), (unit("x"), afar))) == {}


@pytest.mark.rule("orel", "8.8.1-entrenchment", "9.2.2-combat")
def test_entrenchments_count_if_all_are_entrenched_and_never_on_top_of_the_ground() -> None:
    dug = unit("x", strength=2, entrenchment="entrenched")
    foe = (unit("a"),)
    assert modifiers(request(foe, (dug, unit("y", strength=3)))) == {}
    assert modifiers(request(foe, (dug, unit("y", strength=3, entrenchment="entrenched")))) == {"entrenchment": -1}
    alone = evolve(dug, strength=5)
    assert modifiers(request(foe, (alone,), cover=game.Cover(terrains=("town",)))) == {"town": -1}
    with_tank = (unit("a", strength=4), car("t", type="tank"))
    assert modifiers(request(with_tank, (alone,))) == {"tank_attacking": 1}
    across = game.Cover(terrains=("town",), across_river=True)
    assert modifiers(request(foe, (alone,), cover=across)) == {"town": -1, "river_hexside": -1}


@pytest.mark.rule("orel", "8.8.1-encirclement", "8.7.2-repulsed")
def test_encirclement_counts_hexes_of_those_who_take_part() -> None:
    defender = unit("x", hex=TARGET, strength=10)
    north, south = unit("a", hex=NORTH), unit("b", hex=SOUTH)
    assert modifiers(request((north, south), (defender,))) == {"encirclement": 2}
    repulsed = (evolve(north, strength=10), evolve(south, repulsed=True))
    assert modifiers(request(repulsed, (defender,))) == {}
    assert modifiers(request((north, unit("b", hex=NORTH_EAST)), (defender,))) == {}
    three = (evolve(north, strength=4), unit("b", hex=NORTH_EAST, strength=2), unit("c", hex=SOUTH_WEST, strength=4))
    assert modifiers(request(three, (defender,))) == {"encirclement": 2}
    assert modifiers(request((unit("a"),), (unit("x"),), hexsides=(0, 3))) == {"encirclement": 2}
    assert modifiers(request((unit("a"),), (unit("x"),), hexsides=(0, 2))) == {}


@pytest.mark.rule("orel", "8.8.1-strength", "8.7.2-repulsed", "8.7.2-disorganised")
def test_strength_leaves_out_the_repulsed_and_counts_lone_guns_by_steps() -> None:
    # 10 with the repulsed would be 2:1.
    assert modifiers(request((unit("a"), unit("b", repulsed=True)), (unit("x"),))) == {}
    # Two batteries of 2 steps, one disorganised: 2 + 1 = 3, and 6 against 3 is 2:1.
    guns = (battery("g"), battery("h", disorganised=True))
    assert modifiers(request((unit("a", strength=6),), guns)) == {"odds": 2}
    # 7 + 5/2 + 1 = 11, and 16 against 11 is 1:1.
    whites = (unit("x", strength=7), unit("y", disorganised=True), unit("z", strength=1))
    assert modifiers(request((unit("a", strength=16),), whites)) == {}
    # A vehicle does not fight on when the combat units of its stack are repulsed.
    stack = (unit("a", hex=NORTH, strength=10), unit("b", hex=SOUTH, repulsed=True), car("t", hex=SOUTH, type="tank"))
    assert modifiers(request(stack, (unit("x", hex=TARGET, strength=10),))) == {}


# ---------------------------------------------------------------- losses


def sized(ours: int, theirs: int, **fields: Any) -> game.AssaultRequest:
    """Return an assault of one unit against one, with no modifier."""
    return request((unit("a", steps=ours),), (unit("x", steps=theirs),), **fields)


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
def test_what_is_left_of_the_guns_routs_whoever_won() -> None:
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
    assert {one.key: one.lost for one in outcome.attackers} == {"a": 1, "b": 0, "c": 0}


# ---------------------------------------------------------------- prisoners


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


# ---------------------------------------------------------------- what the loser does


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


# ---------------------------------------------------------------- vehicles


@pytest.mark.rule("orel", "9-destruction-check")
def test_vehicles_check_last_the_attackers_first() -> None:
    asked = request((unit("a"), car("r")), (unit("x"), car("s")), attacker_support=1, defender_support=1)
    # Cell 9: 1/1, m-2. Morale 1, then the attacker's car on a 1, the defender's on a 2.
    outcome = fight(asked, *two(9), 1, 1, 2)
    assert results(outcome) == {"a": "stays", "r": "eliminated", "x": "retreat", "s": "retreat"}
    assert (outcome.attackers[1].unit, outcome.attackers[1].lost) == (None, 1)
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
    assert (after.result, after.lost, after.unit is not None and after.unit.is_damaged) == ("retreat", 1, True)


@pytest.mark.rule("orel", "8.7.4-pursuit-rout")
def test_pursuers_of_a_rout_ignore_what_would_fall_on_them() -> None:
    pursuers = (cavalry("c", charging=True), car("r"))
    asked = request(pursuers, (unit("x", mode="routed", strength=24),), attacker_unharmed=True, defender_support=1)
    outcome = fight(asked, *two(2))
    assert (outcome.loser, lost(outcome)) == ("attacker", (0, 0))
    assert results(outcome) == {"c": "stays", "r": "stays", "x": "stays"}


# ---------------------------------------------------------------- whether to assault


@pytest.mark.rule("orel", "8.8-optional")
@pytest.mark.parametrize(
    ("ours", "theirs", "chance"), [(4, 4, 15), (5, 4, 21), (6, 4, 26), (6, 3, 30), (4, 5, 10), (4, 6, 6)]
)
def test_the_prospects(ours: int, theirs: int, chance: int) -> None:
    asked = request((unit("a", tq=ours),), (unit("x", tq=theirs),))
    found = game.ruleset.resolve(game.AssaultProspectsRequest(assault=asked), dice=GivenDice([])).outcome
    assert found == game.Prospects(modifier=ours - theirs, defender_loses=Fraction(chance, 36))
    assert game.ruleset.odds(asked).probability(lambda outcome: outcome.loser == "defender") == found.defender_loses


@pytest.mark.rule("orel", "8.8-optional", "8.7.2-repulsed")
def test_nobody_must_assault_and_the_repulsed_cannot() -> None:
    def launched(asked: game.AssaultRequest, choices: Any = None) -> bool:
        umpire = RollingUmpire(game.ruleset, GivenDice([]), choices or {}, recording=False)
        return launches_assault(umpire, asked)

    good, poor = request((unit("a", tq=5),), (unit("x"),)), sized(4, 4)
    assert launched(good)
    assert not launched(poor)
    assert not launched(good, {"assault": lambda prospects, alternatives: False})
    assert launched(poor, {"assault": lambda prospects, alternatives: True})
    repulsed = request((unit("a", tq=6, repulsed=True),), (unit("x"),))
    assert not launched(repulsed, {"assault": lambda prospects, alternatives: True})
    with pytest.raises(IllegalRequestError, match=r"\$\.attackers: .*repulsed.*8\.8-optional"):
        fight(repulsed, 6, 6)
    with pytest.raises(IllegalRequestError, match=r"\$\.assault\.attackers: .*8\.8-optional"):
        game.ruleset.resolve(game.AssaultProspectsRequest(assault=repulsed), dice=GivenDice([]))


# ---------------------------------------------------------------- refusals


@pytest.mark.rule("orel", "X-bad-combat", "9-alone-defence", "9-accompanied", "8.7.1-charge")
@pytest.mark.parametrize(
    ("asked", "path", "rule"),
    [
        (request((unit("a"),), (car("r"),)), r"\$\.defenders", "9-alone-defence"),
        (request((car("r"),), (unit("x"),)), r"\$\.attackers", "9-accompanied"),
        (request((unit("a", mode="march"),), (unit("x"),)), r"attackers\[0\]", "X-bad-combat"),
        (request((unit("a", hex="1013"),), (unit("x", hex=TARGET),)), r"attackers\[0\]\.hex", "X-bad-combat"),
        (request((cavalry("c", charging=True),), (unit("x"),)), r"attackers\[0\]\.charging", "8.7.1-charge"),
    ],
)
def test_what_may_not_assault(asked: game.AssaultRequest, path: str, rule: str) -> None:
    with pytest.raises(IllegalRequestError, match=rf"{path}.*\[{rule}\]"):
        fight(asked, 3, 4)


@pytest.mark.rule("orel", "8.7.1-charge", "8.8.1-strength")
def test_charges_are_judged_anew() -> None:
    # Quality 4 may not charge a battalion in good order; a disorganised one it may.
    asked = request((cavalry("c", charging=True, strength_charge=10),), (unit("x", disorganised=True),))
    assert modifiers(asked) == {"odds": 3}


@pytest.mark.rule("orel", "8.8.1-encirclement", "X-bad-units", "X-dice")
def test_malformed_assaults() -> None:
    on_map = request((unit("a", hex=NORTH),), (unit("x", hex=TARGET),), hexsides=(0,))
    with pytest.raises(InvalidRequestError, match=r"\$\.hexsides: leave them out"):
        fight(on_map, 3, 4)
    with pytest.raises(InvalidRequestError, match=r"\$\.hexsides\[1\]: .*twice"):
        fight(request((unit("a"),), (unit("x"),), hexsides=(0, 0)), 3, 4)
    with pytest.raises(InvalidRequestError, match=r"\$\.bystanders\[0\]\.side"):
        fight(request((unit("a"),), (unit("x"),), bystanders=(unit("b", side="white"),)), 3, 4)


# ---------------------------------------------------------------- charts of one's own


def with_line(chart: str, line: str, instead: str) -> Any:
    """Return the ruleset with one line of a chart replaced."""
    file = "assault.toml" if chart.startswith("art") else "cohesion.toml"
    text = (files("rcw_rules.orel") / "charts" / file).read_text(encoding="utf-8")
    assert text.count(line) == 1
    charts = {one.id: one for one in load_charts(text.replace(line, instead), file)}
    return game.ruleset.with_charts({chart: charts[chart]})


@pytest.mark.rule("orel", "8.8.2-art", "8.8.2B-morale")
@pytest.mark.parametrize(
    ("chart", "line", "instead", "faces"),
    [
        ("art", '["8", 1, 1, "defender", "none"]', '["8", 1, 1, "nobody", "none"]', (6, 2)),
        ("art", '["8", 1, 1, "defender", "none"]', '["8", "nobody", 1, "defender", "none"]', (6, 2)),
        ("cohesion", '"passed", "passed", "passed", "passed"]', '"passed", "passed", "passed", "nobody"]', (6, 3, 2)),
        ("morale_outcome", '["passed", "retreat", "repulsed"]', '["passed", "nobody", "repulsed"]', (6, 3, 1)),
    ],
)
def test_a_word_that_no_rule_knows_is_refused(chart: str, line: str, instead: str, faces: tuple[int, ...]) -> None:
    with pytest.raises(ChartError, match=rf"^{chart}: .*'nobody'"):
        with_line(chart, line, instead).resolve(sized(4, 4), dice=GivenDice(faces))


@pytest.mark.rule("orel", "8.8.2-art")
def test_another_table_decides_otherwise() -> None:
    turned = with_line("art", '["8", 1, 1, "defender", "none"]', '["8", 1, 1, "attacker", "none"]')
    assert turned.resolve(sized(4, 4), dice=GivenDice([6, 2])).outcome.loser == "attacker"
    prospects = turned.resolve(game.AssaultProspectsRequest(assault=sized(4, 4)), dice=GivenDice([])).outcome
    assert prospects.defender_loses == Fraction(10, 36)


@pytest.mark.rule("orel", "8.7.2-repulsed", "8.8-optional")
def test_there_is_no_assault_on_the_repulsed_alone() -> None:
    with pytest.raises(IllegalRequestError, match=r"\$\.defenders: .*8\.8-optional"):
        fight(request((unit("a"),), (unit("x", repulsed=True), battery("g"))), 6, 2)


# ---------------------------------------------------------------- tanks whose infantry is out of it


@pytest.mark.rule("orel", "9-accompanied", "9.2.2-combat", "8.7.1-charge")
def test_a_tank_beside_repulsed_infantry_opens_no_entrenchment_to_cavalry() -> None:
    riders, vehicle = cavalry("c", tq=6, charging=True, hex=NORTH_EAST), car("t", type="tank", hex=NORTH)
    foes = (unit("x", entrenchment="entrenched", hex=TARGET),)
    ready = request((unit("a", hex=NORTH), vehicle, riders), foes)
    assert modifiers(ready)["tank_attacking"] == 1
    repulsed = request((unit("a", hex=NORTH, repulsed=True), vehicle, riders), foes)
    with pytest.raises(IllegalRequestError) as caught:
        fight(repulsed, 4, 4)
    assert [(one.rule, one.path) for one in caught.value.verdict.objections] == [
        ("8.7.1-charge", "$.attackers[2].charging")
    ]


# ---------------------------------------------------------------- what the record says of prisoners


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


# ---------------------------------------------------------------- who must be entrenched, and surrendered steps


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
