"""Two scenarios on rivers that come with the library: a bridge, and a river in winter. Both are made up."""

from __future__ import annotations

from functools import cache

from attrs import evolve

from rcw_rules.games import LossPoints, PlacePoints, Victory
from rcw_rules.kernel.angles import Angle
from rcw_rules.kernel.geometry.table import Table, TerrainLine, point
from rcw_rules.kernel.lengths import inches
from rcw_rules.red_white.aircraft import Aircraft
from rcw_rules.red_white.game.scenario import Afloat, Airman, Army, Headquarters, Place, Placed, Scenario, Troop, Zone
from rcw_rules.red_white.game.scenarios import EAST, MADE_UP, NORTH, SOUTH, WEST, piece, troop
from rcw_rules.red_white.model import Side, Unit
from rcw_rules.red_white.river import RiverSection, Vessel


def _placed(unit: str, east: str, north: str, facing: Angle, ranks: int = 0) -> Placed:
    return Placed(unit=unit, at=(inches(east), inches(north)), facing=facing, ranks=ranks)


def _car(name: str, side: Side) -> Troop:
    return Troop(unit=Unit(name=name, side=side, type="armoured_car", has_leader=True), vehicle="twin_turret_car")


# ---------------------------------------------------------------- the bridge


@cache
def bridge_on_the_sura() -> Table:
    """Return a table of 48 by 36 inches: a river with a bridge and a ford, and a station beyond."""
    return Table(
        title="The bridge on the Sura",
        width=inches(48),
        depth=inches(36),
        source="made up",
        terrain=(
            piece("Upper Sura", "river", ((0, 15), (24, 15), (24, 19), (0, 19))),
            piece("Lower Sura", "river", ((24, 15), (48, 15), (48, 19), (24, 19))),
            piece("Bridge", "bridge", ((20, 14), (24, 14), (24, 20), (20, 20))),
            piece("Ford", "ford", ((36, 14), (43, 14), (43, 20), (36, 20))),
            piece("Station", "buildings", ((19, 26), (26, 26), (26, 31), (19, 31)), cover="building", sight="area"),
            piece("Earthworks", "breastwork", ((15, 21), (19, 21), (19, 23), (15, 23)), cover="breastwork"),
            piece("Alder wood", "wood", ((4, 4), (12, 3), (13, 10), (5, 11)), cover="cover", sight="area"),
        ),
        lines=(
            TerrainLine(name="Highroad", kind="road", points=(point(22, 0), point(22, 36)), width=inches(1)),
            TerrainLine(name="Railway", kind="railway", points=(point(0, 33), point(48, 33)), width=inches(1)),
        ),
    )


@cache
def the_bridge() -> Scenario:
    """Return a fight for a bridge: a Red column with an armoured car and a bomber against a station with a train.

    Reds come up the road in column, and want the station on the other bank; beside the bridge there is a ford. Whites
    hold breastworks and the station, and an armoured train runs behind them. Eight turns.
    """
    train = Unit(name="Ataman", side="white", type="armoured_train", has_leader=True, guards=2)
    return Scenario(
        title="The bridge on the Sura",
        table=bridge_on_the_sura(),
        turns=8,
        attacker="red",
        red=Army(
            edge="south",
            units=(
                troop("Vanguard", "red", "infantry", 6, grenades=True),
                troop("2nd Rifles", "red", "infantry", 6, cheka=True),
                troop("3rd Rifles", "red", "infantry", 6, machine_gun=True),
                troop("Red Hussars", "red", "cavalry", 6),
                troop("Red battery", "red", "artillery", 2),
                _car("Austin", "red"),
            ),
            placed=(
                _placed("Vanguard", "22", "12", NORTH, 3),
                _placed("2nd Rifles", "22", "8", NORTH, 3),
                _placed("3rd Rifles", "39.5", "9", NORTH, 2),
                _placed("Red Hussars", "40", "5", NORTH, 2),
                _placed("Red battery", "16", "10", NORTH),
                _placed("Austin", "26", "10", NORTH),
            ),
            supply="",
            aircraft=(Airman(aircraft=Aircraft(name="Farman", side="red", type="bomber"), turn=2),),
        ),
        white=Army(
            edge="north",
            zone=Zone(south_west=point(8, 20), north_east=point(46, 31), facing=SOUTH),
            units=(
                troop("Kornilov company", "white", "infantry", 5, troop_class="officers"),
                troop("Guard of the line", "white", "infantry", 6, machine_gun=True),
                troop("Railwaymen", "white", "infantry", 6),
                troop("Orenburg Cossacks", "white", "cavalry", 4, troop_class="cossacks"),
                troop("Maxim section", "white", "machine_gun", 2),
                Troop(unit=train, track="Railway"),
            ),
            placed=(_placed("Ataman", "12", "33", EAST), _placed("White HQ", "22", "29", SOUTH)),
            headquarters=Headquarters(name="White HQ"),
            supply="Railway",
        ),
        river=(RiverSection(name="Upper Sura", state="unfrozen"), RiverSection(name="Lower Sura", state="unfrozen")),
        places=(
            Place(name="Bridge", at=point(22, 20), held_by="white"),
            Place(name="Station", at=point(22, 28), held_by="white"),
        ),
        victory=Victory(
            places=(PlacePoints(place="Bridge", points=2), PlacePoints(place="Station", points=4)),
            losses=(LossPoints(of="red", to="white", points=1), LossPoints(of="white", to="red", points=1)),
        ),
        source=MADE_UP,
    )


# ---------------------------------------------------------------- the frozen river


@cache
def river_in_winter() -> Table:
    """Return a table of 48 by 36 inches: a river under ice, with a wharf on its northern bank."""
    return Table(
        title="The river in winter",
        width=inches(48),
        depth=inches(36),
        source="made up",
        terrain=(
            piece("Upper reach", "river", ((0, 14), (18, 14), (18, 20), (0, 20))),
            piece("Middle reach", "river", ((18, 14), (34, 14), (34, 20), (18, 20))),
            piece("Lower reach", "river", ((34, 14), (48, 14), (48, 20), (34, 20))),
            piece("Wharf", "buildings", ((20, 22), (28, 22), (28, 26), (20, 26)), cover="building", sight="area"),
            piece("Willows", "wood", ((5, 24), (12, 23), (13, 29), (6, 30)), cover="cover", sight="area"),
            piece("Sandpits", "rough", ((30, 5), (37, 4), (38, 10), (31, 11)), cover="cover"),
        ),
        lines=(
            TerrainLine(name="Channel", kind="channel", points=(point(0, 17), point(48, 17))),
            TerrainLine(name="Winter road", kind="road", points=(point(10, 0), point(10, 36)), width=inches(1)),
        ),
    )


@cache
def frozen_river() -> Scenario:
    """Return a crossing in winter: Reds come over the ice, and a White ship breaks its way to the wharf.

    The upper reach is frozen, the middle one thin ice, the lower one open. Reds want the wharf on the northern bank.
    The ship brings a company of sailors up the river; where it has broken the ice nobody crosses any more. Fighters may
    come on both sides. Eight turns.
    """
    ship = Vessel(type="ship", kind="merchant", name="Krechet", capacity=8)
    return Scenario(
        title="The frozen river",
        table=river_in_winter(),
        turns=8,
        attacker="red",
        red=Army(
            edge="south",
            zone=Zone(south_west=point(2, 2), north_east=point(34, 13), facing=NORTH),
            units=(
                troop("Petrograd workers", "red", "infantry", 8, cheka=True),
                troop("Latvian Rifles", "red", "infantry", 6, elite=True, grenades=True),
                troop("Volga Rifles", "red", "infantry", 8),
                troop("Baltic sailors", "red", "infantry", 6, troop_class="sailors"),
                troop("Red Dragoons", "red", "cavalry", 6),
                troop("Sledge guns", "red", "artillery", 3),
            ),
            headquarters=Headquarters(name="Red HQ"),
            aircraft=(Airman(aircraft=Aircraft(name="Spad", side="red", type="fighter")),),
        ),
        white=Army(
            edge="north",
            zone=Zone(south_west=point(4, 21), north_east=point(44, 34), facing=SOUTH),
            units=(
                troop("Izhevsk Rifles", "white", "infantry", 6),
                troop("Cadets", "white", "infantry", 4, troop_class="cadets"),
                troop("Ural Cossacks", "white", "cavalry", 5, troop_class="cossacks"),
                troop("Colts", "white", "machine_gun", 2),
                evolve(troop("Naval company", "white", "infantry", 6), aboard="Krechet"),
            ),
            placed=(_placed("Krechet", "41", "17", WEST),),
            headquarters=Headquarters(name="White HQ"),
            vessels=(Afloat(vessel=ship, counts=True),),
            aircraft=(Airman(aircraft=Aircraft(name="Nieuport", side="white", type="fighter")),),
        ),
        river=(
            RiverSection(name="Upper reach", state="frozen"),
            RiverSection(name="Middle reach", state="thin_ice", thickness=2, length=inches(16)),
            RiverSection(name="Lower reach", state="unfrozen"),
        ),
        channel="Channel",
        heavy_on_ice=True,
        places=(Place(name="Wharf", at=point(24, 24), held_by="white"),),
        victory=Victory(
            places=(PlacePoints(place="Wharf", points=4),),
            losses=(LossPoints(of="red", to="white", points=1), LossPoints(of="white", to="red", points=1)),
        ),
        source=MADE_UP,
    )
