"""The action of one activated unit: its order, then what its owner chooses to do."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any, Literal

from attrs import fields, frozen

from rcw_rules.kernel.geometry.reports import Aspect
from rcw_rules.kernel.geometry.squares import Square
from rcw_rules.kernel.values import evolve
from rcw_rules.red_square.activation.choices import (
    ACTIVITY,
    DESTINATION,
    DESTINATION_SQUARE,
    FIGURE_SQUARE,
    FIRES_AFTER_MOVE,
    MOST_DESTINATIONS,
    NEW_ORDER,
    Activity,
    Destination,
    Reach,
    Situation,
    told_apart,
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
from rcw_rules.red_square.activation.paths import path_for
from rcw_rules.red_square.activation.state import Progress
from rcw_rules.red_square.cards import BogRequest, PermittedAction
from rcw_rules.red_square.ground import (
    aspect_of,
    in_arc,
    is_building,
    is_on_table,
    is_wood,
    known_enemies,
    ranges_from,
    where,
)
from rcw_rules.red_square.model import COMPANIONS, GOOD_BANDS, ORDERED, Formation, Order, Unit
from rcw_rules.red_square.movement import (
    FerryAcross,
    MoveTerms,
    Step,
    WholeMove,
    bogging_moves,
    ferry_moves,
    move_terms,
    whole_moves,
)
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
    """A unit with the enemies that it knows of, and the moves that it could make, on what terms.

    Attributes:
        unit: The unit.
        request: The question what its order demands of it.
        terms: On what terms it moves.
        moves: Its moves.
        crossings: Those by a ferry.
        attempts: Those of a tank on which it bogs.
    """

    unit: Unit
    request: OrderLegalityRequest
    terms: MoveTerms
    moves: tuple[WholeMove, ...] = ()
    crossings: tuple[WholeMove, ...] = ()
    attempts: tuple[WholeMove, ...] = ()


def _view(progress: Progress, name: str, permitted: tuple[PermittedAction, ...], *, ignores_spades: bool) -> _View:
    unit, field = progress.unit(name), progress.field
    terms = move_terms(progress.umpire, band=progress.band, suit=progress.suit, ignores_spades=ignores_spades)
    moves: tuple[WholeMove, ...] = ()
    if {"move", "change_formation"} & set(permitted) and name not in progress.freed:
        moves = whole_moves(field, unit, terms)
    may_step = "move" in permitted and name not in progress.freed
    observed = {target.name for target in in_view(progress, name, shooting_of(progress)).observed}
    grid, square = field.board.grid, where(unit)
    known = known_enemies(field, unit.side)
    enemies = tuple(
        KnownEnemy(
            range=field.distance(unit, enemy),
            aspect=aspect_of(grid, enemy, square),
            in_open=field.cover_of(enemy) == "none",
            in_arc=in_arc(grid, square, unit.facing, where(enemy)),
            is_target=enemy.name in observed,
            was_broken=enemy.state in ("hiding", "retreating") and unit.fired_in >= max(1, field.turn - 1),
        )
        for enemy in known
    )
    nearest = min((enemy.range for enemy in enemies), default=0)
    ends = {move.square for move in moves}
    request = OrderLegalityRequest(
        kind=unit.kind,
        order=unit.order,
        formation=unit.formation,
        band=progress.band,
        enemies=enemies,
        can_come_nearer=any(
            min(map(ranges_from(field.board, where(enemy)).__getitem__, ends), default=nearest) < nearest
            for enemy in known
        ),
        can_change_formation=any(move.formation != unit.formation for move in moves),
    )
    return _View(
        unit=unit,
        request=request,
        terms=terms,
        moves=moves,
        crossings=ferry_moves(field, unit, terms) if may_step else (),
        attempts=bogging_moves(field, unit, terms) if may_step else (),
    )


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


def _allowed_moves(progress: Progress, view: _View, moves: tuple[WholeMove, ...]) -> tuple[WholeMove, ...]:
    """Return the moves that the order of a unit lets it make.

    Who goes to a ferry, or tries a step and bogs, is judged by the square to which that is meant to take it.

    Rules: orders-attack, orders-probe, orders-defend, orders-counter-attack.
    """
    unit, grid = view.unit, progress.field.board.grid
    if unit.kind in COMPANIONS or unit.kind not in ORDERED:
        return moves
    known = known_enemies(progress.field, unit.side)
    demand = demand_of(view.request)

    @cache
    def is_allowed(goal: Square | None, new_formation: Formation | None) -> bool:
        """Return whether it may go to a square, None for none, and change its formation."""
        actions: list[IntendedAction] = [] if goal is None else ["move"]
        if new_formation is not None:
            actions.append("change_formation")
        enemies = view.request.enemies
        if goal is not None:
            ranges = ranges_from(progress.field.board, goal)
            enemies = tuple(
                _as_seen_after(
                    one,
                    max(1, ranges[where(enemy)]),
                    aspect_of(grid, enemy, goal) if goal != where(enemy) else None,
                )
                for one, enemy in zip(enemies, known, strict=True)
            )
        request = evolve(
            view.request, actions=tuple(actions or ["wheel"]), new_formation=new_formation, enemies=enemies
        )
        return next(order_objections(request, demand), None) is None

    allowed: list[WholeMove] = []
    for move in moves:
        goal = _goal_of(progress, unit, move)
        stepped = goal != where(unit) or move.has_stepped
        if is_allowed(goal if stepped else None, move.formation if move.formation != unit.formation else None):
            allowed.append(move)
    return tuple(allowed)


@lru_cache(maxsize=4096)
def _as_seen_after(enemy: KnownEnemy, squares: int, aspect: Aspect | None) -> KnownEnemy:
    return evolve(enemy, range_after=squares, aspect_after=aspect)


def _goal_of(progress: Progress, unit: Unit, move: WholeMove) -> Square:
    """Return the square where a move ends, or to which a ferry or a step that is not made is meant to take a unit."""
    last = move.actions[-1]
    if isinstance(last, FerryAcross):
        return progress.field.board.grid.neighbour(where(unit), last.to) or move.square
    if isinstance(last, Step) and move.bogged:
        return progress.field.board.grid.neighbour(move.square, last.to) or move.square
    return move.square


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
    ways_out = _out_of_the_fire(progress, view)
    view = evolve(
        view,
        moves=ways_out or _allowed_moves(progress, view, view.moves),
        crossings=_allowed_moves(progress, view, view.crossings),
        attempts=_allowed_moves(progress, view, view.attempts),
    )
    activities: tuple[Activity, ...] = ("move",)
    if not ways_out and not (view.moves and _has_lost_touch(progress, view.unit)):
        activities = _activities(progress, view, permitted)
    situation = Situation(
        field=progress.field,
        unit=progress.unit(name),
        band=progress.band,
        card=progress.card,
        demand=demand.demand if view.unit.kind in ORDERED else "nothing",
        formation=demand.formation,
    )
    _do(progress, view, progress.choose(ACTIVITY, activities, situation), situation)


def _activities(progress: Progress, view: _View, permitted: tuple[PermittedAction, ...]) -> tuple[Activity, ...]:
    """Return everything that a unit may do, in a fixed order; "nothing" where there is nothing else.

    What no default chooses comes last: a ferry, and a step in which a tank bogs.

    Rules: act-table, fire-2-must-fire, artpos-run-up, artpos-three-turns, terrain-water, move-bog.
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
    if view.moves:
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
    allowed = allowed or ["nothing"]
    if view.crossings:
        allowed.append("take_ferry")
    if view.attempts:
        allowed.append("try_closed")
    return tuple(allowed)


def _do(progress: Progress, view: _View, activity: Activity, situation: Situation) -> None:
    name = view.unit.name
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
            _move(progress, view, situation)
        case "take_ferry":
            _take_ferry(progress, view, situation)
        case "try_closed":
            _try_closed(progress, view, situation)
        case "nothing":
            progress.umpire.result("act-table", "{name} does nothing", name=name)


def _move(progress: Progress, view: _View, situation: Situation) -> None:
    name = view.unit.name
    chosen, move = _destination(progress, view.moves, situation)
    course = path_for(progress, move, situation)
    progress.umpire.result("move-table", "{name} moves to {to}", name=name, to=str(chosen))
    moved = make_move(progress, name, course)
    if not moved.is_over:
        _fire_afterwards(progress, name, moved)


def _destination(
    progress: Progress, moves: tuple[WholeMove, ...], situation: Situation
) -> tuple[Destination, WholeMove]:
    """Return where the owner of a unit has it go, and the move."""
    ways = told_apart(
        {
            Destination(square=move.square, facing=move.facing, formation=move.formation, actions=move.actions): move
            for move in moves
        }
    )
    chosen = choose_destination(progress, tuple(ways), situation)
    return chosen, ways[chosen]


def choose_destination(progress: Progress, destinations: tuple[Destination, ...], situation: Situation) -> Destination:
    """Return where the owner of a unit has it go: asked for the square first where there are too many.

    Rules: move-table.
    """
    if len(destinations) > MOST_DESTINATIONS:
        squares = tuple(dict.fromkeys(one.square for one in destinations))
        told = {field.name: getattr(situation, field.name) for field in fields(Situation)}
        square = progress.choose(DESTINATION_SQUARE, squares, Reach(**told, destinations=destinations))
        destinations = tuple(one for one in destinations if one.square == square)
    return progress.choose(DESTINATION, destinations, situation)


def _take_ferry(progress: Progress, view: _View, situation: Situation) -> None:
    """Let a unit go to a ferry, or be put across by it; either is all that it does in the turn.

    Rules: terrain-water.
    """
    unit = view.unit
    _, move = _destination(progress, view.crossings, situation)
    goal = _goal_of(progress, unit, move)
    does = "is put across by the ferry" if move.square == goal else "goes to the ferry"
    progress.umpire.result("terrain-water", "{name} {does} to {to}", name=unit.name, does=does, to=str(goal))
    make_move(progress, unit.name, move.course)


def _try_closed(progress: Progress, view: _View, situation: Situation) -> None:
    """Let a tank try a step in closed terrain on a SPADE: it bogs, and may still fire, as it has not made the step.

    Rules: move-bog.
    """
    unit = view.unit
    kind: Any = unit.kind
    _, move = _destination(progress, view.attempts, situation)
    goal = str(_goal_of(progress, unit, move))
    progress.umpire.result("move-bog", "{name} tries to enter {square}", name=unit.name, square=goal)
    moved = make_move(progress, unit.name, move.course) if move.course.legs else Moved()
    if moved.is_over:
        return
    request = BogRequest(kind=kind, card=progress.card, tries_closed_step=True)
    progress.alter(unit.name, bogged=progress.umpire.resolve(request, f"bogging of {unit.name}").bogged)
    _fire_afterwards(progress, unit.name, moved)


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
    if _goes_by_ferry(progress, figure, terms):
        return
    ways = {move.square: move for move in whole_moves(progress.field, figure, terms)}
    ways.pop(where(figure), None)
    squares = (where(figure), *ways)
    situation = Situation(field=progress.field, unit=figure, band=progress.band, card=progress.card)
    chosen = progress.choose(FIGURE_SQUARE, squares, situation)
    if chosen != where(figure):
        progress.alter(name, square=chosen, idle=False)
        progress.alter_turn(name, moved=True)


def _goes_by_ferry(progress: Progress, figure: Unit, terms: MoveTerms) -> bool:
    """Let a figure beside a ferry go to it or be put across, if its owner wants, and return whether it does.

    Rules: terrain-water.
    """
    crossings = ferry_moves(progress.field, figure, terms)
    if not crossings:
        return False
    situation = Situation(field=progress.field, unit=figure, band=progress.band, card=progress.card)
    activities: tuple[Activity, ...] = ("move", "take_ferry")
    if progress.umpire.choose(ACTIVITY, activities, situation) == "move":
        return False
    _, move = _destination(progress, crossings, situation)
    progress.put(move.course.legs[-1].unit)
    return True
