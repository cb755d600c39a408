"""What an action leaves to be seen on a real table: which bases fall, and who was pushed where."""

from __future__ import annotations

from attrs import frozen

from rcw_rules.kernel.angles import Angle
from rcw_rules.kernel.geometry.table import Point, middle_of
from rcw_rules.red_actions.game.state import State
from rcw_rules.red_actions.model import Name


@frozen(kw_only=True)
class FallenBase:
    """A base that is taken off the table.

    Attributes:
        unit: Whose it was.
        at: The middle of its front edge as the action began.
        facing: The bearing that it faced.
    """

    unit: Name
    at: Point
    facing: Angle


@frozen(kw_only=True)
class PushedBack:
    """A unit that friends who went back have pushed.

    Attributes:
        unit: The unit.
        start: Where its middle was.
        to: Where it is now.
    """

    unit: Name
    start: Point
    to: Point


def fallen_bases(before: State, after: State) -> tuple[FallenBase, ...]:
    """Return the bases that fell, where they stood as the action began: of each unit the last ones.

    Bases that divide off, combine or hold horses have not fallen.

    Rules: defs-base, act-divide, act-combine, dis-horse-holders.
    """
    holders = {one.unit: one.holders for one in after.horses if one not in before.horses}
    elsewhere = {*(one.name for one in after.attached), *after.left_table}
    others = {(base.at, base.facing) for group in after.groups for base in group.bases}
    found: list[FallenBase] = []
    for group in before.groups:
        unit = after.unit(group.name)
        if unit is None and group.name in elsewhere:
            continue
        stays = unit.bases if unit is not None else sum((base.at, base.facing) in others for base in group.bases)
        lost = len(group.bases) - stays - holders.get(group.name, 0)
        if lost > 0:
            found += [FallenBase(unit=group.name, at=base.at, facing=base.facing) for base in group.bases[-lost:]]
    return tuple(found)


def pushed_back_units(before: State, after: State) -> tuple[PushedBack, ...]:
    """Return who was pushed, from where and to where.

    Rules: retire-manner.
    """
    found: list[PushedBack] = []
    for name in after.were_pushed:
        start, end = before.group(name), after.group(name)
        if start is not None and end is not None and start != end:
            found.append(PushedBack(unit=name, start=middle_of(start), to=middle_of(end)))
    return tuple(found)
