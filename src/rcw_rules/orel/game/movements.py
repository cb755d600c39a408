"""What comes of the moves and declarations of a movement phase."""

from __future__ import annotations

from typing import Literal, NoReturn

from attrs import evolve

from rcw_rules.kernel.citations import Verdict, forbidden
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.orel.command import OutOfCommandRequest
from rcw_rules.orel.definitions import fit_together, is_orel
from rcw_rules.orel.game.actions import (
    Action,
    Assail,
    Challenge,
    Enter,
    Entrench,
    Move,
    PutOff,
    ReadyFire,
    Relocate,
    Stay,
    StayAll,
    Step,
    TestCommand,
)
from rcw_rules.orel.game.deeds import (
    Deed,
    against_relocating,
    arrival_of,
    arrived,
    deeds_at,
    ends_of,
    entries_of,
    in_closed_zone,
    marching_days,
    may_be_put_off,
    may_check,
    may_stay,
    stepped,
    steps_of,
)
from rcw_rules.orel.game.duels import duelled
from rcw_rules.orel.game.state import Declared, Duel, Ready, State
from rcw_rules.orel.game.telling import of_declaration, of_fire, of_move
from rcw_rules.orel.game.waiting import Told, check_of, mover_facts, reach_of
from rcw_rules.orel.model import OREL, AttackType, Depot, OrelLocation, Unit
from rcw_rules.orel.movement import (
    AttackCoordinationRequest,
    DeclareAttackRequest,
    MovementRequest,
    ReachedHex,
    TankBreakdownRequest,
    against_ending,
    next_steps,
    unable_to_move,
)
from rcw_rules.orel.options import Options
from rcw_rules.orel.supply import in_range, supply_ground


def refuse(rule: str, message: str) -> NoReturn:
    """Raise, since an action is not legal.

    Raises:
        IllegalRequestError: In every case.
    """
    raise forbidden(rule, message, "$.action")


def _decided(state: State, key: str) -> State:
    """Return the state once a unit or depot has decided what it does in this phase."""
    moves = state.moves
    waiting = tuple(other for other in moves.waiting if other != key)
    entries = tuple(entry for entry in moves.entries if entry.key != key)
    return evolve(state, moves=evolve(moves, waiting=waiting, put_off=(), entries=entries))


def carry_out(umpire: Umpire[Options], state: State, action: Action) -> tuple[State, Told]:
    """Carry out an action of the movement phase.

    Raises:
        IllegalRequestError: If it is not legal; the reasons are those of the rules that forbid it.

    Rules: 7-actions.
    """
    match action:
        case StayAll():
            return _all_stay(umpire, state)
        case Relocate():
            Verdict(objections=tuple(against_relocating(state, action))).require()
            return evolve(state, orel=action.location, moves=evolve(state.moves, relocated=True)), (
                f"The units in Orel go to the {action.location}.",
            )
        case (
            Stay()
            | PutOff()
            | TestCommand()
            | Enter()
            | Entrench()
            | Move()
            | Step()
            | Assail()
            | ReadyFire()
            | Challenge()
        ):
            pass
        case _:
            refuse("2-sequence", f"units are being moved now; {action} is for another step")
    key = state.moves.waiting[0]
    if action.unit != key:
        refuse("7-actions", f"{key} is to move or stay now, or put it off; {action.unit!r} is not asked")
    mover = state.thing(key)
    if isinstance(action, PutOff):
        if not may_be_put_off(state):
            refuse("7-actions", f"{key} has been put off already, is the last, or is entering the map")
        moves = evolve(state.moves, waiting=(*state.moves.waiting[1:], key), put_off=(*state.moves.put_off, key))
        return evolve(state, moves=moves), ()
    if mover.hex is None:
        return _comes_in(umpire, state, mover, action)
    match action:
        case Enter():
            refuse("10.2-reinforcements", f"{key} is on the map already")
        case Stay():
            return _stays(umpire, state, mover)
        case TestCommand():
            return _checked(umpire, state, mover)
        case Step():
            return _steps(umpire, state, mover, action.place)
        case _:
            return _does(umpire, state, mover, action)


def _comes_in(umpire: Umpire[Options], state: State, comer: Unit | Depot, action: Action) -> tuple[State, Told]:
    """Let something come onto the map, or wait.

    Rules: 10.2-reinforcements, 7.4-delay.
    """
    if isinstance(action, Stay):
        return _decided(state, comer.key), (f"{comer.key} waits off the map.",)
    if not isinstance(action, Enter):
        refuse("10.2-reinforcements", f"{comer.key} is off the map: bring it in, or let it wait")
    question = evolve(arrival_of(state, comer), hex=action.place)
    outcome = umpire.resolve(question, f"{comer.key} comes")
    if action.place not in entries_of(umpire, state, comer):
        refuse("7.1.2-stacking", f"{comer.key} could neither stop in {action.place} nor go on from there")
    price = 0 if outcome.allowance is None or outcome.mp_left is None else outcome.allowance - outcome.mp_left
    after = arrived(state, comer, outcome.hex, price)
    comes = state.comes(comer.key)
    if comes is not None and comes.one_hex:
        after = evolve(after, entered_at=(*after.entered_at, (comer.key, outcome.hex)))
    listed = any(comer.key in one.units for one in state.battle.reinforcements)
    after = evolve(after.has_come((comer.key,)), arrived=(*after.arrived, comer.key) if listed else after.arrived)
    if is_orel(outcome.hex) and len(after.in_hex(OREL, comer.side)) < 2:
        after = evolve(after, orel="suburbs")
    return after, (f"{comer.key} comes in at {outcome.hex}.",)


def _stays(umpire: Umpire[Options], state: State, mover: Unit | Depot) -> tuple[State, Told]:
    """Let a unit or depot stay; one that has just entered the map ends its move where it is.

    Rules: 7.1.3-negation, 7.1.4-modes.
    """
    ends = ends_of(umpire, state, mover)
    if not may_stay(state, mover, ends):
        elsewhere = next(end.hex for end in ends if end.hex != mover.hex)
        refuse("4.3.1C-overstack", f"{mover.key} must leave {mover.hex} and can, to {elsewhere} for one")
    spent = any(entry.spent for entry in state.moves.entries_of(mover.key))
    if spent:
        end = next((end for end in ends if end.hex == mover.hex), None)
        state = state.with_thing(_moved(umpire, state, mover, end, None)[0])
    state = _decided(state, mover.key)
    if isinstance(mover, Depot):
        return state, ()
    moves = state.moves.with_moved(mover.key) if spent else state.moves.with_stayed(mover.key)
    return evolve(state, moves=moves), ()


def _all_stay(umpire: Umpire[Options], state: State) -> tuple[State, Told]:
    """Let all that are waiting stay, and leave those waiting that must move.

    Rules: 7-actions.
    """
    if any(state.moves.entries_of(state.moves.waiting[0])):
        refuse("7-actions", f"{state.moves.waiting[0]} is entering the map; say first where it goes")
    if state.moves.halted or len(state.moves.waiting) < 2:
        refuse("7-actions", "all others stay already; who is waiting now decides alone")
    for key in state.moves.waiting:
        mover = state.thing(key)
        entering = bool(state.moves.entries_of(key))
        if mover.hex is None:
            state = _decided(state, key)
        elif not entering and not _may_have_to_move(umpire, state, mover):
            state = _decided(state, key)
            if isinstance(mover, Unit):
                state = evolve(state, moves=state.moves.with_stayed(key))
        elif may_stay(state, mover, ends_of(umpire, state, mover)):
            state, _ = _stays(umpire, state, mover)
    left = ", ".join(state.moves.waiting)
    told = f"All others stay, except those that must move: {left}." if left else "All others stay."
    return evolve(state, moves=evolve(state.moves, halted=True)), (told,)


def _may_have_to_move(umpire: Umpire[Options], state: State, mover: Unit | Depot) -> bool:
    """Whether something could make a unit or depot move: a full hex, a closed zone, or no depot in range of it.

    Rules: 4.3.1C-overstack, 7.4-zones, 5.3-depot.
    """
    if in_closed_zone(state, mover):
        return True
    if isinstance(mover, Depot):
        return False
    if not fit_together(state.in_hex(mover.hex, mover.side)):
        return True
    own = tuple(depot for depot in state.depots_on_map if depot.side == mover.side)
    if not mover.out_of_command or not own:
        return False
    ground = supply_ground(umpire, state.on_map, mover.side, depots=state.depots_on_map, board=state.battle.board)
    return not any(in_range(mover, depot, ground) for depot in own)


def _checked(umpire: Umpire[Options], state: State, mover: Unit | Depot) -> tuple[State, Told]:
    """Let a unit out of command check its quality.

    Rules: 5.3-zoc.
    """
    if not isinstance(mover, Unit) or not may_check(umpire, state, mover):
        refuse("5.3-zoc", f"{mover.key} is not out of command in an enemy zone of control, or has checked already")
    question = OutOfCommandRequest(tq=mover.quality, in_zoc=True, wants="attack")
    passed = umpire.resolve(question, f"check of {mover.key}").allowed
    if passed:
        moves = evolve(state.moves, checks=(*state.moves.checks, mover.key))
    else:
        moves = evolve(state.moves, failed=(*state.moves.failed, mover.key))
    return evolve(state, moves=moves), (f"{mover.key}, out of command, {'passes' if passed else 'fails'} its check.",)


def _moved(
    umpire: Umpire[Options],
    state: State,
    mover: Unit | Depot,
    end: ReachedHex | None,
    action: Move | Assail | ReadyFire | Challenge | Entrench | None,
) -> tuple[Unit | Depot, int | None, OrelLocation | None]:
    """Return a mover as it stands at the end of its way, what it has left, and where in Orel it is.

    Rules: 7-actions, 7.1.1-orel.
    """
    place = mover.hex if end is None else end.hex
    friends = is_orel(place) and any(thing.hex == OREL and thing.side == mover.side for thing in state.things)
    combat_mode = isinstance(action, Move) and action.mode == "combat"
    outcome = umpire.resolve(
        MovementRequest(
            **mover_facts(state, mover, umpire.options),
            path=() if end is None else end.path,
            action="entrench" if isinstance(action, Entrench) else "combat_mode" if combat_mode else "none",
            marching_day=isinstance(action, Move) and action.marching_day,
            orel=state.orel if friends else None,
            location=None if action is None or isinstance(action, Challenge | Entrench) else action.location,
        ),
        f"move of {mover.key}",
    )
    then = outcome.depot if outcome.unit is None else outcome.unit
    assert then is not None  # noqa: S101 - it is one of the two
    return then, outcome.mp_left, outcome.location


def _does(umpire: Umpire[Options], state: State, mover: Unit | Depot, action: Deed) -> tuple[State, Told]:
    """Move a unit or a depot, and let it declare what it does.

    A tank rolls first; one that breaks down does nothing.

    Rules: 7-actions, 7.2-declare, 9.2.1-breakdown.
    """
    key, place = mover.key, mover.hex if isinstance(action, Entrench) else action.place
    marching = isinstance(action, Move) and action.marching_day
    ends = (
        umpire.resolve(reach_of(state, mover, umpire.options, marching_day=True), f"Marching Day of {key}").hexes
        if marching
        else ends_of(umpire, state, mover)
    )
    end = next((end for end in ends if end.hex == place), None)
    if end is None:
        for objection in unable_to_move(reach_of(state, mover, umpire.options, marching_day=marching), moves=True):
            Verdict(objections=(objection,)).require()
        question = reach_of(state, mover, umpire.options, marching_day=marching)
        if place is not None:
            Verdict(objections=tuple(against_ending(umpire, question, place))).require()
        refuse("7-actions", f"{key} cannot end its move in {place}, which is out of its reach")
    if marching and any(near.hex == place for near in ends_of(umpire, state, mover)):
        refuse("7.1.5-marching-day", f"{key} gets to {place} without a Marching Day; move it there")
    allowed = (
        tuple(marching_days(umpire, state, mover, set())) if marching else tuple(deeds_at(umpire, state, mover, end))
    )
    if action not in allowed:
        then, left, _ = _moved(umpire, state, mover, end, action)  # raises with the reasons of the rules
        if isinstance(action, Assail | ReadyFire) and isinstance(then, Unit):
            _declares(umpire, state, then, left, action)
        refuse("7.2-declare", f"{action} is not possible now; see the legal actions")
    state, broken_down = _started(umpire, state, mover)
    if broken_down:
        return state, (f"{key} breaks down.",)
    then, left, location = _moved(umpire, state, mover, end, action)
    if isinstance(action, Assail | ReadyFire) and isinstance(then, Unit):
        then = _declares(umpire, state, then, left, action)
    entered = any(entry.spent for entry in state.moves.entries_of(key))
    state = _decided(state.with_thing(then), key)
    if location is not None:
        state = evolve(state, orel=location)
    if isinstance(then, Unit):
        goes = entered or place != mover.hex
        state = evolve(state, moves=state.moves.with_moved(key) if goes else state.moves.with_stayed(key))
    state, told = _noted(state, action, mover)
    if isinstance(action, Challenge):
        umpire.ruling("duels_at_once")
        if umpire.options.duels_at_once:
            state, more = duelled(umpire, state, key)
            told = (*told, *more)
    return state, told


def _steps(umpire: Umpire[Options], state: State, mover: Unit | Depot, place: str) -> tuple[State, Told]:
    """Lead a unit or a depot into the next hex; a tank rolls before the first.

    Rules: 7-actions, 9.2.1-breakdown.
    """
    key = mover.key
    if place not in steps_of(umpire, state, mover):
        if place not in state.battle.board.grid.neighbours(mover.hex or ""):
            refuse("7-actions", f"{key} is in {mover.hex}, and {place} is not next to it")
        if not is_orel(place):
            _moved(umpire, state, mover, ReachedHex(hex=place, path=(place,), spent=None, mp_left=None, modes=()), None)
        refuse("7-actions", f"{key} is not led step by step, or could neither stop in {place} nor go on from there")
    state, broken_down = _started(umpire, state, mover)
    if broken_down:
        return state, (f"{key} breaks down.",)
    steps = next_steps(umpire, reach_of(state, mover, umpire.options))
    price = next(step.cost for step in steps if step.hex == place)
    umpire.result("7-actions", "{mover} steps into {hex}; movement points: {price}", mover=key, hex=place, price=price)
    return stepped(state, mover, place, price), (f"{key} goes into {place}, and may go on.",)


def _started(umpire: Umpire[Options], state: State, mover: Unit | Depot) -> tuple[State, bool]:
    """Roll for a tank that has not rolled yet; return the state, and whether it has broken down.

    Rules: 9.2.1-breakdown.
    """
    key = mover.key
    if not isinstance(mover, Unit) or mover.type != "tank" or key in state.moves.rolled:
        return state, False
    rolled = umpire.resolve(TankBreakdownRequest(unit=mover), f"{key} starts")
    state = evolve(state.with_units(rolled.unit), moves=evolve(state.moves, rolled=(*state.moves.rolled, key)))
    if rolled.broken_down:
        state = _decided(state, key)
        state = evolve(state, moves=state.moves.with_stayed(key))
    return state, rolled.broken_down


def _declares(umpire: Umpire[Options], state: State, unit: Unit, left: int | None, action: Assail | ReadyFire) -> Unit:
    """Return a unit that has paid for what it declares.

    Rules: 7.2-declare, 8.6.1-formation, 9-accompanied.
    """
    together: tuple[str, ...] = ()
    before = state.unit(unit.key)
    entered = any(entry.spent for entry in state.moves.entries_of(unit.key))
    stays = before is not None and before.hex == unit.hex and not entered
    kind: AttackType = "prepared"
    if isinstance(action, Assail):
        kind = action.type
        joined = state.declared[action.joins - 1] if 0 < action.joins <= len(state.declared) else None
        if action.joins and (joined is None or joined.hex != action.target or joined.type != kind):
            refuse("7.2-declare", f"there is no {kind} attack {action.joins} on {action.target} that it could join")
        others = tuple(one for one in (state.unit(each) for each in (joined.units if joined else ())) if one)
        together = tuple(one.key for one in others if one.hex == unit.hex)
        if others and not unit.is_artillery:
            question = AttackCoordinationRequest(
                attack_type=kind,
                target=action.target,
                units=(*others, unit),
                day=state.day,
                exceptions=state.battle.command_exceptions,
                board=state.battle.board,
            )
            umpire.resolve(question, f"attack {action.joins} with {unit.key}")
    elif action.use != "barrage":
        kind = action.use
    what: Literal["attack", "barrage", "support"] = "attack"
    if isinstance(action, ReadyFire):
        what = "barrage" if action.use == "barrage" else "support"
    return umpire.resolve(
        DeclareAttackRequest(
            unit=unit,
            action=what,
            attack_type=kind,
            mp_left=left,
            target=action.target if isinstance(action, Assail) else None,
            others=tuple(other for other in state.on_map if other.key != unit.key),
            depots=state.depots_on_map,
            together=together,
            staying=(*state.moves.stayed, unit.key) if stays else state.moves.stayed,
            command_check=check_of(state, unit.key),
            board=state.battle.board,
        ),
        f"declaration of {unit.key}",
    ).unit


def _noted(state: State, action: Deed, mover: Unit | Depot) -> tuple[State, Told]:
    """Return the state with what was declared.

    Rules: 7.2-declare, 7.1.1-orel, 7.3-entrench, 9.1.1-duel.
    """
    key, leaves = mover.key, not isinstance(action, Entrench) and action.place != mover.hex
    match action:
        case Move():
            return state, (of_move(action, leaves=leaves),)
        case Entrench():
            return evolve(state, moves=evolve(state.moves, began=(*state.moves.began, key))), (
                f"{key} begins to entrench.",
            )
        case ReadyFire():
            return evolve(state, ready=(*state.ready, Ready(unit=key, use=action.use))), (
                of_fire(action, leaves=leaves),
            )
        case Challenge():
            duel = Duel(unit=key, target=action.target)
            return evolve(state, duels=(*state.duels, duel)), (f"{key} challenges {action.target}.",)
        case Assail():
            if is_orel(action.place):
                state = evolve(state, orel="suburbs")
            if action.joins:
                joined = state.declared[action.joins - 1]
                now = evolve(joined, units=(*joined.units, key))
                declared = (*state.declared[: action.joins - 1], now, *state.declared[action.joins :])
            else:
                declared = (*state.declared, Declared(hex=action.target, type=action.type, units=(key,)))
            number = action.joins or len(declared)
            return evolve(state, declared=declared), (of_declaration(action, number, leaves=leaves),)
