"""Scenarios as TOML files: what is played, by which rules, from which set-up.

Five keys are the same for every ruleset: ``format`` and ``schema_version``, ``ruleset``, ``options``, and ``house``,
the name of a file of house rules. All others are fields of the ruleset's own scenario; some that lie deeper there have
a key of their own (`Game.scenario_keys`), and a map may stand in a file of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Generic, TypeVar

import attrs

from rcw_rules.brief import brief, defaults_left_out, require_no_null
from rcw_rules.games.game import Game
from rcw_rules.games.scenario_mistakes import further_problems
from rcw_rules.house import HouseRules
from rcw_rules.kernel.errors import (
    FileError,
    FileProblem,
    HouseRulesError,
    IllegalRequestError,
    InvalidRequestError,
    Problem,
    UnknownNameError,
)
from rcw_rules.kernel.shapes import is_array, is_object
from rcw_rules.kernel.toml_text import TomlSyntaxError, parse_toml

__all__ = ["SCENARIO_FORMAT", "SCENARIO_VERSION", "ScenarioFile", "load_scenario", "read_scenario", "scenario_toml"]

SCENARIO_FORMAT = "rcw-scenario"
SCENARIO_VERSION = 1
"""Rises whenever the shape of the file changes."""

ScenarioT = TypeVar("ScenarioT")

_FRAME = ("ruleset", "options", "house")


@attrs.frozen(kw_only=True)
class ScenarioFile(Generic[ScenarioT]):
    """What a scenario file says.

    Attributes:
        game: The game, with the options and house rules of the file.
        scenario: The scenario.
    """

    game: Game[ScenarioT, Any, Any]
    scenario: ScenarioT


def read_scenario(path: str | Path, find_game: Callable[[str], Game[Any, Any, Any]]) -> ScenarioFile[Any]:
    """Read a scenario from the TOML file at *path*.

    Args:
        path: The file.
        find_game: Returns the game of a ruleset by its id, as `rcw_rules.find_game` does.

    Raises:
        FileError: The file cannot be read, or says something that is wrong: every mistake with its line.
        WireVersionError: It is of a newer version.
    """
    from rcw_rules.toml_files import read_text

    text, place = read_text(path)
    return load_scenario(text, place, find_game, folder=Path(path).parent)


def load_scenario(
    text: str, place: str, find_game: Callable[[str], Game[Any, Any, Any]], *, folder: Path | None = None
) -> ScenarioFile[Any]:
    """Return the scenario that a TOML text tells.

    Args:
        text: The text.
        place: Its name, for messages.
        find_game: Returns the game of a ruleset by its id.
        folder: Where files that it names are; None if it may name none.

    Raises:
        FileError: It says something that is wrong: every mistake with its line.
        WireVersionError: It is of a newer version.
    """
    from rcw_rules.toml_files import located

    try:
        return _loaded(_data_of(text, place), find_game, folder)
    except InvalidRequestError as error:
        raise located(error.problems, text, place) from None


def _data_of(text: str, place: str) -> dict[str, Any]:
    try:
        return parse_toml(text)
    except TomlSyntaxError as error:
        raise FileError(place, [FileProblem(error.line, str(error))]) from None


def _loaded(
    data: dict[str, Any], find_game: Callable[[str], Game[Any, Any, Any]], folder: Path | None
) -> ScenarioFile[Any]:
    from rcw_rules.wire import open_envelope, structure

    body = open_envelope(data, SCENARIO_FORMAT, SCENARIO_VERSION, {})
    if not isinstance(body.get("ruleset"), str):
        raise InvalidRequestError([Problem("$.ruleset", "expected the id of a ruleset, such as red_square")])
    try:
        game = find_game(body["ruleset"])
    except UnknownNameError as error:
        raise InvalidRequestError([Problem("$.ruleset", str(error))]) from None
    problems: list[Problem] = []
    try:
        game = _with_rules(game, body.get("options", {}), body.get("house"), folder)
    except InvalidRequestError as error:
        problems += error.problems
    scenario, whole = None, None
    keys = game.scenario_keys
    own = {key: value for key, value in body.items() if key not in _FRAME}
    try:
        whole = _deepened(own, keys, folder)
        scenario = structure(whole, game.scenario_type)
        game.require_scenario(scenario)
    except (InvalidRequestError, IllegalRequestError) as error:
        found = (
            error.problems
            if isinstance(error, InvalidRequestError)
            else [Problem(one.path, one.message, one.rule) for one in error.verdict.objections]
        )
        if isinstance(error, InvalidRequestError) and whole is not None:
            found = (*found, *further_problems(whole, game.scenario_type, found))
        problems += [attrs.evolve(one, path=_shallow(one.path, keys)) for one in found]
    if problems:
        raise InvalidRequestError(problems)
    return ScenarioFile(game=game, scenario=scenario)


def _with_rules(game: Game[Any, Any, Any], options: object, house: object, folder: Path | None) -> Game[Any, Any, Any]:
    """Return the game with the options and the house rules of a file."""
    from rcw_rules.toml_files import read_toml
    from rcw_rules.wire import structure, unstructure

    if not is_object(options):
        raise InvalidRequestError([Problem("$.options", "expected a table of options")])
    ruleset = game.ruleset
    problems: list[Problem] = []
    if options:
        try:
            whole = {**unstructure(ruleset.options), **options}
            cls: type[Any] = ruleset.options.__class__
            chosen: Any = structure(whole, cls, "$.options")
            ruleset = ruleset.with_options(**{name: getattr(chosen, name) for name in options})
        except InvalidRequestError as error:
            problems += error.problems
    if house is not None:
        try:
            ruleset = ruleset.with_house(read_toml(HouseRules, _beside(house, "house", folder)))
        except InvalidRequestError as error:
            problems += error.problems
        except (FileError, HouseRulesError) as error:
            problems.append(Problem("$.house", str(error)))
    if problems:
        raise InvalidRequestError(problems)
    return attrs.evolve(game, ruleset=ruleset)


def _beside(name: object, key: str, folder: Path | None) -> Path:
    if not isinstance(name, str) or not name:
        raise InvalidRequestError([Problem(f"$.{key}", "expected the name of a file")])
    if folder is None:
        raise InvalidRequestError([Problem(f"$.{key}", "names a file, and this text may name none")])
    # A scenario may come from a stranger, who has no business to open other files, or to learn which there are.
    try:
        is_beside = (folder / name).resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError, ValueError):  # links in a circle, a null character
        is_beside = False
    if not is_beside:
        raise InvalidRequestError(
            [Problem(f"$.{key}", f"names a file beside this one, or in a folder there, not {name!r}")]
        )
    return folder / name


def _deepened(own: Mapping[str, Any], keys: Mapping[str, str], folder: Path | None) -> dict[str, Any]:
    """Return the data of the scenario, with what has a key of its own put in its place."""
    from rcw_rules.toml_files import read_toml_data

    whole = {key: value for key, value in own.items() if key not in keys}
    for key, path in keys.items():
        if key not in own:
            continue
        value = own[key]
        if isinstance(value, str) and value.endswith(".toml"):
            try:
                value = read_toml_data(_beside(value, key, folder))
            except FileError as error:
                raise InvalidRequestError([Problem(f"$.{path}", str(error))]) from None
        *above, last = path.split(".")
        inside = whole
        for step in above:
            inside = inside.setdefault(step, {})
            if not is_object(inside):
                raise InvalidRequestError([Problem(f"$.{step}", "expected a table")])
        if last in inside:
            raise InvalidRequestError([Problem(f"$.{key}", f"is told twice: here and as {path}")])
        inside[last] = value
    return whole


def _shallow(path: str, keys: Mapping[str, str]) -> str:
    """Return the path that a problem of the scenario has in its file."""
    path = path.replace("$.scenario", "$", 1)
    for key, deep in keys.items():
        if path.startswith(f"$.{deep}") and path[len(deep) + 2 : len(deep) + 3] in ("", ".", "["):
            return f"$.{key}{path[len(deep) + 2 :]}"
    return path


def scenario_toml(game: Game[ScenarioT, Any, Any], scenario: ScenarioT) -> str:
    """Return a scenario as a TOML text that `load_scenario` reads back, what stands at its default left out.

    House rules are a file of their own: name it under ``house``.

    Raises:
        InvalidRequestError: If a field is None and its default is not: TOML has no word for None.
    """
    import tomli_w

    data = defaults_left_out(scenario)
    require_no_null(data)
    lifted: dict[str, Any] = {}
    for key, path in game.scenario_keys.items():
        *above, last = path.split(".")
        inside = data
        for step in above:
            inside = inside.get(step, {})
        if last in inside:
            lifted[key] = inside.pop(last)
    data = {key: value for key, value in data.items() if value != {}}
    ruleset = game.ruleset
    options = _options(game)
    head: dict[str, Any] = {"format": SCENARIO_FORMAT, "schema_version": SCENARIO_VERSION, "ruleset": ruleset.id}
    if options:
        data = {"options": options, **data}
    plain = {key: value for key, value in {**data, **lifted}.items() if not _is_table(value)}
    tables = {key: value for key, value in {**data, **lifted}.items() if _is_table(value)}
    return tomli_w.dumps({**head, **plain, **tables})


def _options(game: Game[Any, Any, Any]) -> dict[str, Any]:
    """Return the options that are not those under which the game is usually played."""
    from rcw_rules.wire import unstructure

    here, usual = game.ruleset.options, game.usual_options()
    data: dict[str, Any] = unstructure(here)
    changed = [name for name in data if getattr(here, name) != getattr(usual, name)]
    told = {name: brief(getattr(here, name), data[name]) for name in changed}
    require_no_null(told, "$.options")
    return told


def _is_table(value: object) -> bool:
    return is_object(value) or (is_array(value) and bool(value) and all(map(is_object, value)))
