"""What tanks, armoured cars and armoured trains fire with."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal, TypeAlias

from attrs import frozen

from rcw_rules.kernel.angles import Angle, degrees
from rcw_rules.kernel.charts import Cell
from rcw_rules.kernel.errors import ChartError, Problem
from rcw_rules.kernel.fields import Range
from rcw_rules.kernel.needs import Need
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import counted, listed, sentences
from rcw_rules.marks import Cites, Was
from rcw_rules.red_white.options import Options

ArmedVehicle: TypeAlias = Literal[
    "twin_turret_car", "single_turret_car", "mark_iv_male", "mark_iv_female", "ft17_male", "ft17_female"
]
"""A vehicle whose guns the book lists; the Austin is the car with twin turrets."""


Arc: TypeAlias = Literal["front", "rear", "left", "right"]
"""The quarter around a vehicle, as its crew sees it."""


_NAMES: dict[ArmedVehicle, str] = {
    "twin_turret_car": "the car with two turrets",
    "single_turret_car": "the car with one turret",
    "mark_iv_male": "the male Mark IV",
    "mark_iv_female": "the female Mark IV",
    "ft17_male": "the male FT17",
    "ft17_female": "the female FT17",
}


@frozen(kw_only=True)
class VehicleFireDiceOutcome:
    """What a vehicle can fire at a target.

    Attributes:
        machine_gun_dice: The d10s of its machine guns.
        light_gun_dice: The d10s of its light guns.
    """

    machine_gun_dice: int
    light_gun_dice: int

    def summary(self, request: VehicleFireDiceRequest) -> str:
        """Return the dice of the guns that bear on the target."""
        vehicle, arc = _NAMES[request.vehicle], request.target
        where = f"on a bearing of {arc}" if isinstance(arc, Angle) else f"to its {arc}"
        dice = [f"{counted(self.machine_gun_dice, 'D10')} with its machine guns"] if self.machine_gun_dice else []
        dice += [f"{counted(self.light_gun_dice, 'D10')} with its light guns"] if self.light_gun_dice else []
        if not dice:
            return sentences(f"{vehicle} cannot fire at a target {where}")
        return sentences(f"at a target {where}, {vehicle} rolls {listed(dice)}")


@frozen(kw_only=True, cache_hash=True)
class VehicleFireDiceRequest(Request[VehicleFireDiceOutcome]):
    """A vehicle that fires at one target.

    Each gun fires once at each opportunity. Guns of different arcs may fire at different targets: ask for each arc.

    Attributes:
        vehicle: Which vehicle it is.
        target: The arc that the target is in, or its bearing in degrees clockwise off the vehicle's nose.
        has_moved: Whether the vehicle moved this turn; one that broke down did not.
        turret_guns: The machine guns of a car with one turret, 1 or 2; there is no default, and only for that car.
    """

    vehicle: ArmedVehicle
    target: Annotated[Arc | Angle, Cites("vehicle-arcs")]
    has_moved: Annotated[bool, Was("moved", before=5)]
    turret_guns: Annotated[int, Range(1, 2, rule="vehicle-armament")] | None = None

    needs: ClassVar[tuple[Need, ...]] = (
        Need(
            "turret_guns",
            {"vehicle": ("single_turret_car",)},
            message="is missing: cars with one turret have 1 or 2 machine guns in it",
            rule="vehicle-armament",
        ),
    )

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield contradictions, with paths below the request."""
        if self.vehicle != "single_turret_car" and self.turret_guns is not None:
            yield Problem(".turret_guns", "is only for a car with one turret; leave it out", "vehicle-armament")


def _fire_dice_example() -> VehicleFireDiceRequest:
    return VehicleFireDiceRequest(vehicle="mark_iv_male", target="left", has_moved=False)


@procedure(
    "red_white.vehicle_fire_dice",
    title="How many dice does this vehicle fire at that arc?",
    rules=("vehicle-gun-dice",),
    example=_fire_dice_example,
)
def vehicle_fire_dice(request: VehicleFireDiceRequest, umpire: Umpire[Options]) -> VehicleFireDiceOutcome:
    """Count the guns that bear on the target and multiply them by the dice of each.

    The guns mounted on the target's side bear, and those in turrets always. Each rolls one d10 if the vehicle moved
    this turn and two if it did not. The gun of a male FT17 does not fire if the vehicle moved, and rolls one d10 if it
    did not.

    Rules: vehicle-gun-dice, vehicle-armament, vehicle-arcs, vehicle-ft17-male.
    """
    arc = request.target
    if isinstance(arc, Angle):
        bearing, arc = arc, arc_of(arc)
        umpire.result("vehicle-arcs", "a bearing of {bearing} is to the {arc}", bearing=str(bearing), arc=arc)
    light_gun = "light_gun"
    if request.vehicle == "ft17_male":
        light_gun = "ft17_male_light_gun"
        umpire.result("vehicle-ft17-male", "it fires with one die, and only if it did not move")
    return VehicleFireDiceOutcome(
        machine_gun_dice=_dice(umpire, "machine_gun", "vehicle_machine_guns", request, arc),
        light_gun_dice=_dice(umpire, light_gun, "vehicle_light_guns", request, arc),
    )


def arc_of(bearing: Angle) -> Arc:
    """Return the arc of a bearing clockwise off the nose: quarters, whose bounds belong to front and rear.

    Rules: vehicle-arcs.
    """
    clockwise = bearing.bearing
    if degrees(45) < clockwise < degrees(135):
        return "right"
    if degrees(225) < clockwise < degrees(315):
        return "left"
    return "rear" if degrees(135) <= clockwise <= degrees(225) else "front"


def _dice(umpire: Umpire[Options], gun: str, chart: str, request: VehicleFireDiceRequest, arc: Arc) -> int:
    """Return the dice of the guns of a chart that bear on an arc: those mounted there and those in turrets.

    Rules: vehicle-armament, vehicle-arcs, vehicle-gun-dice.
    """
    guns = _count(umpire.look_up(chart, request.vehicle, arc))
    turret = umpire.look_up(chart, request.vehicle, "turret")
    if isinstance(turret.result, str) and request.turret_guns is not None:  # printed as "1 or 2"
        umpire.result("vehicle-armament", "machine guns in its turret: {guns}", guns=request.turret_guns)
        guns += request.turret_guns
    else:
        guns += _count(turret)
    if not guns:
        return 0
    return guns * _count(umpire.look_up("vehicle_gun_dice", gun, "moving" if request.has_moved else "stationary"))


def _count(cell: Cell) -> int:
    if not isinstance(cell.result, int) or cell.result < 0:
        raise ChartError(cell.chart, f"row {cell.row!r}, column {cell.column!r} should be a count, not {cell.result!r}")
    return cell.result
