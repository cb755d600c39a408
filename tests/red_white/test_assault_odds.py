"""Exact odds of the assault and of its parts against a slow and obvious twin that throws every face.

The twin of morale, melee and casualties, and the machinery of its dice, are those of red_white_twin.
"""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest
import red_white_twin as twin
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rcw_rules import red_white as rw
from rcw_rules import wire

SLOW = settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])

Table = dict[str, Any]


# ---------------------------------------------------------------- the twin: units that change


def stands_of(unit: Table) -> int:
    return int(twin.morale_stands(unit))


def lose_stands(unit: Table, count: int) -> Table:
    if twin.is_vehicle(unit):
        return {**unit, "hits": unit.get("hits", 0) + count}
    return {**unit, "stands": unit["stands"] - count}


class Fighter:
    """A unit in the course of an assault."""

    def __init__(self, unit: Table) -> None:
        self.unit = {"heroic": False, "priest": False, "casualties": False, "falling_back": False, **unit}
        self.goes = "stays"
        self.moved: Any = 0
        self.off: Any = False
        self.alive = self.fights = True
        self.hurt = False

    def bleed(self, after: Table) -> None:
        """Take what the twin of casualties or of the melee says that the unit lost."""
        if after["leader_killed"]:
            self.unit.update(has_leader=False, heroic=False)
        if after["priest_killed"]:
            self.unit.update(priest=False)
        self.unit = lose_stands(self.unit, after["stands_lost"])
        self.unit["casualties"] = after["casualties"]
        if not stands_of(self.unit):
            self.alive = self.fights = False
            self.goes, self.moved, self.off = "nowhere", 0, False

    def retire(self, moved: Any, off: Any, cover: str, goes: str = "rear") -> None:
        self.goes, self.off = goes, off
        self.moved = None if self.moved is None or moved is None else self.moved + moved
        self.unit["cover"] = cover
        if "edge_distance" in self.unit:
            edge = self.unit.pop("edge_distance")
            if moved is not None and moved <= edge:
                self.unit["edge_distance"] = edge - moved

    def told(self) -> Table:
        unit = self.unit
        state = {
            "stands": stands_of(unit),
            "leader": unit["has_leader"],
            "heroic": unit["heroic"],
            "priest": unit["priest"],
            "casualties": unit["casualties"],
            "falling_back": unit["falling_back"],
            "cover": unit.get("cover", "open"),
        }
        return {"unit": state if self.alive else None, "goes": self.goes, "moved": self.moved, "off": self.off}


def told_by_library(after: rw.UnitAfterAssault) -> Table:
    table = wire.unstructure(after)
    unit = table["unit"]
    state = unit and {
        "stands": 8 - (unit["hits"] or 0) if unit["stands"] is None else unit["stands"],
        "leader": unit["has_leader"],
        **{key: unit[key] for key in ("heroic", "priest", "casualties", "falling_back", "cover")},
    }
    return {"unit": state, "goes": table["goes"], "moved": table["moved"], "off": table["off_table"]}


# ---------------------------------------------------------------- the twin: an assault


def take_test(fighter: Fighter, cause: str, throw: Any, options: Table) -> Table:
    test: Table = twin.play_morale(fighter.unit, cause, throw, options)
    if not twin.is_vehicle(fighter.unit):
        fighter.unit["stands"] = test["stands"]
    fighter.unit["falling_back"], fighter.unit["casualties"] = test["falling_back"], test["casualties"]
    return test


def shoot(shots: list[Table], firers: list[Fighter], targets: list[Fighter], throw: Any, request: Table) -> None:
    attacks = firers[0].unit["side"] == request["attackers"][0]["unit"]["side"]
    aimed: list[list[Table]] = [[] for _ in targets]
    for shot in shots:
        if "by" in shot:
            able = not attacks or request["attackers"][shot["by"] - 1].get("attacking_fire", False)
            if not firers[shot["by"] - 1].fights or not able:
                continue
        if targets[shot["target"] - 1].fights:
            aimed[shot["target"] - 1].append(shot["volley"])
    for target, volleys in zip(targets, aimed, strict=True):
        count = 0
        for volley in volleys:
            count += volley.get("stands_lost", 0)
            for _ in range(volley.get("dice", 0)):
                count += (throw(10, only=10) in volley["hit_faces"]) * volley["losses_per_hit"]
        if count:
            after = twin.play_casualties({"unit": target.unit, "count": count, "source": "fire"}, throw)
            target.hurt = True
            target.bleed(after)


def longest(request: Table, attackers: list[Fighter]) -> int:
    return max(
        (
            charger.get("charger_move", -1)
            for charger, fighter in zip(request["attackers"], attackers, strict=True)
            if fighter.fights
        ),
        default=-1,
    )


def flee(request: Table, attackers: list[Fighter], defenders: list[Fighter], throw: Any) -> None:
    if not any(fighter.unit["type"] == "tank" for fighter in attackers):
        return
    for charged, fighter in zip(request["defenders"], defenders, strict=True):
        kind = fighter.unit["type"]
        if kind == "cavalry" or (kind == "artillery" and throw(10) > 4):
            moved, off = twin.to_the_rear(fighter.unit["full_move"], fighter.unit.get("edge_distance"), 1, throw)
            fighter.retire(moved, off, charged.get("caught_in", "open"))
            fighter.unit["falling_back"] = True
            fighter.fights = not off and longest(request, attackers) >= charged["gap"] + moved


def steal_away(request: Table, attackers: list[Fighter], defenders: list[Fighter], throw: Any, options: Table) -> None:
    by_tank = any(fighter.unit["type"] == "tank" for fighter in attackers)
    for charged, fighter in zip(request["defenders"], defenders, strict=True):
        kind = fighter.unit["type"]
        if kind not in ("cavalry", "armoured_car", "armoured_train") or (kind == "cavalry" and by_tank):
            continue
        move, edge = fighter.unit.pop("full_move"), fighter.unit.get("edge_distance")
        before = fighter.unit["falling_back"]
        test = take_test(fighter, "withdraw", throw, options)  # without a move, so that its dice come after
        fighter.unit["full_move"] = move
        if not test["passed"] and test["moves"] == 1 and options.get("withdraw_failed") == "may_stand":
            fighter.unit["falling_back"] = before
            fighter.fights = longest(request, attackers) >= charged["gap"]
            continue
        moved, off = twin.to_the_rear(move, edge, test["moves"] or 1, throw)
        fighter.retire(moved, off, charged.get("caught_in", "open"), "away" if test["passed"] else "rear")
        fighter.fights = not off and longest(request, attackers) >= charged["gap"] + moved


def waver(request: Table, attackers: list[Fighter], defenders: list[Fighter], throw: Any, options: Table) -> None:
    for side in (attackers, defenders):
        for fighter in side:
            if fighter.hurt and fighter.fights:
                test = take_test(fighter, "between_fire_and_melee", throw, options)
                if test["moves"]:
                    fighter.retire(test["moved"], test["off_table"], "open")
                    fighter.fights = False
                    fighter.hurt = fighter in defenders  # to be caught, perhaps
                else:
                    fighter.hurt = False
    for charged, fighter in zip(request["defenders"], defenders, strict=True):
        within = fighter.moved is not None and longest(request, attackers) >= charged.get("gap", 99) + fighter.moved
        if fighter.hurt and fighter.alive and within and not fighter.off:
            fighter.fights = True
            fighter.unit["cover"] = charged.get("caught_in", "open")


def play_assault(request: Table, throw: Any, options: Table, *, withdraw: bool) -> Table:
    attackers = [Fighter(charger["unit"]) for charger in request["attackers"]]
    defenders = [Fighter(charged["unit"]) for charged in request["defenders"]]

    def end(ended: str, holder: str) -> Table:
        told = {"attackers": [each.told() for each in attackers], "defenders": [each.told() for each in defenders]}
        return {"ended": ended, "holder": holder, **told}

    def any_left(side: list[Fighter]) -> bool:
        return any(fighter.fights for fighter in side)

    flee(request, attackers, defenders, throw)
    if withdraw:
        steal_away(request, attackers, defenders, throw, options)
    for charged, fighter in zip(request["defenders"], defenders, strict=True):
        if fighter.goes == "stays" and -1 < longest(request, attackers) < charged.get("gap", 0):
            fighter.fights = False
    if not any_left(defenders):
        return end("no_contact", "defender" if any(fighter.goes == "stays" for fighter in defenders) else "nobody")
    for charger, fighter in zip(request["attackers"], attackers, strict=True):
        fighter.unit.pop("edge_distance", None)  # from the announcement; they have moved since
        if "edge_at_contact" in charger:
            fighter.unit["edge_distance"] = charger["edge_at_contact"]
    shoot(request.get("defensive_fire", []), defenders, attackers, throw, request)
    if not any_left(attackers):
        return end("attackers_gone", "defender")
    shoot(request.get("attacking_fire", []), attackers, defenders, throw, request)
    if not any_left(defenders):
        return end("position_falls", "attacker")
    waver(request, attackers, defenders, throw, options)
    if not any_left(attackers):
        return end("attackers_gone", "defender" if any_left(defenders) else "nobody")
    if not any_left(defenders):
        return end("position_falls", "attacker")
    holder = melee_and_bombs(request, attackers, defenders, throw, options)
    return end("melee", holder)


def melee_and_bombs(
    request: Table, attackers: list[Fighter], defenders: list[Fighter], throw: Any, options: Table
) -> str:
    charge = [fighter for fighter in attackers if fighter.fights]
    stand = [fighter for fighter in defenders if fighter.fights]
    melee = twin.play_melee(
        {
            "attackers": [fighter.unit for fighter in charge],
            "defenders": [fighter.unit for fighter in stand],
            "flank_or_rear": request.get("flank_or_rear", False),
        },
        throw,
        options,
    )
    for fighter, after in zip([*charge, *stand], [*melee["attackers"], *melee["defenders"]], strict=True):
        fighter.bleed(after)
        if after["goes"] == "starting_position":
            fighter.goes, fighter.moved = "starting_position", None
        elif after["goes"] == "rear":
            fighter.retire(after["moved"], after["off_table"], "open")
    if melee["petrol_bombs_allowed"]:
        for fighter in stand:
            tanks = [each for each in charge if each.alive and each.unit["type"] == "tank"]
            if not fighter.alive or fighter.unit["type"] != "infantry" or not tanks:
                continue
            test = take_test(fighter, "petrol_bombs", throw, options)
            if test["moves"]:
                fighter.retire(test["moved"], test["off_table"], "open")
            faces = [throw(10) for _ in range(fighter.unit["stands"])] if test["passed"] else []
            hits, own = sum(face >= 7 for face in faces), sum(face <= 2 for face in faces)
            if hits:
                fallen = min(hits, stands_of(tanks[0].unit))
                tanks[0].bleed({"leader_killed": False, "priest_killed": False, "stands_lost": fallen, "casualties": 1})
                tanks[0].unit["casualties"] = True
            if own:
                lost = {"leader_killed": False, "priest_killed": False, "stands_lost": own, "casualties": True}
                fighter.bleed(lost)
    holder = "attacker" if melee["winner"] == "attacker" else "defender"
    if holder == "defender" and not any(fighter.alive for fighter in defenders):
        holder = "nobody"
    return holder


# ---------------------------------------------------------------- comparing


def yes(situation: Any, alternatives: Any) -> bool:
    return True


def assert_same_odds(request: Table, *, withdraw: bool = False, **options: Any) -> None:
    expected = twin.every_course(lambda throw: play_assault(request, throw, options, withdraw=withdraw))
    ruleset = rw.ruleset.with_options(**options)
    asked = wire.structure(request, rw.AssaultRequest)
    actual: dict[str, Fraction] = {}
    for outcome, chance in ruleset.odds(asked, choices={"withdraw": yes} if withdraw else None).items():
        told = {
            "ended": outcome.ended,
            "holder": outcome.holder,
            "attackers": [told_by_library(after) for after in outcome.attackers],
            "defenders": [told_by_library(after) for after in outcome.defenders],
        }
        key = json.dumps(told, sort_keys=True)
        actual[key] = actual.get(key, Fraction(0)) + chance
    assert actual == expected


RED: Table = {"side": "red", "type": "infantry", "has_leader": True, "starting_stands": 8, "stands": 8}
WHITE: Table = {**RED, "side": "white"}
TANK: Table = {"side": "red", "type": "tank", "has_leader": True}
ONE: Table = {"weapon": "small_arms", "stands_lost": 1}
TWO: Table = {"weapon": "artillery", "stands_lost": 2}
GUN: Table = {"weapon": "machine_gun", "dice": 1, "hit_faces": [10], "losses_per_hit": 1}

ASSAULTS: dict[str, Table] = {
    "a casualty each": {
        "attackers": [{"unit": {**RED, "cheka": True}, "attacking_fire": True}],
        "defenders": [{"unit": {**WHITE, "cover": "trench"}}],
        "defensive_fire": [{"volley": ONE, "target": 1}],
        "attacking_fire": [{"volley": ONE, "target": 1, "by": 1}],
    },
    "dice of fire": {
        "attackers": [{"unit": {**RED, "stands": 2}}],
        "defenders": [{"unit": {**WHITE, "stands": 1}}],
        "defensive_fire": [{"volley": GUN, "target": 1}],
        "attacking_fire": [{"volley": GUN, "target": 1}],
    },
    "heroes and priests": {
        "attackers": [{"unit": {**RED, "stands": 2, "starting_stands": 2, "heroic": True, "cheka": True}}],
        "defenders": [{"unit": {**WHITE, "stands": 2, "starting_stands": 2, "heroic": True, "priest": True}}],
        "defensive_fire": [{"volley": ONE, "target": 1}],
    },
    "two on each side and a chase": {
        "attackers": [
            {"unit": {**RED, "type": "cavalry", "stands": 5}, "charger_move": 18},
            {"unit": {**RED, "stands": 6}, "charger_move": 8},
        ],
        "defenders": [
            {"unit": {**WHITE, "stands": 5, "cover": "trench", "full_move": 6, "edge_distance": 15}, "gap": 6},
            {"unit": {**WHITE, "stands": 6, "full_move": {"dice": 1, "sides": 2}}, "gap": 4, "caught_in": "building"},
        ],
        "attacking_fire": [{"volley": ONE, "target": 1}, {"volley": ONE, "target": 2}],
    },
    "a tank and petrol bombs": {
        "attackers": [{"unit": {**TANK, "hits": 6}}],
        "defenders": [{"unit": {**WHITE, "stands": 2, "starting_stands": 2}}],
    },
    "a tank, cavalry and guns": {
        "attackers": [{"unit": TANK, "charger_move": 9}],
        "defenders": [
            {"unit": {**WHITE, "type": "cavalry", "full_move": 5, "edge_distance": 20}, "gap": 2},
            {"unit": {**WHITE, "type": "artillery", "full_move": {"dice": 1, "sides": 6}}, "gap": 2},
        ],
    },
}


@pytest.mark.rule(
    "red_white", "melee-sequence", "melee-morale-between", "melee-destroyed-before", "melee-attacking-fire",
    "melee-caught-cover", "melee-withdraw-caught", "fright-cavalry", "fright-artillery", "petrol-after-win",
    "petrol-d10", "petrol-morale", "heroic-risk", "priest-risk", "cheka-reroll",
)  # fmt: skip
@pytest.mark.parametrize("name", ASSAULTS)
def test_assault_odds(name: str) -> None:
    assert_same_odds(ASSAULTS[name])


@pytest.mark.rule("red_white", "melee-withdraw-pass", "melee-withdraw-fail", "opt-withdraw-failed", "cheka-reroll")
@pytest.mark.parametrize("failed", ["fall_back", "may_stand"])
@pytest.mark.parametrize("gap", [3, 6])
@pytest.mark.parametrize("kind", ["cavalry", "armoured_car"])
def test_odds_of_a_withdrawal_and_what_comes_of_it(kind: str, gap: int, failed: str) -> None:
    riders = {
        **WHITE, "side": "red", "type": "cavalry", "stands": 5, "cheka": True, "edge_distance": 9,
        "full_move": {"dice": 1, "sides": 2},
    }  # fmt: skip
    car = {"side": "red", "type": "armoured_car", "has_leader": True, "hits": 4, "full_move": 5}
    request = {
        "attackers": [{"unit": {**WHITE, "stands": 4, "starting_stands": 4}, "charger_move": 8}],
        "defenders": [{"unit": riders if kind == "cavalry" else car, "gap": gap}],
    }
    assert_same_odds(request, withdraw=True, withdraw_failed=failed)


@st.composite
def assaults(draw: st.DrawFn) -> Table:
    attacker, defender = draw(st.permutations(["red", "white"]))
    # One side has zealots and one is shot at: the twin throws every face of every die that this costs.
    zeal = draw(st.sampled_from([("attacker", "heroic"), ("defender", "heroic"), ("attacker", ""), ("defender", "")]))

    def unit(side: str, *, attacks: bool) -> Table:
        kinds = ["infantry", "infantry", "cavalry"] if attacks else ["infantry", "infantry", "machine_gun"]
        made: Table = {"side": side, "type": draw(st.sampled_from(kinds)), "has_leader": True}
        made["stands"] = draw(st.integers(1, 3))
        made["starting_stands"] = made["stands"] + draw(st.integers(0, 2))
        if zeal[0] == ("attacker" if attacks else "defender"):
            made[zeal[1] if zeal[1] == "heroic" else "cheka" if side == "red" else "priest"] = True
        made["full_move"] = draw(st.sampled_from([2, 6]))
        if draw(st.booleans()):
            made["edge_distance"] = draw(st.integers(0, 9))
        if not attacks:
            made["cover"] = draw(st.sampled_from(["open", "cover", "trench"]))
        return made

    def shot(units: int, **fields: Any) -> Table:
        volley = draw(st.sampled_from([ONE, TWO, GUN]))
        return {"volley": volley, "target": draw(st.integers(1, units)), **fields}

    chargers = draw(st.integers(1, 2))
    request: Table = {
        "attackers": [
            {
                "unit": unit(attacker, attacks=True),
                "charger_move": draw(st.integers(3, 12)),
                "attacking_fire": draw(st.booleans()),
                **draw(st.sampled_from([{}, {"edge_at_contact": 1}, {"edge_at_contact": 6}])),
            }
            for _ in range(chargers)
        ],
        "defenders": [{"unit": unit(defender, attacks=False), "gap": 4}],
        "flank_or_rear": draw(st.booleans()),
    }
    if draw(st.booleans()):
        request["defensive_fire"] = [shot(chargers, by=1)]
    else:
        request["attacking_fire"] = [shot(1, by=draw(st.integers(1, chargers)))]
    return request


@pytest.mark.rule("red_white", "melee-sequence", "melee-morale-between", "melee-caught-cover", "p1-attacking-fire")
@SLOW
@given(request=assaults())
def test_any_assault_has_the_odds_of_the_twin(request: Table) -> None:
    assert_same_odds(request)
