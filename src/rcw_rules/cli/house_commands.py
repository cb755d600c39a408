"""The commands ``rcw house``: what house rules change, and what that does to the odds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from rcw_rules.cli.options import (
    Commands,
    charts_option,
    choose_option,
    debug_option,
    example_of,
    house_file_argument,
    json_option,
    limit_option,
    limits_of,
    procedure_argument,
    require_sensible,
    sample_option,
    seed_option,
    set_option,
)

if TYPE_CHECKING:
    from rcw_rules.kernel.distributions import Distribution
    from rcw_rules.ruleset import Ruleset


@click.group("house", cls=Commands, invoke_without_command=True)
@debug_option
@click.pass_context
def house(context: click.Context) -> None:
    """Show house rules, and what they do to the odds."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


@house.command("show")
@house_file_argument
@json_option
@debug_option
def house_show(*, file: str, as_json: bool) -> None:
    """Say on one screen what house rules change."""
    from rcw_rules.cli.house import house_blocks, house_data, read_house
    from rcw_rules.cli.output import show, show_json

    ruleset, rules = read_house(file)
    if as_json:
        show_json(house_data(ruleset, rules))
    else:
        show(*house_blocks(ruleset, rules))


@house.command("diff")
@house_file_argument
@procedure_argument
@click.argument("request_file", metavar="[REQUEST|-]", required=False)
@set_option
@charts_option
@choose_option
@sample_option
@seed_option
@limit_option
@json_option
@debug_option
def house_diff(
    *,
    file: str,
    procedure_id: str,
    request_file: str | None,
    settings: Sequence[str],
    chart_files: Sequence[str],
    chosen: Sequence[str],
    draws: int | None,
    seed: int | None,
    bounds: Sequence[str],
    as_json: bool,
) -> None:
    """Compare the odds, book against house: exact, or estimated.

    The request is JSON in the file REQUEST, or on standard input for "-". Without one it is the example of the
    procedure, as "rcw example" prints it.
    """
    from rcw_rules.cli.house import diff_blocks, diff_data, estimated
    from rcw_rules.cli.inputs import changed_ruleset, fixed_choices, read_request
    from rcw_rules.cli.output import show, show_json
    from rcw_rules.kernel.distributions import Distribution
    from rcw_rules.registry import find_procedure
    from rcw_rules.wire import unstructure

    require_sensible(draws, seed)
    limits = limits_of(bounds, draws)
    found, procedure = find_procedure(procedure_id)
    book = changed_ruleset(found, settings, chart_files, None)
    ours = changed_ruleset(found, settings, chart_files, file)
    request = example_of(procedure) if request_file is None else read_request(found, procedure, request_file)
    choices = fixed_choices(book, chosen) or None

    def chances(ruleset: Ruleset[Any]) -> Distribution[Any]:
        if draws is None or seed is None:
            return ruleset.odds(request, choices=choices, limits=limits)
        return Distribution(dict(ruleset.sample(request, draws, seed=seed, choices=choices, limits=limits).counts))

    by_book, by_house = chances(book), chances(ours)
    if as_json:
        show_json(
            {
                "procedure": procedure.id,
                "ruleset": unstructure(book.identity),
                "house": unstructure(ours.house),
                "options": {"book": unstructure(book.options), "house": unstructure(ours.options)},
                "replaced_charts": list(book.replaced_charts),
                "request": unstructure(request),
                **({} if draws is None else {"sample": {"draws": draws, "seed": seed}}),
                "outcomes": diff_data(by_book, by_house),
            }
        )
        return
    whose = "the example" if request_file is None else "the request"
    title = ours.house.title if ours.house else ""
    head = f"{procedure.title} [{procedure.id}; {book.edition}, rules version {book.rules_version}]"
    how = () if draws is None else ("", f"  {estimated(draws)}")
    show(f"{head}: {whose}, book against {title}", *diff_blocks(by_book, by_house), *how)
