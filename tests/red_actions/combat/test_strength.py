"""Strength, ratio, the combat table and the officers' dice: each printed number."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from rcw_rules import ChartError, GivenDice, HouseRules, IllegalRequestError, InvalidRequestError
from rcw_rules import red_actions as ra
from rcw_rules.house import HouseCell
from rcw_rules.kernel.record import ModifierStep

# Typed in from the printed table, row by row: S or W; D defeated, H humiliated, P surrenders, a digit: retires with so
# many markers.
CELLS = {
    2: "SD SD SD S2 S1 SH",
    3: "SD SD S2 S1 SH W1",
    4: "S3 S3 SH SH W1 W2",
    5: "S2 S2 W1 W1 W2 W2",
    6: "S1 W1 W2 W2 W3 W3",
    7: "W1 W2 W2 W2 W3 WD",
    8: "W1 W2 W2 W3 WD WD",
    9: "W2 W2 W3 WD WD WD",
    10: "W3 WD WD WD WD WD",
    11: "WD WD WD WD WD WP",
    12: "WD WD WD WD WP WP",
}


COLUMNS = ("Advantage", "3:2", "2:1", "5:2", "3:1", "4:1")
WORDS = {"D": "Defeated", "H": "Humiliated", "P": "Surrenders"}


def in_words(code: str) -> str:
    return f"{code[0]}/" + WORDS.get(code[1], f"Retires {code[1]} x Ter")


def strength(**fields: Any) -> Fraction:
    asked = ra.CombatStrengthRequest(**{"fighting_value": Fraction(3), "bases": 4, **fields})
    return ra.ruleset.resolve(asked, dice=GivenDice([])).outcome.strength


# ---------------------------------------------------------------- strength


@pytest.mark.rule("red_actions", "com-strength", "com-modifiers", "conv-exact-arithmetic", "defs-effective-bases")
@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({}, 12),
        ({"uphill": True, "in_cover": True}, 18),
        ({"aspect": "flank", "uphill": True}, 9),
        ({"bases": 2, "terror": 2, "fortified": True}, Fraction(9, 4)),
        ({"terror": 4, "in_cover": True}, Fraction(15, 8)),
        ({"terror": 3, "humiliated": 1, "in_cover": True}, Fraction(15, 8)),
        ({"fortified": True, "in_cover": True}, 21),
        ({"formed_charging": True, "uphill": True}, 18),
        ({"formed_charging": True}, 15),
        ({"aspect": "rear"}, 6),
        ({"aspect": "flank", "fortified": True, "in_cover": True, "uphill": True}, 18),
        ({"bases": 2, "terror": 3}, 0),
        ({"fighting_value": Fraction(5, 2), "humiliated": 1}, Fraction(15, 2)),
    ],
)
def test_strength(fields: dict[str, Any], expected: Fraction | int) -> None:
    assert strength(**fields) == expected


@pytest.mark.rule("red_actions", "com-modifiers")
@pytest.mark.parametrize(
    ("fields", "row", "percent"),
    [
        ({"fortified": True}, "fortified", 50),
        ({"in_cover": True}, "in_cover", 25),
        ({"uphill": True}, "uphill", 25),
        ({"aspect": "flank"}, "flank_or_rear", -50),
        ({"aspect": "rear"}, "flank_or_rear", -50),
        ({"formed_charging": True}, "formed_charging", 25),
    ],
)
def test_each_modifier_is_named_and_printed(fields: dict[str, Any], row: str, percent: int) -> None:
    asked = ra.CombatStrengthRequest(fighting_value=Fraction(3), bases=4, **fields)
    steps = ra.ruleset.resolve(asked, dice=GivenDice([])).record.steps
    assert [(step.id, step.value, step.rule, step.provenance) for step in steps if isinstance(step, ModifierStep)] == [
        (row, percent, "com-modifiers", "printed")
    ]


@pytest.mark.rule("red_actions", "com-modifiers", "charge-counter")
@pytest.mark.parametrize(
    ("fields", "path", "rule"),
    [
        ({"fortified": True}, "fortified", "com-modifiers"),
        ({"in_cover": True}, "in_cover", "com-modifiers"),
        ({"aspect": "flank"}, "aspect", "charge-counter"),
    ],
)
def test_a_charging_unit_claims_no_cover(fields: dict[str, Any], path: str, rule: str) -> None:
    with pytest.raises(IllegalRequestError, match=rf"\$\.{path}: .*\[{rule}\]"):
        strength(formed_charging=True, **fields)


@pytest.mark.rule("red_actions", "conv-bad-input")
@pytest.mark.parametrize(
    "fields", [{"bases": 0}, {"bases": 7}, {"terror": -1}, {"fighting_value": Fraction(-1)}, {"fighting_value": 2.5}]
)
def test_strength_of_nonsense_is_refused(fields: dict[str, Any]) -> None:
    with pytest.raises(InvalidRequestError):
        strength(**fields)


# ---------------------------------------------------------------- ratio and table


@pytest.mark.rule("red_actions", "com-ratio", "conv-exact-arithmetic")
@pytest.mark.parametrize(
    ("charging", "other", "column", "stronger"),
    [
        (12, 8, "3:2", "charger"),
        (12, Fraction(81, 10), "Advantage", "charger"),
        (9, 9, "Advantage", "charger"),
        (50, Fraction(25, 2), "4:1", "charger"),
        (8, 12, "3:2", "contacted"),
        (8, Fraction(1201, 100), "3:2", "contacted"),
        (1, Fraction(199, 100), "3:2", "contacted"),
        (2, 1, "2:1", "charger"),
        (Fraction(249, 100), 1, "2:1", "charger"),
        (5, 2, "5:2", "charger"),
        (Fraction(299, 100), 1, "5:2", "charger"),
        (1, 3, "3:1", "contacted"),
        (Fraction(399, 100), 1, "3:1", "charger"),
        (4, 1, "4:1", "charger"),
        (400, 1, "4:1", "charger"),
        (0, 1, "4:1", "contacted"),
        (1, 0, "4:1", "charger"),
        (0, 0, "Advantage", "charger"),
    ],
)
def test_ratio(charging: int, other: Fraction | int, column: str, stronger: str) -> None:
    asked = ra.CombatRatioRequest(charger=Fraction(charging), contacted=Fraction(other))
    outcome = ra.ruleset.resolve(asked, dice=GivenDice([])).outcome
    assert (outcome.column, outcome.stronger) == (column, stronger)


@pytest.mark.rule("red_actions", "com-ratio", "conv-bad-input")
def test_a_negative_strength_is_refused() -> None:
    with pytest.raises(InvalidRequestError, match=r"\$\.contacted"):
        ra.ruleset.resolve(ra.CombatRatioRequest(charger=Fraction(1), contacted=Fraction(-1)), dice=GivenDice([]))


@pytest.mark.rule("red_actions", "com-table")
@pytest.mark.parametrize(
    ("roll", "column", "code"),
    [(roll, COLUMNS[at], code) for roll, row in CELLS.items() for at, code in enumerate(row.split())],
)
def test_each_cell_of_the_combat_table(roll: int, column: Any, code: str) -> None:
    resolution = ra.ruleset.resolve(ra.CombatTableRequest(column=column, roll=roll), dice=GivenDice([]))
    assert resolution.outcome.result == in_words(code)
    assert "Not printed" not in resolution.explain()


@pytest.mark.rule("red_actions", "com-table")
def test_the_table_has_sixty_six_cells_and_no_other_row_or_column() -> None:
    chart = ra.ruleset.charts["combat_table"]
    assert [(cell.row, cell.column) for cell in chart.cells()] == [(str(roll), at) for roll in CELLS for at in COLUMNS]
    for roll in (1, 13):
        with pytest.raises(InvalidRequestError, match=r"\$\.roll.*com-table"):
            ra.ruleset.resolve(ra.CombatTableRequest(column="2:1", roll=roll), dice=GivenDice([]))


@pytest.mark.rule("red_actions", "com-table", "com-sequence")
@pytest.mark.parametrize("at", range(6))
def test_odds_of_each_column_count_the_thirty_six_throws(at: int) -> None:
    counts: dict[str, int] = {}
    for first in range(1, 7):
        for second in range(1, 7):
            result = in_words(CELLS[first + second].split()[at])
            counts[result] = counts.get(result, 0) + 1
    column: Any = COLUMNS[at]
    odds = ra.ruleset.odds(ra.CombatRollRequest(column=column))
    assert {outcome.result: chance for outcome, chance in odds.items()} == {
        result: Fraction(ways, 36) for result, ways in counts.items()
    }


# ---------------------------------------------------------------- officers' dice


@pytest.mark.rule("red_actions", "cr-officers")
@pytest.mark.parametrize("routs", [False, True])
@pytest.mark.parametrize("face", range(1, 7))
def test_each_face_for_an_officer(face: int, routs: bool) -> None:
    asked = ra.CombatOfficersRequest(officers=1, routs=routs)
    outcome = ra.ruleset.resolve(asked, dice=GivenDice([face])).outcome
    lost = face == 1 or (routs and face == 2)
    assert (outcome.fallen, outcome.all_lost) == ((0,) if lost else (), lost)


@pytest.mark.rule("red_actions", "cr-officers")
def test_one_die_for_each_officer_in_order() -> None:
    asked = ra.CombatOfficersRequest(officers=3)
    outcome = ra.ruleset.resolve(asked, dice=GivenDice([1, 2, 1])).outcome
    assert (outcome.fallen, outcome.all_lost) == ((0, 2), False)
    with pytest.raises(InvalidRequestError, match=r"\$\.officers"):
        ra.ruleset.resolve(ra.CombatOfficersRequest(officers=0), dice=GivenDice([]))


def test_a_result_that_the_rules_do_not_know_is_refused() -> None:
    change = HouseCell(
        chart="combat_table", row="5", column="2:1", book="W/Retires 1 x Ter", ours="W/Retires 9 x Ter", why="harder"
    )
    club = ra.ruleset.with_house(HouseRules(title="Club", ruleset="red_actions", cells=(change,)))
    with pytest.raises(ChartError, match='combat_table: "W/Retires 9 x Ter" is not one of S/Defeated, '):
        club.outcome(ra.CombatTableRequest(column="2:1", roll=5), dice=GivenDice([]))
