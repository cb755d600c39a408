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
from rcw_rules.red_actions.game.state import Frame
from rcw_rules.red_actions.game.tasks import (
    Attach,
    Combine,
    Cross,
    Detach,
    Dig,
    Dismount,
    Divide,
    Drive,
    Eliminate,
    FightFire,
    Mount,
    Reform,
    Repair,
    SetFire,
    Take,
)
from rcw_rules.red_actions.game.trains import ORDERS, driver_of, fleeing_order, train_of
from rcw_rules.red_actions.game.vehicles import mishap_of
from rcw_rules.red_actions.game.works import markers_on
from rcw_rules.red_actions.model import Unit
from rcw_rules.red_actions.movement import DEEPEST


def tasks_of(scene: Scene, frame: Frame, unit: Unit) -> Iterator[Action]:
    """Yield the tasks that a unit on the table may begin, in the order of `TASKS`."""
    for action in _wanted(scene, frame, unit):
        try:
            check(scene, action)
        except (IllegalRequestError, NeedsRuling):
            continue
        yield action


def _wanted(scene: Scene, frame: Frame, unit: Unit) -> Iterator[Action]:
    """Yield tasks that a unit may want to do, legal or not."""
    state = scene.state
    if mishap_of(state, unit.name) is not None:
        yield Repair(unit=unit.name)
    if in_wire_now(state, unit.name) is not None:
        yield Cross(unit=unit.name)
    if unit.card.category == "infantry" and unit.foxholes < DEEPEST:
        yield Dig(unit=unit.name)
    if unit.card.category == "cavalry" and unit.bases > 1:
        yield Dismount(unit=unit.name)
    if horses_of(state, unit.name) is not None:
        yield Mount(unit=unit.name)
    if unit.bases >= 2 * unit.card.fewest_bases and unit.card.arm != "officer":
        half = unit.bases // 2
        yield Divide(unit=unit.name, parts=(unit.bases - half, half))
    for friend in scene.units_of(unit.side):
        if friend.card.id == unit.card.id and friend.name != unit.name and unit.card.arm != "officer":
            yield Combine(unit=unit.name, other=friend.name)
    yield from (Take(unit=unit.name, thing=thing) for thing in things_near(scene, unit.name))
    if scene.judge.options.eliminate_prisoners:
        yield from (Eliminate(unit=unit.name, thing=one.name) for one in state.captives if one.held_by == unit.side)
    yield from _with_seniors(scene, unit)
    group = scene.group_of(unit.name)
    if group.facing is None or not (group.is_line or group.is_column):
        yield Reform(unit=unit.name, facing=group.bases[0].facing)
    for piece in state.table.terrain:
        if piece.kind not in HOUSE_KINDS or distance_to(scene, unit.name, piece.name) > TOUCHING:
            continue
        if markers_on(state, piece.name):
            yield FightFire(unit=unit.name, place=piece.name)
        yield SetFire(unit=unit.name, place=piece.name)


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
