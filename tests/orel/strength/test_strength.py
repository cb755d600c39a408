"""Strength and ratio: what divides it, when it is rounded, batteries that defend alone, and what the ratio does."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from orel_units import builder

from rcw_rules import GivenDice, InvalidRequestError
from rcw_rules import orel as game
from rcw_rules.kernel.record import LookUpStep, ModifierStep
from rcw_rules.kernel.sources import SeededDice
from rcw_rules.kernel.umpire import RollingUmpire
from rcw_rules.orel.strength import fire_strength_now, lone_artillery_strength, takes_part


def battalion(key: str, strength: int = 5, **changes: Any) -> game.Unit:
    fields: dict[str, Any] = {
        "key": key, "side": "red", "type": "infantry", "tq": 4, "steps": 4, "strength": strength,
    }  # fmt: skip
    return game.Unit(**{**fields, **changes})


cavalry = builder("cavalry", tq=5)


def battery(key: str, fire: int = 3, **changes: Any) -> game.Unit:
    fields: dict[str, Any] = {"key": key, "side": "red", "type": "artillery", "tq": 4, "steps": 2, "fire": fire}
    return game.Unit(**{**fields, **changes})


def train(key: str = "z", fire: int = 3, *, heavy: bool = False, **changes: Any) -> game.Unit:
    fields: dict[str, Any] = {"type": "armoured_train_heavy", "steps": 2} if heavy else {"type": "armoured_train_light"}
    return game.Unit(key=key, side="red", fire=fire, **{**fields, "in_contact": True, **changes})


car = builder("armoured_car", key="r")


def side(*units: game.Unit, **fields: Any) -> game.CombatStrengthOutcome:
    request = game.CombatStrengthRequest(units=units, **fields)
    return game.ruleset.resolve(request, dice=GivenDice([])).outcome


def total(*units: game.Unit, **fields: Any) -> int:
    return side(*units, **fields).total


def an_umpire() -> RollingUmpire[game.Options]:
    return RollingUmpire(game.ruleset, SeededDice(1), {}, recording=True)


def fire(unit: game.Unit, *, coordinated: bool = True) -> int:
    return fire_strength_now(an_umpire(), unit, coordinated=coordinated)


# -------------------------------------------------------------------- what divides strength


@pytest.mark.rule("orel", "7.1.4-march-effects", "8.2.3-effects", "8.7.2-disorganised", "8.7.3-rout", "8.7.1-strength")
@pytest.mark.parametrize(
    ("changes", "cohesion", "assault"),
    [
        ({}, 1, 1),
        ({"unsupplied": True}, 2, 2),
        ({"mode": "march"}, 2, 2),
        ({"disorganised": True}, 1, 2),
        ({"mode": "routed"}, 4, 4),
        ({"unsupplied": True, "mode": "march"}, 4, 4),
        ({"unsupplied": True, "mode": "routed"}, 8, 8),
        ({"unsupplied": True, "mode": "march", "disorganised": True}, 4, 8),
    ],
)
def test_divisors_multiply(changes: dict[str, Any], cohesion: int, assault: int) -> None:
    for step, divisor in (("cohesion", cohesion), ("assault", assault)):
        found = side(battalion("a", 24, **changes), attacking=False, step=step)
        assert [(group.divisor, group.sum, group.units) for group in found.groups] == [(divisor, 24, ("a",))]
        assert found.total == 24 // divisor


@pytest.mark.rule("orel", "1.2-sum-before-dividing")
def test_units_are_summed_before_they_are_divided() -> None:
    marching = [battalion(key, strength, mode="march") for key, strength in (("a", 5), ("b", 3), ("c", 3))]
    assert total(*marching, attacking=False) == 6
    mixed = (battalion("a", mode="march"), battalion("b", mode="routed"))
    assert total(*mixed, attacking=False) == 3 + 1
    assert total(battalion("a", 1, mode="routed"), attacking=False) == 1


@pytest.mark.rule("orel", "1.2-sum-before-dividing", "8.8.1-strength", "8.7.2-disorganised", "1.2-round-nearest")
def test_the_defenders_of_the_example() -> None:
    found = side(
        battalion("a", 7), battalion("b", 5, disorganised=True), battalion("c", 1), attacking=False, step="assault"
    )
    assert found.total == 7 + 3 + 1 == 11
    assert [(group.divisor, group.sum, group.strength) for group in found.groups] == [(1, 8, 8), (2, 5, 3)]


@pytest.mark.rule("orel", "1.2-round-last", "1.2-sum-before-dividing")
@pytest.mark.parametrize(
    ("strength", "changes", "left"),
    [
        (5, {"unsupplied": True, "mode": "march"}, 1),
        (7, {"unsupplied": True, "mode": "routed"}, 1),
        (7, {"mode": "routed"}, 2),
        (5, {"mode": "march"}, 3),
        (6, {"mode": "routed"}, 2),
    ],
)
def test_a_strength_is_rounded_once(strength: int, changes: dict[str, Any], left: int) -> None:
    assert total(battalion("a", strength, **changes), attacking=False) == left


@pytest.mark.rule("orel", "8.8.2A-strength-loss", "8.7.1-strength")
def test_lost_steps_come_off_before_the_division() -> None:
    assert total(battalion("a", 7, steps=2, steps_full=4)) == 5
    assert total(battalion("a", 5, steps=2, steps_full=4)) == 3
    assert total(battalion("a", 7, steps=2, steps_full=4, mode="march"), attacking=False) == 3
    assert total(cavalry("c", steps=2, steps_full=3, charging=True)) == 3
    assert total(cavalry("c", steps=2, steps_full=3)) == 1


@pytest.mark.rule("orel", "8.7.1-strength", "9.3-armoured-cars", "8.2.3-effects")
def test_vehicles_lend_their_strength_while_they_can_fight() -> None:
    assert total(battalion("a"), car()) == 7
    assert total(battalion("a"), car(unsupplied=True)) == 5
    tank = game.Unit(key="t", side="red", type="tank", strength=3)
    assert total(battalion("a"), tank) == 8
    broken = game.Unit(key="t", side="red", type="tank", strength=3, broken_down=True)
    assert total(battalion("a"), broken) == 5
    assert total(battalion("a", 8, mode="march"), car(), attacking=False) == 4 + 2


@pytest.mark.rule("orel", "9.1.2-support", "9.1-contact", "8.7.1-strength")
def test_a_train_counts_in_contact_only() -> None:
    assert total(battalion("a"), train(fire=4, heavy=True)) == 9
    assert total(battalion("a"), train(fire=4, heavy=True, in_contact=False)) == 5
    assert total(battalion("a"), train(fire=3, unsupplied=True)) == 5
    damaged = train(fire=5, heavy=True, steps=1, steps_full=2)
    assert total(battalion("a"), damaged) == 5 + 3


@pytest.mark.rule("orel", "8.8.1-strength", "8.7.2-repulsed")
def test_who_takes_part_in_an_assault() -> None:
    units = (battalion("a", 6), battalion("b", 4, repulsed=True))
    assert total(*units) == 10
    assert total(*units, step="assault") == 6
    routed = battalion("c", 8, mode="routed")
    assert takes_part(routed, "assault", attacking=True) is False
    assert total(battalion("a", 6), routed, step="assault", attacking=False) == 6 + 2
    assert total(battalion("b", 4, repulsed=True), step="assault") == 1


@pytest.mark.rule("orel", "8.7.1-strength", "8.6.2-support")
def test_support_is_added_whole() -> None:
    found = side(battalion("a", 5, mode="march"), support=4, attacking=False)
    assert (found.total, found.support) == (3 + 4, 4)


@pytest.mark.rule("orel", "8.7.1-strength")
def test_artillery_with_combat_units_adds_nothing_and_in_attack_never_does() -> None:
    assert total(battalion("a"), battery("g"), attacking=False) == 5
    assert total(battalion("a"), battery("g"), attacking=True) == 5
    assert total(battery("g", 9), attacking=True) == 1
    assert total(battalion("a"), battery("g"), attacking=False, step="assault") == 5


# -------------------------------------------------------------------- batteries that defend alone


@pytest.mark.rule("orel", "8.7.1-lone-artillery")
@pytest.mark.parametrize(
    ("guns", "coordinated", "strength"),
    [
        ([battery("g", 3)], ("g",), 3),
        ([battery("g", 3)], (), 1),
        ([battery("g", 5)], (), 2),
        ([battery("g", 4, mode="march")], (), 1),
        ([battery("g", 9, mode="routed")], (), 1),
        ([battery("g", 9, mode="routed", unsupplied=True)], (), 1),
        ([battery("g", 3), battery("h", 3)], ("g",), 3 + 1),
        ([battery("g", 3, unsupplied=True)], ("g",), 2),
        ([battery("g", 5, unsupplied=True)], (), 1),
        ([battery("g", 3, unsupplied=True)], (), 1),
        ([battery("g", 1)], (), 1),
        ([battery("g", 1), battery("h", 5)], (), 0 + 2),
        ([battery("g", 4, steps=1, steps_full=2)], ("g",), 3),
    ],
)
def test_batteries_alone_in_the_cohesion_check(
    guns: list[game.Unit], coordinated: tuple[str, ...], strength: int
) -> None:
    assert total(*guns, attacking=False, coordinated=coordinated) == strength
    with_depot_and_car = (*guns, car(unsupplied=True))
    assert total(*with_depot_and_car, attacking=False, coordinated=coordinated) == strength


@pytest.mark.rule("orel", "8.8.1-strength")
@pytest.mark.parametrize(
    ("changes", "strength"),
    [
        ({}, 2),
        ({"steps": 3}, 3),
        ({"steps": 1, "steps_full": 3}, 1),
        ({"steps": 3, "mode": "march"}, 1),
        ({"steps": 3, "unsupplied": True}, 1),
        ({"steps": 3, "mode": "routed"}, 1),
        ({"steps": 3, "disorganised": True}, 1),
        ({"steps": 3, "disorganised": True, "unsupplied": True, "mode": "march"}, 1),
    ],
)
def test_batteries_alone_in_the_assault(changes: dict[str, Any], strength: int) -> None:
    assert total(battery("g", 9, **changes), attacking=False, step="assault") == strength


@pytest.mark.rule("orel", "8.8.1-strength")
def test_each_battery_counts_by_itself_in_the_assault() -> None:
    assert total(battery("g"), battery("h", disorganised=True), attacking=False, step="assault") == 2 + 1


@pytest.mark.rule("orel", "8.7.1-lone-artillery")
def test_the_one_of_a_battery_on_the_road_stands_in_the_chart() -> None:
    umpire = an_umpire()
    assert lone_artillery_strength(umpire, battery("g", mode="march"), "cohesion", coordinated=True) == 1
    (step,) = [step for _, step in umpire.record.walk() if isinstance(step, LookUpStep)]
    assert (step.rule, step.provenance) == ("8.3.2-roll", "printed")


# -------------------------------------------------------------------- fire strength


@pytest.mark.rule("orel", "8.2.3-effects", "1.2-round-last", "1.2-round-down", "1.2-round-nearest", "8.6.2-check")
@pytest.mark.parametrize(
    ("unit", "full", "failed"),
    [
        (battery("g", 3), 3, 1),
        (battery("g", 5), 5, 2),
        (battery("g", 1), 1, 0),
        (battery("g", 3, unsupplied=True), 2, 0),
        (battery("g", 5, unsupplied=True), 3, 1),
        (battery("g", 4, steps=1, steps_full=2, unsupplied=True), 2, 0),
        (battery("g", 4, steps=1, steps_full=2), 3, 1),
        (battery("g", 1, steps=1, steps_full=2), 1, 0),
        (train(fire=3), 3, 1),
        (train(fire=5, heavy=True), 5, 2),
        (train(fire=5, heavy=True, steps=1, steps_full=2), 3, 1),
        (train(fire=5, heavy=True, steps=1, steps_full=2, reduced=game.ReducedSide(fire=4)), 4, 2),
    ],
)
def test_fire_strength_now(unit: game.Unit, full: int, failed: int) -> None:
    assert (fire(unit), fire(unit, coordinated=False)) == (full, failed)


# -------------------------------------------------------------------- laws


@given(
    st.lists(
        st.tuples(st.integers(1, 12), st.sampled_from(["combat", "march", "routed"]), st.booleans(), st.booleans()),
        min_size=1,
        max_size=6,
    ),
    st.integers(0, 9),
    st.sampled_from(["cohesion", "assault"]),
)
@pytest.mark.rule("orel", "1.2-sum-before-dividing", "1.2-round-last", "8.7.1-strength")
def test_strength_is_that_of_a_slow_twin(members: list[tuple[int, Any, bool, bool]], support: int, step: Any) -> None:
    units = [
        battalion(str(number), strength, mode=mode, unsupplied=unsupplied, disorganised=disorganised)
        for number, (strength, mode, unsupplied, disorganised) in enumerate(members)
    ]
    wanted = support
    for divisor in (1, 2, 4, 8, 16):
        pile = 0
        for strength, mode, unsupplied, disorganised in members:
            shares = 4 if mode == "routed" else 2 if mode == "march" else 1
            shares = shares * 2 if unsupplied else shares
            shares = shares * 2 if disorganised and step == "assault" else shares
            pile += strength if shares == divisor else 0
        whole, rest = divmod(pile, divisor)
        wanted += whole + (1 if 2 * rest >= divisor > 1 else 0)
    assert total(*units, attacking=False, support=support, step=step) == max(1, wanted)


# -------------------------------------------------------------------- questions that cannot be


@pytest.mark.rule("orel", "X-bad-units", "8.7.1-lone-artillery", "X-bad-combat")
@pytest.mark.parametrize(
    ("units", "fields", "path", "rule"),
    [
        ((), {}, "$.units", ""),
        ((battalion("a"), battalion("b", side="white")), {}, "$.units[1].side", "X-bad-units"),
        ((battalion("a"), battalion("a")), {}, "$.units[1].key", "X-bad-units"),
        ((battalion("a"),), {"enemies": (battalion("b"),)}, "$.enemies[0].side", "X-bad-units"),
        ((battalion("a"),), {"support": -1}, "$.support", "X-bad-combat"),
        ((battalion("a"),), {"coordinated": ("a",)}, "$.coordinated[0]", "8.7.1-lone-artillery"),
        ((battery("g"),), {"coordinated": ("g",)}, "$.coordinated[0]", "8.7.1-lone-artillery"),
        (
            (battery("g"), battalion("a")),
            {"coordinated": ("g",), "attacking": False},
            "$.coordinated[0]",
            "8.7.1-lone-artillery",
        ),
        (
            (battery("g", mode="march"),),
            {"coordinated": ("g",), "attacking": False},
            "$.coordinated[0]",
            "8.7.1-lone-artillery",
        ),
        (
            (battery("g"),),
            {"coordinated": ("g",), "attacking": False, "step": "assault"},
            "$.coordinated[0]",
            "8.7.1-lone-artillery",
        ),
        ((battalion("a"),), {"step": "pursuit"}, "$.step", ""),
    ],
)
def test_no_such_side(units: tuple[game.Unit, ...], fields: dict[str, Any], path: str, rule: str) -> None:
    with pytest.raises(InvalidRequestError) as caught:
        side(*units, **fields)
    assert [(problem.path, problem.rule) for problem in caught.value.problems] == [(path, rule)]


@pytest.mark.rule("orel", "D-values")
def test_illustrative_figures_are_told_of() -> None:
    request = game.CombatStrengthRequest(units=(battalion("a", values="illustrative"), battalion("b")))
    record = game.ruleset.resolve(request, dice=GivenDice([])).record
    assert [step.text for _, step in record.walk() if step.rule == "D-values"] == [
        "illustrative figures, since the counters are not in the source: a"
    ]


@pytest.mark.rule("orel", "D-values")
@pytest.mark.parametrize(("number", "told"), [(8, "abcdefgh"), (9, "abcdefgh and 1 more"), (11, "abcdefgh and 3 more")])
def test_of_many_units_with_illustrative_figures_eight_are_named(number: int, told: str) -> None:
    units = tuple(battalion(key, values="illustrative") for key in "abcdefghijk"[:number])
    record = game.ruleset.resolve(game.CombatStrengthRequest(units=units), dice=GivenDice([])).record
    (text,) = [step.text for _, step in record.walk() if step.rule == "D-values"]
    assert text.partition(": ")[2].replace(", ", "") == told


# -------------------------------------------------------------------- the ratio


def odds(attacker: int, defender: int, step: Any) -> game.OddsOutcome:
    request = game.OddsRequest(attacker=attacker, defender=defender, step=step)
    return game.ruleset.resolve(request, dice=GivenDice([])).outcome


@pytest.mark.rule("orel", "8.7.1-ratio", "1.2-round-down")
@pytest.mark.parametrize(
    ("attacker", "defender", "column", "attacker_die", "defender_die"),
    [
        (17, 13, "1:1", 0, 0),
        (20, 10, "2:1", -1, 1),
        (26, 10, "2:1", -1, 1),
        (19, 10, "1:1", 0, 0),
        (12, 13, "<1:1", 1, -1),
        (13, 13, "1:1", 0, 0),
        (7, 1, "7:1", -1, 1),
        (1, 99, "<1:1", 1, -1),
    ],
)
def test_the_ratio_in_a_cohesion_check(
    attacker: int, defender: int, column: str, attacker_die: int, defender_die: int
) -> None:
    found = odds(attacker, defender, "cohesion")
    assert found.ratio == Fraction(attacker, defender)
    assert (found.column, found.attacker_die, found.defender_die) == (column, attacker_die, defender_die)
    assert found.roll == 0


@pytest.mark.rule("orel", "8.8.1-odds", "1.2-round-assault-1.5", "1.2-round-down")
@pytest.mark.parametrize(
    ("attacker", "defender", "column", "roll"),
    [
        (17, 11, "1.5:1", 1),
        (16, 11, "1:1", 0),
        (3, 2, "1.5:1", 1),
        (199, 100, "1.5:1", 1),
        (149, 100, "1:1", 0),
        (2, 1, "2:1", 2),
        (299, 100, "2:1", 2),
        (3, 1, "3:1", 3),
        (399, 100, "3:1", 3),
        (4, 1, "4:1", 4),
        (5, 1, "5:1+", 5),
        (90, 1, "5:1+", 5),
        (10, 10, "1:1", 0),
        (10, 15, "1:1.5", -1),
        (99, 100, "1:1.5", -1),
        (9, 15, "1:2", -2),
        (1, 2, "1:2", -2),
        (5, 15, "1:3", -3),
        (7, 15, "1:3", -3),
        (4, 15, "<1:3", -4),
        (1, 99, "<1:3", -4),
    ],
)
def test_the_ratio_in_an_assault(attacker: int, defender: int, column: str, roll: int) -> None:
    found = odds(attacker, defender, "assault")
    assert (found.ratio, found.column, found.roll) == (Fraction(attacker, defender), column, roll)
    assert (found.attacker_die, found.defender_die) == (0, 0)


@pytest.mark.rule("orel", "8.7.1-ratio", "8.8.1-odds")
@given(st.integers(1, 60), st.integers(1, 60))
def test_more_strength_never_harms(attacker: int, defender: int) -> None:
    for step in ("cohesion", "assault"):
        weaker, stronger = odds(attacker, defender, step), odds(attacker + 1, defender, step)
        assert stronger.roll >= weaker.roll
        assert stronger.attacker_die <= weaker.attacker_die
        assert stronger.defender_die >= weaker.defender_die
    assert odds(attacker, defender, "cohesion").attacker_die == {0: 1, 1: 0}.get(attacker // defender, -1)


@pytest.mark.rule("orel", "8.8.1-odds", "8.7.1-ratio")
def test_what_the_record_tells_of_the_ratio() -> None:
    record = game.ruleset.resolve(
        game.OddsRequest(attacker=20, defender=10, step="cohesion"), dice=GivenDice([])
    ).record
    steps = [step for _, step in record.walk() if isinstance(step, ModifierStep)]
    assert [(step.id, step.value) for step in steps] == [("attacker_at_two_to_one", -1), ("defender_at_two_to_one", 1)]
    record = game.ruleset.resolve(game.OddsRequest(attacker=2, defender=1, step="assault"), dice=GivenDice([])).record
    (look_up,) = [step for _, step in record.walk() if isinstance(step, LookUpStep)]
    assert (look_up.rule, look_up.row, look_up.provenance) == ("8.8.1-odds", "2:1", "reconstructed")


@pytest.mark.rule("orel", "8.7.1-ratio")
@pytest.mark.parametrize(("attacker", "defender"), [(0, 1), (1, 0), (-3, 1), (1000, 1)])
def test_strengths_are_at_least_one(attacker: int, defender: int) -> None:
    with pytest.raises(InvalidRequestError, match=r"8\.7\.1-ratio"):
        odds(attacker, defender, "cohesion")
