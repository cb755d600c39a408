"""The report of a segment comes from outcomes: who changed, who was forced, who fired and was shot at."""

from __future__ import annotations

from typing import Any

import pytest
from red_actions_games import CARDS, game, named, step, unit

from rcw_rules import SeededDice
from rcw_rules import red_actions as ra
from rcw_rules.kernel.lengths import inches


def answer(asked: Any, seed: int = 1) -> Any:
    return ra.ruleset.resolve(asked, dice=SeededDice(seed)).outcome


def shot(by: ra.Unit, at: ra.Unit, seed: int) -> Any:
    return answer(ra.ShootRequest(shooter=by, target=at, distance=inches(6), able_bases=4), seed)


@pytest.mark.rule("red_actions", "seq-steps", "seq-position-markers", "march-rate")
def test_a_volley_reports_itself() -> None:
    reds, whites = unit("1st"), unit("Volunteers", "white", "white_volunteers")
    state = game(reds, whites, acting="defender", hidden=("Volunteers",))
    outcome = shot(whites, reds, 1)
    report = ra.segment_of(state, "Volunteers", [outcome])
    assert (report.fired, report.shot_at, report.forced) == (("Volunteers",), ("1st",), ())
    assert report.after == (outcome.shooter, outcome.target)
    after = step(state, report).game
    assert (after.hidden, named(after, "1st").bases, named(after, "1st").shot_at) == ((), outcome.target.bases, True)
    assert named(after, "Volunteers").has_acted


@pytest.mark.rule("red_actions", "turn-forced-forfeit")
def test_who_goes_back_or_routs_is_forced_and_who_has_no_room_is_not() -> None:
    reds, whites = unit("1st"), unit("Volunteers", "white", "white_volunteers")
    state = game(reds, whites, acting="defender")
    asked = ra.RetireRequest(unit=reds)
    assert ra.segment_of(state, "Volunteers", [answer(asked)]).forced == ("1st",)
    stuck = ra.RetireRequest(unit=reds, footing=ra.RetirePlace(room_behind=inches(0)))
    assert ra.segment_of(state, "Volunteers", [answer(stuck)]).forced == ()
    routers = unit("1st", routing=True, has_acted=True)
    moved = answer(ra.RoutCascadeRequest(unit=routers))
    report = ra.segment_of(state, "Volunteers", [moved], seen=("1st",))
    assert (report.forced, report.after, report.seen) == (("1st",), (moved.move.unit,), ("1st",))


@pytest.mark.rule("red_actions", "pre-return-fire")
def test_return_fire_makes_the_target_a_shooter() -> None:
    reds, whites = unit("1st"), unit("Volunteers", "white", "white_volunteers")
    first = ra.ShootRequest(shooter=reds, target=whites, distance=inches(6), able_bases=4)
    back = ra.ShootRequest(shooter=whites, target=reds, distance=inches(6), able_bases=4)
    outcome = answer(ra.ReturnFireRequest(first=first, answer=back))
    report = ra.segment_of(game(reds, whites, acting="attacker"), "1st", [outcome])
    assert outcome.answer is not None
    assert (report.fired, report.shot_at) == (("1st", "Volunteers"), ("Volunteers", "1st"))
    assert report.after == (outcome.answer.unit, outcome.target)


@pytest.mark.rule("red_actions", "act-divide", "act-combine")
def test_parts_come_from_the_unit_and_the_last_outcome_of_a_unit_counts() -> None:
    reds = unit("1st", bases=5)
    parts = answer(ra.DivideUnitRequest(unit=reds, parts=(3, 2)))
    state = game(reds, unit("W", "white", "white_volunteers"), acting="attacker")
    report = ra.segment_of(state, "1st", [parts])
    assert {one.name: one.bases for one in report.after if one.bases} == {
        part.unit.name: part.unit.bases for part in parts.parts
    }
    assert step(state, report).game.army_of("red").lost_points == 0
    one, two = (shot(reds, unit("W", "white", bases=bases), 1) for bases in (4, 3))
    assert ra.segment_of(state, "1st", [one, two]).after == (two.shooter, two.target)


@pytest.mark.rule("red_actions", "off-replacement")
def test_a_draw_leaves_its_pool_to_the_army_that_acts() -> None:
    army = CARDS.army("red")
    drawn = ra.DrawOfficersOutcome(seniors=(), juniors=(army.pool[0].token,), pool=army.pool[1:])
    report = ra.segment_of(game(unit("1st"), acting="attacker"), "1st", [drawn])
    assert report.pools == (ra.PoolLeft(side="red", pool=army.pool[1:]),)


def test_a_unit_that_is_not_there_reports_nothing() -> None:
    with pytest.raises(LookupError, match="there is no unit 'Nobody'"):
        ra.segment_of(game(unit("1st")), "Nobody", [])
