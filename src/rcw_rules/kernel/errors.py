"""Every error that the library raises on purpose.

Three of them answer a request: it is malformed (`InvalidRequestError`), a rule forbids it (`IllegalRequestError`), or
the book is silent and nobody has said what holds (`NeedsRuling`). The others speak of dice, charts, names and budgets.
All derive from `RulesError`, and the text of each is one line that says what is wrong, where, and by which rule. Each
class has a code that stays what it is, and `RulesError.as_data` tells an error to a program.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, ClassVar, Literal, TypeAlias

from attrs import asdict, field, frozen

if TYPE_CHECKING:
    from rcw_rules.kernel.citations import Objection, Verdict


class RulesError(Exception):
    """The base of every error that the library raises on purpose.

    Attributes:
        code: What kind of error it is, for programs; a class keeps its code for good.
    """

    code: ClassVar[str] = "rules"
    _TOLD: ClassVar[tuple[str, ...]] = ()
    """The attributes that `as_data` tells."""
    _LONGEST: ClassVar[int] = 2_000
    """How many characters its text has at most."""

    def __init__(self, message: str = "") -> None:
        from rcw_rules.kernel.plain import printable

        super().__init__(printable(in_short(message, self._LONGEST)))  # it may quote a stranger

    def _render_traceback_(self) -> list[str]:
        """Return what a notebook shows in place of a traceback: the error is about what was asked, not about code."""
        return [f"{type(self).__name__}: {self}"]

    def as_data(self) -> dict[str, Any]:
        """Return the error as plain data: its code, its message, and what else its class knows.

        >>> UnknownNameError("procedure", "mele", ["melee"]).as_data()["suggestions"]
        ['melee']
        """
        told = {name: getattr(self, name) for name in self._TOLD}
        return {"code": self.code, "message": str(self)} | {name: _plain(value) for name, value in told.items()}


def _plain(value: Any) -> Any:
    """Return an attribute of an error as JSON can hold it."""
    if isinstance(value, str):
        return in_short(value, _LONGEST_MESSAGE)
    if isinstance(value, int | float):
        return value
    return [item if isinstance(item, str) else asdict(item) for item in value]


MOST_PROBLEMS = 100
"""As many problems an error keeps; a last one says that there are more."""

_LONGEST_PATH = 200
_LONGEST_MESSAGE = 1_000
_LONGEST_LIST = 20_000
"""As many characters the text of an error has that lists problems."""


def in_short(text: str, most: int) -> str:
    """Return *text*, or its beginning and its end if it has more than so many characters.

    >>> in_short("abcdefgh", 8), in_short("abcdefghi", 8)
    ('abcdefgh', 'abcd...fghi')
    """
    return text if len(text) <= most else f"{text[: most // 2]}...{text[-(most // 2) :]}"


def _short_path(path: str) -> str:
    return in_short(path, _LONGEST_PATH)


def _short_message(message: str) -> str:
    return in_short(message, _LONGEST_MESSAGE)


@frozen
class Problem:
    """One thing that is wrong with an input.

    Attributes:
        path: Where, as a JSON path such as ``$.attackers[0].stands``; the middle of a very long one is left out.
        message: What is wrong and what was expected; the middle of a very long one is left out.
        rule: The id of the rule that sets the limit, or "" where the shape of the data is at fault.
    """

    path: str = field(converter=_short_path)
    message: str = field(converter=_short_message)
    rule: str = ""

    def __str__(self) -> str:
        cited = f" [{self.rule}]" if self.rule else ""
        return f"{self.path}: {self.message}{cited}"


def first_problems(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """Return the first hundred *problems*, and one that says that there are more if there are.

    The others are not even looked at: to find a million of them may take longer than anything that is right.
    """
    rest = iter(problems)
    first = tuple(islice(rest, MOST_PROBLEMS))
    return first if next(rest, None) is None else (*first, Problem("$", "and more problems"))


class InvalidRequestError(RulesError):
    """The input is malformed: an unknown key, a wrong type, a number out of range.

    Attributes:
        problems: Everything that is wrong, in the order of the input: the first hundred, and that there are more.
    """

    code: ClassVar[str] = "invalid-request"
    _LONGEST: ClassVar[int] = _LONGEST_LIST
    _TOLD: ClassVar[tuple[str, ...]] = ("problems",)

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems: tuple[Problem, ...] = first_problems(problems)
        super().__init__("; ".join(str(problem) for problem in self.problems))


class IllegalRequestError(RulesError):
    """A rule forbids what was asked.

    Attributes:
        verdict: The legality verdict with every objection, each cited. As text and as plain data the error tells the
            first hundred, and that there are more.
    """

    code: ClassVar[str] = "illegal-request"
    _LONGEST: ClassVar[int] = _LONGEST_LIST
    _TOLD: ClassVar[tuple[str, ...]] = ("objections",)

    def __init__(self, verdict: Verdict) -> None:
        self.verdict = verdict
        told = [str(objection) for objection in verdict.objections[:MOST_PROBLEMS]]
        more = len(verdict.objections) - len(told)
        super().__init__("; ".join((*told, f"and {more:,} more") if more else told))

    @property
    def objections(self) -> tuple[Objection, ...]:
        """Every reason against it."""
        return self.verdict.objections

    def as_data(self) -> dict[str, Any]:
        """Return the error as plain data, with the first hundred objections."""
        data = super().as_data()
        told, more = data["objections"], len(self.objections) - MOST_PROBLEMS
        if more > 0:
            told[MOST_PROBLEMS:] = [{**told[0], "rule": "", "message": f"and {more:,} more", "path": ""}]
        return data


class NeedsRuling(RulesError):
    """The source is silent and the request does not say what holds.

    Attributes:
        rule: The id of the rule that leaves the gap.
        question: What somebody must decide, as a question.
        supply: How to answer: the field, option or profile entry to fill in.
    """

    code: ClassVar[str] = "needs-ruling"
    _TOLD: ClassVar[tuple[str, ...]] = ("rule", "question", "supply")

    def __init__(self, rule: str, question: str, supply: str) -> None:
        self.rule = rule
        self.question = question
        self.supply = supply
        super().__init__(f"{question} Supply {supply} [{rule}]")


class DiceError(RulesError):
    """The dice given do not fit the dice asked for: too few, too many, or a face that the die does not have."""

    code: ClassVar[str] = "dice"


class ChartError(RulesError):
    """A chart, or a look-up in it, is wrong: a cell missing, doubled or unknown.

    Attributes:
        place: The file and line, or the chart's id where there is no file.
    """

    code: ClassVar[str] = "chart"
    _TOLD: ClassVar[tuple[str, ...]] = ("place",)

    def __init__(self, place: str, message: str) -> None:
        self.place = place
        super().__init__(f"{place}: {message}")


@frozen
class FileProblem:
    """One thing that is wrong with a file of data.

    Attributes:
        line: The line on which it stands, from 1; None if it is the file itself, which cannot be read.
        message: What is wrong and what was expected; the middle of a very long one is left out.
    """

    line: int | None
    message: str = field(converter=_short_message)

    def __str__(self) -> str:
        return self.message if self.line is None else f"line {self.line}: {self.message}"


class FileError(RulesError):
    """A file of data, such as a map, is wrong.

    Attributes:
        file: The name of the file.
        problems: Everything that is wrong with it, in the order in which it was found.
        is_unwritten: Whether the system did not let it be written: a full disk, a folder without rights.
    """

    code: ClassVar[str] = "file"
    _LONGEST: ClassVar[int] = _LONGEST_LIST
    _TOLD: ClassVar[tuple[str, ...]] = ("file", "problems")

    _MOST_SHOWN = 5

    def __init__(self, file: str, problems: Iterable[FileProblem], *, is_unwritten: bool = False) -> None:
        self.file = file
        self.is_unwritten = is_unwritten
        self.problems: tuple[FileProblem, ...] = tuple(problems)
        shown = "; ".join(str(problem) for problem in self.problems[: self._MOST_SHOWN])
        more = len(self.problems) - self._MOST_SHOWN
        super().__init__(f"{file}: {shown}" + (f"; and {more} more" if more > 0 else ""))


class HouseRulesError(RulesError):
    """House rules do not fit the ruleset: they name what it has not, or what the book does not say.

    Attributes:
        problems: Everything that is wrong with them, in their order: the first hundred, and that there are more.
            Nothing of them is in force.
    """

    code: ClassVar[str] = "house-rules"
    _LONGEST: ClassVar[int] = _LONGEST_LIST
    _TOLD: ClassVar[tuple[str, ...]] = ("problems",)

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems: tuple[Problem, ...] = first_problems(problems)
        super().__init__("; ".join(str(problem) for problem in self.problems))


class NoAnswerError(RulesError):
    """There is nobody to ask for dice, or the answers have ended."""

    code: ClassVar[str] = "no-answer"


class UnknownNameError(RulesError):
    """Nothing of that name exists.

    Attributes:
        kind: What was looked for, for example "procedure".
        name: The name that was not found.
        suggestions: Existing names that look like it, best first.
    """

    code: ClassVar[str] = "unknown-name"
    _TOLD: ClassVar[tuple[str, ...]] = ("kind", "name", "suggestions")

    def __init__(self, kind: str, name: str, known: Iterable[str], suggestions: Sequence[str] | None = None) -> None:
        self.kind = kind
        self.name = name
        self.suggestions: Sequence[str] = close_names(name, known) if suggestions is None else tuple(suggestions)
        super().__init__(f"unknown {kind} {name!r}{did_you_mean(self.suggestions)}")


class ChoiceError(RulesError):
    """A policy names a choice that does not exist, or answers with something that is not an alternative."""

    code: ClassVar[str] = "choice"


class AnswerError(RulesError):
    """An answer does not fit what is asked at its place, or nothing is asked.

    Attributes:
        number: Which answer, from 1.
    """

    code: ClassVar[str] = "answer"
    _TOLD: ClassVar[tuple[str, ...]] = ("number",)

    def __init__(self, number: int, message: str) -> None:
        self.number = number
        super().__init__(f"answer {number} {message}")


class OverrideError(RulesError):
    """A referee's override names nothing that happened, or gives a value that cannot be."""

    code: ClassVar[str] = "override"


class AdviceError(RulesError):
    """There is nothing to advise on: nobody decides anything, a policy decides it already, or only an estimate can."""

    code: ClassVar[str] = "advice"


Bound: TypeAlias = Literal["branches", "seconds", "megabytes"]
"""What `rcw_rules.kernel.limits.Limits` bounds."""

_BOUND_WORDS: dict[Bound, str] = {
    "branches": "the budget of {:,} branches",
    "seconds": "{:,} seconds of computing",
    "megabytes": "{:,} MB",
}


class BudgetError(RulesError):
    """A question would cost more than its limits allow.

    Attributes:
        bound: Which limit was passed: branches, seconds or megabytes.
        budget: What that limit is.
        purpose: The roll that branched most when it was passed; "" where nothing branches.
        remedy: What else would help, as a ruleset knows it; "" for nothing.
        what: What would cost so much: ``exact odds``.
        instead: What to do instead of raising the limit.
    """

    code: ClassVar[str] = "budget"
    _TOLD: ClassVar[tuple[str, ...]] = ("bound", "budget", "purpose")

    def __init__(
        self,
        budget: float,
        purpose: str,
        remedy: str = "",
        *,
        bound: Bound = "branches",
        what: str = "exact odds",
        instead: str = "sample",
    ) -> None:
        self.bound: Bound = bound
        self.budget = budget
        self.purpose = purpose
        self.remedy = remedy
        self.what = what
        self.instead = instead
        super().__init__(f"{self.finding}: raise limits=Limits({bound}=...), or {instead}{remedy and '; or '}{remedy}")

    @property
    def finding(self) -> str:
        """What was passed, and where, without what would help."""
        most = f"; the roll {self.purpose!r} branches most" if self.purpose else ""
        need = "need" if self.what.endswith("s") else "needs"
        return f"{self.what} {need} more than {_BOUND_WORDS[self.bound].format(self.budget)}{most}"


class TooLongError(RulesError):
    """An exact chance is a fraction of more digits than are written out.

    Attributes:
        digits: How many it has, above or below the line.
        most: How many are written.
    """

    code: ClassVar[str] = "too-long"
    _TOLD: ClassVar[tuple[str, ...]] = ("digits", "most")

    def __init__(self, digits: int, most: int) -> None:
        self.digits = digits
        self.most = most
        super().__init__(
            f"an exact chance of this question is a fraction of {digits:,} digits, and at most {most:,} are written: "
            "ask for a sample, or read percentages with distributions.percent"
        )


class QuestionCancelledError(RulesError):
    """A question was called off while it was worked out, as `Limits.cancelled` said.

    What was kept from earlier questions is as good as before, so it can be asked again.
    """

    code: ClassVar[str] = "cancelled"

    def __init__(self) -> None:
        super().__init__("the question was called off before it was answered")


class NotDeterministicError(RulesError):
    """A procedure asked for other things at the same place of the same branch: it is not a function of its request."""

    code: ClassVar[str] = "not-deterministic"


class ReplayError(RulesError):
    """A recorded resolution is not what its own dice and decisions come to today."""

    code: ClassVar[str] = "replay"


class RegistryError(RulesError):
    """A ruleset cannot be offered: its plug-in is broken, or two distributions claim one id."""

    code: ClassVar[str] = "registry"


class SignatureError(RulesError):
    """A signature does not vouch for a file, or signatures cannot be made and checked here."""

    code: ClassVar[str] = "signature"


class WireVersionError(RulesError):
    """A document was written by a newer version of the library, or in no known format."""

    code: ClassVar[str] = "wire-version"


def close_names(name: str, known: Iterable[str]) -> tuple[str, ...]:
    """Return up to three of *known* that look like *name*, best first; none that looks like a very long one."""
    if len(name) > _LONGEST_PATH:  # to compare millions of characters takes seconds
        return ()
    return tuple(difflib.get_close_matches(name, sorted(known), n=3, cutoff=0.6))


def did_you_mean(suggestions: Sequence[str]) -> str:
    """Return a tail such as "; did you mean 'melee'?", or "" without suggestions."""
    if not suggestions:
        return ""
    return "; did you mean " + " or ".join(repr(suggestion) for suggestion in suggestions) + "?"


def said_of(error: BaseException) -> str:
    """Return the name and the text of an error on one line, whatever its class does when it is asked for them."""
    try:
        text = " ".join(str(error).split())
        return f"{type(error).__name__}: {text}" if text else type(error).__name__
    except Exception:  # noqa: BLE001 - an error that cannot tell what it is has a name at least
        return f"{type(error).__name__}, whose text cannot be read"
