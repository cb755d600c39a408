"""Questions of sight and hiding."""

from __future__ import annotations

from typing import Any

from rcw_rules import red_actions as ra
from rcw_rules.kernel.lengths import inches


def target(distance: str, arm: Any = "rifle", bases: int = 4, **fields: Any) -> ra.SpotRequest:
    known = {"stationary": False, **fields}
    return ra.SpotRequest(distance=inches(distance), arm=arm, bases=bases, **known)


def inside(ground: Any, edge: str, level: int = 0) -> ra.Standing:
    return ra.Standing(ground=ground, edge_distance=inches(edge), level=level)


def over(rises_to: int, behind: str, crests: str | None = None) -> tuple[ra.Between, ...]:
    apart = None if crests is None else inches(crests)
    return (ra.Between(rises_to=rises_to, behind=inches(behind), crests_apart=apart),)
