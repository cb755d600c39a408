"""Every installed ruleset keeps what the library promises of all of them."""

from __future__ import annotations

import pytest

from rcw_rules.registry import available, load
from rcw_rules.rule_index import with_coverage
from rcw_rules.testing import check_ruleset


def test_the_rulesets_of_this_distribution_are_installed() -> None:
    assert {"directory", "orel", "red_white"} <= set(available())


COMPLETE = {"directory", "orel", "red_actions", "red_square", "red_white"}
"""The rulesets of which every rule is carried out and tested."""


@pytest.mark.parametrize("id", available())
def test_a_ruleset_conforms(id: str) -> None:
    check_ruleset(load(id), complete=id in COMPLETE)


@pytest.mark.parametrize("id", available())
def test_every_rule_that_code_names_exists(id: str) -> None:
    ruleset = load(id)
    named = {rule for procedure in ruleset.procedures for rule in procedure.rules}
    assert named <= {rule.id for rule in ruleset.rules}


def test_the_coverage_of_red_white_tells_code_and_tests() -> None:
    covered = with_coverage(load("red_white").rules, "rcw_rules.red_white")
    rule = covered["melee-short-win"]
    assert rule.status == "implemented"
    assert "melee._decide" in rule.code
    assert rule.tests
