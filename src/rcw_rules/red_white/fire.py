"""Fire: who may fire at a charge, how many hits a volley scores, and what they do."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import isqrt
from typing import Annotated, Literal, TypeAlias

from attrs import evolve, frozen

from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.dice import d10
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Range, Size
from rcw_rules.kernel.geometry.table import Point, point
from rcw_rules.kernel.lengths import Inches, inches
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.tally import tally
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.red_white.casualties import CasualtiesOutcome, CasualtiesRequest
from rcw_rules.red_white.model import Unit, grade_objections, is_vehicle
from rcw_rules.red_white.options import Options
from rcw_rules.red_white.profile import Face, MissingProfileError, RangeBand, TargetState, Weapon
from rcw_rules.red_white.trains import HARMLESS, TrainUnderFireOutcome, TrainUnderFireRequest
from rcw_rules.red_white.vehicles import VehicleDamageOutcome, VehicleDamageRequest
from rcw_rules.ruleset import Cites

Dice: TypeAlias = Annotated[int, Range(0, 200, rule="bad-numbers")]
Count: TypeAlias = Annotated[int, Range(0, 99, rule="bad-numbers")]
HitFaces: TypeAlias = tuple[Face, ...]


@frozen(kw_only=True)
class FireOutcome:
    """How many dice hit.

    Attributes:
        hits: The hits.
    """

    hits: int


@frozen(kw_only=True, cache_hash=True)
class FireRequest(Request[FireOutcome]):
    """One volley: some dice against one set of faces.

    Attributes:
        dice: How many D10.
        hit_faces: The faces that hit. Without them a profile must know them by weapon, band and target.
        weapon: The weapon.
        band: The range.
        target: What the target is in, or is.
    """

    dice: Dice
    hit_faces: Annotated[HitFaces | None, Cites("p1-fire")] = None
    weapon: Weapon | None = None
    band: RangeBand | None = None
    target: TargetState | None = None

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield a face that is given twice."""
        yield from _doubled_faces(self.hit_faces)


def _fire_example() -> FireRequest:
    return FireRequest(dice=3, hit_faces=(8, 9, 10))


@procedure(
    "red_white.fire",
    title="How many hits does this volley score?",
    rules=("p1-fire", "gen-dice", "bad-numbers"),
    example=_fire_example,
)
def fire(request: FireRequest, umpire: Umpire[Options]) -> FireOutcome:
    """Throw the D10s of a volley, in order, and count those that show a face that hits.

    Raises:
        MissingProfileError: If neither the request nor a profile says which faces hit.

    Rules: p1-fire.
    """
    faces = request.hit_faces
    if faces is None:
        faces = _faces_by_profile(request, umpire.options)
        umpire.result("p1-fire", "by the profile these faces hit: {faces}", faces=", ".join(map(str, faces)) or "none")
    (hits,) = umpire.roll(tally(d10, request.dice, faces), "fire", "p1-fire")
    return FireOutcome(hits=hits)


def _faces_by_profile(request: FireRequest, options: Options) -> HitFaces:
    """Return the faces that hit by the profile.

    Rules: p1-fire.
    """
    weapon, band, target, profile = request.weapon, request.band, request.target, options.profile
    if weapon is not None and band is not None and target is not None and profile is not None:
        faces = profile.hit_faces(weapon, band, target)
        if faces is not None:
            return faces
    raise MissingProfileError(
        "p1-fire",
        "fire",
        "Which faces of the D10 hit?",
        "hit_faces, or weapon, band and target with a profile that knows them (Part I, which defines them, is lost)",
    )


# --- What a target suffers ----------------------------------------------------------------------------------------


@frozen(kw_only=True)
class Volley:
    """The fire of one weapon at a target: dice to be thrown, or hits or losses that are known.

    Attributes:
        weapon: The weapon.
        dice: How many D10 are thrown for it.
        hits: Or how many hits it scored.
        stands_lost: Or how many stands it costs, of a vehicle hits to be recorded.
        hit_faces: The faces that hit; without them a profile must know them by weapon, band and target.
        band: The range.
        losses_per_hit: How many stands each hit costs; without it a profile must know it by weapon. Of a vehicle each
            hit is recorded as one.
    """

    weapon: Weapon
    dice: Dice | None = None
    hits: Count | None = None
    stands_lost: Count | None = None
    hit_faces: Annotated[HitFaces | None, Cites("p1-fire")] = None
    band: RangeBand | None = None
    losses_per_hit: Annotated[Annotated[int, Range(0, 10, rule="bad-numbers")] | None, Cites("p1-fire")] = None

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield a volley that is not told in one of the three ways."""
        given = [name for name in ("dice", "hits", "stands_lost") if getattr(self, name) is not None]
        if len(given) != 1:
            told = " and ".join(given) or "none of them"
            yield Problem("", f"give dice, hits or stands_lost, one of them; got {told}", "p1-fire")
        yield from _doubled_faces(self.hit_faces)


@frozen(kw_only=True)
class FireAttackOutcome:
    """What fire did to its target.

    Attributes:
        stands_lost: Stands lost, of a vehicle hits recorded.
        leader_killed: Whether the leader died in place of a stand.
        priest_killed: Whether the priest died in place of a stand.
        cheka_lost: Whether the Cheka stand was lost.
        destroyed: Whether nothing of the unit is left.
        suppressed: Whether it is suppressed afterwards.
        casualties: Whether it must test for casualties.
        train: How an armoured train took artillery fire; None for any other unit or fire.
        effects: What the table for hits says of a tank or an armoured car.
        table_missing: Whether its hits would go to the table of the lost first part and no profile supplies it.
    """

    stands_lost: int
    leader_killed: bool = False
    priest_killed: bool = False
    cheka_lost: bool = False
    destroyed: bool = False
    suppressed: bool
    casualties: bool
    train: TrainUnderFireOutcome | None = None
    effects: tuple[str, ...] = ()
    table_missing: bool = False


@frozen(kw_only=True, cache_hash=True)
class FireAttackRequest(Request[FireAttackOutcome]):
    """All that is fired at one unit in one step.

    Attributes:
        unit: The unit that is fired at.
        volleys: The fire at it, in the order of the dice.
        phase_1: Whether this is the first fire phase of the turn.
    """

    unit: Unit
    volleys: Annotated[tuple[Volley, ...], Size(1, 50)]
    phase_1: Annotated[bool, Cites("suppress-who")] = False


def _attack_example() -> FireAttackRequest:
    unit = Unit(side="white", type="infantry", has_leader=True, heroic=True, starting_stands=8, stands=8)
    volley = Volley(weapon="machine_gun", dice=3, hit_faces=(8, 9, 10), losses_per_hit=1)
    return FireAttackRequest(unit=unit, volleys=(volley,), phase_1=True)


@procedure(
    "red_white.fire_attack",
    title="What does this fire do to its target?",
    rules=(
        "gen-stand",
        "p1-fire",
        "p1-artillery-and-armour",
        "heroic-risk",
        "heroic-dead",
        "priest-risk",
        "p1-cheka-by-fire",
        "p1-leader-risk",
        "suppress-who",
        "train-immune",
        "train-artillery-test",
        "train-fail",
        "train-lost",
        "vehicle-hits",
        "bad-numbers",
    ),
    example=_attack_example,
)
def fire_attack(request: FireAttackRequest, umpire: Umpire[Options]) -> FireAttackOutcome:
    """Fire at a unit: first the dice of every volley in listed order, then the casualties one at a time.

    Hits on a tank or an armoured car then go to the hit table, if there is one; a train that artillery fired at, light
    guns included, then tests morale, hit or not; a volley of no dice was not fired.

    Hits become stands by the volley's own number or the profile's. Every hit on a vehicle is recorded as one; small
    arms and machine guns do nothing to an armoured train. A unit that loses a stand in the first fire phase is
    suppressed; a leader or a priest killed instead does not suppress.

    Raises:
        MissingProfileError: If a face that hits or the losses of a hit are not known.

    Rules: p1-fire, p1-artillery-and-armour, suppress-who.
    """
    unit = request.unit
    for volley in request.volleys:
        require_known_fire(volley, unit, umpire.options)
    count = 0
    for number, volley in enumerate(request.volleys, start=1):
        count += _losses_of(volley, unit, f"volley {number}", umpire)
    lost = umpire.resolve(CasualtiesRequest(unit=unit, count=min(count, 99), source="fire"), "casualties")
    train, damage = _vehicle_damage(unit, request.volleys, lost, umpire)
    # A train records hits and loses no stand to fire, so that nothing suppresses it.
    loses_stands = unit.type != "armoured_train"
    suppressed = unit.suppressed or (request.phase_1 and loses_stands and lost.stands_lost > 0)
    if suppressed and not unit.suppressed:
        umpire.result("suppress-who", "lost a stand in the first fire phase: suppressed")
    return FireAttackOutcome(
        stands_lost=lost.stands_lost,
        leader_killed=lost.leader_killed,
        priest_killed=lost.priest_killed,
        cheka_lost=lost.cheka_lost,
        destroyed=lost.destroyed,
        suppressed=suppressed,
        casualties=lost.casualties,
        train=train,
        effects=damage.table_effects if damage is not None else (),
        table_missing=damage is not None and damage.table_missing,
    )


@fire_attack.legality
def _attack_objections(request: FireAttackRequest, options: Options) -> Iterator[Objection]:
    yield from grade_objections(request.unit, options, "$.unit")


def _losses_of(volley: Volley, unit: Unit, purpose: str, umpire: Umpire[Options]) -> int:
    """Return how many stands a volley costs, or how many hits it scores on a vehicle.

    Rules: p1-fire, p1-artillery-and-armour, train-immune, vehicle-hits.
    """
    if _is_proof(unit, volley.weapon):
        umpire.result("train-immune", "{purpose}: small arms and machine guns do nothing to a train", purpose=purpose)
        return 0
    if volley.stands_lost is not None:
        return volley.stands_lost
    hits = volley.hits
    if hits is None:
        hits = umpire.resolve(_as_fire(volley, unit), purpose).hits
    if is_vehicle(unit):
        umpire.result("vehicle-hits", "{purpose}: hits to be recorded: {hits}", purpose=purpose, hits=hits)
        return hits
    return hits * (_losses_per_hit(volley, umpire.options) or 0)


def _vehicle_damage(
    unit: Unit, volleys: tuple[Volley, ...], lost: CasualtiesOutcome, umpire: Umpire[Options]
) -> tuple[TrainUnderFireOutcome | None, VehicleDamageOutcome | None]:
    """Return how a train took artillery fire, and what the hits did to another vehicle.

    A train tests without the leader or the priest whom the fire has just killed, and only if a shot was fired.

    Rules: train-artillery-test, vehicle-hits, p1-artillery-and-armour, heroic-dead.
    """
    hits = lost.stands_lost
    if unit.type == "armoured_train":
        if all(_is_proof(unit, volley.weapon) or volley.dice == 0 for volley in volleys):
            return None, None
        train = evolve(
            unit,
            has_leader=lost.has_leader,
            heroic=unit.heroic and not lost.leader_killed,
            priest=unit.priest and not lost.priest_killed,
        )
        under_fire = TrainUnderFireRequest(train=train, weapon="artillery", new_hits=hits)
        return umpire.resolve(under_fire, "train under artillery fire"), None
    # Two comparisons, because type checkers learn nothing from membership.
    if hits and (unit.type == "tank" or unit.type == "armoured_car"):  # noqa: PLR1714
        damage = VehicleDamageRequest(type=unit.type, hits=unit.hits or 0, new_hits=hits)
        return None, umpire.resolve(damage, "hits on the vehicle")
    return None, None


def _is_proof(unit: Unit, weapon: Weapon) -> bool:
    """Whether a weapon cannot hurt a unit at all.

    Rules: train-immune.
    """
    return unit.type == "armoured_train" and weapon in HARMLESS


def _as_fire(volley: Volley, unit: Unit) -> FireRequest:
    if volley.hit_faces is not None:
        return FireRequest(dice=volley.dice or 0, hit_faces=volley.hit_faces)
    target: TargetState = "vehicle" if is_vehicle(unit) else unit.cover
    return FireRequest(dice=volley.dice or 0, weapon=volley.weapon, band=volley.band, target=target)


def _losses_per_hit(volley: Volley, options: Options) -> int | None:
    if volley.losses_per_hit is None and options.profile is not None:
        return options.profile.losses_of(volley.weapon)
    return volley.losses_per_hit


def require_known_fire(volley: Volley, unit: Unit, options: Options) -> None:
    """Raise before any die is thrown if a volley at a unit cannot be resolved.

    Raises:
        MissingProfileError: If a face that hits or the losses of a hit are not known.

    Rules: p1-fire.
    """
    if volley.stands_lost is not None or _is_proof(unit, volley.weapon):
        return
    if volley.dice is not None and volley.hit_faces is None:
        _faces_by_profile(_as_fire(volley, unit), options)
    if not is_vehicle(unit) and _losses_per_hit(volley, options) is None:
        raise MissingProfileError(
            "p1-fire",
            "losses",
            f"How many stands does each hit of {volley.weapon.replace('_', ' ')} fire cost?",
            "losses_per_hit, or a profile with losses (Part I, which defines it, is lost)",
        )


def _doubled_faces(faces: HitFaces | None) -> Iterator[Problem]:
    if faces is not None and len(set(faces)) < len(faces):
        yield Problem(".hit_faces", "a face stands there twice", "p1-fire")


# --- Who may fire at a charge -------------------------------------------------------------------------------------

Hindrance: TypeAlias = Literal[
    "none", "already_fired", "no_sight", "out_of_range", "must_test_first", "failed_its_test"
]


@frozen(kw_only=True)
class MayFire:
    """Whether one unit may fire at a charge.

    Attributes:
        range: How far the nearest point of the path is from it, in inches to the nearest thousandth.
        eligible: Whether it may fire.
        hindrance: What keeps it from firing, the first that holds.
    """

    range: Inches
    eligible: bool
    hindrance: Hindrance


@frozen(kw_only=True)
class DefensiveFireOutcome:
    """Who may fire at a charge.

    Attributes:
        firers: Each possible firer, in listed order.
    """

    firers: tuple[MayFire, ...]


@frozen(kw_only=True)
class Firer:
    """A unit of the defending side that might fire at a charge.

    Attributes:
        name: What it is called.
        position: Where it stands.
        weapon_range: How far its weapon reaches, in inches.
        in_sight: Whether it sees the part of the path that it would fire at.
        suppressed: Whether it is suppressed.
        earlier_test: How its test for suppressed fire went this turn, if it took one.
        has_fired: Whether it has already fired in this step.
    """

    name: str = ""
    position: Point
    weapon_range: Annotated[Inches, Cites("p1-fire")]
    in_sight: bool = True
    suppressed: Annotated[bool, Cites("suppress-fire")] = False
    earlier_test: Literal["none", "passed", "failed"] = "none"
    has_fired: bool = False


@frozen(kw_only=True, cache_hash=True)
class DefensiveFireRequest(Request[DefensiveFireOutcome]):
    """A charge along a straight path and all who might fire at it.

    Attributes:
        start: Where the charge begins.
        end: Where it makes contact.
        firers: The possible firers.
    """

    start: Point
    end: Point
    firers: Annotated[tuple[Firer, ...], Size(1, 50)]


def _defensive_example() -> DefensiveFireRequest:
    return DefensiveFireRequest(
        start=point(0, 0),
        end=point(10, 0),
        firers=(
            Firer(name="battalion in support", position=point(4, 3), weapon_range=inches(12)),
            Firer(name="machine gun", position=point(13, 4), weapon_range=inches(4)),
        ),
    )


@procedure(
    "red_white.defensive_fire",
    title="Who may fire at this charge, and at what range?",
    rules=("melee-defensive-fire", "suppress-fire", "opt-suppressed-scope"),
    example=_defensive_example,
)
def defensive_fire(request: DefensiveFireRequest, umpire: Umpire[Options]) -> DefensiveFireOutcome:
    """Say of every unit whether it may fire at the path, and at what range.

    The range is that to the nearest point of the path, both ends included; exactly the reach of the weapon is within
    it, and nothing is rounded before that is decided. A suppressed unit must have passed its test of this turn, unless
    the option ends suppression with the phase.

    Rules: melee-defensive-fire.
    """
    found: list[MayFire] = []
    for number, firer in enumerate(request.firers, start=1):
        square = _square_to_path(firer.position, request.start, request.end)
        hindrance = _hindrance(firer, square, umpire)
        away = Inches(thousandths=_nearest_root(square))
        label = firer.name or f"firer {number}"
        umpire.result(
            "melee-defensive-fire",
            "{unit} is {away} from the path; what keeps it from firing: {hindrance}",
            unit=label, away=str(away), hindrance=hindrance.replace("_", " "),
        )  # fmt: skip
        found.append(MayFire(range=away, eligible=hindrance == "none", hindrance=hindrance))
    return DefensiveFireOutcome(firers=tuple(found))


def _hindrance(firer: Firer, square: Fraction, umpire: Umpire[Options]) -> Hindrance:
    """Return what keeps a unit from firing.

    Rules: melee-defensive-fire, suppress-fire, opt-suppressed-scope.
    """
    if firer.has_fired:
        return "already_fired"
    if not firer.in_sight:
        return "no_sight"
    if square > firer.weapon_range.thousandths**2:
        return "out_of_range"
    if firer.suppressed:
        umpire.ruling("suppressed_scope")
        if umpire.options.suppressed_scope == "turn" and firer.earlier_test != "passed":
            return "must_test_first" if firer.earlier_test == "none" else "failed_its_test"
    return "none"


def _square_to_path(position: Point, start: Point, end: Point) -> Fraction:
    """Return the square of the distance from a position to the nearest point of a path, in thousandths of an inch."""
    x, y = position.x.thousandths - start.x.thousandths, position.y.thousandths - start.y.thousandths
    east, north = end.x.thousandths - start.x.thousandths, end.y.thousandths - start.y.thousandths
    along, length = x * east + y * north, east * east + north * north
    if along <= 0:
        return Fraction(x * x + y * y)
    if along >= length:
        return Fraction((x - east) ** 2 + (y - north) ** 2)
    return Fraction((x * north - y * east) ** 2, length)


def _nearest_root(square: Fraction) -> int:
    root = isqrt(square.numerator // square.denominator)
    return root + 1 if 4 * square >= (2 * root + 1) ** 2 else root
