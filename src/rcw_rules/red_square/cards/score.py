"""Activation: whether a unit or a group needs a test, and its score."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from attrs import frozen

from rcw_rules.kernel.dice import d6
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Range
from rcw_rules.kernel.ledger import Modifier, ledger
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import sentences
from rcw_rules.marks import Cites
from rcw_rules.red_square.ground import BAND_WORDS
from rcw_rules.red_square.model import Band
from rcw_rules.red_square.options import Options

ACTIVATION_MODIFIERS = "activation_modifiers"


def rounded_score(total: int, battalions: int, *, floor: bool = False) -> int:
    """Return a total divided by the number of battalions, to the nearest whole number and exact halves down.

    >>> rounded_score(7, 2), rounded_score(11, 4), rounded_score(11, 4, floor=True), rounded_score(-1, 2)
    (3, 3, 2, -1)

    Args:
        total: The dice kept with everything added and deducted.
        battalions: Among how many it is divided.
        floor: Whether every fraction is dropped instead, below 0 downwards as well.

    Rules: turn-5c-rounding, opt-floor-rounding.
    """
    return total // battalions if floor else -((battalions - 2 * total) // (2 * battalions))


def band_of(score: int) -> Band:
    """Return the column of the Activation Table for a score: 2 or more, 1 or 0, or below 0.

    Rules: act-table.
    """
    return "2+" if score >= 2 else "1-0" if score >= 0 else "below0"


@frozen(kw_only=True)
class ActivationOutcome:
    """How well a unit or group was activated.

    Attributes:
        score: The score; None where no test was needed.
        band: The column of the Activation Table, or that it acts automatically.
    """

    score: int | None
    band: Band

    def summary(self, request: ActivationRequest) -> str:
        """Return the score, and the column of the Activation Table that it leads to."""
        who = "the unit" if request.battalions == 1 else f"the group of {request.battalions} battalions"
        if self.score is None:
            return sentences(f"{who} is activated without a test")
        return sentences(f"{who} scores {self.score}: {BAND_WORDS[self.band]}")


@frozen(kw_only=True, cache_hash=True)
class ActivationRequest(Request[ActivationOutcome]):
    """A unit or a group that is activated.

    Attributes:
        battalions: The battalion equivalents: battalions, regiments, batteries, detachments and trains, not MGs,
            tchankas or figures.
        elite: How many of them are elite.
        poor: How many of them are poor.
        markers: Their hit markers still to be resolved, all together; not those of MGs that go with them.
        bases_removed: The bases that they have lost, all together; not those of MGs that go with them.
        hid_last_turn: How many of them hid in the turn before.
        rings: Their rings, all together.
        broken: Whether any of them hides, retreats, or is off the table.
        enters_enemy_adjacent: Whether one of them means to move next to an enemy or into its square.
        co_present: Whether their CO was within a square of them at the deal and is not pinned or gone.
    """

    battalions: Annotated[int, Range(1, 99, rule="turn-5a-dice")] = 1
    elite: Annotated[int, Range(0, 99, rule="turn-5a-dice")] = 0
    poor: Annotated[int, Range(0, 99, rule="turn-5a-dice")] = 0
    markers: Annotated[int, Range(0, 999, rule="turn-5b-deductions")] = 0
    bases_removed: Annotated[int, Range(0, 999, rule="turn-5b-deductions")] = 0
    hid_last_turn: Annotated[int, Range(0, 99, rule="turn-5b-deductions")] = 0
    rings: Annotated[int, Range(0, 999, rule="opt-rings-deduct")] = 0
    broken: Annotated[bool, Cites("turn-5-test-needed")] = False
    enters_enemy_adjacent: Annotated[bool, Cites("turn-5-test-needed")] = False
    co_present: Annotated[bool, Cites("co-extra-die")] = False

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield more elite, poor or hidden battalions than there are battalions."""
        if self.elite + self.poor > self.battalions:
            field = ".poor" if self.poor else ".elite"
            message = f"{self.elite} elite and {self.poor} poor battalions are more than {self.battalions}"
            yield Problem(field, message, "turn-5a-dice")
        if self.hid_last_turn > self.battalions:
            message = f"{self.hid_last_turn} that hid are more than {self.battalions} battalions"
            yield Problem(".hid_last_turn", message, "turn-5b-deductions")


def _example() -> ActivationRequest:
    return ActivationRequest(battalions=3, elite=1, markers=4, co_present=True)


@procedure(
    "red_square.activation",
    title="Does the unit need a test, and what is the score?",
    formerly=("Does it need a test, and what is the score?",),
    rules=("turn-5-test-needed",),
    example=_example,
)
def activation(request: ActivationRequest, umpire: Umpire[Options]) -> ActivationOutcome:
    """Activate a unit or a group: automatically, or with one test for all of it.

    A test is needed with hit markers, lost bases or rings, for those who are broken, and to move next to the enemy. One
    D6 is rolled for each battalion, and one more with a CO, the lowest of all being left out. To the sum 1 is added for
    each elite battalion; 1 is deducted for each poor one, for each marker and base removed, and for each battalion that
    hid in the turn before. The total is divided by the number of battalions and rounded to the nearest whole number,
    exact halves down. The whole group has that score, and MGs have that of their unit.

    Rules: turn-5-test-needed, turn-5a-dice, turn-5-group-score, co-extra-die, mg-activation.
    """
    suffered = request.markers or request.bases_removed or request.rings
    if not (suffered or request.broken or request.enters_enemy_adjacent):
        umpire.result("turn-5-test-needed", "it is activated without a test")
        return ActivationOutcome(score=None, band="automatic")
    number = request.battalions
    if request.co_present:
        umpire.result("co-extra-die", "an extra die for the CO, the lowest die does not count")
        kept = umpire.roll(d6.best(number + 1, keep=number), "activation", "co-extra-die")
    else:
        kept = umpire.roll(d6.sum(number), "activation", "turn-5a-dice")
    if request.rings:
        umpire.ruling("rings_deduct")
    total = kept + umpire.modify(ledger(_modifiers(umpire, request)), "activation dice").total
    if total % number:
        umpire.ruling("floor_rounding")
    score = rounded_score(total, number, floor=umpire.options.floor_rounding)
    umpire.result("turn-5c-rounding", "score {score}: {total} by {number}", score=score, total=total, number=number)
    return ActivationOutcome(score=score, band=band_of(score))


def _modifiers(umpire: Umpire[Options], request: ActivationRequest) -> Iterator[Modifier]:
    """Yield what is added to and deducted from the dice kept, in the order of the book.

    Rules: turn-5a-dice, turn-5b-deductions, opt-rings-deduct.
    """
    quality, deduction = "turn-5a-dice", "turn-5b-deductions"
    if request.elite:
        yield umpire.modifier(ACTIVATION_MODIFIERS, "elite", quality, "elite battalions", times=request.elite)
    if request.poor:
        yield umpire.modifier(ACTIVATION_MODIFIERS, "poor", quality, "poor battalions", times=request.poor)
    if request.markers:
        yield umpire.modifier(ACTIVATION_MODIFIERS, "hit_marker", deduction, "hit markers", times=request.markers)
    if request.bases_removed:
        yield umpire.modifier(
            ACTIVATION_MODIFIERS, "base_removed", deduction, "bases removed", times=request.bases_removed
        )
    if request.hid_last_turn:
        yield umpire.modifier(
            ACTIVATION_MODIFIERS, "hid_last_turn", deduction, "hid in the last turn", times=request.hid_last_turn
        )
    if request.rings and umpire.options.rings_deduct:
        yield umpire.modifier(ACTIVATION_MODIFIERS, "ring", "opt-rings-deduct", "rings", times=request.rings)


# ---------------------------------------------------------------- headquarters


@frozen(kw_only=True)
class HqActivationOutcome:
    """What a headquarters can do in the turn.

    Attributes:
        score: The score; None where no test was needed.
        band: The column of the Activation Table, or that it acts automatically.
        commands: Whether it may issue orders in this turn.
    """

    score: int | None
    band: Band
    commands: bool

    def summary(self, request: HqActivationRequest) -> str:
        """Return the score, and whether the headquarters issues orders."""
        if self.score is None:
            return "The headquarters is activated without a test and may issue orders."
        orders = "it may issue orders" if self.commands else "it issues no orders this turn"
        return sentences(f"the headquarters scores {self.score}: {BAND_WORDS[self.band]}", orders)


@frozen(kw_only=True, cache_hash=True)
class HqActivationRequest(Request[HqActivationOutcome]):
    """A headquarters at the beginning of a turn.

    Attributes:
        moves: Whether it wishes to move.
        under_fire: Whether a die was rolled against it since its last activation.
        markers: Its hit markers still to be resolved.
        broken: Whether it hides or retreats.
        hid_last_turn: Whether it hid in the turn before.
    """

    moves: bool = False
    under_fire: bool = False
    markers: Annotated[int, Range(0, 999, rule="turn-5b-deductions")] = 0
    broken: Annotated[bool, Cites("turn-5-test-needed")] = False
    hid_last_turn: Annotated[bool, Cites("turn-5b-deductions")] = False

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield markers of an HQ that has not been under fire."""
        if self.markers and not self.under_fire:
            yield Problem(".under_fire", "an HQ with hit markers is under fire", "hq-activation")


def _hq_example() -> HqActivationRequest:
    return HqActivationRequest(under_fire=True, markers=1)


@procedure(
    "red_square.hq_activation",
    title="What can the headquarters do this turn?",
    rules=("hq-activation",),
    example=_hq_example,
)
def hq_activation(request: HqActivationRequest, umpire: Umpire[Options]) -> HqActivationOutcome:
    """Activate a headquarters, with a test only if it is under fire, wishes to move, or is broken.

    The score is one D6 less its markers, and less 1 if it hid in the turn before; quality counts for nothing. It issues
    orders only if it is neither under fire nor moving nor broken, so never in a turn in which it had to test.

    Rules: hq-activation.
    """
    if not (request.moves or request.under_fire or request.broken):
        umpire.result("hq-activation", "no test is needed; it may issue orders")
        return HqActivationOutcome(score=None, band="automatic", commands=True)
    # Asked as one that must test in any case: an HQ is tested for reasons that others are not.
    alone = ActivationRequest(markers=request.markers, hid_last_turn=int(request.hid_last_turn), broken=True)
    tested = umpire.resolve(alone, "activation of the HQ")
    umpire.result("hq-activation", "it issues no orders this turn")
    return HqActivationOutcome(score=tested.score, band=tested.band, commands=False)
