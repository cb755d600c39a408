"""From segment to segment: what one has brought about is entered, and who acts next is found."""

from __future__ import annotations

from fractions import Fraction

from attrs import evolve

from rcw_rules.kernel.umpire import Umpire
from rcw_rules.red_actions.game.captives import found_by
from rcw_rules.red_actions.game.placing import stands_alone
from rcw_rules.red_actions.game.ruins import burnt_down
from rcw_rules.red_actions.game.scene import scene_at
from rcw_rules.red_actions.game.seniors import with_fallen
from rcw_rules.red_actions.game.standing import holders, judged
from rcw_rules.red_actions.game.state import NOTHING_YET, Frame, Report, State, enemy_of
from rcw_rules.red_actions.game.trains import out_of_reach, together
from rcw_rules.red_actions.game.vehicles import with_rolling
from rcw_rules.red_actions.model import Side
from rcw_rules.red_actions.options import Options
from rcw_rules.red_actions.turn import Segment, TurnOutcome, TurnRequest


def ended(umpire: Umpire[Options], state: State, unit: str) -> State:
    """Return the state after a segment: what it brought about is entered, and the next begins.

    Units that lie in ambush and that an enemy sees are put on the table.

    Rules: seq-steps, seq-position-markers, turn-forced-forfeit.
    """
    state = with_rolling(found_by(umpire, evolve(state, frames=()), unit), unit)
    state = out_of_reach(umpire, revealed(umpire, state))
    state, fallen = with_fallen(state)
    state = together(state)
    report = state.report
    segment = Segment(
        unit=unit,
        entered_at=report.entered_at,
        after=report.changed,
        forced=tuple(dict.fromkeys(report.forced)),
        fired=report.fired,
        shot_at=report.shot_at,
        seen=report.seen,
        pools=report.pools,
        buildings=report.buildings,
        seniors_killed=fallen,
    )
    known = {one.name for one in state.game.units} | {one.unit.name for one in state.game.reinforcements}
    segment = evolve(
        segment,
        forced=tuple(name for name in segment.forced if name in known),
        fired=tuple(name for name in segment.fired if name in known),
        shot_at=tuple(name for name in segment.shot_at if name in known),
        seen=tuple(name for name in segment.seen if name in known),
    )
    game = evolve(state.game, hidden=tuple(one.unit for one in state.ambushers if one.unit in known))
    outcome = umpire.resolve(TurnRequest(game=game, segment=segment), f"after {unit}")
    return _next(umpire, state, outcome)


def begun(umpire: Umpire[Options], state: State) -> State:
    """Return the state in which it is known who acts.

    Rules: turn-initiative-standard, turn-initiative-cards, turn-initiative-rolloff.
    """
    game = evolve(state.game, hidden=tuple(one.unit for one in state.ambushers))
    return _next(umpire, state, umpire.resolve(TurnRequest(game=game), "initiative"))


def _next(umpire: Umpire[Options], state: State, outcome: TurnOutcome) -> State:
    game = outcome.game
    report: Report = NOTHING_YET
    turned = game.turn > state.game.turn
    now = {unit.name: unit.officer for unit in game.units}
    led = {one.name: one.officer for one in state.units if one.officer is not None and now.get(one.name) != one.officer}
    state = evolve(state, game=game, report=report, frames=(), refused=())
    if turned:
        trains = tuple(evolve(train, fired=()) for train in state.trains)
        state = evolve(state, have_moved=(), fired=(), failed_charge=(), scouted=(), scouts=(), trains=trains)
    names = {unit.name for unit in game.units}
    state = evolve(
        state,
        groups=tuple(group for group in state.groups if group.name in names),
        ambushers=tuple(one for one in state.ambushers if one.unit in names),
        off_table=tuple(one for one in state.off_table if one.unit in names),
        fled_from=tuple(one for one in state.fled_from if one.unit in names),
        mishaps=tuple(one for one in state.mishaps if one.unit in names),
        rolling=tuple(one for one in state.rolling if one in names),
        marching=tuple(one for one in state.marching if one in names),
        astray=tuple(one for one in state.astray if one.unit in names),
        laid=tuple(one for one in state.laid if one.unit in names),
        wired=tuple(one for one in state.wired if one.unit in names),
        aboard=tuple(one for one in state.aboard if one.unit in names),
        captives=tuple(one if one.guard in ("", *names) else evolve(one, guard="") for one in state.captives),
    )
    state = _without_riders(state, names)
    off = {*(one.unit for one in state.off_table), *(one.unit for one in state.aboard), *state.left_table}
    for unit in game.units:
        if state.group(unit.name) is None and unit.name not in off:
            place = stands_alone(state, unit, next((name for name, token in led.items() if token == unit.officer), ""))
            state = state if place is None else state.with_group(place)
    for name in outcome.burnt_down:
        state = _burnt(burnt_down(umpire, state, name))
    if turned and state.left_table:
        # Who has left the table has no segment any more.
        units = (evolve(one, has_acted=one.has_acted or one.name in state.left_table) for one in state.game.units)
        state = evolve(state, game=evolve(state.game, units=tuple(units)))
    if (outcome.burnt_down or (turned and state.left_table)) and not game.is_over:
        outcome = umpire.resolve(TurnRequest(game=state.game), "who is left to act")
        state = evolve(state, game=outcome.game)
    game = state.game
    state = evolve(state, held=holders(state))
    side = _side_to_act(state, outcome)
    if side is None and not game.is_over:
        state = evolve(state, game=evolve(game, is_over=True))
    state = judged(state)
    if state.result is not None or side is None:
        return state
    return evolve(state, frames=(Frame(side=side),))


def _without_riders(state: State, names: set[str]) -> State:
    """Return the state in which the bases that hold horses are lost with the unit whose horses they are.

    Rules: dis-horse-holders, defs-flight-number.
    """
    game = state.game
    for one in state.horses:
        if one.unit not in names:
            side = one.side
            army = game.army_of(side)
            lost = army.lost_points + one.holders * one.card.points_per_base
            game = game.with_army(evolve(army, lost_points=lost))
    kept = tuple(one for one in state.horses if one.unit in names)
    return state if kept == state.horses else evolve(state, game=game, horses=kept)


def _burnt(state: State) -> State:
    """Return the state in which it is entered who has left a building that burnt down, and who was lost in it.

    Rules: bld-fire-grow, defs-flight-number, turn-forced-forfeit.
    """
    game, changed = state.game, {unit.name: unit for unit in state.report.changed}
    for army in game.armies:
        lost = sum(
            (
                (unit.bases - changed[unit.name].bases) * unit.card.points_per_base
                for unit in game.units
                if unit.name in changed and unit.side == army.side
            ),
            Fraction(0),
        )
        game = game.with_army(evolve(army, lost_points=army.lost_points + lost))
    units = tuple(changed.get(unit.name, unit) for unit in game.units)
    game = evolve(game, units=tuple(unit for unit in units if unit.bases))
    return evolve(state, game=game, report=NOTHING_YET)


def _side_to_act(state: State, outcome: TurnOutcome) -> Side | None:
    if outcome.game.is_over:
        return None
    if outcome.acting is not None:
        attacker = state.scenario.attacker
        return attacker if outcome.acting == "attacker" else enemy_of(attacker)
    able = [state.unit(name) for name in outcome.able]
    return next((unit.side for unit in able if unit is not None), None)


def revealed(umpire: Umpire[Options], state: State) -> State:
    """Return the state in which the units in ambush that an enemy sees are on the table for all.

    Rules: seq-position-markers, act-hide, amb-corner.
    """
    if not state.ambushers:
        return state
    scene = scene_at(umpire, state)
    seen = tuple(one.unit for one in state.ambushers if scene.is_seen(one.unit))
    if not seen:
        return state
    kept = tuple(one for one in state.ambushers if one.unit not in seen)
    return evolve(state, ambushers=kept).noted(seen=seen)
