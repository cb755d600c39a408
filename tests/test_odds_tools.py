"""Grids of odds, something changed, and what modifiers are worth: by hand, and by asking each question alone."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import border_war as bw
import pytest
from attrs import evolve

from rcw_rules import ChoiceError, IllegalRequestError, InvalidRequestError, UnknownNameError, odds


def muster(base: int, guard: bool = False) -> bw.MusterRequest:
    return bw.MusterRequest(base=base, guard=guard)


def attacker_wins(outcome: bw.BrawlOutcome) -> bool:
    return outcome.winner == "attacker"


# ---------------------------------------------------------------- sweep


def test_a_sweep_asks_every_question_of_a_grid() -> None:
    grid = odds.sweep(bw.ruleset, muster, base=range(3, 6), guard=(False, True))
    assert grid.axes == {"base": (3, 4, 5), "guard": (False, True)}
    assert list(grid.cells) == [(base, guard) for base in (3, 4, 5) for guard in (False, True)]
    for (base, guard), odds_there in grid.cells.items():
        assert odds_there == bw.ruleset.odds(muster(base, guard))
    assert grid[5, False].probability(lambda outcome: outcome.passed) == Fraction(1, 2)
    assert grid.probability(lambda outcome: outcome.passed)[4, False] == Fraction(2, 5)
    assert grid.expectation(lambda outcome: int(outcome.passed))[3, False] == Fraction(3, 10)


def test_a_table_has_the_first_axis_down() -> None:
    two = odds.sweep(bw.ruleset, muster, base=(2, 7, 9), guard=(False,))
    assert two.table(lambda outcome: outcome.passed) == ((Fraction(1, 5),), (Fraction(7, 10),), (Fraction(9, 10),))
    one = odds.sweep(bw.ruleset, muster, base=(2, 7, 9))
    assert one.table(lambda outcome: outcome.passed) == two.table(lambda outcome: outcome.passed)
    three = odds.sweep(bw.ruleset, lambda a, b, c: muster(a + b + c), a=(1,), b=(2,), c=(3,))
    with pytest.raises(ValueError, match=r"^a table has two axes, not 3: a, b, c$"):
        three.table(lambda outcome: outcome.passed)


def test_what_a_rule_forbids_is_left_open_and_says_why() -> None:
    def volley_at(distance: int, banner: bool) -> bw.VolleyRequest:
        return bw.VolleyRequest(distance=Fraction(distance), banner=banner)

    grid = odds.sweep(bw.ruleset, volley_at, distance=(13, 12), banner=(False, True))
    assert list(grid.cells) == [(12, False), (12, True)]
    assert [verdict.objections[0].rule for verdict in grid.refused.values()] == ["volley-range"] * 2
    assert grid.table(lambda outcome: True) == ((None, None), (Fraction(1), Fraction(1)))
    with pytest.raises(IllegalRequestError, match="volley-range"):
        grid[13, True]
    with pytest.raises(KeyError):
        grid[2, 2]


def test_a_grid_has_axes_with_values() -> None:
    with pytest.raises(InvalidRequestError, match="the axis 'base' has no values"):
        odds.sweep(bw.ruleset, muster, base=())
    with pytest.raises(InvalidRequestError, match="there is no axis"):
        odds.sweep(bw.ruleset, lambda: muster(5))
    with pytest.raises(InvalidRequestError, match=r"\$\.base"):
        odds.sweep(bw.ruleset, muster, base=(5, 999))


# ---------------------------------------------------------------- what if


def test_another_fact() -> None:
    # A d10 at 6 or less, and at 4 or less.
    asked = odds.what_if(bw.ruleset, muster(6), facts={"base": 4})
    assert asked.before == bw.ruleset.odds(muster(6))
    assert asked.after == bw.ruleset.odds(muster(4))
    assert asked.difference(lambda outcome: outcome.passed) == Fraction(-1, 5)
    assert asked.text(lambda outcome: outcome.passed) == "60.00 % before, 40.00 % after: -20.00 points"


def test_a_fact_inside_another() -> None:
    asked = odds.what_if(bw.ruleset, bw.big_brawl(), facts={"$.attackers[1].spears": 5})
    assert max(outcome.attackers[1] for outcome in asked.before) == 7
    assert max(outcome.attackers[1] for outcome in asked.after) == 5
    assert max(outcome.attackers[0] for outcome in asked.after) == 6


def test_another_option() -> None:
    # The second band of veterans adds 1 to the die: a difference of -2 is enough, in 30 of 36 throws.
    asked = odds.what_if(bw.ruleset, bw.big_brawl(), options={"veterans_count": "per_band"})
    assert asked.before == bw.ruleset.odds(bw.big_brawl())
    assert asked.after == bw.ruleset.with_options(veterans_count="per_band").odds(bw.big_brawl())


def test_another_modifier() -> None:
    # 0 against -2 and ties lost: they win unless the others throw 2 more or better, in 10 of 36. With 4 less for the
    # veterans, -4 against -2: they need 3 more, in 6 of 36.
    asked = odds.what_if(bw.ruleset, bw.big_brawl(), modifiers={"veterans": -3})
    assert asked.before.probability(attacker_wins) == Fraction(26, 36)
    assert asked.after.probability(attacker_wins) == Fraction(6, 36)
    without = odds.what_if(bw.ruleset, bw.big_brawl(), modifiers={"veterans": None})
    # -1 against -2: they win unless the others throw 1 more or better, in 15 of 36.
    assert without.after.probability(attacker_wins) == Fraction(21, 36)


def test_the_values_of_an_axis_tell_its_points_apart() -> None:
    with pytest.raises(InvalidRequestError, match=r"^\$\.base: the values of an axis .*: take tuples"):
        odds.sweep(bw.ruleset, lambda base: muster(base[0]), base=[[6], [5]])
    assert len(odds.sweep(bw.ruleset, lambda base: muster(base[0]), base=[(6,), (5,)]).cells) == 2


@pytest.mark.parametrize("values", [(1, True), (2, 3, 2.0), (5, 5), ((1, 2), (True, 2))])
def test_values_of_an_axis_that_are_equal_are_refused(values: tuple[object, ...]) -> None:
    with pytest.raises(
        InvalidRequestError, match=r"^\$\.base: .* equals .*, which is on the axis already: list each once"
    ):
        odds.sweep(bw.ruleset, lambda base: muster(5), base=values)


@pytest.mark.parametrize("value", [Fraction(1, 3), 0.5, float("nan"), "x", True])
def test_a_modifier_is_a_number_that_can_be_added(value: Any) -> None:
    with pytest.raises(InvalidRequestError, match=r"^modifiers\['veterans'\]: expected a whole number"):
        odds.what_if(bw.ruleset, bw.big_brawl(), modifiers={"veterans": value})


def test_a_fraction_that_is_whole_can_be_added() -> None:
    brawl = bw.big_brawl()
    whole = odds.what_if(bw.ruleset, brawl, modifiers={"veterans": Fraction(-6, 2)})
    assert whole.after == odds.what_if(bw.ruleset, brawl, modifiers={"veterans": -3}).after


def test_what_there_is_not_cannot_be_changed() -> None:
    brawl = bw.big_brawl()
    with pytest.raises(InvalidRequestError, match="there is no 'atackers' in it; did you mean 'attackers'"):
        odds.what_if(bw.ruleset, brawl, facts={"atackers[0].spears": 1})
    with pytest.raises(InvalidRequestError, match="is not a path such as stands"):
        odds.what_if(bw.ruleset, brawl, facts={f"attackers[{'9' * 5_000}].spears": 1})
    with pytest.raises(InvalidRequestError, match=r"there is no place \[7\] in it"):
        odds.what_if(bw.ruleset, brawl, facts={"attackers[7].spears": 1})
    with pytest.raises(InvalidRequestError, match="is not a path such as stands"):
        odds.what_if(bw.ruleset, brawl, facts={"attackers[x]": 1})
    with pytest.raises(UnknownNameError, match="unknown modifier of this question 'veteran'; did you mean 'veterans'"):
        odds.what_if(bw.ruleset, brawl, modifiers={"veteran": 1})
    with pytest.raises(UnknownNameError, match="unknown option"):
        odds.what_if(bw.ruleset, brawl, options={"veterans": True})
    with pytest.raises(InvalidRequestError, match=r"\$\.base"):
        odds.what_if(bw.ruleset, muster(6), facts={"base": "six"})


# ---------------------------------------------------------------- sensitivity


def test_what_each_modifier_is_worth() -> None:
    worths = odds.sensitivity(bw.ruleset, bw.big_brawl(), attacker_wins)
    told = {(one.modifier.rule.removeprefix("brawl-"), one.to): one for one in worths}
    assert {key: one.with_it for key, one in told.items()} == dict.fromkeys(told, Fraction(26, 36))
    # With 0 against -2 the attackers win if their die is at most 1 below, in 26 of 36 throws. One less for them: no
    # lower, 21; one more: at most 2 below, 30. Without the -2 of the others: higher, 15.
    assert told["veterans", "attacker's die"].without_it == Fraction(21, 36)
    assert told["lost", "attacker's die"].without_it == Fraction(30, 36)
    assert told["lost", "defender's die"].without_it == Fraction(21, 36)
    assert told["outnumbered", "defender's die"].without_it == Fraction(15, 36)
    assert told["outnumbered", "defender's die"].worth == Fraction(11, 36)
    assert [abs(one.worth) for one in worths] == sorted((abs(one.worth) for one in worths), reverse=True)
    assert str(worths[0]) == "defender's die: -2 outnumbered 13 to 6 [brawl-outnumbered]: +30.56 points"


def test_only_what_can_be_asked_is_weighed() -> None:
    brawl = bw.hedge_brawl()
    with pytest.raises(ChoiceError, match="unknown choice 'no_such'"):
        odds.sensitivity(bw.ruleset, brawl, attacker_wins, choices={"no_such": lambda *_: True})
    attackers: Any = [*brawl.attackers]
    listed = evolve(brawl, attackers=attackers)
    with pytest.raises(InvalidRequestError, match=r"\$\.attackers: expected a tuple"):
        odds.sensitivity(bw.ruleset, listed, attacker_wins)
    with pytest.raises(InvalidRequestError, match=r"\$\.attackers: expected a tuple"):
        odds.what_if(bw.ruleset, brawl, facts={"attackers": attackers}, modifiers={"guard": 0})


def test_what_has_no_modifiers_has_none_to_weigh() -> None:
    assert odds.sensitivity(bw.ruleset, muster(6), lambda outcome: outcome.passed) == ()
