"""Ground to look over, and everybody who looks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rcw_rules import GivenDice
from rcw_rules import red_square as rs
from rcw_rules.kernel.geometry.squares import EdgeFeature, Square, SquareArea, SquareFeature, SquareGrid, SquareMap
from rcw_rules.red_square.ground import Looker

LOOKERS: tuple[Looker, ...] = ("rifle", "mg", "vehicle", "field_gun", "howitzer", "heavy")
GUNS = {"field_gun", "howitzer", "heavy"}
GRID = SquareGrid(columns=9, rows=9)


def ground(
    ridges: Iterable[tuple[Square, Square]] = (), *, terrain: dict[str, Any] | None = None, **features: Iterable[Square]
) -> SquareMap:
    ridges = tuple(ridges)
    return SquareMap(
        title="a test",
        grid=GRID,
        terrain=tuple(SquareArea(kind=kind, squares=tuple(squares)) for kind, squares in (terrain or {}).items()),
        features=tuple(SquareFeature(kind=kind, squares=tuple(squares)) for kind, squares in features.items()),
        edges=(EdgeFeature(kind="ridge", between=ridges),) if ridges else (),
    )


def look(board: SquareMap, a: Square, b: Square, looker: Looker = "rifle", **more: Any) -> rs.Sight:
    request = rs.LineOfSightRequest(board=board, a=a, b=b, looker=looker, **more)
    return rs.ruleset.resolve(request, dice=GivenDice([])).outcome


def who_sees(board: SquareMap, a: Square, b: Square, **more: Any) -> set[str]:
    return {looker for looker in LOOKERS if look(board, a, b, looker, **more).is_clear}


EVERYBODY = set(LOOKERS)
OVERLOOKING = EVERYBODY - {"rifle", "vehicle"}
