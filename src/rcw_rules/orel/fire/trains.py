"""Armoured trains: contact with the enemy, a train against a train, and capture."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Annotated, Literal, TypeAlias

from attrs import evolve, frozen

from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.dice import d6
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Size
from rcw_rules.kernel.geometry.hexes import HexMap
from rcw_rules.kernel.ledger import Ledger, Modifier
from rcw_rules.kernel.procedures import Choice, Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.orel.definitions import (
    grid_in,
    is_friendly_edge,
    note_values,
    off_the_rails,
    off_the_rails_in_play,
    required_board,
)
from rcw_rules.orel.fire.support import FireUse
from rcw_rules.orel.model import (
    Day,
    Depot,
    HexLabel,
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
from rcw_rules.ruleset import Cites

ContactBar: TypeAlias = Literal["unsupplied", "fired", "elsewhere", "railroad"]
"""What keeps a train from contact: it is unsupplied; it has fired in this phase; it is in none of the hexes from which
the attack comes, or in defence not in the attacked one; or its railroad does not lead straight to the enemy."""

UNDAMAGED_HEAVY = Modifier(id="undamaged_heavy", value=2, reason="undamaged heavy train", rule="9.1.1-duel")
DOUBLE = 2  # 9.1.1-duel
TURNS_AWAY = 2  # 9.1.1-duel
ESCAPE: Literal[2] = 2  # 9.1.2-capture: hexes

_CONTACT_BARS: dict[ContactBar, tuple[str, str]] = {
    "unsupplied": ("8.2.3-effects", "{train} is unsupplied: it moves and does not fight"),
    "fired": ("9.1-contact", "{train} has fired in this phase, which takes the place of contact"),
    "elsewhere": ("9.1-contact", "{train} is in no hex from which its side attacks or in which it is attacked"),
    "railroad": ("9.1-contact", "the railroad of {train} does not lead straight to the enemy"),
}


def _wrong_train(path: str, train: Unit) -> Iterator[Problem]:
    if not train.is_train:
        yield Problem(
            f"{path}.type", f"expected an armoured train, and {train.key} is of type {train.type}", "X-bad-units"
        )


# -------------------------------------------------------------------- contact


@frozen(kw_only=True)
class Contact:
    """What the owner of a train sees when deciding whether it enters into contact.

    Attributes:
        train: The train, which may.
        attacking: Whether the train's side attacks.
    """

    train: Unit
    attacking: bool


TRAIN_CONTACT: Choice[Contact, bool] = Choice(
    "train_contact",
    rule="9.1-contact",
    who="owner",
    about="Whether a train that may enters into contact with the enemy, in place of firing from afar. Default: it "
    "supports.",
    default=lambda contact, alternatives: False,
)


def contact_bars(
    train: Unit, target: str, attacking: Collection[str], next_hexes: Collection[str], *, attacks: bool, fired: FireUse
) -> tuple[ContactBar, ...]:
    """Return everything that keeps a train from entering into contact.

    Args:
        train: The train.
        target: The attacked hex.
        attacking: The hexes that the attack comes from.
        next_hexes: The next hexes along the railroad from the train's.
        attacks: Whether its side attacks.
        fired: What it has done with its fire in this phase.

    Rules: 9.1-contact, 9-accompanied, 8.2.3-effects.
    """
    bars: list[ContactBar] = []
    if train.unsupplied:
        bars.append("unsupplied")
    if fired != "none":
        bars.append("fired")
    own, enemy = (attacking, (target,)) if attacks else ((target,), attacking)
    if train.hex not in own:
        bars.append("elsewhere")
    if not any(place in next_hexes for place in enemy):
        bars.append("railroad")
    return tuple(bars)


def decides_on_contact(umpire: Umpire[Options], train: Unit, *, attacking: bool) -> Unit:
    """Let the owner of a train that may enter into contact decide, and return the train as it then is.

    Rules: 9.1-contact.
    """
    chosen = umpire.choose(TRAIN_CONTACT, (False, True), Contact(train=train, attacking=attacking))
    return evolve(train, in_contact=chosen)


# -------------------------------------------------------------------- orel.train_contact


@frozen(kw_only=True)
class TrainContactOutcome:
    """Whether a train may enter into contact.

    Attributes:
        may_enter: Whether it may.
        bars: Everything that keeps it from doing so.
    """

    may_enter: bool
    bars: tuple[ContactBar, ...] = ()


@frozen(kw_only=True, cache_hash=True)
class TrainContactRequest(Request[TrainContactOutcome]):
    """A train and a combat.

    Attributes:
        train: The train, in its hex.
        target: The attacked hex.
        attacking: The hexes that the attack comes from.
        attacks: Whether the side of the train attacks.
        next_hexes: The next hexes along the railroad from the train's; by default those on the board.
        fired: What it has done with its fire in this phase.
        board: The board with its railroads, unless it is an option.
    """

    train: Unit
    target: HexLabel
    attacking: Annotated[tuple[HexLabel, ...], Size(1, 6)]
    attacks: bool = True
    next_hexes: Annotated[tuple[HexLabel, ...], Size(0, 6)] | None = None
    fired: FireUse = "none"
    board: Annotated[HexMap | None, Cites("D-map")] = None

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        yield from wrong_words(self.board)
        yield from off_the_rails(self, self.board)
        grid = grid_in(self.board)
        yield from _wrong_train(".train", self.train)
        yield from wrong_places(((".train", self.train),), grid, must_stand=True)
        on_grid = grid.has(self.target)
        if not on_grid:
            yield Problem(".target", f"hex {self.target} is not on the board", "X-bad-units")
        for name in ("attacking", "next_hexes"):
            around = self.target if name == "attacking" else self.train.hex
            for number, place in enumerate(getattr(self, name) or ()):
                if not grid.has(place):
                    yield Problem(f".{name}[{number}]", f"hex {place} is not on the board", "X-bad-units")
                elif around is not None and grid.has(around) and place not in grid.neighbours(around):
                    yield Problem(f".{name}[{number}]", f"hex {place} is not next to {around}", "X-bad-combat")
        if self.board is not None and self.next_hexes is not None:
            yield Problem(".next_hexes", "the board has the railroads already; leave one of the two out", "D-map")


def _contact_example() -> TrainContactRequest:
    train = Unit(key="Ioann Kalita", side="white", type="armoured_train_heavy", hex="2705", steps=2, fire=4)
    return TrainContactRequest(train=train, target="2704", attacking=("2705", "2604"), next_hexes=("2704", "2706"))


@procedure(
    "orel.train_contact",
    title="May the train enter into contact?",
    rules=("9.1-contact",),
    example=_contact_example,
)
def train_contact(request: TrainContactRequest, umpire: Umpire[Options]) -> TrainContactOutcome:
    """Say whether a train may enter into contact, in place of a barrage or support, before supports throw.

    In attack the train is in a hex from which the attack comes, since vehicles attack only beside combat units, and the
    next hex along its railroad is the attacked one; in defence it is in the attacked hex, and the next one of those
    from which the attack comes. It must be supplied and may not have fired.

    Raises:
        NeedsRuling: If neither the next hexes nor a board with the railroad are given.

    Rules: 9.1-contact.
    """
    note_values(umpire, (request.train,))
    next_hexes = request.next_hexes
    if next_hexes is None:
        place = request.train.hex or ""
        board = required_board(request.board, umpire.options, f"Which hexes are next along the railroad from {place}?")
        next_hexes = board.rail_neighbours(place)
    bars = contact_bars(
        request.train, request.target, request.attacking, next_hexes, attacks=request.attacks, fired=request.fired
    )
    for bar in bars:
        rule, why = _CONTACT_BARS[bar]
        umpire.result(rule, why, train=request.train.key)
    if not bars:
        umpire.result("9.1-contact", "{train} may enter into contact", train=request.train.key)
    return TrainContactOutcome(may_enter=not bars, bars=bars)


@train_contact.legality
def _contact_objections(request: TrainContactRequest, options: Options) -> Iterator[Objection]:
    yield from off_the_rails_in_play(request, request.board, options)


# -------------------------------------------------------------------- orel.train_duel

DUEL_ADVANCE: Choice[Unit, bool] = Choice(
    "train_advance",
    rule="9.1.1-duel",
    who="attacker",
    about="Whether a train that attacked a train and won goes forward into its hex. Default: it stays.",
    default=lambda train, alternatives: False,
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
    """

    winner: Literal["attacker", "defender", "neither"]
    attacker: Unit | None
    defender: Unit | None
    destroyed: tuple[str, ...] = ()
    falls_back: tuple[str, ...] = ()
    returning: Unit | None = None
    returns: int | None = None
    returns_at: str | None = None


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
            yield from _wrong_train(f".{name}", train)
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
    title="How does the train fare against the train?",
    rules=("9.1.1-duel",),
    example=_duel_example,
)
def train_duel(request: TrainDuelRequest, umpire: Umpire[Options]) -> TrainDuelOutcome:
    """Throw a die for each train, the attacker's first; an undamaged heavy train adds 2. The higher total wins.

    The loser is removed and comes back repaired two turns later. If the winner has at least double the loser's total,
    the loser loses a step instead: an undamaged heavy train is damaged and falls back one hex along its railroad, or
    stays if it cannot; every other is destroyed for good. Equal totals do nothing. An attacker that won may go forward
    into the hex if no enemy is left in it.

    Raises:
        NeedsRuling: If the trains stand in hexes and there is no board with their railroad.

    Rules: 9.1.1-duel, 1.1-vehicle-counters.
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
    return TrainDuelOutcome(
        winner="attacker" if attacker_won else "defender",
        attacker=_advance(umpire, request, lost.train, board) if attacker_won else lost.train,
        defender=lost.train if attacker_won else request.defender,
        destroyed=lost.destroyed,
        falls_back=lost.falls_back,
        returning=lost.returning,
        returns=lost.returns,
        returns_at=lost.returns_at,
    )


@train_duel.legality
def _duel_objections(request: TrainDuelRequest, options: Options) -> Iterator[Objection]:
    yield from off_the_rails_in_play(request, request.board, options)
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
    """Return the attacking train that won, in the hex where its owner wants it.

    Rules: 9.1.1-duel.
    """
    attacker, place = request.attacker, request.defender.hex
    if board is None or request.company or (defender is not None and defender.hex == place):
        return attacker
    if not umpire.choose(DUEL_ADVANCE, (False, True), attacker):
        return attacker
    umpire.result("9.1.1-duel", "{train} goes forward to {hex}", train=attacker.key, hex=place or "")
    return evolve(attacker, hex=place)


# -------------------------------------------------------------------- orel.train_capture


@frozen(kw_only=True)
class TrainCaptureOutcome:
    """What happens to a train that is driven from its hex, or left alone in it.

    Attributes:
        result: Captured; ``falls_back``, still to be carried out; or ``stays``, because no unit enters its hex.
        hexes: How many hexes it falls back.
        captured: The train in the captor's colours, usable from the captor's next turn; None unless it is captured.
    """

    result: Literal["captured", "falls_back", "stays"]
    hexes: Literal[0, 1, 2] = 0
    captured: Unit | None = None


def free_rails(board: HexMap, train: Unit, enemies: Iterable[Unit | Depot]) -> tuple[str, ...]:
    """Return the next hexes along the railroad from a train's that hold no enemy.

    Rules: 9.1.2-capture.
    """
    held = {enemy.hex for enemy in enemies if enemy.side != train.side}
    return tuple(place for place in board.rail_neighbours(train.hex or "") if place not in held)


def in_captors_colours(train: Unit) -> Unit:
    """Return a train as its captor has it: the same steps, no longer of any formation or division of the enemy.

    Rules: 9.1.2-capture.
    """
    return evolve(
        train,
        side=enemy_of(train.side),
        formation="",
        division="",
        independent=False,
        in_contact=False,
        out_of_command=False,
        inactive=False,
    )


@frozen(kw_only=True, cache_hash=True)
class TrainCaptureRequest(Request[TrainCaptureOutcome]):
    """A train attacked by combat units that must leave its hex, or whose stack is gone.

    Attributes:
        train: The train, with whether it is in contact.
        stack_eliminated: Whether it had friendly units with it and all of them are eliminated or have surrendered;
            else it must retreat, alone or with its stack.
        attacker_enters: Whether an attacking combat unit enters its hex.
        can_leave: Whether the railroad leads on to a hex without an enemy; by default as the board and the enemies have
            it.
        enemies: The enemy units on the map.
        depots: The depots of both sides.
        board: The board with its railroads, unless it is an option.
    """

    train: Unit
    stack_eliminated: bool = False
    attacker_enters: bool = True
    can_leave: bool | None = None
    enemies: Annotated[tuple[Unit, ...], Size(0, 999)] = ()
    depots: Annotated[tuple[Depot, ...], Size(0, 99)] = ()
    board: Annotated[HexMap | None, Cites("D-map")] = None

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        yield from wrong_words(self.board)
        yield from off_the_rails(self, self.board)
        yield from _wrong_train(".train", self.train)
        for number, enemy in enumerate(self.enemies):
            if enemy.side == self.train.side:
                yield Problem(f".enemies[{number}].side", f"expected {enemy_of(self.train.side)}", "X-bad-units")
        everybody = ((".train", self.train), *listed("enemies", self.enemies), *listed("depots", self.depots))
        yield from wrong_places(everybody, grid_in(self.board))
        if self.can_leave is None:
            if self.train.hex is None:
                message = "is missing; give it, or say whether the train can leave"
                yield Problem(".train.hex", message, "9.1.2-capture")
        elif self.board is not None or self.enemies or self.depots:
            message = "whether it can leave is given already; leave one of the two out"
            yield Problem(".can_leave", message, "9.1.2-capture")


def _capture_example() -> TrainCaptureRequest:
    train = Unit(key="Avrora", side="red", type="armoured_train_light", fire=3, in_contact=True)
    return TrainCaptureRequest(train=train, stack_eliminated=True, can_leave=True)


@procedure(
    "orel.train_capture",
    title="Is the train captured?",
    rules=("9.1.2-capture",),
    example=_capture_example,
)
def train_capture(request: TrainCaptureRequest, umpire: Umpire[Options]) -> TrainCaptureOutcome:
    """Say whether a train is captured, falls back or stays.

    A train in contact whose stack is eliminated cannot get away. Every other falls back if a next hex of its railroad
    holds no enemy: two hexes if its stack is eliminated, else one. A train that cannot is captured when an attacker
    enters the hex, and stays if none does. Damage is kept.

    Raises:
        NeedsRuling: If the railroad decides and there is no board.

    Rules: 9.1.2-capture, 9-stack-lost.
    """
    train = request.train
    note_values(umpire, (train,))
    lost_in_contact = request.stack_eliminated and train.in_contact
    if not lost_in_contact and _can_leave(umpire, request):
        hexes: Literal[1, 2] = ESCAPE if request.stack_eliminated else 1
        text = "{train} falls back {hexes} hexes" if hexes > 1 else "{train} falls back a hex"
        umpire.result("9.1.2-capture", text, train=train.key, hexes=hexes)
        return TrainCaptureOutcome(result="falls_back", hexes=hexes)
    if not request.attacker_enters:
        umpire.result("9.1.2-capture", "{train} stays, since nobody enters its hex", train=train.key)
        return TrainCaptureOutcome(result="stays")
    umpire.result("9.1.2-capture", "{train} is captured", train=train.key)
    return TrainCaptureOutcome(result="captured", captured=in_captors_colours(train))


@train_capture.legality
def _capture_objections(request: TrainCaptureRequest, options: Options) -> Iterator[Objection]:
    yield from off_the_rails_in_play(request, request.board, options)


def _can_leave(umpire: Umpire[Options], request: TrainCaptureRequest) -> bool:
    if request.can_leave is not None:
        return request.can_leave
    question = f"Which hexes are next along the railroad from {request.train.hex}?"
    board = required_board(request.board, umpire.options, question)
    return bool(free_rails(board, request.train, (*request.enemies, *request.depots)))
