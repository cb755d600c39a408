"""Adds to the documentation what no person writes twice: pages from the rulesets, the schemas, the examples."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

from rcw_rules.registry import load
from rcw_rules.rule_index import with_coverage
from rcw_rules.service.app import OPERATIONS
from rcw_rules.service.openapi import openapi
from rcw_rules.service.problems import KINDS
from rcw_rules.service.questions import SCHEMAS as PUBLISHED
from site_pages.charts import charts_page
from site_pages.coverage import coverage_page
from site_pages.errors import error_classes, errors_page
from site_pages.examples import examples_page
from site_pages.procedures import procedures_page
from site_pages.rulings import rulings_page
from site_pages.schemas import schemas_page
from site_pages.service import service_page

ROOT = Path(__file__).parents[1]
SCHEMAS = ROOT / "schemas"
EXAMPLES = ROOT / "examples"
ARCHIVE = "rcw_rules_examples.zip"
MADE = {"__pycache__", ".hypothesis", ".mypy_cache", ".pytest_cache", ".ruff_cache"}

TITLES = {
    "orel": "The Battle of Orel",
    "red_actions": "Red Actions!",
    "red_square": "Red Army - White Guards",
    "red_white": "Red & White",
    "directory": "Fall of the Directory",
}
"""The rulesets in the order of the navigation, by the names that they have there."""


def on_files(files: Files, *, config: MkDocsConfig) -> Files:
    """Add every page and file that no person writes."""
    for path, content in generated():
        files.append(File.generated(config, path, content=content))
    return files


def generated() -> Iterator[tuple[str, str | bytes]]:
    """Yield the path of every such page or file, with its content."""
    rulesets = {title: load(id) for id, title in TITLES.items()}
    for title, ruleset in rulesets.items():
        yield f"{ruleset.id}/charts.md", charts_page(title, ruleset)
        yield f"{ruleset.id}/coverage.md", coverage_page(title, with_coverage(ruleset.rules, ruleset.package))
        yield f"{ruleset.id}/rulings.md", rulings_page(title, ruleset, ruleset.rules)
    schemas = {file.name: file.read_text(encoding="utf-8") for file in sorted(SCHEMAS.glob("*.json"))}
    types = {file.name: file.read_text(encoding="utf-8") for file in sorted(SCHEMAS.glob("*.d.ts"))}
    examples = dict(example_files())
    # A Markdown file would become a page, and a notebook is no text to read; the archive has them.
    shown = {path: text for path, text in examples.items() if not path.endswith((".md", ".ipynb"))}
    for folder, files in (("schemas", schemas | types), ("examples", shown)):
        for path, text in files.items():
            yield f"{folder}/{path}", text
    yield ARCHIVE, archive({"schemas": schemas | types, "examples": examples})
    yield "reference/procedures.md", procedures_page(rulesets)
    yield "reference/schemas.md", schemas_page({name: json.loads(text) for name, text in schemas.items()})
    yield "reference/errors.md", errors_page(error_classes())
    yield "reference/service.md", service_page(openapi(OPERATIONS, PUBLISHED), KINDS)
    yield "reference/examples.md", examples_page(shown, ARCHIVE)
    yield "changelog.md", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8").replace("](docs/", "](")


def example_files() -> Iterator[tuple[str, str]]:
    """Yield the path of every example with its text: those of the folder itself, then those of the folders in it."""
    files = [path for path in EXAMPLES.rglob("*") if path.is_file() and not MADE & {*path.parts}]
    for path in sorted(files, key=lambda path: (path.parent != EXAMPLES, path)):
        yield path.relative_to(EXAMPLES).as_posix(), path.read_text(encoding="utf-8")


def archive(folders: Mapping[str, Mapping[str, str]]) -> bytes:
    """Return an archive of *folders*, each with the texts of its files, that is the same whenever it is made."""
    content = BytesIO()
    with ZipFile(content, "w") as made:
        for folder, files in folders.items():
            for path, text in files.items():
                made.writestr(ZipInfo(f"{folder}/{path}"), text, ZIP_DEFLATED)
    return content.getvalue()
