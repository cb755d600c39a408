"""Hand-to-hand combat: strength, ratio, table, results, officers, prisoners."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from rcw_rules import DiceError, GivenDice, IllegalRequestError, InvalidRequestError, NeedsRuling
from rcw_rules import red_actions as ra
from rcw_rules.kernel.lengths import inches
from rcw_rules.kernel.record import ModifierStep, ResultStep

# Typed in from the printed table, row by row: S or W; D defeated, H humiliated, P surrenders, a digit: retires with so
# many markers.
CELLS = {
    2: "SD SD SD S2 S1 SH",
    3: "SD SD S2 S1 SH W1",
    4: "S3 S3 SH SH W1 W2",
    5: "S2 S2 W1 W1 W2 W2",
    6: "S1 W1 W2 W2 W3 W3",
    7: "W1 W2 W2 W2 W3 WD",
    8: "W1 W2 W2 W3 WD WD",
    9: "W2 W2 W3 WD WD WD",
    10: "W3 WD WD WD WD WD",
    11: "WD WD WD WD WD WP",
    12: "WD WD WD WD WP WP",
}
COLUMNS = ("Advantage", "3:2", "2:1", "5:2", "3:1", "4:1")
WORDS = {"D": "Defeated", "H": "Humiliated", "P": "Surrenders"}


def in_words(code: str) -> str:
    return f"{code[0]}/" + WORDS.get(code[1], f"Retires {code[1]} x Ter")


def card(arm: Any = "rifle", **changes: Any) -> ra.TroopCard:
    speed = inches(12 if arm in ("sabres", "tachanka") else 6)
    fields: dict[str, Any] = {
        "id": f"test_{arm}", "name": f"Test {arm}", "arm": arm, "speed": speed, "fighting_value": Fraction(2),
        "fear": 7, "serious": 7,
    }  # fmt: skip
    return ra.TroopCard(**{**fields, **changes})


def officer(effect: int = 0) -> ra.OfficerToken:
    return ra.OfficerToken(id="officer", effect=effect)


def unit(
    name: str = "Target", arm: Any = "rifle", *, card_fields: dict[str, Any] | None = None, **state: Any
) -> ra.Unit:
    side = state.pop("side", "white" if name != "Charger" else "red")
    return ra.Unit(name=name, side=side, card=card(arm, **(card_fields or {})), **{"bases": 4, **state})


def charger(arm: Any = "rifle", *, fields: dict[str, Any] | None = None, **state: Any) -> ra.Charger:
    return ra.Charger(unit=unit("Charger", arm, **state), **(fields or {}))


def contacted(name: str = "Target", arm: Any = "rifle", *, fields: dict[str, Any] | None = None, **state: Any) -> Any:
    return ra.Contacted(unit=unit(name, arm, **state), **(fields or {}))


def request(first: ra.Charger | None = None, *others: ra.Contacted) -> ra.CombatRequest:
    return ra.CombatRequest(charger=first or charger(), contacted=others or (contacted(),))


def fight(
    first: ra.Charger | None, *others: ra.Contacted, faces: tuple[int, ...], choices: Any = None, **options: Any
) -> ra.CombatOutcome:
    game = ra.ruleset.with_options(**options) if options else ra.ruleset
    outcome: ra.CombatOutcome = game.resolve(request(first, *others), dice=GivenDice(faces), choices=choices).outcome
    return outcome


def strength(**fields: Any) -> Fraction:
    asked = ra.CombatStrengthRequest(**{"fighting_value": Fraction(3), "bases": 4, **fields})
    return ra.ruleset.resolve(asked, dice=GivenDice([])).outcome.strength


def state(after: ra.UnitAfterCombat) -> tuple[str, int, int, int]:
    return after.fate, after.unit.bases, after.unit.terror, after.unit.humiliated


# ---------------------------------------------------------------- strength


@pytest.mark.rule("red_actions", "com-strength", "com-modifiers", "conv-exact-arithmetic", "defs-effective-bases")
@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({}, 12),
        ({"uphill": True, "in_cover": True}, 18),
        ({"aspect": "flank", "uphill": True}, 9),
        ({"bases": 2, "terror": 2, "fortified": True}, Fraction(9, 4)),
        ({"terror": 4, "in_cover": True}, Fraction(15, 8)),
        ({"terror": 3, "humiliated": 1, "in_cover": True}, Fraction(15, 8)),
        ({"fortified": True, "in_cover": True}, 21),
        ({"formed_charging": True, "uphill": True}, 18),
        ({"formed_charging": True}, 15),
        ({"aspect": "rear"}, 6),
        ({"aspect": "flank", "fortified": True, "in_cover": True, "uphill": True}, 18),
        ({"bases": 2, "terror": 3}, 0),
        ({"fighting_value": Fraction(5, 2), "humiliated": 1}, Fraction(15, 2)),
    ],
)
def test_strength(fields: dict[str, Any], expected: Fraction | int) -> None:
    assert strength(**fields) == expected


@pytest.mark.rule("red_actions", "com-modifiers")
@pytest.mark.parametrize(
    ("fields", "row", "percent"),
    [
        ({"fortified": True}, "fortified", 50),
        ({"in_cover": True}, "in_cover", 25),
        ({"uphill": True}, "uphill", 25),
        ({"aspect": "flank"}, "flank_or_rear", -50),
        ({"aspect": "rear"}, "flank_or_rear", -50),
        ({"formed_charging": True}, "formed_charging", 25),
    ],
)
def test_each_modifier_is_named_and_printed(fields: dict[str, Any], row: str, percent: int) -> None:
    asked = ra.CombatStrengthRequest(fighting_value=Fraction(3), bases=4, **fields)
    steps = ra.ruleset.resolve(asked, dice=GivenDice([])).record.steps
    assert [(step.id, step.value, step.rule, step.provenance) for step in steps if isinstance(step, ModifierStep)] == [
        (row, percent, "com-modifiers", "printed")
    ]


@pytest.mark.rule("red_actions", "com-modifiers", "charge-counter")
@pytest.mark.parametrize(
    ("fields", "path", "rule"),
    [
        ({"fortified": True}, "fortified", "com-modifiers"),
        ({"in_cover": True}, "in_cover", "com-modifiers"),
        ({"aspect": "flank"}, "aspect", "charge-counter"),
    ],
)
def test_a_charging_unit_claims_no_cover(fields: dict[str, Any], path: str, rule: str) -> None:
    with pytest.raises(IllegalRequestError, match=rf"\$\.{path}: .*\[{rule}\]"):
        strength(formed_charging=True, **fields)


@pytest.mark.rule("red_actions", "conv-bad-input")
@pytest.mark.parametrize(
    "fields", [{"bases": 0}, {"bases": 7}, {"terror": -1}, {"fighting_value": Fraction(-1)}, {"fighting_value": 2.5}]
)
def test_strength_of_nonsense_is_refused(fields: dict[str, Any]) -> None:
    with pytest.raises(InvalidRequestError):
        strength(**fields)


# ---------------------------------------------------------------- ratio and table


@pytest.mark.rule("red_actions", "com-ratio", "conv-exact-arithmetic")
@pytest.mark.parametrize(
    ("charging", "other", "column", "stronger"),
    [
        (12, 8, "3:2", "charger"),
        (12, Fraction(81, 10), "Advantage", "charger"),
        (9, 9, "Advantage", "charger"),
        (50, Fraction(25, 2), "4:1", "charger"),
        (8, 12, "3:2", "contacted"),
        (8, Fraction(1201, 100), "3:2", "contacted"),
        (1, Fraction(199, 100), "3:2", "contacted"),
        (2, 1, "2:1", "charger"),
        (Fraction(249, 100), 1, "2:1", "charger"),
        (5, 2, "5:2", "charger"),
        (Fraction(299, 100), 1, "5:2", "charger"),
        (1, 3, "3:1", "contacted"),
        (Fraction(399, 100), 1, "3:1", "charger"),
        (4, 1, "4:1", "charger"),
        (400, 1, "4:1", "charger"),
        (0, 1, "4:1", "contacted"),
        (1, 0, "4:1", "charger"),
        (0, 0, "Advantage", "charger"),
    ],
)
def test_ratio(charging: int, other: Fraction | int, column: str, stronger: str) -> None:
    asked = ra.CombatRatioRequest(charger=Fraction(charging), contacted=Fraction(other))
    outcome = ra.ruleset.resolve(asked, dice=GivenDice([])).outcome
    assert (outcome.column, outcome.stronger) == (column, stronger)


@pytest.mark.rule("red_actions", "com-ratio", "conv-bad-input")
def test_a_negative_strength_is_refused() -> None:
    with pytest.raises(InvalidRequestError, match=r"\$\.contacted"):
        ra.ruleset.resolve(ra.CombatRatioRequest(charger=Fraction(1), contacted=Fraction(-1)), dice=GivenDice([]))


@pytest.mark.rule("red_actions", "com-table")
@pytest.mark.parametrize(
    ("roll", "column", "code"),
    [(roll, COLUMNS[at], code) for roll, row in CELLS.items() for at, code in enumerate(row.split())],
)
def test_each_cell_of_the_combat_table(roll: int, column: Any, code: str) -> None:
    resolution = ra.ruleset.resolve(ra.CombatTableRequest(column=column, roll=roll), dice=GivenDice([]))
    assert resolution.outcome.result == in_words(code)
    assert "Not printed" not in resolution.explain()


@pytest.mark.rule("red_actions", "com-table")
def test_the_table_has_sixty_six_cells_and_no_other_row_or_column() -> None:
    chart = ra.ruleset.charts["combat_table"]
    assert [(cell.row, cell.column) for cell in chart.cells()] == [(str(roll), at) for roll in CELLS for at in COLUMNS]
    for roll in (1, 13):
        with pytest.raises(InvalidRequestError, match=r"\$\.roll.*com-table"):
            ra.ruleset.resolve(ra.CombatTableRequest(column="2:1", roll=roll), dice=GivenDice([]))


@pytest.mark.rule("red_actions", "com-table", "com-sequence")
@pytest.mark.parametrize("at", range(6))
def test_odds_of_each_column_count_the_thirty_six_throws(at: int) -> None:
    counts: dict[str, int] = {}
    for first in range(1, 7):
        for second in range(1, 7):
            result = in_words(CELLS[first + second].split()[at])
            counts[result] = counts.get(result, 0) + 1
    column: Any = COLUMNS[at]
    odds = ra.ruleset.odds(ra.CombatRollRequest(column=column))
    assert {outcome.result: chance for outcome, chance in odds.items()} == {
        result: Fraction(ways, 36) for result, ways in counts.items()
    }


# ---------------------------------------------------------------- officers' dice


@pytest.mark.rule("red_actions", "cr-officers")
@pytest.mark.parametrize("routs", [False, True])
@pytest.mark.parametrize("face", range(1, 7))
def test_each_face_for_an_officer(face: int, routs: bool) -> None:
    asked = ra.CombatOfficersRequest(officers=1, routs=routs)
    outcome = ra.ruleset.resolve(asked, dice=GivenDice([face])).outcome
    lost = face == 1 or (routs and face == 2)
    assert (outcome.fallen, outcome.all_lost) == ((0,) if lost else (), lost)


@pytest.mark.rule("red_actions", "cr-officers")
def test_one_die_for_each_officer_in_order() -> None:
    asked = ra.CombatOfficersRequest(officers=3)
    outcome = ra.ruleset.resolve(asked, dice=GivenDice([1, 2, 1])).outcome
    assert (outcome.fallen, outcome.all_lost) == ((0, 2), False)
    with pytest.raises(InvalidRequestError, match=r"\$\.officers"):
        ra.ruleset.resolve(ra.CombatOfficersRequest(officers=0), dice=GivenDice([]))


# ---------------------------------------------------------------- the combat: results
# Equal units of four bases with a value of 2: 8 to 8, Advantage, the charger is S.


@pytest.mark.rule("red_actions", "com-immediate", "com-sequence", "cr-retires")
def test_the_weaker_side_takes_markers_and_goes_back_and_the_stronger_stays() -> None:
    after = fight(None, faces=(3, 4))
    assert (after.column, after.stronger, after.result) == ("Advantage", "charger", "W/Retires 1 x Ter")
    assert state(after.charger) == ("stays", 4, 0, 0)
    assert state(after.contacted[0]) == ("retires", 4, 1, 0)
    assert after.contacted[0].retired == inches(3)
    assert after.contacted[0].unit.has_acted


@pytest.mark.rule("red_actions", "cr-retires", "turn-forced-forfeit")
def test_the_stronger_side_may_have_to_go_back_itself() -> None:
    after = fight(charger("sabres"), contacted(has_acted=False), faces=(2, 2))
    assert after.result == "S/Retires 3 x Ter"
    assert state(after.charger) == ("retires", 4, 3, 0)
    assert after.charger.retired == inches(6)
    assert state(after.contacted[0]) == ("stays", 4, 0, 0)
    assert not after.contacted[0].unit.has_acted


@pytest.mark.rule("red_actions", "cr-retires")
def test_markers_come_before_the_retreat_and_too_many_make_a_rout() -> None:
    # Strength 3 x 2 = 6 against 2 bases of 3 effective: with M = 1 on 3 bases the target has 2 x 2 = 4, so 3:2.
    three = charger(bases=3)
    kept = fight(three, contacted(bases=3, terror=1), faces=(3, 4))
    assert (kept.column, kept.result) == ("3:2", "W/Retires 2 x Ter")
    assert state(kept.contacted[0]) == ("retires", 3, 3, 0)
    # M = 2: 2 x 1 = 2 against 6 is 3:1, and a 5 gives two markers as well: M = 4 > 3.
    routed = fight(three, contacted(bases=3, terror=2), faces=(2, 3))
    assert (routed.column, routed.result) == ("3:1", "W/Retires 2 x Ter")
    assert state(routed.contacted[0]) == ("routs", 3, 4, 0)
    assert (routed.contacted[0].routed, routed.contacted[0].retired) == (inches(6), inches(0))


@pytest.mark.rule("red_actions", "cr-retires", "retire-hard-cover", "retire-trade")
@pytest.mark.parametrize("characteristics", [(), ("Storm",), ("Specialist",)])
def test_neither_hard_cover_nor_traits_help_against_a_combat_result(characteristics: tuple[Any, ...]) -> None:
    footing = ra.Footing(hard_cover=True)
    target = contacted(fields={"footing": footing}, card_fields={"characteristics": characteristics})
    after = fight(None, target, faces=(3, 4), choices={"trade_retire": lambda unit, alternatives: alternatives[-1]})
    assert state(after.contacted[0]) == ("retires", 4, 1, 0)


@pytest.mark.rule("red_actions", "cr-retires", "retire-manner")
def test_a_loser_without_room_or_allowance_stays_in_contact() -> None:
    spent = fight(None, contacted(moved_back=inches(3)), faces=(3, 4)).contacted[0]
    assert (state(spent), spent.retired, spent.unit.has_acted) == (("stays", 4, 1, 0), inches(0), False)
    blocked = contacted(fields={"footing": ra.Footing(room_behind=inches(1))})
    assert fight(None, blocked, faces=(3, 4)).contacted[0].retired == inches(1)


@pytest.mark.rule("red_actions", "cr-defeated", "mor-triggers")
def test_the_defeated_lose_two_bases_and_rout_without_a_test() -> None:
    after = fight(None, faces=(6, 6))
    assert after.result == "W/Defeated"
    assert state(after.contacted[0]) == ("routs", 2, 0, 0)
    assert (after.contacted[0].lost, after.contacted[0].unit.routing) == (2, True)
    strong = fight(None, faces=(1, 1))
    assert (strong.result, state(strong.charger)) == ("S/Defeated", ("routs", 2, 0, 0))


@pytest.mark.rule("red_actions", "cr-defeated", "cr-officers")
def test_two_bases_or_fewer_are_destroyed_with_their_officers_and_without_dice() -> None:
    for bases in (1, 2):
        faces = (6, 6) if bases == 2 else (6, 4)  # 8 : 4 is 2:1, 8 : 2 is 4:1
        after = fight(None, contacted(bases=bases, officer=officer()), faces=faces)
        assert after.result == "W/Defeated"
        assert state(after.contacted[0]) == ("destroyed", 0, 0, 0)
        assert (after.contacted[0].lost, after.contacted[0].unit.officers) == (bases, ())


@pytest.mark.rule("red_actions", "cr-humiliated", "com-sequence")
def test_humiliated_weaker_first_then_marker_then_the_fear_test() -> None:
    # 16 to 8: 2:1, where a 4 humiliates the stronger. Fear 7: 3, 4 passes, 4, 4 fails.
    first = charger(card_fields={"fighting_value": Fraction(4)})
    passed = fight(first, faces=(1, 3, 3, 4))
    assert passed.result == "S/Humiliated"
    assert (state(passed.charger), state(passed.contacted[0])) == (("stays", 4, 0, 1), ("retires", 4, 2, 0))
    failed = fight(first, faces=(1, 3, 4, 4))
    assert (state(failed.charger), state(failed.contacted[0])) == (("routs", 4, 0, 1), ("retires", 4, 2, 0))


@pytest.mark.rule("red_actions", "cr-humiliated", "com-sequence")
def test_the_weaker_side_of_a_humiliating_result_is_worked_off_first() -> None:
    first = charger(card_fields={"fighting_value": Fraction(4)})
    record = ra.ruleset.resolve(request(first), dice=GivenDice([1, 3, 3, 4])).record
    marked = [
        (step.values["unit"], step.values["markers"])
        for _, step in record.walk()
        if isinstance(step, ResultStep) and step.rule == "conv-marker-count"
    ]
    assert marked == [("Target", 2), ("Charger", 1)]


@pytest.mark.rule("red_actions", "cr-humiliated", "com-sequence", "cr-officers")
def test_the_fear_test_comes_before_the_officers_dice_since_a_rout_makes_a_two_fatal() -> None:
    first = charger(card_fields={"fighting_value": Fraction(4)}, officer=officer())
    assert fight(first, faces=(1, 3, 3, 4, 2)).charger.officers_lost == ()
    routed = fight(first, faces=(1, 3, 4, 4, 2)).charger
    assert routed.officers_lost == (officer(),)
    assert state(routed) == ("routs", 4, 1, 1)  # a marker for the last officer, and no serious test


@pytest.mark.rule("red_actions", "cr-humiliated")
def test_a_humiliated_marker_too_many_routs_without_a_test() -> None:
    # Three bases with M = 3 fight as half a base: 20 x 1/2 = 10 against 2 x 2 = 4 is 5:2, where a 4 humiliates.
    first = charger(bases=3, terror=3, card_fields={"fighting_value": Fraction(20)})
    after = fight(first, contacted(bases=2), faces=(2, 2))
    assert (after.column, after.result) == ("5:2", "S/Humiliated")
    assert state(after.charger) == ("routs", 3, 3, 1)
    assert state(after.contacted[0]) == ("retires", 2, 2, 0)


@pytest.mark.rule("red_actions", "cr-surrenders", "misc-prisoners-take")
def test_surrender_makes_prisoners_and_by_option_corpses() -> None:
    first = charger(card_fields={"fighting_value": Fraction(9)}, officer=officer())
    weak = contacted(bases=5, officer=officer())
    taken = fight(first, weak, faces=(6, 6, 3))  # 36 : 10 is 3:1; one die, for the winner's officer
    assert taken.result == "W/Surrenders"
    assert state(taken.contacted[0]) == ("surrenders", 0, 0, 0)
    assert (taken.contacted[0].prisoners, taken.prisoners_of_charger, taken.contacted[0].unit.officers) == (5, 5, ())
    killed = fight(first, weak, faces=(6, 6, 3), butchered=True)
    assert state(killed.contacted[0]) == ("destroyed", 0, 0, 0)
    assert (killed.contacted[0].lost, killed.prisoners_of_charger) == (5, 0)


# ---------------------------------------------------------------- officers and their loss


@pytest.mark.rule("red_actions", "cr-officers", "off-casualty-all-lost")
def test_a_retired_officer_is_safe_on_a_two_and_the_chargers_throw_first() -> None:
    after = fight(charger(officer=officer()), contacted(officer=officer()), faces=(3, 4, 2, 2))
    assert after.charger.officers_lost == after.contacted[0].officers_lost == ()
    # The charger's officer falls: one marker, and a serious test after all officers' dice; 4, 4 fails on 7.
    after = fight(charger(officer=officer()), contacted(officer=officer()), faces=(3, 4, 1, 6, 4, 4))
    assert after.charger.officers_lost == (officer(),)
    assert state(after.charger) == ("retires", 4, 1, 0)
    assert after.contacted[0].officers_lost == ()
    after = fight(charger(officer=officer()), contacted(officer=officer()), faces=(3, 4, 1, 6, 3, 4))
    assert state(after.charger) == ("stays", 4, 1, 0)


@pytest.mark.rule("red_actions", "cr-officers", "com-sequence")
def test_serious_tests_come_after_all_officers_dice_and_the_chargers_first() -> None:
    # Both lose their only officer. On 7 the charger passes with 3, 4 and the charged fail with 4, 4: or the reverse.
    both = (charger(officer=officer()), contacted(officer=officer()))
    after = fight(*both, faces=(3, 3, 1, 1, 3, 4, 4, 4))
    assert (after.result, after.charger.fate, after.contacted[0].fate) == ("S/Retires 1 x Ter", "retires", "retires")
    after = fight(*both, faces=(3, 3, 1, 1, 4, 4, 3, 4))
    assert (after.charger.retired, after.contacted[0].fate) == (inches(3), "stays")


@pytest.mark.rule("red_actions", "cr-officers")
def test_a_routing_unit_loses_its_officer_on_a_two_takes_the_marker_and_tests_nothing() -> None:
    after = fight(None, contacted(officer=officer()), faces=(6, 6, 2)).contacted[0]
    assert (after.officers_lost, state(after)) == ((officer(),), ("routs", 2, 1, 0))


@pytest.mark.rule("red_actions", "cr-retires", "retire-manner", "cr-officers")
def test_who_has_gone_back_has_less_room_for_the_next_retreat() -> None:
    # One inch of room: the result takes it, and the serious test that fails (4, 4 on 7) finds none left.
    cramped = contacted(officer=officer(), fields={"footing": ra.Footing(room_behind=inches(1))})
    after = fight(None, cramped, faces=(3, 4, 1, 4, 4)).contacted[0]
    assert (state(after), after.retired, after.unit.moved_back) == (("retires", 4, 2, 0), inches(1), inches(1))
    # Of three inches that it may retire there is room for two: the test that fails adds nothing.
    roomier = contacted(officer=officer(), fields={"footing": ra.Footing(room_behind=inches(2))})
    assert fight(None, roomier, faces=(3, 4, 1, 4, 4)).contacted[0].retired == inches(2)


@pytest.mark.rule("red_actions", "off-casualty-all-lost")
def test_junior_or_attached_senior_alone_is_no_loss_of_all() -> None:
    senior = ra.OfficerToken(id="colonel", rank="colonel")
    led = charger(officer=officer(), seniors=(senior,))
    fallen = fight(led, faces=(3, 4, 1, 2)).charger
    assert (fallen.officers_lost, fallen.unit.officers, state(fallen)) == ((officer(),), (senior,), ("stays", 4, 0, 0))
    fallen = fight(led, faces=(3, 4, 2, 1)).charger
    assert (fallen.officers_lost, fallen.unit.officers, state(fallen)) == ((senior,), (officer(),), ("stays", 4, 0, 0))


@pytest.mark.rule("red_actions", "off-casualty-all-lost")
def test_one_of_two_officers_is_no_loss_of_all() -> None:
    second = ra.OfficerToken(id="second")
    after = fight(charger(officer=officer(), spares=(second,)), faces=(3, 4, 1, 6)).charger
    assert (after.officers_lost, after.unit.officer, state(after)) == ((officer(),), second, ("stays", 4, 0, 0))


@pytest.mark.rule("red_actions", "cr-officers", "defs-terror-rout")
def test_the_marker_for_the_last_officer_may_rout_a_winner() -> None:
    # 2 bases with M = 2 fight as half a base: 16 x 1/2 = 8 against 8.
    first = charger(bases=2, terror=2, officer=officer(), card_fields={"fighting_value": Fraction(16)})
    after = fight(first, faces=(3, 4, 1))
    assert state(after.charger) == ("routs", 2, 3, 0)


# ---------------------------------------------------------------- contact and several units


@pytest.mark.rule("red_actions", "charge-flank", "charge-rear", "com-sequence")
@pytest.mark.parametrize(("aspect", "markers", "column"), [("flank", 1, "5:2"), ("rear", 3, "4:1")])
def test_contact_in_flank_or_rear(aspect: Any, markers: int, column: str) -> None:
    # Four bases: in the flank 2 x 3 / 2 = 3 against 8 is 8/3; in the rear 2 x 1 / 2 = 1 against 8.
    after = fight(None, contacted(fields={"aspect": aspect}), faces=(1, 2))
    assert after.column == column
    result = {"flank": "S/Retires 1 x Ter", "rear": "W/Retires 1 x Ter"}[aspect]
    assert after.result == result
    assert after.contacted[0].unit.terror == markers + (result[0] == "W")


@pytest.mark.rule("red_actions", "charge-flank", "com-strength")
def test_a_flank_charge_on_four_bases_with_a_marker_leaves_two_at_half_strength() -> None:
    target = contacted(terror=1, fields={"aspect": "flank"})
    resolution = ra.ruleset.resolve(request(None, target), dice=GivenDice([6, 6]))  # 2 x 2 / 2 = 2 against 8
    told = [step.values for _, step in resolution.record.walk() if isinstance(step, ResultStep)]
    assert [(each["bases"], each["strength"]) for each in told if "strength" in each] == [("4", "8"), ("2", "2")]
    assert (resolution.outcome.column, resolution.outcome.result) == ("4:1", "W/Surrenders")


@pytest.mark.rule("red_actions", "charge-flank", "charge-rear", "defs-terror-rout")
@pytest.mark.parametrize(("aspect", "terror"), [("flank", 2), ("rear", 0)])
def test_markers_of_contact_may_rout_a_unit_before_the_fight(aspect: Any, terror: int) -> None:
    target = contacted(bases=2, terror=terror, officer=officer(), fields={"aspect": aspect})
    after = fight(charger("sabres", officer=officer()), target, faces=())
    assert (after.column, after.stronger, after.result) == (None, None, None)
    assert state(after.contacted[0]) == ("routs", 2, 3, 0)
    assert (state(after.charger), after.charger.pursuit) == (("stays", 4, 0, 0), None)


@pytest.mark.rule("red_actions", "com-immediate")
def test_all_bases_of_a_unit_count() -> None:
    # 6 bases against 4: 12 to 8, whoever of them touches.
    assert fight(charger(bases=6), faces=(3, 4)).column == "3:2"


@pytest.mark.rule("red_actions", "cr-several-units")
def test_the_strengths_of_a_side_are_added_up() -> None:
    def valued(value: int) -> dict[str, Any]:
        return {"fighting_value": Fraction(value)}

    first = charger(bases=5, card_fields=valued(3))
    pair = (contacted("P", bases=3, card_fields=valued(2)), contacted("Q", bases=2, card_fields=valued(2)))
    assert fight(first, *pair, faces=(3, 4)).column == "3:2"  # 15 : 10
    p = contacted("P", bases=4, card_fields=valued(2))
    q = contacted("Q", bases=3, card_fields=valued(3), fields={"aspect": "flank"})
    steps = ra.ruleset.resolve(request(first, p, q), dice=GivenDice([3, 4])).record
    told = [
        step.values["strength"]
        for _, step in steps.walk()
        if isinstance(step, ResultStep) and "strength" in step.values
    ]
    assert told == ["15", "8", "3"]


@pytest.mark.rule("red_actions", "cr-several-units", "cr-defeated")
def test_a_defeated_side_loses_two_bases_in_all_and_every_survivor_routs() -> None:
    first = charger(bases=6, card_fields={"fighting_value": Fraction(3)})
    sides = (contacted("P", bases=3, officer=officer()), contacted("Q", bases=3))
    after = fight(first, *sides, faces=(5, 5, 6))  # 18 : 12 is 3:2
    assert after.result == "W/Defeated"
    assert [state(each) for each in after.contacted] == [("routs", 2, 0, 0), ("routs", 2, 0, 0)]
    asked: list[Any] = []

    def all_from_q(side: ra.SideDefeated, alternatives: tuple[int, ...]) -> int:
        asked.append((side.bases, alternatives))
        return 1

    after = fight(first, *sides, faces=(5, 5, 6), choices={"base_lost_in_combat": all_from_q})
    assert [state(each) for each in after.contacted] == [("routs", 3, 0, 0), ("routs", 1, 0, 0)]
    assert asked == [((3, 3), (0, 1)), ((3, 2), (0, 1))]


@pytest.mark.rule("red_actions", "cr-several-units")
def test_markers_and_retreat_befall_each_unit_of_the_side_and_officers_throw_in_named_order() -> None:
    sides = (contacted("P", bases=2, officer=officer()), contacted("Q", "sabres", bases=2, officer=officer()))
    first = charger("sabres", officer=officer())
    resolution = ra.ruleset.resolve(request(first, *sides), dice=GivenDice([3, 4, 6, 6, 6]))
    assert [state(each) for each in resolution.outcome.contacted] == [("retires", 2, 1, 0)] * 2
    assert [each.retired for each in resolution.outcome.contacted] == [inches(3), inches(6)]
    purposes = [step.purpose for step in resolution.record.rolls]
    assert [purpose.split("/")[0] for purpose in purposes] == [
        "result", "officers of Charger", "officers of P", "officers of Q",
    ]  # fmt: skip


@pytest.mark.rule("red_actions", "charge-guns", "cr-several-units", "misc-prisoners-take")
@pytest.mark.parametrize("limbered", [False, True])
def test_guns_surrender_without_dice(limbered: bool) -> None:
    guns = contacted("Battery", "gun", bases=2, limbered=limbered, officer=officer())
    after = fight(charger(officer=officer()), guns, faces=())
    assert (state(after.contacted[0]), after.contacted[0].prisoners) == (("surrenders", 0, 0, 0), 2)
    assert (after.result, after.prisoners_of_charger) == (None, 2)
    with_rifles = fight(None, guns, contacted(), faces=(3, 4))
    assert (with_rifles.column, state(with_rifles.contacted[1])) == ("Advantage", ("retires", 4, 1, 0))


@pytest.mark.rule("red_actions", "charge-mortars", "cr-several-units", "defs-senior-officer-base")
@pytest.mark.parametrize(("arm", "bases"), [("mortar", 2), ("officer", 1)])
def test_mortars_and_detached_officers_are_removed(arm: str, bases: int) -> None:
    after = fight(None, contacted("Mortars", arm, bases=bases), faces=())
    assert (state(after.contacted[0]), after.contacted[0].lost) == (("destroyed", 0, 0, 0), bases)
    assert after.prisoners_of_charger == 0


@pytest.mark.rule("red_actions", "rout-unit-state", "pursuit-caught")
def test_a_routing_unit_that_is_reached_is_caught() -> None:
    after = fight(None, contacted(bases=3, routing=True, terror=5), faces=()).contacted[0]
    assert (after.fate, after.lost, after.prisoners, after.unit.bases) == ("caught", 2, 1, 0)


@pytest.mark.rule("red_actions", "charge-counter", "com-modifiers", "com-ratio")
def test_a_formed_counter_charge_is_as_good_as_the_charge_and_the_charger_keeps_the_advantage() -> None:
    may = {"may_form": True}
    first = charger("sabres", formed=True, card_fields=may)
    met = contacted("Met", "sabres", formed=True, card_fields=may, fields={"counter_charging": True})
    after = fight(first, met, faces=(3, 4))
    assert (after.column, after.stronger) == ("Advantage", "charger")
    stood = contacted("Met", "sabres", formed=True, bases=4, card_fields=may)
    # 10 : 8 against one that stands; with uphill 12 : 8.
    assert fight(first, stood, faces=(3, 4)).column == "Advantage"
    above = charger("sabres", formed=True, card_fields=may, fields={"uphill": True})
    assert fight(above, stood, faces=(3, 4)).column == "3:2"


@pytest.mark.rule("red_actions", "char-white-officer-base")
def test_a_white_officer_base_fights_with_its_own_value_and_falls_first() -> None:
    volunteers = card(id="volunteers", fear=9, serious=9)
    mixed = {"morale_as": "volunteers", "characteristics": ("Mob",)}
    stiffened = contacted(
        white_officer_base=True, morale_card=volunteers, card_fields=mixed, fields={"officer_base_value": Fraction(6)}
    )
    # 3 x 2 + 6 = 12 against 8: the charged side is stronger by 3:2.
    resolution = ra.ruleset.resolve(request(None, stiffened), dice=GivenDice([1, 1]))
    after = resolution.outcome
    told = [step.values for _, step in resolution.record.walk() if isinstance(step, ResultStep)]
    assert [each["strength"] for each in told if "strength" in each] == ["8", "12"]
    assert (after.column, after.stronger, after.result) == ("3:2", "contacted", "S/Defeated")
    beaten = after.contacted[0].unit
    assert (beaten.bases, beaten.white_officer_base, beaten.has("Mob")) == (2, False, True)
    unknown = contacted(white_officer_base=True, morale_card=volunteers, card_fields=mixed)
    with pytest.raises(NeedsRuling, match="officer_base_value"):
        fight(None, unknown, faces=(1, 1))


# ---------------------------------------------------------------- prisoners, routs, bad input


@pytest.mark.rule("red_actions", "misc-prisoners-take")
def test_prisoners_go_to_whoever_drives_their_guards_off() -> None:
    first, guard = charger(fields={"guards": 1}), contacted(fields={"guards": 3})
    won = fight(first, guard, faces=(3, 4))
    assert (won.prisoners_of_charger, won.prisoners_of_contacted) == (4, 0)
    beaten = fight(first, guard, faces=(2, 3))
    assert (beaten.result, beaten.prisoners_of_charger, beaten.prisoners_of_contacted) == ("S/Retires 2 x Ter", 0, 4)
    spent = contacted(fields={"guards": 3}, moved_back=inches(3))
    kept = fight(first, spent, faces=(3, 4))
    assert (kept.prisoners_of_charger, kept.prisoners_of_contacted) == (1, 3)


@pytest.mark.rule("red_actions", "misc-prisoners-take", "charge-guns", "rout-unit-state")
def test_prisoners_of_contact_go_to_the_enemy_who_drives_the_charger_off() -> None:
    guns, routers = contacted("Battery", "gun", bases=2), contacted("Routers", bases=3, routing=True)
    others = (guns, routers, contacted(bases=6, fields={"guards": 1}))
    # 2 x 2 = 4 against 12. At once 2 bases of guns and half of 3 routers are taken; 3 markers on 2 bases are a rout.
    beaten = fight(charger(bases=2, fields={"guards": 5}), *others, faces=(3, 4))
    assert (beaten.charger.fate, beaten.contacted[2].fate) == ("routs", "stays")
    assert (beaten.prisoners_of_charger, beaten.prisoners_of_contacted) == (0, 2 + 1 + 1 + 5)
    won = fight(charger(bases=2, fields={"guards": 5}), *others, faces=(1, 1))
    assert (won.result, won.prisoners_of_charger, won.prisoners_of_contacted) == ("S/Retires 1 x Ter", 9, 0)


@pytest.mark.rule("red_actions", "rout-move", "com-sequence", "cr-officers")
@pytest.mark.parametrize(
    ("what", "fate", "lost", "held"), [("enemy", "surrenders", 2, 2), ("impassable", "destroyed", 4, 0)]
)
def test_what_is_in_the_way_of_a_rout_ends_it_before_any_officer_throws(
    what: Any, fate: str, lost: int, held: int
) -> None:
    way = ra.RoutWay(obstacles=(ra.InTheWay(what=what, distance=inches(3)),))
    after = fight(None, contacted(officer=officer(), fields={"way": way}), faces=(6, 6))
    beaten = after.contacted[0]
    assert (beaten.fate, beaten.lost, beaten.prisoners, after.prisoners_of_charger) == (fate, lost, held, held)


@pytest.mark.rule("red_actions", "rout-move")
def test_friends_in_the_way_of_a_rout_are_named() -> None:
    way = ra.RoutWay(obstacles=(ra.InTheWay(what="friend", distance=inches(3), name="Reserve"),))
    assert fight(None, contacted(fields={"way": way}), faces=(6, 6)).contacted[0].run_through == ("Reserve",)


@pytest.mark.rule("red_actions", "conv-cards-missing", "conv-bad-input")
def test_a_card_without_a_fighting_value_is_asked_for() -> None:
    with pytest.raises(NeedsRuling, match=r"fighting value.*conv-cards-missing"):
        fight(None, contacted(card_fields={"fighting_value": None}), faces=(3, 4))


@pytest.mark.rule("red_actions", "charge-types", "conv-bad-input")
@pytest.mark.parametrize("arm", ["tank", "armoured_car", "train_mg"])
def test_nobody_fights_vehicles(arm: str) -> None:
    with pytest.raises(IllegalRequestError, match=r"\$\.contacted\[0\]\.unit\.card\.arm: .*charge-types"):
        fight(charger("sabres"), contacted("Car", arm, bases=1), faces=())


@pytest.mark.rule("red_actions", "charge-types")
def test_riflemen_strike_sabres_in_flank_or_rear_only() -> None:
    with pytest.raises(IllegalRequestError, match=r"\$\.contacted\[0\]\.aspect: .*flank or rear.*\[charge-types\]"):
        fight(None, contacted("T", "sabres"), faces=())
    # In the flank four bases with one marker are 2 x 3 / 2 = 3 against 8, so 5:2, and a 5 sends them back.
    after = fight(None, contacted("T", "sabres", fields={"aspect": "flank"}), faces=(2, 3))
    assert (after.column, after.result) == ("5:2", "W/Retires 1 x Ter")
    assert fight(charger("sabres"), contacted("T", "sabres"), faces=(3, 4)).column == "Advantage"


@pytest.mark.rule("red_actions", "charge-types")
@pytest.mark.parametrize("arm", ["tank", "tachanka", "mg", "gun", "mortar", "officer"])
def test_only_riflemen_and_sabres_charge(arm: str) -> None:
    with pytest.raises(IllegalRequestError, match=r"\$\.charger\.unit\.card\.arm: .*charge-types") as refused:
        fight(charger(arm, bases=1), faces=())
    assert ("vehicle_contact" in str(refused.value)) is (arm == "tank")


@pytest.mark.rule("red_actions", "charge-counter", "com-modifiers")
@pytest.mark.parametrize(
    ("target", "path", "rule"),
    [
        (contacted(fields={"counter_charging": True}), "counter_charging", "charge-counter"),
        (
            contacted("T", "sabres", fields={"counter_charging": True, "aspect": "rear"}),
            "counter_charging",
            "charge-counter",
        ),
        (
            contacted("T", "sabres", pinned=True, fields={"counter_charging": True}),
            "counter_charging",
            "charge-counter",
        ),
        (
            contacted("T", "sabres", routing=True, fields={"counter_charging": True}),
            "counter_charging",
            "charge-counter",
        ),
        (contacted("T", "sabres", fields={"counter_charging": True, "fortified": True}), "fortified", "com-modifiers"),
        (contacted("T", "sabres", fields={"counter_charging": True, "in_cover": True}), "in_cover", "com-modifiers"),
    ],
)
def test_who_may_not_counter_charge_or_claim_cover_doing_so(target: Any, path: str, rule: str) -> None:
    with pytest.raises(IllegalRequestError, match=rf"\$\.contacted\[0\]\.{path}: .*{rule}"):
        fight(charger("sabres"), target, faces=())


@pytest.mark.rule("red_actions", "charge-counter", "rout-unit-state")
def test_riflemen_are_not_counter_charged_and_routers_do_not_charge() -> None:
    counter = contacted("T", "sabres", fields={"counter_charging": True})
    with pytest.raises(IllegalRequestError, match=r"counter_charging: .*charge-counter"):
        fight(charger("rifle"), counter, faces=())
    with pytest.raises(IllegalRequestError, match=r"\$\.charger\.unit\.routing: .*rout-unit-state"):
        fight(charger(routing=True), faces=())


@pytest.mark.rule("red_actions", "conv-bad-input", "defs-terror-rout", "com-immediate")
@pytest.mark.parametrize(
    ("first", "others", "path"),
    [
        (charger(bases=0), (contacted(),), r"\$\.charger\.unit\.bases"),
        (charger(), (contacted(bases=2, terror=3),), r"\$\.contacted\[0\]\.unit\.terror.*defs-terror-rout"),
        (charger(), (contacted("A"), contacted("A")), r"\$\.contacted\[1\]\.unit\.name"),
        (charger(), (contacted("Charger"),), r"\$\.contacted\[0\]\.unit\.name"),
        (charger(), (contacted(side="red"),), r"\$\.contacted\[0\]\.unit\.side"),
        (
            charger(fields={"uphill": True}),
            (contacted("A"), contacted("B", fields={"uphill": True})),
            r"\$\.contacted\[1\]\.uphill: .*com-modifiers",
        ),
        (charger(fields={"officer_base_value": Fraction(1)}), (contacted(),), r"\$\.charger\.officer_base_value"),
    ],
)
def test_contradictions_are_refused(first: Any, others: tuple[Any, ...], path: str) -> None:
    with pytest.raises(InvalidRequestError, match=path):
        fight(first, *others, faces=())


@pytest.mark.rule("red_actions", "conv-bad-input", "com-sequence")
@pytest.mark.parametrize("faces", [(0, 5), (3,), (3, 4, 1), (7, 1)])
def test_impossible_too_few_and_too_many_faces(faces: tuple[int, ...]) -> None:
    with pytest.raises(DiceError):
        fight(None, faces=faces)


@pytest.mark.rule("red_actions", "conv-cards-missing")
def test_illustrative_cards_are_told_of() -> None:
    made_up = contacted(card_fields={"values": "illustrative"})
    assert "Test rifle" in ra.ruleset.resolve(request(None, made_up), dice=GivenDice([3, 4])).explain()
