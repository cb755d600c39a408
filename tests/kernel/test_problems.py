"""An error stays readable however much is wrong."""

from __future__ import annotations

import json

import pytest

from rcw_rules import HouseRulesError, InvalidRequestError, Problem, red_white
from rcw_rules.kernel.citations import Objection, Verdict
from rcw_rules.kernel.errors import IllegalRequestError
from rcw_rules.wire import structure


@pytest.mark.parametrize("error", [InvalidRequestError, HouseRulesError])
@pytest.mark.parametrize(
    ("count", "last"),
    [(1, "$[0]: wrong"), (100, "$[99]: wrong"), (101, "$: and 1 more problem"), (4_412, "$: and 4,312 more problems")],
)
def test_a_hundred_problems_are_kept(error: type[InvalidRequestError | HouseRulesError], count: int, last: str) -> None:
    raised = error(Problem(f"$[{place}]", "wrong") for place in range(count))
    assert len(raised.problems) == min(count, 101)
    assert str(raised.problems[-1]) == last
    assert str(raised).endswith(last)
    assert raised.as_data()["problems"][0] == {"path": "$[0]", "message": "wrong", "rule": ""}


def test_a_request_full_of_mistakes_makes_a_small_error() -> None:
    many = {"attackers": [{"nonsense" * 5: place, "side": "x" * 1_000} for place in range(5_000)], "defenders": []}
    assert len(json.dumps(many)) > 5_000_000
    with pytest.raises(InvalidRequestError, match=r"more problems") as caught:
        structure(many, red_white.MeleeRequest)
    assert len(json.dumps(caught.value.as_data())) < 100_000


def test_the_middle_of_a_long_path_is_left_out() -> None:
    assert Problem("$" + "[1]" * 66, "wrong").path == "$" + "[1]" * 66
    path = Problem("$" + "[12345]" * 1_000, "wrong").path
    assert len(path) == 203
    assert path.startswith("$[12345][12345]")
    assert path.endswith("[12345][12345]")
    assert "..." in path


def test_a_hundred_objections_are_told() -> None:
    objections = tuple(Objection(rule=f"rule-{place}", message="no", path="$") for place in range(1_000))
    error = IllegalRequestError(Verdict(objections=objections))
    assert error.objections == objections
    assert str(error).endswith("; and 900 more")
    assert len(str(error)) < 5_000
