"""Sessions: a procedure that stops at every throw and every decision until it is answered.

>>> from rcw_rules import inches
>>> from rcw_rules import red_white as rw
>>> session = rw.ruleset.begin(rw.ActivationRequest(base=6, stands=7, full_move=inches(6)))
>>> print(session.pending)
roll d10, 6 or less for activation [p1-activation]
>>> session.answer(9).resolution is not None
True
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Generic, cast, get_args

import attrs

from rcw_rules.kernel.errors import AnswerError, DiceError
from rcw_rules.kernel.limits import SAMPLE_LIMITS, Limits
from rcw_rules.kernel.markup import html_lines, html_text
from rcw_rules.kernel.plain import plain
from rcw_rules.kernel.procedures import OutcomeT, Request
from rcw_rules.kernel.questions import Answer, Decided, Frame, Question, Throw, Thrown
from rcw_rules.kernel.record import Record
from rcw_rules.kernel.seals import Seal
from rcw_rules.kernel.shape_words import show
from rcw_rules.kernel.sources import DiceSource, SeededDice, require_source
from rcw_rules.kernel.stepping import Played, play_on
from rcw_rules.kernel.umpire import Decider, Override, Policies
from rcw_rules.kernel.variables import DecidedBy, Face, Roller, faces_told
from rcw_rules.kernel.words import counted
from rcw_rules.resolution import Resolution

if TYPE_CHECKING:
    from rcw_rules.advice import Advice, Wants
    from rcw_rules.ruleset import Ruleset

__all__ = ["Session", "begin"]

_ROLLERS: tuple[str, ...] = tuple(roller for roller in get_args(Roller) if roller != "sealed")
"""Who may have rolled an answer that is given by hand. Sealed throws are numbered, so `Session.rolled` makes those."""

_DECIDERS: tuple[str, ...] = get_args(DecidedBy)


@attrs.frozen(kw_only=True, eq=False, repr=False)
class Session(Generic[OutcomeT]):
    """A procedure on its way: what has been answered, and what is asked next.

    It never changes: every answer makes another session, and an older one can be answered otherwise.

    Attributes:
        ruleset: Whose rules.
        request: The question that the procedure answers.
        overrides: A referee's decisions that set the book or the dice aside.
        answers: Every answer so far, in order.
        pending: The throw or the decision that is asked now, or None if the procedure is over.
        record: Every step so far.
        outcome: The outcome, or None while something is asked.
        seal: The seal of the dice, if some are sealed.
        frames: The procedures that are on their way, the whole question first.
    """

    ruleset: Ruleset[Any]
    request: Request[OutcomeT]
    overrides: tuple[Override, ...] = ()
    answers: tuple[Answer, ...] = ()
    pending: Question | None = None
    record: Record = attrs.field(factory=Record)
    outcome: OutcomeT | None = None
    seal: Seal | None = None
    frames: tuple[Frame, ...] = attrs.field(default=(), repr=False)
    _dice: DiceSource | None = attrs.field(default=None, alias="dice")
    _choices: Policies = attrs.field(factory=dict[str, Any], alias="choices")
    # How many answers there were before each that was given by hand.
    _steps: tuple[int, ...] = attrs.field(default=(), alias="steps")

    def __repr__(self) -> str:
        asked = "over" if self.pending is None else f"asks: {self.pending}"
        answers = counted(len(self.answers), "answer")
        return f"<Session of {self.ruleset.procedure_for(self.request).id}, {answers}; {asked}>"

    def _repr_html_(self) -> str:
        if self.resolution is not None:
            return self.resolution._repr_html_()  # pyright: ignore[reportPrivateUsage]
        title = html_text(self.ruleset.procedure_for(self.request).title)
        return title + html_lines(self.record.text(40).splitlines()) + html_lines(str(self.pending).splitlines())

    def answer(self, answer: object, *, by: Roller | DecidedBy | None = None) -> Session[OutcomeT]:
        """Return the session with the pending question answered.

        Args:
            answer: For a throw the faces in order, as real dice show them (a 0 on a d10 is ten), or one face; for a
                decision an alternative, its plain value, or its words.
            by: Who rolled or decided; by default a person who was asked.

        Raises:
            AnswerError: If nothing is asked, or nobody of that name rolls or decides.
            DiceError: If a die cannot show its face, or there are too few or too many.
            ChoiceError: If it is no alternative.
            IllegalRequestError: If a rule forbids what the decision leads to.
            NeedsRuling: If the source is silent about what follows.
        """
        return self._answered(self._answer(answer, by))

    def _answered(self, answer: Answer) -> Session[OutcomeT]:
        answered = self._with_answers((*self.answers, answer))
        return attrs.evolve(answered, steps=(*self._steps, len(self.answers)))

    def _answer(self, answer: object, by: str | None) -> Answer:
        asked = self.pending
        if asked is None:
            raise AnswerError(len(self.answers) + 1, "answers nothing: the procedure is over")
        known = _ROLLERS if isinstance(asked, Throw) else _DECIDERS
        if by is not None and by not in known:
            raise AnswerError(len(self.answers) + 1, f"is by one of {', '.join(known)}, not {show(by, 'python')}")
        if isinstance(asked, Throw):
            faces = asked.checked(_faces_of(answer))
            if len(faces) < len(asked.dice):
                needed = faces_told(len(asked.dice))
                raise DiceError(f"{asked.purpose} [{asked.rule}] needs {asked.label}: {needed}, not {len(faces)}")
            return Thrown(purpose=asked.purpose, faces=faces, by=cast("Roller", by or "asked"))
        chosen = plain(asked.alternative(answer))
        return Decided(choice=asked.choice.id, chosen=chosen, by=cast("DecidedBy", by or "person"))

    def automate(
        self, *, dice: DiceSource | None = None, choices: Policies | Decider | None = None
    ) -> Session[OutcomeT]:
        """Return the session with some kinds of question answered by themselves, now and from here on.

        Args:
            dice: Throws every throw; None leaves throws as they are.
            choices: Who decides: by the id of the choice, or one for all of them; None leaves decisions as they are.

        Dice that are used up, such as `GivenDice` and `SealedDice`, are used up for every session that has them: if an
        older one is answered otherwise, they go on where they are. A `SeededDice` rolls for each as if it were alone.

        Raises:
            AnswerError: If a sealed throw does not follow the one before it, as where throws were taken back.
            RulesError: As for `answer`.
        """
        if dice is not None:
            require_source(dice)
        automated = attrs.evolve(
            self,
            dice=self._dice if dice is None else dice,
            seal=_one_seal(self.seal, None if dice is None else dice.seal),
            choices={**self._choices, **self.ruleset.policies(choices)},
        )
        return automated._with_answers(self.answers)  # noqa: SLF001 - its own

    def rolled(self, dice: DiceSource) -> Session[OutcomeT]:
        """Return the session with the pending throw answered by *dice*, and nothing else.

        A `SeededDice` goes on after what the answers have of its purpose: going back and rolling again shows the same.

        Raises:
            AnswerError: If no throw is pending, or a sealed throw does not follow the one before it.
            DiceError: If the dice have no such faces.
        """
        asked = self.pending
        if not isinstance(asked, Throw):
            raise AnswerError(len(self.answers) + 1, "is rolled, but no throw is asked")
        require_source(dice)
        earlier = 0
        if isinstance(dice, SeededDice):
            dice = SeededDice(dice.seed)
            earlier = sum(answer.by == "seed" and answer.purpose == asked.purpose for answer in self._throws)
        for _ in range(earlier):
            dice.throw(asked.variable, asked.purpose, asked.rule)
        seal = _one_seal(self.seal, dice.seal)
        faces, by = dice.throw(asked.variable, asked.purpose, asked.rule)
        draw = dice.draw if by == "sealed" else None
        answer = Thrown(purpose=asked.purpose, faces=faces, by=by, draw=draw)
        return attrs.evolve(self, seal=seal)._answered(answer)  # noqa: SLF001 - its own

    @property
    def _throws(self) -> Iterator[Thrown]:
        return (answer for answer in self.answers if isinstance(answer, Thrown))

    @property
    def before(self) -> Session[OutcomeT] | None:
        """The session before its latest answer, or None if there was none.

        What dice and policies have answered by themselves goes with the answer before it.
        """
        if not self._steps:
            return None
        *steps, last = self._steps
        return attrs.evolve(self._with_answers(self.answers[:last]), steps=tuple(steps))

    def advise(
        self,
        *,
        value: Callable[[OutcomeT], int | Fraction],
        maximise: str | Wants = "",
        choices: Policies | None = None,
        limits: Limits | None = None,
        draws: int | None = None,
        seed: int | str = 0,
    ) -> Advice[OutcomeT]:
        """Say which alternative of the next decision is best, and what each comes to.

        The next decision is the pending one; while a throw is pending, whichever comes first. Every later decision is
        played best as well: by the side that maximises for the highest mean value, by any other for the lowest.

        Args:
            value: What an outcome is worth to the side that maximises: a number, or yes (1) and no (0).
            maximise: That side, as `Decision.owner` or the choice's ``who`` names it; "" for the side that takes the
                next decision. Or a function that says of each decision whether whoever takes it wants the value high;
                None leaves the decision to its default, as does a decision that names no side.
            choices: Policies, functions of the situation alone, that answer some choices whatever is best.
            limits: What the answer may cost: by default 200,000 branches, 2 seconds of computing and 200 MB. With
                *draws* the limits are for all games together, and by default there is none of seconds.
            draws: How many games to play for each alternative in place of an exact answer, every later decision by its
                default; None for an exact answer.
            seed: The seed of these games.

        Raises:
            AdviceError: If nothing is decided any more, there are overrides, or so much follows that only an estimate
                can tell.
            BudgetError: If it costs more: estimate with *draws*, or with fewer.
            InvalidRequestError: If *draws* is below 1.
            QuestionCancelledError: If it was called off.
            UnknownNameError: If no side of that name decides anything.
            ChoiceError: If a policy is for no choice of this ruleset, or is no function.
        """
        from rcw_rules.advice import advise, estimate

        policies = self.ruleset.policies(choices)
        if draws is not None:
            return estimate(self, value, maximise, policies, draws, seed, limits or SAMPLE_LIMITS)
        return advise(self, value, maximise, policies, limits or Limits())

    @property
    def resolution(self) -> Resolution[OutcomeT] | None:
        """The answer with its record, as `Ruleset.resolve` gives it, or None while something is asked."""
        if self.pending is not None:
            return None
        return self.ruleset.resolved(self.request, cast("OutcomeT", self.outcome), self.record, self.seal)

    @property
    def question(self) -> dict[str, Any] | None:
        """The pending question as plain data, for programs in any language; None if nothing is asked."""
        from rcw_rules.session_documents import question_data

        return question_data(self)

    def to_dict(self) -> dict[str, Any]:
        """Return plain data, ready for JSON: dice and policies that answer by themselves are not part of it."""
        from rcw_rules.session_documents import session_data

        return session_data(self)

    def to_json(self) -> str:
        """Return a JSON document that `Ruleset.load_session` reads back."""
        from rcw_rules.wire import dumps

        return dumps(self.to_dict())

    def with_answers(self, answers: Iterable[Answer]) -> Session[OutcomeT]:
        """Return the session with *answers* in the place of its own, and then what dice and policies answer.

        Raises:
            AnswerError: If an answer does not fit what is asked at its place, or nothing is asked there; or if it is a
                sealed throw and the session has no seal, or does not follow the sealed throw before it.
            RulesError: As for `answer`.
        """
        given = tuple(answers)
        for number, answer in enumerate(given if self.seal is None else (), 1):
            if answer.by == "sealed":
                raise AnswerError(number, "is a sealed throw, but the session has no seal")
        return attrs.evolve(self._with_answers(given), steps=tuple(range(len(given))))

    def _with_answers(self, answers: tuple[Answer, ...]) -> Session[OutcomeT]:
        played: Played = play_on(
            self.ruleset,
            self.request,
            answers,
            dice=self._dice,
            choices=self._choices,
            overrides=self.overrides,
        )
        return attrs.evolve(
            self,
            answers=played.answers,
            pending=played.question,
            record=played.record,
            outcome=played.outcome,
            frames=played.frames,
        )


def begin(
    ruleset: Ruleset[Any],
    request: Request[OutcomeT],
    overrides: Iterable[Override] = (),
    answers: Iterable[Answer] = (),
    seal: Seal | None = None,
) -> Session[OutcomeT]:
    """Return the session of a request that is legal, with some answers given already."""
    return Session(ruleset=ruleset, request=request, overrides=tuple(overrides), seal=seal).with_answers(answers)


def _one_seal(old: Seal | None, new: Seal | None) -> Seal | None:
    if old is not None and new is not None and old != new:
        raise DiceError("these dice are under another seal than those before: one resolution has one seal")
    return new if old is None else old


def _faces_of(answer: object) -> tuple[Face, ...]:
    if isinstance(answer, int | str):
        return (answer,)
    if isinstance(answer, Iterable):
        return tuple(cast("Iterable[Face]", answer))
    raise DiceError(f"faces are numbers or codes of cards, not {show(answer, 'python')}")
