"""Exact odds of whole combats, against sampling and against a slow and obvious twin."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from math import floor, sqrt
from random import Random
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from rcw_rules import SeededDice
from rcw_rules import orel as game
from rcw_rules.kernel.geometry.hexes import HexGrid, HexMap, Railway, TerrainArea
from rcw_rules.orel.combat import worked_example

SAMPLES = 1000
ERRORS = 4.5  # standard errors: by chance one estimate in 150,000 lies further off


def is_near(share: float, probability: Fraction, count: int) -> bool:
    exact = float(probability)
    return abs(share - exact) <= ERRORS * sqrt(exact * (1 - exact) / count) + 1e-9


# ---------------------------------------------------------------- against sampling

QUESTIONS: dict[str, Callable[[game.CombatOutcome], bool]] = {
    "the defender loses": lambda told: told.loser == "defender",
    "no assault": lambda told: told.ended == "not_assaulted",
    "the hex is taken": lambda told: bool(told.advanced),
    "prisoners": lambda told: told.attacker_prisoners > 0,
    "the attacker routs": lambda told: any(one.mode == "routed" and one.side == "red" for one in told.units),
    "two steps": lambda told: told.assault_losses == 2,
}


def busy() -> game.CombatRequest:
    """Return a combat in which much can happen: poor troops, lone zones behind, cavalry that pursues, supports."""

    def unit(key: str, side: Any, place: str, tq: int, **changes: Any) -> game.Unit:
        fields: dict[str, Any] = {"key": key, "side": side, "type": "infantry", "hex": place, "steps": 3, "strength": 4}
        return game.Unit(**{**fields, "tq": tq, "formation": side, "division": side, **changes})

    guns: dict[str, Any] = {"type": "artillery", "strength": None, "fire": 3, "steps": 2}
    return game.CombatRequest(
        hex="1010",
        attackers=(
            unit("R", "red", "1009", 4),
            unit(
                "C", "red", "1009", 5, type="cavalry", strength=None, strength_dismounted=2, strength_charge=4, steps=2
            ),
        ),
        defenders=(unit("W", "white", "1010", 3), unit("V", "white", "1010", 2, steps=2)),
        attacker_supports=("G",),
        defender_supports=("H",),
        others=(
            unit("G", "red", "1008", 4, **guns),
            unit("H", "white", "1012", 3, **guns),
            unit("E", "red", "0811", 4),
            unit("F", "red", "1211", 4),
        ),
        attempt=False,
    )


def with_pursuit(_situation: Any, alternatives: tuple[str, ...]) -> str:
    return alternatives[0]


@pytest.mark.rule("orel", "EX-combat", "8.1-part2")
def test_the_odds_of_the_example_against_sampling() -> None:
    odds = game.ruleset.odds(worked_example())
    sample = game.ruleset.sample(worked_example(), SAMPLES, seed=1919)
    assert sum((odds[told] for told, _ in odds.pairs), Fraction(0)) == 1
    for question in QUESTIONS.values():
        share = sample.estimate(question).value
        assert is_near(share, odds.probability(question), SAMPLES)
    drawn = dict(sample.counts)
    assert set(drawn) <= {told for told, _ in odds.pairs}
    for told, _ in odds.pairs:
        assert is_near(drawn.get(told, 0) / SAMPLES, odds[told], SAMPLES)


@pytest.mark.rule("orel", "8.1-part2", "8.7.4-pursuit", "8.5.1a-zoc")
@pytest.mark.parametrize("choices", [None, {"pursue": with_pursuit}], ids=["default", "pursuit"])
def test_the_odds_of_a_busy_combat_against_sampling(choices: Any) -> None:
    odds = game.ruleset.odds(busy(), choices=choices)
    sample = game.ruleset.sample(busy(), SAMPLES, seed=20, choices=choices)
    assert len(odds) > 20
    for name, question in QUESTIONS.items():
        share = sample.estimate(question).value
        assert is_near(share, odds.probability(question), SAMPLES), name
    assert {told for told, _ in sample.counts} <= {told for told, _ in odds.pairs}


# ---------------------------------------------------------------- against a twin

ART = {  # modified roll: losses of attacker and defender, loser, m
    1: (3, 0, "attacker", 2), 2: (3, 0, "attacker", 1), 3: (2, 0, "attacker", 0), 4: (2, 0, "attacker", -1),
    5: (2, 1, "attacker", -1), 6: (1, 1, "attacker", -2), 7: (1, 1, "attacker", None), 8: (1, 1, "defender", None),
    9: (1, 1, "defender", -2), 10: (1, 1, "defender", -1), 11: (1, 2, "defender", -1), 12: (1, 2, "defender", 0),
    13: (0, 2, "defender", 1), 14: (0, 3, "defender", 1), 15: (0, 3, "defender", 2),
}  # fmt: skip
COHESION = {
    "attacker": ["stays", "shaken", "repulsed", "retreat", "rout", "rout"],
    "defender": ["stays", "shaken", "retreat", "retreat", "rout", "rout"],
    "morale": ["stays", "shaken", "retreat", "rout", "rout", "surrender"],
}
Side = tuple[int, int, int]  # quality, steps, strength
Told = tuple[str, str | None, Any, Any]


def read(column: str, face: int, added: int, quality: int) -> str:
    return "stays" if face == 1 else COHESION[column][min(5, max(0, face + added - quality))]


def ratio_modifier(attack: int, defence: int) -> int:
    ratio = Fraction(attack, defence)
    columns: list[tuple[Fraction | int, int]] = [
        (5, 5),
        (4, 4),
        (3, 3),
        (2, 2),
        (Fraction(3, 2), 1),
        (1, 0),
        (Fraction(2, 3), -1),
        (Fraction(1, 2), -2),
    ]
    return next((value for least, value in [*columns, (Fraction(1, 3), -3)] if ratio >= least), -4)


def twin(red: Side, white: Side) -> Iterator[tuple[Fraction, Told]]:
    """Yield every course of a combat of one battalion against one in the open, pressed home, with its weight."""
    elite = int(red[0] == 6 and white[0] != 6)
    added_red = -1 if red[2] >= 2 * white[2] else int(red[2] < white[2])
    added_white = elite - added_red
    for one, two in product(range(1, 7), repeat=2):
        weight = Fraction(1, 36)
        ours, theirs = read("attacker", one, added_red, red[0]), read("defender", two, added_white, white[0])
        if ours in {"repulsed", "retreat", "rout"} or theirs in {"retreat", "rout"}:
            cleared = theirs in {"retreat", "rout"}
            enters = cleared and ours in {"stays", "shaken"}
            left = {"repulsed": "stays", "shaken": "stays"}.get(ours, ours)
            gone = "stays" if theirs == "shaken" else theirs
            ended = "cleared" if cleared else "not_assaulted"
            yield weight, (ended, None, (red[1], "enters" if enters else left), (white[1], gone))
            continue
        yield from assault(weight, red, white, shaken=(ours == "shaken", theirs == "shaken"))


def assault(weight: Fraction, red: Side, white: Side, shaken: tuple[bool, bool]) -> Iterator[tuple[Fraction, Told]]:
    strengths = [
        max(1, floor(Fraction(s[2], 2 if half else 1) + Fraction(1, 2)))
        for s, half in zip((red, white), shaken, strict=True)
    ]
    modifier = ratio_modifier(strengths[0], strengths[1]) + red[0] - white[0]
    for one, two in product(range(1, 7), repeat=2):
        first, second, loser, number = ART[min(15, max(1, one + two + modifier))]
        if min(red[1], white[1]) >= 6:
            first, second = first + 1, second + 1
        over = (max(0, first - red[1]), max(0, second - white[1]))
        lost = (min(red[1], max(0, first - over[1])), min(white[1], max(0, second - over[0])))
        left = (red[1] - lost[0], white[1] - lost[1])
        beaten, hit = (white[0], lost[1]) if loser == "defender" else (red[0], lost[0])
        survives = left[1] if loser == "defender" else left[0]
        for face in range(1, 7) if number is not None and survives else (1,):
            share = weight / 36 / (6 if number is not None and survives else 1)
            result = "stays" if number is None else read("morale", face, number + bool(hit), beaten)
            yield share, after(loser, left, "stays" if result == "shaken" else result)


def after(loser: str, left: tuple[int, int], result: str) -> Told:
    ours: Any = (left[0], "stays") if left[0] else None
    theirs: Any = (left[1], "stays") if left[1] else None
    if loser == "defender":
        if theirs:
            theirs = None if result == "surrender" else (left[1], "retreat" if result == "stays" else result)
        if ours:
            ours = (left[0], "enters")
    elif ours:
        ours = None if result == "surrender" else (left[0], result)
    return ("assaulted", loser, ours, theirs)


def told_by_library(told: game.CombatOutcome) -> Told:
    now = {one.key: one for one in told.units}

    def word(key: str) -> Any:
        one = now.get(key)
        if one is None:
            return None
        going = {"routed": "rout", "march": "retreat"}.get(one.mode, "enters" if key in told.advanced else "stays")
        return one.steps, going

    return told.ended, told.loser, word("R"), word("W")


def duel(red: Side, white: Side) -> game.CombatRequest:
    def unit(key: str, side: Any, place: str, figures: Side) -> game.Unit:
        tq, steps, strength = figures
        return game.Unit(
            key=key, side=side, type="infantry", hex=place, tq=tq, steps=steps, strength=strength, stacking=4
        )

    return game.CombatRequest(
        hex="1010",
        attackers=(unit("R", "red", "1009", red),),
        defenders=(unit("W", "white", "1010", white),),
        assault=True,
    )


SIDES = st.tuples(st.integers(2, 6), st.integers(1, 8), st.integers(1, 12))


@pytest.mark.rule(
    "orel", "8.1-part2", "8.7.1-procedure", "8.8.2-art", "8.8.2B-morale", "8.8.3-advance", "8.8.2A-excess"
)
@given(SIDES, SIDES)
@settings(max_examples=40)
def test_the_odds_of_battalion_against_battalion(red: Side, white: Side) -> None:
    wanted: dict[Told, Fraction] = {}
    for weight, told in twin(red, white):
        wanted[told] = wanted.get(told, Fraction(0)) + weight
    odds = game.ruleset.odds(duel(red, white)).map(told_by_library)
    assert {told: odds[told] for told, _ in odds.pairs} == wanted


@pytest.mark.rule("orel", "8.8-optional")
@given(SIDES, SIDES)
@settings(max_examples=25)
def test_the_assault_is_launched_where_the_defender_is_as_likely_to_lose(red: Side, white: Side) -> None:
    odds = game.ruleset.odds(evolve(duel(red, white), assault=None))
    calm = max(1, red[2]), max(1, white[2])
    modifier = ratio_modifier(*calm) + red[0] - white[0]
    chance = sum(one + two + modifier >= 8 for one, two in product(range(1, 7), repeat=2))
    # A natural 1 keeps both sides whole, so that this very assault comes up with at least one throw in 36.
    pressed = [told for told, _ in odds.pairs if told.ended == "assaulted"]
    if chance >= 18:
        assert pressed
    whole = [told for told, _ in odds.pairs if told.ended == "not_assaulted" and len(told.units) == 2]
    if chance < 18:
        assert any(
            all(one.mode == "combat" for one in told.units)
            and {(one.key, one.steps) for one in told.units} == {("R", red[1]), ("W", white[1])}
            for told in whole
        )


@pytest.mark.rule("orel", "8.7.1-terrain")
@given(SIDES, SIDES)
@settings(max_examples=15)
def test_cover_never_hurts_the_defender(red: Side, white: Side) -> None:
    def held(told: game.CombatOutcome) -> bool:
        return not told.cleared

    open_ground = game.ruleset.odds(duel(red, white)).probability(held)
    town = evolve(duel(red, white), cover=game.Cover(terrains=("town",)))
    assert game.ruleset.odds(town).probability(held) >= open_ground


# ---------------------------------------------------------------- laws

SMALL = HexGrid(columns=8, rows=8)
FIELD = HexMap(
    title="a field",
    grid=SMALL,
    terrain=(TerrainArea(kind="forest", hexes=("0305", "0506", "0603")), TerrainArea(kind="town", hexes=("0505",))),
    railways=(Railway(hexes=tuple(f"04{row:02}" for row in range(1, 9))),),
)
MIDDLE = "0404"
PLACES = tuple(f"{column:02}{row:02}" for column in range(1, 9) for row in range(1, 9))
FOOT_AND_HORSE = ("infantry", "infantry", "cavalry")
ANYBODY = (
    *FOOT_AND_HORSE, "artillery", "horse_artillery", "tank", "armoured_car", "armoured_train_light",
    "armoured_train_heavy",
)  # fmt: skip


def anybody(pick: Random, key: str, side: str, place: str, kinds: tuple[str, ...]) -> game.Unit:
    kind: Any = pick.choice(kinds)
    figures: dict[str, Any] = {"steps": pick.randint(1, 4), "tq": pick.randint(2, 6)}
    if kind == "infantry":
        figures.update(strength=pick.randint(1, 8), integrated_artillery=pick.random() < 0.3)
    elif kind == "cavalry":
        figures.update(strength_dismounted=2, strength_charge=pick.randint(2, 6))
    elif "artillery" in kind:
        figures.update(steps=pick.randint(1, 2), fire=pick.randint(1, 4))
    elif kind == "armoured_train_heavy":
        figures = {"steps": pick.randint(1, 2), "steps_full": 2, "fire": 4}
    else:
        figures = {"fire": 3} if "train" in kind else {"strength": 2}
    if side == "white" and "tq" in figures:
        figures["mode"] = pick.choice(("combat", "combat", "combat", "march", "routed"))
    made: Any = side
    return game.Unit(key=key, side=made, type=kind, hex=place, formation=side, division=side, **figures)


def any_combat(pick: Random) -> game.CombatRequest:
    around = SMALL.neighbours(MIDDLE)
    source = pick.choice(around)
    attackers = [anybody(pick, "A", "red", source, FOOT_AND_HORSE)]
    attackers += [anybody(pick, "B", "red", source, (*FOOT_AND_HORSE, "tank"))] if pick.random() < 0.5 else []
    defenders = tuple(anybody(pick, f"D{n}", "white", MIDDLE, ANYBODY) for n in range(pick.randint(1, 4)))
    others = [anybody(pick, "G", "red", source, ("artillery", "armoured_car"))] if pick.random() < 0.5 else []
    others += [
        anybody(pick, place, pick.choice(("red", "white")), place, (*FOOT_AND_HORSE, "artillery"))
        for place in PLACES
        if place not in {MIDDLE, source} and pick.random() < 0.2
    ]
    return game.CombatRequest(
        hex=MIDDLE,
        attackers=tuple(attackers),
        defenders=defenders,
        others=tuple(others),
        joined=tuple(one.key for one in defenders[1:] if pick.random() < 0.3),
        under_attack=tuple(place for place in around if pick.random() < 0.2),
        attempt=pick.random() < 0.3,
        assault=True,
        board=FIELD,
    )


@pytest.mark.rule(
    "orel", "8.1-part2", "8.5.1-retreat", "8.7.3-rout", "9-stack-lost", "4.1-capture", "8.7.2-disorganised"
)
@given(st.randoms(use_true_random=False), st.integers(0, 10_000))
@settings(max_examples=50)
def test_nobody_is_doubled_forgotten_or_among_enemies(pick: Random, seed: int) -> None:
    request = any_combat(pick)
    told = game.ruleset.outcome(request, dice=SeededDice(seed), choices={"pursue": with_pursuit})
    before = {one.key: one for one in (*request.attackers, *request.defenders, *request.others)}
    gone, captured = (*told.eliminated, *told.surrendered), {one.key for one in told.captured}
    assert len(gone) == len(set(gone))
    left = {one.key: one for one in told.units}
    assert not set(gone) & left.keys()
    assert {one.key for one in (*request.attackers, *request.defenders)} <= {*left, *gone, *captured}
    assert all(one.steps <= before[key].steps for key, one in left.items())
    assert not any(one.disorganised or one.repulsed or one.charging or one.in_contact for one in told.units)
    now = {key: one for key, one in before.items() if key not in gone} | left | {one.key: one for one in told.captured}
    for place in PLACES:
        assert len({one.side for one in now.values() if one.hex == place}) <= 1
    taken = sum(before[key].steps for key in told.surrendered if before[key].side == "white")
    tally = sum(before[key].side == "white" and not before[key].is_vehicle for key in told.eliminated)
    assert told.attacker_prisoners <= taken + tally + (told.assault_losses + 1) // 2


# ---------------------------------------------------------------- a twin with zones behind the defender

AROUND = HexGrid(columns=32, rows=20)
MAP = tuple(f"{column:02}{row:02}" for column in range(8, 13) for row in range(8, 13))
FAR_RING = [place for place in MAP if AROUND.distance(place, "1010") == 2]


def closed_in() -> tuple[game.Unit, ...]:
    """Return Reds in every second hex of the ring two hexes away: each hex that W can enter is in their zones."""
    taken: list[str] = []
    for place in FAR_RING:
        if all(AROUND.distance(place, other) > 1 for other in taken):
            taken.append(place)
    free = [place for place in FAR_RING if place not in taken]
    for place in (*AROUND.neighbours("1010"), *free):
        assert any(AROUND.distance(place, other) == 1 for other in (*taken, "1009"))
    return tuple(
        game.Unit(key=place, side="red", type="infantry", hex=place, tq=5, steps=4, strength=5) for place in taken
    )


def through_zones(weight: Fraction, told: Told, quality: int) -> Iterator[tuple[Fraction, Told]]:
    """Yield what zones do to W: a retreat is checked once and costs a step, a rout twice, and W surrenders."""
    ended, loser, ours, theirs = told
    if theirs is None or theirs[1] == "stays":
        yield weight, told
        return
    steps, going = theirs
    for faces in product(range(1, 7), repeat=1 if going == "retreat" else 2):
        failed = any(face + 1 > quality for face in faces)
        left = (steps if not failed else steps - 1) if going == "retreat" else (0 if failed else steps)
        yield weight / 6 ** len(faces), (ended, loser, ours, (left, going) if left else None)


@pytest.mark.rule("orel", "8.5.1a-zoc", "8.7.3-rout-zoc", "8.1-part2", "8.7.3-rout")
@given(SIDES, SIDES)
@settings(max_examples=12)
def test_the_odds_with_zones_of_control_behind_the_defender(red: Side, white: Side) -> None:
    wanted: dict[Told, Fraction] = {}
    for weight, told in twin(red, white):
        for share, then in through_zones(weight, told, white[0]):
            wanted[then] = wanted.get(then, Fraction(0)) + share
    request = evolve(duel(red, white), others=closed_in())
    odds = game.ruleset.odds(request).map(told_by_library)
    assert {told: odds[told] for told, _ in odds.pairs} == wanted
