"""What the benchmarks compare is right: W1 to W5 as fractions against plain exact loops. No time is looked at."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture
def benchmark_module(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Any]:
    if not (ROOT / "benchmarks").is_dir():
        pytest.skip("the benchmarks are not part of what is installed")
    monkeypatch.syspath_prepend(ROOT)
    return lambda name: import_module(f"benchmarks.{name}")


@pytest.fixture
def work(benchmark_module: Callable[[str], Any]) -> Any:
    return benchmark_module("work")


@pytest.fixture
def loops(benchmark_module: Callable[[str], Any]) -> Any:
    return benchmark_module("loops")


def as_fractions(distribution: Any) -> dict[Any, Fraction]:
    return dict(distribution.items())


@pytest.mark.parametrize(("total", "failed"), [(9, 0), (7, 0), (6, 1), (5, 1), (4, 2), (3, 2), (2, 3), (-4, 3)])
def test_a_morale_of_7_fails_in_steps_of_two(work: Any, total: int, failed: int) -> None:
    assert work.failure(total, 7) == failed


@pytest.mark.parametrize(
    ("throw", "column", "result"),
    [
        (2, 0, (0, False, 0)),  # severity 2 - 2 + 0 - 4, at least 0
        (6, 5, (1, False, 1)),  # 6 - 2 + 5 - 4 = 5
        (8, 5, (2, True, 1)),  # 7
        (12, 5, (3, True, 2)),  # 11
        (12, 9, (3, True, 2)),  # 15, at most 14
    ],
)
def test_the_table_of_w3(work: Any, throw: int, column: int, result: tuple[int, bool, int]) -> None:
    assert work.TABLE[throw][column] == result


@pytest.mark.parametrize(("attackers", "defenders"), [(1, 1), (2, 1), (3, 7)])
@pytest.mark.parametrize("may_reroll", [True, False])
def test_w1_is_what_every_throw_of_its_dice_gives(
    work: Any, loops: Any, attackers: int, defenders: int, may_reroll: bool
) -> None:
    melee = work.Melee(
        attackers=attackers, defenders=defenders, attackers_morale=1, defenders_morale=-1, may_reroll=may_reroll
    )
    assert as_fractions(work.ruleset.odds(melee)) == loops.melee_odds(melee)


def test_w1_of_one_stand_against_one_by_hand(work: Any) -> None:
    # d6 + 1 beats d6 + 2 in 10 of 36 throws; those who lose by 1 or more are dead. A tie (5 of 36) is the defender's
    # and costs nothing. Modifier 0: the one stand holds on a d10 of 1, and a last stand is not rolled again.
    melee = work.Melee(attackers=1, defenders=1, attackers_morale=0, defenders_morale=0)
    assert as_fractions(work.ruleset.odds(melee)) == {
        ("attacker", 1, 0, True, False): Fraction(10, 36) * Fraction(1, 10),
        ("attacker", 1, 0, False, False): Fraction(10, 36) * Fraction(9, 10),
        ("defender", 0, 1, False, True): Fraction(21, 36) * Fraction(1, 10),
        ("defender", 0, 1, False, False): Fraction(21, 36) * Fraction(9, 10),
        ("defender", 1, 1, True, True): Fraction(5, 36) * Fraction(1, 100),
        ("defender", 1, 1, True, False): Fraction(5, 36) * Fraction(9, 100),
        ("defender", 1, 1, False, True): Fraction(5, 36) * Fraction(9, 100),
        ("defender", 1, 1, False, False): Fraction(5, 36) * Fraction(81, 100),
    }


@pytest.mark.parametrize("dice", [0, 1, 2])
def test_w2_is_what_every_face_of_its_dice_gives(work: Any, loops: Any, dice: int) -> None:
    shooting = work.Shooting(dice=dice)
    assert as_fractions(work.ruleset.odds(shooting)) == loops.shooting_odds_by_faces(shooting)


@pytest.mark.parametrize("dice", [2, 5, 24])
def test_w2_is_two_binomial_distributions(work: Any, loops: Any, dice: int) -> None:
    shooting = work.Shooting(dice=dice)
    assert as_fractions(work.ruleset.odds(shooting)) == loops.shooting_odds(shooting)


@pytest.mark.parametrize(("column", "modifier"), [(0, 0), (5, 1), (9, -1)])
def test_w3_is_what_every_throw_of_its_dice_gives(work: Any, loops: Any, column: int, modifier: int) -> None:
    bombardment = work.Bombardment(column=column, shift=-1, modifier=modifier, morale=6)
    assert as_fractions(work.ruleset.odds(bombardment)) == loops.bombardment_odds(bombardment)


def test_w4_is_what_every_face_of_its_die_gives(work: Any, loops: Any) -> None:
    for casualties in work.W4:
        assert as_fractions(work.ruleset.odds(casualties)) == loops.casualties_odds(casualties)


@pytest.mark.parametrize("rounds", [0, 1, 3])
def test_w5_is_round_after_round_of_w1(work: Any, loops: Any, rounds: int) -> None:
    start = (3, 2, True, True)
    assert as_fractions(work.battle_odds(start, rounds)) == loops.battle_odds(start, rounds)


def test_the_items_have_the_documented_sizes(work: Any) -> None:
    assert len(work.ruleset.odds(work.W1)) == 57
    assert len(work.ruleset.odds(work.W2)) == 325
    assert len(work.ruleset.odds(work.W3)) == 76
    assert len(work.W4) == len(set(work.W4)) == 123
    assert len(work.battle_odds(work.W5, 6)) == 416
    assert len(set(work.HEAT_MAP)) == 450


def test_plain_rolls_of_highest_and_of_lowest_faces_by_hand(loops: Any) -> None:
    # A uniform number just below 1 shows the highest face of every die, 0 the lowest.
    assert loops.roll_melee(lambda: 0.99, 6, 5, 1, 2, 1, 0, may_reroll=True) == ("defender", 4, 4, False, False)
    assert loops.roll_melee(lambda: 0.0, 6, 5, 1, 2, 1, 0, may_reroll=True) == ("defender", 5, 5, True, True)
    assert loops.roll_shooting(lambda: 0.99, 24) == (24, 0)
    assert loops.roll_shooting(lambda: 0.0, 24) == (0, 0)
    assert loops.roll_bombardment(lambda: 0.99, 5, 1, 0, 7) == (0, 0, 0, 3)
    assert loops.roll_bombardment(lambda: 0.0, 5, 1, 0, 7) == (3, 0, 0, 0)  # severity 2: one test, 2 against 7
    assert loops.roll_casualties(lambda: 0.99, 13, 6) == 2
    assert loops.roll_casualties(lambda: 0.0, 13, 6) == 3
    assert loops.roll_battle(lambda: 0.0, (12, 11, True, True), 6) == (6, 11, True, True)


@pytest.mark.parametrize("peer", ["with_icepool", "with_icepool_expert", "with_dyce"])
@pytest.mark.filterwarnings("ignore:.*expand.* is experimental")
def test_peers_that_are_installed_agree(work: Any, benchmark_module: Callable[[str], Any], peer: str) -> None:
    pytest.importorskip("dyce" if peer == "with_dyce" else "icepool")
    theirs, odds = benchmark_module(peer), work.ruleset.odds
    melee = work.Melee(attackers=2, defenders=3, attackers_morale=1, defenders_morale=0)
    shooting = work.Shooting(dice=4)
    bombardment = work.Bombardment(column=3, shift=0, modifier=0, morale=6)
    casualties = work.Casualties(hits=14, base=6)
    assert theirs.odds(theirs.melee(melee)) == as_fractions(odds(melee))
    assert theirs.odds(theirs.shooting(shooting)) == as_fractions(odds(shooting))
    assert theirs.odds(theirs.bombardment(bombardment)) == as_fractions(odds(bombardment))
    assert theirs.odds(theirs.casualties(casualties)) == as_fractions(odds(casualties))
    assert theirs.odds(theirs.battle((3, 2, True, True), 2)) == as_fractions(work.battle_odds((3, 2, True, True), 2))


def test_the_walk_in_floating_point_comes_near_the_exact_one(work: Any, benchmark_module: Callable[[str], Any]) -> None:
    floating = benchmark_module("floors").floating
    for request in (
        work.Melee(attackers=2, defenders=3, attackers_morale=1, defenders_morale=0),
        work.Shooting(dice=4),
    ):
        exact = as_fractions(work.ruleset.odds(request))
        assert dict(floating(request).pairs) == pytest.approx({key: float(chance) for key, chance in exact.items()})


def test_the_grounds_have_one_answer_each(benchmark_module: Callable[[str], Any]) -> None:
    grounds = benchmark_module("grounds")
    assert dict(grounds.reach()) == grounds.reach_by_hand() == grounds.reach_by_networkx()
    assert len(grounds.reach()) > 200  # most of the map is in reach, and not all of it
    assert len(grounds.reach()) < 700 - len(grounds.ENEMIES)
    sees = grounds.sights()
    assert sees == grounds.sights_by_tree()
    assert 100 < sum(map(sum, sees)) < 100 * 100


def test_the_facts_of_a_table_are_those_of_single_questions(benchmark_module: Callable[[str], Any]) -> None:
    tables = benchmark_module("tables")
    assert tables.facts(3) == tables.each_by_itself(3)
    assert {True, False} == set(tables.facts(3))
