"""The activation of an armoured train."""

from __future__ import annotations

from rcw_rules.kernel.geometry.squares import Square
from rcw_rules.kernel.values import evolve
from rcw_rules.red_square.activation.choices import (
    BOARDS,
    DESTINATION,
    TRAIN_ACTION,
    UNLOADS_AT,
    Destination,
    Situation,
)
from rcw_rules.red_square.activation.fire import fire, hold_fire, in_view, spotters_for
from rcw_rules.red_square.activation.state import Progress
from rcw_rules.red_square.activation.units import shooting_of
from rcw_rules.red_square.ground import where
from rcw_rules.red_square.model import RINGS_THAT_DAMAGE, RINGS_THAT_DISABLE
from rcw_rules.red_square.movement import RetreatRequest
from rcw_rules.red_square.trains import EMERGES, BoardingRequest, RailMove, TrainAction, actions_of, rail_moves
from rcw_rules.red_square.units import entry_objections


def act_as_train(progress: Progress, name: str) -> None:
    """Let a train act on its score: go back if it must, else fire, move along its rails, load or unload.

    Rules: train-3-movement, train-5-carrying, train-6-retreat, train-7-hits.
    """
    train = progress.unit(name)
    if train.rings >= RINGS_THAT_DISABLE:
        progress.umpire.result("train-7-hits", "the train is disabled and does nothing")
        return
    if train.rings >= RINGS_THAT_DAMAGE or train.must_retreat or progress.band == "below0":
        if not train.this_turn.retreated:
            request = RetreatRequest(field=progress.right_field, unit=name, goes_on=False)
            progress.put(*progress.umpire.resolve(request, f"retreat of {name}").units)
        return
    progress.alter(name, idle=True, advancing=False)
    actions = _possible(progress, name)
    situation = Situation(field=progress.field, unit=progress.unit(name), band=progress.band, card=progress.card)
    action: TrainAction = progress.choose(TRAIN_ACTION, actions, situation)
    match action:
        case "fire":
            fire(progress, name, shooting_of(progress))
        case "hold_fire":
            hold_fire(progress, name)
        case "move":
            _move(progress, name, situation)
        case "unload" | "board":
            _load(progress, name, action, situation)
        case "nothing":
            progress.umpire.result("act-table", "{name} does nothing", name=name)


def _possible(progress: Progress, name: str) -> tuple[TrainAction, ...]:
    """Return what a train can really do of what it may."""
    train, field = progress.unit(name), progress.field
    aboard = [unit for unit in field.units if unit.carried_by == name and unit.bases]
    done = train.this_turn
    may = actions_of(
        progress.band,
        has_moved=done.moved,
        has_acted=done.fired,
        carries=aboard[0].kind if aboard else None,
    )
    seen = in_view(progress, name, shooting_of(progress))
    possible: dict[TrainAction, bool] = {
        "fire": bool(seen.eligible) or bool(spotters_for(progress, name, shooting_of(progress))),
        "hold_fire": not seen.observed,
        "move": "move" in may and bool(_moves(progress, name)),
        "unload": "unload" in may and bool(_squares_to_unload(progress, name)),
        "board": "board" in may and bool(_waiting(progress, name)),
    }
    found: list[TrainAction] = [action for action in may if possible[action]]
    # A unit with an observed target that does not move must fire (fire-2-must-fire).
    if not (seen.observed and "fire" in found):
        found.append("nothing")
    return tuple(found)


def _moves(progress: Progress, name: str) -> tuple[RailMove, ...]:
    """Return where a train may go: next to the enemy only after a test.

    Rules: train-3-movement, turn-5-test-needed.
    """
    options, occupancy = progress.umpire.options, progress.umpire.charts["occupancy"]
    moves = rail_moves(progress.field, progress.unit(name), occupancy, hq_is_no_enemy=options.hq_is_no_enemy)
    return tuple(move for move in moves if progress.band != "automatic" or not move.near_enemy)


def _move(progress: Progress, name: str, situation: Situation) -> None:
    ways = tuple(
        Destination(square=move.path[-1], facing=move.facing, formation=None, actions=())
        for move in _moves(progress, name)
    )
    chosen = progress.choose(DESTINATION, ways, situation)
    progress.umpire.result("train-3-movement", "{name} goes to {to}", name=name, to=str(chosen))
    progress.alter(name, square=chosen.square, facing=chosen.facing, idle=False)
    progress.alter_turn(name, moved=True)


def _squares_to_unload(progress: Progress, name: str) -> tuple[Square, ...]:
    """Return the squares next to a train in which the unit that it carries can get off.

    Rules: train-5-carrying, occ-table.
    """
    field = progress.field
    unit = next(one for one in field.units if one.carried_by == name and one.bases)
    chart = progress.umpire.charts["occupancy"]
    return tuple(
        square
        for square in field.board.grid.neighbours(where(progress.unit(name)))
        if not entry_objections(field, evolve(unit, formation=EMERGES[unit.kind]), square, chart)
    )


def _waiting(progress: Progress, name: str) -> tuple[str, ...]:
    """Return the units that could go aboard a train.

    Rules: train-5-carrying.
    """
    field, train = progress.field, progress.unit(name)
    return tuple(
        unit.name
        for unit in field.of(train.side)
        if unit.kind in EMERGES
        and unit.formation == EMERGES[unit.kind]
        and unit.is_steady
        and not unit.this_turn.activations
        and not unit.this_turn.is_over
        and field.distance(train, unit) <= 1
    )


def _load(progress: Progress, name: str, action: TrainAction, situation: Situation) -> None:
    field, train = progress.field, progress.unit(name)
    if action == "unload":
        unit = next(one for one in field.units if one.carried_by == name and one.bases)
        squares = _squares_to_unload(progress, name)
        square = progress.choose(UNLOADS_AT, squares, situation)
        facing = field.board.grid.direction(where(train), square)
        request = BoardingRequest(
            field=field, train=name, unit=unit.name, square=square, facing=facing, band=progress.band
        )
    else:
        unit = field.unit(progress.choose(BOARDS, _waiting(progress, name), situation))
        request = BoardingRequest(field=field, train=name, unit=unit.name, band=progress.band)
    outcome = progress.umpire.resolve(request, f"loading of {name}")
    progress.put(outcome.train, outcome.unit)
