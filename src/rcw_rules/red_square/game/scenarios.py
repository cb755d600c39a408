"""Scenarios for whole games. The book has none (missing-victory): forces, ground and victory here are made up."""

from __future__ import annotations

from functools import cache
from typing import Any

from attrs import evolve

from rcw_rules.games import LossPoints, PlacePoints, Victory
from rcw_rules.kernel.geometry.squares import (
    EdgeFeature,
    Square,
    SquareArea,
    SquareFeature,
    SquareGrid,
    SquareMap,
    SquarePlace,
    SquareWay,
)
from rcw_rules.red_square.ground import Field
from rcw_rules.red_square.model import Kind, Quality, Side, Unit
from rcw_rules.red_square.turn import Deployment, HeldPlace, Reinforcement, Scenario, two_regiments_a_side

MADE_UP = "Made up for this library, as the book has no scenarios: ground, forces, zones, reinforcements and victory."


def _unit(side: Side, name: str, kind: Kind, **facts: Any) -> Unit:
    return Unit(name=name, side=side, kind=kind, facing="N" if side == "red" else "S", **facts)


def _battalion(side: Side, name: str, *, commander: str = "", quality: Quality = "normal") -> Unit:
    facts = {"formation": "masses", "order": "attack", "commander": commander, "quality": quality}
    return _unit(side, name, "infantry", bases=4, **facts)


def _regiment_of_horse(side: Side, name: str, commander: str, bases: int) -> Unit:
    return _unit(side, name, "cavalry", bases=bases, formation="mounted", order="attack", commander=commander)


def _rows(columns: int, *rows: int) -> tuple[Square, ...]:
    return tuple((column, row) for row in rows for column in range(columns))


# ---------------------------------------------------------------- a meeting engagement


@cache
def steppe_halt() -> SquareMap:
    """Return a map of 12 by 10 squares: a halt on a railway, a crossroads, copses, a ridge, a brook."""
    return SquareMap(
        title="The halt on the steppe",
        source="made up",
        grid=SquareGrid(columns=12, rows=10),
        terrain=(SquareArea(kind="wood", squares=((1, 5), (2, 5), (6, 3), (6, 6), (10, 5))),),
        features=(
            SquareFeature(kind="hedge", squares=((8, 6),)),
            SquareFeature(kind="slope", squares=((2, 2), (3, 2), (2, 7), (3, 7))),
        ),
        edges=(EdgeFeature(kind="stream", between=(((9, 4), (10, 4)), ((9, 3), (10, 4)))),),
        roads=(SquareWay(squares=tuple((8, row) for row in range(10)), name="the post road"),),
        railways=(SquareWay(squares=tuple((4, row) for row in range(10)), name="the line"),),
        places=(
            SquarePlace(name="Halt", square=(4, 5), kind="station"),
            SquarePlace(name="Crossroads", square=(8, 4), kind="crossroads"),
        ),
    )


@cache
def meeting_engagement() -> Scenario:
    """Return a meeting engagement: both sides come for a halt and a crossroads, the Reds with an armoured train.

    Reds: a regiment of three battalions with MGs and a Commissar, a brigade of two regiments of cavalry, field guns, an
    armoured train on the line, and a battalion that comes in turn 3. Whites: a regiment of four battalions with MGs, a
    brigade of two regiments of Cossacks, field guns, and a third regiment in turn 2. Both deploy, the Whites first.
    """
    red = (
        _unit("red", "Red HQ", "hq"),
        _unit("red", "1st Rifles CO", "co"),
        *(_battalion("red", f"1st Rifles {number}", commander="1st Rifles CO") for number in (1, 2, 3)),
        _unit("red", "1st Rifles MGs", "mg", bases=2, accompanies="1st Rifles 3"),
        _unit("red", "Commissar", "commissar"),
        _unit("red", "Red Cavalry CO", "co"),
        *(_regiment_of_horse("red", f"Red Cavalry {number}", "Red Cavalry CO", 3) for number in (1, 2)),
        _unit("red", "Red guns", "artillery", bases=2, formation="limbered", guns="qf_gun"),
    )
    white = (
        _unit("white", "White HQ", "hq"),
        _unit("white", "Officers CO", "co"),
        *(
            _battalion("white", f"Officers {number}", commander="Officers CO", quality=quality)
            for number, quality in enumerate(_OFFICERS, start=1)
        ),
        _unit("white", "Officers MGs", "mg", bases=2, accompanies="Officers 1"),
        _unit("white", "Cossack CO", "co"),
        *(_regiment_of_horse("white", f"Cossacks {number}", "Cossack CO", 4) for number in (1, 2)),
        _unit("white", "White guns", "artillery", bases=2, formation="limbered", guns="qf_gun"),
    )
    train = _unit("red", "Red Dawn", "train", square=(4, 0), guns="heavy", order="probe")
    rifles = _battalion("red", "2nd Rifles", quality="poor")
    horse = _regiment_of_horse("white", "Kuban Horse", "", 4)
    return Scenario(
        title="The halt on the steppe",
        field=Field(board=steppe_halt(), units=(train,)),
        turn_limit=8,
        objectives="Each side is to hold the halt and the crossroads.",
        first_player="red",
        deployments=(
            Deployment(side="white", squares=_rows(12, 9, 8), units=white),
            Deployment(side="red", squares=_rows(12, 0, 1), units=red),
        ),
        reinforcements=(
            Reinforcement(unit=horse, turn=2, squares=((0, 9), (1, 9), (2, 9))),
            Reinforcement(unit=rifles, turn=3, squares=((7, 0), (8, 0), (9, 0))),
        ),
        victory=Victory(
            places=(PlacePoints(place="Halt", points=4), PlacePoints(place="Crossroads", points=3)),
            losses=(LossPoints(of="red", to="white", points=1), LossPoints(of="white", to="red", points=1)),
            margin=3,
            last_side_standing=True,
        ),
        source=MADE_UP,
    )


_OFFICERS: tuple[Quality, ...] = ("elite", "normal", "normal", "normal")


# ---------------------------------------------------------------- an assault


@cache
def wired_village() -> SquareMap:
    """Return a map of 12 by 10 squares: a village behind trenches and wire, an inn before it, woods on the flanks."""
    trench = ((4, 5), (5, 5), (6, 5), (7, 5))
    return SquareMap(
        title="The wired village",
        source="made up",
        grid=SquareGrid(columns=12, rows=10),
        terrain=(
            SquareArea(kind="stone_building", squares=((6, 7),)),
            SquareArea(kind="wooden_building", squares=((5, 7),)),
            SquareArea(kind="wood", squares=((1, 4), (2, 4), (9, 5), (10, 4), (10, 5))),
        ),
        features=(
            SquareFeature(kind="trench", squares=trench),
            SquareFeature(kind="wire", squares=((4, 5), (5, 5), (7, 5))),
            SquareFeature(kind="hedge", squares=((4, 7),)),
        ),
        roads=(SquareWay(squares=tuple((6, row) for row in range(10)), name="the village road"),),
        places=(
            SquarePlace(name="Church", square=(6, 7), kind="village"),
            SquarePlace(name="Farms", square=(5, 7), kind="village"),
            SquarePlace(name="Inn", square=(6, 3), kind="crossroads"),
        ),
    )


@cache
def trenches_at_the_village() -> Scenario:
    """Return an assault: Whites with a tank against a village that Reds hold behind trenches and wire.

    Whites: two regiments of three battalions, each with MGs, a heavy tank and field guns; they come from the south.
    Reds: a regiment of three battalions with MGs and a Commissar in the trenches, a battalion in the village, light
    guns, and a battalion that comes in turn 4. The Reds deploy first. The inn on the road, before the wire, is worth as
    much to the Whites as half of the village, since an assault on all of it seldom succeeds. Thirty points win at once:
    two of the three places for the Whites, or for the Reds to hold the village and 24 bases that the assault has cost.
    """
    names = ("Kornilov", "Markov")
    white = [_facing_north("White HQ", "hq")]
    for name in names:
        white.append(_facing_north(f"{name} CO", "co"))
        facts = {"bases": 4, "formation": "masses", "order": "attack", "commander": f"{name} CO"}
        white += [_facing_north(f"{name} {number}", "infantry", **facts) for number in (1, 2, 3)]
        white.append(_facing_north(f"{name} MGs", "mg", bases=2, accompanies=f"{name} 3"))
    white.append(_facing_north("Tank", "heavy_tank", order="attack", weapons=("mg", "tank_gun")))
    white.append(_facing_north("White guns", "artillery", bases=3, formation="limbered", guns="qf_gun"))
    line = (
        _facing_south("4th Rifles CO", "co"),
        *(
            _facing_south(
                f"4th Rifles {number}",
                "infantry",
                bases=4,
                formation="firing_line",
                order="defend",
                commander="4th Rifles CO",
            )
            for number in (1, 2, 3)
        ),
        _facing_south("4th Rifles MGs", "mg", bases=2, accompanies="4th Rifles 2"),
        _facing_south("Commissar", "commissar"),
    )
    rear = (
        _facing_south("Red HQ", "hq"),
        _facing_south("Red Guards", "infantry", bases=4, formation="firing_line", order="defend", quality="poor"),
        _facing_south("Red guns", "artillery", bases=2, formation="deployed", guns="light_gun"),
    )
    reserve = _facing_south("Sailors", "infantry", bases=4, formation="masses", order="counter_attack", quality="elite")
    return Scenario(
        title="Trenches at the village",
        field=Field(board=wired_village(), units=(), red_edge="north", white_edge="south"),
        turn_limit=8,
        objectives="The Whites are to take the inn and the village; the Reds are to hold the village.",
        first_player="white",
        deployments=(
            Deployment(side="red", squares=((4, 5), (5, 5), (6, 5), (7, 5)), units=line),
            Deployment(side="red", squares=((5, 7), (6, 7), (4, 7), *_rows(12, 8, 9)), units=rear),
            Deployment(side="white", squares=_rows(12, 0, 1), units=tuple(white)),
        ),
        reinforcements=(Reinforcement(unit=reserve, turn=4, squares=((5, 9), (6, 9), (7, 9))),),
        held=(HeldPlace(place="Church", side="red"), HeldPlace(place="Farms", side="red")),
        victory=Victory(
            places=(
                PlacePoints(place="Church", points=15, side="white"),
                PlacePoints(place="Farms", points=15, side="white"),
                PlacePoints(place="Inn", points=15, side="white"),
                PlacePoints(place="Church", points=4, side="red"),
                PlacePoints(place="Farms", points=2, side="red"),
            ),
            losses=(LossPoints(of="red", to="white", points=1), LossPoints(of="white", to="red", points=1)),
            margin=5,
            at_once=30,
            last_side_standing=True,
        ),
        source=MADE_UP,
    )


# ---------------------------------------------------------------- a set-up that stands already


@cache
def fight_for_the_farm() -> Scenario:
    """Return `two_regiments_a_side` with a victory: the farm and the mill before it at the end, and losses.

    The mill, between the lines, is worth more than the farm, which the Reds seldom reach.
    """
    one = two_regiments_a_side()
    mill = SquarePlace(name="Mill", square=(7, 4), kind="village")
    board = evolve(one.field.board, places=(*one.field.board.places, mill))
    losses = (LossPoints(of="red", to="white", points=1), LossPoints(of="white", to="red", points=1))
    return evolve(
        one,
        field=evolve(one.field, board=board),
        held=(HeldPlace(place="Farm", side="white"),),
        victory=Victory(
            places=(PlacePoints(place="Farm", points=6), PlacePoints(place="Mill", points=14)),
            losses=losses,
            margin=3,
            last_side_standing=True,
        ),
        source=MADE_UP,
    )


def _facing_north(name: str, kind: Kind, **facts: Any) -> Unit:
    return Unit(name=name, side="white", kind=kind, facing="N", **facts)


def _facing_south(name: str, kind: Kind, **facts: Any) -> Unit:
    return Unit(name=name, side="red", kind=kind, facing="S", **facts)
