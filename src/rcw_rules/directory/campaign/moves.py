"""Moves of a campaign: what the profile must have for one, and the state made of its end."""

from __future__ import annotations

from itertools import pairwise

from attrs import frozen

from rcw_rules.directory.campaign.profile import RulebookProfile
from rcw_rules.directory.campaign.room import require_room
from rcw_rules.directory.campaign.rulebook_map import Line, RulebookMap
from rcw_rules.directory.campaign.state import CampaignState, Movement, Piece
from rcw_rules.directory.model import MissingProfileError, Terrain
from rcw_rules.directory.movement import (
    BASES,
    ForcedMarchOutcome,
    ForcedMarchRequest,
    HexKinds,
    Mode,
    MovementRequest,
    SpecialMovementOutcome,
    SpecialMovementRequest,
    StackedBase,
)
from rcw_rules.kernel.citations import forbidden
from rcw_rules.kernel.values import evolve


def require_stops(profile: RulebookProfile, question: str) -> None:
    """Raise unless the profile can say whether a unit may enter a hex and stop there.

    Raises:
        MissingProfileError: It has no zones of control or no stacking.

    Rules: miss-stacking-zoc.
    """
    profile.require("zoc", rule="miss-stacking-zoc", question=question)
    profile.require("stacking", rule="miss-stacking-zoc", question=question)


def known_weather(state: CampaignState) -> bool:
    """Return whether the weather of this turn is frozen.

    Raises:
        MissingProfileError: Neither the profile nor the players have said.

    Rules: miss-weather.
    """
    if state.frozen is None:
        question = f"Is the weather of {state.position.turn} frozen?"
        supply = "the field weather of the RulebookProfile or of the rulebook, or the weather with set_weather"
        raise MissingProfileError("miss-weather", "weather", question, supply)
    return state.frozen


def is_let_by_restriction(
    state: CampaignState, profile: RulebookProfile, piece: Piece, path: tuple[str, ...]
) -> bool | None:
    """Return what the profile says of the restriction on local units; None for any other unit.

    Raises:
        MissingProfileError: The profile does not say.

    Rules: miss-restricted-broken-up, unit-local.
    """
    if piece.counter.type != "local_units":
        return None
    question = f"Does the restriction on local units let {piece.name!r} go along {', '.join(path)}?"
    rule = profile.require("local_restriction", rule="miss-restricted-broken-up", question=question)
    return rule(state, piece, path)


def bases_in(state: CampaignState, label: str, mover: Piece) -> tuple[Piece, ...]:
    """Return the bases in a hex, other than the unit that moves.

    Rules: mov-base.
    """
    return tuple(other for other in state.at(label) if other.counter.type in BASES and other.name != mover.name)


def stacked(state: CampaignState, bases: tuple[Piece, ...]) -> tuple[StackedBase, ...]:
    """Return bases as a naval, water or rail move asks about them."""
    return tuple(
        StackedBase(type=base.counter.type, friendly=state.may_act(base), moved=bool(base.done.entered))
        for base in bases
    )


def kinds_along(board: RulebookMap, mode: Mode, start: str, path: tuple[str, ...]) -> tuple[HexKinds, ...]:
    """Return what each hex of a path is for naval, water or rail movement.

    Where the map says which hexes its railroads connect, a train goes along them only, and a hex counts as major if it
    is entered and left along a major line.

    Raises:
        IllegalRequestError: No railroad leads from a hex of the path to the next.

    Rules: mov-rail, miss-map.
    """
    if mode != "rail" or board.railroads is None:
        return tuple(board.hex(label).kinds for label in path)
    lines: list[tuple[Line, ...]] = []
    for index, (before, label) in enumerate(pairwise((start, *path))):
        lines.append(board.lines_between(before, label))
        if not lines[index]:
            message = f"no railroad leads from hex {before!r} to {label!r}"
            raise forbidden("mov-rail", message, f"$.path[{index}]")
    ways_out = (*lines[1:], ("major",))  # the last hex is not left
    return tuple(
        ("major_railroad",) if "major" in way_in and "major" in way_out else ("minor_railroad",)
        for way_in, way_out in zip(lines, ways_out, strict=True)
    )


def movement_request(
    state: CampaignState, profile: RulebookProfile, board: RulebookMap, piece: Piece, path: tuple[str, ...]
) -> MovementRequest:
    """Return the question whether a unit may go along a path hex by hex, after what it entered before in the phase.

    Raises:
        IllegalRequestError: The path enters open sea.
        MissingProfileError: The weather or the restriction on local units is not known.

    Rules: mov-kinds, mov-base-still, fm-duration.
    """
    land: list[Terrain] = []
    for index, label in enumerate(path):
        terrain = board.hex(label).land
        if terrain is None:
            message = f"hex {label!r} is open sea, which naval and water movement enter"
            raise forbidden("mov-kinds", message, f"$.path[{index}]")
        land.append(terrain)
    return MovementRequest(
        unit=piece.counter,
        frozen=known_weather(state),
        path=(*(board.hex(label).land or "clear" for label in piece.done.entered), *land),
        forced=piece.done.forced_allowance,
        restriction_ok=is_let_by_restriction(state, profile, piece, path),
        special_movement=piece.done.movement not in (None, "ordinary"),
        has_served=piece.done.served,
    )


def march_request(piece: Piece) -> ForcedMarchRequest:
    """Return the question what a forced march gives a unit.

    Rules: fm-per-unit.
    """
    return ForcedMarchRequest(
        unit=piece.counter,
        moved_already=bool(piece.done.entered),
        marched_already=piece.done.forced_allowance is not None,
        special_movement=piece.done.movement not in (None, "ordinary"),
    )


def after_march(state: CampaignState, piece: Piece, outcome: ForcedMarchOutcome) -> CampaignState:
    """Return the state after the die of a forced march.

    Rules: fm-al, fm-ma, fm-duration.
    """
    if outcome.removed:
        return state.without([piece.name])
    marching = evolve(piece, done=evolve(piece.done, forced_allowance=outcome.allowance))
    return state.with_piece(piece.name, marching)


@frozen(kw_only=True)
class PlannedRide:
    """A naval, water or rail move that is about to be made.

    Attributes:
        piece: The unit that moves.
        path: The hexes that it enters now.
        request: The question whether it may.
        bases: The bases that could serve, by their places in the request.
    """

    piece: Piece
    path: tuple[str, ...]
    request: SpecialMovementRequest
    bases: dict[str, Piece]


def plan_ride(
    state: CampaignState,
    profile: RulebookProfile,
    board: RulebookMap,
    piece: Piece,
    path: tuple[str, ...],
    *,
    mode: Mode,
) -> PlannedRide:
    """Make the question of a naval, water or rail move; all legs of a phase are one move.

    Raises:
        IllegalRequestError: No railroad leads from a hex of the path to the next.
        MissingProfileError: The restriction on local units is not known.

    Rules: mov-base, mov-base-still, mov-kinds.
    """
    done = piece.done
    goes_on = done.movement == mode
    entered = done.entered if goes_on else ()
    origin = done.origin if goes_on and done.origin is not None else piece.hex
    at_start, at_end = bases_in(state, origin, piece), bases_in(state, path[-1], piece)
    request = SpecialMovementRequest(
        mode=mode,
        unit=piece.counter,
        path=kinds_along(board, mode, origin, (*entered, *path)),
        at_start=stacked(state, at_start),
        at_end=stacked(state, at_end),
        other_movement=done.movement not in (None, mode) or done.forced_allowance is not None,
        restriction_ok=is_let_by_restriction(state, profile, piece, path),
        has_served=done.served,
        side=state.allegiance(piece.counter.faction),
    )
    bases = {f"at_start[{index}]": base for index, base in enumerate(at_start)}
    bases |= {f"at_end[{index}]": base for index, base in enumerate(at_end)}
    return PlannedRide(piece=piece, path=path, request=request, bases=bases)


def after_ride(
    state: CampaignState,
    profile: RulebookProfile,
    board: RulebookMap,
    ride: PlannedRide,
    outcome: SpecialMovementOutcome,
) -> CampaignState:
    """Return the state after a naval, water or rail move that the charts allow, the base that served it marked.

    Raises:
        IllegalRequestError: The profile's zones of control or its stacking forbid the move.

    Rules: mov-base-still.
    """
    changed = after_move(state, profile, board, ride.piece, ride.path, movement=ride.request.mode)
    for place in (outcome.serving_base, *outcome.also_frozen):
        if place is None:
            continue
        base = changed.piece(ride.bases[place].name)
        changed = changed.with_piece(base.name, evolve(base, done=evolve(base.done, served=True)))
    return changed


def after_move(
    state: CampaignState,
    profile: RulebookProfile,
    board: RulebookMap,
    piece: Piece,
    path: tuple[str, ...],
    *,
    movement: Movement,
) -> CampaignState:
    """Return the state after a move that the charts allow.

    Raises:
        IllegalRequestError: The profile's zones of control or its stacking forbid the move.

    Rules: miss-stacking-zoc, dip-city-entry.
    """
    target = path[-1]
    if profile.zoc is not None and not profile.zoc(state, piece, path):
        message = f"zones of control do not let {piece.name!r} go along {', '.join(path)}"
        raise forbidden("miss-stacking-zoc", message, "$.path")
    require_room(state, profile, piece, target, f"$.path[{len(path) - 1}]")
    moved = state.moved(piece.name, path, movement)
    return moved.entered(piece.counter.faction, board.cities_on(path), "movement")
