"""Losses: which unit of a side loses the next strength step."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Annotated

from attrs import frozen

from rcw_rules.kernel import words
from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Range, Size
from rcw_rules.kernel.procedures import Choice, Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.marks import Cites
from rcw_rules.orel.definitions import called, clause, names_of, note_values, predominant, told_loss
from rcw_rules.orel.model import Unit, keys_of, listed, without_lost_steps, wrong_places, wrong_sides
from rcw_rules.orel.options import Options
from rcw_rules.orel.strength import Role


@frozen(kw_only=True)
class Losing:
    """What the owner of units sees when deciding which of them loses the next step.

    Attributes:
        units: The units as they were before the first loss.
        fallen: The keys of those that have lost a step, one for each step, in order.
    """

    units: tuple[Unit, ...]
    fallen: tuple[str, ...]

    def steps_left(self, key: str) -> int:
        """Return the steps that a unit still has."""
        return sum(unit.steps for unit in self.units if unit.key == key) - self.fallen.count(key)


def _most_steps(losing: Losing, alternatives: tuple[str, ...]) -> str:
    return min(alternatives, key=lambda key: (-losing.steps_left(key), key))


LOSE_STEP: Choice[Losing, str] = Choice(
    "lose_step",
    rule="8.8.2A-allocation",
    who="owner",
    about="Which unit, by key, loses the next step? Default: of those that may, the one with the most steps left; of "
    "equal ones the first by key.",
    default=_most_steps,
    unit=lambda losing: keys_of(unit for unit in losing.units if losing.steps_left(unit.key)),
    side=lambda losing: losing.units[0].side,
)


# -------------------------------------------------------------------- what other chapters ask


@lru_cache(maxsize=4096)
def next_to_lose(units: tuple[Unit, ...], fallen: tuple[str, ...]) -> tuple[str, ...]:
    """Return the keys of the units that may lose the next step, in alphabetical order; none if no steps are left.

    The first loss falls on a unit of the predominant quality (before its shift), on cavalry, or on a unit that is
    routed or in march mode. No unit loses a second step before all have lost one; after that the order of the first
    round repeats, without those that are gone. Artillery loses steps only once no combat unit is left.

    Args:
        units: The units that can take losses, as they were before the first.
        fallen: The keys of those that lost the steps so far, in order.

    Rules: 8.8.2A-allocation, 8.8.2A-artillery.
    """
    left = {unit.key: unit.steps - fallen.count(unit.key) for unit in units}
    fighting = tuple(unit for unit in units if unit.is_combat)
    guns = tuple(unit for unit in units if unit.is_artillery)
    group = fighting if any(left[unit.key] for unit in fighting) else guns
    fresh = tuple(unit for unit in group if left[unit.key] and unit.key not in fallen)
    if fresh and not fallen:
        fresh = first_to_lose(group)
    if fresh:
        return tuple(sorted(unit.key for unit in fresh))
    keys = {unit.key for unit in group}
    order = list(dict.fromkeys(key for key in fallen if key in keys))
    after = order.index(fallen[-1]) + 1 if order else 0
    return next(((key,) for key in (*order[after:], *order[:after]) if left[key]), ())


def first_to_lose(group: tuple[Unit, ...]) -> tuple[Unit, ...]:
    """Return the units of a group that may take the very first loss.

    Rules: 8.8.2A-allocation.
    """
    holders = predominant(group).holders
    return tuple(unit for unit in group if unit.key in holders or unit.type == "cavalry" or unit.mode != "combat")


def allocate(
    umpire: Umpire[Options], units: tuple[Unit, ...], losses: int, wanted: tuple[str, ...] = ()
) -> tuple[str, ...]:
    """Return the keys of the units that lose the steps, one for each, in order; the owner decides any choice.

    Args:
        umpire: Asks the owner.
        units: Their units that can take losses.
        losses: The steps to lose, no more than they have.
        wanted: The order that the owner has given already, which is legal; the owner is asked for the rest.

    Rules: 8.8.2A-allocation.
    """
    fallen: tuple[str, ...] = ()
    for number in range(losses):
        open_to = next_to_lose(units, fallen)
        if number < len(wanted):
            key = wanted[number]
        elif len(open_to) == 1:
            key = open_to[0]
        else:
            key = umpire.choose(LOSE_STEP, open_to, Losing(units=units, fallen=fallen))
        umpire.result("8.8.2A-allocation", "{unit} loses a step", unit=key)
        fallen = (*fallen, key)
    return fallen


# -------------------------------------------------------------------- orel.loss_allocation


@frozen(kw_only=True)
class LossAllocationOutcome:
    """Which units lost the steps.

    Attributes:
        order: The keys of the units, one for each step lost, in order.
        units: The units that are left, in listed order.
        eliminated: The keys of those that are gone.
        artillery_routs: The keys of the artillery that routs because no combat unit is left with it.
    """

    order: tuple[str, ...]
    units: tuple[Unit, ...]
    eliminated: tuple[str, ...] = ()
    artillery_routs: tuple[str, ...] = ()

    def summary(self, request: LossAllocationRequest) -> str:
        """Return how many steps each unit loses, and which artillery routs."""
        lost = [
            f"{called(unit)} {told_loss(unit, self.order.count(unit.key))}"
            for unit in request.units
            if unit.key in self.order
        ]
        if not lost:
            return "No step is lost."
        routs = clause(self.artillery_routs, names_of(request.units), "rout[s|]")
        return words.sentences(*lost, f"{routs}, with no combat unit left" if routs else "")


@frozen(kw_only=True, cache_hash=True)
class LossAllocationRequest(Request[LossAllocationOutcome]):
    """Losses that an assault has brought to a side.

    Attributes:
        units: The units that took part in it; of the defender also the artillery in the hex.
        losses: How many steps they lose.
        order: The order in which their owner wants them to lose the steps, by key, as far as it is decided.
        role: Whose units they are.
    """

    units: Annotated[tuple[Unit, ...], Size(1, 40)]
    losses: Annotated[int, Range(0, 99, rule="8.8.2A-excess")]
    order: Annotated[tuple[str, ...], Size(0, 99), Cites("8.8.2A-allocation")] = ()
    role: Role = "defender"

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        yield from wrong_sides("units", self.units, self.units[0].side)
        yield from wrong_places(listed("units", self.units))
        for number, unit in enumerate(self.units):
            if unit.is_vehicle:
                yield Problem(
                    f".units[{number}]", "vehicles take no losses of an assault; they check", "8.8.2A-allocation"
                )
            if unit.is_artillery and self.role == "attacker":
                yield Problem(f".units[{number}]", "attacking artillery is never hurt", "8.8.2A-artillery")
        keys = [unit.key for unit in self.units]
        for number, key in enumerate(self.order):
            if key not in keys:
                message = f"{key!r} is not one of the units: {', '.join(keys)}"
                yield Problem(f".order[{number}]", message, "8.8.2A-allocation")
        if len(self.order) > self.losses:
            message = f"the order names {len(self.order)} steps, and {self.losses} are lost"
            yield Problem(".order", message, "8.8.2A-allocation")


def _example() -> LossAllocationRequest:
    units = (
        Unit(key="1K", side="white", type="infantry", tq=6, steps=4, strength=7),
        Unit(key="2K", side="white", type="infantry", tq=5, steps=3, strength=5),
        Unit(key="Cv/K", side="white", type="cavalry", tq=6, strength_dismounted=1, strength_charge=1),
    )
    return LossAllocationRequest(units=units, losses=2)


@procedure(
    "orel.loss_allocation",
    title="Which units lose the steps?",
    rules=("8.8.2A-allocation",),
    example=_example,
)
def loss_allocation(request: LossAllocationRequest, umpire: Umpire[Options]) -> LossAllocationOutcome:
    """Take the losses of an assault one by one, in the order that the owner gives or else decides.

    Rules: 8.8.2A-allocation, 8.8.2A-artillery.
    """
    note_values(umpire, request.units)
    order = allocate(umpire, request.units, request.losses, request.order)
    after = {unit.key: without_lost_steps(unit, order.count(unit.key)) for unit in request.units}
    left = tuple(unit for unit in after.values() if unit is not None)
    stood_with_combat_units = any(unit.is_combat for unit in request.units)
    routs = stood_with_combat_units and not any(unit.is_combat for unit in left)
    artillery_routs = tuple(unit.key for unit in left) if routs else ()
    if artillery_routs:
        umpire.result(
            "8.8.2A-artillery",
            "no combat unit is left with it, so that it routs: {units}",
            units=", ".join(artillery_routs),
        )
    return LossAllocationOutcome(
        order=order,
        units=left,
        eliminated=tuple(key for key, unit in after.items() if unit is None),
        artillery_routs=artillery_routs,
    )


@loss_allocation.legality
def _objections(request: LossAllocationRequest, options: Options) -> Iterator[Objection]:
    steps = sum(unit.steps for unit in request.units)
    if request.losses > steps:
        message = f"the units have {steps} steps and can lose no more; the excess is taken off the enemy's losses"
        yield Objection(rule="8.8.2A-excess", message=message, path="$.losses")
    for number, key in enumerate(request.order):
        fallen = request.order[:number]
        open_to = next_to_lose(request.units, fallen)
        if key not in open_to:
            rule, reason = _rule_against(request.units, fallen, key)
            allowed = f"; it may fall on {' or '.join(open_to)}" if open_to else ""
            yield Objection(
                rule=rule,
                message=f"loss {number + 1} cannot fall on {key}: {reason}{allowed}",
                path=f"$.order[{number}]",
            )
            return


def _rule_against(units: tuple[Unit, ...], fallen: tuple[str, ...], key: str) -> tuple[str, str]:
    """Return the rule and the reason why a unit may not lose the next step."""
    losing = Losing(units=units, fallen=fallen)
    unit = next(unit for unit in units if unit.key == key)
    if not losing.steps_left(key):
        return "1.1-step", "it has no steps left"
    if unit.is_artillery and any(other.is_combat and losing.steps_left(other.key) for other in units):
        return "8.8.2A-artillery", "combat units are left in its hex"
    if not fallen:
        return (
            "8.8.2A-allocation",
            "the first takes a unit of the predominant quality, cavalry, or one routed or in march mode",
        )
    return "8.8.2A-allocation", "it has lost a step, and the others come before it does again"
