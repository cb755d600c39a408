"""What advice can count in the outcomes of Fall of the Directory; high is good for the side that attacks or moves."""

from __future__ import annotations

from rcw_rules.directory.combat import CaptureCheckOutcome, CombatOutcome, CombatStrengthOutcome, OddsOutcome
from rcw_rules.directory.game import ActOutcome
from rcw_rules.directory.movement import SpecialMovementOutcome, StackForcedMarchOutcome
from rcw_rules.payoffs import Payoff


def _lead(outcome: ActOutcome) -> int:
    """Return how many counters the side whose player-turn it is has on the map, less those of its enemies."""
    campaign = outcome.state.campaign
    side = campaign.position.side
    if side is None:
        return 0
    own = sum(campaign.may_act(piece) for piece in campaign.pieces)
    return own - sum(campaign.are_at_war(side, piece.counter.faction) for piece in campaign.pieces)


PAYOFFS: tuple[Payoff, ...] = (
    Payoff(
        id="counters",
        title="defending counters lost or captured, less attacking counters lost",
        outcome=CombatOutcome,
        of=lambda outcome: len(outcome.captured) + len(outcome.destroyed) + {"AL": -1, "DL": 1}.get(outcome.result, 0),
    ),
    Payoff(
        id="captured",
        title="counters that the attackers capture and keep",
        outcome=CombatOutcome,
        of=lambda outcome: sum(each.becomes is not None for each in outcome.captured),
    ),
    Payoff(
        id="captured",
        title="the counter is captured and kept",
        outcome=CaptureCheckOutcome,
        of=lambda outcome: outcome.becomes is not None,
        is_event=True,
    ),
    Payoff(
        id="total",
        title="the strength in all",
        outcome=CombatStrengthOutcome,
        of=lambda outcome: outcome.total,
    ),
    Payoff(
        id="ratio",
        title="attack strength divided by defence strength",
        outcome=OddsOutcome,
        of=lambda outcome: outcome.ratio,
    ),
    Payoff(
        id="limit",
        title="the most hexes that the unit may go",
        outcome=SpecialMovementOutcome,
        of=lambda outcome: outcome.limit,
    ),
    Payoff(
        id="allowance",
        title="hexes that the units of the stack may go, in sum; a unit that is removed goes none",
        outcome=StackForcedMarchOutcome,
        of=lambda outcome: sum(0 if each.removed else each.allowance for each in outcome.units),
    ),
    Payoff(
        id="kept",
        title="units of the stack that are not lost",
        outcome=StackForcedMarchOutcome,
        of=lambda outcome: sum(not each.removed for each in outcome.units),
    ),
    Payoff(
        id="counters",
        title="counters on the map of the side whose player-turn it is and its allies, less those of its enemies",
        outcome=ActOutcome,
        of=_lead,
    ),
)
