"""Refusals in the words of whoever steps a campaign: their paths name the arguments of the step that was taken.

A step asks a procedure with a request made of the state. What is wrong with that request is told with the paths of its
own fields, which the caller never wrote.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import TypeAlias

from attrs import evolve

from rcw_rules.kernel.citations import Verdict
from rcw_rules.kernel.errors import IllegalRequestError, InvalidRequestError, Problem

Naming: TypeAlias = Callable[[str], str]
"""Takes the path of a field of the request and returns that of the argument that it comes from, "" if from none."""


@contextmanager
def told_by(naming: Naming) -> Generator[None, None, None]:
    """Raise what is refused inside with paths that name the caller's arguments."""
    try:
        yield
    except InvalidRequestError as error:
        raise InvalidRequestError(_renamed(problem, naming(problem.path)) for problem in error.problems) from None
    except IllegalRequestError as error:
        objections = tuple(evolve(objection, path=naming(objection.path)) for objection in error.objections)
        raise IllegalRequestError(Verdict(objections=objections)) from None


def _renamed(problem: Problem, path: str) -> Problem:
    """Return a problem with another path; what the path no longer says begins the message."""
    field = problem.path.rpartition(".")[2]
    message = problem.message if field in path else f"{field}: {problem.message}"
    return evolve(problem, path=path, message=message)


def of_the_unit(path: str) -> str:
    """Name the argument of a step with one unit: all that the request says of the unit comes from its name."""
    return "$.name" if path else ""


def of_a_way(entered: int) -> Naming:
    """Return the naming of a move along a path, in a phase in which so many hexes were entered before."""

    def naming(path: str) -> str:
        index = re.match(r"\$\.path\[([0-9]+)\]", path)
        if index is not None:
            return f"$.path[{int(index[1]) - entered}]" if int(index[1]) >= entered else "$.name"
        if re.match(r"\$\.(path|restriction_ok|at_start|at_end)\b", path):
            return "$.path"
        return "$.mode" if path == "$.mode" else of_the_unit(path)

    return naming


def of_an_attack(retreats: dict[int, int]) -> Naming:
    """Return the naming of an attack.

    Args:
        retreats: By the index of a defender, the index of its entry among the retreats.
    """

    def naming(path: str) -> str:
        attacker = re.match(r"\$\.attackers(\[[0-9]+\])?", path)
        if attacker is not None:
            return attacker[0]
        if path.startswith("$.replacements"):
            return path
        route = re.fullmatch(r"\$\.defenders\[([0-9]+)\]\.can_retreat", path)
        if route is not None and int(route[1]) in retreats:
            return f"$.retreats[{retreats[int(route[1])]}]"
        return "$.target" if path.startswith("$.defenders") else ""

    return naming


def of_an_action(path: str) -> str:
    """Name the argument of a diplomatic action."""
    return path if path in ("$.action", "$.target") else ""


def of_the_status(path: str) -> str:
    """Name the argument that says what supply a unit has."""
    return "$.status" if path == "$.supply" else of_the_unit(path)


def of_a_list(step: str, before: int) -> Naming:
    """Return the naming of the counters that a step of a Mobilization Phase places after so many others."""

    def naming(path: str) -> str:
        piece = re.match(r"\$\.pieces\[([0-9]+)\](.*)", path)
        if piece is None or int(piece[1]) < before:
            return path
        return f"$.{step}[{int(piece[1]) - before}]{piece[2]}"

    return naming
