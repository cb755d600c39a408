"""Declared attacks, barrages and supports, and what they cost."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from orel_units import FIGURES

from rcw_rules import GivenDice, IllegalRequestError, InvalidRequestError
from rcw_rules import orel as game
from rcw_rules.kernel.errors import NeedsRuling
from rcw_rules.kernel.geometry.hexes import HexGrid, HexMap, Railway, Road, TerrainArea

OPEN = HexMap(title="Open ground", grid=HexGrid(columns=32, rows=20))
SIDING = evolve(OPEN, railways=(Railway(hexes=("1010", "1009")),))


def unit(kind: str = "infantry", side: Any = "white", place: str = "1010", key: str = "u", **more: Any) -> Any:
    return game.Unit(**{"key": key, "side": side, "type": kind, "hex": place, **FIGURES[kind], **more})


def declare(who: Any, action: Any = "attack", **fields: Any) -> game.DeclareAttackOutcome:
    enemy = unit(side="red" if who.side == "white" else "white", place="1011", key="e")
    given: dict[str, Any] = {"target": "1011", "others": (enemy,), "board": SIDING if who.is_train else OPEN}
    if not who.is_train:
        given["mp_left"] = 3
    request = game.DeclareAttackRequest(unit=who, action=action, **{**given, **fields})
    return game.ruleset.resolve(request, dice=GivenDice([])).outcome


def refused(who: Any, action: Any = "attack", **fields: Any) -> list[tuple[str, str]]:
    with pytest.raises(IllegalRequestError) as caught:
        declare(who, action, **fields)
    return [(objection.path, objection.rule) for objection in caught.value.verdict.objections]


def problems(who: Any, action: Any = "attack", **fields: Any) -> list[tuple[str, str]]:
    with pytest.raises(InvalidRequestError) as caught:
        declare(who, action, **fields)
    return [(problem.path, problem.rule) for problem in caught.value.problems]


def company(who: Any) -> dict[str, Any]:
    """Return the fields that give a vehicle infantry of its hex and an enemy."""
    enemy = unit(side="red" if who.side == "white" else "white", place="1011", key="e")
    return {"others": (enemy, unit(side=who.side, key="mate")), "together": ("mate",)}


# -------------------------------------------------------------------- prices


@pytest.mark.rule("orel", "7.2-prepared-cost", "7.2-hasty", "7.2-barrage-cost")
@pytest.mark.parametrize(
    ("who", "prepared", "hasty"),
    [
        (unit(side="red", shock=True), 2, 1),
        (unit(side="red"), 3, 1),
        (unit(), 2, 1),
        (unit(shock=True), 2, 1),
        (unit("tank"), 3, 1),
        (unit("tank", side="red"), 3, 1),
        (unit("armoured_car", side="red"), 2, 1),
        (unit("armoured_car"), 2, 1),
        (unit("cavalry", side="red"), 3, 1),
    ],
)
def test_prices_of_attacks(who: Any, prepared: int, hasty: int) -> None:
    with_others = company(who) if who.is_vehicle else {}
    found = declare(who, mp_left=3, **with_others)
    assert (found.cost, found.mp_left, found.marker) == (prepared, 3 - prepared, "prepared_attack")
    found = declare(who, attack_type="hasty", mp_left=hasty, **with_others)
    assert (found.cost, found.mp_left, found.marker) == (hasty, 0, "hasty_attack")
    assert refused(who, mp_left=prepared - 1, **with_others) == [("$.mp_left", "7.2-prepared-cost")]
    assert refused(who, attack_type="hasty", mp_left=0, **with_others) == [("$.mp_left", "7.2-hasty")]


@pytest.mark.rule("orel", "7.2-prepared-cost", "7.2-hasty", "7.2-barrage-cost")
@pytest.mark.parametrize(
    ("who", "barrage", "prepared", "hasty"),
    [
        (unit("artillery"), 3, 2, 1),
        (unit("artillery", side="red"), 3, 3, 1),
        (unit("artillery", side="red", shock=True), 3, 2, 1),
        (unit("armoured_train_light"), 0, 0, 0),
        (unit("armoured_train_heavy", side="red"), 0, 0, 0),
    ],
)
def test_prices_of_fire(who: Any, barrage: int, prepared: int, hasty: int) -> None:
    assert declare(who, "barrage").cost == barrage
    assert declare(who, "support").cost == prepared
    assert declare(who, "support", attack_type="hasty").cost == hasty
    assert declare(who, "barrage").marker == "barrage"
    assert declare(who, "support", target=None).marker == "prepared_support"
    assert declare(who, "support", attack_type="hasty").marker == "hasty_support"


@pytest.mark.rule("orel", "7.2-barrage-cost")
def test_artillery_that_has_moved_too_far_does_not_barrage() -> None:
    guns = unit("artillery", mp=5)
    assert refused(guns, "barrage", mp_left=2) == [("$.mp_left", "7.2-barrage-cost")]
    assert declare(guns, "barrage", mp_left=3).mp_left == 0


@pytest.mark.rule("orel", "7.2-declare", "7-actions")
def test_an_attack_without_declared_movement_points() -> None:
    assert problems(unit(), mp_left=None) == [("$.mp_left", "7.2-declare")]
    assert problems(unit("armoured_train_light"), "barrage", mp_left=3) == [("$.mp_left", "7.1.6-rail")]


@pytest.mark.rule("orel", "7.1.4-modes")
def test_a_unit_that_declares_is_in_combat_mode() -> None:
    assert declare(unit(mode="march")).unit == unit()
    assert declare(unit("artillery", mode="march"), "support").unit.mode == "combat"
    car = unit("armoured_car")
    assert declare(car, **company(car)).unit == car


# -------------------------------------------------------------------- targets


@pytest.mark.rule("orel", "7.2-declare", "X-bad-combat")
def test_a_target_is_a_neighbouring_hex_with_enemies() -> None:
    assert refused(unit(), target="1009") == [("$.target", "7.2-declare")]
    assert refused(unit(), others=(unit(place="1011", key="f"),)) == [("$.target", "7.2-declare")]
    two_away = (unit(side="red", place="1012", key="e"),)
    assert refused(unit(), target="1012", others=two_away) == [("$.target", "X-bad-combat")]
    assert problems(unit(), target=None) == [("$.target", "7.2-declare")]
    lone = game.Depot(key="d", side="red", kind="convoi", capacity=3, hex="1011")
    assert declare(unit(), others=(), depots=(lone,)).cost == 2
    assert refused(unit(), others=(), depots=(evolve(lone, side="white"),)) == [("$.target", "7.2-declare")]


@pytest.mark.rule("orel", "7.2-declare")
def test_units_of_a_stack_choose_for_themselves() -> None:
    enemies = (unit(side="red", place="1011", key="e"), unit(side="red", place="1009", key="e2"))
    mate = unit(key="mate")
    assert declare(unit(), others=(*enemies, mate), target="1011").marker == "prepared_attack"
    assert declare(mate, others=(*enemies, unit()), target="1009", attack_type="hasty").marker == "hasty_attack"


@pytest.mark.rule("orel", "7.2-hasty")
def test_two_hexes_hasty_attack_the_same_hex_each_for_itself() -> None:
    enemy = unit(side="red", place="1011", key="e")
    one, other = unit(), unit(place="1012", key="v")
    assert declare(one, others=(enemy, other), attack_type="hasty").cost == 1
    assert declare(other, others=(enemy, one), attack_type="hasty", attacked=("1011",)).cost == 1


@pytest.mark.rule("orel", "7.2-barraged-hex")
def test_a_hex_is_attacked_or_barraged() -> None:
    assert refused(unit(), barraged=("1011",)) == [("$.target", "7.2-barraged-hex")]
    assert declare(unit(), barraged=("1012",)).cost == 2
    guns = unit("artillery")
    assert refused(guns, "barrage", attacked=("1011",)) == [("$.target", "7.2-barraged-hex")]
    assert declare(guns, "barrage", attacked=("1012",)).cost == 3
    assert declare(guns, "barrage", target=None, attacked=("1011",)).cost == 3
    assert declare(guns, "support", attacked=("1011",)).cost == 2


# -------------------------------------------------------------------- who may


@pytest.mark.rule("orel", "7.2-declare", "8.7.3-rout", "10.2-inactive", "7.1.5-marching-day")
def test_who_declares_nothing() -> None:
    assert refused(unit(), "barrage") == [("$.action", "7.2-declare")]
    assert refused(unit("tank"), "support") == [("$.action", "7.2-declare")]
    assert refused(unit("artillery")) == [("$.action", "7.2-declare")]
    assert refused(unit(mode="routed")) == [("$.unit.mode", "8.7.3-rout")]
    assert refused(unit(inactive=True)) == [("$.unit.inactive", "10.2-inactive")]
    assert refused(unit("artillery", inactive=True), "support") == [("$.unit.inactive", "10.2-inactive")]
    assert refused(unit("artillery", inactive=True), "barrage") == [("$.unit.inactive", "10.2-inactive")]
    assert refused(unit(), marching_day=True) == [("$.marching_day", "7.1.5-marching-day")]
    assert refused(unit(), acted=True) == [("$.acted", "7.2-declare")]
    assert declare(unit(unsupplied=True)).cost == 2  # an attack without supply is legal


@pytest.mark.rule("orel", "9.2.1-breakdown", "8.2.3-effects", "X-bad-combat")
def test_vehicles_out_of_order() -> None:
    broken = unit("tank", broken_down=True)
    assert refused(broken, **company(broken)) == [("$.unit.broken_down", "9.2.1-breakdown")]
    dry = unit("armoured_car", unsupplied=True)
    assert refused(dry, **company(dry)) == [("$.unit.unsupplied", "8.2.3-effects")]
    train = unit("armoured_train_light", unsupplied=True)
    assert refused(train, "barrage") == [("$.unit.unsupplied", "8.2.3-effects")]


@pytest.mark.rule("orel", "9-accompanied")
def test_vehicles_attack_only_with_combat_units() -> None:
    tank = unit("tank")
    assert refused(tank) == [("$.together", "9-accompanied")]
    assert declare(tank, **company(tank)).cost == 3
    enemy = unit(side="red", place="1011", key="e")
    not_with_it = (enemy, unit(key="mate"))
    assert refused(tank, others=not_with_it) == [("$.together", "9-accompanied")]
    car_alone = (enemy, unit("armoured_car", key="car"))
    assert refused(tank, others=car_alone, together=("car",)) == [("$.together", "9-accompanied")]
    elsewhere = (enemy, unit(place="1012", key="mate"))
    assert problems(tank, others=elsewhere, together=("mate",)) == [("$.together[0]", "9-accompanied")]


@pytest.mark.rule("orel", "9-accompanied", "7.2-declare", "D-map")
def test_no_attack_into_prohibited_terrain() -> None:
    wood = evolve(OPEN, terrain=(TerrainArea(kind="forest", hexes=("1011",)),))
    tank = unit("tank")
    assert refused(tank, board=wood, **company(tank)) == [("$.target", "9-accompanied")]
    assert declare(unit(), board=wood).cost == 2
    road = evolve(wood, roads=(Road(hexes=("1010", "1011")),))
    rails = evolve(wood, railways=(Railway(hexes=("1010", "1011")),))
    assert declare(tank, board=road, **company(tank)).cost == 3
    assert declare(tank, board=rails, **company(tank)).cost == 3
    assert declare(unit(), board=None).cost == 2  # no terrain is closed to infantry
    with pytest.raises(NeedsRuling, match="D-map"):
        declare(tank, board=None, **company(tank))


@pytest.mark.rule("orel", "9-accompanied")
def test_trains_attack_along_the_line_with_infantry_or_a_lone_train() -> None:
    rails = evolve(OPEN, railways=(Railway(hexes=("1010", "1011")),))
    train = unit("armoured_train_light")
    assert declare(train, board=rails, **company(train)).cost == 0
    assert refused(train, board=SIDING, **company(train)) == [("$.target", "9-accompanied")]
    foe = unit("armoured_train_heavy", "red", "1011", "t")
    assert declare(train, board=rails, others=(foe,)).mp_left is None
    guarded = (foe, unit("artillery", "red", "1011", "g"))
    assert refused(train, board=rails, others=guarded) == [("$.together", "9-accompanied")]
    car = unit("armoured_car", "red", "1011", "c")
    assert declare(train, board=rails, others=(foe, car)).cost == 0
    assert refused(train, board=rails, others=(car,)) == [("$.together", "9-accompanied")]


# -------------------------------------------------------------------- out of command, Orel, bad input


@pytest.mark.rule("orel", "5.3-zoc", "7.1.3-negation")
def test_out_of_command_attacks_need_a_passed_check_within_the_zones() -> None:
    stray = unit(out_of_command=True)
    for check in ("none", "failed"):
        assert refused(stray, command_check=check) == [("$.command_check", "5.3-zoc")]
    assert declare(stray, command_check="passed").cost == 2
    weak = (unit(side="red", place="1011", key="e", steps=1),)
    assert declare(stray, others=weak).cost == 2  # it exerts no zone of control
    enemy = unit(side="red", place="1011", key="e")
    assert declare(stray, others=(enemy, unit(key="f")), staying=("f",)).cost == 2
    guns = unit("artillery", out_of_command=True)
    assert declare(guns, "support").cost == 2


@pytest.mark.rule("orel", "5.3-zoc", "7.1.3-negation")
def test_by_staying_a_unit_does_not_free_itself_of_the_check() -> None:
    assert refused(unit(out_of_command=True), staying=("u",)) == [("$.command_check", "5.3-zoc")]


@pytest.mark.rule("orel", "7.1.1-orel")
def test_an_attack_out_of_orel() -> None:
    enemy = (unit(side="red", place="2704", key="e"),)
    assert declare(unit(place="2705"), target="2704", others=enemy, attack_type="hasty").location == "suburbs"
    assert declare(unit("artillery", place="2705"), "support", target="2704", others=enemy).location is None
    assert declare(unit()).location is None


@pytest.mark.rule("orel", "X-bad-units", "0-hex-layout")
def test_declarations_that_make_no_sense() -> None:
    assert problems(unit(place="3321")) == [("$.unit.hex", "X-bad-units")]
    assert problems(evolve(unit(), hex=None)) == [("$.unit.hex", "X-bad-units")]
    assert problems(unit(), target="3321") == [("$.target", "0-hex-layout")]
    assert problems(unit(), attacked=("9999",)) == [("$.attacked[0]", "0-hex-layout")]
    assert problems(unit(), barraged=("9999",)) == [("$.barraged[0]", "0-hex-layout")]
    assert problems(unit(), staying=("x",)) == [("$.staying[0]", "X-bad-units")]
    assert problems(unit(), mp_left=31) == [("$.mp_left", "X-bad-units")]
    both_here = (unit(side="red", place="1010", key="e"),)
    assert problems(unit(), others=both_here) == [("$.others[0].hex", "X-bad-units")]
