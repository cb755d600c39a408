"""The talk of `rcw ask`: the request is asked for, shown with its modifiers, answered, changed and answered again."""

from __future__ import annotations

import re
import secrets
import shlex
from collections.abc import Callable
from typing import Any

import click

from rcw_rules.brief import defaults_left_out
from rcw_rules.cli.ask_lines import LineReader
from rcw_rules.cli.asking import play, save_for_later
from rcw_rules.cli.chances import EXACT, chance_blocks
from rcw_rules.cli.inputs import toml_of
from rcw_rules.cli.output import TextTable, show
from rcw_rules.cli.streams import OutputError
from rcw_rules.forms import form_of
from rcw_rules.interviews import Interview, Roster, said
from rcw_rules.json_text import dumps, read_json_file
from rcw_rules.kernel.citations import Verdict
from rcw_rules.kernel.errors import (
    IllegalRequestError,
    InvalidRequestError,
    NoAnswerError,
    Problem,
    RulesError,
    in_short,
)
from rcw_rules.kernel.plain import printable
from rcw_rules.kernel.procedures import Procedure, Request
from rcw_rules.kernel.sources import DiceSource, GivenDice, SeededDice
from rcw_rules.kernel.writing import write_whole
from rcw_rules.ruleset import Ruleset
from rcw_rules.terminal import read_faces
from rcw_rules.wire import structure

_FACES = re.compile(r"(?:(?:[0-9]+|\*[1-9]|(?:10|[2-9JQKA])[SHDC])(?:[,\s]+|$))+", re.IGNORECASE)
_HELP = "Enter leaves out what may be left out; ? explains, undo takes the last answer back, q ends."

_COMMANDS = (
    ("Enter", "roll the dice"),
    ("4 6 2", "the faces of dice that you threw, in their order"),
    ("dice", "be asked for every throw"),
    ("odds", "how likely each outcome is"),
    ("FIELD VALUE", "change the request: stands 6, or defenders[0].cover trench"),
    ("show", "the request"),
    ("fields", "all that can be changed"),
    ("save FILE", "keep the request"),
    ("undo", "back to the questions, the last answer taken back"),
    ("q", "end"),
)


class Talk:
    """One question, asked for and answered as often as wanted.

    Args:
        ruleset: The ruleset, with its options.
        procedure: The question.
        lines: Where the answers come from.
        roster: Units by name.
        seed: The seed of the machine that rolls; None for one drawn at the first roll.
        file: Where the request is kept as soon as it is complete, and again when it is changed; None for nowhere.
        going_on: The command that goes on with answers that were kept.
    """

    def __init__(
        self,
        ruleset: Ruleset[Any],
        procedure: Procedure[Any, Any, Any],
        *,
        lines: LineReader,
        roster: Roster,
        seed: int | None,
        file: str | None,
        going_on: str,
    ) -> None:
        self._ruleset = ruleset
        self._procedure = procedure
        self._lines = lines
        self._seed = seed
        self._file = file
        self._unwritten = ""
        self._going_on = going_on
        self._kept: list[str] = []
        self._interview = Interview(procedure, roster=roster)

    def begin_with(self, file: str) -> None:
        """Take the answers that were kept in a file.

        Raises:
            InvalidRequestError: If it cannot be read, holds no answers, or one that will not do.
            NoAnswerError: A line of it is longer than anybody types.
        """
        for number, line in enumerate(structure(read_json_file(file), tuple[str, ...])):
            asked = self._interview.asked
            if asked is None or not self._interview.answer(line):
                why = "nothing is asked any more" if asked is None else f"{asked.text.strip()} {self._told()}"
                raise InvalidRequestError([Problem(f"$[{number}]", f"{in_short(line, 60)!r} does not answer: {why}")])
        self._kept = list(self._interview.lines)

    def _told(self) -> str:
        return "" if self._interview.asked is None else "; ".join(self._interview.asked.told)

    def hold(self) -> None:
        """Ask, show and answer until the person ends it. Answers are kept if it ends before the request is complete.

        Raises:
            NoAnswerError: The answers end before the request is complete.
            OutputError: The file for the request could not be written, nor another since.
        """
        show(self._procedure.title, _HELP, "")
        try:
            self._converse()
        except NoAnswerError as error:
            kept = self._kept_answers()
            raise NoAnswerError(f"{error}{f'; {kept}' if kept else ''}") from None
        except KeyboardInterrupt:
            if kept := self._kept_answers():
                click.echo(f"\nrcw: {printable(kept)}", err=True)
            raise
        if kept := self._kept_answers():
            click.echo(f"rcw: {printable(kept)}", err=True)
        if self._unwritten:
            raise OutputError(self._unwritten)

    def _converse(self) -> None:
        while self._is_asked():
            self._show_what_is_known()
            if self._file is not None:
                self._save(self._file)
            while True:
                line = self._lines.line("\nEnter rolls, ? shows what else can be typed: ")
                if line is None or line.lower() in ("q", "quit", "end"):
                    return
                if line.lower() in ("undo", "b"):
                    self._interview.undo()
                    break
                self._obey(line)

    def _kept_answers(self) -> str:
        """Keep the answers to a request that is not complete; return how to go on, or "" if nothing is to be kept."""
        lines = self._interview.lines
        if self._interview.asked is None or lines == self._kept:
            return ""
        file = save_for_later(self._procedure.id, "answers", f"{dumps(lines)}\n".encode())
        return f"your answers are kept: go on with {self._going_on} --answers {shlex.quote(str(file))}"

    # ------------------------------------------------------------------ the request

    def _is_asked(self) -> bool:
        """Ask until the request is complete; return False if the person ends it."""
        while (asked := self._interview.asked) is not None:
            for told in asked.told:
                _say(told)
            line = self._lines.line(asked.text, asked.names)
            if line is None:
                raise NoAnswerError(f"the answers ended before this was answered: {asked.text.strip()}")
            match line.lower():
                case "q" | "quit":
                    return False
                case "?":
                    for told in asked.help:
                        _say(f"  {told}")
                case "undo" | "b":
                    if not self._interview.undo():
                        _say("there is no answer to take back")
                case _:
                    self._interview.answer(line)
        return True

    @property
    def _request(self) -> Request[Any]:
        return self._interview.request

    def _show_what_is_known(self) -> None:
        """Show legality and modifiers, before any die."""
        _say("")
        try:
            preview = self._ruleset.preview(self._request)
        except RulesError as error:
            _say(str(error))
            return
        if not preview.verdict:
            _forbid(preview.verdict)
            return
        for _, step in preview.record.walk():
            _say(f"  {step.text}{f' [{step.rule}]' if step.rule else ''}")
        if preview.next_throw:
            _say(f"  to be thrown: {preview.next_throw}")

    # ------------------------------------------------------------------ commands

    def _obey(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        commands: dict[str, Callable[[], None]] = {
            "": lambda: self._answer(SeededDice(self._machine())),
            "roll": lambda: self._answer(SeededDice(self._machine())),
            "dice": lambda: self._answer(None),
            "odds": self._show_odds,
            "show": lambda: show(dumps(defaults_left_out(self._request))),
            "fields": self._show_fields,
            "save": lambda: self._save(rest.strip()),
            "?": lambda: show(TextTable(_COMMANDS, indent=2)),
        }
        try:
            if word.lower() in commands and (not rest or word.lower() == "save"):
                commands[word.lower()]()
            elif _FACES.fullmatch(line):
                self._answer(GivenDice(read_faces(line), as_shown=True))
            else:
                self._change(line)
        except NoAnswerError:
            raise
        except IllegalRequestError as error:
            _forbid(error.verdict)
        except InvalidRequestError as error:
            for problem in error.problems:
                _say(said(problem))
        except RulesError as error:  # the request stands, and another line may do
            _say(str(error))

    def _answer(self, dice: DiceSource | None) -> None:
        """Play the question: dice from a source, or asked for; decisions are asked for."""
        session = self._ruleset.begin(self._request)
        play(session.automate(dice=dice) if dice is not None else session, "", self._seed, as_json=False)

    def _machine(self) -> int:
        """Return the seed of the next roll."""
        seed = secrets.randbelow(2**32) if self._seed is None else self._seed
        self._seed = seed + 1
        _say(f"rolled with the seed {seed}\n")
        return seed

    def _show_odds(self) -> None:
        show(self._procedure.title, *chance_blocks(self._request, self._ruleset.odds(self._request), EXACT))

    def _show_fields(self) -> None:
        rows = [(one.path, f"{one.takes}. {one.meaning}") for one in form_of(self._procedure)]
        show(TextTable(rows, headers=("field", "what")))

    def _change(self, line: str) -> None:
        changed = self._interview.change(line)
        _say(f"{changed} is changed")
        self._show_what_is_known()
        if self._file is not None:
            self._save(self._file)

    def _save(self, file: str) -> None:
        if not file:
            _say("save needs the name of a file: save melee.toml")
            return
        try:
            text = toml_of(self._request) if file.endswith(".toml") else dumps(defaults_left_out(self._request))
            write_whole(file, f"{text}\n".encode())
        except (OSError, ValueError) as error:
            self._not_kept(file, getattr(error, "strerror", None) or str(error))
        except InvalidRequestError as error:
            self._not_kept(file, f"{error}; a name that ends with .json will do")
        else:
            self._unwritten = ""
            _say(f"kept in {file}")

    def _not_kept(self, file: str, reason: str) -> None:
        told = f"{file} cannot be written: {reason}"
        _say(told)
        if file == self._file:
            self._unwritten = told


def _forbid(verdict: Verdict) -> None:
    for objection in verdict.objections:
        _say(f"not allowed: {said(Problem(objection.path, objection.message, objection.rule))}")


def _say(text: str) -> None:
    click.echo(printable(text))
