"""Legal actions of a whole game: a sample of good candidates, the same for the same state on every machine.

A table in inches has no end of legal moves. In each step these are listed, where they are legal; to be done with the
step comes first:

- at the start of a side's turn, to send a leader to the front if an enemy is within 12 inches, else to take him back;
- in a movement phase, for every unit that may move: as far as it can toward the nearest enemy, half as far, to where he
  is at normal range, to the nearest place of victory that is not held, to either end of a bridge or a ford, to the
  nearest cover, to the rear; a turn toward the nearest enemy; a move drawn at random, from a generator seeded by turn,
  unit and position; limber, and unlimber toward the nearest enemy; runs of trains, ways of vessels down and up the
  channel, units aboard and to both banks;
- in a fire phase, every weapon at every enemy that it may fire at and hit, and petrol bombs at every tank near;
- in a melee phase, a charge of every unit at every enemy that it reaches, and of all together that can charge the same.

What is not listed may be legal: `verdict` judges any action.
"""

from __future__ import annotations

from collections.abc import Iterator

from rcw_rules.kernel.errors import IllegalRequestError
from rcw_rules.kernel.geometry.table import Point, distance
from rcw_rules.kernel.judging import Judge
from rcw_rules.kernel.lengths import inches
from rcw_rules.red_white.game.actions import (
    Action,
    ChargeHome,
    Done,
    Fire,
    GoOn,
    Lead,
    Limber,
    StepBack,
    ThrowBombs,
    Unlimber,
)
from rcw_rules.red_white.game.afar import afar_of
from rcw_rules.red_white.game.deeds import declared, is_start
from rcw_rules.red_white.game.moving import most_of, mover
from rcw_rules.red_white.game.placing import deployments
from rcw_rules.red_white.game.prospects import (
    SHORT,
    Situation,
    is_clear,
    prospects_of,
    rounded_facing,
)
from rcw_rules.red_white.game.rushes import charger
from rcw_rules.red_white.game.scenario import Troop
from rcw_rules.red_white.game.scene import Scene
from rcw_rules.red_white.game.shooting import targets_of
from rcw_rules.red_white.game.state import BY_ITSELF, Fired, State
from rcw_rules.red_white.game.trains import runs
from rcw_rules.red_white.model import INITIATORS
from rcw_rules.red_white.options import Options
from rcw_rules.red_white.part_one import charge_move_of, full_move_of

_NEAR = inches(12)


def legal_actions(judge: Judge[Options], state: State) -> tuple[Action, ...]:
    """Return the candidates of a state, the one that changes least first; see above.

    Args:
        judge: Says what the rules make of them.
        state: The state.

    Rules: p1-sequence.
    """
    stage = state.stage
    if stage == "over":
        return ()
    if stage == "deployment":
        return deployments(judge.options, state)
    if stage in BY_ITSELF:
        return (GoOn(),)
    scene = Scene(judge, state)
    refused = set(state.refused)
    afar = (action for action in afar_of(scene) if _is_legal(scene, action))
    done = () if stage == "air_flight" else (Done(),)
    found = (*done, *_leaders(scene), *_deeds(scene), *afar)
    return tuple(action for action in dict.fromkeys(found) if not refused or str(action) not in refused)


def _leaders(scene: Scene) -> Iterator[Action]:
    """Yield leaders who go to the front or step back.

    Rules: heroic-lead.
    """
    state, side = scene.state, scene.state.to_act
    if side is None or state.stage != "activation" or not is_start(state):
        return
    for troop in scene.troops_of(side):
        if troop.name in state.marks.led or troop.name not in scene.on_table:
            continue
        is_near = any(scene.facts.gap(troop.name, enemy.name) <= _NEAR for enemy in scene.enemies(troop.side))
        if troop.unit.heroic and not is_near:
            yield StepBack(unit=troop.name)
        elif troop.unit.has_leader and is_near and not troop.unit.heroic:
            yield Lead(unit=troop.name)


def _deeds(scene: Scene) -> Iterator[Action]:
    side = scene.state.to_act
    if side is None:
        return
    match scene.state.stage:
        case "movement":
            for troop in scene.troops_of(side):
                yield from _moves(scene, troop)
        case "fire":
            yield from _fire(scene, side)
        case "melee":
            yield from _charges(scene, side)
        case _:
            return


def _is_legal(scene: Scene, action: Action) -> bool:
    try:
        declared(scene, action)
    except IllegalRequestError:
        return False
    return True


# --- Fire and charges -------------------------------------------------------------------------------------------------


def _fire(scene: Scene, side: str) -> Iterator[Action]:
    own: list[Troop] = [troop for troop in scene.troops.values() if troop.side == side]
    for troop in own:
        if troop.name not in scene.on_table or scene.is_barred(troop.name):
            continue
        for weapon in scene.weapons(troop.name):
            if Fired(unit=troop.name, weapon=weapon) in scene.state.marks.fired:
                continue
            for enemy in targets_of(scene, troop, weapon):
                yield Fire(unit=troop.name, target=enemy.name, weapon=weapon)
        if troop.unit.type == "infantry":
            for enemy in scene.enemies(troop.side):
                bombs = ThrowBombs(unit=troop.name, tank=enemy.name)
                if enemy.unit.type == "tank" and _is_legal(scene, bombs):
                    yield bombs


def _charges(scene: Scene, side: str) -> Iterator[Action]:
    able: list[Troop] = []
    for name in scene.on_table:
        troop = scene.troops[name]
        if troop.side == side and troop.unit.type in INITIATORS and _may_charge(scene, name):
            able.append(troop)
    if not able:
        return
    for enemy in scene.enemies(able[0].side):
        reaching: list[str] = []
        for troop in able:
            if scene.facts.gap(troop.name, enemy.name) > most_of(charge_move_of(scene.options, troop.unit.type)):
                continue
            action = ChargeHome(units=(troop.name,), target=enemy.name)
            if _is_legal(scene, action):
                reaching.append(troop.name)
                yield action
        together: list[str] = []
        for name in reaching:
            if _is_legal(scene, ChargeHome(units=(*together, name), target=enemy.name)):
                together.append(name)
        if len(together) > 1:
            yield ChargeHome(units=tuple(together), target=enemy.name)


def _may_charge(scene: Scene, name: str) -> bool:
    try:
        charger(scene, name)
    except IllegalRequestError:
        return False
    return True


# --- Moves ------------------------------------------------------------------------------------------------------------


def _moves(scene: Scene, troop: Troop) -> Iterator[Action]:
    """Yield the moves of a unit."""
    try:
        mover(scene, troop.name)
    except IllegalRequestError:
        return
    if troop.track:
        yield from (run for run in runs(scene, troop) if _is_legal(scene, run))
        return
    group, state, idle = scene.group_of(troop.name), scene.state, troop.name in scene.state.marks.idle
    situation = Situation(
        ground=scene.ground,
        scenario=state.scenario,
        turn=state.turn,
        wanted=tuple(place for place in state.scenario.places if state.held_by(place.name) != troop.side),
        enemies=scene.enemies_standing(troop.side),
        troop=troop,
        group=group,
        is_idle=idle,
    )
    found = prospects_of(situation)
    if troop.unit.type == "artillery":
        if troop.limbered and scene.still(troop.name, "limber"):
            unlimber = Unlimber(unit=troop.name, facing=rounded_facing(found.to_enemy))
            if _is_legal(scene, unlimber):
                yield unlimber
        elif not troop.limbered and scene.still(troop.name, "limber"):
            yield Limber(unit=troop.name)
    friends = scene.others_near(troop.name, group, most_of(full_move_of(scene.options, troop.unit.type)))
    if found.turn is not None and is_clear(found.turn.end, friends):
        yield found.turn.move
    seen: list[Point] = []
    for aim in found.aims:
        prospect = aim.farthest(friends)
        if prospect is not None and all(distance(prospect.spot, other) >= SHORT for other in seen):
            seen.append(prospect.spot)
            yield prospect.move
