"""Fire that is returned: both sides fire, and then both suffer."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from red_actions_shots import (
    CAPTAIN,
    CAR,
    GUNS,
    MACHINE_GUNS,
    RIFLES,
    RULES,
    exchange,
    resolve,
    shot,
    throws,
    unit,
    valued,
)

from rcw_rules import IllegalRequestError, InvalidRequestError, inches
from rcw_rules import red_actions as ra

# --- return fire


@pytest.mark.rule("red_actions", "pre-return-fire", "pre-only-four", "conv-test-order")
def test_both_fire_before_either_suffers() -> None:
    # 2 x Ter S! Off on four bases with an officer; they answer with all four, 40 in column 10: Kill! S! Off.
    target = unit(valued(RIFLES, 10), officer=CAPTAIN)
    first = shot(target, total=30, bases=2)
    found = resolve(exchange(first), 4, 4, 4, 4, 2, 1, 1, 2, 2, 1, 1)
    assert throws(found) == [
        "sho-table", "sho-table", "res-officers-shooting", "serious test", "serious test", "fear test",
    ]  # fmt: skip
    assert (found.outcome.target.terror, found.outcome.target.has_acted) == (2, True)
    assert (found.outcome.shooter.bases, found.outcome.shooter.pinned, found.outcome.shooter.has_acted) == (
        1,
        True,
        True,
    )
    assert found.outcome.answer.unit == found.outcome.shooter


@pytest.mark.rule("red_actions", "pre-return-fire")
def test_fire_need_not_be_returned() -> None:
    choices = {"return_fire": lambda request, alternatives: False}
    found = resolve(exchange(), 1, 3, choices=choices).outcome
    assert (found.answer, found.target.terror, found.target.has_acted) == (None, 1, False)


@pytest.mark.rule("red_actions", "pre-return-fire", "pre-only-four", "harassing", "rout-unit-state")
@pytest.mark.parametrize(
    ("asked", "message"),
    [
        (exchange(shot(distance=inches(9))), r"\$\.first\.distance: .*8 in|\$\.first\.distance: .*pre-return-fire"),
        (exchange(shot(unit(has_acted=True))), r"\$\.answer\.shooter\.has_acted: .*pre-only-four"),
        (exchange(shot(unit(GUNS))), r"\$\.answer\.shooter\.card\.arm: .*pre-return-fire"),
        (exchange(shot(unit(CAR, bases=1))), r"\$\.answer\.shooter\.card\.arm: .*pre-return-fire"),
        (exchange(shot(unit(routing=True))), r"\$\.answer\.shooter\.routing: .*rout-unit-state"),
        (exchange(shot(harassing=True)), r"\$\.first\.harassing: .*harassing"),
        (exchange(move="before_dice"), r"\$\.answer\.move: .*pre-return-fire"),
        (exchange(able_bases=0), r"\$\.answer\.able_bases: .*sho-effective"),
    ],
)
def test_fire_that_may_not_be_returned(asked: ra.ReturnFireRequest, message: str) -> None:
    with pytest.raises(IllegalRequestError, match=message):
        resolve(asked)


@pytest.mark.rule("red_actions", "rally-rout-mg-mortar")
def test_a_team_without_its_weapons_neither_shoots_nor_returns_fire() -> None:
    team = shot(by=MACHINE_GUNS)
    assert RULES.verdict(team).legal
    lost = evolve(team, weapons_left=True)
    assert [(found.rule, found.path) for found in RULES.verdict(lost).objections] == [
        ("rally-rout-mg-mortar", "$.weapons_left")
    ]
    back = exchange(shot(unit(MACHINE_GUNS)), weapons_left=True)
    assert [(found.rule, found.path) for found in RULES.verdict(back).objections] == [
        ("rally-rout-mg-mortar", "$.answer.weapons_left")
    ]


@pytest.mark.rule("red_actions", "pre-return-fire")
def test_eight_inches_are_close_for_a_range_of_sixteen() -> None:
    found = resolve(exchange(shot(unit(valued(RIFLES, 10)), total=29, distance=inches(8))), 1, 3, 1, 1).outcome
    assert found.answer is not None


@pytest.mark.rule("red_actions", "conv-bad-input")
def test_the_answer_is_between_the_same_units() -> None:
    asked = exchange()
    for wrong, path in (
        (evolve(asked.answer, shooter=unit(bases=3)), "shooter"),
        (evolve(asked.answer, target=unit(name="Other", side="red")), "target"),
        (evolve(asked.answer, distance=inches(5)), "distance"),
    ):
        with pytest.raises(InvalidRequestError, match=rf"\$\.answer\.{path}: "):
            resolve(evolve(asked, answer=wrong))


@pytest.mark.rule("red_actions", "pre-return-fire", "wx-night-friends")
@pytest.mark.parametrize(
    ("night", "why"),
    [
        ("dark", [("pre-return-fire", "$.first.target.side")]),
        ("off", [("wx-night-friends", "$.first.target.side"), ("wx-night-friends", "$.answer.target.side")]),
    ],
)
def test_fire_of_friends_is_not_returned(night: Any, why: list[tuple[str, str]]) -> None:
    mistake = exchange(shot(unit(side="red"), total=29, distance=inches(3)))
    with pytest.raises(IllegalRequestError) as refused:
        resolve(mistake, 1, 3, night=night)
    assert [(found.rule, found.path) for found in refused.value.verdict.objections] == why


@pytest.mark.rule("red_actions", "march-ambushed")
def test_a_unit_ambushed_on_the_march_does_not_shoot_back() -> None:
    asked = exchange()
    marching = evolve(asked, first=evolve(asked.first, situation=ra.Situation(ambushed_marching=True)))
    found = [(objection.rule, objection.path) for objection in ra.ruleset.verdict(marching).objections]
    assert found == [("march-ambushed", "$.answer")]
    assert ra.ruleset.verdict(asked)
