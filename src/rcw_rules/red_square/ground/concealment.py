"""Concealment: which units are hidden from their enemies, which have been observed, and which enemies are known."""

from __future__ import annotations

from typing import Literal, TypeAlias

from rcw_rules.kernel.geometry.squares import Square, SquareMap
from rcw_rules.red_square.ground.field import Field, is_on_table, where
from rcw_rules.red_square.ground.terrain import BUILDINGS, HEDGE, WOOD, ground_at, ranges_from
from rcw_rules.red_square.model import FIGURES, Formation, GunPosition, Kind, Side, Unit

Ground: TypeAlias = Literal["open", "hedge", "wood", "building"]
"""What a square hides those in it with."""


def is_combat_unit(unit: Unit) -> bool:
    """Return whether a unit is more than a command figure or horses; MG companies are."""
    return unit.kind not in (*FIGURES, "horse_holders")


def makes_test(enemy: Unit, *, hq_is_no_enemy: bool) -> bool:
    """Return whether entering the square of an enemy, or one next to it, takes a test: a headquarters counts or not.

    Rules: turn-5-test-needed, opt-hq-is-no-enemy.
    """
    return enemy.kind != "hq" or not hq_is_no_enemy


def cover_from_view(field: Field, square: Square) -> Ground:
    """Return what a square hides those in it with: buildings, wood, a hedge, or nothing. Trenches do not hide.

    Rules: obs-concealment.
    """
    return _cover_on(field.board, square)


def is_open(board: SquareMap, square: Square) -> bool:
    """Return whether a square hides nobody from view.

    Rules: obs-concealment.
    """
    return _cover_on(board, square) == "open"


def _cover_on(board: SquareMap, square: Square) -> Ground:
    ground = ground_at(board, square)
    if ground.terrain in BUILDINGS:
        return "building"
    if ground.terrain == WOOD:
        return "wood"
    return "hedge" if HEDGE in ground.features else "open"


def hides_in_the_open(kind: Kind, formation: Formation | None) -> bool:
    """Return whether units of a kind stay hidden on open ground until they move or fire.

    Infantry, dismounted cavalry, MG companies and artillery do. The text names no other: horsed cavalry, vehicles,
    trains, figures and horse holders are plain to see there.

    Rules: obs-concealment.
    """
    return kind in ("infantry", "mg", "artillery") or formation == "dismounted"


def must_be_observed(
    *,
    kind: Kind,
    formation: Formation | None = None,
    ground: Ground = "open",
    position: GunPosition = "open",
    has_acted: bool = False,
    before_dawn: bool = False,
) -> bool:
    """Return whether enemies must observe a unit before they fire at it.

    Before dawn every unit must be observed, and so must guns in a semi-masked or masked position whatever they do, and
    units in a wood, in buildings or behind a hedge. Only guns that were run up to their hedge are seen there once they
    have fired.

    Args:
        kind: What it is.
        formation: Its formation.
        ground: What is in its square.
        position: How guns stand.
        has_acted: Whether it has moved or fired there in the open, guns at a hedge: fired.
        before_dawn: Whether it is still dark.

    Rules: obs-concealment, obs-dawn, artpos-unmasked, artpos-semi-masked.
    """
    if before_dawn or position != "open":
        return True
    if ground == "open":
        return hides_in_the_open(kind, formation) and not has_acted
    return not (kind == "artillery" and ground == "hedge" and has_acted)


def is_concealed(field: Field, unit: Unit) -> bool:
    """Return whether a unit on the table must be observed before it is fired at, what was observed already aside.

    Rules: obs-concealment.
    """
    return must_be_observed(
        kind=unit.kind,
        formation=unit.formation,
        ground=cover_from_view(field, where(unit)),
        position=unit.position,
        has_acted=unit.visible,
        before_dawn=field.before_dawn,
    )


def is_observed_by(field: Field, target: Unit, observer: Unit) -> bool:
    """Return whether a unit may fire at a concealed target without a test of its own.

    It may if it has observed the target itself, as long as the target stays in its square, or if a friend in its square
    or next to it has observed the target in this turn. A target that fills several touching squares is observed as a
    whole.

    Rules: obs-share, obs-concealment.
    """
    if not field.observations:
        return False
    names = {unit.name for unit in large_target(field, target)}
    seen_of_it = (seen for seen in field.observations if seen.target in names)
    return any(_serves(field, seen.observer, seen.turn, observer) for seen in seen_of_it)


def is_observed(field: Field, target: Unit) -> bool:
    """Return whether any unit of the other side has observed a target that has not moved since.

    Rules: obs-concealment, obs-share.
    """
    if not field.observations:
        return False
    names = {unit.name for unit in large_target(field, target)}
    return any(seen.target in names for seen in field.observations)


def is_known(field: Field, unit: Unit) -> bool:
    """Return whether its enemies know of a unit: it is not concealed, or it is observed."""
    return not is_concealed(field, unit) or is_observed(field, unit)


def known_enemies(field: Field, side: Side) -> tuple[Unit, ...]:
    """Return the enemy combat units that a side knows of; if it knows of none, all that are on the table.

    Args:
        field: The field.
        side: The side that looks for its enemies.

    Rules: orders-attack, act-retreat.
    """
    return field.worked_out(_known_to_reds if side == "red" else _known_to_whites)


def _known_to_reds(field: Field) -> tuple[Unit, ...]:
    return _known_among(field, field.of("white"))


def _known_to_whites(field: Field) -> tuple[Unit, ...]:
    return _known_among(field, field.of("red"))


def _known_among(field: Field, units: tuple[Unit, ...]) -> tuple[Unit, ...]:
    enemies = tuple(unit for unit in units if is_combat_unit(unit))
    return tuple(unit for unit in enemies if is_known(field, unit)) or enemies


def large_target(field: Field, target: Unit) -> tuple[Unit, ...]:
    """Return the units that are observed together with a target, itself first.

    They belong to the same CO, or to the same unit as its MGs and tchankas, and are in its square or in squares of the
    same wood, village or hedge that touch one another, each holding one of them.

    Rules: obs-share.
    """
    square = where(target)
    ground = cover_from_view(field, square)
    if ground == "open":
        return (target,)
    body = _body(field, target)
    others = [
        unit
        for unit in field.of(target.side)
        if unit.name != target.name and _body(field, unit) == body and cover_from_view(field, where(unit)) == ground
    ]
    squares, found = [square], [target]
    for reached in squares:
        near = [unit for unit in others if ranges_from(field.board, reached)[where(unit)] <= 1]
        for unit in near:
            others.remove(unit)
            found.append(unit)
            squares.append(where(unit))
    return tuple(found)


def _serves(field: Field, observer: str, turn: int, friend: Unit) -> bool:
    if observer == friend.name:
        return True
    found = field.find(observer)
    if found is None or turn != field.turn or found.side != friend.side or not is_on_table(found):
        return False
    return field.distance(found, friend) <= 1


def _body(field: Field, unit: Unit) -> str:
    """Return the name of the CO of a unit, its own or that of the unit it keeps with; without one, of that unit."""
    head = field.find(unit.accompanies) or unit
    return unit.commander or head.commander or head.name
