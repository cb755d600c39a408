"""The cases that were kept, and a few new ones of every sort; `make fuzz` looks for minutes."""

from __future__ import annotations

from pathlib import Path

import hypothesis
import pytest
from fuzzing import TARGETS, Target, examined
from hypothesis import HealthCheck, given, settings

KEPT = [pytest.param(target, path, id=path.name) for target in TARGETS.values() for path in target.corpus]
UNHURRIED = (HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much)
EXAMPLES = {"questions": 60, "documents": 40, "files": 200, "commands": 40, "texts": 200}


@pytest.mark.parametrize(("target", "path"), KEPT)
def test_what_was_found_once_holds(target: Target, path: Path) -> None:
    target.check(path.read_bytes())


@pytest.mark.parametrize("target", TARGETS.values(), ids=TARGETS)
def test_a_few_cases_of_every_sort_hold(target: Target) -> None:
    tried: list[bytes] = []

    @hypothesis.seed(1919)
    @settings(
        max_examples=EXAMPLES[target.name],
        database=None,
        suppress_health_check=UNHURRIED,
    )
    @given(target.cases())
    def holds(case: bytes) -> None:
        tried.append(case)
        target.check(case)

    holds()
    assert len({*tried}) > EXAMPLES[target.name] / 4, "nearly all cases are the same"


@pytest.mark.parametrize(
    ("name", "case"),
    [
        ("questions", b'{"procedure": "red_white.melee", "options": {}, "request": {}, "seed": 1}'),
        ("documents", b"request red_white.no_such\n{}"),
        ("files", b"# no_such_reader\n"),
        ("commands", b'{"arguments": ["verify", "no_such_file"]}'),
        ("texts", b"no_such_reader\n"),
    ],
)
def test_a_case_that_is_wrong_is_a_finding(name: str, case: bytes) -> None:
    found = examined(TARGETS[name], case)
    assert found is not None
    assert found.case == case
    assert found.place.startswith(type(found.error).__name__)


def test_a_case_that_holds_is_none() -> None:
    assert examined(TARGETS["texts"], b'json\n{"a": 1}') is None
