"""Pictures: a field with its units, arcs, the sides that a unit shows, legal steps, and lines of sight.

The diagrams of the book are lost. These are drawn from what its captions say.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Literal, TypeAlias

from rcw_rules.kernel.geometry.reports import Aspect, Path
from rcw_rules.kernel.geometry.squares import (
    Facing,
    Square,
    SquareArea,
    SquareDirection,
    SquareFeature,
    SquareGrid,
    SquareMap,
    SquareWay,
)
from rcw_rules.kernel.values import evolve
from rcw_rules.kernel.words import in_words
from rcw_rules.red_square.ground.field import Field, where
from rcw_rules.red_square.ground.sight_lines import Looker, sight_report
from rcw_rules.red_square.ground.squares import half_angle_of, legal_steps
from rcw_rules.red_square.ground.terrain import SLOPE, WIRE, is_building, is_hill, is_wood
from rcw_rules.red_square.model import FIGURES, Formation, Kind, Unit

if TYPE_CHECKING:
    from rcw_rules.kernel.geometry.pictures import Counter, Picture, Shown

Caption: TypeAlias = Literal["diagram-1", "diagram-2"]
"""The two diagrams of the book that show which sides a unit offers to four others."""

SIGNS: dict[Kind, str] = {
    "infantry": "I",
    "cavalry": "C",
    "artillery": "A",
    "mg": "MG",
    "tchanka": "T",
    "armoured_car": "AC",
    "light_tank": "LT",
    "heavy_tank": "HT",
    "truck": "Tr",
    "train": "AT",
    "hq": "HQ",
    "co": "CO",
    "commissar": "Com",
    "cheka": "Ch",
    "horse_holders": "H",
}
ASPECTS: tuple[Aspect, ...] = ("front", "oblique", "flank", "rear")
CAPTIONS: dict[Caption, Facing] = {"diagram-1": "NE", "diagram-2": "SE"}
ROUND_X: tuple[tuple[str, SquareDirection], ...] = (("a", "W"), ("b", "SE"), ("c", "E"), ("d", "NE"))
"""The units around unit x in both diagrams, and where they stand."""

LONGEST_NAME = 5
"""A unit with a longer name is drawn by what it is and how many bases it has."""


def draw_field(field: Field, *shown: Shown, title: str = "", only: Collection[Square] = ()) -> Picture:
    """Return a picture of the map and the units on the table, and of anything else to show.

    Args:
        field: The field.
        shown: Reports of lines, sights, arcs and paths, and squares to highlight.
        title: What stands above the picture; without one, the title of the map and the turn.
        only: The squares to draw; without any, all.

    Rules: area-grid, geo-facings.
    """
    from rcw_rules.kernel.geometry.pictures import Highlight

    burning = [Highlight(places=field.burning, text="burning")] if field.burning else []
    counters = [_counter(unit) for unit in field.on_table]
    board = _as_drawn(field.board, field.wire_removed)
    title = title or f"{field.board.title}, turn {field.turn}"
    return board.draw(*burning, *shown, *counters, title=title, only=only)


def short_name(unit: Unit) -> str:
    """Return what is written on the counter of a unit: a short name, or else what it is and its bases.

    >>> short_name(Unit(name="1st Rifles", side="red", kind="infantry", formation="waves", square=(0, 0), bases=4))
    'I4'
    """
    if len(unit.name) <= LONGEST_NAME:
        return unit.name
    return SIGNS[unit.kind] if unit.kind in (*FIGURES, "train", "horse_holders") else f"{SIGNS[unit.kind]}{unit.bases}"


def draw_arc(facing: Facing, kind: Kind = "infantry", within: int = 3) -> Picture:
    """Return a picture of an arc of fire.

    Args:
        facing: The facing in its middle.
        kind: Who fires: MG companies see 90 degrees to each side, others 45.
        within: How many squares far it is drawn.

    Rules: geo-front-arc.
    """
    grid, middle = _room(within)
    half_angle = half_angle_of(kind)
    arc = grid.arc(middle, facing, half_angle, within=within)
    title = f"The arc of {described(kind, None)} facing {facing}: {half_angle} degrees to each side"
    return grid.draw(arc, _middle(middle, facing, SIGNS[kind]), title=title)


def draw_aspects(facing: Facing, within: int = 3) -> Picture:
    """Return a picture of the squares to which a unit shows its front, its flank or its rear, or seems oblique.

    Args:
        facing: Where the unit faces.
        within: How many squares far it is drawn.

    Rules: geo-aspect.
    """
    from rcw_rules.kernel.geometry.pictures import Highlight

    grid, middle = _room(within)
    seen_from: dict[Aspect, list[Square]] = {aspect: [] for aspect in ASPECTS}
    for square in grid.within(middle, within)[1:]:
        seen_from[grid.aspect(middle, facing, square)].append(square)
    marked = [Highlight(places=tuple(squares), text=aspect) for aspect, squares in seen_from.items() if squares]
    title = f"What a unit facing {facing} shows to those round it"
    return grid.draw(*marked, _middle(middle, facing, "x"), title=title, only=grid.within(middle, within))


def draw_caption(caption: Caption) -> Picture:
    """Return one of the two lost diagrams: the unit x with its arc, and a, b, c and d round it.

    Rules: diagram-1, diagram-2.
    """
    from rcw_rules.kernel.geometry.pictures import Counter, Highlight

    grid, middle = _room(2)
    facing = CAPTIONS[caption]
    shown: list[Shown] = [grid.arc(middle, facing, within=1)]
    places = {name: grid.neighbours(middle)[grid.directions.index(way)] for name, way in ROUND_X}
    shows = {grid.aspect(middle, facing, square): square for square in places.values()}
    shown.extend(Highlight(places=(shows[aspect],), text=aspect) for aspect in ASPECTS)
    shown.extend(Counter(at=square, text=name, side="white") for name, square in places.items())
    shown.append(Counter(at=middle, text="x", side="red", facing=facing))
    title = f"Unit x faces {facing}: what it shows to a, b, c and d, and whom it has in its arc"
    return grid.draw(*shown, title=title)


def draw_legal_moves(kind: Kind, formation: Formation | None) -> Picture:
    """Return a picture of one unit in each of the eight facings: arrows where it may step, dots where it may not.

    Rules: move-legal-directions.
    """
    from rcw_rules.kernel.geometry.pictures import Highlight

    grid = SquareGrid(columns=12, rows=7)
    shown: list[Shown] = []
    barred: list[Square] = []
    for number, facing in enumerate(grid.facings):
        square = (1 + 3 * (number % 4), 5 - 4 * (number // 4))
        directions = [step.direction for step in legal_steps(kind, formation, facing)]
        for way, onward in zip(grid.directions, grid.neighbours(square), strict=True):
            if way in directions:
                shown.append(Path(places=(square, onward), costs=(0, 1)))
            else:
                barred.append(onward)
        shown.append(_middle(square, facing, facing))
    if barred:
        shown.insert(0, Highlight(places=tuple(barred), text="only after a wheel"))
    return grid.draw(*shown, title=f"Where {described(kind, formation)} may step")


def draw_road_march(facing: Facing = "W") -> Picture:
    """Return a picture of masses on a road, with the steps that their facing allows and those that the road adds.

    Rules: move-road-masses.
    """
    road = ((1, 0), (1, 1), (2, 2), (2, 3), (3, 4))
    middle = road[2]
    board = SquareMap(title="A road", grid=SquareGrid(columns=5, rows=5), roads=(SquareWay(squares=road),))
    roads: tuple[SquareDirection, ...] = tuple(board.grid.direction(middle, onward) for onward in (road[1], road[3]))
    shown: list[Shown] = []
    for step in legal_steps("infantry", "masses", facing, roads):
        onward = board.grid.neighbours(middle)[board.grid.directions.index(step.direction)]
        shown.append(Path(places=((middle, facing), (onward, step.facing)), costs=(0, 1)))
    title = f"Masses facing {facing} on a road, and how they face after a step"
    return board.draw(*shown, _middle(middle, facing, "I4"), title=title)


def draw_sight(
    ground: Field | SquareMap, a: Square, b: Square, *, looker: Looker, observed_masked_battery: bool = False
) -> Picture:
    """Return a picture of a line of sight with whatever blocks it.

    Args:
        ground: The map, or a field, which is drawn with its units.
        a: The square looked from.
        b: The square looked at.
        looker: Who looks.
        observed_masked_battery: Whether the target is a masked battery that was observed.

    Rules: geo-los-line.
    """
    board = ground.board if isinstance(ground, Field) else ground
    report = sight_report(board, a, b, looker=looker, observed_masked_battery=observed_masked_battery)
    title = f"Sight from {a} to {b}: {in_words(looker)}"
    if isinstance(ground, Field):
        return draw_field(ground, report, title=title)
    return _as_drawn(board).draw(report, title=title)


def _as_drawn(board: SquareMap, wire_removed: Collection[Square] = ()) -> SquareMap:
    """Return a map as it is drawn: open slopes and crests as hill, and without the wire that is gone.

    A crest keeps its mark, which tells it from a slope.
    """
    hill = tuple(square for square in board.grid.squares if is_hill(board, square) and not _is_covered(board, square))
    gone = {SLOPE: set(hill), WIRE: set(wire_removed)}
    features = tuple(
        SquareFeature(kind=feature.kind, squares=left)
        for feature in board.features
        if (left := tuple(square for square in feature.squares if square not in gone.get(feature.kind, ())))
    )
    terrain = tuple(
        SquareArea(kind=in_words(area.kind), squares=left)
        for area in board.terrain
        if (left := tuple(square for square in area.squares if square not in hill))
    )
    hills = (SquareArea(kind="hill", squares=hill),) if hill else ()
    return evolve(board, terrain=(*terrain, *hills), features=features)


def _is_covered(board: SquareMap, square: Square) -> bool:
    return is_wood(board, square) or is_building(board, square)


def _room(within: int) -> tuple[SquareGrid, Square]:
    """Return a grid with so many squares round its middle, and the middle."""
    # An even row leaves the same room on both sides.
    rows = within + within % 2
    return SquareGrid(columns=2 * within + 1, rows=2 * rows + 1), (within, rows)


def described(kind: Kind, formation: Formation | None) -> str:
    """Return the words for a unit in the title of a picture."""
    if kind == "mg":
        return "an MG company"
    words = f"{kind} in {formation}" if kind == "infantry" and formation else f"{formation or ''} {kind}"
    return in_words(words.strip())


def _middle(square: Square, facing: Facing, text: str) -> Counter[Square]:
    from rcw_rules.kernel.geometry.pictures import Counter

    return Counter(at=square, text=text, facing=facing)


def _counter(unit: Unit) -> Counter[Square]:
    from rcw_rules.kernel.geometry.pictures import Counter

    turns = unit.kind not in (*FIGURES, "horse_holders") and unit.formation != "defence"
    return Counter(at=where(unit), text=short_name(unit), side=unit.side, facing=unit.facing if turns else None)
