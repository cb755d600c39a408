"""Fire at areas."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from red_square_shots import Squares, field, refused, shoot, unit

from rcw_rules import red_square as rs
from rcw_rules.red_square.shots import area_of


@pytest.mark.rule("red_square", "obs-area-fire")
def test_fire_at_an_area() -> None:
    woods: Squares = ((4, 1), (4, 2))
    hidden, attacker = unit("w", "infantry", (4, 1), visible=False), unit("other", "infantry", (3, 3))
    on = field(unit("a", "mg", (1, 1)), hidden, attacker, wood=woods)
    # Effective 2, unobserved -1: 1 die at score 4.
    outcome = shoot(on, 4, target="", area=(4, 1))
    assert (outcome.target, outcome.hits, outcome.area_fire) == ("w", 1, rs.AreaFire(firer="a", square=(4, 1)))
    assert rs.after_mission(on, outcome).area_fires == (rs.AreaFire(firer="a", square=(4, 1)),)
    empty = shoot(on, target="", area=(4, 2))  # a die as well, but there is nobody to throw it at
    assert (empty.target, empty.shot, empty.hits) == ("", "fired", 0)
    facts: dict[str, Any] = {"target": "", "area": (4, 1)}
    rifles = field(unit("a", "line", (1, 1)), hidden, attacker, wood=woods)
    refused(rifles, "obs-area-fire", "$.firer", **facts)
    refused(field(unit("a", "mg", (1, 1)), hidden, wood=woods), "obs-area-fire", "$.area", **facts)
    refused(on, "obs-area-fire", "$.area", target="", area=(3, 1))
    second = field(
        *on.units[:3],
        unit("post", "mg", (1, 2)),
        wood=woods,
        area_fires=(rs.AreaFire(firer="post", square=(4, 2)),),
    )
    refused(second, "obs-area-fire", "$.area", **facts)
    guns_did = field(
        *on.units[:3], unit("post", "qf", (1, 2)), wood=woods, area_fires=(rs.AreaFire(firer="post", square=(4, 2)),)
    )
    assert shoot(guns_did, 5, **facts).hits == 0
    assert area_of(on, (4, 1)) == woods


@pytest.mark.rule("red_square", "artpos-masked-engage", "obs-area-fire")
def test_fire_at_an_area_spares_masked_guns() -> None:
    masked = unit("w", "howitzer", (4, 1), position="masked", stage=2, stage_turn=2)
    on = field(unit("a", "mg", (1, 1)), masked, unit("other", "infantry", (3, 3)), wood=((4, 1),))
    assert shoot(on, target="", area=(4, 1)).target == ""


@pytest.mark.rule("red_square", "obs-area-fire")
def test_who_is_supported_by_fire_at_an_area() -> None:
    def on(*units: rs.Unit) -> rs.Field:
        return field(unit("a", "mg", (4, 1)), unit("w", "infantry", (7, 1), visible=False), *units, wood=((7, 1),))

    facts: dict[str, Any] = {"target": "", "area": (7, 1)}
    assert shoot(on(unit("other", "infantry", (5, 2))), 6, **facts).shot == "fired"  # three squares off
    for changes in ({"square": (4, 2)}, {"order": "probe"}, {"state": "retreating"}):
        helper = evolve(unit("other", "infantry", (5, 2)), **changes)
        refused(on(helper), "obs-area-fire", "$.area", **facts)
    theirs = unit("w2", "infantry", (9, 1))  # an enemy's attack is nobody's to support
    refused(on(theirs), "obs-area-fire", "$.area", **facts)


@pytest.mark.rule("red_square", "obs-area-fire")
def test_fire_of_the_enemy_into_an_area_does_not_count() -> None:
    theirs = unit("m", "mg", (7, 1), accompanies="w")
    on = field(
        unit("a", "mg", (1, 1)),
        unit("w", "infantry", (4, 1), visible=False),
        unit("other", "infantry", (3, 3)),
        theirs,
        wood=((4, 1),),
        area_fires=(rs.AreaFire(firer="m", square=(4, 1)),),
    )
    assert shoot(on, 6, target="", area=(4, 1)).shot == "fired"
