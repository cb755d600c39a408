"""Movers, paths and what they cost, for tests of movement."""

from __future__ import annotations

from typing import Any, get_args

import pytest
from red_actions_asking import answer

from rcw_rules import IllegalRequestError
from rcw_rules import red_actions as ra
from rcw_rules.kernel.lengths import inches
from rcw_rules.red_actions.model import Arm
from rcw_rules.red_actions.movement import Line

LINES: tuple[Any, ...] = get_args(Line)
ARMS: tuple[Any, ...] = ("rifle", "sabres", "tachanka", "armoured_car", "tank")


def go(length: int | str, *terrain: Any, **fields: Any) -> ra.Stretch:
    return ra.Stretch(length=inches(length), terrain=terrain, **fields)


def over(line: Any, **fields: Any) -> ra.Barrier:
    return ra.Barrier(line=line, **fields)


def move(arm: Arm, speed: int | str | None, *path: Any, bases: int = 1, in_column: bool = False, **fields: Any) -> Any:
    mover = ra.Mover(arm=arm, bases=bases, in_column=in_column, mounted=fields.pop("mounted", False))
    return ra.MoveBudgetRequest(mover=mover, speed=None if speed is None else inches(speed), path=path, **fields)


def refused(asked: Any, rule: str, path: str, **options: Any) -> str:
    with pytest.raises(IllegalRequestError) as refusal:
        answer(asked, **options)
    found = [objection for objection in refusal.value.verdict.objections if objection.rule == rule]
    assert [objection.path for objection in found] == [path], str(refusal.value)
    return found[0].message


def along(mover: ra.Mover, allowance: int, *path: Any) -> Any:
    return answer(ra.AlongPathRequest(mover=mover, path=path, allowance=inches(allowance)))
