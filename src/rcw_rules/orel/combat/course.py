"""The course of a combat: which units are in it, which have left it, and how units move in its steps."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

from attrs import evolve, frozen

from rcw_rules.kernel import words
from rcw_rules.kernel.fields import Range, Size
from rcw_rules.kernel.geometry.hexes import HexMap
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.marks import Cites
from rcw_rules.orel.combat.telling import told_changes, told_gone, told_prisoners, told_returns
from rcw_rules.orel.definitions import clause, names_of, told_location
from rcw_rules.orel.model import AttackType, Day, Depot, HexLabel, OrelLocation, Side, Unit, enemy_of
from rcw_rules.orel.options import Options
from rcw_rules.orel.retreats import (
    DefenderFate,
    MunitionsFate,
    RetreatOutcome,
    Surroundings,
    Way,
    bystanders_fate,
    captured_steps,
    fall_back,
    rout_units,
)
from rcw_rules.orel.scenarios import CommandException, EntryZone
from rcw_rules.orel.strength import NO_EVENTS, OPEN_GROUND, CombatEvents, Cover, Result, Role, with_followers

Keys: TypeAlias = tuple[Annotated[str, Size(1, 100)], ...]


Ending: TypeAlias = Literal["depots_alone", "vehicles_alone", "refused", "cleared", "not_assaulted", "assaulted"]
"""How far a combat went.

``depots_alone`` and ``vehicles_alone``: no other unit was attacked. ``refused``: the defender slipped away before it.
``cleared``: the cohesion checks emptied the hex. ``not_assaulted``: no assault was launched, or none could be.
"""


# -------------------------------------------------------------------- what stays the same


if TYPE_CHECKING:
    from rcw_rules.orel.combat.stages import CombatAssaultRequest, CombatCohesionRequest
    from rcw_rules.orel.combat.whole import CombatRequest


@frozen(kw_only=True, cache_hash=True)
class CombatMunitions:
    """What is known of munitions before a combat; without it no unit gains or loses a marker by the combat.

    Attributes:
        short: The keys of the units of both sides, supports among them, that fight without a depot's munitions and are
            Unsupplied afterwards.
        resupply: The keys of the Unsupplied attackers in range of the depot that paid, which get the munitions if the
            defender slips away.
    """

    short: Annotated[Keys, Size(0, 60), Cites("8.2.1-unpaid")] = ()
    resupply: Annotated[Keys, Size(0, 60), Cites("8.2.1-refused-combat")] = ()


NO_MUNITIONS = CombatMunitions()


@frozen(kw_only=True, cache_hash=True)
class Battlefield:
    """What lies around a combat and stays as it is.

    Attributes:
        hex: The attacked hex.
        attacker: The side that attacks.
        attack_type: Prepared or Hasty Attack.
        others: Every unit on the board that has no part in the combat, of both sides.
        depots: The depots of both sides.
        cover: The ground of the attacked hex.
        under_attack: The hexes with attacks that are resolved after this one.
        entry_zones: The entry zones that still bar the enemy.
        munitions: What is known of munitions.
        events: The random events that change its dice.
        assault: Whether the attacker assaults if that is possible; None leaves it to the choice.
        day: The day.
        exceptions: Which formations may command and help units that are not their own; None for those of the book.
        board: The map.
    """

    hex: HexLabel
    attacker: Side
    attack_type: AttackType = "prepared"
    others: Annotated[tuple[Unit, ...], Size(0, 400)] = ()
    depots: Annotated[tuple[Depot, ...], Size(0, 50)] = ()
    cover: Cover = OPEN_GROUND
    under_attack: Annotated[tuple[HexLabel, ...], Cites("8.5.1d-target-hex")] = ()
    entry_zones: Annotated[tuple[EntryZone, ...], Cites("7.4-zones")] = ()
    munitions: CombatMunitions = NO_MUNITIONS
    events: CombatEvents = NO_EVENTS
    assault: Annotated[bool | None, Cites("8.8-optional")] = None
    day: Day = 15
    exceptions: Annotated[tuple[CommandException, ...] | None, Cites("5.1-lettone")] = None
    board: Annotated[HexMap | None, Cites("D-map")] = None

    def surroundings(self, units: Iterable[Unit]) -> Surroundings:
        """Return what is around units that fall back.

        Args:
            units: Every other unit on the board.
        """
        return Surroundings(
            units=tuple(units),
            depots=self.depots,
            under_attack=self.under_attack,
            entry_zones=self.entry_zones,
            board=self.board,
        )


# -------------------------------------------------------------------- what changes


@frozen(kw_only=True, cache_hash=True)
class Exit:
    """A unit that was driven off the map.

    Attributes:
        key: Which unit.
        hex: The hex from which it left.
    """

    key: str
    hex: str


@frozen(kw_only=True, cache_hash=True)
class DepotReturn:
    """A depot that comes in place of one that fell.

    Attributes:
        depot: The depot, off the map.
        day: The day of October on which it comes, in its owner's movement phase; None if no turn is left.
    """

    depot: Depot
    day: int | None = None


@frozen(kw_only=True, cache_hash=True)
class Course:
    """Which units are in a combat, and what happened to the others so far.

    Attributes:
        attackers: The attackers still in it; repulsed units are among them and marked so.
        defenders: The defenders still in the hex.
        bystanders: Units stacked with attackers that do not attack.
        joined: Units that fled into the attacked hex before; they have no part in the combat.
        away: Units of both sides that are out of it, as they are now: fallen back, or routed where they are.
        ways: The ways of the defenders that have fallen back.
        forced_back: The keys of attackers that retreated or routed, even where they could not go.
        exits: Those that were driven off the map.
        eliminated: The keys of units that are gone without a prisoner.
        surrendered: The keys of units that surrendered.
        attacker_prisoners: The prisoners that the attacker has taken.
        defender_prisoners: Those that the defender has taken.
        attacker_support: The fire support of the attacker.
        defender_support: That of the defender.
        attacker_supported: Whether artillery or a train supports the attacker, whatever it adds.
        defender_supported: The same of the defender.
    """

    attackers: Annotated[tuple[Unit, ...], Size(0, 40)]
    defenders: Annotated[tuple[Unit, ...], Size(0, 40)]
    bystanders: Annotated[tuple[Unit, ...], Size(0, 40)] = ()
    joined: Annotated[tuple[Unit, ...], Size(0, 40), Cites("8.5.1d-target-hex")] = ()
    away: Annotated[tuple[Unit, ...], Size(0, 60)] = ()
    ways: tuple[Way, ...] = ()
    forced_back: Keys = ()
    exits: Annotated[tuple[Exit, ...], Cites("7.5-leave")] = ()
    eliminated: Keys = ()
    surrendered: Keys = ()
    attacker_prisoners: Annotated[int, Range(0, 999, rule="4.1-capture")] = 0
    defender_prisoners: Annotated[int, Range(0, 999, rule="4.1-capture")] = 0
    attacker_support: Annotated[int, Range(0, 99, rule="X-bad-combat")] = 0
    defender_support: Annotated[int, Range(0, 99, rule="X-bad-combat")] = 0
    attacker_supported: Annotated[bool, Cites("9-destruction-check")] = False
    defender_supported: Annotated[bool, Cites("9-destruction-check")] = False

    @property
    def everybody(self) -> tuple[Unit, ...]:
        """All units of the combat that are left, of both sides."""
        return (*self.attackers, *self.bystanders, *self.defenders, *self.joined, *self.away)

    @property
    def is_held(self) -> bool:
        """Whether a combat unit or a battery of the defender is still in the hex; vehicles alone do not hold it."""
        return any(not unit.is_vehicle for unit in (*self.defenders, *self.joined))


_ENDED: dict[Ending, str] = {
    "depots_alone": "only depots are in hex HEX",
    "vehicles_alone": "only vehicles defend hex HEX",
    "refused": "the defenders of hex HEX retreat before combat",
    "cleared": "the cohesion checks clear hex HEX",
    "not_assaulted": "hex HEX holds, and there is no assault",
}
"""What a sentence says of combats without an assault."""


@frozen(kw_only=True, cache_hash=True)
class CombatOutcome:
    """What a whole combat has left.

    Attributes:
        ended: How far it went.
        loser: Which side lost the assault; None where there was none.
        cleared: Whether no defender holds the hex any more.
        units: The units of both sides that had a part in it and those that lost or gained a marker by it, as they are
            now: the attacker's first, each side by key. Units that are gone are left out.
        advanced: The keys of the attackers that entered the hex, in the order in which they did.
        location: Where in Orel they are, if they entered it.
        pursued: The hex of the fugitives that cavalry pursued; "" for none.
        eliminated: The keys of units that are gone without being captured, in alphabetical order.
        surrendered: The keys of units that surrendered, likewise.
        captured: The trains that were captured, in the captor's colours, where they were.
        depots_eliminated: The keys of depots that fell.
        returns: The depots that come in their place.
        exits: Units that were driven off the map, and from where; among the units they have no hex.
        joins: The keys of units that fled into a hex whose attack is still to come: they have no part in it.
        attacker_prisoners: The prisoners that the attacker takes.
        defender_prisoners: Those that the defender takes.
        munitions: What happens to the munitions allocated to the attack.
        assault_losses: The steps that the defender lost in the assault, a pursuit included.
        after_assault: The keys of the attackers that advanced after an assault and share the spoils.
    """

    ended: Ending
    loser: Role | None = None
    cleared: Annotated[bool, Cites("7.2-repeat")] = False
    units: tuple[Unit, ...] = ()
    advanced: tuple[str, ...] = ()
    location: Annotated[OrelLocation | None, Cites("7.1.1-orel")] = None
    pursued: Annotated[str, Cites("8.7.4-pursuit")] = ""
    eliminated: tuple[str, ...] = ()
    surrendered: Annotated[tuple[str, ...], Cites("8.8.2B-surrender")] = ()
    captured: Annotated[tuple[Unit, ...], Cites("9.1.2-capture")] = ()
    depots_eliminated: Annotated[tuple[str, ...], Cites("3.3-elimination")] = ()
    returns: Annotated[tuple[DepotReturn, ...], Cites("3.3-return")] = ()
    exits: Annotated[tuple[Exit, ...], Cites("7.5-leave")] = ()
    joins: Annotated[tuple[str, ...], Cites("8.5.1d-target-hex")] = ()
    attacker_prisoners: Annotated[int, Cites("4.1-capture")] = 0
    defender_prisoners: Annotated[int, Cites("4.1-capture")] = 0
    munitions: Annotated[MunitionsFate, Cites("8.2.1-refused-combat")] = "spent"
    assault_losses: Annotated[int, Cites("8.2.1-spoils")] = 0
    after_assault: Annotated[tuple[str, ...], Cites("8.2.1-spoils")] = ()

    def summary(self, request: CombatRequest | CombatCohesionRequest | CombatAssaultRequest) -> str:
        """Return how far the combat went and who won, then what has become of the units."""
        before, names = {unit.key: unit for unit in request.everybody}, names_of(request.everybody)
        winner = {"attacker": "the defender wins", "defender": "the attacker wins"}
        ended = _ENDED.get(self.ended, "") if self.loser is None else f"{winner[self.loser]} the assault on hex HEX"
        changes = told_changes(
            before, self.units, side=request.side, forward=(request.hex, self.pursued), exits=self.exits
        )
        gone = told_gone(
            names,
            eliminated=self.eliminated,
            surrendered=self.surrendered,
            captured=[unit.key for unit in self.captured],
            depots=self.depots_eliminated,
        )
        return words.sentences(
            ended.replace("HEX", request.hex),
            f"cavalry pursues into hex {self.pursued}" if self.pursued else "",
            *changes,
            *gone,
            *told_prisoners((("attacker", self.attacker_prisoners), ("defender", self.defender_prisoners))),
            *told_returns(self.returns),
            f"the attackers are in {told_location(self.location)}" if self.location else "",
            clause(self.joins, names, "[is|are] now in a hex that is still to be attacked"),
            "the attack costs no munitions" if self.munitions == "refunded" else "",
        )


# -------------------------------------------------------------------- how units go


def carried_out(
    umpire: Umpire[Options],
    field: Battlefield,
    course: Course,
    results: Mapping[str, Result],
    *,
    counted: bool = False,
) -> Course:
    """Carry out what units must do: the defenders go first, then the attackers stack by stack.

    Of a stack those that go one hex move before those that go two, each group as one. Units that had fled into the
    attacked hex share the fate of its defenders. Where the combat units and artillery of a group surrender on the spot,
    its vehicles are lost with them, but for a train out of contact, which escapes two hexes.

    Args:
        umpire: Decides, throws and keeps the record.
        field: The battlefield.
        course: The combat so far, the units with their new states.
        results: What the units must do, by key; a unit that is not in it stays.
        counted: Whether those that surrender by these results have been counted as prisoners already.

    Rules: 8.7.1-procedure, 8.5.1-retreat, 8.7.3-rout, 8.5.1d-target-hex, 9-stack-lost.
    """
    wanted: dict[str, Result] = {key: result for key, result in results.items() if result not in _STAYING}
    if not wanted:
        return course
    moves = _Moves(umpire, field, course)
    defending = (*course.defenders, *course.joined)
    moves.go(defending, _with_joined(umpire, course, wanted) if course.joined else wanted, counted=counted)
    ways = tuple(moves.ways)
    stacks: dict[str | None, list[Unit]] = {}
    for unit in (*course.attackers, *course.bystanders):
        stacks.setdefault(unit.hex, []).append(unit)
    for stack in stacks.values():
        moves.go(tuple(stack), wanted, counted=counted)
    return moves.course(ways)


_STAYING: tuple[Result, ...] = ("stays", "passed", "disorganised", "repulsed")
_FATES: dict[Result, DefenderFate] = {
    "retreat": "retreats",
    "rout": "routs",
    "surrender": "surrenders",
    "eliminated": "eliminated",
}


def _with_joined(umpire: Umpire[Options], course: Course, wanted: Mapping[str, Result]) -> dict[str, Result]:
    """Return the results of defenders and of units that had fled to them.

    Rules: 8.5.1d-target-hex, 8.7.3-rout-target-hex.
    """
    found: dict[str, Result] = dict(wanted)
    bearers = [unit for unit in course.defenders if not unit.is_vehicle]
    decided: tuple[DefenderFate, ...] = tuple(_FATES.get(wanted.get(unit.key, "stays"), "stays") for unit in bearers)
    for unit in course.joined:
        if unit.is_vehicle or unit.key in found:
            continue
        fate = bystanders_fate(decided, routed=unit.mode == "routed") if decided else "retreats"
        if fate == "stays":
            continue
        found[unit.key] = "retreat" if fate == "retreats" else "rout" if fate == "routs" else "surrender"
        rule = "8.7.3-rout-target-hex" if unit.mode == "routed" else "8.5.1d-target-hex"
        umpire.result(rule, "{unit}, which had fled there, {fate}", unit=unit.key, fate=fate)
    joint = (*course.defenders, *course.joined)
    # What the defenders do is settled, for a battery kept back too; only vehicles that had fled there follow.
    settled: dict[str, Result] = {unit.key: found.get(unit.key, "stays") for unit in joint if not unit.is_vehicle}
    fates = with_followers(joint, settled)
    found.update((unit.key, fates[unit.key]) for unit in course.joined if unit.is_vehicle and unit.key not in found)
    if all(
        found.get(unit.key, "stays") not in _STAYING
        for unit in joint
        if unit not in course.joined or not unit.is_vehicle
    ):
        for unit in course.joined:  # vehicles that had fled there do not stay alone
            if unit.is_vehicle and found[unit.key] in _STAYING:
                found[unit.key] = "eliminated" if unit.broken_down else "retreat"
    return found


def with_changes(course: Course, changes: Mapping[str, Unit | None]) -> Course:
    """Return the course of a combat with some units as they are now, and without those that are None."""

    def now(units: tuple[Unit, ...]) -> tuple[Unit, ...]:
        return tuple(after for unit in units if (after := changes.get(unit.key, unit)) is not None)

    return evolve(
        course,
        attackers=now(course.attackers),
        defenders=now(course.defenders),
        bystanders=now(course.bystanders),
        joined=now(course.joined),
        away=now(course.away),
    )


class _Moves:
    """The units of a combat while they move in one of its steps."""

    def __init__(self, umpire: Umpire[Options], field: Battlefield, course: Course) -> None:
        self.umpire = umpire
        self.field = field
        self.before = course
        self.now = {unit.key: unit for unit in (*field.others, *course.everybody)}
        self.ways: list[Way] = []
        self.exits = list(course.exits)
        self.forced: list[str] = []
        self.eliminated = list(course.eliminated)
        self.surrendered = list(course.surrendered)
        self.prisoners: dict[Side, int] = {"red": 0, "white": 0}

    def go(self, stack: tuple[Unit, ...], results: Mapping[str, Result], *, counted: bool) -> None:
        """Let one stack do what it must."""
        word = {unit.key: results.get(unit.key, "stays") for unit in stack}
        for unit in stack:
            if word[unit.key] in ("surrender", "eliminated"):
                self._lose(unit, surrenders=word[unit.key] == "surrender", counted=counted)
        self._fall_back(tuple(unit for unit in stack if word[unit.key] == "retreat"), 1)
        self._fall_back(tuple(unit for unit in stack if word[unit.key] in ("rout", "retreat_two")), 2)

    def _lose(self, unit: Unit, *, surrenders: bool, counted: bool) -> None:
        del self.now[unit.key]
        if not surrenders:
            self.eliminated.append(unit.key)
            return
        self.surrendered.append(unit.key)
        if not counted:
            prisoners = captured_steps((unit,), (unit.key,))
            self.umpire.result("4.1-capture", "{unit} surrenders, prisoners {count}", unit=unit.key, count=prisoners)
            self.prisoners[enemy_of(unit.side)] += prisoners

    def _fall_back(self, group: tuple[Unit, ...], hexes: Literal[1, 2]) -> None:
        if not group:
            return
        keys = {unit.key for unit in group}
        around = self.field.surroundings(unit for key, unit in self.now.items() if key not in keys)
        if hexes > 1 and any(not unit.is_vehicle for unit in group):
            did = rout_units(self.umpire, group, around)
        else:
            did = fall_back(self.umpire, group, around, hexes=hexes)
        for key in keys:
            del self.now[key]
        self.now.update((unit.key, unit) for unit in did.units)
        self.forced += (unit.key for unit in group)
        self.eliminated += did.eliminated
        self.surrendered += did.surrendered
        self.prisoners[enemy_of(group[0].side)] += did.prisoners
        self.ways += did.ways
        for way in did.ways:
            if way.exit_hex is not None:
                self.exits += (Exit(key=key, hex=way.exit_hex) for key in way.units if key in self.now)
        self._left_by(group, did)

    def _left_by(self, group: tuple[Unit, ...], did: RetreatOutcome) -> None:
        """Decide the fate of the vehicles of a group whose other units all surrendered where they stood.

        Rules: 9-stack-lost.
        """
        stack = [unit.key for unit in group if not unit.is_vehicle]
        if did.possible or not stack or any(key in self.now for key in stack):
            return
        fates = with_followers(group, dict.fromkeys(stack, "surrender"))
        for unit in group:
            if unit.is_vehicle and fates[unit.key] == "eliminated":
                self._lose(unit, surrenders=False, counted=True)
        self._fall_back(tuple(unit for unit in group if fates[unit.key] == "retreat_two"), 2)

    def course(self, ways: tuple[Way, ...]) -> Course:
        """Return the course of the combat after all have moved.

        Args:
            ways: The ways of the defenders.
        """
        before, now, place = self.before, self.now, self.field.hex
        forced = set(self.forced)

        def left(units: tuple[Unit, ...]) -> tuple[Unit, ...]:
            return tuple(now[unit.key] for unit in units if unit.key in now)

        attacking, defending = left((*before.attackers, *before.bystanders)), left((*before.defenders, *before.joined))
        in_hex = {unit.key for unit in defending if unit.hex == place}
        side = self.field.attacker
        return evolve(
            before,
            attackers=tuple(unit for unit in left(before.attackers) if unit.key not in forced),
            bystanders=tuple(unit for unit in left(before.bystanders) if unit.key not in forced),
            defenders=tuple(unit for unit in left(before.defenders) if unit.key in in_hex),
            joined=tuple(unit for unit in left(before.joined) if unit.key in in_hex),
            away=(
                *left(before.away),
                *(unit for unit in attacking if unit.key in forced),
                *(unit for unit in defending if unit.key not in in_hex),
            ),
            ways=(*before.ways, *ways),
            forced_back=(*before.forced_back, *(unit.key for unit in attacking if unit.key in forced)),
            exits=tuple(self.exits),
            eliminated=tuple(self.eliminated),
            surrendered=tuple(self.surrendered),
            attacker_prisoners=before.attacker_prisoners + self.prisoners[side],
            defender_prisoners=before.defender_prisoners + self.prisoners[enemy_of(side)],
        )
