"""What aircraft do to the ground, and what the ground does to aircraft."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Literal, TypeAlias

from attrs import frozen

from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.dice import d6, d10
from rcw_rules.kernel.errors import ChartError, Problem
from rcw_rules.kernel.fields import Range, Size
from rcw_rules.kernel.lengths import Inches, inches
from rcw_rules.kernel.procedures import Choice, Request, procedure
from rcw_rules.kernel.tally import tally
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.red_white.aircraft import Pilot
from rcw_rules.red_white.options import Options
from rcw_rules.red_white.profile import Face, MissingProfileError, RangeBand, TargetState
from rcw_rules.ruleset import Cites

Faces: TypeAlias = Annotated[tuple[Face, ...], Size(0, 10, rule="p1-fire")]
"""The faces of a d10 that hit."""

STRAFING_DICE = 3  # air-strafe
ACE_AT_BOMBS = 2  # air-bomb-ace


# ---------------------------------------------------------------- strafing


@frozen(kw_only=True)
class StrafeOutcome:
    """What strafing did.

    Attributes:
        hits: The hits on the target.
    """

    hits: int


@frozen(kw_only=True, cache_hash=True)
class StrafeRequest(Request[StrafeOutcome]):
    """An aircraft that strafes a target on the ground.

    Attributes:
        pilot: Who flies it.
        normal: The faces of a d10 that hit at normal range; None takes those of the profile.
        point_blank: The faces of a d10 that hit at point-blank range; None takes those of the profile.
        target: What the target is in, or is; only the profile asks for it.
    """

    pilot: Pilot = "ordinary"
    normal: Annotated[Faces | None, Cites("p1-fire")] = None
    point_blank: Annotated[Faces | None, Cites("p1-fire")] = None
    target: TargetState = "open"


def _strafe_example() -> StrafeRequest:
    return StrafeRequest(pilot="ace", normal=(9, 10), point_blank=(7, 8, 9, 10))


@procedure(
    "red_white.strafe",
    title="How many hits does strafing score?",
    rules=("air-strafe", "p1-fire", "gen-dice"),
    example=_strafe_example,
)
def strafe(request: StrafeRequest, umpire: Umpire[Options]) -> StrafeOutcome:
    """Strafe with three D10, as one machine gun team of three whatever the number of guns.

    An ace fires at point-blank range and has no choice about it, everybody else at normal range.

    Raises:
        MissingProfileError: If neither the request nor the profile says which faces hit.

    Rules: air-strafe, p1-fire.
    """
    faces = strafing_faces(request, umpire.options)
    band = strafing_band(request.pilot).replace("_", "-")
    umpire.result("air-strafe", "at {band} range, hits on {faces}", band=band, faces=_listed(faces))
    if not faces:
        hits = 0
    elif len(faces) == 11 - min(faces):
        hits = umpire.roll(d10.count(STRAFING_DICE, at_least=min(faces)), "strafing", "air-strafe")
    else:
        # Faces with gaps between them are no number to reach.
        (hits,) = umpire.roll(tally(d10, STRAFING_DICE, faces), "strafing", "air-strafe")
    umpire.result("air-strafe", "hits on the target: {hits}", hits=hits)
    return StrafeOutcome(hits=hits)


def strafing_band(pilot: Pilot) -> RangeBand:
    """Return the range at which a pilot strafes.

    Rules: air-strafe.
    """
    return "point_blank" if pilot == "ace" else "normal"


def strafing_faces(request: StrafeRequest, options: Options) -> tuple[int, ...]:
    """Return the faces that hit, each once and in rising order: the request's, or else the profile's.

    Raises:
        MissingProfileError: If neither says.

    Rules: p1-fire, air-strafe.
    """
    band = strafing_band(request.pilot)
    faces = request.point_blank if band == "point_blank" else request.normal
    if faces is None and options.profile is not None:
        faces = options.profile.hit_faces("machine_gun", band, request.target)
    if faces is None:
        raise MissingProfileError(
            "p1-fire",
            "fire",
            f"Which faces of a d10 hit for a machine gun at {band.replace('_', '-')} range (target: {request.target})?",
            f"the field {band}, or profile.fire (Part I, which defines it, is lost)",
        )
    return tuple(sorted(set(faces)))


def _listed(faces: Sequence[int]) -> str:
    return ", ".join(map(str, faces)) or "no face"


# ---------------------------------------------------------------- bombs


Direction: TypeAlias = Literal["short", "long", "left", "right"]
"""Which way a bomb misses, seen along the line of flight; short is before the target."""


@frozen(kw_only=True)
class BombOutcome:
    """Where a bomb landed.

    Attributes:
        direct_hit: Whether it landed on what it was aimed at.
        direction: Which way it missed; None for a direct hit.
        deviation: How far from what it was aimed at it landed, in inches; 0 for a direct hit.
        hits: The hits on what it was aimed at, by the profile; None if there is none to say what a bomb does.
    """

    direct_hit: bool
    direction: Direction | None
    deviation: Inches
    hits: Annotated[int | None, Cites("p1-bomb-effect")] = None


@frozen(kw_only=True, cache_hash=True)
class BombRequest(Request[BombOutcome]):
    """A bomb that is dropped on a target under the path just flown.

    Attributes:
        pilot: Who drops it.
    """

    pilot: Pilot = "ordinary"


@procedure(
    "red_white.bomb",
    title="Where does the bomb land?",
    rules=("air-bomb-accuracy", "air-bomb-ace", "p1-bomb-effect"),
    example=lambda: BombRequest(pilot="ace"),
)
def bomb(request: BombRequest, umpire: Umpire[Options]) -> BombOutcome:
    """Drop a bomb: a D6 for accuracy and, unless it hits directly, a D6 for the inches by which it misses.

    An ace subtracts 2 from both dice. His accuracy die below 1 is a direct hit, and so is a miss by 0 inches or less.
    What the bomb does is not printed; the profile may say it.

    Rules: air-bomb-accuracy, air-bomb-ace, p1-bomb-effect.
    """
    less = ACE_AT_BOMBS if request.pilot == "ace" else 0
    accuracy = umpire.roll(d6, "accuracy", "air-bomb-accuracy")
    if less:
        umpire.result("air-bomb-ace", "an ace subtracts {less} from both dice", less=less)
    result = umpire.look_up("bomb_accuracy", accuracy - less).result
    direction: Direction | None = next((way for way in _DIRECTIONS if way == result), None)
    if direction is None and result != "direct hit":
        raise ChartError("bomb_accuracy", f"a result is direct hit, {', '.join(_DIRECTIONS)}, not {result!r}")
    deviation = 0
    if direction is not None:
        deviation = max(0, umpire.roll(d6, f"inches {direction}", "air-bomb-accuracy") - less)
    if deviation == 0:
        direction = None
    landed = inches(deviation)
    if direction is None:
        umpire.result("air-bomb-accuracy", "a direct hit")
    else:
        umpire.result("air-bomb-accuracy", "{deviation} {direction}", deviation=str(landed), direction=direction)
    return BombOutcome(
        direct_hit=direction is None, direction=direction, deviation=landed, hits=_bomb_hits(landed, umpire)
    )


_DIRECTIONS: tuple[Direction, ...] = ("short", "long", "left", "right")


def _bomb_hits(distance: Inches, umpire: Umpire[Options]) -> int | None:
    """Return the hits of a bomb that lands so far away: those of the smallest distance that holds it, or 0.

    Rules: p1-bomb-effect.
    """
    profile = umpire.options.profile
    if profile is None or not profile.bomb_effect:
        umpire.result("p1-bomb-effect", "what a bomb does is lost with Part I: not determined")
        return None
    holding = [effect for effect in profile.bomb_effect if distance <= effect.within]
    hits = min(holding, key=lambda effect: effect.within).hits if holding else 0
    umpire.result("p1-bomb-effect", "hits by the profile {source}: {hits}", hits=hits, source=profile.source)
    return hits


# ---------------------------------------------------------------- anti-aircraft fire


Mount: TypeAlias = Literal["ground", "train", "ship", "tank", "armoured_car"]

MACHINE_GUN_RANGE = inches(20)  # aa-machine-gun
MACHINE_GUN_CLOSE = inches(10)  # aa-machine-gun
GUN_RANGE = inches(24)  # aa-gun


@frozen(kw_only=True)
class GroundWeapon:
    """A weapon on the ground, on rails or afloat that fires at an aircraft.

    Attributes:
        kind: What it is.
        nearest: The distance, in inches, to the nearest point of the path flown in this flight turn.
        dice: The D6 of a machine gun: its normal number of dice, three for a team of three. An anti-aircraft gun
            throws one.
        mount: What it stands on.
        fired: Whether it has fired in this flight turn.
        name: What to call it.
    """

    kind: Literal["machine_gun", "aa_gun"]
    nearest: Inches
    dice: Annotated[int, Range(1, 20, rule="aa-machine-gun")] | None = None
    mount: Annotated[Mount, Cites("aa-vehicles")] = "ground"
    fired: Annotated[bool, Cites("aa-timing")] = False
    name: str = ""

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield a wrong number of dice, with the paths below the weapon."""
        if not self.name.isprintable():
            yield Problem(".name", "holds a character that cannot be shown, such as a line break")
        if self.kind == "machine_gun" and self.dice is None:
            yield Problem(".dice", "is missing: a machine gun throws its normal number of dice", "aa-machine-gun")
        if self.kind == "aa_gun" and self.dice not in (None, 1):
            yield Problem(".dice", f"an anti-aircraft gun throws one die, not {self.dice}", "aa-gun")


@frozen(kw_only=True)
class AntiAircraftOutcome:
    """What ground fire scored.

    Attributes:
        hits: The hits of all weapons together.
    """

    hits: int


@frozen(kw_only=True, cache_hash=True)
class AntiAircraftRequest(Request[AntiAircraftOutcome]):
    """Weapons that fire at one aircraft in one flight turn.

    Attributes:
        weapons: The weapons within range, in the order in which they fire.
        on_patrol: Whether the aircraft is on patrol.
    """

    weapons: Annotated[tuple[GroundWeapon, ...], Size(1, 20)]
    on_patrol: Annotated[bool, Cites("aa-timing")] = False


GROUND_FIRE: Choice[GroundWeapon, bool] = Choice(
    "ground_fire",
    rule="aa-timing",
    who="owner",
    about="Whether a weapon within range fires at the aircraft. Default: yes.",
    default=lambda weapon, alternatives: True,
)


def _anti_aircraft_example() -> AntiAircraftRequest:
    return AntiAircraftRequest(
        weapons=(
            GroundWeapon(kind="machine_gun", dice=3, nearest=inches(10)),
            GroundWeapon(kind="machine_gun", dice=2, nearest=inches("17.5"), mount="train"),
            GroundWeapon(kind="aa_gun", nearest=inches(24)),
        )
    )


@procedure(
    "red_white.anti_aircraft",
    title="How many hits does ground fire score?",
    rules=("aa-timing", "aa-machine-gun", "aa-vehicles", "aa-gun"),
    example=_anti_aircraft_example,
)
def anti_aircraft(request: AntiAircraftRequest, umpire: Umpire[Options]) -> AntiAircraftOutcome:
    """Fire at an aircraft with every weapon that its owner lets fire, in listed order.

    A machine gun hits with each D6 on 6 within 20 inches and on 5 or 6 within 10, an anti-aircraft gun on 6 with its
    one D6 within 24. Every limit is included.

    Rules: aa-timing, aa-machine-gun, aa-gun.
    """
    hits = 0
    for number, weapon in enumerate(request.weapons, start=1):
        if umpire.choose(GROUND_FIRE, (True, False), weapon):
            close = weapon.kind == "machine_gun" and weapon.nearest <= MACHINE_GUN_CLOSE
            shots = d6.count(weapon.dice or 1, at_least=5 if close else 6)
            label = weapon.name or f"weapon {number}"
            hits += umpire.roll(shots, label, "aa-gun" if weapon.kind == "aa_gun" else "aa-machine-gun")
    umpire.result("aa-timing", "hits on the aircraft: {hits}", hits=hits)
    return AntiAircraftOutcome(hits=hits)


@anti_aircraft.legality
def _anti_aircraft_objections(request: AntiAircraftRequest, options: Options) -> Iterator[Objection]:
    if request.on_patrol:
        message = "an aircraft on patrol is not fired at"
        yield Objection(rule="aa-timing", message=message, path="$.on_patrol")
    yield from weapon_objections([(weapon, f"$.weapons[{number}]") for number, weapon in enumerate(request.weapons)])


def weapon_objections(weapons: Sequence[tuple[GroundWeapon, str]]) -> Iterator[Objection]:
    """Yield what forbids weapons, given with their paths, to fire in one flight turn.

    Rules: aa-timing, aa-vehicles, aa-machine-gun, aa-gun.
    """
    named: list[str] = []
    for weapon, path in weapons:
        if weapon.fired or weapon.name in named:
            message = "a weapon fires once in a flight turn"
            yield Objection(rule="aa-timing", message=message, path=f"{path}.{'fired' if weapon.fired else 'name'}")
        if weapon.name:
            named.append(weapon.name)
        if weapon.kind == "machine_gun" and weapon.mount in ("tank", "armoured_car"):
            message = f"the machine guns of {weapon.mount.replace('_', ' ')}s may not fire at aircraft"
            yield Objection(rule="aa-vehicles", message=message, path=f"{path}.mount")
        rule, reach = ("aa-gun", GUN_RANGE) if weapon.kind == "aa_gun" else ("aa-machine-gun", MACHINE_GUN_RANGE)
        if weapon.nearest > reach:
            message = f"{weapon.nearest} is out of range, which is {reach}"
            yield Objection(rule=rule, message=message, path=f"{path}.nearest")


# ---------------------------------------------------------------- damage by ground fire


@frozen(kw_only=True)
class AircraftDamageOutcome:
    """What ground fire did to an aircraft.

    Attributes:
        flight_turns_lost: The flight turns that it loses.
        crashed: Whether it crashes.
    """

    flight_turns_lost: int
    crashed: bool


@frozen(kw_only=True, cache_hash=True)
class AircraftDamageRequest(Request[AircraftDamageOutcome]):
    """An aircraft that was hit by ground fire.

    Attributes:
        hits: The hits of this flight turn or, by the option, of this whole turn.
    """

    hits: Annotated[int, Range(0, 1998, rule="bad-numbers")]


@procedure(
    "red_white.aircraft_damage",
    title="What does the ground fire do to the aircraft?",
    rules=("air-damage-table", "air-damage-when", "opt-air-damage-per"),
    example=lambda: AircraftDamageRequest(hits=4),
)
def aircraft_damage(request: AircraftDamageRequest, umpire: Umpire[Options]) -> AircraftDamageOutcome:
    """Test what the hits of ground fire did: one D6 in the row of their total; without a hit there is no die.

    Rules: air-damage-table, air-damage-when, opt-air-damage-per.
    """
    if request.hits == 0:
        umpire.result("air-damage-table", "no hits: nothing is tested")
        return AircraftDamageOutcome(flight_turns_lost=0, crashed=False)
    umpire.ruling("air_damage_per")
    span = "turn" if umpire.options.air_damage_per == "turn" else "flight turn"
    umpire.result("air-damage-when", "hits in this {span}: {hits}", hits=request.hits, span=span)
    face = umpire.roll(d6, "ground-fire damage", "air-damage-table")
    effect = umpire.look_up("aircraft_damage", request.hits, face).result
    umpire.result("air-damage-table", "effect: {effect}", effect=effect)
    if effect not in _FLIGHT_TURNS_LOST:
        raise ChartError("aircraft_damage", f"a result is {', '.join(_FLIGHT_TURNS_LOST)}, not {effect!r}")
    return AircraftDamageOutcome(flight_turns_lost=_FLIGHT_TURNS_LOST[str(effect)], crashed=effect == "crash")


_FLIGHT_TURNS_LOST: dict[str, int] = {"none": 0, "lose 1": 1, "lose 2": 2, "lose 3": 3, "crash": 0}
