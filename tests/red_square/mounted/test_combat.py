"""Mounted combat on the field: its questions, the choice of a target, and the laws of every combat."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st
from red_square_charges import CAVALRY, HORSE, LINE, MGS, charge, field

from rcw_rules import GivenDice, InvalidRequestError, SeededDice
from rcw_rules.red_square.mounted import MountedCombatRequest
from rcw_rules.red_square.ruleset import ruleset


@pytest.mark.rule("red_square", "bad-input")
@pytest.mark.parametrize(
    ("fields", "path"),
    [
        ({"target": "Nobody"}, r"\$\.target"),
        ({"squares_left": 4}, r"\$\.squares_left"),
        ({"deck": ("XX",)}, r"\$\.deck"),
    ],
)
def test_charges_at_nobody_are_malformed(fields: dict[str, Any], path: str) -> None:
    asked = MountedCombatRequest(field=field(CAVALRY, LINE), attacker="Cavalry", **fields)
    with pytest.raises(InvalidRequestError, match=path):
        ruleset.outcome(asked, dice=GivenDice([]))


@pytest.mark.rule("red_square", "mounted-1-trigger")
def test_of_two_enemies_in_front_one_is_charged() -> None:
    # Waves in front in (3, 5), and a line in (4, 5) that shows its flank: that flees without a die.
    waves = evolve(LINE, name="Waves", formation="waves", square=(3, 5))
    flank = evolve(LINE, facing="E")
    outcome = charge(CAVALRY, waves, flank)
    assert (outcome.target, outcome.settled, outcome.removed) == ("Line", "overrun", ("Line",))
    # Its owner may choose the other: 9 figures, 3 dice; waves 9 figures, 3 dice; two dice and one for casualties.
    asked: list[tuple[str, ...]] = []

    def the_waves(seen: Any, names: tuple[str, ...]) -> str:
        asked.append(names)
        return "Waves"

    outcome = charge(CAVALRY, waves, flank, dice=(4, 4, 4, 1, 4, 4, 6, 6, 6), choices={"charged": the_waves})
    assert (outcome.target, outcome.settled, asked) == ("Waves", "combat", [("Waves", "Line")])


@pytest.mark.rule("red_square", "mounted-1-trigger")
def test_by_default_the_easiest_of_two_enemies_is_charged() -> None:
    # A lone MG company before a battalion that rallies: the one flees without a die, the other on 3 or less.
    far = evolve(LINE, name="Far", square=(4, 1))
    rallying, lone = evolve(LINE, state="rallying"), evolve(MGS, square=(3, 5), accompanies="Far")
    assert charge(CAVALRY, rallying, lone, far).removed == ("MGs",)
    # One that rallies before a steady one, and a rear before a front, wherever they stand in the rosters.
    steady = evolve(LINE, name="Steady", square=(3, 5))
    assert charge(CAVALRY, steady, rallying, dice=(3,)).removed == ("Line",)
    turned = evolve(HORSE, facing="SE")
    outcome = charge(CAVALRY, steady, turned, dice=(1, 1, 1, 1, 1, 1, 4, 4, 4))
    assert (outcome.target, outcome.combats[0].target_hits, outcome.combats[0].attacker_hits) == ("Horse", 12, 0)


@settings(max_examples=50, deadline=None)
@given(
    seed=st.integers(0, 10**6),
    bases=st.tuples(st.integers(1, 4), st.integers(1, 4)),
    formation=st.sampled_from(["waves", "masses", "firing_line"]),
    left=st.integers(0, 3),
    guns=st.integers(0, 2),
)
def test_nothing_is_lost_but_what_is_told(
    seed: int, bases: tuple[int, int], formation: Any, left: int, guns: int
) -> None:
    attackers, targets = bases
    units = [evolve(CAVALRY, bases=attackers), evolve(LINE, bases=targets, formation=formation)]
    units += [evolve(MGS, bases=guns)] if guns else []
    before = field(*units)
    asked = MountedCombatRequest(field=before, attacker="Cavalry", squares_left=left)
    told = ruleset.resolve(asked, dice=SeededDice(seed))
    outcome = told.outcome
    assert ruleset.outcome(asked, dice=GivenDice(told.dice)) == outcome
    after = before.with_units(*outcome.units)
    assert not list(after.inconsistencies())
    lost = {"Cavalry": 0, "Line": 0}
    for one in outcome.combats:
        lost[one.attacker] += one.attacker_bases_lost
        lost[one.target] += one.target_bases_lost
    for name, there in (("Cavalry", attackers), ("Line", targets)):
        now = after.unit(name)
        assert now.bases == (0 if name in outcome.removed else there - lost[name])
        assert bool(now.bases) is (name not in outcome.removed)
    winners = [one.winner for one in outcome.combats]
    for one in outcome.combats:
        more = (one.attacker_hits > one.target_hits) - (one.attacker_hits < one.target_hits)
        assert one.winner == {1: "target", 0: "neither", -1: "attacker"}[more]
    assert len(winners) <= 2
    assert len(outcome.followed_up) <= max(1, left)
    beaten = after.unit("Line" if winners[-1] != "target" else "Cavalry")
    if beaten.bases and not outcome.contact_again:
        assert beaten.state == "retreating"


@pytest.mark.rule("red_square", "mounted-1c-result")
def test_outcomes_are_the_same_with_and_without_the_record() -> None:
    asked = MountedCombatRequest(field=field(CAVALRY, LINE, MGS), attacker="Cavalry", squares_left=2)
    for seed in range(20):
        assert ruleset.resolve(asked, dice=SeededDice(seed)).outcome == ruleset.outcome(asked, dice=SeededDice(seed))
