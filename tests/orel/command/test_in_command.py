"""Command: main bodies, who commands whom, and the printed marks."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from orel_formations import ORDER, bodies, check, red, unit

from rcw_rules import orel
from rcw_rules.kernel.geometry.hexes import HexGrid, HexMap


def status(outcome: orel.CommandOutcome, key: str) -> orel.CommandStatus:
    return next(each for each in outcome.statuses if each.unit == key)


# -------------------------------------------------------------------- groups


@pytest.mark.rule("orel", "5.2.1-group")
def test_white_battalions_three_hexes_apart_chain() -> None:
    assert bodies(check(unit("a", "1005"), unit("b", "1008"), unit("c", "1011"))) == [("a", "b", "c")]
    assert bodies(check(unit("a", "1005"), unit("b", "1008"), unit("c", "1012"))) == [("a", "b")]


@pytest.mark.rule("orel", "5.2.1-group")
def test_red_regiments_link_over_two_hexes() -> None:
    outcome = check(red("a", "1005"), red("b", "1007"), red("c", "1010"), side="red")
    assert bodies(outcome) == [("a", "b")]
    assert outcome.out_of_command == ("c",)
    assert status(outcome, "c") == orel.CommandStatus(
        unit="c", in_command=False, reason="outside_main_body", distance=3
    )
    assert status(outcome, "a").reason == "main_body"
    assert [each.key for each in outcome.units] == ["c"]
    assert outcome.units[0].out_of_command


@pytest.mark.rule("orel", "5.2.1-group", "5.2-timing")
def test_the_seventh_division_stands_in_three_groups_of_one() -> None:
    units = ORDER.units_of("7D")
    for chosen in (("R:1/7D",), ("R:2/7D",), ("R:3/7D",)):
        seen: list[Any] = []

        def pick(groups: Any, alternatives: Any, wanted: Any = chosen, seen: Any = seen) -> Any:
            seen.append(alternatives)
            return wanted

        outcome = check(*units, side="red", choices={"main_body": pick})
        assert seen == [(("R:1/7D",), ("R:2/7D",), ("R:3/7D",))]
        assert bodies(outcome) == [chosen]


@pytest.mark.rule("orel", "5.2.1-group")
def test_units_are_counted_not_steps_and_not_hexes() -> None:
    far = unit("strong", "2005", steps=9, strength=9)
    assert bodies(check(far, unit("a", "1005"), unit("b", "1005"))) == [("a", "b")]
    assert bodies(check(unit("a", "1005"), unit("b", "1008"), *(unit(f"c{n}", "2005") for n in range(3)))) == [
        ("c0", "c1", "c2")
    ]


@pytest.mark.rule("orel", "5.2.1-group")
def test_a_lone_battalion_is_a_group_and_without_infantry_there_is_no_main_body() -> None:
    assert bodies(check(unit("a", "1005"))) == [("a",)]
    outcome = check(unit("gun", "1005", type="artillery"), unit("cv", "1005", type="cavalry"))
    assert bodies(outcome) == []
    assert outcome.out_of_command == ("gun", "cv")
    assert status(outcome, "gun") == orel.CommandStatus(unit="gun", in_command=False, reason="no_main_body")


@pytest.mark.rule("orel", "5.2.1-group")
def test_neither_cavalry_nor_recruits_nor_other_formations_make_an_infantry_group() -> None:
    recruits = unit("rec", "1008", "", recruit_battalion=True)
    others = (unit("cv", "1008", type="cavalry"), recruits, unit("x", "1008", "G"))
    assert bodies(check(unit("a", "1005"), unit("b", "1011"), unit("c", "1011"), *others)) == [("b", "c"), ("x",)]


@pytest.mark.rule("orel", "0-hex-layout", "5.2.1-group")
def test_the_printed_distances_decide() -> None:
    # 1610 and 1712 are 2 apart, 1509 and 1411 are 3 apart: the stagger of the columns decides both.
    assert bodies(check(red("a", "1610"), red("b", "1712"), side="red")) == [("a", "b")]
    assert len(check(red("a", "1509"), red("b", "1411"), side="red").out_of_command) == 1


# -------------------------------------------------------------------- lines


@pytest.mark.rule("orel", "5.2.1-lines")
def test_enemy_units_stop_a_line_and_their_zones_do_not() -> None:
    # On a strip one hex wide there is no way around.
    strip = HexMap(title="strip", grid=HexGrid(columns=1, rows=12))
    pair = (unit("a", "0102"), unit("b", "0104"))
    foe = red("foe", "0103", "", type="armoured_car")
    assert bodies(check(*pair, board=strip)) == [("a", "b")]
    outcome = check(*pair, foe, board=strip)
    assert bodies(outcome) == [("a",)]
    assert status(outcome, "b").distance is None
    depot = orel.Depot(key="convoi", side="red", kind="convoi", capacity=2, hex="0103")
    assert bodies(check(*pair, board=strip, depots=(depot,))) == [("a",)]
    own = evolve(depot, side="white")
    assert bodies(check(*pair, board=strip, depots=(own,))) == [("a", "b")]
    beside = red("foe", "0105")
    assert bodies(check(*pair, beside, board=strip)) == [("a", "b")]


@pytest.mark.rule("orel", "5.2.1-lines")
def test_a_detour_of_four_is_too_long_for_white() -> None:
    # 1005 and 1107 are 2 apart, over 1006 or 1106. Around both, the shortest way is 0906, 0907, 1007, 1107.
    a, b = unit("a", "1005"), unit("b", "1107")
    foes = (red("x", "1006"), red("y", "1106"))
    assert bodies(check(a, b, foes[0])) == [("a", "b")]
    assert bodies(check(a, b, foes[1])) == [("a", "b")]
    outcome = check(a, b, *foes)
    assert bodies(outcome) == [("a",)]
    assert status(outcome, "b").distance == 4


@pytest.mark.rule("orel", "5.2.1-lines")
def test_an_enemy_zone_of_control_between_does_not_matter() -> None:
    a, b = unit("a", "1005"), unit("b", "1008")
    assert bodies(check(a, b, red("x", "1105"), red("y", "0907"))) == [("a", "b")]


# -------------------------------------------------------------------- cavalry and artillery


@pytest.mark.rule("orel", "5.2.1-cavalry")
@pytest.mark.parametrize(("side", "distance", "expected"), [("white", 3, True), ("white", 4, False), ("red", 3, True)])
def test_cavalry_is_in_command_within_three_hexes(side: Any, distance: int, expected: bool) -> None:
    outcome = check(
        unit("a", "1005", side=side), unit("cv", f"10{5 + distance:02}", type="cavalry", side=side), side=side
    )
    assert status(outcome, "cv") == orel.CommandStatus(
        unit="cv",
        in_command=expected,
        reason="near_main_body" if expected else "out_of_reach",
        commander="F" if expected else "",
        distance=distance,
    )


@pytest.mark.rule("orel", "5.2.1-cavalry")
def test_the_squadron_of_the_83rd_is_too_far() -> None:
    outcome = check(*ORDER.units_of("83S"))
    assert status(outcome, "W:Cv/83S").distance == 4
    assert status(outcome, "W:Cv/83S").reason == "out_of_reach"


@pytest.mark.rule("orel", "5.2.1-artillery")
@pytest.mark.parametrize("type", ["artillery", "horse_artillery"])
@pytest.mark.parametrize(
    ("side", "distance", "expected"), [("white", 3, True), ("white", 4, False), ("red", 2, True), ("red", 3, False)]
)
def test_artillery_is_in_command_within_three_or_two_hexes(
    type: str,  # noqa: A002
    side: Any,
    distance: int,
    expected: bool,
) -> None:
    outcome = check(unit("a", "1005", side=side), unit("gun", f"10{5 + distance:02}", type=type, side=side), side=side)
    assert status(outcome, "gun").in_command == expected


@pytest.mark.rule("orel", "5.2.1-artillery")
def test_horse_artillery_of_the_14th_brigade_three_hexes_away() -> None:
    outcome = check(*ORDER.units_of("41D"), side="red")
    assert status(outcome, "R:14bgde/41D").distance == 3
    assert not status(outcome, "R:14bgde/41D").in_command
    assert status(outcome, "R:14/41D").in_command


@pytest.mark.rule("orel", "5.2.1-artillery", "5.2.1-cavalry")
def test_only_the_main_body_commands_not_the_rest_of_the_formation() -> None:
    units = (unit("a", "1005"), unit("b", "1005"), unit("c", "2005"), unit("gun", "2005", type="artillery"))
    assert check(*units).out_of_command == ("c", "gun")


@pytest.mark.rule("orel", "5.2.2-cavalry-formations")
@pytest.mark.parametrize(("place", "out"), [("1008", 0), ("1009", 1)])
@pytest.mark.parametrize(("formation", "side"), [("TchKz", "red"), ("Barb", "white")])
def test_cavalry_brigades_link_over_three_hexes(place: str, out: int, formation: str, side: Any) -> None:
    pair = tuple(unit(key, at, formation, type="cavalry", side=side) for key, at in (("1", "1005"), ("2", place)))
    outcome = check(*pair, side=side)
    assert len(outcome.out_of_command) == out
    gun = unit("gun", "1003", formation, type="horse_artillery", side=side)
    assert status(check(*pair, gun, side=side), "gun").in_command
    further = evolve(gun, hex="1002")
    assert status(check(*pair, further, side=side), "gun").in_command == (side == "white")


# -------------------------------------------------------------------- who else commands


@pytest.mark.rule("orel", "5.1-exempt")
def test_a_lone_armoured_car_is_in_command() -> None:
    outcome = check(unit("car", "3020", "", type="armoured_car", out_of_command=True))
    assert status(outcome, "car") == orel.CommandStatus(unit="car", in_command=True, reason="vehicle")
    assert not outcome.units[0].out_of_command


@pytest.mark.rule("orel", "5.1-recruits")
@pytest.mark.parametrize(("place", "expected"), [("2112", True), ("2113", False)])
def test_red_recruits_two_hexes_from_any_main_body(place: str, expected: bool) -> None:
    recruits = red("rec", place, "", recruit_battalion=True)
    outcome = check(red("4/Let", "2110", "Let-2Bde"), recruits, side="red")
    assert status(outcome, "rec").in_command == expected
    assert status(outcome, "rec").commander == ("Let-2Bde" if expected else "")


@pytest.mark.rule("orel", "5.1-recruits")
def test_recruits_of_the_whites_and_near_cavalry_formations_have_three_hexes() -> None:
    recruits = unit("rec", "1008", "", recruit_battalion=True)
    assert status(check(unit("a", "1005"), recruits), "rec").in_command
    assert not status(check(unit("a", "1004"), recruits), "rec").in_command
    horse = red("1", "1005", "TchKz", type="cavalry")
    assert status(check(horse, evolve(recruits, side="red"), side="red"), "rec").in_command
    # Not from a group that is not a main body.
    units = (unit("a", "2005"), unit("b", "2005"), unit("c", "1005"))
    assert not status(check(*units, recruits), "rec").in_command
    assert status(check(recruits), "rec").reason == "no_main_body"


@pytest.mark.rule("orel", "5.1-white-independents")
def test_independent_units_obey_the_formations_of_their_division() -> None:
    reserve = evolve(ORDER.unit("W:Res/3D"), hex="0319")
    ours = evolve(ORDER.unit("W:1/2D"), hex="0317")
    outcome = check(ours, reserve)
    assert status(outcome, "W:Res/3D") == orel.CommandStatus(
        unit="W:Res/3D", in_command=True, reason="near_main_body", commander="2Dr", distance=2
    )
    theirs = evolve(ORDER.unit("W:1/2K"), hex="0317")
    assert status(check(theirs, reserve), "W:Res/3D").reason == "no_main_body"
    assert not status(check(evolve(ours, hex="0315"), reserve), "W:Res/3D").in_command


@pytest.mark.rule("orel", "5.1-white-independents")
@pytest.mark.parametrize("key", ["W:Res/3D", "W:Art/3D", "W:19DrArk"])
def test_independents_of_every_arm_have_three_hexes(key: str) -> None:
    ours = evolve(ORDER.unit("W:1/2D"), hex="1005")
    for place, expected in (("1008", True), ("1009", False)):
        outcome = check(ours, evolve(ORDER.unit(key), hex=place))
        assert status(outcome, key).in_command == expected


@pytest.mark.rule("orel", "5.1-lettone")
def test_lettone_cavalry_and_artillery_obey_each_brigade() -> None:
    cavalry = ORDER.unit("R:Cv/Let")
    assert (cavalry.hex, ORDER.unit("R:6/Let").hex) == ("2107", "2110")
    near = status(check(ORDER.unit("R:6/Let"), cavalry, side="red"), "R:Cv/Let")
    assert (near.in_command, near.commander, near.distance) == (True, "Let-2Bde", 3)
    for key, formation in (("R:1/Let", "Let-1Bde"), ("R:4/Let", "Let-2Bde"), ("R:9/Let", "Let-3Bde")):
        brigade = evolve(ORDER.unit(key), hex="1005")
        for other, reach in (("R:Cv/Let", 3), ("R:Art/Let", 2)):
            for distance in (reach, reach + 1):
                mover = evolve(ORDER.unit(other), hex=f"10{5 + distance:02}")
                found = status(check(brigade, mover, side="red"), other)
                assert (found.in_command, found.commander) == ((True, formation) if distance == reach else (False, ""))
    stranger = evolve(ORDER.unit("R:1/7D"), hex="2107")
    assert not status(check(stranger, cavalry, side="red"), "R:Cv/Let").in_command


@pytest.mark.rule("orel", "5.1-tchkz")
@pytest.mark.parametrize("key", ["R:14/41D", "R:Cv/41S"])
def test_the_8th_cavalry_division_exists_from_the_20th(key: str) -> None:
    brigade = evolve(ORDER.unit("R:1/TchKz"), hex="1005")
    mover = evolve(ORDER.unit(key), hex="1008")
    assert not status(check(brigade, mover, side="red", day=19), key).in_command
    found = check(brigade, mover, side="red", day=20)
    assert status(found, key).commander == "TchKz"
    assert bodies(found) == [("R:1/TchKz",)]  # they do not count for it
    assert not status(check(brigade, evolve(mover, hex="1009"), side="red", day=20), key).in_command
    own = evolve(ORDER.unit("R:1/41D"), hex="1008")
    assert status(check(brigade, own, mover, side="red", day=20), key).commander == "41D"


@pytest.mark.rule("orel", "5.1-tchkz")
def test_the_horse_artillery_of_the_14th_gains_nothing() -> None:
    brigade = evolve(ORDER.unit("R:1/TchKz"), hex="1005")
    gun = evolve(ORDER.unit("R:14bgde/41D"), hex="1005")
    assert not status(check(brigade, gun, side="red", day=20), gun.key).in_command


@pytest.mark.rule("orel", "5.1-formations")
def test_formations_of_the_order_of_battle() -> None:
    assert ORDER.unit("W:1/83S").formation == "83S"
    assert ORDER.unit("W:1/83S").division == "3rd Infantry Division"
    assert ORDER.unit("R:4/Let").formation == "Let-2Bde"
    assert {each.formation for each in check(*ORDER.units, side="red").main_bodies} == {
        "41D", "7D", "9D", "Let-1Bde", "Let-2Bde", "Let-3Bde", "Pavl", "TchKz",
    }  # fmt: skip
    assert {each.formation for each in check(*ORDER.units).main_bodies} == {
        "1Dr", "1K", "2Dr", "2K", "3Dr", "3K", "3M", "83S",
    }  # fmt: skip


@pytest.mark.rule("orel", "7.4-command")
def test_arrivals_are_in_command_wherever_they_are() -> None:
    gun = ORDER.unit("R:Art/57D")
    arrived = check(evolve(gun, hex="0118"), side="red", day=18, arrivals=(gun.key,))
    assert status(arrived, gun.key) == orel.CommandStatus(unit=gun.key, in_command=True, reason="arrival")
    assert status(check(gun, side="red", day=18, arrivals=(gun.key,)), gun.key).in_command
    assert check(evolve(gun, hex="0118"), side="red", day=19).out_of_command == (gun.key,)


@pytest.mark.rule("orel", "5.2-timing")
def test_units_off_the_map_keep_their_mark() -> None:
    outcome = check(unit("a", "1005"), unit("b", None, out_of_command=True))
    assert [each.unit for each in outcome.statuses] == ["a"]
    assert outcome.units == ()


@pytest.mark.rule("orel", "5.2-timing")
def test_marks_come_off_and_only_changed_units_are_returned() -> None:
    marked = unit("b", "1006", out_of_command=True)
    outcome = check(unit("a", "1005"), marked)
    assert outcome.units == (evolve(marked, out_of_command=False),)
