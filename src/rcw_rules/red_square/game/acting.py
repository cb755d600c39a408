"""The two procedures of a whole game: it begins, and goes on by an action."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from attrs import evolve, frozen

from rcw_rules.kernel.charts import Chart
from rcw_rules.kernel.citations import Objection, Verdict
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import counted, sentences
from rcw_rules.red_square.game.actions import (
    Action,
    Arrive,
    Command,
    Deal,
    Deploy,
    Done,
    EndTurn,
    HoldBack,
    PlayCard,
)
from rcw_rules.red_square.game.placing import (
    arrival_objections,
    arrivals,
    deployments,
    place_objections,
    placed,
    wrong_place,
)
from rcw_rules.red_square.game.standing import holders, judged
from rcw_rules.red_square.game.state import Stage, State
from rcw_rules.red_square.game.telling import aloud, changes, placing
from rcw_rules.red_square.ground import card_name
from rcw_rules.red_square.options import Options
from rcw_rules.red_square.turn import Game, Scenario, TurnStepRequest, ValidateScenarioRequest, outpost


def next_step(state: State) -> str:
    """Return by whom and how a game goes on; "" once it is over."""
    match state.stage:
        case "over":
            return ""
        case "deployment":
            unit, side = state.placing, state.deploying.side.capitalize()
            return (
                f"{side} deploys {unit.name} next"
                if unit is not None
                else f"next, {side} finishes the deployment of its zone"
            )
        case "arrivals" if state.coming is not None:
            unit = state.coming[0]
            return f"next, {unit.side.capitalize()} places {unit.name}"
        case "deal":
            return f"next, the cards of turn {state.field.turn} are dealt"
        case "hq":
            return "next, the headquarters act"
        case "end":
            return f"next, turn {state.field.turn} ends"
        case _:
            play = state.game.plays[0] if state.game.plays else None
            return f"next, {card_name(play.card)} is played" if play is not None else ""


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
        """Return what began, and what comes next."""
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
        """Return what happened, and what comes next."""
        return sentences(*self.events, next_step(self.state))


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
    "red_square.begin_game",
    title="How does this game begin?",
    rules=("missing-victory",),
    example=lambda: BeginGameRequest(scenario=outpost()),
)
def begin_game(request: BeginGameRequest, umpire: Umpire[Options]) -> BeginGameOutcome:
    """Begin a game: the scenario is checked as a whole, by `red_square.validate_scenario`, and nothing is rolled.

    Raises:
        IllegalRequestError: If the game cannot begin so, with every reason.

    Rules: missing-victory, area-size, command-levels.
    """
    scenario = request.scenario
    umpire.resolve(ValidateScenarioRequest(scenario=scenario), "scenario")
    game = Game.begin(scenario)
    state = State(game=game, held=holders(game.field, scenario.held))
    turns = counted(scenario.turn_limit - scenario.field.turn + 1, "turn")
    return BeginGameOutcome(state=state, events=(f"{scenario.title}: the game begins, of {turns} at most.",))


def _example() -> ActRequest:
    return ActRequest(state=State(game=Game.begin(outpost())), action=Deal())


@procedure(
    "red_square.act",
    title="What does this action do in the game?",
    formerly=("What happens in a game if a side does this?",),
    rules=("turn-sequence",),
    example=_example,
)
def act(request: ActRequest, umpire: Umpire[Options]) -> ActOutcome:
    """Take a whole game further by one action.

    Before the first turn the sides deploy, zone by zone and unit by unit, in the order of the scenario. Before every
    deal those who are due are placed, or held back. Then the turn goes on by itself, as `red_square.turn_step` says:
    what players decide in it is asked of them there. After every step of a turn victory is judged.

    Raises:
        IllegalRequestError: If the action is not legal.

    Rules: turn-sequence, missing-victory.
    """
    state, action = request.state, request.action
    chart = umpire.charts["occupancy"]
    told: tuple[str, ...]
    unseen_off_table = umpire.options.unseen_off_table
    match action:
        case Deploy() | Arrive():
            after = _placed(state, action, chart)
            told = (placing(after, action, unseen_off_table=unseen_off_table),)
        case HoldBack():
            room: tuple[Action, ...] = deployments(state, chart) if state.stage == "deployment" else ()
            if room:
                message = f"there is room for {action.unit!r} in its zone; deploy it"
                reason = Objection(rule="missing-victory", message=message, path="$.action")
                Verdict(objections=(reason,)).require()
            after = evolve(state, held_back=(*state.held_back, action.unit))
            told = (placing(after, action, unseen_off_table=unseen_off_table),)
        case Done():
            after = evolve(state, zone=state.zone + 1)
            told = (f"{state.deploying.side.capitalize()} has deployed.",)
        case Deal() | Command() | PlayCard() | EndTurn():
            after, told = _stepped(umpire, state, action)
        case _:
            assert_never(action)
    said = aloud(after, action, unseen_off_table=unseen_off_table)
    umpire.result("turn-sequence", "{action}: {told}", action=said, told=" ".join(told) or "nothing to tell")
    if after.result is not None:
        umpire.result("missing-victory", "the game is over: {reason}", reason=after.result.reason)
        told = (*told, f"The game is over: {after.result.reason}.")
    return ActOutcome(state=after, events=told)


@act.legality
def _objections(request: ActRequest, options: Options) -> Iterator[Objection]:
    yield from action_objections(request.state, request.action)


def action_objections(state: State, action: Action) -> Iterator[Objection]:
    """Yield why an action is not legal, as far as no chart is needed to tell.

    Rules: turn-sequence, missing-victory.
    """
    if state.result is not None:
        message = f"the game is over ({state.result.reason}); begin another"
        yield Objection(rule="missing-victory", message=message, path="$.state")
        return
    stage, path = state.stage, "$.action"
    match action:
        case Deploy() | Arrive():
            yield from wrong_place(state, action)
        case HoldBack():
            waiting = state.placing if stage == "deployment" else state.coming[0] if state.coming else None
            if stage not in ("deployment", "arrivals") or waiting is None or waiting.name != action.unit:
                message = f"{action.unit!r} is not the unit that is to be placed now"
                yield Objection(rule="missing-victory", message=message, path=path)
        case Done():
            if stage != "deployment":
                yield Objection(rule="missing-victory", message="no zone is being deployed", path=path)
            elif (unit := state.placing) is not None:
                yield Objection(rule="missing-victory", message=f"{unit.name!r} is not deployed yet", path=path)
        case _:
            wanted = next_of_turn(state)
            if action != wanted:
                message = f"next comes: {wanted}" if wanted else f"units are to be placed first, in the stage {stage}"
                yield Objection(rule="turn-sequence", message=message, path=path)


def next_of_turn(state: State) -> Action | None:
    """Return the one action by which a turn goes on; None while units are placed and once the game is over.

    Rules: turn-sequence.
    """
    stage: Stage = state.stage
    match stage:
        case "deal":
            return Deal()
        case "hq":
            return Command()
        case "officer" | "standalone":
            play = state.game.plays[0]
            return PlayCard(card=play.card, holder=play.holder)
        case "end":
            return EndTurn()
        case _:
            return None


def legal_actions(state: State, chart: Chart) -> tuple[Action, ...]:
    """Return every legal action: placements of the next unit, or the one by which the turn goes on.

    Args:
        state: The state.
        chart: The Square Occupancy Table in force.

    Rules: turn-sequence, missing-victory.
    """
    if state.stage == "arrivals":
        assert state.coming is not None  # noqa: S101 - what the stage says
        return (HoldBack(unit=state.coming[0].name), *arrivals(state, chart))
    if state.stage == "deployment":
        unit = state.placing
        return deployments(state, chart) or (Done() if unit is None else HoldBack(unit=unit.name),)
    wanted = next_of_turn(state)
    return () if wanted is None else (wanted,)


def _placed(state: State, action: Deploy | Arrive, chart: Chart) -> State:
    """Place a unit.

    Rules: occ-table, missing-victory.
    """
    field = state.field
    listed = next(unit for unit in state.scenario.to_come if unit.name == action.unit)
    if isinstance(action, Deploy):
        unit = placed(field, listed, action.square, action.facing, action.formation)
        reasons = tuple(place_objections(field, unit, chart))
    else:
        unit = placed(field, listed, action.square, field.inwards(listed.side), listed.formation)
        reasons = tuple(arrival_objections(field, unit, chart))
    Verdict(objections=reasons).require()
    field = field.with_units(unit)
    game = evolve(state.game, field=field)
    return evolve(state, game=game, held=holders(field, state.held))


def _stepped(umpire: Umpire[Options], state: State, action: Action) -> tuple[State, tuple[str, ...]]:
    """Take the next step of the turn, and judge who has won.

    Rules: turn-sequence, missing-victory.
    """
    step = umpire.resolve(TurnStepRequest(game=state.game), str(action))
    after = evolve(state, game=step.game, held=holders(step.game.field, state.held))
    if isinstance(action, EndTurn):
        after = evolve(after, held_back=())
    told = changes(state, after, action, unseen_off_table=umpire.options.unseen_off_table)
    return judged(after), told
