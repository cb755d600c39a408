"""What the lost first part of the rules would define, for those who can supply it.

Nothing here has a value by default. A profile is an option of the ruleset, so every resolution names it:
``ruleset.with_options(profile=PartOneProfile(...))``. One that is full, and made up, is
`rcw_rules.red_white.made_up_profile`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Literal, TypeAlias

from attrs import frozen

from rcw_rules.kernel.angles import Angle
from rcw_rules.kernel.citations import Provenance
from rcw_rules.kernel.errors import NeedsRuling, Problem
from rcw_rules.kernel.fields import Range, Size
from rcw_rules.kernel.lengths import Inches, inches
from rcw_rules.marks import Cites, Was

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

TargetState: TypeAlias = Literal["open", "cover", "trench", "building", "breastwork", "vehicle", "vessel", "aircraft"]

Role: TypeAlias = Literal["activation", "air_string", "movement", "air_flight", "fire", "melee", "morale", "end"]

UnitTypes: TypeAlias = Annotated[tuple[UnitType, ...], Size(1, 20)]
TerrainKind: TypeAlias = Annotated[str, Size(1, 80)]

NO_LENGTH = inches(0)

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


VehicleEffect: TypeAlias = Literal["nothing", "halted", "immobile", "silenced", "destroyed"]
"""What a hit does to a vehicle besides being recorded: nothing; it may not move this turn, or for the rest of the game;
it may not fire this turn; or it is destroyed."""


@frozen(kw_only=True)
class HitTableRow:
    """A row of the table for hits on armoured cars and tanks.

    Attributes:
        low: The lowest roll of the row.
        high: The highest.
        effect: What the row says, in words.
        does: What a whole game makes of it; None leaves that to the referee.
    """

    low: Annotated[int, Range(1, 20)]
    high: Annotated[int, Range(1, 20)]
    effect: Annotated[str, Size(1, 200)]
    does: VehicleEffect | None = None

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


@frozen(kw_only=True)
class GroundRate:
    """How fast some types of unit go over a kind of ground.

    Attributes:
        kind: The kind of ground, as the terrain of a table names it: ``wood``.
        types: The types of unit.
        percent: How much ground a move covers there, in hundredths of what it covers in the open; 0 if they cannot go
            there.
        road: Whether it is a road, on which no other ground counts.
    """

    kind: TerrainKind
    types: UnitTypes
    percent: Annotated[int, Range(0, 400)]
    road: bool = False


@frozen(kw_only=True)
class LineToll:
    """What it costs some types of unit to cross a line, such as a wall or wire.

    Attributes:
        kind: The kind of line, as the terrain of a table names it: ``wire``.
        types: The types of unit.
        costs: How much of the move it takes, in inches.
        passable: Whether they can cross it at all.
    """

    kind: TerrainKind
    types: UnitTypes
    costs: Inches = NO_LENGTH
    passable: bool = True


@frozen(kw_only=True)
class TurnCost:
    """What it costs some types of unit to turn while they move.

    Attributes:
        types: The types of unit.
        free: By how much they may turn in all, to either side, at no cost.
        costs: How much of the move each 90 degrees beyond that take, or a part of 90 degrees, in inches.
    """

    types: UnitTypes
    free: Angle
    costs: Inches


@frozen(kw_only=True)
class WeaponRange:
    """How far a range of a weapon reaches.

    Attributes:
        weapon: The weapon.
        band: The range.
        up_to: The distance up to which it counts, that distance included.
    """

    weapon: Weapon
    band: RangeBand
    up_to: Inches


@frozen(kw_only=True)
class StandDice:
    """How many D10 a type of unit rolls when it fires.

    The guns of tanks and armoured cars are printed (`red_white.vehicle_fire_dice`), and so are those of aircraft. A
    machine gun that is attached to a unit rolls as one stand of machine guns.

    Attributes:
        type: The type of unit.
        weapon: The weapon.
        if_halted: The dice of each stand, of a vehicle in all, if it has not moved this turn.
        if_moved: The same if it has.
    """

    type: UnitType
    weapon: Weapon
    if_halted: Annotated[int, Range(0, 20), Was("halted", before=5)]
    if_moved: Annotated[int, Range(0, 20), Was("moved", before=5)]


@frozen(kw_only=True)
class VesselDice:
    """How many D10 a kind of vessel rolls when it fires with its own guns.

    Attributes:
        vessel: The kind of vessel.
        weapon: The weapon.
        dice: The dice, in all.
    """

    vessel: Literal["warship", "merchant", "launch"]
    weapon: Weapon
    dice: Annotated[int, Range(0, 20)]


@frozen(kw_only=True)
class VesselSize:
    """How large the model of a vessel is.

    Attributes:
        vessel: The class of vessel.
        frontage: How wide it is.
        depth: How long it is.
    """

    vessel: Literal["ship", "launch", "boat"]
    frontage: Inches
    depth: Inches


@frozen(kw_only=True)
class FireArc:
    """How far to each side of its facing a type of unit fires.

    Attributes:
        types: The types of unit.
        half_angle: The angle between its facing and the edge of its arc; 180 degrees is all round.
    """

    types: UnitTypes
    half_angle: Annotated[Angle, Range(0, 180)]


@frozen(kw_only=True)
class SightDistances:
    """How far troops see.

    Attributes:
        clear: In the open.
        edge: How deep in a wood or among buildings one may stand and see out, or be seen from outside.
        inside: Between two who both stand in the same wood or among the same buildings.
    """

    clear: Inches
    edge: Inches
    inside: Inches


@frozen(kw_only=True)
class StandSize:
    """How large a stand of a type of unit is, and how stands are drawn up.

    Attributes:
        types: The types of unit.
        frontage: How wide a stand is; of a vehicle, the model.
        depth: How deep it is.
        abreast: How many stands are side by side at most; the others stand in ranks behind.
    """

    types: UnitTypes
    frontage: Inches
    depth: Inches
    abreast: Annotated[int, Range(1, 99)] = 1


@frozen(kw_only=True)
class ChargeRules:
    """How units charge.

    Attributes:
        moves: How far a charge takes a type of unit.
        after_moving: Whether a unit that has moved this turn may charge.
        short: What becomes of a charge that cannot reach: it may not be announced, or it ends before the enemy.
    """

    moves: tuple[TypeMove, ...]
    after_moving: bool
    short: Literal["refused", "halts"]


@frozen(kw_only=True)
class SidesInTurn:
    """Whose turn it is.

    Attributes:
        play: What one side does before the other: a whole turn, or each phase. Phases that are only for morale or the
            end of the turn are both sides' at once.
        first: Which side goes first: always the same one, or the one with the higher D6, thrown each turn.
    """

    play: Literal["whole_turns", "phase_by_phase"]
    first: Literal["red", "white", "higher_die"]


Still: TypeAlias = Literal["fire", "turn", "limber"]
"""What a unit may still do that has failed to activate: fire, turn on the spot, limber or unlimber."""


_BANDS: dict[RangeBand, int] = {"point_blank": 0, "normal": 1, "long": 2}


def _covered_twice(name: str, covered: Sequence[Sequence[tuple[str, str]]]) -> Iterator[Problem]:
    seen: set[tuple[str, str]] = set()
    for number, keys in enumerate(covered):
        for kind, unit_type in keys:
            if (kind, unit_type) in seen:
                what = f"{unit_type} on {kind}" if kind else unit_type
                yield Problem(f".{name}[{number}].types", f"{what} is given twice", "p1-profile")
            seen.add((kind, unit_type))


def provenance_of(profile: PartOneProfile | None) -> Provenance | None:
    """Return where the numbers of a profile come from; None to leave that to the rule.

    Rules: p1-made-up.
    """
    return profile.values if profile is not None else None


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
        bomb_effect: What a bomb does. Its hits cost a unit as many stands as those of artillery.
        values: Where its numbers come from, if that is to be told wherever one is used: made-up ones are illustrative.
        sides: Whose turn it is.
        unactivated: What a unit that has failed to activate may still do; () for nothing.
        ground: How fast units go over ground that is not open.
        obstacles: What it costs to cross lines.
        turning: What it costs to turn.
        limbering: How much of a move it takes to limber or unlimber guns.
        keeps_off: How near a unit may come to an enemy whom it does not charge.
        charges: How units charge.
        ranges: How far the ranges of weapons reach.
        dice: How many dice units fire with.
        vessel_dice: How many dice vessels fire with.
        arcs: Where units may fire.
        target: At whom a unit has to fire: at the nearest enemy that it sees, or at any.
        fire_past: Past whom a unit may fire: past anybody, past enemies alone, or past nobody. What is between a stand
            and the middle of its target is in the way.
        sight: How far troops see.
        stand_sizes: How large stands are.
        vessel_sizes: How large vessels are.
        vessel_sinks_at: The damage at which a ship sinks. A launch or a boat sinks with the first hit.
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
    values: Literal["illustrative", "reconstructed"] | None = None
    sides: Annotated[SidesInTurn | None, Cites("p1-sequence")] = None
    unactivated: Annotated[tuple[Still, ...] | None, Cites("p1-activation")] = None
    ground: Annotated[tuple[GroundRate, ...], Cites("p1-movement")] = ()
    obstacles: Annotated[tuple[LineToll, ...], Cites("p1-movement")] = ()
    turning: Annotated[tuple[TurnCost, ...], Cites("p1-movement")] = ()
    limbering: Annotated[Literal["free", "half_move", "whole_move"] | None, Cites("p1-movement")] = None
    keeps_off: Annotated[Inches | None, Cites("p1-movement")] = None
    charges: Annotated[ChargeRules | None, Cites("p1-movement")] = None
    ranges: Annotated[tuple[WeaponRange, ...], Cites("p1-fire")] = ()
    dice: Annotated[tuple[StandDice, ...], Cites("p1-fire")] = ()
    vessel_dice: Annotated[tuple[VesselDice, ...], Cites("p1-artillery-and-armour")] = ()
    arcs: Annotated[tuple[FireArc, ...], Cites("p1-facing")] = ()
    target: Annotated[Literal["nearest", "any"] | None, Cites("p1-fire")] = None
    fire_past: Annotated[Literal["anybody", "enemies", "nobody"], Cites("p1-fire")] = "anybody"
    sight: Annotated[SightDistances | None, Cites("p1-terrain")] = None
    stand_sizes: Annotated[tuple[StandSize, ...], Cites("p1-grade-and-leader"), Was("stands", before=5)] = ()
    vessel_sizes: Annotated[tuple[VesselSize, ...], Cites("p1-grade-and-leader")] = ()
    vessel_sinks_at: Annotated[Annotated[int, Range(1, 99)] | None, Cites("p1-artillery-and-armour")] = None

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield rows that are given twice, and ranges that shrink."""
        for name, keys in (
            ("activation", [row.type for row in self.activation]),
            ("moves", [row.type for row in self.moves]),
            ("fire", [(row.weapon, row.band, row.target) for row in self.fire]),
            ("losses", [row.weapon for row in self.losses]),
            ("bomb_effect", [row.within for row in self.bomb_effect]),
            ("ranges", [(row.weapon, row.band) for row in self.ranges]),
            ("dice", [(row.type, row.weapon) for row in self.dice]),
            ("vessel_sizes", [row.vessel for row in self.vessel_sizes]),
            ("vessel_dice", [(row.vessel, row.weapon) for row in self.vessel_dice]),
        ):
            for number, key in enumerate(keys):
                if key in keys[:number]:
                    yield Problem(f".{name}[{number}]", "is given twice", "p1-profile")
        for name, covered in (
            ("ground", [[(row.kind, one) for one in row.types] for row in self.ground]),
            ("obstacles", [[(row.kind, one) for one in row.types] for row in self.obstacles]),
            ("turning", [[("", one) for one in row.types] for row in self.turning]),
            ("arcs", [[("", one) for one in row.types] for row in self.arcs]),
            ("stand_sizes", [[("", one) for one in row.types] for row in self.stand_sizes]),
        ):
            yield from _covered_twice(name, covered)
        for number, row in enumerate(self.ranges):
            nearer = [one for one in self.ranges if one.weapon == row.weapon and _BANDS[one.band] < _BANDS[row.band]]
            if any(one.up_to >= row.up_to for one in nearer):
                message = f"{row.band} of {row.weapon} reaches no farther than a nearer range"
                yield Problem(f".ranges[{number}].up_to", message, "p1-fire")

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
