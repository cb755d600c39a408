"""The options of a ruleset as rows of a table."""

from __future__ import annotations

from typing import Any

from rcw_rules.kernel.shape_words import describe
from rcw_rules.kernel.wording import fields_in
from rcw_rules.ruleset import Ruleset
from rcw_rules.schema import attribute_texts
from rcw_rules.wire import unstructure


def option_rows(ruleset: Ruleset[Any]) -> list[dict[str, Any]]:
    """Return the options of a ruleset: name, value in force, what it can be, what it is about, rule and provenance."""
    texts = attribute_texts(ruleset.options.__class__)
    values = unstructure(ruleset.options)
    rows: list[dict[str, Any]] = []
    for field in fields_in(ruleset.options):
        rule, provenance = ruleset.option_rule(field.name)
        rows.append(
            {
                "name": field.name,
                "value": values[field.name],
                "expected": describe(field.shape, "json"),
                "about": texts.get(field.name, ""),
                "rule": rule,
                "provenance": provenance,
            }
        )
    return rows
