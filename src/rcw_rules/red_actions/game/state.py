"""The state of a whole game: the turn, where everybody stands, and what is going on in a segment."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal, TypeAlias

from attrs import evolve, frozen

from rcw_rules.games import GameResult
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Range, Size
from rcw_rules.kernel.geometry.table import Group, Layout, Point, Table, TableUnit
from rcw_rules.marks import Cites
from rcw_rules.red_actions.charges import HidingPlace
from rcw_rules.red_actions.game.actions import Action
from rcw_rules.red_actions.game.notes import (
    Aboard,
    Astray,
    Attached,
    Captives,
    Horses,
    InWire,
    Laid,
    Mishap,
    Tally,
    TrainNow,
)
from rcw_rules.red_actions.game.scenario import SIDES, Scenario
from rcw_rules.red_actions.model import Name, Side, Unit
from rcw_rules.red_actions.turn import Building, Game, PoolLeft

Stage: TypeAlias = Literal["deployment", "initiative", "segment", "hesitation", "pre-emption", "ambush", "over"]
"""Where a game is: units are placed; it is found who acts; a side acts; a Mob that hesitates may shoot; the enemy may
pre-empt; the enemy may spring an ambush; or it is over."""

Names: TypeAlias = Annotated[tuple[Name, ...], Size(0, 200)]


@frozen(kw_only=True, cache_hash=True)
class Ambusher:
    """A unit that is not on the table for the enemy to see.

    Attributes:
        unit: Its name.
        place: The name of the terrain in which it lies.
        hides_in: What that is.
        from_turn: The first turn in which it may spring its ambush.
    """

    unit: Name
    place: Name
    hides_in: Annotated[HidingPlace, Cites("amb-where")]
    from_turn: Annotated[int, Range(1, 100), Cites("act-hide")] = 1


@frozen(kw_only=True, cache_hash=True)
class Chase:
    """An enemy that follows a unit in rout.

    Attributes:
        pursuer: Who follows.
        router: Whom.
    """

    pursuer: Name
    router: Name


@frozen(kw_only=True, cache_hash=True)
class LeftBehind:
    """Guns or weapons that lie on the table without a crew, or the spot where a unit left it.

    Attributes:
        unit: Whose they were.
        at: Where.
        bases: How many guns; 0 for weapons that only their own team can use, and for a spot.
        held_by: Of guns: who has taken possession of them; None for nobody.
    """

    unit: Name
    at: Point
    bases: Annotated[int, Range(0, 6)] = 0
    held_by: Annotated[Side | None, Cites("act-possession")] = None


@frozen(kw_only=True, cache_hash=True)
class Frame:
    """A segment on its way. One that pre-empts another lies on top of it.

    Attributes:
        side: Whose it is.
        unit: Whose segment it is, once that is settled; "" before.
        action: What the unit is about to do; None before it is declared.
        window: What the enemy may do about it now: pre-empt, or spring an ambush; "" for nothing.
        clever_tried: The units whose Clever officers have tried to pre-empt, or let it be.
        no_ambush: Whether nobody springs an ambush on this action.
        preempts: Whether it pre-empts the segment below.
        hesitates: Whether its unit is a Mob that hesitates: it may only shoot.
        stuck: Whether its pinned unit may not go towards the enemy.
        senior_moved: Whether a senior officer has joined or left its unit in it.
        joiners: Who may still join the ambush that was sprung on its move, with a charge.
    """

    side: Side
    unit: Annotated[str, Size(0, 100)] = ""
    action: Action | None = None
    window: Literal["", "clever", "ambush"] = ""
    clever_tried: Annotated[Names, Cites("pre-clever")] = ()
    no_ambush: Annotated[bool, Cites("amb-spring")] = False
    preempts: Annotated[bool, Cites("pre-clever")] = False
    hesitates: Annotated[bool, Cites("char-mob-hesitation")] = False
    stuck: Annotated[bool, Cites("rally-pinned")] = False
    senior_moved: Annotated[bool, Cites("act-free-actions")] = False
    joiners: Annotated[Names, Cites("pre-ambush")] = ()


@frozen(kw_only=True, cache_hash=True)
class Report:
    """What has come of the segment on its way, to be entered when it ends.

    Attributes:
        changed: The units that changed, as they are now.
        forced: Who was made to move.
        fired: Who fired.
        shot_at: Who was shot at.
        seen: Who was hidden and is seen.
        entered_at: By which entry the unit came in.
        pools: What is left in the pools of officers.
        buildings: The buildings whose fire changed.
    """

    changed: Annotated[tuple[Unit, ...], Size(0, 200)] = ()
    forced: Names = ()
    fired: Names = ()
    shot_at: Names = ()
    seen: Names = ()
    entered_at: Annotated[str, Size(0, 100)] = ""
    pools: Annotated[tuple[PoolLeft, ...], Size(0, 2)] = ()
    buildings: Annotated[tuple[Building, ...], Size(0, 100), Cites("bld-fire-set")] = ()


NOTHING_YET = Report()


@frozen(kw_only=True, cache_hash=True)
class State:
    """A whole game at a moment between two actions.

    Attributes:
        scenario: What it began with.
        game: The turn, the armies and all units.
        groups: Where the units on the table stand, in the order in which they came.
        frames: The segments on their way, the one that acts now last; none while units are placed, and between turns.
        report: What has come of the segment so far.
        ambushers: Who lies in ambush or hides.
        have_moved: Who has moved in this turn.
        fired: Who has fired in this turn.
        failed_charge: Who has failed a charge test in this turn.
        scouted: The pieces of terrain that were scouted in this turn.
        scouts: Who has scouted in this turn.
        chases: Who follows whom.
        rallies: How often teams have tried to rally since their rout began.
        shaken: Until which turn units may not advance after a rout, by that option.
        weapons: The weapons that teams have left.
        fled_from: Where teams in rout were as it began: their weapons lie there if they do not rally at once.
        guns: Guns without crews.
        off_table: Where units in rout have left the table.
        captives: Prisoners on the table.
        ground: The table as it is now, where wire was cut or buildings have fallen; None while nothing has changed.
        mishaps: Vehicles that cannot move.
        rolling: Vehicles that moved in their latest segment.
        trains: The trains on the table.
        aboard: Who rides in which car of a train.
        wired: Who has halted in wire.
        horses: Horses whose riders fight on foot.
        spent: In how many segments guns and mortars have fired.
        laid: At whom guns, mortars and vehicles shot in their latest segment.
        marching: Who marched in its latest segment.
        astray: Who has lost its way in the dark.
        attached: Senior officers who are with units.
        left_table: Trains and others who have left the table unbeaten.
        held: Who holds the places, by their names.
        refused: The lines of actions that the table forbade in this segment, where a referee tells facts.
        were_pushed: Who was pushed back by friends in the latest action.
        result: How the game ended; None as long as it goes on.
    """

    scenario: Scenario
    game: Game
    groups: Annotated[tuple[Group, ...], Size(0, 200)] = ()
    frames: Annotated[tuple[Frame, ...], Size(0, 9)] = ()
    report: Report = NOTHING_YET
    ambushers: Annotated[tuple[Ambusher, ...], Size(0, 100), Cites("seq-steps")] = ()
    have_moved: Annotated[Names, Cites("vis-area")] = ()
    fired: Annotated[Names, Cites("vis-firing-reveals")] = ()
    failed_charge: Annotated[Names, Cites("mor-fail-charge")] = ()
    scouted: Annotated[Names, Cites("amb-scout-secret")] = ()
    scouts: Annotated[Names, Cites("amb-scout")] = ()
    chases: Annotated[tuple[Chase, ...], Size(0, 200), Cites("rally-rout-when")] = ()
    rallies: Annotated[tuple[Tally, ...], Size(0, 200), Cites("rally-rout-mg-mortar")] = ()
    shaken: Annotated[tuple[Tally, ...], Size(0, 200), Cites("rally-optional-no-advance")] = ()
    weapons: Annotated[tuple[LeftBehind, ...], Size(0, 200), Cites("rally-rout-mg-mortar")] = ()
    fled_from: Annotated[tuple[LeftBehind, ...], Size(0, 200), Cites("rally-rout-mg-mortar")] = ()
    guns: Annotated[tuple[LeftBehind, ...], Size(0, 200), Cites("rout-guns")] = ()
    off_table: Annotated[tuple[LeftBehind, ...], Size(0, 200), Cites("misc-table-edge")] = ()
    captives: Annotated[tuple[Captives, ...], Size(0, 200), Cites("misc-prisoners-take")] = ()
    ground: Annotated[Table | None, Cites("bld-fire-grow")] = None
    mishaps: Annotated[tuple[Mishap, ...], Size(0, 100), Cites("tank-fire-when-stuck")] = ()
    rolling: Annotated[Names, Cites("dh-numbers")] = ()
    trains: Annotated[tuple[TrainNow, ...], Size(0, 10), Cites("train-cars")] = ()
    aboard: Annotated[tuple[Aboard, ...], Size(0, 100), Cites("train-cars")] = ()
    wired: Annotated[tuple[InWire, ...], Size(0, 200), Cites("wire-infantry")] = ()
    horses: Annotated[tuple[Horses, ...], Size(0, 200), Cites("dis-horse-holders")] = ()
    spent: Annotated[tuple[Tally, ...], Size(0, 200), Cites("ammo-artillery")] = ()
    laid: Annotated[tuple[Laid, ...], Size(0, 200), Cites("dh-range")] = ()
    marching: Annotated[Names, Cites("sho-mod-cumulative")] = ()
    astray: Annotated[tuple[Astray, ...], Size(0, 200), Cites("wx-night-veer")] = ()
    attached: Annotated[tuple[Attached, ...], Size(0, 20), Cites("act-senior-attach")] = ()
    left_table: Annotated[Names, Cites("train-fear")] = ()
    held: Annotated[tuple[tuple[Name, Side], ...], Size(0, 40), Cites("miss-victory")] = ()
    refused: Annotated[tuple[str, ...], Size(0, 500)] = ()
    were_pushed: Annotated[Names, Cites("retire-manner")] = ()
    result: Annotated[GameResult | None, Cites("miss-victory")] = None

    @property
    def table(self) -> Table:
        """The table as it is now."""
        return self.scenario.table if self.ground is None else self.ground

    # --- Who is where -----------------------------------------------------------------------------------------------

    def unit(self, name: str) -> Unit | None:
        """Return a unit as it is now, on the table or still to come; None if there is none, or it is gone."""
        units = (*self.report.changed, *self.game.units, *(one.unit for one in self.game.reinforcements))
        found = next((unit for unit in units if unit.name == name), None)
        return found if found is not None and found.bases else None

    def the_unit(self, name: str) -> Unit:
        """Return a unit that is there.

        Raises:
            LookupError: It is not.
        """
        unit = self.unit(name)
        if unit is None:
            raise LookupError(f"there is no unit {name!r}")
        return unit

    @property
    def units(self) -> tuple[Unit, ...]:
        """Every unit as it is now, those still to come last; those that are gone are left out."""
        names = (
            *(unit.name for unit in self.game.units),
            *(one.unit.name for one in self.game.reinforcements),
            *(unit.name for unit in self.report.changed),
        )
        found = (self.unit(name) for name in dict.fromkeys(names))
        return tuple(unit for unit in found if unit is not None)

    @property
    def on_table(self) -> tuple[Unit, ...]:
        """Every unit on the table as it is now, in the order of the groups."""
        units = {unit.name: unit for unit in self.units}
        return tuple(units[group.name] for group in self.groups if group.name in units)

    def group(self, name: str) -> Group | None:
        """Return where a unit stands; None if it is not on the table."""
        return next((group for group in self.groups if group.name == name), None)

    @property
    def layout(self) -> Layout:
        """The table and all units on it."""
        sides = {unit.name: unit.side for unit in self.units}
        units = tuple(TableUnit(side=sides[group.name], group=group) for group in self.groups if group.name in sides)
        return Layout(table=self.table, units=units)

    def ambusher(self, name: str) -> Ambusher | None:
        """Return the note of a unit that lies in ambush; None for others."""
        return next((one for one in self.ambushers if one.unit == name), None)

    # --- Where the game is ------------------------------------------------------------------------------------------

    @property
    def frame(self) -> Frame | None:
        """The segment that acts now; None if there is none."""
        return self.frames[-1] if self.frames else None

    @property
    def to_place(self) -> Unit | None:
        """The unit that is placed next before the first turn: the defender's first; None if all are."""
        if self.game.acting is not None or self.game.last is not None or self.game.turn > 1 or self.frames:
            return None
        there = {*(group.name for group in self.groups), *(one.unit.name for one in self.game.reinforcements)}
        there |= {one.unit for one in self.aboard}
        return next((unit for unit in self.scenario.roster if unit.name not in there), None)

    @property
    def stage(self) -> Stage:
        """Where the game is."""
        if self.result is not None:
            return "over"
        if self.to_place is not None:
            return "deployment"
        frame = self.frame
        if frame is None:
            return "initiative"
        if frame.window:
            return "pre-emption" if frame.window == "clever" else "ambush"
        return "hesitation" if frame.hesitates else "segment"

    @property
    def to_act(self) -> Side | None:
        """The side that acts now; None if the game goes on by itself, or is over."""
        stage, frame, placing = self.stage, self.frame, self.to_place
        if stage == "deployment" and placing is not None:
            return placing.side
        if frame is None or stage == "over":
            return None
        return enemy_of(frame.side) if frame.window else frame.side

    def tally(self, tallies: tuple[Tally, ...], unit: str) -> int:
        """Return a number that is kept of a unit; 0 if none is."""
        return next((one.count for one in tallies if one.unit == unit), 0)

    # --- Changes ----------------------------------------------------------------------------------------------------

    def with_units(self, *units: Unit) -> State:
        """Return the state with units as they are now; those without bases leave the table."""
        changed = {unit.name: unit for unit in units}
        kept = tuple(changed.pop(unit.name, unit) for unit in self.report.changed)
        gone = {unit.name for unit in units if not unit.bases}
        return evolve(
            self,
            report=evolve(self.report, changed=(*kept, *changed.values())),
            groups=tuple(group for group in self.groups if group.name not in gone),
            ambushers=tuple(one for one in self.ambushers if one.unit not in gone),
            chases=tuple(one for one in self.chases if not {one.pursuer, one.router} & gone),
        )

    def with_group(self, group: Group) -> State:
        """Return the state with a unit where it stands now."""
        if self.group(group.name) is None:
            return evolve(self, groups=(*self.groups, group))
        return evolve(self, groups=tuple(group if one.name == group.name else one for one in self.groups))

    def with_frame(self, frame: Frame) -> State:
        """Return the state with the segment that acts now changed."""
        return evolve(self, frames=(*self.frames[:-1], frame))

    def noted(self, **names: tuple[str, ...]) -> State:
        """Return the state with names added to the report: forced, fired, shot_at, seen."""
        lists: dict[str, Any] = {
            field: tuple(dict.fromkeys((*getattr(self.report, field), *more))) for field, more in names.items()
        }
        return evolve(self, report=evolve(self.report, **lists))

    # --- What is wrong with it --------------------------------------------------------------------------------------

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield contradictions: units on each other or nowhere, ambushers who are not there, places that are not."""
        yield from self._units_elsewhere()
        names = [group.name for group in self.groups]
        if len(set(names)) == len(names):
            for problem in self.layout.inconsistencies():
                yield Problem(f".groups{problem.path.removeprefix('.units')}", problem.message, "mov-interpenetration")
        for number, ambusher in enumerate(self.ambushers):
            if ambusher.unit not in names:
                message = f"{ambusher.unit!r} is not on the table"
                yield Problem(f".ambushers[{number}].unit", message, "amb-where")
        for number, train in enumerate(self.trains):
            for car in train.cars:
                if car not in names:
                    yield Problem(f".trains[{number}].cars", f"{car!r} does not stand on the rails", "train-cars")
        for number, mishap in enumerate(self.mishaps):
            vehicle = self.unit(mishap.unit)
            if vehicle is not None and vehicle.card.category != "vehicle":
                yield Problem(f".mishaps[{number}].unit", f"{mishap.unit!r} is no vehicle", "tank-fire-when-stuck")
        places = {place.name for place in self.scenario.places}
        for number, (name, _) in enumerate(self.held):
            if name not in places:
                yield Problem(f".held[{number}]", f"there is no place {name!r}", "miss-victory")

    def _units_elsewhere(self) -> Iterator[Problem]:
        """Yield units that stand on the table and are nowhere else, or that are to be placed and are not there."""
        names = [group.name for group in self.groups]
        for number, group in enumerate(self.groups):
            unit = self.unit(group.name)
            if unit is None or group.name in names[:number]:
                message = f"{group.name!r} is no unit, or stands there twice"
                yield Problem(f".groups[{number}].name", message, "conv-bad-input")
            elif unit.bases != len(group.bases):
                message = f"{group.name!r} has {unit.bases} bases, and {len(group.bases)} stand on the table"
                yield Problem(f".groups[{number}].bases", message, "conv-bad-input")
        placing = self.to_place
        if placing is not None and self.unit(placing.name) is None:
            yield Problem(".game.units", f"{placing.name!r} is to be placed, and is not among them", "conv-bad-input")


def enemy_of(side: Side) -> Side:
    """Return the other side."""
    return SIDES[side == "red"]
