"""Encirclement: whether an attack comes from enough sides."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Annotated, TypeAlias

from attrs import frozen

from rcw_rules.kernel import words
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Range, Size
from rcw_rules.kernel.geometry.hexes import HexGrid
from rcw_rules.kernel.ledger import Ledger
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.orel.options import Options
from rcw_rules.orel.strength import told_modifier

HexsideNumber: TypeAlias = Annotated[int, Range(0, 5, rule="8.8.1-encirclement")]
"""A hexside of the attacked hex: 0 in the north, the others clockwise."""

MANY = 4  # 8.8.1-encirclement
EVERY_OTHER = ({0, 2, 4}, {1, 3, 5})


@frozen(kw_only=True)
class EncirclementOutcome:
    """Whether a defender is encircled.

    Attributes:
        encircled: Whether it is encircled.
        modifier: What it adds to the assault roll.
    """

    encircled: bool
    modifier: int

    def summary(self, request: EncirclementRequest) -> str:
        """Return whether the defender is encircled, and what that adds to the roll."""
        if not self.encircled:
            return "The defender is not encircled."
        return words.sentences(f"the defender is encircled, which {told_modifier(self.modifier, 'the assault roll')}")


@frozen(kw_only=True, cache_hash=True)
class EncirclementRequest(Request[EncirclementOutcome]):
    """The hexsides through which an assault comes.

    Attributes:
        hexsides: The hexsides behind which a unit takes part in the assault; fire support does not count.
    """

    hexsides: Annotated[tuple[HexsideNumber, ...], Size(1, 6)]

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        yield from doubled(self.hexsides)


def _example() -> EncirclementRequest:
    return EncirclementRequest(hexsides=(0, 3))


@procedure(
    "orel.encirclement",
    title="Is the defender encircled?",
    rules=("8.8.1-encirclement",),
    example=_example,
)
def encirclement(request: EncirclementRequest, umpire: Umpire[Options]) -> EncirclementOutcome:
    """Say whether an assault through these hexsides encircles, and what that adds to its roll.

    Rules: 8.8.1-encirclement.
    """
    encircled = is_encircled(request.hexsides)
    if not encircled:
        umpire.result("8.8.1-encirclement", "no encirclement")
        return EncirclementOutcome(encircled=False, modifier=0)
    found = umpire.modifier("art_modifiers", "encirclement", "8.8.1-encirclement", "encirclement")
    total = umpire.modify(Ledger.of(found), "assault roll").total
    return EncirclementOutcome(encircled=True, modifier=total)


def is_encircled(hexsides: Collection[int]) -> bool:
    """Whether an attack through these hexsides encircles: two opposite ones, every other one, or four and more.

    >>> is_encircled((0, 3)), is_encircled((0, 2)), is_encircled((0, 2, 4)), is_encircled((0, 1, 2))
    (True, False, True, False)

    Rules: 8.8.1-encirclement.
    """
    sides = set(hexsides)
    opposite = any((side + 3) % 6 in sides for side in sides)
    return opposite or sides in EVERY_OTHER or len(sides) >= MANY


def hexsides_towards(target: str, sources: Iterable[str], grid: HexGrid) -> tuple[int, ...]:
    """Return the numbers of the hexsides between a hex and its neighbours, each once, from the north clockwise.

    >>> from rcw_rules.orel.model import GRID
    >>> hexsides_towards("1010", ("1009", "1011"), GRID)
    (0, 3)
    """
    numbers = {grid.directions.index(grid.direction(target, source)) for source in sources}
    return tuple(sorted(numbers))


def doubled(hexsides: tuple[int, ...], path: str = ".hexsides") -> Iterator[Problem]:
    """Yield a problem for every hexside that is listed twice."""
    for number, side in enumerate(hexsides):
        if side in hexsides[:number]:
            yield Problem(f"{path}[{number}]", f"hexside {side} is listed twice", "8.8.1-encirclement")
