"""The morale check of the loser: the table, the modifiers, what follows, and all six throws."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rcw_rules import GivenDice, InvalidRequestError
from rcw_rules import orel as game
from rcw_rules.kernel.record import ModifierStep

# By the difference, as the catalogue restores it.
TABLE = ["passed", "disorganised", "retreat", "rout", "rout", "surrender"]
# What follows, and whether the unit is disorganised.
FOLLOWS = {
    "defender": {
        "no_check": ("retreat", False), "passed": ("retreat", False), "disorganised": ("retreat", True),
        "retreat": ("retreat", False), "rout": ("rout", False), "surrender": ("surrender", False),
    },
    "attacker": {
        "no_check": ("repulsed", False), "passed": ("repulsed", False), "disorganised": ("repulsed", True),
        "retreat": ("retreat", False), "rout": ("rout", False), "surrender": ("surrender", False),
    },
}  # fmt: skip


def take(*units: game.Beaten, faces: tuple[int, ...] = (), role: Any = "defender", **fields: Any) -> game.MoraleOutcome:
    asked = game.MoraleRequest(role=role, units=units, **fields)
    return game.ruleset.resolve(asked, dice=GivenDice(faces)).outcome


def beaten(key: str = "x", tq: int = 5, **fields: Any) -> game.Beaten:
    return game.Beaten(key=key, tq=tq, **fields)


@pytest.mark.rule("orel", "8.8.2B-morale", "EX-combat")
def test_the_defeat_of_the_example() -> None:
    whites = (beaten("X", 6, hit=True), beaten("Y", 5, hit=True), beaten("Z", 6))
    asked = game.MoraleRequest(role="defender", units=whites, morale=-2)
    resolution = game.ruleset.resolve(asked, dice=GivenDice([4]))
    assert [(one.result, one.consequence, one.disorganised) for one in resolution.outcome.units] == [
        ("passed", "retreat", False)
    ] * 3
    steps = [step for _, step in resolution.record.walk() if isinstance(step, ModifierStep)]
    assert [(step.to, step.value) for step in steps] == [
        ("morale die", -2),
        ("morale die of X", 1),
        ("morale die of Y", 1),
    ]
    # Die 4 - 2 = 2, and 3 for those who were hit.
    said = resolution.explain()
    for told in ("X: 3 against quality 6", "Y: 3 against quality 5", "Z: 2 against quality 6"):
        assert told in said
    assert resolution.record.unprinted == ()


@pytest.mark.rule("orel", "8.8.2B-morale")
def test_the_cases_of_the_catalogue() -> None:
    assert take(beaten(tq=4, hit=True), faces=(5,), morale=1).units[0].result == "rout"
    assert take(beaten(tq=3, hit=True), faces=(5,), morale=2).units[0].result == "surrender"


@pytest.mark.rule("orel", "8.8.2B-morale", "8.7.1-table", "8.8.2B-surrender")
@pytest.mark.parametrize("role", ["attacker", "defender"])
@pytest.mark.parametrize("face", range(1, 7))
@pytest.mark.parametrize("morale", [-2, -1, 0, 1, 2])
def test_every_cell(role: str, face: int, morale: int) -> None:
    for tq in range(2, 7):
        result = "passed" if face == 1 else TABLE[max(0, min(5, face + morale - tq))]
        (found,) = take(beaten(tq=tq), faces=(face,), morale=morale, role=role).units
        assert (found.result, (found.consequence, found.disorganised)) == (result, FOLLOWS[role][result])


@pytest.mark.rule("orel", "8.8.2B-morale")
@pytest.mark.parametrize("role", ["attacker", "defender"])
def test_without_a_number_no_die_is_thrown(role: str) -> None:
    (found,) = take(beaten(tq=2, hit=True), role=role).units
    assert (found.result, (found.consequence, found.disorganised)) == ("no_check", FOLLOWS[role]["no_check"])


@pytest.mark.rule("orel", "8.8.2B-morale", "8.7.1-vehicle")
@pytest.mark.parametrize(
    ("fields", "enemy_vehicle", "result"),
    [
        # A 5 against quality 4 is 1 off.
        ({}, False, "disorganised"),
        ({"vehicle": True}, False, "passed"),
        ({}, True, "retreat"),
        ({"vehicle": True}, True, "disorganised"),
        ({"hit": True}, True, "rout"),
    ],
)
def test_losses_and_vehicles_count(fields: dict[str, Any], enemy_vehicle: bool, result: str) -> None:
    found = take(beaten(tq=4, **fields), faces=(5,), morale=0, enemy_vehicle=enemy_vehicle)
    assert found.units[0].result == result


@pytest.mark.rule("orel", "8.7.3-rout", "8.8.2B-surrender")
def test_a_routed_unit_that_routs_surrenders() -> None:
    (found,) = take(beaten(tq=2, routed=True), faces=(6,), morale=0).units
    assert (found.result, found.consequence) == ("rout", "surrender")
    assert take(beaten(tq=4, routed=True), faces=(6,), morale=0).units[0].consequence == "retreat"


@pytest.mark.rule("orel", "X-bad-units", "X-bad-combat", "8.8.2-art")
@pytest.mark.parametrize(
    ("fields", "path"),
    [
        ({"units": (beaten("a"), beaten("a"))}, r"units\[1\]\.key"),
        ({"units": ()}, r"units"),
        ({"units": (beaten(tq=7),)}, r"units\[0\]\.tq"),
        ({"role": "attacker", "units": (beaten(routed=True),)}, r"units\[0\]\.routed"),
        ({"morale": 10}, r"morale"),
    ],
)
def test_malformed(fields: dict[str, Any], path: str) -> None:
    asked = game.MoraleRequest(**{"role": "defender", "units": (beaten(),), **fields})
    with pytest.raises(InvalidRequestError, match=rf"\$\.{path}"):
        game.ruleset.resolve(asked, dice=GivenDice([3]))


UNITS = st.builds(
    game.Beaten, key=st.just("x"), tq=st.integers(2, 6), hit=st.booleans(), vehicle=st.booleans(), routed=st.booleans()
)


@pytest.mark.rule("orel", "8.8.2B-morale")
@given(st.lists(UNITS, min_size=1, max_size=3), st.integers(-2, 2), st.booleans())
def test_exact_odds_are_those_of_all_six_throws(units: list[game.Beaten], morale: int, enemy: bool) -> None:
    named = tuple(
        game.Beaten(key=key, tq=one.tq, hit=one.hit, vehicle=one.vehicle, routed=one.routed)
        for key, one in zip("abc", units, strict=False)
    )
    expected: dict[tuple[str, ...], Fraction] = {}
    for face in range(1, 7):
        course: list[str] = []
        for one in named:
            off = face + morale + one.hit - one.vehicle + enemy - one.tq
            result = "passed" if face == 1 else TABLE[max(0, min(5, off))]
            follows = FOLLOWS["defender"][result][0]
            course.append("surrender" if follows == "rout" and one.routed else follows)
        expected[tuple(course)] = expected.get(tuple(course), Fraction(0)) + Fraction(1, 6)
    odds = game.ruleset.odds(game.MoraleRequest(role="defender", units=named, morale=morale, enemy_vehicle=enemy))
    found: dict[tuple[str, ...], Fraction] = {}
    for outcome in odds.outcomes:
        did = tuple(one.consequence for one in outcome.units)
        found[did] = found.get(did, Fraction(0)) + odds.probability(outcome)
    assert found == expected
