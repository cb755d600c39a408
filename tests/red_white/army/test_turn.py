"""The headquarters, the losses of an army, Major Morale and the end of a turn."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from rcw_rules import GivenDice, IllegalRequestError, InvalidRequestError
from rcw_rules import red_white as rw
from rcw_rules.kernel.errors import DiceError
from rcw_rules.kernel.record import LookUpStep, RulingStep

# ---------------------------------------------------------------- the headquarters


def overrun(**fields: Any) -> rw.HqOverrunOutcome:
    return rw.ruleset.resolve(rw.HqOverrunRequest(**fields), dice=GivenDice([])).outcome


GONE = rw.HqOverrunOutcome(overrun=True, lost_units=1, commander_survives=False)
SAFE = rw.HqOverrunOutcome(overrun=False, lost_units=0, commander_survives=True)


@pytest.mark.rule("red_white", "hq-overrun")
@pytest.mark.parametrize("enemy", ["infantry", "cavalry", "tank"])
def test_a_unit_that_may_start_a_melee_overruns_it(enemy: str) -> None:
    assert overrun(enemy=enemy) == GONE
    assert overrun(enemy=enemy, friend_in_contact=True) == SAFE
    assert overrun(enemy=enemy, enemy_falling_back=True) == SAFE


@pytest.mark.rule("red_white", "hq-overrun")
@pytest.mark.parametrize(
    "enemy",
    ["armoured_car", "armoured_train", "artillery", "machine_gun", "tchanka", "droshky", "wagon", "command", None],
)
def test_no_other_unit_does(enemy: str | None) -> None:
    assert overrun(enemy=enemy) == SAFE


@pytest.mark.rule("red_white", "hq-overrun", "train-lost")
@pytest.mark.parametrize("enemy", ["cavalry", None])
@pytest.mark.parametrize("friend", [True, False])
def test_aboard_a_train_it_shares_the_fate_of_the_train(enemy: str | None, friend: bool) -> None:
    fields = {"enemy": enemy, "friend_in_contact": friend and enemy is not None, "aboard_train": True}
    assert overrun(**fields, train_lost=False) == SAFE
    assert overrun(**fields, train_lost=True) == GONE


@pytest.mark.rule("red_white", "hq-overrun", "train-lost", "major-adjustments", "hq")
def test_a_train_lost_with_the_hq_aboard_counts_four() -> None:
    lost = overrun(aboard_train=True, train_lost=True).lost_units
    request = rw.MajorMoraleRequest(side="red", army=rw.ArmyCount(units=20, lost=lost, trains_lost=1))
    assert rw.ruleset.resolve(request, dice=GivenDice([])).outcome.net_losses == 4


@pytest.mark.rule("red_white", "hq-overrun", "hq")
def test_a_commander_who_leads_elsewhere_survives() -> None:
    assert overrun(enemy="cavalry", commander_leads=True) == evolve(GONE, commander_survives=True)


@pytest.mark.rule("red_white", "hq-overrun", "gen-unit-types")
@pytest.mark.parametrize(
    ("fields", "path"),
    [
        ({"train_lost": True}, "$.train_lost"),
        ({"friend_in_contact": True}, "$.friend_in_contact"),
        ({"enemy_falling_back": True}, "$.enemy_falling_back"),
        ({"enemy": "howitzer"}, "$.enemy"),
    ],
)
def test_contradictions_about_the_hq_are_refused(fields: dict[str, Any], path: str) -> None:
    with pytest.raises(InvalidRequestError) as caught:
        overrun(**fields)
    assert [each.path for each in caught.value.problems] == [path]


# ---------------------------------------------------------------- counting


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


# ---------------------------------------------------------------- Major Morale


def major(*faces: int, units: int, lost: int, ruleset: Any = rw.ruleset) -> rw.MajorMoraleOutcome:
    request = rw.MajorMoraleRequest(side="red", army=rw.ArmyCount(units=units, lost=lost))
    outcome: rw.MajorMoraleOutcome = ruleset.resolve(request, dice=GivenDice(faces)).outcome
    return outcome


@pytest.mark.rule("red_white", "major-threshold")
@pytest.mark.parametrize(
    ("lost", "units", "breaks_on", "row"),
    [
        (3, 10, 3, "30%"),
        (4, 11, 3, "30%"),
        (2, 5, 4, "40%"),
        (5, 12, 4, "40%"),
        (49, 99, 4, "40%"),
        (1, 2, 5, "50%+"),
        (9, 10, 5, "50%+"),
        (10, 10, 5, "50%+"),
    ],
)
def test_the_rows_of_the_table(lost: int, units: int, breaks_on: int, row: str) -> None:
    assert major(breaks_on, units=units, lost=lost) == rw.MajorMoraleOutcome(
        net_losses=lost, row=row, tested=True, broken=True
    )
    assert not major(breaks_on + 1, units=units, lost=lost).broken


@pytest.mark.rule("red_white", "major-threshold")
@pytest.mark.parametrize(("lost", "units"), [(3, 11), (0, 1), (2, 7), (29, 98)])
def test_below_30_percent_there_is_no_test(lost: int, units: int) -> None:
    assert major(units=units, lost=lost) == rw.MajorMoraleOutcome(
        net_losses=lost, row="<30%", tested=False, broken=False
    )


@pytest.mark.rule("red_white", "major-adjustments", "major-threshold")
def test_net_losses_above_the_whole_army_stay_in_the_last_row() -> None:
    army = rw.ArmyCount(units=2, lost=1, trains_lost=1, supply_cut=True)
    outcome = rw.ruleset.resolve(rw.MajorMoraleRequest(side="red", army=army), dice=GivenDice([6])).outcome
    assert outcome == rw.MajorMoraleOutcome(net_losses=7, row="50%+", tested=True, broken=False)


@pytest.mark.rule("red_white", "major-die", "opt-major-die")
def test_the_die_is_a_d10_and_by_option_a_d6() -> None:
    by_d6 = rw.ruleset.with_options(major_die="d6")
    assert major(4, units=10, lost=4).broken
    assert not major(5, units=10, lost=4).broken
    assert major(3, units=10, lost=3, ruleset=by_d6).broken
    assert not major(4, units=10, lost=3, ruleset=by_d6).broken
    with pytest.raises(DiceError):
        major(7, units=10, lost=3, ruleset=by_d6)
    request = rw.MajorMoraleRequest(side="white", army=rw.ArmyCount(units=10, lost=5))
    for ruleset, chance in ((rw.ruleset, Fraction(1, 2)), (by_d6, Fraction(5, 6))):
        assert ruleset.odds(request).probability(lambda outcome: outcome.broken) == chance


@pytest.mark.rule("red_white", "major-die", "opt-major-die", "major-threshold")
@pytest.mark.parametrize(("option", "lost", "told"), [("d10", 3, True), ("d6", 3, True), ("d6", 2, False)])
def test_the_record_tells_of_the_die_and_the_row(option: str, lost: int, told: bool) -> None:
    request = rw.MajorMoraleRequest(side="red", army=rw.ArmyCount(units=10, lost=lost))
    ruleset = rw.ruleset.with_options(major_die=option)
    record = ruleset.resolve(request, dice=GivenDice([1] if told else [])).record
    rulings = [(step.rule, step.value) for _, step in record.walk() if isinstance(step, RulingStep)]
    assert rulings == ([("opt-major-die", option)] if told else [])
    rows = [(step.rule, step.row, step.result) for _, step in record.walk() if isinstance(step, LookUpStep)]
    assert rows == [("major-threshold", "30%", 3) if told else ("major-threshold", "<30%", "no test")]


@pytest.mark.rule("red_white", "major-threshold", "major-die", "major-adjustments")
@given(
    size=st.tuples(st.integers(1, 60), st.integers(0, 60)),
    trains=st.tuples(st.integers(0, 3), st.integers(0, 3)),
    supply=st.tuples(st.booleans(), st.booleans()),
    option=st.sampled_from(["d10", "d6"]),
)
def test_the_exact_odds_are_those_of_all_faces(
    size: tuple[int, int], trains: tuple[int, int], supply: tuple[bool, bool], option: str
) -> None:
    lost = size[1]
    units = max(size[0], lost + trains[0])
    net = max(0, lost + 3 * trains[0] + 3 * supply[0] - 2 * trains[1] - 2 * supply[1])
    highest = 5 if 2 * net >= units else 4 if 5 * net >= 2 * units else 3 if 10 * net >= 3 * units else 0
    sides = 10 if option == "d10" else 6
    breaking = sum(face <= highest for face in range(1, sides + 1))
    request = rw.MajorMoraleRequest(
        side="white",
        army=rw.ArmyCount(units=units, lost=lost, trains_lost=trains[0], supply_cut=supply[0]),
        enemy_trains_forced_off=trains[1],
        enemy_supply_cut=supply[1],
    )
    odds = rw.ruleset.with_options(major_die=option).odds(request)
    assert {(o.net_losses, o.tested) for o in odds} == {(net, highest > 0)}
    assert odds.probability(lambda outcome: outcome.broken) == Fraction(breaking, sides)


@pytest.mark.rule("red_white", "major-threshold")
@given(units=st.integers(1, 99), lost=st.integers(0, 98))
def test_another_loss_never_steadies_an_army(units: int, lost: int) -> None:
    lost = min(lost, units - 1)

    def breaks(count: int) -> Fraction:
        request = rw.MajorMoraleRequest(side="red", army=rw.ArmyCount(units=units, lost=count))
        return rw.ruleset.odds(request).probability(lambda outcome: outcome.broken)

    assert breaks(lost) <= breaks(lost + 1)


# ---------------------------------------------------------------- the end of a turn

STEADY = rw.ArmyCount(units=10, lost=1)
SHAKEN = rw.ArmyCount(units=20, lost=7)  # 35%


def end(*faces: int, ruleset: Any = rw.ruleset, **fields: Any) -> rw.EndOfTurnOutcome:
    request = rw.EndOfTurnRequest(**{"red": STEADY, "white": STEADY, **fields})
    outcome: rw.EndOfTurnOutcome = ruleset.resolve(request, dice=GivenDice(faces)).outcome
    return outcome


@pytest.mark.rule("red_white", "suppress-duration", "gen-unit-state")
def test_the_end_of_the_turn_removes_the_suppressed_marker_and_nothing_else() -> None:
    marked = rw.Unit(
        side="red",
        type="infantry",
        has_leader=True,
        starting_stands=8,
        stands=5,
        suppressed=True,
        falling_back=True,
        casualties=True,
    )
    free = evolve(marked, side="white", suppressed=False)
    outcome = end(units=(marked, free))
    assert outcome.units == (evolve(marked, suppressed=False), free)


@pytest.mark.rule("red_white", "suppress-duration", "suppress-fire")
def test_a_suppressed_unit_that_may_fire_has_the_marker_to_the_end_of_its_turn() -> None:
    unit = rw.Unit(side="red", type="infantry", has_leader=True, stands=5, suppressed=True, casualties=True)
    fired = rw.ruleset.resolve(rw.SuppressedFireRequest(unit=unit), dice=GivenDice([4])).outcome
    assert (fired.may_fire, fired.suppressed) == (True, True)
    (later,) = end(units=(unit,)).units
    for tested, base in ((unit, 4), (later, 5)):
        assert rw.ruleset.resolve(rw.MoraleTestRequest(unit=tested), dice=GivenDice([1])).outcome.base == base


@pytest.mark.rule("red_white", "major-when")
def test_an_army_at_35_percent_tests_at_the_end_of_every_turn() -> None:
    for _ in range(2):
        outcome = end(4, red=SHAKEN)
        assert (outcome.red.tested, outcome.red.broken, outcome.white.tested) == (True, False, False)
    assert not end(red=STEADY).red.tested


@pytest.mark.rule("red_white", "major-when", "major-break")
@pytest.mark.parametrize(("faces", "winner"), [((3, 4), "white"), ((4, 3), "red"), ((3, 3), "draw"), ((4, 4), "none")])
def test_red_throws_first_and_both_throw(faces: tuple[int, int], winner: str) -> None:
    resolution = rw.ruleset.resolve(rw.EndOfTurnRequest(red=SHAKEN, white=SHAKEN), dice=GivenDice(faces))
    outcome = resolution.outcome
    assert (outcome.winner, outcome.game_over) == (winner, winner != "none")
    assert (outcome.red.broken, outcome.white.broken) == (faces[0] == 3, faces[1] == 3)
    assert [roll.purpose for roll in resolution.record.rolls] == [
        "Red army/Major Morale of red",
        "White army/Major Morale of white",
    ]


@pytest.mark.rule("red_white", "major-break")
def test_if_red_alone_breaks_white_wins() -> None:
    assert end(1, red=SHAKEN).winner == "white"
    assert end(1, white=SHAKEN).winner == "red"


@pytest.mark.rule("red_white", "major-adjustments", "p1-surrender-and-supply")
def test_what_one_army_loses_in_trains_and_supply_helps_the_other() -> None:
    red = rw.ArmyLog(
        units=(
            rw.ArmyUnit(type="armoured_train", fate="off_table"),
            rw.ArmyUnit(type="armoured_train", fate="surrendered"),
            rw.ArmyUnit(type="armoured_train", fate="destroyed"),
            *[FRESH] * 60,
        ),
        supply_cut=True,
    )
    outcome = end(red=red, white=rw.ArmyCount(units=40, lost=9))
    # three trains and the supply line; the train that was merely destroyed helps nobody
    assert (outcome.red.net_losses, outcome.white.net_losses) == (3 * 3 + 3, 9 - 2 * 2 - 2)


@pytest.mark.rule("red_white", "major-when", "major-break", "major-die")
@pytest.mark.parametrize(("red_lost", "white_lost"), [(3, 5), (4, 0), (0, 0), (5, 5)])
def test_the_exact_odds_are_those_of_both_dice(red_lost: int, white_lost: int) -> None:
    highest = {0: 0, 3: 3, 4: 4, 5: 5}
    twin: dict[str, Fraction] = dict.fromkeys(("none", "red", "white", "draw"), Fraction(0))
    for red_face, white_face in product(range(1, 11), repeat=2):
        red_breaks, white_breaks = red_face <= highest[red_lost], white_face <= highest[white_lost]
        winner = {(True, True): "draw", (True, False): "white", (False, True): "red", (False, False): "none"}
        twin[winner[red_breaks, white_breaks]] += Fraction(1, 100)
    odds = rw.ruleset.odds(
        rw.EndOfTurnRequest(red=rw.ArmyCount(units=10, lost=red_lost), white=rw.ArmyCount(units=10, lost=white_lost))
    )
    for who, chance in twin.items():
        assert odds.probability(lambda outcome, who=who: outcome.winner == who) == chance  # type: ignore[misc]


@pytest.mark.rule("red_white", "morale-exclusive-flags")
def test_a_unit_with_contradictory_state_is_refused() -> None:
    unit = rw.Unit(side="red", type="infantry", has_leader=True, stands=5, raw=True, troop_class="red_guards")
    with pytest.raises(IllegalRequestError) as caught:
        end(units=(unit,))
    assert [each.path for each in caught.value.verdict.objections] == ["$.units[0].raw"]
    with pytest.raises(InvalidRequestError):
        end(units=(evolve(unit, troop_class=None, elite=True),))


# ---------------------------------------------------------------- the phases of a turn


def sequence(*phases: rw.Phase) -> rw.PartOneProfile:
    return rw.PartOneProfile(source="made up", sequence=phases)


FULL = (
    rw.Phase(name="orders", roles=("activation", "air_string")),
    rw.Phase(name="advance", roles=("movement", "air_flight")),
    rw.Phase(name="volley", roles=("fire",)),
    rw.Phase(name="charge", roles=("melee", "fire", "morale")),
    rw.Phase(name="close", roles=("end",)),
)


@pytest.mark.rule("red_white", "p1-sequence")
def test_without_a_phase_that_ends_the_turn_it_cannot_end() -> None:
    ruleset = rw.ruleset.with_options(profile=sequence(*FULL[:-1]))
    with pytest.raises(IllegalRequestError) as caught:
        end(ruleset=ruleset)
    assert [each.rule for each in caught.value.verdict.objections] == ["p1-sequence"]
    for profile in (sequence(*FULL), sequence()):
        assert end(ruleset=rw.ruleset.with_options(profile=profile)).winner == "none"


@pytest.mark.rule("red_white", "p1-sequence", "suppress-who")
def test_phase_1_is_the_first_with_fire() -> None:
    assert rw.phase_1(sequence(*FULL)).name == "volley"
    assert rw.phase_1(sequence(FULL[0], FULL[3], FULL[2], FULL[4])).name == "charge"
    for profile in (sequence(), sequence(FULL[0], FULL[4])):
        with pytest.raises(rw.MissingProfileError) as caught:
            rw.phase_1(profile)
        assert (caught.value.rule, caught.value.field) == ("p1-sequence", "sequence")
