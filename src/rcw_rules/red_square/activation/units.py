"""The action of one activated unit: its order, then what its owner chooses to do."""

from __future__ import annotations

from typing import Literal

from attrs import evolve, frozen

from rcw_rules.red_square.activation.choices import (
    ACTIVITY,
    DESTINATION,
    FIGURE_SQUARE,
    FIRES_AFTER_MOVE,
    NEW_ORDER,
    Activity,
    Destination,
    Situation,
)
from rcw_rules.red_square.activation.fire import (
    areas_for,
    dig,
    fire,
    fire_at_area,
    fronts_of,
    hold_fire,
    in_view,
    may_dig,
    replace_casualties,
    spotters_for,
    take_position,
)
from rcw_rules.red_square.activation.moves import Moved, make_move
from rcw_rules.red_square.activation.state import Progress
from rcw_rules.red_square.cards import PermittedAction
from rcw_rules.red_square.ground import aspect_of, is_building, is_on_table, is_wood, known_enemies, where
from rcw_rules.red_square.model import COMPANIONS, GOOD_BANDS, ORDERED, Order, Unit
from rcw_rules.red_square.movement import WholeMove, move_terms, whole_moves
from rcw_rules.red_square.shots import STAGES_TO_FIRE, Shooting
from rcw_rules.red_square.units import (
    IntendedAction,
    KnownEnemy,
    OrderLegalityRequest,
    OrderRollRequest,
    demand_of,
    order_objections,
)

ORDERS: tuple[Order, ...] = ("attack", "probe", "defend", "counter_attack")


def shooting_of(progress: Progress, moved: Moved | None = None) -> Shooting:
    """Return the circumstances in which a unit of this activation fires."""
    if moved is None:
        return Shooting(band=progress.band, card=progress.card)
    return Shooting(
        band=progress.band,
        card=progress.card,
        moved=moved.turned,
        stepped=moved.stepped,
        changed=moved.changed,
    )


# ---------------------------------------------------------------- orders


def receive_order(progress: Progress, name: str) -> None:
    """Let a headquarters that may command send a unit a new order.

    Rules: hq-order-roll, hq-activation, orders-required.
    """
    unit = progress.unit(name)
    hqs = [
        hq for hq in progress.field.of(unit.side) if hq.kind == "hq" and hq.this_turn.commanded and not hq.under_fire
    ]
    if not hqs or unit.kind not in ORDERED:
        return
    others: tuple[Order | Literal["keep"], ...] = tuple(order for order in ORDERS if order != unit.order)
    situation = Situation(field=progress.field, unit=unit, band=progress.band, card=progress.card)
    chosen = progress.umpire.choose(NEW_ORDER, ("keep", *others), situation)
    if chosen == "keep":
        return
    board, square = progress.field.board, where(unit)
    request = OrderRollRequest(
        distance=min(progress.field.distance(hq, unit) for hq in hqs),
        band=progress.band,
        under_fire=name in progress.under_fire,
        in_wood=is_wood(board, square),
        in_building=is_building(board, square),
    )
    if progress.umpire.resolve(request, f"new order for {name}").arrives:
        progress.umpire.result("hq-order-roll", "{name} is to {order}", name=name, order=chosen)
        progress.alter(name, order=chosen)


@frozen(kw_only=True)
class _View:
    """A unit with the enemies that it knows of, and the moves that it could make."""

    unit: Unit
    request: OrderLegalityRequest
    moves: tuple[WholeMove, ...]


def _view(progress: Progress, name: str, permitted: tuple[PermittedAction, ...], *, ignores_spades: bool) -> _View:
    unit, field = progress.unit(name), progress.field
    moves: tuple[WholeMove, ...] = ()
    if {"move", "change_formation"} & set(permitted) and name not in progress.freed:
        terms = move_terms(progress.umpire, band=progress.band, suit=progress.suit, ignores_spades=ignores_spades)
        moves = whole_moves(field, unit, terms)
    observed = {target.name for target in in_view(progress, name, shooting_of(progress)).observed}
    grid, square = field.board.grid, where(unit)
    known = known_enemies(field, unit.side)
    enemies = tuple(
        KnownEnemy(
            range=field.distance(unit, enemy),
            aspect=aspect_of(grid, enemy, square),
            in_open=field.cover_of(enemy) == "none",
            in_arc=grid.in_arc(square, unit.facing, where(enemy)),
            is_target=enemy.name in observed,
            was_broken=enemy.state in ("hiding", "retreating") and unit.fired_in >= max(1, field.turn - 1),
        )
        for enemy in known
    )
    nearest = min((enemy.range for enemy in enemies), default=0)
    squares = [where(enemy) for enemy in known]
    request = OrderLegalityRequest(
        kind=unit.kind,
        order=unit.order,
        formation=unit.formation,
        band=progress.band,
        enemies=enemies,
        can_come_nearer=any(grid.distance(move.square, enemy) < nearest for move in moves for enemy in squares),
        can_change_formation=any(move.formation != unit.formation for move in moves),
    )
    return _View(unit=unit, request=request, moves=moves)


def _is_allowed(view: _View, activity: Activity) -> bool:
    """Return whether the order of a unit lets it do something where it stands.

    Companions obey the order of their unit by keeping with it; only the fire that they owe binds them.

    Rules: orders-attack, orders-probe, orders-defend, orders-counter-attack, fire-2-must-fire.
    """
    actions: tuple[IntendedAction, ...] = {
        "fire": ("fire",),
        "fire_at_area": ("fire",),
        "hold_fire": ("hold_fire",),
        "dig_in": ("dig_in",),
        "replace_casualties": ("replace_casualties",),
        "run_up": ("move",),
        "place_platform": ("change_formation",),
    }.get(activity, ())  # type: ignore[assignment]  # texts of a Literal
    if activity in ("run_up", "place_platform"):
        return True
    if view.unit.kind in COMPANIONS:
        return "fire" in actions or "dig_in" in actions or not any(enemy.is_target for enemy in view.request.enemies)
    return next(order_objections(evolve(view.request, actions=actions)), None) is None


def _allowed_moves(progress: Progress, view: _View) -> tuple[WholeMove, ...]:
    """Return the moves that the order of a unit lets it make, and that leave its companions a place beside it.

    Rules: orders-attack, orders-probe, orders-defend, orders-counter-attack.
    """
    unit, grid = view.unit, progress.field.board.grid
    if unit.kind in COMPANIONS or unit.kind not in ORDERED:
        return view.moves
    known = known_enemies(progress.field, unit.side)
    allowed: list[WholeMove] = []
    for move in view.moves:
        stepped = any(leg.is_step for leg in move.course.legs)
        new_formation = move.formation if move.formation != unit.formation else None
        actions: list[IntendedAction] = ["move"] if stepped else []
        if new_formation is not None:
            actions.append("change_formation")
        if not actions:
            actions.append("wheel")
        enemies = view.request.enemies
        if stepped:
            enemies = tuple(
                evolve(
                    one,
                    range_after=max(1, grid.distance(move.square, where(enemy))),
                    aspect_after=aspect_of(grid, enemy, move.square) if move.square != where(enemy) else None,
                )
                for one, enemy in zip(enemies, known, strict=True)
            )
        request = evolve(view.request, actions=tuple(actions), new_formation=new_formation, enemies=enemies)
        if next(order_objections(request), None) is None:
            allowed.append(move)
    return tuple(allowed)


def _has_lost_touch(progress: Progress, unit: Unit) -> bool:
    """Return whether MGs or tchankas are neither with their unit nor beside it, so that they must follow if they can.

    Rules: mg-place-speed, tchanka-place.
    """
    head = progress.field.find(unit.accompanies) if unit.kind in COMPANIONS else None
    return head is not None and is_on_table(head) and progress.field.distance(unit, head) > 1


def _out_of_the_fire(progress: Progress, view: _View) -> tuple[WholeMove, ...]:
    """Return the moves that lead out of a burning square, whatever the order; none for a unit in no such square.

    Rules: art-buildings-fire.
    """
    square = where(view.unit)
    if square not in progress.field.burning:
        return ()
    return tuple(move for move in view.moves if move.square not in progress.field.burning)


# ---------------------------------------------------------------- the action


def act(progress: Progress, name: str, permitted: tuple[PermittedAction, ...], *, ignores_spades: bool = False) -> None:
    """Let a unit that nothing forces do what its owner decides.

    First a new order may reach it. Then its owner chooses among what the Activation Table, its formation and its order
    allow; with nothing else left it does nothing. A unit that moves may fire afterwards if the fire rules allow it.

    Args:
        progress: The activation.
        name: The unit.
        permitted: What the Activation Table lets it do.
        ignores_spades: Whether CHEKA or Commissar drive it on.

    Rules: act-table, fire-2-must-fire, fire-3-moving-infantry, orders-counter-attack.
    """
    progress.alter(name, idle=True, advancing=False)
    if "change_orders" in permitted:
        receive_order(progress, name)
    view = _view(progress, name, permitted, ignores_spades=ignores_spades)
    demand = demand_of(view.request)
    if demand.order != view.unit.order and view.unit.kind in ORDERED:
        progress.umpire.result("orders-counter-attack", "the counter attack of {name} is called for", name=name)
        progress.alter(name, order=demand.order)
        view = _view(progress, name, permitted, ignores_spades=ignores_spades)
    moves = _allowed_moves(progress, view)
    ways_out = _out_of_the_fire(progress, view)
    activities: tuple[Activity, ...] = ("move",)
    if ways_out:
        moves = ways_out
    elif not moves or not _has_lost_touch(progress, view.unit):
        activities = _activities(progress, view, permitted, moves)
    situation = Situation(
        field=progress.field,
        unit=progress.unit(name),
        band=progress.band,
        card=progress.card,
        demand=demand.demand if view.unit.kind in ORDERED else "nothing",
        formation=demand.formation,
    )
    _do(progress, name, progress.choose(ACTIVITY, activities, situation), situation, moves)


def _activities(
    progress: Progress, view: _View, permitted: tuple[PermittedAction, ...], moves: tuple[WholeMove, ...]
) -> tuple[Activity, ...]:
    """Return everything that a unit may do, in a fixed order; "nothing" where there is nothing else.

    Rules: act-table, fire-2-must-fire, artpos-run-up, artpos-three-turns.
    """
    name, shooting = view.unit.name, shooting_of(progress)
    found: list[Activity] = []
    fires = {"fire", "fire_wildly"} & set(permitted)
    is_good = progress.band in GOOD_BANDS
    if fires:
        seen = in_view(progress, name, shooting)
        if seen.eligible or spotters_for(progress, name, shooting):
            found.append("fire")
        if not seen.observed:
            found.append("hold_fire")
    if moves:
        found.append("move")
    if "dig_in" in permitted and may_dig(progress, name):
        found.append("dig_in")
    if "replace_casualties" in permitted and fronts_of(progress, name):
        found.append("replace_casualties")
    if view.unit.kind == "artillery" and is_good and view.unit.formation == "deployed":
        if view.unit.position == "semi_masked":
            found.append("run_up")
        is_due = 0 < view.unit.stage < STAGES_TO_FIRE and progress.field.turn > view.unit.stage_turn
        if view.unit.position == "masked" and is_due:
            found.append("place_platform")
    if "hold_fire" in found and areas_for(progress, name, shooting):  # with an observed target it fires at that
        found.append("fire_at_area")
    found.append("nothing")
    allowed: list[Activity] = [one for one in found if one == "move" or _is_allowed(view, one)]
    return tuple(allowed) if allowed else ("nothing",)


def _do(progress: Progress, name: str, activity: Activity, situation: Situation, moves: tuple[WholeMove, ...]) -> None:
    match activity:
        case "fire":
            fire(progress, name, shooting_of(progress))
        case "fire_at_area":
            fire_at_area(progress, name, shooting_of(progress))
        case "hold_fire":
            hold_fire(progress, name)
        case "dig_in":
            dig(progress, name)
        case "replace_casualties":
            replace_casualties(progress, name)
            _fire_afterwards(progress, name, Moved())
        case "run_up":
            take_position(progress, name, "run_up")
            progress.alter_turn(name, moved=True)
            _fire_afterwards(progress, name, Moved(turned=True))
        case "place_platform":
            take_position(progress, name, "place_platform")
        case "move":
            _move(progress, name, situation, moves)
        case "nothing":
            progress.umpire.result("act-table", "{name} does nothing", name=name)


def _move(progress: Progress, name: str, situation: Situation, moves: tuple[WholeMove, ...]) -> None:
    ways = {
        Destination(square=move.square, facing=move.facing, formation=move.formation, actions=move.actions): move
        for move in moves
    }
    chosen = progress.choose(DESTINATION, tuple(ways), situation)
    progress.umpire.result("move-table", "{name} moves to {to}", name=name, to=str(chosen))
    moved = make_move(progress, name, ways[chosen].course)
    if not moved.is_over:
        _fire_afterwards(progress, name, moved)


def _fire_afterwards(progress: Progress, name: str, moved: Moved) -> None:
    """Let a unit that has moved, changed formation or made good casualties fire, if it may.

    Rules: fire-3-moving-infantry, act-table.
    """
    if not progress.can_act(name):
        return
    shooting = shooting_of(progress, moved)
    if not in_view(progress, name, shooting).eligible:
        return
    situation = Situation(field=progress.field, unit=progress.unit(name), band=progress.band, card=progress.card)
    if progress.umpire.choose(FIRES_AFTER_MOVE, (True, False), situation):
        fire(progress, name, shooting)


# ---------------------------------------------------------------- those who go along


def move_figure(progress: Progress, name: str) -> None:
    """Let a CO, Commissar or CHEKA go along with those whose card was played.

    It goes anywhere within its rate, but not next to the enemy, since that takes a test. A CO goes along on each of its
    cards, other figures once a turn.

    Rules: move-table, occ-officers.
    """
    figure = progress.unit(name)
    has_gone = figure.this_turn.moved and figure.kind != "co"
    if not is_on_table(figure) or figure.pinned or has_gone:
        return
    terms = move_terms(progress.umpire, band="automatic", suit=progress.suit)
    ways = {move.square: move for move in whole_moves(progress.field, figure, terms)}
    ways.pop(where(figure), None)
    squares = (where(figure), *ways)
    situation = Situation(field=progress.field, unit=figure, band=progress.band, card=progress.card)
    chosen = progress.choose(FIGURE_SQUARE, squares, situation)
    if chosen != where(figure):
        progress.alter(name, square=chosen, idle=False)
        progress.alter_turn(name, moved=True)
