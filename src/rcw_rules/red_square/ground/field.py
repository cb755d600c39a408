"""The field of battle: the map, the units on it, and what has changed on the ground."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import Annotated, Literal, TypeAlias, TypeVar

from attrs import frozen

from rcw_rules.kernel.errors import Problem, UnknownNameError
from rcw_rules.kernel.fields import Range, Size
from rcw_rules.kernel.geometry.map_data import MapEdge
from rcw_rules.kernel.geometry.squares import Facing, Square, SquareDirection, SquareMap
from rcw_rules.kernel.sizes import WorkedOut
from rcw_rules.kernel.values import evolve
from rcw_rules.marks import Cites
from rcw_rules.red_square.ground.terrain import BUILDINGS, TRENCH, WIRE, WOOD, ground_at, ranges_from, wrong_words
from rcw_rules.red_square.model import COMPANIONS, FIGURES, Name, Side, Unit

Cover: TypeAlias = Literal["none", "wood", "building", "trench", "reverse_slope"]
"""What halves the casualties of those in it, and lets them hide rather than retreat (act-hide)."""

INWARDS: dict[MapEdge, Facing] = {"south": "N", "north": "S", "west": "E", "east": "W"}

ValueT = TypeVar("ValueT")


@frozen(kw_only=True, cache_hash=True)
class WireGap:
    """A gap that a tank made in barbed wire.

    Attributes:
        square: Where the wire is.
        direction: The step by which the tank entered it.
    """

    square: Square
    direction: SquareDirection


@frozen(kw_only=True, cache_hash=True)
class Observation:
    """A concealed unit that was observed.

    Attributes:
        observer: The name of the unit that observed it; friends beside it share that in the same turn.
        target: The name of the unit observed.
        turn: The number of the turn.
    """

    observer: Name
    target: Name
    turn: Annotated[int, Range(1, 999)]


@frozen(kw_only=True, cache_hash=True)
class AreaFire:
    """Fire of this turn into an area without observation.

    Attributes:
        firer: The name of the unit that fired.
        square: The square that it fired at.
    """

    firer: Name
    square: Square


@frozen(kw_only=True, cache_hash=True)
class Field:
    """A field of battle at a moment of the game.

    Attributes:
        board: The map.
        units: The units, in the order of the rosters; destroyed units may be left in, with 0 bases.
        red_edge: The edge of the table that is the Reds' own.
        white_edge: That of the Whites.
        turn: The number of the turn.
        before_dawn: Whether it is still dark.
        may_dig: Whether the scenario lets units dig in.
        aeroplanes: The sides that have an aeroplane over their target in this turn.
        observations: Who has observed whom; kept as long as the target stays in its square.
        area_fires: The fire into areas in this turn.
        burning: The squares whose buildings burn.
        wire_removed: The squares whose wire is gone.
        wire_gaps: The gaps in other wire.
    """

    board: SquareMap
    units: Annotated[tuple[Unit, ...], Size(0, 400)]
    red_edge: MapEdge = "south"
    white_edge: MapEdge = "north"
    turn: Annotated[int, Range(1, 999)] = 1
    before_dawn: Annotated[bool, Cites("obs-dawn")] = False
    may_dig: Annotated[bool, Cites("dig-1a-markers")] = True
    aeroplanes: Annotated[tuple[Side, ...], Size(0, 2), Cites("missing-transport")] = ()
    observations: tuple[Observation, ...] = ()
    area_fires: Annotated[tuple[AreaFire, ...], Cites("obs-area-fire")] = ()
    burning: Annotated[tuple[Square, ...], Cites("art-buildings-fire")] = ()
    wire_removed: Annotated[tuple[Square, ...], Cites("art-wire")] = ()
    wire_gaps: Annotated[tuple[WireGap, ...], Cites("terrain-wire-gap")] = ()

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the field."""
        yield from self.board.worked_out(_wrong_words)
        yield from self._places()
        roster = self._roster
        if not roster.is_right:
            wrong = tuple(self._names())
            roster.is_right = not wrong
            yield from wrong
        yield from self._enemies_apart()

    # --- Who is there -------------------------------------------------------------------------------------------------

    def find(self, name: str) -> Unit | None:
        """Return the unit with a name, None if no unit has it."""
        place = self._roster.get(name)
        return None if place is None else self.units[place]

    def unit(self, name: str) -> Unit:
        """Return the unit of a name.

        Raises:
            UnknownNameError: No unit has the name.
        """
        found = self.find(name)
        if found is None:
            raise UnknownNameError("unit", name, [unit.name for unit in self.units])
        return found

    @cached_property
    def on_table(self) -> tuple[Unit, ...]:
        """The units in a square: not removed, carried or off the table."""
        return tuple(map(self.units.__getitem__, self._posts.on_table))

    def at(self, square: Square) -> tuple[Unit, ...]:
        """Return those in a square, in the order of the rosters."""
        there = self._posts.by_square.get(square)
        return () if there is None else tuple(map(self.units.__getitem__, there))

    def of(self, side: Side) -> tuple[Unit, ...]:
        """Return those of a side who are on the table."""
        return self._reds if side == "red" else self._whites

    def edge_of(self, side: Side) -> MapEdge:
        """Return the edge of the table that is a side's own."""
        return self.red_edge if side == "red" else self.white_edge

    def inwards(self, side: Side) -> Facing:
        """Return where a unit faces that comes over a side's own edge."""
        return INWARDS[self.edge_of(side)]

    def from_edge(self, side: Side, square: Square) -> int:
        """Return how far the centre of a square is from a side's own edge, in half squares: the less, the nearer home.

        It is measured from the line of the outermost centres, which in every odd row lie half a square further east.
        """
        grid = self.board.grid
        east, north = grid.centre(square)
        match self.edge_of(side):
            case "south":
                return north
            case "north":
                return 2 * (grid.rows - 1) - north
            case "west":
                return east
            case "east":
                return 2 * grid.columns - 1 - east

    def distance(self, one: Unit, other: Unit) -> int:
        """Return how many squares lie between two units on the table.

        Rules: geo-range.
        """
        return ranges_from(self.board, where(one))[where(other)]

    # --- The ground ---------------------------------------------------------------------------------------------------

    def has_wire(self, square: Square) -> bool:
        """Return whether there is barbed wire in a square, still uncut."""
        return WIRE in ground_at(self.board, square).features and square not in self.wire_removed

    def cover_of(self, unit: Unit) -> Cover:
        """Return what covers a unit: wood, building that does not burn, or trench; reverse slopes depend on the enemy.

        Infantry in Defence lies in its trenches. Hedges only conceal.

        Rules: act-hide, fire-9-halve, dig-3-defence, art-buildings-fire.
        """
        square = where(unit)
        ground = ground_at(self.board, square)
        if unit.temporary_trenches or unit.formation == "defence" or TRENCH in ground.features:
            return "trench"
        if ground.terrain in BUILDINGS and square not in self.burning:
            return "building"
        return "wood" if ground.terrain == WOOD else "none"

    # --- As it changes ------------------------------------------------------------------------------------------------

    def with_units(self, *changed: Unit) -> Field:
        """Return the field with some units replaced, new ones last; those that moved are no longer observed.

        Rules: obs-concealment.
        """
        roster = self._roster
        units = list(self.units)
        moved: set[str] = set()
        is_same, stays = True, True  # whether all are who they were, and stand where they stood
        for unit in changed:
            place = roster.get(unit.name)
            if place is None:
                units.append(unit)
                is_same = stays = False
                continue
            before, units[place] = units[place], unit
            is_same = is_same and _is_who(before, unit)
            stays = stays and _is_where(before, unit)
            (moved.discard if unit.square == self.units[place].square else moved.add)(unit.name)
        kept = self.observations
        if moved and kept:
            kept = tuple(one for one in kept if one.target not in moved)
        after = evolve(self, units=tuple(units), observations=kept)
        if is_same:
            object.__setattr__(after, "_roster", roster)
            if stays:
                object.__setattr__(after, "_posts", self._posts)
        return after

    # --- Looked up ----------------------------------------------------------------------------------------------------

    def worked_out(self, make: Callable[[Field], ValueT]) -> ValueT:
        """Return what a function of a module works out from the field, which is kept with it."""
        found: ValueT | None = self._kept.get(make)
        return self._kept.setdefault(make, make(self)) if found is None else found

    def by_posts(self, make: Callable[[Field], ValueT]) -> ValueT:
        """Return what a function of a module works out from who stands where, and from nothing else.

        It is kept for all fields on which everybody stands where they do here.
        """
        kept = self._posts.kept
        found: ValueT | None = kept.get(make)
        return kept.setdefault(make, make(self)) if found is None else found

    @cached_property
    def _kept(self) -> WorkedOut:
        return WorkedOut()

    @cached_property
    def _roster(self) -> _Roster:
        return _Roster(self.units)

    @cached_property
    def _posts(self) -> _Posts:
        return _Posts(self.units)

    @cached_property
    def _reds(self) -> tuple[Unit, ...]:
        return tuple(map(self.units.__getitem__, self._posts.reds))

    @cached_property
    def _whites(self) -> tuple[Unit, ...]:
        return tuple(map(self.units.__getitem__, self._posts.whites))

    # --- What is wrong with it ----------------------------------------------------------------------------------------

    def _places(self) -> Iterator[Problem]:
        grid = self.board.grid
        for number, unit in enumerate(() if self._all_on_board() else self.units):
            if unit.square is None and not unit.carried_by and unit.bases:
                message = "is missing: it is neither carried nor removed"
                yield Problem(f".units[{number}].square", message, "bad-input")
            if unit.square is not None and not grid.has(unit.square):
                yield Problem(f".units[{number}].square", f"{unit.square} is not on the board", "bad-input")
        for number, square in enumerate(self.burning):
            if not grid.has(square) or self.board.terrain_at(square) not in BUILDINGS:
                yield Problem(f".burning[{number}]", f"{square} has no building", "art-buildings-fire")
        for number, square in enumerate((*self.wire_removed, *(gap.square for gap in self.wire_gaps))):
            if not grid.has(square) or WIRE not in self.board.features_at(square):
                path = ".wire_removed" if number < len(self.wire_removed) else ".wire_gaps"
                yield Problem(path, f"{square} has no wire", "terrain-wire")

    def _all_on_board(self) -> bool:
        """Return whether every unit has a square of the board, or has none since it is aboard or removed."""
        columns, rows = self.board.grid.columns, self.board.grid.rows
        for unit in self.units:
            if unit.square is None:
                if unit.bases and not unit.carried_by:
                    return False
            elif not (0 <= unit.square[0] < columns and 0 <= unit.square[1] < rows):
                return False
        return True

    def _names(self) -> Iterator[Problem]:
        first: dict[str, Unit] = {}
        for number, unit in enumerate(self.units):
            if unit.name in first:
                yield Problem(f".units[{number}].name", f"two units are called {unit.name!r}", "bad-input")
            first[unit.name] = unit
        for number, unit in enumerate(self.units):
            if not (unit.commander or unit.accompanies or unit.carried_by) or _is_under_its_co(unit, first):
                continue
            for field, rule in (
                ("commander", "co-scope"),
                ("accompanies", "mg-place-speed"),
                ("carried_by", "train-5-carrying"),
            ):
                name: str = getattr(unit, field)
                if name and (name not in first or first[name].side != unit.side):
                    whose = "is on the other side" if name in first else "is not a unit on the field"
                    yield Problem(f".units[{number}].{field}", f"{name!r} {whose}", rule)
            if unit.commander in first and first[unit.commander].kind != "co":
                yield Problem(f".units[{number}].commander", f"{unit.commander!r} is not a CO", "co-scope")
            if unit.carried_by in first and first[unit.carried_by].kind != "train":
                yield Problem(f".units[{number}].carried_by", f"{unit.carried_by!r} is not a train", "train-5-carrying")
            if unit.accompanies in first and first[unit.accompanies].kind in (*COMPANIONS, *FIGURES, "horse_holders"):
                message = f"{unit.accompanies!r} is not a unit that others can accompany"
                yield Problem(f".units[{number}].accompanies", message, "units-mg")

    def _enemies_apart(self) -> Iterator[Problem]:
        if {unit.square for unit in self.of("red")}.isdisjoint([unit.square for unit in self.of("white")]):
            return
        held: dict[Square, Side] = {}
        for number, unit in enumerate(self.units):
            if not is_on_table(unit):
                continue
            if held.setdefault(where(unit), unit.side) != unit.side:
                yield Problem(f".units[{number}].square", f"opponents are both in {unit.square}", "occ-table")


class _Roster(dict[str, int]):
    """Where in the rosters the unit of a name is. Fields share it as long as all units are who they were.

    Attributes:
        is_right: Whether nothing was found wrong with names, sides, and who keeps with whom.
    """

    def __init__(self, units: tuple[Unit, ...]) -> None:
        last = len(units) - 1
        super().__init__((unit.name, last - number) for number, unit in enumerate(reversed(units)))
        self.is_right = False


class _Posts:
    """Who stands where, by their places in the rosters. Fields share it as long as all stand where they stood.

    Attributes:
        on_table: Those in a square.
        reds: The Reds among them.
        whites: The Whites.
        by_square: Those in each square where anybody is.
        kept: What was worked out from it.
    """

    def __init__(self, units: tuple[Unit, ...]) -> None:
        self.on_table: list[int] = [number for number, unit in enumerate(units) if is_on_table(unit)]
        self.reds: list[int] = [number for number in self.on_table if units[number].side == "red"]
        self.whites: list[int] = [number for number in self.on_table if units[number].side != "red"]
        self.by_square: dict[Square, list[int]] = {}
        for number in self.on_table:
            self.by_square.setdefault(where(units[number]), []).append(number)
        self.kept: WorkedOut = WorkedOut()


def _is_who(before: Unit, now: Unit) -> bool:
    """Return whether a unit is who it was, in all that `_Roster` rests on."""
    return (
        before.side == now.side
        and before.kind == now.kind
        and before.commander == now.commander
        and before.accompanies == now.accompanies
        and before.carried_by == now.carried_by
    )


def _is_where(before: Unit, now: Unit) -> bool:
    """Return whether a unit is where it was, in all that `_Posts` rests on."""
    return (
        before.square == now.square
        and (before.bases > 0) == (now.bases > 0)
        and (before.state == "off_table") == (now.state == "off_table")
    )


def _is_under_its_co(unit: Unit, named: Mapping[str, Unit]) -> bool:
    """Return whether a unit has a CO of its own side and keeps with nobody else, as most do."""
    officer = named.get(unit.commander)
    is_alone = not unit.accompanies and not unit.carried_by
    return officer is not None and is_alone and officer.kind == "co" and officer.side == unit.side


def _wrong_words(board: SquareMap) -> tuple[Problem, ...]:
    return tuple(wrong_words(board))


def is_on_table(unit: Unit) -> bool:
    """Return whether a unit stands in a square: neither removed, carried nor off the table."""
    return unit.square is not None and unit.bases > 0 and unit.state != "off_table"


def where(unit: Unit) -> Square:
    """Return the square of a unit that is on the table.

    Raises:
        ValueError: It is in no square.
    """
    if unit.square is None:
        raise ValueError(f"{unit.name!r} is in no square")
    return unit.square
