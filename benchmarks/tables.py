"""The facts of a segment on a table in inches: who sees whom and how far off everybody is, for twelve units.

Beside them stands what a script does that has no layer for it: it measures every pair by itself, and asks
`red_actions.spot` for it.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from rcw_rules import GivenDice
from rcw_rules import red_actions as ra
from rcw_rules.kernel.angles import degrees
from rcw_rules.kernel.geometry.table import Group, point
from rcw_rules.kernel.judging import Judge
from rcw_rules.red_actions.game import Scene
from rcw_rules.red_actions.positions import line_of_bases, spot_of
from rcw_rules.red_actions.turn import Game

UNITS = 12


@cache
def state(number: int = 0) -> ra.State:
    """Return a state of the assault on a village with twelve units, half of them on either side.

    Args:
        number: Says where one unit stands: in every segment another one has moved.
    """
    scenario = ra.assault_on_a_village()
    units, groups = list[ra.Unit](), list[Group]()
    for side, y, facing in (("white", 6, 0), ("red", 28, 180)):
        for place, unit in enumerate(one for one in scenario.roster if one.side == side):
            if place < UNITS // 2:
                units.append(unit)
                shift = Fraction(number % 100, 50) if side == "white" and place == 2 else 0
                at = point(5 + 7 * place, y + place % 2 * 3 + shift)
                groups.append(line_of_bases(unit.name, unit.bases, at, degrees(facing)))
    game = Game(attacker="white", turns=scenario.turns, armies=scenario.armies, units=tuple(units), acting="attacker")
    return ra.State(scenario=scenario, game=game, frames=(ra.Frame(side="white"),), groups=tuple(groups))


def pairs() -> list[tuple[str, str]]:
    """Return every unit with every enemy of it."""
    units = state().units
    return [(one.name, other.name) for one in units for other in units if one.side != other.side]


def facts(number: int = 0) -> list[bool]:
    """Return who sees whom, from the facts of a segment."""
    scene = Scene(Judge(ra.ruleset), state(number))
    return [scene.sees(one, other) for one, other in pairs()]


def each_by_itself(number: int = 0) -> list[bool]:
    """Return the same, pair by pair."""
    now = state(number)
    groups = {group.name: group for group in now.groups}
    found: list[bool] = []
    for one, other in pairs():
        unit = now.the_unit(other)
        request = spot_of(
            now.scenario.table,
            groups[one],
            groups[other],
            arm=unit.card.arm,
            stationary=True,
            limbered=unit.limbered,
        )
        found.append(ra.ruleset.resolve(request, dice=GivenDice([])).outcome.visible)
    return found
