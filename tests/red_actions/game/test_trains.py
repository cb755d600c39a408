"""Trains in a whole game: they drive along their rails, their cars fire, and hits strike their cars."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from red_actions_tables import PLAIN, TROOPS, plain, played, rules_against, stands, state_of

from rcw_rules import InvalidRequestError, SeededDice
from rcw_rules import red_actions as ra
from rcw_rules.kernel.angles import degrees
from rcw_rules.kernel.geometry.table import TerrainLine, point
from rcw_rules.kernel.judging import Judge
from rcw_rules.kernel.lengths import inches
from rcw_rules.red_actions.game.aftermaths import pushed_back
from rcw_rules.red_actions.game.rails import begun_train, cars_at

RAILS = TerrainLine(name="Line", kind="railway", points=(point(0, 20), point(48, 20)))
TABLE = evolve(plain(), lines=(RAILS,))


def car(name: str, card: str, **facts: Any) -> ra.CarPlan:
    return ra.CarPlan(unit=ra.Unit(name=name, side="red", card=TROOPS.card(card)), **facts)


def plan(at: int = 30) -> ra.TrainPlan:
    """A gun car ahead of the engine, and a machine-gun car behind it whose guns point to its right: to the north."""
    cars = (
        car("Gun car", "train_gun_car"),
        car("Engine", "train_engine"),
        car("MG car", "train_mg_car", weapon="right"),
    )
    return ra.TrainPlan(name="Red Dawn", railway="Line", cars=cars, at=inches(at))


def train_state(*units: Any, side: Any = "red", at: int = 30, **train: Any) -> ra.State:
    one = plan(at)
    state = state_of(*units, side=side, table=TABLE, scenario={"trains": (one,)})
    now = evolve(begun_train(one), **train)
    cars = tuple(each.unit for each in one.cars)
    game = evolve(state.game, units=(*state.game.units, *cars))
    groups = (*state.groups, *cars_at(state.scenario, TABLE, now))
    return evolve(state, game=game, groups=groups, trains=(now,))


def volunteers(x: int = 24, y: int = 40, **facts: Any) -> Any:
    return stands("Volunteers", "white", "white_volunteers", 4, x, y, 180, **facts)


def fronts(state: ra.State) -> dict[str, str]:
    return {group.name: f"{group.bases[0].at} {group.facing}" for group in state.groups if "ar" in group.name or
            group.name == "Engine"}  # fmt: skip


def drive(state: ra.State, order: Any, *faces: int) -> ra.State:
    return played(state, ra.Drive(unit="Engine", order=order), *faces)


# A car is 2.4 in long, and 0.3 in lie between two.


@pytest.mark.rule("red_actions", "train-cars", "train-speed")
def test_a_train_sets_off_in_steps_and_stops_by_halving() -> None:
    state = train_state(volunteers())
    assert fronts(state) == {
        "Gun car": "(30, 20) 90°", "Engine": "(27.3, 20) 90°", "MG car": "(22.2, 20) 270°",
    }  # fmt: skip
    off = drive(state, "faster")
    assert fronts(off)["Gun car"] == "(32, 20) 90°"
    assert fronts(off)["MG car"] == "(24.2, 20) 270°"
    assert (off.trains[0].last_move, off.to_act) == (inches(2), "white")
    assert all(off.the_unit(name).has_acted for name in ("Gun car", "Engine", "MG car"))
    fast = drive(train_state(volunteers(), last_move=inches(4)), "faster")
    assert (fast.trains[0].at, fast.trains[0].last_move) == (inches(38), inches(8))
    slow = drive(train_state(volunteers(), last_move=inches(2)), "slower")
    assert (slow.trains[0].at, slow.trains[0].last_move) == (inches(31), inches(0))
    stood = drive(state, "keep")
    assert stood.trains[0].at == inches(30)


@pytest.mark.rule("red_actions", "train-speed", "train-cars")
def test_a_train_stands_before_it_goes_the_other_way() -> None:
    moving = train_state(volunteers(), last_move=inches(4))
    assert rules_against(moving, ra.Drive(unit="Engine", order="reverse")) == ["train-speed"]
    back = drive(train_state(volunteers()), "reverse")
    assert (back.trains[0].at, back.trains[0].way) == (inches(28), "backward")
    assert rules_against(moving, ra.Drive(unit="Gun car", order="keep")) == ["train-cars"]
    assert rules_against(moving, ra.Hold(unit="Engine")) == ["train-cars"]
    assert rules_against(moving, ra.Move(unit="Engine", ahead=inches(2)))[0] == "train-cars"
    listed = {str(action) for action in ra.game.legal_actions(train_state(volunteers()))}
    assert {"drive Engine keep", "drive Engine faster", "drive Engine reverse"} <= listed
    assert not any("hold" in line for line in listed)


@pytest.mark.rule("red_actions", "train-artillery-car", "train-mg-car", "train-cars")
def test_guns_fire_while_the_train_stands_and_machine_guns_always() -> None:
    # The gun car looks east, the machine guns north: each has its own target, well inside its 45 degrees.
    east, north = volunteers(44, 21), stands("Guard", "white", "white_volunteers", 4, 23, 34, 180)
    state = train_state(east, north)
    listed = ra.game.legal_actions(state)
    shots = {(action.unit, action.target) for action in listed if isinstance(action, ra.Shoot)}
    assert shots == {("Gun car", "Volunteers"), ("MG car", "Guard")}
    shot = played(state, ra.Shoot(unit="MG car", target="Guard"), 1, 1)
    assert (shot.stage, shot.to_act, shot.trains[0].fired) == ("segment", "red", ("MG car",))
    assert drive(shot, "faster").trains[0].at == inches(32)
    # Nobody else of Red may act before the train is driven, and no car fires twice.
    assert rules_against(shot, ra.Shoot(unit="MG car", target="Guard")) == ["turn-forced-forfeit"]
    gun = played(state, ra.Shoot(unit="Gun car", target="Volunteers"), 1, 1, 1, 1)
    assert rules_against(gun, ra.Drive(unit="Engine", order="faster")) == ["train-artillery-car"]
    assert drive(gun, "keep").trains[0].at == inches(30)
    moving = train_state(east, north, last_move=inches(4))
    assert "train-artillery-car" in rules_against(moving, ra.Shoot(unit="Gun car", target="Volunteers"))
    assert not rules_against(moving, ra.Shoot(unit="MG car", target="Guard"))


@pytest.mark.rule("red_actions", "train-engine-hits", "train-car-hits", "train-fear", "train-hit-number")
def test_direct_hits_strike_the_car_that_was_aimed_at() -> None:
    guns = stands("Guns", "white", "field_gun", 1, 24, 44, 180, officer=None)
    state = train_state(guns, volunteers(4, 46), side="white")
    # It stands: 9 hits. Then the train tests fear: 7 or less.
    engine = played(state, ra.Shoot(unit="Guns", target="Engine"), 4, 5, 3, 4)
    (train,) = engine.trains
    assert [(one.unit, one.count) for one in train.hits] == [("Engine", 1)]
    assert (train.leaves_range, train.leaves_table) == (True, False)
    # It must flee by the fastest way: the guns are nearer to its tail, so ahead.
    orders = [str(action) for action in ra.game.legal_actions(engine) if isinstance(action, ra.Drive)]
    assert orders == ["drive Engine faster"]
    scared = played(state, ra.Shoot(unit="Guns", target="Gun car"), 4, 5, 4, 4)
    assert scared.unit("Gun car") is None
    assert scared.trains[0].cars == ("Engine", "MG car")
    assert scared.trains[0].leaves_table
    # Rifles and machine guns do nothing to a train, and are not offered.
    rifles = train_state(volunteers(24, 28), side="white")
    assert not any(isinstance(action, ra.Shoot) for action in ra.game.legal_actions(rifles))


@pytest.mark.rule("red_actions", "train-fear", "misc-table-edge")
def test_a_train_that_has_lost_its_nerve_rallies_or_leaves() -> None:
    # Its head is 1 in from the eastern edge, its tail 39.1 in from the western one: it flees east.
    state = train_state(volunteers(), at=47, leaves_table=True)
    assert [str(one) for one in ra.game.legal_actions(state) if isinstance(one, ra.Drive)] == ["drive Engine faster"]
    assert rules_against(state, ra.Drive(unit="Engine", order="keep")) == ["train-fear"]
    gone = drive(state, "faster", 6, 6)
    assert (gone.trains, gone.group("Engine")) == ((), None)
    assert gone.left_table == ("Gun car", "Engine", "MG car")
    assert ra.standing_of(gone).on_map["red"] == 0
    assert ra.standing_of(gone).lost["red"] == 0
    # Its cars have no segments any more: in the next turn only White acts.
    later = played(gone, ra.Hold(unit="Volunteers"))
    assert (later.game.turn, later.to_act) == (2, "white")
    assert played(later, ra.Hold(unit="Volunteers")).game.turn == 3
    rallied = drive(state, "faster", 3, 4)
    assert (rallied.trains[0].leaves_table, rallied.stage) == (False, "segment")
    assert drive(rallied, "keep").trains[0].at == inches(47)


@pytest.mark.rule("red_actions", "mov-interpenetration", "train-speed")
def test_a_train_stops_before_whoever_stands_on_the_rails() -> None:
    on_rails = stands("Volunteers", "white", "white_volunteers", 4, 35, 20, 90)
    state = train_state(on_rails, last_move=inches(8))
    # Their rear is at 34.213 in the middle: the head stops on the last quarter of an inch before.
    halted = drive(state, "keep")
    assert (halted.trains[0].at, halted.trains[0].last_move) == (inches("34"), inches(0))


@pytest.mark.rule("red_actions", "train-cars", "miss-scenarios")
def test_trains_that_cannot_stand_so_are_refused() -> None:
    line = TerrainLine(name="Line", kind="railway", points=(point(0, 6), point(24, 6)))
    one = evolve(ra.patrol_clash(), table=evolve(ra.patrol_clash().table, lines=(line,)), trains=(plan(20),))
    state = ra.game.begin(one, dice=SeededDice(1)).state
    assert (len(state.groups), len(state.trains)) == (3, 1)
    assert state.to_act == "white"
    for wrong, words in (
        (evolve(plan(20), railway="Road"), "there is no line 'Road'"),
        (plan(5), "3 cars need the rails from 7.8 in"),
        (evolve(plan(20), cars=(plan().cars[0], plan().cars[0])), "two units are called 'Gun car'"),
    ):
        with pytest.raises(InvalidRequestError, match=words):
            ra.game.begin(evolve(one, trains=(wrong,)), dice=SeededDice(1))


# ------------------------------------------------------------------ troops aboard


def with_boxcar(*units: Any, aboard: tuple[ra.Unit, ...] = (), **train: Any) -> ra.State:
    """A boxcar for four bases stands between 22.2 and 24.6, behind the engine."""
    box = ra.CarPlan(unit=ra.Unit(name="Boxcar", side="red", card=TROOPS.card("train_other_car")), aboard=aboard)
    one = evolve(plan(), cars=(*plan().cars[:2], box))
    state = state_of(*units, table=TABLE, scenario={"trains": (one,)})
    now = evolve(begun_train(one), **train)
    cars = tuple(each.unit for each in one.cars)
    game = evolve(state.game, units=(*state.game.units, *cars, *aboard))
    riding = tuple(ra.Aboard(unit=rider.name, car="Boxcar") for rider in aboard)
    groups = (*state.groups, *cars_at(state.scenario, TABLE, now))
    return evolve(state, game=game, groups=groups, trains=(now,), aboard=riding)


# A base of 30 mm on the rails reaches 0.59 in to each side of them.


@pytest.mark.rule("red_actions", "dis-time", "train-cars", "act-limber-whole-action")
def test_infantry_gets_on_and_off_a_train_that_stands() -> None:
    beside = stands("1st", "red", "red_regulars", 4, "23.4", "19.41", 0)
    state = with_boxcar(beside, volunteers())
    board = ra.Embark(unit="1st", car="Boxcar")
    assert board in ra.game.legal_actions(state)
    riding = played(state, board)
    assert ([(one.unit, one.car) for one in riding.aboard], riding.group("1st")) == ([("1st", "Boxcar")], None)
    assert riding.the_unit("1st").has_acted
    assert "1st: aboard Boxcar" in ra.game.text_map(ra.game.view(riding, "white"))
    assert "dis-time" in rules_against(with_boxcar(beside, volunteers(), last_move=inches(4)), board)
    assert "dis-time" in rules_against(with_boxcar(stands("1st", "red", "red_regulars", 4, 23, 10, 0)), board)
    five = stands("1st", "red", "red_regulars", 5, "23.4", "19.41", 0)
    assert "train-cars" in rules_against(with_boxcar(five, volunteers()), board)
    assert "train-cars" in rules_against(state, ra.Embark(unit="1st", car="Engine"))
    aboard = with_boxcar(volunteers(), aboard=(beside.unit,))
    off = ra.Disembark(unit="1st")
    assert {str(one) for one in ra.game.legal_actions(aboard)} >= {"hold 1st", "disembark 1st"}
    assert rules_against(aboard, ra.Move(unit="1st", ahead=inches(1)))[0] == "seq-reinforcements"
    left = played(aboard, off)
    group = left.group("1st")
    assert group is not None
    # Red comes from the south: they stand on the northern side, facing north.
    assert (left.aboard, str(group.facing), group.bases[0].at.y > inches(20)) == ((), "0°", True)
    assert "dis-time" in rules_against(with_boxcar(volunteers(), aboard=(beside.unit,), last_move=inches(2)), off)


@pytest.mark.rule("red_actions", "train-car-hits", "train-fear", "misc-table-edge")
def test_troops_share_the_fate_of_their_car() -> None:
    rider = stands("1st", "red", "red_regulars", 4, 0, 0, 0).unit
    guns = stands("Guns", "white", "field_gun", 1, 23, 44, 180, officer=None)
    state = with_boxcar(guns, volunteers(4, 46), aboard=(rider,))
    frames = tuple(evolve(frame, side="white") for frame in state.frames)
    white = evolve(state, frames=frames, game=evolve(state.game, acting="defender"))
    lost = played(white, ra.Shoot(unit="Guns", target="Boxcar"), 4, 5, 3, 4)
    assert (lost.unit("Boxcar"), lost.unit("1st"), lost.aboard) == (None, None, ())
    assert lost.game.army_of("red").lost_points == 8 + 4 * 8
    fleeing = with_boxcar(volunteers(), aboard=(rider,), leaves_table=True, at=inches(47))
    gone = played(fleeing, ra.Drive(unit="Engine", order="faster"), 6, 6)
    assert gone.left_table == ("Gun car", "Engine", "Boxcar", "1st")
    assert ra.standing_of(gone).lost["red"] == 0


def test_a_train_is_shown() -> None:
    view = ra.game.view(train_state(volunteers(), last_move=inches(4)), "white")
    text = ra.game.text_map(view)
    assert "Red Dawn: goes forward at 4 in a turn, cars Gun car, Engine, MG car" in text
    assert "A" in text.splitlines()[14]
    # On a border of two rows of 2 in the rails are in both; at 19 in they are in that of 18.
    assert text.splitlines()[15].endswith("=====")
    rails = evolve(RAILS, points=(point(0, 19), point(48, 19)))
    other = evolve(view, table=evolve(TABLE, lines=(rails,)), groups=(), units=())
    assert ra.game.text_map(other).splitlines()[15] == " 18 " + 24 * "="


@pytest.mark.rule("red_actions", "train-cars", "pre-return-fire")
def test_fire_that_is_returned_does_not_end_the_segment_of_a_train() -> None:
    near = stands("Guard", "white", "white_volunteers", 4, 23, 27, 180)
    state = train_state(near)
    shot = played(state, ra.Shoot(unit="MG car", target="Guard"), 1, 1)
    assert set(shot.fired) == {"MG car", "Guard"}
    assert (shot.stage, shot.to_act, shot.trains[0].fired) == ("segment", "red", ("MG car",))
    assert ra.Drive(unit="Engine", order="faster") in ra.game.legal_actions(shot)


@pytest.mark.rule("red_actions", "retire-manner", "train-speed")
def test_nobody_pushes_a_train_off_its_rails() -> None:
    # The rifles stand 2 inches before the gun car, and a retire of 3 inches has no more room than that.
    before = stands("Rifles", "red", "red_regulars", 3, 29, 23, 0, has_acted=True)
    beyond = stands("Others", "red", "red_regulars", 3, 29, "18.9", 0, has_acted=True)
    state = train_state(before, beyond)
    cars = fronts(state)
    after = pushed_back(Judge(ra.ruleset), state, "Rifles", degrees(180), inches(6))
    assert fronts(after) == cars
    assert list(after.inconsistencies()) == []
    group = after.group("Rifles")
    assert group is not None
    assert group.bases[0].at.y < inches(23)
    assert (after.group("Others"), after.were_pushed) == (beyond.group, ())


# ------------------------------------------------------------------ rifles aboard


def riders(card: str = "red_regulars", **facts: Any) -> ra.Unit:
    return ra.Unit(name="Riders", side="red", card=TROOPS.card(card), bases=3, officer=PLAIN, **facts)


SHOT = ra.Shoot(unit="Riders", target="Volunteers")


@pytest.mark.rule("red_actions", "train-cars")
@pytest.mark.parametrize("y", [28, 12])
def test_rifles_aboard_fire_out_of_either_side_of_their_car(y: int) -> None:
    state = with_boxcar(volunteers(23, y), aboard=(riders(),))
    assert list(ra.game.legal_actions(state)).count(SHOT) == 1
    # Three bases of value 2 are 6 points, column 3: a 12 there scares and strikes.
    calm, hurt = played(state, SHOT, 1, 1), played(state, SHOT, 6, 6, 6, 2, 2)
    assert (calm.the_unit("Volunteers").terror, hurt.the_unit("Volunteers").terror) == (0, 1)
    assert calm.fired == ("Riders",)  # whom the enemy cannot shoot back at, since he sees but a car
    assert calm.the_unit("Riders").has_acted
    assert [one.unit for one in calm.aboard] == ["Riders"]
    assert calm.group("Riders") is None


@pytest.mark.rule("red_actions", "train-cars", "arc-foot", "train-mg-car")
def test_riders_fire_on_the_move_but_not_along_the_train_nor_other_weapons() -> None:
    moving = with_boxcar(volunteers(23, 28), aboard=(riders(),), last_move=inches(8))
    assert rules_against(moving, SHOT) == []
    ahead = with_boxcar(volunteers(40, 20), aboard=(riders(),))
    assert rules_against(ahead, SHOT) == ["sho-effective"]
    state = with_boxcar(volunteers(23, 28), aboard=(riders(),))
    for action in (
        ra.Shoot(unit="Riders", target="Volunteers", turn=degrees(90)),
        ra.Shoot(unit="Riders", target="Volunteers", ahead=inches(2)),
    ):
        assert rules_against(state, action) == ["train-cars"]
    guns = with_boxcar(volunteers(23, 28), aboard=(riders("mg"),))
    assert rules_against(guns, SHOT) == ["train-cars"]
    assert SHOT not in ra.game.legal_actions(guns)
