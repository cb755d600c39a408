"""What a unit may do in its action segment, and out of order."""

from __future__ import annotations

from collections.abc import Iterator

from rcw_rules.kernel.citations import Objection, Verdict
from rcw_rules.kernel.lengths import inches
from rcw_rules.kernel.procedures import procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import in_words
from rcw_rules.red_actions.model import OfficerToken, TroopCard, Unit
from rcw_rules.red_actions.options import Options
from rcw_rules.red_actions.turn.action_rules import forbidden_actions, troops_that_never_charge
from rcw_rules.red_actions.turn.segments import (
    Action,
    ActionLegalityOutcome,
    ActionLegalityRequest,
    allowance_of,
    gains_by_road,
    main_of,
)


def _example() -> ActionLegalityRequest:
    card = TroopCard(id="rifles", name="Rifles", arm="rifle", speed=inches(6))
    unit = Unit(name="1st company", side="red", card=card, bases=4, officer=OfficerToken(id="captain"))
    return ActionLegalityRequest(unit=unit, actions=(Action(what="shoot"), Action(what="move", distance=inches(6))))


@procedure(
    "red_actions.action_legality",
    title="Is this set of actions legal in one segment?",
    rules=("act-one-only",),
    example=_example,
)
def action_legality(request: ActionLegalityRequest, umpire: Umpire[Options]) -> ActionLegalityOutcome:
    """Check that a unit may do all this in one segment, and find how far it may move.

    A segment has one main action; a move may have a shot before it. Five free actions may accompany it, each once, and
    none between a shot and the move after it; but a unit that turns before a move may turn again after it. The
    procedures of moves, charges and shots check the book's other conditions, such as terrain, arcs and how near a march
    comes to an enemy. Which troops charge at all is read from the chart charge_types, once nothing else is wrong.

    Raises:
        IllegalRequestError: A rule forbids something.

    Rules: act-one-only, act-free-actions, defs-unit-action, conv-metres-govern, wx-rain.
    """
    Verdict(objections=tuple(troops_that_never_charge(umpire, request))).require()
    card = request.unit.card
    if card.arm == "officer" and card.mounted:
        umpire.ruling("distance_conflicts")
    if umpire.options.rain and gains_by_road(request):
        umpire.ruling("rain")
    main, shoots = main_of(request.actions), any(action.what == "shoot" for action in request.actions)
    allowance = allowance_of(request, umpire.options)
    umpire.result(
        "act-one-only",
        "main action: {main}{shooting}; it may move up to {allowance}",
        main=in_words(main),
        shooting=" after a shot" if shoots and main == "move" else "",
        allowance=str(allowance),
    )
    if not request.actions:
        umpire.result("act-one-only", "to hold is always legal")
    return ActionLegalityOutcome(main=main, shoots=shoots, allowance=allowance)


@action_legality.legality
def _forbidden_segment(request: ActionLegalityRequest, options: Options) -> Iterator[Objection]:
    """Yield the objections: the unit's state and the occasion first, then the actions in order."""
    yield from forbidden_actions(request, options)
