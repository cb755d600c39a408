"""The steps of a turn, and whole turns."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st
from red_square_games import HQS, game, step, stepped, unit, where_the_cards_are

from rcw_rules import GivenDice, IllegalRequestError, SeededDice
from rcw_rules import red_square as rs
from rcw_rules.kernel.fields import validate
from rcw_rules.kernel.geometry.squares import SquareArea, SquareGrid, SquareMap, SquareWay
from rcw_rules.kernel.umpire import RollingUmpire
from rcw_rules.red_square.cards import fresh_pack
from rcw_rules.red_square.ground import is_on_table
from rcw_rules.red_square.model import Side
from rcw_rules.red_square.units import sharing_objections

TRANSCRIPT = Path(__file__).parent.parent / "golden" / "turn_of_two_regiments.txt"
PHASES = ("deal", "hq", "officer", "standalone", "end")


# ---------------------------------------------------------------- phases


@pytest.mark.rule("red_square", "turn-sequence", "turn-3-officer-phase", "turn-4-standalone")
def test_the_phases_and_the_order_of_the_cards() -> None:
    officer = unit("CO", "co", (1, 1))
    led = unit("Led", "infantry", (1, 1), commander="CO")
    alone = unit("Alone", "infantry", (4, 1))
    guns = unit("Guns", "artillery", (4, 8), side="white", facing="N", bases=2, formation="deployed", guns="qf_gun")
    now = game(officer, led, alone, guns)
    assert now.phase == "deal"
    now = step(now, "9H", "2C", "3S").game
    assert (now.phase, [hand.holder for hand in now.hands]) == ("hq", ["CO", "Alone", "Guns"])
    assert now.field.unit("Led").this_turn.cards == ("9H",)
    now = step(now).game
    assert now.phase == "officer"
    assert [(play.holder, play.card) for play in now.plays] == [("Guns", "3S"), ("CO", "9H"), ("Alone", "2C")]
    assert all(now.field.unit(name).this_turn.commanded for name in ("Red HQ", "White HQ"))
    played: list[tuple[str, str, str]] = []
    while now.plays:
        outcome = step(now)
        played.append((outcome.phase, outcome.holder, outcome.card))
        now = outcome.game
    assert played == [("officer", "Guns", "3S"), ("officer", "CO", "9H"), ("standalone", "Alone", "2C")]
    assert (now.phase, now.hands, sorted(now.discards)) == ("end", (), ["2C", "3S", "9H"])
    now = step(now).game
    assert (now.phase, now.field.turn, now.deck, now.discards) == ("deal", 2, fresh_pack(), ())


@pytest.mark.rule("red_square", "turn-3-officer-phase", "turn-3-jokers")
def test_the_joker_of_an_officer_may_come_after_everything() -> None:
    guns = unit("Guns", "artillery", (4, 8), side="white", bases=2, formation="deployed", guns="qf_gun")
    now = stepped(game(unit("Alone", "infantry", (4, 1)), guns), ("2C", "*1"), ())
    assert [play.card for play in now.plays] == ["2C", "*1"]
    assert now.phase == "standalone"


@pytest.mark.rule("red_square", "hq-activation", "turn-sequence")
@pytest.mark.parametrize(("first", "order"), [("red", ["Red HQ", "White HQ"]), ("white", ["White HQ", "Red HQ"])])
def test_the_headquarters_of_the_first_player_come_first(first: Any, order: list[str]) -> None:
    now = evolve(game(first_player=first), phase="hq")
    shot_at = [evolve(one, under_fire=True) for one in now.field.units]
    now = evolve(now, field=now.field.with_units(*shot_at))
    rolls = rs.ruleset.resolve(rs.TurnStepRequest(game=now), dice=GivenDice([5, 6])).record.rolls
    assert [roll.purpose.split("/")[0].removeprefix("activation of ") for roll in rolls] == order


@pytest.mark.rule("red_square", "train-4-cards")
def test_a_train_discards_a_card() -> None:
    board = SquareMap(
        title="A line",
        grid=SquareGrid(columns=6, rows=10),
        railways=(SquareWay(squares=tuple((column, 4) for column in range(6))),),
    )
    now = step(game(unit("Train", "train", (2, 4), guns="heavy", order="defend"), board=board), "KS", "3H").game
    kept = step(now).game
    assert (kept.hands[0].cards, kept.discards) == (("3H",), ("KS",))
    other = step(now, train_card=lambda cards, alternatives: "KS").game
    assert (other.hands[0].cards, other.discards) == (("KS",), ("3H",))


@pytest.mark.rule("red_square", "turn-1-two-cards", "move-dismount-second-card")
def test_dismounted_regiments_of_a_brigade_act_on_its_first_card_only() -> None:
    officer = unit("CO", "co", (2, 2))
    horse = unit("Horse", "cavalry", (2, 2), commander="CO", order="attack")
    holders = unit("Horses", "horse_holders", (0, 2), accompanies="Foot")
    foot = unit("Foot", "cavalry", (1, 2), commander="CO", formation="dismounted")
    now = stepped(game(officer, horse, foot, holders), ("9D", "4C"), ())
    assert now.field.unit("Foot").this_turn.cards == ("4C",)
    assert now.field.unit("Horse").this_turn.cards == ("9D", "4C")


@pytest.mark.rule("red_square", "move-dismount-second-card")
def test_a_regiment_that_dismounts_on_its_first_card_acts_on_its_second() -> None:
    # To defend it must dismount; on its second card it has nobody to shoot at and holds its fire.
    horse = unit("Horse", "cavalry", (2, 3))
    now = stepped(game(horse), ("4D", "JC"), (), ())
    assert (now.field.unit("Horse").formation, now.field.unit("Horse").this_turn.cards) == ("dismounted", ("JC",))
    now = step(now).game
    assert now.field.unit("Horse").this_turn.activations == 2
    assert now.field.unit("Horse").this_turn.holds_fire


@pytest.mark.rule("red_square", "equipment-draw-pile", "turn-6-spades-breakdown")
def test_a_card_drawn_in_mid_turn_goes_to_the_discards() -> None:
    cars = unit("Cars", "armoured_car", (2, 2), bases=1, order="defend", weapons=("mg",))
    now = stepped(game(cars), ("4S", "9D"), (), ("QC",))
    assert sorted(now.discards) == ["4S", "QC"]
    assert where_the_cards_are(now) == sorted(fresh_pack())


@pytest.mark.rule("red_square", "turn-sequence")
def test_the_card_of_one_who_is_gone_is_laid_aside() -> None:
    now = stepped(game(unit("Alone", "infantry", (4, 1))), ("2C",), ())
    gone = evolve(now.field.unit("Alone"), bases=0, square=None)
    outcome = step(evolve(now, field=now.field.with_units(gone)))
    assert (outcome.game.phase, outcome.game.discards) == ("end", ("2C",))


# ---------------------------------------------------------------- the end of a turn


@pytest.mark.rule("red_square", "turn-9-reshuffle", "fire-2-hold", "turn-5b-deductions")
def test_what_carries_over() -> None:
    hidden = unit("Hidden", "infantry", (4, 1), state="hiding", markers=3, digging_markers=2, order="probe")
    now = evolve(game(hidden), phase="end")
    held = evolve(now.field.unit("Hidden"), this_turn=rs.ThisTurn(holds_fire=True))
    after = step(evolve(now, field=now.field.with_units(held))).game.field.unit("Hidden")
    assert (after.markers, after.digging_markers, after.order, after.hid_last_turn) == (3, 2, "probe", True)
    assert not after.this_turn.holds_fire
    steady = evolve(game(unit("Steady", "infantry", (4, 1), hid_last_turn=True)), phase="end")
    assert not step(steady).game.field.unit("Steady").hid_last_turn


@pytest.mark.rule("red_square", "turn-7-unpin", "at-results")
def test_who_was_pinned_in_an_earlier_turn_is_free_at_the_end_of_this_one() -> None:
    now_pinned = rs.ThisTurn(was_pinned=True)
    pinned = (
        unit("Old", "co", (1, 1), pinned=1),
        unit("New", "co", (1, 2), pinned=1, this_turn=now_pinned),
        unit("Old tank", "heavy_tank", (2, 2), order="defend", weapons=("mg",), is_pinned=True),
        unit("New tank", "heavy_tank", (3, 2), order="defend", weapons=("mg",), is_pinned=True, this_turn=now_pinned),
    )
    after = step(evolve(game(*pinned), phase="end")).game.field
    assert [after.unit(name).pinned for name in ("Old", "New")] == [0, 1]
    assert [after.unit(name).is_pinned for name in ("Old tank", "New tank")] == [False, True]


@pytest.mark.rule("red_square", "fire-10-mg-alone", "fire-8-accumulate")
def test_mgs_whose_unit_is_gone_settle_their_markers_at_the_end() -> None:
    mgs = unit("MGs", "mg", (4, 1), bases=2, accompanies="Lost", markers=2, idle=False)
    begun = game(unit("Lost", "infantry", (4, 1)), mgs)
    lost = unit("Lost", "infantry", None, bases=0)
    now = evolve(begun, field=begun.field.with_units(lost), phase="end")
    # A 3 on the D6 is above 2; then a card for each hit: a black court card removes a base.
    after = step(now, 3, "JS", "2H").game.field.unit("MGs")
    assert (after.bases, after.markers) == (1, 0)


@pytest.mark.rule("red_square", "mg-activation", "fire-8-accumulate")
def test_mgs_whose_unit_fired_without_them_settle_their_markers_at_the_end() -> None:
    line = unit("Line", "infantry", (4, 1), this_turn=rs.ThisTurn(activations=1))
    mgs = unit("MGs", "mg", (4, 1), bases=2, accompanies="Line", markers=2, idle=False)
    now = evolve(game(line, mgs), phase="end")
    assert step(now, 2).game.field.unit("MGs").bases == 1  # in company it draws no cards
    acted = evolve(mgs, this_turn=rs.ThisTurn(activations=1))
    assert step(evolve(now, field=now.field.with_units(acted))).game.field.unit("MGs").markers == 2


@pytest.mark.rule("red_square", "fire-9-casualties")
def test_a_figure_alone_settles_its_markers_at_the_end() -> None:
    now = evolve(game(unit("CO", "co", (4, 1), markers=2, idle=False)), phase="end")
    assert step(now, 2).game.field.unit("CO").bases == 0
    assert step(now, 3).game.field.unit("CO").bases == 1


@pytest.mark.rule("red_square", "fire-8-accumulate", "mounted-3-dismounted")
def test_horse_holders_settle_their_markers_and_a_base_of_their_regiment_goes_with_them() -> None:
    foot = unit("Foot", "cavalry", (4, 1), formation="dismounted")
    holders = unit("Horses", "horse_holders", (4, 2), accompanies="Foot", markers=2, idle=False)
    now = evolve(game(foot, holders), phase="end")
    # One base, so a 2 or less on the D6 takes it.
    after = step(now, 2).game.field
    assert (after.unit("Horses").bases, after.unit("Foot").bases, after.unit("Foot").bases_removed) == (0, 3, 1)
    after = step(now, 3).game.field
    assert (after.unit("Horses").bases, after.unit("Horses").markers, after.unit("Foot").bases) == (1, 0, 4)


@pytest.mark.rule("red_square", "obs-concealment")
def test_who_is_out_of_everybodys_sight_is_hidden_again() -> None:
    board = SquareMap(
        title="A wood",
        grid=SquareGrid(columns=6, rows=10),
        terrain=(SquareArea(kind="wood", squares=tuple((column, 5) for column in range(6))),),
    )
    seen = unit("Seen", "infantry", (4, 1), visible=True)
    assert not step(evolve(game(seen, board=board), phase="end")).game.field.unit("Seen").visible
    assert step(evolve(game(seen), phase="end")).game.field.unit("Seen").visible


@pytest.mark.rule("red_square", "missing-victory")
def test_a_condition_of_victory_ends_the_game_after_the_turn_that_fulfils_it() -> None:
    asked: list[int] = []

    def condition(field: rs.Field) -> Side | None:
        asked.append(field.turn)
        return "white" if field.turn == 2 else None

    victory = rs.victory_policy(condition)
    begun = game(limit=3)
    first = stepped(begun, (), (), (), victory=victory)
    assert (first.field.turn, first.phase, first.result, asked) == (2, "deal", None, [1])
    second = rs.ruleset.outcome(rs.TurnRequest(game=first), dice=GivenDice([]), choices={"victory": victory})
    assert (second.game.field.turn, second.game.result, asked) == (2, "white", [1, 2])
    with pytest.raises(IllegalRequestError, match="the game is over"):
        step(second.game, victory=victory)
    # The last turn can be won as well.
    last = stepped(game(limit=1), (), (), (), victory=rs.victory_policy(lambda field: "red"))
    assert last.result == "red"


@pytest.mark.rule("red_square", "missing-victory")
def test_the_game_ends_undecided_at_the_limit_of_turns() -> None:
    over = step(evolve(game(limit=1), phase="end")).game
    assert (over.result, over.is_over, over.field.turn) == ("undecided", True, 1)
    with pytest.raises(IllegalRequestError, match="the game is over"):
        step(over)
    with pytest.raises(IllegalRequestError, match="the game is over"):
        rs.ruleset.resolve(rs.TurnRequest(game=over), dice=GivenDice([]))


@pytest.mark.rule("red_square", "missing-transport", "obs-area-fire")
def test_a_new_turn_has_its_aeroplanes_and_no_fire_at_areas() -> None:
    missions = (rs.AeroplaneMission(side="white", turn=2),)
    now = evolve(game(unit("Alone", "infantry", (4, 1)), aeroplanes=missions), phase="end")
    fires = (rs.AreaFire(firer="Alone", square=(4, 4)),)
    now = step(evolve(now, field=evolve(now.field, area_fires=fires))).game
    now = step(now, "2C").game
    assert (now.field.aeroplanes, now.field.area_fires) == (("white",), ())


@pytest.mark.rule("red_square", "turn-sequence", "act-rally")
def test_a_new_turn_knows_nothing_of_what_units_did_in_the_last() -> None:
    busy = rs.ThisTurn(activations=1, is_over=True, moved=True, fired=True, retreated=True, dug=True)
    now = step(game(unit("Alone", "infantry", (4, 1), this_turn=busy)), "2C").game
    assert now.field.unit("Alone").this_turn == rs.ThisTurn(cards=("2C",))


@pytest.mark.rule("red_square", "equipment-draw-pile")
def test_more_units_than_cards() -> None:
    many = tuple(unit(f"R{number}", "cavalry", (number % 6, 1 + number // 6)) for number in range(28))
    with pytest.raises(IllegalRequestError) as caught:
        step(game(*many))  # two cards each
    assert [one.rule for one in caught.value.verdict.objections] == ["equipment-draw-pile"]


# ---------------------------------------------------------------- whole turns


def decide(seed: int, wild: float) -> dict[str, Any]:
    """Return policies that mostly do anything at all."""
    chance = random.Random(seed)

    def policy(choice: Any) -> Any:
        def answer(situation: Any, alternatives: tuple[Any, ...]) -> Any:
            return chance.choice(alternatives) if chance.random() < wild else choice.default(situation, alternatives)

        return answer

    return {choice.id: policy(choice) for choice in rs.ruleset.choices}


def all_arms() -> rs.Scenario:
    """Return a scenario with everything that there is."""
    board = SquareMap(
        title="All arms",
        grid=SquareGrid(columns=8, rows=10),
        terrain=(
            SquareArea(kind="stone_building", squares=((5, 6),)),
            SquareArea(kind="wood", squares=((3, 4), (1, 6))),
        ),
        roads=(SquareWay(squares=tuple((5, row) for row in range(10))),),
        railways=(SquareWay(squares=tuple((column, 3) for column in range(8))),),
    )
    red = (
        unit("RCO", "co", (3, 2)),
        unit("R1", "infantry", (3, 2), formation="waves", order="attack", commander="RCO", quality="poor"),
        unit("R2", "infantry", (4, 2), formation="masses", order="attack", commander="RCO"),
        unit("RMG", "mg", (4, 2), bases=2, accompanies="R2"),
        unit("Commissar", "commissar", (3, 2)),
        unit("Horse", "cavalry", (6, 4), order="attack"),
        unit("Tchankas", "tchanka", (6, 4), bases=2, accompanies="Horse"),
        unit("Scouts", "cavalry", (2, 4), formation="scouting", order="probe"),
        unit("Cars", "armoured_car", (5, 2), bases=2, order="attack", weapons=("mg",)),
        unit("Lorries", "truck", (5, 1), bases=2, order="defend"),
        unit("Train", "train", (1, 3), guns="heavy", order="attack"),
        unit("Sailors", "infantry", None, formation="masses", order="attack", carried_by="Train"),
    )
    white = (
        unit("W1", "infantry", (5, 6), side="white", quality="elite"),
        unit("WMG", "mg", (5, 6), side="white", bases=2, accompanies="W1"),
        unit("W2", "infantry", (4, 7), side="white", formation="defence"),
        unit("W3", "infantry", (6, 7), side="white", formation="waves", order="counter_attack"),
        unit("Howitzers", "artillery", (2, 8), side="white", bases=2, formation="deployed", guns="howitzer"),
        unit("Tank", "light_tank", (7, 6), side="white", order="attack", weapons=("tank_gun", "mg")),
        unit("Giant", "heavy_tank", (1, 7), side="white", order="attack", weapons=("tank_gun",)),
        unit("Kuban", "cavalry", (3, 7), side="white", order="attack"),
    )
    return rs.Scenario(title="All arms", field=rs.Field(board=board, units=(*HQS, *red, *white)), turn_limit=3)


def require_sound(now: rs.Game) -> None:
    """Raise unless the field is valid, nobody shares a square who may not, and every card is somewhere, once."""
    validate(now)
    validate(now.field)
    assert where_the_cards_are(now) == sorted(fresh_pack())
    for square in {one.square for one in now.field.units if is_on_table(one) and one.square}:
        assert sharing_objections(now.field.at(square), rs.ruleset.charts["occupancy"]) == ()


@pytest.mark.rule("red_square", "turn-sequence", "equipment-draw-pile", "turn-9-reshuffle", "occ-table")
@pytest.mark.parametrize("scenario", [rs.two_regiments_a_side, all_arms])
@settings(max_examples=2, deadline=None)
@given(seed=st.integers(0, 10_000), wild=st.sampled_from([0.0, 0.3, 0.9]))
def test_whatever_is_thrown_and_decided_the_game_stays_sound(scenario: Any, seed: int, wild: float) -> None:
    now, dice, choices = rs.Game.begin(scenario()), SeededDice(seed), decide(seed, wild)
    while not now.is_over and now.field.turn <= 2:
        before = now
        outcome = rs.ruleset.outcome(rs.TurnStepRequest(game=now), dice=dice, choices=choices)
        now = outcome.game
        require_sound(now)
        if now.field.turn == before.field.turn:
            assert PHASES.index(outcome.phase) == PHASES.index(before.phase)
            assert len(now.field.units) >= len(before.field.units)


@pytest.mark.rule("red_square", "turn-sequence")
def test_a_turn_is_all_of_its_steps() -> None:
    begun = rs.Game.begin(rs.two_regiments_a_side())
    whole = rs.ruleset.outcome(rs.TurnRequest(game=begun), dice=SeededDice(5))
    recorded = rs.ruleset.resolve(rs.TurnRequest(game=begun), dice=SeededDice(5))
    assert recorded.outcome == whole
    now, dice = begun, GivenDice(recorded.dice)
    played: list[str] = []
    while now.field.turn == 1:
        umpired = RollingUmpire(rs.ruleset, dice, {}, recording=False)
        outcome = umpired.resolve(rs.TurnStepRequest(game=now), "step")
        now = outcome.game
        played += [outcome.holder] if outcome.holder else []
    dice.finish()
    assert (now, tuple(played)) == (whole.game, whole.played)


def transcript(now: rs.Game, faces: tuple[int | str, ...]) -> str:
    """Return a whole turn: for each step what was thrown, and everybody who is not as he was before."""
    dice, lines = GivenDice(faces), [" ".join(map(str, faces)), ""]
    turn = now.field.turn
    while now.field.turn == turn:
        umpire = RollingUmpire(rs.ruleset, dice, {}, recording=True)
        outcome = umpire.resolve(rs.TurnStepRequest(game=now), "step")
        lines.append(" ".join(filter(None, (outcome.phase, outcome.card, outcome.holder))))
        lines += [f"  {roll.purpose.rpartition('step/')[2]}: {roll.label}: {roll.told}" for roll in umpire.record.rolls]
        then = {one.name: one for one in now.field.units}
        lines += [f"  = {state}" for one in outcome.game.field.units if (state := told(one)) != told(then[one.name])]
        now = outcome.game
    dice.finish()
    return "\n".join((*lines, ""))


def told(one: rs.Unit) -> str:
    place = "gone" if one.square is None else f"{one.square[0]},{one.square[1]} {one.facing}"
    words = [place, one.formation or "", one.state, f"bases {one.bases}", f"markers {one.markers}"]
    words += [word for word, holds in (("pinned", one.pinned), ("holds fire", one.this_turn.holds_fire)) if holds]
    return f"{one.name}: {', '.join(filter(None, words))}"


@pytest.mark.rule("red_square", "turn-sequence", "notes-two-stage")
def test_the_golden_transcript_of_a_turn_of_two_regiments_a_side() -> None:
    kept = TRANSCRIPT.read_text(encoding="utf-8")
    faces = tuple(int(face) if face.isdigit() else face for face in kept.partition("\n")[0].split())
    assert transcript(rs.Game.begin(rs.two_regiments_a_side()), faces) == kept
