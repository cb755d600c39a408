"""Nothing that the enemy is handed tells of units in ambush and to come, nor that an ambush may be sprung."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest
from attrs import evolve
from red_actions_tables import box, plain, played, stands, state_of

from rcw_rules import SeededDice
from rcw_rules import red_actions as ra
from rcw_rules.games import UMPIRE, Match
from rcw_rules.kernel.geometry.table import gap, point
from rcw_rules.kernel.lengths import inches
from rcw_rules.wire import dumps, unstructure

WOOD = box("West wood", "woods", corners=(4, 16, 14, 26), cover="wood", sight="area")
NOTE = ra.Ambusher(unit="Plastoons", place="West wood", hides_in="woods")


def waiting(**facts: Any) -> ra.State:
    """Plastoons lie in the wood beside the way of the 1st, and are not seen."""
    fields: dict[str, Any] = {"table": plain(WOOD), "ambushers": (NOTE,)} | facts
    return state_of(
        stands("1st", "red", "red_regulars", 4, 20, 14, 0),
        stands("Plastoons", "white", "plastoons", 3, 12, 20, 90),
        stands("Volunteers", "white", "white_volunteers", 4, 40, 44, 180),
        **fields,
    )


def told(state: ra.State, action: Any) -> tuple[str, ...]:
    return ra.game.play(state, action, dice=SeededDice(1)).events


# ------------------------------------------------------------------ who is hidden


@pytest.mark.rule("red_actions", "seq-steps", "amb-where")
def test_a_set_up_tells_neither_who_lies_in_ambush_nor_who_is_held_back() -> None:
    state = ra.game.begin(ra.game.scenario("patrols"), dice=SeededDice(1)).state
    for words in ("place Volunteers at 11.5,12 facing 180 ambush=yes", "place Cossacks at 17,20 facing 180"):
        before, action = state, ra.game.read_action(words)
        state = ra.game.play(before, action, dice=SeededDice(1)).state
        assert told(before, action) == (
            ("White sets up out of sight.",) if "ambush" in words else ("Cossacks is placed.",)
        )
    assert told(state, ra.game.read_action('place "1st Company" at 12,3 facing 0')) == ("1st Company is placed.",)
    assert told(state, ra.HoldBack(unit="1st Company")) == ("Red sets up out of sight.",)
    # What Red believes can be played: nobody of those whom it does not see is to be placed.
    believed = ra.game.as_seen(state, "red")
    assert believed.to_act == "red"
    assert ra.game.legal_actions(believed) == ra.game.legal_actions(state)
    late = played(state, ra.HoldBack(unit="1st Company"))
    assert [one.unit.name for one in ra.game.as_seen(late, "red").game.reinforcements] == ["1st Company"]
    assert ra.game.as_seen(late, "white").unit("1st Company") is None


@pytest.mark.rule("red_actions", "amb-where", "act-hide")
def test_what_a_unit_in_ambush_does_is_not_told_until_it_comes_out() -> None:
    state = waiting(side="white")
    assert told(state, ra.Hold(unit="Plastoons")) == ("White acts out of sight.",)
    assert told(state, ra.Hold(unit="Volunteers")) == ("Volunteers holds.",)
    openly = waiting(side="white", ambushers=())
    assert told(openly, ra.Hide(unit="Plastoons")) == ("Plastoons hides.",)
    asked = played(waiting(), ra.Move(unit="1st", ahead=inches(6)))
    assert "Plastoons comes out of hiding." in told(asked, ra.Spring(unit="Plastoons", attack="shoot"))


@pytest.mark.rule("red_actions", "miss-victory", "amb-where")
def test_a_unit_in_ambush_holds_no_place_and_says_so_to_nobody() -> None:
    ford = ra.Place(name="Ford", at=point(12, 20))
    state = waiting(side="white", scenario={"places": (ford,)})
    held = played(state, ra.Hold(unit="Plastoons"))
    assert held.held == ()
    out = waiting(side="white", scenario={"places": (ford,)}, ambushers=())
    assert told(out, ra.Hold(unit="Plastoons")) == ("White holds Ford.",)


# ------------------------------------------------------------------ what may be sprung


@pytest.mark.rule("red_actions", "amb-spring", "amb-where")
def test_that_an_ambush_may_be_sprung_shows_to_those_in_ambush_alone() -> None:
    state = waiting()
    move = ra.Move(unit="1st", ahead=inches(6))
    assert told(state, move) == ()
    asked = played(state, move)
    assert asked.stage == "ambush"
    seen = ra.game.view(asked, "red")
    assert (seen.stage, seen.clock) == ("segment", "turn 1 of 4: a segment of red")
    assert ra.game.clock(asked) == seen.clock == ra.game.view(state, "red").clock
    for viewer in ("white", UMPIRE):
        clock = "turn 1 of 4: the enemy may spring an ambush, white: move 1st 6"
        assert ra.game.view(asked, viewer).clock == clock
    # Who lies low has said nothing: the move is told as it is where nobody could have sprung an ambush.
    assert told(asked, ra.LieLow()) == told(ra.game.as_seen(state, "red"), move) == ("1st goes 6 in.",)


@pytest.mark.rule("red_actions", "pre-ambush", "amb-where")
def test_that_others_may_join_an_ambush_does_not_show() -> None:
    east = stands("East", "white", "white_volunteers", 3, 27, 20, 270)
    both = (NOTE, ra.Ambusher(unit="East", place="East wood", hides_in="woods"))
    east_wood = box("East wood", "woods", corners=(26, 18, 36, 26), cover="wood", sight="area")
    state = state_of(
        stands("1st", "red", "red_regulars", 4, 20, 14, 0),
        stands("Plastoons", "white", "plastoons", 3, 12, 20, 90),
        east,
        table=plain(WOOD, east_wood),
        ambushers=both,
    )
    first = played(played(state, ra.Move(unit="1st", ahead=inches(6))), ra.Spring(unit="Plastoons", attack="shoot"),
                   1, 1, 1, 1)  # fmt: skip
    assert first.frames[-1].joiners == ("East",)
    assert ra.game.view(first, "red").stage == "segment"
    assert not any("East" in sentence or "nothing" in sentence for sentence in told(first, ra.LieLow()))


# ------------------------------------------------------------------ whole games


def hides(question: Any, picks: random.Random) -> Any:
    """Return what a player answers who lies in ambush wherever that is possible."""
    words = [one for one in question.told if "ambush=yes" in one or one.startswith("hide ")]
    return picks.choice(words or question.told)


def names_in(text: str, names: set[str]) -> set[str]:
    return {name for name in names if re.search(rf"(?<![\w ]){re.escape(name)}(?! ?\d)", text)}


def hidden_from(side: str, *states: ra.State) -> set[str]:
    """Return the units that are in no view that a side has had of these states."""
    seen = "".join(dumps(unstructure(ra.game.view(state, side))) for state in states)
    return {unit.name for state in states for unit in state.units if f'"{unit.name}"' not in seen}


def holds_nothing(sentence: str, view: ra.TableView) -> bool:
    """Return whether it is told that a side holds a place near which none of its units is seen."""
    told_of = re.fullmatch(r"(Red|White) holds (.*)\.", sentence)
    if told_of is None:
        return False
    place = next(one for one in view.places if one.name == told_of[2])
    own = {unit.name for unit in view.units if unit.side == told_of[1].lower()}
    return not any(group.name in own and gap(place.at, group) <= place.within for group in view.groups)


def told_too_much(match: Match[Any, Any, Any], picks: random.Random) -> Iterator[str]:
    """Yield whatever either side is handed in 40 events that names a unit which that side knows nothing of."""
    while match.pending is not None and match.length < 40:
        asked: Any = match.pending
        owner, before = match.owner, match
        if match.session is None and owner in match.sides and match.state is not None:
            dark = hidden_from(owner, match.state)
            yield from (f"asked: {words}" for words in (str(asked), *asked.told) if names_in(words, dark))
        match = match.answer(hides(asked, picks) if hasattr(asked, "alternatives") else None)
        if match.length == before.length or before.state is None or match.state is None or match.latest is None:
            continue
        for side in match.sides:
            view, dark = ra.game.view(match.state, side), hidden_from(side, before.state, match.state)
            for words in (*match.latest.told, ra.game.clock(match.state), view.clock):
                if names_in(words, dark) or (view.viewer != owner and holds_nothing(words, view)):
                    yield f"{match.latest.action}: {words}"


@pytest.mark.rule("red_actions", "amb-where")
@pytest.mark.parametrize(("name", "seed"), [("patrols", 1), ("patrols", 2), ("ambush", 7)])
def test_no_game_tells_a_side_of_units_that_it_knows_nothing_of(name: str, seed: int) -> None:
    match = Match[Any, Any, Any].begin(ra.game, ra.game.scenario(name), dice=SeededDice(seed))
    assert list(told_too_much(match, random.Random(seed))) == []


def played_on(state: ra.State, action: Any) -> tuple[tuple[str, ...], bool]:
    """Return what is told of an action if those in ambush lie low, and whether they could have done otherwise."""
    outcome = ra.game.play(state, action, dice=SeededDice(1))
    events, waited = outcome.events, outcome.state.stage == "ambush"
    while outcome.state.stage == "ambush":
        outcome = ra.game.play(outcome.state, ra.LieLow(), dice=SeededDice(1))
        events += outcome.events
    return events, waited


@pytest.mark.rule("red_actions", "amb-spring")
def test_a_move_is_told_alike_whether_an_ambush_could_have_been_sprung_or_not() -> None:
    could = 0
    for seed in (2, 5, 8):
        picks, dice = random.Random(seed), SeededDice(seed)
        state = ra.game.begin(ra.game.scenario("patrols"), dice=dice).state
        while actions := ra.game.legal_actions(state):
            late = evolve(state, ambushers=tuple(evolve(one, from_turn=99) for one in state.ambushers))
            moves = [one for one in actions if isinstance(one, ra.Move)] if state.ambushers else []
            for move in moves[:2]:
                events, waited = played_on(state, move)
                assert played_on(late, move) == (events, False), move
                could += waited
            hidden = [one for one in actions if getattr(one, "ambush", False) or isinstance(one, ra.Hide)]
            state = ra.game.play(state, picks.choice(hidden or actions), dice=dice).state
    assert could > 2
