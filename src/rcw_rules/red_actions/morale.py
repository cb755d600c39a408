"""Morale: the test with its bonuses, and which tests an event causes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal, TypeAlias

from attrs import evolve, frozen

from rcw_rules.kernel.dice import d6
from rcw_rules.kernel.errors import NeedsRuling, Problem
from rcw_rules.kernel.fields import Range, Size
from rcw_rules.kernel.ledger import Ledger, Modifier, ledger
from rcw_rules.kernel.lengths import Inches, inches
from rcw_rules.kernel.procedures import Choice, Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.red_actions.model import SuccessNumber, TestKind, TroopCard, Unit
from rcw_rules.red_actions.options import Options
from rcw_rules.red_actions.troops import missing_from_card
from rcw_rules.ruleset import Cites

Effect: TypeAlias = Annotated[int, Range(-9, 9, rule="off-morale-bonus")]

Bonuses: TypeAlias = str
"""Which officers' effects count: ``junior``, ``junior_and_attached_1``, ``junior_and_senior_2``, ``attached_1``."""

SENIOR_REACH = inches(12)  # off-senior-adds, with a line of sight
SENIOR_REACH_UNSEEN = inches(4)  # off-senior-adds, without one
PASSING_REACH = inches(8)  # mor-class
ALWAYS_FAILS = 12  # conv-natural-twelve


@frozen(kw_only=True, cache_hash=True)
class MoraleOfficer:
    """What matters of an officer with a unit when it tests morale.

    Attributes:
        effect: What he adds to success numbers, or takes off.
        commissar: Whether he is a Commissar.
    """

    effect: Effect = 0
    commissar: Annotated[bool, Cites("off-commissar")] = False


@frozen(kw_only=True, cache_hash=True)
class SeniorInReach:
    """A senior officer who is not with the unit that tests, and may add to its morale if he is near enough.

    Attributes:
        effect: What he adds to success numbers.
        distance: How far he is from the unit.
        sees: Whether he sees it.
        routing: Whether he routs himself.
    """

    effect: Effect
    distance: Annotated[Inches, Cites("off-senior-adds")]
    sees: Annotated[bool, Cites("off-senior-adds")] = True
    routing: Annotated[bool, Cites("off-senior-adds")] = False


@frozen(kw_only=True, cache_hash=True)
class Situation:
    """What everybody must know of where a unit stands when it tests morale.

    The officers with the unit are not part of it: they are in the unit, and may fall before the test.

    Attributes:
        seniors: Senior officers near the unit, but not attached to it.
        enemy_behind_flanks: Whether an enemy unit that does not rout stands within 12 inches and behind its flanks.
        friend_can_charge: Whether a friendly unit that it sees could charge every such enemy.
        fortified: Whether it is behind earthworks, in a trench or in a defensible stone building.
        ambushed_marching: Whether it was marching when it was ambushed; only the fear test for the ambush minds it.
    """

    seniors: Annotated[tuple[SeniorInReach, ...], Size(0, 6)] = ()
    enemy_behind_flanks: Annotated[bool, Cites("mor-behind-flanks")] = False
    friend_can_charge: Annotated[bool, Cites("mor-behind-flanks")] = False
    fortified: Annotated[bool, Cites("mor-bonuses")] = False
    ambushed_marching: Annotated[bool, Cites("march-ambushed")] = False


NOWHERE_SPECIAL = Situation()


@frozen(kw_only=True)
class MoraleTestOutcome:
    """How a morale test went.

    Attributes:
        passed: Whether it was passed.
        needed: What the natural 2d6 need, or less; a 12 fails even so.
    """

    passed: bool
    needed: int


@frozen(kw_only=True, cache_hash=True)
class MoraleTestRequest(Request[MoraleTestOutcome]):
    """One morale test, with plain numbers; `morale_test_of` makes one for a unit.

    Attributes:
        test: Which test.
        number: The success number on the card.
        junior: The officer in command of the unit; None without one.
        attached: Senior officers attached to it.
        situation: Where it stands.
    """

    test: TestKind
    number: SuccessNumber
    junior: MoraleOfficer | None = None
    attached: Annotated[tuple[MoraleOfficer, ...], Size(0, 6)] = ()
    situation: Situation = NOWHERE_SPECIAL

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        if self.situation.ambushed_marching and self.test != "fear":
            message = f"an ambush on the march weighs on a fear test, not on a {self.test} test"
            yield Problem(".situation.ambushed_marching", message, "march-ambushed")
