"""A whole game of 10.1 as text, read by eye once against the book: nothing in it may change unnoticed."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from orel_battles import AtRandom

from rcw_rules import SeededDice, orel

TRANSCRIPT = Path(__file__).with_name("brasovo.txt")


def told(seed: int) -> str:
    """Return what happens in a random game, action by action."""
    game, player = orel.game, AtRandom(seed)
    begun = game.begin(game.scenario("introductory"), dice=SeededDice(seed))
    state, lines, clock = begun.state, list(begun.events), ""
    ply = 0
    while actions := game.legal_actions(state):
        if clock != game.clock(state):
            clock = game.clock(state)
            lines.append(f"\n{clock}")
        action = player.chance.choice(actions)
        ply += 1
        played = game.play(state, action, dice=SeededDice(f"{seed}/{ply}"), choices=player)
        lines.append(f"  {action}")
        lines += [f"      {event}" for event in played.events]
        state = played.state
    return "\n".join((*lines, "")) + f"\n{game.text_map(game.view(state, 'umpire'))}\n"


@pytest.mark.rule("orel", "10.1-brasovo", "2-sequence", "8.1-part1", "8.1-part2")
def test_a_game_of_10_1_goes_as_it_was_read() -> None:
    text = told(11)
    if os.environ.get("RCW_TRANSCRIPTS") == "write":
        TRANSCRIPT.write_text(text, encoding="utf-8")
    assert text == TRANSCRIPT.read_text(encoding="utf-8")
