"""Moves against a slow twin, written from the catalogue: the printed table as text, and one long sum."""

from __future__ import annotations

import random
from fractions import Fraction
from math import pi
from typing import Any

import pytest

from rcw_rules import GivenDice, IllegalRequestError
from rcw_rules import red_actions as ra
from rcw_rules.kernel.angles import degrees
from rcw_rules.kernel.lengths import Inches

PRINTED = """
hedge | 1/4 move | 1/2 move | 1/2 move | 1/2 move * | Da *
wall | 1/4 move | Nyet | Nyet | Nyet | Da *
small_stream | 1/2 move | Full move | Full move | Nyet | Da *
big_stream | 1/2 move | Nyet | Nyet | Nyet | Nyet
trench | 1/2 move | Nyet | Nyet | Nyet | Da *
wire | Halt and test | Nyet | Nyet | Nyet | Da *
crushed_wire | 1/2 move | Nyet | Nyet | Entire move * | Da
ford | Full speed | Full speed | 1/2 speed | 1/2 speed * | Da
up_normal_hill | Full speed | Full speed | 1/2 speed | 1/2 speed | Full speed
steep_slope | 1/2 speed | 1/2 speed | 1/4 speed | 1/4 speed | 1/2 speed
buildings | Full speed | 1/4 speed | 1/4 speed | 1/4 speed | 1/2 speed *
boggy_ground | 1/2 speed | Nyet | Nyet | Nyet | Nyet
rough_ground | 1/2 speed | 1/2 speed | 1/2 speed | Nyet | 1/2 speed *
woods | 1/2 speed | 1/2 speed | 1/2 speed | 1/4 speed * | 1/2 speed *
dense_woods | 1/2 speed | 1/4 speed | Nyet | Nyet | Nyet
"""
TABLE = {row.split(" | ")[0]: row.split(" | ")[1:] for row in PRINTED.strip().splitlines()}
OBSTACLES, AREAS = list(TABLE)[:7], list(TABLE)[7:]
COLUMN = {"rifle": 0, "mg": 0, "mortar": 0, "sabres": 1, "tachanka": 2, "gun": 2, "armoured_car": 3, "tank": 4}
PARTS = {"1/4": Fraction(1, 4), "1/2": Fraction(1, 2), "Full": Fraction(1), "Entire": Fraction(1), "Da": Fraction(0)}


def number_of(length: Inches) -> Fraction:
    return Fraction(length.thousandths, 1000)


def random_move(chance: random.Random) -> ra.MoveBudgetRequest:
    arm: Any = chance.choice([*COLUMN, "officer", "armoured_car", "tank"])
    bases = 1 if arm == "officer" else chance.choice([1, 2, 4])
    on_roads = chance.choice([0.2, 1])
    path: list[Any] = []
    for _ in range(chance.randint(0, 4)):
        line: Any = chance.choice(OBSTACLES)
        terrain: Any = tuple(chance.sample(AREAS, chance.choice([0, 0, 1, 1, 2])))
        on_road = chance.random() < on_roads
        if chance.random() < 0.35:
            path.append(ra.Barrier(line=line, on_road=on_road))
        else:
            downhill = "up_normal_hill" not in terrain and chance.random() < 0.4
            length = Inches(thousandths=chance.randint(0, 3000))
            path.append(ra.Stretch(length=length, terrain=terrain, on_road=on_road, downhill=downhill))
    speed = Inches(thousandths=chance.randint(2000, 16_000))
    turns: Any = (180,) * chance.choice([0, 0, 1, 2])
    pace: Any = chance.choice(["full", "full", "half", "evasive", "march"])
    mover = ra.Mover(
        arm=arm, mounted=arm == "officer" and chance.random() < 0.5, bases=bases, in_column=chance.random() < 0.5
    )
    return ra.MoveBudgetRequest(
        mover=mover,
        speed=None if arm == "officer" else speed,
        evasive_speed=Inches(thousandths=chance.randint(0, 2000)),
        pace=pace,
        path=tuple(path),
        front_bases=chance.randint(1, bases),
        wheels=tuple(degrees(chance.randint(0, 90)) for _ in range(chance.choice([0, 0, 1, 2]))),
        turns=turns,
        depth=Inches(thousandths=1500),
        limbered=arm == "gun",
    )


def twin(asked: ra.MoveBudgetRequest, *, rain: bool, by_inches: bool) -> Any:
    """Return allowance, cost, inches gone, whether it ends in wire, and the tests due; or None if it is refused."""
    arm, in_column = asked.mover.arm, asked.mover.in_column or asked.mover.bases == 1
    if arm == "officer":
        column = 1 if asked.mover.mounted else 0
        full = Fraction((20 if by_inches else 16) if asked.mover.mounted else 10)
    else:
        column = COLUMN[arm]
        full = Fraction(number_of(asked.speed or Inches(thousandths=0)))
    evasive = number_of(asked.evasive_speed or Inches(thousandths=0))
    budget = {"full": full, "half": full / 2, "march": full * 2, "evasive": evasive}[asked.pace]
    by_road = bool(asked.path) and all(leg.on_road for leg in asked.path)
    if by_road and in_column and asked.pace != "evasive" and not rain:
        budget += 2
    refused = asked.pace == "march" and not in_column
    gone = sum(
        (
            Fraction(round(asked.front_bases * 30_000 / 25.4 * pi * angle.thousandths / 180_000), 1000)
            for angle in asked.wheels
        ),
        Fraction(0),
    )
    cost = gone + (len(asked.turns) * Fraction(3, 2) if arm in ("tachanka", "gun") else 0)
    tests: list[Any] = []
    at_the_end = other_ground = in_wire = False
    for number, leg in enumerate(asked.path):
        refused |= in_wire  # nothing comes after wire
        free = leg.on_road and in_column
        if isinstance(leg, ra.Barrier):
            other_ground |= not leg.on_road
            cell = "Da" if free else TABLE[leg.line][column]
            refused |= cell == "Nyet"
            in_wire |= cell == "Halt and test"
            cost += budget * PARTS.get(cell.split()[0], Fraction(0))
            if "*" in cell:
                tests.append(("wire" if leg.line == "wire" else "obstacle", number, gone))
            continue
        rate = Fraction(1)
        for area in leg.terrain:
            other_ground |= not leg.on_road and area != "up_normal_hill"
            if area in ("buildings", "woods", "dense_woods") and not in_column and arm not in ("rifle", "mg"):
                refused = True
            if free and not (area in ("up_normal_hill", "steep_slope") and not leg.downhill):
                continue
            cell = TABLE[area][column]
            refused |= cell == "Nyet"
            rate = min(rate, PARTS.get(cell.split()[0]) or Fraction(1))
            if "*" in cell and area == "ford":
                tests.append(("obstacle", number, gone))
            elif "*" in cell:
                at_the_end = True
        cost += number_of(leg.length) / rate
        gone += number_of(leg.length)
    if refused or cost > budget:
        return None
    if at_the_end or (2 * gone > full and (arm == "tank" or other_ground)):
        tests.append(("breakdown", None, gone))
    return budget, cost, gone, in_wire, tests if arm in ("tank", "armoured_car") else []


@pytest.mark.rule(
    "red_actions",
    "terrain-table",
    "terrain-cost-rule",
    "terrain-breakdown-mark",
    "terrain-road-column",
    "terrain-column-needed",
    "mov-speed",
    "mov-wheel",
)
def test_random_moves_cost_what_the_twin_says() -> None:
    chance = random.Random(1920)
    legal = 0
    for _ in range(1500):
        asked = random_move(chance)
        rain, by_inches = chance.random() < 0.3, chance.random() < 0.5
        expected = twin(asked, rain=rain, by_inches=by_inches)
        chosen = ra.ruleset.with_options(rain=rain, distance_conflicts="inches" if by_inches else "metres")
        try:
            found = chosen.resolve(asked, dice=GivenDice([])).outcome
        except IllegalRequestError:
            assert expected is None, asked
            continue
        legal += 1
        tests = [(due.trial, due.leg, due.moved) for due in found.trials]
        assert (found.allowance, found.cost, found.moved, found.in_wire, tests) == expected, asked
        assert found.left == found.allowance - found.cost
    assert 300 < legal < 1200
