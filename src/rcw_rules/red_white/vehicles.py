"""Tanks, armoured cars and armoured trains: whether they move, what they fire with, and what hits do to them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal, TypeAlias

from attrs import frozen

from rcw_rules.kernel.angles import Angle, degrees
from rcw_rules.kernel.charts import Cell
from rcw_rules.kernel.dice import d, d10
from rcw_rules.kernel.errors import ChartError, Problem
from rcw_rules.kernel.fields import Range
from rcw_rules.kernel.morale import MoraleCheck, take_check
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.tally import tally
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.red_white.model import VEHICLE_STANDS, Hits
from rcw_rules.red_white.options import Options
from rcw_rules.red_white.profile import VehicleHitTable
from rcw_rules.ruleset import Cites

ArmedVehicle: TypeAlias = Literal[
    "twin_turret_car", "single_turret_car", "mark_iv_male", "mark_iv_female", "ft17_male", "ft17_female"
]
"""A vehicle whose guns the book lists; the Austin is the car with twin turrets."""

Arc: TypeAlias = Literal["front", "rear", "left", "right"]
"""The quarter around a vehicle, as its crew sees it."""

# ---------------------------------------------------------------- whether it moves


@frozen(kw_only=True)
class VehicleActivationOutcome:
    """Whether a vehicle moves.

    Attributes:
        moves: Whether it may move; otherwise it has broken down for this turn and is stationary when it fires.
    """

    moves: bool


@frozen(kw_only=True, cache_hash=True)
class VehicleActivationRequest(Request[VehicleActivationOutcome]):
    """A tank or an armoured car that wants to move, or to charge.

    No roll is needed to withdraw before a melee, nor for a move that the vehicle is compelled to make.

    Attributes:
        hits: The hits recorded against it.
        earlier_roll: How its roll of this turn went, if it made one: there is one a turn.
    """

    hits: Hits
    earlier_roll: Annotated[Literal["none", "passed", "failed"], Cites("vehicle-activation")] = "none"


def _activation_example() -> VehicleActivationRequest:
    return VehicleActivationRequest(hits=2)


@procedure(
    "red_white.vehicle_activation",
    title="Does the vehicle move or break down?",
    rules=(
        "vehicle-activation",
        "opt-vehicle-activation",
        "vehicle-breakdown",
        "vehicle-eight-stands",
        "gen-dice",
        "bad-numbers",
    ),
    example=_activation_example,
)
def vehicle_activation(request: VehicleActivationRequest, umpire: Umpire[Options]) -> VehicleActivationOutcome:
    """Roll a D10 against the current morale of a tank or an armoured car: 8 less its recorded hits.

    By default it moves on its current morale or less. The printed word is "above"; with the option set so it moves on
    any throw greater than its current morale. No modifier applies, and no Cheka gives a second throw. Whatever fails
    has broken down: it stays where it is this turn, records no hit for it, and may try again in its next turn.

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


# ---------------------------------------------------------------- what it fires with


@frozen(kw_only=True)
class VehicleFireDiceOutcome:
    """What a vehicle can fire at a target.

    Attributes:
        machine_gun_dice: The d10s of its machine guns.
        light_gun_dice: The d10s of its light guns.
    """

    machine_gun_dice: int
    light_gun_dice: int


@frozen(kw_only=True, cache_hash=True)
class VehicleFireDiceRequest(Request[VehicleFireDiceOutcome]):
    """A vehicle that fires at one target.

    Each gun fires once at each opportunity. Guns of different arcs may fire at different targets: ask for each arc.

    Attributes:
        vehicle: Which vehicle it is.
        target: The arc that the target is in, or its bearing in degrees clockwise off the vehicle's nose.
        moved: Whether the vehicle moved this turn; one that broke down did not.
        turret_guns: The machine guns of a car with one turret, 1 or 2; there is no default, and only for that car.
    """

    vehicle: ArmedVehicle
    target: Annotated[Arc | Angle, Cites("vehicle-arcs")]
    moved: bool
    turret_guns: Annotated[int, Range(1, 2, rule="vehicle-armament")] | None = None

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        if self.vehicle == "single_turret_car" and self.turret_guns is None:
            message = "is missing: cars with one turret have 1 or 2 machine guns in it"
            yield Problem(".turret_guns", message, "vehicle-armament")
        if self.vehicle != "single_turret_car" and self.turret_guns is not None:
            yield Problem(".turret_guns", "only a car with one turret may have one gun or two", "vehicle-armament")


def _fire_dice_example() -> VehicleFireDiceRequest:
    return VehicleFireDiceRequest(vehicle="mark_iv_male", target="left", moved=False)


@procedure(
    "red_white.vehicle_fire_dice",
    title="How many dice does this vehicle fire at that arc?",
    rules=("vehicle-gun-dice", "vehicle-armament", "vehicle-arcs", "vehicle-ft17-male", "vehicle-breakdown"),
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
        machine_gun_dice=_dice("machine_gun", "vehicle_machine_guns", request, arc, umpire),
        light_gun_dice=_dice(light_gun, "vehicle_light_guns", request, arc, umpire),
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


def _dice(gun: str, chart: str, request: VehicleFireDiceRequest, arc: Arc, umpire: Umpire[Options]) -> int:
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
    return guns * _count(umpire.look_up("vehicle_gun_dice", gun, "moving" if request.moved else "stationary"))


def _count(cell: Cell) -> int:
    if not isinstance(cell.result, int) or cell.result < 0:
        raise ChartError(cell.chart, f"row {cell.row!r}, column {cell.column!r} should be a count, not {cell.result!r}")
    return cell.result


# ---------------------------------------------------------------- what hits do to it


@frozen(kw_only=True)
class VehicleDamageOutcome:
    """A vehicle or train after more hits.

    Attributes:
        hits: The hits recorded now, 8 at most.
        morale: Its current morale, which is its strength as well.
        destroyed: Whether it is destroyed or, of a train, lost.
        freed_guards: The guards of a lost train, an ordinary infantry unit from now on.
        table_effects: What the hit table said, in the order of its rows.
        table_missing: Whether hits should have been rolled on the hit table and nobody has supplied it.
    """

    hits: int
    morale: int
    destroyed: bool
    freed_guards: int = 0
    table_effects: tuple[str, ...] = ()
    table_missing: bool = False


@frozen(kw_only=True, cache_hash=True)
class VehicleDamageRequest(Request[VehicleDamageOutcome]):
    """A tank, an armoured car or an armoured train that takes more hits.

    Attributes:
        type: What it is.
        hits: The hits recorded before.
        new_hits: The new ones; how guns score them was said in the lost first part of the rules.
        guards: The guard stands of a train.
        rolled_on_table: Whether the new hits on a tank or an armoured car are rolled on the hit table, as those of
            petrol bombs are. Stands lost in a melee, which are recorded as hits, are not.
        hit_table: The hit table, unless the profile has it.
    """

    type: Literal["tank", "armoured_car", "armoured_train"]
    hits: Hits
    new_hits: Annotated[int, Range(0, 999, rule="bad-numbers"), Cites("p1-artillery-and-armour")]
    guards: Annotated[int, Range(0, 99, rule="bad-numbers")] = 0
    rolled_on_table: Annotated[bool, Cites("p1-vehicle-hit-table")] = True
    hit_table: Annotated[VehicleHitTable | None, Cites("p1-vehicle-hit-table")] = None

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        if self.guards and self.type != "armoured_train":
            yield Problem(".guards", "only an armoured train has guards aboard", "gen-unit-types")
        if self.hit_table is not None and self.type == "armoured_train":
            message = "the hit table is for armoured cars and tanks"
            yield Problem(".hit_table", message, "p1-vehicle-hit-table")


def _damage_example() -> VehicleDamageRequest:
    return VehicleDamageRequest(type="tank", hits=5, new_hits=2)


@procedure(
    "red_white.vehicle_damage",
    title="Is the vehicle or train destroyed?",
    rules=(
        "vehicle-hits",
        "vehicle-eight-stands",
        "train-lost",
        "p1-vehicle-hit-table",
        "p1-artillery-and-armour",
        "gen-unit-types",
        "bad-numbers",
    ),
    example=_damage_example,
)
def vehicle_damage(request: VehicleDamageRequest, umpire: Umpire[Options]) -> VehicleDamageOutcome:
    """Record hits; the eighth destroys, and hits beyond it are ignored.

    Each hit that is recorded against a tank or an armoured car has one die on the hit table, if somebody has supplied
    that table. Without it nothing is rolled, and the outcome says that it is missing.

    Rules: vehicle-hits, vehicle-eight-stands, train-lost.
    """
    is_train = request.type == "armoured_train"
    hits = min(VEHICLE_STANDS, request.hits + request.new_hits)
    destroyed = hits == VEHICLE_STANDS
    effects: tuple[str, ...] | None = ()
    if request.rolled_on_table and not is_train and hits > request.hits:
        effects = _table_effects(request, hits - request.hits, umpire)
    text = "hits recorded: {hits}; current morale: {morale}"
    umpire.result("vehicle-eight-stands", text, hits=hits, morale=current_morale(hits))
    freed = 0
    if destroyed and is_train:
        freed = request.guards
        umpire.result("train-lost", "the train is lost; guard stands that fight on as infantry: {guards}", guards=freed)
    elif destroyed:
        umpire.result("vehicle-hits", "it is destroyed")
    return VehicleDamageOutcome(
        hits=hits,
        morale=current_morale(hits),
        destroyed=destroyed,
        freed_guards=freed,
        table_effects=effects or (),
        table_missing=effects is None,
    )


def current_morale(hits: int) -> int:
    """Return the current morale of a vehicle: the 8 stands that it is worth, less its recorded hits.

    Rules: vehicle-eight-stands, vehicle-hits.
    """
    return VEHICLE_STANDS - hits


def _table_effects(request: VehicleDamageRequest, count: int, umpire: Umpire[Any]) -> tuple[str, ...] | None:
    """Return what the hit table says for so many hits, in the order of its rows, or None if there is no table.

    Rules: p1-vehicle-hit-table.
    """
    profile = umpire.options.profile
    table = request.hit_table
    if table is None and profile is not None:
        table = profile.vehicle_hit_table
    if table is None:
        text = "the hit table is lost with Part I: the hits are recorded without a throw"
        umpire.result("p1-vehicle-hit-table", text)
        return None
    rows = [tuple(range(row.low, row.high + 1)) for row in table.rows]
    shown = umpire.roll(tally(d(table.sides), count, *rows), "hit table", "p1-vehicle-hit-table")
    effects = tuple(row.effect for row, times in zip(table.rows, shown, strict=True) for _ in range(times))
    umpire.result("p1-vehicle-hit-table", "the hit table: {effects}", effects="; ".join(effects))
    return effects
