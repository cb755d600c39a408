"""What a scenario has beside the units on its field: zones to deploy in, reinforcements, and who holds places."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from attrs import frozen

from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Range, Size
from rcw_rules.kernel.geometry.squares import Square, SquareMap
from rcw_rules.red_square.ground import Field
from rcw_rules.red_square.model import Name, Side, Unit

TO_COME = ("horse_holders",)


@frozen(kw_only=True, cache_hash=True)
class Deployment:
    """A zone with the units that a side deploys in it before the first turn.

    Attributes:
        side: Whose units they are.
        squares: The squares of the zone.
        units: The units, in no square yet, in the order in which they are placed.
    """

    side: Side
    squares: Annotated[tuple[Square, ...], Size(1, 400)]
    units: Annotated[tuple[Unit, ...], Size(1, 100)]


@frozen(kw_only=True, cache_hash=True)
class Reinforcement:
    """A unit that comes later.

    Attributes:
        unit: The unit, in no square yet.
        turn: The turn before whose deal it may be placed.
        squares: The squares where it may be placed.
    """

    unit: Unit
    turn: Annotated[int, Range(1, 999)]
    squares: Annotated[tuple[Square, ...], Size(1, 100)]


@frozen(kw_only=True, cache_hash=True)
class HeldPlace:
    """A place of the map and the side that holds it.

    Attributes:
        place: The name of the place.
        side: The side that was the last to have a unit there, figures and horses not counted.
    """

    place: Name
    side: Side


def wrong_forces(
    field: Field,
    turn_limit: int,
    deployments: tuple[Deployment, ...],
    reinforcements: tuple[Reinforcement, ...],
    held: tuple[HeldPlace, ...],
) -> Iterator[Problem]:
    """Yield what contradicts itself in the units to come and the places held, with paths below the scenario.

    Args:
        field: The field of the scenario.
        turn_limit: The last turn.
        deployments: The zones.
        reinforcements: Those who come later.
        held: Who holds places.
    """
    there = {unit.name: unit for unit in field.units}
    for number, zone in enumerate(deployments):
        path = f".deployments[{number}]"
        yield from _wrong_squares(field.board, zone.squares, f"{path}.squares")
        for place, unit in enumerate(zone.units):
            yield from _wrong_unit(unit, there, f"{path}.units[{place}]")
            if unit.side != zone.side:
                message = f"{unit.name!r} is {unit.side}, and the zone is {zone.side}"
                yield Problem(f"{path}.units[{place}].side", message, "missing-victory")
            there[unit.name] = unit
    for number, coming in enumerate(reinforcements):
        path = f".reinforcements[{number}]"
        yield from _wrong_squares(field.board, coming.squares, f"{path}.squares")
        yield from _wrong_unit(coming.unit, there, f"{path}.unit")
        if not field.turn <= coming.turn <= turn_limit:
            message = f"{coming.unit.name!r} comes in turn {coming.turn}; the turns are {field.turn} to {turn_limit}"
            yield Problem(f"{path}.turn", message, "missing-victory")
        there[coming.unit.name] = coming.unit
    places = tuple(place.name for place in field.board.places)
    for number, entry in enumerate(held):
        if entry.place not in places:
            known = ", ".join(places) or "(none)"
            message = f"the map has no place {entry.place!r}; it has {known}"
            yield Problem(f".held[{number}].place", message, "missing-victory")
        elif entry.place in [other.place for other in held[:number]]:
            yield Problem(f".held[{number}].place", f"{entry.place!r} is listed twice", "missing-victory")


def _wrong_squares(board: SquareMap, squares: tuple[Square, ...], path: str) -> Iterator[Problem]:
    for number, square in enumerate(squares):
        if not board.grid.has(square):
            meant = " or ".join(map(str, board.grid.suggestions(square)))
            yield Problem(f"{path}[{number}]", f"{square} is not on the board; {meant} would be", "area-grid")
        elif square in squares[:number]:
            yield Problem(f"{path}[{number}]", f"{square} is listed twice", "area-grid")


def _wrong_unit(unit: Unit, there: dict[str, Unit], path: str) -> Iterator[Problem]:
    if unit.name in there:
        yield Problem(f"{path}.name", f"two units are called {unit.name!r}", "bad-input")
    if unit.square is not None:
        yield Problem(f"{path}.square", f"{unit.name!r} is not placed yet; leave its square out", "missing-victory")
    if unit.kind in TO_COME or unit.formation == "dismounted" or unit.carried_by:
        message = f"{unit.name!r} cannot be placed so: cavalry comes mounted, and nobody aboard a train"
        yield Problem(f"{path}.formation", message, "mounted-3-dismounted")
    if not unit.bases:
        yield Problem(f"{path}.bases", f"{unit.name!r} has no bases", "units-max-six")
    for name, rule in (("commander", "co-scope"), ("accompanies", "mg-place-speed")):
        other: str = getattr(unit, name)
        if other and (other not in there or there[other].side != unit.side):
            message = f"{other!r} is no unit of its side that is placed before it"
            yield Problem(f"{path}.{name}", message, rule)
