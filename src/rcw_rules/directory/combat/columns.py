"""From two strengths to a column of the combat tables."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Annotated, Literal, TypeAlias, get_args

from attrs import frozen

from rcw_rules.directory.model import told_number
from rcw_rules.directory.options import Options
from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.errors import ChartError, Problem
from rcw_rules.kernel.fields import Range
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import sentences

Column: TypeAlias = Literal["1:2", "2:3", "1:1", "3:2", "2:1+"]
"""A column of the combat tables, as printed."""

_COLUMNS: dict[str | int, Column] = {column: column for column in get_args(Column)}
_LEAST = Fraction(1, 2)  # com-odds-low
_MOST = Fraction(2)  # com-odds-high
_PRINTED = (_LEAST, Fraction(2, 3), Fraction(1), Fraction(3, 2), _MOST)  # the heads of the columns


def told_column(column: Column) -> str:
    """Return a column of the combat tables in words."""
    return "2:1 or more" if column == "2:1+" else column


@frozen(kw_only=True)
class OddsOutcome:
    """The odds of an attack.

    Attributes:
        ratio: Attack strength divided by defence strength.
        column: The column in which the attack is resolved.
    """

    ratio: Fraction
    column: Column

    def summary(self, request: OddsRequest) -> str:
        """Return the column that the strengths use."""
        strengths = f"{told_number(request.attack)} against {told_number(request.defence)}"
        return sentences(f"{strengths} is resolved in the column {told_column(self.column)}")


@frozen(kw_only=True, cache_hash=True)
class OddsRequest(Request[OddsOutcome]):
    """The strengths of both sides.

    Attributes:
        attack: The sum of the attack strengths.
        defence: The sum of the defence strengths.
    """

    attack: Annotated[Fraction, Range(0, None, rule="bad-input")]
    defence: Annotated[Fraction, Range(0, None, rule="bad-input")]

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield contradictions, with paths below the request."""
        yield from no_defence_problems(self.defence, ".defence")


def no_defence_problems(defence: Fraction, path: str) -> Iterator[Problem]:
    """Yield a problem if there is no defence strength to compare with.

    Rules: bad-input.
    """
    if defence <= 0:
        yield Problem(path, f"expected a defence strength above 0, got {defence}", "bad-input")


def low_odds_objections(attack: Fraction, defence: Fraction, path: str) -> Iterator[Objection]:
    """Yield an objection to an attack at less than one to two, with the odds reached and the strength needed.

    Rules: com-odds-low.
    """
    ratio = attack / defence
    if ratio < _LEAST:
        message = (
            f"{attack} against {defence} are odds of {ratio.numerator}:{ratio.denominator}, below 1:2; "
            f"an attack strength of {defence * _LEAST} or more would be allowed"
        )
        yield Objection(rule="com-odds-low", message=message, path=path)


def _example() -> OddsRequest:
    return OddsRequest(attack=Fraction(27, 4), defence=Fraction(5))


@procedure(
    "directory.odds",
    title="Which column do these odds use?",
    rules=("com-odds-low",),
    example=_example,
)
def odds(request: OddsRequest, umpire: Umpire[Options]) -> OddsOutcome:
    """Find the column of an attack.

    The attack strength is divided by the defence strength, exactly. A ratio between two columns takes the lower of
    them, which favours the defender; one above the last takes the last. Below the first there is no attack.

    Rules: com-odds-column, com-odds-high.
    """
    ratio = request.attack / request.defence
    cell = umpire.look_up("odds_columns", ratio)
    column = _COLUMNS.get(cell.result)
    if column is None:
        raise ChartError(cell.chart, f"row {cell.row!r} should be one of the columns, not {cell.result!r}")
    shown = str(ratio)
    if ratio > _MOST:
        umpire.result("com-odds-high", "odds of {ratio} to 1 are above 2 to 1: {column}", ratio=shown, column=column)
    elif ratio not in _PRINTED:
        umpire.result("com-odds-column", "odds of {ratio} to 1 lie between two: {column}", ratio=shown, column=column)
    return OddsOutcome(ratio=ratio, column=column)


@odds.legality
def _objections(request: OddsRequest, options: Options) -> Iterator[Objection]:
    yield from low_odds_objections(request.attack, request.defence, "$.attack")
