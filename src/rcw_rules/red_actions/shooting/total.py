"""The shooting total: how strong the fire of a unit is."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from math import floor
from typing import Annotated, Literal, TypeAlias

from attrs import frozen

from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.errors import ChartError, Problem
from rcw_rules.kernel.fields import Range
from rcw_rules.kernel.ledger import Ledger, Modifier
from rcw_rules.kernel.lengths import Inches, inches
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import sentences
from rcw_rules.marks import Cites
from rcw_rules.red_actions.ground import NIGHT_RANGE
from rcw_rules.red_actions.model import BASE_WIDTH_MM, Bases, Markers, Value, effective_number
from rcw_rules.red_actions.options import Options

Indirect: TypeAlias = Literal["none", "first", "later"]
"""Whether an observer directs the fire of troops who do not see the target, for the first time or again."""

Millimetres: TypeAlias = Annotated[int, Range(0, 100_000, rule="conv-bad-input")]


@frozen(kw_only=True)
class ShootingTotalOutcome:
    """How strong the fire is.

    Attributes:
        total: The shooting total; 0 for no throw on the table.
        long: Whether the range is long.
    """

    total: int
    long: bool

    def summary(self, request: ShootingTotalRequest) -> str:
        """Return the total, and whether the range is long."""
        if not self.total:
            return "The shooting total is 0: there is no throw on the shooting table."
        return sentences(f"the shooting total is {self.total}{', at long range' if self.long else ''}")


@frozen(kw_only=True, cache_hash=True)
class ShootingTotalRequest(Request[ShootingTotalOutcome]):
    """Bases that shoot.

    Attributes:
        shooting_value: The shooting value on their card.
        bases: How many bases the unit has.
        terror: Its terror markers.
        humiliated: Its humiliated markers.
        able_bases: How many of them see the target and have it in arc and range; None for all.
        frontage: Of troops who fire out of buildings, how many millimetres of it face the target.
        distance: How far it is to the target, of observed indirect fire from the observer.
        range: The range on their card.
        speculative: Whether they fire at a place where they only believe the enemy to be.
        indirect: Whether an observer directs the fire, for the first time or again.
    """

    shooting_value: Value
    bases: Annotated[int, Range(1, 6, rule="defs-unit-size")]
    terror: Markers = 0
    humiliated: Markers = 0
    able_bases: Bases | None = None
    frontage: Annotated[Millimetres | None, Cites("bld-town-capacity")] = None
    distance: Inches
    range: Inches
    speculative: Annotated[bool, Cites("sho-speculative")] = False
    indirect: Annotated[Indirect, Cites("ind-factor")] = "none"

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        if self.able_bases is not None and self.able_bases > self.bases:
            message = f"{self.able_bases} bases able to fire are more than the {self.bases} of the unit"
            yield Problem(".able_bases", message, "conv-bad-input")


def _total_example() -> ShootingTotalRequest:
    return ShootingTotalRequest(shooting_value=Fraction(3), bases=5, distance=inches(9), range=inches(16))


@procedure(
    "red_actions.shooting_total",
    title="What is the shooting total?",
    rules=("sho-total",),
    example=_total_example,
)
def shooting_total(request: ShootingTotalRequest, umpire: Umpire[Options]) -> ShootingTotalOutcome:
    """Work out the shooting total.

    Take the bases able to fire, but at most the effective bases of the unit, which may be one half. Multiply by the
    shooting value and by every factor that applies; round down once, at the end. Range is long beyond half the range on
    the card, at night too. Mounted troops shoot like others: their card allows for it. Fire that is speculative and
    directed by an observer counts as speculative only.

    Rules: sho-total, sho-effective, sho-long-range, sho-speculative, ind-factor, ind-speculative, note-mounted-fire,
    conv-exact-arithmetic, conv-within.
    """
    is_long = is_long_range(request.distance, request.range)
    strength = umpire.modify(Ledger(tuple(_strengths(umpire, request, is_long=is_long))), "shooting total")
    counted = counted_bases(request)
    total = floor(request.shooting_value * counted * strength.factor)
    modified = " with the modifiers" if strength else ""
    text = f"{{value}} x {{bases}} bases{modified}: shooting total {{total}}"
    umpire.result("sho-total", text, value=str(request.shooting_value), bases=str(counted), total=total)
    return ShootingTotalOutcome(total=total, long=is_long)


@shooting_total.legality
def _too_far(request: ShootingTotalRequest, options: Options) -> Iterator[Objection]:
    yield from out_of_range(request.distance, request.range, options)


def is_long_range(distance: Inches, card_range: Inches) -> bool:
    """Return whether a distance is more than half the range on the card.

    Rules: sho-long-range, conv-within, wx-night-range.
    """
    return 2 * distance > card_range


def out_of_range(distance: Inches, card_range: Inches, options: Options) -> Iterator[Objection]:
    """Yield the objection to a target out of range: beyond the range on the card, or the limit of the night.

    Rules: sho-long-range, wx-night-range, conv-bad-input.
    """
    limit = NIGHT_RANGE.get(options.night)
    if limit is not None and limit < card_range:
        if distance > limit:
            message = f"{distance} is too far at night: units shoot up to {limit}"
            yield Objection(rule="wx-night-range", message=message, path="$.distance")
    elif distance > card_range:
        message = f"{distance} is out of the range of {card_range}; harassing fire reaches {card_range * 2}"
        yield Objection(rule="sho-long-range", message=message, path="$.distance")


def counted_bases(request: ShootingTotalRequest) -> Fraction:
    """Return how many bases count: those able to fire, as far as they have room and are effective.

    Room to fire out of buildings is one base for each 30 mm, rounded down.

    Rules: sho-effective, bld-town-capacity, conv-exact-arithmetic.
    """
    able = request.bases if request.able_bases is None else request.able_bases
    if request.frontage is not None:
        able = min(able, request.frontage // BASE_WIDTH_MM)
    return min(Fraction(able), effective_number(request.bases, request.terror + request.humiliated))


def _strengths(umpire: Umpire[Options], request: ShootingTotalRequest, *, is_long: bool) -> Iterator[Modifier]:
    """Yield the factors that apply to the strength.

    Rules: sho-long-range, sho-speculative, ind-factor, ind-speculative, sho-mod-cumulative.
    """
    if is_long:
        yield _strength(umpire, "long_range", "sho-long-range", "long range")
    if request.speculative:
        yield _strength(umpire, "speculative", "sho-speculative", "speculative", group="unseen")
    if request.indirect == "first":
        yield _strength(umpire, "indirect_first", "ind-factor", "first observed fire", group="unseen")
    elif request.indirect == "later":
        yield _strength(umpire, "indirect_later", "ind-factor", "observed fire again", group="unseen")


def _strength(umpire: Umpire[Options], row: str, rule: str, reason: str, *, group: str = "") -> Modifier:
    cell = umpire.charts["shooting_strength"].look_up(row)
    return Modifier(
        id=row,
        value=_fraction(str(cell.result)),
        reason=reason,
        rule=rule,
        effect="multiply",
        group=group,
        counting="worst",
        provenance=cell.provenance,
    )


@lru_cache(maxsize=64)
def _fraction(text: str) -> Fraction:
    try:
        return Fraction(text)
    except (ValueError, ZeroDivisionError):
        raise ChartError("shooting_strength", f'"{text}" is not a fraction such as "1/2"') from None
