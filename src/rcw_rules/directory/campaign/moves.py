"""Moves of a campaign: what the profile must have for one, and the state made of its end."""

from __future__ import annotations

from itertools import pairwise

from rcw_rules.directory.campaign.profile import RulebookProfile
from rcw_rules.directory.campaign.rulebook_map import Line, RulebookMap
from rcw_rules.directory.campaign.state import CampaignState, Movement, Piece
from rcw_rules.directory.model import MissingProfileError
from rcw_rules.directory.movement import BASES, HexKinds, Mode, StackedBase
from rcw_rules.kernel.citations import forbidden


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
        supply = "the field weather of the RulebookProfile, or the weather with set_weather"
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
    together = (*(other for other in state.at(target) if other.name != piece.name), piece)
    if profile.stacking is not None and not profile.stacking(state, target, together):
        message = f"{', '.join(other.name for other in together)} may not be in hex {target!r} together"
        raise forbidden("miss-stacking-zoc", message, f"$.path[{len(path) - 1}]")
    moved = state.moved(piece.name, path, movement)
    return moved.entered(piece.counter.faction, board.cities_on(path), "movement")
