"""A whole combat: from the retreat before it to the last pursuit after it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

from attrs import evolve, frozen

from rcw_rules.kernel.citations import Objection, Verdict
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Size
from rcw_rules.kernel.geometry.hexes import HexMap
from rcw_rules.kernel.needs import Need
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.marks import Cites
from rcw_rules.orel.combat.course import (
    NO_MUNITIONS,
    Battlefield,
    CombatMunitions,
    CombatOutcome,
    Course,
    Keys,
    carried_out,
    with_changes,
)
from rcw_rules.orel.combat.end import concluded
from rcw_rules.orel.combat.fight import with_decided_charges
from rcw_rules.orel.combat.stages import CombatCohesionRequest
from rcw_rules.orel.definitions import grid_in, note_values, off_the_board_in_play, off_the_rails
from rcw_rules.orel.fire import (
    Firer,
    SupportCoordinationRequest,
    SupportRole,
    contact_bars,
    coordinates,
    decides_on_contact,
    may_support_with,
    support_coordination,
)
from rcw_rules.orel.model import (
    AttackType,
    Day,
    Depot,
    HexLabel,
    OrelLocation,
    Side,
    Unit,
    UnitType,
    enemy_of,
    listed,
    wrong_places,
    wrong_sides,
    wrong_words,
)
from rcw_rules.orel.movement import uncoordinated
from rcw_rules.orel.options import Options
from rcw_rules.orel.retreats import RetreatBeforeCombatRequest, named_places
from rcw_rules.orel.scenarios import CommandException, EntryZone
from rcw_rules.orel.strength import (
    NO_EVENTS,
    OPEN_GROUND,
    CombatEvents,
    Cover,
    Result,
    barred_vehicles,
    checks_coordination_alone,
    cover_of,
    defends_alone,
    unfit_attackers,
)


@frozen(kw_only=True, cache_hash=True)
class CombatRequest(Request[CombatOutcome]):
    """An attack on a hex, with everything around it.

    Attributes:
        hex: The attacked hex.
        attackers: The units that attack, where they stand: combat units, and vehicles with them. A train among them is
            in contact already.
        defenders: Every unit in the attacked hex; none if only depots are there.
        attack_type: Prepared or Hasty Attack.
        attacker_supports: The keys of the batteries and trains, among the others, that support the attack, in the order
            in which they throw. With a board, such a train that may can enter into contact instead.
        defender_supports: Those of the defender, among the defenders and the others.
        others: Every other unit on the board, of both sides.
        depots: The depots of both sides.
        joined: The keys of defenders that fled into the hex in this phase: they have no part in the combat.
        cover: The ground of the attacked hex; left out, that of the board, and without a board open ground. It tells no
            road: what keeps a vehicle out of the hex is asked of the board alone.
        location: Where in Orel the defenders are, should they be there.
        under_attack: The hexes with attacks that are resolved after this one.
        entry_zones: The entry zones that still bar the enemy.
        munitions: What is known of munitions.
        events: The random events that change dice of the combat.
        attempt: Whether the defender attempts to retreat before combat; None leaves it to the choice.
        assault: Whether the attacker assaults if that is possible; None leaves it to the choice.
        day: The day.
        exceptions: Which formations may command and help units that are not their own; None for those of the book.
        board: The map; by default the option's. Without it retreats see hexes and units, and no terrain.
    """

    hex: HexLabel
    attackers: Annotated[tuple[Unit, ...], Size(1, 40)]
    defenders: Annotated[tuple[Unit, ...], Size(0, 20)]
    attack_type: AttackType = "prepared"
    attacker_supports: Annotated[Keys, Size(0, 20), Cites("8.6.2-support")] = ()
    defender_supports: Annotated[Keys, Size(0, 20), Cites("8.6.2-support")] = ()
    others: Annotated[tuple[Unit, ...], Size(0, 400)] = ()
    depots: Annotated[tuple[Depot, ...], Size(0, 50)] = ()
    joined: Annotated[Keys, Size(0, 20), Cites("8.5.1d-target-hex")] = ()
    cover: Cover | None = None
    location: Annotated[OrelLocation, Cites("7.1.1-orel")] = "suburbs"
    under_attack: Annotated[tuple[HexLabel, ...], Size(0, 40), Cites("8.5.1d-target-hex")] = ()
    entry_zones: Annotated[tuple[EntryZone, ...], Size(0, 20), Cites("7.4-zones")] = ()
    munitions: CombatMunitions = NO_MUNITIONS
    events: CombatEvents = NO_EVENTS
    attempt: Annotated[bool | None, Cites("8.5-check")] = None
    assault: Annotated[bool | None, Cites("8.8-optional")] = None
    day: Day = 15
    exceptions: Annotated[tuple[CommandException, ...] | None, Cites("5.1-lettone")] = None
    board: Annotated[HexMap | None, Cites("D-map")] = None

    needs: ClassVar[tuple[Need, ...]] = (
        Need("attackers[].hex", message="is missing: an attacker stands in a hex", rule="X-bad-units"),
    )

    @property
    def everybody(self) -> tuple[Unit, ...]:
        """Every unit on the board, of both sides."""
        return (*self.attackers, *self.defenders, *self.others)

    @property
    def side(self) -> Side:
        """The side that attacks."""
        return self.attackers[0].side

    @property
    def sources(self) -> tuple[str, ...]:
        """The hexes that the attack comes from, each once, in listed order."""
        return tuple(dict.fromkeys(unit.hex for unit in self.attackers if unit.hex is not None))

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        yield from wrong_words(self.board)
        yield from off_the_rails(self, self.board)
        grid = grid_in(self.board)
        if not grid.has(self.hex):
            yield Problem(".hex", f"hex {self.hex} is not on the board", "X-bad-units")
        yield from wrong_sides("attackers", self.attackers, self.side)
        yield from wrong_sides("defenders", self.defenders, enemy_of(self.side))
        for path, unit in listed("defenders", self.defenders):
            if unit.hex != self.hex:
                message = f"the defenders are in the attacked hex {self.hex}; {unit.key} is in {unit.hex}"
                yield Problem(f"{path}.hex", message, "X-bad-combat")
        for path, unit in listed("others", self.others):
            if unit.hex == self.hex:
                message = f"{unit.key} is in the attacked hex; list it among the defenders"
                yield Problem(path, message, "X-bad-combat")
        everybody = (
            *listed("attackers", self.attackers),
            *listed("defenders", self.defenders),
            *listed("others", self.others),
            *listed("depots", self.depots),
        )
        yield from wrong_places(everybody, grid)
        if not self.defenders and not any(depot.hex == self.hex for depot in self.depots):
            yield Problem(".defenders", "the attacked hex holds no unit and no depot", "X-bad-combat")
        for path, place in named_places(self.under_attack, self.entry_zones):
            if not grid.has(place):
                yield Problem(path, f"hex {place} is not on the board", "X-bad-units")
        yield from self.events.wrong_events(".events", {unit.key for _, unit in everybody})
        yield from self._wrong_keys()

    def _wrong_keys(self) -> Iterator[Problem]:
        own = {unit.key: unit for unit in self.others if unit.side == self.side}
        enemies = {unit.key: unit for unit in (*self.defenders, *self.others) if unit.side != self.side}
        for name, known in (("attacker_supports", own), ("defender_supports", enemies)):
            keys: Keys = getattr(self, name)
            for number, key in enumerate(keys):
                path = f".{name}[{number}]"
                unit = known.get(key)
                if unit is None:
                    yield Problem(path, f"no unit that could support has the key {key!r}", "X-bad-units")
                elif not (unit.is_artillery or unit.is_train):
                    message = f"only artillery and armoured trains support, and {key} is of type {unit.type}"
                    yield Problem(path, message, "X-bad-combat")
                elif unit.hex is None:
                    yield Problem(path, f"{key} is off the map", "X-bad-units")
                if key in keys[:number]:
                    yield Problem(path, f"{key} is listed twice", "8.6.2-support")
        defending = {unit.key for unit in self.defenders}
        for number, key in enumerate(self.joined):
            if key not in defending:
                yield Problem(f".joined[{number}]", f"no defender has the key {key!r}", "X-bad-units")


def worked_example() -> CombatRequest:
    """Return the extended example of the book, with hexes and steps where it names none.

    Rules: EX-combat.
    """

    def red(key: str, place: str) -> Unit:
        return Unit(key=key, side="red", type="infantry", hex=place, formation="Red", tq=5, steps=4, strength=5)

    horse = Unit(
        key="Red Cv",
        side="red",
        type="cavalry",
        hex="1110",
        formation="Red",
        tq=5,
        steps=3,
        strength_dismounted=2,
        strength_charge=4,
    )
    guns = Unit(key="Red Art", side="red", type="artillery", hex="1009", formation="Red", tq=5, steps=2, fire=3)
    first = Unit(
        key="X", side="white", type="infantry", hex="1010", tq=6, steps=4, strength=7, integrated_artillery=True
    )
    second = Unit(key="Y", side="white", type="infantry", hex="1010", tq=5, steps=3, strength=5)
    third = Unit(
        key="Z", side="white", type="cavalry", hex="1010", tq=6, steps=1, strength_dismounted=1, strength_charge=1
    )
    return CombatRequest(
        hex="1010",
        attackers=(red("Red 1", "1009"), red("Red 2", "1009"), horse),
        defenders=(first, second, third),
        attacker_supports=("Red Art",),
        others=(guns,),
        assault=True,
    )


@procedure(
    "orel.combat",
    title="Who wins this combat, from declaration to pursuit?",
    formerly=("How does the whole combat go?",),
    rules=("8.1-part2",),
    example=worked_example,
)
def combat(request: CombatRequest, umpire: Umpire[Options]) -> CombatOutcome:
    """Fight one combat from the declaration of the attack to the last pursuit.

    First the defender may retreat before combat. Then trains enter into contact, supports throw, the attacker's first,
    then the batteries that defend alone; both sides decide about charges. The cohesion checks follow and are carried
    out, the defender's first, and if the hex is cleared, the advance and a pursuit. Otherwise the attacker may assault;
    retreats, vehicles, advance and pursuit follow. Last come the markers for munitions.

    Raises:
        IllegalRequestError: If a vehicle attacks into terrain of the board that is prohibited to it, and no road or
            railroad leads it there. Where no board is known but only the cover, nobody can tell by what way it comes,
            and it is accepted.
        NeedsRuling: If a vehicle must go and no board says where it can.

    Rules: 8.1-part2, 8.5-who, 9-accompanied, 8.6.2-check, 8.7.1-lone-artillery, 9.1-contact, 3.3-elimination.
    """
    note_values(umpire, (*request.attackers, *request.defenders))
    field, course = _opened(request, umpire.options)
    Verdict(
        objections=tuple(barred_vehicles(umpire, request.attackers, request.hex, field.board, "$.attackers"))
    ).require()
    if not request.defenders:
        umpire.result("3.3-elimination", "only depots are in {hex}", hex=request.hex)
        return concluded(umpire, _fought_by(field, course.attackers), course, "depots_alone")
    vehicles_alone = all(unit.is_vehicle for unit in course.defenders)
    course = _before_combat(umpire, request, field, course)
    if all(unit.is_vehicle for unit in course.defenders):
        return concluded(umpire, field, course, "vehicles_alone" if vehicles_alone else "refused")
    field, course, supports = _in_contact(umpire, request, field, course)
    supports = _ready(umpire, field, course, supports)
    course = _supported(umpire, request, course, supports)
    fighting = (*course.attackers, *course.defenders, *supports.offensive, *supports.defensive)
    lone = defends_alone(course.defenders)
    coordinated = tuple(
        unit.key
        for unit in course.defenders
        if lone and checks_coordination_alone(unit) and coordinates(umpire, unit, rule="8.7.1-lone-artillery")
    )
    course = with_decided_charges(umpire, field, course, checks=True)
    return umpire.resolve(
        CombatCohesionRequest(field=_fought_by(field, fighting), course=course, coordinated=coordinated),
        "from the cohesion checks",
    )


@combat.legality
def _objections(request: CombatRequest, options: Options) -> Iterator[Objection]:
    if off_board := off_the_board_in_play(request, request.board, options):
        yield from off_board
        return
    if all(unit.is_train for unit in request.attackers):
        message = "a train without combat units attacks nothing but a lone enemy train; ask orel.train_duel for that"
        yield Objection(rule="9.1.1-duel", message=message, path="$.attackers")
        return
    board = request.board or options.board
    yield from unfit_attackers(request.attackers, request.hex, grid_in(board))
    for number, unit in enumerate(request.attackers):
        if unit.inactive:
            message = f"{unit.key} is inactive; it only defends until it is released"
            yield Objection(rule="10.2-inactive", message=message, path=f"$.attackers[{number}].inactive")
    yield from uncoordinated(
        request.attack_type,
        request.attackers,
        request.day,
        grid_in(board),
        "$.attackers",
        exceptions=request.exceptions,
    )
    if request.defenders and all(unit.key in request.joined for unit in request.defenders):
        message = "units that fled into the hex take no part in its combat, and no other unit is there"
        yield Objection(rule="8.5.1d-target-hex", message=message, path="$.joined")
    yield from _forbidden_supports(request, options, "offensive")
    yield from _forbidden_supports(request, options, "defensive")


def _forbidden_supports(request: CombatRequest, options: Options, role: SupportRole) -> Iterator[Objection]:
    """Yield what is wrong with the supports of a side, with the paths of this request.

    Rules: X-bad-combat, 8.6.2-support.
    """
    offensive = role == "offensive"
    keys = request.attacker_supports if offensive else request.defender_supports
    if not keys:
        return
    units = {unit.key: unit for unit in (*request.defenders, *request.others)}
    taking_part = request.attackers if offensive else _defending(request)
    question = _support_request(request, role, tuple(units[key] for key in keys), supported=taking_part)
    name = "attacker_supports" if offensive else "defender_supports"
    for objection in support_coordination.verdict(question, options).objections:
        number = objection.path.removeprefix("$.supports[").split("]", maxsplit=1)[0]
        yield evolve(objection, path=f"$.{name}[{number}]")


def _defending(request: CombatRequest) -> tuple[Unit, ...]:
    return tuple(unit for unit in request.defenders if unit.key not in request.joined)


def _support_request(
    request: CombatRequest, role: SupportRole, units: tuple[Unit, ...], supported: tuple[Unit, ...] = ()
) -> SupportCoordinationRequest:
    return SupportCoordinationRequest(
        supports=tuple(Firer(unit=unit) for unit in units),
        role=role,
        attack_type=request.attack_type,
        target=request.hex,
        attacking=request.sources,
        supported=supported,
        day=request.day,
        exceptions=request.exceptions,
    )


# -------------------------------------------------------------------- the stages before the cohesion checks


def _opened(request: CombatRequest, options: Options) -> tuple[Battlefield, Course]:
    """Return the battlefield and the course of the combat at its beginning."""
    board = options.board if request.board is None else request.board
    if request.cover is not None:
        cover = request.cover
    else:
        cover = OPEN_GROUND if board is None else cover_of(board, request.hex, request.sources, request.location)
    beside = {unit.key for unit in request.others if unit.hex in request.sources}
    field = Battlefield(
        hex=request.hex,
        attacker=request.side,
        attack_type=request.attack_type,
        others=tuple(unit for unit in request.others if unit.key not in beside),
        depots=request.depots,
        cover=cover,
        under_attack=request.under_attack,
        entry_zones=request.entry_zones,
        munitions=request.munitions,
        events=request.events,
        assault=request.assault,
        day=request.day,
        exceptions=request.exceptions,
        board=board,
    )
    course = Course(
        attackers=request.attackers,
        defenders=_defending(request),
        bystanders=tuple(unit for unit in request.others if unit.key in beside),
        joined=tuple(unit for unit in request.defenders if unit.key in request.joined),
    )
    return field, course


def _before_combat(umpire: Umpire[Options], request: CombatRequest, field: Battlefield, course: Course) -> Course:
    """Let the defender retreat before combat, and move those that do.

    Rules: 8.5-who, 8.5-fail, 9-alone-defence.
    """
    kinds: tuple[UnitType, ...] = tuple(dict.fromkeys(unit.type for unit in course.attackers))
    slipped = umpire.resolve(
        RetreatBeforeCombatRequest(
            defenders=(*course.defenders, *course.joined),
            attackers=kinds,
            attack_type=field.attack_type,
            attempt=request.attempt,
            joined=tuple(unit.key for unit in course.joined),
            good_intelligence=request.events.good_intelligence,
        ),
        "retreat before combat",
    )
    if not slipped.attempted:
        return course
    course = with_changes(course, {unit.key: unit for unit in slipped.failed})
    results: dict[str, Result] = {
        **dict.fromkeys(slipped.leaves, "retreat"),
        **dict.fromkeys(slipped.eliminated, "eliminated"),
    }
    return carried_out(umpire, field, course, results)


@frozen
class _Supports:
    """The batteries and trains that support, of both sides, as they are now."""

    offensive: tuple[Unit, ...]
    defensive: tuple[Unit, ...]


def _in_contact(
    umpire: Umpire[Options], request: CombatRequest, field: Battlefield, course: Course
) -> tuple[Battlefield, Course, _Supports]:
    """Let the owners of trains that may enter into contact decide; a train in contact does not support from afar.

    Rules: 9.1-contact, 9-accompanied.
    """
    here = {unit.key: unit for unit in (*field.others, *course.bystanders, *course.defenders)}
    offensive = [here[key] for key in request.attacker_supports]
    defensive = [here[key] for key in request.defender_supports if key in here]
    board = field.board
    if board is None or not any(unit.is_train for unit in (*offensive, *course.defenders)):
        return field, course, _Supports(tuple(offensive), tuple(defensive))
    sources = {unit.hex for unit in course.attackers if unit.is_combat}
    for train in tuple(offensive):
        if train.is_train and train.hex in sources and _may_touch(field, course, train, board, attacks=True):
            decided = decides_on_contact(umpire, train, attacking=True)
            if decided.in_contact:
                offensive.remove(train)
                course = evolve(
                    course,
                    attackers=(*course.attackers, decided),
                    bystanders=tuple(unit for unit in course.bystanders if unit.key != train.key),
                )
    for train in course.defenders:
        if train.is_train and not train.in_contact and _may_touch(field, course, train, board, attacks=False):
            decided = decides_on_contact(umpire, train, attacking=False)
            if decided.in_contact:
                defensive = [unit for unit in defensive if unit.key != train.key]
                course = with_changes(course, {train.key: decided})
    return field, course, _Supports(tuple(offensive), tuple(defensive))


def _may_touch(field: Battlefield, course: Course, train: Unit, board: HexMap, *, attacks: bool) -> bool:
    sources = tuple(dict.fromkeys(unit.hex for unit in course.attackers if unit.hex is not None))
    along = board.rail_neighbours(train.hex or "")
    return not contact_bars(train, field.hex, sources, along, attacks=attacks, fired="none")


def _ready(umpire: Umpire[Options], field: Battlefield, course: Course, supports: _Supports) -> _Supports:
    """Return the supports without those of the defender that cannot fire any more.

    A battery that slipped away, failed to, or defends without a combat unit now, gives no support; nor does one whose
    formation or division has no unit left in the combat.

    Rules: 8.6.2-support, 8.5-who, 8.7.1-lone-artillery.
    """
    lone = defends_alone(course.defenders)
    defending = {unit.key for unit in course.defenders}
    ready: list[Unit] = []
    for unit in supports.defensive:
        able = unit.mode == "combat" and not (lone and unit.is_artillery and unit.key in defending)
        if able and may_support_with(unit, course.defenders, field.day, field.exceptions):
            ready.append(unit)
        else:
            umpire.result("8.6.2-support", "{unit} cannot support this combat any more", unit=unit.key)
    return _Supports(supports.offensive, tuple(ready))


def _supported(umpire: Umpire[Options], request: CombatRequest, course: Course, supports: _Supports) -> Course:
    """Throw for the supports of both sides, the attacker's first, and return the combat with what they add.

    Rules: 8.6.2-check.
    """
    if not supports.offensive and not supports.defensive:
        return course
    first = _thrown(umpire, request, "offensive", supports.offensive)
    second = _thrown(umpire, request, "defensive", supports.defensive)
    return evolve(
        course,
        attacker_support=first,
        defender_support=second,
        attacker_supported=bool(supports.offensive),
        defender_supported=bool(supports.defensive),
    )


def _thrown(umpire: Umpire[Options], request: CombatRequest, role: SupportRole, units: tuple[Unit, ...]) -> int:
    if not units:
        return 0
    return umpire.resolve(_support_request(request, role, units), f"{role} support").total


def _fought_by(field: Battlefield, units: tuple[Unit, ...]) -> Battlefield:
    """Return the battlefield where only units that fight can run out of munitions.

    Rules: 8.2.1-unpaid, 8.2.1-defence.
    """
    known, keys = field.munitions, {unit.key for unit in units}
    short = tuple(key for key in known.short if key in keys)
    return field if short == known.short else evolve(field, munitions=evolve(known, short=short))
