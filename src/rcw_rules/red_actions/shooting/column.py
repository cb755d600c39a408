"""The column of the shooting table: cover, enfilade and everything else that shifts it."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import floor
from typing import Annotated, TypeAlias

from attrs import evolve, frozen

from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Range
from rcw_rules.kernel.ledger import Ledger, Modifier
from rcw_rules.kernel.lengths import Inches, inches
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import in_words, sentences
from rcw_rules.marks import Cites
from rcw_rules.red_actions.model import BASE_WIDTH_MM, HARD_COVER, Bases, Cover
from rcw_rules.red_actions.options import Options
from rcw_rules.red_actions.shooting.total import Millimetres

Foxholes: TypeAlias = Annotated[Fraction, Range(0, 3, rule="dig-rate")]

NEAR_FOR_MACHINE_GUNS = inches(8)  # sho-mod-cumulative
BUILDINGS: tuple[Cover, ...] = ("wooden_building", "stone")  # bld-moving-through, bld-farm
COVER_ROWS: dict[Cover, str] = {  # sho-cover-definitions
    "soft": "soft",
    "wood": "wooden_building_or_wood",
    "wooden_building": "wooden_building_or_wood",
    "stone": "stone",
    "super_hard": "super_hard",
}


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
        bases: How many bases it has; it matters only in a farm.
        enfiladed: Whether it is enfiladed.
        formed: Whether it is formed cavalry.
        road_column: Whether it is in column on a road, or marches.
        skirmisher: Whether it has the Skirmisher characteristic, of its own or lent by its officer.
        partisan: Whether it is Partisan, by itself or by its officer.
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

        A unit that merely passes through buildings has only soft cover, except infantry at its evasive speed. A farm
        covers a unit only if all its bases fit, one for each 30 mm of its frontage all round, rounded down.

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
        """Whether it stands in cover that stops bullets, not counting foxholes.

        Rules: sho-cover-definitions.
        """
        return self.shelter in HARD_COVER

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the exposure."""
        if self.cover not in BUILDINGS:
            word = in_words(self.cover)
            if self.passing_through:
                yield Problem(".passing_through", f"cover {word} is not a building", "bld-moving-through")
            if self.farm_perimeter is not None:
                yield Problem(".farm_perimeter", f"cover {word} is not a building", "bld-farm")
        if self.formed and self.infantry:
            yield Problem(
                ".formed", "infantry is never formed: set infantry to false, or formed", "form-formed-cavalry"
            )


OUT_IN_THE_OPEN = Exposure()


@frozen(kw_only=True)
class ShootingColumnOutcome:
    """The column of the shooting table.

    Attributes:
        column: The column, counted from 1; 0 for no throw on the table.
    """

    column: int

    def summary(self, request: ShootingColumnRequest) -> str:
        """Return the column, or why nobody throws."""
        if self.column:
            return sentences(f"throw in column {self.column} of the shooting table, for a total of {request.total}")
        why = "the shifts lead off the table" if request.total else "the total is 0"
        return sentences(f"there is no throw on the shooting table: {why}")


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
    rules=("sho-column",),
    example=_column_example,
)
def shooting_column(request: ShootingColumnRequest, umpire: Umpire[Options]) -> ShootingColumnOutcome:
    """Find the column.

    Start in the column of the total, counted from 1; a total of 1 starts at 0, left of the first. Then add every shift,
    but of the shifts for cover only the one that protects best. Last limit the sum to the table: beyond the last column
    use the last; before the first there is no throw. A total of 0 is no fire, whatever the shifts.

    Rules: sho-column, sho-mod-cumulative, sho-mod-cover.
    """
    if request.total == 0:
        umpire.result("sho-total", "a total of 0: no throw on the table")
        return ShootingColumnOutcome(column=0)
    table = umpire.charts["shooting_table"]
    start = 0 if request.total == 1 else table.place_column(request.total)[0] + 1
    shifts = umpire.modify(Ledger((*_shifts(umpire, request), *_cover_shifts(umpire, request.target))), "column")
    column = max(0, min(start + shifts.shift, len(table.columns.keys)))
    if column:
        text = "total {total} is in column {start}, with the shifts in column {column}: {heading}"
        heading = table.columns.keys[column - 1]
        umpire.result("sho-column", text, total=request.total, start=start, column=column, heading=heading)
    else:
        text = "total {total} is in column {start}, and the shifts lead off the table: no throw"
        umpire.result("sho-column", text, total=request.total, start=start)
    return ShootingColumnOutcome(column=column)


def _shifts(umpire: Umpire[Options], request: ShootingColumnRequest) -> Iterator[Modifier]:
    """Yield the shifts that are added up, each line of the list once.

    Skirmishers and Partisans in cover share a line. Formed cavalry does not count as a Skirmisher.

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


def _cover_shifts(umpire: Umpire[Options], target: Exposure) -> Iterator[Modifier]:
    """Yield every shift for cover; they are one group, of which the most protective counts.

    Evading helps in the open and in soft cover only. Foxholes count in whole columns.

    Rules: sho-mod-cover, sho-cover-definitions, evade-speed, dig-rate, bld-moving-through, bld-farm.
    """
    shelter = target.shelter
    if shelter != "open":
        row = COVER_ROWS[shelter]
        yield _cover_shift(umpire, row, in_words(row) + ("" if shelter == "stone" else " cover"))
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
