"""The stages of a combat after supports and charges: the cohesion checks, then the assault.

Each is a procedure of its own, so that identical courses of a combat are followed only once.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from attrs import evolve, frozen

from rcw_rules.kernel.citations import Objection, Verdict
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Size
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.marks import Cites
from rcw_rules.orel.assault import (
    AssaultRequest,
    CohesionRequest,
    assault,
    cohesion_check,
    launches_assault,
    wrong_batteries,
)
from rcw_rules.orel.combat.course import (
    Battlefield,
    CombatOutcome,
    Course,
    Keys,
    carried_out,
    with_changes,
)
from rcw_rules.orel.combat.end import concluded
from rcw_rules.orel.combat.fight import assault_request, fight, with_decided_charges
from rcw_rules.orel.combat.halfway import in_course, wrong_combat
from rcw_rules.orel.definitions import off_the_board_in_play, off_the_rails
from rcw_rules.orel.model import Side, Unit
from rcw_rules.orel.options import Options
from rcw_rules.orel.strength import Result, barred_vehicles


@frozen(kw_only=True, cache_hash=True)
class CombatAssaultRequest(Request[CombatOutcome]):
    """A combat after its cohesion checks.

    Attributes:
        field: The battlefield.
        course: The combat so far.
    """

    field: Battlefield
    course: Course

    @property
    def hex(self) -> str:
        """The attacked hex."""
        return self.field.hex

    @property
    def side(self) -> Side:
        """The side that attacks."""
        return self.field.attacker

    @property
    def everybody(self) -> tuple[Unit, ...]:
        """Every unit on the board, of both sides."""
        return (*self.field.others, *self.course.everybody)

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        yield from off_the_rails(self, self.field.board)
        yield from wrong_combat(self.field, self.course)


@frozen(kw_only=True, cache_hash=True)
class CombatCohesionRequest(Request[CombatOutcome]):
    """A combat before its cohesion checks.

    Attributes:
        field: The battlefield.
        course: The combat so far, its charges decided.
        coordinated: The keys of the batteries defending without a combat unit that passed their coordination check.
    """

    field: Battlefield
    course: Course
    coordinated: Annotated[Keys, Size(0, 20), Cites("8.7.1-lone-artillery")] = ()

    @property
    def hex(self) -> str:
        """The attacked hex."""
        return self.field.hex

    @property
    def side(self) -> Side:
        """The side that attacks."""
        return self.field.attacker

    @property
    def everybody(self) -> tuple[Unit, ...]:
        """Every unit on the board, of both sides."""
        return (*self.field.others, *self.course.everybody)

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        yield from off_the_rails(self, self.field.board)
        yield from wrong_combat(self.field, self.course)
        if not self.course.attackers:
            message = "expected 1 or more: nobody attacks, so nobody checks"
            yield Problem(".course.attackers", message, "X-bad-combat")
        yield from wrong_batteries(self.coordinated, self.course.defenders)


def _example_course() -> Course:
    red = Unit(key="1/7D", side="red", type="infantry", hex="1009", tq=5, steps=4, strength=5)
    white = Unit(key="2K", side="white", type="infantry", hex="1010", tq=5, steps=3, strength=5)
    return Course(attackers=(red,), defenders=(white,), attacker_support=3, attacker_supported=True)


def _assault_example() -> CombatAssaultRequest:
    return CombatAssaultRequest(field=Battlefield(hex="1010", attacker="red"), course=_example_course())


def _cohesion_example() -> CombatCohesionRequest:
    return CombatCohesionRequest(field=Battlefield(hex="1010", attacker="red"), course=_example_course())


@procedure(
    "orel.combat_assault",
    title="What happens after the cohesion checks of this combat?",
    formerly=("How does the combat go on after the cohesion checks?",),
    rules=("8.8-optional",),
    example=_assault_example,
)
def combat_assault(request: CombatAssaultRequest, umpire: Umpire[Options]) -> CombatOutcome:
    """Let the attacker decide whether to assault, then carry out retreats, advance and pursuit, and end the combat.

    Raises:
        IllegalRequestError: If a vehicle attacks into terrain of the board that is prohibited to it.

    Rules: 8.8-optional, 8.8.1-strength, 8.7.1-charge, 9-accompanied.
    """
    field = request.field
    _require_open_ground(umpire, field, request.course)
    course = with_decided_charges(umpire, field, request.course, checks=False)
    if not any(unit.is_combat for unit in course.attackers):
        return concluded(umpire, field, course, "not_assaulted")
    question = assault_request(field, course)
    if not _assaults(umpire, field, question):
        return concluded(umpire, field, course, "not_assaulted")
    fought = fight(umpire, field, course, question, "assault")
    return concluded(umpire, field, fought.course, "assaulted", loser=fought.loser, losses=fought.losses)


@combat_assault.legality
def _assault_objections(request: CombatAssaultRequest, options: Options) -> Iterator[Objection]:
    yield from off_the_board_in_play(request, request.field.board, options)


def _assaults(umpire: Umpire[Options], field: Battlefield, question: AssaultRequest) -> bool:
    """Whether the attacker assaults: never if no unit can; else as declared, or as the attacker decides now.

    Rules: 8.8-optional.
    """
    if field.assault is None:
        return launches_assault(umpire, question)
    return field.assault and assault.verdict(question, umpire.options).legal


@procedure(
    "orel.combat_cohesion",
    title="What happens in this combat from the cohesion checks on?",
    formerly=("How does the combat go on from the cohesion checks?",),
    rules=("8.7.1-procedure",),
    example=_cohesion_example,
)
def combat_cohesion(request: CombatCohesionRequest, umpire: Umpire[Options]) -> CombatOutcome:
    """Check both sides' cohesion and carry out the results; then the hex is cleared, or the assault follows.

    Raises:
        IllegalRequestError: If a vehicle attacks into terrain of the board that is prohibited to it.

    Rules: 8.7.1-procedure, 8.7.2-disorganised, 8.7.2-repulsed, 8.7.4-advance, 9-accompanied.
    """
    field, course = request.field, request.course
    _require_open_ground(umpire, field, course)
    checked = umpire.resolve(_cohesion_request(request), "cohesion")
    results: dict[str, Result] = {
        one.key: one.result for one in (*checked.attackers, *checked.defenders, *checked.bystanders)
    }
    shaken: dict[str, Unit | None] = {}
    for unit in (*course.attackers, *course.defenders):
        if results[unit.key] == "disorganised":
            shaken[unit.key] = evolve(unit, disorganised=True)
        elif results[unit.key] == "repulsed":
            shaken[unit.key] = evolve(unit, repulsed=True)
    if shaken:
        course = with_changes(course, shaken)
    course = carried_out(umpire, field, course, results)
    if not course.is_held:
        return concluded(umpire, field, course, "cleared")
    return umpire.resolve(CombatAssaultRequest(field=field, course=course), "after the cohesion checks")


@combat_cohesion.legality
def _cohesion_objections(request: CombatCohesionRequest, options: Options) -> Iterator[Objection]:
    if off_board := off_the_board_in_play(request, request.field.board, options):
        yield from off_board
        return
    for objection in cohesion_check.verdict(_cohesion_request(request), options).objections:
        yield in_course(objection)


def _cohesion_request(request: CombatCohesionRequest) -> CohesionRequest:
    field, course = request.field, request.course
    stacks = {unit.hex for unit in course.attackers}
    return CohesionRequest(
        attackers=course.attackers,
        defenders=course.defenders,
        bystanders=tuple(unit for unit in course.bystanders if unit.hex in stacks),
        attacker_support=course.attacker_support,
        defender_support=course.defender_support,
        cover=field.cover,
        board=field.board,
        coordinated=request.coordinated,
        defeatist_rumours=field.events.rumours_among((*course.attackers, *course.defenders)),
        leader_in_the_front_line=field.events.leader_in_the_front_line,
    )


def _require_open_ground(umpire: Umpire[Options], field: Battlefield, course: Course) -> None:
    """Raise unless the ground lets every attacking vehicle into the attacked hex.

    Rules: 9-accompanied.
    """
    board = umpire.options.board if field.board is None else field.board
    refused = barred_vehicles(umpire, course.attackers, field.hex, board, "$.course.attackers")
    Verdict(objections=tuple(refused)).require()
