"""Lines of sight: what blocks them, which weapons see past it, fire over friends, and reverse slopes."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import lru_cache
from typing import Annotated, Literal, NamedTuple, TypeAlias

from attrs import frozen

from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Size
from rcw_rules.kernel.geometry.map_data import MapEdge
from rcw_rules.kernel.geometry.reports import SightReport, Stretch
from rcw_rules.kernel.geometry.squares import Square, SquareArea, SquareGrid, SquareMap
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.values import evolve
from rcw_rules.kernel.words import listed, sentences
from rcw_rules.marks import Cites
from rcw_rules.red_square.ground.field import Cover, Field, where
from rcw_rules.red_square.ground.spoken import squares
from rcw_rules.red_square.ground.squares import off_board
from rcw_rules.red_square.ground.terrain import BUILDINGS, CREST, HEDGE, RIDGE, WOOD, level, wrong_words
from rcw_rules.red_square.model import FIGURES, Gun, Side, Unit, Weapon
from rcw_rules.red_square.options import Options

Looker: TypeAlias = Literal["rifle", "mg", "vehicle", "field_gun", "howitzer", "heavy"]
"""Who looks along a line, as far as that matters: light and QF guns are field guns, tchankas fire as vehicles."""

Overhead: TypeAlias = Literal["not_needed", "allowed", "refused"]
"""Whether fire must pass over friends, and may."""

OVER_THE_TOPS: tuple[Looker, ...] = ("mg", "field_gun", "howitzer", "heavy")  # fire-4-los, art-los-crest
THROUGH_HEDGES: tuple[Looker, ...] = ("field_gun", "howitzer", "heavy")  # art-los-hedge
PLUNGING: tuple[Looker, ...] = ("howitzer", "heavy")  # art-los-hedge
CLEAR_OF_FRIENDS = 2  # fire-5-overhead: the range from which on a square is clear between

_LOOKERS: dict[Gun, Looker] = {
    "light_gun": "field_gun",
    "qf_gun": "field_gun",
    "howitzer": "howitzer",
    "heavy": "heavy",
}

_BLOCKED_BY = {
    "wood": "fire-4-los",
    "building": "fire-4-los",
    "hedge": "fire-4-los",
    "crest": "terrain-hills",
    "ridge": "terrain-ridges",
}


@frozen(kw_only=True)
class Blocking:
    """Something that blocks a line of sight.

    Attributes:
        reason: What it is: wood, building, hedge, crest or ridge.
        squares: The square, or the two squares that a ridge runs between.
    """

    reason: str
    squares: tuple[Square, ...]


@frozen(kw_only=True)
class Sight:
    """Whether one square is seen from another, and whether it may be fired at over friends.

    Attributes:
        is_clear: Whether nothing blocks the line.
        blocked_by: What does: the first on the line, or the first two that block an edge together from both sides.
        intervening: What the line passes between its ends, in order: each a square, or the one or two squares of the
            table along whose edge it runs.
        overhead: Whether fire would pass over friends, and may.
        friends_in_the_way: The squares of those friends who forbid it.
    """

    is_clear: bool
    blocked_by: tuple[Blocking, ...]
    intervening: tuple[tuple[Square, ...], ...]
    overhead: Overhead
    friends_in_the_way: tuple[Square, ...]

    def summary(self, request: LineOfSightRequest) -> str:
        """Return whether the square is seen, what blocks the line, and whether fire may pass over friends."""
        if not self.is_clear:
            found = (f"the {one.reason} at {squares(one.squares)}" for one in self.blocked_by)
            blocks = f"{listed(found)} block{'s' if len(self.blocked_by) == 1 else ''} the line"
            return sentences(f"{request.b} cannot be seen from {request.a}: {blocks}")
        friends = ""
        if self.overhead == "allowed":
            friends = "fire over the friends between them is allowed"
        elif self.overhead == "refused":
            friends = f"friends at {squares(self.friends_in_the_way)} forbid fire"
        return sentences(f"{request.b} can be seen from {request.a}", friends)

    @property
    def allows_fire(self) -> bool:
        """Whether the line is clear and no friend is in the way."""
        return self.is_clear and not self.friends_in_the_way


# -------------------------------------------------------------------- what other chapters ask


def sight(
    ground: Field | SquareMap,
    a: Square,
    b: Square,
    *,
    looker: Looker,
    friends: Collection[Square] = (),
    observed_masked_battery: bool = False,
) -> Sight:
    """Return whether a square is seen from another and may be fired at, along the line from centre to centre.

    Woods, buildings, hedges and crests between the two squares block, and every line of a ridge that is crossed, save
    between the two squares that it divides. MGs and guns on a crest look over what lies lower, though not over wood or
    building next to the target; guns look through a hedge that is not next to them; howitzers and heavy guns through a
    crest not next to them as well, at a masked battery that was observed. Units never block. Fire over friends asks
    MGs and guns for a square between the friends and either end, others for a height above all of the friends.

    Args:
        ground: The map, or a field.
        a: The square looked from.
        b: The square looked at.
        looker: Who looks.
        friends: The squares that friends hold; lone command figures do not count.
        observed_masked_battery: Whether the target is a masked battery that was observed.

    Rules: geo-los-line, fire-4-los, fire-5-overhead, art-los-crest, art-los-hedge, terrain-hills, terrain-ridges.
    """
    board = ground.board if isinstance(ground, Field) else ground
    line = _line(board, a, b, looker, observed_masked_battery)
    if line.between.isdisjoint(friends):
        return line.alone
    held = [
        square
        for stretch in line.stretches
        if stretch.counts(lambda square: square in friends)
        for square in stretch.places
    ]
    in_the_way = tuple(square for square in held if not _may_fire_over(board, a, b, looker, square))
    overhead: Overhead = "refused" if in_the_way else "allowed" if held else "not_needed"
    return evolve(line.alone, overhead=overhead, friends_in_the_way=in_the_way)


class _Line(NamedTuple):
    """A line on a map that does not change.

    Attributes:
        alone: What is seen along it where no friend is.
        stretches: What it passes between its ends.
        between: The squares of these.
    """

    alone: Sight
    stretches: tuple[Stretch[Square], ...]
    between: frozenset[Square]


@lru_cache(maxsize=16384)  # looked along for each possible target
def _line(board: SquareMap, a: Square, b: Square, looker: Looker, observed_masked_battery: bool) -> _Line:  # noqa: FBT001
    report = sight_report(board, a, b, looker=looker, observed_masked_battery=observed_masked_battery)
    stretches = report.line.between
    alone = Sight(
        is_clear=report.is_clear,
        blocked_by=tuple(Blocking(reason=found.reason, squares=found.places) for found in report.blocked_by),
        intervening=tuple(stretch.places for stretch in stretches),
        overhead="not_needed",
        friends_in_the_way=(),
    )
    return _Line(alone, stretches, frozenset(square for stretch in stretches for square in stretch.places))


def sight_of(
    field: Field,
    unit: Unit,
    square: Square,
    *,
    weapon: Weapon | None = None,
    observed_masked_battery: bool = False,
) -> Sight:
    """Return whether a unit on the table sees a square and may fire at it over its friends.

    Args:
        field: The field.
        unit: Who looks.
        square: The square looked at.
        weapon: With which of its weapons; it matters for the MGs of a train only.
        observed_masked_battery: Whether the target is a masked battery that was observed.
    """
    return sight(
        field,
        where(unit),
        square,
        looker=looker_of(unit, weapon),
        friends=squares_held(field, unit.side),
        observed_masked_battery=observed_masked_battery,
    )


def looker_of(unit: Unit, weapon: Weapon | None = None) -> Looker:
    """Return as whom a unit looks; figures that observe look as riflemen.

    Args:
        unit: The unit.
        weapon: With which of its weapons; it matters for the MGs of a train only.

    Rules: fire-4-los, art-los-crest, art-los-hedge, tchanka-as-vehicle, train-2-armament.
    """
    if unit.kind == "mg" or (unit.kind == "train" and weapon == "mg"):
        return "mg"
    if unit.guns is not None:
        return _LOOKERS[unit.guns]
    return "vehicle" if unit.is_vehicle_target else "rifle"


def squares_held(field: Field, side: Side) -> tuple[Square, ...]:
    """Return the squares where a side has units that must be fired over, in the order of the rosters.

    Rules: fire-5-overhead.
    """
    return field.by_posts(_held_by_reds if side == "red" else _held_by_whites)


def _held_by_reds(field: Field) -> tuple[Square, ...]:
    return _squares_of(field.of("red"))


def _held_by_whites(field: Field) -> tuple[Square, ...]:
    return _squares_of(field.of("white"))


def _squares_of(units: tuple[Unit, ...]) -> tuple[Square, ...]:
    return tuple(dict.fromkeys(where(unit) for unit in units if unit.kind not in FIGURES))


def is_reverse_slope(ground: Field | SquareMap, square: Square, towards: Square, own_edge: MapEdge) -> bool:
    """Return whether a slope square is on the far side of its hill from another square.

    So it is where the line between the two crosses a crest or a ridge on its way. Next to an opponent on the crest, or
    just across the ridge, it is one where it is nearer to its occupant's own edge of the table than the opponent.

    Args:
        ground: The map, or a field.
        square: The slope.
        towards: Where the opponent is.
        own_edge: The edge of the table that is its occupant's own.

    Rules: terrain-hills, terrain-ridges.
    """
    board = ground.board if isinstance(ground, Field) else ground
    grid = board.grid
    if level(board, square) != 1 or square == towards:
        return False
    if grid.distance(square, towards) > 1:
        return not grid.line_of_sight(
            square,
            towards,
            lambda between: CREST if CREST in board.features_at(between) else None,
            lambda one, other: RIDGE if RIDGE in board.features_between(one, other) else None,
        )
    is_next_to_top = CREST in board.features_at(towards) or RIDGE in board.features_between(square, towards)
    return is_next_to_top and grid.distance_to_edge(square, own_edge) < grid.distance_to_edge(towards, own_edge)


def cover_against(field: Field, unit: Unit, enemy: Square) -> Cover:
    """Return what covers a unit from a square: what it lies in, or else a reverse slope.

    Rules: terrain-hills, fire-9-halve.
    """
    cover = field.cover_of(unit)
    if cover == "none" and is_reverse_slope(field, where(unit), enemy, field.edge_of(unit.side)):
        return "reverse_slope"
    return cover


def sight_report(
    board: SquareMap, a: Square, b: Square, *, looker: Looker, observed_masked_battery: bool = False
) -> SightReport[Square]:
    """Return the line from one square to another with everything on it that blocks, as pictures show it.

    Args:
        board: The map.
        a: The square looked from.
        b: The square looked at.
        looker: Who looks.
        observed_masked_battery: Whether the target is a masked battery that was observed.

    Rules: fire-4-los, art-los-crest, art-los-hedge, terrain-hills, terrain-ridges.
    """
    grid = board.grid
    from_crest = looker in OVER_THE_TOPS and CREST in board.features_at(a)
    plunges = looker in PLUNGING and observed_masked_battery

    def blocks(square: Square) -> str | None:
        terrain, features = board.terrain_at(square), board.features_at(square)
        if terrain == "open" and not features:
            return None
        is_below = from_crest and CREST not in features
        is_clear_of_looker = grid.distance(a, square) > 1
        is_tall = terrain == WOOD or terrain in BUILDINGS
        if is_tall and (not is_below or grid.distance(square, b) == 1):  # what is just beyond is hidden even from above
            return "wood" if terrain == WOOD else "building"
        if HEDGE in features and not is_below and not (looker in THROUGH_HEDGES and is_clear_of_looker):
            return HEDGE
        if CREST in features and not (plunges and is_clear_of_looker):
            return CREST
        return None

    def edge_blocks(one: Square, other: Square) -> str | None:
        divides_them = {one, other} == {a, b}
        return RIDGE if RIDGE in board.features_between(one, other) and not divides_them else None

    has_ridges = any(feature.kind == RIDGE for feature in board.edges)
    return grid.line_of_sight(a, b, blocks, edge_blocks if has_ridges else None)


def _may_fire_over(board: SquareMap, a: Square, b: Square, looker: Looker, friend: Square) -> bool:
    """Whether a unit may fire over friends in a square.

    Rules: fire-5-overhead.
    """
    if looker in OVER_THE_TOPS:
        return min(board.grid.distance(a, friend), board.grid.distance(friend, b)) >= CLEAR_OF_FRIENDS
    return max(level(board, a), level(board, b)) > level(board, friend)


# -------------------------------------------------------------------- red_square.line_of_sight


@frozen(kw_only=True, cache_hash=True)
class LineOfSightRequest(Request[Sight]):
    """Two squares of a map, and who looks from one at the other.

    Attributes:
        board: The map.
        a: The square looked from.
        b: The square looked at.
        looker: Who looks.
        friends: The squares that friends hold; leave lone command figures out.
        observed_masked_battery: Whether the target is a masked battery that was observed.
    """

    board: SquareMap
    a: Square
    b: Square
    looker: Looker
    friends: Annotated[tuple[Square, ...], Size(0, 999), Cites("fire-5-overhead")] = ()
    observed_masked_battery: Annotated[bool, Cites("art-los-hedge")] = False

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        yield from wrong_words(self.board)
        squares = [(".a", self.a), (".b", self.b)]
        squares.extend((f".friends[{number}]", square) for number, square in enumerate(self.friends))
        for path, square in squares:
            yield from off_board(self.board.grid, path, square)
        if self.a == self.b:
            yield Problem(".b", "is the square looked from; opponents are never in one square", "geo-range")


def _example() -> LineOfSightRequest:
    board = SquareMap(
        title="A wood",
        grid=SquareGrid(columns=6, rows=10),
        terrain=(SquareArea(kind="wood", squares=((1, 0),)),),
    )
    return LineOfSightRequest(board=board, a=(0, 0), b=(3, 0), looker="rifle")


@procedure(
    "red_square.line_of_sight",
    title="Can it be seen, and fired at over friends?",
    rules=("geo-los-line",),
    example=_example,
)
def line_of_sight(request: LineOfSightRequest, umpire: Umpire[Options]) -> Sight:
    """Look along the straight line between the centres of two squares, and over the friends who stand below it.

    Squares that the line passes through count, however little; corners that it touches do not. Where it runs along the
    edge of two squares, both must block, or both hold friends. The two ends never block. What would hide the target
    from riflemen, but not from this looker, is listed as seen past.

    Rules: geo-los-line, fire-4-los, fire-5-overhead.
    """
    found = sight(
        request.board,
        request.a,
        request.b,
        looker=request.looker,
        friends=request.friends,
        observed_masked_battery=request.observed_masked_battery,
    )
    for blocking in found.blocked_by:
        squares = " and ".join(map(str, blocking.squares))
        umpire.result(
            _BLOCKED_BY[blocking.reason], "blocked by {reason} at {squares}", reason=blocking.reason, squares=squares
        )
    if found.is_clear:
        for blocking, rule in _seen_past(request):
            squares = " and ".join(map(str, blocking.squares))
            umpire.result(rule, "sees past {reason} at {squares}", reason=blocking.reason, squares=squares)
        umpire.result("geo-los-line", "nothing blocks the line")
    if found.overhead == "allowed":
        umpire.result("fire-5-overhead", "fire over friends is allowed")
    elif found.overhead == "refused":
        squares = " and ".join(map(str, found.friends_in_the_way))
        umpire.result("fire-5-overhead", "friends at {squares} forbid fire", squares=squares)
    return found


def _seen_past(request: LineOfSightRequest) -> Iterator[tuple[Blocking, str]]:
    """Yield what blocks a clear line for riflemen and not for the looker, with the rule that lets it see past.

    Rules: fire-4-los, art-los-crest, art-los-hedge.
    """
    board, a, b = request.board, request.a, request.b
    plain = sight_report(board, a, b, looker="rifle")
    report = sight_report(board, a, b, looker=request.looker, observed_masked_battery=request.observed_masked_battery)
    still_there = [found.places for found in report.obstacles]
    for found in () if plain.is_clear else plain.obstacles:
        if found.places not in still_there:
            from_crest = CREST in board.features_at(a) and CREST not in board.features_at(found.places[0])
            over_it = "fire-4-los" if request.looker == "mg" else "art-los-crest"
            yield Blocking(reason=found.reason, squares=found.places), over_it if from_crest else "art-los-hedge"
