"""What a command prints: plain and unwrapped into pipes and files, wrapped and coloured on a terminal."""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import click
from attrs import frozen

from rcw_rules.json_text import dumps
from rcw_rules.kernel.plain import printable

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.text import Text

    from rcw_rules.resolution import Resolution

Telling: TypeAlias = Literal["brief", "usual", "full"]
"""How much of an answer is printed: a sentence, that with what led to it and what changed, or every step."""

GAP = 2
"""Spaces between two columns."""

_AT_ONCE = 1 << 20
"""How many characters of a long document are collected before they are written."""

_CITATION = re.compile(r"\[[^\[\]]+\]")
_HANGING = 4
_NARROWEST = 20
_WIDEST = 1000


@frozen
class TextTable:
    """Rows of cells in aligned columns; on a narrow terminal the last column wraps.

    Attributes:
        rows: The rows, all of one length.
        headers: What stands over the columns, or () for nothing.
        right: The numbers of the columns that are flush right, from 0.
        indent: Spaces before every row.
    """

    rows: Sequence[Sequence[str]]
    headers: tuple[str, ...] = ()
    right: tuple[int, ...] = ()
    indent: int = 0


def show_json(data: object) -> None:
    """Print *data* as one JSON document."""
    click.echo(dumps(data))


def show_long_json(data: dict[str, object], name: str, items: Iterable[object]) -> None:
    """Print *data* with *items* under *name* as one JSON document, as they come: they may be far more than would fit.

    Args:
        data: The keys before it, at least one.
        name: The last key.
        items: The items of its array, at least one.
    """
    parts = [dumps(data).removesuffix("\n}"), f",\n  {dumps(name)}: ["]
    size = 0
    for number, item in enumerate(items):
        part = f"{',' if number else ''}\n{dumps(item)}".replace("\n", "\n    ")
        parts.append(part)
        size += len(part)
        if size > _AT_ONCE:
            click.echo("".join(parts), nl=False)
            parts, size = [], 0
    click.echo("".join((*parts, "\n  ]\n}")))


def show(*blocks: str | TextTable) -> None:
    """Print *blocks* one below the other. On a terminal a text of one line without indent is shown as a heading."""
    if sys.stdout.isatty():
        click.echo(_rich(blocks))
    else:
        click.echo("\n".join(_plain(block) for block in blocks))


def show_resolution(resolution: Resolution[Any], *, as_json: bool, told: Telling = "usual") -> None:
    """Print a resolution: its result in a sentence, then its steps and what changed, as deep as is wished."""
    from rcw_rules.kernel.wording import changed_rows, outcome_rows

    if as_json:
        show_json(resolution.to_dict())
        return
    if told == "brief":
        show(resolution.summary)
        return
    full = told == "full"
    said, head, steps = resolution.explain(full=full).replace("\n\n", "\n", 1).split("\n", 2)
    outcome = resolution.outcome
    rows = outcome_rows(outcome) if full else changed_rows(resolution.request, outcome)
    show(said, "", head, steps, *(("", "Outcome", TextTable(rows, indent=2)) if rows else ()))


def _plain(block: str | TextTable) -> str:
    if isinstance(block, str):
        return printable(block)
    lines = [[printable(cell).replace("\n", " ") for cell in row] for row in (block.headers, *block.rows) if row]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join(
        " " * block.indent
        + (" " * GAP)
        .join(
            cell.rjust(width) if number in block.right else cell.ljust(width)
            for number, (cell, width) in enumerate(zip(line, widths, strict=True))
        )
        .rstrip()
        for line in lines
    )


def _rich(blocks: Sequence[str | TextTable]) -> str:
    from rich.console import Console

    # Not the width that rich would take from the environment, which may be 0 or endless.
    width = shutil.get_terminal_size().columns
    console = Console(highlight=False, width=min(max(width, _NARROWEST), _WIDEST))
    with console.capture() as captured:
        for block in blocks:
            console.print(_rich_table(block) if isinstance(block, TextTable) else _rich_text(block, console.width))
    return captured.get().rstrip("\n")


def _rich_text(block: str, width: int) -> Text:
    import textwrap

    from rich.text import Text

    lines: list[str] = []
    for line in printable(block).split("\n"):
        margin = " " * (len(line) - len(line.lstrip()))
        hanging = margin + " " * _HANGING
        # An id of a rule is one word, hyphens and all.
        lines += textwrap.wrap(
            line.lstrip(), width, initial_indent=margin, subsequent_indent=hanging, break_on_hyphens=False
        ) or [""]
    text = Text("\n".join(lines), style="bold" if block and "\n" not in block and not block.startswith(" ") else "")
    text.highlight_regex(_CITATION, "not bold dim")
    return text


def _rich_table(block: TextTable) -> RenderableType:
    from rich.padding import Padding
    from rich.table import Table as RichTable
    from rich.text import Text

    table = RichTable(box=None, pad_edge=False, padding=(0, GAP, 0, 0), show_header=bool(block.headers))
    width = len(block.headers or block.rows[0])
    for number in range(width):
        wraps = number == width - 1 and number not in block.right
        table.add_column(
            Text(block.headers[number], style="bold") if block.headers else "",
            justify="right" if number in block.right else "left",
            min_width=_NARROWEST if wraps else None,
            no_wrap=not wraps,
            overflow="fold",
        )
    for row in block.rows:
        table.add_row(*(Text(printable(cell)) for cell in row))
    return Padding(table, (0, 0, 0, block.indent), expand=False)
