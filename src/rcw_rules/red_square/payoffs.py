"""What advice can count in the outcomes of Red Army - White Guards, each with the side for which high is good.

Where both sides decide, a payoff is the lead of whoever fires or charges, or that of Red over White. The others count
for the side whose unit the procedure is about.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rcw_rules.payoffs import Payoff
from rcw_rules.red_square.activation import ActivateOutcome
from rcw_rules.red_square.cards import ActivationResultOutcome, CardOrderOutcome, SpadeOutcome
from rcw_rules.red_square.fire import FireProfileOutcome
from rcw_rules.red_square.game import ActOutcome
from rcw_rules.red_square.model import Side, Unit
from rcw_rules.red_square.mounted import MountedCombatOutcome, OverrunOutcome
from rcw_rules.red_square.movement import DismountOutcome, MoveOutcome, RetreatOutcome
from rcw_rules.red_square.shots import FireMissionOutcome, ThreatFireOutcome
from rcw_rules.red_square.trains import TrainActivationOutcome
from rcw_rules.red_square.turn import TurnOutcome, TurnStepOutcome
from rcw_rules.red_square.units import OrderLegalityOutcome, OrderRollOutcome, ReplaceCasualtiesOutcome


def _firer(request: Any) -> Side:
    firer: Unit = request.field.unit(request.firer)
    return firer.side


def _red(request: Any) -> Side:
    return "red"


def _lead(units: Iterable[Unit]) -> int:
    """Return the bases that Red has, less those of White."""
    return sum(unit.bases if unit.side == "red" else -unit.bases for unit in units)


def _place(outcome: CardOrderOutcome, first: str) -> int:
    """Return the place, from 1, of the first card whose code begins so; 0 without one."""
    return next((place for place, play in enumerate(outcome.plays, 1) if play.card.startswith(first)), 0)


def _mounted(outcome: MountedCombatOutcome) -> int:
    """Return the bases that the unit that was charged lost, less those of the unit that charged."""
    lost = 0
    for combat in outcome.combats:
        lead = combat.target_bases_lost - combat.attacker_bases_lost
        lost += lead if combat.attacker == outcome.attacker else -lead
    return lost


PAYOFFS: tuple[Payoff, ...] = (
    Payoff(
        id="hits",
        title="hit markers on the target",
        outcome=FireMissionOutcome,
        of=lambda outcome: outcome.hits,
        good_for=_firer,
    ),
    Payoff(
        id="broken",
        title="the target breaks at once",
        outcome=FireMissionOutcome,
        of=lambda outcome: outcome.broken,
        is_event=True,
        good_for=_firer,
    ),
    Payoff(
        id="hits",
        title="hit markers on the mover",
        outcome=ThreatFireOutcome,
        of=lambda outcome: outcome.shot.hits if outcome.shot else 0,
        good_for=_firer,
    ),
    Payoff(
        id="shot_dice",
        title="shot dice in all",
        outcome=FireProfileOutcome,
        of=lambda outcome: outcome.shots * outcome.dice,
    ),
    Payoff(
        id="losses",
        title="bases that the charged unit loses, less those of the unit that charged",
        outcome=MountedCombatOutcome,
        of=_mounted,
        good_for=lambda request: request.field.unit(request.attacker).side,
    ),
    Payoff(
        id="entered",
        title="the mover overruns the square and stands in it",
        outcome=OverrunOutcome,
        of=lambda outcome: outcome.entered,
        is_event=True,
        good_for=lambda request: request.field.unit(request.mover).side,
    ),
    Payoff(
        id="markers",
        title="hit markers that the mover receives",
        outcome=OverrunOutcome,
        of=lambda outcome: outcome.shot_hits,
        good_for=lambda request: "white" if request.field.unit(request.mover).side == "red" else "red",
    ),
    Payoff(
        id="bases",
        title="bases left to Red, less those left to White",
        outcome=ActivateOutcome,
        of=lambda outcome: _lead(outcome.field.units),
        good_for=_red,
    ),
    Payoff(
        id="bases",
        title="bases left to Red, less those left to White",
        outcome=TurnStepOutcome,
        of=lambda outcome: _lead(outcome.game.field.units),
        good_for=_red,
    ),
    Payoff(
        id="bases",
        title="bases left to Red, less those left to White",
        outcome=TurnOutcome,
        of=lambda outcome: _lead(outcome.game.field.units),
        good_for=_red,
    ),
    Payoff(
        id="bases",
        title="bases left to Red, less those left to White",
        outcome=ActOutcome,
        of=lambda outcome: _lead(outcome.state.field.units),
        good_for=_red,
    ),
    Payoff(
        id="ace",
        title="place of the first ace in the order of play, 1 for the first card and 0 without an ace",
        outcome=CardOrderOutcome,
        of=lambda outcome: _place(outcome, "A"),
    ),
    Payoff(
        id="joker",
        title="place of the first joker in the order of play, 1 for the first card and 0 without a joker",
        outcome=CardOrderOutcome,
        of=lambda outcome: _place(outcome, "*"),
    ),
    Payoff(
        id="acts",
        title="the unit acts or rallies",
        outcome=ActivationResultOutcome,
        of=lambda outcome: outcome.result in {"acts", "rallies"},
        is_event=True,
    ),
    Payoff(
        id="acts",
        title="the unit may move and rally despite the spade",
        outcome=SpadeOutcome,
        of=lambda outcome: outcome.may_move_or_rally,
        is_event=True,
    ),
    Payoff(
        id="free",
        title="the order demands nothing of the unit",
        outcome=OrderLegalityOutcome,
        of=lambda outcome: outcome.demand == "nothing",
        is_event=True,
    ),
    Payoff(
        id="arrives",
        title="the new order arrives",
        outcome=OrderRollOutcome,
        of=lambda outcome: outcome.arrives,
        is_event=True,
    ),
    Payoff(
        id="front",
        title="bases that the battalion in front has then",
        outcome=ReplaceCasualtiesOutcome,
        of=lambda outcome: outcome.front.bases,
    ),
    Payoff(
        id="squares",
        title="squares that the unit enters",
        outcome=MoveOutcome,
        of=lambda outcome: len(outcome.path),
    ),
    Payoff(
        id="stays",
        title="the unit stays on the table",
        outcome=RetreatOutcome,
        of=lambda outcome: not outcome.off_table,
        is_event=True,
    ),
    Payoff(
        id="firing",
        title="bases of the regiment that fire",
        outcome=DismountOutcome,
        of=lambda outcome: outcome.firing_bases,
    ),
    Payoff(
        id="actions",
        title="actions that are open to the train",
        outcome=TrainActivationOutcome,
        of=lambda outcome: len(outcome.actions),
    ),
)
