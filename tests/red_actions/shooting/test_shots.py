"""One whole shooting, and fire that is returned."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, TypeAlias

import pytest
from attrs import evolve

from rcw_rules import GivenDice, IllegalRequestError, InvalidRequestError, NeedsRuling, SeededDice, inches
from rcw_rules import red_actions as ra
from rcw_rules.kernel.record import ProcedureStep, ResultStep, RollStep
from rcw_rules.red_actions.shooting import shoot

RULES = ra.ruleset


def card(**changes: Any) -> ra.TroopCard:
    fields: dict[str, Any] = {
        "id": "rifles", "name": "Rifles", "arm": "rifle", "speed": inches(6), "range": inches(16),
        "shooting_value": Fraction(1), "fear": 8, "serious": 8,
    }  # fmt: skip
    return ra.TroopCard(**{**fields, **changes})


RIFLES = card()
SABRES = card(id="sabres", name="Sabres", arm="sabres", speed=inches(12))
MACHINE_GUNS = card(id="mgs", name="Machine Guns", arm="mg")
GUNS = card(id="guns", name="Guns", arm="gun", weapon_class="field_gun", range=inches(120))
MORTARS = card(id="mortars", name="Mortars", arm="mortar")
TANK = card(id="tank", name="Tank", arm="tank", is_mg=True)
CAR = card(id="car", name="Armoured Car", arm="armoured_car", is_mg=True)
TRAIN = card(id="train", name="Engine", arm="train_engine", range=None, shooting_value=None)
TRAIN_GUN = card(id="train_gun", name="Artillery Car", arm="train_artillery", weapon_class="field_gun")
TACHANKAS = card(id="tachankas", name="Tachankas", arm="tachanka")
GENERAL = card(id="general", name="General", arm="officer", range=None, shooting_value=None, mounted=True)

CAPTAIN = ra.OfficerToken(id="captain", effect=1)
COLONEL = ra.OfficerToken(id="colonel", rank="colonel", effect=1)


def valued(troops: ra.TroopCard, value: int) -> ra.TroopCard:
    return evolve(troops, shooting_value=Fraction(value))


def unit(troops: ra.TroopCard = RIFLES, bases: int = 4, **changes: Any) -> ra.Unit:
    fields: dict[str, Any] = {"name": "Target", "side": "white"}
    return ra.Unit(card=troops, bases=bases, **{**fields, **changes})


def shot(
    target: ra.Unit | None = None, by: ra.TroopCard = RIFLES, total: int = 40, bases: int = 1, **changes: Any
) -> ra.ShootRequest:
    """A shooting in the open, at 4 inches, whose total before anything else is *total*."""
    shooter = ra.Unit(name="Shooter", side="red", card=evolve(by, shooting_value=Fraction(total, bases)), bases=bases)
    fields: dict[str, Any] = {"distance": inches(4)}
    return ra.ShootRequest(shooter=shooter, target=target or unit(), **{**fields, **changes})


def resolve(request: Any, *faces: int, choices: dict[str, Any] | None = None, **options: Any) -> Any:
    return RULES.with_options(**options).resolve(request, dice=GivenDice(faces), choices=choices)


def after(request: ra.ShootRequest, *faces: int, **options: Any) -> ra.Unit:
    found: ra.Unit = resolve(request, *faces, **options).outcome.target
    return found


def throws(resolution: Any) -> list[str]:
    """The rules of the throws, and of morale tests which."""
    steps = [step for _, step in resolution.record.walk() if isinstance(step, RollStep)]
    return [step.purpose.split("/")[-1] if step.rule == "mor-procedure" else step.rule for step in steps]


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
    stone = shot(unit(), total=37, footing=ra.Footing(hard_cover=False), cover="open")
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
    assert one.outcome.aftermath.lost == (CAPTAIN,)
    senior = resolve(shot(both, total=29), 4, 4, 4, 1, 1, 1).outcome
    assert (senior.target.officers, senior.aftermath.lost) == ((CAPTAIN,), (COLONEL,))
    second = ra.OfficerToken(id="second")
    spare = resolve(shot(unit(officer=CAPTAIN, spares=(second,)), total=29), 4, 4, 4, 1, 1, 1).outcome
    assert (spare.target.officers, spare.aftermath.lost) == ((CAPTAIN,), (second,))
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
    left = after(both, 4, 4, 2, 1, 1, 1)  # 2 x Ter S! Off: he lives, his companion does not, and the test passes
    assert (left.bases, left.officers) == (1, (COLONEL,))
    fallen = resolve(both, 4, 4, 1, 2).outcome.aftermath
    assert (fallen.destroyed, fallen.unit.bases, fallen.lost) == (True, 0, (COLONEL, CAPTAIN))


@pytest.mark.rule("red_actions", "defs-senior-officer-base", "res-officers-shooting", "res-off")
def test_a_senior_officer_of_whom_no_token_is_known_throws_for_himself() -> None:
    alone = shot(unit(GENERAL, bases=1), total=29)  # column 9, where 8 is 2 x Ter S! Off
    fallen = resolve(alone, 4, 4, 1)
    assert throws(fallen) == ["sho-table", "res-officers-shooting"]
    assert (fallen.outcome.aftermath.destroyed, fallen.outcome.aftermath.lost) == (True, ())
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


# --- refusals


@pytest.mark.rule("red_actions", "prio-one-target", "sho-sequence", "rout-unit-state", "form-limbered")
@pytest.mark.rule("red_actions", "defs-senior-officer-base", "mvsh-tachanka", "note-tachanka", "sho-effective")
@pytest.mark.parametrize(
    ("asked", "message"),
    [
        (shot(also_at=("2nd Company",)), r"\$\.also_at: .*one target.*prio-one-target"),
        (shot(move="after_dice"), r"\$\.move: .*before the dice.*sho-sequence"),
        (shot(by=TACHANKAS, move="before_dice"), r"\$\.move: .*mvsh-tachanka"),
        (shot(by=TANK, move="before_dice"), r"\$\.move: .*mvsh-table"),
        (shot(by=TRAIN_GUN, move="before_dice"), r"\$\.move: .*train-artillery-car"),
        (shot(unit(GENERAL, bases=1), distinct=False), r"\$\.distinct: .*2 in.*defs-senior-officer-base"),
        (shot(able_bases=0), r"\$\.able_bases: .*sho-effective"),
        (shot(unit(side="red")), r"\$\.target\.side: .*wx-night-friends"),
    ],
)
def test_what_is_forbidden(asked: ra.ShootRequest, message: str) -> None:
    with pytest.raises(IllegalRequestError, match=message):
        resolve(asked)


@pytest.mark.rule("red_actions", "rout-unit-state", "form-limbered")
def test_routers_and_limbered_guns_do_not_shoot() -> None:
    asked = shot()
    with pytest.raises(IllegalRequestError, match=r"\$\.shooter\.routing: .*rout-unit-state"):
        resolve(evolve(asked, shooter=evolve(asked.shooter, routing=True)))
    asked = shot(by=GUNS)
    with pytest.raises(IllegalRequestError, match=r"\$\.shooter\.limbered: .*form-limbered"):
        resolve(evolve(asked, shooter=evolve(asked.shooter, limbered=True)))


@pytest.mark.rule("red_actions", "act-one-only", "turn-forced-forfeit")
def test_who_has_used_or_forfeited_his_segment_does_not_shoot() -> None:
    first = shot(unit(valued(RIFLES, 10)), total=29)
    spent = evolve(first, shooter=evolve(first.shooter, has_acted=True))
    with pytest.raises(IllegalRequestError, match=r"\$\.shooter\.has_acted: .*act-one-only"):
        resolve(spent)
    with pytest.raises(IllegalRequestError, match=r"\$\.first\.shooter\.has_acted: .*act-one-only"):
        resolve(exchange(spent))
    again = resolve(first, 1, 2).outcome
    with pytest.raises(IllegalRequestError, match=r"\$\.shooter\.has_acted: "):
        resolve(evolve(first, shooter=again.shooter))


@pytest.mark.rule("red_actions", "sho-sequence", "seq-position-markers")
def test_a_move_before_the_dice_changes_nothing_and_a_marker_is_revealed_first() -> None:
    assert after(shot(total=29, move="before_dice"), 1, 2) == after(shot(total=29), 1, 2)
    hidden = resolve(shot(total=29, hidden=True), 1, 2)
    rules = [step.rule for _, step in hidden.record.walk()]
    assert rules.index("seq-position-markers") < rules.index("sho-table")
    assert "seq-position-markers" not in [step.rule for _, step in resolve(shot(total=29), 1, 2).record.walk()]


@pytest.mark.rule("red_actions", "conv-cards-missing", "conv-bad-input")
@pytest.mark.parametrize(
    ("by", "what"),
    [
        (card(range=None, shooting_value=None), "range"),
        (card(arm="gun"), "weapon_class"),
    ],
)
def test_what_a_card_lacks_is_asked_for(by: ra.TroopCard, what: str) -> None:
    shooter = ra.Unit(name="Shooter", side="red", card=by)
    with pytest.raises(NeedsRuling, match=what):
        resolve(ra.ShootRequest(shooter=shooter, target=unit(), distance=inches(4)))


@pytest.mark.rule("red_actions", "conv-cards-missing")
def test_a_missing_morale_number_is_asked_for_when_the_test_is_due() -> None:
    raw = shot(unit(card(fear=None, serious=None)), total=29)
    assert after(raw, 1, 2).moved_back == inches(3)
    with pytest.raises(NeedsRuling, match="serious"):
        resolve(raw, 4, 4)


@pytest.mark.rule("red_actions", "conv-bad-input", "sho-cover-definitions", "sho-mod-cumulative")
@pytest.mark.parametrize(
    ("asked", "message"),
    [
        (shot(unit(bases=0)), r"\$\.target\.bases: "),
        (shot(unit(name="Shooter")), r"\$\.target\.name: "),
        (shot(able_bases=2), r"\$\.able_bases: 2 bases"),
        (shot(road_column=True), r"\$\.road_column: "),
        (shot(building="stone", cover="soft"), r"\$\.cover: "),
        (shot(building="stone", cover="wooden_building"), r"\$\.cover: a stone building is better .* wooden building"),
        (shot(building="wood", cover="wood"), r"\$\.cover: "),
        (
            shot(building="wood", cover="wooden_building", passing_through=True),
            r"\$\.passing_through: .*is in none.*bld-moving-through",
        ),
        (
            shot(unit(SABRES, evading=True), building="stone", cover="stone", passing_through=True),
            r"\$\.passing_through: .*is in none.*bld-moving-through",
        ),
        (shot(footing=ra.Footing(hard_cover=True), cover="soft"), r"\$\.footing\.hard_cover: "),
        (shot(passing_through=True), r"\$\.passing_through: "),
        (shot(unit(pinned=2)), r"\$\.target\.pinned: "),
    ],
)
def test_what_contradicts_itself(asked: ra.ShootRequest, message: str) -> None:
    with pytest.raises(InvalidRequestError, match=message):
        resolve(asked)


@pytest.mark.rule("red_actions", "bld-moving-through", "dh-buildings")
def test_infantry_that_keeps_to_the_houses_as_it_evades_falls_with_them() -> None:
    # 21 is in column 7, 4 off it for stone and 1 for evading; the direct hit of a 4 and a 5 brings it down on 5 and 6.
    asked = shot(unit(evading=True), by=GUNS, total=21, building="stone", cover="stone", passing_through=True)
    fallen = resolve(asked, 4, 5, 5, 6).outcome
    assert (fallen.collapsed, fallen.target.bases) == (True, 0)


@pytest.mark.rule("red_actions", "sho-cover-definitions", "dh-buildings")
def test_a_house_of_solid_logs_is_of_wood_and_covers_like_stone() -> None:
    # 21 is in column 7, 4 off it for stone; the direct hit brings a house of wood down on 9.
    asked = shot(by=GUNS, total=21, building="wood", cover="stone")
    assert throws(resolve(asked, 4, 5, 4, 5)) == ["dh-roll", "dh-buildings"]
    shooting = [step for _, step in resolve(asked, 1, 1, 1, 1).record.walk() if isinstance(step, ResultStep)]
    assert [step.values["column"] for step in shooting if step.rule == "sho-column"] == [3]


@pytest.mark.rule("red_actions", "defs-terror-rout", "conv-marker-count")
def test_a_unit_with_more_markers_than_bases_is_in_rout() -> None:
    wild: dict[str, Any] = {"bases": 2, "terror": 2, "humiliated": 1}
    with pytest.raises(InvalidRequestError, match=r"\$\.target\.terror: 3 markers on 2 bases.*defs-terror-rout"):
        resolve(shot(unit(**wild)))
    asked = shot()
    with pytest.raises(InvalidRequestError, match=r"\$\.shooter\.terror: .*defs-terror-rout"):
        resolve(evolve(asked, shooter=evolve(asked.shooter, terror=2)))
    assert not resolve(shot(unit(**wild, routing=True), total=2), 1, 1).outcome.aftermath.routs


# --- return fire


def exchange(first: ra.ShootRequest | None = None, **changes: Any) -> ra.ReturnFireRequest:
    first = first or shot(unit(valued(RIFLES, 10)), total=29)
    answer = ra.ShootRequest(shooter=first.target, target=first.shooter, distance=first.distance)
    return ra.ReturnFireRequest(first=first, answer=evolve(answer, **changes))


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


# --- exact odds against a twin that shares no code and knows only cells of which the catalogue is sure or nearly so

Ask: TypeAlias = Callable[[list[tuple[Any, Fraction]]], Any]
Fate: TypeAlias = tuple[object, ...]

SURE = {  # columns 8 to 10, from 2 to 12
    8: "-- -- R R TR 2T 2TS 2TSO K K K",
    9: "-- R T T TR 2TS 2TSO K K K K",
    10: "R T T TR TR 2TSO K K K K K",
}
WAYS = {score: sum(1 for a in range(1, 7) for b in range(1, 7) if a + b == score) for score in range(2, 13)}


def up_to(number: int) -> Fraction:
    return Fraction(sum(ways for score, ways in WAYS.items() if score <= number and score != 12), 36)


def every_course(play: Callable[[Ask], Fate]) -> dict[Fate, Fraction]:
    """Play every course of chance."""
    found: dict[Fate, Fraction] = {}

    def go_on(trail: list[Any], chance: Fraction) -> None:
        left = list(trail)
        more: list[tuple[Any, Fraction]] = []

        class WantsMoreError(Exception):
            pass

        def ask(branches: list[tuple[Any, Fraction]]) -> Any:
            if left:
                return left.pop(0)
            more.extend(branches)
            raise WantsMoreError

        try:
            fate = play(ask)
        except WantsMoreError:
            for value, share in more:
                if share:
                    go_on([*trail, value], chance * share)
        else:
            found[fate] = found.get(fate, Fraction(0)) + chance

    go_on([], Fraction(1))
    return found


def yes(chance: Fraction) -> list[tuple[Any, Fraction]]:
    return [(True, chance), (False, 1 - chance)]


def best_help(alive: list[int | None]) -> int:
    """The most that officers add: the commander, he with one senior, or a senior instead of him."""
    commander = alive[0] if alive and alive[0] is not None else 0
    seniors = [senior for senior in alive[1:] if senior is not None]
    return max(commander, *(commander + senior for senior in seniors), *seniors, -99)


def twin(
    ask: Ask,
    *,
    column: int,
    bases: int = 4,
    terror: int = 0,
    officers: tuple[int, ...] = (),
    guns: int = 0,
    gun_number: int = 10,
    tank: bool = False,
    gas: bool = False,
    sheltered: bool = False,
    routing: bool = False,
    one_serious: bool = False,
    fear: int = 8,
    serious: int = 8,
) -> Fate:
    """Shoot at foot once. The first of the officers commands, the others are attached seniors."""
    struck = 0
    for _ in range(guns):
        if struck < bases and ask(yes(Fraction(sum(ways for s, ways in WAYS.items() if s >= gun_number), 36))):
            struck += 1
    bases -= struck
    if not bases:
        return ("gone",)
    score = ask([(score, Fraction(ways, 36)) for score, ways in WAYS.items()])
    code = SURE[column].split()[score - 2]
    killed = code == "K"
    bases -= killed
    if not bases:
        return ("gone",)
    terror += 2 * ("2T" in code) or int("T" in code)
    terror += tank
    pinned = not routing and (killed or "2T" in code)
    alive: list[int | None] = list(officers)
    if code == "K" or "O" in code:
        for place in range(len(officers)):
            if ask(yes(Fraction(1, 6))):
                alive[place] = None
    beheaded = bool(officers) and all(officer is None for officer in alive)
    terror += beheaded
    left = tuple(officer for officer in alive if officer is not None)

    def fate(*, back: int = 0, routs: bool = False, ignored: bool = False) -> Fate:
        return (bases, terror, pinned, left, back, routs, ignored)

    if routing:
        return fate(routs=True)
    if terror > bases:
        return fate(routs=True)
    serious_result = code == "K" or "S" in code
    tests = ["fear"] * struck + ["serious"] * beheaded
    tests += ["serious"] * (serious_result and not (beheaded and one_serious))
    tests += ["fear"] * killed + ["fear"] * gas
    back = int(code in ("R", "TR"))
    for test in tests:
        number = (fear if test == "fear" else serious) + best_help(alive)
        if not ask(yes(up_to(number))):
            if test == "fear":
                return fate(routs=True)
            back += 1
    ignored = sheltered and back > 0
    return fate(back=3000 if back - ignored > 0 else 0, ignored=ignored)


def fates(asked: ra.ShootRequest, **options: Any) -> dict[Fate, Fraction]:
    found: dict[Fate, Fraction] = {}
    for outcome, chance in RULES.with_options(**options).odds(asked).items():
        left = outcome.target
        effects = tuple(officer.effect for officer in left.officers)
        back = outcome.aftermath.retired.thousandths
        fate: Fate = (left.bases, left.terror, left.pinned, effects, back, left.routing, left.ignored_retire)
        if not left.bases:
            fate = ("gone",)
        found[fate] = found.get(fate, Fraction(0)) + chance
    return found


def led(effects: tuple[int, ...], **changes: Any) -> ra.Unit:
    tokens = [ra.OfficerToken(id=f"officer {place}", effect=effect) for place, effect in enumerate(effects)]
    return unit(officer=tokens[0] if tokens else None, seniors=tuple(tokens[1:]), **changes)


@pytest.mark.rule("red_actions", "conv-test-order", "sho-sequence", "mor-multiple-example", "res-combined")
@pytest.mark.parametrize("column", [8, 9, 10])
@pytest.mark.parametrize(
    ("changes", "facts"),
    [
        ({}, {}),
        ({"officers": (1, 1)}, {}),
        ({"officers": (-1, 2), "bases": 6}, {}),
        ({"officers": (2,), "bases": 2, "terror": 1}, {}),
        ({"bases": 1}, {}),
        ({"officers": (1, 0), "fear": 5, "serious": 11, "bases": 3}, {}),
        ({"officers": (1, 1), "guns": 2, "gas": True}, {}),
        ({"guns": 1, "gun_number": 11, "bases": 1}, {"indirect": "later"}),
        ({"officers": (1,), "tank": True, "bases": 2}, {}),
        ({"officers": (0, 1), "routing": True, "bases": 3}, {}),
        ({"officers": (1,), "one_serious": True}, {}),
        ({"officers": (1,), "sheltered": True}, {}),
    ],
)
def test_the_odds_of_a_whole_shooting(column: int, changes: dict[str, Any], facts: dict[str, Any]) -> None:
    numbers = {"fear": changes.get("fear", 8), "serious": changes.get("serious", 8)}
    sheltered = changes.get("sheltered", False)
    target = led(
        changes.get("officers", ()), troops=card(**numbers), bases=changes.get("bases", 4),
        terror=changes.get("terror", 0), routing=changes.get("routing", False),
        foxholes=Fraction(3 if sheltered else 0),
    )  # fmt: skip
    total = {8: 28, 9: 36, 10: 37}[column]
    more: dict[str, Any] = {"total": total}
    if sheltered:  # its foxholes are three columns, which near machine guns make up for
        more["by"] = MACHINE_GUNS
        if column == 10:
            return  # the shifts are held to the table only once they are added: column 10 it stays
    if changes.get("tank"):
        more["by"] = evolve(TANK, is_mg=False)
    if "guns" in changes:
        bases = changes["guns"]
        more = {"by": GUNS, "bases": bases, "total": total if facts.get("indirect") != "later" else total * 4 // 3 + 1}
    asked = shot(target, gas=changes.get("gas", False), **more, **facts)
    expected = every_course(lambda ask: twin(ask, column=column, **changes))
    assert fates(asked, one_serious_test_per_event=changes.get("one_serious", False)) == expected


@pytest.mark.rule("red_actions", "pre-return-fire", "conv-test-order")
def test_the_odds_of_an_exchange_of_fire() -> None:
    target = unit(valued(RIFLES, 10), bases=3, officer=CAPTAIN)
    asked = exchange(shot(target, total=30))

    def play(ask: Ask) -> Fate:
        # Both fires at once: neither changes the other, so that each target's fate is that of a fire alone.
        return (twin(ask, column=9, bases=3, officers=(1,)), twin(ask, column=9, bases=1))

    expected = every_course(play)
    found: dict[Fate, Fraction] = {}
    for outcome, chance in RULES.odds(asked).items():
        assert outcome.answer is not None
        one = _fate_of(outcome.target, outcome.first.aftermath.retired)
        other = _fate_of(outcome.shooter, outcome.answer.retired)
        found[one, other] = found.get((one, other), Fraction(0)) + chance
    assert found == expected


def _fate_of(left: ra.Unit, back: Any) -> Fate:
    if not left.bases:
        return ("gone",)
    effects = tuple(officer.effect for officer in left.officers)
    return (left.bases, left.terror, left.pinned, effects, back.thousandths, left.routing, left.ignored_retire)


@pytest.mark.rule("red_actions", "sho-sequence", "conv-cards-missing")
def test_the_same_seed_gives_the_same_shooting_and_the_cards_are_told_once() -> None:
    asked = shoot.example
    assert asked is not None
    one, other = (RULES.resolve(asked, dice=SeededDice(7)) for _ in range(2))
    assert one == other
    told = [step.text for _, step in one.record.walk() if step.rule == "conv-cards-missing"]
    assert told == ["illustrative cards: Latvian Rifles, White Conscripts"]


@pytest.mark.rule("red_actions", "wx-night-friends", "wx-night-range")
def test_in_the_night_friends_are_shot_at_by_mistake() -> None:
    mistake = shot(unit(side="red"), total=29, distance=inches(3))
    # The Ter of a 4 calls for no test that the night could weigh on.
    assert after(mistake, 1, 3, night="dark").terror == 1
    with pytest.raises(IllegalRequestError, match="wx-night-friends"):
        resolve(mistake, 1, 3)


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


@pytest.mark.rule("red_actions", "sho-sequence", "conv-test-order")
def test_exact_odds_run_a_shooting_and_each_chain_of_tests_once(monkeypatch: pytest.MonkeyPatch) -> None:
    runs: list[Any] = []
    for name in ("shoot", "morale_chain"):
        procedure = RULES.procedure(f"red_actions.{name}")

        def counted(request: Any, umpire: Any, play: Callable[..., Any] = procedure.run) -> Any:
            runs.append(request)
            return play(request, umpire)

        monkeypatch.setattr(procedure, "run", counted)
    asked = shot(unit(officer=CAPTAIN, seniors=(COLONEL,)), total=29)
    RULES.forget_odds()
    odds = RULES.odds(asked)
    assert len(runs) == len(set(runs)) > 1
    assert len(odds) > len(runs)
