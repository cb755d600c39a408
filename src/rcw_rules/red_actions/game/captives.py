"""Prisoners on the table: who takes them, who guards them, and who frees them.

Prisoners stand where they were taken, under the guard of the unit that took them. They go with their guard as long as
it goes no farther than it could on foot; else they stay behind, and nobody guards them.
"""

from __future__ import annotations

from attrs import evolve

from rcw_rules.kernel.errors import NeedsRuling
from rcw_rules.kernel.geometry.table import Group, Point, distance, gap, is_inside, middle_of
from rcw_rules.kernel.lengths import Inches, inches
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.red_actions.game.cards import card_of
from rcw_rules.red_actions.game.notes import Captives
from rcw_rules.red_actions.game.state import State, enemy_of
from rcw_rules.red_actions.model import Side, Unit
from rcw_rules.red_actions.options import Options
from rcw_rules.red_actions.units import PrisonersRequest, escort_speed

TOUCHING_THINGS = inches("0.75")
"""How near to the middle of things a unit touches them: they cover about a base."""

HOUSE_KINDS = ("buildings", "built_up")
_NO_WALK = inches(0)


def touches(group: Group, spot: Point) -> bool:
    """Return whether a unit touches things that lie at a spot: guns, weapons, horses, prisoners."""
    return gap(spot, group) <= TOUCHING_THINGS


def with_captives(state: State, by: Side, bases: int, at: Point, guard: str) -> State:
    """Return the state in which a side has taken prisoners.

    Args:
        state: The state.
        by: The side that takes them.
        bases: How many bases; 0 for none.
        at: Where.
        guard: The unit that guards them; "" for none.

    Rules: misc-prisoners-take.
    """
    if not bases:
        return state
    names = {one.name for one in state.captives}
    name = next(called for number in range(1, 400) if (called := f"Prisoners {number}") not in names)
    taken = Captives(name=name, of=enemy_of(by), bases=bases, at=at, held_by=by, guard=guard)
    return evolve(state, captives=(*state.captives, taken))


def nearest_captor(state: State, by: Side, at: Point) -> str:
    """Return the unit of a side that is nearest to those who surrender: it guards them."""
    near = [
        (gap(at, group).thousandths, unit.name)
        for unit in state.on_table
        if unit.side == by and not unit.routing and (group := state.group(unit.name)) is not None
    ]
    return min(near, default=(0, ""))[1]


def owned(state: State, captives: Captives, owner: Side | None, guard: str) -> State:
    """Return the state in which prisoners have another owner; those whom their own side gets back go home.

    Rules: misc-prisoners-take.
    """
    others = tuple(one for one in state.captives if one.name != captives.name)
    if owner is None or owner == captives.of:
        return evolve(state, captives=others)
    now = evolve(captives, held_by=owner, guard=guard)
    return evolve(state, captives=tuple(now if one.name == captives.name else one for one in state.captives))


def driven_off(umpire: Umpire[Options], state: State, guard: str, by: str) -> State:
    """Return the state after an enemy has made the guard of prisoners retire or rout: they are the enemy's.

    Rules: misc-prisoners-take.
    """
    enemy = state.unit(by)
    for captives in state.captives:
        if captives.guard != guard or enemy is None or enemy.side == captives.held_by:
            continue
        asked = PrisonersRequest(event="guard_driven_off", by=enemy.side, owner=captives.held_by, guarded=True)
        owner = umpire.resolve(asked, f"guard of {captives.name}").owner
        state = owned(state, captives, owner, by)
    return state


def escorted(state: State, unit: Unit, start: Group, end: Group) -> State:
    """Return the state in which prisoners have gone with their guard, or are left without one.

    Args:
        state: The state after the move.
        unit: The guard.
        start: Where it set out.
        end: Where it stands.

    Rules: misc-prisoners-take.
    """
    for captives in state.captives:
        if captives.guard != unit.name:
            continue
        here, there = middle_of(start), middle_of(end)
        goes_along = distance(here, there) <= _on_foot(state, unit)
        at = captives.at
        if goes_along:
            width, depth = (length.thousandths for length in state.table.size)
            x = at.x.thousandths + there.x.thousandths - here.x.thousandths
            y = at.y.thousandths + there.y.thousandths - here.y.thousandths
            at = Point(x=Inches(thousandths=min(width, max(0, x))), y=Inches(thousandths=min(depth, max(0, y))))
        now = evolve(captives, at=at) if goes_along else evolve(captives, guard="")
        state = evolve(state, captives=tuple(now if one.name == captives.name else one for one in state.captives))
    return state


def _on_foot(state: State, unit: Unit) -> Inches:
    """Return how fast a guard goes with prisoners; not at all if nobody knows.

    Rules: misc-prisoners-take.
    """
    dismounted = next((card for one in unit.card.dismounts_as if (card := card_of(state.scenario, unit, one))), None)
    try:
        return escort_speed(unit.card, dismounted)
    except NeedsRuling:
        return _NO_WALK


def found_by(umpire: Umpire[Options], state: State, name: str) -> State:
    """Return the state after a unit has come to prisoners whom nobody guards.

    Rules: misc-prisoners-take.
    """
    unit, group = state.unit(name), state.group(name)
    if unit is None or group is None or unit.routing or unit.card.arm == "officer":
        return state
    for captives in state.captives:
        if captives.guard or not touches(group, captives.at):
            continue
        asked = PrisonersRequest(
            event="moves_onto",
            by=unit.side,
            owner=captives.held_by,
            guarded=guarded_against(state, captives, unit.side),
            in_building=in_building(state, captives),
        )
        owner = umpire.resolve(asked, f"{name} finds {captives.name}").owner
        state = owned(state, captives, owner, name if owner == unit.side else "")
    return state


def guarded_against(state: State, captives: Captives, side: Side) -> bool:
    """Return whether an enemy of a side is in contact with prisoners.

    Rules: misc-prisoners-take.
    """
    return any(
        unit.side != side
        and not unit.routing
        and (group := state.group(unit.name)) is not None
        and touches(group, captives.at)
        for unit in state.on_table
    )


def in_building(state: State, captives: Captives) -> bool:
    """Return whether prisoners are in a building.

    Rules: misc-prisoners-take.
    """
    return any(one.kind in HOUSE_KINDS and is_inside(captives.at, one.outline) for one in state.table.terrain)


def without_guard(state: State, name: str) -> State:
    """Return the state in which a unit that leaves its prisoners behind guards nobody any more.

    Rules: misc-prisoners-take.
    """
    if all(one.guard != name for one in state.captives):
        return state
    return evolve(state, captives=tuple(evolve(one, guard="") if one.guard == name else one for one in state.captives))
