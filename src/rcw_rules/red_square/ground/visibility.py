"""Visibility: units come into view by moving or firing in the open, and are hidden again later."""

from __future__ import annotations

from rcw_rules.kernel.values import evolve
from rcw_rules.red_square.ground.concealment import cover_from_view
from rcw_rules.red_square.ground.field import Field, where
from rcw_rules.red_square.ground.sight_lines import sight_of
from rcw_rules.red_square.model import Unit


def comes_into_view(field: Field, unit: Unit, *, by_firing: bool) -> bool:
    """Return whether a unit is seen after it moved into, or fired from, the square that it is in.

    In the open it is. In woods, buildings and behind a hedge it is not, except guns that fire from an open position at
    a hedge; guns that fire from a semi-masked or masked position stay hidden.

    Rules: obs-concealment, artpos-unmasked, artpos-semi-masked.
    """
    ground = cover_from_view(field, where(unit))
    if unit.kind == "artillery" and by_firing:
        return unit.position == "open" and ground in ("open", "hedge")
    return ground == "open"


def lost_from_view(field: Field) -> Field:
    """Return the field with units hidden again that no enemy sees any more.

    Guns that stand deployed in the open stay known until they move.

    Rules: obs-concealment, artpos-unmasked.
    """
    hidden = tuple(
        evolve(unit, visible=False)
        for unit in field.on_table
        if unit.visible and unit.formation != "deployed" and not _is_in_sight(field, unit)
    )
    return field.with_units(*hidden) if hidden else field


def _is_in_sight(field: Field, unit: Unit) -> bool:
    square = where(unit)
    return any(sight_of(field, enemy, square).is_clear for enemy in field.on_table if enemy.side != unit.side)
