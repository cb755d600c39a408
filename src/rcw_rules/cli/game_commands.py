"""The commands ``rcw play`` and ``rcw sim``: whole games, one at the terminal or many by themselves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isnan
from typing import TYPE_CHECKING, Any

import click

from rcw_rules.cli.completions import scenario_names
from rcw_rules.cli.options import Decorator, debug_option, json_option, once, set_option

if TYPE_CHECKING:
    from rcw_rules.cli.game_inputs import Playable
    from rcw_rules.cli.output import TextTable
    from rcw_rules.games import Game, MatchFile
    from rcw_rules.series import Mean, Series

_INTERRUPTED = 130
_PLAYER = "Who plays: human, random, greedy, hold, or MODULE:FUNCTION."

player_option: Decorator = click.option(
    "--player",
    "player",
    metavar="[SIDE=]NAME",
    multiple=True,
    help="Who plays a side, by the name of the side; NAME alone is for every other side.",
)
red_option: Decorator = once("--red", metavar="NAME", help=_PLAYER)
white_option: Decorator = once("--white", metavar="NAME", help="Likewise.")


class _Seconds(click.FloatRange):
    """A range that no NaN is in, which click lets through."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the number."""
        number = super().convert(value, param, ctx)
        return self.fail("nan is no number of seconds", param, ctx) if isnan(number) else number


seconds_option: Decorator = once(
    "--seconds",
    type=_Seconds(min=0.001, max=1_000_000),
    metavar="N",
    help="How long a player may think about one decision.",
)


@click.command("play")
@click.argument("name", metavar="[SCENARIO|MATCH]", shell_complete=scenario_names, required=False)
@red_option
@white_option
@player_option
@once("--dice", metavar="ask|seed:N", help="Ask for every throw, or roll with a seed; by default with a new one.")
@click.option("--sealed", metavar="SEED:SALT", multiple=True, help="The secret of sealed dice, once for each party.")
@once("--save", metavar="FILE", help="The file that keeps the match; by default a new one in this folder.")
@click.option("--umpire", "sees_all", is_flag=True, help="Show everything, what is hidden as well.")
@seconds_option
@set_option
@json_option
@debug_option
def play(
    *,
    name: str | None,
    red: str | None,
    white: str | None,
    player: Sequence[str],
    dice: str | None,
    sealed: Sequence[str],
    save: str | None,
    sees_all: bool,
    seconds: float | None,
    settings: Sequence[str],
    as_json: bool,
) -> None:
    """Play a whole game at the keyboard.

    SCENARIO is a file, or ruleset/name of one that comes with a ruleset; MATCH is the file of a match to go on with.
    Without either, list what can be played.

    You play the first side against the player greedy, unless you say otherwise. --sealed rolls dice that nobody can
    choose, from the secrets that "rcw seal" makes; a match with sealed dice takes them again when it goes on. Every
    answer is in the file of the match before you see what comes of it. "quit", Ctrl-D and Ctrl-C leave; "help" lists
    what you can type.
    """
    from rcw_rules.cli.game_inputs import is_match

    context = click.get_current_context()
    if name is None:
        _list_playable(as_json=as_json)
        return
    if as_json:
        raise click.UsageError("--json is for the list of what can be played", context)
    short = {"red": red, "white": white}
    if is_match(name):
        for given, option in ((dice, "--dice"), (save, "--save"), (settings or None, "--set")):
            if given is not None:
                raise click.UsageError(f"{option} is for a new match: {name} goes on as it began", context)
        _go_on(name, player=player, short=short, sealed=sealed, seconds=seconds, sees_all=sees_all)
    else:
        if dice is not None and sealed:
            raise click.UsageError("give one of --dice and --sealed: they say where the dice come from", context)
        _begin(
            name,
            player=player,
            short=short,
            dice=dice,
            sealed=sealed,
            save=save,
            seconds=seconds,
            settings=settings,
            sees_all=sees_all,
        )


def _begin(
    name: str,
    *,
    player: Sequence[str],
    short: Mapping[str, str | None],
    dice: str | None,
    sealed: Sequence[str],
    save: str | None,
    seconds: float | None,
    settings: Sequence[str],
    sees_all: bool,
) -> None:
    from rcw_rules.cli.game_inputs import (
        changed_game,
        going_on,
        named_players,
        new_match_file,
        players_of,
        scenario_of,
        seed_of,
    )
    from rcw_rules.cli.match_table import MatchTable
    from rcw_rules.kernel.seals import Secret

    playable = changed_game(scenario_of(name), settings)
    names = named_players(player, short, playable.game.sides(playable.scenario))
    secrets = [Secret.parse(secret) for secret in sealed]
    seed = None if secrets else seed_of(dice)
    players = players_of(playable.game, names, seed or "0")
    with new_match_file(playable, save, seed, secrets) as file:
        command = going_on(str(file.path), names, seconds, sees_all=sees_all, parties=len(secrets))
        dice_told = _dice_told(seed, [secret.commitment for secret in secrets])
        _head(playable.game, getattr(playable.scenario, "title", playable.name), names, dice_told, file)
        MatchTable(file, players, sees_all=sees_all, seconds=seconds, going_on=command).play()


def _go_on(
    name: str,
    *,
    player: Sequence[str],
    short: Mapping[str, str | None],
    sealed: Sequence[str],
    seconds: float | None,
    sees_all: bool,
) -> None:
    from rcw_rules.cli.game_inputs import game_of_match, going_on, named_players, players_of
    from rcw_rules.cli.match_table import MatchTable
    from rcw_rules.games import MatchFile, read_match
    from rcw_rules.kernel.errors import ReplayError
    from rcw_rules.kernel.seals import Secret

    game = game_of_match(name)
    text = read_match(name, game)
    secrets = [Secret.parse(secret) for secret in sealed]
    commitments = () if text.seal is None else text.seal.commitments
    if commitments and not secrets:
        raise ReplayError(
            f"the dice of {name} are sealed: to go on, give the secret of each party with --sealed SEED:SALT; its "
            f"commitments are {', '.join(commitments)}"
        )
    names = named_players(player, short, text.game.sides(text.scenario))
    players = players_of(text.game, names, text.seed or "0")
    with MatchFile[Any, Any, Any].open(name, game, secrets=secrets) as file:
        if file.lost:
            click.echo(f"rcw: {name}: {file.lost}; the match goes on from the answer before it", err=True)
        command = going_on(name, names, seconds, sees_all=sees_all, parties=len(secrets))
        _head(text.game, getattr(text.scenario, "title", name), names, _dice_told(text.seed, commitments), file)
        table = MatchTable(file, players, sees_all=sees_all, seconds=seconds, going_on=command)
        table.begin_with(max(0, len(text.entries) - _RETOLD))
        table.play()


_RETOLD = 5
"""How many of the latest events are told again when a match goes on."""


def _dice_told(seed: str | None, commitments: Sequence[str]) -> list[tuple[str, str]]:
    if commitments:
        return [
            ("dice", "sealed; the commitments, to be published, are in the file"),
            *(("", commitment) for commitment in sorted(commitments)),
        ]
    return [("dice", "you are asked for every throw" if seed is None else f"rolled with the seed {seed}")]


def _head(
    game: Game[Any, Any, Any],
    title: str,
    names: Mapping[str, str],
    dice_told: Sequence[tuple[str, str]],
    file: MatchFile[Any, Any, Any],
) -> None:
    from rcw_rules.cli.output import TextTable, show

    who = ", ".join(f"{side} {'you' if name == 'human' else name}" for side, name in names.items())
    if list(names.values()).count("human") > 1:
        who = ", ".join(f"{side} {'a person' if name == 'human' else name}" for side, name in names.items())
    rows = [
        ("players", who),
        *dice_told,
        ("saved in", f"{file.path}, after every answer"),
    ]
    show(f"{title} [{game.ruleset.id}]", TextTable(rows, indent=2), "")
    click.echo('Type "help" for what you can type, "quit" to leave.')


def _list_playable(*, as_json: bool) -> None:
    from rcw_rules.cli.output import TextTable, show, show_json
    from rcw_rules.discovery import survey
    from rcw_rules.kernel.plain import printable

    rows: list[tuple[str, str]] = []
    for told in survey("scenarios").values():
        if "error" in told:
            click.echo(f"rcw: {printable(told['error'])}", err=True)
        rows += [(one["id"], one["title"]) for one in told.get("scenarios", ())]
    if as_json:
        show_json({"scenarios": [{"id": id, "title": title} for id, title in rows]})
    elif rows:
        show(
            TextTable(rows, headers=("scenario", "title")),
            "",
            "  rcw play SCENARIO begins one; rcw scenario new makes your own.",
        )
    else:
        show("no installed ruleset plays whole games")


@click.command("sim")
@click.argument("name", metavar="SCENARIO", shell_complete=scenario_names)
@once("-n", "--games", "count", type=click.IntRange(min=1), metavar="N", help="How many games; 1000 by default.")
@red_option
@white_option
@player_option
@once("--jobs", type=click.IntRange(min=1), metavar="N", help="How many processes play; 1 by default.")
@once("--seed", type=int, metavar="N", help="The seed of dice and players; 1 by default.")
@click.option("--luck", is_flag=True, help="Measure the luck of the dice as well.")
@set_option
@json_option
@debug_option
def sim(
    *,
    name: str,
    count: int | None,
    red: str | None,
    white: str | None,
    player: Sequence[str],
    jobs: int | None,
    seed: int | None,
    luck: bool,
    settings: Sequence[str],
    as_json: bool,
) -> None:
    """Play a scenario many times, and say who wins how often.

    Every side is played by random unless you name a player. The same seed plays the same games, with any number of
    jobs. Interrupted, it shows the games that are done, and ends with 130 all the same.
    """
    from rcw_rules.cli.game_inputs import HUMAN, changed_game, named_players, scenario_of, see_this_folder
    from rcw_rules.cli.output import show_json
    from rcw_rules.series import play_series

    playable = changed_game(scenario_of(name), settings)
    sides = playable.game.sides(playable.scenario)
    names = named_players(player, {"red": red, "white": white}, sides, default="random")
    if HUMAN in names.values():
        raise click.UsageError("nobody sits at a simulation: name players, not human", click.get_current_context())
    see_this_folder(names.values())
    series = play_series(
        playable.game,
        playable.scenario,
        names,
        count or 1000,
        seed=1 if seed is None else seed,
        luck=luck,
        workers=jobs or 1,
        progress=True,
    )
    if as_json:
        show_json({"scenario": name, "players": names, "seed": series.played.seed, **_series_data(series)})
    else:
        _show_series(name, playable, names, series, count or 1000)
    if not series.played.is_complete:
        click.get_current_context().exit(_INTERRUPTED)


def _show_series(name: str, playable: Playable, names: Mapping[str, str], series: Series, count: int) -> None:
    from rcw_rules.cli.output import show

    sides = playable.game.sides(playable.scenario)
    who = ", ".join(f"{side} {names[side]}" for side in sides)
    done = "" if series.played.is_complete else f" of {count:,}, interrupted"
    show(f"{name}: {series.games:,} games{done}, {who}, seed {series.played.seed}", "", *_series_blocks(series))


def _series_blocks(series: Series) -> list[str | TextTable]:
    from rcw_rules.cli.output import TextTable

    rows = [(f"wins of {side}", str(series.wins_of(side))) for side in series.sides]
    rows.append(("draws", str(series.wins_of(None))))
    for side in series.sides:
        points = series.points_of(side)
        if points is not None:
            rows.append((f"points of {side}", _mean(points)))
    rows.append(("events in a game", _mean(series.length_in_events)))
    rows.append(("turns in a game", _mean(series.length_in_turns)))
    blocks: list[str | TextTable] = [TextTable(rows, indent=2)]
    luck = [
        (side, *(_luck(series.luck_of(side, won=won)) for won in (None, True, False)))
        for side in series.sides
        if series.luck_of(side) is not None
    ]
    if luck:
        headers = ("luck of the dice", "all games", "games won", "the others")
        blocks += ["", TextTable(luck, headers=headers, right=(1, 2, 3), indent=2), "", f"  {_LUCK}"]
    return blocks


_LUCK = (
    "Luck: how many standard deviations the throws in a side's own actions lay above what was to be expected. "
    "It is about the dice alone: where a rule wants low dice, good luck is below 0."
)


def _mean(mean: Mean) -> str:
    return f"{mean.mean:.2f} +- {mean.error:.2f}, {mean.least:g} to {mean.most:g}"


def _luck(mean: Mean | None) -> str:
    return "none" if mean is None else f"{mean.mean:+.2f} +- {mean.error:.2f}"


def _series_data(series: Series) -> dict[str, Any]:
    def mean_data(mean: Mean | None) -> dict[str, float] | None:
        if mean is None:
            return None
        return {
            "mean": mean.mean,
            "standard_error": mean.error,
            "least": mean.least,
            "most": mean.most,
            "games": mean.count,
        }

    def share_data(side: str | None) -> dict[str, float]:
        share = series.wins_of(side)
        return {"share": share.value, "standard_error": share.standard_error}

    return {
        "games": series.games,
        "is_complete": series.played.is_complete,
        "wins": {side: share_data(side) for side in series.sides},
        "draws": share_data(None),
        "points": {side: mean_data(series.points_of(side)) for side in series.sides},
        "events": mean_data(series.length_in_events),
        "turns": mean_data(series.length_in_turns),
        "luck": {
            side: {
                "all": mean_data(series.luck_of(side)),
                "won": mean_data(series.luck_of(side, won=True)),
                "not_won": mean_data(series.luck_of(side, won=False)),
            }
            for side in series.sides
            if series.luck_of(side) is not None
        },
    }


game_commands: tuple[click.Command, ...] = (play, sim)
