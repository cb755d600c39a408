"""Exact odds of melees and their casualties against a slow and obvious twin."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from red_white_twin import CAR, RED, SLOW, TANK, TRAIN, TWO_DICE, UNITS, WHITE, Table, assert_same_odds, units

MELEES: dict[str, Table] = {
    "plain": {"attackers": [RED], "defenders": [WHITE]},
    "example 1": {
        "attackers": [{**RED, "stands": 7, "cheka": True, "wire": "intact"}],
        "defenders": [{**WHITE, "stands": 7, "machine_gun": True, "cover": "trench"}],
    },
    "example 2": {
        "attackers": [{**WHITE, "stands": 6, "elite": True}, {**WHITE, "stands": 7, "elite": True}],
        "defenders": [
            {**RED, "stands": 6, "machine_gun": True, "cover": "cover", "full_move": TWO_DICE, "edge_distance": 7}
        ],
    },
    "priest and hero on two units": {
        "attackers": [{**RED, "heroic": True}, {**RED, "stands": 6, "heroic": True, "cheka": True}],
        "defenders": [{**WHITE, "heroic": True, "priest": True}, {**WHITE, "stands": 5, "priest": True}],
    },
    "hero of a small unit": {
        "attackers": [{**RED, "elite": True, "grenades": True}],
        "defenders": [{**WHITE, "starting_stands": 2, "stands": 2, "heroic": True, "priest": True}],
    },
    "tank, battalion and wire": {
        "attackers": [{**TANK, "wire": "intact"}, {**RED, "wire": "gap"}],
        "defenders": [{**WHITE, "cover": "breastwork", "grenades": True}, {**WHITE, "cover": "trench"}],
    },
    "tanks alone": {"attackers": [TANK, {**TANK, "hits": 5}], "defenders": [{**WHITE, "heroic": True}]},
    "train with guards": {"attackers": [{**RED, "starting_stands": 20, "stands": 20}], "defenders": [TRAIN]},
    "train near its end": {
        "attackers": [{**RED, "starting_stands": 20, "stands": 20}],
        "defenders": [{**TRAIN, "hits": 6, "guards": 3, "full_move": TWO_DICE, "edge_distance": 7}],
    },
    "train and car with heroes": {
        "attackers": [{**TANK}, {**RED, "heroic": True}],
        "defenders": [{**TRAIN, "heroic": True}, {**CAR, "priest": True}],
    },
    "cavalry in the flank of a trench": {
        "attackers": [{**RED, "type": "cavalry"}],
        "defenders": [{**WHITE, "cover": "trench", "falling_back": True}, {**WHITE, "stands": 2, "cover": "trench"}],
        "flank_or_rear": True,
    },
    "flank in the open": {"attackers": [RED], "defenders": [WHITE], "flank_or_rear": True},
}


@pytest.mark.rule(
    "red_white", "melee-roll", "melee-modifiers", "melee-winner", "melee-losses", "melee-loser-moves",
    "melee-short-win", "melee-win-by-3", "melee-loss-allocation", "melee-tank-no-loss", "melee-many-units",
    "train-melee", "heroic-risk", "priest-risk", "opt-melee-elite",
)  # fmt: skip
@pytest.mark.parametrize("elite", ["once", "per_unit"])
@pytest.mark.parametrize("name", MELEES)
def test_melee_odds(name: str, elite: str) -> None:
    assert_same_odds("red_white.melee", MELEES[name], melee_elite=elite)


@pytest.mark.rule("red_white", "train-melee", "train-lost", "melee-losses", "heroic-risk")
@pytest.mark.parametrize("name", ["train with guards", "train near its end", "train and car with heroes"])
def test_melee_odds_where_the_owner_spares_the_guards(name: str) -> None:
    assert_same_odds("red_white.melee", MELEES[name], guards_first=False)


@pytest.mark.rule("red_white", "train-melee", "vehicle-eight-stands", "heroic-risk")
@pytest.mark.parametrize("guards_first", [True, False])
@pytest.mark.parametrize("count", [1, 2, 3, 4, 5, 6, 7])
def test_casualty_odds_of_a_train(count: int, guards_first: bool) -> None:
    unit = {**TRAIN, "hits": 5, "heroic": True}
    request = {"unit": unit, "count": count, "source": "melee"}
    assert_same_odds("red_white.casualties", request, guards_first=guards_first)


@pytest.mark.rule("red_white", "opt-red-guards", "morale-exclusive-flags", "morale-modifiers", "melee-mod-raw-leader")
def test_odds_of_raw_red_guards_where_red_guards_are_not_elite() -> None:
    guards = {**RED, "stands": 5, "raw": True, "troop_class": "red_guards"}
    assert_same_odds("red_white.morale_test", {"unit": guards}, red_guards_elite=False)
    assert_same_odds("red_white.melee", {"attackers": [guards], "defenders": [WHITE]}, red_guards_elite=False)


@pytest.mark.rule("red_white", "heroic-risk", "priest-risk", "heroic-dead", "gen-stand", "gen-dice")
@pytest.mark.parametrize("count", [0, 1, 2, 5, 9, 30])
@pytest.mark.parametrize("stands", [1, 2, 8])
@pytest.mark.parametrize(("heroic", "priest"), list(product([False, True], repeat=2)))
def test_casualty_odds(count: int, stands: int, heroic: bool, priest: bool) -> None:
    unit = {**WHITE, "stands": stands, "heroic": heroic, "priest": priest}
    assert_same_odds("red_white.casualties", {"unit": unit, "count": count, "source": "fire"})


@st.composite
def melees(draw: st.DrawFn) -> Table:
    attacker, defender = draw(st.permutations(["red", "white"]))
    return {
        "attackers": draw(st.lists(units(attacker, attacks=True), min_size=1, max_size=3)),
        "defenders": draw(st.lists(units(defender, attacks=False), min_size=1, max_size=3)),
        "flank_or_rear": draw(st.sampled_from([False, False, True])),
    }


ELITE = st.fixed_dictionaries({"melee_elite": st.sampled_from(["once", "per_unit"]), "red_guards_elite": st.booleans()})


@pytest.mark.rule(
    "red_white", "melee-many-units", "melee-modifiers", "melee-losses", "opt-melee-elite", "opt-red-guards"
)
@SLOW
@given(request=melees(), options=ELITE, guards_first=st.booleans())
def test_any_melee_has_the_odds_of_the_twin(request: Table, options: Table, guards_first: bool) -> None:
    assert_same_odds("red_white.melee", request, guards_first=guards_first, **options)


@pytest.mark.rule("red_white", "heroic-risk", "priest-risk", "train-melee", "vehicle-eight-stands")
@SLOW
@given(
    unit=UNITS, count=st.integers(0, 14), source=st.sampled_from(["fire", "melee"]), guards_first=st.booleans()
)  # fmt: skip
def test_any_casualties_have_the_odds_of_the_twin(unit: Table, count: int, source: str, guards_first: bool) -> None:
    request = {"unit": unit, "count": count, "source": source}
    assert_same_odds("red_white.casualties", request, guards_first=guards_first)
