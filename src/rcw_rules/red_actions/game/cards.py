"""Troop cards that come into play during a game: those of the scenario, else the illustrative ones."""

from __future__ import annotations

from rcw_rules.red_actions.game.scenario import Scenario
from rcw_rules.red_actions.model import TroopCard, Unit
from rcw_rules.red_actions.units import illustrative_troops


def card_of(scenario: Scenario, unit: Unit, name: str) -> TroopCard | None:
    """Return the card of an id; None if the scenario does not give it.

    For a unit with an illustrative card that is the library's illustrative card, unless the scenario has its own.

    Args:
        scenario: The scenario.
        unit: The unit that needs it.
        name: The id of the card.

    Rules: conv-cards-missing, dis-types.
    """
    found = next((card for card in scenario.cards if card.id == name), None)
    if found is not None or unit.card.values != "illustrative":
        return found
    return next((card for card in illustrative_troops().cards if card.id == name), None)
