"""A train against a train: the dice, what the loser suffers, and the advance of the winner."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from attrs import evolve, frozen

from rcw_rules.kernel import words
from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.dice import d6
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Size
from rcw_rules.kernel.geometry.hexes import HexMap
from rcw_rules.kernel.ledger import Ledger, Modifier
from rcw_rules.kernel.procedures import Choice, Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.marks import Cites
from rcw_rules.orel.definitions import (
    called,
    clause,
    grid_in,
    is_friendly_edge,
    note_values,
    off_the_board_in_play,
    off_the_rails,
    required_board,
)
from rcw_rules.orel.fire.trains import wrong_train
from rcw_rules.orel.model import (
    LAST_DAY,
    Day,
    Depot,
    Unit,
    enemy_of,
    listed,
    without_lost_steps,
    wrong_places,
    wrong_words,
)
from rcw_rules.orel.options import Options
from rcw_rules.orel.retreats import Surroundings, way_back
from rcw_rules.orel.supply import rail_net

UNDAMAGED_HEAVY = Modifier(id="undamaged_heavy", value=2, reason="undamaged heavy train", rule="9.1.1-duel")
DOUBLE = 2  # 9.1.1-duel
TURNS_AWAY = 2  # 9.1.1-duel


DUEL_ADVANCE: Choice[Unit, bool] = Choice(
    "train_advance",
    rule="9.1.1-duel",
    who="attacker",
    about="The train has beaten a train: does it go forward into its hex? Default: no.",
    default=lambda train, alternatives: False,
    unit=lambda train: train.key,
    side=lambda train: train.side,
)


@frozen(kw_only=True)
class TrainDuelOutcome:
    """How a train fared against a train.

    Attributes:
        winner: Which side won.
        attacker: The attacking train after the duel, in its new hex; None if it is gone.
        defender: The attacked train likewise.
        destroyed: The key of a train that is gone for good.
        falls_back: The key of a train that must fall back one hex and, with no board, has not been moved.
        returning: A train that comes back repaired, as a reinforcement on its railroad.
        returns: The day on which it comes back; days past the end of the game are never.
        returns_at: The hex on a friendly edge where its railroad leaves the map, of several the nearest; None where
            no board is given, or no railroad leads there.
        depots_eliminated: The keys of enemy depots that fall because the attacking train goes forward into their hex;
            `orel.depot_elimination` tells what they leave.
    """

    winner: Literal["attacker", "defender", "neither"]
    attacker: Unit | None
    defender: Unit | None
    destroyed: tuple[str, ...] = ()
    falls_back: tuple[str, ...] = ()
    returning: Unit | None = None
    returns: int | None = None
    returns_at: str | None = None
    depots_eliminated: Annotated[tuple[str, ...], Cites("3.3-elimination")] = ()

    def summary(self, request: TrainDuelRequest) -> str:
        """Return which train wins, and what happens to the other."""
        if self.winner == "neither":
            return "Neither train wins the duel."
        won, lost = request.attacker, request.defender
        if self.winner == "defender":
            won, lost = lost, won
        left = self.attacker if self.winner == "defender" else self.defender
        name = called(lost)
        if self.destroyed:
            fate = "is destroyed"
        elif self.returns is not None:
            where = f" by hex {self.returns_at}" if self.returns_at else ""
            back = f"comes back repaired on {self.returns} October{where}"
            fate = f"is removed and {'does not come back' if self.returns > LAST_DAY else back}"
        elif self.falls_back:
            fate = "is damaged and must fall back 1 hex"
        elif left is None or left.hex == lost.hex:
            fate = "is damaged and stays, since it cannot fall back"
        else:
            fate = f"is damaged and falls back {f'to hex {left.hex}' if left.hex else 'off the map'}"
        goes = ""
        if won is request.attacker and self.attacker is not None and self.attacker.hex != won.hex:
            goes = f"{called(won)} goes forward to hex {self.attacker.hex}"
        fallen = clause(self.depots_eliminated, {}, "[is|are] eliminated")
        return words.sentences(f"{called(won)} wins the duel", f"{name} {fate}", goes, fallen)


@frozen(kw_only=True, cache_hash=True)
class TrainDuelRequest(Request[TrainDuelOutcome]):
    """A train that attacks a train. Either both stand in hexes, on a board, or neither does.

    Attributes:
        attacker: The attacking train.
        defender: The attacked train.
        day: The day.
        again: Whether the attacking train has attacked a train in this phase already.
        others: Every other unit, of both sides; without hexes, those in the hex of the attacked train.
        depots: The depots of both sides; without hexes, those in the hex of the attacked train.
        board: The board with its railroads, unless it is an option.
    """

    attacker: Unit
    defender: Unit
    day: Day
    again: Annotated[bool, Cites("9.1.1-duel")] = False
    others: Annotated[tuple[Unit, ...], Size(0, 999)] = ()
    depots: Annotated[tuple[Depot, ...], Size(0, 99)] = ()
    board: Annotated[HexMap | None, Cites("D-map")] = None

    @property
    def company(self) -> tuple[Unit | Depot, ...]:
        """Every unit and depot with the attacked train."""
        everybody: tuple[Unit | Depot, ...] = (*self.others, *self.depots)
        place = self.defender.hex
        return tuple(one for one in everybody if one.hex == place and one.side == self.defender.side)

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        yield from wrong_words(self.board)
        yield from off_the_rails(self, self.board)
        grid = grid_in(self.board)
        for name, train in (("attacker", self.attacker), ("defender", self.defender)):
            yield from wrong_train(f".{name}", train)
        if self.defender.side == self.attacker.side:
            yield Problem(".defender.side", f"expected {enemy_of(self.attacker.side)}", "X-bad-units")
        everybody = (
            (".attacker", self.attacker),
            (".defender", self.defender),
            *listed("others", self.others),
            *listed("depots", self.depots),
        )
        yield from wrong_places(everybody, grid)
        if (self.attacker.hex is None) != (self.defender.hex is None):
            missing = "attacker" if self.attacker.hex is None else "defender"
            yield Problem(f".{missing}.hex", "the hexes of both trains are given, or neither", "X-bad-combat")


def _duel_example() -> TrainDuelRequest:
    return TrainDuelRequest(
        attacker=Unit(key="Ioann Kalita", side="white", type="armoured_train_heavy", steps=2, fire=4),
        defender=Unit(key="Avrora", side="red", type="armoured_train_light", fire=3),
        day=19,
    )


@procedure(
    "orel.train_duel",
    title="Which train wins the duel?",
    rules=("9.1.1-duel",),
    example=_duel_example,
)
def train_duel(request: TrainDuelRequest, umpire: Umpire[Options]) -> TrainDuelOutcome:
    """Throw a die for each train, the attacker's first; an undamaged heavy train adds 2. The higher total wins.

    The loser is removed and comes back repaired two turns later. If the winner has at least double the loser's total,
    the loser loses a step instead: an undamaged heavy train is damaged and falls back one hex along its railroad, or
    stays if it cannot; every other is destroyed for good. Equal totals do nothing. An attacker that won may go forward
    into the hex if no enemy unit is left in it. A depot left there does not stop it, and falls when it enters: the book
    says so of attacks and does not speak of trains, so this is a reading.

    Raises:
        NeedsRuling: If the trains stand in hexes and there is no board with their railroad.

    Rules: 9.1.1-duel, 3.3-elimination, 1.1-vehicle-counters.
    """
    note_values(umpire, (request.attacker, request.defender))
    board: HexMap | None = None
    if request.attacker.hex is not None:
        question = f"Does a railroad join {request.attacker.hex} and {request.defender.hex}?"
        board = required_board(request.board, umpire.options, question)
    first, second = (_total(umpire, train) for train in (request.attacker, request.defender))
    umpire.result("9.1.1-duel", "{first} against {second}", first=first, second=second)
    if first == second:
        return TrainDuelOutcome(winner="neither", attacker=request.attacker, defender=request.defender)
    attacker_won = first > second
    loser = request.defender if attacker_won else request.attacker
    lost = _lose(umpire, request, loser, board, double=max(first, second) >= DOUBLE * min(first, second))
    attacker = _advance(umpire, request, lost.train, board) if attacker_won else lost.train
    return TrainDuelOutcome(
        winner="attacker" if attacker_won else "defender",
        attacker=attacker,
        defender=lost.train if attacker_won else request.defender,
        destroyed=lost.destroyed,
        falls_back=lost.falls_back,
        returning=lost.returning,
        returns=lost.returns,
        returns_at=lost.returns_at,
        depots_eliminated=_overrun(umpire, request, attacker) if attacker_won else (),
    )


@train_duel.legality
def _duel_objections(request: TrainDuelRequest, options: Options) -> Iterator[Objection]:
    yield from off_the_board_in_play(request, request.board, options)
    attacker, defender = request.attacker, request.defender
    if attacker.unsupplied:
        message = f"{attacker.key} is unsupplied; such a train moves and does not fight"
        yield Objection(rule="8.2.3-effects", message=message, path="$.attacker.unsupplied")
    if request.again:
        message = f"{attacker.key} has attacked a train already; once in a phase is the limit"
        yield Objection(rule="9.1.1-duel", message=message, path="$.again")
    for one in request.company:
        if isinstance(one, Unit) and not one.is_vehicle:
            message = f"{defender.key} is not alone, {one.key} is with it; only vehicles and depots may be"
            yield Objection(rule="9.1.1-duel", message=message, path="$.others")
    board = request.board or options.board
    if board is None or attacker.hex is None or defender.hex is None:
        return
    if defender.hex not in board.rail_neighbours(attacker.hex):
        message = f"{defender.hex} is not next along the railroad from {attacker.hex}"
        yield Objection(rule="9.1.1-duel", message=message, path="$.defender.hex")


@frozen
class _Lost:
    """What happened to the loser."""

    train: Unit | None
    destroyed: tuple[str, ...] = ()
    falls_back: tuple[str, ...] = ()
    returning: Unit | None = None
    returns: int | None = None
    returns_at: str | None = None


def _total(umpire: Umpire[Options], train: Unit) -> int:
    modifiers = Ledger()
    if train.type == "armoured_train_heavy" and not train.is_damaged:
        modifiers += UNDAMAGED_HEAVY
    purpose = f"die of {train.key}"
    return umpire.modify(modifiers, purpose).total + umpire.roll(d6, purpose, "9.1.1-duel")


def _lose(
    umpire: Umpire[Options], request: TrainDuelRequest, loser: Unit, board: HexMap | None, *, double: bool
) -> _Lost:
    """Return what happens to the train that lost.

    Rules: 9.1.1-duel, 1.1-vehicle-counters.
    """
    if not double:
        day = request.day + TURNS_AWAY
        umpire.result("9.1.1-duel", "{train} is removed and comes back on {day} October", train=loser.key, day=day)
        repaired = evolve(loser, steps=loser.full_steps, hex=None, in_contact=False, unsupplied=False)
        return _Lost(None, returning=repaired, returns=day, returns_at=_entry(board, loser))
    left = without_lost_steps(loser, 1)
    if left is None:
        umpire.result("9.1.1-duel", "{train} is destroyed", train=loser.key)
        return _Lost(None, destroyed=(loser.key,))
    umpire.result("1.1-vehicle-counters", "{train} is damaged", train=loser.key)
    if board is None:
        return _Lost(left, falls_back=(left.key,))
    enemy = request.defender if loser.key == request.attacker.key else request.attacker
    around = Surroundings(units=(*request.others, enemy), depots=request.depots, board=board)
    way = way_back(umpire, (left,), around)
    if not way:
        umpire.result("9.1.1-duel", "{train} cannot fall back and stays", train=loser.key)
        return _Lost(left)
    umpire.result("9.1.1-duel", "{train} falls back to {hex}", train=loser.key, hex=way[-1].hex or "the edge")
    return _Lost(evolve(left, hex=way[-1].hex))


def _entry(board: HexMap | None, train: Unit) -> str | None:
    """Return where the railroad of a train first reaches an edge that is friendly to it.

    Rules: 9.1.1-duel, 1.2-board-edges.
    """
    if board is None or train.hex is None:
        return None
    net = rail_net(board)
    path = net.link(train.hex, (place for place in net.hexes if is_friendly_edge(place, train.side, board.grid)))
    return path.places[-1] if path else None


def _advance(umpire: Umpire[Options], request: TrainDuelRequest, defender: Unit | None, board: HexMap | None) -> Unit:
    """Return the attacking train that won, in the hex where its owner wants it; a depot there does not stop it.

    Rules: 9.1.1-duel.
    """
    attacker, place = request.attacker, request.defender.hex
    held = any(isinstance(one, Unit) for one in request.company) or (defender is not None and defender.hex == place)
    if board is None or held:
        return attacker
    if not umpire.choose(DUEL_ADVANCE, (False, True), attacker):
        return attacker
    umpire.result("9.1.1-duel", "{train} goes forward to {hex}", train=attacker.key, hex=place or "")
    return evolve(attacker, hex=place)


def _overrun(umpire: Umpire[Options], request: TrainDuelRequest, attacker: Unit | None) -> tuple[str, ...]:
    """Return the keys of the depots in the hex that the attacking train has entered: alone there now, they fall.

    Rules: 3.3-elimination.
    """
    if attacker is None or attacker.hex is None or attacker.hex == request.attacker.hex:
        return ()
    fallen = tuple(one.key for one in request.company if isinstance(one, Depot))
    if fallen:
        umpire.result("3.3-elimination", "depots eliminated: {units}", units=", ".join(fallen))
    return fallen
