"""Running the command line in tests, and a ruleset of their own."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, NamedTuple
from unittest.mock import patch

from attrs import frozen

from rcw_rules import Request, Ruleset, Umpire, procedure
from rcw_rules.cli import main
from rcw_rules.kernel.cards import Deck
from rcw_rules.kernel.dice import d6, d20
from rcw_rules.kernel.fields import Range
from rcw_rules.marks import NoOptions


class Ran(NamedTuple):
    """How a run of the command ended."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


def run(*arguments: str, stdin: str | bytes = "") -> Ran:
    given = stdin if isinstance(stdin, bytes) else stdin.encode()
    streams = [io.TextIOWrapper(io.BytesIO(content), encoding="utf-8") for content in (given, b"", b"")]
    with patch.multiple(sys, stdin=streams[0], stdout=streams[1], stderr=streams[2]):
        code = main(arguments)
    told = []
    for stream in streams[1:]:
        stream.flush()
        told.append(stream.buffer.getvalue().decode())
    return Ran(code, *told)


def fine(*arguments: str, stdin: str | bytes = "") -> Ran:
    ran = run(*arguments, stdin=stdin)
    assert (ran.code, ran.err) == (0, "")
    return ran


# --- A ruleset of our own, to see what the five do not show -------------------------------------------------------


@frozen(kw_only=True)
class ThrowOutcome:
    total: int
    name: str


@frozen(kw_only=True, cache_hash=True)
class ThrowRequest(Request[ThrowOutcome]):
    dice: Annotated[int, Range(1, 30, rule="toy-dice")]
    name: str = ""


@procedure("toy.throw", title="How much do these dice show, one by one?", rules=("toy-dice",))
def throw(request: ThrowRequest, umpire: Umpire[NoOptions]) -> ThrowOutcome:
    total = sum(umpire.roll(d6, "a die", "toy-dice") for _ in range(request.dice))
    return ThrowOutcome(total=total, name=request.name)


@frozen(kw_only=True)
class DrawOutcome:
    card: str
    length: int


@frozen(kw_only=True, cache_hash=True)
class DrawRequest(Request[DrawOutcome]):
    pass


@procedure("toy.draw", title="Which card comes, and how long is it?", rules=("toy-card",), example=DrawRequest)
def draw(request: DrawRequest, umpire: Umpire[NoOptions]) -> DrawOutcome:
    card = umpire.roll(Deck.standard().draw(), "next card", "toy-card")
    return DrawOutcome(card=card.code, length=umpire.roll(d20, "length", "toy-card"))


@frozen(kw_only=True, cache_hash=True)
class CrashRequest(Request[DrawOutcome]):
    pass


@procedure("toy.crash", title="What if it breaks?", rules=("toy-card",), example=CrashRequest)
def crash(request: CrashRequest, umpire: Umpire[NoOptions]) -> DrawOutcome:
    raise KeyError("a bug\nin two lines")


TOY: Ruleset[NoOptions] = Ruleset(
    id="toy", title="A toy", edition="first", rules_version=3, options=NoOptions(), procedures=(throw, draw, crash)
)


Install = Callable[..., None]


ACTIVATION = '{"base": 6, "stands": 8, "cheka": true}'


RCW = str(Path(sys.executable).parent / "rcw")
