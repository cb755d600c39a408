"""The assault: the roll, losses, prisoners, and what the loser must do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from attrs import evolve

from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.dice import d6
from rcw_rules.kernel.procedures import procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.orel.assault.losses import allocate
from rcw_rules.orel.assault.morale import Beaten, MoraleRequest, UnitMorale
from rcw_rules.orel.assault.prospects import AssaultProspectsRequest
from rcw_rules.orel.assault.sides import (
    AssaultOutcome,
    AssaultRequest,
    UnitAfterAssault,
    can_lose,
    cannot_be_fought,
    example_assault,
    fighting,
)
from rcw_rules.orel.assault.vehicle_checks import VehicleCheckRequest
from rcw_rules.orel.definitions import have_integrated_artillery, note_values
from rcw_rules.orel.model import Unit, without_lost_steps
from rcw_rules.orel.options import Options
from rcw_rules.orel.strength import LOST, Result, Role, require_open_ground, with_followers, word_in

ROLES: tuple[Role, ...] = ("attacker", "defender")
LARGE = 6  # 8.8.2A-six-steps


@procedure(
    "orel.assault",
    title="Who wins this assault?",
    formerly=("How does this assault go?",),
    rules=("8.8.1-strength",),
    example=example_assault,
)
def assault(request: AssaultRequest, umpire: Umpire[Options]) -> AssaultOutcome:
    """Fight an assault: the roll, losses, morale of the loser, then the dice of the vehicles.

    2d6 and the modifiers are read in the Assault Results Table. Both losses rise by 1 if the smaller side has six steps
    or more; what a side would lose beyond its steps is taken off the other's losses. The attacker takes losses first.
    The loser's survivors check morale, artillery and vehicles follow their stacks, and vehicles of a side that lost a
    step to an enemy with guns check for destruction.

    Raises:
        IllegalRequestError: If cavalry is marked as charging and may not, or a vehicle attacks into terrain of the
            board that is prohibited to it.

    Rules: 8.8.2-art, 8.8.2B-morale, 8.8.2A-artillery, 9-stack-lost.
    """
    note_values(umpire, request.everybody)
    require_open_ground(umpire, request)
    # A procedure of its own, so that exact odds work out the modifiers only once for all dice.
    prospects = umpire.resolve(AssaultProspectsRequest(assault=request), "prospects of the assault")
    total = umpire.roll(d6.sum(2), "assault roll", "8.8.1-modifiers") + prospects.modifier
    loser: Role = word_in(umpire.look_up("art", total, "loser"), ROLES)
    umpire.result("8.8.2-art", "modified roll {total}: the {loser} loses", total=total, loser=loser)
    attacker_loss, defender_loss = _losses(umpire, request, total)
    fallen = (
        *allocate(umpire, can_lose(request, "attacker"), attacker_loss),
        *_defenders_losses(umpire, request, defender_loss),
    )
    morale = _morale(umpire, request, total, loser, fallen)
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
        attacker_prisoners=_prisoners(umpire, request, "defender", after, tallied=loser == "defender"),
        defender_prisoners=_prisoners(umpire, request, "attacker", after, tallied=loser == "attacker"),
    )
    checks = vehicles_to_check(request, outcome) if request.check_vehicles else None
    return outcome if checks is None else _after_vehicle_checks(umpire, outcome, checks)


@assault.legality
def _objections(request: AssaultRequest, options: Options) -> Iterator[Objection]:
    yield from cannot_be_fought(request)


# -------------------------------------------------------------------- losses


def _losses(umpire: Umpire[Options], request: AssaultRequest, total: int) -> tuple[int, int]:
    """Return the steps that attacker and defender lose.

    First the table, then 1 more for each if the smaller side has six steps or more, of which artillery counts only
    where it defends alone. What exceeds the steps of one side comes off the other side's number, both reckoned from the
    numbers before; no side loses more than it has or less than 0.

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
    steps = [sum(unit.steps for unit in can_lose(request, role)) for role in ("attacker", "defender")]
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


def _defenders_losses(umpire: Umpire[Options], request: AssaultRequest, losses: int) -> tuple[str, ...]:
    """Return the keys of the units on the defender's side that lose the steps: onlookers once no other unit is left.

    Rules: 8.5.1d-target-hex, 8.8.2A-allocation.
    """
    units = can_lose(request, "defender")
    own = min(losses, sum(unit.steps for unit in units))
    return (*allocate(umpire, units, own), *allocate(umpire, _behind(request), losses - own))


def _behind(request: AssaultRequest) -> tuple[Unit, ...]:
    """Return the onlookers that can take losses."""
    return tuple(unit for unit in request.onlookers if not unit.is_vehicle)


def _number(umpire: Umpire[Options], total: int, column: str) -> int:
    return umpire.look_up("art", total, column).number()


def _morale(
    umpire: Umpire[Options], request: AssaultRequest, total: int, loser: Role, fallen: tuple[str, ...]
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
    return UnitAfterAssault(key=unit.key, result=result, unit=left, steps_lost=lost)


def _prisoners(
    umpire: Umpire[Options],
    request: AssaultRequest,
    role: Role,
    after: Mapping[str, UnitAfterAssault],
    *,
    tallied: bool,
) -> int:
    """Return the prisoners that a side gives: the steps that surrender and, of a loser wiped out, one for each unit.

    Rules: 8.8.2A-prisoners, 8.8.2B-surrender.
    """
    units = can_lose(request, role)
    surrendered = sum(
        unit.steps - after[unit.key].steps_lost for unit in units if after[unit.key].result == "surrender"
    )
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
    the enemy had artillery or a train in their hexes or in support.

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
    lost = sum(
        unit.steps if then.result == "surrender" else then.steps_lost for unit, then in zip(units, after, strict=True)
    )
    return vehicles, lost


def _have_guns(units: tuple[Unit, ...], bystanders: tuple[Unit, ...] = ()) -> bool:
    """Whether there is artillery or a train in the hexes of a side, or integrated artillery among its units that fight.

    Rules: 9-destruction-check, 1.1-integrated-artillery.
    """
    return have_integrated_artillery(units) or any(
        unit.is_train or (unit.is_artillery and unit.mode != "routed") for unit in (*units, *bystanders)
    )


def _after_vehicle_checks(
    umpire: Umpire[Options], outcome: AssaultOutcome, checks: VehicleCheckRequest
) -> AssaultOutcome:
    checked = umpire.resolve(checks, "vehicles")
    left = {vehicle.key: vehicle for vehicle in checked.vehicles}

    def now(after: tuple[UnitAfterAssault, ...]) -> tuple[UnitAfterAssault, ...]:
        return tuple(
            evolve(one, result="eliminated", unit=None, steps_lost=1)
            if one.key in checked.destroyed
            else evolve(one, unit=left[one.key], steps_lost=one.unit.steps - left[one.key].steps)
            if one.key in left and one.unit is not None
            else one
            for one in after
        )

    return evolve(outcome, attackers=now(outcome.attackers), defenders=now(outcome.defenders))
