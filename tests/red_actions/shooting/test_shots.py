"""Whole shootings: what they do to the target, of every kind."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from attrs import evolve
from red_actions_shots import (
    CAPTAIN,
    CAR,
    COLONEL,
    GENERAL,
    GUNS,
    MACHINE_GUNS,
    RULES,
    SABRES,
    TANK,
    after,
    card,
    resolve,
    shot,
    throws,
    unit,
)

from rcw_rules import IllegalRequestError, InvalidRequestError, NeedsRuling, SeededDice, inches
from rcw_rules import red_actions as ra
from rcw_rules.kernel.record import ResultStep
from rcw_rules.red_actions.shooting import shoot

MORTARS = card(id="mortars", name="Mortars", arm="mortar")
TRAIN = card(id="train", name="Engine", arm="train_engine", range=None, shooting_value=None)


# --- from the table to the target


@pytest.mark.rule("red_actions", "res-ret", "retire-distance", "sho-sequence", "turn-forced-forfeit")
def test_a_retire_result() -> None:
    # Column 9, 2d6 = 3: Ret.
    found = resolve(shot(total=29), 1, 2).outcome
    assert (found.target.moved_back, found.target.has_acted, found.aftermath.retired) == (inches(3), True, inches(3))
    assert (found.target.shot_at, found.shooter.has_acted) == (True, True)
    assert after(shot(unit(SABRES), total=29), 1, 2).moved_back == inches(6)


@pytest.mark.rule("red_actions", "res-ter", "res-2ter", "defs-terror-rout", "defs-pinned")
def test_terror_markers_and_pins() -> None:
    # Column 9: 4 is Ter. Column 8: 7 is 2 x Ter.
    assert after(shot(unit(bases=2, terror=2), total=29), 1, 3).routing
    pinned = after(shot(unit(bases=4, terror=1), total=25), 3, 4)
    assert (pinned.terror, pinned.pinned, pinned.routing) == (3, True, False)
    assert after(shot(unit(bases=4, pinned=True), total=25), 3, 4).pinned


@pytest.mark.rule("red_actions", "res-combined", "conv-test-order")
def test_markers_come_before_retires() -> None:
    # Column 10, 5: Ter + Ret. One base with a marker gets a second, routs, and does not retire.
    routed = after(shot(unit(bases=1, terror=1)), 2, 3)
    assert (routed.routing, routed.moved_back) == (True, inches(0))
    stone = shot(unit(), total=37, footing=ra.RetirePlace(hard_cover=False), cover="open")
    retired = after(stone, 2, 3)
    assert (retired.terror, retired.moved_back) == (1, inches(3))


@pytest.mark.rule("red_actions", "res-ret", "retire-hard-cover", "sho-cover-definitions")
def test_what_covers_the_target_is_hard_cover_when_it_must_retire() -> None:
    # Machine guns near: three columns back to the right; stone four to the left; column 9, where 3 is Ret.
    sheltered = shot(by=MACHINE_GUNS, total=40, cover="stone")
    found = after(sheltered, 1, 2)
    assert (found.moved_back, found.ignored_retire) == (inches(0), True)
    # From column 10 one to the left for soft cover is column 9 as well, and no help.
    assert after(shot(cover="soft"), 1, 2).moved_back == inches(3)
    # Who passes through the buildings at full speed has soft cover only.
    assert after(shot(cover="stone", passing_through=True), 1, 2).moved_back == inches(3)


@pytest.mark.rule("red_actions", "res-kill", "mor-fail-fear", "res-s", "mor-fail-serious", "res-off")
def test_a_kill() -> None:
    # Column 10, 8: Kill! S! Off. The officer lives, then the serious test, then the fear test.
    resolution = resolve(shot(unit(bases=3, officer=CAPTAIN)), 4, 4, 2, 4, 4, 4, 5)
    assert throws(resolution) == ["sho-table", "res-officers-shooting", "serious test", "fear test"]
    assert (resolution.outcome.target.bases, resolution.outcome.target.pinned) == (2, True)
    assert not resolution.outcome.target.routing  # 9 against 8 + 1
    failed = resolve(shot(unit(bases=3)), 4, 4, 4, 5, 4, 5).outcome
    assert (failed.target.routing, failed.aftermath.retired) == (True, inches(0))
    assert after(shot(unit(SABRES, bases=3)), 4, 4, 4, 5, 1, 1).moved_back == inches(6)  # the serious test alone


@pytest.mark.rule("red_actions", "res-kill", "conv-test-order")
def test_with_the_last_base_the_officers_are_lost_and_nothing_more_is_thrown() -> None:
    found = resolve(shot(unit(bases=1, officer=CAPTAIN)), 6, 6).outcome
    assert (found.target.bases, found.target.officers, found.aftermath.destroyed) == (0, (), True)


@pytest.mark.rule("red_actions", "conv-test-order", "mor-multiple-example", "off-casualty-all-lost", "dh-roll")
def test_the_longest_chain_of_tests() -> None:
    asked = shot(unit(bases=4, officer=CAPTAIN), by=GUNS)
    faces = (5, 5, 6, 6, 1)
    resolution = resolve(asked, *faces, 1, 1, 1, 1, 1, 1, 1, 1)
    tests = ["fear test", "serious test", "serious test", "fear test"]
    assert throws(resolution) == ["dh-roll", "sho-table", "res-officers-shooting", *tests]
    left = resolution.outcome.target
    assert (left.bases, left.terror, left.pinned, left.officers) == (2, 1, True, ())
    # The first test fails: the others are not thrown for.
    routed = resolve(asked, *faces, 5, 4)
    assert throws(routed)[3:] == ["fear test"]
    assert routed.outcome.target.routing
    one = resolve(asked, *faces, 1, 1, 1, 1, 1, 1, one_serious_test_per_event=True)
    assert throws(one)[3:] == ["fear test", "serious test", "fear test"]


@pytest.mark.rule("red_actions", "res-officers-shooting", "off-casualty-all-lost", "res-off")
def test_officers_under_fire() -> None:
    both = unit(officer=CAPTAIN, seniors=(COLONEL,))
    # Column 9, 8: 2 x Ter S! Off.
    one = resolve(shot(both, total=29), 4, 4, 1, 4, 1, 1)
    assert (one.outcome.target.officers, one.outcome.target.terror) == ((COLONEL,), 2)
    assert one.outcome.aftermath.officers_lost == (CAPTAIN,)
    senior = resolve(shot(both, total=29), 4, 4, 4, 1, 1, 1).outcome
    assert (senior.target.officers, senior.aftermath.officers_lost) == ((CAPTAIN,), (COLONEL,))
    second = ra.OfficerToken(id="second")
    spare = resolve(shot(unit(officer=CAPTAIN, spares=(second,)), total=29), 4, 4, 4, 1, 1, 1).outcome
    assert (spare.target.officers, spare.aftermath.officers_lost) == ((CAPTAIN,), (second,))
    none = resolve(shot(both, total=29), 4, 4, 1, 1, 1, 1, 1, 1)
    assert (none.outcome.target.officers, none.outcome.target.terror) == ((), 3)
    assert throws(none)[3:] == ["serious test", "serious test"]
    assert throws(resolve(shot(unit(), total=29), 4, 4, 1, 1)) == ["sho-table", "serious test"]


@pytest.mark.rule("red_actions", "conv-test-order", "off-casualty-all-lost")
def test_officer_dice_are_thrown_though_the_unit_is_about_to_rout() -> None:
    resolution = resolve(shot(unit(bases=2, terror=2, officer=CAPTAIN), total=29), 4, 4, 1)
    assert throws(resolution) == ["sho-table", "res-officers-shooting"]
    assert (resolution.outcome.target.terror, resolution.outcome.target.routing) == (5, True)


@pytest.mark.rule("red_actions", "rout-unit-state")
def test_a_routing_target_takes_losses_and_officer_dice_but_nothing_else() -> None:
    resolution = resolve(shot(unit(bases=3, routing=True, officer=CAPTAIN)), 6, 6, 3)
    assert throws(resolution) == ["sho-table", "res-officers-shooting"]
    left = resolution.outcome.target
    assert (left.bases, left.pinned, left.moved_back, resolution.outcome.aftermath.routs) == (
        2,
        False,
        inches(0),
        False,
    )


@pytest.mark.rule("red_actions", "char-white-officer-base", "res-kill")
def test_the_white_officer_base_falls_first_and_takes_its_morale_with_it() -> None:
    conscripts = card(id="conscripts", name="Conscripts", characteristics=("Mob",), fear=5, morale_as="volunteers")
    volunteers = card(id="volunteers", name="Volunteers", fear=12)
    mixed = unit(conscripts, white_officer_base=True, morale_card=volunteers)
    # Kill! S! Off: serious passes; the fear test with 6 fails against the conscripts' 5.
    left = after(shot(mixed), 6, 6, 1, 1, 3, 3)
    assert (left.bases, left.white_officer_base, left.has("Mob"), left.routing) == (3, False, True, True)


STIFFENED = unit(
    card(id="conscripts", name="Conscripts", shooting_value=Fraction(6), morale_as="volunteers"),
    name="Shooter", side="red", white_officer_base=True, morale_card=card(id="volunteers"),
)  # fmt: skip


@pytest.mark.rule("red_actions", "char-white-officer-base", "sho-total")
@pytest.mark.parametrize(
    ("changes", "facts", "total"),
    [
        ({}, {}, 29),  # 3 x 6 + 11
        ({"terror": 2}, {}, 14),  # half of it, 14 1/2, for two effective bases of four
        ({"bases": 1}, {}, 11),  # the White Officer base alone
        ({}, {"able_bases": 1}, 7),  # a quarter, 7 1/4
        ({}, {"distance": inches(9)}, 14),  # half of it at long range
    ],
)
def test_a_white_officer_base_shoots_with_its_own_value(
    changes: dict[str, Any], facts: dict[str, Any], total: int
) -> None:
    asked = {"distance": inches(4), "officer_base_value": Fraction(11), **facts}
    resolution = resolve(ra.ShootRequest(shooter=evolve(STIFFENED, **changes), target=unit(), **asked), 1, 1)
    results = [step for _, step in resolution.record.walk() if isinstance(step, ResultStep)]
    assert [step.values["total"] for step in results if step.rule == "sho-total"] == [total]
    mean = "11" if "bases" in changes else "29/4"
    assert [step.values["value"] for step in results if step.rule == "char-white-officer-base"] == [mean]


@pytest.mark.rule("red_actions", "char-white-officer-base")
def test_the_value_of_a_white_officer_base_is_asked_for_only_where_there_is_one() -> None:
    asked = ra.ShootRequest(shooter=STIFFENED, target=unit(), distance=inches(4))
    with pytest.raises(NeedsRuling, match="shooting value of the White Officer base of Shooter") as found:
        resolve(asked, 1, 1)
    assert "officer_base_value" in str(found.value)
    assert resolve(evolve(asked, harassing=True)).outcome.target.shot_at  # nobody asks what it adds to no dice
    plain = evolve(asked, shooter=evolve(STIFFENED, white_officer_base=False))
    assert resolve(plain, 1, 1).outcome.target.bases == 4
    with pytest.raises(InvalidRequestError, match=r"\$\.officer_base_value: .*Shooter has no White Officer base"):
        resolve(evolve(plain, officer_base_value=Fraction(11)), 1, 1)


@pytest.mark.rule("red_actions", "defs-senior-officer-base")
@pytest.mark.parametrize(
    ("total", "faces", "bases", "terror", "pinned", "back"),
    [
        (40, (6, 6), 0, 0, False, 0),  # Kill! S! Off
        (29, (1, 3), 1, 0, False, 0),  # Ter
        (29, (1, 2), 1, 0, False, 6),  # Ret
        (29, (4, 4, 1), 0, 0, False, 0),  # 2 x Ter S! Off
        (29, (4, 4, 2, 6, 5), 1, 0, False, 6),
        (29, (4, 4, 2, 1, 1), 1, 0, False, 0),
    ],
)
def test_the_base_of_a_senior_officer(
    *, total: int, faces: tuple[int, ...], bases: int, terror: int, pinned: bool, back: int
) -> None:
    left = after(shot(unit(GENERAL, bases=1, officer=COLONEL), total=total), *faces)
    assert (left.bases, left.terror, left.pinned, left.moved_back) == (bases, terror, pinned, inches(back))


@pytest.mark.rule("red_actions", "defs-senior-officer-base", "res-officers-shooting")
def test_the_base_of_a_senior_officer_stands_when_a_companion_falls() -> None:
    both = shot(unit(GENERAL, bases=1, officer=COLONEL, spares=(CAPTAIN,)), total=29)
    left = after(both, 4, 4, 2, 1, 1, 1)  # 2 x Ter S! Off: one lives, the other does not, the test passes
    assert (left.bases, left.officers) == (1, (COLONEL,))
    fallen = resolve(both, 4, 4, 1, 2).outcome.aftermath
    assert (fallen.destroyed, fallen.unit.bases, fallen.officers_lost) == (True, 0, (COLONEL, CAPTAIN))


@pytest.mark.rule("red_actions", "defs-senior-officer-base", "res-officers-shooting", "res-off")
def test_a_senior_officer_of_whom_no_token_is_known_throws_for_himself() -> None:
    alone = shot(unit(GENERAL, bases=1), total=29)  # column 9, where 8 is 2 x Ter S! Off
    fallen = resolve(alone, 4, 4, 1)
    assert throws(fallen) == ["sho-table", "res-officers-shooting"]
    assert (fallen.outcome.aftermath.destroyed, fallen.outcome.aftermath.officers_lost) == (True, ())
    assert after(alone, 4, 4, 2, 1, 1).bases == 1
    leaderless = resolve(shot(total=29), 4, 4, 1, 1)  # riflemen without an officer throw for nobody
    assert throws(leaderless) == ["sho-table", "serious test"]


# --- vehicles, gas, harassing


@pytest.mark.rule("red_actions", "tank-terror")
def test_a_tank_spreads_terror_whatever_the_dice() -> None:
    assert after(shot(by=TANK, total=2), 1, 1).terror == 1  # column 4: nothing
    assert after(shot(by=TANK, total=0)).terror == 1  # no total, no throw
    assert after(shot(by=TANK, total=2, cover="super_hard")).terror == 0
    assert after(shot(by=TANK, harassing=True)).terror == 0
    assert after(shot(unit(CAR, bases=1), by=TANK, distance=inches(9))).terror == 0
    assert after(shot(unit(GENERAL, bases=1), by=TANK, total=2), 1, 1).terror == 0
    assert after(shot(by=CAR, total=2), 1, 1).terror == 0


@pytest.mark.rule("red_actions", "tank-armour", "dh-guns-vehicles")
def test_only_direct_hits_harm_a_tank() -> None:
    tank = unit(TANK, bases=1)
    assert after(shot(tank, by=MACHINE_GUNS)).bases == 1
    missed = resolve(shot(tank, by=GUNS, bases=2), 4, 4, 4, 4)
    assert (throws(missed), missed.outcome.target.bases) == (["dh-roll", "dh-roll"], 1)
    hit = resolve(shot(tank, by=GUNS, bases=2, target_moved=False), 4, 5)
    assert (throws(hit), hit.outcome.target.bases, hit.outcome.direct_hits) == (["dh-roll"], 0, 1)
    assert after(shot(tank, by=GUNS, target_moved=True), 5, 5).bases == 1


@pytest.mark.rule("red_actions", "ac-armour")
def test_an_armoured_car_minds_machine_guns_near_that_kill_and_direct_hits() -> None:
    car = unit(CAR, bases=1)
    near = resolve(shot(car, by=MACHINE_GUNS, total=17, distance=inches(8)), 3, 4)  # column 9: 2 x Ter S!
    assert (near.outcome.target.terror, near.outcome.target.pinned, near.outcome.target.bases) == (0, False, 1)
    assert after(shot(car, by=MACHINE_GUNS), 6, 6).bases == 0
    assert throws(resolve(shot(car, by=MACHINE_GUNS, distance=inches("8.1")))) == []
    assert throws(resolve(shot(car))) == []
    assert throws(resolve(shot(car, by=GUNS), 4, 4)) == ["dh-roll"]
    assert after(shot(car, by=GUNS), 4, 5).bases == 0


@pytest.mark.rule("red_actions", "train-hit-number")
def test_direct_hits_on_a_train_are_counted_and_cost_no_base() -> None:
    train = unit(TRAIN, bases=1)
    found = resolve(shot(train, by=GUNS, bases=2), 4, 5, 6, 6).outcome
    assert (found.direct_hits, found.target.bases) == (2, 1)
    harmless = resolve(shot(train, by=MACHINE_GUNS))
    assert throws(harmless) == []
    said = [step.rule for _, step in harmless.record.walk() if "no dice" in step.text]
    assert said == ["train-hit-number"]


@pytest.mark.rule("red_actions", "gas")
def test_gas_is_one_more_fear_test_the_last() -> None:
    nothing = resolve(shot(by=MORTARS, total=2, gas=True), 1, 1, 1, 1, 1, 1)
    assert throws(nothing) == ["dh-roll", "sho-table", "fear test"]
    trench = shot(by=MORTARS, total=2, gas=True, cover="super_hard")
    assert throws(resolve(trench, 1, 1, 1, 1)) == ["dh-roll", "fear test"]
    killed = resolve(shot(by=MORTARS, gas=True), 1, 1, 6, 6, 1, 1, 1, 1, 1, 1)
    assert throws(killed)[2:] == ["serious test", "fear test", "fear test"]
    routers = shot(unit(routing=True), by=MORTARS, total=2, gas=True)
    assert throws(resolve(routers, 1, 1, 1, 1)) == ["dh-roll", "sho-table"]
    with pytest.raises(IllegalRequestError, match=r"\$\.gas: .*guns and mortars.*\[gas\]"):
        resolve(shot(gas=True))


@pytest.mark.rule("red_actions", "harassing")
def test_harassing_fire_harms_nobody_but_they_were_shot_at() -> None:
    found = resolve(shot(distance=inches(32), harassing=True)).outcome
    assert (found.target.shot_at, found.target.bases, found.target.terror) == (True, 4, 0)
    with pytest.raises(IllegalRequestError, match=r"\$\.distance: 32\.1 in .*harassing"):
        resolve(shot(distance=inches("32.1"), harassing=True))
    with pytest.raises(IllegalRequestError, match=r"\$\.distance: 32 in .*sho-long-range"):
        resolve(shot(distance=inches(32)))
    with pytest.raises(IllegalRequestError, match="wx-night-range"):
        resolve(shot(distance=inches(5), harassing=True), night="dark")
    with pytest.raises(InvalidRequestError, match=r"\$\.gas: .*harassing"):
        resolve(shot(by=GUNS, harassing=True, gas=True))


@pytest.mark.rule("red_actions", "sho-sequence", "conv-cards-missing")
def test_the_same_seed_gives_the_same_shooting_and_the_cards_are_told_once() -> None:
    asked = shoot.example
    assert asked is not None
    one, other = (RULES.resolve(asked, dice=SeededDice(7)) for _ in range(2))
    assert one == other
    told = [step.text for _, step in one.record.walk() if step.rule == "conv-cards-missing"]
    assert told == ["illustrative cards: Latvian Rifles, White Conscripts"]
