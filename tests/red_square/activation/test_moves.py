"""Moves in an activation: the fire that interrupts them, overruns, charges and wire."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from red_square_activations import FRESH, always, battalion, enemy, field, plain, play, to, vehicle

from rcw_rules import red_square as rs
from rcw_rules.kernel.geometry.squares import SquareArea, SquareFeature, SquareWay


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


@pytest.mark.rule("red_square", "mounted-1-trigger")
def test_mounted_cavalry_that_only_turns_attacks_nobody() -> None:
    horse = battalion(kind="cavalry", formation="mounted", square=(3, 5), facing="NE")
    waves = enemy((3, 6), formation="waves", bases=2)
    choices = {"destination": to((3, 5), "N"), "activity": always("move")}
    after = play(field(horse, waves), 5, choices=choices).outcome.field
    assert (after.unit("Rifles").facing, after.unit("Rifles").bases, after.unit("Officers").bases) == ("N", 4, 2)


@pytest.mark.rule("red_square", "mounted-1-trigger", "mounted-1c-result")
@pytest.mark.parametrize(("row", "faces", "left"), [(4, (3,), 0), (3, (), 1)])
def test_a_moving_winner_follows_up_with_the_squares_left_after_its_last_step(
    row: int, faces: tuple[int, ...], left: int
) -> None:
    # 3 dice at 12 are 6 hits against 3: the waves lose a base and go back two squares; both dice for the horse are 6s.
    # After one step two squares are left, enough to come upon the waves again, and they flee on a 3. After two steps
    # one is left, and the waves get away.
    horse = battalion(kind="cavalry", formation="mounted", square=(3, row))
    waves = enemy((3, 6), formation="waves", bases=2)
    choices = {"destination": to((3, 5)), "activity": always("move")}
    after = play(field(horse, waves), 5, 6, 6, *faces, choices=choices).outcome.field
    assert after.unit("Officers").bases == left


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


@pytest.mark.rule("red_square", "move-overrun-continue", "mounted-3-dismounted")
def test_horses_that_fled_with_their_regiment_are_in_nobodys_way() -> None:
    riders = battalion("Rifles", (3, 3), kind="cavalry", formation="mounted", bases=4)
    on_foot = enemy((4, 4), name="Riders", kind="cavalry", formation="dismounted", state="hiding", bases=3)
    horses = rs.Unit(name="Horses", side="white", kind="horse_holders", square=(4, 5), facing="S", accompanies="Riders")
    choices = {"activity": always("move"), "closes": always(True), "destination": to((4, 5))}
    # A 6 for the test; on a 1 the regiment flees, and its horses with it.
    after = play(field(riders, on_foot, horses), 6, 1, choices=choices).outcome.field
    assert after.unit("Rifles").square == (4, 5)
    assert [after.unit(name).bases for name in ("Riders", "Horses")] == [0, 0]
