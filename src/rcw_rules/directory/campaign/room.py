"""Who may be in which hex: stacking, which the profile says, and ground that a counter cannot leave."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise

from rcw_rules.directory.campaign.profile import RulebookProfile
from rcw_rules.directory.campaign.rulebook_map import RulebookMap
from rcw_rules.directory.campaign.state import CampaignState, Piece
from rcw_rules.directory.model import Counter, printed_movement
from rcw_rules.directory.movement import LETTER_MODES, Mode
from rcw_rules.kernel.charts import Chart
from rcw_rules.kernel.citations import forbidden
from rcw_rules.kernel.errors import IllegalRequestError, InvalidRequestError, Problem
from rcw_rules.kernel.words import in_words


def require_room(state: CampaignState, profile: RulebookProfile, piece: Piece, label: str, path: str) -> None:
    """Raise unless the stacking of the profile lets a piece stand in a hex with all that is in it.

    Args:
        state: The campaign before the piece comes.
        profile: What the missing rulebook would define.
        piece: The piece, still in the hex that it comes from or, if it is new, in that hex already.
        label: The hex.
        path: The JSON path of what brings the piece there.

    Raises:
        IllegalRequestError: They may not be together.
        MissingProfileError: The profile does not say.

    Rules: miss-stacking-zoc.
    """
    question = f"May {piece.name!r} be in hex {label!r} with what is there?"
    stacking = profile.require("stacking", rule="miss-stacking-zoc", question=question)
    together = (*(other for other in state.at(label) if other.name != piece.name), piece)
    if not stacking(state, label, together):
        raise crowded(together, label, path)


def crowded(together: Iterable[Piece], label: str, path: str) -> IllegalRequestError:
    """Return the refusal of counters that may not be in one hex together.

    Rules: miss-stacking-zoc.
    """
    names = ", ".join(other.name for other in together)
    return forbidden("miss-stacking-zoc", f"{names} may not be in hex {label!r} together", path)


def require_stacks(state: CampaignState, profile: RulebookProfile) -> None:
    """Raise unless the stacking of the profile lets all counters of a set-up stand where they do.

    A profile without stacking is asked when a counter first moves.

    Raises:
        InvalidRequestError: Some may not be together.

    Rules: miss-stacking-zoc.
    """
    if profile.stacking is None:
        return
    index = {piece.name: number for number, piece in enumerate(state.pieces)}
    problems = [
        Problem(
            f"$.pieces[{index[together[-1].name]}].hex",
            f"{', '.join(piece.name for piece in together)} may not be in hex {label!r} together",
            "miss-stacking-zoc",
        )
        for label, together in state.by_hex.items()
        if len(together) > 1 and not profile.stacking(state, label, together)
    ]
    if problems:
        raise InvalidRequestError(problems)


def mode_of(charts: Mapping[str, Chart], counter: Counter) -> Mode | None:
    """Return the one kind of movement of a counter that is rated with a letter; None for any other.

    Rules: mov-kinds.
    """
    rating = printed_movement(charts, counter)
    return LETTER_MODES[rating] if isinstance(rating, str) else None


def may_step(board: RulebookMap, mode: Mode | None, start: str, label: str) -> bool:
    """Return whether the ground lets a counter leave a hex for a neighbour when it retreats or advances.

    A train keeps to the rails, a boat to the water, and what moves hex by hex to the land.

    Args:
        board: The map.
        mode: The one kind of movement of a counter that is rated with a letter; None for any other.
        start: The hex that it leaves.
        label: The neighbour.

    Rules: mov-kinds, mov-rail, miss-retreat.
    """
    return label in board.steps(mode or "land")[start]


def ground_problems(
    board: RulebookMap, piece: Piece, mode: Mode | None, path: tuple[str, ...], where: str
) -> Iterator[Problem]:
    """Yield the hexes of a retreat that a counter cannot enter.

    Rules: mov-kinds, mov-rail, miss-retreat.
    """
    if not all(board.has(label) for label in path):
        return
    for index, (before, label) in enumerate(pairwise((piece.hex, *path))):
        if not may_step(board, mode, before, label):
            what = in_words(piece.counter.type)
            message = f"{piece.name!r}, {what}, cannot go from hex {before!r} to {label!r}"
            yield Problem(f"{where}[{index}]", message, "mov-kinds")
