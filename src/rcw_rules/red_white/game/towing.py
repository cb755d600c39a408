"""Vessels in tow: they are taken in tow and cast off, either in place of their own move.

The book says how many vessels a ship or a launch tows, not how they come in tow. Here one of the same side is taken in
tow from within 2 inches, a number of this library, and lies astern of whatever its tower tows already.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from rcw_rules.kernel.geometry.table import Group, gap
from rcw_rules.kernel.lengths import inches
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.red_white.game.actions import CastOff, TakeInTow
from rcw_rules.red_white.game.channel import channel_of, lies_in, vessel_group
from rcw_rules.red_white.game.river import as_asked, astern_of, load_of, mine, vessel_of, with_vessel
from rcw_rules.red_white.game.scenario import Afloat
from rcw_rules.red_white.game.scene import NOTHING, Scene, refuse
from rcw_rules.red_white.game.state import State, Went
from rcw_rules.red_white.options import Options
from rcw_rules.red_white.river import EmbarkRequest

TOW_WITHIN = inches(2)
"""How near a vessel must lie to be taken in tow; a number of this library."""


def plan_towing(scene: Scene, action: TakeInTow) -> tuple[Afloat, Afloat, Group]:
    """Return a vessel that can be taken in tow, its tower, and where it lies then.

    Raises:
        IllegalRequestError: It cannot.

    Rules: ship-tow, p1-sequence.
    """
    one, state = mine(scene, action.vessel), scene.state
    tower = vessel_of(state, action.tower)
    ahead = state.group(action.tower)
    if tower is None or ahead is None or state.sides[tower.name] != state.to_act or tower.name == one.name:
        refuse("ship-tow", f"{action.tower!r} is no other vessel of {state.to_act} on the water")
    if one.towed_by:
        refuse("ship-tow", f"{one.name} is in tow of {one.towed_by}")
    if tower.towed_by:
        refuse("ship-tow", f"{tower.name} is in tow itself")
    far = gap(scene.group_of(one.name), ahead)
    if far > TOW_WITHIN:
        refuse("ship-tow", f"{tower.name} is {far} away, and takes in tow what lies within {TOW_WITHIN}")
    scene.judge.declared(_carried(state, tower, one)).require()
    scene.judge.declared(_carried(with_vessel(state, evolve(one, towed_by=tower.name)), one)).require()
    alone = state.without_group(one.name)
    where = astern_of(alone, tower.name, channel_of(state.scenario))
    group = vessel_group(scene.options, state.scenario, one, where)
    waters = {section.name: section.state for section in state.river}
    section = lies_in(state, group) if group is not None else ""
    if group is None or not section or alone.layout.under(group):
        refuse("ship-tow", f"there is no room for {one.name} astern of {tower.name}")
    if section != one.section and waters[section] in {"frozen", "thin_ice"}:
        refuse("ship-tow", f"astern of {tower.name} is ice")
    return one, tower, group


def _carried(state: State, tower: Afloat, towed: Afloat | None = None) -> EmbarkRequest:
    vessel = as_asked(state, tower)
    if towed is not None:
        vessel = evolve(vessel, towing=(*vessel.towing, towed.vessel.type))
    return EmbarkRequest(vessel=vessel, loads=load_of(state, tower.name))


def take_in_tow(umpire: Umpire[Options], scene: Scene, action: TakeInTow) -> State:
    """Take a vessel in tow: it lies astern of its tower, and has used up its move.

    Rules: ship-tow.
    """
    one, tower, group = plan_towing(scene, action)
    umpire.resolve(_carried(scene.state, tower, one), f"{tower.name} takes {one.name} in tow")
    state = scene.state.with_group(group)
    state = with_vessel(state, evolve(one, towed_by=tower.name, section=lies_in(state, group)))
    return _used_up(state, one)


def cast_off(scene: Scene, action: CastOff) -> State:
    """Cast a vessel off that was in tow; it has used up its move.

    Raises:
        IllegalRequestError: It is not in tow.

    Rules: ship-tow.
    """
    one = mine(scene, action.vessel)
    if not one.towed_by:
        refuse("ship-tow", f"{one.name} is not in tow")
    return _used_up(with_vessel(scene.state, evolve(one, towed_by="")), one)


def _used_up(state: State, one: Afloat) -> State:
    marks = evolve(state.marks, movements=(*state.marks.movements, Went(unit=one.name, far=NOTHING)))
    return evolve(state, begun=True, marks=marks)


def towings(scene: Scene) -> Iterator[TakeInTow | CastOff]:
    """Yield which vessels of the side that acts may be taken in tow by which, and which cast off; not all is legal.

    Rules: ship-tow.
    """
    state = scene.state
    own = [one for one in state.vessels if state.sides[one.name] == state.to_act and state.group(one.name) is not None]
    for one in own:
        if one.towed_by:
            yield CastOff(vessel=one.name)
        elif one.vessel.type != "ship":
            for tower in own:
                near = gap(scene.group_of(one.name), scene.group_of(tower.name)) <= TOW_WITHIN
                if tower.name != one.name and tower.vessel.type != "boat" and near:
                    yield TakeInTow(vessel=one.name, tower=tower.name)


__all__ = ["TOW_WITHIN", "cast_off", "plan_towing", "take_in_tow", "towings"]
