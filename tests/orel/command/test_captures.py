"""Prisoners: surrenders, wiped out stacks, pursuits."""

from __future__ import annotations

from typing import Any

import pytest

from rcw_rules import GivenDice, InvalidRequestError, orel


def lost(*units: tuple[str, int]) -> tuple[orel.LostUnit, ...]:
    given: Any = units
    return tuple(orel.LostUnit(type=type_, steps=steps) for type_, steps in given)


def taken(cause: Any, *, options: dict[str, Any] | None = None, **fields: Any) -> int:
    request = orel.PrisonersRequest(cause=cause, **fields)
    ruleset = orel.ruleset.with_options(**(options or {}))
    return ruleset.resolve(request, dice=GivenDice(())).outcome.prisoners


@pytest.mark.rule("orel", "4.1-capture")
def test_a_second_rout_captures_every_step() -> None:
    assert taken("retreat_or_rout", surrendered=lost(("infantry", 3))) == 3


@pytest.mark.rule("orel", "8.8.2B-surrender")
def test_a_battalion_surrenders_with_its_battery() -> None:
    assert taken("assault", surrendered=lost(("infantry", 3), ("artillery", 2))) == 5
    assert taken("assault", surrendered=lost(("infantry", 3)), won=False) == 3


@pytest.mark.rule("orel", "8.8.2A-prisoners")
def test_a_stack_wiped_out_gives_one_for_each_unit_to_the_winner() -> None:
    units = lost(("infantry", 1), ("horse_artillery", 1))
    assert taken("assault", eliminated=units, wiped_out=True) == 2
    assert taken("assault", eliminated=units, wiped_out=True, won=False) == 0
    assert taken("assault", eliminated=units) == 0  # somebody is left
    assert taken("pursuit", eliminated=units, wiped_out=True, steps_lost=5) == 2


@pytest.mark.rule("orel", "4.1-capture", "8.8.2A-prisoners")
def test_vehicles_give_none() -> None:
    units = lost(("cavalry", 1), ("tank", 1), ("armoured_train_heavy", 2))
    assert taken("assault", eliminated=units, wiped_out=True) == 1
    assert taken("retreat_or_rout", surrendered=units) == 1


@pytest.mark.rule("orel", "4.1-capture")
def test_a_barrage_gives_none() -> None:
    assert taken("barrage", eliminated=lost(("infantry", 1)), wiped_out=True, steps_lost=1) == 0


@pytest.mark.rule("orel", "8.7.4-pursuit-rout", "1.2-round-nearest")
@pytest.mark.parametrize(("steps", "expected"), [(0, 0), (1, 1), (2, 1), (3, 2), (4, 2), (5, 3)])
def test_half_the_losses_of_routed_units(steps: int, expected: int) -> None:
    assert taken("pursuit_of_rout", steps_lost=steps) == expected


@pytest.mark.rule("orel", "8.7.4-pursuit-rout")
def test_half_the_losses_stand_in_place_of_the_tally_and_beside_surrenders() -> None:
    wiped = lost(("infantry", 1), ("infantry", 1), ("infantry", 1))
    assert taken("pursuit_of_rout", steps_lost=3, eliminated=wiped, wiped_out=True) == 2
    assert taken("pursuit_of_rout", steps_lost=1, surrendered=lost(("infantry", 2))) == 3


@pytest.mark.rule("orel", "8.7.4-pursuit-rout")
def test_an_ordinary_pursuit_gives_half_the_losses_by_option_alone() -> None:
    assert taken("pursuit", steps_lost=2) == 0
    assert taken("pursuit", steps_lost=2, options={"pursuit_prisoners_always": True}) == 1
    assert taken("assault", steps_lost=2, options={"pursuit_prisoners_always": True}) == 0


@pytest.mark.rule("orel", "8.7.4-pursuit-rout", "4.1-capture")
def test_the_record_cites_the_rules_and_the_option() -> None:
    request = orel.PrisonersRequest(cause="pursuit", surrendered=lost(("infantry", 2)))
    record = orel.ruleset.resolve(request, dice=GivenDice(())).record
    assert [step.rule for step in record.steps] == [
        "4.1-capture", "8.8.2B-surrender", "8.7.4-pursuit-rout", "4.1-capture",
    ]  # fmt: skip


@pytest.mark.rule("orel", "4.1-capture", "8.8.2A-prisoners")
@pytest.mark.parametrize(
    ("cause", "fields", "path"),
    [
        ("barrage", {"surrendered": lost(("infantry", 1))}, "$.surrendered"),
        ("assault", {"wiped_out": True}, "$.eliminated"),
        ("assault", {"wiped_out": True, "eliminated": lost(("tank", 1))}, "$.eliminated"),
        (
            "assault",
            {"wiped_out": True, "eliminated": lost(("infantry", 1)), "surrendered": lost(("infantry", 1))},
            "$.wiped_out",
        ),
        ("assault", {"surrendered": lost(("infantry", 0))}, "$.surrendered[0].steps"),
        ("pursuit", {"steps_lost": -1}, "$.steps_lost"),
    ],
)
def test_bad_input(cause: str, fields: dict[str, Any], path: str) -> None:
    with pytest.raises(InvalidRequestError) as caught:
        taken(cause, **fields)
    assert [problem.path for problem in caught.value.problems] == [path]
