"""Exchanges of blows against a twin."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rcw_rules import SeededDice
from rcw_rules.red_square.mounted import MountedExchangeRequest
from rcw_rules.red_square.ruleset import ruleset


def shot(dice: int, score: int, faces: list[Any]) -> int:
    """Throw shot dice: what is over six hits by itself, the rest is thrown for."""
    hits = 0
    for _ in range(dice if score > 0 else 0):
        hits += score // 6
        if score % 6:
            hits += faces.pop(0) <= score % 6
    return hits


def losses(bases: int, hits: int, faces: list[Any]) -> int:
    """Tell the bases, or rings, that hits cost; nobody loses more than he has."""
    lost = min(bases, hits // 6)
    if hits % 6 and lost < bases:
        lost += faces.pop(0) <= hits % 6
    return lost


def exchange(asked: MountedExchangeRequest, thrown: tuple[Any, ...], *, only_die: bool) -> tuple[Any, ...]:
    """Fight an exchange with these faces and return hits and losses of the two sides, and the faces left over."""
    faces = list(thrown)
    on_foot = asked.target_kind == "infantry" or asked.target_formation == "dismounted"
    horsemen = asked.attacker_bases - (asked.attacker_quality == "poor")
    dice = 3 + {"front": 0, "oblique": 1, "flank": 2, "rear": 2}[asked.aspect]
    dice += asked.target_formation in ("masses", "mounted", "limbered")
    on_target = shot(dice, 3 * horsemen, faces)
    on_attacker = 0
    if asked.target_formation == "deployed":
        on_attacker += shot(3, 4 * asked.target_bases, faces)
    elif asked.target_kind != "artillery":
        men = asked.target_bases - (asked.target_quality == "poor") - (asked.target_formation == "dismounted")
        back = 4 if asked.target_formation in ("firing_line", "dismounted") else 3
        on_attacker += shot(back, {"front": 3, "oblique": 2, "flank": 1, "rear": 1}[asked.aspect] * men, faces)
    for guns in asked.mgs:
        on_attacker += shot(3, 2 * guns, faces)
    for _ in range(asked.tchankas):
        on_attacker += shot(2, 3, faces)
    first = losses(asked.attacker_bases, on_attacker, faces)
    again = losses(asked.attacker_bases - first, on_attacker % 6 if only_die else on_attacker, faces) if on_foot else 0
    if asked.target_kind == "artillery":
        stock = 3 * asked.target_bases - asked.target_rings  # a third ring takes a base
        stock -= losses(stock, on_target, faces)
        target_lost = asked.target_bases - -(-stock // 3)
    else:
        target_lost = losses(asked.target_bases, on_target, faces)
    return on_attacker, on_target, first + again, target_lost, faces


def some_exchange(random: Random) -> MountedExchangeRequest:
    kind: Any = random.choice(["infantry", "infantry", "cavalry", "cavalry", "artillery"])
    formation: Any = random.choice(
        {
            "infantry": ["masses", "waves", "firing_line"],
            "cavalry": ["mounted", "scouting", "dismounted"],
            "artillery": ["limbered", "deployed"],
        }[kind]
    )
    sides = ["front", "oblique", "flank", "rear"] if formation in ("mounted", "scouting") else ["front", "oblique"]
    qualities = ["elite", "normal", "poor"]
    return MountedExchangeRequest(
        attacker_bases=random.randint(1, 6),
        attacker_quality=random.choice(qualities),  # type: ignore[arg-type]
        target_kind=kind,
        target_formation=formation,
        target_bases=random.randint(1 if formation != "dismounted" else 2, 6),
        target_quality=random.choice(qualities),  # type: ignore[arg-type]
        target_rings=random.randint(0, 2) if kind == "artillery" else 0,
        aspect=random.choice(sides),  # type: ignore[arg-type]
        mgs=tuple(random.randint(1, 2) for _ in range(random.choice([0, 0, 1, 2]))),
        tchankas=random.choice([0, 0, 1, 2]),
    )


@pytest.mark.rule(
    "red_square",
    "mounted-1a-figures",
    "mounted-1a-attack-dice",
    "mounted-1a-return",
    "mounted-1b-counts",
    "mounted-1f-casualties",
    "opt-twice-die-only",
    "fire-6-excess",
)
@pytest.mark.parametrize("only_die", [False, True])
def test_exchanges_throw_the_dice_of_the_twin_in_its_order(only_die: bool) -> None:
    random, rules = Random(1919), ruleset.with_options(twice_die_only=only_die)
    for seed in range(250):
        asked = some_exchange(random)
        told = rules.resolve(asked, dice=SeededDice(seed))
        outcome = told.outcome
        found = (outcome.attacker_hits, outcome.target_hits, outcome.attacker_bases_lost, outcome.target_bases_lost)
        assert (*found, []) == exchange(asked, told.dice, only_die=only_die), asked
