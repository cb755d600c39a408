"""The pytest plug-in: the mark that ties a test to the rules that it holds.

    @pytest.mark.rule("red_white", "melee-winner")
    def test_the_attacker_loses_ties(): ...

A mark that names no existing rule fails the run. The tests of every rule are listed in ``rules_tests.json`` of the
ruleset's package, so that ``rcw rules`` can tell of them wherever it is installed: ``pytest --rule-index=write`` writes
the list, and every other run of all tests fails if the list is not true.
"""

from __future__ import annotations

import json
from importlib.resources import as_file, files
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_WHOLE, _WRONG = "rcw_rules_whole", "rcw_rules_wrong"
_WRONG_MARKS = pytest.StashKey[str]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that writes the lists."""
    group = parser.getgroup("rcw_rules")
    group.addoption(
        "--rule-index",
        choices=("check", "write"),
        default="check",
        help="check the lists of the tests of every rule (default), or write them",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Register the mark."""
    config.addinivalue_line("markers", "rule(ruleset, *ids): the rules that the test holds")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Check every mark, and check or write the lists; before tests are deselected."""
    try:
        _check(config, items)
    except pytest.UsageError as error:
        report: dict[str, str] | None = getattr(config, "workeroutput", None)
        if report is None:
            raise
        report[_WRONG] = str(error)  # a process of pytest-xdist can do no more


def _check(config: pytest.Config, items: Sequence[pytest.Item]) -> None:
    marked = _marked(items)
    write = config.getoption("--rule-index") == "write"
    whole = _is_whole(config)
    if write and not whole:
        raise pytest.UsageError("--rule-index=write needs a run of all tests: give no files")
    for ruleset, tests in marked.items():
        _check_or_write(ruleset, tests, write=write, whole=whole)


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Tell a process of pytest-xdist whether all tests run: it cannot see that itself."""
    node.workerinput[_WHOLE] = _is_whole(node.config)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Hear from a process of pytest-xdist what is wrong with the marks."""
    told: Mapping[str, str] = getattr(node, "workeroutput", {})
    if _WRONG in told:
        node.config.stash[_WRONG_MARKS] = told[_WRONG]


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fail the run for what is wrong with the marks."""
    if _WRONG_MARKS in session.config.stash:
        session.exitstatus = pytest.ExitCode.USAGE_ERROR


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say what is wrong with the marks."""
    message = terminalreporter.config.stash.get(_WRONG_MARKS, "")
    if message:
        terminalreporter.write_line(f"ERROR: {message}", red=True)


def _is_whole(config: pytest.Config) -> bool:
    told: Mapping[str, bool] = getattr(config, "workerinput", {})
    return told.get(_WHOLE, config.args_source is pytest.Config.ArgsSource.TESTPATHS)


def _marked(items: Sequence[pytest.Item]) -> dict[str, dict[str, list[str]]]:
    marked: dict[str, dict[str, set[str]]] = {}
    for item in items:
        for mark in item.iter_markers("rule"):
            if len(mark.args) < 2 or not all(isinstance(arg, str) for arg in mark.args):
                raise pytest.UsageError(f"{item.nodeid}: the mark is rule(ruleset, id, ...), all of them texts")
            ruleset, *ids = mark.args
            for rule in ids:
                marked.setdefault(ruleset, {}).setdefault(rule, set()).add(item.nodeid.partition("[")[0])
    return {ruleset: {rule: sorted(tests) for rule, tests in rules.items()} for ruleset, rules in marked.items()}


def _check_or_write(name: str, tests: Mapping[str, Sequence[str]], *, write: bool, whole: bool) -> None:
    from rcw_rules.kernel.errors import RulesError
    from rcw_rules.registry import load
    from rcw_rules.rule_index import TESTS_FILE

    try:
        ruleset = load(name)
        for rule in tests:
            ruleset.rules[rule]  # an unknown id is an error with a suggestion
    except RulesError as error:
        raise pytest.UsageError(f"a test carries a mark that names no rule: {error}") from None
    with as_file(files(ruleset.package).joinpath(TESTS_FILE)) as path:
        # In the order of the book, so that a change shows as few lines as it touches.
        listing = {rule.id: list(tests[rule.id]) for rule in ruleset.rules if rule.id in tests}
        if write:
            path.write_text(json.dumps(listing, indent=2) + "\n", encoding="utf-8")
        elif whole:
            _compare(path, listing)


def _compare(path: Path, found: Mapping[str, Sequence[str]]) -> None:
    listed: dict[str, list[str]] = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    different = [rule for rule in {**listed, **found} if listed.get(rule, []) != list(found.get(rule, ()))]
    if different:
        rules = ", ".join(sorted(different))
        raise pytest.UsageError(f"{path.name} does not list the tests of {rules}: run pytest --rule-index=write")
