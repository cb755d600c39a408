"""Every link of a page leads to a file of the site, and every page stands in the navigation."""

from __future__ import annotations

import posixpath
import re
from pathlib import Path

import pytest

from mkdocs_hook import generated

DOCS = Path(__file__).parents[2] / "docs"
FENCE = re.compile(r"^(?P<fence>```+).*?^(?P=fence)$", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"\]\((?P<target>[^)\s#]+)(#[^)\s]*)?\)")

WRITTEN = {
    path.relative_to(DOCS).as_posix(): path.read_text(encoding="utf-8") if path.suffix == ".md" else ""
    for path in sorted(DOCS.rglob("*"))
    if path.is_file() and path.suffix != ".py" and "__pycache__" not in path.parts
}
CODE = re.compile(r"(?P<before>.?)`(?P<path>examples/[^`]+)`")
SITE = WRITTEN | {path: content if isinstance(content, str) else "" for path, content in generated()}


@pytest.mark.parametrize("page", [name for name in SITE if name.endswith(".md")])
def test_links_lead_somewhere(page: str) -> None:
    text = FENCE.sub("", SITE[page])
    targets = {
        posixpath.normpath(posixpath.join(posixpath.dirname(page), found["target"]))
        for found in LINK.finditer(text)
        if not found["target"].startswith(("http://", "https://"))
    }
    assert sorted(targets - SITE.keys()) == []


@pytest.mark.parametrize("page", [name for name in WRITTEN if name.endswith(".md")])
def test_an_example_that_a_page_names_is_linked(page: str) -> None:
    named = [found["path"] for found in CODE.finditer(FENCE.sub("", SITE[page])) if found["before"] != "["]
    assert named == []


def test_every_page_is_in_the_navigation() -> None:
    settings = (DOCS.parent / "mkdocs.yml").read_text(encoding="utf-8")
    navigation = set(re.findall(r"^ +- (?:.*: )?([\w/]+\.md)$", settings, re.MULTILINE))
    assert navigation == {name for name in SITE if name.endswith(".md")}
