"""Whole attacks: exact odds against a slow twin that throws every face, and laws that always hold."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, TypeAlias

import pytest
from directory_attacks import COMBAT, SUPPLIES, attack, attacker, defender, numbers
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rcw_rules import SeededDice
from rcw_rules import directory as di

# ---------------------------------------------------------------- exact odds: a slow twin that throws every face

Key: TypeAlias = tuple[Any, ...]


LEAST = {"1:2": 6, "2:3": 5, "1:1": 4, "3:2": 3, "2:1+": 2}  # the lowest face that clears the hex


class MoreDiceError(Exception):
    """The play wants another die of so many sides."""


def every_course(play: Callable[[Callable[[int], int]], Key]) -> dict[Key, Fraction]:
    """Play every course of chance and return the chance of each result."""
    found: dict[Key, Fraction] = {}
    courses: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    while courses:
        faces, chance = courses.pop()
        left = list(faces)

        def throw(sides: int, left: list[int] = left) -> int:
            if not left:
                raise MoreDiceError(sides)
            return left.pop(0)

        try:
            key = play(throw)
        except MoreDiceError as more:
            sides = more.args[0]
            courses += [((*faces, face), chance / sides) for face in range(1, sides + 1)]
        else:
            found[key] = found.get(key, Fraction(0)) + chance
    return found


def says(column: str, defending: int, throw: Callable[[int], int]) -> str:
    face = throw(6)
    if defending == 0:
        return "DR" if face >= LEAST[column] else "none"
    if face == 1:
        return "AL" if defending > 1 or throw(6) > 3 else "none"
    if face == 6:
        return "DL" if defending > 1 or throw(6) > 3 else "DR"
    return "DR" if face >= LEAST[column] else "none"


def twin(column: str, attackers: list[str], stack: list[tuple[str, bool]], spares: list[str]) -> dict[Key, Fraction]:
    defenders = [*stack, ("inshore_naval_forces", True)]  # the counter that makes up the defence

    def play(throw: Callable[[int], int]) -> Key:
        ours = [number for number, kind in enumerate(attackers, 1) if kind in COMBAT]
        theirs = [number for number, (kind, _) in enumerate(defenders, 1) if kind in COMBAT]
        result = says(column, len(theirs), throw)
        lost = None
        if (result == "AL" and ours) or result == "DL":
            eligible = ours if result == "AL" else theirs
            lost = eligible[throw(len(eligible)) - 1] if len(eligible) > 1 else eligible[0]
        if result in ("none", "AL"):
            return (result, lost, (), (), (), (), (), False)
        gone: list[int] = []
        taken: list[int] = []
        dead: list[int] = []
        stays: list[int] = []
        blocked: list[int] = []
        left = list(spares)
        for number, (kind, goes) in enumerate(defenders, 1):
            if number == lost:
                continue
            if goes:
                gone.append(number)
            elif kind in COMBAT:
                blocked.append(number)
            elif kind == "inshore_naval_forces":
                stays.append(number)
            elif kind in SUPPLIES:
                (taken if throw(6) < 6 else dead).append(number)
            elif throw(6) < 4 and kind in left:
                left.remove(kind)
                taken.append(number)
            else:
                dead.append(number)
        return (
            result, lost, tuple(gone), tuple(taken), tuple(dead), tuple(stays), tuple(blocked), bool(stays or blocked),
        )  # fmt: skip

    return every_course(play)


def odds(request: di.CombatRequest) -> dict[Key, Fraction]:
    found: dict[Key, Fraction] = {}
    for outcome, chance in di.ruleset.odds(request).items():
        key = (
            outcome.result,
            outcome.removed.number if outcome.removed else None,
            tuple(numbers(outcome.retreated)),
            tuple(numbers(outcome.captured)),
            tuple(numbers(outcome.destroyed)),
            tuple(numbers(outcome.unaffected)),
            tuple(numbers(outcome.blocked_combat_units)),
            outcome.hex_contested,
        )
        assert key not in found, "equal outcomes are merged"
        found[key] = chance
    return found


def at_column(
    column: str, attackers: list[str], defenders: list[tuple[str, bool]], spares: list[str]
) -> di.CombatRequest:
    """Return an attack that just reaches a column: every defender has a defence of 1, and a ship brings them to 24."""
    attacks = [*[1] * (len(attackers) - 1), {"1:2": 12, "2:3": 16, "1:1": 24, "3:2": 36, "2:1+": 48}[column]]
    attacks[-1] -= len(attackers) - 1
    return attack(
        [attacker(kind, attack=value) for kind, value in zip(attackers, attacks, strict=True)],
        [defender(kind, can_retreat=goes, defence=1) for kind, goes in defenders]
        + [defender("inshore_naval_forces", can_retreat=True, defence=24 - len(defenders))],
        replacements=tuple(di.Counter(type=kind, faction="bolsheviks", defence=1) for kind in spares),  # type: ignore[arg-type]  # kinds of units
    )


STACKS: list[list[tuple[str, bool]]] = [
    [("mobile_base", True)],
    [("fixed_base", False), ("supply_stockpile", False), ("inshore_naval_forces", False)],
    [("tanks", False), ("river_gunboats", True)],
    [("local_units", True)],
    [("armored_train", False), ("regular_infantry", False), ("fixed_base", False)],
    [("regular_infantry", True), ("elite_cavalry", False)],
    [("elite_cavalry", True), ("tanks", False), ("elite_infantry", True), ("tanks", False), ("local_units", True)],
    [("regular_infantry", True), ("regular_infantry", True), ("fixed_base", False)],
]


FORCES = [["tanks"], ["elite_infantry"], ["regular_infantry", "armored_train", "regular_infantry", "local_units"]]


@pytest.mark.rule(
    "directory", "com-al", "com-dl", "com-dr", "com-half-al", "com-half-dl", "com-dice-order", "gen-die",
    "com-table-one", "com-table-two", "com-table-none", "cap-armor", "cap-logistics", "cap-naval", "com-which-table",
)  # fmt: skip
@pytest.mark.parametrize("column", LEAST)
@pytest.mark.parametrize("force", FORCES, ids=len)
@pytest.mark.parametrize("stack", STACKS, ids=lambda stack: "+".join(kind for kind, _ in stack))
def test_the_odds_are_those_of_every_face(column: str, force: list[str], stack: list[tuple[str, bool]]) -> None:
    for spares in ([], ["tanks"], ["tanks", "armored_train", "tanks"]):
        expected = twin(column, force, stack, spares)
        assert sum(expected.values()) == 1
        request = at_column(column, force, stack, spares)
        assert odds(request) == expected


KINDS = st.sampled_from([*COMBAT, "tanks", "armored_train", "inshore_naval_forces", "mobile_base"])


@pytest.mark.rule("directory", "com-dl", "com-al", "com-dr", "com-dice-order", "gen-die")
@settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    column=st.sampled_from(sorted(LEAST)),
    force=st.lists(st.sampled_from(["tanks", "local_units", "elite_cavalry"]), min_size=1, max_size=4),
    stack=st.lists(st.tuples(KINDS, st.booleans()), min_size=1, max_size=5),
    spares=st.lists(st.sampled_from(["tanks", "armored_train"]), max_size=3),
)
def test_the_odds_of_any_attack(
    column: str, force: list[str], stack: list[tuple[str, bool]], spares: list[str]
) -> None:
    assert odds(at_column(column, force, stack, spares)) == twin(column, force, stack, spares)


# ---------------------------------------------------------------- laws


@pytest.mark.rule("directory", "com-odds-column", "com-table-none", "com-table-one", "com-table-two")
@pytest.mark.parametrize("units", [0, 1, 2])
def test_better_odds_never_spare_the_defenders(units: int) -> None:
    stack = [("mobile_base", True), *[("local_units", True)] * units]
    cleared = [
        sum(chance for key, chance in odds(at_column(column, ["tanks"], stack, [])).items() if key[0] in ("DR", "DL"))
        for column in LEAST
    ]
    assert cleared == sorted(cleared)
    assert cleared[0] < cleared[-1]


@pytest.mark.rule("directory", "com-dl", "com-dr", "miss-retreat", "unit-armor")
@given(seed=st.integers(0, 10**6), stack=st.lists(st.tuples(KINDS, st.booleans()), min_size=1, max_size=5))
@settings(max_examples=50, deadline=None)
def test_every_defender_ends_somewhere_and_a_record_repeats(seed: int, stack: list[tuple[str, bool]]) -> None:
    request = at_column("2:1+", ["elite_infantry", "local_units"], stack, [])
    resolution = di.ruleset.resolve(request, dice=SeededDice(seed))
    found = resolution.outcome
    if found.result in ("DR", "DL"):
        lost = [found.removed.number] if found.removed else []
        ends = [*lost, *numbers(found.retreated), *numbers(found.captured), *numbers(found.destroyed)]
        ends += [*numbers(found.unaffected), *numbers(found.blocked_combat_units)]
        assert sorted(ends) == list(range(1, len(stack) + 2))
        assert {one.counter.type for one in found.captured} <= {"mobile_base"}  # nobody has armor to spare
    assert di.ruleset.replay(resolution).outcome == found
    assert di.ruleset.odds(request).probability(found) > 0
