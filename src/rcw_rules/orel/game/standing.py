"""Who has won, and what a state is worth to a side."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import evolve

from rcw_rules.games import GameResult, Standing, judge
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.orel.game.state import State
from rcw_rules.orel.model import Side, Unit
from rcw_rules.orel.options import Options
from rcw_rules.orel.turn import OccupationRequest, VictoryRequest, occupied_by
from rcw_rules.orel.turn import Standing as Chapter10

SIDES: tuple[Side, ...] = ("red", "white")


def judged(umpire: Umpire[Options], state: State, *, is_over: bool) -> State:
    """Return the state with its result, if there is one now.

    Args:
        umpire: Keeps the record.
        state: The state.
        is_over: Whether the last turn has been played.

    Rules: 10.2-winner, 10.1-brasovo.
    """
    victory = state.battle.victory
    if victory is not None:
        result = judge(victory, standing_of(state, is_over=is_over), SIDES, "10.2-winner")
    else:
        result = of_chapter_10(umpire, state) if is_over else None
    return state if result is None else evolve(state, stage="over", result=result)


def standing_of(state: State, *, is_over: bool) -> Standing:
    """Return how things stand, for a victory of your own.

    A side holds a place that it occupies in the sense of chapter 10: with a combat unit or artillery, not routed, from
    which a path leads to an edge of its own. It has lost the infantry and cavalry units that are gone.

    Rules: 10.2-occupied, 10.2-losses.
    """
    holds: dict[str, str] = {}
    grid, units = state.battle.board.grid, state.on_map
    for side in SIDES:
        linked = occupied_by(units, side, grid, (place.hex for place in state.battle.places))
        holds |= {place.name: side for place in state.battle.places if place.hex in linked}
    left: dict[str, int] = {
        side: sum(_counts(state, unit) for unit in state.units if unit.side == side) for side in SIDES
    }
    return Standing(
        holds=holds,
        lost={side: state.account(side).combat_units_lost for side in SIDES},
        on_map=left,
        is_over=is_over,
    )


def _counts(state: State, unit: Unit) -> bool:
    """Whether a unit is left: on the map, driven off it for a while, or still to come."""
    if unit.is_vehicle:
        return False
    return (
        unit.hex is not None
        or any(unit.key in comes.units for comes in state.coming)
        or any(gone.unit == unit.key for gone in state.off_map)
    )


_WHAT_WHITE_HOLDS: Mapping[tuple[bool, ...], str] = {
    (True, True): "Brasovo and Sevsk",
    (True, False): "Brasovo, but not Sevsk",
    (False, True): "Sevsk, but not Brasovo",
    (False, False): "neither Brasovo nor Sevsk",
}


def of_chapter_10(umpire: Umpire[Options], state: State) -> GameResult:
    """Return who has won by the rules of a scenario of chapter 10.

    Rules: 10.2-winner, 10.1-brasovo, 10.2-occupied.
    """
    rules = state.battle.rules or "historical"
    introductory = rules == "introductory"
    shown = umpire.resolve(
        OccupationRequest(
            units=state.on_map,
            railroad=not introductory,
            depots=state.depots_on_map,
            board=state.battle.board,
        ),
        "occupation",
    )
    outcome = umpire.resolve(
        VictoryRequest(
            white=Chapter10(occupied=shown.white, combat_units_lost=min(200, state.white.combat_units_lost)),
            red=Chapter10(occupied=shown.red, combat_units_lost=min(200, state.red.combat_units_lost)),
            railroad_clear=bool(shown.railroad_clear),
            station=bool(shown.station),
            scenario=rules,
        ),
        "victory",
    )
    winner = None if outcome.winner == "draw" else outcome.winner
    if introductory:
        holds = tuple(name in shown.white for name in ("Brasovo", "Sevsk"))
        return GameResult(winner=winner, rule="10.1-brasovo", reason=f"the Whites hold {_WHAT_WHITE_HOLDS[holds]}")
    reason = f"White victory: {outcome.white}; Red victory: {outcome.red}"
    return GameResult(winner=winner, rule="10.2-winner", reason=reason)
