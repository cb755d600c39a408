"""Resolutions in the words of older records."""

from __future__ import annotations

from typing import Any

from attrs import evolve

from rcw_rules import Record, Resolution
from rcw_rules.kernel.record import ChoiceStep, LookUpStep, ProcedureStep, Step


def in_old_words(resolution: Resolution[Any]) -> Resolution[Any]:
    """Return *resolution* as it was told before decisions said for which unit they are, and charts had words."""
    return evolve(resolution, record=Record(_in_old_words(resolution.record.steps)))


def _in_old_words(steps: tuple[Step, ...]) -> tuple[Step, ...]:
    return tuple(
        evolve(step, side="", unit="")
        if isinstance(step, ChoiceStep)
        else evolve(step, steps=_in_old_words(step.steps))
        if isinstance(step, ProcedureStep)
        else evolve(step, words="")
        if isinstance(step, LookUpStep)
        else step
        for step in steps
    )
