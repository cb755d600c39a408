"""Units that shoot, fields to shoot on, and how to ask for a shot."""

from __future__ import annotations

from typing import Any

import pytest

from rcw_rules import GivenDice, IllegalRequestError
from rcw_rules import red_square as rs
from rcw_rules.kernel.geometry.squares import SquareArea, SquareFeature, SquareGrid, SquareMap

Squares = tuple[tuple[int, int], ...]
SOME_KINDS: dict[str, dict[str, Any]] = {
    "infantry": {"bases": 4, "formation": "waves", "order": "attack"},
    "line": {"kind": "infantry", "bases": 4, "formation": "firing_line", "order": "defend"},
    "mounted": {"kind": "cavalry", "bases": 3, "formation": "mounted", "order": "attack"},
    "scouts": {"kind": "cavalry", "bases": 3, "formation": "scouting", "order": "attack"},
    "qf": {"kind": "artillery", "bases": 2, "formation": "deployed", "guns": "qf_gun"},
    "howitzer": {"kind": "artillery", "bases": 2, "formation": "deployed", "guns": "howitzer"},
    "mg": {"bases": 2, "accompanies": "friend"},
    "tchanka": {"bases": 2, "accompanies": "friend"},
    "armoured_car": {"bases": 2, "weapons": ("mg",), "order": "attack"},
    "light_tank": {"bases": 1, "weapons": ("mg", "tank_gun"), "order": "attack"},
    "heavy_tank": {"bases": 1, "weapons": ("tank_gun",), "order": "attack"},
    "truck": {"bases": 1, "order": "attack"},
    "train": {"bases": 1, "guns": "heavy", "order": "attack"},
    "co": {},
    "horse_holders": {"accompanies": "w2"},
}


def unit(name: str, what: str, square: tuple[int, int], **changes: Any) -> rs.Unit:
    side = "red" if name in ("a", "friend", "post", "other") else "white"
    fields: dict[str, Any] = {"kind": what, "facing": "E" if side == "red" else "W", "visible": side == "white"}
    return rs.Unit(name=name, side=side, square=square, **fields | SOME_KINDS[what] | changes)  # type: ignore[arg-type]


def field(*units: rs.Unit, wood: Squares = (), stone: Squares = (), features: dict[str, Squares] | None = None,
          **changes: Any) -> rs.Field:  # fmt: skip
    terrain = [SquareArea(kind=kind, squares=at) for kind, at in (("wood", wood), ("stone_building", stone)) if at]
    board = SquareMap(
        title="Field",
        grid=SquareGrid(columns=26, rows=10),
        terrain=tuple(terrain),
        features=tuple(SquareFeature(kind=kind, squares=at) for kind, at in (features or {}).items()),
    )
    friend = unit("friend", "infantry", (0, 8))
    return rs.Field(board=board, units=(*units, friend), **changes)


def mission(on: rs.Field, **facts: Any) -> rs.FireMissionRequest:
    shooting = {
        name: facts.pop(name)
        for name in (
            "band",
            "card",
            "moved",
            "stepped",
            "changed",
            "opportunity",
            "has_fired",
            "has_observed",
            "card_given_up",
        )
        if name in facts
    }
    given: dict[str, Any] = {"firer": "a", "target": "w", "shooting": rs.Shooting(**shooting)}
    return rs.FireMissionRequest(field=on, **given | facts)


def shoot(
    on: rs.Field, *faces: int | str, options: dict[str, Any] | None = None, **facts: Any
) -> rs.FireMissionOutcome:
    ruleset = rs.ruleset.with_options(**options or {})
    outcome: rs.FireMissionOutcome = ruleset.resolve(mission(on, **facts), dice=GivenDice(faces)).outcome
    return outcome


def after(outcome: rs.FireMissionOutcome, name: str) -> rs.Unit:
    return next(one for one in outcome.units if one.name == name)


def refused(on: rs.Field, rule: str, path: str, options: dict[str, Any] | None = None, **facts: Any) -> None:
    with pytest.raises(IllegalRequestError) as caught:
        shoot(on, options=options, **facts)
    assert (rule, path) in {(one.rule, one.path) for one in caught.value.verdict.objections}


def duel(what: str = "line", target: str = "infantry", range_: int = 3, **changes: Any) -> rs.Field:
    theirs = {key[2:]: changes.pop(key) for key in list(changes) if key.startswith("w_")}
    return field(unit("a", what, (1, 1), **changes), unit("w", target, (1 + range_, 1), **theirs))
