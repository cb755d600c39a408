"""Diplomacy in a campaign: the questions made of the state, and the state made of the answers."""

from __future__ import annotations

from rcw_rules.directory.campaign.state import DIPLOMATS, CampaignState
from rcw_rules.directory.diplomacy import (
    INTERVENTION,
    Action,
    DiplomacyOutcome,
    DiplomacyRequest,
    DiplomaticPoolRequest,
    Target,
)
from rcw_rules.directory.model import Faction, Side
from rcw_rules.kernel.citations import forbidden


def has_pool(state: CampaignState, side: Side) -> bool:
    """Return whether a side ever has diplomatic actions in this game.

    Rules: dip-no-volunteers, dip-game.
    """
    return side in DIPLOMATS and state.game == "fall_of_the_directory"


def pool_request(state: CampaignState, side: Side) -> DiplomaticPoolRequest:
    """Return the question how many diplomatic actions a side has left.

    Rules: dip-city-entry.
    """
    spent = state.spent[DIPLOMATS.index(side)] if side in DIPLOMATS else 0
    return DiplomaticPoolRequest(side=side, entries=state.entries, spent=spent, game=state.game)


def diplomacy_request(state: CampaignState, pool: int, action: Action, target: Target) -> DiplomacyRequest:
    """Return the request of a diplomatic action of the side whose player-turn it is.

    Raises:
        IllegalRequestError: It is nobody's player-turn.

    Rules: dip-phasing.
    """
    position = state.position
    if position.side is None:
        raise forbidden("dip-phasing", f"actions are spent in a Diplomatic Phase, not in {position.phase}")
    faction: Faction = "entente" if target == "entente_and_germans" else target
    return DiplomacyRequest(
        game=position.game,
        phasing_side=position.side,
        side=position.side,
        pool=pool,
        action=action,
        target=target,
        allegiance=state.allegiance(faction),
        withdrawn=state.withdrawn if faction in INTERVENTION else None,
        phase=position.phase,
    )


def after_persuasion(state: CampaignState, target: Target, outcome: DiplomacyOutcome) -> CampaignState:
    """Return the state after an attempt to persuade, the action spent.

    A faction that joins is an ally at once, and any war between it and its side is over. If the Entente and the Germans
    withdraw, their counters leave the map.

    Rules: dip-join-effect, ini-allies.
    """
    changed = state.action_spent()
    if outcome.withdrawn:
        return changed.intervention_ended()
    if outcome.succeeded and target != "entente_and_germans" and outcome.allegiance is not None:
        return changed.joined(target, outcome.allegiance)
    return changed
