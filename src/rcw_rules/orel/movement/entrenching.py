"""Building entrenchments."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from attrs import evolve, frozen

from rcw_rules.kernel import words
from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.marks import Cites, Was
from rcw_rules.orel.definitions import called
from rcw_rules.orel.model import Day, Unit, game_day
from rcw_rules.orel.options import Options


@frozen(kw_only=True)
class EntrenchOutcome:
    """A unit that begins to entrench.

    Attributes:
        unit: The unit then: its entrenchment under construction, itself in combat mode.
        completed_on: The day on which its owner's movement phase ends with the entrenchment complete; None if there is
            no such day in October.
    """

    unit: Unit
    completed_on: Day | None

    def summary(self, request: EntrenchRequest) -> str:
        """Return that the unit begins to entrench, and when the work is done."""
        done = "too late to be done by the end of October"
        if self.completed_on is not None:
            phase = f"the {request.unit.side.title()} movement phase of {self.completed_on} October"
            done = f"to be Entrenched at the end of {phase}"
        return words.sentences(f"{called(request.unit)} begins to entrench, {done}")


@frozen(kw_only=True, cache_hash=True)
class EntrenchRequest(Request[EntrenchOutcome]):
    """A unit that wants to entrench in its owner's movement phase.

    Attributes:
        unit: The unit.
        day: The day.
        has_moved: Whether it has moved, or spent movement points, in this phase.
        acted: Whether it has declared an action before in this turn.
    """

    unit: Unit
    day: Day
    has_moved: Annotated[bool, Was("moved", before=5)] = False
    acted: Annotated[bool, Cites("7.2-declare")] = False


def unable_to_entrench(unit: Unit, *, has_moved: bool, at: str = "$.has_moved") -> Iterator[Objection]:
    """Yield what keeps a unit from beginning to entrench. Enemy zones of control do not, nor does being inactive.

    Args:
        unit: The unit.
        has_moved: Whether it has spent any movement points in this phase.
        at: Where the request says so.

    Rules: 7.3-entrench, 5.3-no-march-entrench, 8.7.3-rout.
    """
    if unit.is_vehicle or unit.type == "cavalry":
        message = f"only infantry and artillery entrench, and {unit.key} is of type {unit.type}"
        yield Objection(rule="7.3-entrench", message=message, path="$.unit.type")
    if unit.mode == "routed":
        message = f"{unit.key} is routed and spends no movement points on actions"
        yield Objection(rule="8.7.3-rout", message=message, path="$.unit.mode")
    if unit.out_of_command:
        message = f"{unit.key} is out of command; only what it began before is completed"
        yield Objection(rule="5.3-no-march-entrench", message=message, path="$.unit.out_of_command")
    if unit.entrenchment != "none":
        state = "is entrenched" if unit.entrenchment == "entrenched" else "has begun to entrench"
        message = f"{unit.key} {state} already"
        yield Objection(rule="7.3-entrench", message=message, path="$.unit.entrenchment")
    if has_moved:
        message = f"{unit.key} has spent movement points; entrenching takes all of them"
        yield Objection(rule="7.3-entrench", message=message, path=at)


def begun(unit: Unit) -> Unit:
    """Return a unit that has begun to entrench.

    Rules: 7.3-entrench, 7.1.4-modes.
    """
    return evolve(unit, entrenchment="under_construction", mode="combat")


def _example() -> EntrenchRequest:
    return EntrenchRequest(unit=Unit(key="1/2K", side="white", type="infantry", tq=5, steps=4, strength=6), day=15)


@procedure(
    "orel.entrench",
    title="May the unit entrench, and when is it entrenched?",
    rules=("7.3-entrench",),
    example=_example,
)
def entrench(request: EntrenchRequest, umpire: Umpire[Options]) -> EntrenchOutcome:
    """Begin an entrenchment at the price of all movement points; it is complete a day later.

    Infantry and artillery in command may, inactive ones too, and in enemy zones of control, unless they have moved.
    The unit is in combat mode then. The work ends with the owner's movement phase of the next day; an attack out of it
    does not stop the work, leaving the hex does.

    Rules: 7.3-entrench, 7.1.4-modes.
    """
    unit = begun(request.unit)
    if request.unit.inactive:
        umpire.result("10.2-inactive", "{unit} is inactive, which does not keep it from entrenching", unit=unit.key)
    completed = game_day(request.day + 1)
    if completed is None:
        umpire.result(
            "7.3-entrench", "{unit} begins to entrench, too late to be done by the end of October", unit=unit.key
        )
    else:
        text = "{unit} begins to entrench; entrenched at the end of its owner's movement phase of {day} October"
        umpire.result("7.3-entrench", text, unit=unit.key, day=completed)
    return EntrenchOutcome(unit=unit, completed_on=completed)


@entrench.legality
def _objections(request: EntrenchRequest, options: Options) -> Iterator[Objection]:
    yield from unable_to_entrench(request.unit, has_moved=request.has_moved)
    if request.acted:
        message = f"{request.unit.key} has declared an action already; a unit has one a turn"
        yield Objection(rule="7.2-declare", message=message, path="$.acted")
