"""What the state keeps beside units and places: mishaps of vehicles, trains, wire, horses, prisoners, officers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal, TypeAlias

from attrs import frozen

from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Range, Size
from rcw_rules.kernel.geometry.table import Point
from rcw_rules.kernel.lengths import Inches, inches
from rcw_rules.marks import Cites
from rcw_rules.red_actions.model import Count, Name, OfficerToken, Side, TroopCard

Trouble: TypeAlias = Literal["temporary", "permanent", "immobilised"]
"""What keeps a vehicle from moving: it is stuck or broken down for now, stuck for good, or damaged by troops."""

TrainWay: TypeAlias = Literal["forward", "backward"]


@frozen(kw_only=True, cache_hash=True)
class Tally:
    """A number that is kept of a unit.

    Attributes:
        unit: Its name.
        count: The number.
    """

    unit: Name
    count: Count


@frozen(kw_only=True, cache_hash=True)
class Mishap:
    """A vehicle that cannot move.

    Attributes:
        unit: The vehicle.
        status: Why.
        turn: The turn in which it came to that: it may try to get free in a later one.
        tried_in: The turn in which it last tried; 0 if it never has.
    """

    unit: Name
    status: Annotated[Trouble, Cites("tank-obstacle")]
    turn: Annotated[int, Range(1, 99), Cites("vehicle-repair")]
    tried_in: Annotated[int, Range(0, 99), Cites("vehicle-repair")] = 0


@frozen(kw_only=True, cache_hash=True)
class Laid:
    """At whom guns, mortars or vehicles shot in their latest segment.

    Attributes:
        unit: Who shot.
        target: At whom.
        at: Where the first base of the target stood.
        turn: In which turn.
        observer: Who directed the fire; "" for nobody.
    """

    unit: Name
    target: Name
    at: Point
    turn: Annotated[int, Range(1, 99), Cites("dh-range")]
    observer: Annotated[str, Size(0, 100), Cites("ind-factor")] = ""


@frozen(kw_only=True, cache_hash=True)
class Astray:
    """A unit that has lost its way in the dark.

    Attributes:
        unit: The unit.
        veer: By how many degrees it goes astray, to the right; negative to the left.
    """

    unit: Name
    veer: Annotated[int, Range(-180, 180, rule="wx-night-veer")]


@frozen(kw_only=True, cache_hash=True)
class TrainNow:
    """A train on the table.

    Attributes:
        name: The train.
        cars: The cars that are left, the head first.
        gaps: How far the front of each car is behind the head of the train, in the same order.
        at: How far along its railway the head is.
        last_move: How far it went in its last move; 0 while it stands.
        way: Which way it went, or will set off.
        hits: The direct hits on its cars.
        leaves_table: Whether it must try to leave the table.
        leaves_range: Whether it must get out of reach of the enemy's guns.
        fired: Its cars that have fired in this turn.
    """

    name: Name
    cars: Annotated[tuple[Name, ...], Size(1, 20), Cites("train-cars")]
    gaps: Annotated[tuple[Inches, ...], Size(1, 20)]
    at: Inches
    last_move: Annotated[Inches, Cites("train-speed")] = inches(0)
    way: Annotated[TrainWay, Cites("train-speed")] = "forward"
    hits: Annotated[tuple[Tally, ...], Size(0, 20), Cites("train-car-hits")] = ()
    leaves_table: Annotated[bool, Cites("train-fear")] = False
    leaves_range: Annotated[bool, Cites("train-engine-hits")] = False
    fired: Annotated[tuple[Name, ...], Size(0, 20), Cites("train-cars")] = ()

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield cars without a place in the train."""
        if len(self.gaps) != len(self.cars):
            yield Problem(".gaps", f"{len(self.gaps)} places for {len(self.cars)} cars", "train-cars")


@frozen(kw_only=True, cache_hash=True)
class Aboard:
    """Troops who ride in a car of a train.

    Attributes:
        unit: Who.
        car: The car.
    """

    unit: Name
    car: Annotated[Name, Cites("train-cars")]


@frozen(kw_only=True, cache_hash=True)
class InWire:
    """Infantry that has halted in wire.

    Attributes:
        unit: Who.
        wire: The name of the wire.
        turn: The turn in which it entered.
    """

    unit: Name
    wire: Name
    turn: Annotated[int, Range(1, 99), Cites("wire-infantry")]


@frozen(kw_only=True, cache_hash=True)
class Horses:
    """Horses that a base holds while their riders fight on foot.

    Attributes:
        unit: Whose they are.
        side: The side of that unit.
        at: Where they are held.
        holders: How many bases hold them.
        card: The card of the riders in the saddle.
    """

    unit: Name
    side: Side
    at: Point
    holders: Annotated[int, Range(1, 5), Cites("dis-horse-holders")]
    card: TroopCard


@frozen(kw_only=True, cache_hash=True)
class Captives:
    """Prisoners on the table.

    Attributes:
        name: What they are called.
        of: The side whose men they are.
        bases: How many bases of them.
        at: Where they are.
        held_by: Who holds them.
        guard: The unit that guards them; "" if none does.
    """

    name: Name
    of: Side
    bases: Annotated[int, Range(1, 200), Cites("misc-prisoners-take")]
    at: Point
    held_by: Side
    guard: Annotated[str, Size(0, 100), Cites("misc-prisoners-take")] = ""


@frozen(kw_only=True, cache_hash=True)
class Attached:
    """A senior officer who is with a unit.

    Attributes:
        name: The name of the officer's own base.
        side: Whose officer it is.
        unit: The unit that the officer is with.
        card: The card of that base.
        token: The officer.
    """

    name: Name
    side: Side
    unit: Name
    card: Annotated[TroopCard, Cites("act-senior-attach")]
    token: OfficerToken
