"""Pictures: arcs of fire, flanks, enfilades, charges and lines of sight."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from attrs import evolve

from rcw_rules.kernel.angles import Angle, degrees
from rcw_rules.kernel.geometry.table import (
    Base,
    Group,
    Table,
    TerrainPiece,
    Wheel,
    aspect,
    charge,
    line_of_sight,
    moved,
)
from rcw_rules.kernel.lengths import Inches, inches
from rcw_rules.red_actions.ground import HALF_ANGLES, WIDEST_WHEEL, Direction, Mount, points_to
from rcw_rules.red_actions.model import Arm
from rcw_rules.red_actions.positions import sight_rules, wedges_of

if TYPE_CHECKING:
    from rcw_rules.kernel.geometry.pictures import Picture

BARE = Table(title="A bare table", width=inches(72), depth=inches(48))
PAST = inches(3)
"""How far past the chargers to draw the ground behind their target."""


def draw_fire_arc(
    mount: Mount,
    shooter: Base,
    targets: Sequence[Base | Group],
    *,
    reach: Inches,
    weapon: Direction | None = None,
    unit: Group | None = None,
    title: str = "",
) -> Picture:
    """Return a picture of the arc and range of a base, and of the targets in and out of it.

    Args:
        mount: How its weapons are carried; not the turret of a train, whose arc is everything except a gap.
        shooter: The base.
        targets: What it might shoot at.
        reach: How far it shoots.
        weapon: Where a weapon of a vehicle points.
        unit: The unit that it belongs to, drawn as well.
        title: The title above the picture.

    Rules: arc-foot, arc-vehicles, train-artillery-car, train-mg-car.
    """
    points = points_to(mount, weapon)
    report = BARE.arc(shooter, HALF_ANGLES[mount], targets, within=reach, towards=points)
    things = [shooter if unit is None else unit, *targets]
    _, middle = shooter.looking(points)
    ends = [shooter.moved((middle + angle).bearing, reach) for angle in (-report.half_angle, report.half_angle)]
    return BARE.draw(*things, report, only=[*things, *ends, shooter.moved(middle, reach)], title=title)


def draw_aspect(target: Group, chargers: Group, *, title: str = "") -> Picture:
    """Return a picture of a target with its lines prolonged, the ground behind it, and the bases that would charge it.

    Rules: charge-flank, charge-rear.
    """
    things = [target, chargers]
    table = BARE if target.facing is None else evolve(BARE, terrain=(_rear(target, target.facing, chargers),))
    return table.draw(*things, aspect(target, chargers), only=things, title=title)


def draw_enfilade(target: Group, shooters: Sequence[Base | Group], *, title: str = "") -> Picture:
    """Return a picture of the wedges beyond the flanks of a target, and of the bases that shoot at it.

    Rules: arc-enfilade.
    """
    things = [target, *shooters]
    return BARE.draw(*things, wedges_of(target, shooters), only=things, title=title)


def draw_charge(
    chargers: Group,
    reach: Inches,
    enemies: Sequence[Base | Group],
    *,
    wheel: Wheel | None = None,
    title: str = "",
) -> Picture:
    """Return a picture of a charge: at most one wheel of 45 degrees, straight on, and contact.

    Args:
        chargers: Who charges.
        reach: How far it can go, the wheel included.
        enemies: The bases that may be in its way.
        wheel: The wheel that it begins with.
        title: The title above the picture.

    Raises:
        ValueError: The chargers' bases face different ways, or the wheel is impossible.

    Rules: charge-conditions, charge-sequence.
    """
    report = charge(chargers, reach, enemies, wheel=wheel, most_wheel=WIDEST_WHEEL)
    things: list[Base | Group] = [chargers, *enemies]
    return BARE.draw(*things, report.move, only=[*things, report.move.end], title=title)


def draw_sight(
    table: Table,
    observer: Base | Group,
    target: Base | Group,
    *,
    arm: Arm,
    stationary: bool,
    limbered: bool = False,
    title: str = "",
) -> Picture:
    """Return a picture of a line of sight over the terrain of a table, and of what hides the target.

    It does not show how far away a unit can be seen in the open, or at night.

    Args:
        table: The table.
        observer: The base that looks.
        target: The base that it looks at.
        arm: What the target is.
        stationary: Whether it has not moved in this turn.
        limbered: Whether guns are limbered.
        title: The title above the picture.

    Rules: vis-area, vis-hedge, vis-hills.
    """
    rules = sight_rules(arm, stationary=stationary, limbered=limbered)
    report = line_of_sight(table, observer, target, rules)
    return table.draw(observer, target, report, title=title)


def _rear(target: Group, facing: Angle, chargers: Group) -> TerrainPiece:
    """Return the ground behind a target and between its prolonged sides, to some way past the chargers, as a piece."""
    back = (facing + degrees(180)).bearing
    left, right = target.rear
    length = min(BARE.room(left, back), BARE.room(right, back), BARE.distance(target, chargers) + PAST)
    outline = (left, right, moved(right, back, length), moved(left, back, length))
    return TerrainPiece(name="rear", kind="behind, between the sides", outline=outline)
