"""The page of every procedure of the rulesets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rcw_rules.kernel.procedures import Procedure
from rcw_rules.ruleset import Ruleset
from site_pages.markdown import code, heading, link, paragraphs, plain, rule_link

__all__ = ["procedures_page"]


def procedures_page(titled: Mapping[str, Ruleset[Any]]) -> str:
    """Return the page of every procedure of the rulesets, which stand there under the titles given."""
    return paragraphs(
        heading(1, "Procedures"),
        "Every question that can be asked, with the classes of its request and its outcome and with the rules that it "
        "carries out. `rcw example PROCEDURE` prints a request to start from.",
        *(_of_ruleset(title, ruleset) for title, ruleset in titled.items()),
    )


def _of_ruleset(title: str, ruleset: Ruleset[Any]) -> str:
    file = f"{ruleset.id}.json"
    return paragraphs(
        heading(2, title, ruleset.id),
        f"[The schemas](schemas.md) of all of them are in {link(code(file), f'../schemas/{file}')}.",
        *(_item(procedure, ruleset) for procedure in ruleset.procedures),
    )


def _item(procedure: Procedure[Any, Any, Any], ruleset: Ruleset[Any]) -> str:
    request, outcome = (_class(cls, ruleset.id) for cls in (procedure.request_type, procedure.outcome_type))
    anchored = f'<a id="{procedure.id}"></a>**{code(procedure.id)}**'
    return paragraphs(
        f"{anchored} {plain(procedure.title)} Request {request}, outcome {outcome}.",
        _rules(ruleset.rules_of(procedure), ruleset.id),
    )


def _rules(rules: Sequence[str], ruleset: str) -> str:
    # Some carry out half a chapter: the list folds up.
    links = ", ".join(rule_link(rule, f"../{ruleset}/coverage.md") for rule in rules)
    count = f"{len(rules)} rule{'' if len(rules) == 1 else 's'}"
    return f'<details class="rules" markdown="1"><summary>{count}</summary>\n\n{links}\n\n</details>'


def _class(cls: type, ruleset: str) -> str:
    # mkdocstrings resolves the second part against the pages of the Python API.
    return f"[{code(cls.__name__)}][rcw_rules.{ruleset}.{cls.__name__}]"
