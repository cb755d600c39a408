"""Melees of Red & White, fought with given dice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rcw_rules import GivenDice
from rcw_rules import red_white as rw

Units = tuple[rw.Unit, ...]


def fight(
    attackers: rw.Unit | Units,
    defenders: rw.Unit | Units,
    *faces: int,
    flank: bool = False,
    choices: dict[str, Callable[[Any, tuple[Any, ...]], Any]] | None = None,
    **options: Any,
) -> rw.MeleeOutcome:
    request = rw.MeleeRequest(
        attackers=attackers if isinstance(attackers, tuple) else (attackers,),
        defenders=defenders if isinstance(defenders, tuple) else (defenders,),
        flank_or_rear=flank,
    )
    return rw.ruleset.with_options(**options).resolve(request, dice=GivenDice(faces), choices=choices).outcome


def lost(units: tuple[rw.UnitAfterMelee, ...]) -> tuple[int, ...]:
    """Return the stands lost by units without guards."""
    assert all(unit.guards_lost == 0 for unit in units)
    return tuple(unit.stands_lost for unit in units)


def goes(units: tuple[rw.UnitAfterMelee, ...]) -> tuple[str, ...]:
    return tuple(unit.goes for unit in units)
