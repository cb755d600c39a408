"""The deal: which units hold cards, how many, and when they are played."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal, TypeAlias

from attrs import frozen

from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.fields import Range, Size
from rcw_rules.kernel.geometry.squares import SquareGrid, SquareMap
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.values import evolve
from rcw_rules.kernel.words import counted, listed, sentences
from rcw_rules.marks import Cites
from rcw_rules.red_square.cards.pack import MOST_DECKS, MOST_JOKERS, Pile, fresh_pack
from rcw_rules.red_square.ground import Field, card_name, is_on_table
from rcw_rules.red_square.model import HORSED, VEHICLES, CardCode, Kind, Name, Side, Unit
from rcw_rules.red_square.options import Options

Phase: TypeAlias = Literal["officer", "standalone"]
"""When a card is played: with those of officers, artillery and vehicles, or after all of them."""

TURNED_FIRST: tuple[Kind, ...] = ("artillery", *VEHICLES, "train")
"""The units whose cards are played in the phase of the officers (turn-3-officer-phase)."""


# ---------------------------------------------------------------- the deal


@frozen(kw_only=True, cache_hash=True)
class Hand:
    """A holder of cards for a turn.

    Attributes:
        holder: The CO of a group, or the unit itself.
        side: Whose it is.
        members: The battalions that act on the cards, in the order of the rosters; the holder itself if it is not a CO,
            or a CO with no unit in reach, who moves alone.
        phase: When the cards are played.
        cards: The cards, in the order in which they were dealt; those played are gone.
        first_only: Members that act on the first card only: regiments of a group that were dismounted at the deal.
    """

    holder: Name
    side: Side
    members: Annotated[tuple[Name, ...], Size(1, 400, rule="turn-1-deal")]
    phase: Phase
    cards: Annotated[tuple[CardCode, ...], Size(0, 2, rule="turn-1-two-cards")] = ()
    first_only: Annotated[tuple[Name, ...], Size(0, 400), Cites("turn-1-two-cards")] = ()


_MOST_TOLD = 12
"""How many hands a sentence lists."""


@frozen(kw_only=True)
class DealOutcome:
    """The cards dealt.

    Attributes:
        hands: The hands, in the order of the rosters.
        deck: The cards that are left, in the order of a new pack.
    """

    hands: tuple[Hand, ...]
    deck: tuple[CardCode, ...]

    def summary(self, request: DealRequest) -> str:
        """Return who was dealt which cards, and how many are left."""
        dealt = [f"{listed(map(card_name, hand.cards))} to {hand.holder}" for hand in self.hands if hand.cards]
        number = sum(len(hand.cards) for hand in self.hands)
        if not dealt:
            return "Nobody is dealt a card."
        others = len(dealt) - _MOST_TOLD
        told = dealt[:_MOST_TOLD] + ([counted(others, "other hand")] if others > 0 else [])
        verb = "is" if number == 1 else "are"
        return sentences(
            f"{counted(number, 'card')} {verb} dealt: {'; '.join(told)}", f"the deck has {len(self.deck)} left"
        )


@frozen(kw_only=True, cache_hash=True)
class DealRequest(Request[DealOutcome]):
    """A new turn, before the deal.

    Attributes:
        field: The field.
        jokers: How many jokers each deck has.
        decks: How many decks are shuffled together.
    """

    recurs = False

    field: Field
    jokers: Annotated[int, Range(0, MOST_JOKERS, rule="equipment-cards-dice")] = 2
    decks: Annotated[int, Range(1, MOST_DECKS, rule="equipment-draw-pile")] = 1


def hands_to_deal(field: Field) -> tuple[tuple[Hand, int], ...]:
    """Return the hands to deal, still empty, and how many cards each gets, in the order of the rosters.

    A CO with subordinate battalions or regiments in the same square or beside it holds the cards of that group: two if
    a regiment of it is mounted or scouting, else one. A CO whose units are all out of reach holds one card, to go to
    them. Every other battalion, regiment, battery, vehicle detachment and train holds its own: two for mounted or
    scouting cavalry, vehicles and trains, else one. A unit that has left the table has one, for its test. HQs, MGs,
    tchankas, those carried, Commissars, CHEKA, and COs all of whose units are lost have none.

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
    return unit.formation in HORSED


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
    rules=("turn-1-deal",),
    example=_deal_example,
)
def deal(request: DealRequest, umpire: Umpire[Options]) -> DealOutcome:
    """Deal the cards of a turn: in the order of the rosters a first card to every holder, then the second cards.

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
def _too_few_cards(request: DealRequest, options: Options) -> Iterator[Objection]:
    needed = sum(count for _, count in hands_to_deal(request.field))
    there = len(fresh_pack(jokers=request.jokers, decks=request.decks))
    if needed > there:
        message = f"{needed} cards are to be dealt and there are {there}; play with fewer units or a second deck"
        yield Objection(rule="equipment-draw-pile", message=message, path="$.decks")


# ---------------------------------------------------------------- the order of play
