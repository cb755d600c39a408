"""A picture of the set-up of a scenario."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve

from rcw_rules.kernel.geometry.hexes import HexMap
from rcw_rules.orel.definitions import CONVOIS_SUPPLIED, LIMIT_OF
from rcw_rules.orel.model import Depot, Unit
from rcw_rules.orel.scenarios.beginnings import ScenarioName, in_play
from rcw_rules.orel.scenarios.forces import order_of_battle
from rcw_rules.orel.scenarios.maps import schematic_map

if TYPE_CHECKING:
    from rcw_rules.kernel.geometry.pictures import Picture


def draw_setup(scenario: ScenarioName = "historical", board: HexMap | None = None) -> Picture:
    """Return a picture of how a scenario begins, one counter for each hex; that of a stack says how many are in it.

    Args:
        scenario: The scenario.
        board: The map; by default the schematic map of the scenario.

    Rules: 10.2-setup.
    """
    from rcw_rules.kernel.geometry.pictures import Counter

    if board is None:
        board = schematic_map("brasovo" if scenario == "introductory" else "whole_field")
    order = in_play(scenario, order_of_battle())
    stacks: dict[str, list[Unit | Depot]] = {}
    for thing in order.units_and_depots:
        if thing.hex is not None:
            stacks.setdefault(thing.hex, []).append(thing)
    counters = [Counter(at=place, text=text_of_stack(stack), side=stack[0].side) for place, stack in stacks.items()]
    shown = evolve(
        board,
        zones=tuple(zone for zone in board.zones if not zone.name.startswith((LIMIT_OF, *CONVOIS_SUPPLIED.values()))),
    )
    title = f"Set-up of the {scenario} scenario ({board.provenance} map)"
    return shown.draw(*counters, title=title)


def short_name(thing: Unit | Depot) -> str:
    """Return what is written on the counter of a unit or depot: its key without the side.

    >>> short_name(order_of_battle().unit("W:1/1K")), short_name(order_of_battle().depot("R:convoi-1809"))
    ('1/1K', 'convoi')
    """
    key = thing.key.split(":", 1)[-1]
    if isinstance(thing, Depot) or thing.is_train:
        return key.split("-", 1)[0]
    return key


def text_of_stack(stack: list[Unit | Depot]) -> str:
    """Return what is written on the counter of a hex: of a stack its number, and the formation if it is of one."""
    if len(stack) == 1:
        return short_name(stack[0])
    formations = {thing.formation.split("-", 1)[0] if isinstance(thing, Unit) else "" for thing in stack}
    common = formations.pop() if len(formations) == 1 else ""
    return f"{common} \u00d7{len(stack)}".strip()
