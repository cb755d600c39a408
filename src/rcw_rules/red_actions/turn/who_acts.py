"""Whose action segment comes next, and Clever officers who act first."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Annotated, Literal, TypeAlias

from attrs import frozen

from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.dice import d6, pick
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Range, Size
from rcw_rules.kernel.procedures import Choice, Request, procedure
from rcw_rules.kernel.roll_offs import RollOff, roll_off
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import listed, sentences
from rcw_rules.marks import Cites
from rcw_rules.red_actions.model import Name
from rcw_rules.red_actions.options import Options

Player: TypeAlias = Literal["attacker", "defender"]
"""The players: the attacker and the defender (seq-steps)."""

Ended: TypeAlias = Literal["turn_ends"]

PLAYERS: tuple[Player, Player] = ("attacker", "defender")
WHOSE_DICE = "attacker's die, defender's die"
PREEMPTS_ON = 6  # pre-clever


def other(player: Player) -> Player:
    """Return the other player."""
    return "defender" if player == "attacker" else "attacker"


# ---------------------------------------------------------------- who acts next


@frozen(kw_only=True)
class InitiativeCard:
    """A card of a unit or an HQ that is still to be drawn, or was drawn in this turn.

    Attributes:
        name: The unit or HQ.
        hq: The HQ that commands the unit personally; "" for none, and for an HQ itself.
    """

    name: Name
    hq: Annotated[str, Size(0, 100), Cites("off-senior-substitutes")] = ""


@frozen(kw_only=True)
class InitiativeOutcome:
    """The owner of the next action segment.

    Attributes:
        player: The player who gives it; None if the turn is over, or a card decides.
        units: With cards: the unit, or the HQ and those whom it commands, that act now; none if they wait.
        drawn: With cards: the card that was drawn; "" for none.
        turn_ends: Whether the turn is over.
        roll_off_loser: With roll-offs: the loser of the last one that was not a draw.
    """

    player: Player | None
    units: tuple[Name, ...] = ()
    drawn: str = ""
    turn_ends: bool = False
    roll_off_loser: Player | None = None

    def summary(self, request: InitiativeRequest) -> str:
        """Return who acts next, or that the turn is over."""
        if self.turn_ends:
            return "The turn is over."
        if self.player is not None:
            return sentences(f"the {self.player} acts next")
        if not self.units:
            return sentences(f"nobody acts on the card of {self.drawn}: another card is drawn")
        acting = f"{listed(self.units)} {'acts' if len(self.units) == 1 else 'act'} next"
        return sentences(f"{acting}, on the card of {self.drawn}")


@frozen(kw_only=True, cache_hash=True)
class InitiativeRequest(Request[InitiativeOutcome]):
    """A turn at the moment before the next action segment.

    The option ``initiative`` decides how it is given; each way needs its own facts.

    Attributes:
        attackers_left: How many units of the attacker have a segment left.
        defenders_left: How many units of the defender have a segment left.
        last: In turns: the player who gave the last segment of this turn; None at its beginning.
        roll_off_loser: With roll-offs: the loser of the last one of this turn that was not a draw; None if there was
            none.
        cards: With cards: those still to be drawn.
        drawn: With cards: those drawn in this turn.
        acted: With cards: the units that have used their segment of the turn.
    """

    attackers_left: Annotated[int, Range(0, 200)] = 0
    defenders_left: Annotated[int, Range(0, 200)] = 0
    last: Annotated[Player | None, Cites("turn-initiative-standard")] = None
    roll_off_loser: Annotated[Player | None, Cites("turn-initiative-rolloff")] = None
    cards: Annotated[tuple[InitiativeCard, ...], Size(0, 200), Cites("turn-initiative-cards")] = ()
    drawn: Annotated[tuple[InitiativeCard, ...], Size(0, 200)] = ()
    acted: Annotated[tuple[Name, ...], Size(0, 200)] = ()

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        known: list[str] = []
        for field, cards in (("cards", self.cards), ("drawn", self.drawn)):
            for number, card in enumerate(cards):
                if card.name in known:
                    message = f"{card.name!r} has two cards"
                    yield Problem(f".{field}[{number}].name", message, "turn-initiative-cards")
                known.append(card.name)
        for field, cards in (("cards", self.cards), ("drawn", self.drawn)):
            for number, card in enumerate(cards):
                if card.hq and card.hq not in known:
                    message = f"the HQ {card.hq!r} has no card"
                    yield Problem(f".{field}[{number}].hq", message, "turn-initiative-cards")
        for number, name in enumerate(self.acted):
            if name not in known:
                yield Problem(f".acted[{number}]", f"{name!r} has no card", "turn-initiative-cards")


WHO_ACTS: Choice[tuple[Name, ...], tuple[Name, ...]] = Choice(
    "who_acts",
    rule="turn-initiative-cards",
    who="owner",
    about="Who acts on this card? Those with another card to come may wait for it. Default: everyone who can.",
    default=lambda _able, alternatives: max(alternatives, key=len),
    unit=", ".join,
)


def _initiative_example() -> InitiativeRequest:
    return InitiativeRequest(attackers_left=3, defenders_left=5)


@procedure(
    "red_actions.initiative",
    title="Who acts next?",
    rules=("turn-initiative-standard",),
    example=_initiative_example,
)
def initiative(request: InitiativeRequest, umpire: Umpire[Options]) -> InitiativeOutcome:
    """Find the owner of the next action segment.

    In turns: the players roll off once a turn, the attacker's die first, and again on ties; the higher begins, and they
    alternate while both have a unit left. A player with a unit left may not pass, and there is no roll if only one has.
    With cards: a card is drawn at random. An HQ and the units under its personal command may act on the first or the
    second of their cards, each once a turn. With roll-offs: both roll before each segment; a draw goes to the loser of
    the roll-off before, and is rolled again where there was none; by option a 1 on both dice ends the turn.

    Rules: turn-initiative-standard.
    """
    umpire.ruling("initiative")
    if umpire.options.initiative == "cards":
        return _by_cards(umpire, request)
    left = {"attacker": request.attackers_left, "defender": request.defenders_left}
    able: list[Player] = [player for player in PLAYERS if left[player]]
    if not able:
        umpire.result("turn-initiative-standard", "nobody has a segment left: the turn is over")
        return InitiativeOutcome(player=None, turn_ends=True, roll_off_loser=request.roll_off_loser)
    if len(able) == 1:
        rule = f"turn-initiative-{umpire.options.initiative}"
        umpire.result(rule, "only the {player} has units left", player=able[0])
        return InitiativeOutcome(player=able[0], roll_off_loser=request.roll_off_loser)
    if umpire.options.initiative == "rolloff":
        return _by_roll_off(umpire, request)
    if request.last is not None:
        player = other(request.last)
        umpire.result("turn-initiative-standard", "it is the turn of the {player}", player=player)
        return InitiativeOutcome(player=player)
    throw: RollOff[Player] = roll_off(("attacker", d6), ("defender", d6))
    winner = umpire.roll(throw, f"first initiative, {WHOSE_DICE}", "turn-initiative-standard")
    while winner is None:
        umpire.result("turn-initiative-standard", "a tie: both roll again")
        winner = umpire.roll(throw, f"first initiative after a tie, {WHOSE_DICE}", "turn-initiative-standard")
    umpire.result("turn-initiative-standard", "the {player} begins", player=winner)
    return InitiativeOutcome(player=winner)


def _by_roll_off(umpire: Umpire[Options], request: InitiativeRequest) -> InitiativeOutcome:
    """Roll off for one segment.

    Rules: turn-initiative-rolloff, turn-rolloff-end.
    """
    rule = "turn-initiative-rolloff"
    umpire.ruling("rolloff_double_one_ends_turn")
    loser = request.roll_off_loser
    ones: Ended | None = "turn_ends" if umpire.options.rolloff_double_one_ends_turn else None
    throw: RollOff[Player | Ended] = roll_off(("attacker", d6), ("defender", d6), ones=ones)
    if loser is None:
        found = umpire.roll(throw, f"roll-off, {WHOSE_DICE}", rule)
        while found is None:
            umpire.result(rule, "a draw, and nobody lost before: both roll again")
            found = umpire.roll(throw, f"roll-off after a draw, {WHOSE_DICE}", rule)
    else:
        # Here a draw is not a tie to break, so the throw is the two dice themselves.
        found = throw.read(umpire.roll(d6.each(2), f"roll-off, {WHOSE_DICE}", rule))
    if found == "turn_ends":
        umpire.result("turn-rolloff-end", "both rolled a 1: the turn is over")
        return InitiativeOutcome(player=None, turn_ends=True, roll_off_loser=loser)
    if found is None:
        umpire.result(rule, "a draw: the {player} lost the roll-off before", player=loser or "nobody")
        return InitiativeOutcome(player=loser, roll_off_loser=loser)
    umpire.result(rule, "the {player} moves a unit", player=found)
    return InitiativeOutcome(player=found, roll_off_loser=other(found))


def _by_cards(umpire: Umpire[Options], request: InitiativeRequest) -> InitiativeOutcome:
    """Draw a card, and find who acts on it.

    Rules: turn-initiative-cards.
    """
    rule = "turn-initiative-cards"
    waiting = tuple(card for card in request.cards if _able(card, request))
    if not waiting:
        umpire.result(rule, "no card is left for anybody who has not acted: the turn is over")
        return InitiativeOutcome(player=None, turn_ends=True)
    (card,) = umpire.roll(pick(request.cards, 1), "card", rule)
    able = _able(card, request)
    if not able:
        umpire.result(rule, "the card of {name} is skipped: whoever could act on it has acted", name=card.name)
        return InitiativeOutcome(player=None, drawn=card.name)
    later = {name for other_card in request.cards if other_card != card for name in _able(other_card, request)}
    must = tuple(name for name in able if name not in later)
    may = tuple(name for name in able if name in later)
    units = able
    if may:
        alternatives = tuple(
            tuple(name for name in able if name in must or name in some)
            for count in range(len(may), -1, -1)
            for some in combinations(may, count)
        )
        units = umpire.choose(WHO_ACTS, alternatives, able)
    names = ", ".join(units)
    umpire.result(rule, "on the card of {name} acts {units}", name=card.name, units=names or "nobody yet")
    return InitiativeOutcome(player=None, units=units, drawn=card.name)


def _able(card: InitiativeCard, request: InitiativeRequest) -> tuple[Name, ...]:
    """Return who could act on a card: its own unit, the HQ that commands it, or, of an HQ, those whom it commands."""
    everybody = (*request.cards, *request.drawn)
    names = (card.name, *((card.hq,) if card.hq else (one.name for one in everybody if one.hq == card.name)))
    return tuple(name for name in names if name not in request.acted)


# ---------------------------------------------------------------- a Clever officer


@frozen(kw_only=True, cache_hash=True)
class CleverPreemptOutcome:
    """The outcome of an attempt to pre-empt.

    Attributes:
        preempts: Whether the Clever officer's unit acts now, before the enemy.
    """

    preempts: bool

    def summary(self, request: CleverPreemptRequest) -> str:
        """Return whether the unit of the Clever officer acts first."""
        if self.preempts:
            return "The unit of the Clever officer acts now, before the enemy."
        return "The Clever officer does not act first, and the unit keeps its segment."


@frozen(kw_only=True, cache_hash=True)
class CleverPreemptRequest(Request[CleverPreemptOutcome]):
    """A Clever officer who sees an enemy about to act.

    Attributes:
        clever: Whether the officer in command of the unit is Clever.
        enemy_clever: Whether the enemy unit is commanded by a Clever officer.
        visible: Whether the enemy unit is seen.
        has_acted: Whether the unit has used its segment of the turn.
        tried: Whether this officer has already tried in this segment of the enemy.
    """

    clever: bool = True
    enemy_clever: bool = False
    visible: bool = True
    has_acted: bool = False
    tried: bool = False


@procedure(
    "red_actions.clever_preempt",
    title="Does the Clever officer act first?",
    rules=("pre-clever",),
    example=CleverPreemptRequest,
)
def clever_preempt(request: CleverPreemptRequest, umpire: Umpire[Options]) -> CleverPreemptOutcome:
    """Try to act before an enemy: on a d6 of 6 the unit has its segment now; a failure costs nothing.

    Rules: pre-clever.
    """
    preempts = umpire.roll(d6.check(at_least=PREEMPTS_ON), "pre-empting", "pre-clever")
    umpire.result("pre-clever", "its unit acts first" if preempts else "nothing comes of it, at no cost")
    return CleverPreemptOutcome(preempts=preempts)


@clever_preempt.legality
def _forbidden_preemption(request: CleverPreemptRequest, options: Options) -> Iterator[Objection]:
    """Yield the objections to an attempt.

    Rules: pre-clever, off-clever, pre-only-four.
    """
    if not request.clever:
        yield Objection(rule="off-clever", message="only a Clever officer may try", path="$.clever")
    if request.enemy_clever:
        message = "a Clever officer cannot pre-empt another Clever officer"
        yield Objection(rule="pre-clever", message=message, path="$.enemy_clever")
    if not request.visible:
        yield Objection(rule="pre-clever", message="the enemy unit must be visible", path="$.visible")
    if request.has_acted:
        message = "the unit has used its segment of this turn"
        yield Objection(rule="pre-only-four", message=message, path="$.has_acted")
    if request.tried:
        message = "a Clever officer tries once in each segment of the enemy"
        yield Objection(rule="pre-clever", message=message, path="$.tried")
