"""Alternatives that look alike in words: a person can choose each, and a record never takes one for another."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pytest
from attrs import frozen

from rcw_rules import (
    Choice,
    ChoiceError,
    GivenDice,
    NoAnswerError,
    NoOptions,
    Request,
    Ruleset,
    Session,
    TerminalChoices,
    Umpire,
    procedure,
)


@frozen(kw_only=True, cache_hash=True)
class PickRequest(Request[tuple[object]]):
    """One of several things."""


@frozen
class Troop:
    number: int

    def __str__(self) -> str:
        return "a troop"


def asking(alternatives: tuple[Any, ...]) -> Ruleset[NoOptions]:
    """Return a ruleset whose only procedure lets Red choose one of the alternatives, the last by default."""
    choice: Choice[int, Any] = Choice(
        "pick", rule="pick-rule", who="red", about="Which? Default: the last.", default=lambda _, found: found[-1]
    )

    @procedure("picks.pick", title="Which one?", rules=("pick-rule",), example=PickRequest)
    def pick(request: PickRequest, umpire: Umpire[NoOptions]) -> tuple[object]:
        return (umpire.choose(choice, alternatives, 0),)

    return Ruleset(
        id="picks",
        title="Picks",
        edition="none",
        rules_version=1,
        options=NoOptions(),
        procedures=(pick,),
        choices=(choice,),
    )


ALIKE: list[tuple[Any, ...]] = [
    ("a", "A"),
    (1, "1"),
    ("2", 2, 3),
    ("", "none"),
    ((), "none"),
    (True, "yes"),
    ("no", False),
    (("a", "b"), "a, b"),
    ("q", "b", "?"),
    ("2", "1"),
]


@pytest.mark.parametrize("alternatives", ALIKE)
def test_a_person_can_choose_each(alternatives: tuple[Any, ...]) -> None:
    ruleset = asking(alternatives)
    for number, alternative in enumerate(alternatives, start=1):
        chosen: list[object] = []
        for typed in (str(number), str(alternative)):
            person = TerminalChoices(answers=BytesIO(f"{typed}\n".encode()), say=lambda line: None)
            try:
                chosen += ruleset.resolve(PickRequest(), dice=GivenDice([]), choices=person).outcome
            except NoAnswerError:  # asked again, and then nothing is left to read
                continue
        assert any(type(one) is type(alternative) and one == alternative for one in chosen)


@pytest.mark.parametrize("alternatives", ALIKE)
def test_a_session_keeps_them_apart(alternatives: tuple[Any, ...]) -> None:
    ruleset = asking(alternatives)
    for alternative in alternatives:
        session: Session[Any] = ruleset.load_session(ruleset.begin(PickRequest()).answer(alternative).to_json())
        assert session.outcome is not None
        assert session.outcome == (alternative,)
        assert type(session.outcome[0]) is type(alternative)


def test_what_a_record_would_tell_alike_is_refused() -> None:
    told = r"pick has two alternatives that a record tells alike, 'a troop': give each a text of its own \[pick-rule\]"
    with pytest.raises(ChoiceError, match=told):
        asking((Troop(1), Troop(2))).begin(PickRequest())
    # The same thing twice is no matter: either is the other.
    assert asking((Troop(1), Troop(1))).begin(PickRequest()).answer("a troop").outcome == (Troop(1),)
