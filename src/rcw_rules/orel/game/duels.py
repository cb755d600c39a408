"""Duels of trains in a whole battle, and what comes back after one."""

from __future__ import annotations

from attrs import evolve

from rcw_rules.kernel.umpire import Umpire
from rcw_rules.orel.fire import train_duel
from rcw_rules.orel.game.deeds import duel_of
from rcw_rules.orel.game.state import Duel, State
from rcw_rules.orel.game.waiting import Told, buried, own_edge
from rcw_rules.orel.model import Depot, Unit, game_day
from rcw_rules.orel.options import Options
from rcw_rules.orel.scenarios import Reinforcement
from rcw_rules.orel.supply import DepotEliminationRequest


def can_duel(state: State, key: str, options: Options) -> bool:
    """Whether a duel that was declared can be fought now."""
    duel = next((one for one in state.duels if one.unit == key), None)
    if duel is None:
        return False
    train, target = state.unit(duel.unit), state.unit(duel.target)
    if train is None or target is None or train.hex is None or target.hex is None or train.side == target.side:
        return False
    return train_duel.verdict(duel_of(state, train, target), options).legal


def duelled(umpire: Umpire[Options], state: State, key: str) -> tuple[State, Told]:
    """Let a train attack the train that it has challenged.

    Rules: 9.1.1-duel, 3.3-elimination.
    """
    duel = next(one for one in state.duels if one.unit == key)
    train, target = state.unit(duel.unit), state.unit(duel.target)
    assert train is not None and target is not None  # noqa: S101, PT018 - it could be fought
    outcome = umpire.resolve(duel_of(state, train, target), f"duel of {key}")
    state = evolve(state, duels=tuple(one for one in state.duels if one is not duel))
    back, day = outcome.returning, None if outcome.returns is None else game_day(outcome.returns)
    for before, now in ((train, outcome.attacker), (target, outcome.defender)):
        if now is not None:
            state = state.with_units(now)
        elif back is None or back.key != before.key or day is None or outcome.returns_at is None:
            state = buried(state, before)
        else:
            comes = Reinforcement(side=before.side, day=day, units=(before.key,), edge=(outcome.returns_at,))
            state = evolve(state.with_units(back), coming=(*state.coming, comes))
    for fallen in outcome.depots_eliminated:
        state = _overrun(umpire, state, fallen, train)
    return state, (_told(duel, outcome.winner),)


def _told(duel: Duel, winner: str) -> str:
    if winner == "neither":
        return f"{duel.unit} and {duel.target} duel, and neither wins."
    wins, loses = (duel.unit, duel.target) if winner == "attacker" else (duel.target, duel.unit)
    return f"{wins} wins the duel with {loses}."


def _overrun(umpire: Umpire[Options], state: State, key: str, train: Unit) -> State:
    """Eliminate a depot into whose hex a train has gone forward.

    Rules: 3.3-elimination, 3.3-return.
    """
    depot = next(depot for depot in state.depots if depot.key == key)
    outcome = umpire.resolve(
        DepotEliminationRequest(
            depot=depot,
            units=tuple(train if unit.key == train.key else unit for unit in state.on_map),
            advancing=(train.key,),
            day=state.day,
            turn=state.side,
            other_depots=tuple(other for other in state.depots_on_map if other.key != key),
            board=state.battle.board,
        ),
        f"{key} falls",
    )
    state = state.with_units(*outcome.resupplied)
    if outcome.returns is None:
        return state
    return returning(state.with_depots(outcome.returns), outcome.returns, outcome.return_day)


def returning(state: State, depot: Depot, day: int | None) -> State:
    """Return the state in which an identical depot is to come by a friendly edge.

    Rules: 3.3-return.
    """
    on = None if day is None else game_day(day)
    if on is None:
        return state
    comes = Reinforcement(side=depot.side, day=on, units=(depot.key,), edge=own_edge(state, depot.side))
    return evolve(state, coming=(*state.coming, comes))
