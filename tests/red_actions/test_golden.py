"""The golden cases: question, options, faces and what must come of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rcw_rules.red_actions import ruleset
from rcw_rules.testing import GoldenCase, check_golden_case, golden_cases


def cases() -> list[Any]:
    found = golden_cases(Path(__file__).parent / "golden")
    return [pytest.param(case, id=case.id, marks=pytest.mark.rule("red_actions", *case.rules)) for case in found]


@pytest.mark.parametrize("case", cases())
def test_golden_case(case: GoldenCase) -> None:
    check_golden_case(ruleset, case)


def test_there_are_golden_cases() -> None:
    assert len(cases()) >= 20
