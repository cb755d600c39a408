"""What each action does: placing, leaders, moves, and the way to fire, charges and what goes on by itself."""

from __future__ import annotations

from attrs import evolve

from rcw_rules.kernel.dice import d
from rcw_rules.kernel.geometry.table import bearing, distance, formed_up, moved
from rcw_rules.kernel.lengths import Inches, inches
from rcw_rules.kernel.umpire import Umpire
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
from rcw_rules.red_white.game.afar import declared_afar, done_afar
from rcw_rules.red_white.game.charging import charge
from rcw_rules.red_white.game.flying import fly, plan_flight
from rcw_rules.red_white.game.ice import crossed_ice
from rcw_rules.red_white.game.moving import (
    front_of,
    mover,
    plan_limbering,
    plan_move,
)
from rcw_rules.red_white.game.placing import formed, group_of, ranks_of, spot_of
from rcw_rules.red_white.game.rushes import plan_charge
from rcw_rules.red_white.game.scenario import Troop
from rcw_rules.red_white.game.scene import NOTHING, Scene, refuse, stands_of
from rcw_rules.red_white.game.shooting import fire, plan_bombs, plan_fire, throw
from rcw_rules.red_white.game.standing import holders
from rcw_rules.red_white.game.state import State, Went
from rcw_rules.red_white.game.turning import ROLLS, next_step, overrun, phase_done, went_on
from rcw_rules.red_white.morale import HeroicLeadersRequest
from rcw_rules.red_white.options import Options
from rcw_rules.red_white.part_one import full_move_of
from rcw_rules.red_white.profile import DiceMove
from rcw_rules.red_white.vehicles import VehicleActivationRequest


def declared(scene: Scene, action: Action) -> None:
    """Check an action as far as no dice are needed.

    Raises:
        IllegalRequestError: It is not legal.
    """
    match action:
        case Move():
            plan_move(scene, action)
        case Fly():
            plan_flight(scene, action)
        case (
            RunTrain()
            | Sail()
            | CastOff()
            | TakeInTow()
            | Board()
            | Land()
            | LaunchBoats()
            | Bombard()
            | LayString()
            | GoOnPatrol()
        ):
            declared_afar(scene, action)
        case Limber() | Unlimber():
            plan_limbering(scene, action)
        case Fire():
            plan_fire(scene, action)
        case ChargeHome():
            plan_charge(scene, action)
        case ThrowBombs():
            plan_bombs(scene, action)
        case Lead() | StepBack():
            scene.judge.declared(_leaders(scene, action)).require()
        case _:
            pass


def do(umpire: Umpire[Options], scene: Scene, action: Action) -> State:
    """Carry out an action.

    Raises:
        IllegalRequestError: It is not legal.

    Rules: p1-sequence.
    """
    match action:
        case Deploy():
            return _placed(umpire, scene.state, action)
        case PutRight():
            return _put_right(scene, action)
        case GoOn():
            return went_on(umpire, scene)
        case Done():
            return phase_done(umpire, scene)
        case Lead() | StepBack():
            return _led(umpire, scene, action)
        case Limber() | Unlimber():
            return _limbered(scene, action)
        case Move():
            state = _moved(umpire, scene, action)
        case Fly():
            state, over = fly(umpire, scene, action)
            state = next_step(umpire, state) if over else state
        case (
            RunTrain()
            | Sail()
            | CastOff()
            | TakeInTow()
            | Board()
            | Land()
            | LaunchBoats()
            | Bombard()
            | LayString()
            | GoOnPatrol()
        ):
            state = done_afar(umpire, scene, action)
        case Fire():
            return fire(umpire, scene, action)
        case ThrowBombs():
            return throw(umpire, scene, action)
        case ChargeHome():
            state = charge(umpire, scene, action)
    state = overrun(umpire, scene.scene_of(state)) if state.headquarters else state
    return evolve(state, held=holders(state))


def _placed(umpire: Umpire[Options], state: State, action: Deploy) -> State:
    state = state.with_group(group_of(umpire.options, state, action))
    return evolve(state, held=holders(state))


def _put_right(scene: Scene, action: PutRight) -> State:
    state = scene.state
    group = state.group(action.unit)
    assert group is not None  # noqa: S101 - the objections have said so
    per_rank = len(group.front_rank)
    there = formed_up(group, spot_of(action.at), action.facing.bearing, per_rank=per_rank)
    if not state.layout.is_free(there):
        refuse("p1-movement", f"{action.unit} cannot stand there: on another unit, or off the table")
    return state.with_group(there)


# --- Leaders ----------------------------------------------------------------------------------------------------------


def _leaders(scene: Scene, action: Lead | StepBack) -> HeroicLeadersRequest:
    """Return the request to send a leader to the front or take him back, at the start of the side's turn.

    Raises:
        IllegalRequestError: There is no such unit, or its leader is there already.

    Rules: heroic-lead.
    """
    state, troop = scene.state, scene.troops.get(action.unit)
    if troop is None:
        refuse("heroic-lead", f"there is no unit {action.unit!r}")
    if troop.side != state.to_act:
        refuse("p1-sequence", f"{troop.name} is not {state.to_act}: the other side acts now")
    goes = isinstance(action, Lead)
    if troop.name in state.marks.led:
        refuse("heroic-lead", f"the leader of {troop.name} has gone to the front or stepped back in this turn")
    if troop.unit.heroic == goes:
        where = "at the front" if goes else "not at the front"
        refuse("heroic-lead", f"the leader of {troop.name} is {where} already")
    numbers = (1,)
    return HeroicLeadersRequest(
        units=(troop.unit,),
        declared=numbers if goes else (),
        revoked=() if goes else numbers,
        at_start_of_own_turn=is_start(state),
    )


def is_start(state: State) -> bool:
    """Return whether the side that acts is in the first of its steps in this turn.

    Rules: heroic-lead, p1-sequence.
    """
    now = state.now
    first = next((number for number, step in enumerate(state.steps) if now and step.side == now.side), None)
    return first == state.step and not state.begun


def _led(umpire: Umpire[Options], scene: Scene, action: Lead | StepBack) -> State:
    outcome = umpire.resolve(_leaders(scene, action), f"the leader of {action.unit}")
    troop, state = scene.troops[action.unit], scene.state
    state = state.with_troop(evolve(troop, unit=outcome.units[0]))
    return evolve(state, marks=evolve(state.marks, led=(*state.marks.led, troop.name)))


# --- Moves ------------------------------------------------------------------------------------------------------------


def _went(state: State, name: str, far: Inches) -> State:
    marks = state.marks
    return evolve(state, begun=True, marks=evolve(marks, movements=(*marks.movements, Went(unit=name, far=far))))


def _limbered(scene: Scene, action: Limber | Unlimber) -> State:
    troop, group, cost = plan_limbering(scene, action)
    state = scene.state.with_troop(evolve(troop, limbered=isinstance(action, Limber)))
    return _went(state.with_group(group), troop.name, cost)


def starts(umpire: Umpire[Options], state: State, troop: Troop) -> tuple[State, bool]:
    """Return whether a vehicle moves, and the state after the roll for it; all others move.

    Rules: vehicle-activation, vehicle-breakdown.
    """
    if troop.unit.type not in ROLLS or troop.name in state.marks.activated:
        return state, True
    moves = umpire.resolve(VehicleActivationRequest(hits=troop.unit.hits or 0), f"{troop.name} starts").moves
    marks = state.marks
    if moves:
        return evolve(state, marks=evolve(marks, activated=(*marks.activated, troop.name))), True
    return evolve(state, begun=True, marks=evolve(marks, idle=(*marks.idle, troop.name))), False


def _moved(umpire: Umpire[Options], scene: Scene, action: Move) -> State:
    """Move a unit: dice of a move that is given in dice may end it on the way.

    Rules: p1-movement, vehicle-activation.
    """
    walked, state = plan_move(scene, action), scene.state
    name = walked.troop.name
    state, goes = starts(umpire, state, walked.troop)
    if not goes:
        return state
    known = full_move_of(scene.options, walked.troop.unit.type)
    end, cost = walked.end, walked.cost
    if isinstance(known, DiceMove) and cost > NOTHING:
        reach = inches(umpire.roll(d(known.sides).sum(known.dice), f"move of {name}", "p1-movement"))
        if reach < cost:
            here, there = front_of(walked.start), front_of(end)
            far = distance(here, there)
            part = Inches(thousandths=far.thousandths * reach.thousandths // cost.thousandths)
            spot = moved(here, bearing(here, there), part) if far > NOTHING else here
            count = stands_of(walked.troop.unit)
            facing, ranks = walked.start.bases[0].facing, ranks_of(walked.start)
            end = formed(scene.options, name, walked.troop.unit.type, count, spot, facing, ranks)
            cost = reach
            if not scene.layout.is_free(end):
                end = walked.start
    state = _went(state.with_group(end), name, cost)
    if walked.way.crosses_ice and end != walked.start:
        return crossed_ice(umpire, scene, state, name, walked.start)
    return state


__all__ = ["declared", "do", "is_start", "mover", "starts"]
