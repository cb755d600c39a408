"""The two procedures of a whole game: it begins, and goes on by an action."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attrs import evolve, frozen

from rcw_rules.kernel.angles import degrees
from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.errors import IllegalRequestError
from rcw_rules.kernel.fields import take_for_right
from rcw_rules.kernel.geometry.table import FactAsked, in_line, point
from rcw_rules.kernel.lengths import inches
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import in_words, sentences
from rcw_rules.red_white.game.actions import (
    Action,
    Board,
    Bombard,
    CastOff,
    ChargeHome,
    Deploy,
    Done,
    Fire,
    Fly,
    GoOn,
    GoOnPatrol,
    Land,
    LaunchBoats,
    LayString,
    Lead,
    Limber,
    Move,
    PutRight,
    RunTrain,
    Sail,
    StepBack,
    TakeInTow,
    ThrowBombs,
    Unlimber,
)
from rcw_rules.red_white.game.deeds import declared, do
from rcw_rules.red_white.game.placing import wrong_places
from rcw_rules.red_white.game.scenario import Scenario
from rcw_rules.red_white.game.scenarios import patrol_clash
from rcw_rules.red_white.game.scene import Scene
from rcw_rules.red_white.game.state import Stage, State
from rcw_rules.red_white.game.telling import changes, told_of_charge
from rcw_rules.red_white.game.told import TOLD, alternatives_of
from rcw_rules.red_white.game.turning import set_up
from rcw_rules.red_white.options import Options
from rcw_rules.red_white.profile import Phase

FITS: dict[Stage, tuple[type[Any], ...]] = {
    "deployment": (Deploy,),
    "turn": (GoOn,),
    "activation": (Lead, StepBack, Done, PutRight),
    "air_string": (LayString, GoOnPatrol, Done, PutRight),
    "movement": (Move, RunTrain, Limber, Unlimber, Sail, CastOff, TakeInTow, Board, Land, LaunchBoats, Done, PutRight),
    "air_flight": (Fly, PutRight),
    "fire": (Fire, Bombard, ThrowBombs, Done, PutRight),
    "melee": (ChargeHome, Done, PutRight),
    "morale": (GoOn,),
    "end": (GoOn,),
    "over": (),
}
"""What may be done in each stage."""

OF_UNITS = (Board, Bombard, Land, Move, RunTrain, Sail, Limber, Unlimber, Fire, ChargeHome, ThrowBombs)
"""What units do; if the table turns out to forbid it, they do something else."""


def next_step(state: State) -> str:
    """Return who acts next, and in which phase; "" once the game is over, or where it goes on by itself."""
    side = state.to_act
    if side is None:
        return ""
    if state.stage == "deployment":
        return f"{side.capitalize()} deploys next"
    phase = f" ({state.phase})" if state.phase else ""
    return f"{side.capitalize()} acts next{phase}"


@frozen(kw_only=True)
class BeginGameOutcome:
    """A game that begins.

    Attributes:
        state: The state, before the first action.
        events: What there is to tell of it.
    """

    state: State
    events: tuple[str, ...]

    def summary(self, request: BeginGameRequest) -> str:
        """Return what began, and who acts next."""
        return sentences(*self.events, next_step(self.state))


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

    def summary(self, request: ActRequest) -> str:
        """Return what happened, and who acts next."""
        return sentences(*self.events, next_step(self.state))


@frozen(kw_only=True, cache_hash=True)
class ActRequest(Request[ActOutcome]):
    """A game that goes on by an action.

    Attributes:
        state: The state.
        action: The action.
    """

    recurs = False

    state: State
    action: Action


def _bare() -> Scenario:
    """Return a scenario that needs no profile to begin: it says itself how a turn goes."""
    phases = (Phase(name="movement", roles=("movement",)), Phase(name="end of turn", roles=("end",)))
    return evolve(patrol_clash(), first="red", sequence=phases, play="whole_turns")


@procedure(
    "red_white.begin_game",
    title="How does this game begin?",
    rules=("p1-sequence",),
    example=lambda: BeginGameRequest(scenario=_bare()),
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
    scenario = _bare()
    wide, deep = inches(1), inches("0.75")
    groups = tuple(
        in_line(troop.name, troop.unit.stands or 1, point(18, 5 * number), degrees(0), frontage=wide, depth=deep)
        for number, troop in enumerate(scenario.roster, start=1)
    )
    state = State(
        scenario=scenario, phases=scenario.sequence, play="whole_turns", troops=scenario.roster, groups=groups
    )
    return ActRequest(state=state, action=GoOn())


@procedure(
    "red_white.act",
    title="What does this action do in the game?",
    formerly=("What happens in a game if a side does this?",),
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
    before, action = request.state, request.action
    scene = Scene(umpire, before, _referee(umpire, before))
    told: tuple[str, ...] = ()
    try:
        after = do(umpire, scene, action)
    except IllegalRequestError as refused:
        if not before.scenario.told or not isinstance(action, OF_UNITS) or _is_measured_illegal(umpire, before, action):
            raise
        # What a referee has told forbids what the program believed to be possible: the side does something else.
        after = evolve(before, refused=(*before.refused, str(action)))
        told = (f"It cannot be done: {refused.verdict.objections[0].message}.",)
    charge = told_of_charge(before, action, after) if isinstance(action, ChargeHome) else ()
    told = (*told, *charge, *changes(before, after))
    umpire.result("p1-sequence", "{action}: {told}", action=str(action), told=" ".join(told) or "nothing to tell")
    return ActOutcome(state=take_for_right(after), events=told or (_nothing(action),))


def _nothing(action: Any) -> str:
    """Return a sentence for an action that changes nothing that can be seen."""
    match action:
        case Fire():
            return f"{action.unit} fires at {action.target}, and does no harm."
        case Move():
            return f"{action.unit} does not move."
        case ChargeHome():
            return f"Nobody is harmed in the charge at {action.target}."
        case _:
            return "Nothing changes."


def _is_measured_illegal(umpire: Umpire[Options], state: State, action: Any) -> bool:
    try:
        declared(Scene(umpire, state), action)
    except IllegalRequestError:
        return True
    return False


def _referee(umpire: Umpire[Options], state: State) -> Any:
    if not state.scenario.told:
        return None

    def ask(asked: FactAsked) -> Any:
        return umpire.choose(TOLD[asked.kind], alternatives_of(asked), asked)

    return ask


@act.legality
def _forbidden_actions(request: ActRequest, options: Options) -> Iterator[Objection]:
    """Yield why an action is not legal, as far as the stage and the set-up tell.

    Rules: p1-sequence, major-break.
    """
    state, action, path = request.state, request.action, "$.action"
    stage = state.stage
    if state.result is not None:
        message = f"the game is over ({state.result.reason}): begin another"
        yield Objection(rule="major-break", message=message, path="$.state")
        return
    if type(action) not in FITS[stage]:
        yield Objection(rule="p1-sequence", message=f"that is not what comes now: {in_words(stage)}", path=path)
        return
    if isinstance(action, Deploy):
        yield from wrong_places(options, state, action)
    elif isinstance(action, PutRight):
        if not state.scenario.told:
            message = "everybody stands where the program knows: it is told where units are only at a real table"
            yield Objection(rule="p1-movement", message=message, path=path)
        elif state.group(action.unit) is None:
            yield Objection(rule="p1-movement", message=f"{action.unit!r} is not on the table", path=path)
