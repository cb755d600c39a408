"""The page of a ruleset's rules: what each says, what carries it out, and which tests hold it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from html import escape

from rcw_rules.rule_index import Rule, RuleIndex
from site_pages.markdown import bullets, code, heading, link, paragraphs, plain

__all__ = ["coverage_page"]


def coverage_page(title: str, index: RuleIndex) -> str:
    """Return the page of all rules of an *index* that has its code and tests filled in."""
    return paragraphs(
        heading(1, f"{title}: coverage"),
        "Every rule in the order of the book: what it says in our words, where it is carried out in the package "
        f"`rcw_rules.{index.ruleset}`, and the tests that hold it. `rcw rules {index.ruleset} ID` shows one of them, "
        "together with the [ruling](rulings.md) where one was needed.",
        f"There are {len(index)} rules:",
        bullets(
            [
                f"status: {_counted(rule.status for rule in index)}",
                f"provenance: {_counted(rule.provenance for rule in index)}",
                f"kind: {_counted(rule.kind for rule in index)}",
            ]
        ),
        *(_section(rule) for rule in index),
    )


def _counted(values: Iterable[str]) -> str:
    return ", ".join(f"{count} {plain(value)}" for value, count in Counter(values).most_common())


def _section(rule: Rule) -> str:
    where = ", ".join(map(code, rule.code)) or "nowhere"
    ruled = f" {link('Ruling', f'rulings.md#{rule.id}')}." if rule.ruling else ""
    return paragraphs(
        f"## {code(rule.id)} {plain(rule.title)} {{ #{rule.id} }}",
        f"In the book: {plain(rule.section)}. Kind: {plain(rule.kind)}, {rule.provenance}, {rule.status}.{ruled}",
        plain(rule.summary),
        f"Asked of a referee: {plain(rule.question)}" if rule.question else "",
        f"Not built yet: {plain(rule.pending)}" if rule.pending else "",
        f"Code: {where}.{_page(rule)}",
        _tests(rule.tests),
    )


def _page(rule: Rule) -> str:
    page = rule.page.partition("/")[2]
    return f" Chapter: {link(page, f'{page}.md')}." if page else ""


def _tests(tests: tuple[str, ...]) -> str:
    # HTML, which Markdown passes by: the lists of all rulesets together are longer than the rest of the site. They fold
    # up, and the search passes them by too.
    if not tests:
        return "No test carries its mark."
    by_file: dict[str, list[str]] = {}
    for test in tests:
        file, _, name = test.partition("::")
        by_file.setdefault(file, []).append(name)
    files = "".join(
        f"<li><code>{escape(file)}</code><ul>{''.join(f'<li>{escape(name)}</li>' for name in names)}</ul></li>"
        for file, names in by_file.items()
    )
    count = f"{len(tests)} test{'' if len(tests) == 1 else 's'}"
    return f"<details data-search-exclude><summary>{count}</summary><ul>{files}</ul></details>"
