"""The movement table, closed terrain, roads, water and wire."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from red_square_moves import ask, change, edge, field, holding, refused, road, step, unit, wheel, white, wood

from rcw_rules import IllegalRequestError
from rcw_rules import red_square as rs
from rcw_rules.kernel.geometry.squares import SquareArea
from rcw_rules.red_square.movement import row_of

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


@pytest.mark.rule("red_square", "move-bog")
def test_what_a_tank_was_to_do_after_the_step_in_which_it_bogs_is_not_judged() -> None:
    # The second step would leave the board, but it is never made. On any other suit it is refused.
    wooded = field(unit("light_tank", (1, 4), "W"), ground=wood((0, 4)))
    outcome = ask(wooded, step("W"), step("W"), suit="S")
    assert (outcome.bogged, outcome.path, outcome.unit.square) == (True, (), (1, 4))
    assert refused(wooded, step("W"), step("W"), suit="C") == "bad-input at [1]"


@pytest.mark.rule("red_square", "turn-6-spades-poor", "turn-6-commissar")
def test_poor_troops_do_not_move_on_a_spade_unless_driven() -> None:
    here = field(unit(quality="poor"))
    assert refused(here, step("NE"), suit="S") == "turn-6-spades-poor at [0]"
    assert refused(here, wheel(1), suit="S") == "turn-6-spades-poor at [0]"
    assert ask(here, change("waves"), suit="S").unit.formation == "waves"
    assert ask(here, step("NE"), suit="S", ignores_spades=True).used == 1
    assert ask(here, step("NE"), suit="C").used == 1
    assert ask(field(unit()), step("NE"), suit="S").used == 1


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


@pytest.mark.rule("red_square", "move-table", "mg-place-speed", "tchanka-place")
def test_the_row_of_a_unit() -> None:
    here = field(unit(), unit("mg", accompanies="infantry"), unit("train", (0, 0), guns="heavy"))
    assert row_of(here, here.units[1]) == "infantry_masses"
    assert row_of(here, here.units[2]) is None
