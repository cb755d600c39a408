"""Forced marches: who may, every face of both charts, the lost cell, stacks, and marches along a path."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any, get_args

import pytest
from attrs import evolve

from rcw_rules import ChartError, GivenDice, IllegalRequestError, InvalidRequestError, wire
from rcw_rules import directory as di
from rcw_rules.directory.model import UnitType
from rcw_rules.kernel.charts import load_charts
from rcw_rules.kernel.citations import Verdict

# The two rows as a person would note them: 0 for the loss of the unit, else the allowance.
INFANTRY = (0, 3, 3, 4, 5, 6)
MOUNTED = (0, 5, 6, 7, 8, 9)
MARCHERS = {
    "elite_infantry": INFANTRY,
    "regular_infantry": INFANTRY,
    "elite_cavalry": MOUNTED,
    "regular_cavalry": MOUNTED,
    "elite_tatchanka": MOUNTED,
    "regular_tatchanka": MOUNTED,
}
ROW_RULES = {INFANTRY: "fm-infantry", MOUNTED: "fm-cavalry"}


def counter(kind: Any, movement: Any = None) -> di.Counter:
    return di.Counter(type=kind, faction="volunteers", movement=movement)


def request(kind: Any, movement: Any = None, **changes: Any) -> di.ForcedMarchRequest:
    return di.ForcedMarchRequest(unit=counter(kind, movement), **changes)


def throw(kind: str, face: int, movement: int | None = None) -> di.ForcedMarchOutcome:
    return di.ruleset.outcome(request(kind, movement), dice=GivenDice([face]))


def refusal(asked: Any, *faces: int) -> Verdict:
    with pytest.raises(IllegalRequestError) as caught:
        di.ruleset.resolve(asked, dice=GivenDice(faces))
    return caught.value.verdict


def cited(asked: Any) -> list[tuple[str, str]]:
    return [(objection.rule, objection.path) for objection in refusal(asked).objections]


@pytest.mark.rule("directory", "fm-infantry", "fm-cavalry", "fm-al", "fm-ma", "fm-eligibility", "gen-die")
@pytest.mark.parametrize("face", range(1, 7))
@pytest.mark.parametrize("kind", MARCHERS)
def test_each_face_for_each_kind_of_unit(kind: str, face: int) -> None:
    row = MARCHERS[kind]
    resolution = di.ruleset.resolve(request(kind), dice=GivenDice([face]))
    assert (resolution.outcome.removed, resolution.outcome.allowance) == (face == 1, row[face - 1])
    assert resolution.dice == (face,)
    assert ROW_RULES[row] in resolution.record.rules
    assert ("fm-al" in resolution.record.rules, "fm-ma" in resolution.record.rules) == (face == 1, face > 1)


@pytest.mark.rule("directory", "fm-infantry", "fm-cavalry")
@pytest.mark.parametrize("face", range(1, 7))
@pytest.mark.parametrize("kind", ["regular_infantry", "regular_cavalry"])
def test_only_the_sixth_infantry_cell_is_not_printed(kind: str, face: int) -> None:
    resolution = di.ruleset.resolve(request(kind), dice=GivenDice([face]))
    unprinted = [(step.rule, step.provenance) for step in resolution.record.unprinted]
    assert unprinted == ([("fm-infantry", "reconstructed")] if (kind, face) == ("regular_infantry", 6) else [])
    assert ("fm-infantry (reconstructed)" in resolution.explain()) is bool(unprinted)


def own_infantry_chart(sixth: str) -> Any:
    rows = "".join(f'["{die}", "{cell}"], ' for die, cell in enumerate(["AL", "MA 3", "MA 3", "MA 4", "MA 5"], start=1))
    (chart,) = load_charts(
        f"""[[chart]]
id = "forced_march_infantry"
title = "Forced march of infantry, from a clean copy"
rule = "fm-infantry"
source = "a clean copy"
locator = "the same row"
provenance = "printed"
rows = {{ axis = "bands", covers = "1-6" }}
table = [["die", "result"], {rows}["6", "{sixth}"]]
""",
        "own.toml",
    )
    return {chart.id: chart}


@pytest.mark.rule("directory", "fm-infantry")
def test_a_clean_copy_replaces_the_restored_cell_and_clears_the_warning() -> None:
    ruleset = di.ruleset.with_charts(own_infantry_chart("MA 5"))
    resolution = ruleset.resolve(request("elite_infantry"), dice=GivenDice([6]))
    assert resolution.outcome.allowance == 5
    assert not resolution.record.unprinted
    with pytest.raises(ChartError, match=r"forced_march_infantry: row '6' should be AL or MA with a number"):
        di.ruleset.with_charts(own_infantry_chart("gone")).resolve(request("elite_infantry"), dice=GivenDice([6]))


@pytest.mark.rule("directory", "fm-eligibility")
@pytest.mark.parametrize("kind", sorted({*get_args(UnitType)} - {*MARCHERS}))
def test_nobody_else_force_marches(kind: str) -> None:
    assert cited(request(kind)) == [("fm-eligibility", "$.unit.type")]
    path: Any = ("clear",)
    assert ("fm-eligibility", "$.unit.type") in cited(
        di.MarchRequest(unit=counter(kind), frozen=False, path=path, restriction_ok=kind == "local_units" or None)
    )


@pytest.mark.rule("directory", "fm-eligibility", "mov-kinds")
@pytest.mark.parametrize("movement", [0, "N", "W", "R"])
def test_a_counter_without_hexes_has_none_to_raise(movement: Any) -> None:
    assert cited(request("regular_infantry", movement)) == [("mov-kinds", "$.unit.movement")]


@pytest.mark.rule("directory", "fm-per-unit")
@pytest.mark.parametrize("field", ["moved_already", "marched_already", "special_movement"])
def test_it_is_declared_once_before_the_first_hex_and_without_special_movement(field: str) -> None:
    changed: dict[str, Any] = {field: True}
    assert cited(request("regular_cavalry", **changed)) == [("fm-per-unit", f"$.{field}")]
    march = di.MarchRequest(unit=counter("regular_cavalry"), frozen=False, path=("clear",), **changed)
    assert cited(march) == [("fm-per-unit", f"$.{field}")]


@pytest.mark.rule("directory", "fm-ma", "unit-table")
@pytest.mark.parametrize(
    ("movement", "face", "allowance"), [(3, 2, 3), (4, 3, 4), (4, 2, 4), (4, 5, 5), (2, 2, 3), (9, 6, 9)]
)
def test_the_result_is_an_increase_only(movement: int, face: int, allowance: int) -> None:
    assert throw("regular_infantry", face, movement).allowance == allowance


@pytest.mark.rule("directory", "fm-duration")
def test_the_increase_is_gone_in_the_next_movement_phase_unless_thrown_again() -> None:
    unit = counter("regular_cavalry")
    first = di.ruleset.resolve(di.ForcedMarchRequest(unit=unit), dice=GivenDice([6]))
    assert "fm-duration" in first.record.rules

    def allowance(forced: int | None) -> int:
        asked = di.MovementRequest(unit=unit, frozen=False, forced=forced)
        return di.ruleset.outcome(asked, dice=GivenDice([])).allowance

    assert allowance(first.outcome.allowance) == 9
    assert allowance(None) == 4  # the second phase, without a die
    again = di.ruleset.outcome(di.ForcedMarchRequest(unit=unit), dice=GivenDice([3]))
    assert allowance(again.allowance) == 6


@pytest.mark.rule("directory", "fm-infantry", "fm-cavalry", "fm-al", "fm-ma", "gen-die")
@pytest.mark.parametrize("kind", MARCHERS)
@pytest.mark.parametrize("movement", range(1, 11))
def test_the_odds_are_those_of_the_six_faces(kind: str, movement: int) -> None:
    odds = di.ruleset.odds(request(kind, movement))
    expected: dict[tuple[bool, int], Fraction] = {}
    for face in range(1, 7):
        value = (True, 0) if face == 1 else (False, max(MARCHERS[kind][face - 1], movement))
        expected[value] = expected.get(value, Fraction(0)) + Fraction(1, 6)
    assert {(o.removed, o.allowance): odds.probability(o) for o in odds.outcomes} == expected


# ---------------------------------------------------------------- stacks


def stack(*kinds: Any) -> di.StackForcedMarchRequest:
    return di.StackForcedMarchRequest(marches=tuple(request(kind) for kind in kinds))


def results(outcome: di.StackForcedMarchOutcome) -> list[tuple[bool, int]]:
    return [(unit.removed, unit.allowance) for unit in outcome.units]


@pytest.mark.rule("directory", "fm-al", "fm-per-unit")
def test_a_loss_is_the_marching_unit_and_not_another_of_its_stack() -> None:
    asked = stack("regular_infantry", "elite_infantry")
    resolution = di.ruleset.resolve(asked, dice=GivenDice([1, 4]))
    assert results(resolution.outcome) == [(True, 0), (False, 4)]
    assert resolution.dice == (1, 4)


@pytest.mark.rule("directory", "fm-per-unit")
def test_three_cavalry_units_throw_three_dice_in_listed_order() -> None:
    asked = stack("regular_cavalry", "elite_cavalry", "regular_cavalry")
    resolution = di.ruleset.resolve(asked, dice=GivenDice([2, 6, 4]))
    assert results(resolution.outcome) == [(False, 5), (False, 9), (False, 7)]
    assert [roll.purpose for roll in resolution.record.rolls] == [f"unit {n}/forced march" for n in (1, 2, 3)]


@pytest.mark.rule("directory", "fm-per-unit")
def test_each_decision_sees_the_dice_before_it() -> None:
    seen: list[list[tuple[bool, int]]] = []

    def until_a_loss(marching: di.Marching, alternatives: tuple[bool, ...]) -> bool:
        seen.append([(unit.removed, unit.allowance) for unit in marching.fared])
        return not any(unit.removed for unit in marching.fared)

    asked = stack("regular_cavalry", "regular_cavalry", "regular_infantry")
    resolution = di.ruleset.resolve(asked, dice=GivenDice([3, 1]), choices={"force_march": until_a_loss})
    assert results(resolution.outcome) == [(False, 6), (True, 0), (False, 3)]
    assert seen == [[], [(False, 6)], [(False, 6), (True, 0)]]


@pytest.mark.rule("directory", "fm-eligibility", "fm-per-unit")
def test_each_unit_of_a_stack_is_held_to_the_rules() -> None:
    asked = di.StackForcedMarchRequest(
        marches=(request("tanks"), request("regular_infantry"), request("regular_cavalry", moved_already=True))
    )
    assert cited(asked) == [("fm-eligibility", "$.marches[0].unit.type"), ("fm-per-unit", "$.marches[2].moved_already")]
    with pytest.raises(InvalidRequestError, match=r"\$\.marches: "):
        di.ruleset.resolve(di.StackForcedMarchRequest(marches=()), dice=GivenDice([]))


@pytest.mark.rule("directory", "fm-per-unit", "fm-infantry", "fm-cavalry")
def test_the_odds_of_a_stack_are_those_of_every_pair_of_faces() -> None:
    odds = di.ruleset.odds(stack("regular_infantry", "elite_tatchanka"))
    expected: dict[tuple[int, int], int] = {}
    for pair in product(INFANTRY, MOUNTED):
        expected[pair] = expected.get(pair, 0) + 1
    found = {tuple(unit.allowance for unit in o.units): odds.probability(o) for o in odds.outcomes}
    assert found == {pair: Fraction(ways, 36) for pair, ways in expected.items()}


# ---------------------------------------------------------------- marches along a path


def march(kind: Any, path: tuple[Any, ...], **changes: Any) -> di.MarchRequest:
    return di.MarchRequest(**{"unit": counter(kind), "frozen": False, "path": path, **changes})


def end(asked: di.MarchRequest, *faces: int) -> tuple[str, int]:
    outcome = di.ruleset.outcome(asked, dice=GivenDice(faces))
    assert outcome.unchecked == ("stacking", "zoc")
    return outcome.end, outcome.allowance


@pytest.mark.rule("directory", "fm-infantry", "fm-al", "fm-ma", "mov-cost", "miss-stacking-zoc")
@pytest.mark.parametrize("face", range(1, 7))
@pytest.mark.parametrize("hexes", range(1, 8))
def test_a_march_reaches_its_end_falls_short_or_costs_the_unit(hexes: int, face: int) -> None:
    where, allowance = end(march("regular_infantry", ("clear",) * hexes), face)
    if face == 1:
        assert (where, allowance) == ("removed", 0)
    else:
        assert allowance == INFANTRY[face - 1]
        assert where == ("reached" if hexes <= INFANTRY[face - 1] else "falls_short")


@pytest.mark.rule("directory", "mov-cost")
def test_without_a_forced_march_no_die_is_thrown() -> None:
    assert end(march("regular_cavalry", ("clear",) * 4, forced_march=False)) == ("reached", 4)
    assert end(march("regular_cavalry", ("clear",) * 5, forced_march=False)) == ("falls_short", 4)
    assert end(march("regular_cavalry", ("clear",) * 4, forced_march=False, moved_already=True)) == ("reached", 4)


@pytest.mark.rule("directory", "fm-ma", "mov-frozen", "mov-rough", "mov-both")
def test_weather_and_terrain_are_taken_off_the_increased_allowance() -> None:
    assert end(march("regular_infantry", ("clear", "rough", "clear", "rough"), frozen=True), 6) == ("reached", 4)
    assert end(march("regular_infantry", ("rough",) * 5, frozen=True), 6) == ("falls_short", 4)
    assert end(march("regular_infantry", ("rough", "clear"), frozen=True), 2) == ("falls_short", 1)
    assert end(march("regular_infantry", ("clear", "clear"), frozen=True), 2) == ("reached", 2)


@pytest.mark.rule("directory", "fm-ma", "fm-duration", "mov-frozen", "mov-rough")
def test_what_the_die_gave_goes_with_the_unit_to_another_path() -> None:
    # A 5 gives 5 hexes; frost and the rough hex leave 3, one too few. Over clear ground only frost counts: 4.
    short = di.ruleset.outcome(march("regular_infantry", ("rough",) * 4, frozen=True), dice=GivenDice([5]))
    assert (short.end, short.allowance, short.forced) == ("falls_short", 3, 5)

    def clear(forced: int | None) -> int:
        infantry = counter("regular_infantry")
        asked = di.MovementRequest(unit=infantry, frozen=True, path=("clear",) * 2, forced=forced)
        return di.ruleset.outcome(asked, dice=GivenDice([])).allowance

    assert (clear(short.forced), clear(short.allowance)) == (4, 2)


@pytest.mark.rule("directory", "fm-ma", "fm-al")
def test_without_a_forced_march_and_after_a_loss_there_is_no_allowance_to_take_along() -> None:
    path = ("clear",) * 3
    assert di.ruleset.outcome(march("regular_infantry", path), dice=GivenDice([1])).forced is None
    assert di.ruleset.outcome(march("regular_infantry", path, forced_march=False), dice=GivenDice([])).forced is None
    # What the counter has of its own is the least that a forced march gives.
    fast = march("regular_infantry", path, unit=counter("regular_infantry", 4))
    assert di.ruleset.outcome(fast, dice=GivenDice([2])).forced == 4


@pytest.mark.rule("directory", "fm-cavalry", "mov-frozen", "mov-rough", "mov-both", "fm-ma", "mov-cost")
@pytest.mark.parametrize("kind", ["elite_infantry", "regular_tatchanka"])
@pytest.mark.parametrize("frozen", [True, False])
@pytest.mark.parametrize("rough", [0, 1, 2])
@pytest.mark.parametrize("movement", [1, 3, 7])
def test_the_odds_of_a_march_are_those_of_the_six_faces(kind: str, frozen: bool, rough: int, movement: int) -> None:
    path = ("rough",) * rough + ("broken",) * (4 - rough)
    asked = march(kind, path, frozen=frozen, unit=counter(kind, movement))
    expected: dict[tuple[str, int], Fraction] = {}
    for face in range(1, 7):
        value = ("removed", 0)
        if face > 1:
            left = max(MARCHERS[kind][face - 1], movement) - (1 if frozen else 0) - (1 if rough else 0)
            left = max(left, 0)
            value = ("reached" if left >= 4 else "falls_short", left)
        expected[value] = expected.get(value, Fraction(0)) + Fraction(1, 6)
    odds = di.ruleset.odds(asked)
    assert {(o.end, o.allowance): odds.probability(o) for o in odds.outcomes} == expected


@pytest.mark.rule("directory", "mov-kinds", "mov-base-still")
def test_a_march_without_a_die_is_held_to_the_rules_of_ordinary_movement() -> None:
    assert cited(march("fixed_base", ("clear",), forced_march=False)) == [("mov-kinds", "$.unit.type")]
    assert cited(march("armored_train", ("clear",), forced_march=False)) == [("mov-kinds", "$.unit")]
    special = march("tanks", ("clear",), forced_march=False, special_movement=True)
    assert cited(special) == [("mov-kinds", "$.special_movement")]
    served = march("mobile_base", ("clear",), forced_march=False, has_served=True)
    assert cited(served) == [("mov-base-still", "$.has_served")]
    assert end(evolve(served, has_served=False)) == ("reached", 2)


@pytest.mark.rule("directory", "fm-per-unit")
def test_whoever_has_thrown_does_not_march_as_if_it_had_not() -> None:
    with pytest.raises(InvalidRequestError, match=r"\$\.marched_already: .*fm-per-unit"):
        end(march("regular_cavalry", ("clear",), forced_march=False, marched_already=True))


@pytest.mark.rule("directory", "bad-input", "miss-weather", "miss-map")
@pytest.mark.parametrize(
    ("changes", "where"),
    [
        ({"frozen": None}, "frozen"),
        ({"path": ["forest"]}, r"path\[0\]"),
        ({"path": []}, "path"),
        ({"unit": {"type": "regular_infantry", "faction": "martians"}}, r"unit\.faction"),
        ({"unit": {"type": "regular_infantry", "faction": "entente", "movement": -1}}, r"unit\.movement"),
    ],
)
def test_malformed_marches_are_refused(changes: dict[str, Any], where: str) -> None:
    data = wire.unstructure(march("regular_infantry", ("clear",))) | changes
    with pytest.raises(InvalidRequestError, match=rf"\$\.{where}: "):
        di.ruleset.resolve(wire.structure(data, di.MarchRequest), dice=GivenDice([2]))
