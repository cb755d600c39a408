"""The shooting table: each cell, what it means, and how sure it is."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from red_actions_asking import answer

from rcw_rules import ChartError, GivenDice, InvalidRequestError
from rcw_rules import red_actions as ra
from rcw_rules.kernel.charts import load_chart
from rcw_rules.red_actions.shooting import read_result

# --- the table


HEADINGS = ("2", "3-4", "5-8", "9-12", "13-16", "17-20", "21-24", "25-28", "29-36", "37+")
MARKS = """
2  C C C C C C C C C C
3  C C C C C C C C C C
4  C C C C C C C C C C
5  C C C C C C C C C C
6  C C C C C C C C C C
7  C C C C C C C L L L
8  L L L L L R R L L L
9  L L L L R R R L L L
10 L L L R R R R L L L
11 R R R R R R R L L L
12 R R R R R L L L L L
"""


# What stands in the cells of which the catalogue is certain or nearly so; a dot for those chosen among many.
SURE = """
2  --|--|--|--|--|--|--|--|--|Ret
3  --|--|--|--|--|--|--|--|Ret|Ter
4  --|--|--|--|--|--|Ret|Ret|Ter|Ter
5  --|--|--|--|Ret|Ret|Ret|Ret|Ter|Ter + Ret
6  --|--|--|Ret|Ret|Ret|Ter|Ter + Ret|Ter + Ret|Ter + Ret
7  --|--|Ret|Ret|Ter|Ter|Ter|2 x Ter|2 x Ter S!|2 x Ter S! Off
8  --|Ret|Ret|Ter|Ter|.|.|2 x Ter S!|2 x Ter S! Off|Kill! S! Off
9  --|Ret|Ter|Ter|.|.|.|2 x Ter S! Off|Kill! S! Off|Kill! S! Off
10 Ret|Ter|Ter|.|.|.|.|Kill! S! Off|Kill! S! Off|Kill! S! Off
11 .|.|.|.|.|.|.|Kill! S! Off|Kill! S! Off|Kill! S! Off
12 .|.|.|.|.|Kill! S! Off|Kill! S! Off|Kill! S! Off|Kill! S! Off|Kill! S! Off
"""


RESULTS = {
    "--": ra.ShotResult(),
    "Ret": ra.ShotResult(retire=True),
    "Ter": ra.ShotResult(terror=1),
    "Ter + Ret": ra.ShotResult(terror=1, retire=True),
    "Ter S!": ra.ShotResult(terror=1, serious=True),
    "Ter S! Off": ra.ShotResult(terror=1, serious=True, officers=True),
    "2 x Ter": ra.ShotResult(terror=2, pinned=True),
    "2 x Ter S!": ra.ShotResult(terror=2, pinned=True, serious=True),
    "2 x Ter S! Off": ra.ShotResult(terror=2, pinned=True, serious=True, officers=True),
    "Kill! S! Off": ra.ShotResult(kill=True, pinned=True, serious=True, officers=True),
    "Kill! Ter S! Off": ra.ShotResult(kill=True, terror=1, pinned=True, serious=True, officers=True),
}


def lines(table: str, separator: str) -> dict[int, list[str]]:
    rows = [line.split(maxsplit=1) for line in table.strip().splitlines()]
    return {int(roll): cells.split(separator) for roll, cells in rows}


@pytest.mark.rule("red_actions", "sho-table", "res-ret", "res-ter", "res-2ter", "res-kill", "res-off", "res-s")
@pytest.mark.rule("red_actions", "res-combined")
@pytest.mark.parametrize("roll", range(2, 13))
def test_every_cell_that_does_not_rest_on_a_choice_among_many(roll: int) -> None:
    words = {"C": "certain", "L": "likely", "R": "chosen among many"}
    for number, (mark, code) in enumerate(zip(lines(MARKS, " ")[roll], lines(SURE, "|")[roll], strict=True), start=1):
        found = answer(ra.ShootingResultRequest(column=number, roll=roll))
        assert (found.provenance, found.reason.split(":")[0]) == ("reconstructed", words[mark])
        if mark == "R":
            assert found.result in RESULTS.values()
        else:
            assert found.result == RESULTS[code]


@pytest.mark.rule("red_actions", "sho-table")
def test_every_doubtful_cell_says_so_in_the_record() -> None:
    for roll, marks in lines(MARKS, " ").items():
        for number, mark in enumerate(marks, start=1):
            said = ra.ruleset.resolve(ra.ShootingResultRequest(column=number, roll=roll), dice=GivenDice([])).explain()
            assert ("this cell is likely" in said) is (mark == "L")
            assert ("this cell is chosen among many" in said) is (mark == "R")
            assert "sho-table (reconstructed)" in said


@pytest.mark.rule("red_actions", "sho-table")
def test_no_result_weakens_along_a_row_or_down_a_column() -> None:
    order = list(RESULTS.values())
    cells = {
        (roll, number): order.index(answer(ra.ShootingResultRequest(column=number, roll=roll)).result)
        for roll in range(2, 13)
        for number in range(1, 11)
    }
    assert len(cells) == 110
    for (roll, number), harm in cells.items():
        assert cells.get((roll, number + 1), 99) >= harm
        assert cells.get((roll + 1, number), 99) >= harm


@pytest.mark.rule("red_actions", "res-combined", "res-2ter", "res-kill")
@pytest.mark.parametrize("code", RESULTS)
def test_every_code_means_all_its_words(code: str) -> None:
    assert read_result(code) == RESULTS[code]


@pytest.mark.rule("red_actions", "sho-table")
def test_a_printed_table_replaces_the_reconstruction() -> None:
    cells = ", ".join(f'"{heading}"' for heading in HEADINGS)
    rows = "".join("[" + ", ".join([f'"{roll}"', *['"2 x Ter"'] * 10]) + "],\n" for roll in range(2, 13))
    text = (
        '[[chart]]\nid = "shooting_table"\ntitle = "Mine"\nrule = "sho-table"\nsource = "my copy"\nlocator = "p. 9"\n'
        'provenance = "printed"\nrows = { axis = "bands", covers = "2-12" }\ncolumns = "bands"\nshifts = "clamp"\n'
        f'table = [\n["2d6", {cells}],\n{rows}]\n'
    )
    mine = ra.ruleset.with_charts({"shooting_table": load_chart(text, "mine.toml")})
    asked = ra.ShootingResultRequest(column=1, roll=2)
    resolution = mine.resolve(asked, dice=GivenDice([]))
    assert resolution.outcome == ra.ShootingResultOutcome(result=RESULTS["2 x Ter"], provenance="printed", reason="")
    assert resolution.replaced_charts == ("shooting_table",)
    assert "sho-table (reconstructed)" not in resolution.explain().splitlines()[-1]
    nonsense = load_chart(text.replace("2 x Ter", "Boom"), "mine.toml")
    with pytest.raises(ChartError, match="Boom"):
        ra.ruleset.with_charts({"shooting_table": nonsense}).resolve(asked, dice=GivenDice([]))


@pytest.mark.rule("red_actions", "sho-table", "conv-bad-input", "sho-column")
@pytest.mark.parametrize(("number", "roll"), [(0, 7), (11, 7), (3, 1), (3, 13)])
def test_no_such_column_or_throw(number: int, roll: int) -> None:
    with pytest.raises(InvalidRequestError, match=r"\$\.(column|roll): "):
        answer(ra.ShootingResultRequest(column=number, roll=roll))


@pytest.mark.rule("red_actions", "sho-table", "res-combined")
@pytest.mark.parametrize("number", range(1, 11))
def test_the_odds_of_a_throw_are_those_of_every_pair_of_faces(number: int) -> None:
    expected: dict[ra.ShotResult, Fraction] = {}
    for faces in product(range(1, 7), repeat=2):
        result = answer(ra.ShootingResultRequest(column=number, roll=sum(faces))).result
        expected[result] = expected.get(result, Fraction(0)) + Fraction(1, 36)
        assert answer(ra.ShootingRollRequest(column=number), *faces) == result
    assert dict(ra.ruleset.odds(ra.ShootingRollRequest(column=number)).items()) == expected
