"""Procedures for tests of umpires."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from attrs import frozen

from rcw_rules import (
    Choice,
    GivenDice,
    Objection,
    Request,
    Ruleset,
    Umpire,
    procedure,
)
from rcw_rules.kernel.charts import load_charts
from rcw_rules.kernel.dice import d6
from rcw_rules.kernel.fields import Range
from rcw_rules.kernel.ledger import AutomaticSuccess, Ledger, Modifier
from rcw_rules.kernel.record import (
    Step,
)
from rcw_rules.marks import Settles
from rcw_rules.resolution import Resolution

CHARTS = """
[[chart]]
id = "fire"
title = "Fire"
rule = "fire-table"
source = "A made-up book"
locator = "page 1"
provenance = "printed"
rows = "bands"
table = [
  ["die", "hits"],
  ["<=3", 0],
  ["4-5", 1],
  ["6+", 2],
]

[[chart]]
id = "fire_modifiers"
title = "Modifiers to fire"
rule = "fire-mods"
source = "A made-up book"
locator = "page 2"
provenance = "printed"
rows = "labels"
table = [
  ["modifier", "die"],
  ["cover", -1],
  ["gun", 1],
  ["fog", "?"],
]
[[chart.cells]]
row = "gun"
provenance = "reconstructed"
reason = "the page is torn"
"""


@frozen(kw_only=True)
class Options:
    guns_count: Annotated[Literal["once", "each"], Settles("opt-guns")] = "once"
    bold: Annotated[bool, Settles("opt-bold")] = False


FALL_BACK: Choice[int, str] = Choice(
    "fall_back",
    rule="unit-choice",
    who="owner",
    about="What a unit under fire does. Default: it stays.",
    default=lambda hits, alternatives: alternatives[0],
)


@frozen(kw_only=True)
class Fire(Request[int]):
    cover: bool = False
    guns: Annotated[int, Range(0, 3, rule="fire-mods")] = 0
    fog: bool = False


@procedure("toy.fire", title="How many hits?", rules=("fire-table", "fire-mods", "opt-guns"))
def fire(request: Fire, umpire: Umpire[Options]) -> int:
    if request.guns > 1:
        umpire.ruling("guns_count")
    ledger = Ledger()
    if request.cover:
        ledger += umpire.modifier("fire_modifiers", "cover", "fire-mods", "in cover")
    if request.guns:
        times = request.guns if umpire.options.guns_count == "each" else 1
        ledger += umpire.modifier("fire_modifiers", "gun", "fire-mods", "machine gun", times=times)
    if request.fog:
        ledger += umpire.modifier("fire_modifiers", "fog", "fire-mods", "in fog")
    ledger = umpire.modify(ledger, "fire")
    face = umpire.roll(d6, "fire", "fire-table")
    cell = umpire.look_up("fire", face + ledger.total)
    hits = int(cell.result)
    umpire.result("fire-table", "{hits} hits; hit at all: {is_hit}", hits=hits, is_hit=hits > 0)
    return hits


@frozen(kw_only=True)
class UnitOutcome:
    hits: tuple[int, ...]
    does: str
    steady: bool


@frozen(kw_only=True)
class UnderFire(Request[UnitOutcome]):
    shots: tuple[Fire, ...]


@procedure("toy.under_fire", title="What does a unit under fire do?", rules=("unit-choice",))
def under_fire(request: UnderFire, umpire: Umpire[Options]) -> UnitOutcome:
    hits = tuple(umpire.resolve(shot, f"shot {number}") for number, shot in enumerate(request.shots, start=1))
    does = umpire.choose(FALL_BACK, ("stays", "falls back"), sum(hits)) if any(hits) else "stays"
    steady = umpire.roll(d6.check(at_most=4), "nerve", "unit-nerve")
    return UnitOutcome(hits=hits, does=does, steady=steady)


@under_fire.legality
def _under_fire_objections(request: UnderFire, options: Options) -> Any:
    if not request.shots:
        yield Objection(rule="unit-shots", message="nobody shoots", path="$.shots")


@fire.legality
def _fire_objections(request: Fire, options: Options) -> Any:
    if request.cover and request.guns == 3:
        yield Objection(rule="fire-cover", message="three guns leave no cover", path="$.cover")


@frozen(kw_only=True)
class Stack(Request[int]):
    settled: bool = False


@procedure("toy.stack", title="Which modifiers count?", rules=("stack",))
def stack(request: Stack, umpire: Umpire[Options]) -> int:
    ledger = Ledger.of(
        Modifier(id="small", value=1, reason="small", rule="stack", group="size"),
        Modifier(id="tall", value=3, reason="tall", rule="stack", group="size"),
    )
    if request.settled:
        ledger = ledger.settled(AutomaticSuccess(reason="nobody there", rule="stack-empty"))
    return umpire.modify(ledger, "stack").total


TOY: Ruleset[Options] = Ruleset(
    id="toy",
    title="Toy rules",
    edition="first",
    rules_version=1,
    options=Options(),
    procedures=(fire, under_fire, stack),
    choices=(FALL_BACK,),
    charts={chart.id: chart for chart in load_charts(CHARTS, "charts/toy.toml")},
)


TWO_SHOTS = UnderFire(shots=(Fire(cover=True), Fire(guns=1)))


def steps_of(resolution: Resolution[Any]) -> list[Step]:
    return [step for _, step in resolution.record.walk()]


def resolve_two(*faces: int, **arguments: Any) -> Resolution[UnitOutcome]:
    return TOY.resolve(TWO_SHOTS, dice=GivenDice(faces), **arguments)
