"""Settling markers on a field."""

from __future__ import annotations

import pytest
from attrs import evolve
from red_square_units import ready

from rcw_rules import GivenDice
from rcw_rules import red_square as rs
from rcw_rules.kernel.geometry.squares import SquareArea, SquareGrid, SquareMap
from rcw_rules.kernel.umpire import RollingUmpire
from rcw_rules.red_square.fire import has_fired, posture, save_guns, settle_fate, settle_markers, without

DECK = ("KD", "QS", "2C")


def field(*units: rs.Unit) -> rs.Field:
    board = SquareMap(
        title="A wood", grid=SquareGrid(columns=6, rows=10), terrain=(SquareArea(kind="wood", squares=((2, 2),)),)
    )
    return rs.Field(board=board, units=units, turn=3)


def umpire(*faces: int | str) -> RollingUmpire[rs.Options]:
    return RollingUmpire(rs.ruleset, GivenDice(faces), {}, recording=True)


@pytest.mark.rule("red_square", "fire-9-double", "fire-9-halve", "terrain-hills")
def test_posture() -> None:
    advancing = ready("infantry", "A", advancing=True, idle=False)
    assert posture(field(advancing), advancing) == {"advancing_in_open": True, "idle": False, "in_cover": False}
    covered = evolve(advancing, square=(2, 2))
    assert posture(field(covered), covered) == {"advancing_in_open": False, "idle": False, "in_cover": True}
    behind = evolve(advancing, hit_on_reverse_slope=True)
    assert posture(field(behind), behind) == {"advancing_in_open": False, "idle": False, "in_cover": True}


@pytest.mark.rule("red_square", "fire-8-accumulate", "fire-9-artillery-vehicles")
def test_guns_take_rings() -> None:
    guns = ready("artillery", "Guns", bases=2, formation="deployed", guns="qf_gun", markers=13, rings=1, idle=False)
    # Two rings for twelve and one for a 1: with the one before four, so that a base goes and one is left.
    settled = settle_markers(umpire(1), field(guns), "Guns", deck=DECK, discards=())
    after = settled.field.unit("Guns")
    assert (after.bases, after.rings, after.bases_removed, after.markers) == (1, 1, 1, 0)
    assert (settled.bases_lost, settled.has_suffered, settled.markers) == (1, True, 13)


@pytest.mark.rule("red_square", "terrain-hills", "fire-9-halve", "fire-8-accumulate")
def test_the_cover_of_a_reverse_slope_is_for_the_markers_that_came_over_it() -> None:
    shot_over = ready("infantry", "A", markers=1, hit_on_reverse_slope=True, idle=False)
    # In cover: D12, on which 2 costs nothing.
    settled = settle_markers(umpire(2), field(shot_over), "A", deck=DECK, discards=()).field.unit("A")
    assert (settled.markers, settled.hit_on_reverse_slope) == (0, False)
    # The next marker comes from elsewhere: D6.
    again = umpire(2)
    settle_markers(again, field(evolve(settled, markers=1)), "A", deck=DECK, discards=())
    assert [roll.label.split(",")[0] for roll in again.record.rolls] == ["d6"]


@pytest.mark.rule("red_square", "fire-8-accumulate")
def test_without_markers_nothing_is_thrown() -> None:
    settled = settle_markers(umpire(), field(ready("infantry", "A")), "A", deck=DECK, discards=())
    assert (settled.bases_lost, settled.has_suffered) == (0, False)


@pytest.mark.rule("red_square", "train-7-hits", "at-results")
@pytest.mark.parametrize(("card", "rings"), [("KD", 2), ("QS", 1)])
def test_a_train_has_suffered_if_it_takes_a_ring(card: str, rings: int) -> None:
    train = ready("train", rings=1, markers=1, marker_weapons=("qf_gun",), idle=False)
    settled = settle_markers(umpire(6, card), field(train), "unit", deck=DECK, discards=())
    assert (settled.field.unit("unit").rings, settled.has_suffered) == (rings, rings > 1)
    assert (settled.bases_lost, settled.markers, settled.cards) == (0, 1, (card,))


@pytest.mark.rule("red_square", "at-results", "fire-8-accumulate")
def test_a_vehicle_loses_the_card_dealt_last() -> None:
    held = rs.ThisTurn(cards=("4C", "9D"))
    cars = ready(
        "armoured_car", "Cars", order="attack", weapons=("mg",), markers=1, marker_weapons=("qf_gun",), idle=False,
        this_turn=held,
    )  # fmt: skip
    settled = settle_markers(umpire(6, "2C"), field(cars), "Cars", deck=DECK, discards=())
    after = settled.field.unit("Cars")
    assert (after.this_turn.cards, settled.cards_lost, settled.cards) == (("4C",), ("9D",), ("2C",))
    assert after.must_retreat


@pytest.mark.rule("red_square", "fire-10-fate", "co-risk")
def test_who_draws_for_a_base_and_in_what_order() -> None:
    lost = ready("infantry", "A", commander="CO")
    here = field(
        ready("mg", "MGs", bases=2, accompanies="A", fired_in=3, idle=False),
        ready("commissar", "Commissar"),
        ready("co", "Other CO"),
        ready("co", "CO"),
        ready("cheka", "Far Cheka", (3, 3)),
        lost,
    )
    # His own CO, the Commissar, and both MG bases; nobody else.
    after, drawn = settle_fate(umpire("QS", "KD", "2C", "3C"), here, lost, 1, deck=(*DECK, "3C"), discards=())
    assert drawn == ("QS", "KD", "2C", "3C")
    assert (after.unit("CO").bases, after.unit("Commissar").pinned, after.unit("MGs").bases) == (0, 1, 2)
    assert after.unit("Other CO") == here.unit("Other CO")


@pytest.mark.rule("red_square", "fire-10-fate")
@pytest.mark.parametrize(
    ("fired_in", "idle", "counts"), [(3, False, True), (2, False, True), (1, False, False), (3, True, False)]
)
def test_mgs_that_have_fired_since_their_latest_activation(fired_in: int, idle: bool, counts: bool) -> None:
    mgs = ready("mg", "MGs", bases=2, accompanies="A", fired_in=fired_in, idle=idle)
    assert has_fired(field(mgs, ready("infantry", "A")), mgs) == counts


@pytest.mark.rule("red_square", "fire-10-fate")
@pytest.mark.parametrize(("turn", "fired_in", "counts"), [(1, 1, True), (2, 1, True), (1, 0, False), (2, 0, False)])
def test_in_the_first_turns_nobody_has_fired_before(turn: int, fired_in: int, counts: bool) -> None:
    mgs = ready("mg", "MGs", bases=2, accompanies="A", fired_in=fired_in, idle=False)
    assert has_fired(evolve(field(mgs, ready("infantry", "A")), turn=turn), mgs) == counts


@pytest.mark.rule("red_square", "mg-save", "tchanka-activation")
def test_each_company_has_its_die_and_tchankas_need_none() -> None:
    here = field(
        ready("infantry", "A"),
        ready("mg", "M1", bases=2, accompanies="A"),
        ready("mg", "M2", bases=1, accompanies="A"),
        ready("mg", "M3", bases=3, accompanies="A"),
        ready("tchanka", "T", bases=1, accompanies="A"),
    )
    after, going = save_guns(umpire(4, 3), here, "A")
    assert going == ("M1", "M3", "T")
    assert after.unit("M2").bases == 0


@pytest.mark.rule("red_square", "train-5-carrying")
def test_whoever_is_aboard_is_lost_with_the_train_and_horses_with_their_regiment() -> None:
    train = ready("train", "Train", guns="heavy", order="attack")
    here = field(train, ready("infantry", "Sailors", None, carried_by="Train"))
    assert [one.bases for one in without(here, "Train").units] == [0, 0]
    horse = ready("cavalry", "Horse", bases=3, formation="dismounted", order="defend")
    here = field(horse, ready("horse_holders", "Horses", (2, 1), accompanies="Horse"), train)
    assert [one.bases for one in without(here, "Horse").units] == [0, 0, 1]
