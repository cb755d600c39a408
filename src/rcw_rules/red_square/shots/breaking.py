"""Units that break at once, under more hits than any score could survive, and their retreat."""

from __future__ import annotations

from typing import Any

from attrs import frozen

from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.values import evolve
from rcw_rules.red_square.cards import ActivationResultRequest, Pile
from rcw_rules.red_square.fire import ShockCheckRequest, save_guns, settle_fate, settle_markers
from rcw_rules.red_square.ground import Field, is_on_table
from rcw_rules.red_square.model import RED_ONLY, RINGS_THAT_DAMAGE, RINGS_THAT_DISABLE, Unit
from rcw_rules.red_square.movement import RetreatRequest
from rcw_rules.red_square.options import Options

BELOW_0 = -1


@frozen(kw_only=True)
class Broken:
    """The result for a unit that might break.

    Attributes:
        field: The field afterwards.
        pile: The cards that are left to draw from.
        broke: Whether it broke.
    """

    field: Field
    pile: Pile
    broke: bool = False


def break_if_shaken(umpire: Umpire[Options], field: Field, name: str, pile: Pile) -> Broken:
    """See whether a unit breaks, and if so settle its markers, draw for those with it, and let it retreat or hide.

    It acts no more in the turn and loses its cards; its group's others keep theirs.

    Args:
        umpire: The umpire.
        field: The field with the markers on the unit.
        name: The unit.
        pile: The cards left to draw from.

    Rules: fire-8-shock.
    """
    unit = field.unit(name)
    check = ShockCheckRequest(
        kind=unit.kind,
        quality=unit.quality,
        markers=unit.markers,
        bases_removed=unit.bases_removed,
        hid_last_turn=unit.hid_last_turn,
        rings=unit.rings,
    )
    if not umpire.resolve(check, f"nerve of {name}").breaks:
        return Broken(field=field, pile=pile)
    umpire.result("fire-8-shock", "{unit} breaks at once", unit=name)
    settled = settle_markers(umpire, field, name, **rest_of(pile))
    field, pile = settled.field, pile.after(settled.cards)
    field, drawn = settle_fate(umpire, field, unit, settled.bases_lost, **rest_of(pile))
    pile = pile.after(drawn)
    after = field.unit(name)
    if is_on_table(after):
        this_turn = evolve(after.this_turn, cards=(), is_over=True, holds_fire=False)
        field = field.with_units(evolve(after, this_turn=this_turn))
        on_reverse_slope = unit.hit_on_reverse_slope
        field = force(umpire, field, name, BELOW_0, suffered=settled.has_suffered, on_reverse_slope=on_reverse_slope)
    return Broken(field=field, pile=pile, broke=True)


def force(
    umpire: Umpire[Options],
    field: Field,
    name: str,
    score: int | None,
    *,
    suffered: bool,
    on_reverse_slope: bool = False,
) -> Field:
    """Let a steady unit do what its score or its damage forces on it: hide, retreat or nothing.

    A damaged vehicle or train goes back once, and is steady afterwards; a disabled train does not move.

    Args:
        umpire: The umpire.
        field: The field, the unit's markers settled.
        name: The unit.
        score: Its score; None for an activation without a test.
        suffered: Whether it has just lost a base or received a ring.
        on_reverse_slope: Whether it was hit from where it has a reverse slope for cover.

    Rules: act-hide, act-retreat, act-cavalry-under-2, act-artillery-small-arms, at-results, train-7-hits.
    """
    unit = field.unit(name)
    fails = score is not None and score < 0
    if unit.kind == "train":
        must_go = fails or unit.must_retreat or unit.rings >= RINGS_THAT_DAMAGE
        return begin_retreat(umpire, field, name) if must_go and unit.rings < RINGS_THAT_DISABLE else field
    kind: Any = unit.kind
    result = umpire.resolve(
        ActivationResultRequest(
            kind=kind,
            side=unit.side,
            quality=unit.quality,
            formation=unit.formation,
            score=score,
            state=unit.state,
            order=unit.order,
            under_fire=unit.under_fire or unit.under_small_arms,
            under_small_arms=unit.under_small_arms,
            in_cover=on_reverse_slope or field.cover_of(unit) != "none",
            has_suffered=suffered,
            political_help=has_political_help(field, unit),
            must_retreat=unit.must_retreat,
            broken_down=unit.broken_down,
            bogged=unit.bogged,
            is_pinned=unit.is_pinned,
        ),
        f"result for {name}",
    )
    if result.result == "hides":
        if umpire.options.driven_out_deducts:
            unit = evolve(unit, this_turn=evolve(unit.this_turn, hid=True))
        return field.with_units(evolve(unit, state="hiding"))
    if result.result == "stays":
        return field.with_units(evolve(unit, state="retreating"))
    goes_on = fails or not unit.must_retreat
    return begin_retreat(umpire, field, name, goes_on=goes_on) if result.result == "retreats" else field


def has_political_help(field: Field, unit: Unit) -> bool:
    """Return whether a CHEKA or Commissar of the Reds that is not pinned is in the square of a unit or next to it.

    Rules: art-9-cheka, turn-6-commissar, fire-10-fate.
    """
    return any(
        other.kind in RED_ONLY and not other.pinned and field.distance(unit, other) <= 1
        for other in field.of(unit.side)
    )


def begin_retreat(umpire: Umpire[Options], field: Field, name: str, *, goes_on: bool = True) -> Field:
    """Let a unit retreat with those of its companions that are saved; once in a turn.

    Args:
        umpire: The umpire.
        field: The field.
        name: The unit.
        goes_on: Whether it is in retreat afterwards until it rallies.

    Rules: act-retreat, mg-save.
    """
    if field.unit(name).this_turn.retreated:
        return field
    field, companions = save_guns(umpire, field, name)
    request = RetreatRequest(field=field, unit=name, companions=companions, goes_on=goes_on)
    return field.with_units(*umpire.resolve(request, f"retreat of {name}").units)


def rest_of(pile: Pile) -> dict[str, Any]:
    """Return the cards that a request names: those left to draw from, and the discards."""
    return {"deck": pile.deck, "discards": pile.discarded}
