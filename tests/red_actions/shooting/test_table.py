"""The total, the column and the table of a shooting, direct hits, and the officers' dice."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rcw_rules import ChartError, GivenDice, IllegalRequestError, InvalidRequestError, inches
from rcw_rules import red_actions as ra
from rcw_rules.kernel.charts import load_chart
from rcw_rules.kernel.record import ModifierStep
from rcw_rules.red_actions.shooting import read_result

RULES = ra.ruleset


def answer(request: Any, *faces: int, **options: Any) -> Any:
    return RULES.with_options(**options).resolve(request, dice=GivenDice(faces)).outcome


def total(value: Any = 3, bases: int = 5, **changes: Any) -> ra.ShootingTotalRequest:
    fields: dict[str, Any] = {"distance": inches(8), "range": inches(16)}
    return ra.ShootingTotalRequest(shooting_value=Fraction(value), bases=bases, **{**fields, **changes})


def column(start: int, distance: Any = 10, *, mg: bool = False, **target: Any) -> int:
    asked = ra.ShootingColumnRequest(
        total=start, machine_guns=mg, distance=inches(distance), target=ra.Exposure(**target)
    )
    found: int = answer(asked).column
    return found


# --- the total


@pytest.mark.rule("red_actions", "sho-total", "sho-effective", "conv-exact-arithmetic", "ind-factor", "ind-speculative")
@pytest.mark.rule("red_actions", "sho-long-range", "sho-speculative", "note-mounted-fire")
@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        (total(1, 6, terror=2, able_bases=3), 3),
        (total(1, 6, terror=3, humiliated=1, able_bases=5), 2),
        (total(6, 2, terror=2, able_bases=1), 3),  # one half of a base
        (total(3, 5, distance=inches(9)), 7),  # 15 halved is 7 1/2
        (total(3, 3, distance=inches(9), speculative=True), 2),  # 9 halved twice is 2 1/4, rounded once
        (total(1, 1, terror=1), 0),
        (total(3, 1, terror=1, distance=inches(9)), 0),  # 3/4
        (total(6, 2, indirect="first"), 6),
        (total(6, 2, indirect="later"), 9),
        (total(6, 2, indirect="first", speculative=True), 6),
        (total(6, 2, indirect="later", speculative=True), 6),
        (total(2, 4, speculative=True), 4),
        (total(1, 4), 4),  # mounted sabres: the card alone
        (total("3/2", 3), 4),
        (total(5, 2, terror=3), 0),  # more markers than bases: none counts
    ],
)
def test_totals(asked: ra.ShootingTotalRequest, expected: int) -> None:
    assert answer(asked).total == expected


@pytest.mark.rule("red_actions", "sho-total")
@pytest.mark.parametrize(
    ("distance", "said"),
    [(8, "3 x 5 bases: shooting total 15"), (9, "3 x 5 bases with the modifiers: shooting total 7")],
)
def test_the_record_tells_how_the_total_is_made(distance: int, said: str) -> None:
    record = RULES.resolve(total(distance=inches(distance)), dice=GivenDice([])).record
    assert [step.text for _, step in record.walk() if step.rule == "sho-total"][-1] == said


@pytest.mark.rule("red_actions", "sho-long-range", "conv-within")
def test_long_range_begins_beyond_half_of_it_and_out_of_range_is_refused() -> None:
    assert [answer(total(distance=inches(far))).long for far in (8, "8.1", 16)] == [False, True, True]
    with pytest.raises(IllegalRequestError, match=r"\$\.distance: 16\.1 in .*32 in.*sho-long-range"):
        answer(total(distance=inches("16.1")))


@pytest.mark.rule("red_actions", "wx-night-range")
def test_the_night_shortens_the_range_but_not_what_is_long() -> None:
    assert answer(total(distance=inches(3)), night="dark").long is False
    with pytest.raises(IllegalRequestError, match=r"\$\.distance: 3\.1 in .* 3 in .*wx-night-range"):
        answer(total(distance=inches("3.1")), night="dark")
    moon = total(distance=inches(6), range=inches(10))
    assert answer(moon, night="moonlight_or_fog").long is True
    with pytest.raises(IllegalRequestError, match="wx-night-range"):
        answer(total(distance=inches("6.1"), range=inches(10)), night="moonlight_or_fog")
    with pytest.raises(IllegalRequestError, match="sho-long-range"):  # the card's range is the shorter
        answer(total(distance=inches("2.5"), range=inches(2)), night="dark")


@pytest.mark.rule("red_actions", "bld-town-capacity")
@pytest.mark.parametrize(("frontage", "expected"), [(100, 3), (89, 2), (90, 3), (29, 0), (1000, 5)])
def test_as_many_fire_out_of_a_building_as_find_room(frontage: int, expected: int) -> None:
    assert answer(total(1, 5, frontage=frontage)).total == expected


@pytest.mark.rule("red_actions", "conv-bad-input", "defs-unit-size")
@pytest.mark.parametrize(
    ("asked", "message"),
    [
        (total(able_bases=6), r"\$\.able_bases: 6 bases .*conv-bad-input"),
        (total(bases=7), r"\$\.bases: .*defs-unit-size"),
        (total(terror=-1), r"\$\.terror: .*conv-bad-input"),
        (total(-1), r"\$\.shooting_value: .*conv-bad-input"),
        (total(terror=True), r"\$\.terror: "),
    ],
)
def test_totals_of_nonsense_are_refused(asked: ra.ShootingTotalRequest, message: str) -> None:
    with pytest.raises(InvalidRequestError, match=message):
        answer(asked)


@given(
    value=st.fractions(0, 9, max_denominator=4),
    bases=st.integers(1, 6),
    markers=st.integers(0, 8),
    able=st.integers(0, 6),
    thousandths=st.integers(0, 16000),
    speculative=st.booleans(),
    indirect=st.sampled_from(["none", "first", "later"]),
)
@pytest.mark.rule("red_actions", "sho-total", "sho-effective", "conv-exact-arithmetic")
def test_the_total_is_that_of_a_plain_calculation(
    *, value: Fraction, bases: int, markers: int, able: int, thousandths: int, speculative: bool, indirect: Any
) -> None:
    able = min(able, bases)
    halves = 2 * (bases - markers) if bases > markers else 1 if bases == markers else 0
    numerator = value.numerator * min(2 * able, halves)
    denominator = value.denominator * 2
    if thousandths > 8000:
        denominator *= 2
    if speculative or indirect == "first":
        denominator *= 2
    elif indirect == "later":
        numerator, denominator = numerator * 3, denominator * 4
    asked = total(
        value, bases, terror=markers, able_bases=able, distance=inches(Fraction(thousandths, 1000)),
        speculative=speculative, indirect=indirect,
    )  # fmt: skip
    assert answer(asked).total == numerator // denominator


# --- the column


@pytest.mark.rule("red_actions", "sho-column")
def test_every_total_has_its_column() -> None:
    columns = [0, 0, 1, 2, 2, *[3] * 4, *[4] * 4, *[5] * 4, *[6] * 4, *[7] * 4, *[8] * 4, *[9] * 8, *[10] * 20]
    assert [column(start) for start in range(57)] == columns


@pytest.mark.rule("red_actions", "sho-column", "sho-mod-cumulative", "sho-mod-cover", "evade-speed", "dig-rate")
@pytest.mark.rule("red_actions", "char-partisan", "char-skirmisher", "form-formed-cavalry", "sho-cover-definitions")
@pytest.mark.rule("red_actions", "bld-moving-through", "bld-farm", "off-conferred")
@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (column(7, 8, mg=True, cover="stone"), 2),
        (column(1, 8, mg=True), 3),
        (column(40, road_column=True), 10),
        (column(4, evading=True), 0),
        (column(2, 8, mg=True, enfiladed=True, formed=True, infantry=False), 7),
        (column(7, "8.1", mg=True), 3),
        (column(7, 6, mg=True), 6),
        (column(7, 6), 3),
        (column(5, formed=True, road_column=True, infantry=False), 5),  # one line of the list, counted once
        # cover: the one that protects best; all of these from column 7
        (column(21, cover="soft"), 6),
        (column(21, cover="wood"), 4),
        (column(21, cover="wooden_building"), 4),
        (column(21, cover="stone"), 3),
        (column(21, cover="super_hard"), 2),
        (column(21, evading=True), 5),
        (column(21, evading=True, cover="soft"), 4),
        (column(21, evading=True, cover="wood"), 4),
        (column(21, evading=True, cover="stone"), 3),
        (column(21, foxholes=Fraction(5, 2)), 5),
        (column(21, foxholes=Fraction(3, 4)), 7),
        (column(21, foxholes=Fraction(2), cover="wood"), 4),
        (column(21, foxholes=Fraction(3), cover="soft"), 4),
        (column(21, foxholes=Fraction(1), evading=True), 5),
        # skirmishers and partisans
        (column(21, skirmisher=True), 6),
        (column(21, skirmisher=True, evading=True), 4),
        (column(21, skirmisher=True, formed=True, infantry=False), 9),
        (column(21, partisan=True), 7),
        (column(21, partisan=True, cover="wood"), 3),
        (column(21, partisan=True, cover="soft"), 5),
        (column(21, partisan=True, foxholes=Fraction(1)), 5),
        (column(21, partisan=True, skirmisher=True, cover="wood"), 3),
        (column(21, partisan=True, skirmisher=True, cover="wood", formed=True, infantry=False), 5),
        # buildings: who passes through, and farms too small
        (column(21, cover="wooden_building", passing_through=True), 6),
        (column(21, cover="stone", passing_through=True, evading=True), 3),
        (column(21, cover="stone", passing_through=True, evading=True, infantry=False), 4),  # soft, and evading
        (column(21, cover="wooden_building", farm_perimeter=119, bases=4), 7),
        (column(21, cover="wooden_building", farm_perimeter=120, bases=4), 4),
        (column(21, cover="wooden_building", farm_perimeter=90, bases=4, evading=True), 5),
    ],
)  # fmt: skip
def test_columns(found: int, expected: int) -> None:
    assert found == expected


@pytest.mark.rule("red_actions", "sho-column", "sho-total")
def test_no_fire_stays_none_however_far_to_the_right() -> None:
    assert column(0, 4, mg=True, enfiladed=True) == 0


@pytest.mark.rule("red_actions", "bld-moving-through", "bld-farm", "form-formed-cavalry", "dig-rate")
@pytest.mark.parametrize(
    ("target", "message"),
    [
        ({"passing_through": True}, r"\$\.target\.passing_through: .*bld-moving-through"),
        ({"farm_perimeter": 90, "cover": "wood"}, r"\$\.target\.farm_perimeter: .*bld-farm"),
        ({"formed": True}, r"\$\.target\.formed: .*form-formed-cavalry"),
        ({"foxholes": Fraction(7, 2)}, r"\$\.target\.foxholes: .*dig-rate"),
        ({"cover": "hedge"}, r"\$\.target\.cover: "),
    ],
)
def test_exposures_that_contradict_themselves_are_refused(target: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidRequestError, match=message):
        column(7, **target)


BETTER = ("open", "soft", "wood", "stone", "super_hard")


@given(
    start=st.integers(0, 60),
    covers=st.lists(st.sampled_from(range(5)), min_size=2, max_size=2).map(sorted),
    evading=st.booleans(),
    foxholes=st.fractions(0, 3, max_denominator=4),
    partisan=st.booleans(),
)
@pytest.mark.rule("red_actions", "sho-mod-cover")
def test_more_cover_never_hurts_the_covered(
    start: int, covers: list[int], evading: bool, foxholes: Fraction, partisan: bool
) -> None:
    more, less = (
        column(start, evading=evading, foxholes=foxholes, partisan=partisan, cover=BETTER[cover])
        for cover in reversed(covers)
    )
    assert more <= less


@pytest.mark.rule("red_actions", "sho-mod-cover", "sho-mod-cumulative", "dig-rate")
def test_the_record_names_every_shift_and_which_counts() -> None:
    target = ra.Exposure(cover="soft", evading=True, foxholes=Fraction(2), enfiladed=True)
    asked = ra.ShootingColumnRequest(total=21, distance=inches(4), target=target)
    record = RULES.resolve(asked, dice=GivenDice([])).record
    shifts = [(step.id, step.value, step.counted) for _, step in record.walk() if isinstance(step, ModifierStep)]
    assert shifts == [
        ("enfiladed", 1, True),
        ("soft", -1, False),
        ("evading_in_soft_cover", -3, True),
        ("foxholes", -2, False),
    ]


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
            said = RULES.resolve(ra.ShootingResultRequest(column=number, roll=roll), dice=GivenDice([])).explain()
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
    mine = RULES.with_charts({"shooting_table": load_chart(text, "mine.toml")})
    asked = ra.ShootingResultRequest(column=1, roll=2)
    resolution = mine.resolve(asked, dice=GivenDice([]))
    assert resolution.outcome == ra.ShootingResultOutcome(result=RESULTS["2 x Ter"], provenance="printed", reason="")
    assert resolution.replaced_charts == ("shooting_table",)
    assert "sho-table (reconstructed)" not in resolution.explain().splitlines()[-1]
    nonsense = load_chart(text.replace("2 x Ter", "Boom"), "mine.toml")
    with pytest.raises(ChartError, match="Boom"):
        RULES.with_charts({"shooting_table": nonsense}).resolve(asked, dice=GivenDice([]))


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
    assert dict(RULES.odds(ra.ShootingRollRequest(column=number)).items()) == expected


# --- direct hits


def guns(bases: int = 1, weapon: Any = "field_gun", distance: Any = 10, **changes: Any) -> ra.DirectHitsRequest:
    fields: dict[str, Any] = {"target_bases": 4}
    return ra.DirectHitsRequest(bases=bases, weapon_class=weapon, distance=inches(distance), **{**fields, **changes})


def _number(asked: ra.DirectHitsRequest) -> int:
    chance = RULES.odds(asked).probability(lambda outcome: outcome.hits > 0)
    return next(number for number in range(2, 14) if _at_least(number) == chance)


def _at_least(number: int) -> Fraction:
    return Fraction(sum(first + second >= number for first in range(1, 7) for second in range(1, 7)), 36)


@pytest.mark.rule("red_actions", "dh-numbers", "dh-range", "dh-substandard", "dh-indirect", "ind-direct-hits")
@pytest.mark.rule("red_actions", "train-hit-number", "dh-roll")
@pytest.mark.parametrize(
    ("asked", "number"),
    [
        (guns(target="building_wood"), 9),
        (guns(target="building_stone"), 9),
        (guns(target="vehicle_moving", target_bases=1), 11),
        (guns(target="vehicle_stationary", target_bases=1), 9),
        (guns(), 10),
        (guns(weapon="other", target="building_wood"), 9),
        (guns(weapon="other", target="vehicle_moving", target_bases=0), 12),  # a mortar at a moving train
        (guns(weapon="other", target="vehicle_stationary", target_bases=1), 10),
        (guns(weapon="other"), 11),
        (guns(distance=39), 10),
        (guns(distance=40), 11),
        (guns(distance="79.999"), 11),
        (guns(distance=100), 12),
        (guns(distance=100, consecutive=True), 10),
        (guns(distance=120), 13),
        (guns(distance=50, substandard=True), 12),
        (guns(substandard=True), 11),
        (guns(indirect="first"), 12),
        (guns(indirect="later"), 11),
        (guns(weapon="other", indirect="first"), 13),
        (guns(card_number=8), 8),
        (guns(weapon="other", target="building_wood", card_number=10, distance=40, substandard=True), 12),
        (guns(weapon="other", indirect="later", distance=100, consecutive=True, substandard=True), 13),
    ],
)
def test_direct_hit_numbers(asked: ra.DirectHitsRequest, number: int) -> None:
    assert _number(asked) == number
    thrown = RULES.preview(asked).next_throw
    assert (thrown == "") is (number > 12)


@pytest.mark.rule("red_actions", "dh-roll", "dh-guns-vehicles", "dh-buildings", "train-hit-number")
@pytest.mark.parametrize(
    ("asked", "faces", "hits", "lost", "collapsed"),
    [
        (guns(2, distance=20), (5, 5, 4, 5), 1, 1, False),
        (guns(2, distance=20), (5, 5, 4, 6), 2, 2, False),
        (guns(3, target_bases=2), (5, 5, 1, 1, 6, 6), 2, 2, False),
        (guns(3, target_bases=2), (5, 5, 6, 6), 2, 2, False),  # nothing is left for the third
        (guns(2, target="vehicle_stationary", target_bases=1), (4, 5), 1, 1, False),
        (guns(2, target="vehicle_stationary", target_bases=0), (4, 5, 3, 6), 2, 0, False),  # a train
        (guns(2, target="building_wood"), (4, 5, 4, 5), 1, 4, True),  # and the second base does not throw
        (guns(1, target="building_wood"), (4, 5, 4, 4), 1, 1, False),
        (guns(2, target="building_stone"), (3, 6, 5, 5, 1, 1), 1, 1, False),
        (guns(1, target="building_stone"), (3, 6, 5, 6), 1, 4, True),
        (guns(2, target="building_stone", target_bases=0), (3, 6, 5, 5, 4, 5, 6, 6), 2, 0, True),  # nobody in it
        (guns(2, target="building_wood", target_bases=1), (6, 6, 1, 1, 6, 6, 1, 1), 2, 1, False),
        (guns(0), (), 0, 0, False),
        (guns(4, weapon="other", indirect="first"), (), 0, 0, False),
    ],
)
def test_direct_hits(
    asked: ra.DirectHitsRequest, faces: tuple[int, ...], hits: int, lost: int, collapsed: bool
) -> None:
    assert answer(asked, *faces) == ra.DirectHitsOutcome(hits=hits, bases_lost=lost, collapsed=collapsed)


@pytest.mark.rule("red_actions", "dh-roll")
def test_there_must_be_something_to_hit() -> None:
    with pytest.raises(InvalidRequestError, match=r"\$\.target_bases: .*dh-roll"):
        answer(guns(target_bases=0))


@pytest.mark.rule("red_actions", "dh-roll", "dh-buildings", "dh-guns-vehicles")
@pytest.mark.parametrize("target", ["other", "building_wood", "building_stone", "vehicle_moving"])
@pytest.mark.parametrize(("bases", "inside"), [(1, 3), (2, 1), (3, 2)])
def test_the_odds_of_direct_hits(target: Any, bases: int, inside: int) -> None:
    number = {"other": 10, "vehicle_moving": 11}.get(target, 9)
    falls = _at_least({"building_wood": 9, "building_stone": 11}.get(target, 13))
    hit = _at_least(number)
    expected: dict[tuple[int, int, bool], Fraction] = {}
    # Of each base: a miss, a hit, or a hit that brings the building down and ends it.
    for course in product(("miss", "hit", "falls"), repeat=bases):
        chance, hits, ended, collapsed = Fraction(1), 0, False, False
        for what in course:
            if ended:
                chance *= Fraction(1, 3)  # what the others would have thrown matters no more
                continue
            chance *= {"miss": 1 - hit, "hit": hit * (1 - falls), "falls": hit * falls}[what]
            hits += what != "miss"
            collapsed = what == "falls"
            ended = collapsed or (hits == inside and not target.startswith("building"))
        if chance:
            key = (hits, inside if collapsed else min(hits, inside), collapsed)
            expected[key] = expected.get(key, Fraction(0)) + chance
    odds = RULES.odds(guns(bases, target=target, target_bases=inside))
    assert {(o.hits, o.bases_lost, o.collapsed): chance for o, chance in odds.items()} == expected


# --- officers


@pytest.mark.rule("red_actions", "res-officers-shooting", "off-casualty-all-lost", "res-off")
@pytest.mark.parametrize(
    ("officers", "faces", "fallen", "all_lost"),
    [
        (0, (), (), False),
        (1, (1,), (0,), True),
        (1, (2,), (), False),
        (2, (1, 1), (0, 1), True),
        (2, (1, 4), (0,), False),
        (3, (6, 1, 2), (1,), False),
    ],
)
def test_officers_dice(officers: int, faces: tuple[int, ...], fallen: tuple[int, ...], all_lost: bool) -> None:
    outcome = answer(ra.ShootingOfficersRequest(officers=officers), *faces)
    assert outcome == ra.ShootingOfficersOutcome(fallen=fallen, all_lost=all_lost)


@pytest.mark.rule("red_actions", "res-officers-shooting")
@pytest.mark.parametrize("officers", [0, 1, 2, 3])
def test_the_odds_of_officers(officers: int) -> None:
    expected: dict[tuple[int, ...], Fraction] = {}
    for faces in product(range(1, 7), repeat=officers):
        fallen = tuple(place for place, face in enumerate(faces) if face == 1)
        expected[fallen] = expected.get(fallen, Fraction(0)) + Fraction(1, 6**officers)
    odds = RULES.odds(ra.ShootingOfficersRequest(officers=officers))
    assert {outcome.fallen: chance for outcome, chance in odds.items()} == expected
