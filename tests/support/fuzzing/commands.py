"""Command lines, drawn from what the parser knows: each ends with a documented exit code and never with a traceback.

A case is JSON: arguments and standard input.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Sequence
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
from rcw_rules import Ruleset
from rcw_rules.cli.commands import rcw
from rcw_rules.kernel.procedures import Procedure
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


_OFTEN = (("resolve",), ("resolve",), ("resolve",), ("odds",), ("odds",))


def cases() -> SearchStrategy[bytes]:
    """Return a strategy for command lines: mostly of a command with its own options, about one procedure."""
    commands = dict(_commands(rcw, ()))
    procedures = [(ruleset, procedure) for ruleset in rulesets().values() for procedure in ruleset.procedures]
    odd = st.sampled_from(_ODD_WORDS) | st.text(max_size=6).filter(lambda word: not {*word} & {"/", "~", "\\"})

    @st.composite
    def drawn(draw: Callable[[SearchStrategy[Any]], Any]) -> bytes:
        path = draw(st.sampled_from((*sorted(commands), *_OFTEN)))
        ruleset, procedure = draw(st.sampled_from(procedures))
        known = _words(ruleset, procedure)
        arguments: list[str] = []
        for parameter in commands[path]:
            name = parameter.opts[0]
            words = st.sampled_from(known.get(name, ("1",)))
            word: str = draw(odd if draw(st.integers(0, 9)) == 0 else words)
            if isinstance(parameter, click.Argument):
                arguments += [word] * draw(st.sampled_from((1, 1, 1, 0)))
            elif isinstance(parameter, click.Option):
                times = draw(st.sampled_from((0,) * 12 + (1, 1, 2)))
                arguments += [name, *([] if parameter.is_flag else [word])] * times
        if path == ("resolve",):
            arguments += draw(
                st.sampled_from((["--seed", "1"], ["--dice", "4,6"], ["--ask"], ["--json", "--seed", "7"]))
            )
        if draw(st.integers(0, 7)) == 0:
            arguments.insert(draw(st.integers(0, len(arguments))), draw(odd))
        example = dumps(unstructure(procedure.example))
        given = st.just(example)
        stdin = draw(given | given | changed_texts(given) | st.text(max_size=20))
        return json.dumps({"arguments": [*path, *arguments], "stdin": stdin}).encode()

    return drawn()


def _commands(command: click.Command, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], list[click.Parameter]]]:
    if isinstance(command, click.Group):
        for name, inner in command.commands.items():
            yield from _commands(inner, (*path, name))
    else:
        yield path, command.params


def _words(ruleset: Ruleset[Any], procedure: Procedure[Any, Any, Any]) -> dict[str, Sequence[str]]:
    """Return what each parameter may well be. No word names a file outside of the working folder."""
    options = [f"{name}={json.dumps(value)}" for name, value in unstructure(ruleset.options).items()]
    choices = [f"{choice.id}={value}" for choice in ruleset.choices for value in ("true", "1", "red")]
    return {
        "ruleset_id": (ruleset.id,),
        "procedure_id": (procedure.id,),
        "id": (procedure.id, ruleset.id),
        "rule_id": [rule.id for rule in ruleset.rules],
        "chart_id": list(ruleset.charts) or ("none",),
        "file": ("-",),
        "request_file": ("-",),
        "--set": options or ("x=1",),
        "--choose": choices or ("x=1",),
        "--seed": ("1", "0", "-7"),
        "--sample": ("1", "50"),
        "--dice": ("4,6", "", "1 2 3 4 5 6 1 2 3", "10,10,10", "QH,7S"),
        "--budget": ("0", "1", "2000"),
        "--plot": ("odds.svg", "odds.png"),
    }


def check(case: bytes) -> None:
    """Run a command line in an empty folder.

    Raises:
        AssertionError: It ended otherwise than the documentation says.
    """
    data = json.loads(case)
    # Odds of a million branches are no mistake, and no pastime.
    arguments = list(data["arguments"])
    if arguments[:1] == ["odds"] and not {"--budget", "--sample"} & {*arguments}:
        arguments += ["--budget", "2000"]
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
