"""Moves on random boards against a judge that reads the rules a second time."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rcw_rules import GivenDice, IllegalRequestError
from rcw_rules import red_square as rs
from rcw_rules.kernel.geometry.squares import EdgeFeature, SquareArea, SquareFeature, SquareGrid, SquareMap, SquareWay

Square = tuple[int, int]
COLUMNS, ROWS = 5, 6
WAYS = ("NE", "E", "SE", "SW", "W", "NW")
ROUND = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
FACED = {
    "N": "NE NW", "NE": "NE E", "E": "E", "SE": "SE E", "S": "SE SW", "SW": "SW W", "W": "W", "NW": "NW W",
}  # fmt: skip
# Squares in the open, in closed terrain, and by road.
TABLE = {
    "masses": (2, 1, 2), "waves": (1, 1, 1), "firing_line": (0, 0, 0), "mounted": (3, 1, 3), "scouting": (3, 1, 3),
    "limbered": (2, 1, 2), "deployed": (0, 0, 0), "armoured_car": (2, 0, 4), "light_tank": (1, 1, 3),
    "heavy_tank": (1, 1, 2),
}  # fmt: skip
KIND = {
    "masses": "infantry", "waves": "infantry", "firing_line": "infantry", "mounted": "cavalry", "scouting": "cavalry",
    "limbered": "artillery", "deployed": "artillery",
}  # fmt: skip
LINKS = [
    {"masses", "waves"}, {"waves", "firing_line"}, {"mounted", "scouting"}, {"limbered", "deployed"},
]  # fmt: skip


class World(NamedTuple):
    """A random board with everybody on it, in plain values."""

    row: str
    start: Square
    facing: str
    poor: bool
    rough: frozenset[Square]
    wire: frozenset[Square]
    streams: frozenset[frozenset[Square]]
    rivers: frozenset[frozenset[Square]]
    crossings: dict[frozenset[Square], str]
    road: tuple[Square, ...]
    friends: frozenset[Square]
    enemies: frozenset[Square]
    weak: bool
    tested: bool
    suit: str
    leaving: bool


def beside(square: Square, way: str) -> Square:
    column, row = square
    east = column + row % 2
    return {
        "NE": (east, row + 1), "E": (column + 1, row), "SE": (east, row - 1),
        "SW": (east - 1, row - 1), "W": (column - 1, row), "NW": (east - 1, row + 1),
    }[way]  # fmt: skip


def on_board(square: Square) -> bool:
    return 0 <= square[0] < COLUMNS and 0 <= square[1] < ROWS


def all_edges() -> list[frozenset[Square]]:
    every = [(column, row) for row in range(ROWS) for column in range(COLUMNS)]
    return sorted(
        {frozenset((one, beside(one, way))) for one in every for way in WAYS if on_board(beside(one, way))}, key=sorted
    )


EDGES = all_edges()


def verdict(world: World, actions: list[tuple[Any, ...]]) -> tuple[Any, ...] | None:
    """Return where the move ends, or where a tank bogs; None if any rule forbids it.

    What a tank was to do after the step in which it bogs is not judged, not even whether it stays on the board.
    """
    squares, facings, formations = [world.start], [world.facing], [world.row]
    for action in actions:
        square, facing, formation = squares[-1], facings[-1], formations[-1]
        if action[0] == "step":
            square = beside(square, action[1])
            turn = {"keep": 0, "left": -1, "right": 1, "about": 4, "road": 0}[action[2]]
            facing = action[1] if action[2] == "road" else ROUND[(ROUND.index(facing) + turn) % 8]
        elif action[0] == "wheel":
            facing = ROUND[(ROUND.index(facing) + action[1]) % 8]
        else:
            formation = action[1]
        squares.append(square)
        facings.append(facing)
        formations.append(formation)
    for number, action in enumerate(actions):
        if not on_board(squares[number + 1]):
            return None
        is_heavy = "tank" in world.row and world.suit == "S" and action[0] == "step"
        if is_heavy and is_closed(world, squares[number], squares[number + 1]):
            if not allowed(world, actions[: number + 1], squares, facings, formations, ends=False):
                return None
            return ("bogged", squares[number], facings[number])
    if not allowed(world, actions, squares, facings, formations, ends=True):
        return None
    return (squares[-1], facings[-1], formations[-1])


def is_by_road(world: World, one: Square, other: Square) -> bool:
    return any({one, other} == set(pair) for pair in zip(world.road, world.road[1:], strict=False))


def is_closed(world: World, one: Square, other: Square) -> bool:
    pair = frozenset((one, other))
    crossing = world.crossings.get(pair)
    if crossing == "ford" and pair in world.rivers:
        return True
    if is_by_road(world, one, other):
        return False
    entering = other in world.rough and (not world.leaving or world.row == "armoured_car")
    return one in world.rough or entering or (pair in world.streams and crossing != "bridge")


def allowed(  # noqa: C901 - every rule in one place, as a judge reads them
    world: World,
    actions: list[tuple[Any, ...]],
    squares: list[Square],
    facings: list[str],
    formations: list[str],
    *,
    ends: bool,
) -> bool:
    steps = [number for number, action in enumerate(actions) if action[0] == "step"]
    changes = [number for number, action in enumerate(actions) if action[0] == "change"]
    moving = [number for number, action in enumerate(actions) if action[0] != "change"]
    in_open, in_closed, by_road = TABLE[world.row]
    legs = {number: (squares[number], squares[number + 1]) for number in steps}
    closed = [number for number in steps if is_closed(world, *legs[number])]
    if moving and world.poor and world.suit == "S":
        return False
    # Formation: once, by one link; whoever has no rate does nothing else.
    if len(changes) > 1 or any({formations[n], formations[n + 1]} not in LINKS for n in changes):
        return False
    if not in_open and (moving or len(actions) > 1):
        return False
    # Squares: the whole, and what comes after a change.
    limit = in_open or 1
    if closed:
        limit = in_closed
    elif steps and all(is_by_road(world, *legs[number]) for number in steps):
        limit = by_road
    if len(actions) > limit:
        return False
    if changes and len(actions) - 1 - changes[0] > TABLE[formations[-1]][1 if closed else 0]:
        return False
    if closed and world.suit == "D" and any(formations[number] == "waves" for number in closed):
        return False
    for number in steps:
        one, other = legs[number]
        way, turn = actions[number][1:]
        joined = is_by_road(world, one, other)
        if turn == "road":
            if formations[number] != "masses" or not joined:
                return False
        elif way not in FACED[facings[number]].split():
            return False
        pair = frozenset((one, other))
        if pair in world.rivers and pair not in world.crossings and not joined:
            return False
        is_caught = other in world.wire and "tank" not in world.row
        if is_caught and (KIND.get(world.row) != "infantry" or len(actions) > 1):
            return False
        near = any(enemy == other or other in {beside(enemy, to) for to in WAYS} for enemy in world.enemies)
        if near and not world.tested:
            return False
        if other in world.enemies and (KIND.get(world.row) not in ("infantry", "cavalry") or not world.weak):
            return False
        # Past friends: in and out, and nothing else.
        passes = other in world.friends and number != steps[-1]
        if passes and (in_open < 2 or not in_closed or closed or len(actions) != 2 or len(steps) != 2):
            return False
    overruns = [number for number in steps if squares[number + 1] in world.enemies]
    if overruns and len(actions) - 1 - overruns[0] > 1:
        return False
    if ends and steps and squares[-1] in world.friends:
        return world.row not in KIND  # a battalion has room for a vehicle, for no other troops
    return True


# ---------------------------------------------------------------- random boards

SQUARES = st.tuples(st.integers(0, COLUMNS - 1), st.integers(0, ROWS - 1))
TURNS = ("keep", "keep", "keep", "left", "right", "about", "road")
HINDRANCES = ("rough", "wire", "water", "road", "friends", "enemies", "poor")


@st.composite
def worlds(draw: st.DrawFn) -> World:
    """Draw a world with at most two kinds of hindrance, so that many moves of several steps are legal in it."""
    start = draw(SQUARES)
    around = [one for way in WAYS for one in (beside(start, way), *(beside(beside(start, way), to) for to in WAYS))]
    near = sorted({square for square in around if on_board(square) and square != start})
    nearby = st.frozensets(st.sampled_from(near), min_size=1, max_size=4)
    hindrances = draw(st.sets(st.sampled_from(HINDRANCES), max_size=2))
    nothing: frozenset[Square] = frozenset()
    road = [start]
    for way in draw(st.lists(st.sampled_from(WAYS), max_size=5)) if "road" in hindrances else []:
        onward = beside(road[-1], way)
        if on_board(onward) and onward not in road:
            road.append(onward)
    friends = draw(nearby) if "friends" in hindrances else nothing
    edges = [edge for edge in EDGES if edge & {start, *near}]
    wet = draw(st.lists(st.sampled_from(edges), max_size=8, unique=True)) if "water" in hindrances else []
    split = draw(st.integers(0, len(wet)))
    return World(
        row=draw(st.sampled_from((*TABLE, "masses", "mounted", "scouting"))),
        start=start,
        facing=draw(st.sampled_from(ROUND)),
        poor="poor" in hindrances,
        rough=draw(st.frozensets(SQUARES, max_size=8)) if "rough" in hindrances else nothing,
        wire=draw(nearby) if "wire" in hindrances else nothing,
        streams=frozenset(wet[:split]),
        rivers=frozenset(wet[split:]),
        crossings={edge: draw(st.sampled_from(("bridge", "ford"))) for edge in wet if draw(st.booleans())},
        road=tuple(road) if len(road) > 1 else (),
        friends=friends,
        enemies=draw(nearby) - friends if "enemies" in hindrances else nothing,
        weak=draw(st.booleans()),
        tested=draw(st.integers(0, 3)) > 0,
        suit=draw(st.sampled_from(("H", "C", "D", "S", ""))),
        leaving=draw(st.booleans()),
    )


@st.composite
def questions(draw: st.DrawFn) -> tuple[World, list[tuple[Any, ...]]]:
    """Draw a world and actions, most of the steps along what the unit faces."""
    world = draw(worlds())
    actions: list[tuple[Any, ...]] = []
    facing, formation = world.facing, world.row
    for _ in range(draw(st.integers(1, 4))):
        what = draw(st.sampled_from(("step", "step", "step", "step", "wheel", "change")))
        action: tuple[Any, ...]
        if what == "step":
            ways = FACED[facing].split() if draw(st.integers(0, 5)) else WAYS
            action = ("step", draw(st.sampled_from(ways)), draw(st.sampled_from(TURNS)))
            turn = {"left": -1, "right": 1, "about": 4}.get(action[2], 0)
            facing = action[1] if action[2] == "road" else ROUND[(ROUND.index(facing) + turn) % 8]
        elif what == "wheel":
            action = ("wheel", draw(st.sampled_from((-2, -1, 1, 2))))
            facing = ROUND[(ROUND.index(facing) + action[1]) % 8]
        else:
            formation = draw(st.sampled_from(sorted(link_of(formation)) if draw(st.integers(0, 3)) else sorted(KIND)))
            action = ("change", formation)
        actions.append(action)
    return world, actions


def link_of(formation: str) -> set[str]:
    return {other for link in LINKS if formation in link for other in link - {formation}} or {"masses"}


def asked(world: World, actions: list[tuple[Any, ...]]) -> tuple[Any, ...] | None:
    """Return the library's answer in the twin's words."""
    kind: Any = KIND.get(world.row, world.row)
    facing: Any = world.facing
    suit: Any = world.suit
    fields: dict[str, Any] = {"formation": world.row} if world.row in KIND else {}
    if kind == "artillery":
        fields["guns"] = "qf_gun"
    mover = rs.Unit(
        name="mover", side="red", kind=kind, square=world.start, facing=facing,
        quality="poor" if world.poor else "normal", **fields,
    )  # fmt: skip
    friends = tuple(
        rs.Unit(name=f"red {square}", side="red", kind="infantry", square=square, formation="masses", bases=4)
        for square in sorted(world.friends)
    )
    enemies = tuple(
        rs.Unit(
            name=f"white {square}", side="white", kind="armoured_car", square=square,
            state="hiding" if world.weak else "steady",
        )
        for square in sorted(world.enemies)
    )  # fmt: skip
    pairs = {"stream": world.streams, "river": world.rivers}
    for word in ("bridge", "ford"):
        pairs[word] = frozenset(edge for edge, crossing in world.crossings.items() if crossing == word)
    board = SquareMap(
        title="Ground",
        grid=SquareGrid(columns=COLUMNS, rows=ROWS),
        terrain=(SquareArea(kind="wood", squares=tuple(sorted(world.rough))),) if world.rough else (),
        features=(SquareFeature(kind="wire", squares=tuple(sorted(world.wire))),) if world.wire else (),
        edges=tuple(
            EdgeFeature(kind=word, between=tuple((min(edge), max(edge)) for edge in sorted(edges, key=sorted)))
            for word, edges in pairs.items()
            if edges
        ),
        roads=(SquareWay(squares=world.road),) if world.road else (),
    )
    request = rs.MoveRequest(
        field=rs.Field(board=board, units=(mover, *friends, *enemies)),
        unit="mover",
        actions=tuple(map(as_action, actions)),
        band="2+" if world.tested else "automatic",
        suit=suit,
    )
    try:
        outcome = rs.ruleset.with_options(closed_leaving=world.leaving).resolve(request, dice=GivenDice([])).outcome
    except IllegalRequestError:
        return None
    if outcome.bogged:
        return ("bogged", outcome.unit.square, outcome.unit.facing)
    return (outcome.unit.square, outcome.unit.facing, outcome.unit.formation or world.row)


def as_action(action: tuple[Any, ...]) -> rs.Action:
    if action[0] == "step":
        return rs.Step(to=action[1], then=action[2])
    if action[0] == "wheel":
        return rs.Wheel(eighths=action[1])
    if action[1] in ("limbered", "deployed"):
        return rs.Limber() if action[1] == "limbered" else rs.Unlimber()
    return rs.ChangeFormation(to=action[1])


@pytest.mark.rule(
    "red_square", "move-table", "move-closed", "move-wheel", "move-instead", "move-legal-directions", "move-bog",
    "move-through-friends", "move-motors", "move-road-masses", "move-diamond", "terrain-water", "terrain-wire",
    "move-overrun-continue", "opt-closed-leaving", "formations-sequence", "turn-5-test-needed", "turn-6-spades-poor",
)  # fmt: skip
@settings(max_examples=50)
@given(question=questions())
def test_the_judge_and_the_library_agree(question: tuple[World, list[tuple[Any, ...]]]) -> None:
    world, actions = question
    assert asked(world, actions) == verdict(world, actions)
