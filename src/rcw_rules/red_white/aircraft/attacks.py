"""What aircraft do to the ground: strafing and bombs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Literal, Protocol, TypeAlias

from attrs import frozen

from rcw_rules.kernel.angles import Angle, degrees
from rcw_rules.kernel.dice import d6, d10
from rcw_rules.kernel.errors import ChartError, Problem
from rcw_rules.kernel.fields import Size
from rcw_rules.kernel.geometry.table import Group, Point, gap, moved
from rcw_rules.kernel.lengths import Inches, inches
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.tally import tally
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import sentences
from rcw_rules.marks import Cites
from rcw_rules.red_white.aircraft.flight import Pilot
from rcw_rules.red_white.options import Options
from rcw_rules.red_white.part_one import hits_within
from rcw_rules.red_white.profile import Face, MissingProfileError, RangeBand, TargetState, provenance_of
from rcw_rules.red_white.spoken import many

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

    def summary(self, request: StrafeRequest) -> str:
        """Return the hits on the target."""
        return sentences(f"strafing scores {many(self.hits, 'hit')} on the target")


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
    rules=("air-strafe",),
    example=_strafe_example,
)
def strafe(request: StrafeRequest, umpire: Umpire[Options]) -> StrafeOutcome:
    """Strafe with three D10, as one machine gun team of three however many guns it has.

    An ace fires at point-blank range and has no choice about it; other pilots fire at normal range.

    Raises:
        MissingProfileError: If neither the request nor the profile says which faces hit.

    Rules: air-strafe, p1-fire.
    """
    faces = strafing_faces(request, umpire.options)
    band = strafing_band(request.pilot).replace("_", "-")
    given = request.point_blank if band == "point-blank" else request.normal
    values = provenance_of(umpire.options.profile) if given is None else None
    umpire.result("air-strafe", "at {band} range, hits on {faces}", values, band=band, faces=_listed(faces))
    if not faces:
        hits = 0
    elif len(faces) == 11 - min(faces):
        hits = umpire.roll(d10.count(STRAFING_DICE, at_least=min(faces)), "strafing", "air-strafe")
    else:
        # Faces with gaps between them are not a number to reach.
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
class Struck:
    """A unit that stands where a bomb landed.

    Attributes:
        unit: Its name.
        hits: The hits on it.
    """

    unit: str
    hits: int


@frozen(kw_only=True)
class BombOutcome:
    """Where a bomb landed.

    Attributes:
        direct_hit: Whether it landed on what it was aimed at.
        direction: Which way it missed; None for a direct hit.
        deviation: How far from what it was aimed at it landed, in inches; 0 for a direct hit.
        hits: The hits on what it was aimed at, by the profile; None if no profile says what a bomb does.
        landed: Where it landed, if the request says where it was aimed.
        struck: The hits on each unit that stands where it landed, by the profile, in the order of the request; units
            without hits are left out.
    """

    direct_hit: bool
    direction: Direction | None
    deviation: Inches
    hits: Annotated[int | None, Cites("p1-bomb-effect")] = None
    landed: Point | None = None
    struck: Annotated[tuple[Struck, ...], Cites("p1-bomb-effect")] = ()

    def summary(self, request: BombRequest) -> str:
        """Return where the bomb lands, and what it hits there."""
        return sentences(*self.told())

    def told(self) -> tuple[str, ...]:
        """Return where the bomb lands and what it hits, one text a sentence."""
        if self.direction is None:
            where = "the bomb is a direct hit"
        else:
            way = {"short": "short", "long": "long", "left": "to the left", "right": "to the right"}[self.direction]
            where = f"the bomb lands {self.deviation} {way}"
        if self.landed is None:
            hits = f", with {many(self.hits, 'hit')} on the target" if self.hits is not None else ""
            return (f"{where}{hits}",)
        return (where, *(f"{one.unit} takes {many(one.hits, 'hit')}" for one in self.struck))


@frozen(kw_only=True, cache_hash=True)
class BombRequest(Request[BombOutcome]):
    """A bomb that is dropped on a target under the path just flown.

    Attributes:
        pilot: Who drops it.
        aim: The point that it is aimed at; None if nobody measures where it lands.
        course: The bearing of the line of flight there; with `aim` only.
        near: The units near there, of either side, where they stand: a bomb strikes whoever is where it lands.
    """

    pilot: Pilot = "ordinary"
    aim: Point | None = None
    course: Angle | None = None
    near: Annotated[tuple[Group, ...], Size(0, 200), Cites("p1-bomb-effect")] = ()

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield a course without an aim, or an aim without a course, and units near nothing."""
        yield from aim_problems(self)


class Aimed(Protocol):
    """What says where a bomb is aimed."""

    @property
    def aim(self) -> Point | None:
        """The point that it is aimed at."""
        ...

    @property
    def course(self) -> Angle | None:
        """The bearing of the line of flight there."""
        ...

    @property
    def near(self) -> tuple[Group, ...]:
        """The units near there."""
        ...


def aim_problems(aimed: Aimed) -> Iterator[Problem]:
    """Yield a course without an aim, or an aim without a course, and units near nothing.

    Rules: air-bomb-accuracy, p1-bomb-effect.
    """
    if (aimed.aim is None) != (aimed.course is None):
        message = "give both aim and course, or neither: a bomb misses along its line of flight"
        yield Problem(".course", message, "air-bomb-accuracy")
    if aimed.near and aimed.aim is None:
        yield Problem(".near", "give aim and course: they say where the bomb lands", "p1-bomb-effect")


@procedure(
    "red_white.bomb",
    title="Where does the bomb land?",
    rules=("air-bomb-accuracy",),
    example=lambda: BombRequest(pilot="ace"),
)
def bomb(request: BombRequest, umpire: Umpire[Options]) -> BombOutcome:
    """Drop a bomb: a D6 for accuracy and, unless it hits directly, a D6 for the inches by which it misses.

    An ace subtracts 2 from both dice. An accuracy die below 1 is a direct hit, and so is a miss by 0 inches or less.
    What the bomb does is not printed; the profile may say it. Where the request says at which point it is aimed, the
    bomb strikes every unit that stands near enough to where it lands, friend or enemy.

    Rules: air-bomb-accuracy, air-bomb-ace, p1-bomb-effect.
    """
    less = ACE_AT_BOMBS if request.pilot == "ace" else 0
    accuracy = umpire.roll(d6, "accuracy", "air-bomb-accuracy")
    if less:
        umpire.result("air-bomb-ace", "an ace subtracts {less} from both dice", less=less)
    result = umpire.look_up("bomb_accuracy", accuracy - less).result
    direction: Direction | None = next((way for way in _DIRECTIONS if way == result), None)
    if direction is None and result != "direct hit":
        raise ChartError("bomb_accuracy", f"expected one of direct hit, {', '.join(_DIRECTIONS)}; got {result!r}")
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
    spot = None
    if request.aim is not None and request.course is not None:
        spot = request.aim
        if direction is not None:
            spot = moved(spot, (request.course + _TURNS[direction]).bearing, landed)
    return BombOutcome(
        direct_hit=direction is None,
        direction=direction,
        deviation=landed,
        hits=_bomb_hits(umpire, landed),
        landed=spot,
        struck=() if spot is None else _struck(umpire, request, spot),
    )


_DIRECTIONS: tuple[Direction, ...] = ("short", "long", "left", "right")

_TURNS: dict[Direction, Angle] = {
    "short": degrees(180),
    "long": degrees(0),
    "left": degrees(270),
    "right": degrees(90),
}


def _struck(umpire: Umpire[Options], request: BombRequest, spot: Point) -> tuple[Struck, ...]:
    """Return the hits on the units that stand where a bomb landed.

    Rules: p1-bomb-effect.
    """
    rows = () if umpire.options.profile is None else umpire.options.profile.bomb_effect
    found: list[Struck] = []
    for group in request.near:
        hits = hits_within(rows, gap(spot, group))
        if hits:
            umpire.result("p1-bomb-effect", "it strikes {unit}: hits {hits}", unit=group.name, hits=hits)
            found.append(Struck(unit=group.name, hits=hits))
    return tuple(found)


def _bomb_hits(umpire: Umpire[Options], distance: Inches) -> int | None:
    """Return the hits of a bomb that lands this far away: those of the smallest distance that holds it, or 0.

    Rules: p1-bomb-effect.
    """
    profile = umpire.options.profile
    if profile is None or not profile.bomb_effect:
        umpire.result("p1-bomb-effect", "what a bomb does is lost with Part I: not determined")
        return None
    hits = hits_within(profile.bomb_effect, distance)
    told = "hits by the profile {source}: {hits}"
    umpire.result("p1-bomb-effect", told, provenance_of(profile), hits=hits, source=profile.source)
    return hits
