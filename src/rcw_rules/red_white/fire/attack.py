"""What volleys do to their target."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from attrs import evolve, frozen

from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.fields import Size
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import in_words, listed, sentences
from rcw_rules.marks import Cites
from rcw_rules.red_white.fire.volley import FireRequest, Volley, faces_by_profile
from rcw_rules.red_white.melee import CasualtiesOutcome, CasualtiesRequest
from rcw_rules.red_white.model import Unit, grade_objections, is_vehicle
from rcw_rules.red_white.options import Options
from rcw_rules.red_white.profile import MissingProfileError, TargetState, Weapon
from rcw_rules.red_white.spoken import called, effects_told, suffered
from rcw_rules.red_white.vehicles import (
    HARMLESS,
    TrainUnderFireOutcome,
    TrainUnderFireRequest,
    VehicleDamageOutcome,
    VehicleDamageRequest,
)


@frozen(kw_only=True)
class FireAttackOutcome:
    """What fire did to its target.

    Attributes:
        stands_lost: Stands lost, of a vehicle hits recorded.
        leader_killed: Whether the leader died in place of a stand.
        priest_killed: Whether the priest died in place of a stand.
        cheka_lost: Whether the Cheka stand was lost.
        destroyed: Whether nothing of the unit is left.
        suppressed: Whether it is suppressed afterwards.
        casualties: Whether it must test for casualties.
        train: How an armoured train took artillery fire; None for any other unit or fire.
        effects: What the table for hits says of a tank or an armoured car.
        table_missing: Whether its hits would go to the table of the lost first part and no profile supplies it.
    """

    stands_lost: int
    leader_killed: bool = False
    priest_killed: bool = False
    cheka_lost: bool = False
    destroyed: bool = False
    suppressed: bool
    casualties: bool
    train: TrainUnderFireOutcome | None = None
    effects: tuple[str, ...] = ()
    table_missing: bool = False

    def summary(self, request: FireAttackRequest) -> str:
        """Return what the target loses, and whether it is suppressed or destroyed."""
        unit = request.unit
        effects = effects_told(self.effects, table_missing=self.table_missing)
        if self.train is not None:
            return sentences(*self.train.told(unit), effects)
        leader, priest, cheka = self.leader_killed, self.priest_killed, self.cheka_lost
        lost = suffered(unit, self.stands_lost, leader=leader, priest=priest, cheka=cheka)
        done = [lost] if lost else []
        if self.destroyed:
            done.append("is destroyed")
        elif self.suppressed and not unit.suppressed:
            done.append("is suppressed")
        return sentences(f"{called(unit)} {listed(done) or 'suffers nothing from the fire'}", effects)


@frozen(kw_only=True, cache_hash=True)
class FireAttackRequest(Request[FireAttackOutcome]):
    """All that is fired at one unit in one step.

    Attributes:
        unit: The unit that is fired at.
        volleys: The fire at it, in the order of the dice.
        phase_1: Whether this is the first fire phase of the turn.
    """

    unit: Unit
    volleys: Annotated[tuple[Volley, ...], Size(1, 50)]
    phase_1: Annotated[bool, Cites("suppress-who")] = False


def _attack_example() -> FireAttackRequest:
    unit = Unit(side="white", type="infantry", has_leader=True, heroic=True, starting_stands=8, stands=8)
    volley = Volley(weapon="machine_gun", dice=3, hit_faces=(8, 9, 10), losses_per_hit=1)
    return FireAttackRequest(unit=unit, volleys=(volley,), phase_1=True)


@procedure(
    "red_white.fire_attack",
    title="What does this fire do to its target?",
    rules=("gen-stand",),
    example=_attack_example,
)
def fire_attack(request: FireAttackRequest, umpire: Umpire[Options]) -> FireAttackOutcome:
    """Fire at a unit: first the dice of every volley in listed order, then the casualties one at a time.

    Hits on a tank or an armoured car then go to the hit table, if there is one; a train that artillery fired at, light
    guns included, then tests morale, hit or not; a volley of no dice was not fired.

    Hits become stands by the volley's own number or the profile's. Every hit on a vehicle is recorded as one; small
    arms and machine guns do nothing to an armoured train. A unit that loses a stand in the first fire phase is
    suppressed; a leader or a priest killed instead does not suppress.

    Raises:
        MissingProfileError: If a face that hits or the losses of a hit are not known.

    Rules: p1-fire, p1-artillery-and-armour, suppress-who.
    """
    unit = request.unit
    for volley in request.volleys:
        require_known_fire(volley, unit, umpire.options)
    count = 0
    for number, volley in enumerate(request.volleys, start=1):
        count += _losses_of(umpire, volley, unit, f"volley {number}")
    lost = umpire.resolve(CasualtiesRequest(unit=unit, count=min(count, 99), source="fire"), "casualties")
    train, damage = _vehicle_damage(umpire, unit, request.volleys, lost)
    # A train records hits and loses no stand to fire, so nothing suppresses it.
    loses_stands = unit.type != "armoured_train"
    suppressed = unit.suppressed or (request.phase_1 and loses_stands and lost.stands_lost > 0)
    if suppressed and not unit.suppressed:
        umpire.result("suppress-who", "lost a stand in the first fire phase: suppressed")
    return FireAttackOutcome(
        stands_lost=lost.stands_lost,
        leader_killed=lost.leader_killed,
        priest_killed=lost.priest_killed,
        cheka_lost=lost.cheka_lost,
        destroyed=lost.destroyed,
        suppressed=suppressed,
        casualties=lost.casualties,
        train=train,
        effects=damage.table_effects if damage is not None else (),
        table_missing=damage is not None and damage.table_missing,
    )


@fire_attack.legality
def _attack_objections(request: FireAttackRequest, options: Options) -> Iterator[Objection]:
    yield from grade_objections(request.unit, options, "$.unit")


def _losses_of(umpire: Umpire[Options], volley: Volley, unit: Unit, purpose: str) -> int:
    """Return how many stands a volley costs, or how many hits it scores on a vehicle.

    Rules: p1-fire, p1-artillery-and-armour, train-immune, vehicle-hits.
    """
    if _is_proof(unit, volley.weapon):
        umpire.result("train-immune", "{purpose}: small arms and machine guns do nothing to a train", purpose=purpose)
        return 0
    if volley.stands_lost is not None:
        return volley.stands_lost
    hits = volley.hits
    if hits is None:
        hits = umpire.resolve(_as_fire(volley, unit), purpose).hits
    if is_vehicle(unit):
        umpire.result("vehicle-hits", "{purpose}: hits to be recorded: {hits}", purpose=purpose, hits=hits)
        return hits
    return hits * (_losses_per_hit(volley, umpire.options) or 0)


def _vehicle_damage(
    umpire: Umpire[Options], unit: Unit, volleys: tuple[Volley, ...], lost: CasualtiesOutcome
) -> tuple[TrainUnderFireOutcome | None, VehicleDamageOutcome | None]:
    """Return how a train took artillery fire, and what the hits did to another vehicle.

    A train tests without the leader or the priest whom the fire has just killed, and only if a shot was fired.

    Rules: train-artillery-test, vehicle-hits, p1-artillery-and-armour, heroic-dead.
    """
    hits = lost.stands_lost
    if unit.type == "armoured_train":
        if all(_is_proof(unit, volley.weapon) or volley.dice == 0 for volley in volleys):
            return None, None
        train = evolve(
            unit,
            has_leader=unit.has_leader and not lost.leader_killed,
            heroic=unit.heroic and not lost.leader_killed,
            priest=unit.priest and not lost.priest_killed,
        )
        under_fire = TrainUnderFireRequest(train=train, weapon="artillery", new_hits=hits)
        return umpire.resolve(under_fire, "train under artillery fire"), None
    # Two comparisons, because type checkers learn nothing from membership.
    if hits and (unit.type == "tank" or unit.type == "armoured_car"):  # noqa: PLR1714
        damage = VehicleDamageRequest(type=unit.type, hits=unit.hits or 0, new_hits=hits)
        return None, umpire.resolve(damage, "hits on the vehicle")
    return None, None


def _is_proof(unit: Unit, weapon: Weapon) -> bool:
    """Whether a weapon cannot hurt a unit at all.

    Rules: train-immune.
    """
    return unit.type == "armoured_train" and weapon in HARMLESS


def _as_fire(volley: Volley, unit: Unit) -> FireRequest:
    if volley.hit_faces is not None:
        return FireRequest(dice=volley.dice or 0, hit_faces=volley.hit_faces)
    target: TargetState = "vehicle" if is_vehicle(unit) else unit.cover
    return FireRequest(dice=volley.dice or 0, weapon=volley.weapon, band=volley.band, target=target)


def _losses_per_hit(volley: Volley, options: Options) -> int | None:
    if volley.losses_per_hit is None and options.profile is not None:
        return options.profile.losses_of(volley.weapon)
    return volley.losses_per_hit


def require_known_fire(volley: Volley, unit: Unit, options: Options) -> None:
    """Raise before any die is rolled if a volley at a unit cannot be resolved.

    Raises:
        MissingProfileError: If a face that hits or the losses of a hit are not known.

    Rules: p1-fire.
    """
    if volley.stands_lost is not None or _is_proof(unit, volley.weapon):
        return
    if volley.dice is not None and volley.hit_faces is None:
        faces_by_profile(_as_fire(volley, unit), options)
    if not is_vehicle(unit) and _losses_per_hit(volley, options) is None:
        raise MissingProfileError(
            "p1-fire",
            "losses",
            f"How many stands does each hit of {in_words(volley.weapon)} fire cost?",
            "losses_per_hit, or a profile with losses (Part I, which defines it, is lost)",
        )
