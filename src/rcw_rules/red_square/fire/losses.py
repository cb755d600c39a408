"""What hit markers cost: bases, rings on guns, and units that break at once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal, NamedTuple, TypeAlias

from attrs import frozen

from rcw_rules.kernel.dice import Die, d6, d12, d24
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Range
from rcw_rules.kernel.ledger import Modifier, ledger
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import counted, in_words, listed, sentences
from rcw_rules.marks import Cites
from rcw_rules.red_square.cards import ACTIVATION_MODIFIERS
from rcw_rules.red_square.ground import THE, last, numbers
from rcw_rules.red_square.model import COMPANIONS, RINGS_A_BASE, VEHICLES, FightingBases, Kind, Quality
from rcw_rules.red_square.options import Options

Sufferer: TypeAlias = Literal[
    "infantry", "cavalry", "artillery", "mg", "hq", "co", "commissar", "cheka", "horse_holders"
]
"""The kinds that lose bases, or rings, to nothing but a die; vehicles, tchankas and trains draw cards as well."""

MARKERS_A_CASUALTY = 6  # fire-9-casualties
REMAINDER_DICE: tuple[Die, ...] = (d6, d12, d24)
"""The die for the remainder, by how often the loss is halved (fire-9-halve)."""

RINGED: tuple[Kind, ...] = ("artillery", *VEHICLES, "tchanka", "train")  # fire-9-artillery-vehicles
UNTESTED: tuple[Kind, ...] = (*COMPANIONS, "co", "commissar", "cheka", "horse_holders")


class Posture(NamedTuple):
    """How a unit stands when its markers are resolved.

    Attributes:
        advancing_in_open: Whether it advances and stands in the open.
        idle: Whether it neither moves nor fires.
        in_cover: Whether it is in cover.
    """

    advancing_in_open: bool = False
    idle: bool = False
    in_cover: bool = False

    def contradictions(self) -> Iterator[Problem]:
        """Yield what excludes each other, with paths below a request that has these fields.

        Rules: bad-input.
        """
        if self.advancing_in_open and self.idle:
            yield Problem(".advancing_in_open", "a unit that advances is not idle", "bad-input")
        if self.advancing_in_open and self.in_cover:
            yield Problem(".advancing_in_open", "a unit that advances in the open is not in cover", "bad-input")


@frozen(kw_only=True)
class CasualtiesOutcome:
    """What the markers cost.

    Attributes:
        bases_lost: The bases lost.
        rings_added: Of artillery: the rings received, those that removed a base included.
        bases: The bases that are left.
        rings: The rings that are left on the base that has some.
        destroyed: Whether no base is left.
    """

    bases_lost: int
    rings_added: int = 0
    bases: int
    rings: int = 0
    destroyed: bool = False

    def summary(self, request: CasualtiesRequest) -> str:
        """Return the bases lost and the rings received, with the numbers before and after."""
        who = THE[request.kind]
        if self.destroyed:
            return sentences(f"{who} loses its last {last(self.bases_lost, 'base')} and is destroyed")
        rings = "" if self.bases_lost else f" {numbers(request.rings, self.rings)}"
        lost = [f"takes {counted(self.rings_added, 'ring')}{rings}"] if self.rings_added else []
        if self.bases_lost:
            lost.append(f"loses {counted(self.bases_lost, 'base')} {numbers(request.bases, self.bases)}")
        left = ""
        if self.rings_added and self.bases_lost:
            left = f"{counted(self.rings, 'ring')} {'is' if self.rings == 1 else 'are'} now on it" if self.rings else ""
        return sentences(f"{who} {listed(lost) or 'loses nothing'}", left)

    @property
    def has_suffered(self) -> bool:
        """Whether it lost a base or received a ring."""
        return self.bases_lost > 0 or self.rings_added > 0


@frozen(kw_only=True, cache_hash=True)
class CasualtiesRequest(Request[CasualtiesOutcome]):
    """A unit whose hit markers are resolved.

    Attributes:
        kind: What it is; for vehicles and tchankas ask `VehicleHitsRequest`, for trains `TrainHitsRequest`.
        bases: Its bases.
        rings: Of artillery: the rings on the base that has some.
        markers: The hit markers, all that it received since its last activation.
        advancing_in_open: Whether its latest activation brought it nearer to the nearest enemy and it stands in the
            open.
        idle: Whether it has neither moved nor fired since the beginning of its latest activation.
        in_cover: Whether it is in cover: wood, building, trenches or a reverse slope.
    """

    kind: Sufferer
    bases: FightingBases
    rings: Annotated[int, Range(0, 2, rule="bad-input")] = 0
    markers: Annotated[int, Range(0, 999, rule="bad-input")]
    advancing_in_open: Annotated[bool, Cites("fire-9-double")] = False
    idle: Annotated[bool, Cites("fire-9-halve")] = False
    in_cover: Annotated[bool, Cites("fire-9-halve")] = False

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield rings of what has no guns, and postures that exclude each other."""
        if self.rings and self.kind != "artillery":
            yield Problem(".rings", f"{in_words(self.kind)} units take no rings", "fire-9-artillery-vehicles")
        yield from Posture(self.advancing_in_open, self.idle, self.in_cover).contradictions()


@frozen(kw_only=True)
class Losses:
    """The casualties from markers before any base is removed.

    Attributes:
        casualties: Bases or rings.
        left: The markers beyond the full groups.
        by_die: Whether the die for those that are left cost something as well.
    """

    casualties: int
    left: int
    by_die: bool


def full_groups(markers: int, posture: Posture, *, for_a_base: bool = False) -> tuple[int, int, int]:
    """Return the size of a group of markers, the casualties that the full groups cost, and the markers left over.

    Args:
        markers: The markers.
        posture: How the unit stands.
        for_a_base: Whether markers of artillery or vehicles cost bases straight away, three to a base.

    Rules: fire-9-casualties, fire-9-double, fire-9-halve.
    """
    halvings = posture.idle + posture.in_cover
    group = (RINGS_A_BASE if for_a_base else MARKERS_A_CASUALTY) * 2**halvings
    groups, left = divmod(markers, group)
    return group, (2 if posture.advancing_in_open else 1) * groups, left


def losses_of(
    umpire: Umpire[Options], markers: int, posture: Posture, limit: int | None, *, for_a_base: bool = False
) -> Losses:
    """Resolve markers: one casualty for each full group of 6, and one more on the die for those that are left.

    Each halving doubles the group and the die: 12 and a D12, 24 and a D24. A unit that advances in the open suffers two
    casualties in place of one, for the groups as for the die. The die is not rolled if none is left, or if the groups
    alone cost all that there is.

    Args:
        umpire: Throws the die.
        markers: The markers.
        posture: How the unit stands.
        limit: How many casualties can be taken; None where the die must be rolled whatever the groups cost.
        for_a_base: Whether markers of artillery or vehicles cost bases straight away, three to a base.

    Rules: fire-9-casualties, fire-9-double, fire-9-halve.
    """
    halvings = posture.idle + posture.in_cover
    group, casualties, left = full_groups(markers, posture, for_a_base=for_a_base)
    each = 2 if posture.advancing_in_open else 1
    if posture.advancing_in_open:
        umpire.result("fire-9-double", "advancing in the open: two casualties in place of one")
    if halvings:
        umpire.result("fire-9-halve", "losses are halved: one for {group} markers", group=group)
    umpire.result("fire-9-casualties", "full groups cost {casualties}, {left} left", casualties=casualties, left=left)
    if not left or (limit is not None and casualties >= limit):
        return Losses(casualties=casualties, left=left, by_die=False)
    die = REMAINDER_DICE[halvings].check(at_most=left)
    by_die = umpire.roll(die, "markers left over", "fire-9-casualties")
    return Losses(casualties=casualties + each * by_die, left=left, by_die=by_die)


def with_rings(bases: int, rings: int, added: int) -> tuple[int, int]:
    """Return the bases and the rings that are left when more rings are put on, every third removing a base.

    No more may be put on than the bases can take.

    Rules: fire-9-artillery-vehicles.
    """
    gone, rings = divmod(rings + added, RINGS_A_BASE)
    return bases - gone, rings


def _casualties_example() -> CasualtiesRequest:
    return CasualtiesRequest(kind="infantry", bases=4, markers=8)


@procedure(
    "red_square.casualties",
    title="How many bases (or rings) are lost?",
    rules=("fire-9-casualties",),
    example=_casualties_example,
)
def casualties(request: CasualtiesRequest, umpire: Umpire[Options]) -> CasualtiesOutcome:
    """Resolve all markers at once: the full groups, then the die for those that are left.

    Each casualty is a base; of artillery it is a ring, and the third ring takes a base away. No more is lost than there
    is.

    Rules: fire-9-casualties, fire-9-artillery-vehicles, hq-destroyed, opt-three-markers.
    """
    takes_rings = request.kind == "artillery"
    if takes_rings:
        umpire.ruling("three_markers")
    for_a_base = takes_rings and umpire.options.three_markers
    takes_rings = takes_rings and not for_a_base
    limit = RINGS_A_BASE * request.bases - request.rings if takes_rings else request.bases
    posture = Posture(request.advancing_in_open, request.idle, request.in_cover)
    losses = losses_of(umpire, request.markers, posture, limit, for_a_base=for_a_base)
    lost = min(losses.casualties, limit)
    if takes_rings:
        bases, rings = with_rings(request.bases, request.rings, lost)
        umpire.result(
            "fire-9-artillery-vehicles",
            "rings received: {added}; rings now: {rings}",
            added=lost,
            rings=rings,
        )
    else:
        bases = request.bases - lost
        rings = request.rings if bases else 0
    umpire.result("fire-9-casualties", "bases left: {bases}", bases=bases)
    if request.kind == "hq" and not bases:
        umpire.result("hq-destroyed", "the headquarters is destroyed")
    return CasualtiesOutcome(
        bases_lost=request.bases - bases,
        rings_added=lost if takes_rings else 0,
        bases=bases,
        rings=rings,
        destroyed=not bases,
    )


@frozen(kw_only=True)
class ShockCheckOutcome:
    """Whether a unit breaks at once.

    Attributes:
        best_score: The best score that it could still reach; None for units that have no test of their own.
        breaks: Whether it takes casualties and retreats or hides at once.
    """

    best_score: int | None
    breaks: bool

    def summary(self, request: ShockCheckRequest) -> str:
        """Return whether the unit breaks at once, and the best score that it could reach."""
        who = THE[request.kind]
        if self.best_score is None:
            return sentences(f"{who} has no test of its own and does not break")
        if self.breaks:
            return sentences(f"{who} breaks at once: the best score that it could reach is {self.best_score}")
        return sentences(f"{who} does not break: it could still score {self.best_score}")


@frozen(kw_only=True, cache_hash=True)
class ShockCheckRequest(Request[ShockCheckOutcome]):
    """A unit after a shot.

    Attributes:
        kind: What it is.
        quality: Its quality.
        markers: Its hit markers, those of the shot included.
        bases_removed: The bases that it has lost for good.
        hid_last_turn: Whether it hid in the turn before.
        rings: The rings on it, which matter with the option ``rings_deduct``.
    """

    kind: Kind
    quality: Quality = "normal"
    markers: Annotated[int, Range(0, 999, rule="bad-input")]
    bases_removed: Annotated[int, Range(0, 99, rule="bad-input")] = 0
    hid_last_turn: bool = False
    rings: Annotated[int, Range(0, 5, rule="bad-input"), Cites("opt-rings-deduct")] = 0

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield rings of what takes none, and more of them than a base can have."""
        word = in_words(self.kind)
        if self.rings and self.kind not in RINGED:
            yield Problem(".rings", f"{word} units take no rings", "fire-9-artillery-vehicles")
        elif self.rings >= RINGS_A_BASE and self.kind != "train":
            message = f"a third ring removes a base, so at most 2, got {self.rings}"
            yield Problem(".rings", message, "fire-9-artillery-vehicles")


def _shock_example() -> ShockCheckRequest:
    return ShockCheckRequest(kind="infantry", markers=7)


@procedure(
    "red_square.shock_check",
    title="Does the unit break at once?",
    formerly=("Does it break at once?",),
    rules=("fire-8-shock",),
    example=_shock_example,
)
def shock_check(request: ShockCheckRequest, umpire: Umpire[Options]) -> ShockCheckOutcome:
    """Work out the best score that the unit could reach alone; below 0 it breaks.

    A six, plus 1 for elite and minus 1 for poor troops, less the markers, the bases that it has lost, and 1 if it hid
    in the turn before. A CO's die cannot better a six. Companies of MGs and tchankas, command figures but the HQ, and
    horse holders have no test of their own and never break so.

    Rules: fire-8-shock.
    """
    if request.kind in UNTESTED:
        umpire.result("fire-8-shock", "it has no test of its own, and does not break")
        return ShockCheckOutcome(best_score=None, breaks=False)
    best = d6.sides + umpire.modify(ledger(_shock_modifiers(umpire, request)), "best score").total
    breaks = best < 0
    umpire.result("fire-8-shock", "best score that it could reach: {best}; breaks: {breaks}", best=best, breaks=breaks)
    return ShockCheckOutcome(best_score=best, breaks=breaks)


def _shock_modifiers(umpire: Umpire[Options], request: ShockCheckRequest) -> Iterator[Modifier]:
    """Yield what would be added to the six and deducted from it in a test of the unit alone.

    Rules: fire-8-shock, opt-rings-deduct.
    """

    def line(row: str, reason: str, times: int, rule: str = "fire-8-shock") -> Modifier:
        return umpire.modifier(ACTIVATION_MODIFIERS, row, rule, reason, times=times)

    if request.quality != "normal":
        yield line(request.quality, f"{request.quality} troops", 1)
    if request.markers:
        yield line("hit_marker", "hit markers", request.markers)
    if request.bases_removed:
        yield line("base_removed", "bases removed", request.bases_removed)
    if request.hid_last_turn:
        yield line("hid_last_turn", "hid in the last turn", 1)
    if request.rings:
        umpire.ruling("rings_deduct")
        if umpire.options.rings_deduct:
            yield line("ring", "rings", request.rings, "opt-rings-deduct")
