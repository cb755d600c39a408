"""Retreats: where units go, and who goes with them."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st
from red_square_retreats import Square, ask, field, regiment, unit, white
from red_square_units import area

from rcw_rules import IllegalRequestError, InvalidRequestError
from rcw_rules import red_square as rs
from rcw_rules.kernel.geometry.squares import EdgeFeature, SquareArea, SquareFeature, SquareGrid, SquareMap, SquareWay
from rcw_rules.red_square.movement import RetreatWays

# ---------------------------------------------------------------- where it goes


@pytest.mark.rule("red_square", "act-retreat")
def test_two_squares_from_the_enemy_towards_the_own_edge() -> None:
    # The enemy is north: every step south leads away. SW of (3, 4) is (2, 3), SE is (3, 3); both 3 rows from the edge,
    # so the lower column. From (2, 3), in an odd row, SW is (2, 2).
    outcome = ask(field(unit(facing="N"), white((3, 6))))
    assert outcome.path == ((2, 3), (2, 2))
    after = outcome.unit
    assert (after.square, after.facing, after.state, after.formation) == ((2, 2), "SW", "retreating", "waves")
    assert (after.this_turn.retreated, after.this_turn.is_over) == (True, True)
    assert outcome.units == (after,)


@pytest.mark.rule("red_square", "act-retreat")
def test_the_owner_may_choose_another_square_that_leads_away() -> None:
    seen: list[Any] = []

    def eastern(situation: Any, alternatives: Any) -> Any:
        seen.append(alternatives)
        return max(alternatives)

    # From (3, 4), W and E keep the range at 2: (2, 4) is 2 rows and at most 2 half squares off (3, 6).
    assert ask(field(unit(), white((3, 6))), {"retreat_square": eastern}).path == ((3, 3), (4, 2))
    assert seen[0] == ((3, 3), (2, 3))


@pytest.mark.rule("red_square", "act-retreat")
@pytest.mark.parametrize(
    ("edge", "enemy", "path"), [("west", (5, 4), ((2, 4), (1, 4))), ("east", (1, 4), ((4, 4), (5, 4)))]
)
def test_home_is_measured_from_centre_to_edge(edge: Any, enemy: Square, path: tuple[Square, ...]) -> None:
    # Going west from (3, 4), centre 6, both (2, 4), centre 4, and (2, 3), centre 5, lead away. Going east (4, 4) has
    # its centre at 8, and (3, 3) and (3, 5), at 7, lead away as well.
    here = evolve(field(unit(), white(enemy)), red_edge=edge, white_edge="east" if edge == "west" else "west")
    assert ask(here).path == path


@pytest.mark.rule("red_square", "act-retreat")
def test_mounted_troops_go_three_squares_over_open_ground_only() -> None:
    riders = unit("cavalry", formation="mounted")
    assert len(ask(field(riders, white((3, 6)))).path) == 3
    assert len(ask(field(unit(), white((3, 6)))).path) == 2
    wooded = field(riders, white((3, 6)), **area("wood", (3, 4)))
    assert len(ask(wooded).path) == 2
    ahead = field(riders, white((3, 6)), **area("wood", *((column, 1) for column in range(8))))
    assert ask(ahead).path == ((2, 3), (2, 2))
    scouts = evolve(riders, formation="scouting")
    assert len(ask(field(scouts, white((3, 6)))).path) == 3


@pytest.mark.rule("red_square", "act-retreat")
def test_closed_terrain_does_not_slow_a_retreat_but_what_is_impassable_stops_it() -> None:
    woods = area("wood", *((column, row) for column in range(8) for row in range(5)))
    assert len(ask(field(unit(), white((3, 6)), **woods)).path) == 2
    lorry = unit("truck")
    assert ask(field(lorry, white((3, 6)), **woods)).path == ()
    car = unit("armoured_car")
    assert ask(field(car, white((3, 6)), **area("wood", (2, 3), (3, 2)))).path == ((3, 3), (4, 2))
    # Two rivers to the south bar the way; nothing else leads away.
    river = (EdgeFeature(kind="river", between=(((3, 4), (3, 3)), ((3, 4), (2, 3)))),)
    outcome = ask(field(unit(facing="N"), white((3, 6)), edges=river))
    assert (outcome.path, outcome.unit.facing, outcome.unit.square) == ((), "S", (3, 4))
    ford = (*river, EdgeFeature(kind="ford", between=(((3, 4), (3, 3)),)))
    assert ask(field(unit(), white((3, 6)), edges=ford)).path[0] == (3, 3)
    wire = (SquareFeature(kind="wire", squares=((2, 3), (3, 3))),)
    assert len(ask(field(unit(), white((3, 6)), features=wire)).path) == 2
    for kind in ("cavalry", "artillery", "armoured_car"):
        assert ask(field(unit(kind), white((3, 6)), features=wire)).path == ()


@pytest.mark.rule("red_square", "act-retreat", "occ-table")
def test_friends_are_passed_but_the_end_must_have_room() -> None:
    friends = (unit(name="one", square=(2, 3)), unit(name="two", square=(3, 3)))
    assert ask(field(unit(), white((3, 6)), *friends)).path == ((2, 3), (2, 2))
    row = tuple(unit(name=f"friend {column}", square=(column, 2)) for column in range(8))
    # All of the second row is full: the retreat ends after one square, which must have room itself.
    assert ask(field(unit(), white((3, 6)), *row)).path == ((2, 3),)
    assert ask(field(unit(), white((3, 6)), *row, *friends)).path == ()


@pytest.mark.rule("red_square", "act-retreat")
def test_only_known_enemies_are_fled_from_unless_none_is_known() -> None:
    hidden = white((3, 2), name="hidden", visible=False)
    # The default goes past the hidden enemy at (3, 2) to (2, 2), away from the one it knows; into his square it cannot.
    assert ask(field(unit(), white((3, 6)), hidden)).path == ((2, 3), (2, 2))
    assert ask(field(unit(), white((3, 6)), evolve(hidden, square=(2, 2)))).path == ((2, 3), (3, 2))
    seen = evolve(hidden, visible=True)
    assert (3, 3) not in ask(field(unit(), white((3, 6)), seen)).path
    assert ask(field(unit(), hidden)).path[-1][1] == 6
    assert ask(field(unit())).path == ()


@pytest.mark.rule("red_square", "act-retreat")
def test_troops_leave_over_their_own_edge_and_no_other() -> None:
    at_edge = unit(square=(3, 0))
    outcome = ask(field(at_edge, white((3, 2))))
    assert (outcome.off_table, outcome.path, outcome.unit.state, outcome.unit.square) == (True, (), "off_table", (3, 0))
    after_one = ask(field(unit(square=(3, 1)), white((3, 3))))
    assert (after_one.off_table, after_one.path) == (True, ((3, 0),))
    crowd = (unit(name="one", square=(3, 0)), unit(name="two", square=(4, 0)))
    # No room for it in the last row, through which it leaves.
    through = ask(field(unit(square=(3, 1)), white((3, 3)), *crowd))
    assert (through.off_table, through.path, through.unit.square) == (True, ((3, 0),), (3, 0))
    northern = ask(field(unit(square=(3, 9)), white((3, 7))))
    assert (northern.off_table, northern.path) == (False, ())
    home = white((3, 9), name="white runner")
    assert ask(field(home, unit(square=(3, 7)))).off_table


@pytest.mark.rule("red_square", "act-retreat", "artpos-three-turns", "dig-1c-removal")
def test_formations_after_a_retreat() -> None:
    dug = unit(formation="defence", digging_markers=2, temporary_trenches=True)
    after = ask(field(dug, white((3, 6)))).unit
    assert (after.formation, after.digging_markers, after.temporary_trenches) == ("masses", 0, False)
    cut_off = ask(field(dug)).unit  # it knows no enemy, so that nowhere is away from him: nothing is left behind
    assert (cut_off.formation, cut_off.digging_markers, cut_off.temporary_trenches) == ("masses", 2, True)
    guns = unit("artillery", position="masked", stage=2, stage_turn=1)
    limbered = ask(field(guns, white((3, 6)))).unit
    assert (limbered.formation, limbered.stage, limbered.position) == ("limbered", 0, "open")
    assert limbered.square == (2, 2)
    assert ask(field(unit(formation="firing_line"), white((3, 6)))).unit.formation == "firing_line"


@pytest.mark.rule("red_square", "act-retreat")
def test_a_retreat_comes_once_a_turn_and_costs_the_cards() -> None:
    riders = unit("cavalry", this_turn=rs.ThisTurn(cards=("4H", "9C")))
    after = ask(field(riders, white((3, 6)))).unit
    assert after.this_turn.cards == ()
    with pytest.raises(IllegalRequestError, match="act-retreat") as caught:
        ask(field(after, white((3, 6))))
    assert caught.value.verdict.objections[0].path == "$.unit"


@pytest.mark.rule("red_square", "at-results", "turn-6-spades-breakdown")
def test_vehicles_go_back_at_their_rate_and_not_when_broken_down() -> None:
    tank = unit("light_tank", must_retreat=True)
    outcome = ask(field(tank, white((3, 6))), goes_on=False)
    assert (len(outcome.path), outcome.unit.must_retreat, outcome.unit.state) == (1, False, "steady")
    car = unit("armoured_car", must_retreat=True)
    assert len(ask(field(car, white((3, 6))), goes_on=False).path) == 2
    roads = (SquareWay(squares=((3, 4), (2, 3), (2, 2))),)
    assert len(ask(field(tank, white((3, 6)), roads=roads), goes_on=False).path) == 2
    still = ask(field(evolve(car, broken_down=True, facing="N"), white((3, 6))))
    assert (still.path, still.unit.facing) == ((), "N")
    tank = unit("heavy_tank", facing="NE")
    for stuck in (evolve(tank, bogged=True), evolve(tank, is_pinned=True)):
        stays = ask(field(stuck, white((3, 6))))
        assert (stays.path, stays.unit.facing) == ((), "NE")


@pytest.mark.rule("red_square", "mg-save", "tchanka-activation")
def test_companions_go_along() -> None:
    guns = unit("mg", (4, 4), accompanies="infantry")
    outcome = ask(field(unit(), white((3, 6)), guns), companions=("mg",))
    assert [(one.name, one.square, one.facing) for one in outcome.units] == [
        ("infantry", (2, 2), "SW"),
        ("mg", (2, 2), "SW"),
    ]
    # Two bases of MGs already there: the company stops beside its unit, nearest to the edge, lowest column.
    full = (unit("mg", (2, 2), name="others", accompanies="infantry"),)
    crowded = ask(field(unit(), white((3, 6)), guns, *full), companions=("mg",))
    assert crowded.units[1].square == (1, 1)
    left = ask(
        field(unit(square=(3, 0)), white((3, 2)), unit("mg", (3, 0), accompanies="infantry")), companions=("mg",)
    )
    assert [one.state for one in left.units] == ["off_table", "off_table"]
    with pytest.raises(InvalidRequestError, match="does not accompany"):
        ask(
            field(unit(), white((3, 6)), unit("mg", (4, 4), accompanies="other"), unit(name="other")),
            companions=("mg",),
        )


@pytest.mark.rule("red_square", "train-6-retreat")
def test_a_train_runs_back_along_its_track() -> None:
    track = tuple((column, 4) for column in range(8))
    train = unit("train", (4, 4), guns="heavy", rings=4)
    rails = {"railways": (SquareWay(squares=track),)}
    # The battalion stands in (5, 4): west leads away.
    outcome = ask(field(train, white((5, 4)), **rails), goes_on=False)
    assert (outcome.path, outcome.unit.state) == (((3, 4), (2, 4)), "steady")
    # Another beside the track at (2, 5), next to (2, 4) and (3, 4): on until none is adjacent.
    beside = white((2, 5), name="more")
    assert ask(field(train, white((5, 4)), beside, **rails), goes_on=False).path[-1] == (1, 4)
    broken = {"railways": (SquareWay(squares=track[3:]),)}
    assert ask(field(train, white((5, 4)), **broken), goes_on=False).path == ((3, 4),)
    assert ask(field(evolve(train, rings=5), white((5, 4)), **rails), goes_on=False).path == ()
    south = {"railways": (SquareWay(squares=((4, 3), (4, 2), (4, 1), (4, 0))),)}
    leaving = ask(field(evolve(train, square=(4, 1)), white((4, 3)), **south), goes_on=False)
    assert (leaving.off_table, leaving.unit.bases, leaving.path) == (True, 0, ((4, 0),))


# ---------------------------------------------------------------- a slow twin


def twin_neighbours(square: Square) -> list[Square]:
    column, row = square
    shift = row % 2
    return [
        (column + shift, row + 1),
        (column + 1, row),
        (column + shift, row - 1),
        (column + shift - 1, row - 1),
        (column - 1, row),
        (column + shift - 1, row + 1),
    ]


def twin_range(start: Square, goal: Square) -> int:
    """Count steps by spreading out ring by ring."""
    reached, distance = {start}, 0
    while goal not in reached:
        reached |= {near for square in reached for near in twin_neighbours(square)}
        distance += 1
    return distance


def twin_retreats(
    start: Square, fled: list[Square], barred: list[Square], friends: set[Square], woods: set[Square], *, mounted: bool
) -> set[tuple[Square, ...]]:
    """Return every way that the rules allow, off-table ones as ending in row -1, by trying all of them."""

    def least(square: Square) -> int:
        return min(twin_range(square, enemy) for enemy in fled)

    def extend(way: tuple[Square, ...]) -> list[tuple[Square, ...]]:
        most = 3 if mounted and not woods.intersection(way) else 2
        if len(way) - 1 >= most or way[-1][1] == -1:
            return []
        onward = []
        if way[-1][1] == 0:
            onward.append((*way, (way[-1][0], -1)))
        for to in twin_neighbours(way[-1]):
            on_board = 0 <= to[0] < 6 and 0 <= to[1] < 7
            if not on_board or to in barred or least(to) <= least(way[-1]):
                continue
            if mounted and len(way) == 3 and to in woods:
                continue
            onward.append((*way, to))
        return onward

    def endings(way: tuple[Square, ...]) -> set[tuple[Square, ...]]:
        ways = {end for longer in extend(way) for end in endings(longer)}
        if ways:
            return ways
        return {way} if way[-1] not in friends or len(way) == 1 else set()

    return endings((start,))


squares = st.tuples(st.integers(0, 5), st.integers(0, 6))


@given(
    places=st.lists(squares, min_size=2, max_size=12, unique=True),
    enemy_count=st.integers(1, 3),
    woods=st.sets(squares, max_size=12),
    mounted=st.booleans(),
)
@pytest.mark.rule("red_square", "act-retreat", "occ-table")
def test_the_ways_back_are_those_that_the_twin_finds(
    places: list[Square], enemy_count: int, woods: set[Square], mounted: bool
) -> None:
    start, enemies, friends = places[0], places[1 : 1 + enemy_count], places[1 + enemy_count :]
    terrain = (SquareArea(kind="wood", squares=tuple(sorted(woods))),) if woods else ()
    board = SquareMap(title="Ground", grid=SquareGrid(columns=6, rows=7), terrain=terrain)
    mover = regiment(square=start) if mounted else unit(square=start)
    here = rs.Field(
        board=board,
        units=(
            mover,
            *(white(square, name=f"white {square}", kind="cavalry", formation="mounted") for square in enemies),
            *(unit(square=square, name=f"red {square}") for square in friends),
        ),
    )
    ways = RetreatWays(here, mover, rs.ruleset.charts)

    def all_from(path: tuple[Square, ...]) -> set[tuple[Square, ...]]:
        onward = ways.onward(path)
        found = {way for to in onward if to is not None for way in all_from((*path, to))}
        if None in onward:
            last = (start, *path)[-1]
            found.add((start, *path, (last[0], -1)))
        return found or {(start, *path)}

    # Cavalry in a wood is concealed: then only those seen are fled from, all if none is.
    seen = [square for square in enemies if square not in woods] or enemies
    allowed = twin_retreats(start, seen, enemies, set(friends), woods, mounted=mounted)
    assert all_from(()) == allowed
    outcome = ask(here)
    end = ((start, *outcome.path)[-1][0], -1)
    assert (start, *outcome.path, *((end,) if outcome.off_table else ())) in allowed
