"""An assault before it is rolled for: both sides, which units take part, and which can lose steps."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from attrs import evolve, frozen

from rcw_rules.kernel import words
from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Size
from rcw_rules.kernel.procedures import Request
from rcw_rules.marks import Cites, Was
from rcw_rules.orel.assault.encircling import HexsideNumber, doubled
from rcw_rules.orel.definitions import called, for_number, told_loss
from rcw_rules.orel.model import AttackType, Unit, listed, wrong_places, wrong_sides
from rcw_rules.orel.strength import (
    RESULTS_SAID,
    Combatants,
    Result,
    Role,
    defends_alone,
    takes_part,
    unfit_to_fight,
)


@frozen(kw_only=True, cache_hash=True)
class UnitAfterAssault:
    """A unit after an assault.

    Attributes:
        key: Which unit.
        result: What it must do now, or that it is lost. Only a beaten attacker that stays is ``repulsed`` by it.
        unit: The unit with its steps and states now, where it was; None if nothing of it is left to its side. A train
            that is captured is still here.
        steps_lost: The steps that it lost, those of a surrender apart.
    """

    key: str
    result: Result
    unit: Unit | None
    steps_lost: Annotated[int, Was("lost", before=5)] = 0

    def sentence(self, was: Unit) -> str:
        """Return what the assault did to the unit; "" if it neither lost anything nor moves.

        Args:
            was: The unit before the assault.
        """
        if self.result == "eliminated" or (self.unit is None and self.result != "surrender"):
            return f"{called(was)} {told_loss(was, was.steps)}"
        done = [told_loss(was, self.steps_lost)] if self.steps_lost else []
        done += [for_number(RESULTS_SAID[self.result], 1)] if self.result not in ("stays", "passed") else []
        shaken = self.unit is not None and self.unit.disorganised and not was.disorganised
        done += [for_number(RESULTS_SAID["disorganised"], 1)] if shaken else []
        return f"{called(was)} {words.listed(done)}" if done else ""


@frozen(kw_only=True)
class AssaultOutcome:
    """What an assault did. Retreats and routs are still to be carried out.

    Attributes:
        loser: Which side lost it.
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

    def summary(self, request: AssaultRequest) -> str:
        """Return who wins, what each unit loses and does, the loser's first, and who takes prisoners."""
        attackers = zip((*request.attackers, *request.bystanders), (*self.attackers, *self.bystanders), strict=True)
        defenders = zip((*request.defenders, *request.onlookers), (*self.defenders, *self.onlookers), strict=True)
        winner = "defender" if self.loser == "attacker" else "attacker"
        told = [[after.sentence(was) for was, after in side] for side in (attackers, defenders)]
        first, second = told if self.loser == "attacker" else reversed(told)
        return words.sentences(f"the {winner} wins the assault", *first, *second, *told_prisoners(self))


def told_prisoners(outcome: AssaultOutcome) -> Iterator[str]:
    """Yield who takes how many prisoners."""
    for who, count in (("attacker", outcome.attacker_prisoners), ("defender", outcome.defender_prisoners)):
        if count:
            yield f"the {who} takes {words.counted(count, 'prisoner')}"


@frozen(kw_only=True, cache_hash=True)
class AssaultRequest(Combatants, Request[AssaultOutcome]):
    """Both sides before an assault, with the charges decided again. The other fields are those of `Combatants`.

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


def example_assault() -> AssaultRequest:
    """Return an assault of two Red battalions on a White one with armoured cars."""
    red = Unit(key="1/7D", side="red", type="infantry", hex="1010", tq=5, steps=4, strength=5)
    white = Unit(key="2K", side="white", type="infantry", hex="1011", tq=5, steps=3, strength=5, disorganised=True)
    car = Unit(key="Cars", side="white", type="armoured_car", hex="1011", strength=2)
    return AssaultRequest(
        attackers=(red, evolve(red, key="2/7D", hex="0911", strength=4)), defenders=(white, car), attacker_support=3
    )


def cannot_be_fought(request: AssaultRequest) -> Iterator[Objection]:
    """Yield why an assault cannot be fought: units that may not be in it, or no unit left to attack or defend.

    Rules: 8.8-optional.
    """
    yield from unfit_to_fight(request)
    if not any(unit.is_combat for unit in fighting(request, "attacker")):
        message = "no attacking combat unit can take part: all are repulsed"
        yield Objection(rule="8.8-optional", message=message, path="$.attackers")
    if all(unit.is_vehicle for unit in fighting(request, "defender")):
        yield Objection(rule="8.8-optional", message="there is no defender to be fought", path="$.defenders")


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


def can_lose(request: AssaultRequest, role: Role) -> tuple[Unit, ...]:
    """Return the units that can take losses: combat units that fight, and all artillery of the defender.

    Rules: 8.8.2A-excess, 8.8.2A-artillery.
    """
    in_combat = tuple(unit for unit in fighting(request, role) if unit.is_combat)
    if role == "attacker":
        return in_combat
    return (*in_combat, *(unit for unit in request.defenders if unit.is_artillery))
