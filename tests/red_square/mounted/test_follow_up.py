"""Following up, against a twin and by hand."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rcw_rules import GivenDice
from rcw_rules.kernel.geometry.squares import EdgeFeature, SquareArea, SquareFeature, SquareGrid, SquareMap, SquareWay
from rcw_rules.red_square.ground import Field
from rcw_rules.red_square.model import Unit
from rcw_rules.red_square.mounted import MountedCombatRequest, follow_up_ways
from rcw_rules.red_square.ruleset import ruleset

VECTORS = {
    "N": (0, 1),
    "NE": (1, 1),
    "E": (1, 0),
    "SE": (1, -1),
    "S": (0, -1),
    "SW": (-1, -1),
    "W": (-1, 0),
    "NW": (-1, 1),
}
ROUND = list(VECTORS)
COLUMNS, ROWS = 7, 8


def centre(square: tuple[int, int]) -> tuple[int, int]:
    return 2 * square[0] + square[1] % 2, 2 * square[1]


def beside(square: tuple[int, int]) -> list[tuple[int, int]]:
    x, y = centre(square)
    all_squares = [(column, row) for column in range(COLUMNS) for row in range(ROWS)]
    six = ((1, 2), (2, 0), (1, -2), (-1, -2), (-2, 0), (-1, 2))
    return [other for other in all_squares if (centre(other)[0] - x, centre(other)[1] - y) in six]


def faces(square: tuple[int, int], facing: str, other: tuple[int, int]) -> bool:
    fx, fy = VECTORS[facing]
    dx, dy = centre(other)[0] - centre(square)[0], centre(other)[1] - centre(square)[1]
    ahead = fx * dx + fy * dy
    return ahead > 0 and abs(fx * dy - fy * dx) <= ahead


def every_way(  # noqa: PLR0917 - the facts of a board
    start: tuple[tuple[int, int], str],
    prey: tuple[int, int] | None,
    budget: int,
    rough: set[tuple[int, int]],
    streams: set[frozenset[tuple[int, int]]],
    friends: set[tuple[int, int]],
    room: set[tuple[int, int]],
    wired: set[tuple[int, int]],
) -> tuple[dict[Any, int], set[Any]]:
    """Try every way step by step; return the shortest length to each placement, and the placements in contact."""
    lengths: dict[Any, int] = {start: 0}
    contacts: set[Any] = set()

    def is_closed(one: tuple[int, int], other: tuple[int, int]) -> bool:
        return one in rough or other in rough or frozenset((one, other)) in streams

    def go(square: tuple[int, int], facing: str, taken: int) -> None:
        if taken == budget:
            return
        for onto in beside(square):
            closed = is_closed(square, onto)
            if not faces(square, facing, onto) or onto not in room or (closed and taken):
                continue
            for turn in (0, -1, 1, 4):
                now = ROUND[(ROUND.index(facing) + turn) % 8]
                lengths[onto, now] = min(lengths.get((onto, now), 9), taken + 1)
                touches = (
                    prey is not None
                    and onto in beside(prey)
                    and faces(onto, now, prey)
                    and not is_closed(onto, prey)
                    and prey not in rough | wired
                )
                if touches:
                    contacts.add((onto, now))
                elif not closed and onto not in friends:
                    go(onto, now, taken + 1)

    go(*start, 0)
    return lengths, contacts


@pytest.mark.rule("red_square", "mounted-1c-result", "move-closed", "move-wheel", "move-through-friends")
def test_the_ways_to_follow_up_are_those_of_the_twin() -> None:
    random = Random(1920)
    squares = [(column, row) for column in range(COLUMNS) for row in range(ROWS)]
    seen = 0
    for number in range(120):
        places = random.sample(squares[10:46], 4)
        shuffled = random.sample(squares, len(squares))
        woods, burning, wire = set(shuffled[:5]), set(shuffled[5:7]) - set(places), set(shuffled[7:9]) - set(places)
        hedges = set(random.sample(squares, 4))
        streams = {frozenset((one, random.choice(beside(one)))) for one in random.sample(squares, 12)}
        board = SquareMap(
            title="Country",
            grid=SquareGrid(columns=COLUMNS, rows=ROWS),
            terrain=(
                SquareArea(kind="wood", squares=tuple(sorted(woods))),
                *((SquareArea(kind="wooden_building", squares=tuple(sorted(burning))),) if burning else ()),
            ),
            features=(
                SquareFeature(kind="hedge", squares=tuple(sorted(hedges))),
                *((SquareFeature(kind="wire", squares=tuple(sorted(wire))),) if wire else ()),
            ),
            edges=(EdgeFeature(kind="stream", between=tuple(tuple(sorted(pair)) for pair in streams)),),  # type: ignore[misc]
        )
        facing: Any = random.choice(ROUND)
        # The prey is near, so that many ways end in contact; next to the winner are guns with which it may stop.
        near = [square for square in squares if 2 <= abs(square[1] - places[0][1]) + abs(square[0] - places[0][0]) <= 3]
        kind: Any = random.choice([("cavalry", "mounted"), ("cavalry", "scouting"), ("infantry", "waves")])
        winner = Unit(name="A", side="red", kind=kind[0], formation=kind[1], square=places[0], facing=facing, bases=3)
        prey = Unit(name="B", side="white", kind="infantry", formation="waves", square=random.choice(near), bases=3)
        guns = Unit(name="C", side="red", kind="mg", square=random.choice(beside(places[0])), bases=1, accompanies="A")
        if prey.square == guns.square:
            continue
        chief = Unit(name="D", side="red", kind="co", square=random.choice(beside(places[0])))
        units = (winner, prey, guns) if chief.square == prey.square else (winner, prey, guns, chief)
        budget, flees = number % 3 + 1, number % 4 == 0
        ways, contacts = follow_up_ways(
            Field(board=board, units=units, burning=tuple(sorted(burning))),
            winner,
            None if flees else prey,
            budget,
            ruleset.charts["occupancy"],
            closed_leaving=False,
        )
        lengths, touching = every_way(
            (places[0], facing),
            None if flees else prey.square,
            budget,
            woods | hedges | burning,
            streams,
            {square for square in (guns.square,) if square is not None},
            set(squares) - {prey.square} - burning - wire,
            wire,
        )
        assert {(way[-1] if way else (places[0], facing)): len(way) for way in ways} == lengths
        assert {way[-1] for way in contacts} == touching
        seen += len(touching)
    assert seen > 60


@pytest.mark.rule("red_square", "mounted-1c-result", "move-road-masses")
def test_masses_that_follow_up_along_a_road_do_not_wheel() -> None:
    board = SquareMap(title="Road", grid=SquareGrid(columns=8, rows=8), roads=(SquareWay(squares=((4, 4), (4, 5))),))
    masses = Unit(name="A", side="red", kind="infantry", formation="masses", square=(4, 4), facing="W", bases=4)
    ways, _ = follow_up_ways(
        Field(board=board, units=(masses,)), masses, None, 1, ruleset.charts["occupancy"], closed_leaving=False
    )
    by_road = [way[-1] for way in ways if way and way[-1][0] == (4, 5)]
    assert by_road == [((4, 5), "NE")]
    assert {way[-1][1] for way in ways if way and way[-1][0] == (3, 4)} == {"W", "SW", "NW", "E"}


@pytest.mark.rule("red_square", "obs-concealment", "mounted-1c-result", "dig-1c-removal")
@pytest.mark.parametrize("has_hedges", [False, True])
def test_who_follows_up_is_seen_in_the_open_only_and_leaves_what_it_dug(has_hedges: bool) -> None:
    # The waves win: 3 hits on them, for which they throw, and 6 on the cavalry, a base twice over. In front of them are
    # (4, 7), from where the cavalry has ridden off, and (3, 7), where a hedge hides them.
    hedges = SquareFeature(kind="hedge", squares=((3, 7),))
    board = SquareMap(title="Fields", grid=SquareGrid(columns=10, rows=12), features=(hedges,) if has_hedges else ())
    cavalry = Unit(
        name="Cavalry", side="white", kind="cavalry", formation="mounted", square=(4, 7), facing="S", bases=3
    )
    waves = Unit(
        name="Waves",
        side="red",
        kind="infantry",
        formation="waves",
        square=(4, 6),
        facing="N",
        bases=3,
        digging_markers=2,
    )
    asked = MountedCombatRequest(field=Field(board=board, units=(cavalry, waves)), attacker="Cavalry")
    into_the_hedge = {"follow_up": lambda pursuit, ways: next(way for way in ways if way and way[0][0] == (3, 7))}
    outcome = ruleset.outcome(asked, dice=GivenDice((4, 4, 4, 1, 1, 1, 6)), choices=into_the_hedge)
    after = next(unit for unit in outcome.units if unit.name == "Waves")
    assert (after.square, after.visible, after.digging_markers) == ((3, 7), not has_hedges, 0)
