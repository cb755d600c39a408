"""Who slips away before the fight."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations_with_replacement, product
from typing import Any

import pytest

from rcw_rules import GivenDice, IllegalRequestError, InvalidRequestError
from rcw_rules import orel as game
from rcw_rules.orel.model import UnitType

FOOT: tuple[UnitType, ...] = ("infantry",)
HORSE: tuple[UnitType, ...] = ("infantry", "cavalry")


def unit(key: str, tq: int = 5, steps: int = 4, **changes: Any) -> game.Unit:
    fields: dict[str, Any] = {"side": "white", "type": "infantry", "hex": "1110", "strength": 6}
    return game.Unit(key=key, tq=tq, steps=steps, **{**fields, **changes})


def horse(key: str = "h", tq: int = 5, steps: int = 4, **changes: Any) -> game.Unit:
    return game.Unit(
        key=key, side="white", type="cavalry", hex="1110", tq=tq, steps=steps, strength_dismounted=2, strength_charge=4,
        **changes,
    )  # fmt: skip


def guns(key: str = "g", type_: Any = "artillery", tq: int = 5, **changes: Any) -> game.Unit:
    return game.Unit(key=key, side="white", type=type_, hex="1110", tq=tq, steps=2, fire=3, **changes)


def vehicle(key: str, type_: Any, **changes: Any) -> game.Unit:
    figure: dict[str, Any] = {"fire": 3} if "train" in type_ else {"strength": 3}
    return game.Unit(key=key, side="white", type=type_, hex="1110", **figure, **changes)


def ask(*defenders: game.Unit, attackers: Any = FOOT, attempt: Any = True, **fields: Any) -> Any:
    return game.RetreatBeforeCombatRequest(defenders=defenders, attackers=attackers, attempt=attempt, **fields)


def away(*defenders: game.Unit, faces: tuple[int, ...] = (), choices: Any = None, **fields: Any) -> Any:
    return game.ruleset.resolve(ask(*defenders, **fields), dice=GivenDice(faces), choices=choices).outcome


# -------------------------------------------------------------------- the check


@pytest.mark.rule("orel", "8.5-check", "1.2-predominant-tq", "8.2.1-refused-combat")
def test_four_steps_of_tq_5_and_three_of_tq_4_go_together_on_a_5() -> None:
    outcome = away(unit("a"), unit("b", 4, 3), faces=(5,))
    assert (outcome.leaves, outcome.predominant, outcome.emptied) == (("a", "b"), 5, True)
    assert (outcome.failed, outcome.munitions) == ((), "resupply")


@pytest.mark.rule("orel", "8.5-check", "8.5-fail", "7.2-hasty")
def test_against_a_hasty_attack_the_same_5_fails_and_leaves_them_in_march_mode() -> None:
    outcome = away(unit("a", entrenchment="entrenched"), unit("b", 4, 3), faces=(5,), attack_type="hasty")
    assert (outcome.leaves, outcome.emptied, outcome.munitions) == ((), False, "spent")
    assert [(each.key, each.mode, each.entrenchment) for each in outcome.failed] == [
        ("a", "march", "entrenched"),
        ("b", "march", "none"),
    ]
    assert away(unit("a"), faces=(4,), attack_type="hasty").leaves == ("a",)


@pytest.mark.rule("orel", "8.5-fail", "7.1.4-march-effects")
def test_infantry_of_5_that_fails_fights_with_3() -> None:
    failed = away(unit("a", strength=5), faces=(6,)).failed
    request = game.CombatStrengthRequest(units=failed, step="cohesion", attacking=False)
    assert game.ruleset.resolve(request, dice=GivenDice([])).outcome.total == 3


@pytest.mark.rule("orel", "8.5-check")
def test_a_natural_1_has_no_privilege() -> None:
    # TQ 5 with a recruit of TQ 2 counts 4; horse and haste add 2: 2 or less goes.
    defenders = (guns("g", "horse_artillery", 2),)
    assert away(*defenders, attackers=HORSE, attack_type="hasty", faces=(1,)).leaves == ()


@pytest.mark.rule("orel", "8.5-check", "8.5-who", "8.5-fail")
def test_cavalry_goes_though_the_infantry_fails() -> None:
    outcome = away(horse(), unit("a"), faces=(6,))
    assert (outcome.leaves, [(each.key, each.mode) for each in outcome.failed]) == (("h",), [("a", "march")])
    assert not outcome.emptied


@pytest.mark.rule("orel", "8.5-check", "1.2-predominant-tq")
def test_who_goes_in_any_case_does_not_weigh_in_the_check() -> None:
    # Against foot the cavalry is automatic: only the infantry of TQ 4 checks.
    assert away(horse(tq=6), unit("a", 4, 1), faces=(5,)).predominant == 4
    # Against horse both check, and the cavalry has more steps.
    assert away(horse(tq=6), unit("a", 4, 1), attackers=HORSE, faces=(5,)).predominant == 6


@pytest.mark.rule("orel", "8.5-check")
@pytest.mark.parametrize(
    ("defender", "attackers", "hasty", "needed"),
    [
        (unit("a"), FOOT, False, 5),
        (unit("a"), FOOT, True, 4),
        (unit("a"), HORSE, False, 4),
        (unit("a"), HORSE, True, 3),
        (unit("a"), ("infantry", "armoured_car"), False, 5),  # it takes cavalry to outrun them
        (horse(), HORSE, False, 5),
        (horse(), HORSE, True, 4),
        (guns("g", "horse_artillery"), FOOT, False, 5),
        (guns("g", "horse_artillery"), HORSE, True, 3),
    ],
)
def test_what_is_added_to_the_die(defender: game.Unit, attackers: Any, hasty: bool, needed: int) -> None:
    kind = "hasty" if hasty else "prepared"
    assert away(defender, attackers=attackers, attack_type=kind, faces=(needed,)).leaves
    assert not away(defender, attackers=attackers, attack_type=kind, faces=(needed + 1,)).leaves


# -------------------------------------------------------------------- the table


@pytest.mark.rule("orel", "8.5-who")
@pytest.mark.parametrize(
    ("row", "foot", "mounted"),
    [
        ("cavalry", "automatic", "check"),
        ("infantry_tq_4_or_more", "check", "check"),
        ("infantry_tq_3_or_less", "no", "no"),
        ("horse_artillery", "check", "check"),
        ("foot_artillery", "follows", "follows"),
        ("armoured_car", "automatic", "automatic"),
        ("armoured_train", "automatic", "automatic"),
        ("tank", "only if alone", "only if alone"),
        ("depot", "no", "no"),
        ("routed_or_broken_down", "no", "no"),
    ],
)
def test_every_cell_of_the_table(row: str, foot: str, mounted: str) -> None:
    chart = game.ruleset.charts["retreat_before_combat"]
    assert (chart.look_up(row, "vs_foot").result, chart.look_up(row, "vs_mounted").result) == (foot, mounted)


@pytest.mark.rule("orel", "8.5-check", "7.2-hasty")
def test_every_cell_of_the_modifiers() -> None:
    chart = game.ruleset.charts["retreat_before_combat_modifiers"]
    assert [chart.look_up(row).result for row in ("hasty_attack", "foot_from_cavalry")] == [1, 1]


@pytest.mark.rule("orel", "8.5-who", "4.3.1B-recruit-tq")
def test_white_infantry_of_tq_5_checks_and_red_infantry_of_tq_3_is_not_able() -> None:
    assert away(unit("a"), faces=(5,)).leaves == ("a",)
    unable = away(unit("a", 3, side="red"))
    assert (unable.attempted, unable.leaves, unable.munitions) == (False, (), "spent")
    recruits = away(unit("a", 4, recruits_marker=True))  # its quality now is 3
    assert not recruits.attempted


@pytest.mark.rule("orel", "8.5-who")
def test_cavalry_slips_away_from_infantry_and_a_tank_without_a_check() -> None:
    assert away(horse(), attackers=("infantry", "tank")).leaves == ("h",)
    assert away(horse(), attackers=("infantry", "armoured_car"), faces=(6,)).leaves == ()


@pytest.mark.rule("orel", "8.5-who")
@pytest.mark.parametrize("mode", ["combat", "march"])
def test_mode_and_entrenchment_do_not_matter(mode: str) -> None:
    assert away(unit("a", mode=mode, entrenchment="entrenched"), faces=(5,)).leaves == ("a",)


@pytest.mark.rule("orel", "8.5-who", "8.7.3-rout")
def test_routed_units_may_not_try() -> None:
    assert not away(unit("a", mode="routed")).attempted
    outcome = away(horse(mode="routed"), unit("a"), faces=(5,))
    assert (outcome.leaves, outcome.emptied) == (("a",), False)


@pytest.mark.rule("orel", "8.5-who", "8.2.1-refused-combat")
def test_foot_artillery_follows_infantry_or_cavalry_unless_its_owner_keeps_it() -> None:
    outcome = away(unit("a"), guns(), faces=(5,))
    assert (outcome.leaves, outcome.munitions) == (("a", "g"), "resupply")
    kept = away(unit("a"), guns(), faces=(5,), choices={"artillery_follows": lambda following, alternatives: False})
    assert (kept.leaves, kept.emptied, kept.munitions) == (("a",), False, "spent")
    assert away(horse(), unit("a", 3), guns()).leaves == ("h", "g")
    failed = away(unit("a"), guns(), faces=(6,))
    assert (failed.leaves, [each.key for each in failed.failed]) == ((), ["a"])
    assert failed.failed[0].mode == "march"
    # With the car alone it may not go.
    assert away(unit("a", 3), guns(), vehicle("c", "armoured_car")).leaves == ("c",)


@pytest.mark.rule("orel", "8.5-who")
def test_horse_artillery_tries_by_itself() -> None:
    outcome = away(guns("g", "horse_artillery", 4), unit("a", 3), faces=(4,))
    assert (outcome.predominant, outcome.leaves) == (4, ("g",))


@pytest.mark.rule("orel", "8.5-check")
def test_if_one_attempts_it_all_that_are_able_must() -> None:
    asked: list[game.Attacked] = []

    def attempt(attacked: game.Attacked, alternatives: tuple[bool, ...]) -> bool:
        asked.append(attacked)
        return True

    defenders = (horse(), unit("a"), unit("b", 3))
    outcome = away(*defenders, attempt=None, faces=(6,), choices={"retreat_before_combat": attempt})
    assert [(each.automatic, each.checking) for each in asked] == [(("h",), ("a",))]
    assert [each.key for each in outcome.failed] == ["a"]
    assert not away(*defenders, attempt=None).attempted  # by default nobody does
    assert not away(*defenders, attempt=False).attempted


# -------------------------------------------------------------------- vehicles


@pytest.mark.rule("orel", "9-alone-defence", "8.2.1-refused-combat")
def test_vehicles_alone_must_go_and_cost_no_munitions() -> None:
    outcome = away(vehicle("c", "armoured_car"), vehicle("t", "tank"), attempt=False)
    assert (outcome.leaves, outcome.stuck, outcome.emptied) == (("c", "t"), (), True)
    assert (outcome.munitions, outcome.predominant) == ("refunded", None)


@pytest.mark.rule("orel", "9-alone-defence", "9.2.1-breakdown")
def test_lone_vehicles_that_cannot_go_are_lost_if_an_attacker_enters() -> None:
    # A tank that has broken down must go and cannot: it is lost at once, alone or left alone.
    outcome = away(vehicle("t", "tank", broken_down=True), vehicle("c", "armoured_car"))
    assert (outcome.leaves, outcome.eliminated, outcome.stuck) == (("c",), ("t",), ())
    assert (outcome.emptied, outcome.munitions) == (True, "refunded")
    outcome = away(vehicle("r", "armoured_train_light"), vehicle("c", "armoured_car"), no_way=("r",))
    assert (outcome.leaves, outcome.stuck) == (("c",), ("r",))


@pytest.mark.rule("orel", "8.5-who", "9-alone-defence")
def test_a_tank_goes_only_when_everybody_else_has() -> None:
    tank = vehicle("t", "tank")
    assert away(unit("a"), tank, faces=(5,)).leaves == ("a", "t")
    assert away(unit("a"), tank, faces=(6,)).leaves == ()
    assert away(unit("a"), unit("b", 3), tank, faces=(5,)).leaves == ("a",)


@pytest.mark.rule("orel", "9.2.1-breakdown", "9-alone-defence")
def test_a_broken_down_tank_that_the_others_leave_is_eliminated() -> None:
    outcome = away(unit("a"), vehicle("t", "tank", broken_down=True), faces=(5,))
    assert (outcome.leaves, outcome.eliminated, outcome.stuck) == (("a",), ("t",), ())
    assert away(unit("a"), vehicle("t", "tank", broken_down=True), faces=(6,)).eliminated == ()


@pytest.mark.rule("orel", "8.5-who", "9-alone-defence")
def test_a_train_goes_only_along_a_free_railroad() -> None:
    train = vehicle("r", "armoured_train_heavy", steps=2)
    assert away(unit("a", 3), train).leaves == ("r",)
    assert not away(unit("a", 3), train, no_way=("r",)).attempted
    left = away(unit("a"), train, no_way=("r",), faces=(5,))
    assert (left.leaves, left.stuck, left.emptied) == (("a",), ("r",), True)


# -------------------------------------------------------------------- units that fled into the hex


@pytest.mark.rule("orel", "8.5.1d-target-hex")
def test_who_fled_into_the_hex_may_not_try_and_does_not_weigh() -> None:
    outcome = away(unit("a", 4, 1), unit("fled", 6), joined=("fled",), faces=(5,))
    assert (outcome.predominant, outcome.leaves, [each.key for each in outcome.failed]) == (4, (), ["a"])
    gone = away(unit("a"), unit("fled"), joined=("fled",), faces=(5,))
    assert (gone.leaves, gone.emptied) == (("a",), True)  # it would not have defended
    with pytest.raises(IllegalRequestError, match=r"\$\.joined: .*8\.5\.1d-target-hex"):
        away(unit("fled"), joined=("fled",))


# -------------------------------------------------------------------- odds, record, bad input


def expected(defenders: tuple[game.Unit, ...], attackers: Any, hasty: bool) -> dict[frozenset[str], Fraction]:
    """Who leaves, face by face, from the table as it stands in the catalogue; no vehicles."""
    mounted = "cavalry" in attackers
    sure = {u.key for u in defenders if u.type == "cavalry" and not mounted}
    checks = {"horse_artillery", "cavalry"} if mounted else {"horse_artillery"}
    group = [u for u in defenders if u.type in checks or (u.type == "infantry" and (u.tq or 0) >= 4)]
    weighing = [u for u in group if u.type in {"infantry", "cavalry"}] or group
    found: dict[frozenset[str], Fraction] = {}
    for face in range(1, 7):
        gone = set(sure)
        if weighing:
            steps = {tq: sum(u.steps for u in weighing if u.tq == tq) for tq in {u.tq or 0 for u in weighing}}
            base = min(tq for tq in steps if steps[tq] == max(steps.values()))
            quality = base - (min(steps) <= base - 3) + (max(steps) >= base + 3)
            outrun = mounted and any(u.type in {"infantry", "horse_artillery"} for u in group)
            if face + hasty + outrun <= quality:
                gone |= {u.key for u in group}
        if any(u.key in gone and u.type in {"infantry", "cavalry"} for u in defenders):
            gone |= {u.key for u in defenders if u.type == "artillery"}
        found[frozenset(gone)] = found.get(frozenset(gone), Fraction(0)) + Fraction(1, 6)
    return found


@pytest.mark.rule("orel", "8.5-who", "8.5-check", "8.5-fail", "1.2-predominant-tq", "1.2-predominant-shift")
def test_the_odds_are_those_of_every_face() -> None:
    kinds: list[Any] = [
        lambda key: unit(key, 6, 4), lambda key: unit(key, 4, 3), lambda key: unit(key, 3, 4),
        lambda key: horse(key, 3, 2), lambda key: horse(key, 6, 1), guns,
        lambda key: guns(key, "horse_artillery", 4),
    ]  # fmt: skip
    for three, attackers, hasty in product(combinations_with_replacement(kinds, 3), (FOOT, HORSE), (False, True)):
        defenders = tuple(make(f"u{number}") for number, make in enumerate(three))
        request = ask(*defenders, attackers=attackers, attack_type="hasty" if hasty else "prepared")
        found: dict[frozenset[str], Fraction] = {}
        for outcome, chance in game.ruleset.odds(request).items():
            key = frozenset(outcome.leaves)
            found[key] = found.get(key, Fraction(0)) + chance
        assert found == expected(defenders, attackers, hasty), request


@pytest.mark.rule("orel", "8.5-who", "8.5-check", "8.5-fail", "8.2.1-refused-combat")
def test_the_record_tells_what_is_restored() -> None:
    request = ask(unit("a"), guns(), attack_type="hasty")
    record = game.ruleset.resolve(request, dice=GivenDice([4])).record
    assert record.rules == ("8.5-who", "8.5-check", "8.2.1-refused-combat")
    assert {step.rule for step in record.unprinted} == {"8.5-who", "8.5-check"}
    failed = game.ruleset.resolve(request, dice=GivenDice([5])).record
    assert "8.5-fail" in failed.rules


@pytest.mark.rule("orel", "8.5-who")
def test_every_row_of_the_table_is_told_once() -> None:
    request = ask(unit("a"), unit("b"), unit("c", 3), attempt=False)
    told = game.ruleset.resolve(request, dice=GivenDice([])).explain(full=True)
    rows = [line for line in told.splitlines() if "who may retreat before combat, " in line]
    assert ["quality 4 or more" in row for row in rows] == [True, False]


@pytest.mark.rule("orel", "X-bad-combat", "X-bad-units", "9-alone-defence")
@pytest.mark.parametrize(
    ("request_", "path"),
    [
        (ask(unit("a"), unit("b", side="red", hex=None)), "$.defenders[1].side"),
        (ask(unit("a"), unit("a")), "$.defenders[1].key"),
        (ask(unit("a"), unit("b", hex="1111")), "$.defenders[1].hex"),
        (ask(unit("a"), attackers=("infantry", "infantry")), "$.attackers[1]"),
        (ask(unit("a"), joined=("b",)), "$.joined[0]"),
        (ask(unit("a"), no_way=("b",)), "$.no_way[0]"),
        (ask(unit("a"), no_way=("a",)), "$.no_way[0]"),
        (ask(), "$.defenders"),
        (ask(unit("a"), attackers=()), "$.attackers"),
    ],
)
def test_what_cannot_be_is_refused(request_: Any, path: str) -> None:
    with pytest.raises(InvalidRequestError) as caught:
        game.ruleset.resolve(request_, dice=GivenDice([1]))
    assert [problem.path for problem in caught.value.problems] == [path]


@pytest.mark.rule("orel", "X-bad-combat")
def test_an_attack_without_a_combat_unit_is_refused() -> None:
    with pytest.raises(IllegalRequestError, match=r"\$\.attackers: .*X-bad-combat"):
        away(unit("a"), attackers=("tank",))
