"""The tests of an activation: breakdown, score, markers, and what they force units to do."""

from __future__ import annotations

from typing import Any

from attrs import frozen

from rcw_rules.kernel.values import evolve
from rcw_rules.red_square.activation.choices import CLOSES, Situation
from rcw_rules.red_square.activation.fire import in_view, may_dig
from rcw_rules.red_square.activation.state import Progress
from rcw_rules.red_square.cards import (
    ActivationRequest,
    ActivationResultOutcome,
    ActivationResultRequest,
    BogRequest,
    RestartRequest,
    SpadeRequest,
)
from rcw_rules.red_square.fire import save_guns, settle_fate, settle_fate_alone, settle_markers
from rcw_rules.red_square.ground import is_on_table, where
from rcw_rules.red_square.model import COMPANIONS, TANKS, VEHICLES, Unit, enemy_of
from rcw_rules.red_square.movement import RetreatRequest, can_come_near, move_terms
from rcw_rules.red_square.shots import Shooting, break_if_shaken, has_political_help
from rcw_rules.red_square.trains import RailMove, rail_moves
from rcw_rules.red_square.units import entry_objections


@frozen(kw_only=True)
class Lost:
    """What settling its markers cost a unit.

    Attributes:
        has_suffered: Whether it lost a base or received a ring.
        on_reverse_slope: Whether it was hit from where it has a reverse slope for cover.
        card_lost: Whether it lost the card that it is being activated on.
    """

    has_suffered: bool = False
    on_reverse_slope: bool = False
    card_lost: bool = False


def start_engines(progress: Progress, name: str) -> None:
    """Restart a vehicle that broke down, let one break down on a spade, and free one that is bogged.

    A vehicle restarts at the first of two red cards. A breakdown is drawn for before anything else, unless an option
    has it drawn for when the cards are turned over; one that has broken down already draws no card. Getting free takes
    the movement of the activation.

    Rules: turn-6-restart, turn-6-spades-breakdown, move-unbog, opt-breakdown-when-turned.
    """
    unit = progress.unit(name)
    if unit.kind not in VEHICLES:
        return
    cards = (progress.card, *unit.this_turn.cards)
    if unit.broken_down and len(cards) == 2:
        restarted = progress.umpire.resolve(RestartRequest(cards=cards), f"restart of {name}").restarts
        progress.alter(name, broken_down=not restarted)
    is_drawn_here = not progress.umpire.options.breakdown_when_turned
    if progress.suit == "S" and is_drawn_here and not progress.unit(name).broken_down:
        request = SpadeRequest(kind=unit.kind, side=unit.side, quality=unit.quality, **progress.cards)
        outcome = progress.umpire.resolve(request, f"breakdown of {name}")
        progress.drew(outcome.cards)
        progress.alter(name, broken_down=outcome.broken_down)
    if unit.bogged and unit.kind in TANKS and progress.card:
        tank: Any = unit.kind
        request_to_free = BogRequest(kind=tank, card=progress.card, bogged=True)
        outcome_of_it = progress.umpire.resolve(request_to_free, f"freeing of {name}")
        progress.alter(name, bogged=outcome_of_it.bogged)
        if not outcome_of_it.bogged:
            progress.freed.add(name)


def test(progress: Progress, names: tuple[str, ...], group: tuple[str, ...], commander: str) -> int | None:
    """Activate a unit or group, test it if need be, and return its score; None without a test.

    Where nothing else makes a test necessary, the owner says of each unit that could go next to the enemy whether it
    will; one that will makes all of them test.

    Args:
        progress: The activation.
        names: Those who act.
        group: All whom the card is for. Those who used their share of it before count with an option only.
        commander: The name of the CO whose card it is; "" for none.

    Rules: turn-5-test-needed, turn-5-group-score, co-extra-die, co-scope, opt-spent-members.
    """
    counted = names
    if progress.umpire.options.spent_members_count and names != group:
        counted = tuple(name for name in group if name in names or is_on_table(progress.unit(name)))
        progress.umpire.ruling("spent_members_count")
    units = [progress.unit(name) for name in counted]
    officer = progress.field.find(commander) if commander else None
    request = ActivationRequest(
        battalions=len(units),
        elite=sum(unit.quality == "elite" for unit in units),
        poor=sum(unit.quality == "poor" for unit in units),
        markers=sum(unit.markers for unit in units),
        bases_removed=sum(unit.bases_removed for unit in units),
        hid_last_turn=sum(unit.hid_last_turn for unit in units),
        rings=sum(unit.rings for unit in units),
        broken=any(unit.state in ("hiding", "retreating", "off_table") for unit in units),
        co_present=officer is not None and is_on_table(officer) and not officer.pinned,
    )
    if not (request.markers or request.bases_removed or request.rings or request.broken):
        request = evolve(request, enters_enemy_adjacent=any(_closes(progress, progress.unit(name)) for name in names))
    purpose = f"activation of {commander or names[0]}"
    outcome = progress.umpire.resolve(request, purpose)
    progress.band = outcome.band
    return outcome.score


def _closes(progress: Progress, unit: Unit) -> bool:
    """Return whether a unit means to go next to the enemy, as its owner says if it could.

    Rules: turn-5-test-needed.
    """
    field = progress.field
    if unit.kind == "train":
        can_close = any(move.near_enemy for move in _rail_moves(progress, unit))
    else:
        terms = move_terms(progress.umpire, band="2+", suit=progress.suit)
        reach = max(max(rates) for _, rates in terms.rates) + 1
        near = any(field.distance(unit, enemy) <= reach for enemy in field.of(enemy_of(unit.side)))
        can_close = near and can_come_near(field, unit, terms)
    if not can_close:
        return False
    situation = Situation(field=field, unit=unit, band="automatic", card=progress.card)
    return progress.umpire.choose(CLOSES, (True, False), situation)


def _rail_moves(progress: Progress, train: Unit) -> tuple[RailMove, ...]:
    umpire = progress.umpire
    return rail_moves(progress.field, train, umpire.charts["occupancy"], hq_is_no_enemy=umpire.options.hq_is_no_enemy)


def settle(progress: Progress, names: tuple[str, ...]) -> dict[str, Lost]:
    """Settle the markers of units and then draw for those with them, each in the order of the rosters.

    Rules: fire-8-accumulate, fire-9-casualties, at-procedure, fire-10-fate, fire-10-mg-alone.
    """
    in_order = [unit for unit in progress.field.units if unit.name in names and is_on_table(unit)]
    lost: dict[str, Lost] = {}
    bases: dict[str, int] = {}
    markers: dict[str, int] = {}
    for unit in in_order:
        has_card = unit.kind in VEHICLES and progress.card != ""
        settled = settle_markers(
            progress.umpire, progress.field, unit.name, has_card_in_play=has_card, **progress.cards
        )
        progress.field = settled.field
        progress.drew(settled.cards)
        bases[unit.name], markers[unit.name] = settled.bases_lost, settled.markers
        lost[unit.name] = Lost(
            has_suffered=settled.has_suffered,
            on_reverse_slope=unit.hit_on_reverse_slope,
            card_lost=settled.card_in_play_lost,
        )
    for unit in in_order:
        progress.field, drawn = settle_fate(progress.umpire, progress.field, unit, bases[unit.name], **progress.cards)
        progress.drew(drawn)
        progress.field, drawn = settle_fate_alone(
            progress.umpire, progress.field, unit.name, markers[unit.name], **progress.cards
        )
        progress.drew(drawn)
    return lost


def result_for(
    progress: Progress, name: str, score: int | None, lost: Lost, *, ignores_spades: bool = False
) -> ActivationResultOutcome:
    """Return what a unit must or may do on its score.

    Rules: act-table.
    """
    unit = progress.unit(name)
    kind: Any = unit.kind
    off_table = unit.state == "off_table"
    shooting = Shooting(band=progress.band, card=progress.card)
    has_target = not off_table and bool(in_view(progress, name, shooting).observed)
    request = ActivationResultRequest(
        unit="" if unit.is_steady else name,
        kind=kind,
        side=unit.side,
        quality=unit.quality,
        formation=unit.formation,
        score=score,
        state=unit.state,
        order=unit.order,
        card=progress.card,
        under_fire=unit.under_fire or unit.under_small_arms,
        under_small_arms=unit.under_small_arms,
        in_cover=not off_table and (progress.field.cover_of(unit) != "none" or lost.on_reverse_slope),
        has_suffered=lost.has_suffered,
        political_help=not off_table and has_political_help(progress.field, unit),
        ignores_spades=ignores_spades,
        has_target=has_target,
        may_dig=not off_table and may_dig(progress, name),
        must_retreat=unit.must_retreat,
        broken_down=unit.broken_down,
        bogged=unit.bogged,
        is_pinned=unit.is_pinned,
        **progress.cards,
    )
    outcome = progress.umpire.resolve(request, f"result for {name}")
    progress.drew(outcome.cards)
    if outcome.order != unit.order and unit.order is not None:
        progress.alter(name, order=outcome.order)
    return outcome


def drive_on(progress: Progress, name: str, *, wants_it: bool) -> bool:
    """Let CHEKA or Commissar drive poor infantry on, on a spade, and return whether it ignores the spade.

    The markers that this costs count from now on; if they are too many it breaks at once.

    Rules: turn-6-commissar, turn-6-spades-poor, fire-8-shock.
    """
    unit = progress.unit(name)
    request = SpadeRequest(
        kind=unit.kind,
        side=unit.side,
        quality=unit.quality,
        political_help=True,
        wants_it=wants_it,
        markers=unit.markers,
        bases_removed=unit.bases_removed,
        hid_last_turn=unit.hid_last_turn,
        **progress.cards,
    )
    outcome = progress.umpire.resolve(request, f"spade for {name}")
    progress.drew(outcome.cards)
    if outcome.markers:
        progress.alter(name, markers=unit.markers + outcome.markers)
        nerve = break_if_shaken(progress.umpire, progress.field, name, progress.pile)
        progress.field = nerve.field
        progress.drew(nerve.pile.told[len(progress.pile.told) :])
    return outcome.ignored


def is_driven(progress: Progress, name: str) -> bool:
    """Return whether CHEKA or Commissar could drive a unit on, on this card.

    Rules: turn-6-commissar.
    """
    unit = progress.unit(name)
    return (
        progress.suit == "S"
        and unit.kind == "infantry"
        and unit.quality == "poor"
        and is_on_table(unit)
        and has_political_help(progress.field, unit)
    )


def retreat(progress: Progress, names: tuple[str, ...]) -> None:
    """Let units retreat: first the guns of those who begin to are saved or lost, then each goes back, in order.

    Rules: mg-save, act-retreat, at-results.
    """
    going: dict[str, tuple[str, ...]] = {}
    for name in names:
        if progress.unit(name).state == "retreating":
            going[name] = progress.companions_of(name)
        else:
            progress.field, going[name] = save_guns(progress.umpire, progress.field, name)
    for name in names:
        unit = progress.unit(name)
        damaged = unit.must_retreat and progress.band != "below0"
        request = RetreatRequest(field=progress.right_field, unit=name, companions=going[name], goes_on=not damaged)
        outcome = progress.umpire.resolve(request, f"retreat of {name}")
        progress.put(*outcome.units)


def with_companions(progress: Progress, names: tuple[str, ...]) -> tuple[str, ...]:
    """Return units with the MGs and tchankas that keep with them, wherever those are."""
    return tuple(
        unit.name
        for unit in progress.field.units
        if unit.name in names or (unit.kind in COMPANIONS and unit.accompanies in names and unit.bases)
    )


def return_to_table(progress: Progress, name: str) -> None:
    """Put a unit that has rallied back on the table: where it left, or on the nearest square of the edge with room.

    It acts from the next turn on. Its MGs and tchankas come with it, or beside it.

    Rules: act-exit-table.
    """
    unit, field = progress.unit(name), progress.field
    edge = field.edge_of(unit.side)
    facing = field.inwards(unit.side)
    left_by = where(unit)
    squares = sorted(
        field.board.grid.edge(edge), key=lambda square: (field.board.grid.distance(square, left_by), square)
    )
    chart = progress.umpire.charts["occupancy"]
    back = [name, *(one.name for one in field.units if one.accompanies == name and one.state == "off_table")]
    for one in back:
        returning = evolve(progress.unit(one), state="rallying", facing=facing)
        free = [square for square in squares if not entry_objections(progress.field, returning, square, chart)]
        if not free:
            return
        this_turn = evolve(returning.this_turn, is_over=True)
        progress.put(evolve(returning, square=free[0], this_turn=this_turn))
        progress.umpire.result("act-exit-table", "{name} is back in {square}", name=one, square=str(free[0]))
