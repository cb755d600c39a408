"""A game between its segments: the armies, all units on the table, and those still to come."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Annotated

from attrs import evolve, frozen

from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Range, Size
from rcw_rules.kernel.lengths import Inches
from rcw_rules.marks import Cites, Was
from rcw_rules.red_actions.model import Name, Side, TroopCard, Unit, name_problems
from rcw_rules.red_actions.turn.who_acts import InitiativeCard, Player
from rcw_rules.red_actions.units import Army, ArmyLosses, TokenCount, marker_problems

TurnNumber = Annotated[int, Range(1, 99, rule="seq-steps")]


@frozen(kw_only=True, cache_hash=True)
class FieldArmy:
    """An army in a game.

    Attributes:
        side: Whose it is.
        army: Its flight percentage and its officer tokens.
        original_points: What its whole force was worth at the start, reinforcements included.
        lost_points: What its destroyed and captured bases were worth.
        intact_tanks_captured: How many of its tanks the enemy took intact.
        train_taken: Whether the enemy took its train off the table.
    """

    side: Side
    army: Army
    original_points: Annotated[Fraction, Range(0, 999_999, rule="conv-bad-input")]
    lost_points: Annotated[Fraction, Range(0, 999_999, rule="conv-bad-input")] = Fraction(0)
    intact_tanks_captured: Annotated[int, Range(0, 99), Cites("tank-captured")] = 0
    train_taken: Annotated[bool, Cites("train-captured")] = False


@frozen(kw_only=True, cache_hash=True)
class Reinforcement:
    """A unit that is still to come.

    Attributes:
        unit: The unit.
        entry: The entry point noted for it.
    """

    unit: Unit
    entry: Name


@frozen(kw_only=True, cache_hash=True)
class Building:
    """A building, or a section of one, that was set on fire.

    Attributes:
        name: The building or section.
        markers: Its terror markers; five destroy it.
    """

    name: Name
    markers: Annotated[int, Range(0, 5, rule="bld-fire-grow")]


@frozen(kw_only=True, cache_hash=True)
class FallenSenior:
    """A senior officer who was killed and still needs a successor.

    Attributes:
        name: The officer's name.
        side: The officer's side.
        card: The troop card of a senior officer's base.
        known_in_turn: The turn in which the death became known.
    """

    name: Name
    side: Side
    card: TroopCard
    known_in_turn: TurnNumber

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the officer."""
        yield from name_problems(".name", self.name)
        if self.card.arm != "officer":
            message = f"expected the card of a senior officer's base, got {self.card.name}"
            yield Problem(".card.arm", message, "defs-senior-officer-base")


@frozen(kw_only=True, cache_hash=True)
class ShotAt:
    """The last turn in which a unit was shot at.

    Attributes:
        unit: Its name.
        turn: The turn.
    """

    unit: Name
    turn: TurnNumber


@frozen(kw_only=True, cache_hash=True)
class Game:
    """A game between two action segments.

    Attributes:
        attacker: The side that attacks.
        turns: The number of turns that was agreed.
        turn: The turn that is played.
        armies: Both armies.
        units: All units on the table.
        reinforcements: Those still to come.
        hidden: The names of units that are still position markers.
        buildings: Buildings that were set on fire.
        fallen_seniors: Senior officers who still need a successor.
        shot_at: When units were last shot at.
        acting: The player whose segment comes now; None before it is known.
        able: With cards: the names of those who act on the card that was drawn.
        last: The player who had the last segment of this turn; None at its beginning.
        roll_off_loser: With roll-offs: the loser of the last one that was not a draw.
        cards: With cards: those still to be drawn.
        drawn: With cards: those drawn in this turn.
        losers: The sides that have lost.
        is_over: Whether the game is over.
    """

    attacker: Side
    turns: TurnNumber
    turn: TurnNumber = 1
    armies: Annotated[tuple[FieldArmy, ...], Size(2, 2, rule="seq-steps")]
    units: Annotated[tuple[Unit, ...], Size(0, 200)]
    reinforcements: Annotated[tuple[Reinforcement, ...], Size(0, 100), Cites("seq-reinforcements")] = ()
    hidden: Annotated[tuple[Name, ...], Size(0, 200), Cites("seq-position-markers")] = ()
    buildings: Annotated[tuple[Building, ...], Size(0, 100)] = ()
    fallen_seniors: Annotated[
        tuple[FallenSenior, ...], Size(0, 20), Cites("off-senior-killed"), Was("fallen", before=4)
    ] = ()
    shot_at: Annotated[tuple[ShotAt, ...], Size(0, 200), Cites("march-rate")] = ()
    acting: Player | None = None
    able: Annotated[tuple[Name, ...], Size(0, 200)] = ()
    last: Player | None = None
    roll_off_loser: Player | None = None
    cards: Annotated[tuple[InitiativeCard, ...], Size(0, 200), Cites("turn-initiative-cards")] = ()
    drawn: Annotated[tuple[InitiativeCard, ...], Size(0, 200)] = ()
    losers: tuple[Side, ...] = ()
    is_over: bool = False

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the game."""
        if {army.side for army in self.armies} != {"red", "white"}:
            yield Problem(".armies", "a game has a Red and a White army", "seq-steps")
        if self.turn > self.turns:
            yield Problem(".turn", f"turn {self.turn} comes after the last, {self.turns}", "seq-steps")
        names = [unit.name for unit in self.units]
        for number, unit in enumerate(self.units):
            if unit.name in names[:number]:
                yield Problem(f".units[{number}].name", f"two units are called {unit.name!r}", "conv-bad-input")
            if not unit.bases:
                yield Problem(f".units[{number}].bases", "a unit without bases is gone: leave it out", "conv-bad-input")
            yield from marker_problems(f".units[{number}]", unit)
        for number, coming in enumerate(self.reinforcements):
            if coming.unit.name in names:
                message = f"{coming.unit.name!r} is on the table already"
                yield Problem(f".reinforcements[{number}].unit.name", message, "seq-reinforcements")
            yield from marker_problems(f".reinforcements[{number}].unit", coming.unit)
        for number, name in enumerate(self.hidden):
            if name not in names:
                yield Problem(f".hidden[{number}]", f"there is no unit {name!r}", "seq-position-markers")

        coming_names = [coming.unit.name for coming in self.reinforcements]
        for number, name in enumerate(self.able):
            if name not in (*names, *coming_names):
                yield Problem(f".able[{number}]", f"there is no unit {name!r}", "turn-initiative-cards")
        for number, senior in enumerate(self.fallen_seniors):
            if senior.known_in_turn > self.turn:
                message = f"turn {senior.known_in_turn} is still to come"
                yield Problem(f".fallen_seniors[{number}].known_in_turn", message, "off-senior-killed")
            others = [other.name for other in self.fallen_seniors[:number]]
            if senior.name in (*names, *coming_names, *others):
                message = f"the successor gets this name, and two would be called {senior.name!r}"
                yield Problem(f".fallen_seniors[{number}].name", message, "conv-bad-input")

    def unit(self, name: str) -> Unit | None:
        """Return the unit with a name on the table; None if there is none."""
        return next((unit for unit in self.units if unit.name == name), None)

    def army_of(self, side: Side) -> FieldArmy:
        """Return the army of a side."""
        return next(army for army in self.armies if army.side == side)

    def player_of(self, side: Side) -> Player:
        """Return whether a side attacks or defends."""
        return "attacker" if side == self.attacker else "defender"

    def left(self, player: Player) -> int:
        """Return how many units of a player have a segment of this turn left, reinforcements included."""
        everybody = (*self.units, *(coming.unit for coming in self.reinforcements))
        return sum(not unit.has_acted and self.player_of(unit.side) == player for unit in everybody)

    @property
    def is_given(self) -> bool:
        """Whether a segment has been given that is not played yet.

        Rules: turn-initiative-standard, turn-initiative-cards.
        """
        if self.acting is not None:
            return self.left(self.acting) > 0
        everybody = (*self.units, *(coming.unit for coming in self.reinforcements))
        return any(unit.name in self.able and not unit.has_acted for unit in everybody)

    def losses(self) -> tuple[ArmyLosses, ...]:
        """Return what both armies have lost, units in rout included.

        No army loses more than it was worth at the start: units that came later, such as promoted juniors, count only
        up to that.

        Rules: defs-flight-number.
        """
        in_rout = {
            army.side: sum(
                (
                    unit.bases * unit.card.points_per_base
                    for unit in self.units
                    if unit.routing and unit.side == army.side
                ),
                Fraction(0),
            )
            for army in self.armies
        }
        return tuple(
            ArmyLosses(
                side=army.side,
                original_points=army.original_points,
                percent=army.army.flight_percent,
                lost_points=min(army.original_points, army.lost_points + in_rout[army.side]),
                intact_tanks_captured=army.intact_tanks_captured,
                train_taken=army.train_taken,
            )
            for army in self.armies
        )

    def with_army(self, changed: FieldArmy) -> Game:
        """Return the game with an army as it is now."""
        return evolve(self, armies=tuple(changed if army.side == changed.side else army for army in self.armies))


@frozen(kw_only=True, cache_hash=True)
class Deployed:
    """Where an attacking unit enters at the set-up.

    Attributes:
        unit: Its name.
        entry: Its entry point.
        depth: How far from the entry point its deepest base stands.
    """

    unit: Name
    entry: Name
    depth: Inches


@frozen(kw_only=True, cache_hash=True)
class AttachedSenior:
    """A senior officer who begins the game with a unit.

    Attributes:
        unit: The name of the unit.
        card: The troop card of the officer's own base, which gives its worth.
    """

    unit: Name
    card: TroopCard


@frozen(kw_only=True, cache_hash=True)
class PoolLeft:
    """What is left in a pool of officer tokens after a draw.

    Attributes:
        side: Whose army it is.
        pool: The tokens left, as `red_actions.draw_officers` returns them.
    """

    side: Side
    pool: Annotated[tuple[TokenCount, ...], Size(0, 99)]


@frozen(kw_only=True, cache_hash=True)
class Segment:
    """The report of an action segment: what a referee or the other procedures say was done, and its results.

    Attributes:
        unit: Whose segment it was.
        entered_at: Of a reinforcement: the entry point by which it came; "" if it waits off the table.
        after: All units that it changed, as they are now: with 0 bases if destroyed, captured or now part of another
            unit; the parts of a unit that divided; a senior officer who left a unit. A unit that acted out of order
            (return fire, a Clever officer, an ambush) is listed with its segment used.
        forced: The names of units that made a retire move of more than nothing, a rout move or a pursuit.
        fired: The names of the units that fired.
        shot_at: The names of the units that were shot at. Units that `after` shows as shot at, and that were not
            before, may be left out.
        seen: The names of hidden units that became visible.
        seniors_killed: The senior officers attached to units who were killed, or lost with their units.
        tanks_captured: The names of tanks that the enemy took intact.
        train_taken_from: The side whose train the enemy took off the table; None if none was.
        buildings: Buildings whose fire changed, as they are now.
        pools: What is left in the pools of armies that drew a junior officer in it.
    """

    unit: Name
    entered_at: Annotated[str, Size(0, 100), Cites("seq-reinforcements")] = ""
    after: Annotated[tuple[Unit, ...], Size(0, 100)] = ()
    forced: Annotated[tuple[Name, ...], Size(0, 100), Cites("turn-forced-forfeit")] = ()
    fired: Annotated[tuple[Name, ...], Size(0, 100), Cites("seq-position-markers")] = ()
    shot_at: Annotated[tuple[Name, ...], Size(0, 100), Cites("march-rate")] = ()
    seen: Annotated[tuple[Name, ...], Size(0, 100), Cites("seq-position-markers")] = ()
    seniors_killed: Annotated[tuple[FallenSenior, ...], Size(0, 10), Cites("off-senior-killed")] = ()
    tanks_captured: Annotated[tuple[Name, ...], Size(0, 10), Cites("tank-captured")] = ()
    train_taken_from: Annotated[Side | None, Cites("train-captured")] = None
    buildings: Annotated[tuple[Building, ...], Size(0, 100)] = ()
    pools: Annotated[tuple[PoolLeft, ...], Size(0, 2), Cites("off-replacement")] = ()
