"""Cards dealt and played: who holds which, and in what order they are played."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal, NamedTuple, TypeAlias

from attrs import evolve, frozen

from rcw_rules.kernel.cards import card as read_card
from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Range, Size
from rcw_rules.kernel.geometry.squares import SquareGrid, SquareMap
from rcw_rules.kernel.procedures import Choice, Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.red_square.cards.pack import MOST_CARDS, MOST_DECKS, MOST_JOKERS, Pile, fresh_pack, suit_of, wrong_cards
from rcw_rules.red_square.ground.field import Field, is_on_table
from rcw_rules.red_square.model import VEHICLES, CardCode, Formation, Kind, Name, Side, Unit, enemy_of
from rcw_rules.red_square.options import Options
from rcw_rules.ruleset import Cites

Phase: TypeAlias = Literal["officer", "standalone"]
"""When a card is played: with those of officers, artillery and vehicles, or after all of them."""

MOUNTED: tuple[Formation, ...] = ("mounted", "scouting")
TURNED_FIRST: tuple[Kind, ...] = ("artillery", *VEHICLES, "train")
"""The units whose cards are played in the phase of the officers (turn-3-officer-phase)."""

SUITS_IN_ORDER = "HCDS"  # turn-3-card-order
_VALUES = {"A": 1, "J": 11, "Q": 12, "K": 13}
_HIGH_ACE = 14  # turn-3-aces

# ---------------------------------------------------------------- the deal


@frozen(kw_only=True, cache_hash=True)
class Hand:
    """Who holds cards for a turn.

    Attributes:
        holder: The CO of a group, or the unit itself.
        side: Whose it is.
        members: The battalions that act on the cards, in the order of the rosters; the holder itself if it is no CO, or
            a CO who has none of his units in reach and moves alone.
        phase: When the cards are played.
        cards: The cards, in the order in which they were dealt; those played are no longer among them.
        first_only: Members that act on the first card only: regiments of a group that were dismounted at the deal.
    """

    holder: Name
    side: Side
    members: Annotated[tuple[Name, ...], Size(1, 400, rule="turn-1-deal")]
    phase: Phase
    cards: Annotated[tuple[CardCode, ...], Size(0, 2, rule="turn-1-two-cards")] = ()
    first_only: Annotated[tuple[Name, ...], Size(0, 400), Cites("turn-1-two-cards")] = ()


@frozen(kw_only=True)
class DealOutcome:
    """The cards dealt.

    Attributes:
        hands: Everybody who holds cards, in the order of the rosters.
        deck: The cards that are left, in the order of a new pack.
    """

    hands: tuple[Hand, ...]
    deck: tuple[CardCode, ...]


@frozen(kw_only=True, cache_hash=True)
class DealRequest(Request[DealOutcome]):
    """A new turn, before the deal.

    Attributes:
        field: The field.
        jokers: How many jokers each deck has.
        decks: How many decks are shuffled together.
    """

    field: Field
    jokers: Annotated[int, Range(0, MOST_JOKERS, rule="equipment-cards-dice")] = 2
    decks: Annotated[int, Range(1, MOST_DECKS, rule="equipment-draw-pile")] = 1


def hands_to_deal(field: Field) -> tuple[tuple[Hand, int], ...]:
    """Return who is dealt cards, still without them, and how many, in the order of the rosters.

    A CO with subordinate battalions or regiments in his own square or beside it holds the cards of that group: two if a
    regiment of it is mounted or scouting, else one. A CO whose units are all out of reach holds one card, on which he
    may go to them. Every other battalion, regiment, battery, vehicle detachment and train holds its own: two for
    mounted or scouting cavalry, vehicles and trains, else one. A unit that has left the table has one, for its test.
    HQs, MGs, tchankas, those carried, Commissars, CHEKA, and COs all of whose units are lost have none.

    Rules: turn-1-deal, turn-1-two-cards, co-scope, turn-3-officer-phase, turn-4-standalone, act-exit-table.
    """
    groups = {unit.name: _group(field, unit) for unit in field.units if unit.kind == "co" and is_on_table(unit)}
    grouped = {member.name for members in groups.values() for member in members}
    dealt: list[tuple[Hand, int]] = []
    for unit in field.units:
        members = groups.get(unit.name)
        if members:
            mounted = any(_is_mounted(member) for member in members)
            hand = Hand(
                holder=unit.name,
                side=unit.side,
                members=tuple(member.name for member in members),
                phase="officer",
                first_only=tuple(one.name for one in members if not _is_mounted(one)) if mounted else (),
            )
            dealt.append((hand, 2 if mounted else 1))
        elif members is not None and any(one.commander == unit.name and one.bases for one in field.units):
            dealt.append((Hand(holder=unit.name, side=unit.side, members=(unit.name,), phase="officer"), 1))
        elif unit.kind in ("infantry", "cavalry", *TURNED_FIRST) and unit.name not in grouped and _is_there(unit):
            phase: Phase = "officer" if unit.kind in TURNED_FIRST else "standalone"
            two = unit.state != "off_table" and (unit.kind in (*VEHICLES, "train") or _is_mounted(unit))
            hand = Hand(holder=unit.name, side=unit.side, members=(unit.name,), phase=phase)
            dealt.append((hand, 2 if two else 1))
    return tuple(dealt)


def _group(field: Field, officer: Unit) -> tuple[Unit, ...]:
    """Return the battalions and regiments that a CO commands and reaches.

    Rules: co-scope.
    """
    return tuple(
        unit
        for unit in field.units
        if unit.commander == officer.name
        and unit.kind in ("infantry", "cavalry")
        and is_on_table(unit)
        and field.distance(officer, unit) <= 1
    )


def _is_mounted(unit: Unit) -> bool:
    return unit.formation in MOUNTED


def _is_there(unit: Unit) -> bool:
    return unit.bases > 0 and not unit.carried_by


def _deal_example() -> DealRequest:
    regiment = Unit(name="1st Rifles", side="red", kind="co", square=(3, 2))
    first = Unit(
        name="1/1st",
        side="red",
        kind="infantry",
        square=(3, 2),
        bases=4,
        formation="waves",
        order="attack",
        commander="1st Rifles",
    )
    second = evolve(first, name="2/1st", square=(4, 2))
    guns = Unit(name="MGs", side="red", kind="mg", square=(3, 2), bases=2, commander="1st Rifles", accompanies="1/1st")
    units = (regiment, first, second, guns)
    return DealRequest(field=Field(board=SquareMap(title="A plain", grid=SquareGrid(columns=6, rows=10)), units=units))


@procedure(
    "red_square.deal",
    title="Who is dealt how many cards?",
    rules=("turn-1-deal", "turn-1-two-cards", "co-scope", "equipment-draw-pile", "equipment-cards-dice"),
    example=_deal_example,
)
def deal(request: DealRequest, umpire: Umpire[Options]) -> DealOutcome:
    """Deal the cards of a turn: in the order of the rosters a first card to everybody, then the second cards.

    Rules: turn-1-deal, turn-1-two-cards, equipment-draw-pile.
    """
    pile = Pile.of(fresh_pack(jokers=request.jokers, decks=request.decks), (), str)
    dealt = hands_to_deal(request.field)
    cards: dict[str, tuple[CardCode, ...]] = {}
    for number, word in enumerate(("first", "second")):
        for hand, count in dealt:
            if number < count:
                code, pile = pile.draw(umpire, f"{word} card of {hand.holder}", "turn-1-deal")
                cards[hand.holder] = (*cards.get(hand.holder, ()), code)
    return DealOutcome(
        hands=tuple(evolve(hand, cards=cards[hand.holder]) for hand, _ in dealt),
        deck=tuple(one.code for one in pile.rest),
    )


@deal.legality
def _enough_cards(request: DealRequest, options: Options) -> Iterator[Objection]:
    needed = sum(count for _, count in hands_to_deal(request.field))
    there = len(fresh_pack(jokers=request.jokers, decks=request.decks))
    if needed > there:
        message = f"{needed} cards are to be dealt and there are {there}; play with fewer units or a second deck"
        yield Objection(rule="equipment-draw-pile", message=message, path="$.decks")


# ---------------------------------------------------------------- the order of play


@frozen(kw_only=True, cache_hash=True)
class Play:
    """A card as it is played.

    Attributes:
        holder: Who holds it.
        card: The card.
    """

    holder: Name
    card: CardCode


@frozen(kw_only=True)
class TurnedCard:
    """What the owner of an ace or a joker sees when it is turned over.

    Attributes:
        holder: Who holds it.
        side: Whose it is.
        card: The card.
        plays: The order of play of the cards turned over so far that are neither jokers nor, for an ace, still to be
            placed themselves.
    """

    holder: Name
    side: Side
    card: CardCode
    plays: tuple[Play, ...]


ACE_HIGH: Choice[TurnedCard, bool] = Choice(
    "ace_high",
    rule="turn-3-aces",
    who="owner",
    about="Whether an ace that is turned over counts high, above the kings, rather than low. Default: low.",
    default=lambda turned, alternatives: False,
)
JOKER_AFTER: Choice[TurnedCard, int] = Choice(
    "joker_after",
    rule="turn-3-jokers",
    who="owner",
    about="After how many of the other cards of the turn a joker is played. Default: after all of them.",
    default=lambda turned, alternatives: max(alternatives),
)


@frozen(kw_only=True)
class CardOrderOutcome:
    """The order of play.

    Attributes:
        plays: Every card with its holder, the first to be played first.
    """

    plays: tuple[Play, ...]


@frozen(kw_only=True, cache_hash=True)
class CardOrderRequest(Request[CardOrderOutcome]):
    """Hands whose cards are turned over.

    Attributes:
        hands: The hands, in the order of the deal.
        first_side: The side that goes first where a joker of each side is to open the turn.
        decks: How many decks were dealt from, so that a card may come as often.
    """

    hands: Annotated[tuple[Hand, ...], Size(0, MOST_CARDS)]
    first_side: Side = "red"
    decks: Annotated[int, Range(1, MOST_DECKS, rule="equipment-draw-pile")] = 1

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield cards that there are not or were dealt twice, and holders who come twice."""
        held = ((f".hands[{number}].cards", hand.cards) for number, hand in enumerate(self.hands))
        yield from wrong_cards(*held, decks=self.decks)
        holders = [hand.holder for hand in self.hands]
        for number, holder in enumerate(holders):
            if holder in holders[:number]:
                yield Problem(f".hands[{number}].holder", f"{holder!r} holds two hands", "turn-1-deal")


class _Dealt(NamedTuple):
    """A card in the order of the deal; of jokers, after how many other cards it is played."""

    deal: int
    hand: Hand
    card: CardCode
    after: int = 0

    @property
    def play(self) -> Play:
        return Play(holder=self.hand.holder, card=self.card)

    @property
    def is_joker(self) -> bool:
        return not suit_of(self.card)


def place_in_order(code: CardCode, *, ace_high: bool = False) -> tuple[int, int]:
    """Return where a card that is no joker stands in the order of play: its value, then its suit.

    >>> place_in_order("10H") < place_in_order("10C") < place_in_order("10D") < place_in_order("10S")
    True
    >>> place_in_order("AS"), place_in_order("AS", ace_high=True)
    ((1, 3), (14, 3))

    Rules: turn-3-card-order, turn-3-aces.
    """
    one = read_card(code)
    value = _VALUES.get(one.rank) or int(one.rank)
    if ace_high and one.rank == "A":
        value = _HIGH_ACE
    return value, SUITS_IN_ORDER.index(one.suit)


def _order_example() -> CardOrderRequest:
    return CardOrderRequest(
        hands=(
            Hand(holder="1st Rifles", side="red", members=("1/1st", "2/1st"), phase="officer", cards=("9H",)),
            Hand(
                holder="Kornilov battery", side="white", members=("Kornilov battery",), phase="officer", cards=("3S",)
            ),
            Hand(holder="Kuban Host", side="white", members=("Kuban Host",), phase="standalone", cards=("2C", "*1")),
        )
    )


@procedure(
    "red_square.card_order",
    title="In what order are the cards played?",
    rules=(
        "turn-3-officer-phase",
        "turn-3-card-order",
        "turn-3-aces",
        "turn-3-jokers",
        "turn-4-standalone",
        "equipment-cards-dice",
        "equipment-draw-pile",
        "turn-1-deal",
    ),
    example=_order_example,
)
def card_order(request: CardOrderRequest, umpire: Umpire[Options]) -> CardOrderOutcome:
    """Put the cards in the order of play: those of officers, artillery and vehicles, then those of standalone units.

    Either run goes from low to high, and among equal values from hearts over clubs and diamonds to spades; the same
    card of two decks goes in the order of the deal. Owners say of every ace of a run whether it is high as the run is
    turned over. A joker is played after as many other cards as its owner says: one of the first run anywhere, one of
    the second after the whole of the first. Of jokers that are wanted at the same moment those of the side that did not
    act last go first, one for each side in turn.

    Rules: turn-3-officer-phase, turn-4-standalone, turn-3-card-order, turn-3-aces, turn-3-jokers.
    """
    rounds = ((hand, hand.cards[number]) for number in range(2) for hand in request.hands if number < len(hand.cards))
    dealt = tuple(_Dealt(number, hand, code) for number, (hand, code) in enumerate(rounds))
    first = _run(dealt, "officer", (), umpire)
    run = _run(dealt, "standalone", first, umpire)
    jokers: list[_Dealt] = []
    phases: tuple[tuple[Phase, int, tuple[_Dealt, ...]], ...] = (
        ("officer", 0, first),
        ("standalone", len(first), run),
    )
    for phase, earliest, seen in phases:
        points = tuple(range(earliest, len(run) + 1))
        for one in dealt:
            if one.is_joker and one.hand.phase == phase:
                after = umpire.choose(JOKER_AFTER, points, _turned(one, seen)) if len(points) > 1 else earliest
                words = "the joker of {holder} is played after {after} of the other cards"
                umpire.result("turn-3-jokers", words, holder=one.hand.holder, after=after)
                jokers.append(one._replace(after=after))
    order = _with_jokers(run, jokers, request.first_side)
    cards = ", ".join(f"{one.card} ({one.hand.holder})" for one in order)
    umpire.result("turn-3-card-order", "order of play: {cards}", cards=cards or "none")
    return CardOrderOutcome(plays=tuple(one.play for one in order))


def _turned(one: _Dealt, seen: tuple[_Dealt, ...]) -> TurnedCard:
    plays = tuple(other.play for other in seen)
    return TurnedCard(holder=one.hand.holder, side=one.hand.side, card=one.card, plays=plays)


def _run(
    dealt: tuple[_Dealt, ...], phase: Phase, before: tuple[_Dealt, ...], umpire: Umpire[Options]
) -> tuple[_Dealt, ...]:
    """Return the cards of a phase behind those *before*, jokers left out.

    Rules: turn-3-card-order, turn-3-aces.
    """
    turned = [one for one in dealt if one.hand.phase == phase and not one.is_joker]
    seen = (*before, *sorted((one for one in turned if not _is_ace(one)), key=lambda one: place_in_order(one.card)))
    high: set[int] = set()
    for one in turned:
        if _is_ace(one):
            is_high = umpire.choose(ACE_HIGH, (False, True), _turned(one, seen))
            umpire.result("turn-3-aces", "the ace of {holder} is high: {high}", holder=one.hand.holder, high=is_high)
            if is_high:
                high.add(one.deal)

    def place(one: _Dealt) -> tuple[tuple[int, int], int]:
        return place_in_order(one.card, ace_high=one.deal in high), one.deal

    return (*before, *sorted(turned, key=place))


def _is_ace(one: _Dealt) -> bool:
    return read_card(one.card).rank == "A"


def _with_jokers(run: tuple[_Dealt, ...], jokers: list[_Dealt], first_side: Side) -> tuple[_Dealt, ...]:
    """Return the run with the jokers put in.

    Rules: turn-3-jokers.
    """
    order: list[_Dealt] = []
    acted_last = enemy_of(first_side)
    for played in range(len(run) + 1):
        waiting = sorted((one for one in jokers if one.after == played), key=lambda one: one.deal)
        while waiting:
            one = next((one for one in waiting if one.hand.side != acted_last), waiting[0])
            waiting.remove(one)
            order.append(one)
            acted_last = one.hand.side
        if played < len(run):
            order.append(run[played])
            acted_last = run[played].hand.side
    return tuple(order)
