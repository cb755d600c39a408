"""What an army has lost: its log, and the counts made of it."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from rcw_rules import GivenDice, InvalidRequestError
from rcw_rules import red_white as rw


def troops(stands: int | None, start: int | None, **fields: Any) -> rw.ArmyUnit:
    return rw.ArmyUnit(type="infantry", stands=stands, starting_stands=start, **fields)


FRESH = troops(8, 8)


def losses(*units: rw.ArmyUnit, faces: tuple[int, ...] = (), **fields: Any) -> rw.MajorMoraleOutcome:
    """Ask about an army of these units and as many fresh ones as keep it from testing."""
    army = rw.ArmyLog(units=(*units, *[FRESH] * 80), supply_cut=fields.pop("supply_cut", False))
    request = rw.MajorMoraleRequest(side="white", army=army, **fields)
    return rw.ruleset.resolve(request, dice=GivenDice(faces)).outcome


@pytest.mark.rule("red_white", "major-count", "hq", "gen-unit-types", "major-threshold")
@pytest.mark.parametrize(("battalions", "total"), [(8, 10), (7, 9)])
def test_every_unit_counts_one_the_hq_and_a_train_too(battalions: int, total: int) -> None:
    lost = troops(None, None, fate="destroyed")
    units = (*[lost] * 3, *[FRESH] * (battalions - 3), rw.ArmyUnit(type="armoured_train"), rw.ArmyUnit(type="force_hq"))
    assert len(units) == total
    request = rw.MajorMoraleRequest(side="red", army=rw.ArmyLog(units=units))
    outcome = rw.ruleset.resolve(request, dice=GivenDice([10])).outcome
    assert (outcome.net_losses, outcome.row) == (3, "30%")
    # three of 9 or 10 are 30% and more; with two units more in the army they are 27% and less
    larger = rw.MajorMoraleRequest(side="red", army=rw.ArmyLog(units=(*units, FRESH, FRESH)))
    assert not rw.ruleset.resolve(larger, dice=GivenDice([])).outcome.tested


@pytest.mark.rule("red_white", "hq", "major-count")
def test_nine_combat_units_and_an_hq_are_ten() -> None:
    units = (*[troops(4, 8)] * 3, *[FRESH] * 6, rw.ArmyUnit(type="force_hq"))
    request = rw.MajorMoraleRequest(side="red", army=rw.ArmyLog(units=units))
    record = rw.ruleset.resolve(request, dice=GivenDice([4])).record
    told = [step.text for _, step in record.walk() if step.text.startswith("net losses of")]
    assert told == ["net losses of 3 among 10 units"]


@pytest.mark.rule("red_white", "hq")
def test_an_army_has_one_hq_at_most() -> None:
    two = (rw.ArmyUnit(type="force_hq"), FRESH, rw.ArmyUnit(type="force_hq", fate="destroyed"))
    with pytest.raises(InvalidRequestError) as caught:
        losses(*two)
    assert [(each.path, each.rule) for each in caught.value.problems] == [("$.army.units[2].type", "hq")]


@pytest.mark.rule("red_white", "major-losses", "gen-stand")
@pytest.mark.parametrize(
    ("stands", "start", "lost"),
    [(4, 8, 1), (5, 8, 0), (3, 7, 1), (4, 7, 0), (0, 8, 1), (1, 1, 0), (1, 2, 1), (1, 3, 1), (2, 3, 0)],
)
def test_half_strength_is_lost(stands: int, start: int, lost: int) -> None:
    assert losses(troops(stands, start)).net_losses == lost


@pytest.mark.rule("red_white", "major-losses", "vehicle-eight-stands")
@pytest.mark.parametrize("kind", ["tank", "armoured_car"])
@pytest.mark.parametrize(("hits", "lost"), [(None, 0), (0, 0), (3, 0), (4, 1), (7, 1), (8, 1)])
def test_four_hits_are_half_strength(kind: Any, hits: int | None, lost: int) -> None:
    assert losses(rw.ArmyUnit(type=kind, hits=hits)).net_losses == lost


@pytest.mark.rule("red_white", "major-losses", "p1-surrender-and-supply")
@pytest.mark.parametrize("fate", ["destroyed", "surrendered", "off_table"])
@pytest.mark.parametrize("kind", ["infantry", "cavalry", "tank", "force_hq", "ship"])
def test_destroyed_surrendered_and_off_the_field_are_lost(kind: Any, fate: Any) -> None:
    assert losses(rw.ArmyUnit(type=kind, fate=fate)).net_losses == 1


@pytest.mark.rule("red_white", "major-losses")
def test_each_unit_counts_once() -> None:
    # at half strength, and later destroyed
    assert losses(troops(4, 8)).net_losses == 1
    assert losses(troops(4, 8, fate="destroyed")).net_losses == 1
    assert losses(rw.ArmyUnit(type="tank", hits=8, fate="destroyed")).net_losses == 1


@pytest.mark.rule("red_white", "major-adjustments", "train-lost", "vehicle-hits")
@pytest.mark.parametrize(
    ("hits", "fate", "counts"),
    [
        (3, "in_play", 0),
        (4, "in_play", 1),
        (7, "in_play", 1),
        (8, "in_play", 3),
        (0, "off_table", 3),
        (5, "surrendered", 3),
        (8, "destroyed", 3),
    ],
)
def test_a_train_counts_three_when_it_is_lost_in_place_of_its_own_one(hits: int, fate: Any, counts: int) -> None:
    assert losses(rw.ArmyUnit(type="armoured_train", hits=hits, fate=fate)).net_losses == counts


@pytest.mark.rule("red_white", "major-adjustments", "p1-surrender-and-supply")
def test_trains_and_supply_lines_add_up() -> None:
    army = rw.ArmyCount(units=40, lost=2, trains_lost=1, supply_cut=True)
    request = rw.MajorMoraleRequest(side="red", army=army)
    assert rw.ruleset.resolve(request, dice=GivenDice([])).outcome.net_losses == 8
    for forced_off, supply, net in ((1, False, 6), (2, False, 4), (0, True, 6), (3, True, 0), (9, True, 0)):
        helped = evolve(request, enemy_trains_forced_off=forced_off, enemy_supply_cut=supply)
        assert rw.ruleset.resolve(helped, dice=GivenDice([])).outcome.net_losses == net


@pytest.mark.rule("red_white", "major-adjustments")
def test_one_train_and_several_are_told_apart() -> None:
    request = rw.MajorMoraleRequest(
        side="red", army=rw.ArmyCount(units=40, lost=2, trains_lost=1), enemy_trains_forced_off=2
    )
    told = rw.ruleset.resolve(request, dice=GivenDice([])).explain()
    assert "for 1 armoured train lost" in told
    assert "for 2 enemy trains captured" in told


@pytest.mark.rule("red_white", "major-adjustments")
def test_net_losses_are_never_below_zero() -> None:
    assert losses(troops(4, 8), enemy_trains_forced_off=1).net_losses == 0


@pytest.mark.rule("red_white", "p1-surrender-and-supply")
def test_a_cut_supply_line_costs_three_units() -> None:
    assert losses(supply_cut=True).net_losses == 3


@pytest.mark.rule("red_white", "major-losses")
def test_the_record_names_every_unit_that_is_lost_and_why() -> None:
    army = rw.ArmyLog(
        units=(
            troops(4, 8, name="1st battalion"),
            troops(5, 8, name="2nd battalion"),
            troops(None, None, fate="off_table"),
            rw.ArmyUnit(type="tank", hits=8),
            troops(0, 8),
            troops(None, None, fate="surrendered"),
            troops(None, None, fate="destroyed"),
            *[FRESH] * 40,
        )
    )
    record = rw.ruleset.resolve(rw.MajorMoraleRequest(side="red", army=army), dice=GivenDice([])).record
    told = [step.text for _, step in record.walk() if step.rule == "major-losses"]
    assert told == [
        "1st battalion counts as lost: half strength or less",
        "unit 3 counts as lost: off the table",
        "unit 4 counts as lost: destroyed",
        "unit 5 counts as lost: destroyed",
        "unit 6 counts as lost: surrendered",
        "unit 7 counts as lost: destroyed",
        "net losses: +6 units lost",
    ]


@pytest.mark.rule("red_white", "major-losses", "gen-unit-types", "gen-stand", "bad-numbers")
@pytest.mark.parametrize(
    ("unit", "path", "rule"),
    [
        (troops(9, 8), ".stands", "gen-stand"),
        (troops(None, 8), ".stands", "major-losses"),
        (troops(8, None), ".starting_stands", "major-losses"),
        (troops(-1, 8), ".stands", "bad-numbers"),
        (troops(0, 0), ".starting_stands", "bad-numbers"),
        (evolve(FRESH, hits=1), ".hits", "gen-unit-types"),
        (rw.ArmyUnit(type="tank", hits=9), ".hits", "bad-numbers"),
        (rw.ArmyUnit(type="tank", stands=8), ".stands", "gen-unit-types"),
        (rw.ArmyUnit(type="force_hq", starting_stands=1), ".starting_stands", "gen-unit-types"),
        (rw.ArmyUnit(type="force_hq", hits=1), ".hits", "gen-unit-types"),
        (rw.ArmyUnit(type="ship", name="a\nb"), ".name", ""),
    ],
)
def test_a_wrong_line_of_the_log_is_refused(unit: rw.ArmyUnit, path: str, rule: str) -> None:
    with pytest.raises(InvalidRequestError) as caught:
        losses(unit)
    assert [(each.path, each.rule) for each in caught.value.problems] == [(f"$.army.units[0]{path}", rule)]


@pytest.mark.rule("red_white", "major-count", "major-losses", "major-adjustments", "bad-numbers")
@pytest.mark.parametrize(
    ("fields", "path", "rule"),
    [
        ({"units": 0}, "$.army.units", "major-count"),
        ({"lost": -1}, "$.army.lost", "bad-numbers"),
        ({"lost": 9, "trains_lost": 2}, "$.army.lost", "major-losses"),
        ({"trains_lost": 1, "trains_forced_off": 2}, "$.army.trains_forced_off", "major-adjustments"),
    ],
)
def test_wrong_counts_are_refused(fields: dict[str, Any], path: str, rule: str) -> None:
    army = rw.ArmyCount(**{"units": 10, **fields})
    with pytest.raises(InvalidRequestError) as caught:
        rw.ruleset.resolve(rw.MajorMoraleRequest(side="red", army=army), dice=GivenDice([]))
    assert [(each.path, each.rule) for each in caught.value.problems] == [(path, rule)]
    with pytest.raises(InvalidRequestError):
        rw.ruleset.resolve(rw.MajorMoraleRequest(side="red", army=rw.ArmyLog(units=())), dice=GivenDice([]))


@pytest.mark.rule("red_white", "major-count", "major-losses", "major-adjustments")
@given(
    st.lists(
        st.builds(
            rw.ArmyUnit,
            type=st.sampled_from(["tank", "armoured_car", "armoured_train", "force_hq"]),
            fate=st.sampled_from(["in_play", "destroyed", "surrendered", "off_table"]),
        ),
        max_size=8,
    ).filter(lambda units: sum(unit.type == "force_hq" for unit in units) < 2)
)
def test_the_log_and_the_counts_made_by_hand_come_to_the_same(units: list[rw.ArmyUnit]) -> None:
    log = rw.ArmyLog(units=(*units, FRESH, troops(1, 8)))
    gone = [unit for unit in units if unit.fate != "in_play"]
    trains = sum(unit.type == "armoured_train" for unit in gone)
    count = rw.ArmyCount(units=len(units) + 2, lost=1 + len(gone) - trains, trains_lost=trains)
    by_log, by_count = (rw.ruleset.odds(rw.MajorMoraleRequest(side="red", army=army)) for army in (log, count))
    assert dict(by_log.items()) == dict(by_count.items())
