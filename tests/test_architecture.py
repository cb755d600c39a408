"""The dependencies point one way, the kernel names no ruleset, and importing the package costs next to nothing."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

import rcw_rules

PACKAGE = Path(rcw_rules.__file__).parent
MODULES = {
    ".".join(("rcw_rules", *path.relative_to(PACKAGE).with_suffix("").parts)).removesuffix(".__init__"): path
    for path in sorted(PACKAGE.rglob("*.py"))
}
RULESETS = tuple(sorted(path.parent.name for path in PACKAGE.glob("*/rules.toml")))

# From the bottom up: a part may import its own layer and those below it.
LAYERS: tuple[tuple[str, ...], ...] = (
    ("kernel",),
    (
        "coverage",
        "json_text",
        "digests",
        "wire",
        "wire_problems",
        "brief",
        "toml_files",
        "schema",
        "rule_index",
        "marks",
        "former_names",
        "house",
        "resolution",
        "migrations",
        "documents",
        "replays",
        "verification",
        "payoffs",
        "pieces",
        "worked_examples",
        "look_ups",
        "advice",
        "sessions",
        "session_documents",
        "ruleset",
        "games",
    ),
    RULESETS,
    ("registry", "discovery"),
)
TOP = len(LAYERS)
"""Everything else: the command line, matches, what authors test with."""

HEAVY = {"cattrs", "click", "cryptography", "matplotlib", "networkx", "numpy", "rich", "shapely"}


def imports_of(tree: ast.AST, module: str, *, is_package: bool) -> Iterator[str]:
    """Yield the full dotted name of everything that a module imports anywhere, for type checkers as well."""
    package = module if is_package else module.rpartition(".")[0]
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                above = package.split(".")[: len(package.split(".")) - node.level + 1]
                base = ".".join((*above, base)) if base else ".".join(above)
            yield from (f"{base}.{alias.name}" for alias in node.names)


@cache
def tree_of(module: str) -> ast.Module:
    return ast.parse(MODULES[module].read_text(encoding="utf-8"))


@cache
def imported_by(module: str) -> frozenset[str]:
    return frozenset(imports_of(tree_of(module), module, is_package=MODULES[module].name == "__init__.py"))


def part_of(name: str) -> str:
    """Return the first part of a dotted name below the package: the kernel, a ruleset, or a module."""
    return (*name.split("."), "")[1]


def layer_of(name: str) -> int:
    return next((number for number, parts in enumerate(LAYERS) if part_of(name) in parts), TOP)


INSIDE = sorted(module for module in MODULES if module != "rcw_rules")


def test_imports_are_found_in_every_form() -> None:
    source = (
        "import a.b\nfrom c import d as e\nfrom . import f\nfrom .g import h\nfrom ..i import j\n"
        "if TYPE_CHECKING:\n    import k\ndef later():\n    from l.m import n, o\n"
    )
    below = ["a.b", "c.d", "p.q.f", "p.q.g.h", "p.i.j", "k", "l.m.n", "l.m.o"]
    assert sorted(imports_of(ast.parse(source), "p.q.r", is_package=False)) == sorted(below)
    assert list(imports_of(ast.parse("from .s import t"), "p.q", is_package=True)) == ["p.q.s.t"]


def test_there_is_something_to_hold() -> None:
    assert names_a_ruleset("orel")
    assert names_a_ruleset("rcw_rules.orel.model")
    assert "red_white" in RULESETS
    assert {"rcw_rules.kernel.odds", "rcw_rules.registry", "rcw_rules.red_white.melee"} <= set(MODULES)
    assert "rcw_rules.kernel.umpire.Umpire" in imported_by("rcw_rules.kernel.odds")


def test_dependencies_point_down() -> None:
    upward = {
        (module, name)
        for module in INSIDE
        for name in imported_by(module)
        if name.startswith("rcw_rules.") and layer_of(name) > layer_of(module)
    }
    # The version of the package is known to all.
    assert {pair for pair in upward if pair[1] != "rcw_rules.__version__"} == set()


def texts_in(node: ast.AST) -> Iterator[str]:
    """Yield the names that a node bears, and its text if it is one."""
    for field in ("id", "attr", "name", "arg", "module", "value"):
        text = getattr(node, field, None)
        if isinstance(text, str):
            yield text


def names_a_ruleset(text: str) -> bool:
    return text in RULESETS or ("rcw_rules" in text and any(f"{ruleset}." in text for ruleset in RULESETS))


def test_the_kernel_names_no_ruleset() -> None:
    named = {
        (module, text)
        for module in INSIDE
        if part_of(module) == "kernel"
        for node in ast.walk(tree_of(module))
        for text in texts_in(node)
        if names_a_ruleset(text)
    }
    assert named == set()


def test_a_ruleset_imports_no_sibling() -> None:
    siblings = {
        (module, name)
        for module in INSIDE
        if part_of(module) in RULESETS
        for name in imported_by(module)
        if name.startswith("rcw_rules.") and part_of(name) in {*RULESETS} - {part_of(module)}
    }
    assert siblings == set()


def test_only_the_registry_touches_entry_points() -> None:
    touching = {
        module
        for module in MODULES
        if any("entry_point" in name.lower() or name.endswith(".EntryPoint") for name in imported_by(module))
        or any(isinstance(node, ast.Attribute) and node.attr == "entry_points" for node in ast.walk(tree_of(module)))
    }
    assert touching == {"rcw_rules.registry"}


def test_only_the_geometry_draws_on_planes_and_graphs() -> None:
    heavy = {
        (module, library)
        for module in INSIDE
        if not module.startswith("rcw_rules.kernel.geometry.")
        for library in {name.partition(".")[0] for name in imported_by(module)} & {"numpy", "networkx", "shapely"}
    }
    assert heavy == {("rcw_rules.kernel.draws", "numpy")}


def test_hexes_and_squares_load_nothing_heavy() -> None:
    loaded = loaded_by(
        "from rcw_rules.kernel.geometry import HexGrid, HexMap, SquareGrid, SquareMap\n"
        "HexGrid(columns=3, rows=3, orientation='flat', shifted='even').line('0101', '0303')\n"
        "SquareGrid(columns=3, rows=3).line((0, 0), (2, 2))"
    )
    assert {"rcw_rules.kernel.geometry.hexes.grid", "rcw_rules.kernel.geometry.squares.grid"} <= loaded
    assert not {name.partition(".")[0] for name in loaded} & HEAVY


# ------------------------------------------------------------------ the public face


def loaded_by(code: str) -> set[str]:
    """Return the modules that a fresh interpreter has loaded after running *code*, and had not before."""
    script = (
        f"import json, sys\nbefore = set(sys.modules)\n{code}\nprint(json.dumps(sorted(set(sys.modules) - before)))"
    )
    done = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True)
    return set(json.loads(done.stdout))


def test_importing_the_package_loads_next_to_nothing() -> None:
    loaded = loaded_by("import rcw_rules")
    assert not {name.partition(".")[0] for name in loaded} & HEAVY
    assert {name for name in loaded if name.startswith("rcw_rules")} == {"rcw_rules"}


def test_the_public_names_load_no_ruleset_and_nothing_heavy() -> None:
    loaded = loaded_by("import rcw_rules\nfor name in rcw_rules.__all__: getattr(rcw_rules, name)")
    assert "rcw_rules.ruleset" in loaded
    assert not {name.partition(".")[0] for name in loaded} & HEAVY
    assert not {part_of(name) for name in loaded if name.startswith("rcw_rules.")} & set(RULESETS)


def test_resolving_a_melee_needs_nothing_heavy() -> None:
    loaded = loaded_by(
        "from rcw_rules import SeededDice, red_white as rw\n"
        "rw.ruleset.resolve(rw.melee_example_1(), dice=SeededDice(1)).explain()\n"
        "rw.ruleset.odds(rw.melee_example_1())"
    )
    assert "rcw_rules.red_white.melee" in loaded
    assert not {name.partition(".")[0] for name in loaded} & (HEAVY - {"cattrs"})


def in_order(names: Iterable[str]) -> list[str]:
    """Return *names* without repetition, sorted, constants first and d6 before d10."""

    def place(name: str) -> tuple[bool, list[int | str]]:
        return not name.isupper(), [int(part) if part.isdigit() else part for part in re.split(r"(\d+)", name)]

    return sorted(set(names), key=place)


@pytest.mark.parametrize("package", ["rcw_rules", *(f"rcw_rules.{ruleset}" for ruleset in RULESETS)])
def test_public_names_are_sorted_and_importable(package: str) -> None:
    module = import_module(package)
    assert module.__all__ == in_order(module.__all__)
    for name in module.__all__:
        assert getattr(module, name) is not None
    assert set(module.__all__) <= set(dir(module))


def test_type_checkers_see_the_names_that_are_loaded_lazily() -> None:
    seen: dict[str, str] = {}
    for node in ast.walk(tree_of("rcw_rules")):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("rcw_rules."):
            assert all(alias.name == alias.asname for alias in node.names)
            seen |= {alias.name: (node.module or "").removeprefix("rcw_rules.") for alias in node.names}
    assert seen == rcw_rules._HOME_OF
    assert in_order([*seen, "__version__"]) == rcw_rules.__all__


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="'rcw_rules' has no attribute 'Dice'"):
        rcw_rules.Dice  # noqa: B018 - asking for it is the test


def test_the_package_says_that_it_is_typed() -> None:
    assert (PACKAGE / "py.typed").is_file()
