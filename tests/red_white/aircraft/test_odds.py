"""Exact odds of the air chapter against a slow and obvious twin, written from the book.

The twin works on plain tables, the same that a JSON request holds, throws every face of every die of a throw, and
shares no code with the library.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from itertools import count, product
from typing import Any, TypeAlias

import pytest
from hypothesis import HealthCheck, given, reject, settings
from hypothesis import strategies as st

from rcw_rules import red_white as rw
from rcw_rules import wire

Table: TypeAlias = dict[str, Any]
Draw: TypeAlias = Callable[["Counter[int]"], int]

MOST_PLAYS = 20_000
"""How often the twin plays a request before another is drawn: three fliers who all hit may take millions."""

SLOW = settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])


class MoreDiceError(Exception):
    """The play wants another throw."""

    def __init__(self, ways: Counter[int]) -> None:
        super().__init__()
        self.ways = ways


def every_course(play: Callable[[Draw], Table]) -> dict[str, Fraction]:
    """Play every course of chance and return the chance of each result."""
    found: dict[str, Fraction] = {}
    plays = count()

    def go_on(drawn: tuple[int, ...], chance: Fraction) -> None:
        left = list(drawn)

        def draw(ways: Counter[int]) -> int:
            if left:
                return left.pop(0)
            raise MoreDiceError(ways)

        if next(plays) == MOST_PLAYS:
            reject()
        try:
            result = json.dumps(play(draw), sort_keys=True)
        except MoreDiceError as more:
            for value, ways in more.ways.items():
                go_on((*drawn, value), chance * Fraction(ways, more.ways.total()))
        else:
            found[result] = found.get(result, Fraction(0)) + chance

    go_on((), Fraction(1))
    return found


@lru_cache
def throws(dice: int, sides: int, value: Callable[[tuple[int, ...]], int]) -> Counter[int]:
    """Return in how many of all throws of so many dice each value comes up."""
    return Counter(value(faces) for faces in product(range(1, sides + 1), repeat=dice))


ONE_DIE = throws(1, 6, sum)


# ---------------------------------------------------------------- the twin


def play_aircraft_arrival(request: Table, options: Table, draw: Draw) -> Table:
    turns = {}
    for side in ("red", "white"):
        for number, aircraft in enumerate(request["aircraft"]):
            if aircraft["side"] == side:
                turns[number] = aircraft.get("turn") or draw(ONE_DIE)
    return {"turns": [turns[number] for number in range(len(turns))]}


def play_patrol(request: Table, options: Table, draw: Draw) -> Table:
    turn, enemy = request["turn"], request.get("enemy_turn")
    combat = {"mode": "combat", "patrol_turns_left": 0, "flight_turns_left": 6}
    if request.get("order") != "patrol":
        return {**combat, "combat_from": turn, "attackers": "nobody"}
    turns = list(range(turn, turn + draw(ONE_DIE)))
    if enemy in turns:
        both = request.get("enemy_type", "fighter") == "fighter"
        return {**combat, "combat_from": enemy, "attackers": "both" if both else "patroller"}
    return {
        "mode": "patrol",
        "patrol_turns_left": len(turns),
        "combat_from": None,
        "flight_turns_left": 0,
        "attackers": "nobody",
    }


def play_flight_move(request: Table, options: Table, draw: Draw) -> Table:
    moved = draw(throws(request.get("dice") or 5, 6, sum))
    left = request.get("string_left")
    if left is not None and moved >= left:
        return {"moved": left, "left_table": request.get("ends_at_edge", False)}
    return {"moved": moved, "left_table": False}


@lru_cache
def hits_among(hitting: frozenset[int]) -> Callable[[tuple[int, ...]], int]:
    return lambda faces: sum(face in hitting for face in faces)


def play_strafe(request: Table, options: Table, draw: Draw) -> Table:
    hitting = request["point_blank" if request.get("pilot") == "ace" else "normal"]
    return {"hits": draw(throws(3, 10, hits_among(frozenset(hitting))))}


def play_bomb(request: Table, options: Table, draw: Draw) -> Table:
    ace = request.get("pilot") == "ace"
    accuracy = draw(ONE_DIE) - 2 * ace
    unknown: Table = {"hits": None, "landed": None, "struck": []}
    if accuracy > 2:
        off = draw(ONE_DIE) - 2 * ace
        if off > 0:
            way = {3: "short", 4: "long", 5: "left", 6: "right"}[accuracy]
            return {"direct_hit": False, "direction": way, "deviation": off, **unknown}
    return {"direct_hit": True, "direction": None, "deviation": 0, **unknown}


def hits_on_5(faces: tuple[int, ...]) -> int:
    return sum(face >= 5 for face in faces)


def hits_on_6(faces: tuple[int, ...]) -> int:
    return faces.count(6)


def play_anti_aircraft(request: Table, options: Table, draw: Draw) -> Table:
    hits = 0
    for weapon in request["weapons"]:
        if weapon["kind"] == "aa_gun":
            needed, dice = 6, 1
        else:
            needed, dice = (5 if weapon["nearest"] <= 10 else 6), weapon["dice"]
        hits += draw(throws(dice, 6, hits_on_5 if needed == 5 else hits_on_6))
    return {"hits": hits}


def play_aircraft_damage(request: Table, options: Table, draw: Draw) -> Table:
    hits = request["hits"]
    if not hits:
        return {"flight_turns_lost": 0, "crashed": False}
    face = draw(ONE_DIE)
    if hits >= 15:
        return {"flight_turns_lost": 0 if face == 6 else 2 if face <= 2 else 3, "crashed": face == 6}
    if hits >= 10:
        lost = 1 if face == 1 else 3 if face == 6 else 2
    elif hits >= 6:
        lost = 1 if face <= 3 else 2
    elif hits >= 3:
        lost = 0 if face <= 2 else 2 if face == 6 else 1
    else:
        lost = int(face == 6)
    return {"flight_turns_lost": lost, "crashed": False}


@lru_cache
def margins(mine: int, theirs: int) -> Counter[int]:
    return throws(mine + theirs, 6, lambda faces: sum(faces[:mine]) - sum(faces[mine:]))


def combat_dice(aircraft: Table) -> int:
    return 2 if aircraft["type"] == "fighter" else 1


def combat_bonus(aircraft: Table) -> int:
    skill: int = {"novice": -2, "ordinary": 0, "ace": 3}[aircraft.get("pilot", "ordinary")]
    return skill + (3 if aircraft.get("defensive_gun", False) else 0)


def margin_of(mine: Table, theirs: Table, draw: Draw) -> int:
    # One draw for the dice of both, because nothing but the difference matters and there are many air combats.
    dice = draw(margins(combat_dice(mine), combat_dice(theirs)))
    return dice + combat_bonus(mine) - combat_bonus(theirs)


def combat_fate(damage: int) -> str:
    return "crashes" if damage >= 10 else "leaves" if damage >= 8 else "flies_on"


def play_dogfight(request: Table, options: Table, draw: Draw) -> Table:
    margin = margin_of(request["attacker"], request["target"], draw)
    attacker = request["attacker"].get("damage", 0) + max(0, -margin)
    target = request["target"].get("damage", 0) + max(0, margin)
    return {
        "winner": "nobody" if margin == 0 else "attacker" if margin > 0 else "target",
        "points": abs(margin),
        "attacker_damage": attacker,
        "target_damage": target,
        "attacker": combat_fate(attacker),
        "target": combat_fate(target),
    }


def play_air_cycle(request: Table, options: Table, draw: Draw) -> Table:
    sides = [[start(order) for order in request.get(side, [])] for side in ("side_1", "side_2")]
    for own, enemies in (sides, sides[::-1]):
        for flier in own:
            if flier["fate"] == "flies_on":
                fly(flier, options, draw)
        damage: list[tuple[Table, int]] = []
        for flier in own:
            attack = attack_of(flier, "attack_aircraft")
            if attack is not None and enemies[attack["target"] - 1]["fate"] == "flies_on":
                target = enemies[attack["target"] - 1]
                margin = margin_of(flier["order"]["aircraft"], target["order"]["aircraft"], draw)
                damage.append((target, margin) if margin > 0 else (flier, -margin))
                flier["attacked"] = target["name"]
        for loser, points in damage:
            loser["damage"] += points
            fate = combat_fate(loser["damage"])
            loser["fate"] = {"crashes": "crashed", "leaves": "forced_off"}.get(fate, loser["fate"])
        for flier in own:
            attack_ground(flier, options, draw)
    for flier in sides[0] + sides[1]:
        flies_again = request.get("flight_turn", 1) == 1 and flier["flight_turns_left"] > 0
        if flier["fate"] == "flies_on" and options.get("air_damage_per") == "turn" and flies_again:
            flier["untested_hits"] = flier["hits"]
        elif flier["fate"] == "flies_on" and flier["hits"]:
            effect = play_aircraft_damage(flier, options, draw)
            flier["flight_turns_left"] = max(0, flier["flight_turns_left"] - effect["flight_turns_lost"])
            if effect["crashed"]:
                flier["fate"] = "crashed"
    for flier in sides[0] + sides[1]:
        if flier["fate"] == "flies_on" and flier["flight_turns_left"] == 0:
            flier["fate"] = "out_of_flight_turns"
        del flier["order"], flier["hits"]
    return {"side_1": sides[0], "side_2": sides[1]}


def attack_ground(flier: Table, options: Table, draw: Draw) -> None:
    attack = attack_of(flier, "drop_bomb")
    if attack is not None:
        flier["bomb"] = play_bomb(flier["order"]["aircraft"], options, draw)
        flier["attacked"] = attack["target"]
    attack = attack_of(flier, "strafe_ground")
    if attack is not None:
        pilot = flier["order"]["aircraft"].get("pilot", "ordinary")
        flier["strafing_hits"] = play_strafe({**attack, "pilot": pilot}, options, draw)["hits"]
        flier["attacked"] = attack["target"]


def start(order: Table) -> Table:
    aircraft = order["aircraft"]
    return {
        "order": order,
        "hits": aircraft.get("untested_hits", 0),
        "name": aircraft["name"],
        "fate": "flies_on",
        "moved": 0,
        "flight_turns_left": aircraft.get("flight_turns_left", 6) - 1,
        "damage": aircraft.get("damage", 0),
        "untested_hits": 0,
        "attacked": "",
        "strafing_hits": None,
        "bomb": None,
    }


def fly(flier: Table, options: Table, draw: Draw) -> None:
    order = flier["order"]
    if order.get("moved") is None:
        flown = play_flight_move(order["flight"], options, draw)
        flier["moved"] = flown["moved"]
        left = flown["left_table"]
    else:
        flier["moved"], left = order["moved"], False
    near = [fire["weapon"] for fire in order.get("ground_fire", []) if fire.get("after", 0) <= flier["moved"]]
    flier["hits"] += play_anti_aircraft({"weapons": near}, options, draw)["hits"]
    if left:
        flier["fate"] = "left_table"


def attack_of(flier: Table, kind: str) -> Table | None:
    """Return the attack of that kind which a flier makes."""
    for attack in flier["order"].get("attacks", []):
        if flier["fate"] == "flies_on" and attack["kind"] == kind and attack.get("after", 0) <= flier["moved"]:
            return dict(attack)
    return None


# ---------------------------------------------------------------- the comparison


def assert_same_odds(name: str, request: Table, **options: Any) -> None:
    ruleset = rw.ruleset.with_options(**options)
    asked = wire.structure(request, ruleset.procedure(f"red_white.{name}").request_type)
    play = globals()[f"play_{name}"]
    expected = every_course(lambda draw: play(request, options, draw))
    assert expected == {
        json.dumps(wire.unstructure(outcome), sort_keys=True): chance for outcome, chance in ruleset.odds(asked).items()
    }


TURNS = st.one_of(st.none(), st.integers(1, 9))
PILOTS = st.sampled_from(["ace", "ordinary", "novice"])
FACES = st.lists(st.integers(1, 10), max_size=6)
GUNS = st.fixed_dictionaries(
    {"kind": st.just("machine_gun"), "dice": st.integers(1, 3), "nearest": st.sampled_from([0, 10, 11, 20])}
) | st.fixed_dictionaries({"kind": st.just("aa_gun"), "nearest": st.sampled_from([3, 24])})


@pytest.mark.rule("red_white", "air-availability")
@SLOW
@given(aircraft=st.lists(st.tuples(st.sampled_from(["red", "white"]), TURNS), min_size=1, max_size=3))
def test_arrivals_have_the_odds_of_the_twin(aircraft: list[tuple[str, int | None]]) -> None:
    assert_same_odds("aircraft_arrival", {"aircraft": [{"side": side, "turn": turn} for side, turn in aircraft]})


@pytest.mark.rule("red_white", "air-patrol", "air-patrol-ends")
@SLOW
@given(turn=st.integers(1, 5), wait=st.integers(0, 7), kind=st.sampled_from(["fighter", "bomber", "observation"]))
def test_patrols_have_the_odds_of_the_twin(turn: int, wait: int, kind: str) -> None:
    request = {"type": "fighter", "turn": turn}
    assert_same_odds("patrol", request)
    assert_same_odds("patrol", {**request, "order": "patrol"})
    assert_same_odds("patrol", {**request, "order": "patrol", "enemy_turn": turn + wait, "enemy_type": kind})


@pytest.mark.rule("red_white", "air-flight-move")
@SLOW
@given(dice=st.sampled_from([None, 2, 3, 4, 5]), left=st.one_of(st.none(), st.integers(0, 31)), edge=st.booleans())
def test_flights_have_the_odds_of_the_twin(dice: int | None, left: int | None, *, edge: bool) -> None:
    assert_same_odds("flight_move", {"dice": dice, "string_left": left, "ends_at_edge": edge and left is not None})


@pytest.mark.rule("red_white", "air-strafe")
@SLOW
@given(pilot=PILOTS, normal=FACES, point_blank=FACES)
def test_strafing_has_the_odds_of_the_twin(pilot: str, normal: list[int], point_blank: list[int]) -> None:
    assert_same_odds("strafe", {"pilot": pilot, "normal": normal, "point_blank": point_blank})


@pytest.mark.rule("red_white", "air-bomb-accuracy", "air-bomb-ace")
@pytest.mark.parametrize("pilot", ["ace", "ordinary", "novice"])
def test_bombs_have_the_odds_of_the_twin(pilot: str) -> None:
    assert_same_odds("bomb", {"pilot": pilot})


@pytest.mark.rule("red_white", "aa-machine-gun", "aa-gun", "aa-timing")
@SLOW
@given(weapons=st.lists(GUNS, min_size=1, max_size=3))
def test_ground_fire_has_the_odds_of_the_twin(weapons: list[Table]) -> None:
    assert_same_odds("anti_aircraft", {"weapons": weapons})


@pytest.mark.rule("red_white", "air-damage-table")
@pytest.mark.parametrize("hits", range(20))
def test_damage_has_the_odds_of_the_twin(hits: int) -> None:
    assert_same_odds("aircraft_damage", {"hits": hits})


FEWER_DICE = GUNS.filter(lambda gun: gun.get("dice") != 3)


@st.composite
def aircraft(draw: st.DrawFn, side: str, kinds: tuple[str, ...] = ("fighter", "bomber", "observation")) -> Table:
    kind = draw(st.sampled_from(kinds))
    return {
        "side": side,
        "type": kind,
        "name": f"{side} {draw(st.integers(1, 99))}",
        "pilot": draw(PILOTS),
        "defensive_gun": kind == "bomber" and draw(st.booleans()),
        "damage": draw(st.integers(0, 7)),
        "flight_turns_left": draw(st.integers(1, 6)),
    }


@pytest.mark.rule("red_white", "dogfight-dice", "dogfight-modifiers", "dogfight-result")
@SLOW
@given(attacker=aircraft("red", ("fighter",)), target=aircraft("white"))
def test_air_combats_have_the_odds_of_the_twin(attacker: Table, target: Table) -> None:
    assert_same_odds("dogfight", {"attacker": attacker, "target": target})


@st.composite
def orders(draw: st.DrawFn, side: str, enemies: int, *, carried: bool, dice: bool) -> Table:
    flying = draw(aircraft(side))
    if carried:
        flying["untested_hits"] = draw(st.integers(0, 3))
    attacks: dict[str, list[Table]] = {
        "fighter": [{"kind": "attack_aircraft", "target": draw(st.integers(1, enemies))}],
        "bomber": [{"kind": "drop_bomb", "target": "battery"}],
        "observation": [],
    }
    strafing = {"kind": "strafe_ground", "target": "horse", "normal": [9, 10], "point_blank": [7, 8, 9, 10]}
    chosen: Table | None = draw(st.sampled_from([*attacks[flying["type"]], None]))
    if flying["type"] != "observation" and draw(st.integers(0, 3)) == 0:
        chosen = strafing
    order: Table = {
        "aircraft": flying,
        "attacks": [] if chosen is None else [{**chosen, "after": draw(st.sampled_from([0, 7]))}],
        "ground_fire": [
            {"weapon": weapon, "after": draw(st.sampled_from([0, 5, 8]))}
            for weapon in draw(st.lists(FEWER_DICE, max_size=1))
        ],
    }
    if dice:
        order["flight"] = {"dice": 2, "string_left": draw(st.sampled_from([5, 9])), "ends_at_edge": draw(st.booleans())}
    else:
        order["moved"] = draw(st.sampled_from([4, 6, 12]))
    return order


@st.composite
def flight_turns(draw: st.DrawFn) -> tuple[Table, str]:
    span = draw(st.sampled_from(["flight_turn", "turn"]))
    flight_turn = draw(st.sampled_from([1, 2]))
    carried = span == "turn" and flight_turn == 2
    more = draw(st.booleans())
    first = [draw(orders("red", 1, carried=carried, dice=not more))]
    if more:
        first.append(draw(orders("red", 1, carried=carried, dice=False)))
    second = [draw(orders("white", len(first), carried=carried, dice=False))]
    return {"side_1": first, "side_2": second, "flight_turn": flight_turn}, span


@pytest.mark.rule("red_white", "air-sequence", "air-gone", "air-damage-when", "opt-air-damage-per", "dogfight-result")
@settings(SLOW, max_examples=30)
@given(case=flight_turns())
def test_flight_turns_have_the_odds_of_the_twin(case: tuple[Table, str]) -> None:
    request, span = case
    assert_same_odds("air_cycle", request, air_damage_per=span)
