"""Who may charge whom, in which state, and over which ground."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from red_actions_units import unit

from rcw_rules import GivenDice, IllegalRequestError, InvalidRequestError
from rcw_rules import red_actions as ra
from rcw_rules.kernel.angles import degrees
from rcw_rules.kernel.charts import load_chart
from rcw_rules.kernel.lengths import inches
from rcw_rules.red_actions.movement import Barrier, Stretch


def asked(charger: Any, target: Any, **fields: Any) -> ra.ChargeLegalityRequest:
    return ra.ChargeLegalityRequest(**{"charger": charger, "target": target, "speed": inches(12), **fields})


def legal(*args: Any, **fields: Any) -> ra.ChargeLegalityOutcome:
    outcome: ra.ChargeLegalityOutcome = ra.ruleset.resolve(asked(*args, **fields), dice=GivenDice([])).outcome
    return outcome


def refused(*args: Any, **fields: Any) -> list[tuple[str, str]]:
    with pytest.raises(IllegalRequestError) as found:
        legal(*args, **fields)
    return [(objection.rule, objection.path) for objection in found.value.verdict.objections]


# Row by row as printed: infantry, sabres in front, sabres in flank or rear, tachankas, artillery, vehicles.
COLUMNS: list[tuple[tuple[str, ...], tuple[str, ...]]] = [
    (("rifle", "mg"), ("front", "flank", "rear")),
    (("sabres",), ("front",)),
    (("sabres",), ("flank", "rear")),
    (("tachanka",), ("front", "flank", "rear")),
    (("gun", "mortar"), ("front", "flank", "rear")),
    (("tank", "armoured_car", "train_engine", "train_artillery", "train_mg", "train_other"), ("front", "rear")),
]
ROWS: dict[tuple[str, ...], str] = {
    ("sabres",): "yyyyyn",
    ("rifle",): "ynyyyn",
    ("tank", "armoured_car"): "yyyyyn",
    ("train_engine", "train_artillery", "train_mg", "train_other"): "nnnnnn",
    ("tachanka", "mg", "mortar", "gun"): "nnnnnn",
    ("officer",): "nnnnnn",
}


@pytest.mark.rule("red_actions", "charge-types", "defs-categories")
@pytest.mark.parametrize(
    ("charger", "target", "aspect", "may"),
    [
        (charger, target, aspect, word == "y")
        for chargers, words in ROWS.items()
        for charger in chargers
        for (targets, aspects), word in zip(COLUMNS, words, strict=True)
        for target in targets
        for aspect in aspects
    ],
)
def test_every_cell_of_the_table(charger: str, target: str, aspect: str, may: bool) -> None:
    if may:
        assert legal(charger, target, aspect=aspect).cost == 0
    else:
        assert refused(charger, target, aspect=aspect) == [("charge-types", "$.target")]


@pytest.mark.rule("red_actions", "defs-senior-officer-base", "charge-types")
def test_a_lone_officer_is_charged_but_charges_nobody() -> None:
    assert legal("rifle", "officer").cost == 0
    assert refused("officer", "rifle") == [("charge-types", "$.target")]


@pytest.mark.rule("red_actions", "charge-conditions", "mov-wheel")
def test_a_charge_wheels_by_45_degrees_at_most() -> None:
    # A column one base wide: 30 mm and an eighth of a turn are 0.928 in.
    outcome = legal("sabres", "rifle", wheel=degrees(45), path=(Stretch(length=inches(6)),))
    assert (outcome.allowance, outcome.cost) == (Fraction(12), Fraction("6.928"))
    assert outcome.left == Fraction("5.072")
    assert refused("sabres", "rifle", wheel=degrees(46)) == [("charge-conditions", "$.wheel")]


@pytest.mark.rule("red_actions", "charge-conditions", "terrain-cost-rule")
def test_a_hedge_across_seven_inches_is_too_much_for_sabres() -> None:
    path = (Stretch(length=inches(3)), Barrier(line="hedge"), Stretch(length=inches(4)))
    found = refused("sabres", "rifle", path=path)  # 7 + 6 > 12
    assert found[0] == ("charge-conditions", "$.path")
    assert ("terrain-cost-rule", "$.path") in found
    shorter = (Stretch(length=inches(3)), Barrier(line="hedge"), Stretch(length=inches(3)))
    assert legal("sabres", "rifle", path=shorter).left == 0


@pytest.mark.rule("red_actions", "charge-conditions", "terrain-table")
def test_nobody_charges_where_there_is_no_way() -> None:
    found = refused("sabres", "rifle", path=(Stretch(length=inches(1)), Barrier(line="wall")))
    assert found == [("charge-conditions", "$.path"), ("terrain-table", "$.path[1]")]
    assert refused("rifle", "mg", path=(Barrier(line="wire"),)) == [("charge-conditions", "$.path")]


@pytest.mark.rule("red_actions", "amb-benefits", "charge-conditions")
def test_ambushers_go_two_inches_farther() -> None:
    path = (Stretch(length=inches(14)),)
    assert refused("sabres", "rifle", path=path)[0] == ("charge-conditions", "$.path")
    assert (legal("sabres", "rifle", path=path, ambush=True).allowance) == 14


@pytest.mark.rule("red_actions", "charge-conditions", "terrain-road-column")
def test_a_road_spares_a_charge_its_terrain_but_adds_nothing() -> None:
    column = {"bases": 4, "in_column": True}
    path = (Stretch(length=inches(12), terrain=("woods",), on_road=True),)
    assert (legal("sabres", "rifle", path=path, **column).allowance) == 12
    assert (legal("sabres", "rifle", path=path, ambush=True, **column).allowance) == 14
    farther = (Stretch(length=inches(14), on_road=True),)
    assert refused("sabres", "rifle", path=farther, **column)[0] == ("charge-conditions", "$.path")


@pytest.mark.rule("red_actions", "ac-obstacle", "charge-conditions")
def test_a_car_that_charges_over_an_obstacle_is_told_of_its_test() -> None:
    outcome = legal("armoured_car", "rifle", path=(Stretch(length=inches(7)), Barrier(line="hedge")), speed=inches(20))
    assert [trial.trial for trial in outcome.trials] == ["obstacle"]


@pytest.mark.rule(
    "red_actions", "charge-conditions", "rout-unit-state", "mor-fail-charge", "defs-pinned", "evade-switch"
)
@pytest.mark.parametrize(
    ("field", "value", "rule"),
    [
        ("pinned", True, "charge-conditions"),
        ("has_acted", True, "charge-conditions"),
        ("evading", True, "charge-conditions"),
        ("routing", True, "rout-unit-state"),
        ("has_failed", True, "mor-fail-charge"),
        ("sees", False, "charge-conditions"),
        ("turns_or_forms", True, "charge-conditions"),
    ],
)
def test_each_condition(field: str, value: bool, rule: str) -> None:
    assert legal("rifle", "rifle", **{field: not value}).cost == 0
    assert refused("rifle", "rifle", **{field: value}) == [(rule, f"$.{field}")]


@pytest.mark.rule("red_actions", "rally-optional-no-advance")
def test_whom_his_rout_bars_from_advancing_does_not_charge() -> None:
    barred = ra.ChargeLegalityRequest(charger="rifle", target="rifle", speed=inches(6), no_advance=True)
    verdict = ra.ruleset.with_options(rout_no_advance=True).verdict(barred)
    assert [(found.rule, found.path) for found in verdict.objections] == [("rally-optional-no-advance", "$.no_advance")]
    assert ra.ruleset.verdict(barred).legal  # the option is off


@pytest.mark.rule("red_actions", "charge-conditions")
def test_limbered_guns_do_not_charge() -> None:
    assert refused("gun", "rifle", limbered=True) == [("charge-conditions", "$.limbered")]


@pytest.mark.rule("red_actions", "conv-bad-input", "charge-types")
def test_the_refusal_says_what_would_be_allowed() -> None:
    with pytest.raises(IllegalRequestError, match="flank or rear"):
        legal("rifle", "sabres")
    with pytest.raises(IllegalRequestError, match=r"\$\.target: sabres bases do not charge armoured car bases"):
        legal("sabres", "armoured_car")


@pytest.mark.rule("red_actions", "conv-bad-input")
def test_malformed_charges() -> None:
    for fields in ({"front_bases": 3, "bases": 2}, {"limbered": True}, {"bases": 7}):
        with pytest.raises(InvalidRequestError):
            legal("rifle", "rifle", **fields)


@pytest.mark.rule("red_actions", "charge-types")
def test_the_chart_in_force_says_who_charges() -> None:
    printed = (Path(ra.__file__).parent / "charts" / "charging.toml").read_text()
    slow = "tachankas, guns and machine guns"
    guns, no_guns = (f'["{slow}", "no", "no", "no", "no", "{word}", "no"]' for word in ("yes", "no"))
    rifles, no_rifles = (f'["riflemen", "{word}", "no", "{word}", "{word}", "{word}", "no"]' for word in ("yes", "no"))
    assert no_guns in printed
    assert rifles in printed
    changed = load_chart(printed.replace(no_guns, guns).replace(rifles, no_rifles), "mine.toml")
    mine = ra.ruleset.with_charts({"charge_types": changed})

    def segment(arm: str) -> ra.ActionLegalityRequest:
        return ra.ActionLegalityRequest(unit=unit(arm), actions=(ra.Action(what="charge"),))

    assert mine.verdict(segment("mg"))
    assert mine.verdict(segment("gun"))
    assert ra.ruleset.verdict(segment("rifle"))
    for rules, arm in ((ra.ruleset, "mg"), (ra.ruleset, "train_mg"), (mine, "rifle")):
        objections = rules.verdict(segment(arm)).objections
        assert [(found.rule, found.path) for found in objections] == [("charge-types", "$.actions[0].what")]
    # Those who charge something are told what they do not charge.
    at_rifles = asked("mg", "rifle")
    assert "mg bases do not charge rifle bases" in mine.verdict(at_rifles).objections[0].message
    assert "mg bases never charge" in ra.ruleset.verdict(at_rifles).objections[0].message
