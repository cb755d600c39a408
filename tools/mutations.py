"""The mutants of the library: what can be changed in a module, and which changes a sample holds.

cosmic-ray makes the changes; which operators are used, and which of their changes count, is decided here.
"""

from __future__ import annotations

import ast
import difflib
import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from attrs import frozen

SOURCE = Path("src", "rcw_rules")

OPERATORS = frozenset(
    f"core/{name}"
    for name in (
        *("AddNot", "ExceptionReplacer", "NumberReplacer", "ZeroIterationForLoop"),
        *("ReplaceTrueWithFalse", "ReplaceFalseWithTrue", "ReplaceAndWithOr", "ReplaceOrWithAnd"),
        *("ReplaceBreakWithContinue", "ReplaceContinueWithBreak"),
        *("ReplaceUnaryOperator_USub_UAdd", "ReplaceUnaryOperator_Delete_Not"),
        *(
            f"ReplaceBinaryOperator_{pair}"
            for pair in ("Add_Sub", "Sub_Add", "Mul_Add", "Div_Mul", "FloorDiv_Mul", "Mod_FloorDiv")
        ),
        *("ReplaceBinaryOperator_BitOr_BitAnd", "ReplaceBinaryOperator_BitAnd_BitOr"),
        *(f"ReplaceComparisonOperator_{pair}" for pair in ("Lt_LtE", "LtE_Lt", "Lt_GtE", "Gt_GtE", "GtE_Gt", "Gt_LtE")),
        *(
            f"ReplaceComparisonOperator_{pair}"
            for pair in ("Eq_NotEq", "NotEq_Eq", "Eq_LtE", "Eq_GtE", "Is_IsNot", "IsNot_Is")
        ),
    )
)
"""What is exchanged. Every other pair of operators breaks more than these do, so that any test at all would notice."""


class UnfitError(Exception):
    """The mutants cannot be tried."""


@frozen(kw_only=True)
class Mutant:
    """One change of one file.

    Attributes:
        file: The file, from the root of the checkout.
        operator: What cosmic-ray calls the change.
        occurrence: Which of the places in the file where the operator applies.
        line: The number of the first line that changes.
        was: The lines that change.
        becomes: What stands there instead.
    """

    file: str
    operator: str
    occurrence: int
    line: int
    was: str
    becomes: str


def strata(root: Path) -> dict[str, list[Path]]:
    """Return the modules below *root* by what they belong to: ``kernel``, ``root``, ``cli``, ``orel/supply``."""
    found: dict[str, list[Path]] = {}
    for path in sorted((root / SOURCE).rglob("*.py")):
        inside = path.relative_to(root / SOURCE)
        found.setdefault(stratum_of(inside), []).append(path.relative_to(root))
    return found


def stratum_of(inside: Path) -> str:
    """Return where a module of the library belongs.

    Args:
        inside: Its path below the package.
    """
    match inside.parts:
        case (_,):
            return "root"
        case ("kernel", "geometry", _, *_):
            return "kernel/geometry"
        case ("kernel" | "cli" as name, *_):
            return name
        case (ruleset, _):
            return ruleset
        case (ruleset, chapter, *_):
            return f"{ruleset}/{chapter}"
        case _:
            raise AssertionError(inside)


@cache
def _operators() -> Mapping[str, Any]:
    try:
        plugins = import_module("cosmic_ray.plugins")
    except ModuleNotFoundError as error:
        raise UnfitError("cosmic-ray is not installed: run make mutants, or pip install -e '.[mutants]'") from error
    return {name: plugins.get_operator(name)() for name in plugins.operator_names() if name in OPERATORS}


def places(text: str) -> list[tuple[str, int, int]]:
    """Return every change that can be made in a module: the operator, which of its places, and the line there."""
    tree = import_module("cosmic_ray.ast")
    parsed = ast.parse(text)
    unions, examples = _places_of_unions(parsed, text), _lines_of_examples(parsed)
    found: list[tuple[str, int, int]] = []
    counts: Counter[str] = Counter()
    module = tree.get_ast(text)
    for node in tree.ast_nodes(module):
        for name, operator in _operators().items():
            for (line, column), _ in operator.mutation_positions(node):
                leaf = module.get_leaf_for_position((line, column + 1), include_prefixes=True)
                if line not in examples and not _is_idle(name, leaf, is_union=(line, column) in unions):
                    found.append((name, counts[name], line))
                counts[name] += 1
    return found


def _is_idle(operator: str, leaf: Any, *, is_union: bool) -> bool:
    """Return whether the change of a leaf says nothing: of speed, of a union of types, of the order of two names."""
    if operator.endswith("TrueWithFalse"):
        # A hash that is kept saves time, and lengths that differ in spite of us are a mistake of our own.
        return leaf.get_previous_leaf().get_previous_leaf().value in {"cache_hash", "strict"}
    if operator.endswith(("_Eq_LtE", "_Eq_GtE")):
        return bool(leaf.get_next_leaf().type == "string")
    return is_union and operator.endswith("_BitOr_BitAnd")


def _lines_of_examples(module: ast.Module) -> set[int]:
    """Return the lines of the requests that show what a procedure takes: any other figures would do as well."""
    return {
        line
        for node in module.body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("_") and "example" in node.name
        for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    }


def _places_of_unions(module: ast.Module, text: str) -> set[tuple[int, int]]:
    """Return where a | between types stands, which no test needs to notice: type checkers do."""
    found: set[tuple[int, int]] = set()
    lines = text.splitlines()
    for node in ast.walk(module):
        annotations: list[ast.expr | None] = []
        match node:
            case ast.AnnAssign(annotation=ast.Name(id="TypeAlias"), value=value):
                annotations = [value]
            case ast.AnnAssign(annotation=annotation) | ast.arg(annotation=annotation):
                annotations = [annotation]
            case ast.FunctionDef(returns=returns):
                annotations = [returns]
            case _:
                pass
        for annotation in annotations:
            if annotation is not None and annotation.end_lineno is not None and annotation.end_col_offset is not None:
                for number in range(annotation.lineno, annotation.end_lineno + 1):
                    line = lines[number - 1]
                    begin = annotation.col_offset if number == annotation.lineno else 0
                    end = annotation.end_col_offset if number == annotation.end_lineno else len(line)
                    found.update((number, at) for at in range(begin, end) if line[at : at + 1] == "|")
    return found


def mutated(text: str, operator: str, occurrence: int) -> str | None:
    """Return the text of a module with one change, or None if nothing runs that has it."""
    changed: str | None = import_module("cosmic_ray.mutating").mutate_code(text, _operators()[operator], occurrence)
    if changed is None or changed == text:
        return None
    try:
        if ast.dump(ast.parse(changed)) == ast.dump(ast.parse(text)):
            return None
        compile(changed, "mutant", "exec", dont_inherit=True)
    except (SyntaxError, ValueError):
        return None
    return changed


def mutant_of(file: Path, text: str, operator: str, occurrence: int) -> Mutant | None:
    """Return one change of a file as a mutant, None if nothing runs that has it."""
    changed = mutated(text, operator, occurrence)
    if changed is None:
        return None
    one, other = text.splitlines(), changed.splitlines()
    blocks = difflib.SequenceMatcher(None, one, other, autojunk=False).get_opcodes()
    edits = [block for block in blocks if block[0] != "equal"]
    _, first, _, first_other, _ = edits[0]
    _, _, last, _, last_other = edits[-1]
    return Mutant(
        file=file.as_posix(),
        operator=operator,
        occurrence=occurrence,
        line=first + 1,
        was="\n".join(line.strip() for line in one[first:last]),
        becomes="\n".join(line.strip() for line in other[first_other:last_other]),
    )


def drawn(root: Path, groups: Mapping[str, list[Path]], seed: int) -> Iterator[tuple[str, Mutant]]:
    """Yield mutants with their stratum, one of each stratum at a time, without end or until all were drawn."""
    rows = {name: _drawn_of(root, files, random.Random(f"{seed}/{name}")) for name, files in groups.items()}
    while rows:
        for name in list(rows):
            mutant = next(rows[name], None)
            if mutant is None:
                del rows[name]
            else:
                yield name, mutant


def _drawn_of(root: Path, files: Iterable[Path], generator: random.Random) -> Iterator[Mutant]:
    """Yield the mutants of some files in random order, from each file in proportion to its lines."""
    texts = {file: (root / file).read_text(encoding="utf-8") for file in files}
    left: dict[Path, list[tuple[str, int, int]]] = {}
    weights = {file: text.count("\n") for file, text in texts.items() if text.count("\n")}
    while weights:
        (file,) = generator.choices(list(weights), list(weights.values()))
        if file not in left:
            left[file] = places(texts[file])
            generator.shuffle(left[file])
        if not left[file]:
            del weights[file]
            continue
        operator, occurrence, _ = left[file].pop()
        mutant = mutant_of(file, texts[file], operator, occurrence)
        if mutant is not None:
            yield mutant
