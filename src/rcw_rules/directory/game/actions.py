"""What a side can do in a whole game: every action a value, and one line of text."""

from __future__ import annotations

from typing import ClassVar, TypeAlias

from attrs import frozen

from rcw_rules.directory.campaign import (
    Declaration,
)
from rcw_rules.directory.diplomacy import Target
from rcw_rules.directory.model import Faction
from rcw_rules.directory.movement import Mode
from rcw_rules.games import Action as _Action


@frozen(kw_only=True)
class GoOn(_Action):
    """Begin the turn: the die of the initiative. Nobody decides it.

    Rules: seq-turn.
    """

    kind: ClassVar[str] = "go_on"
    words: ClassVar[str] = "go on"


@frozen(kw_only=True)
class EndPhase(_Action):
    """End the phase, and go on until a side has something to decide.

    Rules: seq-player-turn.
    """

    kind: ClassVar[str] = "end_phase"
    words: ClassVar[str] = "end phase"


@frozen(kw_only=True)
class Persuade(_Action):
    """Spend a diplomatic action on persuading a faction, or the Entente and the Germans.

    Attributes:
        target: Whom.
    """

    kind: ClassVar[str] = "persuade"
    words: ClassVar[str] = "persuade {target}"

    target: Target


@frozen(kw_only=True)
class Declare(_Action):
    """Spend a diplomatic action on a declaration that the rulebook lists.

    Attributes:
        action: Which of the three declarations.
        target: The faction that becomes active.
    """

    kind: ClassVar[str] = "declare"
    words: ClassVar[str] = "spend {action} on {target}"

    action: Declaration
    target: Faction


@frozen(kw_only=True)
class Place(_Action):
    """Place a counter that comes.

    Attributes:
        unit: Its name.
        hex: Where.
    """

    kind: ClassVar[str] = "place"
    words: ClassVar[str] = "place {unit} in {hex}"

    unit: str
    hex: str


@frozen(kw_only=True)
class Attack(_Action):
    """Attack a hex. Who takes part is decided next, unit by unit; then the die is rolled.

    Attributes:
        target: The hex.
    """

    kind: ClassVar[str] = "attack"
    words: ClassVar[str] = "attack {target}"

    target: str


@frozen(kw_only=True)
class BreakUp(_Action):
    """Break up a supply stockpile.

    Attributes:
        unit: Its name.
    """

    kind: ClassVar[str] = "break_up"
    words: ClassVar[str] = "break up {unit}"

    unit: str


@frozen(kw_only=True)
class Move(_Action):
    """Move a unit hex by hex to another hex, by the shortest way.

    Of equally short ways it takes one without rough terrain, then the first clockwise from north. To go another way,
    move in several legs.

    Attributes:
        unit: Its name.
        to: The hex where it stops.
    """

    kind: ClassVar[str] = "move"
    words: ClassVar[str] = "move {unit} to {to}"

    unit: str
    to: str


@frozen(kw_only=True)
class ForceMarch(_Action):
    """Roll for a forced march of a unit, before it moves.

    Attributes:
        unit: Its name.
    """

    kind: ClassVar[str] = "force_march"
    words: ClassVar[str] = "force march {unit}"

    unit: str


@frozen(kw_only=True)
class Send(_Action):
    """Move a unit by naval, water or rail movement, by the shortest way.

    Of equally short ways it takes one over the best hexes, and so it does where only that one is within the limit.

    Attributes:
        unit: Its name.
        mode: The kind of movement.
        to: The hex where it stops.
    """

    kind: ClassVar[str] = "send"
    words: ClassVar[str] = "send {unit} by {mode} to {to}"

    unit: str
    mode: Mode
    to: str


Action: TypeAlias = GoOn | EndPhase | Persuade | Declare | Place | Attack | BreakUp | Move | ForceMarch | Send
"""Anything that can be done in a whole game."""

ACTION_TYPES: tuple[type, ...] = (
    GoOn, EndPhase, Persuade, Declare, Place, Attack, BreakUp, Move, ForceMarch, Send,
)  # fmt: skip
