"""The two procedures of a whole battle: it begins, and goes on by an action."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from rcw_rules.kernel import words
from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import counted
from rcw_rules.orel.command import MainBody
from rcw_rules.orel.definitions import is_orel, note_values
from rcw_rules.orel.game.actions import Action, EndRecruitment, Proceed, PutOff, Raise, Recover, Stay, TestCommand
from rcw_rules.orel.game.battle import Battle, introductory
from rcw_rules.orel.game.combats import begin_combat, combat_actions, fire, order
from rcw_rules.orel.game.deeds import movement_actions
from rcw_rules.orel.game.movements import carry_out, refuse
from rcw_rules.orel.game.standing import judged
from rcw_rules.orel.game.state import GOES_ON, State
from rcw_rules.orel.game.telling import told_events, told_next
from rcw_rules.orel.game.turns import (
    begin_turn,
    end_recruitment,
    end_turn,
    recruit,
    recruitments,
    with_depots_looked_at,
)
from rcw_rules.orel.game.waiting import Told, end_movement
from rcw_rules.orel.model import OrelLocation
from rcw_rules.orel.options import Options
from rcw_rules.orel.scenarios import OREL_AT_SETUP, SetUp
from rcw_rules.orel.turn import Moment


@frozen(kw_only=True)
class BeginGameOutcome:
    """A battle that begins.

    Attributes:
        state: The state, before the first action.
        events: What there is to tell of it.
    """

    state: State
    events: tuple[str, ...]

    def summary(self, request: BeginGameRequest) -> str:
        """Return how long the battle lasts, and what comes next."""
        return words.sentences(*told_events(self.events), told_next(self.state))


@frozen(kw_only=True, cache_hash=True)
class BeginGameRequest(Request[BeginGameOutcome]):
    """A battle that is to be played.

    Attributes:
        scenario: The battle.
    """

    scenario: Battle


@frozen(kw_only=True)
class ActOutcome:
    """A battle after an action.

    Attributes:
        state: The state afterwards.
        events: What happened, in sentences.
    """

    state: State
    events: tuple[str, ...]

    def summary(self, request: ActRequest) -> str:
        """Return what happened, and who acts next."""
        return words.sentences(*told_events(self.events), told_next(self.state))


@frozen(kw_only=True, cache_hash=True)
class ActRequest(Request[ActOutcome]):
    """A battle that goes on by an action.

    Attributes:
        state: The state.
        action: The action.
    """

    recurs = False

    state: State
    action: Action


@procedure(
    "orel.begin_game",
    title="How does this battle begin?",
    rules=("2-sequence",),
    example=lambda: BeginGameRequest(scenario=introductory()),
)
def begin_game(request: BeginGameRequest, umpire: Umpire[Options]) -> BeginGameOutcome:
    """Set a battle up. Only where in Orel the units there begin is decided, by the White player, if it is not given.

    Rules: 2-sequence, 10.2-setup, 7.1.1-orel.
    """
    battle = request.scenario
    note_values(umpire, battle.units)
    in_orel = tuple(unit.key for unit in battle.units if is_orel(unit.hex))
    orel: OrelLocation = battle.orel or "suburbs"
    if in_orel and battle.orel is None:
        orel = umpire.choose(OREL_AT_SETUP, ("suburbs", "centre"), SetUp(units=in_orel))
    formations = {unit.key: unit.formation for unit in battle.units}
    state = State(
        battle=battle,
        moment=Moment(day=battle.first_day),
        units=battle.units,
        depots=battle.depots,
        main_bodies=tuple(MainBody(formation=formations[key], units=(key,)) for key in battle.main_bodies),
        coming=battle.reinforcements,
        orel=orel,
    )
    days = battle.last_day - battle.first_day + 1
    umpire.result("2-sequence", "{title} begins; days: {days}", title=battle.title, days=days)
    return BeginGameOutcome(state=state, events=(f"{battle.title} begins; it lasts {counted(days, 'day')} at most.",))


def _example() -> ActRequest:
    battle = introductory()
    state = State(battle=battle, moment=Moment(), units=battle.units, depots=battle.depots)
    return ActRequest(state=state, action=Proceed())


@procedure(
    "orel.act",
    title="What does this action do in the battle?",
    formerly=("What happens in a battle if a side does this?",),
    rules=("2-sequence",),
    example=_example,
)
def act(request: ActRequest, umpire: Umpire[Options]) -> ActOutcome:
    """Take a whole battle further by one action.

    A player turn begins by itself; then its player recruits, moves or halts one unit after another, gives batteries
    their orders, and fights the attacks in any order. The reactive player answers barrages and supports the defence.
    Only what was declared and allowed is fought. What is decided inside a step is asked of the owner.

    Raises:
        IllegalRequestError: If the action is not legal.

    Rules: 2-sequence, 7-actions, 8.1-part1, 8.1-part2, 10.2-winner.
    """
    state, told = _after(umpire, request.state, request.action)
    if state.result is None and state.battle.victory is not None:
        state = judged(umpire, state, is_over=False)
    umpire.result(
        "2-sequence", "{action}: {told}", action=str(request.action), told=" ".join(told) or "nothing to tell"
    )
    if state.result is not None:
        told = (*told, f"The battle is over: {state.result.reason}.")
    return ActOutcome(state=state, events=told)


@act.legality
def _objections(request: ActRequest, options: Options) -> Iterator[Objection]:
    state, action = request.state, request.action
    if state.stage == "over":
        reason = "" if state.result is None else f" ({state.result.reason})"
        message = f"the battle is over{reason}; begin another"
        yield Objection(rule="2-sequence", message=message, path="$.state")
    elif (state.stage in GOES_ON) != isinstance(action, Proceed):
        wanted = f"next comes: {Proceed()}" if state.stage in GOES_ON else f"it is for {state.to_act} to act"
        yield Objection(rule="2-sequence", message=f"{action} is not possible now; {wanted}", path="$.action")


def _after(umpire: Umpire[Options], state: State, action: Action) -> tuple[State, Told]:
    match state.stage:
        case "begin":
            return _on(umpire, *begin_turn(umpire, state))
        case "fire":
            return fire(umpire, state)
        case "end":
            return end_turn(umpire, state)
        case "recruitment":
            return _recruiting(umpire, state, action)
        case "movement":
            return _on(umpire, *_moving(umpire, state, action))
        case _:
            return order(umpire, state, action)


def _moving(umpire: Umpire[Options], state: State, action: Action) -> tuple[State, Told]:
    """Carry out an action of the movement phase, and look at once at depots whose line it may have opened.

    Rules: 7-actions, 3.2B-recovery.
    """
    state, told = carry_out(umpire, state, action)
    marked = {depot.key for depot in state.depots_on_map if depot.unsupplied}
    if not marked or isinstance(action, PutOff | Stay | TestCommand):
        return state, told
    state = with_depots_looked_at(umpire, state)
    freed = (depot.key for depot in state.depots_on_map if depot.key in marked and not depot.unsupplied)
    return state, (*told, *(f"{key} is supplied again." for key in freed))


def _recruiting(umpire: Umpire[Options], state: State, action: Action) -> tuple[State, Told]:
    if isinstance(action, EndRecruitment):
        return _on(umpire, *end_recruitment(umpire, state))
    if not isinstance(action, Recover | Raise):
        refuse("2-sequence", f"recruits come first; {action} is for another step")
    state, told = recruit(umpire, state, action)
    if recruitments(umpire, state):
        return state, told
    state, more = end_recruitment(umpire, state)
    return _on(umpire, state, (*told, *more))


def _on(umpire: Umpire[Options], state: State, told: Told) -> tuple[State, Told]:
    """Go on to the combat phase once nobody is left to move.

    Rules: 2-sequence.
    """
    if state.stage != "movement" or state.moves.waiting:
        return state, told
    state, more = end_movement(umpire, state)
    state, rest = begin_combat(umpire, state)
    return state, (*told, *more, *rest)


def legal_actions(umpire: Umpire[Options], state: State) -> tuple[Action, ...]:
    """Return every legal action, first the one that changes least.

    Args:
        umpire: Has the options and charts; nothing is rolled.
        state: The state.

    Rules: 2-sequence.
    """
    match state.stage:
        case "over":
            return ()
        case "begin" | "fire" | "end":
            return (Proceed(),)
        case "recruitment":
            return (EndRecruitment(), *recruitments(umpire, state))
        case "movement":
            return movement_actions(umpire, state)
        case _:
            return combat_actions(umpire, state)


def explain(umpire: Umpire[Options], state: State, action: Action) -> None:
    """Raise the reasons why an action is not legal, as carrying it out would.

    Raises:
        IllegalRequestError: If it is not legal.
    """
    _after(umpire, state, action)
