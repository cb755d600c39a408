"""Square occupancy: who may share a square."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache, partial
from itertools import combinations_with_replacement
from typing import Annotated, Literal, TypeAlias

from attrs import frozen

from rcw_rules.kernel.charts import Cell, Chart
from rcw_rules.kernel.citations import Objection, Verdict
from rcw_rules.kernel.errors import IllegalRequestError, Problem
from rcw_rules.kernel.fields import Size
from rcw_rules.kernel.geometry.squares import Square
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import counted, in_words, listed, sentences
from rcw_rules.red_square.ground import Field
from rcw_rules.red_square.model import FIGURES, FORMATIONS, SIDES, VEHICLES, FightingBases, Formation, Kind, Side, Unit
from rcw_rules.red_square.options import Options

TroopType: TypeAlias = Literal["infantry", "cavalry", "artillery", "mg", "vehicles", "train", "horse_holders"]
"""A head of the table. Command figures have none: they stand anywhere (occ-officers)."""

TROOP_TYPES: dict[Kind, TroopType] = {  # occ-table: tchankas count as vehicles
    "infantry": "infantry",
    "cavalry": "cavalry",
    "artillery": "artillery",
    "mg": "mg",
    **dict.fromkeys((*VEHICLES, "tchanka"), "vehicles"),
    "train": "train",
    "horse_holders": "horse_holders",
}
COUNTED: tuple[TroopType, ...] = ("mg", "vehicles")  # occ-table: their bases are, of the others the units
MOST_TYPES = 2  # occ-two-types
_EQUIVALENTS: dict[Kind, Fraction] = {"heavy_tank": Fraction(2), "light_tank": Fraction(3, 2)}


_SPOKEN: dict[TroopType, str] = {
    "infantry": "infantry",
    "cavalry": "cavalry",
    "artillery": "artillery",
    "mg": "MGs",
    "vehicles": "vehicles",
    "train": "a train",
    "horse_holders": "horse holders",
}
_ONE_VEHICLE = 2  # in halves


@frozen(kw_only=True)
class OccupancyOutcome:
    """What holds of a square that may be shared.

    Attributes:
        types: The troop types in it, in the order of the table; command figures have none.
        mg_bases: The MG bases in it.
        vehicle_halves: Its vehicles, in halves of an armoured car: a light tank is 3, a heavy tank 4.
    """

    types: tuple[TroopType, ...]
    mg_bases: int
    vehicle_halves: int

    def summary(self, request: OccupancyRequest) -> str:
        """Return who may share the square, and how many MG bases and vehicles that makes."""
        if not self.types:
            return "Command figures may stand in any square."
        parts = [counted(self.mg_bases, "MG base")] if self.mg_bases else []
        if self.vehicle_halves:
            whole, half = divmod(self.vehicle_halves, 2)
            count = " ".join(filter(None, (str(whole) if whole else "", "1/2" if half else "")))
            parts.append(f"counting as {count} vehicle{'' if self.vehicle_halves <= _ONE_VEHICLE else 's'}")
        full = f" ({', '.join(parts)})" if parts else ""
        stand = "share" if len(request.occupants) > 1 else "be in"
        return sentences(f"{listed(_SPOKEN[kind] for kind in self.types)} may {stand} the square{full}")


@frozen(kw_only=True, cache_hash=True)
class Occupant:
    """One who is to share a square.

    Attributes:
        kind: What it is.
        side: Red or White.
        bases: Its bases.
        formation: Its formation, which matters only for infantry in Defence.
    """

    kind: Kind
    side: Side
    bases: FightingBases = 1
    formation: Formation | None = None

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself."""
        if self.formation is not None and self.formation not in FORMATIONS.get(self.kind, ()):
            word = in_words(self.kind)
            yield Problem(".formation", f"{word} units are never in {self.formation}", "formations-list")


@frozen(kw_only=True, cache_hash=True)
class OccupancyRequest(Request[OccupancyOutcome]):
    """Some who are to share a square.

    Attributes:
        occupants: All who would be in it at once, the newcomer too.
    """

    occupants: Annotated[tuple[Occupant, ...], Size(1, 60)]


def _example() -> OccupancyRequest:
    battalion = Occupant(kind="infantry", side="red", bases=4, formation="waves")
    return OccupancyRequest(occupants=(battalion, Occupant(kind="mg", side="red", bases=2)))


@procedure(
    "red_square.occupancy",
    title="May these units share a square?",
    rules=("occ-table",),
    example=_example,
)
def occupancy(request: OccupancyRequest, umpire: Umpire[Options]) -> OccupancyOutcome:
    """Say what stands in a shared square, or refuse it with the cell of the table that forbids it.

    Command figures are left out first. Then come the sides, the number of troop types, infantry in Defence, and every
    cell of the table that joins two who are there, one with its own type included. Vehicles are added up in exact
    halves: 1 each, but a light tank 1 1/2 and a heavy tank 2; nothing is rounded. Sizes of bases play no part.

    Raises:
        IllegalRequestError: If they may not share it, with every reason.

    Rules: occ-table, occ-two-types, occ-officers, occ-vehicle-equivalents, occ-abstract.
    """
    objections = tuple(_objections(request.occupants, partial(umpire.look_up, "occupancy")))
    if objections:
        raise IllegalRequestError(Verdict(objections=objections))
    combatants = _without_figures(request.occupants)
    types = _types_of(combatants)
    umpire.result("occ-table", "they may share the square: {types}", types=_listed(types) or "command figures")
    return OccupancyOutcome(
        types=types,
        mg_bases=_mg_bases(combatants),
        vehicle_halves=int(2 * _vehicles(combatants)),
    )


def sharing_objections(occupants: Sequence[Unit | Occupant], chart: Chart) -> tuple[Objection, ...]:
    """Return every reason why some may not be in one square; none if they may.

    Args:
        occupants: All who would be in it at once, the newcomer too.
        chart: The Square Occupancy Table in force: ``umpire.charts["occupancy"]``.

    Rules: occ-table, occ-two-types, occ-officers, occ-vehicle-equivalents, dig-3-defence.
    """
    if len(occupants) == 1 and TROOP_TYPES.get(occupants[0].kind) not in COUNTED:
        return ()  # What is asked most often, at every step of a move.
    return _sharing_objections(tuple((one.kind, one.side, one.bases, one.formation) for one in occupants), chart)


@lru_cache(maxsize=4096)  # asked of the same few again and again
def _sharing_objections(
    occupants: tuple[tuple[Kind, Side, int, Formation | None], ...], chart: Chart
) -> tuple[Objection, ...]:
    them = tuple(
        Occupant(kind=kind, side=side, bases=bases, formation=formation) for kind, side, bases, formation in occupants
    )
    return tuple(_objections(them, chart.look_up))


def entry_objections(field: Field, unit: Unit, square: Square, chart: Chart) -> tuple[Objection, ...]:
    """Return every reason why a unit may not end in a square with those who are there; none if it may.

    No unit enters where buildings burn; units there already may still turn.

    Args:
        field: The field; the unit's own place on it does not matter.
        unit: The unit that would enter.
        square: Where.
        chart: The Square Occupancy Table in force: ``umpire.charts["occupancy"]``.

    Rules: occ-table, art-buildings-fire.
    """
    if square in field.burning and square != unit.square:
        return (Objection(rule="art-buildings-fire", message=f"the buildings in {square} burn and may not be entered"),)
    others = tuple(other for other in field.at(square) if other.name != unit.name)
    return sharing_objections((*others, unit), chart)


def vehicle_equivalent(kind: Kind) -> Fraction:
    """Return how much a vehicle counts in a square.

    >>> vehicle_equivalent("light_tank"), vehicle_equivalent("truck")
    (Fraction(3, 2), Fraction(1, 1))

    Rules: occ-vehicle-equivalents.
    """
    return _EQUIVALENTS.get(kind, Fraction(1))


def _objections(occupants: Sequence[Unit | Occupant], look_up: Callable[[str, str], Cell]) -> Iterator[Objection]:
    combatants = _without_figures(occupants)
    yield from _opponents(occupants, combatants)
    types = _types_of(combatants)
    if len(types) > MOST_TYPES:
        message = f"{_listed(types)} are {len(types)} troop types in a square, where two are the most"
        yield Objection(rule="occ-two-types", message=message)
    yield from _beside_defence(combatants)
    for first, second in combinations_with_replacement(types, 2):
        # One unit alone has its own type for company only where bases are counted.
        alone = first == second and sum(_type(one) == first for one in combatants) == 1
        if not alone or first in COUNTED:
            yield from _forbidden(combatants, first, second, str(look_up(first, second).result))


def _opponents(occupants: Sequence[Unit | Occupant], combatants: Sequence[Unit | Occupant]) -> Iterator[Objection]:
    """Refuse opponents in one square, command figures too.

    Rules: occ-table, occ-officers.
    """
    if len({one.side for one in occupants}) < len(SIDES):
        return
    if len({one.side for one in combatants}) == 1:
        message = "a command figure stands anywhere but in a square that the enemy holds"
        yield Objection(rule="occ-officers", message=message)
    else:
        yield Objection(rule="occ-table", message="opponents never share a square")


def _beside_defence(combatants: Sequence[Unit | Occupant]) -> Iterator[Objection]:
    """Refuse all but one MG company beside infantry in Defence.

    Rules: dig-3-defence.
    """
    others = [one.kind for one in combatants if one.formation != "defence"]
    if len(others) < len(combatants) and others not in ([], ["mg"]):
        words = " and ".join(in_words(kind) for kind in others)
        message = f"infantry in Defence shares its square with one MG company at most, not with {words}"
        yield Objection(rule="dig-3-defence", message=message)


def _forbidden(
    combatants: Sequence[Unit | Occupant], first: TroopType, second: TroopType, cell: str
) -> Iterator[Objection]:
    """Refuse what one cell of the table forbids.

    Rules: occ-table, occ-vehicle-equivalents.
    """
    pair = f"{_word(first)} with {_word(second)}"
    if cell == "no":
        message = f"{pair}: they may not share a square" if first != second else f"only one {_word(first)} to a square"
        yield Objection(rule="occ-table", message=message)
    elif cell != "yes":
        most, _, counted = cell.partition(" ")
        number = Fraction(0)
        if counted in ("MG bases", "together"):
            number += _mg_bases(combatants)
        if counted in ("vehicles", "together"):
            number += _vehicles(combatants)
        if number > int(most):
            message = f"{pair}: at most {cell} in a square, not {_mixed(number)}"
            yield Objection(rule="occ-table", message=message)


def _without_figures(occupants: Sequence[Unit | Occupant]) -> tuple[Unit | Occupant, ...]:
    """Leave out the command figures, which the table does not count.

    Rules: occ-officers.
    """
    return tuple(one for one in occupants if one.kind not in FIGURES)


def _type(one: Unit | Occupant) -> TroopType:
    return TROOP_TYPES[one.kind]


def _types_of(combatants: Sequence[Unit | Occupant]) -> tuple[TroopType, ...]:
    found = {_type(one) for one in combatants}
    return tuple(troop_type for troop_type in dict.fromkeys(TROOP_TYPES.values()) if troop_type in found)


def _mg_bases(combatants: Sequence[Unit | Occupant]) -> int:
    return sum(one.bases for one in combatants if one.kind == "mg")


def _vehicles(combatants: Sequence[Unit | Occupant]) -> Fraction:
    """Add up the vehicles of a square.

    Rules: occ-vehicle-equivalents.
    """
    vehicles = (one for one in combatants if _type(one) == "vehicles")
    return sum((vehicle_equivalent(one.kind) * one.bases for one in vehicles), Fraction(0))


_WORDS: dict[TroopType, str] = {
    "infantry": "infantry battalion",
    "cavalry": "cavalry regiment",
    "artillery": "artillery brigade",
    "mg": "MG company",
    "vehicles": "vehicles",
    "train": "armoured train",
    "horse_holders": "horse holders",
}


def _word(troop_type: TroopType) -> str:
    return _WORDS[troop_type]


def _listed(types: Sequence[TroopType]) -> str:
    return listed(_word(one) for one in types)


def _mixed(number: Fraction) -> str:
    whole, rest = divmod(number, 1)
    return f"{whole} {rest}" if rest else str(whole)
