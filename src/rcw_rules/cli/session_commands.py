"""The commands about decisions: what can be decided, what is best, and sessions that were saved."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from rcw_rules.cli.completions import ruleset_ids
from rcw_rules.cli.options import (
    charts_option,
    choose_option,
    debug_option,
    file_argument,
    house_option,
    json_option,
    limit_option,
    limits_of,
    once,
    procedure_argument,
    require_sensible,
    roster_option,
    sample_option,
    seed_option,
    set_option,
    telling_options,
)

if TYPE_CHECKING:
    from rcw_rules.cli.output import Telling


@click.command("resume")
@click.argument("file", metavar="FILE")
@seed_option
@telling_options
@json_option
@debug_option
def resume(*, file: str, seed: int | None, told: Telling, as_json: bool) -> None:
    """Go on with a session that was saved.

    FILE is what "rcw resolve --ask" saved after an answer "q", or when the answers ended.
    """
    from rcw_rules.cli.asking import play
    from rcw_rules.cli.inputs import read_document

    ruleset, text = read_document(file, "a saved session")
    play(ruleset.load_session(text), file, seed, as_json=as_json, told=told)


@click.command("choices")
@click.argument("id", metavar="[RULESET|PROCEDURE]", required=False)
@json_option
@debug_option
def choices(*, id: str | None, as_json: bool) -> None:
    """List the decisions that rules leave to players.

    For the id of a procedure: those that it, or what it asks, may come to.
    """
    from rcw_rules.cli.output import TextTable, show, show_json
    from rcw_rules.discovery import survey, told_choices
    from rcw_rules.kernel.plain import printable
    from rcw_rules.registry import available, find_procedure, load

    found: list[dict[str, str]] = []
    if id is None:
        for data in survey("choices").values():
            if "error" in data:
                click.echo(f"rcw: {printable(data['error'])}", err=True)
            else:
                found += data["choices"]
    elif id in available():
        found = told_choices(load(id).choices)
    else:
        ruleset, procedure = find_procedure(id)
        found = told_choices(ruleset.choices_of(procedure))
    if as_json:
        show_json({"choices": found})
    elif found:
        show(
            TextTable(
                [(one["id"], one["who"], f"{one['about']} [{one['rule']}]") for one in found],
                headers=("choice", "who", "what"),
            )
        )
    else:
        show("nothing is decided: it is all a matter of chance")


@click.command("options")
@click.argument("ruleset_id", metavar="RULESET", shell_complete=ruleset_ids)
@set_option
@json_option
@debug_option
def options(*, ruleset_id: str, settings: Sequence[str], as_json: bool) -> None:
    """List the options of a ruleset.

    Options are the optional rules of the book, and rulings where it is silent.
    """
    from rcw_rules.cli.inputs import with_options
    from rcw_rules.cli.output import TextTable, show, show_json
    from rcw_rules.kernel.plain import in_text
    from rcw_rules.option_rows import option_rows
    from rcw_rules.registry import load

    found = option_rows(with_options(load(ruleset_id), settings))
    if as_json:
        show_json({"ruleset": ruleset_id, "options": found})
        return
    rows = [
        (row["name"], in_text(row["value"]), row["expected"], f"{row['about']} [{row['rule']}, {row['provenance']}]")
        for row in found
    ]
    show(TextTable(rows, headers=("option", "value", "can be", "what")))


@click.command("advise")
@procedure_argument
@file_argument
@roster_option
@once("--for", "side", metavar="SIDE", help="Who wants the value high; by default whoever decides first.")
@once("--value", "name", metavar="NAME", help="What counts: a payoff of the ruleset, or a field of the outcome.")
@set_option
@charts_option
@house_option
@choose_option
@sample_option
@seed_option
@limit_option
@json_option
@debug_option
def advise(
    *,
    procedure_id: str,
    file: str,
    roster_file: str | None,
    side: str | None,
    name: str | None,
    settings: Sequence[str],
    chart_files: Sequence[str],
    house_file: str | None,
    chosen: Sequence[str],
    draws: int | None,
    seed: int | None,
    bounds: Sequence[str],
    as_json: bool,
) -> None:
    """Say which alternative of a decision is best.

    For the first decision of the procedure: what each alternative comes to on average if both sides take every later
    decision as is best for them. The request is JSON or TOML in FILE or, without one, JSON on standard input.
    """
    from rcw_rules.answering import advice_data, advise_on
    from rcw_rules.cli.advising import advice_blocks
    from rcw_rules.cli.inputs import changed_ruleset, fixed_choices, read_request
    from rcw_rules.cli.output import show, show_json
    from rcw_rules.payoffs import payoff_of
    from rcw_rules.registry import find_procedure

    require_sensible(draws, seed)
    limits = limits_of(bounds, draws)
    ruleset, procedure = find_procedure(procedure_id)
    ruleset = changed_ruleset(ruleset, settings, chart_files, house_file)
    payoff_of(ruleset, procedure, name)  # a wrong name is refused before anybody types a request
    request = read_request(ruleset, procedure, file, roster_file)
    advice, payoff, high = advise_on(
        ruleset,
        procedure,
        request,
        side=side,
        value=name,
        choices=fixed_choices(ruleset, chosen),
        draws=draws,
        seed=seed or 0,
        limits=limits,
    )
    if as_json:
        show_json({"procedure": procedure.id, **advice_data(advice, payoff, high)})
    else:
        show(*advice_blocks(advice, payoff, high))


session_commands: tuple[click.Command, ...] = (resume, choices, options, advise)
