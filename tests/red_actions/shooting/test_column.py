"""The column of the shooting table, and what shifts it."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from red_actions_asking import answer

from rcw_rules import GivenDice, InvalidRequestError, inches
from rcw_rules import red_actions as ra
from rcw_rules.kernel.record import ModifierStep


def column(start: int, distance: Any = 10, *, mg: bool = False, **target: Any) -> int:
    asked = ra.ShootingColumnRequest(
        total=start, machine_guns=mg, distance=inches(distance), target=ra.Exposure(**target)
    )
    found: int = answer(asked).column
    return found


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
    record = ra.ruleset.resolve(asked, dice=GivenDice([])).record
    shifts = [(step.id, step.value, step.counted) for _, step in record.walk() if isinstance(step, ModifierStep)]
    assert shifts == [
        ("enfiladed", 1, True),
        ("soft", -1, False),
        ("evading_in_soft_cover", -3, True),
        ("foxholes", -2, False),
    ]
