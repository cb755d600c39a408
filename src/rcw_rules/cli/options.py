"""What the commands of ``rcw`` share: their options and arguments, and what makes no sense of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias, get_args

import attrs
import click

from rcw_rules.cli.completions import procedure_ids
from rcw_rules.kernel.errors import Bound, close_names, did_you_mean

if TYPE_CHECKING:
    from rcw_rules.kernel.limits import Limits
    from rcw_rules.kernel.procedures import Procedure, Request


Decorator: TypeAlias = Callable[[Callable[..., None]], Callable[..., None]]
"""What adds an option or an argument to the function of a command."""


BOUNDS: tuple[str, ...] = get_args(Bound)


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
_brief: Decorator = click.option(
    "--brief", "told", flag_value="brief", default="usual", help="Print the result in a sentence, and nothing else."
)
_full: Decorator = click.option("--full", "told", flag_value="full", help="Print every step, however many there are.")


def telling_options(function: Callable[..., None]) -> Callable[..., None]:
    """Add the options that say how much of an answer is printed."""
    return _brief(_full(function))


procedure_argument: Decorator = click.argument("procedure_id", metavar="PROCEDURE", shell_complete=procedure_ids)
file_argument: Decorator = click.argument("file", metavar="[FILE|-]", default="-")
roster_option: Decorator = once(
    "--roster", "roster_file", metavar="FILE", help="Units by name in a TOML file; a request names them as @NAME."
)
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
limit_option: Decorator = click.option(
    "--limit",
    "bounds",
    metavar="NAME=NUMBER",
    multiple=True,
    help="What the answer may cost: branches=200000, seconds=2 of computing and megabytes=200 by default; none for no "
    "bound. A sample takes as many seconds as its draws.",
)
seed_option: Decorator = once("--seed", type=int, metavar="N", help="The seed of the dice.")


def example_of(procedure: Procedure[Any, Any, Any]) -> Request[Any]:
    """Return the example of a procedure, or say that it has none."""
    request: Request[Any] | None = procedure.example
    if request is None:
        raise click.ClickException(f"the procedure {procedure.id} has no example")
    return request


def require_sensible(draws: int | None, seed: int | None) -> None:
    """Refuse what makes no sense of --sample and --seed."""
    if (draws is None) != (seed is None):
        raise click.UsageError("--sample and --seed go together", click.get_current_context())


def limits_of(bounds: Sequence[str], draws: int | None) -> Limits:
    """Return the limits that --limit sets, of exact odds or of a sample."""
    from rcw_rules.kernel.limits import SAMPLE_LIMITS, Limits

    changed: dict[str, Any] = {}
    for bound in bounds:
        name, _, text = bound.partition("=")
        if name not in BOUNDS:
            near = did_you_mean(close_names(name[:100], BOUNDS))
            raise click.UsageError(
                f"--limit {bound[:100]!r}: expected branches=, seconds= or megabytes={near}",
                click.get_current_context(),
            )
        if name in changed:
            raise click.UsageError(f"--limit {name} is given twice", click.get_current_context())
        changed[name] = _bound(name, text)
    return attrs.evolve(SAMPLE_LIMITS if draws is not None else Limits(), **changed)


def _bound(name: str, text: str) -> float | None:
    if text == "none":
        return None
    kind = r"\d{1,15}" if name == "branches" else r"\d{1,15}(\.\d{1,6})?"
    if not re.fullmatch(kind, text, re.ASCII):
        what = "a whole number" if name == "branches" else "a number"
        raise click.UsageError(
            f"--limit {name} is {what} from 0, or none, not {text[:100]!r}", click.get_current_context()
        )
    return int(text) if text.isdigit() else float(text)
