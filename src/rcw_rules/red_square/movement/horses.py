"""The horses of dismounted cavalry: their holders, and where they may be held."""

from __future__ import annotations

from rcw_rules.kernel.charts import Chart
from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.geometry.squares import Square
from rcw_rules.kernel.values import evolve
from rcw_rules.red_square.ground import Field, is_on_table, where
from rcw_rules.red_square.model import Unit
from rcw_rules.red_square.movement.steps import crossing
from rcw_rules.red_square.units import sharing_objections


def holders_of(field: Field, regiment: Unit) -> Unit | None:
    """Return the horse holders of a dismounted regiment, None where it has lost them."""
    return next(
        (
            unit
            for unit in field.worked_out(_all_holders)
            if unit.side == regiment.side and _holds_for(unit, regiment) and is_on_table(unit)
        ),
        None,
    )


def _all_holders(field: Field) -> tuple[Unit, ...]:
    return tuple(unit for unit in field.units if unit.kind == "horse_holders")


def _holds_for(unit: Unit, regiment: Unit) -> bool:
    return unit.kind == "horse_holders" and unit.accompanies == regiment.name


def bases_with_horses(field: Field, regiment: Unit) -> int:
    """Return how many bases of a unit do not fight since they hold its horses: one of dismounted cavalry.

    Once its horse holders are removed from the field that base is lost, and all that are left are riflemen.

    Rules: mounted-3-dismounted.
    """
    if regiment.formation != "dismounted":
        return 0
    holders = field.worked_out(_all_holders)
    return 0 if any(_holds_for(unit, regiment) and not unit.bases for unit in holders) else 1


def unable_to_dismount(regiment: Unit) -> Objection | None:
    """Return why a regiment cannot dismount at all, None if it can.

    Rules: mounted-3-dismounted.
    """
    if regiment.formation != "mounted":
        message = f"only mounted cavalry dismounts, not {regiment.formation or regiment.kind}"
        return Objection(rule="mounted-3-dismounted", message=message)
    if regiment.bases == 1:
        message = "a regiment of one base has no base to spare for its horses; it stays mounted"
        return Objection(rule="mounted-3-dismounted", message=message)
    return None


def new_holders(field: Field, regiment: Unit, square: Square) -> Unit:
    """Return the horse holders that a regiment leaves in a square: those of an earlier time again, or new ones."""
    before = next((unit for unit in field.worked_out(_all_holders) if _holds_for(unit, regiment)), None)
    if before is not None:
        return evolve(before, square=square, bases=1)
    return Unit(
        name=f"{regiment.name[:90]} - horses",
        side=regiment.side,
        kind="horse_holders",
        square=square,
        quality=regiment.quality,
        accompanies=regiment.name,
    )


def removed(holders: Unit) -> Unit:
    """Return horse holders as they are once the regiment has mounted."""
    return evolve(holders, square=None, bases=0)


def places_for_horses(
    field: Field, regiment: Unit, riflemen: Square, *, led_from: Square, occupancy: Chart
) -> tuple[Square, ...]:
    """Return the squares next to the riflemen in which their horses may be held, the best first.

    The horses go there by one step from *led_from*, or stay; wire and rivers stop them as they stop cavalry, and the
    holders must be allowed to share the square. Best is the nearest to the own edge, then the lowest (column, row).

    Args:
        field: The field.
        regiment: The regiment, wherever it is on the field.
        riflemen: The square of the riflemen.
        led_from: Where the horses are now.
        occupancy: The Square Occupancy Table in force.

    Rules: mounted-3-dismounted, occ-table.
    """
    grid = field.board.grid
    as_horsed = evolve(regiment, formation="mounted")
    holders = new_holders(field, regiment, riflemen)
    found: list[Square] = []
    for square in grid.neighbours(riflemen):
        if square != led_from:
            if grid.distance(led_from, square) > 1:
                continue
            if crossing(field, as_horsed, led_from, square, closed_leaving=False).objection is not None:
                continue
        others = tuple(
            unit for unit in field.at(square) if unit.name != regiment.name and not _holds_for(unit, regiment)
        )
        if not sharing_objections((*others, holders), occupancy):
            found.append(square)
    return tuple(sorted(found, key=lambda square: (field.from_edge(regiment.side, square), square)))


def led_along(
    field: Field, regiment: Unit, holders: Unit, riflemen: Square, *, wanted: Square | None, occupancy: Chart
) -> Unit | Objection:
    """Return the horse holders after a step of the riflemen: where they are if they may stay, else one square on.

    Args:
        field: The field.
        regiment: The regiment.
        holders: Its horse holders, as they are.
        riflemen: The square that the riflemen enter.
        wanted: Where the owner wants the horses; None for the default.
        occupancy: The Square Occupancy Table in force.

    Rules: mounted-3-dismounted.
    """
    at = where(holders)
    places = places_for_horses(field, regiment, riflemen, led_from=at, occupancy=occupancy)
    if wanted is None and at in places:
        return holders
    return placed(field, regiment, places, wanted)


def placed(field: Field, regiment: Unit, places: tuple[Square, ...], wanted: Square | None) -> Unit | Objection:
    """Return the horse holders in the square wanted, or in the best one; or why they cannot be there.

    Rules: mounted-3-dismounted.
    """
    if not places:
        message = "no square next to the riflemen is open to their horses, from which they may not part"
        return Objection(rule="mounted-3-dismounted", message=message)
    if wanted is not None and wanted not in places:
        message = f"the horses cannot be in {wanted}; they can in {' or '.join(map(str, places))}"
        return Objection(rule="mounted-3-dismounted", message=message)
    return new_holders(field, regiment, places[0] if wanted is None else wanted)


def can_remount(field: Field, regiment: Unit) -> Unit | None:
    """Return the horse holders that a dismounted regiment can reach: those in its square or next to it.

    Rules: mounted-3-dismounted, act-retreat.
    """
    holders = holders_of(field, regiment)
    if holders is None or not is_on_table(regiment) or field.distance(regiment, holders) > 1:
        return None
    return holders
