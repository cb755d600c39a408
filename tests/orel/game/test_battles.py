"""Battles of one's own: what a file may say, and what is wrong in it; victory, recruits, and who begins inactive."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from orel_battles import PLAIN, WITH_LINE, battle, begun, bridgehead, foot, horse, listed, on, reds_turn, unit_of

from rcw_rules import GivenDice, InvalidRequestError, SeededDice, orel
from rcw_rules.games import ExitPoints, PlacePoints, Victory
from rcw_rules.games.match import Match
from rcw_rules.games.match_file import MatchFile
from rcw_rules.games.players import GreedyPlayer, HoldPlayer, play_match
from rcw_rules.games.scenario_files import load_scenario, read_scenario, scenario_toml
from rcw_rules.kernel.questions import Decision

R, W = foot("R:1", "0101"), foot("W:1", "0808")
NOBODY = orel.Formation(key="2R", name="Ghosts", side="red", division="1st Rifle Division")
DEPOT = orel.Depot(key="R:Depot", side="red", kind="rail_depot", capacity=2, hex="0101")
ZONE = orel.EntryZone(side="white", edge="north", hexes=("0301",))


@pytest.mark.rule("orel", "5.1-formations", "3.2A-rail-depot", "7.4-zones", "10.2-winner", "10.2-reinforcements")
@pytest.mark.parametrize(
    ("changes", "path", "rule"),
    [
        ({"formations": (NOBODY,)}, r"\$\.scenario\.formations\[0\]", "5.1-formations"),
        ({"units": (R, evolve(W, formation=""))}, r"\$\.scenario\.units\[1\]\.formation", "5.1-formations"),
        ({"units": (R, evolve(W, mp=None))}, r"\$\.scenario\.units\[1\]\.mp", "7-actions"),
        ({"units": (R, evolve(W, hex="0101"))}, r"\$\.scenario\.units\[1\]\.hex", "X-bad-units"),
        ({"depots": (DEPOT,), "board": WITH_LINE}, r"\$\.scenario\.depots\[0\]\.hex", "3.2A-rail-depot"),
        (
            {
                "units": (R, W, horse("R:H", None)),
                "entry_zones": (ZONE,),
                "reinforcements": (orel.Reinforcement(side="red", day=16, units=("R:H",), edge=("0301",)),),
            },
            r"\$\.scenario\.reinforcements\[0\]\.edge\[0\]",
            "7.4-zones",
        ),
        (
            {"reinforcements": (orel.Reinforcement(side="red", day=16, units=("R:1",), edge=("0301",)),)},
            r"\$\.scenario\.reinforcements\[0\]\.units\[0\]",
            "10.2-reinforcements",
        ),
        ({"victory": Victory()}, r"\$\.scenario\.victory: names nothing", ""),
        ({"victory": None}, r"\$\.scenario\.victory", "10.2-winner"),
        ({"rules": "historical"}, r"\$\.scenario\.victory", "10.2-winner"),
        (
            {"victory": Victory(places=(PlacePoints(place="Moscow", points=1),))},
            r"\$\.scenario\.victory\.places\[0\]",
            "10.2-winner",
        ),
        (
            {"victory": Victory(last_side_standing=True, exits=(ExitPoints(side="red", points=1),))},
            r"\$\.scenario\.victory\.exits\[0\]",
            "7.5-leave",
        ),
        ({"first_day": 17}, r"\$\.scenario\.last_day", "10-turn-track"),
        (
            {"late_returns": (orel.LateReturn(units=("R:9",), day=18, hexes=("0101",)),)},
            r"\$\.scenario\.late_returns\[0\]\.units\[0\]",
            "7.5-exception",
        ),
        ({"main_bodies": ("R:9",)}, r"\$\.scenario\.main_bodies\[0\]", "5.2.1-two-bodies"),
        (
            {"inactive_groups": (orel.InactiveGroup(formation="9D", through=18),)},
            r"\$\.scenario\.inactive_groups\[0\]\.formation",
            "10.2-inactive",
        ),
    ],
)
def test_what_is_wrong_with_a_battle_is_told_with_its_place(changes: Any, path: str, rule: str) -> None:
    told = rf".*\[{re.escape(rule)}\]" if rule else ""
    with pytest.raises(InvalidRequestError, match=path + told):
        begun(evolve(battle(R, W), **changes))


@pytest.mark.rule("orel", "10.2-winner", "10.2-occupied")
def test_a_battle_of_ones_own_plays_is_saved_and_names_its_winner() -> None:
    path = Path(orel.__file__).parent / "data" / "bridgehead.toml"
    one = read_scenario(path, lambda name: {"orel": orel.game}[name]).scenario
    assert one == bridgehead()
    assert load_scenario(scenario_toml(orel.game, one), "again", lambda name: orel.game).scenario == one
    players = {side: GreedyPlayer(orel.game, seed=1, draws=1, most=6) for side in ("red", "white")}
    match = play_match(Match.begin(orel.game, one, dice=SeededDice(3)), players)
    result = match.result
    assert result is not None
    assert result.rule == "10.2-winner"
    assert dict(result.points).keys() == {"red", "white"}
    assert match.state is not None
    assert orel.game.load_state(orel.game.state_json(match.state)) == match.state


@pytest.mark.rule("orel", "2-sequence", "10.2-winner")
def test_a_battle_of_ones_own_is_left_and_resumed(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(scenario_toml(orel.game, bridgehead()), encoding="utf-8")
    one = read_scenario(path, lambda name: {"orel": orel.game}[name]).scenario
    kept = tmp_path / "m.jsonl"
    sides: dict[str, HoldPlayer] = {"red": HoldPlayer(), "white": HoldPlayer()}
    with MatchFile.create(kept, orel.game, one, seed=4) as file:
        for _ in range(3):
            file.answer(None)
        left = file.match.state
    with MatchFile.open(kept, orel.game) as file:
        assert file.match.state == left
        while isinstance(file.match.pending, Decision):
            file.answer(sides[file.match.owner].decide(file.match.pending, file.match.view(file.match.owner)))
        assert file.match.result is not None
        assert file.match.result.winner == "white"  # who holds the ford from the beginning, and nobody moves


@pytest.mark.rule("orel", "10.2-occupied", "10.2-winner")
def test_a_place_counts_only_with_a_way_to_an_edge_of_ones_own() -> None:
    ford = orel.Place(name="Ford", hex="0404", kind="town")
    victory = Victory(places=(PlacePoints(place="Ford", points=2),))
    ring = tuple(foot(f"W:{place}", place) for place in PLAIN.grid.neighbours("0404"))
    held = (foot("R:1", "0404"), foot("W:1", "0808"))
    for units, winner in ((held, "red"), ((foot("R:1", "0404"), *ring), None)):
        state = begun(battle(*units, places=(ford,), victory=victory, last_day=15))
        while actions := orel.game.legal_actions(state):
            state = orel.game.play(state, actions[0], dice=GivenDice(())).state
        result = orel.game.result(state)
        assert result is not None
        assert result.winner == winner


@pytest.mark.rule("orel", "10.2-inactive")
def test_who_is_inactive_moves_not_and_is_released_by_an_attack() -> None:
    group = orel.InactiveGroup(formation="1W", through=16, when_attacked=True)
    state = begun(battle(foot("R:1", "0407"), foot("W:1", "0408", inactive=True), inactive_groups=(group,)))
    state = on(state, "go on")
    assert listed(state) == ["stay with W:1", "entrench W:1"]
    state = on(reds_turn(begun(state.battle)), "attack 0408 with R:1 from 0407")
    assert not state.units[1].inactive


@pytest.mark.rule("orel", "4-income", "4.3.1A-recover", "4.3.1C-conditions", "4.3.2-create", "4.3.2-entry")
def test_recruit_points_restore_steps_in_range_and_raise_battalions() -> None:
    convoi = orel.Depot(key="W:Convoi", side="white", kind="convoi", capacity=2, hex="0407", mp=5)
    recruits = evolve(foot("W:Rec", None, tq=3), formation="", recruit_battalion=True)
    weak = foot("W:1", "0408", steps=2, steps_full=4)
    far = foot("W:2", "0801", steps=2, steps_full=4)
    board = evolve(WITH_LINE, features=())
    one = battle(R, weak, far, recruits, depots=(convoi,), board=board, recruits="track")
    state = on(begun(one), "go on")
    points = state.white.points
    assert points >= 2
    assert listed(state)[:4] == ["recruit no more", "recover 1 of W:1", "recover 2 of W:1", "raise W:Rec at edge"]
    after = on(state, "recover 1 of W:1")
    assert (after.units[1].steps, after.white.points) == (3, points - 1)
    raised = on(state, "raise W:Rec at edge")
    while raised.stage == "recruitment":
        raised = on(raised, "recruit no more")
    assert raised.moves.waiting[0] == "W:Rec"
    assert not unit_of(raised, "W:Rec").out_of_command
    assert "bring W:Rec in at 0408" in listed(raised)
    inside = on(raised, "bring W:Rec in at 0308", "stay with W:Rec")
    assert (unit_of(inside, "W:Rec").hex, inside.raised) == ("0308", ())


@pytest.mark.rule("orel", "10.1-brasovo")
def test_in_10_1_the_whites_win_with_both_towns() -> None:
    one = evolve(orel.game.scenario("introductory"), last_day=15)
    state = begun(one)
    while actions := orel.game.legal_actions(state):
        wanted = next((action for action in actions if isinstance(action, orel.StayAll)), actions[0])
        state = orel.game.play(state, wanted, dice=SeededDice(1)).state
    result = orel.game.result(state)
    assert result is not None
    assert (result.winner, result.rule) == ("red", "10.1-brasovo")
    sevsk = {unit.hex for unit in state.on_map if unit.side == "white"}
    assert "0219" in sevsk
    assert "0513" not in sevsk  # nobody of theirs begins in Brasovo


@pytest.mark.rule("orel", "10.2-setup", "10.3-hypothetical")
@pytest.mark.parametrize(("name", "inactive"), [("historical", 4), ("hypothetical", 1), ("introductory", 0)])
def test_the_scenarios_of_the_book_begin(name: str, inactive: int) -> None:
    one = orel.game.scenario(name)
    state = on(begun(one), "go on")
    assert len(one.inactive_groups) == inactive
    assert "illustrative" in one.source
    assert orel.game.sides(one) == ("red", "white")
    assert state.to_act == "white"
