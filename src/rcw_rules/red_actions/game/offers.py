"""Tasks among the legal actions: what vehicles, trains and units may do beyond moving, shooting and charging."""

from __future__ import annotations

from collections.abc import Iterator

from rcw_rules.kernel.errors import IllegalRequestError, NeedsRuling
from rcw_rules.kernel.geometry.table import TOUCHING, Point
from rcw_rules.red_actions.game.actions import Action
from rcw_rules.red_actions.game.captives import HOUSE_KINDS
from rcw_rules.red_actions.game.deeds import distance_to
from rcw_rules.red_actions.game.doing import check
from rcw_rules.red_actions.game.halting import in_wire_now
from rcw_rules.red_actions.game.horses import horses_of
from rcw_rules.red_actions.game.possession import things_near
from rcw_rules.red_actions.game.scene import Scene
from rcw_rules.red_actions.game.tasks import (
    Attach,
    Clear,
    Combine,
    Cross,
    Detach,
    Dig,
    Disembark,
    Dismount,
    Divide,
    Drive,
    Eliminate,
    Embark,
    FightFire,
    Mount,
    Reform,
    Repair,
    SetFire,
    Take,
)
from rcw_rules.red_actions.game.trains import ORDERS, driver_of, fleeing_order, train_of
from rcw_rules.red_actions.game.vehicles import half_speed, mishap_of
from rcw_rules.red_actions.game.works import markers_on
from rcw_rules.red_actions.model import Unit
from rcw_rules.red_actions.movement import DEEPEST


def tasks_of(scene: Scene, unit: Unit) -> Iterator[Action]:
    """Yield the tasks that a unit on the table may begin, always in the same order."""
    for action in (*_works(scene, unit), *_mounts(scene, unit), *_regroups(scene, unit), *_takes(scene, unit)):
        try:
            check(scene, action)
        except (IllegalRequestError, NeedsRuling):
            continue
        yield action


def _works(scene: Scene, unit: Unit) -> Iterator[Action]:
    """Yield repairs, wire, foxholes and fires, legal or not."""
    state = scene.state
    if mishap_of(state, unit.name) is not None:
        yield Repair(unit=unit.name)
    if in_wire_now(state, unit.name) is not None:
        yield Cross(unit=unit.name)
    if unit.card.wire_device:
        for along in (unit.card.speed, half_speed(unit)):
            yield Clear(unit=unit.name, along=along)
            yield Clear(unit=unit.name, along=along, back=True)
    if unit.card.category == "infantry" and unit.foxholes < DEEPEST:
        yield Dig(unit=unit.name)
    for piece in state.table.terrain:
        if piece.kind not in HOUSE_KINDS or distance_to(scene, unit.name, piece.name) > TOUCHING:
            continue
        if markers_on(state, piece.name):
            yield FightFire(unit=unit.name, place=piece.name)
        yield SetFire(unit=unit.name, place=piece.name)


def _mounts(scene: Scene, unit: Unit) -> Iterator[Action]:
    """Yield how a unit gets on or off horses, or on a train, legal or not."""
    if unit.card.category == "cavalry" and unit.bases > 1:
        yield Dismount(unit=unit.name)
    if horses_of(scene.state, unit.name) is not None:
        yield Mount(unit=unit.name)
    if unit.card.category != "infantry":
        return
    for friend in scene.units_of(unit.side):
        if friend.card.carries_bases and scene.facts.gap(unit.name, friend.name) <= TOUCHING:
            yield Embark(unit=unit.name, car=friend.name)


def _regroups(scene: Scene, unit: Unit) -> Iterator[Action]:
    """Yield how a unit may divide in halves, combine and form up, and which seniors come and go, legal or not."""
    group = scene.group_of(unit.name)
    if unit.card.arm != "officer":
        if unit.bases >= 2 * unit.card.fewest_bases:
            half = unit.bases // 2
            yield Divide(unit=unit.name, parts=(unit.bases - half, half))
        for friend in scene.units_of(unit.side):
            touches = friend.name != unit.name and scene.facts.gap(unit.name, friend.name) <= TOUCHING
            if touches and friend.card.id == unit.card.id:
                yield Combine(unit=unit.name, other=friend.name)
    if group.facing is None or not (group.is_line or group.is_column):
        yield Reform(unit=unit.name, facing=group.bases[0].facing)
    yield from _with_seniors(scene, unit)


def _takes(scene: Scene, unit: Unit) -> Iterator[Action]:
    """Yield what a unit may take possession of, or eliminate, legal or not."""
    yield from (Take(unit=unit.name, thing=thing) for thing in things_near(scene, unit.name))
    if scene.judge.options.eliminate_prisoners:
        held = (one.name for one in scene.state.captives if one.held_by == unit.side)
        yield from (Eliminate(unit=unit.name, thing=name) for name in held)


def _with_seniors(scene: Scene, unit: Unit) -> Iterator[Action]:
    """Yield which senior officers may join a unit, or leave it.

    Rules: act-senior-attach.
    """
    for friend in scene.units_of(unit.side):
        if (
            friend.card.arm == "officer"
            and friend.name != unit.name
            and scene.facts.is_in_contact(friend.name, unit.name)
        ):
            yield Attach(unit=unit.name, senior=friend.name)
    for note in scene.state.attached:
        if note.unit == unit.name:
            yield Detach(unit=unit.name, senior=note.name)


def spots_wanted(scene: Scene, unit: Unit) -> tuple[Point, ...]:
    """Return where a unit may want to go for its own sake: to its weapons or horses, else to what it could take there.

    Rules: rally-rout-mg-mortar, dis-horse-holders, act-possession.
    """
    state = scene.state
    own = [one.at for one in state.weapons if one.unit == unit.name]
    own += [one.at for one in state.horses if one.unit == unit.name]
    if not own:
        own += [one.at for one in state.guns if one.held_by != unit.side]
        own += [one.at for one in state.captives if not one.guard]
    return tuple(own[:2])


def rider_offers(scene: Scene, unit: Unit) -> Iterator[Action]:
    """Yield how troops get off their train.

    Rules: dis-time.
    """
    action = Disembark(unit=unit.name)
    try:
        check(scene, action)
    except IllegalRequestError:
        return
    yield action


def train_offers(scene: Scene, unit: Unit) -> Iterator[Action]:
    """Yield how a train may be driven; nothing for its other cars.

    Rules: train-speed, train-fear.
    """
    train = train_of(scene.state, unit.name)
    if train is None or driver_of(scene.state, train) != unit.name:
        return
    wanted = fleeing_order(scene, train)
    for order in ORDERS if wanted is None else (wanted,):
        action = Drive(unit=unit.name, order=order)
        try:
            check(scene, action)
        except IllegalRequestError:
            continue
        yield action
