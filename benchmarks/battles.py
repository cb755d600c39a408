"""Whole battles of Orel: what lists of legal actions, odds and steps late in a match cost."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from attrs import evolve

from rcw_rules import GivenDice, HoldPlayer, Match, RandomPlayer, SeededDice, orel
from rcw_rules.kernel.errors import IllegalRequestError
from rcw_rules.kernel.questions import Decision

GAME = orel.game
LATE = 100
EARLY = 5


@cache
def white_moves() -> tuple[orel.State, ...]:
    """Return the first movement phase of 10.2, once for each unit and depot of White, each time with it in front."""
    state = GAME.begin(GAME.scenario("historical"), dice=SeededDice(1)).state
    while state.stage != "movement":
        state = GAME.play(state, GAME.legal_actions(state)[0], dice=SeededDice(1)).state
    keys = state.moves.waiting
    return tuple(
        evolve(state, moves=evolve(state.moves, waiting=(key, *(other for other in keys if other != key))))
        for key in keys
    )


def listed() -> int:
    """List the legal actions of every White unit and depot; return how many there are."""
    return sum(len(GAME.legal_actions(state)) for state in white_moves())


@cache
def questions() -> tuple[orel.ReachRequest, ...]:
    """Return where each White unit and depot that may move can go, as single questions."""
    found: list[orel.ReachRequest] = []
    for state in white_moves():
        mover = state.thing(state.moves.waiting[0])
        question = orel.ReachRequest(
            unit=mover if isinstance(mover, orel.Unit) else None,
            depot=mover if isinstance(mover, orel.Depot) else None,
            others=tuple(unit for unit in state.on_map if unit.key != mover.key),
            depots=tuple(depot for depot in state.depots_on_map if depot.key != mover.key),
            entry_zones=state.battle.entry_zones,
            board=state.battle.board,
        )
        try:
            orel.ruleset.outcome(question, dice=GivenDice(()))
        except IllegalRequestError:
            continue
        found.append(question)
    return tuple(found)


def reached() -> int:
    """Ask `orel.reach` of every White unit and depot that may move; return how many hexes there are."""
    return sum(len(orel.ruleset.resolve(question, dice=GivenDice(())).outcome.hexes) for question in questions())


@cache
def before_a_fight() -> tuple[orel.State, orel.Fight]:
    """Return a state of 10.1 in which a declared attack, a battalion on cavalry, is about to be fought."""
    state = GAME.begin(GAME.scenario("introductory"), dice=SeededDice(1)).state
    state = GAME.play(state, orel.Proceed(), dice=SeededDice(1)).state
    attack = orel.Assail(unit="W:3/3D", place="0815", target="0814", type="prepared")
    while state.moves.waiting[0] != attack.unit:
        state = GAME.play(state, orel.Stay(unit=state.moves.waiting[0]), dice=SeededDice(1)).state
    state = GAME.play(state, attack, dice=SeededDice(1)).state
    while state.stage != "combats":
        state = GAME.play(state, GAME.legal_actions(state)[0], dice=SeededDice(1)).state
    return state, orel.Fight(attack=1)


def odds() -> object:
    """Return the exact odds of the attack."""
    state, fight = before_a_fight()
    return GAME.odds(state, fight)


def odds_afresh() -> object:
    """Return the exact odds of the attack, nothing known before."""
    orel.ruleset.forget_odds()
    return odds()


def fought() -> object:
    """Fight the attack once."""
    state, fight = before_a_fight()
    return GAME.play(state, fight, dice=SeededDice(1))


@cache
def match_after(events: int) -> Match[Any, Any, Any]:
    """Return a random match of 10.2 in which a unit is to move, after so many events at least."""
    match = Match.begin(GAME, GAME.scenario("historical"), dice=SeededDice(1))
    player = RandomPlayer(1)
    while isinstance(match.pending, Decision) and (
        match.ply < events or match.state is None or match.state.stage != "movement"
    ):
        known = match.state is not None  # nothing is to be seen during the set-up
        match = match.answer(player.decide(match.pending, match.view(match.owner)) if known else None)
    return match


def step_of(events: int) -> Callable[[], object]:
    """Return what lets a unit stay, after so many events of a match."""
    match, player = match_after(events), HoldPlayer()
    assert isinstance(match.pending, Decision)
    answer = player.decide(match.pending, match.view(match.owner))
    return lambda: match.answer(answer)
