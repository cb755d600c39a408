"""Whole games of Red & White as files: scenarios, saved matches, and what is said of the profile."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from red_white_tables import PROFILE, duel

from rcw_rules import InvalidRequestError, SeededDice
from rcw_rules import red_white as rw
from rcw_rules.cli.match_proofs import rules_in_force
from rcw_rules.games import MatchFile, RandomPlayer, load_scenario, play_match, read_match, scenario_toml
from rcw_rules.red_white.game.state import State
from rcw_rules.registry import load_game
from rcw_rules.wire import structure, unstructure


@pytest.mark.rule("red_white", "p1-profile", "p1-made-up")
def test_a_scenario_file_leaves_out_the_profile_that_every_game_has() -> None:
    text = scenario_toml(rw.game, rw.patrol_clash())
    assert "options" not in text
    read = load_scenario(text, "mine.toml", load_game)
    assert (read.scenario, read.game.ruleset.options) == (rw.patrol_clash(), rw.game.ruleset.options)


@pytest.mark.rule("red_white", "p1-profile")
def test_a_profile_of_your_own_stands_in_the_file_and_none_cannot() -> None:
    own = rw.game.with_options(profile=evolve(PROFILE, source="our club", facing=None))
    text = scenario_toml(own, duel())
    assert 'source = "our club"' in text
    assert load_scenario(text, "mine.toml", load_game).game.ruleset.options == own.ruleset.options
    with pytest.raises(InvalidRequestError, match=r"\$\.options\.profile: is None, which TOML cannot say"):
        scenario_toml(rw.game.with_options(profile=None), duel())


def test_what_nobody_can_prove_names_the_profile_by_its_source() -> None:
    assert rules_in_force(rw.game) == ["the option profile 'made up for this library; illustrative throughout'"]
    nameless: Any = rw.game.with_options(profile=None)
    assert rules_in_force(nameless) == []


@pytest.mark.rule("red_white", "p1-sequence")
def test_a_match_is_saved_as_it_is_played_and_goes_on_from_the_file(tmp_path: Path) -> None:
    place = tmp_path / "duel.match.jsonl"
    file = MatchFile[Any, Any, Any].create(place, rw.game, duel(1), seed="7")
    for _ in range(4):
        pending: Any = file.match.pending
        file.answer(pending.default)
    half = file.match.state
    file.close()
    with MatchFile[Any, Any, Any].open(place, rw.game) as again:
        assert again.match.state == half
    end = play_match(read_match(place, rw.game).match(), {"red": RandomPlayer(1), "white": RandomPlayer(2)})
    assert end.result is not None


@pytest.mark.rule("red_white", "p1-facing", "gen-unit-types")
def test_a_state_that_contradicts_itself_is_refused() -> None:
    state: Any = rw.game.begin(rw.frozen_river(), dice=SeededDice(1)).state
    while not any(len(group.bases) > 1 for group in state.groups):
        state = rw.game.play(state, rw.game.legal_actions(state)[0], dice=SeededDice(1)).state
    data = unstructure(state, State)
    number = next(number for number, group in enumerate(state.groups) if len(group.bases) > 1)
    data["groups"][number]["bases"][0]["facing"] += 1
    data["vessels"][0]["vessel"]["name"] = "Potemkin"
    with pytest.raises(InvalidRequestError) as raised:
        structure(data, State)
    told = str(raised.value)
    assert f"$.groups[{number}].bases: those of {state.groups[number].name!r} face different ways [p1-facing]" in told
    assert "$.vessels[0]: 'Potemkin' is nothing that is in the game [gen-unit-types]" in told


@pytest.mark.rule("red_white", "hq", "bad-numbers")
def test_a_state_that_contradicts_its_scenario_is_refused_by_everything_that_asks_about_it() -> None:
    state = rw.game.begin(rw.game.scenario("village"), dice=SeededDice(1)).state
    without_hq = evolve(state, scenario=evolve(state.scenario, red=evolve(state.scenario.red, headquarters=None)))
    elsewhere = evolve(state, held=(("Nowhere", "red"),))
    wrong = {
        r"\$\.state\.headquarters\[0\]: 'Red HQ' is nothing that is in the game \[gen-unit-types\]": without_hq,
        r"\$\.state\.held\[0\]: there is no place 'Nowhere' \[bad-numbers\]": elsewhere,
    }
    for told, one in wrong.items():
        for ask in (rw.game.legal_actions, lambda s: rw.game.view(s, "red"), lambda s: rw.game.measure(s, "red")):
            with pytest.raises(InvalidRequestError, match=told):
                ask(one)
