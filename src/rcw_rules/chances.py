"""Chances in words: the likeliest results in sentences, and the values of each field that can differ."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from rcw_rules.kernel.distributions import Distribution, exact_or_length, percent
from rcw_rules.kernel.shapes import Field
from rcw_rules.kernel.wording import Summarised, differences, fields_in, is_nested, summary_of

__all__ = ["MOST_OUTCOMES", "MOST_VALUES", "exact", "likeliest", "plain_fields", "value_of"]

MOST_OUTCOMES = 12
"""As many whole outcomes are listed."""

MOST_VALUES = 20
"""As many values of one field are listed."""


def exact(probability: Fraction) -> tuple[str, str]:
    """Return *probability* as a percentage and as a fraction."""
    return percent(probability), exact_or_length(probability)


def likeliest(request: object, distribution: Distribution[Any]) -> tuple[list[tuple[str, Fraction]], int]:
    """Return the most likely results in words with their probabilities, and how many there are."""
    first, *others = distribution.outcomes
    if isinstance(first, Summarised) or not others:
        said = distribution.map(lambda outcome: summary_of(request, outcome)).ranked()
        return list(said[:MOST_OUTCOMES]), len(said)
    ranked = distribution.ranked()[:MOST_OUTCOMES]
    told = differences([outcome for outcome, _ in ranked])
    return [(text, probability) for text, (_, probability) in zip(told, ranked, strict=True)], len(distribution)


def plain_fields(distribution: Distribution[Any]) -> list[Field]:
    """Return the fields of its outcomes that hold no further values."""
    return [field for field in fields_in(distribution.outcomes[0]) if not is_nested(field.shape)]


def value_of(field: Field) -> Callable[[Any], Any]:
    """Return the function that takes this field out of an outcome."""
    name = field.name
    return lambda outcome: getattr(outcome, name)
