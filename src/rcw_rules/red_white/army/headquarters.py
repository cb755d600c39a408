"""The Force HQ: whether the enemy overruns it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from attrs import frozen

from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import sentences
from rcw_rules.marks import Cites
from rcw_rules.red_white.model import INITIATORS
from rcw_rules.red_white.options import Options
from rcw_rules.red_white.profile import UnitType


@frozen(kw_only=True)
class HqOverrunOutcome:
    """What happened to a Force HQ.

    Attributes:
        overrun: Whether it is overrun, and removed from the table.
        lost_units: What that counts for Major Morale; a train that was lost with it counts for itself.
        commander_survives: Whether the army's commander is still in the game.
    """

    overrun: bool
    lost_units: int
    commander_survives: bool

    def summary(self, request: HqOverrunRequest) -> str:
        """Return whether the HQ is overrun, and whether the commander survives."""
        if not self.overrun:
            return "The HQ is not overrun."
        commander = "survives, leading a unit" if self.commander_survives else "is lost with it"
        return sentences("the HQ is overrun and counts as one unit lost", f"the commander {commander}")


@frozen(kw_only=True, cache_hash=True)
class HqOverrunRequest(Request[HqOverrunOutcome]):
    """A Force HQ that the enemy may have reached.

    Attributes:
        enemy: The type of the enemy unit that ended its move in contact with the HQ; None if there is none.
        enemy_falling_back: Whether that unit is marked as falling back.
        friend_in_contact: Whether a friendly unit is in contact with that enemy.
        aboard_train: Whether the HQ is aboard an armoured train.
        train_lost: Whether that train is lost.
        commander_leads: Whether the commander is away, leading a unit heroically.
    """

    enemy: UnitType | None = None
    enemy_falling_back: bool = False
    friend_in_contact: bool = False
    aboard_train: bool = False
    train_lost: Annotated[bool, Cites("train-lost")] = False
    commander_leads: Annotated[bool, Cites("hq")] = False

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield contradictions, with paths below the request."""
        if self.train_lost and not self.aboard_train:
            yield Problem(".train_lost", "the HQ is not aboard a train", "hq-overrun")
        for field in ("enemy_falling_back", "friend_in_contact"):
            if getattr(self, field) and self.enemy is None:
                yield Problem(f".{field}", "no enemy unit is in contact", "hq-overrun")


def _hq_example() -> HqOverrunRequest:
    return HqOverrunRequest(enemy="cavalry")


@procedure(
    "red_white.hq_overrun",
    title="Is the HQ lost?",
    rules=("hq",),
    example=_hq_example,
)
def hq_overrun(request: HqOverrunRequest, umpire: Umpire[Options]) -> HqOverrunOutcome:
    """Say whether a Force HQ is overrun.

    It is if an enemy unit that could start a melee is in contact with it at the end of its move while no friendly unit
    is in contact with that enemy. Aboard a train it is overrun when, and only when, the train is lost. It has no
    strength of its own to fight with.

    Rules: hq, hq-overrun.
    """
    if request.aboard_train:
        overrun, why = request.train_lost, "its train is lost" if request.train_lost else "it is safe aboard its train"
    elif request.enemy is None:
        overrun, why = False, "no enemy unit is in contact with it"
    elif request.enemy not in INITIATORS or request.enemy_falling_back:
        overrun, why = False, "the enemy unit in contact with it could not start a melee"
    elif request.friend_in_contact:
        overrun, why = False, "a friendly unit is in contact with the enemy unit"
    else:
        overrun, why = True, "an enemy unit that could start a melee is in contact with it"
    if overrun:
        umpire.result("hq-overrun", "the HQ is overrun and removed, one unit lost: {why}", why=why)
    else:
        umpire.result("hq-overrun", "the HQ is not overrun: {why}", why=why)
    if overrun and request.commander_leads:
        umpire.result("hq", "the commander, who is leading a unit heroically, survives")
    return HqOverrunOutcome(
        overrun=overrun, lost_units=int(overrun), commander_survives=not overrun or request.commander_leads
    )
