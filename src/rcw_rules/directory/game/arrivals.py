"""Counters that come during a whole game: who is due, and where there is room."""

from __future__ import annotations

from collections.abc import Iterator

from rcw_rules.directory.campaign import (
    Piece,
)
from rcw_rules.directory.game.occupation import Occupation
from rcw_rules.directory.game.rulebook import Arrival, said
from rcw_rules.directory.game.state import GameState
from rcw_rules.directory.model import turn_index


def due(state: GameState) -> Iterator[Arrival]:
    """Yield the counters that come in this step of a Mobilization Phase, in the order of the lists.

    Those of earlier turns for which there was no room are among them. A counter of a faction that does not stand with
    the side now waits as well.

    Raises:
        MissingProfileError: The rulebook has no lists.

    Rules: miss-mobilization, seq-mobilization, gen-attacker.
    """
    campaign = state.campaign
    position = campaign.position
    if position.step not in {"reinforcements", "mobilization"}:
        return
    question = f"What are the {position.step} of the {position.side} in {position.turn}?"
    lists = said(state.rulebook.mobilization, "mobilization", rule="miss-mobilization", question=question)
    waiting = {each.counter.name for each in state.out if each.why == "to_come"}
    now = turn_index(position.game, position.turn) or 0
    for listed in lists:
        if listed.side == position.side and (turn_index(position.game, listed.turn) or 0) <= now:
            arrivals = listed.reinforcements if position.step == "reinforcements" else listed.mobilization
            for arrival in arrivals:
                if arrival.name in waiting and campaign.allegiance(arrival.faction) == position.side:
                    yield arrival


def rooms(lie: Occupation, arrival: Arrival) -> tuple[str, ...]:
    """Return the hexes in which a counter that comes can be placed.

    Rules: miss-mobilization, miss-stacking-zoc.
    """
    return tuple(
        label for label in arrival.hexes if lie.has_room(label, Piece(counter=arrival.counter, hex=label), "placement")
    )


def placeable(state: GameState) -> Iterator[Arrival]:
    """Yield the counters that come and can be placed somewhere.

    Rules: miss-mobilization.
    """
    lie: Occupation | None = None
    for arrival in due(state):
        if lie is None:
            lie = Occupation(state.campaign, state.board, state.rulebook)
        if rooms(lie, arrival):
            yield arrival
