"""Segments in a whole game: moves, shots, charges, routs that run on, and what the enemy may do before."""

from __future__ import annotations

from typing import Any

import pytest
from red_actions_tables import CLEVER, Faces, box, plain, played, rules_against, stands, state_of

from rcw_rules import GivenDice, SeededDice
from rcw_rules import red_actions as ra
from rcw_rules.kernel.angles import degrees
from rcw_rules.kernel.lengths import inches

WOOD = box("West wood", "woods", corners=(4, 18, 14, 26), cover="wood", sight="area")


def rifles(name: str = "1st", side: Any = "red", x: int | str = 20, y: int = 10, facing: int = 0, **facts: Any) -> Any:
    return stands(name, side, "red_regulars" if side == "red" else "white_volunteers", 4, x, y, facing, **facts)


def guard() -> Any:
    """A unit far away that keeps the turn going."""
    return stands("Guard", "white", "white_volunteers", 4, 40, 46, 180)


def front(state: ra.State, name: str) -> str:
    group = state.group(name)
    assert group is not None
    return str(group.bases[0].at)


# ------------------------------------------------------------------ moves


@pytest.mark.rule("red_actions", "mov-speed", "act-one-only", "turn-forced-forfeit")
def test_a_move_uses_the_segment_and_the_enemy_is_next() -> None:
    state = state_of(rifles(), rifles("Volunteers", "white", 20, 40, 180))
    after = played(state, ra.Move(unit="1st", ahead=inches(6)))
    assert front(state, "1st") == "(18.228, 10)"
    assert front(after, "1st") == "(18.228, 16)"
    assert after.the_unit("1st").has_acted
    assert (after.to_act, after.have_moved) == ("white", ("1st",))
    assert rules_against(state, ra.Move(unit="1st", ahead=inches("6.001"))) == ["mov-speed", "mov-speed"]
    assert rules_against(state, ra.Move(unit="Volunteers", ahead=inches(1))) == ["turn-initiative-standard"]
    assert rules_against(after, ra.Move(unit="1st", ahead=inches(1))) == [
        "turn-initiative-standard", "turn-forced-forfeit",
    ]  # fmt: skip


@pytest.mark.rule("red_actions", "mov-wheel", "mov-two-inch", "mov-interpenetration", "terrain-cost-rule")
def test_wheels_woods_enemies_and_friends_limit_a_move() -> None:
    state = state_of(
        rifles(),
        stands("2nd", "red", "red_regulars", 4, 20, "16.5", 0),
        rifles("Volunteers", "white", 32, 17, 180),
        table=plain(box("Wood", "woods", corners=(0, 11, 16, 20), cover="wood")),
    )
    # A wheel of four bases of 30 mm by 30 degrees is 2.474 in: 3.5 in are left.
    assert not rules_against(state, ra.Move(unit="1st", ahead=inches("3.5"), wheel=degrees(30)))
    assert rules_against(state, ra.Move(unit="1st", ahead=inches("3.6"), wheel=degrees(30)))[-1:] == ["mov-speed"]
    assert "mov-interpenetration" in rules_against(state, ra.Move(unit="1st", ahead=inches(6)))
    # Half speed in the wood: 1 in to it, and 2.5 in inside for 5.
    west = state_of(rifles(x=10), rifles("Volunteers", "white", 40, 40, 180), table=state.scenario.table)
    assert not rules_against(west, ra.Move(unit="1st", ahead=inches("3.5")))
    assert rules_against(west, ra.Move(unit="1st", ahead=inches("3.6"))) == ["terrain-cost-rule"]
    near = state_of(rifles(), rifles("Volunteers", "white", 20, 16, 180))
    assert not rules_against(near, ra.Move(unit="1st", ahead=inches(4)))
    assert rules_against(near, ra.Move(unit="1st", ahead=inches("4.001"))) == ["mov-two-inch"]


@pytest.mark.rule("red_actions", "mov-two-inch", "form-column", "mov-speed")
def test_a_column_that_forms_a_line_and_one_that_wheels_keep_off_enemies_and_edges() -> None:
    # Four bases of 1.181 in: the line reaches 2.362 in from its middle, and ends 1.776 in from the Volunteers.
    column = stands("1st", "red", "red_regulars", 4, 20, 10, 0, in_column=True)
    state = state_of(column, rifles("Volunteers", "white", "26.5", 10, 180))
    forms = ra.Move(unit="1st", ahead=inches("0.5"), form="line")
    assert rules_against(state, forms) == ["mov-two-inch"]
    assert not rules_against(state_of(column, rifles("Volunteers", "white", "26.8", 10, 180)), forms)
    # After the wheel a corner is off the table, and the way ahead leads back onto it.
    far, wheels = rifles("Volunteers", "white", 40, 40, 180), ra.Move(unit="1st", ahead=inches(4), wheel=degrees(37))
    for y, against in (("0.627", ["mov-speed"]), ("1.627", [])):
        assert rules_against(state_of(stands("1st", "red", "red_regulars", 1, 14, y, 240), far), wheels) == against


@pytest.mark.rule("red_actions", "char-mob-hesitation", "off-mob")
def test_a_mob_that_hesitates_may_shoot_and_nothing_else() -> None:
    mob = ra.OfficerToken(id="mob", characteristics=("Mob",), values="illustrative")
    state = state_of(rifles(officer=mob), rifles("Volunteers", "white", 20, 20, 180))
    hesitates = played(state, ra.Move(unit="1st", ahead=inches(4)), 2)
    assert (hesitates.stage, hesitates.to_act) == ("hesitation", "red")
    assert front(hesitates, "1st") == front(state, "1st")
    listed = ra.game.legal_actions(hesitates)
    assert {type(action).__name__ for action in listed} == {"Hold", "Shoot"}
    assert all(action.ahead == inches(0) for action in listed if isinstance(action, ra.Shoot))
    assert rules_against(hesitates, ra.Move(unit="1st", ahead=inches(4))) == ["char-mob-hesitation"]
    assert played(hesitates, ra.Hold(unit="1st")).the_unit("1st").has_acted
    # It goes on with a 3, and away from the enemy without a die.
    assert front(played(state, ra.Move(unit="1st", ahead=inches(4)), 3), "1st") == "(18.228, 14)"
    away = played(state, ra.Move(unit="1st", ahead=inches(4), turn=degrees(180)))
    assert away.the_unit("1st").has_acted


@pytest.mark.rule("red_actions", "rally-pinned", "defs-pinned")
def test_a_pinned_unit_rallies_before_it_goes_towards_the_enemy() -> None:
    state = state_of(rifles(pinned=True), rifles("Volunteers", "white", 20, 20, 180))
    move = ra.Move(unit="1st", ahead=inches(4))
    freed = played(state, move, 3, 3)
    assert not freed.the_unit("1st").pinned
    assert front(freed, "1st") == "(18.228, 14)"
    stuck = played(state, move, 6, 5)
    assert (stuck.stage, stuck.frame is not None and stuck.frame.stuck) == ("segment", True)
    assert rules_against(stuck, move) == ["rally-pinned"]
    assert not any(isinstance(action, ra.Move) and action.ahead > inches(0) and not action.turn.thousandths
                   for action in ra.game.legal_actions(stuck))  # fmt: skip
    assert not rules_against(stuck, ra.Shoot(unit="1st", target="Volunteers"))


# ------------------------------------------------------------------ shots


@pytest.mark.rule("red_actions", "sho-sequence", "pre-return-fire")
def test_a_shot_and_its_move_are_one_action_and_the_move_comes_first() -> None:
    state = state_of(rifles(), rifles("Volunteers", "white", 20, 20, 180, has_acted=True), guard())
    action = ra.Shoot(unit="1st", target="Volunteers", ahead=inches(4))
    session = ra.game.session(state, action)
    assert session.pending is not None
    after = played(state, action, 2, 3)
    assert front(after, "1st") == "(18.228, 14)"
    assert after.the_unit("1st").has_acted
    # The dice are those of the distance before the move: at 10 in of 12 the total is halved.
    told = ra.ruleset.resolve(ra.game.act_request(state, action), dice=Faces(2, 3)).explain()
    assert "long range" in told


@pytest.mark.rule("red_actions", "pre-return-fire")
def test_return_fire_is_asked_of_the_target() -> None:
    state = state_of(rifles(), rifles("Volunteers", "white", 20, 15, 180), guard())
    session = ra.game.session(state, ra.Shoot(unit="1st", target="Volunteers"))
    assert session.pending is not None
    assert (session.pending.choice.id, session.pending.owner) == ("return_fire", "white")  # type: ignore[union-attr]
    both = played(state, ra.Shoot(unit="1st", target="Volunteers"), 2, 3, 2, 3, return_fire=True)
    assert both.the_unit("Volunteers").has_acted
    assert both.fired == ("1st", "Volunteers")
    one = played(state, ra.Shoot(unit="1st", target="Volunteers"), 2, 3, return_fire=False)
    assert not one.the_unit("Volunteers").has_acted
    far = state_of(rifles(), rifles("Volunteers", "white", 20, 17, 180), guard())
    after = played(far, ra.Shoot(unit="1st", target="Volunteers"), 2, 3)
    assert after.fired == ("1st",)


@pytest.mark.rule("red_actions", "prio-order", "arc-foot", "sho-effective", "mvsh-table")
def test_targets_are_those_of_the_priorities_in_arc_and_range() -> None:
    state = state_of(
        rifles(),
        rifles("Close", "white", 20, 15, 180),
        rifles("Far", "white", 22, 21, 180),
        rifles("Aside", "white", 34, 10, 270),
    )
    shots = [action for action in ra.game.legal_actions(state) if isinstance(action, ra.Shoot)]
    assert {action.target for action in shots if not action.turn.thousandths} == {"Close"}
    assert rules_against(state, ra.Shoot(unit="1st", target="Far")) == ["prio-order"]
    assert rules_against(state, ra.Shoot(unit="1st", target="Aside")) == ["sho-effective"]
    assert rules_against(state, ra.Shoot(unit="1st", target="Close", turn=degrees(30))) == ["mvsh-table"]


@pytest.mark.rule("red_actions", "harassing", "prio-order")
def test_whether_harassing_fire_keeps_to_the_priorities_is_an_option() -> None:
    state = state_of(rifles(), rifles("Close", "white", 20, 15, 180), rifles("Far", "white", 20, 32, 180))
    action = ra.Shoot(unit="1st", target="Far", harassing=True)
    assert not rules_against(state, action)
    assert played(state, action).the_unit("Far").shot_at
    assert rules_against(state, action, ra.game.with_options(harassing_keeps_priorities=True)) == ["prio-order"]


# ------------------------------------------------------------------ charges and routs


def horse(x: int = 20, y: int = 10, facing: int = 0, side: Any = "red", name: str = "Squadron") -> Any:
    return stands(name, side, "red_cavalry" if side == "red" else "white_plastoons", 3, x, y, facing)


@pytest.mark.rule("red_actions", "charge-conditions", "mor-fail-charge")
def test_who_fails_a_charge_test_may_do_something_else() -> None:
    state = state_of(horse(), rifles("Volunteers", "white", 20, 20, 180))
    failed = played(state, ra.Charge(unit="Squadron", target="Volunteers"), 6, 5)
    assert (failed.stage, failed.failed_charge) == ("segment", ("Squadron",))
    assert front(failed, "Squadron") == front(state, "Squadron")
    assert "mor-fail-charge" in rules_against(failed, ra.Charge(unit="Squadron", target="Volunteers"))
    assert not rules_against(failed, ra.Move(unit="Squadron", ahead=inches(6)))
    assert rules_against(state, ra.Charge(unit="Squadron", target="Volunteers", wheel=degrees(46)))


@pytest.mark.rule("red_actions", "charge-sequence", "rout-move", "charge-follow")
def test_a_target_that_flees_from_a_charge_stands_where_its_rout_takes_it() -> None:
    state = state_of(horse(), rifles("Volunteers", "white", 20, 20, 180))
    # 1-1 passes the charge test, 6-6 fails the fear test: they rout 6 in straight away; the charger halts there.
    after = played(state, ra.Charge(unit="Squadron", target="Volunteers"), 1, 1, 6, 6)
    assert after.the_unit("Volunteers").routing
    assert front(after, "Volunteers") == "(21.772, 26)"
    assert front(after, "Squadron") == "(18.819, 20)"


@pytest.mark.rule("red_actions", "rout-cascade", "mor-triggers", "mor-class")
def test_a_rout_runs_on_until_nobody_routs_any_more() -> None:
    reserve = rifles("Reserve", "white", 20, 24, 180)
    second = rifles("Second line", "white", 20, 28, 180)
    state = state_of(horse(), rifles("Volunteers", "white", 20, 20, 180), reserve, second, guard())
    charge = ra.Charge(unit="Squadron", target="Volunteers")
    # The routers pass through the reserve: fear, then serious. It fails, routs, and the second line stands firm.
    after = played(state, charge, 1, 1, 6, 6, 6, 6, 1, 1, 1, 1, 1, 1)
    assert after.the_unit("Reserve").routing
    assert not after.the_unit("Second line").routing
    assert front(after, "Reserve") != front(state, "Reserve")
    steady = played(state, charge, 1, 1, 6, 6, 1, 1, 1, 1, 1, 1)
    assert not steady.the_unit("Reserve").routing
    assert front(steady, "Reserve") == front(state, "Reserve")


@pytest.mark.rule("red_actions", "rout-cascade", "rout-move", "sho-sequence")
def test_a_rout_that_a_shot_begins_runs_on_as_well() -> None:
    shaken = rifles("Volunteers", "white", 20, 15, 180, has_acted=True, terror=3, officer=None)
    reserve = rifles("Reserve", "white", 20, 19, 180, officer=None)
    state = state_of(stands("1st", "red", "latvians", 5, 20, 10, 0), shaken, reserve, guard())
    # Five bases of 2 are 10 points, column 4: an 11 is two markers more, and five are too many for four bases.
    after = played(state, ra.Shoot(unit="1st", target="Volunteers"), 6, 5, 6, 6)
    assert (front(after, "Volunteers"), front(after, "Reserve")) == ("(21.772, 21)", "(21.772, 25)")
    assert after.the_unit("Volunteers").routing
    assert after.the_unit("Reserve").routing
    firm = played(state, ra.Shoot(unit="1st", target="Volunteers"), 6, 5, 1, 1, 1, 1)
    assert front(firm, "Reserve") == front(state, "Reserve")


@pytest.mark.rule("red_actions", "mov-interpenetration", "rout-move")
def test_who_would_end_on_another_goes_on_to_the_nearest_room() -> None:
    friend = stands("Reserve", "white", "white_volunteers", 4, 20, "26.5", 180)
    state = state_of(horse(), rifles("Volunteers", "white", 20, 20, 180), friend, guard())
    after = played(state, ra.Charge(unit="Squadron", target="Volunteers"), 1, 1, 6, 6, 1, 1, 1, 1)
    # 6 in take it into the reserve, whose rear is at 27.287: the next quarter of an inch behind that is free.
    assert front(after, "Volunteers") == "(21.772, 27.5)"


@pytest.mark.rule("red_actions", "rout-move", "misc-table-edge", "rally-rout-when")
def test_a_unit_that_routs_off_the_table_may_rally_there_once() -> None:
    at_edge = rifles("Volunteers", "white", 20, 42, 180)
    state = state_of(horse(y=33), at_edge, table=plain())
    left = played(state, ra.Charge(unit="Squadron", target="Volunteers"), 1, 1, 6, 6)
    assert left.unit("Volunteers") is None  # in sight of the enemy it is lost
    coming = state_of(
        rifles(y=6),
        stands("Volunteers", "white", "white_volunteers", 4, 20, 30, 180, routing=True, rout_turns=1),
        side="white",
        off_table=(),
    )
    assert [str(action) for action in ra.game.legal_actions(coming)] == ["rally Volunteers"]
    rallied = played(coming, ra.Rally(unit="Volunteers"), 1, 1)
    assert not rallied.the_unit("Volunteers").routing
    routs_on = played(coming, ra.Rally(unit="Volunteers"), 6, 5)
    assert routs_on.the_unit("Volunteers").humiliated == 1
    assert front(routs_on, "Volunteers") == "(21.772, 36)"


# ------------------------------------------------------------------ pre-emption and ambushes


@pytest.mark.rule("red_actions", "pre-clever", "off-clever")
def test_a_clever_officer_may_act_before_the_enemy() -> None:
    state = state_of(rifles(), rifles("Volunteers", "white", 20, 24, 180, officer=CLEVER), guard())
    asked = played(state, ra.Move(unit="1st", ahead=inches(6)))
    assert (asked.stage, asked.to_act) == ("pre-emption", "white")
    assert [str(one) for one in ra.game.legal_actions(asked)] == ["let them", "pre-empt with Volunteers"]
    assert front(asked, "1st") == front(state, "1st")
    let = played(asked, ra.LetThem())
    assert front(let, "1st") == "(18.228, 16)"
    failed = played(asked, ra.Preempt(unit="Volunteers"), 5)
    assert front(failed, "1st") == "(18.228, 16)"
    assert not failed.the_unit("Volunteers").has_acted
    first = played(asked, ra.Preempt(unit="Volunteers"), 6)
    assert (first.stage, first.to_act, len(first.frames)) == ("segment", "white", 2)
    assert rules_against(first, ra.Hold(unit="1st")) == ["turn-initiative-standard", "act-one-only"]
    both = played(first, ra.Move(unit="Volunteers", ahead=inches(2)))
    assert front(both, "Volunteers") == "(21.772, 22)"
    assert front(both, "1st") == "(18.228, 16)"
    assert both.the_unit("Volunteers").has_acted
    clever = state_of(rifles(officer=CLEVER), rifles("Volunteers", "white", 20, 24, 180, officer=CLEVER))
    assert played(clever, ra.Move(unit="1st", ahead=inches(6))).frames[-1].window == ""


def ambushed(**facts: Any) -> ra.State:
    plastoons = stands("Plastoons", "white", "plastoons", 3, 12, 20, 90)
    decoy = rifles("Volunteers", "white", 40, 44, 180)
    note = ra.Ambusher(unit="Plastoons", place="West wood", hides_in="woods")
    return state_of(rifles(y=14), plastoons, decoy, table=plain(WOOD), ambushers=(note,), **facts)


@pytest.mark.rule("red_actions", "amb-spring", "amb-benefits", "pre-ambush", "seq-position-markers")
def test_an_ambush_cuts_off_a_move() -> None:
    state = ambushed()
    asked = played(state, ra.Move(unit="1st", ahead=inches(6)))
    assert (asked.stage, asked.to_act) == ("ambush", "white")
    assert "spring the ambush of Plastoons to charge" in [str(one) for one in ra.game.legal_actions(asked)]
    assert front(asked, "1st") == front(state, "1st")
    low = played(asked, ra.LieLow())
    assert front(low, "1st") == "(18.228, 20)"
    assert low.ambusher("Plastoons") is not None
    # Two fear tests, both failed by a 12: the first is enough.
    sprung = played(asked, ra.Spring(unit="Plastoons", attack="charge"), 6, 6)
    unit = sprung.the_unit("1st")
    assert unit.routing
    assert unit.has_acted
    assert unit.terror == 1
    assert sprung.ambusher("Plastoons") is None
    assert sprung.the_unit("Plastoons").has_acted


@pytest.mark.rule("red_actions", "amb-where", "seq-position-markers")
def test_the_enemy_does_not_see_who_lies_in_ambush() -> None:
    state = ambushed()
    seen, own = ra.game.view(state, "red"), ra.game.view(state, "white")
    assert [unit.name for unit in seen.units] == ["1st", "Volunteers"]
    assert (len(own.units), seen.ambushers, len(own.ambushers)) == (3, (), 1)
    believed = ra.game.as_seen(state, "red")
    assert believed.unit("Plastoons") is None
    assert ra.game.legal_actions(believed)


@pytest.mark.rule("red_actions", "amb-moving", "act-hide")
def test_hidden_units_move_only_with_a_senior_or_by_the_option() -> None:
    state = ambushed(side="white")
    move = ra.Move(unit="Plastoons", ahead=inches(2))
    assert rules_against(state, move) == ["amb-moving"]
    assert not any(isinstance(one, ra.Move) and one.unit == "Plastoons" for one in ra.game.legal_actions(state))
    game = ra.game.with_options(hidden_units_move=True)
    assert not rules_against(state, move, game)
    assert played(state, move, game=game).ambusher("Plastoons") is None


@pytest.mark.rule("red_actions", "turn-initiative-standard")
def test_whether_hidden_units_count_when_segments_alternate_is_an_option() -> None:
    plastoons = stands("Plastoons", "white", "plastoons", 3, 12, 20, 90)
    note = ra.Ambusher(unit="Plastoons", place="West wood", hides_in="woods")
    state = state_of(rifles(y=40, x=40), rifles("2nd", y=40, x=30), plastoons, table=plain(WOOD), ambushers=(note,))
    assert played(state, ra.Hold(unit="1st")).to_act == "white"
    game = ra.game.with_options(hidden_units_alternate=False)
    assert played(state, ra.Hold(unit="1st"), game=game).to_act == "red"


@pytest.mark.rule("red_actions", "amb-scout", "amb-scout-secret")
def test_scouting_is_free_and_whether_empty_terrain_costs_a_die_is_an_option() -> None:
    state = state_of(rifles(y=17, x=9), rifles("Volunteers", "white", 40, 44, 180), table=plain(WOOD))
    action = ra.Scout(unit="1st", place="West wood")
    after = played(state, action, 6)
    assert (after.stage, after.scouted, after.the_unit("1st").has_acted) == ("segment", ("West wood",), False)
    assert "amb-scout-secret" in rules_against(after, action)
    game = ra.game.with_options(scout_empty_rolls=False)
    assert game.play(state, action, dice=GivenDice([])).state.scouted == ("West wood",)
    hidden = ambushed()
    near = state_of(
        rifles(y=17, x=9),
        stands("Plastoons", "white", "plastoons", 3, 12, 20, 90),
        table=plain(WOOD),
        ambushers=hidden.ambushers,
    )
    assert played(near, action, 3).ambusher("Plastoons") is not None
    assert played(near, action, 4).ambusher("Plastoons") is None


def test_the_same_state_lists_the_same_actions() -> None:
    state = ambushed()
    listed = ra.game.legal_actions(state)
    assert listed == ra.game.legal_actions(ra.game.load_state(ra.game.state_json(state)))
    outcome = ra.game.play(state, listed[0], dice=SeededDice(1))
    assert outcome.events
