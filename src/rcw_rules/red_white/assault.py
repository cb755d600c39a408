"""The whole assault: the charge, the melee, petrol bombs, and what is left of every unit."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Annotated, Literal, TypeAlias

from attrs import evolve, frozen

from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.lengths import inches
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import sentences
from rcw_rules.marks import Cites
from rcw_rules.red_white.charge import (
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
    nearer_the_edge,
    one_of_a_kind,
    told_of_units,
)
from rcw_rules.red_white.fire import BombTarget, PetrolBombsOutcome, PetrolBombsRequest, TankAfterBombs, Volley
from rcw_rules.red_white.melee import MeleeOutcome, MeleeRequest, UnitAfterMelee
from rcw_rules.red_white.model import Unit, is_vehicle
from rcw_rules.red_white.options import Options

Holder: TypeAlias = Literal["attacker", "defender", "nobody"]


@frozen(kw_only=True)
class AssaultOutcome:
    """The outcome of an assault.

    Attributes:
        ended: Whether there was a melee, or why not.
        holder: Who holds the position that was attacked.
        attackers: The attacking units, in listed order.
        defenders: The defending units, in listed order.
        support: The units in support that the request names, each once, in the order of their first volley.
    """

    ended: Ended
    holder: Holder
    attackers: tuple[UnitAfterAssault, ...]
    defenders: tuple[UnitAfterAssault, ...]
    support: tuple[UnitAfterAssault, ...] = ()

    def summary(self, request: AssaultRequest) -> str:
        """Return who holds the position, and what happened to the units."""
        holds = {
            "attacker": "the attackers take the position",
            "defender": "the defenders hold the position",
            "nobody": "nobody holds the position",
        }[self.holder]
        why = {
            "melee": "",
            "no_contact": ": the charge reaches nobody",
            "attackers_gone": ": no attacker is left for a melee",
            "position_falls": ": no defender is left for a melee",
        }[self.ended]
        advance = self.ended != "melee"
        return sentences(f"{holds}{why}", *told_of_units(request, self.attackers, self.defenders, advance=advance))

    @property
    def attacker_won(self) -> bool:
        """Whether the attacker holds the position."""
        return self.holder == "attacker"


@frozen(kw_only=True, cache_hash=True)
class AssaultRequest(Charge, Request[AssaultOutcome]):
    """An assault that is announced. The other fields are those of `Charge`.

    Attributes:
        flank_or_rear: Whether any attacker makes contact in the flank or rear of any defender.
    """

    flank_or_rear: Annotated[bool, Cites("p1-facing")] = False


def _example() -> AssaultRequest:
    red = Unit(side="red", type="infantry", has_leader=True, starting_stands=8, stands=8, cheka=True, wire="intact")
    white = Unit(
        side="white", type="infantry", has_leader=True, starting_stands=8, stands=8, machine_gun=True, cover="trench"
    )
    return AssaultRequest(
        attackers=(Charger(unit=red, attacking_fire=True),),
        defenders=(Charged(unit=white),),
        defensive_fire=(Shot(volley=Volley(weapon="machine_gun", stands_lost=1), by=1, target=1),),
        attacking_fire=(Shot(volley=Volley(weapon="small_arms", stands_lost=1), by=1, target=1),),
    )


@procedure(
    "red_white.assault",
    title="Who wins this assault, from announcement to end?",
    formerly=("How does this assault go, from the announcement to the end?",),
    rules=("melee-initiators",),
    example=_example,
)
def assault(request: AssaultRequest, umpire: Umpire[Options]) -> AssaultOutcome:
    """Fight an assault out: the charge up to the dice, the melee among those who are left, then petrol bombs.

    A beaten defender goes back from where it was caught. Infantry that wins against attacking tanks throws its petrol
    bombs before they fall back, unit by unit in listed order; a tank that one unit destroys is not a target for the
    next.

    Rules: melee-sequence, petrol-after-win, p1-facing.
    """
    gone_home = umpire.resolve(
        ChargeRequest(
            attackers=request.attackers,
            defenders=request.defenders,
            defensive_fire=request.defensive_fire,
            attacking_fire=request.attacking_fire,
        ),
        "charge",
    )
    if gone_home.ended != "melee":
        return _without_melee(gone_home)
    attackers, defenders = list(gone_home.attackers), list(gone_home.defenders)
    fought = umpire.resolve(
        MeleeRequest(
            attackers=_left(gone_home.attackers, gone_home.attackers_left),
            defenders=_left(gone_home.defenders, gone_home.defenders_left),
            flank_or_rear=request.flank_or_rear,
        ),
        "melee",
    )
    for units, numbers, after in (
        (attackers, gone_home.attackers_left, fought.attackers),
        (defenders, gone_home.defenders_left, fought.defenders),
    ):
        for number, unit_after in zip(numbers, after, strict=True):
            units[number - 1] = _after_melee(units[number - 1], unit_after)
    for number in gone_home.attackers_left:
        attackers[number - 1] = _back_at_the_start(attackers[number - 1], request.attackers[number - 1].unit)
    if fought.petrol_bombs_allowed:
        _throw_bombs(umpire, gone_home, attackers, defenders)
    return AssaultOutcome(
        ended="melee",
        holder=_holder(fought, defenders),
        attackers=tuple(attackers),
        defenders=tuple(defenders),
        support=gone_home.support,
    )


@assault.legality
def _objections(request: AssaultRequest, options: Options) -> Iterator[Objection]:
    yield from charge_objections(request, options)


def _without_melee(gone_home: ChargeOutcome) -> AssaultOutcome:
    """Return the end of an assault without a melee; attackers that are left hold a position that has fallen.

    Defenders that the charge did not reach hold the position.

    Rules: melee-destroyed-before, melee-morale-between.
    """
    holder: Holder = "nobody"
    if gone_home.ended == "position_falls":
        holder = "attacker"
    elif gone_home.defenders_left:
        holder = "defender"
    return AssaultOutcome(
        ended=gone_home.ended,
        holder=holder,
        attackers=gone_home.attackers,
        defenders=gone_home.defenders,
        support=gone_home.support,
    )


def _holder(fought: MeleeOutcome, defenders: list[UnitAfterAssault]) -> Holder:
    if fought.attacker_won:
        return "attacker"
    return "defender" if any(after.unit is not None for after in defenders) else "nobody"


def _left(units: tuple[UnitAfterAssault, ...], numbers: tuple[int, ...]) -> tuple[Unit, ...]:
    return tuple(unit for number in numbers if (unit := units[number - 1].unit) is not None)


@lru_cache(maxsize=8192)
def _after_melee(before: UnitAfterAssault, after: UnitAfterMelee) -> UnitAfterAssault:
    # The same few pairs come up on every branch of a walk.
    return one_of_a_kind(_fought(before, after))


def _fought(before: UnitAfterAssault, after: UnitAfterMelee) -> UnitAfterAssault:
    """Return a unit after the melee; of a lost train, its guards as infantry.

    Rules: melee-losses, melee-loser-moves, train-lost, melee-mod-wire.
    """
    unit = before.unit
    if unit is None or not after.strength:
        return UnitAfterAssault(name=before.name, unit=None, goes="nowhere")
    if after.stands_lost or after.guards_lost or after.leader_killed or after.priest_killed:
        unit = evolve(
            _smaller(unit, after),
            has_leader=unit.has_leader and not after.leader_killed,
            heroic=unit.heroic and not after.leader_killed,
            priest=unit.priest and not after.priest_killed,
            casualties=after.casualties,
        )
    if unit.wire != "none":
        unit = evolve(unit, wire="none")  # it belongs to the attack, which is over
    if after.goes == "stays":
        return evolve(before, unit=unit)
    if after.goes == "starting_position":
        return evolve(before, unit=unit, goes="starting_position", moved=None, advanced=inches(0))
    unit = nearer_the_edge(evolve(unit, cover="open"), after.moved)
    moved = None if before.moved is None or after.moved is None else before.moved + after.moved
    return evolve(before, unit=unit, goes="rear", moved=moved, off_table=after.off_table)


def _back_at_the_start(after: UnitAfterAssault, announced: Unit) -> UnitAfterAssault:
    """Return an attacker after the melee: one that fell back is as far from its edge as when its charge began.

    Rules: melee-loser-moves, gen-rear.
    """
    if after.goes != "starting_position" or after.unit is None:
        return after
    edge, obstacle = announced.edge_distance, announced.obstacle_distance
    if (after.unit.edge_distance, after.unit.obstacle_distance) == (edge, obstacle):
        return after
    return one_of_a_kind(evolve(after, unit=evolve(after.unit, edge_distance=edge, obstacle_distance=obstacle)))


def _smaller(unit: Unit, after: UnitAfterMelee) -> Unit:
    if not is_vehicle(unit):
        return evolve(unit, stands=after.strength)
    if after.destroyed:
        return freed_guards(unit, after.strength)
    return evolve(unit, hits=(unit.hits or 0) + after.stands_lost, guards=unit.guards - after.guards_lost)


def _throw_bombs(
    umpire: Umpire[Options],
    gone_home: ChargeOutcome,
    attackers: list[UnitAfterAssault],
    defenders: list[UnitAfterAssault],
) -> None:
    """Let each infantry unit of the winning defenders throw at the tanks that are left.

    Rules: petrol-after-win, petrol-hit-effect.
    """
    for number in gone_home.defenders_left:
        bombers = defenders[number - 1]
        tanks = [
            place - 1
            for place in gone_home.attackers_left
            if (unit := attackers[place - 1].unit) is not None and unit.type == "tank"
        ]
        if bombers.unit is None or bombers.unit.type != "infantry" or not tanks:
            continue
        targets = tuple(BombTarget(hits=_hits(attackers[place])) for place in tanks)
        outcome = umpire.resolve(
            PetrolBombsRequest(situation="won_melee", unit=bombers.unit, tanks=targets),
            f"petrol bombs of {bombers.name}",
        )
        for place, tank in zip(tanks, outcome.tanks, strict=True):
            attackers[place] = _after_bombs(attackers[place], tank)
        defenders[number - 1] = _after_throwing(bombers, bombers.unit, outcome)


def _after_throwing(before: UnitAfterAssault, unit: Unit, outcome: PetrolBombsOutcome) -> UnitAfterAssault:
    """Return infantry after it threw, or failed to.

    Rules: petrol-d10, cheka-second-failure.
    """
    if outcome.destroyed:
        return UnitAfterAssault(name=before.name, unit=None, goes="nowhere")
    if outcome.stands != unit.stands:
        unit = evolve(unit, stands=outcome.stands, casualties=outcome.casualties)
    test = outcome.morale
    if test is None or not test.moves:
        return evolve(before, unit=unit)
    unit = nearer_the_edge(evolve(unit, falling_back=test.falling_back, cover="open"), test.moved)
    moved = None if before.moved is None or test.moved is None else before.moved + test.moved
    return evolve(before, unit=unit, goes="rear", moved=moved, off_table=test.off_table)


def _hits(after: UnitAfterAssault) -> int:
    return (after.unit.hits if after.unit is not None else None) or 0


def _after_bombs(before: UnitAfterAssault, tank: TankAfterBombs) -> UnitAfterAssault:
    """Return a tank after petrol bombs.

    Rules: petrol-hit-effect.
    """
    effects = (*before.effects, *tank.effects)
    if tank.destroyed or before.unit is None:
        return UnitAfterAssault(name=before.name, unit=None, goes="nowhere", moved=inches(0), effects=effects)
    if tank.hits == _hits(before):
        return before
    return evolve(before, unit=evolve(before.unit, hits=tank.hits, casualties=True), effects=effects)
