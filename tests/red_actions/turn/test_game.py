"""Games and reports that contradict themselves."""

from __future__ import annotations

from typing import Any

import pytest
from red_actions_games import fallen, game, step, unit

from rcw_rules import InvalidRequestError
from rcw_rules import red_actions as ra


@pytest.mark.rule("red_actions", "conv-bad-input", "defs-unit-action")
@pytest.mark.parametrize(
    ("report", "path"),
    [
        ({"unit": "Z"}, "$.segment.unit"),
        ({"unit": "A", "forced": ("Z",)}, "$.segment.forced[0]"),
        ({"unit": "A", "shot_at": ("W", "Z")}, "$.segment.shot_at[1]"),
        ({"unit": "A", "after": (unit("W"),)}, "$.segment.after[0].side"),
        # W is not a tank, and has not been reported as gone.
        ({"unit": "A", "tanks_captured": ("W",)}, "$.segment.tanks_captured[0]"),
        ({"unit": "A", "seniors_killed": (fallen(2),)}, "$.segment.seniors_killed[0].known_in_turn"),
        # Four bases with more markers rout.
        ({"unit": "A", "after": (unit("A"), unit("W", "white", terror=3, humiliated=2))}, "$.segment.after[1].terror"),
    ],
)
def test_reports_that_do_not_fit(report: dict[str, Any], path: str) -> None:
    with pytest.raises(InvalidRequestError) as found:
        step(game(unit("A"), unit("W", "white")), ra.Segment(**report))
    assert [problem.path for problem in found.value.problems] == [path]


@pytest.mark.rule("red_actions", "conv-bad-input", "seq-steps")
@pytest.mark.parametrize(
    ("facts", "path"),
    [
        ({"turn": 4}, "$.game.turn"),
        ({"units": (unit("A"), unit("A"))}, "$.game.units[1].name"),
        ({"units": (unit("A", bases=0),)}, "$.game.units[0].bases"),
        ({"units": (unit("A", terror=5),)}, "$.game.units[0].terror"),
        (
            {"reinforcements": (ra.Reinforcement(unit=unit("C", terror=5), entry="x"),)},
            "$.game.reinforcements[0].unit.terror",
        ),
        ({"hidden": ("Z",)}, "$.game.hidden[0]"),
        ({"able": ("A", "Z")}, "$.game.able[1]"),
        ({"turn": 2, "fallen_seniors": (fallen(2), fallen(3))}, "$.game.fallen_seniors[1].known_in_turn"),
        ({"reinforcements": (ra.Reinforcement(unit=unit("A"), entry="x"),)}, "$.game.reinforcements[0].unit.name"),
    ],
)
def test_games_that_do_not_fit(facts: dict[str, Any], path: str) -> None:
    with pytest.raises(InvalidRequestError) as found:
        step(game(**{"units": (unit("A"),), **facts}))
    assert path in [problem.path for problem in found.value.problems]
