"""Pursuit: cavalry that has advanced goes after the units that fled."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Annotated

from attrs import evolve, frozen

from rcw_rules.kernel import words
from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Size
from rcw_rules.kernel.procedures import Choice, Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.marks import Cites
from rcw_rules.orel.combat.course import Battlefield, Course, Exit, with_changes
from rcw_rules.orel.combat.entry import enter
from rcw_rules.orel.combat.fight import Fought, assault_request, fight, with_decided_charges
from rcw_rules.orel.combat.telling import told_changes, told_gone, told_prisoners
from rcw_rules.orel.command import half_of_losses
from rcw_rules.orel.definitions import (
    fit_together,
    grid_in,
    names_of,
    note_values,
    off_the_board_in_play,
    off_the_rails,
    told_location,
)
from rcw_rules.orel.model import (
    HexLabel,
    OrelLocation,
    Unit,
    enemy_of,
    keys_of,
    listed,
    wrong_places,
    wrong_sides,
    wrong_words,
)
from rcw_rules.orel.options import Options
from rcw_rules.orel.retreats import RetreatStep, Way, can_enter
from rcw_rules.orel.strength import OPEN_GROUND, Role, cover_of

NO_PURSUIT = ""
"""The alternative of no pursuit."""

NO_CAR = ""
"""The alternative of no armoured car in a pursuit."""


@frozen(kw_only=True)
class Pursuing:
    """What the attacker sees when deciding about a pursuit.

    Attributes:
        pursuers: The units that have just advanced and could pursue.
        fugitives: The units that fled.
        all_routed: Whether all of them are routed, so that the pursuers suffer no harm.
        starts: The hexes with fugitives that can be assaulted, each with the hex from which.
    """

    pursuers: tuple[Unit, ...]
    fugitives: tuple[Unit, ...]
    all_routed: bool
    starts: Mapping[str, str]


def _strongest_car(pursuing: Pursuing, alternatives: tuple[str, ...]) -> str:
    cars = {unit.key: unit for unit in pursuing.pursuers}
    return min((key for key in alternatives if key), key=lambda key: (-cars[key].combat_strength(), key))


PURSUE: Choice[Pursuing, str] = Choice(
    "pursue",
    rule="8.7.4-pursuit",
    who="attacker",
    about="Which hex with fugitives does the cavalry that has just advanced assault? An empty answer means no pursuit. "
    "Default: none.",
    default=lambda pursuing, alternatives: NO_PURSUIT,
    unit=lambda pursuing: keys_of(pursuing.pursuers),
    side=lambda pursuing: pursuing.pursuers[0].side,
)
PURSUERS: Choice[Pursuing, tuple[str, ...]] = Choice(
    "pursuers",
    rule="8.7.4-pursuit",
    who="attacker",
    about="Which cavalry, by key, takes part in the pursuit? Default: all that has advanced.",
    default=lambda pursuing, alternatives: alternatives[0],
    unit=lambda pursuing: keys_of(unit for unit in pursuing.pursuers if unit.type == "cavalry"),
    side=lambda pursuing: pursuing.pursuers[0].side,
)
PURSUING_CAR: Choice[Pursuing, str] = Choice(
    "pursuing_car",
    rule="8.7.4-pursuit",
    who="attacker",
    about="Which armoured car, by key, goes along in the pursuit? An empty answer means none. Default: the strongest.",
    default=_strongest_car,
    unit=lambda pursuing: keys_of(unit for unit in pursuing.pursuers if unit.type == "armoured_car"),
    side=lambda pursuing: pursuing.pursuers[0].side,
)


# -------------------------------------------------------------------- what a combat asks


@frozen(kw_only=True)
class Chase:
    """A pursuit that is over.

    Attributes:
        course: The combat after it.
        hex: The hex assaulted; "" if there was no pursuit.
        loser: Which side lost the assault.
        losses: The steps that the fugitives lost in it.
        advanced: The keys of the pursuers that entered the hex.
        location: Where in Orel they are, if they entered it.
        captured: The trains of the fugitives that fell to them.
    """

    course: Course
    hex: str = ""
    loser: Role | None = None
    losses: int = 0
    advanced: tuple[str, ...] = ()
    location: OrelLocation | None = None
    captured: tuple[Unit, ...] = ()


def pursue(
    umpire: Umpire[Options], field: Battlefield, course: Course, advanced: tuple[str, ...], target: str | None = None
) -> Chase:
    """Let the attacker pursue the units that fled, where that is possible and wanted.

    Args:
        umpire: Decides and throws.
        field: The battlefield of the combat.
        course: The combat after the advance.
        advanced: The keys of the attackers that have just advanced.
        target: The hex to be assaulted; None if the attacker decides.

    Rules: 8.7.4-pursuit, 8.7.4-pursuit-rout, 8.7.4-pursuit-limits, 8.8.3-pursuit.
    """
    able = tuple(
        unit
        for unit in course.attackers
        if unit.key in advanced and (unit.type == "cavalry" or _is_fit_car(unit)) and not unit.repulsed
    )
    fugitives = tuple(unit for unit in course.away if unit.side != field.attacker)
    if not course.ways or not fugitives or not any(unit.type == "cavalry" for unit in able):
        return Chase(course=course)
    starts = _starts(umpire, field, course, able, fugitives)
    if not starts or (target is not None and target not in starts):
        return Chase(course=course)
    situation = Pursuing(pursuers=able, fugitives=fugitives, all_routed=_all_routed(fugitives), starts=starts)
    if target is None:
        target = umpire.choose(PURSUE, (*starts, NO_PURSUIT), situation)
    if not target:
        return Chase(course=course)
    return _chase(umpire, field, course, situation, target)


def _is_fit_car(unit: Unit) -> bool:
    return unit.type == "armoured_car" and unit.is_effective_vehicle


def _all_routed(fugitives: tuple[Unit, ...]) -> bool:
    """Whether all that is left of the defenders is routed; their vehicles, which never rout, do not matter.

    Rules: 8.7.4-pursuit-rout.
    """
    return all(unit.mode == "routed" for unit in fugitives if not unit.is_vehicle)


def _starts(
    umpire: Umpire[Options], field: Battlefield, course: Course, able: tuple[Unit, ...], fugitives: tuple[Unit, ...]
) -> dict[str, str]:
    """Return the hexes with fugitives that can be assaulted, each with the hex from which.

    Such a hex holds none of their side but fugitives, and not vehicles alone. It is next to the hex entered, or, if all
    are routed, next to the first hex of the way that they took, which must be free of enemies and of entry zones.

    Rules: 8.7.4-pursuit, 8.7.4-pursuit-rout, 8.7.4-pursuit-limits, 7.4-zones, 9-alone-defence.
    """
    grid = grid_in(field.board)
    enemy = enemy_of(field.attacker)
    friends = {unit.hex for unit in field.others if unit.side == enemy}
    friends.update(depot.hex for depot in field.depots if depot.side == enemy)
    held = friends | {unit.hex for unit in fugitives}
    barred = {place for zone in field.entry_zones if zone.side == enemy for place in zone.hexes}
    riders = tuple(unit for unit in able if unit.type == "cavalry")
    found: dict[str, str] = {}
    for place in sorted({unit.hex for unit in fugitives if unit.hex is not None and not unit.is_vehicle}):
        if place in friends:
            umpire.result("8.7.4-pursuit-limits", "the fugitives in {hex} are among friends: no pursuit", hex=place)
            continue
        if place in grid.neighbours(field.hex):
            start = field.hex
        elif _all_routed(fugitives):
            start = _first_of_way(course.ways, place) or ""
            near = start and start in grid.neighbours(field.hex) and place in grid.neighbours(start)
            if not near or start in held or start in barred or not _all_can_enter(umpire, field, riders, start):
                continue
            beside = (unit for unit in (*field.others, *course.everybody) if unit.hex == start)
            if not fit_together((*beside, *riders)):
                continue
        else:
            continue
        moved = tuple(evolve(unit, hex=start) for unit in riders)
        if _all_can_enter(umpire, field, moved, place):
            found[place] = start
    return found


def _first_of_way(ways: tuple[Way, ...], end: str) -> str | None:
    return next((way.steps[0].hex for way in ways if way.hex == end and way.steps), None)


def _all_can_enter(umpire: Umpire[Options], field: Battlefield, units: tuple[Unit, ...], to: str) -> bool:
    return all(can_enter(umpire, unit, unit.hex or "", to, field.board) for unit in units)


def _chase(umpire: Umpire[Options], field: Battlefield, course: Course, situation: Pursuing, target: str) -> Chase:
    """Fight the assault of a pursuit and enter the hex if it is won.

    Rules: 8.7.4-pursuit, 8.7.4-pursuit-rout, 8.8.3-pursuit, 8.8.3-advance.
    """
    pursuers = _who_pursues(umpire, field, situation, target)
    keys = {unit.key for unit in pursuers}
    units = ", ".join(unit.key for unit in pursuers)
    umpire.result("8.7.4-pursuit", "{units} pursue into {hex}", units=units, hex=target)
    where = _cover_there(field, situation.starts[target], target)
    # The pursuit is a fight of its own: without supports, and without the others of the combat.
    own = Course(
        attackers=pursuers,
        defenders=tuple(unit for unit in course.away if unit.hex == target and unit.side != field.attacker),
        away=tuple(unit for unit in course.everybody if unit.key not in keys and unit.hex != target),
        exits=course.exits,
        eliminated=course.eliminated,
        surrendered=course.surrendered,
        attacker_prisoners=course.attacker_prisoners,
        defender_prisoners=course.defender_prisoners,
    )
    own = with_decided_charges(umpire, where, own, checks=False)
    unharmed = situation.all_routed
    fought = fight(umpire, where, own, assault_request(where, own, unharmed=unharmed), "assault of the pursuit")
    after = _with_prisoners(umpire, fought, unharmed=unharmed)
    entry = enter(umpire, where, after, "assault", fought.loser)
    return Chase(
        course=_reunited(course, entry.course),
        hex=target,
        loser=fought.loser,
        losses=fought.losses,
        advanced=entry.advanced,
        location=entry.location,
        captured=entry.captured,
    )


def _who_pursues(umpire: Umpire[Options], field: Battlefield, situation: Pursuing, target: str) -> tuple[Unit, ...]:
    """Return the cavalry that pursues, and perhaps a car, in the hex from which they assault.

    Rules: 8.7.4-pursuit.
    """
    start = situation.starts[target]
    riders = tuple(unit.key for unit in situation.pursuers if unit.type == "cavalry")
    groups = tuple(group for size in range(len(riders), 0, -1) for group in combinations(riders, size))
    chosen = riders if len(riders) == 1 else umpire.choose(PURSUERS, groups, situation)
    cars = tuple(
        unit.key
        for unit in situation.pursuers
        if unit.type == "armoured_car"
        and (start == field.hex or _all_can_enter(umpire, field, (unit,), start))
        and _all_can_enter(umpire, field, (evolve(unit, hex=start),), target)
    )
    car = umpire.choose(PURSUING_CAR, (*cars, NO_CAR), situation) if cars else NO_CAR
    going = (*chosen, car)
    return tuple(evolve(unit, hex=start) for unit in situation.pursuers if unit.key in going)


def _cover_there(field: Battlefield, start: str, target: str) -> Battlefield:
    """Return the battlefield of the pursuit. A pursuit is not a hasty attack.

    Rules: 8.7.4-pursuit.
    """
    cover = OPEN_GROUND if field.board is None else cover_of(field.board, target, (start,))
    return evolve(field, hex=target, attack_type="prepared", cover=cover)


def _with_prisoners(umpire: Umpire[Options], fought: Fought, *, unharmed: bool) -> Course:
    """Count half the losses of a pursuit as prisoners where that holds, in place of the tally of an assault.

    Rules: 8.7.4-pursuit-rout.
    """
    if not unharmed:
        umpire.ruling("pursuit_prisoners_always")
        if not umpire.options.pursuit_prisoners_always:
            return fought.course
    losses, half = fought.losses_in_action, half_of_losses(fought.losses_in_action)
    umpire.result("8.7.4-pursuit-rout", "half of {losses} steps lost are prisoners: {half}", losses=losses, half=half)
    return evolve(fought.course, attacker_prisoners=fought.course.attacker_prisoners - fought.tally + half)


def _reunited(course: Course, after: Course) -> Course:
    """Return the course of the whole combat after its pursuit."""
    now = {unit.key: unit for unit in after.everybody}
    changes = {unit.key: now.get(unit.key) for unit in course.everybody}
    forced = set(after.forced_back)
    merged = with_changes(course, changes)
    return evolve(
        merged,
        attackers=tuple(unit for unit in merged.attackers if unit.key not in forced),
        away=(*merged.away, *(unit for unit in merged.attackers if unit.key in forced)),
        forced_back=(*course.forced_back, *after.forced_back),
        exits=after.exits,
        eliminated=after.eliminated,
        surrendered=after.surrendered,
        attacker_prisoners=after.attacker_prisoners,
        defender_prisoners=after.defender_prisoners,
    )


# -------------------------------------------------------------------- orel.pursuit


@frozen(kw_only=True)
class PursuitOutcome:
    """What a pursuit has left.

    Attributes:
        hex: The hex assaulted; "" if there was no pursuit.
        loser: Which side lost the assault; None without one.
        units: The pursuers and the fugitives as they are now, the pursuers first, each side by key. Units that are gone
            are left out.
        advanced: The keys of the pursuers that entered the hex.
        location: Where in Orel they are, if they entered it.
        losses: The steps that the fugitives lost, surrendered ones too.
        eliminated: The keys of units that are gone without being captured, in alphabetical order.
        surrendered: The keys of units that surrendered, likewise.
        captured: The trains that were captured, in the captor's colours.
        exits: Units that were driven off the map, and from where.
        prisoners: The prisoners that the pursuer takes.
        prisoners_lost: Those that the attacker loses.
    """

    hex: str = ""
    loser: Role | None = None
    units: tuple[Unit, ...] = ()
    advanced: tuple[str, ...] = ()
    location: Annotated[OrelLocation | None, Cites("7.1.1-orel")] = None
    losses: int = 0
    eliminated: tuple[str, ...] = ()
    surrendered: Annotated[tuple[str, ...], Cites("8.8.2B-surrender")] = ()
    captured: Annotated[tuple[Unit, ...], Cites("9.1.2-capture")] = ()
    exits: Annotated[tuple[Exit, ...], Cites("7.5-leave")] = ()
    prisoners: Annotated[int, Cites("8.7.4-pursuit-rout")] = 0
    prisoners_lost: int = 0

    def summary(self, request: PursuitRequest) -> str:
        """Return who wins the pursuit, then what has become of the units."""
        if not self.hex:
            return "There is no pursuit."
        units = (*request.pursuers, *request.fugitives)
        changes = told_changes(
            {unit.key: unit for unit in units},
            self.units,
            side=request.field.attacker,
            forward=(self.hex,),
            exits=self.exits,
        )
        gone = told_gone(
            names_of(units),
            eliminated=self.eliminated,
            surrendered=self.surrendered,
            captured=[unit.key for unit in self.captured],
            depots=(),
        )
        return words.sentences(
            f"the pursuers {'win' if self.loser == 'defender' else 'lose'} the assault on hex {self.hex}",
            *changes,
            *gone,
            *told_prisoners((("pursuer", self.prisoners), ("enemy", self.prisoners_lost))),
            f"the pursuers are in {told_location(self.location)}" if self.location else "",
        )


@frozen(kw_only=True, cache_hash=True)
class PursuitRequest(Request[PursuitOutcome]):
    """Cavalry that has just advanced into a hex, and the units that fled from it.

    Attributes:
        field: What lies around; its hex is the one that was attacked and is entered now.
        pursuers: The units that have just advanced, in that hex.
        fugitives: All units of the other side that are left of those that defended the hex, where they are now.
        ways: The ways by which they got there.
        target: The hex with fugitives that is assaulted; left out, the attacker decides.
    """

    field: Battlefield
    pursuers: Annotated[tuple[Unit, ...], Size(1, 20)]
    fugitives: Annotated[tuple[Unit, ...], Size(1, 20)]
    ways: Annotated[tuple[Way, ...], Size(1, 20)]
    target: HexLabel | None = None

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        yield from wrong_words(self.field.board, ".field.board")
        yield from off_the_rails(self, self.field.board)
        side = self.field.attacker
        yield from wrong_sides("pursuers", self.pursuers, side)
        yield from wrong_sides("fugitives", self.fugitives, enemy_of(side))
        everybody = (
            *listed("pursuers", self.pursuers),
            *listed("fugitives", self.fugitives),
            *listed("field.others", self.field.others),
            *listed("field.depots", self.field.depots),
        )
        yield from wrong_places(everybody, grid_in(self.field.board))
        for number, unit in enumerate(self.pursuers):
            if unit.hex != self.field.hex:
                message = f"the pursuers have just entered {self.field.hex}; {unit.key} is in {unit.hex}"
                yield Problem(f".pursuers[{number}].hex", message, "8.7.4-pursuit")
        yield from self.field.events.wrong_events(".field.events", {unit.key for _, unit in everybody})
        keys = {unit.key for unit in self.fugitives}
        for number, way in enumerate(self.ways):
            for at, key in enumerate(way.units):
                if key not in keys:
                    message = f"no fugitive has the key {key!r}"
                    yield Problem(f".ways[{number}].units[{at}]", message, "X-bad-units")


def _example() -> PursuitRequest:
    horse = Unit(
        key="Cv/3K", side="white", type="cavalry", hex="1010", tq=4, steps=3, strength_dismounted=2, strength_charge=4
    )
    fled = Unit(key="1/7D", side="red", type="infantry", hex="1009", tq=4, steps=3, strength=4, mode="march")
    return PursuitRequest(
        field=Battlefield(hex="1010", attacker="white"),
        pursuers=(horse,),
        fugitives=(fled,),
        ways=(Way(units=("1/7D",), steps=(RetreatStep(hex="1009"),), hex="1009"),),
        target="1009",
    )


@procedure(
    "orel.pursuit",
    title="What does the pursuit cost the fleeing units?",
    formerly=("How does the pursuit turn out?",),
    rules=("8.7.4-pursuit",),
    example=_example,
)
def pursuit(request: PursuitRequest, umpire: Umpire[Options]) -> PursuitOutcome:
    """Assault fugitives with the cavalry that has just advanced, and an armoured car, without any support.

    The fugitives' hex must be next to the hex entered, and hold no other unit of their side. If all of them are routed,
    the cavalry may first go on along their way to its first hex; its own losses and checks are ignored, and half the
    steps that the fugitives lose, rounded to nearest, halves up, are prisoners. Charges are decided again. The winner
    enters the hex; there is no second pursuit.

    Rules: 8.7.4-pursuit, 8.7.4-pursuit-rout, 8.7.4-pursuit-limits, 8.8.3-pursuit.
    """
    note_values(umpire, (*request.pursuers, *request.fugitives))
    course = Course(attackers=request.pursuers, defenders=(), away=request.fugitives, ways=request.ways)
    keys = tuple(unit.key for unit in request.pursuers)
    chase = pursue(umpire, request.field, course, keys, request.target)
    after, side = chase.course, request.field.attacker
    return PursuitOutcome(
        hex=chase.hex,
        loser=chase.loser,
        units=tuple(
            evolve(unit, disorganised=False, charging=False)
            for unit in sorted(after.everybody, key=lambda unit: (unit.side != side, unit.key))
        ),
        advanced=chase.advanced,
        location=chase.location,
        losses=chase.losses,
        eliminated=tuple(sorted(after.eliminated)),
        surrendered=tuple(sorted(after.surrendered)),
        captured=chase.captured,
        exits=after.exits,
        prisoners=after.attacker_prisoners,
        prisoners_lost=after.defender_prisoners,
    )


@pursuit.legality
def _objections(request: PursuitRequest, options: Options) -> Iterator[Objection]:
    yield from off_the_board_in_play(request, request.field.board, options)
    if not any(unit.type == "cavalry" for unit in request.pursuers):
        message = "only cavalry pursues, with an armoured car at most beside it"
        yield Objection(rule="8.7.4-pursuit", message=message, path="$.pursuers")
    for number, unit in enumerate(request.pursuers):
        if unit.mode != "combat" or unit.repulsed:
            message = f"{unit.key} is not in combat mode and good for an assault; it cannot have advanced to pursue"
            yield Objection(rule="8.7.4-pursuit", message=message, path=f"$.pursuers[{number}]")
    if request.target is not None and all(unit.hex != request.target for unit in request.fugitives):
        where = " or ".join(sorted({unit.hex for unit in request.fugitives if unit.hex is not None})) or "nowhere"
        message = f"no fugitive is in {request.target}; they are in {where}"
        yield Objection(rule="8.7.4-pursuit", message=message, path="$.target")
