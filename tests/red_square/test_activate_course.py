"""Whole activations: what comes of moves, spades and vehicles, trains, and the order of chance."""

from __future__ import annotations

from typing import Any

import pytest
from activations import FRESH, RAILS, always, battalion, enemy, field, group, on_rails, plain, play, to, vehicle
from attrs import evolve

from rcw_rules import red_square as rs
from rcw_rules.kernel.geometry.squares import SquareArea, SquareFeature, SquareWay

# ---------------------------------------------------------------- on the way


@pytest.mark.rule("red_square", "fire-2-threat", "turn-5-test-needed")
def test_fire_interrupts_a_move_and_uses_the_card_of_the_firer() -> None:
    waiting = enemy((3, 7), this_turn=rs.ThisTurn(cards=("2D",)))
    # One step from range 4 to 3: 2 + 1 dice at score 4.
    outcome = play(field(battalion(), waiting), 1, 1, 5).outcome
    assert outcome.field.unit("Rifles").markers == 2
    assert outcome.field.unit("Officers").this_turn.cards == ()
    assert outcome.surrendered == ("2D",)


@pytest.mark.rule("red_square", "fire-8-shock", "fire-2-threat")
def test_a_mover_that_breaks_goes_no_farther() -> None:
    waiting = enemy((3, 7), bases=6, this_turn=rs.ThisTurn(cards=("2D",)))
    masses = battalion(formation="masses", quality="poor", bases=2, bases_removed=2, markers=1, idle=True)
    # A 6: 6 - 1 - 1 - 2 = 2; no loss for the marker on a D12. At range 3: 2 + 1 + 1 dice at 6 are 4 hits without a
    # throw: at best 6 - 1 - 4 - 2 = -1, so it breaks; twice 4 or less on a D6 for one that advances in the open.
    outcome = play(field(masses, waiting), 6, 12, 5).outcome
    unit = outcome.field.unit("Rifles")
    assert (unit.state, unit.bases, unit.this_turn.is_over) == ("retreating", 2, True)


@pytest.mark.rule("red_square", "train-6-retreat")
@pytest.mark.parametrize(("kind", "goes"), [("infantry", True), ("cavalry", False)])
def test_infantry_next_to_a_train_drives_it_off(kind: Any, goes: bool) -> None:
    board = plain(railways=(SquareWay(squares=tuple((c, 6) for c in range(8))),))
    train = rs.Unit(name="Train", side="white", kind="train", square=(3, 6), facing="E", guns="heavy", order="defend")
    formation = "waves" if kind == "infantry" else "mounted"
    mover = battalion(kind=kind, formation=formation, square=(3, 4), markers=1)
    choices = {"destination": to((3, 5)), "closes": always(answer=True)}
    after = play(field(mover, train, board=board), 6, 12, choices=choices).outcome.field
    assert (after.unit("Train").square != (3, 6)) == goes
    if goes:
        assert after.distance(after.unit("Train"), after.unit("Rifles")) >= 2


@pytest.mark.rule("red_square", "move-overrun-flank", "move-overrun-continue")
def test_an_overrun_on_the_way() -> None:
    # The line faces east; who comes from the south-west takes it in the flank, and it flees without a die.
    line = enemy((4, 4), facing="E")
    masses = battalion(formation="masses", facing="N")
    resolution = play(field(masses, line), 6, choices={"destination": to((4, 4)), "activity": always("move")})
    after = resolution.outcome.field
    assert after.unit("Officers").bases == 0
    assert after.unit("Rifles").square == (4, 4)


@pytest.mark.rule("red_square", "mounted-1-trigger")
def test_mounted_cavalry_next_to_enemies_in_the_open_attacks() -> None:
    horse = battalion(kind="cavalry", formation="mounted", square=(3, 4), markers=1)
    waves = enemy((3, 7), formation="waves")
    # 5 - 1 = 4; a 12 on the D12. 3 dice at 12 are 6 hits each way: both lose a base, the horse twice; both retreat.
    after = play(field(horse, waves), 5, 12, choices={"destination": to((3, 6))}).outcome.field
    assert (after.unit("Rifles").bases, after.unit("Officers").bases) == (2, 3)
    assert (after.unit("Rifles").state, after.unit("Officers").state) == ("retreating", "retreating")


@pytest.mark.rule("red_square", "mounted-1-trigger", "move-overrun-continue")
def test_an_overrun_with_the_last_square_still_ends_in_a_charge() -> None:
    # The third step takes the line in (3, 6) in the flank; the waves beyond it, in front and in the open, are then
    # charged: 6 hits each way, as above.
    horse = battalion(kind="cavalry", formation="mounted")
    line, waves = enemy((3, 6), facing="E"), enemy((3, 7), name="Waves", formation="waves")
    choices = {"destination": to((3, 6), "N"), "activity": always("move")}
    after = play(field(horse, line, waves), 5, choices=choices).outcome.field
    assert after.unit("Officers").bases == 0
    assert (after.unit("Rifles").bases, after.unit("Waves").bases) == (2, 3)
    assert (after.unit("Rifles").state, after.unit("Waves").state) == ("retreating", "retreating")


@pytest.mark.rule("red_square", "turn-5-test-needed", "move-motors")
def test_a_car_that_could_drive_up_to_the_enemy_by_road_is_asked_too() -> None:
    # Four squares by road bring it from 5 squares off next to the enemy. Moving, its one die at score 3 misses.
    board = plain(roads=(SquareWay(squares=tuple((3, row) for row in range(10))),))
    cars = vehicle("armoured_car", square=(3, 2))
    far = field(cars, enemy((3, 7), order="defend"), board=board)
    closed_up = play(far, 5, 6, units=("Cars",), choices={"destination": to((3, 6))}).outcome.field.unit("Cars")
    assert closed_up.square == (3, 6)
    assert play(far, units=("Cars",), choices={"closes": always(answer=False)}).outcome.band == "automatic"


@pytest.mark.rule("red_square", "fire-2-threat", "mg-activation")
def test_mgs_of_a_unit_that_fired_out_of_sequence_may_fire_at_a_threat_too() -> None:
    line = enemy((3, 7), this_turn=rs.ThisTurn(cards=("2D",)))
    mgs = rs.Unit(name="MGs", side="white", kind="mg", square=(3, 7), facing="S", bases=2, accompanies="Officers")
    # One step to range 3: the line 2 + 1 dice at 4, then the MGs 2 dice at 4.
    after = play(field(battalion(), line, mgs), 1, 5, 6, 4, 4).outcome.field
    assert (after.unit("Rifles").markers, after.unit("MGs").this_turn.activations) == (3, 1)
    # Who has fired does not do so again, and MGs of a unit that is broken do not fire.
    spent = evolve(mgs, this_turn=rs.ThisTurn(activations=1))
    assert play(field(battalion(), line, spent), 1, 5, 6).outcome.field.unit("Rifles").markers == 1
    broken = evolve(line, state="retreating")
    assert play(field(battalion(), broken, mgs)).outcome.field.unit("Rifles").markers == 0


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


# ---------------------------------------------------------------- several shots in an activation


@pytest.mark.rule("red_square", "train-2-armament", "train-3-movement")
def test_a_train_fires_its_guns_and_its_mgs_to_either_side() -> None:
    board = plain(railways=(SquareWay(squares=tuple((c, 4) for c in range(8))),))
    train = rs.Unit(
        name="Train", side="red", kind="train", square=(3, 4), facing="E", guns="heavy", order="defend", this_turn=FRESH
    )
    north = enemy((3, 7), formation="waves", name="North")
    south = enemy((3, 2), formation="waves", facing="N", name="South")
    # Guns at the nearest, range 2: 3 dice at 8: a hit each and one more on 2 or less: 4. MGs north: 2 dice at 4; south:
    # 2 dice at 4. Its arms are no vehicle fire.
    outcome = play(field(train, north, south, board=board), 2, 3, 3, 4, 5, 1, 6, units=("Train",)).outcome
    assert (outcome.field.unit("South").markers, outcome.field.unit("North").markers) == (5, 1)


@pytest.mark.rule("red_square", "dig-3-defence")
def test_infantry_in_defence_fires_to_each_side() -> None:
    works = battalion(formation="defence", order="defend", square=(3, 4))
    north, east = enemy((3, 6), name="North"), enemy((5, 4), name="East", facing="W")
    # To each side 2 dice at score 2: to the north 2 and 3, to the east 1 and 2.
    after = play(field(works, north, east), 2, 3, 1, 2).outcome.field
    assert (after.unit("North").markers, after.unit("East").markers) == (1, 2)


@pytest.mark.rule("red_square", "train-3-movement", "turn-5-test-needed")
def test_a_train_goes_next_to_the_enemy_only_after_a_test() -> None:
    on = field(on_rails(), enemy((6, 5), visible=False, formation="masses"), board=RAILS)
    seen: list[set[tuple[int, int]]] = []

    def look(situation: rs.Situation, alternatives: tuple[rs.Destination, ...]) -> rs.Destination:
        seen.append({one.square for one in alternatives})
        return alternatives[0]

    moves = {"train_action": always("move"), "destination": look}
    assert play(on, units=("Train",), choices=moves).outcome.band == "automatic"
    assert play(on, 2, units=("Train",), choices=moves | {"closes": always(answer=True)}).outcome.band == "2+"
    # Next to (6, 5) lie (6, 4) and (7, 4); (7, 4) is only reached past (6, 4).
    assert seen == [{(c, 4) for c in range(1, 6)}, {(c, 4) for c in range(1, 8)}]


@pytest.mark.rule("red_square", "train-2-armament", "art-indirect")
def test_heavy_guns_of_a_train_may_be_pointed() -> None:
    wood = plain(railways=RAILS.railways, terrain=(SquareArea(kind="wood", squares=((2, 4), (4, 4))),))
    target = enemy((6, 4), formation="waves", facing="W")
    on = field(on_rails(), target, board=wood, aeroplanes=("red",))
    # A 4 points them; range 6 is effective for heavy guns: 2 dice at 8, one hit each and another on a 2.
    assert play(on, 4, 2, 3, units=("Train",)).outcome.field.unit("Officers").markers == 3


@pytest.mark.rule("red_square", "train-5-carrying")
def test_the_owner_says_who_goes_aboard() -> None:
    both = [battalion(name, (c, 4), formation="masses", this_turn=rs.ThisTurn()) for c, name in enumerate(("A", "B"))]
    on = field(on_rails(), *both, enemy((3, 9)), board=RAILS)
    boarding = {"train_action": always("board")}
    assert play(on, units=("Train",), choices=boarding).outcome.field.unit("A").carried_by == "Train"
    other = play(on, units=("Train",), choices=boarding | {"boards": always("B")}).outcome.field
    assert [other.unit(name).carried_by for name in ("A", "B")] == ["", "Train"]


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


@pytest.mark.rule("red_square", "terrain-wire", "terrain-wire-gap")
def test_wire_takes_a_whole_turn_and_a_tank_makes_a_gap_in_it() -> None:
    board = plain(features=(SquareFeature(kind="wire", squares=((3, 4), (4, 4))),))
    tank = vehicle("heavy_tank", this_turn=FRESH)
    after = play(field(tank, enemy((3, 9)), board=board), units=("Cars",)).outcome.field
    square = after.unit("Cars").square
    assert square in {(3, 4), (4, 4)}
    assert [(gap.square, gap.direction) for gap in after.wire_gaps] == [(square, "NW" if square == (3, 4) else "NE")]
    two_cards = battalion(this_turn=rs.ThisTurn(cards=("9C", "KD")), formation="masses")
    caught = play(field(two_cards, enemy((3, 9)), board=board)).outcome.field.unit("Rifles")
    assert (caught.square in {(3, 4), (4, 4)}, caught.this_turn.is_over) == (True, True)


@pytest.mark.rule("red_square", "hq-activation")
def test_a_headquarters_that_has_come_under_fire_sends_no_orders() -> None:
    hq = rs.Unit(
        name="HQ", side="red", kind="hq", square=(3, 0), under_fire=True, this_turn=rs.ThisTurn(commanded=True)
    )
    line = battalion(formation="firing_line", order="defend")
    after = play(field(hq, line, enemy((3, 9))), choices={"new_order": always("attack")}).outcome.field.unit("Rifles")
    assert after.order == "defend"


@pytest.mark.rule("red_square", "fire-9-halve", "fire-9-double")
def test_idle_and_advancing_tell_of_the_latest_activation() -> None:
    line = battalion(formation="firing_line", order="defend", idle=False, advancing=True)
    after = play(field(line, enemy((3, 9)))).outcome.field.unit("Rifles")
    assert (after.idle, after.advancing) == (True, False)


@pytest.mark.rule("red_square", "move-overrun-shaken", "fire-3-moving-infantry")
def test_an_overrun_that_is_stood_ends_the_activation_even_on_a_heart() -> None:
    board = plain(terrain=(SquareArea(kind="wood", squares=((3, 4),)),))
    masses = battalion(formation="masses", this_turn=rs.ThisTurn(cards=("9H",)))
    hiding = enemy((3, 4), state="hiding")
    # A 5 stands: 3 + 1 + 1 - 1 dice at 4, all of them too high.
    after = play(
        field(masses, hiding, board=board),
        6,
        5,
        6,
        6,
        6,
        6,
        card="9H",
        choices={"destination": to((3, 4)), "activity": always("move")},
    ).outcome.field
    assert (after.unit("Rifles").square, after.unit("Officers").state) == ((3, 3), "steady")


@pytest.mark.rule("red_square", "artpos-run-up")
def test_guns_that_run_up_may_fire_as_if_they_had_moved() -> None:
    guns = battalion(
        "Guns", (3, 3), kind="artillery", formation="deployed", order=None, bases=1, guns="qf_gun",
        position="semi_masked",
    )  # fmt: skip
    # In the dead zone until they do; at range 1 they then have 3 - 1 dice at 4.
    after = play(
        field(guns, enemy((3, 4))), 4, 5, units=("Guns",), choices={"activity": always("run_up")}
    ).outcome.field
    assert (after.unit("Guns").position, after.unit("Officers").markers) == ("open", 1)
    assert (after.unit("Guns").this_turn.moved, after.unit("Guns").this_turn.fired) == (True, True)


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


@pytest.mark.rule("red_square", "train-6-retreat", "train-7-hits")
def test_a_damaged_train_goes_back_and_so_does_one_below_zero() -> None:
    far = enemy((6, 4), visible=False)
    damaged = play(field(evolve(on_rails(rings=4), square=(4, 4)), far, board=RAILS), 6, units=("Train",)).outcome.field
    assert damaged.unit("Train").square in {(2, 4), (1, 4), (0, 4)}
    hit = evolve(on_rails(markers=2, marker_weapons=("heavy",) * 2), square=(4, 4))
    # 1 - 2 = -1; a 2 on the D12 of one that was idle is a ring, and no cards are drawn.
    shaken = play(field(hit, far, board=RAILS), 1, 2, units=("Train",)).outcome.field
    assert (shaken.unit("Train").rings, shaken.unit("Train").square in {(2, 4), (1, 4), (0, 4)}) == (1, True)


@pytest.mark.rule("red_square", "fire-2-must-fire", "train-3-movement")
def test_a_train_with_an_observed_target_that_stays_must_fire() -> None:
    seen: list[tuple[str, ...]] = []

    def look(situation: rs.Situation, alternatives: tuple[str, ...]) -> str:
        seen.append(alternatives)
        return "move"

    play(field(on_rails(), enemy((6, 6)), board=RAILS), units=("Train",), choices={"train_action": look})
    assert ("fire" in seen[0], "nothing" in seen[0], "hold_fire" in seen[0]) == (True, False, False)
