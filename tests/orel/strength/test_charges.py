"""Charges: who may, who is told to and may not, and what the owner decides by default."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from attrs import evolve
from orel_units import builder

from rcw_rules import GivenDice, IllegalRequestError, InvalidRequestError
from rcw_rules import orel as game
from rcw_rules.kernel.sources import SeededDice
from rcw_rules.kernel.umpire import RollingUmpire
from rcw_rules.orel.strength import meets_infantry_alone, with_charges
from rcw_rules.orel.strength.charges import decides_to_charge

cavalry = builder("cavalry", key="c", side="white")


battalion = builder("infantry", key="a")


battery = builder("artillery", key="g")


TANK = game.Unit(key="t", side="red", type="tank", strength=2)


def bars(unit: game.Unit, *enemies: game.Unit, terrain: Any = "clear", **fields: Any) -> tuple[str, ...]:
    cover = game.Cover(terrains=(terrain,))
    request = game.MayChargeRequest(unit=unit, enemies=enemies, cover=cover, **fields)
    outcome = game.ruleset.resolve(request, dice=GivenDice([])).outcome
    assert outcome.may_charge is (outcome.bars == ())
    return outcome.bars


# -------------------------------------------------------------------- quality


@pytest.mark.rule("orel", "8.7.1-charge")
@pytest.mark.parametrize("tq", range(2, 7))
def test_only_good_cavalry_charges_formed_troops(tq: int) -> None:
    assert bars(cavalry(tq=tq), battalion()) == (() if tq >= 5 else ("quality",))


@pytest.mark.rule("orel", "8.7.1-charge")
@pytest.mark.parametrize(
    "enemies",
    [
        (battalion(mode="march"),),
        (battalion(mode="routed"),),
        (battalion(disorganised=True),),
        (battalion("a", mode="march"), battalion("b", mode="routed"), battalion("d", disorganised=True)),
        (battery(),),
        (battery(), TANK),
        (battalion(repulsed=True), battalion("b", mode="march")),
    ],
)
def test_lesser_cavalry_charges_only_units_that_are_not_formed(enemies: tuple[game.Unit, ...]) -> None:
    assert bars(cavalry(tq=2), *enemies) == ()


@pytest.mark.rule("orel", "8.7.1-charge")
def test_one_formed_enemy_is_enough() -> None:
    assert bars(cavalry(), battalion("a", disorganised=True), battalion("b")) == ("quality",)
    horse = cavalry("h", side="red")
    assert bars(cavalry(), horse, battery()) == ("quality",)


@pytest.mark.rule("orel", "8.7.1-charge", "1.1-tq")
def test_the_quality_is_that_of_now() -> None:
    assert bars(cavalry(tq=5, recruits_marker=True), battalion()) == ("quality",)
    assert bars(cavalry(tq=6, recruits_marker=True), battalion()) == ()


# -------------------------------------------------------------------- ground, entrenchments, mode


@pytest.mark.rule("orel", "8.7.1-charge")
@pytest.mark.parametrize("attacking", [True, False])
@pytest.mark.parametrize(
    ("terrain", "free"),
    [
        ("clear", True),
        ("village", True),
        ("town", False),
        ("orel_suburbs", False),
        ("orel_centre", False),
        ("forest", False),
    ],
)
def test_ground_bars_charges_in_attack_and_defence(terrain: str, free: bool, attacking: bool) -> None:
    unit = cavalry(tq=6)
    assert bars(unit, battalion(), terrain=terrain, attacking=attacking) == (() if free else ("ground",))


@pytest.mark.rule("orel", "8.7.1-charge")
def test_one_barring_terrain_of_a_hex_is_enough() -> None:
    cover = game.Cover(terrains=("clear", "village", "forest"))
    request = game.MayChargeRequest(unit=cavalry(tq=6), enemies=(battalion(),), cover=cover)
    assert game.ruleset.outcome(request, dice=GivenDice([])).bars == ("ground",)


@pytest.mark.rule("orel", "8.7.1-charge")
def test_a_river_bars_no_charge() -> None:
    request = game.MayChargeRequest(unit=cavalry(tq=6), enemies=(battalion(),), cover=game.Cover(across_river=True))
    assert game.ruleset.outcome(request, dice=GivenDice([])).may_charge


@pytest.mark.rule("orel", "8.7.1-charge", "9.2.2-combat")
def test_a_wholly_entrenched_hex_bars_attackers_unless_a_tank_comes() -> None:
    dug_in = battalion("e", entrenchment="entrenched")
    assert bars(cavalry(tq=6), dug_in) == ("entrenched",)
    assert bars(cavalry(tq=6), dug_in, tank=True) == ()
    assert bars(cavalry(tq=6), dug_in, battalion("b")) == ()
    assert bars(cavalry(tq=6), dug_in, battery()) == ()
    assert bars(cavalry(tq=6), dug_in, TANK) == ("entrenched",)
    # A defender charges out at attackers who have a marker still.
    assert bars(cavalry(tq=6), dug_in, attacking=False) == ()


@pytest.mark.rule("orel", "8.7.1-charge")
@pytest.mark.parametrize("mode", ["routed", "march"])
def test_no_charge_while_routed_or_in_march_mode(mode: Any) -> None:
    wanted = "routed" if mode == "routed" else "march_mode"
    assert bars(cavalry(tq=6, mode=mode), battalion(), attacking=False) == (wanted,)


@pytest.mark.rule("orel", "8.7.1-charge")
def test_everything_that_bars_is_named() -> None:
    dug_in = battalion("e", entrenchment="entrenched")
    assert bars(cavalry(tq=4), dug_in, terrain="forest") == ("ground", "entrenched", "quality")
    request = game.MayChargeRequest(unit=cavalry(tq=4), enemies=(dug_in,))
    record = game.ruleset.resolve(request, dice=GivenDice([])).record
    assert set(record.rules) == {"8.7.1-charge"}


@pytest.mark.rule("orel", "8.7.1-charge", "X-bad-units")
@pytest.mark.parametrize(
    ("unit", "enemies", "path", "rule"),
    [
        (battalion(side="white"), (battalion("b"),), "$.unit.type", "8.7.1-charge"),
        (cavalry(), (battalion("b", side="white"),), "$.enemies[0].side", "X-bad-units"),
        (cavalry(), (battalion("c"),), "$.unit.key", "X-bad-units"),
        (cavalry(), (), "$.enemies", ""),
        (cavalry(hex="1113"), (battalion(hex="1113"),), "$.unit.hex", "X-bad-units"),
    ],
)
def test_questions_about_charges_that_cannot_be(
    unit: game.Unit, enemies: tuple[game.Unit, ...], path: str, rule: str
) -> None:
    with pytest.raises(InvalidRequestError) as caught:
        game.ruleset.resolve(game.MayChargeRequest(unit=unit, enemies=enemies), dice=GivenDice([]))
    assert [(problem.path, problem.rule) for problem in caught.value.problems] == [(path, rule)]


# -------------------------------------------------------------------- who charges


def charging(*units: game.Unit, enemies: tuple[game.Unit, ...], choices: Any = None, **fields: Any) -> tuple[str, ...]:
    request = game.CombatStrengthRequest(units=units, enemies=enemies, **fields)
    return game.ruleset.resolve(request, dice=GivenDice([]), choices=choices).outcome.charging


@pytest.mark.rule("orel", "8.7.1-charge", "8.7.1-cavalry-alone")
def test_by_default_cavalry_charges_but_not_infantry_alone() -> None:
    friend = battalion("f", side="white")
    good = cavalry(tq=5)
    assert charging(good, friend, enemies=(battalion(),)) == ("c",)
    assert charging(good, enemies=(battalion(),)) == ()
    assert charging(good, enemies=(battalion("a"), battalion("b", mode="march"))) == ("c",)
    assert charging(good, enemies=(battalion(), cavalry("h", side="red"))) == ("c",)
    # No check comes before the assault any more, so that nothing is lost by it.
    assert charging(good, enemies=(battalion(),), step="assault") == ("c",)
    assert charging(cavalry(tq=4), friend, enemies=(battalion(),)) == ()


@pytest.mark.rule("orel", "8.7.1-charge")
def test_the_owner_decides_for_each_unit() -> None:
    friend = battalion("f", side="white")
    first, second = cavalry("c1", tq=5), cavalry("c2", tq=6)
    asked: list[str] = []

    def only_the_second(situation: Any, alternatives: tuple[bool, ...]) -> bool:
        asked.append(situation.unit.key)
        assert alternatives == (True, False)
        return bool(situation.unit.key == "c2")

    found = charging(first, second, friend, enemies=(battalion(),), choices={"charge": only_the_second})
    assert (found, asked) == (("c2",), ["c1", "c2"])
    alone = charging(first, enemies=(battalion(),), choices={"charge": lambda situation, alternatives: True})
    assert alone == ("c1",)


@pytest.mark.rule("orel", "8.7.1-charge", "X-bad-combat")
def test_who_may_not_charge_cannot_be_told_to() -> None:
    with pytest.raises(IllegalRequestError, match=r"\$\.units\[1\]\.charging: .*dismounted.*8\.7\.1-charge"):
        charging(battalion("f", side="white"), cavalry(tq=4, charging=True), enemies=(battalion(),))
    told = cavalry(tq=5, charging=True)
    assert charging(told, enemies=(battalion(),)) == ("c",)
    into_forest = game.Cover(terrains=("forest",))
    with pytest.raises(IllegalRequestError, match="forest"):
        charging(told, enemies=(battalion(),), cover=into_forest)


@pytest.mark.rule("orel", "8.7.1-charge", "9.2.2-combat")
def test_a_tank_of_the_attackers_opens_an_entrenched_hex_to_their_cavalry() -> None:
    dug_in = battalion("e", entrenchment="entrenched")
    tank = evolve(TANK, side="white")
    friend = battalion("f", side="white")
    assert charging(cavalry(tq=6), friend, enemies=(dug_in,)) == ()
    assert charging(cavalry(tq=6), friend, tank, enemies=(dug_in,)) == ("c",)
    assert charging(cavalry(tq=6), friend, evolve(tank, unsupplied=True), enemies=(dug_in,)) == ()


@pytest.mark.rule("orel", "8.7.1-charge")
def test_without_enemies_in_the_question_the_marks_stand() -> None:
    assert charging(cavalry(tq=2, charging=True), enemies=()) == ("c",)
    assert charging(cavalry(tq=6), enemies=()) == ()


@pytest.mark.rule("orel", "8.7.1-cavalry-alone")
def test_when_cavalry_meets_infantry_alone() -> None:
    modes: Any = ("combat", "march", "routed")
    horse = cavalry("h", side="red")
    for friend, first, second, with_horse in product((False, True), (None, *modes), (None, *modes), (False, True)):
        foot = [battalion(str(number), mode=mode) for number, mode in enumerate((first, second)) if mode is not None]
        own = [cavalry(), *([battalion("f", side="white")] if friend else [])]
        enemies = [*foot, *([horse] if with_horse else []), battery()]
        wanted = not friend and not with_horse and {first, second} - {None} == {"combat"}
        assert meets_infantry_alone(own, enemies) is wanted


@pytest.mark.rule("orel", "8.7.1-charge", "8.7.1-cavalry-alone")
def test_cavalry_alone_holds_back_before_a_cohesion_check() -> None:
    umpire: RollingUmpire[game.Options] = RollingUmpire(game.ruleset, SeededDice(1), {}, recording=True)
    alone, infantry = cavalry(tq=5), battalion()

    def charges(**checks: Any) -> bool:
        (unit,) = with_charges(umpire, (alone,), (infantry,), attacking=True, **checks)
        assert decides_to_charge(umpire, alone, (alone,), (infantry,), attacking=True, **checks) is unit.charging
        return unit.charging

    assert (charges(), charges(checks=True), charges(checks=False)) == (False, False, True)


@pytest.mark.rule("orel", "8.7.1-charge", "8.8.1-strength")
def test_charges_are_decided_anew_when_things_have_changed() -> None:
    umpire: RollingUmpire[game.Options] = RollingUmpire(game.ruleset, SeededDice(1), {}, recording=True)
    friend, poor, good = battalion("f", side="white"), cavalry("p", tq=4), cavalry("q", tq=5)
    first = with_charges(umpire, (friend, poor, good), (battalion(),), attacking=True)
    assert [unit.charging for unit in first] == [False, False, True]
    # All defenders are disorganised now, so that anybody may charge; then all stand in a forest, and nobody may.
    second = with_charges(umpire, first, (battalion(disorganised=True),), attacking=True, checks=False)
    assert [unit.charging for unit in second] == [False, True, True]
    forest = game.Cover(terrains=("forest",))
    third = with_charges(umpire, second, (battalion(disorganised=True),), forest, attacking=True, checks=False)
    assert third == (friend, poor, good)
