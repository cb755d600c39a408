"""The tests of an activation: the score, what it forces on units, breakdowns, and those who go with them."""

from __future__ import annotations

from typing import Any

import pytest
from red_square_activations import always, battalion, enemy, field, group, plain, play, vehicle

from rcw_rules import red_square as rs
from rcw_rules.kernel.geometry.squares import SquareArea, SquareFeature

# ---------------------------------------------------------------- the test and what it settles


@pytest.mark.rule("red_square", "turn-5-test-needed", "orders-attack")
def test_a_fresh_attacker_far_from_the_enemy_just_advances() -> None:
    outcome = play(field(battalion(), enemy((3, 8)))).outcome
    assert (outcome.band, outcome.score, outcome.cards, outcome.surrendered) == ("automatic", None, (), ())
    unit = outcome.field.unit("Rifles")
    assert unit.square in {(3, 4), (4, 4)}
    assert (unit.advancing, unit.idle, unit.visible) == (True, False, True)
    assert unit.this_turn == rs.ThisTurn(cards=(), activations=1, moved=True)


@pytest.mark.rule("red_square", "turn-5-test-needed")
def test_who_means_to_go_next_to_the_enemy_tests_first() -> None:
    # From (3, 5) to (3, 6) or (4, 6) is next to (3, 7); by default an attacker closes, and a 2 will do.
    near = field(battalion(square=(3, 5)), enemy())
    assert play(near, 2).outcome.field.unit("Rifles").square in {(3, 6), (4, 6)}
    # Who does not mean to is activated without a test and may then not go there.
    stays = play(near, 6, 6, choices={"closes": always(answer=False)})
    assert stays.outcome.band == "automatic"
    assert stays.outcome.field.unit("Rifles").square not in {(3, 6), (4, 6)}


@pytest.mark.rule("red_square", "fire-8-accumulate", "turn-5b-deductions")
def test_markers_count_for_the_test_and_are_settled_after_it() -> None:
    # 6 - 4 markers = 2; then one base for 4 or less on a D6, idle in the open on a D12.
    hit = battalion(markers=4, idle=False, under_fire=True)
    resolution = play(field(hit, enemy((3, 9))), 6, 4)
    unit = resolution.outcome.field.unit("Rifles")
    assert (resolution.outcome.score, resolution.outcome.band) == (2, "2+")
    assert (unit.bases, unit.bases_removed, unit.markers, unit.under_fire) == (3, 1, 0, False)
    idle = play(field(battalion(markers=4), enemy((3, 9))), 6, 5).outcome.field.unit("Rifles")
    assert (idle.bases, idle.markers) == (4, 0)


@pytest.mark.rule("red_square", "act-table", "act-retreat", "fire-9-casualties")
def test_below_zero_casualties_come_first_and_then_the_retreat() -> None:
    resolution = play(field(battalion(square=(3, 5), markers=6, idle=False), enemy()), 1)
    unit = resolution.outcome.field.unit("Rifles")
    assert resolution.outcome.score == -5
    assert (unit.bases, unit.state, unit.this_turn.retreated) == (3, "retreating", True)
    assert resolution.outcome.field.distance(unit, resolution.outcome.field.unit("Officers")) == 4
    rules = resolution.record.rules
    assert rules.index("fire-9-casualties") < rules.index("act-retreat")


@pytest.mark.rule("red_square", "act-hide")
def test_in_a_wood_it_hides_with_its_guns() -> None:
    board = plain(terrain=(SquareArea(kind="wood", squares=((3, 5),)),))
    mgs = rs.Unit(name="MGs", side="red", kind="mg", square=(3, 5), bases=2, accompanies="Rifles")
    on = field(battalion(square=(3, 5), markers=3), mgs, enemy(), board=board)
    after = play(on, 1, 24).outcome.field
    assert (after.unit("Rifles").state, after.unit("MGs").state) == ("hiding", "hiding")
    assert after.unit("Rifles").square == (3, 5)


@pytest.mark.rule("red_square", "act-rally", "orders-attack")
def test_a_rally_takes_the_whole_turn_and_ends_the_attack() -> None:
    after = play(field(battalion(state="retreating"), enemy((3, 9))), 2).outcome.field.unit("Rifles")
    assert (after.state, after.order, after.this_turn.is_over, after.square) == ("rallying", "defend", True, (3, 3))


@pytest.mark.rule("red_square", "act-rally")
def test_who_rallied_is_steady_at_the_next_activation() -> None:
    after = play(field(battalion(state="rallying", order="defend"), enemy((3, 9)))).outcome.field.unit("Rifles")
    assert after.state == "steady"


@pytest.mark.rule("red_square", "act-hide-casualty")
def test_casualties_drive_out_who_hides() -> None:
    board = plain(terrain=(SquareArea(kind="wood", squares=((3, 5),)),))
    on = field(battalion(square=(3, 5), state="hiding", markers=2, idle=False), enemy(), board=board)
    # 6 - 2 = 4 would rally it; the D12 of one in cover that is not idle shows 2: a base is lost.
    after = play(on, 6, 2).outcome.field.unit("Rifles")
    assert (after.bases, after.state, after.square != (3, 5)) == (3, "retreating", True)


@pytest.mark.rule("red_square", "act-exit-table")
@pytest.mark.parametrize(("card", "state"), [("KD", "rallying"), ("2C", "off_table")])
def test_who_left_the_table_comes_back_on_a_red_card(card: str, state: str) -> None:
    gone = battalion(square=(3, 0), state="off_table")
    outcome = play(field(gone, enemy((3, 9))), 4, card).outcome
    back = outcome.field.unit("Rifles")
    assert (back.state, back.square, back.this_turn.is_over, outcome.cards) == (state, (3, 0), True, (card,))


@pytest.mark.rule("red_square", "act-exit-table")
def test_one_whose_place_is_taken_comes_back_beside_it() -> None:
    gone = battalion(square=(3, 0), state="off_table")
    other = battalion("Others", (3, 0), this_turn=rs.ThisTurn())
    back = play(field(gone, other, enemy((3, 9))), 4, "KD").outcome.field.unit("Rifles")
    assert (back.square, back.facing) == ((2, 0), "N")


# ---------------------------------------------------------------- groups


@pytest.mark.rule("red_square", "turn-5-group-score", "co-extra-die", "turn-5a-dice")
def test_a_group_has_one_test_and_one_score() -> None:
    units = group({"markers": 2, "quality": "elite"}, {}, {})
    # 1, 4, 4, 5 without the 1: 13, + 1 - 2 = 12, by 3: 4; then a D12 for the markers of the first.
    resolution = play(field(*units, enemy((3, 9))), 1, 4, 4, 5, 12, units=("R1", "R2", "R3"), commander="CO")
    assert (resolution.outcome.score, resolution.outcome.band) == (4, "2+")
    assert [resolution.outcome.field.unit(name).this_turn.activations for name in ("R1", "R2", "R3")] == [1, 1, 1]


@pytest.mark.rule("red_square", "turn-7-unpin", "co-extra-die")
def test_a_co_pinned_in_the_last_turn_gives_no_die_and_is_free_afterwards() -> None:
    units = group({"markers": 1}, co={"pinned": 1})
    after = play(field(*units, enemy((3, 9))), 6, 12, units=("R1",), commander="CO").outcome.field
    assert after.unit("CO").pinned == 0


@pytest.mark.rule("red_square", "turn-7-unpin")
def test_one_pinned_in_this_turn_stays_so() -> None:
    units = group({}, co={"pinned": 1, "this_turn": rs.ThisTurn(was_pinned=True)})
    after = play(field(*units, enemy((3, 9))), units=("R1",), commander="CO").outcome.field
    assert after.unit("CO").pinned == 1


@pytest.mark.rule("red_square", "fire-2-threat", "turn-1-two-cards")
def test_who_has_used_its_share_of_the_card_takes_no_part() -> None:
    units = group({"this_turn": rs.ThisTurn(activations=1)}, {})
    after = play(field(*units, enemy((3, 9))), units=("R1", "R2"), commander="CO").outcome.field
    assert (after.unit("R1").square, after.unit("R1").this_turn.activations) == ((3, 3), 1)
    assert after.unit("R2").this_turn.activations == 1
    nobody = play(field(*units, enemy((3, 9))), units=("R1",), commander="CO")
    assert (nobody.outcome.band, nobody.record.rules[-1]) == (None, "turn-sequence")


@pytest.mark.rule("red_square", "fire-10-fate", "co-risk")
def test_the_co_with_a_unit_that_loses_a_base_draws() -> None:
    units = group({"markers": 6, "idle": False})
    # 6 and 5 with the CO: 6 - 6 = 0, the middle column; the base is lost without a die.
    outcome = play(field(*units, enemy((3, 9))), 6, 5, "KD", units=("R1",), commander="CO").outcome
    assert (outcome.score, outcome.field.unit("CO").pinned, outcome.cards) == (0, 1, ("KD",))
    assert outcome.field.unit("CO").this_turn.was_pinned
    removed = play(field(*units, enemy((3, 9))), 6, 5, "QS", units=("R1",), commander="CO").outcome.field.unit("CO")
    assert (removed.bases, removed.square) == (0, None)


# ---------------------------------------------------------------- companions


@pytest.mark.rule("red_square", "mg-activation", "mg-place-speed")
def test_mgs_follow_their_unit() -> None:
    mgs = rs.Unit(name="MGs", side="red", kind="mg", square=(3, 3), bases=2, accompanies="Rifles")
    masses = battalion(formation="masses")
    after = play(field(masses, mgs, enemy((3, 9)))).outcome.field
    assert after.distance(after.unit("Rifles"), rs.Unit(name="x", side="red", kind="co", square=(3, 3))) == 2
    assert after.distance(after.unit("Rifles"), after.unit("MGs")) <= 1
    assert after.unit("MGs").this_turn.activations == 1


@pytest.mark.rule("red_square", "mg-save", "mg-activation")
@pytest.mark.parametrize(("face", "bases"), [(4, 2), (5, 0)])
def test_guns_of_a_unit_that_begins_to_retreat(face: int, bases: int) -> None:
    mgs = rs.Unit(name="MGs", side="red", kind="mg", square=(3, 5), bases=2, accompanies="Rifles")
    after = play(field(battalion(square=(3, 5), markers=3, idle=False), mgs, enemy()), 1, 6, face).outcome.field
    assert after.unit("Rifles").state == "retreating"
    assert after.unit("MGs").bases == bases
    if bases:
        assert after.distance(after.unit("Rifles"), after.unit("MGs")) <= 1


@pytest.mark.rule("red_square", "mg-save")
def test_a_retreat_that_goes_on_has_no_second_die_for_the_guns() -> None:
    mgs = rs.Unit(name="MGs", side="red", kind="mg", square=(3, 5), bases=2, accompanies="Rifles", state="retreating")
    after = play(field(battalion(square=(3, 5), state="retreating"), mgs, enemy()), 1).outcome.field
    assert after.distance(after.unit("Rifles"), after.unit("MGs")) <= 1


# ---------------------------------------------------------------- spades, tanks, lorries


@pytest.mark.rule("red_square", "turn-6-spades-poor", "turn-6-commissar")
def test_a_commissar_drives_poor_troops_on_at_a_price() -> None:
    poor = battalion(quality="poor", this_turn=rs.ThisTurn(cards=("9S",)))
    commissar = rs.Unit(name="Commissar", side="red", kind="commissar", square=(3, 3))
    alone = play(field(poor, enemy((3, 9))), card="9S").outcome.field.unit("Rifles")
    assert (alone.square, alone.markers) == ((3, 3), 0)
    driven = play(field(poor, commissar, enemy((3, 9))), 6, 2, card="9S").outcome.field.unit("Rifles")
    assert (driven.square != (3, 3), driven.markers) == (True, 4)


@pytest.mark.rule("red_square", "turn-6-commissar", "act-rally")
def test_a_commissar_lets_poor_troops_rally_on_a_spade() -> None:
    poor = battalion(quality="poor", state="retreating", this_turn=rs.ThisTurn(cards=("9S",)))
    commissar = rs.Unit(name="Commissar", side="red", kind="commissar", square=(3, 3))
    on = field(poor, commissar, enemy((3, 9)))
    rallied = play(on, 4, 5, 5, card="9S").outcome.field.unit("Rifles")
    assert rallied.state == "rallying"
    refused = play(on, 4, card="9S", choices={"ignore_spade": always(answer=False)}).outcome.field.unit("Rifles")
    assert refused.state == "retreating"


@pytest.mark.rule("red_square", "turn-6-commissar", "act-hide-casualty")
def test_nobody_pays_to_drive_on_poor_troops_that_must_leave_their_cover() -> None:
    board = plain(terrain=(SquareArea(kind="wood", squares=((3, 5),)),))
    poor = battalion(
        square=(3, 5), quality="poor", state="hiding", markers=2, idle=False, this_turn=rs.ThisTurn(cards=("9S",))
    )
    commissar = rs.Unit(name="Commissar", side="red", kind="commissar", square=(3, 4))
    # 6 - 1 - 2 = 3 would do; the D12 costs a base, so that it retreats without dice for a price.
    after = play(field(poor, commissar, enemy(), board=board), 6, 2, card="9S").outcome.field.unit("Rifles")
    assert (after.state, after.markers, after.bases) == ("retreating", 0, 3)


@pytest.mark.rule("red_square", "turn-6-spades-breakdown")
@pytest.mark.parametrize(("drawn", "broken"), [("QS", True), ("KD", False)])
def test_a_vehicle_on_a_spade_draws(drawn: str, broken: bool) -> None:
    cars = vehicle("armoured_car", this_turn=rs.ThisTurn(cards=("4S", "9D")))
    outcome = play(field(cars, enemy((3, 9))), drawn, units=("Cars",), card="4S").outcome
    unit = outcome.field.unit("Cars")
    assert (unit.broken_down, unit.square == (3, 3), outcome.cards) == (broken, broken, (drawn,))
    assert unit.this_turn.cards == ("9D",)


@pytest.mark.rule("red_square", "turn-6-restart")
@pytest.mark.parametrize(("cards", "runs"), [(("3H", "KD"), True), (("3H", "9S"), False), (("3H", "*1"), False)])
def test_a_broken_vehicle_restarts_on_two_red_cards(cards: tuple[str, str], runs: bool) -> None:
    cars = vehicle("armoured_car", broken_down=True, this_turn=rs.ThisTurn(cards=cards))
    unit = play(field(cars, enemy((3, 9))), units=("Cars",), card="3H", deck=("2C",)).outcome.field.unit("Cars")
    assert (unit.broken_down, unit.square != (3, 3)) == (not runs, runs)


@pytest.mark.rule("red_square", "move-unbog")
@pytest.mark.parametrize(("kind", "card", "bogged"), [("light_tank", "2C", False), ("heavy_tank", "2C", True)])
def test_a_bogged_tank_gets_free_instead_of_moving(kind: Any, card: str, bogged: bool) -> None:
    tank = vehicle(kind, bogged=True, this_turn=rs.ThisTurn(cards=(card,)))
    unit = play(field(tank, enemy((3, 9))), units=("Cars",), card=card, deck=("9H",)).outcome.field.unit("Cars")
    assert (unit.bogged, unit.square) == (bogged, (3, 3))


@pytest.mark.rule("red_square", "at-procedure", "at-results")
def test_the_cards_of_a_vehicle_come_at_once_after_its_die() -> None:
    cars = vehicle(
        "armoured_car", markers=1, marker_weapons=("qf_gun",), idle=False, this_turn=rs.ThisTurn(cards=("9C", "5H"))
    )
    # 5 - 1 = 4; a 6 on the D6 leaves the hit, and a spade below the court damages: it loses the card in play.
    outcome = play(field(cars, enemy((3, 9))), 5, 6, "QS", units=("Cars",), deck=("QS", "2C")).outcome
    unit = outcome.field.unit("Cars")
    assert (unit.markers, unit.rings, unit.must_retreat, unit.square) == (0, 1, True, (3, 3))


@pytest.mark.rule("red_square", "move-bog")
def test_no_tank_tries_closed_ground_on_a_spade_where_it_would_bog() -> None:
    board = plain(features=(SquareFeature(kind="hedge", squares=((3, 4), (4, 4))),))
    tank = vehicle("light_tank", this_turn=rs.ThisTurn(cards=("4S",)))
    unit = play(field(tank, enemy((3, 9)), board=board), "KD", units=("Cars",), card="4S").outcome.field.unit("Cars")
    assert (unit.square, unit.bogged) == ((3, 3), False)


# ---------------------------------------------------------------- the order of chance, and who is in it


@pytest.mark.rule("red_square", "turn-6-spades-breakdown", "turn-5-test-needed")
def test_a_breakdown_is_drawn_for_before_the_test() -> None:
    cars = vehicle("truck", markers=1, marker_weapons=("mg",), this_turn=rs.ThisTurn(cards=("4S",)))
    resolution = play(field(cars, enemy((3, 9))), "QS", 6, 1, units=("Cars",), card="4S")
    assert [roll.purpose.rpartition("/")[2] for roll in resolution.record.rolls[:2]] == ["breakdown", "activation"]


@pytest.mark.rule("red_square", "fire-2-hold", "turn-1-two-cards")
def test_fire_that_was_held_on_the_first_card_is_held_no_more_on_the_second() -> None:
    cars = vehicle("armoured_car", order="defend", this_turn=rs.ThisTurn(cards=("9C",), holds_fire=True))
    on = field(cars, enemy((3, 9)))
    after = play(on, units=("Cars",), choices={"activity": always("nothing")}).outcome.field.unit("Cars")
    assert not after.this_turn.holds_fire


@pytest.mark.rule("red_square", "mg-activation", "fire-2-threat")
def test_mgs_of_a_unit_that_fired_out_of_sequence_act_on_the_card_of_its_group() -> None:
    first, second = {"this_turn": rs.ThisTurn(activations=1)}, {"formation": "firing_line", "order": "defend"}
    mgs = rs.Unit(name="MGs", side="red", kind="mg", square=(3, 3), bases=2, accompanies="R1")
    on = field(*group(first, second), mgs, enemy((3, 6)))
    # R2 at range 3 in line: 2 + 1 dice at 4; the MGs 2 dice at 4.
    after = play(on, 5, 5, 5, 4, 5, units=("R1", "R2"), commander="CO").outcome.field
    assert (after.unit("MGs").this_turn.fired, after.unit("Officers").markers) == (True, 1)


@pytest.mark.rule("red_square", "fire-8-accumulate")
def test_a_co_settles_his_markers_on_his_card() -> None:
    units = group({}, co={"markers": 2, "idle": False})
    after = play(field(*units, enemy((3, 9))), 2, units=("R1",), commander="CO").outcome.field
    assert after.unit("CO").bases == 0


@pytest.mark.rule("red_square", "at-results", "act-retreat")
def test_a_car_that_loses_its_card_retreats_on_a_score_below_zero() -> None:
    cars = vehicle("armoured_car", square=(3, 5), markers=2, marker_weapons=("qf_gun",) * 2, idle=False)
    # 1 - 2 = -1; a 6 leaves both hits, of which a five of hearts counts and a joker does not.
    outcome = play(field(cars, enemy()), 1, 6, "5H", "*1", units=("Cars",), deck=("5H", "*1")).outcome
    unit = outcome.field.unit("Cars")
    assert (unit.state, outcome.field.distance(unit, outcome.field.unit("Officers")) > 2) == ("retreating", True)


@pytest.mark.rule("red_square", "act-hide", "fire-9-halve")
def test_who_hides_is_idle() -> None:
    board = plain(terrain=(SquareArea(kind="wood", squares=((3, 5),)),))
    on = field(battalion(square=(3, 5), markers=3, idle=False, advancing=True), enemy(), board=board)
    after = play(on, 1, 12).outcome.field.unit("Rifles")
    assert (after.state, after.idle, after.advancing) == ("hiding", True, False)


@pytest.mark.rule("red_square", "turn-5b-deductions", "turn-5-test-needed")
def test_who_hid_and_who_has_rings() -> None:
    hid = battalion(state="hiding", hid_last_turn=True, formation="firing_line", order="defend")
    outcome = play(field(hid, enemy((3, 9))), 2).outcome
    assert (outcome.score, outcome.field.unit("Rifles").state) == (1, "hiding")
    guns = battalion("Guns", kind="artillery", formation="deployed", order=None, bases=2, guns="qf_gun", rings=1)
    tested = play(
        field(guns, enemy((3, 9), visible=False)), 3, units=("Guns",), choices={"activity": always("nothing")}
    )
    assert tested.outcome.score == 3


@pytest.mark.rule("red_square", "fire-10-fate", "co-risk")
def test_a_pinned_co_gives_no_die_and_draws_no_card() -> None:
    units = group({"markers": 6, "idle": False}, co={"pinned": 1})
    outcome = play(field(*units, enemy((3, 9))), 6, units=("R1",), commander="CO").outcome
    assert (outcome.field.unit("R1").bases, outcome.cards) == (3, ())


@pytest.mark.rule("red_square", "fire-10-fate", "mg-activation")
def test_of_pinned_mgs_no_more_are_pinned_than_are_left() -> None:
    mgs = rs.Unit(
        name="MGs", side="red", kind="mg", square=(3, 3), bases=2, accompanies="Rifles", pinned=2, markers=6,
        idle=False, this_turn=rs.ThisTurn(was_pinned=True),
    )  # fmt: skip
    after = play(field(battalion(), mgs, enemy((3, 9)))).outcome.field.unit("MGs")
    assert (after.bases, after.pinned) == (1, 1)
