"""Command lines, drawn from what the parser knows: each ends with a documented exit code and never with a traceback.

A case is JSON: arguments and standard input.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click
from cli_runs import run
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from fuzzing.changes import changed_texts
from fuzzing.questions import rulesets
from rcw_rules.cli.commands import rcw
from rcw_rules.wire import dumps, unstructure

__all__ = ["cases", "check"]

_CODES = (0, 1, 2, 3, 74)
"""Answered; forbidden; malformed; needs a ruling; the answer cannot be written. 70 would be a mistake of ours."""

_ODD_WORDS = (
    "",
    "-",
    "--",
    "=",
    ",",
    "x=1",
    "a=b=c",
    "1",
    "-1",
    "0",
    "1e9",
    "999999",
    "4,6",
    "QH",
    "\udcff",
    "\x00",
    "é",
)


def cases() -> SearchStrategy[bytes]:
    """Return a strategy for command lines: mostly a command with its own options, and words that it may know."""
    commands = dict(_commands(rcw, ()))
    words = _words()
    examples = [
        dumps(unstructure(procedure.example)) for ruleset in rulesets().values() for procedure in ruleset.procedures
    ]

    @st.composite
    def drawn(draw: Callable[[SearchStrategy[Any]], Any]) -> bytes:
        path = draw(st.sampled_from(sorted(commands)))
        arguments: list[str] = []
        for parameter in commands[path]:
            given_times = draw(st.sampled_from((0, 1, 1, 2)))
            if isinstance(parameter, click.Argument):
                arguments += [draw(words)] * bool(given_times)
            elif isinstance(parameter, click.Option) and draw(st.booleans()):
                for _ in range(given_times):
                    arguments += [draw(st.sampled_from(parameter.opts)), *([] if parameter.is_flag else [draw(words)])]
        if draw(st.integers(0, 3)) == 0:
            arguments.insert(draw(st.integers(0, len(arguments))), draw(words))
        stdin = draw(changed_texts(st.sampled_from(examples)) | st.text(max_size=20))
        return json.dumps({"arguments": [*path, *arguments], "stdin": stdin}).encode()

    return drawn()


def _commands(command: click.Command, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], list[click.Parameter]]]:
    if isinstance(command, click.Group):
        for name, inner in command.commands.items():
            yield from _commands(inner, (*path, name))
    else:
        yield path, command.params


def _words() -> SearchStrategy[str]:
    """Return a strategy for words: ids, settings, and odd ones. None names a file outside of the working folder."""
    known = [
        *(procedure.id for ruleset in rulesets().values() for procedure in ruleset.procedures),
        *(f"{name}={value}" for ruleset in rulesets().values() for name, value in unstructure(ruleset.options).items()),
        *(id for ruleset in rulesets().values() for id in (ruleset.id, *ruleset.charts)),
        *(choice.id for ruleset in rulesets().values() for choice in ruleset.choices),
        *(rule.id for ruleset in rulesets().values() for rule in list(ruleset.rules)[:20]),
    ]
    odd = st.sampled_from(_ODD_WORDS) | st.text(max_size=6).filter(lambda word: not {*word} & {"/", "~", "\\"})
    return st.sampled_from(known) | st.sampled_from(known) | odd


def check(case: bytes) -> None:
    """Run a command line in an empty folder.

    Raises:
        AssertionError: It ended otherwise than the documentation says.
    """
    data = json.loads(case)
    # Odds of a million branches are no mistake, and no pastime.
    arguments = [*data["arguments"], *(["--budget", "2000"] if data["arguments"][:1] == ["odds"] else [])]
    if "demo" in arguments or any(word.isdigit() and len(word) > 6 for word in arguments):
        return
    with _empty_folder():
        ran = run(*arguments, stdin=data["stdin"].encode("utf-8", "surrogatepass"))
    assert ran.code in _CODES, f"exit code {ran.code}: {ran.err}"
    assert "Traceback" not in ran.err or "--debug" in arguments, ran.err
    if ran.code == 0:
        assert ran.out, "it succeeded and says nothing"
        if "--json" in arguments and "--help" not in arguments:
            json.loads(ran.out)
    elif "--debug" not in arguments:
        assert ran.out == "" or "--ask" in arguments, "it failed after it had begun to answer"
        assert ran.err.endswith("\n"), "a refusal is no line"


@contextmanager
def _empty_folder() -> Iterator[None]:
    here = Path.cwd()
    with TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            yield
        finally:
            os.chdir(here)
