"""Senior officers who join units, leave them, and fall with them, in a whole game."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from red_actions_tables import played, rules_against, stands, state_of

from rcw_rules import GivenDice
from rcw_rules import red_actions as ra
from rcw_rules.kernel.judging import Judge
from rcw_rules.kernel.lengths import inches
from rcw_rules.red_actions.game import Scene

COLONEL = ra.OfficerToken(id="colonel", rank="colonel", effect=2, values="illustrative")


def rifles(**facts: Any) -> Any:
    return stands("1st", "red", "red_regulars", 4, 20, 10, 0, **facts)


def colonel(y: str = "9.213", **facts: Any) -> Any:
    """His base touches the rear of the 1st, whose bases are 20 mm deep."""
    return stands("Kombrig", "red", "senior_officer_foot", 1, 20, y, 0, officer=COLONEL, **facts)


def whites(**facts: Any) -> Any:
    return stands("Volunteers", "white", "white_volunteers", 4, 20, 44, 180, **facts)


ATTACH = ra.Attach(unit="1st", senior="Kombrig")


@pytest.mark.rule("red_actions", "act-senior-attach", "act-free-actions")
def test_a_senior_joins_a_unit_and_its_segment_goes_on() -> None:
    state = state_of(rifles(), colonel(), whites())
    assert ATTACH in ra.game.legal_actions(state)
    joined = played(state, ATTACH)
    assert ra.game.play(state, ATTACH, dice=GivenDice([])).events == ("Kombrig is with 1st.",)
    assert (joined.stage, joined.group("Kombrig"), joined.the_unit("1st").seniors) == ("segment", None, (COLONEL,))
    assert "act-free-actions" in rules_against(joined, ra.Detach(unit="1st", senior="Kombrig"))
    moved = played(joined, ra.Move(unit="1st", ahead=inches(6)))
    assert [(one.name, one.unit) for one in moved.attached] == [("Kombrig", "1st")]
    assert moved.unit("Kombrig") is None
    assert ra.standing_of(moved).lost["red"] == 0
    assert moved.game.fallen_seniors == ()
    far = state_of(rifles(), colonel("8"), whites())
    assert "act-senior-attach" in rules_against(far, ATTACH)
    assert ATTACH not in ra.game.legal_actions(far)
    text = ra.game.text_map(ra.game.view(moved, "white"))
    assert "with Kombrig" in text


def attached(**facts: Any) -> ra.State:
    state = played(state_of(rifles(**facts), colonel(), whites()), ATTACH)
    state = played(played(state, ra.Hold(unit="1st")), ra.Hold(unit="Volunteers"))
    assert state.game.turn == 2
    return state


@pytest.mark.rule("red_actions", "act-senior-attach")
def test_a_senior_who_leaves_a_unit_that_has_not_moved_may_act() -> None:
    state = attached()
    left = played(state, ra.Detach(unit="1st", senior="Kombrig"))
    told = ra.game.play(state, ra.Detach(unit="1st", senior="Kombrig"), dice=GivenDice([])).events
    assert told == ("Kombrig leaves 1st.",)
    group = left.group("Kombrig")
    assert group is not None
    assert str(group.bases[0].at) == "(20.591, 9.213)"
    assert (left.attached, left.the_unit("1st").seniors) == ((), ())
    assert not left.the_unit("Kombrig").has_acted
    gone = played(left, ra.Move(unit="1st", ahead=inches(4)))
    assert gone.the_unit("Kombrig").officer == COLONEL
    assert not gone.the_unit("Kombrig").has_acted
    assert rules_against(state, ra.Detach(unit="1st", senior="Nobody")) == ["act-senior-attach"]


@pytest.mark.rule("red_actions", "off-senior-killed", "res-officers-shooting")
def test_a_senior_who_falls_with_a_unit_is_succeeded() -> None:
    state = attached()
    guns = stands("Guns", "white", "field_gun", 1, 20, 40, 180, officer=None)
    # A shell takes the last base of the unit, and the colonel with it.
    weak = evolve(state.the_unit("1st"), bases=1, officer=None)
    game = evolve(state.game, units=(weak, state.the_unit("Volunteers"), guns.unit), acting="defender")
    group = state.group("1st")
    assert group is not None
    small = evolve(group, bases=group.bases[:1])
    frames = tuple(evolve(frame, side="white") for frame in state.frames)
    groups = (small, *(one for one in state.groups if one.name == "Volunteers"), guns.group)
    shelled = evolve(state, game=game, groups=groups, frames=frames)
    after = played(shelled, ra.Shoot(unit="Guns", target="1st"), 5, 5)
    assert after.unit("1st") is None
    assert after.attached == ()
    assert [(one.name, one.known_in_turn) for one in after.game.fallen_seniors] == [("Kombrig", 2)]


@pytest.mark.rule("red_actions", "off-senior-adds", "act-senior-attach")
def test_an_attached_senior_still_encourages_units_nearby() -> None:
    state = attached()
    near = stands("2nd", "red", "red_regulars", 4, 28, 10, 0)
    both = evolve(
        state, game=evolve(state.game, units=(*state.game.units, near.unit)), groups=(*state.groups, near.group)
    )
    (senior,) = Scene(Judge(ra.ruleset), both).situation_of("2nd").seniors
    # Four bases of 30 mm each: 8 in between the middles are 3.276 in between the units, up to what corners round to.
    assert (senior.effect, senior.sees) == (2, True)
    assert abs(senior.distance.thousandths - 3276) <= 3
    assert Scene(Judge(ra.ruleset), both).situation_of("1st").seniors == ()


@pytest.mark.rule("red_actions", "act-divide", "act-senior-attach")
def test_a_senior_goes_with_the_part_that_the_officer_leads() -> None:
    state = attached()
    divided = played(state, ra.Divide(unit="1st", parts=(2, 2)), officer_part=2)
    assert [(one.name, one.unit) for one in divided.attached] == [("Kombrig", "1st 2")]
    assert divided.the_unit("1st 2").seniors == (COLONEL,)
    assert divided.game.fallen_seniors == ()


@pytest.mark.rule("red_actions", "off-replacement")
def test_a_unit_without_its_officer_draws_one_as_it_next_acts() -> None:
    state = state_of(rifles(officer=None, draws_officer=True), whites())
    assert "an officer is due" in ra.game.text_map(ra.game.view(state, "red"))
    # The pool lists six plain tokens before the steady ones.
    after = played(state, ra.Hold(unit="1st"), 7)
    officer = after.the_unit("1st").officer
    assert officer is not None
    assert (officer.id, after.the_unit("1st").draws_officer) == ("steady", False)
    before = sum(one.count for one in state.game.army_of("red").army.pool)
    assert sum(one.count for one in after.game.army_of("red").army.pool) == before - 1
