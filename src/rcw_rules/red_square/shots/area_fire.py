"""Fire at an area: a wood or a village under fire without an observed target."""

from __future__ import annotations

from collections.abc import Iterator

from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.geometry.squares import Square
from rcw_rules.red_square.ground import Field, cover_from_view
from rcw_rules.red_square.model import GUNS, Side, Unit
from rcw_rules.red_square.shots.targeting import Aim, sheltered, square_objections

SUPPORT_WITHIN = 3  # obs-area-fire: squares between the area and the friend who attacks
BOUNDED = ("wood", "building")


def area_of(field: Field, square: Square) -> tuple[Square, ...]:
    """Return the wood or the village that a square belongs to: touching squares of its kind; none in other ground.

    Rules: obs-area-fire.
    """
    ground = cover_from_view(field, square)
    if ground not in BOUNDED:
        return ()
    found = [square]
    for reached in found:
        near = field.board.grid.neighbours(reached)
        found += [one for one in near if one not in found and cover_from_view(field, one) == ground]
    return tuple(found)


def area_objections(aim: Aim, square: Square) -> Iterator[Objection]:
    """Yield why a unit may not fire into a square without an observed target.

    Rules: obs-area-fire.
    """
    field, firer = aim.field, aim.firer
    rule, path = "obs-area-fire", "$.area"
    is_gun = aim.weapon in GUNS
    if not is_gun and firer.kind != "mg":
        message = "only artillery and MG companies fire without observing; observe a target first"
        yield Objection(rule=rule, message=message, path="$.firer")
    area = area_of(field, square)
    if not area:
        message = f"{square} is not part of a wood or a village; only these can be fired at as an area"
        yield Objection(rule=rule, message=message, path=path)
    for earlier in field.area_fires:
        other = field.find(earlier.firer)
        if other and other.side == firer.side and (other.kind != "mg") == is_gun and earlier.square in area:
            message = f"{other.name!r} has fired into this area in this turn; one battery and one MG company may"
            yield Objection(rule=rule, message=message, path=path)
    if area and not any(_attacks(field, friend, area) for friend in field.of(firer.side)):
        message = f"no friend attacks within {SUPPORT_WITHIN} squares of the area; support one who does"
        yield Objection(rule=rule, message=message, path=path)
    yield from square_objections(aim, square)


def possible_targets(field: Field, square: Square, side: Side) -> tuple[Unit, ...]:
    """Return those in a square on whom the hits of a side may fall; masked guns are hit only if they are observed.

    Rules: fire-1-target-in-square, obs-area-fire, artpos-masked-engage.
    """
    return tuple(
        unit
        for unit in field.at(square)
        if unit.side != side and unit.position != "masked" and not sheltered(field, unit)
    )


def _attacks(field: Field, friend: Unit, area: tuple[Square, ...]) -> bool:
    """Whether a unit is under the order to attack, or a counter attack that became one, close enough to an area."""
    here = friend.square
    if friend.order != "attack" or not friend.is_steady or here is None:
        return False
    return any(field.board.grid.distance(here, square) <= SUPPORT_WITHIN for square in area)
