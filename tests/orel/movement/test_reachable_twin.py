"""The reach of units out of command or routed, on Marching Days and on rails, against a slow twin."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import pytest

from rcw_rules import GivenDice, IllegalRequestError
from rcw_rules import orel as game
from rcw_rules.kernel.geometry.hexes import Feature, HexGrid, HexMap, HexsideFeature, Railway, TerrainArea

SIZE = 6
PLACES = [f"{column:02}{row:02}" for column in range(1, SIZE + 1) for row in range(1, SIZE + 1)]
FIGURES: dict[str, dict[str, Any]] = {
    "infantry": {"tq": 4, "steps": 4, "strength": 5},
    "cavalry": {"tq": 4, "steps": 3, "strength_dismounted": 2, "strength_charge": 4},
    "artillery": {"tq": 4, "steps": 2, "fire": 3},
    "tank": {"strength": 3},
    "armoured_train_light": {"fire": 3},
}
WOOD = {"infantry": 2, "cavalry": 2, "artillery": 3, "tank": None}


def around(place: str) -> list[str]:
    column, row = int(place[:2]), int(place[2:])
    low = row if column % 2 else row + 1
    numbers = [(column, row - 1), (column, row + 1)]
    numbers += [(column + side, level) for side in (-1, 1) for level in (low - 1, low)]
    return [f"{c:02}{r:02}" for c, r in numbers if 1 <= c <= SIZE and 1 <= r <= SIZE]


def far(start: str) -> dict[str, int]:
    found, queue = {start: 0}, [start]
    for place in queue:
        for other in around(place):
            if other not in found:
                found[other] = found[place] + 1
                queue.append(other)
    return found


FAR = {place: far(place) for place in PLACES}


class Situation:
    """A mover of some sort on a drawn board, and what the rules say about each of its steps."""

    def __init__(self, seed: int) -> None:
        self.draw = draw = random.Random(seed)
        self.sort = draw.choice(["out of command", "routed", "marching day", "train", "tank"])
        self.line = [draw.choice(PLACES)]
        while len(self.line) < 8 and (onward := [one for one in around(self.line[-1]) if one not in self.line]):
            self.line.append(draw.choice(onward))
        self.rails = [set(pair) for pair in pairwise(self.line)]
        self.wood = draw.sample(PLACES, draw.randint(1, 12))
        self.wet = sorted({tuple(sorted((a, draw.choice(around(a))))) for a in draw.sample(PLACES, 6)})
        self.start = draw.choice(self.line if self.sort == "train" else PLACES)
        self.kind = {"train": "armoured_train_light", "tank": "tank"}.get(
            self.sort, draw.choice(["infantry", "cavalry", "artillery"])
        )
        self.points = 0 if self.sort == "train" else draw.randint(1, 5)
        self.check = draw.choice(["none", "failed", "passed"]) if self.sort == "out of command" else "none"
        self.others, self.depots = self._everybody()
        own = [unit.key for unit in self.others if unit.side == "white"]
        self.staying = tuple(key for key in own if draw.random() < 0.4)
        self.enemies = {one.hex for one in (*self.others, *self.depots) if one.side == "red"}
        self.fighters = [
            unit.hex for unit in self.others if unit.side == "red" and unit.type in ("infantry", "cavalry")
        ]
        self.own_depots = [depot.hex for depot in self.depots if depot.side == "white"]
        self.zones = {place for place in PLACES if self._exerted(place) and not self._held(place, self.staying)}
        self.tied = self.sort == "out of command" and bool(self.own_depots)
        self.supply = self._supply() if self.tied else {}

    def _everybody(self) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
        draw, held = self.draw, {self.start: "white"}
        units: list[Any] = []
        for number in range(draw.randint(0, 6)):
            place = draw.choice(PLACES)
            side: Any = held.setdefault(place, draw.choice(["red", "red", "white"]))
            kind: Any = draw.choice(["infantry", "infantry", "cavalry", "artillery", "tank"])
            figures = dict(FIGURES[kind])
            if kind != "tank":
                figures["steps"] = draw.randint(1, figures["steps"])
                figures["mode"] = draw.choice(["combat", "combat", "march", "routed"])
            units.append(game.Unit(key=f"u{number}", side=side, type=kind, hex=place, **figures))
        depots: list[Any] = []
        for number in range(draw.randint(0, 3)):
            place = draw.choice(PLACES)
            side = held.setdefault(place, draw.choice(["red", "white"]))
            depots.append(game.Depot(key=f"d{number}", side=side, kind="convoi", capacity=3, hex=place, mp=5))
        return tuple(units), tuple(depots)

    def request(self) -> game.ReachRequest:
        states: dict[str, dict[str, Any]] = {"out of command": {"out_of_command": True}, "routed": {"mode": "routed"}}
        more = states.get(self.sort, {})
        if self.sort != "train":
            more = {**more, "mp": self.points}
        board = HexMap(
            title="Drawn",
            grid=HexGrid(columns=SIZE, rows=SIZE),
            terrain=(TerrainArea(kind="forest", hexes=tuple(sorted(self.wood))),),
            railways=(Railway(hexes=tuple(self.line)),),
            features=(Feature(kind="station", hexes=(self.line[0],)),),
            hexsides=(HexsideFeature(kind="river", between=tuple(self.wet)),),  # type: ignore[arg-type] # pairs
        )
        mover: Any = game.Unit(
            **{"key": "m", "side": "white", "type": self.kind, "hex": self.start, **FIGURES[self.kind], **more}
        )
        return game.ReachRequest(
            unit=mover,
            others=self.others,
            depots=self.depots,
            staying=self.staying,
            marching_day=self.sort == "marching day",
            command_check=self.check,  # type: ignore[arg-type] # drawn from its words
            board=board,
        )

    # ------------------------------------------------------------------ zones, ground and supply

    def _exerted(self, place: str) -> bool:
        def men(hex: str) -> int:  # noqa: A002 - it is the hex
            there = [unit for unit in self.others if unit.side == "red" and unit.hex == hex]
            return sum(unit.steps for unit in there if unit.type != "tank" and unit.mode != "routed")

        return any(men(other) >= 2 for other in around(place))

    def _held(self, place: str, keys: Any) -> bool:
        there = [unit for unit in self.others if unit.side == "white" and unit.hex == place and unit.key in keys]
        return any(unit.type != "tank" and unit.mode != "routed" for unit in there)

    def ground(self, a: str, b: str) -> int | None:
        by_rail = {a, b} in self.rails
        entered = WOOD[self.kind] if b in self.wood and not by_rail else 1
        if entered is None:
            return None
        return entered + (1 if any({*pair} == {a, b} for pair in self.wet) and not by_rail else 0)

    def _supply(self) -> dict[str, int]:
        """Return how far each hex is from the nearest depot, for supply lines: improve until nothing improves."""
        keys = [unit.key for unit in self.others]
        shut = self.enemies | {place for place in PLACES if self._exerted(place) and not self._held(place, keys)}
        best = dict.fromkeys(PLACES, 999) | dict.fromkeys(self.own_depots, 0)
        for _ in PLACES:
            for place in PLACES:
                for other in around(place):
                    cost = self.ground(place, other)
                    if other not in shut and cost is not None:
                        best[place] = min(best[place], cost + best[other])
        return best

    # ------------------------------------------------------------------ steps and stops

    def cost(self, a: str, b: str) -> int | None:
        if b in self.enemies:
            return None
        if self.sort == "train":
            return 0 if {a, b} in self.rails else None
        cost = self.ground(a, b)
        if cost is None or a not in self.zones:
            return cost
        if b not in self.zones:
            return cost + 1
        return cost + 2 if self.kind == "cavalry" else max(1, self.points - 1)

    def from_enemy(self, place: str) -> int:
        return min((FAR[place][enemy] for enemy in self.fighters), default=0)

    def nearer(self, place: str) -> list[str]:
        return [
            other
            for other in around(place)
            if self.cost(place, other) is not None
            and other not in self.zones
            and self.supply[other] < self.supply[place]
            and self.fits(other)
        ]

    def may_step(self, a: str, b: str) -> bool:
        if self.cost(a, b) is None:
            return False
        if self.sort == "tank":
            return any(FAR[b][rail] <= 2 for rail in self.line)
        if self.sort == "marching day":
            return not self.enemies & set(around(b))
        both = a in self.zones and b in self.zones
        if self.sort == "routed" and self.fighters:
            here = self.from_enemy(a)
            others = [one for one in around(a) if self.cost(a, one) is not None and one not in self.zones]
            no_other = not any(self.from_enemy(one) >= here for one in others)
            return self.from_enemy(b) >= here and (no_other or not both)
        if self.sort == "out of command" and b in self.zones and not (both and self.check == "passed"):
            return False
        if self.tied and self.supply[a] <= 5:
            return self.supply[b] <= 5
        return not self.tied or self.supply[b] < self.supply[a] or not self.nearer(a)

    def fits(self, place: str) -> bool:
        if self.sort in ("tank", "train"):
            return True
        stack = [unit.steps for unit in self.others if unit.hex == place and unit.type != "tank"]
        return len(stack) < 3 and sum(stack) + FIGURES[self.kind]["steps"] <= 10

    def may_stop(self, place: str, left: int) -> bool:
        if place != self.start:
            if not self.fits(place):
                return False
            if self.sort == "routed" and self.fighters and self.from_enemy(place) <= self.from_enemy(self.start):
                return False
        if self.tied and self.supply[place] > 5:
            return not any((self.cost(place, other) or 0) <= left for other in self.nearer(place))
        return True

    def expected(self) -> dict[str, int] | None:
        """Return where a move may end with what is left at most; None if it may not begin."""
        if self.sort == "marching day" and self.enemies & set(around(self.start)):
            return None
        best = {(self.start, False): self.points + (2 if self.sort == "marching day" else 0)}
        queue = [(self.start, False)]
        for place, stopped in queue:
            for other in around(place):
                if stopped or not self.may_step(place, other):
                    continue
                then = (other, self.sort == "train" and {place, other} <= self.zones)
                left = best[place, stopped] - (self.cost(place, other) or 0)
                if left > best.get(then, -1):
                    best[then] = left
                    queue.append(then)
        ends: dict[str, int] = {}
        for (place, _), left in best.items():
            if self.may_stop(place, left):
                ends[place] = max(left, ends.get(place, 0))
        return ends


@pytest.mark.rule(
    "orel",
    "5.3-zoc",
    "5.3-depot",
    "8.7.3-rout",
    "7.1.5-marching-day",
    "7.1.3-zoc-rail",
    "7.1.6-rail",
    "9.2.1-rail-leash",
)
@pytest.mark.parametrize("part", range(3))
def test_the_reach_is_what_the_slow_twin_finds(part: int) -> None:
    for seed in range(40 * part, 40 * part + 40):
        situation = Situation(seed)
        expected = situation.expected()
        try:
            found = game.ruleset.resolve(situation.request(), dice=GivenDice([])).outcome.hexes
        except IllegalRequestError:
            assert expected is None, seed
            continue
        assert {place.hex: place.mp_left or 0 for place in found} == expected, seed
