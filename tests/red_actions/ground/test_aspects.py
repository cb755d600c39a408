"""From which side a charge comes, by facts and on a table."""

from __future__ import annotations

from math import atan2, cos, hypot, radians, sin
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from red_actions_asking import answer
from red_actions_ground import ONE_INCH

from rcw_rules import red_actions as ra
from rcw_rules.kernel.angles import degrees
from rcw_rules.kernel.errors import InvalidRequestError
from rcw_rules.kernel.geometry.table import Base, Group, in_line, point
from rcw_rules.red_actions.model import effective_number
from rcw_rules.red_actions.positions import (
    charge_aspect_of,
    is_behind_flanks,
)

# --- The side of a charge -----------------------------------------------------------------------------------------


@pytest.mark.rule("red_actions", "charge-flank", "charge-rear", "conv-within")
@pytest.mark.parametrize("bases", range(1, 7))
def test_most_is_more_than_half_and_the_rear_comes_first(bases: int) -> None:
    for front in range(bases + 1):
        for rear in range(front + 1):
            outcome = answer(ra.ChargeAspectRequest(bases=bases, behind_front=front, behind_rear=rear))
            side = "rear" if rear > bases / 2 else "flank" if front > bases / 2 else "front"
            assert (outcome.aspect, outcome.markers) == (side, {"front": 0, "flank": 1, "rear": 3}[side])


@pytest.mark.rule("red_actions", "charge-flank", "charge-rear")
def test_a_target_that_faces_different_ways_has_neither_flank_nor_rear() -> None:
    request = ra.ChargeAspectRequest(bases=4, behind_front=4, behind_rear=4, target_faces_one_way=False)
    assert answer(request) == ra.ChargeAspectOutcome(aspect="front", markers=0)


@pytest.mark.rule("red_actions", "charge-flank", "charge-rear")
@pytest.mark.parametrize(
    ("behind", "bases", "before", "after", "effective"),
    [("flank", 4, 1, 2, 2), ("rear", 4, 0, 3, 1), ("flank", 2, 2, 3, 0), ("rear", 2, 0, 3, 0)],
)
def test_the_markers_on_contact(behind: str, bases: int, before: int, after: int, effective: int) -> None:
    # The catalogue's cases: with more markers than bases a unit routs, and none counts.
    request = ra.ChargeAspectRequest(bases=3, behind_front=3, behind_rear=3 if behind == "rear" else 0)
    markers = before + answer(request).markers
    assert markers == after
    assert effective_number(bases, markers) == effective


@pytest.mark.rule("red_actions", "conv-bad-input", "defs-unit-size")
@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"bases": 3, "behind_front": 4}, r"\$\.behind_front: 4 bases are more than the 3.*conv-bad-input"),
        ({"bases": 3, "behind_front": 1, "behind_rear": 2}, r"\$\.behind_rear: .*conv-bad-input"),
        ({"bases": 0}, r"\$\.bases: .*defs-unit-size"),
        ({"bases": 7}, r"\$\.bases: .*defs-unit-size"),
        ({"bases": True}, r"\$\.bases: "),
    ],
)
def test_impossible_counts_are_refused(fields: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidRequestError, match=message):
        answer(ra.ChargeAspectRequest(**fields))


@pytest.mark.rule("red_actions", "charge-flank", "charge-rear")
@pytest.mark.parametrize(
    ("at", "facing", "by_hand", "aspect"),
    [
        # A target 4 inches wide and 1 deep: front line at y = 20, rear line at 19, sides at x = 18 and 22.
        ((20, 26), 180, (0, 0), "front"),
        ((25, 20), 270, (2, 0), "front"),  # middles at 18.5 and 19.5 are behind it, two others ahead: half is not most
        ((25, 19), 270, (3, 0), "flank"),
        ((20, 12), 0, (4, 4), "rear"),
        ((22, 12), 0, (4, 2), "flank"),  # only two of four between the sides
        ((21, 12), 0, (4, 3), "rear"),
    ],
)
def test_charges_on_a_table_and_the_same_facts_by_hand(
    at: tuple[int, int], facing: int, by_hand: tuple[int, int], aspect: str
) -> None:
    target = in_line("target", 4, point(20, 20), degrees(0), **ONE_INCH)
    chargers = in_line("chargers", 4, point(*at), degrees(facing), **ONE_INCH)
    measured = ra.ChargeAspectRequest(bases=4, behind_front=by_hand[0], behind_rear=by_hand[1])
    request = charge_aspect_of(target, chargers)
    assert request == measured
    assert answer(request).aspect == aspect


@pytest.mark.rule("red_actions", "charge-flank")
def test_on_a_table_a_square_shows_its_front_all_round() -> None:
    square = Group(
        name="square",
        bases=tuple(
            Base(at=point(x, y), facing=degrees(facing), **ONE_INCH)
            for x, y, facing in ((20, 22, 0), (22, 20, 90), (20, 18, 180), (18, 20, 270))
        ),
    )
    chargers = in_line("chargers", 3, point(20, 10), degrees(0), **ONE_INCH)
    request = charge_aspect_of(square, chargers)
    assert (request.target_faces_one_way, answer(request).aspect) == (False, "front")
    assert not is_behind_flanks(square, chargers)


@pytest.mark.rule("red_actions", "charge-flank", "charge-rear")
@given(st.integers(0, 359), st.integers(0, 359), st.integers(-6000, 6000), st.integers(-6000, 6000), st.integers(1, 6))
def test_the_side_by_trigonometry(turn: int, facing: int, right: int, ahead: int, bases: int) -> None:
    target = in_line("target", 3, point(30, 30), degrees(turn), **ONE_INCH)
    across, along = right / 1000, ahead / 1000
    east = 30 + across * cos(radians(turn)) + along * sin(radians(turn))
    north = 30 - across * sin(radians(turn)) + along * cos(radians(turn))
    chargers = in_line("chargers", bases, point(f"{east:.3f}", f"{north:.3f}"), degrees(facing), **ONE_INCH)
    front = rear = 0
    for base in chargers.bases:
        x, y = float(base.centre.x.as_decimal()) - 30, float(base.centre.y.as_decimal()) - 30
        off, bearing = hypot(x, y), atan2(x, y) - radians(turn)
        ahead_of, aside = off * cos(bearing), off * sin(bearing)
        assume(min(abs(ahead_of), abs(ahead_of + 1), abs(abs(aside) - 1.5)) > 0.005)
        front += ahead_of < 0
        rear += ahead_of < -1 and abs(aside) < 1.5
    expected = ra.ChargeAspectRequest(bases=bases, behind_front=front, behind_rear=rear)
    assert charge_aspect_of(target, chargers) == expected
