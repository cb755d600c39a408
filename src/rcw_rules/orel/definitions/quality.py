"""Terms that the whole book uses: predominant troop quality, the plain check of troop quality, integrated artillery."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, Literal

from attrs import frozen

from rcw_rules.kernel import words
from rcw_rules.kernel.dice import d6
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Range, Size
from rcw_rules.kernel.ledger import Ledger, Modifier
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.orel.definitions.telling import told_of
from rcw_rules.orel.model import Quality, Steps, Unit
from rcw_rules.orel.options import Options

NATURAL_SUCCESS = 1  # 8.7.1-procedure, 8.3.2-check, 8.8.2B-morale: a face that passes whatever is added
FAR_APART = 3  # 1.2-predominant-shift

NO_MODIFIERS = Ledger()


# -------------------------------------------------------------------- what other chapters ask


@frozen(kw_only=True)
class Troops:
    """The quality and number of one unit, which is all that predominance asks for.

    Attributes:
        key: What the unit is known by.
        tq: Its troop quality now.
        steps: Its steps now.
    """

    key: Annotated[str, Size(1, 100)]
    tq: Quality
    steps: Steps


@frozen(kw_only=True)
class PredominantTqOutcome:
    """The predominant troop quality of a group.

    Attributes:
        base: The quality that the most steps have.
        shift: What far better or far worse troops among them add.
        value: The predominant quality, base and shift together.
        holders: The keys of the units that have the base quality, in listed order.
    """

    base: int
    shift: Literal[-1, 0, 1]
    value: int
    holders: tuple[str, ...]

    def summary(self, request: PredominantTqRequest) -> str:
        """Return the quality, and where it comes from."""
        most = f"most steps ({told_of(self.holders, {})}) have quality {self.base}"
        if not self.shift:
            return words.sentences(f"the predominant troop quality is {self.value}: {most}")
        who = "1 is taken off for far worse troops" if self.shift < 0 else "1 is added for far better troops"
        return words.sentences(f"the predominant troop quality is {self.value}: {most}, and {who}")


def predominant(units: Iterable[Unit]) -> PredominantTqOutcome:
    """Return the predominant quality of units that fight or check together, as they are now.

    Combat units decide; artillery only where there is no combat unit, vehicles never.

    Raises:
        ValueError: If there is neither a combat unit nor artillery.

    Rules: 1.2-predominant-tq.
    """
    bearers = [unit for unit in units if not unit.is_vehicle]
    involved = [unit for unit in bearers if unit.is_combat] or bearers
    return predominant_of(Troops(key=unit.key, tq=unit.quality, steps=unit.steps) for unit in involved)


def predominant_of(troops: Iterable[Troops]) -> PredominantTqOutcome:
    """Return the predominant quality of a group.

    The quality with the most steps is the base; ties go to the worse quality. A single unit that is worse by 3 or more
    takes one off it, one that is better by 3 or more adds one; in the range of qualities it is never both.

    Raises:
        ValueError: If the group is empty.

    Rules: 1.2-predominant-tq, 1.2-predominant-shift.
    """
    group = tuple(troops)
    if not group:
        raise ValueError("there is no unit with a troop quality")
    steps: dict[int, int] = {}
    for member in group:
        steps[member.tq] = steps.get(member.tq, 0) + member.steps
    base = max(steps, key=lambda tq: (steps[tq], -tq))
    shift: Literal[-1, 0, 1] = 0
    if min(steps) <= base - FAR_APART:
        shift = -1
    elif max(steps) >= base + FAR_APART:
        shift = 1
    holders = tuple(member.key for member in group if member.tq == base)
    return PredominantTqOutcome(base=base, shift=shift, value=base + shift, holders=holders)


def passes(umpire: Umpire[Options], quality: int, purpose: str, rule: str, modifiers: Ledger = NO_MODIFIERS) -> bool:
    """Throw the die of a plain check of troop quality and say whether it succeeds.

    The die and the modifiers together must not exceed the quality. A natural 1 has no privilege here. The die is thrown
    even where it cannot matter.

    Args:
        umpire: Throws.
        quality: The troop quality.
        purpose: What the die is for, as the record names it.
        rule: The rule that asks for the check.
        modifiers: What is added to the die; this puts it on the record.

    Rules: 1.2-tq-check, X-dice.
    """
    total = umpire.modify(modifiers, purpose).total
    return umpire.roll(d6.check(at_most=quality - total), purpose, rule)


def told_need(highest: int) -> str:
    """Return what the die of a check must show, if the highest face that passes is this."""
    if highest < 1:
        return "no face of the die could pass"
    return "no face of the die could fail" if highest >= d6.sides else f"it needed {highest} or less"


def have_integrated_artillery(units: Iterable[Unit]) -> bool:
    """Whether guns accompany any of the units that take part in a combat; routed and repulsed ones take none in it.

    Rules: 1.1-integrated-artillery.
    """
    return any(unit.integrated_artillery and unit.mode != "routed" and not unit.repulsed for unit in units)


# -------------------------------------------------------------------- orel.predominant_tq


@frozen(kw_only=True, cache_hash=True)
class PredominantTqRequest(Request[PredominantTqOutcome]):
    """A group of units that fight or check together.

    Attributes:
        units: Those of them that are involved.
    """

    units: Annotated[tuple[Troops, ...], Size(1, 99, rule="1.2-predominant-tq")]

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield a problem for every duplicate key."""
        seen: set[str] = set()
        for number, troops in enumerate(self.units):
            if troops.key in seen:
                yield Problem(f".units[{number}].key", f"two units have the key {troops.key!r}", "X-bad-units")
            seen.add(troops.key)


def _predominant_example() -> PredominantTqRequest:
    return PredominantTqRequest(
        units=(
            Troops(key="1/1Kor", tq=6, steps=4),
            Troops(key="2/1Kor", tq=6, steps=3),
            Troops(key="recruits", tq=3, steps=2),
        )
    )


@procedure(
    "orel.predominant_tq",
    title="What is the predominant troop quality of the group?",
    rules=("1.2-predominant-tq",),
    example=_predominant_example,
)
def predominant_tq(request: PredominantTqRequest, umpire: Umpire[Options]) -> PredominantTqOutcome:
    """Find the quality that the most steps of a group have, and shift it by one for far better or far worse troops.

    Rules: 1.2-predominant-tq, 1.2-predominant-shift.
    """
    found = predominant_of(request.units)
    umpire.result("1.2-predominant-tq", "most steps have quality {base}: {units}", base=found.base, units=_words(found))
    if found.shift:
        who = "far worse" if found.shift < 0 else "far better"
        text = "{shift} for troops that are {who}: {value}"
        umpire.result("1.2-predominant-shift", text, shift=f"{found.shift:+d}", who=who, value=found.value)
    return found


def _words(found: PredominantTqOutcome) -> str:
    return ", ".join(found.holders)


# -------------------------------------------------------------------- orel.tq_check


@frozen(kw_only=True)
class TqCheckOutcome:
    """How a check of troop quality went.

    Attributes:
        passed: Whether it succeeded.
    """

    passed: bool

    def summary(self, request: TqCheckRequest) -> str:
        """Return how the check went, and what it needed."""
        result = "is passed" if self.passed else "fails"
        need = told_need(request.tq - request.modifier)
        return words.sentences(f"the check of troop quality {request.tq} {result}: {need}")


@frozen(kw_only=True, cache_hash=True)
class TqCheckRequest(Request[TqCheckOutcome]):
    """A unit, or a group with its predominant quality, that checks.

    Attributes:
        tq: The troop quality.
        modifier: What is added to the die.
    """

    tq: Quality
    modifier: Annotated[int, Range(-20, 20, rule="1.2-tq-check")] = 0


def _check_example() -> TqCheckRequest:
    return TqCheckRequest(tq=4, modifier=2)


@procedure(
    "orel.tq_check",
    title="Does the unit pass a troop quality check?",
    rules=("1.2-tq-check",),
    example=_check_example,
)
def tq_check(request: TqCheckRequest, umpire: Umpire[Options]) -> TqCheckOutcome:
    """Throw a die, add the modifier, and succeed if that does not exceed the quality.

    Rules: 1.2-tq-check.
    """
    modifiers = NO_MODIFIERS
    if request.modifier:
        given = Modifier(id="modifier", value=request.modifier, reason="as given", rule="1.2-tq-check")
        modifiers = Ledger.of(given)
    passed = passes(umpire, request.tq, "check of troop quality", "1.2-tq-check", modifiers)
    text = "quality {tq}: the check succeeds" if passed else "quality {tq}: the check fails"
    umpire.result("1.2-tq-check", text, tq=request.tq)
    return TqCheckOutcome(passed=passed)
