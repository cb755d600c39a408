"""Activation rolls, with the second roll that the Cheka gives."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from attrs import frozen

from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.dice import d10
from rcw_rules.kernel.fields import Range
from rcw_rules.kernel.lengths import Inches, inches
from rcw_rules.kernel.morale import MoraleCheck
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import in_words, listed, sentences
from rcw_rules.marks import Cites
from rcw_rules.red_white.melee import to_the_rear
from rcw_rules.red_white.morale.check import check_with_cheka
from rcw_rules.red_white.options import Options
from rcw_rules.red_white.profile import FullMove, MissingProfileError, UnitType, provenance_of
from rcw_rules.red_white.spoken import numbers, rearward


@frozen(kw_only=True)
class ActivationOutcome:
    """How an activation roll went.

    Attributes:
        passed: Whether the unit activates.
        liquidated: Whether the Cheka shot a stand for a second roll.
        stands: The stands left.
        moves: Full moves to the rear: 2 after a second failure.
        moved: The same in inches; None if the length of a full move is not known.
        off_table: Whether that takes it off the table; None if that cannot be known.
        falling_back: Whether the failure marks it as falling back.
    """

    passed: bool
    liquidated: bool
    stands: int
    moves: Literal[0, 2] = 0
    moved: Inches | None = inches(0)
    off_table: bool | None = False
    falling_back: bool = False

    def summary(self, request: ActivationRequest) -> str:
        """Return whether the unit activates, the stand that the Cheka shot, and where two failures send it."""
        who = "the unit" if request.type is None else f"the {in_words(request.type)}"
        stands = numbers(request.stands, self.stands)
        cheka = f"the Cheka shoots a stand {stands} for a second roll" if self.liquidated else ""
        done = ["activates" if self.passed else "does not activate"]
        done.append(rearward(self.moves, self.moved, off_table=self.off_table))
        done += ["is marked as falling back"] if self.falling_back else []
        return sentences(cheka, f"{who} {listed(filter(None, done))}")


@frozen(kw_only=True, cache_hash=True)
class ActivationRequest(Request[ActivationOutcome]):
    """An activation roll, whose number the lost first part of the rules defines.

    Attributes:
        base: The modified base number: what the D10 needs, or less; by default what the profile says of its type.
        type: The type of unit, which the profile's numbers go by.
        stands: The stands of the unit.
        cheka: Whether a stand of Cheka is attached.
        full_move: One full move, in inches or dice; only needed to say how far a second failure sends it.
        edge_distance: How far it is from its own table edge, in inches.
        obstacle_distance: How far it is to the first obstacle on its way to that edge that it cannot pass, in inches;
            None if there is none.
    """

    base: Annotated[Annotated[int, Range(-99, 199, rule="p1-activation")] | None, Cites("p1-activation")] = None
    type: UnitType | None = None
    stands: Annotated[int, Range(1, 99, rule="bad-numbers")]
    cheka: bool = False
    full_move: FullMove | None = None
    edge_distance: Inches | None = None
    obstacle_distance: Annotated[Inches | None, Cites("gen-rear")] = None


def _activation_example() -> ActivationRequest:
    return ActivationRequest(base=6, stands=8, cheka=True, full_move=inches(6))


@procedure(
    "red_white.activation_test",
    title="Does this unit activate (with Cheka re-roll)?",
    rules=("p1-activation",),
    example=_activation_example,
)
def activation_test(request: ActivationRequest, umpire: Umpire[Options]) -> ActivationOutcome:
    """Roll to activate a unit: a D10 equal to its modified base number or less.

    A plain failure has no consequence here; the lost first part of the rules may know one. A unit with Cheka may shoot
    a stand and roll again; failing twice sends it double distance to the rear, marked as falling back.

    Raises:
        MissingProfileError: If the modified base number is neither given nor in the profile.

    Rules: p1-activation, cheka-second-failure.
    """
    profile, base, full_move = umpire.options.profile, request.base, request.full_move
    if profile is not None and request.type is not None:
        if base is None:
            base = profile.activation_of(request.type)
            if base is not None:
                told = "the profile has it activate on {base}"
                umpire.result("p1-activation", told, provenance_of(profile), base=base)
        full_move = profile.move_of(request.type) if full_move is None else full_move
    if base is None:
        raise MissingProfileError(
            "p1-activation",
            "activation",
            "What is the modified base number of this unit's activation roll?",
            "the field base, or the field type and a profile (Part I, which defines it, is lost)",
        )
    check = MoraleCheck(die=d10, target=base)
    shootable = 0 if request.type == "armoured_train" else request.stands
    name = "" if request.type is None else in_words(request.type)
    tested = check_with_cheka(
        umpire, check, "activation", "p1-activation", stands=shootable, has_cheka=request.cheka, unit=name
    )
    stands = request.stands - tested.rerolled
    if tested.passed or not tested.rerolled:
        umpire.result("p1-activation", "activates" if tested.passed else "does not activate")
        return ActivationOutcome(passed=tested.passed, liquidated=tested.rerolled, stands=stands)
    umpire.result("cheka-second-failure", "fails twice: double distance to the rear, falling back")
    moved, off_table = to_the_rear(umpire, full_move, request, 2, "fall back")
    return ActivationOutcome(
        passed=False, liquidated=True, stands=stands, moves=2, moved=moved, off_table=off_table, falling_back=True
    )


@activation_test.legality
def _activation_objections(request: ActivationRequest, options: Options) -> Iterator[Objection]:
    if request.type in ("tank", "armoured_car"):
        message = "tanks and armoured cars roll against their current morale: ask red_white.vehicle_activation"
        yield Objection(rule="vehicle-activation", message=message, path="$.type")
