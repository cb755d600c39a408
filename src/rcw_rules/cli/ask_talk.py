"""The talk of `rcw ask`: the request is asked for, shown with its modifiers, answered, changed and answered again."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable
from typing import Any

import click

from rcw_rules.brief import defaults_left_out
from rcw_rules.cli.ask_lines import LineReader
from rcw_rules.cli.asking import play
from rcw_rules.cli.chances import EXACT, chance_blocks
from rcw_rules.cli.inputs import toml_of
from rcw_rules.cli.output import TextTable, printable, show
from rcw_rules.forms import form_of
from rcw_rules.interviews import Interview, Roster, said
from rcw_rules.json_text import dumps
from rcw_rules.kernel.citations import Verdict
from rcw_rules.kernel.errors import IllegalRequestError, InvalidRequestError, NoAnswerError, Problem, RulesError
from rcw_rules.kernel.procedures import Procedure, Request
from rcw_rules.kernel.sources import DiceSource, GivenDice, SeededDice
from rcw_rules.kernel.writing import write_whole
from rcw_rules.ruleset import Ruleset
from rcw_rules.terminal import read_faces

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
        file: Where the request is kept as soon as it is complete; None to keep it nowhere.
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
    ) -> None:
        self._ruleset = ruleset
        self._procedure = procedure
        self._lines = lines
        self._seed = seed
        self._file = file
        self._interview = Interview(procedure, roster=roster)

    def hold(self) -> None:
        """Ask, show and answer until the person ends it.

        Raises:
            NoAnswerError: The answers end before the request is complete.
        """
        show(self._procedure.title, _HELP, "")
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
        show(self._procedure.title, *chance_blocks(self._ruleset.odds(self._request), EXACT))

    def _show_fields(self) -> None:
        rows = [(one.path, f"{one.takes}. {one.meaning}") for one in form_of(self._procedure)]
        show(TextTable(rows, headers=("field", "what")))

    def _change(self, line: str) -> None:
        changed = self._interview.change(line)
        _say(f"{changed} is changed")
        self._show_what_is_known()

    def _save(self, file: str) -> None:
        if not file:
            _say("save needs the name of a file: save melee.toml")
            return
        text = toml_of(self._request) if file.endswith(".toml") else dumps(defaults_left_out(self._request))
        try:
            write_whole(file, f"{text}\n".encode())
        except OSError as error:
            _say(f"{file} cannot be written: {error.strerror or error}")
        else:
            _say(f"kept in {file}")


def _forbid(verdict: Verdict) -> None:
    for objection in verdict.objections:
        _say(f"not allowed: {said(Problem(objection.path, objection.message, objection.rule))}")


def _say(text: str) -> None:
    click.echo(printable(text))
