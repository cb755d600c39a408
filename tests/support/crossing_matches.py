"""Match files of the toy game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from crossing_game import Crossing, State, ford, game

from rcw_rules.games import Match, MatchFile

SEED = 4


def created(path: Path, seed: int | None = SEED, turns: int = 4) -> MatchFile[Crossing, State, Any]:
    """Begin a match in a new file."""
    return MatchFile.create(path, game, ford(turns), seed=seed)


def played(path: Path, seed: int | None = SEED) -> Match[Crossing, State, Any]:
    """Write a match with an undo in it, and return it."""
    with created(path, seed) as file:
        file.answer("pass")
        file.undo()
        file.answer('march "1st Horse" to 2', by="policy")
        file.answer("pass")
        return file.match
