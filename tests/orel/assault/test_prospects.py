"""The prospects of an assault: every cell of its tables, every modifier, and whether to assault."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from attrs import evolve
from orel_assaults import (
    NORTH,
    NORTH_EAST,
    SOUTH,
    SOUTH_WEST,
    TARGET,
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

from rcw_rules import GivenDice, IllegalRequestError
from rcw_rules import orel as game
from rcw_rules.kernel.umpire import RollingUmpire
from rcw_rules.orel.assault import launches_assault

# Attacker's loss, defender's loss, loser, m number, by the modified roll, as the catalogue restores it.
ART: dict[int, tuple[int, int, str, int | None]] = {
    1: (3, 0, "attacker", 2), 2: (3, 0, "attacker", 1), 3: (2, 0, "attacker", 0), 4: (2, 0, "attacker", -1),
    5: (2, 1, "attacker", -1), 6: (1, 1, "attacker", -2), 7: (1, 1, "attacker", None), 8: (1, 1, "defender", None),
    9: (1, 1, "defender", -2), 10: (1, 1, "defender", -1), 11: (1, 2, "defender", -1), 12: (1, 2, "defender", 0),
    13: (0, 2, "defender", 1), 14: (0, 3, "defender", 1), 15: (0, 3, "defender", 2),
}  # fmt: skip


# -------------------------------------------------------------------- the roll


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
    # The number behind the m shows in the morale of the loser, 1 more for the step that it lost.
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


# -------------------------------------------------------------------- whether to assault


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


# -------------------------------------------------------------------- tanks whose infantry is out of it


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
