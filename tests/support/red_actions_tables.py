"""States of whole games with units where a test wants them, and a slow referee who looks on."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from math import hypot
from typing import Any, NamedTuple

import table_layouts as twin
from attrs import evolve

from rcw_rules import GivenDice
from rcw_rules import red_actions as ra
from rcw_rules.games import LossPoints, PlacePoints, Victory
from rcw_rules.kernel.angles import degrees
from rcw_rules.kernel.geometry.table import Group, Table, TerrainPiece, point
from rcw_rules.kernel.lengths import inches
from rcw_rules.red_actions.model import Side
from rcw_rules.red_actions.positions import line_of_bases
from rcw_rules.red_actions.turn import Game

TROOPS = ra.illustrative_troops()
PLAIN = ra.OfficerToken(id="plain", values="illustrative")
CLEVER = ra.OfficerToken(id="clever", effect=1, characteristics=("Clever",), values="illustrative")


class Stands(NamedTuple):
    """A unit, and where it stands."""

    unit: ra.Unit
    group: Group


def stands(  # noqa: PLR0917 - a line of a table
    name: str, side: Side, card: str, bases: int, x: int | str, y: int | str, facing: int, **facts: Any
) -> Stands:
    """Return a unit with the middle of its front at a position."""
    facts.setdefault("officer", PLAIN)
    column = facts.get("in_column", False)
    unit = ra.Unit(name=name, side=side, card=TROOPS.card(card), bases=bases, **facts)
    group = line_of_bases(name, bases, point(x, y), degrees(facing), per_rank=1 if column else None)
    return Stands(unit, group)


def box(name: str, kind: str, *, corners: tuple[int, int, int, int], **fields: Any) -> TerrainPiece:
    return twin.box(name, kind, corners=corners, **fields)


def plain(*terrain: TerrainPiece) -> Table:
    return Table(title="A plain", width=inches(48), depth=inches(48), source="made up", terrain=terrain)


def scenario(*units: Stands, table: Table | None = None, **facts: Any) -> ra.Scenario:
    """Return a scenario in which Red attacks from the south with these units."""
    reds = tuple(one.unit for one in units if one.unit.side == "red")
    whites = tuple(one.unit for one in units if one.unit.side == "white")
    zone = ra.Zone(south_west=point(1, 1), north_east=point(47, 47), facing=degrees(180), units=whites)
    entry = ra.Entry(name="the south", start=point(1, 0), end=point(47, 0), facing=degrees(0), units=reds)
    fields: dict[str, Any] = {
        "title": "A test",
        "table": table or plain(),
        "turns": 4,
        "attacker": "red",
        "red": TROOPS.army("red"),
        "white": TROOPS.army("white"),
        "zones": (zone,),
        "entries": (entry,),
        "victory": Victory(losses=(LossPoints(of="red", to="white", points=1),)),
    }
    return ra.Scenario(**(fields | facts))


def state_of(*units: Stands, side: Side = "red", table: Table | None = None, **facts: Any) -> ra.State:
    """Return a state in which a side gives a segment, everybody stands where told.

    Args:
        units: The units.
        side: Whose segment it is.
        table: The table; a bare plain unless given.
        facts: Fields of the state; those of the scenario are put in a dict under ``scenario``.
    """
    one = scenario(*units, table=table, **facts.pop("scenario", {}))
    armies = tuple(evolve(army, original_points=Fraction(400)) for army in one.armies)
    game = Game(
        attacker="red",
        turns=one.turns,
        armies=armies,
        units=tuple(standing.unit for standing in units),
        acting="attacker" if side == "red" else "defender",
    )
    fields = {"frames": (ra.Frame(side=side),), "groups": tuple(standing.group for standing in units)}
    return ra.State(scenario=one, game=game, **(fields | facts))


def played(state: ra.State, action: Any, *faces: Any, game: Any = ra.game, **choices: Any) -> ra.State:
    """Return the state after an action, with these faces; what is chosen otherwise is the default."""
    policies = {id: (lambda _, alternatives, wanted=wanted: wanted) for id, wanted in choices.items()}
    after: ra.State = game.play(state, action, dice=Faces(*faces), choices=policies or None).state
    return after


class Faces(GivenDice):
    """Given faces; whoever asks for the first initiative of a turn is told that the attacker wins it."""

    def __init__(self, *faces: Any) -> None:
        super().__init__(list(faces))

    def throw(self, variable: Any, purpose: str, rule: str) -> Any:
        if "first initiative" in purpose:
            return (6, 1), "given"
        return super().throw(variable, purpose, rule)


def rules_against(state: ra.State, action: Any, game: Any = ra.game) -> list[str]:
    return [objection.rule for objection in game.verdict(state, action).objections]


# --- The referee --------------------------------------------------------------------------------------------------


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


def corners_of(group: Group) -> list[twin.Spot]:
    return [spot for base in group.bases for spot in twin.corners(base)]


class Referee:
    """Looks on as a game is played, and knows nothing of the library but the values of a state."""

    def __init__(self) -> None:
        self.turn = 1
        self.acted: set[str] = set()

    def complaints(self, before: ra.State, action: Any, after: ra.State) -> Iterator[str]:
        """Yield what is wrong with what an action has brought about."""
        yield from self.standing(after)
        yield from self._twice(before, action, after)
        if isinstance(action, ra.Move):
            yield from self._too_far(before, action, after)
        yield from self._moved_by_others(before, action, after)

    def standing(self, state: ra.State) -> Iterator[str]:
        """Yield who stands in another or off the table, or has other bases on the table than it should."""
        width, height = (length.thousandths / 1000 for length in state.scenario.table.size)
        for number, group in enumerate(state.groups):
            unit = state.unit(group.name)
            if unit is None or unit.bases != len(group.bases):
                yield f"{group.name} stands with {len(group.bases)} bases"
            for x, y in corners_of(group):
                if not (-0.02 <= x <= width + 0.02 and -0.02 <= y <= height + 0.02):
                    yield f"{group.name} is off the table at {x:.2f},{y:.2f}"
            for other in state.groups[:number]:
                if deep(group, other) > 0.02:
                    yield f"{group.name} stands in {other.name}"

    def _twice(self, before: ra.State, action: Any, after: ra.State) -> Iterator[str]:
        if before.game.turn != self.turn:
            self.turn, self.acted = before.game.turn, set()
        name = getattr(action, "unit", None)
        if before.stage in ("segment", "hesitation") and name is not None:
            if name in self.acted:
                yield f"{name} acts twice in turn {self.turn}"
            unit = after.unit(name)
            waits = after.frame is not None and after.frame.unit == name and after.game.turn == before.game.turn
            if not waits and (unit is None or after.game.turn != before.game.turn or unit.has_acted):
                self.acted.add(name)

    def _too_far(self, before: ra.State, action: ra.Move, after: ra.State) -> Iterator[str]:
        unit, old, new = before.unit(action.unit), before.group(action.unit), after.group(action.unit)
        if unit is None or old is None or new is None or len(old.bases) != len(new.bases) or action.form != "as_it_is":
            return
        if action.turn.thousandths or action.turn_after.thousandths or after.stage == "ambush":
            return
        speed = unit.card.speed.thousandths / 1000 if unit.card.arm != "officer" else 16
        far = max(hypot(x1 - x0, y1 - y0) for (x0, y0), (x1, y1) in zip(corners_of(old), corners_of(new), strict=True))
        if far > speed * (2 if action.march else 1) + 0.05 and action.unit not in after.report.forced:
            hit = after.the_unit(action.unit)
            if not hit.routing and hit.moved_back == unit.moved_back:
                yield f"{action.unit} has gone {far:.2f} in, and may go {speed:g}"

    def _moved_by_others(self, before: ra.State, action: Any, after: ra.State) -> Iterator[str]:
        actor = getattr(action, "unit", None)
        for group in after.groups:
            old, unit = before.group(group.name), after.unit(group.name)
            if old is None or unit is None or group.name == actor or old == group:
                continue
            far = hypot(*(
                sum(new) / len(new) - sum(past) / len(past)
                for new, past in zip(zip(*corners_of(group), strict=True), zip(*corners_of(old), strict=True),
                                     strict=True)
            ))  # fmt: skip
            # A rout, a retire, bases that fell at one end, and room found beyond others.
            if far > 2 * unit.card.speed.thousandths / 1000 + 6 + 3:
                yield f"{group.name} was moved {far:.2f} in by {action}"


def skirmish(turns: int = 2) -> ra.Scenario:
    """Return a scenario that is over soon: one unit a side, and a copse between them."""
    return evolve(
        ra.patrol_clash(),
        turns=turns,
        victory=Victory(
            places=(PlacePoints(place="Copse", points=2),),
            losses=(LossPoints(of="red", to="white", points=1), LossPoints(of="white", to="red", points=1)),
            last_side_standing=True,
        ),
    )


def duel() -> ra.Scenario:
    """Return the smallest scenario: a company a side, on a bare plain, for a turn."""
    red = ra.Unit(name="1st", side="red", card=TROOPS.card("red_regulars"), bases=2, officer=PLAIN)
    white = ra.Unit(name="Volunteers", side="white", card=TROOPS.card("white_volunteers"), bases=2, officer=PLAIN)
    table = Table(title="A plain", width=inches(16), depth=inches(16), source="made up")
    zone = ra.Zone(south_west=point(5, 11), north_east=point(11, 15), facing=degrees(180), units=(white,))
    entry = ra.Entry(name="the south", start=point(5, 0), end=point(11, 0), facing=degrees(0), units=(red,))
    return evolve(
        skirmish(1), table=table, zones=(zone,), entries=(entry,), places=(ra.Place(name="Copse", at=point(8, 8)),)
    )
