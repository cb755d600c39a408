"""Exact odds of a cohesion check against a twin written from the book: plain tables, all 36 throws."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rcw_rules import orel as game

TARGET, NORTH, SOUTH = "1011", "1010", "1012"

# The table as the catalogue restores it, by the difference.
TABLE = {
    "attacker": ["passed", "disorganised", "repulsed", "retreat", "rout", "rout"],
    "defender": ["passed", "disorganised", "retreat", "retreat", "rout", "rout"],
}

Table = dict[str, Any]


def twin_strength(units: list[Table], support: int, *, attacking: bool) -> int:
    lone = not attacking and not any(one["type"] in {"infantry", "cavalry"} for one in units)
    by_divisor: dict[int, int] = {}
    whole = support
    for one in units:
        if one["type"] == "artillery":
            # Not coordinated: half its fire, rounded down; 1 in march mode or routed.
            if lone:
                whole += 1 if one["mode"] != "combat" else one["fire"] // (4 if one["unsupplied"] else 2)
            continue
        if one["type"] == "armoured_car":
            whole += 0 if one["unsupplied"] else one["strength"]
            continue
        divisor = (2 if one["unsupplied"] else 1) * {"combat": 1, "march": 2, "routed": 4}[one["mode"]]
        by_divisor[divisor] = by_divisor.get(divisor, 0) + one["strength"]
    # Halves up: the sum of twice the number and the divisor, divided by twice the divisor.
    return max(1, whole + sum((2 * total + divisor) // (2 * divisor) for divisor, total in by_divisor.items()))


def twin_may_charge(one: Table, enemies: list[Table], ground: int, *, attacking: bool) -> bool:
    if one["type"] != "cavalry" or one["mode"] != "combat" or ground:
        return False
    if attacking and all(enemy["entrenched"] for enemy in enemies if enemy["type"] != "armoured_car"):
        return False
    formed = any(enemy["type"] in {"infantry", "cavalry"} and enemy["mode"] == "combat" for enemy in enemies)
    return one["tq"] >= 5 or not formed


def twin_modifier(one: Table, own: list[Table], enemies: list[Table], facts: Table, *, attacking: bool) -> int:
    def cars(units: list[Table]) -> bool:
        return any(other["type"] == "armoured_car" and not other["unsupplied"] for other in units)

    def elite(other: Table) -> bool:
        return bool(other["type"] == "infantry" and other["tq"] == 6)

    wide = facts["wide"]
    total: int = 0
    stack: list[Table] = own if wide else [other for other in own if other["hex"] == one["hex"]]
    total -= cars(stack)
    total += cars(enemies)
    foot = [enemy for enemy in enemies if enemy["type"] == "infantry"]
    formed = bool(foot) and all(enemy["mode"] == "combat" for enemy in foot)
    alone = formed and not any(enemy["type"] == "cavalry" for enemy in enemies)
    alone = alone and not any(other["type"] == "infantry" for other in own)
    if alone and (any(other["charging"] for other in own) if wide else one["charging"]):
        total += 2
    steps = sum(enemy["steps"] for enemy in enemies if enemy["charging"])
    if wide:
        total += steps > 0 and not any(other["charging"] for other in own)
    else:
        answer = any(twin_may_charge(other, enemies, facts["terrain"], attacking=attacking) for other in own)
        total += steps >= 2 and not answer
    total += any(enemy["integrated"] and enemy["mode"] != "routed" for enemy in enemies)
    if not attacking:
        if any(elite(enemy) for enemy in enemies):
            total += not (any(elite(other) for other in own) if wide else elite(one))
        dug = [other["entrenched"] for other in own if other["type"] != "armoured_car"]
        dug_in = all(dug) if wide else one["entrenched"]
        total -= max(facts["terrain"] + facts["river"], 1 if dug_in else 0)
    attacker, defender = int(facts["attacker"]), int(facts["defender"])
    if wide:
        lead: int = (attacker > defender) - (attacker < defender)
        return total - (lead if attacking else -lead)
    if Fraction(attacker, defender) >= 2:
        total += -1 if attacking else 1
    elif attacker < defender:
        total += 1 if attacking else -1
    return total


def twin_results(units: list[Table], enemies: list[Table], facts: Table, face: int, *, attacking: bool) -> Table:
    combat = [one for one in units if one["type"] in {"infantry", "cavalry"}]
    checking = combat or [one for one in units if one["type"] == "artillery"]
    quality = None
    if facts["common"]:
        steps = {tq: sum(one["steps"] for one in checking if one["tq"] == tq) for tq in range(2, 7)}
        quality = next(tq for tq in range(2, 7) if steps[tq] == max(steps.values()))
        held = [one["tq"] for one in checking]
        quality += (max(held) - quality >= 3) - (quality - min(held) >= 3)
    found: Table = {}
    for one in checking:
        total = face + twin_modifier(one, units, enemies, facts, attacking=attacking)
        off = max(0, min(5, total - (quality or one["tq"])))
        result = TABLE["attacker" if attacking else "defender"][0 if face == 1 else off]
        found[one["key"]] = "surrender" if result == "rout" and one["mode"] == "routed" else result
    for one in units:
        mates = [found[other["key"]] for other in combat if other["hex"] == one["hex"]]
        if one["type"] == "artillery" and combat:
            going = [result for result in mates if result != "surrender"]
            if not going:
                found[one["key"]] = "surrender"
            elif set(going) == {"rout"}:
                found[one["key"]] = "surrender" if one["mode"] == "routed" else "rout"
            else:
                found[one["key"]] = "retreat" if set(going) <= {"retreat", "rout"} else "stays"
    for one in units:
        if one["type"] == "armoured_car":
            there = [other for other in units if other["hex"] == one["hex"] and other["type"] != "armoured_car"]
            fates = [found[other["key"]] for other in there]
            men = [found[other["key"]] for other in there if other["type"] != "artillery"]
            men = [fate for fate in men if fate != "surrender"] or [fate for fate in fates if fate != "surrender"]
            if not men:
                found[one["key"]] = "eliminated"
            elif set(men) <= {"retreat", "rout"}:
                found[one["key"]] = "retreat_two" if set(men) == {"rout"} else "retreat"
            else:
                found[one["key"]] = "stays"
    return found


@st.composite
def sides(draw: st.DrawFn) -> tuple[list[Table], list[Table], Table]:
    facts: Table = {
        "terrain": draw(st.sampled_from([0, 1])), "river": draw(st.sampled_from([0, 1])),
        "wide": draw(st.booleans()), "common": draw(st.booleans()), "support": draw(st.integers(0, 3)),
    }  # fmt: skip

    def table(key: str, kinds: list[str], *, attacking: bool) -> Table:
        kind = draw(st.sampled_from(kinds))
        modes = ["combat"] if attacking or kind == "armoured_car" else ["combat", "combat", "march", "routed"]
        mode = draw(st.sampled_from(modes))
        digs = not attacking and kind in {"infantry", "artillery"} and mode != "routed"
        return {
            "key": key, "type": kind, "tq": draw(st.integers(2, 6)), "mode": mode, "strength": draw(st.integers(1, 8)),
            "steps": 1 if kind == "armoured_car" else draw(st.integers(1, 4)), "fire": draw(st.integers(1, 4)),
            "unsupplied": draw(st.booleans()) and not (attacking and kind == "armoured_car"),
            "entrenched": digs and draw(st.booleans()), "charging": False,
            "integrated": kind in {"infantry", "cavalry"} and draw(st.booleans()),
            "hex": draw(st.sampled_from([NORTH, SOUTH])) if attacking else TARGET,
        }  # fmt: skip

    attackers = [table(key, ["infantry", "cavalry"], attacking=True) for key in "abc"[: draw(st.integers(1, 3))]]
    if draw(st.booleans()):
        attackers.append({**table("r", ["armoured_car"], attacking=True), "hex": attackers[0]["hex"]})
    kinds = ["infantry", "cavalry", "artillery"]
    defenders = [table(key, kinds, attacking=False) for key in "xyz"[: draw(st.integers(1, 3))]]
    if draw(st.booleans()):
        defenders.append(table("s", ["armoured_car"], attacking=False))
    for own, enemies, attacking in ((attackers, defenders, True), (defenders, attackers, False)):
        for one in own:
            may = twin_may_charge(one, enemies, facts["terrain"], attacking=attacking)
            one["charging"] = may and draw(st.booleans())
    facts["attacker"] = twin_strength(attackers, facts["support"], attacking=True)
    facts["defender"] = twin_strength(defenders, 0, attacking=False)
    return attackers, defenders, facts


def unit_of(one: Table, side: str) -> game.Unit:
    fields: Table = {name: one[name] for name in ("key", "type", "steps", "mode", "unsupplied", "hex")}
    if one["type"] != "armoured_car":
        fields["tq"] = one["tq"]
    if one["type"] == "artillery":
        fields["fire"] = one["fire"]
    elif one["type"] == "cavalry":
        fields |= {"strength_dismounted": one["strength"], "strength_charge": one["strength"]}
    else:
        fields["strength"] = one["strength"]
    if one["entrenched"]:
        fields["entrenchment"] = "entrenched"
    return game.Unit(side=side, charging=one["charging"], integrated_artillery=one["integrated"], **fields)  # type: ignore[arg-type]  # plain text


@pytest.mark.rule("orel", "8.7.1-procedure", "8.7.1-ratio", "8.7.2-artillery-follows", "OPT-b-modifiers")
@settings(max_examples=50)
@given(sides())
def test_exact_odds_of_a_mixed_stack_are_those_of_all_36_throws(drawn: tuple[list[Table], list[Table], Table]) -> None:
    attackers, defenders, facts = drawn
    asked = game.CohesionRequest(
        attackers=tuple(unit_of(one, "red") for one in attackers),
        defenders=tuple(unit_of(one, "white") for one in defenders),
        attacker_support=facts["support"],
        cover=game.Cover(terrains=("forest" if facts["terrain"] else "clear",), across_river=bool(facts["river"])),
    )
    expected: dict[tuple[tuple[str, str], ...], Fraction] = {}
    for first in range(1, 7):
        for second in range(1, 7):
            results = twin_results(attackers, defenders, facts, first, attacking=True)
            results |= twin_results(defenders, attackers, facts, second, attacking=False)
            course = tuple(sorted(results.items()))
            expected[course] = expected.get(course, Fraction(0)) + Fraction(1, 36)
    ruleset = game.ruleset.with_options(side_wide_modifiers=facts["wide"], predominant_cohesion=facts["common"])
    odds = ruleset.odds(asked)
    found = {
        tuple(sorted((one.key, one.result) for one in (*outcome.attackers, *outcome.defenders))): odds.probability(
            outcome
        )
        for outcome in odds.outcomes
    }
    assert found == expected
