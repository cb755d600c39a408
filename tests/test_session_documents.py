"""Questions as plain data, for programs in any language: what is in them, on made-up procedures of one die."""

from __future__ import annotations

from duels import RULES, DuelOutcome, DuelRequest


def test_the_data_of_a_decision_and_of_a_throw() -> None:
    session = RULES.begin(DuelRequest(bonus=2))
    assert session.question == {
        "kind": "decision",
        "known": [{"text": "the request is legal", "rule": "duel-safe", "kind": "legality"}],
        "choice": "safe",
        "rule": "duel-safe",
        "who": "red",
        "unit": "the challenger of 2",
        "about": "Take three points and throw no die? Default: no.",
        "where": "",
        "alternatives": [
            {"value": True, "text": "yes", "is_default": False},
            {"value": False, "text": "no", "is_default": True},
        ],
    }
    session = session.answer(False)
    assert session.question == {
        "kind": "throw",
        "purpose": "throw/die",
        "rule": "duel-again",
        "label": "d6",
        "dice": [6],
        "odds": [{"value": str(face), "probability": "1/6"} for face in range(1, 7)],
        "known": [{"text": "throw: What does the die show?", "rule": "duel-again", "kind": "procedure"}],
    }
    session = session.answer([4])
    asked = session.question
    assert asked is not None
    assert (asked["choice"], asked["who"], asked["unit"], asked["where"]) == ("again", "white", "", "throw")
    over = session.answer(False)
    assert (over.outcome, over.question) == (DuelOutcome(points=6, stayed=True), None)
