"""Small scenarios for whole games, who plays them at random, and a slow referee who counts what he sees."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

from attrs import evolve
from red_square_games import HQS, unit

from rcw_rules import SeededDice
from rcw_rules import red_square as rs
from rcw_rules.games import LossPoints, PlacePoints, Victory
from rcw_rules.kernel.geometry.squares import SquareGrid, SquareMap, SquarePlace, SquareWay
from rcw_rules.kernel.questions import Decision
from rcw_rules.kernel.umpire import Decider


def plain(*places: tuple[str, tuple[int, int]], **features: Any) -> SquareMap:
    named = tuple(SquarePlace(name=name, square=square, kind="crossroads") for name, square in places)
    return SquareMap(title="A plain", grid=SquareGrid(columns=6, rows=10), places=named, **features)


def to_come(name: str, kind: str = "infantry", **changes: Any) -> rs.Unit:
    return evolve(unit(name, kind, (0, 0), **changes), square=None)


def scenario(*units: rs.Unit, **changes: Any) -> rs.Scenario:
    board = changes.pop("board", plain())
    field = rs.Field(board=board, units=(*HQS, *units))
    return rs.Scenario(**{"title": "Test", "field": field, "turn_limit": 2, **changes})


def begun(one: rs.Scenario, game: rs.RedSquareGame = rs.game) -> rs.State:
    return game.begin(one, dice=SeededDice(1)).state


def acted(state: rs.State, *lines: str, game: rs.RedSquareGame = rs.game, seed: int = 1) -> rs.State:
    """Return a state after actions told as lines; after ``...`` the game goes on by itself until a side acts."""
    for number, text in enumerate(lines):
        if text == "...":
            while game.to_act(state) is None and game.result(state) is None:
                (action,) = game.legal_actions(state)
                state = game.play(state, action, dice=SeededDice(seed)).state
        else:
            state = game.play(state, game.read_action(text), dice=SeededDice(seed + number)).state
    return state


class AtRandom(Decider):
    """Takes any alternative of every decision."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.most = 0
        self.owners: Counter[str] = Counter()

    def decide(self, decision: Decision[Any, Any]) -> Any:
        self.most = max(self.most, len(decision.alternatives))
        self.owners[decision.owner] += 1
        return self.chance.choice(decision.alternatives)


def random_game(
    one: rs.Scenario, seed: int, player: Decider, game: rs.RedSquareGame = rs.game
) -> Iterator[tuple[Any, Any]]:
    """Yield every state of a game played at random, with the action that led to it; None for the first."""
    chance = random.Random(seed)
    state = game.begin(one, dice=SeededDice(seed)).state
    yield None, state
    number = 0
    while game.result(state) is None:
        number += 1
        action = chance.choice(game.legal_actions(state))
        state = game.play(state, action, dice=SeededDice(f"{seed}/{number}"), choices=player).state
        yield action, state


RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
PACK = Counter([*(f"{rank}{suit}" for rank in RANKS for suit in "HCDS"), "*1", "*2"])


def complaints(one: rs.Scenario, state: rs.State) -> Iterator[str]:
    """Yield what a referee would object to, looking at the table alone."""
    game, field = state.game, state.field
    cards = Counter((*game.deck, *game.discards))
    for hand in game.hands:
        cards.update(hand.cards)
    if cards != PACK:
        yield f"the pack is not whole: {cards - PACK} too many, {PACK - cards} missing"
    first = {each.name: each for each in one.roster}
    now = {each.name: each for each in field.units if each.kind != "horse_holders"}
    waiting = {each.name for each in state.to_come}
    if set(now) | waiting != set(first) or set(now) & waiting:
        yield "a unit is nowhere, or twice"
    held: dict[tuple[int, int], str] = {}
    kinds: dict[tuple[int, int], list[str]] = {}
    for each in field.units:
        if each.bases > 6 or each.bases < 0:
            yield f"{each.name} has {each.bases} bases"
        if each.square is None or each.state == "off_table" or not each.bases:
            continue
        column, row = each.square
        if not (0 <= column < field.board.grid.columns and 0 <= row < field.board.grid.rows):
            yield f"{each.name} stands off the board"
        if held.setdefault(each.square, each.side) != each.side:
            yield f"both sides stand in {each.square}"
        kinds.setdefault(each.square, []).append(each.kind)
    for square, there in kinds.items():
        big = [kind for kind in there if kind in ("infantry", "cavalry", "artillery")]
        if len(big) > 1:
            yield f"{square} holds {' and '.join(big)}"
    before, after = (sum(each.bases for each in units.values() if each.side == "red") for units in (first, now))
    if after > before:
        yield "the Reds have more bases than they began with"
    turns = [field.turn] if one.field.turn <= field.turn <= one.turn_limit else []
    if not turns:
        yield f"turn {field.turn} is none of the scenario"


def skirmish(turns: int = 3) -> rs.Scenario:
    """Return a little of everything: a train, cavalry, guns, MGs, a zone each, one that comes later."""
    rails = SquareWay(squares=tuple((1, row) for row in range(10)))
    south = tuple((column, row) for row in (0, 1) for column in range(6))
    north = tuple((column, row) for row in (9, 8) for column in range(6))
    train = rs.Unit(name="Train", side="red", kind="train", square=(1, 0), guns="heavy", order="probe")
    red = (
        to_come("Rifles CO", "co"),
        to_come("Rifles", formation="masses", order="attack", commander="Rifles CO"),
        to_come("Rifles MGs", "mg", accompanies="Rifles"),
    )
    white = (
        to_come("Cossacks", "cavalry", side="white", order="attack"),
        to_come("Guns", "artillery", side="white"),
    )
    return scenario(
        train,
        board=plain(("Halt", (1, 4)), ("Ford", (4, 4)), railways=(rails,)),
        turn_limit=turns,
        deployments=(
            rs.Deployment(side="red", squares=south, units=red),
            rs.Deployment(side="white", squares=north, units=white),
        ),
        reinforcements=(
            rs.Reinforcement(unit=to_come("Late", side="white"), turn=min(turns, 2), squares=((5, 9), (4, 9))),
        ),
        victory=Victory(
            places=(PlacePoints(place="Halt", points=3), PlacePoints(place="Ford", points=2)),
            losses=(LossPoints(of="red", to="white", points=1), LossPoints(of="white", to="red", points=1)),
        ),
    )


def with_field(state: rs.State, *units: rs.Unit) -> rs.State:
    return evolve(state, game=evolve(state.game, field=state.field.with_units(*units)))


def swapped(state: rs.State, holder: str) -> rs.State:
    """Return a state in which a holder has another card, one from the pack."""
    game = state.game
    hand = next(hand for hand in game.hands if hand.holder == holder)
    (card,), (other, *rest) = hand.cards, game.deck
    hands = tuple(evolve(one, cards=(other,)) if one.holder == holder else one for one in game.hands)
    plays = tuple(evolve(play, card=other) if play.holder == holder else play for play in game.plays)
    unit_ = game.field.unit(holder)
    held = evolve(unit_, this_turn=evolve(unit_.this_turn, cards=(other,)))
    field = game.field.with_units(held)
    return evolve(state, game=evolve(game, deck=(card, *rest), hands=hands, plays=plays, field=field))


def hidden_elsewhere(state: rs.State, side: str) -> Iterator[rs.State]:
    """Yield states that differ in what a side does not see.

    That is an order of the other; a card that lies face down, unless its owner is asked about it before; an enemy who
    is still to come, and where; and what an enemy aboard a train has lost.
    """
    for each in state.field.units:
        if each.side != side and each.order is not None:
            yield with_field(state, evolve(each, order="probe" if each.order != "probe" else "defend"))
            break
    for each in state.field.units:
        if each.side != side and each.carried_by:
            yield with_field(state, evolve(each, bases=each.bases - 1, bases_removed=each.bases_removed + 1))
    for hand in state.game.hands:
        is_down = state.stage == "hq" or (state.stage == "officer" and hand.phase == "standalone")
        is_asked = any(card[0] in "A*" for card in (*hand.cards, *state.game.deck[:1]))
        if is_down and not is_asked and len(hand.cards) == 1 and hand.holder in hand.members and state.game.deck:
            yield swapped(state, hand.holder)
    there = {unit.name for unit in state.field.units}
    scenario = state.scenario
    for number, coming in enumerate(scenario.reinforcements):
        if coming.unit.side != side and coming.unit.name not in there and state.stage != "arrivals":
            later = evolve(coming, squares=coming.squares[:1], unit=evolve(coming.unit, quality="elite"))
            listed = scenario.reinforcements
            told = evolve(scenario, reinforcements=(*listed[:number], later, *listed[number + 1 :]))
            yield evolve(state, game=evolve(state.game, scenario=told))
