"""The field of Orel, as a user would put it: checks of command, supply and zones of control, and a whole combat.

The set-up of the historical scenario on the schematic map, 114 units and 12 depots. Every check counts against rolling
20,000 dice with a record.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import TypeAlias

from rcw_rules import GivenDice, SeededDice, orel
from rcw_rules.kernel.dice import d6
from rcw_rules.kernel.umpire import RollingUmpire
from rcw_rules.orel.combat import worked_example
from rcw_rules.orel.model import Side
from rcw_rules.orel.supply import in_range, supply_ground

ORDER = orel.order_of_battle()
BOARD = orel.schematic_map("whole_field")
PLACED = tuple(unit for unit in ORDER.units if unit.hex is not None)
DEPOTS = tuple(depot for depot in ORDER.depots if depot.hex is not None)
SIDES: tuple[Side, ...] = ("white", "red")
DICE = 20_000
EXPECTED = (9, 78, 191)
"""How many units are out of command, how many have a depot within range, how many hexes lie in zones of control."""


def recorded_dice() -> int:
    """Roll and record so many dice one by one."""
    umpire = RollingUmpire(orel.ruleset, SeededDice(1919), {}, recording=True)
    return sum(umpire.roll(d6, "a die", "X-dice") for _ in range(DICE))


def command() -> int:
    """Check the command of both sides; how many units are out of it."""
    requests = (orel.CommandRequest(side=side, day=15, units=ORDER.units, depots=ORDER.depots) for side in SIDES)
    return sum(len(orel.ruleset.resolve(request, dice=GivenDice([])).outcome.out_of_command) for request in requests)


def supply() -> int:
    """Trace a line from every unit of both sides to its depots; how many units have one within range."""
    supplied = 0
    umpire = RollingUmpire(orel.ruleset, GivenDice([]), {}, recording=True)
    for side in SIDES:
        ground = supply_ground(umpire, PLACED, side, depots=DEPOTS, board=BOARD)
        depots = [depot for depot in DEPOTS if depot.side == side]
        units = [unit for unit in PLACED if unit.side == side and not unit.is_train]
        supplied += sum(any(in_range(unit, depot, ground) for depot in depots) for unit in units)
    return supplied


def zones() -> int:
    """Find the zones of control of both sides; how many hexes lie in one."""
    requests = (orel.ZocRequest(units=PLACED, side=side, purpose="supply", board=BOARD) for side in SIDES)
    return sum(len(orel.ruleset.resolve(request, dice=GivenDice([])).outcome.zones) for request in requests)


# --- The worked example of the book: three units a side, a battery, an assault, morale -----------------------------

COMBAT = worked_example()
Fate: TypeAlias = tuple[str, tuple[tuple[str, int], ...]]
"""Who lost the assault, or "" without one, and the steps that each unit has left; a unit that is gone is not listed."""

ODDS = ((5, 5), (4, 4), (3, 3), (2, 2), (1.5, 1), (1, 0), (2 / 3, -1), (1 / 2, -2), (1 / 3, -3))
RESULTS_TABLE = {  # modified roll: attacker's loss, defender's loss, loser, morale
    1: (3, 0, "attacker", 2),
    2: (3, 0, "attacker", 1),
    3: (2, 0, "attacker", 0),
    4: (2, 0, "attacker", -1),
    5: (2, 1, "attacker", -1),
    6: (1, 1, "attacker", -2),
    7: (1, 1, "attacker", None),
    8: (1, 1, "defender", None),
    9: (1, 1, "defender", -2),
    10: (1, 1, "defender", -1),
    11: (1, 2, "defender", -1),
    12: (1, 2, "defender", 0),
    13: (0, 2, "defender", 1),
    14: (0, 3, "defender", 1),
    15: (0, 3, "defender", 2),
}


def forget() -> None:
    """Forget all odds and all requests found legal."""
    orel.ruleset.forget_odds()


def combat() -> dict[Fate, Fraction]:
    """Work out the exact odds of the whole combat, and of what matters in it."""
    fates: dict[Fate, Fraction] = {}
    for outcome, probability in orel.ruleset.odds(COMBAT).items():
        left = tuple((unit.key, unit.steps) for unit in outcome.units if unit.is_combat)
        fate = (outcome.loser or "", left)
        fates[fate] = fates.get(fate, Fraction(0)) + probability
    return fates


def fight(die: Callable[[], int]) -> Fate:
    """Fight it once, by a loop written for nothing else."""
    reds, whites = {"Red 1": 4, "Red 2": 4, "Red Cv": 3}, {"X": 4, "Y": 3, "Z": 1}
    support = 3 if die() <= 5 else 1
    red_die, white_die = die(), die()
    if red_die == 6:  # 6 + 1 against 5: all are repulsed
        return "", (*reds.items(), *whites.items())
    attack = (7 if red_die == 5 else 14) + support
    defence = 11 if white_die == 6 else 13
    modifier = next((value for ratio, value in ODDS if attack / defence >= ratio), -4) - 1 - 1
    attacker_loss, defender_loss, loser, morale = RESULTS_TABLE[min(max(die() + die() + modifier, 1), 15)]
    lost = {**_lose(reds, attacker_loss + 1), **_lose(whites, defender_loss + 1)}
    if morale is not None:
        face = die()
        losers, quality = (reds, {}) if loser == "attacker" else (whites, {"X": 6, "Z": 6})
        for unit in list(losers):
            if face > 1 and face + morale + (unit in lost) - quality.get(unit, 5) >= 5:
                del losers[unit]  # it surrenders
    return loser, (*reds.items(), *whites.items())


def _lose(units: dict[str, int], losses: int) -> dict[str, int]:
    """Take steps one by one, the largest unit first; who is gone is passed over."""
    order, lost = sorted(units, key=lambda unit: (-units[unit], unit)), dict[str, int]()
    while losses and units:
        for unit in order:
            if losses and unit in units:
                losses -= 1
                lost[unit] = lost.get(unit, 0) + 1
                units[unit] -= 1
                if not units[unit]:
                    del units[unit]
    return lost


def fight_odds() -> dict[Fate, Fraction]:
    """Fight it with all faces of six dice."""
    fates: dict[Fate, Fraction] = {}
    for faces in product(range(1, 7), repeat=6):
        fate = fight(iter(faces).__next__)
        fates[fate] = fates.get(fate, Fraction(0)) + Fraction(1, 6**6)
    return fates
