"""Destinations: asked in steps where there are very many, and told apart where they read alike."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from red_square_activations import always, battalion, enemy, field, plain, play, vehicle

from rcw_rules import red_square as rs
from rcw_rules.kernel.geometry.squares import SquareArea, SquareGrid, SquareMap, SquareWay
from rcw_rules.kernel.questions import Decision
from rcw_rules.kernel.umpire import Decider

GRID = SquareGrid(columns=14, rows=14)
SQUARES = [(column, row) for column in range(14) for row in range(14)]
ROADS = SquareMap(
    title="Roads everywhere",
    grid=GRID,
    roads=tuple(SquareWay(squares=(one, to)) for one in SQUARES for to in GRID.neighbours(one) if one < to),
)
FAR = enemy((6, 13))


class Noting(Decider):
    """Answers some decisions, and notes every one."""

    def __init__(self, **answers: Any) -> None:
        self.answers = answers
        self.met: dict[str, tuple[Any, ...]] = {}

    def decide(self, decision: Decision[Any, Any]) -> Any:
        self.met[decision.choice.id] = decision.alternatives
        assert len(decision.alternatives) <= 200
        return self.answers.get(decision.choice.id)


def cars() -> rs.Unit:
    return evolve(vehicle("armoured_car"), square=(6, 4))


@pytest.mark.rule("red_square", "move-table")
def test_with_very_many_destinations_the_square_is_asked_first(monkeypatch: pytest.MonkeyPatch) -> None:
    on = field(cars(), FAR, board=ROADS)
    player = Noting()
    end = play(on, units=("Cars",), choices=player).outcome.field.unit("Cars")
    assert end.square in player.met["destination_square"]
    assert {one.square for one in player.met["destination"]} == {end.square}
    # In one list the default is the same.
    monkeypatch.setattr("rcw_rules.red_square.activation.units.MOST_DESTINATIONS", 10_000)
    whole = play(on, units=("Cars",)).outcome.field.unit("Cars")
    assert (whole.square, whole.facing) == (end.square, end.facing)


@pytest.mark.rule("red_square", "move-table")
def test_the_owner_says_which_square_and_then_how() -> None:
    on = field(cars(), FAR, board=ROADS)
    first = Noting()
    play(on, units=("Cars",), choices=first)
    square = first.met["destination_square"][3]
    player = Noting(destination_square=square)
    end = play(on, units=("Cars",), choices=player).outcome.field.unit("Cars")
    assert end.square == square
    assert {one.square for one in player.met["destination"]} == {square}


@pytest.mark.rule("red_square", "move-bog")
def test_attempts_that_end_alike_are_told_apart() -> None:
    woods = plain(terrain=(SquareArea(kind="wood", squares=((3, 4), (4, 4))),))
    tank = vehicle("light_tank", this_turn=rs.ThisTurn(cards=("4S",)))
    player = Noting(activity="try_closed")
    after = play(field(tank, enemy((3, 9)), board=woods), "KD", units=("Cars",), card="4S", choices=player).outcome
    assert after.field.unit("Cars").bogged
    told = [str(one) for one in player.met["destination"]]
    assert len(told) == len(set(told)) > 1
    assert {"3,3 N (step NE)", "3,3 N (step NW)"} <= set(told)


@pytest.mark.rule("red_square", "fire-2-threat")
def test_paths_by_the_same_squares_are_told_apart() -> None:
    # By (1, 3) the masses may face north or north-west on the way, and show the line in the east their flank or rear.
    line = enemy((5, 3), name="Line", facing="W", this_turn=rs.ThisTurn(holds_fire=True))
    masses = battalion(square=(1, 2), formation="masses")

    def ahead(situation: Any, alternatives: tuple[rs.Destination, ...]) -> rs.Destination:
        return next(one for one in alternatives if (one.square, one.facing, one.formation) == ((1, 4), "N", "masses"))

    seen: list[str] = []

    def noted(situation: Any, alternatives: tuple[rs.Path, ...]) -> rs.Path:
        seen.extend(map(str, alternatives))
        return alternatives[0]

    choices = {"activity": always("move"), "destination": ahead, "path": noted, "fire_out_of_sequence": always(False)}
    play(field(masses, line, enemy((1, 8))), choices=choices)
    assert "by 1,3 1,4 (step NE, step NW)" in seen
    assert len(seen) == len(set(seen))
