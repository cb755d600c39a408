"""Laws that every move keeps, and the record of a move."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any, get_args

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st
from red_actions_asking import answer
from red_actions_moves import ARMS, LINES, along, go, move, over

from rcw_rules import GivenDice, IllegalRequestError
from rcw_rules import red_actions as ra
from rcw_rules.kernel.lengths import Inches, inches
from rcw_rules.red_actions.movement import Area

# ---------------------------------------------------------------- laws


ALL_LINES: Any = st.builds(ra.Barrier, line=st.sampled_from(LINES), on_road=st.booleans())
ALL_STRETCHES: Any = st.builds(
    ra.Stretch,
    length=st.integers(0, 5000).map(lambda number: Inches(thousandths=number)),
    terrain=st.lists(st.sampled_from(get_args(Area)), max_size=2, unique=True).map(tuple),
    on_road=st.booleans(),
)


PATHS: Any = st.lists(ALL_LINES | ALL_STRETCHES, max_size=5).map(tuple)
MOVERS: Any = st.builds(ra.Mover, arm=st.sampled_from(ARMS), bases=st.just(1), in_column=st.booleans())


def affords(asked: ra.MoveBudgetRequest) -> Fraction | None:
    try:
        found: Fraction = answer(asked).cost
    except IllegalRequestError:
        return None
    return found


@pytest.mark.rule("red_actions", "terrain-cost-rule")
@given(mover=MOVERS, path=PATHS, speed=st.integers(1, 16))
def test_more_speed_never_makes_a_move_illegal(mover: ra.Mover, path: Any, speed: int) -> None:
    slow = affords(ra.MoveBudgetRequest(mover=mover, speed=inches(speed), path=path))
    fast = affords(ra.MoveBudgetRequest(mover=mover, speed=inches(2 * speed), path=path))
    assert slow is None or (fast is not None and slow <= fast <= 2 * slow)


@pytest.mark.rule("red_actions", "terrain-cost-rule")
@given(mover=MOVERS, path=PATHS, at=st.integers(0, 5))
def test_cutting_a_stretch_in_two_changes_no_cost(mover: ra.Mover, path: Any, at: int) -> None:
    halves: list[Any] = []
    for number, leg in enumerate(path):
        if number == at and isinstance(leg, ra.Stretch):
            first = Inches(thousandths=leg.length.thousandths // 3)
            halves += [evolve(leg, length=first), evolve(leg, length=leg.length - first)]
        else:
            halves.append(leg)
    whole = ra.MoveBudgetRequest(mover=mover, speed=inches(16), path=path)
    assert affords(whole) == affords(evolve(whole, path=tuple(halves)))


@pytest.mark.rule("red_actions", "terrain-cost-rule", "wire-infantry")
@given(mover=MOVERS, path=PATHS, speed=st.integers(1, 12))
def test_going_along_a_path_ends_where_the_allowance_does(mover: ra.Mover, path: Any, speed: int) -> None:
    found = affords(ra.MoveBudgetRequest(mover=mover, speed=inches(speed), path=path))
    by_road = bool(path) and all(leg.on_road for leg in path)
    progress = along(mover, speed + 2 * by_road, *path)
    length = sum((Fraction(leg.length.thousandths, 1000) for leg in path if isinstance(leg, ra.Stretch)), Fraction(0))
    if found is None:
        assert progress.stopped_by
        assert progress.moved <= length
    else:
        assert (progress.moved, progress.cost) == (length, found)
        assert progress.stopped_by in ("", "wire")


@pytest.mark.rule("red_actions", "terrain-table", "terrain-cost-rule")
def test_the_record_of_a_move_names_its_rules() -> None:
    resolution = ra.ruleset.resolve(move("rifle", 8, go(1, "woods"), over("trench")), dice=GivenDice([]))
    assert [step.rule for step in resolution.record.steps] == [
        "mov-speed",
        "terrain-table",
        "terrain-table",
        "terrain-cost-rule",
    ]


def test_charts_in_force_are_those_of_the_ruleset() -> None:
    chart = ra.ruleset.charts["terrain"]
    assert chart.is_printed
    assert len(list(product(chart.rows.keys, chart.columns.keys))) == 75
