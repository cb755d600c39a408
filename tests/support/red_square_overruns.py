"""Units that overrun others, and how to ask for it."""

from __future__ import annotations

from typing import Any

from attrs import evolve

from rcw_rules import GivenDice
from rcw_rules.kernel.geometry.squares import SquareArea, SquareFeature, SquareGrid, SquareMap
from rcw_rules.red_square.ground import Field
from rcw_rules.red_square.model import Unit
from rcw_rules.red_square.mounted import OverrunOutcome, OverrunRequest
from rcw_rules.red_square.movement import FlightOutcome, FlightRequest
from rcw_rules.red_square.ruleset import ruleset

PLAIN = SquareMap(title="Plain", grid=SquareGrid(columns=10, rows=12))
WOOD = evolve(PLAIN, terrain=(SquareArea(kind="wood", squares=((4, 5),)),))
VILLAGE = evolve(PLAIN, terrain=(SquareArea(kind="stone_building", squares=((4, 5),)),))
TRENCHES = evolve(PLAIN, features=(SquareFeature(kind="trench", squares=((4, 5),)),))

# The mover comes from (4, 4), to the south-west of the target in (4, 5).
MOVER = Unit(name="Mover", side="red", kind="infantry", formation="masses", square=(4, 4), facing="N", bases=4)
HORSE = evolve(MOVER, kind="cavalry", formation="mounted", bases=3)
TARGET = Unit(name="Target", side="white", kind="infantry", formation="firing_line", square=(4, 5), facing="S", bases=4)


def flight(*faces: int, **facts: Any) -> FlightOutcome:
    plain: dict[str, Any] = {"target_kind": "infantry", "target_formation": "firing_line"}
    return ruleset.outcome(FlightRequest(**{**plain, **facts}), dice=GivenDice(faces))


def overrun(
    *units: Unit, dice: tuple[int | str, ...] = (), left: int = 0, board: SquareMap = PLAIN, **more: Any
) -> OverrunOutcome:
    choices = more.pop("choices", None)
    asked = OverrunRequest(
        field=Field(board=board, units=units), mover="Mover", square=(4, 5), squares_left=left, **more
    )
    outcome: OverrunOutcome = ruleset.outcome(asked, dice=GivenDice(dice), choices=choices)
    return outcome


def unit_in(outcome: OverrunOutcome, name: str) -> Unit:
    return next(unit for unit in outcome.units if unit.name == name)
