"""Who occupies what and who is released, against slow twins written from the book, on random situations."""

from __future__ import annotations

import random
from typing import Any

import pytest
from attrs import evolve

from rcw_rules import GivenDice, orel

ORDER = orel.order_of_battle()
FIELD = orel.schematic_map("whole_field")
LINE = frozenset(FIELD.rail_hexes(tracks=2))
RAILS = frozenset(FIELD.rail_hexes())
STATIONS = LINE & frozenset(FIELD.hexes_with("station"))
LOCATIONS = {
    "Dmitrovsk": "1214", "Kromy": "2110", "Orel": "2705", "Komaritchi": "0717", "Brasovo": "0513", "Sevsk": "0219",
}  # fmt: skip
VEHICLES = ("tank", "armoured_car", "armoured_train_light", "armoured_train_heavy")


def neighbours(place: str) -> list[str]:
    column, row = int(place[:2]), int(place[2:])
    low = row if column % 2 == 0 else row - 1
    around = (
        (column, row - 1), (column, row + 1), (column - 1, low), (column - 1, low + 1), (column + 1, low),
        (column + 1, low + 1),
    )  # fmt: skip
    return [f"{c:02}{r:02}" for c, r in around if 1 <= c <= 32 and 1 <= r <= 20]


def distance(one: str, other: str) -> int:
    """The formula of the rule 0-hex-layout."""
    ends = [(int(place[:2]), 2 * int(place[2:]) + (int(place[:2]) % 2 == 0)) for place in (one, other)]
    columns, half_rows = abs(ends[0][0] - ends[1][0]), abs(ends[0][1] - ends[1][1])
    return columns + max(0, (half_rows - columns) // 2)


def can_hold(unit: orel.Unit) -> bool:
    return unit.type not in VEHICLES and unit.mode != "routed"


def zones(units: list[orel.Unit]) -> set[str]:
    """The hexes in zones of control of a side, those from which they come included."""
    found: set[str] = set()
    for place in {str(unit.hex) for unit in units}:
        if sum(unit.steps for unit in units if unit.hex == place and can_hold(unit)) >= 2:
            found |= {place, *neighbours(place)}
    return found


def occupied_by(side: str, units: list[orel.Unit]) -> list[str]:
    foes = [unit for unit in units if unit.side != side]
    holders = {str(unit.hex) for unit in units if unit.side == side and can_hold(unit)}
    closed = {str(unit.hex) for unit in foes} | (zones(foes) - holders)
    found = []
    for name, start in LOCATIONS.items():
        seen, waiting = {start}, [start] if start in holders else []
        while waiting:
            place = waiting.pop()
            if place[2:] == "20" if side == "white" else "01" in (place[:2], place[2:]):
                found.append(name)
                break
            new = [other for other in neighbours(place) if other not in seen and other not in closed]
            seen.update(new)
            waiting += new
    return found


def is_clear(units: list[orel.Unit], supplied: list[orel.Unit]) -> bool:
    reds = [unit for unit in units if unit.side == "red"]
    guarded = {str(unit.hex) for unit in units if unit.side == "white" and can_hold(unit)}
    for unit in supplied:
        place = str(unit.hex)
        stack = [other for other in reds if other.hex == place]
        if place in LINE or (zones(stack) and any(other in LINE - guarded for other in neighbours(place))):
            return False
    return True


def holds_station(units: list[orel.Unit], supplied: list[orel.Unit], scope: str) -> bool:
    whites = [unit for unit in units if unit.side == "white"]
    if scope == "railroad":
        whites = [unit for unit in whites if unit.hex in LINE and unit.type not in VEHICLES]
    rows = [int(str(unit.hex)[2:]) for unit in whites]
    return any(unit.hex in STATIONS and int(str(unit.hex)[2:]) >= max(rows, default=0) for unit in supplied)


def scattered(draw: random.Random, units: list[orel.Unit], places: list[str]) -> list[orel.Unit]:
    """Units in random hexes, no hex with both sides."""
    sides: dict[str, str] = {}
    found = []
    for unit in units:
        place = draw.choice([one for one in places if one in RAILS] if "train" in unit.type else places)
        if sides.setdefault(place, unit.side) == unit.side:
            found.append(evolve(unit, hex=place))
    return found


def worn(draw: random.Random, unit: orel.Unit) -> orel.Unit:
    state: dict[str, Any] = {"inactive": False}
    if unit.type not in VEHICLES:
        state["mode"] = "routed" if draw.random() < 0.2 else "combat"
        state["steps"] = 1 if draw.random() < 0.4 else unit.steps
    return evolve(unit, **state)


@pytest.mark.rule("orel", "10.2-occupied", "10.2-white-victory", "10.2-red-victory", "1.2-zoc-negation")
@pytest.mark.parametrize("scope", ["railroad", "map"])
def test_the_end_of_the_game(scope: str) -> None:
    draw = random.Random(1919)
    centres = [*LOCATIONS.values(), *sorted(LINE)]
    near = [other for place in centres for other in (place, place, *neighbours(place))]
    rules = orel.ruleset.with_options(red_station_scope=scope)
    seen = {"occupied": 0, "clear": 0, "station": 0}
    for _ in range(150):
        some = draw.sample(ORDER.units, draw.randint(2, 40))
        units = [worn(draw, unit) for unit in scattered(draw, some, near)]
        asked = [unit for unit in units if (unit.side, unit.type) == ("red", "infantry") and draw.random() < 0.6]
        supplied = [unit for unit in asked if unit.mode != "routed"]
        request = orel.OccupationRequest(units=tuple(units), supplied=tuple(unit.key for unit in asked), board=FIELD)
        outcome = rules.resolve(request, dice=GivenDice(())).outcome
        expected = (
            occupied_by("white", units),
            occupied_by("red", units),
            is_clear(units, supplied),
            holds_station(units, supplied, scope),
        )
        found = (sorted(outcome.white), sorted(outcome.red), outcome.railroad_clear, outcome.station)
        assert found == (sorted(expected[0]), sorted(expected[1]), *expected[2:])
        seen["occupied"] += len(expected[0]) + len(expected[1])
        seen["clear"] += expected[2]
        seen["station"] += expected[3]
    assert seen["occupied"] > 100
    assert 20 < seen["clear"] < 130
    assert seen["station"] > 2


def released(day: int, units: list[orel.Unit], attacked: set[str]) -> list[str]:
    found = []
    for formation, through in (("9D", 18), ("Let-3Bde", 16), ("1K", 18), ("3K", 18)):
        members = [unit for unit in units if unit.formation == formation and unit.inactive]
        foes = [unit for unit in units if members and unit.side != members[0].side]
        counting = [foe for foe in foes if formation != "9D" and foe.formation != "9D"]
        reasons = (
            day > through,
            formation != "Let-3Bde" and any(unit.key in attacked for unit in members),
            any(distance(str(foe.hex), str(unit.hex)) <= 2 for foe in counting for unit in members),
            formation in ("1K", "3K") and any(distance(str(foe.hex), rail) <= 2 for foe in foes for rail in LINE),
        )
        if members and any(reasons):
            found.append(formation)
    return found


@pytest.mark.rule("orel", "10.2-inactive", "0-hex-layout")
def test_who_is_released() -> None:
    draw = random.Random(1919)
    sleepers = [unit for unit in ORDER.units if unit.inactive]
    held = {unit.hex for unit in sleepers}
    others = [unit for unit in ORDER.units if not unit.inactive]
    free = [f"{column:02}{row:02}" for column in range(10, 33) for row in range(1, 21)]
    free = [place for place in free if place not in held]
    seen: list[str] = []
    for _ in range(200):
        units = [unit for unit in sleepers if draw.random() < 0.7]
        units += scattered(draw, draw.sample(others, draw.randint(0, 6)), free)
        day: Any = draw.randint(15, 20)
        attacked = {unit.key for unit in units if draw.random() < 0.03}
        request = orel.ActivationRequest(
            day=day, units=tuple(units), attacked=tuple(sorted(attacked)), double_track=tuple(sorted(LINE))
        )
        outcome = orel.ruleset.resolve(request, dice=GivenDice(())).outcome
        expected = released(day, units, attacked)
        assert [release.formation for release in outcome.released] == expected
        seen += expected if day <= 16 else []
    assert {"9D", "Let-3Bde", "1K", "3K"} == set(seen)
