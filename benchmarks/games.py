"""Whole games: random players step by step, beside a game of OpenSpiel in Python, and matches that have grown long.

A step is what OpenSpiel calls one: a decision between several alternatives, or a throw. Ours holds a whole battle on a
map, with sight, fire and morale; theirs, ants on a grid of eight by eight, is the largest of its games in Python that
move on a map.
"""

from __future__ import annotations

import random
import tempfile
from collections.abc import Callable, Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from importlib import import_module
from importlib.util import find_spec
from itertools import count
from multiprocessing import get_context
from pathlib import Path
from time import perf_counter
from typing import Any

from attrs import evolve

from rcw_rules import SeededDice
from rcw_rules import red_square as rs
from rcw_rules.games import Game, Match, MatchFile, RandomPlayer, play_match, play_out, read_match
from rcw_rules.kernel.questions import Decision
from rcw_rules.registry import load_game

PEER = "a step of a game of OpenSpiel"
SCENARIOS: Mapping[str, str] = {
    "red_square": "two_regiments",
    "directory": "fall_of_the_directory",
    "orel": "introductory",
    "red_actions": "patrols",
    "red_white": "village",
}
GOALS: Mapping[str, float] = {"orel historical": 10}
"""How many seconds a random game may take, where there is a goal."""

AT_ONCE = 8
"""How many games are handed out to two processes, and to one; a thousand of each ruleset would take hours."""

EVENTS = 4_000
"""How long a long match is. The longest game of watching, of 999 turns, has not quite 5,000."""

EARLY = 50


def has_peer() -> bool:
    """Return whether OpenSpiel is installed."""
    return find_spec("pyspiel") is not None


# ------------------------------------------------------------------ random games


class CountingPlayer(RandomPlayer):
    """A random player who counts what it is asked."""

    def __init__(self, seed: str) -> None:
        super().__init__(seed)
        self.asked = 0

    def decide(self, question: Decision[Any, Any], view: Any) -> object:
        """Decide, and count."""
        self.asked += 1
        return super().decide(question, view)


def random_game(id: str) -> Callable[[], object]:
    """Return what plays a random game of a ruleset to its end."""
    game = load_game(id)
    scenario = game.scenario(SCENARIOS[id])
    sides = game.sides(scenario)

    def play() -> object:
        return play_out(game, scenario, {side: RandomPlayer(side) for side in sides}, SeededDice(1))

    return play


def shipped() -> tuple[tuple[str, str], ...]:
    """Return every scenario that comes with a ruleset, each with its ruleset."""
    return tuple((id, scenario) for id in SCENARIOS for scenario in load_game(id).scenarios)


@cache
def _set_up(id: str, scenario: str) -> tuple[Game[Any, Any, Any], Any]:
    game = load_game(id)
    return game, game.scenario(scenario)


def numbered_game(id: str, scenario: str, number: int) -> int:
    """Play the random game of a number, and return how many events it had; other processes can be asked as well."""
    game, one = _set_up(id, scenario)
    players = {side: RandomPlayer(f"{side} {number}") for side in game.sides(one)}
    return play_out(game, one, players, SeededDice(number)).events


def another_game(id: str, scenario: str) -> Callable[[], object]:
    """Return what plays another random game of a ruleset each time: what is remembered of one helps little."""
    numbers = count()
    return lambda: numbered_game(id, scenario, next(numbers))


def at_once(id: str, rounds: int) -> dict[str, list[float]]:
    """Return how long the same games take on two processes and on one, by the clock on the wall, round by round.

    All are there and have played a game before the first round: to start a process takes about as long as a game.
    """
    play = partial(numbered_game, id, SCENARIOS[id])
    crews = {"two": ProcessPoolExecutor(2, get_context("spawn")), "one": ProcessPoolExecutor(1, get_context("spawn"))}
    times: dict[str, list[float]] = {name: [] for name in crews}
    try:
        for number in range(rounds + 1):
            played: list[list[int]] = []
            for name, crew in crews.items():
                start = perf_counter()
                played.append(list(crew.map(play, range(AT_ONCE))))
                if number:
                    times[name].append(perf_counter() - start)
            assert played[0] == played[1]
    finally:
        for crew in crews.values():
            crew.shutdown()
    return times


@cache
def steps_of(id: str) -> int:
    """Return how many decisions and throws `random_game` holds."""
    game = load_game(id)
    scenario = game.scenario(SCENARIOS[id])
    players = {side: CountingPlayer(side) for side in game.sides(scenario)}
    match = play_match(Match.begin(game, scenario, dice=SeededDice(1)), players)
    throws = sum(answer.kind == "throw" for event in match.line_of_play for answer in event.answers)
    return throws + sum(player.asked for player in players.values())


def peer_game() -> int:
    """Play a random game of ants that gather food, and return its steps."""
    spiel: Any = import_module("pyspiel")
    import_module("open_spiel.python.games")
    state = spiel.load_game("python_ant_foraging").new_initial_state()
    dice = random.Random(1)
    steps = 0
    while not state.is_terminal():
        if state.is_chance_node():
            actions, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(dice.choices(actions, chances)[0])
        else:
            state.apply_action(dice.choice(state.legal_actions()))
        steps += 1
    return steps


# ------------------------------------------------------------------ long matches


@cache
def watch() -> tuple[Game[Any, Any, Any], rs.Scenario]:
    """Return a game that can go on without end: a battalion that watches a patrol, turn by turn."""
    return rs.game, evolve(rs.game.scenario("outpost"), turn_limit=999)


@cache
def match_after(events: int) -> Match[Any, Any, Any]:
    """Return a match of so many events or a few more, at a question about the headquarters.

    So matches of different lengths are asked the same: some questions take six times as long to answer as others.
    """
    game, scenario = watch()
    match = Match.begin(game, scenario, dice=SeededDice(1))
    while isinstance(match.pending, Decision):
        if match.ply >= events and match.pending.choice.rule == "hq-activation":
            return match
        match = match.answer(None)
    raise ValueError(f"the match ends after {match.ply} events; it should have {events}")


def step_of(match: Match[Any, Any, Any]) -> Callable[[], object]:
    """Return what answers the pending decision of a match with its default."""
    return lambda: match.answer(None)


def play_long(events: int) -> object:
    """Play a match of so many events."""
    return match_after.__wrapped__(events)


def long_file(events: int) -> Path:
    """Return a match file of so many events."""
    game, scenario = watch()
    path = Path(tempfile.mkdtemp(prefix="rcw-bench-"), "long.match.jsonl")
    with MatchFile.create(path, game, scenario, seed=1) as file:
        file.keep(match_after(events))
    return path


def open_file(path: Path) -> object:
    """Open a match file."""
    return read_match(path, rs.game).match(checks=False)


# ------------------------------------------------------------------ a step by itself


@cache
def before_a_card() -> Any:
    """Return a state of the battle of `two_regiments` in which the first card is about to be played."""
    game = rs.game
    state = game.begin(game.scenario("two_regiments"), dice=SeededDice(1)).state
    while "play" not in str(game.legal_actions(state)[0]):
        state = game.play(state, game.legal_actions(state)[0], dice=SeededDice(1)).state
    return state


def step() -> object:
    """Play the card as a step of the game."""
    state = before_a_card()
    return rs.game.play(state, rs.game.legal_actions(state)[0], dice=SeededDice(1))


def procedure() -> object:
    """Play the card as the procedure that the step asks."""
    return rs.ruleset.outcome(rs.TurnStepRequest(game=before_a_card().game), dice=SeededDice(1))
