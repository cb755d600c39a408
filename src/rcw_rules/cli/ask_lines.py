"""The lines of `rcw ask`: with completion and editing on a terminal, echoed on a pipe."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence

import click

from rcw_rules.kernel.plain import printable
from rcw_rules.terminal import read_line, require_typed


class LineReader:
    """Standard input, a line at a time; on a pipe the prompt is printed with what was read, as a transcript."""

    def __init__(self) -> None:
        self._is_terminal = sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()

    def line(self, prompt: str, names: Sequence[str] = ()) -> str | None:
        """Return the next line without the spaces around it; None if there is none.

        Args:
            prompt: What stands in front of it.
            names: What Tab completes, each part between commas by itself.

        Raises:
            NoAnswerError: If the line is longer than anybody types.
        """
        if self._is_terminal:
            return _typed(prompt, names)
        typed = None if sys.stdin is None else read_line(sys.stdin.buffer)
        click.echo(printable(f"{prompt}{typed}" if typed is not None else prompt.rstrip()))
        return typed


def _typed(prompt: str, names: Sequence[str]) -> str | None:
    from prompt_toolkit import prompt as ask
    from prompt_toolkit.completion import CompleteEvent, Completer, Completion
    from prompt_toolkit.document import Document

    class Names(Completer):
        def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
            begun = document.text_before_cursor.rpartition(",")[2].lstrip()
            for name in names:
                if name.lower().startswith(begun.lower()):
                    yield Completion(name, start_position=-len(begun))

    try:
        typed = ask(printable(prompt), completer=Names(), complete_while_typing=False)
    except EOFError:
        return None
    require_typed(typed)
    return typed.strip()
