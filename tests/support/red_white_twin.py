"""A slow and obvious twin of melee, casualties and morale, written from the book, that throws every face of every die.

The twin works on plain tables, the same that a JSON request holds, and shares no code with the library.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from typing import Any, Protocol, TypeAlias

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from rcw_rules import red_white as rw
from rcw_rules import wire

Table: TypeAlias = dict[str, Any]


Odds: TypeAlias = dict[str, Fraction]


SLOW = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])


class Throw(Protocol):
    """Throws one die; with *only*, every face but that one is alike, so that they are thrown as one."""

    def __call__(self, sides: int, *, only: int | None = None) -> int: ...


class MoreDiceError(Exception):
    """The play wants another die. Each branch is what the dice show and in how many of how many cases."""

    def __init__(self, branches: list[tuple[tuple[int, ...], int]], cases: int) -> None:
        super().__init__()
        self.branches = branches
        self.cases = cases


def every_course(play: Callable[[Throw], Table]) -> Odds:
    """Play every course of chance and return the chance of each result."""
    found: Odds = {}

    def go_on(faces: tuple[int, ...], chance: Fraction) -> None:
        left = list(faces)

        def throw(sides: int, *, only: int | None = None) -> int:
            if left:
                return left.pop(0)
            if only is None:
                raise MoreDiceError([((face,), 1) for face in range(1, sides + 1)], sides)
            other = next(face for face in range(1, sides + 1) if face != only)
            raise MoreDiceError([((only,), 1), ((other,), sides - 1)], sides)

        try:
            result = json.dumps(play(throw), sort_keys=True)
        except MoreDiceError as more:
            for shown, ways in more.branches:
                go_on(faces + shown, chance * Fraction(ways, more.cases))
        else:
            found[result] = found.get(result, Fraction(0)) + chance

    go_on((), Fraction(1))
    return found


# ---------------------------------------------------------------- the twin: units


def is_vehicle(unit: Table) -> bool:
    return unit["type"] in ("tank", "armoured_car", "armoured_train")


def morale_stands(unit: Table) -> int:
    return int(8 - unit.get("hits", 0) if is_vehicle(unit) else unit["stands"])


def strength(unit: Table) -> int:
    return morale_stands(unit) + int(unit.get("guards", 0))


def stands_lost(unit: Table) -> int:
    return int(unit.get("hits", 0) if is_vehicle(unit) else unit["starting_stands"] - unit["stands"])


def is_elite(unit: Table, options: Table) -> bool:
    if "elite" in unit:
        return bool(unit["elite"])
    if unit.get("troop_class") == "red_guards":
        return bool(options.get("red_guards_elite", True))
    return "troop_class" in unit


def is_in_defences(unit: Table) -> bool:
    return unit.get("cover", "open") in ("trench", "building", "breastwork")


def has(unit: Table, flag: str) -> bool:
    return bool(unit.get(flag, False))


# ---------------------------------------------------------------- the twin: casualties, moves to the rear


def casualty(unit: Table, after: Table, throw: Throw, *, guards_first: bool = True, guards_fall: bool = True) -> None:
    """Take one casualty, with the enemy killing whom he can; a train's owner spares the train or the guards."""
    after["casualties"] = True
    if after["hero"] and throw(10, only=10) == 10:
        after["hero"] = False
        after["leader_killed"] = True
        return
    if after["priest"] and throw(10, only=10) == 10:
        after["priest"] = False
        after["priest_killed"] = True
        return
    guards_left = unit.get("guards", 0) - after["guards_lost"]
    stands_left = morale_stands(unit) - after["stands_lost"]
    if guards_fall and guards_left and (guards_first or not stands_left):
        after["guards_lost"] += 1
    else:
        after["stands_lost"] += 1


def left_of(unit: Table, after: Table) -> int:
    return strength(unit) - int(after["stands_lost"] + after["guards_lost"])


def unharmed(unit: Table) -> Table:
    return {
        "hero": has(unit, "heroic"),
        "priest": has(unit, "priest"),
        "leader_killed": False,
        "priest_killed": False,
        "stands_lost": 0,
        "guards_lost": 0,
        "casualties": has(unit, "casualties"),
    }


def to_the_rear(full_move: Any, edge: int | None, moves: int, throw: Throw) -> tuple[int | None, bool | None]:
    if full_move is None:
        return None, None
    if isinstance(full_move, dict):
        full_move = sum(throw(full_move["sides"]) for _ in range(full_move["dice"]))
    moved = full_move * moves
    return moved, None if edge is None else moved > edge


def play_casualties(request: Table, throw: Throw, *, guards_first: bool = True) -> Table:
    unit = request["unit"]
    after = unharmed(unit)
    for _ in range(request["count"]):
        in_melee = request["source"] == "melee"  # fire hits the train, never its guards
        if left_of(unit, after) if in_melee else morale_stands(unit) > after["stands_lost"]:
            casualty(unit, after, throw, guards_first=guards_first, guards_fall=in_melee)
    return {
        "stands_lost": after["stands_lost"],
        "guards_lost": after["guards_lost"],
        "leader_killed": after["leader_killed"],
        "priest_killed": after["priest_killed"],
        "destroyed": morale_stands(unit) == after["stands_lost"],  # a train's guards alone are no train
        "has_leader": unit["has_leader"] and not after["leader_killed"] and left_of(unit, after) > 0,
        "casualties": after["casualties"],
    }


# ---------------------------------------------------------------- the twin: melee


def die_modifier(own: list[Table], enemy: list[Table], *, attacks: bool, flank: bool, options: Table) -> int:
    total = -(sum(stands_lost(unit) for unit in own) // 2)
    total -= any(has(unit, "suppressed") for unit in own)
    total -= any(has(unit, "raw") for unit in own)
    total -= any(not unit["has_leader"] for unit in own)
    mine, theirs = sum(strength(unit) for unit in own), sum(strength(unit) for unit in enemy)
    if Fraction(theirs, mine) >= 3:
        total -= 3
    elif Fraction(theirs, mine) >= 2:
        total -= 2
    total += any(has(unit, "heroic") for unit in own)
    total += any(has(unit, "grenades") for unit in own)
    total += any(has(unit, "cheka") for unit in own)
    total += any(has(unit, "priest") for unit in own)
    elite = [is_elite(unit, options) for unit in own]
    total += sum(elite) if options.get("melee_elite") == "per_unit" else all(elite)
    if attacks:
        if any(unit.get("wire") == "intact" and unit["type"] != "tank" for unit in own):
            total -= 2
        return total
    exposed = [unit for unit in own if unit["type"] == "infantry" and not is_in_defences(unit)]
    if exposed and any(unit["type"] == "cavalry" for unit in enemy):
        total -= 1
    if flank or any(has(unit, "falling_back") for unit in own):
        total -= 2
    if any(unit["type"] == "tank" for unit in enemy):
        total -= 2
    total += any(has(unit, "machine_gun") for unit in own)
    total += all(is_in_defences(unit) for unit in own)
    total += 2 * any(unit["type"] == "armoured_train" for unit in own)
    return total


def play_melee(request: Table, throw: Throw, options: Table, *, guards_first: bool = True) -> Table:
    attackers, defenders = request["attackers"], request["defenders"]
    flank = request.get("flank_or_rear", False)
    plus_attacker = die_modifier(attackers, defenders, attacks=True, flank=flank, options=options)
    plus_defender = die_modifier(defenders, attackers, attacks=False, flank=flank, options=options)
    margin = (throw(6) + plus_attacker) - (throw(6) + plus_defender)
    entrenched = all(is_in_defences(unit) for unit in defenders)
    attacker_wins = margin >= 3 if entrenched else margin > 0 or (margin == 0 and flank)
    losers = defenders if attacker_wins else attackers
    afters = {id(unit): unharmed(unit) for unit in [*attackers, *defenders]}
    for _ in range(abs(margin)):
        left = [
            (left_of(unit, afters[id(unit)]), -number, unit)
            for number, unit in enumerate(losers)
            if unit["type"] != "tank" and left_of(unit, afters[id(unit)])
        ]
        if left:
            unit = max(left, key=lambda entry: entry[:2])[2]
            casualty(unit, afters[id(unit)], throw, guards_first=guards_first)

    def told(unit: Table, *, attacks: bool) -> Table:
        after = afters[id(unit)]
        beaten = attacker_wins != attacks
        goes, moved, off = "stays", 0, False
        if left_of(unit, after) == 0:
            goes = "nowhere"
        elif beaten and attacks:
            goes, moved = "starting_position", None  # type: ignore[assignment]  # not known here
        elif beaten:
            goes = "rear"
            moved, off = to_the_rear(unit.get("full_move"), unit.get("edge_distance"), 1, throw)  # type: ignore[assignment]
        return {
            "strength": left_of(unit, after),
            "stands_lost": after["stands_lost"],
            "guards_lost": after["guards_lost"],
            "destroyed": morale_stands(unit) == after["stands_lost"],  # a train's guards alone are no train
            "leader_killed": after["leader_killed"],
            "priest_killed": after["priest_killed"],
            "casualties": after["casualties"],
            "goes": goes,
            "moved": moved,
            "off_table": off,
        }

    return {
        "winner": "attacker" if attacker_wins else "defender",
        "margin": margin,
        "repulse": entrenched and not attacker_wins,
        "attacker_modifier": plus_attacker,
        "defender_modifier": plus_defender,
        "attackers": [told(unit, attacks=True) for unit in attackers],
        "defenders": [told(unit, attacks=False) for unit in defenders],
        "petrol_bombs_allowed": not attacker_wins
        and any(unit["type"] == "tank" for unit in attackers)
        and any(unit["type"] == "infantry" for unit in defenders),
    }


# ---------------------------------------------------------------- the twin: morale


def play_morale(unit: Table, cause: str, throw: Throw, options: Table) -> Table:
    base = morale_stands(unit)
    base += unit.get("cover", "open") != "open"
    base += is_elite(unit, options) + has(unit, "priest") + has(unit, "heroic")
    base -= has(unit, "raw") + (not unit["has_leader"]) + has(unit, "suppressed")
    stands, shot = morale_stands(unit), False
    passed = throw(10) <= base
    if not passed and has(unit, "cheka") and not is_vehicle(unit) and stands >= 2 and base >= 5:
        stands, shot = stands - 1, True
        passed = throw(10) <= base
    moves, marked = 0, has(unit, "falling_back")
    if passed:
        marked = marked and cause != "routine"
    elif shot:
        moves, marked = 2, True
    elif cause in ("routine", "withdraw", "between_fire_and_melee"):
        moves, marked = 1, True
    elif cause == "train_artillery":
        moves = 1
    moved, off = to_the_rear(unit.get("full_move"), unit.get("edge_distance"), moves, throw) if moves else (0, False)
    return {
        "base": base,
        "passed": passed,
        "liquidated": shot,
        "stands": stands,
        "moves": moves,
        "moved": moved,
        "off_table": off,
        "falling_back": marked,
        "casualties": has(unit, "casualties") and cause not in ("routine", "between_fire_and_melee"),
    }


def play_phase(request: Table, throw: Throw, options: Table) -> Table:
    tests: list[Table | None] = []
    for unit in request["units"]:
        due = has(unit, "casualties") or has(unit, "falling_back")
        if options.get("morale_casualties") == "ever":
            due = due or stands_lost(unit) > 0
        due = due and unit["type"] != "armoured_train"
        tests.append(play_morale(unit, "routine", throw, options) if due else None)
    off = [test["off_table"] for test in tests if test]
    return {"tests": tests, "lost": None if None in off else sum(off)}


def play_suppressed(request: Table, throw: Throw, options: Table) -> Table:
    unit = request["unit"]
    suppressed = has(unit, "suppressed") or request.get("lost_stand_in_phase_1", False)
    barred = suppressed and (options.get("suppressed_scope") != "phase" or request.get("fires_in_phase_1", False))
    earlier = request.get("earlier_test", "none")
    if not barred or earlier != "none":
        return {"suppressed": suppressed, "may_fire": not barred or earlier == "passed", "test": None}
    test = play_morale({**unit, "suppressed": True}, "suppressed_fire", throw, options)
    return {"suppressed": True, "may_fire": test["passed"], "test": test}


def play_activation(request: Table, throw: Throw) -> Table:
    base, stands = request["base"], request["stands"]
    passed = throw(10) <= base
    moves, moved, off, shot = 0, 0, False, False
    if not passed and has(request, "cheka") and stands >= 2 and base >= 5:
        stands, shot = stands - 1, True
        passed = throw(10) <= base
        if not passed:
            moves = 2
            moved, off = to_the_rear(request.get("full_move"), request.get("edge_distance"), 2, throw)  # type: ignore[assignment]
    return {
        "passed": passed,
        "liquidated": shot,
        "stands": stands,
        "moves": moves,
        "moved": moved,
        "off_table": off,
        "falling_back": moves == 2,
    }


def twin_of(procedure: str, request: Table, options: Table, *, guards_first: bool = True) -> Odds:
    plays: dict[str, Callable[[Throw], Table]] = {
        "red_white.melee": lambda throw: play_melee(request, throw, options, guards_first=guards_first),
        "red_white.casualties": lambda throw: play_casualties(request, throw, guards_first=guards_first),
        "red_white.morale_test": lambda throw: play_morale(
            request["unit"], request.get("cause", "routine"), throw, options
        ),
        "red_white.morale_phase": lambda throw: play_phase(request, throw, options),
        "red_white.suppressed_fire": lambda throw: play_suppressed(request, throw, options),
        "red_white.activation_test": lambda throw: play_activation(request, throw),
    }
    return every_course(plays[procedure])


# ---------------------------------------------------------------- comparing


def like(actual: Any, model: Any) -> Any:
    """Return of *actual* what *model* tells of: names, for example, are left out."""
    if isinstance(model, dict) and isinstance(actual, dict):
        return {key: like(actual[key], value) for key, value in model.items()}
    if isinstance(model, list) and isinstance(actual, list):
        return [like(one, other) for one, other in zip(actual, model, strict=True)]
    return actual


def library(procedure: str, request: Table, options: Table) -> Any:
    ruleset = rw.ruleset.with_options(**options)
    return ruleset, wire.structure(request, ruleset.procedure(procedure).request_type)


def spare_the_guards(situation: Any, alternatives: tuple[bool, ...]) -> bool:
    return False


def assert_same_odds(procedure: str, request: Table, *, guards_first: bool = True, **options: Any) -> None:
    expected = twin_of(procedure, request, options, guards_first=guards_first)
    ruleset, asked = library(procedure, request, options)
    choices = None if guards_first else {"lose_guard": spare_the_guards}
    model = json.loads(next(iter(expected)))
    actual: Odds = {}
    for outcome, chance in ruleset.odds(asked, choices=choices).items():
        told = json.dumps(like(wire.unstructure(outcome), model), sort_keys=True)
        actual[told] = actual.get(told, Fraction(0)) + chance
    assert actual == expected


# ---------------------------------------------------------------- hand-picked questions

I8: Table = {"type": "infantry", "has_leader": True, "starting_stands": 8, "stands": 8}


RED: Table = {**I8, "side": "red"}


WHITE: Table = {**I8, "side": "white"}


TANK: Table = {"side": "red", "type": "tank", "has_leader": True}


TRAIN: Table = {"side": "white", "type": "armoured_train", "has_leader": True, "guards": 2, "hits": 1}


CAR: Table = {"side": "white", "type": "armoured_car", "has_leader": True, "hits": 2}


TWO_DICE: Table = {"dice": 2, "sides": 6}


# ---------------------------------------------------------------- whatever question


@st.composite
def units(draw: st.DrawFn, side: str, *, attacks: bool | None = None) -> Table:
    """Draw a unit without contradictions, for a role in a melee if *attacks* says which."""
    troops = ["infantry", "infantry", "cavalry"]
    machines = ["tank"]
    if not attacks:
        troops += ["artillery", "machine_gun", "tchanka"]
        machines += ["armoured_car", "armoured_train"]
    unit: Table = {"side": side, "type": draw(st.sampled_from(troops + machines))}
    if is_vehicle(unit):
        unit["hits"] = draw(st.integers(0, 7))
        if unit["type"] == "armoured_train":
            unit["guards"] = draw(st.integers(0, 3))
    else:
        unit["stands"] = draw(st.integers(1, 9))
        unit["starting_stands"] = unit["stands"] + draw(st.integers(0, 5))
    leader = draw(st.sampled_from(["none", "leader", "heroic"]))
    unit["has_leader"] = leader != "none"
    unit["heroic"] = leader == "heroic"
    grade = draw(st.sampled_from(["ordinary", "ordinary", "raw", "elite", "class"]))
    if grade == "raw":
        unit["raw"] = True
    elif grade == "elite":
        unit["elite"] = True
    elif grade == "class":
        classes = {"red": ["sailors", "red_guards"], "white": ["officers", "cossacks"]}
        unit["troop_class"] = draw(st.sampled_from(classes[side]))
    unit["cheka" if side == "red" else "priest"] = draw(st.booleans())
    for flag in ("machine_gun", "grenades", "suppressed", "casualties"):
        unit[flag] = draw(st.sampled_from([False, False, True]))
    covers = ["open", "cover"] if attacks else ["open", "cover", "trench", "trench", "building", "breastwork"]
    unit["cover"] = draw(st.sampled_from(covers))
    if attacks:
        unit["wire"] = draw(st.sampled_from(["none", "none", "gap", "intact"]))
    else:
        unit["falling_back"] = draw(st.sampled_from([False, False, False, True]))
    if draw(st.booleans()):
        unit["full_move"] = draw(st.sampled_from([6, 12, {"dice": 1, "sides": 6}]))
    if draw(st.booleans()):
        unit["edge_distance"] = draw(st.integers(0, 14))
    return unit


SIDES = st.sampled_from(["red", "white"])


UNITS = SIDES.flatmap(units)
