"""Judging a line of sight over a ground of places: what is on it, and what of that blocks it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from typing import TypeGuard, TypeVar

from rcw_rules.kernel.geometry.reports import Line, Obstacle, Side, SightReport, Stretch

P = TypeVar("P", bound=Hashable)


def sight_along(
    line: Line[P],
    blocks: Callable[[P], str | None],
    edge_blocks: Callable[[P, P], str | None] | None,
    is_on: Callable[[P], bool],
) -> SightReport[P]:
    """Return whether a line is clear, and everything on it that blocks, in order.

    The two ends never block, and nothing does that is off the map. Where the line runs along an edge, it is blocked
    only if both sides are: each by its place or by an edge that the line crosses there on that side. The edge that it
    runs along is not crossed. At one point of the line edges come before places.

    Args:
        line: The line.
        blocks: Returns why a place blocks, or None.
        edge_blocks: Returns why the edge between a place and the next blocks, or None; without it none does.
        is_on: Returns whether a place is on the map.

    Raises:
        ValueError: What blocks or not is answered with neither a text nor None.
    """
    obstacles: list[Obstacle[P]] = []
    for crossing in line.crossings if edge_blocks else ():
        places = (crossing.leaves, crossing.enters)
        reason = edge_blocks(*places) if edge_blocks and all(map(is_on, places)) else None
        if _is_reason(reason):
            obstacles.append(Obstacle(reason=reason, places=places, at=crossing.at, side=crossing.side))
    for stretch in line.between:
        for side, place in _sides(stretch):
            reason = None if place is None or not is_on(place) else blocks(place)
            if place is not None and _is_reason(reason):
                obstacles.append(Obstacle(reason=reason, places=(place,), at=stretch.begins, side=side))
    obstacles.sort(key=lambda obstacle: obstacle.at)
    return SightReport(line=line, obstacles=tuple(obstacles), blocked_by=_first_block(line, obstacles))


def _is_reason(answer: object) -> TypeGuard[str]:
    if answer is None:
        return False
    if not answer or not isinstance(answer, str):  # True and False, or "" for nothing, would all block
        raise ValueError(f"what blocks has a text that says why, what does not has None; got {answer!r}")
    return True


def _sides(stretch: Stretch[P]) -> Iterator[tuple[Side | None, P | None]]:
    if stretch.is_along_edge:
        yield "left", stretch.left
        yield "right", stretch.right
    else:
        yield None, stretch.left


def _first_block(line: Line[P], obstacles: list[Obstacle[P]]) -> tuple[Obstacle[P], ...]:
    """Return the first obstacle that blocks both sides, or the first two that do so together along one edge."""
    runs = [stretch for stretch in line.stretches if stretch.is_along_edge]
    one_sided: dict[tuple[Stretch[P], Side], Obstacle[P]] = {}
    for obstacle in obstacles:
        if obstacle.side is None:
            return (obstacle,)
        run = next(run for run in runs if run.begins <= obstacle.at <= run.ends)
        one_sided.setdefault((run, obstacle.side), obstacle)
        left, right = one_sided.get((run, "left")), one_sided.get((run, "right"))
        if left is not None and right is not None:
            return left, right
    return ()
