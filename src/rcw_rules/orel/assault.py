"""The assault: strengths, the roll, losses, prisoners, and what the loser must do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Annotated

from attrs import evolve, frozen

from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.dice import d6
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Size
from rcw_rules.kernel.ledger import Ledger, Modifier, ledger
from rcw_rules.kernel.procedures import Choice, Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.orel.board import grid_in
from rcw_rules.orel.cohesion import require_legal_charges
from rcw_rules.orel.combatants import LOST, Combatants, Result, Role, combat_objections, with_followers, word_in
from rcw_rules.orel.cover import assault_cover, negates_entrenchment
from rcw_rules.orel.definitions import have_integrated_artillery, predominant
from rcw_rules.orel.encirclement import HexsideNumber, doubled, hexsides_towards, is_encircled
from rcw_rules.orel.event_modifiers import of_officers_charge
from rcw_rules.orel.losses import allocate, without_lost_steps
from rcw_rules.orel.model import AttackType, Unit, listed, wrong_places, wrong_sides
from rcw_rules.orel.morale import Beaten, MoraleRequest, UnitMorale
from rcw_rules.orel.options import Options
from rcw_rules.orel.strength import assault_odds, defends_alone, side_strength, takes_part
from rcw_rules.orel.values import note_values
from rcw_rules.orel.vehicle_check import VehicleCheckRequest
from rcw_rules.ruleset import Cites

ROLES: tuple[Role, ...] = ("attacker", "defender")
LARGE = 6  # 8.8.2A-six-steps
MODIFIERS = "art_modifiers"

_OF_THE_ROLL = (
    "8.8.1-strength",
    "8.8.1-odds",
    "8.8.1-modifiers",
    "8.8.1-encirclement",
    "8.8.1-entrenchment",
    "8.8.2-art",
    "8.7.1-strength",
    "8.7.1-charge",
    "1.2-sum-before-dividing",
    "1.1-integrated-artillery",
    "1.2-predominant-tq",
    "1.2-predominant-shift",
    "9.1.2-support",
    "9.2.2-combat",
    "7.3-effects",
    "8.3.2-roll",
    "6-list",
)
"""The rules that make the roll of an assault what it is."""


@frozen(kw_only=True, cache_hash=True)
class UnitAfterAssault:
    """A unit after an assault.

    Attributes:
        key: Which unit.
        result: What it must do now, or that it is lost. Only a beaten attacker who stays is ``repulsed`` by it.
        unit: The unit with its steps and states now, where it was; None if nothing of it is left to its side. A train
            that is captured is still here.
        lost: The steps that it lost, those of a surrender apart.
    """

    key: str
    result: Result
    unit: Unit | None
    lost: int = 0


@frozen(kw_only=True)
class AssaultOutcome:
    """What an assault did. Retreats and routs are still to be carried out.

    Attributes:
        loser: Who lost it.
        attackers: The attackers, in listed order.
        defenders: The defenders, in listed order.
        bystanders: The bystanders, in listed order.
        onlookers: The onlookers, in listed order, with their losses; they do what the defenders' fate makes them do.
        attacker_prisoners: The prisoners that the attacker takes.
        defender_prisoners: Those that the defender takes.
    """

    loser: Role
    attackers: tuple[UnitAfterAssault, ...]
    defenders: tuple[UnitAfterAssault, ...]
    bystanders: tuple[UnitAfterAssault, ...] = ()
    onlookers: Annotated[tuple[UnitAfterAssault, ...], Cites("8.5.1d-target-hex")] = ()
    attacker_prisoners: int = 0
    defender_prisoners: int = 0


@frozen(kw_only=True, cache_hash=True)
class AssaultRequest(Combatants, Request[AssaultOutcome]):
    """Both sides before an assault, the charges decided anew. The other fields are those of `Combatants`.

    Of the attackers, those that are repulsed take no part; those that have retreated or routed are left out.

    Attributes:
        attack_type: Whether the attack was prepared or hasty; a pursuit counts as prepared.
        attacker_supported: Whether artillery or a train supports the attacker even though its fire came to nothing.
        defender_supported: The same of the defender.
        onlookers: Units that fled into the attacked hex before: they have no part in the assault, and lose steps only
            when none of the defenders are left.
        hexsides: Where no hexes are given, the hexsides behind which attackers take part.
        officers_charge: Whether the attacker uses an Officers' charge, as was said before the roll.
        attacker_unharmed: Whether losses and checks of the attacker are ignored, as in the pursuit of a rout.
        check_vehicles: Whether vehicles check for destruction at once; not in a whole combat, where the retreats come
            first (`vehicles_to_check`).
    """

    attack_type: Annotated[AttackType, Cites("8.8.1-modifiers")] = "prepared"
    attacker_supported: Annotated[bool, Cites("9-destruction-check")] = False
    defender_supported: Annotated[bool, Cites("9-destruction-check")] = False
    onlookers: Annotated[tuple[Unit, ...], Size(0, 20), Cites("8.5.1d-target-hex")] = ()
    hexsides: Annotated[tuple[HexsideNumber, ...], Size(0, 6), Cites("8.8.1-encirclement")] = ()
    officers_charge: Annotated[bool, Cites("6-list")] = False
    attacker_unharmed: Annotated[bool, Cites("8.7.4-pursuit-rout")] = False
    check_vehicles: bool = True

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        yield from super().inconsistencies()
        yield from wrong_sides("onlookers", self.onlookers, self.defenders[0].side)
        yield from wrong_places((*listed("onlookers", self.onlookers), *listed("defenders", self.defenders)))
        yield from doubled(self.hexsides)
        if self.hexsides and self.defenders[0].hex is not None:
            yield Problem(".hexsides", "leave them out: they follow from the hexes of the units", "8.8.1-encirclement")


@frozen(kw_only=True)
class Prospects:
    """What an attacker knows when he decides whether to assault.

    Attributes:
        modifier: What will be added to the 2d6.
        defender_loses: The chance that the defender loses.
    """

    modifier: int
    defender_loses: Fraction


ASSAULT: Choice[Prospects, bool] = Choice(
    "assault",
    rule="8.8-optional",
    who="attacker",
    about="Whether he assaults after the cohesion check. Default: if the defender is at least as likely to lose as he.",
    default=lambda prospects, alternatives: prospects.defender_loses >= Fraction(1, 2),
)


def _example() -> AssaultRequest:
    red = Unit(key="1/7D", side="red", type="infantry", hex="1010", tq=5, steps=4, strength=5)
    white = Unit(key="2K", side="white", type="infantry", hex="1011", tq=5, steps=3, strength=5, disorganised=True)
    car = Unit(key="Cars", side="white", type="armoured_car", hex="1011", strength=2)
    return AssaultRequest(
        attackers=(red, evolve(red, key="2/7D", hex="0911", strength=4)), defenders=(white, car), attacker_support=3
    )


@procedure(
    "orel.assault",
    title="How does this assault go?",
    rules=(
        *_OF_THE_ROLL,
        "8.8.2A-six-steps",
        "8.8.2A-allocation",
        "8.8.2A-strength-loss",
        "8.8.2A-excess",
        "8.8.2A-artillery",
        "8.8.2A-prisoners",
        "8.8.2B-morale",
        "8.8.2B-surrender",
        "8.8-optional",
        "8.7.2-repulsed",
        "8.7.2-disorganised",
        "8.7.1-vehicle",
        "8.7.3-rout",
        "8.7.4-pursuit-rout",
        "8.5.1d-target-hex",
        "9-destruction-check",
        "9-destruction-option",
        "9-stack-lost",
        "9-accompanied",
        "X-bad-combat",
        "X-bad-units",
        "D-values",
    ),
    example=_example,
)
def assault(request: AssaultRequest, umpire: Umpire[Options]) -> AssaultOutcome:
    """Fight an assault: the roll, losses, morale of the loser, then the dice of the vehicles.

    2d6 and the modifiers are read in the Assault Results Table. Both losses rise by 1 if the smaller side has six steps
    or more; what a side would lose beyond its steps is taken off the other's losses. The attacker takes his losses
    first. The loser's survivors check morale, artillery and vehicles follow their stacks, and vehicles of a side that
    lost a step to an enemy with guns check for destruction.

    Raises:
        IllegalRequestError: If cavalry is marked as charging and may not.

    Rules: 8.8.2-art, 8.8.2B-morale, 8.8.2A-artillery, 9-stack-lost.
    """
    note_values(umpire, request.everybody)
    # Asked as a question of its own, so that exact odds work the modifiers out once for all that the dice may show.
    prospects = umpire.resolve(AssaultProspectsRequest(assault=request), "prospects of the assault")
    total = umpire.roll(d6.sum(2), "assault roll", "8.8.1-modifiers") + prospects.modifier
    loser: Role = word_in(umpire.look_up("art", total, "loser"), ROLES)
    umpire.result("8.8.2-art", "modified roll {total}: the {loser} loses", total=total, loser=loser)
    attacker_loss, defender_loss = _losses(request, umpire, total)
    fallen = (
        *allocate(umpire, _can_lose(request, "attacker"), attacker_loss),
        *_defenders_losses(request, umpire, defender_loss),
    )
    morale = _morale(request, umpire, total, loser, fallen)
    results: dict[str, Result] = {key: taken.consequence for key, taken in morale.items()}
    for unit in (*request.everybody, *request.onlookers):
        if fallen.count(unit.key) == unit.steps:
            results[unit.key] = "eliminated"
    attackers = with_followers((*request.attackers, *request.bystanders), results, artillery_follows=False)
    results = attackers | with_followers(request.defenders, results)
    everybody = (*request.everybody, *request.onlookers)
    after = {unit.key: _after(unit, results.get(unit.key, "stays"), fallen, morale) for unit in everybody}
    outcome = AssaultOutcome(
        loser=loser,
        attackers=tuple(after[unit.key] for unit in request.attackers),
        defenders=tuple(after[unit.key] for unit in request.defenders),
        bystanders=tuple(after[unit.key] for unit in request.bystanders),
        onlookers=tuple(after[unit.key] for unit in request.onlookers),
        attacker_prisoners=_prisoners(request, umpire, "defender", after, tallied=loser == "defender"),
        defender_prisoners=_prisoners(request, umpire, "attacker", after, tallied=loser == "attacker"),
    )
    checks = vehicles_to_check(request, outcome) if request.check_vehicles else None
    return outcome if checks is None else _after_vehicle_checks(outcome, checks, umpire)


@assault.legality
def _objections(request: AssaultRequest, options: Options) -> Iterator[Objection]:
    yield from combat_objections(request)
    if not any(unit.is_combat for unit in fighting(request, "attacker")):
        message = "no attacking combat unit can take part: all are repulsed"
        yield Objection(rule="8.8-optional", message=message, path="$.attackers")
    if all(unit.is_vehicle for unit in fighting(request, "defender")):
        yield Objection(rule="8.8-optional", message="there is no defender to be fought", path="$.defenders")


# -------------------------------------------------------------------- whether to assault


@frozen(kw_only=True, cache_hash=True)
class AssaultProspectsRequest(Request[Prospects]):
    """An assault that could be launched.

    Attributes:
        assault: The assault.
    """

    assault: AssaultRequest


def _prospects_example() -> AssaultProspectsRequest:
    return AssaultProspectsRequest(assault=_example())


@procedure(
    "orel.assault_prospects",
    title="How likely is the defender to lose this assault?",
    rules=("8.8-optional", *_OF_THE_ROLL),
    example=_prospects_example,
)
def assault_prospects(request: AssaultProspectsRequest, umpire: Umpire[Options]) -> Prospects:
    """Find the modifier of an assault and the chance that its roll makes the defender the loser; throw nothing.

    Rules: 8.8-optional.
    """
    modifier = umpire.modify(assault_modifiers(request.assault, umpire), "assault roll").total
    art = umpire.charts["art"]
    chance = d6.sum(2).branches.probability(lambda roll: art.look_up(roll + modifier, "loser").result == "defender")
    umpire.result("8.8-optional", "chance that the defender loses: {chance}", chance=str(chance))
    return Prospects(modifier=modifier, defender_loses=chance)


@assault_prospects.legality
def _prospects_objections(request: AssaultProspectsRequest, options: Options) -> Iterator[Objection]:
    for objection in _objections(request.assault, options):
        yield evolve(objection, path=objection.path.replace("$", "$.assault", 1))


def launches_assault(umpire: Umpire[Options], request: AssaultRequest) -> bool:
    """Whether the attacker assaults: he decides if he has a combat unit that can and there is somebody to fight.

    Rules: 8.8-optional.
    """
    if any(_objections(request, umpire.options)):
        return False
    prospects = umpire.resolve(AssaultProspectsRequest(assault=request), "prospects of the assault")
    return umpire.choose(ASSAULT, (True, False), prospects)


# -------------------------------------------------------------------- who fights


def fighting(request: AssaultRequest, role: Role) -> tuple[Unit, ...]:
    """Return the units of a side that take part: no repulsed unit, no vehicle out of action.

    An attacking vehicle takes part only beside a combat unit that does. Artillery does only where it defends alone.

    Rules: 8.7.2-repulsed, 8.8.1-strength, 9-accompanied.
    """
    attacking = role == "attacker"
    units = request.attackers if attacking else request.defenders
    able = [unit for unit in units if takes_part(unit, "assault", attacking=attacking)]
    stacks = {unit.hex for unit in able if unit.is_combat}
    lone = not attacking and defends_alone(units)
    return tuple(
        unit
        for unit in able
        if unit.is_combat or (unit.is_artillery and lone) or (unit.is_vehicle and (unit.hex in stacks or not attacking))
    )


def _can_lose(request: AssaultRequest, role: Role) -> tuple[Unit, ...]:
    """Return the units that can take losses: combat units that fight, and all artillery of the defender.

    Rules: 8.8.2A-excess, 8.8.2A-artillery.
    """
    in_combat = tuple(unit for unit in fighting(request, role) if unit.is_combat)
    if role == "attacker":
        return in_combat
    return (*in_combat, *(unit for unit in request.defenders if unit.is_artillery))


# -------------------------------------------------------------------- the roll


def assault_modifiers(request: AssaultRequest, umpire: Umpire[Options]) -> Ledger:
    """Return what is added to the 2d6 of an assault, not yet on the record.

    Raises:
        IllegalRequestError: If cavalry is marked as charging and may not.

    Rules: 8.8.1-modifiers, 8.8.1-strength, 9.1.2-support, 6-list.
    """
    attackers, defenders = fighting(request, "attacker"), fighting(request, "defender")
    require_legal_charges(umpire, request)
    attacker = side_strength(umpire, attackers, "assault", attacking=True, support=request.attacker_support).total
    defender = side_strength(
        umpire, request.defenders, "assault", attacking=False, support=request.defender_support
    ).total
    text = "combat strength {attacker} against {defender}"
    umpire.result("8.8.1-strength", text, attacker=attacker, defender=defender)

    def listed() -> Iterator[Modifier]:
        yield assault_odds(umpire, attacker, defender)
        yield _quality(attackers, defenders)
        if _is_encircled(request, attackers):
            yield umpire.modifier(MODIFIERS, "encirclement", "8.8.1-encirclement", "encirclement")
        yield from _of_arms(umpire, attackers, "attacking")
        yield from _of_arms(umpire, defenders, "defending")
        if negates_entrenchment(attackers):
            yield umpire.modifier(MODIFIERS, "tank_attacking", "9.2.2-combat", "tank attacks")
        if request.attack_type == "hasty":
            yield umpire.modifier(MODIFIERS, "hasty_attack", "8.8.1-modifiers", "hasty attack")
        if request.officers_charge:
            yield of_officers_charge()

    cover = assault_cover(umpire, request.cover, request.defenders, tank=negates_entrenchment(attackers))
    return ledger(modifier for modifier in listed() if modifier.value) + cover


def _quality(attackers: tuple[Unit, ...], defenders: tuple[Unit, ...]) -> Modifier:
    """Return the attacker's predominant quality less the defender's.

    Rules: 8.8.1-modifiers, 1.2-predominant-tq, 1.2-predominant-shift.
    """
    ours, theirs = predominant(attackers).value, predominant(defenders).value
    reason = f"predominant quality {ours} against {theirs}"
    return Modifier(id="predominant_tq", value=ours - theirs, reason=reason, rule="1.2-predominant-tq")


def _of_arms(umpire: Umpire[Options], units: tuple[Unit, ...], how: str) -> Iterator[Modifier]:
    """Yield what guns with the units and heavy trains in contact add, once each.

    Rules: 8.8.1-modifiers, 9.1.2-support, 1.1-integrated-artillery.
    """
    if have_integrated_artillery(units):
        row, reason = f"integrated_artillery_{how}", f"integrated artillery {how}"
        yield umpire.modifier(MODIFIERS, row, "1.1-integrated-artillery", reason)
    if any(unit.type == "armoured_train_heavy" for unit in units):
        yield umpire.modifier(MODIFIERS, f"heavy_train_{how}", "9.1.2-support", f"heavy train in contact {how}")


def _is_encircled(request: AssaultRequest, attackers: tuple[Unit, ...]) -> bool:
    target = request.defenders[0].hex
    if target is None:
        return is_encircled(request.hexsides)
    sources = {unit.hex for unit in attackers if unit.hex is not None}
    return is_encircled(hexsides_towards(target, sources, grid_in(request.board)))


# -------------------------------------------------------------------- losses


def _losses(request: AssaultRequest, umpire: Umpire[Options], total: int) -> tuple[int, int]:
    """Return the steps that attacker and defender lose.

    First the table, then 1 more for each if the smaller side has six steps or more, of which artillery counts only
    where it defends alone. What exceeds the steps of one side comes off the other side's number, both reckoned from the
    numbers before; nobody loses more than he has or less than 0.

    Rules: 8.8.2-art, 8.8.2A-six-steps, 8.8.2A-excess, 8.7.4-pursuit-rout.
    """
    numbers = [_number(umpire, total, "attacker loss"), _number(umpire, total, "defender loss")]
    sizes = [
        sum(unit.steps for unit in fighting(request, role) if not unit.is_vehicle) for role in ("attacker", "defender")
    ]
    if min(sizes) >= LARGE:
        numbers = [number + 1 for number in numbers]
        umpire.result("8.8.2A-six-steps", "the smaller side has {steps} steps: 1 loss more each", steps=min(sizes))
    if request.attacker_unharmed:
        numbers[0] = 0
        umpire.result("8.7.4-pursuit-rout", "the pursuers' own losses are ignored")
    steps = [sum(unit.steps for unit in _can_lose(request, role)) for role in ("attacker", "defender")]
    steps[1] += sum(unit.steps for unit in _behind(request))
    excess = [max(0, number - most) for number, most in zip(numbers, steps, strict=True)]
    if any(excess):
        text = "losses beyond its steps: attacker {attacker}, defender {defender}; they spare the other side"
        umpire.result("8.8.2A-excess", text, attacker=excess[0], defender=excess[1])
    attacker, defender = (
        min(most, max(0, number - spared))
        for number, most, spared in zip(numbers, steps, reversed(excess), strict=True)
    )
    umpire.result(
        "8.8.2A-allocation", "losses: attacker {attacker}, defender {defender}", attacker=attacker, defender=defender
    )
    return attacker, defender


def _defenders_losses(request: AssaultRequest, umpire: Umpire[Options], losses: int) -> tuple[str, ...]:
    """Return the keys of the units on the defender's side that lose the steps: onlookers when nobody else is left.

    Rules: 8.5.1d-target-hex, 8.8.2A-allocation.
    """
    units = _can_lose(request, "defender")
    own = min(losses, sum(unit.steps for unit in units))
    return (*allocate(umpire, units, own), *allocate(umpire, _behind(request), losses - own))


def _behind(request: AssaultRequest) -> tuple[Unit, ...]:
    """Return the onlookers that can take losses."""
    return tuple(unit for unit in request.onlookers if not unit.is_vehicle)


def _number(umpire: Umpire[Options], total: int, column: str) -> int:
    return umpire.look_up("art", total, column).number()


def _morale(
    request: AssaultRequest, umpire: Umpire[Options], total: int, loser: Role, fallen: tuple[str, ...]
) -> Mapping[str, UnitMorale]:
    """Return how each surviving unit of the loser that took part takes it.

    Rules: 8.8.2B-morale, 8.8.2A-artillery, 8.7.4-pursuit-rout.
    """
    units = [unit for unit in fighting(request, loser) if not unit.is_vehicle and fallen.count(unit.key) < unit.steps]
    if not units or (loser == "attacker" and request.attacker_unharmed):
        return {}
    winner: Role = "defender" if loser == "attacker" else "attacker"
    stacks = {unit.hex for unit in fighting(request, loser) if unit.is_vehicle}
    number = umpire.look_up("art", total, "morale").result
    beaten = MoraleRequest(
        role=loser,
        units=tuple(
            Beaten(
                key=unit.key,
                tq=unit.quality,
                hit=unit.key in fallen,
                vehicle=unit.hex in stacks,
                routed=unit.mode == "routed",
                defeatist_rumours=unit.key in request.defeatist_rumours,
            )
            for unit in units
        ),
        morale=number if isinstance(number, int) else None,
        enemy_vehicle=any(unit.is_vehicle for unit in fighting(request, winner)),
    )
    return {taken.key: taken for taken in umpire.resolve(beaten, f"morale of the {loser}").units}


# -------------------------------------------------------------------- afterwards


def _after(unit: Unit, result: Result, fallen: tuple[str, ...], morale: Mapping[str, UnitMorale]) -> UnitAfterAssault:
    """Return a unit with its losses and its new states; it has not moved yet."""
    lost = fallen.count(unit.key)
    left = None if result in ("surrender", "eliminated") else without_lost_steps(unit, lost)
    if left is not None and result == "repulsed":
        left = evolve(left, repulsed=True)
    if left is not None and unit.key in morale and morale[unit.key].disorganised:
        left = evolve(left, disorganised=True)
    return UnitAfterAssault(key=unit.key, result=result, unit=left, lost=lost)


def _prisoners(
    request: AssaultRequest,
    umpire: Umpire[Options],
    role: Role,
    after: Mapping[str, UnitAfterAssault],
    *,
    tallied: bool,
) -> int:
    """Return the prisoners that a side gives: the steps that surrender and, of a loser wiped out, one for each unit.

    Rules: 8.8.2A-prisoners, 8.8.2B-surrender.
    """
    units = _can_lose(request, role)
    surrendered = sum(unit.steps - after[unit.key].lost for unit in units if after[unit.key].result == "surrender")
    wiped_out = tallied and all(after[unit.key].result == "eliminated" for unit in units)
    if surrendered:
        umpire.result("8.8.2B-surrender", "steps of the {role} that surrender: {count}", role=role, count=surrendered)
    if wiped_out:
        text = "the {role} is wiped out: one prisoner for each unit, {count}"
        umpire.result("8.8.2A-prisoners", text, role=role, count=len(units))
    return surrendered + (len(units) if wiped_out else 0)


def vehicles_to_check(request: AssaultRequest, outcome: AssaultOutcome) -> VehicleCheckRequest | None:
    """Return the question which vehicles are destroyed after an assault; None if no vehicle must check.

    Those that fought check if they are not lost with their stack, their side lost a step by losses or surrender, and
    the enemy had artillery or a train in his hexes or in support.

    Rules: 9-destruction-check, 9-stack-lost.
    """
    attackers, attacker_lost = _exposed(fighting(request, "attacker"), request.attackers, outcome.attackers)
    defenders, defender_lost = _exposed(fighting(request, "defender"), request.defenders, outcome.defenders)
    attacker_guns = request.attacker_supported or request.attacker_support > 0
    attacker_guns = attacker_guns or _have_guns(request.attackers, request.bystanders)
    defender_guns = request.defender_supported or request.defender_support > 0
    defender_guns = defender_guns or _have_guns(request.defenders)
    must_check = (attackers and attacker_lost and defender_guns) or (defenders and defender_lost and attacker_guns)
    if not must_check:
        return None
    return VehicleCheckRequest(
        attackers=attackers,
        defenders=defenders,
        attacker_lost=attacker_lost,
        defender_lost=defender_lost,
        attacker_guns=attacker_guns,
        defender_guns=defender_guns,
    )


def _exposed(
    fought: tuple[Unit, ...], units: tuple[Unit, ...], after: tuple[UnitAfterAssault, ...]
) -> tuple[tuple[Unit, ...], int]:
    """Return the vehicles of a side that fought and are still there, and the steps that it lost."""
    vehicles = tuple(
        unit
        for unit, then in zip(units, after, strict=True)
        if unit.is_vehicle and unit in fought and then.result not in LOST
    )
    lost = sum(unit.steps if then.result == "surrender" else then.lost for unit, then in zip(units, after, strict=True))
    return vehicles, lost


def _have_guns(units: tuple[Unit, ...], bystanders: tuple[Unit, ...] = ()) -> bool:
    """Whether there is artillery or a train in the hexes of a side, or integrated artillery among those who fight.

    Rules: 9-destruction-check, 1.1-integrated-artillery.
    """
    return have_integrated_artillery(units) or any(
        unit.is_train or (unit.is_artillery and unit.mode != "routed") for unit in (*units, *bystanders)
    )


def _after_vehicle_checks(
    outcome: AssaultOutcome, checks: VehicleCheckRequest, umpire: Umpire[Options]
) -> AssaultOutcome:
    checked = umpire.resolve(checks, "vehicles")
    left = {vehicle.key: vehicle for vehicle in checked.vehicles}

    def now(after: tuple[UnitAfterAssault, ...]) -> tuple[UnitAfterAssault, ...]:
        return tuple(
            evolve(one, result="eliminated", unit=None, lost=1)
            if one.key in checked.destroyed
            else evolve(one, unit=left[one.key], lost=one.unit.steps - left[one.key].steps)
            if one.key in left and one.unit is not None
            else one
            for one in after
        )

    return evolve(outcome, attackers=now(outcome.attackers), defenders=now(outcome.defenders))
