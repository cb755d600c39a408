"""Actions beyond moving, shooting and charging: vehicles, trains, works, horses, regrouping, possession, officers."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal, TypeAlias

from attrs import frozen

from rcw_rules.games import Action as GameAction
from rcw_rules.kernel.angles import Angle
from rcw_rules.kernel.fields import Range, Size
from rcw_rules.kernel.lengths import Inches
from rcw_rules.marks import Cites
from rcw_rules.red_actions.model import Name

Thing: TypeAlias = Annotated[str, Size(1, 100)]


@frozen(kw_only=True, cache_hash=True)
class Repair(GameAction):
    """A vehicle tries to get free, and then has its segment.

    Attributes:
        unit: The vehicle.
    """

    words: ClassVar[str] = "repair {unit}"

    unit: Name


@frozen(kw_only=True, cache_hash=True)
class Drive(GameAction):
    """A train drives, and its segment ends. Its cars may have fired before.

    Attributes:
        unit: Its engine, or its first car if it has none.
        order: What the driver does: keep the speed or stand, double it, halve it, or set off the other way.
    """

    words: ClassVar[str] = "drive {unit} {order}"

    unit: Name
    order: Annotated[Literal["keep", "faster", "slower", "reverse"], Cites("train-speed")]


@frozen(kw_only=True, cache_hash=True)
class Cross(GameAction):
    """A unit that has halted in wire tries to get through; engineers cut a path.

    Attributes:
        unit: The unit.
    """

    words: ClassVar[str] = "get {unit} through the wire"

    unit: Name


@frozen(kw_only=True, cache_hash=True)
class Clear(GameAction):
    """A tank with a device to clear wire goes along the wire that it touches.

    Attributes:
        unit: The tank.
        along: How far it goes.
        back: Whether it goes towards the beginning of the wire, as its points are listed, instead of its end.
    """

    words: ClassVar[str] = "clear {along} of wire with {unit}"

    unit: Name
    along: Annotated[Inches, Cites("wire-tanks")]
    back: bool = False


@frozen(kw_only=True, cache_hash=True)
class Dig(GameAction):
    """Infantry digs foxholes where it stands.

    Attributes:
        unit: The unit.
    """

    words: ClassVar[str] = "dig in {unit}"

    unit: Name


@frozen(kw_only=True, cache_hash=True)
class Dismount(GameAction):
    """Cavalry gets off its horses, and one base stays to hold them.

    Attributes:
        unit: The unit.
    """

    words: ClassVar[str] = "dismount {unit}"

    unit: Name


@frozen(kw_only=True, cache_hash=True)
class Mount(GameAction):
    """Cavalry that fights on foot gets back on its horses.

    Attributes:
        unit: The unit.
    """

    words: ClassVar[str] = "mount {unit}"

    unit: Name


@frozen(kw_only=True, cache_hash=True)
class Embark(GameAction):
    """Infantry gets on a car of a train that stands.

    Attributes:
        unit: The unit.
        car: The car.
    """

    words: ClassVar[str] = "embark {unit} on {car}"

    unit: Name
    car: Annotated[Name, Cites("dis-time")]


@frozen(kw_only=True, cache_hash=True)
class Disembark(GameAction):
    """Infantry gets off its train, and stands beside its car.

    Attributes:
        unit: The unit.
    """

    words: ClassVar[str] = "disembark {unit}"

    unit: Name


@frozen(kw_only=True, cache_hash=True)
class Divide(GameAction):
    """A unit divides. Its parts are known by its name and a number.

    Attributes:
        unit: The unit.
        parts: How many bases each part gets.
    """

    words: ClassVar[str] = "divide {unit} into {parts}"

    unit: Name
    parts: Annotated[tuple[int, ...], Size(2, 6), Cites("act-divide")]


@frozen(kw_only=True, cache_hash=True)
class Combine(GameAction):
    """Units in contact become one, under the name of the first.

    Attributes:
        unit: The first.
        other: The one that becomes a part of it.
    """

    words: ClassVar[str] = "combine {unit} with {other}"

    unit: Name
    other: Annotated[Name, Cites("act-combine")]


@frozen(kw_only=True, cache_hash=True)
class Reform(GameAction):
    """A unit whose bases face different ways forms up, which is its whole move.

    Attributes:
        unit: The unit.
        facing: The bearing that it faces afterwards.
        in_column: Whether it forms a column.
    """

    words: ClassVar[str] = "form up {unit} facing {facing}"

    unit: Name
    facing: Annotated[Angle, Range(0, 360, rule="conv-bad-input"), Cites("mov-reform")]
    in_column: Annotated[bool, Cites("form-column")] = False


@frozen(kw_only=True, cache_hash=True)
class Take(GameAction):
    """A unit takes possession of guns, weapons, horses or prisoners that it touches.

    Attributes:
        unit: The unit.
        thing: What it takes: by the name of the unit that left it, or of the prisoners.
    """

    words: ClassVar[str] = "take {thing} with {unit}"

    unit: Name
    thing: Annotated[Thing, Cites("act-possession")]


@frozen(kw_only=True, cache_hash=True)
class Eliminate(GameAction):
    """A unit eliminates prisoners that it touches, where the option allows it.

    Attributes:
        unit: The unit.
        thing: The prisoners.
    """

    words: ClassVar[str] = "eliminate {thing} with {unit}"

    unit: Name
    thing: Annotated[Thing, Cites("misc-prisoners-kill")]


@frozen(kw_only=True, cache_hash=True)
class Attach(GameAction):
    """A senior officer in contact joins a unit, which then has its segment.

    Attributes:
        unit: The unit.
        senior: The officer's base.
    """

    words: ClassVar[str] = "attach {senior} to {unit}"

    unit: Name
    senior: Annotated[Name, Cites("act-senior-attach")]


@frozen(kw_only=True, cache_hash=True)
class Detach(GameAction):
    """A senior officer leaves a unit, which then has its segment.

    Attributes:
        unit: The unit.
        senior: The officer's base.
    """

    words: ClassVar[str] = "detach {senior} from {unit}"

    unit: Name
    senior: Annotated[Name, Cites("act-senior-attach")]


@frozen(kw_only=True, cache_hash=True)
class SetFire(GameAction):
    """A unit tries to set a building on fire.

    Attributes:
        unit: The unit.
        place: The name of the building.
    """

    words: ClassVar[str] = "set fire to {place} with {unit}"

    unit: Name
    place: Annotated[Thing, Cites("bld-fire-set")]


@frozen(kw_only=True, cache_hash=True)
class FightFire(GameAction):
    """A unit fights the fire of a building.

    Attributes:
        unit: The unit.
        place: The name of the building.
    """

    words: ClassVar[str] = "fight the fire of {place} with {unit}"

    unit: Name
    place: Annotated[Thing, Cites("bld-fire-fight")]


Task: TypeAlias = (
    Repair
    | Drive
    | Cross
    | Clear
    | Dig
    | Dismount
    | Mount
    | Embark
    | Disembark
    | Divide
    | Combine
    | Reform
    | Take
    | Eliminate
    | Attach
    | Detach
    | SetFire
    | FightFire
)

TASKS: tuple[type[GameAction], ...] = (
    Repair,
    Drive,
    Cross,
    Clear,
    Dig,
    Dismount,
    Mount,
    Embark,
    Disembark,
    Divide,
    Combine,
    Reform,
    Take,
    Eliminate,
    Attach,
    Detach,
    SetFire,
    FightFire,
)
