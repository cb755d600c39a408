"""How far a weapon reaches, and in which band a range lies for it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias

from attrs import frozen

from rcw_rules.kernel.charts import Chart
from rcw_rules.kernel.citations import forbidden
from rcw_rules.kernel.fields import Range
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import counted, in_words, sentences
from rcw_rules.red_square.ground.spoken import WEAPON_NAMES
from rcw_rules.red_square.model import Weapon
from rcw_rules.red_square.options import Options

RangeBand: TypeAlias = Literal["close", "effective", "long"]

RangeSquares: TypeAlias = Annotated[int, Range(1, 999, rule="geo-range")]
"""How many squares away a target is; opponents never share a square."""

RANGE_TABLE = "range_table"
BANDS: tuple[RangeBand, ...] = ("close", "effective", "long")
RANGE_ROWS: dict[Weapon, str] = {
    "rifles": "rifles_mgs",
    "mg": "rifles_mgs",
    "tank_gun": "tank_guns",
    "light_gun": "light_guns",
    "qf_gun": "qf_guns_howitzers",
    "howitzer": "qf_guns_howitzers",
    "heavy": "heavy_artillery",
}
"""The row of the Range Table for each weapon."""


def reach_of(charts: Mapping[str, Chart], weapon: Weapon, band: RangeBand = "long") -> int:
    """Return how many squares a band of a weapon reaches.

    Args:
        charts: The charts in force: those of a ruleset or of an umpire.
        weapon: The weapon.
        band: The band; without it, the longest range.

    Rules: fire-range-table.
    """
    return charts[RANGE_TABLE].look_up(RANGE_ROWS[weapon], band).number(at_least=0)


def band_at(charts: Mapping[str, Chart], weapon: Weapon, squares: int) -> RangeBand | None:
    """Return the band that a range lies in, None if it is out of reach.

    Args:
        charts: The charts in force: those of a ruleset or of an umpire.
        weapon: The weapon.
        squares: How far away the target is.

    Rules: fire-range-table.
    """
    return next((band for band in BANDS if squares <= reach_of(charts, weapon, band)), None)


# -------------------------------------------------------------------- red_square.range_band


@frozen(kw_only=True)
class RangeBandOutcome:
    """The band that a range lies in.

    Attributes:
        band: Close, effective or long.
    """

    band: RangeBand

    def summary(self, request: RangeBandRequest) -> str:
        """Return the band for the weapon at this range."""
        weapon = WEAPON_NAMES[request.weapon]
        return sentences(f"{counted(request.squares, 'square')} is {self.band} range for {weapon}")


@frozen(kw_only=True, cache_hash=True)
class RangeBandRequest(Request[RangeBandOutcome]):
    """A weapon and a range.

    Attributes:
        weapon: The weapon.
        squares: How many squares away the target is.
    """

    weapon: Weapon
    squares: RangeSquares


@procedure(
    "red_square.range_band",
    title="Which range band?",
    rules=("fire-range-table",),
    example=lambda: RangeBandRequest(weapon="qf_gun", squares=6),
)
def range_band(request: RangeBandRequest, umpire: Umpire[Options]) -> RangeBandOutcome:
    """Find the shortest band that reaches as far as the target; its limit is within it.

    Raises:
        IllegalRequestError: If the target is out of reach.

    Rules: fire-range-table.
    """
    row = RANGE_ROWS[request.weapon]
    limit = 0
    for band in BANDS:
        limit = umpire.look_up(RANGE_TABLE, row, band).number(at_least=0)
        if request.squares <= limit:
            umpire.result("fire-range-table", "a range of {squares}: {band}", squares=request.squares, band=band)
            return RangeBandOutcome(band=band)
    weapon = in_words(request.weapon)
    message = f"a range of {request.squares} is out of reach ({weapon}); up to {limit} would be allowed"
    raise forbidden("fire-range-table", message, "$.squares")
