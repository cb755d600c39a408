"""Hits on tanks, armoured cars and armoured trains."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from rcw_rules import GivenDice, InvalidRequestError, UnknownNameError
from rcw_rules import red_white as rw
from rcw_rules.kernel.errors import DiceError

TABLE = rw.VehicleHitTable(
    sides=6,
    rows=(
        rw.HitTableRow(low=1, high=3, effect="crew shaken"),
        rw.HitTableRow(low=4, high=5, effect="track off"),
        rw.HitTableRow(low=6, high=6, effect="on fire"),
    ),
)


def hit(kind: Any, hits: int, new_hits: int, *faces: int, ruleset: Any = rw.ruleset, **fields: Any) -> Any:
    request = rw.VehicleDamageRequest(type=kind, hits=hits, new_hits=new_hits, **fields)
    return ruleset.resolve(request, dice=GivenDice(faces)).outcome


@pytest.mark.rule("red_white", "vehicle-hits", "vehicle-eight-stands")
@pytest.mark.parametrize("kind", ["tank", "armoured_car", "armoured_train"])
@pytest.mark.parametrize(
    ("hits", "new", "after", "destroyed"),
    [(5, 2, 7, False), (7, 3, 8, True), (0, 0, 0, False), (7, 0, 7, False), (0, 8, 8, True), (3, 0, 3, False)],
)
def test_the_eighth_hit_destroys(kind: str, hits: int, new: int, after: int, destroyed: bool) -> None:
    outcome = hit(kind, hits, new)
    assert (outcome.hits, outcome.morale, outcome.destroyed) == (after, 8 - after, destroyed)


@pytest.mark.rule("red_white", "vehicle-eight-stands")
def test_three_hits_leave_morale_and_strength_of_five() -> None:
    assert hit("tank", 0, 3).morale == 5
    tank = rw.Unit(side="red", type="tank", has_leader=True, hits=3, casualties=True)
    test = rw.ruleset.resolve(rw.MoraleTestRequest(unit=tank), dice=GivenDice([5])).outcome
    assert (test.base, test.passed) == (5, True)
    # 10 stands are twice the tank's 5, 9 are not
    infantry = rw.Unit(side="white", type="infantry", has_leader=True, starting_stands=10, stands=10)
    for stands, outnumbered in ((10, -2), (9, 0)):
        melee = rw.MeleeRequest(attackers=(evolve(infantry, starting_stands=stands, stands=stands),), defenders=(tank,))
        outcome = rw.ruleset.resolve(melee, dice=GivenDice([1, 6])).outcome
        assert outcome.defender_modifier == -1 + outnumbered  # three hits are one pair of stands lost


@pytest.mark.rule("red_white", "p1-vehicle-hit-table", "vehicle-hits")
def test_without_a_table_hits_are_recorded_and_no_die_is_thrown() -> None:
    outcome = hit("tank", 0, 2)
    assert outcome == rw.VehicleDamageOutcome(hits=2, morale=6, destroyed=False, table_missing=True)
    # nothing is missing where nothing would be rolled
    assert hit("tank", 2, 0) == rw.VehicleDamageOutcome(hits=2, morale=6, destroyed=False)


@pytest.mark.rule("red_white", "p1-vehicle-hit-table")
def test_with_a_table_there_is_one_die_for_each_hit() -> None:
    by_profile = rw.ruleset.with_options(profile=rw.PartOneProfile(source="made up", vehicle_hit_table=TABLE))
    expected = rw.VehicleDamageOutcome(
        hits=3, morale=5, destroyed=False, table_effects=("crew shaken", "on fire", "on fire")
    )
    assert hit("tank", 0, 3, 6, 2, 6, ruleset=by_profile) == expected
    assert hit("armoured_car", 0, 3, 6, 6, 3, hit_table=TABLE) == expected
    # the table of the request goes before that of the profile
    other = rw.VehicleHitTable(sides=2, rows=(rw.HitTableRow(low=1, high=2, effect="gun jammed"),))
    assert hit("tank", 0, 1, 2, ruleset=by_profile, hit_table=other).table_effects == ("gun jammed",)
    with pytest.raises(DiceError):
        hit("tank", 0, 3, 6, 2, hit_table=TABLE)


@pytest.mark.rule("red_white", "p1-vehicle-hit-table", "vehicle-hits")
def test_hits_beyond_the_eighth_have_no_die() -> None:
    outcome = hit("tank", 7, 3, 4, hit_table=TABLE)
    assert (outcome.hits, outcome.destroyed, outcome.table_effects) == (8, True, ("track off",))


@pytest.mark.rule("red_white", "p1-vehicle-hit-table", "train-lost")
def test_trains_and_melee_losses_are_not_rolled_on_the_table() -> None:
    by_profile = rw.ruleset.with_options(profile=rw.PartOneProfile(source="made up", vehicle_hit_table=TABLE))
    plain = rw.VehicleDamageOutcome(hits=3, morale=5, destroyed=False)
    assert hit("armoured_train", 1, 2, ruleset=by_profile) == plain
    assert hit("armoured_car", 1, 2, ruleset=by_profile, rolled_on_table=False) == plain
    assert hit("armoured_car", 1, 2, rolled_on_table=False) == plain
    assert hit("armoured_train", 1, 2) == plain


@pytest.mark.rule("red_white", "p1-vehicle-hit-table")
@pytest.mark.parametrize("new_hits", [0, 1, 2, 3])
def test_the_exact_odds_are_those_of_all_faces_of_the_table_dice(new_hits: int) -> None:
    says = {1: "crew shaken", 2: "crew shaken", 3: "crew shaken", 4: "track off", 5: "track off", 6: "on fire"}
    order = ("crew shaken", "track off", "on fire")
    twin: Counter[tuple[str, ...]] = Counter()
    for faces in product(range(1, 7), repeat=new_hits):
        twin[tuple(sorted((says[face] for face in faces), key=order.index))] += 1
    odds = rw.ruleset.odds(rw.VehicleDamageRequest(type="tank", hits=4, new_hits=new_hits, hit_table=TABLE))
    assert {outcome.table_effects: chance for outcome, chance in odds.items()} == {
        effects: Fraction(count, 6**new_hits) for effects, count in twin.items()
    }


@pytest.mark.rule("red_white", "train-lost")
def test_a_train_is_lost_with_its_eighth_hit_and_its_guards_fight_on() -> None:
    assert hit("armoured_train", 7, 1, guards=3) == rw.VehicleDamageOutcome(
        hits=8, morale=0, destroyed=True, freed_guards=3
    )
    assert hit("armoured_train", 6, 1, guards=3).freed_guards == 0


@pytest.mark.rule("red_white", "p1-artillery-and-armour")
def test_how_guns_hit_is_left_to_the_request() -> None:
    assert hit("armoured_train", 0, 3).morale == 5
    with pytest.raises(InvalidRequestError):
        hit("armoured_train", 0, -1)


@pytest.mark.rule("red_white", "bad-numbers", "gen-unit-types", "p1-vehicle-hit-table")
@pytest.mark.parametrize(
    ("fields", "path", "rule"),
    [
        ({"hits": 8}, "$.hits", "bad-numbers"),
        ({"new_hits": -1}, "$.new_hits", "bad-numbers"),
        ({"new_hits": True}, "$.new_hits", "bad-numbers"),
        ({"type": "infantry"}, "$.type", ""),
        ({"guards": 2}, "$.guards", "gen-unit-types"),
        ({"type": "armoured_train", "hit_table": TABLE}, "$.hit_table", "p1-vehicle-hit-table"),
        ({"hit_table": evolve(TABLE, rows=TABLE.rows[1:])}, "$.hit_table.rows", "p1-vehicle-hit-table"),
        (
            {"hit_table": evolve(TABLE, rows=(evolve(TABLE.rows[0], effect="crew\nshaken"), *TABLE.rows[1:]))},
            "$.hit_table.rows[0].effect",
            "p1-vehicle-hit-table",
        ),
    ],
)
def test_bad_input_is_refused(fields: dict[str, Any], path: str, rule: str) -> None:
    request = rw.VehicleDamageRequest(**{"type": "tank", "hits": 0, "new_hits": 1, **fields})
    with pytest.raises(InvalidRequestError) as caught:
        rw.ruleset.resolve(request, dice=GivenDice([]))
    assert {(each.path, each.rule) for each in caught.value.problems} == {(path, rule)}


@pytest.mark.rule("red_white", "vehicle-hits")
@given(st.integers(0, 7), st.lists(st.integers(0, 3), max_size=4))
def test_hits_add_up_whether_they_come_together_or_one_after_another(hits: int, volleys: list[int]) -> None:
    after, destroyed = hits, False
    for volley in volleys:
        if not destroyed:
            outcome = hit("tank", after, volley)
            after, destroyed = outcome.hits, outcome.destroyed
    together = hit("tank", hits, sum(volleys))
    assert (together.hits, together.destroyed) == (after, destroyed)


@pytest.mark.rule("red_white", "opt-vehicle-activation")
def test_the_option_has_two_values() -> None:
    with pytest.raises(InvalidRequestError):
        rw.ruleset.with_options(vehicle_activation="below")
    with pytest.raises(UnknownNameError):
        rw.ruleset.with_options(vehicle_activations="above")
