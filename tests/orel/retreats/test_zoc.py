"""What enemy zones of control do to units that are driven into them."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from orel_units import builder

from rcw_rules import GivenDice, InvalidRequestError
from rcw_rules import orel as game
from rcw_rules.kernel.geometry.hexes import HexMap
from rcw_rules.kernel.umpire import RollingUmpire
from rcw_rules.orel.definitions import ZocKind
from rcw_rules.orel.model import GRID, UnitType
from rcw_rules.orel.retreats import fall_back

KINDS: tuple[ZocKind, ...] = ("artillery", "cavalry", "infantry")


def ask(type_: UnitType, tq: int | None, *zones: ZocKind, **fields: Any) -> game.RetreatZocRequest:
    return game.RetreatZocRequest(type=type_, tq=tq, zones=zones, **fields)


def result(request: game.RetreatZocRequest, *faces: int) -> str:
    return game.ruleset.resolve(request, dice=GivenDice(faces)).outcome.result


@pytest.mark.rule("orel", "8.5.1a-zoc", "1.2-tq-check")
def test_infantry_of_tq_5_loses_a_step_on_a_5() -> None:
    assert result(ask("infantry", 5, "infantry"), 5) == "step_lost"  # 5 + 1 is more than 5
    assert result(ask("infantry", 5, "infantry"), 4) == "safe"
    assert result(ask("infantry", 5, "cavalry", last_step=True), 5) == "eliminated"


@pytest.mark.rule("orel", "8.5.1a-zoc", "8.7.3-rout-zoc")
@pytest.mark.parametrize("rout", [False, True])
@pytest.mark.parametrize("zones", [("infantry",), ("artillery",), ("artillery", "infantry")])
def test_cavalry_and_cars_pass_infantry_and_artillery_without_a_die(rout: bool, zones: tuple[ZocKind, ...]) -> None:
    assert result(ask("cavalry", 2, *zones, rout=rout)) == "safe"
    assert result(ask("armoured_car", None, *zones, rout=rout)) == "safe"


@pytest.mark.rule("orel", "8.5.1a-zoc", "8.7.3-rout-zoc")
@pytest.mark.parametrize("rout", [False, True])
def test_trains_are_never_touched(rout: bool) -> None:
    assert result(ask("armoured_train_light", None, *KINDS, rout=rout)) == "safe"
    assert result(ask("armoured_train_heavy", None, "cavalry", rout=rout)) == "safe"


@pytest.mark.rule("orel", "8.5.1a-zoc", "8.7.3-rout-zoc")
@pytest.mark.parametrize("rout", [False, True])
def test_cars_are_of_quality_6_and_tanks_of_5(rout: bool) -> None:
    assert result(ask("armoured_car", None, "cavalry", rout=rout), 6) == "eliminated"
    assert result(ask("armoured_car", None, "cavalry", rout=rout), 5) == "safe"
    assert result(ask("tank", None, "artillery", rout=rout), 4) == "safe"
    assert result(ask("tank", None, "artillery", rout=rout), 5) == "eliminated"


@pytest.mark.rule("orel", "8.7.3-rout-zoc", "8.7.3-rout")
def test_who_routs_into_a_zone_surrenders() -> None:
    assert result(ask("infantry", 4, "infantry", rout=True), 4) == "surrendered"
    assert result(ask("infantry", 4, "infantry", rout=True, last_step=True), 4) == "surrendered"
    assert result(ask("cavalry", 4, "cavalry", rout=True), 3) == "safe"
    assert result(ask("cavalry", 4, "cavalry", rout=True), 4) == "surrendered"


@pytest.mark.rule("orel", "8.5.1a-zoc", "8.7.3-rout-zoc")
def test_the_odds_are_those_of_every_face() -> None:
    types: tuple[UnitType, ...] = ("infantry", "cavalry", "artillery", "horse_artillery", "tank", "armoured_car")
    sets: list[tuple[ZocKind, ...]] = [("artillery",), ("cavalry",), ("infantry",), ("cavalry", "infantry"), KINDS]
    for type_, zones, tq, rout, last in product(types, sets, range(2, 7), (False, True), (False, True)):
        vehicle = {"tank": 5, "armoured_car": 6}.get(type_)
        expected: dict[str, Fraction] = {}
        for face in range(1, 7):
            if (type_ in {"cavalry", "armoured_car"} and "cavalry" not in zones) or face + 1 <= (vehicle or tq):
                came = "safe"
            elif vehicle:
                came = "eliminated"
            elif rout:
                came = "surrendered"
            else:
                came = "eliminated" if last else "step_lost"
            expected[came] = expected.get(came, Fraction(0)) + Fraction(1, 6)
        request = ask(type_, None if vehicle else tq, *zones, rout=rout, last_step=last)
        found = {outcome.result: chance for outcome, chance in game.ruleset.odds(request).items()}
        assert found == expected, request


@pytest.mark.rule("orel", "8.5.1a-zoc", "8.7.3-rout-zoc")
def test_the_record_names_the_penalty_and_the_rule() -> None:
    resolution = game.ruleset.resolve(ask("infantry", 5, "infantry"), dice=GivenDice([5]))
    assert resolution.record.rules == ("8.5.1a-zoc",)
    assert "+1 enemy zone of control" in resolution.explain()
    resolution = game.ruleset.resolve(ask("infantry", 5, "infantry", rout=True), dice=GivenDice([5]))
    assert "8.7.3-rout-zoc" in resolution.record.rules


@pytest.mark.rule("orel", "1.1-tq", "X-bad-units")
@pytest.mark.parametrize(
    ("request_", "path"),
    [
        (ask("tank", 5, "infantry"), "$.tq"),
        (ask("infantry", None, "infantry"), "$.tq"),
        (ask("infantry", 7, "infantry"), "$.tq"),
        (ask("infantry", 5), "$.zones"),
        (ask("infantry", 5, "infantry", "infantry"), "$.zones[1]"),
    ],
)
def test_what_cannot_be_is_refused(request_: game.RetreatZocRequest, path: str) -> None:
    with pytest.raises(InvalidRequestError) as caught:
        result(request_, 1)
    assert [problem.path for problem in caught.value.problems] == [path]


# -------------------------------------------------------------------- on the way


unit = builder("infantry", side="white", tq=5, strength=6)


def squadrons(place: str, steps: int = 2, side: Any = "red") -> game.Unit:
    return game.Unit(
        key=f"horse {place}", side=side, hex=place, type="cavalry", tq=4, steps=steps, strength_dismounted=1,
        strength_charge=2,
    )  # fmt: skip


def cars(*places: str) -> tuple[game.Unit, ...]:
    return tuple(game.Unit(key=f"car {p}", side="red", hex=p, type="armoured_car", strength=2) for p in places)


# Around 1110: only 1111 is open, and 1112 covers it.
BOARD = HexMap(title="open ground", grid=GRID)
POCKET = (*cars("1109", "1209", "1210", "1010", "1009"), unit("enemy", "1112", "red"))


def rout(*units: game.Unit, faces: tuple[int, ...] = (), **fields: Any) -> game.RetreatOutcome:
    return game.ruleset.resolve(game.RoutRequest(units=units, **fields), dice=GivenDice(faces)).outcome


@pytest.mark.rule("orel", "8.7.3-rout-zoc", "4.1-capture")
def test_units_check_in_listed_order_in_every_hex_that_is_in_a_zone() -> None:
    # 1112 itself is held; from 1111 the way on is 1011 or 1211, both covered by 1112.
    request = game.RoutRequest(units=(unit("a", "1110"), unit("b", "1110", steps=3)), others=POCKET)
    resolution = game.ruleset.resolve(request, dice=GivenDice([4, 4, 4, 5]))
    assert [roll.purpose for roll in resolution.record.rolls] == [
        "a in 1111/enemy zone of control",
        "b in 1111/enemy zone of control",
        "a in 1011/enemy zone of control",
        "b in 1011/enemy zone of control",
    ]
    outcome = resolution.outcome
    assert [(each.key, each.hex, each.steps) for each in outcome.units] == [("a", "1011", 4)]
    assert (outcome.surrendered, outcome.prisoners) == (("b",), 3)
    # Who surrendered in the first hex throws no more.
    assert rout(unit("a", "1110"), unit("b", "1110", steps=3), others=POCKET, faces=(5, 4, 4)).surrendered == ("a",)


@pytest.mark.rule("orel", "8.7.3-rout-zoc", "8.7.2-artillery-follows", "8.8.2B-surrender")
def test_artillery_makes_its_own_check_and_surrenders_with_its_last_combat_unit() -> None:
    battery = game.Unit(key="g", side="white", hex="1110", type="artillery", tq=5, steps=2, fire=3)
    faces = (4, 5, 4)
    outcome = rout(unit("a", "1110"), battery, others=POCKET, faces=faces)
    assert (outcome.surrendered, outcome.prisoners, [each.key for each in outcome.units]) == (("g",), 2, ["a"])
    outcome = rout(unit("a", "1110"), battery, others=POCKET, faces=(5, 4, 4))
    assert (outcome.surrendered, outcome.prisoners, outcome.units) == (("a", "g"), 6, ())


@pytest.mark.rule("orel", "8.5.1a-zoc", "1.2-zoc-negation")
def test_a_zone_that_a_friend_negates_asks_for_no_check() -> None:
    friends = tuple(squadrons(place, 1, "white") for place in ("1111", "1011"))
    outcome = rout(unit("a", "1110"), others=(*POCKET, *friends))
    assert [each.hex for each in outcome.units] == ["1011"]


@pytest.mark.rule("orel", "8.5.1a-zoc", "8.7.3-rout-zoc")
def test_the_odds_of_a_rout_through_two_zones() -> None:
    # TQ 5 passes on 1 to 4 in each of two hexes.
    odds = game.ruleset.odds(game.RoutRequest(units=(unit("a", "1110"),), others=POCKET))
    assert odds.probability(lambda outcome: bool(outcome.units)) == Fraction(4, 9)
    assert odds.probability(lambda outcome: outcome.prisoners == 4) == Fraction(5, 9)


def retreat(*units: game.Unit, faces: tuple[int, ...]) -> game.RetreatOutcome:
    """Fall back one hex with checks, as a combat has it done."""
    umpire = RollingUmpire(game.ruleset, GivenDice(faces), {}, recording=False)
    return fall_back(umpire, units, game.Surroundings(units=POCKET, board=BOARD))


@pytest.mark.rule("orel", "8.5.1a-zoc", "8.5.1-retreat")
def test_a_retreat_costs_a_step_or_the_last_one() -> None:
    outcome = retreat(unit("a", "1110"), unit("b", "1110", steps=1, steps_full=4), faces=(5, 5))
    assert [(each.key, each.steps, each.mode, each.hex) for each in outcome.units] == [("a", 3, "march", "1111")]
    assert (outcome.eliminated, outcome.surrendered, outcome.prisoners) == (("b",), (), 0)


@pytest.mark.rule("orel", "8.7.3-rout-zoc")
def test_a_routed_unit_that_retreats_surrenders_in_a_zone() -> None:
    outcome = retreat(unit("a", "1110", mode="routed", steps=2), unit("b", "1110"), faces=(5, 4))
    assert (outcome.surrendered, outcome.prisoners, [each.key for each in outcome.units]) == (("a",), 2, ["b"])


@pytest.mark.rule("orel", "8.8.2B-surrender", "8.5.1a-zoc")
def test_artillery_surrenders_with_the_last_that_survives() -> None:
    # The company is eliminated, the Routed one surrenders: nobody else of the battery's stack is left.
    battery = game.Unit(key="g", side="white", hex="1110", type="artillery", tq=5, steps=2, fire=3)
    company, routed = unit("a", "1110", steps=1, steps_full=4), unit("b", "1110", mode="routed", steps=3)
    outcome = retreat(company, routed, battery, faces=(5, 5, 4))
    assert (outcome.eliminated, outcome.surrendered, outcome.prisoners) == (("a",), ("b", "g"), 5)


@pytest.mark.rule("orel", "8.5.1a-zoc", "8.7.2-vehicles-follow")
def test_vehicles_check_by_their_own_line() -> None:
    tank = game.Unit(key="t", side="white", hex="1110", type="tank", strength=3)
    car = game.Unit(key="c", side="white", hex="1110", type="armoured_car", strength=2)
    outcome = retreat(unit("a", "1110"), tank, car, faces=(4, 5))
    assert (outcome.eliminated, [each.key for each in outcome.units]) == (("t",), ["a", "c"])


@pytest.mark.rule("orel", "8.5.1a-zoc", "8.7.2-vehicles-follow")
def test_a_vehicle_that_is_listed_first_checks_first() -> None:
    tank = game.Unit(key="t", side="white", hex="1110", type="tank", strength=3)
    outcome = retreat(tank, unit("a", "1110"), faces=(5, 4))
    assert (outcome.eliminated, [(each.key, each.steps) for each in outcome.units]) == (("t",), [("a", 4)])
