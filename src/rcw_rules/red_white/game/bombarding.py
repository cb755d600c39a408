"""Fire at vessels, and from them."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from rcw_rules.kernel.geometry.table import middle_of
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.red_white.fire import FireAttackRequest, FireRequest, Volley
from rcw_rules.red_white.game.actions import Bombard
from rcw_rules.red_white.game.river import gone_down, vessel_of, with_vessel
from rcw_rules.red_white.game.scenario import Afloat
from rcw_rules.red_white.game.scene import Scene, refuse
from rcw_rules.red_white.game.shooting import after_fire, tested_to_fire
from rcw_rules.red_white.game.state import Fired, State
from rcw_rules.red_white.model import enemy_of
from rcw_rules.red_white.options import Options
from rcw_rules.red_white.part_one import band_of, sinks_at, vessel_dice_of
from rcw_rules.red_white.profile import Weapon

WEAPONS: tuple[Weapon, ...] = ("artillery", "light_gun", "machine_gun")
"""What vessels may have, as far as the profile gives it to them."""


def guns_of(one: Afloat) -> str:
    """Return which row of the profile tells the guns of a vessel: a ship of which nothing is said is a merchant.

    Rules: p1-artillery-and-armour, ship-class.
    """
    return one.vessel.type if one.vessel.type != "ship" else one.vessel.kind or "merchant"


def plan_bombardment(scene: Scene, action: Bombard) -> Volley:
    """Return fire at a vessel or from one, checked as far as no dice are needed.

    Raises:
        IllegalRequestError: It cannot be opened.

    Rules: p1-fire, p1-artillery-and-armour, p1-terrain, p1-facing.
    """
    state = scene.state
    firer, aim = vessel_of(state, action.unit), vessel_of(state, action.target)
    if firer is None and aim is None:
        refuse("p1-fire", f"neither {action.unit!r} nor {action.target!r} is a vessel: fire at units with fire")
    for name in (action.unit, action.target):
        if state.group(name) is None or (vessel_of(state, name) is None and name not in scene.troops):
            refuse("p1-fire", f"{name!r} is not on the table")
    sides = state.sides
    if sides[action.unit] != state.to_act:
        refuse("p1-sequence", f"{action.unit} is not {state.to_act}: the other side acts now")
    if sides[action.target] == sides[action.unit]:
        refuse("bad-sides", f"{action.target} is on the same side")
    if Fired(unit=action.unit, weapon=action.weapon) in state.marks.fired:
        refuse("p1-fire", f"{action.unit} has fired its {action.weapon} in this phase")
    if firer is None:
        barred = scene.is_barred(action.unit)
        if barred:
            refuse("p1-fire", barred)
        if action.weapon not in scene.weapons(action.unit):
            refuse("p1-fire", f"{action.unit} has no {action.weapon}")
    band = band_of(scene.options, action.weapon, scene.facts.gap(action.unit, action.target))
    dice = 0
    if band is not None and scene.sees(action.unit, action.target):
        if firer is not None:
            dice = vessel_dice_of(scene.options, guns_of(firer), action.weapon)
        else:
            stands = scene.bears(action.unit, action.target, action.weapon)
            dice = scene.dice(action.unit, action.weapon, stands, middle_of(scene.group_of(action.target)))
    if not dice:
        refuse("p1-fire", f"{action.unit} has not {action.target} in sight, arc and range of its {action.weapon}")
    return Volley(weapon=action.weapon, dice=dice, band=band)


def bombard(umpire: Umpire[Options], scene: Scene, action: Bombard) -> State:
    """Fire at a vessel: each hit damages a ship, and sinks a launch or a boat. Or fire at a unit from a vessel.

    Rules: p1-artillery-and-armour, ship-morale, suppress-fire, p1-fire.
    """
    volley, state = plan_bombardment(scene, action), scene.state
    fired = (*state.marks.fired, Fired(unit=action.unit, weapon=action.weapon))
    state = evolve(state, marks=evolve(state.marks, fired=fired), begun=True)
    if vessel_of(state, action.unit) is None:
        state, may_fire = tested_to_fire(umpire, scene, state, action.unit)
        if not may_fire:
            return state
    aim = vessel_of(state, action.target)
    if aim is None:
        target = scene.situated(action.target)
        asked = FireAttackRequest(unit=target, volleys=(volley,), phase_1=state.is_phase_1)
        outcome = umpire.resolve(asked, f"fire of {action.unit} at {action.target}")
        return after_fire(umpire, scene, state, target, outcome)
    request = FireRequest(dice=volley.dice or 0, weapon=volley.weapon, band=volley.band, target="vessel")
    hits = umpire.resolve(request, f"fire of {action.unit} at {action.target}").hits
    return damaged(umpire, state, aim, hits)


def damaged(umpire: Umpire[Options], state: State, one: Afloat, hits: int) -> State:
    """Return the state after hits on a vessel.

    Rules: p1-artillery-and-armour, ship-morale.
    """
    if not hits:
        return state
    damage = one.vessel.damage + hits
    if one.vessel.type != "ship" or damage >= sinks_at(umpire.options):
        umpire.result("p1-artillery-and-armour", "{vessel} sinks with everything aboard", vessel=one.name)
        return gone_down(state, one.name, "destroyed")
    umpire.result("ship-morale", "{vessel} has {damage} damage", vessel=one.name, damage=damage)
    return with_vessel(state, evolve(one, vessel=evolve(one.vessel, damage=damage)))


def bombardments(scene: Scene) -> Iterator[Bombard]:
    """Yield fire at every enemy vessel, and from every vessel at every enemy.

    Rules: p1-fire.
    """
    state, side = scene.state, scene.state.to_act
    if side is None or not state.vessels:
        return
    afloat = [one.name for one in state.vessels if state.group(one.name) is not None]
    sides = state.sides
    hostile = [name for name in afloat if sides[name] == enemy_of(side)]
    for troop in scene.troops_of(side):
        for weapon in scene.weapons(troop.name):
            for name in hostile:
                yield Bombard(unit=troop.name, target=name, weapon=weapon)
    for name in afloat:
        one = vessel_of(state, name)
        if sides[name] != side or one is None:
            continue
        for weapon in WEAPONS:
            if vessel_dice_of(scene.options, guns_of(one), weapon):
                for target in (*hostile, *(enemy.name for enemy in scene.enemies(side))):
                    yield Bombard(unit=name, target=target, weapon=weapon)
