"""The Range Table."""

from __future__ import annotations

import pytest
from red_square_asking import ask, problems

from rcw_rules import IllegalRequestError
from rcw_rules import red_square as rs
from rcw_rules.red_square.ground import band_at, reach_of
from rcw_rules.red_square.model import Weapon

LIMITS: dict[Weapon, tuple[int, int, int]] = {
    "rifles": (1, 3, 4),
    "mg": (1, 3, 4),
    "tank_gun": (2, 4, 6),
    "light_gun": (3, 5, 8),
    "qf_gun": (5, 8, 12),
    "howitzer": (5, 8, 12),
    "heavy": (5, 12, 20),
}


@pytest.mark.rule("red_square", "fire-range-table")
@pytest.mark.parametrize("weapon", LIMITS)
def test_each_range_of_each_weapon(weapon: Weapon) -> None:
    close, effective, longest = LIMITS[weapon]
    for squares in range(1, 25):
        band = "close" if squares <= close else "effective" if squares <= effective else "long"
        request = rs.RangeBandRequest(weapon=weapon, squares=squares)
        if squares <= longest:
            assert ask(request) == rs.RangeBandOutcome(band=band)  # type: ignore[arg-type] # one of the three
            assert band_at(rs.ruleset.charts, weapon, squares) == band
        else:
            with pytest.raises(IllegalRequestError) as caught:
                ask(request)
            (objection,) = caught.value.verdict.objections
            assert (objection.rule, objection.path) == ("fire-range-table", "$.squares")
            assert str(longest) in objection.message
            assert band_at(rs.ruleset.charts, weapon, squares) is None
    assert reach_of(rs.ruleset.charts, weapon) == longest
    assert reach_of(rs.ruleset.charts, weapon, "close") == close


@pytest.mark.rule("red_square", "fire-range-table")
def test_the_table_names_the_calibres() -> None:
    chart = rs.ruleset.charts["range_table"]
    calibres = [chart.look_up(row, "calibre").result for row in chart.rows.keys]
    assert calibres == ["8mm/.303", "37mm/6pdr", "65mm/10-15pdr", "75mm/18pdr", "105mm/60pdr"]


@pytest.mark.rule("red_square", "geo-range")
def test_fire_into_the_own_square_is_refused() -> None:
    assert problems(rs.RangeBandRequest(weapon="rifles", squares=0)) == [("$.squares", "geo-range")]
