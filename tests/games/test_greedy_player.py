"""What the greedy player knows, and how often it tries."""

from __future__ import annotations

from typing import Any

from attrs import evolve
from crossing_game import Crossing, March, Pass, Patrol, Shoot, State, ford, game

from rcw_rules import SeededDice
from rcw_rules.games import (
    GreedyPlayer,
    Match,
)


def begun(seed: int = 1) -> Match[Crossing, State, Any]:
    return Match.begin(game, ford(), dice=SeededDice(seed))


def test_a_greedy_player_knows_no_more_than_its_side_sees() -> None:
    """Whites measure how near the Scouts are, whom they do not see; all the same they march as if there were none."""

    class Nosy(type(game)):  # type: ignore[misc]
        def measure(self, state: State, side: str) -> int:
            scouts = [patrol.place for patrol in state.patrols if patrol.name == "Scouts"]
            whites = [patrol.place for patrol in state.patrols if patrol.side == "white"]
            return -sum(abs(scouts[0] - place) for place in whites) if scouts else -sum(whites)

    nosy = Nosy(ruleset=game.ruleset)
    decided: list[object] = []
    for place in (0, 6):
        scouts = Patrol(name="Scouts", side="red", place=place, is_hidden=True)
        hidden = evolve(ford(), patrols=(ford().patrols[0], scouts, *ford().patrols[2:]))
        match: Match[Any, Any, Any] = Match.begin(nosy, hidden, dice=SeededDice(1))
        match = match.answer("pass")
        assert match.owner == "white"
        decided.append(GreedyPlayer(nosy).decide_in(match))
    assert decided == [March(patrol="Cossacks", place=3)] * 2


def test_a_greedy_player_holds_where_what_it_sees_does_not_lead_to_the_question() -> None:
    """The Scouts shoot, who were hidden as the action began: nothing that Whites knew of leads to their decision."""

    class Prefers(type(game)):  # type: ignore[misc]
        def measure(self, state: State, side: str) -> int:
            return int(any(patrol.name == "Cossacks" for patrol in state.patrols))

    match: Match[Any, Any, Any] = Match.begin(Prefers(ruleset=game.ruleset), ford())
    for answer in (4, Shoot(place=4, patrol="Scouts"), 6):
        match = match.answer(answer)
    assert match.owner == "white"
    assert GreedyPlayer(match.game).decide_in(match) == "Cossacks"


def test_a_greedy_player_tries_no_more_than_it_may() -> None:
    tried: list[int] = []

    class Counts(type(game)):  # type: ignore[misc]
        def measure(self, state: State, side: str) -> int:
            tried.append(1)
            return 0

    counting = Counts(ruleset=game.ruleset)
    match: Match[Any, Any, Any] = Match.begin(counting, ford(), dice=SeededDice(1))
    numbers: set[int] = set()
    for seed in range(9):
        tried.clear()
        assert GreedyPlayer(counting, most=3, draws=1, seed=seed).decide_in(match) == Pass()
        numbers.add(len(tried))
    assert max(numbers) == 3


def test_a_greedy_player_gives_more_draws_to_what_looks_best() -> None:
    """Of 30 alternatives each is shot at once, the best 8 twice, the best 2 four times; the first listed is better."""
    shots: list[int] = []

    class Valley(type(game)):  # type: ignore[misc]
        def legal_actions(self, state: State) -> tuple[Any, ...]:
            found = super().legal_actions(state)
            return found if len(found) == 1 else tuple(Shoot(place=5, patrol="A") for _ in range(30))

        def measure(self, state: State, side: str) -> int:
            shots.append(1)
            return 0

    valley = Valley(ruleset=game.ruleset)
    held = evolve(ford(), patrols=(Patrol(name="A", side="red", place=3), Patrol(name="B", side="white", place=5)))
    match: Match[Any, Any, Any] = Match.begin(valley, held, dice=SeededDice(1))
    assert GreedyPlayer(valley).decide_in(match) is match.pending.alternatives[0]  # type: ignore[union-attr]
    assert len(shots) == 30 + 8 + 2 * 2
