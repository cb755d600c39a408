"""The state of a whole game: the turn and the phase, where everybody stands, and what was done in this turn.

A turn is a list of steps (`State.steps`), made from the phases of the profile and from whose turn it is: a phase and
one of its roles, with the side that acts in it, or both at once. `State.stage` says what may be done now. Nothing that
follows from where units stand is kept here: `scene.Scene` works it out.

Where a thing stands is its group in `State.groups`, under its name: units, a Force HQ that is not aboard a train, and
vessels alike. What has no group is aboard something, still to come, or gone (`State.fates`).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, lru_cache
from typing import Annotated, Literal, NamedTuple, TypeAlias

from attrs import evolve, frozen

from rcw_rules.games import GameResult
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Range, Size
from rcw_rules.kernel.geometry.table import Group, Layout, Point, TableUnit
from rcw_rules.kernel.lengths import Inches
from rcw_rules.marks import Cites
from rcw_rules.red_white.aircraft import Aircraft
from rcw_rules.red_white.army import Fate
from rcw_rules.red_white.game.actions import At, Name
from rcw_rules.red_white.game.scenario import SIDES, Afloat, Headquarters, Play, Scenario, Troop
from rcw_rules.red_white.model import Side, enemy_of, is_vehicle, morale_stands
from rcw_rules.red_white.profile import Phase, Role, Weapon
from rcw_rules.red_white.river import RiverSection

Stage: TypeAlias = Literal["deployment", "turn", Role, "over"]
"""Where a game is: units are placed; a turn begins; a role of the phase under way; or it is over."""

Names: TypeAlias = Annotated[tuple[Name, ...], Size(0, 400)]

COMMON: tuple[Role, ...] = ("morale", "end")
"""Roles of both sides at once, where a phase has no others."""

BY_ITSELF: tuple[Stage, ...] = ("turn", "morale", "end")
"""Stages in which nobody decides what to do next."""


class Step(NamedTuple):
    """A step of a turn.

    Attributes:
        phase: The number of its phase, from 0.
        role: What happens in it.
        side: Who acts; None for both at once.
    """

    phase: int
    role: Role
    side: Side | None


@lru_cache(maxsize=64)
def steps_of(phases: tuple[Phase, ...], play: Play, order: tuple[Side, ...]) -> tuple[Step, ...]:
    """Return the steps of a turn.

    Phases that are only for morale or the end of the turn are of both sides at once. The others are played by one side
    after the other: phase by phase, or all phases up to the next one of both.

    Args:
        phases: The phases of a turn.
        play: Which of the two.
        order: The sides, the one that acts first first.

    Rules: p1-sequence.
    """
    runs: list[list[int]] = []
    for number, phase in enumerate(phases):
        is_common = set(phase.roles) <= set(COMMON)
        joins = runs and play == "whole_turns" and not is_common and not set(phases[runs[-1][0]].roles) <= set(COMMON)
        if joins:
            runs[-1].append(number)
        else:
            runs.append([number])
    found: list[Step] = []
    for run in runs:
        if set(phases[run[0]].roles) <= set(COMMON):
            found += [Step(run[0], role, None) for role in phases[run[0]].roles]
        else:
            found += [Step(number, role, side) for side in order for number in run for role in phases[number].roles]
    return tuple(found)


@frozen(kw_only=True, cache_hash=True)
class Gone:
    """What became of a unit, a Force HQ or a vessel that is out of the game.

    Attributes:
        name: Its name.
        fate: What became of it.
    """

    name: Name
    fate: Annotated[Fate, Cites("major-losses")]


@frozen(kw_only=True, cache_hash=True)
class Fired:
    """A weapon that was fired in the phase under way.

    Attributes:
        unit: Whose it is.
        weapon: The weapon.
    """

    unit: Name
    weapon: Weapon


@frozen(kw_only=True, cache_hash=True)
class Went:
    """How far a unit has moved in this turn.

    Attributes:
        unit: Its name.
        far: How much of its move it has used up, in inches.
    """

    unit: Name
    far: Inches


@frozen(kw_only=True, cache_hash=True)
class WireGap:
    """A hole that a tank has made in barbed wire.

    Attributes:
        line: The name of the wire.
        at: Where.
    """

    line: Annotated[str, Size(1, 80)]
    at: Annotated[Point, Cites("melee-mod-wire")]


@frozen(kw_only=True, cache_hash=True)
class Aloft:
    """An aircraft of the game.

    Attributes:
        aircraft: The aircraft as it is now.
        arrives: The turn on which it arrives.
        mode: Whether it is still to come, over the table on patrol or in combat, or gone.
        at: Where it is over the table; None if it is not.
        string: The corners of the string along which it flies in this turn, from where it is; () if none is laid.
        flight: How many flight turns it has flown in this turn.
        dice: How many dice it is to fly in the flight turn under way; 0 before that is said.
    """

    aircraft: Aircraft
    arrives: Annotated[Annotated[int, Range(1, 999)], Cites("air-availability")]
    mode: Annotated[Literal["to_come", "patrol", "combat", "gone"], Cites("air-patrol")] = "to_come"
    at: At | None = None
    string: Annotated[tuple[At, ...], Size(0, 20), Cites("air-flight-move")] = ()
    flight: Annotated[Annotated[int, Range(0, 2)], Cites("air-two-per-turn")] = 0
    dice: Annotated[Annotated[int, Range(0, 5)], Cites("air-flight-move")] = 0

    @property
    def name(self) -> str:
        """The name of the aircraft."""
        return self.aircraft.name


@frozen(kw_only=True, cache_hash=True)
class Marks:
    """What was done in this turn, so that nothing is done twice.

    Attributes:
        led: The units whose leaders have gone to the front or stepped back.
        activated: The units that have passed their activation roll; vehicles roll when they try to move.
        idle: The units that have failed it.
        movements: How far units have moved; a unit that has formed up or limbered is among them too.
        charged: The units that have charged.
        fired: The weapons that were fired in the phase under way.
        bombed: The units that have thrown petrol bombs in the phase under way.
        may_fire: The suppressed units that have passed their test to fire.
        may_not_fire: The suppressed units that have failed it.
        trains_tested: The armoured trains that have tested under artillery fire in the phase under way.
        silenced: The vehicles that a hit keeps from firing in this turn.
        halted: The vehicles that a hit keeps from moving in this turn.
        ice_tried: The ships that have tried to break the ice.
        leader_left: Whether a ship that could not break the ice has left the game.
        strings: The aircraft whose strings were laid.
        boats_tried: The ships that have tried to launch boats.
    """

    led: Annotated[Names, Cites("heroic-lead")] = ()
    activated: Annotated[Names, Cites("p1-activation")] = ()
    idle: Annotated[Names, Cites("p1-activation")] = ()
    movements: Annotated[tuple[Went, ...], Size(0, 400), Cites("p1-movement")] = ()
    charged: Annotated[Names, Cites("melee-sequence")] = ()
    fired: Annotated[tuple[Fired, ...], Size(0, 400), Cites("p1-fire")] = ()
    bombed: Annotated[Names, Cites("petrol-d6")] = ()
    may_fire: Annotated[Names, Cites("suppress-fire")] = ()
    may_not_fire: Annotated[Names, Cites("suppress-fire")] = ()
    trains_tested: Annotated[Names, Cites("train-artillery-test")] = ()
    silenced: Annotated[Names, Cites("p1-vehicle-hit-table")] = ()
    halted: Annotated[Names, Cites("p1-vehicle-hit-table")] = ()
    ice_tried: Annotated[Names, Cites("thin-halt-exit")] = ()
    leader_left: Annotated[bool, Cites("thin-halt-exit")] = False
    strings: Annotated[Names, Cites("air-string")] = ()
    boats_tried: Annotated[Names, Cites("ship-launch-boats")] = ()

    def next_phase(self) -> Marks:
        """Return the marks as the next phase begins."""
        return evolve(self, fired=(), bombed=(), trains_tested=())

    def went(self, unit: str) -> Inches | None:
        """Return how far a unit has moved in this turn; None if it has not."""
        return next((one.far for one in self.movements if one.unit == unit), None)


NO_MARKS = Marks()


@frozen(kw_only=True, cache_hash=True)
class State:
    """A whole game at a moment between two actions.

    Attributes:
        scenario: What it began with.
        phases: The phases of a turn, from the profile.
        play: Whether one side plays a whole turn before the other, or each phase.
        turn: The number of the turn.
        order: The sides in the order in which they act in this turn; () until that is found.
        step: The number of the step under way, from 0.
        begun: Whether anything was done in this step yet.
        troops: Every unit that is still in the game, on the table, aboard or to come.
        groups: Where they stand: units, Force HQs and vessels, in the order in which they came.
        headquarters: The Force HQs that are still in the game.
        vessels: The vessels that are still in the game.
        river: The sections of the river as they are now.
        aircraft: The aircraft.
        air_first: The side whose aircraft move first in this turn; None before that is found.
        fates: What became of all others.
        marks: What was done in this turn.
        gaps: The holes in barbed wire.
        immobile: The vehicles that a hit keeps from moving for the rest of the game.
        held: Who holds the places, by their names.
        refused: The lines of actions that the table forbade in this phase, where a referee tells facts.
        result: How the game ended; None as long as it goes on.
    """

    scenario: Scenario
    phases: Annotated[tuple[Phase, ...], Size(1, 40), Cites("p1-sequence")]
    play: Annotated[Play, Cites("p1-sequence")]
    turn: Annotated[int, Range(1, 101)] = 1
    order: Annotated[tuple[Side, ...], Size(0, 2), Cites("p1-sequence")] = ()
    step: Annotated[int, Range(0, 200)] = 0
    begun: bool = False
    troops: Annotated[tuple[Troop, ...], Size(0, 400)] = ()
    groups: Annotated[tuple[Group, ...], Size(0, 400)] = ()
    headquarters: Annotated[tuple[Headquarters, ...], Size(0, 2), Cites("hq")] = ()
    vessels: Annotated[tuple[Afloat, ...], Size(0, 80), Cites("ship-class")] = ()
    river: Annotated[tuple[RiverSection, ...], Size(0, 40), Cites("ice-sections")] = ()
    aircraft: Annotated[tuple[Aloft, ...], Size(0, 40), Cites("air-availability")] = ()
    air_first: Annotated[Side | None, Cites("air-side")] = None
    fates: Annotated[tuple[Gone, ...], Size(0, 400), Cites("major-count")] = ()
    marks: Marks = NO_MARKS
    gaps: Annotated[tuple[WireGap, ...], Size(0, 100), Cites("melee-mod-wire")] = ()
    immobile: Annotated[Names, Cites("p1-vehicle-hit-table")] = ()
    held: Annotated[tuple[tuple[Name, Side], ...], Size(0, 40)] = ()
    refused: Annotated[tuple[str, ...], Size(0, 500)] = ()
    result: Annotated[GameResult | None, Cites("major-break")] = None

    # --- Who is where -----------------------------------------------------------------------------------------------

    def troop(self, name: str) -> Troop | None:
        """Return a unit that is in the game; None if there is none of that name."""
        return self._troops_by_name.get(name)

    @cached_property
    def _troops_by_name(self) -> dict[str, Troop]:
        return {troop.name: troop for troop in reversed(self.troops)}

    def the_troop(self, name: str) -> Troop:
        """Return a unit that is in the game.

        Raises:
            LookupError: It is not.
        """
        troop = self.troop(name)
        if troop is None:
            raise LookupError(f"there is no unit {name!r}")
        return troop

    def group(self, name: str) -> Group | None:
        """Return where a thing stands; None if it is not on the table."""
        return self._groups_by_name.get(name)

    @cached_property
    def _groups_by_name(self) -> dict[str, Group]:
        return {group.name: group for group in reversed(self.groups)}

    def held_by(self, place: str) -> Side | None:
        """Return who holds a place; None if nobody does."""
        return next((side for name, side in self.held if name == place), None)

    @cached_property
    def sides(self) -> dict[str, Side]:
        """Whose everything is that the armies have, or had, by its name."""
        found: dict[str, Side] = {}
        for side in SIDES:
            found.update(dict.fromkeys(self.scenario.army(side).names, side))
        found.update({troop.name: troop.side for troop in self.troops})
        return found

    @cached_property
    def on_table(self) -> tuple[Troop, ...]:
        """Every unit that stands on the table, in the order of the groups."""
        troops = {troop.name: troop for troop in self.troops}
        return tuple(troops[group.name] for group in self.groups if group.name in troops)

    @cached_property
    def layout(self) -> Layout:
        """The table and all units on it."""
        sides = self.sides
        units = tuple(TableUnit(side=sides[group.name], group=group) for group in self.groups)
        return Layout(table=self.scenario.table, units=units)

    # --- Where the game is ------------------------------------------------------------------------------------------

    @cached_property
    def to_place(self) -> tuple[Name, Side] | None:
        """What is placed next before the first turn, and whose it is; None if all is."""
        if self.order or self.turn > 1:
            return None
        there = {group.name for group in self.groups}
        for side in (enemy_of(self.scenario.attacker), self.scenario.attacker):
            army = self.scenario.army(side)
            hq = army.headquarters
            coming = {one.unit for one in army.coming}
            names = [troop.name for troop in army.units if not troop.aboard and troop.name not in coming]
            names += [hq.name] if hq is not None and not hq.aboard else []
            for name in names:
                if name not in there:
                    return name, side
        return None

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """The steps of this turn; () before it is known who acts first."""
        return steps_of(self.phases, self.play, self.order) if self.order else ()

    @cached_property
    def now(self) -> Step | None:
        """The step under way; None before the turn has begun."""
        steps = self.steps
        return steps[self.step] if self.step < len(steps) else None

    @cached_property
    def stage(self) -> Stage:
        """Where the game is."""
        if self.result is not None:
            return "over"
        if self.to_place is not None:
            return "deployment"
        now = self.now
        return "turn" if now is None else now.role

    @property
    def phase(self) -> str:
        """The name of the phase under way; "" outside."""
        now = self.now
        return "" if now is None else self.phases[now.phase].name

    @property
    def is_phase_1(self) -> bool:
        """Whether this is the first phase of a turn in which units fire.

        Rules: suppress-who, p1-sequence.
        """
        now = self.now
        first = next((number for number, phase in enumerate(self.phases) if "fire" in phase.roles), None)
        return now is not None and now.phase == first

    @property
    def to_fly(self) -> Aloft | None:
        """The aircraft whose owner says next how it flies, those of side 1 first; None if all is said.

        Rules: air-sequence, air-flight-move.
        """
        waiting = [one for one in self.aircraft if one.mode == "combat" and one.string and not one.dice]
        return min(waiting, key=lambda one: one.aircraft.side != self.air_first, default=None)

    @cached_property
    def to_act(self) -> Side | None:
        """The side that acts now; None if the game goes on by itself, or is over."""
        placing = self.to_place
        if self.result is not None:
            return None
        if placing is not None:
            return placing[1]
        flier = self.to_fly if self.stage == "air_flight" else None
        if flier is not None:
            return flier.aircraft.side
        now = self.now
        return None if now is None else now.side

    # --- Changes ----------------------------------------------------------------------------------------------------

    def with_troop(self, troop: Troop) -> State:
        """Return the state with a unit as it is now; a new one comes last."""
        if self.troop(troop.name) is None:
            return evolve(self, troops=(*self.troops, troop))
        return evolve(self, troops=tuple(troop if one.name == troop.name else one for one in self.troops))

    def with_group(self, group: Group) -> State:
        """Return the state with a thing where it stands now."""
        if self.group(group.name) is None:
            return evolve(self, groups=(*self.groups, group))
        return evolve(self, groups=tuple(group if one.name == group.name else one for one in self.groups))

    def without_group(self, name: str) -> State:
        """Return the state with a thing off the table, though it may still be in the game."""
        return evolve(self, groups=tuple(group for group in self.groups if group.name != name))

    def lost(self, name: str, fate: Fate) -> State:
        """Return the state without a unit, a Force HQ or a vessel that is out of the game."""
        state = self.without_group(name)
        return evolve(
            state,
            troops=tuple(troop for troop in state.troops if troop.name != name),
            headquarters=tuple(one for one in state.headquarters if one.name != name),
            vessels=tuple(one for one in state.vessels if one.name != name),
            fates=(*state.fates, Gone(name=name, fate=fate)),
        )

    # --- What is wrong with it --------------------------------------------------------------------------------------

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield contradictions: things on each other or nowhere, stands that are not there, sections that are not."""
        sides, names = self.sides, set[str]()
        for number, group in enumerate(self.groups):
            is_twice = group.name in names
            names.add(group.name)
            if group.name not in sides or is_twice:
                message = f"{group.name!r} is nothing that is in the game, or stands there twice"
                yield Problem(f".groups[{number}].name", message, "gen-unit-types")
            if group.facing is None:
                yield Problem(f".groups[{number}].bases", f"those of {group.name!r} face different ways", "p1-facing")
        vessels = [(f".vessels[{number}]", one.name) for number, one in enumerate(self.vessels)]
        hqs = [(f".headquarters[{number}]", one.name) for number, one in enumerate(self.headquarters)]
        for path, name in (*vessels, *hqs):
            if name not in sides:
                yield Problem(path, f"{name!r} is nothing that is in the game", "gen-unit-types")
        for number, troop in enumerate(self.troops):
            one = self.group(troop.name)
            count = 1 if is_vehicle(troop.unit) else morale_stands(troop.unit)
            if one is not None and len(one.bases) != count:
                message = f"{troop.name!r} has {count} stands, and {len(one.bases)} are on the table"
                yield Problem(f".troops[{number}].unit.stands", message, "gen-stand")
        if len(names) == len(self.groups) and all(name in sides for name in names):
            for problem in self.layout.inconsistencies():
                yield Problem(f".groups{problem.path.removeprefix('.units')}", problem.message, "p1-movement")
        sections = {section.name for section in self.scenario.river}
        for number, section in enumerate(self.river):
            if section.name not in sections:
                yield Problem(f".river[{number}].name", f"there is no section {section.name!r}", "ice-sections")
        places = {place.name for place in self.scenario.places}
        for number, (name, _) in enumerate(self.held):
            if name not in places:
                yield Problem(f".held[{number}]", f"there is no place {name!r}", "bad-numbers")
        if self.order and self.step >= len(self.steps):
            yield Problem(".step", f"a turn has {len(self.steps)} steps, from 0; got {self.step}", "p1-sequence")
