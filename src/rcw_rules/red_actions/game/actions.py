"""The actions of a whole game: what a unit does in its segment, and what the enemy does about it.

Lengths are inches, angles degrees, to the right positive. What is decided while an action is carried out, such as
return fire, the answer to a charge or which unit loses a base, is a decision of its own, put to its owner.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal, TypeAlias

from attrs import frozen

from rcw_rules.games import Action as GameAction
from rcw_rules.kernel.angles import Angle, degrees
from rcw_rules.kernel.fields import Range, Size
from rcw_rules.kernel.lengths import Inches, inches
from rcw_rules.marks import Cites
from rcw_rules.red_actions.game.tasks import TASKS, Task
from rcw_rules.red_actions.model import Name

TerrainOrUnit: TypeAlias = Annotated[str, Size(1, 100)]
At: TypeAlias = tuple[Inches, Inches]
"""A position: how far east and how far north of the south-west corner."""

Turned: TypeAlias = Annotated[Angle, Range(-180, 180, rule="mov-no-backwards")]
NO_TURN = degrees(0)
NO_WAY = inches(0)


@frozen(kw_only=True, cache_hash=True)
class Deploy(GameAction):
    """A unit is placed before the first turn.

    Attributes:
        unit: The unit.
        at: The middle of its front edge.
        facing: The bearing that it faces.
        in_column: Whether it is in column.
        ambush: Whether it lies in ambush there.
    """

    words: ClassVar[str] = "place {unit} at {at} facing {facing}"

    unit: Name
    at: At
    facing: Annotated[Angle, Range(0, 360, rule="conv-bad-input")]
    in_column: Annotated[bool, Cites("form-column")] = False
    ambush: Annotated[bool, Cites("amb-where")] = False


@frozen(kw_only=True, cache_hash=True)
class HoldBack(GameAction):
    """An attacking unit is not moved onto the table at the set-up: it comes later, by its entry.

    Attributes:
        unit: The unit.
    """

    words: ClassVar[str] = "hold back {unit}"

    unit: Name


@frozen(kw_only=True, cache_hash=True)
class GoOn(GameAction):
    """The game goes on by itself: who acts first is found."""

    words: ClassVar[str] = "go on"


@frozen(kw_only=True, cache_hash=True)
class Hold(GameAction):
    """A unit uses its segment to stay where it is; off the table, to stay there.

    Attributes:
        unit: The unit.
        evading: Whether it evades in this turn.
    """

    words: ClassVar[str] = "hold {unit}"

    unit: Name
    evading: Annotated[bool, Cites("evade-switch")] = False


@frozen(kw_only=True, cache_hash=True)
class Move(GameAction):
    """A unit moves: it may form up and turn, then wheels, goes ahead, and may turn again.

    Attributes:
        unit: The unit.
        ahead: How far it goes straight ahead.
        wheel: By how much it wheels before that.
        turn: By how much all its bases turn on the spot first: 90 or 180 degrees.
        turn_after: By how much they turn at the end.
        form: What it forms first: a column, a line, or formed cavalry.
        march: Whether it marches.
        evading: Whether it evades in this turn, at its evasive speed.
    """

    words: ClassVar[str] = "move {unit} {ahead}"

    unit: Name
    ahead: Inches
    wheel: Annotated[Turned, Cites("mov-wheel")] = NO_TURN
    turn: Annotated[Turned, Cites("mov-no-backwards")] = NO_TURN
    turn_after: Annotated[Turned, Cites("mov-no-backwards")] = NO_TURN
    form: Annotated[Literal["as_it_is", "column", "line", "formed", "loose"], Cites("form-column")] = "as_it_is"
    march: Annotated[bool, Cites("march-rate")] = False
    evading: Annotated[bool, Cites("evade-switch")] = False


@frozen(kw_only=True, cache_hash=True)
class Shoot(GameAction):
    """A unit shoots, and may move ahead afterwards: before the dice are thrown.

    Attributes:
        unit: The unit.
        target: At whom.
        turn: By how much its bases turn or pivot before.
        ahead: How far it goes straight ahead after the shot.
        harassing: Whether it only harasses, up to twice its range.
        observer: The friend who directs the fire of guns or mortars at a target that he sees; "" for nobody.
        gas: Whether the shells hold gas, where the scenario has it.
    """

    words: ClassVar[str] = "shoot {unit} at {target}"

    unit: Name
    target: Name
    turn: Annotated[Turned, Cites("mvsh-table")] = NO_TURN
    ahead: Annotated[Inches, Cites("sho-sequence")] = NO_WAY
    harassing: Annotated[bool, Cites("harassing")] = False
    observer: Annotated[str, Size(0, 100), Cites("ind-factor")] = ""
    gas: Annotated[bool, Cites("gas")] = False


@frozen(kw_only=True, cache_hash=True)
class Charge(GameAction):
    """A unit charges.

    Attributes:
        unit: The unit.
        target: Whom it will touch first.
        wheel: By how much it wheels before.
    """

    words: ClassVar[str] = "charge {target} with {unit}"

    unit: Name
    target: Name
    wheel: Annotated[Turned, Cites("charge-conditions")] = NO_TURN


@frozen(kw_only=True, cache_hash=True)
class Rally(GameAction):
    """A unit sheds its terror markers; one in rout tries to rally, or routs on.

    Attributes:
        unit: The unit.
    """

    words: ClassVar[str] = "rally {unit}"

    unit: Name


@frozen(kw_only=True, cache_hash=True)
class Limber(GameAction):
    """Guns are limbered.

    Attributes:
        unit: The unit.
    """

    words: ClassVar[str] = "limber {unit}"

    unit: Name


@frozen(kw_only=True, cache_hash=True)
class Unlimber(GameAction):
    """Guns are unlimbered.

    Attributes:
        unit: The unit.
    """

    words: ClassVar[str] = "unlimber {unit}"

    unit: Name


@frozen(kw_only=True, cache_hash=True)
class Hide(GameAction):
    """A unit hides where it stands, and lies in ambush from the next turn on.

    Attributes:
        unit: The unit.
    """

    words: ClassVar[str] = "hide {unit}"

    unit: Name


@frozen(kw_only=True, cache_hash=True)
class Scout(GameAction):
    """A unit scouts a piece of terrain, and then has its segment.

    Attributes:
        unit: The unit.
        place: The name of the piece.
    """

    words: ClassVar[str] = "scout {place} with {unit}"

    unit: Name
    place: Annotated[TerrainOrUnit, Cites("amb-scout")]


@frozen(kw_only=True, cache_hash=True)
class Enter(GameAction):
    """A unit that is still off the table comes in by its entry.

    Attributes:
        unit: The unit.
    """

    words: ClassVar[str] = "bring {unit} in"

    unit: Name


@frozen(kw_only=True, cache_hash=True)
class Preempt(GameAction):
    """A Clever officer tries to act before the enemy does.

    Attributes:
        unit: The unit that the officer commands.
    """

    words: ClassVar[str] = "pre-empt with {unit}"

    unit: Name


@frozen(kw_only=True, cache_hash=True)
class LetThem(GameAction):
    """Nobody pre-empts what the enemy is about to do."""

    words: ClassVar[str] = "let them"


@frozen(kw_only=True, cache_hash=True)
class Spring(GameAction):
    """A unit springs its ambush on the enemy that moves.

    Attributes:
        unit: The unit.
        attack: Whether it charges or shoots.
        others: Others in ambush who shoot at the same enemy, one after the other.
    """

    words: ClassVar[str] = "spring the ambush of {unit} to {attack}"

    unit: Name
    attack: Annotated[Literal["charge", "shoot"], Cites("amb-spring")]
    others: Annotated[tuple[Name, ...], Size(0, 11), Cites("amb-benefits")] = ()


@frozen(kw_only=True, cache_hash=True)
class LieLow(GameAction):
    """Nobody springs an ambush on the enemy that moves."""

    words: ClassVar[str] = "lie low"


@frozen(kw_only=True, cache_hash=True)
class PutRight(GameAction):
    """Correct the position of a unit. It uses up nothing.

    It is allowed where a referee tells facts, because figures stand on a real table.

    Attributes:
        unit: The unit.
        at: The middle of its front edge.
        facing: The bearing that it faces.
    """

    words: ClassVar[str] = "put {unit} at {at} facing {facing}"

    unit: Name
    at: At
    facing: Annotated[Angle, Range(0, 360, rule="conv-bad-input")]


Action: TypeAlias = (
    Deploy
    | HoldBack
    | GoOn
    | Hold
    | Move
    | Shoot
    | Charge
    | Rally
    | Limber
    | Unlimber
    | Hide
    | Scout
    | Enter
    | Preempt
    | LetThem
    | Spring
    | LieLow
    | PutRight
    | Task
)

ACTIONS: tuple[type[GameAction], ...] = (
    Deploy,
    HoldBack,
    GoOn,
    Hold,
    Move,
    Shoot,
    Charge,
    Rally,
    Limber,
    Unlimber,
    Hide,
    Scout,
    Enter,
    Preempt,
    LetThem,
    Spring,
    LieLow,
    PutRight,
    *TASKS,
)
