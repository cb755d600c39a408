"""Depots in a combat phase: what they can supply as units move, and when they lose or gain their marker."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from attrs import evolve

from rcw_rules.kernel.umpire import Umpire
from rcw_rules.orel.combat import Keys
from rcw_rules.orel.combat_phase.state import PhaseState
from rcw_rules.orel.options import Options
from rcw_rules.orel.supply import MunitionsSupply

SupplyNow: TypeAlias = Callable[[Umpire[Options], PhaseState], MunitionsSupply]
"""Returns the supply of both sides as the units stand in a state of the phase."""


def with_recovered_depots(umpire: Umpire[Options], state: PhaseState, supply_now: SupplyNow) -> PhaseState:
    """Take the marker off every depot whose line is open again; it supplies nobody before the phase is over.

    Rules: 3.2B-recovery.
    """
    marked = [depot for depot in state.depots if depot.unsupplied]
    if not marked:
        return state
    supply = supply_now(umpire, state)
    freed = tuple(depot.key for depot in marked if supply.is_functional(depot))
    for key in freed:
        umpire.result("3.2B-recovery", "{depot} loses its Unsupplied marker", depot=key)
    return evolve(
        state,
        depots=tuple(evolve(depot, unsupplied=False) if depot.key in freed else depot for depot in state.depots),
        recovered=(*state.recovered, *freed),
    )


def with_spent_depots(
    umpire: Umpire[Options], state: PhaseState, functional: Keys, supply_now: SupplyNow
) -> PhaseState:
    """Mark the depots that served without being functional, and are not at the end of the phase either.

    Args:
        umpire: Keeps the record.
        state: The state at the end of the phase.
        functional: The keys of the depots that were functional when they served.
        supply_now: Traces the lines of the others once more.

    Rules: 3.2B-nonfunctional, 3.2B-recovery.
    """
    served = [depot for depot in state.depots if depot.key in state.used and depot.key not in functional]
    if not served:
        return state
    supply = supply_now(umpire, state)
    spent = {depot.key for depot in served if not depot.unsupplied and not supply.is_functional(depot)}
    for key in (depot.key for depot in served if depot.key in spent):
        text = "{depot} has served without being functional and becomes Unsupplied"
        umpire.result("3.2B-nonfunctional", text, depot=key)
    return evolve(
        state, depots=tuple(evolve(depot, unsupplied=True) if depot.key in spent else depot for depot in state.depots)
    )
