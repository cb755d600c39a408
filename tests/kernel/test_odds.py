"""The exact walk is held against the slow and obvious: throw every sequence of faces that there is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from importlib import import_module
from itertools import product
from math import prod
from typing import Any, TypeVar

import attrs
import pytest
from attrs import frozen
from hypothesis import given, settings
from hypothesis import strategies as st

from rcw_rules import (
    BudgetError,
    Choice,
    ChoiceError,
    DiceError,
    DiceSource,
    Distribution,
    GivenDice,
    InvalidRequestError,
    NotDeterministicError,
    Request,
    Resolution,
    Ruleset,
    Umpire,
    iterate,
    procedure,
)
from rcw_rules.kernel.cards import Deck
from rcw_rules.kernel.dice import Faces, Variable, d, d4, d6, d10, d100, opposed, pick
from rcw_rules.kernel.variables import Roller
from rcw_rules.marks import NoOptions

icepool: Any = import_module("icepool")  # its types trouble both checkers

T = TypeVar("T")

CALLS: list[object] = []
"""The requests for which a counted procedure ran."""

DISTURBANCE: list[int] = []
"""What a procedure that is no function of its request looks at behind its umpire's back."""


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
        case "the same, made anew":
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


@pytest.fixture
def toy() -> Ruleset[NoOptions]:
    """Return the toy rules without anything kept from other tests."""
    CALLS.clear()
    DISTURBANCE.clear()
    return attrs.evolve(TOY)


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


def shape_id(request: Request[Any]) -> str:
    return repr(request)


@pytest.mark.parametrize("request_", SHAPES, ids=shape_id)
def test_the_walk_equals_every_sequence_of_faces(toy: Ruleset[NoOptions], request_: Request[Any]) -> None:
    assert dict(toy.odds(request_).items()) == brute_force(toy, request_)


@pytest.mark.parametrize("request_", SHAPES, ids=shape_id)
def test_the_record_changes_no_outcome(toy: Ruleset[NoOptions], request_: Request[Any]) -> None:
    def with_record(dice: DiceSource) -> tuple[Any, Any]:
        resolution: Resolution[Any] = toy.resolve(request_, dice=dice)
        return resolution.outcome, toy.outcome(request_, dice=GivenDice(resolution.dice))

    for recorded, unrecorded in (pair for pair, _ in every_sequence(with_record)):
        assert recorded == unrecorded


@settings(deadline=None, max_examples=40)
@given(st.lists(st.sampled_from(SMALL_KINDS), max_size=2).map(tuple))
def test_variables_one_after_the_other(kinds: tuple[str, ...]) -> None:
    request = Throws(kinds=kinds)
    assert dict(TOY.odds(request).items()) == brute_force(TOY, request)


@settings(deadline=None)
@given(st.lists(st.integers(0, 29), max_size=5).map(tuple))
def test_any_program_of_rolls_choices_and_detours(tape: tuple[int, ...]) -> None:
    request = Wander(tape=tape)
    assert dict(TOY.odds(request).items()) == brute_force(TOY, request)


@settings(deadline=None, max_examples=20)
@given(st.lists(st.integers(1, 2), max_size=3).map(tuple))
def test_composition_changes_nothing(units: tuple[int, ...]) -> None:
    assert TOY.odds(Line(units=units)) == TOY.odds(Line(units=units, composed=False))


def test_composition_two_levels_deep_changes_nothing(toy: Ruleset[NoOptions]) -> None:
    lines = ((1, 2), (1,), (2,))
    assert toy.odds(Front(lines=lines)) == toy.odds(Front(lines=lines, composed=False))


def test_two_dice_face_by_face(toy: Ruleset[NoOptions]) -> None:
    request = Throws(kinds=("die", "check"))
    found = [toy.outcome(request, dice=GivenDice(faces)) for faces in product(range(1, 7), range(1, 11))]
    assert toy.odds(request) == Distribution({outcome: found.count(outcome) for outcome in found})


@pytest.mark.parametrize(
    ("kind", "oracle"),
    [
        ("die", icepool.d6),
        ("sum", 2 @ icepool.d4),
        ("count", 3 @ (icepool.d6 >= 5)),
        ("best", icepool.d6.highest(3, 2)),
        ("worst", icepool.d4.lowest(2)),
        ("halved", (icepool.d6 + 1) // 2),
        ("percentile", icepool.d(100)),
        ("opposed", icepool.d6 - icepool.d4 + 2),
    ],
)
def test_variables_as_icepool_has_them(toy: Ruleset[NoOptions], kind: str, oracle: Any) -> None:
    expected = {(value,): Fraction(quantity, oracle.denominator()) for value, quantity in oracle.items()}
    assert dict(toy.odds(Throws(kinds=(kind,))).items()) == expected


def test_a_loop_with_early_returns_as_icepool_has_it(toy: Ruleset[NoOptions]) -> None:
    def assault(left: int) -> Any:
        if not left:
            return icepool.Die([False])
        again = assault(left - 1)
        rally = icepool.d4.map(lambda face: again if face >= 3 else False)
        return icepool.d6.map(lambda face: True if face == 6 else rally if face == 1 else again)

    expected = assault(3).probability(True)
    assert toy.odds(Siege(assaults=3)).probability(lambda outcome: outcome.stormed) == expected


def test_probabilities_by_hand(toy: Ruleset[NoOptions]) -> None:
    siege_odds = toy.odds(Siege(assaults=1))
    assert siege_odds[SiegeOutcome(assaults=1, stormed=True)] == Fraction(1, 6)
    # One stand: gone on 5 or 6. Otherwise 1 is left, and by default it gives ground.
    assert dict(toy.odds(Stand(stands=1)).items()) == {"back": Fraction(2, 3), "gone": Fraction(1, 3)}


def test_without_a_throw_there_is_one_outcome(toy: Ruleset[NoOptions]) -> None:
    assert toy.odds(Still(word="hush")).pairs == (("hushhush", 1),)


def test_outcomes_stand_in_the_order_of_the_faces(toy: Ruleset[NoOptions]) -> None:
    assert toy.odds(Throws(kinds=("die", "die"))).outcomes == tuple(product(range(1, 7), repeat=2))


# ------------------------------------------------------------------ choices


def test_a_policy_decides_on_every_branch(toy: Ruleset[NoOptions]) -> None:
    policies = {"give_ground": lambda left, alternatives: "hold"}
    request = Line(units=(1, 2))
    odds = toy.odds(request, choices=policies)
    assert dict(odds.items()) == brute_force(toy, request, choices=policies)
    assert odds != toy.odds(request)


def test_odds_under_a_policy_leave_no_trace(toy: Ruleset[NoOptions]) -> None:
    request = Stand(stands=1)
    held = toy.odds(request, choices={"give_ground": lambda left, alternatives: "hold"})
    assert held["held"] == Fraction(2, 3) * Fraction(4, 6)
    assert toy.odds(request)["held"] == 0


def test_odds_refuse_a_policy_for_an_unknown_choice(toy: Ruleset[NoOptions]) -> None:
    with pytest.raises(ChoiceError, match="unknown choice 'give_grond'; did you mean 'give_ground'"):
        toy.odds(Stand(stands=1), choices={"give_grond": lambda left, alternatives: "hold"})


# ------------------------------------------------------------------ what is kept


def test_a_procedure_inside_is_walked_once_for_each_request(toy: Ruleset[NoOptions]) -> None:
    toy.odds(Line(units=(2, 2, 2, 2)))
    calls = len(CALLS)
    assert set(CALLS) == {Stand(stands=2)}
    # Two dice come to 0, 1 or 2 hits: 0 and then the nerve (2 branches), 1 and giving ground, 2 and gone.
    assert calls == 4
    toy.odds(Line(units=(2, 2, 1)))
    assert CALLS[calls:] == [Stand(stands=1)] * 2


def test_asking_again_is_a_look_up(toy: Ruleset[NoOptions]) -> None:
    first = toy.odds(Stand(stands=2))
    CALLS.clear()
    assert toy.odds(Stand(stands=2)) is first
    assert not CALLS
    toy.forget_odds()
    assert toy.odds(Stand(stands=2)) == first
    assert len(CALLS) == 4


def test_what_is_kept_is_bounded(toy: Ruleset[NoOptions], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rcw_rules.kernel.odds.CACHE_SIZE", 2)
    for word in ("a", "b", "c"):
        toy.odds(Still(word=word))
    assert list(toy._odds) == [Still(word="b"), Still(word="c")]


# ------------------------------------------------------------------ guards


@pytest.mark.parametrize(
    ("how", "message"),
    [
        ("another variable", r"at 'whim' the procedure asked for <d4> and, on the same branch before, for <d6>"),
        ("a roll, then a request", r"at 'whim' the procedure asked for Siege\(assaults=1\) and, .* for <d6>"),
        ("a request, then a roll", r"at 'whim' the procedure asked for <d6> and, .* for Siege\(assaults=1\)"),
        ("another type of request", r"at 'whim' the procedure asked for Stand\(stands=1\) and, .* for Siege"),
        ("less on a replay", r"toy\.fickle asked for less on a branch that it had been on before"),
    ],
)
def test_a_procedure_that_is_no_function_is_caught(toy: Ruleset[NoOptions], how: str, message: str) -> None:
    with pytest.raises(NotDeterministicError, match=message):
        toy.odds(Fickle(how=how))


def test_a_last_throw_is_the_last(toy: Ruleset[NoOptions]) -> None:
    with pytest.raises(
        NotDeterministicError, match="at 'end' the procedure should return what its last throw or question"
    ):
        toy.odds(Ending(dice=1, how="thrown away"))
    with pytest.raises(NotDeterministicError, match="at 'end' the procedure should return"):
        toy.odds(Ending(dice=0, how="two last throws"))


@pytest.mark.parametrize("asked", ["throw", "question"])
def test_behind_a_last_throw_only_another_last_one_is_asked_for(toy: Ruleset[NoOptions], asked: str) -> None:
    with pytest.raises(NotDeterministicError, match="what comes of 'end' asks for more, which only another last"):
        toy.odds(Ending(dice=0, how=f"a {asked} in the midst of the last"))


def test_last_throws_behind_each_other_run_nothing_again_and_count_as_paths(
    toy: Ruleset[NoOptions], monkeypatch: pytest.MonkeyPatch
) -> None:
    runs: list[object] = []
    play = ending.run

    def counted(request: Ending, umpire: Umpire[NoOptions]) -> tuple[int, str]:
        runs.append(request)
        return play(request, umpire)

    monkeypatch.setattr(ending, "run", counted)
    request = Ending(dice=1, how="a throw behind a throw")
    odds = toy.odds(request)
    assert len(runs) == 2  # for 0 hits and 1
    # By hand, for no hit: 1 in 4 ends at once; then 3 in 6 or 2 in 4 are odd, a half of 3 in 4.
    assert odds[0, "at once"] == Fraction(2, 3) * Fraction(1, 4)
    assert odds[0, "behind"] == Fraction(2, 3) * Fraction(3, 8)
    assert odds[1, "behind"] == Fraction(2, 3) * Fraction(3, 8) + Fraction(1, 3) * Fraction(3, 8)
    paths = 2 * (1 + 6 + 4 + 4)
    toy.forget_odds()
    assert toy.odds(request, budget=paths) == odds
    toy.forget_odds()
    with pytest.raises(BudgetError) as over:
        toy.odds(request, budget=paths - 1)
    assert over.value.purpose == "second"


def test_a_last_throw_is_not_run_again(toy: Ruleset[NoOptions], monkeypatch: pytest.MonkeyPatch) -> None:
    runs: list[object] = []
    play = ending.run

    def counted(request: Ending, umpire: Umpire[NoOptions]) -> tuple[int, str]:
        runs.append(request)
        return play(request, umpire)

    monkeypatch.setattr(ending, "run", counted)
    odds = toy.odds(Ending(dice=2, how="a throw"))
    # Once for 0, 1 and 2 hits, with 11 totals each at the end.
    assert len(runs) == 3
    assert len(odds) == 6
    toy.forget_odds()
    assert toy.odds(Ending(dice=2, how="a throw"), budget=3 * 11) == odds
    toy.forget_odds()
    with pytest.raises(BudgetError) as over:
        toy.odds(Ending(dice=2, how="a throw"), budget=3 * 11 - 1)
    assert over.value.purpose == "end"


def test_a_variable_made_anew_is_the_same_variable(toy: Ruleset[NoOptions]) -> None:
    assert toy.odds(Fickle(how="the same, made anew")) == Distribution(dict.fromkeys(range(1, 7), 1))


def test_the_budget_is_exact(toy: Ruleset[NoOptions]) -> None:
    request = Big(small=2, sides=5)  # 2 * 2 * 5 branches
    assert len(toy.odds(request, budget=20)) == 7
    toy.forget_odds()
    with pytest.raises(BudgetError):
        toy.odds(request, budget=19)


def test_the_budget_counts_what_is_inside(toy: Ruleset[NoOptions]) -> None:
    # Inside 3, 2 * 3 and 2 * 2 * 3 branches; they have 3, 4 and 5 different outcomes, so outside 3 * 4 * 5.
    request = Bigs(coins=(0, 1, 2))
    toy.odds(request, budget=21 + 60)
    toy.forget_odds()
    with pytest.raises(BudgetError):
        toy.odds(request, budget=21 + 60 - 1)


@pytest.mark.parametrize(
    ("request_", "purpose"),
    [
        (Big(small=10, sides=2), "coins"),
        (Big(small=3, sides=100), "the big die"),
        (Bigs(coins=(0,) * 8), "big one"),
    ],
)
def test_the_budget_error_names_the_roll_that_branches_most(
    toy: Ruleset[NoOptions], request_: Request[int], purpose: str
) -> None:
    with pytest.raises(BudgetError, match=f"budget of 50 branches; the roll '{purpose}' branches most") as caught:
        toy.odds(request_, budget=50)
    assert (caught.value.budget, caught.value.purpose) == (50, purpose)


def test_a_budget_that_was_passed_keeps_nothing_wrong(toy: Ruleset[NoOptions]) -> None:
    with pytest.raises(BudgetError):
        toy.odds(Front(lines=((1, 2), (2, 1))), budget=12)
    assert dict(toy.odds(Line(units=(1, 2))).items()) == brute_force(toy, Line(units=(1, 2)))


def test_odds_validate_the_request(toy: Ruleset[NoOptions]) -> None:
    with pytest.raises(InvalidRequestError, match=r"\$\.assaults"):
        toy.odds(Siege(assaults="three"))  # type: ignore[arg-type]  # a mistake that a user makes


def test_odds_refuse_what_cannot_be_hashed_by_its_field(toy: Ruleset[NoOptions]) -> None:
    with pytest.raises(InvalidRequestError, match=r"\$\.units"):
        toy.odds(Line(units=[1, 2]))  # type: ignore[arg-type]  # a mistake that a user makes


# ------------------------------------------------------------------ rounds


def duel_round(stands: tuple[int, int]) -> Distribution[tuple[int, int]]:
    """Each side with stands left throws a d3; the lower loses a stand."""
    mine, theirs = stands
    if not (mine and theirs):
        return Distribution({stands: 1})
    return Distribution({(mine, theirs - 1): 1, (mine - 1, theirs): 1, stands: 1})


def duel_thrice(stands: tuple[int, int], faces: tuple[int, ...]) -> tuple[int, int]:
    mine, theirs = stands
    for one, other in zip(faces[::2], faces[1::2], strict=True):
        if mine and theirs:
            mine, theirs = mine - (one < other), theirs - (one > other)
    return mine, theirs


@pytest.mark.parametrize("rounds", [0, 1, 2, 3])
def test_rounds_equal_every_sequence_of_faces(rounds: int) -> None:
    found = [duel_thrice((2, 1), faces) for faces in product(range(1, 4), repeat=2 * rounds)]
    expected = Distribution({state: found.count(state) for state in found})
    assert iterate(duel_round, (2, 1), rounds) == expected


def losses(stands: int) -> Distribution[int]:
    """Lose a stand on a die that fits the number left, so that every state has another denominator."""
    return Distribution({stands: 1}) if stands == 0 else Distribution({stands: stands, stands - 1: 1})


@given(st.integers(0, 6), st.integers(0, 6))
def test_rounds_equal_one_after_the_other(start: int, rounds: int) -> None:
    expected = Distribution({start: 1})
    for _ in range(rounds):
        expected = expected.then(losses)
    assert iterate(losses, start, rounds) == expected


def recursed(stands: int, rounds: int) -> dict[int, Fraction]:
    if not rounds:
        return {stands: Fraction(1)}
    chances: dict[int, Fraction] = {}
    for after, chance in losses(stands).items():
        for end, share in recursed(after, rounds - 1).items():
            chances[end] = chances.get(end, Fraction(0)) + chance * share
    return chances


@given(st.integers(0, 5), st.integers(0, 5))
def test_rounds_equal_the_recursion(start: int, rounds: int) -> None:
    assert dict(iterate(losses, start, rounds).items()) == recursed(start, rounds)


def test_rounds_ask_once_for_each_state() -> None:
    asked: list[int] = []

    def step(stands: int) -> Distribution[int]:
        asked.append(stands)
        return losses(stands)

    iterate(step, 2, 5)
    assert asked == [2, 1, 0]


def test_rounds_of_odds(toy: Ruleset[NoOptions]) -> None:
    result = iterate(lambda left: toy.odds(Siege(assaults=left)).map(lambda outcome: outcome.assaults - 1), 2, 1)
    # The first assault ends it with a 6, or with a 1 and no rally: 1/6 + 1/12.
    assert result == Distribution({0: 1, 1: 3})


def test_rounds_are_not_negative() -> None:
    with pytest.raises(ValueError, match="rounds must be 0 or more, not -1"):
        iterate(losses, 2, -1)


# ------------------------------------------------------------------ samples


def test_a_sample_is_that_of_its_seed(toy: Ruleset[NoOptions]) -> None:
    request = Line(units=(1, 2))
    sample = toy.sample(request, 50, seed=1919)
    assert sample == toy.sample(request, 50, seed=1919) != toy.sample(request, 50, seed=1920)
    assert sample.draws == 50
    assert {outcome for outcome, _ in sample.counts} <= set(toy.odds(request))


def test_a_sample_takes_policies(toy: Ruleset[NoOptions]) -> None:
    sample = toy.sample(Stand(stands=1), 50, seed=1, choices={"give_ground": lambda left, alternatives: "hold"})
    assert sample.estimate(lambda outcome: outcome == "held").value > 0
    assert toy.sample(Stand(stands=1), 50, seed=1).estimate(lambda outcome: outcome == "held").value == 0


@pytest.mark.parametrize("count", [0, -1, True, 2.5, "5"])
def test_a_sample_needs_draws(toy: Ruleset[NoOptions], count: Any) -> None:
    with pytest.raises(InvalidRequestError, match=f"1 or more draws, got {count!r}"):
        toy.sample(Stand(stands=1), count, seed=1)


def test_draws_come_from_the_exact_odds_where_these_are_cheap(toy: Ruleset[NoOptions]) -> None:
    sample = toy.sample(Line(units=(1, 2)), 500, seed=1919)
    assert sample.outcomes == toy.odds(Line(units=(1, 2))).outcomes
    runs = len(CALLS)
    toy.sample(Line(units=(1, 2)), 100_000, seed=1)
    assert len(CALLS) == runs


@pytest.mark.parametrize(
    "request_",
    [
        Line(units=(1, 2)),
        Line(units=(2, 1), composed=False),
        Siege(assaults=2),
        Throws(kinds=("sum", "no dice", "pick", "check")),
    ],
)
def test_played_draws_have_the_shares_of_the_exact_odds(toy: Ruleset[NoOptions], request_: Request[Any]) -> None:
    # Both the questions that are drawn, after some rounds, from their odds, and those that are always played.
    draws = 4_000
    odds, sample = toy.odds(request_), attrs.evolve(toy).sample(request_, draws, seed=1919, budget=0)
    assert sample.draws == draws
    assert {outcome for outcome, _ in sample.counts} <= set(odds)
    for outcome, probability in odds.items():
        share = sample.estimate(outcome.__eq__).value
        assert abs(share - float(probability)) < 5 * (float(probability) / draws) ** 0.5


def test_a_question_that_comes_up_often_is_worked_out_once(toy: Ruleset[NoOptions]) -> None:
    toy.sample(Line(units=(1,)), 2_000, seed=1, budget=0)
    # Played 15 times, then walked: its one stand is lost, or, left with one, gives ground.
    assert CALLS.count(Stand(stands=1)) == 15 + 2


def test_a_sample_beyond_the_budget_is_played(toy: Ruleset[NoOptions]) -> None:
    request = Line(units=(1, 2))
    assert toy.sample(request, 50, seed=3, budget=2) == attrs.evolve(toy).sample(request, 50, seed=3, budget=0)


@pytest.mark.parametrize("order", [(80, 81), (81, 80)])
def test_a_sample_depends_on_nothing_that_was_asked_before(toy: Ruleset[NoOptions], order: tuple[int, int]) -> None:
    request = Bigs(coins=(0, 1, 2))  # 21 + 60 branches, see above
    played = attrs.evolve(toy).sample(request, 50, seed=3, budget=0)
    drawn = toy.odds(request).draw(50, seed=3)
    assert played != drawn
    for _ in range(2):
        for budget in order:
            assert toy.sample(request, 50, seed=3, budget=budget) == {80: played, 81: drawn}[budget]


def test_what_is_cheap_inside_a_played_sample_depends_on_nothing_that_was_asked_before(toy: Ruleset[NoOptions]) -> None:
    request = Bigs(coins=(10,))
    fresh = attrs.evolve(toy).sample(request, 50, seed=3, budget=0)
    toy.odds(Big(small=10, sides=3))  # 3,072 branches: more than are walked inside a sample, where it is thus played
    assert toy.sample(request, 50, seed=3, budget=0) == fresh


def test_a_sample_has_a_seed(toy: Ruleset[NoOptions]) -> None:
    with pytest.raises(DiceError, match="a seed is a whole number or a text"):
        toy.sample(Stand(stands=1), 5, seed="a|b")
