"""The worked examples of the sources, resolved with their very dice, with the exact odds beside; and a whole battle."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from rcw_rules.answering import outcome_data
from rcw_rules.chances import exact
from rcw_rules.cli.chances import short_chances
from rcw_rules.cli.output import TextTable
from rcw_rules.cli.streams import OutputError
from rcw_rules.kernel.distributions import Distribution
from rcw_rules.kernel.errors import said_of
from rcw_rules.kernel.plain import printable
from rcw_rules.kernel.sources import GivenDice, SeededDice
from rcw_rules.kernel.wording import outcome_rows
from rcw_rules.resolution import Resolution
from rcw_rules.ruleset import Example, Ruleset

if TYPE_CHECKING:
    from rcw_rules.games import Match

AnswerT = TypeVar("AnswerT")


def each_example(
    answer: Callable[[Ruleset[Any], Example, Path | None], AnswerT], ruleset: Ruleset[Any], pictures: Path | None
) -> Iterator[AnswerT]:
    """Yield what *answer* makes of every worked example; one that fails is named on stderr and left out.

    Args:
        answer: `example_blocks` or `example_data`.
        ruleset: The ruleset.
        pictures: The folder that pictures are written to, which is there.

    Raises:
        OutputError: If a picture cannot be written.
    """
    for example in ruleset.examples:
        try:
            made = answer(ruleset, example, pictures)
        except OutputError:
            raise
        except Exception as error:  # noqa: BLE001 - whatever the example of a plug-in does, the others are shown
            told = f"rcw: the worked example {example.id!r} of {ruleset.id} cannot be shown: {said_of(error)}"
            click.echo(printable(told), err=True)
        else:
            yield made


def require_writable(folder: Path) -> None:
    """Make the folder that pictures are written to, before anything is printed.

    Raises:
        OutputError: If it cannot be made, or nothing can be written to it.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(f"the folder {folder} cannot be made: {error.strerror or error}") from None
    if not os.access(folder, os.W_OK | os.X_OK):
        raise OutputError(f"nothing can be written to the folder {folder}: permission denied")


def example_blocks(ruleset: Ruleset[Any], example: Example, pictures: Path | None = None) -> list[str | TextTable]:
    """Return a worked example as text: the book's result, the library's result, and how likely it was.

    Args:
        ruleset: The ruleset.
        example: The example.
        pictures: The folder that its picture is written to, if it has one.
    """
    resolution, odds = _answers(ruleset, example)
    teller = "made up" if example.is_made_up else "the book"
    facts = [(teller, example.told), ("its dice", ", ".join(map(str, example.faces)))]
    picture = _drawn(ruleset, example, resolution, pictures)
    if picture is not None:
        facts.append(("its picture", picture))
    blocks: list[str | TextTable] = [
        "",
        f"{example.title} [{example.id}]",
        "",
        TextTable(facts, indent=2),
        "",
        f"  {resolution.explain().replace(chr(10), chr(10) + '  ')}",
        "",
        TextTable(outcome_rows(resolution.outcome), indent=2),
    ]
    if odds is None:
        return blocks
    this = " = ".join(reversed(exact(odds[resolution.outcome])))
    return [
        *blocks,
        "",
        "  Exact odds before the dice",
        TextTable([*short_chances(odds), ("this very outcome", this)], indent=4),
    ]


def example_data(ruleset: Ruleset[Any], example: Example, pictures: Path | None = None) -> dict[str, Any]:
    """Return the same as plain data."""
    resolution, odds = _answers(ruleset, example)
    return {
        "id": example.id,
        "title": example.title,
        "told": example.told,
        "is_made_up": example.is_made_up,
        "resolution": resolution.to_dict(),
        "outcomes": None if odds is None else list(outcome_data(odds)),
        "picture": _drawn(ruleset, example, resolution, pictures),
    }


BATTLE = "directory/makhnos_return"
"""The scenario that the demo ends with."""

_LAST_EVENTS = 12
_SEED = 1919
_PAGE = "docs/how_to/play_a_battle.md"


def _battle() -> tuple[Match[Any, Any, Any], dict[str, str]]:
    """Return a whole battle that players have played, and who played which side: greedy the last, random the others."""
    from rcw_rules.games import Match, find_player, play_match
    from rcw_rules.registry import load_game

    ruleset, _, name = BATTLE.partition("/")
    game = load_game(ruleset)
    scenario = game.scenario(name)
    *others, last = game.sides(scenario)
    names = {**dict.fromkeys(others, "random"), last: "greedy"}
    players = {side: find_player(player, game, seed=f"{_SEED}/{side}") for side, player in names.items()}
    begun = Match[Any, Any, Any].begin(game, scenario, dice=SeededDice(_SEED))
    return play_match(begun, players), names


def battle_blocks() -> list[str | TextTable]:
    """Return a whole battle as text: who played, its last events, who won, and where to read on."""
    from rcw_rules.cli.match_words import event_lines, result_lines

    match, names = _battle()
    events = match.line_of_play
    result = match.result
    assert result is not None  # noqa: S101 - it was played to its end
    told = "\n".join(f"  {line}" for event in events[-_LAST_EVENTS:] for line in event_lines(event))
    return [
        "",
        f"A whole battle: {match.scenario.title} [{BATTLE}]",
        "",
        TextTable([("players", ", ".join(f"{side} {name}" for side, name in names.items()))], indent=2),
        "",
        f"  The last {_LAST_EVENTS} of its {len(events)} events:",
        told,
        "",
        "\n".join(f"  {line}" for line in result_lines(result)),
        "",
        f"  Play one yourself: rcw play {BATTLE}. {_PAGE} shows how.",
    ]


def battle_data() -> dict[str, Any]:
    """Return the same as plain data, with every event."""
    match, names = _battle()
    result = match.result
    assert result is not None  # noqa: S101 - it was played to its end
    return {
        "scenario": BATTLE,
        "players": names,
        "events": [
            {"side": event.side, "action": event.action, "told": list(event.told)} for event in match.line_of_play
        ],
        "winner": result.winner,
        "points": dict(result.points),
        "page": _PAGE,
    }


def _answers(ruleset: Ruleset[Any], example: Example) -> tuple[Resolution[Any], Distribution[Any] | None]:
    request = example.request()
    resolution = ruleset.resolve(request, dice=GivenDice(example.faces))
    return resolution, ruleset.odds(request) if example.has_odds else None


def _drawn(ruleset: Ruleset[Any], example: Example, resolution: Resolution[Any], folder: Path | None) -> str | None:
    """Write the picture of an example and return the name of the file; None if there is none, or no folder for it.

    Raises:
        OutputError: If it cannot be written.
    """
    if example.picture is None or folder is None:
        return None
    file = folder / f"{ruleset.id}-{example.id}.svg"
    try:
        example.picture(resolution).save(file)
    except OSError as error:
        raise OutputError(f"the picture {file} cannot be written: {error.strerror or error}") from None
    return str(file)
