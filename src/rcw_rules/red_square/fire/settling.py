"""Settle what hits leave on a field: markers, the fate of companions, and guns in a retreat.

Each function takes the field and the cards that are left, asks the umpire, and returns the field as it is afterwards.
Whole activations do this for every unit of a group, shots for a unit that breaks at once.
"""

from __future__ import annotations

from typing import Any

from attrs import frozen

from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.values import evolve
from rcw_rules.red_square.fire.companions import ORDER_OF_FATE, Companion, Fate, FateRequest, MgSaveRequest
from rcw_rules.red_square.fire.losses import CasualtiesRequest
from rcw_rules.red_square.fire.vehicles import TrainHitsRequest, VehicleHitsRequest
from rcw_rules.red_square.ground import Field, is_on_table, where
from rcw_rules.red_square.model import COMPANIONS, FIGURES, Cards, Unit
from rcw_rules.red_square.options import Options


@frozen(kw_only=True)
class Settled:
    """The result of settling the markers of a unit.

    Attributes:
        field: The field afterwards; the unit has no markers left.
        bases_lost: The bases that it lost.
        has_suffered: Whether it lost a base or received a ring.
        markers: The markers that were settled.
        card_in_play_lost: Whether a vehicle lost the card that it is being activated on.
        cards: The cards drawn, in order.
        cards_lost: The unplayed cards that a vehicle lost.
    """

    field: Field
    bases_lost: int = 0
    has_suffered: bool = False
    markers: int = 0
    card_in_play_lost: bool = False
    cards: Cards = ()
    cards_lost: Cards = ()


def posture(field: Field, unit: Unit) -> dict[str, bool]:
    """Return what doubles or halves the losses of a unit: advancing in the open, idle, in cover.

    Cover holds also if any of its markers came from an enemy towards whom it stands on a reverse slope. Vehicles are
    covered as others are; a train never is.

    Rules: fire-9-double, fire-9-halve, terrain-hills.
    """
    in_cover = field.cover_of(unit) != "none" or unit.hit_on_reverse_slope
    return {
        "advancing_in_open": unit.advancing and not in_cover,
        "idle": unit.idle,
        "in_cover": in_cover,
    }


def settle_markers(
    umpire: Umpire[Options], field: Field, name: str, *, deck: Cards, discards: Cards, has_card_in_play: bool = False
) -> Settled:
    """Settle every marker of a unit, and remove them all.

    Infantry, cavalry, guns, MGs, figures and horse holders have one die; vehicles and trains draw cards after it. Which
    cards a vehicle loses besides the one in play: those dealt last first. Its companions are settled separately.

    Args:
        umpire: The umpire.
        field: The field at this moment.
        name: The unit.
        deck: The cards left to draw from.
        discards: The cards that are shuffled to draw on when those are exhausted.
        has_card_in_play: Whether the unit is being activated on a card of its own.

    Rules: fire-8-accumulate, fire-9-artillery-vehicles.
    """
    unit = field.unit(name)
    cleared = evolve(unit, markers=0, marker_weapons=(), hit_on_reverse_slope=False)
    if not unit.markers or not unit.bases:
        return Settled(field=field if cleared == unit else field.with_units(cleared))
    if unit.kind == "train":
        return _settle_train(umpire, field, unit, cleared, deck, discards)
    if unit.is_vehicle_target:
        return _settle_vehicle(umpire, field, unit, cleared, deck, discards, has_card_in_play=has_card_in_play)
    kind: Any = "hq" if unit.kind in FIGURES else unit.kind  # a figure alone is lost to one casualty, as an HQ is
    request = CasualtiesRequest(
        kind=kind, bases=unit.bases, rings=unit.rings, markers=unit.markers, **posture(field, unit)
    )
    outcome = umpire.resolve(request, f"casualties of {name}")
    after = evolve(
        cleared,
        bases=outcome.bases,
        rings=outcome.rings,
        bases_removed=unit.bases_removed + outcome.bases_lost,
        pinned=min(unit.pinned, outcome.bases),
    )
    return Settled(
        field=with_losses(field, after),
        bases_lost=outcome.bases_lost,
        has_suffered=outcome.has_suffered,
        markers=unit.markers,
    )


def settle_fate(
    umpire: Umpire[Options], field: Field, unit: Unit, bases_lost: int, *, deck: Cards | None, discards: Cards
) -> tuple[Field, Cards]:
    """Draw for those who accompany a unit that lost bases, and return the field and the cards drawn.

    Its own CO in its square unless pinned, then every Commissar and CHEKA there, then each base of the MGs there that
    have fired since their latest activation, each in the order of the rosters.

    Args:
        umpire: The umpire.
        field: The field after the losses.
        unit: The unit that lost them, as it was before, since one that is gone is in no square.
        bases_lost: How many; for guns bases, not rings.
        deck: The cards left to draw from.
        discards: The cards that are shuffled to draw on when those are exhausted.

    Rules: fire-10-fate, co-risk.
    """
    if not bases_lost or unit.kind in (*FIGURES, "mg", "horse_holders"):
        return field, ()
    drawing: list[tuple[Companion, Unit]] = [
        (kind, other)
        for kind in ORDER_OF_FATE
        for other in _accompanying(field, unit, kind)
        for _ in range(other.bases - other.pinned if kind == "mg" else 1)
    ]
    if not drawing:
        return field, ()
    request = FateRequest(
        bases_lost=bases_lost, companions=tuple(kind for kind, _ in drawing), deck=deck, discards=discards
    )
    outcome = umpire.resolve(request, f"fate of those with {unit.name}")
    fates: dict[str, list[Fate]] = {}
    for (_, other), fate in zip(drawing, outcome.fates, strict=True):
        fates.setdefault(other.name, []).append(fate)
    for other_name, found in fates.items():
        field = _with_fate(field, field.unit(other_name), found)
    return field, outcome.cards


def settle_fate_alone(
    umpire: Umpire[Options], field: Field, name: str, markers: int, *, deck: Cards, discards: Cards
) -> tuple[Field, Cards]:
    """Draw for an MG company in whose square no other unit can fight, once its markers are settled.

    Args:
        umpire: The umpire.
        field: The field after its casualties.
        name: The MG company.
        markers: The markers that it has just settled.
        deck: The cards left to draw from.
        discards: The cards that are shuffled to draw on when those are exhausted.

    Returns:
        The field and the cards drawn.

    Rules: fire-10-mg-alone.
    """
    mg = field.unit(name)
    if mg.kind != "mg" or not markers or not is_on_table(mg) or has_company(field, mg):
        return field, ()
    request = FateRequest(lone_mg_bases=mg.bases, lone_mg_hits=markers, deck=deck, discards=discards)
    outcome = umpire.resolve(request, f"fate of {name} alone")
    return _with_fate(field, mg, outcome.fates), outcome.cards


def save_guns(umpire: Umpire[Options], field: Field, name: str) -> tuple[Field, tuple[str, ...]]:
    """See which companions of a unit that begins to retreat go with it, and remove the MGs that are lost.

    Each MG company that keeps with it has a die, tchankas need none.

    Args:
        umpire: The umpire.
        field: The field before the retreat.
        name: The unit that retreats.

    Returns:
        The field, and the names of those who go with the unit.

    Rules: mg-save, mg-activation, tchanka-activation.
    """
    going: list[str] = []
    for unit in field.on_table:
        if unit.accompanies != name or unit.kind not in COMPANIONS:
            continue
        if unit.kind == "mg" and not umpire.resolve(MgSaveRequest(bases=unit.bases), f"guns of {unit.name}").saved:
            field = without(field, unit.name)
        else:
            going.append(unit.name)
    return field, tuple(going)


def has_company(field: Field, unit: Unit) -> bool:
    """Return whether a friend that can fight, other than an MG company, is in the square of MGs or a figure.

    Rules: move-overrun-helpless, fire-10-mg-alone.
    """
    return any(
        other.kind not in (*FIGURES, "mg", "horse_holders") and other.name != unit.name
        for other in field.at(where(unit))
    )


def with_losses(field: Field, unit: Unit) -> Field:
    """Return the field with a unit after losses; one without bases is removed."""
    return field.with_units(unit) if unit.bases else without(field.with_units(evolve(unit, bases=1)), unit.name)


def without(field: Field, name: str) -> Field:
    """Return the field without a unit: it stays listed, with no bases and in no square, and its horses go with it.

    Units aboard a train are lost with it. Horse holders are a base of their regiment, which loses it.

    Rules: fire-9-casualties, train-5-carrying, mounted-3-dismounted.
    """
    horses = field.unit(name)
    if horses.kind == "horse_holders" and horses.bases:
        regiment = field.unit(horses.accompanies)
        if regiment.bases:
            left = evolve(regiment, bases=regiment.bases - 1, bases_removed=regiment.bases_removed + 1)
            return with_losses(field.with_units(removed(horses)), left)
    gone = [
        unit
        for unit in field.units
        if unit.name == name
        or (unit.kind == "horse_holders" and unit.accompanies == name)
        or (unit.carried_by == name and unit.bases)
    ]
    return field.with_units(*(removed(unit) for unit in gone))


def removed(unit: Unit) -> Unit:
    """Return a unit as it is once it is destroyed."""
    return evolve(
        unit,
        square=None,
        bases=0,
        state="steady",
        markers=0,
        marker_weapons=(),
        rings=0,
        pinned=0,
        carried_by="",
        this_turn=evolve(unit.this_turn, is_over=True, holds_fire=False),
    )


def _settle_train(  # noqa: PLR0917 - a part of settle_markers
    umpire: Umpire[Options], field: Field, unit: Unit, cleared: Unit, deck: Cards, discards: Cards
) -> Settled:
    request = TrainHitsRequest(
        rings=unit.rings, marker_weapons=unit.marker_weapons, idle=unit.idle, deck=deck, discards=discards
    )
    outcome = umpire.resolve(request, f"hits on {unit.name}")
    after = evolve(cleared, rings=outcome.rings, must_retreat=unit.must_retreat or outcome.must_retreat)
    return Settled(
        field=field.with_units(after),
        has_suffered=outcome.rings_added > 0,
        markers=unit.markers,
        cards=outcome.cards,
    )


def _settle_vehicle(  # noqa: PLR0917 - a part of settle_markers
    umpire: Umpire[Options],
    field: Field,
    unit: Unit,
    cleared: Unit,
    deck: Cards,
    discards: Cards,
    *,
    has_card_in_play: bool,
) -> Settled:
    kind: Any = unit.kind
    held = () if kind == "tchanka" else unit.this_turn.cards
    request = VehicleHitsRequest(
        kind=kind,
        bases=unit.bases,
        rings=unit.rings,
        marker_weapons=unit.marker_weapons,
        card_in_play=has_card_in_play,
        unplayed_cards=len(held),
        deck=deck,
        discards=discards,
        **posture(field, unit),
    )
    outcome = umpire.resolve(request, f"hits on {unit.name}")
    kept = len(held) - outcome.unplayed_cards_lost
    after = evolve(
        cleared,
        bases=outcome.bases,
        rings=outcome.rings,
        bases_removed=unit.bases_removed + outcome.bases_lost,
        must_retreat=unit.must_retreat or outcome.must_retreat,
        is_pinned=unit.is_pinned or outcome.pinned,
        this_turn=evolve(
            unit.this_turn,
            cards=unit.this_turn.cards if kind == "tchanka" else held[:kept],
            was_pinned=unit.this_turn.was_pinned or outcome.pinned,
        ),
    )
    return Settled(
        field=with_losses(field, after),
        bases_lost=outcome.bases_lost,
        has_suffered=outcome.has_suffered,
        markers=unit.markers,
        card_in_play_lost=outcome.card_in_play_lost,
        cards=outcome.cards,
        cards_lost=held[kept:],
    )


def _accompanying(field: Field, unit: Unit, kind: Companion) -> list[Unit]:
    found = field.at(where(unit))
    match kind:
        case "co":
            return [one for one in found if one.name == unit.commander and not one.pinned]
        case "mg":
            return [one for one in found if one.kind == "mg" and one.bases > one.pinned and has_fired(field, one)]
        case _:
            return [one for one in found if one.kind == kind]


def has_fired(field: Field, unit: Unit) -> bool:
    """Return whether a unit has fired since the beginning of its latest activation, in this turn or the last.

    Rules: fire-10-fate.
    """
    return not unit.idle and unit.fired_in >= max(1, field.turn - 1)


def _with_fate(field: Field, unit: Unit, fates: list[Fate] | tuple[Fate, ...]) -> Field:
    gone, pinned = fates.count("removed"), fates.count("pinned")
    bases = unit.bases - gone
    if bases <= 0:
        return without(field, unit.name)
    if unit.kind == "mg":
        # A company alone is pinned as a whole by any one card.
        down = min(bases, unit.pinned + pinned)
        removed_bases = unit.bases_removed + gone
    else:
        down, removed_bases = min(1, unit.pinned + pinned), unit.bases_removed
    this_turn = evolve(unit.this_turn, was_pinned=unit.this_turn.was_pinned or pinned > 0)
    return field.with_units(evolve(unit, bases=bases, bases_removed=removed_bases, pinned=down, this_turn=this_turn))
