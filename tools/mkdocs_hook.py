"""Adds to the documentation what no person writes twice: pages from the rulesets, the schemas, the examples."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from io import BytesIO
from pathlib import Path
from shutil import rmtree
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from rcw_rules.registry import load
from rcw_rules.rule_index import with_coverage
from rcw_rules.service.app import OPERATIONS
from rcw_rules.service.openapi import openapi
from rcw_rules.service.problems import KINDS
from rcw_rules.service.questions import SCHEMAS as PUBLISHED
from site_pages.api import api_pages
from site_pages.charts import charts_page
from site_pages.coverage import coverage_page
from site_pages.errors import error_classes, errors_page
from site_pages.examples import examples_page
from site_pages.procedures import procedures_page
from site_pages.rulings import rulings_page
from site_pages.schemas import schemas_page
from site_pages.service import service_page

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "rcw_rules"
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


UNSEARCHED = re.compile(
    r"reference/(python/|procedures|schemas|examples|errors)|\w+/(charts|coverage|rulings)\.md"
    r"|changelog|decisions|performance|how_do_i"
)
"""Pages that are looked things up in, and would bury the others in a search."""

_QUESTION = re.compile(r"^- \[(How do I .*?)\]\(([^)#]+).*\)$", re.MULTILINE)
_PREFORMATTED = re.compile(r"(<pre.*?</pre>)", re.DOTALL)
_INDENTED = re.compile(r"\s*\n\s*")
_BLOCK = re.compile(r'<div class="(?P<classes>[^"]*\bhighlight\b[^"]*)">')


def questions() -> dict[str, list[str]]:
    """Return the questions of how_do_i.md by the page that answers them."""
    found: dict[str, list[str]] = {}
    for question, page in _QUESTION.findall((ROOT / "docs" / "how_do_i.md").read_text(encoding="utf-8")):
        found.setdefault(page, []).append(question)
    return found


def on_page_markdown(markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Leave the pages to look things up in out of the search, and give the others the questions that they answer."""
    path = page.file.src_uri
    if UNSEARCHED.match(path):
        page.meta["search"] = {"exclude": True}
    elif path in questions():
        page.meta["tags"] = questions()[path]
    return markdown


def on_page_content(html: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Leave code, what it prints, and lists of the procedures of other pages out of the search."""
    if page.file.src_uri.removesuffix("/index.md") in TITLES:
        html = html.replace("<table>", '<table data-search-exclude="true">')
    html = html.replace("&lt;BLANKLINE&gt;", "")  # as doctest has it; what is printed has an empty line
    return _BLOCK.sub(r'<div class="\g<classes>" data-search-exclude="true">', html)


def on_post_page(output: str, *, page: Page, config: MkDocsConfig) -> str:
    """Drop the indentation of the page's source, a quarter of the site; what is preformatted keeps its own."""
    parts = _PREFORMATTED.split(output)
    return "".join(part if number % 2 else _INDENTED.sub("\n", part) for number, part in enumerate(parts))


def on_post_build(*, config: MkDocsConfig) -> None:
    """Drop what the theme brings along and no page loads: source maps, and the search in other languages."""
    assets = Path(config.site_dir) / "assets"
    for path in assets.rglob("*.map"):
        path.unlink()
    rmtree(assets / "javascripts" / "lunr", ignore_errors=True)


def generated() -> Iterator[tuple[str, str | bytes]]:
    """Yield the path of every such page or file, with its content."""
    rulesets = {title: load(id) for id, title in TITLES.items()}
    for title, ruleset in rulesets.items():
        yield f"{ruleset.id}/charts.md", charts_page(title, ruleset)
        yield f"{ruleset.id}/coverage.md", coverage_page(title, with_coverage(ruleset.rules, ruleset.package))
        yield f"{ruleset.id}/rulings.md", rulings_page(title, ruleset, ruleset.rules)
        for path, page in api_pages(title, PACKAGE / ruleset.id):
            yield f"reference/python/{path}", page
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
