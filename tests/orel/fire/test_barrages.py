"""Barrages: who may fire at whom, the table cell by cell, losses, the check, and exact odds against a slow twin."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st
from orel_units import builder

from rcw_rules import DiceError, GivenDice, IllegalRequestError, InvalidRequestError
from rcw_rules import orel as game
from rcw_rules.kernel.charts import load_charts
from rcw_rules.kernel.record import LookUpStep, ModifierStep, RollStep

battery = builder("artillery", key="guns", place="1512")


train = builder("armoured_train_light", key="train", place="1512")


def enemy(kind: str = "infantry", **changes: Any) -> game.Unit:
    """Return a White unit in 1413, two hexes from 1512."""
    fields: dict[str, Any] = {"key": "target", "side": "white", "type": kind, "hex": "1413"}
    if kind in ("infantry", "cavalry", "artillery", "horse_artillery"):
        fields |= {"tq": 4, "steps": 4}
    if kind in ("infantry", "tank", "armoured_car"):
        fields["strength"] = 5
    if kind == "cavalry":
        fields |= {"strength_dismounted": 2, "strength_charge": 5}
    if kind in ("artillery", "horse_artillery", "armoured_train_light", "armoured_train_heavy"):
        fields["fire"] = 3
    if kind == "armoured_train_heavy":
        fields["steps"] = 2
    return game.Unit(**{**fields, **changes})


def ask(
    aimed_at: game.Unit | None = None,
    *others: game.Unit,
    firer: game.Unit | None = None,
    terrains: tuple[Any, ...] = ("clear",),
    depots: tuple[game.Depot, ...] = (),
    distance: int | None = None,
    fired: Any = "none",
    **changes: Any,
) -> game.BarrageRequest:
    at = aimed_at or enemy()
    place = game.TargetHex(units=(at, *others), depots=depots, cover=game.Cover(terrains=terrains))
    shooter = game.Firer(unit=firer or battery(), distance=distance, fired=fired)
    return game.BarrageRequest(**{"firer": shooter, "target": at.key, "hex": place, **changes})


def shoot(faces: tuple[int, ...], request: game.BarrageRequest) -> game.BarrageOutcome:
    return game.ruleset.resolve(request, dice=GivenDice(faces)).outcome


def cells(faces: tuple[int, ...], request: game.BarrageRequest) -> dict[str, int | str]:
    record = game.ruleset.resolve(request, dice=GivenDice(faces)).record
    return {step.column: step.result for _, step in record.walk() if isinstance(step, LookUpStep)}


def refused(request: game.BarrageRequest) -> list[tuple[str, str]]:
    with pytest.raises(IllegalRequestError) as caught:
        game.ruleset.odds(request)
    assert "\n" not in str(caught.value)
    return [(objection.rule, objection.path) for objection in caught.value.verdict.objections]


def problems(request: Any) -> list[tuple[str, str]]:
    with pytest.raises(InvalidRequestError) as caught:
        game.ruleset.odds(request)
    return [(problem.path, problem.rule) for problem in caught.value.problems]


# -------------------------------------------------------------------- the roll and the table


@pytest.mark.rule("orel", "8.3.2-roll")
@pytest.mark.parametrize(
    ("total", "lost", "check"),
    [
        (3, 0, "none"), (4, 0, "none"), (5, 0, "none"), (6, 0, "none"), (7, 0, "none"), (8, 0, "none"),
        (9, 0, -1), (10, 0, -1), (11, 0, 0), (12, 0, 0), (13, 0, 1), (14, 1, 0), (15, 1, 0),
        (16, 1, 1), (17, 1, 1), (25, 1, 1), (42, 1, 1),
    ],
)  # fmt: skip
def test_every_cell_of_the_barrage_table(total: int, lost: int, check: int | str) -> None:
    first, second = (1, 1) if total < 9 else (3, 4) if total < 20 else (6, 6)
    request = ask(firer=battery(fire=total - first - second))
    faces = (first, second, *(() if check == "none" else (1,)))
    found = cells(faces, request)
    assert (found["steps lost"], found["check"]) == (lost, check)
    assert shoot(faces, request).steps_lost == lost


@pytest.mark.rule("orel", "8.3.2-roll", "7.3-effects")
@pytest.mark.parametrize(
    ("fire", "faces", "changes", "cell"),
    [
        (3, (3, 4), {}, (0, -1)),
        (4, (5, 6), {"entrenchment": "entrenched"}, (0, 1)),
        (3, (6, 6), {"mode": "march"}, (1, 1)),
    ],
)
def test_the_cases_of_the_catalogue(
    fire: int, faces: tuple[int, int], changes: dict[str, Any], cell: tuple[int, int]
) -> None:
    found = cells((*faces, 1), ask(enemy(**changes), firer=battery(fire=fire)))
    assert (found["steps lost"], found["check"]) == cell


@pytest.mark.rule("orel", "8.3.2-roll", "7.3-effects")
@pytest.mark.parametrize(
    ("terrains", "changes", "added"),
    [
        (("clear",), {}, {}),
        (("village",), {}, {}),
        (("town",), {}, {"town": -1}),
        (("forest",), {}, {"forest": -1}),
        (("orel_suburbs",), {}, {"orel_suburbs": -1}),
        (("orel_centre",), {}, {"orel_centre": -2}),
        (("clear", "town"), {}, {"town": -1}),
        (("town",), {"entrenchment": "entrenched"}, {"entrenchment": -2}),
        (("orel_centre",), {"entrenchment": "entrenched"}, {"orel_centre": -2}),
        (("clear",), {"entrenchment": "under_construction"}, {}),
        (("clear",), {"mode": "march"}, {"march_mode_or_routed": 1}),
        (("forest",), {"mode": "routed"}, {"forest": -1, "march_mode_or_routed": 1}),
        (("clear",), {"disorganised": True, "unsupplied": True}, {}),
    ],
)
def test_what_is_added_to_the_roll(terrains: Any, changes: dict[str, Any], added: dict[str, int]) -> None:
    request = ask(enemy(**changes), terrains=terrains)
    steps = [step for _, step in game.ruleset.resolve(request, dice=GivenDice((1, 1))).record.walk()]
    found = {step.id: step.value for step in steps if isinstance(step, ModifierStep)}
    assert found == {"fire_strength": 3, **added}


@pytest.mark.rule("orel", "8.3.2-roll", "8.2.3-effects", "1.2-round-nearest")
@pytest.mark.parametrize(
    ("firer", "fire"),
    [
        (battery(fire=3), 3),
        (battery(fire=3, unsupplied=True), 2),
        (battery(fire=4, unsupplied=True), 2),
        (battery(fire=4, steps=1, steps_full=2), 3),
        (battery(fire=4, steps=1, steps_full=2, unsupplied=True), 2),
        (battery(type="horse_artillery", fire=2), 2),
        (train(fire=3), 3),
        (train(type="armoured_train_heavy", steps=2, fire=5), 5),
        (train(type="armoured_train_heavy", steps=1, steps_full=2, fire=5), 3),
    ],
)
def test_the_fire_strength_of_the_firer(firer: game.Unit, fire: int) -> None:
    record = game.ruleset.resolve(ask(firer=firer), dice=GivenDice((1, 1))).record
    found = [step.value for _, step in record.walk() if isinstance(step, ModifierStep) and step.id == "fire_strength"]
    assert found == [fire]


@pytest.mark.rule("orel", "8.3.1-eligible")
def test_two_barrages_at_one_unit_are_two_rolls() -> None:
    first = shoot((6, 6, 1), ask())
    assert first.target is not None
    # Each adds its own 3: the second roll is a 10 again and not a 13.
    again = ask(first.target, firer=battery(key="more"))
    assert cells((3, 4, 1), again)["check"] == -1
    assert shoot((6, 6, 1), again).target == evolve(first.target, steps=2)


# -------------------------------------------------------------------- the loss


@pytest.mark.rule("orel", "8.3.2-loss", "1.1-step", "1.1-vehicle-counters")
@pytest.mark.parametrize(
    ("target", "faces", "steps_left", "lost", "result"),
    [
        (enemy(steps=4), (5, 6, 1), 3, 1, "passed"),
        (enemy("cavalry", steps=1), (5, 6, 6), 1, 0, "retreat"),
        (enemy(steps=1, steps_full=4), (5, 6, 1), 1, 0, "passed"),
        (enemy("artillery", steps=2), (5, 6, 1), 1, 1, "passed"),
        (enemy("artillery", steps=1), (5, 6), None, 1, "eliminated"),
        (enemy("horse_artillery", steps=1, steps_full=3), (5, 6), None, 1, "eliminated"),
        (enemy("armoured_train_light"), (5, 6), None, 1, "eliminated"),
        (enemy("armoured_train_heavy"), (6, 6), 1, 1, "stays"),
        (enemy("armoured_train_heavy", steps=1, steps_full=2), (5, 6), None, 1, "eliminated"),
        (enemy("armoured_train_heavy"), (4, 5), 2, 0, "stays"),
    ],
)
def test_losses(target: game.Unit, faces: tuple[int, ...], steps_left: int | None, lost: int, result: str) -> None:
    outcome = shoot(faces, ask(target))
    left = None if outcome.target is None else outcome.target.steps
    assert (left, outcome.steps_lost, outcome.result) == (steps_left, lost, result)
    if outcome.target is not None:
        assert outcome.target.full_steps == target.full_steps
        assert outcome.target.is_damaged is (target.type == "armoured_train_heavy" and steps_left == 1)


@pytest.mark.rule("orel", "8.3.2-loss")
@pytest.mark.parametrize("target", [enemy("artillery", steps=1), enemy("armoured_train_heavy")])
def test_the_destroyed_and_vehicles_throw_no_die(target: game.Unit) -> None:
    with pytest.raises(DiceError):
        shoot((6, 6, 3), ask(target))


# -------------------------------------------------------------------- the check


@pytest.mark.rule("orel", "8.3.2-check", "8.7.3-rout")
@pytest.mark.parametrize(
    ("target", "faces", "result"),
    [
        (enemy(tq=4), (3, 5, 5), "passed"),  # 11, check: 5 - 4 = 1, Disorganised, ignored
        (enemy(tq=4), (3, 5, 6), "retreat"),  # + 2
        (enemy(tq=2), (4, 6, 5), "rout"),  # 13, check + 1: 6 - 2 = 4
        (enemy(tq=2), (4, 6, 1), "passed"),  # a natural 1
        (enemy(tq=2, mode="routed"), (4, 5, 1), "passed"),
        (enemy(tq=2, mode="routed"), (4, 5, 5), "surrender"),  # 3 + 9 + 1 = 13, check + 1
        (enemy(tq=2, mode="routed"), (4, 5, 4), "retreat"),  # 5 - 2 = 3
        (enemy(tq=2), (3, 3, 6), "retreat"),  # 9, check - 1: 5 - 2 = 3
        (enemy(tq=3, recruits_marker=True), (3, 5, 5), "retreat"),  # White recruits stay at 3: 5 - 3 = 2
        (enemy(tq=4, recruits_marker=True), (3, 5, 5), "retreat"),  # 5 - 3 = 2
        (enemy("artillery", tq=2), (4, 6, 5), "rout"),
    ],
)
def test_the_check(target: game.Unit, faces: tuple[int, ...], result: str) -> None:
    assert shoot(faces, ask(target)).result == result


@pytest.mark.rule("orel", "8.3.2-check")
@pytest.mark.parametrize("tq", range(2, 7))
@pytest.mark.parametrize("face", range(1, 7))
@pytest.mark.parametrize(("faces", "added"), [((3, 4), -1), ((4, 4), 0), ((5, 5), 1)])
def test_every_check(tq: int, face: int, faces: tuple[int, int], added: int) -> None:
    difference = face + added - tq
    fate = "passed" if face == 1 or difference <= 1 else "retreat" if difference <= 3 else "rout"
    # Neither the ground nor a vehicle beside it helps the nerves of the target.
    request = ask(enemy(tq=tq), enemy("armoured_car", key="car"), terrains=("village",))
    assert shoot((*faces, face), request).result == fate


@pytest.mark.rule("orel", "8.3.2-check")
def test_a_die_is_thrown_even_where_it_cannot_matter() -> None:
    outcome = game.ruleset.resolve(ask(enemy(tq=6)), dice=GivenDice((3, 4, 6)))
    assert (outcome.dice, outcome.outcome.result) == ((3, 4, 6), "passed")
    rolls = [step.rule for _, step in outcome.record.walk() if isinstance(step, RollStep)]
    assert rolls == ["8.3.2-roll", "8.3.2-check"]


@pytest.mark.rule("orel", "8.3.2-check")
def test_a_natural_1_passes_whatever_the_table_adds() -> None:
    # By the printed figures a 1 passes anyway; a table of somebody's own may add more.
    harsh = game.ruleset.with_charts({chart.id: chart for chart in load_charts(HARSH, "harsh.toml")})
    for face, result in ((1, "passed"), (2, "rout")):
        assert harsh.outcome(ask(enemy(tq=2)), dice=GivenDice((1, 1, face))).result == result


HARSH = """
[[chart]]
id = "barrage"
title = "Barrage Table"
rule = "8.3.2-roll"
source = "a test"
locator = "8.3.2"
provenance = "illustrative"
reason = "to see a natural 1 at work"
rows = "bands"
columns = "labels"
table = [
  ["total", "steps lost", "check"],
  ["<=8", 0, 5],
  ["9-10", 0, 5],
  ["11-12", 0, 5],
  ["13", 0, 5],
  ["14-15", 0, 5],
  ["16+", 0, 5],
]
"""


# -------------------------------------------------------------------- who goes with the target


@pytest.mark.rule("orel", "8.3.2-check", "8.7.2-artillery-follows", "8.7.2-vehicles-follow")
@pytest.mark.parametrize(
    ("target", "others", "faces", "fates"),
    [
        # 13 and a 6: check + 1 is 7 - 4 = 3, retreat
        (enemy(), (enemy("artillery", key="g"), enemy("armoured_car", key="c")), (4, 6, 6), ("retreat", "retreat")),
        (enemy(), (enemy(key="b"), enemy("artillery", key="g")), (4, 6, 6), ("stays", "stays")),
        # quality 2: 7 - 2 = 5, rout
        (
            enemy(tq=2),
            (enemy("artillery", key="g"), enemy("armoured_car", key="c")),
            (4, 6, 6),
            ("rout", "retreat_two"),
        ),
        (enemy(), (enemy("artillery", key="g"),), (4, 6, 1), ("stays",)),
        (enemy(), (enemy("artillery", key="g"),), (1, 1), ("stays",)),
        (enemy("artillery"), (enemy("armoured_car", key="c"),), (4, 6, 6), ("retreat",)),
        (enemy("artillery"), (enemy("artillery", key="g"), enemy("tank", key="t")), (4, 6, 6), ("stays", "stays")),
        (enemy("armoured_train_light"), (enemy(key="b"), enemy("artillery", key="g")), (6, 6), ("stays", "stays")),
        (enemy("tank", key="t", broken_down=True), (enemy(),), (4, 6, 6), ("eliminated",)),
    ],
)
def test_who_goes_with_the_target(
    target: game.Unit, others: tuple[game.Unit, ...], faces: tuple[int, ...], fates: tuple[str, ...]
) -> None:
    outcome = shoot(faces, ask(target, *others, target="target"))
    assert tuple(one.result for one in outcome.others) == fates
    assert tuple(one.key for one in outcome.others) == tuple(
        unit.key for unit in (target, *others) if unit.key != "target"
    )


@pytest.mark.rule("orel", "8.3.2-loss", "9-stack-lost")
def test_vehicles_are_lost_with_the_last_battery() -> None:
    alone = ask(enemy("artillery", steps=1), enemy("armoured_car", key="c"))
    assert [one.result for one in shoot((6, 6), alone).others] == ["eliminated"]
    two = ask(enemy("artillery", steps=1), enemy("artillery", key="g"), enemy("armoured_car", key="c"))
    assert [one.result for one in shoot((6, 6), two).others] == ["stays", "stays"]


# -------------------------------------------------------------------- what is allowed


CONVOI = game.Depot(key="convoi", side="white", kind="convoi", capacity=3, hex="1413")


@pytest.mark.rule("orel", "8.3.1-eligible")
@pytest.mark.parametrize(
    ("others", "target"),
    [
        ((enemy(key="b"), enemy("artillery")), "target"),
        ((enemy("cavalry", key="b"), enemy("horse_artillery")), "target"),
        ((enemy("tank"),), "target"),
        ((enemy("armoured_car"),), "target"),
        ((enemy(),), "convoi"),
    ],
)
def test_no_such_target(others: tuple[game.Unit, ...], target: str) -> None:
    assert refused(ask(*others, depots=(CONVOI,), target=target)) == [("8.3.1-eligible", "$.target")]


@pytest.mark.rule("orel", "8.3.1-eligible", "X-bad-combat")
def test_a_depot_alone_in_its_hex_is_no_target_either() -> None:
    place = game.TargetHex(depots=(CONVOI,))
    request = game.BarrageRequest(firer=game.Firer(unit=battery()), target="convoi", hex=place)
    assert refused(request) == [("8.3.1-eligible", "$.target")]
    assert problems(evolve(request, hex=game.TargetHex()))[0] == ("$.target", "X-bad-combat")


@pytest.mark.rule("orel", "8.3.1-eligible")
@pytest.mark.parametrize(
    "others",
    [
        (enemy("artillery"),),
        (enemy("artillery"), enemy("artillery", key="b"), enemy("tank", key="t")),
        (enemy("armoured_train_light"), enemy(key="b")),
        (enemy("armoured_train_heavy"),),
        (enemy("cavalry"), enemy("artillery", key="b")),
    ],
)
def test_such_targets(others: tuple[game.Unit, ...]) -> None:
    assert shoot((1, 1), ask(*others, depots=(CONVOI,))).result == "stays"


@pytest.mark.rule("orel", "8.3.1-target", "X-bad-combat")
def test_range_and_observation() -> None:
    assert shoot((1, 1), ask(firer=battery(hex="1414"))).result == "stays"
    assert shoot((1, 1), ask(firer=battery(hex="1613"))).result == "stays"
    assert refused(ask(firer=battery(hex="1714"))) == [("8.3.1-target", "$.firer")]
    assert refused(ask(enemy(hex=None), firer=battery(hex=None), distance=3)) == [("8.3.1-target", "$.firer")]
    assert refused(ask(observed=False)) == [("8.3.1-target", "$.observed")]


@pytest.mark.rule("orel", "7.2-barraged-hex")
def test_no_barrage_on_a_hex_under_attack() -> None:
    assert refused(ask(under_attack=True)) == [("7.2-barraged-hex", "$.under_attack")]
    assert shoot((1, 1), ask(under_attack=False)).result == "stays"


@pytest.mark.rule("orel", "8.3.1-markers")
@pytest.mark.parametrize(
    ("fired", "rule"),
    [("barrage", "8.3.1-markers"), ("support", "8.6.2-support"), ("counterbattery", "8.4-counterbattery")],
)
def test_who_has_fired_does_not_fire_again(fired: str, rule: str) -> None:
    assert refused(ask(fired=fired)) == [(rule, "$.firer.fired")]


@pytest.mark.rule("orel", "7.1.4-march-effects", "8.7.3-rout", "8.2.3-effects", "9.1-contact", "10.2-inactive")
@pytest.mark.parametrize(
    ("firer", "rule", "field"),
    [
        (battery(mode="march"), "7.1.4-march-effects", "mode"),
        (battery(mode="routed"), "8.7.3-rout", "mode"),
        (train(unsupplied=True), "8.2.3-effects", "unsupplied"),
        (train(in_contact=True), "9.1-contact", "in_contact"),
        (battery(inactive=True), "10.2-inactive", "inactive"),
    ],
)
def test_who_may_not_fire(firer: game.Unit, rule: str, field: str) -> None:
    assert refused(ask(firer=firer)) == [(rule, f"$.firer.unit.{field}")]


@pytest.mark.rule("orel", "5.3-artillery")
def test_artillery_out_of_command_fires_at_its_neighbours_alone() -> None:
    assert refused(ask(firer=battery(out_of_command=True))) == [("5.3-artillery", "$.firer")]
    assert shoot((1, 1), ask(firer=battery(hex="1414", out_of_command=True))).result == "stays"
    assert shoot((1, 1), ask(firer=train(out_of_command=True))).result == "stays"


@pytest.mark.rule("orel", "8.4-counterbattery")
def test_an_answer_is_bound_by_less() -> None:
    guns = (enemy("artillery", key="b"), enemy())
    free = ask(*guns, target="b", observed=False, under_attack=True, counterbattery=True, firer=battery(inactive=True))
    assert shoot((1, 1), free).result == "stays"
    assert refused(ask(*guns, target="target", counterbattery=True)) == [("8.4-counterbattery", "$.target")]
    far = ask(*guns, target="b", counterbattery=True, firer=battery(hex="1714"))
    assert refused(far) == [("8.4-counterbattery", "$.firer")]


@pytest.mark.rule("orel", "X-bad-units", "X-bad-combat", "0-hex-layout")
@pytest.mark.parametrize(
    ("request_", "expected"),
    [
        (ask(target="nobody"), [("$.target", "X-bad-combat")]),
        (ask(enemy(side="red")), [("$.hex.units[0].side", "X-bad-units")]),
        (ask(enemy(), enemy(key="b", hex="1414")), [("$.hex.units[1].hex", "X-bad-combat")]),
        (ask(enemy(), enemy()), [("$.hex.units[1].key", "X-bad-units")]),
        (ask(firer=enemy(key="b", side="red", hex="1512")), [("$.firer.unit.type", "X-bad-combat")]),
        (ask(distance=1), [("$.firer.distance", "X-bad-combat")]),
        (ask(firer=battery(hex=None)), [("$.firer.distance", "X-bad-combat")]),
        (ask(firer=battery(hex="3321")), [("$.firer.unit.hex", "X-bad-units")]),
        (ask(firer=battery(hex="9999"), distance=2), [("$.firer.unit.hex", "X-bad-units")]),
        (ask(distance=-1), [("$.firer.distance", "8.3.1-target")]),
        (ask(enemy(hex=None), firer=battery(hex=None), distance=0), [("$.firer.distance", "X-bad-combat")]),
        (ask(depots=(evolve(CONVOI, side="red"),)), [("$.hex.depots[0].side", "X-bad-units")]),
    ],
)
def test_what_cannot_be(request_: game.BarrageRequest, expected: list[tuple[str, str]]) -> None:
    assert problems(request_)[: len(expected)] == expected


@pytest.mark.rule("orel", "D-values")
def test_illustrative_figures_are_told() -> None:
    resolution = game.ruleset.resolve(ask(enemy(values="illustrative")), dice=GivenDice((1, 1)))
    assert "D-values" in resolution.record.rules
    assert "D-values" not in game.ruleset.resolve(ask(), dice=GivenDice((1, 1))).record.rules


# -------------------------------------------------------------------- exact odds


def twin(fire: int, target: dict[str, Any], cover: int) -> dict[tuple[int, str], Fraction]:
    """Throw all faces by hand: the steps lost and the fate of the target, from the book and the catalogue."""
    found: dict[tuple[int, str], Fraction] = {}

    def add(lost: int, fate: str, weight: Fraction) -> None:
        found[lost, fate] = found.get((lost, fate), Fraction(0)) + weight

    for one, two in product((1, 2, 3, 4, 5, 6), repeat=2):
        total = one + two + fire + cover + (0 if target["mode"] == "combat" else 1)
        loss = total >= 14
        check = None
        for least, modifier in ((9, -1), (11, 0), (13, 1), (14, 0), (16, 1)):
            if total >= least:
                check = modifier
        lost = 0
        if loss and not (target["steps"] == 1 and target["type"] in ("infantry", "cavalry")):
            lost = 1
        if lost == target["steps"]:
            add(1, "eliminated", Fraction(1, 36))
            continue
        if check is None or "train" in target["type"]:
            add(lost, "stays", Fraction(1, 36))
            continue
        for die in (1, 2, 3, 4, 5, 6):
            over = die + check - target["tq"]
            if die == 1 or over < 2:
                fate = "passed"
            elif over < 4:
                fate = "retreat"
            else:
                fate = "surrender" if target["mode"] == "routed" else "rout"
            add(lost, fate, Fraction(1, 216))
    return found


def of_library(request: game.BarrageRequest) -> dict[tuple[int, str], Fraction]:
    found: dict[tuple[int, str], Fraction] = {}
    for outcome, chance in game.ruleset.odds(request).items():
        key = (outcome.steps_lost, str(outcome.result))
        found[key] = found.get(key, Fraction(0)) + chance
    return found


@pytest.mark.rule("orel", "8.3.2-roll", "8.3.2-check", "8.3.2-loss")
@given(
    fire=st.integers(1, 9),
    type_=st.sampled_from(["infantry", "cavalry", "artillery", "armoured_train_light", "armoured_train_heavy"]),
    tq=st.integers(2, 6),
    steps=st.integers(1, 3),
    mode=st.sampled_from(["combat", "march", "routed"]),
    ground=st.sampled_from([("clear", 0), ("village", 0), ("town", -1), ("forest", -1), ("orel_centre", -2)]),
)
def test_exact_odds_are_those_of_the_twin(
    *, fire: int, type_: str, tq: int, steps: int, mode: Any, ground: tuple[Any, int]
) -> None:
    if "train" in type_:
        heavy = type_.endswith("heavy")
        steps, mode = (min(steps, 2) if heavy else 1), "combat"
        target = enemy(type_, steps=steps, steps_full=2 if heavy else 1)
    else:
        target = enemy(type_, tq=tq, steps=steps, mode=mode)
    facts = {"type": type_, "tq": tq, "steps": steps, "mode": mode}
    request = ask(target, firer=battery(fire=fire), terrains=(ground[0],))
    assert of_library(request) == twin(fire, facts, ground[1])


@pytest.mark.rule("orel", "8.3.2-roll")
def test_the_rationale_of_the_table() -> None:
    """Fire strength 3 in the open: nothing in 10 of 36, a check in 23, a step in 3."""
    odds = game.ruleset.odds(ask())
    assert odds.probability(lambda outcome: outcome.result == "stays") == Fraction(10, 36)
    assert odds.probability(lambda outcome: outcome.steps_lost == 1) == Fraction(3, 36)


@pytest.mark.rule("orel", "8.3.2-roll", "7.3-effects")
@given(fire=st.integers(1, 8), tq=st.integers(2, 6), mode=st.sampled_from(["combat", "march"]))
def test_more_cover_never_hurts(fire: int, tq: int, mode: Any) -> None:
    def worst(terrain: str) -> tuple[Fraction, Fraction]:
        request = ask(enemy(tq=tq, mode=mode), firer=battery(fire=fire), terrains=(terrain,))
        odds = game.ruleset.odds(request)
        unharmed = odds.probability(lambda outcome: outcome.steps_lost == 0)
        return unharmed, odds.probability(lambda outcome: outcome.result == "stays")

    clear, town, centre = worst("clear"), worst("town"), worst("orel_centre")
    assert clear[0] <= town[0] <= centre[0]
    assert clear[1] <= town[1] <= centre[1]
