"""Skirmish on the Don, the example rules: a squad is shot at, and perhaps it runs."""

from rcw_rules import Ruleset
from skirmish.battle import (
    ActRequest,
    Advance,
    BeginRequest,
    Done,
    Fire,
    Outcome,
    Post,
    Scenario,
    Skirmish,
    State,
    act,
    begin_game,
)
from skirmish.model import Options, Squad
from skirmish.morale import ROLL_AGAIN, MoraleOutcome, MoraleRequest, morale
from skirmish.shooting import MOVED, ShootingOutcome, ShootingRequest, shooting

__all__ = [
    "ActRequest",
    "Advance",
    "BeginRequest",
    "Done",
    "Fire",
    "MoraleOutcome",
    "MoraleRequest",
    "Options",
    "Outcome",
    "Post",
    "Scenario",
    "ShootingOutcome",
    "ShootingRequest",
    "Squad",
    "State",
    "game",
    "ruleset",
]

ruleset: Ruleset[Options] = Ruleset(
    id="skirmish",
    title="Skirmish on the Don, the example rules",
    edition="1",
    rules_version=1,
    kernel_version=1,
    options=Options(),
    procedures=(shooting, morale, begin_game, act),
    choices=(ROLL_AGAIN,),
    modifiers=(MOVED,),  # no chart has it; so house rules can name it
    package="skirmish",
)

game = Skirmish(ruleset=ruleset)
