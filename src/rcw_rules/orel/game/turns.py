"""What goes on by itself in a player turn, and recruitment: from the status of depots to the markers that come off."""

from __future__ import annotations

from attrs import evolve

from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import counted, in_words
from rcw_rules.orel.command import (
    COST_BY_DETACHMENT,
    COST_OF_BATTALION,
    MOST_BATTALIONS,
    CommandRequest,
    CreateBattalion,
    EventRequest,
    MainBody,
    RecoverSteps,
    RecruitIncomeRequest,
    RecruitSpendRequest,
    controls_orel,
)
from rcw_rules.orel.game.actions import EDGE, Raise, Recover
from rcw_rules.orel.game.standing import judged
from rcw_rules.orel.game.state import Fighting, Held, Moves, State
from rcw_rules.orel.game.telling import name_of, of_changes
from rcw_rules.orel.game.waiting import Told, begin_movement, own_edge
from rcw_rules.orel.model import FIRST_DAY, OREL, Side, Unit
from rcw_rules.orel.options import Options
from rcw_rules.orel.scenarios import ActivationRequest, Reinforcement, due_of
from rcw_rules.orel.supply import (
    DepotStatusRequest,
    depot_supply,
    in_range,
    linked_rails,
    supply_barriers,
    supply_ground,
)
from rcw_rules.orel.turn import Moment, TurnRequest, following_moment


def released(umpire: Umpire[Options], state: State, attacked: tuple[str, ...] = ()) -> tuple[State, Told]:
    """Return the state once the inactive formations are released whose time has come, or that something releases.

    Args:
        umpire: Keeps the record.
        state: The state.
        attacked: The keys of the units that are targets of a declared attack or barrage.

    Rules: 10.2-inactive, 10.3-hypothetical.
    """
    if not any(unit.inactive for unit in state.units):
        return state, ()
    units = state.on_map
    outcome = umpire.resolve(
        ActivationRequest(
            day=state.day,
            units=units,
            attacked=tuple(key for key in attacked if any(unit.key == key for unit in units)),
            groups=state.battle.inactive_groups,
            board=state.battle.board,
        ),
        "activation",
    )
    freed = {release.formation: release.reason for release in outcome.released}
    units_off = [evolve(unit, inactive=False) for unit in state.units if unit.inactive and unit.formation in freed]
    told = tuple(f"{formation} is released, since {reason}." for formation, reason in freed.items())
    return state.with_units(*units_off), told


def with_depots_looked_at(umpire: Umpire[Options], state: State) -> State:
    """Return the state once every depot with a marker is looked at: one that is functional again loses it.

    Rules: 3.2B-recovery.
    """
    for depot in state.depots_on_map:
        if depot.unsupplied:
            others = tuple(other for other in state.depots_on_map if other.key != depot.key)
            question = DepotStatusRequest(depot=depot, units=state.on_map, others=others, board=state.battle.board)
            status = umpire.resolve(question, f"status of {depot.key}")
            state = state.with_depots(evolve(depot, unsupplied=status.unsupplied))
    return state


# ---------------------------------------------------------------- the beginning of a player turn


def begin_turn(umpire: Umpire[Options], state: State) -> tuple[State, Told]:
    """Look at depots and inactive formations, and take the recruit points of the turn.

    Rules: 2-sequence, 3.2B-recovery, 4-income, 4.1-convert, 10.2-inactive.
    """
    state, told = released(umpire, state)
    state = with_depots_looked_at(umpire, state)
    state = evolve(state, moment=evolve(state.moment, step="recruitment"))
    before = state.account(state.side)
    if state.battle.recruits != "none":
        half = state.battle.recruits == "half"
        income = umpire.resolve(
            RecruitIncomeRequest(
                side=state.side,
                day=state.day,
                saved=before.points,
                controls_orel=controls_orel(state.side, state.units, held_last=state.held_orel),
                prisoners=before.prisoners,
                civil_exactions=before.exactions,
                scenario="introductory" if half else "historical",
            ),
            "recruit points",
        )
        now = evolve(before, points=income.points, prisoners=income.prisoners, exactions=False)
        state = state.with_account(state.side, now)
        told = (*told, f"{name_of(state.side)} has {counted(now.points, 'recruit point')}.")
    if recruitments(umpire, state):
        return evolve(state, stage="recruitment"), told
    state, more = end_recruitment(umpire, state)
    return state, (*told, *more)


def recruitments(umpire: Umpire[Options], state: State) -> tuple[Recover | Raise, ...]:
    """Return what the recruit points of the active player can buy now.

    Steps are offered for units in range of a functional depot, or off the map; battalions at linked stations, first
    each counter once that differs from the others, or by an edge.

    Rules: 4.3.1A-recover, 4.3.1C-conditions, 4.3.2-create, 4.3.2-entry.
    """
    side, points, board = state.side, state.account(state.side).points, state.battle.board
    found: list[Recover | Raise] = []
    if not points:
        return ()
    ground = supply_ground(umpire, state.on_map, side, depots=state.depots_on_map, board=board)
    functional = [
        depot for depot in state.depots_on_map if depot.side == side and depot_supply(depot, ground).functional
    ]
    gone = {off.unit for off in state.off_map}
    for unit in state.units:
        if unit.side != side or not unit.is_combat or not unit.lost_steps or unit.mode == "routed":
            continue
        if unit.hex is None:
            possible = unit.key in gone
        else:
            possible = unit.mode == "combat" and any(in_range(unit, depot, ground) for depot in functional)
        if possible:
            most = min(points, unit.lost_steps)
            found += [Recover(unit=unit.key, steps=steps) for steps in range(1, most + 1)]
    existing = sum(_exists(state, unit) for unit in state.units if unit.recruit_battalion and unit.side == side)
    price = COST_BY_DETACHMENT if state.held_by(side, "battalion_cost") else COST_OF_BATTALION
    if points >= price and existing < MOST_BATTALIONS[side]:
        barriers = supply_barriers(state.on_map, side, board.grid, state.depots_on_map)
        linked = frozenset(linked_rails(board, side, barriers))
        stations = tuple(place for place in board.hexes_with("station") if place in linked)
        if state.battle.area:
            stations = tuple(place for place in stations if place in state.battle.area)
        kinds: dict[Unit, str] = {}
        for unit in state.units:
            if unit.recruit_battalion and unit.side == side and not _exists(state, unit):
                kinds.setdefault(evolve(unit, key="-", name=""), unit.key)
        places = (*stations, EDGE) if own_edge(state, side) else stations
        found += [Raise(unit=key, place=place) for key in kinds.values() for place in places]
    return tuple(found)


def _exists(state: State, unit: Unit) -> bool:
    return unit.hex is not None or unit.key in state.raised or any(off.unit == unit.key for off in state.off_map)


def recruit(umpire: Umpire[Options], state: State, action: Recover | Raise) -> tuple[State, Told]:
    """Spend recruit points.

    Rules: 4.3.1A-recover, 4.3.2-create, 4.3.2-entry.
    """
    side, account = state.side, state.account(state.side)
    cheaper = isinstance(action, Raise) and state.held_by(side, "battalion_cost") is not None
    order = (
        RecoverSteps(unit=action.unit, steps=action.steps)
        if isinstance(action, Recover)
        else CreateBattalion(unit=action.unit, station=None if action.place == EDGE else action.place)
    )
    outcome = umpire.resolve(
        RecruitSpendRequest(
            side=side,
            points=account.points,
            orders=(order,),
            units=state.units,
            off_map=(
                *(off.unit for off in state.off_map if (gone := state.unit(off.unit)) and gone.side == side),
                *(key for key in state.raised if (new := state.unit(key)) and new.side == side and new.hex is None),
            ),
            depots=state.depots,
            workers_detachment=cheaper,
            board=state.battle.board,
        ),
        "recruits",
    )
    state = state.with_units(*outcome.units, *outcome.battalions)
    state = state.with_account(side, evolve(account, points=outcome.points))
    if isinstance(action, Recover):
        return state, (f"{action.unit} recovers {counted(action.steps, 'step')}.",)
    if cheaper and (used := state.held_by(side, "battalion_cost")):
        state = evolve(state, held=tuple(one for one in state.held if one is not used))
    state = evolve(state, raised=(*state.raised, action.unit))
    if action.place != EDGE:
        return state, (f"{action.unit} is raised in {action.place}.",)
    comes = Reinforcement(side=side, day=state.day, units=(action.unit,), edge=own_edge(state, side))
    state = evolve(state, coming=(*state.coming, comes))
    return state, (f"{action.unit} is raised, to enter by an edge.",)


def end_recruitment(umpire: Umpire[Options], state: State) -> tuple[State, Told]:
    """Check command, let an event happen, and begin the movement phase.

    Rules: 2-sequence, 5.2-timing, 5.2.1-ties, 7.4-command, 6-optional.
    """
    side = state.side
    state = evolve(state, moment=evolve(state.moment, step="command"))
    comers = due_of(state.coming, side, state.day)
    new = tuple(key for key in state.raised if (unit := state.unit(key)) and unit.side == side)
    back: tuple[str, ...] = ()
    if driven_off := tuple(off.unit for off in state.off_map if (unit := state.unit(off.unit)) and unit.side == side):
        umpire.ruling("returning_in_command")
        back = driven_off if umpire.options.returning_in_command else ()
    command = umpire.resolve(
        CommandRequest(
            side=side,
            day=state.day,
            units=state.units,
            depots=state.depots,
            former=tuple(body for body in state.main_bodies if _side_of(state, body) == side),
            arrivals=tuple(dict.fromkeys(key for key in (*comers, *new, *back) if state.unit(key) is not None)),
            formations=state.battle.formations,
            exceptions=state.battle.command_exceptions,
            board=state.battle.board,
        ),
        "command",
    )
    state = state.with_units(*command.units)
    entering = tuple(key for key in state.raised if (unit := state.unit(key)) and unit.hex is None)
    state = evolve(state, raised=entering)
    others = (body for body in state.main_bodies if _side_of(state, body) != side)
    state = evolve(state, main_bodies=(*others, *command.main_bodies))
    out = command.out_of_command
    told: Told = (f"Out of command: {', '.join(out)}.",) if out else ()
    if umpire.options.events:
        state, more = _event(umpire, evolve(state, moment=evolve(state.moment, step="events")))
        told = (*told, *more)
    state, more = begin_movement(umpire, evolve(state, moment=evolve(state.moment, step="movement")))
    return state, (*told, *more)


def _side_of(state: State, body: MainBody) -> Side | None:
    known = next((one for one in state.battle.formations if one.key == body.formation), None)
    if known is not None:
        return known.side
    return next((unit.side for unit in state.battle.units if unit.formation == body.formation), None)


def _event(umpire: Umpire[Options], state: State) -> tuple[State, Told]:
    """Let a random event happen; what lasts, and what may be used later, is held.

    Rules: 6-roll, 6.1-suffered, 6.2-controlled.
    """
    side, account = state.side, state.account(state.side)
    own = tuple(unit for unit in state.on_map if unit.side == side)
    outcome = umpire.resolve(
        EventRequest(side=side, day=state.day, units=own, recruit_points=account.points), "random event"
    )
    exactions = any(effect.time == "next_recruitment" for effect in outcome.effects)
    state = state.with_units(*outcome.units)
    state = state.with_account(
        side, evolve(account, points=outcome.recruit_points, exactions=account.exactions or exactions)
    )
    lasting = (Held(side=side, effect=effect) for effect in outcome.effects if effect.until is not None)
    told: Told = (f"Event: {in_words(outcome.event)}.", *of_changes({unit.key: unit for unit in own}, state))
    if outcome.recruit_points != account.points:
        told = (*told, f"{name_of(side)} has {counted(outcome.recruit_points, 'recruit point')}.")
    reached = (key for effect in outcome.effects if effect.until is not None for key in effect.units)
    if concerned := ", ".join(dict.fromkeys(reached)):
        told = (*told, f"It concerns {concerned}.")
    return evolve(state, held=(*state.held, *lasting)), told


# ---------------------------------------------------------------- the end of a player turn


def end_turn(umpire: Umpire[Options], state: State) -> tuple[State, Told]:
    """Take markers off, rally, and go on to the next player turn, or judge who has won.

    Rules: 2-markers, 8.7.3-rally, 9.2.1-breakdown, 2-sequence, 10.2-winner.
    """
    moment = evolve(state.moment, step="markers")
    on_map = {unit.key for unit in state.on_map}
    outcome = umpire.resolve(
        TurnRequest(
            moment=moment,
            units=state.on_map,
            fired=tuple(ready.unit for ready in state.ready if ready.unit in on_map),
            routs=tuple(rout for rout in state.routs if rout.unit in on_map),
            board=state.battle.board,
        ),
        "end of the player turn",
    )
    rallied = {unit.key for unit in outcome.rallied}
    state = state.with_units(*outcome.rallied)
    repaired = (unit for unit in outcome.repaired if unit.key not in rallied)
    state = state.with_units(*repaired)
    over = (moment.player, moment.day)
    state = evolve(
        state,
        routs=tuple(rout for rout in state.routs if rout.unit not in rallied),
        held=tuple(
            one
            for one in state.held
            if one.effect.until is None or (one.effect.until.side, one.effect.until.day) != over
        ),
        held_orel=_holder(state),
        moves=Moves(),
        declared=(),
        ready=(),
        duels=(),
        fighting=Fighting(),
        entered_at=state.entered_at,
    )
    told: Told = (f"Rallied: {', '.join(sorted(rallied))}.",) if rallied else ()
    following = following_moment(moment, last_day=state.battle.last_day, events=umpire.options.events)
    if following is None:
        state = evolve(state, moment=moment)
        return judged(umpire, state, is_over=True), told
    state = evolve(state, moment=following, stage="begin")
    return judged(umpire, state, is_over=False), (*told, _turn_of(following))


def _holder(state: State) -> Side:
    """Return which side last had a combat unit or artillery in Orel.

    Rules: 4-income.
    """
    holders: list[Side] = [unit.side for unit in state.units if unit.hex == OREL and not unit.is_vehicle]
    return holders[0] if holders else state.held_orel


def _turn_of(moment: Moment) -> str:
    return f"{name_of(moment.player)}'s turn of {moment.day} October (turn {moment.day - FIRST_DAY + 1})."
