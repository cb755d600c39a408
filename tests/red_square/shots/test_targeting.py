"""Who may be fired at, and which targets are chosen."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from red_square_shots import Squares, after, duel, field, mission, refused, shoot, unit

from rcw_rules import GivenDice
from rcw_rules import red_square as rs

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


@pytest.mark.rule("red_square", "fire-2-hold")
def test_held_fire_is_for_those_that_are_seen() -> None:
    refused(duel(w_visible=False), "fire-2-hold", "$.target", opportunity="held")
    # Effective 2, line 1, held -1.
    outcome = shoot(duel(this_turn=rs.ThisTurn(holds_fire=True)), 4, 5, opportunity="held")
    assert (outcome.hits, after(outcome, "a").this_turn.holds_fire) == (1, False)


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


@pytest.mark.rule("red_square", "units-afv")
def test_a_tank_fires_its_gun_before_its_mgs() -> None:
    on = duel("light_tank", "heavy_tank", 2)  # close 3, vehicle -1, score 3
    outcome = shoot(on, 3, 4)
    assert after(outcome, "w").marker_weapons == ("tank_gun",)
    refused(on, "fire-armour-eligibility", "$.weapon", weapon="mg")


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
