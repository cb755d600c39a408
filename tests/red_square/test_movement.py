"""Moves: every case of the book's movement rules, what is refused and by which rule, and what a move leaves behind."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from rcw_rules import GivenDice, IllegalRequestError, InvalidRequestError
from rcw_rules import red_square as rs
from rcw_rules.kernel.geometry.squares import EdgeFeature, SquareArea, SquareFeature, SquareGrid, SquareMap, SquareWay
from rcw_rules.red_square.movement import rates_in, row_of

FORMATIONS = {"infantry": "masses", "cavalry": "mounted", "artillery": "limbered"}
ORDERED = ("infantry", "cavalry", "armoured_car", "light_tank", "heavy_tank", "truck", "train")


def unit(kind: str = "infantry", square: tuple[int, int] | None = (3, 4), facing: str = "N", **fields: Any) -> rs.Unit:
    given: dict[str, Any] = {"name": kind, "side": "red", "kind": kind, "square": square, "facing": facing}
    if kind in FORMATIONS:
        given |= {"formation": FORMATIONS[kind]}
    if kind in ORDERED:
        given |= {"order": "attack"}
    if kind in ("infantry", "cavalry"):
        given |= {"bases": 4}
    if kind in ("mg", "artillery"):
        given |= {"bases": 2}
    if kind == "artillery":
        given |= {"guns": "qf_gun"}
    return rs.Unit(**{**given, **fields})


def white(square: tuple[int, int], facing: str = "S", **fields: Any) -> rs.Unit:
    return unit(
        "infantry",
        square,
        facing,
        **{"name": "whites", "side": "white", "formation": "firing_line", "order": "defend", **fields},
    )


def board(**fields: Any) -> SquareMap:
    return SquareMap(title="Ground", grid=SquareGrid(columns=8, rows=10), **fields)


def wood(*squares: tuple[int, int]) -> dict[str, Any]:
    return {"terrain": (SquareArea(kind="wood", squares=squares),)}


def holding(kind: str, *squares: tuple[int, int]) -> dict[str, Any]:
    return {"features": (SquareFeature(kind=kind, squares=squares),)}


def edge(*kinds: str, between: tuple[tuple[int, int], tuple[int, int]]) -> dict[str, Any]:
    return {"edges": tuple(EdgeFeature(kind=kind, between=(between,)) for kind in kinds)}


def road(*squares: tuple[int, int]) -> dict[str, Any]:
    return {"roads": (SquareWay(squares=squares),)}


def field(*units: rs.Unit, ground: dict[str, Any] | None = None, **fields: Any) -> rs.Field:
    return rs.Field(board=board(**(ground or {})), units=units, **fields)


def ask(
    here: rs.Field, *actions: rs.Action, options: dict[str, Any] | None = None, name: str = "", **fields: Any
) -> rs.MoveOutcome:
    request = rs.MoveRequest(field=here, unit=name or here.units[0].name, actions=actions, **fields)
    return rs.ruleset.with_options(**(options or {})).resolve(request, dice=GivenDice([])).outcome


def refused(here: rs.Field, *actions: rs.Action, **fields: Any) -> str:
    with pytest.raises(IllegalRequestError) as caught:
        ask(here, *actions, **fields)
    (objection,) = caught.value.verdict.objections
    assert objection.path.startswith("$.actions[")
    return f"{objection.rule} at {objection.path[len('$.actions') :]}"


def step(to: Any, then: Any = "keep", **fields: Any) -> rs.Step:
    return rs.Step(to=to, then=then, **fields)


def change(to: Any) -> rs.ChangeFormation:
    return rs.ChangeFormation(to=to)


def wheel(eighths: int) -> rs.Wheel:
    return rs.Wheel(eighths=eighths)


# ---------------------------------------------------------------- who may move


@pytest.mark.rule("red_square", "move-who", "bad-input")
def test_a_firing_line_that_moves_is_refused_and_told_what_it_may_do() -> None:
    here = field(unit(formation="firing_line"))
    with pytest.raises(IllegalRequestError, match="firing line does not move; it may change to waves") as caught:
        ask(here, step("NE"))
    (objection,) = caught.value.verdict.objections
    assert (objection.rule, objection.path) == ("move-who", "$.actions[0]")


@pytest.mark.rule("red_square", "move-who")
def test_a_score_of_one_does_not_move_and_two_does() -> None:
    here = field(unit())
    assert refused(here, step("NE"), band="1-0") == "move-who at [0]"
    assert refused(here, step("NE"), band="below0") == "move-who at [0]"
    assert ask(here, step("NE"), band="2+").path == ((3, 5),)


@pytest.mark.rule("red_square", "move-who", "formations-sequence")
def test_defence_does_nothing_of_a_move() -> None:
    here = field(unit(formation="defence"))
    assert refused(here, step("NE")) == "move-who at [0]"
    assert refused(here, change("masses")) == "formations-sequence at [0]"
    assert refused(field(unit()), change("defence")) == "formations-sequence at [0]"


@pytest.mark.parametrize(
    ("changes", "rule"),
    [
        ({"state": "hiding"}, "act-hide"),
        ({"state": "retreating"}, "act-rally"),
        ({"state": "rallying"}, "act-rally"),
        ({"state": "off_table"}, "act-exit-table"),
        ({"bases": 0, "square": None}, "bad-input"),
        ({"this_turn": rs.ThisTurn(is_over=True)}, "move-who"),
        ({"this_turn": rs.ThisTurn(retreated=True)}, "move-who"),
    ],
)
@pytest.mark.rule("red_square", "move-who", "act-hide", "act-rally", "act-exit-table")
def test_who_is_shaken_gone_or_done_does_not_move(changes: dict[str, Any], rule: str) -> None:
    assert refused(field(unit(**changes)), step("NE")) == f"{rule} at [0]"


@pytest.mark.parametrize(
    ("kind", "changes", "rule"),
    [
        ("truck", {"broken_down": True}, "turn-6-spades-breakdown"),
        ("light_tank", {"bogged": True}, "move-unbog"),
        ("heavy_tank", {"is_pinned": True}, "at-results"),
        ("armoured_car", {"must_retreat": True}, "at-results"),
        ("co", {"pinned": 1}, "fire-10-fate"),
    ],
)
@pytest.mark.rule("red_square", "turn-6-spades-breakdown", "move-unbog", "at-results", "fire-10-fate")
def test_who_is_out_of_action_does_not_move(kind: str, changes: dict[str, Any], rule: str) -> None:
    assert refused(field(unit(kind, **changes)), step("NE")) == f"{rule} at [0]"
    assert ask(field(unit(kind)), step("NE")).path == ((3, 5),)


@pytest.mark.rule("red_square", "train-3-movement", "train-5-carrying", "mounted-3-dismounted")
def test_trains_passengers_and_horses_do_not_move_so() -> None:
    train = unit("train", guns="heavy")
    aboard = unit(square=None, carried_by="train")
    holders = unit("horse_holders", (3, 5), accompanies="cavalry")
    assert refused(field(train), step("NE")) == "train-3-movement at [0]"
    assert refused(field(aboard, train), step("NE")) == "train-5-carrying at [0]"
    here = field(unit("cavalry", formation="dismounted"), holders)
    assert refused(here, step("NE"), name="horse_holders") == "mounted-3-dismounted at [0]"


def test_a_name_that_is_not_on_the_field_is_refused() -> None:
    with pytest.raises(InvalidRequestError, match="no unit of the field"):
        ask(field(unit()), step("NE"), name="nobody")
    with pytest.raises(InvalidRequestError, match="move-instead"):
        ask(field(unit()), wheel(3))


# ---------------------------------------------------------------- the table


OPEN = {
    ("infantry", "masses"): 2,
    ("infantry", "waves"): 1,
    ("infantry", "firing_line"): 0,
    ("infantry", "defence"): 0,
    ("cavalry", "mounted"): 3,
    ("cavalry", "scouting"): 3,
    ("cavalry", "dismounted"): 1,
    ("artillery", "limbered"): 2,
    ("artillery", "deployed"): 0,
    ("armoured_car", None): 2,
    ("truck", None): 2,
    ("hq", None): 2,
    ("light_tank", None): 1,
    ("heavy_tank", None): 1,
    ("co", None): 3,
    ("commissar", None): 3,
    ("cheka", None): 3,
}
CLOSED: dict[tuple[str, str | None], int] = {("armoured_car", None): 0, ("truck", None): 0, ("hq", None): 0}
BY_ROAD: dict[tuple[str, str | None], int] = {
    **dict.fromkeys(CLOSED, 4),
    ("light_tank", None): 3,
    ("heavy_tank", None): 2,
}


def farthest(here: rs.Field, way: tuple[Any, ...], **fields: Any) -> int:
    """Return how many of the steps of a way may be made in one move."""
    possible = 0
    for number in range(1, len(way) + 1):
        try:
            ask(here, *map(step, way[:number]), **fields)
        except IllegalRequestError:
            continue
        possible = number
    return possible


@pytest.mark.rule("red_square", "move-table", "move-motors", "missing-transport")
@pytest.mark.parametrize(("kind", "formation"), OPEN)
def test_the_squares_of_each_row(kind: str, formation: str | None) -> None:
    key = (kind, formation)
    mover = unit(kind, (1, 4), "E", formation=formation)
    way = ("E",) * 5
    line = tuple((column, 4) for column in range(1, 8))
    assert farthest(field(mover), way) == OPEN[key]
    by_road = BY_ROAD.get(key, OPEN[key])
    assert farthest(field(mover, ground=road(*line)), way) == by_road
    through_wood = wood((2, 4), (3, 4), (4, 4), (5, 4))
    assert farthest(field(mover, ground=through_wood), way) == CLOSED.get(key, min(1, OPEN[key]))
    assert farthest(field(mover, ground=through_wood | road(*line)), way) == by_road


@pytest.mark.rule("red_square", "move-table", "move-motors")
def test_three_squares_of_road_and_one_in_the_open_are_too_many_for_motors() -> None:
    car = unit("armoured_car", (0, 4), "E")
    here = field(car, ground=road((0, 4), (1, 4), (2, 4), (3, 4)))
    assert refused(here, step("E"), step("E"), step("E"), step("E")) == "move-motors at [3]"
    assert ask(here, step("E"), step("E"), step("E")).used == 3
    assert refused(here, wheel(1), wheel(-1), wheel(1)) == "move-motors at [2]"
    assert ask(here, wheel(2), wheel(-2), step("E"), step("E")).used == 4


@pytest.mark.rule("red_square", "move-table")
def test_tanks_gain_nothing_by_a_part_of_a_road() -> None:
    here = field(unit("light_tank", (0, 4), "E"), ground=road((0, 4), (1, 4)))
    assert refused(here, step("E"), step("E")) == "move-table at [1]"


@pytest.mark.rule("red_square", "move-motors", "terrain-water")
def test_a_lorry_crosses_a_stream_by_a_bridge_only() -> None:
    banks = ((3, 4), (3, 5))
    lorry = unit("truck")
    assert refused(field(lorry, ground=edge("stream", between=banks)), step("NE")) == "move-motors at [0]"
    assert ask(field(lorry, ground=edge("stream", "bridge", between=banks)), step("NE")).path == ((3, 5),)
    by_road = edge("stream", between=banks) | road((3, 4), (3, 5))
    assert ask(field(lorry, ground=by_road), step("NE")).path == ((3, 5),)


# ---------------------------------------------------------------- closed terrain


@pytest.mark.rule("red_square", "move-closed", "terrain-obstacles", "terrain-woods-towns")
@pytest.mark.parametrize(
    "ground",
    [
        wood((4, 6)),
        {"terrain": (SquareArea(kind="stone_building", squares=((4, 6),)),)},
        {"terrain": (SquareArea(kind="wooden_building", squares=((4, 6),)),)},
        holding("hedge", (4, 6)),
        holding("slope", (4, 6)),
        holding("crest", (4, 6)),
        edge("stream", between=((4, 5), (4, 6))),
    ],
)
def test_closed_steps_are_a_move_of_their_own(ground: dict[str, Any]) -> None:
    near = unit("cavalry", (4, 5), "N")
    far = unit("cavalry", (4, 4), "N")
    # (4, 5) is in an odd row: its NW neighbour is (4, 6); (4, 4) has (4, 5) to the NE.
    into = ask(field(near, ground=ground), step("NW", "right"))
    assert (into.path, into.used, into.unit.facing) == (((4, 6),), 1, "NE")
    assert refused(field(far, ground=ground), step("NE"), step("NW")) == "move-closed at [1]"
    assert refused(field(near, ground=ground), step("NW"), step("NE")) == "move-closed at [1]"
    assert refused(field(near, ground=ground), wheel(-1), step("NW")) == "move-closed at [1]"
    by_road = ground | road((4, 4), (4, 5), (4, 6), (4, 7))
    assert ask(field(far, ground=by_road), step("NE"), step("NW")).used == 2


@pytest.mark.rule("red_square", "move-closed")
def test_masses_take_a_village_by_road_at_their_full_rate() -> None:
    village = {"terrain": (SquareArea(kind="wooden_building", squares=((3, 5), (4, 6))),)}
    here = field(unit(), ground=village | road((3, 4), (3, 5), (4, 6)))
    assert ask(here, step("NE"), step("NE")).path == ((3, 5), (4, 6))
    assert refused(field(unit(), ground=village), step("NE"), step("NE")) == "move-closed at [1]"
    assert refused(field(unit("truck"), ground=village), step("NE")) == "move-motors at [0]"


@pytest.mark.rule("red_square", "move-closed", "opt-closed-leaving")
def test_with_the_option_only_leaving_is_closed() -> None:
    ground = wood((4, 6))
    rider = unit("cavalry", (3, 4), "NE")
    option = {"closed_leaving": True}
    into = ask(field(rider, ground=ground), step("NE"), step("NE"), options=option)
    assert into.path == ((3, 5), (4, 6))
    inside = evolve(rider, square=(4, 6))
    assert refused(field(inside, ground=ground), step("NE"), step("NE"), options=option) == "move-closed at [1]"
    assert (
        refused(field(unit("truck", (3, 5), "NE"), ground=ground), step("NE"), options=option) == "move-motors at [0]"
    )
    over_stream = edge("stream", between=((3, 5), (4, 6)))
    assert refused(field(rider, ground=over_stream), step("NE"), step("NE"), options=option) == "move-closed at [1]"


@pytest.mark.rule("red_square", "move-diamond", "move-table")
def test_diamonds_keep_waves_out_of_closed_terrain() -> None:
    waves = unit(formation="waves")
    assert refused(field(waves, ground=wood((3, 4))), step("NE"), suit="D") == "move-diamond at [0]"
    assert ask(field(waves, ground=wood((3, 4))), step("NE"), suit="H").used == 1
    assert ask(field(waves), step("NE"), suit="D").used == 1
    assert ask(field(waves, ground=wood((3, 4))), change("masses"), suit="D").unit.formation == "masses"
    assert ask(field(unit(), ground=wood((3, 4))), step("NE"), suit="D").used == 1
    on_foot = unit("cavalry", formation="dismounted")
    assert refused(field(on_foot, ground=wood((3, 5))), step("NE"), suit="D") == "move-diamond at [0]"
    gun_crew = unit("mg", (3, 4), accompanies="infantry")
    here = field(gun_crew, unit(square=(3, 5), formation="waves"), ground=wood((3, 5)))
    assert refused(here, step("NE"), suit="D") == "move-diamond at [0]"


@pytest.mark.rule("red_square", "move-bog")
def test_a_tank_bogs_on_a_spade_outside_the_wood() -> None:
    here = field(unit("light_tank"), ground=wood((3, 5)))
    outcome = ask(here, step("NE"), suit="S")
    assert (outcome.bogged, outcome.unit.bogged, outcome.path, outcome.unit.square) == (True, True, (), (3, 4))
    assert outcome.unit.idle
    assert not ask(here, step("NE"), suit="C").bogged
    assert ask(field(unit("heavy_tank")), step("NE"), suit="S").path == ((3, 5),)
    by_road = wood((3, 5)) | road((3, 4), (3, 5))
    assert not ask(field(unit("light_tank"), ground=by_road), step("NE"), suit="S").bogged
    assert refused(here, wheel(1), step("NE"), suit="S") == "move-closed at [1]"


@pytest.mark.rule("red_square", "turn-6-spades-poor", "turn-6-commissar")
def test_poor_troops_do_not_move_on_a_spade_unless_driven() -> None:
    here = field(unit(quality="poor"))
    assert refused(here, step("NE"), suit="S") == "turn-6-spades-poor at [0]"
    assert refused(here, wheel(1), suit="S") == "turn-6-spades-poor at [0]"
    assert ask(here, change("waves"), suit="S").unit.formation == "waves"
    assert ask(here, step("NE"), suit="S", ignores_spades=True).used == 1
    assert ask(here, step("NE"), suit="C").used == 1
    assert ask(field(unit()), step("NE"), suit="S").used == 1


# ---------------------------------------------------------------- facing and wheels

FACED = {
    "N": {"NE", "NW"}, "NE": {"NE", "E"}, "E": {"E"}, "SE": {"SE", "E"},
    "S": {"SE", "SW"}, "SW": {"SW", "W"}, "W": {"W"}, "NW": {"NW", "W"},
}  # fmt: skip


@pytest.mark.rule("red_square", "move-legal-directions")
@pytest.mark.parametrize("facing", FACED)
def test_steps_go_where_a_unit_faces(facing: str) -> None:
    for way in ("NE", "E", "SE", "SW", "W", "NW"):
        for kind in ("infantry", "cavalry", "artillery", "light_tank", "truck"):
            here = field(unit(kind, facing=facing))
            if way in FACED[facing]:
                assert ask(here, step(way)).unit.facing == facing
            else:
                assert refused(here, step(way)) == "move-legal-directions at [0]"
        friend = unit(square=(3, 4), facing=facing)
        gun_crew = unit("mg", facing=facing, accompanies="infantry")
        assert ask(field(gun_crew, friend), step(way)).used == 1
        assert ask(field(unit("co", facing=facing)), step(way)).used == 1


@pytest.mark.rule("red_square", "move-wheel")
def test_a_wheel_of_45_degrees_follows_each_square() -> None:
    rider = field(unit("cavalry", (0, 0), "E"))
    outcome = ask(rider, step("E", "left"), step("NE", "left"), step("NW"))
    assert (outcome.path, outcome.unit.facing, outcome.used) == (((1, 0), (1, 1), (1, 2)), "N", 3)
    assert ask(rider, step("E", "about")).unit.facing == "W"
    assert ask(rider, step("E", "right")).unit.facing == "SE"
    with pytest.raises(InvalidRequestError):
        ask(rider, step("E", "twice left"))


@pytest.mark.rule("red_square", "move-instead")
def test_things_done_in_place_of_one_square() -> None:
    masses = field(unit())
    assert ask(masses, step("NE"), change("waves")).unit.formation == "waves"
    assert refused(field(unit(formation="waves")), step("NE"), change("firing_line")) == "move-table at [1]"
    guns = field(unit("artillery", formation="deployed"))
    assert ask(guns, rs.Limber()).unit.formation == "limbered"
    assert refused(guns, rs.Limber(), step("NE")) == "move-instead at [1]"
    assert refused(guns, wheel(1)) == "move-instead at [0]"
    assert refused(field(unit(formation="firing_line")), wheel(1)) == "move-instead at [0]"
    assert ask(masses, wheel(2), wheel(2)).unit.facing == "S"
    assert refused(field(unit(formation="waves")), wheel(2), wheel(2)) == "move-table at [1]"
    limbered = field(unit("artillery"))
    outcome = ask(limbered, step("NE"), rs.Unlimber())
    assert (outcome.unit.formation, outcome.used) == ("deployed", 2)
    assert refused(limbered, rs.Unlimber(), wheel(1)) == "move-instead at [1]"
    assert refused(field(unit(), ground=wood((3, 5))), step("NE"), wheel(1)) == "move-closed at [1]"
    assert refused(masses, wheel(0)) == "move-instead at [0]"


@pytest.mark.rule("red_square", "move-instead", "mounted-3-dismounted")
def test_a_regiment_dismounts_and_takes_one_step_on_foot() -> None:
    riders = field(unit("cavalry"))
    outcome = ask(riders, rs.Dismount(), step("NE"))
    assert (outcome.unit.square, outcome.unit.formation, outcome.used) == ((3, 5), "dismounted", 2)
    assert refused(riders, rs.Dismount(), step("NE"), step("NE")) == "move-instead at [2]"
    assert ask(riders, step("NE"), step("NE"), rs.Dismount()).used == 3


@pytest.mark.rule("red_square", "mounted-3-dismounted", "turn-5-test-needed", "turn-6-spades-poor")
def test_a_regiment_mounts_where_its_horses_are() -> None:
    on_foot = unit("cavalry", formation="dismounted", digging_markers=1)
    holders = unit("horse_holders", (3, 5), accompanies="cavalry")
    here = field(on_foot, holders)
    outcome = ask(here, rs.Mount())
    assert (outcome.unit.square, outcome.unit.formation, outcome.unit.digging_markers) == ((3, 5), "mounted", 0)
    assert outcome.horses is not None
    assert (outcome.horses.square, outcome.horses.bases) == (None, 0)
    assert refused(here, rs.Mount(), step("NE")) == "move-table at [1]"
    assert refused(here, step("E"), rs.Mount()) == "move-legal-directions at [0]"
    assert refused(here, step("NW"), rs.Mount()) == "move-table at [1]"
    near = field(on_foot, holders, white((4, 6)))
    assert refused(near, rs.Mount()) == "turn-5-test-needed at [0]"
    assert ask(near, rs.Mount(), band="2+").near_enemy
    poor = field(evolve(on_foot, quality="poor"), holders)
    assert refused(poor, rs.Mount(), suit="S") == "turn-6-spades-poor at [0]"


@pytest.mark.rule("red_square", "formations-sequence")
def test_formations_change_by_one_link() -> None:
    assert refused(field(unit()), change("firing_line")) == "formations-sequence at [0]"
    assert refused(field(unit(formation="waves")), change("firing_line"), band="1-0") == "formations-sequence at [0]"
    line = field(unit(formation="firing_line"))
    outcome = ask(line, change("waves"))
    assert (outcome.unit.formation, outcome.unit.idle, outcome.unit.this_turn.moved) == ("waves", True, False)
    assert refused(line, change("waves"), step("NE")) == "move-instead at [1]"
    assert refused(field(unit()), change("waves"), change("masses")) == "formations-sequence at [1]"
    assert refused(field(unit()), change("masses")) == "formations-sequence at [0]"
    riders = field(unit("cavalry"))
    assert ask(riders, change("scouting"), step("NE"), step("NE")).unit.formation == "scouting"
    assert refused(riders, change("dismounted")) == "formations-sequence at [0]"
    assert refused(field(unit("artillery")), rs.Limber()) == "formations-sequence at [0]"
    assert refused(field(unit("truck")), change("waves")) == "formations-sequence at [0]"
    scouts = field(unit("cavalry", formation="scouting"))
    assert refused(scouts, rs.Dismount()) == "mounted-3-dismounted at [0]"


@pytest.mark.rule("red_square", "move-road-masses")
def test_masses_follow_the_road_without_wheeling() -> None:
    ground = road((3, 4), (3, 5), (3, 6))
    masses = field(unit(facing="W"), ground=ground)
    outcome = ask(masses, step("NE", "road"), step("NW", "road"))
    assert (outcome.path, outcome.unit.facing) == (((3, 5), (3, 6)), "NW")
    assert refused(masses, step("NE")) == "move-legal-directions at [0]"
    assert (
        refused(field(unit(facing="W", formation="waves"), ground=ground), step("NE", "road"))
        == "move-road-masses at [0]"
    )
    assert refused(field(unit(facing="W")), step("NE", "road")) == "move-road-masses at [0]"


# ---------------------------------------------------------------- friends


@pytest.mark.rule("red_square", "move-through-friends")
def test_friends_are_passed_in_two_steps_and_no_third() -> None:
    friend = unit(square=(4, 4), name="friend")
    riders = unit("cavalry", (3, 4), "E")
    here = field(riders, friend)
    assert ask(here, step("E"), step("E")).path == ((4, 4), (5, 4))
    assert refused(here, step("E"), step("E"), step("E")) == "move-through-friends at [2]"
    assert refused(here, step("E")) == "occ-table at [0]"
    assert refused(here, step("E"), step("E"), wheel(1)) == "move-through-friends at [2]"
    wheeling = field(evolve(riders, facing="NE"), friend)
    assert refused(wheeling, wheel(1), step("E"), step("E")) == "move-through-friends at [2]"
    from_afar = field(evolve(riders, square=(2, 4)), friend)
    assert refused(from_afar, step("E"), step("E"), step("E")) == "move-through-friends at [2]"
    wooded = field(riders, friend, ground=wood((5, 4)))
    assert refused(wooded, step("E"), step("E")) == "move-through-friends at [1]"
    for kind in ("truck", "light_tank"):
        mover = unit(kind, (3, 4), "E")
        assert refused(field(mover, friend), step("E"), step("E")) == "move-through-friends at [1]"
    dismounted = evolve(riders, formation="dismounted")
    assert refused(field(dismounted, friend), step("E"), step("E")) == "move-through-friends at [1]"


@pytest.mark.rule("red_square", "move-through-friends", "occ-officers")
def test_command_figures_are_no_obstacle_and_room_may_be_shared() -> None:
    riders = unit("cavalry", (3, 4), "E")
    leader = unit("co", (4, 4))
    assert ask(field(riders, leader), step("E"), step("E"), step("E")).used == 3
    gun_crew = unit("mg", (4, 4), accompanies="friend")
    friend = unit(square=(3, 5), name="friend")
    assert ask(field(riders, gun_crew, friend), step("E")).path == ((4, 4),)
    more = evolve(gun_crew, name="more")
    assert refused(field(riders, gun_crew, more, friend), step("E")) == "occ-table at [0]"


# ---------------------------------------------------------------- enemies


@pytest.mark.rule("red_square", "turn-5-test-needed")
def test_who_goes_next_to_the_enemy_must_have_tested() -> None:
    here = field(unit(), white((4, 6)))
    assert refused(here, step("NE")) == "turn-5-test-needed at [0]"
    outcome = ask(here, step("NE"), band="2+")
    assert (outcome.near_enemy, outcome.overruns) == (True, ())
    assert not ask(field(unit(), white((4, 8))), step("NE")).near_enemy
    leaving = field(unit(square=(3, 5), facing="S"), white((4, 6)))
    assert ask(leaving, step("SE")).path == ((4, 4),)


@pytest.mark.rule("red_square", "missing-infantry-melee", "move-overrun-flank", "move-overrun-shaken")
def test_steady_enemies_in_front_cannot_be_entered() -> None:
    here = field(unit(), white((3, 5)))
    assert refused(here, step("NE"), band="2+") == "missing-infantry-melee at [0]"
    assert refused(field(unit("cavalry"), white((3, 5))), step("NE"), band="2+") == "move-overrun-flank at [0]"
    hiding = field(unit(), white((3, 5), state="hiding"))
    assert ask(hiding, step("NE"), band="2+").overruns == ("whites",)
    for kind in ("light_tank", "artillery", "truck", "co"):
        assert refused(field(unit(kind), white((3, 5), state="hiding")), step("NE"), band="2+") == (
            "move-overrun-shaken at [0]"
        )
    # (3, 4) is the SW neighbour of (3, 5): the rear of a line that faces N.
    behind = field(unit(), white((3, 5), "N"))
    assert ask(behind, step("NE"), band="2+").overruns == ("whites",)
    entrenched = field(unit(), white((3, 5), "N"), ground=holding("trench", (3, 5)))
    assert refused(entrenched, step("NE"), band="2+") == "missing-infantry-melee at [0]"
    in_defence = field(unit(), white((3, 5), "N", formation="defence"))
    assert refused(in_defence, step("NE"), band="2+") == "missing-infantry-melee at [0]"
    lone_guns = field(unit(), unit("hq", (3, 5), side="white"))
    assert ask(lone_guns, step("NE"), band="2+").overruns == ("hq",)


@pytest.mark.rule("red_square", "move-overrun-continue")
def test_after_an_overrun_there_is_one_square_more() -> None:
    riders = field(unit("cavalry", facing="NE"), white((3, 5), state="rallying"))
    assert ask(riders, step("NE"), step("NE"), band="2+").path == ((3, 5), (4, 6))
    course = rs.course_of(riders, riders.units[0], (step("NE"), step("NE")), terms(band="2+"))
    assert [leg.left for leg in course.legs] == [1, 0]
    assert refused(riders, step("NE"), step("NE"), step("NE"), band="2+") == "move-overrun-continue at [2]"
    assert refused(riders, step("NE"), step("NE"), wheel(1), band="2+") == "move-overrun-continue at [2]"
    waves = field(unit(formation="waves"), white((3, 5), state="rallying"))
    assert refused(waves, step("NE"), step("NE"), band="2+") == "move-table at [1]"
    two = field(
        unit("cavalry", facing="NE"), white((3, 5), state="rallying"), white((4, 6), name="more", state="hiding")
    )
    assert ask(two, step("NE"), step("NE"), band="2+").overruns == ("whites", "more")


@pytest.mark.rule("red_square", "train-7-hits")
def test_a_disabled_train_can_be_captured_and_no_other() -> None:
    train = unit("train", (3, 5), side="white", guns="heavy", rings=5)
    assert ask(field(unit(), train), step("NE"), band="2+").overruns == ("train",)
    assert refused(field(unit(), evolve(train, rings=4)), step("NE"), band="2+") == "missing-infantry-melee at [0]"


# ---------------------------------------------------------------- water and wire

BANKS = ((3, 4), (3, 5))


@pytest.mark.rule("red_square", "terrain-water")
def test_rivers_are_crossed_at_bridges_and_fords() -> None:
    riders = unit("cavalry", facing="NE")
    assert refused(field(riders, ground=edge("river", between=BANKS)), step("NE")) == "terrain-water at [0]"
    bridge = field(riders, ground=edge("river", "bridge", between=BANKS))
    assert ask(bridge, step("NE"), step("NE")).used == 2
    ford = field(riders, ground=edge("river", "ford", between=BANKS))
    assert ask(ford, step("NE")).used == 1
    assert refused(ford, step("NE"), step("NE")) == "move-closed at [1]"
    wet_road = field(riders, ground=edge("river", "ford", between=BANKS) | road(*BANKS))
    assert refused(wet_road, step("NE"), step("NE")) == "move-closed at [1]"
    by_road = edge("river", between=BANKS) | road(*BANKS)
    assert ask(field(riders, ground=by_road), step("NE"), step("NE")).used == 2
    for words in (("river", "ford", "bridge"), ("stream", "ford")):
        dry = edge(*words, between=BANKS) | road(*BANKS)
        assert ask(field(riders, ground=dry), step("NE"), step("NE")).used == 2


@pytest.mark.rule("red_square", "terrain-water")
def test_a_ferry_takes_two_turns_running() -> None:
    ground = edge("river", "ferry", between=BANKS)
    across = rs.FerryAcross(to="NE")
    here = field(unit(), ground=ground, turn=3)
    assert refused(here, step("NE")) == "terrain-water at [0]"
    first = ask(here, across)
    assert (first.unit.square, first.unit.ferry_to, first.unit.ferry_turn) == ((3, 4), (3, 5), 3)
    assert first.unit.this_turn.is_over
    waiting = evolve(first.unit, this_turn=rs.ThisTurn())
    assert refused(field(waiting, ground=ground, turn=3), across) == "terrain-water at [0]"
    second = ask(field(waiting, ground=ground, turn=4), across, band="2+")
    assert (second.unit.square, second.path, second.unit.ferry_turn) == ((3, 5), ((3, 5),), 0)
    assert refused(field(waiting, ground=ground, turn=4), across, band="1-0") == "terrain-water at [0]"
    late = ask(field(waiting, ground=ground, turn=5), across)
    assert (late.unit.square, late.unit.ferry_turn) == ((3, 4), 5)
    other = unit("artillery", (3, 5), "S")
    assert refused(field(other, waiting, ground=ground, turn=4), rs.FerryAcross(to="SW")) == "terrain-water at [0]"
    assert refused(here, wheel(1), across) == "terrain-water at [1]"
    assert refused(here, rs.FerryAcross(to="E")) == "terrain-water at [0]"
    # Who let the ferry go without him two turns ago is in nobody's way.
    idler = evolve(waiting, square=(3, 4), name="idler", ferry_turn=2)
    assert ask(field(other, idler, ground=ground, turn=4), rs.FerryAcross(to="SW")).unit.ferry_to == (3, 4)
    assert refused(field(unit(quality="poor"), ground=ground), across, suit="S") == "turn-6-spades-poor at [0]"
    held = field(waiting, white((3, 5)), ground=ground, turn=4)
    assert refused(held, across, band="2+") == "missing-infantry-melee at [0]"
    weak = field(waiting, white((3, 5), state="hiding"), ground=ground, turn=4)
    assert refused(weak, across, band="2+") == "terrain-water at [0]"


@pytest.mark.rule("red_square", "terrain-wire")
def test_wire_stops_horses_and_wheels_and_costs_infantry_a_turn() -> None:
    wire = holding("wire", (3, 5))
    for kind in ("cavalry", "truck", "armoured_car", "artillery", "hq"):
        assert refused(field(unit(kind, facing="NE"), ground=wire), step("NE")) == "terrain-wire at [0]"
    outcome = ask(field(unit(facing="NE"), ground=wire), step("NE"))
    assert (outcome.path, outcome.unit.this_turn.is_over) == (((3, 5),), True)
    assert refused(field(unit(facing="NE"), ground=wire), step("NE"), step("NE")) == "terrain-wire at [1]"
    assert refused(field(unit(facing="N"), ground=wire), wheel(1), step("NE")) == "terrain-wire at [1]"
    fired = unit(facing="NE", this_turn=rs.ThisTurn(fired=True))
    assert refused(field(fired, ground=wire), step("NE")) == "terrain-wire at [0]"
    dug = evolve(fired, this_turn=rs.ThisTurn(dug=True))
    assert refused(field(dug, ground=wire), step("NE")) == "terrain-wire at [0]"
    cut = field(unit("cavalry", facing="NE"), ground=wire, wire_removed=((3, 5),))
    assert ask(cut, step("NE"), step("NE")).used == 2
    out_of_it = field(unit(square=(3, 5), facing="NE"), ground=wire)
    assert ask(out_of_it, step("NE"), step("NE")).used == 2
    assert ask(field(unit("cavalry", formation="dismounted"), ground=wire), step("NE")).unit.this_turn.is_over


@pytest.mark.rule("red_square", "terrain-wire-gap")
def test_a_tank_makes_a_gap_in_the_direction_of_its_step() -> None:
    wire = holding("wire", (4, 4))
    tank = unit("heavy_tank", (3, 4), "E")
    here = field(tank, ground=wire)
    gap = rs.WireGap(square=(4, 4), direction="E")
    assert ask(here, step("E")).gaps == (gap,)
    masses = unit(square=(3, 4), facing="E")
    through = field(masses, ground=wire, wire_gaps=(gap,))
    assert ask(through, step("E"), step("E")).used == 2
    by_north_east = field(unit(square=(3, 3), facing="NE"), ground=wire, wire_gaps=(gap,))
    assert ask(by_north_east, step("NE")).unit.this_turn.is_over
    riders = unit("cavalry", (3, 4), "E")
    assert ask(field(riders, ground=wire, wire_gaps=(gap,)), step("E")).unit.this_turn.is_over
    slantwise = field(unit("cavalry", (3, 3), "NE"), ground=wire, wire_gaps=(gap,))
    assert refused(slantwise, step("NE")) == "terrain-wire at [0]"
    two = field(evolve(riders, square=(4, 4)), ground=holding("wire", (4, 4), (5, 4)), wire_gaps=(gap,))
    assert refused(two, step("E")) == "terrain-wire at [0]"
    again = field(tank, ground=wire, wire_gaps=(gap,))
    assert ask(again, step("E")).gaps == ()


# ---------------------------------------------------------------- companions, options


@pytest.mark.rule("red_square", "mg-place-speed")
def test_an_mg_company_keeps_the_pace_and_the_company_of_its_unit() -> None:
    gun_crew = unit("mg", (1, 4), accompanies="infantry")
    masses = unit(square=(3, 4))
    assert ask(field(gun_crew, masses), step("E"), step("E")).path == ((2, 4), (3, 4))
    riders = unit("cavalry", square=(4, 4), name="infantry")
    assert ask(field(gun_crew, riders), step("E"), step("E"), step("E")).path[-1] == (4, 4)
    assert refused(field(gun_crew, unit(square=(4, 4))), step("E")) == "mg-place-speed at [0]"
    line = unit(square=(2, 4), formation="firing_line")
    assert refused(field(gun_crew, line), step("E")) == "move-who at [0]"
    gone = unit(square=None, bases=0)
    assert refused(field(gun_crew, gone), step("E")) == "mg-place-speed at [0]"
    assert ask(field(evolve(gun_crew, pinned=1), masses), step("E"), step("E")).used == 2
    assert refused(field(evolve(gun_crew, pinned=2), masses), step("E")) == "fire-10-fate at [0]"


@pytest.mark.rule("red_square", "mg-move-or-fire")
def test_an_mg_company_faces_where_it_will_and_nobody_else_does() -> None:
    gun_crew = unit("mg", (3, 4), "W", accompanies="infantry")
    here = field(gun_crew, unit())
    outcome = ask(here, rs.Face(to="E"), band="1-0")
    assert (outcome.unit.facing, outcome.used, outcome.unit.idle) == ("E", 0, True)
    assert refused(here, rs.Face(to="E"), name="infantry") == "move-wheel at [0]"


@pytest.mark.rule("red_square", "tchanka-place")
def test_a_tchanka_keeps_with_cavalry_at_its_rates() -> None:
    tchanka = unit("tchanka", (1, 4), "E", accompanies="cavalry")
    riders = unit("cavalry", (4, 4))
    assert ask(field(tchanka, riders), step("E"), step("E")).path == ((2, 4), (3, 4))
    assert refused(field(tchanka, riders), step("E")) == "tchanka-place at [0]"
    on_foot = evolve(riders, formation="dismounted")
    assert ask(field(evolve(tchanka, square=(0, 4)), on_foot), step("E"), step("E"), step("E")).used == 3
    wooded = field(evolve(tchanka, square=(3, 4)), riders, ground=wood((4, 4)))
    assert ask(wooded, step("E")).used == 1


@pytest.mark.rule("red_square", "opt-wheeled-offroad")
def test_the_option_limits_wheels_off_the_road_in_a_turn() -> None:
    car = unit("armoured_car", (3, 4), "E")
    one = {"wheeled_offroad": 1}
    first = ask(field(car), step("E"), options=one)
    assert first.unit.this_turn.off_road == 1
    assert refused(field(car), step("E"), step("E"), options=one) == "opt-wheeled-offroad at [1]"
    assert refused(field(first.unit), step("E"), options=one) == "opt-wheeled-offroad at [0]"
    assert refused(field(car), step("E"), options={"wheeled_offroad": 0}) == "opt-wheeled-offroad at [0]"
    assert ask(field(first.unit), step("E"), step("E")).used == 2
    by_road = field(first.unit, ground=road((4, 4), (5, 4)))
    assert ask(by_road, step("E"), options=one).used == 1
    assert ask(field(unit("light_tank", (3, 4), "E")), step("E"), options={"wheeled_offroad": 0}).used == 1


# ---------------------------------------------------------------- what a move leaves behind


@pytest.mark.rule("red_square", "dig-1c-removal")
def test_what_was_dug_stays_behind() -> None:
    dug = unit(digging_markers=2, temporary_trenches=True)
    left = ask(field(dug), step("NE")).unit
    assert (left.digging_markers, left.temporary_trenches) == (0, False)
    wheeled = ask(field(dug), wheel(1)).unit
    assert (wheeled.digging_markers, wheeled.temporary_trenches) == (2, True)


@pytest.mark.rule("red_square", "fire-9-double", "obs-concealment", "fire-9-halve")
def test_a_move_tells_whether_it_advanced_and_is_seen() -> None:
    far = white((3, 8))
    near = ask(field(unit(), far), step("NE")).unit
    assert (near.advancing, near.idle, near.visible, near.this_turn.moved) == (True, False, True, True)
    sideways = ask(field(unit(facing="E"), far), step("E")).unit
    assert not sideways.advancing
    again = evolve(unit(facing="E"), advancing=True, idle=False)
    assert not ask(field(again, far), step("E")).unit.advancing
    hidden = ask(field(unit(visible=True), ground=wood((3, 5))), step("NE")).unit
    assert not hidden.visible


@pytest.mark.rule("red_square", "artpos-three-turns")
def test_guns_leave_their_position_when_they_move() -> None:
    howitzers = unit("artillery", guns="howitzer", position="masked")
    unlimbered = ask(field(howitzers, turn=4), rs.Unlimber()).unit
    assert (unlimbered.formation, unlimbered.stage, unlimbered.stage_turn) == ("deployed", 1, 4)
    assert refused(field(howitzers), wheel(1), rs.Unlimber()) == "artpos-three-turns at [1]"
    assert refused(field(howitzers), rs.Unlimber(), wheel(1)) == "artpos-three-turns at [1]"
    assert ask(field(howitzers), step("NE")).unit.position == "open"
    limbered = ask(field(unlimbered), rs.Limber()).unit
    assert (limbered.formation, limbered.stage) == ("limbered", 0)


# ---------------------------------------------------------------- courses and choices


def terms(**fields: Any) -> rs.MoveTerms:
    charts = rs.ruleset.charts
    return rs.MoveTerms(rates=rates_in(charts), occupancy=charts["occupancy"], **fields)


@pytest.mark.rule("red_square", "move-table", "move-wheel")
def test_a_course_tells_how_things_stand_after_each_action() -> None:
    riders = unit("cavalry", facing="NE")
    course = rs.course_of(
        field(riders, white((5, 8))), riders, (step("NE", "left"), step("NE"), wheel(1)), terms(band="2+")
    )
    assert course.is_legal
    assert [(leg.square, leg.facing, leg.used, leg.left, leg.is_step) for leg in course.legs] == [
        ((3, 5), "N", 1, 2, True),
        ((4, 6), "N", 2, 1, True),
        ((4, 6), "NE", 3, 0, False),
    ]
    assert not course.near_enemy
    halted = rs.course_of(field(riders), riders, (step("NE"), step("W")), terms())
    assert (len(halted.legs), halted.is_legal) == (1, False)


@pytest.mark.rule("red_square", "move-table", "move-wheel", "move-instead")
def test_whole_moves_of_waves_are_counted_by_hand() -> None:
    waves = unit(formation="waves", facing="E")
    # One square: a step E with four facings after it, four wheels on the spot, two changes of formation.
    assert len(rs.whole_moves(field(waves), waves, terms())) == 4 + 4 + 2
    assert rs.whole_moves(field(waves), evolve(waves, state="hiding"), terms()) == ()
    line = unit(formation="firing_line")
    (only,) = rs.whole_moves(field(line), line, terms())
    assert only.actions == (change("waves"),)


@pytest.mark.rule("red_square", "move-overrun-continue")
def test_a_way_round_an_enemy_is_found_beside_the_way_over_him() -> None:
    # Over him at (3, 5) it is two squares to (3, 6) and no more; by (2, 5) a third leads on to (3, 7).
    riders = unit("cavalry")
    here = field(riders, white((3, 5), state="hiding"))
    found = {(move.square, move.facing): move.actions for move in rs.whole_moves(here, riders, terms(band="2+"))}
    assert found[(3, 7), "N"] == (step("NW"), step("NE"), step("NE"))


@pytest.mark.rule("red_square", "move-table", "move-closed", "terrain-wire", "mounted-3-dismounted", "mg-move-or-fire")
def test_the_record_names_the_rate_and_what_is_done() -> None:
    def told(here: rs.Field, *actions: rs.Action, **fields: Any) -> str:
        request = rs.MoveRequest(field=here, unit=here.units[0].name, actions=actions, **fields)
        return rs.ruleset.resolve(request, dice=GivenDice([])).explain()

    by_road = told(field(unit("truck"), ground=road((3, 4), (3, 5))), step("NE"))
    assert "the row wheeled gives 4 squares along the road [move-table]" in by_road
    assert "step along the road to (3, 5), then facing N; squares used: 1" in by_road
    wooded = told(field(unit("heavy_tank"), ground=wood((3, 5))), step("NE"), suit="S")
    assert "the row heavy tank gives 1 square in all with a closed step [move-table]" in wooded
    assert "the tank bogs in (3, 4) [move-bog]" in wooded
    assert "closed step to (3, 5), then facing N; squares used: 1 [move-closed]" in told(
        field(unit(), ground=wood((3, 5))), step("NE")
    )
    assert "the row infantry firing line gives no square in the open" in told(
        field(unit(formation="firing_line")), change("waves")
    )
    assert "the wire takes its whole turn [terrain-wire]" in told(
        field(unit(), ground=holding("wire", (3, 5))), step("NE")
    )
    riders = told(field(unit("cavalry")), rs.Dismount(horses=(3, 5)))
    assert "dismount in (3, 4), facing N then; squares used: 1 [move-instead]" in riders
    assert "its horses are held in (3, 5) [mounted-3-dismounted]" in riders
    guns = told(field(unit("mg", accompanies="infantry"), unit()), rs.Face(to="S"))
    assert "face in (3, 4), facing S then; squares used: 0 [mg-move-or-fire" in guns


@pytest.mark.rule("red_square", "move-table")
def test_every_whole_move_is_legal_and_ends_where_it_says() -> None:
    ground = wood((4, 5), (2, 5)) | edge("stream", between=((3, 6), (3, 7))) | road((3, 4), (3, 5), (3, 6))
    movers = [
        unit(), unit("cavalry"), unit("artillery"), unit("truck"), unit("light_tank"), unit("co"),
        unit("mg", accompanies="friend"), unit("tchanka", accompanies="riders"),
    ]  # fmt: skip
    for mover in movers:
        here = field(
            mover,
            unit(square=(4, 4), name="friend"),
            unit("cavalry", (2, 4), name="riders"),
            white((4, 6)),
            ground=ground,
        )
        found = rs.whole_moves(here, mover, terms(band="2+", suit="C"))
        assert found
        for one in found:
            outcome = ask(here, *one.actions, band="2+", suit="C")
            end = (outcome.unit.square, outcome.unit.facing, outcome.unit.formation)
            assert end == (one.square, one.facing, one.formation)
        assert len({(one.square, one.facing, one.formation) for one in found}) == len(found)
        assert [len(one.actions) for one in found] == sorted(len(one.actions) for one in found)


@pytest.mark.rule("red_square", "move-table", "mg-place-speed", "tchanka-place")
def test_the_row_of_a_unit() -> None:
    here = field(unit(), unit("mg", accompanies="infantry"), unit("train", (0, 0), guns="heavy"))
    assert row_of(here, here.units[1]) == "infantry_masses"
    assert row_of(here, here.units[2]) is None
