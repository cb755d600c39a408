"""The worked examples of the sources, resolved with their very dice, with the exact odds beside."""

from __future__ import annotations

from typing import Any

from rcw_rules.cli.chances import distribution_data, exact, short_chances
from rcw_rules.cli.output import Table
from rcw_rules.cli.wording import outcome_rows
from rcw_rules.kernel.distributions import Distribution
from rcw_rules.kernel.sources import GivenDice
from rcw_rules.ruleset import Example, Resolution, Ruleset


def example_blocks(ruleset: Ruleset[Any], example: Example) -> list[str | Table]:
    """Return a worked example as text: what the book tells, what comes of it here, how likely it was."""
    resolution, odds = _answers(ruleset, example)
    chances = short_chances(odds)
    this = " = ".join(reversed(exact(odds[resolution.outcome])))
    teller = "made up" if example.is_made_up else "the book"
    return [
        "",
        f"{example.title} [{example.id}]",
        "",
        Table([(teller, example.told), ("its dice", ", ".join(map(str, example.faces)))], indent=2),
        "",
        f"  {resolution.explain().replace(chr(10), chr(10) + '  ')}",
        "",
        Table(outcome_rows(resolution.outcome), indent=2),
        "",
        "  Exact odds before the dice",
        Table([*chances, ("this very outcome", this)], indent=4),
    ]


def example_data(ruleset: Ruleset[Any], example: Example) -> dict[str, Any]:
    """Return the same as plain data."""
    resolution, odds = _answers(ruleset, example)
    return {
        "id": example.id,
        "title": example.title,
        "told": example.told,
        "is_made_up": example.is_made_up,
        "resolution": resolution.to_dict(),
        "outcomes": distribution_data(odds),
    }


def _answers(ruleset: Ruleset[Any], example: Example) -> tuple[Resolution[Any], Distribution[Any]]:
    request = example.request()
    return ruleset.resolve(request, dice=GivenDice(example.faces)), ruleset.odds(request)
