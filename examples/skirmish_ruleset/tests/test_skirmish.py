"""What every ruleset promises, the golden cases, and a law for any request."""

from pathlib import Path

import pytest
from hypothesis import given

from rcw_rules import IllegalRequestError, SeededDice
from rcw_rules.strategies import requests
from rcw_rules.testing import GoldenCase, check_golden_case, check_ruleset, golden_cases
from skirmish import ShootingRequest, Squad, ruleset
from skirmish.shooting import shooting

GOLDEN = Path(__file__).parent / "golden"
CASES = golden_cases(GOLDEN)


def test_it_keeps_what_every_ruleset_promises() -> None:
    check_ruleset(ruleset, golden=GOLDEN, complete=True)


@pytest.mark.parametrize(
    "case", [pytest.param(case, id=case.id, marks=pytest.mark.rule("skirmish", *case.rules)) for case in CASES]
)
def test_golden_case(case: GoldenCase) -> None:
    check_golden_case(ruleset, case)


@pytest.mark.rule("skirmish", "fire-range")
def test_rifles_reach_24_inches() -> None:
    with pytest.raises(IllegalRequestError, match="fire-range"):
        ruleset.resolve(ShootingRequest(shooters=1, distance=25, target=Squad(figures=1)), dice=SeededDice(1))


@given(requests(shooting))
def test_morale_is_asked_of_those_who_lost_somebody_and_not_all(request: ShootingRequest) -> None:
    if ruleset.verdict(request):
        volley = ruleset.outcome(request, dice=SeededDice(1919))
        assert (volley.morale is None) == (volley.fallen in (0, request.target.figures))
