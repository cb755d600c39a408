"""The three combat tables, with the second die of a half result."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from attrs import frozen

from rcw_rules.directory.combat.columns import Column
from rcw_rules.directory.options import Options
from rcw_rules.kernel.dice import d6
from rcw_rules.kernel.errors import ChartError
from rcw_rules.kernel.fields import Range
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import sentences

Table: TypeAlias = Literal["none", "one", "two_or_more"]
"""Which combat table: by the number of defending combat units."""

CombatResult: TypeAlias = Literal["none", "AL", "DR", "DL"]
"""The result of an attack: nothing, an attackers' loss, a retreat of the defenders, or a defenders' loss."""

_RESULT_CHARTS: dict[Table, str] = {  # com-which-table
    "none": "combat_no_units",
    "one": "combat_one_unit",
    "two_or_more": "combat_two_units",
}
_WHOLE: dict[str | int, CombatResult] = {"-": "none", "AL": "AL", "DR": "DR", "DL": "DL"}
_HALVES: dict[str | int, tuple[str, CombatResult, CombatResult]] = {
    "1/2 AL": ("com-half-al", "AL", "none"),
    "1/2 DL": ("com-half-dl", "DL", "DR"),
}
_HALF = d6.check(at_least=4)  # com-half-al, com-half-dl


def told_result(result: CombatResult) -> str:
    """Return a result of the combat tables in words."""
    return {
        "none": "nothing happens: the table gives no result",
        "AL": "the attackers lose a combat unit",
        "DR": "the defenders retreat",
        "DL": "the defenders lose a combat unit, and the others retreat",
    }[result]


@frozen(kw_only=True)
class CombatResultOutcome:
    """What a combat table says.

    Attributes:
        table: The table.
        result: The result of the attack, with half results already settled.
    """

    table: Table
    result: CombatResult

    def summary(self, request: CombatResultRequest) -> str:
        """Return the result of the attack."""
        return sentences(told_result(self.result))


@frozen(kw_only=True, cache_hash=True)
class CombatResultRequest(Request[CombatResultOutcome]):
    """An attack whose odds are known.

    Attributes:
        column: The column of the odds.
        defending_combat_units: How many combat units are in the hex attacked: cavalry, tatchankas, infantry and local
            units. Armor, bases and stockpiles do not count.
    """

    column: Column
    defending_combat_units: Annotated[int, Range(0, 99, rule="bad-input")]


def table_for(combat_units: int) -> Table:
    """Return the table for a number of defending combat units.

    >>> table_for(0), table_for(1), table_for(5)
    ('none', 'one', 'two_or_more')

    Rules: com-which-table, unit-combat.
    """
    if combat_units == 0:
        return "none"
    return "one" if combat_units == 1 else "two_or_more"


def _example() -> CombatResultRequest:
    return CombatResultRequest(column="3:2", defending_combat_units=1)


@procedure(
    "directory.combat_result",
    title="What does the combat table say?",
    rules=("com-which-table",),
    example=_example,
)
def combat_result(request: CombatResultRequest, umpire: Umpire[Options]) -> CombatResultOutcome:
    """Roll a die on the combat table for the number of defending combat units.

    A half result takes a second die: on 4 to 6 the loss happens; on 1 to 3 a half loss of the attackers becomes
    no result, and a half loss of the defenders becomes a retreat.

    Rules: gen-die, com-no-result, com-half-al, com-half-dl.
    """
    table = table_for(request.defending_combat_units)
    face = umpire.roll(d6, "combat", "gen-die")
    cell = umpire.look_up(_RESULT_CHARTS[table], face, request.column)
    if cell.result in _HALVES:
        rule, worse, milder = _HALVES[cell.result]
        result = worse if umpire.roll(_HALF, "half result", rule) else milder
    elif cell.result in _WHOLE:
        result = _WHOLE[cell.result]
    else:
        codes = ", ".join(map(str, (*_WHOLE, *_HALVES)))
        message = f"row {cell.row!r}, column {cell.column!r} should be one of {codes}, not {cell.result!r}"
        raise ChartError(cell.chart, message)
    if result == "none":
        umpire.result("com-no-result", "no result: nothing changes")
    return CombatResultOutcome(table=table, result=result)
