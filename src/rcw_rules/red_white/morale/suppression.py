"""Suppressed fire."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from attrs import evolve, frozen

from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import sentences
from rcw_rules.marks import Cites
from rcw_rules.red_white.model import Unit, grade_objections
from rcw_rules.red_white.morale.check import MoraleOutcome, MoraleTestRequest
from rcw_rules.red_white.options import Options
from rcw_rules.red_white.spoken import called


@frozen(kw_only=True)
class SuppressedFireOutcome:
    """Whether a unit may fire.

    Attributes:
        suppressed: Whether it is suppressed; the marker stays to the end of the turn, even after a passed test.
        may_fire: Whether it may fire, then for the rest of the turn.
        test: How its morale test went; None if none was needed.
    """

    suppressed: bool
    may_fire: bool
    test: MoraleOutcome | None = None

    def summary(self, request: SuppressedFireRequest) -> str:
        """Return whether the unit may fire, and how its test went."""
        who = called(request.unit)
        if not self.suppressed:
            return sentences(f"{who} is not suppressed and may fire")
        may = "may fire, and stays suppressed" if self.may_fire else "may not fire this turn"
        if self.test is None:
            return sentences(f"{who} {may}")
        return sentences(*self.test.told(request.unit), f"it {may}")


@frozen(kw_only=True, cache_hash=True)
class SuppressedFireRequest(Request[SuppressedFireOutcome]):
    """A unit that wants to fire after it came under fire.

    Attributes:
        unit: The unit; it is suppressed if it is marked so or lost a stand in phase 1.
        lost_stand_in_phase_1: Whether it lost a stand to fire in the first fire phase of this turn. A leader or priest
            killed in place of a stand does not count.
        fires_in_phase_1: Whether the fire that it intends still belongs to that phase.
        earlier_test: How its test of this turn went, if it took one: there is one attempt a turn.
    """

    unit: Unit
    lost_stand_in_phase_1: Annotated[bool, Cites("suppress-who")] = False
    fires_in_phase_1: bool = False
    earlier_test: Literal["none", "passed", "failed"] = "none"


def _example() -> SuppressedFireRequest:
    unit = Unit(side="red", type="infantry", has_leader=True, starting_stands=8, stands=5)
    return SuppressedFireRequest(unit=unit, lost_stand_in_phase_1=True)


@procedure(
    "red_white.suppressed_fire",
    title="May this suppressed unit fire?",
    rules=("suppress-who",),
    example=_example,
)
def suppressed_fire(request: SuppressedFireRequest, umpire: Umpire[Options]) -> SuppressedFireOutcome:
    """Say whether a unit may fire, with the morale test that a suppressed one takes first.

    The test counts the unit as suppressed. A failure bars all its fire of the turn and moves it nowhere, unless its
    Cheka made it fail twice.

    Rules: suppress-who, suppress-fire, suppress-duration, opt-suppressed-scope.
    """
    suppressed = request.unit.suppressed or request.lost_stand_in_phase_1
    if not suppressed:
        umpire.result("suppress-who", "not suppressed: it lost no stand to fire in phase 1")
        return SuppressedFireOutcome(suppressed=False, may_fire=True)
    if not request.fires_in_phase_1:
        umpire.ruling("suppressed_scope")
        if umpire.options.suppressed_scope == "phase":
            umpire.result("suppress-fire", "the phase in which it was suppressed is over: it may fire without a test")
            return SuppressedFireOutcome(suppressed=True, may_fire=True)
    if request.earlier_test != "none":
        may_fire = request.earlier_test == "passed"
        umpire.result("suppress-fire", "its test of this turn stands: fire {allowed}", allowed=may_fire)
        return SuppressedFireOutcome(suppressed=True, may_fire=may_fire)
    tested = MoraleTestRequest(unit=evolve(request.unit, suppressed=True), cause="suppressed_fire")
    test = umpire.resolve(tested, "morale before fire")
    umpire.result(
        "suppress-duration", "it may fire: {allowed}; the marker stays to the end of the turn", allowed=test.passed
    )
    return SuppressedFireOutcome(suppressed=True, may_fire=test.passed, test=test)


@suppressed_fire.legality
def _objections(request: SuppressedFireRequest, options: Options) -> Iterator[Objection]:
    suppressed = request.unit.suppressed or request.lost_stand_in_phase_1
    yield from fire_test_objections(request.unit, options, "$.unit", suppressed=suppressed)


def fire_test_objections(unit: Unit, options: Options, path: str, *, suppressed: bool) -> Iterator[Objection]:
    """Yield objections to the test that a unit takes before it fires, if it is suppressed.

    Rules: morale-vehicles, morale-exclusive-flags.
    """
    if unit.type == "armoured_train" and suppressed:
        message = "an armoured train loses no stand to fire and takes no test for it"
        yield Objection(rule="morale-vehicles", message=message, path=f"{path}.type")
    yield from grade_objections(unit, options, path)
