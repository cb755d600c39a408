"""Mobs that hesitate, and who is a Mob."""

from __future__ import annotations

from typing import Any

import pytest

from rcw_rules import GivenDice, InvalidRequestError
from rcw_rules import red_actions as ra

# ---------------------------------------------------------------- Mobs


def hesitation(
    action: Any, *faces: int, mob: bool = True, sees: bool = True, routing: bool = False
) -> ra.HesitationOutcome:
    request = ra.HesitationRequest(is_mob=mob, enemy_visible=sees, action=action, routing=routing)
    return ra.ruleset.resolve(request, dice=GivenDice(faces)).outcome


@pytest.mark.rule("red_actions", "char-mob-hesitation")
@pytest.mark.parametrize("face", range(1, 7))
@pytest.mark.parametrize("action", ["move", "rally_from_terror", "rally_from_pinned", "other"])
def test_a_mob_needs_a_three_for_all_but_the_simplest(action: str, face: int) -> None:
    outcome = hesitation(action, face)
    assert (outcome.proceeds, outcome.may_shoot, outcome.routs_on) == (face >= 3, True, False)


@pytest.mark.rule("red_actions", "char-mob-hesitation", "off-mob")
def test_nobody_else_rolls_nor_a_mob_that_sees_nobody_or_charges() -> None:
    for action in ("charge", "shoot", "move_away"):
        assert hesitation(action).proceeds
    assert hesitation("move", sees=False).proceeds
    assert hesitation("move", mob=False).proceeds


@pytest.mark.rule("red_actions", "char-mob-hesitation", "off-mob")
@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"is_mob": False, "enemy_visible": False}, "it is no Mob"),
        ({"is_mob": True, "enemy_visible": False}, "it sees no enemy"),
        ({"is_mob": True, "enemy_visible": True, "action": "charge"}, "that comes by itself"),
    ],
)
def test_the_record_says_why_nobody_rolls(fields: dict[str, Any], why: str) -> None:
    request = ra.HesitationRequest(**{"action": "move", **fields})
    assert ra.ruleset.resolve(request, dice=GivenDice([])).record.steps[-1].text == f"no roll: {why}"


@pytest.mark.rule("red_actions", "char-mob-hesitation")
@pytest.mark.parametrize("face", range(1, 7))
def test_a_routing_mob_may_not_even_try_to_rally(face: int) -> None:
    outcome = hesitation("rally_from_rout", face, routing=True)
    assert (outcome.proceeds, outcome.may_shoot, outcome.routs_on) == (face >= 3, False, face < 3)
    with pytest.raises(InvalidRequestError, match="rout-unit-state"):
        hesitation("move", face, routing=True)


@pytest.mark.rule("red_actions", "off-mob", "char-storm", "char-specialist", "off-conferred", "char-white-officer-base")
def test_who_is_a_mob() -> None:
    cards = ra.illustrative_troops()
    mob = ra.OfficerToken(id="bad", characteristics=("Mob",))
    storm = ra.OfficerToken(id="storm", characteristics=("Storm",))

    def unit(card: str, officer: ra.OfficerToken | None = None, **facts: Any) -> ra.Unit:
        return ra.Unit(name=card, side="red", card=cards.card(card), bases=4, officer=officer, **facts)

    assert unit("red_conscripts").has("Mob")
    assert unit("red_regulars", mob).has("Mob")
    assert not unit("red_regulars").has("Mob")
    # Storm and Specialist of their own ignore such an officer; what an officer lends does not help against Mob.
    assert not unit("sailors", mob).has("Mob")
    assert not unit("latvians", mob).has("Mob")
    assert unit("red_conscripts", storm).has("Mob")
    assert unit("red_conscripts", storm).has("Storm")
    assert not unit("red_conscripts").has("Storm")
