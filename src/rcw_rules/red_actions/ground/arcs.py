"""Arcs of fire, and fire along a line of troops."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal, TypeAlias

from attrs import frozen

from rcw_rules.kernel.angles import Angle, degrees
from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Range, Size
from rcw_rules.kernel.geometry.table import Point, is_within
from rcw_rules.kernel.lengths import Inches, inches
from rcw_rules.kernel.needs import Need
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import counted, in_words, sentences
from rcw_rules.marks import Cites, Was
from rcw_rules.red_actions.model import NO_DISTANCE, TroopCard
from rcw_rules.red_actions.options import Options

Mount: TypeAlias = Literal[
    "troops", "tachanka", "turret", "sponson", "fixed", "train_gun", "train_turret", "train_machine_guns"
]
"""How a weapon is carried. Troops are infantry, sabres, artillery and officers; "fixed" covers the other weapons of
tanks and armoured cars; the last three are weapons of train cars."""

Direction: TypeAlias = Literal["front", "right", "rear", "left"]
"""Where a weapon points, as its base or its vehicle faces; a train car faces its own end of the train."""

Flank: TypeAlias = Literal["left", "right"]

DIRECTIONS: dict[Direction, Angle] = {
    "front": degrees(0),
    "right": degrees(90),
    "rear": degrees(180),
    "left": degrees(-90),
}
HALF_ANGLES: dict[Mount, Angle] = {
    "troops": degrees(22),  # arc-foot
    "tachanka": degrees(22),  # arc-foot
    "turret": degrees(180),  # arc-vehicles
    "sponson": degrees(90),  # arc-vehicles
    "fixed": degrees(45),  # arc-vehicles
    "train_gun": degrees(45),  # train-artillery-car
    "train_machine_guns": degrees(45),  # train-mg-car
}
OWN_TRAIN = degrees(22)  # train-artillery-car: the turret cannot fire into this, to each side of its own train
WEDGE = degrees(11)  # arc-enfilade
ON_TRAINS: tuple[Mount, ...] = ("train_gun", "train_turret", "train_machine_guns")
POINTING: dict[Mount, tuple[Direction, ...]] = {
    "sponson": ("left", "right"),
    "fixed": ("front", "right", "rear", "left"),
    "train_machine_guns": ("front", "right", "left"),
}
"""Where the weapon may point, if its mount does not settle that; the first is the default."""

_TURN = degrees(360)


def mount_of(card: TroopCard) -> Mount | None:
    """Return how troops carry their weapons, by their card; None for train cars without any.

    Rules: arc-foot, arc-vehicles, train-artillery-car, train-mg-car.
    """
    match card.arm:
        case "tachanka":
            return "tachanka"
        case "tank" | "armoured_car":
            return "turret" if card.turret else "sponson" if card.sponsons else "fixed"
        case "train_artillery":
            return "train_turret" if card.turret else "train_gun"
        case "train_mg":
            return "train_machine_guns"
        case "train_engine" | "train_other":
            return None
        case _:
            return "troops"


# --- Arcs ---------------------------------------------------------------------------------------------------------


@frozen(kw_only=True, cache_hash=True)
class Aim:
    """Where a target is from a base that wants to shoot at it.

    Attributes:
        angle: How far the nearest point of the target is off the base's straight ahead, to the right positive, to the
            left negative; seen from the middle of the edge from which the base fires.
        blocked: Whether friends stand in the line of fire: not those of the same unit behind it, nor any on lower
            ground than a shooter on a hill.
    """

    angle: Annotated[Angle, Range(-180, 180, rule="arc-foot"), Cites("arc-foot")]
    blocked: Annotated[bool, Cites("arc-foot")] = False


@frozen(kw_only=True)
class FireArcOutcome:
    """Who has the target in arc.

    Attributes:
        in_arc: Of each base, whether it has.
        able: How many have it in arc and no friends in the way.
    """

    in_arc: tuple[bool, ...]
    able: int

    def summary(self, request: FireArcRequest) -> str:
        """Return how many bases can fire, and how many friends keep from it."""
        blocked = sum(self.in_arc) - self.able
        others = f"{counted(blocked, 'other')} {'has' if blocked == 1 else 'have'} it in arc"
        friends = f"{others}, but friends are in the way" if blocked else ""
        return sentences(f"{self.able} of {counted(len(self.in_arc), 'base')} can fire at the target", friends)


@frozen(kw_only=True, cache_hash=True)
class FireArcRequest(Request[FireArcOutcome]):
    """Bases that want to shoot at one target.

    Attributes:
        mount: How their weapons are carried.
        aims: Where the target is from each base.
        weapon: Where sponsons, fixed weapons and the machine guns of trains point; None for the default, the front;
            sponsons have no default.
        fired_to: The side to which a sponson of the same tank has fired in this turn; None if neither has.
        train_moves: Whether the train has moved in this turn, or is not stopped.
    """

    mount: Mount
    aims: Annotated[tuple[Aim, ...], Size(1, 6, rule="defs-unit-size")]
    weapon: Direction | None = None
    fired_to: Annotated[Flank | None, Cites("arc-sponson-limit"), Was("fired", before=4)] = None
    train_moves: Annotated[bool, Cites("train-artillery-car")] = False

    needs: ClassVar[tuple[Need, ...]] = (
        Need(
            "weapon",
            {"mount": ("sponson",)},
            message="is missing: a sponson is on the left or on the right",
            rule="arc-vehicles",
        ),
    )

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        word, allowed = in_words(self.mount), POINTING.get(self.mount)
        if self.weapon is not None and allowed is None:
            yield Problem(".weapon", f"the mount {word} settles where it points: leave it out", "arc-vehicles")
        elif self.weapon is not None and allowed is not None and self.weapon not in allowed:
            message = f"the mount {word} points to the {' or '.join(allowed)}, not to the {self.weapon}"
            yield Problem(".weapon", message, "arc-vehicles")
        if self.fired_to is not None and self.mount != "sponson":
            yield Problem(".fired_to", f"only a sponson has another side, not the mount {word}", "arc-sponson-limit")
        if self.train_moves and self.mount not in ON_TRAINS:
            yield Problem(".train_moves", f"the mount {word} is not on a train", "train-artillery-car")


def _arc_example() -> FireArcRequest:
    aims = (
        Aim(angle=degrees(4)),
        Aim(angle=degrees(-18)),
        Aim(angle=degrees(-18), blocked=True),
        Aim(angle=degrees(25)),
    )
    return FireArcRequest(mount="troops", aims=aims)


@procedure(
    "red_actions.fire_arc",
    title="Who has the target in arc?",
    rules=("arc-foot",),
    example=_arc_example,
)
def fire_arc(request: FireArcRequest, umpire: Umpire[Options]) -> FireArcOutcome:
    """Find which bases have the target in arc, and how many can fire.

    An arc reaches equally far to both sides of where the weapon points, its boundaries included: 22 degrees for troops,
    and for tachankas to their rear; all round for turrets, 90 degrees for sponsons, 45 for other weapons of vehicles
    and of trains. The turret of a train fires to all sides but within 22 degrees of straight back over its own train.
    Angles are compared as given, without tolerance. Friends in the line of fire bar a base of any kind.

    Rules: arc-foot, arc-vehicles, train-artillery-car, train-mg-car.
    """
    rule = _rule_of(request.mount)
    in_arc = tuple(is_in_arc(request.mount, request.weapon, aim.angle) for aim in request.aims)
    able = sum(inside and not aim.blocked for inside, aim in zip(in_arc, request.aims, strict=True))
    text = "{inside} of {of} bases have the target in arc, {able} can fire"
    umpire.result(rule, text, inside=sum(in_arc), of=len(in_arc), able=able)
    return FireArcOutcome(in_arc=in_arc, able=able)


@fire_arc.legality
def _forbidden_fire(request: FireArcRequest, options: Options) -> Iterator[Objection]:
    if request.mount == "sponson" and request.fired_to not in (None, request.weapon):
        message = f"the sponson on the {request.fired_to} has fired, and a tank fires to one side in a turn"
        yield Objection(rule="tank-sponsons", message=message, path="$.weapon")
    if request.train_moves and request.mount in ("train_gun", "train_turret"):
        message = (
            "the guns of a train fire only while it is stopped and has not moved in the turn; its machine guns may"
        )
        yield Objection(rule="train-artillery-car", message=message, path="$.train_moves")


def points_to(mount: Mount, weapon: Direction | None = None) -> Direction:
    """Return where a weapon points: tachankas fire to their rear, other troops ahead.

    Rules: arc-foot, arc-vehicles.
    """
    return weapon or ("rear" if mount == "tachanka" else "front")


def is_in_arc(mount: Mount, weapon: Direction | None, angle: Angle) -> bool:
    """Return whether a target is in arc.

    Rules: arc-foot, arc-vehicles, train-artillery-car, train-mg-car.
    """
    if mount == "train_turret":
        return _apart(angle, DIRECTIONS["rear"]) > OWN_TRAIN
    return _apart(angle, DIRECTIONS[points_to(mount, weapon)]) <= HALF_ANGLES[mount]


def _apart(one: Angle, other: Angle) -> Angle:
    between = (one - other).bearing
    return min(between, _TURN - between)


def _rule_of(mount: Mount) -> str:
    if mount in ("troops", "tachanka"):
        return "arc-foot"
    if mount == "train_machine_guns":
        return "train-mg-car"
    return "train-artillery-car" if mount in ON_TRAINS else "arc-vehicles"


# --- Enfilade -----------------------------------------------------------------------------------------------------


@frozen(kw_only=True, cache_hash=True)
class Beside:
    """Where a shooting base stands from a target in line: the middle of its front edge counts.

    Attributes:
        flank: Beyond which flank of the target, as the target faces; for a base that stands opposite the target itself,
            the flank whose end is nearer.
        from_far_end: How far from the target's other end it is, measured along the front line.
        ahead: How far it is ahead of the target's prolonged front line.
        behind: How far it is behind the target's prolonged rear line.
    """

    flank: Flank
    from_far_end: Inches
    ahead: Inches = NO_DISTANCE
    behind: Inches = NO_DISTANCE

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield the problems of a base that is both ahead and behind, or at no distance from the far end."""
        if self.ahead > NO_DISTANCE and self.behind > NO_DISTANCE:
            yield Problem(
                ".behind", "a base cannot be both ahead of the front line and behind the rear line", "arc-enfilade"
            )
        if self.from_far_end <= NO_DISTANCE:
            yield Problem(
                ".from_far_end", "must be more than 0: it is at least the length of the target", "arc-enfilade"
            )


@frozen(kw_only=True)
class EnfiladeOutcome:
    """Whether a target is enfiladed.

    Attributes:
        enfiladed: Whether most shooters fire along it from one flank.
        flank: From which flank; None where it is not.
        inside: Of each shooting base, whether it is inside the wedge beyond its flank.
    """

    enfiladed: bool
    flank: Flank | None
    inside: tuple[bool, ...]

    def summary(self, request: EnfiladeRequest) -> str:
        """Return whether the target is enfiladed, and how many bases fire along it."""
        if not request.in_line:
            return "The target is not enfiladed: it is not in line."
        bases = counted(len(self.inside), "base")
        along = tuple(place.flank for place, inside in zip(request.shooters, self.inside, strict=True) if inside)
        if self.flank is not None:
            number = along.count(self.flank)
            fire = f"{number} of {bases} {'fires' if number == 1 else 'fire'} along it"
            return sentences(f"the target is enfiladed from its {self.flank} flank: {fire}")
        counts = " and ".join(f"{along.count(flank)} on the {flank}" for flank in ("left", "right"))
        return sentences(f"the target is not enfiladed: of {bases}, {counts} fire along it")


@frozen(kw_only=True, cache_hash=True)
class EnfiladeRequest(Request[EnfiladeOutcome]):
    """A target and the bases that shoot at it.

    Attributes:
        in_line: Whether the target is basically in line, rather than in column or with its bases facing different ways.
        shooters: Where each base stands that sees the target and has it in arc and range.
    """

    in_line: Annotated[bool, Cites("arc-enfilade")] = True
    shooters: Annotated[tuple[Beside, ...], Size(1, 6, rule="defs-unit-size")]


def _enfilade_example() -> EnfiladeRequest:
    near, far = Beside(flank="right", from_far_end=inches(14), ahead=inches("2.7")), inches(15)
    shooters = (
        near,
        Beside(flank="right", from_far_end=far),
        Beside(flank="right", from_far_end=far, behind=inches(3)),
    )
    return EnfiladeRequest(shooters=shooters)


@procedure(
    "red_actions.enfilade",
    title="Is the target enfiladed?",
    rules=("arc-enfilade",),
    example=_enfilade_example,
)
def enfilade(request: EnfiladeRequest, umpire: Umpire[Options]) -> EnfiladeOutcome:
    """Find whether most shooters fire along a target in line, all from the same flank.

    A base fires along it from between the target's prolonged front and rear lines, or up to 11 degrees ahead of the one
    or behind the other, as seen from the corner at the far end of that line. The test is exact, without rounding. Most
    is more than half. A target that is not in line cannot be enfiladed.

    Rules: arc-enfilade, conv-within.
    """
    inside = tuple(request.in_line and _is_in_wedge(place) for place in request.shooters)
    places = tuple(zip(request.shooters, inside, strict=True))
    counts: dict[Flank, int] = {
        "left": sum(along for place, along in places if place.flank == "left"),
        "right": sum(along for place, along in places if place.flank == "right"),
    }
    most: list[Flank] = [flank for flank, count in counts.items() if 2 * count > len(inside)]
    flank = most[0] if most else None
    if not request.in_line:
        umpire.result("arc-enfilade", "the target is not in line: no enfilade")
    else:
        text = "along the target: {left} of {of} from the left, {right} from the right; enfiladed: {enfiladed}"
        umpire.result("arc-enfilade", text, of=len(inside), enfiladed=flank is not None, **counts)
    return EnfiladeOutcome(enfiladed=flank is not None, flank=flank, inside=inside)


def _is_in_wedge(place: Beside) -> bool:
    """Return whether a base is inside the wedge beyond a flank.

    Rules: arc-enfilade.
    """
    aside = max(place.ahead, place.behind)
    corner = Point(x=NO_DISTANCE, y=NO_DISTANCE)
    return is_within(corner, degrees(90), WEDGE, Point(x=place.from_far_end, y=aside))
