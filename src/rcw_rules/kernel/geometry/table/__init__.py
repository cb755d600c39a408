"""A table measured in inches: bases and groups, terrain, lines, sight, aspects, moves, charges and ways."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from rcw_rules.kernel.lazy import lazy_names

if TYPE_CHECKING:
    from rcw_rules.kernel.geometry.table.aspects import AspectReport as AspectReport
    from rcw_rules.kernel.geometry.table.aspects import BehindLine as BehindLine
    from rcw_rules.kernel.geometry.table.aspects import Contact as Contact
    from rcw_rules.kernel.geometry.table.aspects import EnfiladeReport as EnfiladeReport
    from rcw_rules.kernel.geometry.table.aspects import TableArc as TableArc
    from rcw_rules.kernel.geometry.table.aspects import Wedge as Wedge
    from rcw_rules.kernel.geometry.table.aspects import arc as arc
    from rcw_rules.kernel.geometry.table.aspects import aspect as aspect
    from rcw_rules.kernel.geometry.table.aspects import contact as contact
    from rcw_rules.kernel.geometry.table.aspects import enfilade as enfilade
    from rcw_rules.kernel.geometry.table.aspects import most_bases_behind as most_bases_behind
    from rcw_rules.kernel.geometry.table.aspects import turn_to as turn_to
    from rcw_rules.kernel.geometry.table.bases import EDGES as EDGES
    from rcw_rules.kernel.geometry.table.bases import TOUCHING as TOUCHING
    from rcw_rules.kernel.geometry.table.bases import Base as Base
    from rcw_rules.kernel.geometry.table.bases import Group as Group
    from rcw_rules.kernel.geometry.table.bases import Thing as Thing
    from rcw_rules.kernel.geometry.table.bases import bases_of as bases_of
    from rcw_rules.kernel.geometry.table.bases import box_in_line as box_in_line
    from rcw_rules.kernel.geometry.table.bases import gap as gap
    from rcw_rules.kernel.geometry.table.bases import gap_to_line as gap_to_line
    from rcw_rules.kernel.geometry.table.bases import gaps as gaps
    from rcw_rules.kernel.geometry.table.bases import gaps_from as gaps_from
    from rcw_rules.kernel.geometry.table.bases import gaps_from_sweep as gaps_from_sweep
    from rcw_rules.kernel.geometry.table.bases import in_column as in_column
    from rcw_rules.kernel.geometry.table.bases import in_line as in_line
    from rcw_rules.kernel.geometry.table.bases import nearest_points as nearest_points
    from rcw_rules.kernel.geometry.table.bases import overlaps as overlaps
    from rcw_rules.kernel.geometry.table.bases import touches as touches
    from rcw_rules.kernel.geometry.table.charges import Met as Met
    from rcw_rules.kernel.geometry.table.charges import charge as charge
    from rcw_rules.kernel.geometry.table.charges import met_on_the_way as met_on_the_way
    from rcw_rules.kernel.geometry.table.facts import FactAsked as FactAsked
    from rcw_rules.kernel.geometry.table.facts import FactKind as FactKind
    from rcw_rules.kernel.geometry.table.facts import Referee as Referee
    from rcw_rules.kernel.geometry.table.facts import TableFacts as TableFacts
    from rcw_rules.kernel.geometry.table.facts import UnitAhead as UnitAhead
    from rcw_rules.kernel.geometry.table.facts import walk as walk
    from rcw_rules.kernel.geometry.table.footing import Footing as Footing
    from rcw_rules.kernel.geometry.table.footing import no_obstacle as no_obstacle
    from rcw_rules.kernel.geometry.table.footing import slowest as slowest
    from rcw_rules.kernel.geometry.table.layout import Layout as Layout
    from rcw_rules.kernel.geometry.table.layout import TableUnit as TableUnit
    from rcw_rules.kernel.geometry.table.layout import away_from as away_from
    from rcw_rules.kernel.geometry.table.layout import formed_up as formed_up
    from rcw_rules.kernel.geometry.table.layout import free_place as free_place
    from rcw_rules.kernel.geometry.table.layout import middle_of as middle_of
    from rcw_rules.kernel.geometry.table.layout import towards as towards
    from rcw_rules.kernel.geometry.table.layout import with_fewer as with_fewer
    from rcw_rules.kernel.geometry.table.lines import Passage as Passage
    from rcw_rules.kernel.geometry.table.lines import TableLine as TableLine
    from rcw_rules.kernel.geometry.table.lines import is_inside as is_inside
    from rcw_rules.kernel.geometry.table.lines import length_inside as length_inside
    from rcw_rules.kernel.geometry.table.lines import line as line
    from rcw_rules.kernel.geometry.table.lines import nearest_root as nearest_root
    from rcw_rules.kernel.geometry.table.lines import survey as survey
    from rcw_rules.kernel.geometry.table.moves import Ahead as Ahead
    from rcw_rules.kernel.geometry.table.moves import Leg as Leg
    from rcw_rules.kernel.geometry.table.moves import LegReport as LegReport
    from rcw_rules.kernel.geometry.table.moves import MoveReport as MoveReport
    from rcw_rules.kernel.geometry.table.moves import Slide as Slide
    from rcw_rules.kernel.geometry.table.moves import Turn as Turn
    from rcw_rules.kernel.geometry.table.moves import Wheel as Wheel
    from rcw_rules.kernel.geometry.table.moves import arc_length as arc_length
    from rcw_rules.kernel.geometry.table.moves import closest_approach as closest_approach
    from rcw_rules.kernel.geometry.table.moves import follow as follow
    from rcw_rules.kernel.geometry.table.moves import move_cost as move_cost
    from rcw_rules.kernel.geometry.table.moves import slid_over as slid_over
    from rcw_rules.kernel.geometry.table.outlines import convex_outline as convex_outline
    from rcw_rules.kernel.geometry.table.positions import Circle as Circle
    from rcw_rules.kernel.geometry.table.positions import Point as Point
    from rcw_rules.kernel.geometry.table.positions import bearing as bearing
    from rcw_rules.kernel.geometry.table.positions import distance as distance
    from rcw_rules.kernel.geometry.table.positions import is_within as is_within
    from rcw_rules.kernel.geometry.table.positions import moved as moved
    from rcw_rules.kernel.geometry.table.positions import offsets as offsets
    from rcw_rules.kernel.geometry.table.positions import point as point
    from rcw_rules.kernel.geometry.table.positions import point_along as point_along
    from rcw_rules.kernel.geometry.table.positions import rounded as rounded
    from rcw_rules.kernel.geometry.table.positions import turned as turned
    from rcw_rules.kernel.geometry.table.positions import way_along as way_along
    from rcw_rules.kernel.geometry.table.sight import CoverReport as CoverReport
    from rcw_rules.kernel.geometry.table.sight import GroupSight as GroupSight
    from rcw_rules.kernel.geometry.table.sight import Hindrance as Hindrance
    from rcw_rules.kernel.geometry.table.sight import SightRules as SightRules
    from rcw_rules.kernel.geometry.table.sight import TableSight as TableSight
    from rcw_rules.kernel.geometry.table.sight import bases_crossed as bases_crossed
    from rcw_rules.kernel.geometry.table.sight import cover as cover
    from rcw_rules.kernel.geometry.table.sight import line_of_sight as line_of_sight
    from rcw_rules.kernel.geometry.table.sight import sight_by_base as sight_by_base
    from rcw_rules.kernel.geometry.table.sight import sight_matrix as sight_matrix
    from rcw_rules.kernel.geometry.table.sight import visible as visible
    from rcw_rules.kernel.geometry.table.tabletop import Table as Table
    from rcw_rules.kernel.geometry.table.terrain import TerrainLine as TerrainLine
    from rcw_rules.kernel.geometry.table.terrain import TerrainPiece as TerrainPiece
    from rcw_rules.kernel.geometry.table.terrain import edges_of as edges_of
    from rcw_rules.kernel.geometry.table.terrain import turn as turn
    from rcw_rules.kernel.geometry.table.ways import TableWay as TableWay
    from rcw_rules.kernel.geometry.table.ways import path as path
    from rcw_rules.kernel.geometry.table.ways import path_cost as path_cost
    from rcw_rules.kernel.geometry.table.ways import reachable as reachable

__all__ = [
    "EDGES",
    "TOUCHING",
    "Ahead",
    "AspectReport",
    "Base",
    "BehindLine",
    "Circle",
    "Contact",
    "CoverReport",
    "EnfiladeReport",
    "FactAsked",
    "FactKind",
    "Footing",
    "Group",
    "GroupSight",
    "Hindrance",
    "Layout",
    "Leg",
    "LegReport",
    "Met",
    "MoveReport",
    "Passage",
    "Point",
    "Referee",
    "SightRules",
    "Slide",
    "Table",
    "TableArc",
    "TableFacts",
    "TableLine",
    "TableSight",
    "TableUnit",
    "TableWay",
    "TerrainLine",
    "TerrainPiece",
    "Thing",
    "Turn",
    "UnitAhead",
    "Wedge",
    "Wheel",
    "arc",
    "arc_length",
    "aspect",
    "away_from",
    "bases_crossed",
    "bases_of",
    "bearing",
    "box_in_line",
    "charge",
    "closest_approach",
    "contact",
    "convex_outline",
    "cover",
    "distance",
    "edges_of",
    "enfilade",
    "follow",
    "formed_up",
    "free_place",
    "gap",
    "gap_to_line",
    "gaps",
    "gaps_from",
    "gaps_from_sweep",
    "in_column",
    "in_line",
    "is_inside",
    "is_within",
    "length_inside",
    "line",
    "line_of_sight",
    "met_on_the_way",
    "middle_of",
    "most_bases_behind",
    "move_cost",
    "moved",
    "nearest_points",
    "nearest_root",
    "no_obstacle",
    "offsets",
    "overlaps",
    "path",
    "path_cost",
    "point",
    "point_along",
    "reachable",
    "rounded",
    "sight_by_base",
    "sight_matrix",
    "slid_over",
    "slowest",
    "survey",
    "touches",
    "towards",
    "turn",
    "turn_to",
    "turned",
    "visible",
    "walk",
    "way_along",
    "with_fewer",
]

__getattr__: Callable[[str], Any]
__dir__: Callable[[], list[str]]
__getattr__, __dir__ = lazy_names(
    __name__,
    {
        "aspects": (
            "AspectReport",
            "BehindLine",
            "Contact",
            "EnfiladeReport",
            "TableArc",
            "Wedge",
            "arc",
            "aspect",
            "contact",
            "enfilade",
            "most_bases_behind",
            "turn_to",
        ),
        "bases": (
            "EDGES",
            "TOUCHING",
            "Base",
            "Group",
            "Thing",
            "bases_of",
            "box_in_line",
            "gap",
            "gap_to_line",
            "gaps",
            "gaps_from",
            "gaps_from_sweep",
            "in_column",
            "in_line",
            "nearest_points",
            "overlaps",
            "touches",
        ),
        "charges": (
            "Met",
            "charge",
            "met_on_the_way",
        ),
        "facts": (
            "FactAsked",
            "FactKind",
            "Referee",
            "TableFacts",
            "UnitAhead",
            "walk",
        ),
        "footing": ("Footing", "no_obstacle", "slowest"),
        "layout": (
            "Layout",
            "TableUnit",
            "away_from",
            "formed_up",
            "free_place",
            "middle_of",
            "towards",
            "with_fewer",
        ),
        "lines": (
            "Passage",
            "TableLine",
            "is_inside",
            "length_inside",
            "line",
            "nearest_root",
            "survey",
        ),
        "moves": (
            "Ahead",
            "Leg",
            "LegReport",
            "MoveReport",
            "Slide",
            "Turn",
            "Wheel",
            "arc_length",
            "closest_approach",
            "follow",
            "move_cost",
            "slid_over",
        ),
        "outlines": ("convex_outline",),
        "positions": (
            "Circle",
            "Point",
            "bearing",
            "distance",
            "is_within",
            "moved",
            "offsets",
            "point",
            "point_along",
            "rounded",
            "turned",
            "way_along",
        ),
        "sight": (
            "CoverReport",
            "GroupSight",
            "Hindrance",
            "SightRules",
            "TableSight",
            "bases_crossed",
            "cover",
            "line_of_sight",
            "sight_by_base",
            "sight_matrix",
            "visible",
        ),
        "tabletop": ("Table",),
        "terrain": (
            "TerrainLine",
            "TerrainPiece",
            "edges_of",
            "turn",
        ),
        "ways": (
            "TableWay",
            "path",
            "path_cost",
            "reachable",
        ),
    },
)
