"""The worked examples of the book, with the dice that it tells of, and some that it does not tell."""

from __future__ import annotations

from rcw_rules.ruleset import Example

EXAMPLES: tuple[Example, ...] = ()
