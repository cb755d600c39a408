"""Withdrawal before a melee."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from attrs import evolve, frozen

from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.lengths import Inches, inches
from rcw_rules.kernel.procedures import Choice, Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import in_words, listed, sentences
from rcw_rules.marks import Cites
from rcw_rules.red_white.melee import full_move_of, to_the_rear
from rcw_rules.red_white.model import Unit, grade_objections, morale_stands, named
from rcw_rules.red_white.morale import WITHDRAWING, MoraleOutcome, MoraleTestRequest
from rcw_rules.red_white.options import Options
from rcw_rules.red_white.profile import FullMove, MissingProfileError
from rcw_rules.red_white.spoken import called, suffered


@frozen(kw_only=True)
class FailedWithdrawal:
    """What a player knows after a unit has failed its test to withdraw.

    Attributes:
        unit: The unit as it was before the test.
        test: How the test went.
    """

    unit: Unit
    test: MoraleOutcome


STAND_AFTER_FAILURE: Choice[FailedWithdrawal, bool] = Choice(
    "stand_after_failure",
    rule="opt-withdraw-failed",
    who="owner",
    about="The unit failed its test to withdraw: stand instead of falling back? Asked with the option withdraw_failed "
    "= may_stand. Default: yes.",
    default=lambda failed, alternatives: True,
    unit=lambda failed: named(failed.unit),
    side=lambda failed: failed.unit.side,
)


@frozen(kw_only=True)
class WithdrawOutcome:
    """What happened to a unit that tried to withdraw.

    Attributes:
        passed: Whether it passed its test.
        stands: The stands left that count for morale; its Cheka may have shot one.
        goes: Whether it withdraws after a passed test ("away"), falls back ("rear") or stands.
        retired: How far it retires, in inches.
        falling_back: Whether it is marked as falling back afterwards.
        off_table: Whether it leaves the table; None if it is not known how far the edge is.
        contact: Whether the charger still reaches it, so that there is a melee; None if it would, but the unit may have
            left the table.
    """

    passed: bool
    stands: int
    goes: Literal["away", "rear", "stays"]
    retired: Inches
    falling_back: bool
    off_table: bool | None
    contact: bool | None

    def summary(self, request: WithdrawRequest) -> str:
        """Return whether the unit gets away, how far it goes, and whether the charger catches it."""
        unit = request.unit
        shot = suffered(unit, morale_stands(unit) - self.stands)
        table = " off the table" if self.off_table else ""
        did = {
            "away": f"passes its test and withdraws {self.retired}{table}",
            "rear": f"fails its test and falls back {self.retired}{table}",
            "stays": "fails its test and stands where it is",
        }[self.goes]
        caught = {
            True: "the charger reaches it",
            False: "the charger does not reach it",
            None: "the charger reaches it if it is still on the table",
        }[self.contact]
        cheka = f"{shot}, shot by its Cheka," if shot else ""
        return sentences(f"{called(unit)} {listed(filter(None, (cheka, did)))}", caught)


@frozen(kw_only=True, cache_hash=True)
class WithdrawRequest(Request[WithdrawOutcome]):
    """A unit that tries to withdraw when a charge at it is announced.

    Attributes:
        unit: The unit, with its full move unless a profile knows that.
        gap: How far the charger is from it when the charge is announced, in inches.
        charger_move: The charger's whole move, in inches.
        by_tank: Whether a tank charges it.
    """

    unit: Unit
    gap: Inches
    charger_move: Inches
    by_tank: Annotated[bool, Cites("fright-cavalry")] = False


def _example() -> WithdrawRequest:
    unit = Unit(side="white", type="cavalry", has_leader=True, stands=7, full_move=inches(12), edge_distance=inches(30))
    return WithdrawRequest(unit=unit, gap=inches(6), charger_move=inches(18))


@procedure(
    "red_white.withdraw",
    title="Does the unit get away before the melee?",
    rules=("melee-withdraw-who",),
    example=_example,
)
def withdraw(request: WithdrawRequest, umpire: Umpire[Options]) -> WithdrawOutcome:
    """Withdraw a unit that wants to, after a morale test.

    A passed test takes it a whole move away in good order, unless it was falling back before. A failed one is a failed
    morale test like any other: one full move to the rear, marked as falling back, unless the option lets its owner keep
    it where it is. Dice for the move are rolled after the test and after that decision. The charger reaches it if its
    whole move is the gap and the distance retired together, or more; a unit that left the table is out of reach.

    Away from the charger is taken to be toward the unit's own table edge, as every move to the rear: both the edge and
    an obstacle on the way are those behind the unit.

    Raises:
        MissingProfileError: If neither the unit nor a profile says how far its full move is.

    Rules: melee-withdraw-pass, melee-withdraw-fail, melee-withdraw-caught, gen-rear.
    """
    unit = request.unit
    full_move = required_move(unit, umpire.options)
    # With its own move given, the test need not look for one.
    test = umpire.resolve(MoraleTestRequest(unit=evolve(unit, full_move=full_move), cause="withdraw"), "morale")
    goes: Literal["away", "rear", "stays"] = "away" if test.passed else "rear"
    retired, off_table, falling_back = test.moved, test.off_table, test.falling_back
    if test.passed:
        order = "still marked as falling back" if falling_back else "in good order"
        umpire.result("melee-withdraw-pass", "withdraws one whole move away from the charger, {order}", order=order)
    elif not test.moves and umpire.choose(STAND_AFTER_FAILURE, (True, False), FailedWithdrawal(unit=unit, test=test)):
        umpire.result("opt-withdraw-failed", "stands where it is")
        goes = "stays"
    else:
        umpire.result("melee-withdraw-fail", "its movement away from the enemy is a fall back")
        falling_back = True
    if goes != "stays" and not test.moves:
        retired, off_table = to_the_rear(umpire, full_move, unit, 1, "move away")
    way = retired or inches(0)
    contact = is_caught(request.gap, request.charger_move, way, off_table=off_table)
    if contact is None:
        umpire.result("melee-withdraw-caught", "the charger reaches it if it is still on the table")
    else:
        umpire.result("melee-withdraw-caught", "the charger reaches it: {contact}", contact=contact)
    return WithdrawOutcome(
        passed=test.passed,
        stands=test.stands,
        goes=goes,
        retired=way,
        falling_back=falling_back,
        off_table=off_table,
        contact=contact,
    )


@withdraw.legality
def _objections(request: WithdrawRequest, options: Options) -> Iterator[Objection]:
    if request.unit.type not in WITHDRAWING:
        message = "only cavalry, armoured cars and armoured trains may withdraw before a melee"
        yield Objection(rule="melee-withdraw-who", message=message, path="$.unit.type")
    if request.by_tank and request.unit.type == "cavalry":
        message = "cavalry that a tank attacks flees; it cannot withdraw instead"
        yield Objection(rule="fright-cavalry", message=message, path="$.by_tank")
    yield from grade_objections(request.unit, options, "$.unit")


def required_move(unit: Unit, options: Options) -> FullMove:
    """Return one full move of a unit where the answer depends on it.

    Raises:
        MissingProfileError: If neither the unit nor a profile says how far that is.

    Rules: p1-movement.
    """
    full_move = full_move_of(unit, options)
    if full_move is None:
        raise MissingProfileError(
            "p1-movement",
            f"move.{unit.type}",
            f"How far is one full move of {in_words(unit.type)}?",
            "the unit's full_move, or a profile with moves (Part I, which defines it, is lost)",
        )
    return full_move


def is_caught(
    gap: Inches | None, charger_move: Inches | None, retired: Inches | None, *, off_table: bool | None
) -> bool | None:
    """Whether a charger reaches a unit that retired: exactly that far is enough, and off the table is out of reach.

    Returns:
        The answer; None if something that is not known decides it.

    Rules: melee-withdraw-caught.
    """
    if off_table:
        return False
    if charger_move is None:
        return None
    nothing = inches(0)
    if charger_move < (gap or nothing) + (retired or nothing):
        return False
    return None if gap is None or retired is None or off_table is None else True
