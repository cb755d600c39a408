"""Stacking."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from orel_hexes import battalion, problems, tank

from rcw_rules import GivenDice
from rcw_rules import orel as game
from rcw_rules.orel.definitions import fit_together, stack_of

# -------------------------------------------------------------------- stacking


def stack(*steps: int, extra: tuple[game.Unit, ...] = (), **fields: Any) -> game.StackingOutcome:
    units = tuple(battalion(str(number), steps=each) for number, each in enumerate(steps))
    request = game.StackingRequest(units=(*units, *extra), **fields)
    return game.ruleset.resolve(request, dice=GivenDice([])).outcome


@pytest.mark.rule("orel", "7.1.2-stacking")
@pytest.mark.parametrize(
    ("steps", "points_over", "units_over"),
    [((4, 4, 2), 0, 0), ((4, 4, 3), 1, 0), ((1, 1, 1, 1), 0, 1), ((4, 4, 4, 4), 6, 1), ((10,), 0, 0), ((), 0, 0)],
)
def test_limits_of_a_stack(steps: tuple[int, ...], points_over: int, units_over: int) -> None:
    found = stack(*steps)
    assert (found.points, found.units) == (sum(steps), len(steps))
    assert (found.excess_points, found.excess_units) == (points_over, units_over)
    assert found.legal is (points_over == units_over == 0)
    assert found.to_be_cured is False


@pytest.mark.rule("orel", "7.1.2-stacking")
def test_vehicles_and_depots_are_free() -> None:
    trains = tuple(game.Unit(key=key, side="red", type="armoured_train_light", fire=3) for key in ("x", "y"))
    convoi = game.Depot(key="d", side="red", kind="convoi", capacity=5)
    found = stack(4, 4, 2, extra=(*trains, tank("t")), depots=(convoi,))
    assert (found.points, found.units, found.legal) == (10, 3, True)


@pytest.mark.rule("orel", "7.1.2-stacking")
def test_a_loss_lowers_the_points_that_a_counter_gives() -> None:
    full = battalion("a", stacking=3, steps=4)
    hurt = battalion("b", stacking=3, steps=2, steps_full=4)
    found = stack_of((full, hurt))
    assert found.points == 3 + 1


@pytest.mark.rule("orel", "7.1.2-stacking")
def test_artillery_counts() -> None:
    guns = game.Unit(key="g", side="red", type="artillery", tq=4, steps=3, fire=3)
    assert stack(4, 4, extra=(guns,)).excess_points == 1
    assert fit_together((guns, battalion("a"))) is True
    assert fit_together((guns, battalion("a"), battalion("b"))) is False


@pytest.mark.rule("orel", "4.3.1C-overstack")
def test_recovered_steps_may_overfill_a_hex_until_the_end_of_movement() -> None:
    found = stack(4, 4, 4, recovered=True)
    assert (found.points, found.excess_points, found.legal, found.to_be_cured) == (12, 2, True, True)
    within = stack(4, 4, 2, recovered=True)
    assert (within.legal, within.to_be_cured) == (True, False)
    request = game.StackingRequest(units=(battalion("a", steps=12),), recovered=True)
    assert "4.3.1C-overstack" in game.ruleset.resolve(request, dice=GivenDice([])).record.rules


@pytest.mark.rule("orel", "X-bad-units")
def test_a_stack_is_one_side_in_one_hex() -> None:
    red = battalion("a", "1113")
    ask = game.StackingRequest
    assert problems(ask(units=(red, battalion("w", None, "white")))) == [("$.units[1].side", "X-bad-units")]
    assert problems(ask(units=(red, battalion("b", "1114")))) == [("$.units[1].hex", "X-bad-units")]
    assert problems(ask(units=(red, battalion("a", "1113")))) == [("$.units[1].key", "X-bad-units")]
    foreign = game.Depot(key="d", side="white", kind="convoi", capacity=5)
    assert problems(ask(units=(red,), depots=(foreign,))) == [("$.depots[0].side", "X-bad-units")]


@pytest.mark.rule("orel", "7.1.2-stacking")
@given(st.lists(st.integers(1, 6), max_size=5), st.integers(1, 6))
def test_one_more_unit_never_makes_room(steps: list[int], more: int) -> None:
    units = [battalion(str(number), steps=each) for number, each in enumerate(steps)]
    if not fit_together(units):
        assert not fit_together([*units, battalion("more", steps=more)])
