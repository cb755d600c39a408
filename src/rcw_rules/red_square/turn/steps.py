"""The turn: deal, headquarters, the cards of officers, those of standalone units, and the end.

A game goes on step by step, and a turn is all of its steps:

>>> from rcw_rules import SeededDice
>>> from rcw_rules.red_square import ruleset
>>> from rcw_rules.red_square.turn.scenarios import two_regiments_a_side
>>> game = Game.begin(two_regiments_a_side())
>>> step = ruleset.outcome(TurnStepRequest(game=game), dice=SeededDice(1))
>>> step.phase, step.game.phase, len(step.game.hands)
('deal', 'hq', 5)
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.fields import take_for_right
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.values import evolve
from rcw_rules.kernel.words import counted, sentences
from rcw_rules.red_square.activation import ActivateRequest
from rcw_rules.red_square.cards import (
    CardOrderRequest,
    DealRequest,
    Hand,
    Phase,
    Pile,
    Play,
    SpadeRequest,
    colour,
    suit_of,
)
from rcw_rules.red_square.fire import settle_fate_alone, settle_markers
from rcw_rules.red_square.ground import Field, card_name, changes, is_on_table, losses, lost_from_view
from rcw_rules.red_square.model import COMPANIONS, NOTHING_YET, VEHICLES, Name, Side, Unit, enemy_of
from rcw_rules.red_square.options import Options
from rcw_rules.red_square.trains import TRAIN_CARD, TrainHand
from rcw_rules.red_square.turn.game import Game, TurnPhase, whole_pack
from rcw_rules.red_square.turn.scenario import VICTORY, WINNERS, Winner, game_result, without_order


def _end_of(game: Game) -> str:
    """Return how the game ended; "" while it goes on."""
    if game.result is None:
        return ""
    return "the game is over, undecided" if game.result == "undecided" else f"the game is over: {game.result} wins"


@frozen(kw_only=True)
class TurnStepOutcome:
    """The game after one step of a turn.

    Attributes:
        game: The game afterwards.
        phase: The phase that the step belonged to.
        holder: Whose card was played; "" for none.
        card: The card that was played; "" for none.
    """

    game: Game
    phase: TurnPhase
    holder: str = ""
    card: str = ""

    def summary(self, request: TurnStepRequest) -> str:
        """Return what the step was, and what became of the units."""
        before = request.game.field
        match self.phase:
            case "deal":
                cards = sum(len(hand.cards) for hand in self.game.hands)
                head = f"turn {before.turn} begins: {counted(cards, 'card')} {'is' if cards == 1 else 'are'} dealt"
            case "hq":
                head = "the headquarters act, and the cards are turned over"
            case "end":
                head = f"turn {before.turn} is over"
            case _:
                head = f"{self.holder} plays {card_name(self.card)}"
        return sentences(head, *changes(before.units, self.game.field.units), _end_of(self.game))


@frozen(kw_only=True, cache_hash=True)
class TurnStepRequest(Request[TurnStepOutcome]):
    """A game that goes on by one step: the deal, the headquarters, one card, or the end of the turn.

    Attributes:
        game: The game.
    """

    recurs = False

    game: Game


@frozen(kw_only=True)
class TurnOutcome:
    """The game after a turn.

    Attributes:
        game: The game afterwards: before the deal of the next turn, or over.
        played: Whose cards were played, in order.
    """

    game: Game
    played: tuple[Name, ...]

    def summary(self, request: TurnRequest) -> str:
        """Return how many cards were played, and what both sides lost."""
        before = request.game.field
        played = counted(len(self.played), "card")
        verb = "is" if len(self.played) == 1 else "are"
        lost = losses(before.units, self.game.field.units)
        head = f"turn {before.turn} is over: {played} {verb} played"
        return sentences(head, *(lost or ("no unit loses a base",)), _end_of(self.game))


@frozen(kw_only=True, cache_hash=True)
class TurnRequest(Request[TurnOutcome]):
    """A game whose turn is played, from where it is to its end.

    Attributes:
        game: The game.
    """

    recurs = False

    game: Game


def _step_example() -> TurnStepRequest:
    return TurnStepRequest(game=last_card_of_a_turn())


def _turn_example() -> TurnRequest:
    return TurnRequest(game=last_card_of_a_turn())


def last_card_of_a_turn() -> Game:
    """Return a game in which one card of a turn is still to be played: that of a standalone battalion."""
    from rcw_rules.red_square.turn.scenarios import outpost

    game = Game.begin(outpost())
    hand = Hand(holder="Outpost", side="white", members=("Outpost",), phase="standalone", cards=("9H",))
    holder = game.field.unit("Outpost")
    held = evolve(holder, this_turn=evolve(NOTHING_YET, cards=hand.cards))
    return evolve(
        game,
        field=game.field.with_units(held),
        phase="standalone",
        deck=tuple(code for code in game.deck if code not in hand.cards),
        hands=(hand,),
        plays=(Play(holder="Outpost", card="9H"),),
    )


@procedure(
    "red_square.turn_step",
    title="What is the next step of the turn, and what happens in it?",
    formerly=("What is the next step of the turn, and what comes of it?",),
    rules=("turn-sequence",),
    example=_step_example,
)
def turn_step(request: TurnStepRequest, umpire: Umpire[Options]) -> TurnStepOutcome:
    """Take the next step of a turn.

    Before the deal every unit begins a new turn, and cards are dealt. Then the headquarters of both sides act, the
    first player's first. Then all cards are put in the order of play, and they are played one by one, officers,
    artillery and vehicles first. A card that no unit can use any more is laid aside. When none is left, the turn ends.

    Rules: turn-sequence, turn-3-officer-phase, turn-4-standalone.
    """
    game = request.game
    match game.phase:
        case "deal":
            return TurnStepOutcome(game=_deal(umpire, game), phase="deal")
        case "hq":
            return TurnStepOutcome(game=_headquarters(umpire, game), phase="hq")
        case "officer" | "standalone":
            return _play(umpire, game)
        case "end":
            return TurnStepOutcome(game=_end(umpire, game), phase="end")


@turn_step.legality
def _step_objections(request: TurnStepRequest, options: Options) -> Iterator[Objection]:
    yield from _not_to_be_played(request.game)


@procedure(
    "red_square.turn",
    title="What happens in this whole turn?",
    formerly=("What comes of a whole turn?",),
    rules=("turn-sequence",),
    example=_turn_example,
)
def turn(request: TurnRequest, umpire: Umpire[Options]) -> TurnOutcome:
    """Play a turn, step by step, from where the game is to its end.

    Rules: turn-sequence.
    """
    game = request.game
    number = game.field.turn
    played: list[Name] = []
    while game.field.turn == number and not game.is_over:
        words = game.phase if not game.plays else f"{game.plays[0].card} of {game.plays[0].holder}"
        step = umpire.resolve(TurnStepRequest(game=game), words)
        game = step.game
        if step.holder:
            played.append(step.holder)
    return TurnOutcome(game=game, played=tuple(played))


@turn.legality
def _turn_objections(request: TurnRequest, options: Options) -> Iterator[Objection]:
    yield from _not_to_be_played(request.game)


def _not_to_be_played(game: Game) -> Iterator[Objection]:
    """Yield why no step can be taken: the game is over, or a unit that will be dealt a card has no order to act on.

    Rules: missing-victory, orders-required.
    """
    for number, unit in enumerate(game.field.units if game.phase == "deal" else ()):
        if unit.bases:
            yield from without_order(unit, f"$.game.field.units[{number}]")
    if game.is_over:
        message = f"the game is over ({game.result}); begin another"
        yield Objection(rule="missing-victory", message=message, path="$.game")


# ---------------------------------------------------------------- the deal


def _deal(umpire: Umpire[Options], game: Game) -> Game:
    """Begin a turn for every unit, and deal the cards.

    Rules: turn-1-deal, missing-transport.
    """
    scenario = game.scenario
    tells = umpire.options.driven_out_deducts
    hidden = evolve(NOTHING_YET, hid=True)
    fresh = tuple(
        evolve(unit, this_turn=hidden if tells and unit.state == "hiding" else NOTHING_YET) for unit in game.field.units
    )
    aeroplanes = scenario.aeroplanes_in(game.field.turn)
    field = take_for_right(evolve(game.field, units=fresh, aeroplanes=aeroplanes, area_fires=()))
    request = DealRequest(field=field, jokers=scenario.jokers, decks=scenario.decks)
    outcome = umpire.resolve(request, "deal")
    for hand in outcome.hands:
        field = field.with_units(
            *(
                evolve(unit, this_turn=evolve(unit.this_turn, cards=hand.cards))
                for unit in map(field.unit, hand.members)
            )
        )
    return evolve(
        game,
        field=take_for_right(field),
        phase="hq",
        deck=outcome.deck,
        discards=(),
        hands=outcome.hands,
        plays=(),
        last_side=None,
    )


# ---------------------------------------------------------------- the headquarters


def _headquarters(umpire: Umpire[Options], game: Game) -> Game:
    """Activate the headquarters of both sides, and then put the cards in the order of play.

    Rules: hq-activation, turn-sequence.
    """
    first = game.scenario.first_player
    for side in (first, enemy_of(first)):
        for unit in game.field.units:
            if unit.kind == "hq" and unit.side == side and is_on_table(unit):
                request = ActivateRequest(field=game.field, units=(unit.name,), deck=game.deck, discards=game.discards)
                outcome = umpire.resolve(request, f"activation of {unit.name}")
                game = _after(game, outcome.field, outcome.cards)
    game = _with_one_card_for_trains(umpire, game)
    order = umpire.resolve(
        CardOrderRequest(hands=game.hands, first_side=first, decks=game.scenario.decks), "order of play"
    )
    game = _with_first_cards_only(evolve(game, plays=order.plays))
    if umpire.options.breakdown_when_turned:
        game = _with_breakdowns(umpire, game)
    return evolve(game, phase=_phase_of(game))


def _with_one_card_for_trains(umpire: Umpire[Options], game: Game) -> Game:
    """Let the owners of trains discard one of their two cards.

    Rules: train-4-cards.
    """
    for hand in game.hands:
        unit = game.field.unit(hand.holder)
        if unit.kind == "train" and len(hand.cards) > 1:
            turned = TrainHand(cards=hand.cards, train=unit.name, side=unit.side)
            kept = umpire.choose(TRAIN_CARD, hand.cards, turned)
            unit = evolve(unit, this_turn=evolve(unit.this_turn, cards=(kept,)))
            game = _after(game, game.field.with_units(unit), ())
    return game


def _with_first_cards_only(game: Game) -> Game:
    """Leave regiments that were dismounted at the deal only the first of their group's two cards to be played.

    Rules: turn-1-two-cards.
    """
    for hand in game.hands:
        if hand.first_only and len(hand.cards) > 1:
            first = next(play.card for play in game.plays if play.holder == hand.holder)
            for name in hand.first_only:
                unit = game.field.unit(name)
                if first in unit.this_turn.cards:
                    unit = evolve(unit, this_turn=evolve(unit.this_turn, cards=(first,)))
                    game = evolve(game, field=game.field.with_units(unit))
    return game


def _with_breakdowns(umpire: Umpire[Options], game: Game) -> Game:
    """Let vehicles draw for a breakdown for each of their spades, in the order of play; once broken down no more.

    Rules: opt-breakdown-when-turned, turn-6-spades-breakdown.
    """
    for play in game.plays:
        unit = game.field.unit(play.holder)
        if unit.kind not in VEHICLES or unit.broken_down or suit_of(play.card) != "S":
            continue
        umpire.ruling("breakdown_when_turned")
        request = SpadeRequest(
            kind=unit.kind, side=unit.side, quality=unit.quality, deck=game.deck, discards=game.discards
        )
        outcome = umpire.resolve(request, f"breakdown of {unit.name}")
        broken = evolve(unit, broken_down=outcome.broken_down)
        game = _after(game, game.field.with_units(broken), outcome.cards)
    return game


# ---------------------------------------------------------------- a card


def _play(umpire: Umpire[Options], game: Game) -> TurnStepOutcome:
    """Play the next card, and take stock of who still holds cards.

    A regiment that dismounts on its first card keeps its second.

    Rules: turn-sequence, move-dismount-second-card.
    """
    play = game.plays[0]
    hand = game.hand_of(play.holder)
    assert hand is not None  # noqa: S101 - the game was checked
    holder = game.field.unit(play.holder)
    phase = game.phase
    members = tuple(name for name in hand.members if game.field.unit(name).bases)
    game = _laid_aside(game, play)
    if members:
        request = ActivateRequest(
            field=game.field,
            units=members,
            card=play.card,
            commander=holder.name if holder.kind == "co" else "",
            deck=game.deck,
            discards=game.discards,
        )
        outcome = umpire.resolve(request, f"activation of {holder.name}")
        game = _after(game, outcome.field, outcome.cards)
    game = evolve(game, last_side=hand.side)
    return TurnStepOutcome(game=evolve(game, phase=_phase_of(game)), phase=phase, holder=play.holder, card=play.card)


def _laid_aside(game: Game, play: Play) -> Game:
    """Return the game with a card on the discards. Units have it until they are activated on it.

    Rules: turn-sequence, turn-9-reshuffle.
    """
    hands = tuple(
        evolve(hand, cards=_less(hand.cards, play.card)) if hand.holder == play.holder else hand for hand in game.hands
    )
    return evolve(
        game,
        hands=tuple(hand for hand in hands if hand.cards),
        plays=game.plays[1:],
        discards=(*game.discards, play.card),
    )


def _after(game: Game, field: Field, drawn: tuple[str, ...]) -> Game:
    """Return the game after something on the field: cards drawn, and cards of a hand that no unit has any more.

    Rules: equipment-draw-pile, fire-2-threat, fire-8-shock.
    """
    pile = Pile.of(game.deck, game.discards, colour).after(drawn)
    hands: list[Hand] = []
    gone: list[Play] = []
    for hand in game.hands:
        held = {code for name in hand.members for code in field.unit(name).this_turn.cards}
        kept = tuple(code for code in hand.cards if code in held)
        gone += [Play(holder=hand.holder, card=code) for code in hand.cards if code not in held]
        if kept:
            hands.append(hand if kept == hand.cards else evolve(hand, cards=kept))
    return evolve(
        game,
        field=field,
        deck=pile.deck or (),
        discards=(*pile.discarded, *(play.card for play in gone)),
        hands=tuple(hands),
        plays=tuple(play for play in game.plays if play not in gone),
    )


def _less(cards: tuple[str, ...], code: str) -> tuple[str, ...]:
    left = list(cards)
    left.remove(code)
    return tuple(left)


def _phase_of(game: Game) -> TurnPhase:
    """Return the phase of the next card to be played; the end if no card is left.

    Rules: turn-3-officer-phase, turn-4-standalone.
    """
    if not game.plays:
        return "end"
    phases: set[Phase] = {
        hand.phase for play in game.plays for hand in game.hands if hand.holder == play.holder and play.card[0] != "*"
    }
    return "officer" if "officer" in phases else "standalone"


# ---------------------------------------------------------------- the end


def _end(umpire: Umpire[Options], game: Game) -> Game:
    """End a turn: settle what no card has settled, free who was pinned before, gather the cards, and begin the next.

    Held fire lapses; markers, rings, digging markers, pins and orders carry over. A unit that hid in this turn has
    hidden last turn in the next.

    Rules: turn-9-reshuffle, turn-7-unpin, fire-8-accumulate, fire-10-mg-alone, at-results, turn-5b-deductions,
        missing-victory, opt-driven-out.
    """
    game = _settle_the_rest(umpire, game)
    field = lost_from_view(game.field)
    units = tuple(
        evolve(
            unit,
            hid_last_turn=unit.state == "hiding" or (unit.this_turn.hid and unit.state == "retreating"),
            pinned=unit.pinned if unit.this_turn.was_pinned else 0,
            is_pinned=unit.is_pinned and unit.this_turn.was_pinned,
            this_turn=evolve(unit.this_turn, holds_fire=False, cards=()),
        )
        for unit in field.units
    )
    field = evolve(field, units=units)
    umpire.result("turn-9-reshuffle", "turn {turn} is over: the cards are gathered", turn=field.turn)
    # Victory told as data is judged by `red_square.act`, within turns too.
    answer: Winner = "none" if game.scenario.victory else umpire.choose(VICTORY, WINNERS, field)
    winner: Side | None = None if answer == "none" else answer
    ending = game_result(game.scenario, field, lambda _: winner)
    if ending is not None:
        umpire.result("missing-victory", "the game is over: {ending}", ending=ending)
    else:
        field = evolve(field, turn=field.turn + 1)
    return evolve(
        game,
        field=take_for_right(field),
        phase="deal",
        deck=whole_pack(game.scenario),
        discards=(),
        hands=(),
        plays=(),
        last_side=None,
        result=ending,
    )


def _settle_the_rest(umpire: Umpire[Options], game: Game) -> Game:
    """Settle the markers of units that no card activates: lone MGs, tchankas, figures and horses.

    Horse holders are a base of their regiment, which loses it with them. MGs and tchankas are alone when their unit is
    gone, and in a turn in which it fired out of sequence without them.

    Rules: fire-8-accumulate, fire-10-mg-alone, mounted-3-dismounted, mg-activation.
    """
    for unit in game.field.units:
        if not unit.markers or not is_on_table(unit):
            continue
        if not _is_on_its_own(game.field, unit) and unit.kind not in ("co", "commissar", "cheka", "horse_holders"):
            continue
        settled = settle_markers(umpire, game.field, unit.name, deck=game.deck, discards=game.discards)
        game = _after(game, settled.field, settled.cards)
        field, drawn = settle_fate_alone(
            umpire, game.field, unit.name, settled.markers, deck=game.deck, discards=game.discards
        )
        game = _after(game, field, drawn)
    return game


def _is_on_its_own(field: Field, unit: Unit) -> bool:
    """Return whether MGs or tchankas accompany no unit on the table any more, or one that acted without them.

    Rules: fire-10-mg-alone, mg-activation.
    """
    if unit.kind not in COMPANIONS:
        return False
    head = field.find(unit.accompanies)
    return head is None or not is_on_table(head) or unit.this_turn.activations < head.this_turn.activations
