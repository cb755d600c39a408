"""Ammunition: how many more moves a base can shoot."""

from __future__ import annotations

from typing import Any

import pytest

from rcw_rules import GivenDice, IllegalRequestError, InvalidRequestError
from rcw_rules import red_actions as ra
from rcw_rules.kernel.lengths import inches


def ask(arm: Any, **facts: Any) -> tuple[int | None, int | None]:
    outcome = ra.ruleset.resolve(ra.AmmunitionRequest(arm=arm, **facts), dice=GivenDice([])).outcome
    return outcome.moves_left, outcome.carried_left


@pytest.mark.rule("red_actions", "ammo-small")
@pytest.mark.parametrize("arm", ["rifle", "sabres", "mg", "tachanka", "tank", "armoured_car", "train_artillery"])
def test_all_but_guns_and_mortars_have_enough(arm: str) -> None:
    assert ask(arm, shots=500, shoots=True) == (None, None)
    with pytest.raises(InvalidRequestError, match=r"\$\.carts: .*ammo-small"):
        ask(arm, carts=1)


@pytest.mark.rule("red_actions", "ammo-artillery", "ammo-mortar")
@pytest.mark.parametrize(
    ("arm", "carts", "rule", "total"),
    [
        ("gun", 0, "ammo-artillery", 2),
        ("gun", 1, "ammo-artillery", 8),
        ("gun", 3, "ammo-artillery", 20),
        ("mortar", 0, "ammo-mortar", 3),
        ("mortar", 1, "ammo-mortar", 12),
    ],
)
def test_how_many_shots_there_are_in_all(arm: str, carts: int, rule: str, total: int) -> None:
    fired = 0
    while fired < total:
        carried = {"gun": 2, "mortar": 3}[arm]
        assert ask(arm, carts=carts, shots=fired, shoots=True) == (total - fired, max(0, carried - fired))
        fired += 1
    assert ask(arm, carts=carts, shots=total) == (0, 0)
    with pytest.raises(IllegalRequestError, match=rf"\$\.shoots: .*{rule}"):
        ask(arm, carts=carts, shots=total, shoots=True)
    with pytest.raises(InvalidRequestError, match=rf"\$\.shots: .*{rule}"):
        ask(arm, carts=carts, shots=total + 1)


@pytest.mark.rule("red_actions", "ammo-artillery")
def test_a_cart_serves_within_two_inches() -> None:
    assert ask("gun", carts=1, shots=2, cart_distance=inches(2), shoots=True) == (6, 0)
    assert ask("gun", carts=1, shots=1, cart_distance=inches("2.001"), shoots=True) == (1, 1)
    assert ask("gun", carts=1, shots=5, cart_distance=inches(3)) == (0, 0)
    with pytest.raises(IllegalRequestError, match=r"\$\.shoots: .*ammo-artillery"):
        ask("gun", carts=1, shots=2, cart_distance=inches("2.001"), shoots=True)


@pytest.mark.rule("red_actions", "ammo-mortar", "conv-bad-input")
def test_supplies_that_cannot_be() -> None:
    with pytest.raises(InvalidRequestError, match=r"\$\.carts: .*ammo-mortar"):
        ask("mortar", carts=2)
    with pytest.raises(InvalidRequestError, match=r"\$\.shots: .*conv-bad-input"):
        ask("gun", shots=-1)
