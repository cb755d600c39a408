"""From which side a target is charged."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from attrs import frozen

from rcw_rules.kernel.angles import degrees
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Range
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import counted, sentences
from rcw_rules.marks import Cites
from rcw_rules.red_actions.model import Aspect, Bases
from rcw_rules.red_actions.options import Options

WIDEST_WHEEL = degrees(45)  # charge-conditions
CONTACT_MARKERS: dict[Aspect, tuple[str, int]] = {
    "front": ("charge-flank", 0),
    "flank": ("charge-flank", 1),
    "rear": ("charge-rear", 3),
}
"""The terror markers that contact adds to the target, each with its rule."""


@frozen(kw_only=True)
class ChargeAspectOutcome:
    """From which side the charge comes.

    Attributes:
        aspect: The side.
        markers: The terror markers that contact will add to the target.
    """

    aspect: Aspect
    markers: int

    def summary(self, request: ChargeAspectRequest) -> str:
        """Return the side that the charge strikes, and the markers that contact adds."""
        markers = counted(self.markers, "terror marker")
        added = f": contact adds {markers} to the target" if self.markers else ""
        return sentences(f"the charge strikes the {self.aspect}{added}")


@frozen(kw_only=True, cache_hash=True)
class ChargeAspectRequest(Request[ChargeAspectOutcome]):
    """Where the bases of a charging unit stand, by their middles, when the charge is declared.

    Attributes:
        bases: How many bases charge.
        behind_front: How many of them are behind the target's front line, prolonged to both sides; not those on it.
        behind_rear: How many are behind its rear line and between the lines that prolong its sides, or on these.
        target_faces_one_way: Whether all bases of the target face alike; without that it has neither flank nor rear.
    """

    bases: Annotated[int, Range(1, 6, rule="defs-unit-size")]
    behind_front: Annotated[Bases, Cites("charge-flank")] = 0
    behind_rear: Annotated[Bases, Cites("charge-rear")] = 0
    target_faces_one_way: Annotated[bool, Cites("charge-flank")] = True

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        if self.behind_front > self.bases:
            message = f"{self.behind_front} bases are more than the {self.bases} that charge"
            yield Problem(".behind_front", message, "conv-bad-input")
        if self.behind_rear > self.behind_front:
            message = f"{self.behind_rear} bases behind the rear are more than the {self.behind_front} behind the front"
            yield Problem(".behind_rear", message, "conv-bad-input")


def _example() -> ChargeAspectRequest:
    return ChargeAspectRequest(bases=4, behind_front=3, behind_rear=1)


@procedure(
    "red_actions.charge_aspect",
    title="Does the charge strike the front, the flank or the rear?",
    rules=("charge-flank",),
    example=_example,
)
def charge_aspect(request: ChargeAspectRequest, umpire: Umpire[Options]) -> ChargeAspectOutcome:
    """Find the side from which a charge comes: first check the rear, then the flank.

    It strikes the rear if most chargers are behind the target and between its prolonged sides, else the flank if most
    are behind its prolonged front line, else the front. Most is more than half. Contact adds three terror markers in
    the rear, one in the flank, and none in front. A target whose bases face different ways is struck in front.

    Rules: charge-flank, charge-rear, conv-within.
    """
    aspect: Aspect = "front"
    if request.target_faces_one_way and 2 * request.behind_rear > request.bases:
        aspect = "rear"
    elif request.target_faces_one_way and 2 * request.behind_front > request.bases:
        aspect = "flank"
    rule, markers = CONTACT_MARKERS[aspect]
    text = "a charge on the {aspect}; terror markers on contact: {markers}"
    umpire.result(rule, text, aspect=aspect, markers=markers)
    return ChargeAspectOutcome(aspect=aspect, markers=markers)
