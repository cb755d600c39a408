"""The air cycle: the ten steps of one flight turn of all aircraft."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Literal, TypeAlias

from attrs import evolve, frozen

from rcw_rules.kernel.angles import Angle
from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Range, Size
from rcw_rules.kernel.geometry.table import Group, Point
from rcw_rules.kernel.lengths import Inches, inches
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import counted, in_words, listed, sentences
from rcw_rules.marks import Cites
from rcw_rules.red_white.aircraft.attacks import (
    BombOutcome,
    BombRequest,
    Faces,
    StrafeRequest,
    aim_problems,
    strafing_faces,
)
from rcw_rules.red_white.aircraft.combat import DogfightRequest, attack_objections, fate_of
from rcw_rules.red_white.aircraft.flight import (
    FEWEST_DICE,
    MOST_DICE,
    Aircraft,
    FlightMoveOutcome,
    FlightMoveRequest,
    flying_objections,
    leaves_table,
    string_objections,
)
from rcw_rules.red_white.aircraft.ground_fire import (
    AircraftDamageRequest,
    AntiAircraftRequest,
    GroundWeapon,
    weapon_objections,
)
from rcw_rules.red_white.options import Options
from rcw_rules.red_white.profile import TargetState
from rcw_rules.red_white.spoken import many, numbers

AirFate: TypeAlias = Literal["flies_on", "left_table", "forced_off", "crashed", "out_of_flight_turns"]
"""What happens to an aircraft: with the last four it is off the table."""

_HERE = inches(0)
_ANY_FLIGHT = FlightMoveRequest()


@frozen(kw_only=True)
class AttackAircraft:
    """A fighter attacks an enemy aircraft.

    Attributes:
        target: The number of the enemy aircraft, from 1, in the order of its side.
        after: How far the fighter has to fly along its string, in inches, to have the target in reach.
    """

    target: Annotated[int, Range(1, 20)]
    after: Inches = _HERE


@frozen(kw_only=True)
class DropBomb:
    """A bomber bombs a target on the ground.

    Attributes:
        target: What to call the target.
        after: How far the bomber has to fly along its string, in inches, to pass over the target.
        aim: The point that it aims at; None if nobody measures where the bomb lands.
        course: The bearing of its string there; with `aim` only.
        near: The units near there, of either side: a bomb strikes whoever is where it lands.
    """

    target: str = "target"
    after: Inches = _HERE
    aim: Point | None = None
    course: Angle | None = None
    near: Annotated[tuple[Group, ...], Size(0, 200), Cites("p1-bomb-effect")] = ()

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield a course without an aim, or an aim without a course, and units near nothing."""
        yield from aim_problems(self)


@frozen(kw_only=True)
class StrafeGround:
    """An aircraft strafes a target on the ground.

    Attributes:
        target: What to call the target.
        after: How far the aircraft has to fly along its string, in inches, to have the target in range.
        normal: The faces of a d10 that hit at normal range; None takes those of the profile.
        point_blank: The faces of a d10 that hit at point-blank range, for an ace; None takes those of the profile.
        target_state: What the target is in, or is; only the profile asks for it.
    """

    target: str = "target"
    after: Inches = _HERE
    normal: Annotated[Faces | None, Cites("p1-fire")] = None
    point_blank: Annotated[Faces | None, Cites("p1-fire")] = None
    target_state: TargetState = "open"


AirAttack: TypeAlias = AttackAircraft | DropBomb | StrafeGround


@frozen(kw_only=True)
class GroundFire:
    """A weapon that fires at the aircraft if it comes near enough.

    Attributes:
        weapon: The weapon, with the distance of the nearest point.
        after: How far the aircraft has to fly along its string, in inches, to come that near.
    """

    weapon: GroundWeapon
    after: Inches = _HERE


@frozen(kw_only=True)
class FlightOrder:
    """What an aircraft is to do in this flight turn.

    Attributes:
        aircraft: The aircraft as it is before.
        flight: How it flies.
        moved: How far it has flown, if its flight dice were rolled before.
        attacks: What it attacks after the move; one attack at most.
        ground_fire: The weapons that fire at it during the move, in that order.
    """

    aircraft: Aircraft
    flight: FlightMoveRequest = _ANY_FLIGHT
    moved: Annotated[Inches, Range(0, 6 * MOST_DICE, rule="air-flight-move")] | None = None
    attacks: Annotated[tuple[AirAttack, ...], Size(0, 3, rule="air-two-per-turn")] = ()
    ground_fire: Annotated[tuple[GroundFire, ...], Size(0, 20)] = ()

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield contradictions, with paths below the order."""
        left = self.flight.string_left
        if self.moved is not None and left is not None and self.moved > left:
            yield Problem(".moved", f"{self.moved} is more than the {left} of string left", "air-flight-move")
        elif self.moved is not None and self.moved != left and not _can_be_thrown(self.moved, self.flight.dice):
            dice = f"{FEWEST_DICE} to {MOST_DICE}" if self.flight.dice is None else self.flight.dice
            message = f"{self.moved} is not a sum of {dice} D6, and the string does not end there"
            yield Problem(".moved", message, "air-flight-move")
        for number, attack in enumerate(self.attacks):
            if not isinstance(attack, AttackAircraft) and not attack.target.isprintable():
                path = f".attacks[{number}].target"
                yield Problem(path, "holds a character that cannot be shown, such as a line break")


def _can_be_thrown(moved: Inches, dice: int | None) -> bool:
    """Whether that many flight dice, or 2 to 5 of them, can show that sum.

    Rules: air-flight-move.
    """
    fewest, most = (FEWEST_DICE, MOST_DICE) if dice is None else (dice, dice)
    return moved in map(inches, range(fewest, 6 * most + 1))


_BECOMES: dict[AirFate, str] = {
    "left_table": "leaves the table",
    "forced_off": "is forced off the table",
    "crashed": "crashes",
    "out_of_flight_turns": "leaves, with no flight turn left",
}


@frozen(kw_only=True)
class AircraftAfter:
    """An aircraft after a flight turn.

    Attributes:
        name: What it is called.
        fate: What became of it.
        moved: How far along its string it flew, in inches.
        flight_turns_left: The flight turns that it has left.
        damage: Its points of damage from air combats.
        untested_hits: Hits of ground fire that are tested after the second flight turn of this turn.
        attacked: What it attacked.
        strafing_hits: The hits on its target, if it strafed.
        bomb: Where its bomb landed, if it dropped one.
    """

    name: str
    fate: AirFate
    moved: Inches
    flight_turns_left: int
    damage: int
    untested_hits: int = 0
    attacked: str = ""
    strafing_hits: int | None = None
    bomb: BombOutcome | None = None

    def told(self, was: Aircraft) -> tuple[str, ...]:
        """Return what the aircraft did and what became of it, one text a sentence.

        Args:
            was: The aircraft before.
        """
        done = [f"flies {self.moved}"] if self.moved > inches(0) else []
        if self.attacked:
            done.append(f"attacks {self.attacked}" + self._strafing())
        if self.damage > was.damage:
            taken = counted(self.damage - was.damage, "point")
            done.append(f"takes {taken} of damage {numbers(was.damage, self.damage)}")
        if self.untested_hits > was.untested_hits:
            done.append(f"has {counted(self.untested_hits, 'hit')} of ground fire still to be tested")
        lost = was.flight_turns_left - self.flight_turns_left - 1
        if lost > 0 and self.fate == "flies_on":
            done.append(f"loses {counted(lost, 'flight turn')} to ground fire")
        done += [_BECOMES[self.fate]] if self.fate in _BECOMES else []
        bomb = self.bomb.told() if self.bomb is not None else ()
        return (f"{self.name} {listed(done)}" if done else "", *bomb)

    def _strafing(self) -> str:
        return "" if self.strafing_hits is None else f" with {many(self.strafing_hits, 'hit')}"


@frozen(kw_only=True)
class AirCycleOutcome:
    """All aircraft after a flight turn, those that are gone as well.

    Attributes:
        side_1: The aircraft of side 1, in listed order.
        side_2: The aircraft of side 2, in listed order.
    """

    side_1: tuple[AircraftAfter, ...]
    side_2: tuple[AircraftAfter, ...]

    def summary(self, request: AirCycleRequest) -> str:
        """Return what every aircraft did, and what became of it."""
        orders, after = (*request.side_1, *request.side_2), (*self.side_1, *self.side_2)
        pairs = zip(orders, after, strict=True)
        return sentences(*(text for order, now in pairs for text in now.told(order.aircraft))) or "Nothing flies."


@frozen(kw_only=True, cache_hash=True)
class AirCycleRequest(Request[AirCycleOutcome]):
    """One flight turn of every aircraft in combat mode.

    Attributes:
        side_1: The orders of side 1; none if it has no aircraft.
        side_2: The orders of side 2; none if it has no aircraft.
        flight_turn: Whether this is the first or the second flight turn of the game turn.
    """

    side_1: Annotated[tuple[FlightOrder, ...], Size(0, 20)]
    side_2: Annotated[tuple[FlightOrder, ...], Size(0, 20)] = ()
    flight_turn: Annotated[Literal[1, 2], Cites("air-two-per-turn")] = 1

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield contradictions, with paths below the request."""
        if not self.side_1 + self.side_2:
            yield Problem(".side_1", "expected at least one aircraft; neither side has any", "air-sequence")
            return
        first = (self.side_1 or self.side_2)[0].aircraft.side
        other = "white" if first == "red" else "red"
        for field, orders, enemies, side in (
            ("side_1", self.side_1, self.side_2, first),
            ("side_2", self.side_2, self.side_1, other if self.side_1 else first),
        ):
            for number, order in enumerate(orders):
                path = f".{field}[{number}]"
                if order.aircraft.side != side:
                    message = f"expected {side}, got {order.aircraft.side}"
                    yield Problem(f"{path}.aircraft.side", message, "bad-sides")
                if order.aircraft.untested_hits and self.flight_turn == 1:
                    message = "the hits of an earlier turn have been tested"
                    yield Problem(f"{path}.aircraft.untested_hits", message, "opt-air-damage-per")
                for place, attack in enumerate(order.attacks):
                    if isinstance(attack, AttackAircraft) and attack.target > len(enemies):
                        message = (
                            f"expected a number from 1 to {len(enemies)}, the enemy's aircraft; got {attack.target}"
                        )
                        yield Problem(f"{path}.attacks[{place}].target", message)


class _Flier:
    """An aircraft while its flight turn is worked out; a new one is made in every run."""

    __slots__ = ("after", "hits", "label", "new_damage", "order")

    def __init__(self, order: FlightOrder, label: str) -> None:
        self.order = order
        self.label = label
        self.hits = order.aircraft.untested_hits
        self.new_damage = 0
        self.after = AircraftAfter(
            name=label,
            fate="flies_on",
            moved=_HERE,
            flight_turns_left=order.aircraft.flight_turns_left - 1,
            damage=order.aircraft.damage,
        )

    @property
    def flies(self) -> bool:
        return self.after.fate == "flies_on"

    def becomes(self, **changes: Any) -> None:
        self.after = evolve(self.after, **changes)


def bombing_run() -> AirCycleRequest:
    """Return a bombing run through the fire of a machine gun; the book has no example of one.

    Rules: air-sequence.
    """
    gun = GroundWeapon(name="machine gun", kind="machine_gun", dice=3, nearest=inches(8))
    run = FlightOrder(
        aircraft=Aircraft(name="White bomber", side="white", type="bomber"),
        flight=FlightMoveRequest(dice=2),
        attacks=(DropBomb(target="Red battery", after=inches(5)),),
        ground_fire=(GroundFire(weapon=gun),),
    )
    return AirCycleRequest(side_1=(run,))


@procedure(
    "red_white.air_cycle",
    title="What happens to all aircraft in this flight turn?",
    formerly=("One flight turn of all aircraft: what becomes of them?",),
    rules=("air-sequence",),
    example=bombing_run,
)
def air_cycle(request: AirCycleRequest, umpire: Umpire[Options]) -> AirCycleOutcome:
    """Go through the ten steps of a flight turn, in each the aircraft in listed order.

    Side 1 moves, every aircraft under ground fire right after its own dice; it attacks enemy aircraft; the points of
    damage are added up, and aircraft with too many are gone; its other aircraft bomb or strafe. Then side 2 does the
    same. At the end every aircraft that ground fire has hit is tested, side 1 first, and those without flight turns
    leave. An aircraft that is gone no longer acts and cannot be attacked. An attack on a target that is gone, or that
    the aircraft has not flown far enough to reach, is not made.

    Raises:
        MissingProfileError: If it is not known which faces hit when an aircraft strafes.

    Rules: air-sequence, air-three-turns, gen-unit-state.
    """
    for order in request.side_1 + request.side_2:
        for attack in order.attacks:
            if isinstance(attack, StrafeGround):  # before any die is rolled
                strafing_faces(_strafing(order, attack), umpire.options)
    side_1, side_2 = _fliers(request.side_1), _fliers(request.side_2)
    for own, enemies in ((side_1, side_2), (side_2, side_1)):
        for flier in own:
            if flier.flies:
                _move(umpire, flier)
        _fight(umpire, own, enemies)
        for flier in own:
            _attack_ground(umpire, flier)
    for flier in side_1 + side_2:
        if flier.flies and flier.hits:
            _test_hits(umpire, flier, request)
    for flier in side_1 + side_2:
        if flier.flies and flier.after.flight_turns_left == 0:
            umpire.result("air-gone", "{aircraft} has no flight turns left and leaves", aircraft=flier.label)
            flier.becomes(fate="out_of_flight_turns")
    return AirCycleOutcome(side_1=tuple(flier.after for flier in side_1), side_2=tuple(flier.after for flier in side_2))


@air_cycle.legality
def _objections(request: AirCycleRequest, options: Options) -> Iterator[Objection]:
    for field, orders in (("side_1", request.side_1), ("side_2", request.side_2)):
        weapons: list[tuple[GroundWeapon, str]] = []  # the other side's: each side names its own
        for number, order in enumerate(orders):
            path = f"$.{field}[{number}]"
            yield from flying_objections(order.aircraft, f"{path}.aircraft")
            yield from string_objections(order.flight, f"{path}.flight")
            yield from _attack_objections(order, path)
            if order.aircraft.untested_hits and options.air_damage_per == "flight_turn":
                message = "hits of an earlier flight turn do not carry over; the option air_damage_per = turn adds them"
                yield Objection(rule="air-damage-when", message=message, path=f"{path}.aircraft.untested_hits")
            weapons += [
                (fire.weapon, f"{path}.ground_fire[{place}].weapon") for place, fire in enumerate(order.ground_fire)
            ]
        yield from weapon_objections(weapons)


def _attack_objections(order: FlightOrder, path: str) -> Iterator[Objection]:
    """Yield objections to the attacks that an aircraft was ordered to make.

    Rules: air-types, air-two-per-turn, air-sequence.
    """
    aircraft = order.aircraft
    if len(order.attacks) > 1:
        fights = any(isinstance(attack, AttackAircraft) for attack in order.attacks)
        rule = "air-sequence" if fights else "air-two-per-turn"
        message = "an aircraft attacks once in a flight turn" + (
            ": one that attacks an aircraft may not bomb or strafe" if fights else ""
        )
        yield Objection(rule=rule, message=message, path=f"{path}.attacks")
    for number, attack in enumerate(order.attacks):
        place = f"{path}.attacks[{number}]"
        if isinstance(attack, AttackAircraft):
            yield from attack_objections(aircraft, place)
        elif aircraft.type == "observation":
            yield Objection(rule="air-types", message="an observation aircraft never attacks", path=place)
        elif isinstance(attack, DropBomb) and aircraft.type == "fighter":
            message = "a fighter carries no bombs; it may strafe or attack aircraft"
            yield Objection(rule="air-types", message=message, path=place)


def _fliers(orders: Sequence[FlightOrder]) -> list[_Flier]:
    return [
        _Flier(order, order.aircraft.name or f"{order.aircraft.side} {order.aircraft.type} {number}")
        for number, order in enumerate(orders, start=1)
    ]


def _move(umpire: Umpire[Options], flier: _Flier) -> None:
    """Move an aircraft, and let the ground fire at it during the move.

    Rules: air-sequence, air-flight-move, air-two-per-turn, aa-timing.
    """
    order = flier.order
    if order.moved is None:
        flown = umpire.resolve(order.flight, f"flight of {flier.label}")
    else:
        flown = FlightMoveOutcome(moved=order.moved, left_table=leaves_table(order.flight, order.moved))
        umpire.result("air-flight-move", "{aircraft} has flown {moved}", aircraft=flier.label, moved=str(order.moved))
    flier.becomes(moved=flown.moved)
    weapons = tuple(fire.weapon for fire in order.ground_fire if fire.after <= flown.moved)
    if weapons:
        fire = AntiAircraftRequest(weapons=weapons)
        flier.hits += umpire.resolve(fire, f"ground fire at {flier.label}").hits
    if flown.left_table:
        umpire.result("air-flight-move", "{aircraft} has left the table", aircraft=flier.label)
        flier.becomes(fate="left_table")


def _fight(umpire: Umpire[Options], own: Sequence[_Flier], enemies: Sequence[_Flier]) -> None:
    """Fight the air combats that a side starts, and only then add up the damage.

    Rules: air-sequence, dogfight-result.
    """
    for flier in own:
        for attack in flier.order.attacks:
            if isinstance(attack, AttackAircraft) and _can_attack(umpire, flier, attack):
                target = enemies[attack.target - 1]
                if not target.flies:
                    umpire.result("air-sequence", "{target} is gone: no attack", target=target.label)
                    continue
                fought = DogfightRequest(attacker=_combatant(flier), target=_combatant(target))
                outcome = umpire.resolve(fought, f"{flier.label} against {target.label}")
                if outcome.winner != "nobody":
                    loser = target if outcome.winner == "attacker" else flier
                    loser.new_damage += outcome.points
                flier.becomes(attacked=target.label)
    for flier in (*own, *enemies):
        if flier.new_damage:
            damage = flier.after.damage + flier.new_damage
            flier.new_damage = 0
            fate = _FATES[fate_of(damage)]
            flier.becomes(damage=damage, fate=fate)
            text = "damage of {aircraft} in all: {damage}: " + in_words(fate)
            umpire.result("dogfight-result", text, aircraft=flier.label, damage=damage)


_FATES: dict[str, AirFate] = {"flies_on": "flies_on", "leaves": "forced_off", "crashes": "crashed"}


def _combatant(flier: _Flier) -> Aircraft:
    # Without its name and its turns, so that equal combats have one distribution.
    return evolve(flier.order.aircraft, name="", flight_turns_left=1, untested_hits=0, damage=flier.after.damage)


def _can_attack(umpire: Umpire[Options], flier: _Flier, attack: AirAttack) -> bool:
    """Whether an aircraft is still there and has flown far enough for its attack.

    Rules: air-two-per-turn, air-sequence.
    """
    if not flier.flies:
        return False
    if flier.after.moved < attack.after:
        text = "{aircraft} flew {moved} of the {after} to its target: no attack"
        umpire.result(
            "air-two-per-turn", text, aircraft=flier.label, moved=str(flier.after.moved), after=str(attack.after)
        )
        return False
    return True


def _attack_ground(umpire: Umpire[Options], flier: _Flier) -> None:
    """Bomb or strafe, if that was ordered.

    Rules: air-sequence, air-types.
    """
    for attack in flier.order.attacks:
        if isinstance(attack, AttackAircraft) or not _can_attack(umpire, flier, attack):
            continue
        purpose = f"{flier.label} against {attack.target}"
        if isinstance(attack, DropBomb):
            pilot = flier.order.aircraft.pilot
            asked = BombRequest(pilot=pilot, aim=attack.aim, course=attack.course, near=attack.near)
            dropped = umpire.resolve(asked, purpose)
            flier.becomes(attacked=attack.target, bomb=dropped)
        else:
            strafed = umpire.resolve(_strafing(flier.order, attack), purpose)
            flier.becomes(attacked=attack.target, strafing_hits=strafed.hits)


def _strafing(order: FlightOrder, attack: StrafeGround) -> StrafeRequest:
    return StrafeRequest(
        pilot=order.aircraft.pilot,
        normal=attack.normal,
        point_blank=attack.point_blank,
        target=attack.target_state,
    )


def _test_hits(umpire: Umpire[Options], flier: _Flier, request: AirCycleRequest) -> None:
    """Test the hits of ground fire, or put the test off to the second flight turn of the turn.

    Rules: air-sequence, air-damage-when, opt-air-damage-per, air-gone.
    """
    flies_again = request.flight_turn == 1 and flier.after.flight_turns_left > 0
    if umpire.options.air_damage_per == "turn" and flies_again:
        umpire.ruling("air_damage_per")
        text = "hits on {aircraft}: {hits}, tested after its second flight turn"
        umpire.result("opt-air-damage-per", text, aircraft=flier.label, hits=flier.hits)
        flier.becomes(untested_hits=flier.hits)
        return
    damage = umpire.resolve(AircraftDamageRequest(hits=flier.hits), f"ground-fire damage of {flier.label}")
    left = max(0, flier.after.flight_turns_left - damage.flight_turns_lost)
    flier.becomes(flight_turns_left=left, fate="crashed" if damage.crashed else "flies_on")
