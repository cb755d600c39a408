"""Works in the field: digging in, trenches, wire and burning buildings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

from attrs import frozen

from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.dice import d6
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Range
from rcw_rules.kernel.needs import Need
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import counted, in_words, sentences
from rcw_rules.marks import Cites
from rcw_rules.red_square.ground import THE, numbers, wrong_formation
from rcw_rules.red_square.model import GOOD_BANDS, Band, Formation, Kind, formation_needs
from rcw_rules.red_square.options import Options

MOST_MARKERS = 3  # dig-1a-markers
TRENCHES_AT = 4  # dig-1b-trenches: on this face and above

# ---------------------------------------------------------------- digging in


@frozen(kw_only=True)
class DigInOutcome:
    """What a unit has dug.

    Attributes:
        digging_markers: Its digging markers now.
    """

    digging_markers: int

    def summary(self, request: DigInRequest) -> str:
        """Return the digging markers before and after."""
        markers = numbers(request.digging_markers, self.digging_markers)
        return sentences(f"{THE[request.kind]} places a digging marker {markers}")


@frozen(kw_only=True, cache_hash=True)
class DigInRequest(Request[DigInOutcome]):
    """A unit that means to place a digging marker.

    Attributes:
        kind: What it is.
        formation: Its formation, if it has one.
        band: How well it was activated.
        digging_markers: The digging markers that it has.
        moved: Whether it has made a step or a wheel in this turn, or means to.
        fired: Whether it has fired in this turn, or means to.
        dug: Whether it placed a marker in this turn already.
        may_dig: Whether the scenario lets units dig in.
    """

    kind: Kind
    formation: Formation | None = None
    band: Annotated[Band, Cites("act-table")] = "automatic"
    digging_markers: Annotated[int, Range(0, MOST_MARKERS, rule="dig-1a-markers")] = 0
    moved: bool = False
    fired: bool = False
    dug: bool = False
    may_dig: bool = True

    needs: ClassVar[tuple[Need, ...]] = formation_needs()

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        yield from wrong_formation(self.kind, self.formation)


def _dig_in_example() -> DigInRequest:
    return DigInRequest(kind="infantry", formation="firing_line", digging_markers=1)


@procedure(
    "red_square.dig_in",
    title="May this unit place a digging marker?",
    rules=("dig-1a-markers",),
    example=_dig_in_example,
)
def dig_in(request: DigInRequest, umpire: Umpire[Options]) -> DigInOutcome:
    """Place a digging marker across a unit's front.

    Rules: dig-1a-markers.
    """
    markers = request.digging_markers + 1
    umpire.result("dig-1a-markers", "digging markers: {markers} of at most {most}", markers=markers, most=MOST_MARKERS)
    return DigInOutcome(digging_markers=markers)


@dig_in.legality
def _dig_in_objections(request: DigInRequest, options: Options) -> Iterator[Objection]:
    return digging_objections(request)


def digging_objections(request: DigInRequest) -> Iterator[Objection]:
    """Yield every reason why a unit may not place a digging marker.

    Rules: dig-1a-markers, act-table.
    """
    rule, word = "dig-1a-markers", in_words(request.kind)
    digs = request.kind in ("infantry", "mg") or request.formation in ("dismounted", "deployed")
    if not request.may_dig:
        yield Objection(rule=rule, message="the scenario does not let units dig in", path="$.may_dig")
    if not digs:
        state = f" {request.formation}" if request.formation else ""
        message = f"infantry, MGs, dismounted cavalry and deployed artillery dig in, not {word}{state}"
        yield Objection(rule=rule, message=message, path="$.kind")
    if request.band not in GOOD_BANDS:
        message = "a unit digs on a score of 2 or more, or when it is activated without a test"
        yield Objection(rule=rule, message=message, path="$.band")
    for field, verb in (("moved", "moves"), ("fired", "fires")):
        if getattr(request, field):
            yield Objection(rule=rule, message=f"a unit that {verb} does not dig as well", path=f"$.{field}")
    if request.dug:
        yield Objection(rule=rule, message="a unit places one marker in a turn", path="$.dug")
    if request.digging_markers == MOST_MARKERS:
        message = f"it has {MOST_MARKERS} digging markers, which are the most"
        yield Objection(rule=rule, message=message, path="$.digging_markers")


# ---------------------------------------------------------------- trenches


@frozen(kw_only=True)
class TrenchRollOutcome:
    """Whether digging markers became trenches.

    Attributes:
        temporary_trenches: Whether the unit lies in trenches now; its markers stay in any case.
    """

    temporary_trenches: bool

    def summary(self, request: TrenchRollRequest) -> str:
        """Return whether the markers became trenches."""
        if self.temporary_trenches:
            return "The unit lies in temporary trenches from now on."
        markers = counted(request.digging_markers, "digging marker")
        return sentences(f"there are no trenches yet: the {markers} stay{'s' if request.digging_markers == 1 else ''}")


@frozen(kw_only=True, cache_hash=True)
class TrenchRollRequest(Request[TrenchRollOutcome]):
    """A unit with digging markers that is about to be shot at for the first time in a turn.

    Attributes:
        digging_markers: Its digging markers.
    """

    digging_markers: Annotated[int, Range(1, MOST_MARKERS, rule="dig-1a-markers")]


def _trench_roll_example() -> TrenchRollRequest:
    return TrenchRollRequest(digging_markers=3)


@procedure(
    "red_square.trench_roll",
    title="Do markers become trenches?",
    rules=("dig-1b-trenches",),
    example=_trench_roll_example,
)
def trench_roll(request: TrenchRollRequest, umpire: Umpire[Options]) -> TrenchRollOutcome:
    """Roll one D6 for every digging marker: a single 4, 5 or 6 is enough.

    All are rolled at once, before the first shot of a turn against the unit, so that trenches count against that shot.

    Rules: dig-1b-trenches.
    """
    best = d6.best(request.digging_markers).check(at_least=TRENCHES_AT)
    if umpire.roll(best, "digging", "dig-1b-trenches"):
        umpire.result("dig-1b-trenches", "temporary trenches, all round")
        return TrenchRollOutcome(temporary_trenches=True)
    umpire.result("dig-1b-trenches", "no trenches yet; the markers stay")
    return TrenchRollOutcome(temporary_trenches=False)


# ---------------------------------------------------------------- burning buildings


# ---------------------------------------------------------------- wire
