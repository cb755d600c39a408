"""A made-up procedure with two deciders, small enough to be worked out by hand, and a slow player of all sessions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from attrs import frozen

from rcw_rules import Choice, NoOptions, Objection, Request, Ruleset, Umpire, procedure
from rcw_rules.kernel.dice import d6
from rcw_rules.kernel.questions import Decision, Throw
from rcw_rules.sessions import Session

MOST_BONUS = 99


@frozen(kw_only=True)
class DuelOutcome:
    points: int
    stayed: bool


@frozen(kw_only=True)
class Standing:
    thrown: int


SAFE: Choice[int, bool] = Choice(
    "safe",
    rule="duel-safe",
    who="challenger",
    about="Take three points and throw no die? Default: no.",
    default=lambda points, alternatives: False,
    unit=lambda points: f"the challenger of {points}",
    side=lambda points: "red",
)
AGAIN: Choice[Standing, bool] = Choice(
    "again",
    rule="duel-again",
    who="opponent",
    about="Have the die thrown again? Default: no.",
    default=lambda standing, alternatives: False,
    side=lambda standing: "white",
)


@frozen(kw_only=True, cache_hash=True)
class ThrowRequest(Request[int]):
    """A die that the opponent may have thrown again, once."""


@frozen(kw_only=True, cache_hash=True)
class DuelRequest(Request[DuelOutcome]):
    """Red takes three points for sure, or what a die shows that White may have thrown again."""

    bonus: int = 0


@procedure("duel.throw", title="What does the die show?", rules=("duel-again",))
def throw(request: ThrowRequest, umpire: Umpire[NoOptions]) -> int:
    face = umpire.roll(d6, "die", "duel-again")
    if face > 1 and umpire.choose(AGAIN, (True, False), Standing(thrown=face)):
        face = umpire.roll(d6, "second die", "duel-again")
    return face


@procedure("duel.duel", title="How many points?", rules=("duel-safe",), example=DuelRequest)
def duel(request: DuelRequest, umpire: Umpire[NoOptions]) -> DuelOutcome:
    if umpire.choose(SAFE, (True, False), request.bonus):
        return DuelOutcome(points=3 + request.bonus, stayed=False)
    return DuelOutcome(points=umpire.resolve(ThrowRequest(), "throw") + request.bonus, stayed=True)


@duel.legality
def _bonus_is_small(request: DuelRequest, options: NoOptions) -> Iterator[Objection]:
    if request.bonus > MOST_BONUS:
        yield Objection(rule="duel-safe", message=f"nobody has a bonus of {request.bonus}", path="$.bonus")


RULES: Ruleset[NoOptions] = Ruleset(
    id="duel",
    title="Duels",
    edition="none",
    rules_version=1,
    options=NoOptions(),
    procedures=(duel, throw),
    choices=(SAFE, AGAIN),
)


class TooManyError(Exception):
    """A session has more ends than are worth playing."""


def every_way(
    session: Session[Any],
    value: Callable[[Any], int | Fraction],
    pick: Callable[[Decision[Any, Any], list[Fraction]], Fraction],
    most: int = 2000,
) -> Fraction:
    """Return the mean value of a session with all its throws, face by face, and each decision as *pick* has it.

    Args:
        session: The session.
        value: What an outcome is worth.
        pick: Takes a decision and what each of its alternatives comes to, and returns what it comes to.
        most: How many sessions to play at most.

    Raises:
        TooManyError: If there are more.
    """
    played = 0

    def worth(now: Session[Any]) -> Fraction:
        nonlocal played
        played += 1
        if played > most:
            raise TooManyError
        asked = now.pending
        if asked is None:
            return Fraction(value(now.outcome))
        if isinstance(asked, Throw):
            ways: dict[Any, list[Any]] = {}  # each value once: faces that show it, and how many do
            for count, numbers in enumerate(product(*(range(1, sides + 1) for sides in asked.dice)), start=1):
                if count > most:
                    raise TooManyError
                faces = asked.variable.faces(numbers)
                ways.setdefault(asked.variable.read(faces), [faces, 0])[1] += 1
            of = sum(number for _, number in ways.values())
            return sum(
                (Fraction(number, of) * worth(now.answer(faces)) for faces, number in ways.values()), Fraction(0)
            )
        return pick(asked, [worth(now.answer(alternative)) for alternative in asked.alternatives])

    return worth(session)
