"""States of whole games of Red & White with units where a test wants them, and a slow referee who looks on."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import hypot
from typing import Any, NamedTuple

import table_layouts as twin
from attrs import evolve

from rcw_rules import GivenDice
from rcw_rules import red_white as rw
from rcw_rules.games import LossPoints, PlacePoints, Victory
from rcw_rules.kernel.angles import degrees
from rcw_rules.kernel.geometry.table import Group, Table, TerrainLine, TerrainPiece, in_line, is_inside, point
from rcw_rules.kernel.lengths import inches
from rcw_rules.red_white.model import Side
from rcw_rules.red_white.profile import Role, UnitType

PROFILE = rw.made_up_profile()

# By hand, from the made-up profile: inches of a full move, and the percentage of a road.
MOVES = {"infantry": 6, "cavalry": 12, "artillery": 6, "machine_gun": 5, "tchanka": 10, "tank": 5, "armoured_car": 12}
BY_ROAD = 1.5


class Stands(NamedTuple):
    """A unit, and where it stands."""

    troop: rw.Troop
    group: Group


def stands(  # noqa: PLR0917 - a line of a table
    name: str, side: Side, kind: UnitType, count: int, x: float | str, y: float | str, facing: int, **facts: Any
) -> Stands:
    """Return a unit with the middle of its front at a position, in one rank unless told."""
    own = {key: facts.pop(key) for key in ("vehicle", "limbered", "turret_guns") if key in facts}
    ranks = facts.pop("ranks", 1)
    facts.setdefault("has_leader", True)
    if kind in ("tank", "armoured_car"):
        unit = rw.Unit(name=name, side=side, type=kind, **facts)
    else:
        facts.setdefault("starting_stands", count)
        unit = rw.Unit(name=name, side=side, type=kind, stands=count, **facts)
    size = next(row for row in PROFILE.stand_sizes if kind in row.types)
    group = in_line(
        name,
        count,
        point(str(x), str(y)),
        degrees(facing),
        frontage=size.frontage,
        depth=size.depth,
        per_rank=-(-count // ranks),
    )
    return Stands(rw.Troop(unit=unit, **own), group)


def box(name: str, kind: str, *, corners: tuple[int, int, int, int], **fields: Any) -> TerrainPiece:
    return twin.box(name, kind, corners=corners, **fields)


def plain(*terrain: TerrainPiece, lines: tuple[TerrainLine, ...] = ()) -> Table:
    return Table(title="A plain", width=inches(48), depth=inches(48), source="made up", terrain=terrain, lines=lines)


def scenario(*units: Stands, table: Table | None = None, **facts: Any) -> rw.Scenario:
    """Return a scenario in which Red attacks from the south with these units."""
    zone = rw.Zone(south_west=point(1, 1), north_east=point(47, 47), facing=degrees(0))
    armies: dict[str, rw.Army] = {}
    for side, edge in (("red", "south"), ("white", "north")):
        more = facts.pop(side, {})
        troops = tuple(one.troop for one in units if one.troop.side == side)
        armies[side] = rw.Army(edge=edge, units=troops, zone=zone, **more)  # type: ignore[arg-type]
    fields: dict[str, Any] = {
        "title": "A test",
        "table": table or plain(),
        "turns": 4,
        "attacker": "red",
        "victory": Victory(losses=(LossPoints(of="red", to="white", points=1),)),
        **armies,
    }
    return rw.Scenario(**(fields | facts))


def state_of(
    *units: Stands, role: Role = "movement", side: Side = "red", table: Table | None = None, **facts: Any
) -> rw.State:
    """Return a state in a step of a turn, everybody where told.

    Args:
        units: The units.
        role: What is done now; of several phases with it the first.
        side: Who acts, and acts first in this turn.
        table: The table; a bare plain unless given.
        facts: Fields of the state; those of the scenario are put in a dict under ``scenario``.
    """
    one = scenario(*units, table=table, **facts.pop("scenario", {}))
    order: tuple[Side, Side] = ("red", "white") if side == "red" else ("white", "red")
    steps = rw.steps_of(PROFILE.sequence, "phase_by_phase", order)
    fields: dict[str, Any] = {
        "phases": PROFILE.sequence,
        "play": "phase_by_phase",
        "order": order,
        "step": next(number for number, step in enumerate(steps) if step.role == role),
        "troops": tuple(standing.troop for standing in units),
        "groups": tuple(standing.group for standing in units),
        "headquarters": tuple(hq for hq in (one.red.headquarters, one.white.headquarters) if hq is not None),
        "river": one.river,
    }
    return rw.State(scenario=one, **(fields | facts))


def played(state: rw.State, action: Any, *faces: Any, game: Any = rw.game, **choices: Any) -> rw.State:
    """Return the state after an action, with these faces; what is chosen otherwise is the default."""
    policies = {id: (lambda _, alternatives, wanted=wanted: wanted) for id, wanted in choices.items()}
    after: rw.State = game.play(state, action, dice=GivenDice(list(faces)), choices=policies or None).state
    return after


def rules_against(state: rw.State, action: Any, game: Any = rw.game) -> list[str]:
    return [objection.rule for objection in game.verdict(state, action).objections]


# --- The referee ------------------------------------------------------------------------------------------------------


def deep(one: Group, other: Group) -> float:
    """Return how deep two groups stand in each other, in inches, by the axes of their bases; 0 where they are apart."""
    deepest = 0.0
    for base in one.bases:
        for second in other.bases:
            first, last = twin.corners(base), twin.corners(second)
            common = []
            for around in (first, last):
                for (x0, y0), (x1, y1) in pairwise(around[:3]):
                    long = hypot(x1 - x0, y1 - y0)
                    along = ((x1 - x0) / long, (y1 - y0) / long)
                    here = [x * along[0] + y * along[1] for x, y in first]
                    there = [x * along[0] + y * along[1] for x, y in last]
                    common.append(min(max(here), max(there)) - max(min(here), min(there)))
            deepest = max(deepest, min(common))
    return deepest


def centres(group: Group) -> list[tuple[float, float]]:
    found = []
    for base in group.bases:
        corners = twin.corners(base)
        found.append((sum(x for x, _ in corners) / 4, sum(y for _, y in corners) / 4))
    return found


def went(old: Group, new: Group) -> float:
    """Return how far the stand goes that goes farthest, if every stand comes from the nearest place that was one's."""
    here = centres(old)
    return max(min(hypot(x - x0, y - y0) for x0, y0 in here) for x, y in centres(new))


class Referee:
    """Looks on as a game is played, and knows nothing of the library but the values of a state."""

    def __init__(self) -> None:
        self.turn = 0
        self.moved: set[str] = set()
        self.charged: set[str] = set()
        self.fired: set[tuple[int, str, str]] = set()

    def complaints(self, before: rw.State, action: Any, after: rw.State) -> Iterator[str]:
        """Yield what is wrong with what an action has brought about."""
        yield from self.standing(after)
        yield from self._twice(before, action)
        if isinstance(action, rw.Move):
            yield from self._too_far(before, action, after)
        if isinstance(action, rw.Move | rw.Limber | rw.Unlimber | rw.Deploy):
            yield from self._others_moved(before, action, after)
        yield from self._grown(before, after)

    def standing(self, state: rw.State) -> Iterator[str]:
        """Yield who stands in another or off the table, or has other stands on the table than it should."""
        width, height = (length.thousandths / 1000 for length in state.scenario.table.size)
        units = {troop.name: troop.unit for troop in state.troops}
        for number, group in enumerate(state.groups):
            unit = units.get(group.name)
            if unit is not None and len(group.bases) != (unit.stands or 1):
                yield f"{group.name} stands with {len(group.bases)} stands"
            for base in group.bases:
                for x, y in twin.corners(base):
                    if not (-0.02 <= x <= width + 0.02 and -0.02 <= y <= height + 0.02):
                        yield f"{group.name} is off the table at {x:.2f},{y:.2f}"
            lakes = [piece for piece in state.scenario.table.terrain if piece.kind == "lake"]
            for lake in lakes:
                if any(is_inside(point(f"{x:.3f}", f"{y:.3f}"), lake.outline) for x, y in centres(group)):
                    yield f"{group.name} stands in {lake.name}"
            for other in state.groups[:number]:
                if deep(group, other) > 0.02:
                    yield f"{group.name} stands in {other.name}"

    def _twice(self, before: rw.State, action: Any) -> Iterator[str]:
        if before.turn != self.turn:
            self.turn, self.moved, self.charged, self.fired = before.turn, set(), set(), set()
        match action:
            case rw.Move() | rw.Limber() | rw.Unlimber():
                if action.unit in self.moved:
                    yield f"{action.unit} moves twice in turn {self.turn}"
                self.moved.add(action.unit)
            case rw.Fire():
                key = (before.now.phase if before.now else -1, action.unit, action.weapon)
                if key in self.fired:
                    yield f"{action.unit} fires its {action.weapon} twice in a phase"
                self.fired.add(key)
            case rw.ChargeHome():
                for name in action.units:
                    if name in self.charged:
                        yield f"{name} charges twice in turn {self.turn}"
                    self.charged.add(name)
            case _:
                pass

    def _too_far(self, before: rw.State, action: rw.Move, after: rw.State) -> Iterator[str]:
        troop, old, new = before.troop(action.unit), before.group(action.unit), after.group(action.unit)
        if new is None and action.unit in {one.name for one in after.fates}:
            return  # it broke through the ice
        if troop is None or old is None or new is None:
            yield f"{action.unit} is not there"
            return
        most = MOVES[troop.unit.type]
        by_road = any(line.kind == "road" for line in before.scenario.table.lines)
        if went(old, new) > most * (BY_ROAD if by_road else 1) + 0.05:
            yield f"{action.unit} has gone {went(old, new):.2f} in, and may go {most}"

    def _others_moved(self, before: rw.State, action: Any, after: rw.State) -> Iterator[str]:
        for group in after.groups:
            if group.name != action.unit and before.group(group.name) != group:
                yield f"{group.name} was moved by {action}"

    def _grown(self, before: rw.State, after: rw.State) -> Iterator[str]:
        for troop in after.troops:
            old = before.troop(troop.name)
            if old is not None and (troop.unit.stands or 0) > (old.unit.stands or 0):
                yield f"{troop.name} has more stands than before"
            if old is not None and (troop.unit.hits or 0) < (old.unit.hits or 0):
                yield f"{troop.name} has fewer hits than before"
        if len(before.fates) > len(after.fates):
            yield "somebody has come back"


def skirmish(turns: int = 2) -> rw.Scenario:
    """Return a scenario that is over soon: the patrols for two turns."""
    return evolve(rw.patrol_clash(), turns=turns)


def duel(turns: int = 2) -> rw.Scenario:
    """Return the smallest scenario: a battalion a side, four inches apart, on a bare plain."""
    red = stands("1st", "red", "infantry", 4, 8, 6, 0).troop
    white = stands("Volunteers", "white", "infantry", 4, 8, 10, 180).troop
    table = Table(title="A plain", width=inches(16), depth=inches(16), source="made up")
    reds = rw.Zone(south_west=point(5, 4), north_east=point(11, 7), facing=degrees(0))
    whites = rw.Zone(south_west=point(5, 10), north_east=point(11, 13), facing=degrees(180))
    return rw.Scenario(
        title="A duel",
        table=table,
        turns=turns,
        attacker="red",
        red=rw.Army(edge="south", units=(red,), zone=reds),
        white=rw.Army(edge="north", units=(white,), zone=whites),
        places=(rw.Place(name="Barrow", at=point(8, 8)),),
        victory=Victory(places=(PlacePoints(place="Barrow", points=2),), last_side_standing=True),
    )
