"""Units, their state, and what follows from it alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal, TypeAlias, get_args

from attrs import frozen

from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Range
from rcw_rules.kernel.lengths import Inches
from rcw_rules.kernel.needs import Need
from rcw_rules.kernel.words import in_words
from rcw_rules.marks import Cites
from rcw_rules.red_white.options import Options
from rcw_rules.red_white.profile import FullMove, UnitType

Side: TypeAlias = Literal["red", "white"]

TroopClass: TypeAlias = Literal[
    "officers",
    "cadets",
    "cossacks",
    "czech_legion",
    "foreign_intervention",
    "fanatical_bolsheviks",
    "sailors",
    "red_guards",
]

Cover: TypeAlias = Literal["open", "cover", "trench", "building", "breastwork"]

Wire: TypeAlias = Literal["none", "intact", "gap"]

Stands: TypeAlias = Annotated[int, Range(1, 99, rule="bad-numbers")]
"""A number of stands, the measure of a unit."""

VEHICLE_STANDS = 8  # vehicle-eight-stands

Hits: TypeAlias = Annotated[int, Range(0, VEHICLE_STANDS - 1, rule="bad-numbers")]
"""Hits recorded against a vehicle that still acts; the eighth destroys it."""

VEHICLES: tuple[UnitType, ...] = ("tank", "armoured_car", "armoured_train")
TROOPS: tuple[UnitType, ...] = tuple(one for one in get_args(UnitType) if one not in VEHICLES)
INITIATORS: tuple[UnitType, ...] = ("infantry", "cavalry", "tank")  # melee-initiators
DEFENCES: tuple[Cover, ...] = ("trench", "building", "breastwork")  # p1-terrain
ELITE_CLASSES: dict[Side, tuple[TroopClass, ...]] = {  # elite-white, elite-red
    "white": ("officers", "cadets", "cossacks", "czech_legion", "foreign_intervention"),
    "red": ("fanatical_bolsheviks", "sailors", "red_guards"),
}


@frozen(kw_only=True)
class Unit:
    """A unit with the state that it carries from turn to turn.

    Troops are measured in stands. A tank or an armoured car is worth 8 stands less its recorded hits, an armoured train
    also, with its guards added in a melee.

    Attributes:
        side: Red or White.
        type: The kind of unit.
        has_leader: Whether a leader is with the unit; there is no default.
        name: What to call it; by default its role and number.
        starting_stands: Stands at the start of the game; not for vehicles.
        stands: Stands now; not for vehicles.
        hits: Hits recorded so far; only for vehicles, 0 by default.
        guards: Guard stands aboard an armoured train.
        troop_class: A class of troops that is elite by default.
        elite: Whether it is elite; by default what its class says.
        raw: Whether it is raw.
        heroic: Whether its leader leads from the front.
        priest: Whether a priest or religious leader is attached; White only.
        cheka: Whether a stand of Cheka is attached; Red only.
        machine_gun: Whether a machine gun or tchanka is attached.
        grenades: Whether it is equipped with grenades.
        suppressed: Whether it lost a stand to fire in the first fire phase of this turn.
        falling_back: Whether it is marked as falling back.
        casualties: Whether it took casualties since its last test.
        cover: What it stands in. Trenches, buildings and breastworks are defences; lesser cover is not.
        wire: What barbed wire an attacker comes through; "gap" where a tank made a hole. It belongs to one attack:
            afterwards the unit has none.
        full_move: One full move, in inches or dice; only needed to say how far it goes to the rear.
        edge_distance: How far it is, in inches, from its own table edge where it stands when the question is asked; for
            a train, along its track. For a unit that charges that is where its charge begins.
        obstacle_distance: How far it is, in inches, from there to the first obstacle on its way to that edge that it
            cannot pass; None if there is none.
    """

    side: Side
    type: UnitType
    has_leader: Annotated[bool, Cites("p1-grade-and-leader")]
    name: str = ""
    starting_stands: Stands | None = None
    stands: Stands | None = None
    hits: Hits | None = None
    guards: Annotated[int, Range(0, 99, rule="bad-numbers")] = 0
    troop_class: TroopClass | None = None
    elite: bool | None = None
    raw: bool = False
    heroic: Annotated[bool, Cites("heroic-lead")] = False
    priest: bool = False
    cheka: Annotated[bool, Cites("cheka-attach")] = False
    machine_gun: bool = False
    grenades: bool = False
    suppressed: bool = False
    falling_back: bool = False
    casualties: Annotated[bool, Cites("gen-unit-state")] = False
    cover: Annotated[Cover, Cites("p1-terrain")] = "open"
    wire: Wire = "none"
    full_move: Annotated[FullMove | None, Cites("p1-movement")] = None
    edge_distance: Inches | None = None
    obstacle_distance: Annotated[Inches | None, Cites("gen-rear")] = None

    needs: ClassVar[tuple[Need, ...]] = (
        Need("stands", {"type": TROOPS}, message="is missing: troops are measured in stands", rule="gen-stand"),
    )

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield contradictions, with paths below the unit."""
        if not self.name.isprintable():
            yield Problem(".name", "holds a character that cannot be shown, such as a line break")
        yield from self._contradictory_flags()
        if is_vehicle(self):
            for field in ("stands", "starting_stands"):
                if getattr(self, field) is not None:
                    yield Problem(
                        f".{field}", "a vehicle counts as 8 stands less its hits; give hits instead", "gen-unit-types"
                    )
        else:
            if self.stands is not None and self.starting_stands is not None and self.stands > self.starting_stands:
                yield Problem(
                    ".stands", f"{self.stands} is more than the {self.starting_stands} at the start", "gen-stand"
                )
            if self.hits is not None:
                yield Problem(".hits", "only vehicles record hits; troops lose stands", "gen-unit-types")
        if self.guards and self.type != "armoured_train":
            yield Problem(".guards", "only an armoured train has guards aboard", "gen-unit-types")

    def _contradictory_flags(self) -> Iterator[Problem]:
        if self.raw and (self.elite or (self.elite is None and self.troop_class not in (None, "red_guards"))):
            what = "elite" if self.elite else f"{self.troop_class}, who are elite"
            yield Problem(".raw", f"a unit cannot be raw and {what}", "morale-exclusive-flags")
        if self.heroic and not self.has_leader:
            yield Problem(".heroic", "a unit without a leader cannot be led heroically", "morale-exclusive-flags")
        if self.cheka and self.side != "red":
            yield Problem(".cheka", "only Red units have Cheka attached", "bad-sides")
        if self.priest and self.side != "white":
            yield Problem(".priest", "only White units have a priest attached", "bad-sides")
        if self.troop_class is not None and self.troop_class not in ELITE_CLASSES[self.side]:
            yield Problem(".troop_class", f"{self.troop_class} are not on the {self.side} side", f"elite-{self.side}")


def named(unit: Unit) -> str:
    """Return what to call a unit: its name or, without one, its type in words."""
    return unit.name or in_words(unit.type)


def enemy_of(side: Side) -> Side:
    """Return the other side."""
    return "white" if side == "red" else "red"


def is_vehicle(unit: Unit) -> bool:
    """Whether hits are recorded against the unit instead of stands lost.

    Rules: vehicle-eight-stands.
    """
    return unit.type in VEHICLES


def is_elite(unit: Unit, options: Options) -> bool:
    """Whether the unit is elite: as stated, or else by its class of troops.

    Rules: elite-white, elite-red, opt-red-guards.
    """
    if unit.elite is not None:
        return unit.elite
    if unit.troop_class == "red_guards":
        return options.red_guards_elite
    return unit.troop_class is not None and unit.troop_class in ELITE_CLASSES[unit.side]


def rests_on_red_guards(unit: Unit) -> bool:
    """Whether the option about Red Guards decides if the unit is elite.

    Rules: opt-red-guards.
    """
    return unit.elite is None and unit.troop_class == "red_guards"


def grade_objections(unit: Unit, options: Options, path: str) -> Iterator[Objection]:
    """Yield an objection to raw Red Guards while the options call Red Guards elite.

    Rules: morale-exclusive-flags, opt-red-guards.
    """
    if unit.raw and rests_on_red_guards(unit) and options.red_guards_elite:
        message = "Red Guards are elite, so they cannot be raw; set the option red_guards_elite to false"
        yield Objection(rule="morale-exclusive-flags", message=message, path=f"{path}.raw")


def in_defences(unit: Unit) -> bool:
    """Whether the unit stands in a trench, a building or behind a breastwork; lesser cover is not a defence.

    Rules: melee-mod-defences, p1-terrain.
    """
    return unit.cover in DEFENCES


def morale_stands(unit: Unit) -> int:
    """Return the stands that count for morale: attachments, Cheka and train guards do not.

    Rules: morale-attachments, cheka-not-counted, vehicle-eight-stands.
    """
    return VEHICLE_STANDS - (unit.hits or 0) if is_vehicle(unit) else unit.stands or 0


def melee_strength(unit: Unit) -> int:
    """Return the stands that count in a melee: those that count for morale and the guards of a train.

    Rules: melee-stand-count, train-melee.
    """
    return morale_stands(unit) + unit.guards


def stands_lost(unit: Unit) -> int:
    """Return the stands lost since the start of the game, from any cause; a vehicle's hits count as such.

    Rules: gen-stand, melee-mod-stands-lost.
    """
    if is_vehicle(unit):
        return unit.hits or 0
    return (unit.starting_stands or 0) - (unit.stands or 0)
