"""Scouting cavalry: it observes, and slips away when it is fired on or charged."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from attrs import frozen

from rcw_rules.kernel.charts import Chart
from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Range
from rcw_rules.kernel.geometry.squares import Square, SquareArea, SquareGrid, SquareMap
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.values import evolve
from rcw_rules.kernel.words import counted, listed, sentences
from rcw_rules.red_square.ground import (
    Field,
    Observation,
    cover_from_view,
    is_combat_unit,
    is_observed_by,
    is_on_table,
    where,
)
from rcw_rules.red_square.model import Name, Side, Unit
from rcw_rules.red_square.options import Options
from rcw_rules.red_square.shots.observation import ObserveRequest
from rcw_rules.red_square.units import entry_objections


@frozen(kw_only=True)
class ScoutingContactOutcome:
    """What scouts did.

    Attributes:
        observed: Whether they have observed the enemy; never when they are charged.
        friend: The name of the friend to whom they withdrew; "" if no friend is on the table, and they stay.
        square: Where they are now.
        markers_dropped: The markers of this shot that they do not suffer.
        units: Those who changed, as they are now; empty if they stay.
        observations: What they, and the friend, have observed.
    """

    observed: bool
    friend: str
    square: Square
    markers_dropped: int
    units: tuple[Unit, ...]
    observations: tuple[Observation, ...]

    def summary(self, request: ScoutingContactRequest) -> str:
        """Return where the scouts withdrew to, and whether they observed the enemy first."""
        scouts, enemy = request.scouts, request.enemy
        if request.charged:
            seen = ""
        elif self.observed:
            observers = tuple(one.observer for one in self.observations)
            seen = f"{listed(observers)} now observe{'s' if len(observers) == 1 else ''} {enemy}"
        else:
            seen = f"{scouts} does not observe {enemy}"
        if not self.friend:
            return sentences(f"{scouts} has no friend to withdraw to and stays in {self.square}", seen)
        dropped = f", and {counted(self.markers_dropped, 'hit marker')} of the shot" if self.markers_dropped else ""
        dropped += f" {'is' if self.markers_dropped == 1 else 'are'} dropped" if dropped else ""
        return sentences(f"{scouts} withdraws to {self.friend}, to {self.square}{dropped}", seen)


@frozen(kw_only=True, cache_hash=True)
class ScoutingContactRequest(Request[ScoutingContactOutcome]):
    """Scouting cavalry that an enemy fires at, with at least one die, or charges.

    Attributes:
        field: The field as it is, the markers of this shot already on the scouts.
        scouts: The name of the scouting cavalry.
        enemy: The name of the unit that fired or charges.
        markers: How many of their markers are of this shot.
        charged: Whether the enemy charges; scouts then slip away without any die.
    """

    recurs = False

    field: Field
    scouts: Name
    enemy: Name
    markers: Annotated[int, Range(0, 999, rule="fire-11-scouting")] = 0
    charged: bool = False

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        for name, path in ((self.scouts, ".scouts"), (self.enemy, ".enemy")):
            unit = self.field.find(name)
            if unit is None or not is_on_table(unit):
                yield Problem(path, f"no unit on the table is called {name!r}", "bad-input")
            elif path == ".scouts" and self.markers > unit.markers:
                message = f"{self.markers} of this shot are more than the {unit.markers} on the scouts"
                yield Problem(".markers", message, "fire-11-scouting")


def _example() -> ScoutingContactRequest:
    board = SquareMap(
        title="A wood on a plain",
        grid=SquareGrid(columns=10, rows=10),
        terrain=(SquareArea(kind="wood", squares=((4, 2),)),),
    )
    scouts = Unit(
        name="Scouts", side="white", kind="cavalry", formation="scouting", square=(4, 5), facing="S", bases=3, markers=2
    )
    friend = Unit(name="1st Cossacks", side="white", kind="cavalry", formation="mounted", square=(4, 8), bases=4)
    enemy = Unit(name="1st Rifles", side="red", kind="infantry", formation="firing_line", square=(4, 2), bases=4)
    return ScoutingContactRequest(
        field=Field(board=board, units=(scouts, friend, enemy)), scouts="Scouts", enemy="1st Rifles", markers=2
    )


@procedure(
    "red_square.scouting_contact",
    title="What do scouts do when they are fired on?",
    rules=("fire-11-scouting",),
    example=_example,
)
def scouting_contact(request: ScoutingContactRequest, umpire: Umpire[Options]) -> ScoutingContactOutcome:
    """Let scouts look at who fires at them, all round, and withdraw at once to the nearest friend.

    They test to observe first, from where they are fired on, unless they are charged. Then they are put in the legal
    square in or next to the nearest friend, their own companions aside, that is nearest to where they were; who is
    charged does not stay in place. Among equally near friends and squares the one nearer their own edge of the table
    comes first, then the lowest column, then the lowest row. The markers of the shot are dropped, their activation is
    over and their cards are lost; the friend has observed the enemy as well. Without a friend on the table they stay as
    they are.

    Rules: fire-11-scouting, mounted-2-scouting.
    """
    field, scouts, enemy = request.field, request.field.unit(request.scouts), request.field.unit(request.enemy)
    observed = not request.charged and _observes(umpire, field, scouts, enemy)
    found = _refuge(field, scouts, umpire.charts["occupancy"], must_leave=request.charged)
    if found is None:
        umpire.result("fire-11-scouting", "{scouts} have no friend to withdraw to", scouts=scouts.name)
        friend, square, dropped = "", where(scouts), 0
        units: tuple[Unit, ...] = ()
    else:
        friend, square = found
        umpire.result("fire-11-scouting", "{scouts} withdraw to {friend}", scouts=scouts.name, friend=friend)
        done = evolve(scouts.this_turn, cards=(), is_over=True, holds_fire=False, moved=True)
        dropped = request.markers
        units = (evolve(scouts, square=square, markers=scouts.markers - dropped, idle=False, this_turn=done),)
    observers = (scouts.name, friend) if friend else (scouts.name,)
    return ScoutingContactOutcome(
        observed=observed,
        friend=friend,
        square=square,
        markers_dropped=dropped,
        units=units,
        observations=tuple(
            Observation(observer=name, target=enemy.name, turn=field.turn) for name in observers if observed
        ),
    )


@scouting_contact.legality
def _objections(request: ScoutingContactRequest, options: Options) -> Iterator[Objection]:
    scouts, enemy = request.field.unit(request.scouts), request.field.unit(request.enemy)
    if scouts.formation != "scouting":
        message = f"{scouts.name} is not scouting cavalry, and only that slips away from fire"
        yield Objection(rule="fire-11-scouting", message=message, path="$.scouts")
    if scouts.side == enemy.side:
        message = f"{enemy.name} is on the same side as the scouts; name an enemy"
        yield Objection(rule="fire-11-scouting", message=message, path="$.enemy")


def _observes(umpire: Umpire[Options], field: Field, scouts: Unit, enemy: Unit) -> bool:
    """Return whether scouts observe an enemy that has just fired at them.

    Rules: fire-11-scouting, obs-roll, obs-extra-die, obs-dawn.
    """
    asked = ObserveRequest(
        range=field.distance(scouts, enemy),
        is_shared=is_observed_by(field, enemy, scouts),
        target_kind=enemy.kind,
        target_formation=enemy.formation,
        ground=cover_from_view(field, where(enemy)),
        position=enemy.position,
        has_acted=True,
        guns_fired=enemy.guns is not None,
        before_dawn=field.before_dawn,
    )
    return umpire.resolve(asked, f"observation by {scouts.name}").observed


def _refuge(field: Field, scouts: Unit, occupancy: Chart, *, must_leave: bool) -> tuple[str, Square] | None:
    """Return the friend to whom scouts withdraw and the square that they reach, None if they have no friend.

    Rules: fire-11-scouting.
    """
    grid, here = field.board.grid, where(scouts)
    friends = [
        unit
        for unit in field.of(scouts.side)
        if is_combat_unit(unit) and scouts.name not in (unit.name, unit.accompanies)
    ]
    for friend in sorted(friends, key=lambda unit: _nearness(field, here, where(unit), scouts.side)):
        squares = [
            square
            for square in grid.within(where(friend), 1)
            if not (must_leave and square == here)
            and not field.has_wire(square)
            and not entry_objections(field, scouts, square, occupancy)
        ]
        if squares:
            return friend.name, min(squares, key=lambda square: _nearness(field, here, square, scouts.side))
    return None


def _nearness(field: Field, here: Square, square: Square, side: Side) -> tuple[int, int, Square]:
    grid = field.board.grid
    return grid.distance(here, square), grid.distance_to_edge(square, field.edge_of(side)), square
