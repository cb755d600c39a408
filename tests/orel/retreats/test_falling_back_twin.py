"""Ways of retreat against a slow twin on random boards."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from orel_retreats import back, unit

from rcw_rules import GivenDice
from rcw_rules import orel as game
from rcw_rules.kernel.geometry.hexes import HexGrid, HexMap

# -------------------------------------------------------------------- the slow twin


SIZE = 5


HEXES = [f"{column:02}{row:02}" for column in range(1, SIZE + 1) for row in range(1, SIZE + 1)]


def apart(one: str, other: str) -> int:
    """The distance by the formula of the catalogue."""
    (c1, y1), (c2, y2) = ((int(h[:2]), 2 * int(h[2:]) + (1 if int(h[:2]) % 2 == 0 else 0)) for h in (one, other))
    dc, dy = abs(c1 - c2), abs(y1 - y2)
    return dc + max(0, (dy - dc) // 2)


class Twin:
    """The priorities as the text has them, with every way written out."""

    def __init__(self, side: str, hexes: int, stack: tuple[int, int, str], field: Any) -> None:
        self.side, self.hexes = side, hexes
        self.count, self.steps, self.start = stack
        self.mine, self.theirs, self.targets, self.barred = field

    def zone(self, place: str) -> bool:
        if any(not routed for _, routed in self.mine.get(place, [])):
            return False
        return any(
            sum(steps for steps, routed in stack if not routed) >= 2 and apart(place, at) == 1
            for at, stack in self.theirs.items()
        )

    def room(self, place: str) -> bool:
        there = self.mine.get(place, [])
        points = sum(steps for steps, _ in there) + self.count * self.steps
        return len(there) + self.count <= 3 and points <= 10

    def to_edge(self, place: str) -> int:
        column, row = int(place[:2]), int(place[2:])
        return SIZE - row if self.side == "white" else min(column - 1, row - 1)

    def at_rim(self, place: str) -> bool:
        return sum(apart(place, other) == 1 for other in HEXES) < 6

    def onward(self, way: tuple[str, ...]) -> list[str]:
        return [h for h in HEXES if apart(h, way[-1]) == 1 and h not in way and h not in self.theirs]

    def done(self, way: tuple[str, ...]) -> bool:
        return len(way) - 1 >= self.hexes and self.room(way[-1])

    def can_end(self, way: tuple[str, ...]) -> bool:
        return self.done(way) or self.at_rim(way[-1]) or any(self.can_end((*way, h)) for h in self.onward(way))

    def broken(self, way: tuple[str, ...], to: str) -> tuple[bool, ...]:
        here = way[-1]
        if to == "off":
            return (False, False, True, False, self.to_edge(here) > 0)
        ends_there = self.done((*way, to))
        return (
            self.zone(to), not self.room(to), False, ends_there and to in self.targets,
            not self.to_edge(to) < self.to_edge(here),
        )  # fmt: skip

    def ways(self, way: tuple[str, ...]) -> set[tuple[str, ...]]:
        here, steps = way[-1], len(way) - 1
        if steps and (here == "off" or self.done(way)):
            return {way[1:]}
        free = [h for h in self.onward(way) if self.can_end((*way, h))]
        usual = [h for h in free if h not in self.barred]
        if [h for h in usual if not self.zone(h)]:
            free = usual
        elif usual:
            free = usual + [h for h in free if h in self.barred and not self.zone(h)]
        if self.hexes == 2 and steps == 1 and any(apart(self.start, h) == 2 for h in free):
            free = [h for h in free if apart(self.start, h) == 2]
        if self.at_rim(here):
            free.append("off")
        if not free:
            return set()
        best = min(self.broken(way, to) for to in free)
        return {end for to in free if self.broken(way, to) == best for end in self.ways((*way, to))}


@st.composite
def fields(draw: st.DrawFn) -> tuple[game.RetreatRequest, Twin]:
    side: Any = draw(st.sampled_from(["white", "red"]))
    enemy: Any = "red" if side == "white" else "white"
    hexes: Any = draw(st.sampled_from([1, 2]))
    count, steps = draw(st.integers(1, 3)), draw(st.integers(1, 4))
    start, *places = draw(st.permutations(HEXES))
    friends = places[: draw(st.integers(0, 4))]
    enemies = places[len(friends) : len(friends) + draw(st.integers(0, 12))]
    stack = st.lists(st.tuples(st.integers(1, 4), st.booleans()), min_size=1, max_size=3)
    mine = {place: draw(stack) for place in friends}
    theirs = {place: draw(stack) for place in enemies}
    targets = draw(st.lists(st.sampled_from(HEXES), max_size=6, unique=True))
    barred = draw(st.lists(st.sampled_from(HEXES), max_size=6, unique=True))
    others = tuple(
        unit(f"{whose} {place} {n}", place, whose, steps=size, mode="routed" if routed else "combat")
        for whose, stacks in ((side, mine), (enemy, theirs))
        for place, units in stacks.items()
        for n, (size, routed) in enumerate(units)
    )
    zones = (game.EntryZone(side=enemy, edge="north", hexes=tuple(barred)),) if barred else ()
    request = game.RetreatRequest(
        units=tuple(unit(f"unit {n}", start, side, steps=steps) for n in range(count)),
        others=others,
        hexes=hexes,
        under_attack=tuple(targets),
        entry_zones=zones,
        board=HexMap(title="a test", grid=HexGrid(columns=SIZE, rows=SIZE)),
    )
    return request, Twin(side, hexes, (count, steps, start), (mine, theirs, targets, barred))


class Script:
    """A policy that answers what is written and then the first alternative, and notes what else there was."""

    def __init__(self, written: list[str]) -> None:
        self.written, self.made = written, list[str]()
        self.others: list[list[str]] = []

    def choose(self, _: Any, alternatives: tuple[str, ...]) -> str:
        if len(self.made) < len(self.written):
            self.made.append(self.written[len(self.made)])
        else:
            self.others.extend([*self.made, other] for other in alternatives[1:])
            self.made.append(alternatives[0])
        return self.made[-1]


def every_way(request: game.RetreatRequest) -> set[tuple[str, ...]]:
    """Every way that the owner's choices can lead to."""
    found: set[tuple[str, ...]] = set()
    scripts: list[list[str]] = [[]]
    while scripts:
        script = Script(scripts.pop())
        outcome = game.ruleset.resolve(request, dice=GivenDice([]), choices={"retreat_hex": script.choose}).outcome
        scripts.extend(script.others)
        if outcome.ways:
            found.add(tuple(step.hex or "off" for step in outcome.ways[0].steps))
    return found


@pytest.mark.rule(
    "orel", "8.5.1-retreat", "8.5.1b-overstack", "8.5.1d-target-hex", "8.7.3-rout", "7.4-zones", "1.2-zoc-negation"
)
@given(fields())
def test_the_ways_are_those_of_the_slow_twin(both: tuple[game.RetreatRequest, Twin]) -> None:
    request, twin = both
    assert every_way(request) == twin.ways((twin.start,))


@pytest.mark.rule("orel", "8.5.1-retreat")
@given(fields())
def test_a_way_is_of_neighbours_without_enemies_and_ends_where_there_is_room(
    both: tuple[game.RetreatRequest, Twin],
) -> None:
    request, twin = both
    before = request.units
    outcome = back(*request.units, **{
        name: getattr(request, name) for name in ("others", "hexes", "under_attack", "entry_zones", "board")
    })  # fmt: skip
    assert request.units == before
    for way in outcome.ways:
        entered = [twin.start, *(step.hex for step in way.steps if step.hex is not None)]
        assert all(apart(one, other) == 1 for one, other in pairwise(entered))
        assert not set(entered) & set(twin.theirs)
        assert len(set(entered)) == len(entered)
        assert way.hex is None or twin.room(way.hex)
