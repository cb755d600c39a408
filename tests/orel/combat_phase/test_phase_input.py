"""Requests for combat phases that the rules forbid or that contradict themselves."""

from __future__ import annotations

from typing import Any

import pytest
from orel_combats import battery, unit
from orel_phases import attack, phase, play

from rcw_rules import IllegalRequestError, InvalidRequestError
from rcw_rules import orel as game
from rcw_rules.orel.supply import Resupply

# -------------------------------------------------------------------- bad input


@pytest.mark.rule("orel", "7.2-barraged-hex", "8.3.1-target", "8.2.1-one-depot", "7.2-declare", "X-bad-combat")
@pytest.mark.parametrize(
    ("orders", "path", "rule"),
    [
        (
            {"attacks": (attack("1010", "A"),), "barrages": (game.BarrageOrder(unit="G", target="W"),)},
            "$.orders.barrages[0]",
            "7.2-barraged-hex",
        ),
        (
            {"barrages": (game.BarrageOrder(unit="G", target="W", observed=False),)},
            "$.orders.barrages[0]",
            "8.3.1-target",
        ),
        ({"barrages": (game.BarrageOrder(unit="A", target="W"),)}, "$.orders.barrages[0].unit", "X-bad-combat"),
        (
            {"barrages": (game.BarrageOrder(unit="G", target="White depot"),)},
            "$.orders.barrages[0].target",
            "8.3.1-eligible",
        ),
        (
            {"attacks": (attack("1010", "A", depots=("Red depot", "Red depot")),)},
            "$.orders.attacks[0].depots",
            "8.2.1-one-depot",
        ),
        (
            {"barrages": (game.BarrageOrder(unit="G", target="W", depots=("Red depot", "Red depot")),)},
            "$.orders.barrages[0].depots",
            "8.2.1-one-depot",
        ),
        ({"attacks": (attack("0909", "A"),)}, "$.orders.attacks[0].hex", "7.2-declare"),
        ({"attacks": (attack("1010", "A", supports=("B",)),)}, "$.orders.attacks[0].supports[0]", "X-bad-combat"),
        ({"attacks": (attack("1010", "B"),)}, "$.orders.attacks[0].units[0].hex", "X-bad-combat"),
        (
            {
                "barrages": (game.BarrageOrder(unit="G", target="W"),),
                "counterbattery": (game.CounterbatteryOrder(unit="W", target="G"),),
            },
            "$.orders.counterbattery[0].unit",
            "8.4-counterbattery",
        ),
    ],
)
def test_what_the_rules_forbid(orders: dict[str, Any], path: str, rule: str) -> None:
    units = (unit("A"), unit("B", place="0505"), battery("G"), unit("W", "white", "1010"))
    with pytest.raises(IllegalRequestError) as caught:
        play(phase(*units, **orders))
    assert (path, rule) in [(one.path, one.rule) for one in caught.value.verdict.objections]


@pytest.mark.rule("orel", "8.2.1-resupply", "X-bad-units")
def test_wrong_resupplies() -> None:
    units = (unit("A"), unit("S", place="0808", unsupplied=True), unit("W", "white", "1010"))
    for given, path in ((("X", "Red depot"), ".unit"), (("W", "Red depot"), ".unit"), (("S", "White depot"), ".depot")):
        with pytest.raises(InvalidRequestError) as malformed:
            play(phase(*units, resupply=(Resupply(unit=given[0], depot=given[1]),)))
        assert [one.path for one in malformed.value.problems] == [f"$.resupply[0]{path}"]
    wanted = Resupply(unit="S", depot="Red depot")
    twice, needless = (wanted, wanted), (Resupply(unit="A", depot="Red depot"),)
    for resupply, number in ((twice, 1), (needless, 0)):
        with pytest.raises(IllegalRequestError) as refused:
            play(phase(*units, resupply=resupply))
        assert {(one.path.partition("]")[0], one.rule) for one in refused.value.verdict.objections} == {
            (f"$.resupply[{number}", "8.2.1-resupply")
        }


@pytest.mark.rule("orel", "8.2.1-costs", "8.2.1-one-depot", "X-bad-combat")
@pytest.mark.parametrize(
    ("fields", "path"),
    [
        (
            {"attacks": (attack("1010", "A", depots=("Red depot",)), attack("1010", "B", depots=("Red depot",)))},
            "$.orders.attacks[1].depots[0]",
        ),
        (
            {
                "attacks": (attack("1010", "A", depots=("Red depot",)), attack("1010", "B", type="hasty")),
                "barrages": (
                    game.BarrageOrder(unit="G", target="V", depots=("Red depot",)),
                    game.BarrageOrder(unit="H", target="V", depots=("Red depot",)),
                ),
            },
            "$.orders.barrages[1].depots[0]",
        ),
    ],
)
def test_what_a_depot_cannot_pay_is_told_where_it_was_ordered(fields: dict[str, Any], path: str) -> None:
    units = (
        unit("A"), unit("B", place="1110"), battery("G"), battery("H"), unit("W", "white", "1010"),
        unit("V", "white", "1111"),
    )  # fmt: skip
    with pytest.raises(IllegalRequestError) as caught:
        play(phase(*units, **fields))
    assert [one.path for one in caught.value.verdict.objections] == [path]


@pytest.mark.rule("orel", "X-bad-units", "7.2-declare", "8.4-counterbattery")
@pytest.mark.parametrize(
    ("orders", "path"),
    [
        ({"attacks": (attack("1010", "X"),)}, "$.orders.attacks[0].units[0]"),
        ({"attacks": (attack("1010", "A", depots=("White depot",)),)}, "$.orders.attacks[0].depots[0]"),
        ({"attacks": (attack("1010", "A", defending=("G",)),)}, "$.orders.attacks[0].defending[0]"),
        ({"barrages": (game.BarrageOrder(unit="W", target="W"),)}, "$.orders.barrages[0].unit"),
        (
            {"barrages": (game.BarrageOrder(unit="G", target="W", depots=("X",)),)},
            "$.orders.barrages[0].depots[0]",
        ),
        ({"attacks": (attack("1010", "A"), attack("1010", "A"))}, "$.orders.attacks[1].units[0]"),
        ({"attacks": (attack("3399", "A"),)}, "$.orders.attacks[0].hex"),
        ({"barrages": (game.BarrageOrder(unit="G", target="A"),)}, "$.orders.barrages[0].target"),
        (
            {"counterbattery": (game.CounterbatteryOrder(unit="W", target="G"),)},
            "$.orders.counterbattery[0].target",
        ),
    ],
)
def test_what_contradicts_itself(orders: dict[str, Any], path: str) -> None:
    units = (unit("A"), battery("G"), unit("W", "white", "1010"))
    with pytest.raises(InvalidRequestError) as caught:
        play(phase(*units, **orders))
    assert path in [one.path for one in caught.value.problems]
