"""Moves of a whole game."""

from __future__ import annotations

from rcw_rules.directory.campaign import (
    CampaignState,
    Piece,
    RulebookProfile,
    after_march,
    after_move,
    after_ride,
    march_request,
    movement_request,
    plan_ride,
)
from rcw_rules.directory.game.actions import Move, Send
from rcw_rules.directory.game.occupation import Occupation, profile_of
from rcw_rules.directory.game.state import GameState
from rcw_rules.directory.game.telling import told_of
from rcw_rules.directory.game.ways import Ways
from rcw_rules.directory.movement import still_objection
from rcw_rules.directory.options import Options
from rcw_rules.kernel.citations import Verdict, forbidden
from rcw_rules.kernel.errors import IllegalRequestError
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.values import evolve
from rcw_rules.kernel.words import in_words


def profile_after_search(state: GameState) -> RulebookProfile:
    """Return the functions of the rulebook, where a search has judged stacking and zones of control already.

    Rules: miss-stacking-zoc.
    """

    def judged(campaign: CampaignState, what: object, where: object, /) -> bool:
        return True

    return evolve(profile_of(state.rulebook, state.board), stacking=judged, zoc=judged)


def _ways(umpire: Umpire[Options], state: GameState) -> Ways:
    return Ways(Occupation(state.campaign, state.board, state.rulebook), umpire.charts)


def moved(umpire: Umpire[Options], state: GameState, action: Move, events: list[str]) -> GameState:
    """Move a unit hex by hex.

    Raises:
        IllegalRequestError: There is no way, no room, or the way is too long.

    Rules: mov-cost, mov-kinds, miss-stacking-zoc, miss-map, dip-city-entry.
    """
    piece = state.campaign.piece(action.unit)
    ways = _ways(umpire, state)
    _require_hex(ways, piece, action.to)
    with told_of(f"{action.unit!r} from {piece.hex} to {action.to}"):
        _require_not_serving(piece)
        if not ways.is_on_foot(piece):
            message = f"{in_words(piece.counter.type)} cannot go hex by hex, or not after what it did in this phase"
            raise forbidden("mov-kinds", message)
        path = ways.walk(piece, action.to)
        _require_way(ways, piece, action.to, path)
        profile = profile_after_search(state)
        request = movement_request(state.campaign, profile, state.board, piece, path or ())
        umpire.resolve(request, f"move of {action.unit}")
        after = after_move(state.campaign, profile, state.board, piece, path or (), movement="ordinary")
    events.append(_went(piece, path or (), ""))
    return state.went(after, "destroyed")


def rode(umpire: Umpire[Options], state: GameState, action: Send, events: list[str]) -> GameState:
    """Move a unit by naval, water or rail movement.

    Raises:
        IllegalRequestError: There is no way, no room, no base, or the way is too long.

    Rules: mov-naval, mov-water, mov-rail, mov-base, mov-kinds, miss-stacking-zoc, miss-map, dip-city-entry.
    """
    piece = state.campaign.piece(action.unit)
    ways = _ways(umpire, state)
    _require_hex(ways, piece, action.to)
    with told_of(f"{action.unit!r} by {action.mode} from {piece.hex} to {action.to}"):
        _require_not_serving(piece)
        if action.mode not in ways.modes(piece):
            message = f"{in_words(piece.counter.type)} cannot go so, or not after what it did in this phase"
            raise forbidden("mov-kinds", message)
        path = ways.ride(piece, action.mode, action.to)
        _require_way(ways, piece, action.to, path)
        if not ways.may_stop(piece, action.to):
            raise forbidden("mov-kinds", "a unit that goes hex by hex does not stop at open sea")
        profile = profile_after_search(state)
        plan = plan_ride(state.campaign, profile, state.board, piece, path or (), mode=action.mode)
        outcome = umpire.resolve(plan.request, f"ride of {action.unit}")
        after = after_ride(state.campaign, profile, state.board, plan, outcome)
    events.append(_went(piece, path or (), f" by {action.mode}"))
    return state.went(after, "destroyed")


def marched(umpire: Umpire[Options], state: GameState, name: str, events: list[str]) -> GameState:
    """Roll for the forced march of a unit.

    Rules: fm-per-unit, fm-al, fm-ma.
    """
    piece = state.campaign.piece(name)
    with told_of(f"{name!r} in {piece.hex}"):
        request = march_request(piece)
        outcome = umpire.resolve(request, f"forced march of {name}")
    after = after_march(state.campaign, piece, outcome)
    events.append(
        f"{name} is lost on a forced march."
        if outcome.removed
        else f"{name} may go {outcome.allowance} hexes on a forced march."
    )
    return state.went(after, "destroyed")


def _require_hex(ways: Ways, piece: Piece, label: str) -> None:
    """Raise unless a hex is on the map and not the one in which the unit is.

    Rules: miss-map, mov-cost.
    """
    if not ways.board.has(label):
        raise forbidden("miss-map", f"{piece.name!r}: the map has no hex {label!r}", "$.action.to")
    if label == piece.hex:
        raise forbidden("mov-cost", f"{piece.name!r} is in hex {label!r} already", "$.action.to")


def _require_not_serving(piece: Piece) -> None:
    """Raise if a unit is a base that has served another unit's move in this phase.

    Rules: mov-base-still.
    """
    if piece.done.served:
        raise IllegalRequestError(Verdict(objections=(still_objection(),)))


def _require_way(ways: Ways, piece: Piece, label: str, path: tuple[str, ...] | None) -> None:
    """Raise unless there is a way to a hex, and room in it.

    Rules: miss-stacking-zoc.
    """
    if path is None:
        message = "the ground, counters of others and their zones of control leave no way"
        raise forbidden("miss-stacking-zoc", message)
    if not ways.lie.has_room(label, piece, "movement"):
        raise forbidden("miss-stacking-zoc", f"there is no room for it in hex {label!r}")


def _went(piece: Piece, path: tuple[str, ...], how: str) -> str:
    *between, end = path
    by = f" by way of {', '.join(between)}" if between else ""
    return f"{piece.name} goes{how} from {piece.hex} to {end}{by}."
