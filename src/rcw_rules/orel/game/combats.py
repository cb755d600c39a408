"""The combat phase of a whole battle, in the order of the book, stopping wherever a player has something to order."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from attrs import evolve, frozen

from rcw_rules.kernel.procedures import Choice
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import counted
from rcw_rules.orel.combat import Exit, combat
from rcw_rules.orel.combat_phase import (
    Attack,
    BarrageOrder,
    CombatPhaseRequest,
    CounterbatteryOrder,
    Orders,
    PhaseCombatsRequest,
    PhaseState,
    Places,
    after_attack,
    answer_barrages,
    barrage_request,
    before_next,
    closed,
    combat_request,
    open_phase,
    places_of,
    planned_combats,
    target_hex,
)
from rcw_rules.orel.command import EventEffect
from rcw_rules.orel.fire import CounterbatteryFire, CounterbatteryRequest, Firer, barrage, counterbattery
from rcw_rules.orel.game.actions import Action, Answer, Barrage, Defend, Fight, FightDuel, HoldFire, Support
from rcw_rules.orel.game.duels import can_duel, duelled, returning
from rcw_rules.orel.game.movements import refuse
from rcw_rules.orel.game.state import Fighting, Held, OffMap, Stage, State
from rcw_rules.orel.game.telling import name_of, of_attack, of_changes, of_munitions
from rcw_rules.orel.game.turns import released, with_depots_looked_at
from rcw_rules.orel.game.waiting import Told, buried, zones_now
from rcw_rules.orel.model import Side, Unit, enemy_of
from rcw_rules.orel.options import Options
from rcw_rules.orel.strength import Role
from rcw_rules.orel.supply import depot_supply, supply_ground
from rcw_rules.orel.turn import Rout


@frozen(kw_only=True)
class EventUse:
    """What a side sees when deciding whether to use an event.

    Attributes:
        side: The side.
        effect: What it would change.
        attack: The hex of the attack that is about to be fought; "" before the barrages.
    """

    side: Side
    effect: EventEffect
    attack: str = ""


USE_EVENT: Choice[EventUse, str] = Choice(
    "use_event",
    rule="6.2-controlled",
    who="owner",
    about="Is the event used now: for this attack, or for which depot? An empty answer keeps it. Default: it is kept.",
    default=lambda use, alternatives: "",
    unit=lambda use: use.attack,
    side=lambda use: use.side,
)
NOW = "use"


def used_up(state: State, held: Held) -> State:
    """Return the state once an event is used; of several effects of one event only one is.

    Rules: 6.2-controlled.
    """
    same = (held.side, held.effect.until)
    return evolve(state, held=tuple(one for one in state.held if (one.side, one.effect.until) != same))


# ---------------------------------------------------------------- between the stages


def phase_request(state: State, options: Options) -> CombatPhaseRequest:
    """Return the combat phase as it has been ordered so far.

    Rules: 8.1-part1.
    """
    return CombatPhaseRequest(
        side=state.side,
        units=state.on_map,
        depots=state.depots_on_map,
        orders=state.fighting.orders,
        entry_zones=zones_now(state, options),
        defeatist_rumours=rumours(state),
        day=state.day,
        exceptions=state.battle.command_exceptions,
        board=state.battle.board,
    )


def rumours(state: State) -> tuple[str, ...]:
    """Return the keys of the units on the map that Defeatist Rumours have reached.

    Rules: 6-list.
    """
    on_map = {unit.key for unit in state.on_map}
    lists = (held.effect.units for held in state.held if held.effect.on == "cohesion_and_morale_checks")
    return tuple(dict.fromkeys(key for keys in lists for key in keys if key in on_map))


def _phase_state(state: State) -> PhaseState:
    fighting = state.fighting
    if fighting.combats is not None:
        known = fighting.combats.state
    elif fighting.opened is not None:
        known = fighting.opened.state
    else:
        known = PhaseState(side=state.side, units=())
    return evolve(known, units=state.on_map, depots=state.depots_on_map)


def _combats(state: State) -> PhaseCombatsRequest:
    """Return the combats that are left, with the units and depots as they are."""
    known = state.fighting.combats
    assert known is not None  # noqa: S101 - what the stage says
    return evolve(
        known,
        state=_phase_state(state),
        entry_zones=state.fighting.combats.entry_zones if state.fighting.combats else (),
        board=state.battle.board,
    )


def _bare(phase: PhaseState) -> PhaseState:
    return evolve(phase, units=(), depots=())


def synced(state: State, phase: PhaseState) -> State:
    """Return the state with the units and depots as a step of the combat phase has left them.

    Rules: 8.7.3-rout, 4.3.2-create, 3.3-return.
    """
    before = {unit.key for unit in state.on_map}
    now = {unit.key: unit for unit in phase.units}
    gone = tuple(unit for unit in state.units if unit.key in before and unit.key not in now)
    state = buried(state.with_units(*phase.units), *gone)
    left = {depot.key: depot for depot in phase.depots}
    state = state.with_depots(
        *(
            evolve(depot, hex=left[depot.key].hex, unsupplied=left[depot.key].unsupplied)
            if depot.key in left
            else evolve(depot, hex=None, unsupplied=False)
            for depot in state.depots_on_map
        )
    )
    known = {rout.unit for rout in state.routs}
    routed = tuple(unit.key for unit in state.on_map if unit.mode == "routed")
    new = (Rout(unit=key, day=state.day, player=state.side) for key in routed if key not in known)
    return evolve(state, routs=(*(rout for rout in state.routs if rout.unit in routed), *new))


def next_stage(umpire: Umpire[Options], state: State, stage: Stage) -> tuple[State, Told]:
    """Return the state at the first stage, from this one on, in which something is asked or happens.

    Rules: 8.1-part1, 8.1-part2.
    """
    told: Told = ()
    if stage == "barrages":
        state = _asking(umpire, state, "barrages", tuple(one.unit for one in state.ready if one.use == "barrage"))
        if state.fighting.asked:
            return state, ()
        stage = "supports"
    if stage == "supports":
        state = _asking(umpire, state, "supports", tuple(one.unit for one in state.ready if one.use != "barrage"))
        if state.fighting.asked:
            return state, ()
        return evolve(state, stage="fire"), ()
    if stage == "answers":
        state = _asking(umpire, state, "answers", _reactive_guns(state))
        if state.fighting.asked:
            return state, ()
        state, told = _answered(umpire, state)
        stage = "defences"
    if stage == "defences":
        state = _asking(umpire, state, "defences", _reactive_guns(state))
        if state.fighting.asked:
            return state, told
        state = _planned(umpire, state)
        stage = "combats"
    state = evolve(state, stage="combats")
    if combat_actions(umpire, state):
        return state, told
    state, more = _closed(umpire, state)
    return state, (*told, *more)


def _reactive_guns(state: State) -> tuple[str, ...]:
    return tuple(unit.key for unit in state.on_map if unit.side == state.enemy and (unit.is_artillery or unit.is_train))


def _asking(umpire: Umpire[Options], state: State, stage: Stage, keys: tuple[str, ...]) -> State:
    """Return the state with those batteries to be asked that have a choice."""
    state = evolve(state, stage=stage)
    asked = tuple(key for key in keys if any(True for _ in orders_of(umpire, state, key)))
    return evolve(state, fighting=evolve(state.fighting, asked=asked))


def begin_combat(umpire: Umpire[Options], state: State) -> tuple[State, Told]:
    """Begin the combat phase: take down the attacks as they were declared, and release whom they hit.

    Rules: 8.1-part1, 10.2-inactive.
    """
    attacks = tuple(Attack(hex=one.hex, units=one.units, type=one.type) for one in state.declared)
    hexes = {attack.hex for attack in attacks}
    attacked = tuple(unit.key for unit in state.on_map if unit.side == state.enemy and unit.hex in hexes)
    state, told = released(umpire, state, attacked)
    orders = Orders(attacks=attacks, location=state.orel)
    state, more = next_stage(umpire, evolve(state, fighting=Fighting(orders=orders)), "barrages")
    return state, (*told, *more)


# ---------------------------------------------------------------- what is legal


def combat_actions(umpire: Umpire[Options], state: State) -> tuple[Action, ...]:
    """Return what can be ordered now: for the first battery that is asked to hold its fire first, or the next fight.

    Rules: 8.1-part1, 8.1-part2.
    """
    if state.stage == "combats":
        combats = state.fighting.combats
        attacks = () if combats is None else combats.attacks
        return (
            *(Fight(attack=plan.number) for plan in attacks),
            *(FightDuel(unit=duel.unit) for duel in state.duels if can_duel(state, duel.unit, umpire.options)),
        )
    key = state.fighting.asked[0]
    return (HoldFire(unit=key), *orders_of(umpire, state, key))


def orders_of(umpire: Umpire[Options], state: State, key: str) -> Iterator[Barrage | Support | Answer | Defend]:
    """Yield what a battery or train can be ordered to do in the stage.

    Rules: 8.3.1-target, 8.6.2-support, 8.4-counterbattery.
    """
    unit = state.unit(key)
    if unit is None or unit.hex is None:
        return
    match state.stage:
        case "barrages":
            yield from _barrages(umpire, state, unit)
        case "supports":
            use = next(one.use for one in state.ready if one.unit == key)
            for number, attack in enumerate(state.fighting.orders.attacks, start=1):
                if attack.type == use and _may_support(state, unit, attack, umpire.options, "attacker"):
                    yield Support(unit=key, attack=number)
        case "answers":
            yield from _answers(umpire, state, unit)
        case "defences":
            if key not in state.fighting.answered:
                for number, attack in enumerate(state.fighting.orders.attacks, start=1):
                    if _may_support(state, unit, attack, umpire.options, "defender"):
                        yield Defend(unit=key, attack=number)
        case _:
            return


def _barrages(umpire: Umpire[Options], state: State, unit: Unit) -> Iterator[Barrage]:
    phase, places = _phase_state(state), places_of(phase_request(state, umpire.options), umpire.options)
    informed = state.held_by(unit.side, "barrage_observation") is not None
    for target in state.on_map:
        if target.side == unit.side or not (informed or target.key in state.moves.observed):
            continue
        order = BarrageOrder(unit=unit.key, target=target.key)
        question = barrage_request(phase, places, order)
        if question is not None and barrage.verdict(question, umpire.options).legal:
            yield Barrage(unit=unit.key, target=target.key)


def _may_support(state: State, unit: Unit, attack: Attack, options: Options, role: Role) -> bool:
    """Whether a battery or train may support an attack, or the defence against it.

    Rules: 8.6.2-support.
    """
    if unit.mode != "combat" or (unit.is_train and unit.unsupplied):
        return False
    phase = _phase_state(state)
    if not phase.there(attack.units) or not phase.in_hex(attack.hex, enemy_of(state.side)):
        return False
    alone = evolve(
        attack,
        supports=(unit.key,) if role == "attacker" else (),
        defending=(unit.key,) if role == "defender" else (),
    )
    question = combat_request(
        phase, alone, day=state.day, exceptions=state.battle.command_exceptions, board=state.battle.board
    )
    return combat.verdict(question, options).legal


def _answers(umpire: Umpire[Options], state: State, unit: Unit) -> Iterator[Answer]:
    opened = state.fighting.opened
    phase, places = _phase_state(state), places_of(phase_request(state, umpire.options), umpire.options)
    for target in phase.there(opened.fired if opened else ()):
        if target.hex is None:
            continue
        fire = CounterbatteryFire(firer=Firer(unit=unit), target=target.key)
        hexes = (target_hex(phase, places, target),)
        question = CounterbatteryRequest(fires=(fire,), hexes=hexes, board=state.battle.board)
        if counterbattery.verdict(question, umpire.options).legal:
            yield Answer(unit=unit.key, target=target.key)


# ---------------------------------------------------------------- orders


def order(umpire: Umpire[Options], state: State, action: Action) -> tuple[State, Told]:
    """Take down what a battery or a train is ordered to do, or fight the next combat.

    Raises:
        IllegalRequestError: If that cannot be ordered now.

    Rules: 8.1-part1, 8.1-part2.
    """
    if state.stage == "combats":
        return _fought(umpire, state, action)
    if not isinstance(action, HoldFire | Barrage | Support | Answer | Defend):
        refuse("8.1-part1", f"batteries are given their orders now; {action} is for another step")
    key = state.fighting.asked[0]
    if action.unit != key:
        refuse("8.1-part1", f"{key} is to fire or to hold its fire now; {action.unit!r} is not asked")
    if not isinstance(action, HoldFire) and action not in tuple(orders_of(umpire, state, key)):
        refuse(_RULE_OF_ORDER[action.kind], f"{action} is not possible now; see the legal actions")
    orders, told = state.fighting.orders, f"{key} holds its fire."
    match action:
        case HoldFire():
            pass
        case Barrage():
            observed = action.target in state.moves.observed
            if not observed and (held := state.held_by(state.side, "barrage_observation")):
                state = used_up(state, held)
            orders = evolve(orders, barrages=(*orders.barrages, BarrageOrder(unit=key, target=action.target)))
            told = f"{key} is to barrage {action.target}."
        case Answer():
            answers = (*orders.counterbattery, CounterbatteryOrder(unit=key, target=action.target))
            orders = evolve(orders, counterbattery=answers)
            told = f"{key} is to answer {action.target}."
        case Support():
            orders = _with_support(orders, action.attack, key, "attacker")
            told = f"{key} supports attack {action.attack}."
        case Defend():
            orders = _with_support(orders, action.attack, key, "defender")
            told = f"{key} supports the defence against attack {action.attack}."
    asked = state.fighting.asked[1:]
    stage = state.stage
    state = evolve(state, fighting=evolve(state.fighting, orders=orders, asked=asked))
    if asked:
        return state, (told,)
    following: dict[Stage, Stage] = {"barrages": "supports", "supports": "fire"}
    if stage == "supports":
        return evolve(state, stage="fire"), (told,)
    if stage == "answers":
        state, more = _answered(umpire, state)
        state, rest = next_stage(umpire, state, "defences")
        return state, (told, *more, *rest)
    if stage == "defences":
        state, rest = next_stage(umpire, _planned(umpire, state), "combats")
        return state, (told, *rest)
    state, rest = next_stage(umpire, state, following[stage])
    return state, (told, *rest)


_RULE_OF_ORDER = {
    "barrage": "8.3.1-target",
    "support": "8.6.2-support",
    "answer": "8.4-counterbattery",
    "defend": "8.6.2-support",
}


def _with_support(orders: Orders, number: int, key: str, role: Role) -> Orders:
    attack = orders.attacks[number - 1]
    if role == "attacker":
        attack = evolve(attack, supports=(*attack.supports, key))
    else:
        attack = evolve(attack, defending=(*attack.defending, key))
    return evolve(orders, attacks=(*orders.attacks[: number - 1], attack, *orders.attacks[number:]))


# ---------------------------------------------------------------- what happens


def fire(umpire: Umpire[Options], state: State) -> tuple[State, Told]:
    """Assign munitions, resupply, and fire the barrages.

    Rules: 8.1-part1, 8.2.1-costs, 8.2.1-unpaid, 8.2.1-resupply, X-bad-combat.
    """
    _require_attackers(state)
    request = phase_request(state, umpire.options)
    request, state = _with_munitions_train(umpire, request, state)
    opened = open_phase(umpire, request)
    before = {unit.key: unit for unit in state.on_map}
    state = synced(state, opened.state)
    told = (*of_munitions(state, opened), *of_changes(before, state, opened.state))
    targets = tuple(one.target for one in request.orders.barrages)
    state, more = released(umpire, state, targets)
    fighting = evolve(state.fighting, opened=evolve(opened, state=_bare(opened.state)))
    state, rest = next_stage(umpire, evolve(state, fighting=fighting), "answers")
    return state, (*told, *more, *rest)


def _with_munitions_train(
    umpire: Umpire[Options], request: CombatPhaseRequest, state: State
) -> tuple[CombatPhaseRequest, State]:
    """Let the active player use a train with munitions for one functional depot.

    Rules: 6-list, 6.2-controlled.
    """
    held = state.held_by(state.side, "depot_capacity")
    if held is None:
        return request, state
    ground = supply_ground(umpire, state.on_map, state.side, depots=state.depots_on_map, board=state.battle.board)
    keys = tuple(
        depot.key
        for depot in state.depots_on_map
        if depot.side == state.side and depot_supply(depot, ground).functional
    )
    chosen = umpire.choose(USE_EVENT, ("", *keys), EventUse(side=state.side, effect=held.effect))
    if not chosen:
        return request, state
    depots = tuple(
        evolve(depot, capacity=depot.capacity + held.effect.amount) if depot.key == chosen else depot
        for depot in request.depots
    )
    return evolve(request, depots=depots), used_up(state, held)


def _answered(umpire: Umpire[Options], state: State) -> tuple[State, Told]:
    """Fire the answers to the barrages.

    Rules: 8.4-counterbattery.
    """
    opened = state.fighting.opened
    if opened is None or not state.fighting.orders.counterbattery:
        return state, ()
    places: Places = places_of(phase_request(state, umpire.options), umpire.options)
    before = {unit.key: unit for unit in state.on_map}
    phase, answered = answer_barrages(umpire, places, _phase_state(state), opened.fired)
    state = synced(state, phase)
    opened = evolve(opened, state=_bare(phase))
    fighting = evolve(state.fighting, opened=opened, answered=answered)
    fired = tuple(f"{key} answers." for key in answered)
    return evolve(state, fighting=fighting), (*fired, *of_changes(before, state, phase))


def _planned(umpire: Umpire[Options], state: State) -> State:
    """Let the reactive player look for munitions, and line up the combats.

    Rules: 8.1-part1, 8.2.1-defence, X-bad-combat.
    """
    _require_attackers(state)
    opened = state.fighting.opened
    assert opened is not None  # noqa: S101 - what the stage says
    request = phase_request(state, umpire.options)
    full = evolve(opened, state=_phase_state(state))
    combats = before_next(umpire, planned_combats(umpire, request, full, state.fighting.answered))
    return _with_combats(state, combats)


def _require_attackers(state: State) -> None:
    """Refuse a state, changed by hand, in which a unit cannot make the attack that is ordered.

    Rules: X-bad-combat.
    """
    hexes, grid = {unit.key: unit.hex for unit in state.on_map}, state.battle.board.grid
    for attack in state.fighting.orders.attacks:
        for key in attack.units:
            if key not in hexes and state.stage == "fire":  # afterwards it may be gone
                refuse("X-bad-combat", f"no unit on the map has the key {key!r}, which attacks {attack.hex}")
            place = hexes.get(key)
            if place is not None and place not in grid.neighbours(attack.hex):
                refuse("X-bad-combat", f"{key} attacks from {place}, which is not next to {attack.hex}")


def _with_combats(state: State, combats: PhaseCombatsRequest) -> State:
    state = synced(state, combats.state)
    bare = evolve(combats, state=_bare(combats.state), board=None)
    return evolve(state, fighting=evolve(state.fighting, combats=bare))


def _fought(umpire: Umpire[Options], state: State, action: Action) -> tuple[State, Told]:
    """Fight one attack or one duel; after the last the phase is closed.

    Rules: 8.1-part2, 7.2-repeat, 8.5.1d-target-hex, 9.1.1-duel.
    """
    if not isinstance(action, Fight | FightDuel):
        refuse("8.1-part2", f"the combats are fought now, one after the other; {action} is for another step")
    if action not in combat_actions(umpire, state):
        refuse("8.1-part2", f"{action} cannot be fought now; see the legal actions")
    before = {unit.key: unit for unit in state.on_map}
    if isinstance(action, FightDuel):
        state, told = duelled(umpire, state, action.unit)
    else:
        combats, state = _with_events(umpire, _combats(state), state, action.attack)
        combats = before_next(umpire, after_attack(umpire, combats, action.attack))
        report = combats.state.attacks[-1]
        state = _with_combats(state, combats)
        told = (of_attack(report), *of_changes(before, state, combats.state))
    if combat_actions(umpire, state):
        return state, told
    state, more = _closed(umpire, state)
    return state, (*told, *more)


_USABLE_IN_ATTACK: tuple[tuple[Literal["attacker", "defender"], str], ...] = (
    ("attacker", "cohesion_check_of_side"),
    ("attacker", "assault_roll_when_attacking"),
    ("defender", "cohesion_check_of_side"),
    ("defender", "retreat_before_combat_die"),
)


def _with_events(
    umpire: Umpire[Options], combats: PhaseCombatsRequest, state: State, number: int
) -> tuple[PhaseCombatsRequest, State]:
    """Let both sides use the events that they hold in the attack that is fought next.

    Rules: 6.2-controlled, 6-list.
    """
    plan = next(plan for plan in combats.attacks if plan.number == number)
    attack = plan.attack
    for role, on in _USABLE_IN_ATTACK:
        side = state.side if role == "attacker" else state.enemy
        held = state.held_by(side, on)
        if held is None:
            continue
        use = EventUse(side=side, effect=held.effect, attack=attack.hex)
        if not umpire.choose(USE_EVENT, ("", NOW), use):
            continue
        state = used_up(state, held)
        if on == "cohesion_check_of_side":
            attack = evolve(attack, leader_in_the_front_line=(*attack.leader_in_the_front_line, role))
        elif on == "assault_roll_when_attacking":
            attack = evolve(attack, officers_charge=True)
        else:
            attack = evolve(attack, good_intelligence=True)
    planned = tuple(evolve(one, attack=attack) if one is plan else one for one in combats.attacks)
    return evolve(combats, attacks=planned), state


def _closed(umpire: Umpire[Options], state: State) -> tuple[State, Told]:
    """Close the combat phase: count losses and prisoners, see who was driven off, and which depots return.

    Rules: 8.1-part2, 3.2B-nonfunctional, 10.2-losses, 4.1-capture, 7.5-leave, 3.3-return, 7.1.1-orel.
    """
    outcome = closed(umpire, _combats(state))
    phase = evolve(_phase_state(state), units=outcome.units, depots=outcome.depots)
    marked = {depot.key for depot in state.depots_on_map if depot.unsupplied}
    told = tuple(
        f"{depot.key} is Unsupplied." for depot in outcome.depots if depot.unsupplied and depot.key not in marked
    )
    state = synced(state, phase)
    gains: tuple[tuple[Side, int, int], ...] = (
        ("red", outcome.red_lost, outcome.red_prisoners),
        ("white", outcome.white_lost, outcome.white_prisoners),
    )
    for side, lost, prisoners in gains:
        account = state.account(side)
        account = evolve(
            account, combat_units_lost=account.combat_units_lost + lost, prisoners=account.prisoners + prisoners
        )
        state = state.with_account(side, account)
        if prisoners:
            told = (*told, f"{name_of(side)} takes {counted(prisoners, 'prisoner')}.")
    gone = tuple(_off_map(state, left) for left in outcome.exits if state.unit(left.key) is not None)
    state = evolve(state, off_map=(*state.off_map, *gone), orel=outcome.location or state.orel)
    for back in outcome.returns:
        state = returning(state.with_depots(back.depot), back.depot, back.day)
        told = (*told, f"{back.depot.key} has fallen; another comes by an edge of its side.")
    state, more = released(umpire, with_depots_looked_at(umpire, state))
    return evolve(state, stage="end", duels=()), (*told, *more)


def _off_map(state: State, left: Exit) -> OffMap:
    return OffMap(unit=left.key, exit=left.hex, day=state.day, player=state.side)
