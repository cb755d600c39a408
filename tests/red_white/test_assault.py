"""The whole assault: its order, who is out of it when, and what is left of everybody."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from red_white_assaults import RED, WHITE, assault, left, lose, play, rolls
from red_white_units import troops, vehicle

from rcw_rules import IllegalRequestError, InvalidRequestError
from rcw_rules import red_white as rw
from rcw_rules.kernel.lengths import inches

# ---------------------------------------------------------------- order


@pytest.mark.rule("red_white", "melee-sequence", "melee-morale-between", "p1-profile")
def test_a_casualty_each_gives_two_morale_dice_and_then_two_d6() -> None:
    request = assault([RED], [WHITE], defensive=[lose(1, by=1)], attacking=[lose(1, by=1)])
    assert rolls(request, 7, 6, 3, 2) == [("morale-roll", (7,)), ("morale-roll", (6,)), ("melee-roll", (3, 2))]
    outcome = play(request, 7, 6, 3, 2)
    assert (outcome.ended, outcome.holder) == ("melee", "attacker")
    assert [left(outcome.attackers[0]), left(outcome.defenders[0])] == [7, 6]


@pytest.mark.rule("red_white", "melee-sequence", "heroic-risk", "priest-risk")
def test_the_dice_fall_in_the_order_of_the_steps() -> None:
    hero = troops("red", heroic=True)
    priest = troops("white", priest=True)
    guns = rw.Volley(weapon="machine_gun", dice=2, hit_faces=(10,), losses_per_hit=1)
    request = assault(
        [hero], [priest], defensive=[rw.Shot(volley=guns, by=1, target=1)],
        attacking=[rw.Shot(volley=guns, by=1, target=1)],
    )  # fmt: skip
    assert rolls(request, 10, 1, 4, 1, 10, 5, 3, 2, 6, 2, 4, 1, 1, 1) == [
        ("p1-fire", (10, 1)),  # defensive fire
        ("heroic-risk", (4,)),
        ("p1-fire", (1, 10)),  # attacking fire
        ("priest-risk", (5,)),
        ("morale-roll", (3,)),  # attacker
        ("morale-roll", (2,)),  # defender
        ("melee-roll", (6, 2)),  # 6 + 1 against 2 + 1: the defender takes 4 casualties
        ("priest-risk", (4,)),
        ("priest-risk", (1,)),
        ("priest-risk", (1,)),
        ("priest-risk", (1,)),
    ]


@pytest.mark.rule("red_white", "melee-morale-between")
def test_without_casualties_there_are_no_morale_dice() -> None:
    assert rolls(assault([RED], [WHITE]), 3, 3) == [("melee-roll", (3, 3))]
    earlier = evolve(RED, stands=6, casualties=True)  # its losses are of an earlier step of the turn
    assert rolls(assault([earlier], [WHITE]), 3, 3) == [("melee-roll", (3, 3))]


@pytest.mark.rule("red_white", "melee-example-1", "melee-sequence")
def test_the_first_example_from_the_announcement_on() -> None:
    red = troops("red", cheka=True, wire="intact")
    white = troops("white", machine_gun=True, cover="trench")
    request = assault([red], [white], defensive=[lose(1, by=1)], attacking=[lose(1, by=1)])
    outcome = play(request, 7, 8, 6, 4)
    assert outcome.holder == "defender"
    assert (left(outcome.attackers[0]), outcome.attackers[0].goes) == (6, "starting_position")
    assert (left(outcome.defenders[0]), outcome.defenders[0].goes) == (7, "stays")


@pytest.mark.rule("red_white", "melee-example-2", "melee-attacking-fire", "melee-defensive-fire")
def test_the_second_example_from_the_announcement_on() -> None:
    whites = [troops("white", elite=True), troops("white", elite=True)]
    red = troops("red", machine_gun=True, cover="cover")
    request = assault(
        whites,
        [red],
        defensive=[lose(2, 1, by=1), lose(1, 2)],
        attacking=[lose(1, weapon="artillery"), lose(1, by=1)],
    )
    outcome = play(request, 7, 8, 7, 5, 5)
    assert [left(after) for after in (*outcome.attackers, *outcome.defenders)] == [6, 7, 4]
    assert (outcome.holder, outcome.defenders[0].goes) == ("attacker", "rear")


# ---------------------------------------------------------------- fire


@pytest.mark.rule("red_white", "p1-attacking-fire")
def test_without_attacking_fire_no_dice_are_thrown_in_step_3() -> None:
    guns = rw.Volley(weapon="small_arms", dice=4, hit_faces=(10,), losses_per_hit=1)
    shot = rw.Shot(volley=guns, by=1, target=1)
    assert rolls(assault([RED], [WHITE], attacking=[shot], attacking_fire=False), 3, 3) == [("melee-roll", (3, 3))]
    assert len(rolls(assault([RED], [WHITE], attacking=[shot]), 1, 1, 1, 1, 3, 3)) == 2


@pytest.mark.rule("red_white", "p1-attacking-fire")
@pytest.mark.parametrize("able", [1, 2])
def test_of_two_attackers_only_the_one_with_attacking_fire_fires(able: int) -> None:
    shots = [
        rw.Shot(volley=rw.Volley(weapon="small_arms", dice=1, hit_faces=(10,), losses_per_hit=1), by=able, target=1)
    ]
    request = assault([RED, evolve(RED, name="Second")], [WHITE], attacking=shots)
    one, other = (evolve(each, attacking_fire=number == able) for number, each in enumerate(request.attackers, 1))
    assert rolls(evolve(request, attackers=(one, other)), 1, 3, 3) == [("p1-fire", (1,)), ("melee-roll", (3, 3))]


@pytest.mark.rule("red_white", "p1-attacking-fire")
def test_a_profile_knows_who_has_attacking_fire_and_nobody_else_guesses() -> None:
    request = assault([RED], [WHITE], attacking=[lose(1, by=1)], attacking_fire=None)
    with pytest.raises(rw.MissingProfileError, match="p1-attacking-fire") as caught:
        play(request)
    assert caught.value.field == "attacking_fire"
    known: list[tuple[tuple[Any, ...], int]] = [(("infantry",), 7), (("tank",), 8)]
    for types, stands in known:
        profile = rw.PartOneProfile(source="a test", attacking_fire=types)
        faces = (1, 3, 3) if stands == 7 else (3, 3)
        assert left(play(request, *faces, profile=profile).defenders[0]) == stands
    # Fire from elsewhere asks nothing of the chargers.
    assert left(play(evolve(request, attacking_fire=(lose(1),)), 1, 3, 3).defenders[0]) == 7


@pytest.mark.rule("red_white", "melee-destroyed-before", "melee-attacking-fire")
def test_an_attacker_shot_to_nothing_fires_no_more_and_there_is_no_melee() -> None:
    request = assault([troops(stands=2)], [WHITE], defensive=[lose(2)], attacking=[lose(3, by=1), lose(3)])
    outcome = play(request)
    assert (outcome.ended, outcome.holder) == ("attackers_gone", "defender")
    assert (outcome.attackers[0].unit, outcome.attackers[0].goes, outcome.attackers[0].is_lost) == (
        None, "nowhere", True,
    )  # fmt: skip
    assert outcome.defenders[0].unit == evolve(WHITE, name="defender 1")


@pytest.mark.rule("red_white", "melee-destroyed-before")
def test_one_of_two_attackers_destroyed_leaves_the_other_to_fight_alone() -> None:
    request = assault(
        [troops(stands=2), RED], [WHITE], defensive=[lose(2, 1)], attacking=[lose(3, by=1), lose(1, by=2)]
    )
    outcome = play(request, 1, 4, 4)  # the defender's test, then a tie
    assert [left(after) for after in outcome.attackers] == [None, 8]
    assert left(outcome.defenders[0]) == 7


@pytest.mark.rule("red_white", "melee-destroyed-before")
def test_a_position_whose_defenders_are_all_shot_falls_without_dice() -> None:
    outcome = play(assault([RED], [troops("white", stands=1)], attacking=[lose(1)]))
    assert (outcome.ended, outcome.holder, outcome.attacker_won) == ("position_falls", "attacker", True)
    assert outcome.attackers[0].goes == "stays"


@pytest.mark.rule("red_white", "melee-defensive-fire")
def test_the_firer_chooses_the_target_and_by_default_the_largest() -> None:
    small = troops(stands=5, starting_stands=5)
    shot = rw.Shot(volley=rw.Volley(weapon="small_arms", stands_lost=1))
    request = assault([small, RED], [WHITE], defensive=[shot])
    assert [left(after) for after in play(request, 1, 4, 4).attackers] == [5, 7]
    choices = {"fire_target": lambda losses, alternatives: 1}
    assert [left(after) for after in play(request, 1, 4, 4, choices=choices).attackers] == [4, 8]


@pytest.mark.rule("red_white", "melee-defensive-fire", "melee-morale-between")
def test_each_unit_tests_for_its_own_losses() -> None:
    request = assault([RED, RED], [WHITE], defensive=[lose(2, 2)])
    assert rolls(request, 6, 4, 4)[0] == ("morale-roll", (6,))
    assert play(request, 7, 4, 4).attackers[1].goes == "rear"


@pytest.mark.rule("red_white", "suppress-fire", "opt-suppressed-scope", "melee-defensive-fire")
def test_a_suppressed_defender_tests_before_it_fires() -> None:
    white = troops("white", suppressed=True)
    request = assault([RED], [white], defensive=[lose(1, by=1)])
    # 8 stands, +1 suppressed: 7 passes; then the attacker's test and the dice of the melee.
    assert left(play(request, 7, 1, 3, 3).attackers[0]) == 7
    assert left(play(request, 8, 4, 4).attackers[0]) == 8
    assert left(play(request, 1, 3, 3, suppressed_scope="phase").attackers[0]) == 7
    told = evolve(request, defensive_fire=(lose(1, by=1, earlier_test="failed"),))
    assert left(play(told, 4, 4).attackers[0]) == 8


@pytest.mark.rule("red_white", "suppress-fire", "cheka-second-failure")
def test_a_suppressed_firer_whose_cheka_fails_it_twice_runs() -> None:
    red = troops("red", suppressed=True, cheka=True)
    request = assault([WHITE], [red], defensive=[lose(1, by=1)])
    outcome = play(request, 8, 8)
    assert (outcome.ended, outcome.holder) == ("position_falls", "attacker")
    assert (outcome.defenders[0].goes, left(outcome.defenders[0])) == ("rear", 7)


@pytest.mark.rule("red_white", "suppress-fire")
def test_a_suppressed_unit_in_support_tests_once_for_all_its_volleys() -> None:
    support = troops("white", stands=4, suppressed=True, name="in support")
    request = assault([RED], [WHITE], defensive=[lose(1, support=support), lose(1, support=support)])
    assert [rule for rule, _ in rolls(request, 3, 1, 3, 3)] == ["morale-roll", "morale-roll", "melee-roll"]
    assert left(play(request, 3, 1, 4, 3).attackers[0]) == 6
    assert left(play(request, 4, 4, 4).attackers[0]) == 8


# ---------------------------------------------------------------- tanks, trains, the end


@pytest.mark.rule("red_white", "petrol-after-win", "petrol-hit-effect", "petrol-morale", "melee-sequence")
def test_infantry_that_beats_a_tank_throws_its_bombs_before_the_tank_falls_back() -> None:
    tank = vehicle(hits=7)
    white = troops("white", stands=3, starting_stands=3)
    request = assault([tank], [white])
    # -2 tank, -2 outnumbered 7 ... the tank with 1 strength left is outnumbered 3 to 1: 1 - 3 - 3 against 6 - 2.
    outcome = play(request, 1, 6, 3, 7, 2, 3)
    assert outcome.holder == "defender"
    assert (outcome.attackers[0].unit, outcome.attackers[0].goes) == (None, "nowhere")
    assert left(outcome.defenders[0]) == 2
    missed = play(request, 1, 6, 3, 3, 3, 3)
    assert (missed.attackers[0].goes, left(missed.defenders[0])) == ("starting_position", 3)
    assert missed.attackers[0].unit == evolve(tank, name="attacker 1")


@pytest.mark.rule("red_white", "petrol-after-win")
def test_the_next_unit_throws_at_the_next_tank() -> None:
    one = troops("white", stands=1, starting_stands=1)
    request = assault([vehicle(hits=7), vehicle(hits=6)], [one, one, one])
    # The test and the bomb of each: the first destroys the first tank, the second and third hit the other one.
    outcome = play(request, 1, 6, 1, 7, 1, 7, 1, 8)
    assert [after.unit for after in outcome.attackers] == [None, None]
    assert [left(after) for after in outcome.defenders] == [1, 1, 1]


@pytest.mark.rule("red_white", "petrol-after-win", "melee-tank-no-loss")
def test_beaten_infantry_throws_nothing() -> None:
    outcome = play(assault([vehicle()], [WHITE]), 6, 1)
    assert (outcome.holder, left(outcome.defenders[0])) == ("attacker", 1)  # 6 against 1 - 2


@pytest.mark.rule("red_white", "petrol-morale", "cheka-second-failure", "petrol-after-win")
def test_winners_whose_cheka_fails_them_twice_run_from_their_own_bombs() -> None:
    red = troops("red", cheka=True, stands=6, starting_stands=6, full_move=inches(6), edge_distance=inches(20))
    request = assault([vehicle(side="white", hits=4)], [red])
    outcome = play(request, 1, 6, 7, 7)
    after = outcome.defenders[0]
    assert after.unit is not None
    assert (after.goes, after.moved, after.unit.stands, after.unit.falling_back) == ("rear", inches(12), 5, True)
    assert after.unit.edge_distance == inches(8)


@pytest.mark.rule("red_white", "train-artillery-test", "train-fail", "melee-sequence")
def test_a_train_that_artillery_drives_back_leaves_the_melee() -> None:
    train = vehicle("armoured_train", "white", full_move=inches(18))
    request = assault([RED], [train], attacking=[lose(1, weapon="artillery")])
    outcome = play(request, 8)
    assert (outcome.ended, outcome.defenders[0].goes, outcome.defenders[0].moved) == (
        "position_falls", "rear", inches(18),
    )  # fmt: skip
    assert outcome.defenders[0].unit is not None
    assert (outcome.defenders[0].unit.hits, outcome.defenders[0].unit.falling_back) == (1, False)
    assert rolls(request, 7, 3, 3) == [("morale-roll", (7,)), ("melee-roll", (3, 3))]  # and no other test


@pytest.mark.rule("red_white", "train-lost", "train-melee")
def test_the_guards_of_a_lost_train_are_infantry() -> None:
    train = vehicle("armoured_train", "white", hits=7, guards=3)
    shot = play(assault([RED], [train], attacking=[lose(1, weapon="artillery")]), 1, 6)
    guards = shot.defenders[0].unit
    assert guards is not None
    assert (guards.type, guards.stands, guards.starting_stands, guards.hits) == ("infantry", 3, 3, None)
    spare = {"lose_guard": lambda loss, alternatives: False}
    fought = play(assault([RED], [train]), 6, 1, choices=spare).defenders[0].unit
    # 6 against 1 + 2 - 3 (7 hits) - 2 (8 to 4): 8; the train's last stand goes first, then all its guards.
    assert fought is None
    close = play(assault([RED], [train]), 1, 1, choices=spare).defenders[0].unit
    assert close is not None
    assert (close.type, close.stands) == ("infantry", 1)


@pytest.mark.rule("red_white", "melee-loser-moves", "gen-rear", "morale-off-table")
def test_a_loser_is_so_much_nearer_to_his_edge_or_over_it() -> None:
    white = troops("white", full_move=inches(6), edge_distance=inches(10))
    outcome = play(assault([RED], [white]), 4, 3)
    after = outcome.defenders[0]
    assert after.unit is not None
    assert (after.unit.edge_distance, after.moved, after.off_table) == (inches(4), inches(6), False)
    # Caught once and beaten: 12 inches, which is off the table.
    caught = assault([RED], [white], gap=4, move=20, attacking=[lose(1)])
    after = play(caught, 8, 4, 3).defenders[0]
    assert (after.moved, after.off_table, after.is_lost) == (inches(12), True, True)


@pytest.mark.rule("red_white", "p1-facing", "melee-winner")
def test_an_attack_in_the_flank_wins_ties() -> None:
    assert play(assault([RED], [WHITE], flank_or_rear=True), 1, 3).holder == "attacker"
    assert play(assault([RED], [WHITE]), 3, 3).holder == "defender"


@pytest.mark.rule("red_white", "heroic-dead", "priest-risk", "p1-cheka-by-fire")
def test_whoever_died_is_gone_from_the_unit_afterwards() -> None:
    request = assault([troops(heroic=True)], [troops("white", priest=True)], defensive=[lose(1)], attacking=[lose(1)])
    outcome = play(request, 10, 10, 1, 1, 4, 3)
    red, white = outcome.attackers[0].unit, outcome.defenders[0].unit
    assert red is not None
    assert white is not None
    assert (red.has_leader, red.heroic, red.stands, white.priest, white.stands) == (False, False, 8, False, 8)


# ---------------------------------------------------------------- refusals


@pytest.mark.rule("red_white", "melee-initiators")
@pytest.mark.parametrize("type_", ["armoured_car", "armoured_train"])
def test_an_armoured_car_may_not_attack(type_: Any) -> None:
    with pytest.raises(IllegalRequestError, match=r"\$\.attackers\[0\]\.unit\.type: .*melee-initiators"):
        play(assault([vehicle(type_)], [WHITE]))


@pytest.mark.rule("red_white", "melee-initiators", "gen-unit-types")
def test_neither_may_artillery_nor_a_unit_that_is_falling_back() -> None:
    for unit in (troops("red", "artillery"), troops("red", "cavalry", falling_back=True)):
        with pytest.raises(IllegalRequestError, match="melee-initiators"):
            play(assault([unit], [WHITE]))
    assert play(assault([vehicle(), RED], [WHITE]), 3, 3).ended == "melee"


@pytest.mark.rule("red_white", "bad-sides", "bad-numbers", "melee-defensive-fire")
@pytest.mark.parametrize(
    ("request_", "message"),
    [
        (assault([RED], [RED]), r"\$\.defenders\[0\]\.unit\.side: .*bad-sides"),
        (assault([troops(cover="trench")], [WHITE]), r"\$\.attackers\[0\]\.unit\.cover: .*bad-sides"),
        (assault([troops(starting_stands=None)], [WHITE]), r"\$\.attackers\[0\]\.unit\.starting_stands"),
        (assault([vehicle(hits=8)], [WHITE]), r"\$\.attackers\[0\]\.unit\.hits: .*bad-numbers"),
        (assault([troops(stands=0)], [WHITE]), r"\$\.attackers\[0\]\.unit\.stands: .*bad-numbers"),
        (assault([RED], [WHITE], defensive=[lose(1, 2)]), r"\$\.defensive_fire\[0\]\.target: .*bad-numbers"),
        (assault([RED], [WHITE], attacking=[lose(1, by=2)]), r"\$\.attacking_fire\[0\]\.by: .*bad-numbers"),
        (
            assault([RED], [WHITE], attacking=[lose(1, by=1), lose(1, by=1)]),
            r"\$\.attacking_fire\[1\]\.by: .*melee-defensive-fire",
        ),
        (assault([RED], [WHITE], defensive=[lose(1, support=RED)]), r"\.support\.side: .*bad-sides"),
        (assault([RED], [WHITE], defensive=[lose(1, by=1, support=WHITE)]), r"\.support: .*bad-sides"),
        (assault([troops(priest=True)], [WHITE]), r"\$\.attackers\[0\]\.unit\.priest: .*bad-sides"),
        (assault([RED], [troops("white", cheka=True)]), r"\$\.defenders\[0\]\.unit\.cheka: .*bad-sides"),
    ],
)
def test_what_contradicts_itself_is_refused(request_: rw.AssaultRequest, message: str) -> None:
    with pytest.raises(InvalidRequestError, match=message):
        play(request_)
