"""Night: veering off, columns, and friends who fire at friends."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from rcw_rules import GivenDice, IllegalRequestError, InvalidRequestError, inches
from rcw_rules import red_actions as ra

NIGHT = ra.ruleset.with_options(night="dark")


def asked(distance: Any = 3, **facts: Any) -> ra.NightActionRequest:
    return ra.NightActionRequest(**{"distance": inches(distance), "speed": inches(6), **facts})


def act(request: ra.NightActionRequest, *faces: int) -> ra.NightActionOutcome:
    return NIGHT.resolve(request, dice=GivenDice(faces)).outcome


@pytest.mark.rule("red_actions", "wx-night-veer")
@pytest.mark.parametrize(("face", "veer"), [(1, -30), (2, 0), (3, 0), (4, 0), (5, 0), (6, 30)])
def test_a_unit_goes_astray_on_a_one_or_a_six(face: int, veer: int) -> None:
    assert act(asked(), face).veer == veer


@pytest.mark.rule("red_actions", "wx-night-veer")
def test_veers_add_up_until_a_feature_is_met() -> None:
    assert act(asked(veered=-30), 1).veer == -60
    assert act(asked(veered=-60), 6).veer == -30
    assert act(asked(veered=-60, follows_feature=True)).veer == 0
    # Half a turn and 30 degrees to the right is 150 to the left: 180 + 30 = 360 - 150.
    assert act(asked(veered=180), 6).veer == -150
    assert act(asked(veered=-180), 1).veer == 150
    assert act(asked(veered=150), 6).veer == 180
    # Who stays where it is rolls nothing, and is as far off as before.
    assert act(asked(0, veered=30)).veer == 30


@pytest.mark.rule("red_actions", "wx-night-column")
def test_only_columns_move_at_more_than_half_speed() -> None:
    with pytest.raises(IllegalRequestError, match=r"\$\.distance: 3\.1 in is more than half its speed, 3 in"):
        act(asked("3.1"), 3)
    assert act(asked("3.1", in_column=True), 3).veer == 0
    assert act(asked(3), 3).veer == 0


@pytest.mark.rule("red_actions", "wx-night-friends")
def test_friends_fire_on_a_one() -> None:
    met = (ra.FriendMet(name="A"), ra.FriendMet(name="B"), ra.FriendMet(name="C", able_to_fire=False))
    assert act(asked(follows_feature=True, friends_met=met), 1, 2, 1).fired_at_by == ("A",)
    assert act(asked(friends_met=met[:2]), 4, 2, 1).fired_at_by == ("B",)
    odds = NIGHT.odds(asked(follows_feature=True, friends_met=met[:2]))
    assert odds.probability(lambda outcome: outcome.fired_at_by == ("A", "B")) == Fraction(1, 36)


@pytest.mark.rule("red_actions", "wx-night-friends", "wx-night-veer")
def test_what_does_not_fit() -> None:
    with pytest.raises(InvalidRequestError, match="a unit that does not move meets nobody: leave friends_met out"):
        act(asked(0, friends_met=(ra.FriendMet(name="A"),)), 1)
    with pytest.raises(InvalidRequestError, match="units veer by 30 degrees"):
        act(asked(veered=20), 1)
