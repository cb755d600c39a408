"""Refusals as problem details (RFC 9457): every error of the library, and those of the service itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import frozen

from rcw_rules.kernel.errors import BudgetError, FileError, RulesError, UnknownNameError
from rcw_rules.kernel.plain import printable

__all__ = ["KINDS", "PROBLEM_MEDIA", "DeclinedError", "ErrorKind", "ToldError", "problem_of"]

PROBLEM_MEDIA = "application/problem+json"


@frozen
class ErrorKind:
    """What an error code means.

    Attributes:
        status: The HTTP status of the answer.
        title: What it is, in a few words.
        meaning: What it means and what to do about it.
    """

    status: int
    title: str
    meaning: str


KINDS: Mapping[str, ErrorKind] = {
    # Errors of the library: `rcw_rules.kernel.errors` says more of each.
    "invalid-request": ErrorKind(
        400,
        "The input is malformed",
        "`problems` lists what is wrong, each with its path from $, the body. Correct the body and ask again.",
    ),
    "illegal-request": ErrorKind(
        422, "A rule forbids it", "`objections` lists every reason, each with the rule that it rests on."
    ),
    "needs-ruling": ErrorKind(
        422,
        "The book is silent",
        "The rule `rule` leaves a gap. Decide the `question`, and fill in what `supply` names.",
    ),
    "dice": ErrorKind(422, "The dice do not fit", "Too few dice, too many, or a face that the die does not have."),
    "choice": ErrorKind(422, "That is not an alternative", "Answer a decision with one of its alternatives."),
    "answer": ErrorKind(
        422, "An answer does not fit", "The answer with the number `number` fits nothing that is asked."
    ),
    "no-answer": ErrorKind(422, "The answers have ended", "More dice or decisions are needed than were given."),
    "override": ErrorKind(422, "The override does not fit", "A referee's override names nothing that happened."),
    "advice": ErrorKind(
        422, "There is nothing to advise on", "Nobody decides anything here, or only an estimate can tell."
    ),
    "budget": ErrorKind(
        422,
        "The question costs too much",
        "It needs more than the service allows: `bound` says what, `budget` how much. Ask a smaller question, or "
        "estimate it with `draws` and a `seed`.",
    ),
    "too-long": ErrorKind(
        422,
        "A chance is a fraction of too many digits",
        "`digits` says how many it has, `most` how many are written. Ask for fewer dice, or an estimate by `draws`.",
    ),
    "cancelled": ErrorKind(503, "The question was cancelled", "The client went away, or the service is closing."),
    "unknown-name": ErrorKind(422, "There is nothing of that name", "`suggestions` lists names that look like it."),
    "chart": ErrorKind(422, "A chart is wrong", "A cell is missing, doubled or unknown at `place`."),
    "chart-axis": ErrorKind(422, "A chart has no such place", "The look-up is outside the chart."),
    "house-rules": ErrorKind(422, "House rules do not fit", "`problems` lists what is wrong with them."),
    "file": ErrorKind(422, "A file is wrong", "`problems` lists what is wrong with the file `file`."),
    "match": ErrorKind(409, "The match does not allow it", "`detail` says what stands against it."),
    "player": ErrorKind(500, "A computer player failed", "It chose something that is not legal."),
    "replay": ErrorKind(409, "A record does not replay", "Its own dice and decisions lead to another outcome today."),
    "wire-version": ErrorKind(
        422, "Another version wrote it", "Read it with the version of the library that wrote it."
    ),
    "signature": ErrorKind(422, "The signature does not fit", "It does not vouch for this document."),
    "not-deterministic": ErrorKind(500, "A ruleset is at fault", "A procedure is not a function of its request."),
    "registry": ErrorKind(500, "A ruleset cannot be loaded", "`detail` names the plug-in and what is wrong with it."),
    "simulation": ErrorKind(422, "A simulation cannot run", "`detail` says why."),
    "plot": ErrorKind(422, "A picture cannot be drawn", "`detail` says why."),
    "rules": ErrorKind(422, "The library refuses", "`detail` says why."),
    # Errors of the service.
    "not-found": ErrorKind(404, "There is nothing at this address", "GET /api/openapi.json lists every address."),
    "method": ErrorKind(405, "The address has no such method", "The header Allow lists those that it has."),
    "media-type": ErrorKind(415, "The body is not JSON", "Send the header Content-Type: application/json."),
    "too-large": ErrorKind(413, "The body is too large", "`most` says how many bytes are read."),
    "parameter": ErrorKind(
        400, "A parameter is wrong", "`name` is the parameter of the query that is unknown or malformed."
    ),
    "host": ErrorKind(421, "The service has another name", "Ask it under the address that it printed when it started."),
    "origin": ErrorKind(
        403, "That web page may not ask", "Start the service with --allow-origin and the page's origin."
    ),
    "token": ErrorKind(
        401, "A token is needed", "Send the header Authorization: Bearer, or open the address with the token."
    ),
    "busy": ErrorKind(503, "Too many long questions at once", "Ask again after the seconds that Retry-After says."),
    "worker": ErrorKind(503, "The question was lost", "The process that worked on it has ended. Ask again."),
    "internal": ErrorKind(500, "The service has failed", "It is a mistake in the library: please report it."),
}
"""Every code that the service answers with. A code keeps its meaning for good."""


class DeclinedError(Exception):
    """The service refuses a request for a reason of its own, not of the rules.

    Attributes:
        code: The code, one of `KINDS`.
        told: What else the problem tells a program.
        headers: Headers of the answer.
    """

    def __init__(self, code: str, detail: str, *, headers: Mapping[str, str] | None = None, **told: Any) -> None:
        self.code = code
        self.told = told
        self.headers: Mapping[str, str] = headers or {}
        super().__init__(printable(detail))


class ToldError(Exception):
    """An error that a worker has told already.

    Attributes:
        problem: What it told: a problem document.
    """

    def __init__(self, problem: dict[str, Any]) -> None:
        self.problem = problem
        super().__init__(problem)


def problem_of(error: Exception, *, in_path: bool = False) -> dict[str, Any]:
    """Return *error* as the members of a problem document.

    Args:
        error: An error of the library or of the service; any other is told as ``internal``, without its text.
        in_path: Whether an unknown name may stand in the address, so that it is the address that leads nowhere.
    """
    match error:
        case ToldError(problem=problem):
            return {**problem, "status": 404} if in_path and problem["code"] == "unknown-name" else problem
        case DeclinedError(code=code, told=told):
            detail = str(error)
        case BudgetError():
            told, code = error.as_data(), error.code
            instead = "estimate with draws and a seed, or ask a smaller question"
            detail = f"{error.finding}: {instead if error.instead == 'sample' else error.instead}"
            del told["code"], told["message"]
        case RulesError():
            told = error.as_data()
            code, detail = told.pop("code"), told.pop("message")
        case _:
            code, detail, told = "internal", "an internal error; the service's own output says more", {}
    kind = KINDS.get(code, KINDS["rules"])
    status = kind.status
    if isinstance(error, FileError) and error.is_unwritten:
        status = 507
    elif isinstance(error, UnknownNameError) and in_path:
        status = 404
    return {"type": f"/errors/{code}", "title": kind.title, "status": status, "detail": detail, "code": code, **told}
