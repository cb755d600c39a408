"""The actions of a whole game. What is decided within a card is a decision of its own, put to the owner of the unit."""

from __future__ import annotations

from typing import Annotated, ClassVar, TypeAlias

from attrs import frozen

from rcw_rules.games import Action as GameAction
from rcw_rules.kernel.geometry.squares import Facing, Square
from rcw_rules.marks import Cites
from rcw_rules.red_square.model import CardCode, Formation, Name


@frozen(kw_only=True, cache_hash=True)
class Deploy(GameAction):
    """A unit is placed in its zone before the first turn.

    Attributes:
        unit: The unit.
        square: Where.
        facing: Where it faces.
        formation: Its formation; None for those without.
    """

    words: ClassVar[str] = "deploy {unit} in {square} facing {facing} formation {formation}"

    unit: Name
    square: Square
    facing: Facing
    formation: Formation | None


@frozen(kw_only=True, cache_hash=True)
class Done(GameAction):
    """A side has deployed a zone."""

    words: ClassVar[str] = "done"


@frozen(kw_only=True, cache_hash=True)
class Arrive(GameAction):
    """A reinforcement is placed before the deal, facing the enemy's edge.

    Attributes:
        unit: The unit.
        square: Where.
    """

    words: ClassVar[str] = "bring {unit} to {square}"

    unit: Name
    square: Square


@frozen(kw_only=True, cache_hash=True)
class HoldBack(GameAction):
    """A unit that could be placed is not, until the next turn.

    Attributes:
        unit: The unit.
    """

    words: ClassVar[str] = "hold back {unit}"

    unit: Name


@frozen(kw_only=True, cache_hash=True)
class Deal(GameAction):
    """The cards of a turn are dealt."""

    words: ClassVar[str] = "deal"


@frozen(kw_only=True, cache_hash=True)
class Command(GameAction):
    """The headquarters of both sides act, and the cards are turned over and put in order."""

    words: ClassVar[str] = "command"


@frozen(kw_only=True, cache_hash=True)
class PlayCard(GameAction):
    """The next card is played.

    Attributes:
        card: The card.
        holder: Its holder.
    """

    words: ClassVar[str] = "play {card} of {holder}"

    card: Annotated[CardCode, Cites("turn-3-card-order")]
    holder: Name


@frozen(kw_only=True, cache_hash=True)
class EndTurn(GameAction):
    """A turn ends: what no card has settled is settled, and the cards are gathered."""

    words: ClassVar[str] = "end turn"


Action: TypeAlias = Deploy | Done | Arrive | HoldBack | Deal | Command | PlayCard | EndTurn

ACTIONS: tuple[type[GameAction], ...] = (Deploy, Done, Arrive, HoldBack, Deal, Command, PlayCard, EndTurn)
