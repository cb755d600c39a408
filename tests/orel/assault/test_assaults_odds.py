"""Exact odds of an assault against a twin written from the book: plain tables, every throw."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rcw_rules import orel as game

TARGET, NORTH, NORTH_EAST, SOUTH = "1011", "1010", "1111", "1012"

# Attacker's loss, defender's loss, loser, m number, by the modified roll, as the catalogue restores it.
ART: dict[int, tuple[int, int, str, int | None]] = {
    1: (3, 0, "attacker", 2), 2: (3, 0, "attacker", 1), 3: (2, 0, "attacker", 0), 4: (2, 0, "attacker", -1),
    5: (2, 1, "attacker", -1), 6: (1, 1, "attacker", -2), 7: (1, 1, "attacker", None), 8: (1, 1, "defender", None),
    9: (1, 1, "defender", -2), 10: (1, 1, "defender", -1), 11: (1, 2, "defender", -1), 12: (1, 2, "defender", 0),
    13: (0, 2, "defender", 1), 14: (0, 3, "defender", 1), 15: (0, 3, "defender", 2),
}  # fmt: skip

Table = dict[str, Any]

MORALE = ["passed", "disorganised", "retreat", "rout", "rout", "surrender"]
MEN = {"infantry", "cavalry"}


def twin_strength(units: list[Table], support: int) -> int:
    """Add up those who fight; among them are guns only where they are alone."""
    by_divisor: dict[int, int] = {}
    whole = support
    for one in units:
        if one["type"] == "artillery":
            spoilt = one["mode"] != "combat" or one["unsupplied"] or one["disorganised"]
            whole += 1 if spoilt else one["steps"]
        elif one["type"] == "armoured_car":
            whole += one["strength"]
        else:
            divisor = {"combat": 1, "march": 2, "routed": 4}[one["mode"]]
            divisor *= 2 ** (one["unsupplied"] + one["disorganised"])
            by_divisor[divisor] = by_divisor.get(divisor, 0) + one["strength"]
    return max(1, whole + sum((2 * total + divisor) // (2 * divisor) for divisor, total in by_divisor.items()))


def twin_quality(units: list[Table]) -> tuple[int, int]:
    held = {tq: sum(one["steps"] for one in units if one["tq"] == tq) for tq in range(2, 7)}
    base = next(tq for tq in range(2, 7) if held[tq] == max(held.values()))
    met = [one["tq"] for one in units]
    return base, base + (max(met) - base >= 3) - (base - min(met) >= 3)


def twin_losses(units: list[Table], number: int) -> dict[str, int]:
    """Take losses by the default: the strongest first, of equal ones by name; then round again; the guns last."""
    fallen = dict.fromkeys((one["key"] for one in units), 0)
    men = [one for one in units if one["type"] in MEN]
    for group in (men, [one for one in units if one not in men]):
        left = {one["key"]: one["steps"] for one in group}
        queue = sorted(left, key=lambda key: (-left[key], key))
        if group and not any(fallen.values()):
            base = twin_quality(group)[0]
            open_to = [
                one["key"] for one in group if one["tq"] == base or one["type"] == "cavalry" or one["mode"] != "combat"
            ]
            first = next(key for key in queue if key in open_to)
            queue = [first, *(key for key in queue if key != first)]
        while number and any(left.values()):
            for key in queue:
                if number and left[key]:
                    left[key] -= 1
                    fallen[key] += 1
                    number -= 1
    return fallen


def twin_roll(ours: list[Table], cars: list[Table], men: list[Table], guns: list[Table], facts: Table) -> int:
    """Return what is added to the 2d6."""
    theirs = men or guns
    ratio = Fraction(twin_strength([*ours, *cars], facts["support"]), twin_strength([*theirs, *facts["their_cars"]], 0))
    steps = [Fraction(1, 3), Fraction(1, 2), Fraction(2, 3), Fraction(1), Fraction(3, 2)]
    total: int = sum(ratio >= step for step in (*steps, *map(Fraction, range(2, 6)))) - 4
    total += twin_quality(ours)[1] - twin_quality(theirs)[1]
    total += 2 if {NORTH, SOUTH} <= {one["hex"] for one in ours} else 0
    total += any(one["integrated"] for one in ours)
    total -= any(one["integrated"] and one["mode"] != "routed" for one in men)
    total -= int(facts["hasty"])
    dug_in = all(one["entrenched"] for one in [*men, *guns])
    return total - max(int(facts["terrain"]) + int(facts["river"]), int(dug_in))


def twin_guns(guns: list[Table], men: list[Table], found: Table) -> None:
    """Have guns that are left share the fate of the men beside them."""
    fates = [found[one["key"]] for one in men if found[one["key"]] != "eliminated"]
    going = {fate for fate in fates if fate != "surrender"}
    for gun in guns:
        if found[gun["key"]] == "eliminated":
            continue
        if "stays" in going:
            fate = "stays"
        elif fates and not going:
            fate = "surrender"
        else:
            fate = "rout" if going <= {"rout"} else "retreat"
        found[gun["key"]] = "surrender" if fate == "rout" and gun["mode"] == "routed" else fate


def twin_cars(units: list[Table], found: Table) -> None:
    """Have cars share the fate of their stack."""
    for vehicle in [one for one in units if one["type"] == "armoured_car"]:
        stack = [one for one in units if one["hex"] == vehicle["hex"]]
        lists = [[found[one["key"]] for one in stack if one["type"] in kinds] for kinds in (MEN, {"artillery"})]
        alive = [[fate for fate in fates if fate not in {"eliminated", "surrender"}] for fates in lists]
        deciding = set(alive[0] or alive[1])
        if not deciding:
            found[vehicle["key"]] = "eliminated"
        elif deciding <= {"retreat", "rout"}:
            found[vehicle["key"]] = "retreat_two" if deciding == {"rout"} else "retreat"
        else:
            found[vehicle["key"]] = "stays"


def twin_course(attackers: list[Table], defenders: list[Table], facts: Table, roll: int, face: int) -> Table:
    """Return what befalls everybody, before the vehicles throw; where no morale die is thrown, the face is idle."""
    ours = [one for one in attackers if one["type"] in MEN and not one["repulsed"]]
    places = {one["hex"] for one in ours}
    cars = [one for one in attackers if one["type"] == "armoured_car" and one["hex"] in places]
    men = [one for one in defenders if one["type"] in MEN]
    guns = [one for one in defenders if one["type"] == "artillery"]
    theirs, all_theirs = men or guns, [*men, *guns]
    their_cars = [one for one in defenders if one["type"] == "armoured_car" and not one["unsupplied"]]
    total = roll + twin_roll(ours, cars, men, guns, {**facts, "their_cars": their_cars})
    attacker_loss, defender_loss, loser, number = ART[max(1, min(15, total))]
    large = min(sum(one["steps"] for one in ours), sum(one["steps"] for one in theirs)) >= 6
    attacker_loss, defender_loss = attacker_loss + large, defender_loss + large
    most, their_most = sum(one["steps"] for one in ours), sum(one["steps"] for one in all_theirs)
    spared_theirs, spared_ours = max(0, attacker_loss - most), max(0, defender_loss - their_most)
    fallen = twin_losses(ours, min(most, max(0, attacker_loss - spared_ours)))
    fallen |= twin_losses(all_theirs, min(their_most, max(0, defender_loss - spared_theirs)))
    found: Table = {one["key"]: "stays" for one in [*attackers, *defenders]}
    found |= {one["key"]: "eliminated" for one in [*ours, *all_theirs] if fallen[one["key"]] == one["steps"]}
    shaken: set[str] = set()
    mine, enemies = (cars, their_cars) if loser == "attacker" else (their_cars, cars)
    for one in ours if loser == "attacker" else theirs:
        if found[one["key"]] == "eliminated":
            continue
        off = face + (number or 0) + (fallen[one["key"]] > 0) + bool(enemies) - one["tq"]
        off -= any(vehicle["hex"] == one["hex"] for vehicle in mine)
        result = "passed" if number is None or face == 1 else MORALE[max(0, min(5, off))]
        shaken |= {one["key"]} if result == "disorganised" else set()
        if result in {"passed", "disorganised"}:
            result = "repulsed" if loser == "attacker" else "retreat"
        found[one["key"]] = "surrender" if result == "rout" and one["mode"] == "routed" else result
    if men:
        twin_guns(guns, men, found)
    twin_cars(attackers, found)
    twin_cars(defenders, found)
    taken, lost = {}, {}
    for role, units in (("attacker", ours), ("defender", all_theirs)):
        given_up = sum(one["steps"] - fallen[one["key"]] for one in units if found[one["key"]] == "surrender")
        wiped_out = loser == role and all(found[one["key"]] == "eliminated" for one in units)
        taken[role] = given_up + (len(units) if wiped_out else 0)
        lost[role] = given_up + sum(fallen[one["key"]] for one in units)
    our_guns = facts["support"] > 0 or any(one["integrated"] for one in ours)
    their_guns = any(one["integrated"] and one["mode"] != "routed" for one in men)
    their_guns = their_guns or any(one["mode"] != "routed" for one in guns)
    checks = [one["key"] for one in cars if lost["attacker"] and their_guns and found[one["key"]] != "eliminated"]
    checks += [one["key"] for one in their_cars if lost["defender"] and our_guns and found[one["key"]] != "eliminated"]
    return {"loser": loser, "results": found, "fallen": fallen, "shaken": shaken, "taken": taken, "checks": checks}


@st.composite
def sides(draw: st.DrawFn) -> tuple[list[Table], list[Table], Table]:
    facts: Table = {
        "terrain": draw(st.sampled_from([0, 1])), "river": draw(st.sampled_from([0, 1])),
        "hasty": draw(st.booleans()), "support": draw(st.integers(0, 3)),
    }  # fmt: skip

    def table(key: str, kinds: list[str], *, attacking: bool) -> Table:
        kind = draw(st.sampled_from(kinds))
        vehicle = kind == "armoured_car"
        mode = "combat" if attacking or vehicle else draw(st.sampled_from(["combat", "combat", "march", "routed"]))
        digs = not attacking and kind in {"infantry", "artillery"} and mode != "routed"
        return {
            "key": key, "type": kind, "tq": draw(st.integers(2, 6)), "mode": mode, "strength": draw(st.integers(1, 8)),
            "steps": 1 if vehicle else draw(st.integers(1, 4)), "repulsed": False,
            "unsupplied": draw(st.booleans()) and not (attacking and vehicle),
            "disorganised": not vehicle and draw(st.booleans()), "entrenched": digs and draw(st.booleans()),
            "integrated": kind in MEN and draw(st.booleans()),
            "hex": draw(st.sampled_from([NORTH, NORTH_EAST, SOUTH])) if attacking else TARGET,
        }  # fmt: skip

    attackers = [table(key, ["infantry", "cavalry"], attacking=True) for key in "abc"[: draw(st.integers(1, 3))]]
    for one in attackers[1:]:
        one["repulsed"] = draw(st.booleans())
    if draw(st.booleans()):
        mate = draw(st.sampled_from(attackers))
        attackers.append({**table("r", ["armoured_car"], attacking=True), "hex": mate["hex"]})
    kinds = ["infantry", "cavalry", "artillery"]
    defenders = [table(key, kinds, attacking=False) for key in "xyz"[: draw(st.integers(1, 3))]]
    if draw(st.booleans()):
        defenders.append(table("s", ["armoured_car"], attacking=False))
    return attackers, defenders, facts


def unit_of(one: Table, side: str) -> game.Unit:
    names = ("key", "type", "steps", "mode", "unsupplied", "disorganised", "repulsed", "hex")
    fields: Table = {name: one[name] for name in names}
    if one["type"] != "armoured_car":
        fields["tq"] = one["tq"]
    if one["type"] == "artillery":
        fields["fire"] = 1
    elif one["type"] == "cavalry":
        fields |= {"strength_dismounted": one["strength"], "strength_charge": 30}
    else:
        fields["strength"] = one["strength"]
    entrenchment: Any = "entrenched" if one["entrenched"] else "none"
    return game.Unit(side=side, entrenchment=entrenchment, integrated_artillery=one["integrated"], **fields)  # type: ignore[arg-type]  # plain text


@pytest.mark.rule("orel", "8.8.2-art", "8.8.2A-allocation", "8.8.2A-excess", "8.8.2B-morale", "9-destruction-check")
@settings(max_examples=50)
@given(sides())
def test_exact_odds_are_those_of_all_throws(drawn: tuple[list[Table], list[Table], Table]) -> None:
    attackers, defenders, facts = drawn
    asked = game.AssaultRequest(
        attackers=tuple(unit_of(one, "red") for one in attackers),
        defenders=tuple(unit_of(one, "white") for one in defenders),
        attacker_support=facts["support"],
        attack_type="hasty" if facts["hasty"] else "prepared",
        cover=game.Cover(terrains=("town" if facts["terrain"] else "clear",), across_river=bool(facts["river"])),
    )
    expected: dict[Any, Fraction] = {}
    for roll in range(2, 13):
        for face in range(1, 7):
            course = twin_course(attackers, defenders, facts, roll, face)
            # One after the other each vehicle that checks is hit once in six, which destroys it.
            ways = [(frozenset[str](), Fraction(6 - abs(7 - roll), 216))]
            for key in course["checks"]:
                ways = [
                    (hit | extra, chance * share)
                    for hit, chance in ways
                    for extra, share in ((frozenset({key}), Fraction(1, 6)), (frozenset[str](), Fraction(5, 6)))
                ]
            for hit, chance in ways:
                states = tuple(
                    (
                        one["key"],
                        "eliminated" if one["key"] in hit else course["results"][one["key"]],
                        1 if one["key"] in hit else course["fallen"].get(one["key"], 0),
                        one["disorganised"] or one["key"] in course["shaken"],
                    )
                    for one in [*attackers, *defenders]
                )
                told = (course["loser"], *(after(*state) for state in states), *course["taken"].values())
                expected[told] = expected.get(told, Fraction(0)) + chance
    odds = game.ruleset.odds(asked)
    found: dict[Any, Fraction] = {}
    for outcome in odds.outcomes:
        everybody = (*outcome.attackers, *outcome.defenders)
        states = tuple(
            after(one.key, one.result, one.steps_lost, bool(one.unit and one.unit.disorganised)) for one in everybody
        )
        told = (outcome.loser, *states, outcome.defender_prisoners, outcome.attacker_prisoners)
        found[told] = found.get(told, Fraction(0)) + odds.probability(outcome)
    assert found == expected


def after(key: str, result: str, fallen: int, disorganised: bool) -> tuple[str, str, int, bool]:
    """Return one unit afterwards; of who is gone no state is left."""
    return key, result, fallen, disorganised and result not in {"eliminated", "surrender"}
