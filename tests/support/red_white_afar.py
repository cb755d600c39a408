"""Small whole games of Red & White for trains, rivers and aircraft: a bare table, a short turn, no activation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import evolve

from rcw_rules import GivenDice
from rcw_rules import red_white as rw
from rcw_rules.kernel.angles import degrees
from rcw_rules.kernel.geometry.table import Table, TerrainLine, TerrainPiece, point
from rcw_rules.kernel.lengths import inches
from rcw_rules.red_white.game.scenario import Army, Placed, Scenario, Troop
from rcw_rules.red_white.game.state import State

PHASES = (
    rw.Phase(name="strings", roles=("air_string",)),
    rw.Phase(name="movement", roles=("movement", "air_flight")),
    rw.Phase(name="fire", roles=("fire",)),
    rw.Phase(name="end", roles=("end",)),
)

PROFILE = evolve(rw.made_up_profile(), sequence=PHASES, activation=())
"""The profile that is made up, without activation rolls and with few phases."""

GAME = rw.game.with_options(profile=PROFILE)


def foot(name: str, side: Any, stands: int = 4, **facts: Any) -> Troop:
    unit = {"type": "infantry", "has_leader": True, **facts}
    return Troop(unit=rw.Unit(name=name, side=side, starting_stands=stands, stands=stands, **unit))


def train(name: str, side: Any, track: str = "Line", **facts: Any) -> Troop:
    return Troop(unit=rw.Unit(name=name, side=side, type="armoured_train", has_leader=True, **facts), track=track)


def at(unit: str, east: float | str, north: float | str, facing: int = 0) -> Placed:
    return Placed(unit=unit, at=(inches(str(east)), inches(str(north))), facing=degrees(facing))


def line(kind: str, *points: tuple[int, int], name: str = "Line") -> TerrainLine:
    return TerrainLine(name=name, kind=kind, points=tuple(point(*spot) for spot in points))


def box(name: str, kind: str, low: tuple[int, int], high: tuple[int, int], **facts: Any) -> TerrainPiece:
    (west, south), (east, north) = low, high
    corners = (point(west, south), point(east, south), point(east, north), point(west, north))
    return TerrainPiece(name=name, kind=kind, outline=corners, **facts)


def scenario(
    red: Sequence[Troop],
    white: Sequence[Troop],
    placed: Sequence[Placed],
    *,
    lines: Sequence[TerrainLine] = (),
    terrain: Sequence[TerrainPiece] = (),
    red_army: Any = None,
    white_army: Any = None,
    **facts: Any,
) -> Scenario:
    """Return a game on a table of 48 by 36 inches: Red's edge is the west, White's the east, and Red acts first."""
    names = {troop.name for troop in red}
    names |= {one.name for one in (red_army or {}).get("vessels", ())}
    own = {"red": tuple(one for one in placed if one.unit in names)}
    own["white"] = tuple(one for one in placed if one.unit not in names)
    return Scenario(
        title="A trial",
        table=Table(title="A trial", width=inches(48), depth=inches(36), lines=tuple(lines), terrain=tuple(terrain)),
        turns=facts.pop("turns", 3),
        attacker="red",
        first="red",
        red=Army(edge="west", units=tuple(red), placed=own["red"], **(red_army or {})),
        white=Army(edge="east", units=tuple(white), placed=own["white"], **(white_army or {})),
        **facts,
    )


def act(state: State, line_or_action: Any, *faces: int, game: Any = GAME, choices: Any = None) -> State:
    """Return the state after an action, given as a line or as itself; all the faces are thrown."""
    action = game.read_action(line_or_action) if isinstance(line_or_action, str) else line_or_action
    dice = GivenDice(faces)
    after: State = game.ruleset.resolve(game.act_request(state, action), dice=dice, choices=choices).outcome.state
    return after


def begun(of: Scenario, stage: str, *faces: int, side: str | None = "red", game: Any = GAME) -> State:
    """Return a game that has come to a stage of its first turn without anything having been done."""
    state: State = game.begin(of, dice=GivenDice(faces)).state
    while state.stage != stage or state.to_act != side:
        state = act(state, "go on" if state.to_act is None else "done", game=game)
    return state


def where(state: State, name: str) -> tuple[str, str, str]:
    """Return where the front of a thing is, and what it faces."""
    group = state.group(name)
    assert group is not None
    base = group.bases[0]
    return str(base.at.x), str(base.at.y), str(base.facing)
