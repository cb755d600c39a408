"""Every installed ruleset keeps what the library promises of all of them."""

from __future__ import annotations

import re
from importlib import import_module
from inspect import signature
from pathlib import Path
from pkgutil import walk_packages

import attrs
import pytest

from rcw_rules.registry import available, load
from rcw_rules.rule_index import with_coverage
from rcw_rules.testing import check_ruleset

FIVE = ("directory", "orel", "red_actions", "red_square", "red_white")

TESTS = Path(__file__).parents[1]


def test_the_rulesets_of_this_distribution_are_installed() -> None:
    assert set(FIVE) <= set(available())


@pytest.mark.parametrize("id", FIVE)
def test_a_ruleset_conforms_and_is_complete(id: str) -> None:
    check_ruleset(load(id), golden=TESTS / id / "golden", complete=True)


@pytest.mark.parametrize("id", FIVE)
def test_the_changelog_tells_of_the_newest_version_of_the_rules(id: str) -> None:
    changelog = TESTS.parent / "CHANGELOG.md"
    if not changelog.is_file():
        pytest.skip("the changelog is not part of what is installed")
    told = re.findall(rf"^- `{id}` ([0-9]+):", changelog.read_text(encoding="utf-8"), re.MULTILINE)
    assert max(map(int, told)) == load(id).rules_version


def test_the_coverage_of_red_white_tells_code_and_tests() -> None:
    covered = with_coverage(load("red_white").rules, "rcw_rules.red_white")
    rule = covered["melee-short-win"]
    assert rule.status == "implemented"
    assert "melee.fight._decide" in rule.code
    assert rule.tests


POSITIONAL = {
    "orel": set[str](),
    "directory": set[str](),
    "red_actions": set[str](),
    "red_square": {"Crossing", "Pile", "Rates"},
    "red_white": {"Loss", "Way"},
}
"""Classes of two or three parts in one obvious order. All others are made by the names of their fields, so that a field
more, or another order, breaks nobody's code."""


@pytest.mark.parametrize("id", FIVE)
def test_what_it_holds_is_made_by_the_names_of_its_fields(id: str) -> None:
    package = import_module(f"rcw_rules.{id}")
    found: set[str] = set()
    for module in walk_packages(package.__path__, f"{package.__name__}."):
        for name, cls in vars(import_module(module.name)).items():
            if isinstance(cls, type) and attrs.has(cls) and cls.__module__ == module.name and name[0] != "_":
                parameters = signature(cls).parameters.values()
                if any(one.kind is not one.KEYWORD_ONLY for one in parameters):
                    found.add(name)
    assert found == POSITIONAL[id]
