"""Aircraft of a whole game: they arrive, go on patrol, have strings laid, and leave.

An aircraft comes on its turn of arrival, or on a later one, as its side's strings are laid: with a string, in combat
mode, or on patrol. In combat mode it has six flight turns, two in a turn; if its owner lays no string, it flies home by
the straight way. A patrol is over when its turns are, or as soon as an enemy aircraft comes over the table.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from attrs import evolve

from rcw_rules.kernel.geometry.table import Point, Table, distance, middle_of
from rcw_rules.kernel.lengths import Inches
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.red_white.aircraft import FLIGHT_TURNS, AirSideRequest, PatrolRequest
from rcw_rules.red_white.game.actions import At, GoOnPatrol, LayString
from rcw_rules.red_white.game.placing import spot_of
from rcw_rules.red_white.game.scenario import TableEdge
from rcw_rules.red_white.game.scene import NOTHING, Scene, refuse
from rcw_rules.red_white.game.state import Aloft, State
from rcw_rules.red_white.model import Side, enemy_of
from rcw_rules.red_white.options import Options

EDGE_PARTS = 4
"""Into how many parts an edge is divided for the strings that are listed."""


def aloft_of(state: State, name: str) -> Aloft | None:
    """Return an aircraft of the game; None if there is none of that name."""
    return next((one for one in state.aircraft if one.name == name), None)


def with_aloft(state: State, one: Aloft) -> State:
    """Return the state with an aircraft as it is now."""
    return evolve(state, aircraft=tuple(one if each.name == one.name else each for each in state.aircraft))


def at_edge(table: Table, spot: Point) -> bool:
    """Return whether a spot lies on an edge of a table."""
    width, depth = table.size
    return spot.x in (NOTHING, width) or spot.y in (NOTHING, depth)


def middle_of_edge(table: Table, edge: TableEdge) -> Point:
    """Return the middle of an edge of a table."""
    width, depth = table.size
    half_width, half_depth = (Inches(thousandths=one.thousandths // 2) for one in (width, depth))
    return {
        "north": Point(x=half_width, y=depth),
        "east": Point(x=width, y=half_depth),
        "south": Point(x=half_width, y=NOTHING),
        "west": Point(x=NOTHING, y=half_depth),
    }[edge]


def _at(spot: Point) -> At:
    return spot.x, spot.y


# --- Strings and patrols ----------------------------------------------------------------------------------------------


def _comes(scene: Scene, name: str) -> Aloft:
    """Return an aircraft whose string may be laid now, or that may go on patrol.

    Raises:
        IllegalRequestError: It is not there yet, on patrol, or gone.

    Rules: air-availability, air-string.
    """
    state, one = scene.state, aloft_of(scene.state, name)
    if one is None or one.mode == "gone":
        refuse("air-availability", f"there is no aircraft {name!r}")
    if one.aircraft.side != state.to_act:
        refuse("p1-sequence", f"{name} is not {state.to_act}: the other side acts now")
    if one.mode == "to_come" and one.arrives > state.turn:
        refuse("air-availability", f"{name} arrives on turn {one.arrives}")
    if one.mode == "patrol":
        refuse("air-patrol", f"{name} is on patrol until an enemy aircraft comes")
    if name in state.marks.strings:
        refuse("air-string", f"the string of {name} has been laid in this turn")
    return one


def plan_string(scene: Scene, action: LayString) -> Aloft:
    """Return an aircraft with its string, checked.

    Raises:
        IllegalRequestError: The string cannot be laid so.

    Rules: air-string, air-availability.
    """
    one, table = _comes(scene, action.aircraft), scene.state.scenario.table
    corners = tuple(spot_of(corner) for corner in action.corners)
    for spot in corners:
        if not table.is_on(spot):
            refuse("air-string", f"{spot} is off the table")
    if one.at is None:
        if len(corners) < 2:
            refuse("air-string", "the string of an aircraft that arrives has two corners at least")
        if not at_edge(table, corners[0]):
            refuse("air-string", f"{one.name} comes in over an edge of the table, and {corners[0]} is on none")
        string = corners
    else:
        string = (spot_of(one.at), *corners)
    if any(first == second for first, second in pairwise(string)):
        refuse("air-string", "two corners of the string that follow each other are the same")
    return evolve(one, mode="combat", at=_at(string[0]), string=tuple(map(_at, string)))


def lay_string(umpire: Umpire[Options], scene: Scene, action: LayString) -> State:
    """Lay the string of an aircraft; one that arrives ends the patrols of the enemy.

    Rules: air-string, air-patrol-ends.
    """
    one = plan_string(scene, action)
    state = scene.state
    before = aloft_of(state, one.name)
    marks = evolve(state.marks, strings=(*state.marks.strings, one.name))
    state = evolve(with_aloft(state, one), begun=True, marks=marks)
    arrives = before is not None and before.mode == "to_come"
    return _patrols_end(umpire, state, one.aircraft.side) if arrives else state


def plan_patrol(scene: Scene, action: GoOnPatrol) -> tuple[Aloft, PatrolRequest]:
    """Return a fighter that may go on patrol, and the question how long it stays.

    Raises:
        IllegalRequestError: It may not.

    Rules: air-types, air-patrol, air-patrol-ends.
    """
    one, state = _comes(scene, action.aircraft), scene.state
    if one.mode != "to_come":
        refuse("air-patrol", f"{one.name} is in combat mode")
    enemies = [each for each in state.aircraft if each.aircraft.side != one.aircraft.side and is_over(each)]
    request = PatrolRequest(
        type=one.aircraft.type,
        turn=state.turn,
        order="patrol",
        enemy_turn=state.turn if enemies else None,
        enemy_type="fighter" if any(each.aircraft.type == "fighter" for each in enemies) else "bomber",
    )
    scene.judge.declared(request).require()
    return one, request


def is_over(one: Aloft) -> bool:
    """Return whether an aircraft is over the table."""
    return one.mode in ("patrol", "combat")


def go_on_patrol(umpire: Umpire[Options], scene: Scene, action: GoOnPatrol) -> State:
    """Send a fighter on patrol. If an enemy aircraft is there already, both are in combat mode at once.

    Rules: air-patrol, air-patrol-ends, opt-patrol-over.
    """
    one, request = plan_patrol(scene, action)
    umpire.ruling("patrol_over")
    scenario = scene.state.scenario
    width, depth = scenario.table.size
    spot = Point(x=Inches(thousandths=width.thousandths // 2), y=Inches(thousandths=depth.thousandths // 2))
    if umpire.options.patrol_over == "own_edge":
        spot = middle_of_edge(scenario.table, scenario.army(one.aircraft.side).edge)
    outcome = umpire.resolve(request, f"patrol of {one.name}")
    aircraft = evolve(
        one.aircraft,
        patrol_turns_left=outcome.patrol_turns_left,
        flight_turns_left=outcome.flight_turns_left or one.aircraft.flight_turns_left,
    )
    state = with_aloft(scene.state, evolve(one, aircraft=aircraft, mode=outcome.mode, at=_at(spot)))
    return _patrols_end(umpire, evolve(state, begun=True), one.aircraft.side)


def _patrols_end(umpire: Umpire[Options], state: State, comes: Side) -> State:
    """Return the state once an aircraft of a side has come: the patrols of the enemy are over, and they fight.

    Rules: air-patrol-ends.
    """
    for one in state.aircraft:
        if one.mode == "patrol" and one.aircraft.side != comes:
            umpire.result("air-patrol-ends", "the patrol of {aircraft} is over: it fights", aircraft=one.name)
            aircraft = evolve(one.aircraft, patrol_turns_left=0, flight_turns_left=FLIGHT_TURNS)
            state = with_aloft(state, evolve(one, aircraft=aircraft, mode="combat"))
            for enemy in state.aircraft:
                if enemy.mode == "patrol" and enemy.aircraft.side == comes:
                    freed = evolve(enemy.aircraft, patrol_turns_left=0, flight_turns_left=FLIGHT_TURNS)
                    state = with_aloft(state, evolve(enemy, aircraft=freed, mode="combat"))
    return state


# --- From step to step ------------------------------------------------------------------------------------------------


def has_strings_to_lay(state: State, side: Side) -> bool:
    """Return whether a side has an aircraft that may come now, or whose string may be laid again.

    Rules: air-string.
    """
    return any(
        one.aircraft.side == side and (one.mode == "combat" or (one.mode == "to_come" and one.arrives <= state.turn))
        for one in state.aircraft
    )


def anything_flies(state: State) -> bool:
    """Return whether any aircraft is in combat mode."""
    return any(one.mode == "combat" for one in state.aircraft)


def flights_begun(umpire: Umpire[Options], state: State) -> State:
    """Return the state as the flight turns of a turn begin: who moves first is found, and no string is missing.

    Without a string a patroller whose patrol was ended flies at the nearest enemy aircraft, any other aircraft home.

    Rules: air-side, air-string, air-two-per-turn, air-patrol-ends.
    """
    flying = [one for one in state.aircraft if one.mode == "combat"]
    sides = {one.aircraft.side for one in flying}
    if len(sides) == 2:
        pilots = {(one.aircraft.side, one.aircraft.pilot) for one in flying}
        asked = AirSideRequest(
            red_ace=("red", "ace") in pilots,
            red_novice=("red", "novice") in pilots,
            white_ace=("white", "ace") in pilots,
            white_novice=("white", "novice") in pilots,
        )
        first = umpire.resolve(asked, "side 1 in the air").side_1
    else:
        first = next(iter(sides))
    state = evolve(state, air_first=first)
    for one in flying:
        string = one.string or _default_string(state, one)
        state = with_aloft(state, evolve(one, string=string, flight=0, dice=0))
    return state


def _default_string(state: State, one: Aloft) -> tuple[At, ...]:
    """Return the string of an aircraft for which none was laid.

    Rules: air-string, air-patrol-ends.
    """
    assert one.at is not None  # noqa: S101 - it is over the table
    here, table = spot_of(one.at), state.scenario.table
    home = middle_of_edge(table, state.scenario.army(one.aircraft.side).edge)
    enemies = [
        spot_of(each.at) for each in state.aircraft if each.aircraft.side != one.aircraft.side and each.at is not None
    ]
    near = min((spot for spot in enemies if spot != here), key=lambda spot: distance(here, spot), default=None)
    goal = near if near is not None and one.aircraft.flight_turns_left == FLIGHT_TURNS else home
    return () if goal == here else (one.at, _at(goal))


def patrols_flown(state: State) -> State:
    """Return the state at the end of a turn: a patrol has a turn less, and one without turns left is over.

    Rules: air-patrol.
    """
    for one in state.aircraft:
        if one.mode != "patrol":
            continue
        left = one.aircraft.patrol_turns_left - 1
        aircraft = evolve(one.aircraft, patrol_turns_left=max(0, left))
        if left > 0:
            state = with_aloft(state, evolve(one, aircraft=aircraft))
        else:
            state = with_aloft(state, evolve(one, aircraft=aircraft, mode="gone", at=None, string=()))
    return state


# --- Good candidates --------------------------------------------------------------------------------------------------


def strings_of(scene: Scene) -> Iterator[LayString | GoOnPatrol]:
    """Yield strings for the aircraft of the side that acts, and patrols.

    An aircraft that arrives comes in over its own edge, in its middle and a quarter from each end, and flies over an
    enemy to the edge beyond; one over the table flies over an enemy, at an enemy aircraft, or home.

    Rules: air-string, air-patrol.
    """
    state = scene.state
    if state.to_act is None:
        return
    for one in state.aircraft:
        if one.aircraft.side != state.to_act or one.mode in ("gone", "patrol"):
            continue
        if one.mode == "to_come" and one.arrives > state.turn:
            continue
        if one.mode == "to_come" and one.aircraft.type == "fighter":
            yield GoOnPatrol(aircraft=one.name)
        yield from _strings(scene, one)


def _strings(scene: Scene, one: Aloft) -> Iterator[LayString]:
    state, side = scene.state, one.aircraft.side
    table = state.scenario.table
    goals = [middle_of(scene.group_of(enemy.name)) for enemy in scene.enemies(side)]
    goals += [
        middle_of(group)
        for vessel in state.vessels
        if state.sides[vessel.name] == enemy_of(side) and (group := state.group(vessel.name)) is not None
    ]
    goals += [spot_of(each.at) for each in state.aircraft if each.aircraft.side != side and each.at is not None]
    home = middle_of_edge(table, state.scenario.army(side).edge)
    starts = _entries(table, state.scenario.army(side).edge) if one.at is None else (spot_of(one.at),)
    for start in starts:
        for goal in goals or [_opposite(table, start)]:
            if goal == start:
                continue
            beyond = _beyond(table, start, goal)
            corners = (goal,) if beyond == goal else (goal, beyond)
            yield LayString(
                aircraft=one.name, corners=tuple(map(_at, (start, *corners) if one.at is None else corners))
            )
    if one.at is not None and spot_of(one.at) != home:
        yield LayString(aircraft=one.name, corners=(_at(home),))


def _entries(table: Table, edge: TableEdge) -> tuple[Point, ...]:
    """Return the middle of an edge, and the points a quarter of it from each end."""
    width, depth = table.size
    middle = middle_of_edge(table, edge)
    shares = (2, 1, 3)
    if edge in ("north", "south"):
        return tuple(Point(x=Inches(thousandths=width.thousandths * one // EDGE_PARTS), y=middle.y) for one in shares)
    return tuple(Point(x=middle.x, y=Inches(thousandths=depth.thousandths * one // EDGE_PARTS)) for one in shares)


def _opposite(table: Table, spot: Point) -> Point:
    width, depth = table.size
    return Point(x=width - spot.x, y=depth - spot.y)


def _beyond(table: Table, start: Point, goal: Point) -> Point:
    """Return where a straight line from one point through another leaves the table, to the nearest thousandth inside.

    Rules: air-string.
    """
    width, depth = table.size
    east, north = goal.x.thousandths - start.x.thousandths, goal.y.thousandths - start.y.thousandths
    limits: list[tuple[int, int]] = []  # how far on, as a fraction: of the way to an edge over the way to the goal
    if east:
        limits.append(((width.thousandths if east > 0 else 0) - goal.x.thousandths, east))
    if north:
        limits.append(((depth.thousandths if north > 0 else 0) - goal.y.thousandths, north))
    over, under = min(limits, key=lambda one: one[0] / one[1])
    x = goal.x.thousandths + east * over // under
    y = goal.y.thousandths + north * over // under
    return Point(
        x=Inches(thousandths=min(max(x, 0), width.thousandths)), y=Inches(thousandths=min(max(y, 0), depth.thousandths))
    )
