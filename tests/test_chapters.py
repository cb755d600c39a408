"""Chapters are packages: each has one face, and none needs another that needs it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import networkx as nx
import pytest

import rcw_rules
from rcw_rules.rule_index import pages_of

PACKAGE = Path(rcw_rules.__file__).parent
DOCS = Path(__file__).parents[1] / "docs"
HOUSES = ("kernel.geometry", *sorted(path.parent.name for path in PACKAGE.glob("*/rules.toml")))
"""What is divided into chapters: the rulesets, and the grounds of the kernel."""


def modules_of(house: str) -> dict[str, Path]:
    """Return the modules of a house by their names within it; a package is called like its folder, the house ""."""
    root = PACKAGE.joinpath(*house.split("."))
    return {
        ".".join(path.relative_to(root).with_suffix("").parts).removesuffix("__init__").rstrip("."): path
        for path in sorted(root.rglob("*.py"))
    }


def chapter_of(house: str, module: str) -> str:
    """Return the chapter that a module belongs to: the folder below the house, or the module itself."""
    first = module.partition(".")[0]
    return first if (PACKAGE.joinpath(*house.split(".")) / first).is_dir() else module


@cache
def arrows(house: str) -> frozenset[tuple[str, str]]:
    """Return which module of a house imports which, late imports inside functions included.

    Type checkers' imports are left out in the kernel, where the grounds and their pictures name each other.
    """
    return frozenset(
        (module, target) for module, path in modules_of(house).items() for target in _imported(house, module, path)
    )


def _imported(house: str, module: str, path: Path) -> Iterator[str]:
    modules, prefix = modules_of(house), f"rcw_rules.{house}"
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and f"{node.module}.".startswith(f"{prefix}."):
            base = (node.module or "").removeprefix(prefix).lstrip(".")
            for alias in node.names:
                inner = f"{base}.{alias.name}".lstrip(".")
                if (target := inner if inner in modules else base) != module:
                    yield target


def test_there_is_something_to_hold() -> None:
    assert HOUSES == ("kernel.geometry", "directory", "orel", "red_actions", "red_square", "red_white")
    assert chapter_of("orel", "combat.course") == "combat"
    assert chapter_of("orel", "model") == "model"
    assert {("ruleset", "combat"), ("", "ruleset")} <= arrows("orel")


@pytest.mark.parametrize("house", HOUSES)
def test_a_chapter_is_entered_by_its_face(house: str) -> None:
    past = [
        f"{house}.{module} imports {target}: import it from {house}.{chapter_of(house, target)}"
        for module, target in sorted(arrows(house))
        if chapter_of(house, module) != chapter_of(house, target) != target
    ]
    assert past == []


@pytest.mark.parametrize("house", [house for house in HOUSES if house != "kernel.geometry"])
def test_chapters_form_no_circle(house: str) -> None:
    rooms = nx.DiGraph(
        (chapter_of(house, module), chapter_of(house, target)) for module, target in arrows(house) if module
    )
    rooms.remove_edges_from(list(nx.selfloop_edges(rooms)))
    assert list(nx.simple_cycles(rooms)) == []


@pytest.mark.parametrize("house", HOUSES)
def test_a_face_holds_nothing_of_its_own(house: str) -> None:
    chapters = {chapter_of(house, module) for module in modules_of(house)} - {""}
    own = [
        f"{house}.{chapter}: {ast.unparse(node)[:60]}"
        for chapter in sorted(chapters & set(modules_of(house)))
        if (path := modules_of(house)[chapter]).name == "__init__.py" and house != "kernel.geometry"
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if not isinstance(node, ast.ImportFrom | ast.Expr | ast.Assign)
    ]
    assert own == []


ROOT = {"", "examples", "model", "options", "payoffs", "ruleset"}
"""What may lie at the root of a ruleset that is divided into chapters."""

PROMISED = {"red_actions": {"pictures", "positions"}}
"""Public modules that load the libraries of the geometry, and are therefore imported by their own names."""


@pytest.mark.parametrize("house", ["orel", "red_actions", "red_square"])
def test_only_the_common_parts_lie_at_the_root(house: str) -> None:
    modules = modules_of(house)
    chapters = {chapter_of(house, module) for module in modules if "." in module}
    assert {module for module in modules if "." not in module} - chapters == ROOT | PROMISED.get(house, set())


@pytest.mark.parametrize("ruleset", [house for house in HOUSES if house != "kernel.geometry"])
@pytest.mark.skipif(not DOCS.is_dir(), reason="the documentation is not part of what is installed")
def test_every_chapter_is_explained_on_a_page(ruleset: str) -> None:
    pages = pages_of(f"rcw_rules.{ruleset}")
    chapters = {chapter_of(ruleset, module) for module in modules_of(ruleset)} - {"", "ruleset"}
    named = {chapter: pages.get(chapter, chapter) for chapter in chapters}
    assert {chapter for chapter, page in named.items() if not (DOCS / ruleset / f"{page}.md").is_file()} == set()
    assert set(pages) <= chapters
    assert {chapter for chapter in pages if (DOCS / ruleset / f"{chapter}.md").is_file()} == set()
