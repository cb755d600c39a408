"""Cavalry that charges, whom it charges, and how to ask for the charge."""

from __future__ import annotations

from typing import Any

from attrs import evolve

from rcw_rules import GivenDice
from rcw_rules.kernel.geometry.squares import SquareGrid, SquareMap
from rcw_rules.red_square.ground import Field
from rcw_rules.red_square.model import Unit
from rcw_rules.red_square.mounted import MountedCombatOutcome, MountedCombatRequest
from rcw_rules.red_square.ruleset import ruleset

GRID = SquareGrid(columns=10, rows=12)
PLAIN = SquareMap(title="Plain", grid=GRID)

# The charge comes from (4, 6) due south, which faces (4, 5) and (3, 5); the Whites' edge is in the north.
CAVALRY = Unit(name="Cavalry", side="white", kind="cavalry", formation="mounted", square=(4, 6), facing="S", bases=3)
LINE = Unit(name="Line", side="red", kind="infantry", formation="firing_line", square=(4, 5), facing="N", bases=3)
HORSE = evolve(LINE, name="Horse", kind="cavalry", formation="mounted")
GUNS = Unit(
    name="Guns", side="red", kind="artillery", guns="qf_gun", formation="deployed", square=(4, 5), facing="N", bases=2
)
MGS = Unit(name="MGs", side="red", kind="mg", square=(4, 5), facing="N", bases=2, accompanies="Line")
CARTS = Unit(name="Carts", side="red", kind="tchanka", square=(4, 5), facing="N", bases=2, accompanies="Horse")


def field(*units: Unit, board: SquareMap = PLAIN, **changes: Any) -> Field:
    return Field(board=board, units=units, **changes)


def charge(*units: Unit, dice: tuple[int | str, ...] = (), left: int = 0, board: SquareMap = PLAIN, **more: Any) -> Any:
    choices = more.pop("choices", None)
    asked = MountedCombatRequest(field=field(*units, board=board), attacker="Cavalry", squares_left=left, **more)
    return ruleset.outcome(asked, dice=GivenDice(dice), choices=choices)


def unit_in(outcome: MountedCombatOutcome, name: str) -> Unit:
    return next(unit for unit in outcome.units if unit.name == name)
