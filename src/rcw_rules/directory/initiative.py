"""The initiative: which sides have a player-turn, and in which order."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from rcw_rules.directory.model import FIRST_TURN, SIDES, Game, Side, TurnName, agree, people, turn_index
from rcw_rules.directory.options import Options
from rcw_rules.kernel.dice import d6
from rcw_rules.kernel.errors import ChartError, Problem
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import sentences

FIRST_PLAYER: dict[Game, Side] = {  # ini-first-directory, ini-first-makhno
    "fall_of_the_directory": "bolsheviks",
    "makhnos_return": "makhnovists",
}
_FIRST_TURN_RULES: dict[Game, str] = {
    "fall_of_the_directory": "ini-first-directory",
    "makhnos_return": "ini-first-makhno",
}
_TABLE_RULES: dict[Game, str] = {
    "fall_of_the_directory": "ini-table-directory",
    "makhnos_return": "ini-table-makhno",
}
_PLACES = ("first", "second", "last")


def turn_problems(game: Game, turn: TurnName, path: str = ".turn") -> Iterator[Problem]:
    """Yield a problem if a turn lies before the first one of *game*.

    Rules: bad-input, gen-games.
    """
    if turn_index(game, turn) is None:
        first = FIRST_TURN[game]
        message = f"{turn} lies before {first}, the first turn of {game}; name one of the half year that begins with it"
        yield Problem(path, message, "bad-input")


def side_problems(game: Game, side: Side, path: str) -> Iterator[Problem]:
    """Yield a problem if a side is not played in *game*.

    Rules: gen-games.
    """
    if side not in SIDES[game]:
        yield Problem(path, f"{side} is not a side of {game}; expected one of {', '.join(SIDES[game])}", "gen-games")


def order_problems(game: Game, turn: TurnName, order: tuple[Side, ...]) -> Iterator[Problem]:
    """Yield what is wrong with an order of player-turns in *turn*.

    The first turn of a game has one player-turn, every other one for each side.

    Rules: seq-turn, ini-first-directory, ini-first-makhno, ini-table-directory, ini-table-makhno.
    """
    strangers = [
        problem for place, side in enumerate(order) for problem in side_problems(game, side, f".order[{place}]")
    ]
    yield from strangers
    if strangers:
        return
    if turn == FIRST_TURN[game]:
        if order != (FIRST_PLAYER[game],):
            message = f"in {turn} only the {FIRST_PLAYER[game]} have a player-turn, not {', '.join(order)}"
            yield Problem(".order", message, _FIRST_TURN_RULES[game])
    elif sorted(order) != sorted(SIDES[game]):
        message = f"expected each of {', '.join(SIDES[game])} once, got {', '.join(order)}"
        yield Problem(".order", message, _TABLE_RULES[game])


@frozen(kw_only=True)
class InitiativeOutcome:
    """Who moves in which order.

    Attributes:
        order: The sides that have a player-turn, the first to move first; allies have theirs within it.
    """

    order: tuple[Side, ...]

    def summary(self, request: InitiativeRequest) -> str:
        """Return the order of the player-turns."""
        first, *others = map(people, self.order)
        if not others:
            return sentences(f"only {first} and their allies move in {request.turn}")
        return sentences(f"{first} {agree(self.order[0], 'moves', 'move')} first, then {', then '.join(others)}")


@frozen(kw_only=True, cache_hash=True)
class InitiativeRequest(Request[InitiativeOutcome]):
    """A turn that begins.

    Attributes:
        game: Which of the two games is played.
        turn: The turn.
    """

    game: Game
    turn: TurnName

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield contradictions, with paths below the request."""
        yield from turn_problems(self.game, self.turn)


def _example() -> InitiativeRequest:
    return InitiativeRequest(game="fall_of_the_directory", turn="January I")


@procedure(
    "directory.initiative",
    title="Who moves in which order?",
    rules=("ini-table-directory",),
    example=_example,
)
def initiative(request: InitiativeRequest, umpire: Umpire[Options]) -> InitiativeOutcome:
    """Determine the order of the player-turns: one die on the table of the game, every turn.

    The first turn needs no die; only one side and its allies move in it.

    Rules: ini-first-directory, ini-first-makhno, ini-table-directory, ini-table-makhno, gen-die.
    """
    game = request.game
    if request.turn == FIRST_TURN[game]:
        side = FIRST_PLAYER[game]
        umpire.result(
            _FIRST_TURN_RULES[game], "only the {side} and their allies move in {turn}", side=side, turn=request.turn
        )
        return InitiativeOutcome(order=(side,))
    die = umpire.roll(d6, "initiative", _TABLE_RULES[game])
    chart = f"initiative_{game}"
    sides: dict[int | str, Side] = {side: side for side in SIDES[game]}
    places = [umpire.look_up(chart, die, place).result for place in _PLACES]
    order: tuple[Side, ...] = tuple(sides[place] for place in places if place in sides)
    if len(set(order)) < len(_PLACES):
        raise ChartError(chart, f"row {die} should name each of {', '.join(SIDES[game])} once")
    umpire.result("ini-allies", "{order}; allies move with their side", order=", then ".join(order))
    return InitiativeOutcome(order=order)
