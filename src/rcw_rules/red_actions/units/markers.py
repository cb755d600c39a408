"""Markers: how many bases they leave effective, and when they make a unit rout."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Annotated

from attrs import frozen

from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Range
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import counted, sentences
from rcw_rules.marks import Cites
from rcw_rules.red_actions.model import Markers, TroopCard, Unit, effective_number
from rcw_rules.red_actions.options import Options

MARKERS_OF_THE_NIGHT = 1  # wx-night-morale


def markers_of_the_night(card: TroopCard, options: Options) -> int:
    """Return how many humiliated markers a unit begins the game with because of the night.

    Rules: wx-night-morale.
    """
    return 0 if options.night == "off" or card.category == "vehicle" else MARKERS_OF_THE_NIGHT


@frozen(kw_only=True)
class EffectiveBasesOutcome:
    """What a unit shoots and fights with.

    Attributes:
        effective: Its effective bases: 0, one half, or a whole number.
        routs: Whether its markers make it rout.
    """

    effective: Fraction
    routs: bool

    def summary(self, request: EffectiveBasesRequest) -> str:
        """Return whether the unit routs, or else how many bases count."""
        markers = request.terror + request.humiliated
        if self.effective == 0:
            counting = "no base counts"
        elif self.effective < 1:
            counting = "half a base counts"
        else:
            counting = f"{counted(int(self.effective), 'base')} {'counts' if self.effective == 1 else 'count'}"
        if not markers:
            return sentences(counting)
        what = "the unit routs" if self.routs else counting
        return sentences(f"{what}: {counted(markers, 'marker')} on {counted(request.bases, 'base')}")


@frozen(kw_only=True, cache_hash=True)
class EffectiveBasesRequest(Request[EffectiveBasesOutcome]):
    """A unit with its markers.

    Attributes:
        bases: The bases that stand.
        terror: Its terror markers.
        humiliated: Its humiliated markers.
        routing: Whether it is in rout already.
    """

    bases: Annotated[int, Range(1, 6, rule="defs-unit-size")]
    terror: Markers = 0
    humiliated: Markers = 0
    routing: Annotated[bool, Cites("defs-terror-rout")] = False


def _bases_example() -> EffectiveBasesRequest:
    return EffectiveBasesRequest(bases=4, terror=3, humiliated=1)


@procedure(
    "red_actions.effective_bases",
    title="How many bases count, and does the unit rout?",
    rules=("defs-effective-bases",),
    example=_bases_example,
)
def effective_bases(request: EffectiveBasesRequest, umpire: Umpire[Options]) -> EffectiveBasesOutcome:
    """Subtract the markers from the bases.

    Terror and humiliated markers count alike. As many markers as bases leave half a base; more leave nothing and make
    the unit rout, unless it is in rout already.

    Rules: defs-effective-bases, defs-terror-rout, defs-humiliated, conv-marker-count.
    """
    markers = request.terror + request.humiliated
    effective = effective_number(request.bases, markers)
    umpire.result(
        "defs-effective-bases",
        "{bases} bases less {markers} markers: {effective}",
        bases=request.bases,
        markers=markers,
        effective=str(effective),
    )
    routs = markers > request.bases and not request.routing
    if routs:
        umpire.result("defs-terror-rout", "more markers than bases: it routs")
    return EffectiveBasesOutcome(effective=effective, routs=routs)


def has_too_many_markers(unit: Unit) -> bool:
    """Whether a unit begins to rout because its markers exceed its bases; one in rout already does not.

    Rules: defs-terror-rout, conv-marker-count, rout-causes.
    """
    return 0 < unit.bases < unit.markers and not unit.routing and unit.card.category != "vehicle"


def marker_problems(path: str, unit: Unit) -> Iterator[Problem]:
    """Yield what is wrong with a unit that should be in rout, because its markers exceed its bases, and is not.

    Rules: defs-terror-rout.
    """
    if has_too_many_markers(unit):
        message = f"{unit.markers} markers on {unit.bases} bases: it routs"
        yield Problem(f"{path}.terror", message, "defs-terror-rout")
