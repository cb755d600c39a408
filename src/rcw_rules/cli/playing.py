"""A session played at a terminal: one question after the other, with a way back and a way out."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any

import attrs

from rcw_rules.kernel.distributions import percent
from rcw_rules.kernel.errors import BudgetError, DiceError, NoAnswerError, RulesError
from rcw_rules.kernel.plain import in_text
from rcw_rules.kernel.questions import Question, Throw, Thrown
from rcw_rules.kernel.shapes import is_tuple
from rcw_rules.kernel.sources import SeededDice
from rcw_rules.kernel.variables import faces_told
from rcw_rules.kernel.wording import label, one_line, outcome_rows
from rcw_rules.sessions import Session
from rcw_rules.terminal import decision_lines, read_faces, read_line, typed_alternative

HELP = "Enter takes the default or lets the machine roll; ? explains, b goes back one answer, q saves and stops."

_MOST_VALUES = 40
_LONGEST_SEEN = 300


class Seat:
    """Where a person answers the questions of a session.

    Args:
        answers: Where the answers come from, a line each.
        say: Shows a line to the person.
        save: Writes a session to a file and returns its name.
        seed: The seed of the machine that rolls where the person types nothing; None for one drawn when first needed.
    """

    def __init__(
        self,
        *,
        answers: IO[bytes],
        say: Callable[[str], None],
        save: Callable[[Session[Any]], Path],
        seed: int | None = None,
    ) -> None:
        self._answers = answers
        self._say = say
        self._save = save
        self._seed = seed

    def play(self, session: Session[Any]) -> Session[Any] | None:
        """Ask until nothing is left to ask.

        Returns:
            The session, over; None if the person saved it and stopped.

        Raises:
            NoAnswerError: If the answers end, or a line is longer than anybody types; the session is saved, and the
                error names the file.
            KeyboardInterrupt: If the person interrupts; the session is saved, and its file is named. So it is if
                anything fails that no other answer can mend.
        """
        if session.pending is not None:
            self._say(HELP)
        while session.pending is not None:
            try:
                following = self._one(session)
            except NoAnswerError as error:
                raise NoAnswerError(f"{error}; {self._saved(session)}") from None
            except (KeyboardInterrupt, Exception):
                self._say(self._saved(session))
                raise
            if following is None:
                self._say(self._saved(session))
                return None
            session = following
        return session

    def _one(self, session: Session[Any]) -> Session[Any] | None:
        """Return the session after one line of the person; None if that saves and stops."""
        asked = session.pending
        assert asked is not None  # noqa: S101 - a session that is over has no turn
        for line in (throw_line(asked),) if isinstance(asked, Throw) else decision_lines(asked):
            self._say(line)
        typed = self._line(asked)
        try:
            if _is_command(asked, typed):
                return self._obeyed(session, typed)
            if isinstance(asked, Throw):
                return self._rolled(session, asked, typed)
            if not typed:
                return session.answer(asked.default, by="default")
            return session.answer(typed_alternative(asked, typed))
        except NoAnswerError:
            raise
        except RulesError as error:  # whatever it is, another answer may do, or the one before
            self._say(str(error))
            return session

    def _obeyed(self, session: Session[Any], command: str) -> Session[Any] | None:
        """Do what a command says."""
        match command.lower():
            case "q":
                return None
            case "b":
                before = session.before
                if before is None:
                    self._say("there is no answer to go back to")
                return before or session
            case _:
                for line in explained(session):
                    self._say(line)
                return session

    # ------------------------------------------------------------------ throws

    def _rolled(self, session: Session[Any], asked: Throw, typed: str) -> Session[Any] | None:
        if not typed:
            return self._by_machine(session, asked)
        faces = asked.checked(read_faces(typed))
        while len(faces) < len(asked.dice):  # one die after the other, a line each
            left = len(asked.dice) - len(faces)
            self._say(f"{len(faces)} of {faces_told(len(asked.dice))}: type the other{'s' if left > 1 else ''}")
            more = self._line(asked)
            if more.lower() == "b":
                return session
            if _is_command(asked, more):
                following = self._obeyed(session, more)
                if following is None:
                    return None
                continue
            try:
                faces = asked.checked((*faces, *read_faces(more)))
            except DiceError as error:  # the dice that are read already stand
                self._say(str(error))
        return session.answer(faces)

    def _by_machine(self, session: Session[Any], asked: Throw) -> Session[Any]:
        if self._seed is None:
            self._seed = secrets.randbelow(2**32)
            self._say(f"the machine rolls with the seed {self._seed}")
        rolled = session.rolled(SeededDice(self._seed))
        faces = next(answer.faces for answer in rolled.answers[len(session.answers) :] if isinstance(answer, Thrown))
        self._say(f"the machine rolled {', '.join(map(str, faces))}")
        return rolled

    # ------------------------------------------------------------------ lines

    def _line(self, asked: Question) -> str:
        typed = read_line(self._answers)
        if typed is None:
            raise NoAnswerError(f"the answers ended before this was answered: {asked}")
        return typed

    def _saved(self, session: Session[Any]) -> str:
        file = self._save(session)
        return f"the session is saved: go on with rcw resume {file}"


def _is_command(asked: Question, typed: str) -> bool:
    """Return whether a line is a command: a capital letter is one as well, unless it is an alternative."""
    if typed.lower() not in {"q", "b", "?"}:
        return False
    return typed == typed.lower() or isinstance(asked, Throw) or typed not in asked.told


def throw_line(asked: Throw) -> str:
    """Return a throw as a person reads it: what to roll, for what, with which modifiers, by which rule."""
    count = faces_told(len(asked.dice))
    force = in_force(asked)
    purpose = asked.purpose.rpartition("/")[2]
    return f"roll {asked.label} for {purpose}{force and f' ({force})'} [{asked.rule}]: type {count}"


def in_force(asked: Throw) -> str:
    """Return the modifiers of a throw in words, those of each die together where they modify several."""
    by_die: dict[str, list[str]] = {}
    for step in asked.modifiers:
        by_die.setdefault(step.to, []).append(step.text.removeprefix(f"{step.to}: "))
    if len(by_die) == 1:
        return ", ".join(*by_die.values())
    return "; ".join(f"{to}: {', '.join(told)}" for to, told in by_die.items())


def explained(session: Session[Any], asked: Question | None = None) -> Iterator[str]:
    """Yield what is to be known of the pending question: its rule, what led to it, and how likely each value is.

    Args:
        session: The session.
        asked: The pending question, as whoever is asked may see it; by default all of it.
    """
    asked = asked or session.pending
    if asked is None:
        return
    rule = asked.rule if isinstance(asked, Throw) else asked.choice.rule
    try:
        entry = session.ruleset.rules[rule]
    except RulesError:  # a ruleset without an index
        yield f"rule {rule}"
    else:
        yield f"rule {rule}: {entry.title}{entry.section and f' ({entry.section})'}"
        if entry.summary:
            yield f"  {entry.summary}"
    for step in asked.known:
        yield f"  {step.text} [{step.rule}]"
    if isinstance(asked, Throw):
        try:
            pairs = list(asked.odds.items())
        except BudgetError:  # more values than can be listed
            return
        for value, chance in pairs[:_MOST_VALUES]:
            yield f"  {in_text(value)}: {percent(chance)}"
        if len(pairs) > _MOST_VALUES:
            yield f"  and {len(pairs) - _MOST_VALUES} more"
    else:
        yield from _seen(asked.situation)


def _seen(situation: object) -> Iterator[str]:
    """Yield what a player can see, a line for each unit or value; a whole map is cut short."""
    cls: type[Any] = type(situation)
    rows: list[tuple[str, str]]
    try:
        if attrs.has(cls):
            rows = outcome_rows(situation)
        else:
            parts: tuple[Any, ...] = situation if is_tuple(situation) else (situation,)
            rows = [("", one_line(part) if attrs.has(part.__class__) else in_text(part)) for part in parts]
    except (TypeError, NameError):  # a situation never goes on the wire, so its types are its author's own affair
        fields = attrs.fields(cls) if attrs.has(cls) else ()
        rows = [(label(one.name), in_text(getattr(situation, one.name))) for one in fields] or [("", str(situation))]
    for name, told in rows:
        yield f"  {f'{name}: ' if name else '  '}{told if len(told) <= _LONGEST_SEEN else f'{told[:_LONGEST_SEEN]}...'}"
