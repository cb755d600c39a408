"""Games of Red Actions between their segments, and steps of them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from rcw_rules import GivenDice
from rcw_rules import red_actions as ra

CARDS = ra.illustrative_troops()


def unit(name: str, side: Any = "red", card: str = "red_regulars", bases: int = 4, **facts: Any) -> ra.Unit:
    officer = facts.pop("officer", ra.OfficerToken(id="plain"))
    return ra.Unit(name=name, side=side, card=CARDS.card(card), bases=bases, officer=officer, **facts)


def armies(red: int = 1000, white: int = 1000) -> tuple[ra.FieldArmy, ...]:
    # Red flees at more than 33 %, White at more than 40 %.
    return (
        ra.FieldArmy(side="red", army=CARDS.army("red"), original_points=Fraction(red)),
        ra.FieldArmy(side="white", army=CARDS.army("white"), original_points=Fraction(white)),
    )


def game(*everybody: ra.Unit, **facts: Any) -> ra.Game:
    fields: dict[str, Any] = {"attacker": "red", "turns": 3, "armies": armies(), "units": everybody, **facts}
    return ra.Game(**fields)


def step(
    state: ra.Game, report: ra.Segment | None = None, *faces: Any, choices: Any = None, **options: Any
) -> ra.TurnOutcome:
    request = ra.TurnRequest(game=state, segment=report)
    ruleset = ra.ruleset.with_options(**options)
    return ruleset.resolve(request, dice=GivenDice(faces), choices=choices).outcome


def fallen(turn: int) -> ra.FallenSenior:
    return ra.FallenSenior(name="Chief", side="red", card=CARDS.card("senior_officer_foot"), known_in_turn=turn)


def named(state: ra.Game, name: str) -> ra.Unit:
    found = state.unit(name)
    assert found is not None
    return found


def set_up(**facts: Any) -> ra.Game:
    fields: dict[str, Any] = {
        "attacker": "red",
        "turns": 6,
        "armies": armies(1, 1),
        "units": (unit("A"), unit("B", "white")),
        **facts,
    }
    options = fields.pop("options", {})
    return ra.ruleset.with_options(**options).resolve(ra.SetUpRequest(**fields), dice=GivenDice(())).outcome.game
