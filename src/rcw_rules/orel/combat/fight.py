"""One assault within a combat or a pursuit: charges, the assault itself, retreats, and the vehicles."""

from __future__ import annotations

from attrs import evolve, frozen

from rcw_rules.kernel.umpire import Umpire
from rcw_rules.orel.assault import AssaultOutcome, AssaultRequest, UnitAfterAssault, vehicles_to_check
from rcw_rules.orel.combat.course import Battlefield, Course, carried_out, with_changes
from rcw_rules.orel.model import Unit
from rcw_rules.orel.options import Options
from rcw_rules.orel.strength import Result, Role, negates_entrenchment, with_charges


@frozen(kw_only=True)
class Fought:
    """An assault that is over, up to the advance.

    Attributes:
        course: The combat after it.
        loser: Which side lost it.
        losses: The steps that the defender lost, surrendered ones too.
        losses_in_action: Those that the loser lost without surrender.
        tally: The prisoners among the attacker's that the assault gives them because it wiped the defender out.
    """

    course: Course
    loser: Role
    losses: int
    losses_in_action: int
    tally: int


def with_decided_charges(umpire: Umpire[Options], field: Battlefield, course: Course, *, checks: bool) -> Course:
    """Let both sides decide which cavalry charges, the attacker first.

    Args:
        umpire: Asks them.
        field: The battlefield.
        course: The combat so far.
        checks: Whether cohesion checks follow; else an assault does.

    Rules: 8.7.1-charge, 8.8.1-strength.
    """
    tank = negates_entrenchment(course.attackers)
    attackers = with_charges(
        umpire, course.attackers, course.defenders, field.cover, attacking=True, tank=tank, checks=checks
    )
    defenders = with_charges(
        umpire, course.defenders, attackers, field.cover, attacking=False, tank=tank, checks=checks
    )
    if attackers == course.attackers and defenders == course.defenders:
        return course
    return evolve(course, attackers=attackers, defenders=defenders)


def assault_request(field: Battlefield, course: Course, *, unharmed: bool = False) -> AssaultRequest:
    """Return the question of the assault that these units could fight.

    Vehicles whose combat units have left them do not attack any more.

    Args:
        field: The battlefield.
        course: The combat so far, its charges decided.
        unharmed: Whether the attacker's losses and checks are ignored.

    Rules: 9-accompanied, 8.8.1-strength, 6-list.
    """
    stacks = {unit.hex for unit in course.attackers if unit.is_combat}
    attackers = tuple(unit for unit in course.attackers if unit.hex in stacks)
    return AssaultRequest(
        attackers=attackers,
        defenders=course.defenders,
        bystanders=tuple(unit for unit in course.bystanders if unit.hex in stacks),
        attacker_support=course.attacker_support,
        defender_support=course.defender_support,
        cover=field.cover,
        board=field.board,
        attack_type=field.attack_type,
        attacker_supported=course.attacker_supported,
        defender_supported=course.defender_supported,
        onlookers=course.joined,
        attacker_unharmed=unharmed,
        check_vehicles=False,
        officers_charge=field.events.officers_charge,
        defeatist_rumours=field.events.rumours_among((*attackers, *course.defenders)),
    )


def fight(umpire: Umpire[Options], field: Battlefield, course: Course, request: AssaultRequest, purpose: str) -> Fought:
    """Fight an assault: resolve it, carry out retreats and routs, then throw for the vehicles.

    Args:
        umpire: Throws and decides.
        field: The battlefield.
        course: The combat so far, its charges decided.
        request: The assault.
        purpose: What it is called.

    Rules: 8.8.2-art, 8.8.2B-morale, 9-destruction-check.
    """
    outcome = umpire.resolve(request, purpose)
    after = {one.key: one for one in (*outcome.attackers, *outcome.bystanders, *outcome.defenders, *outcome.onlookers)}
    course = with_changes(course, {key: one.unit for key, one in after.items() if one.unit is not None})
    results: dict[str, Result] = {key: one.result for key, one in after.items()}
    before = course.attacker_prisoners
    course = carried_out(umpire, field, course, results, counted=True)
    given_up = course.attacker_prisoners - before  # of units that could not retreat, or not through enemy zones
    course = evolve(
        course,
        attacker_prisoners=course.attacker_prisoners + outcome.attacker_prisoners,
        defender_prisoners=course.defender_prisoners + outcome.defender_prisoners,
    )
    steps = {unit.key: unit.steps for unit in request.defenders}
    in_action = sum(one.steps_lost for one in (*outcome.defenders, *outcome.onlookers))
    surrendered = sum(steps[one.key] - one.steps_lost for one in outcome.defenders if _surrenders(one))
    return Fought(
        course=_after_vehicle_checks(umpire, request, outcome, course),
        loser=outcome.loser,
        losses=in_action + surrendered + given_up,
        losses_in_action=in_action,
        tally=outcome.attacker_prisoners - surrendered,
    )


def _surrenders(after: UnitAfterAssault) -> bool:
    return after.result == "surrender"


def _after_vehicle_checks(
    umpire: Umpire[Options], request: AssaultRequest, outcome: AssaultOutcome, course: Course
) -> Course:
    """Throw for the vehicles that fought and are still there, and return the combat without those destroyed.

    Rules: 9-destruction-check, 1.1-vehicle-counters.
    """
    checks = vehicles_to_check(request, outcome)
    if checks is None:
        return course
    now = {unit.key: unit for unit in course.everybody}
    attackers = tuple(unit for unit in checks.attackers if unit.key in now)
    defenders = tuple(unit for unit in checks.defenders if unit.key in now)
    if not attackers and not defenders:
        return course
    checked = umpire.resolve(evolve(checks, attackers=attackers, defenders=defenders), "vehicles")
    changes: dict[str, Unit | None] = dict.fromkeys(checked.destroyed)
    for unit in checked.vehicles:
        changes[unit.key] = evolve(now[unit.key], steps=unit.steps, steps_full=unit.full_steps)
    return evolve(with_changes(course, changes), eliminated=(*course.eliminated, *checked.destroyed))
