"""The example of a ruleset from outside, built, installed and used as any distribution is."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

SOURCE = Path(__file__).parents[1] / "examples" / "skirmish_ruleset"

pytestmark = pytest.mark.skipif(not SOURCE.is_dir(), reason="the examples are not installed with the library")

PIP = ("-m", "pip", "--disable-pip-version-check", "--no-input", "install", "--quiet")
OFFLINE = ("--no-index", "--no-deps", "--no-build-isolation")
RCW = ("-c", "from rcw_rules.cli import main; raise SystemExit(main())")


class Outside:
    """A folder with the sources, and another in which the distribution is installed."""

    def __init__(self, folder: Path) -> None:
        self.project = folder / "project"
        self.installed = folder / "installed"
        shutil.copytree(SOURCE, self.project, ignore=shutil.ignore_patterns("__pycache__", ".*"))
        self.python(*PIP, *OFFLINE, "--target", str(self.installed), str(self.project))
        shutil.rmtree(self.project / "src")  # what is tested is what is installed

    def python(self, *arguments: str, typed: str = "") -> str:
        path = os.pathsep.join(filter(None, (str(self.installed), os.environ.get("PYTHONPATH"))))
        done = subprocess.run(
            [sys.executable, *arguments],
            check=False,
            input=typed,
            capture_output=True,
            text=True,
            encoding="utf-8",
            cwd=self.project,
            env={**os.environ, "PYTHONPATH": path, "PYTHONIOENCODING": "utf-8"},
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def rcw(self, *arguments: str, typed: str = "") -> Any:
        return json.loads(self.python(*RCW, *arguments, "--json", typed=typed))


@pytest.fixture(scope="session")
def outside(tmp_path_factory: pytest.TempPathFactory) -> Outside:
    return Outside(tmp_path_factory.mktemp("outside"))


def lines_of(paths: Sequence[Path]) -> int:
    return sum(len(path.read_text(encoding="utf-8").splitlines()) for path in paths)


def test_it_is_small() -> None:
    written = [
        path
        for path in SOURCE.rglob("*")
        if path.is_file() and path.name != "rules_tests.json" and not {".hypothesis", "__pycache__"} & {*path.parts}
    ]
    assert lines_of(written) < 770


def test_it_uses_nothing_but_public_names() -> None:
    imports = {
        line
        for path in SOURCE.rglob("*.py")
        for line in path.read_text(encoding="utf-8").splitlines()
        if line.startswith(("from rcw_rules", "import rcw_rules"))
    }
    homes = {line.split()[1] for line in imports}
    games = {"rcw_rules.games", "rcw_rules.games.checks", "rcw_rules.kernel.errors"}
    assert homes == {"rcw_rules", "rcw_rules.strategies", "rcw_rules.testing", *games}


def test_it_is_listed_beside_the_five(outside: Outside) -> None:
    listed = {data["id"]: data for data in outside.rcw("list")["rulesets"]}
    assert {"directory", "orel", "red_actions", "red_square", "red_white"} < set(listed)
    assert listed["skirmish"] == {
        "id": "skirmish",
        "title": "Skirmish on the Don, the example rules",
        "edition": "1",
        "rules_version": 1,
        "rules": 10,
        "procedures": 4,
        "charts": 1,
    }


def test_it_resolves_and_has_exact_odds(outside: Outside) -> None:
    example = outside.python(*RCW, "example", "skirmish.shooting")
    # 9 inches, hedge: 5, and 6 with -1. One 6 hits; morale needs 3, fails with 2 and passes with 3.
    resolution = outside.rcw("resolve", "skirmish.shooting", "--dice", "1,6,5,4,2,3", typed=example)
    assert resolution["outcome"] == {"fallen": 1, "morale": {"result": "stands"}}
    assert resolution["ruleset"]["id"] == "skirmish"
    odds = outside.rcw("odds", "skirmish.shooting", typed=example)["outcomes"]
    chances = {json.dumps(entry["outcome"]): Fraction(entry["probability"]) for entry in odds}
    # Four dice of which none shows 6. One falls with 4 * 1/6 * (5/6)^3; both throws of morale fail with 1/3 each.
    assert chances[json.dumps({"fallen": 0, "morale": None})] == Fraction(5, 6) ** 4
    one_falls = 4 * Fraction(1, 6) * Fraction(5, 6) ** 3
    assert chances[json.dumps({"fallen": 1, "morale": {"result": "surrenders"}})] == one_falls / 9
    assert sum(chances.values()) == 1


def test_its_option_and_its_choice_are_answered(outside: Outside) -> None:
    request = json.dumps({"squad": {"figures": 3, "cover": "house"}, "fallen": 1})
    holds = outside.rcw("resolve", "skirmish.morale", "--set", "houses_hold=true", "--seed", "1", typed=request)
    assert holds["outcome"] == {"result": "stands"}
    runs = outside.rcw("resolve", "skirmish.morale", "--choose", "roll_again=false", "--dice", "2", typed=request)
    assert runs["outcome"] == {"result": "runs"}


def test_house_rules_name_the_modifier_that_no_chart_lists(outside: Outside, tmp_path: Path) -> None:
    change = '[[modifiers]]\nmodifier = "moved"\nbook = -1\nours = 1\nwhy = "veterans, all of them"\n'
    club = tmp_path / "club.toml"
    club.write_text(f'title = "The club"\nruleset = "skirmish"\n{change}', encoding="utf-8")
    example = outside.python(*RCW, "example", "skirmish.shooting")
    # 5 in the table, and 4 with +1: the last die hits; by the book, which wants a 6, none would.
    ours = outside.rcw("resolve", "skirmish.shooting", "--house", str(club), "--dice", "1,2,3,4,3", typed=example)
    assert ours["outcome"] == {"fallen": 1, "morale": {"result": "stands"}}


def test_it_has_procedures_schemas_charts_and_coverage(outside: Outside) -> None:
    procedures = outside.rcw("procedures", "skirmish")["procedures"]
    assert [procedure["id"] for procedure in procedures] == [
        "skirmish.shooting",
        "skirmish.morale",
        "skirmish.begin_game",
        "skirmish.act",
    ]
    schema = json.loads(outside.python(*RCW, "schema", "skirmish.shooting"))
    assert schema["properties"]["shooters"]["minimum"] == 1
    assert "What a die needs" in outside.python(*RCW, "chart", "skirmish", "fire")
    rules = {rule["id"]: rule for rule in outside.rcw("rules", "skirmish")["rules"]}
    assert {rule["status"] for rule in rules.values()} == {"implemented"}
    assert "shooting.out_of_range" in rules["fire-range"]["code"]
    assert rules["fire-range"]["tests"] == [
        "tests/test_skirmish.py::test_rifles_reach_24_inches",
        "tests/test_skirmish.py::test_what_a_side_cannot_do_is_refused",
    ]


def test_its_own_tests_pass_and_list_themselves(outside: Outside) -> None:
    pytest_run = ("-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:randomly")
    assert "10 passed" in outside.python(*pytest_run)
    # A list that is not true fails the run of all tests, and so does the conformance of a rule without a test.
    listing = outside.installed / "skirmish" / "rules_tests.json"
    true = listing.read_text(encoding="utf-8")
    listing.write_text(true.replace("fire-range", "fire-rage"), encoding="utf-8")
    try:
        with pytest.raises(AssertionError, match="does not list the tests of fire-rage, fire-range: run pytest"):
            outside.python(*pytest_run)
        with pytest.raises(AssertionError, match=r"rule fire-range is carried out by .* and no test in"):
            outside.python(*pytest_run, "tests/test_skirmish.py")
        # It is installed elsewhere, so a run here does not write it.
        with pytest.raises(AssertionError, match="the list of skirmish is not in this project"):
            outside.python(*pytest_run, "--rule-index=write")
    finally:
        listing.write_text(true, encoding="utf-8")
