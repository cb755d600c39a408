"""Whole shots on the field: observation, dice, trenches, buildings, wire and scouts."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from red_square_shots import Squares, after, duel, field, mission, refused, shoot, unit

from rcw_rules import GivenDice, InvalidRequestError
from rcw_rules import red_square as rs

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
    last_base = gone.with_units(unit("x", "infantry", (9, 5), bases=1))  # which is still a target
    assert shoot(last_base, 3).hits == 1


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


@pytest.mark.rule("red_square", "fire-7-card-offset")
def test_a_card_given_up_for_the_shot_is_surrendered() -> None:
    on = duel("armoured_car", bases=1, this_turn=rs.ThisTurn(cards=("5C",)))
    plain = shoot(on, 3)
    assert (plain.hits, plain.surrendered) == (1, ())
    request = mission(on)
    choices = {"give_up_card": lambda seen, alternatives: True}
    given = rs.ruleset.resolve(request, dice=GivenDice([3, 3]), choices=choices).outcome
    assert (given.hits, given.surrendered, after(given, "a").this_turn.cards) == (2, ("5C",), ())


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


@pytest.mark.rule("red_square", "fire-7-card-offset")
def test_only_vehicles_give_up_a_card() -> None:
    request = mission(duel("infantry"), card_given_up=True)
    objections = rs.ruleset.verdict(request).objections
    assert [(one.rule, one.path) for one in objections] == [("fire-7-card-offset", "$.shooting.card_given_up")]
    hidden = duel("infantry", w_visible=False)  # refused before the die to observe, whatever that would show
    refused(hidden, "fire-7-card-offset", "$.shooting.card_given_up", card_given_up=True)
    # Two cars at close range have 3 dice each: the one that vehicles lose is made up for.
    assert shoot(duel("armoured_car", range_=1, weapons=("mg",)), *[6] * 6, card_given_up=True).shot == "fired"


@pytest.mark.rule("red_square", "art-wire", "art-buildings-fire")
@pytest.mark.parametrize("kind", ["light_tank", "heavy_tank"])
def test_the_gun_of_a_tank_neither_cuts_wire_nor_sets_fire(kind: str) -> None:
    tank, target = unit("a", kind, (1, 1)), unit("w", "infantry", (3, 1))
    # Close range 3, less the die of vehicles: two dice at 3, and no card for either hit.
    wire = shoot(field(tank, target, features={"wire": ((3, 1),)}), 3, 3, weapon="tank_gun")
    assert (wire.hits, wire.wire_removed, wire.cards) == (2, None, ())
    seen = (rs.Observation(observer="a", target="w", turn=1),)
    # Walls cost another die.
    house = shoot(field(tank, target, stone=((3, 1),), observations=seen), 3, weapon="tank_gun")
    assert (house.hits, house.burning, house.cards) == (1, None, ())


@pytest.mark.rule("red_square", "fire-8-accumulate", "at-procedure")
def test_markers_from_an_earlier_shot_keep_their_weapon() -> None:
    earlier = duel("line", "truck", 3, w_markers=2, w_marker_weapons=("heavy", "qf_gun"))
    hit = after(shoot(earlier, 1, 1, 6), "w")
    assert (hit.markers, hit.marker_weapons) == (4, ("heavy", "qf_gun", "rifles", "rifles"))
    missed = after(shoot(earlier, 6, 6, 6), "w")
    assert (missed.markers, missed.marker_weapons) == (2, ("heavy", "qf_gun"))
