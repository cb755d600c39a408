"""What the commands of whole games read: a scenario, a match, who plays, which dice."""

from __future__ import annotations

import os
import secrets
import shlex
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import attrs
import click

from rcw_rules.cli.inputs import with_options
from rcw_rules.discovery import survey
from rcw_rules.games import Game, MatchFile, Player, find_player, read_scenario
from rcw_rules.games.players import PLAYERS
from rcw_rules.kernel.errors import (
    FileError,
    FileProblem,
    InvalidRequestError,
    UnknownNameError,
    close_names,
    did_you_mean,
)
from rcw_rules.kernel.reading import TextLimits, megabytes
from rcw_rules.kernel.seals import Secret
from rcw_rules.kernel.shapes import is_object
from rcw_rules.registry import load_game
from rcw_rules.wire import parse_json

HUMAN = "human"
MATCH_SUFFIX = ".match.jsonl"


class Playable(NamedTuple):
    """A scenario to be played, and the name that files of it get."""

    game: Game[Any, Any, Any]
    scenario: Any
    name: str


def scenario_of(name: str) -> Playable:
    """Return the scenario of a file, or one that comes with a ruleset, as ``ruleset/name``.

    Raises:
        FileError: If the file is wrong.
        UnknownNameError: If no ruleset or scenario has that name.
        RegistryError: If the ruleset plays no whole games.
    """
    path = Path(name)
    is_file = os.path.exists(name)  # noqa: PTH110 - a path raises for a name that is too long, or not ours to see
    ruleset, slash, rest = name.partition("/")
    if not is_file and slash and not name.endswith(".toml"):
        game = load_game(ruleset)
        return Playable(game, game.scenario(rest), f"{ruleset}-{rest}")
    if not is_file and not slash and not path.suffix:
        known = [one["id"] for told in survey("scenarios").values() for one in told.get("scenarios", ())]
        meant = [one for one in known if one.endswith(f"/{name}")] or None
        raise UnknownNameError("scenario", name, known, meant)
    read = read_scenario(path, load_game)
    return Playable(read.game, read.scenario, f"{read.game.ruleset.id}-{path.stem}")


def changed_game(playable: Playable, settings: Sequence[str]) -> Playable:
    """Return a scenario with options of the ruleset set as ``option=value``.

    Raises:
        UnknownNameError: If there is no such option.
        InvalidRequestError: If an option cannot have that value.
    """
    if not settings:
        return playable
    ruleset = with_options(playable.game.ruleset, settings)
    return playable._replace(game=attrs.evolve(playable.game, ruleset=ruleset))


def is_match(name: str) -> bool:
    """Return whether a file is a match, not a scenario: the first is JSON, the second TOML."""
    try:
        if not Path(name).is_file():  # a pipe would lose what is read of it, and perhaps make us wait for ever
            return name.endswith(MATCH_SUFFIX)
        with Path(name).open("rb") as file:
            return file.read(64).lstrip()[:1] == b"{"
    except (OSError, ValueError):
        return name.endswith(MATCH_SUFFIX)


def game_of_match(name: str) -> Game[Any, Any, Any]:
    """Return the game that a match file is of, as it is installed.

    Raises:
        FileError: If the file cannot be read, or is no match.
        UnknownNameError: If its ruleset is not installed.
    """
    most = TextLimits().json_bytes
    try:
        if Path(name).exists() and not Path(name).is_file():  # which is read twice
            raise FileError(name, [FileProblem(None, "a match is read from a file, and this is none")])
        with Path(name).open("rb") as file:
            first = file.readline(most + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "cannot be read"
        raise FileError(name, [FileProblem(None, reason)]) from None
    if len(first) > most:
        raise FileError(name, [FileProblem(1, f"is larger than {megabytes(most)}, the most that is read of a line")])
    ruleset: object = None
    try:
        header = parse_json(first, "the line")
    except InvalidRequestError:
        header = None
    if is_object(header) and is_object(header.get("ruleset")):
        ruleset = header["ruleset"].get("id")
    if not isinstance(ruleset, str):
        raise FileError(name, [FileProblem(1, "this is not the beginning of a match")])
    return load_game(ruleset)


def new_match_file(
    playable: Playable, save: str | None, seed: str | None, secrets: Sequence[Secret] = ()
) -> MatchFile[Any, Any, Any]:
    """Begin a match in the file *save*, or in a new file of the current folder that is named for the scenario.

    Raises:
        FileError: If it exists, or cannot be written.
    """
    return MatchFile[Any, Any, Any].create(
        save or _unused(playable.name), playable.game, playable.scenario, seed=seed, secrets=secrets
    )


def _unused(name: str) -> str:
    number = 1
    while True:
        file = f"{name}{'' if number == 1 else f'-{number}'}{MATCH_SUFFIX}"
        if not os.path.exists(file):  # noqa: PTH110 - as above
            return file
        number += 1


def seed_of(dice: str | None) -> str | None:
    """Return the seed that ``--dice`` names, by default a new one; None to ask for every throw."""
    if dice is None:
        return str(secrets.randbelow(2**32))
    if dice == "ask":
        return None
    kind, colon, seed = dice.partition(":")
    if kind == "seed" and colon and seed:
        return seed
    raise click.UsageError(f"--dice is ask or seed:NUMBER, not {dice[:60]!r}", click.get_current_context())


def named_players(
    player: Sequence[str], short: Mapping[str, str | None], sides: Sequence[str], default: str = "greedy"
) -> dict[str, str]:
    """Return the name of the player of every side.

    A person has the first, if nobody is named; unless *default* is for simulations, which have no person.

    Args:
        player: What is given as ``SIDE=NAME``, or as ``NAME`` for every side that nobody else names.
        short: What is given by the options that are named for a side.
        sides: The sides of the game.
        default: The player of every side but the first that nobody names.
    """
    context = click.get_current_context()
    given: dict[str, str] = {side: name for side, name in short.items() if name is not None}
    for one in player:
        side, equals, name = one.partition("=")
        if not equals:
            side, name = "", one
        if not name:
            raise click.UsageError(f"--player is SIDE=NAME, or NAME for all sides, not {one[:60]!r}", context)
        if side in given:
            raise click.UsageError(f"the player of {side or 'all sides'} is given twice", context)
        given[side] = name
    everybody = given.pop("", None)
    for side in given:
        if side not in sides:
            near = did_you_mean(close_names(side[:100], sides))
            raise click.UsageError(f"the game has no side {side[:60]!r}; it has {', '.join(sides)}{near}", context)
    first = everybody or (HUMAN if default == "greedy" else default)
    return {side: given.get(side, everybody or default if number else first) for number, side in enumerate(sides)}


def players_of(game: Game[Any, Any, Any], names: Mapping[str, str], seed: str) -> dict[str, Player]:
    """Return the players of the sides that no person plays.

    Raises:
        UnknownNameError: If there is no player of that name.
        PlayerError: If the module of one cannot be had.
    """
    made: dict[str, Player] = {}
    for side, name in names.items():
        if name == HUMAN:
            continue
        see_this_folder(names.values())
        try:
            made[side] = find_player(name, game, seed=f"{seed}/{side}")
        except UnknownNameError:
            raise UnknownNameError("player", name, (HUMAN, *PLAYERS, "module:function")) from None
    return made


def see_this_folder(names: Iterator[str] | Sequence[str] | Any) -> None:
    """Let the modules of the current folder be found, if a player is named as ``module:function``."""
    if any(":" in name for name in names) and "" not in sys.path:
        sys.path.insert(0, "")


def going_on(file: str, names: Mapping[str, str], seconds: float | None, *, sees_all: bool, parties: int = 0) -> str:
    """Return the command that goes on with a match; secrets of sealed dice are left for their parties to fill in."""
    words = ["rcw", "play", file]
    for number, (side, name) in enumerate(names.items()):
        if name != (HUMAN if number == 0 else "greedy"):
            words += [f"--{side}", name] if side in ("red", "white") else ["--player", f"{side}={name}"]
    if seconds is not None:
        words += ["--seconds", f"{seconds:g}"]
    if sees_all:
        words.append("--umpire")
    words += ["--sealed", "SEED:SALT"] * parties
    return shlex.join(words)
