"""Lines of sight: what blocks them, fire over friends, and reverse slopes."""

from __future__ import annotations

from typing import Any

import pytest
from red_square_sight import EVERYBODY, GRID, GUNS, LOOKERS, OVERLOOKING, ground, look, who_sees
from red_square_units import ready

from rcw_rules import GivenDice, InvalidRequestError
from rcw_rules import red_square as rs
from rcw_rules.kernel.geometry.squares import EdgeFeature, Square, SquareMap
from rcw_rules.kernel.record import ResultStep
from rcw_rules.red_square.ground import Looker, cover_against, looker_of, sight_of, squares_held
from rcw_rules.red_square.model import Kind

# A row of squares going east from (0, 2): the line between two of them passes all that lie between.
ROW = [(column, 2) for column in range(9)]

# -------------------------------------------------------------------- what lies on a line


@pytest.mark.rule("red_square", "geo-los-line")
@pytest.mark.parametrize(
    ("a", "b", "between"),
    [
        ((0, 0), (3, 0), (((1, 0),), ((2, 0),))),
        ((0, 0), (2, 1), (((1, 0),), ((1, 1),))),
        ((0, 0), (1, 1), (((1, 0),), ((0, 1),))),
        ((1, 0), (1, 2), (((0, 1), (1, 1)),)),
        ((0, 0), (0, 4), (((0, 1),), ((0, 2),), ((0, 3),))),  # at the edge of the table the western squares are none
        ((1, 0), (1, 4), (((0, 1), (1, 1)), ((1, 2),), ((0, 3), (1, 3)))),
        ((0, 0), (0, 2), (((0, 1),),)),
        ((3, 3), (4, 3), ()),
    ],
)
def test_intervening_squares(a: Square, b: Square, between: tuple[tuple[Square, ...], ...]) -> None:
    assert look(ground(), a, b).intervening == between


@pytest.mark.rule("red_square", "geo-los-line")
def test_along_an_edge_both_squares_must_block() -> None:
    assert look(ground(terrain={"wood": [(1, 1)]}), (1, 0), (1, 2)).is_clear
    assert look(ground(terrain={"wood": [(0, 1)]}), (1, 0), (1, 2)).is_clear
    both = look(ground(terrain={"wood": [(0, 1)]}, hedge=[(1, 1)]), (1, 0), (1, 2))
    assert [(found.reason, found.squares) for found in both.blocked_by] == [("wood", ((0, 1),)), ("hedge", ((1, 1),))]
    # At the edge of the table there is nothing on the other side that could block.
    assert look(ground(terrain={"wood": [(0, 1)]}), (0, 0), (0, 2)).is_clear


@pytest.mark.rule("red_square", "geo-los-line")
def test_the_ends_never_block() -> None:
    board = ground(terrain={"wood": [(0, 2)], "stone_building": [(3, 2)]}, hedge=[(0, 2), (3, 2)])
    assert look(board, (0, 2), (3, 2)).is_clear


# -------------------------------------------------------------------- what blocks for whom


@pytest.mark.rule("red_square", "fire-4-los")
@pytest.mark.parametrize("kind", ["wood", "stone_building", "wooden_building"])
def test_woods_and_buildings_block_for_all_on_the_flat(kind: str) -> None:
    board = ground(terrain={kind: [(3, 2)]})
    assert who_sees(board, (1, 2), (6, 2)) == set()
    reason = "wood" if kind == "wood" else "building"
    (found,) = look(board, (1, 2), (6, 2)).blocked_by
    assert (found.reason, found.squares) == (reason, ((3, 2),))


@pytest.mark.rule("red_square", "fire-4-los", "art-los-crest")
@pytest.mark.parametrize("kind", ["wood", "stone_building", "wooden_building"])
@pytest.mark.parametrize("wood", range(2, 6))
def test_from_a_crest_mgs_and_guns_see_over_but_not_just_beyond(kind: str, wood: int) -> None:
    board = ground(terrain={kind: [(wood, 2)]}, crest=[(1, 2)])
    assert who_sees(board, (1, 2), (6, 2)) == (OVERLOOKING if wood < 5 else set())


@pytest.mark.rule("red_square", "art-los-crest")
def test_a_village_halfway_does_not_hide_from_guns_on_a_crest() -> None:
    # QF guns at range 6, the village at range 3 from the target.
    board = ground(terrain={"stone_building": [(4, 2)]}, crest=[(1, 2)])
    assert look(board, (1, 2), (7, 2), "field_gun").is_clear


@pytest.mark.rule("red_square", "fire-4-los", "art-los-crest")
def test_only_what_is_lower_is_seen_over() -> None:
    on_a_slope = ground(terrain={"wood": [(3, 2)]}, crest=[(1, 2)], slope=[(3, 2)])
    assert who_sees(on_a_slope, (1, 2), (6, 2)) == OVERLOOKING
    on_a_crest = ground(terrain={"wood": [(3, 2)]}, crest=[(1, 2), (3, 2)])
    assert who_sees(on_a_crest, (1, 2), (6, 2)) == set()
    from_a_slope = ground(terrain={"wood": [(3, 2)]}, slope=[(1, 2)])
    assert who_sees(from_a_slope, (1, 2), (6, 2)) == set()


@pytest.mark.rule("red_square", "fire-4-los", "art-los-crest", "art-los-hedge")
def test_a_hedge_next_to_the_target_does_not_hide_it_from_a_crest() -> None:
    board = ground(hedge=[(5, 2)], crest=[(1, 2)])
    assert who_sees(board, (1, 2), (6, 2)) == OVERLOOKING
    next_to_the_guns = ground(hedge=[(2, 2)], crest=[(1, 2)])
    assert who_sees(next_to_the_guns, (1, 2), (6, 2)) == OVERLOOKING


@pytest.mark.rule("red_square", "art-los-hedge", "fire-4-los")
@pytest.mark.parametrize("hedge", range(2, 6))
def test_guns_see_through_hedges_that_are_not_next_to_them(hedge: int) -> None:
    assert who_sees(ground(hedge=[(hedge, 2)]), (1, 2), (6, 2)) == (GUNS if hedge > 2 else set())


@pytest.mark.rule("red_square", "art-los-hedge")
@pytest.mark.parametrize("crest", range(2, 6))
def test_howitzers_reach_over_a_crest_at_masked_guns_that_were_observed(crest: int) -> None:
    board = ground(crest=[(crest, 2)], slope=[(crest + 1, 2)])
    target = (crest + 1, 2)
    assert who_sees(board, (1, 2), target) == set()
    seen = who_sees(board, (1, 2), target, observed_masked_battery=True)
    assert seen == ({"howitzer", "heavy"} if crest > 2 else set())


@pytest.mark.rule("red_square", "art-los-hedge")
def test_masked_guns_behind_a_wood_are_not_reached_so() -> None:
    assert who_sees(ground(terrain={"wood": [(4, 2)]}), (1, 2), (5, 2), observed_masked_battery=True) == set()
    wooded_crest = ground(terrain={"wood": [(4, 2)]}, crest=[(1, 2), (4, 2)], slope=[(5, 2), (6, 2)])
    # The guns stand on a crest as well, from where they would look over a wood that lies lower.
    assert who_sees(wooded_crest, (1, 2), (6, 2), observed_masked_battery=True) == set()
    assert who_sees(wooded_crest, (1, 2), (5, 2), observed_masked_battery=True) == set()


@pytest.mark.rule("red_square", "terrain-hills")
def test_crests_block_and_slopes_do_not() -> None:
    hill = ground(slope=[(3, 2), (5, 2)], crest=[(4, 2)])
    # From the slope the crest next to it is seen, and nothing beyond; the forward slope is seen by all before it.
    assert who_sees(hill, (5, 2), (4, 2)) == EVERYBODY
    assert who_sees(hill, (5, 2), (3, 2)) == set() == who_sees(hill, (3, 2), (5, 2))
    assert who_sees(hill, (0, 2), (3, 2)) == EVERYBODY == who_sees(hill, (0, 2), (4, 2))
    assert who_sees(ground(slope=[(3, 2)]), (1, 2), (6, 2)) == EVERYBODY
    assert look(hill, (1, 2), (7, 2)).blocked_by[0].reason == "crest"
    # Nor do those on one crest see over another.
    assert who_sees(ground(crest=[(1, 2), (4, 2)]), (1, 2), (6, 2)) == set()


@pytest.mark.rule("red_square", "terrain-ridges")
def test_over_a_ridge_only_the_two_squares_that_touch_see_each_other() -> None:
    board = ground([((3, 2), (4, 2))], slope=[(3, 2), (4, 2)])
    assert who_sees(board, (3, 2), (4, 2)) == EVERYBODY == who_sees(board, (4, 2), (3, 2))
    assert who_sees(board, (2, 2), (4, 2)) == set() == who_sees(board, (3, 2), (5, 2))
    (found,) = look(board, (2, 2), (4, 2)).blocked_by
    assert (found.reason, found.squares) == ("ridge", ((3, 2), (4, 2)))
    assert who_sees(board, (0, 2), (3, 2)) == EVERYBODY


@pytest.mark.rule("red_square", "terrain-ridges", "geo-los-line")
def test_a_line_along_an_edge_is_blocked_by_ridges_on_both_of_its_sides() -> None:
    # Due north from (1, 0) to (1, 2) the line runs between (0, 1) and (1, 1).
    south, west, east, north = (1, 0), (0, 1), (1, 1), (1, 2)
    slopes = [south, west, east, north]
    for ridges, is_clear in (
        ([(south, west), (south, east)], False),
        ([(south, west), (east, north)], False),
        ([(south, west)], True),
        ([(south, west), (west, north)], True),
        ([(west, east)], True),  # the line runs along it and does not cross
    ):
        assert look(ground(ridges, slope=slopes), south, north).is_clear == is_clear
    wooded = ground([(south, west)], slope=slopes, terrain={"wood": [east]})
    assert [found.reason for found in look(wooded, south, north).blocked_by] == ["ridge", "wood"]


# -------------------------------------------------------------------- what is told of it


def told(board: SquareMap, a: Square, b: Square, looker: Looker, **more: Any) -> list[tuple[str, str]]:
    """Return what the record says of a line, each with its rule."""
    request = rs.LineOfSightRequest(board=board, a=a, b=b, looker=looker, **more)
    record = rs.ruleset.resolve(request, dice=GivenDice([])).record
    return [(step.rule, step.text) for step in record.steps if isinstance(step, ResultStep)]


CLEAR = ("geo-los-line", "nothing blocks the line")


@pytest.mark.rule("red_square", "fire-4-los", "art-los-crest", "art-los-hedge", "terrain-hills", "terrain-ridges")
def test_what_blocks_and_what_is_seen_past_is_told_with_its_rule() -> None:
    wooded = ground(terrain={"wood": [(3, 2)], "stone_building": [(4, 2)]}, crest=[(1, 2)])
    past = ["sees past wood at (3, 2)", "sees past building at (4, 2)"]
    assert told(wooded, (1, 2), (6, 2), "mg") == [*(("fire-4-los", text) for text in past), CLEAR]
    assert told(wooded, (1, 2), (6, 2), "heavy") == [*(("art-los-crest", text) for text in past), CLEAR]
    assert told(wooded, (1, 2), (6, 2), "rifle") == [("fire-4-los", "blocked by wood at (3, 2)")]
    hedge = ground(hedge=[(3, 2)])
    assert told(hedge, (1, 2), (6, 2), "field_gun") == [("art-los-hedge", "sees past hedge at (3, 2)"), CLEAR]
    assert told(ground(hedge=[(3, 2)], crest=[(1, 2)]), (1, 2), (6, 2), "field_gun") == [
        ("art-los-crest", "sees past hedge at (3, 2)"), CLEAR,
    ]  # fmt: skip
    for crests in ([(4, 2)], [(1, 2), (4, 2)]):
        hill = ground(crest=crests, slope=[(5, 2)])
        seen = told(hill, (1, 2), (5, 2), "howitzer", observed_masked_battery=True)
        assert seen == [("art-los-hedge", "sees past crest at (4, 2)"), CLEAR]
        assert told(hill, (1, 2), (5, 2), "howitzer") == [("terrain-hills", "blocked by crest at (4, 2)")]
    ridge = ground([((3, 2), (4, 2))], slope=[(3, 2), (4, 2)])
    assert told(ridge, (2, 2), (4, 2), "mg") == [("terrain-ridges", "blocked by ridge at (3, 2) and (4, 2)")]
    assert told(ridge, (3, 2), (4, 2), "mg") == [CLEAR]
    # Along an edge the hedge on one side is seen past, and the wood on the other does not hide by itself.
    both = ground(terrain={"wood": [(1, 5)]}, hedge=[(2, 5)])
    assert told(both, (2, 2), (2, 8), "heavy") == [("art-los-hedge", "sees past hedge at (2, 5)"), CLEAR]
    # A hedge on one side alone need not be seen past.
    assert told(ground(hedge=[(2, 5)]), (2, 2), (2, 6), "heavy") == [CLEAR]


@pytest.mark.rule("red_square", "fire-5-overhead")
def test_what_is_told_of_friends() -> None:
    friends = (ROW[1], ROW[2], ROW[3])
    refused = ("fire-5-overhead", "friends at (1, 2) and (3, 2) forbid fire")
    assert told(ground(), ROW[0], ROW[4], "mg", friends=friends) == [CLEAR, refused]
    assert told(ground(), ROW[0], ROW[4], "mg", friends=friends[1:2]) == [
        CLEAR, ("fire-5-overhead", "fire over friends is allowed"),
    ]  # fmt: skip


# -------------------------------------------------------------------- over friends


@pytest.mark.rule("red_square", "fire-5-overhead")
@pytest.mark.parametrize(
    ("friend", "target", "may"),
    [(2, 4, True), (1, 3, False), (1, 4, False), (3, 4, False), (2, 3, False), (3, 6, True)],
)
def test_mgs_and_guns_leave_a_square_clear_on_either_side(friend: int, target: int, *, may: bool) -> None:
    for looker in LOOKERS:
        found = look(ground(), ROW[0], ROW[target], looker, friends=(ROW[friend],))
        allowed = may and looker not in ("rifle", "vehicle")
        assert found.overhead == ("allowed" if allowed else "refused")
        assert found.friends_in_the_way == (() if allowed else (ROW[friend],))
        assert found.is_clear
        assert found.allows_fire == allowed


@pytest.mark.rule("red_square", "fire-5-overhead")
@pytest.mark.parametrize(
    ("features", "may"),
    [
        ({}, False),
        ({"slope": [ROW[0]]}, True),
        ({"slope": [ROW[4]]}, True),
        ({"crest": [ROW[4]]}, True),
        ({"slope": [ROW[0], ROW[2]]}, False),
        ({"slope": [ROW[2]], "crest": [ROW[0]]}, True),
    ],
)
def test_others_fire_over_friends_from_or_at_higher_ground(features: dict[str, list[Square]], *, may: bool) -> None:
    for looker in ("rifle", "vehicle"):
        found = look(ground(**features), ROW[0], ROW[4], looker, friends=(ROW[2],))  # type: ignore[arg-type] # both lookers
        assert found.overhead == ("allowed" if may else "refused")
    # They need no square clear.
    assert look(ground(slope=[ROW[0]]), ROW[0], ROW[2], friends=(ROW[1],)).overhead == "allowed"


@pytest.mark.rule("red_square", "fire-5-overhead")
def test_every_friend_on_the_way_counts() -> None:
    high = ground(slope=[ROW[0], ROW[3]])
    found = look(high, ROW[0], ROW[5], friends=(ROW[1], ROW[3]))
    assert (found.overhead, found.friends_in_the_way) == ("refused", (ROW[3],))
    far = look(ground(), ROW[0], ROW[7], "mg", friends=(ROW[3], ROW[6]))
    assert (far.overhead, far.friends_in_the_way) == ("refused", (ROW[6],))


@pytest.mark.rule("red_square", "fire-5-overhead", "geo-los-line")
def test_friends_off_the_line_or_on_one_side_of_an_edge_or_at_its_ends_do_not_count() -> None:
    for friends in [(ROW[0], ROW[4]), ((2, 3),), ()]:
        assert look(ground(), ROW[0], ROW[4], friends=friends).overhead == "not_needed"
    assert look(ground(), (2, 2), (2, 4), friends=((1, 3),)).overhead == "not_needed"
    assert look(ground(), (2, 2), (2, 4), friends=((1, 3), (2, 3))).friends_in_the_way == ((1, 3), (2, 3))


# -------------------------------------------------------------------- on a field


@pytest.mark.rule("red_square", "fire-4-los", "art-los-crest", "art-los-hedge", "tchanka-as-vehicle")
def test_as_whom_everybody_looks() -> None:
    expected: dict[Kind, Looker] = {
        "infantry": "rifle",
        "cavalry": "rifle",
        "mg": "mg",
        "tchanka": "vehicle",
        "armoured_car": "vehicle",
        "light_tank": "vehicle",
        "heavy_tank": "vehicle",
        "truck": "vehicle",
        "co": "rifle",
        "hq": "rifle",
        "train": "heavy",
    }
    assert {kind: looker_of(ready(kind, "x", accompanies="y")) for kind in expected} == expected
    guns = {gun: looker_of(ready("artillery", "g", guns=gun)) for gun in ("light_gun", "qf_gun", "howitzer", "heavy")}
    assert guns == {"light_gun": "field_gun", "qf_gun": "field_gun", "howitzer": "howitzer", "heavy": "heavy"}
    assert looker_of(ready("train", "t", guns="howitzer")) == "howitzer"
    assert (looker_of(ready("train", "t"), "mg"), looker_of(ready("armoured_car", "c"), "mg")) == ("mg", "vehicle")


@pytest.mark.rule("red_square", "fire-5-overhead")
def test_lone_command_figures_and_enemies_are_not_fired_over() -> None:
    firer = ready(name="firer", square=ROW[0])
    field = rs.Field(
        board=ground(),
        units=(
            firer,
            ready("co", "co", ROW[1]),
            ready("commissar", "commissar", ROW[1]),
            ready(name="enemy", square=ROW[2], side="white"),
            ready(name="gone", square=ROW[3], bases=0),
        ),
    )
    assert squares_held(field, "red") == (ROW[0],)
    assert sight_of(field, firer, ROW[4]) == rs.sight(field, ROW[0], ROW[4], looker="rifle")
    assert sight_of(field, firer, ROW[4]).allows_fire
    accompanied = field.with_units(rs.Unit(**{**_fields(field.unit("gone")), "square": ROW[1], "bases": 4}))
    assert sight_of(accompanied, firer, ROW[4]).friends_in_the_way == (ROW[1],)


def _fields(of: rs.Unit) -> dict[str, Any]:
    return {"name": of.name, "side": of.side, "kind": of.kind, "formation": of.formation}


# -------------------------------------------------------------------- reverse slopes

# A hill three deep from south to north on which all squares of a row touch those of the next; Reds come from the south.
HILL = ground(
    slope=[(column, row) for column in range(9) for row in (3, 5)], crest=[(column, 4) for column in range(9)]
)


@pytest.mark.rule("red_square", "terrain-hills")
@pytest.mark.parametrize(
    ("square", "towards", "is_reverse"),
    [
        ((4, 3), (4, 0), False),  # a forward slope
        ((4, 3), (4, 2), False),
        ((4, 3), (4, 7), True),  # beyond the crest
        ((4, 3), (4, 5), True),
        ((4, 3), (4, 4), True),  # on the crest, which is farther from the southern edge
        ((4, 3), (5, 4), True),
        ((4, 5), (4, 4), False),  # the enemy on the crest is nearer to the southern edge
        ((4, 5), (4, 0), True),
        ((4, 4), (4, 0), False),  # a crest is no slope
        ((4, 2), (4, 7), False),  # nor is the flat
    ],
)
def test_reverse_slopes_of_a_hill(square: Square, towards: Square, *, is_reverse: bool) -> None:
    assert rs.is_reverse_slope(HILL, square, towards, "south") == is_reverse


@pytest.mark.rule("red_square", "terrain-hills")
def test_crests_are_no_slopes_and_nobody_is_behind_his_own() -> None:
    two_crests = ground(crest=[(1, 2), (3, 2)])
    assert not rs.is_reverse_slope(two_crests, (1, 2), (5, 2), "west")
    assert not rs.is_reverse_slope(HILL, (4, 3), (4, 3), "south")


@pytest.mark.rule("red_square", "terrain-hills")
def test_the_own_edge_decides_next_to_the_crest() -> None:
    for edge, is_reverse in (("south", True), ("north", False), ("east", False), ("west", False)):
        # (4, 3) and (4, 4) are in the same column, as far from the eastern edge as each other.
        assert rs.is_reverse_slope(HILL, (4, 3), (4, 4), edge) == is_reverse  # type: ignore[arg-type] # an edge


@pytest.mark.rule("red_square", "terrain-ridges", "terrain-hills")
def test_reverse_slopes_of_a_ridge() -> None:
    south, north = (4, 3), ((4, 4), (5, 4))
    board = ground([(south, north[0]), (south, north[1])], slope=[south, *north])
    # Fire is exchanged across the line, by those who have it on their own side in cover.
    assert rs.is_reverse_slope(board, south, north[0], "south")
    assert rs.is_reverse_slope(board, north[0], south, "north")
    assert not rs.is_reverse_slope(board, south, north[0], "north")
    assert rs.is_reverse_slope(board, south, (4, 7), "north")
    assert not rs.is_reverse_slope(board, south, (4, 1), "south")


@pytest.mark.rule("red_square", "terrain-hills", "fire-9-halve")
def test_what_covers_a_unit_from_somebody() -> None:
    waves = ready(name="waves", square=(4, 3))
    field = rs.Field(board=HILL, units=(waves, ready(name="white", square=(6, 3), side="white")))
    assert cover_against(field, waves, (4, 7)) == "reverse_slope"
    assert cover_against(field, waves, (4, 4)) == "reverse_slope"
    assert cover_against(field, waves, (4, 0)) == "none"
    trenches = ready(name="dug in", square=(4, 3), formation="defence")
    assert cover_against(field, trenches, (4, 7)) == "trench"
    white = field.unit("white")
    assert (cover_against(field, white, (6, 4)), cover_against(field, white, (6, 5))) == ("none", "reverse_slope")


# -------------------------------------------------------------------- bad questions


@pytest.mark.rule("red_square", "bad-input", "geo-range", "area-terrain-whole-squares")
def test_questions_that_contradict_themselves() -> None:
    def problems(board: SquareMap, a: Square, b: Square, **more: Any) -> list[tuple[str, str]]:
        with pytest.raises(InvalidRequestError) as caught:
            look(board, a, b, **more)
        return [(problem.path, problem.rule) for problem in caught.value.problems]

    assert problems(ground(), (0, 0), (0, 0)) == [("$.b", "geo-range")]
    assert problems(ground(), (0, 9), (-1, 0), friends=((9, 9),)) == [
        ("$.a", "area-grid"), ("$.b", "area-grid"), ("$.friends[0]", "area-grid"),
    ]  # fmt: skip
    swamp = ground(terrain={"swamp": [(0, 0)]})
    assert problems(swamp, (0, 0), (1, 0)) == [("$.board.terrain[0].kind", "area-terrain-whole-squares")]
    both = ground(slope=[(1, 1)], crest=[(1, 1)])
    assert problems(both, (0, 0), (1, 0)) == [("$.board.features", "terrain-hills")]
    steppe = SquareMap(title="a test", grid=GRID, default_terrain="steppe")
    assert problems(steppe, (0, 0), (1, 0)) == [("$.board.default_terrain", "area-terrain-whole-squares")]
    pond, wall = (
        ground(pond=[(1, 1)]),
        SquareMap(title="a test", grid=GRID, edges=(EdgeFeature(kind="wall", between=(((0, 0), (1, 0)),)),)),
    )
    assert problems(pond, (0, 0), (1, 0)) == [("$.board.features[0].kind", "area-terrain-whole-squares")]
    assert problems(wall, (0, 0), (1, 0)) == [("$.board.edges[0].kind", "area-terrain-whole-squares")]
    ridge = (((3, 2), (4, 2)),)
    heights: list[dict[str, Any]] = [
        {},
        {"slope": [(3, 2)]},
        {"slope": [(4, 2)]},
        {"slope": [(3, 2)], "crest": [(4, 2)]},
    ]
    for high in heights:
        assert problems(ground(ridge, **high), (0, 0), (1, 0)) == [("$.board.edges[0].between", "terrain-ridges")]
    half_wood = ground(terrain={"wood": [(0, 0)], "stone_building": [(0, 0)]})
    assert problems(half_wood, (0, 0), (1, 0)) == [("$.board.terrain[1].squares[0]", "")]
