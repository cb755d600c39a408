"""How a whole game stands: the armies' logs, who holds places, and who has won."""

from __future__ import annotations

from attrs import evolve

from rcw_rules.games import GameResult, Score, Standing, judge, score_of
from rcw_rules.kernel.geometry.table import gap, gap_to_line
from rcw_rules.red_white.army import ArmyLog, ArmyUnit, Fate, is_lost
from rcw_rules.red_white.game.actions import Name
from rcw_rules.red_white.game.scenario import SIDES
from rcw_rules.red_white.game.state import State
from rcw_rules.red_white.model import INITIATORS, VEHICLE_STANDS, Side, enemy_of, is_vehicle, morale_stands


def army_log(state: State, side: Side) -> ArmyLog:
    """Return the log of an army: every unit that it had at the start, and what became of it.

    The supply line is cut while an enemy unit that could start a melee stands within 2 inches of it.

    Rules: major-count, major-losses, p1-surrender-and-supply.
    """
    army = state.scenario.army(side)
    fates: dict[str, Fate] = {one.name: one.fate for one in state.fates}
    found: list[ArmyUnit] = []
    for troop in army.units:
        unit, now = troop.unit, state.troop(troop.name)
        fate = fates.get(troop.name, "in_play")
        if is_vehicle(unit):
            hits = (now.unit.hits or 0) if now is not None else VEHICLE_STANDS if fate == "destroyed" else unit.hits
            found.append(ArmyUnit(type=unit.type, name=troop.name, fate=fate, hits=hits))
        else:
            stands = 0 if now is None else morale_stands(now.unit)
            left = ArmyUnit(
                type=unit.type, name=troop.name, fate=fate, starting_stands=unit.starting_stands, stands=stands
            )
            found.append(left)
    if army.headquarters is not None:
        name = army.headquarters.name
        found.append(ArmyUnit(type="force_hq", name=name, fate=fates.get(name, "in_play")))
    found += [
        ArmyUnit(type="ship", name=one.name, fate=fates.get(one.name, "in_play")) for one in army.vessels if one.counts
    ]
    return ArmyLog(units=tuple(found), supply_cut=is_supply_cut(state, side))


def is_supply_cut(state: State, side: Side) -> bool:
    """Return whether the enemy cuts the supply line of a side now.

    Rules: p1-surrender-and-supply.
    """
    army = state.scenario.army(side)
    line = next((one for one in state.scenario.table.lines if one.name == army.supply), None)
    if line is None:
        return False
    return any(
        troop.side != side
        and troop.unit.type in INITIATORS
        and not troop.unit.falling_back
        and (group := state.group(troop.name)) is not None
        and gap_to_line(line.points, group) <= army.supply_cut_within
        for troop in state.troops
    )


def holders(state: State) -> tuple[tuple[Name, Side], ...]:
    """Return who holds the places now: the only side with a unit near that does not fall back, else who did before.

    Rules: gen-unit-state.
    """
    before = dict(state.held)
    found: list[tuple[Name, Side]] = []
    for place in state.scenario.places:
        near: set[Side] = {
            troop.side
            for troop in state.troops
            if not troop.unit.falling_back
            and (group := state.group(troop.name)) is not None
            and gap(place.at, group) <= place.within
        }
        side: Side | None = next(iter(near)) if len(near) == 1 else before.get(place.name)
        if side is not None:
            found.append((place.name, side))
    return tuple(found)


def standing_of(state: State, *, is_over: bool = False) -> Standing:
    """Return how a game stands, as far as victory told as data asks; what a side loses are units, as Major Morale does.

    Rules: major-losses.
    """
    lost: dict[str, int] = {side: sum(is_lost(unit) for unit in army_log(state, side).units) for side in SIDES}
    on_map: dict[str, int] = {side: sum(troop.side == side for troop in state.troops) for side in SIDES}
    return Standing(holds=dict(state.held), lost=lost, on_map=on_map, is_over=is_over)


def score_now(state: State) -> Score:
    """Return what counts for victory so far."""
    victory = state.scenario.victory
    return Score() if victory is None else score_of(victory, standing_of(state))


def ended(state: State, broken: tuple[Side, ...]) -> State:
    """Return the state at the end of a turn, with its result if the game is over.

    An army that breaks loses; if both break it is a draw. Else the scenario's victory decides, at any time or at the
    end of the last turn.

    Rules: major-break.
    """
    if len(broken) == len(SIDES):
        reason = "both armies break"
        return evolve(state, result=GameResult(winner=None, reason=reason, rule="major-break"))
    for side in broken:
        reason = f"the {side.capitalize()} army breaks"
        return evolve(state, result=GameResult(winner=enemy_of(side), reason=reason, rule="major-break"))
    gone: list[Side] = [side for side in SIDES if not any(troop.side == side for troop in state.troops)]
    is_over = state.turn >= state.scenario.turns or bool(gone)
    victory = state.scenario.victory
    if victory is not None:
        return evolve(state, result=judge(victory, standing_of(state, is_over=is_over), SIDES, "major-break"))
    if gone:
        winner = enemy_of(gone[0]) if len(gone) == 1 else None
        reason = f"{gone[0].capitalize()} has no unit left" if winner else "neither side has a unit left"
        return evolve(state, result=GameResult(winner=winner, reason=reason, rule="major-break"))
    if not is_over:
        return state
    reason = "the last turn has been played, no army has broken, and the scenario names no victory"
    return evolve(state, result=GameResult(winner=None, reason=reason, rule="major-break"))
