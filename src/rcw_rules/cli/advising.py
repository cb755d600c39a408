"""Advice as a short table: what each alternative comes to, the best first."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from rcw_rules.advice import Advice, Option
from rcw_rules.cli.output import TextTable
from rcw_rules.kernel.distributions import percent
from rcw_rules.payoffs import Payoff


def advice_blocks(advice: Advice[Any], payoff: Payoff) -> list[str | TextTable]:
    """Return an advice as text: the decision, then each alternative with what it comes to."""
    blocks: list[str | TextTable] = [
        f"{payoff.title}: {_told(advice.value, payoff)}"
        + ("" if advice.draws is None else f", estimated from {advice.draws:,} games for each alternative")
    ]
    for one in (advice, *advice.others):
        decision = one.decision
        often = "" if one.chance == 1 else f" It comes up with a probability of {percent(one.chance)}."
        unit = f" for {decision.unit}" if decision.unit else ""
        rows = [_row(option, payoff, is_best=option is one.best) for option in one.options]
        blocks += [
            "",
            f"  {decision.owner} decides{unit}: {decision.choice.about} [{decision.choice.rule}]{often}",
            TextTable(rows, indent=4, right=(1,)),
        ]
    return blocks


def _row(option: Option[Any], payoff: Payoff, *, is_best: bool) -> tuple[str, ...]:
    error = f" +- {_told(option.standard_error, payoff)}" if option.standard_error else ""
    behind = "" if is_best else "as good" if not option.behind else f"{_told(option.behind, payoff)} worse"
    return option.told, f"{_told(option.value, payoff)}{error}", "best" if is_best else behind


def _told(value: Fraction | float, payoff: Payoff) -> str:
    return percent(Fraction(value)) if payoff.is_event else f"{float(value):.3f}"


def advice_data(advice: Advice[Any], payoff: Payoff) -> dict[str, Any]:
    """Return the same as plain data; exact values are fractions as texts, those of a sample decimals."""
    return {
        "payoff": payoff.id,
        "value": _number(advice.value, advice),
        "draws": advice.draws,
        "decisions": [
            {
                "choice": one.decision.choice.id,
                "rule": one.decision.choice.rule,
                "who": one.decision.owner,
                "unit": one.decision.unit,
                "about": one.decision.choice.about,
                "chance": _number(one.chance, one),
                "alternatives": [
                    {
                        "text": option.told,
                        "value": _number(option.value, one),
                        "behind": _number(option.behind, one),
                        "standard_error": option.standard_error,
                    }
                    for option in one.options
                ],
            }
            for one in (advice, *advice.others)
        ],
    }


def _number(value: Fraction, advice: Advice[Any]) -> str | float:
    return str(value) if advice.draws is None else float(value)
