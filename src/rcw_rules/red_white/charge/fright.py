"""Fright: cavalry and artillery that a tank attacks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from attrs import frozen

from rcw_rules.kernel.dice import d10
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Size
from rcw_rules.kernel.lengths import Inches, inches
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import listed, sentences
from rcw_rules.marks import Was
from rcw_rules.red_white.charge.withdrawal import is_caught
from rcw_rules.red_white.melee import full_move_of, to_the_rear
from rcw_rules.red_white.model import Unit
from rcw_rules.red_white.options import Options
from rcw_rules.red_white.profile import UnitType
from rcw_rules.red_white.spoken import called_in, rearward

TAKE_FRIGHT: tuple[UnitType, ...] = ("cavalry", "artillery")  # fright-cavalry, fright-artillery
STANDS = d10.check(at_most=4)  # fright-artillery


@frozen(kw_only=True)
class Frightened:
    """How one unit reacts to the attackers.

    Attributes:
        stands_firm: Whether it stands.
        limbered: Whether its guns are limbered up.
        moved: How far it falls back, in inches; None if its full move is not known.
        off_table: Whether that takes it off the table; None if that cannot be known.
        falling_back: Whether it is marked as falling back afterwards.
        contact: Whether the charger reaches it; None if a distance that decides it, that to the table edge included, is
            not known.
    """

    stands_firm: Annotated[bool, Was("stands", before=5)]
    limbered: bool = False
    moved: Inches | None = inches(0)
    off_table: bool | None = False
    falling_back: bool
    contact: bool | None

    def sentence(self, name: str) -> str:
        """Return how the unit flees, as a sentence without its full stop."""
        flees = f"flees from the tank: it {rearward(1, self.moved, off_table=self.off_table)}"
        caught = {True: ", and is caught", False: "", None: ", and the distances decide whether it is caught"}
        return f"{name} {'limbers up and ' if self.limbered else ''}{flees}{caught[self.contact]}"


@frozen(kw_only=True)
class VehicleFrightOutcome:
    """Who fled from the tank.

    Attributes:
        units: Each unit that is attacked, in listed order.
    """

    units: tuple[Frightened, ...]

    def summary(self, request: VehicleFrightRequest) -> str:
        """Return who flees, and whether the charger reaches them."""
        names = called_in([attacked.unit for attacked in request.defenders])
        pairs = tuple(zip(names, self.units, strict=True))
        firm = [name for name, after in pairs if after.stands_firm]
        fled = [after.sentence(name) for name, after in pairs if not after.stands_firm]
        stand = f"{listed(firm)} stand{'s' if len(firm) == 1 else ''}" if firm else ""
        return sentences(*fled, stand)


@frozen(kw_only=True)
class Attacked:
    """A unit that is about to be attacked in melee.

    Attributes:
        unit: The unit.
        gap: How far the charger is from it when the charge is announced, in inches.
    """

    unit: Unit
    gap: Inches | None = None


@frozen(kw_only=True, cache_hash=True)
class VehicleFrightRequest(Request[VehicleFrightOutcome]):
    """An attack at the moment when contact is announced.

    Attributes:
        attackers: The types of the attacking units.
        defenders: The units that they attack.
        charger_move: The whole move of the unit that would follow, of several the longest, in inches.
    """

    attackers: Annotated[tuple[UnitType, ...], Size(1, 20, rule="melee-many-units")]
    defenders: Annotated[tuple[Attacked, ...], Size(1, 20, rule="melee-many-units")]
    charger_move: Inches | None = None

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield units of both sides among those attacked."""
        for number, attacked in enumerate(self.defenders):
            side = self.defenders[0].unit.side
            if attacked.unit.side != side:
                message = f"expected {side}, got {attacked.unit.side}"
                yield Problem(f".defenders[{number}].unit.side", message, "bad-sides")


def _example() -> VehicleFrightRequest:
    guns = Unit(side="white", type="artillery", has_leader=True, stands=2, full_move=inches(6))
    riders = Unit(side="white", type="cavalry", has_leader=True, stands=6, full_move=inches(12))
    return VehicleFrightRequest(
        attackers=("tank",),
        defenders=(Attacked(unit=guns, gap=inches(2)), Attacked(unit=riders, gap=inches(2))),
        charger_move=inches(8),
    )


@procedure(
    "red_white.vehicle_fright",
    title="Who flees from the tank?",
    rules=("fright-cavalry",),
    example=_example,
)
def vehicle_fright(request: VehicleFrightRequest, umpire: Umpire[Options]) -> VehicleFrightOutcome:
    """Say who stands when a tank attacks, unit by unit in listed order.

    Cavalry flees without a die. Artillery stands on 1 to 4 on a plain D10, without modifiers and without a second
    roll; otherwise it limbers up and flees. A unit that flees makes one full move to the rear and is marked as falling
    back. All others stand, and so do all units if no tank attacks.

    Rules: fright-cavalry, fright-artillery, fright-limits.
    """
    by_tank = "tank" in request.attackers
    return VehicleFrightOutcome(
        units=tuple(
            _take_fright(umpire, attacked, number, request.charger_move, by_tank=by_tank)
            for number, attacked in enumerate(request.defenders, start=1)
        )
    )


def _take_fright(
    umpire: Umpire[Options], attacked: Attacked, number: int, charger_move: Inches | None, *, by_tank: bool
) -> Frightened:
    """Return how one unit reacts.

    Rules: fright-cavalry, fright-artillery, fright-limits, melee-withdraw-caught.
    """
    unit, label = attacked.unit, attacked.unit.name or f"defender {number}"
    limbered = False
    if not by_tank or unit.type not in TAKE_FRIGHT:
        umpire.result("fright-limits", "{unit} takes no fright: it stands", unit=label)
        contact = is_caught(attacked.gap, charger_move, inches(0), off_table=False)
        return Frightened(stands_firm=True, falling_back=unit.falling_back, contact=contact)
    if unit.type == "cavalry":
        umpire.result("fright-cavalry", "{unit} will not stand against a tank", unit=label)
    else:
        if umpire.roll(STANDS, f"fright of {label}", "fright-artillery"):
            umpire.result("fright-artillery", "{unit} stands by its guns", unit=label)
            contact = is_caught(attacked.gap, charger_move, inches(0), off_table=False)
            return Frightened(stands_firm=True, falling_back=unit.falling_back, contact=contact)
        limbered = True
        umpire.result("fright-artillery", "{unit} limbers up and flees", unit=label)
    moved, off_table = to_the_rear(umpire, full_move_of(unit, umpire.options), unit, 1, f"flight of {label}")
    contact = is_caught(attacked.gap, charger_move, moved, off_table=off_table)
    return Frightened(
        stands_firm=False, limbered=limbered, moved=moved, off_table=off_table, falling_back=True, contact=contact
    )
