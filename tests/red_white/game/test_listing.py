"""What is listed is what the rules allow, though it is found in a shorter way."""

from __future__ import annotations

from functools import cache

import pytest
from red_white_tables import plain, rules_against, stands, state_of

from rcw_rules import red_white as rw
from rcw_rules.games.random_games import RandomDecider, random_game
from rcw_rules.kernel.angles import degrees
from rcw_rules.kernel.errors import IllegalRequestError
from rcw_rules.kernel.geometry.table import TerrainLine, point
from rcw_rules.kernel.judging import Judge
from rcw_rules.kernel.lengths import inches
from rcw_rules.red_white.game.moving import is_too_far, plan_move
from rcw_rules.red_white.game.placing import spot_of
from rcw_rules.red_white.game.scene import Scene
from rcw_rules.red_white.game.shooting import can_hit, plan_fire, targets_of


@cache
def states(stage: str) -> tuple[rw.State, ...]:
    """Return the states of a stage in the first turns of a random assault on a village."""
    game = random_game(rw.game, rw.game.scenario("village"), 7, 110, RandomDecider(7))
    return tuple(event.state for event in game if event.state.stage == stage)


def scene_of(state: rw.State) -> Scene:
    return Scene(Judge(rw.game.ruleset), state)


@pytest.mark.rule("red_white", "p1-movement")
@pytest.mark.parametrize(("x", "most"), [("6", 9), ("6.9", 9), ("20", 6)])
def test_only_what_no_ground_lets_go_so_far_is_said_at_once_to_be_too_far(x: str, most: int) -> None:
    # Guns go six inches, and half as far again where their middle keeps to a road: here to its middle and to its edge.
    road = TerrainLine(name="Road", kind="road", points=(point(6, 0), point(6, 48)), width=inches(2))
    guns = stands("Battery", "red", "artillery", 1, x, 10, 0, limbered=True)
    state = state_of(guns, stands("Far", "white", "infantry", 4, 40, 40, 180), table=plain(lines=(road,)))
    scene = scene_of(state)
    battery, group = scene.troops["Battery"], scene.group_of("Battery")
    for length in (5, 6, 7, 8, 9):
        for facing in (0, 90):
            move = rw.Move(unit="Battery", at=(inches(x), inches(10 + length)), facing=degrees(facing))
            is_allowed = not rules_against(state, move)
            assert facing or is_allowed == (length <= most)
            assert not (is_allowed and is_too_far(scene.ground, battery, group, spot_of(move.at), move.facing))
            if x == "20":  # with nothing near, it is all that has to be asked
                assert is_allowed != is_too_far(scene.ground, battery, group, spot_of(move.at), move.facing)


@pytest.mark.rule("red_white", "p1-movement", "p1-sequence")
def test_every_move_that_is_listed_is_allowed() -> None:
    listed = 0
    for state in states("movement")[::3]:
        scene = scene_of(state)
        for action in rw.game.legal_actions(state):
            if isinstance(action, rw.Move):
                plan_move(scene, action)  # it would raise
                listed += 1
    assert listed > 50


@pytest.mark.rule("red_white", "p1-fire")
def test_the_targets_are_those_at_whom_fire_can_be_planned() -> None:
    found = 0
    for state in states("fire"):
        scene = scene_of(state)
        for troop in scene.troops_of(state.to_act or "red"):
            for weapon in () if scene.is_barred(troop.name) else scene.weapons(troop.name):
                if rw.Fired(unit=troop.name, weapon=weapon) in state.marks.fired:
                    continue
                planned: list[str] = []
                for enemy in scene.enemies(troop.side):
                    try:
                        aimed = plan_fire(scene, rw.Fire(unit=troop.name, target=enemy.name, weapon=weapon))
                    except IllegalRequestError:
                        continue
                    planned += [enemy.name] if can_hit(scene, aimed) else []
                assert [one.name for one in targets_of(scene, troop, weapon)] == planned
                found += len(planned)
    assert found > 3
