"""The actions of a whole game: what a side does in a phase of a turn.

Lengths are inches, bearings degrees clockwise from north. What is decided while an action is carried out, such as a
withdrawal, the unit that loses a stand or the Cheka's second roll, is a decision of its own, put to its owner.

Each class tells its line in ``words`` (see `rcw_rules.games.lines`). A new action is a class here, a member of `Action`
and of `ACTIONS`; the stage in which it may be taken stands in `acting.FITS`, and `deeds.do` carries it out.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal, TypeAlias

from attrs import frozen

from rcw_rules.games import Action as GameAction
from rcw_rules.kernel.angles import Angle
from rcw_rules.kernel.fields import Range, Size
from rcw_rules.kernel.lengths import Inches, inches
from rcw_rules.marks import Cites
from rcw_rules.red_white.profile import Weapon

Name: TypeAlias = Annotated[str, Size(1, 100)]
"""The name of a unit, a vessel, an aircraft or a place."""

At: TypeAlias = tuple[Inches, Inches]
"""A position: how far east and how far north of the south-west corner of the table."""

Bearing: TypeAlias = Annotated[Angle, Range(0, 360, rule="p1-facing")]

FULL_AHEAD = inches(100)
"""Farther than any vessel goes."""

Ranks: TypeAlias = Annotated[int, Range(0, 20, rule="p1-movement")]
"""In how many ranks a unit forms up; 0 keeps it as it is."""


@frozen(kw_only=True, cache_hash=True)
class Deploy(GameAction):
    """A unit is placed before the first turn.

    Attributes:
        unit: The unit.
        at: The middle of its front edge.
        facing: The bearing that it faces.
        ranks: In how many ranks it stands; 0 for one.
    """

    words: ClassVar[str] = "place {unit} at {at} facing {facing}"

    unit: Name
    at: At
    facing: Bearing
    ranks: Annotated[Ranks, Cites("p1-movement")] = 0


@frozen(kw_only=True, cache_hash=True)
class GoOn(GameAction):
    """The game goes on by itself: activation rolls, the morale phase, the end of a turn."""

    words: ClassVar[str] = "go on"


@frozen(kw_only=True, cache_hash=True)
class Done(GameAction):
    """A side has done what it wants to do in this phase."""

    words: ClassVar[str] = "done"


@frozen(kw_only=True, cache_hash=True)
class Lead(GameAction):
    """The leader of a unit goes to its front, at the start of the side's turn.

    Attributes:
        unit: The unit.
    """

    words: ClassVar[str] = "lead {unit} from the front"

    unit: Name


@frozen(kw_only=True, cache_hash=True)
class StepBack(GameAction):
    """The leader of a unit steps back from its front, at the start of the side's turn.

    Attributes:
        unit: The unit.
    """

    words: ClassVar[str] = "step back with the leader of {unit}"

    unit: Name


@frozen(kw_only=True, cache_hash=True)
class Move(GameAction):
    """A unit moves in a straight line, forming up and turning as it goes.

    Attributes:
        unit: The unit.
        at: Where the middle of its front edge comes to stand.
        facing: The bearing that it then faces.
        ranks: In how many ranks it then stands; 0 keeps it as it is.
    """

    words: ClassVar[str] = "move {unit} to {at} facing {facing}"

    unit: Name
    at: At
    facing: Bearing
    ranks: Annotated[Ranks, Cites("p1-movement")] = 0


@frozen(kw_only=True, cache_hash=True)
class Limber(GameAction):
    """Guns are limbered up, in place of their move.

    Attributes:
        unit: The unit.
    """

    words: ClassVar[str] = "limber {unit}"

    unit: Name


@frozen(kw_only=True, cache_hash=True)
class Unlimber(GameAction):
    """Guns are brought into action, in place of their move.

    Attributes:
        unit: The unit.
        facing: The bearing that they then face.
    """

    words: ClassVar[str] = "unlimber {unit} facing {facing}"

    unit: Name
    facing: Bearing


@frozen(kw_only=True, cache_hash=True)
class Fire(GameAction):
    """A unit fires a weapon at an enemy unit.

    Attributes:
        unit: The unit.
        target: At whom.
        weapon: With what; a unit fires each of its weapons once in a phase.
    """

    words: ClassVar[str] = "fire {weapon} of {unit} at {target}"

    unit: Name
    target: Name
    weapon: Annotated[Weapon, Cites("p1-fire")]


@frozen(kw_only=True, cache_hash=True)
class ChargeHome(GameAction):
    """Units charge an enemy unit.

    Attributes:
        units: The units that charge, in the order in which they fight.
        target: Whom they charge.
    """

    words: ClassVar[str] = "charge {target} with {units}"

    units: Annotated[tuple[Name, ...], Size(1, 20, rule="melee-many-units")]
    target: Name


@frozen(kw_only=True, cache_hash=True)
class ThrowBombs(GameAction):
    """Infantry near a tank throws petrol bombs at it, in its own fire phase.

    Attributes:
        unit: The infantry.
        tank: The tank.
    """

    words: ClassVar[str] = "throw petrol bombs of {unit} at {tank}"

    unit: Name
    tank: Name


@frozen(kw_only=True, cache_hash=True)
class RunTrain(GameAction):
    """An armoured train runs along its track.

    Attributes:
        unit: The train.
        far: How far.
        back: Whether it backs, tail first.
    """

    words: ClassVar[str] = "run {unit} {far}"

    unit: Name
    far: Inches
    back: Annotated[bool, Cites("gen-rear")] = False


@frozen(kw_only=True, cache_hash=True)
class Sail(GameAction):
    """A vessel goes along the channel of the river; the dice say how far.

    Attributes:
        vessel: The vessel.
        way: Which way: down to the end of the channel's line, or up to its beginning.
        most: How far it goes at most.
    """

    words: ClassVar[str] = "sail {vessel} {way}"

    vessel: Name
    way: Annotated[Literal["down", "up"], Cites("ship-move")]
    most: Annotated[Inches, Cites("ship-move")] = FULL_AHEAD


@frozen(kw_only=True, cache_hash=True)
class CastOff(GameAction):
    """A vessel that is in tow is cast off.

    Attributes:
        vessel: The vessel.
    """

    words: ClassVar[str] = "cast off {vessel}"

    vessel: Annotated[Name, Cites("ship-tow")]


@frozen(kw_only=True, cache_hash=True)
class TakeInTow(GameAction):
    """A vessel is taken in tow, in place of its move.

    Attributes:
        vessel: The vessel.
        tower: The ship or launch that takes it in tow.
    """

    words: ClassVar[str] = "take {vessel} in tow of {tower}"

    vessel: Annotated[Name, Cites("ship-tow")]
    tower: Name


@frozen(kw_only=True, cache_hash=True)
class Board(GameAction):
    """A unit goes aboard a vessel, in place of its move.

    Attributes:
        unit: The unit.
        vessel: The vessel.
    """

    words: ClassVar[str] = "board {vessel} with {unit}"

    unit: Name
    vessel: Annotated[Name, Cites("ship-capacity")]


@frozen(kw_only=True, cache_hash=True)
class Land(GameAction):
    """A unit goes ashore from a vessel, in place of its move.

    Attributes:
        unit: The unit.
        at: Where the middle of its front edge comes to stand.
        facing: The bearing that it then faces.
        ranks: In how many ranks it then stands; 0 for as few as there may be.
    """

    words: ClassVar[str] = "land {unit} at {at} facing {facing}"

    unit: Name
    at: At
    facing: Bearing
    ranks: Annotated[Ranks, Cites("p1-movement")] = 0


@frozen(kw_only=True, cache_hash=True)
class LaunchBoats(GameAction):
    """A ship tries to launch boats that it carries.

    Attributes:
        vessel: The ship.
        boats: How many.
    """

    words: ClassVar[str] = "launch {boats} boats of {vessel}"

    vessel: Name
    boats: Annotated[Annotated[int, Range(1, 6, rule="ship-launch-boats")], Cites("ship-launch-boats")]


@frozen(kw_only=True, cache_hash=True)
class Bombard(GameAction):
    """A unit fires at a vessel, or a vessel at a unit or another vessel.

    Attributes:
        unit: The unit or the vessel that fires.
        target: The vessel, or the unit, that is fired at.
        weapon: With what.
    """

    words: ClassVar[str] = "bombard {target} with {weapon} of {unit}"

    unit: Name
    target: Name
    weapon: Annotated[Weapon, Cites("p1-artillery-and-armour")]


@frozen(kw_only=True, cache_hash=True)
class LayString(GameAction):
    """The string is laid along which an aircraft flies in this turn; one that arrives comes in combat mode.

    Attributes:
        aircraft: The aircraft.
        corners: The corners of the string: of one that arrives from the edge of the table on, of one over the table
            those beyond where it is.
    """

    words: ClassVar[str] = "string {aircraft} along {corners}"

    aircraft: Annotated[Name, Cites("air-string")]
    corners: Annotated[tuple[At, ...], Size(1, 19), Cites("air-string")]


@frozen(kw_only=True, cache_hash=True)
class GoOnPatrol(GameAction):
    """A fighter that arrives goes on patrol.

    Attributes:
        aircraft: The fighter.
    """

    words: ClassVar[str] = "patrol with {aircraft}"

    aircraft: Annotated[Name, Cites("air-patrol")]


@frozen(kw_only=True, cache_hash=True)
class Fly(GameAction):
    """An aircraft is to fly so many dice along its string in the flight turn under way.

    Attributes:
        aircraft: The aircraft.
        dice: How many D6.
    """

    words: ClassVar[str] = "fly {aircraft} with {dice} dice"

    aircraft: Name
    dice: Annotated[Annotated[int, Range(2, 5, rule="air-flight-move")], Cites("air-flight-move")]


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
    facing: Bearing


Action: TypeAlias = (
    Deploy
    | GoOn
    | Done
    | Lead
    | StepBack
    | Move
    | RunTrain
    | Limber
    | Unlimber
    | Fire
    | ChargeHome
    | ThrowBombs
    | Sail
    | CastOff
    | TakeInTow
    | Board
    | Land
    | LaunchBoats
    | Bombard
    | LayString
    | GoOnPatrol
    | Fly
    | PutRight
)

ACTIONS: tuple[type[GameAction], ...] = (
    Deploy,
    GoOn,
    Done,
    Lead,
    StepBack,
    Move,
    RunTrain,
    Limber,
    Unlimber,
    Fire,
    ChargeHome,
    ThrowBombs,
    Sail,
    CastOff,
    TakeInTow,
    Board,
    Land,
    LaunchBoats,
    Bombard,
    LayString,
    GoOnPatrol,
    Fly,
    PutRight,
)
