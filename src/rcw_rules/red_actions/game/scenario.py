"""Scenarios of whole games: who fights, on which table, from where, and who wins."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from typing import Annotated

from attrs import frozen

from rcw_rules.games import Victory
from rcw_rules.kernel.angles import Angle
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Range, Size
from rcw_rules.kernel.geometry.table import FactKind, Point, Table, distance
from rcw_rules.kernel.lengths import Inches, inches
from rcw_rules.marks import Cites
from rcw_rules.red_actions.ground import POINTING, Direction
from rcw_rules.red_actions.model import TRAINS, Name, Side, TroopCard, Unit
from rcw_rules.red_actions.turn import FieldArmy, TurnNumber
from rcw_rules.red_actions.units import Army

SIDES: tuple[Side, ...] = ("red", "white")
RAILS = ("railway", "rails")
"""The lines of a table on which trains run."""

CAR_LENGTH = inches("2.4")
"""How long the base of a car is: as deep as the model needs (defs-base)."""

COUPLING = inches("0.3")
HELD_WITHIN = inches(4)  # made up: the source has no victory (miss-victory)
"""How near the middle of a place a unit holds it, unless the scenario says otherwise."""


def length_of(points: tuple[Point, ...]) -> Inches:
    """Return how long a line through some points is."""
    return Inches(thousandths=sum(distance(start, end).thousandths for start, end in pairwise(points)))


def length_of_train(cars: int) -> Inches:
    """Return how long a train of some cars is."""
    return Inches(thousandths=cars * CAR_LENGTH.thousandths + (cars - 1) * COUPLING.thousandths)


@frozen(kw_only=True, cache_hash=True)
class Zone:
    """Where the defender places units: a rectangle.

    Attributes:
        south_west: Its south-western corner.
        north_east: Its north-eastern corner.
        facing: The bearing in which the enemy is expected; units may be placed to face another one.
        units: Who is placed in it, in order.
    """

    south_west: Point
    north_east: Point
    facing: Angle
    units: Annotated[tuple[Unit, ...], Size(0, 50)]

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield a rectangle without size, and a facing that is no bearing."""
        if self.south_west.x >= self.north_east.x or self.south_west.y >= self.north_east.y:
            message = f"lies north-east of {self.north_east}: give two corners of a rectangle"
            yield Problem(".south_west", message, "miss-scenarios")
        yield from _bearing_problems(self.facing)


@frozen(kw_only=True, cache_hash=True)
class Entry:
    """Where the attacker comes onto the table: a stretch of its edge.

    Attributes:
        name: What it is called.
        start: One end.
        end: The other.
        facing: The bearing in which units come in.
        units: Who comes in by it, in order; each may be held back until later.
    """

    name: Name
    start: Point
    end: Point
    facing: Angle
    units: Annotated[tuple[Unit, ...], Size(0, 50)]

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield a stretch without length, and a facing that is no bearing."""
        if self.start == self.end:
            yield Problem(".end", "is where it starts: an entry is a stretch of the edge", "seq-steps")
        yield from _bearing_problems(self.facing)


def _bearing_problems(facing: Angle) -> Iterator[Problem]:
    if facing != facing.bearing:
        yield Problem(".facing", f"expected a bearing from 0 up to 360 degrees, got {facing}", "conv-bad-input")


@frozen(kw_only=True, cache_hash=True)
class Place:
    """A place that counts for victory.

    Attributes:
        name: What it is called.
        at: Its middle.
        within: How near it a unit holds it.
        held_by: Who holds it as the game begins; None for nobody.
    """

    name: Name
    at: Point
    within: Annotated[Inches, Range(0, 100, rule="miss-victory")] = HELD_WITHIN
    held_by: Side | None = None


@frozen(kw_only=True, cache_hash=True)
class CarPlan:
    """A car of a train.

    Attributes:
        unit: The car.
        weapon: Of machine-gun cars: where their guns point, as the car faces its own end of the train.
        aboard: The troops who ride in it as the game begins.
    """

    unit: Unit
    weapon: Annotated[Direction, Cites("train-mg-car")] = "front"
    aboard: Annotated[tuple[Unit, ...], Size(0, 6), Cites("train-cars")] = ()

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield units that are no cars, and guns that point nowhere."""
        if self.unit.card.arm not in TRAINS:
            yield Problem(".unit.card.arm", f"{self.unit.name} is no car of a train", "train-cars")
        if self.weapon not in POINTING["train_machine_guns"]:
            yield Problem(".weapon", "the guns of a car point ahead or to a side", "train-mg-car")
        riding = sum(rider.bases for rider in self.aboard)
        if riding > self.unit.card.carries_bases:
            message = f"{riding} bases are aboard, and {self.unit.name} carries {self.unit.card.carries_bases}"
            yield Problem(".aboard", message, "train-cars")
        for number, rider in enumerate(self.aboard):
            if rider.card.category != "infantry" or rider.side != self.unit.side:
                message = f"{rider.name} is no infantry of {self.unit.side.capitalize()}"
                yield Problem(f".aboard[{number}]", message, "train-cars")


@frozen(kw_only=True, cache_hash=True)
class TrainPlan:
    """A train as the game begins: it stands.

    Attributes:
        name: What it is called.
        railway: The line of the table on which it runs; forward is from its first point to its last.
        cars: Its cars, the head first: towards the last point of the railway.
        at: How far along the railway its head is.
    """

    name: Name
    railway: Name
    cars: Annotated[tuple[CarPlan, ...], Size(1, 20), Cites("train-cars")]
    at: Inches


@frozen(kw_only=True, cache_hash=True)
class Carts:
    """Carts with ammunition that go with guns or mortars, or were brought up to them.

    Attributes:
        unit: Whose they are.
        count: How many; each was full when the battle began.
    """

    unit: Name
    count: Annotated[int, Range(0, 20), Cites("ammo-artillery")]


@frozen(kw_only=True, cache_hash=True)
class Scenario:
    """A game that can be played.

    Attributes:
        title: What it is called.
        table: The table and its terrain.
        turns: How many turns are played.
        attacker: The side that attacks.
        red: The Red army.
        white: The White army.
        zones: Where the defender places units, in order; first of all.
        entries: Where the attacker comes in, in order.
        places: Places that count for victory.
        victory: Who wins. Without it only an army that reaches its flight number loses.
        trains: Trains, and where they stand.
        carts: The carts with ammunition. Guns that are not named have one, mortars none.
        cards: Troop cards that come into play later, such as those on which cavalry dismounts.
        gas: The guns and mortars that have gas shells.
        told: The facts that a referee tells, because figures stand on a real table; () if all are measured.
        source: Where it comes from, and what is made up.
    """

    title: Name
    table: Table
    turns: TurnNumber
    attacker: Side
    red: Army
    white: Army
    zones: Annotated[tuple[Zone, ...], Size(1, 20), Cites("seq-steps")]
    entries: Annotated[tuple[Entry, ...], Size(1, 20), Cites("seq-steps")]
    places: Annotated[tuple[Place, ...], Size(0, 40), Cites("miss-victory")] = ()
    victory: Annotated[Victory | None, Cites("miss-victory")] = None
    trains: Annotated[tuple[TrainPlan, ...], Size(0, 10), Cites("train-cars")] = ()
    carts: Annotated[tuple[Carts, ...], Size(0, 100), Cites("ammo-artillery")] = ()
    cards: Annotated[tuple[TroopCard, ...], Size(0, 60), Cites("dis-types")] = ()
    gas: Annotated[tuple[Name, ...], Size(0, 100), Cites("gas")] = ()
    told: Annotated[tuple[FactKind, ...], Size(0, 20)] = ()
    source: str = ""

    @property
    def defender(self) -> Side:
        """The side that defends."""
        return "white" if self.attacker == "red" else "red"

    @property
    def roster(self) -> tuple[Unit, ...]:
        """Every unit: the defender's, then the attacker's, in order, and the cars of trains."""
        groups: tuple[Zone | Entry, ...] = (*self.zones, *self.entries)
        cars = (unit for train in self.trains for car in train.cars for unit in (car.unit, *car.aboard))
        return (*(unit for group in groups for unit in group.units), *cars)

    def unit(self, name: str) -> Unit | None:
        """Return a unit as it begins the game; None if there is none of that name."""
        return next((unit for unit in self.roster if unit.name == name), None)

    def zone_of(self, name: str) -> Zone | Entry | None:
        """Return where a unit is placed."""
        groups: tuple[Zone | Entry, ...] = (*self.zones, *self.entries)
        return next((group for group in groups if any(unit.name == name for unit in group.units)), None)

    @property
    def armies(self) -> tuple[FieldArmy, ...]:
        """Both armies as they take the field; what they are worth is counted at the set-up."""
        return (
            FieldArmy(side="red", army=self.red, original_points=Fraction(0)),
            FieldArmy(side="white", army=self.white, original_points=Fraction(0)),
        )

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself: units twice, of the wrong side or not in play, places off the table."""
        names: list[str] = []
        listed: tuple[tuple[str, tuple[Zone | Entry, ...], Side], ...] = (
            ("zones", self.zones, self.defender),
            ("entries", self.entries, self.attacker),
        )
        for what, groups, side in listed:
            for number, group in enumerate(groups):
                for index, unit in enumerate(group.units):
                    path = f".{what}[{number}].units[{index}]"
                    if unit.name in names:
                        yield Problem(f"{path}.name", f"two units are called {unit.name!r}", "conv-bad-input")
                    names.append(unit.name)
                    if unit.side != side:
                        role = "defends" if side == self.defender else "attacks"
                        message = f"{side.capitalize()} {role}, and places no unit of the other side"
                        yield Problem(f"{path}.side", message, "seq-steps")
                    if unit.card.arm in TRAINS:
                        message = "the cars of a train stand on its railway: name it in trains"
                        yield Problem(f"{path}.card.arm", message, "train-cars")
                    if not unit.bases:
                        message = "a unit that is to be placed has a base or more"
                        yield Problem(f"{path}.bases", message, "conv-bad-input")
                    if unit.seniors:
                        message = "in whole games senior officers stand on bases of their own"
                        yield Problem(f"{path}.seniors", message, "defs-senior-officer-base")
        yield from self._wrong_trains(names)
        for number, carts in enumerate(self.carts):
            whose = self.unit(carts.unit)
            if whose is None or whose.card.category != "artillery":
                message = f"{carts.unit!r} is not a unit of guns or mortars"
                yield Problem(f".carts[{number}].unit", message, "ammo-artillery")
        for number, name in enumerate(self.gas):
            whose = self.unit(name)
            if whose is None or whose.card.category != "artillery":
                yield Problem(f".gas[{number}]", f"{name!r} is not a unit of guns or mortars", "gas")
        yield from self._off_the_table()
        if self.victory is not None:
            for problem in self.victory.wrong_names(SIDES, tuple(place.name for place in self.places)):
                yield Problem(f".victory{problem.path}", problem.message, "miss-victory")

    def _wrong_trains(self, names: list[str]) -> Iterator[Problem]:
        lines = {line.name: line for line in self.table.lines}
        for number, train in enumerate(self.trains):
            path = f".trains[{number}]"
            railway = lines.get(train.railway)
            if railway is None:
                yield Problem(f"{path}.railway", f"there is no line {train.railway!r} on the table", "train-cars")
            elif railway.kind not in RAILS:
                message = f"{train.railway!r} is a {railway.kind}: a train runs on a {' or a '.join(RAILS)}"
                yield Problem(f"{path}.railway", message, "train-speed")
            elif not train.at <= length_of(railway.points) or train.at < length_of_train(len(train.cars)):
                message = f"{len(train.cars)} cars need the rails from {length_of_train(len(train.cars))} to their end"
                yield Problem(f"{path}.at", message, "train-cars")
            for index, car in enumerate(train.cars):
                if car.unit.name in names:
                    message = f"two units are called {car.unit.name!r}"
                    yield Problem(f"{path}.cars[{index}].unit.name", message, "conv-bad-input")
                names.append(car.unit.name)
                for rider in car.aboard:
                    if rider.name in names:
                        message = f"two units are called {rider.name!r}"
                        yield Problem(f"{path}.cars[{index}].aboard", message, "conv-bad-input")
                    names.append(rider.name)
                if car.unit.side != train.cars[0].unit.side:
                    message = "the cars of a train are of one side"
                    yield Problem(f"{path}.cars[{index}].unit.side", message, "train-cars")

    def _off_the_table(self) -> Iterator[Problem]:
        spots = [(f".zones[{number}].south_west", zone.south_west) for number, zone in enumerate(self.zones)]
        spots += [(f".zones[{number}].north_east", zone.north_east) for number, zone in enumerate(self.zones)]
        spots += [(f".entries[{number}].start", entry.start) for number, entry in enumerate(self.entries)]
        spots += [(f".entries[{number}].end", entry.end) for number, entry in enumerate(self.entries)]
        spots += [(f".places[{number}].at", place.at) for number, place in enumerate(self.places)]
        for path, spot in spots:
            if not self.table.is_on(spot):
                yield Problem(path, f"{spot} is off the table", "miss-scenarios")
