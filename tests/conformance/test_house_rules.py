"""House rules of the real rulesets: every modifier can be named, and whatever they say, nothing breaks."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from rcw_rules import (
    ChartError,
    GivenDice,
    HouseCell,
    HouseModifier,
    HouseRules,
    HouseRulesError,
    Request,
    RulesError,
    SeededDice,
    inches,
    orel,
    red_square,
)
from rcw_rules import red_white as rw
from rcw_rules.golden_cases import golden_cases
from rcw_rules.kernel.record import ModifierStep
from rcw_rules.registry import find_procedure, load
from rcw_rules.wire import structure, unstructure


def example_of(procedure: str) -> Any:
    return find_procedure(procedure)[1].example


# ------------------------------------------------------------------ every modifier that can be named


def sources_of(id: str) -> list[tuple[Any, Request[Any]]]:
    """Return the requests of the examples and golden cases of a ruleset, with the ruleset in the options of each."""
    ruleset = load(id)
    found: list[tuple[Any, Request[Any]]] = [
        (ruleset, one.example) for one in ruleset.procedures if one.example is not None
    ]
    for case in golden_cases(Path(__file__).parents[1] / id / "golden"):
        plain = unstructure(case)
        options = structure({**unstructure(ruleset.options), **plain["options"]}, type(ruleset.options))
        given_case = ruleset.with_options(**{name: getattr(options, name) for name in case.options})
        found.append((given_case, structure(plain["request"], ruleset.procedure(case.procedure).request_type)))
    return found


def rarer() -> dict[str, list[tuple[Any, Request[Any]]]]:
    """Return what neither examples nor golden cases tell: a launch in choked ice, a warned defender."""
    floes = rw.RiverSection(state="ice_choked", thickness=2, length=inches(6))
    river = (rw.RiverSection(state="unfrozen"), floes)
    launch = rw.VesselMoveRequest(vessel=rw.Vessel(type="launch"), path=river)
    retreat = example_of("orel.retreat_before_combat")
    warned = evolve(retreat, good_intelligence=True, attempt=True)
    return {"red_white": [(rw.ruleset, launch)], "orel": [(orel.ruleset, warned)]}


@pytest.mark.parametrize("id", ["directory", "orel", "red_actions", "red_square", "red_white"])
def test_a_declared_modifier_is_what_records_tell_and_house_rules_reach_it(id: str) -> None:
    ruleset = load(id)
    wanted = {(modifier.id, modifier.value): modifier for modifier in ruleset.modifiers}
    assert len(wanted) == len(ruleset.modifiers)
    asked = sources_of(id) + rarer().get(id, [])
    met: set[tuple[str, Any]] = set()
    for book, request in asked:
        for seed in range(3):
            try:
                before = modifiers_of(book, request, seed)
            except RulesError:  # a case of something that is not allowed, or that needs a ruling
                break
            for key in wanted.keys() & before.keys():
                met.add(key)
                assert before[key].rule == wanted[key].rule
                change = HouseModifier(modifier=key[0], book=key[1], ours=key[1] + 1, why="to see")
                ours = book.with_house(HouseRules(title="to see", ruleset=id, modifiers=(change,)))
                after = modifiers_of(ours, request, seed)
                assert after[key[0], key[1] + 1].provenance == "house"
                assert key not in after
    assert met == wanted.keys()


def modifiers_of(ruleset: Any, request: Request[Any], seed: int) -> dict[tuple[str, Any], ModifierStep]:
    record = ruleset.resolve(request, dice=SeededDice(seed)).record
    return {(step.id, step.value): step for _, step in record.walk() if isinstance(step, ModifierStep)}


# ------------------------------------------------------------------ whatever they say, nothing breaks

RULESETS = ("directory", "orel", "red_actions", "red_square", "red_white")


@st.composite
def changes_of_cells(draw: st.DrawFn) -> tuple[str, HouseCell]:
    """Draw a ruleset and another result for one cell of its charts: a number, another code, a code's other number."""
    id = draw(st.sampled_from(RULESETS))
    charts = load(id).charts
    chart = charts[draw(st.sampled_from(sorted(charts)))]
    stands = draw(st.sampled_from(chart.cells()))
    codes = sorted({one.result for one in chart.cells() if isinstance(one.result, str)})
    other: Any = (
        draw(st.integers(-99, 99))
        if isinstance(stands.result, int)
        else re.sub("[0-9]+", lambda _: str(draw(st.integers(0, 99))), draw(st.sampled_from(codes)))
    )
    return id, HouseCell(
        chart=chart.id, row=stands.row, column=stands.column, book=stands.result, ours=other, why="to see"
    )


@settings(deadline=None, max_examples=50)
@given(changes_of_cells(), st.integers(0, 999))
def test_any_change_of_a_cell_is_played_or_refused_in_words(drawn: tuple[str, HouseCell], seed: int) -> None:
    id, change = drawn
    ruleset = load(id)
    house = HouseRules(title="to see", ruleset=id, cells=(change,))
    if change.ours == change.book:
        with pytest.raises(HouseRulesError):
            ruleset.with_house(house)
        return
    ours = ruleset.with_house(house)
    for one in ruleset.procedures[seed % 5 :: 5]:
        assert one.example is not None
        try:
            resolution = ours.resolve(one.example, dice=SeededDice(seed))
        except RulesError as error:
            refused = str(error)
        else:
            refused = ""
            assert ours.outcome(one.example, dice=GivenDice(resolution.dice)) == resolution.outcome
        assert "\n" not in refused


@pytest.mark.parametrize("procedure", ["orel.depot_elimination", "orel.movement", "orel.supply_trace"])
def test_terrain_that_costs_less_than_nothing_is_refused_by_name(procedure: str) -> None:
    clear = HouseCell(chart="terrain", row="clear", column="infantry", book=1, ours=-1, why="to see")
    ours = orel.ruleset.with_house(HouseRules(title="to see", ruleset="orel", cells=(clear,)))
    with pytest.raises(ChartError, match="terrain: row 'clear' should have a number from 0"):
        ours.resolve(example_of(procedure), dice=SeededDice(1))


def test_a_code_where_a_number_is_needed_is_refused_by_name() -> None:
    close = HouseCell(
        chart="range_table", row="qf_guns_howitzers", column="close", book=5, ours="8mm/.303", why="a slip of the pen"
    )
    ours = red_square.ruleset.with_house(HouseRules(title="to see", ruleset="red_square", cells=(close,)))
    request = red_square.RangeBandRequest(weapon="qf_gun", squares=4)
    place = "range_table: row 'qf_guns_howitzers', column 'close'"
    with pytest.raises(ChartError, match=f"{place} should be a whole number of at least 0, not '8mm/.303'"):
        ours.outcome(request, dice=GivenDice([]))
