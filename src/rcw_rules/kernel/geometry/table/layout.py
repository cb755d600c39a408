"""Who stands where on a table: the units of all sides as groups of bases, and where a unit finds room.

>>> from functools import partial
>>> from rcw_rules.kernel.angles import degrees
>>> from rcw_rules.kernel.geometry.table.bases import in_line
>>> from rcw_rules.kernel.geometry.table.positions import point
>>> from rcw_rules.kernel.lengths import inches
>>> row = partial(in_line, frontage=inches("1.2"), depth=inches("0.8"))
>>> rifles = TableUnit(side="red", group=row("rifles", 4, point(10, 10), degrees(0)))
>>> sabres = TableUnit(side="white", group=row("sabres", 3, point(10, 20), degrees(180)))
>>> layout = Layout(table=Table(title="A plain", width=inches(48), depth=inches(48)), units=(rifles, sabres))
>>> [unit.name for unit in layout.others("rifles")]
['sabres']
>>> onto = rifles.group.moved(degrees(0), inches("10.5"))
>>> found = free_place(layout, onto, degrees(180), inches(6))
>>> [unit.name for unit in layout.under(onto)], found and str(found.bases[0].at)
(['sabres'], '(8.2, 20)')
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Annotated

from attrs import frozen

from rcw_rules.kernel.angles import Angle
from rcw_rules.kernel.errors import Problem, UnknownNameError
from rcw_rules.kernel.fields import Size
from rcw_rules.kernel.geometry.table.aspects import turn_to
from rcw_rules.kernel.geometry.table.bases import Base, Group, in_line, overlaps
from rcw_rules.kernel.geometry.table.positions import Point, bearing
from rcw_rules.kernel.geometry.table.tabletop import Table
from rcw_rules.kernel.lengths import Inches

_NOTHING = Inches(thousandths=0)
_STEP = Inches(thousandths=250)
_ROUND = tuple(Angle(thousandths=thousandths) for thousandths in range(0, 360_000, 30_000))


@frozen(kw_only=True, cache_hash=True)
class TableUnit:
    """A unit that stands on the table.

    Attributes:
        side: Whose it is.
        group: Its bases, with its name.
    """

    side: Annotated[str, Size(1, 80)]
    group: Group

    @property
    def name(self) -> str:
        """The name of its group."""
        return self.group.name


@frozen(kw_only=True, cache_hash=True)
class Layout:
    """A table and all units on it.

    Attributes:
        table: The table and its terrain.
        units: The units, none of which stands on another.
    """

    table: Table
    units: Annotated[tuple[TableUnit, ...], Size(0, 400)] = ()

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield units of one name, off the table, or on top of each other."""
        names: set[str] = set()
        near = self._near()
        for number, unit in enumerate(self.units):
            if unit.name in names:
                yield Problem(f".units[{number}].group.name", f"two units are called {unit.name!r}")
            names.add(unit.name)
            if not self.table.is_on(unit.group):
                yield Problem(f".units[{number}].group", f"{unit.name!r} is not on the table as a whole")
            for other in near.get(number, ()):
                if overlaps(unit.group, self.units[other].group):
                    yield Problem(f".units[{number}].group", f"{unit.name!r} stands on {self.units[other].name!r}")

    def _near(self) -> dict[int, list[int]]:
        """Return of every unit, by its number, which earlier ones are so near that they may overlap it."""
        circles = [unit.group.circle for unit in self.units]
        from_west = sorted((circle.x - circle.radius, number) for number, circle in enumerate(circles))
        found: dict[int, list[int]] = {}
        for place, (_, number) in enumerate(from_west, start=1):
            here = circles[number]
            end = here.x + here.radius
            for west, other in from_west[place:]:
                if west > end:
                    break
                if here.meets(circles[other]):
                    found.setdefault(max(number, other), []).append(min(number, other))
        return {number: sorted(others) for number, others in found.items()}

    def unit(self, name: str) -> TableUnit:
        """Return the unit of a name.

        Raises:
            UnknownNameError: None stands on the table.
        """
        found = self._by_name.get(name)
        if found is None:
            raise UnknownNameError("unit on the table", name, [unit.name for unit in self.units])
        return found

    @cached_property
    def _by_name(self) -> dict[str, TableUnit]:
        return {unit.name: unit for unit in self.units}

    def others(self, name: str) -> tuple[TableUnit, ...]:
        """Return all units but one, in their order."""
        found = self._others.get(name)
        if found is None:
            found = self._others[name] = tuple(unit for unit in self.units if unit.name != name)
        return found

    @cached_property
    def _others(self) -> dict[str, tuple[TableUnit, ...]]:
        return {}

    def friends(self, name: str) -> tuple[TableUnit, ...]:
        """Return the other units of the side of one, in their order."""
        side = self.unit(name).side
        return tuple(unit for unit in self.others(name) if unit.side == side)

    def enemies(self, name: str) -> tuple[TableUnit, ...]:
        """Return the units of all other sides than that of one, in their order."""
        side = self.unit(name).side
        return tuple(unit for unit in self.units if unit.side != side)

    def with_group(self, group: Group) -> Layout:
        """Return the layout with one unit where it stands now."""
        units = (TableUnit(side=unit.side, group=group) if unit.name == group.name else unit for unit in self.units)
        return Layout(table=self.table, units=tuple(units))

    def with_unit(self, unit: TableUnit) -> Layout:
        """Return the layout with one more unit."""
        return Layout(table=self.table, units=(*self.units, unit))

    def without(self, name: str) -> Layout:
        """Return the layout without one unit."""
        return Layout(table=self.table, units=self.others(name))

    def under(self, group: Group, among: Sequence[TableUnit] | None = None) -> tuple[TableUnit, ...]:
        """Return the other units that a group would stand on, in their order.

        Args:
            group: The group.
            among: Which units are looked at; all others unless given.
        """
        here, others = group.circle, self.others(group.name) if among is None else among
        return tuple(unit for unit in others if here.meets(unit.group.circle) and overlaps(group, unit.group))

    def is_free(self, group: Group) -> bool:
        """Return whether a group would stand on the table as a whole, and on nobody."""
        return self.table.is_on(group) and not self.under(group)


def free_place(layout: Layout, group: Group, direction: Angle, most: Inches) -> Group | None:
    """Return a group at the first place where it stands on nobody, looked for in steps of a quarter of an inch.

    First where it is, then on along a direction, up to *most*; then round about, ring by ring, up to as far.

    Args:
        layout: Everybody else.
        group: The group where it would stand.
        direction: The bearing along which it is looked for first.
        most: How far away a place may be.

    Returns:
        The group at its place, facings kept; None if there is no room so near.
    """
    if layout.is_free(group):
        return group
    steps = [_STEP * number for number in range(1, most.thousandths // _STEP.thousandths + 1)]
    straight = (group.moved(direction, step) for step in steps)
    round_about = (group.moved((direction + angle).bearing, step) for step in steps for angle in _ROUND[1:])
    return next((one for way in (straight, round_about) for one in way if layout.is_free(one)), None)


# --- Groups that change ---------------------------------------------------------------------------------------------


def with_fewer(group: Group, lost: int) -> Group | None:
    """Return a group without some of its bases: the last listed fall, in ranks the hindmost to the right.

    >>> from rcw_rules.kernel.angles import degrees
    >>> from rcw_rules.kernel.geometry.table.positions import point
    >>> from rcw_rules.kernel.lengths import inches
    >>> rifles = in_line("rifles", 4, point(10, 10), degrees(0), frontage=inches("1.2"), depth=inches("0.8"))
    >>> fewer = with_fewer(rifles, 2)
    >>> [str(base.at) for base in fewer.bases] if fewer else [], with_fewer(rifles, 4)
    (['(8.2, 10)', '(9.4, 10)'], None)

    Args:
        group: The group.
        lost: How many bases fall.

    Returns:
        What is left; None if nothing is.
    """
    left = group.bases[: max(0, len(group.bases) - lost)]
    return Group(name=group.name, bases=left) if left else None


def middle_of(group: Group) -> Point:
    """Return the middle of a group: the mean of the middles of its bases, to the nearest thousandth."""
    centres = [base.centre for base in group.bases]
    count = len(centres)
    return Point(
        x=Inches(thousandths=(2 * sum(spot.x.thousandths for spot in centres) + count) // (2 * count)),
        y=Inches(thousandths=(2 * sum(spot.y.thousandths for spot in centres) + count) // (2 * count)),
    )


def away_from(group: Group, enemy: Group | Point) -> Angle:
    """Return the bearing straight away from an enemy: from its middle to that of the group.

    Where the two middles are one, it is straight back.
    """
    here, there = middle_of(group), enemy if isinstance(enemy, Point) else middle_of(enemy)
    return (group.bases[0].facing + _ROUND[6]).bearing if here == there else bearing(there, here)


def formed_up(group: Group, at: Point, facing: Angle, *, per_rank: int | None = None) -> Group:
    """Return a group in ranks, with as many bases of the same size.

    Args:
        group: The group.
        at: The middle of its front edge.
        facing: The bearing that all its bases face.
        per_rank: How many stand in a rank: all unless given, 1 for a column.
    """
    first: Base = group.bases[0]
    return in_line(
        group.name, len(group.bases), at, facing, frontage=first.frontage, depth=first.depth, per_rank=per_rank
    )


def towards(group: Group, spot: Point) -> Angle:
    """Return by how much a group would have to turn to face a position: to the right positive.

    Raises:
        ValueError: Its bases face different ways.
    """
    facing = group.facing
    if facing is None:
        raise ValueError(f"the bases of {group.name!r} face different ways, so it faces nowhere")
    here = group.front_rank[len(group.front_rank) // 2].at
    return Angle(thousandths=0) if here == spot else turn_to(facing, bearing(here, spot))
