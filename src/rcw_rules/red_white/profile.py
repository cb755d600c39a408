"""What the lost first part of the rules would define, for those who can supply it.

Nothing here has a value by default. A profile is an option of the ruleset, so every resolution names it:
``ruleset.with_options(profile=PartOneProfile(...))``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal, TypeAlias

from attrs import frozen

from rcw_rules.kernel.angles import Angle
from rcw_rules.kernel.errors import NeedsRuling, Problem
from rcw_rules.kernel.fields import Range, Size
from rcw_rules.kernel.lengths import Inches

UnitType: TypeAlias = Literal[
    "infantry",
    "cavalry",
    "artillery",
    "machine_gun",
    "tchanka",
    "droshky",
    "wagon",
    "command",
    "tank",
    "armoured_car",
    "armoured_train",
]

Weapon: TypeAlias = Literal["small_arms", "machine_gun", "light_gun", "artillery"]

RangeBand: TypeAlias = Literal["point_blank", "normal", "long"]

TargetState: TypeAlias = Literal["open", "cover", "trench", "building", "breastwork", "vehicle", "aircraft"]

Role: TypeAlias = Literal["activation", "air_string", "movement", "air_flight", "fire", "melee", "morale", "end"]

Face: TypeAlias = Annotated[int, Range(1, 10, rule="gen-dice")]
"""A face of a d10; the printed 0 counts ten."""


class MissingProfileError(NeedsRuling):
    """Something that only the lost first part of the rules defines was not supplied.

    Attributes:
        field: The profile's field: ``activation``.
    """

    def __init__(self, rule: str, field: str, question: str, supply: str) -> None:
        self.field = field
        super().__init__(rule, question, supply)


@frozen(kw_only=True)
class DiceMove:
    """A full move given as dice: their sum in inches, rolled once.

    Attributes:
        dice: How many dice.
        sides: How many sides each has.
    """

    dice: Annotated[int, Range(1, 10)]
    sides: Annotated[int, Range(2, 20)] = 6


FullMove: TypeAlias = Inches | DiceMove
"""One full (normal) move of a unit: inches, or dice that give them."""


@frozen(kw_only=True)
class Phase:
    """One phase of a turn.

    Attributes:
        name: What it is called.
        roles: What happens in it.
    """

    name: Annotated[str, Size(1, 100)]
    roles: tuple[Role, ...]


@frozen(kw_only=True)
class TypeActivation:
    """The number that a type of unit activates on.

    Attributes:
        type: The type of unit.
        number: Its modified base number: it activates on this or less.
    """

    type: UnitType
    number: Annotated[int, Range(-20, 30)]


@frozen(kw_only=True)
class TypeMove:
    """How far one full move takes a type of unit.

    Attributes:
        type: The type of unit.
        full_move: Inches, or dice that give them.
    """

    type: UnitType
    full_move: FullMove


@frozen(kw_only=True)
class HitNumbers:
    """Which faces hit.

    Attributes:
        weapon: The weapon that fires.
        band: The range.
        target: What the target is in, or is.
        faces: The faces of a d10 that hit.
    """

    weapon: Weapon
    band: RangeBand
    target: TargetState
    faces: tuple[Face, ...]


@frozen(kw_only=True)
class LossesPerHit:
    """How many stands a hit of a weapon costs.

    Attributes:
        weapon: The weapon that hit.
        stands: Stands lost for each hit.
    """

    weapon: Weapon
    stands: Annotated[int, Range(0, 10)]


@frozen(kw_only=True)
class HitTableRow:
    """A row of the table for hits on armoured cars and tanks.

    Attributes:
        low: The lowest roll of the row.
        high: The highest.
        effect: What the row says.
    """

    low: Annotated[int, Range(1, 20)]
    high: Annotated[int, Range(1, 20)]
    effect: Annotated[str, Size(1, 200)]

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield an effect that is not one line of text."""
        if not self.effect.isprintable():
            message = "holds a character that cannot be shown, such as a line break"
            yield Problem(".effect", message, "p1-vehicle-hit-table")


@frozen(kw_only=True)
class VehicleHitTable:
    """The table of what a hit does to an armoured car or a tank.

    Attributes:
        sides: The sides of its die.
        rows: Its rows, which together cover every roll once.
    """

    sides: Annotated[int, Range(2, 20)]
    rows: Annotated[tuple[HitTableRow, ...], Size(1, 20)]

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield rolls that no row covers, or more than one."""
        for roll in range(1, self.sides + 1):
            covering = sum(row.low <= roll <= row.high for row in self.rows)
            if covering != 1:
                yield Problem(
                    ".rows", f"a roll of {roll} is covered by {covering} rows; expected one", "p1-vehicle-hit-table"
                )
        for number, row in enumerate(self.rows):
            if row.high > self.sides or row.low > row.high:
                message = f"{row.low} to {row.high} is not a range of rolls of a die with {self.sides} sides"
                yield Problem(f".rows[{number}]", message, "p1-vehicle-hit-table")

    def effect(self, roll: int) -> str:
        """Return what the table says for a roll."""
        return next(row.effect for row in self.rows if row.low <= roll <= row.high)


@frozen(kw_only=True)
class BombEffect:
    """What a bomb does to units within a distance of where it lands.

    Attributes:
        within: The distance; of several that hold a unit, the smallest counts.
        hits: The hits on each such unit.
    """

    within: Inches
    hits: Annotated[int, Range(0, 99)]


@frozen(kw_only=True, cache_hash=True)
class PartOneProfile:
    """The first part of the rules, as far as it is supplied. Every field may be left out.

    A procedure that needs a field which is left out raises `MissingProfileError` before any die is rolled, unless its
    request gives the fact itself.

    Attributes:
        source: Where it comes from; it stands in every resolution.
        sequence: The phases of a turn in order.
        activation: The numbers that units activate on.
        moves: How far one full move is.
        fire: Which faces hit.
        losses: How many stands a hit costs.
        attacking_fire: The types of unit that are capable of attacking fire.
        vehicle_hit_table: The table for hits on armoured cars and tanks.
        cheka_lost_to_fire: Whether each stand that a unit loses to fire takes its Cheka stand with it.
        leader_risk: The faces of a d10 that kill an ordinary leader for a casualty of their unit.
        facing: How far a unit's front reaches to each side of its facing.
        bomb_effect: What a bomb does.
    """

    source: Annotated[str, Size(1, 200)]
    sequence: tuple[Phase, ...] = ()
    activation: tuple[TypeActivation, ...] = ()
    moves: tuple[TypeMove, ...] = ()
    fire: tuple[HitNumbers, ...] = ()
    losses: tuple[LossesPerHit, ...] = ()
    attacking_fire: tuple[UnitType, ...] | None = None
    vehicle_hit_table: VehicleHitTable | None = None
    cheka_lost_to_fire: bool = False
    leader_risk: tuple[Face, ...] = ()
    facing: Angle | None = None
    bomb_effect: tuple[BombEffect, ...] = ()

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield rows that are given twice."""
        for name, keys in (
            ("activation", [row.type for row in self.activation]),
            ("moves", [row.type for row in self.moves]),
            ("fire", [(row.weapon, row.band, row.target) for row in self.fire]),
            ("losses", [row.weapon for row in self.losses]),
            ("bomb_effect", [row.within for row in self.bomb_effect]),
        ):
            for number, key in enumerate(keys):
                if key in keys[:number]:
                    yield Problem(f".{name}[{number}]", "is given twice", "p1-profile")

    def move_of(self, unit_type: UnitType) -> FullMove | None:
        """Return one full move of a type of unit, or None where it is not supplied.

        Rules: p1-movement.
        """
        return next((row.full_move for row in self.moves if row.type == unit_type), None)

    def activation_of(self, unit_type: UnitType) -> int | None:
        """Return the number that a type of unit activates on, or None where it is not supplied.

        Rules: p1-activation.
        """
        return next((row.number for row in self.activation if row.type == unit_type), None)

    def hit_faces(self, weapon: Weapon, band: RangeBand, target: TargetState) -> tuple[Face, ...] | None:
        """Return the faces that hit, or None where they are not supplied.

        Rules: p1-fire.
        """
        known = (row.faces for row in self.fire if (row.weapon, row.band, row.target) == (weapon, band, target))
        return next(known, None)

    def losses_of(self, weapon: Weapon) -> int | None:
        """Return how many stands a hit of a weapon costs, or None where it is not supplied.

        Rules: p1-fire.
        """
        return next((row.stands for row in self.losses if row.weapon == weapon), None)
