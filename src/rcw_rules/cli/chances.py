"""Odds as people read them: the most likely results first, then the chances of each field."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from attrs import frozen

from rcw_rules.chances import MOST_VALUES, exact, likeliest, plain_fields, value_of
from rcw_rules.cli.output import TextTable
from rcw_rules.kernel.distributions import Distribution
from rcw_rules.kernel.lengths import Inches
from rcw_rules.kernel.samples import Estimate, Sample
from rcw_rules.kernel.shapes import Field
from rcw_rules.kernel.wording import (
    fields_in,
    is_nested,
    label,
    one_line,
    say,
)


@frozen
class Chances:
    """How the chances of a distribution are written.

    Attributes:
        headers: What stands over the two cells of a chance.
        cells: Writes a probability into them.
        every: Where something holds that never differs.
        counted: What the outcomes are, for their number at the end.
    """

    headers: tuple[str, str]
    cells: Callable[[Fraction], tuple[str, str]]
    every: str
    counted: str


EXACT = Chances(headers=("chance", "exact"), cells=exact, every="In every outcome", counted="possible")


def sampled(draws: int) -> Chances:
    """Return how shares of so many *draws* are written, with their standard errors."""

    def cells(share: Fraction) -> tuple[str, str]:
        estimate = Estimate.of(int(share * draws), draws)
        return f"{estimate.value * 100:.2f} %", f"{estimate.standard_error * 100:.2f} %"

    return Chances(headers=("estimate", "+-"), cells=cells, every="In every draw", counted="drawn")


def chance_blocks(request: object, distribution: Distribution[Any], chances: Chances) -> list[str | TextTable]:
    """Return the most likely results in sentences, the chances of every field that can differ, and what never differs.

    Args:
        request: What was asked.
        distribution: The outcomes. Those that are said in the same sentence are one result.
        chances: How chances are written.
    """
    spreads = [(field, distribution.map(value_of(field))) for field in plain_fields(distribution)]
    rows = [row for field, spread in spreads if len(spread) > 1 for row in _rows_of(field, spread, chances)]
    blocks: list[str | TextTable] = []
    if rows:
        blocks += ["", TextTable(rows, headers=("field", "value", *chances.headers), right=(2, 3))]
    fixed = [
        f"{label(field.name)} {say(spread.outcomes[0], field.shape)}" for field, spread in spreads if len(spread) == 1
    ]
    if fixed:
        blocks += ["", f"  {chances.every}: {', '.join(fixed)}."]
    results, several = likeliest(request, distribution)
    told = [(*chances.cells(probability), text) for text, probability in results]
    shown = f", the {len(results)} most likely results shown" if several > len(results) else ""
    count = f"{len(distribution):,} outcome{'' if len(distribution) == 1 else 's'} {chances.counted}{shown}."
    table = TextTable(told, headers=(*chances.headers, "result"), right=(0, 1))
    return ["", table, "", f"  {count}", *blocks]


def panels(odds: Distribution[Any] | Sample[Any]) -> list[tuple[str, Distribution[Any] | Sample[Any]]]:
    """Return the odds of every field that can differ, with its name, in words; of whole outcomes if none can."""
    first = odds.outcomes[0]
    told: list[tuple[str, Distribution[Any] | Sample[Any]]] = []
    for field in fields_in(first):
        if is_nested(field.shape):
            continue
        spread = odds.map(_words_of(field))
        if len(spread.outcomes) > 1:
            told.append((label(field.name), spread))
    return told or [("outcome", odds.map(one_line))]


def _words_of(field: Field) -> Callable[[Any], Any]:
    def words(outcome: object) -> object:
        value = getattr(outcome, field.name)
        return value if type(value) is int else say(value, field.shape)

    return words


def short_chances(distribution: Distribution[Any]) -> list[tuple[str, str]]:
    """Return the chances, in a line, of each field that is one of several words, or an uncertain yes or no."""
    told: list[tuple[str, str]] = []
    for field in plain_fields(distribution):
        spread = distribution.map(value_of(field))
        if any(type(value) in (int, Inches) for value in spread) or spread.outcomes in ((True,), (False,), (None,)):
            continue
        parts = (
            f"{say(value, field.shape)} {'certain' if probability == 1 else ' = '.join(reversed(exact(probability)))}"
            for value, probability in spread.ranked()
        )
        told.append((label(field.name), ", ".join(parts)))
    return told


def _rows_of(field: Field, spread: Distribution[Any], chances: Chances) -> list[tuple[str, str, str, str]]:
    """Return a row for each value: numbers and lengths in their order, anything else the most likely first."""
    ranked = spread.ranked()
    shown, left = ranked[:MOST_VALUES], ranked[MOST_VALUES:]
    if all(value is None or type(value) in (int, Inches) for value, _ in shown):
        shown.sort(key=lambda pair: (pair[0] is None, pair[0]))
    rows = [(say(value, field.shape), *chances.cells(probability)) for value, probability in shown]
    if left:
        rest = sum((probability for _, probability in left), Fraction(0))
        rows.append((f"{len(left)} others", *chances.cells(rest)))
    return [(label(field.name) if number == 0 else "", *row) for number, row in enumerate(rows)]
