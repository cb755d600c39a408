"""The two procedures of a whole game: it begins, and goes on by an action."""

from __future__ import annotations

from typing import Any

from attrs import frozen

from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.red_white.game.actions import (
    Action,
    Charge,
    Deploy,
    Done,
    Fire,
    GoOn,
    Lead,
    Limber,
    Move,
    PutRight,
    StepBack,
    ThrowBombs,
    Unlimber,
)
from rcw_rules.red_white.game.scenario import Scenario
from rcw_rules.red_white.game.scenarios import patrol_clash
from rcw_rules.red_white.game.state import Stage, State
from rcw_rules.red_white.game.turning import set_up
from rcw_rules.red_white.options import Options

FITS: dict[Stage, tuple[type[Any], ...]] = {
    "deployment": (Deploy,),
    "turn": (GoOn,),
    "activation": (Lead, StepBack, Done, PutRight),
    "air_string": (Done, PutRight),
    "movement": (Move, Limber, Unlimber, Done, PutRight),
    "air_flight": (Done, PutRight),
    "fire": (Fire, ThrowBombs, Done, PutRight),
    "melee": (Charge, Done, PutRight),
    "morale": (GoOn,),
    "end": (GoOn,),
    "over": (),
}
"""What may be done in each stage."""

OF_UNITS = (Move, Limber, Unlimber, Fire, Charge, ThrowBombs)
"""What units do; if the table turns out to forbid it, they do something else."""


@frozen(kw_only=True)
class BeginGameOutcome:
    """A game that begins.

    Attributes:
        state: The state, before the first action.
        events: What there is to tell of it.
    """

    state: State
    events: tuple[str, ...]


@frozen(kw_only=True, cache_hash=True)
class BeginGameRequest(Request[BeginGameOutcome]):
    """A scenario that is to be played.

    Attributes:
        scenario: The scenario.
    """

    scenario: Scenario


@frozen(kw_only=True)
class ActOutcome:
    """A game after an action.

    Attributes:
        state: The state afterwards.
        events: What happened, in sentences.
    """

    state: State
    events: tuple[str, ...]


@frozen(kw_only=True, cache_hash=True)
class ActRequest(Request[ActOutcome]):
    """A game that goes on by an action.

    Attributes:
        state: The state.
        action: The action.
    """

    state: State
    action: Action


@procedure(
    "red_white.begin_game",
    title="How does this game begin?",
    rules=("p1-sequence",),
    example=lambda: BeginGameRequest(scenario=patrol_clash()),
)
def begin_game(request: BeginGameRequest, umpire: Umpire[Options]) -> BeginGameOutcome:
    """Begin a game: the profile says how a turn goes, and what stands on the table does; then units are placed.

    Raises:
        IllegalRequestError: Units cannot begin so, with every reason.
        MissingProfileError: There is no profile, or it leaves out what a game on a table needs.

    Rules: p1-sequence, p1-profile.
    """
    scenario = request.scenario
    state = set_up(umpire, scenario)
    begins = f"{scenario.title}: {scenario.attacker.capitalize()} attacks; {scenario.turns} turns at most."
    return BeginGameOutcome(state=state, events=(begins,))


def _example() -> ActRequest:
    from rcw_rules.red_white.profile import Phase

    scenario = patrol_clash()
    phases = (Phase(name="Movement", roles=("movement",)), Phase(name="End", roles=("end",)))
    state = State(scenario=scenario, phases=phases, play="whole_turns")
    action = Deploy(
        unit=scenario.roster[0].name, at=(scenario.table.width, scenario.table.depth), facing=TO_EDGE["south"]
    )
    return ActRequest(state=state, action=action)


@procedure(
    "red_white.act",
    title="What happens in a game if a side does this?",
    rules=("p1-sequence",),
    example=_example,
)
def act(request: ActRequest, umpire: Umpire[Options]) -> ActOutcome:
    """Take a whole game further by one action.

    First the defender places its units, then the attacker. Then turn follows turn, step by step as the profile orders
    its phases: leaders go to the front and units roll to activate, move, fire, charge and fight; both armies test
    morale, and the turn ends. Every deed is carried out by the procedure that the library has for it, with the facts of
    the table.

    Raises:
        IllegalRequestError: The action is not legal.
        MissingProfileError: There is no profile, or it leaves out what a game on a table needs.

    Rules: p1-sequence, gen-unit-state, major-when.
    """
    raise NotImplementedError
