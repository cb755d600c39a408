"""Wire: how guns cut it, and who may enter it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal, TypeAlias

from attrs import frozen

from rcw_rules.kernel.cards import Card
from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Range, Size
from rcw_rules.kernel.geometry.squares import SquareDirection
from rcw_rules.kernel.needs import Need
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import counted, in_words, sentences
from rcw_rules.red_square.cards import RED_COURT, DrawnFrom, Pile, wrong_cards
from rcw_rules.red_square.ground import THE, wrong_formation
from rcw_rules.red_square.model import TANKS, CardCode, Formation, Kind, formation_needs
from rcw_rules.red_square.options import Options

WireCrossing: TypeAlias = Literal["free", "whole_turn", "forbidden"]
"""How a unit may enter wire: as if it were not there, as its only action of a whole turn, or not at all."""


COURT_CARDS_TO_CUT = 2  # art-wire


@frozen(kw_only=True)
class WireOutcome:
    """What an artillery shot did to the wire of a square.

    Attributes:
        removed: Whether the wire is gone.
        cards: The cards drawn, in order; none are named where the request names no deck.
    """

    removed: bool
    cards: tuple[CardCode, ...]

    def summary(self, request: WireRequest) -> str:
        """Return whether the wire is gone."""
        cards = f"after {counted(request.hits, 'card')}" if request.hits else "without a card"
        return sentences(f"the wire {'is removed' if self.removed else 'stays'} {cards}")


@frozen(kw_only=True, cache_hash=True)
class WireRequest(Request[WireOutcome]):
    """Wire in a square at which artillery has fired a shot.

    Attributes:
        hits: The hit markers of that one shot.
        deck: The cards left in the undealt rest; None for a whole fresh deck.
        discards: The cards that are shuffled to make a new rest when that is exhausted.
    """

    names_cards: ClassVar[bool] = True

    hits: Annotated[int, Range(0, 99, rule="bad-input")]
    deck: DrawnFrom | None = None
    discards: DrawnFrom = ()

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield cards that do not exist, or come too often."""
        yield from wrong_cards((".deck", self.deck), (".discards", self.discards))


def _wire_example() -> WireRequest:
    return WireRequest(hits=3)


@procedure(
    "red_square.wire",
    title="Is the wire cut?",
    rules=("art-wire",),
    example=_wire_example,
)
def wire(request: WireRequest, umpire: Umpire[Options]) -> WireOutcome:
    """Draw a card for every hit marker of one artillery shot: two red court cards among them remove the wire.

    All cards are drawn, whatever the first ones show. The hits are counted for this shot alone, and they stand.

    Rules: art-wire.
    """
    pile = Pile.of(request.deck, request.discards, _red_court)
    answers, pile = pile.draw_several(umpire, request.hits, "cards for the wire", "art-wire")
    removed = answers.count(RED_COURT) >= COURT_CARDS_TO_CUT
    umpire.result("art-wire", "the wire {now}", now="is removed" if removed else "stays")
    return WireOutcome(removed=removed, cards=pile.told)


def _red_court(card: Card) -> str:
    """Return whether a card helps to cut wire.

    Rules: art-wire.
    """
    return RED_COURT if card.is_red and card.is_court else "other"


@frozen(kw_only=True)
class WireCrossingOutcome:
    """How a unit may enter a square with wire.

    Attributes:
        crossing: Freely, or as its only action of a whole turn.
    """

    crossing: WireCrossing

    def summary(self, request: WireCrossingRequest) -> str:
        """Return how the unit may enter the wire."""
        how = {"free": "freely", "whole_turn": "only as its one action of a turn", "forbidden": ""}[self.crossing]
        may = f"may enter the wire {how}" if how else "may not enter the wire"
        return sentences(f"{THE[request.kind]} {may}")


@frozen(kw_only=True, cache_hash=True)
class WireCrossingRequest(Request[WireCrossingOutcome]):
    """A unit that means to enter a square with wire.

    Attributes:
        kind: What it is.
        formation: Its formation, if it has one.
        direction: The step by which it enters.
        gaps: The steps by which tanks have entered the square.
    """

    kind: Kind
    direction: SquareDirection
    formation: Formation | None = None
    gaps: Annotated[tuple[SquareDirection, ...], Size(0, 6, rule="terrain-wire-gap")] = ()

    needs: ClassVar[tuple[Need, ...]] = formation_needs()

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        yield from wrong_formation(self.kind, self.formation)


def wire_crossing_of(
    kind: Kind, formation: Formation | None, direction: SquareDirection, gaps: tuple[SquareDirection, ...]
) -> WireCrossing:
    """Return how a unit may enter wire.

    Tanks, and trains on their rails, are not held up. Units on foot spend a whole turn, and pass freely where a tank
    made a gap by the same step. Cavalry, wheels and limbered guns stay out; by such a gap they pass in a whole turn.
    Mounted officers go as men on foot.

    Args:
        kind: What it is.
        formation: Its formation, if it has one.
        direction: The step by which it enters.
        gaps: The steps by which tanks have entered the square.

    Rules: terrain-wire, terrain-wire-gap.
    """
    if kind in UNHINDERED:
        return "free"
    has_gap = direction in gaps
    if kind in CROSSES_ON_FOOT or formation == "dismounted":
        return "free" if has_gap else "whole_turn"
    return "whole_turn" if has_gap else "forbidden"


UNHINDERED: tuple[Kind, ...] = (*TANKS, "train")  # terrain-wire


CROSSES_ON_FOOT: tuple[Kind, ...] = ("infantry", "mg", "co", "commissar", "cheka")  # terrain-wire


def _wire_crossing_example() -> WireCrossingRequest:
    return WireCrossingRequest(kind="infantry", formation="masses", direction="E", gaps=("E",))


@procedure(
    "red_square.wire_crossing",
    title="May this unit enter the wire?",
    rules=("terrain-wire",),
    example=_wire_crossing_example,
)
def wire_crossing(request: WireCrossingRequest, umpire: Umpire[Options]) -> WireCrossingOutcome:
    """Say whether a unit enters a square with wire freely, as its only action of a turn, or not at all.

    Raises:
        IllegalRequestError: If it may not.

    Rules: terrain-wire, terrain-wire-gap.
    """
    crossing = wire_crossing_of(request.kind, request.formation, request.direction, request.gaps)
    how = "freely" if crossing == "free" else "as the only action of the turn"
    rule = "terrain-wire-gap" if request.direction in request.gaps else "terrain-wire"
    umpire.result(rule, "enters the wire {how}", how=how)
    return WireCrossingOutcome(crossing=crossing)


@wire_crossing.legality
def _crossing_objections(request: WireCrossingRequest, options: Options) -> Iterator[Objection]:
    if wire_crossing_of(request.kind, request.formation, request.direction, request.gaps) != "forbidden":
        return
    word = in_words(request.kind)
    rule, gap = "terrain-wire", "without a gap that a tank made"
    if request.gaps:
        rule, gap = "terrain-wire-gap", f"except by the step of a gap: {' or '.join(request.gaps)}"
    yield Objection(rule=rule, message=f"wire stops {word} units {gap}", path="$.direction")
