"""Initiative: the first turn of each game, both tables face by face, and turns that are none."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rcw_rules import ChartError, GivenDice, InvalidRequestError, SeededDice
from rcw_rules import directory as di
from rcw_rules.directory.model import TURN_NAMES
from rcw_rules.kernel.charts import load_chart

# The tables as a person would note them: B for Bolsheviks, D for Directory, V for Volunteers, M for Makhnovists.
SIDES = {"B": "bolsheviks", "D": "directory", "V": "volunteers", "M": "makhnovists"}
TABLES = {
    "fall_of_the_directory": ["BDV", "BVD", "DBV", "DVB", "VBD", "VDB"],
    "makhnos_return": ["BMV", "BVM", "MBV", "MVB", "VBM", "VMB"],
}
TABLE_RULES = {"fall_of_the_directory": "ini-table-directory", "makhnos_return": "ini-table-makhno"}
SECOND_TURNS = {"fall_of_the_directory": "January I", "makhnos_return": "October I"}
ROWS = [(game, face, row) for game, rows in TABLES.items() for face, row in enumerate(rows, start=1)]


def request(game: Any, turn: Any) -> di.InitiativeRequest:
    return di.InitiativeRequest(game=game, turn=turn)


def order(row: str) -> tuple[str, ...]:
    return tuple(SIDES[letter] for letter in row)


@pytest.mark.rule("directory", "ini-table-directory", "ini-table-makhno", "gen-die", "gen-games")
@pytest.mark.parametrize(("game", "face", "row"), ROWS)
def test_each_face_of_both_tables(game: str, face: int, row: str) -> None:
    resolution = di.ruleset.resolve(request(game, SECOND_TURNS[game]), dice=GivenDice([face]))
    assert resolution.outcome.order == order(row)
    assert [roll.rule for roll in resolution.record.rolls] == [TABLE_RULES[game]]
    assert "ini-allies" in resolution.record.rules


@pytest.mark.rule("directory", "ini-first-directory", "ini-first-makhno", "ini-allies", "seq-turn")
@pytest.mark.parametrize(
    ("game", "turn", "side", "rule"),
    [
        ("fall_of_the_directory", "December IV", "bolsheviks", "ini-first-directory"),
        ("makhnos_return", "September IV", "makhnovists", "ini-first-makhno"),
    ],
)
def test_one_side_moves_in_the_first_turn_and_no_die_is_thrown(game: str, turn: str, side: str, rule: str) -> None:
    resolution = di.ruleset.resolve(request(game, turn), dice=GivenDice([]))
    assert resolution.outcome.order == (side,)
    assert resolution.dice == ()
    assert rule in resolution.record.rules


@pytest.mark.rule("directory", "ini-table-directory", "ini-table-makhno")
@pytest.mark.parametrize("game", TABLES)
def test_every_order_of_three_sides_is_as_likely_as_any_other(game: str) -> None:
    odds = di.ruleset.odds(request(game, SECOND_TURNS[game]))
    expected = {order("".join(row)) for row in permutations(TABLES[game][0])}
    assert len(expected) == 6
    assert {outcome.order: chance for outcome, chance in odds.items()} == dict.fromkeys(expected, Fraction(1, 6))


@pytest.mark.rule("directory", "ini-first-directory", "ini-first-makhno")
def test_the_first_turn_is_certain() -> None:
    odds = di.ruleset.odds(request("makhnos_return", "September IV"))
    assert odds.probability(di.InitiativeOutcome(order=("makhnovists",))) == 1


@pytest.mark.rule("directory", "bad-input", "seq-calendar", "gen-games")
@pytest.mark.parametrize(
    ("game", "turn", "first"),
    [
        ("fall_of_the_directory", "November I", "December IV"),
        ("fall_of_the_directory", "December III", "December IV"),
        ("fall_of_the_directory", "September IV", "December IV"),
        ("makhnos_return", "September III", "September IV"),
        ("makhnos_return", "June I", "September IV"),
    ],
)
def test_a_turn_before_the_first_is_refused(game: str, turn: str, first: str) -> None:
    with pytest.raises(InvalidRequestError) as caught:
        di.ruleset.resolve(request(game, turn), dice=GivenDice([]))
    (problem,) = caught.value.problems
    assert (problem.path, problem.rule) == ("$.turn", "bad-input")
    assert turn in problem.message
    assert first in problem.message


@pytest.mark.rule("directory", "bad-input", "seq-calendar", "gen-games")
@pytest.mark.parametrize("field", ["game", "turn"])
def test_unknown_games_and_turns_are_refused(field: str) -> None:
    fields: dict[str, Any] = {"game": "makhnos_return", "turn": "October I", field: "June V"}
    with pytest.raises(InvalidRequestError, match=rf"\$\.{field}: .*June V"):
        di.ruleset.resolve(di.InitiativeRequest(**fields), dice=GivenDice([]))


@pytest.mark.rule("directory", "ini-table-directory", "seq-calendar")
@given(st.sampled_from(TURN_NAMES), st.integers(0, 99))
def test_in_every_later_turn_each_side_moves_once(turn: str, seed: int) -> None:
    # December IV and the half year after it: until the third week of June, counting in weeks of four to a month.
    january_to_may = turn.split(maxsplit=1)[0] in ("January", "February", "March", "April", "May")
    if january_to_may or turn in ("June I", "June II", "June III"):
        found = di.ruleset.outcome(request("fall_of_the_directory", turn), dice=SeededDice(seed)).order
        assert sorted(found) == ["bolsheviks", "directory", "volunteers"]
    elif turn != "December IV":
        with pytest.raises(InvalidRequestError, match="bad-input"):
            di.ruleset.outcome(request("fall_of_the_directory", turn), dice=SeededDice(seed))


@pytest.mark.rule("directory", "ini-table-makhno", "gen-games")
@pytest.mark.parametrize("wrong", ["directory", "bolsheviks", "Makhnovists"])
def test_a_replaced_table_that_does_not_name_each_side_once_is_an_error(wrong: str) -> None:
    rows = "\n".join(
        f'["{face}", "bolsheviks", "volunteers", "{wrong if face == 2 else "makhnovists"}"],' for face in range(1, 7)
    )
    text = f"""[[chart]]
id = "initiative_makhnos_return"
title = "made up"
rule = "ini-table-makhno"
source = "a test"
locator = "here"
provenance = "illustrative"
rows = {{ axis = "bands", covers = "1-6" }}
columns = "labels"
table = [["die", "first", "second", "last"],
{rows}
]
"""
    chart = load_chart(text, "made_up.toml")
    replaced = di.ruleset.with_charts({chart.id: chart})
    assert replaced.outcome(request("makhnos_return", "October I"), dice=GivenDice([1])).order == order("BVM")
    with pytest.raises(ChartError, match="row 2 should name each of bolsheviks, makhnovists, volunteers once"):
        replaced.outcome(request("makhnos_return", "October I"), dice=GivenDice([2]))
