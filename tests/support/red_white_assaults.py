"""Assaults of Red & White, played with given dice."""

from __future__ import annotations

from typing import Any

from red_white_units import troops

from rcw_rules import GivenDice
from rcw_rules import red_white as rw
from rcw_rules.kernel.lengths import inches
from rcw_rules.kernel.record import RollStep


def lose(stands: int, target: int = 1, weapon: Any = "small_arms", **fields: Any) -> rw.Shot:
    return rw.Shot(volley=rw.Volley(weapon=weapon, stands_lost=stands), target=target, **fields)


def assault(
    attackers: list[rw.Unit],
    defenders: list[rw.Unit],
    *,
    gap: int | None = None,
    move: int | None = None,
    attacking_fire: bool | None = True,
    **fields: Any,
) -> rw.AssaultRequest:
    return rw.AssaultRequest(
        attackers=tuple(
            rw.Charger(unit=unit, charger_move=None if move is None else inches(move), attacking_fire=attacking_fire)
            for unit in attackers
        ),
        defenders=tuple(rw.Charged(unit=unit, gap=None if gap is None else inches(gap)) for unit in defenders),
        **{
            "defensive_fire": tuple(fields.pop("defensive", ())),
            "attacking_fire": tuple(fields.pop("attacking", ())),
            **fields,
        },
    )


def play(request: rw.AssaultRequest, *faces: int, choices: Any = None, **options: Any) -> rw.AssaultOutcome:
    ruleset = rw.ruleset.with_options(**options)
    return ruleset.resolve(request, dice=GivenDice(faces), choices=choices).outcome


def rolls(request: rw.AssaultRequest, *faces: int, choices: Any = None) -> list[tuple[str, tuple[Any, ...]]]:
    record = rw.ruleset.resolve(request, dice=GivenDice(faces), choices=choices).record
    return [(step.rule, step.faces) for _, step in record.walk() if isinstance(step, RollStep)]


def left(after: rw.UnitAfterAssault) -> int | None:
    return None if after.unit is None else after.unit.stands


def yes(situation: Any, alternatives: Any) -> bool:
    return True


WHITE = troops("white")


RED = troops("red")
