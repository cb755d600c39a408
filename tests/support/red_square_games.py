"""Small games, and how to take them a step further."""

from __future__ import annotations

from typing import Any

from red_square_units import unit as usual

from rcw_rules import GivenDice
from rcw_rules import red_square as rs
from rcw_rules.kernel.geometry.squares import SquareGrid, SquareMap


def unit(name: str, kind: str, square: tuple[int, int] | None, **changes: Any) -> rs.Unit:
    side = changes.pop("side", "red")
    fields: dict[str, Any] = {"facing": "N" if side == "red" else "S"}
    if kind == "infantry":
        fields |= {"formation": "firing_line"}
    if kind in ("infantry", "cavalry"):
        fields |= {"order": "defend"}
    return usual(kind, name, square, side=side, **fields | changes)


HQS = (unit("Red HQ", "hq", (3, 0)), unit("White HQ", "hq", (3, 9), side="white"))


def game(*units: rs.Unit, limit: int = 3, **changes: Any) -> rs.Game:
    board = changes.pop("board", SquareMap(title="A plain", grid=SquareGrid(columns=6, rows=10)))
    field = rs.Field(board=board, units=(*HQS, *units), **changes.pop("field", {}))
    return rs.Game.begin(rs.Scenario(title="Test", field=field, turn_limit=limit, **changes))


def step(now: rs.Game, *faces: int | str, **choices: Any) -> rs.TurnStepOutcome:
    return rs.ruleset.resolve(rs.TurnStepRequest(game=now), dice=GivenDice(faces), choices=choices).outcome


def stepped(now: rs.Game, *throws: tuple[int | str, ...], **choices: Any) -> rs.Game:
    for faces in throws:
        now = step(now, *faces, **choices).game
    return now


def where_the_cards_are(now: rs.Game) -> list[str]:
    return sorted((*now.deck, *now.discards, *(code for hand in now.hands for code in hand.cards)))
