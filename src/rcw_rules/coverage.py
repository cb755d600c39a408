"""Where the code of a ruleset cites its rules, read from the source of its package.

A rule is cited wherever its id stands: in a call that records a step, in a limit of a field, in a constant, or under
``Rules:`` in a docstring. Nobody keeps a list beside it.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, TypeAlias, cast

from attrs import frozen

from rcw_rules.kernel.errors import RegistryError
from rcw_rules.kernel.procedures import Procedure

_Name: TypeAlias = tuple[str, str]
"""A module's dotted name and the name of a definition in it; a method is called ``Class.method``."""

_CHECKED_BY_NAME = frozenset({"inconsistencies", "problems"})
"""Methods that every class has: which one runs hangs on the class of the request, so their name says nothing."""


@frozen
class _Definition:
    """A function, method, class or constant of a package.

    Attributes:
        place: Where it stands, as `rcw rules` shows it: ``combat.course.fight``.
        texts: Every text in it, and every id that its docstring lists under ``Rules:``.
        names: The names that its code uses.
        attributes: The attributes that its code reads, among them the methods that it calls.
        options: The options that its code reads.
    """

    place: str
    texts: tuple[str, ...]
    names: frozenset[str]
    attributes: frozenset[str]
    options: frozenset[str]


@frozen
class _Source:
    """What was read from a package.

    Attributes:
        definitions: Its definitions.
        imports: What each module imports, by the name that it has there.
        legality: The legality functions of procedures, by the procedure's function.
        methods: Every method, by its bare name.
        places: The places where each text stands, charts included.
        procedures: The places of the procedures that each rule is, by the rule.
    """

    definitions: Mapping[_Name, _Definition]
    imports: Mapping[str, Mapping[str, _Name]]
    legality: Mapping[_Name, tuple[_Name, ...]]
    methods: Mapping[str, tuple[_Name, ...]]
    places: Mapping[str, tuple[str, ...]]
    procedures: Mapping[str, tuple[str, ...]]

    def find(self, module: str, name: str) -> _Name | None:
        """Return the definition that *name* means in *module*, through any number of imports."""
        passed: set[_Name] = set()
        while (module, name) not in self.definitions:
            imported = self.imports.get(module, {}).get(name)
            if imported is None or imported in passed:
                return None
            passed.add(imported)
            module, name = imported
        return module, name


def places_of(package: str) -> Mapping[str, tuple[str, ...]]:
    """Return, for every text in the source and the charts of a package, the places where it stands.

    Raises:
        RegistryError: If a file cannot be read; the error names it.
    """
    return _source_of(package).places


def procedures_of(package: str) -> Mapping[str, tuple[str, ...]]:
    """Return, for every rule that a procedure of a package *is*, the places of these procedures.

    Raises:
        RegistryError: If a file cannot be read; the error names it.
    """
    return _source_of(package).procedures


def rules_cited_by(
    package: str,
    procedure: Procedure[Any, Any, Any],
    procedures: Iterable[Procedure[Any, Any, Any]],
    options: Mapping[str, str],
    charts: Mapping[str, str],
) -> frozenset[str]:
    """Return every text that the code cites that runs when a procedure is asked, the ids of its rules among them.

    From its function, its legality function and its request, the code is followed through every function, constant,
    class and method that it uses, and through every procedure whose request it makes.

    Args:
        package: The package.
        procedure: The procedure.
        procedures: All procedures of the ruleset.
        options: The rule that each option settles: cited where the code reads the option.
        charts: The rule of each chart: cited where the code names the chart.

    Raises:
        RegistryError: If a file of the package cannot be read; the error names it.
    """
    by_name = {name: one for one in procedures for name in _names_of(one)}
    texts, read, asked = _used_by(package, procedure, by_name)
    return frozenset(
        (
            *texts,
            *(options[name] for name in read if name in options),
            *(charts[text] for text in texts if text in charts),
            *(rule for other in asked for rule in other.rules),
        )
    )


def _names_of(procedure: Procedure[Any, Any, Any]) -> tuple[_Name, _Name]:
    """Return the names of a procedure's function and of its request."""
    asked = procedure.request_type
    return (procedure.__module__, procedure.__name__), (asked.__module__, asked.__name__)


def _used_by(
    package: str, procedure: Procedure[Any, Any, Any], procedures: Mapping[_Name, Procedure[Any, Any, Any]]
) -> tuple[set[str], set[str], set[Procedure[Any, Any, Any]]]:
    """Return every text in the code that a procedure runs, the options that it reads, and what it asks."""
    source = _source_of(package)
    waiting: list[_Name] = []
    asked: set[Procedure[Any, Any, Any]] = set()

    def ask(one: Procedure[Any, Any, Any]) -> None:
        if one not in asked:
            asked.add(one)
            function, request = _names_of(one)
            waiting.extend((function, *source.legality.get(function, ()), request))
            waiting.append((request[0], f"{request[1]}.inconsistencies"))

    ask(procedure)
    seen: set[_Name] = set()
    texts: set[str] = set()
    options: set[str] = set()
    while waiting:
        current = waiting.pop()
        definition = source.definitions.get(current)
        if current in seen or definition is None:
            continue
        seen.add(current)
        texts.update(definition.texts)
        options |= definition.options
        used = [source.find(current[0], name) for name in definition.names]
        used += [method for name in definition.attributes for method in source.methods.get(name, ())]
        for name in used:
            if name is None:
                continue
            if name in procedures:
                ask(procedures[name])
            else:
                waiting.append(name)
    return texts, options, asked


@contextmanager
def blaming(place: str) -> Generator[None, None, None]:
    """Turn whatever is wrong with a file into a `RegistryError` that names it, in one line."""
    try:
        yield
    except (AttributeError, ImportError, KeyError, OSError, SyntaxError, TypeError, ValueError) as error:
        said = " ".join(str(error).split())
        raise RegistryError(f"{place}: {said}") from None


def files_in(package: str, folder: str, ending: str) -> list[Traversable]:
    """Return the files of a folder of a package whose names have that ending, sorted by name."""
    directory = files(package).joinpath(folder)
    if not directory.is_dir():
        return []
    return sorted((file for file in directory.iterdir() if file.name.endswith(ending)), key=lambda file: file.name)


# -------------------------------------------------------------------- reading


@cache
def _source_of(package: str) -> _Source:
    definitions: dict[_Name, _Definition] = {}
    imports: dict[str, dict[str, _Name]] = {}
    legality: dict[_Name, tuple[_Name, ...]] = {}
    procedures: dict[str, tuple[str, ...]] = {}
    for path, file in _modules_in(package):
        below = path.removesuffix(".py").removesuffix("__init__").rstrip("/").replace("/", ".")
        module = f"{package}.{below}".rstrip(".")
        with blaming(f"{package}/{path}"):
            tree = ast.parse(file.read_text(encoding="utf-8"))
        imports[module] = dict(_imports(tree))
        for name, place, nodes in _definitions(tree):
            definitions[module, name] = _definition(f"{below or '__init__'}.{place}", nodes)
        for function, checker in _legality(tree):
            legality[module, function] = (*legality.get((module, function), ()), (module, checker))
        for function, rule in _procedures(tree):
            procedures[rule] = (*procedures.get(rule, ()), f"{below or '__init__'}.{function}")
    methods: dict[str, tuple[_Name, ...]] = {}
    for module, name in definitions:
        bare = name.rpartition(".")[2]
        if "." in name and bare not in _CHECKED_BY_NAME:
            methods[bare] = (*methods.get(bare, ()), (module, name))
    return _Source(definitions, imports, legality, methods, _places(package, definitions.values()), procedures)


def _places(package: str, definitions: Iterable[_Definition]) -> dict[str, tuple[str, ...]]:
    found: dict[str, dict[str, None]] = {}
    for definition in definitions:
        for text in definition.texts:
            found.setdefault(text, {})[definition.place] = None
    for file in files_in(package, "charts", ".toml"):
        with blaming(f"{package}/charts/{file.name}"):
            data = tomllib.loads(file.read_text(encoding="utf-8"))
        for text in _toml_texts(data):
            found.setdefault(text, {})[f"charts/{file.name}"] = None
    return {text: tuple(places) for text, places in found.items()}


def _modules_in(package: str) -> list[tuple[str, Traversable]]:
    """Return the modules of a package and of the packages in it, each with its path below the package."""

    def below(directory: Traversable, path: str) -> Iterator[tuple[str, Traversable]]:
        for entry in directory.iterdir():
            if entry.is_dir():
                yield from below(entry, f"{path}{entry.name}/")
            elif entry.name.endswith(".py"):
                yield f"{path}{entry.name}", entry

    return sorted(below(files(package), ""), key=lambda found: found[0])


def _imports(tree: ast.Module) -> Iterator[tuple[str, _Name]]:
    for node in _statements(tree.body):
        if isinstance(node, ast.ImportFrom) and node.module is not None:
            for alias in node.names:
                yield alias.asname or alias.name, (node.module, alias.name)


def _statements(body: Iterable[ast.stmt]) -> Iterator[ast.stmt]:
    for statement in body:
        yield statement
        for part in ("body", "orelse"):
            yield from _statements(getattr(statement, part, ()))


def _definitions(tree: ast.Module) -> Iterator[tuple[str, str, list[ast.AST]]]:
    """Yield what a module defines: its name, where `rcw rules` says that it stands, and the nodes that belong to it.

    A decorator is not among the nodes: the rules that a procedure *is* carry nothing out.
    """
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield node.name, node.name, [node.args, *node.body]
        elif isinstance(node, ast.ClassDef):
            # What is called without its name, such as __init__, belongs to the class itself.
            methods = [part for part in node.body if isinstance(part, ast.FunctionDef) and part.name[:2] != "__"]
            yield node.name, node.name, [part for part in node.body if part not in methods]
            for method in methods:
                yield f"{node.name}.{method.name}", node.name, [method.args, *method.body]
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            if isinstance(target, ast.Name) and node.value is not None and target.id != "__all__":
                yield target.id, target.id, [node.value]


def _legality(tree: ast.Module) -> Iterator[tuple[str, str]]:
    for node in tree.body:
        for decorator in node.decorator_list if isinstance(node, ast.FunctionDef) else ():
            if isinstance(decorator, ast.Attribute) and decorator.attr == "legality":
                yield ast.unparse(decorator.value), cast("ast.FunctionDef", node).name


def _procedures(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Yield every procedure of a module with each rule that its decorator names."""
    for node in tree.body:
        for decorator in node.decorator_list if isinstance(node, ast.FunctionDef) else ():
            if isinstance(decorator, ast.Call) and getattr(decorator.func, "id", "") == "procedure":
                for keyword in decorator.keywords:
                    if keyword.arg == "rules":
                        for part in ast.walk(keyword.value):
                            if isinstance(part, ast.Constant) and isinstance(part.value, str):
                                yield cast("ast.FunctionDef", node).name, part.value


def _definition(place: str, nodes: Iterable[ast.AST]) -> _Definition:
    texts: dict[str, None] = {}
    names: set[str] = set()
    attributes: set[str] = set()
    options: set[str] = set()

    def read(node: ast.AST, *, runs: bool) -> None:
        if isinstance(node, ast.Constant):
            if isinstance(node.value, str):
                texts.update(dict.fromkeys(_ids_in(node.value)))
        elif isinstance(node, ast.Name):
            if runs:
                names.add(node.id)
        elif isinstance(node, ast.Attribute) and runs:
            attributes.add(node.attr)
            if "options" in (getattr(node.value, "id", ""), getattr(node.value, "attr", "")):
                options.add(node.attr)
        for part in ast.iter_child_nodes(node):
            # Annotations name classes of which nothing runs; their texts count, such as the rule of a limit.
            is_annotation = isinstance(node, ast.arguments) or part is getattr(node, "annotation", None)
            read(part, runs=runs and not is_annotation)

    for node in nodes:
        read(node, runs=True)
    return _Definition(place, tuple(texts), frozenset(names), frozenset(attributes), frozenset(options))


def _ids_in(text: str) -> Iterator[str]:
    """Yield a text of the code, and every id that it lists under ``Rules:`` as docstrings do."""
    yield text
    listed = re.search(r"^\s*Rules: (.*?)\.\s*$", text, re.DOTALL | re.MULTILINE) if "Rules: " in text else None
    if listed:
        yield from re.split(r",\s*", listed[1])


def _toml_texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for inner in cast("dict[str, object]", value).values():
            yield from _toml_texts(inner)
    elif isinstance(value, list):
        for inner in cast("list[object]", value):
            yield from _toml_texts(inner)
