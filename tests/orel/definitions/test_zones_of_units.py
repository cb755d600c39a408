"""Which units exert and negate zones of control."""

from __future__ import annotations

from typing import Any

import pytest
from orel_figures import BATTERY, CAR, CAVALRY, INFANTRY, LIGHT, TANK, unit

from rcw_rules import orel as game
from rcw_rules.kernel.geometry.hexes import HexGrid
from rcw_rules.orel.definitions import bears, enemy_zones, exerting, kinds_in, negating, occupied
from rcw_rules.orel.model import (
    GRID,
)

# -------------------------------------------------------------------- zones


def at(place: str, base: dict[str, Any] = INFANTRY, **changes: Any) -> game.Unit:
    return unit(base, **{"hex": place, "key": f"{place}{base['key']}{len(changes)}", **changes})


@pytest.mark.rule("orel", "1.2-zoc-exert", "1.2-zoc-none")
@pytest.mark.parametrize(
    ("units", "kinds"),
    [
        ((at("1113", steps=1),), None),
        ((at("1113", CAVALRY, steps=1, key="1"), at("1113", CAVALRY, steps=1, key="2")), ("cavalry",)),
        ((at("1113", CAVALRY, steps=1), at("1113", LIGHT)), None),
        ((at("1113", BATTERY),), ("artillery",)),
        ((at("1113", BATTERY, type="horse_artillery"),), ("artillery",)),
        ((at("1113", mode="routed"),), None),
        ((at("1113", mode="march", unsupplied=True),), ("infantry",)),
        ((at("1113", steps=1), at("1113", mode="routed")), None),
        ((at("1113", BATTERY, steps=1), at("1113", steps=1)), ("artillery", "infantry")),
        ((at("1113", {**CAR, "side": "red"}),), None),
        ((unit(INFANTRY),), None),
    ],
)
def test_who_exerts_a_zone_of_control(units: tuple[game.Unit, ...], kinds: tuple[str, ...] | None) -> None:
    assert exerting(units, "red") == ({} if kinds is None else {"1113": kinds})
    assert exerting(units, "white") == {}


@pytest.mark.rule("orel", "1.2-zoc-negation", "1.2-zoc-none")
def test_who_negates_a_zone_of_control() -> None:
    units = (at("1113", steps=1), at("1114", mode="routed"), at("1115", CAR), at("1116", BATTERY), at("1117", TANK))
    assert negating(units, "red") == {"1113", "1116"}
    assert occupied(units, "red") == {"1113", "1114", "1115", "1116"}
    assert (sorted(negating(units, "white")), sorted(occupied(units, "white"))) == ([], ["1117"])
    assert [bears(each) for each in units] == [True, False, False, True, False]


@pytest.mark.rule("orel", "1.2-zoc-exert", "8.5.1a-zoc")
def test_zones_and_their_kinds() -> None:
    units = (at("1113"), at("1115", CAVALRY))
    zones = enemy_zones(units, "white", HexGrid(columns=32, rows=20), negated={"1112"})
    assert zones["1114"] == ("1113", "1115")
    by = exerting(units, "red")
    assert kinds_in(zones, "1114", by) == ("cavalry", "infantry")
    assert kinds_in(zones, "1013", by) == ("infantry",)
    assert kinds_in(zones, "2701", by) == ()
    assert "1112" not in zones
    assert enemy_zones(units, "red", GRID) == {}
