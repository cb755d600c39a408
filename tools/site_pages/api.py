"""The pages of a ruleset's Python API: one for each chapter, and one in front of them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from site_pages.markdown import bullets, code, heading, link, paragraphs

__all__ = ["api_pages", "chapters_of"]

SMALL = 6
"""A chapter that offers fewer names than this stands on the first page."""

EXTRA = {
    "directory": ("tracker", "campaign.state", "campaign.profile", "campaign.rulebook_map"),
    "red_actions": ("positions", "pictures"),
}
"""Public modules whose names the ruleset itself does not offer."""

LONG = {"game": 20, "campaign": 24, "units": 32, "ground": 24}
"""How many names go on one page of a long chapter, so that no page is longer than twenty screens."""


def chapters_of(package: Path) -> dict[str, list[str]]:
    """Return the public names of a ruleset by the chapter that offers them, both in alphabetical order.

    Args:
        package: The folder of the ruleset, whose ``__init__.py`` imports every public name from its chapter.
    """
    tree = ast.parse((package / "__init__.py").read_text(encoding="utf-8"))
    found: dict[str, list[str]] = {}
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(f"rcw_rules.{package.name}."):
            chapter = str(node.module).split(".")[2]
            found.setdefault(chapter, []).extend(alias.asname or alias.name for alias in node.names)
    return {chapter: sorted(names, key=str.casefold) for chapter, names in sorted(found.items())}


def api_pages(title: str, package: Path) -> Iterator[tuple[str, str]]:
    """Yield the path of every page of a ruleset's Python API below ``reference/python/``, with its Markdown.

    Args:
        title: The name of the ruleset.
        package: Its folder.
    """
    ruleset = package.name
    chapters = chapters_of(package)
    pages: list[tuple[str, str, str]] = []
    here: list[str] = []
    for chapter, names in chapters.items():
        if len(names) < SMALL:
            here += names
            continue
        size = LONG.get(chapter, len(names))
        parts = [names[start : start + size] for start in range(0, len(names), size)]
        for number, part in enumerate(parts, start=1):
            file = chapter if number == 1 else f"{chapter}_{number}"
            which = f" ({number} of {len(parts)})" if len(parts) > 1 else ""
            name = f"{chapter.replace('_', ' ')}{which}"
            pages.append((f"{ruleset}/{file}.md", name, f"{part[0]} to {part[-1]}"))
            yield pages[-1][0], paragraphs(heading(1, f"{title}: {name}"), *_members(ruleset, part))
    for module in EXTRA.get(ruleset, ()):
        file = f"{ruleset}/{module.rpartition('.')[2]}.md"
        pages.append((file, module.rpartition(".")[2].replace("_", " "), code(f"rcw_rules.{ruleset}.{module}")))
        yield file, paragraphs(heading(1, f"{title}: {pages[-1][1]}"), f"::: rcw_rules.{ruleset}.{module}")
    yield (
        f"{ruleset}.md",
        paragraphs(
            heading(1, f"{title}: Python API"),
            f"Import everything on these pages from {code(f'rcw_rules.{ruleset}')}.",
            bullets(f"{link(name, path)}: {what}" for path, name, what in pages),
            *_members(ruleset, sorted(here, key=str.casefold)),
        ),
    )


def _members(ruleset: str, names: list[str]) -> Iterator[str]:
    for name in names:
        # Requests and outcomes all have these two; the kernel's page says what they are.
        yield f'::: rcw_rules.{ruleset}.{name}\n    options:\n      filters: ["!^_", "!^(inconsistencies|summary)$"]'
