"""The commands ``rcw scenario``: begin one of your own, check it, read it, look at its map."""

from __future__ import annotations

from typing import Any

import click

from rcw_rules.cli.completions import scenario_names
from rcw_rules.cli.options import Commands, Decorator, debug_option, json_option, once

_INVALID = 2

scenario_argument: Decorator = click.argument("name", metavar="SCENARIO", shell_complete=scenario_names)


@click.group("scenario", cls=Commands, invoke_without_command=True)
@debug_option
@click.pass_context
def scenario(context: click.Context) -> None:
    """Write, check and show scenarios."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


@scenario.command("new")
@click.argument("ruleset", metavar="RULESET")
@click.argument("file", metavar="[FILE]", required=False)
@once("--from", "name", metavar="NAME", help="The scenario of the ruleset to begin from; by default its first.")
@debug_option
def scenario_new(*, ruleset: str, file: str | None, name: str | None) -> None:
    """Print a complete scenario to change, as TOML.

    With FILE it is written to that file, which does not exist yet.
    """
    from rcw_rules.cli.output import show
    from rcw_rules.cli.scenario_text import commented_scenario
    from rcw_rules.cli.streams import OutputError
    from rcw_rules.kernel.writing import write_new
    from rcw_rules.registry import load_game

    game = load_game(ruleset)
    chosen = name or next(iter(game.scenarios))
    text = commented_scenario(game, game.scenario(chosen), chosen)
    if file is None:
        click.echo(text, nl=False)
        return
    try:
        write_new(file, text.encode())
    except FileExistsError:
        raise OutputError(f"{file} exists already: take another name") from None
    except (OSError, ValueError) as error:
        raise OutputError(f"{file} cannot be written: {getattr(error, 'strerror', None) or error}") from None
    show(f"{file} holds {ruleset}/{chosen}. Change it, and check it with: rcw scenario check {file}")


@scenario.command("check")
@scenario_argument
@json_option
@debug_option
def scenario_check(*, name: str, as_json: bool) -> None:
    """Name every mistake in a scenario, with its line.

    Exit code 2 for mistakes in the file, 1 if a rule forbids to begin so.
    """
    from rcw_rules.cli.game_inputs import scenario_of
    from rcw_rules.cli.output import show, show_json
    from rcw_rules.kernel.errors import FileError
    from rcw_rules.kernel.plain import printable
    from rcw_rules.kernel.sources import SeededDice

    try:
        playable = scenario_of(name)
    except FileError as error:
        if as_json:
            raise
        for problem in error.problems:
            click.echo(printable(f"{error.file}: {problem}"))
        count = len(error.problems)
        click.echo(f"rcw: {printable(error.file)} has {count} mistake{'s' if count > 1 else ''}", err=True)
        click.get_current_context().exit(_INVALID)
    playable.game.begin(playable.scenario, dice=SeededDice(1))  # what only the set-up finds is found now
    ruleset = playable.game.ruleset
    if as_json:
        show_json({"scenario": name, "ruleset": ruleset.id, "problems": []})
    else:
        show(f"{name} is a scenario of {ruleset.id}, and can be played: rcw play {name}")


@scenario.command("show")
@scenario_argument
@json_option
@debug_option
def scenario_show(*, name: str, as_json: bool) -> None:
    """Tell a scenario in words."""
    from rcw_rules.cli.game_inputs import scenario_of
    from rcw_rules.cli.output import TextTable, show, show_json
    from rcw_rules.kernel.plain import in_text
    from rcw_rules.kernel.wording import part_rows
    from rcw_rules.option_rows import option_rows
    from rcw_rules.wire import unstructure

    playable = scenario_of(name)
    game, ruleset = playable.game, playable.game.ruleset
    if as_json:
        show_json(
            {
                "ruleset": unstructure(ruleset.identity),
                "options": unstructure(ruleset.options),
                "sides": list(game.sides(playable.scenario)),
                "scenario": unstructure(playable.scenario, game.scenario_type),
            }
        )
        return
    rows = [
        ("ruleset", f"{ruleset.title}, {ruleset.edition}"),
        ("sides", ", ".join(game.sides(playable.scenario))),
        *((one, told) for one, told in part_rows(playable.scenario) if told != "none"),
    ]
    blocks: list[Any] = [f"{getattr(playable.scenario, 'title', name)} [{ruleset.id}]", TextTable(rows, indent=2)]
    defaults = unstructure(type(ruleset.options)())
    options = [
        (row["name"], in_text(row["value"])) for row in option_rows(ruleset) if row["value"] != defaults[row["name"]]
    ]
    if options:
        blocks += ["", "Options", TextTable(options, indent=2)]
    if ruleset.house is not None:
        blocks += ["", f"House rules: {ruleset.house.title}"]
    show(*blocks)


@scenario.command("map")
@scenario_argument
@once("--plot", metavar="FILE", help="Draw the map to this file, as .svg.")
@debug_option
def scenario_map(*, name: str, plot: str | None) -> None:
    """Show the map as it is when the game begins."""
    from rcw_rules.cli.game_inputs import scenario_of
    from rcw_rules.cli.streams import OutputError
    from rcw_rules.games import UMPIRE
    from rcw_rules.kernel.plain import printable
    from rcw_rules.kernel.sources import SeededDice

    playable = scenario_of(name)
    game = playable.game
    state = game.begin(playable.scenario, dice=SeededDice(1)).state
    view = game.view(state, UMPIRE)
    if plot is None:
        click.echo(printable(game.text_map(view) or f"{game.ruleset.id} draws no map as text: try --plot FILE.svg"))
        return
    drawing = game.picture(view)
    if drawing is None:
        raise click.ClickException(f"{game.ruleset.id} draws no pictures of its games")
    try:
        drawing.save(plot)
    except OSError as error:
        raise OutputError(f"the picture {plot} cannot be written: {error.strerror or error}") from None
    except ValueError as error:
        raise click.UsageError(str(error), click.get_current_context()) from None
    click.echo(printable(f"drawn: {plot}"))
