"""Whether tanks and armoured cars move or break down."""

from __future__ import annotations

from typing import Annotated, Literal

from attrs import frozen

from rcw_rules.kernel.dice import d10
from rcw_rules.kernel.morale import MoraleCheck, take_check
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import sentences
from rcw_rules.marks import Cites
from rcw_rules.red_white.model import VEHICLE_STANDS, Hits
from rcw_rules.red_white.options import Options


@frozen(kw_only=True)
class VehicleActivationOutcome:
    """Whether a vehicle moves.

    Attributes:
        moves: Whether it may move; otherwise it has broken down for this turn and is stationary when it fires.
    """

    moves: bool

    def summary(self, request: VehicleActivationRequest) -> str:
        """Return whether the vehicle moves."""
        if self.moves:
            return "The vehicle may move."
        return sentences("the vehicle breaks down: it does not move this turn, and fires as stationary")


@frozen(kw_only=True, cache_hash=True)
class VehicleActivationRequest(Request[VehicleActivationOutcome]):
    """A tank or an armoured car that wants to move, or to charge.

    No roll is needed to withdraw before a melee, nor for a move that the vehicle is compelled to make.

    Attributes:
        hits: The hits recorded against it.
        earlier_roll: How its roll of this turn went, if it made one; there is one roll a turn.
    """

    hits: Hits
    earlier_roll: Annotated[Literal["none", "passed", "failed"], Cites("vehicle-activation")] = "none"


def _activation_example() -> VehicleActivationRequest:
    return VehicleActivationRequest(hits=2)


@procedure(
    "red_white.vehicle_activation",
    title="Does the vehicle move or break down?",
    rules=("vehicle-activation",),
    example=_activation_example,
)
def vehicle_activation(request: VehicleActivationRequest, umpire: Umpire[Options]) -> VehicleActivationOutcome:
    """Roll a D10 against the current morale of a tank or an armoured car: 8 less its recorded hits.

    By default it moves on its current morale or less. The printed word is "above"; with the option vehicle_activation =
    above it moves on any roll greater than its current morale. No modifier applies, and no Cheka gives a second roll. A
    vehicle that fails has broken down: it stays where it is this turn, records no hit for it, and may try again in its
    next turn.

    Rules: vehicle-activation, opt-vehicle-activation, vehicle-breakdown, gen-dice.
    """
    if request.earlier_roll != "none":
        moves = request.earlier_roll == "passed"
        umpire.result("vehicle-activation", "its roll of this turn stands: it moves {moves}", moves=moves)
        return VehicleActivationOutcome(moves=moves)
    umpire.ruling("vehicle_activation")
    morale = current_morale(request.hits)
    if umpire.options.vehicle_activation == "above":
        check = MoraleCheck(die=d10, target=morale + 1, unit="(above its current morale)", goal="at_least")
    else:
        check = MoraleCheck(die=d10, target=morale, unit="(its current morale)")
    moves = take_check(umpire, check, "activation", "vehicle-activation").passed
    if moves:
        umpire.result("vehicle-activation", "it may move")
    else:
        umpire.result("vehicle-breakdown", "it breaks down: it does not move this turn and fires as stationary")
    return VehicleActivationOutcome(moves=moves)


def current_morale(hits: int) -> int:
    """Return the current morale of a vehicle: the 8 stands that it is worth, less its recorded hits.

    Rules: vehicle-eight-stands, vehicle-hits.
    """
    return VEHICLE_STANDS - hits
