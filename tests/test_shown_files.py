"""Code that a page shows under the name of one of our files stands in that file."""

from __future__ import annotations

from pathlib import Path
from textwrap import indent

import pytest
from shown_files import KEPT, Shown, shown_in

ROOT = Path(__file__).parents[1]

pytestmark = pytest.mark.skipif(
    not (ROOT / "docs").is_dir(), reason="the documentation is not part of what is installed"
)

SHOWN = [
    shown
    for page in sorted((ROOT / "docs").rglob("*.md"))
    for shown in shown_in(page.relative_to(ROOT).as_posix(), page.read_text(encoding="utf-8"))
    if shown.file.startswith(KEPT)
]


@pytest.mark.parametrize("shown", SHOWN, ids=lambda shown: shown.place)
def test_what_a_page_shows_stands_in_the_file(shown: Shown) -> None:
    there = (ROOT / shown.file).read_text(encoding="utf-8")
    # The body of a function is shown without its margin.
    assert any(f"\n{text}" in f"\n{there}" for text in (shown.text, indent(shown.text, "    ")))


def test_the_referees_tool_is_shown_whole_and_has_less_than_forty_lines() -> None:
    (shown,) = [shown for shown in SHOWN if shown.place.startswith("docs/tutorials/referee.md")]
    assert shown.text == (ROOT / "examples" / "cohesion_at_the_table.py").read_text(encoding="utf-8")
    assert len(shown.text.splitlines()) < 40


def test_what_is_shown_is_found_with_its_place() -> None:
    text = 'a\n\n```python title="x.py"\nb = 1\n\nc\n```\n\n```python\nd\n```\n'
    assert shown_in("p.md", text) == [Shown("p.md:3", "x.py", "b = 1\n\nc\n")]
