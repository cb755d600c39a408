"""Troops aboard: they come aboard, go ashore, and boats are launched.

The book says what vessels hold, not how troops come aboard. Here a unit uses its move for it: it comes aboard from
within one full move of the vessel, and goes ashore to within one full move of it, on ground where it may go.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from rcw_rules.kernel.geometry.table import Group, gap
from rcw_rules.kernel.lengths import Inches, inches
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.red_white.game.actions import Board, Land, LaunchBoats
from rcw_rules.red_white.game.channel import channel_of, lies_in, vessel_group
from rcw_rules.red_white.game.moving import most_of, mover
from rcw_rules.red_white.game.placing import formed, spot_of
from rcw_rules.red_white.game.river import as_asked, load_of, vessel_of, with_vessel
from rcw_rules.red_white.game.scenario import TO_EDGE, Afloat, Troop
from rcw_rules.red_white.game.scene import NOTHING, Scene, refuse, stands_of, waters_of, with_waters
from rcw_rules.red_white.game.state import State, Went
from rcw_rules.red_white.game.tracks import OnLine, on_line
from rcw_rules.red_white.model import enemy_of
from rcw_rules.red_white.options import Options
from rcw_rules.red_white.part_one import full_move_of, keeps_off
from rcw_rules.red_white.river import EmbarkRequest, LaunchBoatsRequest, Load

_ASHORE = inches("0.5")


def _went(state: State, name: str, far: Inches) -> State:
    marks = evolve(state.marks, movements=(*state.marks.movements, Went(unit=name, far=far)))
    return evolve(state, begun=True, marks=marks)


# --- Aboard -----------------------------------------------------------------------------------------------------------


def plan_boarding(scene: Scene, action: Board) -> tuple[Troop, Afloat, Inches]:
    """Return a unit that can go aboard, the vessel, and how far it goes.

    Raises:
        IllegalRequestError: It cannot.

    Rules: vessel-boarding, ship-capacity, ship-horses, launch-rules, boat-rules.
    """
    troop, state = mover(scene, action.unit), scene.state
    one = vessel_of(state, action.vessel)
    if one is None or state.group(one.name) is None or state.sides[one.name] != troop.side:
        refuse("ship-class", f"{action.vessel!r} is no vessel of {troop.side} on the water")
    if troop.name in state.marks.idle:
        refuse("p1-activation", f"{troop.name} has failed to activate")
    if troop.unit.type == "armoured_train":
        refuse("vessel-boarding", "a train does not leave its track")
    far, move = scene.facts.gap(troop.name, one.name), most_of(full_move_of(scene.options, troop.unit.type))
    if far > move:
        refuse("vessel-boarding", f"{one.name} is {far} away, and {troop.name} moves {move}")
    loads = (*load_of(state, one.name), Load(type=troop.unit.type, stands=stands_of(troop.unit)))
    scene.judge.declared(EmbarkRequest(vessel=as_asked(state, one), loads=loads)).require()
    return troop, one, far


def board(umpire: Umpire[Options], scene: Scene, action: Board) -> State:
    """Take a unit aboard.

    Rules: vessel-boarding, ship-capacity.
    """
    troop, one, far = plan_boarding(scene, action)
    state = scene.state
    loads = (*load_of(state, one.name), Load(type=troop.unit.type, stands=stands_of(troop.unit)))
    umpire.resolve(EmbarkRequest(vessel=as_asked(state, one), loads=loads), f"{troop.name} goes aboard")
    state = state.with_troop(evolve(troop, aboard=one.name)).without_group(troop.name)
    return _went(state, troop.name, far)


# --- Ashore -----------------------------------------------------------------------------------------------------------


def plan_landing(scene: Scene, action: Land) -> tuple[Troop, Group, Inches]:
    """Return a unit that can go ashore, where it stands then, and how far it goes.

    Raises:
        IllegalRequestError: It cannot.

    Rules: vessel-boarding, p1-movement, p1-terrain.
    """
    state = scene.state
    troop = state.troop(action.unit)
    if troop is None or not troop.aboard:
        refuse("vessel-boarding", f"{action.unit!r} is not aboard")
    if troop.side != state.to_act:
        refuse("p1-sequence", f"{troop.name} is not {state.to_act}: the other side acts now")
    if state.marks.went(troop.name) is not None:
        refuse("p1-movement", f"{troop.name} has moved in this turn")
    carrier = state.group(troop.aboard)
    if carrier is None:
        refuse("vessel-boarding", f"{troop.aboard} is not on the table")
    if action.facing != action.facing.bearing:
        refuse("p1-facing", f"expected a bearing from 0 up to 360 degrees, got {action.facing}")
    count = stands_of(troop.unit)
    spot = spot_of(action.at)
    end = formed(scene.options, troop.name, troop.unit.type, count, spot, action.facing, action.ranks)
    far, move = gap(end, carrier), most_of(full_move_of(scene.options, troop.unit.type))
    if far > move:
        refuse("vessel-boarding", f"it would stand {far} from {troop.aboard}, and {troop.name} moves {move}")
    if not scene.layout.table.is_on(end) or scene.layout.under(end):
        refuse("p1-movement", f"there is no room for {troop.name} at {spot}")
    if not _is_ashore(scene, troop, end):
        refuse("p1-terrain", f"{troop.name} cannot stand there")
    limit = keeps_off(scene.options)
    for enemy in scene.enemies(troop.side):
        if gap(end, scene.group_of(enemy.name)) < limit:
            refuse("p1-movement", f"it comes within {limit} of {enemy.name}, whom it does not charge")
    return troop, end, far


def _is_ashore(scene: Scene, troop: Troop, end: Group) -> bool:
    """Return whether every stand of a unit is on ground where it may go, and not in the river.

    Rules: p1-terrain, p1-movement.
    """
    from rcw_rules.kernel.geometry.table import Footing, is_inside
    from rcw_rules.red_white.game.scene import rate_on

    table = with_waters(scene.state.scenario.table, scene.state.river)
    for base in end.bases:
        kinds = tuple(piece.kind for piece in table.terrain if is_inside(base.centre, piece.outline))
        footing = Footing(kinds=kinds)
        if waters_of(footing) or rate_on(scene.ground, troop.unit.type, footing) is None:
            return False
    return True


def land(scene: Scene, action: Land) -> State:
    """Put a unit ashore.

    Rules: vessel-boarding.
    """
    troop, end, far = plan_landing(scene, action)
    return _went(scene.state.with_troop(evolve(troop, aboard="")).with_group(end), troop.name, far)


# --- Boats ------------------------------------------------------------------------------------------------------------


def _carried(state: State, ship: str) -> tuple[Afloat, ...]:
    return tuple(one for one in state.vessels if one.aboard == ship)


def plan_launching(scene: Scene, action: LaunchBoats) -> tuple[Afloat, LaunchBoatsRequest]:
    """Return a ship that may launch boats, and the question whether it does.

    Raises:
        IllegalRequestError: It may not.

    Rules: ship-launch-boats.
    """
    state = scene.state
    one = vessel_of(state, action.vessel)
    if one is None or state.group(one.name) is None or state.sides[one.name] != state.to_act:
        refuse("ship-launch-boats", f"{action.vessel!r} is no vessel of the side that acts, on the water")
    carried = len(_carried(state, one.name))
    if action.boats > carried:
        refuse("ship-launch-boats", f"{one.name} carries {carried} boats, not {action.boats}")
    request = LaunchBoatsRequest(
        carried=carried, boats=action.boats, tried_this_turn=one.name in state.marks.boats_tried
    )
    scene.judge.declared(request).require()
    return one, request


def launch(umpire: Umpire[Options], scene: Scene, action: LaunchBoats) -> State:
    """Launch boats: they lie astern of their ship, or ahead where there is no room; they move from the next turn on.

    Rules: ship-launch-boats.
    """
    (one, request), state = plan_launching(scene, action), scene.state
    marks = evolve(state.marks, boats_tried=(*state.marks.boats_tried, one.name))
    state = evolve(state, marks=marks, begun=True)
    launched = umpire.resolve(request, f"boats of {one.name}").launched
    for boat in _carried(state, one.name)[:launched]:
        group = _beside(umpire.options, state, boat, scene.group_of(one.name))
        if group is not None:
            state = _went(
                with_vessel(state, evolve(boat, aboard="", section=lies_in(state, group))), boat.name, NOTHING
            )
            state = state.with_group(group)
    return state


def _beside(options: Options, state: State, boat: Afloat, ship: Group) -> Group | None:
    """Return where a boat lies that is launched: as near astern of its ship as there is room, or else ahead.

    Rules: ship-launch-boats.
    """
    line = channel_of(state.scenario)
    where, depth = on_line(line, ship), ship.bases[0].depth
    stern = where.front - depth if where.ahead else where.front + depth
    for step in range(160):
        astern = Inches(thousandths=250 * step)
        front = stern - astern if where.ahead else stern + astern
        group = vessel_group(options, state.scenario, boat, OnLine(front, where.ahead))
        if group is not None and not state.layout.under(group):
            return group
    for step in range(160):
        ahead = Inches(thousandths=250 * step)
        bow = where.front + ahead if where.ahead else where.front - ahead
        group = vessel_group(options, state.scenario, boat, OnLine(bow, not where.ahead))
        if group is not None and not state.layout.under(group):
            return group
    return None


# --- Good candidates --------------------------------------------------------------------------------------------------


def landings(scene: Scene) -> Iterator[Board | Land | LaunchBoats]:
    """Yield what may be tried: every unit aboard every vessel near, those aboard to both banks, one boat and all.

    Rules: vessel-boarding, ship-launch-boats.
    """
    state, side = scene.state, scene.state.to_act
    if side is None:
        return
    for one in state.vessels:
        if state.sides[one.name] != side or state.group(one.name) is None:
            continue
        for troop in scene.troops_of(side):
            yield Board(unit=troop.name, vessel=one.name)
        count = min(6, len(_carried(state, one.name)))
        if count:
            yield LaunchBoats(vessel=one.name, boats=1)
            yield LaunchBoats(vessel=one.name, boats=count)
    for troop in state.troops:
        if troop.aboard and troop.side == side:
            yield from _ashore(scene, troop)


def _ashore(scene: Scene, troop: Troop) -> Iterator[Land]:
    """Yield places on either bank, abreast of the vessel: the nearest to it on each where there is room."""
    state = scene.state
    carrier = state.group(troop.aboard)
    if carrier is None or state.marks.went(troop.name) is not None:
        return
    base = carrier.bases[0]
    facing = TO_EDGE[state.scenario.army(enemy_of(troop.side)).edge]
    most = most_of(full_move_of(scene.options, troop.unit.type)) + base.frontage
    for side in (90_000, 270_000):
        bearing = evolve(base.facing, thousandths=base.facing.thousandths + side).bearing
        for step in range(1, most.thousandths // _ASHORE.thousandths + 8):
            spot = carrier.moved(bearing, Inches(thousandths=step * _ASHORE.thousandths)).bases[0].centre
            action = Land(unit=troop.name, at=(spot.x, spot.y), facing=facing, ranks=2)
            if _is_landing(scene, action):
                yield action
                break


def _is_landing(scene: Scene, action: Land) -> bool:
    from rcw_rules.kernel.errors import IllegalRequestError

    try:
        plan_landing(scene, action)
    except IllegalRequestError:
        return False
    return True
