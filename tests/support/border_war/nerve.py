"""Musters and nerve: a throw at or under a number, perhaps a second one, and a retreat of those who fail."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from attrs import frozen

from border_war.model import Band, Options
from rcw_rules import Choice, Inches, Modifier, NeedsRuling, Range, Request, Size, Umpire, d6, d10, inches, procedure
from rcw_rules.kernel.dice import Die
from rcw_rules.kernel.ledger import ledger

CHEER: Choice[int, bool] = Choice(
    "cheer",
    rule="cheer",
    who="elder of the band",
    about="After a failure: send a villager home and throw again. Default: yes if 5 or more is needed.",
    default=lambda needed, alternatives: needed >= 5,
)


NOWHERE = inches(0)


def _check(
    umpire: Umpire[Options], die: Die, needed: int, purpose: str, rule: str, *, guard: bool
) -> tuple[bool, bool]:
    """Return whether a throw of at most *needed* comes, and whether that took a second one."""
    if umpire.roll(die.check(at_most=needed), purpose, rule):
        return True, False
    if not guard or not umpire.choose(CHEER, (True, False), needed):
        return False, False
    umpire.result("cheer", "a villager goes home; the second throw needs {needed} again", needed=needed)
    return umpire.roll(die.check(at_most=needed), f"{purpose}, second throw", rule), True


@frozen(kw_only=True)
class MusterOutcome:
    """Whether a band comes.

    Attributes:
        passed: Whether it does.
        cheered: Whether that took a second throw.
    """

    passed: bool
    cheered: bool = False


@frozen(kw_only=True, cache_hash=True)
class MusterRequest(Request[MusterOutcome]):
    """A band is called.

    Attributes:
        base: What the die may show at most.
        guard: Whether the elder's guard calls it.
        feast: Whether it is a feast day.
    """

    base: Annotated[int, Range(0, 20, rule="muster-roll")]
    guard: bool = False
    feast: bool = False


@procedure(
    "border_war.muster",
    title="Does this band come?",
    rules=("muster-roll", "cheer", "opt-feast", "opt-die"),
    example=lambda: MusterRequest(base=6, guard=True),
)
def muster(request: MusterRequest, umpire: Umpire[Options]) -> MusterOutcome:
    """Throw the die of the day at or under the base number.

    Rules: muster-roll, opt-feast, opt-die.
    """
    if request.feast:
        umpire.ruling("feast_days")
        if umpire.options.feast_days:
            return MusterOutcome(passed=False)
    die = d10 if umpire.options.die_of_the_day == "d10" else d6
    passed, cheered = _check(umpire, die, request.base, "muster", "muster-roll", guard=request.guard)
    return MusterOutcome(passed=passed, cheered=cheered)


@frozen(kw_only=True)
class RetreatOutcome:
    """Where those who ran are.

    Attributes:
        moved: How far they ran.
        is_gone: Whether they left the meadow; None if nobody knows how far its edge is.
    """

    moved: Inches
    is_gone: bool | None


@frozen(kw_only=True, cache_hash=True)
class RetreatRequest(Request[RetreatOutcome]):
    """A band runs.

    Attributes:
        band: Who runs.
        moves: How many full moves.
    """

    band: Band
    moves: Annotated[int, Range(1, 2)] = 1


@procedure(
    "border_war.retreat",
    title="How far do they run?",
    rules=("retreat",),
    example=lambda: RetreatRequest(band=Band(side="north", spears=4)),
)
def retreat(request: RetreatRequest, umpire: Umpire[Options]) -> RetreatOutcome:
    """Throw the dice of a full move.

    Rules: retreat.
    """
    band = request.band
    moved = inches(request.moves * band.gait.thrown(umpire, "retreat"))
    return RetreatOutcome(moved=moved, is_gone=None if band.edge is None else moved >= band.edge)


@frozen(kw_only=True)
class NerveOutcome:
    """How a test of nerve went.

    Attributes:
        base: What the die could show at most.
        passed: Whether the band stands.
        cheered: Whether there was a second throw.
        moved: How far it ran.
        is_gone: Whether it left the meadow.
    """

    base: int
    passed: bool
    cheered: bool = False
    moved: Inches = NOWHERE
    is_gone: bool | None = False


@frozen(kw_only=True, cache_hash=True)
class NerveRequest(Request[NerveOutcome]):
    """A band is afraid.

    Attributes:
        band: Who.
    """

    band: Band


@procedure(
    "border_war.nerve",
    title="Does this band stand?",
    rules=("nerve-roll", "nerve-modifiers", "cheer", "retreat"),
    example=lambda: NerveRequest(band=Band(side="south", spears=7, veterans=True)),
)
def nerve(request: NerveRequest, umpire: Umpire[Options]) -> NerveOutcome:
    """Throw a ten-sided die at or under the spears less the modifiers; those who fail run, after two throws twice.

    Rules: nerve-roll, nerve-modifiers.
    """
    band = request.band
    base = band.spears - umpire.modify(ledger(_modifiers(umpire, band)), "nerve roll").total
    passed, cheered = _check(umpire, d10, base, "nerve", "nerve-roll", guard=band.guard)
    if passed:
        return NerveOutcome(base=base, passed=True, cheered=cheered)
    ran = umpire.resolve(RetreatRequest(band=band, moves=2 if cheered else 1), "fall back")
    return NerveOutcome(base=base, passed=False, cheered=cheered, moved=ran.moved, is_gone=ran.is_gone)


def _modifiers(umpire: Umpire[Options], band: Band) -> Iterator[Modifier]:
    if band.veterans:
        yield umpire.modifier("nerve_modifiers", "veterans", "nerve-veterans", "veterans")
    if band.cover == "ditch":
        yield umpire.modifier("nerve_modifiers", "in_ditch", "nerve-ditch", "in a ditch")


@frozen(kw_only=True)
class NervePhaseOutcome:
    """Every test of a phase.

    Attributes:
        tests: By band; None for one that need not test.
    """

    tests: tuple[NerveOutcome | None, ...]


@frozen(kw_only=True, cache_hash=True)
class NervePhaseRequest(Request[NervePhaseOutcome]):
    """All bands of a village, in the order in which they test.

    Attributes:
        bands: The bands.
    """

    bands: Annotated[tuple[Band, ...], Size(1, 9)]


@procedure(
    "border_war.nerve_phase",
    title="Who runs in this phase?",
    rules=("nerve-phase", "nerve-roll", "opt-shaken"),
    example=lambda: NervePhaseRequest(
        bands=(Band(side="north", spears=6, lost=2, shaken=True), Band(side="north", spears=4, lost=1))
    ),
)
def nerve_phase(request: NervePhaseRequest, umpire: Umpire[Options]) -> NervePhaseOutcome:
    """Test the nerve of every band that was hurt.

    Rules: nerve-phase, opt-shaken.
    """
    tests: list[NerveOutcome | None] = []
    for number, band in enumerate(request.bands, start=1):
        if band.lost and not band.shaken:
            umpire.ruling("shaken_for")
        is_hurt = band.shaken or (band.lost > 0 and umpire.options.shaken_for == "ever")
        tests.append(umpire.resolve(NerveRequest(band=band), band.name or f"band {number}") if is_hurt else None)
    stood = sum(test is None or test.passed for test in tests)
    umpire.result("nerve-phase", "{stood} bands stand", stood=stood)
    return NervePhaseOutcome(tests=tuple(tests))


@frozen(kw_only=True)
class NightfallOutcome:
    """A march by night.

    Attributes:
        moved: How far the band goes.
    """

    moved: Inches


@frozen(kw_only=True, cache_hash=True)
class NightfallRequest(Request[NightfallOutcome]):
    """A band marches by night.

    Attributes:
        band: Who.
    """

    band: Band


@procedure(
    "border_war.nightfall",
    title="How far do they go by night?",
    rules=("missing-page",),
    example=lambda: NightfallRequest(band=Band(side="north", spears=4)),
)
def nightfall(request: NightfallRequest, umpire: Umpire[Options]) -> NightfallOutcome:
    """Say what the missing page would say, if the elders agreed on that.

    Rules: missing-page.
    """
    if umpire.options.profile is None:
        raise NeedsRuling("missing-page", "How far does a band go by night?", "the option profile")
    umpire.ruling("profile")
    return NightfallOutcome(moved=inches(umpire.options.profile.night_move))
