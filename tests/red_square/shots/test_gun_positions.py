"""The positions of guns."""

from __future__ import annotations

from typing import Any

import pytest

from rcw_rules import GivenDice, IllegalRequestError, InvalidRequestError
from rcw_rules import red_square as rs


def ask(**facts: Any) -> rs.ArtilleryPositionOutcome:
    request = rs.ArtilleryPositionRequest(**{"guns": "howitzer", **facts})
    return rs.ruleset.resolve(request, dice=GivenDice([])).outcome


def refused(rule: str, path: str, **facts: Any) -> str:
    with pytest.raises(IllegalRequestError) as caught:
        ask(**facts)
    assert (rule, path) in {(one.rule, one.path) for one in caught.value.verdict.objections}
    return str(caught.value)


@pytest.mark.rule("red_square", "artpos-semi-masked", "artpos-masked", "artpos-unmasked")
@pytest.mark.parametrize(
    ("position", "stage", "dead_zone", "rule"),
    [("open", 0, 0, ""), ("semi_masked", 0, 1, "artpos-semi-masked"), ("masked", 2, 2, "artpos-masked")],
)
def test_the_dead_zone(position: str, stage: int, dead_zone: int, rule: str) -> None:
    facts = {"action": "fire", "position": position, "stage": stage, "stage_turn": 2 if stage else 0, "turn": 9}
    for squares in range(1, 5):
        if squares <= dead_zone:
            refused(rule, "$.target_range", target_range=squares, **facts)
        else:
            assert ask(target_range=squares, **facts).dead_zone == dead_zone


@pytest.mark.rule("red_square", "artpos-three-turns")
def test_unlimbers_in_turn_4_platform_in_5_fires_in_6() -> None:
    first = ask(action="unlimber", formation="limbered", position="masked", turn=4)
    assert (first.formation, first.position, first.stage, first.stage_turn) == ("deployed", "masked", 1, 4)
    assert (first.dead_zone, first.first_shot) == (2, 6)
    second = ask(action="place_platform", position="masked", stage=1, stage_turn=4, turn=5)
    assert (second.stage, second.stage_turn, second.first_shot) == (2, 5, 6)
    refused(
        "artpos-three-turns", "$.stage", action="fire", position="masked", stage=2, stage_turn=5, turn=5, target_range=6
    )
    assert ask(action="fire", position="masked", stage=2, stage_turn=5, turn=6, target_range=6).first_shot == 6


@pytest.mark.rule("red_square", "artpos-three-turns")
def test_a_failed_turn_only_delays() -> None:
    facts = {"position": "masked", "stage": 1, "stage_turn": 4}
    refused("artpos-three-turns", "$.band", action="place_platform", turn=5, band="1-0", **facts)
    assert ask(action="place_platform", turn=6, band="2+", **facts).first_shot == 7
    assert "turn 7" in refused("artpos-three-turns", "$.stage", action="fire", turn=6, target_range=6, **facts)


@pytest.mark.rule("red_square", "artpos-three-turns", "bad-input")
@pytest.mark.parametrize(("stage", "stage_turn"), [(0, 0), (1, 1), (1, 0), (2, 1), (2, 0)])
def test_a_masked_howitzer_cannot_fire_on_turn_one(stage: int, stage_turn: int) -> None:
    message = refused(
        "artpos-three-turns",
        "$.stage",
        action="fire",
        position="masked",
        stage=stage,
        stage_turn=stage_turn,
        turn=1,
        target_range=6,
    )
    assert "turn 3" in message


@pytest.mark.rule("red_square", "artpos-three-turns")
def test_one_stage_in_a_turn_and_one_platform() -> None:
    facts = {"action": "place_platform", "position": "masked"}
    refused("artpos-three-turns", "$.turn", stage=1, stage_turn=4, turn=4, **facts)
    refused("artpos-three-turns", "$.stage", stage=2, stage_turn=4, turn=5, **facts)
    refused("artpos-three-turns", "$.stage", stage=0, turn=5, **facts)
    refused("artpos-three-turns", "$.stage", **{**facts, "position": "open"})


@pytest.mark.rule("red_square", "artpos-three-turns")
def test_limbering_up_begins_anew() -> None:
    after = ask(action="limber", position="masked", stage=2, stage_turn=3, turn=7)
    assert (after.formation, after.position, after.stage, after.stage_turn) == ("limbered", "open", 0, 0)
    assert after.first_shot is None


@pytest.mark.rule("red_square", "artpos-masked")
@pytest.mark.parametrize("guns", ["light_gun", "qf_gun", "heavy"])
def test_only_howitzers_stand_masked(guns: str) -> None:
    refused("artpos-masked", "$.position", guns=guns, action="unlimber", formation="limbered", position="masked")


@pytest.mark.rule("red_square", "artpos-run-up")
def test_running_up_takes_two_or_better_and_leaves_the_guns_in_the_open() -> None:
    facts = {"guns": "qf_gun", "action": "run_up", "position": "semi_masked"}
    refused("artpos-run-up", "$.band", band="1-0", **facts)
    for band in ("2+", "automatic"):
        after = ask(band=band, **facts)
        assert (after.position, after.dead_zone, after.first_shot) == ("open", 0, 1)
    refused("artpos-run-up", "$.position", **{**facts, "position": "open"})


@pytest.mark.rule("red_square", "act-table", "fire-1-who")
def test_the_score_that_guns_need() -> None:
    for action, formation in (("unlimber", "limbered"), ("limber", "deployed")):
        refused("act-table", "$.band", guns="qf_gun", action=action, formation=formation, band="1-0")
        assert ask(guns="qf_gun", action=action, formation=formation, band="2+").position == "open"
    refused("artpos-three-turns", "$.band", action="unlimber", formation="limbered", position="masked", band="1-0")
    shot = {"guns": "qf_gun", "action": "fire", "target_range": 3}
    assert ask(band="1-0", **shot).dead_zone == 0
    refused("fire-1-who", "$.band", band="below0", **shot)


@pytest.mark.rule("red_square", "formations-list")
def test_limbered_guns_only_unlimber() -> None:
    refused("formations-list", "$.formation", action="fire", formation="limbered", target_range=4)
    refused("formations-list", "$.formation", action="unlimber", formation="deployed")


@pytest.mark.rule("red_square", "bad-input")
@pytest.mark.parametrize(
    "facts",
    [
        {"action": "fire"},
        {"action": "limber", "target_range": 3},
        {"action": "limber", "stage": 1},
        {"action": "unlimber", "formation": "limbered", "position": "masked", "stage": 1},
        {"action": "fire", "target_range": 0},
    ],
)
def test_contradictions(facts: dict[str, Any]) -> None:
    with pytest.raises(InvalidRequestError):
        ask(**facts)
