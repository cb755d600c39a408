"""From a table to the facts of a shooting: who can fire, from how far, at what cover."""

from __future__ import annotations

from typing import Any

import pytest

from rcw_rules.kernel.angles import degrees
from rcw_rules.kernel.geometry.table import Group, Table, TerrainLine, TerrainPiece, in_line, point
from rcw_rules.kernel.lengths import inches
from rcw_rules.red_actions.ground.positions import able_bases, cover_of, fire_arc_of, sight_rules

ONE_INCH: dict[str, Any] = {"frontage": inches(1), "depth": inches(1)}
MOVING = sight_rules("rifle", stationary=False)
BARE = Table(title="Bare", width=inches(40), depth=inches(40))


def line(name: str, count: int, x: str, y: str, facing: int = 0) -> Group:
    return in_line(name, count, point(x, y), degrees(facing), **ONE_INCH)


def piece(name: str, cover: str, *corners: tuple[int, int], sight: Any = "open") -> TerrainPiece:
    return TerrainPiece(name=name, kind=name, cover=cover, sight=sight, outline=tuple(point(*at) for at in corners))


def able(table: Table, shooters: Group, target: Group, reach: str, **fields: Any) -> int:
    arcs = fire_arc_of("troops", shooters, target, **fields)
    return able_bases(table, arcs, shooters, target, reach=inches(reach), rules=MOVING)


@pytest.mark.rule("red_actions", "sho-sequence", "arc-foot", "conv-within")
def test_bases_must_have_the_target_in_arc_and_reach() -> None:
    # Middles of the shooters at x = 17.5 to 22.5; the target's left corner is at x = 22, 10 inches ahead.
    shooters, target = line("shooters", 6, "20", "10"), line("target", 2, "23", "20", 180)
    # 10 tan(22) is 4.04: the first base is 4.5 to the left of the corner, the second 3.5.
    assert able(BARE, shooters, target, "16") == 5
    # The last two reach to x = 22 and beyond, and are 10 away; the one before them reaches to 21: the root of 1 + 100.
    assert able(BARE, shooters, target, "10") == 2
    assert able(BARE, shooters, target, "10.049") == 2
    assert able(BARE, shooters, target, "10.05") == 3
    assert able(BARE, shooters, target, "9.999") == 0


@pytest.mark.rule("red_actions", "sho-sequence", "arc-foot")
def test_bases_must_see_it_and_no_friends_be_in_the_way() -> None:
    shooters, target = line("shooters", 2, "20", "10"), line("target", 2, "20", "20", 180)
    house = piece("house", "stone", (20, 14), (22, 14), (22, 16), (20, 16), sight="blocks")
    table = Table(title="A house", width=inches(40), depth=inches(40), terrain=(house,))
    assert able(BARE, shooters, target, "16") == 2
    assert able(table, shooters, target, "16") == 1
    assert able(table, shooters, target, "16", friends=[line("friends", 1, "19.5", "13")]) == 0


@pytest.mark.rule("red_actions", "sho-cover-definitions", "sho-mod-cover")
def test_the_best_cover_of_most_lines_of_fire_counts() -> None:
    shooters, target = line("shooters", 3, "20", "10"), line("target", 3, "20", "20", 180)
    assert cover_of(BARE, shooters, target) == "open"
    wall = TerrainLine(name="wall", kind="wall", cover="stone", points=(point("18.8", 19), point(30, 19)))
    hedge = TerrainLine(name="hedge", kind="hedge", cover="soft", points=(point(10, 18), point(30, 18)))
    near = TerrainLine(name="near", kind="wall", cover="super_hard", points=(point(10, 12), point(30, 12)))
    odd = TerrainLine(name="odd", kind="wall", cover="magic", points=(point(10, 17), point(30, 17)))

    def behind(*lines: TerrainLine) -> str:
        return cover_of(Table(title="x", width=inches(40), depth=inches(40), lines=lines), shooters, target)

    assert behind(hedge) == "soft"
    assert behind(hedge, wall) == "stone"  # three of three cross the one, two of three the other
    assert behind(near, odd) == "open"  # right before the shooters; and a word that means nothing
    short = TerrainLine(name="short", kind="wall", cover="stone", points=(point("20.8", 19), point(30, 19)))
    assert behind(hedge, short) == "soft"  # one of three crosses it
    wood = piece("wood", "wood", (15, 19), (25, 19), (25, 24), (15, 24), sight="area")
    inside = Table(title="x", width=inches(40), depth=inches(40), terrain=(wood,), lines=(hedge,))
    assert cover_of(inside, shooters, target) == "wood"
