"""The frame of a movement phase: who is to move, what each meets, how the phase begins, and how it ends."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from attrs import evolve

from rcw_rules.kernel.geometry.hexes import HexGrid
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.orel.definitions import is_friendly_edge
from rcw_rules.orel.game.state import Account, Entry, Moves, State
from rcw_rules.orel.model import Depot, Side, Unit, enemy_of
from rcw_rules.orel.movement import CommandCheck, EndOfMovementRequest, ReachRequest
from rcw_rules.orel.options import Options
from rcw_rules.orel.retreats import OffMapRequest
from rcw_rules.orel.scenarios import EntryZone, due_of, price_of_entry, zones_in_force

Told = tuple[str, ...]


def zones_now(state: State, options: Options) -> tuple[EntryZone, ...]:
    """Return the entry zones that still bar the enemy.

    Rules: 7.4-zones.
    """
    return zones_in_force(state.battle.order, options, state.arrived) if state.battle.entry_zones else ()


def penalty_of(state: State, key: str) -> int:
    """Return how many movement points less a unit has in this phase: on its turn of entry, or because it is footsore.

    Rules: 10.2-reinforcements, 6-list.
    """
    entered = sum(entry.penalty for entry in state.moves.entries if entry.key == key)
    footsore = (
        -held.effect.amount for held in state.held if held.effect.on == "movement_points" and key in held.effect.units
    )
    return entered + sum(footsore)


def check_of(state: State, key: str) -> CommandCheck:
    """Return how the check went that a unit out of command has made in this phase."""
    return "passed" if key in state.moves.checks else "failed" if key in state.moves.failed else "none"


def mover_facts(state: State, mover: Unit | Depot, options: Options) -> Mapping[str, Any]:
    """Return what a mover meets: the fields that `MovementRequest` and `ReachRequest` have in common.

    Rules: 7-actions, 7.1.3-negation.
    """
    is_unit = isinstance(mover, Unit)
    own = {unit.key for unit in state.on_map if unit.side == mover.side}
    return {
        "unit": mover if is_unit else None,
        "depot": None if is_unit else mover,
        "others": tuple(unit for unit in state.on_map if unit.key != mover.key),
        "depots": tuple(depot for depot in state.depots_on_map if depot.key != mover.key),
        "staying": tuple(key for key in state.moves.stayed if key in own and key != mover.key),
        "command_check": check_of(state, mover.key),
        "penalty": penalty_of(state, mover.key),
        "spent": sum(entry.spent for entry in state.moves.entries if entry.key == mover.key),
        "entry_zones": zones_now(state, options),
        "area": state.battle.area,
        "board": state.battle.board,
    }


def reach_of(state: State, mover: Unit | Depot, options: Options, *, marching_day: bool = False) -> ReachRequest:
    """Return the question where a unit or depot can move."""
    return ReachRequest(**mover_facts(state, mover, options), marching_day=marching_day)


# ---------------------------------------------------------------- the beginning


def begin_movement(umpire: Umpire[Options], state: State) -> tuple[State, Told]:
    """Bring units back that were driven off the map, see who observes whom, and line up all that may move.

    Those to come are first, then units, then depots, in listed order.

    Rules: 7-actions, 7.4-delay, 7.5-leave, 8.3.1-target.
    """
    state = evolve(state, stage="movement", moves=Moves())
    state, told = _returned(umpire, state)
    side, grid = state.side, state.battle.board.grid
    own = {unit.hex for unit in state.on_map if unit.side == side}
    beside = {place for held in own if held is not None for place in grid.neighbours(held)}
    observed = tuple(unit.key for unit in state.on_map if unit.side != side and unit.hex in beside)
    waiting = (
        *due_of(state.coming, side, state.day),
        *(unit.key for unit in state.on_map if unit.side == side),
        *(depot.key for depot in state.depots_on_map if depot.side == side),
    )
    return evolve(state, moves=evolve(state.moves, waiting=waiting, observed=observed)), told


def _returned(umpire: Umpire[Options], state: State) -> tuple[State, Told]:
    """Let units off the map come back, wait, or be eliminated if they cannot.

    Rules: 7.5-leave, 7.5-exception.
    """
    told: Told = ()
    for gone in state.off_map:
        unit = state.unit(gone.unit)
        if unit is None or unit.side != state.side:
            continue
        outcome = umpire.resolve(
            OffMapRequest(
                unit=unit,
                exit_hex=gone.exit,
                left_day=gone.day,
                left_in=gone.player,
                day=state.day,
                others=state.on_map,
                depots=state.depots_on_map,
                entry_zones=zones_now(state, umpire.options),
                late_returns=state.battle.late_returns,
                board=state.battle.board,
            ),
            f"{unit.key} off the map",
        )
        if outcome.status == "waits":
            continue
        state = evolve(state, off_map=tuple(one for one in state.off_map if one is not gone))
        if outcome.unit is None or outcome.hex is None:
            state, told = without(state, unit), (*told, f"{unit.key} cannot come back and is lost.")
            continue
        price = price_of_entry(umpire, state.battle.board, unit, outcome.hex) or 0
        spent = min(price, max(0, (unit.mp or 0) - penalty_of(state, unit.key)))
        entry = Entry(key=unit.key, spent=spent)
        moves = evolve(state.moves, entries=(*state.moves.entries, entry))
        state = evolve(state.with_units(outcome.unit), moves=moves)
        told = (*told, f"{unit.key} comes back onto the map at {outcome.hex}.")
    return state, told


def without(state: State, *gone: Unit) -> State:
    """Return the state without units that are lost; a battalion of recruits may be raised again.

    Infantry and cavalry count as lost combat units of their side.

    Rules: 4.3.2-create, 7.5-leave, 10.2-losses.
    """
    for unit in gone:
        if unit.is_combat:
            account: Account = state.account(unit.side)
            state = state.with_account(unit.side, evolve(account, combat_units_lost=account.combat_units_lost + 1))
    return buried(state, *gone)


def buried(state: State, *gone: Unit) -> State:
    """Return the state without units that are lost, where their loss is counted elsewhere.

    Rules: 4.3.2-create.
    """
    keys = {unit.key for unit in gone}
    new = {unit.key: unit for unit in state.battle.units if unit.recruit_battalion and unit.key in keys}
    again = (evolve(unit, hex=None) for unit in new.values())
    state = evolve(state, units=tuple(unit for unit in state.units if unit.key not in keys or unit.key in new))
    return evolve(
        state.with_units(*again), lost_units=(*state.lost_units, *(unit for unit in gone if unit.key not in new))
    )


# ---------------------------------------------------------------- the end


def end_movement(umpire: Umpire[Options], state: State) -> tuple[State, Told]:
    """Complete the entrenchments of an earlier day; units that had to move have done so, or could not.

    Rules: 7.3-entrench, 4.3.1C-overstack.
    """
    own = tuple(unit.key for unit in state.on_map if unit.side == state.side)
    outcome = umpire.resolve(
        EndOfMovementRequest(
            side=state.side,
            units=state.on_map,
            depots=state.depots_on_map,
            moved=own,
            began=state.moves.began,
            entry_zones=zones_now(state, umpire.options),
            area=state.battle.area,
            board=state.battle.board,
        ),
        "end of movement",
    )
    state = state.with_units(*outcome.entrenched)
    keys = ", ".join(unit.key for unit in outcome.entrenched)
    return evolve(state, moment=evolve(state.moment, step="combat")), (f"Entrenched: {keys}.",) if keys else ()


@lru_cache(maxsize=8)
def enemy_hexes(state: State, side: Side) -> frozenset[str]:
    """Return the hexes with enemies of a side, units or depots."""
    enemy = enemy_of(side)
    return frozenset(thing.hex for thing in state.things if thing.side == enemy and thing.hex is not None)


def own_edge(state: State, side: Side) -> tuple[str, ...]:
    """Return the hexes of the friendly edges, inside the area of the battle."""
    return _edge(state.battle.board.grid, state.battle.area, side)


@lru_cache(maxsize=16)
def _edge(grid: HexGrid, hexes: tuple[str, ...], side: Side) -> tuple[str, ...]:
    area = frozenset(hexes)
    return tuple(place for place in grid.hexes if is_friendly_edge(place, side, grid) and (not area or place in area))
