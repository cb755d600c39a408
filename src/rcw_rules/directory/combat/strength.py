"""Strengths: printed ones times supply and terrain, as exact fractions."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Annotated, ClassVar, Literal, TypeAlias

from attrs import frozen

from rcw_rules.directory.model import CLASSES, NEVER_SUPPLIED, Counter, Faction, Supply, Terrain, called, told_number
from rcw_rules.directory.options import Options
from rcw_rules.kernel.charts import Cell
from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.errors import ChartError, Problem
from rcw_rules.kernel.fields import Size
from rcw_rules.kernel.ledger import Ledger, Modifier
from rcw_rules.kernel.needs import Need
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import in_words, listed, sentences

Role: TypeAlias = Literal["attack", "defence"]
"""What a strength is for."""

MOST_COUNTERS = 99
"""A list of counters is at most this long; the stacking rules are in the missing rulebook."""

_SUPPLY_RULES: dict[Faction, str] = {
    "entente": "sup-x3",
    "germans": "sup-x3",
    "volunteers": "sup-x3",
    "bolsheviks": "sup-x2",
    "directory": "sup-x2",
    "makhnovists": "sup-never",
    "zelenyists": "sup-never",
    "grigorievists": "sup-never",
}
_SUPPLY_WORDS: dict[Supply, str] = {"supplied": "supplied", "limited": "limited supply", "none": "no supply"}
_TERRAIN_RULES: dict[Terrain, str] = {"broken": "ter-broken", "rough": "ter-rough"}


@frozen(kw_only=True)
class Combatant:
    """A counter whose strength counts.

    Attributes:
        counter: The counter.
        supply: Its supply status, as its owner's last Supply Phase left it.
        terrain: The terrain of the hex from which it attacks; only in an attack.
    """

    counter: Counter
    supply: Supply
    terrain: Terrain | None = None

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield contradictions, with paths below the counter."""
        yield from supply_problems(self.counter, self.supply)


@frozen(kw_only=True)
class CombatStrengthOutcome:
    """The strength of a side.

    Attributes:
        strengths: That of each counter, in listed order.
        total: Their sum.
    """

    strengths: tuple[Fraction, ...]
    total: Fraction

    def summary(self, request: CombatStrengthRequest) -> str:
        """Return the strength of the side, and what each counter brings of it."""
        if len(request.counters) == 1:
            whose = called(request.counters[0].counter)
            return sentences(f"the {request.role} strength of {whose} is {told_number(self.total)}")
        total = f"the {request.role} strength is {told_number(self.total)}"
        each = (
            f"{told_number(strength)} from {called(one.counter)}"
            for one, strength in zip(request.counters, self.strengths, strict=True)
        )
        return sentences(f"{total}: {listed(each)}")


@frozen(kw_only=True, cache_hash=True)
class CombatStrengthRequest(Request[CombatStrengthOutcome]):
    """Counters that attack or defend together.

    Attributes:
        role: Whether they attack or defend.
        counters: The counters, each with its supply status and, in an attack, the terrain that it leaves.
    """

    role: Role
    counters: Annotated[tuple[Combatant, ...], Size(1, MOST_COUNTERS, rule="bad-input")]

    needs: ClassVar[tuple[Need, ...]] = (
        Need(
            "counters[].terrain",
            {"role": ("attack",)},
            message="is missing: say what terrain the counter attacks out of",
            rule="bad-input",
        ),
    )

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield contradictions, with paths below the request."""
        for number, combatant in enumerate(self.counters):
            path = f".counters[{number}].terrain"
            if self.role == "defence" and combatant.terrain is not None:
                yield Problem(path, "terrain does not change a defence strength; leave it out", "ter-broken")


def supply_problems(counter: Counter, supply: Supply) -> Iterator[Problem]:
    """Yield a problem if a counter is said to have a supply status that its faction never has.

    Rules: sup-never.
    """
    if supply == "supplied" and counter.faction in NEVER_SUPPLIED:
        message = f"{counter.faction} are never supplied, whatever their alliances; expected limited or none"
        yield Problem(".supply", message, "sup-never")


def attacker_objections(counter: Counter, path: str) -> Iterator[Objection]:
    """Yield an objection if a counter has no attack strength to attack with.

    Rules: com-armor-strength.
    """
    if CLASSES[counter.type] in ("logistics", "stockpile") or counter.attack == 0:
        message = f"{counter.name or counter.type} has no attack strength; combat units and armor attack"
        yield Objection(rule="com-armor-strength", message=message, path=path)


def label_of(counter: Counter, number: int) -> str:
    """Return what the record calls a counter: its name or type, and its number in the list, from 1.

    >>> label_of(Counter(type="mobile_base", faction="entente"), 2)
    'mobile base (2)'
    """
    return f"{counter.name or in_words(counter.type)} ({number})"


def _example() -> CombatStrengthRequest:
    infantry = Counter(type="regular_infantry", faction="directory", name="389")
    cavalry = Counter(type="regular_cavalry", faction="makhnovists", name="2 R")
    return CombatStrengthRequest(
        role="attack",
        counters=(
            Combatant(counter=infantry, supply="supplied", terrain="broken"),
            Combatant(counter=cavalry, supply="none", terrain="rough"),
        ),
    )


@procedure(
    "directory.combat_strength",
    title="How strong are these counters?",
    rules=("unit-table",),
    example=_example,
)
def combat_strength(request: CombatStrengthRequest, umpire: Umpire[Options]) -> CombatStrengthOutcome:
    """Work out the strength of counters that attack or defend together.

    Each counter's own strength is multiplied by its supply and, in an attack, by the terrain that it attacks out of;
    then all are added. Nothing is rounded, neither a counter nor the sum. Armor, bases and stockpiles count as well.

    Rules: str-order, com-armor-strength, opt-supply-defence.
    """
    if request.role == "defence" and any(_supply_modifier(umpire, one).value != 1 for one in request.counters):
        umpire.ruling("supply_on_defence")
    strengths = tuple(
        _strength(umpire, combatant, request.role, label_of(combatant.counter, number))
        for number, combatant in enumerate(request.counters, start=1)
    )
    total = sum(strengths, Fraction(0))
    umpire.result("com-armor-strength", "{role} strength: {total}", role=request.role, total=str(total))
    if any(strength.denominator > 1 for strength in strengths):
        umpire.result("str-order", "fractions of strengths count, unrounded")
    return CombatStrengthOutcome(strengths=strengths, total=total)


@combat_strength.legality
def _objections(request: CombatStrengthRequest, options: Options) -> Iterator[Objection]:
    if request.role == "attack":
        for number, combatant in enumerate(request.counters):
            yield from attacker_objections(combatant.counter, f"$.counters[{number}].counter")


def _strength(umpire: Umpire[Options], combatant: Combatant, role: Role, label: str) -> Fraction:
    """Return the strength of one counter.

    Rules: sup-all-counters.
    """
    ledger = Ledger()
    supply = _supply_modifier(umpire, combatant)
    if role == "attack" or umpire.options.supply_on_defence:
        ledger += supply
        if supply.value != 1 and CLASSES[combatant.counter.type] != "combat":
            umpire.result("sup-all-counters", "supply multiplies {counter} like a combat unit", counter=label)
    if combatant.terrain in _TERRAIN_RULES:
        ledger += _terrain_modifier(umpire, combatant.terrain)
    return _printed_strength(umpire, combatant.counter, role) * umpire.modify(ledger, f"{role} of {label}").factor


def _printed_strength(umpire: Umpire[Options], counter: Counter, role: Role) -> int:
    """Return a counter's own strength, or the typical one of its type.

    Rules: unit-table.
    """
    own = counter.attack if role == "attack" else counter.defence
    return umpire.look_up("unit_types", counter.type, role).number() if own is None else own


def _supply_modifier(umpire: Umpire[Options], combatant: Combatant) -> Modifier:
    """Return the supply multiplier of a counter: by its own faction, whatever its alliances, and its own status.

    Rules: sup-table, sup-x3, sup-x2, sup-never, sup-limited, gen-factions.
    """
    faction, supply = combatant.counter.faction, combatant.supply
    rule = "sup-limited" if supply != "supplied" and faction not in NEVER_SUPPLIED else _SUPPLY_RULES[faction]
    cell = umpire.charts["supply_multipliers"].look_up(faction, supply)
    return _multiplier(cell, f"supply_{supply}", f"{_SUPPLY_WORDS[supply]}, {faction}", rule)


def _terrain_modifier(umpire: Umpire[Options], terrain: Terrain) -> Modifier:
    """Return the multiplier for attacking out of broken or rough terrain.

    Rules: ter-broken, ter-rough.
    """
    cell = umpire.charts["terrain_multipliers"].look_up(terrain)
    return _multiplier(cell, f"out_of_{terrain}", f"out of {terrain} terrain", _TERRAIN_RULES[terrain])


def _multiplier(cell: Cell, id: str, reason: str, rule: str) -> Modifier:
    try:
        value = Fraction(cell.result)
    except (ValueError, ZeroDivisionError):
        value = Fraction(0)
    if value <= 0:
        where = f"row {cell.row!r}" + (f", column {cell.column!r}" if cell.column else "")
        raise ChartError(cell.chart, f"{where} should be a multiplier above 0 such as 2 or 3/4, not {cell.result!r}")
    return Modifier(id=id, value=value, reason=reason, rule=rule, effect="multiply", provenance=cell.provenance)
