"""Leaders who go to the front of their units."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, TypeAlias

from attrs import evolve, frozen

from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Range, Size
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import sentences
from rcw_rules.red_white.model import Unit
from rcw_rules.red_white.options import Options
from rcw_rules.red_white.spoken import called_in

Numbers: TypeAlias = tuple[Annotated[int, Range(1, 99, rule="bad-numbers")], ...]


@frozen(kw_only=True)
class HeroicLeadersOutcome:
    """The units of a side after its leaders were placed.

    Attributes:
        units: Every unit, in listed order.
    """

    units: tuple[Unit, ...]

    def summary(self, request: HeroicLeadersRequest) -> str:
        """Return whose leaders go to the front, and whose step back."""
        told = [
            f"the leader of {name} {'leads from the front' if now.heroic else 'steps back'}"
            for name, was, now in zip(called_in(self.units), request.units, self.units, strict=True)
            if was.heroic != now.heroic
        ]
        return sentences(*told) or "All leaders stay where they are."


@frozen(kw_only=True, cache_hash=True)
class HeroicLeadersRequest(Request[HeroicLeadersOutcome]):
    """Who is to lead from the front, and who is to stop it.

    Attributes:
        units: The units of a side.
        declared: The numbers of the units whose leaders go to the front.
        revoked: The numbers of the units whose leaders step back.
        at_start_of_own_turn: Whether it is the start of the owner's turn.
    """

    units: Annotated[tuple[Unit, ...], Size(1, 99)]
    declared: Numbers = ()
    revoked: Numbers = ()
    at_start_of_own_turn: bool = True

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield numbers of no unit, and units that are both declared and revoked."""
        for name, numbers in (("declared", self.declared), ("revoked", self.revoked)):
            for place, number in enumerate(numbers):
                if number > len(self.units):
                    yield Problem(f".{name}[{place}]", f"expected 1 to {len(self.units)}, got {number}", "bad-numbers")
        for number in self.declared:
            if number in self.revoked:
                yield Problem(".revoked", f"unit {number} is declared too; give it once", "heroic-lead")


def _example() -> HeroicLeadersRequest:
    unit = Unit(side="red", type="infantry", has_leader=True, stands=8)
    return HeroicLeadersRequest(units=(unit, evolve(unit, heroic=True)), declared=(1,), revoked=(2,))


@procedure(
    "red_white.heroic_leaders",
    title="Who leads from the front this turn?",
    rules=("heroic-lead",),
    example=_example,
)
def heroic_leaders(request: HeroicLeadersRequest, umpire: Umpire[Options]) -> HeroicLeadersOutcome:
    """Put leaders in the front rank or take them back; all other units stay as they are.

    Rules: heroic-lead.
    """
    units = list(request.units)
    for numbers, heroic in ((request.declared, True), (request.revoked, False)):
        for number in numbers:
            units[number - 1] = evolve(units[number - 1], heroic=heroic)
            told = "leads from the front" if heroic else "no longer leads from the front"
            umpire.result("heroic-lead", "the leader of unit {number} {told}", number=number, told=told)
    return HeroicLeadersOutcome(units=tuple(units))


@heroic_leaders.legality
def _objections(request: HeroicLeadersRequest, options: Options) -> Iterator[Objection]:
    if (request.declared or request.revoked) and not request.at_start_of_own_turn:
        message = "leaders go to the front and step back only at the start of their owner's turn"
        yield Objection(rule="heroic-lead", message=message, path="$.at_start_of_own_turn")
    for place, number in enumerate(request.declared):
        if not request.units[number - 1].has_leader:
            message = f"unit {number} has no leader to go to the front"
            yield Objection(rule="heroic-lead", message=message, path=f"$.declared[{place}]")
