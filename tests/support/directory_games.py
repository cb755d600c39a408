"""Small made-up scenarios of Directory, and random games of the two that come with it, for the tests of whole games.

The board has six columns of four clear hexes; even columns stand half a hex further south than odd ones.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import attrs

from rcw_rules import GivenDice, SeededDice
from rcw_rules import directory as fd
from rcw_rules.directory.model import Side
from rcw_rules.directory.turns import Phase, Position
from rcw_rules.kernel.geometry import HexGrid

GRID = HexGrid(columns=6, rows=4)
NO_DICE = GivenDice([])
DECISIONS = ("advance", "captor", "replace_captured", "retreat", "serving_base", "take_part")
RULEBOOK = fd.Rulebook(
    source="made up",
    stacking=fd.StackingRule(combat_units=2, others=2),
    zones_of_control=True,
    mobilization=(),
    supply=fd.SupplyRule(supplied_within=3, limited_within=4),
    retreat=fd.RetreatRule(hexes=1, blocked="removed", routes_by="owner"),
    advance="all",
    weather=(),
    last_turn="January I",
    declarations=(),
)
WAR = (fd.War(one="bolsheviks", other="directory"),)


def board(railroads: tuple[fd.Railroad, ...] | None = None, **special: fd.MapHex) -> fd.RulebookMap:
    """Return the board, with other hexes in the place of those given by ``hLABEL``."""
    plain = {label: fd.MapHex(label=label, land="clear") for label in GRID.hexes}
    plain |= {name.removeprefix("h"): place for name, place in special.items()}
    return fd.RulebookMap(
        title="Made up", grid=GRID, hexes=tuple(plain.values()), source="made up", railroads=railroads
    )


def unit(name: str, faction: Any, label: str, kind: Any = "regular_infantry", **own: Any) -> fd.Stationed:
    """Return a counter on the map, in limited supply unless something else is said."""
    return fd.Stationed(name=name, type=kind, faction=faction, hex=label, **{"supply": "limited", **own})


def scenario(*units: fd.Stationed, **facts: Any) -> fd.Scenario:
    """Return a scenario on the board; facts of the rulebook are told apart by their names."""
    names = {field.name for field in attrs.fields(fd.Rulebook)} - {"source"}
    rules = {name: facts.pop(name) for name in list(facts) if name in names}
    whole: dict[str, Any] = {
        "title": "A test",
        "source": "made up",
        "game": "fall_of_the_directory",
        "board": board(),
        "wars": WAR,
        "rulebook": attrs.evolve(RULEBOOK, **rules),
        **facts,
    }
    return fd.Scenario(units=units, **whole)


def at(
    phase: Phase,
    *units: fd.Stationed,
    side: Side = "bolsheviks",
    turn: Any = "January I",
    step: Any = None,
    **facts: Any,
) -> fd.GameState:
    """Return the state of a scenario in a phase of a side."""
    begun = fd.game.begin(scenario(*units, **facts), dice=NO_DICE).state
    game = begun.campaign.game
    order = fd.ruleset.outcome(fd.InitiativeRequest(game=game, turn="January I"), dice=GivenDice([1])).order
    if turn == "December IV":
        order = ("bolsheviks",)
    position = Position(game=game, turn=turn, phase=phase, order=order, side=side, step=step)
    return attrs.evolve(begun, campaign=attrs.evolve(begun.campaign, position=position))


def where(state: fd.GameState) -> dict[str, str]:
    """Return the hex of every counter on the map."""
    return {piece.name: piece.hex for piece in state.campaign.pieces}


def out(state: fd.GameState) -> dict[str, str]:
    """Return why every counter that is not on the map is not."""
    return {each.counter.name: each.why for each in state.out}


def lines(state: fd.GameState, game: fd.DirectoryGame = fd.game) -> list[str]:
    """Return every legal action as a line."""
    return [str(action) for action in game.legal_actions(state)]


def play(state: fd.GameState, line: str, *faces: int, game: fd.DirectoryGame = fd.game, **choices: Any) -> fd.GameState:
    """Return the state after an action that is told as a line."""
    return game.play(state, game.read_action(line), dice=GivenDice(list(faces)), choices=choices).state


def at_random(rng: random.Random) -> dict[str, Callable[[Any, Any], Any]]:
    """Return policies that decide at random."""
    return dict.fromkeys(DECISIONS, lambda situation, alternatives: rng.choice(alternatives))


def random_game(name: str, seed: int) -> Iterator[tuple[fd.GameState, tuple[fd.Action, ...]]]:
    """Yield every state of a random game with its legal actions; the last has none."""
    rng, dice = random.Random(seed), SeededDice(seed)
    state = fd.game.begin(fd.game.scenario(name), dice=dice).state
    while True:
        actions = fd.game.legal_actions(state)
        yield state, actions
        if not actions:
            return
        state = fd.game.play(state, rng.choice(actions), dice=dice, choices=at_random(rng)).state


@cache
def met(name: str, seed: int = 1) -> tuple[tuple[fd.GameState, tuple[fd.Action, ...]], ...]:
    """Return every state of a random game with its legal actions."""
    return tuple(random_game(name, seed))
