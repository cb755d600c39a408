"""Games played again in other processes with other hash seeds, to be compared."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterable, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

import attrs

from rcw_rules.games.game import Game
from rcw_rules.games.match_file import header_data
from rcw_rules.games.random_games import RandomDecider, random_game
from rcw_rules.session_documents import ruleset_of
from rcw_rules.wire import dumps, parse_json, structure

__all__ = ["Elsewhere", "Replayed", "answered"]

_SCRIPT = "from rcw_rules.games.checks_elsewhere import main; main()"


@attrs.frozen(kw_only=True)
class Replayed:
    """What the other processes said.

    Attributes:
        games: For each process the digests of the events of every game.
        error: Why there is nothing to compare; "" if all went well.
    """

    games: tuple[list[list[str]], ...] = ()
    error: str = ""


@attrs.frozen(kw_only=True, eq=False)
class Elsewhere:
    """Processes that play the same games."""

    processes: tuple[subprocess.Popen[bytes], ...]

    @classmethod
    def asked(
        cls, game: Game[Any, Any, Any], scenarios: Mapping[str, Any], seeds: Iterable[int], most: int, count: int
    ) -> Elsewhere | str:
        """Start the processes, or say why not."""
        name = name_of(game)
        if not name and count:
            return f"no other process can find the game: make it an attribute of {type(game).__module__}"
        body = {
            "name": name,
            "scenarios": [header_data(game, scenario, None) for scenario in scenarios.values()],
            "seeds": [*seeds],
            "most": most,
        }
        path = os.pathsep.join(folder or str(Path.cwd()) for folder in sys.path)
        processes: list[subprocess.Popen[bytes]] = []
        for seed in range(1, count + 1):
            process = subprocess.Popen(  # noqa: S603 - this very Python
                [sys.executable, "-c", _SCRIPT],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env={**os.environ, "PYTHONHASHSEED": str(seed), "PYTHONPATH": path},
            )
            processes.append(process)
            assert process.stdin is not None  # noqa: S101 - it is a pipe
            process.stdin.write(dumps(body).encode())
            process.stdin.close()
            process.stdin = None
        return cls(processes=tuple(processes))

    def ended(self) -> Replayed:
        """Wait for them, and return what they say."""
        ended = [(process.communicate(), process.returncode) for process in self.processes]
        for (_, errors), code in ended:
            if code:
                said = errors.decode(errors="replace").splitlines() or ["it says nothing"]
                return Replayed(error=f"another process cannot play it: {said[-1]}")
        # What a ruleset prints stands above the answer.
        return Replayed(games=tuple(json.loads(answers.splitlines()[-1]) for (answers, _), _ in ended))


def name_of(game: Game[Any, Any, Any]) -> str:
    """Return the module and the attribute where a game is found; "" if there is none."""
    module = type(game).__module__
    above = [module.rsplit(".", count)[0] for count in range(module.count(".") + 1)]
    for name in dict.fromkeys((*above, game.ruleset.package)):
        for attribute, value in vars(sys.modules[name]).items() if name in sys.modules else ():
            if value is game or (type(value) is type(game) and value.ruleset.id == game.ruleset.id):
                return f"{name}:{attribute}"
    return ""


def answered(asked: bytes) -> list[list[str]]:
    """Return the digests of the events of every game that is asked for."""
    body: Any = parse_json(asked, "the games")
    module, _, attribute = body["name"].partition(":")
    found: Game[Any, Any, Any] = getattr(import_module(module), attribute)
    games: list[list[str]] = []
    for header in body["scenarios"]:
        game = attrs.evolve(found, ruleset=ruleset_of(header, found.ruleset, "match", "begun"))
        scenario: Any = structure(header["scenario"], game.scenario_type, "$.scenario")
        for seed in body["seeds"]:
            events = random_game(game, scenario, seed, body["most"], RandomDecider(seed))
            games.append([event.digest for event in events])
    return games


def main() -> None:
    """Read from standard input which games to play, and print the digests of their events."""
    sys.stdout.write(f"\n{json.dumps(answered(sys.stdin.buffer.read()))}\n")
