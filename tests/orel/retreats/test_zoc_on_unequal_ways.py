"""Enemy zones of control on the ways of units that fall back together, some of them further than others."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from orel_combats import CLEAR, TARGET, ask, outcome, units, vehicle, white
from orel_combats import unit as red

from rcw_rules.kernel.geometry.hexes import TerrainArea

# The only way out of 1010 is 1011, and from there 1012, which lies in the zone of the battalion in 1013. It is forest:
# a car stops in 1011. Vehicles, which have no zones, bar everything else.
WOOD = evolve(CLEAR, terrain=(TerrainArea(kind="forest", hexes=("1012",)),))
BARRED = ("0910", "0911", "1110", "1111", "0912", "1112")
AROUND = (red("behind", place="1013"), *(vehicle(place, "armoured_car", place=place) for place in BARRED))
CAR = vehicle("car", "armoured_car", "white", TARGET)


def routed(zone_die: int, *company: Any) -> Any:
    """The attacker passes with a 1. A 6 against 2 routs the defenders: the car's -1 and the guns' +1 cancel out.

    Last comes the die for the zone of control, to which 1 is added.
    """
    attackers = (red("R", integrated_artillery=True, strength=10),)
    request = ask(white("W", tq=2), *company, attackers=attackers, others=AROUND, board=WOOD)
    return outcome(request, 1, 6, zone_die)


@pytest.mark.rule("orel", "8.7.3-rout-zoc", "8.7.3-rout", "8.7.2-vehicles-follow")
def test_the_longer_way_is_checked_to_its_end() -> None:
    through = routed(1, CAR)  # 1 + 1 against 2
    assert {key: one.hex for key, one in units(through).items() if key in ("W", "car")} == {"W": "1012", "car": "1011"}
    caught = routed(2, CAR)
    assert (caught.surrendered, caught.attacker_prisoners) == (("W",), 4)
    assert units(caught)["car"].hex == "1011"
    alone = routed(1)
    assert units(alone)["W"].hex == "1012"
