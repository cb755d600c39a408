"""With the option unseen_off_table nothing that a side is handed names, or places, a unit that it does not see."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from attrs import evolve
from red_square_games import unit
from red_square_whole_games import acted, begun, plain, scenario, to_come

from rcw_rules import SeededDice
from rcw_rules import red_square as rs
from rcw_rules.games import Match, meant_by
from rcw_rules.kernel.errors import ChoiceError
from rcw_rules.kernel.geometry.squares import SquareArea
from rcw_rules.kernel.questions import Decided, Decision
from rcw_rules.kernel.record import Record, ResultStep
from rcw_rules.red_square.cards import Play, TurnedCard
from rcw_rules.red_square.cards.order import ACE_HIGH
from rcw_rules.red_square.game.views import field_seen

GAME = rs.game.with_options(unseen_off_table=True)
WOODS = plain(("Copse", (4, 6)), terrain=(SquareArea(kind="wood", squares=((2, 6), (4, 6))),))
SHOOTER = unit("Shooter", "infantry", (3, 4), formation="firing_line", order="defend")
LEFT = unit("Left", "infantry", (2, 6), side="white", formation="firing_line", order="defend")
RIGHT = unit("Right", "infantry", (4, 6), side="white", formation="firing_line", order="defend")
PLAIN = unit("Plain", "cavalry", (3, 6), side="white", order="probe")


def names_seen(state: rs.State, side: str) -> set[str]:
    view = GAME.view(state, side)
    return {*(each.name for each in view.field.units), *(coming.unit.name for coming in view.to_come)}


def named(names: set[str], text: str) -> Iterator[str]:
    """Yield the names that stand in a text, not as a part of a longer name."""
    for name in names:
        if re.search(rf"(?<![\w ]){re.escape(name)}(?! ?[\w-])", text):
            yield name


def told_of_the_unseen(match: Any, following: Any, side: str) -> Iterator[str]:
    before, after = match.state, following.state
    names = {each.name for each in before.scenario.roster}
    unseen = names - names_seen(before, side) - names_seen(after, side)
    for event in following.since(match.length):
        for sentence in event.told:
            yield from named(unseen, sentence)


@pytest.mark.rule("red_square", "opt-unseen-off-table", "obs-concealment")
@pytest.mark.parametrize(("name", "seed", "most"), [("meeting", 101, 120), ("trenches", 103, 120)])
def test_whole_games_name_nobody_unseen(name: str, seed: int, most: int) -> None:
    chance = random.Random(seed)
    match: Any = Match.begin(GAME, GAME.scenario(name), dice=SeededDice(seed))
    met: Counter[str] = Counter()
    for _ in range(most):
        asked, side = match.pending, match.owner
        if not isinstance(asked, Decision):
            break
        if match.session is not None and side in match.sides:
            met["asked"] += 1
            unseen = {each.name for each in match.state.field.units if each.side != side}
            unseen -= names_seen(match.state, side)
            now = getattr(match.session.pending.situation, "field", None)
            if now is not None:
                unseen -= {each.name for each in field_seen(now, side, unseen_off_table=True).units}
            met["unseen"] += bool(unseen)
            shown = (str(asked), asked.where, asked.known, asked.alternatives, asked.default, asked.situation)
            assert [*named(unseen, repr(shown))] == []
        following = match.answer(chance.choice(asked.alternatives))
        if following.length > match.length and match.state is not None:
            for each in match.sides:
                assert [*told_of_the_unseen(match, following, each)] == []
        match = following
    assert met["asked"] > 5 and met["unseen"] > 5  # noqa: PT018


def target_asked(*whites: rs.Unit) -> Match[Any, Any, Any]:
    """Return a match in which the Reds are asked at whom their battalion fires."""
    one = scenario(SHOOTER, *whites, board=WOODS, turn_limit=9)
    for seed in range(40):
        match = Match.begin(GAME, one, dice=SeededDice(seed))
        while isinstance(match.pending, Decision):
            if match.pending.choice.id == "target":
                return match
            match = match.answer(
                "fire" if match.pending.choice.id == "activity" and "fire" in match.pending.told else None
            )
    raise AssertionError("no target is asked for")


@pytest.mark.rule("red_square", "opt-unseen-off-table", "obs-concealment", "fire-1-target-in-square")
def test_whoever_may_look_for_unseen_targets_is_not_told_who_they_are() -> None:
    match = target_asked(LEFT, RIGHT)
    asked: Any = match.pending
    assert (asked.told, asked.default, asked.situation.targets) == (("unseen 1", "unseen 2"), "unseen 1", ())
    assert asked.situation.favours == ()
    assert match.session is not None
    whole: Any = match.session.pending
    assert whole.alternatives == ("Left", "Right")
    assert [meant_by(whole, asked, one) for one in ("unseen 2", "Right")] == ["Right", "Right"]
    with pytest.raises(ChoiceError, match="target can be unseen 1 or unseen 2, not Somebody"):
        match.answer("Somebody")
    following: Any = match.answer("unseen 2")
    answers = [*(following.session.answers if following.session else ()), *following.latest.answers]
    assert "Right" in [each.chosen for each in answers if isinstance(each, Decided)]


@pytest.mark.rule("red_square", "opt-unseen-off-table", "missing-victory")
def test_what_is_placed_out_of_sight_or_held_back_is_not_named() -> None:
    squares = ((4, 6), (4, 8))
    zone = rs.Deployment(side="white", squares=squares, units=(to_come("Hidden", side="white"),))
    late = rs.Reinforcement(unit=to_come("Late", side="white"), turn=1, squares=((5, 9),))
    state = begun(scenario(SHOOTER, board=WOODS, deployments=(zone,), reinforcements=(late,)), GAME)
    (action, *_) = (one for one in GAME.legal_actions(state) if getattr(one, "square", None) == (4, 6))
    placed = GAME.play(state, action, dice=SeededDice(1))
    assert placed.events == ("White places a unit out of sight.",)
    assert rs.game.play(state, action, dice=SeededDice(1)).events == ("Hidden comes to 4,6.",)
    waiting = acted(placed.state, "done", game=GAME)
    for game in (GAME, rs.game):
        held = game.play(waiting, game.read_action("hold back Late"), dice=SeededDice(1))
        assert held.events == ("White holds a unit back.",)
    for one, there in ((action, state), (GAME.read_action("hold back Late"), waiting)):
        resolution = GAME.ruleset.resolve(GAME.act_request(there, one), dice=SeededDice(1))
        assert not {"Hidden", "Late"} & set(re.findall(r"\w+", " ".join(step.text for step in resolution.record.steps)))


@pytest.mark.rule("red_square", "opt-unseen-off-table", "turn-3-aces", "fire-2-threat")
def test_cards_ways_and_steps_name_nobody_unseen() -> None:
    state = acted(begun(scenario(SHOOTER, RIGHT, PLAIN, board=WOODS), GAME), "deal", game=GAME)
    plays = tuple(Play(holder=name, card=card) for name, card in (("Right", "5H"), ("Plain", "6H"), ("Shooter", "7H")))
    turned = TurnedCard(holder="Shooter", side="red", card="AS", plays=plays, open=2)
    path = rs.Path(actions=(), squares=((3, 5),), fired_at_by=("Right", "Plain"))
    steps = tuple(ResultStep(rule="fire-2-threat", says=f"{name} moves to 4,6") for name in ("Right", "Plain"))
    asked: Any = Decision(
        choice=ACE_HIGH, where="play 5H of Right/shot", alternatives=(True, False), default=False,
        situation=turned, known=Record(steps),
    )  # fmt: skip
    shown = GAME.shown_to(asked, "red", state)
    assert ([each.holder for each in shown.situation.plays], shown.situation.open) == (["Plain"], 1)
    assert (shown.known, shown.where) == (steps[1:], "shot")
    ways = GAME.shown_to(
        evolve(asked, alternatives=(path, evolve(path, squares=((2, 5),))), default=path), "red", state
    )
    assert [each.fired_at_by for each in ways.alternatives] == [("Plain",), ("Plain",)]
    assert ways.default == ways.alternatives[0]
    assert GAME.shown_to(asked, "white", state).situation.open == 2


@pytest.mark.rule("red_square", "opt-unseen-off-table")
def test_an_explanation_names_nobody_who_is_unseen_before_and_after() -> None:
    there = unit("Right", "cavalry", (3, 6), side="white", order="probe")
    hidden, seen = (begun(scenario(SHOOTER, one, board=WOODS), GAME) for one in (RIGHT, there))
    step = ResultStep(rule="fire-2-threat", says="Right moves to 4,6")
    assert "Right" not in names_seen(hidden, "red")
    assert "Right" in names_seen(seen, "red")
    known = [GAME.may_know(step, "red", *states) for states in ((hidden, hidden), (hidden,), (hidden, seen), (seen,))]
    assert known == [False, False, True, True]
    assert GAME.may_know(step, "white", hidden, hidden)
    assert GAME.may_know(step, "umpire", hidden, hidden)
    assert rs.game.may_know(step, "red", hidden, hidden)  # without the option everybody is on the table


@pytest.mark.rule("red_square", "opt-unseen-off-table")
def test_horses_are_seen_where_their_riders_are() -> None:
    riders = unit("Riders", "cavalry", (4, 6), side="white", formation="dismounted")
    horses = unit("Riders - horses", "horse_holders", (4, 7), side="white", accompanies="Riders")
    state = begun(scenario(SHOOTER, riders, horses, board=WOODS), GAME)
    assert names_seen(state, "red").isdisjoint({"Riders", "Riders - horses"})
    assert {"Riders", "Riders - horses"} <= {each.name for each in rs.game.view(state, "red").field.units}
