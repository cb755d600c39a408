"""Whatever can be imported from the library itself stands on a page of the Python API."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import rcw_rules
from mkdocs_hook import PACKAGE, TITLES
from site_pages.api import api_pages, chapters_of

PAGES = Path(__file__).parents[2] / "docs" / "reference" / "python"


def test_every_module_whose_names_are_public_has_its_place() -> None:
    texts = [page.read_text("utf-8") for page in sorted(PAGES.glob("*.md"))]
    documented = [module for text in texts for module in re.findall(r"^::: (\S+)$", text, re.MULTILINE)]
    assert sorted(set(documented)) == sorted(documented), "a module stands on two pages"
    public = {f"rcw_rules.{module}" for module in rcw_rules._HOMES}
    assert len(public) > 10
    assert public - set(documented) == set()


def test_every_public_name_of_a_ruleset_stands_on_one_of_its_pages() -> None:
    for ruleset, title in TITLES.items():
        pages = dict(api_pages(title, PACKAGE / ruleset))
        text = "\n".join(pages.values())
        named = re.findall(rf"^::: rcw_rules\.{ruleset}\.(\w+)$", text, re.MULTILINE)
        # The game of the ruleset is made when it is asked for.
        offered = set(import_module(f"rcw_rules.{ruleset}").__all__) - {"game"}
        assert offered <= set(named)
        assert len(named) == len(set(named))
        assert f"{ruleset}.md" in pages


def test_names_are_found_by_the_chapter_that_offers_them() -> None:
    chapters = chapters_of(PACKAGE / "red_white")
    assert {"MeleeRequest", "MeleeOutcome"} <= set(chapters["melee"])
    assert chapters["ruleset"] == ["ruleset"]
