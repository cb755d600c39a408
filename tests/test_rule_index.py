from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from rcw_rules.kernel.errors import RegistryError, UnknownNameError
from rcw_rules.rule_index import load_charts_of, load_index_of, with_coverage

RULES = """
[[rule]]
id = "one"
title = "The first"
section = "1"
kind = "resolver"
provenance = "printed"
summary = "What it says."

[[rule]]
id = "two"
title = "The second"
section = "2"
kind = "constraint"
provenance = "missing"
summary = "What it says."
question = "Who may?"

[[rule]]
id = "three"
title = "The third"
section = "3"
kind = "resolver"
provenance = "printed"
summary = "What it says."
"""

CODE = '''
LIMIT = Range(1, 2, rule="one")

@procedure("x.y", rules=("three",))
def decide(request, umpire):
    """Decide.

    Rules: two,
        one.
    """

class Unit:
    def problems(self):
        yield Problem(".x", "is wrong", "one")
'''


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Iterator[Path]:
    """Return the folder of a package with a rule index, importable under the folder's name."""
    name = f"rules_of_{abs(hash(request.node.name))}"
    folder = tmp_path / name
    (folder / "charts").mkdir(parents=True)
    (folder / "__init__.py").write_text("")
    (folder / "rules.toml").write_text(RULES)
    monkeypatch.syspath_prepend(str(tmp_path))
    yield folder
    sys.modules.pop(name, None)


def test_code_is_found_where_an_id_stands_but_not_in_the_list_of_a_procedure(package: Path) -> None:
    (package / "chapter.py").write_text(CODE)
    (package / "charts" / "table.toml").write_text('[[chart]]\nrule = "one"\n')
    (package / "rules_tests.json").write_text(json.dumps({"one": ["tests/test_x.py::test_y"]}))
    covered = with_coverage(load_index_of(package.name, "x"), package.name)
    assert covered["one"].code == (
        "chapter.LIMIT",
        "chapter.decide",
        "chapter.Unit",
        "charts/table.toml",
    )
    assert covered["one"].tests == ("tests/test_x.py::test_y",)
    assert covered["two"].code == ("chapter.decide",)
    assert [rule.status for rule in covered] == ["implemented", "referee", "missing"]


def test_code_is_found_in_the_packages_of_chapters_too(package: Path) -> None:
    chapter = package / "combat" / "melee"
    chapter.mkdir(parents=True)
    (package / "combat" / "__init__.py").write_text('__all__ = ["one"]\nFIRST = "two"\n')
    (chapter / "__init__.py").write_text("")
    (chapter / "course.py").write_text(CODE)
    covered = with_coverage(load_index_of(package.name, "x"), package.name)
    assert covered["one"].code == tuple(f"combat.melee.course.{name}" for name in ("LIMIT", "decide", "Unit"))
    assert covered["two"].code == ("combat.FIRST", "combat.melee.course.decide")


def test_the_procedure_that_a_rule_is_comes_first_and_says_the_page(package: Path) -> None:
    listed = package / "rules.toml"
    listed.write_text('[pages]\nfire = "combat"\n' + listed.read_text())
    (package / "about.py").write_text('def a():\n    return "one"\n\ndef b():\n    return "one"\n')
    (package / "fire.py").write_text(
        'class Volley:\n    rule = "one"\n\n@procedure("x.fire", rules=("one",))\ndef volley():\n    return "one"\n\n'
        'def other():\n    return "two"\n'
    )
    (package / "charts" / "table.toml").write_text('[[chart]]\nrule = "one"\n')
    covered = with_coverage(load_index_of(package.name, "x"), package.name)
    assert covered["one"].code == ("fire.volley", "fire.Volley", "about.a", "about.b", "charts/table.toml")
    assert [covered[id].page for id in ("one", "two", "three")] == ["x/combat", "x/combat", ""]


def test_without_a_procedure_the_chapter_that_cites_a_rule_most_comes_first(package: Path) -> None:
    (package / "about.py").write_text('def a():\n    return "one"\n\nclass Card:\n    rule = "one"\n')
    (package / "fire.py").write_text('def b():\n    return "one"\n\ndef c():\n    return "one"\n')
    covered = with_coverage(load_index_of(package.name, "x"), package.name)
    assert covered["one"].code == ("fire.b", "fire.c", "about.a", "about.Card")
    assert covered["one"].page == "x/fire"


@pytest.mark.parametrize("pages", ["pages = 3", 'pages = ["fire"]', "[pages]\nfire = 3"])
def test_pages_that_are_no_table_of_texts_are_refused(package: Path, pages: str) -> None:
    listed = package / "rules.toml"
    listed.write_text(f"{pages}\n{listed.read_text()}")
    with pytest.raises(RegistryError, match=r"rules\.toml: \[pages\] lists chapters, each with its page"):
        with_coverage(load_index_of(package.name, "x"), package.name)


def test_an_index_without_tests_or_code_calls_every_rule_missing(package: Path) -> None:
    covered = with_coverage(load_index_of(package.name, "x"), package.name)
    assert [rule.status for rule in covered] == ["missing", "referee", "missing"]


def test_an_unknown_rule_is_named_with_a_suggestion(package: Path) -> None:
    with pytest.raises(UnknownNameError) as caught:
        load_index_of(package.name, "x")["thre"]
    assert caught.value.suggestions == ("three",)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (RULES.replace('"two"', '"one"'), "rule 'one' is listed twice"),
        (RULES.replace('"missing"', '"guessed"'), "rule 'two': unknown provenance 'guessed': write printed or"),
        (RULES.replace('"printed"', '"prnted"', 1), "rule 'one': unknown provenance 'prnted'; did you mean 'printed'"),
        (
            RULES.replace('"constraint"', '"constrain"'),
            "rule 'two': unknown kind 'constrain'; did you mean 'constraint'",
        ),
        (RULES.replace('"constraint"', '""'), "rule 'two': unknown kind '': write resolver or table or constraint or"),
        (
            RULES.replace('title = "The first"', 'titel = "The first"'),
            "rule 'one': unknown key 'titel'; did you mean 'title'",
        ),
        (RULES.replace('title = "The first"', 'code = "x.y"'), "rule 'one': unknown key 'code'"),
        (RULES.replace('title = "The first"\n', ""), "rules.toml: rule 'one': the key title is missing"),
        (RULES.replace('id = "two"\n', ""), "rules.toml: rule number 2: the key id is missing"),
        ("[[rule]\n", "rules.toml: "),
        ("", "rules.toml: a rule begins with"),
        (RULES.replace('"1"', "1"), "rule 'one': every key of a rule holds a text"),
        ("rule = [1]", "rule number 1: every key of a rule holds a text"),
        ("rule = 1", "a rule begins with"),
    ],
)
def test_a_wrong_index_is_refused_with_its_file(package: Path, text: str, message: str) -> None:
    (package / "rules.toml").write_text(text)
    with pytest.raises(RegistryError, match=message):
        load_index_of(package.name, "x")


def test_a_package_without_an_index_is_refused(package: Path) -> None:
    (package / "rules.toml").unlink()
    with pytest.raises(RegistryError, match=f"^{package.name} has no rules.toml: is it packaged\\?$"):
        load_index_of(package.name, "x")


def test_a_chart_that_is_wrong_or_doubled_is_refused_with_its_file(package: Path) -> None:
    chart = """
[[chart]]
id = "c"
title = "C"
rule = "one"
source = "s"
locator = "1"
provenance = "printed"
rows = "labels"
table = [["when", "then"], ["a", 1]]
"""
    (package / "charts" / "first.toml").write_text(chart.replace("printed", "guessed"))
    with pytest.raises(RegistryError, match=r"charts/first.toml:8: c: .*guessed"):
        load_charts_of(package.name)
    (package / "charts" / "first.toml").write_text(chart)
    (package / "charts" / "second.toml").write_text(chart)
    with pytest.raises(RegistryError, match="two charts have the id 'c'"):
        load_charts_of(package.name)


@pytest.mark.parametrize(
    ("file", "content"),
    [("rules_tests.json", "{"), ("rules_tests.json", "[]"), ("chapter.py", "def"), ("charts/table.toml", "[[chart]")],
)
def test_coverage_that_cannot_be_read_is_refused_with_its_file(package: Path, file: str, content: str) -> None:
    (package / file).write_text(content)
    with pytest.raises(RegistryError, match=f"{package.name}/{file}: "):
        with_coverage(load_index_of(package.name, "x"), package.name)
