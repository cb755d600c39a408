"""Mobs that hesitate before they act."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal, TypeAlias

from attrs import frozen

from rcw_rules.kernel.dice import d6
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.marks import Cites
from rcw_rules.red_actions.options import Options

HESITATES_BELOW = 3  # char-mob-hesitation

MobAction: TypeAlias = Literal[
    "shoot", "charge", "move_away", "move", "rally_from_terror", "rally_from_rout", "rally_from_pinned", "other"
]
"""What a unit tries; ``other`` is any other action of a segment."""

AUTOMATIC: tuple[MobAction, ...] = ("shoot", "charge", "move_away")  # char-mob-hesitation


@frozen(kw_only=True, cache_hash=True)
class HesitationOutcome:
    """Whether a unit does what it intends.

    Attributes:
        proceeds: Whether it does what it intends.
        may_shoot: Whether it may still shoot; a routing unit never does.
        routs_on: Whether it makes a rout move instead of its rally, without a humiliated marker.
    """

    proceeds: bool
    may_shoot: bool
    routs_on: bool = False

    def summary(self, request: HesitationRequest) -> str:
        """Return whether the unit hesitates, and what it may still do."""
        if self.proceeds:
            return "The unit does not hesitate: it acts as it intends."
        if self.routs_on:
            return "The unit hesitates and routs on, without a humiliated marker."
        return "The unit hesitates: it may only shoot."


@frozen(kw_only=True, cache_hash=True)
class HesitationRequest(Request[HesitationOutcome]):
    """A unit that intends to act.

    Attributes:
        is_mob: Whether it is a Mob, after its own Storm or Specialist, its officer and a White Officer base.
        enemy_visible: Whether it sees an enemy.
        action: What it tries.
        routing: Whether it is in rout.
    """

    is_mob: Annotated[bool, Cites("off-mob")]
    enemy_visible: bool
    action: MobAction
    routing: bool = False

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        if self.routing != (self.action == "rally_from_rout"):
            message = "a routing unit may only try to rally from rout, and only a routing unit may"
            yield Problem(".action", message, "rout-unit-state")


@procedure(
    "red_actions.hesitation",
    title="Does the unit hesitate?",
    rules=("char-mob-hesitation",),
    example=lambda: HesitationRequest(is_mob=True, enemy_visible=True, action="rally_from_terror"),
)
def hesitation(request: HesitationRequest, umpire: Umpire[Options]) -> HesitationOutcome:
    """Find whether a unit does what it intends.

    A Mob that sees an enemy needs 3 or more on a d6 for anything except shooting, charging or moving away; otherwise it
    loses its action and its free actions, and may only shoot. A routing Mob rolls before it tries to rally, and on a 1
    or 2 makes its rout move without testing.

    Rules: char-mob-hesitation.
    """
    rule = "char-mob-hesitation"
    if not request.is_mob or not request.enemy_visible or request.action in AUTOMATIC:
        why = (
            "it is no Mob" if not request.is_mob
            else "it sees no enemy" if not request.enemy_visible
            else "that comes by itself"
        )  # fmt: skip
        umpire.result(rule, "no roll: {why}", why=why)
        return HesitationOutcome(proceeds=True, may_shoot=not request.routing)
    proceeds = umpire.roll(d6.check(at_least=HESITATES_BELOW), "hesitation", rule)
    if proceeds:
        umpire.result(rule, "it goes on")
        return HesitationOutcome(proceeds=True, may_shoot=not request.routing)
    if request.routing:
        umpire.result(rule, "it hesitates, and routs on without a humiliated marker")
        return HesitationOutcome(proceeds=False, may_shoot=False, routs_on=True)
    umpire.result(rule, "it hesitates: it may shoot, and nothing else")
    return HesitationOutcome(proceeds=False, may_shoot=True)
