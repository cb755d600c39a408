"""Units in contact, for tests of hand-to-hand combat."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from red_actions_units import bare_card, unit

from rcw_rules import GivenDice
from rcw_rules import red_actions as ra
from rcw_rules.kernel.lengths import inches


def fighting_card(arm: Any = "rifle", **changes: Any) -> ra.TroopCard:
    """A card with a fighting value of 2, and nothing for charges or rallies."""
    speed = inches(12 if arm in ("sabres", "tachanka") else 6)
    fields: dict[str, Any] = {"id": f"test_{arm}", "name": f"Test {arm}", "speed": speed, "fear": 7, "serious": 7}
    return bare_card(arm, **{**fields, "fighting_value": Fraction(2), **changes})


def officer(effect: int = 0) -> ra.OfficerToken:
    return ra.OfficerToken(id="officer", effect=effect)


def fighter(
    name: str = "Target", arm: Any = "rifle", *, card_fields: dict[str, Any] | None = None, **state: Any
) -> ra.Unit:
    """A unit of four bases, Red if it is the charger."""
    side = "red" if name == "Charger" else "white"
    return unit(fighting_card(arm, **(card_fields or {})), **{"name": name, "side": side, "bases": 4, **state})


def charger(arm: Any = "rifle", *, fields: dict[str, Any] | None = None, **state: Any) -> ra.Charger:
    return ra.Charger(unit=fighter("Charger", arm, **state), **(fields or {}))


def contacted(name: str = "Target", arm: Any = "rifle", *, fields: dict[str, Any] | None = None, **state: Any) -> Any:
    return ra.Contacted(unit=fighter(name, arm, **state), **(fields or {}))


def request(first: ra.Charger | None = None, *others: ra.Contacted) -> ra.CombatRequest:
    return ra.CombatRequest(charger=first or charger(), contacted=others or (contacted(),))


def fight(
    first: ra.Charger | None, *others: ra.Contacted, faces: tuple[int, ...], choices: Any = None, **options: Any
) -> ra.CombatOutcome:
    game = ra.ruleset.with_options(**options) if options else ra.ruleset
    outcome: ra.CombatOutcome = game.resolve(request(first, *others), dice=GivenDice(faces), choices=choices).outcome
    return outcome


def state(after: ra.UnitAfterCombat) -> tuple[str, int, int, int]:
    return after.fate, after.unit.bases, after.unit.terror, after.unit.humiliated
