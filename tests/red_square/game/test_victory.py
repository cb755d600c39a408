"""Who wins: places, losses, the last side standing, at once or at the end; and the measure."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from attrs import evolve
from red_square_games import unit
from red_square_whole_games import acted, begun, plain, scenario, to_come

from rcw_rules import InvalidRequestError, SeededDice
from rcw_rules import red_square as rs
from rcw_rules.games import ExitPoints, LossPoints, PlacePoints, Standing, Victory, judge
from rcw_rules.kernel.fields import validate
from rcw_rules.red_square.game import standing_of

HALT = plain(("Halt", (4, 5)))
FOR_THE_HALT = Victory(places=(PlacePoints(place="Halt", points=2),))
REDS = unit("Reds", "infantry", (1, 1))
WHITES = unit("Whites", "infantry", (1, 8), side="white")


def at_the_end(state: rs.State, *units: rs.Unit) -> rs.State:
    """Return the state with some units changed, before the end of its last turn."""
    game = state.game
    field = evolve(game.field.with_units(*units), turn=game.scenario.turn_limit)
    return evolve(state, game=evolve(game, field=field, phase="end"))


@pytest.mark.rule("red_square", "missing-victory")
@pytest.mark.parametrize(
    ("changes", "held", "winner", "points"),
    [
        ({}, (), None, (("red", 0), ("white", 0))),
        ({}, ("white",), "white", (("red", 0), ("white", 2))),
        ({"square": (4, 5)}, ("white",), "red", (("red", 2), ("white", 0))),
        ({"square": (4, 5), "state": "retreating"}, ("white",), "white", (("red", 0), ("white", 2))),
        ({"square": (4, 5), "kind": "co", "formation": None, "order": None, "bases": 1}, ("white",), "white",
         (("red", 0), ("white", 2))),
    ],
    ids=["nobody was there", "who held it", "who stands there", "who retreats holds nothing", "nor do figures"],
)  # fmt: skip
def test_a_place_is_held_by_who_was_there_last(changes: Any, held: Any, winner: Any, points: Any) -> None:
    holders = tuple(rs.HeldPlace(place="Halt", side=side) for side in held)
    reds = evolve(REDS, **changes)
    state = begun(scenario(reds, WHITES, board=HALT, victory=FOR_THE_HALT, held=holders))
    result = rs.game.result(acted(at_the_end(state), "end turn"))
    assert result is not None
    assert (result.winner, result.points, result.rule) == (winner, points, "missing-victory")


@pytest.mark.rule("red_square", "missing-victory")
def test_who_leaves_a_place_holds_it_until_an_enemy_comes() -> None:
    state = begun(scenario(evolve(REDS, square=(4, 5)), WHITES, board=HALT, victory=FOR_THE_HALT))
    assert [(entry.place, entry.side) for entry in state.held] == [("Halt", "red")]
    gone = acted(at_the_end(state, evolve(REDS, square=(4, 4))), "end turn")
    assert gone.result is not None
    assert gone.result.winner == "red"


@pytest.mark.rule("red_square", "missing-victory")
def test_victory_at_once_is_judged_within_a_turn() -> None:
    one = scenario(REDS, WHITES, board=HALT, victory=evolve(FOR_THE_HALT, at_once=2), turn_limit=9)
    state = acted(begun(one), "deal")
    there = state.game.field.with_units(evolve(state.field.unit("Whites"), square=(4, 5)))
    after = acted(evolve(state, game=evolve(state.game, field=there)), "command")
    assert after.result is not None
    assert (after.result.winner, after.stage, after.field.turn) == ("white", "over", 1)
    assert rs.game.legal_actions(after) == ()
    verdict = rs.game.verdict(after, rs.EndTurn())
    assert [objection.rule for objection in verdict.objections] == ["missing-victory"]
    # Without "at once" the game goes on.
    slow = acted(begun(evolve(one, victory=FOR_THE_HALT)), "deal")
    there = slow.game.field.with_units(evolve(slow.field.unit("Whites"), square=(4, 5)))
    assert acted(evolve(slow, game=evolve(slow.game, field=there)), "command").result is None


@pytest.mark.rule("red_square", "missing-victory")
@pytest.mark.parametrize(("to_come_", "winner"), [(False, "red"), (True, None)])
def test_the_last_side_standing_wins_unless_others_are_to_come(to_come_: bool, winner: str | None) -> None:
    late = rs.Reinforcement(unit=to_come("Late", side="white"), turn=3, squares=((0, 9),))
    victory = Victory(last_side_standing=True)
    one = scenario(REDS, WHITES, victory=victory, turn_limit=4, reinforcements=(late,) if to_come_ else ())
    state = acted(begun(one), "deal")
    gone = evolve(state.field.unit("Whites"), square=None, bases=0)
    game = evolve(state.game, field=state.field.with_units(gone))
    after = acted(evolve(state, game=game), "command")
    assert (after.result.winner if after.result else None) == winner


@pytest.mark.rule("red_square", "missing-victory", "act-exit-table", "train-6-retreat")
def test_what_counts_as_lost_and_what_has_left() -> None:
    guns = unit("Guns", "artillery", (2, 1))
    train = rs.Unit(name="Train", side="red", kind="train", square=None, bases=1, guns="heavy", order="probe")
    state = begun(scenario(REDS, guns, WHITES))
    whole = evolve(state.scenario, field=evolve(state.scenario.field, units=(*state.scenario.field.units, train)))
    changed = (
        evolve(REDS, bases=1, bases_removed=3),
        evolve(guns, bases=0, square=None),
        evolve(WHITES, state="off_table"),
        evolve(train, bases=0),
        evolve(state.field.unit("Red HQ"), bases=0, square=None),
    )
    game = evolve(state.game, scenario=whole, field=state.field.with_units(*changed))
    standing = standing_of(evolve(state, game=game))
    # Three bases of the battalion and two guns; the train and the Whites have left; headquarters are figures.
    assert dict(standing.lost) == {"red": 5, "white": 0}
    assert dict(standing.left_by) == {("red", "south"): 1, ("white", "north"): 1}
    assert {side: count for side, count in standing.on_map.items() if count} == {"red": 1}


@pytest.mark.rule("red_square", "missing-victory", "act-exit-table")
def test_points_for_losses_and_for_who_left() -> None:
    victory = Victory(
        losses=(LossPoints(of="white", to="red", points=2),), exits=(ExitPoints(side="white", points=3, edge="north"),)
    )
    state = at_the_end(
        begun(scenario(REDS, WHITES, unit("More", "infantry", (3, 8), side="white"), victory=victory)),
        evolve(WHITES, bases=2, bases_removed=2),
        unit("More", "infantry", (3, 9), side="white", state="off_table"),
    )
    result = rs.game.result(acted(state, "end turn"))
    assert result is not None
    assert result.points == (("red", 4), ("white", 3))


@pytest.mark.rule("red_square", "missing-victory")
def test_without_a_victory_the_choice_says_or_nobody_wins() -> None:
    state = at_the_end(begun(scenario(REDS, WHITES)))
    drawn = rs.game.play(state, rs.EndTurn(), dice=SeededDice(1)).state
    assert drawn.result is not None
    assert (drawn.result.winner, drawn.game.result) == (None, "undecided")
    choices = {"victory": rs.victory_policy(lambda field: "white")}
    won = rs.game.play(state, rs.EndTurn(), dice=SeededDice(1), choices=choices).state
    assert won.result is not None
    assert (won.result.winner, won.game.result) == ("white", "white")
    # Where a victory is told as data, nobody is asked.
    told = at_the_end(begun(scenario(REDS, WHITES, board=HALT, victory=FOR_THE_HALT)))
    data = rs.game.play(told, rs.EndTurn(), dice=SeededDice(1), choices=choices).state
    assert data.result is not None
    assert data.result.winner is None


@pytest.mark.rule("red_square", "missing-victory")
def test_a_place_that_counts_cannot_vanish_from_the_map() -> None:
    state = begun(scenario(REDS, WHITES, board=HALT, victory=FOR_THE_HALT))
    field = evolve(state.field, board=plain(("Mill", (4, 5))))
    with pytest.raises(InvalidRequestError, match="the map has no place 'Halt', which the scenario scores"):
        validate(evolve(state, game=evolve(state.game, field=field)))


@pytest.mark.rule("red_square", "missing-victory")
def test_the_measure() -> None:
    late = rs.Reinforcement(unit=to_come("Late", side="white", bases=2), turn=2, squares=((0, 9),))
    one = scenario(REDS, WHITES, board=HALT, victory=FOR_THE_HALT, reinforcements=(late,))
    state = begun(one)
    # Reds: 4 bases, a headquarters 2, 5 squares from the halt. Whites: 4 bases, 2 to come, 2 and as near.
    grid = state.field.board.grid
    assert (grid.distance((1, 1), (4, 5)), grid.distance((1, 8), (4, 5))) == (5, 5)
    near = Fraction(8 * 15, 40)
    assert rs.game.measure(state, "red") == (4 + 2 + near) - (4 + 2 + 2 + near)
    assert rs.game.measure(state, "white") == 2
    hit = evolve(REDS, markers=3, square=(4, 5), state="hiding")
    held = (rs.HeldPlace(place="Halt", side="red"),)
    there = evolve(state, held=held, game=evolve(state.game, field=state.field.with_units(hit)))
    # Three quarters of 4 less three sixths, and 4 for each of the 2 points.
    assert rs.game.measure(there, "red") == (3 - Fraction(1, 2) + 2 + 8) - (4 + 2 + 2 + near)
    off = evolve(WHITES, state="off_table")
    left = evolve(state, game=evolve(state.game, field=state.field.with_units(off)))
    assert rs.game.measure(left, "red") == (4 + 2 + near) - (2 + 2 + 2)


@pytest.mark.rule("red_square", "missing-victory")
def test_the_assault_is_decided_at_once_by_two_places_or_by_its_losses() -> None:
    one = rs.trenches_at_the_village()

    def result(church: str, farms: str, inn: str, lost: int) -> Any:
        """Return who wins at once, with the places held so and some White bases lost."""
        assert one.victory is not None
        holds = {"Church": church, "Farms": farms, "Inn": inn}
        standing = Standing(holds=holds, lost={"white": lost}, on_map={"red": 1, "white": 1})
        found = judge(one.victory, standing, ("red", "white"), "missing-victory")
        return found and found.winner

    assert result("white", "white", "red", 0) == "white"
    assert result("red", "white", "white", 0) == "white"
    assert result("red", "red", "white", 0) is None
    assert [result("red", "red", "white", lost) for lost in (23, 24)] == [None, "red"]
