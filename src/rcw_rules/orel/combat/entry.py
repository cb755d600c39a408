"""The end of a fight for a hex: which units enter it, and what they capture there."""

from __future__ import annotations

from attrs import evolve, frozen

from rcw_rules.kernel.umpire import Umpire
from rcw_rules.orel.combat.course import Battlefield, Course, DepotReturn, with_changes
from rcw_rules.orel.fire import in_captors_colours
from rcw_rules.orel.model import OrelLocation, Unit
from rcw_rules.orel.options import Options
from rcw_rules.orel.retreats import AdvancePhase, AdvanceRequest, advance
from rcw_rules.orel.strength import Role
from rcw_rules.orel.supply import DepotEliminationRequest


@frozen(kw_only=True)
class Entry:
    """What came of an advance.

    Attributes:
        course: The combat after it.
        advanced: The keys of the attackers that entered, in the order in which they did.
        location: Where in Orel they are, if they entered it.
        captured: The trains that fell to them, in their colours.
        depots_eliminated: The keys of depots that fell.
        returns: The depots that come in their place.
        resupplied: Units that lost their Unsupplied marker by that.
        may_pursue: Whether cavalry that advanced may go on.
    """

    course: Course
    advanced: tuple[str, ...] = ()
    location: OrelLocation | None = None
    captured: tuple[Unit, ...] = ()
    depots_eliminated: tuple[str, ...] = ()
    returns: tuple[DepotReturn, ...] = ()
    resupplied: tuple[Unit, ...] = ()
    may_pursue: bool = False


def enter(
    umpire: Umpire[Options], field: Battlefield, course: Course, phase: AdvancePhase, loser: Role | None = None
) -> Entry:
    """Let the attackers enter the hex if no unit holds it any more, and give them what they find there.

    Args:
        umpire: Decides.
        field: The battlefield.
        course: The combat so far.
        phase: When the hex was cleared.
        loser: Which side lost the assault, if there was one.

    Rules: 8.5-advance, 8.7.4-advance, 8.8.3-advance, 3.3-elimination, 9.1.2-capture, 9-alone-defence.
    """
    if course.is_held or not course.attackers:
        return Entry(course=course)
    found = advance(
        AdvanceRequest(
            hex=field.hex,
            attackers=course.attackers,
            phase=phase,
            remaining=(*course.defenders, *course.joined),
            depots=tuple(depot for depot in field.depots if depot.hex == field.hex and depot.side != field.attacker),
            forced_back=course.forced_back,
            attacker_lost=loser == "attacker",
            entry_zones=field.entry_zones,
            board=field.board,
        ),
        umpire,
    )
    if not found.entering:
        return Entry(course=course)
    fallen = (*found.vehicles_eliminated, *found.trains_captured)
    left = (*course.defenders, *course.joined)
    captured = tuple(in_captors_colours(unit) for unit in left if unit.key in found.trains_captured)
    advanced = tuple(unit.key for unit in found.entering)
    cleared = with_changes(course, dict.fromkeys(fallen))
    returns, resupplied = _overrun(umpire, field, cleared, found.depots_eliminated, advanced)
    # A marker that an overrun depot has taken off an advancing unit goes with it.
    free = {unit.key for unit in resupplied}
    entering: dict[str, Unit | None] = {
        unit.key: evolve(unit, unsupplied=False) if unit.key in free else unit for unit in found.entering
    }
    freed = {unit.key: unit for unit in resupplied if unit.key not in entering}
    after = with_changes(course, {**freed, **entering, **dict.fromkeys(fallen)})
    return Entry(
        course=evolve(after, eliminated=(*after.eliminated, *found.vehicles_eliminated)),
        advanced=advanced,
        location=found.location,
        captured=captured,
        depots_eliminated=found.depots_eliminated,
        returns=returns,
        resupplied=tuple(freed.values()),
        may_pursue=found.may_pursue,
    )


def _overrun(
    umpire: Umpire[Options], field: Battlefield, course: Course, depots: tuple[str, ...], advanced: tuple[str, ...]
) -> tuple[tuple[DepotReturn, ...], tuple[Unit, ...]]:
    """Return the depots that come in place of those overrun, and the units that these resupply, with their new states.

    Rules: 3.3-elimination, 3.3-spoils, 3.3-return.
    """
    returns: list[DepotReturn] = []
    units = {unit.key: unit for unit in (*field.others, *course.everybody)}
    freed: dict[str, Unit] = {}
    for key in depots:
        request = DepotEliminationRequest(
            depot=next(depot for depot in field.depots if depot.key == key),
            units=tuple(units.values()),
            advancing=advanced,
            day=field.day,
            turn=field.attacker,
            other_depots=tuple(depot for depot in field.depots if depot.key not in depots),
            board=field.board,
        )
        did = umpire.resolve(request, f"depot {key}")
        if did.returns is not None:
            returns.append(DepotReturn(depot=did.returns, day=did.return_day))
        for unit in did.resupplied:
            freed[unit.key] = units[unit.key] = evolve(units[unit.key], unsupplied=False)
    return tuple(returns), tuple(freed.values())
