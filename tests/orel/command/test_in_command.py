"""Command: main bodies, who commands whom, and the printed marks."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from rcw_rules import GivenDice, InvalidRequestError, orel
from rcw_rules.kernel.geometry.hexes import HexGrid, HexMap
from rcw_rules.orel.command import MainBody
from rcw_rules.orel.scenarios import order_of_battle

ORDER = order_of_battle()
FIGURES: dict[str, dict[str, Any]] = {
    "infantry": {"tq": 4, "steps": 3, "strength": 4},
    "cavalry": {"tq": 4, "steps": 2, "strength_dismounted": 2, "strength_charge": 3},
    "artillery": {"tq": 4, "fire": 4},
    "horse_artillery": {"tq": 4, "fire": 3},
    "armoured_car": {"strength": 2},
}


def unit(key: str, place: str | None, formation: str = "F", type: str = "infantry", **fields: Any) -> orel.Unit:  # noqa: A002
    given_fields: dict[str, Any] = {"key": key, "side": "white", "type": type, "hex": place, "formation": formation}
    return orel.Unit(**{**given_fields, **FIGURES[type], **fields})


def red(key: str, place: str | None, formation: str = "F", type: str = "infantry", **fields: Any) -> orel.Unit:  # noqa: A002
    return unit(key, place, formation, type, side="red", **fields)


def check(
    *units: orel.Unit, side: Any = "white", day: Any = 15, choices: dict[str, Any] | None = None, **fields: Any
) -> orel.CommandOutcome:
    request = orel.CommandRequest(side=side, day=day, units=units, **fields)
    return orel.ruleset.resolve(request, dice=GivenDice(()), choices=choices).outcome


def bodies(outcome: orel.CommandOutcome) -> list[tuple[str, ...]]:
    return [body.units for body in outcome.main_bodies]


def status(outcome: orel.CommandOutcome, key: str) -> orel.CommandStatus:
    return next(each for each in outcome.statuses if each.unit == key)


def rules_of(*units: orel.Unit, side: Any = "white", day: Any = 15, **fields: Any) -> list[str]:
    request = orel.CommandRequest(side=side, day=day, units=units, **fields)
    record = orel.ruleset.resolve(request, dice=GivenDice(())).record
    return [step.rule for step in record.steps][1:]


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


# -------------------------------------------------------------------- equal groups


@pytest.mark.rule("orel", "5.2.1-ties")
def test_a_chosen_group_stays_until_a_larger_one_is_there() -> None:
    two = (unit("a1", "1005"), unit("a2", "1005"), unit("b1", "2005"), unit("b2", "2005"))
    kept = check(*two, former=(MainBody(formation="F", units=("b1", "b2")),))
    assert bodies(kept) == [("b1", "b2")]
    larger = check(*two, unit("a3", "1005"), former=(MainBody(formation="F", units=("b1", "b2")),))
    assert bodies(larger) == [("a1", "a2", "a3")]


@pytest.mark.rule("orel", "5.2.1-ties")
def test_the_group_with_most_former_members_stays() -> None:
    units = (unit("a", "1005"), unit("b", "1005"), unit("c", "2005"), unit("d", "2005"))
    former = (MainBody(formation="F", units=("c", "d", "gone")),)
    assert bodies(check(*units, former=former)) == [("c", "d")]
    # One of three has gone over; two of the former body are in the second group.
    mixed = (MainBody(formation="F", units=("a", "c", "d")),)
    assert bodies(check(*units, former=mixed)) == [("c", "d")]


@pytest.mark.rule("orel", "5.2.1-ties")
def test_equal_shares_of_the_former_body_ask_the_owner_again() -> None:
    units = (unit("a", "1005"), unit("b", "1005"), unit("c", "2005"), unit("d", "2005"))
    asked: list[Any] = []

    def pick(groups: Any, alternatives: Any) -> Any:
        asked.append((groups.formation, tuple(tuple(each.key for each in group) for group in groups.groups)))
        return alternatives[-1]

    former = (MainBody(formation="F", units=("a", "c")),)
    assert bodies(check(*units, former=former, choices={"main_body": pick})) == [("c", "d")]
    assert asked == [("F", (("a", "b"), ("c", "d")))]


@pytest.mark.rule("orel", "5.2.1-ties")
def test_the_default_takes_most_steps_then_the_lowest_key() -> None:
    assert bodies(check(unit("a", "1005"), unit("b", "2005", steps=4))) == [("b",)]
    assert bodies(check(unit("b", "1005"), unit("a", "2005"))) == [("a",)]


@pytest.mark.rule("orel", "5.2.1-ties", "D-values")
def test_illustrative_steps_that_decide_are_told() -> None:
    assert "D-values" in rules_of(*ORDER.units_of("7D"), side="red")
    assert "D-values" not in rules_of(unit("a", "1005"), unit("b", "2005"))


# -------------------------------------------------------------------- two main bodies


def division(*places: str) -> tuple[orel.Unit, ...]:
    return tuple(red(f"{number}", place, "41D") for number, place in enumerate(places, start=1))


@pytest.mark.rule("orel", "5.2.1-two-bodies")
def test_the_41st_division_has_two_main_bodies() -> None:
    outcome = check(*division("0505", "0506", "1505", "2505", "2506", "2507"), side="red")
    assert bodies(outcome) == [("4", "5", "6"), ("1", "2")]
    assert outcome.out_of_command == ("3",)
    assert bodies(check(*division("0505", "1505", "1506"), side="red")) == [("1",), ("2", "3")]


@pytest.mark.rule("orel", "5.2.1-two-bodies", "EX-command")
def test_the_41st_division_at_set_up() -> None:
    units = ORDER.units_of("41D")
    outcome = check(*units, side="red", choices={"main_body": lambda groups, alternatives: ("R:1/41D",)})
    assert bodies(outcome) == [("R:1/41S", "R:3/41D", "R:4/41D"), ("R:1/41D",)]
    assert [key for key in outcome.out_of_command if key != "R:14bgde/41D"] == ["R:2/41D", "R:2/41S"]


@pytest.mark.rule("orel", "5.2.1-two-bodies", "5.2.1-ties", "10.1-brasovo")
def test_both_former_main_bodies_stay_among_equals() -> None:
    units = division("0505", "1505", "2505")
    for kept in (("1", "3"), ("2", "3"), ("1", "2")):
        former = tuple(MainBody(formation="41D", units=(key,)) for key in kept)
        assert bodies(check(*units, side="red", former=former)) == [(key,) for key in kept]


@pytest.mark.rule("orel", "5.2.1-two-bodies", "5.2.1-ties")
def test_a_larger_group_takes_the_place_of_one_of_two_equals() -> None:
    units = (*division("0505", "1505", "2505"), red("4", "2506", "41D"))
    former = (MainBody(formation="41D", units=("1",)), MainBody(formation="41D", units=("2",)))
    asked: list[Any] = []

    def pick(groups: Any, alternatives: Any) -> Any:
        asked.append(alternatives)
        return ("2",)

    assert bodies(check(*units, side="red", former=former, choices={"main_body": pick})) == [("3", "4"), ("2",)]
    assert asked == [(("1",), ("2",))]
    # A group of one that was no main body is not among the alternatives.
    more = (*units, red("5", "1515", "41D"))
    check(*more, side="red", former=former, choices={"main_body": pick})
    assert asked == [(("1",), ("2",))] * 2
    # A third group of one has no claim beside a former body that is as large.
    assert bodies(check(*units, side="red", former=former[1:])) == [("3", "4"), ("2",)]


@pytest.mark.rule("orel", "5.2.1-two-bodies")
def test_other_formations_have_one_main_body() -> None:
    with pytest.raises(InvalidRequestError, match=r"\[5\.2\.1-two-bodies\]") as caught:
        check(unit("a", "1005"), former=tuple(MainBody(formation="F", units=(key,)) for key in "ab"))
    assert [problem.path for problem in caught.value.problems] == ["$.former[1].formation"]
    check(*division("0505"), side="red", former=tuple(MainBody(formation="41D", units=(key,)) for key in "12"))


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
    # Not from a group that is no main body.
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


# -------------------------------------------------------------------- the set-up


@pytest.mark.rule("orel", "EX-command", "5.2-timing", "5.2.1-group", "5.2.1-cavalry", "5.2.1-artillery")
def test_the_printed_marks_of_the_set_up() -> None:
    former = (
        MainBody(formation="7D", units=("R:2/7D",)),
        MainBody(formation="41D", units=("R:1/41D",)),
    )
    out = [
        key
        for side in ("red", "white")
        for key in check(
            *ORDER.units, side=side, depots=ORDER.depots, former=former if side == "red" else ()
        ).out_of_command
    ]
    printed = {each.key for each in ORDER.units if each.out_of_command}
    assert printed == {"R:1/7D", "R:3/7D", "R:2/41D", "R:2/41S", "R:4/Let", "W:Cv/83S"}
    assert sorted(out) == sorted(printed | {"W:1/83S", "R:14bgde/41D"})
    assert not ORDER.unit("W:1/83S").out_of_command  # the printed status, until the first check


@pytest.mark.rule("orel", "EX-command")
def test_a_policy_can_choose_the_main_bodies_of_the_set_up() -> None:
    def pick(groups: Any, alternatives: Any) -> Any:
        return ("R:2/7D",) if groups.formation == "7D" else ("R:1/41D",)

    outcome = check(*ORDER.units, side="red", choices={"main_body": pick})
    expected = {"R:1/7D", "R:3/7D", "R:2/41D", "R:2/41S", "R:4/Let", "R:14bgde/41D"}
    assert set(outcome.out_of_command) == expected
    assert {each.key for each in outcome.units} == {"R:14bgde/41D"}


@pytest.mark.rule("orel", "EX-command")
def test_the_examples_of_the_set_up() -> None:
    told = {
        "red-command-at-set-up": {"R:1/7D", "R:3/7D", "R:2/41D", "R:2/41S", "R:4/Let", "R:14bgde/41D"},
        "white-command-at-set-up": {"W:Cv/83S", "W:1/83S"},
    }
    for example in orel.ruleset.examples:
        if example.id in told:
            outcome = orel.ruleset.resolve(example.request(), dice=GivenDice(example.faces)).outcome
            assert set(outcome.out_of_command) == told.pop(example.id)
    assert not told


# -------------------------------------------------------------------- the record and bad input


@pytest.mark.rule("orel", "5.1-formations", "5.1-exempt", "7.4-command")
def test_the_record_cites_the_rule_of_every_decision() -> None:
    units = (
        unit("a", "1005"), unit("cv", "1006", type="cavalry"), unit("gun", "1006", type="artillery"),
        unit("car", "1007", "", type="armoured_car"), unit("rec", "1007", "", recruit_battalion=True),
        unit("res", "1007", "", independent=True, division="D"), unit("new", "3010", "G"),
    )  # fmt: skip
    assert rules_of(*units, arrivals=("new",)) == [
        "5.2.1-group", "5.2.1-group", "5.2.1-cavalry", "5.2.1-artillery", "5.1-exempt", "5.1-recruits",
        "5.1-white-independents", "7.4-command",
    ]  # fmt: skip


@pytest.mark.rule("orel", "5.1-formations", "X-bad-units", "5.1-white-independents", "7.4-command")
@pytest.mark.parametrize(
    ("units", "fields", "path", "rule"),
    [
        ((unit("a", "1005", ""),), {}, "$.units[0].formation", "5.1-formations"),
        ((unit("a", "1005", recruit_battalion=True),), {}, "$.units[0].formation", "5.1-formations"),
        ((unit("a", "1005", "", independent=True),), {}, "$.units[0].division", "5.1-white-independents"),
        ((unit("a", "3321"),), {}, "$.units[0].hex", "X-bad-units"),
        ((unit("a", "1005"), unit("a", "1006")), {}, "$.units[1].key", "X-bad-units"),
        ((unit("a", "1005"), red("b", "1005")), {}, "$.units[1].hex", "X-bad-units"),
        ((unit("a", "1005"), red("b", "1006")), {"arrivals": ("b",)}, "$.arrivals[0]", "X-bad-units"),
    ],
)
def test_bad_input(units: tuple[orel.Unit, ...], fields: dict[str, Any], path: str, rule: str) -> None:
    with pytest.raises(InvalidRequestError) as caught:
        check(*units, **fields)
    assert [(problem.path, problem.rule) for problem in caught.value.problems] == [(path, rule)]


@pytest.mark.rule("orel", "5.1-white-independents")
def test_there_are_no_red_independents() -> None:
    with pytest.raises(InvalidRequestError, match=r"\$\.units\[0\]\.independent.*\[5.1-white-independents\]"):
        check(red("a", "1005", "", independent=True, division="D"), side="red")


@pytest.mark.rule("orel", "5.1-formations")
def test_enemies_need_no_formation() -> None:
    assert bodies(check(unit("a", "1005"), red("b", "1006", ""))) == [("a",)]
