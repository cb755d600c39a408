"""Who may barrage whom."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from orel_barrages import ask, battery, enemy, shoot, train

from rcw_rules import GivenDice, IllegalRequestError, InvalidRequestError
from rcw_rules import orel as game


def refused(request: game.BarrageRequest) -> list[tuple[str, str]]:
    with pytest.raises(IllegalRequestError) as caught:
        game.ruleset.odds(request)
    assert "\n" not in str(caught.value)
    return [(objection.rule, objection.path) for objection in caught.value.verdict.objections]


def problems(request: Any) -> list[tuple[str, str]]:
    with pytest.raises(InvalidRequestError) as caught:
        game.ruleset.odds(request)
    return [(problem.path, problem.rule) for problem in caught.value.problems]


# -------------------------------------------------------------------- what is allowed


CONVOI = game.Depot(key="convoi", side="white", kind="convoi", capacity=3, hex="1413")


@pytest.mark.rule("orel", "8.3.1-eligible")
@pytest.mark.parametrize(
    ("others", "target"),
    [
        ((enemy(key="b"), enemy("artillery")), "target"),
        ((enemy("cavalry", key="b"), enemy("horse_artillery")), "target"),
        ((enemy("tank"),), "target"),
        ((enemy("armoured_car"),), "target"),
        ((enemy(),), "convoi"),
    ],
)
def test_no_such_target(others: tuple[game.Unit, ...], target: str) -> None:
    assert refused(ask(*others, depots=(CONVOI,), target=target)) == [("8.3.1-eligible", "$.target")]


@pytest.mark.rule("orel", "8.3.1-eligible", "X-bad-combat")
def test_a_depot_alone_in_its_hex_is_not_a_target_either() -> None:
    place = game.TargetHex(depots=(CONVOI,))
    request = game.BarrageRequest(firer=game.Firer(unit=battery()), target="convoi", hex=place)
    assert refused(request) == [("8.3.1-eligible", "$.target")]
    assert problems(evolve(request, hex=game.TargetHex()))[0] == ("$.target", "X-bad-combat")


@pytest.mark.rule("orel", "8.3.1-eligible")
@pytest.mark.parametrize(
    "others",
    [
        (enemy("artillery"),),
        (enemy("artillery"), enemy("artillery", key="b"), enemy("tank", key="t")),
        (enemy("armoured_train_light"), enemy(key="b")),
        (enemy("armoured_train_heavy"),),
        (enemy("cavalry"), enemy("artillery", key="b")),
    ],
)
def test_such_targets(others: tuple[game.Unit, ...]) -> None:
    assert shoot((1, 1), ask(*others, depots=(CONVOI,))).result == "stays"


@pytest.mark.rule("orel", "8.3.1-target", "X-bad-combat")
def test_range_and_observation() -> None:
    assert shoot((1, 1), ask(firer=battery(hex="1414"))).result == "stays"
    assert shoot((1, 1), ask(firer=battery(hex="1613"))).result == "stays"
    assert refused(ask(firer=battery(hex="1714"))) == [("8.3.1-target", "$.firer")]
    assert refused(ask(enemy(hex=None), firer=battery(hex=None), distance=3)) == [("8.3.1-target", "$.firer")]
    assert refused(ask(observed=False)) == [("8.3.1-target", "$.observed")]


@pytest.mark.rule("orel", "7.2-barraged-hex")
def test_no_barrage_on_a_hex_under_attack() -> None:
    assert refused(ask(under_attack=True)) == [("7.2-barraged-hex", "$.under_attack")]
    assert shoot((1, 1), ask(under_attack=False)).result == "stays"


@pytest.mark.rule("orel", "8.3.1-markers")
@pytest.mark.parametrize(
    ("fired", "rule"),
    [("barrage", "8.3.1-markers"), ("support", "8.6.2-support"), ("counterbattery", "8.4-counterbattery")],
)
def test_who_has_fired_does_not_fire_again(fired: str, rule: str) -> None:
    assert refused(ask(fired=fired)) == [(rule, "$.firer.fired")]


@pytest.mark.rule("orel", "7.1.4-march-effects", "8.7.3-rout", "8.2.3-effects", "9.1-contact", "10.2-inactive")
@pytest.mark.parametrize(
    ("firer", "rule", "field"),
    [
        (battery(mode="march"), "7.1.4-march-effects", "mode"),
        (battery(mode="routed"), "8.7.3-rout", "mode"),
        (train(unsupplied=True), "8.2.3-effects", "unsupplied"),
        (train(in_contact=True), "9.1-contact", "in_contact"),
        (battery(inactive=True), "10.2-inactive", "inactive"),
    ],
)
def test_who_may_not_fire(firer: game.Unit, rule: str, field: str) -> None:
    assert refused(ask(firer=firer)) == [(rule, f"$.firer.unit.{field}")]


@pytest.mark.rule("orel", "5.3-artillery")
def test_artillery_out_of_command_fires_at_its_neighbours_alone() -> None:
    assert refused(ask(firer=battery(out_of_command=True))) == [("5.3-artillery", "$.firer")]
    assert shoot((1, 1), ask(firer=battery(hex="1414", out_of_command=True))).result == "stays"
    assert shoot((1, 1), ask(firer=train(out_of_command=True))).result == "stays"


@pytest.mark.rule("orel", "8.4-counterbattery")
def test_an_answer_is_bound_by_less() -> None:
    guns = (enemy("artillery", key="b"), enemy())
    free = ask(*guns, target="b", observed=False, under_attack=True, counterbattery=True, firer=battery(inactive=True))
    assert shoot((1, 1), free).result == "stays"
    assert refused(ask(*guns, target="target", counterbattery=True)) == [("8.4-counterbattery", "$.target")]
    far = ask(*guns, target="b", counterbattery=True, firer=battery(hex="1714"))
    assert refused(far) == [("8.4-counterbattery", "$.firer")]


@pytest.mark.rule("orel", "X-bad-units", "X-bad-combat", "0-hex-layout")
@pytest.mark.parametrize(
    ("request_", "expected"),
    [
        (ask(target="nobody"), [("$.target", "X-bad-combat")]),
        (ask(enemy(side="red")), [("$.hex.units[0].side", "X-bad-units")]),
        (ask(enemy(), enemy(key="b", hex="1414")), [("$.hex.units[1].hex", "X-bad-combat")]),
        (ask(enemy(), enemy()), [("$.hex.units[1].key", "X-bad-units")]),
        (ask(firer=enemy(key="b", side="red", hex="1512")), [("$.firer.unit.type", "X-bad-combat")]),
        (ask(distance=1), [("$.firer.distance", "X-bad-combat")]),
        (ask(firer=battery(hex=None)), [("$.firer.distance", "X-bad-combat")]),
        (ask(firer=battery(hex="3321")), [("$.firer.unit.hex", "X-bad-units")]),
        (ask(firer=battery(hex="9999"), distance=2), [("$.firer.unit.hex", "X-bad-units")]),
        (ask(distance=-1), [("$.firer.distance", "8.3.1-target")]),
        (ask(enemy(hex=None), firer=battery(hex=None), distance=0), [("$.firer.distance", "X-bad-combat")]),
        (ask(depots=(evolve(CONVOI, side="red"),)), [("$.hex.depots[0].side", "X-bad-units")]),
    ],
)
def test_what_cannot_be(request_: game.BarrageRequest, expected: list[tuple[str, str]]) -> None:
    assert problems(request_)[: len(expected)] == expected


@pytest.mark.rule("orel", "D-values")
def test_illustrative_figures_are_told() -> None:
    resolution = game.ruleset.resolve(ask(enemy(values="illustrative")), dice=GivenDice((1, 1)))
    assert "D-values" in resolution.record.rules
    assert "D-values" not in game.ruleset.resolve(ask(), dice=GivenDice((1, 1))).record.rules
