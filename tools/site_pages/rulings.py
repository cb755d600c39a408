"""The page of what was decided for a ruleset and of what its source lacks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, get_type_hints

import attrs

from rcw_rules.kernel.charts import Chart
from rcw_rules.kernel.procedures import Choice
from rcw_rules.kernel.wording import provenance_of
from rcw_rules.marks import Settles
from rcw_rules.rule_index import Rule, RuleIndex
from rcw_rules.ruleset import Ruleset
from rcw_rules.schema import attribute_texts
from site_pages.markdown import bullets, code, heading, link, paragraphs, plain, rule_link

__all__ = ["rulings_page"]


def rulings_page(title: str, ruleset: Ruleset[Any], rules: RuleIndex) -> str:
    """Return the page of the options, choices, gaps and rulings of *ruleset*, whose *rules* are given."""
    return paragraphs(
        heading(1, f"{title}: rulings and gaps"),
        "What can be set, what is left to the players, what the source lacks, and what was decided where it is silent, "
        "unclear or at odds with itself. The rules themselves stand under [coverage](coverage.md).",
        _part(
            "Options",
            "options",
            "Set with `--set OPTION=VALUE` or `ruleset.with_options(...)`; every resolution names those in force.",
            _options(ruleset.options),
        ),
        _part(
            "Choices of the players",
            "choices",
            "Made with `--choose CHOICE=VALUE` or a policy under `choices=`; else the default holds.",
            (_choice(choice) for choice in ruleset.choices),
        ),
        _part(
            "Asked of a referee",
            "referee",
            "What only people at the table can judge; the library asks them.",
            (f"{_cited(rule)}: {plain(rule.question)}" for rule in rules if rule.question),
        ),
        _part(
            "Missing from the source",
            "missing",
            "What the source refers to and does not contain. The library asks for it, or says what stands in for it.",
            (f"{_cited(rule)}: {plain(rule.summary)}" for rule in rules if rule.provenance == "missing"),
        ),
        _part(
            "Reconstructed and illustrative rules",
            "unprinted-rules",
            "What is garbled, lost or unsettled in the source, or not in it at all.",
            (
                f"{_cited(rule)}, {rule.provenance}: {plain(rule.summary)}"
                for rule in rules
                if rule.provenance in ("reconstructed", "illustrative")
            ),
        ),
        _part(
            "Charts that are not all printed",
            "unprinted-charts",
            "The reason for each value stands under the chart.",
            (_chart(chart) for chart in ruleset.charts.values() if not chart.is_printed),
        ),
        _part(
            "Not built yet",
            "pending",
            "",
            (f"{_cited(rule)}: {plain(rule.pending)}" for rule in rules if rule.pending),
        ),
        heading(2, "Rulings", "rulings"),
        "In the order of the book.",
        *(_ruling(rule) for rule in rules if rule.ruling),
    )


def _part(title: str, anchor: str, introduction: str, items: Iterable[str]) -> str:
    listed = bullets(items)
    return paragraphs(heading(2, title, anchor), introduction, listed) if listed else ""


def _options(options: object) -> Iterable[str]:
    cls: Any = type(options)
    hints, texts = get_type_hints(cls, include_extras=True), attribute_texts(cls)
    for field in attrs.fields(cls):
        rule = next(mark.rule for mark in hints[field.name].__metadata__ if isinstance(mark, Settles))
        default = getattr(options, field.name)
        yield f"{code(field.name)}, by default {_value(default)}, settles {rule_link(rule)}: {texts[field.name]}"


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return "none" if value in (None, ()) else code(value)


def _choice(choice: Choice[Any, Any]) -> str:
    return f"{code(choice.id)} ({plain(choice.who)}, {rule_link(choice.rule)}): {plain(choice.about)}"


def _chart(chart: Chart) -> str:
    return f"{link(plain(chart.title), f'charts.md#{chart.id}')}: {plain(provenance_of(chart))}"


def _cited(rule: Rule) -> str:
    return f"{rule_link(rule.id)} {plain(rule.title)}"


def _ruling(rule: Rule) -> str:
    return paragraphs(
        heading(3, rule.title, rule.id),
        f"{rule_link(rule.id)}, {plain(rule.section)}. {plain(rule.ruling)}",
    )
