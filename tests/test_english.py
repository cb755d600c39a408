"""What people read: code that fits its column, and words that a reader would use."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

pytestmark = pytest.mark.skipif(
    not (ROOT / "docs").is_dir(), reason="the documentation is not part of what is installed"
)

PAGES = ["README.md", "CONTRIBUTING.md", "docs"]
COLUMNS = 80
FENCE = re.compile(
    r"^(?P<margin> *)(?P<fence>```+)(?P<head>.*)\n(?P<body>(?:.*\n)*?)(?P=margin)(?P=fence)$", re.MULTILINE
)

WIDE = (
    "docs/directory",
    "docs/explanation",
    "docs/how_to",
    "docs/red_actions",
    "docs/red_square",
    "docs/red_white",
    "docs/reference",
    "docs/security.md",
    "docs/stability.md",
    "docs/tutorials",
)
"""Folders and pages whose code is still to be brought to 80 columns; take out what is done."""

STIFF = {
    r"who(?:so)?ever": "name them: players who, the side that",
    r"anew": "again",
    r"for ever": "never changes, always",
    r"comes to nothing": "has no effect",
    r"what comes of": "how does ... turn out, the result of",
    r"is told": "the record shows, you read",
    r"of equals": "ties are broken",
    r"any will do": "arbitrarily",
    r"(?:by|for|to) somebody who": "by those who",
    r"save that": "except that",
    r"it were": "it was",
    r"be it": "whether",
}
"""Words of another century, each with what stands for it in plain English."""

STILL_STIFF = (
    "docs/architecture.md",
    "docs/decisions.md",
    "docs/directory",
    "docs/explanation",
    "docs/how_to",
    "docs/orel",
    "docs/performance.md",
    "docs/red_actions",
    "docs/red_square",
    "docs/red_white",
    "docs/reference",
    "docs/security.md",
    "docs/stability.md",
    "docs/tutorials",
    "src",
)
"""Folders and pages with texts that are still to be edited; take out what is done."""

_WORDS = re.compile(rf"\b(?:{'|'.join(STIFF)})\b", re.IGNORECASE)


def pages() -> Iterator[tuple[str, str]]:
    """Yield the path and the text of every page."""
    for name in PAGES:
        path = ROOT / name
        for page in sorted(path.rglob("*.md")) if path.is_dir() else [path]:
            yield page.relative_to(ROOT).as_posix(), page.read_text(encoding="utf-8")


def docstrings() -> Iterator[tuple[str, str]]:
    """Yield the path of every module with its docstrings."""
    for path in sorted((ROOT / "src").rglob("*.py")):
        nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        kinds = (ast.Module, ast.ClassDef, ast.FunctionDef)
        texts = [ast.get_docstring(node) or "" for node in nodes if isinstance(node, kinds)]
        yield path.relative_to(ROOT).as_posix(), "\n".join(texts)


def wide_lines(text: str) -> list[str]:
    """Return the lines of code that do not fit, each without the margin of its block."""
    blocks = [(at["margin"], at["body"]) for at in FENCE.finditer(text)]
    lines = [line.removeprefix(margin) for margin, body in blocks for line in body.splitlines()]
    return [line for line in lines if len(line) > COLUMNS]


def prose_of(text: str) -> str:
    """Return a page without its code, which prints what records say."""
    return re.sub(r"`[^`\n]*`", "", FENCE.sub("", text))


def is_left_out(path: str, places: tuple[str, ...]) -> bool:
    return any(path == place or path.startswith(f"{place}/") for place in places)


def test_code_that_is_shown_fits_in_80_columns() -> None:
    found = {path: wide_lines(text) for path, text in pages() if not is_left_out(path, WIDE)}
    assert len(found) > 10
    assert {path: lines for path, lines in found.items() if lines} == {}


def test_pages_and_docstrings_are_in_plain_english() -> None:
    texts = [*((path, prose_of(text)) for path, text in pages()), *docstrings()]
    found = {path: _WORDS.findall(text) for path, text in texts if not is_left_out(path, STILL_STIFF)}
    assert len(found) > 5
    assert {path: words for path, words in found.items() if words} == {}


@pytest.mark.parametrize(("path"), sorted({*WIDE, *STILL_STIFF}))
def test_what_is_left_out_is_there(path: str) -> None:
    assert (ROOT / path).exists()


def test_wide_lines_and_stiff_words_are_found() -> None:
    fits, wide = "x" * 80, "x" * 81
    assert wide_lines(f"{wide}\n\n```pycon\n{fits}\n```\n") == []
    assert wide_lines(f"  ```console\n  {fits}\n  {wide}\n  ```\n") == [wide]
    assert _WORDS.findall(prose_of("Those who `begin anew`, and whoever begins anew.\n\n```text\nfor ever\n```\n")) == [
        "whoever",
        "anew",
    ]
    assert is_left_out("docs/how_to/a.md", ("docs/how_to",))
    assert not is_left_out("docs/how_to_play.md", ("docs/how_to",))
