"""Exact odds of a whole charge of sabres at riflemen against a slow and obvious twin, written from the book.

The twin works on plain tables, throws every face, and shares no code with the library.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, TypeAlias

import pytest
from courses import every_course
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from red_actions_units import bare_card

from rcw_rules import SeededDice, wire
from rcw_rules import red_actions as ra
from rcw_rules.kernel.lengths import inches

Table: TypeAlias = dict[str, Any]
Key: TypeAlias = tuple[Any, ...]

SLOW = settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])

# The printed columns of the shooting table, from 2 to 12; a dash is nothing.
FIRE = {
    (2, 2): "- - - - - - - - Ret Ter Ter_S_Off",
    (3, 4): "- - - - - - Ret Ret Ter Ter_S_Off Ter_S_Off",
    (5, 8): "- - - - - Ret Ret Ter Ter Ter_S_Off Ter_S_Off",
    (9, 12): "- - - - Ret Ret Ter Ter Ter_S 2Ter_S_Off 2Ter_S_Off",
}
# The printed columns of the combat table: who, and how many markers or D, H, P.
FIGHT = {
    Fraction(1): "SD SD S3 S2 S1 W1 W1 W2 W3 WD WD",
    Fraction(3, 2): "SD SD S3 S2 W1 W2 W2 W2 WD WD WD",
    Fraction(2): "SD S2 SH W1 W2 W2 W2 W3 WD WD WD",
    Fraction(5, 2): "S2 S1 SH W1 W2 W2 W3 WD WD WD WD",
    Fraction(3): "S1 SH W1 W2 W3 W3 WD WD WD WD WP",
    Fraction(4): "SH W1 W2 W2 W3 WD WD WD WD WP WP",
}


def total_markers(side: Table) -> int:
    return int(side["terror"] + side["humiliated"])


def effective(side: Table) -> Fraction:
    return Fraction(side["bases"] - total_markers(side)) or Fraction(1, 2)


def passes(side: Table, test: str, throw: Any) -> bool:
    number = side[test] + (side["effect"] if side["officer"] else 0)
    return bool(throw(2, lambda total: total <= number and total != 12))


def overwhelmed(side: Table) -> bool:
    if total_markers(side) > side["bases"]:
        side["fate"] = "routs"
        return True
    return False


def under_fire(red: Table, result: str, throw: Any) -> bool:
    words = result.split("_")
    red["terror"] += {"Ter": 1, "2Ter": 2}.get(words[0], 0)
    red["pinned"] = words[0] == "2Ter"
    tests = int("S" in words)
    if "Off" in words and red["officer"] and throw(1, lambda face: face == 1):
        red["officer"] = False
        red["terror"] += 1
        tests += 1
    if overwhelmed(red):
        return False
    failed = sum(not passes(red, "serious", throw) for _ in range(tests))
    if failed or words[0] == "Ret":
        red["fate"] = "retires"
        return False
    return True


def suffer(word: str, strong: Table, weak: Table, throw: Any) -> None:
    named = strong if word[0] == "S" else weak
    if word[1] == "P":
        named.update(bases=0, fate="surrenders")
    elif word[1] == "D":
        named["bases"] = max(0, named["bases"] - 2)
        named["fate"] = "routs" if named["bases"] else "destroyed"
    elif word[1] == "H":
        weak["terror"] += 2
        if not overwhelmed(weak):
            weak["fate"] = "retires"
        strong["humiliated"] += 1
        if not overwhelmed(strong) and not passes(strong, "fear", throw):
            strong["fate"] = "routs"
    else:
        named["terror"] += int(word[1])
        if not overwhelmed(named):
            named["fate"] = "retires"


def fight(red: Table, white: Table, throw: Any) -> None:
    attack = red["value"] * effective(red)
    defence = white["value"] * effective(white) * (Fraction(5, 4) if white["in_cover"] else 1)
    strong, weak = (red, white) if attack >= defence else (white, red)
    ratio = max(attack, defence) / min(attack, defence)
    column = FIGHT[max(start for start in FIGHT if start <= ratio)].split()
    suffer(throw(2, lambda total: column[total - 2]), strong, weak, throw)
    without = []
    for side in (red, white):
        fatal = 2 if side["fate"] == "routs" else 1
        if side["bases"] and side["officer"] and throw(1, lambda face, at=fatal: face <= at):
            side["officer"] = False
            without.append(side)
    for side in without:
        side["terror"] += 1
        if side["fate"] != "routs" and not overwhelmed(side) and not passes(side, "serious", throw):
            side["fate"] = "retires"
    if white["fate"] == "routs" and red["fate"] == "stays":
        white.update(bases=0, fate="caught")


def play(charger: Table, target: Table, throw: Any) -> Key:
    red, white = {**charger, "fate": "stays", "pinned": False}, {**target, "fate": "stays", "pinned": False}
    end = "contact"
    if not passes(red, "charge", throw):
        end = "test_failed"
    elif not passes(white, "fear", throw):
        white["fate"], end = "routs", "halted"
    else:
        total = int(white["fire"] * effective(white) / (2 if white["distance"] > 6 else 1))
        column = next(column.split() for (low, high), column in FIRE.items() if low <= total <= high)
        if not under_fire(red, throw(2, lambda shown: column[shown - 2]), throw):
            end = "cancelled"
        else:
            fight(red, white, throw)
    return end, key_of(red), key_of(white)


def key_of(side: Table) -> Key:
    if not side["bases"]:
        return (0, side["fate"])
    return (
        *(side[name] for name in ("bases", "terror", "humiliated", "pinned", "fate")),
        side["officer"] is not False,
    )


# ---------------------------------------------------------------- ours


def unit_of(side: Any, arm: Any, table: Table) -> ra.Unit:
    riding = arm == "sabres"
    card = bare_card(
        arm,
        id=arm,
        name=arm,
        speed=inches(12 if riding else 6),
        range=inches(12),
        shooting_value=Fraction(table.get("fire", 1)),
        fighting_value=Fraction(table["value"]),
        charge=table["charge"],
        fear=table["fear"],
        serious=table["serious"],
        rally=7,
    )
    officer = ra.OfficerToken(id="captain", effect=table["effect"]) if table["officer"] else None
    counts = {name: table[name] for name in ("bases", "terror", "humiliated")}
    return ra.Unit(name=arm, side=side, card=card, officer=officer, **counts)


def request_of(red: Table, white: Table) -> ra.ChargeRequest:
    contact = ra.Contacted(unit=unit_of("white", "rifle", white), in_cover=white["in_cover"])
    target = ra.ChargedUnit(contact=contact, distance=inches(white["distance"]))
    return ra.ChargeRequest(charger=ra.Charger(unit=unit_of("red", "sabres", red)), targets=(target,))


def ours(request: ra.ChargeRequest) -> dict[Key, Fraction]:
    found: dict[Key, Fraction] = {}
    for outcome, chance in ra.ruleset.odds(request).items():
        key = (outcome.end, key_after(outcome.charger), key_after(outcome.targets[0]))
        found[key] = found.get(key, Fraction(0)) + chance
    return found


def key_after(after: ra.UnitAfterCharge) -> Key:
    left = after.unit
    if not left.bases:
        return (0, after.fate)
    return (left.bases, left.terror, left.humiliated, left.pinned, after.fate, left.officer is not None)


def tables(**more: Any) -> st.SearchStrategy[Table]:
    numbers = st.integers(4, 11)
    return st.fixed_dictionaries(
        {
            "bases": st.integers(2, 4),
            "terror": st.integers(0, 2),
            "humiliated": st.integers(0, 1),
            "officer": st.booleans(),
            "effect": st.integers(-1, 2),
            "charge": numbers,
            "fear": numbers,
            "serious": numbers,
            "value": st.integers(1, 5),
            **more,
        }
    )


@pytest.mark.rule(
    "red_actions",
    "charge-sequence",
    "charge-target-shoots",
    "mor-fail-charge",
    "mor-fail-fear",
    "com-sequence",
    "cr-officers",
    "pur-sabres",
)
@SLOW
@given(tables(), tables(fire=st.integers(2, 3), distance=st.sampled_from((4, 6, 8)), in_cover=st.booleans()))
def test_the_odds_of_a_whole_charge(red: Table, white: Table) -> None:
    assume(total_markers(red) <= red["bases"] and total_markers(white) <= white["bases"])
    assume(white["fire"] * effective(white) >= 4)
    assert ours(request_of(red, white)) == every_course(lambda throw: play(red, white, throw))


STRONG: Table = {
    "bases": 4,
    "terror": 0,
    "humiliated": 0,
    "officer": True,
    "effect": 1,
    "charge": 8,
    "fear": 8,
    "serious": 7,
    "value": 4,
}
RIFLES: Table = {**STRONG, "value": 1, "fire": 3, "distance": 6, "in_cover": False}


@pytest.mark.rule("red_actions", "charge-sequence", "com-table", "cr-surrenders", "cr-humiliated")
def test_the_odds_of_a_charge_at_four_to_one() -> None:
    found = ours(request_of(STRONG, RIFLES))
    assert found == every_course(lambda throw: play(STRONG, RIFLES, throw))
    assert {key[2][-1] for key in found if len(key[2]) == 2} >= {"surrenders", "caught"}


@pytest.mark.rule("red_actions", "charge-sequence")
@SLOW
@given(st.integers(0, 2**32))
def test_laws_of_a_charge(seed: int) -> None:
    request = request_of(STRONG, RIFLES)
    resolution = ra.ruleset.resolve(request, dice=SeededDice(seed))
    assert ra.ruleset.resolve(request, dice=SeededDice(seed)).outcome == resolution.outcome
    assert wire.structure(wire.unstructure(resolution.outcome), ra.ChargeOutcome) == resolution.outcome
    assert resolution.outcome in dict(ra.ruleset.odds(request).items())


@pytest.mark.rule("red_actions", "mor-procedure", "charge-sequence")
@pytest.mark.parametrize("number", range(4, 12))
def test_a_steadier_target_is_never_gone_more_often(number: int) -> None:
    def gone(fear: int) -> Fraction:
        odds = ra.ruleset.odds(request_of(STRONG, {**RIFLES, "fear": fear}))
        return odds.probability(lambda outcome: outcome.end == "halted")

    assert gone(number) >= gone(number + 1)
