"""What procedures decide, carried out on the table: who goes back, who is pushed, who routs, and who follows.

One convention holds for every rout, whatever caused it: the rout move is made at once, the friends on its way test,
those who rout as well make their moves in turn, until nobody is left who routs. Units that fall back, flee or rout keep
the facings of their bases. Where one would end on another it goes on to the nearest room, along its way first.
"""

from __future__ import annotations

from attrs import evolve

from rcw_rules.kernel.angles import Angle
from rcw_rules.kernel.errors import IllegalRequestError
from rcw_rules.kernel.geometry.table import Group, Point, free_place, middle_of, with_fewer
from rcw_rules.kernel.lengths import Inches, inches
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.red_actions.charges import ChargeOutcome, UnitAfterCharge
from rcw_rules.red_actions.game.actions import Charge
from rcw_rules.red_actions.game.aiming import turned
from rcw_rules.red_actions.game.captives import driven_off, nearest_captor, with_captives, without_guard
from rcw_rules.red_actions.game.charging import Declared, plan_charge
from rcw_rules.red_actions.game.scene import BACK, Scene, scene_at
from rcw_rules.red_actions.game.state import Chase, LeftBehind, State, enemy_of
from rcw_rules.red_actions.game.supplies import with_shot
from rcw_rules.red_actions.game.vehicles import with_mishap
from rcw_rules.red_actions.model import NO_DISTANCE, Unit
from rcw_rules.red_actions.morale import (
    Aftermath,
    FriendNearRout,
    RoutCascadeRequest,
    RoutEnd,
    RoutMoveOutcome,
    unsettled,
)
from rcw_rules.red_actions.options import Options

FARTHEST_ROOM = inches(24)
MOST_ROUTS = 60


def settled(state: State, group: Group, direction: Angle) -> State:
    """Return the state with a unit at the nearest room from where it would stand, along a direction first.

    Rules: mov-interpenetration.
    """
    layout = state.layout.without(group.name) if state.group(group.name) is not None else state.layout
    found = free_place(layout, group, direction, FARTHEST_ROOM)
    return state.with_group(found or group)


def shrunk(state: State, name: str) -> State:
    """Return the state in which as many bases of a unit stand on the table as it has: the last ones have fallen.

    Rules: defs-base.
    """
    unit, group = state.unit(name), state.group(name)
    if group is None:
        return state
    if unit is None:
        return evolve(state, groups=tuple(one for one in state.groups if one.name != name))
    lost = len(group.bases) - unit.bases
    left = with_fewer(group, lost) if lost > 0 else group
    return state if left is None else state.with_group(left)


def pushed_back(umpire: Umpire[Options], state: State, name: str, direction: Angle, length: Inches) -> State:
    """Return the state in which a unit has gone straight in a direction, and pushed its friends before it.

    Nobody pushes vehicles: it stops before them.

    Rules: retire-manner.
    """
    if length <= NO_DISTANCE:
        return state
    scene = scene_at(umpire, state)
    group = scene.group_of(name)
    ahead = scene.facts.ahead(name, direction, length)
    length = min((met.distance for met in ahead if scene.units[met.name].card.category == "vehicle"), default=length)
    for met in ahead:
        other = scene.units[met.name]
        if other.side == scene.units[name].side and met.distance < length:
            over = length - met.distance
            state = pushed_back(umpire, state, met.name, direction, over)
            state = evolve(state, were_pushed=tuple(dict.fromkeys((*state.were_pushed, met.name))))
            umpire.result("retire-manner", "{unit} is pushed back {over}", unit=met.name, over=str(over))
    return settled(state, group.moved(direction, length), (direction + BACK).bearing)


def apply(umpire: Umpire[Options], state: State, aftermath: Aftermath, *, by: str | None) -> State:
    """Return the state after an event for a unit: its losses, its retire, and its rout with all that follows.

    Args:
        umpire: The umpire.
        state: The state before.
        aftermath: The unit after the event.
        by: The enemy who caused it; None if no enemy did.

    Rules: conv-test-order, retire-manner, rout-cascade, turn-forced-forfeit.
    """
    name = aftermath.unit.name
    before = state.group(name)
    state = state.with_units(aftermath.unit)
    if before is not None and aftermath.guns_left:
        left = LeftBehind(unit=name, at=middle_of(before), bases=aftermath.guns_left)
        state = evolve(state, guns=(*state.guns, left))
    state = shrunk(state, name)
    group = state.group(name)
    if group is None:
        return state
    if by is not None and (aftermath.retired > NO_DISTANCE or aftermath.routs):
        state = driven_off(umpire, state, name, by)
    if aftermath.retired > NO_DISTANCE:
        back = (group.bases[0].facing + BACK).bearing
        state = pushed_back(umpire, state, name, back, aftermath.retired).noted(forced=(name,))
        state = _has_moved(state, name)
    if aftermath.routs and aftermath.unit.bases:
        state = rout_on(umpire, state, name, by)
    return state


def _has_moved(state: State, name: str) -> State:
    """Return the state in which a unit was made to move: it hides, guards and stands in wire no more."""
    state = without_guard(state, name)
    return evolve(
        state,
        have_moved=tuple(dict.fromkeys((*state.have_moved, name))),
        ambushers=tuple(one for one in state.ambushers if one.unit != name),
        wired=tuple(one for one in state.wired if one.unit != name),
    )


def rout_on(umpire: Umpire[Options], state: State, name: str, by: str | None) -> State:
    """Return the state after a unit's rout move, and after the routs that it sets off, until nobody routs any more.

    Args:
        umpire: The umpire.
        state: The state, with the unit in rout.
        name: Who routs.
        by: The enemy who caused it; None if no enemy did.

    Rules: rout-move, rout-cascade, misc-table-edge.
    """
    waiting: list[tuple[str, str | None]] = [(name, by)]
    for number, (router, enemy) in enumerate(waiting):
        if number >= MOST_ROUTS or state.group(router) is None:
            continue
        scene = scene_at(umpire, state)
        direction = scene.rout_direction(router, enemy)
        request = RoutCascadeRequest(
            unit=scene.units[router],
            way=scene.rout_way(router, direction, by_enemy=enemy is not None, with_friends=False),
            friends=_testing(scene.friends_near_rout(router, direction)),
        )
        fled = umpire.resolve(request, f"rout of {router}")
        state = moved_in_rout(state, router, direction, fled.move)
        for friend in fled.friends:
            steady = evolve(friend.aftermath, routs=False)
            state = apply(umpire, state, steady, by=None)
            if friend.name in fled.new_routs:
                waiting.append((friend.name, None))
    return state


def _testing(friends: tuple[FriendNearRout, ...]) -> tuple[FriendNearRout, ...]:
    return tuple(friend for friend in friends if friend.unit.bases)


def moved_in_rout(state: State, name: str, direction: Angle, move: RoutMoveOutcome) -> State:
    """Return the state after a rout move: the unit where it ends, off the table, or gone.

    Rules: rout-move, misc-table-edge, rout-guns.
    """
    group = state.group(name)
    before = state.unit(name)
    state = state.with_units(move.unit).noted(forced=(name,))
    if group is None or before is None:
        return state
    state = _fleeing_from(state, before, group)
    if move.end == "left_guns":
        return evolve(state, guns=(*state.guns, LeftBehind(unit=name, at=middle_of(group), bases=before.bases)))
    if move.prisoners:
        at, by = middle_of(group), enemy_of(before.side)
        state = with_captives(state, by, move.prisoners, at, nearest_captor(state, by, at))
    if move.end == "left_table":
        spot = LeftBehind(unit=name, at=middle_of(group.moved(direction, move.moved)))
        return evolve(
            state,
            groups=tuple(one for one in state.groups if one.name != name),
            off_table=(*state.off_table, spot),
            ambushers=tuple(one for one in state.ambushers if one.unit != name),
        )
    if not move.unit.bases:
        return state
    return _has_moved(settled(state, group.moved(direction, move.moved), direction), name)


def _fleeing_from(state: State, unit: Unit, group: Group) -> State:
    """Return the state in which it is noted where a team's rout began: there it leaves its weapons.

    Rules: rally-rout-mg-mortar.
    """
    if unit.card.arm not in ("mg", "mortar") or any(one.unit == unit.name for one in state.fled_from):
        return state
    return evolve(state, fled_from=(*state.fled_from, LeftBehind(unit=unit.name, at=middle_of(group))))


def _prisoners_taken(state: State, charger: Unit, outcome: ChargeOutcome, at: Point) -> State:
    """Return the state with the prisoners that a charge has brought, guarded by whoever took them.

    Rules: misc-prisoners-take.
    """
    other = enemy_of(charger.side)
    own = charger.name if outcome.charger.unit.bases and not outcome.charger.unit.routing else ""
    state = with_captives(state, charger.side, outcome.prisoners_of_charger, at, own)
    return with_captives(state, other, outcome.prisoners_of_charged, at, nearest_captor(state, other, at))


# --- Charges ----------------------------------------------------------------------------------------------------------


def charged(umpire: Umpire[Options], state: State, plan: Declared, outcome: ChargeOutcome) -> State:
    """Return the state after a charge: the charger and its targets where they stand, and the routs that it sets off.

    Whoever stays stands where contact was made; the charger is put there first, then those who stay, fall back and
    rout. A pursuit goes its way after the routers.

    Rules: charge-sequence, charge-follow, charge-flank, pur-sabres, rout-cascade, turn-forced-forfeit.
    """
    charger = plan.request.charger.unit
    targets = [*plan.request.targets, *plan.request.further]
    after = [*outcome.targets, *outcome.further]
    begun = scene_at(umpire, state)
    before = {unit.contact.unit.name: begun.group_of(unit.contact.unit.name) for unit in targets}
    own = begun.group_of(charger.name)
    state = state.with_units(outcome.charger.unit, *(one.unit for one in after))
    if outcome.end == "test_failed":
        failed = tuple(dict.fromkeys((*state.failed_charge, charger.name)))
        state = evolve(state, failed_charge=failed)
    # Nobody of them stands in another's way while they are put where they belong.
    involved = {charger.name, *before}
    state = evolve(state, groups=tuple(one for one in state.groups if one.name not in involved))
    routs: list[tuple[str, Group, Angle, UnitAfterCharge]] = []
    if outcome.charger.pursuit is not None:
        umpire.ruling("pursuers_stop")
    state = _charger_placed(state, plan, outcome, own, _pursuit_of(umpire, begun, outcome))
    for one, result in zip(targets, after, strict=True):
        name = one.contact.unit.name
        # Of guns only a shot uses the segment before they are reached.
        state = with_shot(state, name, int(result.unit.has_acted and not one.contact.unit.has_acted))
        group = before[name]
        if outcome.end == "contact" and _met_half_way(outcome, one.distance, result):
            group = group.moved((plan.direction + BACK).bearing, one.distance - outcome.advanced)
        away = begun.rout_direction(name, charger.name)
        state = _placed_after(umpire, state, result, group, (away, plan.direction))
        # Whoever is caught has made its rout move before, and run through its friends.
        if result.fate == "routs" or (result.fate == "caught" and not one.contact.unit.routing):
            routs.append((name, before[name], away, result))
    if outcome.charger.fate == "routs":
        routs.append((charger.name, own, begun.rout_direction(charger.name, targets[0].contact.unit.name),
                      outcome.charger))  # fmt: skip
    state = _prisoners_taken(state, charger, outcome, middle_of(before[targets[0].contact.unit.name]))
    if outcome.immobilised and outcome.charger.unit.bases:
        state = with_mishap(state, charger.name, "immobilised")
    state = _pursued(state, charger.name, outcome.charger, [name for name, *_ in routs if name != charger.name])
    forced = tuple(
        result.unit.name
        for result in (outcome.charger, *after)
        if result.fate in ("retires", "routs") and (result.fate == "routs" or result.moved > NO_DISTANCE)
    )
    state = state.noted(forced=forced)
    for result, enemy in ((outcome.charger, targets[0].contact.unit.name), *((one, charger.name) for one in after)):
        if result.fate in ("retires", "routs", "fled"):
            state = driven_off(umpire, state, result.unit.name, enemy)
    for name, start, away, result in routs:
        state = _friends_of_routers(umpire, state, begun, (name, start, away, result))
    return _run_into(umpire, state, plan, outcome)


def _run_into(umpire: Umpire[Options], state: State, plan: Declared, outcome: ChargeOutcome) -> State:
    """Return the state after pursuers have run into an enemy who shows them flank or rear: that is a new charge.

    It takes no charge test, and the enemy tests fear as usual.

    Rules: pur-sabres, charge-sequence.
    """
    pursuit, name = outcome.charger.pursuit, outcome.charger.unit.name
    if pursuit is None or pursuit.charges is None or state.group(name) is None:
        return state
    target = plan.ahead[pursuit.charges]
    if state.group(target) is None or state.the_unit(name).routing:
        return state
    scene = scene_at(umpire, state)
    aspect = plan.request.charger.ahead[pursuit.charges].aspect
    try:
        again = plan_charge(scene, Charge(unit=name, target=target), "pursuit")
    except IllegalRequestError:
        umpire.result("pur-sabres", "{unit} has stopped short of {target}", unit=name, target=target)
        return state
    first, *others = again.request.targets
    first = evolve(first, contact=evolve(first.contact, aspect=aspect))
    again = evolve(again, request=evolve(again.request, targets=(first, *others)))
    return charged(umpire, state, again, umpire.resolve(again.request, f"pursuit of {name} into {target}"))


def _met_half_way(outcome: ChargeOutcome, distance: Inches, result: UnitAfterCharge) -> bool:
    """Return whether a unit has counter-charged: it was touched before the charger came to where it stood."""
    return outcome.advanced < distance and result.unit.card.arm == "sabres"


def _pursuit_of(umpire: Umpire[Options], begun: Scene, outcome: ChargeOutcome) -> Inches:
    """Return how far from contact the charger stands after its pursuit: a full move on, or where it caught routers.

    Rules: pur-sabres, pursuit-caught.
    """
    pursuit = outcome.charger.pursuit
    if pursuit is None:
        return NO_DISTANCE
    caught = [begun.rout_length(begun.units[one.unit.name]) for one in outcome.targets if one.fate == "caught"]
    if umpire.options.pursuers_stop == "where_they_catch" and caught:
        return min(pursuit.moved, *caught)
    return pursuit.moved


def _charger_placed(state: State, plan: Declared, outcome: ChargeOutcome, own: Group, pursues: Inches) -> State:
    name = own.name
    unit = outcome.charger.unit
    if not unit.bases:
        return state
    stands = own
    if outcome.end not in ("test_failed", "cancelled"):
        stands = plan.start.moved(plan.direction, outcome.advanced)
    lost = len(stands.bases) - unit.bases
    stands = (with_fewer(stands, lost) if lost > 0 else stands) or stands
    result = outcome.charger
    if outcome.end != "test_failed":
        state = _has_moved(state, name)
    back = (stands.bases[0].facing + BACK).bearing
    if result.left_table:
        return _left(state, name, stands)
    if result.fate in ("retires", "routs"):
        return settled(state, stands.moved(back, result.moved), back)
    if pursues > NO_DISTANCE:
        stands = stands.moved(plan.direction, pursues)
    return settled(state, _on_table(state, stands, plan.direction), back)


def _on_table(state: State, group: Group, direction: Angle) -> Group:
    """Return a group that went too far drawn back onto the table."""
    back = (direction + BACK).bearing
    steps = (inches(0), *(Inches(thousandths=500 * step) for step in range(1, 80)))
    moved = (group.moved(back, step) for step in steps)
    return next((one for one in moved if state.table.is_on(one)), group)


def _left(state: State, name: str, group: Group) -> State:
    return evolve(state, off_table=(*state.off_table, LeftBehind(unit=name, at=middle_of(group))))


def _placed_after(
    umpire: Umpire[Options], state: State, result: UnitAfterCharge, group: Group, ways: tuple[Angle, Angle]
) -> State:
    """Return the state with a charged unit where it stands now; those that are gone have left nothing but guns."""
    away, line = ways
    unit = result.unit
    if result.guns_left:
        state = evolve(
            state, guns=(*state.guns, LeftBehind(unit=unit.name, at=middle_of(group), bases=result.guns_left))
        )
    if result.fate == "surrenders" and unit.card.arm == "gun" and result.prisoners:
        taken = LeftBehind(unit=unit.name, at=middle_of(group), bases=result.prisoners, held_by=enemy_of(unit.side))
        state = evolve(state, guns=(*state.guns, taken))
    if not unit.bases:
        return state
    lost = len(group.bases) - unit.bases
    group = (with_fewer(group, lost) if lost > 0 else group) or group
    if result.left_table:
        return _left(state, unit.name, group)
    if result.fate in ("fled", "routs"):
        state = _fleeing_from(state, unit, group) if result.fate == "routs" else state
        state = _has_moved(state, unit.name)
        return settled(state, _on_table(state, group.moved(away, result.moved), away), away)
    if result.turned_to_face and group.facing is not None:
        group = _facing_charger(group, line)
    if result.fate == "retires" and result.moved > NO_DISTANCE:
        back = (group.bases[0].facing + BACK).bearing
        state = settled(state, group, back)
        return _has_moved(pushed_back(umpire, state, unit.name, back, result.moved), unit.name)
    return settled(state, group, line)


def _facing_charger(group: Group, line: Angle) -> Group:
    """Return a group whose bases have turned to face a charger that came along a line, as squarely as a quarter does.

    Rules: charge-flank, charge-rear.
    """
    facing = group.bases[0].facing
    wanted = (line + BACK - facing).bearing.thousandths
    quarter = round(wanted / 90_000) % 4
    angle = (0, 90_000, 180_000, -90_000)[quarter]
    return turned(group, Angle(thousandths=angle))


def _pursued(state: State, name: str, result: UnitAfterCharge, routers: list[str]) -> State:
    """Return the state with the notes of who follows whom.

    Rules: pur-sabres, rally-rout-when.
    """
    pursuit = result.pursuit
    if pursuit is None or not pursuit.pursues:
        return state
    chases = [Chase(pursuer=name, router=router) for router in routers if state.unit(router) is not None]
    state = evolve(state, chases=tuple(dict.fromkeys((*state.chases, *chases))))
    return state.noted(forced=(name,)) if pursuit.moved > NO_DISTANCE else state


def _friends_of_routers(
    umpire: Umpire[Options], state: State, begun: Scene, rout: tuple[str, Group, Angle, UnitAfterCharge]
) -> State:
    """Return the state after the friends on the way of a rout move that a charge has made have tested."""
    name, _, direction, result = rout
    end: RoutEnd = "left_table" if result.left_table else "moved"
    move = RoutMoveOutcome(
        unit=result.unit,
        end=end,
        moved=result.moved,
        away_from="its_enemy",
        ran_through=result.ran_through,
        prisoners=0,
    )
    return friends_tested(umpire, state, begun, name, direction, move)


def friends_tested(  # noqa: PLR0917 - the parts of one rout move
    umpire: Umpire[Options], state: State, begun: Scene, name: str, direction: Angle, move: RoutMoveOutcome
) -> State:
    """Return the state after the friends on the way of a rout move that was made have tested, and routed in turn.

    Args:
        umpire: The umpire.
        state: The state after the move.
        begun: The scene before it.
        name: Who routs.
        direction: The bearing in which it went.
        move: The rout move.

    Rules: rout-cascade, mor-triggers.
    """
    routers: Unit = begun.units[name]
    seen = [friend for friend in begun.friends_near_rout(name, direction) if state.group(friend.unit.name) is not None]
    scene = scene_at(umpire, state)
    friends = tuple(
        evolve(
            friend,
            unit=scene.units[friend.unit.name],
            situation=scene.situation_of(friend.unit.name),
            footing=scene.footing_of(friend.unit.name),
        )
        for friend in seen
    )
    tested = unsettled(umpire, routers, move, friends)
    for friend in tested:
        state = apply(umpire, state, evolve(friend.aftermath, routs=False), by=None)
    for friend in tested:
        if friend.aftermath.routs and friend.aftermath.unit.bases:
            state = rout_on(umpire, state, friend.name, None)
    return state
