"""Where troops stand who fire out of a car of a train: along either side of it."""

from __future__ import annotations

from attrs import evolve

from rcw_rules.kernel.angles import degrees
from rcw_rules.kernel.geometry.table import Base, Group, moved
from rcw_rules.kernel.lengths import Inches
from rcw_rules.red_actions.game.refusing import refuse
from rcw_rules.red_actions.game.scene import Scene
from rcw_rules.red_actions.game.trains import aboard_of

_OUT_OF = (degrees(90), degrees(-90))


def scenes_aboard(scene: Scene, name: str) -> tuple[Scene, ...]:
    """Return the scenes in which a unit fires out of its car: it stands in its place, and looks to the right or left.

    All its bases fire out of one side. A car is as long as several bases, so that each has room at it.

    Raises:
        IllegalRequestError: It has no rifles.

    Rules: train-cars, arc-foot.
    """
    unit, car = scene.units[name], aboard_of(scene.state, name)
    if unit.card.arm != "rifle":
        refuse("train-cars", f"troops aboard fire rifles; {name} has none")
    base = scene.group_of(car).bases[0]
    others = tuple(group for group in scene.state.groups if group.name != car)
    found: list[Scene] = []
    for side in _OUT_OF:
        facing = (base.facing + side).bearing
        front = moved(base.centre, facing, Inches(thousandths=base.frontage.thousandths // 2))
        there = Base(at=front, facing=facing, frontage=base.depth, depth=base.frontage)
        group = Group(name=name, bases=(there,) * unit.bases)
        found.append(scene.scene_of(evolve(scene.state, groups=(*others, group))))
    return tuple(found)
