"""Recruits: income, prisoners, recovered steps, new battalions."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from rcw_rules import GivenDice, IllegalRequestError, InvalidRequestError, NeedsRuling, orel
from rcw_rules.kernel.geometry.hexes import STATION, Feature, HexGrid, HexMap, Railway
from rcw_rules.orel.command import controls_orel
from rcw_rules.orel.definitions import stack_of

# -------------------------------------------------------------------- income


def income(choices: dict[str, Any] | None = None, **fields: Any) -> orel.RecruitIncomeOutcome:
    request = orel.RecruitIncomeRequest(**{"side": "white", "day": 15, **fields})
    return orel.ruleset.resolve(request, dice=GivenDice(()), choices=choices).outcome


def convert(groups: int) -> dict[str, Any]:
    return {"enlist_prisoners": lambda enlisting, alternatives: groups}


@pytest.mark.rule("orel", "4-income", "10-turn-track")
@pytest.mark.parametrize("day", range(15, 27))
@pytest.mark.parametrize(("side", "points"), [("red", 3), ("white", 2)])
def test_each_day_of_the_turn_track(day: int, side: str, points: int) -> None:
    assert income(side=side, day=day).points == points
    assert income(side=side, day=day, controls_orel=True).points == points + 1


@pytest.mark.rule("orel", "4-income")
def test_who_controls_orel() -> None:
    battalion = orel.Unit(key="a", side="red", type="infantry", hex="2705", tq=4, steps=3, strength=4)
    gun = orel.Unit(key="g", side="white", type="artillery", hex="2705", tq=4, steps=1, fire=4)
    car = orel.Unit(key="c", side="red", type="armoured_car", hex="2705", strength=2)
    assert controls_orel("white", ())
    assert not controls_orel("red", ())
    assert controls_orel("red", (), held_last="red")
    assert controls_orel("red", (battalion,))
    assert not controls_orel("white", (battalion,))
    assert controls_orel("white", (gun,), held_last="red")
    assert controls_orel("white", (car,))  # a vehicle holds nothing
    assert controls_orel("white", (evolve(battalion, hex="2704"),))
    for side, expected in (("white", 2), ("red", 4)):
        controls = controls_orel(side, (battalion,))  # type: ignore[arg-type]  # one of the two sides
        assert income(side=side, controls_orel=controls).points == expected


@pytest.mark.rule("orel", "4-cap")
def test_twelve_points_at_most() -> None:
    assert income(side="red", saved=11) == orel.RecruitIncomeOutcome(points=12, points_lost=2, prisoners=0)
    outcome = income(saved=10, prisoners=6, choices=convert(2))
    assert outcome == orel.RecruitIncomeOutcome(points=12, points_lost=2, prisoners=0)
    # By default prisoners for whom there is no room are kept.
    assert income(saved=10, prisoners=6) == orel.RecruitIncomeOutcome(points=12, points_lost=0, prisoners=6)
    assert income(saved=9, prisoners=6) == orel.RecruitIncomeOutcome(points=12, points_lost=0, prisoners=3)


@pytest.mark.rule("orel", "4.1-convert")
def test_groups_of_three_prisoners_become_points() -> None:
    assert income(prisoners=7) == orel.RecruitIncomeOutcome(points=4, points_lost=0, prisoners=1)
    assert income(prisoners=7, choices=convert(1)) == orel.RecruitIncomeOutcome(points=3, points_lost=0, prisoners=4)
    assert income(prisoners=2).prisoners == 2


@pytest.mark.rule("orel", "4.1-convert")
@given(st.integers(0, 60), st.integers(0, 12))
def test_no_prisoner_is_lost_but_for_points(prisoners: int, saved: int) -> None:
    outcome = income(prisoners=prisoners, saved=saved)
    enlisted = outcome.points + outcome.points_lost - saved - 2
    assert outcome.prisoners + 3 * enlisted == prisoners
    assert outcome.points == 12 or outcome.prisoners < 3
    assert outcome.points_lost == max(0, saved + 2 - 12)


@pytest.mark.rule("orel", "10.1-brasovo", "4-income", "1.2-round-nearest")
@pytest.mark.parametrize(("side", "points"), [("red", 2), ("white", 1)])
@pytest.mark.parametrize("orel_held", [True, False])
def test_half_the_points_in_the_introductory_scenario(side: str, points: int, orel_held: bool) -> None:
    assert income(side=side, scenario="introductory", controls_orel=orel_held).points == points


@pytest.mark.rule("orel", "6-list")
def test_civil_exactions_take_two_points_but_none_that_are_saved() -> None:
    assert income(civil_exactions=True, saved=5, controls_orel=True).points == 6
    assert income(civil_exactions=True, saved=5, scenario="introductory").points == 5
    assert income(civil_exactions=True, prisoners=3).points == 1


@pytest.mark.rule("orel", "10-turn-track")
def test_a_day_after_the_last_needs_a_ruling() -> None:
    with pytest.raises(NeedsRuling, match=r"27 October"):
        income(day=27)


@pytest.mark.rule("orel", "4-cap", "4.1-capture")
@pytest.mark.parametrize(("fields", "path"), [({"saved": 13}, "$.saved"), ({"prisoners": -1}, "$.prisoners")])
def test_bad_income(fields: dict[str, Any], path: str) -> None:
    with pytest.raises(InvalidRequestError) as caught:
        income(**fields)
    assert [problem.path for problem in caught.value.problems] == [path]


# -------------------------------------------------------------------- spending


def foot(key: str, steps: int, full: int = 4, side: Any = "white", **fields: Any) -> orel.Unit:
    return orel.Unit(
        **{
            "key": key, "side": side, "type": "infantry", "hex": "1005", "tq": 5, "steps": steps, "steps_full": full,
            "strength": 5, **fields,
        }
    )  # fmt: skip


def recruits(key: str, side: Any = "white", place: str | None = None, **fields: Any) -> orel.Unit:
    return foot(key, 3, 3, side, recruit_battalion=True, hex=place, **{"tq": 3, "strength": 3, **fields})


def order(unit: str, steps: int, in_range: bool | None = True) -> orel.RecoverSteps:
    return orel.RecoverSteps(unit=unit, steps=steps, in_range=in_range)


def build(unit: str, station: str | None = "0717", linked: bool | None = True) -> orel.CreateBattalion:
    return orel.CreateBattalion(unit=unit, station=station, linked=linked)


def spend(points: int, orders: tuple[Any, ...], *units: orel.Unit, **fields: Any) -> orel.RecruitSpendOutcome:
    request = orel.RecruitSpendRequest(
        **{"side": units[0].side, "points": points, "orders": orders, "units": units, **fields}
    )
    return orel.ruleset.resolve(request, dice=GivenDice(())).outcome


def refusal(*args: Any, **fields: Any) -> list[tuple[str, str]]:
    with pytest.raises(IllegalRequestError) as caught:
        spend(*args, **fields)
    return [(objection.rule, objection.path) for objection in caught.value.verdict.objections]


@pytest.mark.rule("orel", "4.3.1A-recover")
def test_each_point_restores_a_step_up_to_the_original_number() -> None:
    outcome = spend(5, (order("a", 3),), foot("a", 1))
    assert (outcome.points, outcome.units[0].steps, outcome.units[0].full_steps) == (2, 4, 4)
    assert refusal(5, (order("a", 4),), foot("a", 1)) == [("4.3.1A-recover", "$.orders[0].steps")]
    assert refusal(2, (order("a", 3),), foot("a", 1)) == [("4.3.1A-recover", "$.orders[0]")]


@pytest.mark.rule("orel", "4.3.1A-recover")
def test_orders_share_the_points() -> None:
    units = (foot("a", 1), foot("b", 2))
    outcome = spend(5, (order("b", 2), order("a", 3)), *units)
    assert [(unit.key, unit.steps) for unit in outcome.units] == [("b", 4), ("a", 4)]
    assert outcome.points == 0
    assert refusal(4, (order("b", 2), order("a", 3)), *units) == [("4.3.1A-recover", "$.orders[1]")]


@pytest.mark.rule("orel", "4.3.1B-recruit-tq")
@pytest.mark.parametrize(
    ("side", "tq", "before", "spent", "quality", "marker"),
    [
        ("white", 5, 2, 1, 4, True),
        ("white", 3, 2, 1, 3, True),
        ("red", 2, 2, 1, 2, True),
        ("red", 3, 2, 1, 2, True),
        ("white", 5, 1, 1, 5, False),
        ("white", 5, 1, 2, 4, True),
        ("white", 5, 3, 1, 5, False),
    ],
)
def test_recruits_lower_the_quality_once_the_unit_is_turned(
    *, side: str, tq: int, before: int, spent: int, quality: int, marker: bool
) -> None:
    unit = foot("a", before, side=side, tq=tq, reduced_steps=2)
    after = spend(4, (order("a", spent),), unit).units[0]
    assert (after.quality, after.recruits_marker, after.tq) == (quality, marker, tq)


@pytest.mark.rule("orel", "4.3.1B-recruit-tq")
def test_the_marker_comes_once() -> None:
    unit = foot("a", 2, reduced_steps=2, recruits_marker=True)
    assert spend(4, (order("a", 2),), unit).units[0].quality == 4


@pytest.mark.rule("orel", "4.3.1C-conditions")
@pytest.mark.parametrize(
    ("fields", "in_range"),
    [
        ({"mode": "march"}, True),
        ({"mode": "routed"}, True),
        ({}, False),
        ({"type": "artillery", "strength": None, "fire": 4}, True),
        ({"type": "horse_artillery", "strength": None, "fire": 4}, True),
    ],
)
def test_conditions_to_recover_steps(fields: dict[str, Any], in_range: bool) -> None:
    unit = foot("a", 1, **fields)
    assert refusal(4, (order("a", 1, in_range),), unit) == [("4.3.1C-conditions", "$.orders[0].unit")]


@pytest.mark.rule("orel", "4.3.1C-conditions")
def test_vehicles_never_recover() -> None:
    train = orel.Unit(key="t", side="white", type="armoured_train_heavy", hex="1005", steps=1, steps_full=2, fire=5)
    assert refusal(4, (order("t", 1),), train) == [("4.3.1C-conditions", "$.orders[0].unit")]


@pytest.mark.rule("orel", "4.3.1C-conditions")
def test_neither_supply_nor_command_matters() -> None:
    unit = foot("a", 1, unsupplied=True, out_of_command=True)
    assert spend(4, (order("a", 1),), unit).units[0].steps == 2


@pytest.mark.rule("orel", "4.3.1C-conditions", "7.5-off-map-recruits")
def test_off_the_map_neither_mode_nor_depot_matters() -> None:
    away = foot("a", 1, hex=None, mode="march")
    assert spend(4, (order("a", 1, None),), away, off_map=("a",)).units[0].steps == 2
    assert spend(4, (order("a", 1, False),), away, off_map=("a",)).units[0].steps == 2
    routed = evolve(away, mode="routed")
    assert refusal(4, (order("a", 1),), routed, off_map=("a",)) == [("4.3.1C-conditions", "$.orders[0].unit")]


def clear(*stations: str, rails: tuple[str, ...] = ()) -> HexMap:
    railways = (Railway(hexes=rails),) if rails else ()
    return HexMap(
        title="clear",
        grid=HexGrid(columns=32, rows=20),
        railways=railways,
        features=(Feature(kind=STATION, hexes=stations),) if stations else (),
    )


def depot(place: str, **fields: Any) -> orel.Depot:
    return orel.Depot(**{"key": "d", "side": "white", "kind": "convoi", "capacity": 3, "hex": place, **fields})


@pytest.mark.rule("orel", "4.3.1C-conditions", "8.2.2-range", "3.2A-convoi")
def test_range_on_a_board() -> None:
    # The depots stand within 10 points of a railroad to the southern edge.
    unit, asked, board = foot("a", 1), (order("a", 1, None),), clear(rails=("1118", "1119", "1120"))
    assert spend(4, asked, unit, board=board, depots=(depot("1010"),)).units[0].steps == 2  # 5 clear hexes
    out = [("4.3.1C-conditions", "$.orders[0].unit")]
    assert refusal(4, asked, unit, board=board, depots=(depot("1011"),)) == out  # 6
    assert refusal(4, asked, unit, board=board, depots=(depot("1010", side="red"),)) == out
    assert refusal(4, asked, unit, board=board) == out
    two = (depot("1011"), depot("1009", key="e"))
    assert spend(4, asked, unit, board=board, depots=two).units[0].steps == 2
    with pytest.raises(NeedsRuling, match="D-map"):
        spend(4, asked, unit, depots=(depot("1009"),))
    assert refusal(4, asked, unit, depots=(depot("1011"),)) == out  # too far whatever lies between


@pytest.mark.rule("orel", "4.3.1C-conditions", "3.2A-convoi", "3.2A-rail-depot", "3.2B-recovery")
@pytest.mark.parametrize("marked", [True, False])
def test_only_a_functional_depot_restores_steps(marked: bool) -> None:
    unit, asked = foot("a", 1), (order("a", 1, None),)
    out = [("4.3.1C-conditions", "$.orders[0].unit")]
    convoi = depot("1010", unsupplied=marked)
    assert refusal(4, asked, unit, board=clear(), depots=(convoi,)) == out  # no railroad to trace to
    linked = clear(rails=("1118", "1119", "1120"))
    assert spend(4, asked, unit, board=linked, depots=(convoi,)).units[0].steps == 2  # which takes a marker off
    line = tuple(f"10{row:02}" for row in range(10, 21))
    on_rails = evolve(convoi, kind="rail_depot")
    assert refusal(4, asked, unit, board=clear(rails=line), depots=(on_rails,)) == out  # no station
    assert spend(4, asked, unit, board=clear("1010", rails=line), depots=(on_rails,)).units[0].steps == 2
    # One within range that is not functional, and a functional one out of range, are not enough.
    far = depot("1216", key="e")
    cut = evolve(on_rails, hex="1010")
    assert refusal(4, asked, unit, board=clear(rails=("1218", "1219", "1220")), depots=(cut, far)) == out


@pytest.mark.rule("orel", "4.3.1C-overstack")
def test_a_hex_may_be_overfull_by_recovery() -> None:
    units = (foot("a", 2, 4), foot("b", 4, 4), foot("c", 4, 4))
    after = spend(4, (order("a", 2),), *units).units[0]
    stack = stack_of((after, *units[1:]), recovered=True)
    assert (stack.points, stack.legal, stack.to_be_cured) == (12, True, True)


@pytest.mark.rule("orel", "4.3.2-create")
def test_a_battalion_costs_two() -> None:
    red = tuple(recruits(f"r{number}", "red") for number in range(2))
    outcome = spend(5, (build("r0"), build("r1", "0309")), *red)
    assert outcome.points == 1
    assert [(unit.key, unit.hex, unit.steps, unit.mode) for unit in outcome.battalions] == [
        ("r0", "0717", 3, "combat"), ("r1", "0309", 3, "combat"),
    ]  # fmt: skip
    assert refusal(1, (build("r0"),), *red) == [("4.3.2-create", "$.orders[0]")]
    assert refusal(3, (build("r0"), build("r1")), *red) == [("4.3.2-create", "$.orders[1]")]


@pytest.mark.rule("orel", "4.3.2-create")
@pytest.mark.parametrize(("side", "most"), [("red", 4), ("white", 3)])
def test_the_number_of_battalions_is_limited(side: str, most: int) -> None:
    there = tuple(recruits(f"r{number}", side, "1005") for number in range(most))
    new = recruits("new", side)
    assert refusal(4, (build("new"),), *there, new) == [("4.3.2-create", "$.orders[0].unit")]
    away = evolve(there[0], hex=None)
    assert refusal(4, (build("new"),), away, *there[1:], new, off_map=("r0",)) == [("4.3.2-create", "$.orders[0].unit")]
    # The other side's do not count, and one that was eliminated is built again, as good as new.
    theirs = recruits("x", "white" if side == "red" else "red", "0101")
    dead = evolve(there[0], hex=None, steps=1, mode="routed", unsupplied=True, recruits_marker=True, disorganised=True)
    dead = evolve(dead, out_of_command=True, repulsed=True)
    rebuilt = spend(4, (build("r0"),), dead, *there[1:], theirs).battalions[0]
    assert rebuilt == recruits("r0", side, "0717")
    # Those of one request add up: with one place left the second is refused.
    a, b = recruits("a", side), recruits("b", side)
    two = (build("a"), build("b", "0309"))
    assert refusal(4, two, *there[1:], a, b) == [("4.3.2-create", "$.orders[1].unit")]


@pytest.mark.rule("orel", "4.3.2-create")
def test_other_battalions_do_not_count_to_the_limit() -> None:
    army = tuple(foot(f"f{number}", 4) for number in range(3))
    assert spend(2, (build("new"),), recruits("new"), *army).points == 0


@pytest.mark.rule("orel", "4.3.2-create", "6-list")
def test_the_workers_detachment_makes_one_battalion_cheaper() -> None:
    units = (recruits("a", "red"), recruits("b", "red"))
    assert spend(3, (build("a"), build("b")), *units, workers_detachment=True).points == 0


@pytest.mark.rule("orel", "4.3.2-entry")
def test_a_battalion_may_wait_for_the_edge() -> None:
    outcome = spend(4, (build("a", None, None),), recruits("a"))
    assert outcome.battalions[0].hex is None


@pytest.mark.rule("orel", "4.3.2-entry")
def test_a_station_in_an_enemy_zone_needs_a_friend() -> None:
    new, foe = recruits("new"), foot("foe", 2, side="red", hex="0718")
    friend = foot("friend", 1, hex="0717")
    tank = orel.Unit(key="t", side="white", type="tank", hex="0717", strength=3)
    entry = [("4.3.2-entry", "$.orders[0].station")]
    assert refusal(4, (build("new"),), new, foe) == entry
    assert refusal(4, (build("new"),), new, foe, tank) == entry
    assert spend(4, (build("new"),), new, foe, friend).battalions[0].hex == "0717"
    assert refusal(4, (build("new"),), new, foe, evolve(friend, mode="routed")) == entry
    weak = evolve(foe, steps=1, steps_full=4)
    assert spend(4, (build("new"),), new, weak).battalions[0].hex == "0717"
    assert refusal(4, (build("new"),), new, evolve(weak, hex="0717")) == entry


@pytest.mark.rule("orel", "4.3.2-entry", "3.1-rail-control")
def test_a_station_cut_from_the_edge_is_refused() -> None:
    entry = [("4.3.2-entry", "$.orders[0].station")]
    assert refusal(4, (build("new", linked=False),), recruits("new")) == entry
    rails = ("0717", "0718", "0719", "0720")
    board, asked = clear("0717", rails=rails), (build("new", linked=None),)
    assert spend(4, asked, recruits("new"), board=board).battalions[0].hex == "0717"
    cut = foot("foe", 1, side="red", hex="0719")
    assert refusal(4, asked, recruits("new"), cut, board=board) == entry
    assert refusal(4, asked, recruits("new"), board=clear("0720", rails=rails)) == entry  # no station in 0717
    assert refusal(4, asked, recruits("new"), board=clear("0717", rails=rails[:3])) == entry  # it ends short of it
    red = recruits("new", "red")
    assert refusal(4, asked, red, board=board) == entry  # the south is not an edge of the Reds
    with pytest.raises(NeedsRuling, match="D-map"):
        spend(4, asked, recruits("new"))


@pytest.mark.rule("orel", "4.3.2-entry", "7.4-command")
def test_it_arrives_in_command_and_the_record_says_so() -> None:
    request = orel.RecruitSpendRequest(
        side="white", points=4, orders=(build("new"), order("a", 1)), units=(recruits("new"), foot("a", 2))
    )
    resolution = orel.ruleset.resolve(request, dice=GivenDice(()))
    assert not resolution.outcome.battalions[0].out_of_command
    assert [step.rule for step in resolution.record.steps] == [
        "4.3.1A-recover", "4.3.2-entry", "4.3.1A-recover", "4.3.1B-recruit-tq", "4.3.2-create",
    ]  # fmt: skip


@pytest.mark.rule("orel", "X-bad-units", "4.3.2-create")
@pytest.mark.parametrize(
    ("orders", "units", "fields", "path"),
    [
        ((order("x", 1),), (foot("a", 1),), {}, "$.orders[0].unit"),
        ((order("a", 1), order("a", 1)), (foot("a", 1),), {}, "$.orders[1].unit"),
        ((order("b", 1),), (foot("a", 1), foot("b", 1, side="red", hex="1006")), {}, "$.orders[0].unit"),
        ((order("a", 1),), (foot("a", 1, hex=None),), {}, "$.orders[0].unit"),
        ((build("a"),), (foot("a", 1, hex=None),), {}, "$.orders[0].unit"),
        ((build("a"),), (recruits("a", place="1005"),), {}, "$.orders[0].unit"),
        ((build("a", "3321"),), (recruits("a"),), {}, "$.orders[0].station"),
        ((order("a", 1),), (foot("a", 1),), {"off_map": ("a",)}, "$.off_map[0]"),
        ((order("a", 0),), (foot("a", 1),), {}, "$.orders[0].steps"),
        ((order("a", 1),), (foot("a", 1),), {"points": 13}, "$.points"),
    ],
)
def test_bad_orders(orders: tuple[Any, ...], units: tuple[orel.Unit, ...], fields: dict[str, Any], path: str) -> None:
    rest = {name: value for name, value in fields.items() if name != "points"}
    with pytest.raises(InvalidRequestError) as caught:
        spend(fields.get("points", 5), orders, *units, **rest)
    assert [problem.path for problem in caught.value.problems] == [path]


@pytest.mark.rule("orel", "4.3.1B-recruit-tq")
def test_the_second_time_nothing_is_said_of_a_marker() -> None:
    def rules(unit: orel.Unit) -> list[str]:
        request = orel.RecruitSpendRequest(side="white", points=4, orders=(order("a", 1),), units=(unit,))
        return [step.rule for step in orel.ruleset.resolve(request, dice=GivenDice(())).record.steps]

    fresh = foot("a", 2, reduced_steps=2)
    assert "4.3.1B-recruit-tq" in rules(fresh)
    assert "4.3.1B-recruit-tq" not in rules(evolve(fresh, recruits_marker=True))
