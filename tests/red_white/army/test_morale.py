"""Major Morale: when an army tests, and when it breaks."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rcw_rules import GivenDice
from rcw_rules import red_white as rw
from rcw_rules.kernel.errors import DiceError
from rcw_rules.kernel.record import LookUpStep, RulingStep


def major(*faces: int, units: int, lost: int, ruleset: Any = rw.ruleset) -> rw.MajorMoraleOutcome:
    request = rw.MajorMoraleRequest(side="red", army=rw.ArmyCount(units=units, lost=lost))
    outcome: rw.MajorMoraleOutcome = ruleset.resolve(request, dice=GivenDice(faces)).outcome
    return outcome


@pytest.mark.rule("red_white", "major-threshold")
@pytest.mark.parametrize(
    ("lost", "units", "breaks_on", "row"),
    [
        (3, 10, 3, "30%"),
        (4, 11, 3, "30%"),
        (2, 5, 4, "40%"),
        (5, 12, 4, "40%"),
        (49, 99, 4, "40%"),
        (1, 2, 5, "50%+"),
        (9, 10, 5, "50%+"),
        (10, 10, 5, "50%+"),
    ],
)
def test_the_rows_of_the_table(lost: int, units: int, breaks_on: int, row: str) -> None:
    assert major(breaks_on, units=units, lost=lost) == rw.MajorMoraleOutcome(
        net_losses=lost, row=row, tested=True, broken=True
    )
    assert not major(breaks_on + 1, units=units, lost=lost).broken


@pytest.mark.rule("red_white", "major-threshold")
@pytest.mark.parametrize(("lost", "units"), [(3, 11), (0, 1), (2, 7), (29, 98)])
def test_below_30_percent_there_is_no_test(lost: int, units: int) -> None:
    assert major(units=units, lost=lost) == rw.MajorMoraleOutcome(
        net_losses=lost, row="<30%", tested=False, broken=False
    )


@pytest.mark.rule("red_white", "major-adjustments", "major-threshold")
def test_net_losses_above_the_whole_army_stay_in_the_last_row() -> None:
    army = rw.ArmyCount(units=2, lost=1, trains_lost=1, supply_cut=True)
    outcome = rw.ruleset.resolve(rw.MajorMoraleRequest(side="red", army=army), dice=GivenDice([6])).outcome
    assert outcome == rw.MajorMoraleOutcome(net_losses=7, row="50%+", tested=True, broken=False)


@pytest.mark.rule("red_white", "major-die", "opt-major-die")
def test_the_die_is_a_d10_and_by_option_a_d6() -> None:
    by_d6 = rw.ruleset.with_options(major_die="d6")
    assert major(4, units=10, lost=4).broken
    assert not major(5, units=10, lost=4).broken
    assert major(3, units=10, lost=3, ruleset=by_d6).broken
    assert not major(4, units=10, lost=3, ruleset=by_d6).broken
    with pytest.raises(DiceError):
        major(7, units=10, lost=3, ruleset=by_d6)
    request = rw.MajorMoraleRequest(side="white", army=rw.ArmyCount(units=10, lost=5))
    for ruleset, chance in ((rw.ruleset, Fraction(1, 2)), (by_d6, Fraction(5, 6))):
        assert ruleset.odds(request).probability(lambda outcome: outcome.broken) == chance


@pytest.mark.rule("red_white", "major-die", "opt-major-die", "major-threshold")
@pytest.mark.parametrize(("option", "lost", "told"), [("d10", 3, True), ("d6", 3, True), ("d6", 2, False)])
def test_the_record_tells_of_the_die_and_the_row(option: str, lost: int, told: bool) -> None:
    request = rw.MajorMoraleRequest(side="red", army=rw.ArmyCount(units=10, lost=lost))
    ruleset = rw.ruleset.with_options(major_die=option)
    record = ruleset.resolve(request, dice=GivenDice([1] if told else [])).record
    rulings = [(step.rule, step.value) for _, step in record.walk() if isinstance(step, RulingStep)]
    assert rulings == ([("opt-major-die", option)] if told else [])
    rows = [(step.rule, step.row, step.result) for _, step in record.walk() if isinstance(step, LookUpStep)]
    assert rows == [("major-threshold", "30%", 3) if told else ("major-threshold", "<30%", "no test")]


@pytest.mark.rule("red_white", "major-threshold", "major-die", "major-adjustments")
@given(
    size=st.tuples(st.integers(1, 60), st.integers(0, 60)),
    trains=st.tuples(st.integers(0, 3), st.integers(0, 3)),
    supply=st.tuples(st.booleans(), st.booleans()),
    option=st.sampled_from(["d10", "d6"]),
)
def test_the_exact_odds_are_those_of_all_faces(
    size: tuple[int, int], trains: tuple[int, int], supply: tuple[bool, bool], option: str
) -> None:
    lost = size[1]
    units = max(size[0], lost + trains[0])
    net = max(0, lost + 3 * trains[0] + 3 * supply[0] - 2 * trains[1] - 2 * supply[1])
    highest = 5 if 2 * net >= units else 4 if 5 * net >= 2 * units else 3 if 10 * net >= 3 * units else 0
    sides = 10 if option == "d10" else 6
    breaking = sum(face <= highest for face in range(1, sides + 1))
    request = rw.MajorMoraleRequest(
        side="white",
        army=rw.ArmyCount(units=units, lost=lost, trains_lost=trains[0], supply_cut=supply[0]),
        enemy_trains_forced_off=trains[1],
        enemy_supply_cut=supply[1],
    )
    odds = rw.ruleset.with_options(major_die=option).odds(request)
    assert {(o.net_losses, o.tested) for o in odds} == {(net, highest > 0)}
    assert odds.probability(lambda outcome: outcome.broken) == Fraction(breaking, sides)


@pytest.mark.rule("red_white", "major-threshold")
@given(units=st.integers(1, 99), lost=st.integers(0, 98))
def test_another_loss_never_steadies_an_army(units: int, lost: int) -> None:
    lost = min(lost, units - 1)

    def breaks(count: int) -> Fraction:
        request = rw.MajorMoraleRequest(side="red", army=rw.ArmyCount(units=units, lost=count))
        return rw.ruleset.odds(request).probability(lambda outcome: outcome.broken)

    assert breaks(lost) <= breaks(lost + 1)
