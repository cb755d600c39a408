"""From strengths to a column of the combat tables."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rcw_rules import ChartError, GivenDice, IllegalRequestError, InvalidRequestError, wire
from rcw_rules import directory as di
from rcw_rules.kernel.charts import load_chart


def asked(attack: Any, defence: Any) -> di.OddsRequest:
    return di.OddsRequest(attack=Fraction(attack), defence=Fraction(defence))


def column(attack: Any, defence: Any) -> str:
    return di.ruleset.outcome(asked(attack, defence), dice=GivenDice([])).column


@pytest.mark.rule("directory", "com-odds-column", "com-odds-high", "com-odds-low", "str-order")
@pytest.mark.parametrize(
    ("attack", "defence", "expected"),
    [
        (10, 7, "1:1"),
        (4, 6, "2:3"),
        (5, 8, "1:2"),
        (3, 6, "1:2"),
        (45, 6, "2:1+"),
        ("27/4", "9/2", "3:2"),
        (7, 7, "1:1"),
        (13, 7, "3:2"),
        (2, 1, "2:1+"),
        ("1999/1000", 1, "3:2"),
        ("1499/1000", 1, "1:1"),
        ("999/1000", 1, "2:3"),
        ("665/1000", 1, "1:2"),
    ],
)
def test_columns(attack: Any, defence: Any, expected: str) -> None:
    found = di.ruleset.outcome(asked(attack, defence), dice=GivenDice([]))
    assert (found.column, found.ratio) == (expected, Fraction(attack) / Fraction(defence))


@pytest.mark.rule("directory", "com-odds-low")
def test_odds_below_one_to_two_are_refused_with_what_would_be_needed() -> None:
    with pytest.raises(IllegalRequestError) as refused:
        column(3, 7)
    assert str(refused.value) == (
        "$.attack: 3 against 7 are odds of 3:7, below 1:2; an attack strength of 7/2 or more would be allowed "
        "[com-odds-low]"
    )
    assert not di.ruleset.verdict(asked(3, 7))
    assert column(Fraction(7, 2), 7) == "1:2"
    with pytest.raises(IllegalRequestError, match=r"odds of 0:1, below 1:2"):
        column(0, 1)


@pytest.mark.rule("directory", "bad-input")
@pytest.mark.parametrize(("attack", "defence", "path"), [(3, 0, "defence"), (3, -1, "defence"), (-3, 2, "attack")])
def test_impossible_strengths_are_refused(attack: int, defence: int, path: str) -> None:
    with pytest.raises(InvalidRequestError, match=rf"\$\.{path}: .*bad-input"):
        column(attack, defence)


@pytest.mark.rule("directory", "str-order")
def test_strengths_are_written_as_fractions() -> None:
    request = wire.structure({"attack": "27/4", "defence": 5}, di.OddsRequest)
    assert request == asked("27/4", 5)
    with pytest.raises(InvalidRequestError, match=r"\$\.attack"):
        wire.structure({"attack": 6.75, "defence": 5}, di.OddsRequest)


@pytest.mark.rule("directory", "com-odds-column", "com-odds-high")
@pytest.mark.parametrize(
    ("attack", "defence", "told"),
    [(3, 2, set[str]()), (2, 1, set[str]()), (8, 5, {"com-odds-column"}), (5, 2, {"com-odds-high"})],
)
def test_only_a_ratio_between_columns_rests_on_the_restored_rounding(attack: int, defence: int, told: set[str]) -> None:
    resolution = di.ruleset.resolve(asked(attack, defence), dice=GivenDice([]))
    assert {step.rule for step in resolution.record.steps if step.kind == "result"} == told
    assert {step.rule for step in resolution.record.unprinted} == told & {"com-odds-column"}


def house(table: str, rounding: str) -> str:
    return (
        '[[chart]]\nid = "odds_columns"\ntitle = "t"\nrule = "com-odds-column"\nsource = "s"\nlocator = "l"\n'
        f'provenance = "illustrative"\nrows = {{ axis = "odds", round = "{rounding}" }}\ntable = {table}\n'
    )


@pytest.mark.rule("directory", "com-odds-column")
def test_a_chart_of_ones_own_may_round_otherwise_and_must_name_columns() -> None:
    table = '[["attack to defence", "column"], ["1:2", "1:2"], '
    table += '["2:3", "2:3"], ["1:1", "1:1"], ["3:2", "3:2"], ["2:1+", "2:1+"]]'
    up = di.ruleset.with_charts({"odds_columns": load_chart(house(table, "up"), "house.toml")})
    assert up.outcome(asked(10, 7), dice=GivenDice([])).column == "3:2"
    broken = load_chart(house(table.replace('"3:2"]', '"4:3"]'), "down"), "house.toml")
    with pytest.raises(ChartError, match="should be one of the columns"):
        di.ruleset.with_charts({"odds_columns": broken}).outcome(asked(3, 2), dice=GivenDice([]))


@pytest.mark.rule("directory", "com-odds-column", "com-odds-low", "com-odds-high")
@given(attack=st.fractions(0, 60, max_denominator=8), defence=st.fractions("1/4", 40, max_denominator=8))
def test_the_column_is_the_highest_that_the_attack_reaches(attack: Fraction, defence: Fraction) -> None:
    reached = [
        name
        for name, a, d in (("1:2", 1, 2), ("2:3", 2, 3), ("1:1", 1, 1), ("3:2", 3, 2), ("2:1+", 2, 1))
        if attack * d >= defence * a
    ]
    if reached:
        assert column(attack, defence) == reached[-1]
    else:
        with pytest.raises(IllegalRequestError, match="com-odds-low"):
            column(attack, defence)
