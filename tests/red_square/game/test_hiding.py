"""What a side is asked inside an action, and what it may believe of the game."""

from __future__ import annotations

from typing import Any, Literal

import pytest
from attrs import evolve
from red_square_games import unit
from red_square_whole_games import acted, begun, hidden_elsewhere, scenario, skirmish, to_come

from rcw_rules import SeededDice
from rcw_rules import red_square as rs
from rcw_rules.games import GreedyPlayer, Match, RandomPlayer, play_match
from rcw_rules.kernel.questions import Decision
from rcw_rules.kernel.record import Record, ResultStep
from rcw_rules.red_square.cards import Hand
from rcw_rules.red_square.turn import whole_pack

RED = unit("Reds", "infantry", (2, 3), formation="masses", order="attack", quality="elite")
WHITE = unit("Whites", "infantry", (2, 8), side="white", formation="firing_line", order="defend")


def asked_in(state: rs.State, choice: str, seed: int = 1) -> Decision[Any, Any]:
    """Return the first question of a kind in the step of the turn that comes next."""
    (action,) = rs.game.legal_actions(state)
    session = rs.game.session(state, action).automate(dice=SeededDice(seed))
    while isinstance(session.pending, Decision):
        if session.pending.choice.id == choice:
            return session.pending
        session = session.answer(session.pending.default)
    raise AssertionError(f"{choice} is not asked")


def with_hands(state: rs.State, *hands: Hand) -> rs.State:
    """Return a state before the headquarters act, with cards of one's own."""
    held = {hand.holder: hand.cards for hand in hands}
    units = tuple(
        evolve(one, this_turn=evolve(one.this_turn, cards=held[one.name])) if one.name in held else one
        for one in state.field.units
    )
    deck = tuple(card for card in whole_pack(state.scenario) if all(card not in hand.cards for hand in hands))
    field = evolve(state.field, units=units)
    return evolve(state, game=evolve(state.game, field=field, phase="hq", deck=deck, hands=hands))


@pytest.mark.rule("red_square", "orders-required", "train-5-carrying")
def test_the_owner_of_a_unit_is_not_told_orders_of_the_enemy_and_who_is_aboard_its_trains() -> None:
    train = unit("Train", "train", (0, 9), side="white", order="probe", guns="heavy")
    aboard = evolve(unit("Aboard", "infantry", (0, 9), side="white", order="defend"), square=None, carried_by="Train")
    state = acted(begun(scenario(RED, WHITE)), "deal")
    state = with_hands(state, Hand(holder="Reds", side="red", members=("Reds",), phase="standalone", cards=("9H",)))
    asked = asked_in(state, "hq_moves")
    told = evolve(asked, situation=evolve(asked.situation, field=asked.situation.field.with_units(train, aboard)))
    seen = rs.game.shown_to(told, "red").situation.field
    assert {one.name: one.order for one in seen.units if one.kind in ("infantry", "train")} == {
        "Reds": "attack",
        "Whites": None,
        "Train": None,
    }
    assert all(not one.this_turn.cards for one in seen.units)
    assert "Aboard" in {one.name for one in rs.game.shown_to(told, "white").situation.field.units}
    assert rs.game.shown_to(told, "red").history == ()


@pytest.mark.rule("red_square", "turn-3-aces", "turn-4-standalone")
def test_who_places_an_ace_is_told_of_open_cards_alone() -> None:
    other = unit("Guns", "artillery", (4, 9), side="white")
    state = acted(begun(scenario(RED, WHITE, other)), "deal")
    hands = (
        Hand(holder="Guns", side="white", members=("Guns",), phase="officer", cards=("5H",)),
        Hand(holder="Whites", side="white", members=("Whites",), phase="standalone", cards=("7C",)),
        Hand(holder="Reds", side="red", members=("Reds",), phase="standalone", cards=("AD",)),
    )
    asked = asked_in(with_hands(state, *hands), "ace_high")
    assert [play.card for play in asked.situation.plays] == ["5H", "7C"]
    shown = rs.game.shown_to(asked, "red")
    assert [play.card for play in shown.situation.plays] == ["5H"]
    assert (shown.owner, shown.unit, shown.situation.card) == ("red", "Reds", "AD")


@pytest.mark.rule("red_square", "orders-required", "turn-3-card-order")
@pytest.mark.parametrize("rule", ["hq-order-roll", "orders-counter-attack", "turn-3-aces", "turn-3-card-order"])
def test_the_steps_that_led_to_a_question_tell_no_secret(rule: str) -> None:
    secret, plain = (ResultStep(rule=each, says="it is so") for each in (rule, "fire-1-dice"))
    state = acted(begun(scenario(RED, WHITE)), "deal")
    asked = evolve(asked_in(state, "hq_moves"), known=Record((secret, plain)))
    assert rs.game.shown_to(asked, "white").known == (plain,)
    assert [rs.game.may_know(step, "white") for step in (secret, plain)] == [False, True]


@pytest.mark.rule("red_square", "turn-1-deal", "orders-required", "train-5-carrying")
def test_what_a_side_believes_can_be_played_and_depends_on_nothing_that_is_hidden() -> None:
    state = begun(skirmish())
    met = 0
    for _ in range(14):
        for side in ("red", "white"):
            believed = rs.game.as_seen(state, side)
            assert rs.game.load_state(rs.game.state_json(believed)) == believed
            assert rs.game.view(believed, side).hands == rs.game.view(state, side).hands
            assert {rs.game.as_seen(other, side) for other in hidden_elsewhere(state, side)} <= {believed}
            assert rs.game.as_seen(believed, side) == believed
            met += 1
        action = rs.game.legal_actions(state)[-1]
        state = rs.game.play(state, action, dice=SeededDice(3)).state
    assert met == 28


@pytest.mark.rule("red_square", "turn-1-deal", "turn-4-standalone")
def test_nobody_believes_to_know_a_card_that_lies_face_down() -> None:
    state = acted(begun(scenario(RED, WHITE)), "deal")
    holders: tuple[tuple[str, Literal["red", "white"]], ...] = (("Reds", "red"), ("Whites", "white"))
    believed = [
        rs.game.as_seen(
            with_hands(state, Hand(holder=name, side=side, members=(name,), phase="standalone", cards=(card,))), "red"
        )
        for card in ("9H", "KS")
        for name, side in holders
    ]
    assert believed[:2] == believed[2:]
    assert rs.game.load_state(rs.game.state_json(believed[0])) == believed[0]


@pytest.mark.rule("red_square", "missing-victory", "orders-required")
def test_a_side_believes_in_no_enemy_still_to_come_and_that_all_probe() -> None:
    late = rs.Reinforcement(unit=to_come("Late", side="white"), turn=2, squares=((5, 9),))
    state = begun(scenario(RED, WHITE, reinforcements=(late,)))
    believed = rs.game.as_seen(state, "red")
    assert (believed.scenario.reinforcements, believed.field.unit("Whites").order) == ((), "probe")
    assert believed.field.unit("Reds") == state.field.unit("Reds")
    assert rs.game.as_seen(state, "white").scenario.reinforcements == (late,)


@pytest.mark.rule("red_square", "opt-unseen-off-table")
def test_units_that_are_not_seen_are_believed_off_the_table() -> None:
    game = rs.game.with_options(unseen_off_table=True)
    hidden = evolve(WHITE, bases=2, bases_removed=2)
    believed = game.as_seen(begun(scenario(RED, hidden)), "red")
    there = believed.field.unit("Whites")
    assert (there.state, there.square) == ("off_table", (0, 9))
    assert game.load_state(game.state_json(believed)) == believed
    assert rs.game.as_seen(begun(scenario(RED, hidden)), "red").field.unit("Whites").square == (2, 8)


@pytest.mark.rule("red_square", "orders-required")
def test_a_greedy_player_does_the_same_whatever_order_the_enemy_has() -> None:
    decided: list[list[object]] = []
    for order in ("defend", "probe"):
        one = scenario(RED, evolve(WHITE, order=order), turn_limit=1)
        end = play_match(
            Match.begin(rs.game, one, dice=SeededDice(4)),
            {"red": GreedyPlayer(rs.game, draws=1, most=6), "white": RandomPlayer(1)},
        )
        decided.append([event.answers for event in end.line_of_play if "Reds" in event.action])
    assert decided[0]
    assert decided[0] == decided[1]
