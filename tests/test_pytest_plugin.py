from __future__ import annotations

import json
from pathlib import Path

import pytest

from rcw_rules import pytest_plugin, registry

# A run within this process forgets what it was first to import, and then there are two classes Ruleset.
assert registry.available()

pytest_plugins = ["pytester"]


def _run(pytester: pytest.Pytester, marks: str, *args: str) -> pytest.RunResult:
    pytester.makepyfile(test_file=f"import pytest\n{marks}\ndef test_it(): pass\n")
    return pytester.runpytest_inprocess("-p", "no:randomly", "-o", "rcw_rules=true", *args)


def test_a_project_that_does_not_ask_may_use_the_mark_for_something_else(pytester: pytest.Pytester) -> None:
    pytester.makeini("[pytest]\ntestpaths = .\nmarkers = rule(number): a rule of something else")
    pytester.makepyfile(test_file="import pytest\n@pytest.mark.rule(7)\ndef test_it(): pass\n")
    result = pytester.runpytest_inprocess("-p", "no:randomly", "--strict-markers")
    assert result.ret == pytest.ExitCode.OK
    result.stdout.no_fnmatch_line("*ERROR*")
    asked = pytester.runpytest_inprocess("-p", "no:randomly", "-o", "rcw_rules=true")
    assert asked.ret == pytest.ExitCode.USAGE_ERROR


def test_a_mark_that_names_a_rule_is_accepted(pytester: pytest.Pytester) -> None:
    marks = '@pytest.mark.rule("red_white", "melee-roll", "melee-winner")'
    result = _run(pytester, marks, "--strict-markers", "test_file.py")
    assert result.ret == pytest.ExitCode.OK


def test_a_run_of_all_tests_fails_if_the_list_is_not_true(pytester: pytest.Pytester) -> None:
    pytester.makeini("[pytest]\ntestpaths = .")
    result = _run(pytester, '@pytest.mark.rule("red_white", "melee-roll")')
    _assert_untrue_at_the_end(result)


def _assert_untrue_at_the_end(result: pytest.RunResult) -> None:
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.assert_outcomes(passed=1)
    untrue = "ruleset red_white: rcw_rules.red_white/rules_tests.json does not list the tests of *melee-roll*"
    result.stdout.fnmatch_lines([f"ERROR: {untrue}: run pytest --rule-index=write"])


@pytest.mark.parametrize("some", ["-k=it", "-m=rule", "--deselect=other.py", "--ignore=other.py", "--lf"])
def test_a_run_of_some_tests_says_nothing_of_the_list(pytester: pytest.Pytester, some: str) -> None:
    pytester.makeini("[pytest]\ntestpaths = .")
    for processes in ((), ("--numprocesses=2",)):
        result = _run(pytester, '@pytest.mark.rule("red_white", "melee-roll")', some, *processes)
        assert result.ret == pytest.ExitCode.OK
        result.assert_outcomes(passed=1)


def test_what_a_project_always_leaves_out_does_not_count(pytester: pytest.Pytester) -> None:
    pytester.makeini("[pytest]\ntestpaths = .\naddopts = -m 'not slow' --ignore=other.py\nmarkers = slow")
    _assert_untrue_at_the_end(_run(pytester, '@pytest.mark.rule("red_white", "melee-roll")'))


def test_a_run_in_which_tests_fail_tells_of_the_list_too(pytester: pytest.Pytester) -> None:
    pytester.makeini("[pytest]\ntestpaths = .")
    pytester.makepyfile(test_other="def test_that(): assert False")
    result = _run(pytester, '@pytest.mark.rule("red_white", "melee-roll")')
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["ERROR: ruleset red_white: *does not list the tests of *"])


def test_a_run_that_does_not_come_to_its_end_says_nothing_of_the_list(pytester: pytest.Pytester) -> None:
    pytester.makeini("[pytest]\ntestpaths = .")
    pytester.makepyfile(test_torn="import no_such_module")
    result = _run(pytester, '@pytest.mark.rule("red_white", "melee-roll")')
    assert result.ret == pytest.ExitCode.INTERRUPTED
    result.stdout.no_fnmatch_line("*does not list*")


def test_without_testpaths_a_run_in_the_root_is_one_of_all_tests(pytester: pytest.Pytester) -> None:
    pytester.makeini("[pytest]")
    _assert_untrue_at_the_end(_run(pytester, '@pytest.mark.rule("red_white", "melee-roll")'))


def test_a_run_below_the_root_is_none(pytester: pytest.Pytester) -> None:
    pytester.makeini("[pytest]\ntestpaths = .")
    below = pytester.mkdir("below")
    below.joinpath("test_below.py").write_text(
        'import pytest\n@pytest.mark.rule("red_white", "melee-roll")\ndef test_it(): pass\n'
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(below)
        assert (
            pytester.runpytest_subprocess("-p", "no:randomly", "-o", "rcw_rules=true", "--rootdir=..").ret
            == pytest.ExitCode.OK
        )


def test_so_does_one_in_several_processes(pytester: pytest.Pytester) -> None:
    pytester.makeini("[pytest]\ntestpaths = .")
    marks = '@pytest.mark.rule("red_white", "melee-roll")'
    _assert_untrue_at_the_end(_run(pytester, marks, "--numprocesses=2"))
    assert _run(pytester, marks, "--numprocesses=2", "test_file.py").ret == 0


def test_a_mark_that_names_no_rule_fails_the_run(pytester: pytest.Pytester) -> None:
    result = _run(pytester, '@pytest.mark.rule("red_white", "melee-rol")')
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*names no rule*'melee-rol'; did you mean 'melee-roll'*"])


def test_a_mark_that_names_no_ruleset_fails_the_run(pytester: pytest.Pytester) -> None:
    result = _run(pytester, '@pytest.mark.rule("red_whit", "melee-roll")')
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*unknown ruleset 'red_whit'; did you mean 'red_white'*"])


def test_a_misspelt_mark_is_told_before_the_list_of_another_ruleset_is_written(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytester.makeini("[pytest]")
    package = _install_toy(pytester, monkeypatch)
    marks = '@pytest.mark.rule("red_white", "melee-rol")\n@pytest.mark.rule("toy", "a")'
    result = _run(pytester, marks, "--rule-index=write")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*'melee-rol'; did you mean 'melee-roll'*"])
    assert not package.joinpath("rules_tests.json").exists()


@pytest.mark.parametrize("mark", ['@pytest.mark.rule("red_white")', "@pytest.mark.rule(1, 2)", "@pytest.mark.rule()"])
def test_a_mark_of_another_shape_fails_the_run(pytester: pytest.Pytester, mark: str) -> None:
    result = _run(pytester, mark)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*the mark is rule(ruleset, id, ...), all of them texts*"])


def test_other_tests_are_left_alone(pytester: pytest.Pytester) -> None:
    assert _run(pytester, "").ret == pytest.ExitCode.OK


@pytest.mark.parametrize("chosen", [("test_file.py::test_it",), ("-k", "it"), ("--deselect", "test_file.py::test_it")])
def test_writing_needs_whole_files(pytester: pytest.Pytester, chosen: tuple[str, ...]) -> None:
    result = _run(pytester, "", "--rule-index=write", *chosen)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*--rule-index=write reads whole files: give files or folders*"])


def test_the_list_of_another_project_is_not_written(pytester: pytest.Pytester) -> None:
    pytester.makeini("[pytest]")
    result = _run(pytester, '@pytest.mark.rule("red_white", "melee-roll")', "--rule-index=write")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*the list of red_white is not in this project*pip install --editable"])


TOY = """
from attrs import frozen
from rcw_rules import NoOptions, Ruleset
ruleset = Ruleset(
    id="toy", title="Toy", edition="1", rules_version=1, options=NoOptions(), procedures=(), package="toy"
)
"""

RULE = '[[rule]]\nid = "a"\ntitle = "A"\nsection = "1"\nkind = "resolver"\nprovenance = "printed"\nsummary = "A."\n'


def _install_toy(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> Path:
    package = pytester.mkpydir("toy")
    package.joinpath("__init__.py").write_text(TOY)
    package.joinpath("rules.toml").write_text(RULE)
    info = pytester.mkdir("toy_rules-1.0.dist-info")
    info.joinpath("METADATA").write_text("Metadata-Version: 2.1\nName: toy-rules\nVersion: 1.0\n")
    info.joinpath("entry_points.txt").write_text("[rcw_rules.rulesets]\ntoy = toy:ruleset\n")
    monkeypatch.setenv("PYTHONPATH", str(pytester.path))
    return package


def test_the_list_of_a_ruleset_from_outside_is_written_and_checked(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytester.makeini("[pytest]")
    package = _install_toy(pytester, monkeypatch)
    mark = '@pytest.mark.rule("toy", "a")'
    assert _run(pytester, mark).ret == pytest.ExitCode.TESTS_FAILED
    assert _run(pytester, mark, "--rule-index=write").ret == pytest.ExitCode.OK
    assert json.loads(package.joinpath("rules_tests.json").read_text()) == {"a": ["test_file.py::test_it"]}
    assert _run(pytester, mark).ret == pytest.ExitCode.OK


def test_files_write_their_own_part_of_the_list(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    pytester.makeini("[pytest]")
    package = _install_toy(pytester, monkeypatch)
    listing = package.joinpath("rules_tests.json")
    listing.write_text(json.dumps({"a": ["test_file.py::test_gone", "test_other.py::test_kept"]}))
    result = _run(pytester, '@pytest.mark.rule("toy", "a")', "--rule-index=write", "test_file.py")
    assert result.ret == pytest.ExitCode.OK
    assert json.loads(listing.read_text()) == {"a": ["test_file.py::test_it", "test_other.py::test_kept"]}


def test_a_list_is_compared_both_ways(tmp_path: Path) -> None:
    path = tmp_path / "rules_tests.json"
    path.write_text(json.dumps({"a": ["t::one"], "b": ["t::two"]}))
    advice = ": run pytest --rule-index=write"
    assert pytest_plugin._untrue(path, {"a": ["t::one"], "b": ["t::two"]}) == ""
    found = {"a": ["t::one"]}
    assert pytest_plugin._untrue(path, found) == f"does not list the tests of b{advice}"
    found = {"a": ["t::one", "t::new"], "b": ["t::two"]}
    assert pytest_plugin._untrue(path, found) == f"does not list the tests of a{advice}"
    found = {"a": ["t::one"], "b": ["t::two"], "c": ["t::new"]}
    assert pytest_plugin._untrue(path, found) == f"does not list the tests of c{advice}"


def test_a_list_that_two_people_changed_at_once_is_to_be_written_anew(tmp_path: Path) -> None:
    path = tmp_path / "rules_tests.json"
    path.write_text('{\n<<<<<<< HEAD\n  "a": ["t::one"]\n')
    said = pytest_plugin._untrue(path, {"a": ["t::one"]})
    assert said.startswith("is no JSON (")
    assert said.endswith("): run pytest --rule-index=write")
