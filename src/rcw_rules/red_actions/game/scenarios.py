"""Scenarios that come with the library. Forces, ground and victory are made up: the book prints no scenario."""

from __future__ import annotations

from functools import cache
from typing import Any

from rcw_rules.games import LossPoints, PlacePoints, Victory
from rcw_rules.kernel.angles import degrees
from rcw_rules.kernel.geometry.table import Table, TerrainLine, TerrainPiece, point
from rcw_rules.kernel.lengths import inches
from rcw_rules.red_actions.game.scenario import CarPlan, Carts, Entry, Place, Scenario, TrainPlan, Zone
from rcw_rules.red_actions.model import OfficerToken, Side, Unit
from rcw_rules.red_actions.units import illustrative_troops

MADE_UP = "Made up for this library: the table, the forces, their cards and the victory."
NORTH, EAST, SOUTH, WEST = (degrees(bearing) for bearing in (0, 90, 180, 270))

STEADY = OfficerToken(id="steady", effect=1, values="illustrative")
PLAIN = OfficerToken(id="plain", values="illustrative")
CLEVER = OfficerToken(id="clever", effect=1, characteristics=("Clever",), values="illustrative")
COLONEL = OfficerToken(id="colonel", rank="colonel", effect=1, values="illustrative")


def _piece(name: str, kind: str, corners: tuple[tuple[int, int], ...], **fields: Any) -> TerrainPiece:
    return TerrainPiece(name=name, kind=kind, outline=tuple(point(*corner) for corner in corners), **fields)


def _wood(name: str, *corners: tuple[int, int]) -> TerrainPiece:
    return _piece(name, "woods", corners, cover="wood", sight="area")


def _unit(name: str, side: Side, card: str, bases: int, officer: OfficerToken | None = PLAIN, **facts: Any) -> Unit:
    return Unit(name=name, side=side, card=illustrative_troops().card(card), bases=bases, officer=officer, **facts)


# ---------------------------------------------------------------- an ambush


@cache
def forest_road() -> Table:
    """Return a table of 36 by 36 inches: a road between two woods, with a hamlet behind them."""
    return Table(
        title="The forest road",
        width=inches(36),
        depth=inches(36),
        source="made up",
        terrain=(
            _wood("West wood", (4, 14), (13, 13), (14, 22), (5, 23)),
            _wood("East wood", (22, 12), (31, 13), (30, 22), (22, 21)),
            _piece("Hamlet", "buildings", ((15, 28), (21, 28), (21, 33), (15, 33)), cover="wooden_building",
                   sight="area"),
        ),
        lines=(TerrainLine(name="Road", kind="road", points=(point(18, 0), point(18, 28)), width=inches("1.5")),),
    )  # fmt: skip


@cache
def ambush_on_a_column() -> Scenario:
    """Return an ambush: a Red column on a forest road, and Whites who may lie in the woods on both sides.

    Reds: three companies, a squadron, machine guns and a colonel; they come from the south. Whites: two companies, a
    squadron of Cossacks and machine guns, who are placed first and may lie in ambush. The Reds want the hamlet; each
    base lost counts a point for the enemy. Eight turns.
    """
    reds = (
        _unit("1st Company", "red", "red_regulars", 4, STEADY, in_column=True),
        _unit("2nd Company", "red", "red_regulars", 4, in_column=True),
        _unit("3rd Company", "red", "red_conscripts", 4, in_column=True),
        _unit("Red Squadron", "red", "red_cavalry", 3, in_column=True),
        _unit("Red MGs", "red", "mg", 1, None),
        _unit("Kombrig", "red", "senior_officer_mounted", 1, COLONEL),
    )
    return Scenario(
        title="An ambush on a column",
        table=forest_road(),
        turns=8,
        attacker="red",
        red=illustrative_troops().army("red"),
        white=illustrative_troops().army("white"),
        zones=(
            Zone(
                south_west=point(3, 11),
                north_east=point(33, 34),
                facing=SOUTH,
                units=(
                    _unit("Volunteers", "white", "white_volunteers", 4, CLEVER),
                    _unit("Officers", "white", "white_officers", 3, STEADY),
                    _unit("Cossacks", "white", "white_cossacks", 3),
                    _unit("White MGs", "white", "mg", 1, None),
                ),
            ),
        ),
        entries=(Entry(name="the road", start=point(11, 0), end=point(25, 0), facing=NORTH, units=reds),),
        places=(Place(name="Hamlet", at=point(18, 30), within=inches(3), held_by="white"),),
        victory=Victory(
            places=(PlacePoints(place="Hamlet", points=8),),
            losses=(LossPoints(of="red", to="white", points=1), LossPoints(of="white", to="red", points=1)),
            margin=2,
            last_side_standing=True,
        ),
        source=MADE_UP,
    )


# ---------------------------------------------------------------- an assault


@cache
def village_on_a_rise() -> Table:
    """Return a table of 48 by 36 inches: a village behind a wall, a wood and rough ground before it."""
    return Table(
        title="The village",
        width=inches(48),
        depth=inches(36),
        source="made up",
        terrain=(
            _piece("Church", "buildings", ((22, 24), (27, 24), (27, 29), (22, 29)), cover="stone", sight="area"),
            _piece("Farms", "buildings", ((29, 23), (35, 23), (35, 27), (29, 27)), cover="wooden_building",
                   sight="area"),
            _wood("Copse", (8, 12), (15, 11), (16, 17), (9, 18)),
            _piece("Gullies", "rough_ground", ((30, 10), (38, 9), (39, 14), (31, 15))),
            _piece("Pond", "lake", ((38, 26), (43, 26), (43, 30), (38, 30))),
        ),
        lines=(
            TerrainLine(name="Wall", kind="wall", points=(point(20, 21), point(28, 21)), cover="stone"),
            TerrainLine(name="Hedge", kind="hedge", points=(point(29, 20), point(37, 20)), cover="soft", sight="area"),
            TerrainLine(name="Road", kind="road", points=(point(28, 0), point(28, 36)), width=inches("1.5")),
        ),
    )  # fmt: skip


@cache
def assault_on_a_village() -> Scenario:
    """Return an assault: Whites with guns and cavalry against a village that Reds hold.

    Whites: three companies, a squadron, machine guns, a section of field guns and a colonel; they come from the south.
    Reds: two companies, sailors, machine guns on carts and a colonel, who are placed first. Each of the two halves of
    the village counts, and each base lost. Nine turns.
    """
    whites = (
        _unit("Kornilov 1", "white", "white_officers", 4, STEADY),
        _unit("Kornilov 2", "white", "white_volunteers", 5),
        _unit("Markov 1", "white", "white_volunteers", 5, CLEVER),
        _unit("Dragoons", "white", "white_cavalry", 4),
        _unit("White MGs", "white", "mg", 2, None),
        _unit("White guns", "white", "field_gun", 1, None, limbered=True),
        _unit("Colonel", "white", "senior_officer_mounted", 1, COLONEL),
    )
    reds = (
        _unit("4th Rifles 1", "red", "red_regulars", 5, STEADY),
        _unit("4th Rifles 2", "red", "red_conscripts", 5),
        _unit("Sailors", "red", "sailors", 4),
        _unit("Red MGs", "red", "mg", 2, None),
        _unit("Tachanka", "red", "tachanka", 1, None),
        _unit("Komdiv", "red", "senior_officer_foot", 1, COLONEL),
    )
    return Scenario(
        title="An assault on a village",
        table=village_on_a_rise(),
        turns=9,
        attacker="white",
        red=illustrative_troops().army("red"),
        white=illustrative_troops().army("white"),
        zones=(Zone(south_west=point(10, 18), north_east=point(46, 35), facing=SOUTH, units=reds),),
        entries=(Entry(name="the south", start=point(8, 0), end=point(44, 0), facing=NORTH, units=whites),),
        places=(
            Place(name="Church", at=point("24.5", "26.5"), within=inches(3), held_by="red"),
            Place(name="Farms", at=point(32, 25), within=inches(3), held_by="red"),
        ),
        victory=Victory(
            places=(PlacePoints(place="Church", points=8), PlacePoints(place="Farms", points=5)),
            losses=(LossPoints(of="red", to="white", points=1), LossPoints(of="white", to="red", points=1)),
            margin=3,
            last_side_standing=True,
        ),
        source=MADE_UP,
    )


# ---------------------------------------------------------------- a railway junction


@cache
def junction_on_the_line() -> Table:
    """Return a table of 48 by 36 inches: a railway across it, a station, and wire before it."""
    return Table(
        title="The junction",
        width=inches(48),
        depth=inches(36),
        source="made up",
        terrain=(
            _piece("Station", "buildings", ((22, 21), (27, 21), (27, 25), (22, 25)), cover="stone", sight="area"),
            _piece("Depot", "buildings", ((33, 21), (38, 21), (38, 25), (33, 25)), cover="wooden_building",
                   sight="area"),
            _wood("Birches", (6, 8), (13, 7), (14, 13), (7, 14)),
        ),
        lines=(
            TerrainLine(name="Main line", kind="railway", points=(point(0, 19), point(48, 19)), width=inches(1)),
            TerrainLine(name="Wire", kind="wire", points=(point(16, 14), point(36, 14))),
            TerrainLine(name="Hedge", kind="hedge", points=(point(38, 9), point(46, 9)), cover="soft", sight="area"),
        ),
    )  # fmt: skip


@cache
def fight_for_a_junction() -> Scenario:
    """Return a fight for a railway junction: Whites with a tank and an armoured car, Reds with an armoured train.

    Reds: two companies, sailors, machine guns, a squadron and a train of three cars. Whites: three companies,
    engineers to cut the wire, a tank, an armoured car, Cossacks and a field gun; they come from the south. Station and
    depot count, and each base lost. Eight turns.
    """
    reds = (
        _unit("2nd Rifles", "red", "red_regulars", 5, STEADY),
        _unit("Railwaymen", "red", "red_conscripts", 4),
        _unit("Sailors", "red", "sailors", 4),
        _unit("Red MGs", "red", "mg", 2, None),
        _unit("Red Squadron", "red", "red_cavalry", 4),
        _unit("Kompolk", "red", "senior_officer_foot", 1, COLONEL),
    )
    whites = (
        _unit("Alekseev 1", "white", "white_officers", 4, STEADY),
        _unit("Alekseev 2", "white", "white_volunteers", 5),
        _unit("Kuban foot", "white", "plastoons", 4, CLEVER),
        _unit("Sappers", "white", "engineers", 2),
        _unit("Mark V", "white", "tank_gun", 1, None),
        _unit("Armoured car", "white", "armoured_car", 1, None),
        _unit("Cossacks", "white", "white_cossacks", 4),
        _unit("White guns", "white", "field_gun", 1, None, limbered=True),
    )
    cars = (
        CarPlan(unit=_unit("Gun car", "red", "train_gun_car", 1, None)),
        CarPlan(unit=_unit("Engine", "red", "train_engine", 1, STEADY)),
        CarPlan(unit=_unit("MG car", "red", "train_mg_car", 1, None), weapon="left"),
    )
    return Scenario(
        title="A fight for a junction",
        table=junction_on_the_line(),
        turns=8,
        attacker="white",
        red=illustrative_troops().army("red"),
        white=illustrative_troops().army("white"),
        zones=(Zone(south_west=point(8, 15), north_east=point(44, 35), facing=SOUTH, units=reds),),
        entries=(Entry(name="the south", start=point(6, 0), end=point(44, 0), facing=NORTH, units=whites),),
        trains=(TrainPlan(name="Red Dawn", railway="Main line", cars=cars, at=inches(16)),),
        carts=(Carts(unit="White guns", count=1),),
        places=(
            Place(name="Station", at=point("24.5", 23), within=inches(3), held_by="red"),
            Place(name="Depot", at=point("35.5", 23), within=inches(3), held_by="red"),
        ),
        victory=Victory(
            places=(PlacePoints(place="Station", points=8), PlacePoints(place="Depot", points=5)),
            losses=(LossPoints(of="red", to="white", points=1), LossPoints(of="white", to="red", points=1)),
            margin=3,
            last_side_standing=True,
        ),
        source=MADE_UP,
    )


# ---------------------------------------------------------------- a skirmish, for a first try


@cache
def patrol_clash() -> Scenario:
    """Return a clash of two patrols in the open: two units a side, four turns."""
    plain = Table(
        title="A bare plain",
        width=inches(24),
        depth=inches(24),
        source="made up",
        terrain=(_wood("Copse", (9, 10), (14, 10), (14, 14), (9, 14)),),
    )
    return Scenario(
        title="A clash of patrols",
        table=plain,
        turns=4,
        attacker="red",
        red=illustrative_troops().army("red"),
        white=illustrative_troops().army("white"),
        zones=(
            Zone(
                south_west=point(2, 12),
                north_east=point(22, 23),
                facing=SOUTH,
                units=(
                    _unit("Volunteers", "white", "white_volunteers", 3),
                    _unit("Cossacks", "white", "white_cossacks", 2),
                ),
            ),
        ),
        entries=(
            Entry(
                name="the south",
                start=point(4, 0),
                end=point(20, 0),
                facing=NORTH,
                units=(
                    _unit("1st Company", "red", "red_regulars", 3, STEADY),
                    _unit("Red Squadron", "red", "red_cavalry", 2),
                ),
            ),
        ),
        places=(Place(name="Copse", at=point("11.5", 12)),),
        victory=Victory(
            places=(PlacePoints(place="Copse", points=4),),
            losses=(LossPoints(of="red", to="white", points=1), LossPoints(of="white", to="red", points=1)),
            last_side_standing=True,
        ),
        source=MADE_UP,
    )
