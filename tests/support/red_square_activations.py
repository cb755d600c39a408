"""Units, fields and answers for tests of whole activations."""

from __future__ import annotations

from typing import Any

from rcw_rules import GivenDice
from rcw_rules import red_square as rs
from rcw_rules.kernel.geometry.squares import SquareGrid, SquareMap, SquareWay
from rcw_rules.resolution import Resolution

FRESH = rs.ThisTurn(cards=("9C",))


def plain(**changes: Any) -> SquareMap:
    return SquareMap(title="A plain", grid=SquareGrid(columns=8, rows=10), **changes)


def battalion(name: str = "Rifles", square: tuple[int, int] = (3, 3), **changes: Any) -> rs.Unit:
    fields: dict[str, Any] = {
        "side": "red", "kind": "infantry", "facing": "N", "bases": 4, "formation": "waves", "order": "attack",
        "this_turn": FRESH,
    }  # fmt: skip
    return rs.Unit(name=name, square=square, **fields | changes)


def enemy(square: tuple[int, int] = (3, 7), **changes: Any) -> rs.Unit:
    fields: dict[str, Any] = {
        "side": "white", "facing": "S", "formation": "firing_line", "order": "defend", "visible": True,
        "this_turn": rs.ThisTurn(),
    }  # fmt: skip
    return battalion(changes.pop("name", "Officers"), square, **fields | changes)


def field(*units: rs.Unit, **changes: Any) -> rs.Field:
    fields: dict[str, Any] = {"board": plain(), "units": units} | changes
    return rs.Field(**fields)


def play(
    on: rs.Field, *faces: int | str, units: tuple[str, ...] = ("Rifles",), card: str = "9C", **changes: Any
) -> Resolution[rs.ActivateOutcome]:
    choices = changes.pop("choices", {})
    deck = changes.pop("deck", ("KD", "2C", "QS"))
    request = rs.ActivateRequest(field=on, units=units, card=card, deck=deck, **changes)
    return rs.ruleset.resolve(request, dice=GivenDice(faces), choices=choices)


def always(answer: Any) -> Any:
    return lambda situation, alternatives: answer


def to(square: tuple[int, int], facing: str | None = None, formation: str | None = None) -> Any:
    def chosen(situation: Any, alternatives: tuple[rs.Destination, ...]) -> rs.Destination:
        return next(
            one
            for one in alternatives
            if one.square == square
            and (facing is None or one.facing == facing)
            and (formation is None or one.formation == formation)
        )

    return chosen


def group(*states: dict[str, Any], co: dict[str, Any] | None = None) -> tuple[rs.Unit, ...]:
    officer = rs.Unit(name="CO", side="red", kind="co", square=(3, 3), **(co or {}))
    squares = ((3, 3), (4, 3), (2, 3))
    units = [
        battalion(f"R{number}", square, commander="CO", **state)
        for number, (square, state) in enumerate(zip(squares, states, strict=False), start=1)
    ]
    return officer, *units


def vehicle(kind: Any, **changes: Any) -> rs.Unit:
    fields: dict[str, Any] = {"kind": kind, "formation": None, "bases": 1, "order": "attack"} | changes
    if kind != "truck":
        fields |= {"weapons": ("mg",)}
    return battalion("Cars", **fields)


def on_rails(**changes: Any) -> rs.Unit:
    return battalion(
        "Train", (0, 4), **{"kind": "train", "facing": "E", "guns": "heavy", "formation": None, "bases": 1} | changes
    )


RAILS = plain(railways=(SquareWay(squares=tuple((c, 4) for c in range(8))),))
