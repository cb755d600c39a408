"""Running a command: every error becomes one line on stderr, JSON after --json, and an exit code."""

from __future__ import annotations

import json
import os
import re
import sys
import traceback
from collections.abc import Sequence
from typing import Any

import click

from rcw_rules.cli.commands import rcw
from rcw_rules.cli.streams import OutputError, ReaderGoneError, guarded_streams
from rcw_rules.kernel.errors import (
    BudgetError,
    FileError,
    IllegalRequestError,
    InvalidRequestError,
    NeedsRuling,
    NotDeterministicError,
    Problem,
    ReplayError,
    RulesError,
    SignatureError,
    said_of,
)
from rcw_rules.kernel.plain import printable

ILLEGAL = 1
MALFORMED = 2
NEEDS_RULING = 3
INTERNAL = 70
CANNOT_WRITE = 74
READER_GONE = 141

_MOST_PROBLEMS = 8
_LONG_WORD = re.compile(r"\S{300,}")


def run(arguments: Sequence[str]) -> int:
    """Run ``rcw`` with these *arguments* and return its exit code: 0, or that of the error that was told on stderr.

    Raises:
        KeyboardInterrupt: The command was interrupted or told to end.
    """
    with guarded_streams():
        try:
            code = _asked(arguments)
            sys.stdout.flush()
        except ReaderGoneError:
            return READER_GONE
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # noqa: BLE001 - no traceback reaches the user, even if a plug-in gives up
            if "--debug" in arguments:
                click.echo("".join(traceback.format_exception(error)), err=True, nl=False)
            code, message = _told(error)
            several = message.split("\n") if isinstance(error, InvalidRequestError) else [message]
            lines = [_one_line(line) for line in several]
            if "--json" in arguments:
                # The standard library's JSON is ASCII, so that no character of it can upset a terminal.
                click.echo(json.dumps(_data(error, "; ".join(lines[1:] or lines))), err=True)
            else:
                click.echo("\n  ".join((f"rcw: {lines[0]}", *lines[1:])), err=True)
    return code or 0


def _asked(arguments: Sequence[str]) -> int | None:
    try:
        # Without standalone mode click returns the code of --help and of --version.
        code: int | None = rcw.main(list(arguments), prog_name="rcw", standalone_mode=False)
    except click.Abort as error:  # what click makes of an interrupt
        raise error.__cause__ or KeyboardInterrupt from None
    except (KeyError, ValueError) as error:  # click looks for what a shell tells it when it asks to complete a word
        wrong = error.args[0] if isinstance(error, KeyError) else "COMP_CWORD"  # as a number
        if not os.environ.get("_RCW_COMPLETE") or wrong not in ("COMP_WORDS", "COMP_CWORD"):
            raise
        raise click.UsageError(f"a word is completed for a shell, which tells it in {wrong}") from None
    except SystemExit as ended:
        if not os.environ.get("_RCW_COMPLETE"):
            raise  # a plug-in gives up
        code = (
            ended.code if isinstance(ended.code, int) else 0
        )  # how click ends when a shell asks it to complete a word
    return code


def _data(error: BaseException, message: str) -> dict[str, Any]:
    """Return *error* as the document that --json prints of it."""
    match error:
        case RulesError():
            data = error.as_data()
        case click.ClickException():
            data = {"code": "usage"}
        case OutputError():
            data = {"code": "output"}
        case _:
            data = {"code": "internal"}
    return {"error": {**data, "message": message}}


def _told(error: BaseException) -> tuple[int, str]:
    """Return the exit code of *error* and what to say of it."""
    match error:
        case click.ClickException():
            return MALFORMED, _usage(error)
        case IllegalRequestError():
            return ILLEGAL, str(error)
        case NeedsRuling():
            return NEEDS_RULING, str(error)
        case InvalidRequestError():
            return MALFORMED, _problems(error.problems)
        case BudgetError():
            instead = "estimate with --sample 10000 --seed 1" if error.instead == "sample" else error.instead
            return MALFORMED, (
                f"{error.finding}: raise --limit {error.bound}=NUMBER, or {instead}"
                f"{error.remedy and '; or '}{error.remedy}"
            )
        case OutputError() | FileError(is_unwritten=True):
            return CANNOT_WRITE, str(error)
        case ReplayError() | SignatureError() | RulesError(code="match"):
            return ILLEGAL, str(error)
        case RulesError() if not isinstance(error, NotDeterministicError):
            return MALFORMED, str(error)
        case _:
            culprit = _culprit(error)
            whose = f"{culprit} has failed" if culprit else "internal error"
            whom = f" to the authors of {culprit}" if culprit else ""
            return (
                INTERNAL,
                f"{whose}: {said_of(error)}; please report it{whom} with what the same command says with --debug",
            )


def _culprit(error: BaseException) -> str:
    """Return the distribution of the ruleset from outside whose code was running, or "" if none was."""
    from rcw_rules.registry import outside_packages

    outside = outside_packages()
    packages = [
        str(frame.f_globals.get("__name__")).partition(".")[0] for frame, _ in traceback.walk_tb(error.__traceback__)
    ]
    return next((outside[package] for package in packages if package in outside), "")


def _problems(problems: Sequence[Problem]) -> str:
    """Return the only problem, or a head and below it each problem on a line of its own."""
    told = [re.sub(r"^\$: ", "the request: ", str(problem)) for problem in problems[:_MOST_PROBLEMS]]
    if len(problems) > len(told):
        told.append(f"and {len(problems) - len(told)} more problems")
    said = [" ".join(line.split()) for line in told]
    return "\n".join(said if len(said) == 1 else (f"{len(problems)} problems:", *said))


def _usage(error: click.ClickException) -> str:
    message = error.format_message().rstrip(".")
    message = message[:1].lower() + message[1:]
    context = error.ctx if isinstance(error, click.UsageError) else None
    if context is None:
        return message
    return f"{message}{'' if message.endswith('?') else ';'} see {context.command_path} --help"


def _one_line(message: str) -> str:
    return _LONG_WORD.sub(lambda word: word[0][:100] + "...", printable(" ".join(message.split())))
