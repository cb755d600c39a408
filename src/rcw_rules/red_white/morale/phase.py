"""The morale phase: who must test, and how the tests go."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from attrs import evolve, frozen

from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.errors import NeedsRuling
from rcw_rules.kernel.fields import Size
from rcw_rules.kernel.lengths import inches
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import counted, sentences
from rcw_rules.red_white.model import (
    Unit,
    grade_objections,
    is_vehicle,
    stands_lost,
)
from rcw_rules.red_white.morale.check import MoraleOutcome, MoraleTestRequest
from rcw_rules.red_white.options import Options
from rcw_rules.red_white.spoken import called_in


@frozen(kw_only=True)
class MoralePhaseOutcome:
    """How the morale phase went.

    Attributes:
        tests: For each unit, in the order of the request, how its test went; None if it did not have to test.
        lost: How many units left the table; None if that is not known of one that went to the rear.
    """

    tests: tuple[MoraleOutcome | None, ...]
    lost: int | None

    def summary(self, request: MoralePhaseRequest) -> str:
        """Return how many units pass, and what happens to the others."""
        pairs = zip(request.units, called_in(request.units), self.tests, strict=True)
        tests = [(unit, name, test) for unit, name, test in pairs if test is not None]
        told: list[str] = []
        passed = 0
        for unit, name, test in tests:
            if test.passed and not test.liquidated and not unit.falling_back:
                passed += 1
            else:
                told += test.told(unit, name)
        if not tests:
            return "No unit must test its morale."
        others = f"{counted(passed, 'unit')} pass{'es' if passed == 1 else ''} the morale test" if passed else ""
        lost = f"{counted(self.lost, 'unit')} {'is' if self.lost == 1 else 'are'} lost" if self.lost else ""
        return sentences(*told, others, lost)


@frozen(kw_only=True, cache_hash=True)
class MoralePhaseRequest(Request[MoralePhaseOutcome]):
    """All units of a side, or of both, in the morale phase.

    Attributes:
        units: The units in the order in which they test.
    """

    units: Annotated[tuple[Unit, ...], Size(1, 99)]


def _phase_example() -> MoralePhaseRequest:
    steady = Unit(side="red", type="infantry", has_leader=True, starting_stands=8, stands=6)
    shaken = evolve(steady, stands=5, casualties=True, cheka=True, full_move=inches(6), edge_distance=inches(20))
    return MoralePhaseRequest(units=(steady, shaken))


@procedure(
    "red_white.morale_phase",
    title="Who must take a morale test now, and what happens to them?",
    formerly=("Who must test now, and what becomes of them?",),
    rules=("morale-who",),
    example=_phase_example,
)
def morale_phase(request: MoralePhaseRequest, umpire: Umpire[Options]) -> MoralePhaseOutcome:
    """Test every unit that must test, once each, in the order given.

    Raises:
        NeedsRuling: If a unit that ever took casualties must test and it is not said how many stands it had at first.

    Rules: morale-who, morale-off-table.
    """
    if umpire.options.morale_casualties == "ever":
        for number, unit in enumerate(request.units):
            if unit.starting_stands is None and not is_vehicle(unit):
                question = "How many stands did the unit have at the start of the game?"
                raise NeedsRuling("opt-morale-casualties", question, f"$.units[{number}].starting_stands")
    tests: list[MoraleOutcome | None] = []
    for number, unit in enumerate(request.units, start=1):
        label = unit.name or f"unit {number}"
        if _must_test(umpire, unit):
            tests.append(umpire.resolve(MoraleTestRequest(unit=unit), label))
        else:
            umpire.result("morale-who", "{unit} does not test", unit=label)
            tests.append(None)
    gone = [test.off_table for test in tests if test is not None]
    return MoralePhaseOutcome(tests=tuple(tests), lost=None if None in gone else gone.count(True))


@morale_phase.legality
def _phase_objections(request: MoralePhaseRequest, options: Options) -> Iterator[Objection]:
    for number, unit in enumerate(request.units):
        yield from grade_objections(unit, options, f"$.units[{number}]")


def _must_test(umpire: Umpire[Options], unit: Unit) -> bool:
    """Whether a unit tests in the morale phase: casualties, or the falling-back marker; trains never do.

    Rules: morale-who, opt-morale-casualties, morale-vehicles.
    """
    if unit.type == "armoured_train":
        return False
    if umpire.options.morale_casualties == "ever" and stands_lost(unit) > 0:
        umpire.ruling("morale_casualties")
        return True
    if not unit.casualties and stands_lost(unit) > 0:
        umpire.ruling("morale_casualties")
    return unit.casualties or unit.falling_back
