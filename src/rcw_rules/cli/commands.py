"""The commands of ``rcw``. Each loads what it needs when it runs, so that the others stay quick."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rcw_rules import __version__
from rcw_rules.cli.ask_commands import ask_commands
from rcw_rules.cli.completions import chart_ids, rule_ids, ruleset_ids
from rcw_rules.cli.game_commands import game_commands
from rcw_rules.cli.house_commands import house
from rcw_rules.cli.match_commands import match
from rcw_rules.cli.options import (
    Commands,
    charts_option,
    choose_option,
    debug_option,
    example_of,
    file_argument,
    house_option,
    json_option,
    limit_option,
    limits_of,
    once,
    override_option,
    procedure_argument,
    reason_option,
    require_sensible,
    roster_option,
    sample_option,
    seed_option,
    set_option,
    telling_options,
)
from rcw_rules.cli.record_commands import seal, verify
from rcw_rules.cli.scenario_commands import scenario
from rcw_rules.cli.serve_commands import serve_commands
from rcw_rules.cli.session_commands import session_commands
from rcw_rules.cli.signing_commands import keys, sign
from rcw_rules.kernel.errors import UnknownNameError

if TYPE_CHECKING:
    from rcw_rules.cli.output import Telling
    from rcw_rules.kernel.distributions import Distribution
    from rcw_rules.kernel.samples import Sample
    from rcw_rules.kernel.sources import DiceSource
    from rcw_rules.rule_index import RuleIndex
    from rcw_rules.ruleset import Ruleset


@click.group(cls=Commands, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="rcw", message="%(prog)s %(version)s")
@debug_option
@click.pass_context
def rcw(context: click.Context) -> None:
    """Ask the rules of Russian Civil War games: outcomes explained, odds exact.

    Exit codes: 0 fine, 1 a rule forbids it or a record fails, 2 malformed input or usage, 3 the book is silent and
    needs a ruling.
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


def _command(name: str) -> Callable[[Callable[..., None]], click.Command]:
    def wrap(function: Callable[..., None]) -> click.Command:
        return rcw.command(name)(json_option(debug_option(function)))

    return wrap


@_command("list")
def list_rulesets(*, as_json: bool) -> None:
    """List the installed rulesets."""
    from rcw_rules.cli.output import TextTable, show, show_json
    from rcw_rules.discovery import survey

    found: list[dict[str, Any]] = [{"id": id, **data} for id, data in survey("counts").items()]
    if as_json:
        show_json({"rulesets": found})
        return
    for number, data in enumerate(found):
        if "error" in data:
            rows = [("", f"broken: {data['error']}")]
        else:
            rows = [
                ("edition", f"{data['edition']}, rules version {data['rules_version']}"),
                ("rules", str(data["rules"])),
                ("procedures", str(data["procedures"])),
                ("charts", str(data["charts"])),
            ]
        head = f"{data['id']}: {data['title']}" if "title" in data else data["id"]
        show(*([""] if number else []), head, TextTable(rows, indent=2))


def _covered(ruleset: Ruleset[Any]) -> RuleIndex:
    from rcw_rules.rule_index import with_coverage

    return with_coverage(ruleset.rules, ruleset.package) if ruleset.package else ruleset.rules


def _statuses(rules: RuleIndex) -> dict[str, int]:
    counts = {"implemented": 0, "referee": 0, "missing": 0}
    for rule in rules:
        counts[rule.status] += 1
    return counts


@_command("procedures")
@click.argument("ruleset_id", metavar="[RULESET]", shell_complete=ruleset_ids, required=False)
def procedures(*, ruleset_id: str | None, as_json: bool) -> None:
    """List the questions that can be asked."""
    from rcw_rules.cli.output import TextTable, show, show_json
    from rcw_rules.discovery import procedures_of, survey
    from rcw_rules.kernel.plain import printable
    from rcw_rules.registry import load

    found: list[dict[str, Any]] = []
    if ruleset_id is not None:
        found = procedures_of(load(ruleset_id))
    else:
        for data in survey("procedures").values():
            if "error" in data:
                click.echo(f"rcw: {printable(data['error'])}", err=True)
            else:
                found += data["procedures"]
    if as_json:
        show_json({"procedures": found})
        return
    rows = [(item["id"], str(len(item["rules"])), item["title"]) for item in found]
    show(TextTable(rows, headers=("procedure", "rules", "question"), right=(1,)))


@_command("rules")
@click.argument("ruleset_id", metavar="RULESET", shell_complete=ruleset_ids)
@click.argument("rule_id", metavar="[ID]", shell_complete=rule_ids, required=False)
def rules(*, ruleset_id: str, rule_id: str | None, as_json: bool) -> None:
    """Show the rules; of one also its code and its tests."""
    from rcw_rules.cli.output import TextTable, show, show_json
    from rcw_rules.registry import load

    index = _covered(load(ruleset_id))
    found = list(index) if rule_id is None else [index[rule_id]]
    if as_json:
        show_json({"ruleset": ruleset_id, "rules": [rule.as_data(full=rule_id is not None) for rule in found]})
    elif rule_id is not None:
        data = found[0].as_data(full=True)
        lines = [
            (key, value if isinstance(value, str) else ", ".join(value))
            for key, value in data.items()
            if key not in ("id", "title")
        ]
        show(f"{found[0].id}: {found[0].title}", TextTable([(key, line or "none") for key, line in lines], indent=2))
    else:
        rows = [(rule.id, rule.status, rule.provenance, rule.title) for rule in found]
        counts = ", ".join(f"{count} {status}" for status, count in _statuses(index).items())
        show(TextTable(rows, headers=("rule", "status", "provenance", "title")), "", f"  {len(index)} rules: {counts}.")


@_command("chart")
@click.argument("ruleset_id", metavar="RULESET", shell_complete=ruleset_ids)
@click.argument("chart_id", metavar="[CHART]", shell_complete=chart_ids, required=False)
@charts_option
@house_option
@click.option("--toml", "as_toml", is_flag=True, help="Print the chart as a file to be changed and read by --charts.")
def chart(
    *,
    ruleset_id: str,
    chart_id: str | None,
    chart_files: Sequence[str],
    house_file: str | None,
    as_toml: bool,
    as_json: bool,
) -> None:
    """Show a printed chart, or list every chart and show it."""
    from rcw_rules.cli.inputs import changed_ruleset
    from rcw_rules.cli.output import TextTable, show, show_json
    from rcw_rules.kernel.chart_files import chart_file
    from rcw_rules.kernel.wording import provenance_of
    from rcw_rules.registry import load

    if as_toml and (chart_id is None or as_json):
        raise click.UsageError("--toml is for one chart, without --json", click.get_current_context())
    charts = changed_ruleset(load(ruleset_id), (), chart_files, house_file).charts
    if chart_id is None:
        keys = ("id", "title", "rule", "source", "locator", "provenance")
        if as_json:
            data = [{key: getattr(item, key) for key in keys} for item in charts.values()]
            show_json({"ruleset": ruleset_id, "charts": data})
        else:
            rows = [(item.id, provenance_of(item), item.title) for item in charts.values()]
            bodies = [block for item in charts.values() for block in ("", item.text())]
            show(TextTable(rows, headers=("chart", "provenance", "title")), *bodies)
        return
    if chart_id not in charts:
        raise UnknownNameError(f"chart of {ruleset_id}", chart_id, charts)
    if as_toml:
        show(chart_file(charts[chart_id]).rstrip())
    elif as_json:
        show_json({"ruleset": ruleset_id, "chart": charts[chart_id].as_data()})
    else:
        show(charts[chart_id].text())


@_command("schema")
@click.argument("id", metavar="PROCEDURE|RULESET")
@click.option("--outcome", is_flag=True, help="The schema of the outcome instead of the request.")
def schema(*, id: str, outcome: bool, as_json: bool) -> None:
    """Print the JSON Schema of a request or outcome.

    For the id of a ruleset, print one schema with every request and outcome of it.
    """
    from rcw_rules.cli.output import show_json
    from rcw_rules.registry import available, find_procedure, load
    from rcw_rules.schema import json_schema
    from rcw_rules.schema_files import ruleset_schema

    if id in available():
        if outcome:
            raise click.UsageError("--outcome is for the schema of one procedure", click.get_current_context())
        show_json(ruleset_schema(load(id)))
        return
    _, procedure = find_procedure(id)
    if outcome:
        show_json(json_schema(procedure.outcome_type))
    else:
        show_json(json_schema(procedure.request_type, example=procedure.example))


@_command("example")
@procedure_argument
@click.option("--short", is_flag=True, help="Leave out what holds by default.")
@click.option("--toml", "as_toml", is_flag=True, help="Print it as TOML, without what holds by default.")
def example(*, procedure_id: str, short: bool, as_toml: bool, as_json: bool) -> None:
    """Print a complete request to start from."""
    from rcw_rules.brief import defaults_left_out
    from rcw_rules.cli.inputs import toml_of
    from rcw_rules.cli.output import show, show_json
    from rcw_rules.registry import find_procedure
    from rcw_rules.wire import unstructure

    if as_toml and as_json:
        raise click.UsageError("--toml or --json, not both", click.get_current_context())
    _, procedure = find_procedure(procedure_id)
    found = example_of(procedure)
    if as_toml:
        show(toml_of(found))
    else:
        show_json(defaults_left_out(found) if short else unstructure(found))


@_command("resolve")
@procedure_argument
@file_argument
@roster_option
@seed_option
@once("--dice", metavar="4,6,2", help="The faces thrown, in the order of the procedure; '' for none.")
@click.option("--ask", is_flag=True, help="Ask for every throw and every decision, one after the other.")
@click.option("--ask-dice", is_flag=True, help="Ask for the throws alone.")
@click.option("--ask-choices", is_flag=True, help="Ask for the decisions alone.")
@click.option("--sealed", metavar="SEED:SALT", multiple=True, help="The secret of sealed dice, once for each party.")
@once("--draw", type=click.IntRange(min=1), metavar="N", help="The number of the next sealed throw; 1 by default.")
@set_option
@charts_option
@house_option
@choose_option
@override_option
@reason_option
@telling_options
def resolve(
    *,
    procedure_id: str,
    file: str,
    roster_file: str | None,
    seed: int | None,
    dice: str | None,
    ask: bool,
    ask_dice: bool,
    ask_choices: bool,
    sealed: Sequence[str],
    draw: int | None,
    settings: Sequence[str],
    chart_files: Sequence[str],
    house_file: str | None,
    chosen: Sequence[str],
    overriding: Sequence[str],
    reason: str | None,
    told: Telling,
    as_json: bool,
) -> None:
    """Resolve a request and explain the result.

    The request is JSON or TOML in FILE or, without one, JSON on standard input; "rcw example" prints one to start from.

    The dice come from one of --seed, --dice, --ask and --sealed. With --ask, --seed is for throws left to the machine.
    Decisions take their default, unless --choose fixes them or --ask asks for them. An answer "q" saves what was
    answered to a file, and "rcw resume" goes on from there.
    """
    from rcw_rules.cli.asking import play
    from rcw_rules.cli.inputs import changed_ruleset, fixed_choices, overrides_of, read_request
    from rcw_rules.cli.output import show_resolution
    from rcw_rules.kernel.deciders import Defaults
    from rcw_rules.registry import find_procedure

    throws, decides = ask or ask_dice, ask or ask_choices
    if (dice is not None) + (seed is not None or throws) + bool(sealed) != 1:
        said = "give one of --seed N, --dice 4,6,2, --ask and --sealed SEED:SALT: they say where the dice come from"
        raise click.UsageError(said, click.get_current_context())
    if draw is not None and not sealed:
        raise click.UsageError("--draw is for --sealed", click.get_current_context())
    ruleset, procedure = find_procedure(procedure_id)
    ruleset = changed_ruleset(ruleset, settings, chart_files, house_file)
    choices = fixed_choices(ruleset, chosen)
    overrides = overrides_of(ruleset, overriding, reason)
    source = _source(seed=seed, dice=dice, sealed=sealed, draw=draw)
    request = read_request(ruleset, procedure, file, roster_file)
    if not throws and not decides:
        resolution = ruleset.resolve(request, dice=source, choices=choices, overrides=overrides)
        show_resolution(resolution, as_json=as_json, told=told)
        return
    if not decides:
        choices = {**ruleset.policies(Defaults()), **choices}
    session = ruleset.begin(request, overrides=overrides).automate(dice=None if throws else source, choices=choices)
    play(session, file, seed, as_json=as_json, told=told)


def _source(*, seed: int | None, dice: str | None, sealed: Sequence[str], draw: int | None) -> DiceSource:
    from rcw_rules.kernel.sources import GivenDice, SeededDice
    from rcw_rules.terminal import read_faces

    if sealed:
        return _sealed_dice(sealed, draw or 1)
    return GivenDice(read_faces(dice), as_shown=True) if dice is not None else SeededDice(seed or 0)


def _sealed_dice(secrets: Sequence[str], first: int) -> DiceSource:
    from rcw_rules.kernel.seals import SealedDice, Secret

    own, *others = map(Secret.parse, secrets)
    return SealedDice(own.seed, salt=own.salt, others=others, first=first)


@_command("odds")
@procedure_argument
@file_argument
@roster_option
@set_option
@charts_option
@house_option
@choose_option
@sample_option
@seed_option
@limit_option
@once("--plot", metavar="FILE", help="Draw the odds of every field that can differ, as .svg or .png.")
def odds(
    *,
    procedure_id: str,
    file: str,
    roster_file: str | None,
    settings: Sequence[str],
    chart_files: Sequence[str],
    house_file: str | None,
    chosen: Sequence[str],
    draws: int | None,
    seed: int | None,
    bounds: Sequence[str],
    plot: str | None,
    as_json: bool,
) -> None:
    """Compute exact odds, or estimate them.

    The request is JSON or TOML in FILE or, without one, JSON on standard input; "rcw example" prints one to start from.
    """
    from rcw_rules.answering import odds_data, outcome_data, sample_data
    from rcw_rules.cli.chances import EXACT, chance_blocks, sampled
    from rcw_rules.cli.inputs import changed_ruleset, fixed_choices, read_request
    from rcw_rules.cli.output import show, show_long_json
    from rcw_rules.kernel.distributions import Distribution
    from rcw_rules.registry import find_procedure

    require_sensible(draws, seed)
    limits = limits_of(bounds, draws)
    ruleset, procedure = find_procedure(procedure_id)
    ruleset = changed_ruleset(ruleset, settings, chart_files, house_file)
    choices = fixed_choices(ruleset, chosen) or None
    request = read_request(ruleset, procedure, file, roster_file)
    data = odds_data(ruleset, request)
    asked = f"{procedure.title} [{procedure.id}; {ruleset.edition}, rules version {ruleset.rules_version}]"
    house = () if ruleset.house is None else (f"the house rules of {ruleset.house.title}",)
    changed = (*settings, *(f"charts of {file}" for file in chart_files), *house, *chosen)
    said = f"{asked}, with {', '.join(changed)}" if changed else asked
    if draws is None or seed is None:
        distribution = ruleset.odds(request, choices=choices, limits=limits)
        if plot is not None:
            _plot(distribution, procedure.title, plot)
        if as_json:
            show_long_json(data, "outcomes", outcome_data(distribution))
        else:
            show(said, *chance_blocks(request, distribution, EXACT))
        return
    sample = ruleset.sample(request, draws, seed=seed, choices=choices, limits=limits)
    if plot is not None:
        _plot(sample, procedure.title, plot)
    if as_json:
        show_long_json({**data, "sample": {"draws": draws, "seed": seed}}, "outcomes", sample_data(sample))
    else:
        said = f"{said}: estimated from {draws:,} draws with the seed {seed}"
        show(said, *chance_blocks(request, Distribution(dict(sample.counts)), sampled(draws)))


def _plot(odds: Distribution[Any] | Sample[Any], title: str, file: str) -> None:
    """Draw the odds of every field that can differ."""
    import logging
    import os

    from rcw_rules.cli.chances import panels
    from rcw_rules.cli.streams import OutputError
    from rcw_rules.plots import plot_panels

    # That it finds no folder for its fonts and settings is no matter of the user's.
    logging.getLogger("matplotlib").setLevel(logging.ERROR)
    os.environ.pop("MATPLOTLIBRC", None)  # its settings are not used, and it may be no file that ends
    os.environ.pop("MPLBACKEND", None)  # a file needs no window, and matplotlib fails where it knows no such kind
    try:
        plot_panels(panels(odds), title=title).save(file)
    except OSError as error:
        raise OutputError(f"the picture {file} cannot be written: {error.strerror or error}") from None


rcw.add_command(house)
for _added in (*ask_commands, *session_commands, *game_commands, scenario, match, *serve_commands):
    rcw.add_command(_added)
rcw.add_command(verify)
rcw.add_command(seal)
rcw.add_command(keys)
rcw.add_command(sign)


@_command("demo")
@once(
    "--pictures",
    metavar="FOLDER",
    type=click.Path(file_okay=False, path_type=Path),
    help="Write the pictures of those that have one to this folder, as SVG.",
)
def demo(pictures: Path | None, *, as_json: bool) -> None:
    """Resolve the worked examples of the books, and play a battle.

    Where a book tells none, some are made up, and say so. The battle is played by greedy against random.
    """
    from rcw_rules.cli.demo import (
        battle_blocks,
        battle_data,
        each_example,
        example_blocks,
        example_data,
        require_writable,
    )
    from rcw_rules.cli.output import show, show_json
    from rcw_rules.discovery import survey
    from rcw_rules.kernel.plain import printable
    from rcw_rules.registry import load

    if pictures is not None:
        require_writable(pictures)
    rulesets: list[Ruleset[Any]] = []
    for id, data in survey("names").items():
        if "error" in data:
            click.echo(f"rcw: {printable(data['error'])}", err=True)
        else:
            rulesets.append(load(id))
    if as_json:
        examples = [
            {"ruleset": ruleset.id, **data}
            for ruleset in rulesets
            for data in each_example(example_data, ruleset, pictures)
        ]
        show_json({"examples": examples, "battle": battle_data()})
        return
    for ruleset in rulesets:
        blocks = [block for blocks in each_example(example_blocks, ruleset, pictures) for block in blocks]
        if blocks:
            show(ruleset.title, *blocks)
    show(*battle_blocks())
