"""The morale test: its modifiers, the second roll that the Cheka gives, and what a failure means."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, TypeAlias

from attrs import frozen

from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.dice import d10
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.ledger import Ledger, Modifier, ledger
from rcw_rules.kernel.lengths import Inches, inches
from rcw_rules.kernel.morale import CheckResult, MoraleCheck, take_check
from rcw_rules.kernel.procedures import Choice, Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import listed, sentences
from rcw_rules.red_white.melee import full_move_of, to_the_rear
from rcw_rules.red_white.model import (
    Unit,
    grade_objections,
    is_elite,
    is_vehicle,
    morale_stands,
    named,
    rests_on_red_guards,
)
from rcw_rules.red_white.options import Options
from rcw_rules.red_white.profile import UnitType
from rcw_rules.red_white.spoken import called, rearward, suffered

Cause: TypeAlias = Literal[
    "routine", "withdraw", "between_fire_and_melee", "suppressed_fire", "petrol_bombs", "train_artillery"
]
"""Why a unit tests; what a failure means depends on it."""


WITHDRAWING: tuple[UnitType, ...] = ("cavalry", "armoured_car", "armoured_train")  # melee-withdraw-who


@frozen(kw_only=True)
class Failure:
    """What the Cheka's owner knows after a failed roll.

    Attributes:
        base: The modified base number, which does not change for a second roll.
        stands: The stands left, one of which a second roll would cost.
        unit: What to call the unit; "" if that is not known.
    """

    base: int
    stands: int
    unit: str


LIQUIDATE: Choice[Failure, bool] = Choice(
    "liquidate",
    rule="cheka-reroll",
    who="owner",
    about="The roll failed: does the Cheka shoot a stand, so that the unit rolls again? Default: yes if the modified "
    "base number is 5 or more.",
    default=lambda failure, alternatives: failure.base >= 5,
    unit=lambda failure: failure.unit,
    side=lambda _: "red",  # cheka-attach
)


@frozen(kw_only=True)
class MoraleOutcome:
    """How a morale test went.

    Attributes:
        base: The modified base number: what the natural D10 needs, or less.
        passed: Whether it was passed in the end.
        liquidated: Whether the Cheka shot a stand for a second roll.
        stands: The stands left that count for morale.
        moves: How many full moves the unit goes to the rear.
        moved: The same in inches; None if the length of a full move is not known.
        off_table: Whether that takes it off the table; None if that cannot be known.
        falling_back: Whether it is marked as falling back afterwards.
        casualties: Whether it still must test for casualties.
    """

    base: int
    passed: bool
    liquidated: bool = False
    stands: int
    moves: Literal[0, 1, 2] = 0
    moved: Inches | None = inches(0)
    off_table: bool | None = False
    falling_back: bool
    casualties: bool

    def summary(self, request: MoraleTestRequest) -> str:
        """Return whether the unit passes, the number that it needed, and where a failure sends it."""
        return sentences(*self.told(request.unit))

    def told(self, unit: Unit, name: str = "") -> tuple[str, ...]:
        """Return how the test went, one text a sentence.

        Args:
            unit: The unit before.
            name: What to call it; by default its name or its side and type.
        """
        who, needed = name or called(unit), f"({self.base} or less needed)"
        if self.passed:
            done = [f"passes its morale test {needed}"]
            if unit.falling_back and not self.falling_back:
                done.append("is no longer falling back")
        else:
            done = [f"fails its morale test {needed}", rearward(self.moves, self.moved, off_table=self.off_table)]
            if self.falling_back and not (unit.falling_back or self.off_table):
                done.append("is marked as falling back")
        shot = suffered(unit, morale_stands(unit) - self.stands) if self.liquidated else ""
        cheka = f"{who} {shot}, shot by its Cheka, and rolls again" if shot else ""
        return (cheka, f"{who} {listed(filter(None, done))}")


@frozen(kw_only=True, cache_hash=True)
class MoraleTestRequest(Request[MoraleOutcome]):
    """One morale test.

    Attributes:
        unit: The unit that tests.
        cause: Why it tests.
    """

    unit: Unit
    cause: Cause = "routine"

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield contradictions, with paths below the request."""
        if self.cause == "suppressed_fire" and not self.unit.suppressed:
            yield Problem(".unit.suppressed", "only a suppressed unit tests before it fires", "suppress-fire")
        if self.cause == "petrol_bombs" and self.unit.type != "infantry":
            yield Problem(".unit.type", "only infantry throws petrol bombs", "bad-sides")


def _example() -> MoraleTestRequest:
    unit = Unit(
        side="white", type="infantry", has_leader=True, stands=7, elite=True, full_move=inches(6), casualties=True
    )
    return MoraleTestRequest(unit=unit)


@procedure(
    "red_white.morale_test",
    title="Does this unit pass its morale test?",
    rules=("morale-roll",),
    example=_example,
)
def morale_test(request: MoraleTestRequest, umpire: Umpire[Options]) -> MoraleOutcome:
    """Test a unit's morale.

    The modified base number is the stands that count for morale less the sum of the modifiers to the roll; the natural
    D10 must be equal to it or less. No natural roll passes or fails by itself. After a failure, a unit with Cheka and
    at least two stands may shoot one and roll again against the same number. What a failure means depends on the
    cause; a second failure means double distance to the rear for every cause.

    Rules: morale-roll, morale-fail, morale-rally, morale-other-phases, cheka-second-failure, gen-unit-state.
    """
    unit, cause = request.unit, request.cause
    modifiers = umpire.modify(morale_ledger(umpire, unit), "morale roll")
    if rests_on_red_guards(unit):
        umpire.ruling("red_guards_elite")
    check = MoraleCheck(die=d10, target=morale_stands(unit), unit="stands", ledger=modifiers)
    shootable = 0 if is_vehicle(unit) else check.target
    tested = check_with_cheka(
        umpire, check, "morale", "morale-roll", stands=shootable, has_cheka=unit.cheka, unit=named(unit)
    )
    stands = check.target - tested.rerolled
    casualties = unit.casualties and cause not in ("routine", "between_fire_and_melee")
    if tested.passed:
        rallies = unit.falling_back and cause == "routine"
        if rallies:
            umpire.result("morale-rally", "passes and is no longer falling back")
        else:
            umpire.result("morale-roll", "passes")
        return MoraleOutcome(
            base=check.needed,
            passed=True,
            liquidated=tested.rerolled,
            stands=stands,
            falling_back=unit.falling_back and not rallies,
            casualties=casualties,
        )
    moves, marked = _consequence(umpire, cause, second_failure=tested.rerolled)
    moved: Inches | None = inches(0)
    off_table: bool | None = False
    if moves:
        full_move = full_move_of(unit, umpire.options)
        moved, off_table = to_the_rear(umpire, full_move, unit, moves, "fall back")
    return MoraleOutcome(
        base=check.needed,
        passed=False,
        liquidated=tested.rerolled,
        stands=stands,
        moves=moves,
        moved=moved,
        off_table=off_table,
        falling_back=unit.falling_back or marked,
        casualties=casualties,
    )


@morale_test.legality
def _morale_objections(request: MoraleTestRequest, options: Options) -> Iterator[Objection]:
    is_train = request.unit.type == "armoured_train"
    if is_train and request.cause not in ("train_artillery", "withdraw"):
        message = "an armoured train tests only under artillery fire and when it withdraws"
        yield Objection(rule="morale-vehicles", message=message, path="$.cause")
    if request.cause == "withdraw" and request.unit.type not in WITHDRAWING:
        message = "only cavalry, armoured cars and armoured trains may withdraw before a melee"
        yield Objection(rule="morale-other-phases", message=message, path="$.cause")
    yield from grade_objections(request.unit, options, "$.unit")
    if request.cause == "train_artillery" and not is_train:
        message = "only an armoured train takes the test for artillery fire"
        yield Objection(rule="morale-other-phases", message=message, path="$.cause")


def morale_ledger(umpire: Umpire[Options], unit: Unit) -> Ledger:
    """Return the modifiers to a unit's morale roll, in the order of the book's list; each counts at most once.

    Rules: morale-modifiers, morale-cover, priest-morale, heroic-lead, p1-grade-and-leader.
    """

    def listed() -> Iterator[Modifier]:
        chart = "morale_modifiers"
        if unit.cover != "open":
            yield umpire.modifier(chart, "cover", "morale-cover", f"in {unit.cover}")
        if is_elite(unit, umpire.options):
            yield umpire.modifier(chart, "elite", "morale-modifiers", "elite")
        if unit.priest:
            yield umpire.modifier(chart, "religious_leader", "priest-morale", "religious leader")
        if unit.heroic:
            yield umpire.modifier(chart, "heroically_led", "heroic-lead", "heroically led")
        if unit.raw:
            yield umpire.modifier(chart, "raw", "morale-modifiers", "raw")
        if not unit.has_leader:
            yield umpire.modifier(chart, "no_leader", "morale-modifiers", "no leader")
        if unit.suppressed:
            yield umpire.modifier(chart, "suppressed", "morale-modifiers", "suppressed")

    return ledger(listed())


def check_with_cheka(
    umpire: Umpire[Any], check: MoraleCheck, purpose: str, rule: str, *, stands: int, has_cheka: bool, unit: str
) -> CheckResult:
    """Take a morale or activation check; a unit with Cheka may shoot a stand and roll again against the same number.

    Args:
        umpire: The umpire, who rolls.
        check: The check.
        purpose: What it is for.
        rule: The rule that asks for it.
        stands: The troop stands that the Cheka could shoot at; a vehicle has none. With fewer than 2 there is no second
            roll.
        has_cheka: Whether a stand of Cheka is attached.
        unit: What to call the unit; "" if that is not known.

    Rules: cheka-reroll, cheka-same-base.
    """

    def shoot_a_stand() -> MoraleCheck | None:
        if not has_cheka:
            return None
        if stands < 2:
            umpire.result("cheka-reroll", "no stand to spare: the Cheka gives no second throw")
            return None
        if not umpire.choose(LIQUIDATE, (True, False), Failure(base=check.needed, stands=stands, unit=unit)):
            return None
        umpire.result(
            "cheka-same-base", "the Cheka shoots a stand; the second throw needs {base} again", base=check.needed
        )
        return check

    return take_check(umpire, check, purpose, rule, reroll=shoot_a_stand)


def _consequence(umpire: Umpire[Options], cause: Cause, *, second_failure: bool) -> tuple[Literal[0, 1, 2], bool]:
    """Return how many full moves to the rear a failure costs, and whether it marks the unit as falling back.

    Rules: morale-fail, morale-other-phases, cheka-second-failure, opt-withdraw-failed.
    """
    if second_failure:
        umpire.result("cheka-second-failure", "fails twice: double distance to the rear, falling back")
        return 2, True
    if cause in ("suppressed_fire", "petrol_bombs"):
        barred = "fire" if cause == "suppressed_fire" else "petrol bombs"
        umpire.result("morale-other-phases", "fails: no {barred}, and no move to the rear", barred=barred)
        return 0, False
    if cause == "train_artillery":
        umpire.result("morale-other-phases", "fails: one full move to the rear, not marked as falling back")
        return 1, False
    if cause == "withdraw":
        umpire.ruling("withdraw_failed")
        if umpire.options.withdraw_failed == "may_stand":
            umpire.result("opt-withdraw-failed", "fails: its owner decides whether it falls back")
            return 0, False
    umpire.result("morale-fail", "fails: one full move to the rear, falling back")
    return 1, True
