"""Contact on the field: which enemies mounted cavalry charges, and which units answer its charge."""

from __future__ import annotations

from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.geometry.squares import Placement, Square
from rcw_rules.kernel.words import in_words
from rcw_rules.red_square.ground import HEDGE, Field, aspect_of, has_in_arc, is_on_table, where
from rcw_rules.red_square.model import ARMOUR, CardCode, Kind, Unit
from rcw_rules.red_square.mounted.exchange import Fighter, MountedExchangeRequest
from rcw_rules.red_square.movement import bases_with_horses, crossing, principals

FIGHTERS: dict[Kind, Fighter] = {
    "infantry": "infantry",
    "cavalry": "cavalry",
    "artillery": "artillery",
    "tchanka": "tchanka",
}


def exchange_request(
    field: Field, attacker: Unit, target: Unit, deck: tuple[CardCode, ...] | None, discards: tuple[CardCode, ...]
) -> MountedExchangeRequest:
    """Return the question what an exchange of blows costs two units that stand next to each other."""
    grid, here = field.board.grid, where(attacker)
    kind = FIGHTERS[target.kind]
    return MountedExchangeRequest(
        attacker_bases=attacker.bases,
        attacker_quality=attacker.quality,
        target_kind=kind,
        target_formation=target.formation,
        target_bases=target.bases,
        target_has_horses=target.formation != "dismounted" or bases_with_horses(field, target) > 0,
        target_quality=target.quality,
        target_rings=target.rings,
        aspect=aspect_of(grid, target, here),
        mgs=tuple(unit.bases - unit.pinned for unit in answering(field, attacker, target) if unit.kind == "mg"),
        tchankas=sum(unit.bases for unit in answering(field, attacker, target) if unit.kind == "tchanka"),
        deck=deck if kind == "tchanka" else None,
        discards=discards if kind == "tchanka" else (),
    )


def answering(field: Field, attacker: Unit, target: Unit) -> tuple[Unit, ...]:
    """Return the MG companies and tchankas beside a target in its square that have its attacker in their arc.

    Rules: mounted-1a-return, geo-front-arc.
    """
    return tuple(
        unit
        for unit in field.at(where(target))
        if unit.kind in ("mg", "tchanka")
        and unit.name != target.name
        and unit.bases > unit.pinned
        and has_in_arc(field.board.grid, unit, where(attacker))
    )


def in_contact(field: Field, unit: Unit, at: Placement, enemy: Unit, *, closed_leaving: bool) -> bool:
    """Return whether an enemy in the open is next to a placement, in front of it.

    Rules: mounted-1-trigger, mounted-1c-result.
    """
    if not is_on_table(enemy):
        return False
    (square, facing), there = at, where(enemy)
    grid = field.board.grid
    return (
        grid.distance(square, there) == 1
        and grid.in_arc(square, facing, there)
        and not _not_in_the_open(field, unit, square, enemy, closed_leaving=closed_leaving)
    )


def not_to_be_charged(field: Field, attacker: Unit, target: Unit, *, closed_leaving: bool) -> Objection | None:
    """Return why mounted cavalry that ended its move may not charge an enemy, None if it may.

    Rules: mounted-1-trigger.
    """
    rule = "mounted-1-trigger"
    if target.side == attacker.side:
        return Objection(rule=rule, message=f"{target.name} is on the same side")
    if attacker.formation != "mounted":
        return Objection(rule=rule, message="only cavalry in the formation mounted charges")
    if not attacker.is_steady:
        return Objection(rule=rule, message=f"cavalry that is {attacker.state} does not charge; it must rally first")
    here, there = where(attacker), where(target)
    if there not in field.board.grid.faced(here, attacker.facing):
        return Objection(rule=rule, message=f"{target.name} is not in a square that {attacker.name} faces")
    if target.kind in (*ARMOUR, "train"):
        return Objection(rule=rule, message="armoured vehicles and trains are not charged")
    message = _not_in_the_open(field, attacker, here, target, closed_leaving=closed_leaving)
    if message:
        return Objection(rule=rule, message=message)
    chief = _charged_in(field, there)
    if chief is None:
        return Objection(rule=rule, message=f"{target.name} stands with armour, which is not charged")
    if chief.name != target.name:
        message = f"{target.name} shares the fate of {chief.name} in its square; charge that"
        return Objection(rule="fire-1-target-in-square", message=message)
    return None


def _charged_in(field: Field, square: Square) -> Unit | None:
    """Return who is charged in a square: its foot, horse or guns; tchankas or helpless ones only if alone there.

    Rules: mounted-1-trigger, fire-1-target-in-square.
    """
    chiefs = principals(field, square)
    if not chiefs:
        return field.at(square)[0]
    troops = [unit for unit in chiefs if unit.kind in ("infantry", "cavalry", "artillery")]
    if troops:
        return troops[0]
    return chiefs[0] if all(unit.kind == "tchanka" for unit in chiefs) else None


def _not_in_the_open(field: Field, attacker: Unit, here: Square, target: Unit, *, closed_leaving: bool) -> str:
    """Return what protects a target from horsemen next to it; "" if it is in the open.

    Rules: mounted-1-trigger.
    """
    there = where(target)
    ground = field.board.terrain_at(there)
    if ground != "open":
        return f"{target.name} is not in the open but in a {in_words(ground)}"
    if HEDGE in field.board.features_at(there):
        return f"{target.name} is not in the open but behind a hedge"
    if field.cover_of(target) == "trench":
        return f"{target.name} is not in the open but in trenches"
    if field.has_wire(there):
        return f"{target.name} is not in the open but behind wire"
    step = crossing(field, attacker, here, there, closed_leaving=closed_leaving)
    if step.is_closed or step.objection is not None:
        return f"the way to {target.name} is closed or barred, and charges are made over open ground"
    return ""
