"""What random events add to the dice of a combat, where they are in force."""

from __future__ import annotations

from rcw_rules.kernel.ledger import Modifier

RUMOURS_ADD = 1  # 6-list: Defeatist Rumours
LEADER_ADDS = -1  # 6-list: Leader in the front line
OFFICERS_CHARGE_ADDS = 1  # 6-list: Officers' charge


def of_rumours() -> Modifier:
    """Return what Defeatist Rumours add to the cohesion or morale die of a unit that they have reached.

    Rules: 6-list.
    """
    return _modifier("defeatist_rumours", RUMOURS_ADD, "Defeatist Rumours")


def of_leader() -> Modifier:
    """Return what a Leader in the front line adds to the cohesion die of his whole side.

    Rules: 6-list.
    """
    return _modifier("leader_in_the_front_line", LEADER_ADDS, "Leader in the front line")


def of_officers_charge() -> Modifier:
    """Return what an Officers' charge adds to the roll of an assault.

    Rules: 6-list.
    """
    return _modifier("officers_charge", OFFICERS_CHARGE_ADDS, "Officers' charge")


def _modifier(event: str, value: int, reason: str) -> Modifier:
    # What the events do is as lost as their list; the chart names them only.
    return Modifier(id=event, value=value, reason=reason, rule="6-list", provenance="reconstructed")
