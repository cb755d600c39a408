"""Dismounting, dividing, combining and forming up in a whole game."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from red_actions_tables import TROOPS, played, rules_against, stands, state_of

from rcw_rules import GivenDice
from rcw_rules import red_actions as ra
from rcw_rules.kernel.angles import degrees
from rcw_rules.kernel.geometry.table import Group, point
from rcw_rules.kernel.lengths import inches


def whites(**facts: Any) -> Any:
    return stands("Volunteers", "white", "white_volunteers", 4, 20, 44, 180, **facts)


def horse(bases: int = 4, **facts: Any) -> Any:
    return stands("Squadron", "red", "red_cavalry", bases, 20, 10, 0, **facts)


def spots(state: ra.State, name: str) -> list[str]:
    group = state.group(name)
    assert group is not None
    return [str(base.at) for base in group.bases]


# ------------------------------------------------------------------ horses


@pytest.mark.rule("red_actions", "dis-time", "dis-horse-holders", "dis-types")
def test_cavalry_fights_on_foot_and_mounts_where_its_horses_are() -> None:
    state = state_of(horse(), whites())
    assert ra.Dismount(unit="Squadron") in ra.game.legal_actions(state)
    on_foot = played(state, ra.Dismount(unit="Squadron"))
    unit = on_foot.the_unit("Squadron")
    # Red cavalry dismounts as Red conscripts; the last of four bases holds the horses.
    assert (unit.card.id, unit.bases, unit.has_acted) == ("red_conscripts", 3, True)
    assert spots(on_foot, "Squadron") == spots(state, "Squadron")[:3]
    told = ra.game.play(state, ra.Dismount(unit="Squadron"), dice=GivenDice([])).events
    assert told == (
        "Squadron fights as Red Conscripts now, with 3 bases.", "The horses of Squadron lie where they were left.",
    )  # fmt: skip
    (horses,) = on_foot.horses
    assert (horses.unit, horses.holders, str(horses.at)) == ("Squadron", 1, "(21.772, 9.606)")
    assert ra.standing_of(on_foot).lost["red"] == 0
    assert on_foot.game.army_of("red").lost_points == 0
    ready = evolve(state, game=evolve(state.game, units=(evolve(unit, has_acted=False), whites().unit)),
                   groups=on_foot.groups, horses=on_foot.horses)  # fmt: skip
    # They are a Mob now that sees the enemy, and overcome their hesitation with a 3.
    mounted = played(ready, ra.Mount(unit="Squadron"), 3)
    assert (mounted.the_unit("Squadron").card.id, mounted.the_unit("Squadron").bases) == ("red_cavalry", 4)
    assert len(spots(mounted, "Squadron")) == 4
    assert mounted.horses == ()
    away = evolve(ready, groups=tuple(group.moved(degrees(270), inches(6)) if group.name == "Squadron" else group
                                      for group in ready.groups))  # fmt: skip
    assert rules_against(away, ra.Mount(unit="Squadron")) == ["dis-horse-holders"]
    assert rules_against(state, ra.Mount(unit="Squadron")) == ["dis-horse-holders"]
    assert rules_against(state_of(horse(1), whites()), ra.Dismount(unit="Squadron")) == ["dis-horse-holders"]


@pytest.mark.rule("red_actions", "dis-types", "conv-cards-missing")
def test_the_scenario_gives_the_card_on_foot_of_cards_of_your_own() -> None:
    own = evolve(TROOPS.card("red_cavalry"), id="ours", dismounts_as=("our_rifles",), values="given")
    foot = evolve(TROOPS.card("red_regulars"), id="our_rifles", values="given")
    mine = horse()._replace(unit=evolve(horse().unit, card=own))
    assert ra.Dismount(unit="Squadron") not in ra.game.legal_actions(state_of(mine, whites()))
    given = state_of(mine, whites(), scenario={"cards": (foot,)})
    assert played(given, ra.Dismount(unit="Squadron")).the_unit("Squadron").card.id == "our_rifles"


# ------------------------------------------------------------------ dividing and combining


@pytest.mark.rule("red_actions", "act-divide", "defs-unit-size")
def test_a_unit_divides_and_its_markers_are_shared_upwards() -> None:
    rifles = stands("1st", "red", "red_regulars", 5, 20, 10, 0, terror=3)
    state = state_of(rifles, whites())
    assert ra.Divide(unit="1st", parts=(3, 2)) in ra.game.legal_actions(state)
    after = played(state, ra.Divide(unit="1st", parts=(3, 2)), officer_part=1)
    first, second = after.the_unit("1st 1"), after.the_unit("1st 2")
    assert (first.bases, first.terror, second.bases, second.terror) == (3, 2, 2, 2)
    assert (first.officer is not None, second.officer, second.draws_officer) == (True, None, True)
    assert after.unit("1st") is None
    assert spots(after, "1st 1") + spots(after, "1st 2") == spots(state, "1st")
    assert first.has_acted
    assert second.has_acted
    assert ra.standing_of(after).lost["red"] == 0
    assert after.game.army_of("red").lost_points == 0
    told = ra.game.play(state, ra.Divide(unit="1st", parts=(3, 2)), dice=GivenDice([])).events
    assert told == ("1st divides into 1st 1 and 1st 2.",)
    assert rules_against(state, ra.Divide(unit="1st", parts=(4, 1))) == ["defs-unit-size"]
    assert rules_against(state, ra.Divide(unit="1st", parts=(2, 2))) == ["act-divide"]


@pytest.mark.rule("red_actions", "act-divide", "rout-move", "defs-terror-rout")
def test_a_part_with_more_markers_than_bases_routs_at_once() -> None:
    enemy = stands("Volunteers", "white", "white_volunteers", 4, "18.819", 44, 180)
    state = state_of(stands("1st", "red", "red_regulars", 4, 20, 10, 0, terror=3, humiliated=1), enemy)
    after = played(state, ra.Divide(unit="1st", parts=(2, 2)), officer_part=1)
    # Two terror markers and one humiliated one are more than two bases: both rout, the first straight south.
    assert after.the_unit("1st 1").routing
    assert after.the_unit("1st 2").routing
    assert spots(after, "1st 1")[0] == "(18.228, 4)"


@pytest.mark.rule("red_actions", "act-combine", "note-higher-formations")
def test_units_that_touch_combine_under_the_higher_officer() -> None:
    colonel = ra.OfficerToken(id="colonel", rank="colonel", values="illustrative")
    one = stands("1st", "red", "red_regulars", 2, 20, 10, 0, terror=1)
    two = stands("2nd", "red", "red_regulars", 2, "22.362", 10, 0, officer=colonel, pinned=True)
    state = state_of(one, two, whites())
    assert ra.Combine(unit="1st", other="2nd") in ra.game.legal_actions(state)
    after = played(state, ra.Combine(unit="1st", other="2nd"))
    unit = after.the_unit("1st")
    assert (unit.bases, unit.terror, unit.pinned, unit.officer) == (4, 1, True, colonel)
    assert spots(after, "1st") == spots(state, "1st") + spots(state, "2nd")
    assert after.unit("2nd") is None
    assert after.to_act == "white"
    assert after.game.army_of("red").lost_points == 0
    far = state_of(one, stands("2nd", "red", "red_regulars", 2, 30, 10, 0), whites())
    assert rules_against(far, ra.Combine(unit="1st", other="2nd")) == ["act-combine"]
    pushed = evolve(state, have_moved=("2nd",))
    assert rules_against(pushed, ra.Combine(unit="1st", other="2nd")) == ["act-combine"]
    assert rules_against(state, ra.Combine(unit="1st", other="Volunteers")) == ["act-combine"]


@pytest.mark.rule("red_actions", "dis-horse-holders", "act-combine", "act-divide")
def test_horse_holders_of_units_that_combine_add_up_and_go_with_the_officer() -> None:
    card = TROOPS.card("red_cavalry")
    one = stands("1st", "red", "red_conscripts", 2, 20, 10, 0)
    two = stands("2nd", "red", "red_conscripts", 2, "22.362", 10, 0, officer=None)
    horses = (
        ra.Horses(unit="1st", side="red", at=point(20, 8), holders=1, card=card),
        ra.Horses(unit="2nd", side="red", at=point(22, 8), holders=1, card=card),
    )
    state = state_of(one, two, whites(), horses=horses)
    # Conscripts are a Mob that sees the enemy: a 3.
    whole = played(state, ra.Combine(unit="1st", other="2nd"), 3)
    assert [(each.unit, each.holders, each.at) for each in whole.horses] == [("1st", 2, point(20, 8))]
    apart = evolve(state, horses=(horses[0], evolve(horses[1], at=point(23, 8))))
    assert rules_against(apart, ra.Combine(unit="1st", other="2nd")) == ["dis-horse-holders"]
    four = stands("1st", "red", "red_conscripts", 4, 20, 10, 0)
    parts = played(state_of(four, whites(), horses=horses[:1]), ra.Divide(unit="1st", parts=(2, 2)), 3, officer_part=2)
    assert [each.unit for each in parts.horses] == ["1st 2"]


@pytest.mark.rule("red_actions", "mov-reform")
def test_bases_that_face_different_ways_form_up_as_their_whole_move() -> None:
    state = state_of(stands("1st", "red", "red_regulars", 4, 20, 10, 0), whites())
    group = state.group("1st")
    assert group is not None
    mixed = Group(name="1st", bases=(*group.bases[:3], group.bases[3].about_face()))
    square = evolve(state, groups=(mixed, *state.groups[1:]))
    assert "mov-forward-drift" in rules_against(square, ra.Move(unit="1st", ahead=inches(2)))
    formed = played(square, ra.Reform(unit="1st", facing=degrees(90)))
    now = formed.group("1st")
    assert now is not None
    assert (now.facing, now.is_line, formed.the_unit("1st").has_acted) == (degrees(90), True, True)
    assert rules_against(state, ra.Reform(unit="1st", facing=degrees(90))) == ["mov-reform"]
