"""Aircraft in a whole game: strings, flights, what they do to the ground and to each other, and patrols."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from red_white_afar import GAME, act, at, begun, foot, scenario

from rcw_rules import GivenDice, IllegalRequestError
from rcw_rules import red_white as rw
from rcw_rules.kernel.lengths import inches
from rcw_rules.red_white.game.scenario import Airman, Scenario
from rcw_rules.red_white.game.state import Aloft, State


def plane(name: str, side: Any, kind: Any = "fighter", *, turn: int | None = 1, **facts: Any) -> Airman:
    return Airman(aircraft=rw.Aircraft(name=name, side=side, type=kind, **facts), turn=turn)


def sky(*planes: Airman, spots: Any = (), red: Any = (), white: Any = (), turns: int = 4) -> Scenario:
    """Return a game with aircraft; Red flies in from the west, White from the east."""
    own = {side: tuple(one for one in planes if one.aircraft.side == side) for side in ("red", "white")}
    return scenario(
        red or (foot("Reds", "red"),),
        white or (foot("Whites", "white"),),
        [*spots, *([] if red else [at("Reds", 6, 34)]), *([] if white else [at("Whites", 40, 2)])],
        red_army={"aircraft": own["red"]},
        white_army={"aircraft": own["white"]},
        turns=turns,
    )


def one(state: State, name: str) -> Aloft:
    return next(each for each in state.aircraft if each.name == name)


def place(state: State, name: str) -> tuple[str, str] | None:
    spot = one(state, name).at
    return None if spot is None else (str(spot[0]), str(spot[1]))


def to_flight(state: State, *faces: int) -> State:
    """Return a game at its flights; the faces are thrown as they begin."""
    while state.stage != "air_flight":
        after = state.steps[state.step + 1] if state.step + 1 < len(state.steps) else None
        opens = after is not None and after.role == "air_flight" and after.side == state.order[-1]
        state = act(state, "go on" if state.to_act is None else "done", *(faces if opens else ()))
    return state


def next_strings(state: State, side: str = "red") -> State:
    """Return a game at the strings of the next turn."""
    turn = state.turn
    while state.turn == turn or state.stage != "air_string" or state.to_act != side:
        state = act(state, "go on" if state.to_act is None else "done")
    return state


# ---------------------------------------------------------------- strings and flights


@pytest.mark.rule("red_white", "air-string", "air-availability")
def test_an_aircraft_comes_in_over_an_edge_on_its_turn() -> None:
    state = begun(sky(plane("Nieuport", "red")), "air_string")
    after = act(state, "string Nieuport along (0,18),(48,18)")
    assert (one(after, "Nieuport").mode, place(after, "Nieuport")) == ("combat", ("0 in", "18 in"))
    with pytest.raises(IllegalRequestError, match="is on none"):
        act(state, "string Nieuport along (5,18),(48,18)")
    with pytest.raises(IllegalRequestError, match="two corners at least"):
        act(state, "string Nieuport along (0,18)")
    with pytest.raises(IllegalRequestError, match="off the table"):
        act(state, "string Nieuport along (0,18),(49,18)")
    of = sky(plane("Nieuport", "red"), plane("Farman", "red", turn=2))
    with pytest.raises(IllegalRequestError, match="arrives on turn 2"):
        act(begun(of, "air_string"), "string Farman along (0,18),(48,18)")


@pytest.mark.rule("red_white", "air-flight-move", "air-two-per-turn", "air-three-turns")
def test_it_flies_twice_a_turn_along_its_string() -> None:
    state = to_flight(
        act(begun(sky(plane("Nieuport", "red")), "air_string"), "string Nieuport along (0,18),(9,18),(9,0)")
    )
    once = act(state, "fly Nieuport with 2 dice", 3, 4)
    assert (place(once, "Nieuport"), once.stage) == (("7 in", "18 in"), "air_flight")
    twice = act(once, "fly Nieuport with 3 dice", 1, 2, 3)  # 2 to the corner, 4 south of it
    assert (place(twice, "Nieuport"), twice.stage) == (("9 in", "14 in"), "fire")
    assert one(twice, "Nieuport").aircraft.flight_turns_left == 4
    assert [tuple(map(str, spot)) for spot in one(twice, "Nieuport").string] == [("9 in", "14 in"), ("9 in", "0 in")]
    gone = act(to_flight(next_strings(twice)), "fly Nieuport with 5 dice", 3, 3, 3, 3, 3)
    assert (one(gone, "Nieuport").mode, gone.stage) == ("gone", "fire")  # 14 inches to the edge
    with pytest.raises(IllegalRequestError, match="now, not"):
        act(state, "fly Farman with 2 dice")


@pytest.mark.rule("red_white", "air-gone", "air-string")
def test_after_three_turns_it_leaves_and_without_a_string_it_flies_home() -> None:
    state = to_flight(act(begun(sky(plane("Nieuport", "red")), "air_string"), "string Nieuport along (0,18),(48,18)"))
    for _ in range(2):
        state = act(state, "fly Nieuport with 5 dice", 6, 6, 6, 1, 1)
    assert place(state, "Nieuport") == ("40 in", "18 in")
    relaid = act(next_strings(state), "string Nieuport along (40,34),(2,34)")
    state = to_flight(relaid)
    for _ in range(2):
        state = act(state, "fly Nieuport with 2 dice", 4, 4)
    assert place(state, "Nieuport") == ("40 in", "34 in")
    state = to_flight(next_strings(state))
    state = act(state, "fly Nieuport with 2 dice", 4, 4)
    assert one(state, "Nieuport").aircraft.flight_turns_left == 1
    assert one(act(state, "fly Nieuport with 2 dice", 4, 4), "Nieuport").mode == "gone"


# ---------------------------------------------------------------- the ground


@pytest.mark.rule("red_white", "air-strafe", "air-two-per-turn")
def test_it_strafes_what_is_near_where_its_flight_ends() -> None:
    of = sky(plane("Nieuport", "red"), spots=[at("Whites", 12, 18, 270)], white=(foot("Whites", "white"),))
    state = to_flight(act(begun(of, "air_string"), "string Nieuport along (0,18),(48,18)"))
    # 7 inches on, Whites are 5 off: normal range, where 8, 9 and 10 hit in the open.
    after = act(state, "fly Nieuport with 2 dice", 3, 4, 8, 1, 10)
    assert after.the_troop("Whites").unit.stands == 2
    spared = act(state, "fly Nieuport with 2 dice", 3, 4, choices={"air_attack": lambda *_: "attack nothing"})
    assert spared.the_troop("Whites").unit.stands == 4


@pytest.mark.rule("red_white", "p1-bomb-effect", "air-bomb-accuracy")
def test_a_bomb_strikes_friend_and_enemy_where_it_lands() -> None:
    # Whites stand across the string, from 10 to 10.75; Reds have their rear at 12.25, 1.875 from Whites' middle.
    reds = (foot("Reds", "red"), foot("Others", "red"))
    spots = [at("Whites", 10, 18, 270), at("Reds", 13, 18, 90), at("Others", 4, 4)]
    of = sky(plane("Farman", "red", "bomber"), spots=spots, red=reds, white=(foot("Whites", "white"),))
    state = to_flight(act(begun(of, "air_string"), "string Farman along (0,18),(48,18)"))
    after = act(state, "fly Farman with 2 dice", 6, 6, 1)
    assert [after.the_troop(name).unit.stands for name in ("Whites", "Reds")] == [1, 3]
    # Long by 6: more than 3 inches beyond the front of Reds.
    far = act(state, "fly Farman with 2 dice", 6, 6, 4, 6)
    assert [far.the_troop(name).unit.stands for name in ("Whites", "Reds")] == [4, 4]
    # By a profile whose bombs work 20 inches far, one that hits strikes Others as well, some 15 from where it lands.
    effect = (rw.BombEffect(within=inches(20), hits=1),)
    game = GAME.with_options(profile=evolve(rw.made_up_profile(), bomb_effect=effect))
    wide = game.play(state, game.read_action("fly Farman with 2 dice"), dice=GivenDice([6, 6, 1])).state
    assert [wide.the_troop(name).unit.stands for name in ("Whites", "Reds", "Others")] == [3, 3, 3]
    # A flight of 7 does not pass over anybody.
    assert act(state, "fly Farman with 2 dice", 3, 4, 1, 1, 1).the_troop("Whites").unit.stands == 4


@pytest.mark.rule("red_white", "aa-machine-gun", "aa-timing", "air-damage-table")
def test_machine_guns_fire_at_what_passes() -> None:
    guns = foot("Maxims", "white", 2, type="machine_gun")
    of = sky(plane("Nieuport", "red"), spots=[at("Maxims", 20, 24, 180)], white=(guns,))
    state = to_flight(act(begun(of, "air_string"), "string Nieuport along (0,18),(48,18)"))
    # They are more than 10 and less than 20 inches from (7, 18): a 6 hits, six dice. Two hits and a 6: a turn lost.
    after = act(state, "fly Nieuport with 2 dice", 3, 4, 6, 6, 1, 2, 3, 4, 6)
    assert one(after, "Nieuport").aircraft.flight_turns_left == 4


# ---------------------------------------------------------------- each other


def duel(**facts: Any) -> State:
    of = sky(plane("Nieuport", "red"), plane("Sopwith", "white", **facts))
    state = act(begun(of, "air_string"), "string Nieuport along (0,18),(48,18)")
    state = act(act(state, "done"), "string Sopwith along (48,18),(0,18)")
    return to_flight(state, 6, 1)  # Red's aircraft move first


@pytest.mark.rule("red_white", "air-side", "air-sequence", "dogfight-result", "opt-air-reach")
def test_fighters_attack_each_other_within_reach() -> None:
    state = act(duel(), "fly Nieuport with 5 dice")
    assert state.to_act == "white"
    # Nieuport flies 30, with Sopwith 18 off; Sopwith 12, and is 6 off: 11 against 2 are nine points, it is driven off.
    after = act(state, "fly Sopwith with 2 dice", 6, 6, 6, 6, 6, 6, 6, 6, 5, 1, 1)
    assert (one(after, "Nieuport").mode, one(after, "Sopwith").mode) == ("gone", "combat")
    near = GAME.with_options(air_reach=inches(5))
    apart = act(state, "fly Sopwith with 2 dice", 6, 6, 6, 6, 6, 6, 6, game=near)
    assert one(apart, "Nieuport").mode == "combat"


@pytest.mark.rule("red_white", "air-patrol", "opt-patrol-over")
def test_a_patrol_stays_for_its_turns() -> None:
    state = begun(sky(plane("Nieuport", "red"), turns=6), "air_string")
    state = act(state, "patrol with Nieuport", 2)
    assert (one(state, "Nieuport").mode, place(state, "Nieuport")) == ("patrol", ("24 in", "18 in"))
    edge = GAME.with_options(patrol_over="own_edge")
    begun_so = begun(sky(plane("Nieuport", "red"), turns=6), "air_string", game=edge)
    assert place(act(begun_so, "patrol with Nieuport", 2, game=edge), "Nieuport") == ("0 in", "18 in")
    for left in (1, 0):
        turn = state.turn
        while state.turn == turn:
            state = act(state, "go on" if state.to_act is None else "done")
        assert one(state, "Nieuport").aircraft.patrol_turns_left == left
    assert one(state, "Nieuport").mode == "gone"


@pytest.mark.rule("red_white", "air-patrol-ends", "air-types")
def test_an_enemy_ends_a_patrol_and_is_flown_at() -> None:
    of = sky(plane("Nieuport", "red"), plane("Farman", "white", "bomber"))
    state = act(begun(of, "air_string"), "patrol with Nieuport", 3)
    with pytest.raises(IllegalRequestError, match="on patrol until"):
        act(state, "string Nieuport along (0,0)")
    state = act(state, "done")
    with pytest.raises(IllegalRequestError, match="may not patrol"):
        act(state, "patrol with Farman")
    state = act(state, "string Farman along (48,18),(0,18)")
    assert (one(state, "Nieuport").mode, one(state, "Nieuport").aircraft.flight_turns_left) == ("combat", 6)
    state = to_flight(state, 6, 1)
    # From the middle it flies 20 inches at the bomber, 24 off, and attacks: 7 against 3.
    state = act(state, "fly Nieuport with 4 dice")
    after = act(state, "fly Farman with 2 dice", 5, 5, 5, 5, 1, 1, 4, 3, 3)
    assert (place(after, "Nieuport"), place(after, "Farman")) == (("44 in", "18 in"), ("46 in", "18 in"))
    assert one(after, "Farman").aircraft.damage == 4


@pytest.mark.rule("red_white", "air-string")
def test_what_is_listed_is_legal() -> None:
    state = begun(sky(plane("Nieuport", "red")), "air_string")
    listed = GAME.legal_actions(state)
    assert [str(action) for action in listed[:2]] == ["done", "patrol with Nieuport"]
    assert len(listed) == 5  # a string over the only enemy from each of three places
    for action in listed[2:]:
        flying = act(state, action)
        assert one(flying, "Nieuport").string[-1] != one(flying, "Nieuport").at
        assert [str(each) for each in GAME.legal_actions(to_flight(flying))] == [
            f"fly Nieuport with {dice} dice" for dice in (5, 4, 3, 2)
        ]


@pytest.mark.rule("red_white", "air-availability")
def test_an_aircraft_without_a_turn_throws_for_it() -> None:
    state = GAME.begin(sky(plane("Nieuport", "red", turn=None)), dice=GivenDice([4])).state
    assert one(state, "Nieuport").arrives == 4


@pytest.mark.rule("red_white", "air-string")
def test_without_a_string_it_flies_home() -> None:
    state = to_flight(act(begun(sky(plane("Nieuport", "red")), "air_string"), "string Nieuport along (0,18),(9,18)"))
    state = act(state, "fly Nieuport with 5 dice", 6, 6, 6, 6, 6)  # the string ends after 9 inches, and it with it
    assert (place(state, "Nieuport"), state.stage) == (("9 in", "18 in"), "fire")
    home = to_flight(next_strings(state))
    assert place(act(home, "fly Nieuport with 2 dice", 2, 2), "Nieuport") == ("5 in", "18 in")
    assert one(act(home, "fly Nieuport with 2 dice", 4, 5), "Nieuport").mode == "gone"


@pytest.mark.rule("red_white", "aa-timing")
def test_a_weapon_fires_at_one_aircraft_in_a_flight_turn() -> None:
    guns = foot("Maxims", "white", 1, type="machine_gun")
    of = sky(plane("Nieuport", "red"), plane("Spad", "red"), spots=[at("Maxims", 24, 24, 180)], white=(guns,))
    state = act(begun(of, "air_string"), "string Nieuport along (0,18),(48,18)")
    state = to_flight(act(state, "string Spad along (0,20),(48,20)"))
    state = act(state, "fly Nieuport with 2 dice")
    # Both fly 8 inches, and stay out of reach of their own guns; three dice of Maxims are thrown, at Nieuport alone.
    after = act(state, "fly Spad with 2 dice", 4, 4, 4, 4, 6, 1, 1, 1)
    assert [one(after, name).aircraft.flight_turns_left for name in ("Nieuport", "Spad")] == [5, 5]


@pytest.mark.rule("red_white", "air-string")
def test_a_string_is_laid_once_a_turn() -> None:
    state = act(begun(sky(plane("Nieuport", "red")), "air_string"), "string Nieuport along (0,18),(48,18)")
    with pytest.raises(IllegalRequestError, match="has been laid in this turn"):
        act(state, "string Nieuport along (48,18)")


@pytest.mark.rule("red_white", "aa-gun", "aa-timing")
def test_anti_aircraft_guns_fire_a_die_each() -> None:
    guns = evolve(foot("Lenders", "white", 2, type="artillery"), anti_aircraft=True)
    of = sky(plane("Nieuport", "red"), spots=[at("Lenders", 28, 24, 180)], white=(guns,))
    state = to_flight(act(begun(of, "air_string"), "string Nieuport along (0,18),(48,18)"))
    # They are about 20 inches from (8, 18), within 24: a 6 of two dice is a hit, and a 6 for it costs a flight turn.
    after = act(state, "fly Nieuport with 2 dice", 4, 4, 6, 5, 6)
    assert one(after, "Nieuport").aircraft.flight_turns_left == 4
    limbered = evolve(of, white=evolve(of.white, units=(evolve(guns, limbered=True),)))
    state = to_flight(act(begun(limbered, "air_string"), "string Nieuport along (0,18),(48,18)"))
    assert one(act(state, "fly Nieuport with 2 dice", 4, 4), "Nieuport").aircraft.flight_turns_left == 5
