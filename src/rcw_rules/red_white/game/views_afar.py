"""What a view tells of vessels, the river and aircraft: lines of text, and the marks of aircraft on a picture."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rcw_rules.kernel.angles import degrees
from rcw_rules.kernel.geometry.table import Base, Group, Point, Table, middle_of
from rcw_rules.kernel.lengths import inches
from rcw_rules.kernel.words import in_words
from rcw_rules.red_white.game.scenario import Afloat
from rcw_rules.red_white.game.state import Aloft
from rcw_rules.red_white.model import Side
from rcw_rules.red_white.river import RiverSection

_MARK = inches("0.75")


def lines_afar(
    vessels: Sequence[Afloat],
    groups: Sequence[Group],
    sides: dict[str, Side],
    river: Sequence[RiverSection],
    aircraft: Sequence[Aloft],
) -> Iterator[str]:
    """Yield a line for every section of the river, every vessel and every aircraft over the table."""
    for section in river:
        ice = "" if section.thickness is None else f", {section.thickness} thick"
        yield f"{section.name}: {in_words(section.state)}{ice}"
    there = {group.name: group for group in groups}
    for one in vessels:
        facts: list[str] = [sides[one.name]] if one.name in sides else []
        facts.append(one.vessel.kind or one.vessel.type)
        group = there.get(one.name)
        if group is not None:
            spot, facing = middle_of(group), group.bases[0].facing
            facts.append(f"at {round(spot.x.thousandths / 1000)},{round(spot.y.thousandths / 1000)}")
            facts.append(f"facing {facing.as_decimal():f}")
        facts += [f"in {one.section}"] if one.section else []
        facts += [f"{one.vessel.damage} damage"] if one.vessel.damage else []
        facts += ["halted by the ice"] if one.vessel.failures else []
        facts += [f"in tow of {one.towed_by}"] if one.towed_by else []
        facts += [f"aboard {one.aboard}"] if one.aboard else []
        yield f"{one.name}: {', '.join(facts)}"
    for each in aircraft:
        yield f"{each.name}: {', '.join(_of_aircraft(each))}"


def _of_aircraft(one: Aloft) -> Iterator[str]:
    yield one.aircraft.side
    yield one.aircraft.type
    if one.aircraft.pilot != "ordinary":
        yield one.aircraft.pilot
    if one.mode == "patrol":
        yield f"on patrol for {one.aircraft.patrol_turns_left} turns"
    else:
        yield f"{one.aircraft.flight_turns_left} flight turns left"
    if one.at is not None:
        yield f"over {round(one.at[0].thousandths / 1000)},{round(one.at[1].thousandths / 1000)}"
    if one.aircraft.damage:
        yield f"{one.aircraft.damage} points of damage"


def marks_of(table: Table, aircraft: Sequence[Aloft]) -> Iterator[Group]:
    """Yield a mark for every aircraft over the table, on the table even where it is at the edge."""
    width, depth = table.size
    for one in aircraft:
        if one.at is None:
            continue
        x = min(max(one.at[0], _MARK), width - _MARK)
        y = min(max(one.at[1], _MARK), depth - _MARK)
        base = Base(at=Point(x=x, y=y + _MARK), facing=degrees(0), frontage=2 * _MARK, depth=2 * _MARK)
        yield Group(name=one.name, bases=(base,))
