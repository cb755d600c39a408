"""Trains in a whole game: they drive, their cars fire, and direct hits strike their cars.

A train has one segment: its cars fire, one after the other, and then it drives, which ends it. It keeps to its rails,
and stops short of whoever stands on them. Nothing charges or boards it (charge-types).
"""

from __future__ import annotations

from typing import Literal

from attrs import evolve

from rcw_rules.kernel.lengths import inches
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.red_actions.game.notes import Tally, TrainNow, TrainWay
from rcw_rules.red_actions.game.rails import (
    advanced,
    cars_at,
    ends_at_edge,
    free_way,
    plan_of,
    railway_of,
    room_ahead,
)
from rcw_rules.red_actions.game.refusing import refuse
from rcw_rules.red_actions.game.scene import Scene, scene_at
from rcw_rules.red_actions.game.state import State
from rcw_rules.red_actions.game.tasks import Drive
from rcw_rules.red_actions.ground import Direction
from rcw_rules.red_actions.model import TRAINS, Unit
from rcw_rules.red_actions.morale import MoraleOfficer
from rcw_rules.red_actions.movement import (
    CarFire,
    TrainHitRequest,
    TrainMoveOutcome,
    TrainMoveRequest,
    TrainRallyRequest,
)
from rcw_rules.red_actions.options import Options

Order = Literal["keep", "faster", "slower", "reverse"]
ORDERS: tuple[Order, ...] = ("keep", "faster", "slower", "reverse")
AT_REST = inches(0)
OTHER_WAY: dict[TrainWay, TrainWay] = {"forward": "backward", "backward": "forward"}


def train_of(state: State, name: str) -> TrainNow | None:
    """Return the train that a car belongs to; None for others."""
    return next((one for one in state.trains if name in one.cars), None)


def driver_of(state: State, train: TrainNow) -> str:
    """Return the car that drives a train: its engine, or its first car.

    Rules: train-cars.
    """
    engines = (name for name in train.cars if state.the_unit(name).card.arm == "train_engine")
    return next(engines, train.cars[0])


def leader_of(state: State, name: str) -> str:
    """Return whose segment it is when a unit acts: of cars the one that drives."""
    train = train_of(state, name)
    return name if train is None else driver_of(state, train)


def aboard_of(state: State, name: str) -> str:
    """Return the car in which a unit rides; "" for none."""
    return next((one.car for one in state.aboard if one.unit == name), "")


def weapon_of_car(state: State, name: str) -> Direction | None:
    """Return where the guns of a machine-gun car point, as the scenario has it; None for others.

    Rules: train-mg-car.
    """
    cars = (car for plan in state.scenario.trains for car in plan.cars)
    found = next((car for car in cars if car.unit.name == name), None)
    return None if found is None or found.unit.card.arm != "train_mg" else found.weapon


def check_fire(state: State, unit: Unit) -> None:
    """Check that a car of a train may fire now: its guns only while it stands.

    Raises:
        IllegalRequestError: It may not.

    Rules: train-artillery-car, train-cars.
    """
    train = train_of(state, unit.name)
    if unit.card.arm not in TRAINS or train is None:
        return
    if unit.card.arm == "train_artillery" and train.last_move > AT_REST:
        refuse("train-artillery-car", "the guns of a train fire only while it is stopped; its machine guns may")


def has_fired(state: State, name: str) -> State:
    """Return the state in which a car has fired in this turn.

    Rules: train-cars.
    """
    train = train_of(state, name)
    return state if train is None else _with(state, train, fired=(*train.fired, name))


def _with(state: State, train: TrainNow, **changes: object) -> State:
    now = evolve(train, **changes)  # type: ignore[arg-type]
    return evolve(state, trains=tuple(now if one.name == train.name else one for one in state.trains))


# --- Driving ----------------------------------------------------------------------------------------------------------


def request_of(state: State, train: TrainNow, order: Order) -> TrainMoveRequest:
    """Return what a train's driver does.

    Rules: train-speed, train-cars.
    """
    hits = sum(one.count for one in train.hits if state.the_unit(one.unit).card.arm == "train_engine")
    fires = (CarFire(car=_kind(state.the_unit(name)), weapon=_weapon(state.the_unit(name))) for name in train.fired)
    return TrainMoveRequest(
        last_move=train.last_move,
        way=train.way,
        order=order,
        engine_hits=min(9, hits),
        has_engine=any(state.the_unit(name).card.arm == "train_engine" for name in train.cars),
        fires=tuple(fires),
    )


def _kind(unit: Unit) -> Literal["engine", "turret", "artillery", "mg", "other"]:
    match unit.card.arm:
        case "train_engine":
            return "engine"
        case "train_artillery":
            return "turret" if unit.card.turret else "artillery"
        case "train_mg":
            return "mg"
        case _:
            return "other"


def _weapon(unit: Unit) -> Literal["gun", "machine_guns", "rifles"]:
    return "gun" if unit.card.arm == "train_artillery" else "machine_guns"


def plan_drive(scene: Scene, action: Drive) -> TrainMoveRequest:
    """Return what a train's driver does, checked as far as no dice are needed.

    Raises:
        IllegalRequestError: It is not its engine; or it must flee, and this is not the fastest way.

    Rules: train-speed, train-engine-hits, train-fear.
    """
    state = scene.state
    train = train_of(state, action.unit)
    if train is None or driver_of(state, train) != action.unit:
        refuse("train-cars", f"{action.unit!r} drives no train: name the engine")
    wanted = fleeing_order(scene, train)
    if wanted is not None and action.order != wanted:
        why = "leave the table" if train.leaves_table else "get out of reach of the enemy's guns"
        refuse("train-fear" if train.leaves_table else "train-engine-hits", f"it must {why}: drive it {wanted}")
    request = request_of(state, train, action.order)
    scene.judge.resolve(request, "train")
    return request


def fleeing_order(scene: Scene, train: TrainNow) -> Order | None:
    """Return what the driver of a train that must flee does; None if it is free to choose.

    It goes to the nearer end of its rails that leads off the table, else away from the nearest gun of the enemy.

    Rules: train-fear, train-engine-hits.
    """
    state = scene.state
    if not (train.leaves_table or train.leaves_range):
        return None
    wanted = _way_out(scene, train)
    orders: dict[bool, tuple[Order, Order]] = {True: ("faster", "faster"), False: ("reverse", "slower")}
    standing = train.last_move == AT_REST
    order = orders[wanted == train.way][0 if standing else 1]
    allowed = scene.judge.declared(request_of(state, train, order))
    return order if allowed else "keep" if scene.judge.declared(request_of(state, train, "keep")) else "slower"


def _way_out(scene: Scene, train: TrainNow) -> TrainWay:
    state = scene.state
    railway = railway_of(state.table, plan_of(state.scenario, train.name).railway)
    if railway is None:
        return train.way
    ways: list[TrainWay] = [way for way in OTHER_WAY if ends_at_edge(state.table, railway, way)]
    if train.leaves_table and ways:
        return min(ways, key=lambda way: (room_ahead(state.table, train, railway, way), way))
    guns = _guns_in_reach(scene, train)
    if not guns:
        return train.way
    head, tail = scene.facts.gap(guns[0], train.cars[0]), scene.facts.gap(guns[0], train.cars[-1])
    return "backward" if head < tail else "forward"


def _guns_in_reach(scene: Scene, train: TrainNow) -> list[str]:
    side = scene.units[train.cars[0]].side
    found = [
        (min(scene.facts.gap(one.name, car) for car in train.cars), one.name)
        for one in scene.enemies(side, able=True)
        if one.card.arm == "gun" and one.card.range is not None
    ]
    return [name for gap, name in sorted(found) if gap <= (scene.units[name].card.range or AT_REST)]


def rallied(umpire: Umpire[Options], scene: Scene, name: str) -> State:
    """Return the state after a train that wants to leave the table has tried to pull itself together.

    Rules: train-fear.
    """
    state, train = scene.state, train_of(scene.state, name)
    if train is None or not train.leaves_table:
        return state
    driver = scene.units[driver_of(state, train)]
    asked = TrainRallyRequest(
        rally=_number(scene, train, "rally"), junior=_junior(driver), situation=scene.situation_of(driver.name)
    )
    return _with(state, train, leaves_table=umpire.resolve(asked, f"rally of {train.name}").leaves_table)


def _junior(driver: Unit) -> MoraleOfficer | None:
    if driver.officer is None:
        return None
    return MoraleOfficer(effect=driver.officer.effect, commissar="Commissar" in driver.officer.characteristics)


def _number(scene: Scene, train: TrainNow, test: Literal["fear", "rally"]) -> int | None:
    numbers = (scene.units[name].card.number_of(test) for name in (driver_of(scene.state, train), *train.cars))
    return next((number for number in numbers if number is not None), None)


def drive(umpire: Umpire[Options], scene: Scene, action: Drive) -> tuple[State, bool]:
    """Drive a train along its rails; its segment is over.

    At an end of its rails that leads off the table it leaves; at another it stands. It stops before whoever is in its
    way, and stands.

    Rules: train-speed, train-cars, train-fear, mov-interpenetration.
    """
    state = scene.state
    train = train_of(state, action.unit)
    request = plan_drive(scene, action)
    outcome = umpire.resolve(request, f"{action.unit} drives")
    if train is None:
        return state, True
    cars = tuple(evolve(scene.units[name], has_acted=True) for name in train.cars)
    return _along(state.with_units(*cars), train, outcome), True


def _along(state: State, train: TrainNow, outcome: TrainMoveOutcome) -> State:
    railway = railway_of(state.table, plan_of(state.scenario, train.name).railway)
    if railway is None:
        return state
    way: TrainWay = outcome.way
    room = room_ahead(state.table, train, railway, way)
    goes = min(outcome.move, room)
    free = free_way(state, train, way, goes)
    if free == goes and outcome.move > room and ends_at_edge(state.table, railway, way):
        return _gone(state, train)
    halted = outcome.stopped or free < outcome.move
    moved = evolve(advanced(train, way, free), last_move=AT_REST if halted else outcome.last_move, way=way, fired=())
    state = _with(state, train, at=moved.at, last_move=moved.last_move, way=moved.way, fired=())
    for car in cars_at(state.scenario, state.table, moved):
        state = state.with_group(car)
    if free > AT_REST:
        state = evolve(state, have_moved=tuple(dict.fromkeys((*state.have_moved, *train.cars))))
    rolling = tuple(one for one in state.rolling if one not in train.cars)
    return evolve(state, rolling=(*rolling, *train.cars) if free > AT_REST else rolling)


def _gone(state: State, train: TrainNow) -> State:
    """Return the state in which a train has left the table, unbeaten.

    Rules: train-fear, misc-table-edge.
    """
    riders = tuple(one.unit for one in state.aboard if one.car in train.cars)
    return evolve(
        state,
        groups=tuple(group for group in state.groups if group.name not in train.cars),
        trains=tuple(one for one in state.trains if one.name != train.name),
        aboard=tuple(one for one in state.aboard if one.unit not in riders),
        left_table=(*state.left_table, *train.cars, *riders),
    )


def together(state: State) -> State:
    """Return the state in which no car of a train has a segment left whose driver has used that of the train.

    Rules: train-cars, defs-unit-action.
    """
    for train in state.trains:
        if state.the_unit(driver_of(state, train)).has_acted:
            cars = (state.the_unit(name) for name in train.cars)
            state = state.with_units(*(evolve(car, has_acted=True) for car in cars if not car.has_acted))
    return state


# --- Direct hits ------------------------------------------------------------------------------------------------------


def hit(umpire: Umpire[Options], state: State, name: str, hits: int) -> State:
    """Return the state after direct hits on a car of a train.

    Rules: train-engine-hits, train-car-hits, train-fear.
    """
    for _ in range(hits):
        train = train_of(state, name)
        if train is None:
            return state
        scene = scene_at(umpire, state)
        driver = scene.units[driver_of(state, train)]
        had = state.tally(train.hits, name)
        outcome = umpire.resolve(
            TrainHitRequest(
                car=_kind(scene.units[name]),
                hits=min(9, had),
                bases_aboard=min(12, sum(scene.units[one.unit].bases for one in state.aboard if one.car == name)),
                fear=_number(scene, train, "fear"),
                junior=_junior(driver),
                situation=scene.situation_of(driver.name),
                leaving=train.leaves_table,
            ),
            f"direct hit on {name}",
        )
        others = tuple(one for one in train.hits if one.unit != name)
        state = _with(
            state,
            train,
            hits=(*others, Tally(unit=name, count=outcome.hits)),
            leaves_table=outcome.leaves_table,
            leaves_range=train.leaves_range or outcome.leaves_range,
        )
        if outcome.destroyed:
            state = _without_car(state, name)
    return state


def _without_car(state: State, name: str) -> State:
    """Return the state in which a car of a train is destroyed; the others stay coupled as they are.

    Rules: train-car-hits.
    """
    train = train_of(state, name)
    lost = tuple(evolve(state.the_unit(one.unit), bases=0) for one in state.aboard if one.car == name)
    state = state.with_units(evolve(state.the_unit(name), bases=0), *lost)
    state = evolve(state, aboard=tuple(one for one in state.aboard if one.car != name))
    if train is None:
        return state
    kept = [(car, gap) for car, gap in zip(train.cars, train.gaps, strict=True) if car != name]
    if not kept:
        return evolve(state, trains=tuple(one for one in state.trains if one.name != train.name))
    hits = tuple(one for one in train.hits if one.unit != name)
    firing = tuple(car for car in train.fired if car != name)
    cars, gaps = tuple(car for car, _ in kept), tuple(gap for _, gap in kept)
    return _with(state, train, cars=cars, gaps=gaps, hits=hits, fired=firing)


def out_of_reach(umpire: Umpire[Options], state: State) -> State:
    """Return the state in which trains that are out of reach of the enemy's guns may do as they like again.

    Rules: train-engine-hits.
    """
    for train in state.trains:
        if train.leaves_range and not _guns_in_reach(scene_at(umpire, state), train):
            state = _with(state, train, leaves_range=False)
    return state


__all__ = [
    "ORDERS",
    "aboard_of",
    "check_fire",
    "drive",
    "driver_of",
    "fleeing_order",
    "has_fired",
    "hit",
    "leader_of",
    "out_of_reach",
    "plan_drive",
    "rallied",
    "together",
    "train_of",
    "weapon_of_car",
]
