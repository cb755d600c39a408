"""Whole games of Red & White as files: scenarios, saved matches, and what is said of the profile."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from red_white_tables import PROFILE, duel

from rcw_rules import InvalidRequestError
from rcw_rules import red_white as rw
from rcw_rules.cli.match_proofs import rules_in_force
from rcw_rules.games import MatchFile, RandomPlayer, load_scenario, play_match, read_match, scenario_toml
from rcw_rules.registry import load_game


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
