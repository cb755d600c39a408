"""What a state of a battle is worth to a side: the measure that `greedy` players maximise."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import lru_cache

from rcw_rules.kernel.geometry.hexes import HexGrid
from rcw_rules.orel.game.battle import Battle
from rcw_rules.orel.game.state import State
from rcw_rules.orel.model import Side, Unit, enemy_of
from rcw_rules.orel.turn import held

WORTH_OF_A_PLACE = 60
"""What a place of victory is worth that a side holds, in tenths of a step."""

OF_BRASOVO: tuple[str, ...] = ("Brasovo", "Sevsk")


def measure_of(state: State, side: Side) -> Fraction:
    """Return what a state is worth to a side, less what it is worth to the other, in strength steps.

    A unit is worth its steps, weighted by its quality; less if it is routed, Unsupplied, in march mode next to an
    enemy, or out of command. A place of victory is worth six steps to the side that holds it, and four more of its
    units as many tenths of a step as they are near to it. An attack that is declared is worth what the ratio of steps,
    weighted in the same way, lets it hope for: nothing at even odds, up to three steps at three to one, and less than
    nothing below. A battery that is ready to fire is worth half a step. A battle that is won is worth a thousand steps.
    """
    if state.result is not None and state.result.winner is not None:
        return Fraction(1000 if state.result.winner == side else -1000)
    return Fraction(_worth(state, side) - _worth(state, enemy_of(side)), 10)


def places_of_victory(battle: Battle) -> tuple[str, ...]:
    """Return the hexes of the places that decide who wins."""
    if battle.victory is not None:
        named = {place.place for place in battle.victory.places}
        return tuple(place.hex for place in battle.places if place.name in named)
    wanted = OF_BRASOVO if battle.rules == "introductory" else None
    return tuple(
        place.hex for place in battle.places if place.victory_location and (wanted is None or place.name in wanted)
    )


def _worth(state: State, side: Side) -> int:
    units = [unit for unit in state.units if unit.side == side and unit.hex is not None]
    enemies = frozenset(unit.hex for unit in state.on_map if unit.side != side)
    grid, places = state.battle.board.grid, places_of_victory(state.battle)
    total = sum(_of_unit(unit, grid, enemies) for unit in units)
    holds = held(state.on_map, side)
    total += WORTH_OF_A_PLACE * sum(place in holds for place in places)
    total += sum(_nearness(units, place, grid) for place in places)
    total += 3 * state.account(side).prisoners + 5 * state.account(side).points
    if side == state.side:
        total += sum(_hopes(state, side))
        total += 5 * len(state.ready)
    return total


def strength(unit: Unit) -> int:
    """Return the steps of a unit weighted by its quality, in tenths."""
    return 10 * unit.steps * (2 + (unit.tq or 4)) // 6


def _of_unit(unit: Unit, grid: HexGrid, enemies: frozenset[str | None]) -> int:
    worth = strength(unit)
    if unit.mode == "routed":
        worth -= worth // 2
    elif unit.mode == "march" and not enemies.isdisjoint(grid.neighbours(unit.hex or "")):
        worth -= worth // 4
    if unit.unsupplied:
        worth -= worth // 4
    if unit.out_of_command:
        worth -= worth // 10
    if unit.entrenchment != "none":
        worth += 2
    return worth


def _nearness(units: Iterable[Unit], place: str, grid: HexGrid) -> int:
    """Return the nearness to a place of the four nearest combat units: as many tenths as they are nearer than 12."""
    near = sorted(_distance(grid, unit.hex or "", place) for unit in units if unit.is_combat)
    return sum(2 * max(0, 12 - distance) for distance in near[:4])


@lru_cache(maxsize=65536)
def _distance(grid: HexGrid, one: str, other: str) -> int:
    return grid.distance(one, other)


def _hopes(state: State, side: Side) -> Iterator[int]:
    """Yield what each attack that is declared lets its side hope for, in tenths of a step."""
    if state.stage in ("combats", "end"):
        return
    units = {unit.key: unit for unit in state.units}
    for attack in state.declared:
        ours = sum(strength(units[key]) for key in attack.units if key in units)
        theirs = sum(strength(unit) for unit in state.in_hex(attack.hex, enemy_of(side)))
        if not theirs:
            yield 20
        else:
            yield max(-30, min(30, 15 * ours // theirs - 18))
