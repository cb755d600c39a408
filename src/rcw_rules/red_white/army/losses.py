"""What an army has lost, as a log of its units or as counts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal, TypeAlias

from attrs import frozen

from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Range, Size
from rcw_rules.kernel.needs import Need
from rcw_rules.kernel.words import in_words
from rcw_rules.marks import Cites
from rcw_rules.red_white.model import TROOPS, VEHICLE_STANDS, VEHICLES, Stands
from rcw_rules.red_white.profile import UnitType

ArmyUnitType: TypeAlias = Literal[UnitType, "force_hq", "ship"]
"""Units that are counted (gen-unit-types): those of the table, the Force HQ, and ships if the scenario lists them."""


Fate: TypeAlias = Literal["in_play", "destroyed", "surrendered", "off_table"]
"""What became of a unit: "surrendered" is in the enemy's hands, so a train is captured; "off_table" fell back, or was
driven back, off the field."""


@frozen(kw_only=True)
class ArmyUnit:
    """One line of the log: a unit that an army had at the start of the game.

    Attributes:
        type: The kind of unit.
        name: What to call it; by default its number in the log.
        fate: What became of it.
        starting_stands: Stands at the start of the game; only for troops, and needed while they are in play.
        stands: Stands now; only for troops.
        hits: Hits recorded so far; only for vehicles.
    """

    type: ArmyUnitType
    name: str = ""
    fate: Annotated[Fate, Cites("p1-surrender-and-supply")] = "in_play"
    starting_stands: Stands | None = None
    stands: Annotated[int, Range(0, 99, rule="bad-numbers")] | None = None
    hits: Annotated[int, Range(0, VEHICLE_STANDS, rule="bad-numbers")] | None = None

    needs: ClassVar[tuple[Need, ...]] = tuple(
        Need(
            field,
            {"type": TROOPS, "fate": ("in_play",)},
            message="is missing: a unit at half its stands counts as lost",
            rule="major-losses",
        )
        for field in ("starting_stands", "stands")
    )

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield contradictions, with paths below the unit."""
        if not self.name.isprintable():
            yield Problem(".name", "holds a character that cannot be shown, such as a line break")
        has_stands = self.type in TROOPS
        if self.hits is not None and self.type not in VEHICLES:
            yield Problem(".hits", "only vehicles record hits", "gen-unit-types")
        for field in ("starting_stands", "stands"):
            if getattr(self, field) is not None and not has_stands:
                message = f"{in_words(self.type)} units are not counted in stands; leave it out"
                yield Problem(f".{field}", message, "gen-unit-types")
        if self.stands is not None and self.starting_stands is not None and self.stands > self.starting_stands:
            yield Problem(".stands", f"{self.stands} is more than the {self.starting_stands} at the start", "gen-stand")


@frozen(kw_only=True)
class ArmyLog:
    """An army as a log of every unit that it had at the start of the game.

    Attributes:
        units: All its units, those that are lost too. Attachments and aircraft are not units.
        supply_cut: Whether the enemy cuts its supply line at this moment.
    """

    units: Annotated[tuple[ArmyUnit, ...], Size(1, 999, rule="major-count")]
    supply_cut: Annotated[bool, Cites("p1-surrender-and-supply")] = False

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield a second Force HQ."""
        headquarters = [number for number, unit in enumerate(self.units) if unit.type == "force_hq"]
        for number in headquarters[1:]:
            yield Problem(f".units[{number}].type", "an army has one Force HQ at most", "hq")


@frozen(kw_only=True)
class ArmyCount:
    """An army as counts.

    Attributes:
        units: Its units at the start of the game, trains and the Force HQ included, each as one.
        lost: Units lost, each counted once: destroyed, surrendered, off the field, or at half strength or less. Trains
            that are lost are not among them; a train at half strength is.
        trains_lost: Armoured trains lost: destroyed, captured, or driven off the table.
        trains_forced_off: How many of these the enemy captured or drove off the table.
        supply_cut: Whether the enemy cuts its supply line at this moment.
    """

    units: Annotated[int, Range(1, 999, rule="major-count")]
    lost: Annotated[int, Range(0, 999, rule="bad-numbers")] = 0
    trains_lost: Annotated[int, Range(0, 99, rule="bad-numbers")] = 0
    trains_forced_off: Annotated[int, Range(0, 99, rule="bad-numbers"), Cites("p1-surrender-and-supply")] = 0
    supply_cut: Annotated[bool, Cites("p1-surrender-and-supply")] = False

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield more losses than units, and more trains forced off than lost."""
        lost = self.lost + self.trains_lost
        if lost > self.units:
            yield Problem(
                ".lost",
                f"{lost} units lost, trains included, are more than the {self.units} at the start",
                "major-losses",
            )
        if self.trains_forced_off > self.trains_lost:
            message = (
                f"{self.trains_forced_off} is more than the {self.trains_lost} trains lost, "
                f"which include trains forced off"
            )
            yield Problem(".trains_forced_off", message, "major-adjustments")


def count_of(army: ArmyLog | ArmyCount) -> ArmyCount:
    """Return the counts of an army's log; each unit counts once, however often it was lost.

    Rules: major-count, major-losses, major-adjustments.
    """
    if isinstance(army, ArmyCount):
        return army
    trains = [unit for unit in army.units if unit.type == "armoured_train" and is_gone(unit)]
    return ArmyCount(
        units=len(army.units),
        lost=sum(is_lost(unit) for unit in army.units) - len(trains),
        trains_lost=len(trains),
        trains_forced_off=sum(unit.fate in ("surrendered", "off_table") for unit in trains),
        supply_cut=army.supply_cut,
    )


def is_gone(unit: ArmyUnit) -> bool:
    """Whether a unit is no longer in play; a vehicle's eighth hit destroys it, and so does the loss of the last stand.

    Rules: major-losses, vehicle-hits, train-lost, morale-off-table.
    """
    return unit.fate != "in_play" or unit.hits == VEHICLE_STANDS or unit.stands == 0


def is_lost(unit: ArmyUnit) -> bool:
    """Whether a unit counts as lost: no longer in play, or at half strength or less; nothing is rounded.

    Rules: major-losses, vehicle-eight-stands.
    """
    if is_gone(unit):
        return True
    if unit.type in VEHICLES:
        return 2 * (unit.hits or 0) >= VEHICLE_STANDS
    if unit.stands is None or unit.starting_stands is None:  # a Force HQ or a ship has no strength that is counted
        return False
    return 2 * unit.stands <= unit.starting_stands
