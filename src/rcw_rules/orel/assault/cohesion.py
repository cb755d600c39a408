"""The cohesion check: one die a side, held against the quality of each of its units."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from attrs import frozen

from rcw_rules.kernel import words
from rcw_rules.kernel.citations import Objection, Verdict
from rcw_rules.kernel.dice import d6
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Size
from rcw_rules.kernel.ledger import Ledger, Modifier, ledger
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.marks import Cites
from rcw_rules.orel.definitions import NATURAL_SUCCESS, have_integrated_artillery, names_of, note_values, predominant
from rcw_rules.orel.model import Unit
from rcw_rules.orel.options import Options
from rcw_rules.orel.strength import (
    CHARGE_BARS,
    Combatants,
    Result,
    Role,
    UnitResult,
    charge_bars,
    checks_coordination_alone,
    cohesion_cover,
    cohesion_odds,
    defends_alone,
    doubled_leader,
    may_charge,
    meets_infantry_alone,
    negates_entrenchment,
    of_leader,
    of_rumours,
    require_open_ground,
    side_strength,
    told_results,
    unfit_to_fight,
    with_followers,
    word_in,
)

ELITE = 6  # 8.7.1-tq6
COHESION_RESULTS: tuple[Result, ...] = ("passed", "disorganised", "repulsed", "retreat", "rout")
CHARGED_BY = 2  # 8.7.1-uncountered: steps of charging cavalry
_CHART = "cohesion_modifiers"


@frozen(kw_only=True)
class CohesionOutcome:
    """How both sides came through a cohesion check. Nothing has been carried out yet; the defender goes first.

    Attributes:
        attackers: The result of each attacker, in listed order.
        defenders: That of each defender.
        bystanders: That of each bystander.
    """

    attackers: tuple[UnitResult, ...]
    defenders: tuple[UnitResult, ...]
    bystanders: tuple[UnitResult, ...] = ()

    def summary(self, request: CohesionRequest) -> str:
        """Return what the check means for each unit, the attackers first."""
        names = names_of(request.everybody)
        checked = (*self.attackers, *self.defenders)
        if all(one.result in ("passed", "stays") for one in checked):
            return "Both sides pass the cohesion check."
        return words.sentences(*(told_results(one, names) for one in (self.attackers, self.defenders, self.bystanders)))


@frozen(kw_only=True, cache_hash=True)
class CohesionRequest(Combatants, Request[CohesionOutcome]):
    """Both sides before a cohesion check, the charges decided. The other fields are those of `Combatants`.

    Attributes:
        coordinated: The keys of the batteries defending without a combat unit that passed their coordination check.
        leader_in_the_front_line: Which sides use a Leader in the front line in this check, as was said before the dice.
    """

    coordinated: Annotated[tuple[str, ...], Size(0, 40), Cites("8.7.1-lone-artillery")] = ()
    leader_in_the_front_line: Annotated[tuple[Role, ...], Size(0, 2), Cites("6-list")] = ()

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        yield from super().inconsistencies()
        yield from wrong_batteries(self.coordinated, self.defenders)
        yield from doubled_leader(".leader_in_the_front_line", self.leader_in_the_front_line)


def wrong_batteries(coordinated: tuple[str, ...], defenders: tuple[Unit, ...]) -> Iterator[Problem]:
    """Yield a problem for every key in a field `coordinated` that is of no battery defending without a combat unit.

    Rules: 8.7.1-lone-artillery.
    """
    lone = defends_alone(defenders)
    batteries = {unit.key for unit in defenders if lone and checks_coordination_alone(unit)}
    for number, key in enumerate(coordinated):
        if key not in batteries:
            message = f"{key!r} is not a battery that checks because it defends without a combat unit"
            yield Problem(f".coordinated[{number}]", message, "8.7.1-lone-artillery")


def _example() -> CohesionRequest:
    def battalion(key: str, tq: int, steps: int, strength: int) -> Unit:
        return Unit(key=key, side="red", type="infantry", hex="1010", tq=tq, steps=steps, strength=strength)

    defender = Unit(
        key="1K", side="white", type="infantry", hex="1011", tq=5, steps=3, strength=5, integrated_artillery=True
    )
    return CohesionRequest(attackers=(battalion("1/7D", 5, 4, 5), battalion("2/7D", 3, 3, 4)), defenders=(defender,))


@procedure(
    "orel.cohesion_check",
    title="Do the units of both sides keep their cohesion?",
    rules=("8.7.1-procedure",),
    example=_example,
)
def cohesion_check(request: CohesionRequest, umpire: Umpire[Options]) -> CohesionOutcome:
    """Throw one die a side, the attacker's first, and read a result for each unit that checks.

    The modifiers of the side and those of the unit are added to the die, and the troop quality is taken off; the
    difference is read in the Cohesion Table. Every unit passes on a natural 1. Combat units check; defending artillery
    only without a combat unit beside it, attacking artillery and vehicles never: they follow their stacks. All results
    are found from the units as they were before. A routed unit that routs again surrenders.

    Raises:
        IllegalRequestError: If cavalry is marked as charging and may not, or a vehicle attacks into terrain of the
            board that is prohibited to it.

    Rules: 8.7.1-procedure, 8.7.1-who-checks, OPT-c-predominant.
    """
    note_values(umpire, request.everybody)
    require_open_ground(umpire, request)
    require_legal_charges(umpire, request)
    umpire.ruling("side_wide_modifiers")
    umpire.ruling("predominant_cohesion")
    strengths = _of_strengths(umpire, request)
    of_attacker = _ledgers(umpire, request, "attacker", strengths[0])
    of_defender = _ledgers(umpire, request, "defender", strengths[1])
    first = umpire.roll(d6, "attacker's cohesion die", "8.7.1-procedure")
    second = umpire.roll(d6, "defender's cohesion die", "8.7.1-procedure")
    attackers = with_followers(
        (*request.attackers, *request.bystanders), _results(umpire, request, "attacker", first, of_attacker)
    )
    defenders = with_followers(request.defenders, _results(umpire, request, "defender", second, of_defender))
    return CohesionOutcome(
        attackers=_listed(request.attackers, attackers),
        defenders=_listed(request.defenders, defenders),
        bystanders=_listed(request.bystanders, attackers),
    )


@cohesion_check.legality
def _objections(request: CohesionRequest, options: Options) -> Iterator[Objection]:
    yield from unfit_to_fight(request)


def who_checks(units: tuple[Unit, ...], role: Role) -> tuple[Unit, ...]:
    """Return the units of a side that check: combat units, or the artillery of a defender without any.

    Rules: 8.7.1-who-checks.
    """
    fighting = tuple(unit for unit in units if unit.is_combat)
    if fighting or role == "attacker":
        return fighting
    return tuple(unit for unit in units if unit.is_artillery)


def require_legal_charges(umpire: Umpire[Options], combat: Combatants) -> None:
    """Raise unless every unit that is marked as charging may charge; others of the combat that are repulsed are out.

    Raises:
        IllegalRequestError: If one may not.

    Rules: 8.7.1-charge, X-bad-combat.
    """
    refused: list[Objection] = []
    for name, own, enemies in (
        ("attackers", combat.attackers, combat.defenders),
        ("defenders", combat.defenders, combat.attackers),
    ):
        for number, unit in enumerate(own):
            if unit.charging:
                tank = negates_entrenchment(combat.attackers)
                bars = charge_bars(umpire, unit, enemies, combat.cover, attacking=own is combat.attackers, tank=tank)
                message = f"{unit.key} may not charge and fights dismounted: "
                path = f"$.{name}[{number}].charging"
                refused += [
                    Objection(rule="8.7.1-charge", message=message + CHARGE_BARS[bar], path=path) for bar in bars
                ]
    # Which ground bars a charge stands in a chart, which the check before the procedure does not see.
    Verdict(objections=tuple(refused)).require()


# -------------------------------------------------------------------- modifiers


@frozen
class _Ledgers:
    """The modifiers of one side: those of the whole side, and those of each unit that checks."""

    of_side: Ledger
    of_units: tuple[Ledger, ...]


def _ledgers(umpire: Umpire[Options], request: CohesionRequest, role: Role, of_strengths: Ledger) -> _Ledgers:
    """Return the modifiers of a side's die and put them on the record.

    Rules: OPT-b-modifiers.
    """
    to = f"{role}'s cohesion die"
    if umpire.options.side_wide_modifiers:
        return _Ledgers(umpire.modify(ledger(_side_wide(umpire, request, role)) + of_strengths, to), ())
    of_side = umpire.modify(ledger(_of_side(umpire, request, role)) + of_strengths, to)
    own, _ = _sides(request, role)
    return _Ledgers(
        of_side,
        tuple(
            umpire.modify(_of_unit(umpire, request, role, unit), f"cohesion die of {unit.key}")
            for unit in who_checks(own, role)
        ),
    )


def _of_side(umpire: Umpire[Options], request: CohesionRequest, role: Role) -> Iterator[Modifier]:
    """Yield what holds for all units of a side, however many enemies are the reason.

    Rules: 8.7.1-vehicle, 8.7.1-uncountered, 8.7.1-integrated, 6-list.
    """
    _, enemies = _sides(request, role)
    if any(unit.is_effective_vehicle for unit in enemies):
        yield umpire.modifier(_CHART, "enemy_vehicle", "8.7.1-vehicle", "enemy vehicle")
    if _charging_steps(enemies) >= CHARGED_BY and not _able_to_charge(umpire, request, role):
        row = "charged_without_countercharge"
        yield umpire.modifier(_CHART, row, "8.7.1-uncountered", "charged, with no cavalry able to countercharge")
    if have_integrated_artillery(enemies):
        row = "enemy_integrated_artillery"
        yield umpire.modifier(_CHART, row, "8.7.1-integrated", "enemy integrated artillery")
    if role in request.leader_in_the_front_line:
        yield of_leader()


def _of_unit(umpire: Umpire[Options], request: CohesionRequest, role: Role, unit: Unit) -> Ledger:
    """Return what holds for one unit: its vehicles, its charge, its quality, the rumours in it, its cover.

    Rules: 8.7.1-vehicle, 8.7.1-cavalry-alone, 8.7.1-tq6, 8.7.1-terrain, 6-list.
    """
    own, enemies = _sides(request, role)

    def listed() -> Iterator[Modifier]:
        if any(other.is_effective_vehicle and other.hex == unit.hex for other in own):
            yield umpire.modifier(_CHART, "friendly_vehicle", "8.7.1-vehicle", "friendly vehicle in its stack")
        if unit.charging and meets_infantry_alone(own, enemies):
            yield _alone(umpire)
        if role == "defender" and any(map(_is_elite, enemies)) and not _is_elite(unit):
            yield _elite(umpire)
        if unit.key in request.defeatist_rumours:
            yield of_rumours()

    found = ledger(listed())
    if role == "attacker":
        return found
    return found + cohesion_cover(umpire, request.cover, unit, tank=negates_entrenchment(request.attackers))


def _side_wide(umpire: Umpire[Options], request: CohesionRequest, role: Role) -> Iterator[Modifier]:
    """Yield what holds for a whole side by the designer's later rules, the strengths apart.

    One vehicle, one charge or one unit with rumours is enough for the whole side, one step of cavalry to be charged,
    and only an actual charge counters it. One elite defender spares all of them. An entrenchment counts if all are
    entrenched.

    Rules: OPT-b-modifiers, 6-list.
    """
    rule = "OPT-b-modifiers"
    own, enemies = _sides(request, role)
    if any(unit.is_effective_vehicle for unit in own):
        yield umpire.modifier(_CHART, "friendly_vehicle", rule, "friendly vehicle")
    if any(unit.is_effective_vehicle for unit in enemies):
        yield umpire.modifier(_CHART, "enemy_vehicle", rule, "enemy vehicle")
    if have_integrated_artillery(enemies):
        yield umpire.modifier(_CHART, "enemy_integrated_artillery", rule, "enemy integrated artillery")
    if _charging_steps(own) and meets_infantry_alone(own, enemies):
        yield _alone(umpire)
    if _charging_steps(enemies) and not _charging_steps(own):
        yield umpire.modifier(_CHART, "charged_without_countercharge", rule, "charged without a countercharge")
    if role in request.leader_in_the_front_line:
        yield of_leader()
    if any(unit.key in request.defeatist_rumours for unit in who_checks(own, role)):
        yield of_rumours()
    if role == "defender":
        if any(map(_is_elite, enemies)) and not any(map(_is_elite, own)):
            yield _elite(umpire)
        diggers = [unit for unit in own if not unit.is_vehicle]
        exposed = next((unit for unit in diggers if unit.entrenchment != "entrenched"), diggers[0])
        yield from cohesion_cover(umpire, request.cover, exposed, tank=negates_entrenchment(enemies))


def _alone(umpire: Umpire[Options]) -> Modifier:
    reason = "cavalry alone charges infantry in combat mode"
    return umpire.modifier(_CHART, "cavalry_charging_alone", "8.7.1-cavalry-alone", reason)


def _elite(umpire: Umpire[Options]) -> Modifier:
    return umpire.modifier(_CHART, "elite_infantry_attacks", "8.7.1-tq6", "elite infantry attacks")


def _is_elite(unit: Unit) -> bool:
    return unit.type == "infantry" and unit.quality == ELITE


def _charging_steps(units: tuple[Unit, ...]) -> int:
    return sum(unit.steps for unit in units if unit.charging)


def _able_to_charge(umpire: Umpire[Options], request: CohesionRequest, role: Role) -> bool:
    """Whether any cavalry of a side could charge, whether it does or not.

    Rules: 8.7.1-uncountered.
    """
    own, enemies = _sides(request, role)
    tank = negates_entrenchment(request.attackers)
    return any(
        may_charge(umpire, unit, enemies, request.cover, attacking=role == "attacker", tank=tank)
        for unit in own
        if unit.type == "cavalry"
    )


def _of_strengths(umpire: Umpire[Options], request: CohesionRequest) -> tuple[Ledger, Ledger]:
    """Return what the strengths of the sides add to their dice, the attacker's first; equal ones add nothing.

    Rules: 8.7.1-ratio, 8.7.1-strength, OPT-b-modifiers.
    """
    attacker = side_strength(
        umpire, request.attackers, "cohesion", attacking=True, support=request.attacker_support
    ).total
    defender = side_strength(
        umpire,
        request.defenders,
        "cohesion",
        attacking=False,
        support=request.defender_support,
        coordinated=request.coordinated,
    ).total
    text = "combat strength {attacker} against {defender}"
    umpire.result("8.7.1-ratio", text, attacker=attacker, defender=defender)
    if not umpire.options.side_wide_modifiers:
        return cohesion_odds(umpire, attacker, defender)
    if attacker == defender:
        return Ledger(), Ledger()
    stronger = Ledger.of(umpire.modifier(_CHART, "stronger_side", "OPT-b-modifiers", "stronger side"))
    weaker = Ledger.of(umpire.modifier(_CHART, "weaker_side", "OPT-b-modifiers", "weaker side"))
    return (stronger, weaker) if attacker > defender else (weaker, stronger)


def _sides(request: CohesionRequest, role: Role) -> tuple[tuple[Unit, ...], tuple[Unit, ...]]:
    if role == "attacker":
        return request.attackers, request.defenders
    return request.defenders, request.attackers


# -------------------------------------------------------------------- results


def _results(
    umpire: Umpire[Options], request: CohesionRequest, role: Role, face: int, ledgers: _Ledgers
) -> dict[str, Result]:
    """Return the results of the units of a side that check.

    Rules: 8.7.1-procedure, OPT-c-predominant.
    """
    checking = who_checks(_sides(request, role)[0], role)
    common = predominant(checking).value if umpire.options.predominant_cohesion else None
    found: dict[str, Result] = {}
    for number, unit in enumerate(checking):
        modifier = ledgers.of_side.total + (ledgers.of_units[number].total if ledgers.of_units else 0)
        quality = unit.quality if common is None else common
        found[unit.key] = _result(umpire, unit, role, face, modifier=modifier, quality=quality)
    return found


def _result(umpire: Umpire[Options], unit: Unit, role: Role, face: int, *, modifier: int, quality: int) -> Result:
    """Return the result of one unit: die and modifiers less quality, read in the Cohesion Table.

    Rules: 8.7.1-procedure, 8.7.1-table, 8.7.3-rout.
    """
    if face == NATURAL_SUCCESS:
        umpire.result("8.7.1-procedure", "{unit}: a natural 1 passes", unit=unit.key)
        return "passed"
    total = face + modifier
    result: Result = word_in(umpire.look_up("cohesion", total - quality, role), COHESION_RESULTS)
    text = "{unit}: {total} against quality {quality}: {result}"
    umpire.result("8.7.1-procedure", text, unit=unit.key, total=total, quality=quality, result=result)
    if result == "rout" and unit.mode == "routed":
        umpire.result("8.7.3-rout", "{unit} is routed already and surrenders", unit=unit.key)
        return "surrender"
    return result


def _listed(units: tuple[Unit, ...], results: dict[str, Result]) -> tuple[UnitResult, ...]:
    return tuple(UnitResult(key=unit.key, result=results[unit.key]) for unit in units)
