"""The flight turns of a whole game: each owner says how many dice, then all aircraft fly, fight, bomb and strafe.

First the aircraft of side 1 fly and their owners choose what they attack, then those of side 2; then the ten steps are
gone through by `red_white.air_cycle`, and what was hit on the ground takes its losses. What an aircraft attacks is
chosen after its flight, among what it has in reach: the enemy's machine guns fire at it as it passes.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from attrs import evolve, frozen

from rcw_rules.kernel.angles import Angle
from rcw_rules.kernel.geometry.table import Point, Table, bearing, distance, gap, gap_to_line, middle_of, point_along
from rcw_rules.kernel.lengths import Inches, inches
from rcw_rules.kernel.procedures import Choice
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.red_white.aircraft import (
    GUN_RANGE,
    MACHINE_GUN_RANGE,
    AircraftAfter,
    AirCycleRequest,
    AttackAircraft,
    DropBomb,
    FlightMoveRequest,
    FlightOrder,
    GroundFire,
    GroundWeapon,
    StrafeGround,
)
from rcw_rules.red_white.fire import FireAttackRequest, Volley
from rcw_rules.red_white.game.actions import Fly
from rcw_rules.red_white.game.air import aloft_of, at_edge, with_aloft
from rcw_rules.red_white.game.bombarding import damaged, guns_of
from rcw_rules.red_white.game.placing import spot_of
from rcw_rules.red_white.game.river import vessel_of
from rcw_rules.red_white.game.scenario import Troop
from rcw_rules.red_white.game.scene import NOTHING, Scene, refuse
from rcw_rules.red_white.game.shooting import after_fire
from rcw_rules.red_white.game.state import Aloft, State
from rcw_rules.red_white.game.tracks import length_of, nearest_on_line
from rcw_rules.red_white.model import Side, enemy_of, is_vehicle
from rcw_rules.red_white.options import Options
from rcw_rules.red_white.part_one import band_of, dice_of, profile_of, vessel_dice_of
from rcw_rules.red_white.profile import TargetState, Weapon

MOST_DICE_OF_A_GUN = 20
MISSES_BY = inches(6)
"""By how much a bomb misses at most: a D6 in inches (air-bomb-accuracy)."""

NO_ATTACK = "attack nothing"


@frozen(kw_only=True, cache_hash=True)
class AirTargets:
    """What an aircraft has in reach at the end of its flight.

    Attributes:
        aircraft: The aircraft.
        side: Whose it is.
    """

    aircraft: str
    side: Side


AIR_ATTACK: Choice[AirTargets, str] = Choice(
    "air_attack",
    rule="air-two-per-turn",
    who="owner",
    about="What does the aircraft attack after this flight? Default: an aircraft, else by a bomb, else by strafing.",
    default=lambda targets, alternatives: alternatives[0],
    unit=lambda targets: targets.aircraft,
    side=lambda targets: targets.side,
)


class Flown(NamedTuple):
    """An aircraft after its flight.

    Attributes:
        aloft: The aircraft as it was before.
        flight: What was asked about its flight.
        moved: How far it has flown.
        path: The part of its string along which it has flown.
        ends: Where it is.
    """

    aloft: Aloft
    flight: FlightMoveRequest
    moved: Inches
    path: tuple[Point, ...]
    ends: Point


# --- Orders -----------------------------------------------------------------------------------------------------------


def plan_flight(scene: Scene, action: Fly) -> Aloft:
    """Return the aircraft that an order is for.

    Raises:
        IllegalRequestError: It is not its turn.

    Rules: air-sequence, air-flight-move.
    """
    waiting = scene.state.to_fly
    if waiting is None or waiting.name != action.aircraft:
        wanted = "none flies" if waiting is None else f"{waiting.name} is to fly"
        refuse("air-sequence", f"{wanted} now, not {action.aircraft!r}")
    return waiting


def fly(umpire: Umpire[Options], scene: Scene, action: Fly) -> tuple[State, bool]:
    """Take an order; once every aircraft has one, all fly.

    Returns:
        The state, and whether the flight turns of this turn are over.

    Rules: air-sequence, air-two-per-turn.
    """
    one = plan_flight(scene, action)
    state = with_aloft(evolve(scene.state, begun=True), evolve(one, dice=action.dice))
    if state.to_fly is not None:
        return state, False
    state = flight_turn(umpire, scene.scene_of(state))
    waiting = state.to_fly
    over = waiting is None or waiting.flight >= 2
    if over:
        state = evolve(
            state,
            air_first=None,
            aircraft=tuple(evolve(each, flight=0, dice=0) for each in state.aircraft),
        )
    return state, over


# --- A flight turn ----------------------------------------------------------------------------------------------------


def flight_turn(umpire: Umpire[Options], scene: Scene) -> State:
    """Fly one flight turn with every aircraft in combat mode.

    Rules: air-sequence, air-two-per-turn, aa-timing.
    """
    state = scene.state
    first = state.air_first or "red"
    flying = [one for one in state.aircraft if one.mode == "combat" and one.string]
    where = {one.name: spot_of(one.at) for one in flying if one.at is not None}
    fired: set[str] = set()
    orders: dict[Side, list[FlightOrder]] = {"red": [], "white": []}
    done: dict[str, Flown] = {}
    for side in (first, enemy_of(first)):
        enemies = [one for one in flying if one.aircraft.side != side]
        own = [one for one in flying if one.aircraft.side == side]
        for one in own:
            flown = _flown(umpire, state.scenario.table, one)
            where[one.name], done[one.name] = flown.ends, flown
        for one in own:
            flown = done[one.name]
            attack = _chosen(umpire, scene, flown, enemies, where)
            orders[side].append(
                FlightOrder(
                    aircraft=one.aircraft,
                    flight=flown.flight,
                    moved=flown.moved,
                    attacks=() if attack is None else (attack,),
                    ground_fire=tuple(_ground_fire(scene, flown, fired))[:20],
                )
            )
    request = AirCycleRequest(
        side_1=tuple(orders[first]),
        side_2=tuple(orders[enemy_of(first)]),
        flight_turn=2 if any(one.flight for one in flying) else 1,
    )
    outcome = umpire.resolve(request, "flight turn")
    for after in (*outcome.side_1, *outcome.side_2):
        state = _landed(umpire, scene.scene_of(state), done[after.name], after)
    return state


def _flown(umpire: Umpire[Options], table: Table, one: Aloft) -> Flown:
    string = tuple(map(spot_of, one.string))
    left = length_of(string)
    flight = FlightMoveRequest(
        dice=one.dice or None,
        string_left=left,
        ends_at_edge=at_edge(table, string[-1]),
        aircraft_at=string[0],
        string_starts_at=string[0],
    )
    moved = umpire.resolve(flight, f"flight of {one.name}").moved
    ends = point_along(string, moved)
    path = [string[0]]
    done = NOTHING
    for start, end in pairwise(string):
        done += distance(start, end)
        if done >= moved:
            break
        path.append(end)
    path = [*path, ends] if path[-1] != ends else path
    return Flown(one, flight, moved, tuple(path), ends)


# --- Attacks ----------------------------------------------------------------------------------------------------------


def _chosen(
    umpire: Umpire[Options], scene: Scene, flown: Flown, enemies: list[Aloft], where: dict[str, Point]
) -> AttackAircraft | DropBomb | StrafeGround | None:
    """Return what the owner of an aircraft has it attack; None for nothing.

    Rules: air-types, air-two-per-turn, opt-air-reach.
    """
    found = dict(_attacks(umpire, scene, flown, enemies, where))
    if not found:
        return None
    alternatives = (*found, NO_ATTACK)
    one = flown.aloft
    chosen = umpire.choose(AIR_ATTACK, alternatives, AirTargets(aircraft=one.name, side=one.aircraft.side))
    return found.get(chosen)


def _attacks(
    umpire: Umpire[Options], scene: Scene, flown: Flown, enemies: list[Aloft], where: dict[str, Point]
) -> Iterator[tuple[str, AttackAircraft | DropBomb | StrafeGround]]:
    """Yield what an aircraft has in reach, with words for it: aircraft, then what lies below, then what is near.

    Rules: air-types, air-strafe, air-two-per-turn, opt-air-reach.
    """
    one = flown.aloft.aircraft
    if one.type == "observation":
        return
    if one.type == "fighter" and enemies:
        umpire.ruling("air_reach")
        near = [
            (distance(flown.ends, where[enemy.name]), number, enemy.name)
            for number, enemy in enumerate(enemies, start=1)
            if distance(flown.ends, where[enemy.name]) <= umpire.options.air_reach
        ]
        for _, number, name in sorted(near):
            yield f"attack {name}", AttackAircraft(target=number)
    state, side = scene.state, one.side
    below = [unit.name for unit in scene.layout.units if unit.side != side]
    if one.type == "bomber":
        blast = max((row.within for row in profile_of(scene.options).bomb_effect), default=NOTHING)
        for name in below:
            group = scene.group_of(name)
            if gap_to_line(flown.path, group) == NOTHING:
                aim, course = _aim(flown.path, middle_of(group))
                near_it = tuple(
                    scene.group_of(unit.name)
                    for unit in scene.layout.units
                    if gap(aim, scene.group_of(unit.name)) <= MISSES_BY + blast
                )
                yield f"bomb {name}", DropBomb(target=name, aim=aim, course=course, near=near_it)
    strafed: list[tuple[Inches, str]] = []
    for name in below:
        if name in scene.troops:
            far = gap(flown.ends, scene.group_of(name))
            if band_of(scene.options, "machine_gun", far) in ("point_blank", "normal"):
                strafed.append((far, name))
    for _, name in sorted(strafed):
        unit = state.the_troop(name).unit
        target: TargetState = "vehicle" if is_vehicle(unit) else scene.cover_of(name)
        yield f"strafe {name}", StrafeGround(target=name, target_state=target)


def _aim(path: tuple[Point, ...], middle: Point) -> tuple[Point, Angle]:
    """Return the point of a path nearest to the middle of a target, and the course there."""
    along, _ = nearest_on_line(path, middle)
    done = NOTHING
    for start, end in pairwise(path):
        done += distance(start, end)
        if along <= done:
            return point_along(path, along), bearing(start, end)
    return path[-1], bearing(path[-2], path[-1])


def _ground_fire(scene: Scene, flown: Flown, fired: set[str]) -> Iterator[GroundFire]:
    """Yield the weapons of the enemy that the aircraft passes within range, each once in a flight turn.

    Tanks and armoured cars do not fire at aircraft, nor does who falls back, is suppressed or may not fire.

    Rules: aa-timing, aa-machine-gun, aa-gun, aa-vehicles.
    """
    state, side = scene.state, flown.aloft.aircraft.side
    machine_gun: Weapon = "machine_gun"
    for troop in scene.enemies(side):
        unit, name = troop.unit, troop.name
        if troop.anti_aircraft and not (unit.falling_back or unit.suppressed or scene.is_barred(name)):
            yield from _guns(scene, flown, troop, fired)
        if name in fired or troop.vehicle is not None or machine_gun not in scene.weapons(name):
            continue
        if unit.falling_back or unit.suppressed or scene.is_barred(name):
            continue
        nearest = gap_to_line(flown.path, scene.group_of(name))
        own = unit.type in ("machine_gun", "tchanka", "armoured_train")
        stands = (unit.stands or 1) if own and not is_vehicle(unit) else 1
        dice = dice_of(scene.options, unit.type if own else "machine_gun", machine_gun, stands=stands, moved=False)
        if nearest <= MACHINE_GUN_RANGE and dice:
            fired.add(name)
            mount = "train" if unit.type == "armoured_train" else "ground"
            yield GroundFire(
                weapon=GroundWeapon(
                    kind="machine_gun",
                    nearest=nearest,
                    dice=min(dice, MOST_DICE_OF_A_GUN),
                    mount=mount,  # type: ignore[arg-type]
                    name=name,
                    side=troop.side,
                )
            )
    for one in state.vessels:
        group = state.group(one.name)
        dice = vessel_dice_of(scene.options, guns_of(one), machine_gun)
        if group is None or state.sides[one.name] == side or one.name in fired or not dice:
            continue
        nearest = gap_to_line(flown.path, group)
        if nearest <= MACHINE_GUN_RANGE:
            fired.add(one.name)
            weapon = GroundWeapon(
                kind="machine_gun", nearest=nearest, dice=dice, mount="ship", name=one.name, side=enemy_of(side)
            )
            yield GroundFire(weapon=weapon)


def _guns(scene: Scene, flown: Flown, troop: Troop, fired: set[str]) -> Iterator[GroundFire]:
    """Yield the anti-aircraft guns of a unit that the aircraft passes within range.

    Rules: aa-gun, aa-timing.
    """
    nearest = gap_to_line(flown.path, scene.group_of(troop.name))
    for number in range(1, (troop.unit.stands or 0) + 1):
        name = f"{troop.name}, gun {number}"
        if nearest <= GUN_RANGE and name not in fired:
            fired.add(name)
            yield GroundFire(weapon=GroundWeapon(kind="aa_gun", nearest=nearest, name=name, side=troop.side))


# --- What comes of it -------------------------------------------------------------------------------------------------


def _landed(umpire: Umpire[Options], scene: Scene, flown: Flown, after: AircraftAfter) -> State:
    """Return the state after the flight turn of one aircraft: where it is, and what it has done to the ground.

    Rules: air-sequence, air-gone, air-strafe, p1-bomb-effect.
    """
    state, one = scene.state, flown.aloft
    now = aloft_of(state, one.name)
    assert now is not None  # noqa: S101 - no aircraft is ever left out
    if after.fate == "flies_on":
        aircraft = evolve(
            one.aircraft,
            damage=after.damage,
            flight_turns_left=after.flight_turns_left,
            untested_hits=after.untested_hits,
        )
        rest = _rest_of(one, flown)
        changed = evolve(
            now, aircraft=aircraft, at=(flown.ends.x, flown.ends.y), string=rest, flight=one.flight + 1, dice=0
        )
    else:
        changed = evolve(now, mode="gone", at=None, string=(), dice=0)
    state = with_aloft(state, changed)
    if after.strafing_hits:
        state = _hit(umpire, scene.scene_of(state), after.attacked, "machine_gun", after.strafing_hits)
    if after.bomb is not None:
        for struck in after.bomb.struck:
            state = _hit(umpire, scene.scene_of(state), struck.unit, "artillery", struck.hits)
    return state


def _rest_of(one: Aloft, flown: Flown) -> tuple[tuple[Inches, Inches], ...]:
    """Return what is left of a string: from where the aircraft is on; () at its end."""
    passed = max(1, len(flown.path) - 1)  # its end is no corner of the string, or is one again
    rest = [(flown.ends.x, flown.ends.y), *one.string[passed:]]
    while len(rest) > 1 and rest[1] == rest[0]:
        del rest[1]
    return tuple(rest) if len(rest) > 1 else ()


def _hit(umpire: Umpire[Options], scene: Scene, name: str, weapon: Weapon, hits: int) -> State:
    """Return the state after hits from the air on a unit or a vessel. A Force HQ takes none.

    Rules: air-strafe, p1-bomb-effect, p1-fire.
    """
    state = scene.state
    vessel = vessel_of(state, name)
    if vessel is not None:
        return damaged(umpire, state, vessel, hits)
    if state.troop(name) is None or state.group(name) is None:
        return state
    target = scene.situated(name)
    asked = FireAttackRequest(unit=target, volleys=(Volley(weapon=weapon, hits=min(hits, 99)),))
    return after_fire(umpire, scene, state, target, umpire.resolve(asked, f"hits from the air on {name}"))


__all__ = ["AIR_ATTACK", "AirTargets", "Flown", "flight_turn", "fly", "plan_flight"]
