"""Value classes read from TOML files: maps, counters, anything that JSON could hold as well.

The keys of the file are the fields of the class. Whatever is wrong is a `FileError` with the line on which it stands.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, TypeVar

from rcw_rules.kernel.charts import Chart, load_charts
from rcw_rules.kernel.errors import FileError, FileProblem, InvalidRequestError, Problem
from rcw_rules.kernel.reading import TextLimits, read_bounded
from rcw_rules.kernel.toml_text import Lines, TomlSyntaxError, parse_toml
from rcw_rules.wire import structure

__all__ = ["load_toml", "located", "read_charts", "read_text", "read_toml", "read_toml_data"]

T = TypeVar("T")

_LIMITS = TextLimits()
_STEP = re.compile(r'\.([A-Za-z_][A-Za-z0-9_]*)|\[([0-9]+)\]|\[("(?:\\.|[^"\\])*")\]')


def read_toml(cls: type[T], path: str | Path, *, limits: TextLimits = _LIMITS) -> T:
    """Read an instance of *cls* from the TOML file at *path*, which is UTF-8.

    Raises:
        FileError: The file cannot be read, is not TOML, does not describe an instance, or passes one of the *limits*.
    """
    return load_toml(cls, *read_text(path, limits=limits), limits=limits)


def read_charts(path: str | Path, *, limits: TextLimits = _LIMITS) -> dict[str, Chart]:
    """Return the charts of the TOML file at *path* by id, as `Ruleset.with_charts` takes them.

    Raises:
        FileError: The file cannot be read, or is larger than the *limits* allow.
        ChartError: A chart in it is wrong; the error names file and line.
    """
    return {chart.id: chart for chart in load_charts(*read_text(path, limits=limits), limits=limits)}


def read_toml_data(path: str | Path, *, limits: TextLimits = _LIMITS) -> dict[str, Any]:
    """Return the plain data of the TOML file at *path*, numbers with a point as exact decimals.

    Raises:
        FileError: The file cannot be read, is not TOML, or passes one of the *limits*.
    """
    return _data_of(*read_text(path, limits=limits), limits)


def load_toml(cls: type[T], text: str, place: str, *, limits: TextLimits = _LIMITS) -> T:
    """Return the instance of *cls* that the TOML text *text* describes.

    Args:
        cls: An attrs class; its fields are the keys of the file.
        text: The content of the file.
        place: The name of the file, for messages.
        limits: What the text may hold at most.

    Raises:
        FileError: The text is not TOML, passes a limit, or does not describe an instance; each problem has its line.
        TypeError: The class declares a field that JSON cannot hold: a mistake of its author.
    """
    data = _data_of(text, place, limits)
    try:
        return structure(data, cls)
    except InvalidRequestError as error:
        raise located(error.problems, text, place) from None


def located(problems: Iterable[Problem], text: str, place: str) -> FileError:
    """Return the error that names the line of each of these *problems* in the TOML text *text*, from the top down.

    Args:
        problems: What is wrong, by the path of the value.
        text: The content of the file.
        place: The name of the file, for messages.
    """
    lines = Lines(text)
    return FileError(
        place, sorted((_located(problem, lines) for problem in problems), key=lambda found: found.line or 0)
    )


def read_text(path: str | Path, *, limits: TextLimits = _LIMITS) -> tuple[str, str]:
    """Return the text of a TOML file, which is UTF-8, and its name for messages.

    Raises:
        FileError: The file cannot be read, or is larger than the *limits* allow.
    """
    path = Path(path)
    try:
        return read_bounded(path, limits.toml_bytes).decode("utf-8-sig"), str(path)
    except OSError as error:
        raise FileError(str(path), [FileProblem(None, error.strerror or "cannot be read")]) from None
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise FileError(str(path), [FileProblem(line, "this is not UTF-8")]) from None
    except ValueError:  # a null character
        raise FileError(repr(str(path)), [FileProblem(None, "this is not the name of a file")]) from None


def _data_of(text: str, place: str, limits: TextLimits) -> dict[str, Any]:
    try:
        return parse_toml(text, limits=limits)
    except TomlSyntaxError as error:
        raise FileError(place, [FileProblem(error.line, str(error))]) from None


def _located(problem: Problem, lines: Lines) -> FileProblem:
    rule = f" [{problem.rule}]" if problem.rule else ""
    where = problem.path.removeprefix("$").removeprefix(".")
    message = f"{where}: {problem.message}{rule}" if where else f"{problem.message}{rule}"
    return FileProblem(lines.line(*_steps(problem.path)), message)


def _steps(path: str) -> Iterator[str | int]:
    for name, number, quoted in _STEP.findall(path):
        yield name or (json.loads(quoted) if quoted else int(number))
