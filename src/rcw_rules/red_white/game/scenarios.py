"""Scenarios that come with the library. Forces, ground and victory are made up: the book prints no scenario."""

from __future__ import annotations

from functools import cache
from typing import Any

from rcw_rules.games import LossPoints, PlacePoints, Victory
from rcw_rules.kernel.angles import degrees
from rcw_rules.kernel.geometry.table import Table, TerrainLine, TerrainPiece, point
from rcw_rules.kernel.lengths import inches
from rcw_rules.red_white.game.scenario import Army, Headquarters, Place, Scenario, Troop, Zone
from rcw_rules.red_white.model import Side, Unit
from rcw_rules.red_white.profile import UnitType

MADE_UP = "Made up for this library: the table, the forces and the victory; so is the profile that the game plays with."
NORTH, EAST, SOUTH, WEST = (degrees(bearing) for bearing in (0, 90, 180, 270))


def piece(name: str, kind: str, corners: tuple[tuple[int, int], ...], **fields: Any) -> TerrainPiece:
    """Return a piece of terrain with corners in whole inches."""
    return TerrainPiece(name=name, kind=kind, outline=tuple(point(*corner) for corner in corners), **fields)


def troop(name: str, side: Side, unit_type: UnitType, stands: int, **fields: Any) -> Troop:
    """Return a unit of so many stands, with a leader unless told otherwise."""
    facts: dict[str, Any] = {"has_leader": True, **fields}
    unit = Unit(name=name, side=side, type=unit_type, starting_stands=stands, stands=stands, **facts)
    return Troop(unit=unit)


@cache
def crossroads() -> Table:
    """Return a table of 36 by 36 inches: a hamlet at a crossroads, between a wood and rough ground."""
    return Table(
        title="The crossroads",
        width=inches(36),
        depth=inches(36),
        source="made up",
        terrain=(
            piece("Birch wood", "wood", ((3, 14), (11, 13), (12, 22), (4, 23)), cover="cover", sight="area"),
            piece("Hamlet", "buildings", ((19, 15), (25, 15), (25, 20), (19, 20)), cover="building", sight="area"),
            piece("Broken ground", "rough", ((28, 20), (34, 19), (35, 26), (29, 27)), cover="cover"),
        ),
        lines=(
            TerrainLine(name="Post road", kind="road", points=(point(17, 0), point(17, 36)), width=inches(1)),
            TerrainLine(name="Hedge", kind="wall", points=(point(12, 24), point(16, 24))),
        ),
    )


@cache
def patrol_clash() -> Scenario:
    """Return a small meeting: three units a side for a hamlet, six turns, two points for the hamlet."""
    return Scenario(
        title="Patrols at the crossroads",
        table=crossroads(),
        turns=6,
        attacker="red",
        red=Army(
            edge="south",
            zone=Zone(south_west=point(2, 1), north_east=point(34, 9), facing=NORTH),
            units=(
                troop("1st Rifles", "red", "infantry", 8, cheka=True, machine_gun=True),
                troop("Red cavalry", "red", "cavalry", 6),
                troop("Workers", "red", "infantry", 6, raw=True),
            ),
        ),
        white=Army(
            edge="north",
            zone=Zone(south_west=point(2, 27), north_east=point(34, 35), facing=SOUTH),
            units=(
                troop("Officers", "white", "infantry", 6, troop_class="officers"),
                troop("Don Cossacks", "white", "cavalry", 6, troop_class="cossacks"),
                troop("Maxims", "white", "machine_gun", 2),
            ),
        ),
        places=(Place(name="Hamlet", at=point(22, 17)),),
        victory=Victory(
            places=(PlacePoints(place="Hamlet", points=2),),
            losses=(LossPoints(of="red", to="white", points=1), LossPoints(of="white", to="red", points=1)),
            last_side_standing=True,
        ),
        source=MADE_UP,
    )


@cache
def dug_in_village() -> Table:
    """Return a table of 48 by 40 inches: a village with a trench and barbed wire before it, and a wood on the way."""
    return Table(
        title="The village of Kamenka",
        width=inches(48),
        depth=inches(40),
        source="made up",
        terrain=(
            piece("Kamenka", "buildings", ((20, 28), (29, 28), (29, 34), (20, 34)), cover="building", sight="area"),
            piece("Trench", "trench", ((18, 24), (31, 24), (31, 26), (18, 26)), cover="trench"),
            piece("Pine wood", "wood", ((5, 12), (15, 11), (16, 20), (6, 21)), cover="cover", sight="area"),
            piece("Orchard", "wood", ((36, 16), (43, 15), (44, 23), (37, 24)), cover="cover", sight="area"),
        ),
        lines=(
            TerrainLine(name="Wire", kind="wire", points=(point(17, 21), point(32, 21))),
            TerrainLine(name="Supply road", kind="road", points=(point(34, 0), point(34, 12)), width=inches(1)),
            TerrainLine(name="Station road", kind="road", points=(point(34, 12), point(34, 40)), width=inches(1)),
        ),
    )


@cache
def assault_on_a_village() -> Scenario:
    """Return an assault: Red battalions, cavalry, guns and a tank against a trench, a village and guns behind."""
    tank = Unit(name="Mark IV", side="red", type="tank", has_leader=True)
    return Scenario(
        title="The village of Kamenka",
        table=dug_in_village(),
        turns=8,
        attacker="red",
        red=Army(
            edge="south",
            zone=Zone(south_west=point(3, 1), north_east=point(45, 10), facing=NORTH),
            units=(
                troop("1st Battalion", "red", "infantry", 8, cheka=True, grenades=True),
                troop("2nd Battalion", "red", "infantry", 8, machine_gun=True),
                troop("Sailors", "red", "infantry", 6, troop_class="sailors", grenades=True),
                troop("Workers", "red", "infantry", 8, raw=True),
                troop("Red Hussars", "red", "cavalry", 6),
                troop("Red battery", "red", "artillery", 3),
                Troop(unit=tank, vehicle="mark_iv_male"),
            ),
            headquarters=Headquarters(name="Red HQ"),
            supply="Supply road",
        ),
        white=Army(
            edge="north",
            zone=Zone(south_west=point(3, 23), north_east=point(45, 39), facing=SOUTH),
            units=(
                troop("Markov officers", "white", "infantry", 6, troop_class="officers", machine_gun=True),
                troop("Volunteers", "white", "infantry", 8, priest=True),
                troop("Don Cossacks", "white", "cavalry", 6, troop_class="cossacks"),
                troop("Maxim section", "white", "machine_gun", 2),
                troop("White battery", "white", "artillery", 2),
            ),
            headquarters=Headquarters(name="White HQ"),
        ),
        places=(Place(name="Kamenka", at=point(24, 31), held_by="white"),),
        victory=Victory(
            places=(PlacePoints(place="Kamenka", points=4),),
            losses=(LossPoints(of="red", to="white", points=1), LossPoints(of="white", to="red", points=1)),
        ),
        source=MADE_UP,
    )


__all__ = ["MADE_UP", "assault_on_a_village", "crossroads", "dug_in_village", "patrol_clash", "piece", "troop"]
