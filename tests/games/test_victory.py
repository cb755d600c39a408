"""Victory as data, each result worked out by hand."""

from __future__ import annotations

from typing import Any

import pytest

from rcw_rules import InvalidRequestError
from rcw_rules.games import (
    ExitPoints,
    GameResult,
    LossPoints,
    PlacePoints,
    Standing,
    Victory,
    judge,
    points_of,
    score_of,
)
from rcw_rules.kernel.fields import validate

SIDES = ("red", "white")


def judged(victory: Victory, sides: tuple[str, ...] = SIDES, **standing: Any) -> GameResult | None:
    return judge(victory, Standing(**standing), sides, "end")


MILL = PlacePoints(place="Mill", points=3)
BRIDGE = PlacePoints(place="Bridge", points=2)
RED_STATION = PlacePoints(place="Station", points=5, side="red")
WHITES_LOST = LossPoints(of="white", to="red", points=2)
WEST = ExitPoints(side="white", points=4, edge="west")
AWAY = ExitPoints(side="white", points=1)


@pytest.mark.parametrize(
    ("victory", "standing", "points"),
    [
        (Victory(places=(MILL, BRIDGE)), {"holds": {"Mill": "red"}}, (3, 0)),
        (Victory(places=(MILL, BRIDGE)), {"holds": {"Mill": "red", "Bridge": "white"}}, (3, 2)),
        (Victory(places=(MILL, BRIDGE)), {"holds": {"Mill": "white", "Bridge": "white"}}, (0, 5)),
        (Victory(places=(MILL,)), {}, (0, 0)),
        (Victory(places=(MILL,)), {"holds": {"Windmill": "red"}}, (0, 0)),
        (Victory(places=(RED_STATION,)), {"holds": {"Station": "red"}}, (5, 0)),
        (Victory(places=(RED_STATION,)), {"holds": {"Station": "white"}}, (0, 0)),
        (Victory(losses=(WHITES_LOST,)), {"lost": {"white": 3, "red": 7}}, (6, 0)),
        (Victory(losses=(WHITES_LOST,)), {}, (0, 0)),
        (Victory(exits=(WEST, AWAY)), {"left_by": {("white", "west"): 2, ("white", "east"): 3}}, (0, 2 * 4 + 5)),
        (Victory(exits=(WEST, AWAY)), {"left_by": {("red", "west"): 9}}, (0, 0)),
        (Victory(places=(PlacePoints(place="Swamp", points=-2),)), {"holds": {"Swamp": "white"}}, (0, -2)),
        (
            Victory(places=(MILL,), losses=(WHITES_LOST,), exits=(WEST,)),
            {"holds": {"Mill": "white"}, "lost": {"white": 1}, "left_by": {("white", "west"): 1}},
            (2, 7),
        ),
    ],
)
def test_points_are_counted(victory: Victory, standing: dict[str, Any], points: tuple[int, int]) -> None:
    assert points_of(victory, Standing(**standing), SIDES) == (("red", points[0]), ("white", points[1]))


ONLY_WHITE = "no unit is left of any side but white"
TWO_PLACES = Victory(places=(MILL, BRIDGE))
HELD = {"Mill": "red", "Bridge": "white"}


@pytest.mark.parametrize(
    ("victory", "standing", "winner", "reason"),
    [
        (TWO_PLACES, {"holds": HELD, "is_over": True}, "red", "red 3 points, white 2"),
        (
            Victory(places=(MILL, BRIDGE), margin=2),
            {"holds": HELD, "is_over": True},
            None,
            "red 3 points, white 2, and a lead of 2 is needed",
        ),
        (
            Victory(places=(MILL, BRIDGE), margin=3),
            {"holds": {"Mill": "white"}, "is_over": True},
            "white",
            "white 3 points, red 0",
        ),
        (TWO_PLACES, {"is_over": True}, None, "red 0 points, white 0"),
        (
            Victory(places=(MILL,), at_once=3),
            {"holds": {"Mill": "white"}},
            "white",
            "white 3 points, red 0; 3 win at once",
        ),
        (
            Victory(places=(MILL,), at_once=3, margin=9),
            {"holds": {"Mill": "white"}, "is_over": True},
            "white",
            "white 3 points, red 0; 3 win at once",
        ),
        (Victory(last_side_standing=True), {"on_map": {"white": 1}}, "white", "no unit is left of any side but white"),
        (
            Victory(last_side_standing=True),
            {"on_map": {"white": 1, "red": 0}},
            "white",
            "no unit is left of any side but white",
        ),
        (Victory(last_side_standing=True), {}, None, "no side has a unit left"),
        (
            Victory(places=(MILL,), at_once=1, last_side_standing=True),
            {"holds": {"Mill": "red"}, "on_map": {"white": 2}},
            "white",
            "no unit is left of any side but white",
        ),
    ],
)
def test_who_has_won(victory: Victory, standing: dict[str, Any], winner: str | None, reason: str) -> None:
    result = judged(victory, **standing)
    assert result is not None
    assert (result.winner, result.reason, result.rule) == (winner, reason, "end")
    assert result.points == points_of(victory, Standing(**standing), SIDES)


@pytest.mark.parametrize(
    ("victory", "standing"),
    [
        (TWO_PLACES, {"holds": HELD}),
        (Victory(places=(MILL,), at_once=4), {"holds": {"Mill": "red"}}),
        (  # both have enough, and neither leads
            Victory(places=(MILL, PlacePoints(place="Bridge", points=3)), at_once=3),
            {"holds": {"Mill": "red", "Bridge": "white"}},
        ),
        (Victory(last_side_standing=True), {"on_map": {"white": 1, "red": 1}}),
        (TWO_PLACES, {"on_map": {"white": 1}}),
    ],
)
def test_the_game_goes_on(victory: Victory, standing: dict[str, Any]) -> None:
    assert judged(victory, **standing) is None


def test_three_sides() -> None:
    sides = ("red", "white", "green")
    last = Victory(places=(MILL,), last_side_standing=True)
    assert judged(last, sides, on_map={"red": 1, "green": 1}) is None
    result = judged(last, sides, on_map={"green": 1})
    assert result is not None
    assert result.winner == "green"
    over = judged(last, sides, on_map={"red": 1, "green": 1}, holds={"Mill": "green"}, is_over=True)
    assert over is not None
    assert (over.winner, over.points) == ("green", (("red", 0), ("white", 0), ("green", 3)))


@pytest.mark.parametrize(
    ("victory", "problems"),
    [
        (Victory(), ["$: names nothing that wins: give places, losses, exits or last_side_standing"]),
        (Victory(places=(MILL, PlacePoints(place="Mill", points=9))), ["$.places[1]: is listed twice"]),
        (
            Victory(losses=(LossPoints(of="red", to="red", points=1),)),
            ["$.losses[0].to: 'red' cannot score for its own losses"],
        ),
        (Victory(exits=(WEST, AWAY, WEST)), ["$.exits[2]: is listed twice"]),
        (Victory(last_side_standing=True, margin=0), ["$.margin: expected"]),
        (Victory(last_side_standing=True, at_once=0), ["$.at_once: expected"]),
        (Victory(places=(PlacePoints(place="Mill", points=1000),)), ["$.places[0].points: expected"]),
    ],
)
def test_a_victory_that_contradicts_itself_is_refused(victory: Victory, problems: list[str]) -> None:
    with pytest.raises(InvalidRequestError) as caught:
        validate(victory)
    told = [str(problem) for problem in caught.value.problems]
    assert len(told) == len(problems)
    assert all(one.startswith(says) for one, says in zip(told, problems, strict=True))


def test_the_same_place_may_count_otherwise_for_each_side() -> None:
    validate(Victory(places=(RED_STATION, PlacePoints(place="Station", points=1, side="white"))))


def test_wrong_names_are_told_with_those_that_are_right() -> None:
    victory = Victory(
        places=(MILL, PlacePoints(place="Mil", points=1, side="green")),
        losses=(LossPoints(of="blue", to="red", points=1),),
        exits=(ExitPoints(side="grey", points=1),),
    )
    assert [str(problem) for problem in victory.wrong_names(SIDES, ("Mill", "Bridge"))] == [
        ".places[1].place: the map has no place 'Mil'; it has Mill, Bridge",
        ".places[1].side: the game has no side 'green'; it has red, white",
        ".losses[0].of: the game has no side 'blue'; it has red, white",
        ".exits[0].side: the game has no side 'grey'; it has red, white",
    ]


def test_the_score_lists_what_counts_and_what_nobody_has_yet() -> None:
    victory = Victory(
        places=(PlacePoints(place="Mill", points=3), PlacePoints(place="Ford", points=2, side="red")),
        losses=(LossPoints(of="red", to="white", points=2),),
        exits=(ExitPoints(side="red", points=4, edge="north"), ExitPoints(side="white", points=1)),
        margin=2,
        at_once=9,
        last_side_standing=True,
    )
    standing = Standing(
        holds={"Mill": "white", "Ford": "white"},
        lost={"red": 1},
        left_by={("red", "north"): 2, ("red", "south"): 1},
    )
    score = score_of(victory, standing)
    assert [(row.what, row.side, row.points) for row in score.rows] == [
        ("Mill", "white", 3),
        ("Ford", "", 0),
        ("1 loss of red", "white", 2),
        ("2 units of red left by north", "red", 8),
        ("0 units of white left", "white", 0),
    ]
    assert score.says == (
        "At the end a lead of 2 points wins.",
        "9 points win at once.",
        "The last side with a unit left wins at once.",
    )
    assert points_of(victory, standing, ("red", "white")) == (("red", 8), ("white", 5))
    assert score_of(Victory(last_side_standing=True), standing).says == score.says[2:]
