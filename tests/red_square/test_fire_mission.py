"""Whole shots on the field: who may fire at whom, observation, dice, trenches, buildings, wire, scouts, shock."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from attrs import evolve

from rcw_rules import GivenDice, IllegalRequestError, InvalidRequestError, SeededDice
from rcw_rules import red_square as rs
from rcw_rules.kernel.geometry.squares import SquareArea, SquareFeature, SquareGrid, SquareMap, SquareWay
from rcw_rules.red_square.shots import area_of

Squares = tuple[tuple[int, int], ...]
SOME_KINDS: dict[str, dict[str, Any]] = {
    "infantry": {"bases": 4, "formation": "waves", "order": "attack"},
    "line": {"kind": "infantry", "bases": 4, "formation": "firing_line", "order": "defend"},
    "mounted": {"kind": "cavalry", "bases": 3, "formation": "mounted", "order": "attack"},
    "scouts": {"kind": "cavalry", "bases": 3, "formation": "scouting", "order": "attack"},
    "qf": {"kind": "artillery", "bases": 2, "formation": "deployed", "guns": "qf_gun"},
    "howitzer": {"kind": "artillery", "bases": 2, "formation": "deployed", "guns": "howitzer"},
    "mg": {"bases": 2, "accompanies": "friend"},
    "tchanka": {"bases": 2, "accompanies": "friend"},
    "armoured_car": {"bases": 2, "weapons": ("mg",), "order": "attack"},
    "light_tank": {"bases": 1, "weapons": ("mg", "tank_gun"), "order": "attack"},
    "heavy_tank": {"bases": 1, "weapons": ("tank_gun",), "order": "attack"},
    "truck": {"bases": 1, "order": "attack"},
    "train": {"bases": 1, "guns": "heavy", "order": "attack"},
    "co": {},
    "horse_holders": {"accompanies": "w2"},
}


def unit(name: str, what: str, square: tuple[int, int], **changes: Any) -> rs.Unit:
    side = "red" if name in ("a", "friend", "post", "other") else "white"
    fields: dict[str, Any] = {"kind": what, "facing": "E" if side == "red" else "W", "visible": side == "white"}
    return rs.Unit(name=name, side=side, square=square, **fields | SOME_KINDS[what] | changes)  # type: ignore[arg-type]


def field(*units: rs.Unit, wood: Squares = (), stone: Squares = (), features: dict[str, Squares] | None = None,
          **changes: Any) -> rs.Field:  # fmt: skip
    terrain = [SquareArea(kind=kind, squares=at) for kind, at in (("wood", wood), ("stone_building", stone)) if at]
    board = SquareMap(
        title="Field",
        grid=SquareGrid(columns=26, rows=10),
        terrain=tuple(terrain),
        features=tuple(SquareFeature(kind=kind, squares=at) for kind, at in (features or {}).items()),
    )
    friend = unit("friend", "infantry", (0, 8))
    return rs.Field(board=board, units=(*units, friend), **changes)


def mission(on: rs.Field, **facts: Any) -> rs.FireMissionRequest:
    shooting = {
        name: facts.pop(name)
        for name in ("band", "card", "moved", "stepped", "changed", "opportunity", "has_fired", "has_observed")
        if name in facts
    }
    given: dict[str, Any] = {"firer": "a", "target": "w", "shooting": rs.Shooting(**shooting)}
    return rs.FireMissionRequest(field=on, **given | facts)


def shoot(
    on: rs.Field, *faces: int | str, options: dict[str, Any] | None = None, **facts: Any
) -> rs.FireMissionOutcome:
    ruleset = rs.ruleset.with_options(**options or {})
    outcome: rs.FireMissionOutcome = ruleset.resolve(mission(on, **facts), dice=GivenDice(faces)).outcome
    return outcome


def after(outcome: rs.FireMissionOutcome, name: str) -> rs.Unit:
    return next(one for one in outcome.units if one.name == name)


def refused(on: rs.Field, rule: str, path: str, options: dict[str, Any] | None = None, **facts: Any) -> None:
    with pytest.raises(IllegalRequestError) as caught:
        shoot(on, options=options, **facts)
    assert (rule, path) in {(one.rule, one.path) for one in caught.value.verdict.objections}


def duel(what: str = "line", target: str = "infantry", range_: int = 3, **changes: Any) -> rs.Field:
    theirs = {key[2:]: changes.pop(key) for key in list(changes) if key.startswith("w_")}
    return field(unit("a", what, (1, 1), **changes), unit("w", target, (1 + range_, 1), **theirs))


# -------------------------------------------------------------------- who may fire


@pytest.mark.rule("red_square", "fire-1-who", "art-1-observed", "fire-range-table", "mg-move-or-fire")
@pytest.mark.rule("red_square", "fire-3-moving-infantry", "train-3-movement", "train-7-hits", "at-results")
@pytest.mark.parametrize(
    ("on", "facts", "rule", "path"),
    [
        (duel(), {"band": "below0"}, "fire-1-who", "$.shooting.band"),
        (duel(facing="W"), {}, "fire-1-who", "$.target"),
        (duel("mounted", range_=2), {}, "fire-1-who", "$.firer"),
        (duel("scouts", range_=2), {}, "fire-1-who", "$.firer"),
        (duel("truck", range_=2), {}, "fire-1-who", "$.firer"),
        (duel("co", range_=2), {}, "fire-1-who", "$.firer"),
        (duel(state="hiding"), {}, "fire-1-who", "$.firer"),
        (duel(state="rallying"), {}, "fire-1-who", "$.firer"),
        (duel(), {"has_fired": True}, "fire-1-who", "$.shooting.has_fired"),
        (duel("qf", formation="limbered"), {}, "art-1-observed", "$.firer"),
        (duel(range_=5), {}, "fire-range-table", "$.target"),
        (duel("qf", range_=13), {}, "fire-range-table", "$.target"),
        (duel("mg"), {"moved": True}, "mg-move-or-fire", "$.shooting.moved"),
        (duel("mg", pinned=2), {}, "fire-10-fate", "$.firer"),
        (duel("infantry"), {"moved": True, "card": "9H"}, "fire-3-moving-infantry", "$.target"),
        (duel("infantry", range_=2), {"moved": True, "card": "9C"}, "fire-3-moving-infantry", "$.shooting.card"),
        (duel("heavy_tank", is_pinned=True), {}, "at-results", "$.firer"),
        (duel("train"), {"moved": True}, "train-3-movement", "$.firer"),
        (duel("train", rings=5), {}, "train-7-hits", "$.firer"),
        (duel("mounted", formation="dismounted", bases=1), {}, "fire-1-who", "$.firer"),
        (duel(), {"target": "friend"}, "fire-1-who", "$.target"),
    ],
)
def test_who_may_not_fire(on: rs.Field, facts: dict[str, Any], rule: str, path: str) -> None:
    refused(on, rule, path, **facts)


@pytest.mark.rule("red_square", "fire-armour-eligibility", "opt-mg-heavy-tank")
@pytest.mark.parametrize(
    ("firer", "target", "reach"),
    [
        ("line", "armoured_car", 0),
        ("line", "light_tank", 0),
        ("line", "heavy_tank", 0),
        ("line", "truck", 3),
        ("line", "tchanka", 3),
        ("mg", "armoured_car", 1),
        ("mg", "light_tank", 1),
        ("mg", "heavy_tank", 0),
        ("mg", "train", 0),
        ("mg", "truck", 4),
        ("qf", "train", 12),
        ("qf", "armoured_car", 12),
        ("heavy_tank", "light_tank", 6),
        ("heavy_tank", "train", 6),
    ],
)
def test_what_harms_armour_and_how_far(firer: str, target: str, reach: int) -> None:
    for range_ in range(1, 14):
        theirs = {"w_accompanies": "w2"} if target == "tchanka" else {}
        on = duel(firer, target, range_, **theirs)
        if theirs:
            on = field(*on.units[:2], unit("w2", "mounted", (20, 8)))
        seen = rs.targets(on, on.unit("a"), rs.Book(charts=rs.ruleset.charts, options=rs.Options()))
        assert ("w" in [one.name for one in seen.eligible]) == (range_ <= reach), range_


@pytest.mark.rule("red_square", "opt-mg-heavy-tank")
def test_with_the_option_mgs_fire_at_heavy_tanks_close_by() -> None:
    options = {"mg_heavy_tank": True}
    refused(duel("mg", "heavy_tank", 1), "fire-armour-eligibility", "$.weapon")
    refused(duel("mg", "heavy_tank", 2), "opt-mg-heavy-tank", "$.weapon", options)
    refused(duel("mg", "train", 1), "fire-armour-eligibility", "$.weapon", options)
    # Close: 3 dice at score 4.
    outcome = shoot(duel("mg", "heavy_tank", 1), 4, 5, 6, options=options)
    assert after(outcome, "w").marker_weapons == ("mg",)


@pytest.mark.rule("red_square", "opt-ac-single-fire")
def test_armoured_cars_fire_once_a_turn_with_the_option() -> None:
    on = duel("armoured_car", this_turn=rs.ThisTurn(fired=True, activations=2))
    # Effective: 2 dice, less 1 for vehicles, for each of two cars.
    assert shoot(on, 1, 1).hits == 2
    refused(on, "opt-ac-single-fire", "$.firer", {"ac_single_fire": True})
    assert shoot(on, 1, options={"ac_single_fire": True}, has_fired=True, vehicles=1).hits == 1


@pytest.mark.rule("red_square", "fire-1-target-in-square")
def test_who_can_be_picked_out_in_a_square() -> None:
    mg = unit("m", "mg", (4, 1), accompanies="w")
    officer = unit("o", "co", (4, 1))
    together = field(unit("a", "line", (1, 1)), unit("w", "infantry", (4, 1)), mg, officer)
    refused(together, "fire-1-target-in-square", "$.target", target="m")
    refused(together, "fire-1-target-in-square", "$.target", target="o")
    assert shoot(together, 6, 6, 6).target == "w"
    alone = field(unit("a", "line", (1, 1)), mg, officer, unit("w", "infantry", (9, 9)))
    assert shoot(alone, 6, 6, 6, target="m").hits == 0
    refused(alone, "fire-1-target-in-square", "$.target", target="o")  # the MGs shelter him
    assert shoot(field(unit("a", "line", (1, 1)), officer), 6, 6, 6, target="o").hits == 0


@pytest.mark.rule("red_square", "fire-4-los", "fire-5-overhead")
def test_woods_and_friends_in_the_way() -> None:
    refused(field(*duel().units[:2], wood=((2, 1),)), "fire-4-los", "$.target")
    between = unit("other", "infantry", (3, 1))
    refused(field(*duel().units[:2], between), "fire-5-overhead", "$.target")
    assert shoot(field(*duel("mg", range_=4).units[:2], between), 6).hits == 0  # long: 1 die
    refused(field(*duel("mg", range_=3).units[:2], between), "fire-5-overhead", "$.target")


@pytest.mark.rule("red_square", "artpos-semi-masked", "artpos-masked", "artpos-three-turns", "bad-input")
def test_guns_in_position() -> None:
    refused(duel("qf", range_=1, position="semi_masked"), "artpos-semi-masked", "$.target")
    assert shoot(duel("qf", range_=2, position="semi_masked"), 6, 6, 6).hits == 3  # score 8: one each unthrown
    on_platform: dict[str, Any] = {"position": "masked", "stage": 2, "stage_turn": 2}
    refused(duel("howitzer", **on_platform), "artpos-three-turns", "$.firer")  # it is turn 1
    third = field(*duel("howitzer", range_=2, **on_platform).units[:2], turn=3)
    refused(third, "artpos-masked", "$.target")
    refused(third, "artpos-masked", "$.spotter")


@pytest.mark.rule("red_square", "artpos-masked-engage", "art-los-hedge")
def test_masked_batteries_are_for_howitzers_that_observed_them() -> None:
    theirs = unit("w", "howitzer", (7, 1), position="masked", stage=2, stage_turn=2)
    hill: dict[str, Squares] = {"crest": ((4, 1),), "slope": ((5, 1), (6, 1), (7, 1))}
    seen = (rs.Observation(observer="a", target="w", turn=3),)
    howitzer = unit("a", "howitzer", (1, 1))
    refused(field(howitzer, theirs, features=hill, turn=3), "artpos-masked-engage", "$.target")
    known = field(howitzer, theirs, features=hill, turn=3, observations=seen)
    # Effective range 6: 2 dice at score 8, one hit each unthrown.
    assert shoot(known, 2, 3).hits == 3
    qf = field(unit("a", "qf", (1, 1)), theirs, turn=3, observations=seen)
    refused(qf, "artpos-masked-engage", "$.weapon")


@pytest.mark.rule("red_square", "tchanka-activation", "fire-min-dice")
def test_tchankas_that_moved_fire_to_the_rear_only() -> None:
    refused(duel("tchanka"), "tchanka-activation", "$.target", moved=True)
    behind = duel("tchanka", facing="W")
    refused(behind, "fire-1-who", "$.target")
    # Effective 2, less 1 for vehicles and 1 for moving: no dice, and nobody is under fire.
    outcome = shoot(behind, moved=True)
    assert (outcome.shot, outcome.hits) == ("without_dice", 0)
    assert [one.name for one in outcome.units] == ["a"]
    assert after(outcome, "a").this_turn.fired
    # Moved on the first card, fires to the front on the second: 3 - 1 dice at score 3 for each of two.
    again = duel("tchanka", range_=1, this_turn=rs.ThisTurn(moved=True, activations=1))
    assert shoot(again, 3, 3, 4, 4).hits == 2


@pytest.mark.rule("red_square", "mg-move-or-fire")
@pytest.mark.parametrize(("facing", "turned"), [("E", "E"), ("N", "N"), ("W", "N"), ("NW", "N"), ("SW", "S")])
def test_mgs_turn_as_little_as_they_must_and_lose_nothing(facing: str, turned: str) -> None:
    outcome = shoot(duel("mg", facing=facing), 4, 5)  # effective: 2 dice at score 4
    assert (outcome.hits, after(outcome, "a").facing) == (1, turned)


# -------------------------------------------------------------------- before the shot


@pytest.mark.rule("red_square", "obs-roll", "art-1-observed", "obs-share")
def test_a_concealed_target_is_observed_before_the_shot() -> None:
    hidden = duel(w_visible=False)
    missed = shoot(hidden, 3)
    assert (missed.shot, missed.units, missed.observations) == ("not_observed", (), ())
    found = shoot(hidden, 4, 1, 5, 6)
    assert (found.shot, found.hits) == ("fired", 1)
    assert found.observations == (rs.Observation(observer="a", target="w", turn=1),)
    refused(hidden, "obs-roll", "$.target", band="1-0")
    refused(duel("qf", w_visible=False), "art-1-observed", "$.target", band="1-0")
    refused(duel("qf", range_=12, w_visible=False), "art-1-observed", "$.target")
    shared = field(*hidden.units[:2], unit("other", "line", (1, 2)),
                   observations=(rs.Observation(observer="other", target="w", turn=1),))  # fmt: skip
    assert shoot(shared, 5, 5, 5, band="2+").shot == "fired"


@pytest.mark.rule("red_square", "fire-2-hold")
def test_held_fire_is_for_those_that_are_seen() -> None:
    refused(duel(w_visible=False), "fire-2-hold", "$.target", opportunity="held")
    # Effective 2, line 1, held -1.
    outcome = shoot(duel(this_turn=rs.ThisTurn(holds_fire=True)), 4, 5, opportunity="held")
    assert (outcome.hits, after(outcome, "a").this_turn.holds_fire) == (1, False)


@pytest.mark.rule("red_square", "fire-3-moving-infantry", "opt-second-heart")
def test_moving_infantry() -> None:
    facts: dict[str, Any] = {"moved": True, "card": "5H"}
    on = duel("infantry", range_=2)
    assert shoot(on, 4, **facts).hits == 1  # effective 2, moving -1; score 4
    options = {"second_heart": True}
    assert shoot(on, "9H", 4, options=options, **facts).hits == 1
    lost = shoot(on, "9D", options=options, **facts)
    assert (lost.shot, lost.units) == ("no_second_heart", ())
    assert shoot(on, "*1", options=options, deck=("*1", "9H"), **facts).cards == ("*1",)
    # A change of formation alone is no move: no heart, and any range.
    assert shoot(duel("line", range_=3), 4, 4, changed=True, card="9C").hits == 2


@pytest.mark.rule("red_square", "art-indirect", "missing-transport", "art-los-crest")
def test_howitzers_aim_through_others() -> None:
    guns, target = unit("a", "howitzer", (1, 1)), unit("w", "infantry", (7, 1))
    post = unit("post", "infantry", (2, 2))
    on = field(guns, target, post, wood=((3, 1),))
    refused(on, "fire-4-los", "$.target")
    # Effective: 2 dice at score 8.
    assert shoot(on, 4, 2, 3, spotter="post").hits == 3
    lost = shoot(on, 3, spotter="post")
    assert (lost.shot, lost.hits, lost.units) == ("not_pointed_out", 0, ())
    refused(on, "missing-transport", "$.spotter", spotter="aeroplane")
    refused(on, "art-indirect", "$.spotter", spotter="friend")  # seven squares off
    above = field(guns, target, wood=((3, 1),), aeroplanes=("red",))
    assert shoot(above, 6, 6, 6, spotter="aeroplane").hits == 2
    hidden = field(guns, unit("w", "infantry", (7, 1), visible=False), post, wood=((3, 1),))
    refused(hidden, "art-indirect", "$.spotter", spotter="post")
    refused(field(unit("a", "qf", (1, 1)), target, post), "art-indirect", "$.spotter", spotter="post")


# -------------------------------------------------------------------- the shot


@pytest.mark.rule("red_square", "fire-8-accumulate", "fire-6-per-unit", "obs-concealment")
def test_what_a_shot_leaves_behind() -> None:
    outcome = shoot(field(*duel(w_markers=2).units[:2], turn=4), 4, 5, 1)
    target, firer = after(outcome, "w"), after(outcome, "a")
    assert (outcome.hits, target.markers, target.under_fire, target.under_small_arms) == (2, 4, True, True)
    assert (firer.fired_in, firer.visible, firer.idle, firer.this_turn.fired) == (4, True, False, True)
    assert [one.name for one in shoot(field(*reversed(duel().units[:2])), 4, 5, 1).units] == ["a", "w"]
    in_wood = field(*duel().units[:2], wood=((1, 1),))
    assert not after(shoot(in_wood, 6, 6, 6), "a").visible
    at_trucks = shoot(duel("line", "truck", 3), 1, 1, 6)
    assert after(at_trucks, "w").marker_weapons == ("rifles", "rifles")


@pytest.mark.rule("red_square", "fire-mod-changing-target")
def test_guns_remember_their_target() -> None:
    first = shoot(duel("qf", range_=6), 3, 3)  # effective: 2 dice
    assert after(first, "a").last_target == "w"
    others = field(unit("a", "qf", (1, 1), last_target="x"), *duel(range_=6).units[1:2], unit("x", "infantry", (9, 5)))
    assert shoot(others, 3).hits == 1
    assert after(shoot(duel(), 6, 6, 6), "a").last_target == ""  # others change as they like
    gone = field(
        unit("a", "qf", (1, 1), last_target="x"),
        *duel(range_=6).units[1:2],
        unit("x", "infantry", (9, 5), bases=0),
    )
    assert shoot(gone, 3, 3).hits == 2


@pytest.mark.rule("red_square", "dig-1b-trenches")
def test_digging_markers_are_tried_before_the_first_shot_of_a_turn() -> None:
    digs = duel(w_digging_markers=2)
    vain = shoot(digs, 3, 3, 4, 4, 4)
    assert (vain.hits, after(vain, "w").temporary_trenches, after(vain, "w").this_turn.trench_rolled) == (
        3,
        False,
        True,
    )
    lucky = shoot(digs, 1, 4, 4, 4)  # trenches take a die
    assert (lucky.hits, after(lucky, "w").temporary_trenches) == (2, True)
    tried = duel(w_digging_markers=2, w_this_turn=rs.ThisTurn(trench_rolled=True))
    assert shoot(tried, 4, 4, 4).hits == 3
    # One of two cars, its card given up: 2 dice; the trenches take one.
    cars = duel("armoured_car", this_turn=rs.ThisTurn(cards=("5C",)), w_digging_markers=1)
    choices = {"give_up_card": lambda seen, alternatives: True}
    given = rs.ruleset.resolve(mission(cars, vehicles=1), dice=GivenDice([4, 3]), choices=choices).outcome
    assert (given.hits, given.surrendered) == (1, ("5C",))
    # Long range, wild, without a line: no dice, so that it is not under fire.
    assert shoot(duel("infantry", range_=4, w_digging_markers=2), band="1-0").shot == "without_dice"


@pytest.mark.rule("red_square", "art-buildings-fire")
def test_buildings_catch_fire_and_drive_out_those_who_hide() -> None:
    seen = (rs.Observation(observer="a", target="w", turn=1),)
    guns = unit("a", "qf", (1, 1))
    on = field(guns, unit("w", "infantry", (5, 1)), stone=((5, 1),), observations=seen)
    # Close 3, stone -1: 2 dice at score 8.
    burns = shoot(on, 3, 3, "9H")
    assert (burns.hits, burns.burning) == (2, (5, 1))
    assert shoot(on, 3, 3, "5D").burning is None
    assert shoot(on, 3, 3, "5D", deck=("5D", "6D")).cards == ("5D",)
    hides = field(guns, unit("w", "infantry", (5, 1), state="hiding"), stone=((5, 1),), observations=seen)
    fled = after(shoot(hides, 3, 3, "9H"), "w")
    assert (fled.state, fled.markers) == ("retreating", 2)
    assert hides.board.grid.distance((1, 1), fled.square or (1, 1)) == 6
    small = field(unit("a", "line", (2, 1)), *on.units[1:2], stone=((5, 1),), observations=seen)
    assert shoot(small, 5, 5).burning is None


@pytest.mark.rule("red_square", "art-wire")
def test_two_red_court_cards_clear_the_wire() -> None:
    wire: dict[str, Squares] = {"wire": ((5, 1),)}
    on = field(unit("a", "qf", (1, 1)), unit("w", "infantry", (5, 1)), features=wire)
    # Close: 3 dice at score 8.
    cut = shoot(on, 3, 3, 3, "QH", "4S", "KD")
    assert (cut.hits, cut.wire_removed) == (3, (5, 1))
    assert shoot(on, 3, 3, 3, "QH", "4S", "AD").wire_removed is None
    rifles = field(unit("a", "line", (2, 1)), unit("w", "infantry", (5, 1)), features=wire)
    assert shoot(rifles, 1, 1, 1).wire_removed is None


@pytest.mark.rule("red_square", "fire-11-scouting")
def test_scouts_slip_away_without_a_loss() -> None:
    on = field(unit("a", "line", (1, 1)), unit("w", "scouts", (4, 1)), unit("w2", "infantry", (9, 1)))
    outcome = shoot(on, 1, 1, 1)  # three hits; the line has fired in the open and is seen without a die
    scouts = after(outcome, "w")
    assert (outcome.hits, scouts.markers, scouts.this_turn.is_over) == (3, 0, True)
    assert on.board.grid.distance((9, 1), scouts.square or (0, 0)) <= 1
    assert not outcome.broken


@pytest.mark.rule("red_square", "fire-8-shock", "fire-8-accumulate")
def test_a_target_that_cannot_hold_breaks_at_once() -> None:
    holds = shoot(duel(w_markers=4), 1, 1, 6)
    assert (holds.broken, after(holds, "w").markers) == (False, 6)
    on = duel(w_markers=5, w_this_turn=rs.ThisTurn(cards=("9C",), holds_fire=True))
    broke = shoot(on, 1, 1, 6, 8)  # 7 markers, idle: one for 12, D12 of 8 costs nothing
    target = after(broke, "w")
    assert (broke.broken, target.markers, target.bases, target.state) == (True, 0, 4, "retreating")
    assert on.board.grid.distance((1, 1), target.square or (1, 1)) == 5
    assert (broke.surrendered, target.this_turn.cards, target.this_turn.is_over) == (("9C",), (), True)
    in_wood = field(*on.units[:2], wood=((4, 1),), observations=(rs.Observation(observer="a", target="w", turn=1),))
    hid = after(shoot(in_wood, 1, 1, 6, 7), "w")  # idle in cover: D24, 7 or less costs a base
    assert not hid.this_turn.holds_fire
    assert (hid.state, hid.bases, hid.square) == ("hiding", 3, (4, 1))


@pytest.mark.rule("red_square", "fire-8-shock")
def test_a_group_keeps_the_card_of_one_that_breaks() -> None:
    held = rs.ThisTurn(cards=("9C",))
    officer = unit("colonel", "co", (20, 8))
    target = unit("w", "infantry", (4, 1), markers=5, this_turn=held, commander="colonel")
    other = unit("w2", "infantry", (9, 9), this_turn=held, commander="colonel")
    broke = shoot(field(unit("a", "line", (1, 1)), target, other, officer), 1, 1, 6, 8)
    assert (broke.broken, broke.surrendered, after(broke, "w").this_turn.cards) == (True, (), ())


@pytest.mark.rule("red_square", "fire-7-card-offset")
def test_a_card_given_up_for_the_shot_is_surrendered() -> None:
    on = duel("armoured_car", bases=1, this_turn=rs.ThisTurn(cards=("5C",)))
    plain = shoot(on, 3)
    assert (plain.hits, plain.surrendered) == (1, ())
    request = mission(on)
    choices = {"give_up_card": lambda seen, alternatives: True}
    given = rs.ruleset.resolve(request, dice=GivenDice([3, 3]), choices=choices).outcome
    assert (given.hits, given.surrendered, after(given, "a").this_turn.cards) == (2, ("5C",), ())


# -------------------------------------------------------------------- fire at areas


@pytest.mark.rule("red_square", "obs-area-fire")
def test_fire_at_an_area() -> None:
    woods: Squares = ((4, 1), (4, 2))
    hidden, attacker = unit("w", "infantry", (4, 1), visible=False), unit("other", "infantry", (3, 3))
    on = field(unit("a", "mg", (1, 1)), hidden, attacker, wood=woods)
    # Effective 2, unobserved -1: 1 die at score 4.
    outcome = shoot(on, 4, target="", area=(4, 1))
    assert (outcome.target, outcome.hits, outcome.area_fire) == ("w", 1, rs.AreaFire(firer="a", square=(4, 1)))
    assert rs.after_mission(on, outcome).area_fires == (rs.AreaFire(firer="a", square=(4, 1)),)
    empty = shoot(on, target="", area=(4, 2))  # a die as well, but there is nobody to throw it at
    assert (empty.target, empty.shot, empty.hits) == ("", "fired", 0)
    facts: dict[str, Any] = {"target": "", "area": (4, 1)}
    rifles = field(unit("a", "line", (1, 1)), hidden, attacker, wood=woods)
    refused(rifles, "obs-area-fire", "$.firer", **facts)
    refused(field(unit("a", "mg", (1, 1)), hidden, wood=woods), "obs-area-fire", "$.area", **facts)
    refused(on, "obs-area-fire", "$.area", target="", area=(3, 1))
    second = field(
        *on.units[:3],
        unit("post", "mg", (1, 2)),
        wood=woods,
        area_fires=(rs.AreaFire(firer="post", square=(4, 2)),),
    )
    refused(second, "obs-area-fire", "$.area", **facts)
    guns_did = field(
        *on.units[:3], unit("post", "qf", (1, 2)), wood=woods, area_fires=(rs.AreaFire(firer="post", square=(4, 2)),)
    )
    assert shoot(guns_did, 5, **facts).hits == 0
    assert area_of(on, (4, 1)) == woods


# -------------------------------------------------------------------- choice, odds, laws


@pytest.mark.rule("red_square", "fire-1-target-in-square")
def test_the_nearest_target_and_of_these_the_one_worth_most_dice() -> None:
    near, far = unit("n", "infantry", (3, 1)), unit("w", "mounted", (4, 1))
    on = field(unit("a", "line", (1, 1)), far, near)
    assert shoot(on, 6, 6, 6, target="").target == "n"
    same = field(unit("a", "line", (1, 4), facing="E"), unit("n", "infantry", (3, 3)), unit("w", "mounted", (3, 5)))
    assert [same.board.grid.distance((1, 4), at) for at in ((3, 3), (3, 5))] == [3, 3]
    assert shoot(same, 6, 6, 6, 6, target="").target == "w"
    request = mission(same, target="")
    other = rs.ruleset.resolve(request, dice=GivenDice([6, 6, 6]), choices={"target": lambda seen, names: "n"})
    assert other.outcome.target == "n"
    refused(field(unit("a", "line", (1, 1)), unit("w", "infantry", (9, 9))), "fire-range-table", "$.target", target="")


@pytest.mark.rule("red_square", "obs-roll", "fire-6-excess", "fire-8-accumulate")
@pytest.mark.parametrize(
    ("on", "observing", "dice", "score"),
    [
        (duel(), None, 3, 4),
        (duel(w_visible=False), (1, 4), 3, 4),
        (duel("qf", range_=6), None, 2, 8),
        (duel("qf", range_=6, w_visible=False), (2, 7), 2, 8),
        (duel("armoured_car", range_=3), None, 2, 3),
    ],
)
def test_exact_odds_against_every_throw(on: rs.Field, observing: tuple[int, int] | None, dice: int, score: int) -> None:
    seen = Fraction(1)
    if observing:
        number, needed = observing
        throws = list(product(range(1, 7), repeat=number))
        seen = Fraction(sum(sum(throw) >= needed for throw in throws), len(throws))
    expected: dict[tuple[str, int], Fraction] = {} if seen == 1 else {("not_observed", 0): 1 - seen}
    for throw in product(range(1, 7), repeat=dice):
        hits = sum(score // 6 + (face <= score % 6) for face in throw)
        key = ("fired", hits)
        expected[key] = expected.get(key, Fraction(0)) + seen / 6**dice
    odds = rs.ruleset.odds(mission(on))
    for (shot, hits), probability in expected.items():
        assert odds.probability(lambda o, s=shot, h=hits: (o.shot, o.hits) == (s, h)) == probability  # type: ignore[misc]
    assert sum(expected.values()) == 1


@pytest.mark.rule("red_square", "fire-8-accumulate")
def test_the_field_after_a_shot_is_the_field_with_what_it_did() -> None:
    on = duel(w_visible=False)
    outcome = shoot(on, 6, 1, 1, 6)
    now = rs.after_mission(on, outcome)
    assert (now.unit("w").markers, now.observations, on.unit("w").markers) == (2, outcome.observations, 0)
    assert now.unit("friend") == on.unit("friend")


@pytest.mark.rule("red_square", "bad-input", "units-afv", "fire-6-per-unit")
@pytest.mark.parametrize(
    ("on", "facts"),
    [
        (duel(), {"firer": "nobody"}),
        (duel(), {"target": "nobody"}),
        (duel(), {"target": "", "area": (99, 1)}),
        (duel("howitzer"), {"spotter": "w"}),
        (duel("howitzer"), {"spotter": "nobody"}),
        (duel(), {"weapon": "mg"}),
        (duel("armoured_car", weapons=()), {}),
        (duel("armoured_car"), {"vehicles": 3}),
        (duel(), {"vehicles": 1}),
        (duel(), {"card": "1H"}),
        (duel(), {"stepped": True}),
        (duel(), {"area": (4, 1)}),
        (duel("howitzer"), {"target": "", "area": (4, 1), "spotter": "friend"}),
        (duel(), {"deck": ("17H",)}),
        (duel(), {"deck": ("5H",) * 3, "discards": ("5H",) * 2}),
    ],
)
def test_bad_input(on: rs.Field, facts: dict[str, Any]) -> None:
    with pytest.raises(InvalidRequestError):
        shoot(on, **facts)


# -------------------------------------------------------------------- some who fire in ways of their own


@pytest.mark.rule("red_square", "artpos-run-up", "fire-dice-table")
def test_guns_that_were_run_up_fire_close_at_a_die_less() -> None:
    # QF at range 1: close 3, moved -1; 2 dice at score 8.
    outcome = shoot(duel("qf", range_=1), 2, 3, moved=True, band="2+")
    assert (outcome.hits, after(outcome, "a").visible) == (3, True)
    hidden = shoot(duel("qf", range_=2, position="semi_masked"), 3, 3, 3)
    assert not after(hidden, "a").visible


@pytest.mark.rule("red_square", "dig-3-defence", "geo-front-arc")
def test_infantry_in_defence_fires_two_bases_to_every_side() -> None:
    on = duel("line", formation="defence", facing="W")  # effective 2; score 2
    assert shoot(on, 2, 3).hits == 1
    assert shoot(on, 2, 2, has_fired=True).hits == 2


@pytest.mark.rule("red_square", "train-2-armament")
def test_a_train_fires_its_guns_all_round_and_its_mgs_each_by_itself() -> None:
    far = duel("train", range_=12, facing="W")
    assert shoot(far, 2, 2).hits == 4  # effective 2 at score 8
    near = duel("train", range_=2, facing="N")
    assert shoot(near, 4, 5, weapon="mg", has_fired=True).hits == 1  # two bases: score 4
    refused(duel("train", range_=5), "fire-range-table", "$.target", weapon="mg")


@pytest.mark.rule("red_square", "units-afv")
def test_a_tank_fires_its_gun_before_its_mgs() -> None:
    on = duel("light_tank", "heavy_tank", 2)  # close 3, vehicle -1, score 3
    outcome = shoot(on, 3, 4)
    assert after(outcome, "w").marker_weapons == ("tank_gun",)
    refused(on, "fire-armour-eligibility", "$.weapon", weapon="mg")


@pytest.mark.rule("red_square", "terrain-hills")
def test_hits_on_a_reverse_slope_are_remembered() -> None:
    hill: dict[str, Squares] = {"crest": ((1, 2),), "slope": ((1, 3),)}
    firer, target = unit("a", "line", (1, 2), facing="N"), unit("w", "infantry", (1, 3), facing="S")
    # The Whites' edge is in the north: behind the crest for them. Close 3, line 1.
    below = shoot(field(firer, target, features=hill), 1, 6, 6, 6)
    assert after(below, "w").hit_on_reverse_slope
    assert not after(shoot(field(firer, target, features=hill), 6, 6, 6, 6), "w").hit_on_reverse_slope
    flat = shoot(field(firer, target, features={"slope": ((1, 3),)}), 1, 6, 6, 6)
    assert not after(flat, "w").hit_on_reverse_slope


@pytest.mark.rule("red_square", "fire-1-target-in-square")
def test_vehicles_and_a_battalion_in_one_square_leave_the_choice() -> None:
    cars = unit("cars", "armoured_car", (4, 1))
    on = field(unit("a", "qf", (1, 1)), unit("w", "infantry", (4, 1)), cars)
    seen = rs.targets(on, on.unit("a"), rs.Book(charts=rs.ruleset.charts, options=rs.Options()))
    assert [one.name for one in seen.eligible] == ["w", "cars"]
    assert shoot(on, 3, 3, 3, target="cars").target == "cars"


@pytest.mark.rule("red_square", "fire-2-must-fire", "obs-roll")
def test_which_targets_are_observed_already() -> None:
    on = field(unit("a", "line", (1, 1)), unit("w", "infantry", (4, 1)), unit("h", "infantry", (3, 1), visible=False))
    seen = rs.targets(on, on.unit("a"), rs.Book(charts=rs.ruleset.charts, options=rs.Options()))
    assert [(one.name, one.range, one.must_test) for one in seen.eligible] == [("h", 2, True), ("w", 3, False)]
    assert [one.name for one in seen.observed] == ["w"]
    away = rs.targets(on, on.unit("friend"), rs.Book(charts=rs.ruleset.charts, options=rs.Options()))
    assert (away.eligible, [one.name for one in away.refused]) == ((), ["w", "h"])


@pytest.mark.rule("red_square", "opt-second-heart", "opt-mg-heavy-tank")
def test_the_record_tells_the_options_that_a_shot_rests_on() -> None:
    moved = rs.ruleset.resolve(mission(duel("infantry", range_=2), moved=True, card="5H"), dice=GivenDice([6]))
    assert "opt-second-heart" in {step.rule for step in moved.record.steps}
    ruleset = rs.ruleset.with_options(mg_heavy_tank=True)
    at_tank = ruleset.resolve(mission(duel("mg", "heavy_tank", 1)), dice=GivenDice([6, 6, 6]))
    assert "opt-mg-heavy-tank" in {step.rule for step in at_tank.record.steps}


@pytest.mark.rule("red_square", "obs-roll", "act-table")
def test_one_attempt_to_observe_in_an_activation() -> None:
    hidden = duel("train", range_=3, w_visible=False)
    assert shoot(hidden, 2, 2, 6, 6, 6).shot == "fired"  # two dice, 4 or more
    refused(hidden, "obs-roll", "$.shooting.has_observed", has_fired=True, has_observed=True, weapon="mg")
    assert shoot(duel("train", range_=3), 6, 6, has_fired=True, has_observed=True, weapon="mg").shot == "fired"


@pytest.mark.rule("red_square", "art-los-hedge", "artpos-masked-engage")
def test_crests_are_passed_only_to_guns_on_the_slope_behind_them() -> None:
    theirs = unit("w", "howitzer", (7, 1), position="masked", stage=2, stage_turn=2)
    seen = (rs.Observation(observer="a", target="w", turn=3),)
    on_the_flat: dict[str, Squares] = {"crest": ((4, 1),), "slope": ((5, 1),)}
    on = field(unit("a", "howitzer", (1, 1)), theirs, features=on_the_flat, turn=3, observations=seen)
    refused(on, "fire-4-los", "$.target")
    # The guns stand on the reverse slope, but next to the crest is the firer: the crest hides them from it.
    near: dict[str, Squares] = {"crest": ((2, 1),), "slope": ((3, 1), (4, 1), (5, 1), (6, 1), (7, 1))}
    refused(evolve(on, board=field(features=near).board), "fire-4-los", "$.target")


@pytest.mark.rule("red_square", "artpos-masked-engage", "obs-area-fire")
def test_fire_at_an_area_spares_masked_guns() -> None:
    masked = unit("w", "howitzer", (4, 1), position="masked", stage=2, stage_turn=2)
    on = field(unit("a", "mg", (1, 1)), masked, unit("other", "infantry", (3, 3)), wood=((4, 1),))
    assert shoot(on, target="", area=(4, 1)).target == ""


@pytest.mark.rule("red_square", "obs-area-fire")
def test_who_is_supported_by_fire_at_an_area() -> None:
    def on(*units: rs.Unit) -> rs.Field:
        return field(unit("a", "mg", (4, 1)), unit("w", "infantry", (7, 1), visible=False), *units, wood=((7, 1),))

    facts: dict[str, Any] = {"target": "", "area": (7, 1)}
    assert shoot(on(unit("other", "infantry", (5, 2))), 6, **facts).shot == "fired"  # three squares off
    for changes in ({"square": (4, 2)}, {"order": "probe"}, {"state": "retreating"}):
        helper = evolve(unit("other", "infantry", (5, 2)), **changes)
        refused(on(helper), "obs-area-fire", "$.area", **facts)
    theirs = unit("w2", "infantry", (9, 1))  # an enemy's attack is nobody's to support
    refused(on(theirs), "obs-area-fire", "$.area", **facts)


@pytest.mark.rule("red_square", "fire-1-target-in-square", "fire-mod-changing-target", "units-artillery")
def test_the_default_target_takes_every_die_into_account() -> None:
    firer = unit("a", "qf", (1, 4), last_target="w")
    same_range = unit("n", "infantry", (6, 3)), unit("w", "infantry", (6, 5))
    on = field(firer, *same_range)
    assert [on.board.grid.distance((1, 4), one.square or (0, 0)) for one in same_range] == [6, 6]
    assert shoot(on, 6, 6, target="").target == "w"  # a new target takes a die; "n" is listed first
    shields = unit("n", "qf", (3, 3)), unit("w", "infantry", (3, 5))
    assert shoot(field(unit("a", "line", (1, 4)), *shields), 6, 6, 6, target="").target == "w"


@pytest.mark.rule("red_square", "obs-extra-die")
def test_guns_are_given_away_by_their_fire_of_this_turn_and_the_last() -> None:
    def at(fired_in: int) -> rs.Field:
        theirs = unit("w", "qf", (5, 1), position="semi_masked", visible=False, fired_in=fired_in)
        return field(unit("a", "line", (1, 1)), theirs, turn=4)

    # Four squares off: 5 or more. Long range and a line, less the shields: one die.
    for fired_in in (3, 4):
        assert shoot(at(fired_in), 2, 3, 6).shot == "fired"
    for fired_in in (0, 2):
        assert shoot(at(fired_in), 4).shot == "not_observed"
    first_turn = field(*at(0).units[:2])
    assert shoot(first_turn, 4).shot == "not_observed"


@pytest.mark.rule("red_square", "fire-1-target-in-square")
def test_horse_holders_are_sheltered_and_figures_alone_are_not() -> None:
    firer, horses = unit("a", "line", (1, 1)), unit("h", "horse_holders", (4, 1))
    riders = unit("w2", "mounted", (5, 1), formation="dismounted")
    together = field(firer, unit("w", "infantry", (4, 1)), horses, riders)
    refused(together, "fire-1-target-in-square", "$.target", target="h")
    assert shoot(field(firer, horses, riders), 6, 6, 6, target="h").hits == 0


@pytest.mark.rule("red_square", "train-3-movement", "fire-1-who", "fire-6-per-unit")
def test_who_does_not_fire_again_or_after_moving() -> None:
    refused(duel("train", this_turn=rs.ThisTurn(moved=True)), "train-3-movement", "$.firer")
    refused(duel("armoured_car", bases=1), "fire-1-who", "$.shooting.has_fired", has_fired=True)
    assert shoot(duel("armoured_car"), 6, has_fired=True, vehicles=1).shot == "fired"


@pytest.mark.rule("red_square", "obs-area-fire")
def test_fire_of_the_enemy_into_an_area_does_not_count() -> None:
    theirs = unit("m", "mg", (7, 1), accompanies="w")
    on = field(
        unit("a", "mg", (1, 1)),
        unit("w", "infantry", (4, 1), visible=False),
        unit("other", "infantry", (3, 3)),
        theirs,
        wood=((4, 1),),
        area_fires=(rs.AreaFire(firer="m", square=(4, 1)),),
    )
    assert shoot(on, 6, target="", area=(4, 1)).shot == "fired"


@pytest.mark.rule("red_square", "art-buildings-fire", "fire-dice-table", "fire-8-accumulate")
def test_a_burning_building_protects_nobody_and_burns_no_further() -> None:
    seen = (rs.Observation(observer="a", target="w", turn=1),)
    guns, target = unit("a", "qf", (1, 1)), unit("w", "infantry", (5, 1))
    on = field(guns, target, stone=((5, 1),), observations=seen, burning=((5, 1),))
    # Close: 3 dice at score 8, and no card.
    burnt = shoot(on, 3, 3, 3)
    assert (burnt.hits, burnt.cards, after(burnt, "w").under_small_arms) == (3, (), False)
    far = field(guns, unit("w", "infantry", (11, 1)), stone=((11, 1),), observations=seen)
    # Long 1, stone -1: no dice, so that nothing can catch fire.
    assert (shoot(far).shot, shoot(far).cards) == ("without_dice", ())


@pytest.mark.rule("red_square", "dig-1b-trenches", "dig-2-prepared")
def test_who_is_in_trenches_does_not_try_to_dig() -> None:
    on = field(*duel(w_digging_markers=2).units[:2], features={"trench": ((4, 1),)})
    # Effective 2, line 1, trenches -1.
    assert shoot(on, 4, 4).hits == 2


@pytest.mark.rule("red_square", "fire-8-shock", "terrain-hills", "act-hide")
def test_a_unit_that_breaks_hides_behind_its_slope() -> None:
    hill: dict[str, Squares] = {"crest": ((1, 2),), "slope": ((1, 3),)}
    firer = unit("a", "line", (1, 2), facing="N")
    target = unit("w", "infantry", (1, 3), facing="S", markers=6)
    # Close 3, line 1; 7 markers, idle in cover: D24 of 24 costs nothing.
    hid = shoot(field(firer, target, features=hill), 1, 6, 6, 6, 24)
    assert (hid.broken, after(hid, "w").state, after(hid, "w").square) == (True, "hiding", (1, 3))


@pytest.mark.rule("red_square", "fire-8-shock", "fire-10-fate")
def test_those_with_a_unit_that_breaks_draw_for_its_bases() -> None:
    officer = unit("o", "co", (4, 1))
    target = unit("w", "infantry", (4, 1), markers=6, commander="o", idle=False)
    # 7 markers: one base for 6, none for a 6 against the one left; the CO draws once.
    shot = shoot(field(unit("a", "line", (1, 1)), target, officer), 1, 6, 6, 6, "QD")
    assert (after(shot, "w").bases, after(shot, "o").pinned) == (3, 1)


@pytest.mark.rule("red_square", "act-retreat", "fire-8-shock")
def test_who_has_retreated_in_this_turn_stays_where_he_is() -> None:
    gone_back = rs.ThisTurn(retreated=True, is_over=True)
    broke = shoot(duel(w_markers=6, w_state="retreating", w_this_turn=gone_back), 1, 6, 6, 12)
    assert (broke.broken, after(broke, "w").square, after(broke, "w").state) == (True, (4, 1), "retreating")


@pytest.mark.rule("red_square", "train-7-hits", "fire-8-shock")
def test_a_disabled_train_goes_nowhere() -> None:
    rails = SquareWay(squares=((6, 1), (7, 1), (8, 1)))
    facts: dict[str, Any] = {"kind": "train", "guns": "heavy", "order": None, "bases_removed": 0}
    train = unit("w", "train", (6, 1), markers=6, marker_weapons=("qf_gun",) * 6, facing="E", **facts)
    for rings, square in ((0, (8, 1)), (5, (6, 1))):
        on = field(unit("a", "qf", (1, 1)), evolve(train, rings=rings))
        on = evolve(on, board=evolve(on.board, railways=(rails,)))
        request = mission(on)
        shot = rs.ruleset.resolve(request, dice=GivenDice([6, 6, 6], otherwise=SeededDice(3))).outcome
        assert (shot.broken, after(shot, "w").square) == (True, square)
