"""Arcs of fire and enfilades, by facts and on a table."""

from __future__ import annotations

from fractions import Fraction
from math import atan2, cos, radians, sin
from math import degrees as in_degrees
from typing import Any

import pytest
from attrs import evolve
from hypothesis import assume, given
from hypothesis import strategies as st
from red_actions_asking import answer
from red_actions_ground import ONE_INCH

from rcw_rules import red_actions as ra
from rcw_rules.kernel.angles import degrees
from rcw_rules.kernel.errors import IllegalRequestError, InvalidRequestError
from rcw_rules.kernel.geometry.table import Base, in_column, in_line, point
from rcw_rules.kernel.lengths import inches
from rcw_rules.red_actions.ground import Mount
from rcw_rules.red_actions.positions import (
    enfilade_of,
    fire_arc_of,
    wedges_of,
)


def arc(mount: Mount, *angles: str, **fields: Any) -> tuple[bool, ...]:
    aims = tuple(ra.Aim(angle=degrees(angle)) for angle in angles)
    found: tuple[bool, ...] = answer(ra.FireArcRequest(mount=mount, aims=aims, **fields)).in_arc
    return found


# --- Arcs ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("red_actions", "arc-foot")
def test_troops_shoot_22_degrees_to_each_side() -> None:
    assert arc("troops", "22", "-22", "22.5", "-22.001", "0", "180") == (True, True, False, False, True, False)


@pytest.mark.rule("red_actions", "arc-foot")
def test_tachankas_shoot_as_far_to_their_rear() -> None:
    assert arc("tachanka", "180", "-180", "158", "-158", "157.9", "0") == (True, True, True, True, False, False)


@pytest.mark.rule("red_actions", "arc-foot")
def test_friends_in_the_line_of_fire_bar_a_base_that_has_the_target_in_arc() -> None:
    aims = tuple(
        ra.Aim(angle=degrees(angle), blocked=blocked) for angle, blocked in ((0, False), (5, True), (40, False))
    )
    outcome = answer(ra.FireArcRequest(mount="troops", aims=aims))
    assert (outcome.in_arc, outcome.able) == ((True, True, False), 1)


@pytest.mark.rule("red_actions", "arc-vehicles")
def test_turrets_turn_all_round() -> None:
    assert arc("turret", "0", "90", "-90", "180", "-135", "45") == (True,) * 6


@pytest.mark.rule("red_actions", "arc-vehicles")
@pytest.mark.parametrize(
    ("side", "inside", "outside"),
    [("left", "-90", "90"), ("right", "90", "-90"), ("left", "-1", "1"), ("right", "0", "-1")],
)
def test_a_sponson_covers_its_side(side: Any, inside: str, outside: str) -> None:
    # 90 degrees off its sideways axis: straight ahead and straight behind are just inside.
    assert arc("sponson", inside, outside, "0", "180", weapon=side) == (True, False, True, True)


@pytest.mark.rule("red_actions", "arc-vehicles")
def test_fixed_weapons_have_45_degrees_to_each_side_of_where_they_point() -> None:
    assert arc("fixed", "45", "-45", "45.001", "180") == (True, True, False, False)
    assert arc("fixed", "135", "45", "90", "-90", "136", weapon="right") == (True, True, True, False, False)
    assert arc("fixed", "135", "-135", "180", "134.9", weapon="rear") == (True, True, True, False)


@pytest.mark.rule("red_actions", "arc-sponson-limit", "tank-sponsons")
def test_a_tank_fires_one_sponson_in_a_turn() -> None:
    request = ra.FireArcRequest(mount="sponson", weapon="left", fired_to="right", aims=(ra.Aim(angle=degrees(-90)),))
    with pytest.raises(IllegalRequestError, match=r"\$\.weapon: the sponson on the right has fired.*tank-sponsons"):
        answer(request)
    assert answer(evolve(request, fired_to="left")).in_arc == (True,)
    assert answer(evolve(request, fired_to=None)).in_arc == (True,)


@pytest.mark.rule("red_actions", "train-artillery-car")
def test_the_guns_of_trains() -> None:
    assert arc("train_gun", "45", "46", "-45", "180") == (True, False, True, False)
    # All but 22 degrees to each side of its own train, which is straight behind it.
    assert arc("train_turret", "0", "157.9", "158", "180", "-158", "-157") == (True, True, False, False, False, True)


@pytest.mark.rule("red_actions", "train-artillery-car", "train-mg-car")
@pytest.mark.parametrize("mount", ["train_gun", "train_turret"])
def test_guns_wait_for_the_train_to_stop_and_machine_guns_do_not(mount: Any) -> None:
    with pytest.raises(IllegalRequestError, match=r"\$\.train_moves: .*train-artillery-car"):
        arc(mount, "0", train_moves=True)
    assert arc(mount, "0") == (True,)
    assert arc("train_machine_guns", "45", "46", train_moves=True) == (True, False)


@pytest.mark.rule("red_actions", "train-mg-car")
def test_machine_guns_of_trains_look_ahead_or_to_a_side() -> None:
    assert arc("train_machine_guns", "90", "135", "136", "44.9", weapon="right") == (True, True, False, False)
    assert arc("train_machine_guns", "-90", "-136", "90", weapon="left") == (True, False, False)


@pytest.mark.rule(
    "red_actions", "arc-vehicles", "arc-foot", "arc-sponson-limit", "train-artillery-car", "defs-unit-size"
)
@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"mount": "sponson"}, r"\$\.weapon: is missing.*arc-vehicles"),
        ({"mount": "sponson", "weapon": "front"}, r"\$\.weapon: .*left or right, not to the front.*arc-vehicles"),
        ({"mount": "train_machine_guns", "weapon": "rear"}, r"\$\.weapon: .*arc-vehicles"),
        ({"mount": "troops", "weapon": "left"}, r"\$\.weapon: the mount troops settles.*arc-vehicles"),
        ({"mount": "turret", "fired_to": "left"}, r"\$\.fired_to: .*arc-sponson-limit"),
        ({"mount": "fixed", "train_moves": True}, r"\$\.train_moves: .*train-artillery-car"),
        ({"mount": "troops", "aims": ()}, r"\$\.aims: .*defs-unit-size"),
        ({"mount": "troops", "aims": (ra.Aim(angle=degrees(181)),)}, r"\$\.aims\[0\]\.angle: .*arc-foot"),
        ({"mount": "cannon"}, r"\$\.mount: expected one of"),
    ],
)
def test_what_contradicts_itself_is_refused(fields: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidRequestError, match=message):
        answer(ra.FireArcRequest(**{"aims": (ra.Aim(angle=degrees(0)),), **fields}))


@pytest.mark.rule("red_actions", "arc-foot", "arc-vehicles", "train-artillery-car", "train-mg-car")
@pytest.mark.parametrize(
    ("arm", "fields", "mount"),
    [
        ("rifle", {}, "troops"),
        ("mg", {}, "troops"),
        ("sabres", {}, "troops"),
        ("gun", {}, "troops"),
        ("mortar", {}, "troops"),
        ("officer", {}, "troops"),
        ("tachanka", {}, "tachanka"),
        ("tank", {"sponsons": True}, "sponson"),
        ("tank", {"turret": True}, "turret"),
        ("armoured_car", {"turret": True}, "turret"),
        ("armoured_car", {}, "fixed"),
        ("train_artillery", {}, "train_gun"),
        ("train_artillery", {"turret": True}, "train_turret"),
        ("train_mg", {}, "train_machine_guns"),
        ("train_engine", {}, None),
        ("train_other", {}, None),
    ],
)
def test_the_card_tells_how_weapons_are_carried(arm: Any, fields: dict[str, Any], mount: str | None) -> None:
    assert ra.mount_of(ra.TroopCard(id="x", name="x", arm=arm, speed=inches(6), **fields)) == mount


@pytest.mark.rule("red_actions", "arc-foot")
def test_a_table_gives_the_angles_that_a_protractor_shows() -> None:
    # Three bases of 1 inch abreast, the nearest corner of the target 4 inches to the right of the middle and 10 ahead.
    rifles = in_line("rifles", 3, point(20, 10), degrees(0), **ONE_INCH)
    target = in_line("target", 2, point(25, 20), degrees(180), **ONE_INCH)
    by_hand = [in_degrees(atan2(right, 10)) for right in (5, 4, 3)]
    request = fire_arc_of("troops", rifles, target)
    assert [float(aim.angle.as_decimal()) for aim in request.aims] == pytest.approx(by_hand, abs=0.0006)
    measured = ra.FireArcRequest(mount="troops", aims=tuple(ra.Aim(angle=degrees(a)) for a in ("26.6", "21.8", "16.7")))
    assert answer(request) == answer(measured)
    assert answer(request).in_arc == (False, True, True)


@pytest.mark.rule("red_actions", "arc-foot", "arc-vehicles")
def test_on_a_table_each_weapon_fires_out_of_its_own_edge() -> None:
    cart = Base(at=point(20, 20), facing=degrees(0), frontage=inches(1), depth=inches(2))
    # Its rear is at 18: the target's nearest point is 3 inches behind that and 1 to the right.
    behind = in_line("behind", 1, point("21.5", 15), degrees(0), **ONE_INCH)
    request = fire_arc_of("tachanka", cart, behind)
    assert float(request.aims[0].angle.as_decimal()) == pytest.approx(180 - in_degrees(atan2(1, 3)), abs=0.0006)
    assert answer(request).able == 1
    assert answer(fire_arc_of("troops", cart, behind)).able == 0
    beside = in_line("beside", 1, point(26, 19), degrees(270), **ONE_INCH)
    assert [answer(fire_arc_of("sponson", cart, beside, weapon=side)).able for side in ("left", "right")] == [0, 1]
    assert str(fire_arc_of("sponson", cart, beside, weapon="right").aims[0].angle) == "90°"


@pytest.mark.rule("red_actions", "arc-foot")
def test_on_a_table_friends_bar_the_line_of_fire() -> None:
    rifles = in_line("rifles", 2, point(20, 10), degrees(0), **ONE_INCH)
    target = in_line("target", 2, point(20, 20), degrees(180), **ONE_INCH)
    friends = in_line("friends", 1, point("20.5", 15), degrees(0), **ONE_INCH)
    assert [aim.blocked for aim in fire_arc_of("troops", rifles, target, friends=[friends]).aims] == [False, True]
    assert [aim.blocked for aim in fire_arc_of("troops", rifles, target).aims] == [False, False]
    below = fire_arc_of("troops", rifles, target, friends=[friends], lower=[friends])
    assert [aim.blocked for aim in below.aims] == [False, False]
    # In column only the first base has nobody of its own before it; those behind it bar nobody.
    column = in_column("column", 3, point(20, 10), degrees(0), **ONE_INCH)
    assert [aim.blocked for aim in fire_arc_of("troops", column, target).aims] == [False, True, True]


# --- Enfilade -----------------------------------------------------------------------------------------------------


def beside(along: str, ahead: str = "0", behind: str = "0", flank: Any = "right") -> ra.Beside:
    return ra.Beside(flank=flank, from_far_end=inches(along), ahead=inches(ahead), behind=inches(behind))


@pytest.mark.rule("red_actions", "arc-enfilade")
@pytest.mark.parametrize(
    ("place", "enfiladed"),
    [
        (beside("14", "2.7"), True),  # atan(2.7 / 14) is 10.9 degrees
        (beside("14", "2.8"), False),  # 11.3
        (beside("14", behind="2.7"), True),
        (beside("14", behind="2.8"), False),
        (beside("14"), True),
        (beside("14", "2.7", flank="left"), True),
    ],
)
def test_the_wedge_opens_11_degrees_from_the_far_end(place: ra.Beside, enfiladed: bool) -> None:
    outcome = answer(ra.EnfiladeRequest(shooters=(place,)))
    assert (outcome.enfiladed, outcome.inside) == (enfiladed, (enfiladed,))
    assert outcome.flank == (place.flank if enfiladed else None)


@pytest.mark.rule("red_actions", "arc-enfilade")
def test_who_is_not_in_line_is_not_enfiladed() -> None:
    outcome = answer(ra.EnfiladeRequest(in_line=False, shooters=(beside("14"),)))
    assert (outcome.enfiladed, outcome.inside) == (False, (False,))


@pytest.mark.rule("red_actions", "arc-enfilade", "conv-within")
def test_most_shooters_must_fire_along_it_from_one_flank() -> None:
    inside, outside, other = beside("14"), beside("14", "9"), beside("14", flank="left")
    for shooters, flank in [
        ((inside, outside), None),  # half is not most
        ((inside, inside, outside), "right"),
        ((inside, other), None),
        ((inside, other, outside), None),
        ((other, other, inside), "left"),
    ]:
        assert answer(ra.EnfiladeRequest(shooters=shooters)).flank == flank


@pytest.mark.rule("red_actions", "arc-enfilade")
@pytest.mark.parametrize(
    ("place", "path"),
    [(beside("14", "1", "1"), r"\.behind"), (beside("0"), r"\.from_far_end")],
)
def test_impossible_places_are_refused(place: ra.Beside, path: str) -> None:
    with pytest.raises(InvalidRequestError, match=rf"\$\.shooters\[0\]{path}: .*arc-enfilade"):
        answer(ra.EnfiladeRequest(shooters=(place,)))
    with pytest.raises(InvalidRequestError, match=r"\$\.shooters: .*defs-unit-size"):
        answer(ra.EnfiladeRequest(shooters=()))


@pytest.mark.rule("red_actions", "arc-enfilade")
def test_enfilade_on_a_table_is_what_a_ruler_shows() -> None:
    # A line 4 inches long and 1 deep, its right end at x = 14; the shooter 10 inches beyond, 2.7 or 2.8 ahead.
    line = in_line("line", 4, point(12, 10), degrees(0), **ONE_INCH)
    for y, by_hand in [
        ("12.7", beside("14", "2.7")),
        ("12.8", beside("14", "2.8")),
        ("9.5", beside("14")),
        ("6.3", beside("14", behind="2.7")),
    ]:
        shooter = Base(at=point(24, y), facing=degrees(270), **ONE_INCH)
        request = enfilade_of(line, [shooter])
        assert request.shooters == (by_hand,)
        assert answer(request) == answer(ra.EnfiladeRequest(shooters=(by_hand,)))
        assert answer(request).enfiladed == wedges_of(line, [shooter]).is_enfiladed
    column = in_column("column", 4, point(12, 10), degrees(0), **ONE_INCH)
    assert not answer(enfilade_of(column, [Base(at=point(24, 9), facing=degrees(270), **ONE_INCH)])).enfiladed


@pytest.mark.rule("red_actions", "arc-enfilade")
@given(
    st.lists(st.tuples(st.booleans(), st.integers(10, 20_000), st.integers(-8_000, 8_000)), min_size=1, max_size=5),
    st.integers(0, 359),
)
def test_enfilade_by_trigonometry(places: list[tuple[bool, int, int]], turn: int) -> None:
    # Shooters beyond the left or right end by so many thousandths, and ahead or behind of the front line by so many.
    middle, facing = point(40, 40), degrees(turn)
    line = in_line("line", 4, middle, facing, **ONE_INCH)
    counts = {"left": 0, "right": 0}
    shooters: list[Base] = []
    for is_left, beyond, ahead in places:
        aside = Fraction(ahead if ahead > 0 else max(0, -1000 - ahead))
        angle = in_degrees(atan2(aside, beyond + 4000))
        # Positions on the table are rounded by up to 0.0005 each way, of a shooter and of a corner, and so are the
        # facts: at most 3 * 0.0005 * sqrt(2) = 0.00213 in all. Where the wedge is nearest, 4.01 / cos(11) = 4.085 from
        # its corner, that is 0.00213 / 4.085 radians, 0.0298 degrees.
        assume(abs(angle - 11) > 0.04)
        counts["left" if is_left else "right"] += angle < 11
        across, along = (-1 if is_left else 1) * (2 + beyond / 1000), ahead / 1000
        east = 40 + across * cos(radians(turn)) + along * sin(radians(turn))
        north = 40 - across * sin(radians(turn)) + along * cos(radians(turn))
        at = point(f"{east:.3f}", f"{north:.3f}")
        shooters.append(Base(at=at, facing=degrees(0), **ONE_INCH))
    expected = next((flank for flank, count in counts.items() if 2 * count > len(places)), None)
    assert answer(enfilade_of(line, shooters)).flank == expected
    assert wedges_of(line, shooters).flank == expected
