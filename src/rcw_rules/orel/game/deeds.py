"""The moves and declarations that are legal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Literal, TypeAlias

from attrs import evolve

from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.orel.definitions import closed_ground, column_of, fit_together, is_orel
from rcw_rules.orel.fire import FIRE_RANGE, TrainDuelRequest, train_duel
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
from rcw_rules.orel.game.state import Declared, Entry, FireUse, State
from rcw_rules.orel.game.waiting import check_of, enemy_hexes, reach_of
from rcw_rules.orel.model import OREL, AttackType, Depot, OrelLocation, Side, Unit
from rcw_rules.orel.movement import (
    ReachedHex,
    ReachRequest,
    action_cost,
    next_steps,
    unable_to_act,
    unable_to_entrench,
    unable_to_move,
    uncoordinated,
    zones_of,
)
from rcw_rules.orel.options import Options
from rcw_rules.orel.scenarios import ReinforcementRequest, allowed_hexes, price_of_entry

Deed: TypeAlias = Move | Assail | ReadyFire | Challenge | Entrench
TYPES: tuple[AttackType, ...] = ("prepared", "hasty")
USES: tuple[FireUse, ...] = ("barrage", "prepared", "hasty")
PLACES_IN_OREL: tuple[OrelLocation, ...] = ("suburbs", "centre")


def movement_actions(umpire: Umpire[Options], state: State) -> tuple[Action, ...]:
    """Return what the active player can do with the first unit or depot that is waiting, and with all.

    First comes to stay, unless it must move; then to check its quality; its moves, cheapest first, each with what it
    can do at their end; the next hexes of a way of its own; and to put it off.

    Rules: 7-actions, 7.2-declare, 7.3-entrench, 7.4-delay.
    """
    key = state.moves.waiting[0]
    mover = state.thing(key)
    found: list[Action] = []
    if mover.hex is None:
        found.append(Stay(unit=key))
        found += [Enter(unit=key, place=place) for place in entries_of(umpire, state, mover)]
    else:
        ends = ends_of(umpire, state, mover)
        if may_stay(state, mover, ends):
            found.append(Stay(unit=key))
        if may_check(umpire, state, mover):
            found.append(TestCommand(unit=key))
        for end in ends:
            found += deeds_at(umpire, state, mover, end)
        found += [Step(unit=key, place=place) for place in steps_of(umpire, state, mover)]
        found += marching_days(umpire, state, mover, {end.hex for end in ends})
    if may_be_put_off(state):
        found.append(PutOff(unit=key))
    if len(state.moves.waiting) > 1 and not state.moves.entries_of(key) and not state.moves.halted:
        found.append(StayAll())
    other: OrelLocation = "centre" if state.orel == "suburbs" else "suburbs"
    if not list(against_relocating(state, Relocate(location=other))):
        found.append(Relocate(location=other))
    return tuple(found)


def may_be_put_off(state: State) -> bool:
    """Whether another unit may move before the first that is waiting: each once between two that decide.

    Rules: 7-actions.
    """
    waiting, moves = state.moves.waiting, state.moves
    return len(waiting) > 1 and waiting[0] not in moves.put_off and not moves.entries_of(waiting[0])


def ends_of(umpire: Umpire[Options], state: State, mover: Unit | Depot) -> tuple[ReachedHex, ...]:
    """Return the hexes in which a mover may end its move, cheapest first; its own one where it may not leave it.

    Rules: 7-actions.
    """
    question = reach_of(state, mover, umpire.options)
    if not any(unable_to_move(question, moves=True)):
        return umpire.resolve(question, f"reach of {mover.key}").hexes
    return (_own_hex(mover, question),)


def _own_hex(mover: Unit | Depot, question: ReachRequest) -> ReachedHex:
    left = None if question.allowance is None else max(0, question.allowance - question.spent)
    modes = (mover.mode,) if isinstance(mover, Unit) else ()
    return ReachedHex(hex=mover.hex or "", path=(), spent=question.spent, mp_left=left, modes=modes)


def steps_of(umpire: Umpire[Options], state: State, mover: Unit | Depot) -> tuple[str, ...]:
    """Return the hexes into which a mover may step, to choose its way from there: it can stop or go on in each.

    Trains and railroad depots, whose way costs nothing, and routed units, which only flee, are not led step by step.

    Rules: 7-actions.
    """
    if column_of(mover) is None or (isinstance(mover, Unit) and mover.mode == "routed"):
        return ()
    question = reach_of(state, mover, umpire.options)
    if any(unable_to_move(question, moves=True)):
        return ()
    found: list[str] = []
    for place, price, may_stop in next_steps(umpire, question):
        if price and (may_stop or _goes_on(umpire, stepped(state, mover, place, price), mover.key)):
            found.append(place)
    return tuple(found)


def _goes_on(umpire: Umpire[Options], state: State, key: str) -> bool:
    return bool(ends_of(umpire, state, state.thing(key)))


def stepped(state: State, mover: Unit | Depot, place: str, price: int) -> State:
    """Return the state once a mover has gone into the next hex and paid for it; it may go on.

    Rules: 7-actions, 7.1.4-modes, 7.3-effects.
    """
    if isinstance(mover, Depot):
        then: Unit | Depot = evolve(mover, hex=place)
    else:
        then = evolve(mover, hex=place, mode=mover.mode if mover.is_vehicle else "march", entrenchment="none")
    before = next(iter(state.moves.entries_of(mover.key)), Entry(key=mover.key))
    others = tuple(entry for entry in state.moves.entries if entry.key != mover.key)
    moves = evolve(state.moves, entries=(*others, evolve(before, spent=before.spent + price)), put_off=())
    state = evolve(state.with_thing(then), moves=moves)
    alone = sum(thing.hex == OREL and thing.side == mover.side for thing in state.things) == 1
    return evolve(state, orel="suburbs") if is_orel(place) and alone else state


def may_stay(state: State, mover: Unit | Depot, ends: Iterable[ReachedHex]) -> bool:
    """Whether a mover may stay: not if it can move and must, out of a stack that is too large or a closed zone.

    Others of its stack that are still waiting may cure it later.

    Rules: 4.3.1C-overstack, 7.4-zones, 5.3-depot.
    """
    hexes = {end.hex for end in ends}
    if hexes <= {mover.hex}:
        return True
    if mover.hex not in hexes:
        return False
    if isinstance(mover, Depot) or mover.is_vehicle:
        return not in_closed_zone(state, mover)
    waiting = set(state.moves.waiting) - {mover.key}
    stack = (unit for unit in state.in_hex(mover.hex, mover.side) if unit.key not in waiting)
    return fit_together(stack) and not in_closed_zone(state, mover)


def in_closed_zone(state: State, mover: Unit | Depot) -> bool:
    """Whether a unit or depot is in an entry zone of the enemy, which it must leave.

    Rules: 7.4-zones.
    """
    return any(zone.side != mover.side and mover.hex in zone.hexes for zone in state.battle.entry_zones)


def may_check(umpire: Umpire[Options], state: State, mover: Unit | Depot) -> bool:
    """Whether a unit out of command may check its quality now.

    Rules: 5.3-zoc.
    """
    if (
        not isinstance(mover, Unit)
        or not mover.out_of_command
        or mover.is_vehicle
        or check_of(state, mover.key) != "none"
    ):
        return False
    question = reach_of(state, mover, umpire.options)
    return not any(unable_to_move(question, moves=True)) and mover.hex in zones_of(question, umpire.options)


def entries_of(umpire: Umpire[Options], state: State, comer: Unit | Depot) -> tuple[str, ...]:
    """Return the hexes in which something to come may arrive now: it can pay for them, and can stop or go on there.

    Rules: 10.2-reinforcements, 7.4-delay, 7.1.2-stacking.
    """
    question = arrival_of(state, comer)
    edge, placed = allowed_hexes(question, umpire.options)
    area = frozenset(state.battle.area)
    found: list[str] = []
    for place in dict.fromkeys((*edge, *placed)):
        if area and place not in area:
            continue
        price = 0 if place in placed else price_of_entry(umpire, state.battle.board, comer, place)
        allowance = _allowance(state, comer)
        if price is None or (allowance is not None and price > allowance):
            continue
        there = arrived(state, comer, place, price)
        if _fits_in(state, comer, place) or ends_of(umpire, there, there.thing(comer.key)):
            found.append(place)
    return tuple(found)


def _fits_in(state: State, comer: Unit | Depot, place: str) -> bool:
    """Whether a comer may surely end its move where it comes in."""
    if isinstance(comer, Depot):
        return column_of(comer) is not None
    return fit_together((comer, *state.in_hex(place, comer.side)))


def _allowance(state: State, comer: Unit | Depot) -> int | None:
    if column_of(comer) is None:
        return None
    comes = state.comes(comer.key)
    return max(0, (comer.mp or 0) - (0 if comes is None else comes.mp_penalty))


def arrival_of(state: State, comer: Unit | Depot) -> ReinforcementRequest:
    """Return the question where something to come arrives."""
    comes = state.comes(comer.key)
    group = () if comes is None or not comes.one_hex else _group(state, comer.key)
    at = next((place for key, place in state.entered_at if key in group), None)
    return ReinforcementRequest(
        day=state.day,
        unit=comer if isinstance(comer, Unit) else None,
        depot=comer if isinstance(comer, Depot) else None,
        others=state.on_map,
        entered_at=at,
        comes=comes,
        board=state.battle.board,
    )


def _group(state: State, key: str) -> tuple[str, ...]:
    listed = (one.units for one in state.battle.reinforcements if key in one.units)
    return next(listed, ())


def arrived(state: State, comer: Unit | Depot, place: str, price: int) -> State:
    """Return the state once something has come in at a hex and paid for it; it may go on."""
    comes = state.comes(comer.key)
    penalty = 0 if comes is None else comes.mp_penalty
    entry = Entry(key=comer.key, spent=price, penalty=penalty)
    moves = evolve(state.moves, entries=(*state.moves.entries, entry))
    return evolve(state.with_thing(evolve(comer, hex=place)), moves=moves)


# ---------------------------------------------------------------- what a unit can do where it stops


def marching_days(umpire: Umpire[Options], state: State, mover: Unit | Depot, near: set[str]) -> Iterator[Move]:
    """Yield the hexes that only a Marching Day reaches.

    Rules: 7.1.5-marching-day.
    """
    if not isinstance(mover, Unit) or mover.side == "red" or mover.is_vehicle or state.moves.entries_of(mover.key):
        return
    question = reach_of(state, mover, umpire.options, marching_day=True)
    if any(unable_to_move(question, moves=True)) or _beside_enemies(state, mover):
        return
    for end in umpire.resolve(question, f"Marching Day of {mover.key}").hexes:
        if end.hex not in near:
            for location in _locations(state, mover, end.hex):
                yield Move(unit=mover.key, place=end.hex, marching_day=True, location=location)


def _beside_enemies(state: State, mover: Unit) -> bool:
    around = state.battle.board.grid.neighbours(mover.hex or "")
    return not enemy_hexes(state, mover.side).isdisjoint(around)


def _locations(state: State, mover: Unit | Depot, place: str) -> tuple[OrelLocation | None, ...]:
    """Return where in Orel a mover may choose to be: anywhere if it finds no friends there.

    Rules: 7.1.1-orel.
    """
    if not is_orel(place) or mover.hex == place:
        return (None,)
    friends = any(thing.hex == place for thing in state.things if thing.key != mover.key)
    return (None,) if friends else PLACES_IN_OREL


def deeds_at(umpire: Umpire[Options], state: State, mover: Unit | Depot, end: ReachedHex) -> Iterator[Deed]:
    """Yield what a mover may do that ends its move in a hex, the move alone first.

    Rules: 7.1.4-modes, 7.2-declare, 7.3-entrench, 9.1.1-duel.
    """
    key, place = mover.key, end.hex
    leaves = place != mover.hex
    for location in _locations(state, mover, place):
        if isinstance(mover, Depot):
            if leaves:
                yield Move(unit=key, place=place, location=location)
            continue
        for mode in end.modes if leaves else (mode for mode in end.modes if mode == "combat" != mover.mode):
            shown: Literal["march", "combat"] = "march" if mover.is_vehicle or mode != "combat" else "combat"
            yield Move(unit=key, place=place, mode=shown, location=location)
        if mover.mode == "routed":
            continue
        yield from _attacks(umpire, state, mover, end, location)
        yield from _fires(umpire, state, mover, end, location)
    here = isinstance(mover, Unit) and not leaves and not state.moves.entries_of(key)
    if here and isinstance(mover, Unit) and not any(unable_to_entrench(mover, has_moved=False)):
        yield Entrench(unit=key)


def _affords(umpire: Umpire[Options], unit: Unit, what: FireUse | AttackType, left: int | None, *, fires: bool) -> bool:
    if left is None:
        return True
    if what == "barrage":
        cost = action_cost(umpire, unit, "barrage", "prepared")
    else:
        cost = action_cost(umpire, unit, "support" if fires else "attack", what)
    return isinstance(cost, int) and cost <= left


def _attacks(
    umpire: Umpire[Options], state: State, unit: Unit, end: ReachedHex, location: OrelLocation | None
) -> Iterator[Assail | Challenge]:
    """Yield the attacks that a unit may declare from a hex: new ones, and those that it may join.

    Rules: 7.2-declare, 8.6.1-formation, 9-accompanied, 5.3-zoc, 9.1.1-duel.
    """
    if unit.is_artillery or any(unable_to_act(unit, "attack")):
        return
    if unit.is_train:
        if location != "centre":  # a duel is declared from the rails, once, wherever in Orel the train is
            yield from _challenges(umpire, state, unit, end)
        return
    grid = state.battle.board.grid
    enemies = enemy_hexes(state, unit.side)
    targets = tuple(place for place in grid.neighbours(end.hex) if place in enemies)
    if not targets or (unit.out_of_command and not _may_attack_from(umpire, state, unit, end.hex)):
        return
    moved = evolve(unit, hex=end.hex)
    chart = umpire.charts["terrain"]
    for target in targets:
        if closed_ground(moved, end.hex, target, state.battle.board, chart):
            continue
        for kind in TYPES:
            if not _affords(umpire, unit, kind, end.mp_left, fires=False):
                continue
            if unit.is_combat and len(state.declared) < MOST_ATTACKS:
                yield Assail(unit=unit.key, place=end.hex, target=target, type=kind, location=location)
            for number, attack in enumerate(state.declared, start=1):
                if attack.hex == target and attack.type == kind and _may_join(state, moved, attack):
                    yield Assail(
                        unit=unit.key, place=end.hex, target=target, type=kind, joins=number, location=location
                    )


MOST_ATTACKS = 40


def _may_join(state: State, unit: Unit, attack: Declared) -> bool:
    others = tuple(one for key in attack.units if (one := state.unit(key)) is not None)
    if unit.is_vehicle and not any(one.is_combat and one.hex == unit.hex for one in others):
        return False
    return not any(
        uncoordinated(
            attack.type,
            (*others, unit),
            state.day,
            state.battle.board.grid,
            exceptions=state.battle.command_exceptions,
        )
    )


def _may_attack_from(umpire: Umpire[Options], state: State, unit: Unit, place: str) -> bool:
    """Whether a unit out of command may attack from a hex: having passed its check, or out of enemy zones.

    Rules: 5.3-zoc.
    """
    umpire.ruling("staying_negates_own_zone")
    stays = place == unit.hex and not state.moves.entries_of(unit.key)
    if check_of(state, unit.key) == "passed" or (stays and umpire.options.staying_negates_own_zone):
        return True
    return place not in zones_of(reach_of(state, unit, umpire.options), umpire.options)


def _challenges(umpire: Umpire[Options], state: State, train: Unit, end: ReachedHex) -> Iterator[Challenge]:
    moved = evolve(train, hex=end.hex)
    for enemy in state.on_map:
        is_rival = enemy.is_train and enemy.side != train.side
        if is_rival and train_duel.verdict(duel_of(state, moved, enemy), umpire.options).legal:
            yield Challenge(unit=train.key, place=end.hex, target=enemy.key)


def duel_of(state: State, train: Unit, target: Unit) -> TrainDuelRequest:
    """Return the question of a duel of trains as things are now."""
    return TrainDuelRequest(
        attacker=train,
        defender=target,
        day=state.day,
        others=tuple(unit for unit in state.on_map if unit.key not in (train.key, target.key)),
        depots=state.depots_on_map,
        board=state.battle.board,
    )


@lru_cache(maxsize=4)
def _under_fire(state: State, side: Side) -> tuple[frozenset[str], frozenset[str]]:
    """Return the hexes from which a side could fire at an enemy, and those from which at one that it has observed.

    Rules: 8.3.1-target, 8.6.2-support.
    """
    grid = state.battle.board.grid
    near: set[str] = set()
    seen: set[str] = set()
    for thing in state.things:
        if thing.side != side and thing.hex is not None:
            around = grid.within(thing.hex, FIRE_RANGE)
            near.update(around)
            if thing.key in state.moves.observed:
                seen.update(around)
    return frozenset(near), frozenset(seen)


def _fires(
    umpire: Umpire[Options], state: State, unit: Unit, end: ReachedHex, location: OrelLocation | None
) -> Iterator[ReadyFire]:
    """Yield for what a battery or train may make ready in a hex: with an enemy in range, observed for a barrage.

    Rules: 7.2-declare, 8.3.1-target, 8.6.2-support.
    """
    if not (unit.is_artillery or unit.is_train) or any(unable_to_act(unit, "barrage")):
        return
    near, seen = _under_fire(state, unit.side)
    if end.hex not in near:
        return
    seen_there = end.hex in seen or state.held_by(unit.side, "barrage_observation") is not None
    for use in USES if seen_there else USES[1:]:
        if _affords(umpire, unit, use, end.mp_left, fires=True):
            yield ReadyFire(unit=unit.key, place=end.hex, use=use, location=location)


def against_relocating(state: State, action: Relocate) -> Iterator[Objection]:
    """Yield why the units in Orel may not change their place.

    Rules: 7.1.1-orel.
    """
    there = {thing.key for thing in state.things if thing.hex == OREL and thing.side == state.side}
    path = "$.action"
    if not there:
        yield Objection(rule="7.1.1-orel", message=f"no {state.side} unit is in Orel", path=path)
    elif state.moves.relocated:
        message = "the place in Orel is changed once in a movement phase"
        yield Objection(rule="7.1.1-orel", message=message, path=path)
    elif state.orel == action.location:
        yield Objection(rule="7.1.1-orel", message=f"they are in the {state.orel} already", path=path)
    elif there.intersection(key for attack in state.declared for key in attack.units):
        message = "an attack is declared out of Orel: all are in its suburbs"
        yield Objection(rule="7.1.1-orel", message=message, path=path)
