"""Exact odds of barrages against a slow twin."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from orel_barrages import ask, battery, enemy

from rcw_rules import orel as game

# -------------------------------------------------------------------- exact odds


def twin(fire: int, target: dict[str, Any], cover: int) -> dict[tuple[int, str], Fraction]:
    """Throw all faces by hand: the steps lost and the fate of the target, from the book and the catalogue."""
    found: dict[tuple[int, str], Fraction] = {}

    def add(lost: int, fate: str, weight: Fraction) -> None:
        found[lost, fate] = found.get((lost, fate), Fraction(0)) + weight

    for one, two in product((1, 2, 3, 4, 5, 6), repeat=2):
        total = one + two + fire + cover + (0 if target["mode"] == "combat" else 1)
        loss = total >= 14
        check = None
        for least, modifier in ((9, -1), (11, 0), (13, 1), (14, 0), (16, 1)):
            if total >= least:
                check = modifier
        lost = 0
        if loss and not (target["steps"] == 1 and target["type"] in ("infantry", "cavalry")):
            lost = 1
        if lost == target["steps"]:
            add(1, "eliminated", Fraction(1, 36))
            continue
        if check is None or "train" in target["type"]:
            add(lost, "stays", Fraction(1, 36))
            continue
        for die in (1, 2, 3, 4, 5, 6):
            over = die + check - target["tq"]
            if die == 1 or over < 2:
                fate = "passed"
            elif over < 4:
                fate = "retreat"
            else:
                fate = "surrender" if target["mode"] == "routed" else "rout"
            add(lost, fate, Fraction(1, 216))
    return found


def of_library(request: game.BarrageRequest) -> dict[tuple[int, str], Fraction]:
    found: dict[tuple[int, str], Fraction] = {}
    for outcome, chance in game.ruleset.odds(request).items():
        key = (outcome.steps_lost, str(outcome.result))
        found[key] = found.get(key, Fraction(0)) + chance
    return found


@pytest.mark.rule("orel", "8.3.2-roll", "8.3.2-check", "8.3.2-loss")
@given(
    fire=st.integers(1, 9),
    type_=st.sampled_from(["infantry", "cavalry", "artillery", "armoured_train_light", "armoured_train_heavy"]),
    tq=st.integers(2, 6),
    steps=st.integers(1, 3),
    mode=st.sampled_from(["combat", "march", "routed"]),
    ground=st.sampled_from([("clear", 0), ("village", 0), ("town", -1), ("forest", -1), ("orel_centre", -2)]),
)
def test_exact_odds_are_those_of_the_twin(
    *, fire: int, type_: str, tq: int, steps: int, mode: Any, ground: tuple[Any, int]
) -> None:
    if "train" in type_:
        heavy = type_.endswith("heavy")
        steps, mode = (min(steps, 2) if heavy else 1), "combat"
        target = enemy(type_, steps=steps, steps_full=2 if heavy else 1)
    else:
        target = enemy(type_, tq=tq, steps=steps, mode=mode)
    facts = {"type": type_, "tq": tq, "steps": steps, "mode": mode}
    request = ask(target, firer=battery(fire=fire), terrains=(ground[0],))
    assert of_library(request) == twin(fire, facts, ground[1])


@pytest.mark.rule("orel", "8.3.2-roll")
def test_the_rationale_of_the_table() -> None:
    """Fire strength 3 in the open: nothing in 10 of 36, a check in 23, a step in 3."""
    odds = game.ruleset.odds(ask())
    assert odds.probability(lambda outcome: outcome.result == "stays") == Fraction(10, 36)
    assert odds.probability(lambda outcome: outcome.steps_lost == 1) == Fraction(3, 36)


@pytest.mark.rule("orel", "8.3.2-roll", "7.3-effects")
@given(fire=st.integers(1, 8), tq=st.integers(2, 6), mode=st.sampled_from(["combat", "march"]))
def test_more_cover_never_hurts(fire: int, tq: int, mode: Any) -> None:
    def worst(terrain: str) -> tuple[Fraction, Fraction]:
        request = ask(enemy(tq=tq, mode=mode), firer=battery(fire=fire), terrains=(terrain,))
        odds = game.ruleset.odds(request)
        unharmed = odds.probability(lambda outcome: outcome.steps_lost == 0)
        return unharmed, odds.probability(lambda outcome: outcome.result == "stays")

    clear, town, centre = worst("clear"), worst("town"), worst("orel_centre")
    assert clear[0] <= town[0] <= centre[0]
    assert clear[1] <= town[1] <= centre[1]
