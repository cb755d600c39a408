"""The channel of a river: where its sections begin and end, where vessels lie, and where troops cross.

Vessels keep to one line, the channel, which leads through the sections of the river (`Scenario.channel`). How far along
it a section begins and ends follows from the outlines of the sections.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, pairwise
from typing import Literal, NamedTuple, TypeAlias

from attrs import evolve

from rcw_rules.kernel.geometry.table import Group, Point, distance, is_inside, point_along
from rcw_rules.kernel.lengths import Inches
from rcw_rules.red_white.game.scenario import Afloat, Scenario
from rcw_rules.red_white.game.state import State
from rcw_rules.red_white.game.tracks import OnLine, length_of, on_line, set_on_line
from rcw_rules.red_white.options import Options
from rcw_rules.red_white.part_one import vessel_size
from rcw_rules.red_white.river import RiverSection

Way: TypeAlias = Literal["down", "up"]
"""Which way along the channel: down leads to the end of its line, up to its beginning."""

_SURVEYED = 250


class Stretch(NamedTuple):
    """A section of the river as the channel leads through it.

    Attributes:
        section: The name of the section.
        begins: How far along the channel it begins.
        ends: How far along it ends.
    """

    section: str
    begins: Inches
    ends: Inches


def channel_of(scenario: Scenario) -> tuple[Point, ...]:
    """Return the points of the channel; () if there is none."""
    return next((line.points for line in scenario.table.lines if line.name == scenario.channel), ())


@lru_cache(maxsize=32)
def stretches_of(scenario: Scenario) -> tuple[Stretch, ...]:
    """Return the sections of the river in the order in which the channel leads through them.

    A part of the channel that lies in no section is left out.

    Rules: ice-sections.
    """
    line = channel_of(scenario)
    if not line:
        return ()
    outlines = {
        piece.name: piece.outline
        for piece in scenario.table.terrain
        if piece.name in {section.name for section in scenario.river}
    }

    def section_at(along: int) -> str:
        spot = point_along(line, Inches(thousandths=along))
        return next((name for name, outline in outlines.items() if is_inside(spot, outline)), "")

    whole = length_of(line).thousandths
    marks = [*range(0, whole, _SURVEYED), whole]
    found: list[Stretch] = []
    name, begins = section_at(0), 0
    for before, here in pairwise(marks):
        after = section_at(here)
        if after != name:
            low, high = before, here
            while high - low > 1:
                middle = (low + high) // 2
                low, high = (middle, high) if section_at(middle) == name else (low, middle)
            if name:
                found.append(Stretch(name, Inches(thousandths=begins), Inches(thousandths=high)))
            name, begins = after, high
    if name:
        found.append(Stretch(name, Inches(thousandths=begins), Inches(thousandths=whole)))
    return tuple(_joined(found, whole))


def _joined(found: list[Stretch], whole: int) -> Iterator[Stretch]:
    """Yield stretches whose ends meet: a point on an outline is inside neither of two sections."""
    last = 0
    for number, one in enumerate(found):
        begins = last if one.begins.thousandths - last <= 2 else one.begins.thousandths
        at_end = number == len(found) - 1 and whole - one.ends.thousandths <= 2
        last = whole if at_end else one.ends.thousandths
        yield Stretch(one.section, Inches(thousandths=begins), Inches(thousandths=last))


def section_now(state: State, name: str) -> RiverSection:
    """Return a section of the river as it is now, as long as the channel in it."""
    section = next(one for one in state.river if one.name == name)
    stretch = next((one for one in stretches_of(state.scenario) if one.section == name), None)
    return section if stretch is None else evolve(section, length=stretch.ends - stretch.begins)


def lies_in(state: State, group: Group) -> str:
    """Return the section in which the bow of a vessel lies; "" if it is in none.

    A vessel whose bow is just at the edge of a section has not entered it.

    Rules: ice-sections.
    """
    where = on_line(channel_of(state.scenario), group)
    behind = Inches(thousandths=1)
    spot = where.front - behind if where.ahead else where.front + behind
    stretches = stretches_of(state.scenario)
    found = [one.section for one in stretches if one.begins <= spot <= one.ends]
    return found[0] if found else ""


def vessel_group(options: Options, scenario: Scenario, one: Afloat, where: OnLine) -> Group | None:
    """Return a vessel that lies in the channel; None if some of it would be beyond its ends.

    Rules: p1-grade-and-leader.
    """
    size = vessel_size(options, one.vessel.type)
    return set_on_line(channel_of(scenario), where, one.name, size.frontage, size.depth)


@lru_cache(maxsize=32)
def passages_of(scenario: Scenario) -> tuple[tuple[Point, Point], ...]:
    """Return the two ends of every bridge and ford: the middles of two of its sides that lie on dry land.

    Rules: unfrozen-crossing.
    """
    rivers = [piece.outline for piece in scenario.table.terrain if piece.kind == "river"]
    found: list[tuple[Point, Point]] = []
    for piece in scenario.table.terrain:
        if piece.kind not in ("bridge", "ford"):
            continue
        corners = piece.outline
        middles = [
            Point(
                x=Inches(thousandths=(one.x.thousandths + other.x.thousandths) // 2),
                y=Inches(thousandths=(one.y.thousandths + other.y.thousandths) // 2),
            )
            for one, other in pairwise((*corners, corners[0]))
        ]
        dry = [spot for spot in middles if not any(is_inside(spot, outline) for outline in rivers)]
        if len(dry) >= 2:
            found.append(max(combinations(dry, 2), key=lambda pair: distance(*pair)))
    return tuple(found)


# --- Where troops cross -----------------------------------------------------------------------------------------------


def crossed(state: State, start: Point, end: Point) -> tuple[RiverSection, ...]:
    """Return the sections of the river that a straight way leads into, as they are now, in the order of the scenario.

    The way is looked at in steps of a quarter of an inch, its start left out.

    Rules: river-states.
    """
    far = distance(start, end).thousandths
    outlines = {piece.name: piece.outline for piece in state.scenario.table.terrain if piece.kind == "river"}
    steps = max(1, -(-far // _SURVEYED))
    spots = [
        Point(
            x=Inches(thousandths=start.x.thousandths + (end.x.thousandths - start.x.thousandths) * step // steps),
            y=Inches(thousandths=start.y.thousandths + (end.y.thousandths - start.y.thousandths) * step // steps),
        )
        for step in range(1, steps + 1)
    ]
    names = {name for name, outline in outlines.items() for spot in spots if is_inside(spot, outline)}
    return tuple(section for section in state.river if section.name in names)
