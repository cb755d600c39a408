"""The table as a game changes it: paths through wire, crushed wire, and buildings in ruins."""

from __future__ import annotations

from itertools import pairwise

from attrs import evolve

from rcw_rules.kernel.geometry.table import Point, Table, TerrainLine, distance, point_along
from rcw_rules.kernel.lengths import Inches
from rcw_rules.red_actions.game.scenario import length_of
from rcw_rules.red_actions.game.state import State

RUINS = "rough_ground"  # bld-fire-grow


def along_line(points: tuple[Point, ...], spot: Point) -> Inches:
    """Return how far along a line its point nearest to a spot is, to about a thousandth of an inch."""
    best: tuple[int, int] | None = None
    gone = 0
    for start, end in pairwise(points):
        long = distance(start, end).thousandths
        east, north = end.x.thousandths - start.x.thousandths, end.y.thousandths - start.y.thousandths
        over = (spot.x.thousandths - start.x.thousandths) * east + (spot.y.thousandths - start.y.thousandths) * north
        far = min(long, max(0, round(over / long))) if long else 0
        off = distance(point_along((start, end), Inches(thousandths=far)), spot).thousandths
        if best is None or off < best[0]:
            best = (off, gone + far)
        gone += long
    return Inches(thousandths=0 if best is None else best[1])


def part_of(points: tuple[Point, ...], start: Inches, end: Inches) -> tuple[Point, ...]:
    """Return the part of a line between two places along it; () for a part without length."""
    if start >= end:
        return ()
    found = [point_along(points, start)]
    gone = 0
    for before, after in pairwise(points):
        gone += distance(before, after).thousandths
        if start.thousandths < gone < end.thousandths:
            found.append(after)
    found.append(point_along(points, end))
    return tuple(dict.fromkeys(found)) if len(set(found)) > 1 else ()


def with_gap(table: Table, name: str, spot: Point, width: Inches, kind: str = "") -> Table:
    """Return a table in which a part of a line is open, or of another kind.

    Args:
        table: The table.
        name: The line.
        spot: The middle of the part, or a point next to it.
        width: How long the part is.
        kind: What it becomes; "" for nothing at all.

    Rules: wire-engineers, wire-tanks.
    """
    found: TerrainLine | None = next((one for one in table.lines if one.name == name), None)
    if found is None:
        return table
    whole, middle = length_of(found.points), along_line(found.points, spot)
    half = Inches(thousandths=width.thousandths // 2)
    first = max(Inches(thousandths=0), middle - half) if middle > half else Inches(thousandths=0)
    last = min(whole, middle + half)
    taken = ({one.name for one in table.lines} | {one.name for one in table.terrain}) - {name}
    parts: list[TerrainLine] = []
    for points, what in (
        (part_of(found.points, Inches(thousandths=0), first), found.kind),
        (part_of(found.points, first, last), kind),
        (part_of(found.points, last, whole), found.kind),
    ):
        if points and what:
            called = _free_name(name, taken)
            taken.add(called)
            parts.append(evolve(found, name=called, kind=what, points=points))
    place = table.lines.index(found)
    return evolve(table, lines=(*table.lines[:place], *parts, *table.lines[place + 1 :]))


def _free_name(name: str, taken: set[str]) -> str:
    if name not in taken:
        return name
    base = name.partition(", part ")[0][:60]
    return next(called for number in range(2, 999) if (called := f"{base}, part {number}") not in taken)


def in_ruins(state: State, name: str) -> State:
    """Return the state in which a building is rough ground.

    Rules: bld-fire-grow, dh-buildings.
    """
    table = state.table
    terrain = tuple(
        evolve(one, kind=RUINS, cover="none", sight="open") if one.name == name else one for one in table.terrain
    )
    return evolve(state, ground=evolve(table, terrain=terrain))


__all__ = ["RUINS", "along_line", "in_ruins", "length_of", "part_of", "with_gap"]
