"""Who enters a hex that is cleared, who must, and what falls with it."""

from __future__ import annotations

from typing import Any

import pytest
from orel_units import builder

from rcw_rules import GivenDice, InvalidRequestError
from rcw_rules import orel as game
from rcw_rules.kernel.geometry.hexes import HexMap, Railway, TerrainArea
from rcw_rules.orel.model import GRID

# The hex is 1110; the attackers stand in 1111 to its south.


unit = builder("infantry", place="1111", side="white", tq=5, strength=6)


def horse(key: str, steps: int = 2) -> game.Unit:
    return game.Unit(
        key=key, side="white", hex="1111", type="cavalry", tq=5, steps=steps, strength_dismounted=2, strength_charge=4
    )


def vehicle(key: str, type_: Any, place: str = "1111", side: Any = "white", **changes: Any) -> game.Unit:
    figure: dict[str, Any] = {"fire": 3} if "train" in type_ else {"strength": 3}
    return game.Unit(key=key, side=side, hex=place, type=type_, **figure, **changes)


battery = builder("artillery", key="g", place="1111", side="white", tq=5)


def depot() -> game.Depot:
    return game.Depot(key="convoi", side="red", kind="convoi", capacity=2, hex="1110")


def ask(*attackers: game.Unit, phase: Any = "cohesion", **fields: Any) -> game.AdvanceRequest:
    return game.AdvanceRequest(**{"hex": "1110", "attackers": attackers, "phase": phase, **fields})


def advance(*attackers: game.Unit, choices: Any = None, **fields: Any) -> game.AdvanceOutcome:
    return game.ruleset.resolve(ask(*attackers, **fields), dice=GivenDice([]), choices=choices).outcome


def entered(outcome: game.AdvanceOutcome) -> list[str]:
    return [each.key for each in outcome.entering]


def only(*keys: str) -> dict[str, Any]:
    """A policy that lets these advance, in this order, and nobody else."""
    return {"advance": lambda advancing, alternatives: (*keys, "")[len(advancing.advanced)]}


@pytest.mark.rule("orel", "8.7.4-advance", "8.7.2-repulsed")
def test_only_the_one_that_was_not_repulsed_may_enter() -> None:
    outcome = advance(unit("fine"), unit("repulsed", repulsed=True))
    assert (outcome.may, entered(outcome), outcome.must) == (("fine",), ["fine"], False)
    assert [(each.hex, each.mode) for each in outcome.entering] == [("1110", "combat")]


@pytest.mark.rule("orel", "8.7.4-advance")
def test_who_may_and_who_may_not() -> None:
    outcome = advance(
        unit("disorganised", disorganised=True), unit("back"), unit("routed", mode="routed"), battery(),
        forced_back=("back",),
    )  # fmt: skip
    assert outcome.may == ("disorganised",)
    assert advance(battery()).may == ()


@pytest.mark.rule("orel", "8.7.4-advance", "8.5-advance")
@pytest.mark.parametrize("phase", ["retreat", "cohesion"])
def test_before_an_assault_all_go_that_may_and_nobody_must(phase: str) -> None:
    assert entered(advance(unit("a"), unit("b", strength=7), phase=phase)) == ["b", "a"]
    nobody = advance(unit("a"), phase=phase, choices=only(), depots=(depot(),))
    assert (nobody.may, nobody.must, nobody.entering, nobody.depots_eliminated) == (("a",), False, (), ())


@pytest.mark.rule("orel", "8.5-advance", "8.7.4-advance")
@pytest.mark.parametrize(("phase", "pursuit"), [("retreat", False), ("cohesion", True), ("assault", True)])
def test_cavalry_pursues_except_after_a_retreat_before_combat(phase: str, pursuit: bool) -> None:
    outcome = advance(horse("h"), phase=phase)
    assert (entered(outcome), outcome.may_pursue) == (["h"], pursuit)
    assert not advance(unit("a"), phase=phase).may_pursue


@pytest.mark.rule("orel", "8.8.3-advance")
def test_after_an_assault_one_combat_unit_enters() -> None:
    outcome = advance(unit("a"), unit("b", strength=7), phase="assault")
    assert (entered(outcome), outcome.must) == (["b"], True)
    asked: list[tuple[str, ...]] = []

    def all_of_them(advancing: game.Advancing, alternatives: tuple[str, ...]) -> str:
        asked.append(alternatives)
        return alternatives[0]

    assert entered(advance(unit("a"), unit("b"), phase="assault", choices={"advance": all_of_them})) == ["a", "b"]
    assert asked == [("a", "b"), ("b", "")]
    assert advance(unit("a", repulsed=True), phase="assault").must is False


@pytest.mark.rule("orel", "8.8.3-advance")
def test_the_loser_of_an_assault_does_not_advance() -> None:
    outcome = advance(unit("a"), phase="assault", attacker_lost=True, depots=(depot(),))
    assert (outcome.cleared, outcome.may, outcome.must, outcome.entering) == (True, (), False, ())


@pytest.mark.rule("orel", "8.7.4-advance")
def test_a_hex_that_is_held_is_not_entered() -> None:
    guns = game.Unit(key="e", side="red", hex="1110", type="artillery", tq=3, steps=1, fire=2)
    for holder in (unit("e", "1110", "red"), guns):
        assert advance(unit("a"), remaining=(holder,)) == game.AdvanceOutcome(cleared=False)


@pytest.mark.rule("orel", "3.3-elimination", "9-alone-defence", "9.1.2-capture", "9.2.1-breakdown")
def test_depots_and_vehicles_fall_to_the_unit_that_enters() -> None:
    left = (
        vehicle("tank", "tank", "1110", "red", broken_down=True),
        vehicle("car", "armoured_car", "1110", "red"),
        vehicle("train", "armoured_train_light", "1110", "red"),
    )
    outcome = advance(unit("a"), remaining=left, depots=(depot(),))
    assert outcome.cleared
    assert outcome.depots_eliminated == ("convoi",)
    assert outcome.vehicles_eliminated == ("tank", "car")
    assert outcome.trains_captured == ("train",)
    stays = advance(unit("a"), remaining=left, depots=(depot(),), choices=only())
    assert (stays.depots_eliminated, stays.vehicles_eliminated, stays.trains_captured) == ((), (), ())


@pytest.mark.rule("orel", "3.3-elimination")
def test_an_attack_on_a_lone_depot_eliminates_it_only_by_an_advance() -> None:
    assert advance(unit("a"), depots=(depot(),)).depots_eliminated == ("convoi",)
    assert advance(unit("a"), depots=(depot(),), choices=only()).depots_eliminated == ()


@pytest.mark.rule("orel", "7.1.2-stacking", "8.7.4-advance")
def test_stacking_binds() -> None:
    units = [unit(key, strength=strength) for key, strength in (("a", 9), ("b", 8), ("c", 7), ("d", 6))]
    outcome = advance(*units)  # 4 + 4 points; another 4 would be 12
    assert (outcome.may, entered(outcome)) == (("a", "b", "c", "d"), ["a", "b"])
    small = [unit(f"{n}", steps=1, steps_full=1) for n in range(4)]
    assert len(advance(*small).entering) == 3
    assert entered(advance(*units[:2], vehicle("t", "tank"))) == ["a", "b", "t"]


@pytest.mark.rule("orel", "8.7.4-advance", "9-accompanied")
def test_vehicles_advance_only_with_a_combat_unit() -> None:
    assert advance(unit("a", repulsed=True), vehicle("t", "tank")).may == ()
    asked: list[tuple[str, ...]] = []

    def first(advancing: game.Advancing, alternatives: tuple[str, ...]) -> str:
        asked.append(alternatives)
        return alternatives[0]

    outcome = advance(unit("b"), vehicle("a tank", "tank"), choices={"advance": first})
    assert (entered(outcome), asked) == (["b", "a tank"], [("b", ""), ("a tank", "")])
    assert advance(unit("b"), vehicle("t", "tank", broken_down=True)).may == ("b",)


@pytest.mark.rule("orel", "8.7.4-advance", "9.1-contact")
def test_tanks_stay_out_of_the_forest_and_trains_on_their_railroad() -> None:
    units = (unit("a"), vehicle("t", "tank"), vehicle("train", "armoured_train_light", in_contact=True))
    assert advance(*units).may == ("a", "t", "train")
    siding = Railway(hexes=("1111", "1112"))
    woods = HexMap(
        title="a test", grid=GRID, terrain=(TerrainArea(kind="forest", hexes=("1110",)),), railways=(siding,)
    )
    assert advance(*units, board=woods).may == ("a",)
    assert game.ruleset.with_options(board=woods).resolve(ask(*units), dice=GivenDice([])).outcome.may == ("a",)
    line = HexMap(title="a test", grid=GRID, railways=(Railway(hexes=("1110", "1111")),))
    assert advance(*units, board=line).may == ("a", "t", "train")
    assert advance(unit("a"), vehicle("train", "armoured_train_light"), board=line).may == ("a",)


@pytest.mark.rule("orel", "7.4-zones", "8.8.3-advance")
def test_an_enemy_entry_zone_is_entered_by_the_one_unit_that_must() -> None:
    zones = (game.EntryZone(side="red", edge="north", hexes=("1110",)),)
    assert advance(unit("a"), unit("b"), entry_zones=zones).may == ()
    assert advance(unit("a"), unit("b"), entry_zones=zones, phase="retreat").may == ()
    greedy = {"advance": lambda advancing, alternatives: alternatives[0]}
    outcome = advance(unit("a"), unit("b"), entry_zones=zones, phase="assault", choices=greedy)
    assert (outcome.must, entered(outcome)) == (True, ["a"])
    assert advance(unit("a"), vehicle("t", "tank"), entry_zones=zones, phase="assault").may == ("a",)
    own = (game.EntryZone(side="white", edge="north", hexes=("1110",)),)
    assert entered(advance(unit("a"), unit("b"), entry_zones=own)) == ["a", "b"]


@pytest.mark.rule("orel", "7.1.1-orel")
def test_who_enters_orel_chooses_where() -> None:
    attacker = unit("a", "2706")
    assert advance(attacker, hex="2705").location == "centre"
    suburbs = {"orel_location": lambda advancing, alternatives: "suburbs"}
    assert advance(attacker, hex="2705", choices=suburbs).location == "suburbs"
    assert advance(unit("b")).location is None
    assert advance(attacker, hex="2705", choices=only()).location is None


@pytest.mark.rule("orel", "7.3-effects", "8.7.4-advance")
def test_a_unit_that_advances_leaves_its_entrenchment() -> None:
    assert advance(unit("a", entrenchment="entrenched")).entering[0].entrenchment == "none"


@pytest.mark.rule("orel", "8.5-advance", "8.7.4-advance", "8.8.3-advance", "3.3-elimination")
def test_the_record_cites_the_rule_of_the_phase() -> None:
    for phase, rule in (("retreat", "8.5-advance"), ("cohesion", "8.7.4-advance"), ("assault", "8.8.3-advance")):
        asked = ask(unit("a"), phase=phase, depots=(depot(),))
        assert {rule, "3.3-elimination"} <= set(game.ruleset.resolve(asked, dice=GivenDice([])).record.rules)


@pytest.mark.rule("orel", "X-bad-units", "X-bad-combat", "8.8.3-advance")
@pytest.mark.parametrize(
    ("request_", "path"),
    [
        (ask(unit("a"), hex="3321"), "$.hex"),
        (ask(unit("a"), unit("b", "1109", "red")), "$.attackers[1].side"),
        (ask(unit("a", "1110")), "$.attackers[0].hex"),
        (ask(unit("a"), remaining=(unit("e", "1109", "red"),)), "$.remaining[0].hex"),
        (ask(unit("a"), forced_back=("b",)), "$.forced_back[0]"),
        (ask(unit("a"), attacker_lost=True), "$.attacker_lost"),
        (ask(unit("a", "1112")), "$.attackers[0].hex"),
        (ask(unit("a", None)), "$.attackers[0].hex"),
        (ask(unit("a", "1112"), unit("b", "1113"), forced_back=("a",)), "$.attackers[1].hex"),
        (ask(unit("a"), unit("a")), "$.attackers[1].key"),
        (ask(unit("a"), remaining=(unit("e", "1110"),)), "$.remaining[0].side"),
    ],
)
def test_what_cannot_be_is_refused(request_: game.AdvanceRequest, path: str) -> None:
    with pytest.raises(InvalidRequestError) as caught:
        game.ruleset.resolve(request_, dice=GivenDice([]))
    assert path in [problem.path for problem in caught.value.problems]
