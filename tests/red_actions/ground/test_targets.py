"""Which target troops must shoot at."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from red_actions_asking import answer

from rcw_rules import red_actions as ra
from rcw_rules.kernel.errors import IllegalRequestError, InvalidRequestError
from rcw_rules.kernel.lengths import inches

# --- Targets ------------------------------------------------------------------------------------------------------


def candidates(*codes: str) -> tuple[ra.Candidate, ...]:
    """Return a candidate for each code of letters: t for a threat, c for close, o for in the open."""
    return tuple(
        ra.Candidate(name=code, threatens="t" in code, close="c" in code, in_open="o" in code) for code in codes
    )


@pytest.mark.rule("red_actions", "prio-order")
def test_threat_comes_before_close_and_close_before_open() -> None:
    falling = ["tco", "tc", "to", "t", "co", "c", "o", "x"]
    for number, better in enumerate(falling):
        for worse in falling[number + 1 :]:
            assert answer(ra.TargetPriorityRequest(candidates=candidates(worse, better))).allowed == (better,)
            with pytest.raises(IllegalRequestError, match=rf"\$\.target: {worse} comes after {better}; .*prio-order"):
                answer(ra.TargetPriorityRequest(candidates=candidates(better, worse), target=worse))


@pytest.mark.rule("red_actions", "prio-order", "prio-one-target")
def test_equals_are_chosen_from_freely_and_one_is() -> None:
    equals = (
        ra.Candidate(name="first", close=True),
        ra.Candidate(name="second", close=True),
        ra.Candidate(name="third", in_open=True),
    )
    request = ra.TargetPriorityRequest(candidates=equals)
    assert answer(request) == ra.TargetPriorityOutcome(target="first", allowed=("first", "second"))
    chosen = answer(request, choices={"target": lambda seen, alternatives: alternatives[-1]})
    assert chosen.target == "second"
    assert answer(evolve(request, target="second")).target == "second"


@pytest.mark.rule("red_actions", "prio-senior", "prio-order", "conv-within")
@pytest.mark.parametrize(
    ("fields", "free"),
    [
        ({"senior_attached": True}, True),
        ({"senior_distance": inches(4)}, True),
        ({"senior_distance": inches("4.1")}, False),
        ({"agreed": True}, True),
        ({}, False),
    ],
)
def test_a_senior_officer_frees_the_choice(fields: dict[str, Any], free: bool) -> None:
    request = ra.TargetPriorityRequest(candidates=candidates("co", "t"), target="co", **fields)
    if free:
        assert answer(request) == ra.TargetPriorityOutcome(target="co", allowed=("co", "t"))
        assert answer(evolve(request, target=None)).target == "t"  # by default the priorities hold even so
    else:
        with pytest.raises(IllegalRequestError, match=r"co comes after t; .*prio-order"):
            answer(request)


@pytest.mark.rule("red_actions", "conv-bad-input")
@pytest.mark.parametrize(
    ("request_", "path"),
    [
        (ra.TargetPriorityRequest(candidates=()), r"\$\.candidates"),
        (ra.TargetPriorityRequest(candidates=candidates("c", "c")), r"\$\.candidates\[1\]\.name"),
        (ra.TargetPriorityRequest(candidates=candidates("c"), target="o"), r"\$\.target"),
    ],
)
def test_impossible_candidates_are_refused(request_: ra.TargetPriorityRequest, path: str) -> None:
    with pytest.raises(InvalidRequestError, match=f"{path}: "):
        answer(request_)
