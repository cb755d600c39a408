"""One habit everywhere, read from the syntax trees of the sources."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

import rcw_rules
from rcw_rules import registry

PACKAGE = Path(rcw_rules.__file__).parent
TESTS = Path(__file__).parent
TREES = {
    path.relative_to(PACKAGE).as_posix(): ast.parse(path.read_text(encoding="utf-8"))
    for path in sorted(PACKAGE.rglob("*.py"))
}
RULESETS = tuple(sorted(path.parent.name for path in PACKAGE.glob("*/rules.toml")))


def functions(tree: ast.AST) -> Iterator[ast.FunctionDef]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))


def in_ruleset(path: str) -> bool:
    return path.partition("/")[0] in RULESETS


def test_the_umpire_comes_first_in_every_helper() -> None:
    late = [
        f"{path}:{function.lineno} {function.name}({', '.join(names)})"
        for path, tree in TREES.items()
        if in_ruleset(path)
        for function in functions(tree)
        if (names := [arg.arg for arg in function.args.args if arg.arg not in {"self", "cls"}])
        and "umpire" in names[1:]
        and names != ["request", "umpire"]  # a procedure
    ]
    assert late == []


def test_ids_become_words_in_one_place() -> None:
    assert [
        path
        for path, tree in TREES.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and ast.unparse(node).endswith(".replace('_', ' ')")
    ] == ["kernel/words.py"]


def test_a_procedure_is_one_rule_or_two_and_its_code_cites_the_rest() -> None:
    many = {
        procedure.id: procedure.rules
        for id in RULESETS
        for procedure in registry.load(id).procedures
        if len(procedure.rules) > 2
    }
    assert many == {}, "write the ids where the code applies them: they are collected from there"


def test_a_function_that_objects_is_named_for_what_it_objects_to() -> None:
    vague = [
        f"{path}:{function.lineno} {function.name}"
        for path, tree in TREES.items()
        if in_ruleset(path)
        for function in functions(tree)
        if function.returns is not None
        and ast.unparse(function.returns) in {"Objection | None", "str | None"}
        and re.match(r"_?(check|why|is|has|can|may|test|validate|objection)(_|$)", function.name)
        and "Objection" in ast.unparse(function.returns)
    ]
    assert vague == []


def definitions(tree: ast.Module) -> Iterator[str]:
    """Yield the classes and type aliases that a module defines."""
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.AnnAssign) and ast.unparse(node.annotation) == "TypeAlias":
            yield ast.unparse(node.target)


def test_one_word_has_one_meaning_in_the_kernel_and_above() -> None:
    homes: dict[str, list[str]] = defaultdict(list)
    for path, tree in TREES.items():
        if not in_ruleset(path):
            for name in definitions(tree):
                if not name.startswith("_"):
                    homes[name].append(path)
    assert {name: paths for name, paths in homes.items() if len(paths) > 1} == {}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_constant_of_the_rules_stands_once(ruleset: str) -> None:
    homes: dict[str, list[str]] = defaultdict(list)
    for path, tree in TREES.items():
        if path.startswith(f"{ruleset}/"):
            for node in tree.body:
                target = node.targets[0] if isinstance(node, ast.Assign) else getattr(node, "target", None)
                if isinstance(target, ast.Name) and re.fullmatch(r"_?[A-Z][A-Z0-9_]{2,}", target.id):
                    homes[target.id.lstrip("_")].append(path)
    assert {name: paths for name, paths in homes.items() if len(paths) > 1} == {}


def test_files_are_short_enough_to_read() -> None:
    lines = {path: len((PACKAGE / path).read_text(encoding="utf-8").splitlines()) for path in TREES}
    assert {path: count for path, count in lines.items() if count > 600} == {}, "a longer chapter is two chapters"
    tests = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in TESTS.rglob("*.py")}
    assert {path.name: count for path, count in tests.items() if count > 500} == {}, "split the file by its subjects"
