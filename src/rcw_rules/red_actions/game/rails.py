"""Where the cars of a train stand on its railway, and how far it can go."""

from __future__ import annotations

from attrs import evolve

from rcw_rules.kernel.geometry.table import (
    Base,
    Group,
    Point,
    Table,
    TerrainLine,
    bearing,
    moved,
    point_along,
)
from rcw_rules.kernel.lengths import Inches, inches
from rcw_rules.red_actions.game.altered import length_of
from rcw_rules.red_actions.game.notes import TrainNow, TrainWay
from rcw_rules.red_actions.game.scenario import CAR_LENGTH, COUPLING, Scenario, TrainPlan
from rcw_rules.red_actions.game.state import State
from rcw_rules.red_actions.positions import base_width

_NO_LENGTH = inches(0)
_RAIL_STEP = inches("0.25")
AT_EDGE = inches("0.5")
"""How near the edge of the table a railway ends that leads off it."""


def railway_of(table: Table, name: str) -> TerrainLine | None:
    """Return the railway of a name; None if there is none."""
    return next((one for one in table.lines if one.name == name), None)


def plan_of(scenario: Scenario, name: str) -> TrainPlan:
    """Return a train as the scenario has it."""
    return next(one for one in scenario.trains if one.name == name)


def begun_train(plan: TrainPlan) -> TrainNow:
    """Return a train as it begins a game: it stands.

    Rules: train-speed.
    """
    gaps = tuple(Inches(thousandths=(CAR_LENGTH + COUPLING).thousandths * place) for place in range(len(plan.cars)))
    return TrainNow(name=plan.name, cars=tuple(car.unit.name for car in plan.cars), gaps=gaps, at=plan.at)


def cars_at(scenario: Scenario, table: Table, train: TrainNow) -> tuple[Group, ...]:
    """Return where the cars of a train stand: on the rails, those behind the engine facing backward.

    Rules: train-cars, train-artillery-car.
    """
    railway = railway_of(table, plan_of(scenario, train.name).railway)
    if railway is None:
        return ()
    plan = plan_of(scenario, train.name)
    engine = next((place for place, car in enumerate(plan.cars) if car.unit.card.arm == "train_engine"), -1)
    found: list[Group] = []
    for name, gap in zip(train.cars, train.gaps, strict=True):
        place = next(number for number, car in enumerate(plan.cars) if car.unit.name == name)
        front = point_along(railway.points, train.at - gap)
        rear = point_along(railway.points, train.at - gap - CAR_LENGTH)
        ahead = engine < 0 or place <= engine
        at, back = (front, rear) if ahead else (rear, front)
        found.append(Group(name=name, bases=(_car(at, back),)))
    return tuple(found)


def _car(at: Point, back: Point) -> Base:
    facing = bearing(back, at)
    middle = Point(
        x=Inches(thousandths=(at.x.thousandths + back.x.thousandths) // 2),
        y=Inches(thousandths=(at.y.thousandths + back.y.thousandths) // 2),
    )
    front = moved(middle, facing, Inches(thousandths=CAR_LENGTH.thousandths // 2))
    return Base(at=front, facing=facing, frontage=base_width(), depth=CAR_LENGTH)


def long_of(train: TrainNow) -> Inches:
    """Return how long a train is, from its head to the end of its last car."""
    return train.gaps[-1] + CAR_LENGTH


def ends_at_edge(table: Table, railway: TerrainLine, way: TrainWay) -> bool:
    """Return whether a railway leads off the table at one of its ends."""
    spot = railway.points[-1] if way == "forward" else railway.points[0]
    width, depth = table.size
    return min(spot.x, spot.y, width - spot.x, depth - spot.y) <= AT_EDGE


def room_ahead(table: Table, train: TrainNow, railway: TerrainLine, way: TrainWay) -> Inches:
    """Return how far a train can go before its foremost car is at the end of the rails."""
    if way == "forward":
        return length_of(railway.points) - train.at
    return train.at - long_of(train)


def free_way(state: State, train: TrainNow, way: TrainWay, distance: Inches) -> Inches:
    """Return how far a train goes before it would run into a unit: it stops a quarter of an inch before."""
    table = state.table
    others = state.layout
    for name in train.cars:
        others = others.without(name)
    gone = _NO_LENGTH
    while gone < distance:
        step = min(_RAIL_STEP, distance - gone)
        further = advanced(train, way, gone + step)
        if any(others.under(car) for car in cars_at(state.scenario, table, further)):
            return gone
        gone += step
    return distance


def advanced(train: TrainNow, way: TrainWay, distance: Inches) -> TrainNow:
    """Return a train so much farther along its rails."""
    return evolve(train, at=train.at + distance if way == "forward" else train.at - distance)
