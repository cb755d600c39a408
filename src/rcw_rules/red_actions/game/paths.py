"""What moves pass through, in the words of the terrain table."""

from __future__ import annotations

from functools import cached_property, lru_cache

from attrs import frozen

from rcw_rules.kernel.geometry.table import Footing, Group, Leg, MoveReport, Table, Wheel, walk
from rcw_rules.red_actions.movement import Area, Barrier, Line, Stretch

AREAS: dict[str, Area] = {
    "wood": "woods",
    "woods": "woods",
    "dense_woods": "dense_woods",
    "buildings": "buildings",
    "built_up": "buildings",
    "rough": "rough_ground",
    "rough_ground": "rough_ground",
    "bog": "boggy_ground",
    "boggy_ground": "boggy_ground",
    "ford": "ford",
    "steep_slope": "steep_slope",
}
"""What the names of terrain pieces stand for in the terrain table. A hill counts where it is climbed."""

HILLS = ("hill", "normal_hill")
LAKES = ("lake", "river", "water")
"""Pieces that nobody enters; the terrain table has no row for them."""

LINES: dict[str, Line] = {
    "hedge": "hedge",
    "wall": "wall",
    "stream": "small_stream",
    "small_stream": "small_stream",
    "big_stream": "big_stream",
    "trench": "trench",
    "wire": "wire",
    "crushed_wire": "crushed_wire",
}
"""What the names of lines stand for in the terrain table; other lines, such as roads and tracks, cost nothing."""

ROADS = ("road", "track")


@frozen(kw_only=True)
class Way:
    """A move over the table, with what it passes.

    Attributes:
        move: The move.
    """

    move: MoveReport

    @cached_property
    def path(self) -> tuple[Stretch | Barrier, ...]:
        """What it passes, in order.

        Of wheels over open ground only what they cross is told: their length is paid for as a wheel.

        Rules: terrain-cost-rule.
        """
        found: list[Stretch | Barrier] = []
        for leg in self.move.legs:
            crossings = [(one.begins, one.kind) for one in leg.crossings if one.kind in LINES]
            bare = isinstance(leg.leg, Wheel) and all(not areas_of(one.footing) for one in leg.stretches)
            for stretch in leg.stretches:
                terrain, gone = areas_of(stretch.footing), stretch.begins
                on_road = any(kind in ROADS for kind in stretch.footing.kinds)
                for begins, kind in crossings:
                    if stretch.begins <= begins < stretch.ends or (begins == stretch.ends == leg.distance):
                        if begins > gone and not bare:
                            found.append(Stretch(length=begins - gone, terrain=terrain, on_road=on_road))
                        found.append(Barrier(line=LINES[kind]))
                        gone = max(gone, begins)
                if stretch.ends > gone and not bare:
                    found.append(Stretch(length=stretch.ends - gone, terrain=terrain, on_road=on_road))
        return tuple(found)

    @cached_property
    def is_dry(self) -> bool:
        """Whether it stays out of water."""
        kinds = (kind for leg in self.move.legs for stretch in leg.stretches for kind in stretch.footing.kinds)
        return not any(kind in LAKES for kind in kinds)


@lru_cache(maxsize=4096)
def way_of(table: Table, group: Group, legs: tuple[Leg, ...]) -> Way:
    """Return the move of a group over a table, with what it passes."""
    return Way(move=walk(table, group, legs))


def areas_of(footing: Footing) -> tuple[Area, ...]:
    """Return the terrain of a footing, in the words of the terrain table."""
    found: list[Area] = [AREAS[kind] for kind in footing.kinds if kind in AREAS]
    if any(kind in HILLS for kind in footing.uphill):
        found.append("up_normal_hill")
    return tuple(dict.fromkeys(found))
