"""What a unit does in its segment: which function carries out which action, and which checks it beforehand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import evolve

from rcw_rules.kernel.umpire import Umpire
from rcw_rules.red_actions.game.actions import (
    NO_WAY,
    Charge,
    Enter,
    Hide,
    Hold,
    Limber,
    Move,
    Rally,
    Scout,
    Shoot,
    Unlimber,
)
from rcw_rules.red_actions.game.aiming import plan_shot
from rcw_rules.red_actions.game.charging import plan_charge
from rcw_rules.red_actions.game.deeds import Done, charge, enter, hide, hold, limber, move, repair, scout, shoot
from rcw_rules.red_actions.game.horses import dismount, mount, plan_dismount, plan_mount
from rcw_rules.red_actions.game.moving import plan_move
from rcw_rules.red_actions.game.possession import eliminate, plan_eliminate, plan_take, take
from rcw_rules.red_actions.game.rallying import rally
from rcw_rules.red_actions.game.regrouping import (
    combine,
    divide,
    plan_combine,
    plan_divide,
    plan_reform,
    reform,
)
from rcw_rules.red_actions.game.scene import Scene
from rcw_rules.red_actions.game.seniors import attach, detach, plan_attach, plan_detach
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
from rcw_rules.red_actions.game.trains import drive, plan_drive
from rcw_rules.red_actions.game.transport import disembark, embark, plan_disembark, plan_embark
from rcw_rules.red_actions.game.vehicles import plan_repair
from rcw_rules.red_actions.game.wire import clear, cross, plan_clear, plan_cross
from rcw_rules.red_actions.game.works import dig, fire, plan_dig, plan_fire
from rcw_rules.red_actions.options import Options

Deed = Callable[[Umpire[Options], Scene, Any], Done]

DEEDS: dict[type[Any], Deed] = {
    Hold: hold,
    Move: move,
    Shoot: shoot,
    Charge: charge,
    Rally: rally,
    Limber: limber,
    Unlimber: limber,
    Hide: hide,
    Scout: scout,
    Enter: enter,
    Repair: repair,
    Drive: drive,
    Cross: cross,
    Clear: clear,
    Dig: dig,
    SetFire: fire,
    FightFire: fire,
    Dismount: dismount,
    Mount: mount,
    Embark: embark,
    Disembark: disembark,
    Divide: divide,
    Combine: combine,
    Reform: reform,
    Take: take,
    Eliminate: eliminate,
    Attach: attach,
    Detach: detach,
}


def _plan_shoot(scene: Scene, action: Shoot) -> None:
    """Check a shot, and the move behind it.

    Raises:
        IllegalRequestError: One of them cannot be made.

    Rules: sho-sequence.
    """
    aimed = plan_shot(scene, action)
    if action.ahead > NO_WAY:
        plan_move(scene.scene_of(scene.state.with_group(aimed.shooters)), Move(unit=action.unit, ahead=action.ahead))


PLANS: dict[type[Any], Callable[[Scene, Any], object]] = {
    Move: plan_move,
    Shoot: _plan_shoot,
    Charge: plan_charge,
    Repair: lambda scene, action: scene.judge.declared(plan_repair(scene.state, action.unit)).require(),
    Drive: plan_drive,
    Cross: plan_cross,
    Clear: plan_clear,
    Dig: plan_dig,
    SetFire: plan_fire,
    FightFire: plan_fire,
    Dismount: plan_dismount,
    Mount: plan_mount,
    Embark: plan_embark,
    Disembark: plan_disembark,
    Divide: plan_divide,
    Combine: plan_combine,
    Reform: plan_reform,
    Take: plan_take,
    Eliminate: plan_eliminate,
    Attach: plan_attach,
    Detach: plan_detach,
}


def do(umpire: Umpire[Options], scene: Scene, action: Any) -> Done:
    """Carry out what a unit does.

    Raises:
        IllegalRequestError: A rule forbids it.

    Rules: act-one-only, defs-unit-action, sho-mod-cumulative.
    """
    state, name = scene.state, action.unit
    if name in state.marching:  # this segment is its latest
        scene = scene.scene_of(evolve(state, marching=tuple(one for one in state.marching if one != name)))
    return DEEDS[action.__class__](umpire, scene, action)


def check(scene: Scene, action: Any) -> None:
    """Check what a unit does before the enemy may do anything about it.

    Raises:
        IllegalRequestError: It is not legal.

    Rules: act-one-only.
    """
    plan = PLANS.get(action.__class__)
    if plan is not None:
        plan(scene, action)
