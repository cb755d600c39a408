"""The unit that a train carries: going aboard and getting off."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from attrs import frozen

from rcw_rules.kernel.citations import Objection, forbidden
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.geometry.squares import Facing, Square, SquareGrid, SquareMap, SquareWay
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.values import evolve
from rcw_rules.kernel.words import in_words, sentences
from rcw_rules.marks import Cites
from rcw_rules.red_square.ground import Field, is_on_table, where
from rcw_rules.red_square.model import GOOD_BANDS, RINGS_THAT_DAMAGE, Band, Name, ThisTurn, Unit
from rcw_rules.red_square.options import Options
from rcw_rules.red_square.trains.activation import EMERGES
from rcw_rules.red_square.units import entry_objections


@frozen(kw_only=True)
class BoardingOutcome:
    """The result of going aboard or getting off.

    Attributes:
        train: The train afterwards.
        unit: The unit that it carries, or carried, afterwards.
    """

    train: Unit
    unit: Unit

    def summary(self, request: BoardingRequest) -> str:
        """Return who went aboard, or got off where."""
        train, unit = self.train.name, self.unit
        if unit.carried_by:
            return sentences(f"{unit.name} goes aboard {train}")
        return sentences(f"{unit.name} gets off {train} in {unit.square}, facing {unit.facing}")


@frozen(kw_only=True, cache_hash=True)
class BoardingRequest(Request[BoardingOutcome]):
    """A train that takes a unit aboard, or puts it off.

    Attributes:
        field: The field.
        train: The name of the train.
        unit: The name of the unit.
        square: Where the unit gets off; None for a unit that goes aboard.
        facing: Where it faces when it has got off.
        band: How well the train was activated.
    """

    recurs = False

    field: Field
    train: Name
    unit: Name
    square: Square | None = None
    facing: Facing = "N"
    band: Annotated[Band, Cites("act-table")] = "automatic"

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        train, unit = self.field.find(self.train), self.field.find(self.unit)
        if train is None or train.kind != "train" or not is_on_table(train):
            yield Problem(".train", f"no armoured train on the table is called {self.train!r}", "bad-input")
        if unit is None or not unit.bases:
            yield Problem(".unit", f"no remaining unit is called {self.unit!r}", "bad-input")
        elif self.square is None and not is_on_table(unit):
            yield Problem(".unit", f"{self.unit!r} is not on the table", "bad-input")
        elif self.square is not None and unit.carried_by != self.train:
            yield Problem(".unit", f"{self.unit!r} is not aboard {self.train!r}", "train-5-carrying")
        if self.square is not None and not self.field.board.grid.has(self.square):
            yield Problem(".square", f"{self.square} is not on the board", "bad-input")


def _boarding_example() -> BoardingRequest:
    board = SquareMap(
        title="A halt",
        grid=SquareGrid(columns=8, rows=6),
        railways=(SquareWay(squares=((2, 2), (3, 2), (4, 2), (5, 2))),),
    )
    train = Unit(name="Train", side="red", kind="train", square=(3, 2), facing="E", guns="heavy", order="attack")
    battalion = Unit(
        name="Sailors",
        side="red",
        kind="infantry",
        bases=4,
        formation="masses",
        order="attack",
        carried_by="Train",
    )
    return BoardingRequest(
        field=Field(board=board, units=(train, battalion)), train="Train", unit="Sailors", square=(3, 3), facing="N"
    )


@procedure(
    "red_square.boarding",
    title="May the train take the unit aboard, or put it off?",
    rules=("train-5-carrying",),
    example=_boarding_example,
)
def boarding(request: BoardingRequest, umpire: Umpire[Options]) -> BoardingOutcome:
    """Put a unit off a train into a square next to it, or take one aboard from such a square.

    Neither of them does anything else in the turn. Units board and get off in masses, mounted or limbered.

    Raises:
        IllegalRequestError: If the unit may not stand where it is to get off.

    Rules: train-5-carrying.
    """
    field = request.field
    train, unit = field.unit(request.train), field.unit(request.unit)
    if request.square is not None:
        placed = evolve(
            unit,
            square=request.square,
            facing=request.facing,
            formation=EMERGES[unit.kind],
            carried_by="",
            this_turn=_busy(unit.this_turn),
        )
        objections = entry_objections(field, placed, request.square, umpire.charts["occupancy"])
        if objections:
            raise forbidden(objections[0].rule, objections[0].message, "$.square")
        umpire.result("train-5-carrying", "{unit} gets off in {square}", unit=unit.name, square=str(request.square))
    else:
        placed = evolve(unit, square=None, carried_by=train.name, this_turn=_busy(unit.this_turn))
        umpire.result("train-5-carrying", "{unit} goes aboard", unit=unit.name)
    return BoardingOutcome(train=evolve(train, this_turn=_busy(train.this_turn)), unit=placed)


def _busy(this_turn: ThisTurn) -> ThisTurn:
    return evolve(this_turn, is_over=True)


@boarding.legality
def _boarding_objections(request: BoardingRequest, options: Options) -> Iterator[Objection]:
    field = request.field
    train, unit = field.unit(request.train), field.unit(request.unit)
    rule = "train-5-carrying"
    if request.band not in GOOD_BANDS:
        message = "to load or unload takes an activation of 2 or better, or an automatic one"
        yield Objection(rule="act-table", message=message, path="$.band")
    if train.rings >= RINGS_THAT_DAMAGE:
        yield Objection(rule="train-7-hits", message="a damaged train goes back and does nothing else", path="$.train")
    if train.this_turn.moved or train.this_turn.fired or train.this_turn.is_over:
        message = "loading takes the whole turn of a train that stands still; this one has acted already"
        yield Objection(rule=rule, message=message, path="$.train")
    if unit.side != train.side:
        yield Objection(rule=rule, message="a train carries units of its own side", path="$.unit")
    if unit.kind not in EMERGES:
        message = f"a train carries infantry, cavalry or artillery, not {in_words(unit.kind)} units"
        yield Objection(rule=rule, message=message, path="$.unit")
        return
    if request.square is not None:
        if field.board.grid.distance(where(train), request.square) != 1:
            message = f"it gets off into a square next to {where(train)}, not into {request.square}"
            yield Objection(rule=rule, message=message, path="$.square")
        return
    aboard = [other.name for other in field.units if other.carried_by == train.name and other.bases]
    if aboard:
        message = f"it carries one unit at a time, and {aboard[0]!r} is aboard"
        yield Objection(rule=rule, message=message, path="$.unit")
    if unit.formation != EMERGES[unit.kind]:
        message = f"{unit.kind} goes aboard {EMERGES[unit.kind]}, not {unit.formation}"
        yield Objection(rule=rule, message=message, path="$.unit")
    if field.distance(train, unit) > 1:
        message = f"it goes aboard from the train's square or one next to it, not from {where(unit)}"
        yield Objection(rule=rule, message=message, path="$.unit")
    if not unit.is_steady or unit.this_turn.activations or unit.this_turn.is_over:
        message = "going aboard takes the whole turn of a steady unit; this one has acted already or is broken"
        yield Objection(rule=rule, message=message, path="$.unit")
