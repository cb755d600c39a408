"""Exact odds of a whole combat against a slow and obvious twin, written from the book, and laws of combat.

The twin works on plain tables and shares no code with the library; it throws every face of every die.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, TypeAlias

import pytest
from courses import every_course
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from rcw_rules import SeededDice, wire
from rcw_rules import red_actions as ra
from rcw_rules.kernel.lengths import inches

Table: TypeAlias = dict[str, Any]
Key: TypeAlias = tuple[Any, ...]

SLOW = settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])

# Column by column from 2 to 12, read down the printed table: who, and how many markers or D, H, P.
DOWN = {
    "1": "SD SD S3 S2 S1 W1 W1 W2 W3 WD WD",
    "3/2": "SD SD S3 S2 W1 W2 W2 W2 WD WD WD",
    "2": "SD S2 SH W1 W2 W2 W2 W3 WD WD WD",
    "5/2": "S2 S1 SH W1 W2 W2 W3 WD WD WD WD",
    "3": "S1 SH W1 W2 W3 W3 WD WD WD WD WP",
    "4": "SH W1 W2 W2 W3 WD WD WD WD WP WP",
}


# ---------------------------------------------------------------- the twin


def markers(unit: Table) -> int:
    return int(unit["terror"] + unit["humiliated"])


def strength_of(unit: Table, *, charges: bool) -> Fraction:
    effective = Fraction(unit["bases"] - markers(unit)) or Fraction(1, 2)
    percent: int = 25 * unit["uphill"]
    if not charges:
        percent += 50 * unit["fortified"] + 25 * unit["in_cover"] - 50 * (unit["aspect"] != "front")
    if unit["formed"] and charges:
        percent += 25
    value: Fraction = unit["value"]
    return value * effective * (100 + percent) / 100


def break_if_overwhelmed(unit: Table) -> bool:
    if markers(unit) > unit["bases"] and not unit["routs"]:
        unit["routs"], unit["fate"] = True, "routs"
        return True
    return False


def go_back(unit: Table) -> None:
    allowance = 6 if unit["arm"] in ("sabres", "tachanka") else 3
    way = min(unit["room"], max(0, allowance - unit["moved"]))
    unit["ordered"] = True
    unit["room"] -= way
    unit["moved"] += way
    unit["retired"] += way
    if way:
        unit["fate"] = "retires"


def passes(unit: Table, test: str, throw: Any) -> bool:
    number = unit[test] + (unit["effect"] if unit["officers"] else 0)
    return bool(throw(2, lambda total: total <= number and total != 12))


def mark_and_retire(unit: Table, terror: int) -> None:
    unit["terror"] += terror
    if not break_if_overwhelmed(unit):
        go_back(unit)


def defeat(side: list[Table]) -> None:
    for _ in range(2):
        unit = max(side, key=lambda each: each["bases"])  # on ties the first
        if unit["bases"]:
            unit["bases"] -= 1
            unit["lost"] += 1
    for unit in side:
        unit.update({"routs": True, "fate": "routs"} if unit["bases"] else {"fate": "destroyed", "officers": 0})


def suffer(word: str, strong: list[Table], weak: list[Table], butchered: bool, throw: Any) -> None:
    named = strong if word[0] == "S" else weak
    if word[1] == "P":
        for unit in named:
            unit["lost" if butchered else "prisoners"] = unit["bases"]
            unit.update(bases=0, officers=0, fate="destroyed" if butchered else "surrenders")
    elif word[1] == "D":
        defeat(named)
    elif word[1] == "H":
        for unit in weak:
            mark_and_retire(unit, 2)
        for unit in strong:
            unit["humiliated"] += 1
            if not break_if_overwhelmed(unit) and not passes(unit, "fear", throw):
                unit.update(routs=True, fate="routs")
    else:
        for unit in named:
            mark_and_retire(unit, int(word[1]))


def officers_throw(fought: list[Table], throw: Any) -> None:
    without: list[Table] = []
    for unit in fought:
        fatal, had = (2 if unit["routs"] else 1), unit["officers"]
        unit["officers"] -= sum(bool(throw(1, lambda face, at=fatal: face <= at)) for _ in range(had))
        if had and not unit["officers"]:
            without.append(unit)
    for unit in without:
        unit["terror"] += 1
        if not unit["routs"] and not break_if_overwhelmed(unit) and not passes(unit, "serious", throw):
            go_back(unit)


def is_caught(enemy: Table, unit: Table, throw: Any) -> bool:
    if enemy["fate"] != "routs" or enemy["speed"] > unit["speed"]:
        return False
    if enemy["speed"] < unit["speed"]:
        return True
    return enemy["arm"] in ("sabres", "tachanka") and bool(throw(1, lambda face: face >= 4))


def pursuit(unit: Table, enemies: list[Table], throw: Any) -> None:
    if unit["arm"] != "sabres" or unit["fate"] != "stays" or unit["ordered"]:
        return
    for enemy in enemies:
        if is_caught(enemy, unit, throw):
            enemy["prisoners"] = enemy["bases"] // 2
            enemy["lost"] += enemy["bases"] - enemy["bases"] // 2
            enemy.update(bases=0, officers=0, fate="caught")


def twin(charger: Table, others: list[Table], butchered: bool, throw: Any) -> Key:
    fresh = {"fate": "stays", "routs": False, "ordered": False, "retired": 0, "lost": 0, "prisoners": 0}
    units = [{**each, **fresh} for each in (charger, *others)]
    for unit in units[1:]:
        unit["terror"] += {"front": 0, "flank": 1, "rear": 3}[unit["aspect"]]
        break_if_overwhelmed(unit)
    charged = [unit for unit in units[1:] if not unit["routs"]]
    word = None
    if charged:
        ours = strength_of(units[0], charges=True)
        theirs = sum((strength_of(unit, charges=False) for unit in charged), Fraction(0))
        strong, weak = ([units[0]], charged) if ours >= theirs else (charged, [units[0]])
        ratio = max(ours, theirs) / min(ours, theirs)
        column = next(head for head in ("4", "3", "5/2", "2", "3/2", "1") if ratio >= Fraction(head))
        word = throw(2, lambda total: DOWN[column].split()[total - 2])
        suffer(word, strong, weak, butchered, throw)
        officers_throw([units[0], *charged], throw)
    pursuit(units[0], units[1:], throw)
    if charged:
        for unit in charged:
            pursuit(unit, [units[0]], throw)
    return (word, *(
        (unit["fate"], unit["bases"], bool(unit["bases"]) * unit["terror"], bool(unit["bases"]) * unit["humiliated"],
         unit["officers"], before["officers"] - unit["officers"], unit["lost"], unit["prisoners"], unit["retired"])
        for before, unit in zip((charger, *others), units, strict=True)
    ))  # fmt: skip


# ---------------------------------------------------------------- the same in the library


def unit_of(table: Table, name: str, side: Any) -> ra.Unit:
    card = ra.TroopCard(
        id=name, name=name, arm=table["arm"], speed=inches(table["speed"]), fighting_value=table["value"],
        fear=table["fear"], serious=table["serious"], may_form=table["formed"],
    )  # fmt: skip
    token = ra.OfficerToken(id="o", effect=table["effect"])
    plain = ra.OfficerToken(id="p", effect=table["effect"])
    return ra.Unit(
        name=name, side=side, card=card, bases=table["bases"], terror=table["terror"], humiliated=table["humiliated"],
        officer=token if table["officers"] else None, spares=(plain,) * (table["officers"] - 1),
        formed=table["formed"], moved_back=inches(table["moved"]),
    )  # fmt: skip


def request_of(charger: Table, others: list[Table]) -> ra.CombatRequest:
    def footing(table: Table) -> ra.RetirePlace:
        return ra.RetirePlace(room_behind=inches(table["room"]))

    return ra.CombatRequest(
        charger=ra.Charger(unit=unit_of(charger, "C", "red"), uphill=charger["uphill"], footing=footing(charger)),
        contacted=tuple(
            ra.Contacted(
                unit=unit_of(each, f"T{number}", "white"),
                footing=footing(each),
                **{field: each[field] for field in ("aspect", "fortified", "in_cover", "uphill")},
            )
            for number, each in enumerate(others)
        ),
    )


def key_of(outcome: ra.CombatOutcome) -> Key:
    codes = {"Defeated": "D", "Humiliated": "H", "Surrenders": "P"}
    word = None
    if outcome.result is not None:
        who, _, what = outcome.result.partition("/")
        word = who + codes.get(what, what.split()[1] if " " in what else "")
    return (word, *(
        (after.fate, after.unit.bases, after.unit.terror if after.unit.bases else 0,
         after.unit.humiliated if after.unit.bases else 0, len(after.unit.officers), len(after.officers_lost),
         after.lost, after.prisoners, int(after.retired.as_decimal()))
        for after in (outcome.charger, *outcome.contacted)
    ))  # fmt: skip


@st.composite
def fighters(draw: st.DrawFn, arms: tuple[str, ...], *, charges: bool) -> Table:
    arm = draw(st.sampled_from(arms))
    bases = draw(st.integers(1, 4))
    total = draw(st.integers(0, bases))
    terror = draw(st.integers(0, total))
    some = st.sampled_from((False, False, True))
    return {
        "arm": arm, "bases": bases, "terror": terror, "humiliated": total - terror,
        "value": draw(st.sampled_from((Fraction(1), Fraction(2), Fraction(5, 2), Fraction(4), Fraction(9)))),
        "speed": draw(st.sampled_from((6, 12))), "fear": draw(st.integers(3, 12)), "serious": draw(st.integers(3, 12)),
        "officers": draw(st.integers(0, 2)), "effect": draw(st.integers(-2, 2)),
        "moved": draw(st.sampled_from((0, 0, 2, 6))), "room": draw(st.sampled_from((99, 99, 4, 1))),
        "formed": arm == "sabres" and draw(some), "uphill": draw(some),
        "aspect": "front" if charges else draw(st.sampled_from(("front", "front", "flank", "rear"))),
        "fortified": not charges and draw(some), "in_cover": not charges and draw(some),
    }  # fmt: skip


CHARGERS = fighters(("rifle", "sabres"), charges=True)
CHARGED = fighters(("rifle", "sabres", "mg", "tachanka"), charges=False)


@st.composite
def battles(draw: st.DrawFn) -> tuple[Table, list[Table]]:
    """Draw a charger and whom it touches: no riflemen in front of sabres, and at most one side higher up."""
    charger = draw(CHARGERS)
    others = draw(st.lists(CHARGED, min_size=1, max_size=2))
    for each in others:
        each["uphill"] = each["uphill"] and not charger["uphill"]
        if charger["arm"] == "rifle" and each["arm"] == "sabres" and each["aspect"] == "front":
            each["aspect"] = "flank"
    return charger, others


@pytest.mark.rule(
    "red_actions", "com-sequence", "com-strength", "com-ratio", "com-table", "cr-retires", "cr-defeated",
    "cr-humiliated", "cr-surrenders", "cr-several-units", "cr-officers", "off-casualty-all-lost", "pur-sabres",
    "pur-catch", "pursuit-caught", "charge-flank", "charge-rear", "turn-forced-forfeit",
)  # fmt: skip
@SLOW
@given(battles(), st.booleans())
def test_the_odds_of_a_combat_are_those_of_the_twin(battle: tuple[Table, list[Table]], butchered: bool) -> None:
    charger, others = battle
    expected = every_course(lambda throw: twin(charger, others, butchered, throw))
    odds = ra.ruleset.with_options(butchered=butchered).odds(request_of(charger, others))
    found: dict[Key, Fraction] = {}
    for outcome, chance in odds.items():
        key = key_of(outcome)
        found[key] = found.get(key, Fraction(0)) + chance
    assert found == expected


@pytest.mark.rule("red_actions", "com-sequence")
@SLOW
@given(battles(), st.integers(0, 10**6))
def test_a_resolution_is_one_of_the_odds_is_repeatable_and_survives_the_wire(
    battle: tuple[Table, list[Table]], seed: int
) -> None:
    request = request_of(*battle)
    resolution = ra.ruleset.resolve(request, dice=SeededDice(seed))
    assert ra.ruleset.odds(request).probability(resolution.outcome) > 0
    assert ra.ruleset.replay(resolution).outcome == resolution.outcome
    assert wire.structure(wire.unstructure(request), ra.CombatRequest) == request
    assert wire.structure(wire.unstructure(resolution.outcome), ra.CombatOutcome) == resolution.outcome


@pytest.mark.rule("red_actions", "com-modifiers", "com-strength")
@SLOW
@given(battles(), st.sampled_from(("fortified", "in_cover", "uphill")))
def test_better_ground_never_hurts_the_charged(battle: tuple[Table, list[Table]], ground: str) -> None:
    charger, target = {**battle[0], "uphill": False}, battle[1][0]

    def beaten(table: Table) -> Fraction:
        odds = ra.ruleset.odds(request_of(charger, [table]))
        return odds.probability(lambda outcome: outcome.contacted[0].lost + outcome.contacted[0].prisoners > 0)

    bare, better = {**target, ground: False}, {**target, ground: True}
    strong = ra.ruleset.odds(request_of(charger, [bare])).outcomes[0].stronger
    assume(strong == "charger" and ra.ruleset.odds(request_of(charger, [better])).outcomes[0].stronger == "charger")
    assert beaten(better) <= beaten(bare)


@pytest.mark.rule("red_actions", "com-strength", "defs-effective-bases")
@given(CHARGED, st.integers(0, 6))
def test_a_marker_more_never_makes_stronger_and_bases_never_weaker(table: Table, more: int) -> None:
    def strength(**changes: int) -> Fraction:
        asked = ra.CombatStrengthRequest(
            fighting_value=table["value"], bases=table["bases"] + changes.get("bases", 0),
            terror=table["terror"] + changes.get("terror", 0), humiliated=table["humiliated"],
            aspect=table["aspect"], fortified=table["fortified"], uphill=table["uphill"],
        )  # fmt: skip
        return ra.ruleset.outcome(asked, dice=SeededDice(1)).strength

    assert strength(terror=more) <= strength() <= strength(bases=min(more, 6 - table["bases"]))


@pytest.mark.rule("red_actions", "com-ratio")
@given(st.fractions(0, 60), st.fractions(0, 60))
def test_the_sides_mirror_each_other_but_for_the_tie(one: Fraction, other: Fraction) -> None:
    forth = ra.ruleset.outcome(ra.CombatRatioRequest(charger=one, contacted=other), dice=SeededDice(1))
    back = ra.ruleset.outcome(ra.CombatRatioRequest(charger=other, contacted=one), dice=SeededDice(1))
    assert forth.column == back.column
    assert (forth.stronger == back.stronger == "charger") if one == other else forth.stronger != back.stronger


@pytest.mark.rule("red_actions", "com-sequence")
def test_exact_odds_run_a_combat_once_whatever_comes_of_its_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    combat = ra.ruleset.procedure("red_actions.combat")
    play, runs = combat.run, []

    def counted(request: Any, umpire: Any) -> Any:
        runs.append(request)
        return play(request, umpire)

    monkeypatch.setattr(combat, "run", counted)
    # 2:1 has a Humiliated with its fear test; officers fall on both sides; sabres catch sabres on a die.
    riders: Table = {
        "arm": "sabres", "bases": 4, "terror": 0, "humiliated": 0, "value": Fraction(4), "speed": 12, "fear": 7,
        "serious": 7, "officers": 2, "effect": 1, "moved": 0, "room": 99, "formed": False, "uphill": False,
        "aspect": "front", "fortified": False, "in_cover": False,
    }  # fmt: skip
    request = request_of(riders, [{**riders, "value": Fraction(2)}])
    ra.ruleset.forget_odds()
    odds = ra.ruleset.odds(request)
    assert runs == [request]
    assert {outcome.result for outcome in odds} >= {"S/Humiliated", "W/Defeated"}
    assert 0 < odds.probability(lambda outcome: outcome.contacted[0].fate == "caught") < Fraction(1, 6)
