"""The turn as a clock: initiative, the player-turns with their phases, and the end of the turn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Literal, TypeAlias, get_args

from attrs import frozen

from rcw_rules.directory.initiative import order_problems, side_problems, turn_problems
from rcw_rules.directory.model import (
    FIRST_TURN,
    Game,
    MissingProfileError,
    Side,
    TurnName,
    next_turn,
    people,
    turn_index,
)
from rcw_rules.directory.options import Options
from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.needs import Need
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import in_words, sentences

Phase: TypeAlias = Literal[
    "initiative",
    "diplomatic",
    "mobilization",
    "first_combat",
    "first_movement",
    "first_supply",
    "second_combat",
    "second_movement",
    "second_supply",
    "turn_end",
]
"""The phases of a turn; the first and the last belong to no side."""

MobilizationStep: TypeAlias = Literal["withdrawals", "reinforcements", "mobilization"]
"""What is done in a Mobilization Phase, in this order."""

Change: TypeAlias = Literal["step", "phase", "player_turn", "turn_end", "turn", "game_over"]
"""What begins: the largest of the things that begin at once."""

COMMON_PHASES: tuple[Phase, ...] = ("initiative", "turn_end")
COMBAT_PHASES: tuple[Phase, ...] = ("first_combat", "second_combat")  # seq-combat-movement
MOVEMENT_PHASES: tuple[Phase, ...] = ("first_movement", "second_movement")  # seq-combat-movement
SUPPLY_PHASES: tuple[Phase, ...] = ("first_supply", "second_supply")  # seq-supply
_COMBAT_TO_SUPPLY: tuple[Phase, ...] = (
    "first_combat",
    "first_movement",
    "first_supply",
    "second_combat",
    "second_movement",
    "second_supply",
)
PLAYER_TURN: dict[Game, tuple[Phase, ...]] = {  # seq-player-turn, seq-diplomatic
    "fall_of_the_directory": ("diplomatic", "mobilization", *_COMBAT_TO_SUPPLY),
    "makhnos_return": ("mobilization", *_COMBAT_TO_SUPPLY),
}
MOBILIZATION_STEPS: tuple[MobilizationStep, ...] = get_args(MobilizationStep)  # seq-mobilization


@frozen(kw_only=True)
class Position:
    """A moment of a game: the turn, whose player-turn it is, and how far that has come.

    Attributes:
        game: Which of the two games is played.
        turn: The turn.
        phase: The phase.
        order: The sides in the order of their player-turns; empty until the initiative of the turn is determined.
        side: Whose player-turn it is, the attacker; None at the initiative and at the end of the turn.
        step: What is being done in a Mobilization Phase; None in any other.
    """

    game: Game
    turn: TurnName
    phase: Phase = "initiative"
    order: tuple[Side, ...] = ()
    side: Side | None = None
    step: MobilizationStep | None = None

    needs: ClassVar[tuple[Need, ...]] = (
        Need(
            "order",
            {"phase": tuple(phase for phase in get_args(Phase) if phase != "initiative")},
            message="is missing: every turn begins with the initiative",
            rule="seq-turn",
        ),
        Need(
            "side",
            {"phase": tuple(phase for phase in get_args(Phase) if phase not in COMMON_PHASES)},
            message="is missing: the phase {phase} belongs to a player-turn",
            rule="seq-player-turn",
        ),
        Need(
            "step",
            {"phase": ("mobilization",)},
            message=f"is missing: a Mobilization Phase has the steps {', '.join(MOBILIZATION_STEPS)}",
            rule="seq-mobilization",
        ),
    )

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield contradictions, with paths below the position."""
        yield from turn_problems(self.game, self.turn)
        if self.order:
            yield from order_problems(self.game, self.turn, self.order)
        yield from self._side_problems()
        if self.phase == "diplomatic" and self.game != "fall_of_the_directory":
            message = f"{self.game} has no Diplomatic Phase; its player-turns begin with mobilization"
            yield Problem(".phase", message, "seq-player-turn")
        if self.phase != "mobilization" and self.step is not None:
            yield Problem(".step", f"the phase {self.phase} has no steps; leave it out", "seq-mobilization")

    def _side_problems(self) -> Iterator[Problem]:
        if self.phase in COMMON_PHASES:
            if self.side is not None:
                yield Problem(".side", f"the phase {self.phase} does not belong to a side; leave it out", "seq-turn")
            return
        if self.side is None:
            return
        strangers = list(side_problems(self.game, self.side, ".side"))
        yield from strangers
        if not strangers and self.order and self.side not in self.order:
            message = f"{self.side} has no player-turn in {self.turn}, only {', '.join(self.order)}"
            yield Problem(".side", message, "seq-turn")


def told_phase(position: Position) -> str:
    """Return the phase, with its step if it has any."""
    phase = f"{in_words(position.phase).title()} Phase"
    return f"{position.step} step of the {phase}" if position.step else phase


def told_moment(position: Position) -> str:
    """Return a moment of a game: whose phase of which turn it is.

    >>> told_moment(Position(game="makhnos_return", turn="October I", phase="first_combat", side="bolsheviks"))
    'the First Combat Phase of the Bolsheviks in October I'
    """
    if position.phase == "initiative":
        return f"the initiative of {position.turn}"
    if position.phase == "turn_end":
        return f"the end of {position.turn}"
    return f"the {told_phase(position)} of {people(position.side or '')} in {position.turn}"


@frozen(kw_only=True)
class TurnSequenceOutcome:
    """What comes next.

    Attributes:
        begins: What begins: another step of the Mobilization Phase, a phase, a player-turn, the end of the turn or a
            turn; or whether the game is over.
        position: The next moment; None when the game is over.
    """

    begins: Change
    position: Position | None

    def summary(self, request: TurnSequenceRequest) -> str:
        """Return what comes next."""
        now = self.position
        if now is None:
            return sentences(f"the game is over: {request.position.turn} was its last turn")
        if self.begins == "turn":
            return sentences(f"next is {now.turn}, which begins with the initiative")
        if self.begins == "player_turn":
            whose = people(now.side or "")
            return sentences(f"next is the player-turn of {whose} in {now.turn}: it begins with the {told_phase(now)}")
        return sentences(f"next is {told_moment(now)}")


@frozen(kw_only=True, cache_hash=True)
class TurnSequenceRequest(Request[TurnSequenceOutcome]):
    """A moment that is over.

    Attributes:
        position: The moment. At the initiative its order is the result of the initiative.
        last_turn: The last turn of the game, which only the missing rulebook names; needed at the end of a turn.
        intended: What the players mean to go on with, if that is to be checked.
    """

    position: Position
    last_turn: TurnName | None = None
    intended: Position | None = None

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield contradictions, with paths below the request."""
        if self.last_turn is not None:
            yield from turn_problems(self.position.game, self.last_turn, ".last_turn")


def first_position(game: Game) -> Position:
    """Return the beginning of a game.

    >>> first_position("makhnos_return").turn
    'September IV'

    Rules: gen-games, seq-turn.
    """
    return Position(game=game, turn=FIRST_TURN[game])


def turn_positions(game: Game, turn: TurnName, order: tuple[Side, ...]) -> tuple[Position, ...]:
    """Return every moment of a turn: its initiative, the player-turns in the given order, and its end.

    Rules: seq-turn, seq-player-turn, seq-mobilization.
    """
    positions = [Position(game=game, turn=turn, order=order)]
    for side in order:
        for phase in PLAYER_TURN[game]:
            steps = MOBILIZATION_STEPS if phase == "mobilization" else (None,)
            positions += [
                Position(game=game, turn=turn, phase=phase, order=order, side=side, step=step) for step in steps
            ]
    positions.append(Position(game=game, turn=turn, phase="turn_end", order=order))
    return tuple(positions)


def acts(position: Position, allegiance: Side | None) -> bool:
    """Whether units may attack, move and check supply in this player-turn: those of the attacker and its allies.

    Args:
        position: The moment.
        allegiance: The side to which the units belong or are allied; None for independent ones, which never act.

    Rules: gen-attacker, ini-allies, dip-join-effect.
    """
    return allegiance is not None and allegiance == position.side


def _example() -> TurnSequenceRequest:
    order: tuple[Side, ...] = ("directory", "volunteers", "bolsheviks")
    position = Position(
        game="fall_of_the_directory",
        turn="January I",
        phase="mobilization",
        order=order,
        side="volunteers",
        step="withdrawals",
    )
    return TurnSequenceRequest(position=position)


@procedure(
    "directory.turn_sequence",
    title="What phase comes next?",
    rules=("seq-turn",),
    example=_example,
)
def turn_sequence(request: TurnSequenceRequest, umpire: Umpire[Options]) -> TurnSequenceOutcome:
    """Return what comes after a moment: step by step, phase by phase, side by side, turn by turn.

    A turn is its initiative, the player-turns in the order that the initiative gave, and its end. After the end of the
    last turn the game is over; which turn that is must be supplied, but only then.

    Rules: seq-turn, seq-player-turn, miss-victory.

    Raises:
        MissingProfileError: At the end of a turn, if the last turn of the game is not supplied.
    """
    now = request.position
    if now.phase == "turn_end":
        if request.last_turn is None:
            question = f"Is {now.turn} the last turn of the game?"
            raise MissingProfileError("miss-victory", "last_turn", question, "last_turn, the name of the last turn")
        if now.turn == request.last_turn:
            umpire.result("miss-victory", "{turn} was the last turn: the game is over", turn=now.turn)
            return TurnSequenceOutcome(begins="game_over", position=None)
    following = _following(now)
    begins = _what_begins(now, following)
    _record(umpire, following, begins)
    return TurnSequenceOutcome(begins=begins, position=following)


@turn_sequence.legality
def _objections(request: TurnSequenceRequest, options: Options) -> Iterator[Objection]:
    now, last, intended = request.position, request.last_turn, request.intended
    if now.phase == "initiative" and not now.order:
        message = (
            "the initiative gives the order of the player-turns before the first of them; give it in the field order"
        )
        yield Objection(rule="seq-turn", message=message, path="$.position.order")
        return
    if last is not None:
        if _index(now.game, now.turn) > _index(now.game, last):
            message = f"the game ends with {last}, before {now.turn}"
            yield Objection(rule="miss-victory", message=message, path="$.position.turn")
            return
        if intended is not None and now.phase == "turn_end" and now.turn == last:
            message = f"the game ends with {last}; nothing follows"
            yield Objection(rule="miss-victory", message=message, path="$.intended")
            return
    following = _following(now)
    if intended is not None and intended != following:
        rule = _broken_rule(now, following, intended)
        message = f"next comes {_words(following)}, not {_words(intended)}"
        yield Objection(rule=rule, message=message, path="$.intended")


def _following(now: Position) -> Position:
    """Return the moment after *now*, as if the game went on.

    Rules: seq-turn, seq-calendar.
    """
    if now.phase == "turn_end":
        return Position(game=now.game, turn=next_turn(now.turn))
    moments = turn_positions(now.game, now.turn, now.order)
    return moments[moments.index(now) + 1]


def _index(game: Game, turn: TurnName) -> int:
    index = turn_index(game, turn)
    assert index is not None  # noqa: S101 - turns before the first were refused with the request
    return index


def _what_begins(now: Position, following: Position) -> Change:
    if following.phase == "initiative":
        return "turn"
    if following.phase == "turn_end":
        return "turn_end"
    if now.side != following.side:
        return "player_turn"
    return "step" if now.phase == following.phase else "phase"


def _broken_rule(now: Position, following: Position, intended: Position) -> str:
    """Return the id of the rule that is broken by going on with *intended* instead of *following*.

    Rules: seq-mobilization, seq-player-turn, seq-turn.
    """
    if (intended.game, intended.turn, intended.order, intended.side) != (
        following.game,
        following.turn,
        following.order,
        following.side,
    ):
        return "seq-turn"
    phases = (now.phase, following.phase, intended.phase)
    return "seq-mobilization" if phases.count("mobilization") > 1 else "seq-player-turn"


def _words(position: Position) -> str:
    what = f"{position.phase} ({position.step})" if position.step else position.phase
    return f"{what} of the {position.side} in {position.turn}" if position.side else f"{what} of {position.turn}"


def _record(umpire: Umpire[Options], position: Position, begins: Change) -> None:
    """Record what begins, who acts in it, and what the missing rulebook would add to it.

    Rules: gen-attacker, seq-combat-movement, seq-supply, miss-mobilization, miss-supply-trace.
    """
    side, step = position.side, position.step
    if side is None:
        rule, text = ("seq-calendar", "{turn} begins") if begins == "turn" else ("seq-turn", "{turn} ends")
        umpire.result(rule, text, turn=position.turn)
        return
    if begins == "player_turn":
        umpire.result("gen-attacker", "the {side} and their allies are the attackers until it ends", side=side)
    if step is not None:
        umpire.result("seq-mobilization", "the {side} come to their {step}", side=side, step=step)
        umpire.result("miss-mobilization", "their list is in the missing rulebook")
    elif position.phase == "diplomatic":
        umpire.result("seq-diplomatic", "the {side} may spend diplomatic actions that they have", side=side)
    elif position.phase in SUPPLY_PHASES:
        umpire.result("seq-supply", "the supply found now holds until the next Supply Phase of the {side}", side=side)
        umpire.result("miss-supply-trace", "the way to find it is in the missing rulebook")
    else:
        does = "attack" if position.phase in COMBAT_PHASES else "move"
        umpire.result(
            "seq-combat-movement", "every unit of the {side} and their allies may {does}", side=side, does=does
        )
