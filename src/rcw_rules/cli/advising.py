"""Advice as a short table: what each alternative comes to, the best first."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from rcw_rules.advice import Advice, Option
from rcw_rules.cli.output import TextTable
from rcw_rules.kernel.distributions import percent
from rcw_rules.payoffs import Payoff


def advice_blocks(advice: Advice[Any], payoff: Payoff, side: str) -> list[str | TextTable]:
    """Return an advice as text: what counts, then each decision with what its alternatives come to.

    Args:
        advice: The advice.
        payoff: What was counted.
        side: Which side wants it high.
    """
    if advice.draws is None:
        how = "Both sides play best from here on."
    else:
        how = f"Estimated from {advice.draws:,} games for each alternative, every later decision by its default."
    blocks: list[str | TextTable] = [
        f"{payoff.title}: {_told(advice.value, payoff)}",
        f"High is good for {side}. {how}",
    ]
    decisions: dict[tuple[str, ...], tuple[Fraction, list[tuple[str, ...]]]] = {}
    for one in (advice, *advice.others):
        decision = one.decision
        unit = f" about {decision.unit}" if decision.unit else ""
        rows = [_row(option, payoff, is_best=option is one.best) for option in one.options]
        # What led to a decision may differ where nothing that is told does.
        told = f"{decision.owner} decides{unit}", f"{decision.choice.about} [{decision.choice.rule}]"
        before = decisions.get((*told, *map(str, rows)), (Fraction(0), rows))[0]
        decisions[*told, *map(str, rows)] = before + one.chance, rows
    for (who, about, *_), (chance, rows) in decisions.items():
        often = "" if chance == 1 else f", with a probability of {percent(chance)}"
        blocks += ["", f"  {who}{often}:", f"  {about}", TextTable(rows, indent=4, right=(1,))]
    return blocks


def _row(option: Option[Any], payoff: Payoff, *, is_best: bool) -> tuple[str, ...]:
    error = f" +- {_told(option.standard_error, payoff)}" if option.standard_error else ""
    behind = f"worse by {_told(option.behind, payoff)}" if option.behind else "as good"
    return option.told or '""', f"{_told(option.value, payoff)}{error}", "best" if is_best else behind


def _told(value: Fraction | float, payoff: Payoff) -> str:
    if payoff.is_event:
        return percent(Fraction(value))
    return str(value) if isinstance(value, Fraction) and value.denominator == 1 else f"{float(value):.3f}"
