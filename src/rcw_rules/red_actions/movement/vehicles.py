"""Tanks and armoured cars: the tests of a move, getting free again, and running down troops."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Annotated, Literal, TypeAlias

from attrs import evolve, frozen

from rcw_rules.kernel.citations import Objection, Verdict
from rcw_rules.kernel.dice import d6
from rcw_rules.kernel.errors import IllegalRequestError, Problem
from rcw_rules.kernel.ledger import Ledger, Modifier
from rcw_rules.kernel.lengths import inches
from rcw_rules.kernel.morale import MoraleCheck
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.tally import tally
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import in_words, sentences
from rcw_rules.marks import Cites
from rcw_rules.red_actions.model import NO_MODIFIERS, VEHICLES, Arm
from rcw_rules.red_actions.movement.moves import MoveBudgetRequest
from rcw_rules.red_actions.movement.paths import Barrier, Mover, Stretch, leg_said
from rcw_rules.red_actions.options import Options
from rcw_rules.red_actions.units import in_inches, troops_said

VehicleStatus: TypeAlias = Literal["ok", "temporary", "permanent"]
"""Whether a vehicle moves: it does, only after a 4 or more in a later move, or never again."""

Fate: TypeAlias = Literal["routs", "captured", "removed"]
"""What happens to troops that a vehicle runs down."""

STUCK_FOR_GOOD, STUCK_FOR_NOW = (1,), (2,)  # tank-obstacle, ac-obstacle
BREAKS_DOWN = 1  # tank-breakdown, ac-breakdown, tank-wire
FREE_AGAIN = 4  # vehicle-repair
DAMAGES_VEHICLE = 6  # tank-charge, ac-charge
GRENADIERS = Modifier(id="grenadiers", value=2, reason="grenadiers", rule="miss-grenadiers")

OBSTACLE_DIE = tally(d6, 1, STUCK_FOR_GOOD, STUCK_FOR_NOW)
TROUBLE_DIE = d6.check(at_most=BREAKS_DOWN)

_AT_OBSTACLE: dict[VehicleStatus, str] = {
    "ok": "it comes across",
    "temporary": "it is stuck for now",
    "permanent": "it is stuck for good",
}


# --- the tests of a move ----------------------------------------------------------------------------------------------


@frozen(kw_only=True)
class VehicleBreakdownOutcome:
    """How a vehicle gets through a move.

    Attributes:
        status: Whether it moves on.
        moved: How many inches it moved.
        stopped_at: The obstacle of the path where it is stuck, counted from 0; None if it reached the end.
        crushed: The wire of the path that it crushed, as wide as its base, counted from 0.
    """

    status: VehicleStatus
    moved: Fraction
    stopped_at: int | None = None
    crushed: Annotated[tuple[int, ...], Cites("wire-tanks")] = ()

    def summary(self, request: VehicleBreakdownRequest) -> str:
        """Return whether the vehicle comes through, or where it is stuck and for how long."""
        vehicle, path = f"the {in_words(request.move.mover.arm)}", request.move.path
        moved = in_inches(self.moved)
        wire = "it crushes the wire that it crosses, as wide as its base" if self.crushed else ""
        if self.status == "ok":
            return sentences(f"{vehicle} comes through its move of {moved}", wire)
        if self.stopped_at is None:
            return sentences(f"{vehicle} breaks down for now, at the end of its move of {moved}", wire)
        how_long = "for good" if self.status == "permanent" else "for now"
        return sentences(f"{vehicle} is stuck {how_long} in {leg_said(path, self.stopped_at)}, after {moved}", wire)


@frozen(kw_only=True, cache_hash=True)
class VehicleBreakdownRequest(Request[VehicleBreakdownOutcome]):
    """The move of a tank or an armoured car.

    Attributes:
        move: The move.
    """

    move: MoveBudgetRequest

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        if self.move.mover.arm not in ("tank", "armoured_car"):
            word = in_words(self.move.mover.arm)
            message = f"only tanks and armoured cars break down, not {word} bases"
            yield Problem(".move.mover.arm", message, "tank-breakdown")


def _breakdown_example() -> VehicleBreakdownRequest:
    path = (Stretch(length=inches(2)), Barrier(line="trench"), Stretch(length=inches(1)))
    return VehicleBreakdownRequest(move=MoveBudgetRequest(mover=Mover(arm="tank"), speed=inches(4), path=path))


@procedure(
    "red_actions.vehicle_breakdown",
    title="Does the vehicle get stuck or break down?",
    formerly=("Does the vehicle come through its move?",),
    rules=("tank-breakdown",),
    example=_breakdown_example,
)
def vehicle_breakdown(request: VehicleBreakdownRequest, umpire: Umpire[Options]) -> VehicleBreakdownOutcome:
    """Take the tests of a vehicle's move.

    The move must be legal. A d6 at each obstacle in the order of crossing: on a 1 the vehicle is stuck for good, on a 2
    for now; on either it stops there and takes no more tests. In wire a tank is stuck for now on a 1, and crushes it
    otherwise. Then, if the move calls for it, one d6 at the end: on a 1 it has broken down for now.

    Raises:
        IllegalRequestError: The move is not legal.

    Rules: tank-obstacle, ac-obstacle, tank-breakdown, ac-breakdown, tank-wire, wire-tanks.
    """
    tank = request.move.mover.arm == "tank"
    try:
        move = umpire.resolve(request.move, "the move")
    except IllegalRequestError as refused:
        objections = tuple(evolve(found, path=f"$.move{found.path[1:]}") for found in refused.verdict.objections)
        raise IllegalRequestError(Verdict(objections=objections)) from None
    crushed: list[int] = []
    for due in move.trials:
        if due.leg is None:
            rule = "tank-breakdown" if tank else "ac-breakdown"
            down = umpire.roll(TROUBLE_DIE, "breakdown at the end of the move", rule)
            umpire.result(rule, "it has broken down for now" if down else "it runs on")
            return VehicleBreakdownOutcome(
                status="temporary" if down else "ok", moved=due.moved, crushed=tuple(crushed)
            )
        leg = request.move.path[due.leg]
        what = in_words(leg.line) if isinstance(leg, Barrier) else "ford"  # the only area that is an obstacle
        status = _at_obstacle(umpire, f"{what} at path[{due.leg}]", tank=tank, in_wire=due.trial == "wire")
        if status != "ok":
            return VehicleBreakdownOutcome(status=status, moved=due.moved, stopped_at=due.leg, crushed=tuple(crushed))
        if due.trial == "wire":
            crushed.append(due.leg)
    return VehicleBreakdownOutcome(status="ok", moved=move.moved, crushed=tuple(crushed))


def _at_obstacle(umpire: Umpire[Options], place: str, *, tank: bool, in_wire: bool) -> VehicleStatus:
    """Return how a vehicle gets over an obstacle or through wire.

    Rules: tank-obstacle, ac-obstacle, tank-wire.
    """
    if in_wire:
        rule, good, now = "tank-wire", 0, int(umpire.roll(TROUBLE_DIE, place, "tank-wire"))
    else:
        rule = "tank-obstacle" if tank else "ac-obstacle"
        good, now = umpire.roll(OBSTACLE_DIE, place, rule)
    status: VehicleStatus = "permanent" if good else "temporary" if now else "ok"
    umpire.result(rule, _AT_OBSTACLE[status])
    return status


# --- getting free -----------------------------------------------------------------------------------------------------


@frozen(kw_only=True)
class VehicleRepairOutcome:
    """Whether a vehicle is free again.

    Attributes:
        freed: Whether it is, and may move in this segment.
    """

    freed: bool

    def summary(self, request: VehicleRepairRequest) -> str:
        """Return whether the vehicle is free."""
        if self.freed:
            return "The vehicle is free again, and may move in this segment."
        return "The vehicle does not get free: it may try again in its next segment."


@frozen(kw_only=True, cache_hash=True)
class VehicleRepairRequest(Request[VehicleRepairOutcome]):
    """A vehicle that is stuck or broken down.

    Attributes:
        status: What is wrong with it.
        later_move: Whether this move is later than the one of the mishap.
        tried: Whether it has tried in this segment.
    """

    status: VehicleStatus
    later_move: bool = True
    tried: bool = False


def _repair_example() -> VehicleRepairRequest:
    return VehicleRepairRequest(status="temporary")


@procedure(
    "red_actions.vehicle_repair",
    title="Does the stuck vehicle get free?",
    formerly=("Is the vehicle free again?",),
    rules=("vehicle-repair",),
    example=_repair_example,
)
def vehicle_repair(request: VehicleRepairRequest, umpire: Umpire[Options]) -> VehicleRepairOutcome:
    """Throw a d6: on 4 or more the vehicle is free and may move at once.

    Rules: vehicle-repair.
    """
    freed = d6.check(at_least=FREE_AGAIN)
    return umpire.last_roll(freed, "repair", "vehicle-repair", lambda free: VehicleRepairOutcome(freed=free))


@vehicle_repair.legality
def _forbidden_repair(request: VehicleRepairRequest, _options: Options) -> Iterator[Objection]:
    """Yield the objections to an attempt.

    Rules: vehicle-repair, tank-obstacle, ac-obstacle.
    """
    if request.status == "permanent":
        message = "a vehicle that is stuck for good never moves again, but may fire"
        yield Objection(rule="vehicle-repair", message=message, path="$.status")
    elif request.status == "ok":
        yield Objection(
            rule="vehicle-repair", message="the vehicle is neither stuck nor broken down: it may move", path="$.status"
        )
    if not request.later_move:
        message = "it may not try in the move of the mishap: try in the next move"
        yield Objection(rule="vehicle-repair", message=message, path="$.later_move")
    if request.tried:
        message = "a vehicle tries once in a segment: try again in the next"
        yield Objection(rule="vehicle-repair", message=message, path="$.tried")


# --- running down troops ----------------------------------------------------------------------------------------------


@frozen(kw_only=True)
class VehicleContactOutcome:
    """What happens when a vehicle reaches troops.

    Attributes:
        immobilised: Whether the vehicle never moves again; it may still fire.
        fate: What happens to the troops.
    """

    immobilised: bool
    fate: Fate

    def summary(self, request: VehicleContactRequest) -> str:
        """Return what happens to the troops and to the vehicle."""
        vehicle, troops = in_words(request.vehicle), troops_said(request.arm)
        if self.fate == "removed":
            return sentences(f"the mortar crews rout before the {vehicle} reaches them, and are removed")
        if self.fate == "captured":
            return sentences(f"the {vehicle} captures the guns: their crews give themselves up")
        if not request.stood:
            return sentences(f"the {troops} rout before the {vehicle} reaches them")
        stuck = f"they immobilise the {vehicle}: it never moves again, but may fire" if self.immobilised else ""
        return sentences(f"the {troops} rout", stuck)


@frozen(kw_only=True, cache_hash=True)
class VehicleContactRequest(Request[VehicleContactOutcome]):
    """A vehicle that charges a unit, after the unit's fear test and fire.

    Attributes:
        vehicle: What charges.
        arm: What the bases of the unit are.
        grenadiers: Whether they are grenadiers.
        stood: Whether the unit passed its fear test and so is there to be reached.
    """

    vehicle: Literal["tank", "armoured_car"]
    arm: Arm
    grenadiers: Annotated[bool, Cites("miss-grenadiers")] = False
    stood: bool = True

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        if self.grenadiers and self.arm != "rifle":
            word = in_words(self.arm)
            yield Problem(".grenadiers", f"{word} bases cannot be grenadiers", "miss-grenadiers")


def _contact_example() -> VehicleContactRequest:
    return VehicleContactRequest(vehicle="tank", arm="rifle", grenadiers=True)


@procedure(
    "red_actions.vehicle_contact",
    title="What happens when the vehicle makes contact?",
    formerly=("What happens when the vehicle reaches them?",),
    rules=("tank-charge",),
    example=_contact_example,
)
def vehicle_contact(request: VehicleContactRequest, umpire: Umpire[Options]) -> VehicleContactOutcome:
    """Throw a d6 for the troops that a vehicle reaches, before they rout: on 6 or more it is immobilised.

    Grenadiers add 2. Troops that failed the fear test throw nothing. Neither do gun crews, who surrender, or mortar
    crews, who have gone already. All others rout.

    Rules: tank-charge, ac-charge, miss-grenadiers, charge-guns, charge-mortars.
    """
    if request.arm == "mortar":
        umpire.result("charge-mortars", "the mortar crews rout before the contact and are removed")
        return VehicleContactOutcome(immobilised=False, fate="removed")
    rule = "tank-charge" if request.vehicle == "tank" else "ac-charge"
    if not request.stood:
        umpire.result(rule, "they rout from their failed fear test: no contact")
        return VehicleContactOutcome(immobilised=False, fate="routs")
    if request.arm == "gun":
        umpire.result("charge-guns", "the crews give themselves up: the guns are captured")
        return VehicleContactOutcome(immobilised=False, fate="captured")
    ledger = umpire.modify(Ledger.of(GRENADIERS) if request.grenadiers else NO_MODIFIERS, "damage die")
    check = MoraleCheck(die=d6, target=DAMAGES_VEHICLE, ledger=ledger, goal="at_least")
    umpire.result(rule, "they rout, and immobilise it on {needed} or more", needed=check.needed)
    return umpire.last_roll(
        check.variable,
        "damage to the vehicle",
        rule,
        lambda hit: VehicleContactOutcome(immobilised=hit, fate="routs"),
    )


@vehicle_contact.legality
def _forbidden_contact(request: VehicleContactRequest, _options: Options) -> Iterator[Objection]:
    """Yield what forbids a contact.

    Rules: charge-types.
    """
    if request.arm in VEHICLES:
        message = "vehicles do not charge other vehicles: shoot at them"
        yield Objection(rule="charge-types", message=message, path="$.arm")
