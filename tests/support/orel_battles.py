"""Small battles of Orel on open ground, and how to take them further by lines of text."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from orel_units import builder

from rcw_rules import GivenDice, SeededDice, orel
from rcw_rules.games import LossPoints, Victory
from rcw_rules.kernel.geometry.hexes import HexGrid, HexMap, Railway
from rcw_rules.kernel.questions import Decision
from rcw_rules.kernel.umpire import Decider
from rcw_rules.orel.model import Side

GRID = HexGrid(columns=8, rows=8)
LINE = Railway(name="The line", hexes=tuple(f"04{row:02}" for row in range(1, 9)))
PLAIN = HexMap(title="A plain", grid=GRID, source="made up")
WITH_LINE = HexMap(title="A plain with a line", grid=GRID, railways=(LINE,), source="made up")
VICTORY = Victory(losses=(LossPoints(of="red", to="white", points=1), LossPoints(of="white", to="red", points=1)))
DIVISIONS: dict[Side, tuple[str, str]] = {"red": ("1R", "1st Rifle Division"), "white": ("1W", "1st Infantry Division")}


def _of_a_division(kind: str, key: str, place: str | None, **changes: Any) -> orel.Unit:
    side: Side = "red" if key.startswith("R") else "white"
    formation, division = DIVISIONS[side]
    own: dict[str, Any] = {"formation": formation, "division": division, "mp": 5}
    return builder(kind)(key, place, side, **(own | changes))


def foot(key: str, place: str | None, **changes: Any) -> orel.Unit:
    return _of_a_division("infantry", key, place, **changes)


def guns(key: str, place: str | None, **changes: Any) -> orel.Unit:
    return _of_a_division("artillery", key, place, **changes)


def horse(key: str, place: str | None, **changes: Any) -> orel.Unit:
    return _of_a_division("cavalry", key, place, **{"mp": 8} | changes)


def vehicle(kind: str, key: str, place: str | None, **changes: Any) -> orel.Unit:
    mp = {} if kind.startswith("armoured_train") else {"mp": 6}
    return _of_a_division(kind, key, place, **{"formation": "", "division": "", "mp": None} | mp | changes)


def battle(*units: orel.Unit, board: HexMap = PLAIN, **changes: Any) -> orel.Battle:
    present = {unit.formation for unit in units if unit.formation}
    formations = tuple(
        orel.Formation(key=key, name=division, side=side, division=division)
        for side, (key, division) in DIVISIONS.items()
        if key in present
    )
    fields: dict[str, Any] = {
        "title": "Test",
        "board": board,
        "units": units,
        "formations": formations,
        "recruits": "none",
        "last_day": 16,
        "victory": VICTORY,
    }
    return orel.Battle(**fields | changes)


def begun(one: orel.Battle) -> orel.State:
    return orel.game.begin(one, dice=GivenDice(())).state


def on(
    state: orel.State, *lines: str, faces: tuple[int, ...] = (), game: orel.OrelGame = orel.game, **choices: Any
) -> orel.State:
    """Return the state after actions; all faces are for the last of them, the others throw nothing."""
    for number, line in enumerate(lines, start=1):
        dice = GivenDice(faces if number == len(lines) else ())
        action = game.read_action(line)
        state = game.play(state, action, dice=dice, choices=choices or None).state
    return state


def listed(state: orel.State, game: orel.OrelGame = orel.game) -> list[str]:
    return [str(action) for action in game.legal_actions(state)]


def unit_of(state: orel.State, key: str) -> orel.Unit:
    found = state.unit(key)
    assert found is not None, key
    return found


def reds_turn(state: orel.State) -> orel.State:
    """Return the first movement phase of Red, White having stayed where it is."""
    state = on(state, "go on")
    while state.side == "white":
        if state.to_act is None:
            state = on(state, "go on")
        else:
            all_stay = "stay with all others"
            state = on(state, all_stay if all_stay in listed(state) else listed(state)[0])
    return on(state, "go on")


def bridgehead() -> orel.Battle:
    """Return the small battle that comes with the ruleset."""
    return orel.game.scenario("bridgehead")


class AtRandom(Decider):
    """Decides everything at random, and notes who was asked."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.owners: set[str] = set()
        self.most = 0

    def decide(self, decision: Decision[Any, Any]) -> Any:
        self.owners.add(decision.owner)
        self.most = max(self.most, len(decision.alternatives))
        return self.chance.choice(decision.alternatives)


def random_game(
    one: orel.Battle, seed: int, game: orel.OrelGame = orel.game
) -> Iterator[tuple[orel.State, tuple[Any, ...], Any]]:
    """Yield the states of a random game, each with its legal actions and the one that was taken; None at the end."""
    player = AtRandom(seed)
    state = game.begin(one, dice=SeededDice(seed)).state
    ply = 0
    while actions := game.legal_actions(state):
        action = player.chance.choice(actions)
        yield state, actions, action
        ply += 1
        state = game.play(state, action, dice=SeededDice(f"{seed}/{ply}"), choices=player).state
    yield state, (), None
    assert player.owners <= {"red", "white"}
    assert player.most <= 200
