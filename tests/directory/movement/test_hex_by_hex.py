"""Ordinary movement: allowances, weather and terrain, refusals, and what the sheet leaves to the rulebook."""

from __future__ import annotations

from typing import Any, get_args

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from rcw_rules import GivenDice, IllegalRequestError, InvalidRequestError, wire
from rcw_rules import directory as di
from rcw_rules.directory.model import MissingProfileError, Terrain, UnitType
from rcw_rules.kernel.charts import load_charts

HEXES = {
    "elite_cavalry": 4,
    "regular_cavalry": 4,
    "elite_tatchanka": 4,
    "regular_tatchanka": 4,
    "elite_infantry": 3,
    "regular_infantry": 3,
    "local_units": 2,
    "tanks": 2,
    "mobile_base": 2,
}
ON_NO_FOOT = ("inshore_naval_forces", "river_gunboats", "armored_train", "fixed_base", "supply_stockpile")


def request(kind: Any, path: tuple[Any, ...] | None = None, movement: Any = None, **changes: Any) -> di.MovementRequest:
    unit = di.Counter(type=kind, faction="bolsheviks", movement=movement)
    if kind == "local_units":
        changes = {"restriction_ok": True, **changes}
    return di.MovementRequest(**{"unit": unit, "frozen": False, "path": path, **changes})


def ask(asked: di.MovementRequest) -> di.MovementOutcome:
    return di.ruleset.outcome(asked, dice=GivenDice([]))


def cited(asked: di.MovementRequest) -> list[tuple[str, str]]:
    with pytest.raises(IllegalRequestError) as caught:
        ask(asked)
    return [(objection.rule, objection.path) for objection in caught.value.verdict.objections]


@pytest.mark.rule("directory", "mov-cost", "mov-frozen", "mov-rough", "unit-table")
@pytest.mark.parametrize("kind", get_args(UnitType))
def test_how_far_may_it_move(kind: str) -> None:
    hexes = HEXES.get(kind, 0)
    outcome = ask(request(kind))
    assert (outcome.allowance, outcome.rough_allowance) == (hexes, max(0, hexes - 1))
    assert outcome.legal_by_charts is None
    winter = ask(request(kind, frozen=True))
    assert (winter.allowance, winter.rough_allowance) == (max(0, hexes - 1), max(0, hexes - 2))


@pytest.mark.rule("directory", "mov-cost", "miss-stacking-zoc")
def test_each_hex_entered_takes_one() -> None:
    resolution = di.ruleset.resolve(request("regular_infantry", ("clear",) * 3), dice=GivenDice([]))
    outcome = resolution.outcome
    assert (outcome.allowance, outcome.legal_by_charts, outcome.unchecked) == (3, True, ("stacking", "zoc"))
    assert {"mov-cost", "miss-stacking-zoc"} <= set(resolution.record.rules)
    assert cited(request("regular_infantry", ("clear",) * 4)) == [("mov-cost", "$.path")]
    assert ask(request("regular_infantry", ())).legal_by_charts is True  # it stays where it is


@pytest.mark.rule("directory", "mov-frozen")
def test_frozen_weather_takes_one_hex() -> None:
    assert ask(request("regular_cavalry", ("clear",) * 3, frozen=True)).allowance == 3
    assert cited(request("regular_cavalry", ("clear",) * 4, frozen=True)) == [("mov-frozen", "$.path")]


@pytest.mark.rule("directory", "mov-rough")
def test_rough_terrain_takes_one_hex_however_much_of_it_there_is() -> None:
    assert ask(request("regular_cavalry", ("rough", "rough", "clear"))).allowance == 3
    assert ask(request("regular_cavalry", ("rough",) * 3)).allowance == 3
    assert cited(request("regular_cavalry", ("clear", "clear", "clear", "rough"))) == [("mov-rough", "$.path")]
    # A path has no hex of departure, so that a start in rough terrain costs nothing.
    assert ask(request("regular_cavalry", ("clear",) * 4)).allowance == 4


@pytest.mark.rule("directory", "mov-rough")
def test_broken_terrain_takes_nothing() -> None:
    assert ask(request("regular_cavalry", ("broken",) * 4)).allowance == 4


@pytest.mark.rule("directory", "mov-both", "fm-ma")
def test_both_reductions_add_up_and_stop_at_nothing() -> None:
    assert cited(request("local_units", ("rough",), frozen=True)) == [("mov-both", "$.path")]
    assert ask(request("local_units", frozen=True)).rough_allowance == 0
    forced = request("regular_infantry", ("clear", "clear", "clear", "rough"), frozen=True, forced=6)
    assert ask(forced).allowance == 4
    assert cited(evolve(forced, path=("rough",) * 5)) == [("mov-both", "$.path")]
    resolution = di.ruleset.resolve(request("tanks", movement=1, frozen=True), dice=GivenDice([]))
    assert (resolution.outcome.allowance, resolution.outcome.rough_allowance) == (0, 0)
    assert "mov-both" in resolution.record.rules


@pytest.mark.rule("directory", "mov-cost", "mov-both")
def test_a_refusal_says_what_would_be_allowed() -> None:
    with pytest.raises(IllegalRequestError, match=r"4 hexes are too many.* is 2 \(4, -1 frozen weather, -1 rough ter"):
        ask(request("elite_cavalry", ("rough",) * 4, frozen=True))
    with pytest.raises(IllegalRequestError, match=r"5 hexes are too many; the allowance for this path is 4 \[mov-cost"):
        ask(request("elite_cavalry", ("clear",) * 5))


@pytest.mark.rule("directory", "fm-ma", "unit-table")
def test_the_larger_of_the_printed_and_the_forced_allowance_holds() -> None:
    assert ask(request("regular_infantry", movement=4, forced=3)).allowance == 4
    assert ask(request("regular_infantry", movement=4, forced=5)).allowance == 5
    assert ask(request("regular_infantry", movement=5)).allowance == 5


@pytest.mark.rule("directory", "fm-eligibility")
@pytest.mark.parametrize("kind", ["tanks", "local_units", "mobile_base"])
def test_whoever_cannot_force_march_has_no_forced_allowance(kind: str) -> None:
    assert cited(request(kind, forced=5)) == [("fm-eligibility", "$.forced")]


@pytest.mark.rule("directory", "mov-kinds")
@pytest.mark.parametrize("kind", ON_NO_FOOT)
def test_what_does_not_move_hex_by_hex(kind: str) -> None:
    assert ask(request(kind)).allowance == 0
    assert ask(request(kind, ())).legal_by_charts is True  # it stays where it is
    where = "$.unit.type" if kind in ("fixed_base", "supply_stockpile") else "$.path"
    assert cited(request(kind, ("clear",))) == [("mov-kinds", where)]


@pytest.mark.rule("directory", "mov-kinds")
def test_a_counter_of_its_own_rating_moves_by_that() -> None:
    assert ask(request("armored_train", ("clear",), movement=1)).legal_by_charts is True
    assert cited(request("tanks", ("clear",), movement="R")) == [("mov-kinds", "$.path")]
    assert cited(request("tanks", ("clear",), movement=0)) == [("mov-kinds", "$.path")]
    assert cited(request("fixed_base", ("clear",), movement=2)) == [("mov-kinds", "$.unit.type")]


@pytest.mark.rule("directory", "mov-kinds", "mov-base-still")
def test_one_way_to_move_in_a_phase_and_bases_that_served_stay() -> None:
    assert cited(request("regular_infantry", ("clear",), special_movement=True)) == [
        ("mov-kinds", "$.special_movement")
    ]
    assert cited(request("regular_infantry", special_movement=True)) == [("mov-kinds", "$.special_movement")]
    served = request("mobile_base", ("clear",), has_served=True)
    assert cited(evolve(served, path=None)) == [("mov-base-still", "$.has_served")]
    assert cited(served) == [("mov-base-still", "$.has_served")]
    # In the next movement phase it has served nobody yet.
    assert ask(evolve(served, has_served=False)).legal_by_charts is True


@pytest.mark.rule("directory", "unit-local", "miss-restricted-broken-up")
def test_local_units_move_only_as_their_restriction_allows() -> None:
    assert ask(request("local_units", ("clear", "clear"))).legal_by_charts is True
    assert cited(request("local_units", ("clear",), restriction_ok=False)) == [("unit-local", "$.restriction_ok")]
    with pytest.raises(MissingProfileError) as caught:
        ask(request("local_units", ("clear",), restriction_ok=None))
    assert (caught.value.field, caught.value.rule) == ("local_restriction", "miss-restricted-broken-up")


@pytest.mark.rule("directory", "unit-local", "miss-restricted-broken-up")
def test_a_march_of_local_units_asks_before_anything_else() -> None:
    unit = di.Counter(type="local_units", faction="directory")
    asked = di.MarchRequest(unit=unit, frozen=False, path=("clear",), forced_march=False)
    with pytest.raises(MissingProfileError):
        di.ruleset.resolve(asked, dice=GivenDice([]))
    reached = di.ruleset.outcome(evolve(asked, restriction_ok=True), dice=GivenDice([]))
    assert (reached.end, reached.allowance) == ("reached", 2)
    with pytest.raises(IllegalRequestError, match="unit-local"):
        di.ruleset.resolve(evolve(asked, restriction_ok=False), dice=GivenDice([]))


@pytest.mark.rule("directory", "bad-input", "unit-local", "mov-base")
@pytest.mark.parametrize(
    ("asked", "message"),
    [
        (request("tanks", restriction_ok=True), r"\$\.restriction_ok: .*unit-local"),
        (request("tanks", has_served=True), r"\$\.has_served: .*mov-base"),
        (request("supply_stockpile", has_served=True), r"\$\.has_served: .*mov-base"),
        (request("regular_infantry", forced=-1), r"\$\.forced: .*bad-input"),
        (request("regular_infantry", forced=0), r"\$\.forced: .*bad-input"),
        (request("regular_infantry", movement=-2), r"\$\.unit\.movement: "),
        (request("regular_infantry", ("forest",)), r"\$\.path\[0\]: "),
        (request("regular_infantry", ("clear",) * 100), r"\$\.path: "),
    ],
)
def test_what_cannot_be_is_refused(asked: di.MovementRequest, message: str) -> None:
    with pytest.raises(InvalidRequestError, match=message):
        ask(asked)


@pytest.mark.rule("directory", "miss-weather", "miss-map", "bad-input")
@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"path": ["forest"]}, r"\$\.path\[0\]: .*forest"),
        ({"path": -3}, r"\$\.path: "),
        ({"frozen": None}, r"\$\.frozen: "),
        ({"weather": "mud"}, "weather"),
        ({"unit": {"type": "cossacks", "faction": "volunteers"}}, r"\$\.unit\.type: "),
    ],
)
def test_malformed_json_is_refused(changes: dict[str, Any], message: str) -> None:
    data = {"unit": {"type": "tanks", "faction": "entente"}, "frozen": False} | changes
    with pytest.raises(InvalidRequestError, match=message):
        wire.structure(data, di.MovementRequest)


@pytest.mark.rule("directory", "miss-weather")
def test_the_weather_must_be_told() -> None:
    with pytest.raises(InvalidRequestError, match=r"\$\.frozen: "):
        wire.structure({"unit": {"type": "tanks", "faction": "entente"}}, di.MovementRequest)


@pytest.mark.rule("directory", "mov-frozen", "mov-rough")
def test_the_reductions_are_those_of_the_chart_in_force() -> None:
    charts = load_charts(
        """[[chart]]
id = "terrain_and_weather"
title = "A house rule"
rule = "mov-frozen"
source = "a house rule"
locator = "none"
provenance = "illustrative"
rows = "labels"
table = [["effect", "allowance"], ["frozen_weather", -2], ["rough_terrain", 0]]
""",
        "house.toml",
    )
    ruleset = di.ruleset.with_charts({chart.id: chart for chart in charts})
    outcome = ruleset.outcome(request("regular_cavalry", ("rough", "rough"), frozen=True), dice=GivenDice([]))
    assert (outcome.allowance, outcome.rough_allowance) == (2, 2)


@pytest.mark.rule("directory", "mov-cost", "mov-frozen", "mov-rough", "mov-both", "fm-ma")
@given(
    movement=st.integers(1, 6),
    forced=st.none() | st.integers(1, 9),
    frozen=st.booleans(),
    path=st.lists(st.sampled_from(get_args(Terrain)), max_size=10).map(tuple),
)
def test_a_path_is_legal_exactly_if_it_is_short_enough(
    movement: int, forced: int | None, frozen: bool, path: tuple[Any, ...]
) -> None:
    left = max(movement, forced) if forced else movement
    for counts in (frozen, any(terrain == "rough" for terrain in path)):
        left -= int(counts)
    asked = request("regular_infantry", path, movement, forced=forced, frozen=frozen)
    if len(path) <= max(left, 0):
        assert ask(asked).allowance == max(left, 0)
    else:
        assert [where for _, where in cited(asked)] == ["$.path"]
    # The question without a path promises what the question with one keeps.
    bare = ask(evolve(asked, path=None))
    assert (bare.rough_allowance if "rough" in path else bare.allowance) == max(left, 0)
