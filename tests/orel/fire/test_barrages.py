"""Barrages: the table cell by cell, losses, the check, and who goes with the target."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

import pytest
from attrs import evolve
from orel_barrages import ask, battery, enemy, shoot, train

from rcw_rules import ChartError, DiceError, GivenDice
from rcw_rules import orel as game
from rcw_rules.kernel.charts import load_charts
from rcw_rules.kernel.record import LookUpStep, ModifierStep, RollStep


def cells(faces: tuple[int, ...], request: game.BarrageRequest) -> dict[str, int | str]:
    record = game.ruleset.resolve(request, dice=GivenDice(faces)).record
    return {step.column: step.result for _, step in record.walk() if isinstance(step, LookUpStep)}


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


@pytest.mark.rule("orel", "8.3.2-roll")
@pytest.mark.parametrize(
    ("row", "message"),
    [
        ('["<=8", -1, 5]', "a total of 5 should cost a number of steps, not -1"),
        ('["<=8", "many", 5]', "a total of 5 should cost a number of steps, not 'many'"),
        ('["<=8", 0, "hard"]', "a check should be 'none' or a number to add, not 'hard'"),
    ],
)
def test_a_chart_of_ones_own_must_name_steps_and_a_check(row: str, message: str) -> None:
    text = (files("rcw_rules.orel") / "charts" / "fire.toml").read_text(encoding="utf-8")
    charts = load_charts(text.replace('["<=8", 0, "none"]', row), "house.toml")
    house = game.ruleset.with_charts({chart.id: chart for chart in charts if chart.id == "barrage"})
    with pytest.raises(ChartError, match=message):
        house.resolve(ask(firer=battery(fire=3)), dice=GivenDice((1, 1, 2)))


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
