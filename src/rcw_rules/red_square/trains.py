"""Armoured trains: their two cards, their rails, and the unit that they carry."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal, TypeAlias

from attrs import evolve, frozen

from rcw_rules.kernel.charts import Chart
from rcw_rules.kernel.citations import Objection, forbidden
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Range, Size
from rcw_rules.kernel.geometry.squares import Facing, Square, SquareDirection, SquareGrid, SquareMap, SquareWay
from rcw_rules.kernel.procedures import Choice, Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.red_square.activation import ActivationRequest
from rcw_rules.red_square.cards import place_in_order
from rcw_rules.red_square.field import Field, is_on_table, where
from rcw_rules.red_square.model import (
    RINGS_THAT_DISABLE,
    Band,
    CardCode,
    Formation,
    Kind,
    Name,
    Quality,
    ThisTurn,
    Unit,
    enemy_of,
)
from rcw_rules.red_square.occupancy import entry_objections
from rcw_rules.red_square.options import Options
from rcw_rules.red_square.pack import suit_of, wrong_cards
from rcw_rules.ruleset import Cites

TrainAction: TypeAlias = Literal["move", "fire", "hold_fire", "unload", "board", "nothing"]
"""What a train can do in its activation."""

RINGS_THAT_DAMAGE = 4  # train-7-hits
QUARTER, HALF = 2, 4  # of a turn, in eighths
JOKERS_LAST = 99

EMERGES: dict[Kind, Formation] = {  # train-5-carrying
    "infantry": "masses",
    "cavalry": "mounted",
    "artillery": "limbered",
}


def _played_first(cards: tuple[CardCode, ...], alternatives: tuple[CardCode, ...]) -> CardCode:
    """Return the card that is played first: aces low, jokers last."""
    return min(alternatives, key=lambda code: place_in_order(code) if suit_of(code) else (JOKERS_LAST, 0))


TRAIN_CARD: Choice[tuple[CardCode, ...], CardCode] = Choice(
    "train_card",
    rule="train-4-cards",
    who="owner of the train",
    about="Which of its two cards an armoured train keeps. Default: the one that is played first, aces low.",
    default=_played_first,
)


# ---------------------------------------------------------------- what it may do


@frozen(kw_only=True)
class TrainActivationOutcome:
    """What a train may do in its one activation of the turn.

    Attributes:
        card: The card that it kept.
        band: How well it was activated; None for one that is disabled and has no activation.
        must_retreat: Whether it goes back along its track instead of acting.
        actions: What it may do otherwise, one of these; moving and firing do not go together.
    """

    card: CardCode
    band: Band | None
    must_retreat: bool
    actions: tuple[TrainAction, ...]


@frozen(kw_only=True, cache_hash=True)
class TrainActivationRequest(Request[TrainActivationOutcome]):
    """An armoured train whose two cards are turned over.

    Attributes:
        cards: The two cards.
        quality: Elite, normal or poor.
        rings: Its rings; four damage it, five disable it.
        markers: Its hit markers still to be resolved.
        enters_enemy_adjacent: Whether it means to move next to the enemy.
        has_moved: Whether it has moved in this turn.
        has_acted: Whether it has fired, held its fire or been otherwise busy in this turn.
        carries: What it has aboard; None for nothing.
    """

    cards: Annotated[tuple[CardCode, ...], Size(2, 2, rule="train-4-cards")]
    quality: Quality = "normal"
    rings: Annotated[int, Range(0, RINGS_THAT_DISABLE, rule="train-7-hits")] = 0
    markers: Annotated[int, Range(0, 999, rule="bad-input")] = 0
    enters_enemy_adjacent: Annotated[bool, Cites("turn-5-test-needed")] = False
    has_moved: Annotated[bool, Cites("train-3-movement")] = False
    has_acted: Annotated[bool, Cites("train-5-carrying")] = False
    carries: Annotated[Kind | None, Cites("train-5-carrying")] = None

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        yield from wrong_cards((".cards", self.cards))
        if self.carries is not None and self.carries not in EMERGES:
            message = f"a train carries a battalion, a regiment of cavalry or a brigade of guns, not a {self.carries}"
            yield Problem(".carries", message, "train-5-carrying")


def _activation_example() -> TrainActivationRequest:
    return TrainActivationRequest(cards=("KS", "3H"), markers=2, carries="infantry")


@procedure(
    "red_square.train_activation",
    title="What may the train do?",
    rules=(
        "train-4-cards",
        "train-3-movement",
        "train-5-carrying",
        "train-1-square",
        "turn-5-test-needed",
        "train-7-hits",
    ),
    example=_activation_example,
)
def train_activation(request: TrainActivationRequest, umpire: Umpire[Options]) -> TrainActivationOutcome:
    """Keep one of the two cards, test if need be, and say what the train may do.

    A disabled train has no activation. Otherwise it is tested by itself, as one battalion equivalent. A damaged train
    goes back instead of acting, and so does one that scores below 0, which never hides. At 1 or 0 it may only fire or
    hold its fire; at 2 or better, or automatically, it may also move, and unload or take aboard a unit if it has stood
    still and done nothing in this turn. Once it has moved it neither fires nor loads.

    Rules: train-4-cards, train-3-movement, train-5-carrying, train-7-hits.
    """
    card = umpire.choose(TRAIN_CARD, request.cards, request.cards)
    umpire.result("train-4-cards", "it keeps {card}", card=card)
    if request.rings >= RINGS_THAT_DISABLE:
        umpire.result("train-7-hits", "the train is disabled and does nothing")
        return TrainActivationOutcome(card=card, band=None, must_retreat=False, actions=())
    test = umpire.resolve(
        ActivationRequest(
            elite=int(request.quality == "elite"),
            poor=int(request.quality == "poor"),
            markers=request.markers,
            rings=request.rings,
            enters_enemy_adjacent=request.enters_enemy_adjacent,
        ),
        "activation",
    )
    must_retreat = request.rings >= RINGS_THAT_DAMAGE or test.band == "below0"
    actions: tuple[TrainAction, ...] = ()
    if must_retreat:
        umpire.result("train-7-hits", "it goes back along its track and does nothing else")
    else:
        actions = actions_of(
            test.band, has_moved=request.has_moved, has_acted=request.has_acted, carries=request.carries
        )
        told = ", ".join(actions).replace("_", " ") or "nothing"
        umpire.result("train-3-movement", "it may do one of these: {actions}", actions=told)
    return TrainActivationOutcome(card=card, band=test.band, must_retreat=must_retreat, actions=actions)


def actions_of(band: Band, *, has_moved: bool, has_acted: bool, carries: Kind | None) -> tuple[TrainAction, ...]:
    """Return what a train may do on a score of 0 or better, besides nothing.

    Args:
        band: How well it was activated.
        has_moved: Whether it has moved in this turn.
        has_acted: Whether it has fired, held its fire or been otherwise busy in this turn.
        carries: What it has aboard; None for nothing.

    Rules: train-3-movement, train-5-carrying, act-table.
    """
    may_fire: tuple[TrainAction, ...] = () if has_moved or has_acted else ("fire", "hold_fire")
    if band == "1-0":
        return may_fire
    loading: TrainAction = "board" if carries is None else "unload"
    may_move: tuple[TrainAction, ...] = () if has_acted else ("move",)
    return (*may_move, *may_fire, *((loading,) if may_fire else ()))


# ---------------------------------------------------------------- its rails


@frozen(kw_only=True)
class RailMove:
    """A place to which a train can go.

    Attributes:
        path: The squares entered, in order; the last is that of the gun carriage.
        facing: Where it faces there: along its track, never turned round.
        near_enemy: Whether any of the squares is next to an enemy, so that going there takes a test.
    """

    path: tuple[Square, ...]
    facing: Facing
    near_enemy: bool = False


def rail_moves(field: Field, train: Unit, occupancy: Chart) -> tuple[RailMove, ...]:
    """Return every place that a train can reach along its rails, nearest first; how far does not matter.

    Only the square of the gun carriage counts. It goes through friends but not through enemies or another train, and
    does not end where the Square Occupancy Table forbids it.

    Args:
        field: The field.
        train: The train.
        occupancy: The Square Occupancy Table in force.

    Rules: train-3-movement, train-1-square, turn-5-test-needed.
    """
    board, start = field.board, where(train)
    enemies = [where(other) for other in field.of(enemy_of(train.side))]
    near = {square for enemy in enemies for square in board.grid.neighbours(enemy)}
    seen = {start}
    waiting: list[tuple[tuple[Square, ...], Facing]] = [((), train.facing)]
    found: list[RailMove] = []
    for path, facing in waiting:
        here = path[-1] if path else start
        for onward in board.grid.neighbours(here):
            if onward in seen or not board.has_railway(here, onward) or _bars(field, train, onward):
                continue
            seen.add(onward)
            longer = (*path, onward)
            turned = along_the_track(facing, board.grid.direction(here, onward))
            waiting.append((longer, turned))
            if not entry_objections(field, train, onward, occupancy):
                found.append(RailMove(path=longer, facing=turned, near_enemy=not near.isdisjoint(longer)))
    return tuple(found)


def along_the_track(facing: Facing, step: SquareDirection) -> Facing:
    """Return where a train faces after a step: forward as the step, backward as its opposite.

    >>> along_the_track("E", "NE"), along_the_track("E", "W")
    ('NE', 'E')

    Rules: train-2-armament, train-3-movement.
    """
    is_forward = abs(SquareGrid.eighths_between(facing, step)) <= QUARTER
    return step if is_forward else SquareGrid.turned(step, HALF)


def _bars(field: Field, train: Unit, square: Square) -> bool:
    return any(other.side != train.side or other.kind == "train" for other in field.at(square))


# ---------------------------------------------------------------- the unit that it carries


@frozen(kw_only=True)
class BoardingOutcome:
    """Who went aboard or got off.

    Attributes:
        train: The train afterwards.
        unit: The unit that it carries, or carried, afterwards.
    """

    train: Unit
    unit: Unit


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
            yield Problem(".unit", f"no unit that is left is called {self.unit!r}", "bad-input")
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
    rules=("train-5-carrying", "act-table", "occ-table", "train-7-hits"),
    example=_boarding_example,
)
def boarding(request: BoardingRequest, umpire: Umpire[Options]) -> BoardingOutcome:
    """Put a unit off a train into a square next to it, or take one aboard from such a square.

    That is all that either of them does in the turn. Who gets off stands in masses, mounted or limbered, and goes
    aboard so.

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
    if request.band not in ("automatic", "2+"):
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
        message = f"a train carries infantry, cavalry or artillery, not {unit.kind.replace('_', ' ')} units"
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
