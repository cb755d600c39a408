"""Whole retreats with their vehicles, checks and surrenders, against a slow twin on random boards."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from random import Random
from typing import Any, TypeAlias

import pytest

from rcw_rules import GivenDice
from rcw_rules import orel as game
from rcw_rules.kernel.geometry.hexes import HexGrid, HexMap, Railway, TerrainArea
from rcw_rules.kernel.umpire import RollingUmpire
from rcw_rules.orel.retreats import fall_back

Fate: TypeAlias = "str | tuple[str | None, str, int]"
"""A word, or hex, mode and steps."""

SIZE = 5
HEXES = [f"{column:02}{row:02}" for column in range(1, SIZE + 1) for row in range(1, SIZE + 1)]
OFF = "off"


@cache
def beside(place: str) -> tuple[str, ...]:
    column, row = int(place[:2]), int(place[2:])
    up = -1 if column % 2 else 0
    around = [(0, -1), (0, 1), (-1, up), (-1, up + 1), (1, up), (1, up + 1)]
    return tuple(at for c, r in around if (at := f"{column + c:02}{row + r:02}") in HEXES)


def apart(one: str, other: str) -> int:
    """The distance by the formula of the catalogue."""
    (c1, y1), (c2, y2) = ((int(at[:2]), 2 * int(at[2:]) + (int(at[:2]) % 2 == 0)) for at in (one, other))
    columns = abs(c1 - c2)
    return columns + max(0, (abs(y1 - y2) - columns) // 2)


def to_edge(place: str, side: str) -> int:
    column, row = int(place[:2]), int(place[2:])
    return SIZE - row if side == "white" else min(column - 1, row - 1)


class Twin:
    """A retreat or rout as book and catalogue have it, the owner going by the defaults."""

    def __init__(self, units: Any, others: Any, ground: Any, hexes: int) -> None:
        self.units, self.others, self.hexes = units, others, hexes
        self.forest, self.rails, self.targets, self.barred = ground
        self.side, self.start = units[0].side, units[0].hex
        self.prisoners = 0
        self.held = {unit.hex for unit in others if unit.side != self.side}

    def bearing(self, place: str, *, own: bool) -> list[game.Unit]:
        return [
            unit
            for unit in self.others
            if (unit.side == self.side) == own and unit.hex == place and not unit.is_vehicle and unit.mode != "routed"
        ]

    def zone(self, place: str) -> set[str]:
        if self.bearing(place, own=True):
            return set()
        stacks = [self.bearing(at, own=False) for at in beside(place)]
        return {unit.type for stack in stacks if sum(unit.steps for unit in stack) > 1 for unit in stack}

    def room(self, company: Any, place: str) -> bool:
        there = [unit for unit in self.others if unit.hex == place]
        counted = [unit for unit in (*there, *company) if not unit.is_vehicle]
        return len(counted) <= 3 and sum(unit.steps for unit in counted) <= 10

    def passable(self, unit: game.Unit, here: str, to: str) -> bool:
        by_rail = frozenset((here, to)) in self.rails
        return by_rail or not (unit.is_train or (unit.is_vehicle and to in self.forest))

    def near_rails(self, unit: game.Unit, place: str) -> bool:
        return unit.type != "tank" or any(apart(place, at) <= 2 for pair in self.rails for at in pair)

    def follows(self, unit: game.Unit, here: str, to: str) -> bool:
        if to == OFF:
            return not unit.is_train
        free = [at for at in beside(here) if at not in self.held and self.passable(unit, here, at)]
        return to in free and (self.near_rails(unit, to) or not any(self.near_rails(unit, at) for at in free))

    def onward(self, company: Any, way: tuple[str, ...]) -> list[str]:
        free = [at for at in beside(way[-1]) if at not in way and at not in self.held]
        return [at for at in free if all(self.passable(unit, way[-1], at) for unit in company)]

    def ended(self, company: Any, way: tuple[str, ...], hexes: int) -> bool:
        return len(way) > hexes and self.room(company, way[-1])

    def at_rim(self, company: Any, place: str) -> bool:
        return len(beside(place)) < 6 and not any(unit.is_train for unit in company)

    def can_end(self, company: Any, way: tuple[str, ...], hexes: int) -> bool:
        if self.ended(company, way, hexes) or self.at_rim(company, way[-1]):
            return True
        return any(self.can_end(company, (*way, at), hexes) for at in self.onward(company, way))

    def candidates(self, company: Any, way: tuple[str, ...], hexes: int) -> list[str]:
        free = [at for at in self.onward(company, way) if self.can_end(company, (*way, at), hexes)]
        free = [at for at in free if all(self.near_rails(unit, at) for unit in company)] or free
        usual = [at for at in free if at not in self.barred]
        if any(not self.zone(at) for at in usual):
            free = usual
        elif usual:
            free = usual + [at for at in free if at in self.barred and not self.zone(at)]
        if hexes == 2 and len(way) == 2:
            free = [at for at in free if apart(at, self.start) == 2] or free
        return [*free, *([OFF] if self.at_rim(company, way[-1]) else [])]

    def broken(self, company: Any, way: tuple[str, ...], to: str, hexes: int, mates: Any) -> tuple[bool, ...]:
        left = any(not self.follows(unit, way[-1], to) for unit in mates)
        now = to_edge(way[-1], self.side)
        if to == OFF:
            return False, False, True, False, now > 0, left
        targeted = to in self.targets and self.ended(company, (*way, to), hexes)
        farther = to_edge(to, self.side) >= now
        return bool(self.zone(to)), not self.room(company, to), False, targeted, farther, left

    def way(self, company: Any, hexes: int, mates: Any) -> tuple[str, ...]:
        way: tuple[str, ...] = (self.start,)
        while True:
            ranks = {
                to: self.broken(company, way, to, hexes, mates) for to in self.candidates(company, way, hexes)
            }  # fmt: skip
            if not ranks:
                return ()
            best = sorted(str(to) for to, rank in ranks.items() if rank == min(ranks.values()))
            nearest = [0 if at == OFF else to_edge(at, self.side) for at in best]
            to = best[nearest.index(min(nearest))]
            mates = [unit for unit in mates if self.follows(unit, way[-1], to)]
            way = (*way, to)
            if to == OFF or self.ended(company, way, hexes):
                return way[1:]

    def keeps_up(self, unit: game.Unit, way: tuple[str, ...]) -> bool:
        places = (self.start, *way)
        return all(self.follows(unit, here, to) for here, to in zip(places, way, strict=False))

    def ways(self, stack: list[game.Unit], running: list[game.Unit]) -> dict[str, tuple[str, ...]]:
        leading = self.way(stack, self.hexes, running) if stack else ()
        if stack and not leading:
            return {}
        found = {unit.key: leading for unit in stack}
        for number, unit in enumerate(running):
            own = leading if leading and self.keeps_up(unit, leading) else ()
            for hexes in range(self.hexes, 0, -1):
                own = own or self.way([unit], hexes, [] if leading else running[number + 1 :])
            if own:
                found[unit.key] = own
                leading = leading or own
        return found

    def fates(self, faces: Iterator[int]) -> dict[str, Fate]:
        stack = [unit for unit in self.units if not unit.is_vehicle]
        ways = self.ways(stack, [unit for unit in self.units if unit.is_vehicle and not unit.broken_down])
        if stack and not ways:
            lost = [unit.key for unit in stack if self.hexes == 2 or unit.mode == "routed"]
            lost = [unit.key for unit in stack] if self.all_lost(stack, lost) else lost
            self.prisoners = sum(unit.steps for unit in stack if unit.key in lost)
            return {
                unit.key: "surrendered"
                if unit.key in lost
                else (unit.hex, unit.mode if unit.is_vehicle else "routed", unit.steps)
                for unit in self.units
            }
        steps = {unit.key: unit.steps for unit in self.units}
        found: dict[str, Fate] = {unit.key: "eliminated" for unit in self.units if unit.broken_down}
        for number in range(max(map(len, ways.values()), default=0)):
            for unit in self.units:
                if unit.key not in found and number < len(ways.get(unit.key, ())):
                    self.check(unit, ways[unit.key][number], faces, steps, found)
        given_up = [unit.key for unit in stack if found.get(unit.key) == "surrendered"]
        surviving = [unit for unit in stack if found.get(unit.key) != "eliminated"]
        for unit in self.units:
            if unit.key in found:
                continue
            if unit.key not in ways:
                found[unit.key] = "stuck"
            elif unit in stack and given_up and self.all_lost(surviving, given_up):
                found[unit.key] = "surrendered"
            else:
                routs = self.hexes == 2 or unit.mode == "routed"
                mode = unit.mode if unit.is_vehicle else "routed" if routs else "march"
                end = ways[unit.key][-1]
                found[unit.key] = (None if end == OFF else end, mode, steps[unit.key])
        self.prisoners = sum(steps[key] for key, fate in found.items() if fate == "surrendered")
        return found

    def all_lost(self, stack: list[game.Unit], lost: list[str]) -> bool:
        combat = [unit for unit in stack if unit.is_combat]
        return bool(combat) and all(unit.key in lost for unit in combat)

    def check(
        self, unit: game.Unit, place: str, faces: Iterator[int], steps: dict[str, int], found: dict[str, Fate]
    ) -> None:
        kinds = set() if place == OFF or unit.is_train else self.zone(place)
        if not kinds or (unit.type in {"cavalry", "armoured_car"} and "cavalry" not in kinds):
            return
        if next(faces) + 1 <= {"tank": 5, "armoured_car": 6}.get(unit.type, unit.tq or 0):
            return
        if not unit.is_vehicle and (self.hexes == 2 or unit.mode == "routed"):
            found[unit.key] = "surrendered"
            return
        steps[unit.key] -= 1
        if unit.is_vehicle or not steps[unit.key]:
            found[unit.key] = "eliminated"


def some_unit(random: Random, key: str, place: str, side: Any) -> game.Unit:
    kinds: dict[Any, dict[str, int]] = {
        "infantry": {"strength": 3},
        "cavalry": {"strength_dismounted": 1, "strength_charge": 2},
        "artillery": {"fire": 2},
        "tank": {"strength": 3},
        "armoured_car": {"strength": 2},
        "armoured_train_light": {"fire": 2},
    }
    kind: Any = random.choice([*kinds, "infantry"])
    fields: dict[str, Any] = dict(kinds[kind])
    if kind in {"infantry", "cavalry", "artillery"}:
        mode = random.choice(["combat", "combat", "march", "routed"])
        fields.update(tq=random.randint(2, 6), steps=random.randint(1, 3), steps_full=3, mode=mode)
    return game.Unit(
        key=key, side=side, type=kind, hex=place, broken_down=kind == "tank" and random.random() < 0.3, **fields
    )


def some_line(random: Random, start: str) -> tuple[str, ...]:
    line: tuple[str, ...] = (start,)
    for _ in range(random.randint(1, 5)):
        free = [at for at in beside(line[-1]) if at not in line]
        line += (random.choice(free),) if free else ()
    return line


@pytest.mark.rule(
    "orel",
    "8.5.1-retreat", "8.5.1a-zoc", "8.5.1-impossible", "8.7.2-vehicles-follow", "8.7.3-rout-zoc",
    "8.7.3-rout-impossible", "9.2.1-breakdown", "9.2.1-rail-leash",
)  # fmt: skip
@pytest.mark.parametrize("seed", range(8))
def test_everybody_ends_where_the_slow_twin_does(seed: int) -> None:
    random = Random(seed)
    for _ in range(40):
        side, enemy = random.sample(["white", "red"], 2)
        start, *rest = random.sample(HEXES, len(HEXES))
        friends = rest[: random.randint(0, 5)]
        enemies = rest[len(friends) : len(friends) + random.randint(0, 12)]
        units = tuple(some_unit(random, f"unit {n}", start, side) for n in range(random.randint(1, 4)))
        others = tuple(
            some_unit(random, f"{whose} {place} {n}", place, whose)
            for whose, places in ((side, friends), (enemy, enemies))
            for place in places
            for n in range(random.randint(1, 3))
        )
        forest = tuple(sorted(random.sample(HEXES, random.randint(1, 9))))
        line = some_line(random, random.choice([start, HEXES[0]]))
        targets, barred = (tuple(random.sample(HEXES, random.randint(1, 5))) for _ in range(2))
        hexes: Any = random.choice([1, 2])
        faces = [random.randint(1, 6) for _ in range(20)]
        rails = {frozenset(pair) for pair in pairwise(line)}
        thrown = iter(faces)
        twin = Twin(units, others, (forest, rails, targets, barred), hexes)
        expected = twin.fates(thrown)
        around = game.Surroundings(
            units=others,
            under_attack=targets,
            entry_zones=(game.EntryZone(side=enemy, edge="north", hexes=barred),),  # type: ignore[arg-type]  # a side
            board=HexMap(
                title="a test",
                grid=HexGrid(columns=SIZE, rows=SIZE),
                terrain=(TerrainArea(kind="forest", hexes=forest),),
                railways=(Railway(hexes=line),),
            ),
        )
        dice = GivenDice(faces[: len(faces) - len(tuple(thrown))])
        outcome = fall_back(RollingUmpire(game.ruleset, dice, {}, recording=False), units, around, hexes=hexes)
        found: dict[str, Fate] = {unit.key: (unit.hex, unit.mode, unit.steps) for unit in outcome.units}
        for word in ("eliminated", "surrendered", "stuck"):
            found.update(dict.fromkeys(getattr(outcome, word), word))
        assert found == expected, (units, others, around, hexes, faces)
        assert outcome.prisoners == twin.prisoners
