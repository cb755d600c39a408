"""What the commands of ``rcw`` share: their options and arguments, and what makes no sense of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

import click

from rcw_rules.kernel.errors import close_names, did_you_mean

if TYPE_CHECKING:
    from rcw_rules.kernel.procedures import Procedure, Request


Decorator: TypeAlias = Callable[[Callable[..., None]], Callable[..., None]]
"""What adds an option or an argument to the function of a command."""


class Commands(click.Group):
    """A group that suggests the command that was meant."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command of that name."""
        if args and self.get_command(ctx, args[0]) is None and not args[0].startswith("-"):
            near = did_you_mean(close_names(args[0][:100], self.commands))
            raise click.UsageError(f"there is no command {args[0]!r}{near}", ctx)
        return super().resolve_command(ctx, args)


def _only(context: click.Context, parameter: click.Parameter, values: tuple[Any, ...]) -> object:
    if len(values) > 1:
        raise click.UsageError(f"{parameter.opts[0]} is given twice", context)
    return values[0] if values else None


def once(*names: str, **settings: Any) -> Decorator:
    """Return an option with one value that refuses a second one, where click would forget the first."""
    return click.option(*names, **settings, multiple=True, callback=_only)


# Read in `rcw_rules.cli.running`, which must know it even when the other arguments make no sense.
debug_option: Decorator = click.option(
    "--debug", is_flag=True, expose_value=False, help="Show the traceback of an error."
)
json_option: Decorator = click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
procedure_argument: Decorator = click.argument("procedure_id", metavar="PROCEDURE")
file_argument: Decorator = click.argument("file", metavar="[FILE|-]", default="-")
set_option: Decorator = click.option(
    "--set",
    "settings",
    metavar="OPTION=VALUE",
    multiple=True,
    help="Set an option of the ruleset; @FILE as the value reads it from a TOML or JSON file.",
)
charts_option: Decorator = click.option(
    "--charts", "chart_files", metavar="FILE", multiple=True, help="Replace charts by those of a TOML file."
)
house_option: Decorator = once("--house", "house_file", metavar="FILE", help="Play by the house rules of a TOML file.")
house_file_argument: Decorator = click.argument("file", metavar="FILE")
choose_option: Decorator = click.option(
    "--choose",
    "chosen",
    metavar="CHOICE=VALUE",
    multiple=True,
    help="Fix what a player decides: every time, or VALUE;VALUE one time after the other.",
)
override_option: Decorator = click.option(
    "--override",
    "overriding",
    metavar="NAME=VALUE",
    multiple=True,
    help="Let something else hold than the dice or the book say: of a throw by its purpose, a modifier or a chart.",
)
reason_option: Decorator = once("--reason", metavar="TEXT", help="Why the overrides hold; it stands in the record.")
sample_option: Decorator = once(
    "--sample", "draws", type=click.IntRange(min=1), metavar="N", help="Estimate from N draws; needs --seed."
)
budget_option: Decorator = once(
    "--budget",
    type=click.IntRange(min=1),
    metavar="N",
    help="How many branches exact odds may walk: 200,000 by default.",
)
seed_option: Decorator = once("--seed", type=int, metavar="N", help="The seed of the dice.")


def example_of(procedure: Procedure[Any, Any, Any]) -> Request[Any]:
    """Return the example of a procedure, or say that it has none."""
    request: Request[Any] | None = procedure.example
    if request is None:
        raise click.ClickException(f"the procedure {procedure.id} has no example")
    return request


def require_sensible(draws: int | None, seed: int | None, budget: int | None) -> None:
    """Refuse what makes no sense of --sample, --seed and --budget."""
    if (draws is None) != (seed is None):
        raise click.UsageError("--sample and --seed go together", click.get_current_context())
    if draws is not None and budget is not None:
        raise click.UsageError("--budget is for exact odds, not for --sample", click.get_current_context())
