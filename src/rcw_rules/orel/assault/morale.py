"""The morale check of the side that lost an assault."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal, TypeAlias

from attrs import frozen

from rcw_rules.kernel import words
from rcw_rules.kernel.dice import d6
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Range, Size
from rcw_rules.kernel.ledger import Modifier, ledger
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.marks import Cites
from rcw_rules.orel.definitions import NATURAL_SUCCESS, clause
from rcw_rules.orel.model import Quality
from rcw_rules.orel.options import Options
from rcw_rules.orel.strength import RESULTS_SAID, Result, Role, of_rumours, word_in

MoraleResult: TypeAlias = Literal["no_check", "passed", "disorganised", "retreat", "rout", "surrender"]
"""The rows of the chart of what follows; ``no_check`` where the Assault Results Table calls for none."""

Consequence: TypeAlias = Literal["repulsed", "retreat", "rout", "surrender"]
"""What a beaten unit does: stay without advancing, go back one hex, rout two, or surrender."""

MORALE_RESULTS: tuple[MoraleResult, ...] = ("passed", "disorganised", "retreat", "rout", "surrender")
CONSEQUENCES: dict[str, tuple[Consequence, bool]] = {  # as the chart of what follows words them
    "repulsed": ("repulsed", False),
    "repulsed disorganised": ("repulsed", True),
    "retreat": ("retreat", False),
    "retreat disorganised": ("retreat", True),
    "rout": ("rout", False),
    "surrender": ("surrender", False),
}


@frozen(kw_only=True, cache_hash=True)
class Beaten:
    """What decides the morale check of one unit.

    Attributes:
        key: Which unit.
        tq: Its troop quality now.
        hit: Whether it lost a step in this assault.
        vehicle: Whether an effective vehicle of its side fought in its stack.
        routed: Whether it is routed already.
        defeatist_rumours: Whether Defeatist Rumours have reached it.
    """

    key: Annotated[str, Size(1, 100)]
    tq: Quality
    hit: bool = False
    vehicle: Annotated[bool, Cites("8.7.1-vehicle")] = False
    routed: Annotated[bool, Cites("8.7.3-rout")] = False
    defeatist_rumours: Annotated[bool, Cites("6-list")] = False


@frozen(kw_only=True, cache_hash=True)
class UnitMorale:
    """How a unit took its side's defeat.

    Attributes:
        key: Which unit.
        result: What the check came to.
        consequence: What the unit does.
        disorganised: Whether it is disorganised until the combat ends, a pursuit included.
    """

    key: str
    result: MoraleResult
    consequence: Consequence
    disorganised: bool = False


@frozen(kw_only=True)
class MoraleOutcome:
    """How the units of a side took their defeat.

    Attributes:
        units: The units, in listed order.
    """

    units: tuple[UnitMorale, ...]

    def summary(self, request: MoraleRequest) -> str:
        """Return what each unit does, units that fare alike together, and which of them passed the check."""
        alike: dict[tuple[Result, ...], list[str]] = {}
        for one in self.units:
            passes: tuple[Result, ...] = ("passed",) if one.result == "passed" else ()
            shaken: tuple[Result, ...] = ("disorganised",) if one.disorganised else ()
            alike.setdefault((*passes, one.consequence, *shaken), []).append(one.key)
        told = (
            clause(keys, {}, words.listed(RESULTS_SAID[result] for result in results))
            for results, keys in alike.items()
        )
        return words.sentences("no morale check is called for" if request.morale is None else "", *told)


@frozen(kw_only=True, cache_hash=True)
class MoraleRequest(Request[MoraleOutcome]):
    """The units of the loser of an assault that are left: combat units that took part, or artillery that was alone.

    Attributes:
        role: Whether the loser attacked or defended.
        units: The units.
        morale: The number behind the m in the Assault Results Table; None where no check is called for.
        enemy_vehicle: Whether an effective enemy vehicle took part in the assault.
    """

    role: Role
    units: Annotated[tuple[Beaten, ...], Size(1, 40)]
    morale: Annotated[int, Range(-9, 9, rule="8.8.2-art")] | None = None
    enemy_vehicle: Annotated[bool, Cites("8.7.1-vehicle")] = False

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        keys = [unit.key for unit in self.units]
        for number, unit in enumerate(self.units):
            if unit.key in keys[:number]:
                yield Problem(f".units[{number}].key", f"two units have the key {unit.key!r}", "X-bad-units")
            if unit.routed and self.role == "attacker":
                yield Problem(f".units[{number}].routed", "routed units do not attack", "X-bad-combat")


def _example() -> MoraleRequest:
    units = (Beaten(key="1K", tq=6, hit=True), Beaten(key="2K", tq=5, hit=True), Beaten(key="Cv/K", tq=6))
    return MoraleRequest(role="defender", units=units, morale=-2)


@procedure(
    "orel.morale_check",
    title="Do the losers of an assault pass their morale check?",
    formerly=("How do the losers of an assault take it?",),
    rules=("8.8.2B-morale",),
    example=_example,
)
def morale_check(request: MoraleRequest, umpire: Umpire[Options]) -> MoraleOutcome:
    """Throw one die for the side and read a result for each unit, then what follows from it for the loser.

    The m number, 1 for a step lost, 1 for Defeatist Rumours and the vehicles of both sides are added to the die and the
    troop quality is taken off; the difference is read in the Cohesion Table. Every unit passes on a natural 1. Without
    an m number no die is thrown. A routed unit that routs again surrenders.

    Rules: 8.8.2B-morale, 8.7.1-procedure.
    """
    if request.morale is None:
        umpire.result("8.8.2B-morale", "no morale check is called for")
        return MoraleOutcome(units=tuple(_after(umpire, request, unit, "no_check") for unit in request.units))
    of_side = umpire.modify(ledger(_of_side(umpire, request, request.morale)), "morale die")
    of_units = [umpire.modify(ledger(_of_unit(umpire, unit)), f"morale die of {unit.key}") for unit in request.units]
    face = umpire.roll(d6, "morale die", "8.8.2B-morale")
    return MoraleOutcome(
        units=tuple(
            _after(umpire, request, unit, _result(umpire, unit, face, of_side.total + own.total))
            for unit, own in zip(request.units, of_units, strict=True)
        )
    )


def _of_side(umpire: Umpire[Options], request: MoraleRequest, number: int) -> Iterator[Modifier]:
    if number:
        yield Modifier(id="morale_number", value=number, reason=f"m{number:+}", rule="8.8.2B-morale")
    if request.enemy_vehicle:
        yield umpire.modifier("morale_modifiers", "enemy_vehicle", "8.7.1-vehicle", "enemy vehicle")


def _of_unit(umpire: Umpire[Options], unit: Beaten) -> Iterator[Modifier]:
    if unit.hit:
        yield umpire.modifier("morale_modifiers", "suffered_a_loss", "8.8.2B-morale", "lost a step")
    if unit.vehicle:
        yield umpire.modifier("morale_modifiers", "friendly_vehicle", "8.7.1-vehicle", "friendly vehicle in its stack")
    if unit.defeatist_rumours:
        yield of_rumours()


def _result(umpire: Umpire[Options], unit: Beaten, face: int, modifier: int) -> MoraleResult:
    if face == NATURAL_SUCCESS:
        umpire.result("8.7.1-procedure", "{unit}: a natural 1 passes", unit=unit.key)
        return "passed"
    total = face + modifier
    result: MoraleResult = word_in(umpire.look_up("cohesion", total - unit.tq, "morale"), MORALE_RESULTS)
    text = "{unit}: {total} against quality {quality}: {result}"
    umpire.result("8.8.2B-morale", text, unit=unit.key, total=total, quality=unit.tq, result=result)
    return result


def _after(umpire: Umpire[Options], request: MoraleRequest, unit: Beaten, result: MoraleResult) -> UnitMorale:
    """Return what a result means for a unit of the loser.

    Rules: 8.8.2B-morale, 8.8.2B-surrender, 8.7.3-rout.
    """
    cell = umpire.look_up("morale_outcome", result, f"losing_{request.role}")
    said = word_in(cell, tuple(CONSEQUENCES))
    consequence, disorganised = CONSEQUENCES[said]
    umpire.result("8.8.2B-morale", "{unit}: {consequence}", unit=unit.key, consequence=said)
    if consequence == "rout" and unit.routed:
        umpire.result("8.7.3-rout", "{unit} is routed already and surrenders", unit=unit.key)
        consequence = "surrender"
    return UnitMorale(key=unit.key, result=result, consequence=consequence, disorganised=disorganised)
