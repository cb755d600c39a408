"""Grids of odds, something changed, and what modifiers are worth: by hand, and by asking each question alone."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from attrs import evolve

from rcw_rules import ChoiceError, IllegalRequestError, InvalidRequestError, UnknownNameError, inches, odds
from rcw_rules import directory as dr
from rcw_rules import red_white as rw


def activation(base: int, cheka: bool = False) -> rw.ActivationRequest:
    return rw.ActivationRequest(base=base, cheka=cheka, stands=8, full_move=inches(6))


def attacker_wins(outcome: rw.MeleeOutcome) -> bool:
    return outcome.winner == "attacker"


# ---------------------------------------------------------------- sweep


def test_a_sweep_asks_every_question_of_a_grid() -> None:
    grid = odds.sweep(rw.ruleset, activation, base=range(3, 6), cheka=(False, True))
    assert grid.axes == {"base": (3, 4, 5), "cheka": (False, True)}
    assert list(grid.cells) == [(base, cheka) for base in (3, 4, 5) for cheka in (False, True)]
    for (base, cheka), odds_there in grid.cells.items():
        assert odds_there == rw.ruleset.odds(activation(base, cheka))
    assert grid[5, False].probability(lambda outcome: outcome.passed) == Fraction(1, 2)
    assert grid.probability(lambda outcome: outcome.passed)[4, False] == Fraction(2, 5)
    assert grid.expectation(lambda outcome: int(outcome.passed))[3, False] == Fraction(3, 10)


def test_a_table_has_the_first_axis_down() -> None:
    two = odds.sweep(rw.ruleset, activation, base=(2, 7, 9), cheka=(False,))
    assert two.table(lambda outcome: outcome.passed) == ((Fraction(1, 5),), (Fraction(7, 10),), (Fraction(9, 10),))
    one = odds.sweep(rw.ruleset, activation, base=(2, 7, 9))
    assert one.table(lambda outcome: outcome.passed) == two.table(lambda outcome: outcome.passed)
    three = odds.sweep(rw.ruleset, lambda a, b, c: activation(a + b + c), a=(1,), b=(2,), c=(3,))
    with pytest.raises(ValueError, match=r"^a table has two axes, not 3: a, b, c$"):
        three.table(lambda outcome: outcome.passed)


def test_what_a_rule_forbids_is_left_open_and_says_why() -> None:
    def odds_of(attack: int, defence: int) -> dr.OddsRequest:
        return dr.OddsRequest(attack=Fraction(attack), defence=Fraction(defence))

    grid = odds.sweep(dr.ruleset, odds_of, attack=(1, 9), defence=(9, 1))
    assert list(grid.cells) == [(1, 1), (9, 9), (9, 1)]
    assert [verdict.objections[0].rule for verdict in grid.refused.values()] == ["com-odds-low"]
    assert grid.table(lambda outcome: True)[0] == (None, Fraction(1))
    with pytest.raises(IllegalRequestError, match="com-odds-low"):
        grid[1, 9]
    with pytest.raises(KeyError):
        grid[2, 2]


def test_a_grid_has_axes_with_values() -> None:
    with pytest.raises(InvalidRequestError, match="the axis 'base' has no values"):
        odds.sweep(rw.ruleset, activation, base=())
    with pytest.raises(InvalidRequestError, match="there is no axis"):
        odds.sweep(rw.ruleset, lambda: activation(5))
    with pytest.raises(InvalidRequestError, match=r"\$\.base"):
        odds.sweep(rw.ruleset, activation, base=(5, 999))


# ---------------------------------------------------------------- what if


def test_another_fact() -> None:
    # A d10 at 6 or less, and at 4 or less.
    asked = odds.what_if(rw.ruleset, activation(6), facts={"base": 4})
    assert asked.before == rw.ruleset.odds(activation(6))
    assert asked.after == rw.ruleset.odds(activation(4))
    assert asked.difference(lambda outcome: outcome.passed) == Fraction(-1, 5)
    assert asked.text(lambda outcome: outcome.passed) == "60.00 % before, 40.00 % after: -20.00 points"


def test_a_fact_inside_another() -> None:
    asked = odds.what_if(rw.ruleset, rw.melee_example_2(), facts={"$.attackers[1].stands": 5})
    assert max(outcome.attackers[1].strength for outcome in asked.before) == 7
    assert max(outcome.attackers[1].strength for outcome in asked.after) == 5
    assert max(outcome.attackers[0].strength for outcome in asked.after) == 6


def test_another_option() -> None:
    # The second elite battalion adds 1 to a die that beats the other by -2 or more: 2 of 36 throws more are enough.
    asked = odds.what_if(rw.ruleset, rw.melee_example_2(), options={"melee_elite": "per_unit"})
    assert asked.before == rw.ruleset.odds(rw.melee_example_2())
    assert asked.after == rw.ruleset.with_options(melee_elite="per_unit").odds(rw.melee_example_2())


def test_another_modifier() -> None:
    # 0 against -2 and ties lost: White wins unless Red throws 2 more or better, in 10 of 36. With 4 less for the
    # elite, -4 against -2: White needs 3 more, in 6 of 36.
    asked = odds.what_if(rw.ruleset, rw.melee_example_2(), modifiers={"elite": -3})
    assert asked.before.probability(attacker_wins) == Fraction(26, 36)
    assert asked.after.probability(attacker_wins) == Fraction(6, 36)
    without = odds.what_if(rw.ruleset, rw.melee_example_2(), modifiers={"elite": None})
    # -1 against -2: White wins unless Red throws 1 more or better, in 15 of 36.
    assert without.after.probability(attacker_wins) == Fraction(21, 36)


def test_what_there_is_not_cannot_be_changed() -> None:
    melee = rw.melee_example_2()
    with pytest.raises(InvalidRequestError, match="there is no 'atackers' in it; did you mean 'attackers'"):
        odds.what_if(rw.ruleset, melee, facts={"atackers[0].stands": 1})
    with pytest.raises(InvalidRequestError, match=r"there is no place \[7\] in it"):
        odds.what_if(rw.ruleset, melee, facts={"attackers[7].stands": 1})
    with pytest.raises(InvalidRequestError, match="is no path such as stands"):
        odds.what_if(rw.ruleset, melee, facts={"attackers[x]": 1})
    with pytest.raises(UnknownNameError, match="unknown modifier of this question 'elit'; did you mean 'elite'"):
        odds.what_if(rw.ruleset, melee, modifiers={"elit": 1})
    with pytest.raises(UnknownNameError, match="unknown option"):
        odds.what_if(rw.ruleset, melee, options={"elite": True})
    with pytest.raises(InvalidRequestError, match=r"\$\.base"):
        odds.what_if(rw.ruleset, activation(6), facts={"base": "six"})


# ---------------------------------------------------------------- sensitivity


def test_what_each_modifier_is_worth() -> None:
    worths = odds.sensitivity(rw.ruleset, rw.melee_example_2(), attacker_wins)
    told = {(one.modifier.rule.removeprefix("melee-mod-"), one.to): one for one in worths}
    assert {key: one.with_it for key, one in told.items()} == dict.fromkeys(told, Fraction(26, 36))
    # With 0 against -2 White wins if its die is at most 1 below, in 26 of 36 throws. One less for White: no lower, 21;
    # one more: at most 2 below, 30. Without the -2 of Red: higher, 15.
    assert told["elite", "attacker's die"].without_it == Fraction(21, 36)
    assert told["stands-lost", "attacker's die"].without_it == Fraction(30, 36)
    assert told["stands-lost", "defender's die"].without_it == Fraction(21, 36)
    assert told["outnumbered", "defender's die"].without_it == Fraction(15, 36)
    assert told["outnumbered", "defender's die"].worth == Fraction(11, 36)
    assert [abs(one.worth) for one in worths] == sorted((abs(one.worth) for one in worths), reverse=True)
    assert str(worths[0]) == "defender's die: -2 outnumbered 13 to 6 [melee-mod-outnumbered]: +30.56 points"


def test_only_what_can_be_asked_is_weighed() -> None:
    melee = rw.melee_example_1()
    with pytest.raises(ChoiceError, match="unknown choice 'no_such'"):
        odds.sensitivity(rw.ruleset, melee, attacker_wins, choices={"no_such": lambda *_: True})
    attackers: Any = [*melee.attackers]
    listed = evolve(melee, attackers=attackers)
    with pytest.raises(InvalidRequestError, match=r"\$\.attackers: expected a tuple"):
        odds.sensitivity(rw.ruleset, listed, attacker_wins)
    with pytest.raises(InvalidRequestError, match=r"\$\.attackers: expected a tuple"):
        odds.what_if(rw.ruleset, melee, facts={"attackers": attackers}, modifiers={"cheka": 0})


def test_what_has_no_modifiers_has_none_to_weigh() -> None:
    assert odds.sensitivity(rw.ruleset, activation(6), lambda outcome: outcome.passed) == ()
