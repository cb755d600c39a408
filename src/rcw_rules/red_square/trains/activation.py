"""Armoured trains: their two cards, their rails, and the unit that they carry."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal, TypeAlias

from attrs import frozen

from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Range, Size
from rcw_rules.kernel.procedures import Choice, Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import in_words, listed, sentences
from rcw_rules.marks import Cites
from rcw_rules.red_square.cards import ActivationRequest, place_in_order, suit_of, wrong_cards
from rcw_rules.red_square.ground import card_name
from rcw_rules.red_square.model import (
    RINGS_THAT_DAMAGE,
    RINGS_THAT_DISABLE,
    Band,
    CardCode,
    Formation,
    Kind,
    Quality,
    Side,
)
from rcw_rules.red_square.options import Options

TrainAction: TypeAlias = Literal["move", "fire", "hold_fire", "unload", "board", "nothing"]
"""What a train can do in its activation."""

JOKERS_LAST = 99

EMERGES: dict[Kind, Formation] = {  # train-5-carrying
    "infantry": "masses",
    "cavalry": "mounted",
    "artillery": "limbered",
}


@frozen(kw_only=True)
class TrainHand:
    """What the owner of an armoured train sees when its two cards are turned over.

    Attributes:
        cards: The two cards.
        train: The name of the train; "" if that is not known.
        side: Whose it is; "" if that is not known.
    """

    cards: tuple[CardCode, ...]
    train: str = ""
    side: Side | Literal[""] = ""


def _played_first(hand: TrainHand, alternatives: tuple[CardCode, ...]) -> CardCode:
    """Return the card that is played first: aces low, jokers last."""
    return min(alternatives, key=lambda code: place_in_order(code) if suit_of(code) else (JOKERS_LAST, 0))


TRAIN_CARD: Choice[TrainHand, CardCode] = Choice(
    "train_card",
    rule="train-4-cards",
    who="owner of the train",
    about="Which of its two cards does the armoured train keep? Default: the one that is played first, aces low.",
    default=_played_first,
    unit=lambda hand: hand.train,
    side=lambda hand: hand.side,
)


# ---------------------------------------------------------------- what it may do


@frozen(kw_only=True)
class TrainActivationOutcome:
    """What a train may do in its one activation of the turn.

    Attributes:
        card: The card that it kept.
        band: How well it was activated; None for one that is disabled and has no activation.
        must_retreat: Whether it goes back along its track instead of acting.
        actions: What it may do otherwise: one of these; it does not both move and fire.
    """

    card: CardCode
    band: Band | None
    must_retreat: bool
    actions: tuple[TrainAction, ...]

    def summary(self, request: TrainActivationRequest) -> str:
        """Return the card that the train keeps, and what it may do."""
        card = card_name(self.card)
        if self.band is None:
            return sentences(f"the train is disabled and does nothing on {card}")
        if self.must_retreat:
            return sentences(f"the train keeps {card}, and must go back along its track")
        other = {"board": "take a unit aboard", "nothing": "do nothing"}
        actions = listed((other.get(action) or in_words(action) for action in self.actions), "or")
        acts = any(action != "nothing" for action in self.actions)
        return sentences(f"the train keeps {card}, and {f'may {actions}' if acts else 'can do nothing'}")


@frozen(kw_only=True, cache_hash=True)
class TrainActivationRequest(Request[TrainActivationOutcome]):
    """An armoured train whose two cards are turned over.

    Attributes:
        cards: The two cards.
        quality: Elite, normal or poor.
        rings: Its rings; four damage it, five disable it.
        markers: Its hit markers still to be resolved.
        enters_enemy_adjacent: Whether it means to move next to the enemy.
        has_moved: Whether it has moved in this turn.
        has_acted: Whether it has fired, held its fire or been otherwise busy in this turn.
        carries: What it has aboard; None for nothing.
    """

    cards: Annotated[tuple[CardCode, ...], Size(2, 2, rule="train-4-cards")]
    quality: Quality = "normal"
    rings: Annotated[int, Range(0, RINGS_THAT_DISABLE, rule="train-7-hits")] = 0
    markers: Annotated[int, Range(0, 999, rule="bad-input")] = 0
    enters_enemy_adjacent: Annotated[bool, Cites("turn-5-test-needed")] = False
    has_moved: Annotated[bool, Cites("train-3-movement")] = False
    has_acted: Annotated[bool, Cites("train-5-carrying")] = False
    carries: Annotated[Kind | None, Cites("train-5-carrying")] = None

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        yield from wrong_cards((".cards", self.cards))
        if self.carries is not None and self.carries not in EMERGES:
            message = f"a train carries a battalion, a regiment of cavalry or a brigade of guns, not a {self.carries}"
            yield Problem(".carries", message, "train-5-carrying")


def _activation_example() -> TrainActivationRequest:
    return TrainActivationRequest(cards=("KS", "3H"), markers=2, carries="infantry")


@procedure(
    "red_square.train_activation",
    title="What may the train do?",
    rules=("train-4-cards",),
    example=_activation_example,
)
def train_activation(request: TrainActivationRequest, umpire: Umpire[Options]) -> TrainActivationOutcome:
    """Keep one of the two cards, test if need be, and say what the train may do.

    A disabled train has no activation. Otherwise it is tested alone, as one battalion equivalent. A damaged train goes
    back instead of acting, and so does one that scores below 0, which never hides. At 1 or 0 it may only fire or hold
    its fire; at 2 or better, or automatically, it may also move, and unload or take aboard a unit if it has stood still
    and done nothing in this turn. Once it has moved it neither fires nor loads.

    Rules: train-4-cards, train-3-movement, train-5-carrying, train-7-hits.
    """
    card = umpire.choose(TRAIN_CARD, request.cards, TrainHand(cards=request.cards))
    umpire.result("train-4-cards", "it keeps {card}", card=card)
    if request.rings >= RINGS_THAT_DISABLE:
        umpire.result("train-7-hits", "the train is disabled and does nothing")
        return TrainActivationOutcome(card=card, band=None, must_retreat=False, actions=())
    test = umpire.resolve(
        ActivationRequest(
            elite=int(request.quality == "elite"),
            poor=int(request.quality == "poor"),
            markers=request.markers,
            rings=request.rings,
            enters_enemy_adjacent=request.enters_enemy_adjacent,
        ),
        "activation",
    )
    must_retreat = request.rings >= RINGS_THAT_DAMAGE or test.band == "below0"
    actions: tuple[TrainAction, ...] = ()
    if must_retreat:
        umpire.result("train-7-hits", "it goes back along its track and does nothing else")
    else:
        actions = actions_of(
            test.band, has_moved=request.has_moved, has_acted=request.has_acted, carries=request.carries
        )
        told = in_words(", ".join(actions)) or "nothing"
        umpire.result("train-3-movement", "it may do one of these: {actions}", actions=told)
    return TrainActivationOutcome(card=card, band=test.band, must_retreat=must_retreat, actions=actions)


def actions_of(band: Band, *, has_moved: bool, has_acted: bool, carries: Kind | None) -> tuple[TrainAction, ...]:
    """Return what a train may do on a score of 0 or better, besides nothing.

    Args:
        band: How well it was activated.
        has_moved: Whether it has moved in this turn.
        has_acted: Whether it has fired, held its fire or been otherwise busy in this turn.
        carries: What it has aboard; None for nothing.

    Rules: train-3-movement, train-5-carrying, act-table.
    """
    may_fire: tuple[TrainAction, ...] = () if has_moved or has_acted else ("fire", "hold_fire")
    if band == "1-0":
        return may_fire
    loading: TrainAction = "board" if carries is None else "unload"
    may_move: tuple[TrainAction, ...] = () if has_acted else ("move",)
    return (*may_move, *may_fire, *((loading,) if may_fire else ()))


# ---------------------------------------------------------------- its rails


# ---------------------------------------------------------------- the unit that it carries
