"""A charge up to the dice of the melee: fright, withdrawal, contact, fire from both sides, morale."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from attrs import evolve

from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.errors import NeedsRuling
from rcw_rules.kernel.lengths import Inches, inches
from rcw_rules.kernel.procedures import Choice, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.red_white.charge.announcement import (
    Charge,
    Charged,
    ChargeOutcome,
    Charger,
    ChargeRequest,
    Ended,
    Shot,
    UnitAfterAssault,
    charge_objections,
    freed_guards,
    has_attacking_fire,
    nearer_the_edge,
    one_of_a_kind,
    volley_now,
)
from rcw_rules.red_white.charge.fright import TAKE_FRIGHT, Attacked, VehicleFrightRequest
from rcw_rules.red_white.charge.withdrawal import WithdrawRequest, is_caught, required_move
from rcw_rules.red_white.fire import FireAttackOutcome, FireAttackRequest, Volley, require_known_fire
from rcw_rules.red_white.melee import ALLOCATE, Losses
from rcw_rules.red_white.model import Unit, enemy_of, is_vehicle, melee_strength, named
from rcw_rules.red_white.morale import WITHDRAWING, MoraleOutcome, MoraleTestRequest, SuppressedFireRequest
from rcw_rules.red_white.options import Options
from rcw_rules.red_white.profile import UnitType

WITHDRAW: Choice[Unit, bool] = Choice(
    "withdraw",
    rule="melee-withdraw-who",
    who="defender",
    about="The unit is charged: try to withdraw? Default: no.",
    default=lambda unit, alternatives: False,
    unit=named,
    side=lambda unit: unit.side,
)
FIRE_TARGET: Choice[Losses, int] = Choice(
    "fire_target",
    rule="melee-defensive-fire",
    who="firer",
    about="Which engaged enemy unit, by number, takes the casualties of this volley? Default: the one with the most "
    "stands; of equal ones the first listed.",
    default=ALLOCATE.default,
    unit=lambda losses: losses.unit,
    side=lambda losses: losses.side,
)


# --- Question and answer ------------------------------------------------------------------------------------------


def _example() -> ChargeRequest:
    red = Unit(side="red", type="infantry", has_leader=True, starting_stands=8, stands=8, cheka=True)
    white = Unit(side="white", type="infantry", has_leader=True, starting_stands=8, stands=8, cover="trench")
    guns = Volley(weapon="machine_gun", dice=3, hit_faces=(8, 9, 10), losses_per_hit=1)
    rifles = Volley(weapon="small_arms", stands_lost=1)
    return ChargeRequest(
        attackers=(Charger(unit=red, attacking_fire=True),),
        defenders=(Charged(unit=white),),
        defensive_fire=(Shot(volley=guns, target=1),),
        attacking_fire=(Shot(volley=rifles, by=1, target=1),),
    )


# --- The procedure ------------------------------------------------------------------------------------------------


class _Side:
    """One side while the charge goes on, or the units in support: who is still engaged, who took casualties."""

    __slots__ = ("driven_off", "engaged", "hurt", "listed", "role", "units")

    def __init__(self, role: str, units: tuple[Unit, ...]) -> None:
        self.role = role
        self.listed = units
        self.units: list[UnitAfterAssault] = []
        for number, unit in enumerate(units, start=1):
            name = unit.name or f"{role} {number}"
            self.units.append(UnitAfterAssault(name=name, unit=evolve(unit, name=name)))
        self.engaged = list(range(1, len(units) + 1))
        self.hurt: list[int] = []
        self.driven_off: list[int] = []  # trains that failed their test for artillery fire

    def fighting(self) -> Iterator[tuple[int, Unit]]:
        """Yield the number and the unit of all who are engaged, as they are when their turn comes."""
        for number in tuple(self.engaged):
            unit = self.units[number - 1].unit
            if unit is not None:
                yield number, unit

    def is_there(self, number: int) -> bool:
        """Whether a unit can fire and be fired at: it is engaged, or the charge does not reach it where it stands."""
        return number in self.engaged or self.units[number - 1].goes == "stays"

    def standing(self) -> tuple[int, ...]:
        return tuple(number for number in range(1, len(self.units) + 1) if self.is_there(number))

    def leaves(self, number: int) -> None:
        if number in self.engaged:
            self.engaged.remove(number)

    def becomes(self, number: int, unit: Unit) -> None:
        self.units[number - 1] = evolve(self.units[number - 1], unit=unit)

    def comes_forward(self, number: int, far: Inches | None) -> None:
        self.units[number - 1] = evolve(self.units[number - 1], advanced=far)

    def tested_for_fire(
        self, number: int, test: MoraleOutcome | None, earlier: Literal["none", "passed", "failed"]
    ) -> None:
        how = earlier if test is None else "passed" if test.passed else "failed"
        self.units[number - 1] = evolve(self.units[number - 1], fire_test=how)

    def retires(
        self, number: int, unit: Unit, goes: Literal["away", "rear"], moved: Inches | None, *, off_table: bool | None
    ) -> None:
        before = self.units[number - 1]
        self.units[number - 1] = evolve(
            before,
            unit=nearer_the_edge(unit, moved),
            goes=goes,
            moved=None if before.moved is None or moved is None else before.moved + moved,
            off_table=off_table,
        )


@procedure(
    "red_white.charge",
    title="Which units are still fighting when the charge makes contact?",
    formerly=("Who is left when the charge goes home?",),
    rules=("melee-sequence",),
    example=_example,
)
def charge(request: ChargeRequest, umpire: Umpire[Options]) -> ChargeOutcome:
    """Charge, up to the dice of the melee.

    In this order: fright of cavalry and artillery before a tank; withdrawal of the units that may and want to; whether
    the charge reaches any unit; defensive fire; attacking fire of those who survive it; morale tests of all engaged
    units that took a casualty from that fire, attackers first. Within a step of fire suppressed firers test first; then
    the fire at each unit is resolved, unit by unit in listed order.

    The longest move among the attackers decides for all of them what they reach; where that move or the gap is not
    given, they reach every unit that stands. A unit out of reach does not fight; it may fire and be fired at where the
    others make contact. A unit that is destroyed or goes to the rear is out, unless the longest move among the
    attackers that are left catches it; then it has left its cover. A unit that retires counts as still on the table
    where the distance to its edge is not given.

    From contact on, attackers move to the rear from `Charger.edge_at_contact`. Where nobody makes contact each makes
    its whole move, but stops where the nearest unit stood (`UnitAfterAssault.advanced`); the distance to its edge is
    then reported as it was where the charge began.

    Raises:
        NeedsRuling: If a distance decides whether a unit is caught and is not given.
        MissingProfileError: If fire or a full move needs the lost first part of the rules.

    Rules: melee-sequence, melee-destroyed-before, melee-where-attackers-stand.
    """
    _require_known(request, umpire.options)
    attackers = _Side("attacker", tuple(charger.unit for charger in request.attackers))
    defenders = _Side("defender", tuple(charged.unit for charged in request.defenders))
    support = _Side("support", _in_support(request))
    _frighten(umpire, request, defenders)
    _withdraw(umpire, request, defenders)
    _make_contact(umpire, request, attackers, defenders)
    if not defenders.engaged:
        umpire.result("melee-withdraw-caught", "nobody is caught: there is no melee")
        _stop_short(request, attackers)
        return _ended("no_contact", attackers, defenders, support)
    _fire(umpire, request.defensive_fire, _FireStep(defenders, attackers, support, request, {}))
    if not attackers.engaged:
        umpire.result("melee-destroyed-before", "no attacker is left")
        return _ended("attackers_gone", attackers, defenders, support)
    _fire(umpire, request.attacking_fire, _FireStep(attackers, defenders, support, request, {}))
    _catch(umpire, request, defenders.driven_off, attackers, defenders)
    if not defenders.engaged:
        umpire.result("melee-destroyed-before", "no defender is left: the position falls")
        return _ended("position_falls", attackers, defenders, support)
    _test(umpire, attackers)
    if attackers.engaged or _test_alone(umpire):
        retired = _test(umpire, defenders)
        _catch(umpire, request, retired, attackers, defenders)
    if not attackers.engaged:
        umpire.result("melee-morale-between", "no attacker is left: there is no melee")
        return _ended("attackers_gone", attackers, defenders, support)
    if not defenders.engaged:
        umpire.result("melee-morale-between", "no defender is left: the position falls without a melee")
        return _ended("position_falls", attackers, defenders, support)
    return _ended("melee", attackers, defenders, support)


@charge.legality
def _objections(request: ChargeRequest, options: Options) -> Iterator[Objection]:
    yield from charge_objections(request, options)


def _ended(ended: Ended, attackers: _Side, defenders: _Side, support: _Side) -> ChargeOutcome:
    for number, after in enumerate(attackers.units, start=1):
        # Wire belongs to the attack, which is over for everyone who does not go on into the melee.
        attacks_on = ended == "melee" and number in attackers.engaged
        if after.unit is not None and after.unit.wire != "none" and not attacks_on:
            attackers.becomes(number, evolve(after.unit, wire="none"))
    holds_on = ended in ("no_contact", "attackers_gone")
    return ChargeOutcome(
        ended=ended,
        attackers=tuple(map(one_of_a_kind, attackers.units)),
        defenders=tuple(map(one_of_a_kind, defenders.units)),
        attackers_left=tuple(attackers.engaged),
        defenders_left=defenders.standing() if holds_on else tuple(defenders.engaged),
        support=tuple(map(one_of_a_kind, support.units)),
    )


def _in_support(request: Charge) -> tuple[Unit, ...]:
    """Return the units in support that the request names, each once."""
    shots = (*request.defensive_fire, *request.attacking_fire)
    return tuple(dict.fromkeys(shot.support for shot in shots if shot.support is not None))


# --- What must be known before the first die ----------------------------------------------------------------------


def _require_known(request: Charge, options: Options) -> None:
    """Raise if the charge depends on something that neither the request nor a profile says.

    Rules: p1-attacking-fire, melee-withdraw-caught.
    """
    for shots, targets in (
        (request.defensive_fire, [charger.unit for charger in request.attackers]),
        (request.attacking_fire, [charged.unit for charged in request.defenders]),
    ):
        for shot in shots:
            for unit in targets if shot.target is None else [targets[shot.target - 1]]:
                require_known_fire(shot.volley, unit, options)
    for shot in request.attacking_fire:
        if shot.by is not None:
            has_attacking_fire(request.attackers[shot.by - 1], options)
    longest = _longest(request, range(1, len(request.attackers) + 1))
    for number, charged in enumerate(request.defenders, start=1):
        is_shot_at = any(shot.target in (None, number) for shot in request.attacking_fire)
        if _is_frightened(charged.unit, request):
            _require_distances(number, charged, longest)
            required_move(charged.unit, options)
        elif is_shot_at and longest is not None and charged.gap is not None and longest > charged.gap:
            required_move(charged.unit, options)


def _require_distances(number: int, charged: Charged, longest: Inches | None) -> None:
    if charged.gap is None or longest is None:
        raise NeedsRuling(
            "melee-withdraw-caught",
            "How far off is the charge when it is announced, and how far does it reach?",
            f"$.defenders[{number - 1}].gap, and charger_move of the attackers",
        )


def _longest(request: Charge, numbers: list[int] | range) -> Inches | None:
    moves = [move for number in numbers if (move := request.attackers[number - 1].charger_move) is not None]
    return max(moves, default=None)


# --- Fright and withdrawal ----------------------------------------------------------------------------------------


def _is_frightened(unit: Unit, request: Charge) -> bool:
    by_tank = any(charger.unit.type == "tank" for charger in request.attackers)
    return by_tank and unit.type in TAKE_FRIGHT


def _frighten(umpire: Umpire[Options], request: Charge, defenders: _Side) -> None:
    """Let cavalry and artillery take fright at a tank.

    Rules: fright-cavalry, fright-artillery, melee-caught-cover.
    """
    attacked = {
        number: Attacked(unit=unit, gap=request.defenders[number - 1].gap)
        for number, unit in defenders.fighting()
        if _is_frightened(unit, request)
    }
    if not attacked:
        return
    types: tuple[UnitType, ...] = tuple(charger.unit.type for charger in request.attackers)
    longest = _longest(request, range(1, len(request.attackers) + 1))
    outcome = umpire.resolve(
        VehicleFrightRequest(attackers=types, defenders=tuple(attacked.values()), charger_move=longest),
        "fright before the tank",
    )
    for number, taken in zip(attacked, outcome.units, strict=True):
        if taken.stands_firm:
            continue
        cover = request.defenders[number - 1].caught_in
        unit = evolve(attacked[number].unit, falling_back=True, cover=cover)
        defenders.retires(number, unit, "rear", taken.moved, off_table=taken.off_table)
        if taken.contact is False:
            defenders.leaves(number)


def _withdraw(umpire: Umpire[Options], request: Charge, defenders: _Side) -> None:
    """Let every unit withdraw that may and wants to.

    Rules: melee-withdraw-who, melee-withdraw-caught, melee-caught-cover.
    """
    longest = _longest(request, range(1, len(request.attackers) + 1))
    for number, unit in defenders.fighting():
        if unit.type not in WITHDRAWING or _is_frightened(unit, request):
            continue
        if not umpire.choose(WITHDRAW, (False, True), unit):
            continue
        charged = request.defenders[number - 1]
        _require_distances(number, charged, longest)
        outcome = umpire.resolve(
            WithdrawRequest(unit=unit, gap=charged.gap or inches(0), charger_move=longest or inches(0)),
            f"withdrawal of {unit.name}",
        )
        after = _with_stands(unit, outcome.stands)
        if outcome.goes == "stays":
            defenders.becomes(number, after)
        else:
            after = evolve(after, falling_back=outcome.falling_back, cover=charged.caught_in)
            defenders.retires(number, after, outcome.goes, outcome.retired, off_table=outcome.off_table)
        if outcome.contact is False:
            defenders.leaves(number)


def _make_contact(umpire: Umpire[Options], request: Charge, attackers: _Side, defenders: _Side) -> None:
    """Let the attackers move into contact with every unit that they reach, and leave out those that they do not.

    Rules: melee-sequence, melee-withdraw-caught, gen-rear, melee-where-attackers-stand.
    """
    longest = _longest(request, range(1, len(request.attackers) + 1))
    for number, unit in defenders.fighting():
        gap, stands = request.defenders[number - 1].gap, defenders.units[number - 1].goes == "stays"
        if stands and is_caught(gap, longest, inches(0), off_table=False) is False:
            umpire.result("melee-withdraw-caught", "the charge falls short of {unit}", unit=unit.name)
            defenders.leaves(number)
    if not defenders.engaged:
        return
    contact = _contact(request, defenders)
    for (number, unit), charger in zip(attackers.fighting(), request.attackers, strict=True):
        attackers.comes_forward(number, contact)
        edge, obstacle = charger.edge_at_contact, charger.obstacle_at_contact
        if (unit.edge_distance, unit.obstacle_distance) != (edge, obstacle):
            attackers.becomes(number, evolve(unit, edge_distance=edge, obstacle_distance=obstacle))


def _contact(request: Charge, defenders: _Side) -> Inches | None:
    """Return how far it is from where the charge began to the nearest unit that it has reached; None if not known.

    Rules: melee-where-attackers-stand.
    """
    found: list[Inches] = []
    for number in defenders.engaged:
        gap, retired = request.defenders[number - 1].gap, defenders.units[number - 1].moved
        if gap is None or retired is None:
            return None
        found.append(gap + retired)
    return min(found)


def _stop_short(request: Charge, attackers: _Side) -> None:
    """Let every attacker of a charge that reaches nobody make its move, up to where the nearest unit stood.

    Rules: melee-where-attackers-stand.
    """
    gaps = [charged.gap for charged in request.defenders if charged.gap is not None]
    for number, charger in enumerate(request.attackers, start=1):
        move = charger.charger_move
        attackers.comes_forward(number, min((move, *gaps)) if move is not None and gaps else None)


# --- Fire ---------------------------------------------------------------------------------------------------------


class _FireStep(NamedTuple):
    """A step of fire: who fires, at whom, in which charge, and how tests for suppressed fire went."""

    firers: _Side
    targets: _Side
    support: _Side
    request: Charge
    may_fire: dict[tuple[str, int], bool]


def _fire(umpire: Umpire[Options], shots: tuple[Shot, ...], step: _FireStep) -> None:
    """Resolve one step of fire: who fires at whom, then the fire at each unit in listed order.

    Rules: melee-defensive-fire, melee-attacking-fire, melee-destroyed-before.
    """
    targets = step.targets
    volleys: dict[int, list[Volley]] = {}
    for number, shot in enumerate(shots, start=1):
        if shot.target is None and not targets.engaged:
            continue
        if not _fires(umpire, shot, number, step):
            continue
        target = shot.target
        if target is None:
            strengths = tuple(0 if after.unit is None else melee_strength(after.unit) for after in targets.units)
            seen = Losses(side=enemy_of(targets.listed[0].side), unit=_firer(shot, step.firers), strengths=strengths)
            target = umpire.choose(FIRE_TARGET, tuple(targets.engaged), seen)
        if targets.is_there(target):
            firer = None if shot.by is None else step.firers.units[shot.by - 1].unit
            volleys.setdefault(target, []).append(volley_now(shot, firer))
    for number in sorted(volleys):
        unit = targets.units[number - 1].unit
        if unit is not None:
            attack = FireAttackRequest(unit=unit, volleys=tuple(volleys[number]))
            _suffer(umpire, umpire.resolve(attack, f"fire at {unit.name}"), number, unit, targets)


def _firer(shot: Shot, firers: _Side) -> str:
    """Return what to call the unit that fires a volley; "" where the request does not say which it is."""
    if shot.by is not None:
        return firers.units[shot.by - 1].name
    return "" if shot.support is None else named(shot.support)


def _fires(umpire: Umpire[Options], shot: Shot, number: int, step: _FireStep) -> bool:
    """Whether a volley is fired; a suppressed unit tests once in a step, when its first volley comes.

    Rules: p1-attacking-fire, melee-attacking-fire, suppress-fire.
    """
    firers, request = step.firers, step.request
    rule = "melee-attacking-fire" if firers.role == "attacker" else "melee-defensive-fire"
    if shot.by is not None:
        if not firers.is_there(shot.by):
            umpire.result(rule, "volley {number}: who would fire it is gone", number=number)
            return False
        if firers.role == "attacker" and not has_attacking_fire(request.attackers[shot.by - 1], umpire.options):
            umpire.result("p1-attacking-fire", "volley {number}: the unit has no attacking fire", number=number)
            return False
        side, place, name = firers, shot.by, firers.units[shot.by - 1].name
    elif shot.support is not None:
        side, place = step.support, step.support.listed.index(shot.support) + 1
        name = shot.support.name or f"the unit of volley {number}"
    else:
        return True
    unit = side.units[place - 1].unit
    if unit is None or not unit.suppressed:
        return True
    key = (side.role, place)
    if key not in step.may_fire:
        asked = SuppressedFireRequest(unit=unit, earlier_test=shot.earlier_test)
        outcome = umpire.resolve(asked, f"may {name} fire")
        step.may_fire[key] = outcome.may_fire
        side.tested_for_fire(place, outcome.test, shot.earlier_test)
        if outcome.test is not None:
            retires = _after_test(outcome.test, place, unit, side)
            if retires and side.role == "defender":
                _catch(umpire, request, [place], step.targets, firers)
    return step.may_fire[key]


def _suffer(umpire: Umpire[Options], fire: FireAttackOutcome, number: int, unit: Unit, targets: _Side) -> None:
    """Apply fire to a unit; a train that artillery drove back leaves the fight.

    Rules: train-fail.
    """
    if fire.stands_lost or fire.leader_killed or fire.priest_killed:
        _bleed(umpire, fire, number, unit, targets)
    if fire.train is not None and fire.train.passed is False:
        after = targets.units[number - 1].unit or unit
        targets.retires(number, after, "rear", fire.train.moved, off_table=fire.train.off_table)
        targets.leaves(number)
        targets.driven_off.append(number)


def _bleed(umpire: Umpire[Options], fire: FireAttackOutcome, number: int, unit: Unit, targets: _Side) -> None:
    """Take the casualties of fire; the guards of a train that is lost fight on as infantry.

    Rules: melee-destroyed-before, train-lost.
    """
    before = targets.units[number - 1]
    if fire.destroyed and unit.guards:
        targets.becomes(number, freed_guards(unit, unit.guards))
        return
    if fire.destroyed:
        umpire.result("melee-destroyed-before", "{unit} is destroyed", unit=before.name)
        targets.units[number - 1] = UnitAfterAssault(name=before.name, unit=None, goes="nowhere", effects=fire.effects)
        targets.leaves(number)
        return
    after = evolve(
        _with_loss(unit, fire.stands_lost),
        has_leader=unit.has_leader and not fire.leader_killed,
        heroic=unit.heroic and not fire.leader_killed,
        priest=unit.priest and not fire.priest_killed,
        cheka=unit.cheka and not fire.cheka_lost,
        casualties=fire.casualties,
    )
    targets.units[number - 1] = evolve(before, unit=after, effects=(*before.effects, *fire.effects))
    if fire.stands_lost or umpire.options.leader_death_tests:
        targets.hurt.append(number)


def _with_loss(unit: Unit, lost: int) -> Unit:
    if not lost:
        return unit
    if is_vehicle(unit):
        return evolve(unit, hits=(unit.hits or 0) + lost)
    return evolve(unit, stands=(unit.stands or 0) - lost)


def _with_stands(unit: Unit, stands: int) -> Unit:
    return unit if is_vehicle(unit) or stands == unit.stands else evolve(unit, stands=stands)


# --- Morale -------------------------------------------------------------------------------------------------------


def _test(umpire: Umpire[Options], side: _Side) -> list[int]:
    """Test every engaged unit that took a casualty from the fire; return who goes to the rear.

    Rules: melee-morale-between.
    """
    retired: list[int] = []
    for number, unit in side.fighting():
        # Trains take another test, and only for artillery fire.
        if number in side.hurt and unit.type != "armoured_train":
            text = "{unit} took a casualty from the fire: a morale test before the melee"
            umpire.result("melee-morale-between", text, unit=unit.name)
            tested = MoraleTestRequest(unit=unit, cause="between_fire_and_melee")
            test = umpire.resolve(tested, f"morale of {unit.name}")
            retired += [number] if _after_test(test, number, unit, side) else []
    return retired


def _test_alone(umpire: Umpire[Options]) -> bool:
    """Whether defenders still test when every attacker has failed (rule melee-morale-between)."""
    if umpire.options.defenders_test_alone:
        return True
    umpire.ruling("defenders_test_alone")
    return False


def _after_test(test: MoraleOutcome, number: int, unit: Unit, side: _Side) -> bool:
    """Record a morale test; return whether it sends the unit to the rear, out of the fight.

    Rules: melee-morale-between, cheka-second-failure.
    """
    unit = evolve(_with_stands(unit, test.stands), falling_back=test.falling_back, casualties=test.casualties)
    if not test.moves:
        side.becomes(number, unit)
        return False
    side.retires(number, evolve(unit, cover="open"), "rear", test.moved, off_table=test.off_table)
    side.leaves(number)
    return True


def _catch(umpire: Umpire[Options], request: Charge, retired: list[int], attackers: _Side, defenders: _Side) -> None:
    """Put defenders that went to the rear back into the fight if the attackers that are left catch them.

    Rules: melee-morale-between, melee-caught-cover, melee-withdraw-caught.
    """
    longest, caught = _longest(request, attackers.engaged), False
    for number in retired:
        charged, after = request.defenders[number - 1], defenders.units[number - 1]
        if charged.gap is None or longest is None or after.moved is None or after.unit is None:
            continue
        if is_caught(charged.gap, longest, after.moved, off_table=after.off_table) is not False:
            umpire.result("melee-caught-cover", "{unit} is caught as it falls back", unit=after.name)
            defenders.becomes(number, evolve(after.unit, cover=charged.caught_in))
            defenders.engaged = sorted([*defenders.engaged, number])
            caught = True
    if caught:
        for number in attackers.engaged:
            attackers.comes_forward(number, _contact(request, defenders))
