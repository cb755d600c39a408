"""What is thrown in a shooting: direct hits, shifts of the column, and buildings that fall."""

from __future__ import annotations

from fractions import Fraction

import pytest
from attrs import evolve
from red_actions_shots import (
    CAR,
    GUNS,
    MACHINE_GUNS,
    RIFLES,
    SABRES,
    TACHANKAS,
    after,
    card,
    resolve,
    shot,
    throws,
    unit,
)

from rcw_rules import InvalidRequestError, inches
from rcw_rules import red_actions as ra
from rcw_rules.kernel.record import ProcedureStep

# --- buildings, speculation


@pytest.mark.rule("red_actions", "sho-speculative", "dh-buildings", "dh-numbers")
def test_guns_that_only_guess_at_a_building_have_direct_hits_alone() -> None:
    house = shot(by=GUNS, building="wood", cover="wooden_building", speculative=True)
    assert throws(resolve(house, 4, 4)) == ["dh-roll"]
    fallen = resolve(house, 4, 5, 4, 5).outcome
    assert (fallen.collapsed, fallen.target.bases, fallen.aftermath.destroyed) == (True, 0, True)
    # At a building where it sees the enemy, and at a wood where it does not: the table as well.
    assert throws(resolve(evolve(house, speculative=False), 4, 4, 1, 1)) == ["dh-roll", "sho-table"]
    wood = shot(by=GUNS, cover="wood", speculative=True)
    assert throws(resolve(wood, 4, 5, 1, 1)) == ["dh-roll", "sho-table"]


@pytest.mark.rule("red_actions", "dh-buildings")
def test_a_stone_house_that_stands_still_costs_a_base() -> None:
    house = shot(by=GUNS, building="stone", cover="stone", speculative=True)
    found = resolve(house, 4, 5, 5, 5, 1, 1)
    assert throws(found) == ["dh-roll", "dh-buildings", "fear test"]
    assert (found.outcome.collapsed, found.outcome.target.bases) == (False, 3)


@pytest.mark.rule("red_actions", "dh-roll", "dh-guns-vehicles", "sho-effective")
def test_who_counts_throws_for_direct_hits() -> None:
    battery = unit(GUNS, bases=2)
    hit = resolve(shot(battery, by=GUNS, bases=2, total=2, distance=inches(20)), 5, 5, 1, 1, 1, 1, 1, 1)
    assert throws(hit) == ["dh-roll", "dh-roll", "sho-table", "fear test"]
    assert hit.outcome.target.bases == 1
    shaken = shot(by=GUNS, bases=2, total=4)
    shaken = evolve(shaken, shooter=evolve(shaken.shooter, terror=2))  # one half of a base: one throw, a total of 1
    assert throws(resolve(shaken, 1, 1)) == ["dh-roll"]
    last = resolve(shot(unit(bases=1), by=GUNS, bases=2, total=80), 5, 5)
    assert (throws(last), last.outcome.aftermath.destroyed) == (["dh-roll"], True)


@pytest.mark.rule("red_actions", "evade-speed", "evade-switch", "char-skirmisher", "off-conferred", "bld-farm")
@pytest.mark.parametrize(
    ("asked", "column"),
    [
        (shot(total=21), 7),
        (shot(unit(evading=True), total=21), 5),
        (shot(unit(pinned=True), total=21), 5),
        (shot(unit(pinned=True), total=21, target_moved=True), 7),
        (shot(unit(pinned=True, rallied=True, has_acted=True), total=21), 7),
        (shot(unit(rallied=True, evading=True, moved_back=inches(3), retired_by_result=True), total=21), 5),
        (shot(unit(SABRES, pinned=True), total=21), 7),
        (shot(unit(pinned=True, routing=True), total=21), 7),
        (shot(unit(SABRES, evading=True), total=21), 5),
        (shot(unit(card(characteristics=("Skirmisher",))), total=21), 6),
        (shot(unit(officer=ra.OfficerToken(id="x", characteristics=("Skirmisher",))), total=21), 6),
        (shot(unit(foxholes=Fraction(2)), total=21), 5),
        (shot(unit(in_column=True), total=21, road_column=True), 9),
        (shot(unit(in_column=True), total=21), 7),
        (shot(unit(bases=1), total=21, road_column=True), 9),  # a single base is in column
        (shot(unit(card(may_form=True, arm="sabres"), formed=True), total=21), 9),
        (shot(total=21, enfiladed=True), 8),
        (shot(by=TACHANKAS, total=7, distance=inches(6)), 6),
        (shot(by=CAR, total=7, distance=inches(6)), 6),
        (shot(by=MACHINE_GUNS, total=21, distance=inches(8)), 10),
        (shot(total=21, cover="wooden_building", farm_perimeter=119), 7),
        (shot(total=21, cover="wooden_building", farm_perimeter=120), 4),
        (shot(total=42, distance=inches("8.1")), 7),
    ],
)
def test_what_the_units_are_shifts_the_column(asked: ra.ShootRequest, column: int) -> None:
    record = resolve(asked, 1, 1).record
    steps = {step.purpose: step.text for _, step in record.walk() if isinstance(step, ProcedureStep)}
    assert "fire at Target/column" in steps
    said = [step.text for _, step in record.walk() if step.rule == "sho-column" and "total" in step.text]
    assert said[-1].split(": ")[0].endswith(f"column {column}")


@pytest.mark.rule("red_actions", "evade-speed", "retire-manner")
def test_who_was_made_to_retire_evades_whatever_it_is() -> None:
    driven = after(shot(unit(SABRES), total=29), 1, 2)
    said = [step.text for _, step in resolve(shot(driven, total=21), 1, 1).record.walk() if step.rule == "sho-column"]
    assert said[-1] == "total 21 is in column 7, with the shifts in column 5: 13-16"


@pytest.mark.rule("red_actions", "dh-numbers", "dh-roll")
def test_the_direct_hit_number_of_the_card_goes_before_that_of_the_table() -> None:
    # 7 at other targets, where the table says 10; at vehicles the card is silent.
    own = evolve(GUNS, direct_hits=ra.DirectHitNumbers(other=7, building=12))
    assert resolve(shot(by=own, total=1), 3, 4, 1, 1).outcome.direct_hits == 1
    assert resolve(shot(by=own, total=1), 3, 3).outcome.direct_hits == 0
    house = shot(by=own, building="wood", cover="wooden_building", speculative=True)
    assert resolve(house, 5, 6).outcome.direct_hits == 0
    assert resolve(shot(unit(CAR, bases=1), by=own), 4, 5).outcome.direct_hits == 1
    assert resolve(shot(unit(CAR, bases=1), by=own), 4, 4).outcome.direct_hits == 0
    # It is raised like any other: two kilometres and an observer make 10 of 7.
    far = shot(by=own, total=1, distance=inches(80), indirect="later")
    said = [step.text for _, step in resolve(far, 4, 5).record.walk() if step.rule in ("dh-numbers", "dh-range")]
    assert said == [
        "direct hit number: +7 their card at other",
        "direct hit number: +2 whole kilometres of range",
    ]
    # A car whose card gives numbers has a gun, though nobody says of what class.
    gun_car = evolve(CAR, is_mg=False, direct_hits=ra.DirectHitNumbers(other=8))
    assert throws(resolve(shot(by=gun_car, total=1), 1, 1)) == ["dh-roll"]
    assert throws(resolve(shot(by=evolve(gun_car, direct_hits=None), total=1))) == []


@pytest.mark.rule("red_actions", "dh-substandard", "dh-range", "dh-roll")
def test_poor_guns_and_consecutive_rounds() -> None:
    poor = evolve(GUNS, substandard=True)
    assert [resolve(shot(by=poor, total=1), *faces).outcome.direct_hits for faces in ((5, 5), (5, 6, 1, 1))] == [0, 1]
    far = shot(by=GUNS, total=1, distance=inches(80))  # 10 and 2 for two kilometres
    assert resolve(far, 5, 5).outcome.direct_hits == 0
    assert resolve(evolve(far, consecutive=True), 5, 5, 1, 1).outcome.direct_hits == 1


@pytest.mark.rule("red_actions", "dh-buildings", "sho-sequence")
def test_an_empty_building_that_falls_ends_the_volley() -> None:
    guns = ra.DirectHitsRequest(
        bases=1, weapon_class="field_gun", target="building_wood", distance=inches(4), target_bases=0
    )
    strength = ra.ShootingTotalRequest(shooting_value=Fraction(40), bases=1, distance=inches(4), range=inches(16))
    volley = ra.VolleyRequest(guns=guns, strength=strength)
    assert throws(resolve(volley, 4, 5, 4, 5)) == ["dh-roll", "dh-buildings"]
    assert throws(resolve(volley, 4, 5, 4, 4, 1, 1)) == ["dh-roll", "dh-buildings", "sho-table"]


@pytest.mark.rule("red_actions", "dh-numbers", "dh-roll")
def test_direct_hit_numbers_that_cannot_be() -> None:
    with pytest.raises(InvalidRequestError, match=r"\$\.shooter\.card\.direct_hits\.other: .*2 to 12.*dh-numbers"):
        resolve(shot(by=evolve(GUNS, direct_hits=ra.DirectHitNumbers(other=13))))
    with pytest.raises(InvalidRequestError, match=r"\$\.shooter\.card\.direct_hits: rifle bases .*dh-roll"):
        resolve(shot(by=evolve(RIFLES, direct_hits=ra.DirectHitNumbers(other=9))))
