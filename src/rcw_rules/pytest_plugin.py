"""The pytest plug-in: the mark that ties a test to the rules that it holds.

    @pytest.mark.rule("red_white", "melee-winner")
    def test_the_attacker_loses_ties(): ...

It does nothing unless a project asks for it in its configuration, so that the mark may mean something else elsewhere:

    [tool.pytest.ini_options]
    rcw_rules = true

A mark that names no existing rule stops the run. The tests of every rule are listed in ``rules_tests.json`` of the
ruleset's package, so that ``rcw rules`` can show them wherever it is installed. ``pytest --rule-index=write`` writes
the list, and with files or folders only their part of it; every other run of all tests fails at its end if the list is
not true.
"""

from __future__ import annotations

import json
from importlib.resources import as_file, files
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from contextlib import AbstractContextManager

    from rcw_rules.ruleset import Ruleset

_ASKED = "rcw_rules"
_WHOLE, _SOME, _WRONG, _UNTRUE = "rcw_rules_whole", "rcw_rules_some", "rcw_rules_wrong", "rcw_rules_untrue"
_WRONG_MARKS, _UNTRUE_LISTS = pytest.StashKey[str](), pytest.StashKey[str]()
_LEAVING_OUT = ("-k", "-m", "--deselect", "--ignore", "--lf", "--last-failed", "--sw", "--stepwise")
_RAN = (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that writes the lists."""
    group = parser.getgroup("rcw_rules")
    group.addoption(
        "--rule-index",
        choices=("check", "write"),
        default="check",
        help="check the lists of the tests of every rule (default), or write them",
    )

    parser.addini(_ASKED, "whether the marks of rules are checked", type="bool", default=False)


def pytest_configure(config: pytest.Config) -> None:
    """Register the mark, if the project asks for it."""
    if not _is_asked(config):
        return
    config.addinivalue_line("markers", "rule(ruleset, *ids): the rules that the test holds")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Check every mark, and check or write the lists; before tests are deselected."""
    if not _is_asked(config):
        return
    report: dict[str, str] | None = getattr(config, "workeroutput", None)  # of a process of pytest-xdist
    try:
        untrue = _check(config, items)
    except pytest.UsageError as error:
        if report is None:
            raise
        report[_WRONG] = str(error)  # such a process can do no more
        return
    if untrue and report is not None:
        report[_UNTRUE] = "\n".join(untrue)
    elif untrue:
        config.stash[_UNTRUE_LISTS] = "\n".join(untrue)


def _is_asked(config: pytest.Config) -> bool:
    return bool(config.getini(_ASKED)) or config.getoption("--rule-index") == "write"


def _check(config: pytest.Config, items: Sequence[pytest.Item]) -> list[str]:
    """Check the marks, write the lists if told so, and return what is untrue in the lists if all tests run."""
    marked = _marked(items)
    write = config.getoption("--rule-index") == "write"
    whole = _is_whole(config)
    if write and (_leaves_out(config) or any("::" in argument for argument in config.invocation_params.args)):
        raise pytest.UsageError("--rule-index=write reads whole files: give files or folders, all their tests")
    rulesets = [(_known(name, tests), tests) for name, tests in marked.items()]
    if write:
        files = None if whole else {item.nodeid.partition("::")[0] for item in items}
        for ruleset, tests in rulesets:
            _write(ruleset, tests, config.rootpath, files)
        return []
    if not whole or _leaves_out(config):
        return []
    compared = [_compared(ruleset, tests) for ruleset, tests in rulesets]
    return [untrue for untrue in compared if untrue]


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Tell a process of pytest-xdist whether all tests run, which it cannot see itself."""
    node.workerinput[_WHOLE] = _is_whole(node.config)
    node.workerinput[_SOME] = _leaves_out(node.config)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Hear from a process of pytest-xdist what is wrong with the marks."""
    told: Mapping[str, str] = getattr(node, "workeroutput", {})
    if _WRONG in told:
        node.config.stash[_WRONG_MARKS] = told[_WRONG]
    if _UNTRUE in told:
        node.config.stash[_UNTRUE_LISTS] = told[_UNTRUE]


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fail the run for what is wrong with the marks and, if it came to its end, with the lists."""
    if _WRONG_MARKS in session.config.stash:
        session.exitstatus = pytest.ExitCode.USAGE_ERROR
    elif _UNTRUE_LISTS in session.config.stash and session.exitstatus in _RAN:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, exitstatus: int) -> None:
    """Say what is wrong with the marks and the lists."""
    stash = terminalreporter.config.stash
    message = stash.get(_WRONG_MARKS, "") or (stash.get(_UNTRUE_LISTS, "") if exitstatus in _RAN else "")
    for line in message.splitlines():
        terminalreporter.write_line(f"ERROR: {line}", red=True)


def _is_whole(config: pytest.Config) -> bool:
    told: Mapping[str, bool] = getattr(config, "workerinput", {})
    if _WHOLE in told:
        return told[_WHOLE]
    if config.args_source is pytest.Config.ArgsSource.INVOCATION_DIR:  # without arguments, and without testpaths
        return config.invocation_params.dir == config.rootpath
    return config.args_source is pytest.Config.ArgsSource.TESTPATHS


def _leaves_out(config: pytest.Config) -> bool:
    """Whether the command line leaves tests out; what a project always leaves out is not part of its whole."""
    told: Mapping[str, bool] = getattr(config, "workerinput", {})
    if _SOME in told:
        return told[_SOME]
    return any(str(argument).startswith(_LEAVING_OUT) for argument in config.invocation_params.args)


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


def _known(name: str, tests: Mapping[str, Sequence[str]]) -> Ruleset[Any]:
    """Return the ruleset of that *name*, which must have every rule that *tests* carry the mark of."""
    from rcw_rules.kernel.errors import RulesError
    from rcw_rules.registry import load

    try:
        ruleset = load(name)
        for rule in tests:
            ruleset.rules[rule]  # an unknown id is an error with a suggestion
    except RulesError as error:
        raise pytest.UsageError(f"a test carries a mark that names no rule: {error}") from None
    return ruleset


def _write(
    ruleset: Ruleset[Any], tests: Mapping[str, Sequence[str]], root: Path, files: Collection[str] | None
) -> None:
    """Write the list of a ruleset; where only some *files* of tests were read, what it says of others stays."""
    from rcw_rules.kernel.writing import write_whole

    with _list_of(ruleset) as path:
        if not path.resolve().is_relative_to(root.resolve()):
            raise pytest.UsageError(
                f"the list of {ruleset.id} is not in this project but in {path.parent}: take the marks of another "
                "project's ruleset away, or install your own with pip install --editable"
            )
        known: dict[str, list[str]] = json.loads(path.read_text(encoding="utf-8")) if files and path.is_file() else {}
        listing: dict[str, list[str]] = {}
        for rule in ruleset.rules:  # in the order of the book, so that a change shows as few lines as it touches
            others = [test for test in known.get(rule.id, ()) if test.partition("::")[0] not in (files or ())]
            if found := sorted({*others, *tests.get(rule.id, ())}):
                listing[rule.id] = found
        write_whole(path, (json.dumps(listing, indent=2) + "\n").encode())


def _compared(ruleset: Ruleset[Any], tests: Mapping[str, Sequence[str]]) -> str:
    with _list_of(ruleset) as path:
        untrue = _untrue(path, tests)
        return f"ruleset {ruleset.id}: {ruleset.package}/{path.name} {untrue}" if untrue else ""


def _list_of(ruleset: Ruleset[Any]) -> AbstractContextManager[Path]:
    from rcw_rules.rule_index import TESTS_FILE

    return as_file(files(ruleset.package).joinpath(TESTS_FILE))


def _untrue(path: Path, found: Mapping[str, Sequence[str]]) -> str:
    """Say what is wrong with the list in *path*, or "" if it is true."""
    try:
        listed: dict[str, list[str]] = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    except ValueError as error:
        return f"is no JSON ({error}): run pytest --rule-index=write"
    different = [rule for rule in {**listed, **found} if listed.get(rule, []) != list(found.get(rule, ()))]
    if not different:
        return ""
    return f"does not list the tests of {', '.join(sorted(different))}: run pytest --rule-index=write"
