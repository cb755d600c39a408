"""Who wins a melee, what it costs, who goes where, and who may start one."""

from __future__ import annotations

from typing import Any

import pytest
from red_white_melees import fight, goes, lost
from red_white_refusals import refuse_dice
from red_white_units import red, vehicle, white

from rcw_rules import AskingDice, GivenDice, IllegalRequestError
from rcw_rules import red_white as rw
from rcw_rules.kernel.lengths import inches

# ---------------------------------------------------------------- the throw


@pytest.mark.rule("red_white", "melee-roll", "gen-dice")
def test_one_die_a_side_the_attacker_s_first() -> None:
    request = rw.MeleeRequest(attackers=(red(), red(), red()), defenders=(white(), white(), white(), white()))
    resolution = rw.ruleset.resolve(request, dice=GivenDice([6, 1]))
    (roll,) = resolution.record.rolls
    assert roll.faces == (6, 1)
    assert roll.parts == (6, 1)
    assert resolution.outcome.margin == 5


@pytest.mark.rule("red_white", "melee-roll")
def test_totals_below_zero_are_compared_as_they_are() -> None:
    # -3 six stands lost, -3 its own state, -3 outnumbered 8 to 2, -2 wire: -11
    attacker = red(stands=2, raw=True, has_leader=False, suppressed=True, wire="intact")
    request = rw.MeleeRequest(attackers=(attacker,), defenders=(white(),))
    resolution = rw.ruleset.resolve(request, dice=GivenDice([1, 1]))
    assert resolution.record.rolls[0].parts == (-10, 1)
    assert resolution.outcome.margin == -11
    assert lost(resolution.outcome.attackers) == (2,)


@pytest.mark.rule("red_white", "melee-roll")
def test_attacker_six_less_one_against_four_plus_two() -> None:
    outcome = fight(red(suppressed=True), white(heroic=True, grenades=True), 6, 4)
    assert (outcome.attacker_modifier, outcome.defender_modifier, outcome.margin) == (-1, 2, -1)


# ---------------------------------------------------------------- who wins


@pytest.mark.rule("red_white", "melee-winner")
@pytest.mark.parametrize(
    ("faces", "flank", "winner", "margin"),
    [
        ((5, 4), False, "attacker", 1),
        ((4, 5), False, "defender", -1),
        ((5, 5), False, "defender", 0),
        ((3, 5), True, "attacker", 0),  # the flank costs the defender 2
        ((4, 5), True, "attacker", 1),
        ((2, 5), True, "defender", -1),
    ],
)
def test_the_higher_total_wins_and_ties_depend_on_the_flank(
    faces: tuple[int, int],
    flank: bool,
    winner: str,
    margin: int,
) -> None:
    outcome = fight(red(), white(), *faces, flank=flank)
    assert (outcome.winner, outcome.margin, outcome.repulse) == (winner, margin, False)
    assert outcome.attacker_won == (winner == "attacker")


@pytest.mark.rule("red_white", "melee-winner")
def test_a_unit_falling_back_that_is_hit_in_front_still_wins_ties() -> None:
    outcome = fight(red(), white(falling_back=True), 3, 5)
    assert (outcome.winner, outcome.margin) == ("defender", 0)


@pytest.mark.rule("red_white", "melee-winner", "melee-losses", "melee-loser-moves")
def test_a_tie_costs_the_ground_and_nothing_else() -> None:
    outcome = fight(red(), white(), 4, 4)
    assert (lost(outcome.attackers), lost(outcome.defenders)) == ((0,), (0,))
    assert (goes(outcome.attackers), goes(outcome.defenders)) == (("starting_position",), ("stays",))
    assert not outcome.attackers[0].casualties
    outcome = fight(red(), white(), 2, 4, flank=True)
    assert (lost(outcome.attackers), lost(outcome.defenders)) == ((0,), (0,))
    assert (goes(outcome.attackers), goes(outcome.defenders)) == (("stays",), ("rear",))
    assert not outcome.defenders[0].casualties


# ---------------------------------------------------------------- losses and moves


@pytest.mark.rule("red_white", "melee-losses")
@pytest.mark.parametrize("margin", [1, 2, 3, 4, 5])
def test_the_loser_loses_the_margin_and_the_winner_nothing(margin: int) -> None:
    outcome = fight(red(), white(), 6, 6 - margin)
    assert (lost(outcome.attackers), lost(outcome.defenders)) == ((0,), (margin,))
    assert outcome.defenders[0].strength == 8 - margin
    outcome = fight(red(), white(), 6 - margin, 6)
    assert (lost(outcome.attackers), lost(outcome.defenders)) == ((margin,), (0,))
    assert outcome.attackers[0].strength == 8 - margin


@pytest.mark.rule("red_white", "melee-losses")
def test_losses_end_with_the_last_stand() -> None:
    three = {"stands": 3, "starting_stands": 3}
    outcome = fight(red(**three), white(**three), 6, 2)
    assert outcome.margin == 4
    assert (lost(outcome.defenders), goes(outcome.defenders)) == ((3,), ("nowhere",))
    (after,) = outcome.defenders
    assert (after.strength, after.destroyed, after.moved, after.off_table) == (0, True, inches(0), False)
    assert not outcome.attackers[0].destroyed
    outcome = fight(red(**three), white(**three), 2, 5)
    assert (lost(outcome.attackers), goes(outcome.attackers)) == ((3,), ("nowhere",))
    assert outcome.attackers[0].destroyed


@pytest.mark.rule("red_white", "melee-loser-moves")
def test_a_beaten_attacker_goes_back_to_where_its_charge_began() -> None:
    (attacker,) = fight(red(), white(), 4, 5).attackers
    assert (attacker.goes, attacker.moved) == ("starting_position", None)
    assert (attacker.stands_lost, attacker.casualties, attacker.destroyed) == (1, True, False)
    assert not hasattr(attacker, "falling_back")  # the move sets no marker


@pytest.mark.rule("red_white", "melee-loser-moves", "gen-rear", "morale-off-table")
@pytest.mark.parametrize(("edge", "off"), [(None, None), (7, False), (6, False), (5, True)])
def test_a_beaten_defender_goes_one_full_move_to_the_rear(edge: int | None, off: bool | None) -> None:
    six = inches(6)
    (defender,) = fight(
        red(), white(full_move=six, edge_distance=edge if edge is None else inches(edge)), 5, 4
    ).defenders
    assert (defender.goes, defender.moved, defender.off_table) == ("rear", six, off)


@pytest.mark.rule("red_white", "melee-loser-moves", "gen-rear")
def test_dice_of_a_defender_s_move_come_after_the_melee_dice() -> None:
    (defender,) = fight(red(), white(full_move=rw.DiceMove(dice=2)), 5, 4, 6, 3).defenders
    assert defender.moved == inches(9)


@pytest.mark.rule("red_white", "melee-losses", "gen-unit-state")
def test_casualties_of_before_stay_due_for_a_test() -> None:
    outcome = fight(red(casualties=True), white(casualties=True), 5, 4)
    assert outcome.attackers[0].casualties
    assert outcome.defenders[0].casualties
    outcome = fight(red(), white(), 5, 4)
    assert not outcome.attackers[0].casualties
    assert outcome.defenders[0].casualties


# ---------------------------------------------------------------- defences


@pytest.mark.rule("red_white", "melee-win-by-3", "melee-short-win")
@pytest.mark.parametrize("cover", ["trench", "building", "breastwork"])
@pytest.mark.parametrize(
    ("faces", "margin", "attacker_lost", "defender_lost"),
    [
        ((6, 1), 4, 0, 4),
        ((6, 2), 3, 0, 3),
        ((6, 3), 2, 2, 0),
        ((6, 4), 1, 1, 0),
        ((6, 5), 0, 0, 0),
        ((5, 5), -1, 1, 0),
        ((3, 5), -3, 3, 0),
    ],
)
def test_defences_fall_to_a_win_by_three_only(
    cover: str, faces: tuple[int, int], margin: int, attacker_lost: int, defender_lost: int
) -> None:
    outcome = fight(red(), white(cover=cover), *faces)
    assert outcome.margin == margin
    assert (lost(outcome.attackers), lost(outcome.defenders)) == ((attacker_lost,), (defender_lost,))
    assert outcome.winner == ("attacker" if margin >= 3 else "defender")
    assert outcome.repulse == (margin < 3)
    assert goes(outcome.attackers) == (("stays",) if margin >= 3 else ("starting_position",))
    assert goes(outcome.defenders) == (("rear",) if margin >= 3 else ("stays",))


@pytest.mark.rule("red_white", "melee-win-by-3", "melee-mod-defences")
def test_cover_and_wire_are_no_defences() -> None:
    outcome = fight(red(), white(cover="cover"), 5, 4)
    assert (outcome.winner, lost(outcome.defenders), outcome.repulse) == ("attacker", (1,), False)
    outcome = fight(red(wire="intact"), white(), 6, 3)
    assert (outcome.winner, outcome.margin, lost(outcome.defenders)) == ("attacker", 1, (1,))


@pytest.mark.rule("red_white", "melee-win-by-3", "melee-mod-defences", "melee-many-units")
def test_one_defender_outside_gives_ordinary_results() -> None:
    outcome = fight(
        red(), (white(stands=4, starting_stands=4, cover="trench"), white(stands=4, starting_stands=4)), 5, 4
    )
    assert (outcome.winner, outcome.margin, outcome.repulse) == ("attacker", 1, False)


@pytest.mark.rule("red_white", "melee-short-win")
def test_winning_ties_from_the_flank_does_not_help_against_defences() -> None:
    outcome = fight(red(), white(cover="trench"), 4, 5, flank=True)  # +1 trench, -2 flank
    assert (outcome.margin, outcome.winner, outcome.repulse) == (0, "defender", True)
    assert (lost(outcome.attackers), goes(outcome.attackers)) == ((0,), ("starting_position",))


# ---------------------------------------------------------------- tanks, armoured cars, trains


@pytest.mark.rule("red_white", "melee-tank-no-loss")
def test_beaten_tanks_lose_nothing_and_still_go_back() -> None:
    outcome = fight(vehicle("tank", "red"), white(), 1, 6)
    assert outcome.margin == -3
    (tank,) = outcome.attackers
    assert (tank.stands_lost, tank.strength, tank.goes, tank.casualties) == (0, 8, "starting_position", False)
    outcome = fight(red(), (vehicle("tank", "white", hits=4), vehicle("tank", "white", hits=4)), 6, 1)
    # the two tanks have eight hits between them: -4
    assert (outcome.margin, lost(outcome.defenders), goes(outcome.defenders)) == (9, (0, 0), ("rear", "rear"))


@pytest.mark.rule("red_white", "melee-tank-no-loss")
def test_the_record_tells_why_a_beaten_tank_loses_nothing() -> None:
    request = rw.MeleeRequest(attackers=(vehicle("tank", "red"),), defenders=(white(),))
    assert "melee-tank-no-loss" in rw.ruleset.resolve(request, dice=GivenDice([1, 6])).record.rules
    assert "melee-tank-no-loss" not in rw.ruleset.resolve(request, dice=GivenDice([6, 1])).record.rules


@pytest.mark.rule("red_white", "melee-tank-no-loss", "melee-loss-allocation")
@pytest.mark.parametrize("first", ["tank", "infantry"])
def test_the_other_units_of_a_mixed_side_bear_the_whole_margin(first: str) -> None:
    tank, battalion = vehicle("tank", "red"), red(stands=5, starting_stands=5)
    units = (tank, battalion) if first == "tank" else (battalion, tank)
    outcome = fight(units, white(), 1, 5)
    by_strength = {unit.strength: unit.stands_lost for unit in outcome.attackers}
    assert outcome.margin == -2
    assert by_strength == {8: 0, 3: 2}


@pytest.mark.rule("red_white", "melee-tank-no-loss")
def test_an_armoured_car_records_hits() -> None:
    outcome = fight(red(), vehicle("armoured_car", "white", hits=2), 6, 5)
    # two hits are two stands lost: 5 - 1
    assert outcome.margin == 2
    (car,) = outcome.defenders
    assert (car.stands_lost, car.guards_lost, car.strength, car.casualties) == (2, 0, 4, True)


@pytest.mark.rule("red_white", "train-melee", "melee-tank-no-loss")
def test_a_train_loses_guards_first_and_then_records_hits() -> None:
    seen: list[tuple[bool, ...]] = []

    def never(situation: Any, alternatives: tuple[bool, ...]) -> bool:
        seen.append(alternatives)
        return False

    train = vehicle("armoured_train", "white", guards=2)
    outcome = fight(red(elite=True, grenades=True), train, 6, 3)
    (after,) = outcome.defenders
    assert (outcome.margin, after.guards_lost, after.stands_lost, after.strength) == (3, 2, 1, 7)
    outcome = fight(red(elite=True, grenades=True), train, 6, 3, choices={"lose_guard": never})
    (after,) = outcome.defenders
    assert (outcome.margin, after.guards_lost, after.stands_lost, after.strength) == (3, 0, 3, 7)
    assert seen == [(True, False)] * 3


def guards_stay(situation: Any, alternatives: tuple[bool, ...]) -> bool:
    return False


@pytest.mark.rule("red_white", "train-lost", "train-melee", "melee-losses", "melee-loser-moves", "vehicle-eight-stands")
def test_a_train_with_its_eighth_hit_is_lost_though_guards_still_stand() -> None:
    # seven hits and 3 guards are 4 stands, outnumbered 8 to 4: -3 - 2 + 2; 4 against 6 - 3 is a win by 1
    train = vehicle("armoured_train", "white", hits=7, guards=3, full_move=inches(6), edge_distance=inches(9))
    request = rw.MeleeRequest(attackers=(red(),), defenders=(train,))
    resolution = rw.ruleset.resolve(request, dice=GivenDice([4, 6]), choices={"lose_guard": guards_stay})
    (after,) = resolution.outcome.defenders
    assert resolution.outcome.margin == 1
    assert (after.stands_lost, after.guards_lost, after.strength, after.destroyed) == (1, 0, 3, True)
    # the guards are an infantry unit now, and it is they who lost the ground
    assert (after.goes, after.moved, after.off_table, after.casualties) == ("rear", inches(6), False, True)
    told = [step.rule for step in resolution.record.steps if step.kind == "result"]
    assert told.count("train-lost") == 1
    assert told.count("gen-stand") == 1
    assert "train-melee" not in told  # no guard fell

    resolution = rw.ruleset.resolve(request, dice=GivenDice([4, 6]))  # by default a guard falls and the train stands
    (after,) = resolution.outcome.defenders
    assert (after.stands_lost, after.guards_lost, after.strength, after.destroyed) == (0, 1, 3, False)
    assert "train-lost" not in resolution.record.rules


@pytest.mark.rule("red_white", "train-lost", "train-melee")
def test_after_the_eighth_hit_only_guards_are_left_to_lose() -> None:
    asked: list[tuple[int, int]] = []

    def never(situation: Any, alternatives: tuple[bool, ...]) -> bool:
        asked.append((situation.stands, situation.guards))
        return False

    train = vehicle("armoured_train", "white", hits=7, guards=3)
    request = rw.MeleeRequest(attackers=(red(),), defenders=(train,))
    # 6 against 6 - 3: a hit, which is the last, and then two guards, of whom nobody is asked
    resolution = rw.ruleset.resolve(request, dice=GivenDice([6, 6]), choices={"lose_guard": never})
    (after,) = resolution.outcome.defenders
    assert asked == [(0, 0)]
    assert (after.stands_lost, after.guards_lost, after.strength) == (1, 2, 1)
    assert (after.destroyed, after.goes) == (True, "rear")
    told = [step.rule for step in resolution.record.steps if step.kind == "result"]
    assert (told.count("gen-stand"), told.count("train-melee"), told.count("train-lost")) == (1, 2, 1)


@pytest.mark.rule("red_white", "train-lost", "melee-losses")
@pytest.mark.parametrize("choices", [None, {"lose_guard": guards_stay}])
def test_a_train_with_nothing_left_goes_nowhere(choices: Any) -> None:
    # seven hits and a guard are 2 stands, outnumbered 8 to 2: -3 - 3 + 2; 6 against 5 - 4 is a win by 5
    train = vehicle("armoured_train", "white", hits=7, guards=1, full_move=inches(6))
    request = rw.MeleeRequest(attackers=(red(),), defenders=(train,))
    resolution = rw.ruleset.resolve(request, dice=GivenDice([6, 5]), choices=choices)
    (after,) = resolution.outcome.defenders
    assert resolution.outcome.margin == 5
    assert (after.stands_lost, after.guards_lost, after.strength) == (1, 1, 0)
    assert (after.destroyed, after.goes, after.moved) == (True, "nowhere", inches(0))
    assert "train-lost" not in resolution.record.rules  # no guards are left to become infantry


@pytest.mark.rule("red_white", "melee-losses", "vehicle-eight-stands")
def test_an_armoured_car_with_its_eighth_hit_is_destroyed() -> None:
    car = vehicle("armoured_car", "white", hits=7)  # -3 hits, outnumbered 8 to 1: -3
    outcome = fight(red(), car, 1, 6)
    assert outcome.margin == 1
    (after,) = outcome.defenders
    assert (after.stands_lost, after.strength, after.destroyed, after.goes) == (1, 0, True, "nowhere")


@pytest.mark.rule("red_white", "train-melee")
def test_the_record_and_the_outcome_tell_guards_from_hits() -> None:
    request = rw.MeleeRequest(attackers=(red(),), defenders=(vehicle("armoured_train", "white", guards=1),))
    resolution = rw.ruleset.resolve(request, dice=GivenDice([6, 2]))
    (train,) = resolution.outcome.defenders
    assert (train.guards_lost, train.stands_lost, train.destroyed) == (1, 1, False)
    told = [step.rule for step in resolution.record.steps if step.kind == "result"]
    assert (told.count("train-melee"), told.count("gen-stand")) == (1, 1)  # one guard, one hit: a step for each


# ---------------------------------------------------------------- petrol bombs after it


@pytest.mark.rule("red_white", "melee-short-win")
@pytest.mark.parametrize(
    ("attacker", "defender", "faces", "allowed"),
    [
        (vehicle("tank", "red"), white(), (1, 6), True),
        (vehicle("tank", "red"), white(), (6, 1), False),  # beaten by the tank
        (red(), white(), (1, 6), False),  # no tank
        (vehicle("tank", "red"), white(type="artillery"), (1, 6), False),  # no infantry
        (vehicle("tank", "red"), white(cover="trench"), (5, 5), True),  # +1 - 2: a repulse from defences
        (red(), vehicle("tank", "white"), (6, 1), False),  # the tank did not attack
        (red(), vehicle("tank", "white"), (1, 6), False),
    ],
)
def test_infantry_attacked_by_a_tank_may_throw_petrol_bombs_if_it_wins(
    attacker: rw.Unit,
    defender: rw.Unit,
    faces: tuple[int, int],
    allowed: bool,
) -> None:
    assert fight(attacker, defender, *faces).petrol_bombs_allowed == allowed


# ---------------------------------------------------------------- who may start


@pytest.mark.rule("red_white", "melee-initiators")
@pytest.mark.parametrize("kind", ["artillery", "machine_gun", "tchanka", "droshky", "wagon", "command"])
def test_other_troops_only_defend(kind: str) -> None:
    refused(rw.MeleeRequest(attackers=(red(), red(type=kind)), defenders=(white(),)), "$.attackers[1].type")
    fight(red(), white(type=kind), 1, 1)


@pytest.mark.rule("red_white", "melee-initiators", "train-melee")
@pytest.mark.parametrize("kind", ["armoured_car", "armoured_train"])
def test_armoured_cars_and_trains_only_defend(kind: str) -> None:
    refused(rw.MeleeRequest(attackers=(vehicle(kind, "red"),), defenders=(white(),)), "$.attackers[0].type")
    fight(red(), vehicle(kind, "white"), 1, 1)


@pytest.mark.rule("red_white", "melee-initiators")
@pytest.mark.parametrize("kind", ["infantry", "cavalry"])
def test_a_unit_that_is_falling_back_may_not_start(kind: str) -> None:
    attacker = red(type=kind, falling_back=True)
    refused(rw.MeleeRequest(attackers=(attacker,), defenders=(white(),)), "$.attackers[0].falling_back")


@pytest.mark.rule("red_white", "melee-initiators")
def test_infantry_cavalry_and_tanks_may_start_together() -> None:
    outcome = fight((vehicle("tank", "red"), red(), red(type="cavalry")), white(), 6, 1)
    assert outcome.winner == "attacker"


def refused(request: rw.MeleeRequest, path: str) -> None:
    with pytest.raises(IllegalRequestError) as caught:
        rw.ruleset.resolve(request, dice=AskingDice(refuse_dice))
    assert [(objection.rule, objection.path) for objection in caught.value.verdict.objections] == [
        ("melee-initiators", path)
    ]
    with pytest.raises(IllegalRequestError):
        rw.ruleset.odds(request)
    assert not rw.ruleset.preview(request).verdict
