"""Shooting, step by step: the total, the column, and what the table says."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from math import floor
from typing import Annotated, Literal, TypeAlias

from attrs import evolve, frozen

from rcw_rules.kernel.citations import Objection, Provenance
from rcw_rules.kernel.dice import d6
from rcw_rules.kernel.errors import ChartError, Problem
from rcw_rules.kernel.fields import Range
from rcw_rules.kernel.ledger import Ledger, Modifier
from rcw_rules.kernel.lengths import Inches, inches
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.red_actions.model import BASE_WIDTH_MM, HARD_COVER, Bases, Cover, Markers, Night, Value, effective_number
from rcw_rules.red_actions.options import Options
from rcw_rules.ruleset import Cites

Indirect: TypeAlias = Literal["none", "first", "later"]
"""Whether an observer directs the fire of troops who do not see the target, for the first time or again."""

Millimetres: TypeAlias = Annotated[int, Range(0, 100_000, rule="conv-bad-input")]
Column: TypeAlias = Annotated[int, Range(1, 10, rule="sho-column")]
Foxholes: TypeAlias = Annotated[Fraction, Range(0, 3, rule="dig-rate")]

NEAR_FOR_MACHINE_GUNS = inches(8)  # sho-mod-cumulative
NIGHT_RANGE: dict[Night, Inches] = {"dark": inches(3), "moonlight_or_fog": inches(6)}  # wx-night-range
BUILDINGS: tuple[Cover, ...] = ("wooden_building", "stone")
COVER_ROWS: dict[Cover, str] = {  # sho-cover-definitions
    "soft": "soft",
    "wood": "wooden_building_or_wood",
    "wooden_building": "wooden_building_or_wood",
    "stone": "stone",
    "super_hard": "super_hard",
}


# --- The total ----------------------------------------------------------------------------------------------------


@frozen(kw_only=True)
class ShootingTotalOutcome:
    """How much fire there is.

    Attributes:
        total: The shooting total; 0 for no throw on the table.
        long: Whether the range is long.
    """

    total: int
    long: bool


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
    rules=(
        "sho-total",
        "sho-effective",
        "sho-long-range",
        "sho-speculative",
        "ind-factor",
        "ind-speculative",
        "bld-town-capacity",
        "note-mounted-fire",
        "conv-exact-arithmetic",
        "conv-within",
        "wx-night-range",
    ),
    example=_total_example,
)
def shooting_total(request: ShootingTotalRequest, umpire: Umpire[Options]) -> ShootingTotalOutcome:
    """Work out the shooting total.

    The bases that count are those able to fire, but no more than the effective bases of the unit, which may be one
    half. Times the shooting value, times every part of the strength that applies; rounded down once, at the end. Range
    is long beyond half of what the card says, at night too. Mounted troops shoot like others: their card allows for it.
    Fire that is speculative and directed by an observer counts as speculative only.

    Rules: sho-total, sho-effective, sho-long-range, sho-speculative, ind-factor, ind-speculative, note-mounted-fire,
    conv-exact-arithmetic, conv-within.
    """
    is_long = is_long_range(request.distance, request.range)
    strength = umpire.modify(Ledger(tuple(_strengths(request, umpire, is_long=is_long))), "shooting total")
    counted = counted_bases(request)
    total = floor(request.shooting_value * counted * strength.factor)
    modified = " with the modifiers" if strength else ""
    text = f"{{value}} x {{bases}} bases{modified}: shooting total {{total}}"
    umpire.result("sho-total", text, value=str(request.shooting_value), bases=str(counted), total=total)
    return ShootingTotalOutcome(total=total, long=is_long)


@shooting_total.legality
def _total_objections(request: ShootingTotalRequest, options: Options) -> Iterator[Objection]:
    yield from range_objections(request.distance, request.range, options)


def is_long_range(distance: Inches, card_range: Inches) -> bool:
    """Return whether a distance lies beyond half of what the card gives as range.

    Rules: sho-long-range, conv-within, wx-night-range.
    """
    return 2 * distance > card_range


def range_objections(distance: Inches, card_range: Inches, options: Options) -> Iterator[Objection]:
    """Yield the objection to a target out of range: beyond the card's, or beyond what the night allows.

    Rules: sho-long-range, wx-night-range, conv-bad-input.
    """
    limit = NIGHT_RANGE.get(options.night)
    if limit is not None and limit < card_range:
        if distance > limit:
            message = f"{distance} is too far in the night, in which one shoots up to {limit}"
            yield Objection(rule="wx-night-range", message=message, path="$.distance")
    elif distance > card_range:
        message = f"{distance} is out of the range of {card_range}; up to {card_range * 2} one may harass"
        yield Objection(rule="sho-long-range", message=message, path="$.distance")


def counted_bases(request: ShootingTotalRequest) -> Fraction:
    """Return how many bases count: those able to fire, no more than find room, no more than are effective.

    Room to fire out of buildings is one base for each 30 mm, rounded down.

    Rules: sho-effective, bld-town-capacity, conv-exact-arithmetic.
    """
    able = request.bases if request.able_bases is None else request.able_bases
    if request.frontage is not None:
        able = min(able, request.frontage // BASE_WIDTH_MM)
    return min(Fraction(able), effective_number(request.bases, request.terror + request.humiliated))


def _strengths(request: ShootingTotalRequest, umpire: Umpire[Options], *, is_long: bool) -> Iterator[Modifier]:
    """Yield the parts of the strength that apply.

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
        raise ChartError("shooting_strength", f'"{text}" is no fraction such as "1/2"') from None


# --- The column ---------------------------------------------------------------------------------------------------


@frozen(kw_only=True, cache_hash=True)
class Exposure:
    """How a target is exposed to fire.

    Attributes:
        cover: What covers it.
        passing_through: Whether it merely moves through the buildings that cover it.
        infantry: Whether it is infantry.
        evading: Whether it evades.
        foxholes: How many columns of cover it has dug, exactly.
        farm_perimeter: Where it is in a single farm, how many millimetres of frontage that has all round.
        bases: How many bases it has; only a farm minds.
        enfiladed: Whether it is enfiladed.
        formed: Whether it is formed cavalry.
        road_column: Whether it is in column on a road, or marches.
        skirmisher: Whether it has the Skirmisher characteristic, of its own or lent by its officer.
        partisan: Whether it is Partisan, likewise.
    """

    cover: Annotated[Cover, Cites("sho-cover-definitions")] = "open"
    passing_through: Annotated[bool, Cites("bld-moving-through")] = False
    infantry: bool = True
    evading: Annotated[bool, Cites("evade-speed")] = False
    foxholes: Annotated[Foxholes, Cites("dig-rate")] = Fraction(0)
    farm_perimeter: Annotated[Millimetres | None, Cites("bld-farm")] = None
    bases: Bases = 1
    enfiladed: Annotated[bool, Cites("arc-enfilade")] = False
    formed: Annotated[bool, Cites("form-formed-cavalry")] = False
    road_column: Annotated[bool, Cites("sho-mod-cumulative")] = False
    skirmisher: Annotated[bool, Cites("char-skirmisher")] = False
    partisan: Annotated[bool, Cites("char-partisan")] = False

    @property
    def shelter(self) -> Cover:
        """The cover that it may claim.

        Who merely passes through buildings has soft cover only, infantry at its evasive speed apart. A farm covers a
        unit only if all its bases fit, one for each 30 mm of its frontage all round, rounded down.

        Rules: bld-moving-through, bld-farm, conv-exact-arithmetic.
        """
        if self.farm_perimeter is not None and self.bases > self.farm_perimeter // BASE_WIDTH_MM:
            return "open"
        return "soft" if self.is_between_houses else self.cover

    @property
    def is_between_houses(self) -> bool:
        """Whether it merely passes through buildings, and not as infantry does at its evasive speed.

        Rules: bld-moving-through.
        """
        return self.passing_through and not (self.infantry and self.evading)

    @property
    def is_hard(self) -> bool:
        """Whether it stands in cover that stops bullets, its foxholes apart.

        Rules: sho-cover-definitions.
        """
        return self.shelter in HARD_COVER

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the exposure."""
        if self.cover not in BUILDINGS:
            word = self.cover.replace("_", " ")
            if self.passing_through:
                yield Problem(".passing_through", f"cover {word} is no building", "bld-moving-through")
            if self.farm_perimeter is not None:
                yield Problem(".farm_perimeter", f"cover {word} is no building", "bld-farm")
        if self.formed and self.infantry:
            yield Problem(".formed", "infantry is not formed; say that it is none", "form-formed-cavalry")


OUT_IN_THE_OPEN = Exposure()


@frozen(kw_only=True)
class ShootingColumnOutcome:
    """Where to look on the table.

    Attributes:
        column: The column, counted from 1; 0 for no throw on the table.
    """

    column: int


@frozen(kw_only=True, cache_hash=True)
class ShootingColumnRequest(Request[ShootingColumnOutcome]):
    """A shooting total, and what shifts its column.

    Attributes:
        total: The shooting total.
        machine_guns: Whether the shooters are machine guns, of vehicles and tachankas too.
        distance: How far it is to the target.
        target: How the target is exposed.
    """

    total: Annotated[int, Range(0, 99_999, rule="sho-total")]
    machine_guns: Annotated[bool, Cites("sho-mod-cumulative")] = False
    distance: Inches
    target: Exposure = OUT_IN_THE_OPEN


def _column_example() -> ShootingColumnRequest:
    return ShootingColumnRequest(total=7, machine_guns=True, distance=inches(8), target=Exposure(cover="stone"))


@procedure(
    "red_actions.shooting_column",
    title="Which column of the shooting table?",
    rules=(
        "sho-column",
        "sho-mod-cumulative",
        "sho-mod-cover",
        "sho-cover-definitions",
        "bld-moving-through",
        "bld-farm",
        "evade-speed",
        "dig-rate",
        "char-partisan",
        "char-skirmisher",
        "form-formed-cavalry",
    ),
    example=_column_example,
)
def shooting_column(request: ShootingColumnRequest, umpire: Umpire[Options]) -> ShootingColumnOutcome:
    """Find the column.

    First the column of the total, counted from 1; a total of 1 is one to the left of it, at 0. Then every shift is
    added, of cover only the one that protects best. Last the sum is held to the table, once: beyond the last column is
    the last, before the first is none, and nothing is thrown. A total of 0 is no fire, whatever the shifts.

    Rules: sho-column, sho-mod-cumulative, sho-mod-cover.
    """
    if request.total == 0:
        umpire.result("sho-total", "a total of 0: no throw on the table")
        return ShootingColumnOutcome(column=0)
    table = umpire.charts["shooting_table"]
    start = 0 if request.total == 1 else table.place_column(request.total)[0] + 1
    shifts = umpire.modify(Ledger((*_shifts(request, umpire), *_cover_shifts(request.target, umpire))), "column")
    column = max(0, min(start + shifts.shift, len(table.columns.keys)))
    if column:
        text = "total {total} is in column {start}, with the shifts in column {column}: {heading}"
        heading = table.columns.keys[column - 1]
        umpire.result("sho-column", text, total=request.total, start=start, column=column, heading=heading)
    else:
        text = "total {total} is in column {start}, and the shifts lead off the table: no throw"
        umpire.result("sho-column", text, total=request.total, start=start)
    return ShootingColumnOutcome(column=column)


def _shifts(request: ShootingColumnRequest, umpire: Umpire[Options]) -> Iterator[Modifier]:
    """Yield the shifts that all count, each line of the list once.

    Skirmishers and Partisans in cover share a line. Formed cavalry is no Skirmisher.

    Rules: sho-mod-cumulative, char-skirmisher, char-partisan, form-formed-cavalry, conv-within.
    """
    target, rule = request.target, "sho-mod-cumulative"
    if request.machine_guns and request.distance <= NEAR_FOR_MACHINE_GUNS:
        yield _shift(umpire, "shooting_columns", "machine_guns_near", rule, "machine guns near")
    if target.enfiladed:
        yield _shift(umpire, "shooting_columns", "enfiladed", rule, "enfiladed")
    if target.formed or target.road_column:
        reason = "formed cavalry" if target.formed else "column on a road"
        yield _shift(umpire, "shooting_columns", "formed_or_road_column", rule, reason)
    if target.skirmisher and not target.formed:
        yield _shift(umpire, "shooting_columns", "skirmisher_or_partisan", "char-skirmisher", "skirmishers")
    elif target.partisan and (target.shelter != "open" or target.foxholes >= 1):
        yield _shift(umpire, "shooting_columns", "skirmisher_or_partisan", "char-partisan", "partisans in cover")


def _cover_shifts(target: Exposure, umpire: Umpire[Options]) -> Iterator[Modifier]:
    """Yield every shift for cover; they are one group, of which the most protective counts.

    Evading helps in the open and in soft cover only. Foxholes count by whole columns.

    Rules: sho-mod-cover, sho-cover-definitions, evade-speed, dig-rate, bld-moving-through, bld-farm.
    """
    shelter = target.shelter
    if shelter != "open":
        row = COVER_ROWS[shelter]
        yield _cover_shift(umpire, row, row.replace("_", " ") + ("" if shelter == "stone" else " cover"))
    if target.evading and shelter == "soft":
        yield _cover_shift(umpire, "evading_in_soft_cover", "evading in soft cover")
    elif target.evading and shelter == "open":
        yield _cover_shift(umpire, "evading_in_the_open", "evading in the open")
    if target.foxholes >= 1:
        yield Modifier(
            id="foxholes",
            value=-floor(target.foxholes),
            reason="foxholes",
            rule="dig-rate",
            effect="shift",
            group="cover",
            counting="worst",
        )


def _shift(umpire: Umpire[Options], chart: str, row: str, rule: str, reason: str) -> Modifier:
    return evolve(umpire.modifier(chart, row, rule, reason), effect="shift")


def _cover_shift(umpire: Umpire[Options], row: str, reason: str) -> Modifier:
    return evolve(_shift(umpire, "shooting_cover", row, "sho-mod-cover", reason), group="cover", counting="worst")


# --- The table ----------------------------------------------------------------------------------------------------


@frozen(kw_only=True, cache_hash=True)
class ShotResult:
    """What a cell of the shooting table says; all of it applies.

    Attributes:
        retire: Whether it says Ret: a retire result.
        terror: How many terror markers it gives.
        pinned: Whether it pins: two terror markers do, and Kill!.
        kill: Whether it says Kill!: a base is removed.
        serious: Whether it says S!: a serious test.
        officers: Whether it says Off: dice for the officers.
    """

    retire: bool = False
    terror: int = 0
    pinned: bool = False
    kill: bool = False
    serious: bool = False
    officers: bool = False


NO_RESULT = ShotResult()
_CODES = ("--", "Ret", "Ter", "2xTer", "Kill!", "S!", "Off")


@lru_cache(maxsize=256)
def read_result(code: str) -> ShotResult:
    """Return what a cell of the shooting table means.

    >>> read_result("2 x Ter S! Off")
    ShotResult(retire=False, terror=2, pinned=True, kill=False, serious=True, officers=True)

    Args:
        code: The cell as printed.

    Raises:
        ChartError: It holds a word that is no result.

    Rules: res-ret, res-ter, res-2ter, res-kill, res-off, res-s, res-combined.
    """
    words = code.replace("2 x Ter", "2xTer").replace("+", " ").split()
    for word in words:
        if word not in _CODES:
            known = ", ".join(_CODES).replace("2xTer", "2 x Ter")
            raise ChartError("shooting_table", f'"{word}" in the cell "{code}" is none of {known}')
    return ShotResult(
        retire="Ret" in words,
        terror=2 if "2xTer" in words else 1 if "Ter" in words else 0,
        pinned="2xTer" in words or "Kill!" in words,
        kill="Kill!" in words,
        serious="S!" in words,
        officers="Off" in words,
    )


@frozen(kw_only=True)
class ShootingResultOutcome:
    """What the shooting table says, and how sure that is.

    Attributes:
        result: The result.
        provenance: Where the value of the cell comes from.
        reason: How sure it is, where it is not printed: certain, likely, or chosen among many.
    """

    result: ShotResult
    provenance: Provenance
    reason: str


@frozen(kw_only=True, cache_hash=True)
class ShootingResultRequest(Request[ShootingResultOutcome]):
    """A column of the shooting table and a throw.

    Attributes:
        column: The column, counted from 1.
        roll: What 2d6 show together.
    """

    column: Column
    roll: Annotated[int, Range(2, 12, rule="conv-bad-input")]


def _result_example() -> ShootingResultRequest:
    return ShootingResultRequest(column=3, roll=9)


@procedure(
    "red_actions.shooting_result",
    title="What does the shooting table say?",
    rules=("sho-table", "res-ret", "res-ter", "res-2ter", "res-kill", "res-off", "res-s", "res-combined"),
    example=_result_example,
)
def shooting_result(request: ShootingResultRequest, umpire: Umpire[Options]) -> ShootingResultOutcome:
    """Look a throw up on the shooting table, and tell how sure its cell is.

    Rules: sho-table, res-combined.
    """
    cell = umpire.look_up("shooting_table", request.roll, _heading(request.column, umpire))
    _tell_doubt(cell.reason, umpire)
    return ShootingResultOutcome(result=read_result(str(cell.result)), provenance=cell.provenance, reason=cell.reason)


@frozen(kw_only=True, cache_hash=True)
class ShootingRollRequest(Request[ShotResult]):
    """A throw on a column of the shooting table.

    Attributes:
        column: The column, counted from 1.
    """

    column: Column


def _roll_example() -> ShootingRollRequest:
    return ShootingRollRequest(column=5)


@procedure(
    "red_actions.shooting_roll",
    title="What comes of a throw on the shooting table?",
    rules=("sho-table", "res-combined"),
    example=_roll_example,
)
def shooting_roll(request: ShootingRollRequest, umpire: Umpire[Options]) -> ShotResult:
    """Throw 2d6 and look them up on the shooting table; equal cells are one outcome.

    Rules: sho-table, res-combined.
    """
    heading = _heading(request.column, umpire)

    def look_up(roll: int) -> ShotResult:
        cell = umpire.look_up("shooting_table", roll, heading)
        _tell_doubt(cell.reason, umpire)
        return read_result(str(cell.result))

    return umpire.last_roll(_TWO_DICE, "shooting table", "sho-table", look_up)


_TWO_DICE = d6.sum(2)


def _heading(column: int, umpire: Umpire[Options]) -> str:
    return umpire.charts["shooting_table"].columns.keys[column - 1]


def _tell_doubt(reason: str, umpire: Umpire[Options]) -> None:
    """Tell how sure a cell of the table is, unless it stands unbroken in the source or is printed.

    Rules: sho-table.
    """
    if reason and not reason.startswith("certain"):
        umpire.result("sho-table", "this cell is {reason}", reason=reason)
