"""The course of a move: facing, wheels, friends, companions, and what stays behind."""

from __future__ import annotations

import pytest
from attrs import evolve
from red_square_moves import ask, change, field, refused, road, step, terms, unit, wheel, white, wood

from rcw_rules import InvalidRequestError
from rcw_rules import red_square as rs

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
