from __future__ import annotations

import json
from pathlib import Path

import pytest

from rcw_rules import pytest_plugin

pytest_plugins = ["pytester"]


def _run(pytester: pytest.Pytester, marks: str, *args: str) -> pytest.RunResult:
    pytester.makepyfile(f"import pytest\n{marks}\ndef test_it(): pass\n")
    return pytester.runpytest_subprocess("-p", "no:randomly", *args)


def test_a_mark_that_names_a_rule_is_accepted(pytester: pytest.Pytester) -> None:
    result = _run(pytester, '@pytest.mark.rule("red_white", "melee-roll", "melee-winner")', "--strict-markers")
    assert result.ret == pytest.ExitCode.OK


def test_a_run_of_all_tests_fails_if_the_list_is_not_true(pytester: pytest.Pytester) -> None:
    pytester.makeini("[pytest]\ntestpaths = .")
    result = _run(pytester, '@pytest.mark.rule("red_white", "melee-roll")')
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*rules_tests.json does not list the tests of *melee-roll*: run pytest*"])


def test_so_does_one_in_several_processes(pytester: pytest.Pytester) -> None:
    pytester.makeini("[pytest]\ntestpaths = .")
    marks = '@pytest.mark.rule("red_white", "melee-roll")'
    result = _run(pytester, marks, "--numprocesses=2")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stdout.fnmatch_lines(["ERROR: rules_tests.json does not list the tests of *melee-roll*: run pytest*"])
    assert _run(pytester, marks, "--numprocesses=2", "test_so_does_one_in_several_processes.py").ret == 0


def test_a_mark_that_names_no_rule_fails_the_run(pytester: pytest.Pytester) -> None:
    result = _run(pytester, '@pytest.mark.rule("red_white", "melee-rol")')
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*names no rule*'melee-rol'; did you mean 'melee-roll'*"])


def test_a_mark_that_names_no_ruleset_fails_the_run(pytester: pytest.Pytester) -> None:
    result = _run(pytester, '@pytest.mark.rule("red_whit", "melee-roll")')
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*unknown ruleset 'red_whit'; did you mean 'red_white'*"])


@pytest.mark.parametrize("mark", ['@pytest.mark.rule("red_white")', "@pytest.mark.rule(1, 2)", "@pytest.mark.rule()"])
def test_a_mark_of_another_shape_fails_the_run(pytester: pytest.Pytester, mark: str) -> None:
    result = _run(pytester, mark)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*the mark is rule(ruleset, id, ...), all of them texts*"])


def test_other_tests_are_left_alone(pytester: pytest.Pytester) -> None:
    assert _run(pytester, "").ret == pytest.ExitCode.OK


def test_writing_needs_a_run_of_all_tests(pytester: pytest.Pytester) -> None:
    result = _run(pytester, "", "--rule-index=write", "test_writing_needs_a_run_of_all_tests.py")
    assert result.ret == pytest.ExitCode.USAGE_ERROR


def test_a_list_is_compared_both_ways(tmp_path: Path) -> None:
    path = tmp_path / "rules_tests.json"
    path.write_text(json.dumps({"a": ["t::one"], "b": ["t::two"]}))
    pytest_plugin._compare(path, {"a": ["t::one"], "b": ["t::two"]})
    with pytest.raises(pytest.UsageError, match="tests of b: run"):
        pytest_plugin._compare(path, {"a": ["t::one"]})
    with pytest.raises(pytest.UsageError, match="tests of a: run"):
        pytest_plugin._compare(path, {"a": ["t::one", "t::new"], "b": ["t::two"]})
    with pytest.raises(pytest.UsageError, match="tests of c: run"):
        pytest_plugin._compare(path, {"a": ["t::one"], "b": ["t::two"], "c": ["t::new"]})
