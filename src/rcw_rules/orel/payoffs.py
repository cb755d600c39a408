"""What advice can count in the outcomes of The Battle of Orel, each with the side for which high is good.

Where both sides decide, a payoff is either the attacker's, or Red's lead over White. The others count for the side
whose units the procedure is about.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rcw_rules.orel.assault import (
    AssaultOutcome,
    AssaultProspectsRequest,
    CohesionOutcome,
    LossAllocationOutcome,
    Prospects,
    VehicleCheckOutcome,
)
from rcw_rules.orel.combat import CombatAssaultRequest, CombatCohesionRequest, CombatOutcome, PursuitOutcome
from rcw_rules.orel.combat_phase import CombatPhaseOutcome
from rcw_rules.orel.command import CommandOutcome, EventOutcome
from rcw_rules.orel.fire import TrainDuelOutcome
from rcw_rules.orel.game import ActOutcome, BeginGameOutcome, measure_of
from rcw_rules.orel.model import Side, Unit, enemy_of
from rcw_rules.orel.retreats import (
    AdvanceOutcome,
    BystandersOutcome,
    OffMapOutcome,
    RetreatBeforeCombatOutcome,
    RetreatOutcome,
)
from rcw_rules.orel.scenarios import ActivationOutcome, ReinforcementOutcome, ScenarioOutcome
from rcw_rules.orel.supply import DepotEliminationOutcome, MunitionsOutcome
from rcw_rules.orel.turn import TurnOutcome
from rcw_rules.payoffs import Payoff


def _attacker(request: Any) -> Side:
    """Return the side that attacks, in any request for a combat or a part of one."""
    side: Side
    match request:
        case CombatCohesionRequest() | CombatAssaultRequest():
            side = request.field.attacker
        case AssaultProspectsRequest():
            side = request.assault.attackers[0].side
        case _:
            side = request.attackers[0].side
    return side


def _red(request: Any) -> Side:
    return "red"


def _lead(units: Iterable[Unit]) -> int:
    return sum(unit.steps if unit.side == "red" else -unit.steps for unit in units)


def _lost(outcome: AssaultOutcome) -> int:
    defending = (*outcome.defenders, *outcome.bystanders, *outcome.onlookers)
    return sum(each.steps_lost for each in defending) - sum(each.steps_lost for each in outcome.attackers)


def _quality(units: Iterable[Unit | None]) -> int:
    """Return the sum of the troop qualities of all steps; trains and depots without one count 0."""
    return sum(unit.steps * (unit.tq or 0) for unit in units if unit is not None)


def _shaken(outcome: CohesionOutcome) -> int:
    held = "stays", "passed"
    defending = (*outcome.defenders, *outcome.bystanders)
    return sum(each.result not in held for each in defending) - sum(
        each.result not in held for each in outcome.attackers
    )


PAYOFFS: tuple[Payoff, ...] = (
    *(
        Payoff(
            id="measure",
            title="what the battle is worth to Red, less what it is worth to White",
            outcome=outcome,
            of=lambda outcome: measure_of(outcome.state, "red"),
            good_for=_red,
        )
        for outcome in (BeginGameOutcome, ActOutcome)
    ),
    Payoff(
        id="cleared",
        title="no defender holds the attacked hex any more",
        outcome=CombatOutcome,
        of=lambda outcome: outcome.cleared,
        is_event=True,
        good_for=_attacker,
    ),
    Payoff(
        id="steps",
        title="steps left to Red, less those left to White",
        outcome=CombatOutcome,
        of=lambda outcome: _lead(outcome.units),
        good_for=_red,
    ),
    Payoff(
        id="losses",
        title="steps that White lost, less those that Red lost",
        outcome=CombatPhaseOutcome,
        of=lambda outcome: outcome.white_lost - outcome.red_lost,
        good_for=_red,
    ),
    Payoff(
        id="wins",
        title="the attacker wins the assault",
        outcome=AssaultOutcome,
        of=lambda outcome: outcome.loser == "defender",
        is_event=True,
        good_for=_attacker,
    ),
    Payoff(
        id="losses",
        title="steps that the defenders lose, less those of the attackers",
        outcome=AssaultOutcome,
        of=_lost,
        good_for=_attacker,
    ),
    Payoff(
        id="quality",
        title="troop quality of the attackers' steps that are left, step by step, less that of the defenders'",
        outcome=AssaultOutcome,
        of=lambda outcome: (
            _quality(each.unit for each in outcome.attackers)
            - _quality(each.unit for each in (*outcome.defenders, *outcome.bystanders, *outcome.onlookers))
        ),
        good_for=_attacker,
    ),
    Payoff(
        id="wins",
        title="chance that the defender loses the assault",
        outcome=Prospects,
        of=lambda outcome: outcome.defender_loses,
        is_event=True,
        good_for=_attacker,
    ),
    Payoff(
        id="shaken",
        title="defenders that fail their check, less attackers that do",
        outcome=CohesionOutcome,
        of=_shaken,
        good_for=_attacker,
    ),
    Payoff(
        id="units",
        title="units left after the losses",
        outcome=LossAllocationOutcome,
        of=lambda outcome: len(outcome.units),
    ),
    Payoff(
        id="quality",
        title="troop quality of the steps that are left, step by step",
        outcome=LossAllocationOutcome,
        of=lambda outcome: _quality(outcome.units),
    ),
    Payoff(
        id="vehicles",
        title="vehicles left to Red, less those left to White",
        outcome=VehicleCheckOutcome,
        of=lambda outcome: sum(1 if unit.side == "red" else -1 for unit in outcome.vehicles),
        good_for=_red,
    ),
    Payoff(
        id="losses",
        title="steps that the fugitives lose",
        outcome=PursuitOutcome,
        of=lambda outcome: outcome.losses,
        good_for=lambda request: request.pursuers[0].side,
    ),
    Payoff(
        id="wins",
        title="the attacking train wins the duel",
        outcome=TrainDuelOutcome,
        of=lambda outcome: outcome.winner == "attacker",
        is_event=True,
        good_for=lambda request: request.attacker.side,
    ),
    Payoff(
        id="leaves",
        title="defending units that retreat before combat",
        outcome=RetreatBeforeCombatOutcome,
        of=lambda outcome: len(outcome.leaves),
    ),
    Payoff(
        id="steps",
        title="steps left to the units that fell back",
        outcome=RetreatOutcome,
        of=lambda outcome: sum(unit.steps for unit in outcome.units),
    ),
    Payoff(
        id="saved",
        title="units that neither rout nor surrender",
        outcome=BystandersOutcome,
        of=lambda outcome: len(outcome.stay) + len(outcome.retreat),
    ),
    Payoff(
        id="advanced",
        title="units that advance",
        outcome=AdvanceOutcome,
        of=lambda outcome: len(outcome.entering),
    ),
    Payoff(
        id="returns",
        title="the unit returns to the map",
        outcome=OffMapOutcome,
        of=lambda outcome: outcome.unit is not None,
        is_event=True,
    ),
    Payoff(
        id="resupplied",
        title="units that lose their Unsupplied marker",
        outcome=DepotEliminationOutcome,
        of=lambda outcome: len(outcome.resupplied),
    ),
    Payoff(
        id="supplied",
        title="units freed from a marker Unsupplied less units that get one, Red less White",
        outcome=MunitionsOutcome,
        of=lambda outcome: sum(1 if (unit.side == "red") != unit.unsupplied else -1 for unit in outcome.units),
        good_for=_red,
    ),
    Payoff(
        id="points",
        title="munitions points left in the depots of the active player",
        outcome=MunitionsOutcome,
        of=lambda outcome: sum(depot.left for depot in outcome.points),
        good_for=lambda request: request.side,
    ),
    Payoff(
        id="in_command",
        title="units in command",
        outcome=CommandOutcome,
        of=lambda outcome: sum(status.in_command for status in outcome.statuses),
    ),
    Payoff(
        id="hit",
        title="units of the active player that an event strikes",
        outcome=EventOutcome,
        of=lambda outcome: sum(len(effect.units) for effect in outcome.effects),
        good_for=lambda request: enemy_of(request.side),
    ),
    Payoff(
        id="rallied",
        title="units that rally",
        outcome=TurnOutcome,
        of=lambda outcome: len(outcome.rallied),
    ),
    Payoff(
        id="released",
        title="formations released",
        outcome=ActivationOutcome,
        of=lambda outcome: len(outcome.released),
    ),
    Payoff(
        id="mp_left",
        title="movement points left to the reinforcement",
        outcome=ReinforcementOutcome,
        of=lambda outcome: outcome.mp_left or 0,
    ),
    Payoff(
        id="centre",
        title="the units in Orel begin in its centre",
        outcome=ScenarioOutcome,
        of=lambda outcome: outcome.orel == "centre",
        is_event=True,
    ),
)
