"""One procedure, a question at a time: an umpire with the answers so far stops at the first question that has none.

A procedure is a function of its request and its answers, so going on means running it again with one answer more.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any, NoReturn, TypeVar

from attrs import evolve, frozen

from rcw_rules.kernel.books import Book
from rcw_rules.kernel.dice import Variable
from rcw_rules.kernel.errors import AnswerError, ChoiceError, DiceError
from rcw_rules.kernel.plain import alternative_told, in_text, plain
from rcw_rules.kernel.procedures import AlternativeT, Choice, OptionsT, OutcomeT, Request, SituationT
from rcw_rules.kernel.questions import Answer, Decided, Frame, Question, Throw, Thrown
from rcw_rules.kernel.record import ChoiceStep, Record, RollStep, Step
from rcw_rules.kernel.recording import steps_of
from rcw_rules.kernel.sources import DiceSource
from rcw_rules.kernel.umpire import Decider, Note, Override, Policies, RollingUmpire
from rcw_rules.kernel.variables import DecidedBy, Faces, Roller

AnswerT = TypeVar("AnswerT", Thrown, Decided)


@frozen(kw_only=True)
class Played:
    """How far a procedure came.

    Attributes:
        answers: Every answer so far, those that were given by dice and policies on the way as well.
        question: What it waits for, or None if it is over.
        outcome: Its outcome if it is over, otherwise None.
        record: Every step so far.
        frames: The procedures that are on their way, the whole question first.
    """

    answers: tuple[Answer, ...]
    question: Question | None
    outcome: Any
    record: Record
    frames: tuple[Frame, ...]


def play_on(
    book: Book[OptionsT],
    request: Request[OutcomeT],
    answers: Iterable[Answer],
    *,
    dice: DiceSource | None = None,
    choices: Policies | None = None,
    otherwise: Decider | None = None,
    overrides: Iterable[Override] = (),
    recording: bool = True,
) -> Played:
    """Run a procedure with *answers*, then with dice and policies as far as there are any, to the next question.

    Args:
        book: The ruleset.
        request: The question that the procedure answers; it is legal.
        answers: The answers so far, in order.
        dice: Throws what no answer is for, or None to stop there. Dice that can begin anew (`DiceSource.anew`) do, and
            go on after what the answers have of them.
        choices: Who decides what no answer is for, by the id of the choice.
        otherwise: Who decides every other choice, or None to stop there.
        overrides: A referee's decisions.
        recording: Whether to keep a record; without one it is empty, and so is what a question says is known.

    Raises:
        AnswerError: If an answer does not fit what is asked at its place, nothing more is asked, or a sealed throw does
            not follow the one before it; it names the place.
        OverrideError: If the procedure is over and an override names nothing that happened, or if the reason of one is
            not one line of text.
    """
    sheet = _Sheet(answers)
    overrides = tuple(overrides)
    notes: list[Note] | None = [] if recording else None
    umpire = _AnsweredUmpire(
        book,
        _AnsweredDice(sheet, dice),
        choices or {},
        recording=False,
        overrides=overrides,
        notes=notes,
    )
    umpire.follow(sheet, otherwise)
    outcome: Any = None
    question: Question | None = None
    try:
        outcome = umpire.run(request)
    except _Unanswered as unanswered:
        question = unanswered.question
    record = Record()
    if notes is not None:
        run_again = partial(steps_of, book, request, notes, overrides, is_over=question is None, outcome=outcome)
        record = Record(make=run_again)
        if question is not None:
            question = evolve(question, known=Record(make=partial(_since_the_last, record)))
    return Played(answers=sheet.answers, question=question, outcome=outcome, record=record, frames=umpire.frames)


def play_to_the_end(
    book: Book[OptionsT], request: Request[OutcomeT], answers: Iterable[Answer], dice: DiceSource
) -> OutcomeT:
    """Return the outcome of a procedure that continues after some answers with dice and defaults.

    Args:
        book: The ruleset.
        request: The question; it is legal.
        answers: Answers that a session gave or accepted: they are not checked again.
        dice: Throws what no answer is for.
    """
    going_on = _GoingOn(answers, dice)
    umpire = _TryingUmpire(book, going_on, {}, recording=False)
    umpire.left = going_on.left
    return umpire.run(request)


class _GoingOn(DiceSource):
    __slots__ = ("_dice", "left")

    def __init__(self, answers: Iterable[Answer], dice: DiceSource) -> None:
        self.left: Iterator[Any] = iter(answers)
        self._dice = dice

    def throw(self, variable: Variable[Any], purpose: str, rule: str) -> tuple[Faces, Roller]:
        for answer in self.left:
            return answer.faces, answer.by
        return self._dice.throw(variable, purpose, rule)


class _TryingUmpire(RollingUmpire[OptionsT]):
    __slots__ = ("left",)

    left: Iterator[Any]

    def _decided(
        self, choice: Choice[SituationT, AlternativeT], alternatives: tuple[AlternativeT, ...], situation: SituationT
    ) -> tuple[AlternativeT, DecidedBy]:
        for answer in self.left:
            return alternative_told(alternatives, answer.chosen), answer.by
        return choice.default(situation, alternatives), "default"


class _Unanswered(BaseException):
    """Carries the first question without an answer out of a procedure; none may catch it."""

    def __init__(self, question: Question) -> None:
        super().__init__(str(question))
        self.question = question


class _Sheet:
    """The answers, and which is next."""

    def __init__(self, answers: Iterable[Answer]) -> None:
        self._answers = list(answers)
        self._next = 0

    @property
    def answers(self) -> tuple[Answer, ...]:
        return tuple(self._answers)

    def take(self, kind: type[AnswerT], asked: str) -> AnswerT | None:
        """Return the next answer, or None if there is none."""
        if self._next == len(self._answers):
            return None
        answer = self._answers[self._next]
        if not isinstance(answer, kind):
            self.refuse(f"is a {answer.kind}, but {asked} is asked")
        self._next += 1
        return answer

    def add(self, answer: Answer) -> None:
        self._answers.append(answer)
        self._next += 1

    def refuse(self, message: str, *, taken: bool = False) -> NoReturn:
        raise AnswerError(self._next + 1 - taken, message)

    def finish(self) -> None:
        if self._next < len(self._answers):
            self.refuse("answers nothing: the procedure is over")


class _AnsweredDice(DiceSource):
    __slots__ = ("_by", "_dice", "_draw", "_following", "_sheet")

    def __init__(self, sheet: _Sheet, dice: DiceSource | None) -> None:
        self._sheet = sheet
        self._draw: int | None = None
        self._following: int | None = None  # the number of the next sealed throw, once there was one
        # Dice that begin anew throw again what they have thrown, and so go on as the old.
        self._dice = None if dice is None else dice.anew()
        self._by: Roller | None = None
        if self._dice is not None and self._dice is not dice:
            self._by = "seed" if self._dice.seal is None else "sealed"

    @property
    def draw(self) -> int | None:
        return self._draw

    def throw(self, variable: Variable[Any], purpose: str, rule: str) -> tuple[Faces, Roller]:
        answer = self._sheet.take(Thrown, f"the throw {purpose!r}")
        if answer is None:
            if self._dice is None:
                raise _Unanswered(Throw(purpose=purpose, rule=rule, variable=variable))
            faces, by = self._dice.throw(variable, purpose, rule)
            draw = self._dice.draw if by == "sealed" else None
            self._sheet.add(Thrown(purpose=purpose, faces=faces, by=by, draw=draw))
            self._count(by, draw)
            return faces, by
        if answer.purpose != purpose:
            self._sheet.refuse(f"is thrown for {answer.purpose!r}, but {purpose!r} is asked", taken=True)
        if len(answer.faces) != len(variable.dice):
            needed = f"{variable.label} needs {len(variable.dice)}, not {len(answer.faces)}"
            self._sheet.refuse(f"has another number of faces than dice are thrown: {needed}", taken=True)
        try:
            faces = variable.check_faces(answer.faces)
        except DiceError as error:
            self._sheet.refuse(str(error), taken=True)
        self._count(answer.by, answer.draw)
        if answer.by == self._by and self._dice is not None:
            self._dice.throw(variable, purpose, rule)
        return faces, answer.by

    def _count(self, by: Roller, draw: int | None) -> None:
        """Refuse a number that a record could not have: the throws of a sealed game follow one another."""
        self._draw = draw
        if by != "sealed":
            if draw is not None:
                self._sheet.refuse(
                    f"has the number {draw}, which only a sealed throw has, not one by {by!r}", taken=True
                )
            return
        if draw is None or draw < 1:
            self._sheet.refuse(f"is a sealed throw, whose number is 1 or more, not {draw}", taken=True)
        if draw != (self._following or draw):
            told = f"is throw {draw} of the sealed game, but throw {self._following} follows"
            self._sheet.refuse(f"{told}: go on with SealedDice(..., first={self._following})", taken=True)
        self._following = draw + 1

    def finish(self) -> None:
        self._sheet.finish()
        if self._dice is not None:
            self._dice.finish()


class _AnsweredUmpire(RollingUmpire[OptionsT]):
    __slots__ = ("otherwise", "sheet")

    sheet: _Sheet
    otherwise: Decider | None

    def follow(self, sheet: _Sheet, otherwise: Decider | None) -> None:
        self.sheet = sheet
        self.otherwise = otherwise
        self._frames = []

    @property
    def frames(self) -> tuple[Frame, ...]:
        return tuple(frame.closed() for frame in self._frames or ())

    def _decided(
        self, choice: Choice[SituationT, AlternativeT], alternatives: tuple[AlternativeT, ...], situation: SituationT
    ) -> tuple[AlternativeT, DecidedBy]:
        answer = self.sheet.take(Decided, f"the decision {choice.id}")
        if answer is None:
            if choice.id in self.policies:
                chosen, by = super()._decided(choice, alternatives, situation)
            elif self.otherwise is not None:
                chosen, by = self._asked(
                    self.otherwise, self._decision(choice, alternatives, situation, self.otherwise)
                )
            else:
                raise _Unanswered(self._decision(choice, alternatives, situation))
            self.sheet.add(Decided(choice=choice.id, chosen=plain(chosen), by=by))
            return chosen, by
        decider = self.policies.get(choice.id, self.otherwise)
        if isinstance(decider, Decider):
            self._deciders[decider] = self._deciders.get(decider, 0) + 1
        if answer.choice != choice.id:
            self.sheet.refuse(f"decides {answer.choice}, but {choice.id} is asked", taken=True)
        decision = self._decision(choice, alternatives, situation)
        try:
            chosen = decision.alternative(answer.chosen)
        except ChoiceError as error:
            self.sheet.refuse(str(error), taken=True)
        if answer.by == "default" and chosen != decision.default:
            told = f"the default of {choice.id}, which is {in_text(decision.default)}"
            self.sheet.refuse(f"is {in_text(chosen)}, but says that it is {told}", taken=True)
        return chosen, answer.by


def _since_the_last(record: Record) -> tuple[Step, ...]:
    """Return the steps since the last throw and the last decision between several alternatives."""
    known: list[Step] = []
    for _, step in record.walk():
        if isinstance(step, RollStep) or (isinstance(step, ChoiceStep) and len(step.alternatives) > 1):
            known.clear()
        else:
            known.append(step)
    return tuple(known)
