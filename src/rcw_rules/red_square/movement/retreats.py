"""Retreats: away from the known enemies, two or three squares, and of trains along their rails."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from attrs import frozen

from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Size
from rcw_rules.kernel.geometry.squares import Square, SquareGrid, SquareMap
from rcw_rules.kernel.procedures import Choice, Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.values import evolve
from rcw_rules.kernel.words import sentences
from rcw_rules.marks import Cites
from rcw_rules.red_square.ground import Field, changes, is_on_table, where
from rcw_rules.red_square.model import Name, Unit
from rcw_rules.red_square.movement.horses import removed
from rcw_rules.red_square.movement.retreat_ways import OFF_TABLE, Retreating, RetreatWays, Way
from rcw_rules.red_square.movement.standing import left_behind
from rcw_rules.red_square.options import Options
from rcw_rules.red_square.units import entry_objections


@frozen(kw_only=True)
class RetreatOutcome:
    """Where the unit has gone.

    Attributes:
        unit: The unit afterwards.
        path: The squares entered, in order; its horses' square first where it remounted there.
        off_table: Whether it left over its own edge.
        units: Every unit that changed, as it is now: the unit, its companions, and its horse holders if it remounted.
    """

    unit: Unit
    path: tuple[Square, ...]
    off_table: bool
    units: tuple[Unit, ...]

    def summary(self, request: RetreatRequest) -> str:
        """Return the squares of the retreat, and who goes with the unit."""
        name, way = request.unit, self.path if self.off_table else self.path[:-1]
        through = f" by {' and '.join(map(str, way))}" if way else ""
        if self.off_table:
            went = f"{name} retreats{through} off the table"
        elif self.path:
            went = f"{name} retreats{through} to {self.path[-1]}"
        else:
            went = f"{name} cannot get farther from the enemy and stays where it is"
        was = request.field.unit(name)
        mounted = "it mounts its horses" if was.formation == "dismounted" and self.unit.formation == "mounted" else ""
        return sentences(went, mounted, *changes(request.field.units, self.units, name))


@frozen(kw_only=True, cache_hash=True)
class RetreatRequest(Request[RetreatOutcome]):
    """A unit that must retreat.

    Attributes:
        field: The field at this moment.
        unit: The name of the unit.
        companions: The names of the MG companies that were saved, and of the tchankas, which go with it.
        goes_on: Whether it is in retreat afterwards until it rallies; a damaged vehicle and a train are not.
    """

    recurs = False

    field: Field
    unit: Name
    companions: Annotated[tuple[Name, ...], Size(0, 6), Cites("mg-save")] = ()
    goes_on: bool = True

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        names = (self.unit, *self.companions)
        for number, name in enumerate(names):
            path = ".unit" if not number else f".companions[{number - 1}]"
            found = self.field.find(name)
            if found is None:
                yield Problem(path, f"{name!r} is not a unit on the field", "bad-input")
            elif not is_on_table(found):
                yield Problem(path, f"{name!r} is not on the table", "bad-input")
            elif number and found.accompanies != self.unit:
                yield Problem(path, f"{name!r} does not accompany {self.unit!r}", "mg-activation")


def _homewards(retreating: Retreating, alternatives: tuple[Way, ...]) -> Way:
    """Return the square nearest to the own edge, on ties the lowest; the way off the table only as a last resort."""
    field, side = retreating.field, retreating.unit.side
    squares = [way for way in alternatives if way is not None]
    if not squares:
        return OFF_TABLE
    return min(squares, key=lambda square: (field.from_edge(side, square), square))


RETREAT_SQUARE: Choice[Retreating, Way] = Choice(
    "retreat_square",
    rule="act-retreat",
    who="owner",
    about="Which square does the retreating unit enter next? None means leaving over its own edge; with an option the "
    "square where it is means that it stays there. Default: the square nearest to its own edge; of equal ones the "
    "lowest (column, row); off the table only where no square leads away from the known enemies.",
    default=_homewards,
    unit=lambda retreating: retreating.unit.name,
    side=lambda retreating: retreating.unit.side,
)


def _example() -> RetreatRequest:
    board = SquareMap(title="A plain", grid=SquareGrid(columns=8, rows=10))
    battalion = Unit(
        name="1st Battalion", side="red", kind="infantry", square=(3, 5), bases=3, formation="waves", order="attack"
    )
    enemy = Unit(
        name="Kornilov",
        side="white",
        kind="infantry",
        square=(3, 7),
        facing="S",
        bases=4,
        formation="firing_line",
        order="defend",
        visible=True,
    )
    return RetreatRequest(field=Field(board=board, units=(battalion, enemy)), unit="1st Battalion")


@procedure(
    "red_square.retreat",
    title="Where does it retreat to?",
    rules=("act-retreat",),
    example=_example,
)
def retreat(request: RetreatRequest, umpire: Umpire[Options]) -> RetreatOutcome:
    """Take a unit back from the enemies that it knows of.

    Dismounted cavalry first mounts, where its horses are beside it. Then step by step, two squares, three of mounted
    troops on open ground throughout, the rate of a damaged vehicle if that is less: each step must take it farther from
    the nearest known enemy, and the last square must have room. Its owner chooses among the squares that do so. It
    faces along its last step, or about if there was none. Defence becomes masses, and guns are limbered. It acts no
    more in this turn and loses its cards. MGs and tchankas end with it, or beside it where there is no room.

    Rules: act-retreat, mounted-3-dismounted, dig-1c-removal, train-6-retreat, at-results, opt-stay-at-edge.
    """
    unit = request.field.unit(request.unit)
    ways = RetreatWays(request.field, unit, umpire.charts)
    field, mover = ways.field, ways.unit
    if ways.holders is not None:
        umpire.result("mounted-3-dismounted", "remounts in {square}", square=str(mover.square))
    path: list[Square] = []
    off_table = False
    while onward := ways.onward(tuple(path)):
        situation = Retreating(field=field, unit=mover, path=tuple(path), known=ways.known)
        here = path[-1] if path else ways.start
        may_stay = umpire.options.stay_at_edge and mover.kind != "train"
        if onward == (OFF_TABLE,) and may_stay and not entry_objections(field, mover, here, umpire.charts["occupancy"]):
            umpire.ruling("stay_at_edge")
            onward = (here, OFF_TABLE)
        chosen = onward[0] if len(onward) == 1 else umpire.choose(RETREAT_SQUARE, onward, situation)
        if chosen is None:
            off_table = True
            break
        if chosen == here:
            break
        path.append(chosen)
    umpire.result(
        "train-6-retreat" if unit.kind == "train" else "act-retreat",
        "retreats by {path}",
        path=", ".join([*map(str, path), *(["its edge of the table"] if off_table else [])]) or "no square",
    )
    after = _after(ways.start, mover, tuple(path), field, off_table=off_table, goes_on=request.goes_on)
    companions = _companions(umpire, field, after, request.companions)
    remounted = () if ways.holders is None else (removed(ways.holders),)
    before = (ways.start,) if ways.start != unit.square else ()
    return RetreatOutcome(
        unit=after, path=(*before, *path), off_table=off_table, units=(after, *companions, *remounted)
    )


@retreat.legality
def _objections(request: RetreatRequest, options: Options) -> Iterator[Objection]:
    unit = request.field.find(request.unit)
    if unit is None:
        return
    if unit.kind == "horse_holders":
        message = "horse holders go back with their regiment, not alone"
        yield Objection(rule="mounted-3-dismounted", message=message, path="$.unit")
    if unit.this_turn.retreated:
        message = "it has made its retreat of this turn; it goes on in the next"
        yield Objection(rule="act-retreat", message=message, path="$.unit")


def _after(
    start: Square, mover: Unit, path: tuple[Square, ...], field: Field, *, off_table: bool, goes_on: bool
) -> Unit:
    """Return the unit after its retreat.

    Rules: act-retreat, dig-1c-removal, at-results, train-6-retreat.
    """
    grid = field.board.grid
    end = path[-1] if path else start
    unit = evolve(mover, square=end, must_retreat=False)
    if not mover.broken_down and not mover.bogged and not mover.is_pinned:
        places = (start, *path)
        facing = grid.direction(places[-2], end) if path else grid.turned(mover.facing, 4)
        unit = evolve(unit, facing=facing)
    if path or off_table:
        unit = left_behind(evolve(unit, advancing=False, idle=False, this_turn=evolve(unit.this_turn, moved=True)))
    if unit.formation == "defence":
        unit = evolve(unit, formation="masses")
    if unit.formation == "deployed":
        unit = evolve(unit, formation="limbered", stage=0, stage_turn=0)
    is_train = unit.kind == "train"
    state = "off_table" if off_table else "retreating" if goes_on and not is_train else unit.state
    if off_table and is_train:
        return evolve(unit, square=None, bases=0)  # withdrawn
    this_turn = evolve(unit.this_turn, retreated=True, is_over=True, cards=())
    return evolve(unit, state=state, this_turn=this_turn)


def _companions(umpire: Umpire[Options], field: Field, after: Unit, names: tuple[Name, ...]) -> tuple[Unit, ...]:
    """Return MGs and tchankas beside the unit that they went back with.

    Rules: mg-save, tchanka-activation, occ-table.
    """
    moved: list[Unit] = []
    now = field.with_units(after)
    for name in names:
        companion = evolve(
            now.unit(name),
            facing=after.facing,
            idle=False,
            advancing=False,
            digging_markers=0,
            temporary_trenches=False,
            this_turn=evolve(now.unit(name).this_turn, moved=True, is_over=True),
        )
        place = _place_beside(umpire, now, after, companion)
        state = "off_table" if after.state == "off_table" else companion.state
        companion = evolve(companion, square=place, state=state)
        umpire.result("mg-save", "{name} goes back with it to {square}", name=name, square=str(place))
        moved.append(companion)
        now = now.with_units(companion)
    return tuple(moved)


def _place_beside(umpire: Umpire[Options], field: Field, after: Unit, companion: Unit) -> Square:
    """Return the square of the unit, or the best beside it that has room, nearest to the own edge, then the lowest.

    With no room anywhere it stays where it was.

    Rules: occ-table.
    """
    if after.state == "off_table":
        return where(after)
    neighbours, chart = field.board.grid.neighbours(where(after)), umpire.charts["occupancy"]
    beside = sorted(neighbours, key=lambda square: (field.from_edge(after.side, square), square))
    free = (square for square in (where(after), *beside) if not entry_objections(field, companion, square, chart))
    return next(free, where(companion))
