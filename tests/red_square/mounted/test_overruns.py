"""Overruns on the field."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from attrs import evolve
from red_square_overruns import HORSE, MOVER, PLAIN, TARGET, TRENCHES, VILLAGE, WOOD, overrun, unit_in

from rcw_rules import GivenDice, IllegalRequestError, InvalidRequestError
from rcw_rules.kernel.geometry.squares import SquareArea, SquareMap
from rcw_rules.red_square.ground import Field
from rcw_rules.red_square.model import Unit
from rcw_rules.red_square.mounted import OverrunRequest
from rcw_rules.red_square.ruleset import ruleset


@pytest.mark.rule("red_square", "train-7-hits")
def test_a_disabled_train_is_captured_with_its_passengers() -> None:
    train = Unit(name="Train", side="white", kind="train", guns="heavy", square=(4, 5), rings=5)
    aboard = evolve(TARGET, name="Aboard", square=None, carried_by="Train")
    outcome = overrun(MOVER, train, aboard, left=1)
    assert (outcome.entered, outcome.removed, outcome.may_go_on) == (True, ("Train", "Aboard"), True)
    assert unit_in(outcome, "Mover").square == (4, 5)
    # With guards: a battalion that faces N shows its back and flees first; one that faces S is not overrun at all.
    assert overrun(MOVER, train, evolve(TARGET, facing="N")).removed == ("Target", "Train")
    with pytest.raises(IllegalRequestError, match="missing-infantry-melee"):
        overrun(MOVER, train, TARGET)
    with pytest.raises(IllegalRequestError, match=r"train-7-hits") as caught:
        overrun(Unit(name="Mover", side="red", kind="light_tank", square=(4, 4)), train)
    assert caught.value.verdict.objections[0].path == "$.mover"
    with pytest.raises(IllegalRequestError, match="move-overrun-flank"):
        overrun(MOVER, evolve(train, rings=4))


@pytest.mark.rule("red_square", "dig-1c-removal")
def test_what_the_mover_dug_stays_behind() -> None:
    digger = evolve(MOVER, digging_markers=2, temporary_trenches=True)
    after = unit_in(overrun(digger, evolve(TARGET, facing="N")), "Mover")
    assert (after.digging_markers, after.temporary_trenches, after.this_turn.moved) == (0, False, True)


@pytest.mark.rule("red_square", "mounted-3-dismounted", "move-overrun-helpless")
def test_with_the_horses_a_base_of_their_regiment_is_gone() -> None:
    foot = Unit(name="Foot", side="white", kind="cavalry", formation="dismounted", square=(4, 6), bases=3)
    horses = Unit(name="Horses", side="white", kind="horse_holders", square=(4, 5), accompanies="Foot")
    outcome = overrun(MOVER, foot, horses)
    after = unit_in(outcome, "Foot")
    assert (outcome.removed, after.bases, after.bases_removed) == (("Horses",), 2, 1)
    # The base with the horses is the last.
    outcome = overrun(MOVER, evolve(foot, bases=1), horses)
    assert outcome.removed == ("Foot", "Horses")
    assert unit_in(outcome, "Foot").square is None


@pytest.mark.rule("red_square", "move-overrun-flank", "move-overrun-continue")
@pytest.mark.parametrize(("left", "may_go_on"), [(0, False), (1, True), (2, True)])
def test_a_line_in_flank_is_gone_and_the_mover_stands_in_its_place(left: int, may_go_on: bool) -> None:
    outcome = overrun(MOVER, evolve(TARGET, facing="E"), left=left)
    assert (outcome.entered, outcome.removed, outcome.stood) == (True, ("Target",), "")
    assert outcome.may_go_on is may_go_on
    assert unit_in(outcome, "Mover").square == (4, 5)
    assert (unit_in(outcome, "Target").bases, unit_in(outcome, "Target").square) == (0, None)


@pytest.mark.rule("red_square", "missing-infantry-melee", "move-overrun-flank")
@pytest.mark.parametrize(
    ("mover", "target", "board", "message"),
    [
        (MOVER, TARGET, PLAIN, r"\$\.square: Target: .*missing-infantry-melee"),
        (HORSE, TARGET, PLAIN, r"\$\.square: Target: .*move-overrun-flank"),
        (MOVER, evolve(TARGET, facing="E"), TRENCHES, r"\$\.square: Target: .*move-overrun-flank"),
        (MOVER, evolve(TARGET, facing="E"), VILLAGE, r"\$\.square: Target: .*move-overrun-flank"),
        (MOVER, evolve(TARGET, facing="E", formation="defence"), PLAIN, r"\$\.square: .*missing-infantry-melee"),
        (MOVER, evolve(TARGET, square=(4, 7), facing="E"), PLAIN, r"\$\.square: no enemy stands in \(4, 5\)"),
        (evolve(MOVER, square=(4, 3)), evolve(TARGET, facing="E"), PLAIN, r"\$\.square: \(4, 5\) is not next to Mover"),
        (
            evolve(MOVER, formation="firing_line"),
            evolve(TARGET, state="hiding"),
            PLAIN,
            r"\$\.mover: .*move-overrun-shaken",
        ),
        (
            Unit(name="Mover", side="red", kind="light_tank", square=(4, 4), weapons=("mg",)),
            evolve(TARGET, state="hiding"),
            PLAIN,
            r"\$\.mover: .*move-overrun-shaken",
        ),
        (evolve(HORSE, facing="S"), evolve(TARGET, state="hiding"), PLAIN, r"\$\.square: .*move-legal-directions"),
    ],
)
def test_steps_that_are_refused(mover: Unit, target: Unit, board: SquareMap, message: str) -> None:
    with pytest.raises(IllegalRequestError, match=message):
        overrun(mover, target, board=board)


@pytest.mark.rule("red_square", "move-overrun-flank")
def test_armour_beside_an_outflanked_line_keeps_the_mover_out() -> None:
    car = Unit(name="Car", side="white", kind="armoured_car", weapons=("mg",), square=(4, 5))
    with pytest.raises(IllegalRequestError, match=r"\$\.square: Car: .*move-overrun-flank"):
        overrun(MOVER, evolve(TARGET, facing="E"), car)


@pytest.mark.rule("red_square", "move-overrun-helpless", "hq-destroyed")
def test_a_lone_hq_is_destroyed_and_figures_share_the_fate_of_their_unit() -> None:
    hq = Unit(name="HQ", side="white", kind="hq", square=(4, 5))
    assert overrun(MOVER, hq).removed == ("HQ",)
    mgs = Unit(name="MGs", side="white", kind="mg", square=(4, 5), facing="S", bases=2, accompanies="Target")
    co = Unit(name="CO", side="white", kind="co", square=(4, 5))
    assert overrun(MOVER, evolve(TARGET, state="rallying"), mgs, co, dice=(3,)).removed == ("Target", "MGs", "CO")
    stood = overrun(MOVER, evolve(TARGET, state="rallying"), mgs, co, dice=(4, 6, 6, 6, 6))
    assert (stood.removed, stood.entered) == ((), False)


@pytest.mark.rule("red_square", "move-overrun-shaken", "fire-dice-table")
def test_a_battalion_that_hides_in_a_wood_stands_and_shoots_wildly() -> None:
    # A firing line of 4 at masses: 3 close, 1 line, 1 masses, 1 less for wild: 4 dice at 4.
    hidden = evolve(TARGET, state="hiding")
    outcome = overrun(MOVER, hidden, dice=(5, 4, 4, 5, 1), board=WOOD)
    assert (outcome.entered, outcome.stood, outcome.shot_hits, outcome.may_go_on) == (False, "Target", 3, False)
    assert (unit_in(outcome, "Target").state, unit_in(outcome, "Target").facing) == ("steady", "SW")
    assert (unit_in(outcome, "Mover").square, unit_in(outcome, "Mover").markers) == ((4, 4), 3)
    assert outcome.combat is None
    # Its owner may hold his fire.
    silent = overrun(MOVER, hidden, dice=(5,), board=WOOD, choices={"fires_back": lambda stand, alternatives: False})
    assert (silent.shot_hits, silent.stood) == (0, "Target")


@pytest.mark.rule("red_square", "move-overrun-shaken")
def test_a_unit_that_stands_can_break_those_who_came_at_it() -> None:
    # 4 dice at 4 and 3 markers before: 7 markers break a normal unit, best score 6 - 7. Then its casualty dice.
    outcome = overrun(evolve(MOVER, markers=3), evolve(TARGET, state="hiding"), dice=(5, 1, 1, 1, 1, 6), board=WOOD)
    mover = unit_in(outcome, "Mover")
    assert (outcome.shot_hits, mover.state, mover.markers, mover.bases) == (4, "retreating", 0, 3)


@pytest.mark.rule("red_square", "move-overrun-shaken", "mounted-1-trigger")
def test_mounted_cavalry_fights_those_who_stand_in_the_open() -> None:
    # It stands on a 4; cavalry of 3: 3 dice at 9; a line of 4: 4 dice at 12, 8 hits: the cavalry twice, the line once.
    outcome = overrun(HORSE, evolve(TARGET, state="rallying"), dice=(4, 4, 4, 4, 6, 6, 6))
    assert outcome.combat is not None
    assert (outcome.combat.settled, outcome.combat.combats[0].winner) == ("combat", "target")
    assert (outcome.entered, outcome.stood, unit_in(outcome, "Mover").state) == (False, "Target", "retreating")
    # In a wood it is shot at instead: 3 close, 1 line, 1 mounted, 1 less for wild: 4 dice at 4.
    outcome = overrun(HORSE, evolve(TARGET, state="rallying"), dice=(4, 5, 5, 5, 4), board=WOOD)
    assert (outcome.combat, outcome.shot_hits) == (None, 1)


@pytest.mark.rule("red_square", "move-overrun-shaken", "mounted-1-trigger")
def test_scouts_charge_nobody_and_are_shot_at_by_those_who_stand_in_the_open() -> None:
    # It stands on a 4. A line of 4 at scouts, wild: 3 dice, all misses.
    outcome = overrun(evolve(HORSE, formation="scouting"), evolve(TARGET, state="hiding"), dice=(4, 5, 5, 5))
    assert (outcome.combat, outcome.stood, outcome.shot_hits) == (None, "Target", 0)


@pytest.mark.rule("red_square", "move-overrun-shaken", "mounted-1c-result")
def test_the_squares_left_for_following_up_never_exceed_a_whole_move() -> None:
    outcome = overrun(HORSE, evolve(TARGET, state="rallying"), dice=(4, 4, 4, 4, 6, 6, 6), left=3)
    assert outcome.combat is not None
    assert outcome.combat.combats[0].winner == "target"


@pytest.mark.rule("red_square", "move-overrun-shaken", "mounted-1c-result")
def test_the_step_that_was_not_made_is_left_for_following_up() -> None:
    # A line of 3 stands on a 4 and is beaten by 6 hits to 4. With the step not made and one more the horsemen come
    # upon it again, two squares on, and it flees on a 3.
    target = evolve(TARGET, state="rallying", bases=3)
    outcome = overrun(HORSE, target, dice=(4, 1, 1, 1, 4, 4, 4, 4, 6, 6, 3), left=1)
    assert outcome.combat is not None
    assert (outcome.combat.contact_again, outcome.removed) == (True, ("Target",))
    assert len(outcome.combat.followed_up) == 2


@pytest.mark.rule("red_square", "move-overrun-flank", "move-overrun-shaken", "at-procedure")
def test_those_who_fled_and_those_who_fell_are_told_in_order() -> None:
    # The line, in flank, is gone. The tchanka in its square rallies and stands on a 4; it is hit three times, misses
    # twice, and the first card of hearts destroys it.
    carts = Unit(
        name="Carts", side="white", kind="tchanka", square=(4, 5), facing="SW", accompanies="Far", state="rallying"
    )
    far = evolve(TARGET, name="Far", kind="cavalry", formation="mounted", square=(4, 11))
    outcome = overrun(
        HORSE,
        evolve(TARGET, facing="E"),
        carts,
        far,
        dice=(4, 4, 4, 4, 4, 4, 4, "2H"),
        deck=("2H", "3S"),
    )
    assert (outcome.removed, outcome.stood, outcome.entered) == (("Target", "Carts"), "Carts", False)
    assert {unit.name for unit in outcome.units} >= {"Target", "Carts"}
    assert outcome.cards == ("2H",)


@pytest.mark.rule("red_square", "move-overrun-shaken", "fire-11-scouting")
def test_scouts_that_are_shot_at_by_those_who_stand_tell_what_they_see() -> None:
    # In the wood it stands on a 5 and shoots with 3 + 1 - 1 dice; the scouts see it on a 2 and go to their friend.
    scouts = evolve(HORSE, formation="scouting")
    friend = evolve(MOVER, name="Friend", square=(4, 1))
    outcome = overrun(scouts, evolve(TARGET, state="hiding"), friend, dice=(5, 4, 5, 5, 2), board=WOOD)
    assert [one.observer for one in outcome.observations] == ["Mover", "Friend"]
    assert unit_in(outcome, "Mover").markers == 0


@pytest.mark.rule("red_square", "move-overrun-shaken", "fire-1-who")
def test_horsemen_who_stand_do_not_shoot() -> None:
    horse = evolve(TARGET, kind="cavalry", formation="mounted", state="retreating", facing="N")
    outcome = overrun(MOVER, horse, dice=(4,))
    assert (outcome.stood, outcome.shot_hits, unit_in(outcome, "Target").facing) == ("Target", 0, "SW")


@pytest.mark.rule("red_square", "move-overrun-flank", "move-overrun-shaken")
def test_who_retreats_is_taken_from_the_flank_without_a_die_and_from_the_rear_with_one() -> None:
    # It faces east: (3, 5) is behind it, (4, 6) to its north-west is on its flank.
    fleeing = evolve(TARGET, state="retreating", facing="E")
    behind = evolve(MOVER, square=(3, 5), facing="E")
    assert overrun(behind, fleeing, dice=(3,)).removed == ("Target",)
    assert overrun(behind, fleeing, dice=(4, 6, 6, 6, 6)).stood == "Target"
    assert overrun(evolve(MOVER, square=(4, 6), facing="S"), fleeing).removed == ("Target",)


@pytest.mark.rule("red_square", "move-overrun-flank", "mounted-3-dismounted")
def test_the_horses_of_a_regiment_that_flees_are_gone_with_it() -> None:
    regiment = evolve(TARGET, kind="cavalry", formation="dismounted", facing="E")
    horses = Unit(name="Horses", side="white", kind="horse_holders", square=(4, 6), accompanies="Target")
    outcome = overrun(MOVER, regiment, horses)
    assert outcome.removed == ("Target", "Horses")
    assert unit_in(outcome, "Horses").bases == 0


@pytest.mark.rule("red_square", "move-overrun-shaken", "mounted-2-scouting")
def test_scouts_that_stood_are_fought_and_slip_away_no_more() -> None:
    scouts = evolve(TARGET, kind="cavalry", formation="scouting", state="rallying")
    friend = Unit(name="Friend", side="white", kind="infantry", formation="waves", square=(4, 9), bases=4)
    # They stand on a 4; 3 dice at 9 against 3 at 12, 6 hits: a base of the attackers, and a die for 3 to 6 hits.
    outcome = overrun(HORSE, scouts, friend, dice=(4, 4, 4, 4, 6))
    assert outcome.combat is not None
    assert (outcome.combat.settled, outcome.combat.combats[0].attacker_hits) == ("combat", 6)


@pytest.mark.rule("red_square", "move-overrun-shaken", "art-buildings-fire")
@pytest.mark.parametrize(("card", "burns"), [("4H", True), ("4C", False)])
def test_guns_that_stand_can_set_the_houses_of_the_mover_on_fire(card: str, burns: bool) -> None:
    guns = Unit(
        name="Target",
        side="white",
        kind="artillery",
        guns="qf_gun",
        formation="deployed",
        square=(4, 5),
        facing="SW",
        bases=1,
        state="rallying",
    )
    village = evolve(PLAIN, terrain=(SquareArea(kind="wooden_building", squares=((4, 4),)),))
    # Stands on a 4; close range, masses, wild: 3 dice at 4, none hits; then the card for the houses.
    outcome = overrun(MOVER, guns, board=village, dice=(4, 5, 5, 5, card), deck=(card, "9S"))
    assert (outcome.stood, outcome.shot_hits, outcome.cards) == ("Target", 0, (card,))
    assert outcome.burning == ((4, 4) if burns else None)


@pytest.mark.rule("red_square", "dig-1c-removal", "move-overrun-flank")
def test_who_enters_leaves_behind_what_it_has_dug() -> None:
    outcome = overrun(evolve(MOVER, digging_markers=2, temporary_trenches=True), evolve(TARGET, facing="E"))
    mover = unit_in(outcome, "Mover")
    assert (mover.digging_markers, mover.temporary_trenches, mover.this_turn.moved) == (0, False, True)


@pytest.mark.rule("red_square", "move-overrun-shaken")
def test_exact_odds_of_an_overrun_with_its_shot() -> None:
    # Elite: flees on 1 or 2 of 6. Otherwise 3 dice at 3 (waves of 3 at masses, wild), each a hit in one case of two.
    target = evolve(TARGET, state="retreating", formation="waves", quality="elite", bases=3, facing="N")
    asked = OverrunRequest(field=Field(board=PLAIN, units=(MOVER, target)), mover="Mover", square=(4, 5))
    odds = ruleset.odds(asked)
    assert odds.probability(lambda outcome: outcome.entered) == Fraction(1, 3)
    for hits, ways in enumerate((1, 3, 3, 1)):
        told = sum(chance for outcome, chance in odds.items() if not outcome.entered and outcome.shot_hits == hits)
        assert told == Fraction(2, 3) * Fraction(ways, 8)


@pytest.mark.rule("red_square", "bad-input")
@pytest.mark.parametrize(
    ("fields", "path"),
    [
        ({"mover": "Nobody"}, r"\$\.mover"),
        ({"square": (40, 5)}, r"\$\.square"),
        ({"squares_left": 4}, r"\$\.squares_left"),
        ({"deck": ("0H",)}, r"\$\.deck\[0\]"),
    ],
)
def test_malformed_overruns(fields: dict[str, Any], path: str) -> None:
    plain: dict[str, Any] = {"field": Field(board=PLAIN, units=(MOVER, TARGET)), "mover": "Mover", "square": (4, 5)}
    with pytest.raises(InvalidRequestError, match=path):
        ruleset.outcome(OverrunRequest(**{**plain, **fields}), dice=GivenDice([]))
