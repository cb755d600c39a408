"""The cohesion check: the table, every modifier, who checks, who follows, the later rules, and a twin for the odds."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from orel_units import builder

from rcw_rules import GivenDice, IllegalRequestError, InvalidRequestError
from rcw_rules import orel as game
from rcw_rules.kernel.record import ModifierStep

TARGET, NORTH, NORTH_EAST, SOUTH = "1011", "1010", "1111", "1012"
ATTACKERS_DIE, DEFENDERS_DIE = "attacker's cohesion die", "defender's cohesion die"

# The table as the catalogue restores it, by the difference.
TABLE = {
    "attacker": ["passed", "disorganised", "repulsed", "retreat", "rout", "rout"],
    "defender": ["passed", "disorganised", "retreat", "retreat", "rout", "rout"],
}


unit = builder("infantry")


cavalry = builder("cavalry", tq=5, strength_dismounted=5, strength_charge=5)


battery = builder("artillery", fire=5)


car = builder("armoured_car")


tank = builder("tank")


train = builder("armoured_train_light", fire=2)


def white(*units: game.Unit) -> tuple[game.Unit, ...]:
    return tuple(evolve(one, side="white") for one in units)


def request(attackers: tuple[game.Unit, ...], defenders: tuple[game.Unit, ...], **fields: Any) -> game.CohesionRequest:
    return game.CohesionRequest(attackers=attackers, defenders=white(*defenders), **fields)


def check(asked: game.CohesionRequest, first: int, second: int, **options: Any) -> dict[str, str]:
    outcome = game.ruleset.with_options(**options).resolve(asked, dice=GivenDice([first, second])).outcome
    return {one.key: one.result for one in (*outcome.attackers, *outcome.defenders, *outcome.bystanders)}


def modifiers(asked: game.CohesionRequest, **options: Any) -> dict[tuple[str, str], Any]:
    steps = game.ruleset.with_options(**options).preview(asked).record.steps
    return {(step.to, step.id): step.value for step in steps if isinstance(step, ModifierStep)}


def of(key: str) -> str:
    return f"cohesion die of {key}"


# ---------------------------------------------------------------- procedure and table


@pytest.mark.rule("orel", "8.7.1-procedure")
def test_one_die_a_side_is_held_against_each_unit() -> None:
    asked = request((unit("a", tq=5), unit("b", tq=3)), (unit("x", strength=6),))
    assert check(asked, 4, 1) == {"a": "passed", "b": "disorganised", "x": "passed"}
    assert check(asked, 1, 5) == {"a": "passed", "b": "passed", "x": "disorganised"}


@pytest.mark.rule("orel", "8.7.1-procedure")
def test_a_natural_1_passes_whatever_is_added() -> None:
    # 2:1, a vehicle, integrated artillery, a charge without countercharge, elite infantry: 5 more, 6 against 2.
    attackers = (unit("a", tq=6, strength=9, integrated_artillery=True), cavalry("c", charging=True), car("r"))
    asked = request(attackers, (unit("x", tq=2, strength=3),))
    assert sum(value for (to, _), value in modifiers(asked).items() if to in {DEFENDERS_DIE, of("x")}) == 5
    assert check(asked, 6, 1)["x"] == "passed"
    assert check(asked, 6, 2)["x"] == "rout"


@pytest.mark.rule("orel", "8.7.1-table", "8.7.2-disorganised", "8.7.2-repulsed")
@pytest.mark.parametrize("face", range(2, 7))
@pytest.mark.parametrize("tq", range(2, 7))
@pytest.mark.parametrize("guns", [False, True])
def test_every_cell_of_the_table(face: int, tq: int, guns: bool) -> None:
    # Enemy integrated artillery adds 1, so that a 6 against quality 2 is 5 off.
    own: dict[str, Any] = {"tq": tq, "integrated_artillery": guns}
    attacker, defender = cavalry("a", **own), cavalry("x", **own)
    row = max(0, min(5, face + guns - tq))
    asked = request((attacker,), (defender,))
    assert check(asked, face, 1) == {"a": TABLE["attacker"][row], "x": "passed"}
    assert check(asked, 1, face) == {"a": "passed", "x": TABLE["defender"][row]}


@pytest.mark.rule("orel", "8.7.1-table")
def test_a_result_says_whether_its_cell_is_printed() -> None:
    asked = request((unit("a"),), (unit("x", tq=5),))
    printed = game.ruleset.resolve(asked, dice=GivenDice([3, 6])).record
    restored = game.ruleset.resolve(asked, dice=GivenDice([5, 2])).record
    assert "8.7.1-table" not in {step.rule for step in printed.unprinted}
    assert "8.7.1-table" in {step.rule for step in restored.unprinted}


# ---------------------------------------------------------------- who checks


@pytest.mark.rule("orel", "8.7.1-who-checks")
def test_artillery_checks_only_in_defence_and_without_combat_units() -> None:
    assert check(request((unit("a"),), (unit("x", tq=5), battery("g", tq=2))), 1, 5) == {
        "a": "passed", "x": "passed", "g": "stays",
    }  # fmt: skip
    alone = request((unit("a"),), (battery("g", tq=4), car("r", unsupplied=True)), coordinated=("g",))
    assert check(alone, 1, 5) == {"a": "passed", "g": "disorganised", "r": "stays"}
    assert check(request((unit("a"),), (unit("x"),), bystanders=(battery("g", tq=2),)), 4, 1)["g"] == "stays"


@pytest.mark.rule("orel", "8.7.1-who-checks", "8.7.3-rout", "8.8.2B-surrender")
def test_routed_defenders_check_and_surrender_at_a_second_rout() -> None:
    # Strength 20 of a routed unit is 5, and the battery beside it adds nothing: no modifier.
    asked = request(
        (unit("a"),), (unit("x", tq=2, strength=20, mode="routed"), battery("g"), car("r", unsupplied=True))
    )
    assert check(asked, 1, 4) == {"a": "passed", "x": "retreat", "g": "retreat", "r": "retreat"}
    assert check(asked, 1, 6) == {"a": "passed", "x": "surrender", "g": "surrender", "r": "eliminated"}


# ---------------------------------------------------------------- the modifiers


@pytest.mark.rule("orel", "8.7.1-vehicle", "9.3-armoured-cars")
def test_a_vehicle_helps_its_stack_and_harms_every_enemy() -> None:
    attackers = (unit("a", hex=NORTH), car("r", hex=NORTH), unit("b", hex=SOUTH))
    asked = request(attackers, (unit("x", hex=TARGET, strength=9), unit("y", hex=TARGET, strength=3)))
    assert modifiers(asked) == {(of("a"), "friendly_vehicle"): -1, (DEFENDERS_DIE, "enemy_vehicle"): 1}


@pytest.mark.rule("orel", "8.7.1-vehicle")
def test_two_vehicles_of_a_stack_count_once() -> None:
    asked = request((unit("a"), car("r"), car("s")), (unit("x", strength=9),))
    assert modifiers(asked) == {(of("a"), "friendly_vehicle"): -1, (DEFENDERS_DIE, "enemy_vehicle"): 1}


@pytest.mark.rule("orel", "8.7.1-vehicle", "8.2.3-effects", "9.2.1-breakdown")
@pytest.mark.parametrize(
    "vehicle", [car("r", unsupplied=True), tank("t", broken_down=True), train("z")], ids=lambda one: one.type
)
def test_a_vehicle_out_of_action_counts_for_nobody(vehicle: game.Unit) -> None:
    assert modifiers(request((unit("a"),), (unit("x"), vehicle))) == {}


@pytest.mark.rule("orel", "8.7.1-vehicle", "9.1.2-support")
def test_a_train_in_contact_counts_with_its_fire() -> None:
    # 5 against 5 + 2 is below 1:1.
    assert modifiers(request((unit("a"),), (unit("x"), train("z", in_contact=True)))) == {
        (ATTACKERS_DIE, "enemy_vehicle"): 1,
        (of("x"), "friendly_vehicle"): -1,
        (ATTACKERS_DIE, "attacker_below_one_to_one"): 1,
        (DEFENDERS_DIE, "defender_below_one_to_one"): -1,
    }


@pytest.mark.rule("orel", "8.7.1-cavalry-alone")
def test_cavalry_alone_pays_for_charging_formed_infantry() -> None:
    rider = cavalry("c", steps=1, charging=True)
    alone = (of("c"), "cavalry_charging_alone")
    assert modifiers(request((rider,), (unit("x"),)))[alone] == 2
    assert modifiers(request((rider,), (unit("x", entrenchment="entrenched"), unit("y"))))[alone] == 2
    for defenders in ((unit("x"), unit("y", mode="march")), (unit("x"), unit("y", mode="routed")), (battery("g"),)):
        assert alone not in modifiers(request((rider,), defenders))
    assert alone not in modifiers(request((rider,), (unit("x"), cavalry("d"))))
    assert alone not in modifiers(request((rider, unit("a")), (unit("x"),)))
    assert alone not in modifiers(request((cavalry("c", steps=1),), (unit("x"),)))


@pytest.mark.rule("orel", "8.7.1-cavalry-alone")
def test_cavalry_alone_in_defence_pays_too_and_only_for_those_who_charge() -> None:
    found = modifiers(request((unit("a", strength=15),), (cavalry("c", charging=True), cavalry("d"))))
    assert found[of("c"), "cavalry_charging_alone"] == 2
    assert (of("d"), "cavalry_charging_alone") not in found


@pytest.mark.rule("orel", "8.7.1-uncountered")
def test_two_steps_of_charging_cavalry_without_an_answer() -> None:
    charged = (DEFENDERS_DIE, "charged_without_countercharge")
    foot = unit("a")
    assert charged not in modifiers(request((foot, cavalry("c", steps=1, charging=True)), (unit("x"),)))
    two = (cavalry("c", steps=1, charging=True), cavalry("d", steps=1, charging=True))
    assert modifiers(request((foot, *two), (unit("x"),)))[charged] == 1
    three = (foot, cavalry("c", charging=True))
    # Quality 4 may not charge formed infantry; quality 5 may, and that is enough.
    assert modifiers(request(three, (unit("x"), cavalry("y", tq=4))))[charged] == 1
    assert charged not in modifiers(request(three, (unit("x"), cavalry("y", tq=5))))
    assert modifiers(request(three, (unit("x"), cavalry("y", tq=5, mode="march"))))[charged] == 1
    assert charged not in modifiers(request((foot, cavalry("c")), (unit("x"),)))


@pytest.mark.rule("orel", "8.7.1-integrated", "1.1-integrated-artillery")
def test_enemy_integrated_artillery_counts_once_and_not_of_routed_units() -> None:
    guns = unit("x", integrated_artillery=True)
    both = request((unit("a", strength=10),), (guns, unit("y", integrated_artillery=True)))
    assert modifiers(both) == {(ATTACKERS_DIE, "enemy_integrated_artillery"): 1}
    routed = request((unit("a"),), (unit("x", strength=20, mode="routed", integrated_artillery=True),))
    assert modifiers(routed) == {}
    own = request((unit("a", integrated_artillery=True),), (unit("x"),))
    assert modifiers(own) == {(DEFENDERS_DIE, "enemy_integrated_artillery"): 1}


@pytest.mark.rule("orel", "8.7.1-tq6")
def test_elite_infantry_shakes_all_but_elite_infantry() -> None:
    elite = unit("a", tq=6, strength=10)
    row = "elite_infantry_attacks"
    assert modifiers(request((elite,), (unit("x", tq=6), unit("y", tq=5)))) == {(of("y"), row): 1}
    assert modifiers(request((elite,), (cavalry("x", tq=6), unit("y"))))[of("x"), row] == 1
    recruits = unit("a", tq=6, strength=10, recruits_marker=True)
    assert modifiers(request((recruits,), (unit("x"), unit("y")))) == {}
    assert modifiers(request((cavalry("a", tq=6),), (unit("x"),))) == {}
    assert modifiers(request((unit("a"),), (unit("x", tq=6),))) == {}


@pytest.mark.rule("orel", "8.7.1-terrain", "7.3-effects", "9.2.2-combat")
def test_the_defender_takes_his_cover_off_his_die() -> None:
    village = game.Cover(terrains=("forest", "village"), across_river=True)
    assert modifiers(request((unit("a"),), (unit("x"),), cover=village)) == {
        (of("x"), "forest"): -1,
        (of("x"), "river_hexside"): -1,
    }
    dug_in = (unit("x", strength=2, entrenchment="entrenched"), unit("y", strength=3))
    assert modifiers(request((unit("a"),), dug_in)) == {(of("x"), "entrenchment"): -1}
    assert (of("x"), "entrenchment") not in modifiers(request((unit("a"), tank("t")), dug_in))


@pytest.mark.rule("orel", "8.7.1-ratio")
@pytest.mark.parametrize(
    ("attacker", "defender", "expected"), [(17, 13, (0, 0)), (20, 10, (-1, 1)), (19, 10, (0, 0)), (12, 13, (1, -1))]
)
def test_the_ratio_with_supports_and_what_divides(attacker: int, defender: int, expected: tuple[int, int]) -> None:
    asked = request(
        (unit("a", strength=attacker - 3),), (unit("x", strength=defender - 1),), attacker_support=3, defender_support=1
    )
    assert tuple(
        sum(value for (to, _), value in modifiers(asked).items() if to == die)
        for die in (ATTACKERS_DIE, DEFENDERS_DIE)
    ) == expected  # fmt: skip


@pytest.mark.rule("orel", "8.7.1-lone-artillery")
def test_lone_artillery_is_worth_its_fire_or_half_of_it() -> None:
    guns = (battery("g", fire=3), battery("h", fire=3))
    # 3 + 1 = 4 with one check passed: 7 is below 2:1; with none 1 + 1 = 2.
    one = request((unit("a", strength=7),), guns, coordinated=("g",))
    assert modifiers(one) == {}
    none = request((unit("a", strength=7),), guns)
    assert modifiers(none) == {
        (ATTACKERS_DIE, "attacker_at_two_to_one"): -1,
        (DEFENDERS_DIE, "defender_at_two_to_one"): 1,
    }


# ---------------------------------------------------------------- who follows


@pytest.mark.rule("orel", "8.7.2-artillery-follows", "8.7.2-vehicles-follow")
@pytest.mark.parametrize(
    ("qualities", "guns", "vehicle"),
    [
        # A 6 and no modifiers: 4 retreats, 2 routs, 6 passes.
        ((4, 2), "retreat", "retreat"),
        ((2, 2), "rout", "retreat_two"),
        ((4, 4), "retreat", "retreat"),
        ((6, 2), "stays", "stays"),
    ],
)
def test_artillery_and_vehicles_go_with_their_stack(qualities: tuple[int, int], guns: str, vehicle: str) -> None:
    first, second = (unit(key, tq=tq, strength=2) for key, tq in zip("xy", qualities, strict=True))
    # The car is unsupplied, so that it changes no die.
    found = check(request((unit("a"),), (first, second, battery("g"), car("r", unsupplied=True))), 1, 6)
    assert (found["g"], found["r"]) == (guns, vehicle)


@pytest.mark.rule("orel", "8.7.2-artillery-follows", "8.7.2-vehicles-follow")
def test_attackers_stacks_go_by_themselves() -> None:
    # 6 against quality 3 retreats, against 2 routs; the stack in the north keeps a battalion that does not attack.
    attackers = (unit("a", tq=3, hex=NORTH), unit("b", tq=2, hex=SOUTH))
    bystanders = (
        unit("c", hex=NORTH), battery("g", hex=NORTH), battery("h", hex=SOUTH), car("r", hex=SOUTH, unsupplied=True),
    )  # fmt: skip
    asked = request(attackers, (unit("x", hex=TARGET, strength=9),), bystanders=bystanders)
    assert check(asked, 6, 1) == {
        "a": "retreat", "b": "rout", "x": "passed", "c": "stays", "g": "stays", "h": "rout", "r": "retreat_two",
    }  # fmt: skip


@pytest.mark.rule("orel", "8.7.2-vehicles-follow", "9.2.1-breakdown")
def test_a_broken_down_tank_that_must_go_is_lost() -> None:
    found = check(request((unit("a"),), (unit("x"), tank("t", broken_down=True))), 1, 6)
    assert found == {"a": "passed", "x": "retreat", "t": "eliminated"}
    assert check(request((unit("a"),), (unit("x"), tank("t", broken_down=True))), 1, 4)["t"] == "stays"


@pytest.mark.rule("orel", "9-stack-lost")
def test_a_train_whose_stack_surrenders_is_captured_in_contact_and_else_gets_away() -> None:
    routed = unit("x", tq=2, strength=20, mode="routed")
    # The train in contact takes 1 off the die, 14 against 5 + 2 adds 1.
    asked = request((unit("a", strength=14),), (routed, train("z", in_contact=True), train("y")))
    assert check(asked, 1, 6) == {"a": "passed", "x": "surrender", "z": "captured", "y": "retreat_two"}


# ---------------------------------------------------------------- the later rules


@pytest.mark.rule("orel", "OPT-b-modifiers")
def test_side_wide_modifiers() -> None:
    def found(*sides: tuple[game.Unit, ...], **fields: Any) -> dict[tuple[str, str], Any]:
        return modifiers(request(*sides, **fields), side_wide_modifiers=True)

    assert found((unit("a", strength=11),), (unit("x", strength=10),)) == {
        (ATTACKERS_DIE, "stronger_side"): -1, (DEFENDERS_DIE, "weaker_side"): 1,
    }  # fmt: skip
    assert found((unit("a"),), (unit("x"),), attacker_support=1, defender_support=2) == {
        (ATTACKERS_DIE, "weaker_side"): 1, (DEFENDERS_DIE, "stronger_side"): -1,
    }  # fmt: skip
    two_stacks = (unit("a", hex=NORTH), car("r", hex=NORTH), unit("b", hex=SOUTH))
    assert found(two_stacks, (unit("x", hex=TARGET, strength=12),)) == {
        (ATTACKERS_DIE, "friendly_vehicle"): -1, (DEFENDERS_DIE, "enemy_vehicle"): 1,
    }  # fmt: skip
    dug_in = unit("x", strength=2, entrenchment="entrenched")
    assert found((unit("a"),), (dug_in, unit("y", strength=3))) == {}
    assert found((unit("a"),), (dug_in, unit("y", strength=3, entrenchment="entrenched"))) == {
        (DEFENDERS_DIE, "entrenchment"): -1
    }
    assert found((unit("a", strength=10),), (unit("x"), unit("y")), cover=game.Cover(terrains=("orel_centre",))) == {
        (DEFENDERS_DIE, "orel_centre"): -2
    }
    elite = unit("a", tq=6, strength=10)
    assert found((elite,), (unit("x", tq=6), unit("y"))) == {}
    assert found((elite,), (cavalry("x", tq=6), unit("y"))) == {(DEFENDERS_DIE, "elite_infantry_attacks"): 1}
    assert found((unit("a", integrated_artillery=True),), (unit("x"),)) == {
        (DEFENDERS_DIE, "enemy_integrated_artillery"): 1
    }


@pytest.mark.rule("orel", "OPT-b-modifiers", "8.7.1-cavalry-alone", "8.7.1-uncountered")
def test_side_wide_charges() -> None:
    def found(*sides: tuple[game.Unit, ...]) -> dict[tuple[str, str], Any]:
        return modifiers(request(*sides), side_wide_modifiers=True)

    one_step = cavalry("c", steps=1, charging=True)
    assert found((one_step,), (unit("x"),)) == {
        (ATTACKERS_DIE, "cavalry_charging_alone"): 2, (DEFENDERS_DIE, "charged_without_countercharge"): 1,
    }  # fmt: skip
    # That the enemy's cavalry could charge is not enough: it must.
    with_foot = (one_step, unit("a"))
    assert found(with_foot, (unit("x"), cavalry("d"))) == {(DEFENDERS_DIE, "charged_without_countercharge"): 1}
    assert found(with_foot, (unit("x"), cavalry("d", charging=True))) == {}


@pytest.mark.rule("orel", "OPT-c-predominant")
def test_the_predominant_quality_answers_for_all() -> None:
    asked = request((unit("a", tq=5), unit("b", tq=2, steps=2, strength=4)), (unit("x", strength=6),))
    option = {"predominant_cohesion": True}
    assert check(asked, 4, 1, **option) == {"a": "passed", "b": "passed", "x": "passed"}
    assert check(asked, 5, 1, **option) == {"a": "disorganised", "b": "disorganised", "x": "passed"}
    assert check(asked, 1, 1, **option)["b"] == "passed"
    # Without the other option the modifiers of one unit stay its own.
    elite = request((unit("a", tq=6, strength=10),), (unit("x", tq=6, steps=6), unit("y", tq=5)))
    assert check(elite, 1, 6, **option) == {"a": "passed", "x": "passed", "y": "disorganised"}


@pytest.mark.rule("orel", "OPT-b-modifiers", "OPT-c-predominant")
def test_the_record_names_both_options() -> None:
    resolution = game.ruleset.resolve(request((unit("a"),), (unit("x"),)), dice=GivenDice([2, 2]))
    assert {"OPT-b-modifiers", "OPT-c-predominant", "8.7.1-ratio", "8.7.1-procedure"} <= set(resolution.record.rules)


# ---------------------------------------------------------------- refusals


@pytest.mark.rule("orel", "X-bad-combat", "9-accompanied", "9-alone-defence", "8.2.3-effects", "9.2.1-breakdown")
@pytest.mark.parametrize(
    ("asked", "path", "rule"),
    [
        (request((car("r"),), (unit("x"),)), r"\$\.attackers:", "X-bad-combat"),
        (request((unit("a", hex="1009"),), (unit("x", hex=TARGET),)), r"attackers\[0\]\.hex", "X-bad-combat"),
        (request((unit("a", mode="march"),), (unit("x"),)), r"attackers\[0\]", "X-bad-combat"),
        (request((unit("a", mode="routed"),), (unit("x"),)), r"attackers\[0\]", "X-bad-combat"),
        (request((unit("a"), battery("g")), (unit("x"),)), r"attackers\[1\]", "X-bad-combat"),
        (request((unit("a"), car("r", unsupplied=True)), (unit("x"),)), r"attackers\[1\]", "8.2.3-effects"),
        (request((unit("a"), tank("t", broken_down=True)), (unit("x"),)), r"attackers\[1\]", "9.2.1-breakdown"),
        (request((unit("a"), train("z")), (unit("x"),)), r"attackers\[1\]", "9.1-contact"),
        (
            request((unit("a", hex=NORTH), car("r", hex=SOUTH)), (unit("x", hex=TARGET),)),
            r"attackers\[1\]", "9-accompanied",
        ),
        (request((unit("a"),), (car("x"),)), r"\$\.defenders", "9-alone-defence"),
    ],
)  # fmt: skip
def test_what_may_not_fight(asked: game.CohesionRequest, path: str, rule: str) -> None:
    with pytest.raises(IllegalRequestError, match=rf"{path}.*\[{rule}\]"):
        check(asked, 2, 2)


@pytest.mark.rule("orel", "X-bad-combat", "8.7.1-charge")
def test_a_forbidden_charge_is_refused() -> None:
    with pytest.raises(IllegalRequestError, match=r"attackers\[0\]\.charging: c may not charge .*8\.7\.1-charge"):
        check(request((cavalry("c", tq=4, charging=True),), (unit("x"),)), 2, 2)
    with pytest.raises(IllegalRequestError, match=r"defenders\[0\]\.charging: .*8\.7\.1-charge"):
        check(request((unit("a"),), (cavalry("c", charging=True),), cover=game.Cover(terrains=("town",))), 2, 2)


@pytest.mark.rule("orel", "X-bad-units", "X-bad-combat", "8.7.1-lone-artillery")
@pytest.mark.parametrize(
    ("asked", "path", "rule"),
    [
        (request((unit("a", hex="3321"),), (unit("x", hex=TARGET),)), r"attackers\[0\]\.hex", "X-bad-units"),
        (request((unit("a"),), (unit("a"),)), r"defenders\[0\]\.key", "X-bad-units"),
        (request((unit("a", side="white"),), (unit("x"),)), r"defenders\[0\]\.side", "X-bad-units"),
        (request((unit("a"),), (unit("x", hex=TARGET),)), r"\$\.attackers", "X-bad-combat"),
        (
            request((unit("a", hex=NORTH),), (unit("x", hex=TARGET), unit("y", hex=NORTH_EAST))),
            r"defenders\[1\]\.hex", "X-bad-combat",
        ),
        (
            request((unit("a", hex=NORTH),), (unit("x", hex=TARGET),), bystanders=(unit("b", hex=SOUTH),)),
            r"bystanders\[0\]\.hex", "X-bad-combat",
        ),
        (request((unit("a"),), (unit("x"), battery("g")), coordinated=("g",)), r"coordinated\[0\]", "8.7.1-lone"),
        (request((unit("a"),), (battery("g", mode="march"),), coordinated=("g",)), r"coordinated\[0\]", "8.7.1-lone"),
        (request((unit("a"),), (unit("x"),), attacker_support=-1), r"attacker_support", "X-bad-combat"),
    ],
)  # fmt: skip
def test_malformed_combats(asked: game.CohesionRequest, path: str, rule: str) -> None:
    with pytest.raises(InvalidRequestError, match=rf"{path}.*{rule}"):
        check(asked, 2, 2)


@pytest.mark.rule("orel", "D-values")
def test_illustrative_figures_are_told() -> None:
    asked = request((unit("a", values="illustrative"),), (unit("x"),))
    assert "D-values" in game.ruleset.resolve(asked, dice=GivenDice([2, 2])).record.rules
    assert (
        "D-values" not in game.ruleset.resolve(request((unit("a"),), (unit("x"),)), dice=GivenDice([2, 2])).record.rules
    )
