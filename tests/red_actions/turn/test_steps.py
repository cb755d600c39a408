"""The turn machine: segments, the end of a turn, and reinforcements."""

from __future__ import annotations

import pytest
from attrs import evolve
from red_actions_games import CARDS, game, named, set_up, step, unit

from rcw_rules import GivenDice, IllegalRequestError, inches
from rcw_rules import red_actions as ra

# ---------------------------------------------------------------- segments


@pytest.mark.rule("red_actions", "turn-initiative-standard", "defs-unit-action", "seq-steps")
def test_segments_go_round_until_the_turn_is_over() -> None:
    state = game(unit("A"), unit("B"), unit("W", "white"))
    outcome = step(state, None, 5, 2)
    assert outcome.acting == "attacker"
    outcome = step(outcome.game, ra.Segment(unit="A"))
    assert outcome.acting == "defender"
    outcome = step(outcome.game, ra.Segment(unit="W"))
    assert outcome.acting == "attacker"
    # The last segment of the turn; the next turn begins with its own roll.
    outcome = step(outcome.game, ra.Segment(unit="B"), 1, 6)
    assert (outcome.turn_ended, outcome.game.turn, outcome.acting) == (True, 2, "defender")
    assert not any(one.has_acted for one in outcome.game.units)


@pytest.mark.rule("red_actions", "turn-initiative-standard", "turn-initiative-rolloff", "defs-unit-action")
@pytest.mark.parametrize("initiative", ["standard", "rolloff"])
def test_to_ask_again_who_comes_next_changes_nothing(initiative: str) -> None:
    first = step(game(unit("A"), unit("W", "white")), None, 6, 1, initiative=initiative)
    # Not a die is thrown for the same question again.
    again = step(first.game, initiative=initiative)
    assert (again.game, again.acting, again.turn_ended) == (first.game, "attacker", False)
    second = step(again.game, ra.Segment(unit="A"), initiative=initiative)
    assert step(second.game, initiative=initiative).game == second.game
    assert second.acting == "defender"


@pytest.mark.rule("red_actions", "turn-initiative-cards", "defs-unit-action")
def test_to_ask_again_draws_no_other_card() -> None:
    cards = tuple(ra.InitiativeCard(name=name) for name in ("A", "W"))
    first = step(game(unit("A"), unit("W", "white"), cards=cards), None, 1, initiative="cards")
    again = step(first.game, initiative="cards")
    assert (again.game, again.able, again.acting) == (first.game, ("A",), None)


@pytest.mark.rule("red_actions", "turn-forced-forfeit", "turn-initiative-cards", "turn-initiative-standard")
def test_a_segment_that_nobody_can_play_is_not_given() -> None:
    hq = ra.InitiativeCard(name="HQ")
    cards = (hq, ra.InitiativeCard(name="A", hq="HQ"), ra.InitiativeCard(name="W"))
    senior = unit("HQ", card="senior_officer_foot", bases=1)
    state = game(senior, unit("A"), unit("W", "white"), cards=cards[::2], drawn=cards[1:2], able=("A", "HQ"))
    # Both may act on the card of A; in its segment the HQ is made to retire, so that the next card is drawn: that of W.
    outcome = step(state, ra.Segment(unit="A", forced=("HQ",)), 2, initiative="cards")
    assert outcome.able == ("W",)
    # A game that says so all the same goes on to the next card.
    stuck = evolve(state, units=tuple(evolve(one, has_acted=one.name != "W") for one in state.units))
    assert step(stuck, None, 2, initiative="cards").able == ("W",)
    spent = game(unit("A", has_acted=True), unit("W", "white"), acting="attacker")
    assert step(spent).acting == "defender"


@pytest.mark.rule("red_actions", "defs-unit-action", "turn-forced-forfeit", "march-rate")
def test_a_report_gives_no_used_segment_back() -> None:
    fresh = unit("A")
    state = game(fresh, unit("B"), unit("W", "white"), unit("X", "white"), acting="attacker")
    state = step(state, ra.Segment(unit="A", shot_at=("W",))).game
    # The report of W holds both as they were before: A has not acted in it, nor has W been shot at.
    stale = ra.Segment(unit="W", after=(fresh, unit("W", "white")), shot_at=("A",))
    state = step(state, stale).game
    assert [(one.has_acted, one.shot_at) for one in state.units] == [
        (True, True),
        (False, False),
        (True, True),
        (False, False),
    ]
    with pytest.raises(IllegalRequestError, match="A has used or forfeited its segment"):
        step(state, ra.Segment(unit="A"))
    # Nor does the next one take it back that A was shot at.
    assert named(step(state, ra.Segment(unit="B", after=(fresh,))).game, "A").shot_at


@pytest.mark.rule("red_actions", "seq-steps")
def test_after_the_last_turn_the_game_is_over() -> None:
    state = game(unit("A"), unit("W", "white", has_acted=True), turn=3, acting="attacker")
    outcome = step(state, ra.Segment(unit="A"))
    assert (outcome.game.is_over, outcome.game.losers, outcome.turn_ended) == (True, (), True)
    with pytest.raises(IllegalRequestError, match="the game is over"):
        step(outcome.game)


@pytest.mark.rule("red_actions", "turn-forced-forfeit", "defs-unit-action")
def test_who_was_made_to_move_has_lost_its_segment() -> None:
    state = game(unit("A"), unit("W", "white"), unit("X", "white"), acting="attacker")
    # W retires; X only took a marker.
    shaken = evolve(named(state, "X"), terror=1)
    outcome = step(state, ra.Segment(unit="A", after=(shaken,), forced=("W",), shot_at=("W", "X")))
    assert [one.has_acted for one in outcome.game.units] == [True, True, False]
    assert [one.shot_at for one in outcome.game.units] == [False, True, True]
    assert named(outcome.game, "X").terror == 1
    with pytest.raises(IllegalRequestError) as found:
        step(outcome.game, ra.Segment(unit="W"))
    assert found.value.verdict.objections[0].rule == "turn-forced-forfeit"


@pytest.mark.rule("red_actions", "turn-initiative-standard")
def test_the_other_player_may_not_act() -> None:
    state = game(unit("A"), unit("W", "white"), acting="attacker")
    with pytest.raises(IllegalRequestError, match="the attacker gives a segment now"):
        step(state, ra.Segment(unit="W"))


@pytest.mark.rule("red_actions", "seq-reinforcements")
def test_reinforcements_come_where_it_was_noted() -> None:
    later = ra.Reinforcement(unit=unit("C"), entry="the bridge")
    state = game(unit("A"), unit("W", "white"), reinforcements=(later,), acting="attacker")
    with pytest.raises(IllegalRequestError, match="enters at 'the bridge', as noted, not at 'the road'"):
        step(state, ra.Segment(unit="C", entered_at="the road"))
    with pytest.raises(IllegalRequestError, match="A is on the table already"):
        step(state, ra.Segment(unit="A", entered_at="the bridge"))
    outcome = step(state, ra.Segment(unit="C", entered_at="the bridge"))
    assert (outcome.game.reinforcements, named(outcome.game, "C").has_acted) == ((), True)
    # The entry was its segment, in its owner's slot.
    assert outcome.acting == "defender"


@pytest.mark.rule("red_actions", "seq-position-markers", "vis-firing-reveals")
def test_who_fires_or_is_seen_is_no_marker_any_more() -> None:
    state = game(
        unit("A"), unit("W", "white"), unit("X", "white"), unit("Y", "white"), hidden=("W", "X", "Y"), acting="attacker"
    )
    outcome = step(state, ra.Segment(unit="A", fired=("W",), seen=("X",)))
    assert outcome.game.hidden == ("Y",)


# ---------------------------------------------------------------- the end of a turn


@pytest.mark.rule("red_actions", "off-senior-killed", "off-replacement")
def test_a_fallen_senior_is_succeeded_at_the_end_of_the_next_turn() -> None:
    senior = unit("Headquarters", card="senior_officer_foot", bases=1)
    colonel = ra.OfficerToken(id="kompolk", rank="colonel", effect=1)
    state = game(unit("A", officer=colonel), senior, unit("W", "white", has_acted=True), acting="attacker")
    outcome = step(state, ra.Segment(unit="A", after=(evolve(senior, bases=0),)), 6, 1)
    # The end of turn 1, in which it became known: nobody yet.
    assert (outcome.game.turn, outcome.game.unit("Headquarters")) == (2, None)
    assert [one.known_in_turn for one in outcome.game.fallen_seniors] == [1]
    state = evolve(outcome.game, units=tuple(evolve(one, has_acted=one.name != "A") for one in outcome.game.units))
    # The end of turn 2: the first token of the pool becomes the unit's new officer.
    outcome = step(evolve(state, acting="attacker"), ra.Segment(unit="A"), 1, 6, 1)
    assert outcome.game.fallen_seniors == ()
    assert named(outcome.game, "Headquarters").officer == colonel
    assert named(outcome.game, "A").officer == CARDS.army("red").tokens[0]
    assert len(outcome.game.army_of("red").army.tokens) == 25


@pytest.mark.rule("red_actions", "bld-fire-grow")
def test_fires_grow_as_a_turn_begins() -> None:
    burning = (ra.Building(name="barn", markers=1), ra.Building(name="mill", markers=4))
    state = game(unit("A"), unit("W", "white", has_acted=True), buildings=burning, acting="attacker")
    outcome = step(state, ra.Segment(unit="A"), 6, 1)
    assert outcome.burnt_down == ("mill",)
    assert outcome.game.buildings == (ra.Building(name="barn", markers=2),)
    # What a unit has just burnt down is told by its own action, and burns no more.
    burnt = step(state, ra.Segment(unit="A", buildings=(ra.Building(name="mill", markers=5),)), 6, 1)
    assert (burnt.burnt_down, burnt.game.buildings) == ((), (ra.Building(name="barn", markers=2),))
    put_out = step(state, ra.Segment(unit="A", buildings=(ra.Building(name="mill", markers=0),)), 6, 1)
    assert (put_out.burnt_down, put_out.game.buildings) == ((), (ra.Building(name="barn", markers=2),))


@pytest.mark.rule("red_actions", "retire-manner", "evade-switch", "march-rate", "rally-rout-success")
def test_what_a_new_turn_forgets() -> None:
    tired = unit(
        "A",
        evading=True,
        moved_back=inches(3),
        retired_by_result=True,
        ignored_retire=True,
        rallied=True,
        terror=1,
        pinned=True,
    )
    state = game(tired, unit("W", "white", has_acted=True), acting="attacker")
    report = ra.Segment(unit="A", shot_at=("A",))
    after = named(step(state, report, 6, 1).game, "A")
    assert (after.evading, after.moved_back, after.retired_by_result, after.ignored_retire, after.rallied) == (
        False,
        inches(0),
        False,
        False,
        False,
    )
    assert (after.terror, after.pinned) == (1, True)
    # Being shot at bars marches in that turn and the next, by option for good.
    assert after.shot_at
    for options, barred in (({}, False), ({"march_ban": "rest_of_game"}, True)):
        state = step(game(tired, unit("W", "white", has_acted=True), acting="attacker"), report, 6, 1, **options).game
        state = evolve(state, units=tuple(evolve(one, has_acted=one.name == "W") for one in state.units))
        later = step(evolve(state, acting="attacker"), ra.Segment(unit="A"), 6, 1, **options).game
        assert named(later, "A").shot_at == barred


@pytest.mark.rule("red_actions", "march-rate", "act-divide", "act-combine")
def test_who_was_shot_at_is_remembered_from_the_report() -> None:
    def in_turn_after(state: ra.Game, report: ra.Segment) -> dict[str, bool]:
        after = step(evolve(state, acting="attacker"), report, 6, 1).game
        return {one.name: one.shot_at for one in after.units}

    state = game(unit("A"), unit("W", "white", has_acted=True), turns=5)
    hit = evolve(named(state, "W"), terror=1, shot_at=True)
    # Whom a volley left as shot at is so in the next turn too, named in the report or not, and then no longer.
    for report in (ra.Segment(unit="A", after=(hit,)), ra.Segment(unit="A", after=(hit,), shot_at=("W",))):
        second = step(evolve(state, acting="attacker"), report, 6, 1).game
        assert named(second, "W").shot_at
        second = evolve(second, units=tuple(evolve(one, has_acted=one.name == "W") for one in second.units))
        # Reported again for another reason it was not shot at again.
        shaken = evolve(named(second, "W"), terror=2)
        assert in_turn_after(second, ra.Segment(unit="A", after=(shaken,))) == {"A": False, "W": False}
        assert in_turn_after(second, ra.Segment(unit="A", shot_at=("W",))) == {"A": False, "W": True}


@pytest.mark.rule("red_actions", "march-rate", "act-divide", "act-combine")
@pytest.mark.parametrize(("turn", "still"), [(1, False), (2, True)])
def test_parts_and_wholes_were_shot_at_when_those_were_whom_they_come_from(turn: int, still: bool) -> None:
    # It is turn 2: who was shot at in turn 1 may march in turn 3, who was in turn 2 may not.
    before = {"turn": 2, "turns": 5, "acting": "attacker"}
    whole = unit("A", bases=6, shot_at=True)
    memory = (ra.ShotAt(unit="A", turn=turn),)
    state = game(whole, unit("W", "white", has_acted=True), shot_at=memory, **before)
    parts = tuple(evolve(whole, name=f"A {size}", bases=size, has_acted=True) for size in (4, 2))
    after = step(state, ra.Segment(unit="A", after=(evolve(whole, bases=0), *parts)), 6, 1).game
    assert [named(after, name).shot_at for name in ("A 4", "A 2")] == [still, still]
    small, other = evolve(whole, bases=3), unit("B", bases=2)
    state = game(small, other, unit("W", "white", has_acted=True), shot_at=memory, **before)
    combined = (evolve(other, bases=5, shot_at=True), evolve(small, bases=0))
    after = step(state, ra.Segment(unit="B", after=combined), 6, 1).game
    assert named(after, "B").shot_at == still


@pytest.mark.rule("red_actions", "march-rate", "act-combine")
@pytest.mark.parametrize(("first", "second", "still"), [(1, 2, True), (2, 1, True), (1, 1, False)])
def test_a_whole_was_last_shot_at_when_the_later_of_its_parts_was(first: int, second: int, still: bool) -> None:
    # Both parts were shot at, in turns 1 and 2; they combine in turn 2 under the name of A.
    parts = (unit("A", bases=3, shot_at=True), unit("B", bases=2, shot_at=True))
    memory = (ra.ShotAt(unit="A", turn=first), ra.ShotAt(unit="B", turn=second))
    state = game(*parts, unit("W", "white", has_acted=True), shot_at=memory, turn=2, turns=5, acting="attacker")
    whole = ra.ruleset.outcome(ra.CombineUnitsRequest(units=parts), dice=GivenDice([1])).unit
    after = step(state, ra.Segment(unit="A", after=(whole, evolve(parts[1], bases=0))), 6, 1).game
    assert named(after, "A").shot_at == still


@pytest.mark.rule("red_actions", "march-rate", "act-combine")
def test_who_is_shot_at_as_it_grows_was_shot_at_now() -> None:
    # Riders were shot at in turn 1, and may march again in turn 3, in which they mount and are shot at.
    on_foot = unit("A", card="red_conscripts", bases=3)
    state = game(on_foot, unit("W", "white", has_acted=True), shot_at=(ra.ShotAt(unit="A", turn=1),), turn=3, turns=5)
    mounted = evolve(on_foot, card=CARDS.card("red_cavalry"), bases=4, shot_at=True)
    after = step(evolve(state, acting="attacker"), ra.Segment(unit="A", after=(mounted,)), 6, 1).game
    assert named(after, "A").shot_at
    # Who was shot at in turn 2 and mounts in turn 3 was not shot at again.
    state = evolve(state, units=(evolve(on_foot, shot_at=True), state.units[1]), shot_at=(ra.ShotAt(unit="A", turn=2),))
    after = step(evolve(state, acting="attacker"), ra.Segment(unit="A", after=(mounted,)), 6, 1).game
    assert not named(after, "A").shot_at


@pytest.mark.rule("red_actions", "turn-initiative-cards")
def test_a_turn_by_cards() -> None:
    hq = ra.InitiativeCard(name="HQ")
    cards = (hq, ra.InitiativeCard(name="A", hq="HQ"), ra.InitiativeCard(name="W"))
    senior = unit("HQ", card="senior_officer_foot", bases=1)
    state = game(senior, unit("A"), unit("W", "white"), cards=cards)
    first = step(state, None, 2, initiative="cards")
    assert (first.able, first.acting, len(first.game.cards)) == (("A", "HQ"), None, 2)
    with pytest.raises(IllegalRequestError, match="only these may act on this card: A, HQ"):
        step(first.game, ra.Segment(unit="W"), initiative="cards")
    second = step(first.game, ra.Segment(unit="A"), initiative="cards")
    assert second.able == ("HQ",)
    # The HQ's own card is skipped when it is drawn; then that of W.
    third = step(second.game, ra.Segment(unit="HQ"), 1, 1, initiative="cards")
    assert third.able == ("W",)
    # A new turn deals a card to each unit that is there.
    fourth = step(third.game, ra.Segment(unit="W"), 3, initiative="cards")
    assert (fourth.turn_ended, fourth.able, len(fourth.game.cards)) == (True, ("W",), 2)


# ---------------------------------------------------------------- reinforcements that wait, and early ends


@pytest.mark.rule("red_actions", "seq-reinforcements", "turn-initiative-standard")
def test_reinforcements_may_wait_off_the_table() -> None:
    later = ra.Reinforcement(unit=unit("C"), entry="the bridge")
    state = game(unit("A", has_acted=True), unit("W", "white", has_acted=True), reinforcements=(later,))
    outcome = step(evolve(state, acting="attacker"), ra.Segment(unit="C"), 6, 1)
    # It spent its segment, nobody else has one: the next turn, in which it may come.
    assert (outcome.turn_ended, outcome.game.turn, outcome.game.reinforcements) == (True, 2, (later,))
    reported = step(evolve(state, turn=1, acting="attacker"), ra.Segment(unit="C", after=(later.unit,)), 6, 1)
    assert reported.game.unit("C") is None
    two = evolve(state, units=(unit("A"), unit("W", "white", has_acted=True)), acting="attacker")
    waited = step(two, ra.Segment(unit="C"))
    with pytest.raises(IllegalRequestError, match="C has used or forfeited its segment"):
        step(waited.game, ra.Segment(unit="C", entered_at="the bridge"))


@pytest.mark.rule("red_actions", "seq-reinforcements", "turn-initiative-cards")
def test_reinforcements_have_cards_too() -> None:
    later = ra.Reinforcement(unit=unit("C"), entry="the bridge")
    state = set_up(reinforcements=(later,), options={"initiative": "cards"})
    assert [card.name for card in state.cards] == ["A", "B", "C"]
    drawn = step(state, None, 3, initiative="cards")
    assert drawn.able == ("C",)
    entered = step(drawn.game, ra.Segment(unit="C", entered_at="the bridge"), 1, initiative="cards")
    assert (entered.able, [one.name for one in entered.game.units]) == (("A",), ["A", "B", "C"])


@pytest.mark.rule("red_actions", "turn-rolloff-end")
def test_a_turn_may_end_with_its_first_roll() -> None:
    state = game(unit("A"), unit("W", "white", has_acted=True), acting="attacker")
    options = {"initiative": "rolloff", "rolloff_double_one_ends_turn": True}
    # Turn 1 is over; turn 2 ends with the double one; turn 3 begins with a 5 against a 3.
    outcome = step(state, ra.Segment(unit="A"), 1, 1, 5, 3, **options)
    assert (outcome.game.turn, outcome.acting, outcome.turn_ended) == (3, "attacker", True)
    burning = evolve(state, buildings=(ra.Building(name="mill", markers=4), ra.Building(name="barn", markers=3)))
    burnt = step(burning, ra.Segment(unit="A"), 1, 1, 5, 3, **options)
    assert (burnt.burnt_down, burnt.game.buildings) == (("mill", "barn"), ())


@pytest.mark.rule("red_actions", "turn-initiative-cards")
def test_a_game_by_cards_needs_cards() -> None:
    with pytest.raises(IllegalRequestError, match=r"\$\.game\.cards: no cards have been dealt"):
        step(game(unit("A"), unit("W", "white")), None, initiative="cards")


@pytest.mark.rule("red_actions", "turn-initiative-standard")
def test_nobody_acts_before_the_initiative_is_known() -> None:
    with pytest.raises(IllegalRequestError, match=r"\$\.segment: no segment has been given yet"):
        step(game(unit("A"), unit("W", "white")), ra.Segment(unit="A"))
