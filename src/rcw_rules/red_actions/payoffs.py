"""What advice can count in the outcomes of Red Actions!, each with the side for which high is good.

Where both sides decide, a payoff is the lead of the charger, the shooter or the ambushers. The others count for the
side whose unit the procedure is about.
"""

from __future__ import annotations

from collections.abc import Iterable

from rcw_rules.payoffs import Payoff
from rcw_rules.red_actions.charges import ChargeOutcome, SpringAmbushOutcome
from rcw_rules.red_actions.combat import CombatOutcome
from rcw_rules.red_actions.game import ActOutcome, measure_of
from rcw_rules.red_actions.ground import TargetPriorityOutcome
from rcw_rules.red_actions.model import OfficerToken, Unit
from rcw_rules.red_actions.morale import (
    Aftermath,
    RallyPinnedOutcome,
    RallyRoutOutcome,
    RetireOutcome,
    RoutCascadeOutcome,
)
from rcw_rules.red_actions.movement import TrainHitOutcome, TrainRallyOutcome
from rcw_rules.red_actions.shooting import ReturnFireOutcome, ShootOutcome
from rcw_rules.red_actions.turn import InitiativeOutcome, TurnOutcome
from rcw_rules.red_actions.units import DismountOutcome, DivideUnitOutcome, DrawOfficersOutcome, PromotionOutcome


def _bases(units: Iterable[Unit]) -> int:
    return sum(unit.bases for unit in units)


def _charge_lost(outcome: ChargeOutcome) -> int:
    return sum(each.lost for each in (*outcome.targets, *outcome.further)) - outcome.charger.lost


def _combat_lost(outcome: CombatOutcome) -> int:
    return sum(each.lost for each in outcome.contacted) - outcome.charger.lost


def _steady(outcome: ChargeOutcome | CombatOutcome) -> int:
    """Return 1 for the charger if it stays, less the enemies that stay."""
    if isinstance(outcome, ChargeOutcome):
        enemies = [each.fate for each in (*outcome.targets, *outcome.further)]
    else:
        enemies = [each.fate for each in outcome.contacted]
    return (outcome.charger.fate == "stays") - enemies.count("stays")


def _ambush(outcome: SpringAmbushOutcome) -> int:
    """Return the bases left to those who charged and shot, less those of the target."""
    if outcome.charge is not None:
        return outcome.charge.charger.unit.bases - _bases(each.unit for each in outcome.charge.targets)
    return _bases({shot.shooter.name: shot.shooter for shot in outcome.shots}.values()) - outcome.target.bases


def _effect(tokens: Iterable[OfficerToken | None]) -> int:
    return sum(token.effect for token in tokens if token is not None)


PAYOFFS: tuple[Payoff, ...] = (
    Payoff(
        id="measure",
        title="what the game is worth to Red, less what it is worth to White",
        outcome=ActOutcome,
        of=lambda outcome: measure_of(outcome.state, "red"),
        good_for=lambda request: "red",
    ),
    Payoff(
        id="losses",
        title="bases that the charged units lose, less those of the charger",
        outcome=ChargeOutcome,
        of=_charge_lost,
        good_for=lambda request: request.charger.unit.side,
    ),
    Payoff(
        id="holds",
        title="whether the charger stays (1), less the number of charged units that stay",
        outcome=ChargeOutcome,
        of=_steady,
        good_for=lambda request: request.charger.unit.side,
    ),
    Payoff(
        id="losses",
        title="bases that the contacted units lose, less those of the charger",
        outcome=CombatOutcome,
        of=_combat_lost,
        good_for=lambda request: request.charger.unit.side,
    ),
    Payoff(
        id="holds",
        title="whether the charger stays (1), less the number of contacted units that stay",
        outcome=CombatOutcome,
        of=_steady,
        good_for=lambda request: request.charger.unit.side,
    ),
    Payoff(
        id="lead",
        title="bases left to the ambushers that fought, less those of the target",
        outcome=SpringAmbushOutcome,
        of=_ambush,
        good_for=lambda request: request.charge.charger.unit.side if request.charge else request.shots[0].shooter.side,
    ),
    Payoff(
        id="kept",
        title="bases left to the target",
        outcome=ShootOutcome,
        of=lambda outcome: outcome.aftermath.unit.bases,
        good_for=lambda request: request.target.side,
    ),
    Payoff(
        id="gives_way",
        title="the target routs, or takes a retire result",
        outcome=ShootOutcome,
        of=lambda outcome: outcome.aftermath.routs or outcome.aftermath.gave_way,
        is_event=True,
        good_for=lambda request: request.shooter.side,
    ),
    Payoff(
        id="lead",
        title="bases left to the unit that fired first, less those of its target",
        outcome=ReturnFireOutcome,
        of=lambda outcome: outcome.first.shooter.bases - outcome.first.aftermath.unit.bases,
        good_for=lambda request: request.first.shooter.side,
    ),
    Payoff(
        id="kept",
        title="bases left to the unit",
        outcome=Aftermath,
        of=lambda outcome: outcome.unit.bases,
        good_for=lambda request: request.unit.side,
    ),
    Payoff(
        id="kept",
        title="bases left to the unit",
        outcome=RetireOutcome,
        of=lambda outcome: outcome.unit.bases,
    ),
    Payoff(
        id="steady",
        title="friends that the rout leaves steady, neither routing nor destroyed",
        outcome=RoutCascadeOutcome,
        of=lambda outcome: sum(not (each.aftermath.routs or each.aftermath.destroyed) for each in outcome.friends),
        good_for=lambda request: request.unit.side,
    ),
    Payoff(
        id="unpinned",
        title="the unit rallies from being pinned",
        outcome=RallyPinnedOutcome,
        of=lambda outcome: not outcome.unit.pinned,
        is_event=True,
    ),
    Payoff(
        id="rallies",
        title="the unit rallies from its rout",
        outcome=RallyRoutOutcome,
        of=lambda outcome: outcome.result == "rallied",
        is_event=True,
        good_for=lambda request: request.unit.side,
    ),
    Payoff(
        id="stays",
        title="the train does not try to leave the table",
        outcome=TrainHitOutcome,
        of=lambda outcome: not outcome.leaves_table,
        is_event=True,
    ),
    Payoff(
        id="stays",
        title="the train no longer tries to leave the table",
        outcome=TrainRallyOutcome,
        of=lambda outcome: not outcome.leaves_table,
        is_event=True,
    ),
    Payoff(
        id="effect",
        title="morale effects of the officers, in sum",
        outcome=DrawOfficersOutcome,
        of=lambda outcome: _effect((*outcome.seniors, *outcome.juniors)),
    ),
    Payoff(
        id="effect",
        title="morale effects of the promoted officer and of the successor, in sum",
        outcome=PromotionOutcome,
        of=lambda outcome: _effect((outcome.senior.officer, outcome.unit.officer)),
    ),
    Payoff(
        id="acting",
        title="units that act now",
        outcome=InitiativeOutcome,
        of=lambda outcome: len(outcome.units),
    ),
    Payoff(
        id="led",
        title="parts that are led by an officer",
        outcome=DivideUnitOutcome,
        of=lambda outcome: sum(part.unit.officer is not None for part in outcome.parts),
    ),
    Payoff(
        id="bases",
        title="bases that the unit fights with",
        outcome=DismountOutcome,
        of=lambda outcome: outcome.unit.bases,
    ),
    Payoff(
        id="first",
        title="the target is the first of those allowed",
        outcome=TargetPriorityOutcome,
        of=lambda outcome: outcome.target == outcome.allowed[0],
        is_event=True,
    ),
    Payoff(
        id="bases",
        title="bases left to Red, less those left to White",
        outcome=TurnOutcome,
        of=lambda outcome: sum(unit.bases if unit.side == "red" else -unit.bases for unit in outcome.game.units),
        good_for=lambda _: "red",
    ),
)
