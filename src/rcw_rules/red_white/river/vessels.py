"""Ships, launches and boats: what they carry and tow, how boats are launched, and how far each goes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal, TypeAlias

from attrs import frozen

from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.dice import d6
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Range, Size
from rcw_rules.kernel.ledger import Ledger, Modifier, ledger
from rcw_rules.kernel.lengths import Inches, inches
from rcw_rules.kernel.needs import Need
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import counted, sentences
from rcw_rules.marks import Cites
from rcw_rules.red_white.model import VEHICLES, Stands
from rcw_rules.red_white.options import Options
from rcw_rules.red_white.profile import UnitType

VesselType: TypeAlias = Literal["ship", "launch", "boat"]

RiverState: TypeAlias = Literal["frozen", "thin_ice", "unfrozen", "ice_choked"]

SHIP_IN_THIN_ICE = Modifier(
    id="thin_ice", value=-2, reason="thin ice", rule="thin-ship-speed", group="ice", counting="worst"
)
SHIP_IN_CHOKED_ICE = Modifier(
    id="ice_choked", value=-2, reason="ice choked", rule="choked-ship-test", group="ice", counting="worst"
)
LAUNCH_TOWING = Modifier(
    id="towing", value=-1, reason="a boat in tow", rule="launch-rules", group="launch", counting="worst"
)
LAUNCH_IN_CHOKED_ICE = Modifier(
    id="ice_choked", value=-1, reason="ice choked", rule="choked-boats", group="launch", counting="worst"
)

SHIP_MORALE = 8  # ship-morale
SHIP_CAPACITY = 16  # ship-capacity
SMALL_CAPACITY = 1  # launch-rules, boat-rules
DICE: dict[VesselType, int] = {"ship": 4, "launch": 3, "boat": 2}  # ship-move, launch-rules, boat-rules
MOST_TOWED: dict[VesselType, int] = {"ship": 3, "launch": 1, "boat": 0}  # ship-tow
TOWABLE: dict[VesselType, tuple[VesselType, ...]] = {"ship": ("launch", "boat"), "launch": ("boat",), "boat": ()}
IN_SMALL_CRAFT: tuple[UnitType, ...] = ("infantry", "machine_gun", "artillery", "command")
WITH_HORSES: tuple[UnitType, ...] = ("cavalry", "tchanka", "droshky", "wagon")  # ship-horses
ICE: tuple[RiverState, ...] = ("thin_ice", "ice_choked")
LONGEST_SECTION = inches(24)  # ice-sections


@frozen(kw_only=True)
class Vessel:
    """A ship, a launch or a boat with the state that it carries from turn to turn.

    Attributes:
        type: A ship is large and has engines, a launch is a boat with an engine, a boat has none.
        kind: Whether a ship is a warship or a merchant; it matters for horses only.
        name: What to call it.
        morale: The morale number of a ship; by default 8.
        damage: The damage of a ship, which lowers its morale.
        failures: Icebreaker tests that a ship failed in a row up to its last turn; 0 after a test passed and after a
            turn without one.
        dice: The D6 that a ship moves by each turn; by default 4.
        capacity: The stands that a ship carries; by default 16.
        towing: What it has in tow.
        towed_by: What has it in tow.
    """

    type: Annotated[VesselType, Cites("gen-unit-types"), Cites("ship-class")]
    kind: Annotated[Literal["warship", "merchant"] | None, Cites("ship-class")] = None
    name: str = ""
    morale: Annotated[int, Range(1, 99, rule="ship-morale")] | None = None
    damage: Annotated[int, Range(0, 99, rule="ship-morale"), Cites("gen-unit-state")] = 0
    failures: Annotated[int, Range(0, 1, rule="thin-halt-exit"), Cites("gen-unit-state")] = 0
    dice: Annotated[int, Range(0, 20, rule="ship-move")] | None = None
    capacity: Annotated[int, Range(0, 999, rule="ship-capacity")] | None = None
    towing: Annotated[tuple[VesselType, ...], Size(0, 20, rule="ship-tow")] = ()
    towed_by: Literal["nothing", "ship", "launch"] = "nothing"

    @property
    def called(self) -> str:
        """What a sentence calls it: its name or its type."""
        return self.name or f"the {self.type}"

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield contradictions, with paths below the vessel."""
        if not self.name.isprintable():
            yield Problem(".name", "holds a character that cannot be shown, such as a line break")
        if self.type == "ship":
            return
        for field, value, rule in (
            ("kind", self.kind, "ship-class"),
            ("morale", self.morale, "ship-morale"),
            ("damage", self.damage or None, "ship-morale"),
            ("failures", self.failures or None, "thin-halt-exit"),
            ("dice", self.dice, f"{self.type}-rules"),
            ("capacity", self.capacity, f"{self.type}-rules"),
        ):
            if value is not None:
                yield Problem(f".{field}", f"is only for ships; the book fixes it for a {self.type}", rule)


@frozen(kw_only=True)
class RiverSection:
    """A section of a river.

    Attributes:
        state: What its water is like.
        thickness: The number that the game master gives to its ice; only for thin ice and ice-choked water, which need
            it.
        length: How long it is, in inches: at most 24 with thin ice or ice-choked water, which need it.
        bridge_low: Whether a bridge on the way through it is too low for the vessel.
        shallow: Whether it is too shallow for the vessel.
        name: What to call it.
    """

    state: Annotated[RiverState, Cites("river-states")]
    thickness: Annotated[int, Range(0, 99, rule="ice-sections")] | None = None
    length: Inches | None = None
    bridge_low: Annotated[bool, Cites("unfrozen-vessels")] = False
    shallow: Annotated[bool, Cites("unfrozen-vessels")] = False
    name: str = ""

    needs: ClassVar[tuple[Need, ...]] = (
        Need(
            "thickness",
            {"state": ICE},
            message="is missing: the game master gives one to each section of ice",
            rule="ice-sections",
        ),
        Need(
            "length",
            {"state": ICE},
            message="is missing: ice is divided into sections of at most 24 in",
            rule="ice-sections",
        ),
    )

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield contradictions, with paths below the section."""
        if not self.name.isprintable():
            yield Problem(".name", "holds a character that cannot be shown, such as a line break")
        if self.length == inches(0):
            yield Problem(".length", "expected more than 0 in", "ice-sections")
        if self.state not in ICE:
            if self.thickness is not None:
                message = "only thin ice and ice-choked water have a number for the thickness of the ice"
                yield Problem(".thickness", message, "ice-sections")
            return
        if self.length is not None and self.length > LONGEST_SECTION:
            yield Problem(".length", f"a section of ice is at most 24 in long, got {self.length}", "ice-sections")


Path: TypeAlias = Annotated[tuple[RiverSection, ...], Size(1, 40)]
"""The section in which a vessel lies, then those that it wants to go through this turn, in their order."""


@frozen(kw_only=True)
class Load:
    """Stands that are to go aboard.

    Attributes:
        type: What they are; dismounted cavalry is infantry, a gun's crew without its gun is artillery.
        stands: How many, each taking up the room of one.
        horses: Whether horses come with troops whose type does not say so, such as horse artillery.
    """

    type: UnitType
    stands: Stands
    horses: Annotated[bool, Cites("ship-horses")] = False

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield horses that come with a vehicle."""
        if self.horses and self.type in VEHICLES:
            yield Problem(".horses", "a vehicle has no horses", "ship-horses")


def has_horses(load: Load) -> bool:
    """Whether a load comes with horses: cavalry and horse-drawn units.

    Rules: ship-horses.
    """
    return load.horses or load.type in WITH_HORSES


def capacity_of(vessel: Vessel) -> int:
    """Return how many stands a vessel carries: 16 for a ship unless given, one for a launch or a boat.

    Rules: ship-capacity, launch-rules, boat-rules.
    """
    if vessel.type != "ship":
        return SMALL_CAPACITY
    return SHIP_CAPACITY if vessel.capacity is None else vessel.capacity


# ---------------------------------------------------------------- what is forbidden


def towing_objections(vessel: Vessel, path: str = "$.vessel") -> Iterator[Objection]:
    """Yield objections to what a vessel may not tow, and to what may not tow it.

    Rules: ship-tow.
    """
    most = MOST_TOWED[vessel.type]
    if len(vessel.towing) > most:
        message = f"a {vessel.type} tows {f'up to {most}' if most else 'nothing'}, not {len(vessel.towing)}"
        yield Objection(rule="ship-tow", message=message, path=f"{path}.towing")
    elif any(craft not in TOWABLE[vessel.type] for craft in vessel.towing):
        towable = "launches and boats" if vessel.type == "ship" else "boats"
        yield Objection(rule="ship-tow", message=f"a {vessel.type} tows only {towable}", path=f"{path}.towing")
    if vessel.towed_by == "nothing":
        return
    if vessel.type not in TOWABLE[vessel.towed_by]:
        message = f"a {vessel.towed_by} does not tow a {vessel.type}"
        yield Objection(rule="ship-tow", message=message, path=f"{path}.towed_by")
    elif vessel.towing:
        yield Objection(rule="ship-tow", message="a vessel in tow cannot tow others", path=f"{path}.towing")


def passage_objections(vessel: Vessel, path: tuple[RiverSection, ...]) -> Iterator[Objection]:
    """Yield an objection to each section that a vessel may not move in, and to what it may not tow.

    Unbroken thin ice is for ships, and for what a ship, which is then the icebreaker, has in tow.

    Rules: ship-tow, frozen-vessels, thin-ship-speed, unfrozen-vessels.
    """
    yield from towing_objections(vessel)
    for number, section in enumerate(path):
        where = f"$.path[{number}]"
        if section.state == "frozen":
            message = "no vessel moves in a frozen river, and none breaks its ice"
            yield Objection(rule="frozen-vessels", message=message, path=f"{where}.state")
        if section.state == "thin_ice" and vessel.type != "ship" and vessel.towed_by != "ship":
            message = f"a {vessel.type} enters thin ice only in tow of a ship that breaks it"
            yield Objection(rule="thin-ship-speed", message=message, path=f"{where}.state")
        if section.bridge_low:
            message = "the bridge is too low to pass under"
            yield Objection(rule="unfrozen-vessels", message=message, path=f"{where}.bridge_low")
        if section.shallow:
            message = "the water is too shallow for it"
            yield Objection(rule="unfrozen-vessels", message=message, path=f"{where}.shallow")


def load_objections(vessel: Vessel, loads: tuple[Load, ...], paths: tuple[str, ...]) -> Iterator[Objection]:
    """Yield an objection to each load that a launch or a boat does not hold, and to more stands than there is room for.

    Args:
        vessel: The vessel.
        loads: What is to go aboard.
        paths: The path of each load in the request.

    Rules: ship-capacity, launch-rules, boat-rules.
    """
    rule = "ship-capacity" if vessel.type == "ship" else f"{vessel.type}-rules"
    if vessel.type != "ship":
        for load, path in zip(loads, paths, strict=True):
            if load.type not in IN_SMALL_CRAFT or has_horses(load):
                message = f"a {vessel.type} holds infantry, machine guns, artillerists or a command, without horses"
                yield Objection(rule=rule, message=message, path=path)
    stands, room = sum(load.stands for load in loads), capacity_of(vessel)
    if stands > room:
        yield Objection(rule=rule, message=f"{stands} stands do not fit: the {vessel.type} holds {room}")


# ---------------------------------------------------------------- embarking


@frozen(kw_only=True)
class EmbarkOutcome:
    """What a vessel carries.

    Attributes:
        stands: The stands aboard.
        room: The stands for which there is room left.
    """

    stands: int
    room: int

    def summary(self, request: EmbarkRequest) -> str:
        """Return the stands aboard, and the room that is left."""
        room = f"room for {self.room} more" if self.room else "no more room"
        return sentences(f"{request.vessel.called} carries {counted(self.stands, 'stand')} and has {room}")


@frozen(kw_only=True, cache_hash=True)
class EmbarkRequest(Request[EmbarkOutcome]):
    """A vessel with everything that it is to carry and to tow. What is forbidden is refused.

    Attributes:
        vessel: The vessel, with what it has in tow.
        loads: Everything that it is to carry.
        warship_horses_allowed: Whether the game master allows horses on this warship.
    """

    vessel: Vessel
    loads: Annotated[tuple[Load, ...], Size(0, 99)] = ()
    warship_horses_allowed: Annotated[bool, Cites("ship-horses")] = False

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield a ship that is to carry horses without being said to be a warship or a merchant."""
        is_ship = self.vessel.type == "ship" and self.vessel.kind is None
        if is_ship and not self.warship_horses_allowed and any(has_horses(load) for load in self.loads):
            message = "is missing: merchants carry horses, warships do not; say which it is"
            yield Problem(".vessel.kind", message, "ship-horses")


def _embark_example() -> EmbarkRequest:
    ship = Vessel(type="ship", kind="merchant", towing=("launch", "boat"))
    return EmbarkRequest(vessel=ship, loads=(Load(type="infantry", stands=8), Load(type="cavalry", stands=6)))


@procedure(
    "red_white.embark",
    title="May this be carried or towed?",
    rules=("ship-tow",),
    example=_embark_example,
)
def embark(request: EmbarkRequest, umpire: Umpire[Options]) -> EmbarkOutcome:
    """Say how much room is left once everything is aboard; what may not be carried or towed is refused first.

    Rules: ship-capacity.
    """
    stands = sum(load.stands for load in request.loads)
    room = capacity_of(request.vessel) - stands
    rule = "ship-capacity" if request.vessel.type == "ship" else f"{request.vessel.type}-rules"
    umpire.result(rule, "stands aboard: {stands}; room left: {room}", stands=stands, room=room)
    return EmbarkOutcome(stands=stands, room=room)


@embark.legality
def _embark_objections(request: EmbarkRequest, options: Options) -> Iterator[Objection]:
    vessel = request.vessel
    yield from towing_objections(vessel)
    paths = tuple(f"$.loads[{number}]" for number in range(len(request.loads)))
    yield from load_objections(vessel, request.loads, paths)
    if vessel.kind == "warship" and not request.warship_horses_allowed:
        for load, path in zip(request.loads, paths, strict=True):
            if has_horses(load):
                message = "a warship carries no horses unless the game master allows it (warship_horses_allowed)"
                yield Objection(rule="ship-horses", message=message, path=path)


# ---------------------------------------------------------------- launching boats


@frozen(kw_only=True)
class LaunchBoatsOutcome:
    """Whether boats are in the water.

    Attributes:
        launched: How many are launched: all that were declared, or none.
        carried: How many are still aboard.
    """

    launched: int
    carried: int

    def summary(self, request: LaunchBoatsRequest) -> str:
        """Return how many boats are in the water, and how many are still aboard."""
        boats = counted(self.launched, "boat") if self.launched else "no boat"
        aboard = f"{self.carried} {'is' if self.carried == 1 else 'are'} still aboard" if self.carried else ""
        return sentences(f"{boats} {'are' if self.launched > 1 else 'is'} launched", aboard)


@frozen(kw_only=True, cache_hash=True)
class LaunchBoatsRequest(Request[LaunchBoatsOutcome]):
    """A ship that launches boats that it carries.

    Attributes:
        carried: The boats that it has aboard.
        boats: How many of them it launches, declared before the roll; no D6 reaches more than 6.
        tried_this_turn: Whether it has tried before in this turn.
    """

    carried: Annotated[int, Range(1, 99, rule="ship-launch-boats")]
    boats: Annotated[int, Range(1, 6, rule="ship-launch-boats")]
    tried_this_turn: bool = False

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield more boats than there are."""
        if self.boats > self.carried:
            message = f"{self.boats} boats cannot be launched where {self.carried} are carried"
            yield Problem(".boats", message, "ship-launch-boats")


def _launch_example() -> LaunchBoatsRequest:
    return LaunchBoatsRequest(carried=6, boats=4)


@procedure(
    "red_white.launch_boats",
    title="Are the boats launched?",
    rules=("ship-launch-boats",),
    example=_launch_example,
)
def launch_boats(request: LaunchBoatsRequest, umpire: Umpire[Options]) -> LaunchBoatsOutcome:
    """Launch all the declared boats or none: a D6 must be equal to their number or more.

    Rules: ship-launch-boats.
    """
    succeeds = umpire.roll(d6.check(at_least=request.boats), "launching", "ship-launch-boats")
    launched = request.boats if succeeds else 0
    umpire.result("ship-launch-boats", "boats launched: {launched}", launched=launched)
    return LaunchBoatsOutcome(launched=launched, carried=request.carried - launched)


@launch_boats.legality
def _launch_objections(request: LaunchBoatsRequest, options: Options) -> Iterator[Objection]:
    if request.tried_this_turn:
        message = "a ship tries to launch boats once a turn"
        yield Objection(rule="ship-launch-boats", message=message, path="$.tried_this_turn")


# ---------------------------------------------------------------- moving


@frozen(kw_only=True)
class VesselMoveOutcome:
    """How far a vessel goes.

    Attributes:
        dice: How many D6 it moves by.
        moved: How far it may go, in inches; None for what is in tow, which goes as far as its tower.
    """

    dice: int
    moved: Inches | None

    def summary(self, request: VesselMoveRequest) -> str:
        """Return how far the vessel may go, and by how many dice."""
        vessel = request.vessel
        if self.moved is None:
            return sentences(f"{vessel.called} goes with the {vessel.towed_by} that tows it")
        return sentences(f"{vessel.called} may go {self.moved}, by {self.dice}D6")


@frozen(kw_only=True, cache_hash=True)
class VesselMoveRequest(Request[VesselMoveOutcome]):
    """A vessel that moves this turn. Other procedures, which call this one, decide what the ice does to it.

    Attributes:
        vessel: The vessel.
        path: The section in which it lies, then those that it wants to go through.
        rowed: Whether a boat is rowed this turn.
    """

    vessel: Vessel
    path: Path
    rowed: Annotated[bool, Cites("boat-rules")] = False

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield contradictions, with paths below the request."""
        yield from rowing_problems(self.vessel, rowed=self.rowed)


def rowing_problems(vessel: Vessel, *, rowed: bool) -> Iterator[Problem]:
    """Yield rowing by vessels without oars, and a boat that is neither rowed nor towed.

    Rules: boat-rules.
    """
    if rowed and vessel.type != "boat":
        yield Problem(".rowed", f"only boats are rowed; a {vessel.type} has engines", "boat-rules")
    if vessel.type == "boat" and not rowed and vessel.towed_by == "nothing":
        yield Problem(".rowed", "a boat that moves is either rowed or towed; say which", "boat-rules")


def rowing_objections(vessel: Vessel, *, rowed: bool) -> Iterator[Objection]:
    """Yield an objection to a boat that is rowed and towed in the same turn.

    Rules: boat-rules.
    """
    if rowed and vessel.towed_by != "nothing":
        message = "a boat is either rowed or towed in a turn, not both"
        yield Objection(rule="boat-rules", message=message, path="$.rowed")


def _move_example() -> VesselMoveRequest:
    return VesselMoveRequest(vessel=Vessel(type="ship"), path=(RiverSection(state="unfrozen"),))


@procedure(
    "red_white.vessel_move",
    title="How far can this vessel move?",
    formerly=("How far does this vessel go?",),
    rules=("ship-move",),
    example=_move_example,
)
def vessel_move(request: VesselMoveRequest, umpire: Umpire[Options]) -> VesselMoveOutcome:
    """Roll how far a vessel may go this turn: the sum of its D6 in inches.

    A ship has 4 dice unless it is said, and 2 fewer, but never fewer than none, if any section of its way has thin ice
    or is ice-choked. A launch has 3, or 2 with a boat in tow or among ice; a rowed boat has 2. What is in tow rolls
    nothing and goes with its tower.

    Rules: ship-move, launch-rules, boat-rules, ship-tow.
    """
    vessel = request.vessel
    if vessel.towed_by != "nothing":
        umpire.result("ship-tow", "it moves with the {tower} that has it in tow", tower=vessel.towed_by)
        return VesselMoveOutcome(dice=0, moved=None)
    base = DICE[vessel.type] if vessel.dice is None else vessel.dice
    dice = max(0, base + umpire.modify(_speed_ledger(vessel, request.path), "speed dice").total)
    rule = "ship-move" if vessel.type == "ship" else f"{vessel.type}-rules"
    moved = inches(umpire.roll(d6.sum(dice), "speed", rule))
    umpire.result(rule, "it may go {moved}", moved=str(moved))
    return VesselMoveOutcome(dice=dice, moved=moved)


@vessel_move.legality
def _move_objections(request: VesselMoveRequest, options: Options) -> Iterator[Objection]:
    yield from passage_objections(request.vessel, request.path)
    yield from rowing_objections(request.vessel, rowed=request.rowed)


def _speed_ledger(vessel: Vessel, path: tuple[RiverSection, ...]) -> Ledger:
    """Return what changes the number of speed dice. Ice costs a ship 2 dice once, however much there is.

    Rules: ship-move, thin-ship-speed, choked-ship-test, launch-rules, choked-boats.
    """

    def listed() -> Iterator[Modifier]:
        states = [section.state for section in path]
        if vessel.type == "ship":
            if "thin_ice" in states:
                yield SHIP_IN_THIN_ICE
            if "ice_choked" in states:
                yield SHIP_IN_CHOKED_ICE
        if vessel.type == "launch":
            if vessel.towing:
                yield LAUNCH_TOWING
            if "ice_choked" in states:
                yield LAUNCH_IN_CHOKED_ICE

    return ledger(listed())
