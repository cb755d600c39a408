"""Several ambushers at once, charges out of a pursuit, and one convention for every rout, in a whole game."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from red_actions_tables import Faces, box, plain, played, rules_against, stands, state_of

from rcw_rules import red_actions as ra
from rcw_rules.kernel.lengths import inches

WOODS = plain(
    box("West wood", "woods", corners=(4, 18, 14, 26), cover="wood", sight="area"),
    box("East wood", "woods", corners=(26, 18, 36, 26), cover="wood", sight="area"),
)


def rifles(y: int = 14, **facts: Any) -> Any:
    return stands("1st", "red", "red_regulars", 4, 20, y, 0, **facts)


def guard() -> Any:
    return stands("Guard", "white", "white_volunteers", 4, 40, 46, 180)


def waiting(*, west: str = "white_volunteers", east: str = "white_volunteers") -> ra.State:
    """Whites lie on both sides of the way of the 1st, each facing it from 6 in aside."""
    notes = (
        ra.Ambusher(unit="West", place="West wood", hides_in="woods"),
        ra.Ambusher(unit="East", place="East wood", hides_in="woods"),
    )
    return state_of(
        rifles(),
        stands("West", "white", west, 3, 12, 20, 90),
        stands("East", "white", east, 3, 27, 20, 270),
        guard(),
        table=WOODS,
        ambushers=notes,
    )


def asked(state: ra.State) -> ra.State:
    after = played(state, ra.Move(unit="1st", ahead=inches(6)))
    assert (after.stage, after.to_act) == ("ambush", "white")
    return after


# ------------------------------------------------------------------ several ambushers


@pytest.mark.rule("red_actions", "amb-benefits", "pre-ambush", "amb-spring")
def test_several_ambushers_shoot_and_frighten_once() -> None:
    state = asked(waiting())
    both = ra.Spring(unit="West", attack="shoot", others=("East",))
    assert both in ra.game.legal_actions(state)
    assert ra.game.read_action(str(both)) == both
    # One marker and one fear test for the ambush; 6 points each, column 3 and one more along the line: 2 and 2 miss.
    shot = played(state, both, 1, 1, 1, 1, 1, 1)
    assert shot.the_unit("1st").terror == 1
    assert set(shot.fired) == {"West", "East"}
    assert (shot.ambushers, shot.to_act) == ((), "white")
    assert shot.the_unit("West").has_acted
    assert shot.the_unit("East").has_acted
    routs = played(state, both, 6, 6)
    assert routs.the_unit("1st").routing
    assert routs.fired == ("West",)
    assert rules_against(state, ra.Spring(unit="West", attack="shoot", others=("Guard",))) == ["amb-spring"]


@pytest.mark.rule("red_actions", "pre-ambush", "amb-benefits")
def test_another_ambusher_may_join_with_a_charge() -> None:
    state = asked(waiting(east="plastoons"))
    first = played(state, ra.Spring(unit="West", attack="shoot"), 1, 1, 1, 1)
    assert (first.stage, first.to_act) == ("ambush", "white")
    assert [str(one) for one in ra.game.legal_actions(first)] == [
        "lie low", "spring the ambush of East to charge",
    ]  # fmt: skip
    assert first.the_unit("1st").has_acted
    low = played(first, ra.LieLow())
    assert [one.unit for one in low.ambushers] == ["East"]
    assert low.stage == "segment"
    # It needs no charge test; the 1st fears it once more, fails with a 12, and routs.
    joined = played(first, ra.Spring(unit="East", attack="charge"), 6, 6)
    assert joined.the_unit("1st").routing
    assert joined.the_unit("1st").terror == 1
    assert joined.the_unit("East").has_acted
    assert joined.ambushers == ()
    assert rules_against(first, ra.Spring(unit="East", attack="shoot")) == ["amb-spring"]


# ------------------------------------------------------------------ a charge out of a pursuit


@pytest.mark.rule("red_actions", "pur-sabres", "charge-follow")
def test_pursuers_run_into_an_enemy_who_shows_them_a_flank() -> None:
    squadron = stands("Squadron", "red", "red_cavalry", 4, 20, 10, 0)
    target = stands("Volunteers", "white", "white_volunteers", 3, 20, 16, 180, officer=None, has_acted=True)
    charge = ra.Charge(unit="Squadron", target="Volunteers")

    def officers(y: int) -> Any:
        """They face east: three of the four bases of the Squadron come from behind their front."""
        return stands("Officers", "white", "white_officers", 4, "21.5", y, 90, officer=None)

    # Charge test, fear passed, 16 against 6 is 5:2, and an 11 defeats: one base routs 6 in and is caught. The pursuers
    # touch the Officers 7.6 in behind the first contact; they fear the charge, fail with a 12, and rout.
    after = played(state_of(squadron, target, officers(26), guard()), charge, 1, 1, 1, 1, 5, 6, 6, 6, 6)
    assert after.unit("Volunteers") is None
    assert after.the_unit("Officers").routing
    assert after.the_unit("Squadron").has_acted
    # An inch nearer the router runs through them before it is caught: they fear that first.
    through = played(state_of(squadron, target, officers(25), guard()), charge, 1, 1, 1, 1, 5, 6, 6, 1, 1, 6, 6)
    assert through.the_unit("Officers").routing
    halted = stands("Officers", "white", "white_officers", 4, 20, 26, 180, officer=None)
    stopped = played(state_of(squadron, target, halted, guard()), charge, 1, 1, 1, 1, 5, 6, 6)
    group = stopped.group("Squadron")
    assert group is not None
    # They face the pursuers, who halt 2 in before them.
    assert str(group.bases[0].at) == "(18.228, 24)"
    assert not stopped.the_unit("Officers").routing


# ------------------------------------------------------------------ one convention for every rout


def reserve_tests(state: ra.State, action: Any, *faces: int, **choices: Any) -> tuple[bool, str, str]:
    after = played(state, action, *faces, **choices)
    one, other = after.group("1st"), after.group("2nd")
    assert one is not None
    assert other is not None
    return after.the_unit("2nd").routing, str(one.bases[0].at), str(other.bases[0].at)


@pytest.mark.rule("red_actions", "rout-cascade", "rout-move", "mor-triggers")
def test_a_rout_runs_on_alike_after_a_shot_a_charge_and_an_ambush() -> None:
    """The 1st routs 6 in straight back through the 2nd, which fails its fear test and routs 6 in as well."""
    first = stands("1st", "red", "red_regulars", 4, 20, 26, 0, officer=None, has_acted=True)
    second = stands("2nd", "red", "red_regulars", 4, 20, 22, 0, officer=None)
    reds = stands("Far", "red", "red_regulars", 4, 40, 2, 0)
    enemy = stands("Foe", "white", "white_officers", 5, 20, 31, 180)
    shaken = first._replace(unit=evolve(first.unit, terror=3))
    by_shot = state_of(shaken, second, enemy, reds, side="white")
    # 5 bases of 2 are 10 points, column 4: an 11 brings two markers, five are too many for four bases.
    shot = reserve_tests(by_shot, ra.Shoot(unit="Foe", target="1st"), 5, 6, 6, 6)
    by_charge = state_of(first, second, enemy, reds, side="white")
    charge = reserve_tests(by_charge, ra.Charge(unit="Foe", target="1st"), 1, 1, 6, 6, 6, 6)
    wood = plain(box("Wood", "woods", corners=(14, 30, 26, 36), cover="wood", sight="area"))
    note = (ra.Ambusher(unit="Foe", place="Wood", hides_in="woods"),)
    came = stands("1st", "red", "red_regulars", 4, 20, 24, 0, officer=None)
    back = stands("2nd", "red", "red_regulars", 4, 20, 22, 0, officer=None)
    hidden = state_of(came, back, enemy, reds, table=wood, ambushers=note)
    told = played(hidden, ra.Move(unit="1st", ahead=inches(2)))
    ambush = reserve_tests(told, ra.Spring(unit="Foe", attack="shoot"), 6, 6, 6, 6)
    assert shot == charge == (True, "(18.228, 20)", "(18.228, 16)")
    # Cut off an inch nearer to its start, the 1st stands that inch farther south, and all else is the same.
    assert ambush == (True, "(18.228, 19)", "(18.228, 16)")


@pytest.mark.rule("red_actions", "retire-manner", "defs-base")
def test_what_an_action_brings_about_is_in_its_outcome() -> None:
    target = stands("Volunteers", "white", "white_volunteers", 4, 20, 20, 180, officer=None, has_acted=True)
    behind = stands("Reserve", "white", "white_volunteers", 4, 20, 22, 180)
    guns = stands("Guns", "red", "field_gun", 1, 20, 10, 0, officer=None)
    state = state_of(guns, target, behind, guard())
    # A direct hit on 10 costs a base; 8 points in the open, column 3: an 8 makes them retire 3 in. Fear is passed.
    shot = ra.game.act_request(state, ra.Shoot(unit="Guns", target="Volunteers"))
    outcome = ra.ruleset.resolve(shot, dice=Faces(5, 5, 4, 4, 1, 1)).outcome
    (fallen,) = outcome.fallen_bases
    group = state.group("Volunteers")
    assert group is not None
    assert (fallen.unit, fallen.at, fallen.facing) == ("Volunteers", group.bases[3].at, group.bases[3].facing)
    # The reserve stands 1.213 in behind them.
    assert [(one.unit, str(one.to)) for one in outcome.pushed_back] == [("Reserve", "(20, 24.181)")]
    assert outcome.left_behind == ()
