"""Strength: what the units of a side are worth in a combat, and the ratio of two sides."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from fractions import Fraction
from math import floor
from typing import Annotated, Literal, TypeAlias

from attrs import evolve, frozen

from rcw_rules.kernel import words
from rcw_rules.kernel.citations import Objection, Verdict
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Range, Size
from rcw_rules.kernel.ledger import Ledger, Modifier
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.marks import Cites
from rcw_rules.orel.definitions import clause, names_of, note_values, told_of
from rcw_rules.orel.model import Unit, enemy_of, half_up, listed, wrong_places, wrong_sides
from rcw_rules.orel.options import Options
from rcw_rules.orel.strength.charges import CHARGE_BARS, charge_bars, decides_to_charge
from rcw_rules.orel.strength.cover import OPEN_GROUND, Cover, negates_entrenchment, told_modifier

CombatStep: TypeAlias = Literal["cohesion", "assault"]
"""For which part of a combat strength is counted; a pursuit is an assault."""


# -------------------------------------------------------------------- what other chapters ask


@frozen(kw_only=True)
class StrengthGroup:
    """Units of one side whose strength is divided by the same number.

    Attributes:
        divisor: What the sum of their strengths is divided by.
        sum: That sum.
        strength: What is left of it, rounded.
        units: Their keys, in listed order.
    """

    divisor: int
    sum: int
    strength: int
    units: tuple[str, ...]


def _told_divisor(group: StrengthGroup) -> str:
    return f" ({group.sum} divided by {group.divisor})" if group.divisor > 1 else ""


@frozen(kw_only=True)
class CombatStrengthOutcome:
    """The strength of a side in a combat.

    Attributes:
        total: The whole of it, at least 1.
        groups: The units that count by what divides them, the undivided first.
        support: The fire support in it.
        charging: The keys of the cavalry that charges.
    """

    total: int
    groups: tuple[StrengthGroup, ...]
    support: int
    charging: tuple[str, ...]

    def summary(self, request: CombatStrengthRequest) -> str:
        """Return the strength of the side, and who brings how much of it."""
        names = names_of(request.units)
        charge = clause(self.charging, names, "charge[s|]")
        lifted = sum(group.strength for group in self.groups) + self.support < self.total
        least = ", the least that a side can have" if lifted else ""
        if len(self.groups) == 1 and not self.support and not lifted:
            (group,) = self.groups
            whose = told_of(group.units, names)
            return words.sentences(f"the combat strength of {whose} is {self.total}{_told_divisor(group)}", charge)
        parts = [f"{one.strength} from {told_of(one.units, names)}{_told_divisor(one)}" for one in self.groups]
        parts += [f"{self.support} of support"] if self.support else []
        total = f"the combat strength is {self.total}{least}"
        return words.sentences(f"{total}: {words.listed(parts)}" if parts else total, charge)


def side_strength(
    umpire: Umpire[Options],
    units: Collection[Unit],
    step: CombatStep,
    *,
    attacking: bool,
    support: int = 0,
    coordinated: Collection[str] = (),
) -> CombatStrengthOutcome:
    """Return the strength of a side.

    Units that the same number divides are summed, divided once and rounded to the nearest whole number; then the groups
    and the support are added. Repulsed units and, of attackers, routed ones have no part in an assault. Effective tanks
    and armoured cars count undivided, a train in contact with its fire strength. Artillery counts only in defence where
    no combat unit is with it.

    Args:
        umpire: Has the charts and keeps the record.
        units: The units of the side in the combat, with the cavalry that charges marked so.
        step: Cohesion check or assault.
        attacking: Whether the side attacks.
        support: Its fire support, in whole points.
        coordinated: The keys of the batteries defending alone that passed their check; in the cohesion check alone.

    Rules: 1.2-sum-before-dividing, 1.2-round-last, 1.2-round-nearest, 8.7.1-strength, 8.8.1-strength, 9.1.2-support,
        9.3-armoured-cars.
    """
    taking_part = [unit for unit in units if takes_part(unit, step, attacking=attacking)]
    lone = not attacking and defends_alone(units)
    sums: dict[int, int] = {}
    keys: dict[int, list[str]] = {}
    for unit in taking_part:
        if unit.is_artillery:
            if not lone:
                continue
            divisor, strength = 1, lone_artillery_strength(umpire, unit, step, coordinated=unit.key in coordinated)
        elif unit.is_train:
            divisor, strength = 1, fire_strength_now(umpire, unit)
        else:
            divisor, strength = _divisor(umpire, unit, step), unit.combat_strength(charging=unit.charging)
        sums[divisor] = sums.get(divisor, 0) + strength
        keys.setdefault(divisor, []).append(unit.key)
    groups = tuple(
        StrengthGroup(
            divisor=divisor,
            sum=sums[divisor],
            strength=half_up(Fraction(sums[divisor], divisor)),
            units=tuple(keys[divisor]),
        )
        for divisor in sorted(sums)
    )
    for group in groups:
        if group.divisor > 1:
            text = "{sum} divided by {divisor} is {strength}: {units}"
            umpire.result(
                "1.2-sum-before-dividing",
                text,
                sum=group.sum,
                divisor=group.divisor,
                strength=group.strength,
                units=", ".join(group.units),
            )
    return CombatStrengthOutcome(
        total=max(1, sum(group.strength for group in groups) + support),
        groups=groups,
        support=support,
        charging=tuple(unit.key for unit in taking_part if unit.charging),
    )


def takes_part(unit: Unit, step: CombatStep, *, attacking: bool) -> bool:
    """Whether a unit that is still there lends its strength: no vehicle out of action; in an assault no repulsed unit.

    Rules: 8.8.1-strength, 8.2.3-effects, 9.2.1-breakdown.
    """
    if unit.is_vehicle:
        return unit.is_effective_vehicle
    if step == "cohesion":
        return True
    return not unit.repulsed and not (attacking and unit.mode == "routed")


def defends_alone(defenders: Iterable[Unit]) -> bool:
    """Whether artillery of these defenders, if there is any, has no combat unit with it.

    Rules: 8.7.1-lone-artillery.
    """
    return not any(unit.is_combat for unit in defenders)


def checks_coordination_alone(unit: Unit) -> bool:
    """Whether a battery that defends alone throws for coordination; routed or in march mode it is worth 1 without.

    Rules: 8.7.1-lone-artillery.
    """
    return unit.is_artillery and unit.mode == "combat"


def lone_artillery_strength(umpire: Umpire[Options], unit: Unit, step: CombatStep, *, coordinated: bool) -> int:
    """Return the combat strength of a battery that defends without a combat unit.

    In the cohesion check its fire strength, after a failed check halved and rounded down, or 1 if it is routed or in
    march mode. In the assault its steps, or 1 if it is routed, in march mode, unsupplied or disorganised.

    Args:
        umpire: Has the charts.
        unit: The battery.
        step: Cohesion check or assault.
        coordinated: Whether it passed its coordination check; it makes no difference in the assault.

    Rules: 8.7.1-lone-artillery, 8.8.1-strength.
    """
    if step == "assault":
        return 1 if unit.mode != "combat" or unit.unsupplied or unit.disorganised else unit.steps
    if unit.mode != "combat":
        return _number(umpire, "fire_strength_modifiers", "routed_or_march_alone_is")
    return fire_strength_now(umpire, unit, coordinated=coordinated)


def fire_strength_now(umpire: Umpire[Options], unit: Unit, *, coordinated: bool = True) -> int:
    """Return the fire strength of a battery or a train, as it counts in a barrage, a support or a combat.

    Lost steps come off the printed figure, to at least 1. Then it is divided once, by the product of everything that
    divides it, and rounded to the nearest whole number; down if a coordination check failed.

    Args:
        umpire: Has the charts.
        unit: The battery or train; whether it may fire at all is another question.
        coordinated: Whether it needed no coordination check or passed it.

    Rules: 8.3.2-roll, 8.2.3-effects, 1.2-round-last, 1.2-round-down, 1.2-round-nearest.
    """
    divisor = 1
    if unit.is_artillery and unit.unsupplied:
        divisor *= _number(umpire, "fire_strength_modifiers", "artillery_unsupplied_divides")
    if unit.is_damaged and (unit.reduced is None or unit.reduced.fire is None):
        divisor *= _number(umpire, "fire_strength_modifiers", "damaged_heavy_train_divides")
    if not coordinated:
        divisor *= _number(umpire, "fire_strength_modifiers", "uncoordinated_divides")
    lost_step = 0
    if unit.is_artillery and unit.lost_steps:
        lost_step = umpire.look_up("fire_strength_modifiers", "lost_step_adds").number()
    exact = Fraction(unit.fire_strength(lost_step=lost_step), divisor)
    return half_up(exact) if coordinated else floor(exact)


def cohesion_odds(umpire: Umpire[Options], attacker: int, defender: int) -> tuple[Ledger, Ledger]:
    """Return what the ratio of strengths adds to the dice of a cohesion check, the attacker's and the defender's.

    Returns:
        The modifiers of both dice, not yet on the record.

    Rules: 8.7.1-ratio, 1.2-round-down.
    """
    if attacker >= 2 * defender:
        rows, reason = ("attacker_at_two_to_one", "defender_at_two_to_one"), "ratio of 2:1 or more"
    elif attacker < defender:
        rows, reason = ("attacker_below_one_to_one", "defender_below_one_to_one"), "ratio below 1:1"
    else:
        return Ledger(), Ledger()
    first, second = (umpire.modifier("cohesion_modifiers", row, "8.7.1-ratio", reason) for row in rows)
    return Ledger.of(first), Ledger.of(second)


def assault_odds(umpire: Umpire[Options], attacker: int, defender: int) -> Modifier:
    """Return what the ratio of strengths adds to the assault roll, rounded down to a column of the chart.

    Returns:
        The modifier, not yet on the record; the look-up is.

    Rules: 8.8.1-odds, 1.2-round-assault-1.5, 1.2-round-down.
    """
    return _odds_of(umpire, attacker, defender)[1]


def _odds_of(umpire: Umpire[Options], attacker: int, defender: int) -> tuple[str, Modifier]:
    """Return the column that a ratio falls into and the modifier that it gives."""
    cell = umpire.look_up("art_odds", Fraction(attacker, defender))
    reason = f"odds {cell.row}"
    return cell.row, Modifier(
        id="odds", value=cell.number(), reason=reason, rule="8.8.1-odds", provenance=cell.provenance
    )


def _divisor(umpire: Umpire[Options], unit: Unit, step: CombatStep) -> int:
    """Return what divides the strength of a combat unit, a tank or an armoured car; several divisors multiply.

    Rules: 7.1.4-march-effects, 8.2.3-effects, 8.7.2-disorganised, 8.7.3-rout.
    """
    divisor = 1
    if unit.unsupplied:
        divisor *= _number(umpire, "combat_strength_divisors", "unsupplied")
    if unit.mode == "march":
        divisor *= _number(umpire, "combat_strength_divisors", "march_mode")
    if unit.mode == "routed":
        divisor *= _number(umpire, "combat_strength_divisors", "routed")
    if unit.disorganised and step == "assault":
        divisor *= _number(umpire, "combat_strength_divisors", "disorganised")
    return divisor


def _number(umpire: Umpire[Options], chart: str, row: str) -> int:
    return umpire.look_up(chart, row).number(at_least=1)


# -------------------------------------------------------------------- orel.combat_strength


@frozen(kw_only=True, cache_hash=True)
class CombatStrengthRequest(Request[CombatStrengthOutcome]):
    """The units of one side in a combat.

    Attributes:
        units: The units, in the assault those that are still there.
        step: Cohesion check or assault; a pursuit is an assault.
        attacking: Whether they attack.
        support: Their fire support, in whole points.
        coordinated: The keys of the batteries defending without a combat unit that passed their coordination check.
        enemies: Their enemies in the combat. If they are given, cavalry that is marked as charging must be allowed to,
            and the owner of the other cavalry decides whether it charges; else it charges where it is marked so.
        cover: The ground of the attacked hex; it matters to charges alone.
    """

    units: Annotated[tuple[Unit, ...], Size(1, 99)]
    step: CombatStep = "cohesion"
    attacking: bool = True
    support: Annotated[int, Range(0, 99, rule="X-bad-combat"), Cites("8.6.2-support")] = 0
    coordinated: Annotated[tuple[str, ...], Cites("8.7.1-lone-artillery")] = ()
    enemies: Annotated[tuple[Unit, ...], Size(0, 99)] = ()
    cover: Cover = OPEN_GROUND

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        side = self.units[0].side
        yield from wrong_sides("units", self.units, side)
        yield from wrong_sides("enemies", self.enemies, enemy_of(side))
        yield from wrong_places((*listed("units", self.units), *listed("enemies", self.enemies)))
        checks = self.step == "cohesion" and not self.attacking and defends_alone(self.units)
        lone = {unit.key for unit in self.units if checks_coordination_alone(unit)}
        for number, key in enumerate(self.coordinated):
            if not checks or key not in lone:
                message = f"{key!r} is not a battery that checks because it defends without a combat unit"
                yield Problem(f".coordinated[{number}]", message, "8.7.1-lone-artillery")


def _strength_example() -> CombatStrengthRequest:
    def battalion(key: str, strength: int, *, disorganised: bool = False) -> Unit:
        return Unit(key=key, side="red", type="infantry", tq=4, steps=4, strength=strength, disorganised=disorganised)

    units = (battalion("1/41D", 7), battalion("2/41D", 5, disorganised=True), battalion("3/41D", 1))
    return CombatStrengthRequest(units=units, step="assault", attacking=False)


@procedure(
    "orel.combat_strength",
    title="What is the combat strength of the side?",
    rules=("8.7.1-strength",),
    example=_strength_example,
)
def combat_strength(request: CombatStrengthRequest, umpire: Umpire[Options]) -> CombatStrengthOutcome:
    """Add up the strength of a side in a cohesion check or in an assault, its charges decided first.

    Units with the same divisor are summed, divided once and rounded to the nearest; the groups and the support make the
    total, which is at least 1. A unit has its printed strength less 1 for each lost step, at least 1.

    Raises:
        IllegalRequestError: If cavalry is marked as charging and may not.

    Rules: 8.7.1-strength, 8.8.1-strength, X-bad-combat.
    """
    note_values(umpire, request.units)
    units = request.units if not request.enemies else _with_charges(umpire, request)
    found = side_strength(
        umpire,
        units,
        request.step,
        attacking=request.attacking,
        support=request.support,
        coordinated=request.coordinated,
    )
    rule = "8.8.1-strength" if request.step == "assault" else "8.7.1-strength"
    umpire.result(rule, "combat strength {total}, {support} of it support", total=found.total, support=found.support)
    return found


def _with_charges(umpire: Umpire[Options], request: CombatStrengthRequest) -> tuple[Unit, ...]:
    """Return the units with their charges: those given, if they may, and those decided now.

    Rules: 8.7.1-charge, X-bad-combat.
    """
    tank = negates_entrenchment(request.units)  # which helps attackers alone
    enemies, cover, attacking = request.enemies, request.cover, request.attacking
    refused = tuple(
        Objection(
            rule="8.7.1-charge",
            message=f"{unit.key} may not charge: {CHARGE_BARS[bar]}; it fights dismounted",
            path=f"$.units[{number}].charging",
        )
        for number, unit in enumerate(request.units)
        if unit.charging
        for bar in charge_bars(umpire, unit, enemies, cover, attacking=attacking, tank=tank)
    )
    # Which ground bars a charge stands in a chart, which the check before the procedure does not see.
    Verdict(objections=refused).require()
    checks = request.step == "cohesion"
    return tuple(
        unit
        if unit.charging
        or not decides_to_charge(
            umpire, unit, request.units, enemies, cover, attacking=attacking, tank=tank, checks=checks
        )
        else evolve(unit, charging=True)
        for unit in request.units
    )


# -------------------------------------------------------------------- orel.odds


def _told_ratio(column: str) -> str:
    """Return a column of the ratio in words: ``<1:3`` is less than 1:3, ``5:1+`` is 5:1 or more."""
    if column.startswith("<"):
        return f"less than {column[1:]}"
    return f"{column[:-1]} or more" if column.endswith("+") else column


@frozen(kw_only=True)
class OddsOutcome:
    """What the ratio of two strengths does.

    Attributes:
        ratio: Attacker to defender, exact.
        column: The ratio that it counts as.
        attacker_die: What it adds to the attacker's cohesion die.
        defender_die: What it adds to the defender's cohesion die.
        roll: What it adds to the assault roll.
    """

    ratio: Fraction
    column: str
    attacker_die: int = 0
    defender_die: int = 0
    roll: int = 0

    def summary(self, request: OddsRequest) -> str:
        """Return the ratio that counts, and what it does to the dice."""
        ratio = f"{request.attacker} to {request.defender} counts as {_told_ratio(self.column)}"
        if request.step == "assault":
            does = [told_modifier(self.roll, "the assault roll")]
        else:
            sides = ((self.attacker_die, "attacker"), (self.defender_die, "defender"))
            does = [told_modifier(value, f"the {who}'s cohesion die") for value, who in sides if value]
            does = does or ["leaves both cohesion dice as they are"]
        return words.sentences(f"{ratio}, which {words.listed(does)}")


@frozen(kw_only=True, cache_hash=True)
class OddsRequest(Request[OddsOutcome]):
    """Two sides' strengths.

    Attributes:
        attacker: The attacker's strength, support included.
        defender: The defender's, likewise.
        step: Cohesion check or assault.
    """

    attacker: Annotated[int, Range(1, 999, rule="8.7.1-ratio")]
    defender: Annotated[int, Range(1, 999, rule="8.7.1-ratio")]
    step: CombatStep


def _odds_example() -> OddsRequest:
    return OddsRequest(attacker=17, defender=11, step="assault")


@procedure(
    "orel.odds",
    title="What are the odds, and what do they modify?",
    formerly=("Which odds do these strengths give, and what do they modify?",),
    rules=("8.7.1-ratio",),
    example=_odds_example,
)
def odds(request: OddsRequest, umpire: Umpire[Options]) -> OddsOutcome:
    """Compare two strengths by their exact ratio, rounded down.

    In a cohesion check only 2:1 and more and less than 1:1 matter, to both dice. In an assault the ratio gives one
    modifier to the roll, and from 3:2 on it counts as 1.5:1.

    Rules: 8.7.1-ratio, 8.8.1-odds, 1.2-round-down, 1.2-round-assault-1.5.
    """
    ratio = Fraction(request.attacker, request.defender)
    if request.step == "assault":
        column, modifier = _odds_of(umpire, request.attacker, request.defender)
        total = umpire.modify(Ledger.of(modifier), "assault roll").total
        return OddsOutcome(ratio=ratio, column=column, roll=total)
    attacker, defender = cohesion_odds(umpire, request.attacker, request.defender)
    return OddsOutcome(
        ratio=ratio,
        column=f"{floor(ratio)}:1" if ratio >= 1 else "<1:1",
        attacker_die=umpire.modify(attacker, "attacker's cohesion die").total,
        defender_die=umpire.modify(defender, "defender's cohesion die").total,
    )
