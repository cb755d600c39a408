"""Supports that make good the casualties of the battalion in front."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from attrs import frozen

from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.fields import Range, Size
from rcw_rules.kernel.procedures import Choice, Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.values import evolve
from rcw_rules.kernel.words import counted, in_words, sentences
from rcw_rules.marks import Cites
from rcw_rules.red_square.ground import numbers
from rcw_rules.red_square.model import BROKEN_STATES, GOOD_BANDS, MOST_BASES, Band, FightingBases, Side, State
from rcw_rules.red_square.options import Options


@frozen(kw_only=True, cache_hash=True)
class Battalion:
    """A battalion that gives bases, or gets them.

    Attributes:
        bases: Its bases.
        bases_removed: The bases that it has lost.
        regiment: The name of its CO; "" if it has none.
        state: The state that it is in.
        name: Its name; "" where it does not matter.
        side: Whose it is; None where it does not matter.
    """

    bases: FightingBases
    bases_removed: Annotated[int, Range(0, 99, rule="bad-input")] = 0
    regiment: Annotated[str, Size(0, 100), Cites("org-infantry-regiment")] = ""
    state: State = "steady"
    name: Annotated[str, Size(0, 100), Cites("fire-12-replace")] = ""
    side: Annotated[Side | None, Cites("fire-12-replace")] = None


@frozen(kw_only=True)
class ReplaceCasualtiesOutcome:
    """What two battalions have afterwards.

    Attributes:
        given: How many bases changed over.
        supporter: The battalion in support.
        front: The battalion in front.
    """

    given: int
    supporter: Battalion
    front: Battalion

    def summary(self, request: ReplaceCasualtiesRequest) -> str:
        """Return how many bases changed over, and what both battalions have now."""
        giver = request.supporter.name or "the battalion in support"
        front = request.front.name or "the battalion in front"
        gave = numbers(request.supporter.bases, self.supporter.bases)
        got = numbers(request.front.bases, self.front.bases)
        return sentences(f"{giver} gives {counted(self.given, 'base')} {gave} to {front} {got}")


@frozen(kw_only=True, cache_hash=True)
class ReplaceCasualtiesRequest(Request[ReplaceCasualtiesOutcome]):
    """A battalion in support that means to make good the losses of a neighbour.

    Attributes:
        supporter: The battalion in support, which has been activated.
        front: The battalion that lost bases.
        distance: How many squares are between them.
        band: How well the supporter was activated.
        moved: Whether it moves in this activation.
    """

    supporter: Battalion
    front: Battalion
    distance: Annotated[int, Range(1, 999)] = 1
    band: Annotated[Band, Cites("act-table")] = "automatic"
    moved: bool = False


BASES_GIVEN: Choice[ReplaceCasualtiesRequest, int] = Choice(
    "bases_given",
    rule="fire-12-replace",
    who="owner",
    about="How many bases does the battalion in support give to the one in front? Default: as many as possible.",
    default=lambda request, alternatives: max(alternatives),
    unit=lambda request: request.supporter.name,
    side=lambda request: request.supporter.side or "",
)


def _example() -> ReplaceCasualtiesRequest:
    supporter = Battalion(bases=4, regiment="1st Regiment")
    return ReplaceCasualtiesRequest(
        supporter=supporter, front=Battalion(bases=2, bases_removed=2, regiment="1st Regiment")
    )


@procedure(
    "red_square.replace_casualties",
    title="How many bases go to the front battalion?",
    rules=("fire-12-replace",),
    example=_example,
)
def replace_casualties(request: ReplaceCasualtiesRequest, umpire: Umpire[Options]) -> ReplaceCasualtiesOutcome:
    """Move bases from a battalion in support to one that lost some.

    It gives as many as its owner likes, up to the losses of the one in front and the 6 bases that a unit may have, and
    keeps one at least. What it gives counts among its own losses from now on, and no longer among those of the other.
    Neither changes its quality.

    Rules: fire-12-replace.
    """
    supporter, front = request.supporter, request.front
    given = umpire.choose(BASES_GIVEN, tuple(range(1, most_given(supporter, front) + 1)), request)
    umpire.result("fire-12-replace", "bases given: {given}", given=given)
    return ReplaceCasualtiesOutcome(
        given=given,
        supporter=evolve(supporter, bases=supporter.bases - given, bases_removed=supporter.bases_removed + given),
        front=evolve(front, bases=front.bases + given, bases_removed=front.bases_removed - given),
    )


@replace_casualties.legality
def _objections(request: ReplaceCasualtiesRequest, options: Options) -> Iterator[Objection]:
    return replacement_objections(request)


def most_given(supporter: Battalion, front: Battalion) -> int:
    """Return how many bases a battalion in support could give.

    Rules: fire-12-replace, units-max-six.
    """
    return max(0, min(front.bases_removed, supporter.bases - 1, MOST_BASES - front.bases))


def replacement_objections(request: ReplaceCasualtiesRequest) -> Iterator[Objection]:
    """Yield every reason why a battalion may not make good the losses of another.

    Rules: fire-12-replace, act-table.
    """
    rule, supporter, front = "fire-12-replace", request.supporter, request.front
    if request.band not in GOOD_BANDS:
        message = "a battalion gives bases on a score of 2 or more, or when it is activated without a test"
        yield Objection(rule=rule, message=message, path="$.band")
    if request.moved:
        yield Objection(rule=rule, message="it gives bases instead of moving", path="$.moved")
    if not supporter.regiment or supporter.regiment != front.regiment:
        message = "a battalion gives bases only to one of its own regiment"
        yield Objection(rule=rule, message=message, path="$.front.regiment")
    if request.distance > 1:
        message = f"a battalion gives bases to one in an adjacent square, not {request.distance} squares off"
        yield Objection(rule=rule, message=message, path="$.distance")
    if supporter.state in (*BROKEN_STATES, "off_table"):
        message = f"a battalion that is {in_words(supporter.state)} supports no other"
        yield Objection(rule=rule, message=message, path="$.supporter.state")
    if not front.bases_removed:
        yield Objection(rule=rule, message="it has lost no base", path="$.front.bases_removed")
    elif front.bases == MOST_BASES:
        message = f"it has {MOST_BASES} bases, which are the most"
        yield Objection(rule="units-max-six", message=message, path="$.front.bases")
    if supporter.bases == 1:
        yield Objection(rule=rule, message="a battalion keeps its last base", path="$.supporter.bases")
