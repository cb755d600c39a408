"""Supports that make good casualties."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from red_square_asking import answer

from rcw_rules import IllegalRequestError, InvalidRequestError, SeededDice
from rcw_rules import red_square as rs
from rcw_rules.red_square.units import most_given, replacement_objections


def battalion(bases: int, lost: int = 0, **fields: Any) -> rs.Battalion:
    return rs.Battalion(**{"bases": bases, "bases_removed": lost, "regiment": "1st", **fields})


def replaces(supporter: rs.Battalion, front: rs.Battalion, **fields: Any) -> rs.ReplaceCasualtiesRequest:
    return rs.ReplaceCasualtiesRequest(supporter=supporter, front=front, **fields)


@pytest.mark.rule("red_square", "fire-12-replace")
def test_a_support_gives_as_much_as_it_can() -> None:
    outcome = answer(replaces(battalion(4), battalion(2, 2)))
    assert outcome == rs.ReplaceCasualtiesOutcome(given=2, supporter=battalion(2, 2), front=battalion(4))
    # It keeps its last base, and no unit grows beyond six.
    assert answer(replaces(battalion(2, 1), battalion(1, 3))).supporter == battalion(1, 2)
    assert answer(replaces(battalion(6), battalion(5, 3))).front == battalion(6, 2)


@pytest.mark.rule("red_square", "fire-12-replace")
def test_its_owner_may_give_less() -> None:
    request = replaces(battalion(5), battalion(1, 3))
    asked: list[tuple[int, ...]] = []

    def one(situation: Any, alternatives: tuple[int, ...]) -> int:
        asked.append(alternatives)
        return 1

    outcome = answer(request, choices={"bases_given": one})
    assert (outcome.given, outcome.supporter.bases, outcome.front.bases) == (1, 4, 2)
    assert asked == [(1, 2, 3)]


@pytest.mark.rule("red_square", "fire-12-replace", "act-table", "units-max-six")
@pytest.mark.parametrize(
    ("supporter", "front", "fields", "path"),
    [
        (battalion(4), battalion(2, 2), {"band": "1-0"}, "$.band"),
        (battalion(4), battalion(2, 2), {"moved": True}, "$.moved"),
        (battalion(4), battalion(2, 2), {"distance": 2}, "$.distance"),
        (battalion(4), battalion(2, 2, regiment="2nd"), {}, "$.front.regiment"),
        (battalion(4, regiment=""), battalion(2, 2, regiment=""), {}, "$.front.regiment"),
        (battalion(4, state="hiding"), battalion(2, 2), {}, "$.supporter.state"),
        (battalion(4, state="retreating"), battalion(2, 2), {}, "$.supporter.state"),
        (battalion(4, state="rallying"), battalion(2, 2), {}, "$.supporter.state"),
        (battalion(4, state="off_table"), battalion(2, 2), {}, "$.supporter.state"),
        (battalion(4), battalion(4), {}, "$.front.bases_removed"),
        (battalion(1, 3), battalion(2, 2), {}, "$.supporter.bases"),
        (battalion(4), battalion(6, 1), {}, "$.front.bases"),
    ],
)
def test_who_gives_no_bases(supporter: Any, front: Any, fields: dict[str, Any], path: str) -> None:
    request = replaces(supporter, front, **fields)
    rule = "units-max-six" if path == "$.front.bases" else "fire-12-replace"
    assert [(one.path, one.rule) for one in replacement_objections(request)] == [(path, rule)]
    with pytest.raises(IllegalRequestError):
        answer(request)


@pytest.mark.rule("red_square", "fire-12-replace", "units-max-six", "bad-input")
def test_malformed_battalions() -> None:
    for fields, message in (
        ({"bases": 7}, r"\$\.front\.bases: .*\[units-max-six\]"),
        ({"bases": 0}, r"\$\.front\.bases: .*\[units-max-six\]"),
        ({"lost": -1}, r"\$\.front\.bases_removed: .*\[bad-input\]"),
    ):
        with pytest.raises(InvalidRequestError, match=message):
            answer(replaces(battalion(4), battalion(**{"bases": 2, **fields})))


@pytest.mark.rule("red_square", "fire-12-replace")
@given(st.integers(2, 6), st.integers(0, 4), st.integers(1, 5), st.integers(1, 5), st.integers(0, 99))
def test_bases_are_neither_made_nor_lost(has: int, lost: int, front: int, front_lost: int, seed: int) -> None:
    request = replaces(battalion(has, lost), battalion(front, front_lost))
    pick = {"bases_given": lambda situation, alternatives: alternatives[seed % len(alternatives)]}
    outcome = rs.ruleset.resolve(request, dice=SeededDice(1), choices=pick).outcome
    assert outcome.supporter.bases + outcome.front.bases == has + front
    assert outcome.supporter.bases_removed + outcome.front.bases_removed == lost + front_lost
    assert 1 <= outcome.supporter.bases <= 6
    assert 1 <= outcome.front.bases <= 6
    assert outcome.front.bases_removed >= 0
    assert 1 <= outcome.given <= most_given(request.supporter, request.front)
