"""Procedures of every shape, to be walked and drawn from."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from math import prod
from typing import Any, TypeVar

from attrs import frozen

from rcw_rules import (
    Choice,
    DiceSource,
    Request,
    Ruleset,
    Umpire,
    procedure,
)
from rcw_rules.kernel.cards import Deck
from rcw_rules.kernel.dice import Faces, Variable, d, d4, d6, d10, d100, opposed, pick
from rcw_rules.kernel.variables import Roller
from rcw_rules.marks import NoOptions

T = TypeVar("T")


CALLS: list[object] = []
"""The requests for which a counted procedure ran."""


DISTURBANCE: list[int] = []
"""What a procedure looks at without its umpire, so that it is not a function of its request."""


# ------------------------------------------------------------------ procedures of every shape

VARIABLES: dict[str, Variable[Any]] = {
    "die": d6,
    "sum": d4.sum(2),
    "no dice": d4.sum(0),
    "count": d6.count(3, at_least=5),
    "certain count": d6.count(2, at_most=6),
    "best": d6.best(3, keep=2),
    "worst": d4.worst(2),
    "halved": d6.halved(),
    "percentile": d100,
    "in order": d(3).each(2),
    "check": d10.check(at_most=6, always=(10,), never=(1,)),
    "certain check": d6.check(at_least=1),
    "opposed": opposed(d6, d4, plus_first=1, plus_second=-1),
    "pick": pick(("rifle", "gun", "rifle", "sabre"), 2),
    "card": Deck.standard().draw(),
}


@frozen(kw_only=True)
class Throws(Request[tuple[Any, ...]]):
    kinds: tuple[str, ...]


@procedure("toy.throws", title="What do these show?", rules=("toy-dice",))
def throws(request: Throws, umpire: Umpire[NoOptions]) -> tuple[Any, ...]:
    return tuple(umpire.roll(VARIABLES[kind], kind, "toy-dice") for kind in request.kinds)


@frozen(kw_only=True)
class SiegeOutcome:
    assaults: int
    stormed: bool


@frozen(kw_only=True)
class Siege(Request[SiegeOutcome]):
    assaults: int


@procedure("toy.siege", title="When do the walls fall?", rules=("toy-siege",))
def siege(request: Siege, umpire: Umpire[NoOptions]) -> SiegeOutcome:
    for number in range(1, request.assaults + 1):
        face = umpire.roll(d6, "assault", "toy-siege")
        if face == 6:
            return SiegeOutcome(assaults=number, stormed=True)
        if face == 1 and not umpire.roll(d4.check(at_least=3), "rally", "toy-siege"):
            return SiegeOutcome(assaults=number, stormed=False)
    return SiegeOutcome(assaults=request.assaults, stormed=False)


GIVE_GROUND: Choice[int, str] = Choice(
    "give_ground",
    rule="toy-ground",
    who="owner",
    about="Whether to give ground. Default: hold if 2 or more stands are left.",
    default=lambda left, alternatives: "hold" if left >= 2 else "give",
)


@frozen(kw_only=True)
class Stand(Request[str]):
    stands: int


@procedure("toy.stand", title="Does it stand?", rules=("toy-ground",))
def stand(request: Stand, umpire: Umpire[NoOptions]) -> str:
    CALLS.append(request)
    lost = umpire.roll(d6.count(request.stands, at_least=5), "losses", "toy-ground")
    if lost == request.stands:
        return "gone"
    if umpire.choose(GIVE_GROUND, ("hold", "give"), request.stands - lost) == "give":
        return "back"
    return "held" if umpire.roll(d6.check(at_most=4), "nerve", "toy-ground") else "back"


@frozen(kw_only=True)
class Line(Request[tuple[str, ...]]):
    units: tuple[int, ...]
    composed: bool = True


@procedure("toy.line", title="Who of the line stands?", rules=("toy-ground",))
def line(request: Line, umpire: Umpire[NoOptions]) -> tuple[str, ...]:
    went: list[str] = []
    for stands in request.units:
        asked = Stand(stands=stands)
        went.append(umpire.resolve(asked, "unit") if request.composed else stand(asked, umpire))
        if went[-1] == "gone" and umpire.roll(d6.check(at_most=2), "panic", "toy-ground"):
            break
    return tuple(went)


@frozen(kw_only=True)
class Front(Request[int]):
    lines: tuple[tuple[int, ...], ...]
    composed: bool = True


@procedure("toy.front", title="How many of the front stand?", rules=("toy-ground",))
def front(request: Front, umpire: Umpire[NoOptions]) -> int:
    held = 0
    for units in request.lines:
        asked = Line(units=units, composed=request.composed)
        went = umpire.resolve(asked, "line") if request.composed else line(asked, umpire)
        held += went.count("held")
    return held


@frozen(kw_only=True)
class Still(Request[str]):
    word: str


@procedure("toy.still", title="What without any throw?", rules=("toy-still",))
def still(request: Still, umpire: Umpire[NoOptions]) -> str:
    umpire.result("toy-still", "no dice are thrown for {word}", word=request.word)
    return request.word * 2


STEP: Choice[int, int] = Choice(
    "step",
    rule="toy-wander",
    who="wanderer",
    about="How far to go. Default: the shorter step where the place is even.",
    default=lambda place, alternatives: alternatives[place % 2],
)


@frozen(kw_only=True)
class Wander(Request[tuple[int, int]]):
    tape: tuple[int, ...]


@procedure("toy.wander", title="Where does it end?", rules=("toy-wander",))
def wander(request: Wander, umpire: Umpire[NoOptions]) -> tuple[int, int]:
    """Read the tape as a program: each word asks for something, and the answer says how far to go on."""
    place = seen = 0
    while place < len(request.tape):
        word = request.tape[place]
        if word % 5 == 0:
            value = umpire.roll(d(2), "coin", "toy-wander")
        elif word % 5 == 1:
            value = int(umpire.roll(d4.check(at_most=word % 6), "check", "toy-wander"))
        elif word % 5 == 2:
            rest = Wander(tape=request.tape[place + 1 : place + 3])
            value = sum(umpire.resolve(rest, "detour")) % 4
        elif word % 5 == 3:
            value = umpire.choose(STEP, (0, 1), place)
        else:
            value = umpire.roll(opposed(d(2), d(3)), "duel", "toy-wander") % 3
        seen = 3 * seen + value
        place += 1 + value
    return place, seen % 10


@frozen(kw_only=True)
class Fickle(Request[int]):
    how: str


@procedure("toy.fickle", title="What now?", rules=("toy-fickle",))
def fickle(request: Fickle, umpire: Umpire[NoOptions]) -> int:
    DISTURBANCE.append(0)
    first_time = len(DISTURBANCE) == 1
    match request.how:
        case "another variable":
            umpire.roll(d6 if first_time else d4, "whim", "toy-fickle")
        case "a roll, then a request":
            umpire.roll(d6, "whim", "toy-fickle") if first_time else umpire.resolve(Siege(assaults=1), "whim")
        case "a request, then a roll":
            umpire.resolve(Siege(assaults=1), "whim") if first_time else umpire.roll(d6, "whim", "toy-fickle")
        case "another type of request":
            umpire.resolve(Siege(assaults=1), "whim") if first_time else umpire.resolve(Stand(stands=1), "whim")
        case "less on a replay":
            umpire.roll(d6, "whim", "toy-fickle")
            if first_time:
                umpire.roll(d6, "second whim", "toy-fickle")
        case "the same, made again":
            umpire.roll(pick(tuple("abc")), "whim", "toy-fickle")
    return umpire.roll(d6, "end", "toy-fickle")


@frozen(kw_only=True)
class Big(Request[int]):
    small: int
    sides: int


@procedure("toy.big", title="How much is too much?", rules=("toy-big",))
def big(request: Big, umpire: Umpire[NoOptions]) -> int:
    total = sum(umpire.roll(d(2), "coins", "toy-big") for _ in range(request.small))
    return total + umpire.roll(d(request.sides), "the big die", "toy-big")


@frozen(kw_only=True)
class Bigs(Request[int]):
    """So many different `Big` ones inside, none of them kept from the one before."""

    coins: tuple[int, ...]


@procedure("toy.bigs", title="How much is too much, altogether?", rules=("toy-big",))
def bigs(request: Bigs, umpire: Umpire[NoOptions]) -> int:
    return sum(umpire.resolve(Big(small=small, sides=3), "big one") % 2 for small in request.coins)


@frozen(kw_only=True)
class Ending(Request[tuple[int, str]]):
    """What ends with a throw or a question, whose answer may itself end so, or goes on as if it had not."""

    dice: int
    how: str


@procedure("toy.ending", title="How does it end?", rules=("toy-ending",))
def ending(request: Ending, umpire: Umpire[NoOptions]) -> tuple[int, str]:
    hits = umpire.roll(d6.count(request.dice, at_least=5), "hits", "toy-ending") if request.dice else 0
    match request.how:
        case "a throw":
            return umpire.last_roll(d6.sum(2), "end", "toy-ending", lambda total: (hits, "+" if total > 6 else "-"))
        case "a question":
            return umpire.last_resolve(Stand(stands=hits + 1), "end", lambda stood: (hits, stood))
        case "a question that ends so" if hits:
            # More than one total: of the inner question, and of the other branches.
            inner = Ending(dice=hits - 1, how="a throw" if hits == 1 else request.how)
            return umpire.last_resolve(inner, "end", lambda ended: (hits + ended[0], ended[1]))
        case "a throw on some branches" if hits == 1:
            return umpire.last_roll(d4, "end", "toy-ending", lambda face: (face % 2, ""))
        case "a throw behind a throw":
            return umpire.last_roll(d4, "first", "toy-ending", lambda face: _one_more(hits, face, umpire))
        case "a question behind a throw behind a question":
            return umpire.last_resolve(
                Stand(stands=2),
                "first",
                lambda stood: umpire.last_roll(d4, "second", "toy-ending", lambda face: _ask_on(stood, face, umpire)),
            )
        case "a throw in the midst of the last":
            return umpire.last_roll(d6, "end", "toy-ending", lambda face: (face + umpire.roll(d6, "more", "toy"), ""))
        case "a question in the midst of the last":
            return umpire.last_roll(
                d6, "end", "toy-ending", lambda face: (face, str(umpire.resolve(Stand(stands=1), "more")))
            )
        case "two last throws":
            umpire.last_roll(d6, "end", "toy-ending", lambda face: (face, ""))
            return umpire.last_roll(d6, "end", "toy-ending", lambda face: (face, ""))
        case "thrown away":
            umpire.last_roll(d6, "end", "toy-ending", lambda face: (face, ""))
    return hits, "nothing"


def _one_more(hits: int, face: int, umpire: Umpire[NoOptions]) -> tuple[int, str]:
    if face == 1:
        return hits, "at once"
    more = d6 if face == 2 else d4  # weights out of different totals come together
    return umpire.last_roll(more, "second", "toy-ending", lambda second: (hits + second % 2, "behind"))


def _ask_on(stood: object, face: int, umpire: Umpire[NoOptions]) -> tuple[int, str]:
    return umpire.last_resolve(Stand(stands=1 + face % 2), "third", lambda then: (face, f"{stood}, {then}"))


TOY: Ruleset[NoOptions] = Ruleset(
    id="toy",
    title="Toy rules",
    edition="first",
    rules_version=1,
    options=NoOptions(),
    procedures=(throws, siege, stand, line, front, still, wander, fickle, big, bigs, ending),
    choices=(GIVE_GROUND, STEP),
)


# ------------------------------------------------------------------ the slow twin


class _MoreFacesError(Exception):
    def __init__(self, sides: int) -> None:
        super().__init__(sides)
        self.sides = sides


class Prefix(DiceSource):
    """The first faces of a sequence; the throw for which they do not suffice says how many sides its next die has."""

    def __init__(self, numbers: tuple[int, ...]) -> None:
        self.numbers = list(numbers)

    def throw(self, variable: Variable[Any], purpose: str, rule: str) -> tuple[Faces, Roller]:
        wanted = len(variable.dice)
        taken, self.numbers = self.numbers[:wanted], self.numbers[wanted:]
        if len(taken) < wanted:
            raise _MoreFacesError(variable.dice[len(taken)])
        return variable.faces(tuple(taken)), "given"


def every_sequence(answer: Callable[[DiceSource], T], numbers: tuple[int, ...] = ()) -> Iterator[tuple[T, Fraction]]:
    """Yield an answer and its probability for every sequence of single faces that *answer* can ask for."""
    try:
        value = answer(Prefix(numbers))
    except _MoreFacesError as more:
        for number in range(1, more.sides + 1):
            for found, chance in every_sequence(answer, (*numbers, number)):
                yield found, chance / more.sides
    else:
        yield value, Fraction(1)


def tally(found: Iterator[tuple[T, Fraction]]) -> dict[T, Fraction]:
    chances: dict[T, Fraction] = {}
    for value, chance in found:
        chances[value] = chances.get(value, Fraction(0)) + chance
    return chances


def brute_force(ruleset: Ruleset[Any], request: Request[T], **arguments: Any) -> dict[T, Fraction]:
    def answer(dice: DiceSource) -> T:
        result: T = ruleset.outcome(request, dice=dice, **arguments)
        return result

    return tally(every_sequence(answer))


SMALL_KINDS = [kind for kind, variable in VARIABLES.items() if prod(variable.dice) <= 24]


SHAPES: list[Request[Any]] = [
    *(Throws(kinds=(kind,)) for kind in VARIABLES),
    Throws(kinds=("die", "in order", "check")),
    Throws(kinds=("pick", "die", "pick")),
    Siege(assaults=0),
    Siege(assaults=3),
    Stand(stands=1),
    Stand(stands=3),
    Line(units=()),
    Line(units=(2, 1)),
    Line(units=(2, 1), composed=False),
    Front(lines=((1,), (), (1, 1))),
    Still(word="hush"),
    *(Ending(dice=dice, how="a throw") for dice in (0, 2)),
    Ending(dice=2, how="a question"),
    Ending(dice=3, how="a question that ends so"),
    Ending(dice=2, how="a throw on some branches"),
    Ending(dice=1, how="a throw behind a throw"),
    Ending(dice=0, how="a question behind a throw behind a question"),
]
