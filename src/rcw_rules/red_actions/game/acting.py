"""The two procedures of a whole game: it begins, and goes on by an action."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from attrs import evolve, frozen

from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.errors import IllegalRequestError
from rcw_rules.kernel.fields import take_for_right
from rcw_rules.kernel.geometry.table import FactAsked, Point, formed_up
from rcw_rules.kernel.judging import Judge
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import sentences
from rcw_rules.red_actions.game.actions import (
    Action,
    Charge,
    Deploy,
    Enter,
    GoOn,
    Hide,
    Hold,
    HoldBack,
    LetThem,
    LieLow,
    Limber,
    Move,
    Preempt,
    PutRight,
    Rally,
    Scout,
    Shoot,
    Spring,
    Unlimber,
)
from rcw_rules.red_actions.game.deeds import spring, with_replacement
from rcw_rules.red_actions.game.doing import check, do
from rcw_rules.red_actions.game.listing import legal_actions
from rcw_rules.red_actions.game.notes import Aboard
from rcw_rules.red_actions.game.placing import deployments, group_of, hiding_place, wrong_places
from rcw_rules.red_actions.game.rails import begun_train, cars_at
from rcw_rules.red_actions.game.refusing import refuse
from rcw_rules.red_actions.game.scenario import Scenario, Zone
from rcw_rules.red_actions.game.scenarios import ambush_on_a_column
from rcw_rules.red_actions.game.scene import Scene, alternatives_of, scene_at
from rcw_rules.red_actions.game.standing import holders
from rcw_rules.red_actions.game.state import Frame, LeftBehind, State, enemy_of
from rcw_rules.red_actions.game.tasks import TASKS, Disembark, Drive
from rcw_rules.red_actions.game.telling import whose_turn, words_for
from rcw_rules.red_actions.game.told import TOLD
from rcw_rules.red_actions.game.traces import FallenBase, PushedBack, fallen_bases, pushed_back_units
from rcw_rules.red_actions.game.trains import aboard_of, leader_of, rallied, train_of
from rcw_rules.red_actions.game.turning import begun, ended
from rcw_rules.red_actions.game.windows import ambushes, attempt_of, preempting
from rcw_rules.red_actions.options import Options
from rcw_rules.red_actions.turn import Game, Reinforcement, SetUpRequest

OF_UNITS = (Hold, Move, Shoot, Charge, Rally, Limber, Unlimber, Hide, Scout, Enter, *TASKS)
"""What a side does in its segment."""

WHILE_HESITATING = (Hold, Shoot)  # char-mob-hesitation


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
        """Return what there is to tell, and who places units first."""
        return sentences(*self.events, whose_turn(self.state))


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
        fallen_bases: The bases that fell, where they stood.
        pushed_back: Who was pushed back by friends.
        left_behind: What stays on the ground: guns without crews, and weapons.
    """

    state: State
    events: tuple[str, ...]
    fallen_bases: tuple[FallenBase, ...] = ()
    pushed_back: tuple[PushedBack, ...] = ()
    left_behind: tuple[LeftBehind, ...] = ()

    def summary(self, request: ActRequest) -> str:
        """Return what happened, and whose turn it is."""
        return sentences(*self.events, whose_turn(self.state))


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


@procedure(
    "red_actions.begin_game",
    title="How does this game begin?",
    rules=("seq-steps",),
    example=lambda: BeginGameRequest(scenario=ambush_on_a_column()),
)
def begin_game(request: BeginGameRequest, umpire: Umpire[Options]) -> BeginGameOutcome:
    """Begin a game: the armies are checked and counted by `red_actions.set_up`; then the defender places its units.

    Raises:
        IllegalRequestError: Units cannot begin so, with every reason.
        NeedsRuling: No card gives the worth of an army.

    Rules: seq-steps, defs-flight-number, miss-scenarios.
    """
    scenario = request.scenario
    armies = scenario.armies
    asked = SetUpRequest(attacker=scenario.attacker, turns=scenario.turns, armies=armies, units=scenario.roster)
    game = umpire.resolve(asked, "set-up").game
    trains = tuple(begun_train(plan) for plan in scenario.trains)
    state = State(
        scenario=scenario,
        game=game,
        groups=tuple(car for train in trains for car in cars_at(scenario, scenario.table, train)),
        trains=trains,
        aboard=tuple(
            Aboard(unit=rider.name, car=car.unit.name)
            for plan in scenario.trains
            for car in plan.cars
            for rider in car.aboard
        ),
        held=tuple((place.name, place.held_by) for place in scenario.places if place.held_by is not None),
    )
    umpire.ruling("hidden_units_alternate")
    begins = f"{scenario.title}: {scenario.attacker.capitalize()} attacks; {scenario.turns} turns at most."
    return BeginGameOutcome(state=state, events=(begins,))


def _example() -> ActRequest:
    scenario = ambush_on_a_column()
    armies = tuple(evolve(army, original_points=Fraction(200)) for army in scenario.armies)
    game = Game(attacker=scenario.attacker, turns=scenario.turns, armies=armies, units=scenario.roster)
    state = State(scenario=scenario, game=game)
    return ActRequest(state=state, action=deployments(state)[0])


@procedure(
    "red_actions.act",
    title="What does this action do in the game?",
    formerly=("What happens in a game if a side does this?",),
    rules=("turn-initiative-standard",),
    example=_example,
)
def act(request: ActRequest, umpire: Umpire[Options]) -> ActOutcome:
    """Take a whole game further by one action.

    First the defender places its units, then the attacker; either may hold some back. Then segments follow one another
    as `red_actions.turn` says. A side declares what a unit does; a Clever officer of the enemy who sees it may try to
    act before, and units in ambush may cut off a move. Then it is carried out by the procedures that the library has
    for it, and every rout runs on until nobody routs any more. A Mob that hesitates may still shoot, a unit that fails
    its charge test or stays pinned do something else. Victory is judged after every segment.

    Raises:
        IllegalRequestError: The action is not legal.
        NeedsRuling: A card lacks a number that is needed.

    Rules: turn-initiative-standard, seq-steps, miss-victory.
    """
    before, action = request.state, request.action
    before = evolve(before, were_pushed=()) if before.were_pushed else before
    scene = scene_at(umpire, before, _referee(umpire, before))
    told: tuple[str, ...] = ()
    try:
        after = _acted(umpire, scene, action)
    except IllegalRequestError as refused:
        if not before.scenario.told or not isinstance(action, OF_UNITS) or not _is_listed(umpire, before, action):
            raise
        # What a referee has told forbids what seemed possible: the unit does something else.
        after = _refused(before, action)
        told = (f"It cannot be done: {refused.verdict.objections[0].message}.",)
    told = (*told, *words_for(before, after, action, refused=bool(told)))
    umpire.result("seq-steps", "{action}: {told}", action=str(action), told=" ".join(told) or "nothing to tell")
    return ActOutcome(
        state=take_for_right(after),
        events=told,
        fallen_bases=fallen_bases(before, after),
        pushed_back=pushed_back_units(before, after),
        left_behind=tuple(one for one in (*after.guns, *after.weapons) if one not in (*before.guns, *before.weapons)),
    )


def _is_listed(umpire: Umpire[Options], state: State, action: Any) -> bool:
    """Return whether an action seemed possible: it is listed, or legal by what is measured."""
    judge = Judge(umpire.book)
    try:
        check(scene_at(judge, state), action)
    except IllegalRequestError:
        return action in legal_actions(judge, state)
    return True


def _refused(state: State, action: Any) -> State:
    frame = state.frame
    if frame is None:
        return state
    state = state.with_frame(evolve(frame, unit=leader_of(state, action.unit), action=None, window=""))
    return evolve(state, refused=(*state.refused, str(action)))


def _referee(umpire: Umpire[Options], state: State) -> Any:
    if not state.scenario.told:
        return None
    names = tuple(unit.name for unit in state.on_table)

    def ask(asked: FactAsked) -> Any:
        return umpire.choose(TOLD[asked.kind], alternatives_of(asked, names), asked)

    return ask


@act.legality
def _forbidden_actions(request: ActRequest, options: Options) -> Iterator[Objection]:
    """Yield why an action is not legal, as far as neither the table nor a chart is needed to tell.

    Rules: seq-steps, act-one-only, turn-initiative-standard, turn-initiative-cards, char-mob-hesitation, pre-clever,
        amb-spring, miss-victory.
    """
    state, action, path = request.state, request.action, "$.action"
    stage, frame = state.stage, state.frame
    if state.result is not None:
        message = f"the game is over ({state.result.reason}): begin another"
        yield Objection(rule="miss-victory", message=message, path="$.state")
        return
    fits = {
        "deployment": (Deploy, HoldBack),
        "initiative": (GoOn,),
        "pre-emption": (Preempt, LetThem),
        "ambush": (Spring, LieLow),
        "hesitation": WHILE_HESITATING,
        "segment": (*OF_UNITS, PutRight),
    }
    if type(action) not in fits[stage]:
        rule = "char-mob-hesitation" if stage == "hesitation" else "seq-steps"
        yield Objection(rule=rule, message=f"that is not what comes now: {stage}", path=path)
        return
    if isinstance(action, Deploy):
        yield from wrong_places(state, action)
    elif isinstance(action, HoldBack):
        yield from _wrong_to_hold_back(state, action)
    elif isinstance(action, PutRight):
        if not state.scenario.told:
            message = "everybody stands where the program knows: it is told where units are only at a real table"
            yield Objection(rule="conv-within", message=message, path=path)
        if train_of(state, action.unit) is not None:
            yield Objection(rule="train-speed", message="the cars of a train stand on their rails", path=path)
        if state.group(action.unit) is None:
            yield Objection(rule="conv-within", message=f"{action.unit!r} is not on the table", path=path)
    elif stage in ("segment", "hesitation") and frame is not None:
        yield from _wrong_unit(state, frame, action)


def _wrong_to_hold_back(state: State, action: HoldBack) -> Iterator[Objection]:
    unit = state.to_place
    if unit is None or unit.name != action.unit:
        yield Objection(rule="seq-steps", message=f"{action.unit!r} is not placed now", path="$.action")
    elif isinstance(state.scenario.zone_of(unit.name), Zone) and deployments(state):
        message = "the defender places all units that have room"
        yield Objection(rule="seq-steps", message=message, path="$.action")


def _wrong_unit(state: State, frame: Frame, action: Any) -> Iterator[Objection]:
    """Yield why a unit may not have the segment that is given.

    Rules: turn-initiative-standard, turn-initiative-cards, turn-forced-forfeit, defs-unit-action, rout-unit-state,
        seq-reinforcements.
    """
    path = "$.action.unit"
    unit = state.unit(action.unit)
    if unit is None:
        yield Objection(rule="defs-unit-action", message=f"there is no unit {action.unit!r}", path=path)
        return
    if unit.side != frame.side:
        message = f"{frame.side.capitalize()} gives a segment now"
        yield Objection(rule="turn-initiative-standard", message=message, path=path)
    train = train_of(state, unit.name)
    if train is not None and not isinstance(action, Shoot | Drive):
        message = f"{unit.name} belongs to {train.name}: its cars fire, and then it is driven"
        yield Objection(rule="train-cars", message=message, path=path)
    if frame.unit and leader_of(state, unit.name) != frame.unit:
        message = f"the segment of {frame.unit} has begun"
        yield Objection(rule="act-one-only", message=message, path=path)
    acting = (unit.name,) if train is None else train.cars
    if state.game.able and not frame.preempts and not any(name in state.game.able for name in acting):
        message = f"only these may act on this card: {', '.join(state.game.able)}"
        yield Objection(rule="turn-initiative-cards", message=message, path=path)
    if unit.has_acted:
        message = f"{unit.name} has used or forfeited its segment of this turn"
        yield Objection(rule="turn-forced-forfeit", message=message, path=path)
    off = state.group(unit.name) is None
    is_router = any(one.unit == unit.name for one in state.off_table)
    waits = (Hold, Disembark, Shoot) if aboard_of(state, unit.name) else (Hold, Enter)
    if off and not is_router and not isinstance(action, waits):
        yield Objection(rule="seq-reinforcements", message=f"{unit.name} is off the table", path=path)
    elif unit.routing and not isinstance(action, Rally):
        message = f"{unit.name} is in rout: it rallies or routs on"
        yield Objection(rule="rout-unit-state", message=message, path=path)
    if not off and isinstance(action, Enter):
        yield Objection(rule="seq-reinforcements", message=f"{unit.name} is on the table", path=path)


# --- What an action does ----------------------------------------------------------------------------------------------


def _acted(umpire: Umpire[Options], scene: Scene, action: Action) -> State:
    state = scene.state
    match action:
        case Deploy():
            return _placed(state, action)
        case HoldBack():
            return _held_back(state, action)
        case GoOn():
            return begun(umpire, state)
        case PutRight():
            return _put_right(state, action)
        case Preempt():
            return _preempted(umpire, scene, action)
        case LetThem():
            frame = state.frame
            assert frame is not None  # noqa: S101 - the stage says so
            tried = (*frame.clever_tried, *preempting(scene, frame))
            state = state.with_frame(evolve(frame, window="", clever_tried=tried))
            return _go_on(umpire, scene.scene_of(state))
        case Spring():
            return _sprung(umpire, scene, action)
        case LieLow():
            frame = state.frame
            assert frame is not None  # noqa: S101 - the stage says so
            if frame.joiners:
                return _closed(umpire, scene, state, frame)
            return _go_on(umpire, scene.scene_of(state.with_frame(evolve(frame, window="", no_ambush=True))))
        case _:
            return _given(umpire, scene, action)


def _placed(state: State, action: Deploy) -> State:
    unit = state.to_place
    assert unit is not None  # noqa: S101 - the objections have said so
    at = Point(x=action.at[0], y=action.at[1])
    group = group_of(unit, at, action.facing, column=action.in_column)
    state = evolve(state, groups=(*state.groups, group))
    if action.in_column != unit.in_column and unit.bases > 1:
        formed = evolve(unit, in_column=action.in_column)
        now = tuple(formed if one.name == unit.name else one for one in state.game.units)
        state = evolve(state, game=evolve(state.game, units=now))
    note = hiding_place(state, group) if action.ambush else None
    if note is not None:
        state = evolve(state, ambushers=(*state.ambushers, note))
    return evolve(state, held=holders(state))


def _held_back(state: State, action: HoldBack) -> State:
    game = state.game
    unit = next(one for one in game.units if one.name == action.unit)
    zone = state.scenario.zone_of(action.unit)
    entry = "the zone" if zone is None or isinstance(zone, Zone) else zone.name
    coming = Reinforcement(unit=unit, entry=entry)
    units = tuple(one for one in game.units if one.name != action.unit)
    return evolve(state, game=evolve(game, units=units, reinforcements=(*game.reinforcements, coming)))


def _put_right(state: State, action: PutRight) -> State:
    group = state.group(action.unit)
    assert group is not None  # noqa: S101 - the objections have said so
    ranks = 1 if group.is_column and len(group.bases) > 1 else None
    there = formed_up(group, Point(x=action.at[0], y=action.at[1]), action.facing.bearing, per_rank=ranks)
    if not state.layout.is_free(there):
        refuse("mov-interpenetration", f"{action.unit} cannot stand there: on another unit, or off the table")
    return state.with_group(there)


def _given(umpire: Umpire[Options], scene: Scene, action: Any) -> State:
    """Declare what a unit does, and carry it out unless the enemy may do something about it."""
    state, frame = scene.state, scene.state.frame
    assert frame is not None  # noqa: S101 - the stage says so
    check(scene, action)
    state = state.with_frame(evolve(frame, unit=leader_of(state, action.unit), action=action, no_ambush=False))
    return _go_on(umpire, scene.scene_of(state))


def _go_on(umpire: Umpire[Options], scene: Scene) -> State:
    """Open a window for the enemy, or carry out what was declared.

    Rules: pre-clever, amb-spring.
    """
    state, frame = scene.state, scene.state.frame
    assert frame is not None  # noqa: S101 - a segment is on its way
    if preempting(scene, frame):
        return state.with_frame(evolve(frame, window="clever"))
    if not frame.no_ambush and any(True for _ in ambushes(scene, frame)):
        return state.with_frame(evolve(frame, window="ambush"))
    action = frame.action
    state = with_replacement(umpire, state, frame.unit)
    train = train_of(state, frame.unit)
    if train is not None and train.leaves_table and not train.fired:
        state = rallied(umpire, scene.scene_of(state), frame.unit)
        if not any(one.leaves_table for one in state.trains if one.name == train.name):
            return state.with_frame(evolve(frame, action=None))
    state, is_over = do(umpire, scene.scene_of(state), action)
    return _closed(umpire, scene, state, frame) if is_over else state


def _closed(umpire: Umpire[Options], scene: Scene, state: State, frame: Frame) -> State:
    """End the segment that acts now, and go on with the one below it.

    Rules: pre-clever, turn-forced-forfeit.
    """
    if len(state.frames) < 2:
        return ended(umpire, state, frame.unit)
    state = evolve(state, frames=state.frames[:-1])
    below = state.frame
    assert below is not None  # noqa: S101 - there are two
    unit = state.unit(below.unit)
    if unit is None or unit.has_acted or below.unit in state.report.forced:
        return ended(umpire, state, below.unit)
    try:
        check(scene.scene_of(state), below.action)
    except IllegalRequestError:
        return state.with_frame(evolve(below, action=None))
    if unit.routing and not isinstance(below.action, Rally):
        return state.with_frame(evolve(below, action=None))
    return _go_on(umpire, scene.scene_of(state))


def _preempted(umpire: Umpire[Options], scene: Scene, action: Preempt) -> State:
    """Let a Clever officer try to act first.

    Rules: pre-clever.
    """
    state, frame = scene.state, scene.state.frame
    assert frame is not None  # noqa: S101 - the stage says so
    outcome = umpire.resolve(attempt_of(scene, frame, action.unit), f"{action.unit} pre-empts")
    below = evolve(frame, window="", clever_tried=(*frame.clever_tried, action.unit))
    state = state.with_frame(below)
    if outcome.preempts:
        first = Frame(side=enemy_of(frame.side), unit=action.unit, preempts=True)
        return evolve(state, frames=(*state.frames, first))
    return _go_on(umpire, scene.scene_of(state))


def _sprung(umpire: Umpire[Options], scene: Scene, action: Spring) -> State:
    """Spring an ambush: the move is cut off, and its segment is over.

    Rules: amb-spring, pre-ambush.
    """
    frame = scene.state.frame
    assert frame is not None  # noqa: S101 - the stage says so
    mover = scene.units[frame.unit]
    if scene.units.get(action.unit) is None or scene.units[action.unit].side == frame.side:
        refuse("amb-spring", f"{action.unit!r} lies in no ambush against this move")
    state = spring(umpire, scene, action)
    unit = state.unit(mover.name)
    if unit is not None and not unit.has_acted:
        state = state.with_units(evolve(unit, has_acted=True))
    now = state.frame
    if now is not None and now.joiners and any(True for _ in ambushes(Scene(umpire, state, scene.referee), now)):
        return state
    return _closed(umpire, scene, state, frame)
