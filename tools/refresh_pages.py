"""Write what the code of the documentation prints today below it, after a change that is meant to change it.

    python tools/refresh_pages.py [PAGE ...]

Doctests and ``console`` blocks of all pages, or of those named. Read the difference before you commit it: a number that
you did not mean to change is a mistake that the page has found.
"""

from __future__ import annotations

import doctest
import re
import sys
import textwrap
from collections import defaultdict
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
sys.path.append(str(ROOT / "tests" / "support"))


WIDEST = 80
"""How many characters a line of code or output on a page may have."""

_PIECE = re.compile(r"""(?:'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|[^,'"]|['"]|,(?! ))+(?:, )?|, """)


class Outputs:
    """A plug-in of pytest that keeps what every example printed that did not print what is shown."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self.of_page: dict[Path, dict[int, tuple[int, str]]] = defaultdict(dict)

    @pytest.hookimpl(tryfirst=True)
    def pytest_exception_interact(self, node: pytest.Item, call: pytest.CallInfo[None]) -> None:
        """Keep what a page printed, by the line of the example: how many lines are shown, and what is to be shown."""
        told = call.excinfo.value if call.excinfo is not None else None
        for failure in getattr(told, "failures", ()):
            if isinstance(failure, doctest.DocTestFailure):
                shown = failure.example.want.count("\n")
                first = failure.example.lineno + failure.example.source.count("\n")
                self.of_page[node.path][first] = (shown, _as_shown(failure.got))


def _as_shown(printed: str) -> str:
    head = "Traceback (most recent call last):\n"
    if printed.startswith(head):  # of a traceback only the error stands on a page
        return f"{head}    ...\n{wrapped(printed.splitlines()[-1])}\n"
    return "".join(f"{wrapped(line)}\n" for line in printed.replace("\n\n", "\n<BLANKLINE>\n").splitlines())


def narrow(printed: str) -> str:
    """Return what a command prints as a page shows it: long lines are broken, as a terminal of 80 columns does."""
    return "".join(f"{wrapped(line)}\n" for line in printed.splitlines())


def wrapped(line: str) -> str:
    """Break a line of output that is too long for a page: a value after its commas, any other text at its spaces."""
    if len(line) <= WIDEST:
        return line
    margin = line[: len(line) - len(line.lstrip())]
    is_value = line.lstrip()[0] in "([{"
    hanging = margin + (" " if is_value else "  ")
    pieces = _PIECE.findall(line) if is_value else []
    lines = [""]
    for piece in pieces:
        if lines[-1] and len(lines[-1]) + len(piece.rstrip()) > WIDEST:
            lines.append(hanging)
        lines[-1] += piece
    if not pieces or any(len(one.rstrip()) > WIDEST for one in lines):
        return textwrap.fill(
            line.lstrip(),
            WIDEST,
            initial_indent=margin,
            subsequent_indent=hanging,
            break_long_words=False,
            break_on_hyphens=False,
        )
    return "\n".join(one.rstrip() for one in lines)


def refresh_doctests(pages: list[str]) -> set[Path]:
    """Write the output of the doctests anew and return the pages that changed."""
    outputs = Outputs()
    settings = ["-c", str(ROOT / "pyproject.toml"), "--rootdir", str(ROOT), "-p", "no:randomly"]
    pytest.main([*settings, "--quiet", "--no-summary", "--doctest-continue-on-failure", *pages], [outputs])
    for page, found in outputs.of_page.items():
        lines = page.read_text(encoding="utf-8").splitlines(keepends=True)
        for first, (count, printed) in sorted(found.items(), reverse=True):
            lines[first : first + count] = printed.splitlines(keepends=True)
        page.write_text("".join(lines), encoding="utf-8")
    return set(outputs.of_page)


def refresh_consoles(page: Path) -> bool:
    """Write the output of a page's commands anew and say whether anything changed."""
    from console_blocks import CALLS_RCW, commands_in, run

    text = page.read_text(encoding="utf-8")
    lines = text.splitlines(keepends=True)
    for command in reversed(list(commands_in(text, page.as_posix()))):
        if command.shown is not None and CALLS_RCW.search(command.line):
            first = int(command.place.rpartition(":")[2]) + command.line.count("\n")
            margin = lines[first - command.line.count("\n") - 1].partition("$")[0]
            printed = [margin + line for line in narrow(run(command).stdout).splitlines(keepends=True)]
            lines[first : first + command.shown.count("\n")] = printed
    refreshed = "".join(lines)
    if refreshed != text:
        page.write_text(refreshed, encoding="utf-8")
    return refreshed != text


def main() -> None:
    """Refresh the pages named, or all."""
    named = sys.argv[1:] or ["README.md", "docs"]
    changed = refresh_doctests(named)
    for place in map(Path, named):
        for page in sorted(place.rglob("*.md")) if place.is_dir() else [place]:
            if refresh_consoles(page.resolve()):
                changed.add(page.resolve())
    for page in sorted(changed):
        print(page)


if __name__ == "__main__":
    main()
