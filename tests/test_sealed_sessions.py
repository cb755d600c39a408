"""Sealed throws of a session follow one another, so that the record that comes of it can be read and proved."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rcw_rules import AnswerError, Defaults, InvalidRequestError, Secret, Session, inches, red_white
from rcw_rules.kernel.questions import Answer, Decided, Thrown
from rcw_rules.kernel.seals import SealedDice

RED = Secret("1918", "winter-in-the-don-steppe")
"""Its first throw for this request is above 6, and so is its fourth: a second throw may follow."""

CHEKA = red_white.ActivationRequest(base=6, stands=8, full_move=inches(6), cheka=True)


def dice(first: int = 1) -> SealedDice:
    return SealedDice(RED.seed, salt=RED.salt, first=first)


def played(*draws: int | None) -> Session[Any]:
    """Return the session of two throws that have these numbers."""
    begun = red_white.ruleset.begin(CHEKA).automate(dice=dice(), choices=Defaults())
    first, decided, second = begun.answers
    assert isinstance(first, Thrown)
    assert isinstance(second, Thrown)
    answers: list[Answer] = [
        Thrown(purpose=answer.purpose, faces=answer.faces, by="sealed", draw=draw)
        for answer, draw in zip((first, second), draws, strict=True)
    ]
    answers.insert(1, decided)
    return begun.with_answers(answers)


def test_the_record_of_a_session_is_proved() -> None:
    session = red_white.ruleset.begin(CHEKA).rolled(dice()).answer("yes").rolled(dice(2))
    assert session.resolution is not None
    text = session.resolution.to_json()
    found = red_white.ruleset.verify(red_white.ruleset.load_resolution(text), seeds=[RED])
    assert found.draws == (1, 2)
    assert red_white.ruleset.load_session(session.to_json()).resolution == session.resolution
    assert played(7, 8).resolution is not None


@pytest.mark.parametrize(
    ("draws", "told"),
    [
        ((1, 3), r"answer 3 is throw 3 of the sealed game, but throw 2 follows: go on with SealedDice\(..., first=2\)"),
        ((2, 1), "answer 3 is throw 1 of the sealed game, but throw 3 follows"),
        ((1, 1), "answer 3 is throw 1 of the sealed game, but throw 2 follows"),
        ((0, 1), "answer 1 is a sealed throw, whose number is 1 or more, not 0"),
        ((None, None), "answer 1 is a sealed throw, whose number is 1 or more, not None"),
    ],
)
def test_numbers_that_no_record_could_hold_are_refused(draws: tuple[int, ...], told: str) -> None:
    with pytest.raises(AnswerError, match=told):
        played(*draws)


def test_dice_that_are_used_up_do_not_go_on_with_a_gap() -> None:
    one = dice()
    asked = red_white.ruleset.begin(CHEKA).rolled(one)
    assert asked.answer("yes").rolled(one).resolution is not None
    with pytest.raises(AnswerError, match="answer 3 is throw 3 of the sealed game, but throw 2 follows"):
        asked.answer("yes").rolled(one)
    automated = red_white.ruleset.begin(CHEKA).rolled(one).automate(dice=one)
    assert automated.answer("yes").pending is None
    with pytest.raises(AnswerError, match="answer 3 is throw 6 of the sealed game, but throw 5 follows"):
        automated.answer("yes")


def test_only_sealed_throws_of_a_session_with_a_seal_have_numbers() -> None:
    begun = red_white.ruleset.begin(CHEKA)
    with pytest.raises(AnswerError, match="has the number 1, which only a sealed throw has, not one by 'given'"):
        begun.with_answers([Thrown(purpose="activation", faces=(9,), by="given", draw=1)])
    with pytest.raises(AnswerError, match="answer 1 is a sealed throw, but the session has no seal"):
        begun.with_answers([Thrown(purpose="activation", faces=(9,), by="sealed", draw=1)])
    assert begun.with_answers([Thrown(purpose="activation", faces=(9,), by="given")]).pending is not None


@pytest.mark.parametrize(
    ("change", "path"),
    [({"seal": None}, "$.answers[0]"), ({"draw": 5}, "$.answers[2]"), ({"draw": -1}, "$.answers[2]")],
)
def test_a_document_with_such_numbers_is_refused(change: dict[str, Any], path: str) -> None:
    document = json.loads(played(1, 2).to_json())
    for key, value in change.items():
        (document if key in document else document["answers"][2])[key] = value
    with pytest.raises(InvalidRequestError) as raised:
        red_white.ruleset.load_session(json.dumps(document))
    assert [problem.path for problem in raised.value.problems] == [path]


def test_a_decision_in_between_changes_nothing() -> None:
    session = played(3, 4)
    assert isinstance(session.answers[1], Decided)
    assert session.resolution is not None
    assert [roll.draw for roll in session.resolution.record.rolls] == [3, 4]
