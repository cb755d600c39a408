"""`check_game` finds nothing wrong with the toy, and whatever is broken in it."""

from __future__ import annotations

import pytest
from attrs import evolve
from broken_crossings import BROKEN, broken, hidden_elsewhere
from crossing_game import ford, game, legal_moves

from rcw_rules.games.checks import check_game


def test_the_toy_keeps_what_every_game_promises() -> None:
    report = check_game(game, hide=hidden_elsewhere)
    assert report.games == 20
    assert report.events >= 20 * 4
    assert report.states >= 60
    assert report.elsewhere > 0
    assert min(report.actions, report.refused, report.decisions, report.hidden, report.handed, report.undone) >= 10


@pytest.mark.parametrize("name", BROKEN)
def test_whatever_is_broken_is_found(name: str) -> None:
    wrong, says, limits = BROKEN[name]
    with pytest.raises(AssertionError) as caught:
        check_game(wrong, **{"processes": 0, "games": 6, "unlisted": 15, **limits})
    assert says in str(caught.value)
    assert str(caught.value).startswith("crossing: \n")
    assert len(str(caught.value).splitlines()) < 40


def test_the_place_of_a_finding_is_told() -> None:
    wrong, _, _ = BROKEN["an error in act"]
    with pytest.raises(AssertionError, match=r"\nford, seed \d+, event \d+"):
        check_game(wrong, processes=0, unlisted=5)


def test_a_finding_that_comes_up_often_is_told_three_times() -> None:
    with pytest.raises(AssertionError) as caught:
        check_game(BROKEN["measure"][0], processes=0, games=3, unlisted=5)
    assert str(caught.value).count("measure is nan") == 3
    assert "more like the last one" in str(caught.value)


def test_scenarios_of_ones_own_are_played() -> None:
    short = check_game(game, scenarios={"short": ford(1)}, games=5, unlisted=5, processes=0)
    long = check_game(game, scenarios={"short": ford(1), "long": ford(6)}, games=5, unlisted=5, processes=0)
    assert (short.games, long.games) == (5, 10)
    assert long.events > 2 * short.events


def test_a_game_that_samples_its_actions_may_leave_legal_ones_out() -> None:
    some = broken(legal_actions=lambda self, state: legal_moves(state)[:3])
    with pytest.raises(AssertionError, match="does not list it"):
        check_game(some, processes=0, games=4)
    assert check_game(some, processes=0, games=4, lists_all=False).refused > 100


def test_other_processes_play_by_the_options_and_scenarios_of_the_game() -> None:
    scenario = evolve(ford(3), title='Ford "by night"')
    report = check_game(game, scenarios={"night": scenario}, games=2, processes=1)
    assert report.elsewhere >= 8
