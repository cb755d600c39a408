"""The scenarios on rivers: they begin, are told and shown, and play to an end with nothing wrong on the way."""

from __future__ import annotations

import pytest
from attrs import evolve
from red_white_afar import GAME, at, box, foot, line, scenario, train

from rcw_rules import SeededDice
from rcw_rules import red_white as rw
from rcw_rules.games import MOST_ALTERNATIVES
from rcw_rules.games.checks import check_game
from rcw_rules.games.random_games import RandomDecider, random_game
from rcw_rules.kernel.lengths import inches

NAMES = ["bridge", "frozen_river"]


@pytest.mark.rule("red_white", "p1-sequence", "p1-made-up")
@pytest.mark.parametrize("name", NAMES)
def test_it_begins_says_that_it_is_made_up_and_is_drawn(name: str) -> None:
    one = rw.game.scenario(name)
    state = rw.game.begin(one, dice=SeededDice(1)).state
    assert "ade up" in one.source
    assert one.victory is not None
    assert state.to_act == "white"  # who defends
    assert 0 < len(rw.game.legal_actions(state)) <= MOST_ALTERNATIVES
    assert rw.game.load_state(rw.game.state_json(state)) == state


def small() -> rw.Scenario:
    """Return two turns with a train, a ship with troops aboard, a bomber and a fighter, on a river with thin ice."""
    thin = rw.RiverSection(name="River", state="thin_ice", thickness=2, length=inches(24))
    ship = rw.Afloat(vessel=rw.Vessel(type="ship", kind="warship", name="Vanya"))
    bomber = rw.Airman(aircraft=rw.Aircraft(name="Farman", side="red", type="bomber"), turn=1)
    fighter = rw.Airman(aircraft=rw.Aircraft(name="Spad", side="white", type="fighter"), turn=1)
    return scenario(
        [evolve(foot("Sailors", "red", 2), aboard="Vanya"), foot("Reds", "red", 3)],
        [train("Ataman", "white"), foot("Whites", "white", 3), foot("Maxims", "white", 1, type="machine_gun")],
        [
            at("Vanya", 14, 17, 90),
            at("Reds", 20, 12),
            at("Ataman", 30, 30, 90),
            at("Whites", 20, 24, 180),
            at("Maxims", 30, 24, 180),
        ],
        terrain=[box("River", "river", (6, 14), (30, 20))],
        lines=[line("channel", (6, 17), (30, 17), name="Channel"), line("railway", (0, 30), (48, 30))],
        red_army={"vessels": (ship,), "aircraft": (bomber,)},
        white_army={"aircraft": (fighter,)},
        river=(thin,),
        channel="Channel",
        turns=2,
    )


@pytest.mark.rule("red_white", "p1-sequence", "gen-unit-state", "ship-class", "air-sequence")
def test_random_games_go_to_their_end_and_are_told_and_shown() -> None:
    done: set[str] = set()
    for seed in range(3):
        met = list(random_game(GAME, small(), seed, 500, RandomDecider(seed)))
        assert met[-1].result is not None
        for event in met:
            assert list(event.state.inconsistencies()) == []
            done.add(event.action.partition(" ")[0])
        flown = [event.state for event in met if any(each.mode == "combat" for each in event.state.aircraft)]
        view = GAME.view((flown or [met[0].state])[0], "red")
        assert "River: thin ice, 2 thick" in GAME.text_map(view)
        assert GAME.picture(view) is not None
    assert {"sail", "run", "fly", "string"} <= done


@pytest.mark.rule("red_white", "p1-sequence")
def test_it_keeps_what_every_game_promises() -> None:
    one = {"small": evolve(small(), turns=1)}
    report = check_game(GAME, scenarios=one, games=1, states=1, unlisted=2, lists_all=False, processes=0)
    assert report.games == 1
