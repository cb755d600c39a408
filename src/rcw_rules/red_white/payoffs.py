"""What advice can count in the outcomes of Red & White, each with the side for which high is good.

Where both sides decide, a payoff is the attacker's, or that of the side that fires. The others count for the side whose
unit the procedure is about.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rcw_rules.payoffs import Payoff
from rcw_rules.red_white.aircraft import (
    AirCycleOutcome,
    AirSideOutcome,
    AntiAircraftOutcome,
    FlightMoveOutcome,
    PatrolOutcome,
)
from rcw_rules.red_white.assault import AssaultOutcome
from rcw_rules.red_white.charge import ChargeOutcome, FlankOrRearOutcome, WithdrawOutcome
from rcw_rules.red_white.fire import FireAttackOutcome, PetrolBombsOutcome
from rcw_rules.red_white.game import ActOutcome, measure_of
from rcw_rules.red_white.melee import CasualtiesOutcome, MeleeOutcome
from rcw_rules.red_white.model import Side, Unit, enemy_of, melee_strength
from rcw_rules.red_white.morale import (
    ActivationOutcome,
    MoraleOutcome,
    MoralePhaseOutcome,
    SuppressedFireOutcome,
)
from rcw_rules.red_white.vehicles import TrainUnderFireOutcome


def _attacker(request: Any) -> Side:
    """Return the side that charges."""
    side: Side = request.attackers[0].unit.side
    return side


def _enemy(request: Any) -> Side:
    """Return the side that fires at the unit."""
    return enemy_of(request.unit.side)


def _stands(units: Iterable[Unit | None]) -> int:
    return sum(melee_strength(unit) for unit in units if unit is not None)


def _lead(outcome: AssaultOutcome | ChargeOutcome) -> int:
    """Return the stands left to the attackers, less those of the defenders."""
    return _stands(each.unit for each in outcome.attackers) - _stands(each.unit for each in outcome.defenders)


PAYOFFS: tuple[Payoff, ...] = (
    Payoff(
        id="measure",
        title="what the game is worth to Red, less what it is worth to White",
        outcome=ActOutcome,
        of=lambda outcome: measure_of(outcome.state, "red"),
        good_for=lambda request: "red",
    ),
    Payoff(
        id="wins",
        title="the attacker holds the position afterwards",
        outcome=AssaultOutcome,
        of=lambda outcome: outcome.holder == "attacker",
        is_event=True,
        good_for=_attacker,
    ),
    Payoff(
        id="stands",
        title="stands left to the attackers, less those of the defenders",
        outcome=AssaultOutcome,
        of=_lead,
        good_for=_attacker,
    ),
    Payoff(
        id="arrives",
        title="the charge comes to a melee or takes the position",
        outcome=ChargeOutcome,
        of=lambda outcome: outcome.ended in {"melee", "position_falls"},
        is_event=True,
        good_for=_attacker,
    ),
    Payoff(
        id="stands",
        title="stands left to the attackers, less those of the defenders",
        outcome=ChargeOutcome,
        of=_lead,
        good_for=_attacker,
    ),
    Payoff(
        id="wins",
        title="the attacker wins the melee",
        outcome=MeleeOutcome,
        of=lambda outcome: outcome.winner == "attacker",
        is_event=True,
        good_for=lambda request: request.attackers[0].side,
    ),
    Payoff(
        id="losses",
        title="stands that the defenders lose, less those of the attackers",
        outcome=MeleeOutcome,
        of=lambda outcome: (
            sum(unit.stands_lost for unit in outcome.defenders) - sum(unit.stands_lost for unit in outcome.attackers)
        ),
        good_for=lambda request: request.attackers[0].side,
    ),
    Payoff(
        id="units",
        title="defenders destroyed, less attackers destroyed",
        outcome=MeleeOutcome,
        of=lambda outcome: (
            sum(unit.destroyed for unit in outcome.defenders) - sum(unit.destroyed for unit in outcome.attackers)
        ),
        good_for=lambda request: request.attackers[0].side,
    ),
    Payoff(
        id="escapes",
        title="the charger does not reach the unit",
        outcome=WithdrawOutcome,
        of=lambda outcome: outcome.contact is False,
        is_event=True,
    ),
    Payoff(
        id="flank_or_rear",
        title="the attack strikes a flank or rear",
        outcome=FlankOrRearOutcome,
        of=lambda outcome: outcome.flank_or_rear,
        is_event=True,
    ),
    Payoff(
        id="stands_lost",
        title="stands that the target loses, of a vehicle hits",
        outcome=FireAttackOutcome,
        of=lambda outcome: outcome.stands_lost,
        good_for=_enemy,
    ),
    Payoff(
        id="stands_lost",
        title="stands that the unit loses, of a vehicle hits",
        outcome=CasualtiesOutcome,
        of=lambda outcome: outcome.stands_lost,
        good_for=_enemy,
    ),
    Payoff(
        id="hits",
        title="hits on the tanks",
        outcome=PetrolBombsOutcome,
        of=lambda outcome: sum(tank.hits for tank in outcome.tanks),
    ),
    Payoff(
        id="destroyed",
        title="tanks destroyed",
        outcome=PetrolBombsOutcome,
        of=lambda outcome: sum(tank.destroyed for tank in outcome.tanks),
    ),
    Payoff(
        id="stands",
        title="stands left to the infantry that throws",
        outcome=PetrolBombsOutcome,
        of=lambda outcome: outcome.stands,
    ),
    Payoff(
        id="passed",
        title="the unit passes its morale test",
        outcome=MoraleOutcome,
        of=lambda outcome: outcome.passed,
        is_event=True,
    ),
    Payoff(
        id="passed",
        title="units that pass their morale test",
        outcome=MoralePhaseOutcome,
        of=lambda outcome: sum(test is not None and test.passed for test in outcome.tests),
    ),
    Payoff(
        id="passed",
        title="the unit activates",
        outcome=ActivationOutcome,
        of=lambda outcome: outcome.passed,
        is_event=True,
    ),
    Payoff(
        id="stands",
        title="stands left to the unit",
        outcome=ActivationOutcome,
        of=lambda outcome: outcome.stands,
    ),
    Payoff(
        id="may_fire",
        title="the unit may fire",
        outcome=SuppressedFireOutcome,
        of=lambda outcome: outcome.may_fire,
        is_event=True,
    ),
    Payoff(
        id="stays",
        title="the train passes its test or needs none",
        outcome=TrainUnderFireOutcome,
        of=lambda outcome: outcome.passed is not False,
        is_event=True,
    ),
    Payoff(
        id="patrols",
        title="the fighter stays on patrol",
        outcome=PatrolOutcome,
        of=lambda outcome: outcome.mode == "patrol",
        is_event=True,
    ),
    Payoff(
        id="stays",
        title="the aircraft stays over the table",
        outcome=FlightMoveOutcome,
        of=lambda outcome: not outcome.left_table,
        is_event=True,
    ),
    Payoff(
        id="hits",
        title="hits on the aircraft",
        outcome=AntiAircraftOutcome,
        of=lambda outcome: outcome.hits,
    ),
    Payoff(
        id="red_first",
        title="Red is side 1",
        outcome=AirSideOutcome,
        of=lambda outcome: outcome.side_1 == "red",
        is_event=True,
        good_for=lambda _: "red",
    ),
    Payoff(
        id="damage",
        title="damage to all aircraft together",
        outcome=AirCycleOutcome,
        of=lambda outcome: sum(aircraft.damage for aircraft in (*outcome.side_1, *outcome.side_2)),
    ),
)
