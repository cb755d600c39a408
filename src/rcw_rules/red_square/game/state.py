"""The state of a whole game, from the deployment to the end: a game between two cards, and what is still to come."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from functools import cached_property
from typing import Annotated, Literal, TypeAlias, TypeVar

from attrs import frozen

from rcw_rules.games import GameResult
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Range, Size
from rcw_rules.kernel.geometry.squares import Square
from rcw_rules.kernel.sizes import WorkedOut
from rcw_rules.marks import Cites
from rcw_rules.red_square.ground import Field
from rcw_rules.red_square.model import Name, Side, Unit
from rcw_rules.red_square.turn import Deployment, Game, HeldPlace, Scenario

ValueT = TypeVar("ValueT")

Stage: TypeAlias = Literal["deployment", "arrivals", "over", "deal", "hq", "officer", "standalone", "end"]
"""Where a whole game is: before the first turn, before a deal, within a turn, or over."""


@frozen(kw_only=True, cache_hash=True)
class State:
    """A whole game at a moment between two actions.

    Attributes:
        game: The scenario, the field, and where every card is.
        zone: How many zones of the scenario are deployed; the next is being deployed.
        held_back: The units that could be placed and are not, until the next turn.
        held: The places that were entered or held from the beginning, with the side that was there last.
        result: How the game ended; None as long as it goes on.
    """

    game: Game
    zone: Annotated[int, Range(0, 20), Cites("missing-victory")] = 0
    held_back: Annotated[tuple[Name, ...], Size(0, 400), Cites("missing-victory")] = ()
    held: Annotated[tuple[HeldPlace, ...], Size(0, 99), Cites("missing-victory")] = ()
    result: Annotated[GameResult | None, Cites("missing-victory")] = None

    @property
    def field(self) -> Field:
        """The field as it is now."""
        return self.game.field

    @property
    def scenario(self) -> Scenario:
        """What the game began with."""
        return self.game.scenario

    @property
    def stage(self) -> Stage:
        """Where the game is."""
        if self.result is not None:
            return "over"
        if self.zone < len(self.scenario.deployments):
            return "deployment"
        if self.game.phase == "deal" and self.coming is not None:
            return "arrivals"
        return self.game.phase

    @property
    def side(self) -> Side | None:
        """The side that places units; None while the cards run by themselves, and at the end."""
        stage = self.stage
        if stage == "deployment":
            return self.deploying.side
        return self.coming[0].side if stage == "arrivals" and self.coming else None

    def worked_out(self, key: Hashable, make: Callable[[], ValueT]) -> ValueT:
        """Return what is worked out from the state, which is kept with it under a key."""
        found: ValueT | None = self._kept.get(key)
        return self._kept.setdefault(key, make()) if found is None else found

    @cached_property
    def _kept(self) -> WorkedOut:
        return WorkedOut()

    # --- Units to come ------------------------------------------------------------------------------------------------

    @property
    def deploying(self) -> Deployment:
        """The zone that is being deployed."""
        return self.scenario.deployments[self.zone]

    @property
    def placing(self) -> Unit | None:
        """The unit that is placed next in the zone; None if all are placed, or held back for want of room."""
        there = {unit.name for unit in self.field.units}
        waiting = (unit for unit in self.deploying.units if unit.name not in there)
        return next((unit for unit in waiting if unit.name not in self.held_back), None)

    @property
    def coming(self) -> tuple[Unit, tuple[Square, ...]] | None:
        """The unit that may be placed before this deal, and where; None if no other is due."""
        there = {unit.name for unit in self.field.units}
        for unit, turn, squares in self._expected():
            if unit.name not in there and unit.name not in self.held_back and turn <= self.field.turn:
                return unit, squares
        return None

    @property
    def to_come(self) -> tuple[Unit, ...]:
        """The units that are not on the field yet."""
        there = {unit.name for unit in self.field.units}
        return tuple(unit for unit in self.scenario.to_come if unit.name not in there)

    def _expected(self) -> Iterator[tuple[Unit, int, tuple[Square, ...]]]:
        """Yield who comes from which turn on, and where; those who found no room in their zone come first."""
        scenario = self.scenario
        for zone in scenario.deployments[: self.zone]:
            for unit in zone.units:
                yield unit, scenario.field.turn, zone.squares
        for coming in scenario.reinforcements:
            yield coming.unit, coming.turn, coming.squares

    # --- What is wrong with it ----------------------------------------------------------------------------------------

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield contradictions: units nowhere or of no roster, a stage that cannot be, places not on the map."""
        scenario, field = self.scenario, self.field
        if self.zone > len(scenario.deployments):
            yield Problem(".zone", f"the scenario has {len(scenario.deployments)} zones", "missing-victory")
        elif self.zone < len(scenario.deployments) and (self.game.phase, field.turn) != ("deal", scenario.field.turn):
            yield Problem(".zone", "zones are deployed before the first deal", "missing-victory")
        there = {unit.name for unit in field.units}
        for number, unit in enumerate(scenario.field.units):
            if unit.name not in there:
                message = f"{unit.name!r} of the scenario is missing; units that are destroyed stay, with 0 bases"
                yield Problem(".game.field.units", message, "missing-victory")
            elif unit.side != field.unit(unit.name).side:
                yield Problem(
                    f".game.scenario.field.units[{number}]", f"{unit.name!r} changed sides", "missing-victory"
                )
        roster = {unit.name for unit in scenario.roster}
        for number, unit in enumerate(field.units):
            if unit.name not in roster and unit.kind != "horse_holders":
                message = f"{unit.name!r} is not in the rosters of the scenario"
                yield Problem(f".game.field.units[{number}].name", message, "missing-victory")
        to_come = {unit.name for unit in scenario.to_come}
        for number, name in enumerate(self.held_back):
            if name in there or name not in to_come:
                yield Problem(
                    f".held_back[{number}]", f"{name!r} is not a unit that is still to come", "missing-victory"
                )
        places = {place.name for place in field.board.places}
        for number, entry in enumerate(self.held):
            if entry.place not in places:
                yield Problem(f".held[{number}].place", f"the map has no place {entry.place!r}", "missing-victory")
        if (self.result is not None) != self.game.is_over:
            yield Problem(".result", "a game that is over has a result, and no other has", "missing-victory")
        for scored in scenario.victory.places if scenario.victory else ():
            if scored.place not in places:
                message = f"the map has no place {scored.place!r}, which the scenario scores"
                yield Problem(".game.field.board.places", message, "missing-victory")
