"""Sessions: every question is asked, answers are checked, and what comes of them is what `resolve` says."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from duels import RULES, DuelOutcome, DuelRequest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rcw_rules import (
    AnswerError,
    Asked,
    AskingDice,
    ChoiceError,
    Defaults,
    DiceError,
    GivenDice,
    IllegalRequestError,
    InOrder,
    InvalidRequestError,
    NeedsRuling,
    Override,
    OverrideError,
    RulesError,
    Ruleset,
    SeededDice,
    Session,
    Throw,
    inches,
    red_white,
)
from rcw_rules.kernel.questions import Decided, Decision, Thrown
from rcw_rules.registry import available, load
from rcw_rules.strategies import requests

MOST_QUESTIONS = 120


def at_random(session: Session[Any], random: Random) -> Session[Any]:
    """Answer everything that is asked at random, up to a number of questions, and the rest by a seed and defaults."""
    dice = SeededDice(random.randrange(1000))
    for _ in range(MOST_QUESTIONS):
        asked = session.pending
        if asked is None:
            return session
        if isinstance(asked, Throw):
            faces, _by = dice.throw(asked.variable, asked.purpose, asked.rule)
            session = session.answer(faces)
        else:
            assert len(asked.alternatives) > 1
            assert asked.default in asked.alternatives
            session = session.answer(random.choice(asked.alternatives))
    return session.automate(dice=SeededDice(1), choices=Defaults())


def resolved_with(session: Session[Any]) -> Any:
    """Resolve the request of a session that is over with the same faces and decisions, asked for in the old way."""
    thrown = iter([answer for answer in session.answers if isinstance(answer, Thrown)])
    decided = iter([answer for answer in session.answers if isinstance(answer, Decided)])
    return session.ruleset.resolve(
        session.request,
        dice=AskingDice(lambda throw: next(thrown).faces),
        choices=Asked(lambda _: next(decided).chosen),
    )


@pytest.mark.parametrize("name", available())
def test_a_session_comes_to_what_resolve_says_byte_for_byte(name: str) -> None:
    ruleset = load(name)
    played = 0
    for procedure in ruleset.procedures:
        try:
            begun: Session[Any] = ruleset.begin(procedure.example)  # type: ignore[arg-type]
        except (IllegalRequestError, NeedsRuling):
            continue
        session = at_random(begun, Random(procedure.id))
        if all(answer.by in ("asked", "person") for answer in session.answers):
            assert session.resolution is not None
            assert session.resolution.to_json() == resolved_with(session).to_json()
            played += 1
        # And as a document, in the middle and at the end.
        half = begun.with_answers(session.answers[: len(session.answers) // 2])
        for one in (half, session):
            again = ruleset.load_session(one.to_json())
            assert (again.answers, str(again.pending), again.outcome) == (one.answers, str(one.pending), one.outcome)
            assert again.record.text() == one.record.text()
    assert played > len(ruleset.procedures) // 2


@pytest.mark.parametrize("name", available())
@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(data=st.data())
def test_random_requests_as_well(name: str, data: st.DataObject) -> None:
    ruleset = load(name)
    procedure = data.draw(st.sampled_from(ruleset.procedures))
    request = data.draw(requests(procedure))
    try:
        session = at_random(ruleset.begin(request), Random(data.draw(st.integers(0, 99))))
    except RulesError:
        return
    if all(answer.by in ("asked", "person") for answer in session.answers):
        assert session.resolution is not None
        assert session.resolution.to_json() == resolved_with(session).to_json()


# --- Answers ------------------------------------------------------------------------------------------------------

MELEE = red_white.melee_example_1()
CHEKA = red_white.ActivationRequest(base=6, stands=8, full_move=inches(6), cheka=True)


def test_a_session_never_changes() -> None:
    begun = RULES.begin(DuelRequest())
    dared = begun.answer(False)
    assert begun.answer(True).outcome == DuelOutcome(points=3, stayed=False)
    assert dared.answer(1).outcome == DuelOutcome(points=1, stayed=True)
    assert dared.answer(1).outcome == dared.answer([1]).outcome
    assert begun.answers == ()
    assert dared.before is not None
    assert dared.before.pending == begun.pending
    assert begun.before is None


def test_every_question_tells_what_a_person_must_know() -> None:
    begun = RULES.begin(DuelRequest(bonus=1))
    asked = begun.pending
    assert isinstance(asked, Decision)
    assert str(asked) == (
        "red decides about the challenger of 1: Take three points and throw no die? Default: no. [duel-safe]"
    )
    assert (asked.told, asked.default, asked.where, asked.situation) == (("yes", "no"), False, "", 1)
    throw = begun.answer("No").pending
    assert isinstance(throw, Throw)
    assert (throw.purpose, throw.label, throw.dice, throw.rule) == ("throw/die", "d6", (6,), "duel-again")
    assert {value: str(chance) for value, chance in throw.odds.items()} == dict.fromkeys(range(1, 7), "1/6")
    again = begun.answer("no").answer(4).pending
    assert isinstance(again, Decision)
    assert (again.where, again.owner, again.history) == ("throw", "white", ((False,), (4,)))


def test_a_throw_knows_the_modifiers_in_force() -> None:
    asked = red_white.ruleset.begin(MELEE).pending
    assert isinstance(asked, Throw)
    # The worked example: -2 for the wire and +1 for the Cheka against +1 for the gun and +1 for the trench.
    assert [(step.to, step.value) for step in asked.modifiers] == [
        ("attacker's die", -2),
        ("attacker's die", 1),
        ("defender's die", 1),
        ("defender's die", 1),
    ]


def test_faces_are_checked_one_by_one() -> None:
    asked = red_white.ruleset.begin(MELEE).pending
    assert isinstance(asked, Throw)
    assert asked.checked([4]) == (4,)
    with pytest.raises(DiceError, match="face 7 is impossible on a d6"):
        asked.checked([7])
    with pytest.raises(DiceError, match="2 faces, not 3"):
        asked.checked([1, 2, 3])


def test_the_0_of_a_d10_is_ten() -> None:
    session = red_white.ruleset.begin(red_white.ActivationRequest(base=6, stands=8))
    assert session.answer(0).record.faces == (10,)


@pytest.mark.parametrize(
    ("answer", "error", "told"),
    [
        ("maybe", ChoiceError, "safe can be yes or no, not maybe [duel-safe]"),
        (1, ChoiceError, "safe can be yes or no, not 1"),
        pytest.param(10**5000, ChoiceError, "safe can be yes or no, not a huge number", id="huge"),
        (None, ChoiceError, "safe can be yes or no, not None"),
        ([True], ChoiceError, "safe can be yes or no"),
    ],
)
def test_what_is_no_alternative_is_refused(answer: object, error: type[RulesError], told: str) -> None:
    begun = RULES.begin(DuelRequest())
    with pytest.raises(error) as refused:
        begun.answer(answer)
    assert told in str(refused.value)
    assert begun.answer("yes").pending is None  # nothing is lost


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (7, "face 7 is impossible on a d6"),
        (0, "face 0 is impossible on a d6"),
        ([], "1 face, not 0"),
        ([1, 2], "1 face, not 2"),
        ("four", "face 'four' is impossible"),
        (None, "faces are numbers or codes of cards, not None"),
        (True, "face True is impossible"),
    ],
)
def test_impossible_faces_are_refused(answer: object, told: str) -> None:
    with pytest.raises(DiceError) as refused:
        RULES.begin(DuelRequest()).answer(False).answer(answer)
    assert told in str(refused.value)


@pytest.mark.parametrize(("answers", "by"), [((), "nobody"), ((), "sealed"), ((), "person"), ((9,), "asked")])
def test_who_answers_is_one_of_those_that_a_document_knows(answers: tuple[int, ...], by: Any) -> None:
    session = red_white.ruleset.begin(CHEKA)
    for answer in answers:
        session = session.answer(answer)
    with pytest.raises(AnswerError, match=rf"answer {len(answers) + 1} is by one of .*, not '{by}'"):
        session.answer(9 if not answers else "no", by=by)


def test_dice_are_a_source() -> None:
    session: Any = red_white.ruleset.begin(CHEKA)
    for refused in (session.automate, session.rolled):
        with pytest.raises(TypeError, match=r"dice is a source such as GivenDice\(\[6, 4\]\)"):
            refused(dice=[3])


def test_each_answer_that_is_put_in_can_be_taken_back() -> None:
    over = red_white.ruleset.begin(CHEKA).answer(9).answer("no")
    put = red_white.ruleset.begin(CHEKA).with_answers(over.answers)
    assert put.before is not None
    assert put.before.answers == over.answers[:1]
    shorter = over.with_answers(over.answers[:1])
    assert shorter.before is not None
    assert (shorter.before.answers, shorter.before.before) == ((), None)


def test_an_answer_to_nothing_is_refused() -> None:
    over = RULES.begin(DuelRequest()).answer(True)
    with pytest.raises(AnswerError, match="answer 2 answers nothing: the procedure is over"):
        over.answer(True)
    with pytest.raises(AnswerError, match="answer 1 is rolled, but no throw is asked"):
        RULES.begin(DuelRequest()).rolled(SeededDice(1))
    with pytest.raises(AnswerError, match="answer 1 is a throw, but the decision safe is asked") as wrong:
        RULES.begin(DuelRequest()).with_answers([Thrown(purpose="throw/die", faces=(1,))])
    assert wrong.value.number == 1


def test_an_answer_that_says_it_is_the_default_is_the_default() -> None:
    begun = RULES.begin(DuelRequest())
    assert isinstance(begun.with_answers([Decided(choice="safe", chosen=False, by="default")]).pending, Throw)
    with pytest.raises(AnswerError, match="answer 1 is yes, but says that it is the default of safe, which is no"):
        begun.with_answers([Decided(choice="safe", chosen=True, by="default")])


def test_what_is_illegal_never_begins() -> None:
    with pytest.raises(InvalidRequestError):
        RULES.begin(DuelRequest(bonus="much"))  # type: ignore[arg-type]
    with pytest.raises(IllegalRequestError, match="nobody has a bonus of 100"):
        RULES.begin(DuelRequest(bonus=100))


# --- By themselves ------------------------------------------------------------------------------------------------


def test_some_questions_answer_themselves() -> None:
    session = RULES.begin(DuelRequest()).automate(dice=GivenDice([4, 2]), choices={"safe": lambda *_: False})
    asked = session.pending
    assert isinstance(asked, Decision)
    assert asked.choice.id == "again"
    ended = session.answer("yes")
    assert ended.outcome == DuelOutcome(points=2, stayed=True)
    assert [answer.by for answer in ended.answers] == ["policy", "given", "person", "given"]
    # One step back is before what was answered by hand.
    assert ended.before is not None
    assert ended.before.pending == asked


@pytest.mark.parametrize("name", available())
def test_a_seed_gives_what_it_gives_in_one_go(name: str) -> None:
    ruleset: Ruleset[Any] = load(name)
    for procedure in ruleset.procedures[::3]:
        try:
            begun: Session[Any] = ruleset.begin(procedure.example)  # type: ignore[arg-type]
            whole = ruleset.resolve(begun.request, dice=SeededDice(7))
        except (IllegalRequestError, NeedsRuling):
            continue
        at_once = begun.automate(dice=SeededDice(7), choices=Defaults())
        step_by_step = begun.automate(dice=SeededDice(7))
        rolled = begun.automate(choices=Defaults())
        while step_by_step.pending is not None:
            assert isinstance(step_by_step.pending, Decision)
            step_by_step = step_by_step.answer(step_by_step.pending.default, by="default")
        while rolled.pending is not None:
            rolled = rolled.rolled(SeededDice(7))
        for session in (at_once, step_by_step, rolled):
            assert session.resolution is not None
            assert session.resolution.to_json() == whole.to_json()


# --- Deciders -----------------------------------------------------------------------------------------------------


def test_somebody_is_asked_in_play() -> None:
    heard: list[str] = []

    def ask(decision: Decision[Any, Any]) -> object:
        heard.append(f"{decision.choice.id} {decision.number}")
        return "no" if decision.choice.id == "safe" else None

    played = RULES.resolve(DuelRequest(), dice=GivenDice([5]), choices=Asked(ask))
    assert played.outcome == DuelOutcome(points=5, stayed=True)
    assert heard == ["safe 0", "again 1"]


def test_answers_in_order() -> None:
    played = RULES.resolve(DuelRequest(), dice=GivenDice([5, 6]), choices=InOrder(["no", "yes"]))
    assert played.outcome == DuelOutcome(points=6, stayed=True)
    with pytest.raises(ChoiceError, match=r"too few answers to again \[duel-again\].*the 1 given.*yes or no"):
        RULES.resolve(DuelRequest(), dice=GivenDice([5]), choices=InOrder([False]))
    with pytest.raises(ChoiceError, match="too many answers: 1 of 2 were needed; left over: no"):
        RULES.resolve(DuelRequest(), dice=GivenDice([]), choices=InOrder([True, False]))


def test_who_decides_in_play_alone_does_not_decide_odds() -> None:
    with pytest.raises(ChoiceError, match="Asked answers safe in play alone: name a policy, a function"):
        RULES.odds(DuelRequest(), choices=dict.fromkeys(["safe"], Asked(lambda _: None)))


@pytest.mark.parametrize(
    ("policy", "error"),
    [(lambda *_: "perhaps", ChoiceError), (lambda *_: 1 / 0, ZeroDivisionError)],
)
def test_a_policy_that_fails_leaves_the_session_as_it_was(policy: Any, error: type[Exception]) -> None:
    begun = RULES.begin(DuelRequest())
    with pytest.raises(error):
        begun.automate(choices={"safe": policy})
    assert begun.answer("yes").outcome is not None


# --- A referee ----------------------------------------------------------------------------------------------------


def test_overrides_hold_from_the_beginning() -> None:
    override = Override(what="roll", at="throw/die", value=6, reason="it fell off the table")
    session = RULES.begin(DuelRequest(), overrides=[override]).answer("no").answer("no")
    assert session.outcome == DuelOutcome(points=6, stayed=True)
    assert [step.reason for step in session.record.overrides] == ["it fell off the table"]
    assert RULES.load_session(session.to_json()).outcome == session.outcome
    with pytest.raises(OverrideError, match="nothing happened that these overrides name: roll 'throw/die'"):
        RULES.begin(DuelRequest(), overrides=[override]).answer("yes")
