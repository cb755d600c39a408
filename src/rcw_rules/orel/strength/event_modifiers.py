"""What random events add to the dice of a combat, where they are in force."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Annotated

from attrs import frozen

from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Size
from rcw_rules.kernel.ledger import Modifier
from rcw_rules.marks import Cites
from rcw_rules.orel.model import Unit
from rcw_rules.orel.strength.combatants import Role

RUMOURS_ADD = 1  # 6-list: Defeatist Rumours
LEADER_ADDS = -1  # 6-list: Leader in the front line
OFFICERS_CHARGE_ADDS = 1  # 6-list: Officers' charge
INTELLIGENCE_ADDS = -1  # 6-list: Good intelligence


@frozen(kw_only=True, cache_hash=True)
class CombatEvents:
    """The random events that change dice of a combat.

    Attributes:
        defeatist_rumours: The keys of the units of both sides that Defeatist Rumours have reached.
        leader_in_the_front_line: Which sides use a Leader in the front line in the cohesion check.
        officers_charge: Whether the attacker uses an Officers' charge in the assault. In a whole combat that is the
            assault on the attacked hex, never that of a pursuit after it.
        good_intelligence: Whether the defender uses Good intelligence in a retreat before combat.
    """

    defeatist_rumours: Annotated[tuple[str, ...], Size(0, 120), Cites("6-list")] = ()
    leader_in_the_front_line: Annotated[tuple[Role, ...], Size(0, 2), Cites("6-list")] = ()
    officers_charge: Annotated[bool, Cites("6-list")] = False
    good_intelligence: Annotated[bool, Cites("6-list")] = False

    def rumours_among(self, units: Iterable[Unit]) -> tuple[str, ...]:
        """Return the keys of those of the units that Defeatist Rumours have reached.

        Args:
            units: The units.

        Rules: 6-list.
        """
        keys = {unit.key for unit in units}
        return tuple(key for key in self.defeatist_rumours if key in keys)

    def wrong_events(self, path: str, known: Collection[str]) -> Iterator[Problem]:
        """Yield rumours that have reached no unit that is there, and a side with two leaders.

        Args:
            path: The path of the events below the request.
            known: The keys of the units.

        Rules: 6-list.
        """
        for number, key in enumerate(self.defeatist_rumours):
            if key not in known:
                yield Problem(f"{path}.defeatist_rumours[{number}]", f"no unit has the key {key!r}", "6-list")
        yield from doubled_leader(f"{path}.leader_in_the_front_line", self.leader_in_the_front_line)


NO_EVENTS = CombatEvents()


def doubled_leader(path: str, leaders: tuple[Role, ...]) -> Iterator[Problem]:
    """Yield the side that uses two leaders in one check.

    Args:
        path: The path of the leaders below the request.
        leaders: The sides that use one.

    Rules: 6-list.
    """
    if len(set(leaders)) < len(leaders):
        yield Problem(f"{path}[1]", "a side uses one leader in a check", "6-list")


def of_rumours() -> Modifier:
    """Return what Defeatist Rumours add to the cohesion or morale die of a unit that they have reached.

    Rules: 6-list.
    """
    return _modifier("defeatist_rumours", RUMOURS_ADD, "Defeatist Rumours")


def of_leader() -> Modifier:
    """Return what a Leader in the front line adds to the cohesion die of its whole side.

    Rules: 6-list.
    """
    return _modifier("leader_in_the_front_line", LEADER_ADDS, "Leader in the front line")


def of_officers_charge() -> Modifier:
    """Return what an Officers' charge adds to the roll of an assault.

    Rules: 6-list.
    """
    return _modifier("officers_charge", OFFICERS_CHARGE_ADDS, "Officers' charge")


def of_good_intelligence() -> Modifier:
    """Return what Good intelligence adds to the die of a retreat before combat.

    Rules: 6-list.
    """
    return _modifier("good_intelligence", INTELLIGENCE_ADDS, "Good intelligence")


def _modifier(event: str, value: int, reason: str) -> Modifier:
    # The text of the events is lost with their list; the chart only names them.
    return Modifier(id=event, value=value, reason=reason, rule="6-list", provenance="reconstructed")
