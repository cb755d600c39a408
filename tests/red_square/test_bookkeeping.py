"""Settling what hangs over the units of a field: markers, fate, guns."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

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


def unit(name: str, kind: Any, square: tuple[int, int] | None = (1, 1), **changes: Any) -> rs.Unit:
    fields: dict[str, Any] = {"side": "red"}
    if kind == "infantry":
        fields |= {"bases": 4, "formation": "waves", "order": "attack"}
    return rs.Unit(name=name, kind=kind, square=square, **fields | changes)


def umpire(*faces: int | str) -> RollingUmpire[rs.Options]:
    return RollingUmpire(rs.ruleset, GivenDice(faces), {}, recording=True)


@pytest.mark.rule("red_square", "fire-9-double", "fire-9-halve", "terrain-hills")
def test_posture() -> None:
    advancing = unit("A", "infantry", advancing=True, idle=False)
    assert posture(field(advancing), advancing) == {"advancing_in_open": True, "idle": False, "in_cover": False}
    covered = evolve(advancing, square=(2, 2))
    assert posture(field(covered), covered) == {"advancing_in_open": False, "idle": False, "in_cover": True}
    behind = evolve(advancing, hit_on_reverse_slope=True)
    assert posture(field(behind), behind) == {"advancing_in_open": False, "idle": False, "in_cover": True}


@pytest.mark.rule("red_square", "fire-8-accumulate", "fire-9-artillery-vehicles")
def test_guns_take_rings() -> None:
    guns = unit("Guns", "artillery", bases=2, formation="deployed", guns="qf_gun", markers=13, rings=1, idle=False)
    # Two rings for twelve and one for a 1: with the one before four, so that a base goes and one is left.
    settled = settle_markers(field(guns), "Guns", umpire(1), deck=DECK, discards=())
    after = settled.field.unit("Guns")
    assert (after.bases, after.rings, after.bases_removed, after.markers) == (1, 1, 1, 0)
    assert (settled.bases_lost, settled.has_suffered, settled.markers) == (1, True, 13)


@pytest.mark.rule("red_square", "fire-8-accumulate")
def test_without_markers_nothing_is_thrown() -> None:
    settled = settle_markers(field(unit("A", "infantry")), "A", umpire(), deck=DECK, discards=())
    assert (settled.bases_lost, settled.has_suffered) == (0, False)


@pytest.mark.rule("red_square", "at-results", "fire-8-accumulate")
def test_a_vehicle_loses_the_card_dealt_last() -> None:
    held = rs.ThisTurn(cards=("4C", "9D"))
    cars = unit(
        "Cars", "armoured_car", order="attack", weapons=("mg",), markers=1, marker_weapons=("qf_gun",), idle=False,
        this_turn=held,
    )  # fmt: skip
    settled = settle_markers(field(cars), "Cars", umpire(6, "2C"), deck=DECK, discards=())
    after = settled.field.unit("Cars")
    assert (after.this_turn.cards, settled.cards_lost, settled.cards) == (("4C",), ("9D",), ("2C",))
    assert after.must_retreat


@pytest.mark.rule("red_square", "fire-10-fate", "co-risk")
def test_who_draws_for_a_base_and_in_what_order() -> None:
    lost = unit("A", "infantry", commander="CO")
    here = field(
        unit("MGs", "mg", bases=2, accompanies="A", fired_in=3, idle=False),
        unit("Commissar", "commissar"),
        unit("Other CO", "co"),
        unit("CO", "co"),
        unit("Far Cheka", "cheka", (3, 3)),
        lost,
    )
    # His own CO, the Commissar, and both MG bases; nobody else.
    after, drawn = settle_fate(here, lost, 1, umpire("QS", "KD", "2C", "3C"), deck=(*DECK, "3C"), discards=())
    assert drawn == ("QS", "KD", "2C", "3C")
    assert (after.unit("CO").bases, after.unit("Commissar").pinned, after.unit("MGs").bases) == (0, 1, 2)
    assert after.unit("Other CO") == here.unit("Other CO")


@pytest.mark.rule("red_square", "fire-10-fate")
@pytest.mark.parametrize(
    ("fired_in", "idle", "counts"), [(3, False, True), (2, False, True), (1, False, False), (3, True, False)]
)
def test_mgs_that_have_fired_since_their_latest_activation(fired_in: int, idle: bool, counts: bool) -> None:
    mgs = unit("MGs", "mg", bases=2, accompanies="A", fired_in=fired_in, idle=idle)
    assert has_fired(field(mgs, unit("A", "infantry")), mgs) == counts


@pytest.mark.rule("red_square", "mg-save", "tchanka-activation")
def test_each_company_has_its_die_and_tchankas_need_none() -> None:
    here = field(
        unit("A", "infantry"),
        unit("M1", "mg", bases=2, accompanies="A"),
        unit("M2", "mg", bases=1, accompanies="A"),
        unit("M3", "mg", bases=3, accompanies="A"),
        unit("T", "tchanka", bases=1, accompanies="A"),
    )
    after, going = save_guns(here, "A", umpire(4, 3))
    assert going == ("M1", "M3", "T")
    assert after.unit("M2").bases == 0


@pytest.mark.rule("red_square", "train-5-carrying")
def test_whoever_is_aboard_is_lost_with_the_train_and_horses_with_their_regiment() -> None:
    train = unit("Train", "train", guns="heavy", order="attack")
    here = field(train, unit("Sailors", "infantry", None, carried_by="Train"))
    assert [one.bases for one in without(here, "Train").units] == [0, 0]
    horse = unit("Horse", "cavalry", bases=3, formation="dismounted", order="defend")
    here = field(horse, unit("Horses", "horse_holders", (2, 1), accompanies="Horse"), train)
    assert [one.bases for one in without(here, "Horse").units] == [0, 0, 1]
