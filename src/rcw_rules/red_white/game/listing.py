"""Legal actions of a whole game: a sample of good candidates, the same for the same state on every machine.

A table in inches has no end of legal moves. In each step these are listed, where they are legal; to be done with the
step comes first:

- at the start of a side's turn, to send a leader to the front or to take him back;
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

import random
from collections.abc import Iterator

from rcw_rules.kernel.angles import Angle
from rcw_rules.kernel.errors import IllegalRequestError
from rcw_rules.kernel.geometry.table import Group, Point, bearing, distance, gap, middle_of, moved
from rcw_rules.kernel.judging import Judge
from rcw_rules.kernel.lengths import Inches, inches
from rcw_rules.red_white.game.actions import (
    Action,
    ChargeHome,
    Done,
    Fire,
    GoOn,
    Lead,
    Limber,
    Move,
    StepBack,
    ThrowBombs,
    Unlimber,
)
from rcw_rules.red_white.game.afar import afar_of
from rcw_rules.red_white.game.channel import passages_of
from rcw_rules.red_white.game.deeds import declared, is_start
from rcw_rules.red_white.game.moving import front_of, most_of, mover
from rcw_rules.red_white.game.placing import deployments, spot_of
from rcw_rules.red_white.game.rushes import charger
from rcw_rules.red_white.game.scenario import Troop
from rcw_rules.red_white.game.scene import NOTHING, Scene
from rcw_rules.red_white.game.shooting import can_hit, plan_fire
from rcw_rules.red_white.game.state import BY_ITSELF, Fired, State
from rcw_rules.red_white.game.trains import runs
from rcw_rules.red_white.model import INITIATORS
from rcw_rules.red_white.options import Options
from rcw_rules.red_white.part_one import charge_move_of, full_move_of, keeps_off, profile_of

_SHORT = inches("0.5")
_PARTS_OF_A_MOVE = (100, 75, 50, 25)


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
        if troop.name in state.marks.led:
            continue
        if troop.unit.heroic:
            yield StepBack(unit=troop.name)
        elif troop.unit.has_leader:
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
            reach = scene.reach(weapon)
            for enemy in scene.enemies(troop.side):
                if scene.facts.gap(troop.name, enemy.name) > reach:
                    continue
                action = Fire(unit=troop.name, target=enemy.name, weapon=weapon)
                if _may_hit(scene, action):
                    yield action
        if troop.unit.type == "infantry":
            for enemy in scene.enemies(troop.side):
                bombs = ThrowBombs(unit=troop.name, tank=enemy.name)
                if enemy.unit.type == "tank" and _is_legal(scene, bombs):
                    yield bombs


def _may_hit(scene: Scene, action: Fire) -> bool:
    try:
        return can_hit(scene, plan_fire(scene, action))
    except IllegalRequestError:
        return False


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
    group = scene.group_of(troop.name)
    enemies = sorted(scene.enemies(troop.side), key=lambda one: (scene.facts.gap(troop.name, one.name), one.name))
    there = middle_of(scene.group_of(enemies[0].name)) if enemies else None
    here = front_of(group)
    facing = group.bases[0].facing
    to_enemy = bearing(here, there) if there is not None and there != here else facing
    if troop.unit.type == "artillery":
        if troop.limbered and scene.still(troop.name, "limber"):
            unlimber = Unlimber(unit=troop.name, facing=_rounded(to_enemy))
            if _is_legal(scene, unlimber):
                yield unlimber
        elif not troop.limbered and scene.still(troop.name, "limber"):
            yield Limber(unit=troop.name)
    if abs((to_enemy - facing).thousandths) > 5_000 and _is_legal(scene, turn := _turn(troop, here, to_enemy)):
        yield turn
    if troop.name in scene.state.marks.idle or (troop.unit.type == "artillery" and not troop.limbered):
        return
    seen: list[Point] = []
    for spot, facing_then, most in _aims(scene, troop, group, to_enemy):
        move = _farthest(scene, troop, here, spot, facing_then, most)
        if move is None:
            continue
        end = spot_of(move.at)
        if all(distance(end, other) >= _SHORT for other in seen):
            seen.append(end)
            yield move


def _turn(troop: Troop, here: Point, facing: Angle) -> Move:
    return Move(unit=troop.name, at=(here.x, here.y), facing=_rounded(facing))


def _rounded(facing: Angle) -> Angle:
    return Angle(thousandths=1000 * round(facing.thousandths / 1000)).bearing


def _aims(scene: Scene, troop: Troop, group: Group, to_enemy: Angle) -> Iterator[tuple[Point, Angle, Inches]]:
    """Yield where a unit may want to go: a spot, the bearing that it faces there, and how far at most."""
    here, move = front_of(group), most_of(full_move_of(scene.options, troop.unit.type))
    enemies = sorted(scene.enemies(troop.side), key=lambda one: (scene.facts.gap(troop.name, one.name), one.name))
    if enemies:
        there = middle_of(scene.group_of(enemies[0].name))
        near = scene.facts.gap(troop.name, enemies[0].name)
        if there != here:
            before = max(NOTHING, near - keeps_off(scene.options) - inches("0.1"))
            yield there, to_enemy, min(move, before)
            yield there, to_enemy, min(Inches(thousandths=move.thousandths // 2), before)
            wanted = near - _normal_range(scene, troop)
            if NOTHING < wanted < min(move, before):
                yield there, to_enemy, wanted
    held = dict(scene.state.held)
    places = [place for place in scene.state.scenario.places if held.get(place.name) != troop.side]
    for place in sorted(places, key=lambda one: (gap(one.at, group), one.name))[:1]:
        if place.at != here:
            yield place.at, bearing(here, place.at), min(move, distance(here, place.at))
    for one, other in passages_of(scene.state.scenario):
        ends = (one, other) if distance(here, one) <= distance(here, other) else (other, one)
        for spot in ends:
            if spot != here:
                yield spot, bearing(*ends), min(move, distance(here, spot))
    cover = _nearest_cover(scene, troop, group)
    if cover is not None and cover != here:
        yield cover, to_enemy, min(move, distance(here, cover))
    rear = scene.rearwards(troop.side)
    yield moved(here, rear, move), to_enemy, move
    place_key = f"{here.x.thousandths}|{here.y.thousandths}"
    chance = random.Random(f"rcw-red-white-1|{scene.state.turn}|{troop.name}|{place_key}")
    turned = Angle(thousandths=1000 * round(chance.uniform(-90, 90)))
    direction = (group.bases[0].facing + turned).bearing
    far = Inches(thousandths=250 * round(move.thousandths * chance.uniform(0.3, 1) / 250))
    yield moved(here, direction, far), direction, far


def _normal_range(scene: Scene, troop: Troop) -> Inches:
    rows = [
        row.up_to
        for row in profile_of(scene.options).ranges
        if row.band == "normal" and row.weapon in scene.weapons(troop.name)
    ]
    return max(rows, default=NOTHING)


def _nearest_cover(scene: Scene, troop: Troop, group: Group) -> Point | None:
    """Return a spot for the front of a unit in the nearest terrain that gives cover; None if it stands in some."""
    pieces = [piece for piece in scene.layout.table.terrain if piece.cover != "none"]
    if not pieces or scene.cover_of(troop.name) != "open":
        return None
    near: list[tuple[int, str, Point]] = []
    for piece in pieces:
        corners = piece.outline
        middle = Point(
            x=Inches(thousandths=sum(spot.x.thousandths for spot in corners) // len(corners)),
            y=Inches(thousandths=sum(spot.y.thousandths for spot in corners) // len(corners)),
        )
        near.append((gap(middle, group).thousandths, piece.name, middle))
    return min(near, key=lambda one: one[:2])[2]


def _farthest(  # noqa: PLR0917 - the parts of one move
    scene: Scene, troop: Troop, here: Point, spot: Point, facing: Angle, most: Inches
) -> Move | None:
    """Return the move that goes farthest of a few lengths; None if none is legal."""
    direction = bearing(here, spot)
    for share in _PARTS_OF_A_MOVE:
        far = Inches(thousandths=250 * (most.thousandths * share // 100 // 250))
        if far < _SHORT:
            return None
        end = moved(here, direction, far)
        action = Move(unit=troop.name, at=(end.x, end.y), facing=_rounded(facing))
        if _is_legal(scene, action):
            return action
    return None
