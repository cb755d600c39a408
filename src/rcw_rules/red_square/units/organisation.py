"""Units as they should be, and whether one is well formed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal, TypeAlias

from attrs import frozen

from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import counted, in_words, listed, sentences
from rcw_rules.marks import Cites
from rcw_rules.red_square.ground import WEAPON_NAMES
from rcw_rules.red_square.model import ARMOUR, COMPANIONS, MOST_BASES, Formation, Kind, Unit, Weapon
from rcw_rules.red_square.options import Options

Role: TypeAlias = Literal["attacker", "defender", "reserve"]

COSSACK_BASES = 4  # units-cavalry
TYPICAL_FORMATIONS: dict[Role, Formation] = {  # formations-typical-use
    "attacker": "masses",
    "defender": "firing_line",
    "reserve": "masses",
}
"""How a battalion of infantry usually stands when the game begins."""


@frozen(kw_only=True)
class Establishment:
    """What a unit of a kind usually is.

    Attributes:
        rule: The id of the rule that says so.
        least: The fewest bases that are usual.
        most: The most that are usual.
        models: What stands on each base: figures, or a gun, a carriage or a vehicle.
    """

    rule: str
    least: int
    most: int
    models: int


_ARMOURED = Establishment(rule="units-afv", least=1, most=2, models=1)
ESTABLISHMENTS: dict[Kind, Establishment] = {
    "infantry": Establishment(rule="units-infantry", least=4, most=4, models=3),
    "mg": Establishment(rule="units-mg", least=2, most=2, models=2),
    "cavalry": Establishment(rule="units-cavalry", least=3, most=4, models=3),
    "tchanka": Establishment(rule="units-tchanka", least=1, most=2, models=1),
    "artillery": Establishment(rule="units-artillery", least=2, most=3, models=1),
    **dict.fromkeys(ARMOUR, _ARMOURED),
    "truck": Establishment(rule="units-motor", least=1, most=4, models=1),
    "train": Establishment(rule="units-train", least=1, most=1, models=1),
    "co": Establishment(rule="org-command-figures", least=1, most=1, models=2),
}
"""The usual sizes; command figures of which the book says nothing, and horse holders, have none."""


@frozen(kw_only=True)
class Remark:
    """Something unusual that is allowed.

    Attributes:
        rule: The id of the rule that says what is usual.
        message: What is unusual.
        path: The field that it is about, as a JSON path.
    """

    rule: str
    message: str
    path: str


@frozen(kw_only=True)
class ValidateUnitOutcome:
    """What a well-formed unit is.

    Attributes:
        remarks: What is unusual about it.
        models: How many figures, guns, carriages or vehicles stand on its bases; None where the book does not say.
        weapons: What it fires with; a vehicle, or a train, uses one of them at a time.
        has_shields: Whether its guns have shields.
    """

    remarks: tuple[Remark, ...]
    models: int | None
    weapons: tuple[Weapon, ...]
    has_shields: bool

    def summary(self, request: ValidateUnitRequest) -> str:
        """Return what the unit is, and what is unusual about it."""
        has = [counted(self.models, "model")] if self.models else []
        has += [f"{listed(WEAPON_NAMES[weapon] for weapon in self.weapons)} to fire with"] if self.weapons else []
        has += ["gun shields"] if self.has_shields else []
        unusual = [f"unusual: {remark.message}" for remark in self.remarks]
        return sentences(f"{request.unit.name} is well formed", f"it has {listed(has)}" if has else "", *unusual)


@frozen(kw_only=True, cache_hash=True)
class ValidateUnitRequest(Request[ValidateUnitOutcome]):
    """A unit of a roster.

    Attributes:
        unit: The unit.
        cossacks: Whether it is a regiment of Cossacks.
        has_locomotive: Of an armoured train: whether its model has a locomotive.
        has_gun_carriage: Of an armoured train: whether its model has a gun carriage.
    """

    unit: Unit
    cossacks: Annotated[bool, Cites("units-cavalry")] = False
    has_locomotive: Annotated[bool, Cites("units-train")] = True
    has_gun_carriage: Annotated[bool, Cites("units-train")] = True

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        if self.unit.bases == 0:
            message = f"a unit has 1 to {MOST_BASES} bases; only one that is removed has none"
            yield Problem(".unit.bases", message, "units-max-six")
        if self.cossacks and self.unit.kind != "cavalry":
            yield Problem(".cossacks", "only cavalry is Cossack", "units-cavalry")


def _example() -> ValidateUnitRequest:
    unit = Unit(
        name="1st Battalion", side="red", kind="infantry", square=(3, 1), bases=4, formation="masses", order="attack"
    )
    return ValidateUnitRequest(unit=unit)


@procedure(
    "red_square.validate_unit",
    title="Is this unit well formed?",
    rules=("units-max-six",),
    example=_example,
)
def validate_unit(request: ValidateUnitRequest, umpire: Umpire[Options]) -> ValidateUnitOutcome:
    """Say what a unit is, and what is unusual about it.

    Any size from 1 to 6 bases will do; another than the usual one is only remarked on. A unit is a place, a facing and
    a number of bases: how the bases stand in a formation has no effect, since the diagrams of it are lost.

    Rules: units-max-six, units-infantry, units-mg, units-cavalry, units-tchanka, units-artillery, units-afv,
    units-motor, units-train, units-quality, formations-diagrams.
    """
    unit = request.unit
    remarks = tuple(_remarks(request))
    for remark in remarks:
        umpire.result(remark.rule, "unusual: {what}", what=remark.message)
    usual = ESTABLISHMENTS.get(unit.kind)
    return ValidateUnitOutcome(
        remarks=remarks,
        models=usual.models * unit.bases if usual is not None else None,
        weapons=weapons_of(unit),
        has_shields=unit.has_shields,
    )


@validate_unit.legality
def _objections(request: ValidateUnitRequest, options: Options) -> Iterator[Objection]:
    return unit_objections(
        request.unit,
        "$.unit",
        has_locomotive=request.has_locomotive,
        has_gun_carriage=request.has_gun_carriage,
    )


def unit_objections(
    unit: Unit, path: str, *, has_locomotive: bool = True, has_gun_carriage: bool = True
) -> Iterator[Objection]:
    """Yield what a rule of the game forbids about a unit on its own.

    Rules: units-max-six, units-afv, units-train.
    """
    began = unit.bases + unit.bases_removed
    if began > MOST_BASES:
        message = f"with {unit.bases_removed} lost it began with {began} bases; {MOST_BASES} are the most"
        yield Objection(rule="units-max-six", message=message, path=f"{path}.bases_removed")
    word = in_words(unit.kind)
    if unit.kind in ARMOUR and not unit.weapons:
        message = f"a {word} is armed with mg, tank_gun or both; say which"
        yield Objection(rule="units-afv", message=message, path=f"{path}.weapons")
    missing = [part for part, has in (("locomotive", has_locomotive), ("gun carriage", has_gun_carriage)) if not has]
    if unit.kind == "train" and missing:
        message = f"the model of an armoured train has a gun carriage and a locomotive; it lacks a {missing[0]}"
        yield Objection(rule="units-train", message=message, path=path)


def weapons_of(unit: Unit) -> tuple[Weapon, ...]:
    """Return what a unit fires with; nothing for lorries, horse holders and command figures.

    Rules: units-afv, units-motor, units-artillery, train-2-armament.
    """
    if unit.kind in ("infantry", "cavalry"):
        return ("rifles",)
    if unit.kind in COMPANIONS:
        return ("mg",)
    if unit.guns is not None:
        return (unit.guns, "mg") if unit.kind == "train" else (unit.guns,)
    return unit.weapons


def typical_formation(role: Role) -> Formation:
    """Return the formation in which a battalion of infantry usually begins.

    >>> typical_formation("attacker"), typical_formation("defender")
    ('masses', 'firing_line')

    Rules: formations-typical-use.
    """
    return TYPICAL_FORMATIONS[role]


def _remarks(request: ValidateUnitRequest) -> Iterator[Remark]:
    unit = request.unit
    yield from size_remarks(unit, "$.unit", cossacks=request.cossacks)
    if unit.kind in COMPANIONS and unit.quality != "normal":
        message = "it is activated as those whom it accompanies, so that its own quality counts for nothing"
        yield Remark(rule="units-quality", message=message, path="$.unit.quality")


def size_remarks(unit: Unit, path: str, *, cossacks: bool = False) -> Iterator[Remark]:
    """Yield a remark if a unit, with the bases that it has lost, is not of the usual size.

    Rules: units-max-six.
    """
    usual = ESTABLISHMENTS.get(unit.kind)
    if usual is None:
        return
    least = COSSACK_BASES if cossacks else usual.least
    bases = unit.bases + unit.bases_removed
    if not least <= bases <= usual.most:
        between = " or " if usual.most == least + 1 else " to "
        sizes = between.join(map(str, dict.fromkeys((least, usual.most))))
        message = f"{bases} bases at the start; {sizes} are usual"
        yield Remark(rule=usual.rule, message=message, path=f"{path}.bases")
