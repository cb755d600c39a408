"""Armoured trains: setting off and stopping, what fires, direct hits, and the fear of the crew."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from red_actions_asking import malformed, refused

from rcw_rules import GivenDice, NeedsRuling, SeededDice
from rcw_rules import red_actions as ra
from rcw_rules.kernel.lengths import Inches, inches

TWO_DICE = list(product(range(1, 7), repeat=2))


def run(last: int | str, order: Any, **fields: Any) -> ra.TrainMoveRequest:
    return ra.TrainMoveRequest(last_move=inches(last), order=order, **fields)


def move(last: int | str, order: Any, *, distance_conflicts: str = "metres", third: bool = False, **fields: Any) -> Any:
    chosen = ra.ruleset.with_options(distance_conflicts=distance_conflicts, engine_survives_third=third)
    outcome = chosen.resolve(run(last, order, **fields), dice=GivenDice([])).outcome
    return outcome.move, outcome.stopped


def course(last: int | str, order: Any, **options: Any) -> list[Any]:
    """Give the same order until the train stands or keeps its move."""
    moves: list[Any] = []
    before = inches(last)
    for _ in range(9):
        found = (
            ra.ruleset.with_options(**options)
            .resolve(ra.TrainMoveRequest(last_move=before, order=order), dice=GivenDice([]))
            .outcome
        )
        moves.append(found.move.as_decimal())
        if found.stopped or found.last_move == before:
            return moves
        before = found.last_move
    raise AssertionError("the train never stops")


@pytest.mark.rule("red_actions", "train-speed", "conv-metres-govern")
def test_stopping_and_setting_off() -> None:
    assert course(8, "slower") == [4, 2, 1]
    assert course(0, "faster") == [2, 4, 8, 8]
    assert [str(length) for length in course(6, "slower")] == ["3", "1.5"]
    assert course(0, "faster", distance_conflicts="inches") == [1, 2, 4, 8, 8]
    assert [str(length) for length in course(8, "slower", distance_conflicts="inches")] == ["4", "2", "1", "0.5"]


@pytest.mark.rule("red_actions", "train-speed")
def test_keeping_its_move() -> None:
    assert move(4, "keep") == (inches(4), False)
    assert move(0, "keep") == (inches(0), True)
    assert move(0, "slower") == (inches(0), True)
    assert move(6, "faster") == (inches(8), False)


@pytest.mark.rule("red_actions", "train-speed")
def test_going_the_other_way_from_a_stand_only() -> None:
    refused(run(4, "reverse"), "train-speed", "$.order")
    found = ra.ruleset.resolve(run(0, "reverse"), dice=GivenDice([])).outcome
    assert (found.move, found.way, found.stopped) == (inches(2), "backward", False)
    found = ra.ruleset.resolve(run(0, "reverse", way="backward"), dice=GivenDice([])).outcome
    assert found.way == "forward"
    found = ra.ruleset.resolve(run(4, "keep", way="backward"), dice=GivenDice([])).outcome
    assert found.way == "backward"


@pytest.mark.rule("red_actions", "train-speed", "conv-metres-govern", "train-engine-hits")
def test_the_record_tells_which_options_a_train_rests_on() -> None:
    def told(asked: Any) -> str:
        return ra.ruleset.resolve(asked, dice=SeededDice(1)).explain()

    assert "ruling distance_conflicts" in told(run(0, "faster"))
    assert "ruling distance_conflicts" in told(run(8, "slower"))
    assert "ruling" not in told(run(8, "keep", engine_hits=2))
    assert "ruling engine_survives_third" in told(run(8, "keep", engine_hits=3))
    assert "ruling engine_survives_third" in told(hit("engine", 2))
    assert "ruling engine_survives_third" not in told(hit("engine", 1))


@pytest.mark.rule("red_actions", "train-engine-hits")
def test_hits_on_the_engine_slow_it() -> None:
    assert [move(8, "keep", engine_hits=hits) for hits in range(4)] == [
        (inches(8), False),
        (inches(6), False),
        (inches(4), False),
        (inches(0), True),
    ]
    assert [move(8, "faster", engine_hits=hits, third=True)[0] for hits in range(5)] == [
        inches(length) for length in (8, 6, 4, 2, 0)
    ]
    assert move(0, "faster", engine_hits=3) == (inches(0), True)
    assert move(8, "slower", engine_hits=3) == (inches(0), True)
    assert move(8, "slower", engine_hits=3, third=True) == (inches(2), False)


@pytest.mark.rule("red_actions", "train-cars", "train-artillery-car", "train-mg-car")
def test_what_fires_from_which_car() -> None:
    def fires(last: int, order: Any, car: Any, weapon: Any) -> Any:
        return run(last, order, fires=(ra.CarFire(car="mg", weapon="machine_guns"), ra.CarFire(car=car, weapon=weapon)))

    refused(fires(0, "keep", "other", "gun"), "train-cars", "$.fires[1]")
    refused(fires(0, "keep", "engine", "machine_guns"), "train-cars", "$.fires[1]")
    refused(fires(0, "keep", "artillery", "machine_guns"), "train-cars", "$.fires[1]")
    for car in ("artillery", "turret"):
        refused(fires(4, "keep", car, "gun"), "train-artillery-car", "$.fires[1]")
        refused(fires(0, "faster", car, "gun"), "train-artillery-car", "$.fires[1]")
        assert ra.ruleset.resolve(fires(0, "keep", car, "gun"), dice=GivenDice([])).outcome.stopped
    for car in ("engine", "turret", "artillery", "mg", "other"):
        assert ra.ruleset.resolve(fires(4, "keep", car, "rifles"), dice=GivenDice([])).outcome.move == inches(4)


@pytest.mark.rule("red_actions", "train-cars")
def test_only_engines_move_trains() -> None:
    refused(run(0, "faster", has_engine=False), "train-cars", "$.has_engine")
    refused(run(0, "reverse", has_engine=False), "train-cars", "$.has_engine")
    refused(run(4, "keep", has_engine=False), "train-cars", "$.has_engine")
    assert move(4, "slower", has_engine=False) == (inches(2), False)
    assert move(0, "keep", has_engine=False) == (inches(0), True)


@pytest.mark.rule("red_actions", "train-artillery-car", "train-engine-hits")
def test_guns_fire_from_a_train_whose_engine_no_longer_moves_it() -> None:
    gun = (ra.CarFire(car="turret", weapon="gun"),)
    assert move(8, "faster", engine_hits=3, fires=gun) == (inches(0), True)
    refused(run(8, "slower", engine_hits=3, fires=gun), "train-artillery-car", "$.fires[0]", engine_survives_third=True)
    refused(run(2, "slower", fires=gun), "train-artillery-car", "$.fires[0]")  # stops only after this move


@pytest.mark.rule("red_actions", "train-speed", "conv-metres-govern")
def test_bad_moves_of_trains() -> None:
    malformed(run(9, "keep"), "train-speed", "$.last_move")
    malformed(run("3.001", "slower"), "train-speed", "$.last_move")
    malformed(run(4, "keep", engine_hits=-1), "train-engine-hits", "$.engine_hits")
    refused(run("1.5", "slower"), "train-speed", "$.last_move")
    assert move("1.5", "slower", distance_conflicts="inches") == (inches("0.75"), True)
    refused(run("0.5", "slower"), "train-speed", "$.last_move", distance_conflicts="inches")


@pytest.mark.rule("red_actions", "train-speed")
@given(half=st.integers(1000, 4000), hits=st.integers(0, 4))
def test_no_order_takes_a_train_beyond_its_limit_or_half_its_last_move(half: int, hits: int) -> None:
    last = Inches(thousandths=2 * half)
    moves = {}
    for order in ("keep", "faster", "slower"):
        asked: Any = ra.TrainMoveRequest(last_move=last, order=order, engine_hits=hits)
        moves[order] = ra.ruleset.resolve(asked, dice=GivenDice([])).outcome.move
    assert moves["slower"] <= moves["keep"] <= moves["faster"] <= inches(8)
    assert moves["slower"].thousandths <= half


# ---------------------------------------------------------------- direct hits


def hit(car: Any, hits: int = 0, fear: int | None = 7, **fields: Any) -> ra.TrainHitRequest:
    return ra.TrainHitRequest(car=car, hits=hits, fear=fear, **fields)


def struck(asked: Any, *faces: int, **options: Any) -> ra.TrainHitOutcome:
    outcome: ra.TrainHitOutcome = ra.ruleset.with_options(**options).resolve(asked, dice=GivenDice(faces)).outcome
    return outcome


@pytest.mark.rule("red_actions", "train-engine-hits")
def test_the_cases_of_engines() -> None:
    assert [struck(hit("engine", hits), 3, 4).limit for hits in range(3)] == [inches(6), inches(4), inches(0)]
    assert struck(hit("engine", 2), 3, 4, engine_survives_third=True).limit == inches(2)
    assert struck(hit("engine", 3), 3, 4, engine_survives_third=True).limit == inches(0)
    first = struck(hit("engine"), 3, 4)
    assert (first.hits, first.destroyed, first.leaves_range, first.leaves_table) == (1, False, True, False)
    assert struck(hit("engine", 5), 3, 4).destroyed is False


@pytest.mark.rule("red_actions", "train-car-hits")
def test_the_cases_of_other_cars() -> None:
    once = struck(hit("turret", bases_aboard=1), 3, 4)
    assert (once.destroyed, once.bases_lost, once.limit, once.leaves_range) == (False, 0, None, False)
    twice = struck(hit("turret", 1, bases_aboard=1), 3, 4)
    assert (twice.hits, twice.destroyed, twice.bases_lost) == (2, True, 1)
    for car in ("artillery", "mg", "other"):
        found = struck(hit(car, bases_aboard=3), 3, 4)
        assert (found.destroyed, found.bases_lost) == (True, 3)
        refused(hit(car, 1), "train-car-hits", "$.hits")
    refused(hit("turret", 2), "train-car-hits", "$.hits")


@pytest.mark.rule("red_actions", "train-fear", "mor-procedure", "conv-natural-twelve")
def test_every_hit_is_a_fear_test() -> None:
    assert struck(hit("engine"), 3, 5).leaves_table is True
    assert struck(hit("mg"), 3, 5).leaves_table is True
    assert struck(hit("mg"), 3, 4).leaves_table is False
    assert struck(hit("mg", junior=ra.MoraleOfficer(effect=1)), 3, 5).leaves_table is False
    assert struck(hit("mg", fear=20), 6, 6).leaves_table is True
    assert struck(hit("mg", attached=(ra.MoraleOfficer(effect=1),)), 3, 5).leaves_table is False
    assert struck(hit("mg", situation=ra.Situation(fortified=True)), 4, 5).leaves_table is False
    assert struck(hit("mg", situation=ra.Situation(fortified=True)), 4, 6).leaves_table is True
    assert struck(hit("mg", leaving=True), 1, 1).leaves_table is True


@pytest.mark.rule("red_actions", "train-fear")
def test_a_train_that_leaves_rallies_without_a_marker() -> None:
    asked = ra.TrainRallyRequest(rally=6, junior=ra.MoraleOfficer(effect=1))
    for faces in TWO_DICE:
        found = ra.ruleset.resolve(asked, dice=GivenDice(faces)).outcome
        assert found == ra.TrainRallyOutcome(leaves_table=sum(faces) > 7)


@pytest.mark.rule("red_actions", "train-fear", "conv-cards-missing")
def test_a_card_without_the_number_needs_a_ruling() -> None:
    unanswered: list[tuple[Any, str]] = [(hit("mg", fear=None), "fear"), (ra.TrainRallyRequest(), "rally")]
    for asked, field in unanswered:
        with pytest.raises(NeedsRuling, match=rf"field {field} \[conv-cards-missing\]"):
            ra.ruleset.resolve(asked, dice=SeededDice(1))


@pytest.mark.rule("red_actions", "train-fear")
@pytest.mark.parametrize("number", [1, 2, 7, 11, 12, 30])
def test_the_exact_odds_of_hits_and_rallies(number: int) -> None:
    flees = Fraction(sum(sum(faces) > number or sum(faces) == 12 for faces in TWO_DICE), 36)
    assert ra.ruleset.odds(hit("turret", fear=number)).probability(lambda found: found.leaves_table) == flees
    rally = ra.ruleset.odds(ra.TrainRallyRequest(rally=number))
    assert rally.probability(lambda found: found.leaves_table) == flees


@pytest.mark.rule("red_actions", "train-fear")
def test_bad_hits() -> None:
    malformed(hit("engine", -1), "train-engine-hits", "$.hits")
    malformed(hit("mg", bases_aboard=13), "train-car-hits", "$.bases_aboard")
    malformed(hit("mg", fear=31), "mor-procedure", "$.fear")


@pytest.mark.rule("red_actions", "train-engine-hits", "train-fear")
def test_the_record_of_a_hit() -> None:
    resolution = ra.ruleset.resolve(hit("engine", 2), dice=GivenDice((3, 4)))
    assert [step.rule for step in resolution.record.steps[1:]] == [
        "train-engine-hits",  # the option
        "train-engine-hits",
        "mor-procedure",
    ]
