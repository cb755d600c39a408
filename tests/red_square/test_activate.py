"""Whole activations: the test, what is forced, what is chosen, groups, headquarters, bad input."""

from __future__ import annotations

from typing import Any

import pytest
from activations import always, battalion, enemy, field, group, plain, play, to
from attrs import evolve

from rcw_rules import GivenDice, IllegalRequestError, InvalidRequestError, SeededDice
from rcw_rules import red_square as rs
from rcw_rules.kernel.geometry.squares import SquareArea

# ---------------------------------------------------------------- the test and what it settles


@pytest.mark.rule("red_square", "turn-5-test-needed", "orders-attack")
def test_a_fresh_attacker_far_from_the_enemy_just_advances() -> None:
    outcome = play(field(battalion(), enemy((3, 8)))).outcome
    assert (outcome.band, outcome.score, outcome.cards, outcome.surrendered) == ("automatic", None, (), ())
    unit = outcome.field.unit("Rifles")
    assert unit.square in {(3, 4), (4, 4)}
    assert (unit.advancing, unit.idle, unit.visible) == (True, False, True)
    assert unit.this_turn == rs.ThisTurn(cards=(), activations=1, moved=True)


@pytest.mark.rule("red_square", "turn-5-test-needed")
def test_who_means_to_go_next_to_the_enemy_tests_first() -> None:
    # From (3, 5) to (3, 6) or (4, 6) is next to (3, 7); by default an attacker closes, and a 2 will do.
    near = field(battalion(square=(3, 5)), enemy())
    assert play(near, 2).outcome.field.unit("Rifles").square in {(3, 6), (4, 6)}
    # Who does not mean to is activated without a test and may then not go there.
    stays = play(near, 6, 6, choices={"closes": always(answer=False)})
    assert stays.outcome.band == "automatic"
    assert stays.outcome.field.unit("Rifles").square not in {(3, 6), (4, 6)}


@pytest.mark.rule("red_square", "fire-8-accumulate", "turn-5b-deductions")
def test_markers_count_for_the_test_and_are_settled_after_it() -> None:
    # 6 - 4 markers = 2; then one base for 4 or less on a D6, idle in the open on a D12.
    hit = battalion(markers=4, idle=False, under_fire=True)
    resolution = play(field(hit, enemy((3, 9))), 6, 4)
    unit = resolution.outcome.field.unit("Rifles")
    assert (resolution.outcome.score, resolution.outcome.band) == (2, "2+")
    assert (unit.bases, unit.bases_removed, unit.markers, unit.under_fire) == (3, 1, 0, False)
    idle = play(field(battalion(markers=4), enemy((3, 9))), 6, 5).outcome.field.unit("Rifles")
    assert (idle.bases, idle.markers) == (4, 0)


@pytest.mark.rule("red_square", "act-table", "act-retreat", "fire-9-casualties")
def test_below_zero_casualties_come_first_and_then_the_retreat() -> None:
    resolution = play(field(battalion(square=(3, 5), markers=6, idle=False), enemy()), 1)
    unit = resolution.outcome.field.unit("Rifles")
    assert resolution.outcome.score == -5
    assert (unit.bases, unit.state, unit.this_turn.retreated) == (3, "retreating", True)
    assert resolution.outcome.field.distance(unit, resolution.outcome.field.unit("Officers")) == 4
    rules = resolution.record.rules
    assert rules.index("fire-9-casualties") < rules.index("act-retreat")


@pytest.mark.rule("red_square", "act-hide")
def test_in_a_wood_it_hides_with_its_guns() -> None:
    board = plain(terrain=(SquareArea(kind="wood", squares=((3, 5),)),))
    mgs = rs.Unit(name="MGs", side="red", kind="mg", square=(3, 5), bases=2, accompanies="Rifles")
    on = field(battalion(square=(3, 5), markers=3), mgs, enemy(), board=board)
    after = play(on, 1, 24).outcome.field
    assert (after.unit("Rifles").state, after.unit("MGs").state) == ("hiding", "hiding")
    assert after.unit("Rifles").square == (3, 5)


@pytest.mark.rule("red_square", "act-rally", "orders-attack")
def test_a_rally_takes_the_whole_turn_and_ends_the_attack() -> None:
    after = play(field(battalion(state="retreating"), enemy((3, 9))), 2).outcome.field.unit("Rifles")
    assert (after.state, after.order, after.this_turn.is_over, after.square) == ("rallying", "defend", True, (3, 3))


@pytest.mark.rule("red_square", "act-rally")
def test_who_rallied_is_steady_at_the_next_activation() -> None:
    after = play(field(battalion(state="rallying", order="defend"), enemy((3, 9)))).outcome.field.unit("Rifles")
    assert after.state == "steady"


@pytest.mark.rule("red_square", "act-hide-casualty")
def test_casualties_drive_out_who_hides() -> None:
    board = plain(terrain=(SquareArea(kind="wood", squares=((3, 5),)),))
    on = field(battalion(square=(3, 5), state="hiding", markers=2, idle=False), enemy(), board=board)
    # 6 - 2 = 4 would rally it; the D12 of one in cover that is not idle shows 2: a base is lost.
    after = play(on, 6, 2).outcome.field.unit("Rifles")
    assert (after.bases, after.state, after.square != (3, 5)) == (3, "retreating", True)


@pytest.mark.rule("red_square", "act-exit-table")
@pytest.mark.parametrize(("card", "state"), [("KD", "rallying"), ("2C", "off_table")])
def test_who_left_the_table_comes_back_on_a_red_card(card: str, state: str) -> None:
    gone = battalion(square=(3, 0), state="off_table")
    outcome = play(field(gone, enemy((3, 9))), 4, card).outcome
    back = outcome.field.unit("Rifles")
    assert (back.state, back.square, back.this_turn.is_over, outcome.cards) == (state, (3, 0), True, (card,))


@pytest.mark.rule("red_square", "act-exit-table")
def test_one_whose_place_is_taken_comes_back_beside_it() -> None:
    gone = battalion(square=(3, 0), state="off_table")
    other = battalion("Others", (3, 0), this_turn=rs.ThisTurn())
    back = play(field(gone, other, enemy((3, 9))), 4, "KD").outcome.field.unit("Rifles")
    assert (back.square, back.facing) == ((2, 0), "N")


# ---------------------------------------------------------------- groups


@pytest.mark.rule("red_square", "turn-5-group-score", "co-extra-die", "turn-5a-dice")
def test_a_group_has_one_test_and_one_score() -> None:
    units = group({"markers": 2, "quality": "elite"}, {}, {})
    # 1, 4, 4, 5 without the 1: 13, + 1 - 2 = 12, by 3: 4; then a D12 for the markers of the first.
    resolution = play(field(*units, enemy((3, 9))), 1, 4, 4, 5, 12, units=("R1", "R2", "R3"), commander="CO")
    assert (resolution.outcome.score, resolution.outcome.band) == (4, "2+")
    assert [resolution.outcome.field.unit(name).this_turn.activations for name in ("R1", "R2", "R3")] == [1, 1, 1]


@pytest.mark.rule("red_square", "turn-7-unpin", "co-extra-die")
def test_a_co_pinned_in_the_last_turn_gives_no_die_and_is_free_afterwards() -> None:
    units = group({"markers": 1}, co={"pinned": 1})
    after = play(field(*units, enemy((3, 9))), 6, 12, units=("R1",), commander="CO").outcome.field
    assert after.unit("CO").pinned == 0


@pytest.mark.rule("red_square", "turn-7-unpin")
def test_one_pinned_in_this_turn_stays_so() -> None:
    units = group({}, co={"pinned": 1, "this_turn": rs.ThisTurn(was_pinned=True)})
    after = play(field(*units, enemy((3, 9))), units=("R1",), commander="CO").outcome.field
    assert after.unit("CO").pinned == 1


@pytest.mark.rule("red_square", "fire-2-threat", "turn-1-two-cards")
def test_who_has_used_its_share_of_the_card_takes_no_part() -> None:
    units = group({"this_turn": rs.ThisTurn(activations=1)}, {})
    after = play(field(*units, enemy((3, 9))), units=("R1", "R2"), commander="CO").outcome.field
    assert (after.unit("R1").square, after.unit("R1").this_turn.activations) == ((3, 3), 1)
    assert after.unit("R2").this_turn.activations == 1
    nobody = play(field(*units, enemy((3, 9))), units=("R1",), commander="CO")
    assert (nobody.outcome.band, nobody.record.rules[-1]) == (None, "turn-sequence")


@pytest.mark.rule("red_square", "fire-10-fate", "co-risk")
def test_the_co_with_a_unit_that_loses_a_base_draws() -> None:
    units = group({"markers": 6, "idle": False})
    # 6 and 5 with the CO: 6 - 6 = 0, the middle column; the base is lost without a die.
    outcome = play(field(*units, enemy((3, 9))), 6, 5, "KD", units=("R1",), commander="CO").outcome
    assert (outcome.score, outcome.field.unit("CO").pinned, outcome.cards) == (0, 1, ("KD",))
    assert outcome.field.unit("CO").this_turn.was_pinned
    removed = play(field(*units, enemy((3, 9))), 6, 5, "QS", units=("R1",), commander="CO").outcome.field.unit("CO")
    assert (removed.bases, removed.square) == (0, None)


# ---------------------------------------------------------------- companions


@pytest.mark.rule("red_square", "mg-activation", "mg-place-speed")
def test_mgs_follow_their_unit() -> None:
    mgs = rs.Unit(name="MGs", side="red", kind="mg", square=(3, 3), bases=2, accompanies="Rifles")
    masses = battalion(formation="masses")
    after = play(field(masses, mgs, enemy((3, 9)))).outcome.field
    assert after.distance(after.unit("Rifles"), rs.Unit(name="x", side="red", kind="co", square=(3, 3))) == 2
    assert after.distance(after.unit("Rifles"), after.unit("MGs")) <= 1
    assert after.unit("MGs").this_turn.activations == 1


@pytest.mark.rule("red_square", "mg-save", "mg-activation")
@pytest.mark.parametrize(("face", "bases"), [(4, 2), (5, 0)])
def test_guns_of_a_unit_that_begins_to_retreat(face: int, bases: int) -> None:
    mgs = rs.Unit(name="MGs", side="red", kind="mg", square=(3, 5), bases=2, accompanies="Rifles")
    after = play(field(battalion(square=(3, 5), markers=3, idle=False), mgs, enemy()), 1, 6, face).outcome.field
    assert after.unit("Rifles").state == "retreating"
    assert after.unit("MGs").bases == bases
    if bases:
        assert after.distance(after.unit("Rifles"), after.unit("MGs")) <= 1


@pytest.mark.rule("red_square", "mg-save")
def test_a_retreat_that_goes_on_has_no_second_die_for_the_guns() -> None:
    mgs = rs.Unit(name="MGs", side="red", kind="mg", square=(3, 5), bases=2, accompanies="Rifles", state="retreating")
    after = play(field(battalion(square=(3, 5), state="retreating"), mgs, enemy()), 1).outcome.field
    assert after.distance(after.unit("Rifles"), after.unit("MGs")) <= 1


# ---------------------------------------------------------------- actions


@pytest.mark.rule("red_square", "fire-2-must-fire", "act-table")
def test_a_defender_with_a_target_must_fire() -> None:
    line = battalion(formation="firing_line", order="defend", square=(3, 4))
    seen: list[tuple[str, ...]] = []

    def look(situation: rs.Situation, alternatives: tuple[str, ...]) -> str:
        seen.append(alternatives)
        return "fire"

    # Range 3: 2 dice at effective range and 1 for the line, score 4.
    after = play(field(line, enemy()), 1, 4, 5, choices={"activity": look}).outcome.field
    assert "nothing" not in seen[0] if seen else True
    assert "hold_fire" not in (seen[0] if seen else ())
    assert after.unit("Officers").markers == 2
    assert after.unit("Rifles").this_turn.fired


@pytest.mark.rule("red_square", "fire-2-hold")
def test_without_a_target_it_may_hold_its_fire() -> None:
    line = battalion(formation="firing_line", order="defend")
    after = play(field(line, enemy((3, 9)))).outcome.field.unit("Rifles")
    assert after.this_turn.holds_fire
    assert not after.this_turn.fired


@pytest.mark.rule("red_square", "act-wild", "act-table")
def test_on_a_score_of_one_it_fires_wildly() -> None:
    line = battalion(formation="firing_line", order="defend", square=(3, 4), bases=3, bases_removed=1)
    # 2 - 1 = 1: 2 + 1 - 1 = 2 dice at score 3.
    outcome = play(field(line, enemy()), 2, 3, 4).outcome
    assert (outcome.band, outcome.field.unit("Officers").markers) == ("1-0", 1)


@pytest.mark.rule("red_square", "fire-3-moving-infantry")
@pytest.mark.parametrize(("card", "faces", "markers"), [("9H", (6, 1), 1), ("9C", (6,), 0)])
def test_infantry_fires_on_the_move_on_a_heart(card: str, faces: tuple[int, ...], markers: int) -> None:
    # One step to range 2, which is next to nobody: effective, moving: 2 - 1 = 1 die at score 4.
    waves = battalion(square=(3, 4), markers=1, idle=True, this_turn=rs.ThisTurn(cards=(card,)))
    on = field(waves, enemy(bases=1, this_turn=rs.ThisTurn(is_over=True)))
    after = play(on, faces[0], 12, *faces[1:], card=card).outcome.field
    assert after.distance(after.unit("Rifles"), after.unit("Officers")) == 2
    assert after.unit("Officers").markers == markers


@pytest.mark.rule("red_square", "dig-1a-markers")
def test_it_digs_in_instead_of_moving() -> None:
    line = battalion(formation="firing_line", order="defend")
    after = play(field(line, enemy((3, 9))), choices={"activity": always("dig_in")}).outcome.field.unit("Rifles")
    assert (after.digging_markers, after.this_turn.dug) == (1, True)


@pytest.mark.rule("red_square", "fire-12-replace")
def test_a_support_makes_good_casualties() -> None:
    front = battalion("Front", (3, 4), bases=2, bases_removed=2, commander="CO", this_turn=rs.ThisTurn())
    officer = rs.Unit(name="CO", side="red", kind="co", square=(3, 3))
    on = field(officer, battalion(commander="CO"), front, enemy((3, 9)))
    after = play(on, choices={"activity": always("replace_casualties")}).outcome.field
    assert (after.unit("Front").bases, after.unit("Front").bases_removed) == (4, 0)
    assert (after.unit("Rifles").bases, after.unit("Rifles").bases_removed) == (2, 2)


@pytest.mark.rule("red_square", "fire-12-replace", "act-table")
def test_a_support_may_fire_as_well() -> None:
    front = battalion("Front", (2, 4), bases=2, bases_removed=2, commander="CO", this_turn=rs.ThisTurn())
    officer = rs.Unit(name="CO", side="red", kind="co", square=(3, 4))
    line = battalion(square=(3, 4), formation="firing_line", order="defend", commander="CO")
    on, support = field(officer, line, front, enemy()), {"activity": always("replace_casualties")}
    # Two bases are left to it: 2 + 1 dice at score 2, at range 3.
    after = play(on, 2, 3, 1, choices=support).outcome.field
    assert (after.unit("Rifles").bases, after.unit("Officers").markers) == (2, 2)
    quiet = play(on, choices=support | {"fires_after_move": always(answer=False)}).outcome.field
    assert quiet.unit("Officers").markers == 0


@pytest.mark.rule("red_square", "obs-area-fire")
def test_guns_may_shell_a_wood_rather_than_try_to_observe() -> None:
    board = plain(terrain=(SquareArea(kind="wood", squares=((3, 7),)),))
    guns = battalion("Guns", (3, 3), kind="artillery", formation="deployed", order=None, bases=1, guns="qf_gun")
    attackers = battalion("Attackers", (3, 5), this_turn=rs.ThisTurn())
    seen: list[tuple[str, ...]] = []

    def shell(situation: rs.Situation, alternatives: tuple[str, ...]) -> str:
        seen.append(alternatives)
        return "fire_at_area"

    hidden = enemy(visible=False, bases=4)
    on = field(guns, attackers, hidden, board=board)
    # Close range 3, unobserved: 2 dice at 4. An enemy that was observed has to be fired at.
    after = play(on, 4, 5, units=("Guns",), choices={"activity": shell}).outcome.field
    assert ({"fire", "fire_at_area"} <= set(seen[0]), after.unit("Officers").markers) == (True, 1)
    known = evolve(on, observations=(rs.Observation(observer="Guns", target="Officers", turn=1),))
    play(known, 6, 6, 6, units=("Guns",), choices={"activity": always("fire")})
    with pytest.raises(Exception, match="activity"):
        play(known, units=("Guns",), choices={"activity": always("fire_at_area")})


@pytest.mark.rule("red_square", "hq-order-roll")
@pytest.mark.parametrize(("face", "order"), [(3, "attack"), (2, "defend")])
def test_a_new_order_gets_through_on_the_range(face: int, order: str) -> None:
    hq = rs.Unit(name="HQ", side="red", kind="hq", square=(3, 0), this_turn=rs.ThisTurn(commanded=True))
    line = battalion(formation="firing_line", order="defend")
    on = field(hq, line, enemy((3, 9)))
    after = play(on, face, choices={"new_order": always("attack")}).outcome.field.unit("Rifles")
    assert after.order == order


@pytest.mark.rule("red_square", "hq-order-roll")
@pytest.mark.parametrize(("face", "order"), [(4, "attack"), (3, "defend")])
def test_a_new_order_reaches_a_unit_under_fire_less_easily(face: int, order: str) -> None:
    hq = rs.Unit(name="HQ", side="red", kind="hq", square=(3, 0), this_turn=rs.ThisTurn(commanded=True))
    line = battalion(formation="firing_line", order="defend", under_fire=True)
    on = field(hq, line, enemy((3, 9)))
    after = play(on, face, choices={"new_order": always("attack")}).outcome.field.unit("Rifles")
    assert (after.order, after.under_fire) == (order, False)


@pytest.mark.rule("red_square", "orders-counter-attack")
def test_a_counter_attack_that_is_called_for_is_an_attack() -> None:
    # The enemy within 3 squares shows its rear; the firing line must first form waves, and fires: 2 - 1 dice.
    line = battalion(formation="firing_line", order="counter_attack", square=(3, 4))
    after = play(field(line, enemy((3, 7), facing="N")), 6).outcome.field.unit("Rifles")
    assert (after.order, after.formation) == ("attack", "waves")


@pytest.mark.rule("red_square", "art-buildings-fire")
def test_who_stands_in_a_burning_square_must_leave_it() -> None:
    board = plain(terrain=(SquareArea(kind="wooden_building", squares=((3, 3),)),))
    line = battalion(formation="waves", order="defend")
    after = play(field(line, enemy((3, 9)), board=board, burning=((3, 3),))).outcome.field.unit("Rifles")
    assert after.square != (3, 3)


# ---------------------------------------------------------------- headquarters, bad input, laws


@pytest.mark.rule("red_square", "hq-activation", "hq-destroyed")
def test_a_headquarters() -> None:
    hq = rs.Unit(name="HQ", side="red", kind="hq", square=(3, 0))
    quiet = play(field(hq, enemy((3, 9))), units=("HQ",), card="").outcome
    assert (quiet.band, quiet.field.unit("HQ").this_turn.commanded) == ("automatic", True)
    shot = evolve(hq, under_fire=True, markers=2, idle=False)
    busy = play(field(shot, enemy((3, 9))), 6, 3, units=("HQ",), card="").outcome
    assert (busy.score, busy.field.unit("HQ").this_turn.commanded, busy.field.unit("HQ").markers) == (4, False, 0)
    lost = play(field(shot, enemy((3, 9))), 6, 2, units=("HQ",), card="").outcome
    assert lost.field.unit("HQ").bases == 0
    moves = {"hq_moves": always(answer=True), "destination": to((3, 1))}
    moved = play(field(hq, enemy((3, 9))), 2, units=("HQ",), card="", choices=moves).outcome.field.unit("HQ")
    assert (moved.square, moved.this_turn.commanded) == ((3, 1), False)
    shy = play(field(hq, enemy((3, 3))), 2, units=("HQ",), card="", choices={"hq_moves": always(answer=True)})
    assert shy.outcome.field.distance(shy.outcome.field.unit("HQ"), enemy((3, 3))) > 3


@pytest.mark.rule("red_square", "hq-activation", "fire-2-threat")
def test_a_headquarters_that_drives_up_to_the_enemy_is_fired_at() -> None:
    hq = rs.Unit(name="HQ", side="red", kind="hq", square=(3, 3), facing="NE", state="rallying")
    waiting = enemy((3, 7), this_turn=rs.ThisTurn(cards=("2D",)))
    choices = {"hq_moves": always(answer=True), "destination": to((3, 4))}
    # Of broken figures that rallied in the last turn nothing keeps it. One step to range 3: 2 + 1 dice at 4.
    after = play(field(hq, waiting), 2, 4, 1, 6, units=("HQ",), card="", choices=choices).outcome.field
    assert (after.unit("HQ").square, after.unit("HQ").markers, after.unit("Officers").this_turn.cards) == (
        (3, 4),
        2,
        (),
    )


@pytest.mark.rule("red_square", "move-table", "turn-1-two-cards")
def test_a_co_goes_along_on_each_of_his_cards() -> None:
    officer = rs.Unit(name="CO", side="red", kind="co", square=(3, 3), this_turn=rs.ThisTurn(moved=True))
    horse = battalion(kind="cavalry", formation="mounted", commander="CO")
    on = field(officer, horse, enemy((3, 9)))
    after = play(on, commander="CO").outcome.field
    assert after.unit("Rifles").square != (3, 3)
    assert after.distance(after.unit("CO"), after.unit("Rifles")) <= 1


@pytest.mark.rule("red_square", "bad-input", "equipment-cards-dice")
@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"units": ("Nobody",)}, "$.units[0]"),
        ({"commander": "Nobody"}, "$.commander"),
        ({"card": "1Z"}, "$.card"),
        ({"units": ()}, "$.units"),
        ({"units": ("Rifles", "Rifles"), "commander": "CO"}, "$.units[1]"),
        ({"units": ("MGs",)}, "$.units[0]"),
        ({"units": ("Rifles", "CO"), "commander": "CO"}, "$.units[1]"),
        ({"units": ("Rifles", "Officers"), "commander": "CO"}, "$.units"),
        ({"units": ("Rifles", "Others")}, "$.commander"),
        ({"commander": "MGs"}, "$.commander"),
        ({"card": ""}, "$.card"),
        ({"units": ("Idlers",)}, "$.units[0]"),
        ({"units": ("HQ",)}, "$.card"),
    ],
)
def test_malformed(changes: dict[str, Any], path: str) -> None:
    others = (
        rs.Unit(name="CO", side="red", kind="co", square=(3, 3)),
        rs.Unit(name="HQ", side="red", kind="hq", square=(3, 0)),
        rs.Unit(name="MGs", side="red", kind="mg", square=(3, 3), bases=2, accompanies="Rifles"),
        battalion("Others", (4, 3)),
        battalion("Idlers", (5, 3), order=None),
    )
    with pytest.raises(InvalidRequestError) as caught:
        play(field(battalion(), *others, enemy()), **changes)
    assert path in [problem.path for problem in caught.value.problems]


@pytest.mark.rule("red_square", "orders-attack", "act-table")
def test_a_policy_cannot_answer_with_what_is_not_allowed() -> None:
    line = battalion(formation="firing_line", order="defend")
    with pytest.raises(Exception, match="activity"):
        play(field(line, enemy((3, 9))), choices={"activity": always("fire")})


@pytest.mark.rule("red_square", "fire-8-accumulate")
@pytest.mark.parametrize("seed", range(5))
def test_the_same_dice_give_the_same_outcome_with_and_without_a_record(seed: int) -> None:
    on = field(battalion(square=(3, 5), markers=2), enemy(this_turn=rs.ThisTurn(cards=("2D",))))
    request = rs.ActivateRequest(field=on, units=("Rifles",), card="9C")
    resolution = rs.ruleset.resolve(request, dice=SeededDice(seed))
    assert rs.ruleset.outcome(request, dice=SeededDice(seed)) == resolution.outcome
    assert rs.ruleset.replay(resolution).outcome == resolution.outcome


@pytest.mark.rule("red_square", "act-table", "fire-9-casualties")
def test_exact_odds_of_an_activation() -> None:
    # One marker, idle in the open, no enemy near: 1 - 1 = 0 is the middle column, everything else but a 2 (score 1)
    # is 2 or better; a base goes on 1 of the D12.
    on = field(battalion(markers=1, formation="firing_line", order="defend"), enemy((3, 9)))
    odds = rs.ruleset.odds(rs.ActivateRequest(field=on, units=("Rifles",), card="9C"))
    assert odds.probability(lambda outcome: outcome.band == "1-0") * 3 == 1
    assert odds.probability(lambda outcome: outcome.field.unit("Rifles").bases == 3) * 12 == 1


@pytest.mark.rule("red_square", "missing-infantry-melee")
def test_no_move_leads_into_a_steady_front() -> None:
    seen: list[tuple[Any, ...]] = []

    def look(situation: Any, alternatives: tuple[rs.Destination, ...]) -> rs.Destination:
        seen.append(alternatives)
        return alternatives[0]

    play(field(battalion(square=(3, 6), markers=1), enemy((3, 7))), 6, 12, 1, 1, 1, choices={"destination": look})
    assert all(one.square != (3, 7) for alternatives in seen for one in alternatives)
    with pytest.raises(IllegalRequestError):
        rs.ruleset.resolve(
            rs.OverrunRequest(field=field(battalion(square=(3, 6)), enemy((3, 7))), mover="Rifles", square=(3, 7)),
            dice=GivenDice([]),
        )
