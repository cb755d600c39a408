"""Illustrative scenarios. The book has none (missing-victory); these are the library's own, to try the rules with."""

from __future__ import annotations

from functools import cache
from typing import Any

from rcw_rules.kernel.geometry.squares import (
    EdgeFeature,
    Facing,
    Square,
    SquareArea,
    SquareFeature,
    SquareGrid,
    SquareMap,
    SquarePlace,
    SquareWay,
)
from rcw_rules.red_square.ground import Field
from rcw_rules.red_square.model import Formation, Kind, Order, Quality, Side, Unit
from rcw_rules.red_square.turn.scenario import Scenario


@cache
def village_on_the_road() -> SquareMap:
    """Return a map of 12 by 10 squares: a village on a road, woods to the west of it, a hill to the east, a brook."""
    return SquareMap(
        title="The village on the road",
        source="made up",
        grid=SquareGrid(columns=12, rows=10),
        terrain=(
            SquareArea(kind="stone_building", squares=((6, 6), (6, 7))),
            SquareArea(kind="wood", squares=((2, 4), (3, 4), (2, 5), (10, 2))),
        ),
        features=(
            SquareFeature(kind="hedge", squares=((4, 6),)),
            SquareFeature(kind="crest", squares=((9, 7), (10, 7))),
            SquareFeature(kind="slope", squares=((9, 6), (10, 6), (11, 6), (9, 8), (10, 8), (11, 8))),
        ),
        edges=(EdgeFeature(kind="stream", between=(((8, 3), (9, 4)), ((9, 3), (9, 4)), ((9, 3), (10, 4)))),),
        roads=(SquareWay(squares=tuple((6, row) for row in range(10)), name="the high road"),),
        places=(SquarePlace(name="Farm", square=(6, 6), kind="village"),),
    )


@cache
def two_regiments_a_side() -> Scenario:
    """Return a scenario with two regiments or as much a side, 16 units: Reds who attack a village that Whites hold.

    The Reds have two infantry regiments of three battalions, each with an MG company, the first with a Commissar; the
    Whites an infantry regiment of four battalions with an MG company, a brigade of two regiments of cavalry, and a
    brigade of field guns. Each side has a headquarters.
    """
    red = _Roster("red", "N")
    red.add("Red HQ", "hq", (6, 0))
    regiments: tuple[tuple[str, tuple[Square, ...], Quality], ...] = (
        ("1st Rifles", ((4, 2), (5, 3), (5, 2)), "normal"),
        ("2nd Rifles", ((7, 3), (8, 3), (8, 2)), "poor"),
    )
    for name, squares, quality in regiments:
        red.add(f"{name} CO", "co", squares[2])
        for number, square in enumerate(squares, start=1):
            formation: Formation = "waves" if number < len(squares) else "masses"
            red.battalion(f"{name} {number}", square, formation, "attack", commander=f"{name} CO", quality=quality)
        red.company(f"{name} MGs", squares[2], f"{name} 3")
    red.add("Commissar", "commissar", (8, 3))
    white = _Roster("white", "S")
    white.add("White HQ", "hq", (6, 9))
    white.add("Officers CO", "co", (6, 7))
    for number, square in enumerate(((5, 7), (6, 6), (7, 7)), start=1):
        known: Quality = "elite" if number == 2 else "normal"
        white.battalion(f"Officers {number}", square, "firing_line", "defend", commander="Officers CO", quality=known)
    white.battalion("Officers 4", (6, 8), "masses", "defend", commander="Officers CO")
    white.company("Officers MGs", (6, 6), "Officers 2")
    white.add("Cossack CO", "co", (2, 8))
    for number, square in enumerate(((2, 7), (2, 8)), start=1):
        white.add(
            f"Cossacks {number}",
            "cavalry",
            square,
            bases=4,
            formation="mounted",
            order="attack",
            commander="Cossack CO",
        )
    white.add("Field guns", "artillery", (9, 7), bases=2, formation="deployed", guns="qf_gun", position="semi_masked")
    return Scenario(
        title="The village on the road",
        field=Field(board=village_on_the_road(), units=(*red.units, *white.units)),
        turn_limit=8,
        objectives="The Reds are to take the village; the Whites are to hold it.",
    )


class _Roster:
    """Collects the units of a side, all facing the enemy."""

    def __init__(self, side: Side, facing: Facing) -> None:
        self.side: Side = side
        self.facing: Facing = facing
        self.units: list[Unit] = []

    def add(self, name: str, kind: Kind, square: Square, **facts: Any) -> None:
        """Add a unit, with any further facts."""
        self.units.append(Unit(name=name, side=self.side, kind=kind, square=square, facing=self.facing, **facts))

    def battalion(self, name: str, square: Square, formation: Formation, order: Order, **facts: Any) -> None:
        """Add a battalion of infantry."""
        self.add(name, "infantry", square, bases=4, formation=formation, order=order, **facts)

    def company(self, name: str, square: Square, accompanies: str) -> None:
        """Add a machine gun company."""
        self.add(name, "mg", square, bases=2, accompanies=accompanies)


@cache
def outpost() -> Scenario:
    """Return a tiny scenario of one turn: a White battalion in a wood, with a Red patrol far away."""
    white, red = _Roster("white", "S"), _Roster("red", "N")
    red.add("Red HQ", "hq", (3, 0))
    red.battalion("Patrol", (3, 1), "masses", "attack")
    white.add("White HQ", "hq", (3, 9))
    white.battalion("Outpost", (3, 8), "firing_line", "defend")
    board = SquareMap(
        title="A wood",
        grid=SquareGrid(columns=6, rows=10),
        terrain=(SquareArea(kind="wood", squares=((3, 8),)),),
    )
    return Scenario(title="Outpost", field=Field(board=board, units=(*red.units, *white.units)), turn_limit=1)
