"""Armoured trains: contact with the enemy, and capture."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Annotated, ClassVar, Literal, TypeAlias

from attrs import evolve, frozen

from rcw_rules.kernel import words
from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Size
from rcw_rules.kernel.geometry.hexes import HexMap
from rcw_rules.kernel.needs import Need
from rcw_rules.kernel.procedures import Choice, Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.marks import Cites
from rcw_rules.orel.definitions import (
    called,
    grid_in,
    note_values,
    off_the_board_in_play,
    off_the_rails,
    required_board,
)
from rcw_rules.orel.fire.support import FireUse
from rcw_rules.orel.model import (
    Depot,
    HexLabel,
    Unit,
    enemy_of,
    listed,
    wrong_places,
    wrong_words,
)
from rcw_rules.orel.options import Options

ContactBar: TypeAlias = Literal["unsupplied", "fired", "elsewhere", "railroad"]
"""What keeps a train from contact: it is unsupplied; it has fired in this phase; it is in none of the hexes from which
the attack comes, or in defence not in the attacked one; or its railroad does not lead straight to the enemy."""

ESCAPE: Literal[2] = 2  # 9.1.2-capture: hexes

_CONTACT_BARS: dict[ContactBar, tuple[str, str]] = {
    "unsupplied": ("8.2.3-effects", "{train} is unsupplied: it moves and does not fight"),
    "fired": ("9.1-contact", "{train} has fired in this phase, which takes the place of contact"),
    "elsewhere": ("9.1-contact", "{train} is in no hex from which its side attacks or in which it is attacked"),
    "railroad": ("9.1-contact", "the railroad of {train} does not lead straight to the enemy"),
}


def wrong_train(path: str, train: Unit) -> Iterator[Problem]:
    """Yield a problem if a unit is no armoured train.

    Rules: X-bad-units.
    """
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
    about="Does the train enter into contact with the enemy instead of supporting from afar? Default: no.",
    default=lambda contact, alternatives: False,
    unit=lambda contact: contact.train.key,
    side=lambda contact: contact.train.side,
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

    def summary(self, request: TrainContactRequest) -> str:
        """Return whether the train may enter into contact, and what keeps it from doing so."""
        name = called(request.train)
        if self.may_enter:
            return words.sentences(f"{name} may enter into contact")
        why = words.listed(_CONTACT_BARS[bar][1].format(train="the train") for bar in self.bars)
        return words.sentences(f"{name} may not enter into contact: {why}")


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
        yield from wrong_train(".train", self.train)
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
    yield from off_the_board_in_play(request, request.board, options)


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

    def summary(self, request: TrainCaptureRequest) -> str:
        """Return whether the train is captured, falls back or stays."""
        name = called(request.train)
        if self.result == "falls_back":
            return words.sentences(f"{name} falls back {words.counted(self.hexes, 'hex', 'hexes')} along its railroad")
        return words.sentences(
            f"{name} {'is captured' if self.result == 'captured' else 'stays: no enemy enters its hex'}"
        )


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

    needs: ClassVar[tuple[Need, ...]] = (
        Need(
            "train.hex",
            {"can_leave": "missing"},
            message="is missing; give it, or say whether the train can leave",
            rule="9.1.2-capture",
        ),
    )

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        yield from wrong_words(self.board)
        yield from off_the_rails(self, self.board)
        yield from wrong_train(".train", self.train)
        for number, enemy in enumerate(self.enemies):
            if enemy.side == self.train.side:
                yield Problem(f".enemies[{number}].side", f"expected {enemy_of(self.train.side)}", "X-bad-units")
        everybody = ((".train", self.train), *listed("enemies", self.enemies), *listed("depots", self.depots))
        yield from wrong_places(everybody, grid_in(self.board))
        if self.can_leave is not None and (self.board is not None or self.enemies or self.depots):
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
    yield from off_the_board_in_play(request, request.board, options)


def _can_leave(umpire: Umpire[Options], request: TrainCaptureRequest) -> bool:
    if request.can_leave is not None:
        return request.can_leave
    question = f"Which hexes are next along the railroad from {request.train.hex}?"
    board = required_board(request.board, umpire.options, question)
    return bool(free_rails(board, request.train, (*request.enemies, *request.depots)))
