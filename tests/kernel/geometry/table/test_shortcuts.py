"""What is told in a shorter way is what the longer way tells."""

from __future__ import annotations

import random

import pytest

from rcw_rules.kernel.angles import Angle, degrees
from rcw_rules.kernel.geometry.table import (
    Base,
    Group,
    Point,
    Slide,
    Table,
    TerrainLine,
    TerrainPiece,
    box_in_line,
    convex_outline,
    follow,
    gaps_from,
    gaps_from_sweep,
    in_line,
    point,
    slid_over,
)
from rcw_rules.kernel.geometry.table.aspects import arc, is_in_arc
from rcw_rules.kernel.lengths import Inches, inches


def box(name: str, corners: tuple[int, int, int, int]) -> TerrainPiece:
    west, south, east, north = corners
    outline = (point(west, south), point(east, south), point(east, north), point(west, north))
    return TerrainPiece(name=name, kind=name, outline=outline)


TABLE = Table(
    title="Woods and a hedge",
    width=inches(48),
    depth=inches(36),
    terrain=(box("wood", (8, 8, 16, 14)), box("lake", (26, 18, 32, 30))),
    lines=(TerrainLine(name="hedge", kind="hedge", points=(point(4, 20), point(20, 18), point(30, 10))),),
)


def groups(seed: int, count: int) -> list[Group]:
    """Return so many groups anywhere, drawn up in any way."""
    chance = random.Random(seed)
    found: list[Group] = []
    for number in range(count):
        at = Point(x=Inches(thousandths=chance.randrange(48_000)), y=Inches(thousandths=chance.randrange(36_000)))
        facing = Angle(thousandths=chance.choice((0, 90_000, 45_000, chance.randrange(360_000))))
        stands = chance.randint(1, 7)
        ranks = chance.randint(1, stands)
        size = {"frontage": inches("1.2"), "depth": inches("0.8")}
        found.append(in_line(f"unit {number}", stands, at, facing, per_rank=ranks, **size))
    return found


def test_what_a_group_slides_over_is_what_following_it_tells() -> None:
    chance = random.Random(1)
    for group in groups(1, 150):
        direction, far = Angle(thousandths=1000 * chance.randrange(360)), inches(chance.randint(0, 12))
        (leg,) = follow(group, (Slide(distance=far, direction=direction),), table=TABLE).legs
        told = slid_over(group, direction, far, TABLE)
        assert (told.passages, told.stretches, told.crossings) == (leg.passages, leg.stretches, leg.crossings)


def test_what_a_slide_comes_near_is_what_its_outline_does() -> None:
    chance, all_groups = random.Random(2), groups(2, 60)
    for group in all_groups:
        direction, far = Angle(thousandths=chance.randrange(360_000)), inches(chance.randint(0, 12))
        moved = group.moved(direction, far)
        corners = [corner for one in (group, moved) for base in one.bases for corner in base.corners]
        assert gaps_from_sweep(group, direction, far, all_groups) == gaps_from([convex_outline(corners)], all_groups)


def test_the_box_of_a_line_lies_round_its_corners() -> None:
    for group in groups(3, 60):
        first, per_rank = group.bases[0], len(group.front_rank)
        told = box_in_line(len(group.bases), per_rank, first.facing, first.frontage, first.depth)
        here = in_line("it", len(group.bases), point(20, 20), first.facing, per_rank=per_rank,
                       frontage=first.frontage, depth=first.depth)  # fmt: skip
        easts = [corner.x.thousandths for base in here.bases for corner in base.corners]
        norths = [corner.y.thousandths for base in here.bases for corner in base.corners]
        assert told == (min(easts) - 20_000, min(norths) - 20_000, max(easts) - 20_000, max(norths) - 20_000)
        assert here.box == (min(easts), min(norths), max(easts), max(norths))


@pytest.mark.parametrize("half", [0, 22, 90, 180])
def test_an_arc_holds_what_its_report_says(half: int) -> None:
    all_groups = groups(4, 30)
    for one in all_groups:
        base: Base = one.bases[0]
        for other in all_groups:
            for reach in (inches(6), inches(24)):
                report = arc(base, degrees(half), (other,), within=reach)
                assert is_in_arc(base, degrees(half), other, within=reach) == bool(report.inside)
