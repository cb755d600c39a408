"""What a unit can do in the course of a move, and how it stands after each of these things."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from attrs import frozen

from rcw_rules.kernel.charts import Chart
from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.fields import Range
from rcw_rules.kernel.geometry.squares import Facing, Square, SquareDirection
from rcw_rules.marks import Cites
from rcw_rules.red_square.model import Band, Formation, Name, Suit, Unit

Turn: TypeAlias = Literal["keep", "left", "right", "about", "road"]
"""The facing in the square moved into: kept, 45 degrees left or right, about, or that of the road."""


@frozen(kw_only=True, cache_hash=True)
class Step:
    """A step into a neighbouring square.

    Attributes:
        to: The direction.
        then: The free turn in the square entered; "road" is for masses that follow a road.
        horses: Of dismounted cavalry: the square to which its horses go with it; None for the best by default, or to
            leave them where they are if they may stay.
    """

    to: Annotated[SquareDirection, Cites("move-legal-directions")]
    then: Annotated[Turn, Cites("move-wheel")] = "keep"
    horses: Annotated[Square, Cites("mounted-3-dismounted")] | None = None


@frozen(kw_only=True, cache_hash=True)
class Wheel:
    """A wheel of 45 or 90 degrees on the spot.

    Attributes:
        eighths: How many times 45 degrees: clockwise above 0, counter-clockwise below.
    """

    eighths: Annotated[int, Range(-2, 2, rule="move-instead")]


@frozen(kw_only=True, cache_hash=True)
class Face:
    """A free change of face of an MG company.

    Attributes:
        to: Where it faces afterwards.
    """

    to: Annotated[Facing, Cites("mg-move-or-fire")]


@frozen(kw_only=True, cache_hash=True)
class ChangeFormation:
    """A change of the formation of infantry, or of horsed cavalry between mounted and scouting.

    Attributes:
        to: The new formation.
    """

    to: Annotated[Formation, Cites("formations-sequence")]


@frozen(kw_only=True, cache_hash=True)
class Limber:
    """Guns are limbered."""


@frozen(kw_only=True, cache_hash=True)
class Unlimber:
    """Guns are unlimbered."""


@frozen(kw_only=True, cache_hash=True)
class Mount:
    """Dismounted cavalry goes back to its horses and mounts."""


@frozen(kw_only=True, cache_hash=True)
class Dismount:
    """Horsed cavalry dismounts.

    Attributes:
        horses: The square in which the horses are held; None for the best by default.
    """

    horses: Annotated[Square, Cites("mounted-3-dismounted")] | None = None


@frozen(kw_only=True, cache_hash=True)
class FerryAcross:
    """A crossing of a river by a ferry: the whole activation of two successive turns.

    Attributes:
        to: The direction of the far side.
    """

    to: Annotated[SquareDirection, Cites("terrain-water")]


Change: TypeAlias = ChangeFormation | Limber | Unlimber | Mount | Dismount
"""What changes the formation."""

Action: TypeAlias = Step | Wheel | Face | Change | FerryAcross


@frozen(kw_only=True, cache_hash=True)
class MoveTerms:
    """On what terms a unit moves: its rates, and what its activation and the options allow.

    Attributes:
        rates: For each row of the movement table the squares in the open, in closed terrain, and by road; 0 for none.
        band: How well it was activated.
        suit: The suit of the card of the activation.
        ignores_spades: Whether a Commissar or CHEKA lets it disregard spades.
        closed_leaving: The option of that name.
        wheeled_offroad: The option of that name.
        hq_is_no_enemy: The option of that name.
        ferry_waits: The option of that name.
        occupancy: The Square Occupancy Table in force.
    """

    rates: tuple[tuple[str, tuple[int, int, int]], ...]
    occupancy: Chart
    band: Band = "automatic"
    suit: Suit = ""
    ignores_spades: bool = False
    closed_leaving: bool = False
    wheeled_offroad: int = 2
    hq_is_no_enemy: bool = False
    ferry_waits: bool = False


@frozen(kw_only=True)
class Leg:
    """One action of a move, with how things stand after it if nothing interrupts it.

    Attributes:
        action: The action.
        square: Where the unit is.
        facing: Where it faces.
        formation: Its formation.
        used: The squares of its move used so far.
        left: The squares of its move left for steps, if none of them is closed.
        is_step: Whether it entered another square.
        is_closed: Whether that step was a closed one.
        is_by_road: Whether it was along a road.
        near_enemy: Whether the square is held by an enemy or next to one, so that entering it needs a test.
        overruns: The enemies in the square entered, in the order of the rosters.
        unit: The unit as it is now.
        horses: Its horse holders as they are now, if they changed.
    """

    action: Action
    square: Square
    facing: Facing
    formation: Formation | None
    used: int
    left: int
    is_step: bool
    is_closed: bool
    is_by_road: bool
    near_enemy: bool
    overruns: tuple[Name, ...]
    unit: Unit
    horses: Unit | None = None


@frozen(kw_only=True)
class Course:
    """A whole move, action by action.

    Attributes:
        legs: The actions that are made; all that were requested, unless an objection or a bog ends it.
        objection: Why the next action may not be made, or why the unit may not end here; None if the move is legal.
        bogged: Whether a tank bogs in the attempt to make the next step, where it then stands.
    """

    legs: tuple[Leg, ...]
    objection: Objection | None = None
    bogged: bool = False

    @property
    def is_legal(self) -> bool:
        """Whether nothing forbids it."""
        return self.objection is None

    @property
    def near_enemy(self) -> bool:
        """Whether it enters a square held by an enemy or next to one, so that a test is needed beforehand."""
        return any(leg.is_step and leg.near_enemy for leg in self.legs)
