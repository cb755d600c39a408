"""The end of a combat: the advance, the pursuit, munitions, and what is left of both sides."""

from __future__ import annotations

from attrs import evolve

from rcw_rules.kernel.umpire import Umpire
from rcw_rules.orel.combat.course import Battlefield, CombatOutcome, Course, Ending
from rcw_rules.orel.combat.entry import enter
from rcw_rules.orel.combat.pursuits import pursue
from rcw_rules.orel.model import Unit
from rcw_rules.orel.options import Options
from rcw_rules.orel.retreats import AdvancePhase, MunitionsFate
from rcw_rules.orel.strength import Role
from rcw_rules.orel.supply import PRICES, RESUPPLY_BY_REFUSED_COMBAT, pick_units, spoils_of_war

_PHASES: dict[Ending, AdvancePhase] = {
    "depots_alone": "cohesion",
    "vehicles_alone": "retreat",
    "refused": "retreat",
    "cleared": "cohesion",
    "not_assaulted": "cohesion",
    "assaulted": "assault",
}
_FATE_OF_MUNITIONS: dict[Ending, MunitionsFate] = {"vehicles_alone": "refunded", "refused": "resupply"}


def concluded(
    umpire: Umpire[Options],
    field: Battlefield,
    course: Course,
    ended: Ending,
    *,
    loser: Role | None = None,
    losses: int = 0,
) -> CombatOutcome:
    """Bring a combat to its end: advance, pursuit, then the markers for munitions; those of the combat are taken off.

    Args:
        umpire: Decides and throws.
        field: The battlefield.
        course: The combat so far.
        ended: How far it went.
        loser: Which side lost the assault, if there was one.
        losses: The steps that it cost the defender.

    Rules: 8.7.4-advance, 8.7.4-pursuit, 8.8.3-pursuit, 8.7.2-disorganised, 8.7.2-repulsed, 8.1-part2.
    """
    entry = enter(umpire, field, course, _PHASES[ended], loser)
    course, spoils = entry.course, entry.advanced if ended == "assaulted" else ()
    advanced, captured, location, pursued = entry.advanced, entry.captured, entry.location, ""
    if entry.may_pursue:
        # An Officers' charge is for the assault on the hex, and spent with it.
        events = evolve(field.events, officers_charge=False)
        chase = pursue(umpire, evolve(field, events=events), course, entry.advanced)
        course, pursued = chase.course, chase.hex
        losses += chase.losses
        spoils = tuple(dict.fromkeys((*spoils, *chase.advanced)))
        captured += chase.captured
        location = location if chase.location is None else chase.location
    fate = _FATE_OF_MUNITIONS.get(ended, "spent")
    changes = {unit.key: unit for unit in entry.resupplied}
    if fate == "resupply":
        changes |= _resupplied(umpire, field, course)
    elif fate == "spent":
        changes |= _marked(umpire, field, course, spoils, losses)
    units = {unit.key: unit for unit in (*field.others, *course.everybody)} | changes
    involved = {unit.key for unit in course.everybody} | changes.keys()
    left = tuple(_at_rest(unit) for key, unit in units.items() if key in involved)
    gone = ended != "depots_alone" or bool(entry.depots_eliminated)
    return CombatOutcome(
        ended=ended,
        loser=loser,
        cleared=gone and not course.defenders and not course.joined,
        units=tuple(sorted(left, key=lambda unit: (unit.side != field.attacker, unit.key))),
        advanced=advanced,
        location=location,
        pursued=pursued,
        eliminated=tuple(sorted(course.eliminated)),
        surrendered=tuple(sorted(course.surrendered)),
        captured=captured,
        depots_eliminated=entry.depots_eliminated,
        returns=entry.returns,
        exits=course.exits,
        joins=tuple(sorted(unit.key for unit in course.away if unit.hex in field.under_attack)),
        attacker_prisoners=course.attacker_prisoners,
        defender_prisoners=course.defender_prisoners,
        munitions=fate,
        assault_losses=losses,
        after_assault=spoils,
    )


def _at_rest(unit: Unit) -> Unit:
    """Return a unit without the markers and states of one combat.

    Rules: 8.7.2-disorganised, 8.7.2-repulsed, 8.1-part2.
    """
    if unit.disorganised or unit.repulsed or unit.charging or unit.in_contact:
        return evolve(unit, disorganised=False, repulsed=False, charging=False, in_contact=False)
    return unit


def _resupplied(umpire: Umpire[Options], field: Battlefield, course: Course) -> dict[str, Unit]:
    """Return the attackers that get the munitions of an attack that the defender has avoided.

    Rules: 8.2.1-refused-combat.
    """
    wanting = [unit for unit in course.attackers if unit.unsupplied and unit.key in field.munitions.resupply]
    picked = pick_units(umpire, RESUPPLY_BY_REFUSED_COMBAT, wanting, PRICES[field.attack_type]) if wanting else ()
    for unit in picked:
        umpire.result("8.2.1-refused-combat", "{unit} loses its Unsupplied marker", unit=unit.key)
    return {unit.key: evolve(unit, unsupplied=False) for unit in picked}


def _marked(
    umpire: Umpire[Options], field: Battlefield, course: Course, spoils: tuple[str, ...], losses: int
) -> dict[str, Unit]:
    """Return the units that gain or lose an Unsupplied marker by a combat that was fought.

    Rules: 8.2.1-unpaid, 8.2.1-defence, 8.2.1-vehicles, 8.2.1-spoils.
    """
    short = field.munitions.short
    if not short and not losses:
        return {}
    units = {unit.key: unit for unit in (*field.others, *course.everybody)}
    winners = tuple(units[key] for key in spoils if key in units)
    spared = spoils_of_war(umpire, winners, short, losses) if losses else ()
    changes = {key: evolve(units[key], unsupplied=False) for key in spared}
    for key in spared:
        umpire.result("8.2.1-spoils", "{unit} finds munitions with the enemy", unit=key)
    for key in short:
        if key in units and key not in spared and not units[key].unsupplied:
            rule = "8.2.1-unpaid" if units[key].side == field.attacker else "8.2.1-defence"
            umpire.result("8.2.1-vehicles" if units[key].is_vehicle else rule, "{unit} becomes Unsupplied", unit=key)
            changes[key] = evolve(units[key], unsupplied=True)
    return changes
