"""Spades: breakdowns, poor troops and those who drive them on, and tanks that get stuck."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal, TypeAlias

from attrs import frozen

from rcw_rules.kernel.dice import d6, difference
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Range
from rcw_rules.kernel.procedures import Choice, Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import counted, sentences
from rcw_rules.marks import Cites
from rcw_rules.red_square.cards.pack import DrawnFrom, Pile, colour, suit_of, wrong_cards
from rcw_rules.red_square.cards.suits import frees_tank
from rcw_rules.red_square.ground import THE, numbers
from rcw_rules.red_square.model import VEHICLES, CardCode, Kind, Quality, Side
from rcw_rules.red_square.options import Options

Tank: TypeAlias = Literal["light_tank", "heavy_tank"]

WORST_PRICE = 5  # turn-6-commissar: a 6 and a 1
POOR_AT_BEST = 5  # fire-8-shock: a 6, less 1 for poor troops

# ---------------------------------------------------------------- a spade


@frozen(kw_only=True)
class DrivenOn:
    """What the owner of poor Red infantry sees that CHEKA or Commissar could drive on.

    Attributes:
        markers: Its hit markers now.
        best_score: The best score that its next test could have if it got the highest price, five more markers.
    """

    markers: int
    best_score: int


IGNORE_SPADE: Choice[DrivenOn, bool] = Choice(
    "ignore_spade",
    rule="turn-6-commissar",
    who="owner",
    about="Do CHEKA or Commissar drive the poor infantry on despite the spade, at the price of hit markers? Default: "
    "yes if even the highest price would not make it break at once.",
    default=lambda driven, alternatives: driven.best_score >= 0,
    side=lambda _: "red",  # turn-6-commissar
)


@frozen(kw_only=True)
class SpadeOutcome:
    """What the spade did.

    Attributes:
        broken_down: Whether a vehicle has broken down.
        may_move_or_rally: Whether it may move and rally, as far as the spade goes.
        ignored: Whether CHEKA or Commissar drive it on.
        markers: The hit markers that this costs.
        cards: The card drawn in a game.
    """

    broken_down: bool = False
    may_move_or_rally: bool = True
    ignored: bool = False
    markers: int = 0
    cards: tuple[CardCode, ...] = ()

    def summary(self, request: SpadeRequest) -> str:
        """Return what the spade did to the unit, and what it costs to ignore it."""
        who = THE[request.kind]
        if self.ignored:
            markers = numbers(request.markers, request.markers + self.markers)
            price = f"at the price of {counted(self.markers, 'hit marker')} {markers}" if self.markers else "at no cost"
            return sentences(f"{who} ignores the spade {price}")
        if self.broken_down:
            return sentences(f"{who} breaks down")
        held = "may neither move nor rally"
        if request.kind in VEHICLES:
            return sentences(f"{who} does not break down{'' if self.may_move_or_rally else f', but {held}'}")
        return sentences(f"the spade has no effect on {who}" if self.may_move_or_rally else f"{who} {held}")


@frozen(kw_only=True, cache_hash=True)
class SpadeRequest(Request[SpadeOutcome]):
    """A unit that is activated on a spade.

    Attributes:
        kind: What it is.
        side: Red or White.
        quality: Its quality.
        political_help: Whether a CHEKA or Commissar that is not pinned is in its square or beside it.
        wants_it: Whether it would move or rally if it might.
        markers: Its hit markers, once those before this activation are resolved.
        bases_removed: The bases that it has lost for good.
        hid_last_turn: Whether it hid in the turn before.
        deck: The cards left to draw from; None for a whole fresh deck with two jokers.
        discards: The cards that are shuffled to draw on when those are exhausted.
    """

    names_cards: ClassVar[bool] = True

    kind: Kind
    side: Side = "red"
    quality: Quality = "normal"
    political_help: Annotated[bool, Cites("turn-6-commissar")] = False
    wants_it: Annotated[bool, Cites("turn-6-commissar")] = True
    markers: Annotated[int, Range(0, 999, rule="turn-5b-deductions")] = 0
    bases_removed: Annotated[int, Range(0, 99, rule="turn-5b-deductions")] = 0
    hid_last_turn: Annotated[bool, Cites("turn-5b-deductions")] = False
    deck: DrawnFrom | None = None
    discards: DrawnFrom = ()

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield cards that there are not, and CHEKA or Commissars of the Whites."""
        yield from wrong_cards((".deck", self.deck), (".discards", self.discards))
        if self.political_help and self.side == "white":
            yield Problem(".political_help", "only the Reds have CHEKA and Commissars", "org-command-figures")


def _spade_example() -> SpadeRequest:
    return SpadeRequest(kind="infantry", quality="poor", political_help=True)


@procedure(
    "red_square.spade",
    title="What does a SPADE do to this unit?",
    rules=("turn-6-spades-breakdown",),
    example=_spade_example,
)
def spade(request: SpadeRequest, umpire: Umpire[Options]) -> SpadeOutcome:
    """Apply a spade: a vehicle draws a card and breaks down on a black one; poor troops may neither move nor rally.

    Poor Red infantry with a CHEKA or Commissar near it may ignore that, if it wants to move or rally. Two D6 are rolled
    for it, and it receives their difference in hit markers.

    Rules: turn-6-spades-breakdown, turn-6-spades-poor, turn-6-commissar.
    """
    is_poor = request.quality == "poor"
    if request.kind in VEHICLES:
        pile = Pile.of(request.deck, request.discards, colour)
        shown, pile = pile.draw(umpire, "breakdown", "turn-6-spades-breakdown")
        broken_down = shown == "black"
        umpire.result("turn-6-spades-breakdown", "it breaks down: {broken_down}", broken_down=broken_down)
        return SpadeOutcome(broken_down=broken_down, may_move_or_rally=not (broken_down or is_poor), cards=pile.told)
    if not is_poor:
        umpire.result("turn-6-spades-poor", "the spade does nothing to it")
        return SpadeOutcome()
    if request.kind == "infantry" and request.political_help and request.wants_it:
        left = POOR_AT_BEST - WORST_PRICE - request.markers - request.bases_removed - request.hid_last_turn
        if umpire.choose(IGNORE_SPADE, (True, False), DrivenOn(markers=request.markers, best_score=left)):
            markers = abs(umpire.roll(difference(d6, d6), "price of ignoring the spade", "turn-6-commissar"))
            umpire.result("turn-6-commissar", "it ignores the spade and receives {markers} markers", markers=markers)
            return SpadeOutcome(ignored=True, markers=markers)
    umpire.result("turn-6-spades-poor", "it may neither move nor rally")
    return SpadeOutcome(may_move_or_rally=False)


# ---------------------------------------------------------------- tanks that get stuck


@frozen(kw_only=True)
class BogOutcome:
    """What became of the tank.

    Attributes:
        bogged: Whether it is stuck.
        may_move: Whether it moves in this activation.
    """

    bogged: bool
    may_move: bool

    def summary(self, request: BogRequest) -> str:
        """Return whether the tank bogs, stays bogged or gets free."""
        if request.bogged:
            did = "stays bogged" if self.bogged else "gets free, which is its movement"
        else:
            did = "bogs where it stands" if self.bogged else "does not bog"
        return sentences(f"{THE[request.kind]} {did}")


@frozen(kw_only=True, cache_hash=True)
class BogRequest(Request[BogOutcome]):
    """A tank that is activated.

    Attributes:
        kind: A light or a heavy tank.
        card: The card on which it is activated.
        bogged: Whether it is stuck.
        tries_closed_step: Whether it tries to enter, leave or cross closed terrain off road.
    """

    kind: Tank
    card: CardCode
    bogged: bool = False
    tries_closed_step: bool = False

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield a card that there is not, and a step of a tank that is stuck."""
        yield from wrong_cards((".card", self.card))
        if self.bogged and self.tries_closed_step:
            yield Problem(
                ".tries_closed_step", "a tank that is stuck makes no step; first it must get free", "move-unbog"
            )


def _bog_example() -> BogRequest:
    return BogRequest(kind="light_tank", card="4S", tries_closed_step=True)


@procedure(
    "red_square.bog",
    title="Does the tank bog, or get free?",
    rules=("move-bog",),
    example=_bog_example,
)
def bog(request: BogRequest, umpire: Umpire[Options]) -> BogOutcome:
    """Say whether a tank gets stuck or free.

    One that is stuck gets free on a spade, a light one on a club too, and that is its movement. Any other that tries a
    step through closed terrain on a spade is stuck where it stands, and the step is not made.

    Rules: move-bog, move-unbog.
    """
    suit = suit_of(request.card)
    if request.bogged:
        bogged = not frees_tank(request.kind, suit)
        umpire.result("move-unbog", "it is still stuck: {bogged}", bogged=bogged)
        return BogOutcome(bogged=bogged, may_move=False)
    bogged = suit == "S" and request.tries_closed_step
    umpire.result("move-bog", "it gets stuck: {bogged}", bogged=bogged)
    return BogOutcome(bogged=bogged, may_move=not bogged)
