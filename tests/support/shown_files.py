"""Files that a page shows: fenced blocks with a title.

A title that begins with ``examples/`` names a file of the repository, of which the block is a part. Any other names a
file that the reader writes; the code of the page finds it in its folder.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

import pytest

FENCE = re.compile(r'^```\w+ title="(?P<file>[^"]+)"\n(?P<body>.*?)^```$', re.DOTALL | re.MULTILINE)
KEPT = "examples/"


class Shown(NamedTuple):
    """A file, or a part of one, that a page shows."""

    place: str
    file: str
    text: str


def shown_in(page: str, text: str) -> list[Shown]:
    return [
        Shown(f"{page}:{text.count(chr(10), 0, at.start()) + 1}", at["file"], at["body"]) for at in FENCE.finditer(text)
    ]


@pytest.fixture(autouse=True)
def files_of_the_page(page_pictures: None, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    """Write what the page shows as files into the folder in which its code runs."""
    write_shown_files(request.path, tmp_path)


def write_shown_files(page: Path, folder: Path) -> None:
    for shown in shown_in(page.name, page.read_text(encoding="utf-8")):
        if not shown.file.startswith(KEPT):
            (folder / shown.file).write_text(shown.text, encoding="utf-8")
