"""The course of a mounted attack: who flees, and what follows a combat."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from red_square_charges import CAVALRY, GUNS, HORSE, LINE, MGS, PLAIN, charge, field, unit_in

from rcw_rules import GivenDice
from rcw_rules.kernel.geometry.squares import SquareFeature
from rcw_rules.red_square.model import ThisTurn, Unit
from rcw_rules.red_square.mounted import MountedCombatRequest
from rcw_rules.red_square.ruleset import ruleset


@pytest.mark.rule("red_square", "mounted-1-trigger", "move-overrun-flank", "mounted-1c-result")
@pytest.mark.parametrize(
    "target",
    [
        evolve(LINE, facing="E"),
        evolve(LINE, facing="S"),
        evolve(GUNS, name="Line", facing="W"),
        evolve(HORSE, name="Line", formation="dismounted", facing="S"),
        evolve(MGS, name="Line", accompanies="Far"),
        Unit(name="Line", side="red", kind="hq", square=(4, 5)),
        Unit(name="Line", side="red", kind="truck", square=(4, 5), bases=2),
    ],
)
def test_the_outflanked_and_the_helpless_are_removed_without_a_die(target: Unit) -> None:
    far = evolve(LINE, name="Far", square=(4, 1))
    outcome = charge(CAVALRY, target, far)
    assert (outcome.settled, outcome.combats, outcome.removed) == ("overrun", (), ("Line",))
    assert (unit_in(outcome, "Line").bases, unit_in(outcome, "Line").square) == (0, None)
    # With no square of its move left it follows up by one, into the square that was left.
    assert outcome.followed_up == (((4, 5), "S"),)
    assert unit_in(outcome, "Cavalry").square == (4, 5)


@pytest.mark.rule("red_square", "move-overrun-helpless")
def test_those_who_stand_with_a_unit_that_flees_share_its_fate() -> None:
    co = Unit(name="CO", side="red", kind="co", square=(4, 5))
    outcome = charge(CAVALRY, evolve(LINE, facing="E"), MGS, co)
    assert outcome.removed == ("Line", "MGs", "CO")


@pytest.mark.rule("red_square", "mounted-1-trigger", "move-overrun-shaken")
@pytest.mark.parametrize("state", ["hiding", "retreating", "rallying"])
@pytest.mark.parametrize(("quality", "last"), [("poor", 4), ("normal", 3), ("elite", 2)])
def test_the_shaken_throw_a_die_and_flee_or_stand_and_are_fought(state: Any, quality: Any, last: int) -> None:
    shaken = evolve(LINE, state=state, quality=quality)
    for face in range(1, last + 1):
        outcome = charge(CAVALRY, shaken, dice=(face,))
        assert (outcome.settled, outcome.removed) == ("overrun", ("Line",))
    # It stands: 9 figures in 3 dice; 4 dice at 9, at 6 if poor; the cavalry twice, the line once.
    back = () if quality == "poor" else (4, 4, 4, 4)
    outcome = charge(CAVALRY, shaken, dice=(last + 1, 4, 4, 4, *back, 6, 6, 6))
    assert (outcome.settled, outcome.combats[0].winner) == ("combat", "target")
    assert unit_in(outcome, "Line").state == "steady"


@pytest.mark.rule("red_square", "move-overrun-flank", "mounted-1-trigger")
def test_a_retreating_unit_shows_its_rear_and_turns_to_stand() -> None:
    outcome = charge(CAVALRY, evolve(LINE, state="retreating", facing="S"), dice=(4, 4, 4, 4, 4, 4, 4, 4, 6, 6, 6))
    assert (outcome.settled, unit_in(outcome, "Line").facing) == ("combat", "NW")
    # Whoever hides and is come upon from behind throws no die.
    assert charge(CAVALRY, evolve(LINE, state="hiding", facing="S")).settled == "overrun"


@pytest.mark.rule("red_square", "mounted-2-scouting", "fire-11-scouting")
def test_scouts_slip_away_from_a_charge_without_a_die() -> None:
    scouts = evolve(HORSE, formation="scouting")
    friend = evolve(LINE, name="Friend", square=(4, 2))
    outcome = charge(CAVALRY, scouts, friend)
    assert (outcome.settled, outcome.combats, outcome.observations) == ("withdrawal", (), ())
    # Next to the friend in (4, 2) are (4, 3) and (3, 3), two squares from (4, 5) each; the latter is the lower.
    assert unit_in(outcome, "Horse").square == (3, 3)
    assert [unit.name for unit in outcome.units] == ["Horse"]
    # Without a friend they fight: 3 dice at 9 against those who are not mounted, and 3 dice at 9 back.
    outcome = charge(CAVALRY, scouts, dice=(1, 4, 4, 4, 4, 4, 6, 6))
    assert (outcome.settled, outcome.combats[0].target_hits, outcome.combats[0].attacker_hits) == ("combat", 4, 3)


@pytest.mark.rule("red_square", "mounted-1a-figures", "fire-min-dice")
def test_a_lone_poor_base_puts_nobody_under_fire() -> None:
    # Its figures do not count, so that only the line throws: 4 dice at 9.
    outcome = charge(evolve(CAVALRY, bases=1, quality="poor"), LINE, dice=(4, 4, 4, 4, 6, 6))
    assert outcome.removed == ()
    assert not unit_in(outcome, "Line").under_fire
    assert unit_in(outcome, "Cavalry").under_fire


@pytest.mark.rule("red_square", "mounted-1c-result", "act-retreat")
def test_beaten_attackers_go_back_three_squares_and_a_firing_line_stays() -> None:
    held = evolve(CAVALRY, this_turn=ThisTurn(cards=("5H",), activations=1))
    outcome = charge(held, LINE, dice=(4, 4, 4, 1, 4, 4, 4, 6, 6, 6))  # 5 hits against 3
    beaten = unit_in(outcome, "Cavalry")
    assert (outcome.combats[0].winner, outcome.followed_up) == ("target", ())
    assert (beaten.state, beaten.square, beaten.this_turn.cards) == ("retreating", (2, 9), ())
    assert (unit_in(outcome, "Line").square, unit_in(outcome, "Line").state) == ((4, 5), "steady")


@pytest.mark.rule("red_square", "mounted-1c-result")
@pytest.mark.parametrize(("formation", "follows"), [("waves", True), ("masses", True), ("firing_line", False)])
def test_infantry_that_won_follows_up_a_square_unless_it_is_in_line(formation: Any, follows: bool) -> None:
    attack = (4, 4, 4, 4) if formation == "masses" else (4, 4, 4)
    back = (1, 1, 1, 4) if formation == "firing_line" else (1, 1, 1)
    # 6 hits or 7 on the cavalry: a base, then a die for a seventh, twice; 3 or 4 on the infantry: a die.
    dice = (*attack, *back, *((6, 6) if formation == "firing_line" else ()), 6)
    outcome = charge(CAVALRY, evolve(LINE, formation=formation), dice=dice)
    assert outcome.combats[0].winner == "target"
    # Of (4, 6) and (5, 6) the former is nearer to the cavalry, which has gone back to (2, 9).
    assert outcome.followed_up == ((((4, 6), "N"),) if follows else ())


@pytest.mark.rule("red_square", "mounted-1c-result")
def test_both_go_back_if_they_suffer_alike_and_the_attackers_lose_their_cards() -> None:
    held = evolve(CAVALRY, this_turn=ThisTurn(cards=("5H",), activations=1))
    # 4 hits on either side; the cavalry throws twice, the line once.
    outcome = charge(held, LINE, dice=(1, 4, 4, 4, 4, 4, 4, 6, 6, 6))
    assert (outcome.combats[0].attacker_hits, outcome.combats[0].target_hits) == (4, 4)
    assert [unit_in(outcome, name).state for name in ("Cavalry", "Line")] == ["retreating", "retreating"]
    assert unit_in(outcome, "Cavalry").this_turn.cards == ()
    assert outcome.followed_up == ()


@pytest.mark.rule("red_square", "mounted-1a-return")
@pytest.mark.parametrize(("activations", "left"), [(0, ("9C",)), (1, ("5H", "9C"))])
def test_a_target_not_yet_activated_forfeits_a_card(activations: int, left: tuple[str, ...]) -> None:
    horse = evolve(HORSE, this_turn=ThisTurn(cards=("5H", "9C"), activations=activations, fired=True))
    # Cavalry against cavalry, 4 dice at 9 and 3 at 9: 4 hits against 6.
    outcome = charge(CAVALRY, horse, dice=(4, 4, 4, 4, 1, 1, 1, 6), choices={"follow_up": lambda seen, ways: ()})
    assert outcome.combats[0].winner == "target"
    assert unit_in(outcome, "Horse").this_turn.cards == left


@pytest.mark.rule("red_square", "mounted-1a-return", "geo-front-arc")
def test_mgs_and_tchankas_that_do_not_face_the_attackers_are_silent() -> None:
    # The line alone: 3 hits against 5. The MGs, facing south, would need dice of their own.
    dice = (4, 4, 4, 1, 4, 4, 4, 6, 6, 6)
    assert charge(CAVALRY, LINE, evolve(MGS, facing="S"), dice=dice).combats[0].attacker_hits == 5
    with_mgs = charge(CAVALRY, LINE, MGS, dice=(4, 4, 4, 1, 4, 4, 4, 4, 5, 5, 6))
    # 2 bases hit on 4: one more hit, 6 in all, which cost a base each time without a die.
    assert (with_mgs.combats[0].attacker_hits, with_mgs.combats[0].attacker_bases_lost) == (6, 2)
    assert unit_in(with_mgs, "MGs").this_turn.fired


@pytest.mark.rule("red_square", "mounted-1a-return", "fire-10-fate")
def test_pinned_mg_bases_do_not_answer() -> None:
    # One base of two scores 2: 3 + 1 hits on top of the line's 5 would be 6 with the 2, and no more with the threes.
    one = charge(CAVALRY, LINE, evolve(MGS, pinned=1), dice=(4, 4, 4, 1, 4, 4, 4, 2, 3, 3, 6))
    assert one.combats[0].attacker_hits == 6
    none = charge(CAVALRY, LINE, evolve(MGS, pinned=2), dice=(4, 4, 4, 1, 4, 4, 4, 6, 6, 6))
    assert none.combats[0].attacker_hits == 5
    assert "MGs" not in {unit.name for unit in none.units}


@pytest.mark.rule("red_square", "move-overrun-shaken", "mg-move-or-fire", "mounted-1a-return")
def test_the_mgs_of_a_unit_that_stands_turn_with_it_and_answer() -> None:
    # It stands on a 4. 3 hits against 4; the MGs, who faced away, throw three dice at 4 as well and miss.
    shaken, away = evolve(LINE, state="rallying"), evolve(MGS, facing="S", state="rallying")
    outcome = charge(CAVALRY, shaken, away, dice=(4, 4, 4, 4, 4, 4, 4, 4, 5, 5, 5, 6, 6, 6))
    mgs = unit_in(outcome, "MGs")
    assert (mgs.facing, mgs.state, mgs.this_turn.fired) == ("NW", "steady", True)
    assert unit_in(outcome, "Line").facing == "NW"


@pytest.mark.rule("red_square", "mounted-1a-return", "act-cavalry-under-2")
def test_what_fires_back_puts_the_attackers_under_fire() -> None:
    # Limbered guns are silent, and their MGs miss; 4 dice at 9 are 4 hits, and a 6 no ring. A 1 saves the MGs.
    limbered, mgs = evolve(GUNS, formation="limbered"), evolve(MGS, accompanies="Guns")
    outcome = charge(CAVALRY, limbered, mgs, dice=(4, 4, 4, 4, 5, 5, 5, 6, 1))
    cavalry = unit_in(outcome, "Cavalry")
    assert (outcome.combats[0].winner, cavalry.under_fire, cavalry.under_small_arms) == ("attacker", True, True)
    # With nobody beside them nobody fires.
    cavalry = unit_in(charge(CAVALRY, limbered, dice=(4, 4, 4, 4, 6)), "Cavalry")
    assert (cavalry.under_fire, cavalry.under_small_arms) == (False, False)
    # Deployed guns fire with three dice at 8, 3 hits; but theirs are no small arms.
    outcome = charge(CAVALRY, GUNS, dice=(4, 4, 4, 3, 3, 3, 6, 6))
    cavalry = unit_in(outcome, "Cavalry")
    assert (outcome.combats[0].winner, cavalry.under_fire, cavalry.under_small_arms) == ("neither", True, False)
    assert unit_in(outcome, "Guns").last_target == "Cavalry"


@pytest.mark.rule("red_square", "mounted-1c-result")
@pytest.mark.parametrize(
    ("formation", "dice", "is_told"),
    [("deployed", (4, 4, 4, 3, 3, 3, 6, 6), True), ("limbered", (4, 4, 4, 4, 6), False)],
)
def test_the_record_says_where_both_retreat(formation: Any, dice: tuple[int, ...], is_told: bool) -> None:
    guns = evolve(GUNS, formation=formation)
    asked = MountedCombatRequest(field=field(CAVALRY, guns), attacker="Cavalry", squares_left=0)
    record = ruleset.resolve(asked, dice=GivenDice(dice)).record
    texts = [step.text for step in record.steps]
    assert ("both retreat, and Cavalry loses any card left" in texts) == is_told


@pytest.mark.rule("red_square", "mounted-1c-result", "mg-save")
@pytest.mark.parametrize(("face", "saved"), [(4, True), (5, False)])
def test_the_mgs_of_a_beaten_unit_are_saved_or_lost(face: int, saved: bool) -> None:
    # 6 hits on the line in a base without a die; 4 + 0 on the cavalry; the MG bases draw a card each for the base.
    dice = (1, 1, 1, 4, 4, 4, 4, 5, 5, 5, 6, 6, "2H", "3H", face)
    outcome = charge(CAVALRY, LINE, MGS, dice=dice)
    assert outcome.combats[0].winner == "attacker"
    assert ("MGs" in outcome.removed) is not saved
    assert unit_in(outcome, "MGs").square == ((3, 3) if saved else None)


@pytest.mark.rule("red_square", "mounted-1f-casualties", "fire-10-fate")
def test_figures_of_the_attackers_draw_before_those_of_the_target() -> None:
    chief = Unit(name="Chief", side="white", kind="co", square=(4, 6))
    cavalry = evolve(CAVALRY, commander="Chief")
    commissar = Unit(name="Commissar", side="red", kind="commissar", square=(4, 5))
    # 6 hits each: the cavalry loses two bases, the line one. The chief draws twice, then the commissar once.
    dice = (1, 1, 1, 1, 1, 4, 4, "QH", "2S", "KC")
    outcome = charge(cavalry, chief, LINE, commissar, dice=dice, deck=("QH", "2S", "KC", "4D"))
    assert unit_in(outcome, "Chief").pinned == 1
    assert (outcome.removed, outcome.cards) == (("Commissar",), ("QH", "2S", "KC"))


@pytest.mark.rule("red_square", "mounted-1c-result", "move-overrun-shaken")
def test_a_moving_winner_comes_upon_the_rear_of_those_it_beat() -> None:
    # The line, beaten by 6 to 4, goes back from (4, 5) by (4, 4) to (3, 3). Two squares left reach it, one does not.
    first = (1, 1, 1, 4, 4, 4, 4, 6, 6)
    outcome = charge(CAVALRY, LINE, dice=(*first, 3), left=2)
    assert outcome.contact_again
    assert (outcome.removed, len(outcome.combats)) == (("Line",), 1)
    assert [square for square, _ in outcome.followed_up] == [(4, 5), (4, 4)]
    outcome = charge(CAVALRY, LINE, dice=first, left=1)
    assert (outcome.contact_again, unit_in(outcome, "Line").state) == (False, "retreating")
    assert [square for square, _ in outcome.followed_up] == [(4, 5)]


@pytest.mark.rule("red_square", "mounted-1c-result")
def test_those_who_stand_in_a_new_contact_are_fought_once_more() -> None:
    first = (1, 1, 1, 4, 4, 4, 4, 6, 6)
    # It stands on a 4: 3 bases, 9 figures, 3 dice: 6 hits; 2 bases in line, 6 figures, 4 dice: 4 hits, twice on a D6.
    outcome = charge(CAVALRY, LINE, dice=(*first, 4, 1, 1, 1, 6, 6), left=2)
    assert [(one.attacker_hits, one.target_hits) for one in outcome.combats] == [(4, 6), (4, 6)]
    # Beaten again it goes back again, and nobody follows.
    assert unit_in(outcome, "Line").state == "retreating"
    assert unit_in(outcome, "Cavalry").square == (4, 4)
    assert unit_in(outcome, "Line").bases == 1


@pytest.mark.rule("red_square", "mounted-1c-result")
def test_a_target_that_stood_and_won_the_second_combat_follows_up() -> None:
    # Waves: 6 hits against 3, of which the cavalry loses two bases on a 1 and a 1. It comes upon the waves in (3, 3)
    # from (4, 4), they stand, and its last base hits with none of three dice at 3; two bases of waves hit three times.
    dice = (1, 1, 1, 4, 4, 4, 1, 1, 4, 4, 4, 4, 6, 6)
    outcome = charge(CAVALRY, evolve(LINE, formation="waves"), dice=dice, left=2)
    assert [one.winner for one in outcome.combats] == ["attacker", "target"]
    assert outcome.followed_up == (((4, 4), "NE"),)
    assert (unit_in(outcome, "Line").square, unit_in(outcome, "Line").bases_removed) == ((4, 4), 1)
    assert unit_in(outcome, "Cavalry").state == "retreating"


@pytest.mark.rule("red_square", "mounted-1c-result", "mounted-3-dismounted")
@pytest.mark.parametrize(("formation", "follows"), [("mounted", True), ("scouting", True), ("dismounted", False)])
def test_of_cavalry_that_won_those_with_horses_follow_up(formation: Any, follows: bool) -> None:
    # Four bases hit twice with every die, 6 hits; dismounted three fire with four dice at 9, here 5 hits.
    attack = (4, 4, 4, 4) if formation == "mounted" else (4, 4, 4)
    back = (1, 4, 4, 4, 6, 6) if formation == "dismounted" else ()
    outcome = charge(CAVALRY, evolve(HORSE, formation=formation, bases=4), dice=(*attack, *back, 6))
    assert outcome.combats[0].winner == "target"
    assert bool(outcome.followed_up) is follows


@pytest.mark.rule("red_square", "mounted-1f-casualties")
def test_bases_lost_before_are_remembered() -> None:
    outcome = charge(CAVALRY, evolve(LINE, bases_removed=1), dice=(1, 1, 1, 4, 4, 4, 4, 6, 6))
    assert unit_in(outcome, "Line").bases_removed == 2


@pytest.mark.rule("red_square", "mounted-1c-result")
def test_a_winner_need_not_follow_up() -> None:
    choices = {"follow_up": lambda seen, ways: ()}
    outcome = charge(CAVALRY, LINE, dice=(1, 1, 1, 4, 4, 4, 4, 6, 6), left=2, choices=choices)
    assert (outcome.followed_up, outcome.contact_again) == ((), False)
    assert unit_in(outcome, "Cavalry").square == (4, 6)


@pytest.mark.rule("red_square", "mounted-1c-result", "move-overrun-shaken")
@pytest.mark.parametrize(("face", "gone"), [(3, True), (4, False)])
def test_infantry_that_won_comes_upon_horsemen_who_could_not_get_away(face: int, gone: bool) -> None:
    # Wire on both sides and a table edge that is not its own: the cavalry cannot get away from (4, 11). The waves, from
    # (4, 10), follow up to (5, 10) beside it. 3 hits on them, 6 on the cavalry; one die for casualties, one for flight.
    cavalry = evolve(CAVALRY, square=(4, 11))
    waves = evolve(LINE, formation="waves", square=(4, 10), facing="NE")
    wire = evolve(PLAIN, features=(SquareFeature(kind="wire", squares=((3, 11), (5, 11))),))
    asked = MountedCombatRequest(
        field=field(cavalry, waves, board=wire, red_edge="north", white_edge="south"), attacker="Cavalry"
    )
    outcome = ruleset.outcome(asked, dice=GivenDice((4, 4, 4, 1, 1, 1, 6, face)))
    assert (outcome.combats[0].winner, outcome.contact_again) == ("target", True)
    assert outcome.followed_up == (((5, 10), "N"),)
    assert (outcome.removed, len(outcome.combats)) == (("Cavalry",) if gone else (), 1)
    assert unit_in(outcome, "Cavalry").state == "steady"


@pytest.mark.rule("red_square", "mounted-1c-result")
def test_following_up_attacks_nobody_else() -> None:
    # Another line stands in (4, 4), right behind; the beaten one goes elsewhere and the winner stops before it.
    other = evolve(LINE, name="Other", square=(4, 4))
    outcome = charge(CAVALRY, LINE, other, dice=(1, 1, 1, 4, 4, 4, 4, 6, 6), left=2)
    assert [one.target for one in outcome.combats] == ["Line"]
    assert all(square != (4, 4) for square, _ in outcome.followed_up)
