"""Moves: whether a whole move is legal, and where it ends."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Annotated

from attrs import frozen

from rcw_rules.kernel.citations import forbidden
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Size
from rcw_rules.kernel.geometry.squares import Square, SquareGrid, SquareMap
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.shapes import tag_of
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.values import evolve
from rcw_rules.kernel.words import counted, in_words, listed, sentences
from rcw_rules.marks import Cites
from rcw_rules.red_square.ground import Field, WireGap, change, changes, where
from rcw_rules.red_square.model import Band, Name, Suit, Unit
from rcw_rules.red_square.movement.actions import Action, ChangeFormation, Course, Face, FerryAcross, Mount, Step
from rcw_rules.red_square.movement.course import course_of, move_terms
from rcw_rules.red_square.movement.standing import in_squares
from rcw_rules.red_square.movement.steps import MOVEMENT_TABLE, gap_made, rates_in, row_of
from rcw_rules.red_square.options import Options

_DONE_BY: dict[type[Action], str] = {
    Face: "mg-move-or-fire",
    FerryAcross: "terrain-water",
    Mount: "mounted-3-dismounted",
}
"""The rule of what is done by another than `move-instead`."""


@frozen(kw_only=True)
class MoveOutcome:
    """Where the move ends, if nothing interrupts it.

    Attributes:
        unit: The unit afterwards.
        horses: Its horse holders, if the move places, moves or removes them.
        path: The squares entered, in order.
        used: The squares of its move that it used.
        near_enemy: Whether it entered a square held by an enemy or next to one, so that it had to test beforehand.
        overruns: The names of the enemies whose squares it entered; each overrun is still to be settled.
        gaps: The gaps that a tank made in barbed wire.
        bogged: Whether a tank bogged in the attempt to enter or leave closed terrain.
    """

    unit: Unit
    horses: Unit | None
    path: tuple[Square, ...]
    used: int
    near_enemy: bool
    overruns: tuple[Name, ...]
    gaps: tuple[WireGap, ...]
    bogged: bool

    def summary(self, request: MoveRequest) -> str:
        """Return where the move ends, what it took, and what is still to be settled."""
        field = request.field
        moved = change(field.unit(request.unit), self.unit) or f"{request.unit} stays as it is"
        used = f" ({counted(self.used, 'square')} of its move used)" if self.used else ""
        near = "it comes next to the enemy, which takes a test beforehand"
        horses = changes(field.units, (self.horses,)) if self.horses is not None else ()
        return sentences(
            f"{moved}{used}",
            *horses,
            f"{listed(self.overruns)} must be overrun on the way" if self.overruns else "",
            near if self.near_enemy and not self.overruns else "",
            f"it makes {counted(len(self.gaps), 'gap')} in the wire" if self.gaps else "",
        )


@frozen(kw_only=True, cache_hash=True)
class MoveRequest(Request[MoveOutcome]):
    """A whole move of one activation, action by action.

    Attributes:
        field: The field at this moment.
        unit: The name of the unit.
        actions: What it does, in order.
        band: How well it was activated.
        suit: The suit of the card of the activation; "" for a joker or none.
        ignores_spades: Whether a Commissar or CHEKA lets it disregard spades, at their price.
    """

    recurs = False

    field: Field
    unit: Name
    actions: Annotated[tuple[Action, ...], Size(1, 12)]
    band: Annotated[Band, Cites("move-who")] = "automatic"
    suit: Suit = ""
    ignores_spades: Annotated[bool, Cites("turn-6-commissar")] = False

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        if self.field.find(self.unit) is None:
            yield Problem(".unit", f"{self.unit!r} is not a unit on the field", "bad-input")


def _example() -> MoveRequest:
    board = SquareMap(title="A plain", grid=SquareGrid(columns=8, rows=10))
    battalion = Unit(
        name="1st Battalion", side="red", kind="infantry", square=(3, 3), bases=4, formation="masses", order="attack"
    )
    return MoveRequest(
        field=Field(board=board, units=(battalion,)),
        unit="1st Battalion",
        actions=(Step(to="NE", then="right"), ChangeFormation(to="waves")),
    )


@procedure(
    "red_square.move",
    title="Is this whole move legal and where does it end?",
    rules=("formations-sequence",),
    example=_example,
)
def move(request: MoveRequest, umpire: Umpire[Options]) -> MoveOutcome:
    """Make a whole move action by action, or refuse it with the first rule that an action breaks.

    First whether the unit may move at all; then each action in order: direction, water and wire, enemies, suits, and
    the squares left; last, whether the unit may end where it then stands. Each step and each thing done in place of one
    takes one square; free wheels and MGs that face about take none. With a closed step the whole move is the closed
    rate, along a road only the rate of the road, and otherwise that of the open. Squares of enemies are entered as if
    these fled; `red_square.overrun` says whether they do. A tank that attempts a closed step on a SPADE bogs where it
    is; the rest of the move is neither made nor judged.

    Raises:
        IllegalRequestError: If the move is not legal.

    Rules: move-table, move-bog, opt-closed-leaving, opt-wheeled-offroad, terrain-wire-gap.
    """
    field = request.field
    unit = field.unit(request.unit)
    terms = move_terms(umpire, band=request.band, suit=request.suit, ignores_spades=request.ignores_spades)
    course = course_of(field, unit, request.actions, terms)
    if course.objection is not None:
        number = min(len(course.legs), len(request.actions) - 1)
        objection = course.objection
        raise forbidden(objection.rule, objection.message, f"$.actions[{number}]")
    _tell_rate(umpire, field, unit, course)
    _tell(umpire, course)
    final = course.legs[-1].unit if course.legs else unit
    if course.bogged:
        umpire.result("move-bog", "the tank bogs in {square}", square=str(final.square))
    return MoveOutcome(
        unit=evolve(final, bogged=True) if course.bogged else final,
        horses=next((leg.horses for leg in reversed(course.legs) if leg.horses is not None), None),
        path=tuple(leg.square for leg in course.legs if leg.is_step),
        used=course.legs[-1].used if course.legs else 0,
        near_enemy=course.near_enemy,
        overruns=tuple(name for leg in course.legs for name in leg.overruns),
        gaps=gaps_of(field, unit, course),
        bogged=course.bogged,
    )


def gaps_of(field: Field, unit: Unit, course: Course) -> tuple[WireGap, ...]:
    """Return the gaps that a tank makes in barbed wire on its course, in order.

    Rules: terrain-wire-gap.
    """
    squares = (where(unit), *(leg.square for leg in course.legs if leg.is_step))
    gaps = (gap_made(field, unit, origin, to) for origin, to in pairwise(squares))
    return tuple(gap for gap in gaps if gap is not None)


def _tell_rate(umpire: Umpire[Options], field: Field, unit: Unit, course: Course) -> None:
    """Name the rate that bounds the whole move: the closed one with any closed step, that of the road if on it alone.

    Rules: move-table, move-closed.
    """
    row = row_of(field, unit)
    if row is None:
        return
    steps = [leg for leg in course.legs if leg.is_step]
    in_open, in_closed, by_road = dict(rates_in(umpire.charts))[row]
    if course.bogged or any(leg.is_closed for leg in steps):
        column, squares, ground = "closed", in_closed, "in all with a closed step"
    elif by_road and steps and all(leg.is_by_road for leg in steps):
        column, squares, ground = "road", by_road, "along the road"
    else:
        column, squares, ground = "open", in_open, "in the open"
    umpire.look_up(MOVEMENT_TABLE, row, column)
    umpire.result(
        "move-table",
        "the row {row} gives {squares} {ground}",
        row=in_words(row),
        squares=in_squares(squares),
        ground=ground,
    )


def _tell(umpire: Umpire[Options], course: Course) -> None:
    if umpire.options.closed_leaving:
        umpire.ruling("closed_leaving")
    if umpire.options.wheeled_offroad < Options().wheeled_offroad and course.legs:
        umpire.ruling("wheeled_offroad")
    horses: Unit | None = None
    for leg in course.legs:
        if isinstance(leg.action, Step):
            kind = "closed step" if leg.is_closed else "step along the road" if leg.is_by_road else "open step"
            umpire.result(
                "move-closed" if leg.is_closed else "move-legal-directions",
                "{kind} to {square}, then facing {facing}; squares used: {used}",
                kind=kind,
                square=str(leg.square),
                facing=leg.facing,
                used=leg.used,
            )
            if leg.unit.this_turn.is_over:
                umpire.result("terrain-wire", "the wire takes its whole turn")
        else:
            umpire.result(
                _DONE_BY.get(type(leg.action), "move-instead"),
                "{what} in {square}, facing {facing} then; squares used: {used}",
                what=in_words(tag_of(type(leg.action))),
                square=str(leg.square),
                facing=leg.facing,
                used=leg.used,
            )
        if leg.horses is not None and leg.horses != horses and leg.horses.square is not None:
            umpire.result("mounted-3-dismounted", "its horses are held in {square}", square=str(leg.horses.square))
        horses = leg.horses
        for name in leg.overruns:
            umpire.result("move-overrun-continue", "overruns {name}, which is still to be settled", name=name)
    if course.near_enemy:
        umpire.result("turn-5-test-needed", "it goes next to the enemy, for which it had to test")
