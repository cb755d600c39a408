"""Dismounting, remounting, and where the horses are held."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from attrs import frozen

from rcw_rules.kernel.citations import forbidden
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.geometry.squares import Square, SquareGrid, SquareMap
from rcw_rules.kernel.procedures import Choice, Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import counted, in_words, sentences
from rcw_rules.marks import Cites
from rcw_rules.red_square.ground import Field, where
from rcw_rules.red_square.model import GOOD_BANDS, HORSED, Band, Name, Unit
from rcw_rules.red_square.movement.actions import Action, Dismount, Mount
from rcw_rules.red_square.movement.course import course_of, move_terms
from rcw_rules.red_square.movement.horses import bases_with_horses, holders_of, places_for_horses, unable_to_dismount
from rcw_rules.red_square.options import Options


@frozen(kw_only=True)
class DismountOutcome:
    """How the regiment stands afterwards.

    Attributes:
        unit: The regiment.
        horses: Its horse holders; removed from the table once it has mounted.
        firing_bases: How many of its bases fire.
    """

    unit: Unit
    horses: Unit
    firing_bases: int

    def summary(self, request: DismountRequest) -> str:
        """Return where the regiment stands now, and where its horses are."""
        if request.what == "mount":
            return sentences(f"{self.unit.name} mounts its horses in {self.unit.square}")
        fire = f"{counted(self.firing_bases, 'base')} can fire"
        held = f"its horses are held in {self.horses.square}"
        return sentences(f"{self.unit.name} dismounts in {self.unit.square}, and {held}", fire)


@frozen(kw_only=True, cache_hash=True)
class DismountRequest(Request[DismountOutcome]):
    """A cavalry regiment that dismounts where it stands, or goes back to its horses and mounts.

    Attributes:
        field: The field at this moment.
        unit: The name of the regiment.
        what: Whether it dismounts or mounts again.
        band: How well it was activated.
    """

    recurs = False

    field: Field
    unit: Name
    what: Literal["dismount", "mount"] = "dismount"
    band: Annotated[Band, Cites("move-who")] = "automatic"

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        unit = self.field.find(self.unit)
        if unit is None:
            yield Problem(".unit", f"{self.unit!r} is not a unit on the field", "bad-input")
        elif unit.kind != "cavalry":
            message = f"only cavalry mounts and dismounts, not {in_words(unit.kind)}"
            yield Problem(".unit", message, "mounted-3-dismounted")


HORSE_SQUARE: Choice[DismountRequest, Square] = Choice(
    "horse_square",
    rule="mounted-3-dismounted",
    who="owner",
    about="In which square next to the riflemen does the regiment leave its horses? Default: the nearest to its own "
    "edge; of equal ones the lowest (column, row).",
    default=lambda request, alternatives: alternatives[0],
    unit=lambda request: request.unit,
    side=lambda request: request.field.unit(request.unit).side,
)


def _example() -> DismountRequest:
    board = SquareMap(title="A plain", grid=SquareGrid(columns=8, rows=10))
    regiment = Unit(
        name="1st Cossacks", side="white", kind="cavalry", square=(3, 5), bases=4, formation="mounted", order="probe"
    )
    return DismountRequest(field=Field(board=board, units=(regiment,)), unit="1st Cossacks")


@procedure(
    "red_square.dismount",
    title="How does the regiment dismount, or mount again?",
    rules=("mounted-3-dismounted",),
    example=_example,
)
def dismount(request: DismountRequest, umpire: Umpire[Options]) -> DismountOutcome:
    """Let a regiment dismount where it stands, or go back to its horses and mount.

    Either takes the place of one square of its move and needs an automatic activation or a score of 2 or more; who must
    remount at 1 or less does so as a part of `red_square.retreat`. One base holds the horses in a square next to the
    riflemen that its owner chooses, and does not fire.

    Raises:
        IllegalRequestError: If it may not do so now.

    Rules: mounted-3-dismounted, move-instead.
    """
    field, unit = request.field, request.field.unit(request.unit)
    action: Action = Mount()
    if request.what == "dismount":
        at = where(unit)
        places = places_for_horses(field, unit, at, led_from=at, occupancy=umpire.charts["occupancy"])
        may_choose = unable_to_dismount(unit) is None and len(places) > 1
        action = Dismount(horses=umpire.choose(HORSE_SQUARE, places, request) if may_choose else None)
    course = course_of(field, unit, (action,), move_terms(umpire, band=request.band))
    if course.objection is not None:
        raise forbidden(course.objection.rule, course.objection.message, _to_blame(request, unit))
    leg = course.legs[-1]
    horses = leg.horses or holders_of(field, unit)
    assert horses is not None  # noqa: S101 - a regiment that has changed so has horses
    fire = leg.unit.bases - bases_with_horses(field.with_units(leg.unit, horses), leg.unit)
    umpire.result(
        "mounted-3-dismounted",
        "{formation} in {square}; bases that fire: {fire}",
        formation=leg.formation or "",
        square=str(leg.square),
        fire=fire,
    )
    return DismountOutcome(unit=leg.unit, horses=horses, firing_bases=fire)


def _to_blame(request: DismountRequest, unit: Unit) -> str:
    """Return the field of the request to blame for a refusal: the score, what is to be done, or the unit."""
    if request.band not in GOOD_BANDS:
        return "$.band"
    needs = HORSED if request.what == "dismount" else ("dismounted",)
    return "$.unit" if unit.formation in needs else "$.what"
