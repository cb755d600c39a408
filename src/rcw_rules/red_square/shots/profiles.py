"""The profile of a shot on the field: everything that its dice and score depend on."""

from __future__ import annotations

from typing import Any

from rcw_rules.kernel.geometry.squares import Square
from rcw_rules.red_square.fire import MASSED, SMALL_ARMS, FireProfileRequest, Protection
from rcw_rules.red_square.ground import (
    STONE_BUILDING,
    Field,
    aspect_of,
    cover_from_view,
    is_observed_by,
    sight_of,
    where,
)
from rcw_rules.red_square.model import ARMOUR, GUNS, Unit
from rcw_rules.red_square.movement import bases_with_horses
from rcw_rules.red_square.shots.observation import ObserveRequest
from rcw_rules.red_square.shots.targeting import (
    Aim,
    fired_lately,
    has_deployed_guns,
    is_beside_defence,
    is_known_behind_its_crest,
)


def profile_of(aim: Aim, target: Unit, *, vehicles: int | None = None, may_give_up: bool = True) -> FireProfileRequest:
    """Return the question how many dice at what score a unit rolls against a target.

    Args:
        aim: Who fires, and how.
        target: The target.
        vehicles: How many vehicles of a detachment fire; None for all.
        may_give_up: Whether the owner of vehicles may still decide to give up a card.

    Rules: fire-6-per-unit, mg-two-per-base, act-wild, art-open-sights, fire-2-hold.
    """
    firer, shooting = aim.firer, aim.shooting
    kind: Any = firer.kind
    unplayed = len(firer.this_turn.cards) if may_give_up and kind in ARMOUR else 0
    return FireProfileRequest(
        firer=kind,
        weapon=aim.weapon,
        bases=vehicles or firing_bases(aim.field, firer),
        quality=firer.quality,
        formation=firer.formation if kind in ("infantry", "cavalry") else None,
        beside_defence=is_beside_defence(aim.field, firer),
        moved=shooting.moved,
        stepped=shooting.stepped and firer.formation == "dismounted",
        changed_formation=shooting.changed,
        wild=shooting.band == "1-0" or shooting.opportunity == "open_sights",
        held_fire=shooting.opportunity == "held",
        changed_target=_changes_target(aim, target.name),
        observed=not aim.unobserved,
        range=aim.distance(target),
        target=target.kind,
        target_formation=target.formation,
        aspect=aspect_of(aim.field.board.grid, target, where(firer)),
        protection=protection_of(aim.field, target),
        target_shielded=target.has_shields,
        unplayed_cards=unplayed,
        card_given_up=shooting.card_given_up,
        unit=firer.name if unplayed else "",
        side=firer.side if unplayed else None,
    )


def firing_bases(field: Field, firer: Unit) -> int:
    """Return how many bases of a unit fire: not the one that holds the horses, nor MGs that are pinned.

    Rules: mounted-3-dismounted, fire-10-fate.
    """
    idle = firer.pinned if firer.kind == "mg" else bases_with_horses(field, firer)
    return firer.bases - idle


def protection_of(field: Field, target: Unit) -> Protection:
    """Return what protects a target from fire: trenches, or a stone building that does not burn.

    Rules: fire-dice-table, dig-1b-trenches, dig-2-prepared.
    """
    square = where(target)
    if field.cover_of(target) == "trench":
        return "trenches"
    stands = field.board.terrain_at(square) == STONE_BUILDING and square not in field.burning
    return "stone_building" if stands else "none"


def favour(aim: Aim, target: Unit) -> int:
    """Return the shot dice that the choice of a target gives or takes: by its aspect, formation, protection, novelty.

    Rules: fire-dice-table, fire-mod-changing-target.
    """
    aspect = aspect_of(aim.field.board.grid, target, where(aim.firer))
    rows = {
        "oblique_target": aspect == "oblique",
        "target_enfiladed": aspect == "flank",
        "target_massed_mounted_or_limbered": target.formation in MASSED,
        "target_protected": protection_of(aim.field, target) != "none"
        or (target.has_shields and aim.weapon in SMALL_ARMS),
        "artillery_changing_target": _changes_target(aim, target.name),
    }
    dice = aim.book.charts["fire_dice"]
    return sum(dice.look_up(row).number() for row, applies in rows.items() if applies)


def observation_of(field: Field, observer: Unit, target: Unit) -> ObserveRequest:
    """Return the question whether a unit on the field observes another, whatever its arc.

    Rules: obs-observer, obs-extra-die.
    """
    square = where(target)
    known = is_known_behind_its_crest(field, target, observer)
    return ObserveRequest(
        range=field.distance(observer, target),
        with_deployed_guns=has_deployed_guns(observer),
        is_in_sight=sight_of(field, observer, square, observed_masked_battery=known).is_clear,
        is_shared=is_observed_by(field, target, observer),
        target_kind=target.kind,
        target_formation=target.formation,
        ground=cover_from_view(field, square),
        position=target.position,
        has_acted=target.visible,
        guns_fired=fired_lately(field, target),
        before_dawn=field.before_dawn,
    )


def area_name(square: Square) -> str:
    """Return what guns remember as their target when they fired at an area."""
    return f"the area at {square}"


def _changes_target(aim: Aim, name: str) -> bool:
    """Return whether guns fire at something else than with their last shot, which is still there.

    Rules: fire-mod-changing-target.
    """
    last, now = aim.firer.last_target, area_name(aim.area) if aim.area else name
    if aim.weapon not in GUNS or last in ("", now):
        return False
    former = aim.field.find(last)
    return former is None or former.bases > 0
