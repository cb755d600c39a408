"""Type-checks the examples of the pages and of the docstrings, which the tests run but no type checker sees.

Each page becomes a module of its own under ``build/examples``, and each module of the library another one, with a
function for each docstring. Mypy checks all of them at once, and what it finds is told with the line of the page. An
example that shows an error on purpose may be of the wrong type.
"""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from doctest import DocTestParser, Example
from pathlib import Path
from typing import NamedTuple

__all__ = ["Line", "Module", "findings", "module_of_docstrings", "module_of_page"]

ROOT = Path(__file__).parents[1]
MADE = Path("build", "examples")

SETTINGS = (
    "# mypy: allow-redefinition, allow-untyped-defs, allow-incomplete-defs, allow-untyped-calls, no-strict-equality"
)
"""What a person does at a prompt: defines functions without annotations, uses a name again, compares unlike things."""

_FOUND = re.compile(r"(?P<file>[^:]+):(?P<line>\d+): (?P<kind>error|note): (?P<message>.*)")
_PARSER = DocTestParser()


class Line(NamedTuple):
    """A line of code and where it stands.

    Attributes:
        text: The code.
        number: The number of the line on the page, from 1.
        may_be_wrong: Whether it belongs to an example that shows an error.
    """

    text: str
    number: int
    may_be_wrong: bool = False


class Module(NamedTuple):
    """The examples of a page as a module.

    Attributes:
        page: The path of the page.
        lines: Its lines.
    """

    page: str
    lines: tuple[Line, ...]

    @property
    def text(self) -> str:
        """What is written to the file."""
        return "".join(f"{line.text}\n" for line in self.lines)


def module_of_page(page: str, text: str) -> Module:
    """Return the examples of a Markdown page, which share their names."""
    return Module(page, (Line(SETTINGS, 1), *_lines(_PARSER.get_examples(text, page), 0)))


def module_of_docstrings(page: str, name: str, text: str) -> Module:
    """Return the examples of every docstring of a module, each with the names of the module and its own.

    Args:
        page: The path of the module.
        name: Its dotted name.
        text: Its source.
    """
    tree = ast.parse(text)
    homes = _homes(tree, name)
    lines = [Line(SETTINGS, 1)]
    for number, (docstring, first) in enumerate(_docstrings(tree)):
        examples = _PARSER.get_examples(docstring, page)
        if examples:
            used = sorted(_missing(examples) & homes.keys())
            lines.append(Line(f"def example_{number}() -> None:", first))
            lines += (Line(f"    {homes[word]}", first) for word in used)
            lines += (line._replace(text=f"    {line.text}") for line in _lines(examples, first - 1))
    return Module(page, tuple(lines))


def _lines(examples: Iterable[Example], above: int) -> Iterator[Line]:
    for example in examples:
        for offset, text in enumerate(example.source.splitlines(), start=1):
            yield Line(text, above + example.lineno + offset, example.exc_msg is not None)


def _docstrings(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """Yield every docstring with the number of its first line."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and node.body:
            first = node.body[0]
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
                value = first.value.value
                if isinstance(value, str):
                    yield value, first.lineno


def _missing(examples: Iterable[Example]) -> set[str]:
    """Return the names that the examples use and do not set."""
    names = [node for example in examples for node in ast.walk(ast.parse(example.source)) if isinstance(node, ast.Name)]
    return {node.id for node in names} - {node.id for node in names if isinstance(node.ctx, ast.Store)}


def _homes(tree: ast.Module, name: str) -> Mapping[str, str]:
    """Return the statement that imports each name of a module."""
    homes: dict[str, str] = {}
    for node in _statements(tree.body):
        match node:
            case ast.FunctionDef() | ast.ClassDef():
                homes[node.name] = f"from {name} import {node.name}"
            case ast.Assign(targets=[ast.Name(id=word)]) | ast.AnnAssign(target=ast.Name(id=word)):
                homes[word] = f"from {name} import {word}"
            case ast.Import() | ast.ImportFrom():
                for alias in node.names:
                    homes[alias.asname or alias.name] = ast.unparse(_of_one_name(node, alias))
            case _:
                pass
    return homes


def _statements(body: Iterable[ast.stmt]) -> Iterator[ast.stmt]:
    """Yield the statements at the top of a module, those under a condition such as TYPE_CHECKING included."""
    for node in body:
        if isinstance(node, ast.If):
            yield from _statements((*node.body, *node.orelse))
        else:
            yield node


def _of_one_name(node: ast.Import | ast.ImportFrom, alias: ast.alias) -> ast.Import | ast.ImportFrom:
    if isinstance(node, ast.Import):
        return ast.Import(names=[alias])
    return ast.ImportFrom(module=node.module, names=[alias], level=node.level)


def findings(output: str, modules: Mapping[str, Module]) -> list[str]:
    """Return what mypy found, with the lines of the pages.

    Args:
        output: What mypy printed.
        modules: The modules that it read, by the paths that it prints.
    """
    found: list[str] = []
    for text in output.splitlines():
        match = _FOUND.fullmatch(text)
        if match is None or match["file"] not in modules:
            found.append(text)
            continue
        module = modules[match["file"]]
        line = module.lines[int(match["line"]) - 1]
        if not line.may_be_wrong:
            found.append(f"{module.page}:{line.number}: {match['kind']}: {match['message']}")
    return found


def _modules() -> Iterator[Module]:
    for page in (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))):
        yield module_of_page(page.relative_to(ROOT).as_posix(), page.read_text(encoding="utf-8"))
    source = ROOT / "src"
    for file in sorted(source.rglob("*.py")):
        name = ".".join(file.relative_to(source).with_suffix("").parts).removesuffix(".__init__")
        yield module_of_docstrings(file.relative_to(ROOT).as_posix(), name, file.read_text(encoding="utf-8"))


def main() -> int:
    """Check all of them, print what is wrong, and return the exit code."""
    shutil.rmtree(ROOT / MADE, ignore_errors=True)
    (ROOT / MADE).mkdir(parents=True)
    modules: dict[str, Module] = {}
    for module in _modules():
        if len(module.lines) > 1:
            file = MADE / f"{re.sub(r'[/.]', '_', module.page)}.py"
            modules[str(file)] = module
            (ROOT / file).write_text(module.text, encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--no-error-summary", "--no-pretty", *modules]
    ran = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    found = findings(ran.stdout, modules)
    print(*found, f"{len(modules)} pages and modules with examples, {len(found)} findings", sep="\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
