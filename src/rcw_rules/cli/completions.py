"""What a shell completes: ids of rulesets, procedures, rules, charts and scenarios."""

from __future__ import annotations

from contextlib import suppress

import click
from click.shell_completion import CompletionItem

from rcw_rules.kernel.errors import RulesError


def procedure_ids(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
    """Return the ids of procedures that begin so; only rulesets that are meant are loaded."""
    from rcw_rules.registry import available, load

    found: list[str] = []
    for id in available():
        if f"{id}.".startswith(incomplete) or incomplete.startswith(f"{id}."):
            with suppress(RulesError):  # a broken one completes nothing
                found += [procedure.id for procedure in load(id).procedures if procedure.id.startswith(incomplete)]
    return found


def ruleset_ids(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
    """Return the ids of rulesets that begin so."""
    from rcw_rules.registry import available

    return [id for id in available() if id.startswith(incomplete)]


def rule_ids(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
    """Return the ids of rules of the ruleset on the line that begin so."""
    from rcw_rules.registry import load

    with suppress(RulesError):
        return [rule.id for rule in load(context.params["ruleset_id"]).rules if rule.id.startswith(incomplete)]
    return []


def chart_ids(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
    """Return the ids of charts of the ruleset on the line that begin so."""
    from rcw_rules.registry import load

    with suppress(RulesError):
        return [id for id in load(context.params["ruleset_id"]).charts if id.startswith(incomplete)]
    return []


def scenario_names(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Return the names of scenarios that begin so; files where none does."""
    from rcw_rules.discovery import survey

    scenarios = [one["id"] for data in survey("scenarios").values() for one in data.get("scenarios", ())]
    found = [CompletionItem(name) for name in scenarios if name.startswith(incomplete)]
    return found or [CompletionItem(incomplete, type="file")]
