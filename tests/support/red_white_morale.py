"""Morale tests of Red & White by units of six stands."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from rcw_rules import GivenDice
from rcw_rules import red_white as rw
from rcw_rules.kernel.record import ModifierStep, Record

CAUSES = ("routine", "withdraw", "between_fire_and_melee", "suppressed_fire", "petrol_bombs")
Choices = dict[str, Callable[[Any, tuple[Any, ...]], Any]]


def red(**changes: Any) -> rw.Unit:
    return rw.Unit(**{"side": "red", "type": "infantry", "has_leader": True, "stands": 6, **changes})


def white(**changes: Any) -> rw.Unit:
    return red(**{"side": "white", **changes})


def able_to_test(cause: str, **changes: Any) -> rw.Unit:
    """Return Red troops that may take the test for *cause*."""
    if cause == "withdraw":
        return red(**{"type": "cavalry", **changes})
    return red(**{"suppressed": cause == "suppressed_fire", **changes})


def take(
    unit: rw.Unit, *faces: int, cause: Any = "routine", choices: Choices | None = None, **options: Any
) -> rw.MoraleOutcome:
    ruleset = rw.ruleset.with_options(**options)
    request = rw.MoraleTestRequest(unit=unit, cause=cause)
    return ruleset.resolve(request, dice=GivenDice(faces), choices=choices).outcome


def modifiers(record: Record) -> dict[str, int]:
    return {step.id: int(step.value) for _, step in record.walk() if isinstance(step, ModifierStep)}


def never(situation: Any, alternatives: tuple[Any, ...]) -> bool:
    return False


def not_asked(situation: Any, alternatives: tuple[Any, ...]) -> bool:
    pytest.fail("asked for nothing")


def results(record: Record) -> list[str]:
    return [step.rule for _, step in record.walk() if step.kind == "result"]
