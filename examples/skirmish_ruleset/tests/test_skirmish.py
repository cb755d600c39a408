"""What every ruleset promises, the golden cases, and a law for any request."""

from pathlib import Path

import pytest
from attrs import evolve
from hypothesis import given

from rcw_rules import IllegalRequestError, SeededDice
from rcw_rules.games import GameResult, Match
from rcw_rules.games.checks import check_game
from rcw_rules.strategies import requests
from rcw_rules.testing import GoldenCase, check_golden_case, check_ruleset, golden_cases
from skirmish import Done, Post, ShootingRequest, Squad, State, game, ruleset
from skirmish.battle import road
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
def test_only_some_losses_ask_for_morale(request: ShootingRequest) -> None:
    if ruleset.verdict(request):
        volley = ruleset.outcome(request, dice=SeededDice(1919))
        is_asked = 0 < volley.fallen < request.target.figures
        assert (volley.morale is not None) == is_asked


def test_the_game_keeps_what_every_game_promises() -> None:
    report = check_game(game)
    tried = report.games, report.decisions, report.undone, report.elsewhere
    assert min(tried) >= 10


@pytest.mark.rule("skirmish", "turn-order", "advance", "fire-range", "victory")
def test_what_a_side_cannot_do_is_refused() -> None:
    state = State(posts=(*road().posts[:2], Post(squad=Squad(figures=1, side="grey"), place=31)), turns=1)
    for line, rule in (
        ("advance 3 to 9", "turn-order"),
        ("advance 1 to 8", "advance"),
        ("fire 1 at 1", "fire-range"),
        ("fire 1 at 2", "turn-order"),
    ):
        assert [one.rule for one in game.verdict(state, game.read_action(line)).objections] == [rule]
    over = evolve(state, turn=2)
    assert game.result(over) == GameResult(
        winner="blue", reason="blue has 14 figures, grey 1", rule="victory", points=(("blue", 14), ("grey", 1))
    )
    assert game.verdict(over, Done()).objections[0].rule == "victory"


def test_a_person_decides_about_the_second_roll() -> None:
    match = Match.begin(game, road()).answer("fire 1 at 2")
    match = match.answer([5, 1, 1, 1, 1, 1, 1, 1]).answer(2)
    assert (match.owner, str(match.pending)[:4]) == ("grey", "grey")
    latest = match.answer("no").latest
    assert latest is not None
    assert latest.told == ("1 of grey 2 fall, and it runs.",)
