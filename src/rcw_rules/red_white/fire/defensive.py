"""Defensive fire: who may fire at a charge, and at what range."""

from __future__ import annotations

from fractions import Fraction
from math import isqrt
from typing import Annotated, Literal, TypeAlias

from attrs import frozen

from rcw_rules.kernel.fields import Size
from rcw_rules.kernel.geometry.table import Point, point
from rcw_rules.kernel.lengths import Inches, inches
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import in_words, sentences
from rcw_rules.marks import Cites
from rcw_rules.red_white.options import Options

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


_WHY_NOT: dict[Hindrance, str] = {
    "none": "",
    "already_fired": "it has fired already",
    "no_sight": "it does not see the charge",
    "out_of_range": "the charge is out of its range",
    "must_test_first": "it is suppressed and must test first",
    "failed_its_test": "it failed its test of this turn",
}


@frozen(kw_only=True)
class DefensiveFireOutcome:
    """Who may fire at a charge.

    Attributes:
        firers: Each possible firer, in listed order.
    """

    firers: tuple[MayFire, ...]

    def summary(self, request: DefensiveFireRequest) -> str:
        """Return who may fire at the charge and at what range, and what keeps the others from it."""
        names = [firer.name or f"firer {number}" for number, firer in enumerate(request.firers, start=1)]
        pairs = tuple(zip(names, self.firers, strict=True))
        may = [f"{name} may fire at a range of {firer.range}" for name, firer in pairs if firer.eligible]
        cannot = [f"{name} may not: {_WHY_NOT[firer.hindrance]}" for name, firer in pairs if not firer.eligible]
        return sentences(*(may or ("nobody may fire at the charge",)), *cannot)


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
    rules=("melee-defensive-fire",),
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
        hindrance = _hindrance(umpire, firer, square)
        away = Inches(thousandths=_nearest_root(square))
        label = firer.name or f"firer {number}"
        umpire.result(
            "melee-defensive-fire",
            "{unit} is {away} from the path; what keeps it from firing: {hindrance}",
            unit=label, away=str(away), hindrance=in_words(hindrance),
        )  # fmt: skip
        found.append(MayFire(range=away, eligible=hindrance == "none", hindrance=hindrance))
    return DefensiveFireOutcome(firers=tuple(found))


def _hindrance(umpire: Umpire[Options], firer: Firer, square: Fraction) -> Hindrance:
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
