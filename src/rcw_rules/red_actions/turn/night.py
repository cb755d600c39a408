"""Night and fog: veering, columns, and friends that fire at friends."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from attrs import frozen

from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.dice import d6
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Range, Size
from rcw_rules.kernel.lengths import Inches, inches
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import listed, sentences
from rcw_rules.marks import Cites
from rcw_rules.red_actions.model import Name
from rcw_rules.red_actions.options import Options

VEERS = {1: -30, 6: 30}  # wx-night-veer: degrees, to the left negative
FIRES_ON = 1  # wx-night-friends


@frozen(kw_only=True, cache_hash=True)
class FriendMet:
    """A friendly unit that the move first brings into sight in this turn.

    Attributes:
        name: Its name.
        able_to_fire: Whether it can fire: it has a segment left, weapons, and the unit in range and arc.
    """

    name: Name
    able_to_fire: bool = True


@frozen(kw_only=True, cache_hash=True)
class NightActionOutcome:
    """What darkness does to a segment.

    Attributes:
        veer: By how many degrees the unit now goes astray, to the right; negative to the left. It includes earlier
            turns.
        fired_at_by: The friends that fire at it, each using its segment.
    """

    veer: int
    fired_at_by: tuple[Name, ...] = ()

    def summary(self, request: NightActionRequest) -> str:
        """Return where the unit goes astray, and which friends fire at it."""
        way = "left" if self.veer < 0 else "right"
        astray = (
            f"the unit goes astray, {abs(self.veer)} degrees to the {way}"
            if self.veer
            else "the unit does not go astray"
        )
        stays = not request.distance.thousandths and not self.veer
        friends = self.fired_at_by
        fire = f"{listed(friends)} {'fires' if len(friends) == 1 else 'fire'} at it by mistake" if friends else ""
        return sentences("the unit stays where it is" if stays else astray, fire)


@frozen(kw_only=True, cache_hash=True)
class NightActionRequest(Request[NightActionOutcome]):
    """The segment of a unit at night or in fog.

    Attributes:
        distance: How far it moves; 0 if it stays.
        speed: Its speed.
        in_column: Whether it is in column; a single base always is.
        follows_feature: Whether it follows a road, a stream, a hedge, the foot of a steep slope or the like.
        veered: By how many degrees it has gone astray in earlier turns; 0 once it has met such a feature.
        friends_met: The friends that the move first brings into sight, in that order.
    """

    distance: Inches
    speed: Annotated[Inches, Cites("mov-speed")]
    in_column: bool = False
    follows_feature: bool = False
    veered: Annotated[int, Range(-180, 180)] = 0
    friends_met: Annotated[tuple[FriendMet, ...], Size(0, 20), Cites("wx-night-friends")] = ()

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        if self.friends_met and self.distance == inches(0):
            yield Problem(
                ".friends_met", "a unit that does not move meets nobody: leave friends_met out", "wx-night-friends"
            )
        if self.veered % 30:
            yield Problem(".veered", f"units veer by 30 degrees at a time, not {self.veered}", "wx-night-veer")


def _example() -> NightActionRequest:
    return NightActionRequest(distance=inches(3), speed=inches(6), friends_met=(FriendMet(name="2nd company"),))


@procedure(
    "red_actions.night_action",
    title="What does night change in this segment?",
    formerly=("What does the night do to this segment?",),
    rules=("wx-night-friends",),
    example=_example,
)
def night_action(request: NightActionRequest, umpire: Umpire[Options]) -> NightActionOutcome:
    """Find how far a unit goes astray in the dark or in fog, and which friends fire at it.

    A unit that moves without following a feature of the ground rolls a d6 at the start of its segment: on a 1 it veers
    30 degrees to the left, on a 6 to the right, on top of earlier veers. Then each friend that the move first brings
    into sight rolls, and fires on a 1 if it can. A unit that follows a feature no longer veers.

    Rules: wx-night-veer, wx-night-friends.
    """
    veer = 0 if request.follows_feature else request.veered
    if request.distance > inches(0) and not request.follows_feature:
        turned = VEERS.get(umpire.roll(d6, "veering", "wx-night-veer"), 0)
        # Beyond 180 degrees the other way round is shorter.
        veer = (veer + turned + 179) % 360 - 179
        side = "to the left" if turned < 0 else "to the right" if turned else "nowhere"
        umpire.result("wx-night-veer", "it veers {side}, and is {veer} degrees off", side=side, veer=abs(veer))
    fire = tuple(
        friend.name
        for friend in request.friends_met
        if umpire.roll(d6.check(at_most=FIRES_ON), f"mistake of {friend.name}", "wx-night-friends")
        and friend.able_to_fire
    )
    for name in fire:
        umpire.result("wx-night-friends", "{name} fires at its friends, and uses its segment", name=name)
    return NightActionOutcome(veer=veer, fired_at_by=fire)


@night_action.legality
def _forbidden_night_action(request: NightActionRequest, _options: Options) -> Iterator[Objection]:
    """Yield the objections to the move.

    Rules: wx-night-column.
    """
    if 2 * request.distance > request.speed and not request.in_column:
        half = Inches(thousandths=request.speed.thousandths // 2)
        message = f"{request.distance} is more than half its speed, {half}; only a column moves so far in the dark"
        yield Objection(rule="wx-night-column", message=message, path="$.distance")
