"""Suits: what the suit of an activation card does to a unit, and whether a broken-down vehicle restarts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

from attrs import frozen

from rcw_rules.kernel.cards import card as read_card
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Size
from rcw_rules.kernel.needs import Need
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import in_words, listed, sentences
from rcw_rules.red_square.cards.pack import suit_of, wrong_cards
from rcw_rules.red_square.ground import THE, card_name, wrong_formation
from rcw_rules.red_square.model import TANKS, VEHICLES, CardCode, Formation, Kind, Quality, Suit, formation_needs
from rcw_rules.red_square.options import Options

# ---------------------------------------------------------------- what suits do


@frozen(kw_only=True)
class SuitEffectsOutcome:
    """What the card permits and forbids.

    Attributes:
        move_and_fire: Whether infantry and dismounted cavalry may move and fire at a target within 2 squares.
        draws_second_heart: Whether that takes a second heart, to be drawn before the shot.
        no_closed_step: Whether it may make no step that is slowed by closed terrain.
        breakdown_draw: Whether it draws a card and breaks down on a black one.
        bogs_in_closed: Whether it gets stuck when it tries such a step.
        unbogs: Whether it is stuck and gets free, which is its movement of the activation.
        no_move_or_rally: Whether it may neither move nor rally, unless a CHEKA or Commissar drives it on.
    """

    move_and_fire: bool = False
    draws_second_heart: bool = False
    no_closed_step: bool = False
    breakdown_draw: bool = False
    bogs_in_closed: bool = False
    unbogs: bool = False
    no_move_or_rally: bool = False

    def summary(self, request: SuitEffectsRequest) -> str:
        """Return what the unit may and may not do on the card."""
        effects = list(self._effects(request))
        who, card = THE[request.kind], card_name(request.card)
        if not effects:
            return sentences(f"{card} has no effect on {who}")
        return sentences(f"on {card}, {who} {listed(effects)}")

    def _effects(self, request: SuitEffectsRequest) -> Iterator[str]:
        if self.move_and_fire:
            second = ", if a second heart is drawn before the shot" if self.draws_second_heart else ""
            yield f"may move and fire at a target within 2 squares{second}"
        if self.no_closed_step:
            yield "may make no step that is slowed by closed terrain"
        if self.breakdown_draw:
            yield "draws a card and breaks down if it is black"
        if self.bogs_in_closed:
            yield "bogs if it tries a step through closed terrain"
        if self.unbogs:
            yield "gets free, which is its movement"
        if self.no_move_or_rally:
            driven = " unless a CHEKA or Commissar drives it on" if request.kind == "infantry" else ""
            yield f"may neither move nor rally{driven}"


@frozen(kw_only=True, cache_hash=True)
class SuitEffectsRequest(Request[SuitEffectsOutcome]):
    """A unit and the card on which it is activated.

    Attributes:
        kind: What it is.
        formation: Its formation; None for kinds that have none.
        quality: Its quality.
        bogged: Of tanks: whether it is stuck.
        card: The card.
    """

    kind: Kind
    formation: Formation | None = None
    quality: Quality = "normal"
    bogged: bool = False
    card: CardCode

    needs: ClassVar[tuple[Need, ...]] = formation_needs()

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield a card that there is not, a formation that the kind has not, and what cannot bog."""
        yield from wrong_cards((".card", self.card))
        yield from wrong_formation(self.kind, self.formation)
        if self.bogged and self.kind not in TANKS:
            yield Problem(".bogged", f"only tanks bog, not {in_words(self.kind)} units", "move-bog")


def frees_tank(kind: Kind, suit: Suit) -> bool:
    """Return whether a tank that is stuck gets free on a suit: a light one on spades and clubs, a heavy one on spades.

    Rules: move-unbog.
    """
    return suit == "S" or (kind == "light_tank" and suit == "C")


def suits_moving_fire(kind: Kind, formation: Formation | None, suit: Suit) -> bool:
    """Return whether foot may move and fire on a suit: masses, waves and dismounted cavalry on hearts.

    Rules: fire-3-moving-infantry.
    """
    return suit == "H" and (formation in ("masses", "waves") or (kind == "cavalry" and formation == "dismounted"))


def _suit_example() -> SuitEffectsRequest:
    return SuitEffectsRequest(kind="infantry", formation="waves", card="9H")


@procedure(
    "red_square.suit_effects",
    title="What does the card suit permit or forbid?",
    rules=("turn-suits-summary",),
    example=_suit_example,
)
def suit_effects(request: SuitEffectsRequest, umpire: Umpire[Options]) -> SuitEffectsOutcome:
    """List what the suit of an activation card does to a unit; a joker does nothing.

    Hearts let masses, waves and dismounted cavalry move and fire. Diamonds keep waves and dismounted cavalry out of
    closed terrain. Spades make vehicles draw for a breakdown, forbid poor units to move or rally, bog tanks in closed
    terrain and free those that are bogged; clubs free light tanks.

    Rules: turn-suits-summary, move-diamond, opt-second-heart.
    """
    suit = suit_of(request.card)
    kind, formation = request.kind, request.formation
    moving_fire = suits_moving_fire(kind, formation, suit)
    if moving_fire:
        umpire.ruling("second_heart")
    is_spade = suit == "S"
    effects = SuitEffectsOutcome(
        move_and_fire=moving_fire,
        draws_second_heart=moving_fire and umpire.options.second_heart,
        no_closed_step=suit == "D" and formation in ("waves", "dismounted"),
        breakdown_draw=is_spade and kind in VEHICLES,
        bogs_in_closed=is_spade and kind in TANKS and not request.bogged,
        unbogs=request.bogged and frees_tank(kind, suit),
        no_move_or_rally=is_spade and request.quality == "poor",
    )
    matters = effects != SuitEffectsOutcome()
    umpire.result("turn-suits-summary", "the suit of the card matters to the unit: {matters}", matters=matters)
    return effects


@frozen(kw_only=True)
class RestartOutcome:
    """Whether a broken-down vehicle runs again.

    Attributes:
        restarts: Whether it does, from the first of its two cards on.
    """

    restarts: bool

    def summary(self, request: RestartRequest) -> str:
        """Return whether the vehicle runs again, and by which cards."""
        if self.restarts:
            return sentences(f"the vehicle restarts: {listed(map(card_name, request.cards))} are both red")
        wrong = [card_name(code) for code in request.cards if not read_card(code).is_red]
        return sentences(f"the vehicle stays broken down: {listed(wrong)} {'is' if len(wrong) == 1 else 'are'} not red")


@frozen(kw_only=True, cache_hash=True)
class RestartRequest(Request[RestartOutcome]):
    """A vehicle that broke down in an earlier turn.

    Attributes:
        cards: The two cards dealt to it.
    """

    cards: Annotated[tuple[CardCode, ...], Size(2, 2, rule="turn-6-restart")]

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield cards that there are not."""
        yield from wrong_cards((".cards", self.cards))


def _restart_example() -> RestartRequest:
    return RestartRequest(cards=("3H", "KD"))


@procedure(
    "red_square.restart",
    title="Does the broken vehicle restart?",
    rules=("turn-6-restart",),
    example=_restart_example,
)
def restart(request: RestartRequest, umpire: Umpire[Options]) -> RestartOutcome:
    """Say whether a vehicle restarts: when both of its cards are red; a joker is not.

    Rules: turn-6-restart.
    """
    restarts = all(read_card(code).is_red for code in request.cards)
    umpire.result("turn-6-restart", "it restarts: {restarts}", restarts=restarts)
    return RestartOutcome(restarts=restarts)
