"""Scenarios of whole games: two armies, the table between them, where they begin, and who wins.

A unit of an army is a `Troop`: the `Unit` of the rules, and what only a table needs to know of it. The fields of the
unit that follow from where it stands (cover, wire, distances to the edge and to obstacles) are left at their default
here and in the state; `scene.Scene` fills them in whenever a procedure is asked.

What the pieces of terrain are for the rules is told by their words. The cover of a `TerrainPiece` is one of the covers
of the rules ("cover", "trench", "building", "breastwork") or "none"; its kind says who may enter it and how fast
(`part_one`). A piece of kind "river" is a section of a river, and has a `RiverSection` of the same name in
`Scenario.river`; "bridge" and "ford" lie across it. A `TerrainLine` of kind "wire" is barbed wire, one of kind
"railway" a track, and "road" a road.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal, TypeAlias

from attrs import frozen

from rcw_rules.games import Victory
from rcw_rules.kernel.angles import Angle, degrees
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Range, Size
from rcw_rules.kernel.geometry.table import FactKind, Point, Table
from rcw_rules.kernel.lengths import Inches, inches
from rcw_rules.kernel.needs import Need
from rcw_rules.marks import Cites
from rcw_rules.red_white.aircraft import Aircraft
from rcw_rules.red_white.game.actions import At, Bearing, Name, Ranks
from rcw_rules.red_white.model import Side, Unit
from rcw_rules.red_white.profile import Phase
from rcw_rules.red_white.river import RiverSection, Vessel
from rcw_rules.red_white.vehicles import ArmedVehicle

SIDES: tuple[Side, ...] = ("red", "white")

TableEdge: TypeAlias = Literal["north", "east", "south", "west"]

TO_EDGE: dict[TableEdge, Angle] = {
    "north": degrees(0),
    "east": degrees(90),
    "south": degrees(180),
    "west": degrees(270),
}
"""The bearing straight toward each edge of the table."""

Play: TypeAlias = Literal["whole_turns", "phase_by_phase"]

TurnNumber: TypeAlias = Annotated[int, Range(1, 100, rule="p1-sequence")]

HELD_WITHIN = inches(4)
"""How near the middle of a place a unit holds it, unless the scenario says otherwise. Made up."""

SUPPLY_CUT_WITHIN = inches(2)
"""How near a supply line an enemy cuts it, unless the scenario says otherwise. Made up (p1-surrender-and-supply)."""


@frozen(kw_only=True, cache_hash=True)
class Troop:
    """A unit of an army, with what only a table needs to know of it.

    Attributes:
        unit: The unit, with a name; of vehicles the hits.
        vehicle: Which vehicle a tank or an armoured car is.
        turret_guns: The machine guns of an armoured car with one turret.
        limbered: Whether its guns are limbered up.
        anti_aircraft: Whether its guns fire at aircraft.
        track: The name of the railway that a train runs on; "" for all others.
        aboard: The name of the vessel or the train that carries it; "" on foot.
    """

    unit: Unit
    vehicle: Annotated[ArmedVehicle | None, Cites("vehicle-armament")] = None
    turret_guns: Annotated[Annotated[int, Range(1, 2, rule="vehicle-armament")] | None, Cites("vehicle-armament")] = (
        None
    )
    limbered: Annotated[bool, Cites("fright-artillery")] = False
    anti_aircraft: Annotated[bool, Cites("aa-gun")] = False
    track: Annotated[str, Size(0, 80)] = ""
    aboard: Annotated[str, Size(0, 100)] = ""

    needs: ClassVar[tuple[Need, ...]] = (
        Need("unit.name", message="is missing: every unit of a game has a name of its own", rule="gen-unit-types"),
        Need(
            "unit.starting_stands",
            {"unit.stands": "given"},
            message="is missing: an army counts its losses",
            rule="major-losses",
        ),
        Need(
            "vehicle",
            {"unit.type": ("tank", "armoured_car")},
            message="is missing: it says what guns it has",
            rule="vehicle-armament",
        ),
        Need(
            "turret_guns",
            {"vehicle": ("single_turret_car",)},
            message="is for cars with one turret, which need it",
            rule="vehicle-armament",
        ),
        Need(
            "track",
            {"unit.type": ("armoured_train",)},
            message="is missing: a train runs on a railway",
            rule="gen-rear",
        ),
    )

    @property
    def name(self) -> str:
        """The name of the unit."""
        return self.unit.name

    @property
    def side(self) -> Side:
        """Whose it is."""
        return self.unit.side

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, and what only a table says."""
        unit = self.unit
        for field, default in (("cover", "open"), ("wire", "none"), ("edge_distance", None), ("full_move", None)):
            if getattr(unit, field) != default:
                message = "follows from the table and the profile in a whole game: leave it out"
                yield Problem(f".unit.{field}", message, "gen-unit-state")
        armed = unit.type in ("tank", "armoured_car")
        if self.vehicle is not None and not armed:
            yield Problem(".vehicle", "is only for tanks and armoured cars", "vehicle-armament")
        if self.turret_guns is not None and self.vehicle != "single_turret_car":
            yield Problem(".turret_guns", "is for cars with one turret, which need it", "vehicle-armament")
        if self.limbered and unit.type != "artillery":
            yield Problem(".limbered", "only artillery limbers up", "fright-artillery")
        if self.anti_aircraft and unit.type != "artillery":
            yield Problem(".anti_aircraft", "only artillery has anti-aircraft guns", "aa-gun")
        if self.track and unit.type != "armoured_train":
            yield Problem(".track", "only trains run on a track", "gen-rear")


@frozen(kw_only=True, cache_hash=True)
class Zone:
    """Where an army places its units before the first turn: a rectangle.

    Attributes:
        south_west: Its south-western corner.
        north_east: Its north-eastern corner.
        facing: The bearing in which the enemy is expected; units may be placed to face another one.
    """

    south_west: Point
    north_east: Point
    facing: Angle

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield a rectangle without size, and a facing that is no bearing."""
        if self.south_west.x >= self.north_east.x or self.south_west.y >= self.north_east.y:
            message = f"lies north-east of {self.north_east}: give two corners of a rectangle"
            yield Problem(".south_west", message, "p1-sequence")
        if self.facing != self.facing.bearing:
            yield Problem(".facing", f"expected a bearing from 0 up to 360 degrees, got {self.facing}", "p1-facing")


@frozen(kw_only=True, cache_hash=True)
class Placed:
    """Where a unit stands as the game begins, so that nobody has to place it.

    Attributes:
        unit: Its name; the Force HQ and vessels are placed so as well.
        at: The middle of its front edge.
        facing: The bearing that it faces.
        ranks: In how many ranks it stands; 0 for one.
    """

    unit: Name
    at: At
    facing: Bearing
    ranks: Ranks = 0


@frozen(kw_only=True, cache_hash=True)
class Coming:
    """A unit that comes onto the table later, at its army's own edge, in its movement phase.

    Attributes:
        unit: Its name.
        turn: From which turn on.
        at: The middle of the stretch of the edge where it comes in.
    """

    unit: Name
    turn: TurnNumber
    at: At


@frozen(kw_only=True, cache_hash=True)
class Headquarters:
    """A Force HQ: a few figures with a car, a truck or an armoured train.

    Attributes:
        name: What it is called; it stands on the table under that name, unless it is aboard a train.
        aboard: The name of the armoured train that it is aboard; "" for none.
        with_unit: The name of the unit that the commander leads heroically; "" while he is with the HQ.
    """

    name: Name
    aboard: Annotated[str, Size(0, 100), Cites("hq")] = ""
    with_unit: Annotated[str, Size(0, 100), Cites("hq")] = ""


@frozen(kw_only=True, cache_hash=True)
class Afloat:
    """A ship, a launch or a boat on a river.

    Attributes:
        vessel: The vessel, with a name; what it tows and what tows it follow from `towed_by` of all vessels.
        section: The name of the section of the river in which it lies; "" while it is carried aboard a ship.
        towed_by: The name of the vessel that has it in tow; "" for none.
        aboard: The name of the ship that carries it; "" in the water.
        counts: Whether the army counts it as a unit.
    """

    vessel: Vessel
    section: Annotated[str, Size(0, 80), Cites("ice-sections")] = ""
    towed_by: Annotated[str, Size(0, 100), Cites("ship-tow")] = ""
    aboard: Annotated[str, Size(0, 100), Cites("boat-rules")] = ""
    counts: Annotated[bool, Cites("major-count")] = False

    @property
    def name(self) -> str:
        """The name of the vessel."""
        return self.vessel.name

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield a vessel without a name, and one that is aboard and in tow at once."""
        if not self.vessel.name:
            yield Problem(".vessel.name", "is missing: every vessel of a game has a name of its own", "gen-unit-types")
        if self.vessel.towing or self.vessel.towed_by != "nothing":
            yield Problem(".vessel.towing", "follows from towed_by of all vessels: leave it out", "ship-tow")
        if self.towed_by and self.aboard:
            yield Problem(".towed_by", "it is carried aboard a ship", "ship-tow")


@frozen(kw_only=True, cache_hash=True)
class Airman:
    """An aircraft that the scenario gives to a side.

    Attributes:
        aircraft: The aircraft, with a name.
        turn: The turn on which it arrives; None for a D6.
    """

    aircraft: Aircraft
    turn: Annotated[TurnNumber | None, Cites("air-availability")] = None

    needs: ClassVar[tuple[Need, ...]] = (
        Need(
            "aircraft.name", message="is missing: every aircraft of a game has a name of its own", rule="gen-unit-types"
        ),
    )


@frozen(kw_only=True, cache_hash=True)
class Army:
    """One side of a scenario.

    Attributes:
        edge: Its own edge of the table, which is its rear.
        units: Its units.
        zone: Where it places those that neither stand somewhere nor come later; None if there are none.
        placed: Units that begin where the scenario says.
        coming: Units that come later.
        headquarters: Its Force HQ; None if it has none.
        supply: The name of the road or the railway that it is supplied by; "" if supply does not matter.
        supply_cut_within: How near that line an enemy who could start a melee cuts it. The lost Part I would say; the
            default is made up.
        vessels: Its ships, launches and boats.
        aircraft: Its aircraft.
    """

    edge: Annotated[TableEdge, Cites("gen-rear")]
    units: Annotated[tuple[Troop, ...], Size(1, 100)]
    zone: Zone | None = None
    placed: Annotated[tuple[Placed, ...], Size(0, 200)] = ()
    coming: Annotated[tuple[Coming, ...], Size(0, 100)] = ()
    headquarters: Annotated[Headquarters | None, Cites("hq")] = None
    supply: Annotated[str, Size(0, 80), Cites("p1-surrender-and-supply")] = ""
    supply_cut_within: Annotated[Inches, Range(0, 100, rule="bad-numbers"), Cites("p1-surrender-and-supply")] = (
        SUPPLY_CUT_WITHIN
    )
    vessels: Annotated[tuple[Afloat, ...], Size(0, 40), Cites("ship-class")] = ()
    aircraft: Annotated[tuple[Airman, ...], Size(0, 20), Cites("air-availability")] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all that it has, in order: units, Force HQ, vessels, aircraft."""
        hq = () if self.headquarters is None else (self.headquarters.name,)
        return (
            *(troop.name for troop in self.units),
            *hq,
            *(one.name for one in self.vessels),
            *(one.aircraft.name for one in self.aircraft),
        )

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield names given twice, units that are placed or coming and are not there, and nowhere to place the rest."""
        names = self.names
        for number, name in enumerate(names):
            if name in names[:number]:
                yield Problem(".units", f"two of its units are called {name!r}", "gen-unit-types")
        listed: tuple[tuple[str, tuple[str, ...]], ...] = (
            ("placed", tuple(one.unit for one in self.placed)),
            ("coming", tuple(one.unit for one in self.coming)),
        )
        elsewhere: list[str] = []
        for what, named in listed:
            for number, name in enumerate(named):
                if name not in names:
                    yield Problem(f".{what}[{number}].unit", f"there is no unit {name!r}", "gen-unit-types")
                if name in elsewhere:
                    yield Problem(f".{what}[{number}].unit", f"{name!r} is placed twice", "gen-unit-types")
                elsewhere.append(name)
        left = [troop.name for troop in self.units if troop.name not in elsewhere and not troop.aboard]
        for troop in self.units:
            if troop.track and troop.name not in [one.unit for one in self.placed]:
                yield Problem(
                    ".placed", f"lacks the train {troop.name!r}: say where on its track it begins", "gen-rear"
                )
        hq = self.headquarters
        if hq is not None and not hq.aboard and hq.name not in elsewhere:
            left.append(hq.name)
        if left and self.zone is None:
            yield Problem(".zone", f"is missing: where does {left[0]!r} begin?", "p1-sequence")


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
    within: Annotated[Inches, Range(0, 100, rule="bad-numbers")] = HELD_WITHIN
    held_by: Side | None = None


@frozen(kw_only=True, cache_hash=True)
class Scenario:
    """A game that can be played.

    Attributes:
        title: What it is called.
        table: The table and its terrain.
        turns: How many turns are played.
        attacker: The side that attacks: it places its units second.
        first: The side that acts first in every turn; None for what the profile says (`SidesInTurn.first`).
        red: The Red army.
        white: The White army.
        sequence: The phases of a turn, where the scenario has its own; () for those of the profile.
        play: Whether one side plays a whole turn before the other, or each phase; None for what the profile says.
        river: The sections of a river, each named like the piece of terrain where it lies.
        channel: The name of the line that vessels keep to, from one end of the river to the other; "" without vessels.
        heavy_on_ice: Whether artillery, wagons and vehicles may cross where the river is frozen.
        places: Places that count for victory.
        victory: Who wins at the end of the last turn. Without it only an army that breaks loses.
        told: The facts that a referee tells, because figures stand on a real table; () if all are measured.
        source: Where it comes from, and what is made up.
    """

    title: Name
    table: Table
    turns: TurnNumber
    attacker: Side
    red: Army
    white: Army
    first: Annotated[Side | None, Cites("p1-sequence")] = None
    sequence: Annotated[tuple[Phase, ...], Size(0, 40), Cites("p1-sequence")] = ()
    play: Annotated[Play | None, Cites("p1-sequence")] = None
    river: Annotated[tuple[RiverSection, ...], Size(0, 40), Cites("ice-sections")] = ()
    channel: Annotated[str, Size(0, 80), Cites("ice-sections")] = ""
    heavy_on_ice: Annotated[bool, Cites("frozen-crossing")] = False
    places: Annotated[tuple[Place, ...], Size(0, 40)] = ()
    victory: Victory | None = None
    told: Annotated[tuple[FactKind, ...], Size(0, 20)] = ()
    source: str = ""

    def army(self, side: Side) -> Army:
        """Return the army of a side."""
        return self.red if side == "red" else self.white

    @property
    def roster(self) -> tuple[Troop, ...]:
        """Every unit as it begins the game: the defender's, then the attacker's."""
        defender: Side = "white" if self.attacker == "red" else "red"
        return (*self.army(defender).units, *self.army(self.attacker).units)

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself: names, sides, spots off the table, tracks and sections that are not there."""
        for side in SIDES:
            army = self.army(side)
            for number, troop in enumerate(army.units):
                path = f".{side}.units[{number}]"
                if troop.side != side:
                    yield Problem(f"{path}.unit.side", f"expected {side}, got {troop.side}", "bad-sides")
                if troop.track and troop.track not in [line.name for line in self.table.lines]:
                    yield Problem(f"{path}.track", f"there is no line {troop.track!r} on the table", "gen-rear")
            if army.supply and army.supply not in [line.name for line in self.table.lines]:
                message = f"there is no line {army.supply!r} on the table"
                yield Problem(f".{side}.supply", message, "p1-surrender-and-supply")
            for number, aircraft in enumerate(army.aircraft):
                if aircraft.aircraft.side != side:
                    message = f"expected {side}, got {aircraft.aircraft.side}"
                    yield Problem(f".{side}.aircraft[{number}].aircraft.side", message, "bad-sides")
        for name in self.red.names:
            if name in self.white.names:
                yield Problem(".white.units", f"both armies have a {name!r}", "gen-unit-types")
        pieces = {piece.name: piece.kind for piece in self.table.terrain}
        for number, section in enumerate(self.river):
            if pieces.get(section.name) != "river":
                message = f"there is no piece of river called {section.name!r} on the table"
                yield Problem(f".river[{number}].name", message, "ice-sections")
        if (self.red.vessels or self.white.vessels or self.channel) and not any(
            line.name == self.channel for line in self.table.lines
        ):
            message = f"there is no line {self.channel!r} on the table for vessels to keep to"
            yield Problem(".channel", message, "ice-sections")
        yield from self._off_the_table()
        if self.victory is not None:
            for problem in self.victory.wrong_names(SIDES, tuple(place.name for place in self.places)):
                yield Problem(f".victory{problem.path}", problem.message, "major-break")

    def _off_the_table(self) -> Iterator[Problem]:
        spots = [(f".places[{number}].at", place.at) for number, place in enumerate(self.places)]
        for side in SIDES:
            army = self.army(side)
            if army.zone is not None:
                spots.append((f".{side}.zone.south_west", army.zone.south_west))
                spots.append((f".{side}.zone.north_east", army.zone.north_east))
            listed: tuple[tuple[str, tuple[Placed | Coming, ...]], ...] = (
                ("placed", army.placed),
                ("coming", army.coming),
            )
            for what, ones in listed:
                spots += [
                    (f".{side}.{what}[{number}].at", Point(x=one.at[0], y=one.at[1])) for number, one in enumerate(ones)
                ]
        for path, spot in spots:
            if not self.table.is_on(spot):
                yield Problem(path, f"{spot} is off the table", "p1-terrain")
