"""What a segment may hold: the cases of the book, one refusal for each rule, and what is legal."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from red_actions_games import CARDS, unit

from rcw_rules import GivenDice, IllegalRequestError, InvalidRequestError, inches
from rcw_rules import red_actions as ra


def troops(card: str = "red_regulars", **facts: Any) -> ra.Unit:
    return unit(card, card=card, **{"bases": CARDS.card(card).fewest_bases, **facts})


def do(*actions: Any) -> tuple[ra.Action, ...]:
    return tuple(action if isinstance(action, ra.Action) else ra.Action(what=action) for action in actions)


def move(distance: Any = 1, **facts: Any) -> ra.Action:
    return ra.Action(what="move", distance=inches(distance), **facts)


def shoot(**facts: Any) -> ra.Action:
    return ra.Action(what="shoot", **facts)


def ask(
    whom: ra.Unit, *actions: Any, occasion: Any = "own_segment", options: Any = None, **around: Any
) -> ra.ActionLegalityOutcome:
    request = ra.ActionLegalityRequest(
        unit=whom, actions=do(*actions), occasion=occasion, around=ra.Circumstances(**around)
    )
    return ra.ruleset.with_options(**(options or {})).resolve(request, dice=GivenDice(())).outcome


def refused(whom: ra.Unit, *actions: Any, **facts: Any) -> list[str]:
    with pytest.raises(IllegalRequestError) as found:
        ask(whom, *actions, **facts)
    return [objection.rule for objection in found.value.verdict.objections]


# ---------------------------------------------------------------- one main action


@pytest.mark.rule("red_actions", "act-one-only", "act-limber-whole-action", "note-tachanka")
def test_one_main_action_and_a_shot_before_a_move() -> None:
    rifles = troops()
    outcome = ask(rifles, "shoot", move(6))
    assert (outcome.main, outcome.shoots, outcome.allowance) == ("move", True, inches(6))
    assert ask(rifles).main == "hold"
    assert ask(rifles, "shoot").main == "shoot"
    assert refused(rifles, move(2), "shoot") == ["act-one-only"]
    assert refused(rifles, "charge", "rally_from_terror") == ["act-one-only"]
    assert refused(troops("field_gun"), "limber", "shoot")[0] == "act-limber-whole-action"


@pytest.mark.rule("red_actions", "act-free-actions", "charge-conditions")
def test_free_actions_go_beside_it_but_not_between_a_shot_and_its_move() -> None:
    rifles = troops()
    assert ask(rifles, "scout", "shoot", move(6)).main == "move"
    assert ask(rifles, "shoot", move(6), "change_facing").main == "move"
    assert refused(rifles, "shoot", "scout", move(1)) == ["act-free-actions"]
    assert refused(rifles, "scout", "scout") == ["act-free-actions"]
    assert refused(rifles, "change_facing", "charge") == ["charge-conditions"]
    assert refused(troops("red_cavalry"), "change_formation", "charge") == ["charge-conditions"]


@pytest.mark.rule("red_actions", "act-free-actions", "mov-no-backwards")
def test_who_turns_and_moves_may_turn_again() -> None:
    rifles = troops()
    assert ask(rifles, "change_facing", move(2), "change_facing").main == "move"
    assert ask(rifles, "change_facing", "shoot", move(2), "change_facing").main == "move"
    assert refused(rifles, "change_facing", "change_facing", move(2)) == ["act-free-actions"]
    assert refused(rifles, move(2), "change_facing", "change_facing") == ["act-free-actions"]
    assert refused(rifles, "change_facing", move(2), "change_facing", "change_facing") == ["act-free-actions"]
    assert refused(rifles, "change_facing", "shoot", "change_facing") == ["act-free-actions"]
    assert refused(rifles, "change_formation", move(2), "change_formation") == ["act-free-actions"]


@pytest.mark.rule("red_actions", "act-divide", "act-combine", "rally-terror", "dig-rate")
@pytest.mark.parametrize(
    ("main", "rule"),
    [
        ("divide", "act-divide"),
        ("combine", "act-combine"),
        ("rally_from_terror", "rally-terror"),
        ("dig", "dig-rate"),
    ],
)
def test_what_takes_the_whole_turn_bars_everything(main: str, rule: str) -> None:
    assert ask(troops(), main).main == main
    assert refused(troops(), main, "scout") == [rule]


@pytest.mark.rule("red_actions", "defs-junior-officers", "act-senior-attach")
def test_officers() -> None:
    assert refused(troops(), "detach_junior") == ["defs-junior-officers"]
    assert refused(troops(), "add_senior") == ["act-senior-attach"]
    assert ask(troops(), "add_senior", move(6), senior_in_contact=True).main == "move"
    # To add one and to detach one are one of the five free actions.
    for first, second in (("add_senior", "detach_senior"), ("detach_senior", "add_senior")):
        assert refused(troops(), first, move(1), second, senior_in_contact=True) == ["act-free-actions"]


# ---------------------------------------------------------------- guns and tachankas


@pytest.mark.rule("red_actions", "act-horse-artillery", "act-limber-whole-action", "form-limbered")
def test_limbering() -> None:
    horse, foot = troops("horse_gun", limbered=True), troops("field_gun", limbered=True)
    # Horse artillery has a speed of 9: 4.5 inches, and then it unlimbers.
    assert ask(horse, move("4.5"), "unlimber").allowance == inches("4.5")
    assert refused(horse, move(5), "unlimber") == ["act-horse-artillery"]
    assert ask(evolve(horse, limbered=False), "limber", move("4.5")).main == "move"
    assert refused(foot, move(1), "unlimber") == ["act-limber-whole-action"]
    assert ask(foot, "unlimber").main == "unlimber"
    assert ask(foot, move(6)).allowance == inches(6)
    assert refused(foot, "limber") == ["form-limbered"]
    assert refused(evolve(foot, limbered=False), "unlimber") == ["form-limbered"]
    assert refused(troops("mortar"), "limber") == ["form-limbered"]
    assert refused(foot, "shoot") == ["form-limbered"]
    assert refused(foot, "unlimber", "shoot")[0] == "act-limber-whole-action"
    # Horse artillery does not shoot in such a segment.
    assert "act-limber-whole-action" in refused(evolve(horse, limbered=False), "shoot", "limber")
    # Off their limbers both prolong an inch, with a shot before it or without.
    for guns in (foot, horse):
        assert ask(evolve(guns, limbered=False), move(1)).allowance == inches(1)
        assert refused(evolve(guns, limbered=False), move("1.1")) == ["form-limbered"]


@pytest.mark.rule("red_actions", "mvsh-table", "mvsh-tachanka", "note-tachanka")
@pytest.mark.parametrize(
    ("card", "most", "rule"),
    [
        ("red_regulars", "6", "mvsh-table"),
        ("red_cavalry", "6", "mvsh-table"),
        ("mg", "0", "mvsh-table"),
        ("tachanka", "0", "mvsh-tachanka"),
        ("mortar", "0", "mvsh-table"),
        ("field_gun", "1", "mvsh-table"),
        ("armoured_car", "6", "mvsh-table"),
        ("tank_mg", "0", "mvsh-table"),
    ],
)
def test_moves_after_a_shot(card: str, most: str, rule: str) -> None:
    # Rifles 6 at full speed; sabres of 12, armoured cars of 12 half of it; guns prolong an inch; the others stay.
    shooter = troops(card) if CARDS.card(card).arm in ("rifle", "sabres") else troops(card, officer=None)
    assert CARDS.card("red_cavalry").speed == CARDS.card("armoured_car").speed == inches(12)
    assert ask(shooter, "shoot", move(most)).allowance == inches(most)
    farther = inches(most) + inches("0.001")
    assert refused(shooter, "shoot", ra.Action(what="move", distance=farther)) == [rule]


@pytest.mark.rule("red_actions", "mvsh-table", "form-column")
def test_turns_before_a_shot() -> None:
    for card in ("red_regulars", "red_cavalry"):
        for turn in (0, 90, 180):
            assert ask(troops(card), shoot(turn=turn)).shoots
        assert refused(troops(card), shoot(turn=45)) == ["mvsh-table"]
    for card in ("mg", "tachanka", "mortar", "field_gun", "armoured_car", "tank_mg"):
        assert ask(troops(card, officer=None), shoot(turn=45)).shoots
        assert refused(troops(card, officer=None), shoot(turn=46)) == ["mvsh-table"]
    column = troops(in_column=True)
    assert ask(column, shoot(deploys=True), move(6)).main == "move"
    assert refused(troops(), shoot(deploys=True)) == ["mvsh-table"]
    assert refused(column, shoot(deploys=True, turn=90)) == ["mvsh-table"]
    assert refused(troops("red_cavalry", in_column=True), shoot(deploys=True)) == ["mvsh-table"]


@pytest.mark.rule("red_actions", "mvsh-tachanka")
def test_a_tachanka_does_not_shoot_and_move() -> None:
    tachanka = troops("tachanka", officer=None)
    assert refused(tachanka, "shoot", has_moved=True) == ["mvsh-tachanka"]
    assert refused(tachanka, move(1), "shoot") == ["mvsh-tachanka"]
    assert refused(troops("senior_officer_foot", officer=None), "shoot") == ["mvsh-table"]


# ---------------------------------------------------------------- states


@pytest.mark.rule("red_actions", "rout-unit-state", "turn-forced-forfeit", "defs-unit-action")
def test_who_routs_or_has_acted() -> None:
    routers = troops(routing=True)
    assert ask(routers, "rally_from_rout").main == "rally_from_rout"
    assert ask(routers).main == "hold"
    for action in ("shoot", "charge", "move", "scout", "rally_from_terror"):
        assert "rout-unit-state" in refused(routers, action)
    assert refused(troops(), "rally_from_rout") == ["rout-unit-state"]
    assert refused(troops(has_acted=True), move(1)) == ["turn-forced-forfeit"]
    # Markers are not an action: a unit that was shot at and has not moved has its segment.
    assert ask(troops(terror=1), move(1)).main == "move"


@pytest.mark.rule("red_actions", "defs-pinned", "charge-conditions")
def test_a_pinned_unit_must_rally_first() -> None:
    pinned = troops(pinned=True)
    assert ask(pinned, move(2)).main == "move"
    assert refused(pinned, move(2, towards_enemy=True)) == ["defs-pinned"]
    assert ask(pinned, "rally_from_pinned", move(2, towards_enemy=True)).main == "move"
    assert refused(pinned, move(2, towards_enemy=True), "rally_from_pinned") == ["defs-pinned"]
    assert refused(pinned, "charge") == ["defs-pinned"]
    assert ask(pinned, "rally_from_pinned", "charge").main == "charge"
    assert refused(pinned, "charge", "rally_from_pinned") == ["defs-pinned"]
    assert ask(pinned, "shoot").shoots


@pytest.mark.rule("red_actions", "rally-rout-mg-mortar", "act-possession")
@pytest.mark.parametrize("card", ["mg", "mortar"])
def test_a_team_fetches_its_weapons_before_it_shoots(card: str) -> None:
    team = troops(card)
    assert refused(team, "shoot", weapons_left=True) == ["rally-rout-mg-mortar"]
    assert ask(team, move(2), weapons_left=True).main == "move"
    assert ask(team, "take_possession", weapons_left=True, contact_at_start=True).main == "take_possession"
    assert ask(team, "shoot").shoots


@pytest.mark.rule("red_actions", "rally-optional-no-advance")
def test_whom_his_rout_bars_from_advancing_may_do_anything_else() -> None:
    rifles, on = troops(), {"rout_no_advance": True}
    assert refused(rifles, move(2, towards_enemy=True), options=on, no_advance=True) == ["rally-optional-no-advance"]
    assert refused(rifles, "charge", options=on, no_advance=True) == ["rally-optional-no-advance"]
    assert ask(rifles, "shoot", move(2), options=on, no_advance=True).main == "move"
    assert ask(rifles, move(2, towards_enemy=True), options=on).main == "move"
    assert ask(rifles, move(2, towards_enemy=True), no_advance=True).main == "move"  # the option is off
    assert ask(rifles, "charge", no_advance=True).main == "charge"


@pytest.mark.rule("red_actions", "evade-switch", "evade-speed", "charge-types")
def test_who_evades_is_slow_and_does_not_charge() -> None:
    # Red Regulars evade at 4.
    assert ask(troops(), move(4), evades=True).allowance == inches(4)
    assert refused(troops(), move("4.5"), evades=True) == ["evade-switch"]
    assert refused(troops(), "charge", evades=True) == ["evade-switch"]
    assert refused(troops(evading=True), "charge") == ["evade-switch"]
    # Who chose to evade when it was shot at is held to it: the unit says so itself.
    assert ask(troops(evading=True), move(4)).allowance == inches(4)
    assert refused(troops(evading=True), move("4.5")) == ["evade-switch"]
    for card in ("mg", "tachanka", "field_gun", "mortar", "senior_officer_mounted"):
        assert "charge-types" in refused(troops(card, officer=None), "charge")


@pytest.mark.rule("red_actions", "evade-speed", "evade-switch", "mvsh-table")
def test_without_an_evasive_speed_who_evades_stands() -> None:
    bare = evolve(CARDS.card("red_regulars"), evasive_speed=None)
    machine_guns = evolve(CARDS.card("mg"), evasive_speed=None)
    for slow in (evolve(troops(), card=bare), evolve(troops("mg", officer=None), card=machine_guns)):
        assert ask(slow, evades=True).allowance == ask(slow, "shoot", evades=True).allowance == inches(0)
        assert refused(slow, move("0.1"), evades=True) == ["evade-switch"]
        assert refused(evolve(slow, evading=True), move("0.1")) == ["evade-switch"]
    assert refused(troops("field_gun", officer=None), "shoot", move(1), evades=True) == ["evade-switch"]


@pytest.mark.rule("red_actions", "evade-speed", "evade-switch", "mvsh-table")
def test_who_evades_and_shoots_moves_the_lesser_of_both() -> None:
    # Speed 12: half of it is 6, and evasively less; but with an evasive speed of 8 the half is the less.
    riders = CARDS.card("red_cavalry")
    for evasive, most, rule in (("4", "4", "evade-switch"), ("8", "6", "mvsh-table")):
        sabres = evolve(troops("red_cavalry"), card=evolve(riders, evasive_speed=inches(evasive)))
        assert ask(sabres, "shoot", move(most), evades=True).allowance == inches(most)
        assert refused(sabres, "shoot", move("6.1"), evades=True) == [rule]
    assert ask(troops(), "shoot", move(4), evades=True).allowance == inches(4)


# ---------------------------------------------------------------- marches and roads


@pytest.mark.rule("red_actions", "march-rate", "form-column", "mov-officer-speed")
def test_who_marches_moves_twice_as_far() -> None:
    column = troops(in_column=True)
    assert ask(column, move(12, march=True)).allowance == inches(12)
    assert refused(column, move("12.1", march=True)) == ["march-rate"]
    assert refused(column, move(12)) == ["mov-speed"]
    assert refused(troops(), move(12, march=True)) == ["march-rate"]
    assert refused(troops(in_column=True, shot_at=True), move(12, march=True)) == ["march-rate"]
    # A line forms a column first; a column that deploys is not one; a single base always is one.
    assert ask(troops(), "change_formation", move(12, march=True)).allowance == inches(12)
    assert refused(column, "change_formation", move(12, march=True)) == ["march-rate"]
    assert ask(troops(bases=1), move(12, march=True)).allowance == inches(12)
    # Officers ride 16 inches and walk 10.
    rider, walker = troops("senior_officer_mounted", officer=None), troops("senior_officer_foot", officer=None)
    assert ask(rider, move(32, march=True)).allowance == inches(32)
    assert ask(rider, move(40, march=True), options={"distance_conflicts": "inches"}).allowance == inches(40)
    assert ask(walker, move(20, march=True)).allowance == inches(20)
    assert refused(walker, move("20.1", march=True)) == ["march-rate"]


@pytest.mark.rule("red_actions", "march-rate", "evade-speed", "mvsh-table", "act-horse-artillery", "form-limbered")
def test_what_a_march_does_not_double() -> None:
    # The evasive speed of 4, the full speed of 6 behind a shot, half of 9, and a prolong.
    column = troops(in_column=True)
    assert refused(column, move("4.1", march=True), evades=True) == ["evade-switch"]
    assert refused(column, "shoot", move("6.1", march=True)) == ["mvsh-table"]
    horse = troops("horse_gun", limbered=True, in_column=True)
    assert refused(horse, move("4.6", march=True), "unlimber") == ["act-horse-artillery"]
    assert refused(evolve(horse, limbered=False), move("1.1", march=True)) == ["form-limbered"] * 2
    assert refused(evolve(horse, limbered=False), move(1, march=True)) == ["form-limbered"]
    assert ask(evolve(horse, limbered=False), "limber", move("4.5", march=True)).allowance == inches("4.5")


@pytest.mark.rule("red_actions", "terrain-road-column", "march-rate", "wx-rain", "evade-speed")
def test_a_road_adds_two_inches() -> None:
    # Field guns have a speed of 6.
    guns, road = troops("field_gun", bases=2, limbered=True, in_column=True), {"by_road": True}
    assert ask(guns, move(8, **road)).allowance == inches(8)
    assert refused(guns, move("8.1", **road)) == ["mov-speed"]
    assert ask(guns, move(14, march=True, **road)).allowance == inches(14)
    assert ask(guns, move(6, **road), options={"rain": True}).allowance == inches(6)
    assert refused(guns, move(8, **road), options={"rain": True}) == ["mov-speed"]
    assert refused(evolve(guns, in_column=False), move(8, **road)) == ["mov-speed"]
    # Rifles that deploy to fire are in column no more; who evades or stands gains nothing, and half of 12 is 6.
    column = troops(in_column=True)
    assert ask(column, "shoot", move(8, **road)).allowance == inches(8)
    assert refused(column, shoot(deploys=True), move(8, **road)) == ["mvsh-table"]
    assert refused(column, move(5, **road), evades=True) == ["evade-switch"]
    assert ask(troops("armoured_car", officer=None), "shoot", move(8, **road)).allowance == inches(8)
    assert refused(troops("tank_mg", officer=None), "shoot", move(1, **road)) == ["mvsh-table"]
    assert refused(evolve(guns, limbered=False), move(2, **road)) == ["form-limbered"]


@pytest.mark.rule("red_actions", "terrain-road-column", "wx-rain", "conv-metres-govern")
def test_the_options_that_a_move_rests_on_are_told() -> None:
    def told(whom: ra.Unit, action: ra.Action, **options: Any) -> str:
        request = ra.ActionLegalityRequest(unit=whom, actions=(action,))
        return ra.ruleset.with_options(**options).resolve(request, dice=GivenDice(())).explain()

    column = troops(in_column=True)
    assert "ruling rain" in told(column, move(6, by_road=True), rain=True)
    assert "ruling" not in told(column, move(6), rain=True) + told(column, move(6, by_road=True))
    assert "ruling distance_conflicts = metres" in told(troops("senior_officer_mounted", officer=None), move(6))


@pytest.mark.rule("red_actions", "tank-fire-when-stuck", "vehicle-repair")
def test_a_stuck_vehicle_fires_on() -> None:
    tank = troops("tank_gun", officer=None)
    for status in ("temporary", "permanent", "immobilised"):
        assert ask(tank, "shoot", vehicle=status).allowance == inches(0)
        assert refused(tank, move(1), vehicle=status) == ["tank-fire-when-stuck"]
        assert refused(tank, "charge", vehicle=status) == ["tank-fire-when-stuck"]
    assert ask(tank, "free_vehicle", move(4), vehicle="temporary").allowance == inches(4)
    assert refused(tank, "free_vehicle") == ["vehicle-repair"]
    # It tries first: freed it may move or charge, and not the other way round.
    assert refused(tank, move(1), "free_vehicle", vehicle="temporary") == ["tank-fire-when-stuck"]
    assert ask(tank, "free_vehicle", "charge", vehicle="temporary").main == "charge"
    assert refused(tank, "charge", "free_vehicle", vehicle="temporary") == ["tank-fire-when-stuck"]


# ---------------------------------------------------------------- places


@pytest.mark.rule("red_actions", "act-hide")
def test_hiding() -> None:
    assert ask(troops(), "hide", in_hiding_place=True).main == "hide"
    assert ask(troops("field_gun"), "hide", in_hiding_place=True).main == "hide"
    assert refused(troops("red_cavalry"), "hide", in_hiding_place=True) == ["act-hide"]
    assert refused(troops("field_gun", limbered=True), "hide", in_hiding_place=True) == ["act-hide"]
    assert refused(troops(), "hide", in_hiding_place=True, seen=True) == ["act-hide"]
    assert refused(troops(), "hide") == ["act-hide"]


@pytest.mark.rule("red_actions", "act-hide")
@pytest.mark.parametrize(
    ("card", "limbered", "hides"),
    [
        ("red_regulars", False, True),
        ("mg", False, True),
        ("mortar", False, False),  # artillery, but no guns
        ("field_gun", False, True),
        ("field_gun", True, False),
        ("red_cavalry", False, False),
        ("tachanka", False, False),
        ("armoured_car", False, False),
        ("senior_officer_foot", False, False),
    ],
)
def test_who_hides_as_an_action_may_hide(card: str, limbered: bool, hides: bool) -> None:
    who = troops(card, limbered=limbered, officer=None)
    plan = ra.ActionLegalityRequest(
        unit=who, actions=do("hide"), around=ra.Circumstances(in_hiding_place=True, seen=False)
    )
    place = ra.HideRequest(arm=who.card.arm, limbered=limbered, ground="wood")
    assert ra.ruleset.verdict(plan).legal == ra.ruleset.verdict(place).legal == hides


@pytest.mark.rule(
    "red_actions", "act-possession", "bld-possession", "bld-fire-set", "bld-fire-fight", "misc-prisoners-kill"
)
def test_what_must_be_touched() -> None:
    assert ask(troops(), "take_possession", contact_at_start=True).main == "take_possession"
    assert refused(troops(), "take_possession") == ["act-possession"]
    assert refused(troops(), "take_possession", contact_at_start=True, enemy_holds=True) == ["act-possession"]
    assert refused(troops(), "set_fire") == ["bld-fire-set"]
    assert refused(troops(), "fight_fire") == ["bld-fire-fight"]
    assert refused(troops(), "eliminate_prisoners", contact_at_start=True) == ["misc-prisoners-kill"]
    agreed = {"eliminate_prisoners": True}
    assert ask(troops(), "eliminate_prisoners", contact_at_start=True, options=agreed).main == "eliminate_prisoners"
    assert refused(troops(), "eliminate_prisoners", options=agreed) == ["misc-prisoners-kill"]


@pytest.mark.rule("red_actions", "act-engineering")
@pytest.mark.parametrize("work", ["dig", "cut_wire", "set_fire", "fight_fire"])
def test_engineering_fills_the_segment(work: str) -> None:
    assert ask(troops(), work, contact_at_start=True).main == work
    if work != "dig":  # which prevents any other action
        assert ask(troops(), work, "scout", contact_at_start=True).main == work
    assert refused(troops(), work, "shoot", contact_at_start=True) == ["act-engineering"]
    assert refused(troops(), move(2), work, contact_at_start=True) == ["act-engineering"]


@pytest.mark.rule("red_actions", "act-engineering", "dig-rate", "wire-engineers")
def test_spades_and_wire_are_for_infantry() -> None:
    assert ask(troops(), "dig").main == "dig"
    assert ask(troops("mg", officer=None), "cut_wire").main == "cut_wire"
    assert refused(troops(), "dig", evades=True) == refused(troops(evading=True), "dig") == ["dig-rate"]
    assert refused(troops("red_cavalry"), "dig") == ["dig-rate"]
    assert refused(troops("red_cavalry"), "cut_wire") == ["wire-engineers"]


@pytest.mark.rule("red_actions", "mov-reform", "form-contact")
def test_reforming() -> None:
    assert ask(troops(), "reform", mixed_facings=True).main == "reform"
    assert refused(troops(), "reform", mixed_facings=True, base_in_place=False) == ["mov-reform"]
    assert ask(troops(), "reform", mixed_facings=True, base_in_place=False, outside_terrain=inches(1)).main == "reform"
    assert refused(troops(), "reform", mixed_facings=True, outside_terrain=inches("1.1")) == ["mov-reform"]
    assert refused(troops(), "change_formation", move(1), mixed_facings=True) == ["mov-reform"]
    assert refused(troops(), move(1), bases_touch=False) == ["form-contact"]


@pytest.mark.rule("red_actions", "mov-officer-speed", "conv-metres-govern")
def test_officers_by_themselves() -> None:
    rider, walker = troops("senior_officer_mounted"), troops("senior_officer_foot")
    assert ask(rider, move(16)).allowance == inches(16)
    assert refused(rider, move(17)) == ["mov-officer-speed"]
    assert ask(rider, move(20), options={"distance_conflicts": "inches"}).allowance == inches(20)
    assert ask(walker, move(10)).allowance == inches(10)
    assert refused(walker, move("10.5")) == ["mov-officer-speed"]
    assert refused(troops(), move(7)) == ["mov-speed"]


# ---------------------------------------------------------------- out of order


@pytest.mark.rule(
    "red_actions", "pre-only-four", "pre-return-fire", "charge-flee", "pre-ambush", "amb-moving", "amb-after"
)
def test_the_four_cases_of_acting_out_of_order() -> None:
    assert ask(troops(), "shoot", occasion="charged").shoots
    assert ask(troops(), "flee", occasion="charged").main == "flee"
    assert refused(troops(), "flee") == ["pre-only-four"]
    assert refused(troops(), move(1), occasion="charged") == ["pre-only-four"]
    assert refused(troops(has_acted=True), "shoot", occasion="charged") == ["turn-forced-forfeit"]
    assert ask(troops(), "shoot", occasion="ambush", in_ambush=True).shoots
    for what in (move(1), "hold"):
        assert refused(troops(), what, occasion="ambush", in_ambush=True, senior_in_contact=True) == ["pre-only-four"]
    assert ask(troops(), "shoot", occasion="shot_at_close").shoots
    for card in ("red_cavalry", "mg", "tachanka"):
        assert ask(troops(card, officer=None), "shoot", occasion="shot_at_close").shoots
    for card in ("field_gun", "mortar", "armoured_car", "tank_mg"):
        assert refused(troops(card, officer=None), "shoot", occasion="shot_at_close") == ["pre-return-fire"]
        assert ask(troops(card, officer=None), occasion="shot_at_close").main == "hold"
        assert refused(troops(card, officer=None), "flee", occasion="charged") == ["charge-flee"]
        assert ask(troops(card, officer=None), "shoot", occasion="charged").shoots
    assert ask(troops("mg", officer=None), "flee", occasion="charged").main == "flee"
    assert refused(troops(), "charge", occasion="shot_at_close") == ["pre-only-four"]
    assert ask(troops(), move(1), occasion="clever_officer").main == "move"
    assert ask(troops(), "charge", occasion="ambush", in_ambush=True).main == "charge"
    assert refused(troops(), "charge", occasion="ambush") == ["pre-ambush"]
    assert refused(troops(), move(1), in_ambush=True) == ["amb-moving"]
    assert ask(troops(), move(1), in_ambush=True, senior_in_contact=True).main == "move"
    # Out of ambush a unit moves as any other.
    assert ask(troops(), move(6)).main == "move"


@pytest.mark.rule(
    "red_actions", "act-one-only", "mvsh-table", "tank-fire-when-stuck", "march-rate", "train-speed", "defs-terror-rout"
)
def test_what_makes_no_sense() -> None:
    for action, path in (
        (ra.Action(what="shoot", distance=inches(1)), "$.actions[0].distance"),
        (ra.Action(what="charge", turn=90), "$.actions[0].turn"),
        (ra.Action(what="shoot", march=True), "$.actions[0].march"),
        (ra.Action(what="charge", by_road=True), "$.actions[0].by_road"),
    ):
        with pytest.raises(InvalidRequestError) as found:
            ask(troops(), action)
        assert [problem.path for problem in found.value.problems] == [path]
    for moved, path in ((move(8, march=True), r"\.march"), (move(8, by_road=True), r"\.by_road")):
        with pytest.raises(InvalidRequestError, match=rf"\$\.actions\[0\]{path}: trains keep to their rails"):
            ask(troops("train_engine", officer=None), moved)
    with pytest.raises(InvalidRequestError, match=r"\$\.unit\.terror: 3 markers on 2 bases: it routs"):
        ask(troops(terror=3))
    with pytest.raises(InvalidRequestError, match=r"\$\.around\.vehicle"):
        ask(troops(), vehicle="permanent")
