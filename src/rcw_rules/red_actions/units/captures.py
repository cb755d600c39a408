"""Prisoners: who takes them and who loses them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal, TypeAlias

from attrs import frozen

from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.errors import NeedsRuling, Problem
from rcw_rules.kernel.lengths import Inches
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import sentences
from rcw_rules.marks import Cites
from rcw_rules.red_actions.model import Side, TroopCard
from rcw_rules.red_actions.options import Options

PrisonerEvent: TypeAlias = Literal["moves_onto", "guard_driven_off", "takes_possession", "eliminates"]
"""A unit moves onto them; it makes an enemy in contact with them retire or rout; it takes possession of them as its
action; it eliminates them as its action."""


@frozen(kw_only=True)
class PrisonersOutcome:
    """What happens to prisoners.

    Attributes:
        owner: The side that holds them; None if neither does, or if they were eliminated.
        eliminated: Whether they were eliminated.
    """

    owner: Side | None
    eliminated: bool

    def summary(self, request: PrisonersRequest) -> str:
        """Return who has the prisoners now, and why nothing changes if nothing does."""
        by = request.by.capitalize()
        if self.eliminated:
            return sentences(f"{by} eliminates the prisoners")
        if self.owner != request.owner:
            return sentences(f"{by} takes the prisoners")
        keeps = "nobody holds the prisoners" if self.owner is None else f"{self.owner.capitalize()} keeps the prisoners"
        if self.owner == request.by:
            return sentences(keeps)
        why = "they are guarded" if request.guarded else "they are in a building, and taking them there needs an action"
        return sentences(f"{keeps}: {why}")


@frozen(kw_only=True, cache_hash=True)
class PrisonersRequest(Request[PrisonersOutcome]):
    """Something that may change the owner of prisoners.

    Attributes:
        event: What happens.
        by: The side of the unit that does it.
        owner: The side that holds them now; None if neither does.
        guarded: Whether an enemy of that unit is in contact with them, or was until it was driven off.
        in_building: Whether they are in a building.
        in_contact: For an action: whether the unit touched them when its segment began.
        whole_segment: For an action: whether the unit does nothing else in its segment.
    """

    event: PrisonerEvent
    by: Side
    owner: Side | None = None
    guarded: Annotated[bool, Cites("misc-prisoners-take")] = False
    in_building: Annotated[bool, Cites("misc-prisoners-take")] = False
    in_contact: Annotated[bool, Cites("act-possession")] = True
    whole_segment: Annotated[bool, Cites("act-possession")] = True

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        if self.event == "guard_driven_off" and not self.guarded:
            yield Problem(".guarded", "only a guard in contact can be driven off", "misc-prisoners-take")


def _example() -> PrisonersRequest:
    return PrisonersRequest(event="guard_driven_off", by="white", owner="red", guarded=True)


@procedure(
    "red_actions.prisoners",
    title="Who holds the prisoners?",
    formerly=("Whose are the prisoners?",),
    rules=("misc-prisoners-take",),
    example=_example,
)
def prisoners(request: PrisonersRequest, umpire: Umpire[Options]) -> PrisonersOutcome:
    """Find which side holds prisoners after an event.

    A unit that moves onto unguarded prisoners takes them, but in a building that needs a whole action. A unit that
    makes an enemy in contact with them retire or rout takes them at once, wherever they are. Eliminating them is an
    optional action.

    Rules: misc-prisoners-take, misc-prisoners-kill, act-possession.
    """
    if request.event == "eliminates":
        umpire.ruling("eliminate_prisoners")
        umpire.result("misc-prisoners-kill", "the prisoners are no more")
        return PrisonersOutcome(owner=None, eliminated=True)
    owner: Side | None = request.by
    if request.event == "moves_onto" and request.guarded:
        umpire.result("misc-prisoners-take", "they are guarded: nothing changes")
        owner = request.owner
    elif request.event == "moves_onto" and request.in_building:
        umpire.result("misc-prisoners-take", "they are in a building: it takes an action to possess them")
        owner = request.owner
    else:
        umpire.result("misc-prisoners-take", "{side} has the prisoners", side=request.by)
    return PrisonersOutcome(owner=owner, eliminated=False)


@prisoners.legality
def _forbidden_event(request: PrisonersRequest, options: Options) -> Iterator[Objection]:
    if request.event not in ("takes_possession", "eliminates"):
        return
    rule = "act-possession" if request.event == "takes_possession" else "misc-prisoners-kill"
    if request.event == "eliminates" and not options.eliminate_prisoners:
        message = "prisoners are not eliminated unless the option eliminate_prisoners is on; they may be guarded"
        yield Objection(rule=rule, message=message, path="$.event")
    if not request.in_contact:
        message = "the unit must touch them when its segment begins: move there now, and do it next turn"
        yield Objection(rule=rule, message=message, path="$.in_contact")
    if not request.whole_segment:
        message = "it takes the whole segment, with nothing else in it"
        yield Objection(rule=rule, message=message, path="$.whole_segment")
    if request.guarded:
        message = "an enemy is in contact with them: drive it off first"
        yield Objection(rule=rule, message=message, path="$.guarded")


def escort_speed(guard: TroopCard, dismounted: TroopCard | None = None) -> Inches:
    """Return how fast prisoners move with a guard: at the guard's speed on foot.

    Args:
        guard: The card of the guarding unit.
        dismounted: For a guard that is not infantry: its card on foot.

    Raises:
        NeedsRuling: The guard is not infantry, and its card on foot is not given.

    Rules: misc-prisoners-take.
    """
    card = guard if guard.category == "infantry" else dismounted
    if card is None:
        raise NeedsRuling(
            "misc-prisoners-take", f"How fast is {guard.name} on foot?", "the card that it has when dismounted"
        )
    return card.speed
