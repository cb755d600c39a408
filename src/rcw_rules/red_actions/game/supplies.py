"""Ammunition of guns and mortars in a whole game: each segment in which they fire uses a move of it."""

from __future__ import annotations

from attrs import evolve

from rcw_rules.red_actions.game.notes import Tally
from rcw_rules.red_actions.game.state import State
from rcw_rules.red_actions.model import Unit
from rcw_rules.red_actions.units import AmmunitionRequest


def carts_of(state: State, unit: Unit) -> int:
    """Return how many carts go with guns or mortars: as the scenario has it, else one with guns and none with mortars.

    Parts of a battery have the carts of the whole: a cart serves every gun of it.

    Rules: ammo-artillery, ammo-mortar.
    """
    for name in (unit.name, unit.name.rpartition(" ")[0]):
        found = next((one.count for one in state.scenario.carts if one.unit == name), None)
        if found is not None:
            return found
    return int(unit.card.arm == "gun")


def ammunition_request(state: State, unit: Unit) -> AmmunitionRequest | None:
    """Return the question whether a unit has ammunition for another shot; None for troops that never run short.

    Rules: ammo-small, ammo-artillery, ammo-mortar.
    """
    if unit.card.category != "artillery":
        return None
    return AmmunitionRequest(
        arm=unit.card.arm, shots=state.tally(state.spent, unit.name), carts=carts_of(state, unit), shoots=True
    )


def with_shot(state: State, name: str, more: int = 1) -> State:
    """Return the state in which a unit has used a move of its ammunition; others than guns and mortars never run short.

    Rules: ammo-artillery, ammo-mortar.
    """
    unit = state.unit(name)
    if unit is None or unit.card.category != "artillery" or not more:
        return state
    others = tuple(one for one in state.spent if one.unit != name)
    return evolve(state, spent=(*others, Tally(unit=name, count=state.tally(state.spent, name) + more)))
