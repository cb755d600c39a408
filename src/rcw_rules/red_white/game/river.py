"""Vessels under way: along the channel, through the ice, with what they have in tow.

A vessel moves once in its side's movement phase. Its owner says which way and how far at most; then the dice fall. What
it has in tow follows astern. Vessels pass each other, but none ends its move on another, and behind an icebreaker that
was halted the others stay behind.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve, frozen

from rcw_rules.kernel.geometry.table import Base, Group, Point
from rcw_rules.kernel.lengths import Inches, inches
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.red_white.army import Fate
from rcw_rules.red_white.game.actions import Sail
from rcw_rules.red_white.game.channel import (
    Way,
    channel_of,
    lies_in,
    section_now,
    stretches_of,
    vessel_group,
)
from rcw_rules.red_white.game.scenario import SIDES, Afloat
from rcw_rules.red_white.game.scene import NOTHING, Scene, refuse
from rcw_rules.red_white.game.state import State, Went
from rcw_rules.red_white.game.tracks import OnLine, length_of, nearest_on_line, on_line
from rcw_rules.red_white.model import morale_stands
from rcw_rules.red_white.options import Options
from rcw_rules.red_white.part_one import vessel_size
from rcw_rules.red_white.river import (
    DICE,
    BoatSafetyRequest,
    IcebreakerRequest,
    IceChokedMoveRequest,
    Load,
    RiverSection,
    Vessel,
    VesselMoveRequest,
)

_SHORTER = inches("0.25")


@frozen(kw_only=True)
class Course:
    """A way along the channel that a vessel can take.

    Attributes:
        afloat: The vessel.
        where: Where it is, and which way it goes.
        most: How far it goes at most: as its owner wants it, and to the end of the channel.
        path: The section in which it lies and those that it would enter, as they are now.
        to_edge: How far it is to the end of the section in which it lies.
        tow: What it has in tow, the nearest first.
    """

    afloat: Afloat
    where: OnLine
    most: Inches
    path: tuple[RiverSection, ...]
    to_edge: Inches
    tow: tuple[Afloat, ...] = ()


# --- Who is where -----------------------------------------------------------------------------------------------------


def vessel_of(state: State, name: str) -> Afloat | None:
    """Return a vessel that is in the game; None if there is none of that name."""
    return next((one for one in state.vessels if one.name == name), None)


def in_tow_of(state: State, name: str) -> tuple[Afloat, ...]:
    """Return what a vessel has in tow, in the order of the vessels.

    Rules: ship-tow.
    """
    return tuple(one for one in state.vessels if one.towed_by == name)


def as_asked(state: State, one: Afloat) -> Vessel:
    """Return a vessel as a procedure wants it: with what it tows, and what tows it.

    Rules: ship-tow.
    """
    tower = vessel_of(state, one.towed_by)
    kind = "nothing" if tower is None or tower.vessel.type == "boat" else tower.vessel.type
    return evolve(one.vessel, towing=tuple(each.vessel.type for each in in_tow_of(state, one.name)), towed_by=kind)


def load_of(state: State, name: str) -> tuple[Load, ...]:
    """Return what a vessel carries.

    Rules: ship-capacity.
    """
    return tuple(
        Load(type=troop.unit.type, stands=max(1, morale_stands(troop.unit)))
        for troop in state.troops
        if troop.aboard == name
    )


def with_vessel(state: State, one: Afloat) -> State:
    """Return the state with a vessel as it is now."""
    return evolve(state, vessels=tuple(one if each.name == one.name else each for each in state.vessels))


def gone_down(state: State, name: str, fate: Fate) -> State:
    """Return the state without a vessel, what it carried, and what it had in tow if it left the table.

    Rules: choked-boats, thin-halt-exit, ship-morale.
    """
    for one in in_tow_of(state, name):
        state = (
            gone_down(state, one.name, fate) if fate == "off_table" else with_vessel(state, evolve(one, towed_by=""))
        )
    for troop in state.troops:
        if troop.aboard == name:
            state = state.lost(troop.name, fate)
    for one in state.vessels:
        if one.aboard == name:
            state = state.lost(one.name, fate)
    for hq in state.headquarters:
        if hq.aboard == name:
            state = state.lost(hq.name, fate)
    return state.lost(name, fate)


# --- The course -------------------------------------------------------------------------------------------------------


def mine(scene: Scene, name: str) -> Afloat:
    """Return a vessel that may be moved now.

    Raises:
        IllegalRequestError: It may not.

    Rules: p1-sequence, ship-move.
    """
    state, one = scene.state, vessel_of(scene.state, name)
    if one is None or state.group(name) is None:
        refuse("ship-class", f"{name!r} is no vessel on the water")
    if state.sides[name] != state.to_act:
        refuse("p1-sequence", f"{name} is not {state.to_act}: the other side acts now")
    if state.marks.went(name) is not None:
        refuse("ship-move", f"{name} has moved in this turn")
    return one


def plan_course(scene: Scene, action: Sail) -> Course:
    """Return a course, checked as far as no dice are needed.

    Raises:
        IllegalRequestError: It cannot be taken.

    Rules: ship-move, ship-tow, frozen-vessels, thin-ship-speed, unfrozen-vessels, thin-icebreaker.
    """
    one, state = mine(scene, action.vessel), scene.state
    if one.towed_by:
        refuse("ship-tow", f"{one.name} goes where {one.towed_by} tows it")
    if action.most <= NOTHING:
        refuse("ship-move", f"expected more than 0 in, got {action.most}")
    line, group = channel_of(state.scenario), scene.group_of(one.name)
    where = _turned(on_line(line, group), group, action.way)
    ahead = length_of(line) - where.front if where.ahead else where.front
    most = min(action.most, ahead, inches(6 * (DICE[one.vessel.type] if one.vessel.dice is None else one.vessel.dice)))
    if most <= NOTHING:
        refuse("ship-move", f"{one.name} lies at the end of the channel, or has no dice to go")
    path, edges = _path(state, where, most)
    for number, section in enumerate(path):
        if number and _is_closed(one.vessel, section) and edges[number] > NOTHING:
            path, most = path[:number], edges[number]
            break
    course = Course(afloat=one, where=where, most=most, path=path, to_edge=edges[1], tow=in_tow_of(state, one.name))
    scene.judge.declared(_question(state, course)).require()
    return course


def _is_closed(vessel: Vessel, section: RiverSection) -> bool:
    """Return whether a vessel may not enter a section: it goes up to its edge then.

    Rules: frozen-vessels, thin-ship-speed, unfrozen-vessels.
    """
    thin = section.state == "thin_ice" and vessel.type != "ship"
    return thin or section.state == "frozen" or section.bridge_low or section.shallow


def _turned(where: OnLine, group: Group, way: Way) -> OnLine:
    """Return where a vessel is once it has turned to go one way: its bow is where its stern was."""
    ahead = way == "down"
    if where.ahead == ahead:
        return where
    depth = group.bases[0].depth
    return OnLine(where.front - depth if where.ahead else where.front + depth, ahead)


def _path(state: State, where: OnLine, most: Inches) -> tuple[tuple[RiverSection, ...], tuple[Inches, ...]]:
    """Return the sections of a course, how far it is to the near edge of each, and last to the end of the last.

    Rules: ice-sections.
    """
    stretches = stretches_of(state.scenario)
    if not where.ahead:
        stretches = tuple(reversed(stretches))
    names: list[str] = []
    edges: list[Inches] = []
    for stretch in stretches:
        near, far = (stretch.begins, stretch.ends) if where.ahead else (stretch.ends, stretch.begins)
        begins = near - where.front if where.ahead else where.front - near
        ends = far - where.front if where.ahead else where.front - far
        if ends <= NOTHING or (names and begins >= most):
            continue
        edges[len(names) :] = [max(NOTHING, begins), ends]
        names.append(stretch.section)
    return tuple(section_now(state, name) for name in names), tuple(edges)


def _question(
    state: State, course: Course
) -> IcebreakerRequest | IceChokedMoveRequest | BoatSafetyRequest | VesselMoveRequest:
    """Return what is asked about a course: by the worst ice on it.

    Rules: thin-icebreaker, choked-ship-test, choked-boats, ship-move.
    """
    vessel, path = as_asked(state, course.afloat), course.path
    states = {section.state for section in path}
    rowed = vessel.type == "boat"
    if vessel.type == "ship" and "thin_ice" in states:
        left = course.afloat.name not in state.marks.ice_tried and state.marks.leader_left
        return IcebreakerRequest(vessel=vessel, path=path, to_edge=course.to_edge, leader_left_this_turn=left)
    if vessel.type == "ship" and "ice_choked" in states:
        halted = _halted_ahead(state, course)
        return IceChokedMoveRequest(vessel=vessel, path=path, to_edge=course.to_edge, halted_icebreaker=halted)
    if vessel.type != "ship" and states & {"ice_choked", "thin_ice"}:
        loads = load_of(state, course.afloat.name)
        return BoatSafetyRequest(vessel=vessel, path=path, rowed=rowed, load=loads[0] if loads else None)
    return VesselMoveRequest(vessel=vessel, path=path, rowed=rowed)


def _halted_ahead(state: State, course: Course) -> Inches | None:
    """Return how far ahead the stern of an icebreaker lies that failed its last test; None if none does.

    Rules: thin-halt-exit.
    """
    line = channel_of(state.scenario)
    found: list[Inches] = []
    for one in state.vessels:
        group = state.group(one.name)
        if one.name == course.afloat.name or not one.vessel.failures or group is None:
            continue
        other, depth = on_line(line, group), group.bases[0].depth
        ends = (other.front, other.front - depth if other.ahead else other.front + depth)
        far = min(ends) - course.where.front if course.where.ahead else course.where.front - max(ends)
        if far >= NOTHING:
            found.append(far)
    return min(found) if found else None


# --- Under way --------------------------------------------------------------------------------------------------------


def sail(umpire: Umpire[Options], scene: Scene, action: Sail) -> State:
    """Take a vessel along the channel: the ice is tested, the dice fall, and what is in tow follows.

    Rules: ship-move, thin-icebreaker, thin-halt-exit, thin-wake, choked-ship-test, choked-boats, ship-tow.
    """
    course, state = plan_course(scene, action), scene.state
    name, asked = course.afloat.name, _question(scene.state, course)
    far: Inches
    if isinstance(asked, IcebreakerRequest):
        outcome = umpire.resolve(asked, f"{name} breaks the ice")
        marks = state.marks
        state = evolve(state, marks=evolve(marks, ice_tried=(*marks.ice_tried, name)), begun=True)
        if outcome.exits:
            state = evolve(state, marks=evolve(state.marks, leader_left=True))
            return gone_down(state, name, "off_table")
        failures = 1 if outcome.failures else 0
        state = with_vessel(state, evolve(course.afloat, vessel=evolve(course.afloat.vessel, failures=failures)))
        state = _broken(state, outcome.path)
        far = outcome.moved
    elif isinstance(asked, IceChokedMoveRequest):
        far = umpire.resolve(asked, f"{name} among the floes").moved
    elif isinstance(asked, BoatSafetyRequest):
        safety = umpire.resolve(asked, f"{name} among the floes")
        if safety.overturned:
            return gone_down(evolve(state, begun=True), name, "destroyed")
        far = safety.moved or NOTHING
    else:
        far = umpire.resolve(asked, f"speed of {name}").moved or NOTHING
    if far > NOTHING:
        state = _towed_through(umpire, state, course)
    return _arrived(umpire.options, state, course, min(far, course.most))


def _broken(state: State, path: tuple[RiverSection, ...]) -> State:
    """Return the state with the sections of a path as the icebreaker has left them.

    Rules: thin-wake.
    """
    after = {section.name: section.state for section in path}
    return evolve(
        state,
        river=tuple(evolve(one, state=after[one.name]) if one.name in after else one for one in state.river),
    )


def _towed_through(umpire: Umpire[Options], state: State, course: Course) -> State:
    """Return the state after each launch and boat in tow among floes has rolled for its safety.

    In tow of an icebreaker they are in the broken ice of its wake.

    Rules: choked-boats, thin-wake.
    """
    path = tuple(
        evolve(section, state="ice_choked") if section.state == "thin_ice" else section for section in course.path
    )
    if all(section.state == "unfrozen" for section in path):
        return state
    for one in course.tow:
        loads = load_of(state, one.name)
        asked = BoatSafetyRequest(vessel=as_asked(state, one), path=path, load=loads[0] if loads else None)
        if umpire.resolve(asked, f"{one.name} in tow among the floes").overturned:
            state = gone_down(state, one.name, "destroyed")
    return state


def _arrived(options: Options, state: State, course: Course, far: Inches) -> State:
    """Return the state with a vessel and its tow at the end of a move: short of others on whom they would lie.

    Rules: ship-move, ship-tow.
    """
    name = course.afloat.name
    marks = evolve(state.marks, movements=(*state.marks.movements, Went(unit=name, far=far)))
    state = evolve(state, begun=True, marks=marks)
    one = vessel_of(state, name)
    assert one is not None  # noqa: S101 - those that are gone have been left out
    tow = in_tow_of(state, name)
    names = {name, *(each.name for each in tow)}
    left = far
    while True:
        front = course.where.front + left if course.where.ahead else course.where.front - left
        groups = _convoy(options, state, one, tow, OnLine(front, course.where.ahead))
        free = groups is not None and not any(
            other.name not in names for group in groups for other in state.layout.under(group)
        )
        if free or left <= NOTHING:
            break
        left = max(NOTHING, left - _SHORTER)
    if groups is None or not free:
        return state
    for group in groups:
        state = state.with_group(group)
        lying = vessel_of(state, group.name)
        assert lying is not None  # noqa: S101 - it is one of the convoy
        state = with_vessel(state, evolve(lying, section=lies_in(state, group)))
    return state


def _convoy(
    options: Options, state: State, one: Afloat, tow: tuple[Afloat, ...], where: OnLine
) -> tuple[Group, ...] | None:
    """Return a vessel and what it tows, one behind the other; what does not fit on the channel stays where it is.

    Rules: ship-tow.
    """
    leader = vessel_group(options, state.scenario, one, where)
    if leader is None:
        return None
    found = [leader]
    stern = where.front - leader.bases[0].depth if where.ahead else where.front + leader.bases[0].depth
    for each in tow:
        group = vessel_group(options, state.scenario, each, OnLine(stern, where.ahead))
        if group is None:
            return None
        found.append(group)
        stern = stern - group.bases[0].depth if where.ahead else stern + group.bases[0].depth
    return tuple(found)


def rested(state: State) -> State:
    """Return the state at the end of a turn: icebreakers that did not try have failed no test in a row.

    Rules: thin-halt-exit, gen-unit-state.
    """
    return evolve(
        state,
        vessels=tuple(
            evolve(one, vessel=evolve(one.vessel, failures=0))
            if one.vessel.failures and one.name not in state.marks.ice_tried
            else one
            for one in state.vessels
        ),
    )


def sailings(scene: Scene) -> Iterator[Sail]:
    """Yield what the vessels of the side that acts may do under way: go down or up the channel, far or a little.

    Rules: ship-move.
    """
    state = scene.state
    for one in state.vessels:
        if state.sides[one.name] != state.to_act or state.group(one.name) is None:
            continue
        if state.marks.went(one.name) is not None:
            continue
        if one.towed_by:
            continue
        for way in ("down", "up"):
            yield Sail(vessel=one.name, way=way)
            yield Sail(vessel=one.name, way=way, most=inches(6))


# --- As the game begins -----------------------------------------------------------------------------------------------


def set_afloat(options: Options, state: State) -> tuple[State, tuple[str, ...]]:
    """Return the state with every vessel where the scenario places it, and what is wrong with that.

    What is in tow lies astern of its tower, unless it is placed itself.

    Rules: ship-tow, ice-sections.
    """
    scenario = state.scenario
    wrong: list[str] = []
    line = channel_of(scenario)
    placed = {one.unit: one for side in SIDES for one in scenario.army(side).placed}
    for one in sorted(state.vessels, key=lambda one: bool(one.towed_by)):
        if one.aboard:
            continue
        spot, tower = placed.get(one.name), state.group(one.towed_by)
        if spot is not None:
            size = vessel_size(options, one.vessel.type)
            at = Point(x=spot.at[0], y=spot.at[1])
            tail = Base(at=at, facing=spot.facing, frontage=size.frontage, depth=size.depth).rear
            front = nearest_on_line(line, at)[0]
            where = OnLine(front, nearest_on_line(line, tail)[0] <= front)
        elif tower is not None:
            where = astern_of(state, one.towed_by, line)
        else:
            wrong.append(f"{one.name} is neither placed, nor aboard, nor in tow of a vessel that is placed")
            continue
        group = vessel_group(options, scenario, one, where)
        if group is None or not lies_in(state, group):
            wrong.append(f"{one.name} does not lie in the channel, in a section of the river")
        elif state.layout.under(group):
            wrong.append(f"{one.name} lies on {state.layout.under(group)[0].name}")
        else:
            state = with_vessel(state.with_group(group), evolve(one, section=lies_in(state, group)))
    return state, tuple(wrong)


def astern_of(state: State, tower: str, line: tuple[Point, ...]) -> OnLine:
    """Return where the next vessel in tow of another one lies: astern of all that it tows already."""
    hulls = [tower, *(one.name for one in in_tow_of(state, tower))]
    groups = [group for name in hulls if (group := state.group(name)) is not None]
    last = groups[-1]
    where, depth = on_line(line, last), last.bases[0].depth
    return OnLine(where.front - depth if where.ahead else where.front + depth, where.ahead)


__all__ = [
    "Course",
    "as_asked",
    "astern_of",
    "gone_down",
    "in_tow_of",
    "load_of",
    "mine",
    "plan_course",
    "rested",
    "sail",
    "sailings",
    "set_afloat",
    "vessel_of",
    "with_vessel",
]
