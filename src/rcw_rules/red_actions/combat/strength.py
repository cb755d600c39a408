"""The strength of a unit in hand-to-hand combat, the ratio of two sides, the combat table, and the officers' dice."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Annotated, Literal, TypeAlias, cast

from attrs import frozen

from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.dice import d6
from rcw_rules.kernel.errors import ChartError
from rcw_rules.kernel.fields import Range
from rcw_rules.kernel.ledger import ledger
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import sentences
from rcw_rules.marks import Cites
from rcw_rules.red_actions.model import TWO_DICE, Aspect, Markers, Value, effective_number
from rcw_rules.red_actions.options import Options
from rcw_rules.red_actions.units import fallen_said, said

CombatSide: TypeAlias = Literal["charger", "contacted"]
"""The side that charged, and the side that it charged."""

CombatColumn: TypeAlias = Literal["Advantage", "3:2", "2:1", "5:2", "3:1", "4:1"]

CombatResult: TypeAlias = Literal[
    "S/Defeated",
    "S/Retires 3 x Ter",
    "S/Retires 2 x Ter",
    "S/Retires 1 x Ter",
    "S/Humiliated",
    "W/Retires 1 x Ter",
    "W/Retires 2 x Ter",
    "W/Retires 3 x Ter",
    "W/Defeated",
    "W/Surrenders",
]
"""A cell of the combat table: S is the stronger side, W the weaker."""

_RESULTS: dict[CombatResult, str] = {  # cr-defeated, cr-retires, cr-humiliated, cr-surrenders
    "S/Defeated": "the stronger side loses 2 bases, and its survivors rout",
    "S/Retires 3 x Ter": "the stronger side retires and takes 3 terror markers",
    "S/Retires 2 x Ter": "the stronger side retires and takes 2 terror markers",
    "S/Retires 1 x Ter": "the stronger side retires and takes 1 terror marker",
    "S/Humiliated": "the weaker side retires and takes 2 terror markers; the stronger takes 1 humiliated marker and a "
    "fear test",
    "W/Retires 1 x Ter": "the weaker side retires and takes 1 terror marker",
    "W/Retires 2 x Ter": "the weaker side retires and takes 2 terror markers",
    "W/Retires 3 x Ter": "the weaker side retires and takes 3 terror markers",
    "W/Defeated": "the weaker side loses 2 bases, and its survivors rout",
    "W/Surrenders": "the weaker side surrenders",
}


Strength: TypeAlias = Annotated[Fraction, Range(0, 9999, rule="conv-bad-input")]

MOST_TO_ONE = 4  # com-ratio: the last column
LOST_ON = 1  # cr-officers
LOST_IN_ROUT = 2  # cr-officers


@frozen(kw_only=True)
class CombatStrengthOutcome:
    """The strength of a unit.

    Attributes:
        strength: Its strength, never rounded.
    """

    strength: Fraction

    def summary(self, request: CombatStrengthRequest) -> str:
        """Return the strength."""
        return sentences(f"the unit fights with a strength of {said(self.strength)}")


@frozen(kw_only=True, cache_hash=True)
class CombatStrengthRequest(Request[CombatStrengthOutcome]):
    """The facts that decide a unit's strength in combat, with the markers of a charge in flank or rear already on it.

    Attributes:
        fighting_value: The fighting value on its card.
        bases: Its bases, touching the enemy or not.
        terror: Its terror markers.
        humiliated: Its humiliated markers.
        aspect: Where it was contacted; front for chargers.
        fortified: Whether it is charged behind fortifications.
        in_cover: Whether it is charged in cover, or at a bridge, ford, breach or the like; not for the same piece of
            terrain as `fortified`.
        uphill: Whether it stands higher than the enemy.
        formed_charging: Whether it is formed cavalry that charges or counter-charges.
    """

    fighting_value: Value
    bases: Annotated[int, Range(1, 6, rule="defs-unit-size")]
    terror: Markers = 0
    humiliated: Markers = 0
    aspect: Annotated[Aspect, Cites("com-modifiers")] = "front"
    fortified: Annotated[bool, Cites("com-modifiers")] = False
    in_cover: Annotated[bool, Cites("com-modifiers")] = False
    uphill: Annotated[bool, Cites("com-modifiers")] = False
    formed_charging: Annotated[bool, Cites("com-modifiers")] = False


def _example_strength() -> CombatStrengthRequest:
    return CombatStrengthRequest(fighting_value=Fraction(3), bases=4, terror=1, in_cover=True, uphill=True)


@procedure(
    "red_actions.combat_strength",
    title="What is the unit's combat strength?",
    formerly=("How strongly does the unit fight?",),
    rules=("com-strength",),
    example=_example_strength,
)
def combat_strength(request: CombatStrengthRequest, umpire: Umpire[Options]) -> CombatStrengthOutcome:
    """Multiply the fighting value by the effective bases and by the sum of all percentages, once.

    Percentages are added up before they are applied: a flank charge on a unit that stands higher costs it 25 per cent.
    A charge in flank or rear halves the strength once. Nothing is rounded.

    Rules: com-strength, com-modifiers, conv-exact-arithmetic.
    """
    applying = (
        (request.fortified, "fortified", "behind fortifications"),
        (request.in_cover, "in_cover", "defends in cover or at a narrow place"),
        (request.uphill, "uphill", "stands higher"),
        (request.aspect != "front", "flank_or_rear", f"contacted in the {request.aspect}"),
        (request.formed_charging, "formed_charging", "formed cavalry charging"),
    )
    percentages = ledger(
        umpire.modifier("combat_modifiers", row, "com-modifiers", reason)
        for applies, row, reason in applying
        if applies
    )
    percent = umpire.modify(percentages, "strength in per cent").total
    bases = effective_number(request.bases, request.terror + request.humiliated)
    strength = request.fighting_value * bases * Fraction(100 + percent, 100)
    umpire.result(
        "com-strength",
        "{value} x {bases} effective bases at {percent} %: strength {strength}",
        value=str(request.fighting_value),
        bases=str(bases),
        percent=100 + percent,
        strength=str(strength),
    )
    return CombatStrengthOutcome(strength=strength)


@combat_strength.legality
def _forbidden_counter_charge(request: CombatStrengthRequest, options: Options) -> Iterator[Objection]:
    if request.formed_charging:
        yield from cover_while_charging("$", fortified=request.fortified, in_cover=request.in_cover)
        if request.aspect != "front":
            message = f"a unit contacted in the {request.aspect} cannot counter-charge: only one charged in front may"
            yield Objection(rule="charge-counter", message=message, path="$.aspect")


def cover_while_charging(path: str, *, fortified: bool, in_cover: bool) -> Iterator[Objection]:
    """Yield the objections to cover that a unit claims while it charges or counter-charges.

    Rules: com-modifiers.
    """
    for claimed, field in ((fortified, "fortified"), (in_cover, "in_cover")):
        if claimed:
            message = f"{field} applies to a unit that is charged where it stands, not to one that charges"
            yield Objection(rule="com-modifiers", message=message, path=f"{path}.{field}")


@frozen(kw_only=True)
class CombatRatioOutcome:
    """In which column two sides fight.

    Attributes:
        column: The column of the combat table.
        stronger: The side that is S there.
    """

    column: CombatColumn
    stronger: CombatSide

    def summary(self, request: CombatRatioRequest) -> str:
        """Return the column and the stronger side, with both strengths."""
        who = "the charger" if self.stronger == "charger" else "the side that was charged"
        strengths = sorted((request.charger, request.contacted), reverse=True)
        numbers = " to ".join(said(strength) for strength in strengths)
        return sentences(f"{who} is the stronger side, {numbers}: use the {self.column} column of the combat table")


@frozen(kw_only=True, cache_hash=True)
class CombatRatioRequest(Request[CombatRatioOutcome]):
    """The strengths of two sides.

    Attributes:
        charger: The strength of the side that charged.
        contacted: The strength of the other side: that of all its units together.
    """

    charger: Strength
    contacted: Strength


def _example_ratio() -> CombatRatioRequest:
    return CombatRatioRequest(charger=Fraction(12), contacted=Fraction(8))


@procedure(
    "red_actions.combat_ratio",
    title="Which column of the combat table applies?",
    formerly=("In which column of the combat table do they fight?",),
    rules=("com-ratio",),
    example=_example_ratio,
)
def combat_ratio(request: CombatRatioRequest, umpire: Umpire[Options]) -> CombatRatioOutcome:
    """Compare the strengths exactly and read the highest column that the ratio reaches.

    Between equal sides the charger is the stronger. A side without any strength is outmatched by 4:1.

    Rules: com-ratio, conv-exact-arithmetic.
    """
    stronger: CombatSide = "charger" if request.charger >= request.contacted else "contacted"
    most, least = max(request.charger, request.contacted), min(request.charger, request.contacted)
    ratio = most / least if least else Fraction(MOST_TO_ONE if most else 1)
    column = cast("CombatColumn", umpire.look_up("combat_columns", ratio).result)
    side = "charger" if stronger == "charger" else "side that was charged"
    umpire.result("com-ratio", "the {side} is stronger: {column}", side=side, column=column)
    return CombatRatioOutcome(column=column, stronger=stronger)


@frozen(kw_only=True)
class CombatTableOutcome:
    """What the combat table says.

    Attributes:
        result: The cell.
    """

    result: CombatResult

    def summary(self, request: CombatTableRequest | CombatRollRequest) -> str:
        """Return what the result does to the stronger or the weaker side."""
        return sentences(f"{_RESULTS[self.result]} ({self.result})")


@frozen(kw_only=True, cache_hash=True)
class CombatTableRequest(Request[CombatTableOutcome]):
    """A cell of the combat table.

    Attributes:
        column: The column.
        roll: The sum of the 2d6.
    """

    column: CombatColumn
    roll: Annotated[int, Range(2, 12, rule="com-table")]


def _example_table() -> CombatTableRequest:
    return CombatTableRequest(column="3:2", roll=7)


@procedure(
    "red_actions.combat_table",
    title="What does the combat table say?",
    rules=("com-table",),
    example=_example_table,
)
def combat_table(request: CombatTableRequest, umpire: Umpire[Options]) -> CombatTableOutcome:
    """Read the combat table.

    Rules: com-table.
    """
    return _cell(umpire, request.column, request.roll)


@frozen(kw_only=True, cache_hash=True)
class CombatRollRequest(Request[CombatTableOutcome]):
    """A column of the combat table, the 2d6 still to be thrown.

    Attributes:
        column: The column.
    """

    column: CombatColumn


def _example_roll() -> CombatRollRequest:
    return CombatRollRequest(column="Advantage")


@procedure(
    "red_actions.combat_roll",
    title="Who wins this hand-to-hand combat?",
    formerly=("How does the combat go?",),
    rules=("com-table",),
    example=_example_roll,
)
def combat_roll(request: CombatRollRequest, umpire: Umpire[Options]) -> CombatTableOutcome:
    """Throw 2d6 on the combat table.

    Rules: com-table.
    """
    return umpire.last_roll(TWO_DICE, "combat table", "com-table", lambda roll: _cell(umpire, request.column, roll))


def _cell(umpire: Umpire[Options], column: CombatColumn, roll: int) -> CombatTableOutcome:
    result = umpire.look_up("combat_table", roll, column).result
    if result not in _RESULTS:
        raise ChartError("combat_table", f'"{result}" is not one of {", ".join(_RESULTS)}')
    return CombatTableOutcome(result=result)


@frozen(kw_only=True)
class CombatOfficersOutcome:
    """Which officers of a unit fell in combat.

    Attributes:
        fallen: Their places in the order of the dice, from 0.
        all_lost: Whether the unit has no officer left.
    """

    fallen: tuple[int, ...]
    all_lost: bool

    def summary(self, request: CombatOfficersRequest) -> str:
        """Return which officers fall."""
        return fallen_said(self.fallen, request.officers)


@frozen(kw_only=True, cache_hash=True)
class CombatOfficersRequest(Request[CombatOfficersOutcome]):
    """The officers of a unit that has fought.

    Attributes:
        officers: How many are with it.
        routs: Whether the unit is in rout now, whatever caused it.
    """

    officers: Annotated[int, Range(1, 13, rule="cr-officers")]
    routs: bool = False


def _example_officers() -> CombatOfficersRequest:
    return CombatOfficersRequest(officers=2, routs=True)


@procedure(
    "red_actions.combat_officers",
    title="Which officers fall in combat?",
    rules=("cr-officers",),
    example=_example_officers,
)
def combat_officers(request: CombatOfficersRequest, umpire: Umpire[Options]) -> CombatOfficersOutcome:
    """Throw a D6 for each officer in turn: a 1 loses the officer, and with a routing unit a 2 does too.

    Rules: cr-officers.
    """
    is_lost = d6.check(at_most=LOST_IN_ROUT if request.routs else LOST_ON)
    fallen = tuple(
        place for place in range(request.officers) if umpire.roll(is_lost, f"officer {place + 1} falls", "cr-officers")
    )
    return CombatOfficersOutcome(fallen=fallen, all_lost=len(fallen) == request.officers)
