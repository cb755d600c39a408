"""An error stays readable however much is wrong."""

from __future__ import annotations

import json
from collections.abc import Iterator
from math import nan
from typing import Any, cast

import pytest

from rcw_rules import HouseRulesError, InvalidRequestError, Problem, SeededDice, red_white, wire
from rcw_rules.kernel.citations import Objection, Verdict
from rcw_rules.kernel.errors import IllegalRequestError
from rcw_rules.kernel.fields import JSONValue
from rcw_rules.wire import structure


@pytest.mark.parametrize("error", [InvalidRequestError, HouseRulesError])
@pytest.mark.parametrize(
    ("count", "last"),
    [(1, "$[0]: wrong"), (100, "$[99]: wrong"), (101, "$: and more problems"), (4_412, "$: and more problems")],
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
    told = error.as_data()["objections"]
    assert told[99:] == [
        {"rule": "rule-99", "message": "no", "path": "$"},
        {"rule": "", "message": "and 900 more", "path": ""},
    ]
    exactly = IllegalRequestError(Verdict(objections=objections[:100])).as_data()["objections"]
    assert (len(exactly), exactly[99]["rule"]) == (100, "rule-99")
    assert error.objections == objections
    assert str(error).endswith("; and 900 more")
    assert len(str(error)) < 5_000


def test_the_others_are_not_looked_for() -> None:
    def problems() -> Iterator[Problem]:
        for place in range(101):
            yield Problem(f"$[{place}]", "wrong")
        raise AssertionError("only that there is one more is of interest")

    assert len(InvalidRequestError(problems()).problems) == 101


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the paths of the problems that the readers of JSON make."""
    paths: list[str] = []

    def problem(path: str, message: str, rule: str = "") -> Problem:
        paths.append(path)
        return Problem(path, message, rule)

    monkeypatch.setattr("rcw_rules.wire.Problem", problem)
    monkeypatch.setattr("rcw_rules.wire_problems.Problem", problem)
    monkeypatch.setattr("rcw_rules.json_text.Problem", problem)
    return paths


MELEE = wire.unstructure(red_white.melee_example_1())


@pytest.mark.parametrize(
    "data",
    [
        {**MELEE, "attackers": [1] * 50_000},
        {**MELEE, "attackers": [{}] * 50_000},
        {f"key {number}": 1 for number in range(50_000)},
        {**MELEE, "attackers": [{**MELEE["attackers"][0], **{f"key {number}": 1 for number in range(20_000)}}]},
    ],
    ids=["numbers", "objects", "keys", "keys inside"],
)
def test_a_text_full_of_mistakes_is_not_read_to_its_end(data: object, made: list[str]) -> None:
    with pytest.raises(InvalidRequestError, match=r"and more problems$"):
        structure(data, red_white.MeleeRequest)
    assert 100 < len(made) < 1_500  # each once for every level around it


@pytest.mark.parametrize("one", ["NaN", "1e999", '{"a": 1, "a": 2}', '"\\ud800"'])
def test_a_long_key_stands_in_few_paths(one: str, made: list[str]) -> None:
    text = f'{{"{"k" * 100_000}": [{", ".join([one] * 20_000)}]}}'
    with pytest.raises(InvalidRequestError, match=r"and more problems$"):
        wire.parse_json(text, "the request")
    assert len(made) <= 101


def test_values_of_any_json_make_no_paths_while_they_are_right() -> None:
    data = {"k" * 100_000: [1] * 20_000, "b": [{"c": nan}]}
    with pytest.raises(InvalidRequestError) as raised:
        structure(data, cast("Any", JSONValue), "$.value")
    assert [problem.path for problem in raised.value.problems] == ["$.value.b[0].c"]


def test_what_an_error_quotes_cannot_move_the_cursor() -> None:
    raised = InvalidRequestError([Problem("$.name", "not '\x1b[2J\u202etxt'")])
    assert "not '\\x1b[2J\\u202etxt'" in str(raised)


def test_a_record_read_aloud_cannot_move_the_cursor() -> None:
    arrival = red_white.Arrival(side="red", name="Ilya\x1b[2J")
    request = red_white.AircraftArrivalRequest(aircraft=(arrival,))
    told = red_white.ruleset.resolve(request, dice=SeededDice(1)).explain()
    assert "Ilya\\x1b[2J" in told
    assert "\x1b" not in told
