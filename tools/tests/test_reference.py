"""Whatever can be imported from the library itself stands on a page of the Python API."""

from __future__ import annotations

import re
from pathlib import Path

import rcw_rules
from mkdocs_hook import TITLES

PAGES = Path(__file__).parents[2] / "docs" / "reference" / "python"


def test_every_module_whose_names_are_public_has_its_place() -> None:
    texts = [page.read_text("utf-8") for page in sorted(PAGES.glob("*.md"))]
    documented = [module for text in texts for module in re.findall(r"^::: (\S+)$", text, re.MULTILINE)]
    assert sorted(set(documented)) == sorted(documented), "a module stands on two pages"
    public = {f"rcw_rules.{module}" for module in (*rcw_rules._HOMES, *TITLES)}
    assert len(public) > len(TITLES)
    assert public - set(documented) == set()
