"""Games that tests of simulations play, also in other processes."""

from __future__ import annotations

import os
import time
from pathlib import Path

import border_war as bw

from rcw_rules import SeededDice


def brawl(dice: SeededDice) -> tuple[str, int]:
    """Say who wins the big brawl, and by how much."""
    outcome = bw.ruleset.outcome(bw.big_brawl(), dice=dice)
    return outcome.winner, outcome.margin


def failing(game: int, dice: SeededDice) -> str:
    """Fail in one game."""
    if dice.seed == f"Orel/{game}":
        raise RuntimeError("the rails are cut")
    return "won"


def interrupted(game: int, dice: SeededDice) -> str:
    """Be interrupted in one game, as with Ctrl-C."""
    if dice.seed == f"Orel/{game}":
        raise KeyboardInterrupt
    return "won"


def dying_once(marker: str, dice: SeededDice) -> str:
    """End the process of game 250, the first time that it is played."""
    if dice.seed == "Orel/250" and not Path(marker).exists():
        Path(marker).touch()
        os._exit(9)
    return str(dice.seed)


def dying(dice: SeededDice) -> str:
    """End the process."""
    os._exit(9)


def endless(dice: SeededDice) -> str:
    """Take a fifth of a minute, but for the first hundred games."""
    if int(str(dice.seed).rpartition("/")[2]) >= 100:
        time.sleep(12)
    return "won"
