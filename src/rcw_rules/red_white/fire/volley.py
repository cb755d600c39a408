"""One volley: how many of its dice hit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, TypeAlias

from attrs import frozen

from rcw_rules.kernel.dice import d10
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Range
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.tally import tally
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import sentences
from rcw_rules.marks import Cites
from rcw_rules.red_white.options import Options
from rcw_rules.red_white.profile import Face, MissingProfileError, RangeBand, TargetState, Weapon, provenance_of
from rcw_rules.red_white.spoken import many

Dice: TypeAlias = Annotated[int, Range(0, 200, rule="bad-numbers")]


Count: TypeAlias = Annotated[int, Range(0, 99, rule="bad-numbers")]


HitFaces: TypeAlias = tuple[Face, ...]


@frozen(kw_only=True)
class Volley:
    """The fire of one weapon at a target: dice to be rolled, or hits or losses that are known.

    Attributes:
        weapon: The weapon.
        dice: How many D10 are rolled for it.
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
        """Yield a volley that is not given in exactly one of the three ways."""
        given = [name for name in ("dice", "hits", "stands_lost") if getattr(self, name) is not None]
        if len(given) != 1:
            found = " and ".join(given) or "none of them"
            yield Problem("", f"expected one of dice, hits or stands_lost; got {found}", "p1-fire")
        yield from _doubled_faces(self.hit_faces)


@frozen(kw_only=True)
class FireOutcome:
    """How many dice hit.

    Attributes:
        hits: The hits.
    """

    hits: int

    def summary(self, request: FireRequest) -> str:
        """Return the hits."""
        return sentences(f"the volley scores {many(self.hits, 'hit')}")


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
    rules=("p1-fire",),
    example=_fire_example,
)
def fire(request: FireRequest, umpire: Umpire[Options]) -> FireOutcome:
    """Roll the D10s of a volley, in order, and count those that show a face that hits.

    Raises:
        MissingProfileError: If neither the request nor a profile says which faces hit.

    Rules: p1-fire.
    """
    faces = request.hit_faces
    if faces is None:
        faces = faces_by_profile(request, umpire.options)
        values = provenance_of(umpire.options.profile)
        listed = ", ".join(map(str, faces)) or "none"
        umpire.result("p1-fire", "by the profile these faces hit: {faces}", values, faces=listed)
    (hits,) = umpire.roll(tally(d10, request.dice, faces), "fire", "p1-fire")
    return FireOutcome(hits=hits)


def faces_by_profile(request: FireRequest, options: Options) -> HitFaces:
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


def _doubled_faces(faces: HitFaces | None) -> Iterator[Problem]:
    if faces is not None and len(set(faces)) < len(faces):
        yield Problem(".hit_faces", "a face is given twice", "p1-fire")
