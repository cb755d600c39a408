"""Scenarios of whole games: who fights, on which table, from where, and who wins."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Annotated

from attrs import frozen

from rcw_rules.games import Victory
from rcw_rules.kernel.angles import Angle
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Range, Size
from rcw_rules.kernel.geometry.table import FactKind, Point, Table
from rcw_rules.kernel.lengths import Inches, inches
from rcw_rules.marks import Cites
from rcw_rules.red_actions.model import TRAINS, VEHICLES, Name, Side, Unit
from rcw_rules.red_actions.turn import FieldArmy, TurnNumber
from rcw_rules.red_actions.units import Army

SIDES: tuple[Side, ...] = ("red", "white")
HELD_WITHIN = inches(4)
"""How near the middle of a place a unit holds it, unless the scenario says otherwise."""


@frozen(kw_only=True, cache_hash=True)
class Zone:
    """Where the defender places units: a rectangle.

    Attributes:
        south_west: Its south-western corner.
        north_east: Its north-eastern corner.
        facing: The bearing in which the enemy is expected; units may be placed to face another one.
        units: Who is placed in it, in order.
    """

    south_west: Point
    north_east: Point
    facing: Angle
    units: Annotated[tuple[Unit, ...], Size(1, 50)]

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield a rectangle without size, and a facing that is no bearing."""
        if self.south_west.x >= self.north_east.x or self.south_west.y >= self.north_east.y:
            message = f"lies north-east of {self.north_east}: give two corners of a rectangle"
            yield Problem(".south_west", message, "miss-scenarios")
        yield from _bearing_problems(self.facing)


@frozen(kw_only=True, cache_hash=True)
class Entry:
    """Where the attacker comes onto the table: a stretch of its edge.

    Attributes:
        name: What it is called.
        start: One end.
        end: The other.
        facing: The bearing in which units come in.
        units: Who comes in by it, in order; each may be held back until later.
    """

    name: Name
    start: Point
    end: Point
    facing: Angle
    units: Annotated[tuple[Unit, ...], Size(1, 50)]

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield a stretch without length, and a facing that is no bearing."""
        if self.start == self.end:
            yield Problem(".end", "is where it starts: an entry is a stretch of the edge", "seq-steps")
        yield from _bearing_problems(self.facing)


def _bearing_problems(facing: Angle) -> Iterator[Problem]:
    if facing != facing.bearing:
        yield Problem(".facing", f"expected a bearing from 0 up to 360 degrees, got {facing}", "conv-bad-input")


@frozen(kw_only=True, cache_hash=True)
class Place:
    """A place that counts for victory.

    Attributes:
        name: What it is called.
        at: Its middle.
        within: How near it a unit holds it.
        held_by: Who holds it as the game begins; None for nobody.
    """

    name: Name
    at: Point
    within: Annotated[Inches, Range(0, 100, rule="miss-victory")] = HELD_WITHIN
    held_by: Side | None = None


@frozen(kw_only=True, cache_hash=True)
class Scenario:
    """A game that can be played.

    Attributes:
        title: What it is called.
        table: The table and its terrain.
        turns: How many turns are played.
        attacker: The side that attacks.
        red: The Red army.
        white: The White army.
        zones: Where the defender places units, in order; first of all.
        entries: Where the attacker comes in, in order.
        places: Places that count for victory.
        victory: Who wins. Without it only an army that reaches its flight number loses.
        told: The facts that a referee tells, because figures stand on a real table; () if all are measured.
        source: Where it comes from, and what is made up.
    """

    title: Name
    table: Table
    turns: TurnNumber
    attacker: Side
    red: Army
    white: Army
    zones: Annotated[tuple[Zone, ...], Size(1, 20), Cites("seq-steps")]
    entries: Annotated[tuple[Entry, ...], Size(1, 20), Cites("seq-steps")]
    places: Annotated[tuple[Place, ...], Size(0, 40), Cites("miss-victory")] = ()
    victory: Annotated[Victory | None, Cites("miss-victory")] = None
    told: Annotated[tuple[FactKind, ...], Size(0, 20)] = ()
    source: str = ""

    @property
    def defender(self) -> Side:
        """The side that defends."""
        return "white" if self.attacker == "red" else "red"

    @property
    def roster(self) -> tuple[Unit, ...]:
        """Every unit: the defender's, then the attacker's, in order."""
        groups: tuple[Zone | Entry, ...] = (*self.zones, *self.entries)
        return tuple(unit for group in groups for unit in group.units)

    def unit(self, name: str) -> Unit | None:
        """Return a unit as it begins the game; None if there is none of that name."""
        return next((unit for unit in self.roster if unit.name == name), None)

    def zone_of(self, name: str) -> Zone | Entry | None:
        """Return where a unit is placed."""
        groups: tuple[Zone | Entry, ...] = (*self.zones, *self.entries)
        return next((group for group in groups if any(unit.name == name for unit in group.units)), None)

    @property
    def armies(self) -> tuple[FieldArmy, ...]:
        """Both armies as they take the field; what they are worth is counted at the set-up."""
        return (
            FieldArmy(side="red", army=self.red, original_points=Fraction(0)),
            FieldArmy(side="white", army=self.white, original_points=Fraction(0)),
        )

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself: units twice, of the wrong side or not in play, places off the table."""
        names: list[str] = []
        listed: tuple[tuple[str, tuple[Zone | Entry, ...], Side], ...] = (
            ("zones", self.zones, self.defender),
            ("entries", self.entries, self.attacker),
        )
        for what, groups, side in listed:
            for number, group in enumerate(groups):
                for index, unit in enumerate(group.units):
                    path = f".{what}[{number}].units[{index}]"
                    if unit.name in names:
                        yield Problem(f"{path}.name", f"two units are called {unit.name!r}", "conv-bad-input")
                    names.append(unit.name)
                    if unit.side != side:
                        role = "defends" if side == self.defender else "attacks"
                        message = f"{side.capitalize()} {role}, and places no unit of the other side"
                        yield Problem(f"{path}.side", message, "seq-steps")
                    if unit.card.arm in VEHICLES or unit.card.arm in TRAINS:
                        message = "vehicles and trains are not in whole games yet: ask their procedures"
                        yield Problem(f"{path}.card.arm", message, "miss-scenarios")
                    if not unit.bases:
                        message = "a unit that is to be placed has a base or more"
                        yield Problem(f"{path}.bases", message, "conv-bad-input")
                    if unit.seniors:
                        message = "in whole games senior officers stand on bases of their own"
                        yield Problem(f"{path}.seniors", message, "defs-senior-officer-base")
        yield from self._off_the_table()
        if self.victory is not None:
            for problem in self.victory.wrong_names(SIDES, tuple(place.name for place in self.places)):
                yield Problem(f".victory{problem.path}", problem.message, "miss-victory")

    def _off_the_table(self) -> Iterator[Problem]:
        spots = [(f".zones[{number}].south_west", zone.south_west) for number, zone in enumerate(self.zones)]
        spots += [(f".zones[{number}].north_east", zone.north_east) for number, zone in enumerate(self.zones)]
        spots += [(f".entries[{number}].start", entry.start) for number, entry in enumerate(self.entries)]
        spots += [(f".entries[{number}].end", entry.end) for number, entry in enumerate(self.entries)]
        spots += [(f".places[{number}].at", place.at) for number, place in enumerate(self.places)]
        for path, spot in spots:
            if not self.table.is_on(spot):
                yield Problem(path, f"{spot} is off the table", "miss-scenarios")
