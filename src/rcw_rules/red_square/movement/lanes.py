"""Lanes: what a step into a neighbouring square is like, as far as the map tells, and those who are there."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.geometry.squares import Square, SquareDirection, SquareMap
from rcw_rules.red_square.ground import WIRE, ground_at, is_open
from rcw_rules.red_square.movement.steps import Crossing, crossing_on


class Lane(NamedTuple):
    """A step into a neighbour, as far as it does not matter what the unit has done before it.

    Attributes:
        to: The neighbour.
        over: What is between.
        is_in_view: Whether those who come there are seen.
        held: Why the enemies there or next to it keep the unit out, None if they do not.
        is_overrun: Whether enemies are there.
        in_friends: Whether friends are there.
    """

    to: Square
    over: Crossing
    is_in_view: bool
    held: Objection | None = None
    is_overrun: bool = False
    in_friends: bool = False


Lanes: TypeAlias = tuple[tuple[SquareDirection, Lane], ...]


class LanesOfMap(dict[tuple[Square, bool], Lanes]):
    """The steps from the squares of a map into all their neighbours, each worked out when it is first asked for.

    Wire, fire and units are left out. A key is a square, and whether ground that is entered can close a step.

    Attributes:
        wired: The squares with wire.
    """

    def __init__(self, board: SquareMap) -> None:
        super().__init__()
        self.board = board
        wires = (feature.squares for feature in board.features if feature.kind == WIRE)
        self.wired: frozenset[Square] = frozenset().union(*wires)

    def __missing__(self, key: tuple[Square, bool]) -> Lanes:
        board, (square, entering) = self.board, key
        lanes: list[tuple[SquareDirection, Lane]] = [
            (way, Lane(to, crossing_on(board, square, to, entering=entering), is_in_view=is_open(board, to)))
            for way, to in ground_at(board, square).ways
        ]
        found = self[key] = tuple(lanes)
        return found
