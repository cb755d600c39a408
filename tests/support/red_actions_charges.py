"""Units that charge and are charged, for tests of whole charges."""

from __future__ import annotations

from fractions import Fraction
from itertools import count
from typing import Any

import pytest
from red_actions_units import bare_card

from rcw_rules import GivenDice, IllegalRequestError
from rcw_rules import red_actions as ra
from rcw_rules.kernel.lengths import inches

NUMBERS: dict[str, dict[str, Any]] = {
    "rifle": {"speed": inches(6), "range": inches(12), "shooting_value": Fraction(2), "fighting_value": Fraction(2)},
    "sabres": {"speed": inches(12), "range": inches(8), "shooting_value": Fraction(1), "fighting_value": Fraction(3)},
    "mg": {"speed": inches(4), "range": inches(16), "shooting_value": Fraction(6), "fighting_value": Fraction(1)},
    "gun": {
        "speed": inches(6),
        "range": inches(100),
        "shooting_value": Fraction(4),
        "fighting_value": Fraction(1),
        "weapon_class": "field_gun",
    },
    "tachanka": {
        "speed": inches(12),
        "range": inches(12),
        "shooting_value": Fraction(4),
        "fighting_value": Fraction(1),
    },
    "mortar": {"speed": inches(4), "range": inches(40), "shooting_value": Fraction(4)},
    "tank": {"speed": inches(6), "range": inches(12), "shooting_value": Fraction(4), "is_mg": True},
    "armoured_car": {"speed": inches(12), "range": inches(12), "shooting_value": Fraction(4), "is_mg": True},
    "officer": {"speed": inches(16), "mounted": True},
}


TESTS = {"charge": 7, "fear": 7, "serious": 7, "rally": 7}


def unit(arm: Any, side: Any = "red", bases: int = 4, card: dict[str, Any] | None = None, **state: Any) -> ra.Unit:
    vehicle = arm in ("tank", "armoured_car")
    bases = 1 if vehicle or arm == "officer" else bases
    numbers = {**NUMBERS[arm], **({} if vehicle else TESTS), **(card or {})}
    made = bare_card(arm, id=arm, name=f"{side} {arm}", **numbers)
    return ra.Unit(**{"name": f"{side} {arm}", "side": side, "card": made, "bases": bases, **state})


def charged(
    target: ra.Unit, distance: int = 5, aspect: Any = "front", fire: Any = None, **facts: Any
) -> ra.ChargedUnit:
    contact = ra.Contacted(unit=target, aspect=aspect, **facts)
    return ra.ChargedUnit(contact=contact, distance=inches(distance), fire=fire or ra.DefensiveFire())


def request(charger: ra.Unit, *targets: ra.ChargedUnit, where: dict[str, Any] | None = None, **fields: Any) -> Any:
    return ra.ChargeRequest(charger=ra.Charger(unit=charger, **(where or {})), targets=targets, **fields)


MOST_RUNS = 6  # more than any charge here takes: a charger that meets the same unit again and again never stops


def _bounded(follow: Any) -> Any:
    runs = count(1)

    def answer(seen: Any, alternatives: Any) -> Any:
        assert next(runs) <= MOST_RUNS, f"the charger meets {seen.next!r} without end"
        return follow(seen, alternatives)

    return answer


def run(
    asked: ra.ChargeRequest, *faces: int, choices: dict[str, Any] | None = None, **options: Any
) -> ra.ChargeOutcome:
    if choices is not None and "charge_follow" in choices:
        choices = {**choices, "charge_follow": _bounded(choices["charge_follow"])}
    outcome: ra.ChargeOutcome = (
        ra.ruleset.with_options(**options).resolve(asked, dice=GivenDice(faces), choices=choices).outcome
    )
    return outcome


def chosen(answer: str) -> dict[str, Any]:
    return {"charge_response": lambda seen, alternatives: answer}


def refused(asked: ra.ChargeRequest) -> list[tuple[str, str]]:
    with pytest.raises(IllegalRequestError) as found:
        run(asked)
    return [(objection.rule, objection.path) for objection in found.value.verdict.objections]


PASS, FAIL = (3, 4), (4, 4)
RIFLES, SABRES = unit("rifle"), unit("sabres")
FOE, FOE_SABRES = unit("rifle", "white"), unit("sabres", "white")


def behind(arm: Any = "rifle", distance: int = 9, **facts: Any) -> ra.ChargedUnit:
    return charged(unit(arm, "white", name="behind"), distance=distance, **facts)
