"""Fire in a fire phase: who fires at whom with how many dice, and what comes of it; petrol bombs near a tank."""

from __future__ import annotations

from attrs import evolve, frozen

from rcw_rules.kernel.geometry.table import TOUCHING, bases_crossed, gap, middle_of
from rcw_rules.kernel.lengths import Inches, inches
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.red_white.fire import (
    BombTarget,
    FireAttackOutcome,
    FireAttackRequest,
    FireRequest,
    PetrolBombsRequest,
    Volley,
)
from rcw_rules.red_white.game.actions import Fire, ThrowBombs
from rcw_rules.red_white.game.rearward import went_back
from rcw_rules.red_white.game.scenario import Troop
from rcw_rules.red_white.game.scene import Scene, plain, refuse
from rcw_rules.red_white.game.state import Fired, State
from rcw_rules.red_white.game.strengths import with_unit
from rcw_rules.red_white.melee import CasualtiesRequest
from rcw_rules.red_white.model import Unit, is_vehicle, morale_stands
from rcw_rules.red_white.morale import MoraleOutcome, SuppressedFireRequest
from rcw_rules.red_white.options import Options
from rcw_rules.red_white.part_one import band_of, must_fire_at_nearest, profile_of
from rcw_rules.red_white.profile import RangeBand, TargetState, Weapon
from rcw_rules.red_white.vehicles import HARMLESS, TrainUnderFireRequest

BOMBS_REACH = inches(1)  # petrol-d6


@frozen(kw_only=True)
class Aimed:
    """Fire that can be opened.

    Attributes:
        firer: Who fires.
        target: At whom.
        weapon: With what.
        stands: How many stands bear on the target.
        dice: How many dice.
        band: The range.
    """

    firer: Troop
    target: Troop
    weapon: Weapon
    stands: int
    dice: int
    band: RangeBand


def plan_fire(scene: Scene, action: Fire) -> Aimed:
    """Return fire, checked as far as no dice are needed.

    Raises:
        IllegalRequestError: It cannot be opened.

    Rules: p1-fire, p1-facing, p1-terrain, p1-activation, suppress-fire.
    """
    state = scene.state
    firer, target = scene.troops.get(action.unit), scene.troops.get(action.target)
    if firer is None or target is None or action.unit not in scene.on_table or action.target not in scene.on_table:
        refuse("p1-fire", f"{action.unit!r} and {action.target!r} must both be units on the table")
    if firer.side != state.to_act:
        refuse("p1-sequence", f"{firer.name} is not {state.to_act}: the other side acts now")
    if target.side == firer.side:
        refuse("bad-sides", f"{target.name} is on the same side")
    barred = scene.is_barred(firer.name)
    if barred:
        refuse("p1-fire", barred)
    if action.weapon not in scene.weapons(firer.name):
        refuse("p1-fire", f"{firer.name} has no {action.weapon}")
    if Fired(unit=firer.name, weapon=action.weapon) in state.marks.fired:
        refuse("p1-fire", f"{firer.name} has fired its {action.weapon} in this phase")
    aimed = aim(scene, firer, target, action.weapon)
    if aimed is None:
        refuse("p1-fire", f"{firer.name} has not {target.name} in sight, arc and range of its {action.weapon}")
    if must_fire_at_nearest(scene.options):
        nearer = _nearer(scene, firer, target, action.weapon)
        if nearer:
            refuse("p1-fire", f"{nearer} is nearer, and a unit fires at the nearest enemy that it can")
    return aimed


def aim(scene: Scene, firer: Troop, target: Troop, weapon: Weapon) -> Aimed | None:
    """Return what a unit would fire at another one; None if it cannot.

    Rules: p1-fire, p1-facing, p1-terrain, vehicle-gun-dice.
    """
    band = band_of(scene.options, weapon, scene.facts.gap(firer.name, target.name))
    if band is None:
        return None
    stands = scene.bears(firer.name, target.name, weapon)
    if not stands or not scene.sees(firer.name, target.name) or _is_in_the_way(scene, firer, target):
        return None
    dice = scene.dice(firer.name, weapon, stands, middle_of(scene.group_of(target.name)))
    if not dice:
        return None
    return Aimed(firer=firer, target=target, weapon=weapon, stands=stands, dice=dice, band=band)


def _is_in_the_way(scene: Scene, firer: Troop, target: Troop) -> bool:
    """Return whether somebody past whom the profile lets nobody fire stands before every stand of a unit.

    Rules: p1-fire.
    """
    past = profile_of(scene.options).fire_past
    if past == "anybody":
        return False
    others = [
        base
        for name in scene.on_table
        if name not in (firer.name, target.name) and (past == "nobody" or scene.troops[name].side == firer.side)
        for base in scene.group_of(name).bases
    ]
    aim_at = middle_of(scene.group_of(target.name))
    return all(bases_crossed(base.at, aim_at, others) for base in scene.group_of(firer.name).bases)


def targets_of(scene: Scene, firer: Troop, weapon: Weapon) -> list[Troop]:
    """Return the enemies at whom a unit that may fire can fire a weapon, and whom it may hit: see `plan_fire`.

    Rules: p1-fire.
    """
    far = {enemy.name: scene.facts.gap(firer.name, enemy.name) for enemy in scene.enemies(firer.side)}
    reach = scene.reach(weapon)
    near = [enemy for enemy in scene.enemies(firer.side) if far[enemy.name] <= reach]
    is_nearest_only = bool(near) and must_fire_at_nearest(scene.options)
    found: set[str] = set()
    least: Inches | None = None
    for enemy in sorted(near, key=lambda one: far[one.name].thousandths) if is_nearest_only else near:
        if least is not None and far[enemy.name] > least:
            break
        aimed = aim(scene, firer, enemy, weapon)
        if aimed is not None and can_hit(scene, aimed):
            found.add(enemy.name)
            least = far[enemy.name] if is_nearest_only else None
    return [enemy for enemy in near if enemy.name in found]


def _nearer(scene: Scene, firer: Troop, target: Troop, weapon: Weapon) -> str:
    """Return a nearer enemy at whom a unit could fire as well, and whom it may hit; "" if there is none.

    Rules: p1-fire.
    """
    far = scene.facts.gap(firer.name, target.name)
    for enemy in scene.enemies(firer.side):
        near = scene.facts.gap(firer.name, enemy.name)
        if enemy.name == target.name or near >= far:
            continue
        aimed = aim(scene, firer, enemy, weapon)
        if aimed is not None and can_hit(scene, aimed):
            return enemy.name
    return ""


def can_hit(scene: Scene, aimed: Aimed) -> bool:
    """Return whether any face of a die hits, as far as the profile says.

    Rules: p1-fire, train-immune.
    """
    profile, target = scene.options.profile, aimed.target
    vehicle: TargetState = "vehicle"
    state = vehicle if is_vehicle(target.unit) else scene.cover_of(target.name)
    if target.unit.type == "armoured_train" and aimed.weapon in HARMLESS:
        return False
    return profile is None or profile.hit_faces(aimed.weapon, aimed.band, state) != ()


# --- What comes of it -------------------------------------------------------------------------------------------------


def fire(umpire: Umpire[Options], scene: Scene, action: Fire) -> State:
    """Open fire: a suppressed unit tests first, then the dice fall, and casualties are taken.

    Rules: p1-fire, suppress-fire, suppress-who, train-artillery-test.
    """
    aimed, state = plan_fire(scene, action), scene.state
    marks = state.marks
    state = evolve(
        state, marks=evolve(marks, fired=(*marks.fired, Fired(unit=action.unit, weapon=action.weapon))), begun=True
    )
    state, may_fire = tested_to_fire(umpire, scene, state, action.unit)
    if not may_fire:
        return state
    volley = Volley(weapon=aimed.weapon, dice=aimed.dice, band=aimed.band)
    target = scene.situated(aimed.target.name)
    if target.type == "armoured_train" and target.name in state.marks.trains_tested and _tests_once(umpire):
        return _fire_at_tested_train(umpire, scene, state, target, volley)
    asked = FireAttackRequest(unit=target, volleys=(volley,), phase_1=state.is_phase_1)
    outcome = umpire.resolve(asked, f"fire of {action.unit} at {action.target}")
    return after_fire(umpire, scene, state, target, outcome)


def tested_to_fire(umpire: Umpire[Options], scene: Scene, state: State, name: str) -> tuple[State, bool]:
    """Return whether a unit may fire, once a suppressed one has tested, and the state after that test.

    Rules: suppress-fire, cheka-second-failure.
    """
    unit = scene.troops[name].unit
    if not unit.suppressed:
        return state, True
    marks = state.marks
    earlier = "passed" if name in marks.may_fire else "failed" if name in marks.may_not_fire else "none"
    asked = SuppressedFireRequest(
        unit=scene.situated(name),
        fires_in_phase_1=state.is_phase_1,
        earlier_test=earlier,  # type: ignore[arg-type]
    )
    outcome = umpire.resolve(asked, f"may {name} fire")
    if outcome.test is not None:
        passed, failed = (*marks.may_fire, name), (*marks.may_not_fire, name)
        marks = evolve(marks, may_fire=passed) if outcome.may_fire else evolve(marks, may_not_fire=failed)
        state = after_test(umpire, scene, evolve(state, marks=marks), name, outcome.test)
    return state, outcome.may_fire


def _tests_once(umpire: Umpire[Options]) -> bool:
    """Return whether a train tests only once in a fire phase.

    Rules: train-artillery-test.
    """
    umpire.ruling("train_tests")
    return umpire.options.train_tests == "once_a_phase"


def _fire_at_tested_train(umpire: Umpire[Options], scene: Scene, state: State, target: Unit, volley: Volley) -> State:
    """Fire at a train that has tested in this phase: its hits are recorded, and that is all.

    Rules: train-artillery-test, p1-artillery-and-armour.
    """
    vehicle: TargetState = "vehicle"
    request = FireRequest(dice=volley.dice or 0, weapon=volley.weapon, band=volley.band, target=vehicle)
    if volley.weapon in HARMLESS:
        return state
    hits = umpire.resolve(request, "volley").hits
    lost = umpire.resolve(CasualtiesRequest(unit=target, count=min(hits, 99), source="fire"), "casualties")
    under_fire = TrainUnderFireRequest(train=target, weapon="artillery", new_hits=lost.stands_lost, already_tested=True)
    umpire.resolve(under_fire, "train under artillery fire")
    outcome = FireAttackOutcome(
        stands_lost=lost.stands_lost,
        leader_killed=lost.leader_killed,
        priest_killed=lost.priest_killed,
        cheka_lost=lost.cheka_lost,
        destroyed=lost.destroyed,
        suppressed=target.suppressed,
        casualties=lost.casualties,
    )
    return after_fire(umpire, scene, state, target, outcome)


def after_fire(umpire: Umpire[Options], scene: Scene, state: State, target: Unit, outcome: FireAttackOutcome) -> State:
    """Return the state after fire at a unit.

    Rules: gen-stand, suppress-who, train-fail, vehicle-hits, p1-vehicle-hit-table.
    """
    name = target.name
    if outcome.train is not None and outcome.train.tested:
        state = evolve(state, marks=evolve(state.marks, trains_tested=(*state.marks.trains_tested, name)))
    lost = outcome.stands_lost
    if outcome.destroyed:
        return destroyed(scene, state, target)
    unit = evolve(
        target,
        has_leader=target.has_leader and not outcome.leader_killed,
        heroic=target.heroic and not outcome.leader_killed,
        priest=target.priest and not outcome.priest_killed,
        cheka=target.cheka and not outcome.cheka_lost,
        suppressed=outcome.suppressed,
        casualties=outcome.casualties,
    )
    if is_vehicle(unit):
        unit = evolve(unit, hits=(unit.hits or 0) + lost)
    else:
        unit = evolve(unit, stands=(unit.stands or 0) - lost)
    state = with_unit(scene, state, name, unit)
    state = hit_effects(scene, state, name, outcome.effects)
    train = outcome.train
    if train is not None and train.passed is False:
        return went_back(umpire, scene, state, name, train.moved, off_table=bool(train.off_table))
    return state


def hit_effects(scene: Scene, state: State, name: str, effects: tuple[str, ...]) -> State:
    """Return the state after what the table for hits says of a vehicle, as far as its rows say what they do.

    Rules: p1-vehicle-hit-table.
    """
    profile = scene.options.profile
    table = profile.vehicle_hit_table if profile is not None else None
    if table is None:
        return state
    does = {row.effect: row.does for row in table.rows}
    for effect in effects:
        marks = state.marks
        match does.get(effect):
            case "halted":
                state = evolve(state, marks=evolve(marks, halted=(*marks.halted, name)))
            case "silenced":
                state = evolve(state, marks=evolve(marks, silenced=(*marks.silenced, name)))
            case "immobile":
                state = evolve(state, immobile=(*state.immobile, name))
            case "destroyed":
                return state.lost(name, "destroyed") if state.troop(name) is not None else state
            case _:
                pass
    return state


def destroyed(scene: Scene, state: State, unit: Unit) -> State:
    """Return the state without a unit of which nothing is left; the guards of a train stand beside it as infantry.

    Rules: gen-stand, train-lost.
    """
    return freed(scene, state.lost(unit.name, "destroyed"), unit, unit.guards)


def freed(scene: Scene, state: State, train: Unit, guards: int) -> State:
    """Return the state with the guards of a train that is lost, as the infantry that they are from now on.

    Rules: train-lost.
    """
    from rcw_rules.red_white.charge import freed_guards
    from rcw_rules.red_white.game.placing import formed, with_room

    if not guards or train.type != "armoured_train":
        return state
    name = f"guards of {train.name}"
    unit = plain(freed_guards(train, guards), name)
    place = scene.group_of(train.name)
    facing = place.bases[0].facing
    group = formed(scene.options, name, "infantry", guards, middle_of(place), facing, 0)
    troop = Troop(unit=unit)
    found = with_room(state, group, scene.rearwards(train.side), lambda one: scene.can_stand(troop, one))
    state = state.with_troop(troop)
    return state if found is None else state.with_group(found)


def after_test(umpire: Umpire[Options], scene: Scene, state: State, name: str, test: MoraleOutcome) -> State:
    """Return the state after a unit's morale test.

    Rules: morale-fail, cheka-second-failure, morale-rally, morale-off-table.
    """
    unit = state.the_troop(name).unit
    unit = evolve(unit, falling_back=test.falling_back, casualties=test.casualties)
    if not is_vehicle(unit) and test.stands != morale_stands(unit):
        unit = evolve(unit, stands=test.stands)
    state = with_unit(scene, state, name, unit)
    if not test.moves:
        return state
    return went_back(umpire, scene, state, name, test.moved, off_table=bool(test.off_table))


# --- Petrol bombs -----------------------------------------------------------------------------------------------------


def plan_bombs(scene: Scene, action: ThrowBombs) -> PetrolBombsRequest:
    """Return petrol bombs that can be thrown.

    Raises:
        IllegalRequestError: They cannot.

    Rules: petrol-d6, opt-petrol-bombs, petrol-morale.
    """
    state = scene.state
    unit, tank = scene.troops.get(action.unit), scene.troops.get(action.tank)
    if unit is None or tank is None or action.unit not in scene.on_table or action.tank not in scene.on_table:
        refuse("petrol-d6", f"{action.unit!r} and {action.tank!r} must both be units on the table")
    if unit.side != state.to_act:
        refuse("p1-sequence", f"{unit.name} is not {state.to_act}: the other side acts now")
    if unit.unit.type != "infantry" or tank.unit.type != "tank" or tank.side == unit.side:
        refuse("petrol-d6", "infantry throws petrol bombs at enemy tanks")
    if unit.name in state.marks.bombed:
        refuse("petrol-d6", f"{unit.name} has thrown its bombs in this phase")
    there = scene.group_of(tank.name)
    near = sum(gap(base, there) <= BOMBS_REACH for base in scene.group_of(unit.name).bases)
    if not near:
        refuse("petrol-d6", f"no stand of {unit.name} is within {BOMBS_REACH} of {tank.name}")
    target = BombTarget(hits=tank.unit.hits or 0, stands_near=near)
    request = PetrolBombsRequest(situation="near_tank", unit=scene.situated(unit.name), tanks=(target,))
    scene.judge.declared(request).require()
    return request


def throw(umpire: Umpire[Options], scene: Scene, action: ThrowBombs) -> State:
    """Throw petrol bombs at a tank.

    Rules: petrol-d6, petrol-morale, petrol-hit-effect.
    """
    request, state = plan_bombs(scene, action), scene.state
    outcome = umpire.resolve(request, f"petrol bombs of {action.unit}")
    marks = evolve(state.marks, bombed=(*state.marks.bombed, action.unit))
    state = evolve(state, marks=marks, begun=True)
    if outcome.morale is not None:
        state = after_test(umpire, scene, state, action.unit, outcome.morale)
    (tank,) = outcome.tanks
    if tank.destroyed:
        return state.lost(action.tank, "destroyed")
    unit = state.the_troop(action.tank).unit
    hurt = unit.casualties or tank.hits > (unit.hits or 0)
    state = with_unit(scene, state, action.tank, evolve(unit, hits=tank.hits, casualties=hurt))
    return hit_effects(scene, state, action.tank, tank.effects)


def touches(one: Inches) -> bool:
    """Return whether two things so far apart are in contact."""
    return one <= TOUCHING
