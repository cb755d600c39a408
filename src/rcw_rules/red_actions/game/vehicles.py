"""Tanks and armoured cars in a whole game: what keeps them from moving, their tests, and whom they can be harmed by."""

from __future__ import annotations

from fractions import Fraction
from math import floor
from typing import Any

from attrs import evolve

from rcw_rules.kernel.geometry.table import Ahead, Group, Wheel, follow
from rcw_rules.kernel.lengths import Inches
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.red_actions.game.notes import Mishap, Trouble
from rcw_rules.red_actions.game.refusing import refuse
from rcw_rules.red_actions.game.state import State
from rcw_rules.red_actions.ground import Direction, Mount
from rcw_rules.red_actions.model import TRAINS, Unit
from rcw_rules.red_actions.movement import VehicleBreakdownOutcome, VehicleRepairRequest
from rcw_rules.red_actions.options import Options
from rcw_rules.red_actions.positions import fire_arc_of
from rcw_rules.red_actions.shooting import is_long_range

ON_TRACKS_OR_WHEELS = ("tank", "armoured_car")


def is_vehicle(unit: Unit) -> bool:
    """Return whether a unit is a tank or an armoured car."""
    return unit.card.arm in ON_TRACKS_OR_WHEELS


def mishap_of(state: State, name: str) -> Mishap | None:
    """Return what keeps a vehicle from moving; None if nothing does."""
    return next((one for one in state.mishaps if one.unit == name), None)


def trouble_of(state: State, name: str) -> Any:
    """Return whether a vehicle moves, in the words of `red_actions.action_legality`.

    Rules: tank-fire-when-stuck.
    """
    found = mishap_of(state, name)
    return "ok" if found is None else found.status


def with_mishap(state: State, name: str, status: Trouble) -> State:
    """Return the state in which a vehicle cannot move from now on.

    Rules: tank-obstacle, tank-breakdown, tank-charge.
    """
    others = tuple(one for one in state.mishaps if one.unit != name)
    return evolve(state, mishaps=(*others, Mishap(unit=name, status=status, turn=state.game.turn)))


def stopped(start: Group, legs: tuple[Any, ...], outcome: VehicleBreakdownOutcome, end: Group) -> Group:
    """Return where a vehicle ends its move: astride the obstacle in which it sticks, else at the end.

    Args:
        start: Where it set out.
        legs: Its wheel and its way ahead.
        outcome: What came of its tests.
        end: Where it would have ended.

    Rules: tank-obstacle, ac-obstacle.
    """
    if outcome.stopped_at is None:
        return end
    wheels = [leg for leg in legs if isinstance(leg, Wheel)]
    wheeled = follow(start, wheels)
    rest = Inches(thousandths=floor(outcome.moved * 1000)) + Inches(thousandths=start.depth.thousandths // 2)
    if rest <= wheeled.total:
        return start
    return follow(wheeled.end, (Ahead(distance=rest - wheeled.total),)).end


def after_move(state: State, name: str, outcome: VehicleBreakdownOutcome) -> State:
    """Return the state after the tests of a vehicle's move.

    Rules: tank-obstacle, ac-obstacle, tank-breakdown, ac-breakdown.
    """
    return state if outcome.status == "ok" else with_mishap(state, name, outcome.status)


# --- Getting free -----------------------------------------------------------------------------------------------------


def plan_repair(state: State, name: str) -> VehicleRepairRequest:
    """Return the request of an attempt to get a vehicle free.

    Raises:
        IllegalRequestError: Nothing keeps it from moving.

    Rules: vehicle-repair.
    """
    found = mishap_of(state, name)
    if found is None:
        refuse("vehicle-repair", f"{name} is neither stuck nor broken down: it may move")
    return VehicleRepairRequest(
        status="temporary" if found.status == "temporary" else "permanent",
        later_move=found.turn < state.game.turn,
        tried=found.tried_in == state.game.turn,
    )


def repaired(umpire: Umpire[Options], state: State, name: str) -> State:
    """Return the state after an attempt to get a vehicle free.

    Rules: vehicle-repair.
    """
    outcome = umpire.resolve(plan_repair(state, name), f"repair of {name}")
    if outcome.freed:
        return evolve(state, mishaps=tuple(one for one in state.mishaps if one.unit != name))
    tried = (evolve(one, tried_in=state.game.turn) if one.unit == name else one for one in state.mishaps)
    return evolve(state, mishaps=tuple(tried))


# --- Fire -------------------------------------------------------------------------------------------------------------


def weapon_towards(mount: Mount, shooters: Group, target: Group) -> Direction | None:
    """Return where the weapon of a vehicle points that fires at a target: of two sponsons the one on its side.

    Rules: arc-vehicles, tank-sponsons.
    """
    if mount != "sponson":
        return None
    (aim,) = fire_arc_of("turret", shooters, target).aims
    return "left" if aim.angle.thousandths < 0 else "right"


def has_gun(unit: Unit) -> bool:
    """Return whether a unit scores direct hits.

    Rules: dh-roll.
    """
    return unit.card.category == "artillery" or (
        unit.card.category == "vehicle" and (unit.card.weapon_class is not None or unit.card.direct_hits is not None)
    )


def can_harm(unit: Unit, target: Unit, distance: Inches) -> bool:
    """Return whether fire of a unit can have an effect on a target.

    Rules: tank-armour, ac-armour, train-hit-number.
    """
    if target.card.category != "vehicle" or has_gun(unit):
        return True
    reach = unit.card.range
    close = reach is not None and not is_long_range(distance, reach)
    return target.card.arm == "armoured_car" and unit.card.shoots_as_mg and close


def with_rolling(state: State, name: str) -> State:
    """Return the state in which it is noted whether a vehicle moved in the segment that ends.

    Rules: dh-numbers.
    """
    unit = state.unit(name)
    if unit is None or unit.card.category != "vehicle" or unit.card.arm in TRAINS:
        return state
    others = tuple(one for one in state.rolling if one != name)
    return evolve(state, rolling=(*others, name) if name in state.have_moved else others)


def half_speed(unit: Unit) -> Inches:
    """Return the most that a vehicle moves without a test for a breakdown on easy ground.

    Rules: tank-breakdown, ac-breakdown.
    """
    return Inches(thousandths=floor(Fraction(unit.card.speed.thousandths, 2)))
