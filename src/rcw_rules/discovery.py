"""What the installed rulesets are and what can be asked of them, found without letting one spoil it for the others.

The code of a ruleset from outside runs in a process of its own: it may end that process, hang, print, or close its
streams, and the others are listed all the same.
"""

from __future__ import annotations

import json
import os
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Iterable
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import IO, Any, Literal, TypeAlias, cast

from rcw_rules.kernel.errors import RegistryError, RulesError, said_of
from rcw_rules.kernel.procedures import Choice, Procedure
from rcw_rules.kernel.shapes import is_array, is_object
from rcw_rules.registry import claims, game_from, load_from
from rcw_rules.ruleset import Ruleset

__all__ = ["SECONDS", "procedures_of", "survey", "told_choices"]

SECONDS = 10.0
"""How long a ruleset from outside may take to say what it is."""

Inquiry: TypeAlias = Literal["counts", "procedures", "names", "choices", "scenarios"]
Claim: TypeAlias = tuple[str, str, str]
"""The id of a ruleset, where its entry point leads, and the distribution that owns it."""


def survey(question: Inquiry, *, seconds: float = SECONDS) -> dict[str, dict[str, Any]]:
    """Return what every installed ruleset says of itself, by id.

    >>> survey("names")["red_white"]["procedures"][0]["id"]
    'red_white.assault'

    Args:
        question: What to ask: "counts" for titles and numbers of rules, procedures and charts, "procedures" for the
            procedures with their rules, "names" for the procedures alone, "choices" for the decisions that players
            take, "scenarios" for those that come with its game, none without a game. Names are remembered, so that a
            service that is asked for unknown procedures starts no process for each.
        seconds: How long a ruleset from outside may take.

    Returns:
        Plain data. A ruleset that cannot be loaded, or cannot answer, has one key, ``error``, with a text of one line.
    """
    inside: dict[str, dict[str, Any]] = {}
    outside: list[Claim] = []
    found = claims()
    for id, claim in found.items():
        if isinstance(claim, RegistryError):
            inside[id] = {"error": str(claim)}
        elif _is_at_home(claim[0]):
            inside[id] = _answer(question, (id, *claim))
        else:
            outside.append((id, *claim))
    ask = _names_outside if question == "names" else _asked_outside
    answers = inside | ask(question, tuple(outside), seconds)
    return {id: answers[id] for id in found}


def _is_at_home(value: str) -> bool:
    """Whether a ruleset is one of the library's own, or has been imported here already."""
    module = value.partition(":")[0].strip()
    return module.partition(".")[0] == "rcw_rules" or module in sys.modules or not module or ":" not in value


# ------------------------------------------------------------------ what a ruleset says


def _answer(question: Inquiry, claim: Claim) -> dict[str, Any]:
    id, value, owner = claim
    try:
        ruleset = load_from(id, value, owner)
        if question == "counts":
            return _counts(ruleset)
        if question == "choices":
            return {"choices": told_choices(ruleset.choices)}
        if question == "scenarios":
            return {"scenarios": _scenarios(id, value)}
        return {"procedures": procedures_of(ruleset, with_rules=question == "procedures")}
    except RulesError as error:
        return {"error": str(error)}
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # noqa: BLE001 - a ruleset that gives up takes no other with it
        return {"error": f"the ruleset {id!r} of {owner} cannot say what it is: {said_of(error)}"}


def _counts(ruleset: Ruleset[Any]) -> dict[str, Any]:
    return {
        "id": ruleset.id,
        "title": ruleset.title,
        "edition": ruleset.edition,
        "rules_version": ruleset.rules_version,
        "rules": len(ruleset.rules),
        "procedures": len(ruleset.procedures),
        "charts": len(ruleset.charts),
    }


def _scenarios(id: str, value: str) -> list[dict[str, Any]]:
    """Return the scenarios that come with a ruleset; none if it plays no whole games."""
    try:
        game = game_from(id, value)
    except RegistryError:
        return []
    return [
        {"id": f"{id}/{name}", "title": str(getattr(make(), "title", name))} for name, make in game.scenarios.items()
    ]


def procedures_of(ruleset: Ruleset[Any], *, with_rules: bool = True) -> list[dict[str, Any]]:
    """Return the id, the title and the rules of every procedure as plain data; *with_rules* False leaves out rules."""
    return [
        {
            "id": str(item.id),
            "title": str(item.title),
            "rules": list(_rules_of(ruleset, item)) if with_rules else [],
        }
        for item in ruleset.procedures
    ]


def told_choices(choices: Iterable[Choice[Any, Any]]) -> list[dict[str, str]]:
    """Return the id, the rule, who decides and what about of every choice as plain data."""
    return [{key: str(getattr(choice, key)) for key in ("id", "rule", "who", "about")} for choice in choices]


def _rules_of(ruleset: Ruleset[Any], procedure: Procedure[Any, Any, Any]) -> tuple[str, ...]:
    try:
        return ruleset.rules_of(procedure)
    except RegistryError:  # a broken index is shown by the command that is about it
        return procedure.rules


# ------------------------------------------------------------------ rulesets from outside


def _asked_outside(question: Inquiry, claims: tuple[Claim, ...], seconds: float) -> dict[str, dict[str, Any]]:
    """Ask rulesets in processes of their own; one that ends or stops a process is named, and the rest are asked on."""
    if not sys.executable or getattr(sys, "frozen", False):  # there is no Python to start
        return {claim[0]: _answer(question, claim) for claim in claims}
    answers: dict[str, dict[str, Any]] = {}
    while len(answers) < len(claims):
        answers |= _from_one_process(question, claims[len(answers) :], seconds)
    return answers


_names_outside = lru_cache(maxsize=4)(_asked_outside)


def _from_one_process(question: Inquiry, claims: tuple[Claim, ...], seconds: float) -> dict[str, dict[str, Any]]:
    """Return the answers of *claims* in their order, up to the first that a process cannot get over."""
    path = os.pathsep.join(folder or str(Path.cwd()) for folder in sys.path)
    process = subprocess.Popen(  # noqa: S603 - this very Python
        [sys.executable, "-P", "-c", f"from {__name__} import answer_outside; answer_outside()"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": path},
        start_new_session=True,  # so that whatever it starts is ended with it
    )
    answers: dict[str, dict[str, Any]] = {}
    try:
        lines = _lines_of(process)
        with suppress(BrokenPipeError), cast("IO[bytes]", process.stdin) as stream:
            stream.write(json.dumps([question, claims]).encode())
        for id, value, owner in claims:
            try:
                line = lines.get(timeout=seconds)
                answer = _read(line, id)
                has_ended = line.strip() in (b"", b"null")
                reason = "its code ended the process" if has_ended else "its code spoils what it is asked"
            except queue.Empty:
                answer, reason = None, f"it did not answer within {seconds:g} seconds"
            if answer is None:
                answers[id] = {"error": f"the ruleset {id!r} of {owner} cannot be loaded from {value!r}: {reason}"}
                break
            answers[id] = answer
    finally:
        _end(process)
    return answers


def _read(line: bytes, id: str) -> dict[str, Any] | None:
    """Return the answer of a ruleset in a line, None if there is none."""
    try:
        told: Any = json.loads(line)
    except ValueError:
        return None
    if is_array(told) and len(told) == 2 and told[0] == id and is_object(told[1]):
        return {**told[1]}
    return None


def _lines_of(process: subprocess.Popen[bytes]) -> queue.SimpleQueue[bytes]:
    """Return the lines that a process writes as they come, and an empty one when it has ended."""
    lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()

    def pass_on() -> None:
        with cast("IO[bytes]", process.stdout) as stream:
            for line in stream:
                lines.put(line)
        lines.put(b"")

    threading.Thread(target=pass_on, daemon=True).start()
    return lines


def _end(process: subprocess.Popen[bytes]) -> None:
    with suppress(OSError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    process.wait()


def answer_outside() -> None:
    """Answer for the rulesets named on standard input, a line of JSON each: what runs in the other process."""
    question, claims = json.load(sys.stdin)
    answers = os.dup(1)
    nothing = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1):  # what a plug-in reads or prints is no part of the answer
        os.dup2(nothing, number)
    for claim in claims:
        os.write(answers, _line_from_a_fork(question, claim) if hasattr(os, "fork") else _line(question, claim))


def _line(question: Inquiry, claim: Claim) -> bytes:
    try:
        line = json.dumps([claim[0], _answer(question, claim)])
    except BaseException as error:  # noqa: BLE001 - nobody can interrupt this process: the ruleset raises it
        id, value, owner = claim
        said = f"the ruleset {id!r} of {owner} cannot be loaded from {value!r}: {said_of(error)}"
        line = json.dumps([id, {"error": said}])
    return line.encode() + b"\n"


def _line_from_a_fork(question: Inquiry, claim: Claim) -> bytes:
    """Return the line that a copy of this process makes, whatever else the code of the ruleset does to the copy."""
    reading, writing = os.pipe()
    copy = os.fork()
    if copy == 0:
        os.close(reading)
        with suppress(BaseException), os.fdopen(writing, "wb") as stream:
            stream.write(_line(question, claim))
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as answer:
        line = answer.read()
    os.waitpid(copy, 0)
    return line if line.endswith(b"\n") else b"null\n"
