"""Match files of the toy game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from crossing_game import Crossing, State, ford, game

from rcw_rules.digests import canonical_json
from rcw_rules.games import Match, MatchFile
from rcw_rules.games.match_file import link_of

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


def linked(lines: list[dict[str, Any]]) -> bytes:
    """Return lines with the links that they should have, as somebody writes them who knows how."""
    header, *others = lines
    content = canonical_json(header).encode()
    link = link_of("", content)
    for line in others:
        body = {key: value for key, value in line.items() if key != "link"}
        link = link_of(link, canonical_json(body).encode())
        content += b"\n" + canonical_json({**body, "link": link}).encode()
    return content + b"\n"
