"""Many games of a scenario: ``play_series`` and ``rcw sim``."""

from __future__ import annotations

import os
import pickle
import signal
from concurrent.futures import ThreadPoolExecutor
from math import sqrt
from pathlib import Path
from statistics import mean, stdev
from typing import Any

import pytest
from cli_runs import fine, run
from crossing_game import ford, game
from crossing_installed import install_crossing

from rcw_rules import SeededDice, d, d6
from rcw_rules.games import GreedyPlayer, HoldPlayer, Match, Player, RandomPlayer, play_match, play_out
from rcw_rules.kernel.cards import Deck
from rcw_rules.registry import load_game
from rcw_rules.series import Mean, SeriesPlay, play_series
from rcw_rules.series import _expected as expected_of  # pyright: ignore[reportPrivateUsage]
from rcw_rules.simulation import SimulationError, simulate

RANDOM = {"red": "random", "white": "random"}


@pytest.fixture(autouse=True)
def _crossing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Go to an empty folder, with the toy installed."""
    install_crossing(monkeypatch)
    monkeypatch.chdir(tmp_path)


def test_a_series_counts_what_its_games_came_to() -> None:
    series = play_series(game, ford(), RANDOM, 120, seed=7)
    by_hand = [
        play_out(
            game,
            ford(),
            {side: RandomPlayer(f"7/{number}/{side}") for side in ("red", "white")},
            SeededDice(f"7/{number}"),
        )
        for number in range(120)
    ]
    assert series.games == 120
    for side in ("red", "white", None):
        assert series.wins_of(side).value == sum(out.result.winner == side for out in by_hand) / 120
    assert sum(series.wins_of(side).value for side in ("red", "white", None)) == pytest.approx(1)
    lengths = [out.events for out in by_hand]
    assert series.length_in_events.mean == pytest.approx(mean(lengths))
    assert series.length_in_events.error == pytest.approx(stdev(lengths) / sqrt(120))
    assert (series.length_in_events.least, series.length_in_events.most) == (min(lengths), max(lengths))
    turns = [out.state.turn - (out.state.phase == "dawn") for out in by_hand]
    assert [game.turns for game in series.played] == turns
    assert len(set(turns)) > 1
    assert series.length_in_turns.mean == pytest.approx(mean(turns))
    points = series.points_of("white")
    assert points is not None
    assert points.mean == pytest.approx(mean(dict(out.result.points)["white"] for out in by_hand))
    assert series.luck_of("red") is None


def test_a_game_of_a_series_is_the_match_of_its_dice() -> None:
    series = play_series(game, ford(), {"red": "greedy", "white": "random"}, 3, seed=2)
    for number in range(3):
        dice = series.played.dice_of(number)
        players: dict[str, Player] = {
            "red": GreedyPlayer(game, seed=f"{dice.seed}/red"),
            "white": RandomPlayer(f"{dice.seed}/white"),
        }
        match = play_match(Match.begin(game, ford(), dice=dice), players)
        assert match.result is not None
        assert series.played[number].winner == match.result.winner
        assert series.played[number].events == len(match.line_of_play)


@pytest.mark.parametrize("white", ["random", "greedy"])
def test_measuring_luck_changes_no_game(white: str) -> None:
    players = {"red": "random", "white": white}
    with_luck = play_series(game, ford(), players, 20, seed=3, luck=True)
    without = play_series(game, ford(), players, 20, seed=3)
    assert [(one.winner, one.events) for one in with_luck.played] == [
        (one.winner, one.events) for one in without.played
    ]


def test_luck_is_what_the_throws_of_a_side_were_above_expectation() -> None:
    played = play_series(
        game, ford(), {"red": lambda game, seed: _Shooter(), "white": "hold"}, 30, seed=5, luck=True
    ).played
    for number, one in enumerate(played):
        match = play_match(
            Match.begin(game, ford(), dice=played.dice_of(number)), {"red": _Shooter(), "white": HoldPlayer()}
        )
        shots = [
            int(answer.faces[0]) >= 5  # type: ignore[union-attr]
            for event in match.line_of_play
            if event.side == "red"
            for answer in event.answers
            if answer.kind == "throw"
        ]
        # A shot hits with 1/3, so its deviation is the root of 2/9. The sun belongs to nobody.
        scores = [(hit - 1 / 3) / sqrt(2 / 9) for hit in shots]
        assert dict(one.luck) == ({"red": pytest.approx(sum(scores) / sqrt(len(scores)), abs=1e-5)} if shots else {})


class _Shooter:
    """Shoots if it can."""

    def decide(self, question: Any, view: Any) -> Any:
        return next((one for one in question.alternatives if str(one).startswith("shoot")), question.default)


def test_luck_of_games_won_and_of_the_others_make_up_all() -> None:
    series = play_series(game, ford(), RANDOM, 100, seed=1, luck=True)
    parts = [series.luck_of("white", won=won) for won in (None, True, False)]
    whole, won, others = (part or Mean(mean=0, error=0, least=0, most=0, count=0) for part in parts)
    assert whole.count == won.count + others.count > 0
    assert whole.mean == pytest.approx((won.mean * won.count + others.mean * others.count) / whole.count)


def test_what_is_expected_of_a_throw() -> None:
    assert expected_of(d6.sum(1)) == pytest.approx((3.5, sqrt(35 / 12)))
    assert expected_of(d6.check(at_least=5)) == pytest.approx((1 / 3, sqrt(2 / 9)))
    assert expected_of(d(10).check(at_least=1)) is None
    assert expected_of(Deck.standard().draw()) is None


def test_a_series_is_played_by_any_executor_with_the_same_result() -> None:
    here = play_series(game, ford(), RANDOM, 250, seed=4)
    told: list[tuple[int, int]] = []
    with ThreadPoolExecutor(2) as executor:
        there = play_series(
            game, ford(), RANDOM, 250, seed=4, executor=executor, progress=lambda *done: told.append(done)
        )
    assert list(here.played) == list(there.played)
    assert told[-1] == (250, 250)


def test_a_play_travels_with_its_options() -> None:
    chapter = load_game("red_square").with_options(wheeled_offroad=1)
    play = SeriesPlay(chapter, chapter.scenario("outpost"), {"red": "random", "white": "hold"}, luck=True)
    arrived = pickle.loads(pickle.dumps(play))  # noqa: S301 - our own
    assert arrived(SeededDice(3)) == play(SeededDice(3))
    assert vars(arrived)["_game"].ruleset.options.wheeled_offroad == 1


def test_a_player_that_fails_is_told_with_the_game() -> None:
    def maker(game: Any, seed: str) -> Any:
        raise KeyError("no player")

    with pytest.raises(KeyError, match="no player"):
        play_series(game, ford(), {"red": maker, "white": "hold"}, 3, seed=1)
    with pytest.raises(SimulationError, match="game 0 of the seed 1 failed"):
        play_series(game, ford(), {"red": "hold"}, 3, seed=1)


def test_the_mean_of_one_has_no_error_and_of_nothing_there_is_none() -> None:
    assert Mean.of([]) is None
    assert Mean.of([3]) == Mean(mean=3, error=0, least=3, most=3, count=1)
    # 1, 2 and 6: the mean is 3, the squares add up to 4 + 1 + 9, so the error is the root of 14 / 2 / 3.
    assert Mean.of([1, 2, 6]) == Mean(mean=3, error=sqrt(14 / 6), least=1, most=6, count=3)


# --- rcw sim --------------------------------------------------------------------------------------------------------


def test_sim_says_who_wins_how_often() -> None:
    ran = fine("sim", "crossing/ford", "-n", "200", "--white", "hold", "--seed", "7", "--luck")
    series = play_series(game, ford(), {"red": "random", "white": "hold"}, 200, seed=7, luck=True)
    head, _, *rows = ran.out.splitlines()
    assert head == "crossing/ford: 200 games, red random, white hold, seed 7"
    assert rows[0].split(maxsplit=3) == ["wins", "of", "red", str(series.wins_of("red"))]
    assert "points of white" in ran.out
    assert "turns in a game" in ran.out
    assert "luck of the dice" in ran.out
    assert "good luck is below 0" in " ".join(ran.out.split())


def test_sim_as_json_is_the_same_with_any_number_of_jobs() -> None:
    arguments = ("sim", "red_square/outpost", "-n", "4", "--seed", "2", "--json")
    data = fine(*arguments).json
    assert data == fine(*arguments, "--jobs", "2").json
    assert data["games"] == 4
    assert data["is_complete"]
    assert set(data["wins"]) == {"red", "white"}
    assert data["turns"] == {"mean": 1, "standard_error": 0, "least": 1, "most": 1, "games": 4}


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("-n", "0"), "-n"),
        (("--red", "human"), "nobody sits at a simulation"),
        (("--red", "gredy"), "did you mean 'greedy'?"),
        (("--jobs", "0"), "--jobs"),
        (("--player", "green=hold"), "no side 'green'"),
    ],
)
def test_sim_refuses_what_makes_no_sense(arguments: tuple[str, ...], told: str) -> None:
    ran = run("sim", "crossing/ford", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert told in ran.err


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_series_that_is_interrupted_is_shown_and_never_ends_well(
    monkeypatch: pytest.MonkeyPatch, number: int, code: int
) -> None:
    def interrupted(*arguments: Any, progress: object, **others: Any) -> Any:
        return simulate(*arguments, progress=lambda done, of: os.kill(os.getpid(), number), **others)

    monkeypatch.setattr("rcw_rules.series.simulate", interrupted)
    monkeypatch.setattr("rcw_rules.simulation.BATCH", 2)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # who runs the tests in the background ignores it
    try:
        ran = run("sim", "crossing/ford", "-n", "6")
    finally:
        signal.signal(signal.SIGINT, before)
    assert ran.out.startswith("crossing/ford: 2 games of 6, interrupted")
    assert ran.code == code
