"""The shooting table: what a throw on a column says."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, TypeAlias

from attrs import frozen

from rcw_rules.kernel.citations import Provenance
from rcw_rules.kernel.errors import ChartError
from rcw_rules.kernel.fields import Range
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import counted, listed, sentences
from rcw_rules.red_actions.model import TWO_DICE
from rcw_rules.red_actions.options import Options

Column: TypeAlias = Annotated[int, Range(1, 10, rule="sho-column")]


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

    def summary(self, request: ShootingRollRequest) -> str:
        """Return what the result does to the target."""
        return self.sentence() or "The fire has no effect."

    def sentence(self) -> str:
        """Return what the result does to the target; "" for nothing."""
        done = (
            ("loses a base", self.kill),
            (f"takes {counted(self.terror, 'terror marker')}", self.terror),
            ("is pinned", self.pinned),
            ("takes a serious test", self.serious),
            ("throws for its officers", self.officers),
            ("must retire", self.retire),
        )
        said = listed(what for what, applies in done if applies)
        return sentences(f"the target {said}") if said else ""


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
        ChartError: It holds a word that is not a result.

    Rules: res-ret, res-ter, res-2ter, res-kill, res-off, res-s, res-combined.
    """
    words = code.replace("2 x Ter", "2xTer").replace("+", " ").split()
    for word in words:
        if word not in _CODES:
            known = ", ".join(_CODES).replace("2xTer", "2 x Ter")
            raise ChartError("shooting_table", f'"{word}" in the cell "{code}" is not one of {known}')
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

    def summary(self, request: ShootingResultRequest) -> str:
        """Return what the result does to the target, and how sure the cell is unless that is certain."""
        sure = not self.reason or self.reason.startswith("certain")
        cell = "" if sure else f"the cell is {self.provenance} ({self.reason})"
        return sentences(self.result.sentence() or "the fire has no effect", cell)


@frozen(kw_only=True, cache_hash=True)
class ShootingResultRequest(Request[ShootingResultOutcome]):
    """A column of the shooting table and a throw.

    Attributes:
        column: The column, counted from 1.
        roll: The total of the 2d6.
    """

    column: Column
    roll: Annotated[int, Range(2, 12, rule="conv-bad-input")]


def _result_example() -> ShootingResultRequest:
    return ShootingResultRequest(column=3, roll=9)


@procedure(
    "red_actions.shooting_result",
    title="What does the shooting table say?",
    rules=("sho-table",),
    example=_result_example,
)
def shooting_result(request: ShootingResultRequest, umpire: Umpire[Options]) -> ShootingResultOutcome:
    """Look up a throw on the shooting table, and note how sure its cell is.

    Rules: sho-table, res-combined.
    """
    cell = umpire.look_up("shooting_table", request.roll, _heading(umpire, request.column))
    _note_doubt(umpire, cell.reason)
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
    title="What does this die roll give on the shooting table?",
    formerly=("What comes of a throw on the shooting table?",),
    rules=("sho-table",),
    example=_roll_example,
)
def shooting_roll(request: ShootingRollRequest, umpire: Umpire[Options]) -> ShotResult:
    """Throw 2d6 and look the total up on the shooting table; equal cells are one outcome.

    Rules: sho-table, res-combined.
    """
    heading = _heading(umpire, request.column)

    def look_up(roll: int) -> ShotResult:
        cell = umpire.look_up("shooting_table", roll, heading)
        _note_doubt(umpire, cell.reason)
        return read_result(str(cell.result))

    return umpire.last_roll(TWO_DICE, "shooting table", "sho-table", look_up)


def _heading(umpire: Umpire[Options], column: int) -> str:
    return umpire.charts["shooting_table"].columns.keys[column - 1]


def _note_doubt(umpire: Umpire[Options], reason: str) -> None:
    """Note how sure a cell of the table is, unless it is certain or printed.

    Rules: sho-table.
    """
    if reason and not reason.startswith("certain"):
        umpire.result("sho-table", "this cell is {reason}", reason=reason)
