"""Artillery and armoured trains that fire: which may, and what their support adds to a combat."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Annotated, Literal, TypeAlias

from attrs import frozen

from rcw_rules.kernel import words
from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Range, Size
from rcw_rules.kernel.geometry.hexes import HexGrid, HexMap
from rcw_rules.kernel.ledger import Ledger, Modifier, ledger
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.marks import Cites
from rcw_rules.orel.definitions import Troops, grid_in, names_of, note_values, off_the_rails, passes, predominant_of
from rcw_rules.orel.model import (
    TRAIN_TQ,
    AttackType,
    Day,
    HexLabel,
    Unit,
    listed,
    wrong_places,
    wrong_sides,
    wrong_words,
)
from rcw_rules.orel.options import Options
from rcw_rules.orel.scenarios import CommandException, command_exceptions
from rcw_rules.orel.strength import defends_alone, fire_strength_now

FireUse: TypeAlias = Literal["none", "barrage", "counterbattery", "support"]
"""What a battery or a train has done with its fire in this combat phase."""

SupportRole: TypeAlias = Literal["offensive", "defensive"]

FIRE_RANGE = 2  # 8.3.1-target, 8.4-counterbattery, 8.6.2-support

_CHECK = "support_coordination"
_USED: dict[FireUse, tuple[str, str]] = {
    "barrage": ("8.3.1-markers", "has a Barrage marker"),
    "counterbattery": ("8.4-counterbattery", "has been called to counterbattery fire"),
    "support": ("8.6.2-support", "supports a combat already"),
}


# -------------------------------------------------------------------- who may fire


@frozen(kw_only=True, cache_hash=True)
class Firer:
    """A battery or a train that is to fire.

    Attributes:
        unit: The battery or train.
        distance: How far the target, or the attacked hex, is from it, in hexes; by default measured.
        fired: What it has done with its fire in this phase before.
    """

    unit: Unit
    distance: Annotated[int, Range(0, 99, rule="8.3.1-target")] | None = None
    fired: Annotated[FireUse, Cites("8.3.1-markers")] = "none"


def distance_to(firer: Firer, target: str | None, grid: HexGrid) -> int | None:
    """Return how far a firer is from a hex; None if it is not known."""
    if firer.distance is not None:
        return firer.distance
    if firer.unit.hex is None or target is None:
        return None
    return grid.distance(firer.unit.hex, target)


def wrong_firer(
    path: str, firer: Firer, target: str | None, grid: HexGrid, *, in_its_hex: bool = False
) -> Iterator[Problem]:
    """Yield a problem if a unit cannot fire, or its distance is missing or is not that of the hexes.

    Args:
        path: The path of the firer below the request.
        firer: The firer.
        target: The hex that it fires at; None if it is not given.
        grid: The hexes of the board; hexes off it are reported elsewhere.
        in_its_hex: Whether that may be its own hex, as of artillery in an attacked one.

    Rules: X-bad-combat.
    """
    unit = firer.unit
    if not (unit.is_artillery or unit.is_train):
        message = f"only artillery and armoured trains fire, and {unit.key} is of type {unit.type}"
        yield Problem(f"{path}.unit.type", message, "X-bad-combat")
    if any(place is not None and not grid.has(place) for place in (unit.hex, target)):
        return
    if unit.hex is not None and target is not None:
        measured = grid.distance(unit.hex, target)
        if firer.distance not in (None, measured):
            message = f"{unit.hex} and {target} are {measured} hexes apart; leave the distance out"
            yield Problem(f"{path}.distance", message, "X-bad-combat")
    elif firer.distance is None:
        message = "is missing; give it, or put the unit and what it fires at into hexes"
        yield Problem(f"{path}.distance", message, "X-bad-combat")
    if distance_to(firer, target, grid) == 0 and not in_its_hex:
        message = f"{unit.key} is not in the hex that it fires at; the distance is at least 1"
        yield Problem(f"{path}.distance", message, "X-bad-combat")


def unable_to_fire(firer: Firer, path: str, *, active: bool) -> Iterator[Objection]:
    """Yield what keeps a battery or a train from firing at all.

    Args:
        firer: The firer.
        path: Its path in the request.
        active: Whether its owner is the active player, whose inactive units may not fire.

    Rules: 7.1.4-march-effects, 8.7.3-rout, 8.2.3-effects, 9.1-contact, 10.2-inactive, 8.3.1-markers,
        8.4-counterbattery, 8.6.2-support.
    """
    unit = firer.unit
    at = f"{path}.unit"
    if unit.mode == "march":
        message = f"{unit.key} is in march mode; artillery fires in combat mode alone"
        yield Objection(rule="7.1.4-march-effects", message=message, path=f"{at}.mode")
    if unit.mode == "routed":
        message = f"{unit.key} is routed; artillery fires in combat mode alone"
        yield Objection(rule="8.7.3-rout", message=message, path=f"{at}.mode")
    if unit.is_train and unit.unsupplied:
        message = f"{unit.key} is unsupplied; such a train moves and does not fight"
        yield Objection(rule="8.2.3-effects", message=message, path=f"{at}.unsupplied")
    if unit.in_contact:
        message = f"{unit.key} is in contact, which takes the place of firing from afar"
        yield Objection(rule="9.1-contact", message=message, path=f"{at}.in_contact")
    if active and unit.inactive:
        message = f"{unit.key} is inactive; it fires only in defence until it is released"
        yield Objection(rule="10.2-inactive", message=message, path=f"{at}.inactive")
    if firer.fired != "none":
        rule, what = _USED[firer.fired]
        message = f"{unit.key} {what}; a battery or a train fires once in a combat phase"
        yield Objection(rule=rule, message=message, path=f"{path}.fired")


def out_of_range(firer: Firer, distance: int | None, path: str, rule: str) -> Iterator[Objection]:
    """Yield the objection that a target lies too far off.

    Args:
        firer: The firer.
        distance: The distance; None is reported elsewhere.
        path: The path of the firer in the request.
        rule: The rule that sets the range.

    Rules: 8.3.1-target, 8.4-counterbattery, 8.6.2-support.
    """
    if distance is not None and distance > FIRE_RANGE:
        message = f"{firer.unit.key} is {distance} hexes away and fires no further than {FIRE_RANGE}"
        yield Objection(rule=rule, message=message, path=path)


def no_enemy_beside_it(firer: Firer, path: str, adjacent: str) -> Objection:
    """Return the objection that artillery out of command has no enemy beside it that it could fire at.

    Args:
        firer: The firer.
        path: Its path in the request.
        adjacent: Whom it may fire at.

    Rules: 5.3-artillery.
    """
    return Objection(rule="5.3-artillery", message=f"{firer.unit.key} is out of command; {adjacent}", path=path)


def is_out_of_command(unit: Unit) -> bool:
    """Whether being out of command hampers the fire of a unit: of artillery, never of trains.

    Rules: 5.3-artillery.
    """
    return unit.is_artillery and unit.out_of_command


def fire_quality(unit: Unit) -> int:
    """Return the quality against which a battery or a train checks before it fires.

    Rules: 8.4-counterbattery, 8.6.2-check.
    """
    return TRAIN_TQ if unit.is_train else unit.quality


def may_support_with(
    battery: Unit, involved: Iterable[Unit], day: Day, exceptions: tuple[CommandException, ...] | None = None
) -> bool:
    """Whether a battery or a train may support these units of its side: trains any unit, batteries their own.

    A Red battery needs a unit of its formation, a White one of its division. Battalions of recruits fit every battery.
    The exceptions of the command rules hold here too: Lettone artillery for every Lettone brigade, and from 20 October
    Tchervonno-Kazak artillery for the two cavalry brigades of the 41st Division; others can be given. Vehicles
    belong to no formation.

    Rules: 8.6.2-support, 5.1-lettone, 5.1-tchkz.
    """
    return battery.is_train or any(
        _belong_together(battery, unit, day, command_exceptions(exceptions))
        for unit in involved
        if not unit.is_vehicle and unit.key != battery.key
    )


def _belong_together(battery: Unit, unit: Unit, day: Day, exceptions: tuple[CommandException, ...]) -> bool:
    if unit.recruit_battalion:
        return True
    if battery.side == "white":
        return bool(battery.division) and battery.division == unit.division
    if battery.formation and battery.formation == unit.formation:
        return True
    return any(
        day >= exception.from_day
        and (
            (battery.key in exception.units and unit.formation in exception.formations)
            or (unit.key in exception.units and battery.formation in exception.formations)
        )
        for exception in exceptions
    )


# -------------------------------------------------------------------- what supports are worth


@frozen(kw_only=True)
class SupportFigure:
    """What one battery or train adds to a combat.

    Attributes:
        key: Which.
        coordinated: Whether its check succeeded.
        fire: What it adds.
    """

    key: str
    coordinated: bool
    fire: int


@frozen(kw_only=True)
class SupportCoordinationOutcome:
    """What the supports of one side add to a combat.

    Attributes:
        supports: What each of them adds, in listed order.
        total: All together.
    """

    supports: tuple[SupportFigure, ...]
    total: int

    def summary(self, request: SupportCoordinationRequest) -> str:
        """Return what the support adds, and what of it comes from whom."""
        names = names_of(firer.unit for firer in request.supports)
        each = [
            f"{names[one.key]} {'' if one.coordinated else 'fails its coordination check and '}adds {one.fire}"
            for one in self.supports
        ]
        total = f"the support adds {self.total}" if len(each) > 1 else ""
        return words.sentences(total, *each)


def coordinates(umpire: Umpire[Options], unit: Unit, *, hasty: bool = False, rule: str = "8.6.2-check") -> bool:
    """Throw the coordination die of one battery or train.

    Args:
        umpire: Throws.
        unit: The battery or train; a battery that defends without a combat unit as well.
        hasty: Whether it supports a Hasty Attack, on the attacker's side.
        rule: The rule that asks for the check.

    Rules: 8.6.2-check, 5.3-artillery, 7.2-hasty.
    """
    modifiers = coordination_modifiers(umpire, out_of_command=is_out_of_command(unit), hasty=hasty)
    return passes(umpire, fire_quality(unit), f"coordination of {unit.key}", rule, modifiers)


def coordination_modifiers(umpire: Umpire[Options], *, out_of_command: bool, hasty: bool) -> Ledger:
    """Return what is added to a coordination die, not yet on the record.

    Args:
        umpire: Has the charts.
        out_of_command: Whether artillery out of command throws it.
        hasty: Whether it is for the support of a Hasty Attack, on the attacker's side.

    Rules: 5.3-artillery, 7.2-hasty.
    """

    def entries() -> Iterator[Modifier]:
        if out_of_command:
            yield umpire.modifier(_CHECK, "out_of_command", "5.3-artillery", "out of command")
        if hasty:
            yield umpire.modifier(_CHECK, "offensive_support_of_hasty_attack", "7.2-hasty", "hasty attack")

    return ledger(entries())


def support_of(
    umpire: Umpire[Options], units: Collection[Unit], role: SupportRole, attack_type: AttackType
) -> SupportCoordinationOutcome:
    """Throw for the supports of one side and say what they add.

    Args:
        umpire: Throws.
        units: The batteries and trains that support, all of them allowed to.
        role: Whether the attacker or the defender is supported.
        attack_type: Prepared or Hasty Attack.

    Rules: 8.6.2-check, OPT-a-support, 1.2-round-down.
    """
    hasty = role == "offensive" and attack_type == "hasty"
    if len(units) > 1:
        umpire.ruling("single_support_roll")
    if len(units) > 1 and umpire.options.single_support_roll:
        passed = [_coordinate_together(umpire, units, role, hasty=hasty)] * len(units)
    else:
        passed = [coordinates(umpire, unit, hasty=hasty) for unit in units]
    figures = tuple(_figure(umpire, unit, coordinated=one) for unit, one in zip(units, passed, strict=True))
    return SupportCoordinationOutcome(supports=figures, total=sum(figure.fire for figure in figures))


def _coordinate_together(umpire: Umpire[Options], units: Collection[Unit], role: SupportRole, *, hasty: bool) -> bool:
    """Throw one die for all supports of a side, against the quality that most of their steps have.

    Rules: OPT-a-support.
    """
    steps = tuple(Troops(key=unit.key, tq=fire_quality(unit), steps=unit.steps) for unit in units)
    predominant = predominant_of(steps).value
    umpire.result("OPT-a-support", "the supports check together, with quality {quality}", quality=predominant)
    modifiers = coordination_modifiers(umpire, out_of_command=any(map(is_out_of_command, units)), hasty=hasty)
    return passes(umpire, predominant, f"coordination of all {role} supports", "OPT-a-support", modifiers)


def _figure(umpire: Umpire[Options], unit: Unit, *, coordinated: bool) -> SupportFigure:
    fire = fire_strength_now(umpire, unit, coordinated=coordinated)
    text = "{unit} adds {fire}" if coordinated else "{unit} is not coordinated and adds {fire}"
    umpire.result("8.6.2-check", text, unit=unit.key, fire=fire)
    return SupportFigure(key=unit.key, coordinated=coordinated, fire=fire)


# -------------------------------------------------------------------- orel.support_coordination


@frozen(kw_only=True, cache_hash=True)
class SupportCoordinationRequest(Request[SupportCoordinationOutcome]):
    """The batteries and trains of one side that support one combat.

    Attributes:
        supports: They, in the order in which they throw.
        role: Whether they support the attacker or the defender.
        attack_type: Prepared or Hasty Attack.
        target: The attacked hex, to which ranges are counted.
        attacking: The hexes that the attack comes from; they matter to defensive support out of command.
        supported: The units of their side that take part in the combat; if none are given, formations and divisions are
            not checked.
        day: The day; it matters to some Red cavalry alone.
        exceptions: Which formations may command and help units that are not their own; None for those of the book.
        board: The board, for its extent.
    """

    supports: Annotated[tuple[Firer, ...], Size(1, 20)]
    role: SupportRole = "offensive"
    attack_type: AttackType = "prepared"
    target: HexLabel | None = None
    attacking: Annotated[tuple[HexLabel, ...], Size(0, 6), Cites("5.3-artillery")] = ()
    supported: Annotated[tuple[Unit, ...], Size(0, 40), Cites("8.6.2-support")] = ()
    day: Annotated[Day, Cites("5.1-tchkz")] = 15
    exceptions: Annotated[tuple[CommandException, ...] | None, Cites("5.1-lettone")] = None
    board: HexMap | None = None

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        yield from wrong_words(self.board)
        yield from off_the_rails(self, self.board)
        grid = grid_in(self.board)
        side = self.supports[0].unit.side
        for number, firer in enumerate(self.supports):
            if firer.unit.side != side:
                yield Problem(f".supports[{number}].unit.side", f"expected a {side} unit", "X-bad-units")
        yield from wrong_places(((f".supports[{n}].unit", firer.unit) for n, firer in enumerate(self.supports)), grid)
        yield from wrong_sides("supported", self.supported, side)
        yield from wrong_places(listed("supported", self.supported), grid)
        places = ((".target", self.target), *((f".attacking[{n}]", place) for n, place in enumerate(self.attacking)))
        for path, place in places:
            if place is not None and not grid.has(place):
                yield Problem(path, f"hex {place} is not on the board", "X-bad-units")
        for number, firer in enumerate(self.supports):
            defends = self.role == "defensive"
            yield from wrong_firer(f".supports[{number}]", firer, self.target, grid, in_its_hex=defends)
            asked = defends and is_out_of_command(firer.unit) and firer.distance != 0
            if asked and (firer.unit.hex is None or not self.attacking):
                message = "is missing; whether an attacker stands next to artillery out of command must be known"
                path = f".supports[{number}].unit.hex" if self.attacking else ".attacking"
                yield Problem(path, message, "5.3-artillery")


def _example() -> SupportCoordinationRequest:
    guns = Unit(
        key="Art/1K",
        side="white",
        type="artillery",
        hex="2604",
        formation="1K",
        division="1st Infantry Division",
        tq=5,
        steps=2,
        fire=3,
    )
    train = Unit(key="Offitser", side="white", type="armoured_train_light", hex="2705", fire=3)
    battalion = Unit(
        key="1/1K",
        side="white",
        type="infantry",
        hex="2603",
        division="1st Infantry Division",
        tq=6,
        steps=4,
        strength=7,
    )
    return SupportCoordinationRequest(
        supports=(Firer(unit=guns), Firer(unit=train)), target="2703", supported=(battalion,)
    )


@procedure(
    "orel.support_coordination",
    title="What does the support of artillery and trains add?",
    rules=("8.6.2-support",),
    example=_example,
)
def support_coordination(request: SupportCoordinationRequest, umpire: Umpire[Options]) -> SupportCoordinationOutcome:
    """Throw a coordination die for each battery and train in listed order, and add up the fire strengths.

    The die and its modifiers must not exceed the quality, 4 of a train. A unit that fails adds half of its fire,
    rounded down, which can be nothing. Each is rounded separately, after one division by everything that divides it.
    With the option there is one die for all of them, against their predominant quality, with every modifier that holds
    for any.

    Rules: 8.6.2-support, 8.6.2-check.
    """
    units = tuple(firer.unit for firer in request.supports)
    note_values(umpire, units)
    found = support_of(umpire, units, request.role, request.attack_type)
    umpire.result("8.6.2-support", "support of {total}", total=found.total)
    return found


@support_coordination.legality
def _objections(request: SupportCoordinationRequest, options: Options) -> Iterator[Objection]:
    grid = grid_in(request.board)
    offensive = request.role == "offensive"
    alone = not offensive and bool(request.supported) and defends_alone(request.supported)
    defending = {unit.key for unit in request.supported}
    for number, firer in enumerate(request.supports):
        unit, path = firer.unit, f"$.supports[{number}]"
        yield from unable_to_fire(firer, path, active=offensive)
        distance = distance_to(firer, request.target, grid)
        yield from out_of_range(firer, distance, path, "8.6.2-support")
        if is_out_of_command(unit) and not _stands_beside(firer, distance, request, grid):
            whom = "it supports only against enemies next to it"
            yield no_enemy_beside_it(firer, path, whom)
        if alone and unit.is_artillery and unit.key in defending:
            message = f"{unit.key} defends without a combat unit, and its fire is its combat strength already"
            yield Objection(rule="8.7.1-lone-artillery", message=message, path=path)
        elif request.supported and not may_support_with(unit, request.supported, request.day, request.exceptions):
            whose = "formation" if unit.side == "red" else "division"
            message = f"{unit.key} supports only a combat in which a unit of its {whose} takes part"
            yield Objection(rule="8.6.2-support", message=message, path=path)


def _stands_beside(firer: Firer, distance: int | None, request: SupportCoordinationRequest, grid: HexGrid) -> bool:
    """Whether an enemy of the combat is next to a battery; the attacked hex itself always has one beside it.

    Rules: 5.3-artillery.
    """
    if request.role == "offensive" or distance == 0:
        return distance is not None and distance <= 1
    place = firer.unit.hex
    return place is not None and any(source in grid.neighbours(place) for source in request.attacking)
