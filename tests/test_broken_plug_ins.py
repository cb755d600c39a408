"""Plug-ins that are wrong in every way, all installed at once beside the five, as real distributions are."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from plug_in_sites import CHART, RULE, Site, ruleset_code

FIVE = {"directory", "orel", "red_actions", "red_square", "red_white"}

# What is said of each after its name and that of its distribution.
CANNOT_BE_LOADED = {
    "raising": ("1 / 0", "ZeroDivisionError: division by zero"),
    "exiting": ("import sys\nsys.exit('no licence')", "SystemExit: no licence"),
    "garbled": ("def", "SyntaxError: invalid syntax"),
    "wordy": ("raise ValueError('one line\\n  and another')", "ValueError: one line and another"),
    "stale": ("from rcw_rules.kernel.dice import d7", "ImportError: cannot import name 'd7' from 'rcw_rules.kernel"),
    "empty": ("pass", "AttributeError: module 'empty' has no attribute 'ruleset'"),
    "giving_up": ("class Enough(BaseException): ...\nraise Enough('of this')", "Enough: of this"),
    "untitled": (
        ruleset_code("untitled").replace('title="What is thrown?"', "title=None"),
        "TypeError: the title of the procedure 'untitled.throw' is a text, not None",
    ),
    "anonymous": (
        ruleset_code("anonymous").replace('"anonymous.throw"', "None"),
        "TypeError: the id of the procedure None is a text, not None",
    ),
    "lawless": (
        ruleset_code("lawless").replace('("a",)', "()"),
        "TypeError: rules of the procedure 'lawless.throw' are the ids of one rule or more: write rules=('some-id',)",
    ),
    "numbered": (
        ruleset_code("numbered").replace('("a",)', "(1,)"),
        "TypeError: rules of the procedure 'numbered.throw' are the ids of one rule or more: write rules=('some-id',)",
    ),
    "spelt": (
        ruleset_code("spelt").replace('("a",)', '"ab"'),
        "TypeError: rules of the procedure 'spelt.throw' are the ids of one rule or more: write rules=('some-id',)",
    ),
    "undated": (
        ruleset_code("undated").replace('edition="1"', "edition=1919"),
        "TypeError: edition of the ruleset 'undated' is a text, not 1919",
    ),
    "unpacked": (
        ruleset_code("unpacked").replace('package="unpacked"', "package=7"),
        "TypeError: package of the ruleset 'unpacked' is a text, not 7",
    ),
    "optionless": (
        ruleset_code("optionless").replace("options=NoOptions()", "options=None"),
        "TypeError: options of the ruleset 'optionless' are an attrs object such as NoOptions(), not None",
    ),
    "comma_less": (
        ruleset_code("comma_less").replace("(throw,)", "(throw)"),
        "TypeError: procedures of the ruleset 'comma_less' is a tuple of Procedure, not a Procedure: write (throw,)",
    ),
    "misfilled": (
        ruleset_code("misfilled", more="choices=('fire first',)"),
        "TypeError: choices of the ruleset 'misfilled' is a tuple of Choice, but it holds 'fire first'",
    ),
    "unborn": (
        ruleset_code("unborn").replace("rules_version=1", "rules_version=0"),
        "TypeError: rules_version of the ruleset 'unborn' is a whole number such as 1, not 0",
    ),
    "quoting": (
        ruleset_code("quoting", more="kernel_version='1'"),
        "TypeError: kernel_version of the ruleset 'quoting' is a whole number such as 1, not '1'",
    ),
    "unannotated": (
        ruleset_code("unannotated").replace("request: Throw, ", "request, "),
        "TypeError: the function throw has no annotation of its request: write def throw(request: ItsRequest, ",
    ),
}
BROKEN_FILES: dict[str, tuple[dict[str, str], str]] = {
    "indexless": ({}, "indexless has no rules.toml: is it packaged?"),
    "misprinted": ({"rules.toml": "[[rule]\n"}, "misprinted/rules.toml: Expected ']]'"),
    "misnamed": (
        {"rules.toml": RULE.replace("title", "titel")},
        "misnamed/rules.toml: rule 'a': unknown key 'titel'; did you mean 'title'?",
    ),
    "mistyped": ({"rules.toml": RULE.replace('"1"', "1")}, "mistyped/rules.toml: rule 'a': every key of a rule holds"),
    "single": ({"rules.toml": RULE.replace("[[rule]]", "[rule]")}, "single/rules.toml: a rule begins with [[rule]]"),
    "tableless": ({"rules.toml": RULE, "charts/c.toml": CHART}, 'tableless/charts/c.toml:1: c: "table" is missing'),
    "torn": (
        {"rules.toml": RULE, "charts/c.toml": CHART + "table = [["},
        "torn/charts/c.toml:8: not valid TOML: Invalid value",
    ),
}
OTHERS = {
    "unmade": "the entry point 'unmade' of unmade-rules is not a Ruleset but an unfinished one",
    "whole_module": "the entry point 'whole_module' of grabbing-rules leads to 'orel': write module:object",
    "void": "the entry point 'void' of grabbing-rules leads to '': write module:object",
    "wrongly_typed": "the entry point 'wrongly_typed' of wrongly_typed-rules is not a Ruleset but str",
    "renamed": "the entry point 'renamed' of renamed-rules offers a ruleset that calls itself 'another'",
    "from_tomorrow": "the ruleset 'from_tomorrow' of from_tomorrow-rules was written for kernel version 2; "
    "this library has version 1: install a version of from_tomorrow-rules for it",
    "from_yesterday": "the ruleset 'from_yesterday' of from_yesterday-rules was written for kernel version 0; "
    "this library has version 1: install a version of from_yesterday-rules for it",
    "claimed": "the ruleset id 'claimed' is claimed by claimed-rules and grabbing-rules; uninstall one of them",
    "red_white": "the ruleset id 'red_white' is claimed by grabbing-rules and rcw-rules; uninstall one of them",
    "nowhere": "the ruleset 'nowhere' of grabbing-rules cannot be loaded from 'no_such_module:ruleset': "
    "ModuleNotFoundError: No module named 'no_such_module'",
    "senseless": "the entry point 'senseless' of grabbing-rules leads to 'not a value!': write module:object",
    "spaced": "the ruleset 'spaced' of grabbing-rules cannot be loaded from 'not a : value!': ",
    "nameless": "the ruleset 'nameless' of an unknown distribution cannot be loaded from 'no_such_module:x': ",
}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    site = Site(tmp_path_factory.mktemp("site"))
    for id, (code, _) in CANNOT_BE_LOADED.items():
        site.package(id, code)
    for id, (files, _) in BROKEN_FILES.items():
        site.package(id, files=files)
    site.package("wrongly_typed", "ruleset = 'nothing of the kind'")
    site.package("renamed", ruleset_code("another", package="renamed"))
    site.package("unmade", "from rcw_rules import Ruleset\nruleset = Ruleset.__new__(Ruleset)")
    site.package("from_tomorrow", ruleset_code("from_tomorrow", more="kernel_version=2"))
    site.package("from_yesterday", ruleset_code("from_yesterday", more="kernel_version=0"))
    site.package("claimed")
    site.package("sound")
    grabbed = ("claimed = no_such_module:ruleset", "red_white = no_such_module:ruleset")
    broken = ("nowhere = no_such_module:ruleset", "senseless = not a value!", "spaced = not a : value!")
    without_colon = ("whole_module = orel", "void =")
    site.distribution("grabbing-rules", "\n".join((*grabbed, *broken, *without_colon)))
    site.distribution("nameless-rules", "nameless = no_such_module:x", metadata="Metadata-Version: 2.1\n")
    return site


@pytest.fixture(scope="module")
def listed(site: Site) -> dict[str, dict[str, Any]]:
    done = site.rcw("list", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    return {data["id"]: data for data in json.loads(done.stdout)["rulesets"]}


def expected() -> dict[str, str]:
    unloaded = {
        id: f"the ruleset {id!r} of {id}-rules cannot be loaded from '{id}:ruleset': {said}"
        for id, (_, said) in CANNOT_BE_LOADED.items()
    }
    return {**unloaded, **{id: said for id, (_, said) in BROKEN_FILES.items()}, **OTHERS}


@pytest.mark.parametrize(("id", "said"), expected().items())
def test_a_broken_plug_in_is_named_in_one_line(listed: dict[str, dict[str, Any]], id: str, said: str) -> None:
    assert set(listed[id]) == {"id", "error"}
    assert listed[id]["error"].startswith(said)
    assert "\n" not in listed[id]["error"]


def test_the_others_keep_working(listed: dict[str, dict[str, Any]]) -> None:
    assert set(listed) == FIVE | {"sound"} | set(expected())
    assert {id for id, data in listed.items() if "error" not in data} == (FIVE | {"sound"}) - {"red_white"}


def test_all_but_the_broken_can_be_asked(site: Site) -> None:
    done = site.rcw("procedures", "--json")
    assert done.returncode == 0
    procedures = {procedure["id"] for procedure in json.loads(done.stdout)["procedures"]}
    assert {"sound.throw", "orel.combat"} < procedures
    told = done.stderr.splitlines()
    assert all(line.startswith("rcw: the ") for line in told)
    # Broken files of rules and charts are noticed when they are needed.
    assert len(told) == len(CANNOT_BE_LOADED) + len(OTHERS)


@pytest.mark.parametrize("id", ["raising", "tableless", "indexless", "from_tomorrow", "from_yesterday"])
def test_asking_a_broken_one_says_what_is_wrong_with_it(site: Site, id: str) -> None:
    done = site.rcw("resolve", f"{id}.throw", "--seed", "1")
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith(f"rcw: {expected()[id]}")
    assert len(done.stderr.splitlines()) == 1


def test_what_stands_on_the_path_of_python_already_is_found_as_well(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "sources"))
    Site(tmp_path / "sources").package("elsewhere")
    site = Site(tmp_path / "site")
    site.package("sound")
    done = site.rcw("list", "--json")
    assert {data["id"] for data in json.loads(done.stdout)["rulesets"]} == FIVE | {"elsewhere", "sound"}


@pytest.mark.parametrize("content", [b"[rcw_rules.rulesets]\njust a line\n", b"\xff\xfe"])
def test_entry_points_that_cannot_be_read_keep_no_others_from_being_found(tmp_path: Path, content: bytes) -> None:
    site = Site(tmp_path)
    site.package("sound")
    site.distribution("damaged-rules", "")
    (tmp_path / "damaged_rules-1.0.dist-info" / "entry_points.txt").write_bytes(content)
    done = site.rcw("list", "--json")
    assert done.returncode == 0
    assert {data["id"] for data in json.loads(done.stdout)["rulesets"]} == FIVE | {"sound"}
    assert "the entry points of damaged-rules cannot be read: " in done.stderr


def test_a_plug_in_of_a_package_that_is_not_there_is_named(tmp_path: Path) -> None:
    site = Site(tmp_path)
    site.package("homeless", ruleset_code("homeless", package="no_such_package"))
    for asked in (("resolve", "homeless.throw", "--seed", "1"), ("chart", "homeless"), ("rules", "homeless")):
        done = site.rcw(*asked)
        assert (done.returncode, done.stdout) == (2, "")
        assert re.fullmatch(r"rcw: no_such_package/[a-z.]+: No module named 'no_such_package'\n", done.stderr)


def test_a_list_of_tests_that_cannot_be_read_is_named_when_it_is_needed(tmp_path: Path) -> None:
    site = Site(tmp_path)
    site.package("listless", files={"rules.toml": RULE, "rules_tests.json": "{"})
    assert "  rules       1\n" in site.rcw("list").stdout
    done = site.rcw("rules", "listless")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("rcw: listless/rules_tests.json: Expecting property name")


def test_what_a_plug_in_prints_does_not_stand_in_front_of_the_answer(tmp_path: Path) -> None:
    site = Site(tmp_path)
    site.package("noisy", "print('thanks for choosing noisy')\n" + ruleset_code("noisy"))
    done = site.rcw("resolve", "noisy.throw", "--seed", "1", "--json")
    assert json.loads(done.stdout)["procedure"] == "noisy.throw"
    assert done.stderr == "thanks for choosing noisy\n"


def test_a_mistake_in_the_code_of_a_plug_in_is_its_authors_to_hear_of(tmp_path: Path) -> None:
    site = Site(tmp_path)
    site.distribution("senseless-rules", "senseless = not a value!")
    site.package("crashing", ruleset_code("crashing").replace("umpire.charts", "{}['nothing']"))
    done = site.rcw("resolve", "crashing.throw", "--seed", "1")
    assert (done.returncode, done.stdout) == (70, "")
    assert done.stderr == (
        "rcw: crashing-rules has failed: KeyError: 'nothing'; please report it to the authors of crashing-rules with "
        "what the same command says with --debug\n"
    )


def test_a_chart_that_a_plug_in_lacks_is_named(tmp_path: Path) -> None:
    site = Site(tmp_path)
    site.package("chartless", ruleset_code("chartless").replace("umpire.charts", "umpire.look_up('wound', 1)"))
    done = site.rcw("resolve", "chartless.throw", "--seed", "1")
    assert (done.returncode, done.stderr) == (2, "rcw: unknown chart 'wound'\n")
